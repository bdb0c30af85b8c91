// SPDX-License-Identifier: MIT
#include "couple/body_shape.h"

#include <string.h>

#include "body/lane.h"

void wafti_body_shape(const waft_hull* hull, waft_shape* out_shape, double out_offset[3]) {
    const waft_hull_info info = waft_hull_get_info(hull);
    const double size[3] = {
        info.high[0] - info.low[0], info.high[1] - info.low[1], info.high[2] - info.low[2]};
    *out_shape = (waft_shape){
        .size = {(float)size[0], (float)size[1], (float)size[2]}, .radius = (float)(0.5 * size[0])};
    switch (info.shape) {
    case WAFT_HULL_BOX:
        out_shape->kind = WAFT_SHAPE_BOX;
        break;
    case WAFT_HULL_SPHERE:
        out_shape->kind = WAFT_SHAPE_SPHERE;
        break;
    case WAFT_HULL_CAPSULE:
        out_shape->kind = WAFT_SHAPE_CAPSULE;
        out_shape->size.y = (float)(size[1] - size[0]);
        break;
    default:
        *out_shape = (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = waft_hull_mesh(hull)};
        memset(out_offset, 0, 3 * sizeof(*out_offset));
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        out_offset[axis] = 0.5 * (info.low[axis] + info.high[axis]);
    }
}

void wafti_body_origin(
    const waft_body_state* state, const double offset[3], double out_position[3]) {
    const wafti_turn turn = wafti_turn_of(state->rotation);
    wafti_turn_out(&turn, offset, out_position);
    wafti_vector_add_scaled(out_position, state->position, 1.0);
}
