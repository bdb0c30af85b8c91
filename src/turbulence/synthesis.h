// SPDX-License-Identifier: MIT
// Makes fields, one at a time, in memory taken once.
#ifndef WAFTI_TURBULENCE_SYNTHESIS_H
#define WAFTI_TURBULENCE_SYNTHESIS_H

#include <waft/turbulence.h>

#include "simd/cpu.h"
#include "task/pool.h"
#include "turbulence/spectrum.h"

typedef struct wafti_synthesis wafti_synthesis;

typedef struct wafti_synthesis_def {
    int32_t size;               ///< N
    int dimensions;             ///< 2 or 3
    uint64_t seed;              ///<
    const wafti_shells* shells; ///< kept; must live as long
    wafti_isa isa;
    const waft_allocator* allocator;
} wafti_synthesis_def;

/// Error: WAFT_ERR_NO_MEMORY. *out_maker is then NULL.
waft_result wafti_synthesis_create(
    const wafti_synthesis_def* def, wafti_synthesis** out_maker, waft_error* out_error);
void wafti_synthesis_destroy(wafti_synthesis* maker);
/// Bytes it holds.
size_t wafti_synthesis_size(const wafti_synthesis* maker);

/// Face values of field number `field`, unit rms of the vector: N^dimensions floats a component, x
/// fastest, components one after the other. The same bits for any number of threads.
void wafti_synthesis_run(
    wafti_synthesis* maker, int32_t field, wafti_pool* pool, float* out_values);

/// The steps of that: all spectra, and then one component at a time (x, y, z in any order, each once).
void wafti_synthesis_fill(wafti_synthesis* maker, int32_t field, wafti_pool* pool);
void wafti_synthesis_transform(
    wafti_synthesis* maker, int axis, wafti_pool* pool, float* out_values);

#endif // WAFTI_TURBULENCE_SYNTHESIS_H
