// SPDX-License-Identifier: MIT
#include "render/trails.h"

#include "render/support.h"

// Two minutes at 30 frames a second. More cannot be told apart in one picture.
static const double most_frames = 3600.0;
// Earlier poses without trails to end them.
static const double most_poses = 32.0;

wafti_past wafti_past_of(const waft_look* look, const waft_scene_time* time) {
    wafti_past past = {.fps = time->fps, .trail = look->trails};
    double frames = ceil((double)look->trails * time->fps - 1e-6);
    if (look->strobe > 0.0f) {
        const double interval = fmin(fmax(round((double)look->strobe * time->fps), 1.0), 1e9);
        past.strobe_frames = (int)interval;
        frames = look->trails > 0.0f ? frames : most_poses * interval;
    }
    frames = fmin(frames, (double)(time->frame_count - 1));
    past.history_frames = (int)fmax(fmin(frames, most_frames), 0.0);
    return past;
}

waft_result wafti_trails_create(wafti_trails* trails, const waft_allocator* allocator,
    const wafti_past* past, size_t tracer_count) {
    *trails = (wafti_trails){.past = *past, .tracer_count = tracer_count};
    if (tracer_count == 0 || past->history_frames == 0) {
        return WAFT_OK;
    }
    trails->capacity = (size_t)past->history_frames + 1;
    trails->positions = wafti_render_allocate(
        allocator, trails->capacity, tracer_count * sizeof *trails->positions);
    trails->times = wafti_render_allocate(allocator, trails->capacity, sizeof *trails->times);
    if (trails->positions == NULL || trails->times == NULL) {
        wafti_trails_destroy(trails, allocator);
        return WAFT_ERR_NO_MEMORY;
    }
    return WAFT_OK;
}

void wafti_trails_destroy(wafti_trails* trails, const waft_allocator* allocator) {
    wafti_render_release(allocator, trails->positions, trails->capacity,
        trails->tracer_count * sizeof *trails->positions);
    wafti_render_release(allocator, trails->times, trails->capacity, sizeof *trails->times);
    *trails = (wafti_trails){0};
}

void wafti_trails_reset(wafti_trails* trails) {
    trails->first = trails->count = 0;
}

const waft_vec3* wafti_trails_slot(const wafti_trails* trails, size_t age, double* out_time) {
    if (age >= trails->count) {
        return NULL;
    }
    const size_t slot = (trails->first + trails->count - 1 - age) % trails->capacity;
    if (out_time != NULL) {
        *out_time = trails->times[slot];
    }
    return trails->positions + slot * trails->tracer_count;
}

void wafti_trails_record(wafti_trails* trails, const waft_water* water, double time) {
    double newest = 0.0;
    if (trails->capacity == 0 || trails->positions == NULL) {
        return;
    }
    if (wafti_trails_slot(trails, 0, &newest) != NULL) {
        if (time < newest) {
            wafti_trails_reset(trails);
        } else if (time - newest < 0.5 / trails->past.fps) {
            return;
        }
    }
    if (trails->count == trails->capacity) {
        trails->first = (trails->first + 1) % trails->capacity;
        --trails->count;
    }
    const size_t slot = (trails->first + trails->count++) % trails->capacity;
    trails->times[slot] = time;
    for (size_t i = 0; i < trails->tracer_count; ++i) {
        waft_vec3* position = &trails->positions[slot * trails->tracer_count + i];
        if (waft_water_tracer(water, i, position) != WAFT_OK) {
            *position = (waft_vec3){0.0f, 0.0f, 0.0f};
        }
    }
}

bool wafti_trails_strobes(const wafti_past* past, double time) {
    return past->strobe_frames > 0 &&
           llround(time * past->fps) % (long long)past->strobe_frames == 0;
}
