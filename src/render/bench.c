// SPDX-License-Identifier: MIT
// Measurements of whole pictures, as rows of `waft bench`.
#include <time.h>

#include "render/bench.h"
#include "render/support.h"

typedef waft_result bench_picture(wafti_bench_clock* clock, int frame, waft_error* out_error);

static const struct bench_case {
    const char* name;
    const char* summary;
    bench_picture* draw;
    bool
        frames; ///< what leads to a picture counts too, and the row tells frames in place of pixels
} cases[] = {
    {"render/bodies", "5,000 tumbling leaves of 42 triangles with shadows, 640x360, 2x2 samples",
        wafti_render_bench_bodies, false},
    {"render/volume", "smoke of 64 x 128 x 64 cells that fills the height, 640x360, 2x2 samples",
        wafti_render_bench_volume, false},
    {"render/liquid", "a splash of 13,824 particles as a clear surface, 640x360, 2x2 samples",
        wafti_render_bench_liquid, false},
    {"render/water", "waves on a beach of 288 x 192 cells, 640x360, 2x2 samples",
        wafti_render_bench_water, false},
    {"render/sea", "a sea of 16 waves to the horizon, 640x360, 2x2 samples", wafti_render_bench_sea,
        false},
    {"water/interactive",
        "a frame of 1/60 s of 256 x 256 columns with a dragged box, stepped and drawn, 640x360; "
        "seed "
        "003: 19 frames a second",
        wafti_render_bench_pond, true},
};

enum {
    CASE_COUNT = sizeof cases / sizeof cases[0],
    REPETITIONS = 30,
    QUICK_REPETITIONS = 3,
    WIDTH = 640,
    HEIGHT = 360,
};

typedef struct times {
    double wall, cpu; ///< s a picture: the least, and the mean
} times;

size_t waft_render_bench_count(void) {
    return CASE_COUNT;
}

const char* waft_render_bench_name(size_t index) {
    return index < CASE_COUNT ? cases[index].name : NULL;
}

const char* waft_render_bench_summary(size_t index) {
    return index < CASE_COUNT ? cases[index].summary : NULL;
}

static double seconds(clockid_t clock) {
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0.0;
}

waft_drawing wafti_bench_drawing(waft_bounds bounds, waft_camera camera) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.size[0] = WIDTH;
    drawing.look.size[1] = HEIGHT;
    drawing.look.samples = 2;
    drawing.bounds = bounds;
    drawing.camera = camera;
    return drawing;
}

waft_result wafti_bench_draw(
    wafti_bench_clock* clock, const waft_drawing* drawing, waft_error* out_error) {
    const double wall = seconds(CLOCK_MONOTONIC);
    const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    waft_picture picture;
    const waft_result result = waft_renderer_draw(clock->renderer, drawing, &picture, out_error);
    clock->wall = seconds(CLOCK_MONOTONIC) - wall;
    clock->cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    return result;
}

// The first picture compiles shaders and is not counted.
static waft_result measure(wafti_bench_clock* clock, const struct bench_case* what, int repetitions,
    times* out_times, waft_error* out_error) {
    *out_times = (times){.wall = INFINITY};
    for (int i = 0; i <= repetitions; ++i) {
        const double wall = seconds(CLOCK_MONOTONIC);
        const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        const waft_result result = what->draw(clock, i, out_error);
        if (result != WAFT_OK) {
            return result;
        }
        if (what->frames) {
            clock->wall = seconds(CLOCK_MONOTONIC) - wall;
            clock->cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        }
        if (i > 0) {
            out_times->wall = fmin(out_times->wall, clock->wall);
            out_times->cpu += clock->cpu / repetitions;
        }
    }
    return WAFT_OK;
}

waft_result waft_render_bench_run(
    size_t index, const waft_bench_def* def, waft_bench_row* out_row, waft_error* out_error) {
    // The default function is that of waft-tools, which need not be there.
    waft_bench_def wide = {.struct_size = sizeof(wide), .threads = 1};
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_bench_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    if (out_row == NULL) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "bench: out_row is NULL");
    }
    if (index >= CASE_COUNT) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
            "bench: there is no case %zu of the renderer, only %zu", index, (size_t)CASE_COUNT);
    }
    const waft_renderer_def renderer_def = waft_renderer_def_default();
    const int repetitions = wide.quick ? QUICK_REPETITIONS : REPETITIONS;
    times found = {0};
    wafti_bench_clock clock = {.threads = wide.threads};
    result = waft_renderer_create(&renderer_def, &clock.renderer, out_error);
    if (result == WAFT_OK) {
        result = measure(&clock, &cases[index], repetitions, &found, out_error);
    }
    wafti_render_bench_pond_free(&clock);
    waft_renderer_destroy(clock.renderer);
    if (result == WAFT_OK) {
        const double items = cases[index].frames ? 1.0 : (double)(WIDTH * HEIGHT);
        *out_row = (waft_bench_row){
            .name = cases[index].name,
            .ms_per_step = 1e3 * found.wall,
            .cpu_ms_per_step = 1e3 * found.cpu,
            .threads = wide.threads,
            .items = items,
            .per_s = found.wall > 0.0 ? items / found.wall : 0.0,
            .per_s_core = found.cpu > 0.0 ? items / found.cpu : 0.0,
            .unit = cases[index].frames ? "frames" : "pixels",
        };
    }
    return result;
}
