// SPDX-License-Identifier: MIT
// The cases of `waft bench` and what they share.
#ifndef WAFTI_BENCH_BENCH_H
#define WAFTI_BENCH_BENCH_H

#include <waft/bench.h>
#include <waft/world.h>

/// What a case tells; the row's other figures follow from it.
typedef struct wafti_bench_result {
    double wall;  ///< s a step, the least of several; where something moves their median
    double cpu;   ///< s a step over all threads, the mean of several
    double items; ///< a step works on
    double bytes; ///< a step moves, 0 if not counted
    int threads;  ///< it used, 0: as many as asked
    double speedup_median;
    double speedup_p95;
    double of_still;    ///< median over that of a step in which nothing moves, 0 if not measured
    double evaluations; ///< of a step's solves, 0 if it has none
} wafti_bench_result;

/// A row of a list of cases. `setup` is what `run` is to measure; its type is that of the file.
typedef struct wafti_bench_case {
    const char* name;
    const char* summary;
    const char* unit;
    waft_result (*run)(const waft_bench_def* def, const void* setup, wafti_bench_result* out_result,
        waft_error* out_error);
    const void* setup;
} wafti_bench_case;

/// Cases that one file brings, in the order in which they are listed.
typedef struct wafti_bench_list {
    const wafti_bench_case* cases;
    size_t count;
} wafti_bench_list;

#define WAFTI_BENCH_LIST(cases)                                                                    \
    { (cases), sizeof(cases) / sizeof((cases)[0]) }

extern const wafti_bench_list wafti_bench_stream, wafti_bench_task, wafti_bench_fft;
extern const wafti_bench_list wafti_bench_field, wafti_bench_detail, wafti_bench_keps;
extern const wafti_bench_list wafti_bench_waves, wafti_bench_surface, wafti_bench_water;
extern const wafti_bench_list wafti_bench_smoke, wafti_bench_liquid;
extern const wafti_bench_list wafti_bench_bodies, wafti_bench_hulls, wafti_bench_table1;

/// One step of a case; an error ends the measurement.
typedef waft_result wafti_bench_step(void* context);

/// Runs one step unmeasured, then wafti_bench_repetitions() of them; keeps the least wall time and
/// the mean CPU time, since the system books the CPU time of threads on other CPUs with a delay.
waft_result wafti_bench_time(const waft_bench_def* def, int repetitions, wafti_bench_step* step,
    void* context, wafti_bench_result* out_result);

/// A wafti_bench_step of a world.
waft_result wafti_bench_step_world(void* world);

/// Puts times in order, so that the one in the middle is their median.
void wafti_bench_sort(double* times, size_t count);

/// Destroys the world, whose own sentence is that of a failure; returns `result`.
waft_result wafti_bench_close(waft_world* world, waft_result result, waft_error* out_error);

/// `repetitions`, or a tenth of them if quick, but at least 3.
int wafti_bench_repetitions(const waft_bench_def* def, int repetitions);

/// A box one metre wide in which smoke rises from a source near the ground past a sphere of radius 0.15 m.
typedef struct wafti_bench_plume {
    waft_world* world;
    waft_smoke* smoke;
    waft_solid_id sphere;
    waft_pose pose; ///< of the sphere
} wafti_bench_plume;

/// Makes the plume: `sphere_height` is a share of the box's height, and `inflow` (m/s) blows in from below in
/// place of the smoke's own weight, if it is above 0. The caller closes the world, also after a failure.
waft_result wafti_bench_make_plume(const waft_world_def* def, const int32_t cells[3],
    float sphere_height, float inflow, wafti_bench_plume* out_plume, waft_error* out_error);

/// Takes the wall time of a part, and its share of all threads' time, in place of those of the whole step.
void wafti_bench_take_part(double part_ms, wafti_bench_result* result);

#endif // WAFTI_BENCH_BENCH_H
