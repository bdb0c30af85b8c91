// SPDX-License-Identifier: MIT
// Problems of a scene, as people and programs read them.
#ifndef CLI_DIAGNOSTICS_H
#define CLI_DIAGNOSTICS_H

#include <waft/scene.h>

#include <stdbool.h>

/// Prints every problem: on stderr with its source line and a caret, or as JSON on stdout. The last
/// line counts them. Prints nothing if there is none.
void diagnostics_print(const waft_diagnostics* diagnostics, bool as_json);

#endif // CLI_DIAGNOSTICS_H
