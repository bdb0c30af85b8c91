// SPDX-License-Identifier: MIT
// Completion scripts from the table.
#include "commands.h"
#include "exit.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// What a shell is told of an option's value, by what the value is. Choices stand between two texts.
typedef struct value_form {
    const char *any, *file, *directory, *before_choices, *after_choices;
} value_form;

static void put_value(const option_row* option, const value_form* form) {
    const char* argument = option->argument;
    if (option->values != NULL) {
        (void)fputs(form->before_choices, stdout);
        for (const char* values = option->values; *values != '\0'; ++values) {
            (void)putchar(*values == '|' ? ' ' : *values);
        }
        (void)fputs(form->after_choices, stdout);
        return;
    }
    const bool file = strcmp(argument, "FILE") == 0 || strcmp(argument, "LOG") == 0 ||
                      strcmp(argument, "PATH") == 0 || strcmp(argument, "[=FILE]") == 0;
    (void)fputs(file                           ? form->file
                : strcmp(argument, "DIR") == 0 ? form->directory
                                               : form->any,
        stdout);
}

static void put_words(const char* (*word)(size_t index)) {
    for (size_t i = 0; word != NULL && word(i) != NULL; ++i) {
        (void)printf("%s%s", i > 0 ? " " : "", word(i));
    }
}

/// How many operands, from the first on, are words and not files.
static int operand_words(const command_row* command) {
    enum { MANY = 99 };
    return command->operand_word == NULL ? 0 : command->operand_max == SIZE_MAX ? MANY : 1;
}

static void bash_value(const command_row* command, const option_row* option) {
    static const value_form form = {"COMPREPLY=()", "COMPREPLY=($(compgen -f -- \"$word\"))",
        "COMPREPLY=($(compgen -d -- \"$word\"))", "COMPREPLY=($(compgen -W '", "' -- \"$word\"))"};
    (void)printf("        '%s --%s'", command->name, option->name);
    if (option->letter != 0) {
        (void)printf(" | '%s -%c'", command->name, option->letter);
    }
    (void)fputs(") ", stdout);
    put_value(option, &form);
    (void)puts("; return ;;");
}

static void bash_command(const command_row* command) {
    (void)printf("        %s)\n            options='", command->name);
    for (size_t i = 0; i < command->option_count; ++i) {
        (void)printf("%s--%s", i > 0 ? " " : "", command->options[i].name);
    }
    (void)fputs("'\n            words='", stdout);
    put_words(command->operand_word);
    (void)printf("' word_count=%d ;;\n", operand_words(command));
}

static void print_bash(void) {
    (void)fputs("# bash completion for waft\n"
                "_waft() {\n"
                "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                "    local command=${COMP_WORDS[1]} options='' words='' word_count=0\n"
                "    local operand_count=0 i\n"
                "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                "        COMPREPLY=($(compgen -W '",
        stdout);
    put_words(command_find("help")->operand_word);
    (void)puts(" --help --version' -- \"$word\"))\n        return\n    fi\n"
               "    case \"$command $before\" in");
    for (size_t i = 0; i < command_count(); ++i) {
        const command_row* command = command_at(i);
        for (size_t j = 0; j < command->option_count; ++j) {
            if (command->options[j].argument != NULL && !option_is_lenient(&command->options[j])) {
                bash_value(command, &command->options[j]);
            }
        }
    }
    (void)puts("    esac\n    case \"$command\" in");
    for (size_t i = 0; i < command_count(); ++i) {
        bash_command(command_at(i));
    }
    (void)puts("    esac\n"
               "    case \"$word\" in\n"
               "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
               "        *)\n"
               "            for ((i = 2; i < COMP_CWORD; i++)); do\n"
               "                [[ ${COMP_WORDS[i]} == -* ]] || ((++operand_count))\n"
               "            done\n"
               "            if ((operand_count < word_count)); then\n"
               "                COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
               "            else\n"
               "                COMPREPLY=($(compgen -f -- \"$word\"))\n"
               "            fi ;;\n"
               "    esac\n"
               "}\n"
               "complete -o filenames -F _waft waft");
}

/// Help text inside a single-quoted zsh specification or fish argument: quotes and, for zsh,
/// brackets and colons are escaped.
static void put_quoted(const char* text, const char* escaped) {
    for (; *text != '\0'; ++text) {
        (void)fputs(*text == '\'' ? "'\\'" : strchr(escaped, *text) != NULL ? "\\" : "", stdout);
        (void)putchar(*text);
    }
}

/// "(-o --output)": what is not offered any more once the option stands.
static void zsh_excluded(const command_row* command, const option_row* option) {
    const char* separator = "";
    (void)putchar('(');
    for (size_t i = 0; i < command->option_count; ++i) {
        const option_row* other = &command->options[i];
        if (other != option && (option->group == 0 || other->group != option->group)) {
            continue;
        }
        if (other->letter != 0) {
            (void)printf("%s-%c", separator, other->letter);
            separator = " ";
        }
        (void)printf("%s--%s", separator, other->name);
        separator = " ";
    }
    (void)putchar(')');
}

static void zsh_value(const option_row* option) {
    static const value_form form = {"", "_files", "_files -/", "(", ")"};
    // Two colons: it may be left out.
    (void)fputs(option_is_lenient(option) ? "::" : ":", stdout);
    put_quoted(option->argument, "[]:");
    (void)putchar(':');
    put_value(option, &form);
}

static void zsh_option(const command_row* command, const option_row* option) {
    (void)fputs("                '", stdout);
    if (option->repeats) {
        (void)putchar('*');
    } else {
        zsh_excluded(command, option);
    }
    if (option->letter != 0) {
        (void)printf("'{-%c,--%s}'[", option->letter, option->name);
    } else {
        (void)printf("--%s%s[", option->name, option_is_lenient(option) ? "=-" : "");
    }
    put_quoted(option->help, "[]:\\");
    (void)putchar(']');
    if (option->argument != NULL) {
        zsh_value(option);
    }
    (void)puts("' \\");
}

static void zsh_command(const command_row* command) {
    (void)printf("        %s)\n            _arguments \\\n", command->name);
    for (size_t i = 0; i < command->option_count; ++i) {
        zsh_option(command, &command->options[i]);
    }
    if (command->operand_word != NULL) {
        (void)printf("                '%c:word:(", operand_words(command) > 1 ? '*' : '1');
        for (size_t i = 0; command->operand_word(i) != NULL; ++i) {
            (void)fputs(i > 0 ? " " : "", stdout);
            put_quoted(command->operand_word(i), "[]");
        }
        (void)puts(operand_words(command) > 1 ? ")' ;;" : ")' \\");
    }
    if (operand_words(command) <= 1) {
        (void)puts("                '*:file:_files' ;;");
    }
}

static void print_zsh(void) {
    (void)puts("#compdef waft\n"
               "_waft() {\n"
               "    if (( CURRENT == 2 )); then\n"
               "        local -a commands\n"
               "        commands=(");
    for (size_t i = 0; i < command_count(); ++i) {
        (void)printf("            '%s:", command_at(i)->name);
        put_quoted(command_at(i)->summary, ":\\");
        (void)puts("'");
    }
    (void)puts("        )\n"
               "        _describe command commands\n"
               "        return\n"
               "    fi\n"
               "    local command=$words[2]\n"
               "    shift words\n"
               "    (( CURRENT-- ))\n"
               "    case $command in");
    for (size_t i = 0; i < command_count(); ++i) {
        zsh_command(command_at(i));
    }
    // Loaded from $fpath the file is the function's body; sourced it must announce itself.
    (void)puts("    esac\n"
               "}\n"
               "if [[ ${funcstack[1]-} == _waft ]]; then\n"
               "    _waft \"$@\"\n"
               "else\n"
               "    compdef _waft waft\n"
               "fi");
}

static void fish_option(const command_row* command, const option_row* option) {
    static const value_form form = {
        " -x", " -r -F", " -x -a '(__fish_complete_directories)'", " -x -a '", "'"};
    (void)printf("complete -c waft -n '__fish_seen_subcommand_from %s'", command->name);
    if (option->letter != 0) {
        (void)printf(" -s %c", option->letter);
    }
    (void)printf(" -l %s", option->name);
    if (option->argument != NULL && !option_is_lenient(option)) {
        put_value(option, &form);
    }
    (void)fputs(" -d '", stdout);
    for (const char* text = option->help; *text != '\0'; ++text) {
        (void)fputs(*text == '\'' ? "\\'" : (const char[]){*text, '\0'}, stdout);
    }
    (void)puts("'");
}

static void fish_command(const command_row* command) {
    (void)printf("complete -c waft -n __fish_use_subcommand -f -a %s -d '%s'\n", command->name,
        command->summary);
    for (size_t i = 0; i < command->option_count; ++i) {
        fish_option(command, &command->options[i]);
    }
    if (command->operand_word != NULL) {
        // The command and its name stand before the first operand, options aside.
        (void)printf("complete -c waft -n '__fish_seen_subcommand_from %s", command->name);
        if (operand_words(command) == 1) {
            (void)fputs(
                "; and test (count (commandline -opc | string match -v -- \"-*\")) -eq 2", stdout);
        }
        (void)fputs("' -f -a '", stdout);
        put_words(command->operand_word);
        (void)puts("'");
    }
}

static void print_fish(void) {
    (void)puts("# fish completion for waft");
    for (size_t i = 0; i < command_count(); ++i) {
        fish_command(command_at(i));
    }
}

int cmd_completion(const arguments* args) {
    static void (*const printers[])(void) = {print_bash, print_zsh, print_fish};
    for (size_t i = 0; i < sizeof printers / sizeof printers[0]; ++i) {
        if (strcmp(args->command->operand_word(i), args->operands[0]) == 0) {
            printers[i]();
            return EXIT_OK;
        }
    }
    char hint[80];
    suggest_operand(args->command, args->operands[0], hint, sizeof hint);
    return fail(args, EXIT_USAGE, "no script for '%s', only %s%s", args->operands[0],
        args->command->operands, hint);
}
