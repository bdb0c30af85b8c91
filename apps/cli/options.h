// SPDX-License-Identifier: MIT
// The table of commands and options, from which parsing, help, completion and the man page come.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum option_id {
    OPTION_HELP,
    OPTION_OUTPUT,
    OPTION_FRAMES,
    OPTION_THREADS,
    OPTION_SEED,
    OPTION_SET,
    OPTION_QUALITY,
    OPTION_RESUME,
    OPTION_FORCE,
    OPTION_REPLAY,
    OPTION_MAX_MEMORY,
    OPTION_CHECKPOINT,
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_SCHEMA,
    OPTION_MARKDOWN,
    OPTION_PAPER,
    OPTION_X,
    OPTION_Y,
    OPTION_LOG_X,
    OPTION_LOG_Y,
    OPTION_TITLE,
    OPTION_KIND,
    OPTION_FRAME,
    OPTION_QUICK,
    OPTION_LIST,
    OPTION_SIZE,
    OPTION_SAMPLES,
    OPTION_VIDEO,
    OPTION_NO_PICTURES,
    OPTION_CACHE,
    OPTION_DENSITY,
    OPTION_FLUID,
    OPTION_VISCOSITY,
    OPTION_METHOD,
    OPTION_SCALE,
    OPTION_FLIP,
    OPTION_OBJECT,
    OPTION_SHELL,
    OPTION_TURBULENCE,
    OPTION_REGIMES,
    OPTION_RANDOM,
    OPTION_SHARD,
    OPTION_SHEET,
    OPTION_BAND,
    OPTION_VORTEX,
    OPTION_LAW,
    OPTION_RANGE,
    OPTION_EXPONENT,
    OPTION_POINTS,
    OPTION_DIMENSIONS,
    OPTION_COUNT,
    OPTION_STORAGE,
    OPTION_SPECTRUM,
    OPTION_SLICE,
    OPTION_FIELD,
    OPTION_WINDOW,
    OPTION_PERIODIC,
    OPTION_SLOPE,
    OPTION_LOOK,
    OPTION_REGION,
} option_id;

typedef struct option_row {
    const char* name; ///< "output" for --output
    /// its value in the help, NULL for a flag; DIR, FILE and PATH complete; "[=FILE]" may be left out
    const char* argument;
    const char* values; ///< "preview|final" if only these are allowed, else NULL
    const char* help;   ///< one line
    option_id id;
    char letter; ///< 'o' for -o, 0 if there is none
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

bool arguments_has(const arguments* args, option_id id);
/// Value of the last use, NULL if the option was not given.
const char* arguments_value(const arguments* args, option_id id);

/// Reads the option as a whole number in [low, high] into *out_value, which stays as it is if the
/// option was not given. Prints one line and returns EXIT_USAGE if it is not such a number.
int arguments_count(const arguments* args, option_id id, int low, int high, int* out_value);

/// Prints the nearest of `words` as "; did you mean 'word'?" into `out`, or nothing.
void suggest(const char* word, const char* const* words, size_t word_count, char* out, size_t size);

#endif // CLI_OPTIONS_H
