// SPDX-License-Identifier: MIT
// What the meshes of a scene take, before any of it is taken: `waft check` tells it, and a limit of
// memory is held against it.
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "liquid/liquid.h"
#include "scene/scene.h"
#include "smoke/form.h"

static void count(wafti_mesh_memory* sum, wafti_need need, const char* list, size_t index) {
    const uint64_t both = wafti_size_add(need.kept, need.passing);
    sum->kept = wafti_size_add(sum->kept, need.kept);
    sum->passing = need.passing > sum->passing ? need.passing : sum->passing;
    if (both > sum->largest) {
        sum->largest = both;
        (void)snprintf(sum->path, sizeof(sum->path), "%s[%zu]", list, index);
    }
}

static wafti_need smoke_need(const waft_scene* scene, const waft_shape* shape, bool obstacle) {
    const wafti_form_def def = {.shape = shape,
        .h = (double)scene->smoke.spacing,
        .plane = scene->smoke.cells[2] == 1,
        .obstacle = obstacle};
    return wafti_form_need(&def);
}

static wafti_need liquid_need(const waft_scene* scene, const waft_mesh* mesh) {
    if (mesh == NULL) {
        return (wafti_need){0};
    }
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    return wafti_liquid_mesh_need(
        info.low, info.high, info.facet_count, scene->values.liquid.spacing);
}

// Of shapes that are neither boxes nor balls; those without a file reach as far as their lengths.
static wafti_need body_need(const waft_scene* scene, size_t index) {
    waft_hull_def hull;
    if (wafti_scene_body_hull(scene, index, &hull) != WAFT_OK || hull.shape == WAFT_HULL_BOX ||
        hull.shape == WAFT_HULL_SPHERE) {
        return (wafti_need){0};
    }
    if (hull.shape == WAFT_HULL_MESH) {
        return liquid_need(scene, hull.mesh);
    }
    double high[3];
    double low[3];
    for (int axis = 0; axis < 3; ++axis) {
        high[axis] = fmax(hull.size[0], fmax(hull.size[1], hull.size[2]));
        low[axis] = -high[axis];
    }
    return wafti_liquid_mesh_need(low, high, 0, scene->values.liquid.spacing);
}

wafti_mesh_memory wafti_scene_mesh_memory(const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    wafti_mesh_memory sum = {.path = ""};
    for (size_t i = 0; values->smoke.given && i < scene->source_count; ++i) {
        count(&sum, smoke_need(scene, &scene->sources[i].shape, false), "smoke.sources", i);
    }
    for (size_t i = 0; values->smoke.given && i < scene->obstacle_count; ++i) {
        count(&sum, smoke_need(scene, &scene->obstacles[i].shape, true), "smoke.obstacles", i);
    }
    if (!values->liquid.given) {
        return sum;
    }
    const wafti_liquid_obstacle_values* obstacles = values->liquid.obstacles.items;
    for (size_t i = 0; i < values->liquid.obstacles.count; ++i) {
        count(&sum, liquid_need(scene, wafti_scene_mesh_of(scene, &obstacles[i].solid)),
            "liquid.obstacles", i);
    }
    for (size_t i = 0; wafti_scene_bodies_meet(values) && i < values->bodies.count; ++i) {
        count(&sum, body_need(scene, i), "bodies", i);
    }
    return sum;
}
