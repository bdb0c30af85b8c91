// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "hull_fixture.h"

static waft_world* airy_world(void) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.01;
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    return world;
}

static waft_body_id drop(waft_world* world, const waft_hull* hull, float friction) {
    waft_body_def def = waft_body_def_default();
    def.hull = hull;
    def.noise = WAFT_NOISE_OFF;
    def.friction = friction;
    waft_body_id id;
    CHECK(waft_bodies_add(waft_world_bodies(world), &def, &id) == WAFT_OK);
    return id;
}

typedef struct saved {
    unsigned char* bytes;
    size_t size;
} saved;

static saved save(const waft_world* world) {
    saved s = {.size = waft_world_snapshot_size(world)};
    s.bytes = malloc(s.size);
    CHECK(waft_world_snapshot(world, s.bytes, s.size) == WAFT_OK);
    return s;
}

// Kinds are found again in whatever order the other world has met them, and hashes do not tell of it.
static void kinds_are_made_or_found(void) {
    const waft_hull_def box_def = quiet_def(WAFT_HULL_BOX, 0.4, 0.2, 0.3);
    const waft_hull_def ball_def = quiet_def(WAFT_HULL_ELLIPSOID, 0.3, 0.3, 0.3);
    waft_hull* box = hull_of(&box_def);
    waft_hull* ball = hull_of(&ball_def);
    waft_world* world = airy_world();
    const waft_body_id gone = drop(world, box, 0.5f);
    drop(world, ball, 0.5f);
    drop(world, box, 0.1f);
    take_steps(world, 2);
    CHECK(waft_bodies_remove(waft_world_bodies(world), gone) == WAFT_OK);
    const saved s = save(world);

    waft_world* other = airy_world();
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_ERR_PARSE);
    drop(other, box, 0.1f);
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_ERR_PARSE);
    CHECK(waft_bodies_count(waft_world_bodies(other)) == 1);
    CHECK(waft_world_keep_hull(other, hull_of(&ball_def)) == WAFT_OK);
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_OK);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    // A kind that one of them knows already is another place in the list, not another state.
    drop(other, box, 0.5f);
    drop(world, box, 0.5f);
    take_steps(other, 2);
    take_steps(world, 2);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    free(s.bytes);
    waft_world_destroy(other);
    waft_world_destroy(world);
    waft_hull_destroy(box);
    waft_hull_destroy(ball);
}

static void winds_come_with_the_state_but_grids_do_not(void) {
    waft_world* world = airy_world();
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_CURL;
    wind.speed = 1.0f;
    CHECK(waft_bodies_add_wind(waft_world_bodies(world), &wind, NULL) == WAFT_OK);
    take_steps(world, 1);
    saved s = save(world);
    waft_world* other = airy_world();
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_OK);
    CHECK(waft_world_hash(other) == waft_world_hash(world));
    const waft_vec3 point = {1.0f, 2.0f, 3.0f};
    const waft_vec3 here = waft_bodies_wind_at(waft_world_bodies(world), point);
    const waft_vec3 there = waft_bodies_wind_at(waft_world_bodies(other), point);
    CHECK(here.x == there.x && here.y == there.y && here.x != 0.0f);
    free(s.bytes);

    static const float values[8] = {1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f, 1.0f};
    wind.kind = WAFT_WIND_GRID;
    for (int axis = 0; axis < 3; ++axis) {
        wind.grid[axis] = (waft_field){
            .data = values, .size = {2, 2, 2}, .stride = {1, 2, 4}, .spacing = {1.0f, 1.0f, 1.0f}};
    }
    CHECK(waft_bodies_set_wind(waft_world_bodies(world), 0, &wind) == WAFT_OK);
    s = save(world);
    CHECK(waft_world_restore(other, s.bytes, s.size) == WAFT_ERR_PARSE);
    CHECK(strstr(waft_world_error(other), "wind 0 of the snapshot is a grid") != NULL);
    free(s.bytes);
    waft_world_destroy(other);
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"kinds_are_made_or_found", kinds_are_made_or_found},
    {"winds_come_with_the_state_but_grids_do_not", winds_come_with_the_state_but_grids_do_not},
};

TEST_MAIN(cases)
