// SPDX-License-Identifier: MIT
// waft: the command. Finds the command of the table, parses its options, and calls it.
#include "artist.h"
#include "exit.h"
#include "help.h"
#include "options.h"

#include <waft/base.h>

#include <stdio.h>
#include <string.h>

static int run_command(const command_row* command, int word_count, char** words) {
    arguments args;
    int code = arguments_parse(command, word_count, words, &args);
    // Only a request for help leaves both lists unmade.
    if (code == EXIT_OK && args.operands == NULL) {
        help_command(command);
    } else if (code == EXIT_OK) {
        code = command->run(&args);
    }
    arguments_free(&args);
    return code;
}

static void print_feature(const char* name, bool is_on, const char* packages) {
    if (is_on) {
        (void)printf("%s: on\n", name);
    } else {
        (void)printf("%s: off; install %s and build again\n", name, packages);
    }
}

/// The version, and what of it is in this build.
static int print_version(void) {
    (void)printf("waft %s\n", waft_version());
    print_feature("scene files", waft_has("yaml"), "libyaml-dev");
    print_feature("PNG", waft_has("png"), "libpng-dev");
    print_feature("zlib", waft_has("zlib"), "zlib1g-dev");
    print_feature("pictures", artist_exists(), "libepoxy-dev and libegl-dev");
    return EXIT_OK;
}

static int dispatch(int argc, char** argv) {
    if (argc < 2) {
        return fail(NULL, EXIT_USAGE, "no command given; 'waft --help' lists them");
    }
    const char* word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        help_overview();
        return EXIT_OK;
    }
    if (strcmp(word, "--version") == 0) {
        return print_version();
    }
    if (word[0] == '-') {
        return fail(NULL, EXIT_USAGE, "unknown option '%s'; a command comes first", word);
    }
    const command_row* command = command_find(word);
    return command != NULL ? run_command(command, argc - 2, argv + 2) : command_unknown(word);
}

int main(int argc, char** argv) {
    return finish_output(dispatch(argc, argv));
}
