// SPDX-License-Identifier: MIT
// Short texts by value, for the arguments of sentences: `wafti_quote(word).text` lives as long as the
// expression that it stands in.
#ifndef WAFTI_SCENE_PHRASE_H
#define WAFTI_SCENE_PHRASE_H

#include <waft/base.h>

typedef struct wafti_phrase {
    char text[512];
} wafti_phrase;

/// Use no %f or %g.
wafti_phrase wafti_phrase_make(const char* format, ...) WAFT_PRINTF(1, 2);

/// The shortest decimal that reads back as the same number.
wafti_phrase wafti_phrase_double(double value);
wafti_phrase wafti_phrase_float(float value);

/// The user's text as a message may show it: at most 40 characters, nothing that breaks the line.
wafti_phrase wafti_quote(const char* text);

#endif // WAFTI_SCENE_PHRASE_H
