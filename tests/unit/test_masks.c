// SPDX-License-Identifier: MIT
#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 16 };

static const double h = 1.0 / N;

static detail_fixture open_triggers(const waft_trigger* triggers, int count, int obstacles) {
    waft_smoke_def smoke = smoke_fixture_def(N, N, N, h);
    smoke.temperature = false;
    waft_detail_def def = waft_detail_def_default();
    def.trigger_count = count;
    memcpy(def.triggers, triggers, (size_t)count * sizeof(*triggers));
    detail_fixture d = {.f = smoke_fixture_open(&smoke, 0.1, 0.0f, 1)};
    for (int n = 0; n < obstacles; ++n) {
        waft_solid_def obstacle = waft_solid_def_default();
        obstacle.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.1f};
        obstacle.pose.position = waft_vec3_make(n == 0 ? 0.25f : 0.75f, 0.5f, 0.5f);
        waft_solid_id id;
        smoke_fixture_need(&d.f, waft_world_add_solid(d.f.world, &obstacle, &id));
    }
    detail_fixture_join(&d, &def, detail_fixture_bank(16, 5.0, 0.5));
    return d;
}

static float fixed_at(const detail_fixture* d, int trigger, const int32_t cell[3]) {
    const wafti_part* part = &d->detail->parts[0];
    return part
        ->fixed[trigger][wafti_mac_index(&part->smoke->domain.grid, cell[0], cell[1], cell[2])];
}

static double radius_of(const int32_t cell[3], const double middle[3]) {
    double square = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double way = (cell[axis] + 0.5) * h - middle[axis];
        square += way * way;
    }
    return sqrt(square);
}

static float twice_x(void* user, waft_vec3 point) {
    (void)user;
    return 2.0f * point.x - 0.25f;
}

// By a function, by samples, by a shape with a soft edge.
static void masks_have_their_weights(void) {
    static const float samples[2] = {0.2f, 1.0f};
    waft_trigger triggers[3];
    for (int n = 0; n < 3; ++n) {
        triggers[n] = waft_trigger_default(WAFT_TRIGGER_MASK);
    }
    triggers[0].mask.function = twice_x;
    triggers[1].mask.field = (waft_field){.data = samples,
        .size = {1, 2, 1},
        .stride = {1, 1, 2},
        .origin = {0.0f, 0.25f, 0.0f},
        .spacing = {1.0f, 0.5f, 1.0f}};
    triggers[2].mask.has_shape = true;
    triggers[2].mask.shape = (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.25f};
    triggers[2].mask.pose.position = waft_vec3_make(0.5f, 0.5f, 0.5f);
    triggers[2].mask.soft = 0.2f;
    detail_fixture d = open_triggers(triggers, 3, 0);
    const double middle[3] = {0.5, 0.5, 0.5};
    int soft = 0;
    for (int32_t n = 0; n < N * N; ++n) {
        const int32_t cell[3] = {n % N, n / N, 7};
        const double x = (cell[0] + 0.5) * h;
        const double y = (cell[1] + 0.5) * h;
        CHECK_NEAR(fixed_at(&d, 0, cell), fmin(fmax(2.0 * x - 0.25, 0.0), 1.0), 1e-6);
        CHECK_NEAR(fixed_at(&d, 1, cell), 0.2 + 1.6 * (fmin(fmax(y, 0.25), 0.75) - 0.25), 1e-6);
        const double t = fmin(fmax(0.5 - (radius_of(cell, middle) - 0.25) / 0.2, 0.0), 1.0);
        CHECK_NEAR(fixed_at(&d, 2, cell), t * t * (3.0 - 2.0 * t), 1e-5);
        soft += t > 0.1 && t < 0.9;
    }
    CHECK(soft > 10);
    detail_fixture_close(&d);
}

// To all obstacles, and to the second alone; within the reach.
static void distances_follow_obstacles(void) {
    waft_trigger triggers[2];
    for (int n = 0; n < 2; ++n) {
        triggers[n] = waft_trigger_default(WAFT_TRIGGER_DISTANCE);
        triggers[n].reach = 0.2f;
    }
    triggers[1].solid_count = 1;
    triggers[1].solids[0] = 1;
    detail_fixture d = open_triggers(triggers, 2, 2);
    wafti_part* part = &d.detail->parts[0];
    wafti_part_find_distances(part);
    const double first[3] = {0.25, 0.5, 0.5};
    const double second[3] = {0.75, 0.5, 0.5};
    for (int32_t i = 0; i < N; ++i) {
        const int32_t cell[3] = {i, 9, 8};
        const double to[2] = {
            fmax(radius_of(cell, first) - 0.1, 0.0), fmax(radius_of(cell, second) - 0.1, 0.0)};
        const double all = fmin(to[0], to[1]);
        const double got[2] = {(double)fixed_at(&d, 0, cell), (double)fixed_at(&d, 1, cell)};
        CHECK(all < 0.2 ? fabs(got[0] - all) < 1e-5 : got[0] >= 0.2);
        CHECK(to[1] < 0.2 ? fabs(got[1] - to[1]) < 1e-5 : got[1] >= 0.2);
    }
    const int32_t inside[3] = {4, 8, 8};
    CHECK_NEAR(fixed_at(&d, 0, inside), 0.0, 0.0);
    // They are found again where an obstacle has moved, and only then.
    part->fixed[0][wafti_mac_index(&part->smoke->domain.grid, 4, 8, 8)] = 7.0f;
    wafti_part_find_distances(part);
    CHECK_NEAR(fixed_at(&d, 0, inside), 7.0, 0.0);
    part->smoke->domain.solids[part->smoke->obstacle_order.slots[0]].position[1] = 0.8;
    wafti_part_find_distances(part);
    const double moved[3] = {0.25, 0.8, 0.5};
    const int32_t near[3] = {4, 10, 8};
    CHECK_NEAR(fixed_at(&d, 0, near), radius_of(near, moved) - 0.1, 1e-5);
    detail_fixture_close(&d);
}

static const test_case cases[] = {{"masks_have_their_weights", masks_have_their_weights},
    {"distances_follow_obstacles", distances_follow_obstacles}};

TEST_MAIN(cases)
