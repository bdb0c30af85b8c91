// SPDX-License-Identifier: MIT
#include "body/winds.h"

#include "test.h"

static wafti_air air_of(wafti_wind* winds, size_t count) {
    wafti_air air = {.winds = winds, .wind_count = count, .wind_capacity = count};
    wafti_air_prepare(&air);
    return air;
}

static wafti_wind wind_of(waft_wind_def def) {
    wafti_wind wind = {.gust = {0.0, 0.0, 0.0}};
    wafti_wind_set(&wind, &def);
    return wind;
}

static void uniform_winds_add_up(void) {
    waft_wind_def def = waft_wind_def_default();
    def.kind = WAFT_WIND_UNIFORM;
    def.velocity = (waft_vec3){1.0f, 2.0f, 3.0f};
    wafti_wind winds[2] = {wind_of(def), wind_of(def)};
    wafti_air air = air_of(winds, 2);
    air.world = (waft_vec3){0.5f, 0.0f, 0.0f};
    CHECK(air.even);
    const double point[3] = {7.0, 8.0, 9.0};
    double found[3];
    wafti_air_at(&air, point, found);
    CHECK_NEAR(found[0], 2.5, 1e-12);
    CHECK_NEAR(found[1], 4.0, 1e-12);
    CHECK_NEAR(found[2], 6.0, 1e-12);
}

static void sines_run_along(void) {
    waft_wind_def def = waft_wind_def_default();
    def.kind = WAFT_WIND_SINE;
    def.velocity = (waft_vec3){0.0f, 2.0f, 0.0f};
    def.time = 4.0f;
    def.length = 8.0f;
    wafti_wind wind = wind_of(def);
    wafti_air air = air_of(&wind, 1);
    CHECK(!air.even);
    air.time = 0.5;
    const double point[3] = {1.0, 0.0, 0.0};
    double found[3];
    wafti_air_at(&air, point, found);
    CHECK_NEAR(found[1], 2.0, 1e-12); // a quarter of a turn
}

// Mean square over time of the gust's exact update, and how much is left after its memory.
static void gusts_have_their_deviation(void) {
    waft_wind_def def = waft_wind_def_default();
    def.kind = WAFT_WIND_GUST;
    def.speed = 1.5f;
    def.time = 0.05f;
    wafti_wind wind = wind_of(def);
    wafti_air air = air_of(&wind, 1);
    enum { STEPS = 20000, LAG = 5 };
    static double past[STEPS];
    double square = 0.0;
    double lagged = 0.0;
    for (int n = 0; n < STEPS; ++n) {
        const wafti_step step = {.index = (uint64_t)n, .dt = 0.01};
        wafti_air_advance(&air, &step, 3);
        past[n] = air.everywhere[0];
        square += past[n] * past[n] / STEPS;
        lagged += n >= LAG ? past[n] * past[n - LAG] / (STEPS - LAG) : 0.0;
    }
    CHECK_NEAR(sqrt(square), 1.5, 0.06);
    CHECK_NEAR(lagged / square, exp(-1.0), 0.05);
}

static wafti_wind curl_wind(void) {
    waft_wind_def def = waft_wind_def_default();
    def.kind = WAFT_WIND_CURL;
    def.speed = 0.8f;
    def.length = 0.5f;
    def.time = 2.0f;
    def.seed = 11;
    return wind_of(def);
}

static void curl_noise_has_no_divergence(void) {
    wafti_wind wind = curl_wind();
    wafti_air air = air_of(&wind, 1);
    const double h = 1e-5;
    double most = 0.0;
    for (int n = 0; n < 20; ++n) {
        double divergence = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            double at[3] = {0.1 * n, 0.03 * n, -0.07 * n};
            double high[3];
            double low[3];
            at[axis] += h;
            wafti_air_at(&air, at, high);
            at[axis] -= 2.0 * h;
            wafti_air_at(&air, at, low);
            divergence += (high[axis] - low[axis]) / (2.0 * h);
        }
        most = fmax(most, fabs(divergence));
    }
    CHECK(most < 1e-6); // slopes are of the order of 10 /s
}

static void curl_noise_has_its_deviation(void) {
    wafti_wind wind = curl_wind();
    wafti_air air = air_of(&wind, 1);
    double square = 0.0;
    enum { POINTS = 4000 };
    for (int n = 0; n < POINTS; ++n) {
        const double at[3] = {0.37 * n, 0.23 * (n % 97), 0.61 * (n % 31)};
        double found[3];
        air.time = 0.01 * n;
        wafti_air_at(&air, at, found);
        square += (found[0] * found[0] + found[1] * found[1] + found[2] * found[2]) / (3 * POINTS);
    }
    CHECK_NEAR(sqrt(square), 0.8, 0.04);
}

enum { N = 5 };

// u = (-z, 0, x) on a grid: half its curl is (0, -1, 0).
static void fill_turning(float data[3][N * N * N], waft_field out[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        for (int n = 0; n < N * N * N; ++n) {
            const int plane = n / (N * N);
            const float x = 0.25f * (float)(n % N) - 0.5f;
            const float z = 0.25f * (float)plane - 0.5f;
            data[axis][n] = axis == 0 ? -z : axis == 2 ? x : 0.0f;
        }
        out[axis] = (waft_field){.data = data[axis],
            .size = {N, N, N},
            .stride = {1, N, (ptrdiff_t)N * N},
            .origin = {-0.5f, -0.5f, -0.5f},
            .spacing = {0.25f, 0.25f, 0.25f}};
    }
}

// Half the curl by differences of the wind itself, over `reach` to both sides.
static void differences_turning(
    const wafti_air* air, const double point[3], double reach, double out[3]) {
    double slope[3][3];
    for (int axis = 0; axis < 3; ++axis) {
        double at[3] = {point[0], point[1], point[2]};
        double high[3];
        double low[3];
        at[axis] = point[axis] + reach;
        wafti_air_at(air, at, high);
        at[axis] = point[axis] - reach;
        wafti_air_at(air, at, low);
        for (int k = 0; k < 3; ++k) {
            slope[axis][k] = (high[k] - low[k]) / (2.0 * reach);
        }
    }
    for (int k = 0; k < 3; ++k) {
        const int a = (k + 1) % 3;
        const int b = (k + 2) % 3;
        out[k] = 0.5 * (slope[a][b] - slope[b][a]);
    }
}

static void curl_noise_turns_as_differences_say(void) {
    waft_wind_def def = waft_wind_def_default();
    def.kind = WAFT_WIND_CURL;
    def.speed = 0.8f;
    def.length = 2.5f;
    wafti_wind winds[2] = {wind_of(def), wind_of(def)};
    winds[1].def.kind = WAFT_WIND_SINE;
    winds[1].def.velocity = (waft_vec3){0.3f, 0.0f, 0.1f};
    winds[1].def.direction = (waft_vec3){0.0f, 1.0f, 0.0f};
    const wafti_air air = air_of(winds, 2);
    for (int n = 0; n < 8; ++n) {
        const double point[3] = {0.3 * n, 1.0 - 0.2 * n, 0.7 * n};
        const double reach = 0.05;
        double want[3];
        double found[3];
        differences_turning(&air, point, reach, want);
        wafti_air_turning(&air, point, reach, found);
        for (int k = 0; k < 3; ++k) {
            CHECK_NEAR(found[k], want[k], 1e-4);
        }
    }
}

static void grids_are_linear_between_samples(void) {
    static float data[3][N * N * N];
    waft_wind_def def = waft_wind_def_default();
    def.kind = WAFT_WIND_GRID;
    fill_turning(data, def.grid);
    wafti_wind wind = wind_of(def);
    const wafti_air air = air_of(&wind, 1);
    const double inside[3] = {0.1, 0.2, -0.17};
    const double outside[3] = {0.1, 0.51, -0.17};
    const double last[3] = {0.5, 0.5, 0.5};
    double found[3];
    wafti_air_at(&air, inside, found);
    CHECK_NEAR(found[0], 0.17, 1e-6);
    CHECK_NEAR(found[2], 0.1, 1e-6);
    wafti_air_at(&air, outside, found);
    CHECK(found[0] == 0.0 && found[2] == 0.0);
    wafti_air_at(&air, last, found);
    CHECK_NEAR(found[2], 0.5, 1e-6);
    double turning[3];
    wafti_air_turning(&air, (const double[3]){0.0, 0.0, 0.0}, 0.01, turning);
    CHECK_NEAR(turning[1], -1.0, 1e-6);
    CHECK_NEAR(turning[0], 0.0, 1e-6);
}

static void a_box_of_moving_air_replaces_the_wind(void) {
    static float data[3][N * N * N];
    wafti_air air = air_of(NULL, 0);
    fill_turning(data, air.box.velocity);
    for (int axis = 0; axis < 3; ++axis) {
        air.box.low[axis] = -0.6;
        air.box.high[axis] = 0.6;
    }
    air.world = (waft_vec3){3.0f, 0.0f, 0.0f};
    wafti_air_prepare(&air);
    CHECK(!air.even);
    double found[3];
    wafti_air_at(&air, (const double[3]){0.2, 0.0, 0.1}, found);
    CHECK_NEAR(found[0], -0.1, 1e-6);
    CHECK_NEAR(found[2], 0.2, 1e-6);
    // Between the last sample and the wall the last sample holds.
    wafti_air_at(&air, (const double[3]){0.58, 0.0, 0.0}, found);
    CHECK_NEAR(found[2], 0.5, 1e-6);
    wafti_air_at(&air, (const double[3]){0.61, 0.0, 0.0}, found);
    CHECK_NEAR(found[0], 3.0, 1e-6);
    CHECK_NEAR(found[2], 0.0, 0.0);
}

// Samples that are farther apart along z than along x: differences span the wider.
static void differences_span_the_widest_samples(void) {
    static float data[3][N * N * N];
    waft_wind_def def = waft_wind_def_default();
    def.kind = WAFT_WIND_GRID;
    fill_turning(data, def.grid);
    for (int axis = 0; axis < 3; ++axis) {
        for (int n = 0; n < N * N * N; ++n) {
            const int plane = n / (N * N);
            data[axis][n] = axis == 0 ? fabsf(0.5f * (float)plane - 1.0f) : 0.0f;
        }
        def.grid[axis].origin.z = -1.0f;
        def.grid[axis].spacing.z = 0.5f;
    }
    wafti_wind wind = wind_of(def);
    const wafti_air air = air_of(&wind, 1);
    double turning[3];
    wafti_air_turning(&air, (const double[3]){0.0, 0.0, 0.125}, 0.01, turning);
    CHECK_NEAR(turning[1], 0.125, 1e-6);
}

static const test_case cases[] = {
    {"uniform_winds_add_up", uniform_winds_add_up},
    {"sines_run_along", sines_run_along},
    {"gusts_have_their_deviation", gusts_have_their_deviation},
    {"curl_noise_has_no_divergence", curl_noise_has_no_divergence},
    {"curl_noise_has_its_deviation", curl_noise_has_its_deviation},
    {"curl_noise_turns_as_differences_say", curl_noise_turns_as_differences_say},
    {"grids_are_linear_between_samples", grids_are_linear_between_samples},
    {"a_box_of_moving_air_replaces_the_wind", a_box_of_moving_air_replaces_the_wind},
    {"differences_span_the_widest_samples", differences_span_the_widest_samples},
};

TEST_MAIN(cases)
