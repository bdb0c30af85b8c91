// SPDX-License-Identifier: MIT
#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 8 };

static const double h = 1.0 / N;

static double tilted(const double p[3], void* user) {
    (void)user;
    return 0.5 + p[0] - 2.0 * p[1] + 3.0 * p[2];
}

static double along_x(const double p[3], void* user) {
    (void)user;
    return 1.0 + p[0];
}

static detail_fixture open_box(waft_side_kind kind, int32_t depth, int refine) {
    waft_smoke_def smoke = smoke_fixture_def(N, N, depth, h);
    for (int side = 0; side < (depth > 1 ? 6 : 4); ++side) {
        smoke.sides[side].kind = kind;
    }
    waft_bank_def bank = waft_bank_def_default();
    bank.size = 16;
    bank.count = 1;
    bank.dimensions = depth > 1 ? 3 : 2;
    bank.spectrum.bands[0] = (waft_band){.wavenumber = 5.0, .deviation = 0.5, .energy = 1.0};
    waft_bank* made = NULL;
    CHECK(waft_bank_create(&bank, &made, NULL) == WAFT_OK);
    waft_detail_def def = waft_detail_def_default();
    def.refine = refine;
    return detail_fixture_open(&smoke, 0.1, &def, made, 1);
}

// Inside, since walls hold the outermost faces.
static void check_tilted(const wafti_part* part, int axis, int refine) {
    const int32_t cells[2] = {2 * refine, 5 * refine + 1};
    for (int n = 0; n < 8; ++n) {
        const int32_t c[3] = {cells[n & 1], cells[n >> 1 & 1], cells[n >> 2]};
        double p[3];
        for (int a = 0; a < 3; ++a) {
            p[a] = h / refine * (c[a] + (a == axis ? 0.0 : 0.5));
        }
        const ptrdiff_t at = wafti_mac_index(&part->smoke->domain.grid, c[0], c[1], c[2]);
        CHECK_NEAR(part->mean[axis][at], tilted(p, NULL), 1e-5);
    }
}

// What is linear in space stays so, whatever the component.
static void linear_flow_is_exact(void) {
    for (int refine = 1; refine <= 4; refine *= 2) {
        detail_fixture d = open_box(WAFT_SIDE_CLOSED, N, refine);
        for (int axis = 0; axis < 3; ++axis) {
            smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X + axis, axis, tilted, NULL);
        }
        detail_fixture_load(&d);
        const wafti_part* part = &d.detail->parts[0];
        const wafti_mac* grid = &part->smoke->domain.grid;
        CHECK(grid->n[0] == N * refine && grid->n[2] == N * refine);
        for (int axis = 0; axis < 3; ++axis) {
            check_tilted(part, axis, refine);
        }
        detail_fixture_close(&d);
    }
}

// Half a fine cell from a side: the outermost value goes on, or that of the other side comes in.
static void cells_at_sides(void) {
    static const waft_side_kind kinds[2] = {WAFT_SIDE_CLOSED, WAFT_SIDE_PERIODIC};
    const double low = 1.0 + 0.5 * h;
    const double high = 1.0 + (N - 0.5) * h;
    for (int n = 0; n < 2; ++n) {
        detail_fixture d = open_box(kinds[n], N, 2);
        smoke_fixture_set(&d.f, WAFT_SMOKE_DENSITY, -1, along_x, NULL);
        detail_fixture_load(&d);
        const waft_field fine = waft_smoke_field(waft_detail_smoke(d.detail), WAFT_SMOKE_DENSITY);
        CHECK_NEAR(waft_field_at(&fine, 0, 3, 3), n == 0 ? low : 0.75 * low + 0.25 * high, 1e-6);
        CHECK_NEAR(
            waft_field_at(&fine, 2 * N - 1, 3, 3), n == 0 ? high : 0.75 * high + 0.25 * low, 1e-6);
        CHECK_NEAR(waft_field_at(&fine, 1, 3, 3), low + 0.25 * h, 1e-6);
        detail_fixture_close(&d);
    }
}

static void a_plane_is_not_refined_along_z(void) {
    detail_fixture d = open_box(WAFT_SIDE_CLOSED, 1, 2);
    smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X, 0, along_x, NULL);
    detail_fixture_load(&d);
    const wafti_part* part = &d.detail->parts[0];
    const wafti_mac* grid = &part->smoke->domain.grid;
    CHECK(grid->n[0] == 2 * N && grid->n[2] == 1);
    CHECK(part->at.cells[2].count == 1 && part->at.cells[2].at[0] == 0);
    CHECK_NEAR(part->at.cells[2].share[0], 0.0, 0.0);
    CHECK_NEAR(part->mean[0][wafti_mac_index(grid, 5, 4, 0)], 1.0 + 2.5 * h, 1e-6);
    detail_fixture_close(&d);
}

// A region in a box with a ball, or round a ring: what is put together keeps to sides, solids and halos.
static void composed_flows_are_finished(void) {
    static const waft_side_kind kinds[3] = {WAFT_SIDE_CLOSED, WAFT_SIDE_OPEN, WAFT_SIDE_PERIODIC};
    for (int n = 0; n < 6; ++n) {
        const int32_t depth = n < 3 ? N : 1;
        waft_smoke_def smoke = smoke_fixture_def(N, N, depth, h);
        for (int side = 0; side < (depth > 1 ? 6 : 4); ++side) {
            smoke.sides[side].kind = kinds[n % 3];
        }
        waft_detail_def def = waft_detail_def_default();
        def.mode = WAFT_DETAIL_FORCE;
        def.refine = 4;
        def.strength = 0.0f;
        def.region_count = 1;
        def.regions[0] = (waft_region){{0.25f, 0.25f, 0.0f}, {0.75f, 0.75f, (float)(depth * h)}};
        detail_fixture d = detail_fixture_open(&smoke, 0.01, &def, NULL, 2);
        waft_solid_def ball = waft_solid_def_default();
        ball.shape.radius = 0.1f;
        ball.pose.position = (waft_vec3){0.4f, 0.6f, (float)(0.5 * depth * h)};
        waft_solid_id id;
        CHECK(waft_world_add_solid(d.f.world, &ball, &id) == WAFT_OK);
        smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_Y, 1, tilted, NULL);
        smoke_fixture_steps(&d.f, 2);
        waft_smoke* fine = d.detail->fine;
        const wafti_mac* grid = &fine->domain.grid;
        CHECK(d.detail->carried && fine->edged);
        for (int axis = 0; axis < grid->axes; ++axis) {
            static float before[100000];
            CHECK(grid->size <= sizeof(before) / sizeof(before[0]));
            memcpy(before, fine->velocity[axis] - grid->first, grid->size * sizeof(float));
            wafti_smoke_set_faces(fine);
            wafti_smoke_edge(fine);
            CHECK(memcmp(before, fine->velocity[axis] - grid->first, grid->size * sizeof(float)) ==
                  0);
        }
        detail_fixture_close(&d);
    }
}

static const test_case cases[] = {{"linear_flow_is_exact", linear_flow_is_exact},
    {"cells_at_sides", cells_at_sides},
    {"a_plane_is_not_refined_along_z", a_plane_is_not_refined_along_z},
    {"composed_flows_are_finished", composed_flows_are_finished}};

TEST_MAIN(cases)
