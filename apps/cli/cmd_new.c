// SPDX-License-Identifier: MIT
// waft new: a commented scene to start from.
#include "commands.h"
#include "exit.h"

#include <waft/files.h>
#include <waft/scene.h>
#include <waft/starter.h>

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static int list_kinds(void) {
    for (size_t i = 0; i < waft_starter_count(); ++i) {
        const waft_starter* starter = waft_starter_at(i);
        (void)printf("%-10s  %s\n", starter->kind, starter->summary);
    }
    return EXIT_OK;
}

static const waft_starter* find_starter(const char* kind) {
    for (size_t i = 0; i < waft_starter_count(); ++i) {
        if (strcmp(waft_starter_at(i)->kind, kind) == 0) {
            return waft_starter_at(i);
        }
    }
    return NULL;
}

static int write_starter(const arguments* args, const waft_starter* starter, const char* path) {
    struct stat status;
    if (lstat(path, &status) == 0) {
        return fail(args, EXIT_USAGE, "%s exists and is left as it is", path);
    }
    waft_error error;
    const waft_result result = waft_file_write(path, starter->text, strlen(starter->text), &error);
    return check_written(args, path, result, &error);
}

int cmd_new(const arguments* args) {
    if (args->operand_count == 0) {
        return list_kinds();
    }
    const char* kind = args->operands[0];
    const waft_starter* starter = find_starter(kind);
    if (starter == NULL) {
        return unknown_operand(
            args, args->command, "no starter scene", kind, "; 'waft new' lists them");
    }
    char usual[64];
    (void)snprintf(usual, sizeof usual, "%s.yaml", kind);
    const char* path = args->operand_count > 1 ? args->operands[1] : usual;
    if (strcmp(path, "-") == 0) {
        (void)fputs(starter->text, stdout);
        return EXIT_OK;
    }
    return write_starter(args, starter, path);
}
