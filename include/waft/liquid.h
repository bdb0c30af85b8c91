// SPDX-License-Identifier: MIT
// waft/liquid.h: a liquid made of particles (SPH): it splashes, pours, and meets walls and bodies.
#ifndef WAFT_LIQUID_H
#define WAFT_LIQUID_H

#include <waft/base.h>
#include <waft/detail.h>
#include <waft/math.h>
#include <waft/shape.h>
#include <waft/turbulence.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Belongs to its world; see waft_world_create_liquid().
typedef struct waft_liquid waft_liquid;

typedef enum waft_liquid_method {
    WAFT_LIQUID_AUTO,  ///< dfsph for more than 10,000 particles, else wcsph
    WAFT_LIQUID_WCSPH, ///< weakly compressible: pressure follows density, steps are short
    WAFT_LIQUID_DFSPH, ///< incompressible: pressure is solved for, steps are long
} waft_liquid_method;

typedef enum waft_liquid_kernel {
    WAFT_LIQUID_CUBIC,    ///< cubic spline
    WAFT_LIQUID_WENDLAND, ///< Wendland C2
    WAFT_LIQUID_MUELLER,  ///< poly6 and spiky (Mueller et al. 2003), wcsph alone, for comparison
} waft_liquid_kernel;

typedef enum waft_liquid_eos {
    WAFT_LIQUID_LINEAR,
    WAFT_LIQUID_TAIT,
} waft_liquid_eos;

typedef enum waft_liquid_viscosity {
    WAFT_LIQUID_VISCOSITY_AUTO,     ///< explicit where steps allow it, else implicit (dfsph)
    WAFT_LIQUID_VISCOSITY_EXPLICIT, ///< shortens steps
    WAFT_LIQUID_VISCOSITY_IMPLICIT, ///< dfsph
} waft_liquid_viscosity;

/// Sides of the domain, in the order left, right, bottom, top, back, front.
typedef enum waft_liquid_side {
    WAFT_LIQUID_WALL,
    WAFT_LIQUID_OPEN,     ///< what crosses it is gone, and counted as escaped
    WAFT_LIQUID_PERIODIC, ///< continues at the opposite side, which must be periodic too
} waft_liquid_side;

typedef struct waft_liquid_def {
    uint32_t struct_size; ///< set by waft_liquid_def_default()
    waft_liquid_method method;
    int dimension;             ///< 2 (x and y) or 3, default 3
    float spacing;             ///< m between particles, > 0 to 1e4; required
    float support;             ///< reach of a particle in spacings, 1.9 to 2.5, default 2
    waft_liquid_kernel kernel; ///< default cubic
    float density;             ///< kg/m3, > 0 to 1e6, default 1000
    float kinematic_viscosity; ///< m2/s, >= 0, default 1e-6
    waft_liquid_viscosity viscosity_solver;
    float surface_tension;      ///< N/m, >= 0, default 0; dfsph, 3-D, cubic, support 2
    float sound_speed;          ///< m/s, wcsph; 0: ten times what a fall through the domain gives
    waft_liquid_eos eos;        ///< wcsph
    float artificial_viscosity; ///< wcsph: times sound speed times spacing, >= 0, default 4e-4
    waft_vec3 low, high;        ///< m, corners of the domain, within 1e6; required
    waft_liquid_side sides[6];  ///< default: all walls, top open
    bool no_slip;               ///< of the domain's walls, default false
    float max_step;             ///< s, longest sub-step, > 0, default 0.005
    int max_substeps;           ///< of a world step, dfsph, 1 to 4096, default 64
    float density_tolerance;    ///< mean relative compression left, 1e-7 to 0.1, default 1e-4
    float divergence_tolerance; ///< the same of a sub-step's divergence, default 1e-3
    uint32_t max_particles;     ///< 1 to 16777216; required
    uint32_t emitter_capacity, sink_capacity, solid_capacity; ///< default 16 each, at most 256
} waft_liquid_def;

WAFT_API void waft_liquid_def_fill(waft_liquid_def* out_def, size_t size);
static inline waft_liquid_def waft_liquid_def_default(void) {
    waft_liquid_def def;
    waft_liquid_def_fill(&def, sizeof(def));
    return def;
}

/// A block of liquid on a cubic lattice, its first point half a spacing from the shape's low corner.
typedef struct waft_liquid_block_def {
    uint32_t struct_size; ///< set by waft_liquid_block_def_default()
    waft_shape shape;     ///< not a plane
    waft_pose pose;
    waft_vec3 velocity; ///< m/s, within 1000 along each axis, default 0
    float jitter;       ///< spacings, 0 to 0.2, default 0: random shift along each axis
} waft_liquid_block_def;

WAFT_API void waft_liquid_block_def_fill(waft_liquid_block_def* out_def, size_t size);
static inline waft_liquid_block_def waft_liquid_block_def_default(void) {
    waft_liquid_block_def def;
    waft_liquid_block_def_fill(&def, sizeof(def));
    return def;
}

typedef struct waft_liquid_emitter_def {
    uint32_t struct_size; ///< set by waft_liquid_emitter_def_default()
    waft_vec3 center;     ///< m, within 1e6
    waft_vec3 direction;  ///< unit; default {0, 1, 0}
    float radius;         ///< m, 0 to 1e6: a disc; 0: a rectangle
    waft_vec2 size;       ///< m, 0 to 1e6: a rectangle
    float speed;          ///< m/s, >= 0, default 1
    double start, end;    ///< s, >= 0 and > 0, up to 1e6; default 0 and INFINITY, never
    uint32_t limit;       ///< most particles it gives, default UINT32_MAX
} waft_liquid_emitter_def;

WAFT_API void waft_liquid_emitter_def_fill(waft_liquid_emitter_def* out_def, size_t size);
static inline waft_liquid_emitter_def waft_liquid_emitter_def_default(void) {
    waft_liquid_emitter_def def;
    waft_liquid_emitter_def_fill(&def, sizeof(def));
    return def;
}

/// Adds particles on a lattice; points within 0.45 spacings of a wall or solid are left out.
/// *out_count (may be NULL) is how many there are. At any time. Errors:
/// WAFT_ERR_ARGUMENT (two particles closer than half a spacing; outside the domain), WAFT_ERR_FULL,
/// WAFT_ERR_MESH, WAFT_ERR_NO_MEMORY; nothing is then added and the sentence is the world's.
WAFT_API WAFT_CHECKED waft_result waft_liquid_add_block(
    waft_liquid* liquid, const waft_liquid_block_def* def, uint32_t* out_count);

/// Adds particles as given, before the first step; `velocities` may be NULL. A liquid that runs takes
/// blocks, or parcels (waft_liquid_inject()). Errors: as of blocks.
WAFT_API WAFT_CHECKED waft_result waft_liquid_add_particles(
    waft_liquid* liquid, const waft_vec3* positions, const waft_vec3* velocities, size_t count);

/// Names an emitter or a sink of a liquid: they are counted from 1 on as they are added, and a number is
/// not used again. 0 is the null id.
typedef struct waft_emitter_id {
    uint32_t number;
} waft_emitter_id;
typedef struct waft_sink_id {
    uint32_t number;
} waft_sink_id;

/// Adds an emitter, at any time; *out_id (may be NULL) is then null on an error. Errors:
/// WAFT_ERR_ARGUMENT, WAFT_ERR_FULL.
WAFT_API WAFT_CHECKED waft_result waft_liquid_add_emitter(
    waft_liquid* liquid, const waft_liquid_emitter_def* def, waft_emitter_id* out_id);
/// Changes all of an emitter; what it has given so far counts on. Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_STALE_ID.
WAFT_API WAFT_CHECKED waft_result waft_liquid_set_emitter(
    waft_liquid* liquid, waft_emitter_id id, const waft_liquid_emitter_def* def);
/// Error: WAFT_ERR_STALE_ID.
WAFT_API WAFT_CHECKED waft_result waft_liquid_remove_emitter(
    waft_liquid* liquid, waft_emitter_id id);
/// How many there are, and the one at a place in creation order; the null id past the end.
WAFT_API size_t waft_liquid_emitter_count(const waft_liquid* liquid);
WAFT_API waft_emitter_id waft_liquid_emitter_at(const waft_liquid* liquid, size_t index);

/// What enters the shape is removed, and counted as sunk. At any time; *out_id may be NULL. Errors:
/// WAFT_ERR_ARGUMENT, WAFT_ERR_FULL, WAFT_ERR_MESH, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_liquid_add_sink(
    waft_liquid* liquid, const waft_shape* shape, const waft_pose* pose, waft_sink_id* out_id);
/// Error: WAFT_ERR_STALE_ID.
WAFT_API WAFT_CHECKED waft_result waft_liquid_remove_sink(waft_liquid* liquid, waft_sink_id id);
/// How many there are, and the one at a place in creation order; the null id past the end.
WAFT_API size_t waft_liquid_sink_count(const waft_liquid* liquid);
WAFT_API waft_sink_id waft_liquid_sink_at(const waft_liquid* liquid, size_t index);

/// Extra acceleration in m/s2 at `count` places; called once a sub-step and block of particles, from
/// any thread. It must depend on its arguments alone.
typedef void waft_liquid_force(void* user, double time, size_t count,
    const float* const position[3], const float* const velocity[3],
    float* const out_acceleration[3]);

/// NULL: none. It is no part of snapshots, and no edit that a recorder is told of.
WAFT_API WAFT_CHECKED waft_result waft_liquid_set_force(
    waft_liquid* liquid, waft_liquid_force* force, void* user);

/// Forces from a bank of random fields (Zhao, Yuan & Chen 2010): they turn the flow and do no work on
/// it. docs/spec/sph.md#the-literal-rule says what the paper's own rule does to particles.
typedef struct waft_liquid_turbulence_def {
    uint32_t struct_size; ///< set by waft_liquid_turbulence_def_default()
    float strength; ///< about the angle in rad that flow is turned by in a hold, 0 to 10, default 1
    float hold;     ///< s that a field stays, at least a step of the world, default 0.1
    float period;   ///< m that a field spans before it repeats, > 0; required
    float blend;    ///< share of a hold over which two fields cross-fade, 0 to 0.5, default 0
    bool paper;     ///< the paper's rule: against the flow, anew in each sub-step; a drag
    uint32_t stream; ///< of random numbers, below 2^16, default 0
    int burst, calm; ///< holds of the longest burst and calm, by chance, 0 to 1e6, default 0; calm
                     ///< 0: turbulent always
    bool shift;      ///< a hold takes its field at a random offset, default true
    /// Where there is turbulence, as of smoke but for density, which a liquid has the same of
    /// everywhere, and masks that are no shapes.
    waft_trigger triggers[WAFT_TRIGGER_CAPACITY];
    int trigger_count; ///< 0 to 8, default 0: speed
    bool trigger_max;  ///< weights combine by the greatest, not by product
} waft_liquid_turbulence_def;

WAFT_API void waft_liquid_turbulence_def_fill(waft_liquid_turbulence_def* out_def, size_t size);
static inline waft_liquid_turbulence_def waft_liquid_turbulence_def_default(void) {
    waft_liquid_turbulence_def def;
    waft_liquid_turbulence_def_fill(&def, sizeof(def));
    return def;
}

/// Takes a reference to the bank. Before the first step; NULL bank: none. Errors: WAFT_ERR_ARGUMENT,
/// WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_liquid_set_turbulence(
    waft_liquid* liquid, waft_bank* bank, const waft_liquid_turbulence_def* def);

/// Which field of the bank is in use and its shift in cells; false if none is.
WAFT_API bool waft_liquid_turbulence_now(
    const waft_liquid* liquid, int32_t* out_field, int32_t out_shift[3]);

/// The particles in their current order, which changes with every step; `id` names them for life.
/// Valid until the next step or edit.
typedef struct waft_liquid_view {
    uint32_t count;
    const float* position[3]; ///< m
    const float* velocity[3]; ///< m/s
    const float* density;     ///< over the rest density, walls included; 0 before the first step
    const float* fluid;       ///< the particles' own share of it: V sum W
    const float* pressure;    ///< k in m2/s2: p = rest density * density^2 * k
    const uint32_t* id;
    float spacing; ///< m
    float radius;  ///< m, of the ball that is as large as a particle
    float reach;   ///< m, support radius
    float volume;  ///< m3 of a particle (2-D: m2)
    waft_vec3 low, high;
} waft_liquid_view;

WAFT_API void waft_liquid_read_view(
    const waft_liquid* liquid, waft_liquid_view* out_view, size_t size);
static inline waft_liquid_view waft_liquid_get_view(const waft_liquid* liquid) {
    waft_liquid_view view;
    waft_liquid_read_view(liquid, &view, sizeof(view));
    return view;
}

/// The def it was made from.
WAFT_API void waft_liquid_read_def(
    const waft_liquid* liquid, waft_liquid_def* out_def, size_t size);
static inline waft_liquid_def waft_liquid_get_def(const waft_liquid* liquid) {
    waft_liquid_def def;
    waft_liquid_read_def(liquid, &def, sizeof(def));
    return def;
}

/// What a mesher asks at points: value = sum of (V / fluid_j) W(x - x_j) with a reach of two
/// spacings, the surface lies where it is 0.586; its gradient in 1/m; velocity weighted alike.
typedef struct waft_liquid_sample {
    float value;
    waft_vec3 gradient;
    waft_vec3 velocity;
} waft_liquid_sample;

/// Error: WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_liquid_sample_field(const waft_liquid* liquid,
    const waft_vec3* points, size_t count, waft_liquid_sample* out_samples);

/// Figures of the last world step; those marked "in all" since creation.
typedef struct waft_liquid_stats {
    uint32_t particles;
    uint32_t substeps;
    double least_step, mean_step;  ///< s
    double divergence_evaluations; ///< mean of the sub-steps
    double density_evaluations;
    uint32_t most_evaluations;               ///< of one solve
    uint32_t unsolved;                       ///< solves that reached 100
    uint32_t guarded;                        ///< solves that had to shorten their steps
    uint32_t viscous_unsolved;               ///< solves for viscosity that reached 100 iterations
    double viscous_error;                    ///< greatest residual that these left, over |u|
    double density_error, divergence_error;  ///< left by the last solves
    double mean_density, greatest_density;   ///< ratios
    double kinetic_energy, potential_energy; ///< J; potential from the domain's lowest y
    double momentum[3];                      ///< kg m/s
    double greatest_speed;                   ///< m/s
    double mean_neighbors;
    uint64_t contacts; ///< particles put back to a wall
    uint64_t created, emitted, sunk, escaped, absorbed, held_back, displaced; ///< in all
    double side_force[6][3];    ///< N on the domain's walls, mean of the step
    double numerical_viscosity; ///< m2/s, of wcsph
    double sound_speed;         ///< m/s, of wcsph
    int method;                 ///< waft_liquid_method, never auto
} waft_liquid_stats;

WAFT_API void waft_liquid_read_stats(
    const waft_liquid* liquid, waft_liquid_stats* out_stats, size_t size);
static inline waft_liquid_stats waft_liquid_get_stats(const waft_liquid* liquid) {
    waft_liquid_stats stats;
    waft_liquid_read_stats(liquid, &stats, sizeof(stats));
    return stats;
}

/// Volume on its way between a water surface and the liquid.
typedef struct waft_liquid_parcel {
    waft_vec3 position; ///< m
    waft_vec3 velocity; ///< m/s
    float volume;       ///< m3
    uint32_t patch;     ///< inject: whose volume is added up, below 1024
} waft_liquid_parcel;

/// Surface to liquid: the volume of each patch is added up, and a particle born at the parcel's place
/// for every full one, unless another is within 0.9 spacings; the rest is carried on. Errors:
/// WAFT_ERR_ARGUMENT; nothing is then taken.
WAFT_API WAFT_CHECKED waft_result waft_liquid_inject(
    waft_liquid* liquid, const waft_liquid_parcel* parcels, size_t count);

/// The surface's height at (x, z) and its velocity along y.
typedef void waft_liquid_surface(void* user, float x, float z, float* out_height, float* out_speed);

/// Liquid to surface: particles half a spacing below the surface that sink relative to it, and those
/// two spacings below, are removed and returned in the order of their ids. At most `capacity`. A
/// recorder is not told, since the surface is the host's.
WAFT_API WAFT_CHECKED waft_result waft_liquid_absorb(waft_liquid* liquid,
    waft_liquid_surface* surface, void* user, waft_liquid_parcel* out_parcels, size_t capacity,
    size_t* out_count);

/// m3 taken by waft_liquid_inject() that is no particle yet.
WAFT_API double waft_liquid_carried(const waft_liquid* liquid);

/// Bytes that a liquid of this def takes; SIZE_MAX if it cannot be counted.
WAFT_API size_t waft_liquid_memory_needed(const waft_liquid_def* def);

/// Parts of a step, for measurements.
typedef enum waft_liquid_part {
    WAFT_LIQUID_PART_SORT,
    WAFT_LIQUID_PART_DENSITY, ///< dfsph: the lists of neighbours
    WAFT_LIQUID_PART_FORCE,
    WAFT_LIQUID_PART_STIRRING, ///< where turbulence is set
} waft_liquid_part;

/// Does a part of the last step once more; what is simulated from then on may differ. Error:
/// WAFT_ERR_ARGUMENT (no such part, no step yet).
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_liquid_repeat(
    waft_liquid* liquid, waft_liquid_part part);

/// Bytes that the solves of the last step read and wrote; 0 for wcsph.
WAFT_EXPERIMENTAL double waft_liquid_solve_bytes(const waft_liquid* liquid);

#ifdef __cplusplus
}
#endif

#endif // WAFT_LIQUID_H
