// SPDX-License-Identifier: MIT
#include "options.h"

#include "exit.h"
#include "load.h"
#include "units.h"

#include <waft/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64 };

void suggest(
    const char* word, const char* const* words, size_t word_count, char* out, size_t size) {
    const char* near = waft_nearest_word(word, words, word_count);
    if (near != NULL) {
        (void)snprintf(out, size, "; did you mean '%s'?", near);
    } else {
        out[0] = '\0';
    }
}

const command_row* command_find(const char* name) {
    for (size_t i = 0; i < command_count(); ++i) {
        if (strcmp(command_at(i)->name, name) == 0) {
            return command_at(i);
        }
    }
    return NULL;
}

void suggest_operand(const command_row* command, const char* word, char* out, size_t size) {
    enum { MOST_WORDS = 2048 };
    const char* words[MOST_WORDS];
    size_t count = 0;
    while (count < MOST_WORDS && (words[count] = command->operand_word(count)) != NULL) {
        ++count;
    }
    suggest(word, words, count, out, size);
}

int unknown_operand(const arguments* args, const command_row* command, const char* what,
    const char* word, const char* otherwise) {
    char hint[120];
    suggest_operand(command, word, hint, sizeof hint);
    return fail(args, EXIT_USAGE, "%s '%s'%s", what, word, hint[0] != '\0' ? hint : otherwise);
}

int command_unknown(const char* name) {
    return unknown_operand(
        NULL, command_find("help"), "unknown command", name, "; 'waft --help' lists them");
}

static int unknown_option(const arguments* args, const char* word, size_t length) {
    const command_row* command = args->command;
    char names[WORDS_MAX][32];
    const char* words[WORDS_MAX];
    size_t word_count = 0;
    for (; word_count < command->option_count && word_count < WORDS_MAX; ++word_count) {
        (void)snprintf(
            names[word_count], sizeof names[0], "--%s", command->options[word_count].name);
        words[word_count] = names[word_count];
    }
    char typed[80];
    (void)snprintf(typed, sizeof typed, "%.*s", (int)(length < 79 ? length : 79), word);
    char hint[80];
    suggest(typed, words, word_count, hint, sizeof hint);
    return fail(args, EXIT_USAGE, "unknown option '%s'%s", typed, hint);
}

/// Place of `value` among the words in "a|b|c", -1 if it is none of them.
static int place_among(const char* values, const char* value) {
    const size_t length = strlen(value);
    int place = 0;
    for (const char* at = values; at != NULL; at = strchr(at, '|'), ++place) {
        at += *at == '|' ? 1 : 0;
        if (length > 0 && strcspn(at, "|") == length && strncmp(at, value, length) == 0) {
            return place;
        }
    }
    return -1;
}

static int wrong_choice(const arguments* args, const option_row* option, const char* value) {
    char copy[160];
    (void)snprintf(copy, sizeof copy, "%s", option->values);
    const char* words[16];
    size_t word_count = 0;
    char* rest = NULL;
    for (char* word = strtok_r(copy, "|", &rest); word != NULL && word_count < 16;
         word = strtok_r(NULL, "|", &rest)) {
        words[word_count++] = word;
    }
    char hint[80];
    suggest(value, words, word_count, hint, sizeof hint);
    return fail(args, EXIT_USAGE, "option '--%s' takes %s, not '%s'%s", option->name,
        option->values, value, hint);
}

static int add_use(arguments* args, const option_row* option, const char* value) {
    if (value != NULL && option->values != NULL && place_among(option->values, value) < 0) {
        return wrong_choice(args, option, value);
    }
    for (size_t i = 0; i < args->use_count && option->group != 0; ++i) {
        const option_row* other = args->uses[i].option;
        if (other != NULL && other->group == option->group && other != option) {
            return fail(args, EXIT_USAGE, "'--%s' and '--%s' exclude each other", other->name,
                option->name);
        }
    }
    args->uses[args->use_count++] = (option_use){option, value};
    return EXIT_OK;
}

static const option_row* find_long(const command_row* command, const char* name, size_t length) {
    for (size_t i = 0; i < command->option_count; ++i) {
        const option_row* option = &command->options[i];
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0) {
            return option;
        }
    }
    return NULL;
}

static const option_row* find_letter(const command_row* command, char letter) {
    for (size_t i = 0; i < command->option_count; ++i) {
        if (command->options[i].letter == letter) {
            return &command->options[i];
        }
    }
    return NULL;
}

bool option_is_lenient(const option_row* option) {
    return option->argument != NULL && option->argument[0] == '[';
}

/// The command line, and the word of it that comes next.
typedef struct word_list {
    char** words;
    int count, next;
} word_list;

/// The option with the next word as its value.
static int add_with_next(arguments* args, const option_row* option, word_list* list) {
    return list->next < list->count
               ? add_use(args, option, list->words[list->next++])
               : fail(args, EXIT_USAGE, "option '--%s' needs %s", option->name,
                     option->values != NULL ? option->values : option->argument);
}

/// --name, --name=value or --name value.
static int parse_long(arguments* args, const char* word, word_list* list) {
    const char* name = word + 2;
    const size_t length = strcspn(name, "=");
    const option_row* option = find_long(args->command, name, length);
    if (option == NULL) {
        return unknown_option(args, word, length + 2);
    }
    const bool has_value = name[length] == '=';
    if (option->argument == NULL) {
        return has_value ? fail(args, EXIT_USAGE, "option '--%s' takes no value", option->name)
                         : add_use(args, option, NULL);
    }
    if (has_value) {
        return add_use(args, option, name + length + 1);
    }
    return option_is_lenient(option) ? add_use(args, option, NULL)
                                     : add_with_next(args, option, list);
}

/// -q, -qv, -oDIR or -o DIR.
static int parse_letters(arguments* args, const char* word, word_list* list) {
    int code = EXIT_OK;
    for (const char* letter = word + 1; *letter != '\0' && code == EXIT_OK; ++letter) {
        const option_row* option = find_letter(args->command, *letter);
        if (option == NULL) {
            return unknown_option(args, word, strlen(word));
        }
        if (option->argument != NULL) {
            return letter[1] != '\0' ? add_use(args, option, letter + 1)
                                     : add_with_next(args, option, list);
        }
        code = add_use(args, option, NULL);
    }
    return code;
}

static bool asks_for_help(int word_count, char** words) {
    for (int i = 0; i < word_count && strcmp(words[i], "--") != 0; ++i) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

/// An option given without the value that may have been meant to follow it, NULL if there is none.
static const option_row* bare_option(const arguments* args) {
    for (size_t i = 0; i < args->use_count; ++i) {
        const option_row* option = args->uses[i].option;
        if (option != NULL && option_is_lenient(option) && args->uses[i].value == NULL) {
            return option;
        }
    }
    return NULL;
}

static int check_operand_count(const arguments* args) {
    const command_row* command = args->command;
    if (args->operand_count < command->operand_min) {
        return fail(args, EXIT_USAGE, "%s is missing; usage: waft %s %s", command->operands,
            command->name, command->operands);
    }
    if (args->operand_count > command->operand_max) {
        const char* word = args->operands[command->operand_max];
        const option_row* option = bare_option(args);
        return option == NULL ? fail(args, EXIT_USAGE, "unexpected argument '%s'", word)
                              : fail(args, EXIT_USAGE,
                                    "unexpected argument '%s'; for the option write '--%s=%s'",
                                    word, option->name, word);
    }
    return EXIT_OK;
}

int arguments_parse(const command_row* command, int word_count, char** words, arguments* out_args) {
    *out_args = (arguments){.command = command};
    if (asks_for_help(word_count, words)) {
        return EXIT_OK;
    }
    // Each word is at most one operand, and a letter of a bundle -qvq takes a place of its own.
    size_t places = 1;
    for (int i = 0; i < word_count; ++i) {
        places += 1 + strlen(words[i]);
    }
    out_args->uses = calloc(places, sizeof *out_args->uses);
    out_args->operands = calloc((size_t)word_count + 1, sizeof *out_args->operands);
    if (out_args->uses == NULL || out_args->operands == NULL) {
        return fail_memory(out_args);
    }
    int code = EXIT_OK;
    bool options_end = false;
    word_list list = {.words = words, .count = word_count};
    while (list.next < word_count && code == EXIT_OK) {
        const char* word = words[list.next++];
        if (options_end || word[0] != '-' || word[1] == '\0') {
            out_args->operands[out_args->operand_count++] = word;
        } else if (word[1] != '-') {
            code = parse_letters(out_args, word, &list);
        } else if (word[2] != '\0') {
            code = parse_long(out_args, word, &list);
        } else {
            options_end = true;
        }
    }
    return code != EXIT_OK ? code : check_operand_count(out_args);
}

void arguments_free(arguments* args) {
    free(args->uses);
    free(args->operands);
    args->uses = NULL;
    args->operands = NULL;
}

const option_use* arguments_next(const arguments* args, const char* name, size_t* index) {
    while (*index < args->use_count) {
        const option_use* use = &args->uses[(*index)++];
        if (strcmp(use->option->name, name) == 0) {
            return use;
        }
    }
    return NULL;
}

bool arguments_has(const arguments* args, const char* name) {
    size_t index = 0;
    return arguments_next(args, name, &index) != NULL;
}

const char* arguments_value(const arguments* args, const char* name) {
    const char* value = NULL;
    const option_use* use = NULL;
    for (size_t i = 0; (use = arguments_next(args, name, &i)) != NULL;) {
        value = use->value;
    }
    return value;
}

int arguments_count(const arguments* args, const char* name, int low, int high, int* out_value) {
    const option_use* use = NULL;
    for (size_t i = 0; (use = arguments_next(args, name, &i)) != NULL;) {
        uint64_t value = 0;
        if (!parse_whole(use->value, &value) || value > (uint64_t)high || value < (uint64_t)low) {
            return fail(args, EXIT_USAGE,
                "option '--%s' takes a whole number from %d to %d, not '%s'", name, low, high,
                use->value);
        }
        *out_value = (int)value;
    }
    return EXIT_OK;
}

int arguments_choice(const arguments* args, const char* name, int otherwise) {
    const option_use* use = NULL;
    for (size_t i = 0; (use = arguments_next(args, name, &i)) != NULL;) {
        otherwise = place_among(use->option->values, use->value);
    }
    return otherwise;
}

int arguments_threads(const arguments* args, int* out_threads) {
    *out_threads = usable_cpus();
    return arguments_count(args, "threads", 1, 256, out_threads);
}

int arguments_seed(const arguments* args, uint64_t* out_seed) {
    const char* text = arguments_value(args, "seed");
    return text == NULL || parse_whole(text, out_seed)
               ? EXIT_OK
               : fail(args, EXIT_USAGE, "option '--seed' takes a whole number, not '%s'", text);
}
