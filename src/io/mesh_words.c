// SPDX-License-Identifier: MIT
#include "io/mesh_words.h"

#include "base/text.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

wafti_words wafti_words_start(
    const char* file, const char* bytes, size_t byte_count, waft_error* error) {
    static const char mark[] = "\xEF\xBB\xBF"; // some editors put it before UTF-8
    const size_t skip = byte_count >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
    const char* start = bytes + skip;
    return (wafti_words){{file, start, 1, error}, start, bytes + byte_count, false};
}

static void begin_line(wafti_words* words, const char* start) {
    words->next = start;
    words->place.line_start = start;
    ++words->place.line;
}

// The start of the line after a backslash that ends this one, NULL if `p` is no such backslash.
static const char* continued(const wafti_words* words, const char* p) {
    if (p == words->end || *p != '\\') {
        return NULL;
    }
    ++p;
    if (p < words->end && *p == '\r') {
        ++p;
    }
    return p < words->end && *p == '\n' ? p + 1 : NULL;
}

wafti_word wafti_words_in_line(wafti_words* words) {
    while (words->next < words->end) {
        const char* further = continued(words, words->next);
        if (further != NULL) {
            begin_line(words, further);
        } else if (is_blank(*words->next)) {
            ++words->next;
        } else {
            break;
        }
    }
    wafti_word word = {words->next, 0, words->exact};
    while (words->next < words->end && *words->next != '\n' && !is_blank(*words->next) &&
           continued(words, words->next) == NULL) {
        ++words->next;
    }
    word.length = (size_t)(words->next - word.text);
    return word;
}

bool wafti_words_next_line(wafti_words* words) {
    const size_t left = (size_t)(words->end - words->next);
    const char* line_end = left > 0 ? memchr(words->next, '\n', left) : NULL;
    if (line_end == NULL) {
        words->next = words->end;
        return false;
    }
    begin_line(words, line_end + 1);
    return true;
}

wafti_word wafti_words_next(wafti_words* words) {
    wafti_word word = wafti_words_in_line(words);
    while (word.length == 0 && wafti_words_next_line(words)) {
        word = wafti_words_in_line(words);
    }
    return word;
}

bool wafti_word_is(wafti_word word, const char* text) {
    if (word.length != strlen(text)) {
        return false;
    }
    for (size_t i = 0; i < word.length; ++i) {
        const char c = word.text[i];
        const char small = !word.exact && c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
        if (small != text[i]) {
            return false;
        }
    }
    return true;
}

waft_result wafti_words_expected(const wafti_words* words, wafti_word word, const char* expected) {
    if (word.length == 0) {
        return wafti_place_fail(&words->place, words->next, "expected %s, but the %s ends",
            expected, words->next < words->end ? "line" : "file");
    }
    char shown[48];
    return wafti_place_fail(&words->place, word.text, "expected %s, not '%s'", expected,
        wafti_text_quote(shown, sizeof(shown), word.text, word.length));
}

waft_result wafti_words_number(const wafti_words* words, wafti_word word, double* out_value) {
    return wafti_parse_double(word.text, word.length, out_value)
               ? WAFT_OK
               : wafti_words_expected(words, word, "a number");
}
