// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

static smoke_fixture* open_box(void) {
    const waft_smoke_def def = small_smoke_def(16, 16, 16);
    return smoke_fixture_open(&def, 1);
}

static void fill_with_smoke(smoke_fixture* f) {
    static float values[4096];
    for (int n = 0; n < 4096; ++n) {
        values[n] = 1.0f;
    }
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_DENSITY, values, 4096) == WAFT_OK);
}

static void a_solid_closes_faces_and_holds_no_smoke(void) {
    smoke_fixture* f = open_box();
    fill_with_smoke(f);
    const waft_solid_def def = ball_solid(0.5f, 0.5f, 0.5f, 0.25f);
    const waft_solid_id id = smoke_fixture_solid(f, &def);
    CHECK(density_at(f, 8, 8, 8) == 0.0f);
    CHECK(density_at(f, 1, 1, 1) == 1.0f);
    const waft_field open = waft_smoke_field(f->smoke, WAFT_SMOKE_OPEN_X);
    CHECK(waft_field_at(&open, 8, 8, 8) == 0.0f);
    CHECK(waft_field_at(&open, 2, 2, 2) == 1.0f);
    CHECK(smoke_fixture_remove(f, id) == WAFT_OK);
    CHECK(waft_field_at(&open, 8, 8, 8) == 1.0f);
    CHECK(density_at(f, 8, 8, 8) == 0.0f);
    CHECK(smoke_fixture_remove(f, id) == WAFT_ERR_STALE_ID);
    smoke_fixture_close(f);
}

static void moves_go_with_constant_velocity(void) {
    smoke_fixture* f = open_box();
    waft_solid_def def = ball_solid(0.4f, 0.5f, 0.5f, 0.2f);
    const waft_solid_id id = smoke_fixture_solid(f, &def);
    waft_pose pose = def.pose;
    pose.position.x = 0.5f;
    pose.rotation = (waft_quat){0.0f, sinf(0.25f), 0.0f, cosf(0.25f)};
    CHECK(smoke_fixture_move(f, id, &pose) == WAFT_OK);
    smoke_fixture_steps(f, 1);
    waft_solid_info info;
    info = smoke_fixture_info(f);
    CHECK_NEAR(info.pose.position.x, 0.5, 1e-6);
    CHECK_NEAR(info.velocity.x, 0.1 / f->dt, 1e-4);
    CHECK_NEAR(info.spin.y, 0.5 / f->dt, 1e-4);
    // Air in front of it is pushed away, air behind follows.
    const waft_vec3 front = waft_smoke_sample_velocity(f->smoke, (waft_vec3){0.75f, 0.5f, 0.5f});
    CHECK(front.x > 0.2f);
    smoke_fixture_steps(f, 1);
    info = smoke_fixture_info(f);
    CHECK(info.velocity.x == 0.0f && info.spin.y == 0.0f);
    CHECK_NEAR(info.pose.position.x, 0.5, 1e-6);
    smoke_fixture_close(f);
}

static void halfway_is_half_the_way(void) {
    smoke_fixture* f = open_box();
    const waft_solid_def def = ball_solid(0.25f, 0.5f, 0.5f, 0.1f);
    const waft_solid_id id = smoke_fixture_solid(f, &def);
    waft_pose pose = def.pose;
    pose.position.x = 0.75f;
    CHECK(smoke_fixture_move(f, id, &pose) == WAFT_OK);
    wafti_obstacles_depart(f->smoke, 0.5);
    CHECK_NEAR(wafti_obstacles_speed(f->smoke), 1.0, 1e-6);
    wafti_obstacles_move(f->smoke, 0.5);
    CHECK_NEAR(f->smoke->domain.solids[0].position[0], 0.5, 1e-6);
    CHECK_NEAR(f->smoke->domain.solids[0].velocity[0], 1.0, 1e-6);
    smoke_fixture_close(f);
}

static void smoke_uncovered_is_clean_air(void) {
    smoke_fixture* f = open_box();
    fill_with_smoke(f);
    const waft_solid_def def = ball_solid(0.4f, 0.5f, 0.5f, 0.2f);
    const waft_solid_id id = smoke_fixture_solid(f, &def);
    waft_pose pose = def.pose;
    pose.position.x = 0.55f;
    CHECK(smoke_fixture_move(f, id, &pose) == WAFT_OK);
    wafti_obstacles_depart(f->smoke, 0.1);
    wafti_obstacles_move(f->smoke, 1.0);
    // Two cells that were inside and are free now, and one that is inside still.
    CHECK(density_at(f, 4, 7, 7) == 0.0f);
    CHECK(f->smoke->domain.clearance[wafti_mac_index(&f->smoke->domain.grid, 4, 7, 7)] > 0);
    CHECK(density_at(f, 8, 7, 7) == 0.0f);
    smoke_fixture_close(f);
}

static void sheets_stop_the_flow(void) {
    smoke_fixture* f = open_box();
    waft_solid_def def = waft_solid_def_default();
    def.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {2.0f, 0.002f, 2.0f}};
    def.pose.position = (waft_vec3){0.5f, 0.49f, 0.5f};
    (void)smoke_fixture_solid(f, &def);
    waft_solid_info info;
    info = smoke_fixture_info(f);
    CHECK(wafti_smoke_solid_form(f->smoke, info.id.index1 - 1)->sheet);
    const waft_source_def source = ball_source(0.5f, 0.2f, 0.5f, 0.15f);
    (void)smoke_fixture_source(f, &source);
    smoke_fixture_steps(f, 30);
    double above = 0.0;
    for (int32_t n = 0; n < 2048; ++n) {
        above += (double)density_at(f, n % 16, 8 + n / 256, n / 16 % 16);
    }
    CHECK(above == 0.0);
    CHECK(density_at(f, 8, 6, 8) > 0.0f);
    smoke_fixture_close(f);
}

static void surfaces_can_be_drawn(void) {
    smoke_fixture* f = open_box();
    waft_solid_def def = ball_solid(0.5f, 0.5f, 0.5f, 0.25f);
    (void)smoke_fixture_solid(f, &def);
    waft_solid_info info;
    CHECK(f->solids.order.count == 1);
    info = smoke_fixture_info(f);
    CHECK(info.index_count == 3840 && info.point_count == 642);
    const float* p = info.positions;
    CHECK_NEAR(sqrt((double)(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])), 0.25, 1e-6);
    smoke_fixture_close(f);
}

static void too_many_are_refused(void) {
    smoke_fixture* f = open_box();
    const waft_solid_def def = ball_solid(0.5f, 0.5f, 0.5f, 0.05f);
    waft_solid_id ids[5];
    for (int n = 0; n < 4; ++n) {
        ids[n] = smoke_fixture_solid(f, &def);
    }
    CHECK(smoke_fixture_add(f, &def, &ids[4]) == WAFT_ERR_FULL);
    smoke_fixture_close(f);
}

static void walls_stand_at_once(void) {
    smoke_fixture* f = open_box();
    static float faces[17 * 256];
    for (int n = 0; n < 17 * 256; ++n) {
        faces[n] = 2.0f;
    }
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_X, faces, 4352) == WAFT_OK);
    const waft_solid_def def = ball_solid(0.5f, 0.5f, 0.5f, 0.25f);
    const waft_solid_id id = smoke_fixture_solid(f, &def);
    const waft_field u = waft_smoke_field(f->smoke, WAFT_SMOKE_VELOCITY_X);
    CHECK(waft_field_at(&u, 8, 8, 8) == 0.0f);
    CHECK(waft_field_at(&u, 0, 8, 8) == 0.0f && waft_field_at(&u, 16, 8, 8) == 0.0f);
    CHECK(waft_field_at(&u, 2, 2, 2) == 2.0f);
    // Fields that are set later go round it as well.
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_X, faces, 4352) == WAFT_OK);
    CHECK(waft_field_at(&u, 8, 8, 8) == 0.0f && waft_field_at(&u, 2, 2, 2) == 2.0f);
    fill_with_smoke(f);
    CHECK(density_at(f, 8, 8, 8) == 0.0f && density_at(f, 1, 1, 1) == 1.0f);
    CHECK(f->smoke->edged);
    CHECK(smoke_fixture_remove(f, id) == WAFT_OK);
    CHECK(f->smoke->edged);
    smoke_fixture_close(f);
}

// Solid cells are those without an open face.
static bool is_solid(const smoke_fixture* f, ptrdiff_t cell) {
    const wafti_domain* domain = &f->smoke->domain;
    float open = 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        const float* weight = domain->weight[axis] + cell;
        open += weight[0] + weight[wafti_mac_stride(&domain->grid, axis)];
    }
    return open == 0.0f;
}

static void a_solid_that_crosses_smoke_holds_none(void) {
    smoke_fixture* f = open_box();
    fill_with_smoke(f);
    const waft_solid_def def = ball_solid(0.3f, 0.5f, 0.5f, 0.2f);
    const waft_solid_id id = smoke_fixture_solid(f, &def);
    waft_pose pose = def.pose;
    for (int step = 0; step < 6; ++step) {
        pose.position.x += 0.06f;
        CHECK(smoke_fixture_move(f, id, &pose) == WAFT_OK);
        smoke_fixture_steps(f, 1);
        double sum = 0.0;
        int solid_count = 0;
        for (int32_t n = 0; n < 4096; ++n) {
            const int32_t cell[3] = {n % 16, n / 16 % 16, n / 256};
            const float density = density_at(f, cell[0], cell[1], cell[2]);
            if (is_solid(f, wafti_mac_index(&f->smoke->domain.grid, cell[0], cell[1], cell[2]))) {
                CHECK(density == 0.0f);
                ++solid_count;
            } else {
                sum += (double)density;
            }
        }
        CHECK(solid_count > 20);
        CHECK_NEAR(waft_smoke_get_stats(f->smoke).density_sum, sum / 4096.0, 1e-9);
    }
    smoke_fixture_close(f);
}

static const test_case cases[] = {
    {"a_solid_closes_faces_and_holds_no_smoke", a_solid_closes_faces_and_holds_no_smoke},
    {"moves_go_with_constant_velocity", moves_go_with_constant_velocity},
    {"halfway_is_half_the_way", halfway_is_half_the_way},
    {"smoke_uncovered_is_clean_air", smoke_uncovered_is_clean_air},
    {"sheets_stop_the_flow", sheets_stop_the_flow},
    {"surfaces_can_be_drawn", surfaces_can_be_drawn},
    {"too_many_are_refused", too_many_are_refused},
    {"walls_stand_at_once", walls_stand_at_once},
    {"a_solid_that_crosses_smoke_holds_none", a_solid_that_crosses_smoke_holds_none},
};

TEST_MAIN(cases)
