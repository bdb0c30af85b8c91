// SPDX-License-Identifier: MIT
#include "water/orbit.h"

#include "test.h"
#include "unit/water_fixture.h"

static water_fixture* open_mixed(waft_wave_mode mode, float amplitude) {
    waft_train_def trains[3];
    for (int i = 0; i < 3; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 2.0f + (float)i;
        trains[i].direction = (waft_vec2){(float)cos(i + 0.3), (float)sin(i + 0.3)};
        trains[i].amplitude = amplitude;
        trains[i].phase = 0.4f * (float)i;
    }
    trains[2].shape = WAFT_TRAIN_POINT;
    trains[2].center = (waft_vec2){4.0f, 5.0f};
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 32;
    def.cells[1] = 32;
    def.depth = 0.8f;
    def.mode = mode;
    def.trains = trains;
    def.train_count = 3;
    water_fixture* f = water_fixture_open(&def, 1);
    if (f->water != NULL) {
        wafti_water_redraw(f->water, 1.7);
    }
    return f;
}

static void position_of(const waft_water* water, double x, double z, double height, double out[3]) {
    wafti_orbit orbit;
    wafti_orbit_at(water, water->def.mode, x, z, height, &orbit);
    out[0] = x + orbit.shift[0];
    out[1] = height + orbit.shift[1];
    out[2] = z + orbit.shift[2];
}

// Tangents against central differences, rings included, in every zone of theirs.
static void tangents_are_derivatives(void) {
    water_fixture* f = open_mixed(WAFT_WAVE_GERSTNER, 0.02f);
    f->water->def.keep_level = false; // the rise varies with r and is not part of the tangents
    const double h = 1e-5;
    for (int n = 0; n < 200; ++n) {
        const double x = 0.1 + 9.8 * fmod(n * 0.618034, 1.0);
        const double z = 0.1 + 9.8 * fmod(n * 0.754878, 1.0);
        wafti_orbit orbit;
        wafti_orbit_at(f->water, WAFT_WAVE_GERSTNER, x, z, 0.0, &orbit);
        double a[3];
        double b[3];
        position_of(f->water, x + h, z, 0.0, a);
        position_of(f->water, x - h, z, 0.0, b);
        for (int axis = 0; axis < 3; ++axis) {
            CHECK_NEAR(orbit.tangent_x[axis], (a[axis] - b[axis]) / (2.0 * h), 1e-7);
        }
        position_of(f->water, x, z + h, 0.0, a);
        position_of(f->water, x, z - h, 0.0, b);
        for (int axis = 0; axis < 3; ++axis) {
            CHECK_NEAR(orbit.tangent_z[axis], (a[axis] - b[axis]) / (2.0 * h), 1e-7);
        }
    }
    water_fixture_close(f);
}

static void velocity_is_the_time_derivative(void) {
    water_fixture* f = open_mixed(WAFT_WAVE_GERSTNER, 0.02f);
    const double h = 1e-5;
    for (int n = 0; n < 50; ++n) {
        const double x = 10.0 * fmod(n * 0.618034, 1.0);
        const double z = 10.0 * fmod(n * 0.754878, 1.0);
        const double height = -0.7 * fmod(n * 0.31, 1.0);
        wafti_orbit orbit;
        wafti_orbit_at(f->water, WAFT_WAVE_GERSTNER, x, z, height, &orbit);
        double a[3];
        double b[3];
        wafti_water_redraw(f->water, 1.7 + h);
        position_of(f->water, x, z, height, a);
        wafti_water_redraw(f->water, 1.7 - h);
        position_of(f->water, x, z, height, b);
        wafti_water_redraw(f->water, 1.7);
        for (int axis = 0; axis < 3; ++axis) {
            CHECK_NEAR(orbit.velocity[axis], (a[axis] - b[axis]) / (2.0 * h), 1e-8);
        }
    }
    water_fixture_close(f);
}

static void normals_point_up_and_lean_back_from_rising_water(void) {
    water_fixture* f = open_mixed(WAFT_WAVE_HEIGHT, 0.02f);
    for (int n = 0; n < 100; ++n) {
        wafti_orbit orbit;
        double normal[3];
        wafti_orbit_at(f->water, WAFT_WAVE_HEIGHT, n * 0.1, n * 0.07, 0.0, &orbit);
        wafti_orbit_normal(&orbit, normal);
        CHECK_NEAR(
            normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2], 1.0, 1e-14);
        CHECK(normal[1] > 0.5);
        CHECK_NEAR(normal[0] / normal[1], -orbit.tangent_x[1], 1e-12);
        CHECK_NEAR(normal[2] / normal[1], -orbit.tangent_z[1], 1e-12);
    }
    water_fixture_close(f);
}

static void modes_move_what_they_should(void) {
    water_fixture* f = open_mixed(WAFT_WAVE_NORMAL, 0.02f);
    wafti_orbit orbit;
    wafti_orbit_at(f->water, WAFT_WAVE_NORMAL, 3.0, 2.0, 0.0, &orbit);
    CHECK_NEAR(orbit.shift[0], 0.0, 0.0);
    CHECK_NEAR(orbit.shift[1], 0.0, 0.0);
    CHECK(fabs(orbit.tangent_x[1]) > 1e-4);
    wafti_orbit_at(f->water, WAFT_WAVE_HEIGHT, 3.0, 2.0, 0.0, &orbit);
    CHECK_NEAR(orbit.shift[2], 0.0, 0.0);
    CHECK(fabs(orbit.shift[1]) > 1e-4);
    wafti_orbit_at(f->water, WAFT_WAVE_GERSTNER, 3.0, 2.0, 0.0, &orbit);
    CHECK(fabs(orbit.shift[2]) > 1e-4);
    water_fixture_close(f);
}

static void steep_trains_are_scaled_to_cusps(void) {
    water_fixture* f = open_mixed(WAFT_WAVE_GERSTNER, 0.5f);
    double least = 1.0;
    for (int n = 0; n < 2000; ++n) {
        wafti_orbit orbit;
        wafti_orbit_at(f->water, WAFT_WAVE_GERSTNER, 10.0 * fmod(n * 0.618034, 1.0),
            10.0 * fmod(n * 0.754878, 1.0), 0.0, &orbit);
        CHECK(orbit.steepness > 1.0);
        const double area =
            orbit.tangent_x[0] * orbit.tangent_z[2] - orbit.tangent_x[2] * orbit.tangent_z[0];
        least = fmin(least, area);
    }
    // The surface may touch itself at the centre of rings, where they bend within one length.
    CHECK(least > -0.1);
    water_fixture_close(f);
}

static void the_rest_point_is_found_again(void) {
    water_fixture* f = open_mixed(WAFT_WAVE_GERSTNER, 0.03f);
    for (int n = 0; n < 200; ++n) {
        const double x = 1.0 + 8.0 * fmod(n * 0.618034, 1.0);
        const double z = 1.0 + 8.0 * fmod(n * 0.754878, 1.0);
        double there[3];
        position_of(f->water, x, z, 0.0, there);
        double rest[2];
        wafti_orbit orbit;
        const int steps = wafti_orbit_find(f->water, there[0], there[2], rest, &orbit);
        CHECK(steps > 0 && steps <= 6);
        CHECK_NEAR(hypot(rest[0] - x, rest[1] - z), 0.0, 1e-8);
    }
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"tangents_are_derivatives", tangents_are_derivatives},
    {"velocity_is_the_time_derivative", velocity_is_the_time_derivative},
    {"normals_point_up_and_lean_back_from_rising_water",
        normals_point_up_and_lean_back_from_rising_water},
    {"modes_move_what_they_should", modes_move_what_they_should},
    {"steep_trains_are_scaled_to_cusps", steep_trains_are_scaled_to_cusps},
    {"the_rest_point_is_found_again", the_rest_point_is_found_again},
};
TEST_MAIN(cases)
