// SPDX-License-Identifier: MIT
#include "water/splash.h"

#include "unit/lake_fixture.h"

// 32 x 24 cells of 0.25 m, 1 m deep, with drops of (dx / 8)^3.
static waft_water_def spray_def(waft_water_method method) {
    waft_water_def def = lake_def(method);
    def.spray.capacity = 5000;
    return def;
}

static water_fixture* open_spray(const waft_water_def* def, int threads) {
    return lake_open_with(def, wafti_method_of(def->method), threads);
}

static wafti_flight flight_of(const water_fixture* f) {
    return (wafti_flight){.dt = f->dt, .gravity = 9.81};
}

// Lifts a rectangle of columns in one step of nothing else.
static uint64_t lift(water_fixture* f, int32_t low, int32_t high, double rise) {
    wafti_lake* lake = f->water->lake;
    wafti_splash_begin(&lake->s, &lake->splash);
    for (int32_t j = low; j < high; ++j) {
        for (int32_t i = low; i < high; ++i) {
            lake->s.depth[wafti_basin_index(&lake->s.basin, i, j)] += (float)rise;
        }
    }
    lake->s.ledger.inflow = wafti_tools_volume(&lake->s) - lake->s.ledger.start;
    const wafti_flight flight = flight_of(f);
    return wafti_splash_end(&lake->s, &lake->splash, &flight);
}

static void the_usual_drop_is_an_eighth_of_a_cell(void) {
    const waft_water_def def = spray_def(WAFT_WATER_COLUMNS);
    water_fixture* f = open_spray(&def, 1);
    CHECK_NEAR(f->water->spray.volume, 0.03125 * 0.03125 * 0.03125, 1e-11);
    const waft_spray_view view = waft_water_spray(f->water);
    CHECK(view.count == 0 && view.volume > 0.0f && view.radius > 0.0f);
    CHECK_NEAR((double)waft_water_spray(f->water).radius, 0.0193863, 1e-6);
    water_fixture_close(f);
    // With waves it stays as it was.
    CHECK_NEAR(
        (double)wafti_drop_radius(&(waft_water_def){.method = WAFT_WATER_WAVES}), 0.002, 1e-9);
}

static void calm_water_throws_nothing(void) {
    for (int m = WAFT_WATER_COLUMNS; m <= WAFT_WATER_SWE; ++m) {
        const waft_water_def def = spray_def((waft_water_method)m);
        water_fixture* f = open_spray(&def, 1);
        f->dt = 1.0 / 120.0;
        const waft_brush dent = {{4.0f, 3.0f}, 0.5f, 0.05f};
        wafti_water_brush(f->water, &dent);
        lake_run(f, 100);
        CHECK(waft_water_spray(f->water).count == 0);
        CHECK(f->water->lake->splash.thrown == 0);
        water_fixture_close(f);
    }
}

// Eq. of 6.3: Ve = eff S (w_c - w_min) dt, in the middle of a lifted rectangle.
static void fast_water_throws_what_the_rule_says(void) {
    const waft_water_def def = spray_def(WAFT_WATER_COLUMNS);
    water_fixture* f = open_spray(&def, 1);
    const double rise = 3.0 * f->dt; // 3 m/s
    CHECK(lift(f, 8, 12, rise) == 0);
    const double drop = f->water->spray.volume;
    const double expected = 0.5 * 0.0625 * (3.0 - 1.0) * f->dt / drop;
    // Nine points in the middle rise at 3 m/s, twelve beside them at 1.5 m/s.
    const double all = 9.0 * floor(expected) + 12.0 * floor(0.25 * expected);
    const waft_spray_view view = waft_water_spray(f->water);
    CHECK_NEAR((double)view.count, all, 0.5);
    double vy = 0.0;
    for (size_t n = 0; n < view.count; ++n) {
        CHECK(view.x[n] > 1.8f && view.x[n] < 3.2f && view.y[n] > -0.01f);
        vy += (double)view.vy[n];
    }
    CHECK(vy / (double)view.count > 2.0 && vy / (double)view.count < 3.0);
    CHECK_NEAR(lake_stat(f, "water.spray_volume"), all * drop, 1e-7);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-12);
    water_fixture_close(f);
}

static void a_column_gives_a_tenth_at_most(void) {
    waft_water_def def = spray_def(WAFT_WATER_COLUMNS);
    def.depth = 0.1f;
    def.spray.efficiency = 1.0f;
    def.spray.threshold = 0.0f;
    def.spray.radius = 0.002f;
    def.spray.capacity = 1000000;
    water_fixture* f = open_spray(&def, 1);
    (void)lift(f, 8, 12, 0.1); // at 6 m/s
    double least = INFINITY;
    for (int32_t n = 0; n < 16; ++n) {
        least = fmin(least, lake_depth(f, 8 + n % 4, 8 + n / 4));
    }
    const waft_spray_view view = waft_water_spray(f->water);
    CHECK(view.count > 1000);
    CHECK(least >= 0.9 * 0.2 - 1e-6 && least < 0.95 * 0.2);
    // Nothing is thrown faster than 2 sqrt(g d), and a fifth of that by chance.
    double fastest = 0.0;
    for (size_t n = 0; n < view.count; ++n) {
        fastest = fmax(fastest, (double)view.vy[n]);
    }
    CHECK(fastest > 2.0 && fastest < 1.2 * 2.0 * sqrt(9.81 * 0.2));
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-10);
    water_fixture_close(f);
}

static void a_full_cloud_says_so(void) {
    waft_water_def def = spray_def(WAFT_WATER_COLUMNS);
    def.spray.capacity = 10;
    water_fixture* f = open_spray(&def, 1);
    CHECK(lift(f, 8, 12, 3.0 * f->dt) > 50);
    CHECK(waft_water_spray(f->water).count <= 10);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-10);
    // A crown says so as well, with the next step.
    const double at[2] = {4.0, 3.0};
    (void)wafti_water_crown(f->water, at, 0.5, 0.01, 2.0);
    CHECK(waft_water_spray(f->water).count <= 10);
    CHECK(water_fixture_step(f) == WAFT_OK);
    bool told = false;
    for (size_t n = 0; n < f->events.count; ++n) {
        told = told || f->events.items[n].kind == WAFT_EVENT_SPRAY_FULL;
    }
    CHECK(told);
    water_fixture_close(f);
}

// One drop just over the surface, falling.
static void drop_at(water_fixture* f, float x, float z, float vx, float vy) {
    wafti_spray* drops = &f->water->spray;
    drops->count = 1;
    drops->position[0][0] = x;
    drops->position[1][0] = 1e-3f;
    drops->position[2][0] = z;
    drops->velocity[0][0] = vx;
    drops->velocity[1][0] = vy;
    drops->velocity[2][0] = 0.0f;
    f->water->lake->s.ledger.start += drops->volume;
}

static void a_drop_on_columns_strikes_for_one_step(void) {
    const waft_water_def def = spray_def(WAFT_WATER_COLUMNS);
    water_fixture* f = open_spray(&def, 1);
    wafti_lake* lake = f->water->lake;
    drop_at(f, 4.1f, 3.1f, 0.5f, -4.0f);
    const wafti_flight flight = flight_of(f);
    wafti_splash_begin(&lake->s, &lake->splash);
    CHECK(wafti_splash_end(&lake->s, &lake->splash, &flight) == 0);
    CHECK(f->water->spray.count == 0);
    CHECK_NEAR(lake_depth(f, 16, 12), 1.0 + f->water->spray.volume / 0.0625, 1e-6);
    // Sum of E S dt is what the water feels of the drop's momentum, and it is there once.
    const double speed = 4.0 + 9.81 * f->dt;
    wafti_splash_press(&lake->s, &lake->splash, f->dt);
    double sum = 0.0;
    for (int32_t n = 0; n < 32 * 24; ++n) {
        sum += (double)lake->s.load[wafti_basin_index(&lake->s.basin, n % 32, n / 32)];
    }
    const double turns = 0.5 * 3.14159265358979 / 0.25; // k d of a wave of four cells
    const double momentum = f->water->spray.volume * 998.0 * speed * tanh(turns) / turns;
    CHECK(lake->s.loaded);
    CHECK_NEAR(sum * 998.0 * 9.81 * 0.0625 * f->dt, momentum, 1e-3 * momentum);
    wafti_splash_release(&lake->s, &lake->splash);
    sum = 0.0;
    for (int32_t n = 0; n < 32 * 24; ++n) {
        sum += fabs((double)lake->s.load[wafti_basin_index(&lake->s.basin, n % 32, n / 32)]);
    }
    CHECK_NEAR(sum, 0.0, 0.0);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-12);
    // It left foam where it fell.
    CHECK(lake_stat(f, "water.foam_area") > 0.0);
    waft_water_sample sample;
    const waft_vec3 point = {4.125f, 0.0f, 3.125f};
    CHECK(waft_water_query(f->water, &point, 1, &sample) == WAFT_OK);
    CHECK(sample.foam > 0.0f && sample.foam <= 1.0f);
    water_fixture_close(f);
}

static void a_drop_on_swe_brings_its_momentum(void) {
    const waft_water_def def = spray_def(WAFT_WATER_SWE);
    water_fixture* f = open_spray(&def, 1);
    wafti_lake* lake = f->water->lake;
    drop_at(f, 4.1f, 3.1f, 2.0f, -4.0f);
    const wafti_flight flight = flight_of(f);
    wafti_splash_begin(&lake->s, &lake->splash);
    (void)wafti_splash_end(&lake->s, &lake->splash, &flight);
    double velocity[2];
    lake->s.method->velocity(&lake->s, 16, 12, velocity);
    const double flow = velocity[0] * lake_depth(f, 16, 12);
    CHECK_NEAR(flow, 2.0 * f->water->spray.volume / 0.0625, 1e-5);
    CHECK(flow > 0.0);
    // A crown takes its own with it: the velocity of what stays is the same.
    const double at[2] = {4.1 - 0.6, 3.1};
    (void)wafti_water_crown(f->water, at, 0.5, 0.01, 2.0);
    double after[2];
    lake->s.method->velocity(&lake->s, 16, 12, after);
    CHECK_NEAR(after[0], velocity[0], 1e-5 * velocity[0]);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-12);
    water_fixture_close(f);
}

static void drops_that_leave_are_booked(void) {
    waft_water_def def = spray_def(WAFT_WATER_COLUMNS);
    water_fixture* f = open_spray(&def, 1);
    drop_at(f, 7.99f, 3.0f, 5.0f, 2.0f);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(f->water->spray.count == 0);
    CHECK_NEAR(lake_stat(f, "water.spray_lost"), f->water->spray.volume, 1e-15);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-12);
    // A number that is none is a drop that left.
    drop_at(f, 4.0f, 3.0f, NAN, 2.0f);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(f->water->spray.count == 0);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-12);
    water_fixture_close(f);
    def.edges[WAFT_WATER_LEFT].kind = WAFT_EDGE_PERIODIC;
    def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_PERIODIC;
    f = open_spray(&def, 1);
    drop_at(f, 7.99f, 3.0f, 5.0f, 2.0f);
    CHECK(water_fixture_step(f) == WAFT_OK);
    CHECK(f->water->spray.count == 1 && f->water->spray.position[0][0] < 0.2f);
    water_fixture_close(f);
}

static void a_crown_goes_up_and_out(void) {
    const waft_water_def def = spray_def(WAFT_WATER_COLUMNS);
    water_fixture* f = open_spray(&def, 1);
    const double at[2] = {4.0, 3.0};
    const double drop = f->water->spray.volume;
    // Less than a drop waits for more.
    CHECK_NEAR(wafti_water_crown(f->water, at, 1.0, 0.4 * drop, 3.0), 0.0, 0.0);
    const double taken = wafti_water_crown(f->water, at, 1.0, 400.7 * drop, 3.0);
    CHECK_NEAR(taken, 401.0 * drop, 0.01 * drop);
    const waft_spray_view view = waft_water_spray(f->water);
    CHECK(view.count == 401);
    double up = 0.0;
    double out = 0.0;
    double along = 0.0;
    for (size_t n = 0; n < view.count; ++n) {
        const double x = (double)view.x[n] - 4.0;
        const double z = (double)view.z[n] - 3.0;
        const double r = sqrt(x * x + z * z);
        CHECK(r >= 0.999 && r <= 1.501);
        up += (double)view.vy[n];
        out += ((double)view.vx[n] * x + (double)view.vz[n] * z) / r;
        along += x;
    }
    CHECK_NEAR(up / 401.0, 3.0 * sqrt(0.75), 0.08);
    CHECK_NEAR(out / 401.0, 1.5, 0.08);
    CHECK_NEAR(along / 401.0, 0.0, 0.2);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-12);
    lake_run(f, 60);
    CHECK(waft_water_spray(f->water).count < 401);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-5);
    // Nonsense and waters without spray take nothing.
#if !defined(WAFT_TEST_TRAP)
    CHECK_NEAR(wafti_water_crown(f->water, at, 1.0, NAN, 3.0), 0.0, 0.0);
#endif
    CHECK_NEAR(wafti_water_crown(f->water, at, 0.0, 1.0, 3.0), 0.0, 0.0);
    water_fixture_close(f);
    const waft_water_def plain = lake_def(WAFT_WATER_IMPLICIT);
    f = open_spray(&plain, 1);
    CHECK_NEAR(wafti_water_crown(f->water, at, 1.0, 1.0, 3.0), 0.0, 0.0);
    water_fixture_close(f);
}

// A dam that falls onto a wall, with a snapshot on the way.
static waft_water_def dam_def(waft_water_method method) {
    static const waft_water_box_def dry = {
        .low = {4.0f, 0.0f}, .high = {8.0f, 6.0f}, .level = -0.95f};
    waft_water_def def = spray_def(method);
    def.boxes = &dry;
    def.box_count = 1;
    def.spray.capacity = 200000;
    return def;
}

static void threads_and_snapshots_keep_the_bits(void) {
    static unsigned char bytes[1 << 23];
    for (int m = WAFT_WATER_COLUMNS; m <= WAFT_WATER_SWE; ++m) {
        const waft_water_def def = dam_def((waft_water_method)m);
        water_fixture* a = open_spray(&def, 1);
        water_fixture* b = open_spray(&def, 3);
        lake_run(a, 40);
        lake_run(b, 40);
        CHECK(a->water->lake->splash.thrown > 100);
        CHECK(a->water->spray.count > 10);
        CHECK(lake_stat(a, "water.foam_area") > 0.0);
        CHECK_NEAR(lake_stat(a, "water.volume_error"), 0.0, 1e-4);
        CHECK(lake_hash(a) == lake_hash(b));
        wafti_stream measure = wafti_stream_measure();
        wafti_water_state(a->water, &measure);
        if (!CHECK(measure.position <= sizeof(bytes))) {
            return;
        }
        wafti_stream save = wafti_stream_save(bytes, measure.position);
        wafti_water_state(a->water, &save);
        lake_run(a, 30);
        water_fixture* c = open_spray(&def, 2);
        lake_run(c, 5);
        wafti_stream load = wafti_stream_load(bytes, measure.position);
        wafti_water_state(c->water, &load);
        CHECK(!load.failed && load.position == measure.position);
        c->steps = b->steps;
        wafti_water_redraw(c->water, b->water->time);
        CHECK(lake_hash(c) == lake_hash(b));
        lake_run(c, 30);
        CHECK(lake_hash(c) == lake_hash(a));
        water_fixture_close(a);
        water_fixture_close(b);
        water_fixture_close(c);
    }
}

static void settings_of_other_methods_are_refused(void) {
    waft_water_def def = spray_def(WAFT_WATER_IMPLICIT);
    waft_error error;
    CHECK(wafti_check_water(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "columns and swe") != NULL);
    def = spray_def(WAFT_WATER_COLUMNS);
    def.spray.amount = 100.0f;
    CHECK(wafti_check_water(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "efficiency") != NULL);
    def = spray_def(WAFT_WATER_WAVES);
    def.spray.threshold = 2.0f;
    CHECK(wafti_check_water(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "amount") != NULL);
    def = spray_def(WAFT_WATER_SWE);
    def.spray.efficiency = 1.5f;
    CHECK(wafti_check_water(&def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "water.spray.efficiency") != NULL);
}

static const test_case cases[] = {
    {"the_usual_drop_is_an_eighth_of_a_cell", the_usual_drop_is_an_eighth_of_a_cell},
    {"calm_water_throws_nothing", calm_water_throws_nothing},
    {"fast_water_throws_what_the_rule_says", fast_water_throws_what_the_rule_says},
    {"a_column_gives_a_tenth_at_most", a_column_gives_a_tenth_at_most},
    {"a_full_cloud_says_so", a_full_cloud_says_so},
    {"a_drop_on_columns_strikes_for_one_step", a_drop_on_columns_strikes_for_one_step},
    {"a_drop_on_swe_brings_its_momentum", a_drop_on_swe_brings_its_momentum},
    {"drops_that_leave_are_booked", drops_that_leave_are_booked},
    {"a_crown_goes_up_and_out", a_crown_goes_up_and_out},
    {"threads_and_snapshots_keep_the_bits", threads_and_snapshots_keep_the_bits},
    {"settings_of_other_methods_are_refused", settings_of_other_methods_are_refused},
};
TEST_MAIN(cases)
