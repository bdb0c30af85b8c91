// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "world/typed_edit.h"

static waft_world* airy_world(void) {
    static const smoke_scene scene = {{8, 8, 8}, WAFT_SCHEME_SPLIT};
    const waft_world_def def = waft_world_def_default();
    waft_world* world = make_smoke_world(&def, &scene);
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    return world;
}

// What makes a world is not an edit of it; what comes after its recorder or its first step is.
static void calls_are_edits_once_the_world_is_made(void) {
    waft_world* world = airy_world();
    waft_bodies* bodies = waft_world_bodies(world);
    waft_wind_def wind = waft_wind_def_default();
    wind.kind = WAFT_WIND_UNIFORM;
    CHECK(waft_bodies_add_wind(bodies, &wind, NULL) == WAFT_OK);
    CHECK(waft_world_edit_total(world) == 0);
    edit_tape tape;
    tape_attach(&tape, world);
    wind.velocity.x = 2.0f;
    CHECK(waft_bodies_set_wind(bodies, 0, &wind) == WAFT_OK);
    CHECK(tape.count == 1 && tape.edits[0].kind == WAFT_EDIT_SET_WIND);
    CHECK(tape.edits[0].step == 0 && tape.edits[0].wind.velocity.x == 2.0f);
    CHECK(waft_world_record(world, NULL) == WAFT_OK);
    take_steps(world, 1);
    CHECK(waft_bodies_set_wind(bodies, 0, &wind) == WAFT_OK);
    CHECK(tape.count == 1 && waft_world_edit_total(world) == 2);
    wind.time = -1.0f;
    wind.kind = WAFT_WIND_GUST;
    CHECK(waft_bodies_set_wind(bodies, 0, &wind) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_edit_total(world) == 2);
    waft_world_destroy(world);
}

static void edits_of_what_is_not_there_are_refused(void) {
    waft_world* world = airy_world();
    waft_edit edit = {.kind = WAFT_EDIT_REMOVE_BODY, .index = 3};
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "there is no body number 3");
    edit = (waft_edit){.kind = WAFT_EDIT_REMOVE_SOURCE, .index = 1};
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "there is no source of smoke number 1");
    edit = (waft_edit){.kind = WAFT_EDIT_ADD_BODY, .body = waft_body_def_default()};
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);

    const waft_world_def def = waft_world_def_default();
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    edit.kind = WAFT_EDIT_REMOVE_SOURCE;
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "the world has no smoke to change");
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"calls_are_edits_once_the_world_is_made", calls_are_edits_once_the_world_is_made},
    {"edits_of_what_is_not_there_are_refused", edits_of_what_is_not_there_are_refused},
};

TEST_MAIN(cases)
