// SPDX-License-Identifier: MIT
// A loaded scene: its values, and what is built from them.
#ifndef WAFTI_SCENE_SCENE_H
#define WAFTI_SCENE_SCENE_H

#include <waft/files.h>
#include <waft/scene.h>
#include <waft/turbulence.h>

#include "base/memory.h"
#include "base/text.h"
#include "scene/phrase.h"
#include "scene/tree.h"
#include "scene/values.h"

/// Keys of a property, as waft_world_animate() takes them.
typedef struct wafti_scene_curve {
    const wafti_param* row;
    uint32_t index;
    wafti_phrase path;
    waft_key* keys;
    size_t key_count;
} wafti_scene_curve;

/// The mesh of a shape, which others that are equal share.
typedef struct wafti_scene_mesh {
    const wafti_shape_values* shape;
    waft_mesh* mesh;
} wafti_scene_mesh;

struct waft_scene {
    waft_allocator allocator;
    wafti_arena arena;
    const char* directory; ///< files that the scene names are relative to it
    const char* cache;     ///< where baked hulls are kept; NULL: nowhere
    wafti_scene_values values;
    waft_heightmap map;    ///< heights in m; no samples unless the terrain is a map
    waft_heightmap depths; ///< depths in m at the start; no samples unless water.fill is given
    waft_water_def water;
    wafti_scene_mesh* meshes;
    size_t mesh_count;
    waft_solid_def* solids;
    size_t solid_count;
    waft_smoke_def smoke; ///< this and its lists only if the scene has smoke
    waft_source_def* sources;
    size_t source_count;
    bool has_detail;                             ///< this and the rest of it only then
    waft_detail_def detail;                      ///< without its bank
    waft_bank_def bank;                          ///< size 0: none is needed
    waft_spectrum_def table;                     ///< points that a file has given; else none
    waft_heightmap masks[WAFT_TRIGGER_CAPACITY]; ///< by trigger; no samples: not painted
    wafti_scene_curve* curves;
    size_t curve_count;
};

waft_scene_time wafti_scene_cut_time(const wafti_scene_values* values);

/// Makes the defs and the curves from values, map and meshes. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_build(waft_scene* scene);
waft_result wafti_scene_build_smoke(waft_scene* scene);

/// The detail over the smoke, which was built.
void wafti_scene_build_detail(waft_scene* scene);
/// A trigger, its mask a shape.
waft_trigger wafti_scene_trigger(const waft_scene* scene, const wafti_trigger_values* from);
/// Bytes that it takes with its bank; SIZE_MAX: more than there are.
size_t wafti_scene_detail_memory(const waft_scene* scene);
/// What keys of smoke.turbulence mean for others that are not given.
void wafti_scene_settle_turbulence(const wafti_node* smoke, wafti_smoke_values* values);
/// Lets the smoke of a world have the flow that a run directory has cached. Errors: WAFT_ERR_IO,
/// WAFT_ERR_PARSE (no faces, another grid), WAFT_ERR_NO_MEMORY; sentence in *error.
waft_result wafti_scene_play_base(const waft_scene* scene, waft_world* world, waft_error* error);
/// Makes the bank, or takes it from the scene's cache, and creates the detail. Errors: as of
/// waft_bank_create() (sentence in *error) and waft_world_create_detail().
waft_result wafti_scene_fill_detail(
    const waft_scene* scene, const waft_world_def* world_def, waft_world* world, waft_error* error);

/// Creates the smoke in a world. Errors: as of waft_world_create_smoke() and waft_smoke_add_source().
waft_result wafti_scene_fill_smoke(const waft_scene* scene, waft_world* world);

/// Creates the liquid in a world. Errors: as of waft_world_create_liquid() and what adds its parts.
waft_result wafti_scene_fill_liquid(
    const waft_scene* scene, waft_world* world, waft_error* out_error);
/// Its def, with as many places as its parts need.
waft_liquid_def wafti_scene_liquid_def(const waft_scene* scene);
/// Bytes that the liquid takes, with its bodies and baked meshes; 0 if it cannot be created.
uint64_t wafti_scene_liquid_memory(const waft_scene* scene);
/// Whether the liquid and the bodies feel each other.
bool wafti_scene_bodies_meet(const wafti_scene_values* values);
/// Joins the bodies of a world to its liquid. Sheets are left out, which the log tells, unless
/// bodies.meet is on. Errors: as of waft_world_immerse_body().
waft_result wafti_scene_immerse_bodies(
    const waft_scene* scene, const waft_logger* logger, waft_world* world);
/// What the meshes of a scene take in its world: distances that are baked from them, and surfaces. It
/// follows from their bounds and the spacing of smoke and liquid.
typedef struct wafti_mesh_memory {
    uint64_t kept;    ///< bytes, of all of them
    uint64_t passing; ///< bytes more while one of them is baked, at most
    uint64_t largest; ///< bytes, kept and passing, of the one that takes most
    char path[48];    ///< of its thing, such as solids[0]; "": there is none
} wafti_mesh_memory;

wafti_mesh_memory wafti_scene_mesh_memory(const waft_scene* scene);
/// Seconds of one core for a step of `dt`, by and large.
double wafti_scene_liquid_seconds(const waft_scene* scene, double dt);

/// Entry `index` of the scene's bodies: its hull, its def without the hull, and where the body of a
/// number (from 0, over all entries) starts. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_scene_body_hull(const waft_scene* scene, size_t index, waft_hull_def* out_def);
waft_body_def wafti_scene_body_def(
    const waft_scene* scene, size_t index, const waft_hull_def* hull_def);
void wafti_scene_body_state(
    const waft_scene* scene, size_t index, uint64_t number, waft_body_state* out_state);
waft_bodies_def wafti_scene_bodies_def(const waft_scene* scene);
size_t wafti_scene_body_count(const wafti_scene_values* values);
/// Whether turbulence shakes the bodies of an entry, and whether a shape has an I*.
bool wafti_body_is_noisy(const wafti_body_values* from);
bool wafti_body_has_istar(waft_hull_shape shape);

/// Bakes the hulls and creates the bodies in a world. Errors: as of waft_hull_bake(),
/// waft_world_create_bodies() and waft_bodies_add_many(); of baking the sentence is in *error.
/// What is odd about a hull goes to the world's logger.
waft_result wafti_scene_fill_bodies(
    const waft_scene* scene, const waft_world_def* world_def, waft_world* world, waft_error* error);

/// Edges that are not named are as the others.
void wafti_water_settle_edges(const wafti_node* root, wafti_scene_values* values);
struct wafti_reader;
/// Keys of groups and lists inside the water that the command line's method has not are left out.
void wafti_water_settle_method(
    struct wafti_reader* reader, const wafti_node* root, wafti_scene_values* values);

/// The mesh of a shape; NULL if the shape is none or its file could not be read.
const waft_mesh* wafti_scene_mesh_of(const waft_scene* scene, const wafti_shape_values* shape);
void wafti_scene_free_meshes(waft_scene* scene);

/// What rows alone cannot say: keys that need or exclude one another, sizes, files, memory.
typedef struct wafti_check {
    const wafti_node* root;
    const char* scene_name; ///< files lie beside it
    uint64_t max_memory;    ///< bytes, 0: no limit
    bool trial;             ///< of preview overrides nobody asked for: errors alone are told
    bool odd_sides;         ///< whoever draws sees to it that no video has them
    const waft_allocator* allocator;
    waft_diagnostics* diagnostics;
} wafti_check;

/// The node at a path, "water.gauges[%zu].at"; NULL if it is not given or a problem with it was reported.
const wafti_node* wafti_given(const wafti_check* check, const char* format, ...) WAFT_PRINTF(2, 3);
/// True unless a problem with the node at a path was reported; what is not given is sound.
bool wafti_is_sound(const wafti_check* check, const char* format, ...) WAFT_PRINTF(2, 3);
/// Reports what is wrong with the value, or the key, whose path the sentence starts with. Nothing is said
/// of what is not given or was not read.
void wafti_refuse(const wafti_check* check, const char* format, ...) WAFT_PRINTF(2, 3);
void wafti_refuse_key(const wafti_check* check, const char* format, ...) WAFT_PRINTF(2, 3);
/// Remarks on the value whose path the sentence starts with, but not in a trial.
void wafti_remark_on(const wafti_check* check, waft_severity severity, const char* format, ...)
    WAFT_PRINTF(3, 4);
/// Where to point for a path: at its value if it is given, else at the key of the nearest around it.
const wafti_mark* wafti_mark_near(const wafti_check* check, const char* path);
/// Reports what creation refuses, at what its sentence names or the nearest around that.
void wafti_refuse_result(const wafti_check* check, waft_result result, const waft_error* error);

typedef waft_result wafti_file_reader(const char* path, void* user, waft_error* error);
/// Lets `read` read the file beside the scene that a node names; `key` names it in sentences. Problems
/// are reported. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_read_file(const wafti_check* check, const wafti_node* node, const char* key,
    wafti_file_reader* read, void* user);

/// Along the last of the axes one cell is allowed.
void wafti_check_cells(
    const wafti_check* check, const char* group, const int* cells, int axis_count);

/// Checks values that were read, loads the terrain map and builds the scene. Problems are reported.
/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_check(const wafti_check* check, waft_scene* scene);

/// Blocks and emitters of a liquid that give nothing are errors, blocks that lose some are remarks.
/// All solids are in place; `added` tells how many particles each block got when it came.
void wafti_scene_check_blocks(const wafti_check* check, const wafti_liquid_values* from,
    const waft_liquid* liquid, const uint32_t* added);
void wafti_scene_check_emitters(
    const wafti_check* check, const wafti_liquid_values* from, const waft_liquid* liquid);
/// What is odd about a liquid that has nothing, and about solids.
void wafti_scene_remark_empty_liquid(const wafti_check* check, const wafti_liquid_values* from);
void wafti_scene_remark_liquid_solids(
    const wafti_check* check, const waft_scene* scene, const waft_world* world);

/// The part of wafti_scene_check() that concerns camera and look.
void wafti_scene_check_view(const wafti_check* check, const wafti_scene_values* values);

/// The parts of wafti_scene_check() that concern water: all of it, what stands in files, and the
/// methods on a grid. The last is for a scene that was built.
void wafti_scene_check_water(const wafti_check* check, const wafti_scene_values* values);
waft_result wafti_scene_check_terrain(const wafti_check* check, waft_scene* scene);
waft_result wafti_scene_check_fill(const wafti_check* check, waft_scene* scene);
/// How a picture becomes heights.
typedef struct wafti_map_use {
    const char* key;                 ///< names the file in sentences
    const char* channel;             ///< of an EXR, NULL: the only one
    float black, white;              ///< of a PNG, m; an EXR holds m
    bool shades;                     ///< no heights: PNG alone
    waft_heightmap* map;             ///< what it becomes; no samples if there is a problem
    const waft_allocator* allocator; ///< of the scene, which the call fills in
} wafti_map_use;

/// A picture beside the scene. Problems are reported. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_load_map(
    const wafti_check* check, const wafti_node* node, wafti_map_use* use);
void wafti_scene_check_shallow(const wafti_check* check, const wafti_scene_values* values);
void wafti_scene_check_step(const wafti_check* check, const waft_scene* scene);
/// Places of a list, and of their keys, that must lie in the water: "water.gauges" and "at".
void wafti_scene_check_inside(const wafti_check* check, const wafti_scene_values* values,
    const char* list_path, const char* key);
void wafti_scene_report_outside(const wafti_check* check, const waft_water_def* water,
    const char* path, const wafti_node* node);
/// What creation would refuse of a scene that was built and in which nothing else was found: what
/// follows from all values together, such as a train that starts on land.
void wafti_scene_check_creation(const wafti_check* check, const waft_scene* scene);

/// Shapes and axes of all things but bodies, and meshes of all, whose extents other checks look at.
/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_load_meshes(const wafti_check* check, waft_scene* scene);
/// The parts that concern smoke.
void wafti_scene_check_smoke(const wafti_check* check, const waft_scene* scene);
waft_result wafti_scene_check_smoke_creation(const wafti_check* check, const waft_scene* scene);

/// Those that concern its detail: files of masks and of the spectrum, and what creation would refuse. Error:
/// WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_load_detail(const wafti_check* check, waft_scene* scene);
void wafti_scene_check_detail(const wafti_check* check, const waft_scene* scene);
void wafti_scene_check_base(const wafti_check* check, const waft_scene* scene);

/// The part that concerns bodies, winds and media.
void wafti_scene_check_bodies(const wafti_check* check, const waft_scene* scene);

/// What the checks let pass, but is hardly meant: sources that reach no cell, solids that leave no
/// air. Of a scene that was built and has no error. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_remark_smoke(const wafti_check* check, const waft_scene* scene);
/// What keeps bodies and the liquid from meeting.
void wafti_scene_check_immersion(const wafti_check* check, const wafti_scene_values* values);
/// What of the liquid cannot be created; nothing is left of the trial. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_check_liquid(const wafti_check* check, const waft_scene* scene);

/// The def of a bank with what the scene says of it; `seed` is the scene's, `usual` the band if none is
/// given.
waft_bank_def wafti_scene_bank_def(const waft_bank_def* from, const wafti_bank_values* values,
    uint64_t seed, const waft_band* usual, int dimensions);
/// Makes it, or takes it from the scene's cache. Errors: as of waft_bank_create().
waft_result wafti_scene_make_bank(const waft_scene* scene, const waft_bank_def* def,
    const waft_world_def* world_def, waft_bank** out_bank, waft_error* error);
/// Bytes of its fields.
size_t wafti_scene_bank_memory(const waft_bank_def* def);
/// A shape, exactly one of which is given, and a rotation; where smoke is flat things turn about z.
waft_shape wafti_scene_shape(const waft_scene* scene, const wafti_shape_values* from);
waft_quat wafti_scene_rotation(const waft_scene* scene, const wafti_rotation_values* from);
/// m, of a ball about its origin in which a shape lies however it is turned.
double wafti_scene_reach(const waft_scene* scene, const wafti_shape_values* from);
/// The defs of the solids. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_scene_build_solids(waft_scene* scene);
/// Adds those that displace the liquid, or the others. Errors: as of waft_world_add_solid().
waft_result wafti_scene_add_solids(const waft_scene* scene, waft_world* world, bool displacing);
/// Lets bodies that say so act as solids for the smoke. Errors: as of waft_world_solidify_body().
waft_result wafti_scene_solidify_bodies(const waft_scene* scene, waft_world* world);
/// Where a solid of the scene's list is among the world's, which takes those that displace last.
uint32_t wafti_scene_solid_place(const waft_scene* scene, uint32_t index);
/// That a thing, or a body, has one shape and what goes with it; `path` names it, "smoke.sources[2]".
void wafti_scene_check_shape(const wafti_check* check, const char* path,
    const wafti_shape_values* values, const wafti_body_values* body);
/// An axis that a thing turns about.
void wafti_scene_check_axis(const wafti_check* check, const wafti_scene_values* values,
    const char* path, const double axis[3]);
/// All about solids that can be told before they are made. Error: WAFT_ERR_NO_MEMORY.
void wafti_scene_check_solids(const wafti_check* check, const waft_scene* scene);
waft_result wafti_scene_check_solids_creation(const wafti_check* check, const waft_scene* scene);
/// Where a thing is, and the keys that move it; NULL: none.
typedef struct wafti_place {
    waft_vec3 still;
    const wafti_keyed* keyed;
} wafti_place;

/// Whether nothing of a thing is ever inside the box of smoke; it is told then.
void wafti_scene_check_in_smoke(const wafti_check* check, const waft_scene* scene, const char* path,
    const wafti_shape_values* shape, const wafti_place* at);
/// Whether the liquid has turbulence, and its bank.
bool wafti_scene_is_stirred(const waft_scene* scene);
waft_bank_def wafti_scene_liquid_bank(const waft_scene* scene);

#endif // WAFTI_SCENE_SCENE_H
