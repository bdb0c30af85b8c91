// SPDX-License-Identifier: MIT
// waft/starter.h: scenes to begin with. In the library waft-tools.
#ifndef WAFT_STARTER_H
#define WAFT_STARTER_H

#include <waft/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Commented starter scenes of `waft new`.
typedef struct waft_starter {
    const char* kind;    ///< "ocean", "pond", ...
    const char* summary; ///< one line
    const char* text;    ///< the YAML file
} waft_starter;

WAFT_API size_t waft_starter_count(void);
WAFT_API const waft_starter* waft_starter_at(size_t index); ///< NULL if there is no such entry

#ifdef __cplusplus
}
#endif

#endif // WAFT_STARTER_H
