// SPDX-License-Identifier: MIT
// The flow of a cached run, frame by frame, as a world reads it: linear in time between frames. Memory
// is taken when the world is made; steps read into it.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "io/grid_cache.h"
#include "io/play_frames.h"
#include "port/port.h"
#include "scene/scene.h"

#include <waft/files.h>

typedef struct player {
    waft_allocator allocator;
    char directory[WAFTI_PLAY_PATH];
    wafti_play_frames frames;
    waft_grid_cache* reader;
    int32_t cells[3];
    double spacing;
    int steps_per_frame;
    size_t count[3];    // faces along each axis, 0: none
    float* faces[2][3]; // of the two cached frames around the present
    int frame[2];       // theirs; -1: none
} player;

static void close_player(void* user) {
    player* self = user;
    for (int n = 0; n < 2; ++n) {
        for (int axis = 0; axis < 3; ++axis) {
            wafti_release(&self->allocator, self->faces[n][axis], self->count[axis], sizeof(float));
        }
    }
    waft_grid_cache_close(self->reader);
    const waft_allocator allocator = self->allocator;
    wafti_release(&allocator, self, 1, sizeof(*self));
}

// ---- one cached frame

static waft_result open_frame(
    player* self, int frame, char path[WAFTI_PLAY_PATH], waft_error* error) {
    if (!wafti_play_frames_path(path, self->directory, frame)) {
        return wafti_fail(error, WAFT_ERR_PARSE, "%s: the path is too long", self->directory);
    }
    const waft_result result = wafti_grid_cache_turn_to(self->reader, path, error);
    if (result != WAFT_OK) {
        // It is input, of which a frame is damaged or gone.
        return result == WAFT_ERR_IO ? WAFT_ERR_PARSE : result;
    }
    const waft_grid_cache_def* header = waft_grid_cache_header(self->reader);
    const bool same = memcmp(header->cells, self->cells, sizeof(self->cells)) == 0 &&
                      (float)header->spacing == (float)self->spacing;
    return same ? WAFT_OK
                : wafti_fail(error, WAFT_ERR_PARSE, "%s: another grid than the scene's", path);
}

static waft_result load_axis(
    const player* self, int axis, int which, const char* path, waft_error* error) {
    static const char* const names[3] = {"u", "v", "w"};
    if (self->count[axis] == 0) {
        return WAFT_OK;
    }
    const int index = waft_grid_cache_find(self->reader, names[axis]);
    if (index < 0) {
        return wafti_fail(error, WAFT_ERR_PARSE,
            "%s has no faces '%s'; run the base with output: [{format: cache}]", path, names[axis]);
    }
    const ptrdiff_t row = self->cells[0] + (axis == 0 ? 1 : 0);
    const ptrdiff_t stride[3] = {1, row, row * (self->cells[1] + (axis == 1 ? 1 : 0))};
    return waft_grid_cache_read(self->reader, index, self->faces[which][axis], stride, error);
}

static waft_result load_frame(player* self, int frame, int which, waft_error* error) {
    if (self->frame[which] == frame) {
        return WAFT_OK;
    }
    char path[WAFTI_PLAY_PATH];
    self->frame[which] = -1;
    waft_result result = open_frame(self, frame, path, error);
    for (int axis = 0; axis < 3 && result == WAFT_OK; ++axis) {
        result = load_axis(self, axis, which, path, error);
    }
    self->frame[which] = result == WAFT_OK ? frame : -1;
    // The disk is at work on the next one while this one is enhanced.
    const int next = frame + self->frames.every;
    if (result == WAFT_OK && next <= self->frames.last &&
        wafti_play_frames_path(path, self->directory, next)) {
        wafti_port_announce(path);
    }
    return result;
}

// ---- what a world asks for

// The later of the two frames becomes the earlier.
static void swap_frames(player* self) {
    const int frame = self->frame[0];
    self->frame[0] = self->frame[1];
    self->frame[1] = frame;
    for (int axis = 0; axis < 3; ++axis) {
        float* faces = self->faces[0][axis];
        self->faces[0][axis] = self->faces[1][axis];
        self->faces[1][axis] = faces;
    }
}

static waft_result read_faces(
    void* user, uint64_t steps, float* const faces[3], waft_error* error) {
    player* self = user;
    const uint64_t per_frame = (uint64_t)self->steps_per_frame;
    const int low = wafti_play_frames_before(&self->frames, (int)(steps / per_frame));
    const uint64_t between = steps - (uint64_t)low * per_frame;
    const float share = (float)between / (float)(per_frame * (uint64_t)self->frames.every);
    if (self->frame[1] == low) {
        swap_frames(self);
    }
    waft_result result = load_frame(self, low, 0, error);
    if (result == WAFT_OK && share > 0.0f) {
        result = load_frame(self, low + self->frames.every, 1, error);
    }
    for (int axis = 0; axis < 3 && result == WAFT_OK; ++axis) {
        const float* before = self->faces[0][axis];
        const float* after = share > 0.0f ? self->faces[1][axis] : before;
        for (size_t i = 0; i < self->count[axis]; ++i) {
            faces[axis][i] = before[i] + share * (after[i] - before[i]);
        }
    }
    return result;
}

static waft_result fill_cells(player* self, waft_smoke* smoke, int kind, const char* name,
    const char* path, waft_error* error) {
    if (waft_smoke_field(smoke, kind).data == NULL) {
        return WAFT_OK;
    }
    const int index = waft_grid_cache_find(self->reader, name);
    if (index < 0) {
        return wafti_fail(error, WAFT_ERR_PARSE,
            "%s has no cells '%s'; run the base again with this waft", path, name);
    }
    // Faces of the later frame have room for all cells, and are not there yet.
    float* cells = self->faces[1][0];
    const ptrdiff_t stride[3] = {
        1, self->cells[0], (ptrdiff_t)self->cells[0] * (ptrdiff_t)self->cells[1]};
    const size_t count = (size_t)stride[2] * (size_t)self->cells[2];
    self->frame[1] = -1;
    const waft_result result = waft_grid_cache_read(self->reader, index, cells, stride, error);
    return result == WAFT_OK ? waft_smoke_set_field(smoke, kind, cells, count) : result;
}

// Density and temperature of the first frame that is played.
static waft_result fill_smoke(void* user, waft_smoke* smoke, waft_error* error) {
    player* self = user;
    char path[WAFTI_PLAY_PATH];
    waft_result result = open_frame(self, self->frame[0], path, error);
    if (result == WAFT_OK) {
        result = fill_cells(self, smoke, WAFT_SMOKE_DENSITY, "density", path, error);
    }
    return result == WAFT_OK
               ? fill_cells(self, smoke, WAFT_SMOKE_TEMPERATURE, "temperature", path, error)
               : result;
}

// ---- creation

static waft_result take_faces(player* self, const waft_smoke* smoke, waft_error* error) {
    for (int axis = 0; axis < 3; ++axis) {
        const waft_field field = waft_smoke_field(smoke, WAFT_SMOKE_VELOCITY_X + axis);
        self->count[axis] = field.data != NULL ? (size_t)field.size[0] * (size_t)field.size[1] *
                                                     (size_t)field.size[2]
                                               : 0;
        for (int n = 0; n < 2 && self->count[axis] > 0; ++n) {
            self->faces[n][axis] =
                wafti_allocate(&self->allocator, self->count[axis], sizeof(float));
            if (self->faces[n][axis] == NULL) {
                return wafti_fail_memory(
                    error, self->count[axis] * sizeof(float), "a flow to be read");
            }
        }
    }
    return wafti_grid_cache_make(&self->allocator, WAFTI_PLAY_PATH, &self->reader, error);
}

// The frame that is played first is told of before the first step.
static waft_result find_start(player* self, int start, waft_error* error) {
    const waft_result result = wafti_play_frames_find(self->directory, &self->frames, error);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_play_frames* frames = &self->frames;
    if (frames->last < frames->first) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s has no cached frames; run it again with --set 'output=[{format: cache}]'",
            self->directory);
    }
    if (start < frames->first || start > frames->last ||
        wafti_play_frames_before(frames, start) != start) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s has no cached frame %d to start at; it has %d to %d, one in %d", self->directory,
            start, frames->first, frames->last, frames->every);
    }
    return load_frame(self, start, 0, error);
}

static waft_result make_player(
    const waft_scene* scene, const waft_smoke* smoke, player** out_player, waft_error* error) {
    player* self = wafti_allocate_zero(&scene->allocator, 1, sizeof(*self));
    if (self == NULL) {
        return wafti_fail_memory(error, sizeof(*self), "a flow to be read");
    }
    const wafti_turbulence_values* values = &scene->values.smoke.turbulence;
    self->allocator = scene->allocator;
    self->frame[0] = self->frame[1] = -1;
    self->spacing = (double)scene->smoke.spacing;
    self->steps_per_frame = wafti_scene_cut_time(&scene->values).steps_per_frame;
    memcpy(self->cells, scene->smoke.cells, sizeof(self->cells));
    (void)snprintf(self->directory, sizeof(self->directory), "%s", values->base);
    waft_result result = take_faces(self, smoke, error);
    result = result == WAFT_OK ? find_start(self, (int)values->start, error) : result;
    if (result != WAFT_OK) {
        close_player(self);
        return result;
    }
    *out_player = self;
    return WAFT_OK;
}

waft_result wafti_scene_play_base(const waft_scene* scene, waft_world* world, waft_error* error) {
    player* self = NULL;
    const waft_result result = make_player(scene, waft_world_smoke(world), &self, error);
    if (self == NULL) {
        return result;
    }
    const uint64_t start =
        (uint64_t)scene->values.smoke.turbulence.start * (uint64_t)self->steps_per_frame;
    return waft_world_play_smoke(world, &(waft_flow_player){.user = self,
                                            .read = read_faces,
                                            .fill = fill_smoke,
                                            .close = close_player,
                                            .start = start});
}
