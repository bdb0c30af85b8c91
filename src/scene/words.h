// SPDX-License-Identifier: MIT
// Lists of words in one string, as the table keeps its choices: "none|slide|miche".
#ifndef WAFTI_SCENE_WORDS_H
#define WAFTI_SCENE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "scene/phrase.h"

/// Words separated by '|', unpacked.
enum { WAFTI_WORDS_CAPACITY = 32, WAFTI_WORD_SIZE = 48 };

typedef struct wafti_words {
    char text[WAFTI_WORDS_CAPACITY][WAFTI_WORD_SIZE];
    const char* list[WAFTI_WORDS_CAPACITY];
    size_t count;
} wafti_words;

void wafti_words_init(wafti_words* words);
/// Adds a word of `length` bytes; more or longer words than there is room for are left out.
void wafti_words_add(wafti_words* words, const char* word, size_t length);
/// Unpacks "a|b|c".
void wafti_words_split(wafti_words* words, const char* packed);
/// Whether `word` is one of "a|b|c".
bool wafti_words_hold(const char* word, const char* packed);
/// Keeps the words that are in `others` (or, if not `keep`, those that are not), in their order.
void wafti_words_filter(wafti_words* words, const wafti_words* others, bool keep);
/// Index of a word, or -1.
int wafti_words_index(const wafti_words* words, const char* word);
/// "a", "a or b", "a, b or c"; beyond `most` words "a, b, c and others".
wafti_phrase wafti_words_join(const wafti_words* words, const char* last_joint, size_t most);

/// The word that is meant by a misspelt one: the nearest, or one that is part of it ("length" of
/// "wavelength"); NULL if there is none.
const char* wafti_words_meant(const wafti_words* words, const char* misspelt);

#endif // WAFTI_SCENE_WORDS_H
