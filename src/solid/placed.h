// SPDX-License-Identifier: MIT
// The world's solids: shapes, where they are, where they go within a step. Solvers read them and keep
// what they derive for themselves.
#ifndef WAFTI_SOLID_PLACED_H
#define WAFTI_SOLID_PLACED_H

#include "base/stream.h"
#include "solid/form.h"
#include "solid/order.h"
#include "task/context.h"

#include <waft/solid.h>

enum { WAFTI_PLACED_CAPACITY = 255, WAFTI_PLACED_NAME = 32 };

/// m or rad: no place or angle of a state is greater.
#define WAFTI_PLACED_FAR 1e7

/// One solid. Positions in m, rotations as x, y, z, w.
typedef struct wafti_placed {
    waft_solid_def def; ///< as given; name, mesh and keys are those below
    char name[WAFTI_PLACED_NAME];
    waft_mesh* surface; ///< NULL for a half space
    wafti_bvh touched;  ///< over the surface, for bodies; nodes NULL: nobody asks
    waft_solid_key* keys;
    waft_key* angles;
    bool keyed;       ///< keys move it; the host's hand ends that
    uint32_t body;    ///< creation number of the body that moves it; 0: none
    double offset[3]; ///< m, from that body's centre of mass to the origin, body axes
    uint64_t hull;    ///< key of that body's hull
    uint64_t hash;    ///< of the shape
    uint64_t mesh;    ///< key of a shape that is a mesh; 0: it is none
    double position[3], rotation[4];  ///< at the end of the last step
    double target[3], target_turn[4]; ///< at the end of the next
    double before[3], before_turn[4]; ///< at the start of the last step; no state
    double angle, last_angle;         ///< rad about def.axis by keys, of target and position
    double velocity[3], spin[3];      ///< of the last step
} wafti_placed;

typedef struct wafti_solids {
    const wafti_context* context;
    wafti_order order;
    wafti_placed* items[WAFTI_PLACED_CAPACITY]; ///< by slot
    uint32_t generations[WAFTI_PLACED_CAPACITY];
    uint32_t slots[WAFTI_PLACED_CAPACITY];
    struct wafti_solids* coming; ///< those of a snapshot that is being loaded; NULL: none
} wafti_solids;

/// The context must outlive the list.
void wafti_solids_init(wafti_solids* solids, const wafti_context* context);
void wafti_solids_free(wafti_solids* solids);

/// Whether a def can be built. `path` begins sentences, "solids[2]". Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_MESH.
waft_result wafti_solids_check(const waft_solid_def* def, const char* path, waft_error* out_error);

void wafti_placed_free(wafti_placed* solid, const waft_allocator* allocator);
/// The form of a solid; of `def` all but its shape counts. Errors: those of forms.
waft_result wafti_placed_form(const wafti_placed* solid, wafti_form_def def,
    const wafti_context* context, wafti_form* out_form);

/// Takes a solid in at rest where it is at `time`. Errors: those of the check, WAFT_ERR_FULL,
/// WAFT_ERR_NO_MEMORY; sentence in context->error.
waft_result wafti_solids_add(
    wafti_solids* solids, const waft_solid_def* def, double time, uint32_t* out_slot);
void wafti_solids_remove(wafti_solids* solids, uint32_t slot);
/// Error: WAFT_ERR_STALE_ID.
waft_result wafti_solids_find(const wafti_solids* solids, waft_solid_id id, uint32_t* out_slot);
waft_solid_id wafti_solids_id(const wafti_solids* solids, uint32_t slot);
/// "solids[2]" by its place, its name in quotes, or its body.
const char* wafti_placed_path(const wafti_placed* solid, uint32_t place, char out_path[48]);
const char* wafti_solids_path(const wafti_solids* solids, uint32_t slot, char out_path[48]);

/// Where a solid is at the end of the next step, as its host says; keys no longer move it.
void wafti_solids_aim(wafti_placed* solid, const waft_pose* pose);
/// Where a body has taken it by the end of this step.
void wafti_solids_carry(
    wafti_solids* solids, uint32_t slot, const double position[3], const double rotation[4]);
/// A step of dt that ends at `time`: targets by keys, velocities.
void wafti_solids_depart(wafti_solids* solids, double time, double dt);
/// The step is over.
void wafti_solids_arrive(wafti_solids* solids);

/// The vector along the axis, of the length of the angle, that turns a solid from a rotation to its
/// target; `last_angle` is that of the rotation by keys, which know whole turns too.
void wafti_solids_turn(
    const wafti_placed* solid, const double rotation[4], double last_angle, double out_turn[3]);
/// Where the solid is between the last two steps, at a share from 0 to 1 of the way.
waft_pose wafti_solids_blend(const wafti_placed* solid, double share);

/// Poses and motion, for snapshot, restore and hash.
void wafti_solids_state(wafti_solids* solids, wafti_stream* stream);

/// Which solids there are. LOAD makes `coming` of them and changes nothing else: `adopt` puts them in
/// place, `drop` forgets them. Errors: WAFT_ERR_PARSE (the sentence names a solid whose mesh nobody
/// has), WAFT_ERR_NO_MEMORY.
waft_result wafti_solids_roster(
    wafti_solids* solids, wafti_stream* stream, wafti_find_mesh* find, void* user);
void wafti_solids_adopt(wafti_solids* solids);
void wafti_solids_drop(wafti_solids* solids);
/// The surface of a solid whose shape is the mesh of this key; NULL: none has it.
const waft_mesh* wafti_solids_mesh(const wafti_solids* solids, uint64_t key);

size_t wafti_solids_memory(const wafti_solids* solids);
/// All but forces, and whether it is a sheet.
waft_solid_info wafti_solids_info(const wafti_solids* solids, uint32_t slot);

#endif // WAFTI_SOLID_PLACED_H
