// SPDX-License-Identifier: MIT
// What the meshes of a scene take, before any of it is taken: `waft check` tells it, and a limit of
// memory is held against it.
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "scene/scene.h"
#include "solid/form.h"

static void count(wafti_mesh_memory* sum, wafti_need need, const char* list, size_t index) {
    const uint64_t both = wafti_size_add(need.kept, need.passing);
    sum->kept = wafti_size_add(sum->kept, need.kept);
    sum->passing = need.passing > sum->passing ? need.passing : sum->passing;
    if (both > sum->largest) {
        sum->largest = both;
        (void)snprintf(sum->path, sizeof(sum->path), "%s[%zu]", list, index);
    }
}

static wafti_need smoke_need(const waft_scene* scene, const waft_shape* shape, bool solid) {
    const wafti_form_def def = {.shape = shape,
        .surface = solid ? shape->mesh : NULL,
        .h = (double)scene->smoke.spacing,
        .plane = scene->smoke.cells[2] == 1};
    return wafti_form_need(&def);
}

static wafti_need liquid_need(const waft_scene* scene, const waft_shape* shape) {
    const wafti_form_def def = {
        .shape = shape, .h = (double)scene->values.liquid.def.spacing, .particles = true};
    return wafti_form_need(&def);
}

static void add_need(wafti_need* sum, wafti_need need) {
    sum->kept = wafti_size_add(sum->kept, need.kept);
    sum->passing = need.passing > sum->passing ? need.passing : sum->passing;
}

// Forms that solvers make of a solid, and its surface.
static void count_solid(const waft_scene* scene, size_t index, wafti_mesh_memory* sum) {
    const waft_solid_def* def = &scene->solids[index];
    const waft_shape* shape = &def->shape;
    if (shape->kind != WAFT_SHAPE_MESH || shape->mesh == NULL) {
        return;
    }
    wafti_need need = {.kept = wafti_form_surface_bytes(shape->mesh)};
    if (scene->values.smoke.given && (def->felt_by & WAFT_SOLID_SMOKE) != 0) {
        add_need(&need, smoke_need(scene, shape, true));
    }
    if (scene->values.liquid.given && (def->felt_by & WAFT_SOLID_LIQUID) != 0) {
        add_need(&need, liquid_need(scene, shape));
    }
    count(sum, need, "solids", index);
}

// Of shapes that are no boxes, balls or capsules; those without a file reach as far as their lengths.
static wafti_need body_need(const waft_scene* scene, size_t index) {
    waft_hull_def hull;
    if (wafti_scene_body_hull(scene, index, &hull) != WAFT_OK || hull.shape == WAFT_HULL_BOX ||
        hull.shape == WAFT_HULL_SPHERE || hull.shape == WAFT_HULL_CAPSULE) {
        return (wafti_need){0};
    }
    if (hull.shape == WAFT_HULL_MESH) {
        const waft_shape shape = {.kind = WAFT_SHAPE_MESH, .mesh = hull.mesh};
        return liquid_need(scene, &shape);
    }
    double high[3];
    double low[3];
    for (int axis = 0; axis < 3; ++axis) {
        high[axis] = fmax(hull.size[0], fmax(hull.size[1], hull.size[2]));
        low[axis] = -high[axis];
    }
    return wafti_form_need_of_bounds(low, high, (double)scene->values.liquid.def.spacing);
}

wafti_mesh_memory wafti_scene_mesh_memory(const waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    wafti_mesh_memory sum = {.path = ""};
    for (size_t i = 0; values->smoke.given && i < scene->source_count; ++i) {
        count(&sum, smoke_need(scene, &scene->sources[i].shape, false), "smoke.sources", i);
    }
    for (size_t i = 0; i < scene->solid_count; ++i) {
        count_solid(scene, i, &sum);
    }
    if (!values->liquid.given) {
        return sum;
    }
    for (size_t i = 0; wafti_scene_bodies_meet(values) && i < values->bodies.count; ++i) {
        count(&sum, body_need(scene, i), "bodies", i);
    }
    return sum;
}
