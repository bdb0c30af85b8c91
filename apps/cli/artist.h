// SPDX-License-Identifier: MIT
// What the command uses of the library waft-render. A build without it has an artist too, who says
// what is missing: artist.c and artist_none.c, of which one is linked.
#ifndef CLI_ARTIST_H
#define CLI_ARTIST_H

#include <waft/bench.h>
#include <waft/scene.h>
#include <waft/world.h>

#include <stdbool.h>
#include <stddef.h>

/// Draws worlds of one scene into files.
typedef struct artist artist;

/// True if this build can draw.
bool artist_exists(void);

/// `scene` must outlive the artist. Errors: WAFT_ERR_MISSING (this build or this machine cannot draw;
/// the sentence names the packages), WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT.
WAFT_CHECKED waft_result artist_create(
    const waft_scene* scene, artist** out_artist, waft_error* out_error);
void artist_destroy(artist* self);

/// What draws, as waft_renderer_name().
const char* artist_name(const artist* self);

/// Frames of the past that a picture shows; they must have been recorded, in order.
int artist_history(const artist* self);
void artist_forget(artist* self);
WAFT_CHECKED waft_result artist_record(
    artist* self, const waft_world* world, waft_error* out_error);

/// Draws the world recorded last into a PNG file.
WAFT_CHECKED waft_result artist_draw(
    artist* self, const waft_world* world, const char* path, waft_error* out_error);

/// Measurements of one library; see waft/bench.h.
typedef struct bench_suite {
    size_t (*count)(void);
    const char* (*name)(size_t index);
    const char* (*summary)(size_t index);
    waft_result (*run)(
        size_t index, const waft_bench_def* def, waft_bench_row* out_row, waft_error* out_error);
} bench_suite;

/// Those of waft-render, NULL without it.
const bench_suite* artist_bench(void);

#endif // CLI_ARTIST_H
