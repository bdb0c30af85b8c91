// SPDX-License-Identifier: MIT
#include "render/air.h"
#include "render/direction.h"

#include <math.h>

#include "hooks.h"
#include "stage_fixture.h"

#define ROOM                                                                                       \
    "waft: 1\ntime: {duration: 1, fps: 10, step: 0.1}\n"                                           \
    "smoke:\n  cells: [16, 24, 12]\n  spacing: 0.1\n  origin: [1, 0, -1]\n"                        \
    "  sources: [{shape: {sphere: 0.3}, at: [1.8, 0.3, -0.4], temperature: 80}]\n"

static void smoke_is_a_volume(void) {
    static staged s;
    stage_open(&s, ROOM);
    stage_frames(&s, 2);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->water == NULL && drawing->terrain == NULL && drawing->mesh_count == 0);
    if (CHECK(drawing->volume != NULL)) {
        const waft_field* density = &drawing->volume->density;
        CHECK(drawing->volume->temperature.data != NULL);
        CHECK(density->size[0] == 16 && density->size[1] == 24 && density->size[2] == 12);
        CHECK(density->data != NULL && waft_field_at(density, 8, 3, 6) > 0.9f);
    }
    // The camera that fits itself fits the box.
    CHECK_NEAR(drawing->bounds.low.x, 1.0, 1e-6);
    CHECK_NEAR(drawing->bounds.high.y, 2.4, 1e-6);
    CHECK_NEAR(drawing->bounds.high.z, 0.2, 1e-6);
    stage_close(&s);
}

// A plane is seen from the front, and obstacles lie on its front wherever the scene puts them.
static void flat_flows_are_flat(void) {
    static staged s;
    stage_open(&s, "waft: 1\n"
                   "smoke:\n"
                   "  cells: [16, 16, 1]\n"
                   "  spacing: 0.1\n"
                   "  origin: [0, 0, 2]\n"
                   "solids: [{shape: {sphere: 0.4}, at: [0.8, 0.8, 9]}]\n");
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->camera.orthographic);
    CHECK_NEAR(drawing->camera.eye.x, drawing->camera.target.x, 1e-6);
    CHECK_NEAR(drawing->camera.eye.y, drawing->camera.target.y, 1e-6);
    if (CHECK(drawing->mesh_count == 1)) {
        const waft_draw_mesh* disc = &drawing->meshes[0];
        float high[3] = {0.0f, 0.0f, 0.0f};
        for (size_t i = 0; i < 3 * disc->point_count; ++i) {
            high[i % 3] = fmaxf(high[i % 3], disc->positions[i]);
        }
        CHECK_NEAR(disc->poses[0].position.z, 2.1, 1e-6);
        CHECK_NEAR(high[0], 0.4, 0.005);
        CHECK_NEAR(high[1], 0.4, 0.005);
        CHECK_NEAR(high[2], 0.05, 1e-6);
    }
    stage_close(&s);
}

static void without_heat_there_is_no_temperature(void) {
    static staged s;
    stage_open(&s, "waft: 1\nsmoke: {cells: [8, 8, 8], spacing: 0.1, temperature: false}\n");
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->volume != NULL && drawing->volume->temperature.data == NULL);
    stage_close(&s);
}

static void obstacles_are_meshes_where_they_stand(void) {
    static staged s;
    stage_open(&s, ROOM "solids:\n"
                        "    - {shape: {sphere: 0.3}, at: [1.8, 1.2, -0.4]}\n"
                        "    - at: [[0, [1.3, 0.5, -0.4]], [1, [1.8, 0.5, -0.4]]]\n"
                        "      shape: {box: [0.05, 0.4, 0.4]}\n");
    stage_frames(&s, 4);
    const waft_drawing* drawing = stage_draw(&s);
    if (!CHECK(drawing->mesh_count == 2)) {
        stage_close(&s);
        return;
    }
    const waft_draw_mesh* ball = &drawing->meshes[0];
    CHECK(ball->instance_count == 1 && ball->index_count % 3 == 0 && ball->index_count > 100);
    CHECK(ball->material.kind == WAFT_MATERIAL_SOLID);
    for (size_t i = 0; i < ball->point_count; ++i) {
        const float* p = ball->positions + 3 * i;
        if (!CHECK_NEAR(sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]), 0.3, 0.005)) {
            break;
        }
    }
    CHECK_NEAR(ball->poses[0].position.y, 1.2, 1e-6);
    // Half a cell thick: a sheet, which is seen from both sides; it is where its keys say.
    const waft_draw_mesh* plate = &drawing->meshes[1];
    CHECK(plate->material.kind == WAFT_MATERIAL_THIN);
    CHECK_NEAR(plate->poses[0].position.x, 1.5, 1e-5);
    stage_close(&s);
}

// Cells of a ball hold no smoke, but those under its surface show what is around them.
static void smoke_goes_on_into_walls(void) {
    static staged s;
    counting c = {0};
    const waft_allocator hook = counting_hook(&c);
    stage_open_with(&s,
        "waft: 1\n"
        "time: {duration: 1, fps: 10, step: 0.1}\n"
        "smoke:\n"
        "  cells: [16, 16, 16]\n"
        "  spacing: 0.1\n"
        "  sources: [{shape: {box: [2, 2, 2]}, at: [0.8, 0.8, 0.8]}]\n"
        "solids: [{shape: {sphere: 0.45}, at: [0.8, 0.8, 0.8]}]\n",
        &hook);
    stage_frames(&s, 2);
    const long before = c.calls;
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(c.calls == before);
    const waft_field given = waft_smoke_field(waft_world_smoke(s.world), WAFT_SMOKE_DENSITY);
    const waft_field* drawn = &drawing->volume->density;
    // Along x through the middle: fluid, then the layer under the surface, then the core.
    CHECK(waft_field_at(&given, 5, 8, 8) == 0.0f && waft_field_at(&given, 7, 8, 8) == 0.0f);
    CHECK(waft_field_at(drawn, 2, 8, 8) == waft_field_at(&given, 2, 8, 8));
    CHECK_NEAR(waft_field_at(drawn, 4, 8, 8), 1.0, 1e-3);
    CHECK(waft_field_at(drawn, 7, 8, 8) == 0.0f);
    stage_close(&s);
    CHECK(c.live == 0 && c.bytes == 0);
}

static void water_and_smoke_share_the_picture(void) {
    static staged s;
    stage_open(&s, ROOM "water: {size: [4, 4], cells: [16, 16], depth: 0.5,"
                        " trains: [{length: 2, amplitude: 0.05}]}\n");
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->water != NULL && drawing->volume != NULL);
    CHECK(drawing->bounds.low.z <= -1.0f && drawing->bounds.high.z >= 4.0f);
    CHECK(drawing->bounds.low.y < 0.0f && drawing->bounds.high.y >= 2.4f);
    stage_close(&s);
}

static void boxes_join(void) {
    const waft_bounds a = {{0.0f, -1.0f, 2.0f}, {1.0f, 1.0f, 3.0f}};
    const waft_bounds b = {{-2.0f, 0.0f, 0.0f}, {0.5f, 4.0f, 2.5f}};
    const waft_bounds both = wafti_bounds_join(&a, &b);
    CHECK(both.low.x == -2.0f && both.low.y == -1.0f && both.low.z == 0.0f);
    CHECK(both.high.x == 1.0f && both.high.y == 4.0f && both.high.z == 3.0f);
}

static const test_case cases[] = {
    {"flat flows are flat", flat_flows_are_flat},
    {"smoke_is_a_volume", smoke_is_a_volume},
    {"without_heat_there_is_no_temperature", without_heat_there_is_no_temperature},
    {"obstacles_are_meshes_where_they_stand", obstacles_are_meshes_where_they_stand},
    {"smoke_goes_on_into_walls", smoke_goes_on_into_walls},
    {"water_and_smoke_share_the_picture", water_and_smoke_share_the_picture},
    {"boxes_join", boxes_join},
};

STAGE_MAIN(cases)
