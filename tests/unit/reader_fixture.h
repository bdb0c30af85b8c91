// SPDX-License-Identifier: MIT
// A reader over nodes made by hand.
#ifndef WAFT_TEST_READER_FIXTURE_H
#define WAFT_TEST_READER_FIXTURE_H

#include "scene/reader.h"
#include "test.h"

typedef struct fixture {
    wafti_source source;
    wafti_arena arena;
    waft_diagnostics* diagnostics;
    wafti_reader reader;
    wafti_scene_values values;
} fixture;

static inline void open_reader(fixture* f) {
    *f = (fixture){.source = {.name = "t", .text = ""}};
    wafti_arena_init(&f->arena, NULL, 4096);
    CHECK(waft_diagnostics_create(NULL, &f->diagnostics) == WAFT_OK);
    wafti_diagnostics_begin(f->diagnostics);
    wafti_reader_init(&f->reader, &f->arena, f->diagnostics);
    f->reader.keyed = &f->values.keyed;
}

static inline void close_reader(fixture* f) {
    waft_diagnostics_destroy(f->diagnostics);
    wafti_arena_free(&f->arena);
}

static inline const wafti_param* row_of(const char* path) {
    return wafti_param_find(path);
}

#endif // WAFT_TEST_READER_FIXTURE_H
