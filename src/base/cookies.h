// SPDX-License-Identifier: MIT
// Marks that a def came from its default function; a def that was not initialised has another value.
#ifndef WAFTI_BASE_COOKIES_H
#define WAFTI_BASE_COOKIES_H

enum {
    WAFTI_COOKIE_WORLD = 0x57A701,
    WAFTI_COOKIE_WATER = 0x57A702,
    WAFTI_COOKIE_SCENE_OPTIONS = 0x57A703,
    WAFTI_COOKIE_RUN = 0x57A704,
    WAFTI_COOKIE_BENCH = 0x57A705,
    WAFTI_COOKIE_REPLAY = 0x57A706,
    WAFTI_COOKIE_SMOKE = 0x57A710,
    WAFTI_COOKIE_SOURCE = 0x57A711,
    WAFTI_COOKIE_OBSTACLE = 0x57A712,
};

#endif // WAFTI_BASE_COOKIES_H
