// SPDX-License-Identifier: MIT
// What the files of the `waves` method share, and of waft_water what all methods have. In this module y
// is up and "height" is measured from the still level. Equations are in docs/spec/water.md#waves.
#ifndef WAFTI_WATER_WAVES_H
#define WAFTI_WATER_WAVES_H

#include "base/error.h"
#include "base/ids.h"
#include "grid/field.h"
#include "water/airy.h"
#include "water/check.h"
#include "water/drops.h"
#include "water/water.h"

/// A train over a varying bed, one value a cell. For any live amplitude A0 the local
/// amplitude is gain * min(A0, cap).
typedef struct wafti_shoal {
    float* phase; ///< phi, rad, wrapped to -pi .. pi
    float* kx;    ///< local wave vector, rad/m
    float* kz;
    float* gain;     ///< A / A0 without breaking; 0 on land
    float* cap;      ///< greatest A0 that got here without breaking, m; a broken wave stays capped
    float least_cap; ///< over cells that are not land
    int32_t least_cell[2]; ///< where that is
} wafti_shoal;

/// What the fields of all trains depend on and may change.
typedef struct wafti_train_rules {
    double gravity;
    waft_breaking breaking;
    bool refraction_amplitude;
} wafti_train_rules;

/// One train. `def` holds its live amplitude and phase.
typedef struct wafti_train {
    waft_train_def def;
    waft_airy airy; ///< at its reference depth
    double ax, az;  ///< unit direction; 0 for rings
    double depth;   ///< reference depth, m
    /// Least depth in its dispersion relation, m: L0 / 2000, but never more than a small
    /// share of the reference depth, lest very long waves fade where they are given.
    double floor;
    double cap;          ///< greatest amplitude over a flat bed, m
    double turn;         ///< w t - p - shift, reduced to -pi .. pi
    double shift;        ///< rad, so that a frequency that changes moves no crest at once
    wafti_shoal shoal;   ///< varying bed only
    bool breaking;       ///< was breaking somewhere in the last step
    waft_train_def made; ///< def that the prepared fields belong to
    wafti_train_rules made_by;
} wafti_train;

/// Sums that the surface kernel makes of one row, over wet cells.
typedef struct wafti_row_sums {
    double level;     ///< of height over the still level, m
    double squares;   ///< of the squared amplitudes of all trains, m2
    double breaking;  ///< cells with a breaking train
    double foam;      ///< of foam
    float lowest;     ///< height, m
    float highest;    ///< height, m
    float steepest;   ///< greatest sum of k Ah before the clamp
    float not_finite; ///< 0, or NaN if any drawn value is not finite
} wafti_row_sums;

typedef struct wafti_gauge {
    char name[WAFTI_NAME_SIZE];
    waft_vec2 at;
    waft_gauge_reading reading;
} wafti_gauge;

typedef struct wafti_tracer {
    char name[WAFTI_NAME_SIZE];
    waft_vec3 rest;
    waft_vec3 position;
} wafti_tracer;

struct waft_water {
    const wafti_context* context;
    size_t memory;      ///< bytes of the one block that holds all of this
    size_t cleared;     ///< bytes of it that start as 0; trains clear their fields when they come
    waft_water_def def; ///< pointers in it are not kept
    wafti_grid grid;
    bool flat;
    double time;
    float* field[WAFT_WATER_FIELD_COUNT];
    float* still; ///< depth of still water, m, negative on land; varying bed only
    float* wet;   ///< 1 in wet cells, else 0, padding 0; one row if the bed is flat
    ptrdiff_t wet_stride;
    double wet_area;
    wafti_ids ids;
    wafti_train* trains; ///< by slot
    uint32_t* order;     ///< live slots, oldest first
    uint32_t train_count;
    /// exp(i kx x) by slot and column, and exp(i kz z) by slot and row, of plane trains over a flat
    /// bed: the surface then needs no sine per cell.
    float* column_cos;
    float* column_sin;
    double* row_cos;
    double* row_sin;
    double* scratch_phase; ///< three fields without padding, used while a train is prepared
    double* scratch_k;
    uint8_t* scratch_awake;
    struct wafti_plane* planes; ///< what the kernel reads of each train in one step
    struct wafti_swell* swells;
    wafti_row_sums* row_sums;
    wafti_row_sums total; ///< of all rows
    wafti_spray spray;
    bool foamy;   ///< there may be foam
    bool clamped; ///< steepness was clamped in the last step
    wafti_gauge* gauges;
    wafti_tracer* tracers;
    struct wafti_lake* lake; ///< methods on a grid; NULL for waves
};

/// The live members of the def through a stream; the others, and no list, as a hash. change.c.
void wafti_water_live_state(waft_water* water, wafti_stream* stream);
uint64_t wafti_water_fixed_hash(const waft_water* water);

/// A copy of a def that keeps no pointers.
static inline waft_water_def wafti_water_plain(const waft_water_def* def) {
    waft_water_def copy = *def;
    copy.trains = NULL;
    copy.gauges = NULL;
    copy.tracers = NULL;
    copy.terrain.map = NULL;
    copy.boxes = NULL;
    copy.depth_map = NULL;
    copy.sources = NULL;
    copy.handles = NULL;
    copy.strokes = NULL;
    return copy;
}

/// The grid of a def that was checked.
static inline wafti_grid wafti_water_grid(const waft_water_def* def) {
    return wafti_grid_make(def->cells, (double)def->origin.x, (double)def->origin.y,
        (double)def->size.x, (double)def->size.y);
}

static inline wafti_train* wafti_water_live(const waft_water* water, uint32_t index) {
    return &water->trains[water->order[index]];
}

/// True if the train is one exponential in x times one in z.
static inline bool wafti_train_factors(const waft_water* water, const wafti_train* train) {
    return water->flat && train->def.shape == WAFT_TRAIN_PLANE;
}

/// True if all trains are, over a flat bed.
static inline bool wafti_water_is_plane(const waft_water* water) {
    bool plane = water->flat;
    for (uint32_t n = 0; n < water->train_count && plane; ++n) {
        plane = wafti_train_factors(water, wafti_water_live(water, n));
    }
    return plane;
}

/// Share of a train's energy that breaking takes where the greatest unbroken amplitude is `cap`:
/// chi = 1 - (A / A0)^2.
static inline double wafti_breaking_share(double amplitude, double cap) {
    return amplitude > cap ? 1.0 - (cap / amplitude) * (cap / amplitude) : 0.0;
}

/// Raises an event of a step.
static inline void wafti_water_tell(
    const waft_water* water, const wafti_step* step, waft_event_kind kind, double value) {
    wafti_events_add(water->context->events,
        (waft_event){.kind = kind, .step = step->index, .value = (float)value});
}

/// Says that a number is not finite: `field` of a cell, or without a name somewhere in its row.
static inline waft_result wafti_water_diverged(
    const waft_water* water, const wafti_step* step, const char* field, int32_t i, int32_t row) {
    const unsigned long long number = step->index;
    return field != NULL
               ? wafti_fail(water->context->error, WAFT_ERR_DIVERGED,
                     "water.%s is not finite in step %llu at cell [%d, %d]", field, number, i, row)
               : wafti_fail(water->context->error, WAFT_ERR_DIVERGED,
                     "water is not finite in step %llu in row %d", number, row);
}

/// True if the train breaks anywhere.
static inline bool wafti_train_breaks(const waft_water* water, const wafti_train* train) {
    return (double)train->def.amplitude >
           (water->flat ? train->cap : (double)train->shoal.least_cap);
}

/// trains.c: from def to Airy quantities and prepared factors or fields. Whether the def can live in this
/// water; `index` is its place in the scene's list.
waft_result wafti_train_check(
    const waft_water* water, const waft_train_def* def, size_t index, waft_error* error);

/// Airy quantities of a train over `depth`. Error: WAFT_ERR_ARGUMENT if there are none.
waft_result wafti_train_solve(
    const waft_train_def* def, double depth, double gravity, waft_airy* out_airy);

/// Makes everything that follows from train->def, which has been checked. Used for new trains and
/// for trains that came out of a snapshot.
void wafti_train_prepare(waft_water* water, uint32_t slot);

/// True if the fields of the train belong to another shape than its def has now, or to other rules.
bool wafti_train_is_stale(const waft_water* water, const wafti_train* train);

/// Prepares a train anew if its def or what surrounds it has changed; the phase at its origin stays.
void wafti_train_follow(waft_water* water, uint32_t slot);

/// Moves the drops by one step, removes those that land or leave, and sends out new ones from the
/// surface as it is drawn now. They are seen only: no volume is taken. Raises WAFT_EVENT_SPRAY_FULL if
/// drops found no room. spray.c.
void wafti_spray_step(waft_water* water, const wafti_step* step);

#endif // WAFTI_WATER_WAVES_H
