// SPDX-License-Identifier: MIT
// The water surface as the world sees it; reading functions are public, in waft/water.h.
#ifndef WAFTI_WATER_WATER_H
#define WAFTI_WATER_WATER_H

#include <waft/live.h>
#include <waft/water.h>

#include "base/stream.h"
#include "task/context.h"

/// Creates the surface at time 0, drawn. Errors: WAFT_ERR_ARGUMENT (sentence in context->error names
/// the field, its value and the range), WAFT_ERR_NO_MEMORY.
waft_result wafti_water_create(
    const wafti_context* context, const waft_water_def* def, waft_water** out_water);
void wafti_water_destroy(waft_water* water);

/// Advances to step->time. Allocates nothing. Error: WAFT_ERR_DIVERGED.
waft_result wafti_water_step(waft_water* water, const wafti_step* step);

/// A new train takes effect at once; errors WAFT_ERR_ARGUMENT and WAFT_ERR_FULL. Trains over a
/// varying bed are prepared here: memory was taken at creation for train_capacity of them.
/// `wafti_water_check_train` says whether it can come after `train_count` others.
waft_result wafti_water_check_train(
    const waft_water* water, size_t train_count, const waft_train_def* def, waft_error* out_error);
waft_result wafti_water_add_train(waft_water* water, const waft_train_def* def);
waft_result wafti_water_remove_train(waft_water* water, uint32_t index);

/// The def as it is now. Its lists are not kept: their items are read one by one.
const waft_water_def* wafti_water_def_now(const waft_water* water);
/// Adopts the live members of a def, for the next step. Its lists are not looked at: trains, sources and
/// handles are changed one by one. Error: WAFT_ERR_ARGUMENT; the sentence names the member that is out of
/// range, or that cannot change. `check` says the same and changes nothing. Nothing is allocated.
waft_result wafti_water_check_change(
    const waft_water* water, const waft_water_def* wanted, waft_error* out_error);
waft_result wafti_water_change(
    waft_water* water, const waft_water_def* wanted, waft_error* out_error);
waft_result wafti_water_check_train_change(
    const waft_water* water, uint32_t index, const waft_train_def* wanted, waft_error* out_error);
waft_result wafti_water_change_train(
    waft_water* water, uint32_t index, const waft_train_def* wanted, waft_error* out_error);
/// False if there is none.
bool wafti_water_source_now(
    const waft_water* water, uint32_t number, waft_water_source_def* out_def);
waft_result wafti_water_check_source_change(const waft_water* water, uint32_t number,
    const waft_water_source_def* wanted, waft_error* out_error);
waft_result wafti_water_change_source(
    waft_water* water, uint32_t number, const waft_water_source_def* wanted, waft_error* out_error);
waft_result wafti_water_check_handle_change(
    const waft_water* water, uint32_t number, const waft_handle_def* wanted, waft_error* out_error);
waft_result wafti_water_change_handle(
    waft_water* water, uint32_t number, const waft_handle_def* wanted, waft_error* out_error);
/// After the gravity of the context has changed. A running wave keeps its crests where they are.
void wafti_water_follow(waft_water* water);

/// A dent in the water whose volume stays, and a hill or hole in the bed that leaves depths as they
/// are. `wafti_water_check_brush` says whether it can be done; the others take a checked one.
waft_result wafti_water_check_brush(
    const waft_water* water, const waft_brush* brush, waft_error* out_error);
void wafti_water_brush(waft_water* water, const waft_brush* brush);
void wafti_water_raise_bed(waft_water* water, const waft_brush* brush);

/// Which numbers have a handle: now, or once edits that wait are applied.
enum { WAFTI_MOST_HANDLES = 4096 };
typedef struct wafti_handle_plan {
    bool live[WAFTI_MOST_HANDLES];
} wafti_handle_plan;

/// The plan of what there is now; none without a grid.
void wafti_water_plan_handles(const waft_water* water, wafti_handle_plan* out_plan);
/// The number that a handle gets which comes next; WAFTI_MOST_HANDLES if all places are used.
uint32_t wafti_water_next_handle(const waft_water* water, const wafti_handle_plan* plan);
/// Whether a handle may come. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_FULL.
waft_result wafti_water_check_handle(const waft_water* water, const wafti_handle_plan* plan,
    const waft_handle_def* def, waft_error* out_error);
/// For what was checked.
void wafti_water_add_handle(waft_water* water, const waft_handle_def* def);
void wafti_water_remove_handle(waft_water* water, uint32_t number);

/// Takes `volume` m3 from the wet columns in the ring radius..1.5 radius around (x, z) and throws it as
/// drops outward, 60 degrees above the horizontal, at `speed` m/s; returns what was taken (0 without
/// spray). Books it. Drops have one volume: what is left of the last one is thrown by a later call.
double wafti_water_crown(
    waft_water* water, const double at[2], double radius, double volume, double speed);
/// m3 of each drop that takes its water along; 0: there are none.
double wafti_water_drop_volume(const waft_water* water);
/// Drops that another solver carries on, between steps: those for which `wanted` is true are removed,
/// at most `capacity`; out gets place and velocity of each. Their volume counts as lent until it comes
/// back. For waters whose drops have a volume.
typedef bool wafti_drop_wanted(const void* user, const float position[3]);
size_t wafti_water_lend_drops(waft_water* water, wafti_drop_wanted* wanted, const void* user,
    float (*out)[6], size_t capacity);
/// Water that falls back, world axes.
void wafti_water_return_drop(
    waft_water* water, const double position[3], const double velocity[3], double volume);
/// What is at one point, as waft_water_query() tells it; from several threads at once.
waft_water_sample wafti_water_sample(const waft_water* water, double x, double y, double z);
/// Makes ready for many samples in a step.
void wafti_water_expect_samples(const waft_water* water, size_t count);
/// Heights of the bed, of which terrain edits alone change what it points at; data NULL over a flat bed.
waft_field wafti_water_bed(const waft_water* water);
/// Where walls stand along x and z, m; -HUGE_VAL and HUGE_VAL where there is none.
void wafti_water_walls(const waft_water* water, double out_low[2], double out_high[2]);

/// All state, for snapshot, restore and hash. After LOAD call wafti_water_redraw().
void wafti_water_state(waft_water* water, wafti_stream* stream);
/// Makes every derived field anew for `time`; a loaded state then looks as it did when saved.
void wafti_water_redraw(waft_water* water, double time);
/// A number that differs between waters whose states do not fit each other.
uint64_t wafti_water_fingerprint(const waft_water* water);

size_t wafti_water_stats(const waft_water* water, waft_stat* out_stats, size_t capacity);
size_t wafti_water_memory(const waft_water* water);

/// What creation asks of train or tracer `index` beyond its own numbers: water where it starts. For a
/// def that passed wafti_check_water(), before anything is taken: the bed is looked at there only,
/// and not yet rounded, so that a train over less than half a bed quantum of water is refused by
/// creation alone.
waft_result wafti_water_check_start(
    const waft_water_def* def, double gravity, uint64_t seed, size_t index, waft_error* out_error);
waft_result wafti_water_check_tracer(
    const waft_water_def* def, uint64_t seed, size_t index, waft_error* out_error);

/// What a def will take, before anything is taken: bytes, and seconds of one core for a step and for
/// creation. How much of a beach breaks is not known before: half or twice the seconds of spray are
/// usual.
uint64_t wafti_water_estimate_memory(const waft_water_def* def);
double wafti_water_estimate_seconds(const waft_water_def* def);
double wafti_water_estimate_start(const waft_water_def* def);

#endif // WAFTI_WATER_WATER_H
