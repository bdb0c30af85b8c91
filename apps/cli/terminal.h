// SPDX-License-Identifier: MIT
// What the other end of a stream can show, and how wide text is on it.
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <waft/base.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/// Columns for text on `stream`: the terminal's, else $COLUMNS, else 100; at least 10.
int terminal_width(FILE* stream);

/// True if `stream` is a terminal that understands control sequences.
bool terminal_is_live(FILE* stream);

/// The same, unless NO_COLOR is set.
bool terminal_has_colour(FILE* stream);

/// First character of `text` (not empty) and its length in bytes; U+FFFD and 1 if it is not UTF-8.
size_t utf8_decode(const char* text, uint32_t* out_code);

/// The character as it may be shown: '?' for a control character, which would steer the terminal,
/// and for what utf8_decode() could not read.
uint32_t character_shown(uint32_t code);

/// Replaces every such character of a text.
void make_visible(char* text);

/// One line of text for people. Parts of it may come from files and names, so it is printed as
/// make_visible() leaves it; a line end within becomes '?' too. Cut beyond 8 KiB. Needs no memory.
void print_line(FILE* stream, const char* format, ...) WAFT_PRINTF(2, 3);
void print_line_values(FILE* stream, const char* format, va_list values) WAFT_PRINTF(2, 0);

/// Terminal columns a character takes: 0, 1 or 2.
int character_width(uint32_t code);

/// Columns of a whole text.
int text_width(const char* text);

/// Prints text whose first line starts in column `indent` and breaks it at spaces before `width`, and
/// within a word that is wider than a line; following lines are indented. Ends the line.
void print_wrapped(FILE* stream, const char* text, int indent, int width);

#endif // CLI_TERMINAL_H
