// SPDX-License-Identifier: MIT
// The artist of a build without waft-render: cannot draw, and says so.
#include "artist.h"

#include "exit.h"

bool artist_exists(void) {
    return false;
}

static waft_result fail_missing(waft_error* out_error) {
    return error_set(out_error, WAFT_ERR_MISSING,
        "this waft was built without pictures; install libepoxy-dev and libegl-dev and build it "
        "again");
}

waft_result artist_create(const waft_scene* scene, artist** out_artist, waft_error* out_error) {
    (void)scene;
    *out_artist = NULL;
    return fail_missing(out_error);
}

void artist_destroy(artist* self) {
    (void)self;
}

const char* artist_name(const artist* self) {
    (void)self;
    return "";
}

int artist_history(const artist* self) {
    (void)self;
    return 0;
}

void artist_forget(artist* self) {
    (void)self;
}

waft_result artist_record(artist* self, const waft_world* world, waft_error* out_error) {
    (void)self;
    (void)world;
    return fail_missing(out_error);
}

waft_result artist_draw(
    artist* self, const waft_world* world, const char* path, waft_error* out_error) {
    (void)self;
    (void)world;
    (void)path;
    return fail_missing(out_error);
}

const bench_suite* artist_bench(void) {
    return NULL;
}
