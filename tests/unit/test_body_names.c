// SPDX-License-Identifier: MIT
#include "crowd_fixture.h"

static body_world air(void) {
    const waft_world_def world_def = waft_world_def_default();
    const waft_bodies_def def = waft_bodies_def_default();
    return make_body_world(&world_def, &def);
}

static bool is_null(waft_body_id id) {
    return id.index1 == 0 && id.generation == 0;
}

static void names_and_pointers_come_back(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const body_world in = air();
    waft_body_def def = bare_def(ball);
    const waft_body_id nameless = add_body(&in, &def);
    char own[] = "duck";
    int mine = 0;
    def.name = own;
    def.user = &mine;
    const waft_body_id duck = add_body(&in, &def);
    own[0] = 'l';
    CHECK_TEXT(body_info(&in, duck).name, "duck"); // a copy
    CHECK(body_info(&in, duck).user == &mine);
    CHECK_TEXT(body_info(&in, nameless).name, "");
    CHECK(body_info(&in, nameless).user == NULL);
    CHECK(waft_bodies_find(in.bodies, "duck").index1 == duck.index1);
    CHECK(is_null(waft_bodies_find(in.bodies, "")) && is_null(waft_bodies_find(in.bodies, "luck")));
    CHECK(is_null(waft_bodies_find(in.bodies, NULL)) && is_null(waft_bodies_find(NULL, "duck")));
    CHECK(waft_bodies_remove(in.bodies, duck) == WAFT_OK);
    CHECK(is_null(waft_bodies_find(in.bodies, "duck")));
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static void several_are_numbered(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const body_world in = air();
    waft_body_def def = bare_def(ball);
    waft_body_state states[12];
    waft_body_id ids[12];
    for (uint32_t n = 0; n < 12; ++n) {
        states[n] = scattered_state(n);
    }
    def.name = "leaf";
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 12, ids) == WAFT_OK);
    CHECK_TEXT(body_info(&in, ids[0]).name, "leaf_1");
    CHECK_TEXT(body_info(&in, ids[11]).name, "leaf_12");
    CHECK(waft_bodies_find(in.bodies, "leaf_7").index1 == ids[6].index1);
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 1, ids) == WAFT_OK);
    CHECK_TEXT(body_info(&in, ids[0]).name, "leaf");

    def.name = "0123456789012345678901234567890123456"; // 37 bytes
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 9, NULL) == WAFT_OK);
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 10, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(in.world), "names of 10 bodies may have 36 bytes") != NULL);
    def.name = "two\nlines";
    CHECK(waft_bodies_add_many(in.bodies, &def, states, 1, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(in.world), "control character") != NULL);
    CHECK(waft_bodies_count(in.bodies) == 22);
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

// Names are in a snapshot, pointers are not; neither shows in a hash.
static void snapshots_keep_names(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    static unsigned char snapshot[1 << 22];
    const body_world in = air();
    const body_world other = air();
    waft_body_def def = bare_def(ball);
    int mine = 0;
    def.user = &mine;
    def.name = "boat";
    const waft_body_id boat = add_body(&in, &def);
    def.name = "ship";
    def.user = NULL;
    const waft_body_id ship = add_body(&other, &def);
    CHECK(waft_world_hash(in.world) == waft_world_hash(other.world));
    CHECK(waft_world_snapshot(in.world, snapshot, sizeof(snapshot)) == WAFT_OK);
    CHECK(waft_world_restore(other.world, snapshot, sizeof(snapshot)) == WAFT_OK);
    CHECK_TEXT(body_info(&other, ship).name, "boat");
    CHECK(body_info(&other, ship).user == NULL);
    CHECK(waft_bodies_remove(in.bodies, boat) == WAFT_OK);
    CHECK(waft_world_restore(in.world, snapshot, sizeof(snapshot)) == WAFT_OK);
    CHECK_TEXT(body_info(&in, boat).name, "boat");
    CHECK(body_info(&in, boat).user == &mine);
    waft_world_destroy(in.world);
    waft_world_destroy(other.world);
    waft_hull_destroy(ball);
}

static void events_say_who(void) {
    waft_hull* ball = bake_hull(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0, 500.0);
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.ground.exists = true;
    const body_world in = make_body_world(&world_def, &bodies_def);
    waft_body_def def = bare_def(ball);
    def.state.position[1] = 9.0;
    (void)add_body(&in, &def);
    def.name = "stone";
    def.state.position[1] = 0.06;
    def.state.velocity[1] = -5.0;
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, 1);
    size_t count = 0;
    const waft_event* events = waft_world_events(in.world, &count, NULL);
    CHECK(count == 1 && events[0].kind == WAFT_EVENT_BODY_LANDED && events[0].index == 2);
    CHECK(events[0].body.index1 == id.index1 && events[0].body.generation == id.generation);
    CHECK_TEXT(events[0].name, "stone");
    waft_world_destroy(in.world);
    waft_hull_destroy(ball);
}

static const test_case cases[] = {
    {"names_and_pointers_come_back", names_and_pointers_come_back},
    {"several_are_numbered", several_are_numbered},
    {"snapshots_keep_names", snapshots_keep_names},
    {"events_say_who", events_say_who},
};
TEST_MAIN(cases)
