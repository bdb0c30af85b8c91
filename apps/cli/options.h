// SPDX-License-Identifier: MIT
// The table of commands and options, from which parsing, help, completion and the man page come.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct option_row {
    const char* name; ///< "output" for --output
    /// its value in the help, NULL for a flag; DIR, FILE and PATH complete; "[=FILE]" may be left out
    const char* argument;
    const char* help;   ///< one line
    const char* values; ///< "preview|final" if only these are allowed, else NULL
    char letter;        ///< 'o' for -o, 0 if there is none
    bool repeats;
    char group; ///< options of one command with the same non-zero group exclude each other
} option_row;

typedef struct arguments arguments;

typedef struct command_row {
    const char* name;
    const char* summary;  ///< one line
    const char* operands; ///< "SCENE", "KIND [FILE]"; "" if it takes none
    size_t operand_min, operand_max;
    /// The i-th word that the first operand may be, and each one if there may be any number; NULL
    /// past the end. NULL if operands are files.
    const char* (*operand_word)(size_t index);
    const char* details; ///< a paragraph for the help and the man page
    const char* example;
    const option_row* options;
    size_t option_count;
    int (*run)(const arguments* args);
} command_row;

/// True if the option's value may be left out; it then follows '=' and is no word of its own.
bool option_is_lenient(const option_row* option);

typedef struct option_use {
    const option_row* option;
    const char* value; ///< NULL for a flag, and where it was left out
} option_use;

/// A parsed command line. Texts point into argv.
struct arguments {
    const command_row* command;
    option_use* uses;
    size_t use_count;
    const char** operands;
    size_t operand_count;
};

size_t command_count(void);
const command_row* command_at(size_t index);
const command_row* command_find(const char* name);
/// A sentence for an unknown command on stderr; returns its exit code.
int command_unknown(const char* name);

/// Parses what follows the command's name. Returns EXIT_OK, or prints one line and returns the exit
/// code. With --help anywhere nothing else is checked. Call arguments_free() in any case.
int arguments_parse(const command_row* command, int word_count, char** words, arguments* out_args);
void arguments_free(arguments* args);

/// Options are asked for by their names in the table, without dashes. A command may lack them.
bool arguments_has(const arguments* args, const char* name);
/// Value of the last use, NULL if the option was not given.
const char* arguments_value(const arguments* args, const char* name);

/// The next use of the option from *index on, which is then the place behind it; NULL if there is none.
const option_use* arguments_next(const arguments* args, const char* name, size_t* index);

/// Reads the option as a whole number in [low, high] into *out_value, which stays as it is if the
/// option was not given. Prints one line and returns EXIT_USAGE if it is not such a number.
int arguments_count(const arguments* args, const char* name, int low, int high, int* out_value);

/// The place of the option's value among those it may have, `otherwise` if it was not given.
int arguments_choice(const arguments* args, const char* name, int otherwise);
/// Reads the option --threads, by default the CPUs of this process, as arguments_count() does.
int arguments_threads(const arguments* args, int* out_threads);
/// Reads the option --seed, which may be any whole number of 64 bits, as arguments_count() does.
int arguments_seed(const arguments* args, uint64_t* out_seed);

/// Prints the nearest of `words` as "; did you mean 'word'?" into `out`, or nothing.
void suggest(const char* word, const char* const* words, size_t word_count, char* out, size_t size);

/// The same for the words that an operand of the command may be.
void suggest_operand(const command_row* command, const char* word, char* out, size_t size);

/// Prints that there is no such `word` ("no case 'x'"), and the one of those words that was probably meant,
/// or else `otherwise`. Returns EXIT_USAGE.
int unknown_operand(const arguments* args, const command_row* command, const char* what,
    const char* word, const char* otherwise);

#endif // CLI_OPTIONS_H
