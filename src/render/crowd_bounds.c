// SPDX-License-Identifier: MIT
// Where bodies will be, before they are there.
#include <math.h>

#include "render/crowd.h"
#include "render/direction.h"

/// What all bodies of a scene have in common.
typedef struct surroundings {
    const waft_scene* scene;
    waft_bodies_def def;
    waft_world_def world;
    float duration;
} surroundings;

// How far a body gets: it gathers speed, then falls at about U0 (mean descents of leaves are 0.9 of it,
// those of balls 1.4).
static float fall_within(const surroundings* around, const waft_hull_info* hull) {
    const float seconds = around->duration;
    const double* g = around->world.gravity;
    const waft_vec3 gravity = {(float)g[0], (float)g[1], (float)g[2]};
    const float free_fall = 0.5f * waft_vec3_length(gravity) * seconds * seconds;
    const float steady = 1.2f * (float)hull->speed * seconds;
    return hull->speed > 0.0 ? fminf(free_fall, steady) : free_fall;
}

static bool floats(const surroundings* around, const waft_hull_info* hull) {
    return hull->density < around->world.liquid.density;
}

// What stops it: the ground, or for what floats the surface of water.
static float room_below(const surroundings* around, const waft_hull_info* hull, float height) {
    const waft_ground_def* ground = &around->def.ground;
    float room = HUGE_VALF;
    if (ground->exists && ground->normal.y > 0.9f) {
        room = fmaxf(height - ground->height, 0.0f);
    }
    if (around->def.medium == WAFT_MEDIUM_BOTH && floats(around, hull)) {
        room = fminf(room, fmaxf(height - around->def.level, 0.0f) + (float)hull->reach);
    }
    return room;
}

// Light bodies rise through water.
static bool rises(const surroundings* around, const waft_hull_info* hull) {
    return around->def.medium == WAFT_MEDIUM_WATER && floats(around, hull);
}

static void include_body(
    waft_bounds* bounds, const surroundings* around, const waft_body_info* body) {
    const waft_hull_info hull = waft_hull_get_info(body->hull);
    waft_body_state start = body->state;
    // One that the scene does not know was added later and starts here.
    (void)!waft_scene_body_start(around->scene, body->number, &start);
    const waft_vec3 at = {
        (float)start.position[0], (float)start.position[1], (float)start.position[2]};
    const float fall = fminf(fall_within(around, &hull), room_below(around, &hull, at.y));
    const float speed = fmaxf((float)hull.speed, 1e-3f);
    const float seconds = fminf(around->duration, fall / speed);
    // Plates swing and glide aside as they fall.
    const float aside = (float)hull.reach + (hull.plate ? 0.25f : 0.05f) * fall;
    const waft_vec3 carried = {seconds * (around->world.air.wind.x + (float)start.velocity[0]),
        rises(around, &hull) ? fall : -fall,
        seconds * (around->world.air.wind.z + (float)start.velocity[2])};
    const waft_vec3 wide = {aside, (float)hull.reach, aside};
    const waft_vec3 end = waft_vec3_add(at, carried);
    const waft_bounds boxes[] = {{waft_vec3_sub(at, wide), waft_vec3_add(at, wide)},
        {waft_vec3_sub(end, wide), waft_vec3_add(end, wide)}};
    for (int i = 0; i < 2; ++i) {
        *bounds = wafti_bounds_join(bounds, &boxes[i]);
    }
}

bool wafti_crowd_bounds(
    const waft_bodies* bodies, const waft_scene* scene, waft_bounds* out_bounds) {
    const size_t count = bodies != NULL ? waft_bodies_count(bodies) : 0;
    if (count == 0) {
        return false;
    }
    const surroundings around = {.scene = scene,
        .def = waft_bodies_get_def(bodies),
        .world = waft_scene_world_def(scene),
        .duration = (float)waft_scene_get_time(scene).duration};
    waft_bounds bounds = {{HUGE_VALF, HUGE_VALF, HUGE_VALF}, {-HUGE_VALF, -HUGE_VALF, -HUGE_VALF}};
    for (size_t i = 0; i < count; ++i) {
        waft_body_info body;
        if (waft_bodies_at(bodies, i, &body) == WAFT_OK) {
            include_body(&bounds, &around, &body);
        }
    }
    // A floor that is drawn at the foot of everything is the ground itself.
    const waft_ground_def* ground = &around.def.ground;
    if (ground->exists && ground->normal.y > 0.9f) {
        bounds.low.y = fminf(fmaxf(bounds.low.y, ground->height), bounds.high.y - 1e-3f);
    }
    *out_bounds = bounds;
    return true;
}
