// SPDX-License-Identifier: MIT
// Rows that spray on a grid must pass both in double and in float.
#ifndef WAFT_VERIFY_SPRAY_ROWS_H
#define WAFT_VERIFY_SPRAY_ROWS_H

#include "math/philox.h"
#include "shallow_fixture.h"
#include "verify/verify.h"
#include "water/splash.h"
#include "water/tools.h"

// A basin with spray, as a lake has it.
typedef struct spray_fixture {
    shallow_fixture f;
    wafti_spray drops;
    wafti_splash splash;
} spray_fixture;

static void spray_open(spray_fixture* x, const shallow_case* c, const waft_spray_def* spray) {
    memset(x, 0, sizeof(*x));
    shallow_open(&x->f, c);
    waft_water_def def = waft_water_def_default();
    def.method = c->method->kind;
    def.size = (waft_vec2){(float)(c->nx * c->dx), (float)(c->nz * c->dz)};
    def.cells[0] = c->nx;
    def.cells[1] = c->nz;
    def.spray = *spray;
    x->splash.drops = &x->drops;
    wafti_carver carver = {0};
    wafti_splash_init(&x->splash, &x->f.s.basin, &def, &carver);
    carver = (wafti_carver){.base = wafti_arena_take(&x->f.arena, 1, carver.used)};
    CHECK(carver.base != NULL);
    wafti_splash_init(&x->splash, &x->f.s.basin, &def, &carver);
    x->f.s.ledger.start = shallow_volume(&x->f);
}

// Loads, method and spray in the order of docs/spec/water.md#step-of-columns, without handles.
static void spray_step(spray_fixture* x, double dt, double air_density) {
    wafti_shallow* s = &x->f.s;
    const wafti_flight flight = {.dt = dt,
        .gravity = s->context->gravity,
        .drag = wafti_spray_drag(air_density, s->density, (double)x->drops.radius)};
    wafti_splash_release(s, &x->splash);
    s->loaded = false;
    wafti_splash_press(s, &x->splash, dt);
    wafti_splash_begin(s, &x->splash);
    (void)shallow_step(&x->f, dt);
    (void)wafti_splash_end(s, &x->splash, &flight);
}

static double spray_error(const spray_fixture* x) {
    const wafti_ledger* l = &x->f.s.ledger;
    return shallow_volume(&x->f) + wafti_splash_volume(&x->splash) +
           wafti_splash_strayed(&x->splash) + l->outflow + l->lost - l->inflow - l->start;
}

static double spray_bed(double x, double z) {
    const uint64_t cell = (uint64_t)(x / 0.5) + 4096 * (uint64_t)(z / 0.5);
    const double height = -2.0 + 2.5 * (double)wafti_uniform(wafti_random(7, 1, 0, cell).word[0]);
    return ldexp(round(ldexp(height, 21)), -21);
}

// Strokes of a brush, rain and drops at once, over islands; one edge is open.
static void ledger_rows(verify_table* table, const wafti_method* method, double tolerance) {
    shallow_case c = {.method = method,
        .nx = 32,
        .nz = 32,
        .dx = 0.5,
        .dz = 0.5,
        .bed = spray_bed,
        .def = shallow_plain()};
    c.def.damping_time = 20.0f;
    c.edges[1].kind = WAFT_EDGE_OPEN;
    const waft_spray_def spray = {
        .capacity = 20000, .efficiency = 0.5f, .threshold = 0.3f, .radius = 0.07f};
    spray_fixture x;
    spray_open(&x, &c, &spray);
    const int steps = verify_slow() ? 100000 : 10000;
    const wafti_shower shower = {{20.0f, 0.5f, 0.02f, true}, 1, 0, 0};
    double most = 0.0;
    for (int n = 0; n < steps; ++n) {
        const wafti_random4 r = wafti_random(5, 3, (uint64_t)n, 0);
        const wafti_spot spot = {.x = 16.0 * (double)wafti_uniform(r.word[0]),
            .z = 16.0 * (double)wafti_uniform(r.word[1]),
            .radius = 0.8,
            .height = 0.6 * (double)wafti_uniform(r.word[2]) - 0.3};
        wafti_tools_brush(&x.f.s, &spot);
        wafti_shower now = shower;
        now.step = (uint64_t)n;
        wafti_tools_rain(&x.f.s, &now, 0.05);
        spray_step(&x, 0.05, 1.2);
        most = fmax(most, wafti_splash_volume(&x.splash));
    }
    const bool columns = method->kind == WAFT_WATER_COLUMNS;
    const double start = x.f.s.ledger.start;
    (void)verify_near(table, columns ? "columns: ledger error / V0" : "swe: ledger error / V0", 0.0,
        spray_error(&x) / start, tolerance);
    // A row without drops would prove nothing.
    (void)verify_least(table, "drops thrown", 5e2, (double)x.splash.thrown);
    verify_told(table, "most volume of spray / V0", most / start);
    verify_told(table, "drops that left / V0", wafti_splash_strayed(&x.splash) / start);
    shallow_close(&x.f);
}

static int verify_spray_ledger(double tolerance) {
    verify_table table = verify_open("volume-ledger");
    ledger_rows(&table, &wafti_columns_method, tolerance);
    ledger_rows(&table, &wafti_swe_method, tolerance);
    return verify_close(&table);
}

static spray_fixture* still_open(spray_fixture* x, const wafti_method* method) {
    const shallow_case c = {.method = method,
        .nx = 16,
        .nz = 16,
        .dx = 0.5,
        .dz = 0.5,
        .flat = -1.0,
        .def = shallow_plain()};
    const waft_spray_def spray = {
        .capacity = 100, .efficiency = 0.5f, .threshold = 1.0f, .radius = 0.02f};
    spray_open(x, &c, &spray);
    return x;
}

// spray-flight: a drop thrown up at w is back after 2 w / g, and its water with it.
static void flight_rows(
    verify_table* table, const wafti_method* method, double speed, double tolerance) {
    spray_fixture x;
    (void)still_open(&x, method);
    const double dt = 0.004;
    const double at[2] = {4.0, 4.0};
    const double taken =
        wafti_splash_crown(&x.f.s, &x.splash, at, 0.5, 1.000001 * x.drops.volume, 1.0);
    (void)verify_near(table, "volume taken / volume of a drop", 1.0, taken / x.drops.volume, 1e-3);
    x.drops.velocity[0][0] = 0.0f;
    x.drops.velocity[1][0] = (float)speed;
    x.drops.velocity[2][0] = 0.0f;
    double worst = fabs(spray_error(&x));
    int steps = 0;
    while (x.drops.count > 0 && steps < 10000) {
        spray_step(&x, dt, 0.0);
        worst = fmax(worst, fabs(spray_error(&x)));
        ++steps;
    }
    (void)verify_near(table, "time of flight, s", 2.0 * speed / 9.81, steps * dt, dt);
    for (int n = 0; n < 200; ++n) {
        spray_step(&x, dt, 0.0);
        worst = fmax(worst, fabs(spray_error(&x)));
    }
    (void)verify_near(
        table, "ledger error / V0, worst", 0.0, worst / x.f.s.ledger.start, tolerance);
    (void)verify_near(table, "volume back in columns / V0", 1.0,
        shallow_volume(&x.f) / x.f.s.ledger.start, tolerance);
    shallow_close(&x.f);
}

static int verify_flight(double tolerance) {
    verify_table table = verify_open("spray-flight");
    flight_rows(&table, &wafti_columns_method, 3.0, tolerance);
    flight_rows(&table, &wafti_swe_method, 5.0, tolerance);
    return verify_close(&table);
}

#endif // WAFT_VERIFY_SPRAY_ROWS_H
