// SPDX-License-Identifier: MIT
// waft/smoke.h: a gas on a grid of cubic cells: velocity on faces, density and temperature at
// centres, solids (waft/solid.h) with walls finer than a cell.
#ifndef WAFT_SMOKE_H
#define WAFT_SMOKE_H

#include <waft/base.h>
#include <waft/field.h>
#include <waft/math.h>
#include <waft/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Belongs to its world; see waft_world_create_smoke().
typedef struct waft_smoke waft_smoke;

/// Names a source inside its smoke. All zero is the null id.
typedef struct waft_source_id {
    uint32_t index1;
    uint32_t generation;
} waft_source_id;

/// Sides of the box, in the order of waft_smoke_def.sides: low and high along x, y and z.
typedef enum waft_smoke_face {
    WAFT_SIDE_LEFT,
    WAFT_SIDE_RIGHT,
    WAFT_SIDE_BOTTOM,
    WAFT_SIDE_TOP,
    WAFT_SIDE_BACK,
    WAFT_SIDE_FRONT,
    WAFT_SIDE_COUNT,
} waft_smoke_face;

typedef enum waft_side_kind {
    WAFT_SIDE_CLOSED, ///< a wall
    WAFT_SIDE_OPEN,   ///< still ambient air outside, pressure 0 on the face
    WAFT_SIDE_INFLOW, ///< blows at a given speed
    /// Continues at the opposite side, which must be periodic too. Solids and sources that cross it
    /// are cut there.
    WAFT_SIDE_PERIODIC,
} waft_side_kind;

typedef struct waft_smoke_side {
    waft_side_kind kind;
    bool no_slip;       ///< closed: the gas sticks to the wall, default false
    waft_vec3 velocity; ///< m/s, closed and no_slip: the wall moves along itself, default 0
    float speed;        ///< m/s, inflow: into the box > 0, within 1000, default 0
    float density;      ///< inflow: carried in, default 0
    float temperature;  ///< K over ambient, inflow: carried in, default 0
    float scalars[8];   ///< inflow: the extra scalars carried in, default 0
} waft_smoke_side;

typedef enum waft_smoke_advection {
    WAFT_ADVECTION_MACCORMACK,     ///< second order in space, bounded (Selle et al. 2008)
    WAFT_ADVECTION_SEMILAGRANGIAN, ///< first order, soft (Stam 1999)
} waft_smoke_advection;

typedef enum waft_smoke_trace {
    WAFT_TRACE_AUTO, ///< euler for maccormack, which removes its error; rk2 for semilagrangian
    WAFT_TRACE_EULER,
    WAFT_TRACE_RK2, ///< midpoint rule
} waft_smoke_trace;

typedef enum waft_smoke_scheme {
    WAFT_SCHEME_SPLIT,   ///< one projection a step, first order in time
    WAFT_SCHEME_REFLECT, ///< two projections, second order (Zehnder et al. 2018)
} waft_smoke_scheme;

typedef enum waft_pressure_solver {
    WAFT_PRESSURE_AUTO,      ///< dct for an empty box and tolerance <= 1e-4, else multigrid
    WAFT_PRESSURE_MULTIGRID, ///< conjugate gradients with a V-cycle
    WAFT_PRESSURE_DCT,       ///< direct by cosine transforms; no solids, lengths 2^a, 3 2^a, 5 2^a
    WAFT_PRESSURE_CG,        ///< conjugate gradients alone, to check the others
} waft_pressure_solver;

typedef enum waft_pressure_smoother {
    WAFT_SMOOTHER_CHEBYSHEV,
    WAFT_SMOOTHER_RBGS, ///< red-black Gauss-Seidel
} waft_pressure_smoother;

typedef struct waft_smoke_def {
    uint32_t struct_size; ///< set by waft_smoke_def_default()
    int32_t
        cells[3];  ///< along x, y, z, 1 to 4096 each (x and y at least 4; z 1: plane, or at least
                   ///< 4), with the padding around them less than 2^31 in all
    float spacing; ///< m, edge of a cell, > 0
    waft_vec3 origin;                       ///< low corner of the box, default 0
    waft_smoke_side sides[WAFT_SIDE_COUNT]; ///< default: top open, others closed
    waft_vec3 velocity; ///< m/s of the air at the start, each within 1e6, default 0; the first step
                        ///< makes it free of divergence before anything else
    waft_smoke_advection advection;
    waft_smoke_trace trace;
    waft_smoke_scheme scheme;
    float viscosity;       ///< m2/s, 0 to 1e6, default 0
    float viscosity_theta; ///< 0.5 (Crank-Nicolson) to 1 (backward Euler), default 1
    bool has_gravity;      ///< whether the smoke has a gravity of its own, default false
    waft_vec3 gravity;     ///< m/s2, in place of the world's, each within 1000
    struct {
        float temperature; ///< 1/K, 0 to 1000, default 1/293
        float density;     ///< per unit of density, 0 to 1000: smoke heavier than air, default 0
    } buoyancy;
    float confinement; ///< 1/s, 0 to 1e4, default 0
    struct {
        float density, temperature; ///< 1/s, 0 to 1e4, default 0
        float scalars[8];           ///< 1/s, >= 0, of the extra scalars, default 0
    } dissipation;
    struct {
        float tolerance; ///< relative 2-norm of the residual, 1e-10 to 0.1, default 1e-4
        int iterations;  ///< 1 to 10000, default 100
        waft_pressure_solver solver;
        waft_pressure_smoother smoother;
        bool warns; ///< not converged: an event in place of an error, default false
    } pressure;
    float cfl;        ///< cells that a sub-step may cross, (0, 20], default 3
    int max_substeps; ///< 1 to 256, default 16
    bool fractions;   ///< sub-cell walls; false: voxels, default true
    bool temperature; ///< carry temperature, default true
    int every; ///< it is stepped in every n-th world step, then n steps far; 1 to 1000, default 1
    uint32_t scalar_count;                    ///< extra passive scalars, 0 to 8, default 0
    uint32_t source_capacity, solid_capacity; ///< default 64 and 64; at most 1024 and 255
} waft_smoke_def;

WAFT_API void waft_smoke_def_fill(waft_smoke_def* out_def, size_t size);
static inline waft_smoke_def waft_smoke_def_default(void) {
    waft_smoke_def def;
    waft_smoke_def_fill(&def, sizeof(def));
    return def;
}

typedef enum waft_source_mode {
    WAFT_SOURCE_HOLD, ///< values inside approach the targets within `time`
    WAFT_SOURCE_ADD,  ///< density and temperature are rates a second
} waft_source_mode;

typedef struct waft_source_def {
    uint32_t struct_size; ///< set by waft_source_def_default()
    waft_shape shape;
    waft_pose pose;
    waft_source_mode mode;
    float density;      ///< target, 0 to 1e6, or rate 1/s, which may be below 0, default 1
    float temperature;  ///< K over ambient, or rate K/s, within 1e5, default 0
    float time;         ///< s, hold: e-folding time, 0: at once, default 0
    bool has_velocity;  ///< default false
    waft_vec3 velocity; ///< m/s, held on faces inside, each within 1000
    float expansion;    ///< 1/s, volume made per volume, within 1000, default 0
    struct {
        float amount; ///< 0 to 1, share by which targets vary from place to place, default 0
        float length; ///< m, size of its blobs, > 0, default 0.1
        float speed;  ///< 1/s, how fast they change, 0 to 1e4, default 1
    } noise;
    float scalars[8];  ///< targets of the extra scalars, default 0
    double start, end; ///< s, 0 to 1e6, works while start <= time < end, default 0 and INFINITY
} waft_source_def;

WAFT_API void waft_source_def_fill(waft_source_def* out_def, size_t size);
static inline waft_source_def waft_source_def_default(void) {
    waft_source_def def;
    waft_source_def_fill(&def, sizeof(def));
    return def;
}

/// Adds a source; it works from the next step on. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_FULL,
/// WAFT_ERR_MESH (open or inside out), WAFT_ERR_NO_MEMORY; *out_id is then null and the sentence is
/// the world's.
WAFT_API WAFT_CHECKED waft_result waft_smoke_add_source(
    waft_smoke* smoke, const waft_source_def* def, waft_source_id* out_id);
/// Changes all but shape. Errors: WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_smoke_set_source(
    waft_smoke* smoke, waft_source_id id, const waft_source_def* def);
WAFT_API WAFT_CHECKED waft_result waft_smoke_remove_source(waft_smoke* smoke, waft_source_id id);

/// What can be read. Faces: sample (i, j, k) of a velocity lies on the low face of cell (i, j, k).
typedef enum waft_smoke_field_kind {
    WAFT_SMOKE_DENSITY,
    WAFT_SMOKE_TEMPERATURE, ///< K over ambient
    WAFT_SMOKE_VELOCITY_X,  ///< m/s on faces, one more along x than cells
    WAFT_SMOKE_VELOCITY_Y,
    WAFT_SMOKE_VELOCITY_Z,
    WAFT_SMOKE_OPEN_X, ///< open share of a face, 0 to 1; twice that on open sides of the box, as
                       ///< the pressure equation weighs them
    WAFT_SMOKE_OPEN_Y,
    WAFT_SMOKE_OPEN_Z,
    WAFT_SMOKE_DISTANCE, ///< m to the nearest solid at cell corners, negative inside; far: large
    WAFT_SMOKE_SCALAR,   ///< the first extra scalar; + n for the others
} waft_smoke_field_kind;

/// A view of a field, valid until the next step or edit; data is NULL if there is no such field.
WAFT_API waft_field waft_smoke_field(const waft_smoke* smoke, int kind);

/// Derived fields at cell centres, one float a cell, x fastest, no padding; `out` holds
/// cells[0] * cells[1] * cells[2].
typedef enum waft_smoke_derived {
    WAFT_SMOKE_CENTER_X, ///< m/s, mean of the two faces
    WAFT_SMOKE_CENTER_Y,
    WAFT_SMOKE_CENTER_Z,
    WAFT_SMOKE_STRAIN,    ///< 1/s, sqrt(2 S:S)
    WAFT_SMOKE_VORTICITY, ///< 1/s, length of the curl
    WAFT_SMOKE_SOLID,     ///< 1 inside solids, 0 outside, between on the walls
} waft_smoke_derived;

WAFT_API WAFT_CHECKED waft_result waft_smoke_derive(
    const waft_smoke* smoke, waft_smoke_derived kind, float* out);

/// Velocity at a point, m/s, linear between faces; ambient 0 outside the box.
WAFT_API waft_vec3 waft_smoke_sample_velocity(const waft_smoke* smoke, waft_vec3 point);

/// Density and temperature (K over ambient) at a point, linear between cell centres. Cells that are
/// solid do not count, so that smoke goes on level to a wall and does not fade towards it; nor do cells
/// outside the box, but those across periodic sides. 0 outside the box, deep in solids and without the
/// field. In a flat flow z is not read. A sheet without thickness is no barrier within half a cell.
WAFT_API float waft_smoke_sample_density(const waft_smoke* smoke, waft_vec3 point);
WAFT_API float waft_smoke_sample_temperature(const waft_smoke* smoke, waft_vec3 point);

/// The def it was made from, with what has changed since.
WAFT_API void waft_smoke_read_def(const waft_smoke* smoke, waft_smoke_def* out_def, size_t size);
static inline waft_smoke_def waft_smoke_get_def(const waft_smoke* smoke) {
    waft_smoke_def def;
    waft_smoke_read_def(smoke, &def, sizeof(def));
    return def;
}

/// Overwrites fields before a step: faces (m/s) and cells, in the layout of waft_smoke_field(), no
/// padding. For start fields and tests. Faces that walls, solids and inflows fix keep their velocity, and
/// solid cells stay empty. Errors: WAFT_ERR_ARGUMENT (kind not density, temperature,
/// velocity or scalar; value not finite).
WAFT_API WAFT_CHECKED waft_result waft_smoke_set_field(
    waft_smoke* smoke, int kind, const float* values, size_t count);

/// Extra acceleration on faces (m/s2), as waft_smoke_set_field() takes velocities; it stays until set
/// again; NULL arrays: none.
WAFT_API WAFT_CHECKED waft_result waft_smoke_set_force_field(
    waft_smoke* smoke, const float* x, const float* y, const float* z);

/// Weight of confinement at cell centres, 0 to 1, no padding; NULL: 1 everywhere.
WAFT_API WAFT_CHECKED waft_result waft_smoke_set_confinement_weight(
    waft_smoke* smoke, const float* cells);

/// Eddy viscosity at cell centres (m2/s, >= 0), no padding; NULL: none.
WAFT_API WAFT_CHECKED waft_result waft_smoke_set_eddy_viscosity(
    waft_smoke* smoke, const float* cells);

/// Makes the velocity free of divergence now, without a step, and sets the figures that tell of it
/// (`divergence` for the length of the last sub-step); the next step starts its pressure from 0. Error:
/// WAFT_ERR_NOT_CONVERGED, or the event if pressure.warns.
WAFT_API WAFT_CHECKED waft_result waft_smoke_project(waft_smoke* smoke);

/// Figures of the last step.
typedef struct waft_smoke_stats {
    int substeps;
    double cfl;            ///< cells crossed in the longest sub-step
    int iterations;        ///< of the pressure solver, most of any sub-step
    double residual;       ///< true relative residual, largest
    double divergence;     ///< max |div u| * dt that is left
    double kinetic_energy; ///< J for the world's air density
    double density_sum;    ///< density * volume, m3; solid cells hold none
    double density_out;    ///< through sides since the start, m3
    double temperature_max;
    double unbalanced_flux; ///< m3/s that a closed region could not take; a plane is a cell deep
    double advect_ms, pressure_ms, other_ms; ///< wall time of the last step
} waft_smoke_stats;

WAFT_API void waft_smoke_read_stats(
    const waft_smoke* smoke, waft_smoke_stats* out_stats, size_t size);
static inline waft_smoke_stats waft_smoke_get_stats(const waft_smoke* smoke) {
    waft_smoke_stats stats;
    waft_smoke_read_stats(smoke, &stats, sizeof(stats));
    return stats;
}

/// Bytes that a smoke of this def takes, before anything is taken; SIZE_MAX if it does not fit.
WAFT_API size_t waft_smoke_memory_needed(const waft_smoke_def* def);

/// Lets the next solve for pressure start from zero and not from the last one's result, for measurements.
WAFT_EXPERIMENTAL void waft_smoke_forget_pressure(waft_smoke* smoke);

#ifdef __cplusplus
}
#endif

#endif // WAFT_SMOKE_H
