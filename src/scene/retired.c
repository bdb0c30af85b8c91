// SPDX-License-Identifier: MIT
#include "scene/retired.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define SOLIDS_NOW                                                                                 \
    "write it at the top of the scene, such as solids: [{shape: {sphere: 10 cm}, at: [0, 1, 0]}]"

// Items of a list are written [].
static const struct retired {
    const char* group;
    const char* keys; // "|a|b|"
    const char* now;
} retired[] = {
    {"smoke", "|obstacles|", SOLIDS_NOW},
    {"liquid", "|obstacles|", SOLIDS_NOW},
    {"smoke.sources[]", "|center|", "write at"},
    {"smoke.sources[]", "|radius|size|length|file|scale|flip|",
        "write shape: {sphere: radius}, {box: size}, {capsule: [radius, length]} or {mesh: file}"},
    {"smoke.sources[]", "|axis|angle|", "write rotation: {axis: [0, 0, 1], angle: 30 deg}"},
    {"liquid.blocks[]", "|low|high|",
        "write shape: {box: [x, y, z]}, its edges, and at, its middle"},
    {"liquid.blocks[]", "|center|radius|", "write shape: {sphere: radius} and at"},
    {"liquid.sinks[]", "|low|high|",
        "write shape: {box: [x, y, z]}, its edges, and at, its middle"},
    {"liquid.sinks[]", "|center|radius|", "write shape: {sphere: radius} and at"},
    {"solids[]", "|center|", "write at"},
    {"solids[]", "|radius|size|length|file|scale|flip|",
        "write shape: {sphere: radius}, {box: size}, {capsule: [radius, length]} or {mesh: file}"},
    {"solids[]", "|axis|angle|", "write rotation: {axis: [0, 0, 1], angle: 30 deg}"},
    {"solids[]", "|density|", "what floats and falls is a body: write it in bodies"},
    {"smoke.turbulence.triggers[]", "|obstacle|", "write solid"},
    {"liquid.turbulence.triggers[]", "|obstacle|", "write solid"},
};

// Whether a path is a group's, whatever the numbers in its brackets.
static bool matches(const char* path, const char* group) {
    while (*path != '\0' && *group != '\0') {
        if (*path == '[' && group[0] == '[' && group[1] == ']') {
            const char* end = strchr(path, ']');
            if (end == NULL) {
                return false;
            }
            path = end + 1;
            group += 2;
        } else if (*path++ != *group++) {
            return false;
        }
    }
    return *path == *group;
}

static bool holds(const char* keys, const char* key) {
    const size_t length = strlen(key);
    for (const char* at = keys; length > 0 && (at = strstr(at, key)) != NULL; ++at) {
        if (at[-1] == '|' && at[length] == '|') {
            return true;
        }
    }
    return false;
}

const char* wafti_retired_key(const char* path, const char* key) {
    for (size_t i = 0; i < sizeof(retired) / sizeof(retired[0]); ++i) {
        if (matches(path, retired[i].group) && holds(retired[i].keys, key)) {
            return retired[i].now;
        }
    }
    return NULL;
}
