// SPDX-License-Identifier: MIT
#include "water/waves.h"

#include "test.h"
#include "unit/water_fixture.h"

// A train twice as high as it can be, on a pond of 20 m.
static water_fixture* open_breaker(int32_t capacity, float amount) {
    waft_train_def train = waft_train_def_default();
    train.length = 4.0f;
    train.amplitude = 1.27f;
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 80;
    def.cells[1] = 80;
    def.size = (waft_vec2){20.0f, 20.0f};
    def.depth = 20.0f;
    def.trains = &train;
    def.train_count = 1;
    def.spray = (waft_spray_def){.capacity = capacity, .amount = amount, .radius = 0.002f};
    return water_fixture_open(&def, 1);
}

static void drag_is_that_of_a_sphere(void) {
    // 3 C rho_air / (8 rho r) with C = 0.44.
    CHECK_NEAR(wafti_spray_drag(1.2, 1000.0, 0.001), 3.0 * 0.44 * 1.2 / 8.0, 1e-12);
}

static void crests_send_out_what_their_length_says(void) {
    water_fixture* f = open_breaker(100000, 200.0f);
    CHECK(water_fixture_step(f) == WAFT_OK);
    const wafti_train* train = wafti_water_live(f->water, 0);
    const double share = wafti_breaking_share(1.27, train->cap);
    // Five crests of 20 m.
    const double expected = 200.0 * share * 5.0 * 20.0 * f->dt;
    const waft_spray_view view = waft_water_spray(f->water);
    CHECK_NEAR((double)view.count, expected, 4.0 * sqrt(expected));
    double vx = 0.0;
    double vy = 0.0;
    for (size_t n = 0; n < view.count; ++n) {
        vx += (double)view.vx[n];
        vy += (double)view.vy[n];
        CHECK(view.x[n] > -2.0f && view.x[n] < 22.0f);
        CHECK(view.y[n] > 0.0f);
    }
    const double count = (double)view.count;
    CHECK_NEAR(vx / count, train->airy.speed, 0.05 * train->airy.speed);
    CHECK_NEAR(vy / count, train->cap * train->airy.frequency, 0.05 * train->airy.speed);
    water_fixture_close(f);
}

static void a_full_cloud_says_so(void) {
    water_fixture* f = open_breaker(10, 1000.0f);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(waft_water_spray(f->water).count == 10);
    bool told = false;
    for (size_t n = 0; n < f->events.count; ++n) {
        told = told || (f->events.items[n].kind == WAFT_EVENT_SPRAY_FULL &&
                           f->events.items[n].value > 100.0f);
    }
    CHECK(told);
    water_fixture_close(f);
}

// A row that would send out more drops than 32 bits count.
static void a_flood_of_drops_is_counted(void) {
    waft_train_def trains[8];
    for (int i = 0; i < 8; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 3.0f + 0.1f * (float)i;
        trains[i].amplitude = 10.0f;
    }
    waft_water_def def = waft_water_def_default();
    def.size = (waft_vec2){1e6f, 1e3f};
    def.cells[0] = 4096;
    def.cells[1] = 1;
    def.trains = trains;
    def.train_count = 8;
    def.spray = (waft_spray_def){.capacity = 100, .amount = 1e6f, .radius = 0.002f};
    water_fixture* f = water_fixture_open(&def, 1);
    f->dt = 1e3;
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(waft_water_spray(f->water).count == 100);
    float lost = 0.0f;
    for (size_t n = 0; n < f->events.count; ++n) {
        lost = f->events.items[n].kind == WAFT_EVENT_SPRAY_FULL ? f->events.items[n].value : lost;
    }
    CHECK(lost > 5e9f && lost < 4096.0f * 8.0f * 1048576.0f);
    water_fixture_close(f);
}

// One drop over still water.
static water_fixture* open_drop(float vx, float vy, float radius) {
    waft_water_def def = waft_water_def_default();
    def.size = (waft_vec2){1000.0f, 10.0f};
    def.cells[0] = 16;
    def.cells[1] = 4;
    def.spray = (waft_spray_def){.capacity = 4, .amount = 0.0f, .radius = radius};
    water_fixture* f = water_fixture_open(&def, 1);
    f->dt = 0.001;
    wafti_spray* spray = &f->water->spray;
    spray->count = 1;
    spray->position[0][0] = 500.0f;
    spray->position[1][0] = 1e-4f;
    spray->position[2][0] = 5.0f;
    spray->velocity[0][0] = vx;
    spray->velocity[1][0] = vy;
    return f;
}

static void flight_without_air_is_a_parabola(void) {
    water_fixture* f = open_drop(3.0f, 4.0f, 0.002f);
    int steps = 0;
    double top = 0.0;
    while (waft_water_spray(f->water).count == 1 && steps < 2000) {
        const wafti_step step = {.index = (uint64_t)steps, .dt = f->dt};
        wafti_spray_step(f->water, &step);
        top = fmax(top, (double)f->water->spray.position[1][0]);
        ++steps;
    }
    CHECK_NEAR(steps * f->dt, 2.0 * 4.0 / 9.81, 1.5 * f->dt);
    CHECK_NEAR(top, 16.0 / (2.0 * 9.81), 1e-3);
    water_fixture_close(f);
}

static void wind_carries_drops_at_its_speed(void) {
    // Falling far below: no surface in the way while the drop is held up.
    water_fixture* f = open_drop(0.0f, 0.0f, 0.0005f);
    f->water->spray.position[1][0] = 400.0f;
    const double drag = wafti_spray_drag(1.2, (double)f->water->def.density, 0.0005);
    for (int n = 0; n < 8000; ++n) {
        const wafti_step step = {
            .index = (uint64_t)n, .dt = 0.001, .air_density = 1.2f, .wind = {8.0f, 0.0f, 0.0f}};
        wafti_spray_step(f->water, &step);
    }
    const waft_spray_view view = waft_water_spray(f->water);
    CHECK(view.count == 1);
    CHECK_NEAR(view.vx[0], 8.0, 0.05);
    CHECK_NEAR(view.vy[0], -sqrt(9.81 / drag), 0.05);
    water_fixture_close(f);
}

static void drops_that_leave_are_gone(void) {
    water_fixture* f = open_drop(1e6f, 50.0f, 0.002f);
    const wafti_step step = {.dt = 0.001};
    wafti_spray_step(f->water, &step);
    CHECK(waft_water_spray(f->water).count == 0);
    water_fixture_close(f);
}

static void no_water_no_drops(void) {
    CHECK(waft_water_spray(NULL).count == 0);
}

static const test_case cases[] = {
    {"drag_is_that_of_a_sphere", drag_is_that_of_a_sphere},
    {"crests_send_out_what_their_length_says", crests_send_out_what_their_length_says},
    {"a_full_cloud_says_so", a_full_cloud_says_so},
    {"a_flood_of_drops_is_counted", a_flood_of_drops_is_counted},
    {"flight_without_air_is_a_parabola", flight_without_air_is_a_parabola},
    {"wind_carries_drops_at_its_speed", wind_carries_drops_at_its_speed},
    {"drops_that_leave_are_gone", drops_that_leave_are_gone},
    {"no_water_no_drops", no_water_no_drops},
};
TEST_MAIN(cases)
