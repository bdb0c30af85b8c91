// SPDX-License-Identifier: MIT
// Transport of cell and face fields along back-traces: MacCormack and semi-Lagrangian, as specified in
// docs/spec/smoke.md#advection.
#ifndef WAFTI_GRID_ADVECT_H
#define WAFTI_GRID_ADVECT_H

#include "grid/domain.h"

typedef struct wafti_advect {
    const wafti_domain* domain;
    const wafti_context* context;
    const float* carrier[3]; ///< velocity that carries; wafti_halo_faces_by_blocks() done
    float dt;                ///< s
    bool maccormack;         ///< else semi-Lagrangian
    bool midpoint;           ///< rk2 traces
    float* scratch[3];       ///< fields that nobody needs: forward values, least and greatest
    /// A byte a row of cells, to note which hold anything: where no row around one does, nothing comes.
    /// NULL: all are looked at.
    uint8_t* rows;
    double farthest; ///< cells that nothing crosses more of, along any axis; counts with `rows`
} wafti_advect;

/// Moves a cell field in place. `outside[side]` is what comes in through open and inflow sides. Every
/// result lies between values that were there (or came in), or is 0 in place of less than 1e-22.
void wafti_advect_cells(const wafti_advect* advect, const float outside[6], float* field);

/// Moves face fields: `in` (halos done) to `out`; `in` may be the carrier itself, `out` may not be any
/// of the others. Faces that a side or solid fixes are not meaningful afterwards; call
/// wafti_domain_set_faces().
void wafti_advect_faces(const wafti_advect* advect, float* const in[3], float* const out[3]);

/// Velocity at a point (m, world) by the same sampling, 0 outside.
void wafti_sample_velocity(const wafti_domain* domain, const float* const velocity[3],
    const double point[3], float out_velocity[3]);

#endif // WAFTI_GRID_ADVECT_H
