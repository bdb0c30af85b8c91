// SPDX-License-Identifier: MIT
// waft/render.h: pictures. A drawing (plain data) goes in, pixels come out.
//
// Everything declared here lives in the library waft-render, beside waft, so that programs without
// pictures need no OpenGL. It uses what OpenGL 3.3 and WebGL2 have in common. Lengths in m, angles
// in rad, colours linear RGB, y up. Nothing in a drawing is copied: arrays must live until
// waft_renderer_draw() returns.
#ifndef WAFT_RENDER_H
#define WAFT_RENDER_H

#include <waft/base.h>
#include <waft/bench.h>
#include <waft/field.h>
#include <waft/math.h>
#include <waft/scene.h>
#include <waft/view.h>
#include <waft/water.h>
#include <waft/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A camera that knows where it is.
typedef struct waft_camera {
    waft_vec3 eye, target;
    float fov;         ///< vertical
    bool orthographic; ///< then `height` counts in place of fov
    float height;
} waft_camera;

/// Smallest and largest corner of what is drawn.
typedef struct waft_bounds {
    waft_vec3 low, high;
} waft_bounds;

/// The camera a def means for a picture of width / height `aspect` of what lies in `bounds`.
WAFT_EXPERIMENTAL waft_camera waft_camera_resolve(
    const waft_camera_def* def, const waft_bounds* bounds, float aspect);

/// Water. Fields are horizontal, of one size; `level` is needed, others may have no data.
/// A point that rests over a cell centre is drawn shifted by shift_x and shift_z.
typedef struct waft_draw_water {
    waft_field level, shift_x, shift_z;
    waft_field normal_x, normal_y, normal_z;
    waft_field foam;            ///< 0 to 1
    waft_field bed;             ///< dry where the level is not above it
    float still_level;          ///< m
    waft_bounds domain;         ///< x and z: where its sides stand; low.y: the lowest bed
    waft_water_edge edge;       ///< not WAFT_EDGE_AUTO
    const waft_sea_wave* waves; ///< the trains that make up a sea to the horizon
    size_t wave_count;          ///< at most 64 are drawn
} waft_draw_water;

/// Ground with a shape. Below `wet_level` it is under water, a little above it wet.
typedef struct waft_draw_terrain {
    waft_field height;
    waft_bounds domain; ///< x and z: its edges; low.y: the foot of its sides
    float wet_level;    ///< -INFINITY if there is no water
} waft_draw_terrain;

typedef enum waft_material_kind {
    WAFT_MATERIAL_SOLID, ///< rough and opaque, one side
    WAFT_MATERIAL_THIN,  ///< leaf or paper: both sides, light shines through
    WAFT_MATERIAL_METAL, ///< reflects the sky
} waft_material_kind;

typedef struct waft_material {
    waft_material_kind kind;
    waft_vec3 color;
    float roughness;    ///< 0.05 to 1
    float transmission; ///< of light from behind a thin sheet, 0 to 1
} waft_material;

/// One mesh, drawn once an instance. Triangles wind counter-clockwise seen from outside.
typedef struct waft_draw_mesh {
    const float* positions; ///< xyz, point_count of them
    const float* normals;   ///< xyz, NULL: from the triangles
    const uint32_t* indices;
    size_t point_count, index_count;
    waft_material material;
    const waft_pose* poses; ///< instance_count of them
    const float* scales;    ///< per instance, NULL: 1
    const waft_vec3* tints; ///< multiply the colour, NULL: {1, 1, 1}
    size_t instance_count;
} waft_draw_mesh;

/// Lit spheres.
typedef struct waft_draw_particles {
    const float* x;
    const float* y;
    const float* z;
    const float* radii; ///< NULL: `radius` for all
    float radius;
    waft_vec3 color;
    const waft_vec3* colors; ///< NULL: `color` for all
    float opacity;           ///< 0 to 1; below 1 they are blended without order
    size_t count;
} waft_draw_particles;

/// A polyline of constant width on the screen. `alphas` fades it along its way.
typedef struct waft_draw_line {
    const waft_vec3* points;
    const float* alphas; ///< one a point, NULL: 1
    size_t point_count;
    waft_vec3 color;
    float width; ///< pixels of the finished picture, > 0
    bool on_top; ///< nothing hides it
} waft_draw_line;

/// Smoke on a regular grid. `temperature` (K over ambient) may have no data.
typedef struct waft_draw_volume {
    waft_field density, temperature;
} waft_draw_volume;

typedef enum waft_text_anchor {
    WAFT_TEXT_SCREEN, ///< `at` in pixels from the upper left corner, z ignored
    WAFT_TEXT_WORLD,  ///< `at` in m
} waft_text_anchor;

/// One line of text, UTF-8; letters the font lacks show as a box.
typedef struct waft_draw_text {
    const char* text;
    waft_text_anchor anchor;
    waft_vec3 at; ///< on the base line
    float size;   ///< height of a capital letter in pixels
    float align;  ///< 0: `at` is the left end, 0.5 the middle, 1 the right end
    waft_vec3 color;
    bool halo; ///< a soft edge that keeps it legible on anything
} waft_draw_text;

/// The surface of a liquid, drawn as clear water: a closed mesh whose triangles wind counter-clockwise
/// seen from outside.
typedef struct waft_draw_liquid {
    const float* positions; ///< xyz, m
    const float* normals;   ///< xyz, unit
    const uint32_t* indices;
    size_t point_count, index_count;
} waft_draw_liquid;

/// All that is in one picture.
typedef struct waft_drawing {
    waft_camera camera;
    waft_look look;
    double time;                      ///< s, moves ripples
    waft_bounds bounds;               ///< of what throws and takes shadows
    const waft_draw_water* water;     ///< NULL: none
    const waft_draw_liquid* liquid;   ///< NULL: none
    const waft_draw_terrain* terrain; ///< NULL: none
    const waft_draw_volume* volume;   ///< NULL: none
    const waft_draw_mesh* meshes;
    size_t mesh_count;
    const waft_draw_particles* particles;
    size_t particles_count;
    const waft_draw_line* lines;
    size_t line_count;
    const waft_draw_text* texts;
    size_t text_count;
} waft_drawing;

WAFT_EXPERIMENTAL waft_drawing waft_drawing_default(void);

/// How wide a text is when drawn with capital letters `size` high, in the same unit.
WAFT_EXPERIMENTAL float waft_text_width(const char* utf8, float size);

typedef struct waft_renderer waft_renderer;

typedef enum waft_graphics {
    WAFT_GRAPHICS_GL,      ///< own OpenGL 3.3 context without a display
    WAFT_GRAPHICS_GLES,    ///< own OpenGL ES 3.0 context without a display, as the web has it
    WAFT_GRAPHICS_CURRENT, ///< the context that is current when the renderer is created
} waft_graphics;

typedef struct waft_renderer_def {
    uint32_t struct_size;     ///< set by waft_renderer_def_default()
    waft_graphics graphics;   ///< default GL
    waft_allocator allocator; ///< default: the C library
} waft_renderer_def;

WAFT_EXPERIMENTAL void waft_renderer_def_fill(waft_renderer_def* out_def, size_t size);
static inline waft_renderer_def waft_renderer_def_default(void) {
    waft_renderer_def def;
    waft_renderer_def_fill(&def, sizeof(def));
    return def;
}

/// Makes a context and what every picture needs. Use it on the thread that made it. Errors:
/// WAFT_ERR_MISSING (no OpenGL here; the sentence names the Debian packages), WAFT_ERR_NO_MEMORY,
/// WAFT_ERR_ARGUMENT. *out_renderer is then NULL.
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_renderer_create(
    const waft_renderer_def* def, waft_renderer** out_renderer, waft_error* out_error);
WAFT_EXPERIMENTAL void waft_renderer_destroy(waft_renderer* renderer);

/// What draws: "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 ...". Valid while the renderer lives.
WAFT_EXPERIMENTAL const char* waft_renderer_name(const waft_renderer* renderer);

/// A finished picture: rows from the top, RGBA of 8 bits in sRGB, alpha 255.
typedef struct waft_picture {
    const uint8_t* pixels;
    int32_t size[2];
    size_t row_size; ///< bytes from one row to the next
} waft_picture;

/// Draws. The picture is valid until the next call on the renderer. Errors: WAFT_ERR_ARGUMENT
/// (sizes, missing arrays), WAFT_ERR_NO_MEMORY.
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_renderer_draw(waft_renderer* renderer,
    const waft_drawing* drawing, waft_picture* out_picture, waft_error* out_error);

/// Draws into the framebuffer that was bound when the renderer was created, for a window or a canvas.
/// Errors: as of waft_renderer_draw(); WAFT_ERR_ARGUMENT too if the context is the renderer's own.
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_renderer_present(
    waft_renderer* renderer, const waft_drawing* drawing, waft_error* out_error);

/// A stage turns worlds into drawings: it knows the scene's camera and look, keeps the trails and
/// sets out texts. Feed it every frame in order; what it shows depends on that history alone.
typedef struct waft_stage waft_stage;

/// `scene` must outlive the stage. Errors: WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT.
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_stage_create(const waft_scene* scene,
    const waft_allocator* allocator, waft_stage** out_stage, waft_error* out_error);
WAFT_EXPERIMENTAL void waft_stage_destroy(waft_stage* stage);

/// Frames of the past that a picture of one frame needs, for trails and earlier poses.
WAFT_EXPERIMENTAL int waft_stage_history(const waft_stage* stage);

/// Forgets the past, as before a jump in time.
WAFT_EXPERIMENTAL void waft_stage_reset(waft_stage* stage);

/// Takes note of the world as it is now. Errors: WAFT_ERR_NO_MEMORY.
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_stage_record(
    waft_stage* stage, const waft_world* world, waft_error* out_error);

/// The drawing of the world as it is now, valid until the next call on the stage or the world's next
/// step. Errors: WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT (the look does not suit the world: the
/// sentence says how).
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_stage_drawing(waft_stage* stage,
    const waft_world* world, const waft_drawing** out_drawing, waft_error* out_error);

/// Measurements of the renderer, as those of waft/bench.h: render/water, render/bodies, ...
WAFT_EXPERIMENTAL size_t waft_render_bench_count(void);
WAFT_EXPERIMENTAL const char* waft_render_bench_name(size_t index);    ///< NULL past the end
WAFT_EXPERIMENTAL const char* waft_render_bench_summary(size_t index); ///< one line
/// Runs one case. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY, WAFT_ERR_MISSING (no OpenGL here).
WAFT_EXPERIMENTAL WAFT_CHECKED waft_result waft_render_bench_run(
    size_t index, const waft_bench_def* def, waft_bench_row* out_row, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_RENDER_H
