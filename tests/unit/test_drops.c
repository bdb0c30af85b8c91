// SPDX-License-Identifier: MIT
#include "water/drops.h"

#include "test.h"

enum { DROPS = 3 };

typedef struct cloud {
    float data[6][DROPS];
    wafti_spray spray;
} cloud;

static void open_cloud(cloud* out) {
    memset(out, 0, sizeof(*out));
    for (int axis = 0; axis < 3; ++axis) {
        out->spray.position[axis] = out->data[axis];
        out->spray.velocity[axis] = out->data[axis + 3];
    }
    out->spray.count = out->spray.capacity = DROPS;
}

static void radius_is_asked_for_or_the_methods_own(void) {
    waft_water_def def = waft_water_def_default();
    def.size = (waft_vec2){16.0f, 8.0f};
    def.cells[0] = 32;
    def.cells[1] = 16;
    def.method = WAFT_WATER_WAVES;
    CHECK_NEAR(wafti_drop_radius(&def), 0.002f, 0.0);
    def.method = WAFT_WATER_COLUMNS;
    const double radius = (double)wafti_drop_radius(&def);
    // The volume of a cube of dx / 8 = 0.0625 m.
    CHECK_NEAR(4.0 / 3.0 * 3.14159265358979 * radius * radius * radius, pow(0.0625, 3.0), 1e-10);
    def.spray.radius = 0.03f;
    CHECK_NEAR(wafti_drop_radius(&def), 0.03f, 0.0);
}

static void drops_fly_on_parabolas_without_air(void) {
    cloud c;
    open_cloud(&c);
    c.data[3][1] = 2.0f;
    c.data[4][1] = 5.0f;
    const wafti_flight flight = {.dt = 0.125, .gravity = 8.0};
    double at[3] = {0.0, 0.0, 0.0};
    for (int n = 0; n < 8; ++n) {
        wafti_drop_fly(&c.spray, &flight, 1, at);
    }
    CHECK_NEAR(at[0], 2.0, 1e-6);
    CHECK_NEAR(at[1], 5.0 - 0.5 * 8.0, 1e-6);
    CHECK_NEAR(c.data[4][1], 5.0 - 8.0, 1e-6);
    CHECK_NEAR(c.data[1][1], at[1], 1e-6);
    CHECK_NEAR(c.data[1][0], 0.0, 0.0); // others stay
}

// They end at the speed where drag is their weight, sideways with the wind, also at steps that an
// explicit drag would not survive.
static void drag_ends_in_a_steady_fall(void) {
    cloud c;
    open_cloud(&c);
    const double drag = wafti_spray_drag(1.2, 1000.0, 0.002);
    wafti_flight flight = {.dt = 0.001, .gravity = 9.81, .drag = drag, .wind = {3.0, 0.0, 0.0}};
    double at[3];
    for (int n = 0; n < 8000; ++n) {
        wafti_drop_fly(&c.spray, &flight, 0, at);
    }
    CHECK_NEAR(c.data[4][0], -sqrt(9.81 / drag), 0.02);
    CHECK_NEAR(c.data[3][0], 3.0, 0.02);
    flight.drag = 1e4;
    flight.wind[0] = 50.0;
    wafti_drop_fly(&c.spray, &flight, 2, at);
    wafti_drop_fly(&c.spray, &flight, 2, at);
    CHECK(c.data[3][2] > 40.0f && c.data[3][2] <= 50.0f);
}

static void drops_move_and_are_cut_into_pieces(void) {
    cloud c;
    open_cloud(&c);
    for (int k = 0; k < 6; ++k) {
        c.data[k][2] = (float)k + 1.0f;
    }
    wafti_drop_move(&c.spray, 0, 2);
    for (int k = 0; k < 6; ++k) {
        CHECK_NEAR(c.data[k][0], k + 1, 0.0);
        CHECK_NEAR(c.data[k][1], 0.0, 0.0);
    }
    c.spray.count = 0;
    CHECK(wafti_drop_tasks(&c.spray) == 0);
    c.spray.count = WAFTI_DROPS_PER_TASK;
    CHECK(wafti_drop_tasks(&c.spray) == 1);
    c.spray.count = WAFTI_DROPS_PER_TASK + 1;
    CHECK(wafti_drop_tasks(&c.spray) == 2);
    CHECK(wafti_drop_task_end(&c.spray, 0) == WAFTI_DROPS_PER_TASK);
    CHECK(wafti_drop_task_end(&c.spray, 1) == WAFTI_DROPS_PER_TASK + 1);
    CHECK(waft_water_spray(NULL).count == 0);
}

static const test_case cases[] = {
    {"radius_is_asked_for_or_the_methods_own", radius_is_asked_for_or_the_methods_own},
    {"drops_fly_on_parabolas_without_air", drops_fly_on_parabolas_without_air},
    {"drag_ends_in_a_steady_fall", drag_ends_in_a_steady_fall},
    {"drops_move_and_are_cut_into_pieces", drops_move_and_are_cut_into_pieces},
};

TEST_MAIN(cases)
