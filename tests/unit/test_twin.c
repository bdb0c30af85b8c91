// SPDX-License-Identifier: MIT
#include "test.h"

#include "unit/smoke_fixture.h"

enum { N = 8 };

static const float h = 0.0625f;

static waft_smoke_def base_def(void) {
    waft_smoke_def def = small_smoke_def(N, N, N);
    def.sides[0] = (waft_smoke_side){.kind = WAFT_SIDE_INFLOW, .speed = 2.0f};
    def.sides[1].kind = WAFT_SIDE_OPEN;
    return def;
}

static waft_smoke* make_twin(smoke_fixture* f, const bool held[WAFT_SIDE_COUNT]) {
    waft_smoke_def def = f->smoke->def;
    for (int axis = 0; axis < 3; ++axis) {
        def.cells[axis] *= 2;
    }
    def.spacing *= 0.5f;
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        def.sides[side].speed = held[side] ? 0.0f : def.sides[side].speed;
    }
    waft_smoke* twin = NULL;
    CHECK(wafti_smoke_create_twin(f->smoke, &def, held, &twin) == WAFT_OK);
    return twin;
}

static float inflow(const waft_smoke* smoke) {
    const wafti_mac* grid = &smoke->domain.grid;
    return smoke->velocity[0][wafti_mac_index(grid, 0, grid->n[1] / 2, grid->n[2] / 2)];
}

// Sources, obstacles and live members of the def are the base's, as they are at the time.
static void a_twin_has_what_the_base_has(void) {
    const waft_smoke_def def = base_def();
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_source_def source = ball_source(4 * h, 2 * h, 4 * h, 1.5f * h);
    (void)smoke_fixture_source(f, &source);
    waft_smoke* twin = make_twin(f, (const bool[WAFT_SIDE_COUNT]){false});
    CHECK(twin->domain.grid.n[0] == 2 * N && twin->domain.grid.n[2] == 2 * N);
    CHECK(twin->source_order.count == 1 && twin->obstacle_order.count == 0);
    CHECK(twin->gravity[1] == f->smoke->gravity[1]);
    const waft_solid_def obstacle = ball_solid(4 * h, 6 * h, 4 * h, 1.2f * h);
    (void)smoke_fixture_solid(f, &obstacle);
    f->smoke->def.confinement = 0.3f;
    f->smoke->def.buoyancy.density = 0.7f;
    f->smoke->def.sides[0].speed = 3.0f;
    wafti_smoke_mirror(twin, f->smoke, false);
    CHECK_NEAR(twin->def.confinement, 0.3f, 0.0);
    CHECK_NEAR(twin->def.buoyancy.density, 0.7f, 0.0);
    CHECK_NEAR(inflow(twin), 3.0, 1e-6);
    CHECK(twin->obstacle_order.count == 1);
    const uint32_t slot = f->smoke->obstacle_order.slots[0];
    CHECK_NEAR(twin->domain.solids[slot].position[1], 6.0 * (double)h, 1e-6);
    wafti_smoke_destroy(twin);
    smoke_fixture_close(f);
}

// Sides that another flow holds keep what it has given them.
static void held_sides_are_not_the_bases(void) {
    const waft_smoke_def def = base_def();
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_smoke* twin = make_twin(f, (const bool[WAFT_SIDE_COUNT]){true});
    CHECK_NEAR(inflow(twin), 0.0, 0.0);
    const wafti_mac* grid = &twin->domain.grid;
    twin->velocity[0][wafti_mac_index(grid, 0, grid->n[1] / 2, grid->n[2] / 2)] = 1.25f;
    f->smoke->def.sides[0].speed = 3.0f;
    wafti_smoke_mirror(twin, f->smoke, false);
    CHECK_NEAR(twin->def.sides[0].speed, 0.0, 0.0);
    CHECK_NEAR(inflow(twin), 1.25, 0.0);
    wafti_smoke_destroy(twin);
    smoke_fixture_close(f);
}

// A carrier takes density along as a twin does whose flow is given, with half of the memory.
static void a_carrier_has_no_pressure(void) {
    const waft_smoke_def def = base_def();
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_source_def source = ball_source(3 * h, 4 * h, 4 * h, 1.5f * h);
    (void)smoke_fixture_source(f, &source);
    waft_smoke* both[2] = {make_twin(f, (const bool[WAFT_SIDE_COUNT]){false}), NULL};
    CHECK(wafti_smoke_create_twin(f->smoke, &both[0]->def, NULL, &both[1]) == WAFT_OK);
    CHECK(wafti_smoke_carrier_memory(&both[1]->def) == wafti_smoke_memory(both[1]));
    CHECK(wafti_smoke_memory(both[1]) < wafti_smoke_memory(both[0]) * 2 / 3);
    const wafti_mac* grid = &both[0]->domain.grid;
    for (int n = 0; n < 2; ++n) {
        both[n]->hook.given = true;
        for (size_t i = 0; i < grid->size; ++i) {
            both[n]->velocity[0][(ptrdiff_t)i - grid->first] = 1.0f;
        }
        for (uint64_t step = 0; step < 4; ++step) {
            wafti_smoke_mirror(both[n], f->smoke, false);
            CHECK(wafti_smoke_advance(both[n], step, f->dt * (double)step, f->dt) == WAFT_OK);
        }
    }
    CHECK(both[1]->scalar[0][wafti_mac_index(grid, N, N, N)] > 0.1f);
    CHECK(memcmp(both[0]->scalar[0] - grid->first, both[1]->scalar[0] - grid->first,
              grid->size * sizeof(float)) == 0);
    wafti_smoke_destroy(both[0]);
    wafti_smoke_destroy(both[1]);
    smoke_fixture_close(f);
}

static float open_share(const waft_smoke* smoke) {
    const waft_field field = waft_smoke_field(smoke, WAFT_SMOKE_OPEN_X);
    float sum = 0.0f;
    for (int32_t k = 0; k < field.size[2]; ++k) {
        for (int32_t j = 0; j < field.size[1]; ++j) {
            for (int32_t i = 0; i < field.size[0]; ++i) {
                sum += waft_field_at(&field, i, j, k);
            }
        }
    }
    return sum;
}

// A box in the place and of the bounds of the ball that was there before.
static void a_twin_follows_what_takes_a_slot(void) {
    const waft_smoke_def def = small_smoke_def(N, N, N);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_solid_def obstacle = ball_solid(4 * h, 4 * h, 4 * h, 2 * h);
    const waft_solid_id id = smoke_fixture_solid(f, &obstacle);
    waft_smoke* twin = make_twin(f, (const bool[WAFT_SIDE_COUNT]){false});
    const float before = open_share(twin);
    CHECK(smoke_fixture_remove(f, id) == WAFT_OK);
    obstacle.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {4 * h, 4 * h, 4 * h}};
    (void)smoke_fixture_solid(f, &obstacle);
    wafti_smoke_mirror(twin, f->smoke, false);
    CHECK(open_share(twin) < before - 20.0f);
    wafti_smoke_destroy(twin);
    smoke_fixture_close(f);
}

// A flow that is read is the smoke's after the step; obstacles go on.
static void a_flow_is_played(void) {
    const waft_smoke_def def = small_smoke_def(N, N, N);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_solid_def obstacle = ball_solid(4 * h, 4 * h, 4 * h, 1.2f * h);
    const waft_solid_id id = smoke_fixture_solid(f, &obstacle);
    waft_pose pose = obstacle.pose;
    pose.position.x = 5 * h;
    CHECK(smoke_fixture_move(f, id, &pose) == WAFT_OK);
    static float values[3][(N + 1) * N * N];
    float* faces[3];
    for (int axis = 0; axis < 3; ++axis) {
        faces[axis] = values[axis];
        for (int n = 0; n < (N + 1) * N * N; ++n) {
            values[axis][n] = (float)(1000 * axis + n);
        }
    }
    const wafti_step step = {.index = 0, .dt = f->dt, .time = f->dt, .air_density = 1.2f};
    wafti_pool_begin(f->context.pool);
    wafti_smoke_play(f->smoke, &step, faces);
    wafti_pool_end(f->context.pool);
    const wafti_mac* grid = &f->smoke->domain.grid;
    const ptrdiff_t at = wafti_mac_index(grid, 1, 2, 6);
    CHECK_NEAR(f->smoke->velocity[0][at], 1 + (N + 1) * (2 + N * 6), 0.0);
    CHECK_NEAR(f->smoke->velocity[1][at], 1000 + 1 + N * (2 + (N + 1) * 6), 0.0);
    CHECK_NEAR(f->smoke->velocity[2][at], 2000 + 1 + N * (2 + N * 6), 0.0);
    CHECK(f->smoke->steps == 1 && f->smoke->edged);
    const uint32_t slot = f->smoke->obstacle_order.slots[0];
    CHECK_NEAR(f->smoke->obstacles[slot].position[0], 5.0 * (double)h, 1e-6);
    smoke_fixture_close(f);
}

static const test_case cases[] = {{"a_twin_has_what_the_base_has", a_twin_has_what_the_base_has},
    {"held_sides_are_not_the_bases", held_sides_are_not_the_bases},
    {"a_carrier_has_no_pressure", a_carrier_has_no_pressure},
    {"a_twin_follows_what_takes_a_slot", a_twin_follows_what_takes_a_slot},
    {"a_flow_is_played", a_flow_is_played}};

TEST_MAIN(cases)
