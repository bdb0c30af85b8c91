// SPDX-License-Identifier: MIT
// Spectra as one line of text, and back. Numbers are the shortest that read back as the same.
#include "turbulence/spectrum.h"

#include <string.h>

static void describe_pair(wafti_text* text, double a, char between, double b) {
    wafti_text_add_double(text, a);
    wafti_text_format(text, "%c", between);
    wafti_text_add_double(text, b);
}

void wafti_spectrum_describe(const wafti_spectrum* spectrum, wafti_text* text) {
    const waft_spectrum_def* def = &spectrum->def;
    if (def->law == WAFT_SPECTRUM_POWER) {
        wafti_text_add(text, "power ");
        describe_pair(text, def->range[0], ' ', def->range[1]);
        wafti_text_add(text, " ");
        wafti_text_add_double(text, def->exponent);
    } else if (def->law == WAFT_SPECTRUM_TABLE) {
        wafti_text_add(text, "table");
        for (size_t i = 0; i < def->point_count; ++i) {
            wafti_text_add(text, " ");
            describe_pair(text, def->points[i].wavenumber, ':', def->points[i].energy);
        }
    } else {
        for (size_t i = 0; i < def->band_count; ++i) {
            wafti_text_add(text, i == 0 ? "band " : ", band ");
            describe_pair(text, def->bands[i].wavenumber, ' ', def->bands[i].deviation);
            wafti_text_add(text, " ");
            wafti_text_add_double(text, def->bands[i].energy);
        }
    }
}

// ---- back

// The next word of a text, words being apart by blanks and commas; its length, 0 at the end.
static size_t next_word(const char** at) {
    *at += strspn(*at, " ,");
    return strcspn(*at, " ,");
}

static bool is_word(const char* at, size_t length, const char* word) {
    return length == strlen(word) && memcmp(at, word, length) == 0;
}

// `count` numbers as words.
static bool read_numbers(const char** at, double* out_numbers, int count) {
    for (int i = 0; i < count; ++i) {
        const size_t length = next_word(at);
        if (!wafti_parse_double(*at, length, &out_numbers[i])) {
            return false;
        }
        *at += length;
    }
    return true;
}

static bool read_bands(const char* at, waft_spectrum_def* def) {
    for (size_t length = next_word(&at); length > 0; length = next_word(&at)) {
        double numbers[3];
        if (!is_word(at, length, "band") || def->band_count == WAFT_BAND_CAPACITY) {
            return false;
        }
        at += length;
        if (!read_numbers(&at, numbers, 3)) {
            return false;
        }
        def->bands[def->band_count++] =
            (waft_band){.wavenumber = numbers[0], .deviation = numbers[1], .energy = numbers[2]};
    }
    return def->band_count > 0;
}

static bool read_table(const char* at, waft_spectrum_def* def) {
    for (size_t length = next_word(&at); length > 0; length = next_word(&at)) {
        const char* colon = memchr(at, ':', length);
        if (colon == NULL || def->point_count == WAFT_SPECTRUM_POINT_CAPACITY) {
            return false;
        }
        waft_spectrum_point* point = &def->points[def->point_count++];
        const size_t first = (size_t)(colon - at);
        if (!wafti_parse_double(at, first, &point->wavenumber) ||
            !wafti_parse_double(colon + 1, length - first - 1, &point->energy)) {
            return false;
        }
        at += length;
    }
    return def->point_count > 0;
}

bool wafti_spectrum_parse(const char* text, waft_spectrum_def* out_def) {
    *out_def = (waft_spectrum_def){.law = WAFT_SPECTRUM_GIVEN};
    const char* at = text;
    const size_t length = next_word(&at);
    if (is_word(at, length, "power")) {
        double numbers[3];
        at += length;
        if (!read_numbers(&at, numbers, 3) || next_word(&at) != 0) {
            return false;
        }
        out_def->law = WAFT_SPECTRUM_POWER;
        out_def->range[0] = numbers[0];
        out_def->range[1] = numbers[1];
        out_def->exponent = numbers[2];
        return true;
    }
    if (is_word(at, length, "table")) {
        out_def->law = WAFT_SPECTRUM_TABLE;
        return read_table(at + length, out_def);
    }
    return read_bands(text, out_def);
}
