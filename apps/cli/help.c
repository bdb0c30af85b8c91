// SPDX-License-Identifier: MIT
#include "help.h"

#include "commands.h"
#include "exit.h"
#include "terminal.h"

#include <waft/base.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Appends to a text that is known to fit; what does not is cut.
WAFT_PRINTF(3, 4)
static void append(char* out, size_t size, const char* format, ...) {
    const size_t used = strlen(out);
    va_list values;
    va_start(values, format);
    (void)vsnprintf(out + used, size - used, format, values);
    va_end(values);
}

static void append_option(char* out, size_t size, const option_row* option) {
    if (option->letter != 0) {
        append(out, size, "-%c", option->letter);
    } else {
        append(out, size, "--%s", option->name);
    }
    if (option->argument != NULL) {
        append(out, size, "%s%s", option_is_lenient(option) ? "" : " ",
            option->values != NULL ? option->values : option->argument);
    }
}

void help_synopsis(const command_row* command, char* out, size_t size) {
    (void)snprintf(out, size, "%s", command->operands);
    for (size_t i = 0; i < command->option_count; ++i) {
        const option_row* option = &command->options[i];
        if (strcmp(option->name, "help") == 0) {
            continue;
        }
        const bool joins =
            i > 0 && option->group != 0 && option->group == command->options[i - 1].group;
        const bool continues = i + 1 < command->option_count && option->group != 0 &&
                               option->group == command->options[i + 1].group;
        append(out, size, joins ? "|" : out[0] != '\0' ? " [" : "[");
        append_option(out, size, option);
        append(out, size, "%s%s", continues ? "" : "]", option->repeats ? "..." : "");
    }
}

void help_option_label(const option_row* option, char* out, size_t size) {
    (void)snprintf(out, size, option->letter != 0 ? "-%c, " : "    ", option->letter);
    append(out, size, "--%s", option->name);
    if (option->argument != NULL) {
        append(out, size, "%s%s", option_is_lenient(option) ? "" : " ", option->argument);
    }
}

/// Narrower than this, a text stands below its label and not beside it.
enum { NARROW = 60, BELOW = 4 };

static int help_width(void) {
    enum { LEAST = 20 };
    const int width = terminal_width(stdout);
    return width > LEAST ? width : LEAST;
}

/// A label, and its text in a column of its own.
static void print_entry(const char* label, const char* text, int label_width) {
    const int width = help_width();
    (void)fputs("  ", stdout);
    if (width < NARROW) {
        print_wrapped(stdout, label, 2, width);
        (void)printf("%*s", BELOW, "");
        print_wrapped(stdout, text, BELOW, width);
    } else {
        (void)printf("%-*s  ", label_width, label);
        print_wrapped(stdout, text, label_width + 4, width);
    }
}

static void print_options(const command_row* command) {
    enum { LABEL = 26 };
    (void)printf("\nOptions:\n");
    for (size_t i = 0; i < command->option_count; ++i) {
        const option_row* option = &command->options[i];
        char label[64];
        char text[256];
        help_option_label(option, label, sizeof label);
        (void)snprintf(text, sizeof text, "%s%s%s%s", option->help,
            option->values != NULL ? "; one of " : "", option->values != NULL ? option->values : "",
            option->repeats ? " (repeatable)" : "");
        print_entry(label, text, LABEL);
    }
}

static void print_usage(const command_row* command) {
    char synopsis[512];
    help_synopsis(command, synopsis, sizeof synopsis);
    (void)printf("\nUsage:\n  waft %s", command->name);
    if (help_width() < NARROW) {
        (void)printf("\n%*s", BELOW, "");
        print_wrapped(stdout, synopsis, BELOW, help_width());
    } else {
        (void)putchar(' ');
        print_wrapped(stdout, synopsis, 8 + (int)strlen(command->name), help_width());
    }
}

void help_command(const command_row* command) {
    char headline[160];
    (void)snprintf(headline, sizeof headline, "waft %s: %s", command->name, command->summary);
    print_wrapped(stdout, headline, 0, help_width());
    print_usage(command);
    if (command->details[0] != '\0') {
        (void)putchar('\n');
        print_wrapped(stdout, command->details, 0, help_width());
    }
    print_options(command);
    (void)printf("\nExample:\n  %s\n", command->example);
}

void help_overview(void) {
    enum { LABEL = 10 };
    char headline[80];
    (void)snprintf(
        headline, sizeof headline, "waft %s: fluid animation from scene files", waft_version());
    print_wrapped(stdout, headline, 0, help_width());
    (void)printf("\nUsage:\n  waft COMMAND ...\n\nCommands:\n");
    for (size_t i = 0; i < command_count(); ++i) {
        print_entry(command_at(i)->name, command_at(i)->summary, LABEL);
    }
    (void)printf("\nExit codes:\n");
    for (size_t i = 0; i < exit_meaning_count(); ++i) {
        char code[12];
        (void)snprintf(code, sizeof code, "%d", exit_meaning_at(i)->code);
        print_entry(code, exit_meaning_at(i)->text, LABEL);
    }
    (void)putchar('\n');
    print_wrapped(stdout,
        "'waft COMMAND --help' explains one; 'waft --version' prints the version.", 0,
        help_width());
    (void)printf("\nExample:\n  waft new pond && waft run pond.yaml\n");
}

int cmd_help(const arguments* args) {
    if (args->operand_count == 0) {
        help_overview();
        return EXIT_OK;
    }
    const command_row* command = command_find(args->operands[0]);
    if (command == NULL) {
        return command_unknown(args->operands[0]);
    }
    help_command(command);
    return EXIT_OK;
}
