// SPDX-License-Identifier: MIT
// Velocity fields that the user names: a field of a bank, a cached frame of a run, a VDB file.
#ifndef CLI_VELOCITY_H
#define CLI_VELOCITY_H

#include "options.h"

#include <waft/turbulence.h>

typedef struct velocity {
    int32_t cells[3];
    double spacing;       ///< m, of banks 1
    float* component[3];  ///< NULL: none along z
    int32_t stored[3][3]; ///< values of each component along x, y, z
    bool faces;           ///< value i lies at the lower face of cell i, else at its middle
    bool periodic[3];     ///< axes that join up
    waft_bank* bank;      ///< NULL unless it is a field of one
    char name[256];       ///< "bank.wbank, field 3"
} velocity;

/// Reads what --field, --frame and --periodic choose. Returns EXIT_OK, or prints a line and returns the
/// exit code. Call velocity_free() in any case.
int velocity_open(const arguments* args, const char* path, velocity* out_velocity);
void velocity_free(velocity* v);

/// The spectrum that --window asks for; the caller destroys it.
int velocity_measure(const arguments* args, const velocity* v, waft_spectrum** out_spectrum);

/// What the bank was asked for at a shell, as energy of the field measured; NaN if that is not known.
double velocity_prescribed(const velocity* v, const waft_spectrum_info* info, size_t shell);

/// The plane across `axis` through cell `index` of it, at the middles of cells: two components in one
/// array, which the caller frees; NULL if memory is out. Their sides are cells[(axis + 1) % 3] and so on,
/// in the order x y, z y, x z for the axes z, x, y.
float* velocity_plane(const velocity* v, int axis, int32_t index, int32_t out_cells[2]);

#endif // CLI_VELOCITY_H
