// SPDX-License-Identifier: MIT
// waft/scene.h: scene files in, worlds out; and the one table of everything a scene may say.
#ifndef WAFT_SCENE_H
#define WAFT_SCENE_H

#include <waft/base.h>
#include <waft/param.h>
#include <waft/surface.h>
#include <waft/view.h>
#include <waft/water.h>
#include <waft/world.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_scene waft_scene;
typedef struct waft_diagnostics waft_diagnostics;

typedef enum waft_severity {
    WAFT_SEVERITY_NOTE,
    WAFT_SEVERITY_WARNING,
    WAFT_SEVERITY_ERROR,
} waft_severity;

/// One problem and its place. Lines and columns count from 1; columns count characters.
typedef struct waft_diagnostic {
    waft_severity severity;
    const char* file;        ///< as given to the loader; "--set" (of several "--set #2")
    int line, column;        ///< 0 if the problem is with the file as a whole
    int length;              ///< characters to underline, >= 1
    const char* message;     ///< one sentence without the place
    const char* source_line; ///< the text of that line, "" if there is none
} waft_diagnostic;

/// An empty list; every loader below adds to it. Error: WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_diagnostics_create(
    const waft_allocator* allocator, waft_diagnostics** out_diagnostics);
WAFT_API void waft_diagnostics_destroy(waft_diagnostics* diagnostics);
WAFT_API size_t waft_diagnostics_count(const waft_diagnostics* diagnostics);
/// Valid until the list changes; NULL if there is no such entry. At most 100 errors are kept.
WAFT_API const waft_diagnostic* waft_diagnostics_at(
    const waft_diagnostics* diagnostics, size_t index);
WAFT_API size_t waft_diagnostics_error_count(const waft_diagnostics* diagnostics);

/// How much a run may cost. The pressure tolerances stand in for smoke.pressure.tolerance where the
/// scene gives none.
typedef enum waft_quality {
    WAFT_QUALITY_NORMAL,  ///< the scene as it is; pressure to 1e-4
    WAFT_QUALITY_PREVIEW, ///< takes the scene's `preview:` overrides; pressure to 1e-3
    WAFT_QUALITY_FINAL,   ///< pressure to 1e-5
} waft_quality;

typedef struct waft_scene_options {
    uint32_t struct_size;    ///< set by waft_scene_options_default()
    const char* const* sets; ///< overrides "path=value", applied in order
    size_t set_count;
    /// What messages call each override, "--region"; a NULL among them, or for all of them (default):
    /// "--set", with a number if there are several.
    const char* const* set_names;
    const char*
        look; ///< file with the keys of smoke.turbulence, in place of the scene's own and before
              ///< the overrides; files that it names are relative to the scene; NULL (default):
              ///< none
    waft_quality quality;     ///< default WAFT_QUALITY_NORMAL
    uint64_t max_memory;      ///< bytes the world may take; more is an error; 0: no limit
    const char* cache;        ///< folder that keeps baked hulls between runs; NULL (default): none
    waft_allocator allocator; ///< default: the C library
    bool
        odd_sides; ///< render.size may be odd although render.video asks for a video; default false
} waft_scene_options;

WAFT_API void waft_scene_options_fill(waft_scene_options* out_options, size_t size);
static inline waft_scene_options waft_scene_options_default(void) {
    waft_scene_options options;
    waft_scene_options_fill(&options, sizeof(options));
    return options;
}

/// Reads a scene and checks all of it. Problems go to `diagnostics`, every one of the file.
/// Errors: WAFT_ERR_PARSE (see diagnostics), WAFT_ERR_IO (no such file; also in diagnostics),
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT. *out_scene is then NULL. `options` may be NULL.
WAFT_API WAFT_CHECKED waft_result waft_scene_load_file(const char* path,
    const waft_scene_options* options, waft_diagnostics* diagnostics, waft_scene** out_scene);

/// The same from memory; `name` stands in messages, and files are looked up beside it.
WAFT_API WAFT_CHECKED waft_result waft_scene_load_text(const char* name, const char* text,
    size_t text_size, const waft_scene_options* options, waft_diagnostics* diagnostics,
    waft_scene** out_scene);

WAFT_API void waft_scene_destroy(waft_scene* scene);

/// Frames of a scene. Frame 0 is the start; the last is number frame_count - 1.
typedef struct waft_scene_time {
    double duration;     ///< s
    double fps;          ///< frames a simulated second
    double step;         ///< s, a whole fraction of a frame, not above the scene's time.step
    int steps_per_frame; ///< >= 1
    int frame_count;     ///< >= 1, duration * fps rounded, plus frame 0
} waft_scene_time;

WAFT_API const char* waft_scene_title(const waft_scene* scene);
WAFT_API uint64_t waft_scene_seed(const waft_scene* scene);
WAFT_API void waft_scene_read_time(const waft_scene* scene, waft_scene_time* out_time, size_t size);
static inline waft_scene_time waft_scene_get_time(const waft_scene* scene) {
    waft_scene_time time;
    waft_scene_read_time(scene, &time, sizeof(time));
    return time;
}

typedef enum waft_output_format {
    WAFT_OUTPUT_PNG,   ///< 16-bit grey heights
    WAFT_OUTPUT_OBJ,   ///< one mesh file a frame
    WAFT_OUTPUT_PC2,   ///< one mesh and a point cache
    WAFT_OUTPUT_PLY,   ///< spray drops, one file a frame
    WAFT_OUTPUT_STATE, ///< the whole world, one file a frame; waft_replay_seek() then need not step
    WAFT_OUTPUT_VDB,   ///< smoke as OpenVDB grids, one file a frame
    WAFT_OUTPUT_VTI,   ///< smoke as VTK image data, one file a frame, and a .pvd that lists them
    WAFT_OUTPUT_CACHE, ///< smoke as it is on its grid, one file a frame: waft_grid_cache_open()
    WAFT_OUTPUT_GLTF,  ///< bodies as one animated binary glTF
    WAFT_OUTPUT_EXR,   ///< heights as 32-bit floats, one file a frame
    WAFT_OUTPUT_VTP,   ///< spray drops as VTK poly data, one file a frame, and a .pvd
    WAFT_OUTPUT_WATER_VTI, ///< fields of the water as VTK image data, one file a frame, and a .pvd
    WAFT_OUTPUT_SURFACE_OBJ,   ///< surface of the liquid, one mesh file a frame
    WAFT_OUTPUT_SURFACE_PLY,   ///< the same with velocities
    WAFT_OUTPUT_SURFACE_GLB,   ///< the same as binary glTF
    WAFT_OUTPUT_PARTICLES_VTP, ///< particles of the liquid as VTK poly data, and a .pvd
    WAFT_OUTPUT_PARTICLES_PLY, ///< the same, without a list
    WAFT_OUTPUT_FORMAT_COUNT,
} waft_output_format;

/// Fields of smoke that a file may hold, as bits.
typedef enum waft_output_field {
    WAFT_OUTPUT_DENSITY = 1,
    WAFT_OUTPUT_TEMPERATURE = 2,
    WAFT_OUTPUT_VELOCITY = 4,  ///< at cell centres
    WAFT_OUTPUT_VORTICITY = 8, ///< length of the curl
} waft_output_field;

typedef struct waft_output_def {
    waft_output_format format;
    int every; ///< frames between files, >= 1
    /// m, range of PNG heights; both 0: level -+ the sum of amplitudes x 1.5 over a flat bed, x 2
    /// over any other
    float low, high;
    int stride;         ///< take every n-th cell along each axis for meshes, >= 1
    uint32_t fields;    ///< of VDB and VTI files, waft_output_field bits
    bool half;          ///< 16 bits a value in VDB files and caches
    float active_above; ///< density above which a cell of a VDB file is active
    bool everywhere;    ///< cells of VDB files are active without smoke too
} waft_output_def;

WAFT_API size_t waft_scene_output_count(const waft_scene* scene);
WAFT_API void waft_scene_read_output(
    const waft_scene* scene, size_t index, waft_output_def* out_output, size_t size);
static inline waft_output_def waft_scene_output(const waft_scene* scene, size_t index) {
    waft_output_def output;
    waft_scene_read_output(scene, index, &output, sizeof(output));
    return output;
}

/// How the surface of the scene's liquid is made: liquid.surface, the domain's walls as limits, all CPUs.
WAFT_API void waft_scene_read_surface(
    const waft_scene* scene, waft_surface_def* out_def, size_t size);
static inline waft_surface_def waft_scene_surface(const waft_scene* scene) {
    waft_surface_def def;
    waft_scene_read_surface(scene, &def, sizeof(def));
    return def;
}

/// The camera at a simulated time, its keys applied, and the look with those of that time.
WAFT_API void waft_scene_read_camera(
    const waft_scene* scene, double time, waft_camera_def* out_camera, size_t size);
static inline waft_camera_def waft_scene_camera(const waft_scene* scene, double time) {
    waft_camera_def camera;
    waft_scene_read_camera(scene, time, &camera, sizeof(camera));
    return camera;
}
WAFT_API void waft_scene_read_look(
    const waft_scene* scene, double time, waft_look* out_look, size_t size);
static inline waft_look waft_scene_look(const waft_scene* scene, double time) {
    waft_look look;
    waft_scene_read_look(scene, time, &look, sizeof(look));
    return look;
}
WAFT_API void waft_scene_read_pictures(
    const waft_scene* scene, waft_picture_def* out_def, size_t size);
static inline waft_picture_def waft_scene_pictures(const waft_scene* scene) {
    waft_picture_def def;
    waft_scene_read_pictures(scene, &def, sizeof(def));
    return def;
}

/// A range of heights for the waves of a scene, the same at all times, for grey values and cameras: the
/// still level -+ 1.5 times (flat bed) or twice (any other) the sum of the trains' greatest amplitudes
/// over time, which counts as at least 1 mm.
WAFT_API void waft_scene_height_range(const waft_scene* scene, float* out_low, float* out_high);

/// Steps between rows of gauges.csv and tracers.csv, >= 1.
WAFT_API int waft_scene_table_interval(const waft_scene* scene);

/// What bodies.csv holds.
typedef struct waft_body_table {
    int every;  ///< frames between its times; 0: there is no such table
    bool loads; ///< forces and torques besides
    bool noise; ///< the turbulence that bodies see besides
} waft_body_table;

WAFT_API void waft_scene_read_body_table(
    const waft_scene* scene, waft_body_table* out_table, size_t size);
static inline waft_body_table waft_scene_body_table(const waft_scene* scene) {
    waft_body_table table;
    waft_scene_read_body_table(scene, &table, sizeof(table));
    return table;
}

/// How body `number` (its creation number, from 1) of the scene's starts. Error: WAFT_ERR_ARGUMENT (there
/// are fewer).
WAFT_API WAFT_CHECKED waft_result waft_scene_body_start(
    const waft_scene* scene, uint32_t number, waft_body_state* out_state);

/// The colour (linear) that the scene gives to body `number`. False if it gives none: pictures then choose
/// by shape and material.
WAFT_API bool waft_scene_body_color(const waft_scene* scene, uint32_t number, waft_vec3* out_color);

/// Solids of the scene; which of them are sheets to the smoke a world of the scene tells:
/// waft_world_solid_at().
WAFT_API size_t waft_scene_solid_count(const waft_scene* scene);

/// What a run of the scene will take.
typedef struct waft_scene_estimate {
    uint64_t memory;      ///< bytes of the world, and what baking the largest mesh gives back
    uint64_t output;      ///< bytes of files, before compression
    double step_seconds;  ///< CPU seconds a step on one core of a 3 GHz AVX2 machine
    double total_seconds; ///< CPU seconds of the run without files
} waft_scene_estimate;

WAFT_API void waft_scene_read_estimate(
    const waft_scene* scene, waft_scene_estimate* out_estimate, size_t size);
static inline waft_scene_estimate waft_scene_get_estimate(const waft_scene* scene) {
    waft_scene_estimate estimate;
    waft_scene_read_estimate(scene, &estimate, sizeof(estimate));
    return estimate;
}

/// The def that waft_scene_create_world() starts from; threads, tasks, allocator and logger are the
/// caller's to set.
WAFT_API void waft_scene_read_world_def(
    const waft_scene* scene, waft_world_def* out_def, size_t size);
static inline waft_world_def waft_scene_world_def(const waft_scene* scene) {
    waft_world_def def;
    waft_scene_read_world_def(scene, &def, sizeof(def));
    return def;
}

/// Creates the world the scene describes, with its curves. `world_def` comes from
/// waft_scene_world_def(). Errors: as of waft_world_create(), waft_world_create_water(),
/// waft_world_create_smoke() and of what adds sources and solids.
WAFT_API WAFT_CHECKED waft_result waft_scene_create_world(const waft_scene* scene,
    const waft_world_def* world_def, waft_world** out_world, waft_error* out_error);

/// The whole scene with every default filled in, as one JSON object on one line, keys in table
/// order, ending without a line end. Two scenes that mean the same give the same text, wherever they
/// lie. The text is itself a scene: loaded beside the same files it gives the same text and world.
/// Free with waft_text_free().
WAFT_API WAFT_CHECKED waft_result waft_scene_json(
    const waft_scene* scene, const waft_allocator* allocator, char** out_text);

/// The same without camera and render: what is simulated. Two scenes that differ only in how they are
/// looked at give the same text. Errors of both: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_text is
/// then NULL.
WAFT_API WAFT_CHECKED waft_result waft_scene_physics_json(
    const waft_scene* scene, const waft_allocator* allocator, char** out_text);

/// The folder that files named by the scene are looked up in.
WAFT_API const char* waft_scene_directory(const waft_scene* scene);

/// Directory of the run that detail is laid over (smoke.turbulence.base) and the frame it begins at; NULL if
/// the scene has none.
WAFT_API const char* waft_scene_base(const waft_scene* scene, int* out_start);

/// Hash of what the files that the scene names hold, 0 if it names none. Two scenes mean the same if
/// their JSON and this are equal.
WAFT_API uint64_t waft_scene_files_hash(const waft_scene* scene);

WAFT_API size_t waft_param_count(void);
WAFT_API const waft_param* waft_param_at(size_t index); ///< table order; NULL past the end
WAFT_API const waft_param* waft_param_find(const char* path);
WAFT_API const char* waft_param_type_name(waft_param_type type);

/// The table as JSON Schema (draft 7), as an array of JSON objects, or as the Markdown reference.
typedef enum waft_params_format {
    WAFT_PARAMS_SCHEMA,
    WAFT_PARAMS_JSON,
    WAFT_PARAMS_MARKDOWN,
} waft_params_format;

/// Free with waft_text_free().
WAFT_API WAFT_CHECKED waft_result waft_params_write(
    waft_params_format format, const waft_allocator* allocator, char** out_text);

/// The nearest of `count` words to `word` within a third of its letters, NULL if none is near.
WAFT_API const char* waft_nearest_word(const char* word, const char* const* words, size_t count);

#ifdef __cplusplus
}
#endif

#endif // WAFT_SCENE_H
