// SPDX-License-Identifier: MIT
// Models from what a hull says of itself.
#include "body_fixture.h"
#include "test.h"

static const waft_turbulence_sample history[3] = {
    {0.0, 0.43, 0.0146}, {5.0, 0.5, 0.02}, {10.0, 0.6, 0.04}};
static const double gravity[3] = {0.0, -9.81, 0.0};
static const wafti_fluid water = {998.0, 1.002e-3 / 998.0};

static waft_body_def def_of(void) {
    return (waft_body_def){
        .plate = body_plate_set(), .compact = body_compact_set(), .buoyancy = true, .swirl = true};
}

// The disc of docs/spec/bodies.md#disc-in-space.
static waft_hull_info disc_info(void) {
    const wafti_body_model disc = body_disc();
    waft_hull_info info = {.mass = disc.mass,
        .volume = disc.volume,
        .normal = {0.0, 1.0, 0.0},
        .area = disc.area,
        .thickness = 0.001,
        .extent = {0.02, 0.02, 0.001},
        .longest = 0.02,
        .shortest = 0.001,
        .low = {-0.01, -0.0005, -0.01},
        .high = {0.01, 0.0005, 0.01},
        .roundness = 0.05,
        .greatest_area = disc.area,
        .plate = true,
        .plate_count = 1,
        .history = history,
        .history_count = 3};
    info.plates[0] = disc.plates[0];
    memcpy(info.inertia, disc.inertia, sizeof(info.inertia));
    for (int i = 0; i < 36; ++i) {
        info.added_mass[i] = disc.added[i] / 998.0;
    }
    return info;
}

static waft_result describe(const waft_hull_info* info, const waft_body_def* def,
    const wafti_fluid* fluid, wafti_body_model* out) {
    waft_error error = {0};
    const waft_result result = wafti_body_model_describe(info, def, fluid, gravity, out, &error);
    CHECK(result == WAFT_OK || error.sentence[0] != 0);
    return result;
}

static void test_disc(void) {
    const waft_hull_info info = disc_info();
    const waft_body_def def = def_of();
    const wafti_body_model want = body_disc();
    wafti_body_model m;
    CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
    CHECK(m.loads == WAFT_LOADS_PLATE);
    CHECK(m.kind.centered);
    CHECK_NEAR(m.rate, 11.645124, 1e-5);
    CHECK_NEAR(m.speed, sqrt((2700.0 / 998.0 - 1.0) * 9.81 * 0.001), 1e-12);
    CHECK_NEAR(m.scale, 0.01, 1e-15);
    CHECK_NEAR(m.late_chi, 0.55, 1e-12);
    CHECK_NEAR(m.late_eps, 0.03, 1e-12);
    const double v[3] = {0.1, 0.2, -0.3};
    const double w[3] = {4.0, -2.0, 1.0};
    double got[6];
    double loads[6];
    wafti_body_loads(&m, v, w, got);
    wafti_body_loads(&want, v, w, loads);
    for (int i = 0; i < 6; ++i) {
        CHECK_NEAR(got[i], loads[i], 1e-12);
    }
}

static void test_constants(void) {
    // C0 at the Reynolds numbers of the table in docs/spec/bodies.md#langevin-noise.
    static const double rows[3][2] = {{1e2, 5.33396}, {1e3, 6.43258}, {3.8e3, 6.48851}};
    const waft_hull_info info = disc_info();
    waft_body_def def = def_of();
    wafti_body_model m;
    for (int i = 0; i < 3; ++i) {
        const double speed = sqrt((2700.0 / 998.0 - 1.0) * 9.81 * 0.001);
        def.viscosity = (float)(speed * 0.02 / rows[i][0]);
        CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
        CHECK_NEAR(m.c0, rows[i][1], 1e-5);
    }
}

static void test_vacuum(void) {
    const waft_hull_info info = disc_info();
    const waft_body_def def = def_of();
    const wafti_fluid nothing = {0.0, 0.0};
    wafti_body_model m;
    CHECK(describe(&info, &def, &nothing, &m) == WAFT_OK);
    CHECK(m.loads == WAFT_LOADS_NONE);
    CHECK(m.noise == WAFT_NOISE_OFF);
    wafti_body_lane lane = body_at_rest();
    CHECK(body_run(&m, 0.01, 100, 0, &lane) == 100);
    CHECK_NEAR(lane.position[1], -4.905, 1e-9);
}

static void test_refusals(void) {
    waft_hull_info info = disc_info();
    wafti_body_model m;
    waft_body_def def = def_of();
    info.history_count = 0;
    CHECK(describe(&info, &def, &water, &m) == WAFT_ERR_ARGUMENT);
    def.gust_rate = 5.0f;
    CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
    def = def_of();
    def.noise = WAFT_NOISE_OFF;
    CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
    info.normal[1] = 0.0;
    CHECK(describe(&info, &def, &water, &m) == WAFT_ERR_ARGUMENT);
    info = disc_info();
    info.inertia[0] = -1.0;
    CHECK(describe(&info, &def, &water, &m) == WAFT_ERR_ARGUMENT);
}

// What is not given comes from the model and from the set of coefficients.
static void test_what_is_not_given(void) {
    const waft_hull_info info = disc_info();
    wafti_body_model m;
    waft_body_def def = waft_body_def_default();
    CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
    CHECK(m.loads == WAFT_LOADS_PLATE && m.noise == WAFT_NOISE_SEEN && m.plate.viscous);
    CHECK_NEAR(m.plate.face_drag, 1.2, 1e-6);
    CHECK_NEAR(m.plate.twist, 0.05, 1e-6);
    def.plate.set = WAFT_PLATE_STRIP;
    def.plate.lift = 3.0f;
    def.plate.damping[0] = def.plate.damping[1] = 0.0f;
    CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
    CHECK_NEAR(m.plate.face_drag, 2.4, 1e-6);
    CHECK_NEAR(m.plate.lift, 3.0, 0.0);
    CHECK_NEAR(m.plate.damping[1], 0.0, 0.0);
    CHECK_NEAR(m.plate.twist, 0.0, 0.0);
    CHECK(!m.plate.viscous);
    def.model = WAFT_MODEL_KIRCHHOFF;
    CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
    CHECK(m.loads == WAFT_LOADS_NONE && m.noise == WAFT_NOISE_OFF);
    def.loads = WAFT_LOADS_COMPACT;
    CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
    CHECK(m.loads == WAFT_LOADS_COMPACT);
}

// The pace of a strip follows from half its chord, which lies along x, however short its span is.
static void test_short_strip(void) {
    waft_hull_info info = disc_info();
    const waft_body_def def = def_of();
    info.shape = WAFT_HULL_STRIP;
    info.low[0] = -0.01;
    info.high[0] = 0.01;
    info.thickness = 0.001;
    double rate[2];
    for (int i = 0; i < 2; ++i) {
        const double span = i == 0 ? 0.04 : 0.004;
        info.low[2] = -0.5 * span;
        info.high[2] = 0.5 * span;
        info.extent[0] = fmax(span, 0.02);
        info.extent[1] = fmin(span, 0.02);
        info.area = 0.02 * span;
        wafti_body_model m;
        CHECK(describe(&info, &def, &water, &m) == WAFT_OK);
        rate[i] = m.rate;
    }
    CHECK_NEAR(rate[0], sqrt((2700.0 / 998.0 - 1.0) * 9.81 * 0.0005) / 0.01, 1e-9);
    CHECK_NEAR(rate[1], rate[0], 1e-12);
}

static const test_case cases[] = {
    {"disc", test_disc},
    {"constants", test_constants},
    {"vacuum", test_vacuum},
    {"refusals", test_refusals},
    {"what is not given", test_what_is_not_given},
    {"short strip", test_short_strip},
};

TEST_MAIN(cases)
