// SPDX-License-Identifier: MIT
// Accelerations on faces: buoyancy, vorticity confinement and given fields, as in
// docs/spec/smoke.md#sources-and-forces. Also what is derived from a velocity at cell centres: means,
// strain and curl (docs/spec/smoke.md#fields).
#ifndef WAFTI_GRID_FORCES_H
#define WAFTI_GRID_FORCES_H

#include <math.h>

#include "grid/domain.h"

typedef struct wafti_forces {
    const wafti_domain* domain;
    const wafti_context* context;
    double gravity[3];               ///< m/s2
    double beta;                     ///< 1/K
    double alpha;                    ///< per unit of density
    const float* density;            ///< NULL: none; halos done
    const float* temperature;        ///< NULL: none; halos done
    double confinement;              ///< 1/s, 0: none
    const float* confinement_weight; ///< at cells, NULL: 1
    const float* field[3];           ///< m/s2 on faces, NULL: none
    float* scratch[4];               ///< fields, for confinement
} wafti_forces;

/// velocity += dt * acceleration on faces that are open; halos of `velocity` done.
void wafti_forces_apply(const wafti_forces* forces, double dt, float* const velocity[3]);

/// The same without confinement for the faces along one axis of one block, for passes that have them in
/// cache.
void wafti_forces_add(
    const wafti_forces* forces, double dt, int axis, int32_t block, float* const velocity[3]);

/// Greatest |acceleration| on any face, m/s2 (an upper bound within a factor of 2 is enough).
double wafti_forces_greatest(const wafti_forces* forces, float* const velocity[3]);

/// Greatest |face velocity|, m/s.
double wafti_velocity_greatest(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]);

/// Symmetric gradient at cell centres: diagonal from face differences, others from central differences
/// of cell means; out[0..5] = xx, yy, zz, yz, zx, xy in 1/s, any may be NULL. Halos done.
void wafti_strain(const wafti_domain* domain, const wafti_context* context,
    float* const velocity[3], float* const out[6]);

/// Curl of the cell means, 1/s; in a plane only out[2]. Halos done.
void wafti_curl(const wafti_domain* domain, const wafti_context* context, float* const velocity[3],
    float* const out[3]);

/// Of these in a cell of a flow of so many axes: the sum of S_ij^2, and the length of the curl.
static inline float wafti_strain_square(float* const s[6], int axes, ptrdiff_t cell) {
    float sum = s[0][cell] * s[0][cell] + s[1][cell] * s[1][cell] + 2.0f * s[5][cell] * s[5][cell];
    if (axes == 3) {
        sum += s[2][cell] * s[2][cell] + 2.0f * (s[3][cell] * s[3][cell] + s[4][cell] * s[4][cell]);
    }
    return sum;
}

static inline float wafti_curl_length(float* const c[3], int axes, ptrdiff_t cell) {
    const float z = c[2][cell] * c[2][cell];
    return sqrtf(axes == 3 ? c[0][cell] * c[0][cell] + c[1][cell] * c[1][cell] + z : z);
}

#endif // WAFTI_GRID_FORCES_H
