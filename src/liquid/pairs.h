// SPDX-License-Identifier: MIT
// Sums over pairs of particles: sweeps over all candidates, and lists of neighbours.
#ifndef WAFTI_LIQUID_PAIRS_H
#define WAFTI_LIQUID_PAIRS_H

#include "liquid/cells.h"
#include "liquid/kernel.h"

/// Neighbours of each particle. The particle itself is among them, and pads them to whole vectors.
typedef struct wafti_list {
    float* j;         ///< the bits of a uint32_t: four times the particle's number
    float* slope;     ///< of each pair, times x_j - x_i it is V grad W; NULL: not kept, wcsph
    uint32_t* first;  ///< of each particle, into j
    uint32_t* padded; ///< entries of each, in whole vectors
    uint32_t* found;  ///< entries of each that are neighbours
    uint32_t each;    ///< entries that a task may use, for each of its particles
} wafti_list;

/// What a pass of a solve reads of a pair; and of each particle, records read and written.
#define WAFTI_LIST_PAIR_BYTES     8.0
#define WAFTI_LIST_PARTICLE_BYTES 48.0

/// Constants of the sums in single precision; wide vectors are made of them.
typedef struct wafti_pair_constants {
    waft_liquid_kernel kernel;
    float h, h2, inverse_h, inverse_h2;
    float value; ///< V c_W norm
    float slope; ///< V c_W norm / h
    float lap;   ///< V c_nu norm; times h - r
    float self;  ///< of a particle to its own density
    float far;   ///< m, a place where nothing is
} wafti_pair_constants;

/// What a sweep reads and writes.
typedef struct wafti_pair_job {
    const wafti_cells* cells;
    wafti_pair_constants constants;
    const float* x[3];
    const float* u[3];
    const float* k;       ///< m2/s2
    const float* inverse; ///< 1/rh
    float viscosity;      ///< m2/s
    float* fluid;         ///< density ratio of the particles alone
    float* out[3];        ///< m/s2, pressure and viscosity of pairs
    const wafti_list* list;
    uint32_t* overflow; ///< of each task: a particle whose list did not fit, + 1; or 0
} wafti_pair_job;

/// What a pass over lists reads and writes; particles [first, end). Records are four floats each.
typedef struct wafti_list_job {
    const wafti_list* list;
    const wafti_pair_constants* constants;
    float period[3], inverse_period[3]; ///< m, 1/m; the latter 0 along an axis that is not periodic
    bool wraps;                         ///< if any is
    uint32_t first, end;
    const float* place;   ///< records: x, y, z, k
    const float* flow;    ///< records: any vector, and a weight of the other particle, 1/rh
    float* flow_out;      ///< where push puts its vector
    const float* wall[3]; ///< gradient of the wall's density
    const float* flux;    ///< its part that moving walls give, 1/s; NULL: none
    float scale;          ///< of viscosity, m2/s, or of surface tension
    float* out[3];
} wafti_list_job;

typedef void wafti_pair_sweep(const wafti_pair_job* job, int32_t task);
typedef void wafti_list_pass(const wafti_list_job* job);

/// The functions of one instruction set.
typedef struct wafti_pair_kernels {
    wafti_pair_sweep* density;       ///< fluid, and found of the list
    wafti_pair_sweep* force;         ///< out = pressure and viscosity
    wafti_pair_sweep* list;          ///< the list, and fluid
    wafti_list_pass* press;          ///< out = pressure and viscosity, as force
    wafti_list_pass* push;           ///< flow_out = -B^T k
    wafti_list_pass* diverge;        ///< out[0] = B flow
    wafti_list_pass* diagonal;       ///< out[0] = 1/M_ii, 0 where it says nothing
    wafti_list_pass* smear;          ///< out = weight_i sum lap weight_j (flow_j - flow_i)
    wafti_list_pass* smear_diagonal; ///< out[0] = weight_i sum lap weight_j
    wafti_list_pass* normal;         ///< out = sum V grad W
    wafti_list_pass* cohere;         ///< out += -scale sum (C e + h (flow_i - flow_j))
} wafti_pair_kernels;

wafti_pair_sweep WAFTI_COPIES(wafti_liquid_density);
wafti_pair_sweep WAFTI_COPIES(wafti_liquid_force);
wafti_pair_sweep WAFTI_COPIES(wafti_liquid_list);
wafti_list_pass WAFTI_COPIES(wafti_liquid_press);
wafti_list_pass WAFTI_COPIES(wafti_liquid_push);
wafti_list_pass WAFTI_COPIES(wafti_liquid_diverge);
wafti_list_pass WAFTI_COPIES(wafti_liquid_diagonal);
wafti_list_pass WAFTI_COPIES(wafti_liquid_smear);
wafti_list_pass WAFTI_COPIES(wafti_liquid_smear_diagonal);
wafti_list_pass WAFTI_COPIES(wafti_liquid_normal);
wafti_list_pass WAFTI_COPIES(wafti_liquid_cohere);

wafti_pair_kernels wafti_pair_kernels_choose(wafti_isa isa);

wafti_pair_constants wafti_pair_constants_of(
    const wafti_calibration* calibration, waft_liquid_kernel kernel);

#endif // WAFTI_LIQUID_PAIRS_H
