// SPDX-License-Identifier: MIT
#include "scene/retired.h"

#include <stddef.h>
#include <string.h>

#include "scene/words.h"

#define SOLIDS_NOW                                                                                 \
    "write it at the top of the scene, such as solids: [{shape: {sphere: 10 cm}, at: [0, 1, 0]}]"

// Items of a list are written [].
static const struct retired {
    const char* groups; // "a|b"
    const char* keys;
    const char* now;
} retired[] = {
    {"smoke|liquid", "obstacles", SOLIDS_NOW},
    {"smoke.sources[]|solids[]", "center", "write at"},
    {"smoke.sources[]|solids[]", "radius|size|length|file|scale|flip",
        "write shape: {sphere: radius}, {box: size}, {capsule: [radius, length]} or {mesh: file}"},
    {"smoke.sources[]|solids[]", "axis|angle", "write rotation: {axis: [0, 0, 1], angle: 30 deg}"},
    {"liquid.blocks[]|liquid.sinks[]", "low|high",
        "write shape: {box: [x, y, z]}, its edges, and at, its middle"},
    {"liquid.blocks[]|liquid.sinks[]", "center|radius", "write shape: {sphere: radius} and at"},
    {"solids[]", "density", "what floats and falls is a body: write it in bodies"},
    {"smoke.turbulence.triggers[]|liquid.turbulence.triggers[]", "obstacle", "write solid"},
};

// The path of a group without the numbers in its brackets; "" if it is too long for any of them.
static const char* without_numbers(const char* path, char group[WAFTI_WORD_SIZE]) {
    size_t length = 0;
    for (; *path != '\0' && length + 1 < WAFTI_WORD_SIZE; ++path) {
        group[length++] = *path;
        path += *path == '[' ? strspn(path + 1, "0123456789") : 0;
    }
    group[*path == '\0' ? length : 0] = '\0';
    return group;
}

const char* wafti_retired_key(const char* path, const char* key) {
    char group[WAFTI_WORD_SIZE];
    (void)without_numbers(path, group);
    for (size_t i = 0; i < sizeof(retired) / sizeof(retired[0]); ++i) {
        if (wafti_words_hold(group, retired[i].groups) && wafti_words_hold(key, retired[i].keys)) {
            return retired[i].now;
        }
    }
    return NULL;
}
