// SPDX-License-Identifier: MIT
// Values from nodes made by hand; the sentences are tested over tests/scenes/broken.
#include "reader_fixture.h"

static bool read_scalar(fixture* f, const char* path, const char* text, bool quoted) {
    wafti_node node = {.kind = WAFTI_NODE_SCALAR, .text = text, .quoted = quoted};
    node.mark = (wafti_mark){.source = &f->source, .line = 1, .column = 1, .length = 1};
    const bool sound = wafti_read_value(&f->reader, row_of(path), &node, &f->values);
    CHECK(node.bad == !sound);
    return sound;
}

static void test_scalars(void) {
    fixture f;
    open_reader(&f);
    CHECK(read_scalar(&f, "water.depth", "40 cm", false) && f.values.water.depth == 0.4f);
    CHECK(read_scalar(&f, "water.depth", "50 cm", true) && f.values.water.depth == 0.5);
    CHECK(!read_scalar(&f, "water.depth", "-1", false) && f.values.water.depth == 0.5);
    CHECK(!read_scalar(&f, "water.depth", "1e-60", false));
    CHECK(read_scalar(&f, "seed", "9007199254740991", false));
    CHECK(f.values.world.seed == 9007199254740991);
    CHECK(!read_scalar(&f, "seed", "9007199254740992", false));
    CHECK(read_scalar(&f, "seed", "+7", false) && f.values.world.seed == 7);
    CHECK(read_scalar(&f, "water.keep_level", "true", false) && f.values.water.keep_level);
    CHECK(read_scalar(&f, "water.keep_level", "false", false) && !f.values.water.keep_level);
    CHECK(!read_scalar(&f, "water.keep_level", "yes", false));
    CHECK(read_scalar(&f, "water.mode", "height", true) && f.values.water.mode == 1);
    CHECK(read_scalar(&f, "title", "12", false));
    CHECK_TEXT(f.values.title, "12");
    CHECK(read_scalar(&f, "title", "", true) && f.values.title[0] == '\0');
    CHECK(!read_scalar(&f, "title", "", false));
    CHECK(!read_scalar(&f, "title", "a\xC2\x85z", true));
    CHECK(!read_scalar(&f, "title", "a\xE2\x80\xA8z", true));
    CHECK(read_scalar(&f, "title", "\xC2\xB5m", true));
    close_reader(&f);
}

// Words become bits, in the row's order, not in that of the scene.
static bool read_list(fixture* f, const char* path, const char* a, const char* b) {
    wafti_node list = {.kind = WAFTI_NODE_LIST, .text = ""};
    list.mark = (wafti_mark){.source = &f->source, .line = 1, .column = 1, .length = 1};
    wafti_node items[2];
    const char* const texts[2] = {a, b};
    for (size_t i = 0; i < 2 && texts[i] != NULL; ++i) {
        items[i] = (wafti_node){.kind = WAFTI_NODE_SCALAR, .text = texts[i], .mark = list.mark};
        wafti_node_put(&list, &items[i]);
    }
    static waft_output_def output;
    output.fields = 0;
    const bool sound = wafti_read_value(&f->reader, row_of(path), &list, &output);
    f->values.world.seed = output.fields;
    return sound;
}

static void test_words(void) {
    fixture f;
    open_reader(&f);
    static const char path[] = "output[].fields";
    CHECK(read_list(&f, path, "velocity", "density") && f.values.world.seed == 5);
    CHECK(read_list(&f, path, "vorticity", NULL) && f.values.world.seed == 8);
    CHECK(!read_list(&f, path, "velocity", "velocity") && f.values.world.seed == 0);
    CHECK(!read_list(&f, path, "velocity", "speed") && f.values.world.seed == 0);
    CHECK(!read_list(&f, path, NULL, NULL));
    close_reader(&f);
}

static void test_refused_nodes_stay_silent(void) {
    fixture f;
    open_reader(&f);
    static const char* const paths[] = {"water.depth", "seed", "water.keep_level", "water.mode",
        "title", "water.size", "water.cells", "air.wind", "smoke.cells", "output[].fields"};
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); ++i) {
        wafti_node node = {.kind = WAFTI_NODE_REFUSED, .text = ""};
        CHECK(!wafti_read_value(&f.reader, row_of(paths[i]), &node, &f.values));
    }
    CHECK(waft_diagnostics_count(f.diagnostics) == 0);
    close_reader(&f);
}

static void test_defaults(void) {
    fixture f;
    open_reader(&f);
    wafti_read_defaults(NULL, &f.values);
    CHECK(f.values.world.gravity[1] == -9.81 && f.values.water.cells[1] == 128);
    CHECK(f.values.water.spray.amount == 200.0f && f.values.title == NULL);
    close_reader(&f);
}

static const test_case cases[] = {
    {"numbers, switches, choices and texts", test_scalars},
    {"lists of words", test_words},
    {"what was refused is not reported again", test_refused_nodes_stay_silent},
    {"every default can be read", test_defaults},
};
TEST_MAIN(cases)
