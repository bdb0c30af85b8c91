// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

static size_t taken_by(const waft_smoke_def* def) {
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    const size_t before = f->count.bytes;
    const waft_vec3 gravity = {0.0f, -9.81f, 0.0f};
    CHECK(wafti_smoke_create(&f->context, gravity, def, &f->smoke) == WAFT_OK);
    const size_t taken = f->count.bytes - before;
    CHECK(wafti_smoke_memory(f->smoke) == taken);
    smoke_fixture_close(f);
    return taken;
}

static void memory_is_known_before(void) {
    waft_smoke_def def = small_smoke_def(20, 16, 12);
    CHECK(waft_smoke_memory_needed(&def) == taken_by(&def));
    def.scheme = WAFT_SCHEME_REFLECT;
    def.scalar_count = 3;
    CHECK(waft_smoke_memory_needed(&def) == taken_by(&def));
    def = small_smoke_def(70, 33, 1);
    def.temperature = false;
    def.source_capacity = 0;
    def.solid_capacity = 0;
    CHECK(waft_smoke_memory_needed(&def) == taken_by(&def));
    def.cells[0] = 2;
    CHECK(waft_smoke_memory_needed(&def) == SIZE_MAX);
}

static void a_large_grid_takes_130_bytes_a_cell_at_most(void) {
    waft_smoke_def def = small_smoke_def(256, 256, 256);
    const double cells = 256.0 * 256.0 * 256.0;
    CHECK((double)waft_smoke_memory_needed(&def) <= 130.0 * cells);
}

static void creation_refuses_bad_defs(void) {
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    waft_smoke_def def = small_smoke_def(8, 8, 8);
    def.spacing = 0.0f;
    const waft_vec3 gravity = {0.0f, -9.81f, 0.0f};
    CHECK(wafti_smoke_create(&f->context, gravity, &def, &f->smoke) == WAFT_ERR_ARGUMENT);
    CHECK(f->smoke == NULL);
    CHECK(strncmp(f->error.sentence, "smoke.spacing is 0", 18) == 0);
    smoke_fixture_close(f);
}

static void creation_survives_running_out_of_memory(void) {
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    const waft_smoke_def def = small_smoke_def(8, 8, 8);
    const waft_vec3 gravity = {0.0f, -9.81f, 0.0f};
    const long live = f->count.live;
    waft_result result = WAFT_ERR_NO_MEMORY;
    long n = 0;
    while (result != WAFT_OK && n < 20) {
        f->count.fail_at = f->count.calls + ++n;
        result = wafti_smoke_create(&f->context, gravity, &def, &f->smoke);
        CHECK(result == WAFT_OK || (f->smoke == NULL && f->count.live == live));
    }
    CHECK(result == WAFT_OK && n > 2);
    smoke_fixture_close(f);
}

static void the_def_can_be_read_back(void) {
    const waft_smoke_def def = small_smoke_def(8, 9, 10);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_smoke_def made = waft_smoke_get_def(f->smoke);
    CHECK(made.cells[1] == 9 && made.spacing == def.spacing);
    smoke_fixture_close(f);
}

static void inflow_points_into_the_box(void) {
    waft_smoke_def def = small_smoke_def(8, 8, 8);
    def.sides[WAFT_SIDE_RIGHT].kind = WAFT_SIDE_INFLOW;
    def.sides[WAFT_SIDE_RIGHT].speed = 2.0f;
    def.sides[WAFT_SIDE_RIGHT].density = 0.5f;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    CHECK(f->smoke->velocity[0][8] == -2.0f);
    CHECK(f->smoke->outside[WAFTI_SCALAR_DENSITY][WAFT_SIDE_RIGHT] == 0.5f);
    smoke_fixture_close(f);
}

static void costs_grow_with_the_grid(void) {
    const waft_smoke_def small = small_smoke_def(16, 16, 16);
    waft_smoke_def large = small_smoke_def(32, 32, 32);
    CHECK_NEAR(wafti_smoke_estimate_seconds(&large, 1) / wafti_smoke_estimate_seconds(&small, 1),
        8.0, 1e-9);
    large.every = 4;
    CHECK_NEAR(wafti_smoke_estimate_seconds(&large, 2) / wafti_smoke_estimate_seconds(&small, 1),
        4.0, 1e-9);
}

static const test_case cases[] = {
    {"memory_is_known_before", memory_is_known_before},
    {"a_large_grid_takes_130_bytes_a_cell_at_most", a_large_grid_takes_130_bytes_a_cell_at_most},
    {"creation_refuses_bad_defs", creation_refuses_bad_defs},
    {"creation_survives_running_out_of_memory", creation_survives_running_out_of_memory},
    {"the_def_can_be_read_back", the_def_can_be_read_back},
    {"inflow_points_into_the_box", inflow_points_into_the_box},
    {"costs_grow_with_the_grid", costs_grow_with_the_grid},
};

TEST_MAIN(cases)
