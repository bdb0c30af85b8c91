// SPDX-License-Identifier: MIT
// The artist of a build with waft-render.
#include "artist.h"

#include "exit.h"

#include <waft/export.h>
#include <waft/render.h>

#include <stdlib.h>

struct artist {
    waft_renderer* renderer;
    waft_stage* stage;
};

bool artist_exists(void) {
    return true;
}

waft_result artist_create(const waft_scene* scene, artist** out_artist, waft_error* out_error) {
    *out_artist = NULL;
    artist* self = calloc(1, sizeof *self);
    if (self == NULL) {
        return error_set(
            out_error, WAFT_ERR_NO_MEMORY, "%s", waft_result_sentence(WAFT_ERR_NO_MEMORY));
    }
    const waft_renderer_def def = waft_renderer_def_default();
    waft_result result = waft_renderer_create(&def, &self->renderer, out_error);
    result = result == WAFT_OK ? waft_stage_create(scene, NULL, &self->stage, out_error) : result;
    if (result != WAFT_OK) {
        artist_destroy(self);
        return result;
    }
    *out_artist = self;
    return WAFT_OK;
}

void artist_destroy(artist* self) {
    if (self != NULL) {
        waft_stage_destroy(self->stage);
        waft_renderer_destroy(self->renderer);
        free(self);
    }
}

const char* artist_name(const artist* self) {
    return waft_renderer_name(self->renderer);
}

int artist_history(const artist* self) {
    return waft_stage_history(self->stage);
}

void artist_forget(artist* self) {
    waft_stage_reset(self->stage);
}

waft_result artist_record(artist* self, const waft_world* world, waft_error* out_error) {
    return waft_stage_record(self->stage, world, out_error);
}

waft_result artist_draw(
    artist* self, const waft_world* world, const char* path, waft_error* out_error) {
    const waft_drawing* drawing = NULL;
    waft_picture picture;
    waft_result result = waft_stage_drawing(self->stage, world, &drawing, out_error);
    if (result == WAFT_OK) {
        result = waft_renderer_draw(self->renderer, drawing, &picture, out_error);
    }
    return result == WAFT_OK ? waft_png_write_picture(
                                   path, picture.pixels, picture.size, picture.row_size, out_error)
                             : result;
}

const bench_suite* artist_bench(void) {
    static const bench_suite suite = {waft_render_bench_count, waft_render_bench_name,
        waft_render_bench_summary, waft_render_bench_run};
    return &suite;
}
