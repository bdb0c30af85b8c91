// SPDX-License-Identifier: MIT
// The ways of bodies and how they turn, from bodies.csv.
#ifndef CLI_PLOT_BODIES_H
#define CLI_PLOT_BODIES_H

#include "options.h"

#include <stdbool.h>

typedef struct body_picture {
    const char* table_path;
    const char* title; ///< unless --title is given
    const char* out_path;
    bool attitude; ///< pitch and heading over time in place of ways
} body_picture;

/// Draws the ways of all bodies of a table from the side, from above and in space, or their attitude; of
/// a crowd a part, which is told. Returns EXIT_OK, or prints a line and returns the exit code.
int plot_bodies(const arguments* args, const body_picture* picture);

#endif // CLI_PLOT_BODIES_H
