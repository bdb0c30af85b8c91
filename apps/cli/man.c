// SPDX-License-Identifier: MIT
// The manual page, in the man macros, from the table.
#include "commands.h"
#include "exit.h"
#include "help.h"

#include <waft/base.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/// Text with what roff would take for its own escaped. A hyphen is typed by users, so it stays one.
static void put_roff(const char* text) {
    if (*text == '.' || *text == '\'') {
        (void)fputs("\\&", stdout);
    }
    for (; *text != '\0'; ++text) {
        (void)fputs(*text == '\\'   ? "\\e"
                    : *text == '-'  ? "\\-"
                    : *text == '\'' ? "\\(aq"
                    : *text == '~'  ? "\\(ti"
                                    : (const char[]){*text, '\0'},
            stdout);
    }
}

static void put_line(const char* before, const char* text) {
    (void)fputs(before, stdout);
    put_roff(text);
    (void)putchar('\n');
}

/// A text of the table as a sentence.
static void put_sentence(const char* text) {
    (void)putchar(toupper((unsigned char)text[0]));
    put_roff(text + 1);
    (void)puts(".");
}

static void put_options(const command_row* command) {
    for (size_t i = 0; i < command->option_count; ++i) {
        const option_row* option = &command->options[i];
        char label[64];
        help_option_label(option, label, sizeof label);
        put_line(".TP\n.B ", label + strspn(label, " "));
        put_roff(option->help);
        if (option->values != NULL) {
            (void)fputs("; one of ", stdout);
            put_roff(option->values);
        }
        (void)puts(option->repeats ? " (repeatable)." : ".");
    }
}

static void put_command(const command_row* command) {
    char synopsis[512];
    help_synopsis(command, synopsis, sizeof synopsis);
    (void)printf(".SS ");
    put_line("waft ", command->name);
    put_sentence(command->summary);
    (void)fputs(".PP\n.nh\n.B waft ", stdout);
    put_line("", command->name);
    put_line("", synopsis);
    (void)puts(".hy");
    if (command->details[0] != '\0') {
        put_line(".PP\n", command->details);
    }
    put_options(command);
    put_line(".PP\nExample:\n.PP\n.nf\n.RS\n", command->example);
    (void)puts(".RE\n.fi");
}

static void put_exit_codes(void) {
    (void)puts(".SH EXIT STATUS");
    for (size_t i = 0; i < exit_meaning_count(); ++i) {
        const exit_meaning* row = exit_meaning_at(i);
        (void)printf(".TP\n.B %d\n", row->code);
        put_sentence(row->text);
    }
}

static void put_environment(void) {
    static const char* const rows[][2] = {
        {"NO_COLOR", "If set and not empty, messages are not coloured."},
        {"COLUMNS", "Width of texts where standard output is not a terminal."},
        {"WAFT_ISA", "Instruction set of the kernels: avx2, sse2, neon, or scalar to turn vectors "
                     "off. Without it, or if it is not there, the best one is used."},
    };
    (void)puts(".SH ENVIRONMENT");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        put_line(".TP\n.B ", rows[i][0]);
        put_line("", rows[i][1]);
    }
}

int cmd_man(const arguments* args) {
    (void)args;
    (void)printf(".TH WAFT 1 \"\" \"waft %s\" \"User Commands\"\n"
                 ".SH NAME\nwaft \\- fluid animation from scene files\n"
                 ".SH SYNOPSIS\n.B waft\n.I command\n.RI [ options ]\n.RI [ arguments ]\n.br\n"
                 ".B waft \\-\\-help\n.br\n.B waft \\-\\-version\n"
                 ".SH DESCRIPTION\nSimulates the fluid effects that a scene file describes and "
                 "writes them as tables, images and meshes that other programs read. Results go "
                 "to standard output, progress and messages to standard error.\n.SH COMMANDS\n",
        waft_version());
    for (size_t i = 0; i < command_count(); ++i) {
        put_command(command_at(i));
    }
    put_exit_codes();
    put_environment();
    return EXIT_OK;
}
