// SPDX-License-Identifier: MIT
// What a scene says, in SI, as the parameter table fills it in.
#ifndef WAFTI_SCENE_VALUES_H
#define WAFTI_SCENE_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <waft/body.h>
#include <waft/detail.h>
#include <waft/hull.h>
#include <waft/liquid.h>
#include <waft/scene.h>
#include <waft/solid.h>
#include <waft/surface.h>
#include <waft/view.h>
#include <waft/water.h>
#include <waft/world.h>

#include "param/param.h"

typedef struct wafti_scene_key {
    double time; ///< s
    double value[3];
    waft_ease ease;
} wafti_scene_key;

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

/// What is said of a bank besides its def.
typedef struct wafti_bank_values {
    int64_t seed;
    bool has_seed;
} wafti_bank_values;

/// A shape's lengths by waft_hull_shape, with a flag each: exactly one is given.
typedef struct wafti_shape_values {
    double size[WAFT_HULL_SHAPE_COUNT][3];
    // Not first: an offset of 0 means that there is no flag.
    bool given[WAFT_HULL_SHAPE_COUNT];
    const char* mesh; ///< a file; NULL: not given
    double scale;
    bool flip;
    const char* object; ///< NULL: not given
} wafti_shape_values;

/// How a thing is turned.
typedef struct wafti_rotation_values {
    double axis[3];
    double angle;
} wafti_rotation_values;

typedef struct wafti_solid_pose_values {
    waft_solid_key key; ///< without its rotation
    wafti_rotation_values rotation;
} wafti_solid_pose_values;

typedef struct wafti_solid_values {
    waft_solid_def def; ///< without shape, rotation and keys
    wafti_shape_values shape;
    bool has_at;
    wafti_rotation_values rotation;
    wafti_value_list poses;
} wafti_solid_values;

typedef struct wafti_emitter_values {
    waft_source_def def; ///< without shape and rotation
    wafti_shape_values shape;
    wafti_rotation_values rotation;
} wafti_emitter_values;

/// A trigger, and what says of which solid or by which mask it is.
typedef struct wafti_trigger_values {
    waft_trigger trigger;
    int64_t solid; ///< -1: all
    struct {
        const char* file; ///< NULL: not given
        int axis;
    } mask;
} wafti_trigger_values;

typedef struct wafti_region_values {
    waft_region region;
    float around; ///< m, around all solids in its place; below 0: not given
} wafti_region_values;

/// Modes of smoke.turbulence that waft_detail_mode does not have.
enum { WAFTI_TURBULENCE_PAPER = 3, WAFTI_TURBULENCE_OFF = 4 };

/// What smoke.turbulence says besides waft_detail_def and the def of its bank.
typedef struct wafti_turbulence_values {
    bool given;
    int mode, preset;
    wafti_value_list triggers, regions;
    const char* base; ///< NULL: the smoke has its own flow
    int64_t start;    ///< frame of the base
    const char* file; ///< of the spectrum; NULL: not given
    wafti_bank_values bank;
} wafti_turbulence_values;

typedef struct wafti_smoke_values {
    bool given;
    waft_smoke_def def; ///< as the scene says it: of a flat flow with sides along z
    wafti_value_list sources;
    waft_detail_def detail; ///< without mode, lists and bank; hold 0: a frame
    wafti_turbulence_values turbulence;
} wafti_smoke_values;

typedef struct wafti_block_values {
    waft_liquid_block_def def; ///< without shape and rotation
    wafti_shape_values shape;
    wafti_rotation_values rotation;
} wafti_block_values;

typedef struct wafti_sink_values {
    wafti_shape_values shape;
    waft_vec3 at;
    wafti_rotation_values rotation;
} wafti_sink_values;

/// Modes of liquid.turbulence.
enum { WAFTI_STIR_FORCE, WAFTI_STIR_PAPER, WAFTI_STIR_OFF };

typedef struct wafti_liquid_values {
    bool given;
    waft_liquid_def def; ///< without capacities; max_particles 0: what its parts can give
    double dynamic_viscosity;
    bool has_dynamic;
    wafti_value_list blocks, sinks;
    wafti_value_list emitters; ///< of waft_liquid_emitter_def; directions as they are written
    bool spray;
    struct {
        int meet;
        waft_immersion how;
    } bodies;
    waft_liquid_turbulence_def stir; ///< without mode and triggers
    struct {
        bool given;
        int mode;
        wafti_value_list triggers;
        wafti_bank_values bank;
    } turbulence;
    waft_surface_def surface; ///< without limits
} wafti_liquid_values;

/// What is said of bodies besides the defs of their hull and of themselves.
typedef struct wafti_body_values {
    waft_hull_def hull; ///< what is given of it, without its shape
    waft_body_def body; ///< without its hull and its rotation
    const char* name;   ///< NULL: not given
    wafti_shape_values shape;
    int preset; ///< 0: none, else the preset's place + 1
    bool has_color, solid;
    int64_t count;
    struct {
        double tilt, axis[3], heading;
        double istar, reynolds; ///< 0: not given
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

typedef struct wafti_scene_values {
    int64_t waft;      ///< version of the format
    const char* title; ///< NULL: not given
    struct {
        double duration, fps, step;
    } time;
    waft_world_def world;       ///< its step is not yet cut
    waft_bodies_def bodies_def; ///< its ground's normal as it is written
    wafti_value_list winds;     ///< of waft_wind_def; directions as they are written
    bool has_water;
    waft_water_def
        water; ///< as the scene says it: without maps and with places as they are written
    wafti_water_files water_files;
    waft_edge_def other_edges; ///< what edges are that are not named
    wafti_smoke_values smoke;
    wafti_liquid_values liquid;
    waft_bank_def smoke_bank, liquid_bank; ///< with their own seeds and bands alone
    wafti_value_list solids;
    wafti_value_list bodies;
    struct {
        int64_t every;
        waft_body_table bodies;
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

/// The same of the row of a path, "solids[].at".
const wafti_keyed* wafti_scene_keys_of(
    const wafti_scene_values* values, const char* path, size_t index);

#endif // WAFTI_SCENE_VALUES_H
