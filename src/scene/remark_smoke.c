// SPDX-License-Identifier: MIT
// What is allowed in a box of smoke, but hardly meant. Things that stand still are looked at where
// they are; what moves may get anywhere.

#include "grid/mac.h"
#include "mesh/bvh.h"
#include "scene/diagnostics.h"
#include "scene/scene.h"
#include "solid/form.h"
#include "solid/frame.h"

// Cells looked at along an axis: a larger thing is seen by every n-th cell too.
enum { MOST_SAMPLES = 16, PATH_SIZE = 48 };

typedef struct solid {
    wafti_frame frame;
    bool plane;
    wafti_primitive primitive;
    const waft_mesh* mesh; // NULL: the primitive
    wafti_bvh bvh;         // of the mesh
    double low[3], high[3];
} solid;

static waft_result make_solid(
    const waft_scene* scene, const waft_shape* shape, const waft_pose* pose, solid* out_solid) {
    double position[3];
    double rotation[4];
    wafti_pose_numbers(pose, position, rotation);
    *out_solid = (solid){.frame = wafti_frame_make(position, rotation),
        .plane = scene->smoke.cells[2] == 1,
        .mesh = shape->kind == WAFT_SHAPE_MESH ? shape->mesh : NULL};
    if (out_solid->mesh == NULL) {
        out_solid->primitive = wafti_form_primitive(shape, out_solid->plane);
        (void)wafti_primitive_bounds(&out_solid->primitive, out_solid->low, out_solid->high);
        return WAFT_OK;
    }
    const waft_mesh_info info = waft_mesh_get_info(shape->mesh);
    for (int axis = 0; axis < 3; ++axis) {
        out_solid->low[axis] = info.low[axis];
        out_solid->high[axis] = info.high[axis];
    }
    return wafti_bvh_init(&out_solid->bvh, shape->mesh, &scene->allocator, NULL);
}

static double distance_to(const solid* thing, const double point[3]) {
    double at[3];
    wafti_frame_into(&thing->frame, point, at);
    at[2] = thing->plane ? 0.0 : at[2];
    return thing->mesh != NULL ? wafti_bvh_distance(&thing->bvh, at)
                               : wafti_primitive_distance(&thing->primitive, at);
}

// Solids that take room and stand still.
typedef struct solid_list {
    solid items[255];
    size_t indices[255]; // in the scene
    size_t count;
} solid_list;

static bool is_covered(const solid_list* others, const double point[3]) {
    for (size_t i = 0; i < others->count; ++i) {
        if (distance_to(&others->items[i], point) < 0.0) {
            return true;
        }
    }
    return false;
}

// Some cells of a box, spread over all of it.
typedef struct samples {
    const wafti_mac* grid;
    wafti_box box;
    int64_t stride[3], count[3];
    int64_t total; // 0: the box is empty
} samples;

static samples take_samples(const wafti_mac* grid, const wafti_box* box) {
    samples self = {.grid = grid, .box = *box, .total = 1};
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t cells =
            box->high[axis] > box->low[axis] ? box->high[axis] - box->low[axis] : 0;
        self.stride[axis] = cells > MOST_SAMPLES ? cells / MOST_SAMPLES : 1;
        self.count[axis] = (cells + self.stride[axis] - 1) / self.stride[axis];
        self.total *= self.count[axis];
    }
    return self;
}

// The centre of a cell of them.
static void sample_point(const samples* self, int64_t index, double out_point[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        const int64_t at = self->box.low[axis] + index % self->count[axis] * self->stride[axis];
        out_point[axis] = self->grid->low[axis] + ((double)at + 0.5) * self->grid->h;
        index /= self->count[axis];
    }
}

// A source feeds cells whose centre is less than half a cell outside it, and that hold air.
static void remark_source(const wafti_check* check, const wafti_mac* grid, const solid* source,
    const solid_list* others, size_t index) {
    const wafti_box box = wafti_frame_cells(&source->frame, source->low, source->high, 1.0, grid);
    const samples cells = take_samples(grid, &box);
    bool reaches = false;
    for (int64_t i = 0; i < cells.total; ++i) {
        double point[3];
        sample_point(&cells, i, point);
        const bool fed = distance_to(source, point) < 0.5 * grid->h;
        if (fed && !is_covered(others, point)) {
            return;
        }
        reaches = reaches || fed;
    }
    if (cells.total == 0) {
        return;
    }
    wafti_remark_on(check, WAFT_SEVERITY_WARNING,
        reaches ? "smoke.sources[%zu] lies inside solids: no smoke comes from it"
                : "smoke.sources[%zu] is smaller than a cell and reaches none: no smoke comes from "
                  "it; make it larger, or smoke.spacing smaller",
        index);
}

static void remark_solid(
    const wafti_check* check, const wafti_mac* grid, const solid* thing, size_t index) {
    const wafti_box whole = {.high = {grid->n[0], grid->n[1], grid->n[2]}};
    const samples cells = take_samples(grid, &whole);
    for (int64_t i = 0; i < cells.total; ++i) {
        double point[3];
        sample_point(&cells, i, point);
        if (!(distance_to(thing, point) < 0.0)) {
            return;
        }
    }
    wafti_remark_on(check, WAFT_SEVERITY_WARNING,
        "solids[%zu] fills the whole box of smoke; is its %s right?", index,
        thing->mesh != NULL ? "scale" : "shape");
}

static waft_result gather_solids(const waft_scene* scene, solid_list* list) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < scene->solid_count && result == WAFT_OK; ++i) {
        const waft_solid_def* def = &scene->solids[i];
        const bool felt = (def->felt_by & WAFT_SOLID_SMOKE) != 0;
        const bool open =
            def->shape.kind == WAFT_SHAPE_MESH && !waft_mesh_get_info(def->shape.mesh).closed;
        if (felt && def->key_count + def->angle_count == 0 && !open) {
            list->indices[list->count] = i;
            result = make_solid(scene, &def->shape, &def->pose, &list->items[list->count]);
            list->count += result == WAFT_OK;
        }
    }
    return result;
}

// An empty box is hardly meant, unless what moves the air is: a wall that slides.
static void remark_empty(const wafti_check* check, const waft_scene* scene) {
    bool meant = scene->source_count > 0;
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        const waft_smoke_side* side = &scene->smoke.sides[i];
        const waft_vec3 v = side->velocity;
        meant = meant || side->density != 0.0f || v.x != 0.0f || v.y != 0.0f || v.z != 0.0f;
    }
    if (!meant) {
        wafti_remark(check->diagnostics, WAFT_SEVERITY_NOTE,
            &wafti_node_child(check->root, "smoke")->key_mark,
            "there will be no smoke: it has no sources, and no side blows density in");
    }
}

static waft_result remark_things(
    const wafti_check* check, const waft_scene* scene, solid_list* others) {
    const double low[3] = {(double)scene->smoke.origin.x, (double)scene->smoke.origin.y,
        (double)scene->smoke.origin.z};
    const wafti_mac grid = wafti_mac_make(scene->smoke.cells, (double)scene->smoke.spacing, low);
    waft_result result = gather_solids(scene, others);
    for (size_t i = 0; i < others->count && result == WAFT_OK; ++i) {
        remark_solid(check, &grid, &others->items[i], others->indices[i]);
    }
    for (size_t i = 0; i < scene->source_count && result == WAFT_OK; ++i) {
        if (wafti_scene_keys_of(&scene->values, "smoke.sources[].at", i) != NULL) {
            continue;
        }
        solid source;
        result = make_solid(scene, &scene->sources[i].shape, &scene->sources[i].pose, &source);
        if (result == WAFT_OK) {
            remark_source(check, &grid, &source, others, i);
            wafti_bvh_free(&source.bvh);
        }
    }
    return result;
}

waft_result wafti_scene_remark_smoke(const wafti_check* check, const waft_scene* scene) {
    remark_empty(check, scene);
    solid_list* others = wafti_allocate_zero(&scene->allocator, 1, sizeof(*others));
    if (others == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const waft_result result = remark_things(check, scene, others);
    for (size_t i = 0; i < others->count; ++i) {
        wafti_bvh_free(&others->items[i].bvh);
    }
    wafti_release(&scene->allocator, others, 1, sizeof(*others));
    return result;
}
