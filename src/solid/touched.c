// SPDX-License-Identifier: MIT
#include "solid/touched.h"

#include <math.h>

#include "solid/frame.h"

static bool is_felt(const wafti_placed* solid) {
    return (solid->def.felt_by & WAFT_SOLID_BODIES) != 0 && solid->body == 0;
}

waft_result wafti_touched_prepare(const wafti_solids* solids, uint32_t slot) {
    wafti_placed* solid = solids->items[slot];
    if (!is_felt(solid) || solid->surface == NULL || solid->touched.nodes != NULL) {
        return WAFT_OK;
    }
    return wafti_bvh_init(
        &solid->touched, solid->surface, &solids->context->allocator, solids->context->error);
}

static bool ball_is_near(const wafti_placed* solid, const double center[3], double radius) {
    const waft_mesh_info info = waft_mesh_get_info(solid->surface);
    const double reach =
        solid->surface != NULL ? wafti_vector_farthest(info.low, info.high) + radius : INFINITY;
    double off[3];
    wafti_vector_sub(center, solid->target, off);
    return wafti_vector_dot(off, off) < reach * reach;
}

bool wafti_touched_is_near(const wafti_solids* solids, const double center[3], double radius) {
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        const wafti_placed* solid = solids->items[solids->order.slots[n]];
        if (is_felt(solid) && ball_is_near(solid, center, radius)) {
            return true;
        }
    }
    return false;
}

// Away from the nearest point of the surface, or towards it from inside. The inside of a sheet is where
// it parts the point from the middle.
static double mesh_distance(
    const wafti_placed* solid, const double middle[3], const double at[3], double out_normal[3]) {
    const bool closed = waft_mesh_get_info(solid->surface).closed;
    const wafti_nearest nearest = wafti_bvh_nearest(&solid->touched, at, INFINITY);
    const bool parted = !closed && wafti_bvh_meets(&solid->touched, middle, at);
    const double side =
        closed ? wafti_bvh_side(&solid->touched, at, &nearest) : (parted ? -1.0 : 1.0);
    const double length = sqrt(nearest.square);
    // On the surface itself: up, or towards the middle.
    double off[3] = {0.0, 1.0, 0.0};
    if (!closed) {
        wafti_vector_sub(middle, nearest.point, off);
        (void)wafti_vector_normalize(off);
    }
    for (int axis = 0; axis < 3; ++axis) {
        out_normal[axis] =
            length > 0.0 ? side * (at[axis] - nearest.point[axis]) / length : off[axis];
    }
    return side * length;
}

static double distance_to(
    const wafti_placed* solid, const double middle[3], const double at[3], double out_normal[3]) {
    const waft_shape_kind kind = solid->def.shape.kind;
    if (kind == WAFT_SHAPE_MESH) {
        return mesh_distance(solid, middle, at, out_normal);
    }
    const wafti_form form = {.shape = solid->def.shape,
        .primitive = wafti_form_primitive(&solid->def.shape, false),
        .bound = 1.0};
    const double distance = wafti_form_gradient(&form, at, out_normal);
    if (!(wafti_vector_normalize(out_normal) > 0.0)) {
        out_normal[1] = 1.0;
    }
    return distance;
}

static void meet_one(const wafti_placed* solid, const double middle[3], const double point[3],
    double round, wafti_touched_hit* hit) {
    const wafti_frame frame = wafti_frame_make(solid->target, solid->target_turn);
    double at[3];
    double inner[3];
    double normal[3];
    wafti_frame_into(&frame, point, at);
    wafti_frame_into(&frame, middle, inner);
    const double depth = round - distance_to(solid, inner, at, normal);
    if (!(depth > hit->depth)) {
        return;
    }
    hit->depth = depth;
    for (int axis = 0; axis < 3; ++axis) {
        hit->normal[axis] = normal[0] * frame.axes[0][axis] + normal[1] * frame.axes[1][axis] +
                            normal[2] * frame.axes[2][axis];
    }
    wafti_moving_point(solid->velocity, solid->spin, solid->target, point, hit->velocity);
}

bool wafti_touched_meet(const wafti_solids* solids, const double middle[3], const double point[3],
    double round, wafti_touched_hit* out_hit) {
    *out_hit = (wafti_touched_hit){.depth = 0.0};
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        const wafti_placed* solid = solids->items[solids->order.slots[n]];
        if (is_felt(solid) && ball_is_near(solid, point, round)) {
            meet_one(solid, middle, point, round, out_hit);
        }
    }
    return out_hit->depth > 0.0;
}
