// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

static smoke_fixture* open_box(void) {
    const waft_smoke_def def = small_smoke_def(16, 16, 16);
    return smoke_fixture_open(&def, 1);
}

static float value_at(const smoke_fixture* f, int scalar, int32_t i, int32_t j, int32_t k) {
    return f->smoke->scalar[scalar][wafti_mac_index(&f->smoke->domain.grid, i, j, k)];
}

static void hold_reaches_its_target_with_a_soft_edge(void) {
    smoke_fixture* f = open_box();
    // A ball of 4 cells about a cell's centre.
    waft_source_def def = ball_source(8.5f / 16, 8.5f / 16, 8.5f / 16, 4.0f / 16);
    def.density = 0.8f;
    (void)smoke_fixture_source(f, &def);
    wafti_sources_apply(f->smoke, 0.0, 0.1, 1.0);
    CHECK_NEAR(value_at(f, WAFTI_SCALAR_DENSITY, 8, 8, 8), 0.8, 1e-6);
    CHECK_NEAR(value_at(f, WAFTI_SCALAR_DENSITY, 8, 11, 8), 0.8, 1e-6);
    // At the surface itself half is covered.
    CHECK_NEAR(value_at(f, WAFTI_SCALAR_DENSITY, 8, 12, 8), 0.4, 1e-4);
    CHECK(value_at(f, WAFTI_SCALAR_DENSITY, 8, 13, 8) == 0.0f);
    CHECK_NEAR(value_at(f, WAFTI_SCALAR_TEMPERATURE, 8, 8, 8), 60.0, 1e-4);
    smoke_fixture_close(f);
}

static void hold_takes_its_time_and_add_its_rate(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = ball_source(0.5f, 0.5f, 0.5f, 0.3f);
    def.time = 0.2f;
    const waft_source_id id = smoke_fixture_source(f, &def);
    wafti_sources_apply(f->smoke, 0.0, 0.1, 1.0);
    CHECK_NEAR(value_at(f, WAFTI_SCALAR_DENSITY, 8, 8, 8), 1.0 - exp(-0.5), 1e-6);
    def.mode = WAFT_SOURCE_ADD;
    def.density = 2.0f;
    CHECK(waft_smoke_set_source(f->smoke, id, &def) == WAFT_OK);
    wafti_sources_apply(f->smoke, 0.0, 0.1, 1.0);
    CHECK_NEAR(value_at(f, WAFTI_SCALAR_DENSITY, 8, 8, 8), 1.0 - exp(-0.5) + 0.2, 1e-6);
    def.density = -100.0f;
    CHECK(waft_smoke_set_source(f->smoke, id, &def) == WAFT_OK);
    wafti_sources_apply(f->smoke, 0.0, 0.1, 1.0);
    CHECK(value_at(f, WAFTI_SCALAR_DENSITY, 8, 8, 8) == 0.0f);
    smoke_fixture_close(f);
}

static void a_source_works_in_its_window(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = ball_source(0.5f, 0.5f, 0.5f, 0.3f);
    def.start = 1.0;
    def.end = 2.0;
    (void)smoke_fixture_source(f, &def);
    wafti_sources_apply(f->smoke, 0.5, 0.1, 1.0);
    wafti_sources_apply(f->smoke, 2.0, 0.1, 1.0);
    CHECK(value_at(f, WAFTI_SCALAR_DENSITY, 8, 8, 8) == 0.0f);
    wafti_sources_apply(f->smoke, 1.0, 0.1, 1.0);
    CHECK(value_at(f, WAFTI_SCALAR_DENSITY, 8, 8, 8) == 1.0f);
    smoke_fixture_close(f);
}

static void velocity_is_held_on_faces_inside(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = ball_source(0.5f, 0.5f, 0.5f, 0.25f);
    def.has_velocity = true;
    def.velocity = (waft_vec3){1.0f, 2.0f, -3.0f};
    (void)smoke_fixture_source(f, &def);
    wafti_sources_apply(f->smoke, 0.0, 0.1, 1.0);
    const ptrdiff_t middle = wafti_mac_index(&f->smoke->domain.grid, 8, 8, 8);
    CHECK_NEAR(f->smoke->velocity[0][middle], 1.0, 1e-6);
    CHECK_NEAR(f->smoke->velocity[1][middle], 2.0, 1e-6);
    CHECK_NEAR(f->smoke->velocity[2][middle], -3.0, 1e-6);
    CHECK_NEAR(wafti_sources_speed(f->smoke, 0.0, 0.0), 3.0, 1e-6);
    CHECK_NEAR(wafti_sources_pull(f->smoke, 0.0, 0.0, 0.0), 9.81 * 60.0 / 293.0, 1e-5);
    smoke_fixture_close(f);
}

static void noise_varies_but_keeps_the_mean(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = waft_source_def_default();
    def.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {2.0f, 2.0f, 2.0f}};
    def.pose.position = (waft_vec3){0.5f, 0.5f, 0.5f};
    def.noise = 0.5f;
    def.noise_length = 0.13f;
    (void)smoke_fixture_source(f, &def);
    wafti_sources_apply(f->smoke, 0.0, 0.1, 1.0);
    double sum = 0.0;
    float least = 9.0f;
    float greatest = 0.0f;
    for (int32_t n = 0; n < 4096; ++n) {
        const float value = value_at(f, WAFTI_SCALAR_DENSITY, n % 16, n / 16 % 16, n / 256);
        sum += (double)value;
        least = fminf(least, value);
        greatest = fmaxf(greatest, value);
    }
    CHECK_NEAR(sum / 4096.0, 1.0, 0.05);
    CHECK(least >= 0.5f && least < 0.75f);
    CHECK(greatest <= 1.5f && greatest > 1.25f);
    smoke_fixture_close(f);
}

static void expansion_pushes_air_out(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = ball_source(0.5f, 0.5f, 0.5f, 0.2f);
    def.temperature = 0.0f;
    def.expansion = 1.0f;
    const waft_source_id id = smoke_fixture_source(f, &def);
    smoke_fixture_steps(f, 1);
    // All that is made leaves through the open top: volume of the ball a second.
    const waft_field v = waft_smoke_field(f->smoke, WAFT_SMOKE_VELOCITY_Y);
    double flux = 0.0;
    for (int32_t n = 0; n < 256; ++n) {
        flux += (double)waft_field_at(&v, n % 16, 16, n / 16) / 256.0;
    }
    CHECK_NEAR(flux, 4.0 / 3.0 * 3.14159265 * 0.008, 0.002);
    CHECK(waft_smoke_remove_source(f->smoke, id) == WAFT_OK);
    CHECK(!f->smoke->expands);
    smoke_fixture_close(f);
}

static void centres_move_over_the_step(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = ball_source(0.25f, 0.5f, 0.5f, 0.1f);
    (void)smoke_fixture_source(f, &def);
    wafti_smoke_set(f->smoke, WAFT_KNOB_SOURCE_CENTER_X, 0, 0.75f);
    wafti_sources_apply(f->smoke, 0.0, 0.1, 0.5);
    CHECK(value_at(f, WAFTI_SCALAR_DENSITY, 8, 8, 8) > 0.5f);
    CHECK(value_at(f, WAFTI_SCALAR_DENSITY, 12, 8, 8) == 0.0f);
    wafti_sources_arrive(f->smoke);
    CHECK_NEAR(f->smoke->sources[0].center[0], 0.75, 1e-7);
    smoke_fixture_close(f);
}

static void places_are_counted_and_ids_grow_stale(void) {
    smoke_fixture* f = open_box();
    const waft_source_def def = ball_source(0.5f, 0.5f, 0.5f, 0.1f);
    waft_source_id ids[5];
    for (int n = 0; n < 4; ++n) {
        ids[n] = smoke_fixture_source(f, &def);
    }
    CHECK(waft_smoke_add_source(f->smoke, &def, &ids[4]) == WAFT_ERR_FULL);
    CHECK(ids[4].index1 == 0);
    CHECK(waft_smoke_remove_source(f->smoke, ids[1]) == WAFT_OK);
    CHECK(waft_smoke_remove_source(f->smoke, ids[1]) == WAFT_ERR_STALE_ID);
    CHECK(waft_smoke_set_source(f->smoke, ids[1], &def) == WAFT_ERR_STALE_ID);
    CHECK(waft_smoke_add_source(f->smoke, &def, &ids[4]) == WAFT_OK);
    CHECK(waft_smoke_add_source(f->smoke, NULL, &ids[4]) == WAFT_ERR_ARGUMENT);
    CHECK(waft_smoke_add_source(NULL, &def, &ids[4]) == WAFT_ERR_ARGUMENT);
    CHECK(waft_smoke_set_source(f->smoke, ids[0], NULL) == WAFT_ERR_ARGUMENT);
    smoke_fixture_close(f);
}

static void planes_take_discs(void) {
    const waft_smoke_def plane = small_smoke_def(16, 16, 1);
    smoke_fixture* f = smoke_fixture_open(&plane, 1);
    const waft_source_def def = ball_source(0.5f, 0.5f, 33.0f, 0.25f);
    (void)smoke_fixture_source(f, &def);
    smoke_fixture_steps(f, 2);
    CHECK(density_at(f, 8, 8, 0) > 0.5f);
    smoke_fixture_close(f);
}

static void a_def_without_its_cookie_is_refused(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = ball_source(0.5f, 0.5f, 0.5f, 0.1f);
    const waft_source_id id = smoke_fixture_source(f, &def);
    def.cookie = 0;
    CHECK(waft_smoke_set_source(f->smoke, id, &def) == WAFT_ERR_ARGUMENT);
    CHECK(strncmp(f->error.sentence, "the source def was not initialised", 34) == 0);
    smoke_fixture_close(f);
}

// What comes within a step must be foreseen, or its sub-steps are too few.
static void coming_pull_is_foreseen(void) {
    smoke_fixture* f = open_box();
    waft_source_def def = ball_source(0.5f, 0.5f, 0.5f, 0.25f);
    def.start = 0.05;
    def.has_velocity = true;
    def.velocity = (waft_vec3){0.0f, 7.0f, 0.0f};
    const waft_source_id id = smoke_fixture_source(f, &def);
    const double pull = 9.81 * 60.0 / 293.0;
    CHECK(wafti_sources_pull(f->smoke, 0.0, 0.01, 0.0) == 0.0);
    CHECK(wafti_sources_speed(f->smoke, 0.0, 0.01) == 0.0);
    CHECK_NEAR(wafti_sources_pull(f->smoke, 0.0, 0.1, 0.0), pull, 1e-5);
    CHECK_NEAR(wafti_sources_speed(f->smoke, 0.0, 0.1), 7.0, 1e-6);
    CHECK_NEAR(wafti_sources_pull(f->smoke, 0.0, 0.1, 5.0), 5.0, 1e-9);
    def.noise = 0.5f;
    CHECK(waft_smoke_set_source(f->smoke, id, &def) == WAFT_OK);
    CHECK_NEAR(wafti_sources_pull(f->smoke, 0.0, 0.1, 0.0), 1.5 * pull, 1e-5);
    def.noise = 0.0f;
    def.mode = WAFT_SOURCE_ADD;
    CHECK(waft_smoke_set_source(f->smoke, id, &def) == WAFT_OK);
    CHECK_NEAR(wafti_sources_pull(f->smoke, 0.0, 0.1, 5.0), 5.0 + 0.1 * pull, 1e-5);
    def.end = def.start;
    CHECK(waft_smoke_set_source(f->smoke, id, &def) == WAFT_OK);
    CHECK(wafti_sources_pull(f->smoke, 0.0, 0.1, 0.0) == 0.0);
    smoke_fixture_close(f);
}

static void velocity_is_held_at_a_seam(void) {
    for (int axis = 0; axis < 3; ++axis) {
        waft_smoke_def box = small_smoke_def(8, 8, 8);
        box.sides[2 * axis].kind = WAFT_SIDE_PERIODIC;
        box.sides[2 * axis + 1].kind = WAFT_SIDE_PERIODIC;
        smoke_fixture* f = smoke_fixture_open(&box, 1);
        // A ball at the high end of the axis, which covers the face there.
        float place[3] = {0.25f, 0.25f, 0.25f};
        place[axis] = 0.4375f;
        waft_source_def def = ball_source(place[0], place[1], place[2], 0.125f);
        def.has_velocity = true;
        def.velocity = (waft_vec3){3.0f, 3.0f, 3.0f};
        (void)smoke_fixture_source(f, &def);
        wafti_sources_apply(f->smoke, 0.0, 0.1, 1.0);
        wafti_smoke_set_faces(f->smoke);
        wafti_smoke_edge(f->smoke);
        int32_t cell[3] = {4, 4, 4};
        cell[axis] = 0;
        const wafti_mac* grid = &f->smoke->domain.grid;
        const ptrdiff_t low = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
        CHECK(f->smoke->velocity[axis][low] > 1.0f);
        CHECK(f->smoke->velocity[axis][low] ==
              f->smoke->velocity[axis][low + 8 * wafti_mac_stride(grid, axis)]);
        smoke_fixture_close(f);
    }
}

static const test_case cases[] = {
    {"hold_reaches_its_target_with_a_soft_edge", hold_reaches_its_target_with_a_soft_edge},
    {"hold_takes_its_time_and_add_its_rate", hold_takes_its_time_and_add_its_rate},
    {"a_source_works_in_its_window", a_source_works_in_its_window},
    {"velocity_is_held_on_faces_inside", velocity_is_held_on_faces_inside},
    {"noise_varies_but_keeps_the_mean", noise_varies_but_keeps_the_mean},
    {"expansion_pushes_air_out", expansion_pushes_air_out},
    {"centres_move_over_the_step", centres_move_over_the_step},
    {"places_are_counted_and_ids_grow_stale", places_are_counted_and_ids_grow_stale},
    {"planes_take_discs", planes_take_discs},
    {"a_def_without_its_cookie_is_refused", a_def_without_its_cookie_is_refused},
    {"coming_pull_is_foreseen", coming_pull_is_foreseen},
    {"velocity_is_held_at_a_seam", velocity_is_held_at_a_seam},
};

TEST_MAIN(cases)
