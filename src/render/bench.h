// SPDX-License-Identifier: MIT
// Pictures to measure with, each of 640 x 360 pixels and 2 x 2 samples a pixel. What is drawn is made outside of what
// is timed. Errors of all: as of waft_renderer_draw().
#ifndef WAFTI_RENDER_BENCH_H
#define WAFTI_RENDER_BENCH_H

#include <waft/render.h>

typedef struct wafti_bench_pond wafti_bench_pond;

typedef struct wafti_bench_clock {
    waft_renderer* renderer;
    int threads;            ///< of worlds
    wafti_bench_pond* pond; ///< NULL till its first frame
    double wall, cpu;       ///< s of the last picture; CPU over all threads of the process
} wafti_bench_clock;

/// A drawing of that size, with nothing in it yet.
waft_drawing wafti_bench_drawing(waft_bounds bounds, waft_camera camera);
/// Draws and takes the time.
waft_result wafti_bench_draw(
    wafti_bench_clock* clock, const waft_drawing* drawing, waft_error* out_error);

/// 5,000 leaves of 42 triangles with shadows.
waft_result wafti_render_bench_bodies(wafti_bench_clock* clock, int frame, waft_error* out_error);
/// A column that falls apart beside a box.
waft_result wafti_render_bench_liquid(wafti_bench_clock* clock, int frame, waft_error* out_error);
/// A plume of 64 x 128 x 64 cells that fills the picture from top to bottom.
waft_result wafti_render_bench_volume(wafti_bench_clock* clock, int frame, waft_error* out_error);
/// A block of water over a sloping bed, both of 288 x 192 cells; `frame` moves the waves.
waft_result wafti_render_bench_water(wafti_bench_clock* clock, int frame, waft_error* out_error);
/// An open sea of sixteen waves.
waft_result wafti_render_bench_sea(wafti_bench_clock* clock, int frame, waft_error* out_error);
/// A frame of 1/60 s of 256 x 256 columns with one box that is dragged in circles, stepped and drawn as a
/// viewer would. The pond is kept in the clock from frame 0 on. Errors: those of the world too.
waft_result wafti_render_bench_pond(wafti_bench_clock* clock, int frame, waft_error* out_error);
/// Frees what frame 0 made.
void wafti_render_bench_pond_free(wafti_bench_clock* clock);

/// Poses and tints of leaves that tumble down at a time in s, between the floor at y = 0 and 2 m, within
/// 2 m of the axis.
void wafti_render_bench_leaves(double time, size_t count, waft_pose* poses, waft_vec3* tints);

enum { WAFTI_LEAF_POINTS = 31, WAFTI_LEAF_TRIANGLES = 42 };

typedef struct wafti_bench_leaf {
    float positions[3 * WAFTI_LEAF_POINTS];
    uint32_t indices[3 * WAFTI_LEAF_TRIANGLES];
} wafti_bench_leaf;

/// A leaf along x with its tip at +x, folded a little along the midrib and bent down towards both
/// ends, with a short stem. `bend` is how far the ends sink, as a share of the length.
void wafti_bench_leaf_make(float length, float width, float bend, wafti_bench_leaf* out_leaf);

/// Fills density (0 to about 1) and temperature (K over ambient; NULL: not wanted) of a rising,
/// billowing plume at a time in s. Cells are packed, x fastest, at most 1024 high; the plume fills
/// the grid's height. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_render_bench_plume(
    double time, const int32_t size[3], float* density, float* temperature, waft_error* out_error);

#endif // WAFTI_RENDER_BENCH_H
