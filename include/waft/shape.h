// SPDX-License-Identifier: MIT
// waft/shape.h: the shape of solids, sources, blocks of liquid and sinks.
#ifndef WAFT_SHAPE_H
#define WAFT_SHAPE_H

#include <waft/math.h>
#include <waft/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum waft_shape_kind {
    WAFT_SHAPE_SPHERE,  ///< radius
    WAFT_SHAPE_BOX,     ///< size: full edge lengths
    WAFT_SHAPE_CAPSULE, ///< radius, and size.y: distance between the centres of its round ends
    WAFT_SHAPE_MESH,    ///< closed, or a sheet if it is open
    WAFT_SHAPE_PLANE,   ///< a half space: its own +y is outside; smoke does not take it
} waft_shape_kind;

/// A rigid shape about its own origin. In a plane flow (smoke of one cell along z) spheres are discs,
/// boxes rectangles and meshes their section at their own z = 0; places along z then do not matter.
typedef struct waft_shape {
    waft_shape_kind kind;
    float radius;          ///< m
    waft_vec3 size;        ///< m
    const waft_mesh* mesh; ///< read in the call that takes the shape; need not outlive it
} waft_shape;

/// A shape somewhere.
typedef struct waft_placed_shape {
    waft_shape shape;
    waft_pose pose;
} waft_placed_shape;

#ifdef __cplusplus
}
#endif

#endif // WAFT_SHAPE_H
