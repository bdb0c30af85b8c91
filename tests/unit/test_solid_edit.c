// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "mesh_fixture.h"

static waft_world* wet_world(void) {
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    waft_liquid_def liquid_def = waft_liquid_def_default();
    liquid_def.spacing = 0.1f;
    liquid_def.high = (waft_vec3){1.0f, 1.0f, 1.0f};
    liquid_def.max_particles = 100;
    liquid_def.solid_capacity = 4;
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create_liquid(world, &liquid_def, &liquid) == WAFT_OK);
    return world;
}

static void check_refused(waft_world* world, waft_edit_kind kind, const char* sentence) {
    const waft_edit edit = {.kind = kind, .index = 2};
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), sentence);
}

static void edits_of_what_is_not_there_are_refused(void) {
    waft_world* world = wet_world();
    check_refused(world, WAFT_EDIT_MOVE_SOLID, "there is no solid number 2");
    check_refused(world, WAFT_EDIT_REMOVE_SOLID, "there is no solid number 2");
    check_refused(world, WAFT_EDIT_SET_EMITTER, "the liquid has no emitter number 2");
    check_refused(world, WAFT_EDIT_REMOVE_EMITTER, "the liquid has no emitter number 2");
    check_refused(world, WAFT_EDIT_REMOVE_SINK, "the liquid has no sink number 2");
    waft_world_destroy(world);
}

static const waft_mesh* give(void* user, uint64_t key) {
    const waft_mesh* mesh = user;
    return waft_mesh_get_info(mesh).key == key ? mesh : NULL;
}

// An edit without its mesh takes one of this key from a solid, or from the host.
static void meshes_are_found_by_their_key(void) {
    waft_world* world = wet_world();
    waft_mesh* mesh = mesh_sphere(1);
    const uint64_t key = waft_mesh_get_info(mesh).key;
    waft_edit edit = {.kind = WAFT_EDIT_ADD_SOLID, .mesh = key, .solid = waft_solid_def_default()};
    edit.solid.shape = (waft_shape){.kind = WAFT_SHAPE_MESH};
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(waft_world_error(world), "give it a finder of meshes") != NULL);
    CHECK(waft_world_find_meshes(world, &(waft_mesh_finder){NULL, NULL}) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_find_meshes(world, &(waft_mesh_finder){mesh, give}) == WAFT_OK);
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    CHECK(waft_world_find_meshes(world, NULL) == WAFT_OK);
    waft_mesh_destroy(mesh);
    edit.solid.felt_by = WAFT_SOLID_BODIES;
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    CHECK(waft_world_solid_count(world) == 2);
    waft_world_destroy(world);
}

// Whoever repeats an edit needs the mesh if no other solid has it.
static void the_mesh_of_a_first_solid_is_not_known(void) {
    waft_world* world = wet_world();
    waft_mesh* mesh = mesh_sphere(1);
    edit_tape tape;
    tape_attach(&tape, world);
    waft_solid_def def = waft_solid_def_default();
    def.shape = (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    def.felt_by = WAFT_SOLID_BODIES;
    waft_solid_id id;
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    CHECK(waft_world_add_solid(world, &def, &id) == WAFT_OK);
    CHECK(tape.count == 2 && tape.edits[0].mesh == 0);
    CHECK(tape.edits[1].mesh == waft_mesh_get_info(mesh).key);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    block.shape.size = (waft_vec3){0.2f, 0.2f, 0.2f};
    block.pose.position = (waft_vec3){0.5f, 0.5f, 0.5f};
    CHECK(waft_liquid_add_block(waft_world_liquid(world), &block, NULL) == WAFT_OK);
    CHECK(tape.count == 3 && tape.edits[2].kind == WAFT_EDIT_ADD_BLOCK && tape.edits[2].mesh == 0);
    waft_world_destroy(world);
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"edits_of_what_is_not_there_are_refused", edits_of_what_is_not_there_are_refused},
    {"meshes_are_found_by_their_key", meshes_are_found_by_their_key},
    {"the_mesh_of_a_first_solid_is_not_known", the_mesh_of_a_first_solid_is_not_known},
};

TEST_MAIN(cases)
