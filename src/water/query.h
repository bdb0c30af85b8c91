// SPDX-License-Identifier: MIT
// Gauges and tracers, and the kernel behind waft_water_query().
#ifndef WAFTI_WATER_QUERY_H
#define WAFTI_WATER_QUERY_H

#include "simd/cpu.h"
#include "water/waves.h"

typedef enum wafti_reading {
    WAFTI_READING_FIRST, ///< starts the gauges' highest levels
    WAFTI_READING_STEP,  ///< raises them
    WAFTI_READING_KEEP,  ///< leaves them: a redraw is no new measurement
} wafti_reading;

/// Copies the gauges of a def.
void wafti_query_gauges(waft_water* water, const waft_water_def* def);

/// Reads all gauges and moves all tracers to where they are in the drawn surface, in double.
void wafti_query_marks(waft_water* water, wafti_reading reading);

/// A plane train over a flat bed as the kernel reads it, with breaking and clamp in its amplitude.
typedef struct wafti_query_train {
    float turns_x[2]; ///< kx / 2 pi in two parts; the first has 12 bits, so that products are exact
    float turns_z[2];
    float turn; ///< (w t - p) / 2 pi, reduced
    float k, kx, kz;
    float amplitude;
    float shift_x, shift_z; ///< horizontal radii, m
    float xx, xz, zz;       ///< their derivatives
    float frequency;
    float bed;       ///< e^(-2 k d), 0 in deep water
    float over_cosh; ///< 1 / (1 + bed)
    float over_sinh; ///< 1 / (1 - bed), or k d / sinh(k d) where `shallow` counts
    float shallow;   ///< (k d)^2 if so small that 1 - bed would lose digits, else -1
} wafti_query_train;

typedef struct wafti_query_job {
    const wafti_query_train* trains;
    uint32_t train_count;
    waft_wave_mode mode;
    float depth; ///< m
    float rise;  ///< what keep_level adds, m
    float close; ///< a Newton step this short is the last, m
} wafti_query_job;

/// Points and what is found there; y is over the still level.
enum { WAFTI_QUERY_POINTS = 64 };
typedef struct wafti_query_batch {
    float x[WAFTI_QUERY_POINTS], y[WAFTI_QUERY_POINTS], z[WAFTI_QUERY_POINTS];
    float level[WAFTI_QUERY_POINTS];
    float normal[3][WAFTI_QUERY_POINTS];
    float velocity[3][WAFTI_QUERY_POINTS];
    float rest_x[WAFTI_QUERY_POINTS], rest_z[WAFTI_QUERY_POINTS];
    float found[WAFTI_QUERY_POINTS]; ///< 1 if the rest point was found, else 0
} wafti_query_batch;

/// Answers all points of the batch. An answer depends on its own point only. Arrays are aligned to
/// 64 bytes.
typedef void wafti_query_kernel(const wafti_query_job* job, wafti_query_batch* batch);

wafti_query_kernel WAFTI_COPIES(wafti_query_planes);

#endif // WAFTI_WATER_QUERY_H
