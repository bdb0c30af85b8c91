// SPDX-License-Identifier: MIT
// Banks of random solenoidal fields as solvers use them: which field a hold takes, and its values as
// rows of faces or at a point. Zhao, Yuan & Chen 2010, sections 4 and 5.
//
// A waft_bank never changes. Each solver has a wafti_bank of its own on it: with storage none that
// holds the one field in use.
#ifndef WAFTI_TURBULENCE_BANK_H
#define WAFTI_TURBULENCE_BANK_H

#include <waft/turbulence.h>

#include "task/pool.h"
#include "turbulence/sample.h"

typedef struct wafti_synthesis wafti_synthesis;

typedef struct wafti_bank {
    const waft_bank* shared;
    waft_bank* held;        ///< the reference to it
    int32_t size;           ///< N
    int32_t depth;          ///< N, or 1 in two dimensions
    int dimensions;         ///< 2 or 3
    const uint16_t* halves; ///< storage half, else NULL
    const float* floats;    ///< storage float, or the field in use of storage none
    int32_t ready;          ///< storage none: the field in `floats`, -1 if none yet
    wafti_synthesis* maker; ///< storage none, else NULL
    float* own;             ///< storage none: `floats`
    const struct wafti_bank_kernels* kernels;
    wafti_sample* sample;
} wafti_bank;

/// Takes a reference to `shared`. Error: WAFT_ERR_NO_MEMORY (storage none); nothing needs closing then.
waft_result wafti_bank_open(waft_bank* shared, wafti_bank* out_bank, waft_error* out_error);
/// Gives the reference back. Harmless on a cleared struct.
void wafti_bank_close(wafti_bank* bank);

/// Bytes that wafti_bank_open() takes besides the shared bank.
size_t wafti_bank_size(const wafti_bank* bank);

/// Which field and offset a hold uses: Philox keyed by (seed, stream, hold). Offsets are 0 without
/// `shift`, and along z in two dimensions.
void wafti_bank_draw(const wafti_bank* bank, uint64_t seed, uint32_t stream, uint64_t hold,
    bool shift, int32_t* out_field, int32_t out_offset[3]);

/// Before values of `field` are asked for, once a hold. Does nothing unless the storage is none, where
/// it makes the field; no memory is taken.
void wafti_bank_use(wafti_bank* bank, int32_t field, wafti_pool* pool);

/// `count` face values of component `axis` of a field along x, from (at[0] mod N, ...) on, round the
/// period, as floats with unit rms of the vector. The caller adds the offset of the hold to `at`, which
/// may be any integers. Face i is the lower face of cell i.
void wafti_bank_row(const wafti_bank* bank, int32_t field, int axis, const int32_t at[3],
    int32_t count, float* out);

/// The vector at a point, in cells, the corner of cell (0, 0, 0) being the origin: each component
/// linear between its own faces, round the period. In two dimensions z is not looked at and
/// out_vector[2] is 0.
void wafti_bank_sample(
    const wafti_bank* bank, int32_t field, const double point[3], float out_vector[3]);

/// The same, to the bit, at many points; out[axis] has room up to a multiple of WAFTI_SAMPLE_PAD.
void wafti_bank_sample_many(
    const wafti_bank* bank, int32_t field, const wafti_sample_points* points, float* const out[3]);

#endif // WAFTI_TURBULENCE_BANK_H
