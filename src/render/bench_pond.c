// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include <waft/body.h>
#include <waft/hull.h>
#include <waft/water.h>
#include <waft/world.h>

#include "render/crowd.h"
#include "render/mesh.h"
#include "render/still.h"

enum { CELLS = 256 };

static const float side = 16.0f;     // m
static const double dt = 1.0 / 60.0; // s

struct wafti_bench_pond {
    waft_world* world;
    waft_hull* hull;
    waft_body_id box;
};

static waft_result fail_world(const waft_world* world, waft_result result, waft_error* out_error) {
    return wafti_render_fail(out_error, result, "%s", waft_world_error(world));
}

static waft_result fill_pond(wafti_bench_pond* pond) {
    waft_water_def water_def = waft_water_def_default();
    water_def.method = WAFT_WATER_COLUMNS;
    water_def.size = (waft_vec2){side, side};
    water_def.cells[0] = CELLS;
    water_def.cells[1] = CELLS;
    water_def.shallow.substeps = 2;
    waft_water* water = NULL;
    waft_result result = waft_world_create_water(pond->world, &water_def, &water);
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.capacity = 1;
    bodies_def.medium = WAFT_MEDIUM_BOTH;
    waft_bodies* bodies = NULL;
    result =
        result == WAFT_OK ? waft_world_create_bodies(pond->world, &bodies_def, &bodies) : result;
    waft_body_def body = waft_body_def_default();
    body.hull = pond->hull;
    body.noise = WAFT_NOISE_OFF;
    body.state.position[0] = 0.75 * (double)side;
    body.state.position[2] = 0.5 * (double)side;
    return result == WAFT_OK ? waft_bodies_add(bodies, &body, &pond->box) : result;
}

static waft_result make_pond(wafti_bench_pond* pond, int threads, waft_error* out_error) {
    waft_hull_def box = waft_hull_def_default();
    box.shape = WAFT_HULL_BOX;
    box.size[0] = box.size[2] = 1.0;
    box.size[1] = 0.5;
    box.density = 400.0;
    box.turbulence.bake = false;
    waft_world_def world_def = waft_world_def_default();
    world_def.step = dt;
    world_def.threads = threads > 0 ? threads : 1;
    waft_result result = waft_hull_bake(&box, &pond->hull, out_error);
    result = result == WAFT_OK ? waft_world_create(&world_def, &pond->world, out_error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    result = fill_pond(pond);
    return result == WAFT_OK ? result : fail_world(pond->world, result, out_error);
}

// A hand on a critically damped spring leads the box round a circle in 8 s.
static waft_result drag(const wafti_bench_pond* pond, int frame, waft_body_info* out_info) {
    const double mass = 200.0;
    const double stiff = 6.0; // 1/s
    const double angle = 2.0 * M_PI / 8.0 * dt * frame;
    const double target[3] = {
        (0.5 + 0.25 * cos(angle)) * (double)side, 0.0, (0.5 + 0.25 * sin(angle)) * (double)side};
    waft_bodies* bodies = waft_world_bodies(pond->world);
    const waft_result result = waft_bodies_get(bodies, pond->box, out_info);
    if (result != WAFT_OK) {
        return result;
    }
    const waft_body_state* s = &out_info->state;
    double push[3] = {0.0, 0.0, 0.0};
    for (int axis = 0; axis < 3; axis += 2) {
        push[axis] =
            mass * dt *
            (stiff * stiff * (target[axis] - s->position[axis]) - 2.0 * stiff * s->velocity[axis]);
    }
    return waft_bodies_push(bodies, pond->box, waft_vec3_make((float)push[0], 0.0f, (float)push[2]),
        waft_vec3_make((float)s->position[0], (float)s->position[1], (float)s->position[2]));
}

static waft_result draw_pond(
    wafti_bench_clock* clock, const waft_body_state* state, waft_error* out_error) {
    waft_draw_water water = {
        .domain = {{0.0f, -1.0f, 0.0f}, {side, 0.5f, side}}, .edge = WAFT_EDGE_CUT};
    wafti_still_fields(waft_world_water(clock->pond->world), &water);
    const waft_pose pose = wafti_crowd_pose(state);
    waft_draw_mesh box = wafti_mesh_drawn(waft_hull_mesh(clock->pond->hull));
    box.material = (waft_material){
        .kind = WAFT_MATERIAL_SOLID, .color = {0.5f, 0.12f, 0.06f}, .roughness = 0.5f};
    box.poses = &pose;
    box.instance_count = 1;
    const waft_draw_terrain terrain = {.height = water.bed, .domain = water.domain};
    waft_drawing drawing =
        wafti_bench_drawing(water.domain, (waft_camera){.eye = {0.5f * side, 9.0f, 1.7f * side},
                                              .target = {0.5f * side, -0.5f, 0.5f * side},
                                              .fov = 0.75f});
    drawing.look.samples = 1;
    drawing.time = waft_world_time(clock->pond->world);
    drawing.water = &water;
    drawing.terrain = &terrain;
    drawing.meshes = &box;
    drawing.mesh_count = 1;
    return wafti_bench_draw(clock, &drawing, out_error);
}

waft_result wafti_render_bench_pond(wafti_bench_clock* clock, int frame, waft_error* out_error) {
    waft_result result = WAFT_OK;
    if (clock->pond == NULL) {
        clock->pond = wafti_render_allocate(NULL, 1, sizeof *clock->pond);
        if (clock->pond == NULL) {
            return wafti_render_fail(out_error, WAFT_ERR_NO_MEMORY, "no memory for a pond");
        }
        result = make_pond(clock->pond, clock->threads, out_error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    waft_body_info box;
    result = drag(clock->pond, frame, &box);
    result = result == WAFT_OK ? waft_world_step(clock->pond->world) : result;
    return result == WAFT_OK ? draw_pond(clock, &box.state, out_error)
                             : fail_world(clock->pond->world, result, out_error);
}

void wafti_render_bench_pond_free(wafti_bench_clock* clock) {
    if (clock->pond != NULL) {
        waft_world_destroy(clock->pond->world);
        waft_hull_destroy(clock->pond->hull);
        wafti_render_release(NULL, clock->pond, 1, sizeof *clock->pond);
        clock->pond = NULL;
    }
}
