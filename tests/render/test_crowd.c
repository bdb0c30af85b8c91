// SPDX-License-Identifier: MIT
#include "render/crowd.h"

#include "crowd_fixture.h"
#include "hooks.h"

static const waft_draw_mesh* mesh_of(const waft_drawing* drawing, size_t instances) {
    for (size_t i = 0; i < drawing->mesh_count; ++i) {
        if (drawing->meshes[i].instance_count == instances) {
            return &drawing->meshes[i];
        }
    }
    return NULL;
}

static bool same(waft_vec3 a, waft_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void a_mesh_a_hull(void) {
    staged s;
    stage_open(&s, CROWD_HEAD CROWD_BODIES);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->mesh_count == 2);
    const waft_draw_mesh* leaf = mesh_of(drawing, 3);
    const waft_draw_mesh* ball = mesh_of(drawing, 1);
    if (CHECK(leaf != NULL && ball != NULL)) {
        CHECK(leaf->material.kind == WAFT_MATERIAL_THIN);
        CHECK(ball->material.kind == WAFT_MATERIAL_SOLID);
        CHECK_NEAR(ball->poses[0].position.y, 1.5, 1e-6);
        CHECK(leaf->index_count > 100 && leaf->positions != NULL);
        for (size_t i = 0; i < 3; ++i) {
            waft_body_info body;
            CHECK(waft_bodies_at(waft_world_bodies(s.world), i, &body) == WAFT_OK);
            CHECK_NEAR(leaf->poses[i].position.x, body.state.position[0], 1e-6);
            CHECK_NEAR(leaf->poses[i].rotation.w, body.state.rotation[3], 1e-6);
        }
        CHECK(!same(leaf->tints[0], leaf->tints[1]));
    }
    CHECK(drawing->line_count == 0);
    stage_close(&s);
}

static void bodies_that_wait_are_not_drawn(void) {
    staged s;
    stage_open(&s, CROWD_HEAD CROWD_BODIES
        "  - {name: late, shape: {sphere: 2 cm}, density: 80, turbulence: {bake: false},\n"
        "     langevin: off, count: 2, release: {position: [1, 1.5, 0], time: 0.5}}\n");
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(waft_bodies_count(waft_world_bodies(s.world)) == 6);
    CHECK(mesh_of(drawing, 3) != NULL && mesh_of(drawing, 1) != NULL);
    for (int n = 0; n < 52; ++n) {
        CHECK(waft_world_step(s.world) == WAFT_OK);
    }
    CHECK(waft_bodies_get_stats(waft_world_bodies(s.world)).count == 6);
    size_t drawn = 0;
    drawing = stage_draw(&s);
    for (size_t i = 0; i < drawing->mesh_count; ++i) {
        drawn += drawing->meshes[i].instance_count;
    }
    CHECK(drawn == 6);
    stage_close(&s);
}

// Poses 0.2 s apart over all that has passed; the present is no earlier pose.
static void earlier_poses_stay_visible(void) {
    staged s;
    stage_open(&s, CROWD_HEAD CROWD_BODIES "render: {strobe: 0.2}\n");
    stage_frames(&s, 10); // 0.5 s
    const waft_drawing* drawing = stage_draw(&s);
    const waft_draw_mesh* ball = mesh_of(drawing, 4); // now, 0.4, 0.2 and 0 s
    if (CHECK(ball != NULL)) {
        CHECK_NEAR(ball->poses[3].position.y, 1.5, 1e-6);
        CHECK(ball->poses[0].position.y < ball->poses[1].position.y);
        CHECK(ball->poses[1].position.y < ball->poses[2].position.y);
        CHECK(ball->tints[3].z > ball->tints[1].z && ball->tints[1].z > ball->tints[0].z);
    }
    CHECK(mesh_of(drawing, 12) != NULL);
    waft_stage_reset(s.stage);
    drawing = stage_draw(&s);
    CHECK(mesh_of(drawing, 1) != NULL && mesh_of(drawing, 3) != NULL);
    stage_close(&s);
}

static void lines_fade_backwards(void) {
    staged s;
    stage_open(&s, CROWD_HEAD CROWD_BODIES "render: {trails: 0.3}\n");
    stage_frames(&s, 10);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->line_count == 4);
    for (size_t i = 0; i < drawing->line_count; ++i) {
        const waft_draw_line* line = &drawing->lines[i];
        CHECK(line->point_count == 7); // six frames of 0.05 s and now
        CHECK_NEAR(line->alphas[0], 0.0, 1e-3);
        CHECK_NEAR(line->alphas[6], 1.0, 0.0);
        CHECK(line->points[0].y > line->points[6].y);
    }
    CHECK(mesh_of(drawing, 3) != NULL);
    stage_close(&s);
}

static void cameras_fit_the_ways(void) {
    staged s;
    stage_open(&s, CROWD_HEAD CROWD_BODIES);
    const waft_drawing* drawing = stage_draw(&s);
    const waft_bounds before = drawing->bounds;
    const waft_vec3 eye = drawing->camera.eye;
    CHECK_NEAR(before.low.y, 0.1, 1e-6); // the ground
    CHECK(before.high.y > 1.5f && before.high.y < 1.7f);
    CHECK(before.high.x > 0.2f && before.high.x < 1.0f);
    stage_frames(&s, 20);
    drawing = stage_draw(&s);
    // The camera stands still, and everything is in its box.
    CHECK(same(eye, drawing->camera.eye));
    for (size_t m = 0; m < drawing->mesh_count; ++m) {
        for (size_t i = 0; i < drawing->meshes[m].instance_count; ++i) {
            const waft_vec3 at = drawing->meshes[m].poses[i].position;
            CHECK(at.x > before.low.x && at.x < before.high.x);
            CHECK(at.y > before.low.y && at.y < before.high.y);
            CHECK(at.z > before.low.z && at.z < before.high.z);
        }
    }
    stage_close(&s);
}

// Starting with another frame gives the same camera.
static void late_stages_see_the_same(void) {
    staged a;
    staged b;
    stage_open(&a, CROWD_HEAD CROWD_BODIES);
    stage_open(&b, CROWD_HEAD CROWD_BODIES);
    for (int i = 0; i < 50; ++i) {
        CHECK(waft_world_step(b.world) == WAFT_OK);
    }
    const waft_bounds early = stage_draw(&a)->bounds;
    const waft_bounds late = stage_draw(&b)->bounds;
    CHECK(same(early.low, late.low) && same(early.high, late.high));
    stage_close(&a);
    stage_close(&b);
}

static void memory_may_run_out(void) {
    const char* text = CROWD_HEAD CROWD_BODIES "render: {trails: 0.2, strobe: 0.1}\n";
    bool done = false;
    for (long at = 1; !done && at < 60; ++at) {
        counting memory = {.fail_at = at};
        const waft_allocator allocator = counting_hook(&memory);
        loaded scene;
        waft_world* world = NULL;
        waft_stage* stage = NULL;
        const waft_drawing* drawing = NULL;
        load(&scene, text);
        const waft_world_def def = waft_scene_world_def(scene.scene);
        CHECK(waft_scene_create_world(scene.scene, &def, &world, NULL) == WAFT_OK);
        waft_result result = waft_stage_create(scene.scene, &allocator, &stage, NULL);
        result = result == WAFT_OK ? waft_stage_record(stage, world, NULL) : result;
        result = result == WAFT_OK ? waft_stage_drawing(stage, world, &drawing, NULL) : result;
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        done = result == WAFT_OK;
        waft_stage_destroy(stage);
        CHECK(memory.live == 0);
        waft_world_destroy(world);
        unload(&scene);
    }
    CHECK(done);
}

static const test_case cases[] = {
    {"bodies_that_wait_are_not_drawn", bodies_that_wait_are_not_drawn},
    {"a_mesh_a_hull", a_mesh_a_hull},
    {"earlier_poses_stay_visible", earlier_poses_stay_visible},
    {"lines_fade_backwards", lines_fade_backwards},
    {"cameras_fit_the_ways", cameras_fit_the_ways},
    {"late_stages_see_the_same", late_stages_see_the_same},
    {"memory_may_run_out", memory_may_run_out},
};

STAGE_MAIN(cases)
