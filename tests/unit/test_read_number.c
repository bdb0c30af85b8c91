// SPDX-License-Identifier: MIT
// Numbers from nodes made by hand; the sentences are tested over tests/scenes/broken.
#include "reader_fixture.h"

static double read_depth(fixture* f, const char* text) {
    static int line;
    const wafti_node node = {.kind = WAFTI_NODE_SCALAR,
        .text = text,
        .mark = {.source = &f->source, .line = ++line, .column = 1, .length = 1}};
    float depth = -1.0f;
    (void)wafti_read_number(&f->reader, row_of("water.depth"), &node, &depth);
    return (double)depth;
}

static void test_numbers(void) {
    fixture f;
    open_reader(&f);
    CHECK(read_depth(&f, "2") == 2.0 && read_depth(&f, "25 cm") == 0.25);
    CHECK(read_depth(&f, "1e5") == 1e5 && read_depth(&f, "0.5e-3") == (double)0.0005f);
    static const char* const refused[] = {"", "~", "deep", "010", "0x1", "1_0", "1,5", "nan", "-1",
        "0", "1e6", "1e-60", "1e99", "3 s", "3 x", "3 m/s", "--1", "1 2"};
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); ++i) {
        CHECK(read_depth(&f, refused[i]) == -1.0);
    }
    CHECK(waft_diagnostics_count(f.diagnostics) == sizeof(refused) / sizeof(refused[0]));
    close_reader(&f);
}

static void make_list(wafti_node* list, wafti_node* items, const char* const* texts, size_t count) {
    *list = (wafti_node){.kind = WAFTI_NODE_LIST};
    for (size_t i = 0; i < count; ++i) {
        items[i] = (wafti_node){.kind = WAFTI_NODE_SCALAR, .text = texts[i]};
        wafti_node_put(list, &items[i]);
    }
}

static void test_vectors(void) {
    fixture f;
    open_reader(&f);
    wafti_node list;
    wafti_node items[3];
    make_list(&list, items, (const char* const[]){"2 km", "3"}, 2);
    CHECK(wafti_read_value(&f.reader, row_of("water.size"), &list, &f.values));
    CHECK(f.values.water.size.x == 2000.0f && f.values.water.size.y == 3.0f);
    make_list(&list, items, (const char* const[]){"64", "many"}, 2);
    CHECK(!wafti_read_value(&f.reader, row_of("water.cells"), &list, &f.values));
    CHECK(f.values.water.cells[0] == 0);
    close_reader(&f);
}

static void test_curves(void) {
    fixture f;
    open_reader(&f);
    wafti_node curve = {.kind = WAFTI_NODE_LIST};
    wafti_node keys[2];
    wafti_node parts[2][2];
    make_list(&keys[0], parts[0], (const char* const[]){"500 ms", "10"}, 2);
    make_list(&keys[1], parts[1], (const char* const[]){"2", "30"}, 2);
    wafti_node_put(&curve, &keys[0]);
    wafti_node_put(&curve, &keys[1]);
    CHECK(wafti_read_value(&f.reader, row_of("water.spray.amount"), &curve, &f.values));
    const wafti_keyed* amount = wafti_scene_keys(&f.values, row_of("water.spray.amount"), 0);
    CHECK(amount != NULL && amount->key_count == 2 && f.values.water.spray.amount == 10.0f);
    CHECK(amount->keys[0].time == 0.5 && amount->keys[1].value[0] == 30.0);
    CHECK(wafti_scene_keys(&f.values, row_of("water.spray.amount"), 1) == NULL);
    CHECK(wafti_scene_keys(&f.values, row_of("water.spray.radius"), 0) == NULL);
    CHECK(!wafti_read_value(&f.reader, row_of("water.spray.radius"), &curve, &f.values));
    CHECK(waft_diagnostics_count(f.diagnostics) == 1);
    close_reader(&f);
}

static const test_case cases[] = {
    {"numbers in range, in SI", test_numbers},
    {"vectors are read whole or not at all", test_vectors},
    {"curves", test_curves},
};
TEST_MAIN(cases)
