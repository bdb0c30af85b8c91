// SPDX-License-Identifier: MIT
// What a scene says, in SI, as the parameter table fills it in.
#ifndef WAFTI_SCENE_VALUES_H
#define WAFTI_SCENE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/view.h>
#include <waft/water.h>

#include "param/param.h"

typedef struct wafti_scene_key {
    double time; ///< s
    double value[3];
} wafti_scene_key;

/// A number or vector that may have keys; `value` is then that of the first.
typedef struct wafti_animated {
    bool given; ///< by the scene or a default
    double value[3];
    wafti_scene_key* keys;
    size_t key_count;
} wafti_animated;

/// A row with keys, of an item if it stands in a list; its value in the struct is that of the first.
typedef struct wafti_keyed {
    const wafti_param* row;
    size_t index;
    wafti_scene_key* keys;
    size_t key_count;
    struct wafti_keyed* next;
} wafti_keyed;

typedef struct wafti_value_list {
    void* items;
    size_t count;
} wafti_value_list;

/// Files that a water is filled from.
typedef struct wafti_water_files {
    struct {
        const char* file;    ///< NULL: not given
        const char* channel; ///< of an EXR, NULL: the only one
    } terrain;
    struct {
        bool given;
        const char* file;
        const char* channel;
        float deepest; ///< m
    } fill;
} wafti_water_files;

typedef struct wafti_band_values {
    double wavenumber, scale; ///< 0: not given
    double deviation, energy;
} wafti_band_values;

typedef struct wafti_point_values {
    double wavenumber, energy;
} wafti_point_values;

/// A spectrum and the bank that has it, of whatever takes forces from one.
typedef struct wafti_spectrum_values {
    int law;
    wafti_value_list bands, points;
    double range[2], exponent;
    const char* file; ///< NULL: not given
    struct {
        int64_t size, count, seed;
        bool has_seed, shift;
        int storage;
    } bank;
} wafti_spectrum_values;

typedef struct wafti_side_values {
    int kind, slip;
    double velocity[3];
    wafti_animated speed; ///< given for an inflow only
    double density, temperature;
} wafti_side_values;

/// A shape's lengths, with a flag each: exactly one is given.
typedef struct wafti_shape_values {
    double sphere, ellipsoid[3], box[3], disc[2], elliptic_plate[3], strip[3], card[3];
    double feather[3], maple_leaf[2], maple_seed[3], dart[3], capsule[2];
    // Not first: an offset of 0 means that there is no flag.
    bool has_sphere, has_ellipsoid, has_box, has_disc, has_elliptic_plate, has_strip, has_card;
    bool has_feather, has_maple_leaf, has_maple_seed, has_dart, has_capsule;
    const char* mesh; ///< a file; NULL: not given
    double scale;
    bool flip;
    const char* object; ///< NULL: not given
    double shell;       ///< 0: not given
    int64_t detail;
} wafti_shape_values;

/// How a thing is turned.
typedef struct wafti_rotation_values {
    double axis[3];
    double angle;
} wafti_rotation_values;

typedef struct wafti_solid_pose_values {
    double time;
    double at[3];
    wafti_rotation_values rotation;
    int ease;
} wafti_solid_pose_values;

typedef struct wafti_solid_values {
    const char* name; ///< NULL: not given
    wafti_shape_values shape;
    wafti_animated at;
    struct {
        double axis[3];
        wafti_animated angle;
    } rotation;
    wafti_value_list poses;
    int slip;
    bool displace;
    uint32_t felt_by; ///< waft_solid_feeler
} wafti_solid_values;

typedef struct wafti_emitter_values {
    wafti_shape_values shape;
    wafti_animated at;
    wafti_rotation_values rotation;
    int mode;
    wafti_animated density, temperature;
    double time;
    bool has_velocity;
    double velocity[3];
    double expansion;
    struct {
        double amount, length, speed;
    } noise;
    double start, end; ///< end 0: never
} wafti_emitter_values;

typedef struct wafti_trigger_values {
    int kind;
    double reach, threshold, width, reference, limit, speed;
    int64_t solid;
    struct {
        const char* file; ///< NULL: not given
        int axis, shape;
        double center[3], radius, size[3], soft;
    } mask;
} wafti_trigger_values;

typedef struct wafti_region_values {
    double low[3], high[3];
    double around;
    bool has_around;
} wafti_region_values;

/// Modes of smoke.turbulence that waft_detail_mode does not have.
enum { WAFTI_TURBULENCE_PAPER = 3, WAFTI_TURBULENCE_OFF = 4 };

/// What the word cascade reads as until refine is known.
#define WAFTI_STRENGTH_CASCADE (-1.0)

typedef struct wafti_turbulence_values {
    bool given;
    int mode, preset;
    int64_t refine;
    double follow;
    wafti_animated strength;
    double hold; ///< 0: a frame
    int clock, order, direction, magnitude;
    wafti_value_list triggers;
    int combine;
    wafti_value_list regions;
    int64_t blend;
    struct {
        int64_t burst, calm;
        bool has_burst, has_calm;
        int calm_mode;
    } intermittent;
    int64_t texture_frames;
    const char* base; ///< NULL: the smoke has its own flow
    int64_t start;    ///< frame of the base
    wafti_spectrum_values spectrum;
} wafti_turbulence_values;

typedef struct wafti_smoke_values {
    bool given;
    int64_t cells[3];
    double spacing, origin[3];
    struct {
        wafti_side_values left, right, bottom, top, back, front;
    } sides;
    int advection, trace, scheme;
    double viscosity, viscosity_theta;
    double velocity[3];
    bool has_gravity;
    double gravity[3];
    struct {
        wafti_animated temperature, density;
    } buoyancy;
    wafti_animated confinement;
    struct {
        double density, temperature;
    } dissipation;
    struct {
        double tolerance;
        int64_t iterations;
        int solver, smoother, on_fail;
    } pressure;
    double cfl;
    int64_t max_substeps, every;
    bool fractions, temperature;
    wafti_value_list sources;
    wafti_turbulence_values turbulence;
} wafti_smoke_values;

typedef struct wafti_liquid_block_values {
    wafti_shape_values shape;
    double at[3];
    wafti_rotation_values rotation;
    double velocity[3], jitter;
} wafti_liquid_block_values;

typedef struct wafti_liquid_emitter_values {
    double center[3], direction[3], radius, size[2];
    wafti_animated speed;
    double start, end; ///< end 0: never
    int64_t limit;
} wafti_liquid_emitter_values;

typedef struct wafti_liquid_sink_values {
    wafti_shape_values shape;
    double at[3];
    wafti_rotation_values rotation;
} wafti_liquid_sink_values;

typedef struct wafti_liquid_values {
    struct {
        double cell, min_particles;
        int64_t smooth;
    } surface;
    bool given;
    int method;
    int64_t dimension;
    double spacing, support;
    int kernel;
    double density, kinematic_viscosity, dynamic_viscosity;
    bool has_dynamic;
    int viscosity_solver;
    double surface_tension, sound_speed;
    int eos;
    double artificial_viscosity;
    struct {
        double low[3], high[3];
    } domain;
    struct {
        int left, right, bottom, top, back, front;
    } sides;
    int slip;
    wafti_value_list blocks, emitters, sinks;
    bool spray;
    struct {
        int meet, slip;
        bool displace;
    } bodies;
    double max_step;
    int64_t max_substeps;
    struct {
        double density, divergence;
    } tolerance;
    int64_t max_particles;
    struct {
        bool given;
        int mode;
        wafti_animated strength;
        double hold, period, blend;
        wafti_value_list triggers;
        int combine;
        struct {
            int64_t burst, calm;
        } intermittent;
        wafti_spectrum_values spectrum;
    } turbulence;
} wafti_liquid_values;

typedef struct wafti_body_values {
    const char* name; ///< NULL: not given
    wafti_shape_values shape;
    double density, mass; ///< 0: not given
    int preset;           ///< 0: none, else the preset's place + 1
    int added_mass;
    bool has_center, has_normal, has_color;
    bool stationary, buoyancy, precise, solid;
    double center[3], normal[3];
    struct {
        bool has_diagonal;
        double diagonal[3], products[3];
    } inertia;
    struct {
        bool bake;
        int64_t grid[3];
        double intensity, length, reynolds;
    } turbulence;
    int model, loads, langevin, integrator;
    struct {
        double rate, speed;
        bool swirl;
    } gust;
    struct {
        int set;
        double lift, spin_lift, face_drag, edge_drag; ///< 0: the set's
        bool has_damping, has_twist;
        double damping[2], twist;
    } plate;
    struct {
        double side_drag, lift, magnus, damping[2], twist;
    } compact;
    double drag, spin_drag;
    double restitution, friction;
    int64_t count;
    struct {
        double position[3], velocity[3], spin[3];
        double tilt, axis[3], heading;
        double istar, reynolds; ///< 0: not given
        double time;
    } release;
    struct {
        bool has_box;
        double low[3], high[3];
        double tilt[2], velocity, spin;
        bool heading, turned;
    } scatter;
    double color[3];
    struct {
        bool noise, turbulence, sources, mujoco;
    } paper;
} wafti_body_values;

typedef struct wafti_wind_values {
    int kind;
    double velocity[3], direction[3], speed, time, length;
    int64_t seed;
} wafti_wind_values;

typedef struct wafti_output_values {
    int format;
    int64_t every;
    double low, high;
    int64_t stride;
    uint32_t fields; ///< bits in the order of the row's words
    bool half, everywhere;
    double active_above;
} wafti_output_values;

typedef struct wafti_scene_values {
    int64_t waft;      ///< version of the format
    const char* title; ///< NULL: not given
    int64_t seed;
    double gravity[3];
    struct {
        double duration, fps, step;
        int64_t substeps;
    } time;
    struct {
        double density, viscosity;
        wafti_animated wind;
        bool spin;
        wafti_value_list winds;
    } air;
    struct {
        int kind;
        double level, current[3], density, viscosity;
        int reaction;
    } medium;
    struct {
        bool given;
        double height, normal[3];
        bool ends, sleep;
    } ground;
    bool has_water;
    waft_water_def
        water; ///< as the scene says it: without maps and with places as they are written
    wafti_water_files water_files;
    waft_edge_def other_edges; ///< what edges are that are not named
    wafti_smoke_values smoke;
    wafti_liquid_values liquid;
    wafti_value_list solids;
    wafti_value_list bodies;
    bool collisions;
    struct {
        int64_t every, bodies;
        bool loads, noise;
    } tables;
    wafti_value_list output;
    waft_camera_def camera; ///< this and the look as they are at the first key
    waft_look look;
    waft_picture_def pictures;
    wafti_keyed* keyed; ///< the first of those that have keys; NULL: none
} wafti_scene_values;

/// The keys of a row (of an item of its list); NULL if it has none.
const wafti_keyed* wafti_scene_keys(
    const wafti_scene_values* values, const wafti_param* row, size_t index);

#endif // WAFTI_SCENE_VALUES_H
