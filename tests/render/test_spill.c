// SPDX-License-Identifier: MIT
#include "render/spill.h"

#include "tank_fixture.h"

static waft_world* world;
static waft_liquid* liquid;

static void make_tank(void) {
    world = tank_make(4.0f, (waft_vec3){1.0f, 0.0f, 0.0f}, &liquid);
    waft_solid_def solid = waft_solid_def_default();
    solid.shape.kind = WAFT_SHAPE_SPHERE;
    solid.shape.radius = 0.2f;
    solid.pose = (waft_pose){{1.5f, 0.2f, 0.5f}, {0.0f, 0.0f, 0.0f, 1.0f}};
    CHECK(waft_world_add_solid(world, &solid, &(waft_solid_id){0}) == WAFT_OK);
}

static void styles(void) {
    static wafti_spill spill;
    wafti_render_room room = {.newest = NULL};
    make_tank();
    waft_error error = {.sentence = ""};
    CHECK(wafti_spill_create(&spill, NULL, liquid, &room.allocator, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    // A camera that fits them must not jump when a drawing begins later.
    CHECK(spill.given && spill.bounds.high.y == 4.0f && spill.bounds.high.x == 2.0f);
    CHECK(wafti_spill_read(&spill, liquid, WAFT_LIQUID_AS_SURFACE, &room, &error) == WAFT_OK);
    CHECK(spill.drawn.index_count > 1000 && spill.points.count == 0);
    CHECK(wafti_spill_read(&spill, liquid, WAFT_LIQUID_AS_POINTS, &room, &error) == WAFT_OK);
    CHECK(spill.drawn.index_count == 0 && spill.points.count == 250);
    const waft_vec3 want = wafti_spill_color(1.0f / spill.fast);
    CHECK_NEAR(spill.points.colors[0].z, want.z, 1e-5);
    CHECK(wafti_spill_read(&spill, liquid, WAFT_LIQUID_AS_NOTHING, &room, &error) == WAFT_OK);
    CHECK(spill.drawn.index_count == 0 && spill.points.count == 0);
    wafti_spill_destroy(&spill);
    wafti_render_room_free(&room);
    waft_world_destroy(world);
}

static void colors_rise(void) {
    float before = -1.0f;
    for (int i = -1; i <= 12; ++i) {
        const waft_vec3 c = wafti_spill_color(0.1f * (float)i);
        const float sum = c.x + c.y + c.z;
        CHECK(sum >= before - 1e-6f && sum <= 3.0f);
        before = sum;
    }
}

static const test_case cases[] = {
    {"styles", styles},
    {"colors_rise", colors_rise},
};

TEST_MAIN(cases)
