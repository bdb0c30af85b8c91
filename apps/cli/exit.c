// SPDX-License-Identifier: MIT
#include "exit.h"

#include "terminal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const exit_meaning meanings[] = {
    {EXIT_OK, "success"},
    {EXIT_RUN_FAILED, "the run failed: the simulation diverged; step and field are named"},
    {EXIT_USAGE, "wrong usage, or input that is wrong or cannot be read"},
    {EXIT_IO, "output could not be written"},
    {EXIT_MEMORY, "out of memory"},
    {EXIT_HELPER, "a helper program or package is missing"},
    {EXIT_INTERRUPTED, "interrupted by SIGINT (Ctrl-C), SIGTERM or SIGHUP, after finishing the "
                       "step and writing a checkpoint, or the picture"},
};

size_t exit_meaning_count(void) {
    return sizeof meanings / sizeof meanings[0];
}

const exit_meaning* exit_meaning_at(size_t index) {
    return &meanings[index];
}

int exit_code_of(waft_result result) {
    switch (result) {
    case WAFT_OK:
        return EXIT_OK;
    case WAFT_ERR_NO_MEMORY:
        return EXIT_MEMORY;
    case WAFT_ERR_IO:
        return EXIT_IO;
    case WAFT_ERR_MISSING:
        return EXIT_HELPER;
    case WAFT_ERR_NOT_CONVERGED:
    case WAFT_ERR_DIVERGED:
        return EXIT_RUN_FAILED;
    default:
        return EXIT_USAGE;
    }
}

int exit_code_of_input(waft_result result) {
    return result == WAFT_ERR_IO ? EXIT_USAGE : exit_code_of(result);
}

int fail(const arguments* args, int code, const char* format, ...) {
    va_list values;
    va_start(values, format);
    // Output so far comes first where both streams share a terminal. A lost byte is noticed at the
    // end, in finish_output().
    (void)fflush(stdout);
    (void)fprintf(
        stderr, args != NULL ? "waft %s: " : "waft: ", args != NULL ? args->command->name : "");
    print_line_values(stderr, format, values);
    va_end(values);
    return code;
}

int fail_memory(const arguments* args) {
    return fail(args, EXIT_MEMORY, "%s", waft_result_sentence(WAFT_ERR_NO_MEMORY));
}

int check_input(const arguments* args, waft_result result, const waft_error* error) {
    return result == WAFT_OK ? EXIT_OK
                             : fail(args, exit_code_of_input(result), "%s", error->sentence);
}

int check_output(const arguments* args, waft_result result, const waft_error* error) {
    return result == WAFT_OK ? EXIT_OK : fail(args, exit_code_of(result), "%s", error->sentence);
}

int check_written(
    const arguments* args, const char* path, waft_result result, const waft_error* error) {
    if (result == WAFT_OK) {
        print_line(stdout, "%s", path);
    }
    return check_output(args, result, error);
}

int finish_output(int code) {
    errno = 0;
    const bool lost_before = ferror(stdout) != 0;
    const bool lost_now = fflush(stdout) != 0;
    if (!lost_before && !lost_now) {
        return code;
    }
    const char* reason = errno != 0 ? strerror(errno) : "an earlier write failed";
    const int lost = fail(NULL, EXIT_IO, "standard output could not be written: %s", reason);
    return code == EXIT_OK ? lost : code;
}

waft_result error_set(waft_error* out_error, waft_result result, const char* format, ...) {
    va_list values;
    va_start(values, format);
    out_error->result = result;
    (void)vsnprintf(out_error->sentence, sizeof out_error->sentence, format, values);
    va_end(values);
    return result;
}
