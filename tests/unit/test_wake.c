// SPDX-License-Identifier: MIT
// What a body on its way leaves behind it: waves that the columns can carry, not their own pattern.
#include "float_fixture.h"

// The part of the surface that alternates from column to column along a stride: a wave of two columns
// passes whole, one of eight with a fiftieth of its height.
static double pattern_at(const float* level, ptrdiff_t stride) {
    return ((double)level[-2 * stride] - 4.0 * (double)level[-stride] + 6.0 * (double)level[0] -
               4.0 * (double)level[stride] + (double)level[2 * stride]) /
           16.0;
}

// Pattern over waves, root mean squares, outside the ring round the body.
static double pattern_share(const pond* p, const double at[3], double ring) {
    waft_field level;
    CHECK(waft_water_field(p->water, WAFT_WATER_LEVEL, &level) == WAFT_OK);
    const double mean = mean_level(p);
    double waves = 0.0;
    double pattern = 0.0;
    for (int32_t k = 2; k < level.size[2] - 2; ++k) {
        for (int32_t i = 2; i < level.size[0] - 2; ++i) {
            const double x = (double)level.spacing.x * (i + 0.5 - 0.5 * level.size[0]) - at[0];
            const double z = (double)level.spacing.z * (k + 0.5 - 0.5 * level.size[2]) - at[2];
            if (x * x + z * z < ring * ring) {
                continue;
            }
            const float* here = level.data + i + k * level.stride[2];
            const double along = pattern_at(here, 1);
            const double across = pattern_at(here, level.stride[2]);
            waves += ((double)*here - mean) * ((double)*here - mean);
            pattern += along * along + across * across;
        }
    }
    return sqrt(pattern / waves);
}

static double wake_of(double speed, double turn) {
    pond_def def = pond_of(128, 0.125, 1.5, 0.0167);
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 2.0, 0.5, 1.0, 500.0);
    waft_body_def body = float_def(hull, -5.0, 0.26, 0.03);
    body.state.velocity[0] = speed;
    body.state.rotation[1] = sin(0.5 * turn);
    body.state.rotation[3] = cos(0.5 * turn);
    const waft_body_id id = add_body(&p.in, &body);
    step_bodies(&p.in, 90);
    const waft_body_info info = body_info(&p.in, id);
    CHECK(info.state.position[0] > -4.5);
    const double share = pattern_share(&p, info.state.position, 1.5);
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
    return share;
}

// With hard edges of the footprint these were 0.20, 0.048 and 0.22.
static void a_wake_has_no_pattern_of_columns(void) {
    CHECK(wake_of(3.0, 0.0) < 0.06);
    CHECK(wake_of(1.0, 0.0) < 0.03);
    CHECK(wake_of(3.0, 0.5) < 0.04);
}

static const test_case cases[] = {
    {"a wake has no pattern of columns", a_wake_has_no_pattern_of_columns},
};

TEST_MAIN(cases)
