// SPDX-License-Identifier: MIT
// What the files of the smoke solver share. docs/spec/smoke.md specifies the solver.
#ifndef WAFTI_SMOKE_SOLVER_H
#define WAFTI_SMOKE_SOLVER_H

#include <string.h>

#include "grid/domain.h"
#include "grid/forces.h"
#include "grid/poisson.h"
#include "smoke/rules.h"
#include "smoke/smoke.h"

/// Density, temperature, then the extra ones.
enum {
    WAFTI_SCALAR_DENSITY,
    WAFTI_SCALAR_TEMPERATURE,
    WAFTI_SCALAR_EXTRA,
    WAFTI_SCALAR_COUNT = WAFTI_SCALAR_EXTRA + WAFTI_SCALAR_LIMIT,
    WAFTI_SCRATCH_COUNT = 6,
};

typedef struct wafti_source {
    waft_source_def def; ///< live; its pose is where the source is at the end of the step
    wafti_form form;
    double center[3]; ///< m, at the end of the last step
} wafti_source;

/// A solid of the world. Positions in m, rotations as x, y, z, w.
typedef struct wafti_obstacle {
    wafti_form form;
    uint32_t solid;                  ///< its slot in the world's list
    double position[3], rotation[4]; ///< at the end of the smoke's last step
    double last_angle;               ///< rad by keys, then
    double turn[3];                  ///< rad, along the axis: of the step under way
    double velocity[3], spin[3];     ///< of the last step
} wafti_obstacle;

/// Sums and greatest values of one block, in double and by bits; see wafti_row_greatest_bits().
typedef struct wafti_tally {
    double energy;                      ///< of the squares of cell velocities
    double density;                     ///< of densities
    float hottest;                      ///< K
    int32_t speed[3];                   ///< bits of the greatest face velocity
    int32_t scalar[WAFTI_SCALAR_COUNT]; ///< bits of the greatest scalars
} wafti_tally;

/// What has been told once already.
enum { WAFTI_TOLD_UNBALANCED = 1, WAFTI_TOLD_DENSE = 2, WAFTI_TOLD_SPEED = 4 };

struct waft_smoke {
    const wafti_context* context;
    waft_smoke_def def; ///< as it is now
    waft_vec3 world_gravity;
    double gravity[3];  ///< m/s2, that or its own
    wafti_arena arena;  ///< fields and lists, all from one block
    size_t extra_bytes; ///< taken later, field by field

    wafti_domain domain;
    bool carrier;           ///< its flow is always given: no pressure
    wafti_poisson* poisson; ///< NULL in a carrier, as phi and earlier
    float* velocity[3];
    float* scalar[WAFTI_SCALAR_COUNT]; ///< NULL: not carried
    float outside[WAFTI_SCALAR_COUNT][6];
    double* phi[2];     ///< m/s, pressure of the last sub-step; the second for reflect alone
    double* earlier[2]; ///< m/s, of the one before, for a start that goes on like them
    /// Fields in the memory of the pressure solver's: they live between its calls only.
    float* scratch[WAFTI_SCRATCH_COUNT];
    float* kept[3]; ///< reflect: velocity before its projection

    // Taken when they are first asked for; then `uses` says whether they count.
    float* force[3];
    float* confinement_weight;
    float* eddy;
    float* eddy_scratch[3];
    float* expansion;
    bool uses_force, uses_weight, uses_eddy, expands;

    wafti_order source_order, obstacle_order;
    struct wafti_smoke_roster* roster; ///< of a snapshot that is being loaded; NULL: none
    wafti_source* sources;             ///< by slot
    wafti_obstacle* obstacles;         ///< by slot, as domain.solids

    uint64_t steps; ///< of the world, so far
    double last_dt; ///< s, of the sub-step that `phi` is from; 0: none
    /// Above 1: solves from zero until the pressures before are tried as a start again; 1: tried in vain once.
    uint8_t poor_starts[2];
    double speed; ///< m/s, greatest face velocity, within a step not less; negative: not known
    bool edged;   ///< halos of the velocity are up to date
    uint32_t told;
    wafti_smoke_hook hook;
    const waft_smoke* base; ///< of a twin: forms of sources and obstacles are its; else NULL
    bool held[WAFT_SIDE_COUNT];
    wafti_tally* tallies; ///< by block
    uint8_t* rows;        ///< by row of cells, for transport
    waft_smoke_stats stats;
    float air_density; ///< kg/m3, as of the last step
};

/// As wafti_smoke_create(), or for a carrier.
waft_result wafti_smoke_create_kind(const wafti_context* context, waft_vec3 gravity,
    const waft_smoke_def* def, bool carrier, waft_smoke** out_smoke);
/// The grid and sides of a def that was checked.
wafti_domain_def wafti_smoke_domain_def(const waft_smoke_def* def);
/// How forms of sources and solids are made.
wafti_form_def wafti_smoke_form_def(const waft_smoke* smoke, const waft_shape* shape);
/// Forms of sources and obstacles (smoke_roster.c).
void wafti_smoke_free_forms(waft_smoke* smoke);
/// Carries the def's sides over to domain and outside values, after a change.
void wafti_smoke_set_sides(waft_smoke* smoke);
/// Gives faces that sides and solids fix their velocity (docs/spec/smoke.md#fixed-faces).
void wafti_smoke_set_faces(waft_smoke* smoke);
/// Whether buoyancy reads a scalar.
bool wafti_smoke_is_lifted(const waft_smoke* smoke, int scalar);
/// Brings halos of the velocity up to date, if they are not.
void wafti_smoke_edge(waft_smoke* smoke);

/// Both: faces as sides and solids want them, and halos.
void wafti_smoke_renew_faces(waft_smoke* smoke);

/// Counts a step of the world; false if the smoke waits for a later one.
bool wafti_smoke_is_due(waft_smoke* smoke, const wafti_step* step);

/// Makes the pressures of the last sub-step a start for one of `dt`.
void wafti_smoke_rescale_pressure(waft_smoke* smoke, double dt);

// ---- smoke_change.c

/// Takes the live members of a def over, all but those of held sides.
void wafti_smoke_adopt(waft_smoke* smoke, const waft_smoke_def* wanted);
/// The live members through a stream; the others are the fingerprint.
void wafti_smoke_live_state(waft_smoke* smoke, wafti_stream* stream);

// ---- sources.c

/// Everything that sources do to scalars, velocity and expansion in a sub-step from `time` on;
/// `share` of the step has passed at its end.
void wafti_sources_apply(waft_smoke* smoke, double time, double dt, double share);
/// The step is over: centres are where they were to go.
void wafti_sources_arrive(waft_smoke* smoke);
/// Greatest speed that sources hold which work at `time` or begin within dt of it, m/s.
double wafti_sources_speed(const waft_smoke* smoke, double time, double dt);
/// Greatest acceleration within dt where it is `present` without them, m/s2.
double wafti_sources_pull(const waft_smoke* smoke, double time, double dt, double present);
/// Notes whether any of them expands.
void wafti_sources_note_expansion(waft_smoke* smoke);

// ---- obstacles.c

/// Sets velocities for a step of `dt` that takes obstacles to their targets.
void wafti_obstacles_depart(waft_smoke* smoke, double dt);
/// Greatest speed of any point of them, m/s.
double wafti_obstacles_speed(const waft_smoke* smoke);
/// Moves them to `share` of the way and brings domain and pressure solver up to date.
void wafti_obstacles_move(waft_smoke* smoke, double share);
void wafti_obstacles_arrive(waft_smoke* smoke);
/// No smoke inside solids: what they cover is gone.
void wafti_obstacles_empty(waft_smoke* smoke, const wafti_box* box);
/// Takes poses as they are, without uncovering anything: after a load.
void wafti_obstacles_place(waft_smoke* smoke);
/// Those of another smoke, which keeps their forms. Brings domain and pressure solver up to date.
void wafti_obstacles_mirror(waft_smoke* smoke, const waft_smoke* base, bool restored);

// ---- views.c

/// Copies dense values of faces along an axis (below 0: of cells) into a field.
void wafti_smoke_copy_in(const wafti_mac* grid, int axis, const float* values, float* field);

// ---- tally.c

/// Copies advected faces into place, adds dt of forces (NULL: none; no confinement) and notes the
/// greatest of each axis in tallies.
void wafti_tally_take_faces(
    waft_smoke* smoke, float* const from[3], const wafti_forces* forces, double dt);
/// Notes the greatest of each axis and the kinetic energy in tallies, and brings halos up to date.
void wafti_tally_faces(waft_smoke* smoke);
/// Multiplies scalars by exp(-rate dt), notes their greatest values and sums, and fills halos of those
/// that buoyancy reads.
void wafti_tally_scalars(waft_smoke* smoke, double dt);
/// Error: WAFT_ERR_DIVERGED with field, cell and step if a greatest value is not finite.
waft_result wafti_tally_check_faces(const waft_smoke* smoke, uint64_t step);
waft_result wafti_tally_check_scalars(const waft_smoke* smoke, uint64_t step);
/// Figures out of tallies.
void wafti_tally_read_faces(waft_smoke* smoke);
void wafti_tally_read_scalars(waft_smoke* smoke);
/// Greatest value noted for a scalar.
float wafti_tally_greatest(const waft_smoke* smoke, int scalar);
/// Density that leaves through sides within dt at the present velocity, m3.
double wafti_tally_outflow(const waft_smoke* smoke, double dt);

#endif // WAFTI_SMOKE_SOLVER_H
