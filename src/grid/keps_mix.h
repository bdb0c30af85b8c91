// SPDX-License-Identifier: MIT
// Explicit diffusion with a viscosity that varies: what k-epsilon adds to the mean flow and to itself.
#ifndef WAFTI_GRID_KEPS_MIX_H
#define WAFTI_GRID_KEPS_MIX_H

#include "grid/domain.h"

/// Cells and faces that exchange anything: 1, others and all outside the box 0. Nothing flows to
/// walls; from an inflow side the prescribed velocity does.
typedef struct wafti_keps_links {
    float* cell;
    float* face[3];
} wafti_keps_links;

/// Fields from the arena, filled in; false if memory is out. Closed faces are closed wholly.
bool wafti_keps_links_init(wafti_keps_links* links, const wafti_domain* domain, wafti_arena* arena);

/// out = field + dt / h2 x div((nu + eddy / sigma) grad field) at cells; halos of `eddy` done.
typedef struct wafti_keps_mix {
    const wafti_domain* domain;
    const wafti_keps_links* links;
    const float* eddy; ///< nu_T at cells
    float nu, inverse_sigma;
    float step; ///< dt / h2
} wafti_keps_mix;

void wafti_keps_mix_cells(const wafti_keps_mix* mix, const float* field, float* out);
/// The same for velocity, each component on its own: nu_T at cells along the component and the mean of
/// four cells across it.
void wafti_keps_mix_faces(const wafti_keps_mix* mix, float* const velocity[3], float* const out[3]);

#endif // WAFTI_GRID_KEPS_MIX_H
