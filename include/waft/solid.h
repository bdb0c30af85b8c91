// SPDX-License-Identifier: MIT
// waft/solid.h: rigid solids that the world owns: smoke flows around them, the liquid meets them,
// bodies rest on them. They stand still, follow keys, or are moved by the host.
#ifndef WAFT_SOLID_H
#define WAFT_SOLID_H

#include <waft/base.h>
#include <waft/live.h>
#include <waft/math.h>
#include <waft/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_world waft_world;

/// Names a solid. All zero is the null id.
typedef struct waft_solid_id {
    uint32_t index1;
    uint32_t generation;
} waft_solid_id;

/// Who feels a solid: bits of waft_solid_def.felt_by.
typedef enum waft_solid_feeler {
    WAFT_SOLID_SMOKE = 1,
    WAFT_SOLID_LIQUID = 2,
    WAFT_SOLID_BODIES = 4,
    WAFT_SOLID_ALL = 7,
} waft_solid_feeler;

/// Where a solid is at a time. Between keys it turns the short way round.
typedef struct waft_solid_key {
    double time; ///< s
    waft_pose pose;
    waft_ease ease; ///< on the way to the next key
} waft_solid_key;

typedef struct waft_solid_def {
    uint32_t struct_size;       ///< set by waft_solid_def_default()
    const char* name;           ///< copied, at most 31 bytes; NULL: none
    waft_shape shape;           ///< closed, or an open mesh: a sheet; default: a sphere of 0.1 m
    waft_pose pose;             ///< where it is when it is added, if there are no keys
    const waft_solid_key* keys; ///< copied; at rising times of the world; NULL: none
    size_t key_count;
    /// Turns it about `axis` (unit, world axes, through its origin) beyond pose or keys; whole turns
    /// count. Copied; at rising times; NULL: none. In plane smoke the axis is z.
    const waft_key* angles; ///< rad
    size_t angle_count;
    waft_vec3 axis;   ///< default {0, 1, 0}
    bool no_slip;     ///< fluids stick to it, default false
    bool displace;    ///< removes the liquid that it covers; else that is an error; default false
    uint32_t felt_by; ///< waft_solid_feeler, default WAFT_SOLID_ALL
    void* user;       ///< the host's, default NULL
} waft_solid_def;

WAFT_API void waft_solid_def_fill(waft_solid_def* out_def, size_t size);
static inline waft_solid_def waft_solid_def_default(void) {
    waft_solid_def def;
    waft_solid_def_fill(&def, sizeof(def));
    return def;
}

/// Adds a solid, at any time; it stands at rest till the next step. A shape thinner than a cell of the
/// smoke, and an open mesh, are sheets for it: no flow through, no volume. The liquid meets closed
/// shapes alone. Errors: WAFT_ERR_ARGUMENT (also: it covers liquid and `displace` is not set),
/// WAFT_ERR_FULL, WAFT_ERR_MESH (inside out, or open where the liquid meets it), WAFT_ERR_NO_MEMORY;
/// *out_id is then null and nothing was added.
WAFT_API WAFT_CHECKED waft_result waft_world_add_solid(
    waft_world* world, const waft_solid_def* def, waft_solid_id* out_id);
/// Where the solid is at the end of the next step; on the way its velocity is constant and it turns the
/// short way round. Keys no longer move it. Errors: WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT (not finite,
/// rotation not of unit length, a body moves it).
WAFT_API WAFT_CHECKED waft_result waft_world_move_solid(
    waft_world* world, waft_solid_id id, const waft_pose* pose);
/// Errors: WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT (it stands for a body).
WAFT_API WAFT_CHECKED waft_result waft_world_remove_solid(waft_world* world, waft_solid_id id);

typedef struct waft_solid_info {
    waft_solid_id id;
    const char* name; ///< "" if it has none
    waft_shape shape; ///< mesh is NULL
    waft_pose pose;
    waft_vec3 velocity, spin; ///< m/s, rad/s, of the last step
    waft_vec3 force, torque; ///< N and N m about its origin, from the liquid, mean of the last step
    uint32_t felt_by;
    bool no_slip;
    bool open;     ///< an open mesh
    bool sheet;    ///< so for the smoke: open, or thinner than a cell
    uint32_t body; ///< creation number of the body that it stands for, which moves it; 0: none
    void* user;
    /// The surface as triangles in body space, valid while the solid lives; none of a plane.
    const float* positions;
    const uint32_t* indices;
    size_t point_count, index_count;
} waft_solid_info;

/// How many solids there are, and the one at a place in creation order. Error: WAFT_ERR_ARGUMENT.
WAFT_API size_t waft_world_solid_count(const waft_world* world);
WAFT_API WAFT_CHECKED waft_result waft_world_solid_at(
    const waft_world* world, size_t index, waft_solid_info* out_info);
/// Error: WAFT_ERR_STALE_ID.
WAFT_API WAFT_CHECKED waft_result waft_world_get_solid(
    const waft_world* world, waft_solid_id id, waft_solid_info* out_info);
/// Where the solid is between the last two steps, for hosts that draw more often than they step:
/// alpha 0 is the step before, 1 the last one (see waft_world_advance()). After a restore both are the
/// same. Error: WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_world_blend_solid(
    const waft_world* world, waft_solid_id id, float alpha, waft_pose* out_pose);
/// The same of all solids in creation order: fills at most `capacity` and returns how many there are.
WAFT_API size_t waft_world_blend_solids(
    const waft_world* world, float alpha, waft_pose* out_poses, size_t capacity);
/// The oldest solid of that name, the null id if there is none.
WAFT_API waft_solid_id waft_world_find_solid(const waft_world* world, const char* name);

#ifdef __cplusplus
}
#endif

#endif // WAFT_SOLID_H
