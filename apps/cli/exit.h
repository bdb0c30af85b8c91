// SPDX-License-Identifier: MIT
// Exit codes of the command, and the one line that goes with a failure.
#ifndef CLI_EXIT_H
#define CLI_EXIT_H

#include "options.h"

#include <waft/base.h>

enum exit_code {
    EXIT_OK = 0,
    EXIT_RUN_FAILED = 1, ///< diverged, or an iteration did not converge
    EXIT_USAGE = 2,      ///< bad usage, or input that is wrong or cannot be read
    EXIT_IO = 3,         ///< output could not be written
    EXIT_MEMORY = 4,
    EXIT_HELPER = 5, ///< a helper program or package is missing
    EXIT_INTERRUPTED = 130,
};

/// What an exit code says to people, in lower case and without a full stop.
typedef struct exit_meaning {
    int code;
    const char* text;
} exit_meaning;

size_t exit_meaning_count(void);
const exit_meaning* exit_meaning_at(size_t index);

/// The exit code for a result of the library.
int exit_code_of(waft_result result);

/// The same for a file that the user named: what cannot be read is bad input.
int exit_code_of_input(waft_result result);

/// Prints "waft COMMAND: sentence" on stderr and returns `code`. `args` may be NULL, as long as there is no
/// command. Needs no memory.
int fail(const arguments* args, int code, const char* format, ...) WAFT_PRINTF(3, 4);

/// Writes result and sentence into an error and returns the result.
waft_result error_set(waft_error* out_error, waft_result result, const char* format, ...)
    WAFT_PRINTF(3, 4);

/// The failure of an allocation by the command itself.
int fail_memory(const arguments* args);

/// The exit code of a call that read what the user named. The error's sentence is printed if it failed.
int check_input(const arguments* args, waft_result result, const waft_error* error);

/// The same of a call that wrote or computed something.
int check_output(const arguments* args, waft_result result, const waft_error* error);

/// The same of a file that was written; its path goes to stdout then.
int check_written(
    const arguments* args, const char* path, waft_result result, const waft_error* error);

/// Flushes stdout; if anything written to it was lost, a success becomes EXIT_IO.
int finish_output(int code);

#endif // CLI_EXIT_H
