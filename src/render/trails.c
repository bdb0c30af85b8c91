// SPDX-License-Identifier: MIT
#include "render/trails.h"

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

waft_result wafti_trails_create(wafti_trails* trails, wafti_render_room* room,
    const wafti_past* past, size_t capacity, size_t count) {
    *trails = (wafti_trails){.room = room, .past = *past, .capacity = capacity};
    trails->slots = wafti_render_reserve(room, &trails->memory, capacity, sizeof *trails->slots);
    bool good = trails->slots != NULL;
    for (size_t i = 0; i < capacity && good && count > 0; ++i) {
        good = wafti_render_reserve(
                   room, &trails->slots[i].poses, count, sizeof(wafti_past_pose)) != NULL;
    }
    return good ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

void wafti_trails_reset(wafti_trails* trails) {
    trails->first = trails->count = 0;
}

const wafti_slot* wafti_trails_slot(const wafti_trails* trails, size_t age) {
    return age < trails->count
               ? &trails->slots[(trails->first + trails->count - 1 - age) % trails->capacity]
               : NULL;
}

bool wafti_trails_wants(wafti_trails* trails, double time) {
    const wafti_slot* newest = wafti_trails_slot(trails, 0);
    if (newest != NULL && time < newest->time) {
        wafti_trails_reset(trails);
        newest = NULL;
    }
    return trails->capacity > 0 &&
           (newest == NULL || time - newest->time >= 0.5 / trails->past.fps);
}

wafti_past_pose* wafti_trails_add(wafti_trails* trails, double time, size_t count) {
    if (trails->count == trails->capacity) {
        trails->first = (trails->first + 1) % trails->capacity;
        --trails->count;
    }
    wafti_slot* slot = &trails->slots[(trails->first + trails->count++) % trails->capacity];
    wafti_past_pose* poses = wafti_render_reserve(trails->room, &slot->poses, count, sizeof *poses);
    slot->time = time;
    slot->count = poses != NULL ? count : 0;
    return poses;
}

waft_result wafti_trails_record(wafti_trails* trails, const waft_water* water, double time) {
    if (!wafti_trails_wants(trails, time)) {
        return WAFT_OK;
    }
    const size_t count = waft_water_tracer_count(water);
    wafti_past_pose* poses = wafti_trails_add(trails, time, count);
    for (size_t i = 0; i < count && poses != NULL; ++i) {
        poses[i] = (wafti_past_pose){.number = (uint32_t)i};
        if (waft_water_tracer(water, i, &poses[i].pose.position) != WAFT_OK) {
            poses[i].pose.position = (waft_vec3){0.0f, 0.0f, 0.0f};
        }
    }
    return poses != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}

const waft_pose* wafti_trails_find(const wafti_slot* slot, uint32_t number) {
    const wafti_past_pose* poses = slot->poses.memory;
    // Tracers are all there, each in its place.
    if (number < slot->count && poses[number].number == number) {
        return &poses[number].pose;
    }
    size_t low = 0;
    size_t high = slot->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (poses[middle].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < slot->count && poses[low].number == number ? &poses[low].pose : NULL;
}

float wafti_trails_age(const wafti_trails* trails, const wafti_slot* slot, double time) {
    const wafti_past* past = &trails->past;
    const double kept = (double)past->history_frames / past->fps;
    const bool shown = slot->time < time - 0.25 / past->fps &&
                       time - slot->time <= kept * (1.0 + 1e-9) &&
                       wafti_trails_strobes(past, slot->time);
    return shown ? (float)((time - slot->time) / kept) : -1.0f;
}

// Slots of the past that a line goes through, newest first.
static size_t line_slots(
    const wafti_trails* trails, double time, uint32_t number, size_t* out_from) {
    const double span = (double)trails->past.trail * (1.0 + 1e-9);
    size_t from = 0;
    while (from < trails->count && wafti_trails_slot(trails, from)->time >= time) {
        ++from;
    }
    size_t end = from;
    while (end < trails->count && time - wafti_trails_slot(trails, end)->time <= span &&
           wafti_trails_find(wafti_trails_slot(trails, end), number) != NULL) {
        ++end;
    }
    *out_from = from;
    return end - from;
}

void wafti_trails_draw(const wafti_trails* trails, double time, uint32_t number, waft_vec3 now,
    const wafti_pen* pen, wafti_sheet* sheet) {
    size_t from = 0;
    const size_t count = trails->past.trail > 0.0f ? line_slots(trails, time, number, &from) : 0;
    float* alphas = NULL;
    waft_vec3* points =
        count > 0 ? wafti_sheet_line(sheet, count + 1, pen->color, pen->width, &alphas) : NULL;
    if (points == NULL) {
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        const wafti_slot* slot = wafti_trails_slot(trails, from + count - 1 - i);
        const double age = (time - slot->time) / (double)trails->past.trail;
        points[i] = wafti_trails_find(slot, number)->position;
        alphas[i] = (float)fmax(1.0 - age * age, 0.0);
    }
    points[count] = now;
    alphas[count] = 1.0f;
}

bool wafti_trails_strobes(const wafti_past* past, double time) {
    return past->strobe_frames > 0 &&
           llround(time * past->fps) % (long long)past->strobe_frames == 0;
}
