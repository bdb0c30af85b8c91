// SPDX-License-Identifier: MIT
// Sentences find their place by the path that they start with.
#include "scene/diagnostics.h"
#include "scene/scene.h"
#include "scene/yaml_reader.h"
#include "test.h"

#if defined(WAFTI_HAVE_YAML)

static const char text[] = "water:\n"
                           "  size: [4, 5]\n"
                           "  gauges:\n"
                           "    - {name: a, at: [1, 2]}\n";

typedef struct fixture {
    wafti_source source;
    wafti_arena arena;
    wafti_tree tree;
    waft_diagnostics* diagnostics;
    wafti_check check;
} fixture;

static void open_check(fixture* f) {
    *f = (fixture){.source = {.name = "a.yaml", .text = text, .size = sizeof(text) - 1}};
    wafti_arena_init(&f->arena, NULL, 4096);
    CHECK(waft_diagnostics_create(NULL, &f->diagnostics) == WAFT_OK);
    wafti_diagnostics_begin(f->diagnostics);
    wafti_tree_init(&f->tree, &f->arena, f->diagnostics);
    CHECK(wafti_yaml_read(&f->source, 0, &f->tree) == WAFT_OK);
    f->check =
        (wafti_check){.root = f->tree.root, .scene_name = "a.yaml", .diagnostics = f->diagnostics};
}

static void close_check(fixture* f) {
    waft_diagnostics_destroy(f->diagnostics);
    wafti_arena_free(&f->arena);
}

static void check_last(const fixture* f, int line, int column) {
    const size_t count = waft_diagnostics_count(f->diagnostics);
    const waft_diagnostic* d = waft_diagnostics_at(f->diagnostics, count - 1);
    CHECK(d != NULL && d->line == line && d->column == column);
}

static void test_places(void) {
    fixture f;
    open_check(&f);
    wafti_refuse_key(&f.check, "water.size is odd");
    check_last(&f, 2, 3);
    wafti_refuse(&f.check, "water.size[1] is %d", 5);
    check_last(&f, 2, 13);
    wafti_refuse(&f.check, "water.gauges[%d].at lies outside", 0);
    check_last(&f, 4, 21);
    CHECK(wafti_mark_near(&f.check, "water.size")->column == 9);
    CHECK(wafti_mark_near(&f.check, "water.cells")->line == 1);
    CHECK(waft_diagnostics_count(f.diagnostics) == 3);
    close_check(&f);
}

static void test_silence(void) {
    fixture f;
    open_check(&f);
    wafti_refuse(&f.check, "water.depth is not given");
    wafti_refuse(&f.check, "water.gauges[1].at is not there");
    wafti_node_child(f.tree.root->first, "size")->bad = true;
    wafti_refuse(&f.check, "water.size could not be read");
    wafti_refuse_key(&f.check, "water.size could not be read");
    f.check.trial = true;
    wafti_remark_on(&f.check, WAFT_SEVERITY_NOTE, "water.gauges is odd");
    CHECK(waft_diagnostics_count(f.diagnostics) == 0);
    CHECK(wafti_given(&f.check, "water.size") == NULL && !wafti_is_sound(&f.check, "water.size"));
    CHECK(wafti_given(&f.check, "water.depth") == NULL && wafti_is_sound(&f.check, "water.depth"));
    CHECK(wafti_given(&f.check, "water.gauges[%d].name", 0) != NULL);
    f.check.trial = false;
    wafti_remark_on(&f.check, WAFT_SEVERITY_NOTE, "water.gauges is odd");
    CHECK(waft_diagnostics_count(f.diagnostics) == 1);
    close_check(&f);
}

#else

static void test_places(void) {
    CHECK(true);
}

static void test_silence(void) {
    CHECK(true);
}

#endif

static const test_case cases[] = {
    {"sentences find their place", test_places},
    {"nothing is said of what is not given or was not read", test_silence},
};
TEST_MAIN(cases)
