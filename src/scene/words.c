// SPDX-License-Identifier: MIT
#include "scene/words.h"

#include <string.h>

#include <waft/scene.h>

#include "base/text.h"

void wafti_words_init(wafti_words* words) {
    words->count = 0;
}

void wafti_words_add(wafti_words* words, const char* word, size_t length) {
    if (words->count < WAFTI_WORDS_CAPACITY && length < WAFTI_WORD_SIZE) {
        char* place = words->text[words->count];
        memcpy(place, word, length);
        place[length] = '\0';
        words->list[words->count++] = place;
    }
}

void wafti_words_split(wafti_words* words, const char* packed) {
    wafti_words_init(words);
    for (const char* word = packed; *word != '\0';) {
        const size_t length = strcspn(word, "|");
        wafti_words_add(words, word, length);
        word += length + (word[length] == '|' ? 1 : 0);
    }
}

int wafti_words_index(const wafti_words* words, const char* word) {
    for (size_t i = 0; i < words->count; ++i) {
        if (strcmp(words->list[i], word) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool wafti_words_hold(const char* word, const char* packed) {
    wafti_words words;
    wafti_words_split(&words, packed);
    return wafti_words_index(&words, word) >= 0;
}

// As much of it as there is room for.
static void append(wafti_phrase* phrase, const char* text) {
    strncat(phrase->text, text, sizeof(phrase->text) - 1 - strlen(phrase->text));
}

void wafti_words_filter(wafti_words* words, const wafti_words* others, bool keep) {
    size_t kept = 0;
    for (size_t i = 0; i < words->count; ++i) {
        if ((wafti_words_index(others, words->list[i]) >= 0) == keep) {
            words->list[kept++] = words->list[i];
        }
    }
    words->count = kept;
}

wafti_phrase wafti_words_join(const wafti_words* words, const char* last_joint, size_t most) {
    wafti_phrase joined = {.text = ""};
    const bool cut = words->count > most;
    const size_t shown = cut ? most : words->count;
    for (size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == shown && !cut;
        append(&joined, i == 0 ? "" : last ? last_joint : ", ");
        append(&joined, words->list[i]);
    }
    append(&joined, cut ? " and others" : "");
    return joined;
}

// Words that differ only in case are near, however short.
static void fold_case(char* folded, size_t size, const char* word) {
    size_t i = 0;
    for (; i + 1 < size && word[i] != '\0'; ++i) {
        const char c = word[i];
        folded[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    folded[i] = '\0';
}

const char* waft_nearest_word(const char* word, const char* const* words, size_t count) {
    char folded[WAFTI_WORD_SIZE];
    if (word == NULL || words == NULL || strlen(word) >= sizeof(folded)) {
        return NULL;
    }
    fold_case(folded, sizeof(folded), word);
    const size_t letters = strlen(folded);
    size_t best = letters < 6 ? 1 : letters / 3;
    const char* nearest = NULL;
    for (size_t i = 0; i < count; ++i) {
        const size_t distance = wafti_word_distance(folded, words[i]);
        if (distance < best || (distance == best && nearest == NULL)) {
            best = distance;
            nearest = words[i];
        }
    }
    // One letter is near every other.
    return letters > 1 || best == 0 ? nearest : NULL;
}

const char* wafti_words_meant(const wafti_words* words, const char* misspelt) {
    enum { SHORTEST_PART = 5 };
    const char* nearest = waft_nearest_word(misspelt, words->list, words->count);
    if (nearest != NULL || misspelt == NULL) {
        return nearest;
    }
    for (size_t i = 0; i < words->count; ++i) {
        if (strlen(words->list[i]) >= SHORTEST_PART && strstr(misspelt, words->list[i]) != NULL) {
            return words->list[i];
        }
    }
    return NULL;
}
