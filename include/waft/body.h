// SPDX-License-Identifier: MIT
// waft/body.h: rigid bodies in air and water: Kirchhoff's equations with added mass, loads that make
// plates flutter and tumble, turbulence by Langevin's equation, wind, ground and contacts.
#ifndef WAFT_BODY_H
#define WAFT_BODY_H

#include <waft/base.h>
#include <waft/field.h>
#include <waft/hull.h>
#include <waft/live.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Belongs to its world; see waft_world_create_bodies().
typedef struct waft_bodies waft_bodies;

/// What fills the world as bodies feel it.
typedef enum waft_medium {
    WAFT_MEDIUM_AIR,
    WAFT_MEDIUM_WATER,  ///< everywhere
    WAFT_MEDIUM_BOTH,   ///< water below `level`, air above; in a world with a water surface that
                        ///< surface inside its domain, and its bed
    WAFT_MEDIUM_VACUUM, ///< gravity and contacts alone
} waft_medium;

/// Whether bodies move the water surface that they are in.
typedef enum waft_reaction {
    WAFT_REACTION_AUTO, ///< where the water's method can (columns), told in the log where it cannot
    WAFT_REACTION_ON,   ///< an error where it cannot
    WAFT_REACTION_OFF,
} waft_reaction;

/// What bodies rest on.
typedef struct waft_ground_def {
    bool exists;      ///< default false
    float height;     ///< m, of the plane over the origin, default 0
    waft_vec3 normal; ///< unit, default {0, 1, 0}
    bool ends;        ///< a body stops where it first touches, default false
    bool sleep;       ///< bodies at rest on the ground sleep till wind lifts them, default true
} waft_ground_def;

typedef struct waft_bodies_def {
    uint32_t struct_size; ///< set by waft_bodies_def_default()
    uint32_t capacity;    ///< bodies, 1 to 4 million, default 1024
    waft_medium medium;
    float level;            ///< m, y of the still surface with both media, default 0
    waft_vec3 current;      ///< m/s, velocity of the water, default 0
    waft_ground_def ground; ///< default: none
    bool collisions;        ///< bodies touch one another, default false
    bool spin;              ///< fluid rotation turns bodies (curl of the wind), default false
    int substeps;           ///< steps that bodies take in one of the world's, 1 to 1000, default 1
    uint32_t wind_capacity; ///< winds besides the world's, default 8
    waft_reaction reaction; ///< on the water surface with both media, default auto
} waft_bodies_def;

WAFT_API void waft_bodies_def_fill(waft_bodies_def* out_def, size_t size);
static inline waft_bodies_def waft_bodies_def_default(void) {
    waft_bodies_def def;
    waft_bodies_def_fill(&def, sizeof(def));
    return def;
}

/// What a body feels of the fluid where loads and noise do not say it.
typedef enum waft_body_model {
    WAFT_MODEL_LANGEVIN,  ///< loads and turbulence
    WAFT_MODEL_KIRCHHOFF, ///< added mass alone
} waft_body_model;

/// Quasi-steady loads; docs/spec/bodies.md#quasi-steady-loads has their equations.
typedef enum waft_body_loads {
    WAFT_LOADS_MODEL,   ///< auto, with WAFT_MODEL_KIRCHHOFF none
    WAFT_LOADS_AUTO,    ///< plate for flat hulls, else compact
    WAFT_LOADS_PLATE,   ///< Andersen, Pesavento & Wang 2005, in three dimensions
    WAFT_LOADS_COMPACT, ///< drag of a sphere generalised, lift, Magnus
    WAFT_LOADS_NONE,
    WAFT_LOADS_LINEAR, ///< -drag v, -spin_drag w
    WAFT_LOADS_MUJOCO, ///< as MuJoCo's ellipsoid model, to compare
    WAFT_LOADS_GLIDE,  ///< plate with a centre of pressure that moves (Li et al. 2022)
} waft_body_loads;

/// Turbulence that a body feels besides the wind.
typedef enum waft_body_noise {
    WAFT_NOISE_MODEL,  ///< seen, with WAFT_MODEL_KIRCHHOFF off
    WAFT_NOISE_SEEN,   ///< fluctuating velocity of the fluid it sees; any time step
    WAFT_NOISE_MASS,   ///< forces on the fluid that moves with it
    WAFT_NOISE_DIRECT, ///< on its velocity, as the paper prints, repaired
    WAFT_NOISE_OFF,
} waft_body_noise;

typedef enum waft_body_integrator {
    WAFT_INTEGRATOR_RK4,
    WAFT_INTEGRATOR_MIDPOINT, ///< implicit, second order; for long steps and long runs
} waft_body_integrator;

/// Sets of coefficients of plate loads, in the order of waft_plate_loads.
typedef enum waft_plate_set {
    WAFT_PLATE_FINITE, ///< leaves, discs and cards: 0.9, pi, 1.2, 0.2, 0.1 and 0.1, 0.05
    WAFT_PLATE_STRIP,  ///< of Andersen et al.: 1.2, pi, 2.4, 0.4, 0.2 and 0.2, 0, never viscous
} waft_plate_set;

/// Coefficients of plate loads; those that are not given are the set's.
typedef struct waft_plate_loads {
    waft_plate_set set;
    float lift;       ///< C_T, default 0: the set's
    float spin_lift;  ///< C_R, default 0: the set's
    float face_drag;  ///< c_f, default 0: the set's
    float edge_drag;  ///< c_e, default 0: the set's
    float damping[2]; ///< mu1, mu2, default -1 each: the set's
    float twist;      ///< c_s, default -1: the set's
    bool viscous;     ///< low Reynolds numbers: circulation fades, Stokes drag, default true
} waft_plate_loads;

typedef struct waft_compact_loads {
    float side_drag;  ///< c_sl, default 0.05
    float lift;       ///< C_K, default 0.9
    float magnus;     ///< C_M, default 0.5
    float damping[2]; ///< mu1, mu2, default 0.1 each
    float twist;      ///< c_s, default 0.05
} waft_compact_loads;

/// Bytes of a body's name, the zero at its end included.
#define WAFT_BODY_NAME_SIZE 40

/// Where a body is and how it moves. World axes; rotation x, y, z, w turns body axes into them.
typedef struct waft_body_state {
    double position[3]; ///< m, centre of mass
    double rotation[4]; ///< unit within 1e-3; made unit
    double velocity[3]; ///< m/s
    double spin[3];     ///< rad/s
} waft_body_state;

typedef struct waft_body_def {
    uint32_t struct_size;  ///< set by waft_body_def_default()
    const waft_hull* hull; ///< must outlive the body, and snapshots with it that are loaded again
    waft_body_state state; ///< default: origin, no rotation, at rest
    waft_body_model model;
    waft_body_loads loads;
    waft_plate_loads plate;
    waft_compact_loads compact;
    float drag, spin_drag; ///< linear loads: kg/s, kg m2/s, default 0
    bool buoyancy;         ///< default true
    waft_body_noise noise;
    bool stationary;       ///< noise: keeps its energy, the 1/2 in alpha is dropped, default false
    bool start_stationary; ///< seen noise: starts as if it had always been, default false: at 0
    bool taylor;           ///< C0 from Taylor's Reynolds number, default false: from the body's
    bool swirl;       ///< noise turns the body too, default false: flat things would all be chaotic
    float gust_rate;  ///< 1/s, alpha in place of the hull's history, 0: the history's
    float gust_speed; ///< m/s, standard deviation that goes with gust_rate
    float viscosity;  ///< m2/s of the fluid for this body, 0: the medium's
    waft_body_integrator integrator;
    bool precise;      ///< double in place of float; slower; default false
    float restitution; ///< 0 to 1, default 0.1
    float friction;    ///< >= 0, default 0.6
    uint32_t stream;   ///< names its random numbers, 1 to 0xFFFFFFEF; 0: its creation number
    double start; ///< s of the world, >= 0, default 0: it waits till then, see WAFT_BODY_WAITING
    const char* name; ///< copied, at most WAFT_BODY_NAME_SIZE - 1 bytes, no control characters;
                      ///< several may share one; default NULL: none
    void* user; ///< the host's, never read; no part of a snapshot: a restored body keeps the one it
                ///< has had in this world
} waft_body_def;

WAFT_API void waft_body_def_fill(waft_body_def* out_def, size_t size);
static inline waft_body_def waft_body_def_default(void) {
    waft_body_def def;
    waft_body_def_fill(&def, sizeof(def));
    return def;
}

/// Adds a body; it moves from the next step on. Bodies of one hull and equal settings are stepped
/// eight at a time. Errors: WAFT_ERR_ARGUMENT (no hull, plate loads without a plate, noise without a
/// history, a number out of range), WAFT_ERR_FULL, WAFT_ERR_NO_MEMORY; *out_id is then null and the
/// sentence is the world's.
WAFT_API WAFT_CHECKED waft_result waft_bodies_add(
    waft_bodies* bodies, const waft_body_def* def, waft_body_id* out_id);
/// `count` bodies of one def, each with a state of its own; all or none. out_ids may be NULL. If the
/// def names a stream, they get that one and those after it; a name "leaf" becomes "leaf_1", "leaf_2",
/// ... if there are more than one.
WAFT_API WAFT_CHECKED waft_result waft_bodies_add_many(waft_bodies* bodies,
    const waft_body_def* def, const waft_body_state* states, size_t count, waft_body_id* out_ids);
WAFT_API WAFT_CHECKED waft_result waft_bodies_remove(waft_bodies* bodies, waft_body_id id);

typedef enum waft_body_flag {
    WAFT_BODY_FREE,
    WAFT_BODY_CONTACT, ///< touched something in the last step
    WAFT_BODY_ASLEEP,
    WAFT_BODY_QUARANTINED, ///< its state went out of bounds; frozen where it was last sane
    WAFT_BODY_ENDED,       ///< stopped on the ground (waft_ground_def.ends)
    WAFT_BODY_WAITING, ///< its start has not come: it has an id and a state, but nothing meets it, it
                       ///< is not drawn, and it moves from the first step that begins then on
} waft_body_flag;

/// Why a body was set aside: what its next state would have had.
typedef enum waft_body_cause {
    WAFT_CAUSE_NOT_FINITE = 1,
    WAFT_CAUSE_SPEED, ///< 1e4 m/s or more
    WAFT_CAUSE_SPIN,  ///< 1e5 rad/s or more
    WAFT_CAUSE_PLACE, ///< 1e7 m or more from the origin
    WAFT_CAUSE_PUSH,  ///< such a speed or spin by a push
} waft_body_cause;

typedef struct waft_body_info {
    waft_body_id id;
    const waft_hull* hull;
    waft_body_state state;
    double gust[3];   ///< m/s, u', world axes
    double age;       ///< s, asleep not counted
    double submerged; ///< share of its volume under water
    waft_body_flag flag;
    uint32_t number;  ///< creation number, from 1
    const char* name; ///< "" if it has none; valid until it is removed
    void* user;       ///< as in its def
} waft_body_info;

/// The def that the bodies were created from.
WAFT_API void waft_bodies_read_def(
    const waft_bodies* bodies, waft_bodies_def* out_def, size_t size);
static inline waft_bodies_def waft_bodies_get_def(const waft_bodies* bodies) {
    waft_bodies_def def;
    waft_bodies_read_def(bodies, &def, sizeof(def));
    return def;
}

WAFT_API size_t waft_bodies_count(const waft_bodies* bodies);
/// The body at a place in creation order. Error: WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_bodies_at(
    const waft_bodies* bodies, size_t index, waft_body_info* out_info);
/// Error: WAFT_ERR_STALE_ID.
WAFT_API WAFT_CHECKED waft_result waft_bodies_get(
    const waft_bodies* bodies, waft_body_id id, waft_body_info* out_info);
/// The first body of a name in creation order; the null id if there is none.
WAFT_API waft_body_id waft_bodies_find(const waft_bodies* bodies, const char* name);
/// All bodies in creation order; fills at most `capacity` and returns how many there are.
WAFT_API size_t waft_bodies_states(
    const waft_bodies* bodies, waft_body_info* out_infos, size_t capacity);

/// Poses between the last two steps, for hosts that draw more often than they step: `alpha` 0 gives
/// those before the last step, 1 those of now; others are held to these bounds. Positions are linear
/// in alpha, rotations go the short way. What was added or placed since, or restored from a snapshot,
/// does not come from where it was before. All bodies in creation order, as waft_bodies_at() counts
/// them; fills at most `capacity` and returns how many there are.
WAFT_API size_t waft_bodies_blend(
    const waft_bodies* bodies, float alpha, waft_pose* out_poses, size_t capacity);
/// The same of one body. Errors: WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_bodies_blend_one(
    const waft_bodies* bodies, waft_body_id id, float alpha, waft_pose* out_pose);

/// Settings of a body as they are now, with its hull, name and start; not its state. `out_def` has the
/// size that waft_body_def_default() gave it. Errors: WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_bodies_get_settings(
    const waft_bodies* bodies, waft_body_id id, waft_body_def* out_def);
/// Gives a body other settings (loads, drag, noise, friction and so on) from the next step on; it moves on
/// from where it is. The hull must be its own, or NULL; state, stream, start and name are not read. Errors:
/// WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_bodies_set_settings(
    waft_bodies* bodies, waft_body_id id, const waft_body_def* def);

/// Puts a body elsewhere; it forgets contacts and wakes. Errors: WAFT_ERR_STALE_ID, WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_bodies_place(
    waft_bodies* bodies, waft_body_id id, const waft_body_state* state);
/// An impulse at a point, as an edit has it.
typedef struct waft_push {
    waft_vec3 impulse; ///< N s, world axes
    waft_vec3 point;   ///< m, world axes
} waft_push;

/// An impulse (N s) at a point, world axes, at the start of the next step; added mass resists it.
WAFT_API WAFT_CHECKED waft_result waft_bodies_push(
    waft_bodies* bodies, waft_body_id id, waft_vec3 impulse, waft_vec3 point);

/// How a hand holds a body: a critically damped spring from a point of it to a place. It never puts the
/// body there at once, and pulls no harder than `most`. An edit (waft/world.h).
typedef struct waft_grip {
    waft_vec3 at; ///< m, from the centre of mass, body axes; default 0
    waft_vec3 to; ///< m, world axes
    float most;   ///< N, > 0
} waft_grip;

/// Quasi-steady loads on a body as it is now, N and N m about its centre of mass, world axes.
WAFT_API WAFT_CHECKED waft_result waft_bodies_loads(
    const waft_bodies* bodies, waft_body_id id, double out_force[3], double out_torque[3]);

/// Energy and momenta of a body with the fluid that moves with it, for tables and tests: J, N s and
/// N m s in world axes, about the world's origin.
typedef struct waft_body_momentum {
    double energy; ///< kinetic
    double linear[3];
    double angular[3];
} waft_body_momentum;

WAFT_API WAFT_CHECKED waft_result waft_bodies_momentum(
    const waft_bodies* bodies, waft_body_id id, waft_body_momentum* out_momentum);

/// A wind over the world's own; winds add up.
typedef enum waft_wind_kind {
    WAFT_WIND_UNIFORM,
    WAFT_WIND_GUST, ///< uniform, and fluctuating with deviation `speed` and memory `time`
    WAFT_WIND_SINE, ///< velocity * sin(2 pi (t / time + x . direction / length))
    WAFT_WIND_CURL, ///< 16 Fourier modes without divergence of deviation `speed`, size `length`
    WAFT_WIND_GRID, ///< three fields of the caller; outside of them nothing
} waft_wind_kind;

typedef struct waft_wind_def {
    uint32_t struct_size; ///< set by waft_wind_def_default()
    waft_wind_kind kind;  ///< default gust
    waft_vec3 velocity;   ///< m/s; curl and grid do not read it
    waft_vec3 direction;  ///< sine: unit, default {1, 0, 0}
    float speed;          ///< m/s, gust and curl, per component, default 0.5
    float time;           ///< s, gust, sine and curl: memory or period, > 0, default 1
    float length;         ///< m, sine and curl, > 0, default 1
    uint32_t seed;        ///< curl
    waft_field
        grid[3]; ///< grid: m/s; read in every step, so it must stay valid and unchanged in one
} waft_wind_def;

WAFT_API void waft_wind_def_fill(waft_wind_def* out_def, size_t size);
static inline waft_wind_def waft_wind_def_default(void) {
    waft_wind_def def;
    waft_wind_def_fill(&def, sizeof(def));
    return def;
}

/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_FULL.
WAFT_API WAFT_CHECKED waft_result waft_bodies_add_wind(
    waft_bodies* bodies, const waft_wind_def* def, size_t* out_index);
WAFT_API WAFT_CHECKED waft_result waft_bodies_set_wind(
    waft_bodies* bodies, size_t index, const waft_wind_def* def);
/// Velocity of the air at a point now, the world's wind and smoke included.
WAFT_API waft_vec3 waft_bodies_wind_at(const waft_bodies* bodies, waft_vec3 point);

/// Ground from heights: a horizontal field (see waft/field.h); read in every step. Outside it there is
/// none. Error: WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_bodies_set_ground(
    waft_bodies* bodies, const waft_field* heights);

/// Figures of the last step.
typedef struct waft_bodies_stats {
    size_t count; ///< without those that wait for their start
    size_t asleep, quarantined, in_contact, under_water;
    double kinetic_energy; ///< J, added mass included
    double greatest_speed; ///< m/s
    int most_substeps;
} waft_bodies_stats;

WAFT_API void waft_bodies_read_stats(
    const waft_bodies* bodies, waft_bodies_stats* out_stats, size_t size);
static inline waft_bodies_stats waft_bodies_get_stats(const waft_bodies* bodies) {
    waft_bodies_stats stats;
    waft_bodies_read_stats(bodies, &stats, sizeof(stats));
    return stats;
}

/// Bytes that bodies of this def take; SIZE_MAX if they do not fit.
WAFT_API size_t waft_bodies_memory_needed(const waft_bodies_def* def);

/// How a body falls, told from its path.
typedef enum waft_regime {
    WAFT_REGIME_UNDECIDED, ///< fewer than five swings
    WAFT_REGIME_STEADY,
    WAFT_REGIME_ZIGZAG,
    WAFT_REGIME_HELICAL,
    WAFT_REGIME_TUMBLING,
    WAFT_REGIME_CHAOTIC,
    WAFT_REGIME_TRANSITIONAL,
    WAFT_REGIME_COUNT,
} waft_regime;

/// "undecided", "steady", ...; NULL if unknown. Static storage.
WAFT_API const char* waft_regime_name(waft_regime regime);

typedef struct waft_path {
    const double* times;     ///< s, rising, evenly spaced
    const double* positions; ///< xyz, m
    const double* rotations; ///< x, y, z, w
    size_t count;
    double normal[3]; ///< of the hull, body axes; 0: a round body, which has no tilt
    double up[3];     ///< unit, against gravity
} waft_path;

typedef struct waft_regime_report {
    waft_regime regime;
    int flips;        ///< of the second half: crossings of the horizontal
    double same_way;  ///< r: share of flips that turn on
    double roundness; ///< c: of the horizontal motion of the normal
    double repeats;   ///< rho1: highest peak of its autocorrelation
    double tilt;      ///< rad, rms
    double descent;   ///< m/s, mean
    double drift;     ///< rad, of the mean path from the vertical
    double spin[3];   ///< rad/s, rms about the body axes
} waft_regime_report;

/// Error: WAFT_ERR_ARGUMENT (fewer than 16 samples, times that do not rise).
WAFT_API WAFT_CHECKED waft_result waft_regime_classify(
    const waft_path* path, waft_regime_report* out_report);

#ifdef __cplusplus
}
#endif

#endif // WAFT_BODY_H
