// SPDX-License-Identifier: MIT
#ifndef WAFTI_RUN_DIFFERENCE_H
#define WAFTI_RUN_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>

/// The first key in which two resolved scenes, as waft_scene_json() writes them, do not say the same:
/// "water.depth: 2, now 3", or the path alone where keys or lists themselves differ. False if it is
/// none that decides a run.
bool wafti_scene_difference(const char* old, const char* now, char* out_text, size_t size);

#endif // WAFTI_RUN_DIFFERENCE_H
