// SPDX-License-Identifier: MIT
// Words of a text file, one after the other, with the place of each for sentences.
#ifndef WAFTI_IO_MESH_WORDS_H
#define WAFTI_IO_MESH_WORDS_H

#include "io/place.h"

typedef struct wafti_words {
    wafti_place place; ///< of the line that `next` is in
    const char* next;
    const char* end;
    bool exact; ///< its words are compared with regard to case; false at the start
} wafti_words;

typedef struct wafti_word {
    const char* text; ///< in the file, not ended by a zero byte
    size_t length;    ///< 0: there is none
    bool exact;
} wafti_word;

/// `error` may be NULL.
wafti_words wafti_words_start(
    const char* file, const char* bytes, size_t byte_count, waft_error* error);

/// The next word of the line; none at its end. A backslash at the end of a line joins the next one.
wafti_word wafti_words_in_line(wafti_words* words);
/// Goes to the start of the next line; false at the end of the file.
bool wafti_words_next_line(wafti_words* words);
/// The next word, whatever the line; none at the end of the file.
wafti_word wafti_words_next(wafti_words* words);

/// Compares, unless the words are exact, without regard to the case of the letters a to z; `text` is in small ones.
bool wafti_word_is(wafti_word word, const char* text);

/// WAFT_ERR_PARSE at the word, or where the text ends, with what was expected and what is there.
waft_result wafti_words_expected(const wafti_words* words, wafti_word word, const char* expected);
/// A finite number. Errors: WAFT_ERR_PARSE.
waft_result wafti_words_number(const wafti_words* words, wafti_word word, double* out_value);

#endif // WAFTI_IO_MESH_WORDS_H
