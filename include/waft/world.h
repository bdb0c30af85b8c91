// SPDX-License-Identifier: MIT
// waft/world.h: a world owns its solvers, their memory and their time.
#ifndef WAFT_WORLD_H
#define WAFT_WORLD_H

#include <waft/base.h>
#include <waft/body.h>
#include <waft/detail.h>
#include <waft/liquid.h>
#include <waft/live.h>
#include <waft/math.h>
#include <waft/smoke.h>
#include <waft/solid.h>
#include <waft/water.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_world waft_world;

/// The air over everything.
typedef struct waft_air_def {
    double density;   ///< kg/m3, above 0, at most 1e5, default 1.204
    double viscosity; ///< m2/s, kinematic, 0 to 1e4, default 1.81e-5 / 1.204
    waft_vec3 wind;   ///< m/s, each component within 1000, default {0, 0, 0}
} waft_air_def;

/// Water as bodies feel it; a water surface has a density of its own.
typedef struct waft_medium_def {
    double density;   ///< kg/m3, above 0, at most 1e5, default 998
    double viscosity; ///< m2/s, kinematic, 0 to 1e4, default 1.002e-3 / 998
} waft_medium_def;

typedef struct waft_world_def {
    uint32_t struct_size; ///< set by waft_world_def_default()
    double gravity[3];    ///< m/s2, each component within 1000, default {0, -9.81, 0}; y is up
    double step;          ///< s, fixed for the life of the world, 1e-9 to 1000, default 0.004
    uint64_t seed;        ///< root of every random stream, 0 to 2^53 - 1, default 1
    waft_air_def air;
    waft_medium_def liquid;
    int threads;      ///< 1 to 256, default 1; does not change results
    bool pin_threads; ///< keep waft's own workers on distinct CPUs, default true
    int max_substeps; ///< most steps one waft_world_advance() takes, default 0: what 0.25 s need
    waft_tasks tasks; ///< the host's pool, used in place of `threads` if `enqueue` is set
    waft_allocator allocator; ///< default: the C library
    waft_logger logger;       ///< default: silence
} waft_world_def;

WAFT_API void waft_world_def_fill(waft_world_def* out_def, size_t size);
static inline waft_world_def waft_world_def_default(void) {
    waft_world_def def;
    waft_world_def_fill(&def, sizeof(def));
    return def;
}

/// Creates an empty world. Worlds share nothing; each may live on its own thread.
/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY. *out_world is then NULL and nothing is left;
/// the sentence is in *out_error, which may be NULL.
WAFT_API WAFT_CHECKED waft_result waft_world_create(
    const waft_world_def* def, waft_world** out_world, waft_error* out_error);

/// Destroys the world and everything created in it. NULL is allowed.
WAFT_API void waft_world_destroy(waft_world* world);

/// Creates the world's water surface; a world has at most one.
/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_water is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_world_create_water(
    waft_world* world, const waft_water_def* def, waft_water** out_water);

/// The water surface, NULL if the world has none.
WAFT_API waft_water* waft_world_water(const waft_world* world);

/// Creates the world's smoke, empty and at rest; a world has at most one. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_smoke is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_world_create_smoke(
    waft_world* world, const waft_smoke_def* def, waft_smoke** out_smoke);

/// The smoke, NULL if the world has none.
WAFT_API waft_smoke* waft_world_smoke(const waft_world* world);

/// Creates turbulent detail over the world's smoke, which must be there; a world has at most one. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_detail is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_world_create_detail(
    waft_world* world, const waft_detail_def* def, waft_detail** out_detail);

/// The detail, NULL if the world has none.
WAFT_API waft_detail* waft_world_detail(const waft_world* world);

/// A flow that was computed before, taken in place of the smoke's own.
typedef struct waft_flow_player {
    void* user;
    /// Writes the velocity after `steps` steps of the world into the faces along each axis, x fastest,
    /// no padding. Called within a step, on its thread.
    waft_result (*read)(void* user, uint64_t steps, float* const faces[3], waft_error* out_error);
    /// Sets density and temperature of the smoke after `start` steps. Called once, within that step,
    /// if `start` is above 0; may be NULL.
    waft_result (*fill)(void* user, waft_smoke* smoke, waft_error* out_error);
    void (*close)(void* user); ///< once, when the world is destroyed
    /// Steps after which the flow begins; before, only solids and sources move, and there is no
    /// detail. Detail then begins with this flow and these fields. A multiple of the smoke's `every`.
    uint64_t start;
} waft_flow_player;

/// Lets the smoke have a flow that is read: its steps move solids and sources and take the velocity,
/// and compute nothing; density and temperature stay as they were at its start. For detail over a cached run. The world owns the
/// player from now on, even after an error. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_world_play_smoke(
    waft_world* world, const waft_flow_player* player);

/// The smoke that pictures and files show: the fine one of the detail, else the world's; NULL if it
/// has none.
WAFT_API const waft_smoke* waft_world_shown_smoke(const waft_world* world);

/// Creates the world's bodies, none at first; a world has at most one set of them. Errors:
/// WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_bodies is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_world_create_bodies(
    waft_world* world, const waft_bodies_def* def, waft_bodies** out_bodies);

/// The bodies, NULL if the world has none.
WAFT_API waft_bodies* waft_world_bodies(const waft_world* world);

/// Creates the world's liquid, empty at first; a world has at most one. Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_NO_MEMORY; *out_liquid is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_world_create_liquid(
    waft_world* world, const waft_liquid_def* def, waft_liquid** out_liquid);

/// The liquid, NULL if the world has none.
WAFT_API waft_liquid* waft_world_liquid(const waft_world* world);

/// How a body meets the liquid.
typedef struct waft_immersion {
    bool displace; ///< remove the particles that it covers; else they are an error
    bool no_slip;  ///< the liquid sticks to it
} waft_immersion;

/// A body and the liquid feel each other from the next step on: the liquid goes round the body and
/// carries it, and the walls of the liquid's domain hold all bodies that are inside. The bodies' medium
/// must be air or vacuum, since the liquid is their water. It takes one of the liquid's
/// solid_capacity; `how` may be NULL. At any time. Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_STALE_ID, WAFT_ERR_MESH (not closed), WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_world_immerse_body(
    waft_world* world, waft_body_id id, const waft_immersion* how);

/// A body acts as a solid for the smoke from the next step on: the air goes round it and is pushed by
/// it, as far as the body has moved in its last step. It takes one of the smoke's solid_capacity. At any
/// time. Errors: WAFT_ERR_ARGUMENT (no smoke or bodies, it does so already), WAFT_ERR_STALE_ID,
/// WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_world_solidify_body(waft_world* world, waft_body_id id);

/// From the first step on drops of the water's spray that are in the liquid's domain become its
/// particles, and particles that sink into the surface become water again. The volume is kept: what is
/// no whole particle yet is carried (waft_liquid_carried()). Needs a water of columns or swe with spray
/// whose drops are no larger than a particle. Before the first step, once. Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_world_exchange_spray(waft_world* world);

/// Gives a hull into the world's care: it is destroyed after the world's bodies. Errors:
/// WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; the hull is then destroyed at once.
WAFT_API WAFT_CHECKED waft_result waft_world_keep_hull(waft_world* world, waft_hull* hull);

/// Knows the host's own hulls by waft_hull_info.key; NULL for a key that it does not know.
typedef struct waft_hull_finder {
    void* user;
    const waft_hull* (*find)(void* user, uint64_t key);
} waft_hull_finder;

/// Who is asked for the hulls of a snapshot's bodies that the world does not keep. Copied; NULL: nobody.
/// Error: WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_world_find_hulls(
    waft_world* world, const waft_hull_finder* finder);

/// Knows the host's own meshes by waft_mesh_info.key; NULL for a key that it does not know.
typedef struct waft_mesh_finder {
    void* user;
    const waft_mesh* (*find)(void* user, uint64_t key);
} waft_mesh_finder;

/// Who is asked for meshes of a snapshot's solids, sources of smoke and sinks that no solid of the
/// world has. Copied; NULL: nobody. Error: WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_world_find_meshes(
    waft_world* world, const waft_mesh_finder* finder);

/// Advances the world by one step, in this order:
/// 1. curves and then edits take effect, and hands pull the bodies they hold;
/// 2. the smoke is stepped, then the detail over it;
/// 3. the water is stepped; where it feels bodies, it foresees where they go;
/// 4. the bodies are stepped in the new air of the smoke, on the new surface of the water, and with what
///    the liquid gave them in its last step; where they enter the water, it splashes;
/// 5. the liquid is stepped around the bodies where they are now; before, it takes drops of the water's
///    spray that are in its domain, and after, it gives back what sank into the surface.
/// A step allocates nothing. On WAFT_ERR_DIVERGED and WAFT_ERR_NOT_CONVERGED
/// the world can be read, restored from a snapshot or destroyed, but not stepped: further steps return
/// the same. What can be read is the state in which the step failed, not that before it.
WAFT_API WAFT_CHECKED waft_result waft_world_step(waft_world* world);

/// Advances by host time: as many fixed steps as fit into `seconds` (>= 0, at most 0.25 counted)
/// plus what was left before, at most max_substeps if that is set; what does not fit is dropped and the
/// event WAFT_EVENT_SLOW_MOTION raised. So by default frames of up to 0.25 s lose no time. *out_alpha in [0, 1) is the unfinished fraction of a step, for
/// interpolation; NULL is allowed.
WAFT_API WAFT_CHECKED waft_result waft_world_advance(
    waft_world* world, double seconds, float* out_alpha);

/// Steps taken and simulated time in s.
WAFT_API uint64_t waft_world_steps(const waft_world* world);
WAFT_API double waft_world_time(const waft_world* world);
/// Length of a step in s, as created.
WAFT_API double waft_world_step_length(const waft_world* world);

/// Sentence for the last failed call on this world, "" if none; valid until the next call on it.
WAFT_API const char* waft_world_error(const waft_world* world);

/// One change by the user. `kind` says which members count.
typedef struct waft_edit {
    uint64_t step; ///< step before which it takes effect; set by the world
    waft_edit_kind kind;
    uint32_t index; ///< of what is there: see waft_edit_kind
    /// Body that is added: key of its hull. One that the world keeps goes before `body.hull`; that
    /// counts if the world keeps none of this key.
    uint64_t hull;
    /// Shape that is a mesh: its key (waft_mesh_info). One that a solid of the world has goes before the
    /// shape's own, which may then be NULL. 0: the shape's own.
    uint64_t mesh;
    union {
        waft_setting setting;
        waft_train_def train;
        waft_brush brush;
        waft_grip grip;
        waft_handle_def handle;
        waft_body_def body; ///< the hull must live as long as the edit is used
        waft_body_state state;
        waft_push push;
        waft_source_def source; ///< a mesh must live as long as the edit is used
        waft_wind_def wind;
        waft_solid_def solid; ///< name, mesh and keys must live as long as the edit is used
        waft_pose pose;
        waft_immersion immersion;
        waft_liquid_block_def block; ///< a mesh must live as long as the edit is used
        waft_liquid_emitter_def emitter;
        waft_placed_shape sink; ///< a mesh must live as long as the edit is used
        waft_liquid_parcel parcel;
    };
} waft_edit;

/// Edits that may wait for one step.
#define WAFT_MOST_WAITING_EDITS 4096

/// Makes a change that the next step is the first to see. Kinds up to WAFT_EDIT_REMOVE_HANDLE wait for
/// that step; the others are what typed calls such as waft_bodies_add() do, and can be read at
/// once. Memory is taken here. Errors: WAFT_ERR_ARGUMENT (no such property or index, value out of range),
/// WAFT_ERR_FULL (WAFT_MOST_WAITING_EDITS wait already, or all places for such things are used),
/// WAFT_ERR_NO_MEMORY, and those of the typed call.
WAFT_API WAFT_CHECKED waft_result waft_world_queue(waft_world* world, const waft_edit* edit);

/// A host's log of what changes a world; the world itself keeps none.
typedef struct waft_recorder {
    void* user;
    /// Told of every edit that was accepted, and of every typed call that changed the world as one,
    /// within that call. `edit->step` is the step before which it takes effect; queued before the same
    /// step in a world made from the same defs, the edits in this order give the same bits. The edit
    /// is valid during the call.
    void (*write)(void* user, const waft_edit* edit);
} waft_recorder;

/// Attaches a recorder (copied) in place of the one before; NULL: none. Error: WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_world_record(
    waft_world* world, const waft_recorder* recorder);

/// Edits accepted since creation, those before a snapshot that was restored included: how far a replay
/// of the world's edits has come.
WAFT_API uint64_t waft_world_edit_total(const waft_world* world);

/// Sets a property from the next step on: an edit of kind WAFT_EDIT_SET. Its path is that of scenes (see
/// waft_setting); waft_param.live says which can be set. `value_count` is as many as it has components.
/// Errors: those of waft_world_queue().
WAFT_API WAFT_CHECKED waft_result waft_world_set(
    waft_world* world, const char* path, const double* values, size_t value_count);

/// Reads a property as it is now, edits that wait not counted: one that is live, or any other number,
/// switch or choice of the world's defs. Error: WAFT_ERR_ARGUMENT (no such property, item or solver, or
/// another number of components).
WAFT_API WAFT_CHECKED waft_result waft_world_get(
    const waft_world* world, const char* path, double* out_values, size_t value_count);

/// How many numbers a property has, 1 to 3; 0 if there is none of that path in whatever world, and the
/// sentence in *out_error, which may be NULL, then names one that is near.
WAFT_API size_t waft_property_length(const char* path, waft_error* out_error);

/// Drives a property from keys with strictly rising times (copied; at least one). A vector has a curve a
/// component: "air.wind[0]". An edit of the same property holds for one step, then the curve goes on. Call
/// before the first step. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY, WAFT_ERR_FULL (1024 curves).
WAFT_API WAFT_CHECKED waft_result waft_world_animate(
    waft_world* world, const char* path, const waft_key* keys, size_t key_count);

/// Events of the last step (or advance); valid until the next. At most 256; more are counted in
/// *out_dropped (may be NULL).
WAFT_API const waft_event* waft_world_events(
    const waft_world* world, size_t* out_count, size_t* out_dropped);

/// Fills at most `capacity` figures in a fixed order and returns how many the world has.
WAFT_API size_t waft_world_stats(const waft_world* world, waft_stat* out_stats, size_t capacity);

/// Wall time in ms spent since creation, by solver and in what lies between them ("other").
/// Fills at most `capacity` and returns how many there are.
WAFT_API size_t waft_world_timings(
    const waft_world* world, waft_stat* out_timings, size_t capacity);

/// Bytes that a snapshot takes now.
WAFT_API size_t waft_world_snapshot_size(const waft_world* world);

/// Writes the state into `buffer`. Error: WAFT_ERR_ARGUMENT (too small).
WAFT_API WAFT_CHECKED waft_result waft_world_snapshot(
    const waft_world* world, void* buffer, size_t buffer_size);

/// Is given bytes that are gone afterwards.
typedef void waft_take_bytes(void* user, const void* bytes, size_t byte_count);

/// Gives the bytes that waft_world_snapshot() would write to `take`, a piece after the other: a snapshot
/// is as large as the fields, and a file of it needs no copy in memory. Errors: WAFT_ERR_NO_MEMORY,
/// WAFT_ERR_ARGUMENT (the state contradicts itself); nothing is given then.
WAFT_API WAFT_CHECKED waft_result waft_world_send_snapshot(
    const waft_world* world, waft_take_bytes* take, void* user);

/// Takes a state back into a world created from the same defs by the same version of waft; it goes on
/// with the same bits. Solids, bodies, winds, sources of smoke, emitters and sinks that were added or
/// removed in between come with the snapshot, and so does which bodies act as solids or are in the
/// liquid. What the host owns does not: hulls are looked for by their key among those that the world has
/// or keeps and by the host's finder, meshes by theirs among the solids of the world and by the other
/// finder; winds that are grids must be there. Errors: WAFT_ERR_PARSE (cut, changed or foreign; the
/// sentence says what differs), WAFT_ERR_NO_MEMORY; the world is then as before. Bytes forged to
/// fit their hash may leave a world that can be restored or destroyed, but not stepped.
WAFT_API WAFT_CHECKED waft_result waft_world_restore(
    waft_world* world, const void* buffer, size_t buffer_size);

/// 64-bit hash of the defs, of the state that a snapshot would hold, and of the surface drawn from it.
WAFT_API uint64_t waft_world_hash(const waft_world* world);

/// Bytes of memory the world holds.
WAFT_API size_t waft_world_memory(const waft_world* world);

#ifdef __cplusplus
}
#endif

#endif // WAFT_WORLD_H
