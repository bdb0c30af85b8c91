// SPDX-License-Identifier: MIT
// Row hull-file of docs/spec/bodies.md#verification.
#include "hooks.h"
#include "hull_fixture.h"

static waft_hull* small_hull(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.2, 0.3);
    def.detail = 0;
    def.turbulence.bake = true;
    def.turbulence.cells[0] = 16;
    def.turbulence.cells[1] = 8;
    def.turbulence.cells[2] = 8;
    return hull_of(&def);
}

static void check_same(const waft_hull* a, const waft_hull* b) {
    char* first = NULL;
    char* second = NULL;
    size_t first_count = 0;
    size_t second_count = 0;
    CHECK(waft_hull_write(a, NULL, &first, &first_count, NULL) == WAFT_OK);
    CHECK(waft_hull_write(b, NULL, &second, &second_count, NULL) == WAFT_OK);
    CHECK(first_count == second_count && same_bits(first, second, first_count));
    waft_text_free(NULL, first);
    waft_text_free(NULL, second);
}

static void test_round_trip(void) {
    waft_hull* hull = small_hull();
    waft_hull* back = NULL;
    char* bytes = NULL;
    size_t count = 0;
    waft_error error = {.sentence = ""};
    wafti_hull_warn(hull, "something is odd");
    CHECK(waft_hull_write(hull, NULL, &bytes, &count, &error) == WAFT_OK);
    CHECK(waft_hull_read(bytes, count, NULL, &back, &error) == WAFT_OK);
    check_same(hull, back);
    waft_hull_info a = waft_hull_get_info(hull);
    waft_hull_info b = waft_hull_get_info(back);
    CHECK(b.history_count == a.history_count && b.history_count > 0);
    CHECK(same_bits(a.history, b.history, a.history_count * sizeof(a.history[0])));
    CHECK(same_bits(a.contacts, b.contacts, a.contact_count * 24));
    CHECK(same_bits(hull->potential, back->potential, a.facet_count * 48));
    CHECK_TEXT(waft_hull_warning(back, waft_hull_warning_count(back) - 1), "something is odd");
    // Everything else but the time it took and where it is.
    a.history = b.history = NULL;
    a.contacts = b.contacts = NULL;
    a.seconds = a.flow_seconds = 0.0;
    CHECK(same_bits(a.added_mass, b.added_mass, sizeof(a.added_mass)));
    CHECK(same_bits(a.plates, b.plates, sizeof(a.plates)));
    CHECK(a.key == b.key && a.method == b.method && a.iterations == b.iterations);
    CHECK(a.point_count == b.point_count && a.facet_count == b.facet_count);
    CHECK(a.plate == b.plate && a.plate_count == b.plate_count && a.reynolds == b.reynolds);
    waft_text_free(NULL, bytes);
    waft_hull_destroy(back);
    waft_hull_destroy(hull);
}

// Sources have strengths, not a potential on the facets: such a hull keeps none, in a file either.
static void test_without_potential(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.2, 0.3);
    def.detail = 1;
    def.method = WAFT_ADDED_MASS_SOURCES;
    waft_hull* hull = hull_of(&def);
    waft_hull* back = NULL;
    char* bytes = NULL;
    size_t count = 0;
    CHECK(hull->potential == NULL);
    CHECK(waft_hull_write(hull, NULL, &bytes, &count, NULL) == WAFT_OK);
    CHECK(waft_hull_read(bytes, count, NULL, &back, NULL) == WAFT_OK);
    CHECK(back->potential == NULL);
    check_same(hull, back);
    waft_text_free(NULL, bytes);
    waft_hull_destroy(back);
    waft_hull_destroy(hull);
}

static void test_damage(void) {
    waft_hull* hull = small_hull();
    waft_hull* back = NULL;
    char* bytes = NULL;
    size_t count = 0;
    CHECK(waft_hull_write(hull, NULL, &bytes, &count, NULL) == WAFT_OK);
    size_t accepted = 0;
    for (size_t i = 0; i < count; ++i) {
        bytes[i] = (char)(bytes[i] ^ (1 << (i % 8)));
        accepted += waft_hull_read(bytes, count, NULL, &back, NULL) != WAFT_ERR_PARSE;
        bytes[i] = (char)(bytes[i] ^ (1 << (i % 8)));
        accepted += waft_hull_read(bytes, i, NULL, &back, NULL) != WAFT_ERR_PARSE;
        accepted += back != NULL;
    }
    CHECK(accepted == 0);
    waft_error error;
    bytes[8] = 2;
    CHECK(waft_hull_read(bytes, count, NULL, &back, &error) == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "not a hull: it is of another version; bake it again");
    CHECK(waft_hull_read(NULL, 0, NULL, &back, &error) == WAFT_ERR_PARSE);
    waft_text_free(NULL, bytes);
    waft_hull_destroy(hull);
}

static void test_memory(void) {
    waft_hull* hull = small_hull();
    char* bytes = NULL;
    size_t count = 0;
    CHECK(waft_hull_write(hull, NULL, &bytes, &count, NULL) == WAFT_OK);
    bool done = false;
    for (long fail_at = 1; !done && fail_at < 100; ++fail_at) {
        counting memory = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&memory);
        waft_hull* back = NULL;
        const waft_result result = waft_hull_read(bytes, count, &allocator, &back, NULL);
        done = memory.calls < fail_at;
        CHECK(result == (done ? WAFT_OK : WAFT_ERR_NO_MEMORY));
        waft_hull_destroy(back);
        CHECK(memory.live == 0);
    }
    CHECK(done);
    waft_text_free(NULL, bytes);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"without a potential", test_without_potential},
    {"round trip", test_round_trip},
    {"damage", test_damage},
    {"memory", test_memory},
};

TEST_MAIN(cases)
