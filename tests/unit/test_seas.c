// SPDX-License-Identifier: MIT
#include "body/seas.h"

#include "body/carry.h"
#include "crowd_fixture.h"

// A tilted surface for x below 10, land past x = 5; it streams along x and rises.
typedef struct slope_water {
    double level, slope[2];
} slope_water;

static bool look_slope(const void* source, const double point[3], wafti_water_spot* out_spot) {
    const slope_water* water = source;
    if (point[0] > 10.0) {
        return false;
    }
    *out_spot = (wafti_water_spot){
        .wet = point[0] < 5.0,
        .level = water->level + water->slope[0] * point[0] + water->slope[1] * point[2],
        .velocity = {2.0 + point[0], 0.5, 0.0},
    };
    return true;
}

typedef struct shore {
    body_world in;
    waft_hull* hull;
    slope_water water;
    const wafti_kind* kind;
} shore;

static void open_shore(waft_medium medium, shore* out) {
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = medium;
    def.level = 3.0f;
    def.current = (waft_vec3){0.0f, 0.0f, 0.25f};
    def.capacity = 4;
    out->in = make_body_world(&world_def, &def);
    out->hull = bake_hull(WAFT_HULL_BOX, 0.4, 0.2, 0.4, 500.0);
    const waft_body_def body = bare_def(out->hull);
    (void)add_body(&out->in, &body);
    out->kind = out->in.bodies->kinds[0];
    out->water = (slope_water){.level = 1.0, .slope = {0.1, -0.2}};
}

static void flood(shore* s) {
    const wafti_moving_water water = {.look = look_slope, .source = &s->water, .spacing = 0.1};
    wafti_bodies_set_water(s->in.bodies, &water);
}

static void close_shore(shore* s) {
    waft_world_destroy(s->in.world);
    waft_hull_destroy(s->hull);
}

static void still_water_is_level(void) {
    shore s;
    open_shore(WAFT_MEDIUM_BOTH, &s);
    const double at[3] = {1.0, 2.0, 0.0};
    const double outside[3] = {11.0, 2.0, 0.0};
    wafti_sea sea = wafti_sea_find(s.in.bodies, s.kind, at);
    CHECK(sea.wet);
    CHECK_NEAR(sea.level, 3.0, 0.0);
    CHECK_NEAR(sea.normal[1], 1.0, 0.0);
    CHECK_NEAR(sea.velocity[2], 0.25, 0.0);
    flood(&s);
    sea = wafti_sea_find(s.in.bodies, s.kind, outside); // of the moving water's domain
    CHECK(sea.wet);
    CHECK_NEAR(sea.level, 3.0, 0.0);
    CHECK_NEAR(sea.velocity[0], 0.0, 0.0);
    close_shore(&s);
}

static void moving_water_has_a_slope(void) {
    shore s;
    open_shore(WAFT_MEDIUM_BOTH, &s);
    flood(&s);
    const double near[3] = {1.0, 1.05, 0.0};
    const double high[3] = {1.0, 4.0, 0.0};
    const double land[3] = {6.0, 1.0, 0.0};
    const double longer = sqrt(1.0 + 0.01 + 0.04);
    wafti_sea sea = wafti_sea_find(s.in.bodies, s.kind, near);
    CHECK_NEAR(sea.level, 1.1, 1e-12);
    CHECK_NEAR(sea.normal[0], -0.1 / longer, 1e-12);
    CHECK_NEAR(sea.normal[1], 1.0 / longer, 1e-12);
    CHECK_NEAR(sea.normal[2], 0.2 / longer, 1e-12);
    CHECK_NEAR(sea.velocity[0], 3.0, 1e-12);
    CHECK_NEAR(sea.velocity[1], 0.5, 1e-12);
    sea = wafti_sea_find(s.in.bodies, s.kind, high); // slopes do not matter there
    CHECK_NEAR(sea.level, 1.1, 1e-12);
    CHECK_NEAR(sea.normal[1], 1.0, 0.0);
    sea = wafti_sea_find(s.in.bodies, s.kind, land);
    CHECK(!sea.wet);
    wafti_wetness wet;
    CHECK(wafti_sea_is_far(&sea, s.kind, -5.0, &wet));
    CHECK_NEAR(wet.share, 0.0, 0.0);
    close_shore(&s);
}

// A water that feels bodies is asked beside the hull, and lifts by pressure alone.
static void felt_bodies_look_beside_themselves(void) {
    shore s;
    open_shore(WAFT_MEDIUM_BOTH, &s);
    flood(&s);
    wafti_carry carries[4] = {{.state = WAFTI_CARRY_NONE}};
    s.in.bodies->carries = carries;
    const double arm = s.kind->hull.reach + 0.1;
    const double beach[3] = {5.1, 1.5, 0.0}; // over land, with water on one side
    wafti_sea sea = wafti_sea_find(s.in.bodies, s.kind, beach);
    CHECK(sea.wet);
    CHECK_NEAR(sea.level, 1.0 + 0.1 * (5.1 - arm), 1e-12);
    CHECK_NEAR(sea.normal[1], 1.0, 1e-12); // one end along x and none along z give no slope
    CHECK_NEAR(sea.velocity[0], 2.0 + 5.1 - arm, 1e-12);
    CHECK_NEAR(sea.velocity[1], 0.0, 0.0);
    s.in.bodies->carries = NULL;
    sea = wafti_sea_find(s.in.bodies, s.kind, beach);
    CHECK(!sea.wet);
    close_shore(&s);
}

static void wetness_is_what_lies_under(void) {
    shore s;
    open_shore(WAFT_MEDIUM_BOTH, &s);
    const double half = sqrt(0.5);
    const wafti_sea sea = {.wet = true, .level = 1.0, .normal = {0.0, 1.0, 0.0}};
    wafti_body_lane lane = {.position = {0.0, 1.05, 0.0}, .rotation = {0.0, 0.0, 0.0, 1.0}};
    wafti_wetness wet = wafti_sea_wetness(s.in.bodies, s.kind, &lane, &sea);
    CHECK_NEAR(wet.share, 0.25, 1e-9);
    CHECK_NEAR(wet.center[1], -0.075, 1e-9);
    lane.rotation[2] = lane.rotation[3] = half; // on its side: body x is up
    wet = wafti_sea_wetness(s.in.bodies, s.kind, &lane, &sea);
    CHECK_NEAR(wet.share, 0.375, 1e-9);
    CHECK_NEAR(wet.center[0], -0.125, 1e-9);
    lane.position[1] = 1.0 - 1.01 * s.kind->hull.reach;
    wet = wafti_sea_wetness(s.in.bodies, s.kind, &lane, &sea);
    CHECK_NEAR(wet.share, 1.0, 0.0);
    s.in.bodies->def.medium = WAFT_MEDIUM_AIR;
    wet = wafti_sea_wetness(s.in.bodies, s.kind, &lane, &sea);
    CHECK_NEAR(wet.share, 0.0, 0.0);
    s.in.bodies->def.medium = WAFT_MEDIUM_BOTH;
    const double water[3] = {4.0, 0.0, 0.0};
    double flow[3];
    wafti_body_flow(s.in.bodies, lane.position, 0.25, water, flow); // in still air
    CHECK_NEAR(flow[0], 1.0, 1e-12);
    close_shore(&s);
}

static const test_case cases[] = {
    {"still_water_is_level", still_water_is_level},
    {"moving_water_has_a_slope", moving_water_has_a_slope},
    {"felt_bodies_look_beside_themselves", felt_bodies_look_beside_themselves},
    {"wetness_is_what_lies_under", wetness_is_what_lies_under},
};

TEST_MAIN(cases)
