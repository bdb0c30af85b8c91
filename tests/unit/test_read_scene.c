// SPDX-License-Identifier: MIT
// The walk over a tree made by hand: no YAML is needed.
#include "scene/reader.h"
#include "test.h"

typedef struct fixture {
    wafti_source source;
    wafti_arena arena;
    waft_diagnostics* diagnostics;
    wafti_tree tree;
    wafti_scene_values values;
    int column;
} fixture;

static void open_tree(fixture* f) {
    *f = (fixture){.source = {.name = "t", .text = ""}};
    wafti_arena_init(&f->arena, NULL, 4096);
    CHECK(waft_diagnostics_create(NULL, &f->diagnostics) == WAFT_OK);
    wafti_diagnostics_begin(f->diagnostics);
    wafti_tree_init(&f->tree, &f->arena, f->diagnostics);
}

static void close_tree(fixture* f) {
    waft_diagnostics_destroy(f->diagnostics);
    wafti_arena_free(&f->arena);
}

static wafti_mark next_mark(fixture* f) {
    return (wafti_mark){.source = &f->source, .line = 1, .column = ++f->column, .length = 1};
}

static void begin(fixture* f, wafti_node_kind kind) {
    CHECK(wafti_tree_begin(&f->tree, next_mark(f), kind) == WAFT_OK);
}

static void end(fixture* f) {
    wafti_tree_end(&f->tree, next_mark(f));
}

static void key(fixture* f, const char* name) {
    CHECK(wafti_tree_key(&f->tree, next_mark(f), name, strlen(name)) == WAFT_OK);
}

static void pair(fixture* f, const char* name, const char* text) {
    key(f, name);
    CHECK(wafti_tree_scalar(&f->tree, next_mark(f), text, strlen(text), false) == WAFT_OK);
}

static void read_it(fixture* f) {
    wafti_reader reader;
    wafti_reader_init(&reader, &f->arena, f->diagnostics);
    wafti_read_scene(&reader, f->tree.root, &f->values);
    CHECK(!reader.no_memory && reader.path_length == 0);
}

static void test_fill(void) {
    fixture f;
    open_tree(&f);
    begin(&f, WAFTI_NODE_MAP);
    pair(&f, "waft", "1");
    key(&f, "water");
    begin(&f, WAFTI_NODE_MAP);
    pair(&f, "depth", "3");
    key(&f, "trains");
    begin(&f, WAFTI_NODE_LIST);
    begin(&f, WAFTI_NODE_MAP);
    pair(&f, "length", "2");
    end(&f);
    begin(&f, WAFTI_NODE_MAP);
    pair(&f, "shape", "point");
    pair(&f, "period", "4");
    end(&f);
    end(&f);
    end(&f);
    end(&f);
    read_it(&f);
    CHECK(wafti_diagnostics_end(f.diagnostics) == WAFT_OK);
    CHECK(f.values.has_water && f.values.water.depth == 3.0f && f.values.time.fps == 30.0);
    CHECK(f.values.water.train_count == 2);
    const waft_train_def* trains = f.values.water.trains;
    CHECK(trains[0].length == 2.0f && trains[0].period == 0.0f && trains[0].direction.x == 1.0f);
    CHECK(trains[1].shape == WAFT_TRAIN_POINT && trains[1].amplitude == 0.1f);
    close_tree(&f);
}

static void test_problems(void) {
    fixture f;
    open_tree(&f);
    begin(&f, WAFTI_NODE_MAP);
    key(&f, "water");
    begin(&f, WAFTI_NODE_MAP);
    pair(&f, "densty", "3");
    key(&f, "gauges");
    begin(&f, WAFTI_NODE_LIST);
    begin(&f, WAFTI_NODE_MAP);
    pair(&f, "nam", "x");
    end(&f);
    end(&f);
    end(&f);
    end(&f);
    read_it(&f);
    CHECK(wafti_diagnostics_end(f.diagnostics) == WAFT_ERR_PARSE);
    static const char* const want[] = {
        "a scene starts with 'waft: 1', the version of its format",
        "unknown key 'densty' in water; did you mean 'density'?",
        "a gauge needs a place, such as at: [1, 2]",
        "unknown key 'nam' in water.gauges[0]; did you mean 'name'?",
    };
    CHECK(waft_diagnostics_count(f.diagnostics) == 4);
    for (size_t i = 0; i < 4 && i < waft_diagnostics_count(f.diagnostics); ++i) {
        CHECK_TEXT(waft_diagnostics_at(f.diagnostics, i)->message, want[i]);
    }
    close_tree(&f);
}

static void test_path(void) {
    wafti_reader reader;
    wafti_reader_init(&reader, NULL, NULL);
    const size_t top = wafti_reader_enter(&reader, "water");
    const size_t water = wafti_reader_enter(&reader, "trains");
    const size_t list = wafti_reader_enter_item(&reader, 12);
    CHECK_TEXT(reader.path, "water.trains[12]");
    wafti_reader_leave(&reader, list);
    CHECK_TEXT(reader.path, "water.trains");
    wafti_reader_leave(&reader, water);
    wafti_reader_leave(&reader, top);
    CHECK_TEXT(reader.path, "");
}

static const test_case cases[] = {
    {"groups and lists are filled", test_fill},
    {"unknown and missing keys", test_problems},
    {"the path of a message", test_path},
};
TEST_MAIN(cases)
