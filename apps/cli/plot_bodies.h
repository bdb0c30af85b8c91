// SPDX-License-Identifier: MIT
// The ways of bodies, from bodies.csv.
#ifndef CLI_PLOT_BODIES_H
#define CLI_PLOT_BODIES_H

#include "options.h"

/// Draws the ways of all bodies of a table from the side, from above and in space; of a crowd a part, which
/// is told. Returns EXIT_OK, or prints a line and returns the exit code.
int plot_bodies(
    const arguments* args, const char* table_path, const char* title, const char* out_path);

#endif // CLI_PLOT_BODIES_H
