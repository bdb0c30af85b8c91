// SPDX-License-Identifier: MIT
// waft/water.h: one water surface over a bed. Created by waft_world_create_water(), owned by its world.
//
// Horizontal points are (x, z) in world axes; heights are along y. The surface of the `waves` method
// is a closed form in time: a sum of wave trains (sinusoids, Airy dispersion, Gerstner orbits). The
// other methods move columns of water over the bed, on a grid. A setting that the chosen method does
// not have must keep its default: creation refuses it otherwise.
#ifndef WAFT_WATER_H
#define WAFT_WATER_H

#include <waft/base.h>
#include <waft/field.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_water waft_water;

/// Names a wave train inside its water. All zero is the null id.
typedef struct waft_train_id {
    uint32_t index1;
    uint32_t generation;
} waft_train_id;

typedef enum waft_water_method {
    WAFT_WATER_WAVES,    ///< sum of trains, closed form in time
    WAFT_WATER_IMPLICIT, ///< Kass & Miller: stable at any step, damps what it does not resolve
    WAFT_WATER_COLUMNS,  ///< columns joined by eight pipes: lively, two-way with bodies
    WAFT_WATER_SWE,      ///< shallow-water equations: dam breaks, bores, moving shores
} waft_water_method;

/// What happens at an edge of the domain. `waves` has none of it.
typedef enum waft_edge_kind {
    WAFT_EDGE_WALL,      ///< nothing passes
    WAFT_EDGE_OPEN,      ///< waves leave (Flather); not implicit
    WAFT_EDGE_PERIODIC,  ///< both opposite edges or none
    WAFT_EDGE_WAVEMAKER, ///< sends waves in and lets others out
    WAFT_EDGE_INFLOW,    ///< a given flow comes in; swe
    WAFT_EDGE_LEVEL,     ///< a given level outside; swe
} waft_edge_kind;

typedef enum waft_water_side {
    WAFT_WATER_LEFT,  ///< x low
    WAFT_WATER_RIGHT, ///< x high
    WAFT_WATER_BACK,  ///< z low
    WAFT_WATER_FRONT, ///< z high
    WAFT_WATER_SIDE_COUNT,
} waft_water_side;

typedef struct waft_edge_def {
    waft_edge_kind kind; ///< default wall
    int32_t sponge;      ///< cells in which waves fade before the edge, default 0
    float amplitude;     ///< m, wave maker, default 0.1
    float period;        ///< s, > 0, wave maker, default 2
    float flow;          ///< m2/s into the domain, inflow, default 1
    float level;         ///< m, world y, level
} waft_edge_def;

/// How `implicit` goes on in time.
typedef enum waft_implicit_scheme {
    WAFT_IMPLICIT_BACKWARD, ///< Kass & Miller's: stable at any step
    WAFT_IMPLICIT_CENTERED, ///< theta = 1/2: undamped, steps up to Cr 4
} waft_implicit_scheme;

/// Cross-section of the pipes of `columns`.
typedef enum waft_pipe_area {
    WAFT_PIPE_DEPTH, ///< grows with the depth: speed sqrt(g d), the same in all directions
    WAFT_PIPE_FIXED, ///< constant, as in the papers
} waft_pipe_area;

/// Settings of the methods on a grid.
typedef struct waft_shallow_def {
    int32_t substeps;   ///< steps of the water in one of the world, 1 to 64, default 1
    float damping_time; ///< s in which flow fades to 1/e, columns and implicit; 0: never; default
                        ///< -1: the method's own, 20 for columns, never for implicit
    waft_implicit_scheme scheme; ///< implicit, default backward
    bool explicit_scheme;        ///< implicit, paper: forward Euler, which diverges; default false
    float dry_eps;               ///< m below the bed that dry cells get, implicit, paper, default 0
    waft_pipe_area area;         ///< columns, default depth
    float fixed_area[2];         ///< m2, of pipes along axes and diagonals, area fixed
    bool mean_flow;              ///< columns, paper: moves (Q + Q') / 2, which grows; default false
    float manning;               ///< s/m^(1/3), bed friction, swe, default 0.02
    float drag;                  ///< 1/s, linear friction, swe, default 0
    float limiter;               ///< slope limiter of swe, 1 to 2, default 1.3
} waft_shallow_def;

typedef enum waft_wave_mode {
    WAFT_WAVE_NORMAL,   ///< flat surface, moving normals (bump mapping)
    WAFT_WAVE_HEIGHT,   ///< vertical displacement
    WAFT_WAVE_GERSTNER, ///< points move on their orbits; crests sharpen
} waft_wave_mode;

typedef enum waft_wave_orbit {
    WAFT_ORBIT_AIRY, ///< horizontal radius A / tanh(k d)
    WAFT_ORBIT_DEEP, ///< horizontal radius A at any depth
} waft_wave_orbit;

typedef enum waft_breaking {
    WAFT_BREAKING_NONE,
    WAFT_BREAKING_SLIDE,         ///< crest speed above phase speed: k A > tanh(k d)
    WAFT_BREAKING_MICHE,         ///< H > 0.142 L tanh(k d)
    WAFT_BREAKING_MCCOWAN,       ///< H > 0.78 d
    WAFT_BREAKING_SLIDE_LITERAL, ///< the slides' mean orbit speed above phase speed: H / L > 1 / pi;
                                 ///< a def asks for it with literal_breaking
} waft_breaking;

typedef enum waft_terrain_kind {
    WAFT_TERRAIN_FLAT,    ///< level - depth everywhere
    WAFT_TERRAIN_SLOPE,   ///< low at `from`, high at `to`, along `direction`
    WAFT_TERRAIN_BEACH,   ///< low at `from`, middle at `bend`, high at `to`
    WAFT_TERRAIN_BOWL,    ///< low at `center`, high at `radius`, parabolic, and on beyond it
    WAFT_TERRAIN_BUMP,    ///< high at `center`, low from `radius` on, parabolic
    WAFT_TERRAIN_NOISE,   ///< seeded noise between low and high
    WAFT_TERRAIN_STEP,    ///< low before `bend`, high after it
    WAFT_TERRAIN_CHANNEL, ///< low within `width` of the line through `center`, high outside
    WAFT_TERRAIN_MAP,     ///< samples, resampled bilinearly to the grid
} waft_terrain_kind;

/// The bed. Heights are world y in m; a `from`, `to` or `bend` is a distance along `direction`
/// from the domain's corner that lies lowest along it.
typedef struct waft_terrain_def {
    waft_terrain_kind kind; ///< default flat
    float low, high;        ///< m, default -1 and 0
    float middle;           ///< m, beach only, default -0.5
    waft_vec2 direction;    ///< (x, z), need not be unit, default {1, 0}
    float from, to, bend;   ///< m, default 0, 1, 0.5
    waft_vec2 center;       ///< (x, z) in m, default {0, 0}
    float radius;           ///< m, > 0, default 1
    float width;            ///< m, > 0, default 1
    float length;           ///< m, > 0, size of the largest bumps of noise, default 1
    int octaves;            ///< 1 to 12, default 4
    const float* map;       ///< map_size[0] * map_size[1] heights in m, x fastest; copied
    int32_t map_size[2];
} waft_terrain_def;

WAFT_API waft_terrain_def waft_terrain_def_default(void);

typedef enum waft_train_shape {
    WAFT_TRAIN_PLANE, ///< straight crests, travelling along `direction`
    WAFT_TRAIN_POINT, ///< rings from `center`, amplitude falling as sqrt(L / r) beyond one length
} waft_train_shape;

/// One wave train. Exactly one of length, period and wavenumber is above zero; the water's depth
/// gives the others by the Airy relation.
typedef struct waft_train_def {
    waft_train_shape shape; ///< default plane
    waft_vec2 direction;    ///< (x, z), need not be unit, default {1, 0}
    waft_vec2 center;       ///< (x, z) in m, point trains only
    float amplitude;        ///< m, >= 0, default 0.1
    float length;           ///< m, default 0 (not given)
    float period;           ///< s, default 0
    float wavenumber;       ///< rad/m, default 0
    float phase;            ///< rad, default 0; a crest is at theta = 0
} waft_train_def;

WAFT_API waft_train_def waft_train_def_default(void);

/// A point at which the surface is recorded.
typedef struct waft_gauge_def {
    const char* name; ///< copied, at most 31 bytes
    waft_vec2 at;     ///< (x, z), inside the domain
} waft_gauge_def;

/// Water particles whose rest positions are marked; they move on their orbits.
typedef struct waft_tracer_def {
    const char* name; ///< copied, at most 31 bytes
    waft_vec3 at;     ///< rest position, between bed and still level
} waft_tracer_def;

/// Drops. With `waves` breaking crests throw them, and they are seen only. With `columns` and `swe` a
/// surface that rises fast throws them; they take their volume from the water and give it back where
/// they land. `implicit` has none.
typedef struct waft_spray_def {
    int32_t capacity; ///< most drops alive at once, default 0: no spray
    float amount;     ///< waves: drops a second and metre of crest at full breaking, default 200
    float radius;     ///< m; default 0: the method's own, which is 0.002 with waves, and on a grid
                      ///< that of a drop of (dx / 8)^3
    float
        efficiency;  ///< columns, swe: share of what rises above the threshold that is thrown, 0 to
                     ///< 1, default 0.5
    float threshold; ///< m/s, columns, swe: a slower surface throws nothing, default 1
} waft_spray_def;

/// Water that starts over a rectangle with a level of its own: a dam, a full basin, a dry one.
typedef struct waft_water_box_def {
    waft_vec2 low, high; ///< (x, z) of its corners, m
    float level;         ///< y, m; below the bed: dry
    waft_vec2 velocity;  ///< m/s along x and z at the start, each within 1000, default 0
} waft_water_box_def;

/// Water that comes over a disc, or goes if the rate is negative.
typedef struct waft_water_source_def {
    waft_vec2 center; ///< (x, z), m
    float radius;     ///< m, > 0, default 0.2
    float rate;       ///< m3/s, default 0
    bool impulse;     ///< implicit: the water comes rising, not at rest; default false
    double start,
        end; ///< s, works while start <= time < end; an end of 0, the default, never comes
} waft_water_source_def;

WAFT_API waft_water_source_def waft_water_source_def_default(void);

/// Drops that fall on the whole domain, at random.
typedef struct waft_rain_def {
    float rate; ///< drops a second, 0 to 1e6, default 0
    float
        radius; ///< m, s of the Gaussian dent that a drop makes, at least half a cell, default 0.05
    float height; ///< m, depth of that dent, default 0.01
    bool net;     ///< drops bring their volume, booked as inflow; default false: volume stays
} waft_rain_def;

typedef enum waft_handle_kind {
    WAFT_HANDLE_FORCE, ///< a constant force
    WAFT_HANDLE_HOLD,  ///< as much force as keeps the surface at a level, up to `most`
} waft_handle_kind;

/// A hand on the surface: a force on the nearest control points, the corners between columns.
typedef struct waft_handle_def {
    waft_handle_kind kind; ///< default force
    waft_vec2 at;          ///< (x, z), m
    float force;           ///< N, up, default 0
    float level;           ///< y, m, hold
    float most;            ///< N, > 0, hold, default 1e4
} waft_handle_def;

WAFT_API waft_handle_def waft_handle_def_default(void);

/// A stroke: a bump of the given height and its ring, which together have no volume.
typedef struct waft_brush {
    waft_vec2 at; ///< (x, z), m
    float radius; ///< m, s of the Gaussian, at least half a cell
    float height; ///< m, up or down
} waft_brush;

/// A stroke that the water gets at a time.
typedef struct waft_stroke_def {
    double time; ///< s, >= 0; it takes effect at the start of the step in which this lies
    waft_brush brush;
} waft_stroke_def;

typedef struct waft_water_def {
    uint32_t struct_size;      ///< set by waft_water_def_default()
    waft_water_method method;  ///< for the water's life; default waves
    waft_vec2 origin;          ///< (x, z) of the lowest corner, m, default {0, 0}
    waft_vec2 size;            ///< m, > 0, default {10, 10}
    int32_t cells[2];          ///< along x and z; 4 to 4096, 1 allowed for z; default {128, 128}
    float level;               ///< y of the still surface, m, default 0
    float depth;               ///< m, > 0, default 1; used by flat terrain and as offshore depth 0
    float density;             ///< kg/m3, > 0, default 998
    waft_terrain_def terrain;  ///< default flat
    waft_wave_mode mode;       ///< default gerstner
    waft_wave_orbit orbit;     ///< default airy
    bool keep_level;           ///< add back the mean level that Gerstner orbits take, default true
    bool refraction_amplitude; ///< amplitude also follows the rays' spreading, default true
    float offshore_depth;      ///< m, 0: the depth at the up-wave corner
    waft_breaking breaking;    ///< default slide
    bool literal_breaking;     ///< paper: the rule slide with the mean orbit speed; default false
    float foam_life;           ///< s, > 0, default 3
    waft_spray_def spray;
    const waft_train_def* trains; ///< copied
    size_t train_count;
    size_t train_capacity;        ///< trains that may live at once; 0: train_count + 8; at most 256
    const waft_gauge_def* gauges; ///< copied
    size_t gauge_count;
    const waft_tracer_def* tracers; ///< copied
    size_t tracer_count;
    // Methods on a grid only.
    waft_edge_def edges[WAFT_WATER_SIDE_COUNT];
    waft_shallow_def shallow;
    waft_vec2 velocity; ///< m/s along x and z at the start outside boxes, within 1000, default 0
    const waft_water_box_def* boxes; ///< copied; later ones cover earlier ones
    size_t box_count;
    const float* depth_map; ///< m at the start, depth_size[0] * depth_size[1], x fastest; copied
    int32_t depth_size[2];
    const waft_water_source_def* sources; ///< copied
    size_t source_count;
    waft_rain_def rain;
    const waft_handle_def* handles; ///< copied
    size_t handle_count;
    size_t handle_capacity; ///< handles that may live at once; 0: handle_count + 8; at most 4096
    const waft_stroke_def* strokes; ///< copied
    size_t stroke_count;
} waft_water_def;

WAFT_API void waft_water_def_fill(waft_water_def* out_def, size_t size);
static inline waft_water_def waft_water_def_default(void) {
    waft_water_def def;
    waft_water_def_fill(&def, sizeof(def));
    return def;
}

/// Wave quantities that the Airy relation ties together.
typedef struct waft_airy {
    double wavenumber;  ///< k, rad/m
    double length;      ///< L, m
    double period;      ///< T, s
    double frequency;   ///< w, rad/s
    double speed;       ///< C, m/s
    double group_speed; ///< Cg, m/s
} waft_airy;

/// Airy waves of one period, length or wavenumber (the argument says which) over `depth` under
/// `gravity`; all > 0 and finite. An infinite depth is allowed and means deep water.
/// Error: WAFT_ERR_ARGUMENT; *out_airy is then untouched.
WAFT_API WAFT_CHECKED waft_result waft_airy_from_period(
    double period, double depth, double gravity, waft_airy* out_airy);
WAFT_API WAFT_CHECKED waft_result waft_airy_from_wavenumber(
    double wavenumber, double depth, double gravity, waft_airy* out_airy);

/// Greatest amplitude that a breaking rule allows a wave of `wavenumber` over `depth`; infinite for
/// WAFT_BREAKING_NONE.
WAFT_API double waft_breaking_limit(waft_breaking rule, double wavenumber, double depth);

/// Names a field for waft_water_field().
typedef enum waft_water_field_kind {
    WAFT_WATER_LEVEL,   ///< height of the surface point that rests over the cell centre, m
    WAFT_WATER_BED,     ///< bed height, m
    WAFT_WATER_SHIFT_X, ///< horizontal displacement of that point, m
    WAFT_WATER_SHIFT_Z,
    WAFT_WATER_NORMAL_X, ///< unit normal
    WAFT_WATER_NORMAL_Y,
    WAFT_WATER_NORMAL_Z,
    WAFT_WATER_FOAM,       ///< 0 to 1
    WAFT_WATER_DEPTH,      ///< m of water, 0 over land; methods on a grid
    WAFT_WATER_VELOCITY_X, ///< mean over the depth, m/s; methods on a grid
    WAFT_WATER_VELOCITY_Z,
    WAFT_WATER_FIELD_COUNT,
} waft_water_field_kind;

/// View of one field, samples at cell centres, size {nx, 1, nz}. Valid until the next step. The level
/// over land lies below the bed, so that the two surfaces meet in the shore line. Safe from several
/// threads between steps. Error: WAFT_ERR_ARGUMENT (a NULL, or a kind that the method does not have).
WAFT_API WAFT_CHECKED waft_result waft_water_field(
    const waft_water* water, waft_water_field_kind kind, waft_field* out_field);

/// Stable name of a field ("level", "bed", ...). Static storage; NULL for an unknown kind.
WAFT_API const char* waft_water_field_name(waft_water_field_kind kind);

typedef enum waft_sample_status {
    WAFT_SAMPLE_OK,
    WAFT_SAMPLE_DRY,           ///< over land: level is the bed
    WAFT_SAMPLE_OUTSIDE,       ///< outside the domain: nothing else is set
    WAFT_SAMPLE_NOT_CONVERGED, ///< the point under the surface was not found to 1e-6 wave lengths
} waft_sample_status;

/// The surface over (or under) one world point.
typedef struct waft_water_sample {
    waft_sample_status status;
    float level;        ///< y of the surface over the point, m
    float depth;        ///< m of water below that level
    waft_vec3 normal;   ///< of the surface, unit
    waft_vec3 velocity; ///< of the water at the point's own height, or at the surface if above it
    float foam;         ///< 0 to 1
} waft_water_sample;

/// Samples the surface at `point_count` world points as it is drawn now. Only x and z choose the
/// place; y chooses the depth of the velocity. Safe from several threads between steps. On a grid, from
/// one point for 16 cells between two steps on, 48 bytes a cell are taken and kept that make them faster.
/// Error: WAFT_ERR_ARGUMENT (a NULL). Points that cannot be sampled say so in their status.
WAFT_API WAFT_CHECKED waft_result waft_water_query(const waft_water* water, const waft_vec3* points,
    size_t point_count, waft_water_sample* out_samples);

/// Where a gauge stands now. Error: WAFT_ERR_ARGUMENT (no such gauge).
typedef struct waft_gauge_reading {
    float level, depth; ///< m
    float vx, vz;       ///< m/s, at the surface
    float highest;      ///< greatest level since the start, m
} waft_gauge_reading;

WAFT_API size_t waft_water_gauge_count(const waft_water* water);
WAFT_API const char* waft_water_gauge_name(const waft_water* water, size_t index);
/// Its place (x, z), as created. Error: WAFT_ERR_ARGUMENT (no such gauge).
WAFT_API WAFT_CHECKED waft_result waft_water_gauge_place(
    const waft_water* water, size_t index, waft_vec2* out_at);
WAFT_API WAFT_CHECKED waft_result waft_water_gauge(
    const waft_water* water, size_t index, waft_gauge_reading* out_reading);

WAFT_API size_t waft_water_tracer_count(const waft_water* water);
WAFT_API const char* waft_water_tracer_name(const waft_water* water, size_t index);
/// Position of a tracer now. Error: WAFT_ERR_ARGUMENT (no such tracer).
WAFT_API WAFT_CHECKED waft_result waft_water_tracer(
    const waft_water* water, size_t index, waft_vec3* out_position);

/// Drops alive now, as arrays of `count`; valid until the next step.
typedef struct waft_spray_view {
    const float* x;
    const float* y;
    const float* z;
    const float* vx;
    const float* vy;
    const float* vz;
    size_t count;
    float radius; ///< m, of each
    float volume; ///< m3, of each; 0 if they are seen only
} waft_spray_view;

WAFT_API waft_spray_view waft_water_spray(const waft_water* water);

/// The handle of a number, as it is now. Those of the def have its order; one that an edit adds gets the
/// lowest free number behind them. Error: WAFT_ERR_ARGUMENT (there is none); *out_handle is then untouched.
WAFT_API WAFT_CHECKED waft_result waft_water_handle(
    const waft_water* water, uint32_t number, waft_handle_def* out_handle);

/// Live trains. `waft_water_train` reads one back with the Airy quantities at its reference depth;
/// errors: WAFT_ERR_STALE_ID, out values are then untouched.
WAFT_API size_t waft_water_train_count(const waft_water* water);
WAFT_API waft_train_id waft_water_train_id(const waft_water* water, size_t index);
WAFT_API WAFT_CHECKED waft_result waft_water_train(
    const waft_water* water, waft_train_id id, waft_train_def* out_def, waft_airy* out_airy);

/// One wave of a surface that is the same everywhere: at (x, z) its phase is theta = kx x + kz z +
/// phase, it lifts a point by amplitude cos(theta) and moves it back along k by reach sin(theta).
typedef struct waft_sea_wave {
    float kx, kz;    ///< rad/m
    float phase;     ///< rad, at x = z = 0, now
    float amplitude; ///< m, as drawn now
    float reach;     ///< m, 0 unless the mode is gerstner
} waft_sea_wave;

/// The waves that make up the surface drawn now, so that it can be continued beyond its domain.
/// Fills at most `capacity` and returns how many there are; 0 if the surface is not the same
/// everywhere (a bed with a shape, rings, breaking that differs from place to place), and 0 in mode
/// normal, whose waves turn normals but lift nothing.
/// *out_level (may be NULL) is the height about which they move: the still level, and in mode
/// gerstner what keep_level adds.
WAFT_API size_t waft_water_sea(
    const waft_water* water, waft_sea_wave* out_waves, size_t capacity, float* out_level);

#ifdef __cplusplus
}
#endif

#endif // WAFT_WATER_H
