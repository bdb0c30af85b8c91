// SPDX-License-Identifier: MIT
#include "body/contact.h"

#include "test.h"

// A cube of edge 0.2 m and 2 kg, without fluid.
static const double corners[24] = {-.1, -.1, -.1, .1, -.1, -.1, -.1, .1, -.1, .1, .1, -.1, -.1, -.1,
    .1, .1, -.1, .1, -.1, .1, .1, .1, .1, .1};

static void fill_inverse(double out[36]) {
    memset(out, 0, 36 * sizeof(double));
    for (ptrdiff_t k = 0; k < 3; ++k) {
        out[7 * k] = 1.0 / 2.0;
        out[7 * (k + 3)] = 1.0 / (2.0 * 0.04 / 6.0);
    }
}

static wafti_ground flat_ground(void) {
    return (wafti_ground){.has_plane = true, .normal = {0.0, 1.0, 0.0}};
}

static wafti_ground_job job_of(const wafti_ground* ground, const double* inverse) {
    return (wafti_ground_job){
        .ground = ground,
        .points = corners,
        .point_count = 8,
        .longest = 0.2,
        .restitution = 0.5,
        .friction = 0.6,
        .inverse = inverse,
    };
}

static wafti_body_lane lane_at(double y) {
    return (wafti_body_lane){.position = {0.0, y, 0.0}, .rotation = {0.0, 0.0, 0.0, 1.0}};
}

static void above_ground_nothing_happens(void) {
    double inverse[36];
    fill_inverse(inverse);
    const wafti_ground ground = flat_ground();
    const wafti_ground_job job = job_of(&ground, inverse);
    wafti_body_lane lane = lane_at(0.1001);
    lane.velocity[1] = -1.0;
    double impact = -1.0;
    CHECK(wafti_ground_is_near(&ground, lane.position, 0.18));
    CHECK(!wafti_ground_meet(&job, &lane, &impact));
    CHECK_NEAR(lane.velocity[1], -1.0, 0.0);
    lane.position[1] = 0.2;
    CHECK(!wafti_ground_is_near(&ground, lane.position, 0.18));
}

static void a_sphere_bounces_by_its_restitution(void) {
    double inverse[36];
    fill_inverse(inverse);
    const wafti_ground ground = flat_ground();
    wafti_ground_job job = job_of(&ground, inverse);
    job.round = 0.1;
    wafti_body_lane lane = lane_at(0.099);
    lane.velocity[1] = -2.0;
    double impact = 0.0;
    CHECK(wafti_ground_meet(&job, &lane, &impact));
    CHECK_NEAR(impact, 2.0, 1e-12);
    CHECK_NEAR(lane.velocity[1], 1.0, 1e-12);
    // A fifth of the depth beyond the slop is taken back.
    CHECK_NEAR(lane.position[1], 0.099 + 0.2 * (0.001 - 2e-5), 1e-12);
    lane.velocity[1] = -0.04; // too slow to bounce
    CHECK(wafti_ground_meet(&job, &lane, &impact));
    CHECK_NEAR(lane.velocity[1], 0.0, 1e-12);
}

static void friction_has_no_preferred_direction(void) {
    double inverse[36];
    fill_inverse(inverse);
    const wafti_ground ground = flat_ground();
    wafti_ground_job job = job_of(&ground, inverse);
    job.round = 0.1;
    job.restitution = 0.0;
    for (int n = 0; n < 8; ++n) {
        const double angle = 0.4 * n;
        wafti_body_lane lane = lane_at(0.0999);
        lane.velocity[0] = 10.0 * cos(angle);
        lane.velocity[1] = -1.0;
        lane.velocity[2] = 10.0 * sin(angle);
        double impact = 0.0;
        CHECK(wafti_ground_meet(&job, &lane, &impact));
        // A slide that lasts: it loses friction times the normal change of 1 m/s.
        CHECK_NEAR(lane.velocity[0], 9.4 * cos(angle), 1e-9);
        CHECK_NEAR(lane.velocity[2], 9.4 * sin(angle), 1e-9);
    }
}

static void a_cube_lands_flat(void) {
    double inverse[36];
    fill_inverse(inverse);
    const wafti_ground ground = flat_ground();
    wafti_ground_job job = job_of(&ground, inverse);
    job.restitution = 0.0;
    wafti_body_lane lane = lane_at(0.0999);
    lane.velocity[1] = -1.0;
    double impact = 0.0;
    for (int n = 0; n < 20; ++n) {
        CHECK(wafti_ground_meet(&job, &lane, &impact));
    }
    // Four sweeps in a fixed order leave a trace of that order.
    CHECK_NEAR(lane.velocity[1], 0.0, 0.03);
    CHECK_NEAR(lane.spin[0], 0.0, 0.2);
    CHECK_NEAR(lane.spin[1], 0.0, 0.05);
    CHECK_NEAR(lane.spin[2], 0.0, 0.2);
}

static void heights_have_slopes(void) {
    const float data[] = {0.0f, 0.5f, 1.0f, 0.0f, 0.5f, 1.0f};
    wafti_ground ground = {
        .heights = {
            .data = data, .size = {3, 1, 2}, .stride = {1, 3, 3}, .spacing = {1.0f, 1.0f, 2.0f}}};
    wafti_ground_prepare(&ground);
    CHECK_NEAR(ground.highest, 1.0, 0.0);
    double normal[3];
    const double depth = wafti_ground_depth(&ground, (const double[3]){1.0, 0.4, 1.0}, normal);
    const double upright = 1.0 / sqrt(1.25);
    CHECK_NEAR(depth, 0.1 * upright, 1e-12);
    CHECK_NEAR(normal[0], -0.5 * upright, 1e-12);
    CHECK_NEAR(normal[1], upright, 1e-12);
    CHECK(wafti_ground_depth(&ground, (const double[3]){2.01, 0.0, 1.0}, normal) < 0.0);
    CHECK(wafti_ground_is_near(&ground, (const double[3]){0.0, 1.05, 0.0}, 0.1));
    CHECK(!wafti_ground_is_near(&ground, (const double[3]){0.0, 1.2, 0.0}, 0.1));
}

static const test_case cases[] = {
    {"above_ground_nothing_happens", above_ground_nothing_happens},
    {"a_sphere_bounces_by_its_restitution", a_sphere_bounces_by_its_restitution},
    {"friction_has_no_preferred_direction", friction_has_no_preferred_direction},
    {"a_cube_lands_flat", a_cube_lands_flat},
    {"heights_have_slopes", heights_have_slopes},
};

TEST_MAIN(cases)
