// SPDX-License-Identifier: MIT
// waft/export.h: files in the formats other programs read, tables and plots.
//
// Every file is written under a temporary name in its directory, synced, and renamed into place:
// a reader sees the old file or the new one, never a part. Errors of all writers: WAFT_ERR_IO,
// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; the sentence names the file.
#ifndef WAFT_EXPORT_H
#define WAFT_EXPORT_H

#include <waft/base.h>
#include <waft/field.h>
#include <waft/hull.h>
#include <waft/surface.h>
#include <waft/water.h>
#include <waft/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes bytes as a file.
WAFT_API WAFT_CHECKED waft_result waft_file_write(
    const char* path, const void* bytes, size_t byte_count, waft_error* out_error);

/// Reads a whole file of at most `limit` bytes; a zero byte follows the last. Release with
/// waft_text_free(). Errors: WAFT_ERR_IO (also: larger than the limit), WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_file_read(const char* path, size_t limit,
    const waft_allocator* allocator, char** out_bytes, size_t* out_count, waft_error* out_error);

/// Writes a horizontal field as 16-bit grey PNG: low is 0, high is 65535, values outside are clipped
/// and counted in *out_clipped (may be NULL). The first row of the picture is the smallest z.
/// The range is kept in the text chunks waft:low and waft:high, the place of the samples in
/// waft:origin_x, waft:origin_z, waft:spacing_x and waft:spacing_z.
WAFT_API WAFT_CHECKED waft_result waft_png_write_heights(const char* path, const waft_field* field,
    float low, float high, size_t* out_clipped, waft_error* out_error);

/// Writes a picture of size[0] x size[1] pixels, RGBA of 8 bits, rows from the top `row_size` bytes
/// apart, as an 8-bit RGB PNG (alpha is left out). Sides at most 16384. Error besides those of all
/// writers: WAFT_ERR_MISSING (this build has no PNG).
WAFT_API WAFT_CHECKED waft_result waft_png_write_picture(const char* path, const uint8_t* pixels,
    const int32_t size[2], size_t row_size, waft_error* out_error);

/// A plane of a velocity field. Values are at the middles of cells, component[a][i + j * cells[0]];
/// the first row is the lowest of the picture.
typedef struct waft_slice {
    const float* component[2]; ///< along the picture's width and height
    int32_t cells[2];          ///< sides 1 to 8192
    double greatest;           ///< speed of the lightest colour, 0: of the plane
    int32_t pixels;            ///< along the longer side, 0: 800
    int32_t arrows;            ///< along the longer side, 0: 40
} waft_slice;

/// Writes colours for the speed and arrows over them as a PNG. Errors besides those of all writers:
/// WAFT_ERR_DIVERGED (a value is not finite), WAFT_ERR_MISSING (this build has no PNG).
WAFT_API WAFT_CHECKED waft_result waft_slice_write(
    const char* path, const waft_slice* slice, waft_error* out_error);

/// Reads one back as RGBA, alpha 255, rows without padding; other kinds of PNG are converted. Sides
/// at most 16384. Release with waft_text_free(). Errors: WAFT_ERR_PARSE, WAFT_ERR_IO,
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_MISSING (this build has no PNG), WAFT_ERR_ARGUMENT; *out_pixels is
/// then NULL.
WAFT_API WAFT_CHECKED waft_result waft_png_read_picture(const char* path,
    const waft_allocator* allocator, uint8_t** out_pixels, int32_t out_size[2],
    waft_error* out_error);

/// A video from pictures in files.
typedef struct waft_video_def {
    const char* program; ///< the ffmpeg program; NULL: ffmpeg, looked up in PATH
    double fps;          ///< pictures a second, 0.1 to 1000
    int frame_count;     ///< >= 1
    const char* (*picture_path)(void* user, int index); ///< PNGs of one size, sides even
    /// asked between pictures and while ffmpeg works; true ends with WAFT_ERR_IO; may be NULL
    bool (*stop)(void* user);
    void* user;
} waft_video_def;

/// Makes an MP4 (H.264) by sending the pictures through a pipe to ffmpeg. The calling process gets no
/// signal if ffmpeg dies. Errors: WAFT_ERR_IO (what ffmpeg said is in the sentence), WAFT_ERR_MISSING
/// (there is no such program; the sentence names the Debian package), WAFT_ERR_PARSE (a picture is no
/// PNG), WAFT_ERR_ARGUMENT (pictures of other sizes). The same pictures give the same bytes with the
/// same ffmpeg.
WAFT_API WAFT_CHECKED waft_result waft_video_write(
    const char* path, const waft_video_def* def, waft_error* out_error);

/// A height map: a sample s, x fastest, is the height low + (high - low) s. From a 16-bit grey PNG
/// samples go from 0 to 1; from an EXR they are the heights themselves, and low is 0 and high 1. Sides at
/// most 16384.
typedef struct waft_heightmap {
    float* samples;
    int32_t size[2];
    float low, high;   ///< from the text chunks, 0 and 1 if there are none
    waft_vec2 origin;  ///< (x, z) of the first sample, m; 0 if the file does not tell
    waft_vec2 spacing; ///< of the samples along x and z, m; 1 if the file does not tell
} waft_heightmap;

/// Errors: WAFT_ERR_PARSE (not a 16-bit grey PNG), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_png_read_heights(const char* path,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error);
WAFT_API void waft_heightmap_free(const waft_allocator* allocator, waft_heightmap* map);

/// Heights of the surface, as it is drawn now, over the cell centres: nx * nz of them, x fastest.
/// Where points move sideways (Gerstner waves) this is not WAFT_WATER_LEVEL, which belongs to the
/// point that rests over the cell; the point that is drawn over it is looked for on the grid, whose
/// fields are taken as constant beyond the outermost centres. With one row of cells (nz == 1) the
/// surface is taken to be the same all along z. Allocates nothing. Of the real surface, which
/// waft_water_query() gives, it keeps what the grid resolves: within 3e-3 of the amplitude at 40
/// cells a wave length and k A = 0.3.
/// Error: WAFT_ERR_ARGUMENT (a NULL, a capacity below nx * nz).
WAFT_API WAFT_CHECKED waft_result waft_water_heights(
    const waft_water* water, float* out_heights, size_t capacity);

/// Writes a horizontal field as an OpenEXR picture of one channel Y with the heights as they are, in m:
/// 32-bit floats, not compressed; rows run along x, the first is that of the lowest z.
/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_IO.
WAFT_API WAFT_CHECKED waft_result waft_exr_write_heights(
    const char* path, const waft_field* field, waft_error* out_error);

/// Reads heights in m from an OpenEXR picture: scan lines in one part, not compressed or by ZIP or ZIPS,
/// of halves or 32-bit floats, all finite. `channel` names the one that holds heights; NULL: the only one.
/// Errors: WAFT_ERR_PARSE (another kind of file, or a damaged one), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY,
/// WAFT_ERR_MISSING (compressed, and this build has no zlib), WAFT_ERR_ARGUMENT; *out_map is then empty.
WAFT_API WAFT_CHECKED waft_result waft_exr_read_heights(const char* path, const char* channel,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error);

/// Writes the water surface as it is drawn now as a Wavefront OBJ with normals, taking every
/// `stride`-th cell.
WAFT_API WAFT_CHECKED waft_result waft_obj_write_water(
    const char* path, const waft_water* water, int stride, waft_error* out_error);

/// Points of that mesh, in its order, as xyz triples; returns how many points there are and fills
/// at most `capacity` of them.
WAFT_API size_t waft_water_points(
    const waft_water* water, int stride, float* out_xyz, size_t capacity);

/// A PC2 point cache: points that move, and never change in number.
typedef struct waft_pc2_def {
    int32_t point_count, sample_count;
    float start, rate; ///< frame of the first sample, frames from one to the next
    /// Gives the xyz triples of a sample, valid until the next call; asked for in order.
    waft_result (*points)(
        void* user, int32_t sample, const float** out_points, waft_error* out_error);
    void* user;
} waft_pc2_def;

WAFT_API WAFT_CHECKED waft_result waft_pc2_write(
    const char* path, const waft_pc2_def* def, waft_error* out_error);

/// Writes spray drops as binary PLY with velocities.
WAFT_API WAFT_CHECKED waft_result waft_ply_write_spray(
    const char* path, waft_spray_view spray, waft_error* out_error);

/// Particles and what they carry, as files hold them.
typedef struct waft_points {
    size_t count;
    const float* position[3]; ///< m
    const float* velocity[3]; ///< m/s
    const float* density;     ///< kg/m3; NULL: not written
    const float* pressure;    ///< Pa; NULL: not written
    const uint32_t* id;       ///< NULL: not written
} waft_points;

/// Writes particles as binary PLY.
WAFT_API WAFT_CHECKED waft_result waft_ply_write_points(
    const char* path, const waft_points* points, waft_error* out_error);

/// Writes particles as VTK's PolyData, a vertex each. `time` (s) is kept as TimeValue.
WAFT_API WAFT_CHECKED waft_result waft_vtp_write_points(
    const char* path, const waft_points* points, double time, waft_error* out_error);

/// Writes spray drops as VTK's PolyData, a vertex a drop with its velocity, as ParaView reads it. `time` (s)
/// is kept as TimeValue.
WAFT_API WAFT_CHECKED waft_result waft_vtp_write_spray(
    const char* path, waft_spray_view spray, double time, waft_error* out_error);

typedef enum waft_surface_format {
    WAFT_SURFACE_OBJ, ///< Wavefront: places to a micrometre, normals
    WAFT_SURFACE_PLY, ///< binary: places, normals, velocities
    WAFT_SURFACE_GLB, ///< binary glTF 2.0 with a material of water; velocities as _VELOCITY
} waft_surface_format;

/// Writes the surface of a liquid, one frame. A surface without facets gives a file without any. At most
/// 4 GiB for .glb.
WAFT_API WAFT_CHECKED waft_result waft_surface_write(const char* path,
    const waft_surface_view* surface, waft_surface_format format, waft_error* out_error);

/// Bodies in motion as one animated binary glTF 2.0 file: a mesh a hull, a node a body.
typedef struct waft_glb_mesh {
    const char* name;
    const waft_mesh* mesh; ///< about the centre of mass
    float color[4];        ///< linear, alpha 1
    bool two_sided;        ///< leaves and paper
} waft_glb_mesh;

typedef struct waft_glb_node {
    const char* name;
    size_t mesh; ///< place in `meshes`
} waft_glb_node;

typedef struct waft_glb_def {
    const waft_glb_mesh* meshes;
    size_t mesh_count;
    const waft_glb_node* nodes;
    size_t node_count;
    const float* times; ///< s, rising
    size_t key_count;
    /// fills the poses of all nodes at a key; called for each key once, in order
    waft_result (*poses)(void* user, size_t key, waft_pose* out_poses, waft_error* out_error);
    void* user;
} waft_glb_def;

/// Translation and rotation of every node, linear between keys; rotations keep their sign from key to
/// key. The file passes the Khronos validator. At most 4 GiB.
WAFT_API WAFT_CHECKED waft_result waft_glb_write(const char* path, const waft_glb_def* def,
    const waft_allocator* allocator, waft_error* out_error);

/// What stands in the cells of a grid: a scalar, or a vector of three components, at cell centres.
typedef struct waft_cells {
    const char* name;        ///< as other programs call it: density, temperature, velocity
    int component_count;     ///< 1 or 3
    waft_field component[3]; ///< all fields of a file have one size, origin and spacing
} waft_cells;

typedef enum waft_vdb_class {
    WAFT_VDB_AUTO, ///< fog volume for a scalar, unknown for a vector
    WAFT_VDB_FOG_VOLUME,
    WAFT_VDB_UNKNOWN,
} waft_vdb_class;

/// One grid of a .vdb file.
typedef struct waft_vdb_grid {
    waft_cells cells;
    waft_vdb_class grid_class;
    bool half;       ///< 16 bits a value (relative error 5e-4, largest 65504) in place of 32
    bool everywhere; ///< active whatever `activity` says; solid cells stay inactive
} waft_vdb_grid;

/// A .vdb file. All zero is a valid start; what is left zero is off.
typedef struct waft_vdb_def {
    const waft_vdb_grid* grids; ///< names differ
    size_t grid_count;          ///< 1 to 64
    const waft_field* activity; ///< usually the density; NULL: every cell is active
    float active_above;         ///< a cell is active where `activity` is above this
    const waft_field* obstacle; ///< fraction that is solid; NULL: none
    float solid_above;          ///< a cell where `obstacle` is above this is solid, and inactive
    const uint8_t* solid;       ///< not 0 in solid cells; strides as below; NULL: none
    ptrdiff_t solid_stride[3];  ///< in bytes, as in waft_field; solid_stride[0] is 1
    bool uncompressed;          ///< default: zlib, if this build has it
    waft_allocator allocator;
} waft_vdb_def;

/// Writes grids as OpenVDB reads them: index (i, j, k) is the centre of that cell, scale h, and the
/// y axis is up as everywhere in waft. 1 to 4096 cells along an axis, spacing equal along all axes
/// (of an axis with one cell it does not matter). A value that is not finite or too large for half
/// becomes the nearest finite one, NaN becomes 0; inactive values read back as 0. The same fields
/// give the same bytes.
WAFT_API WAFT_CHECKED waft_result waft_vdb_write(
    const char* path, const waft_vdb_def* def, waft_error* out_error);

/// Vectors of a .vdb file on the box of what is active; elsewhere in it they are 0.
typedef struct waft_vdb_vectors {
    int32_t cells[3];
    double spacing; ///< m
    float* values;  ///< three components one after the other, x fastest
} waft_vdb_vectors;

/// Reads a grid of single precision or half vectors, of files of waft and of others that are plain or
/// zipped and have no tiles. `name` NULL: the first. Release with waft_vdb_vectors_free(). Errors:
/// WAFT_ERR_PARSE, WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_vdb_read_vectors(const char* path, const char* name,
    const waft_allocator* allocator, waft_vdb_vectors* out_vectors, waft_error* out_error);
WAFT_API void waft_vdb_vectors_free(const waft_allocator* allocator, waft_vdb_vectors* vectors);

/// A .vti file. All zero is a valid start.
typedef struct waft_vti_def {
    const waft_cells* arrays; ///< names differ
    size_t array_count;       ///< 1 to 64
    double time;              ///< s, kept as TimeValue
    bool uncompressed;        ///< default: zlib, if this build has it
    waft_allocator allocator;
} waft_vti_def;

/// Writes cells as VTK's ImageData, as ParaView reads it. 1 to 4096 cells along an axis.
WAFT_API WAFT_CHECKED waft_result waft_vti_write(
    const char* path, const waft_vti_def* def, waft_error* out_error);

/// One file of a series and its time.
typedef struct waft_pvd_entry {
    double time;      ///< s
    const char* file; ///< as seen from the .pvd file's directory
} waft_pvd_entry;

/// Writes a ParaView collection: a series of files with their times, in the order given.
WAFT_API WAFT_CHECKED waft_result waft_pvd_write(
    const char* path, const waft_pvd_entry* entries, size_t entry_count, waft_error* out_error);

/// Where the samples of a cached field stand. Faces across x are nx + 1 by ny by nz.
typedef enum waft_grid_place {
    WAFT_GRID_CELLS,
    WAFT_GRID_FACES_X,
    WAFT_GRID_FACES_Y,
    WAFT_GRID_FACES_Z,
} waft_grid_place;

enum { WAFT_GRID_CACHE_NAME_SIZE = 32, WAFT_GRID_CACHE_FIELDS = 64 };

/// One field of a cached frame.
typedef struct waft_grid_cache_field {
    char name[WAFT_GRID_CACHE_NAME_SIZE]; ///< letters, digits, '_'; u, v, w are the face velocities
    waft_grid_place place;
    bool half;       ///< 16 bits a value; faces that must stay free of divergence need 32
    waft_field view; ///< what to write; after reading, only size, origin and spacing
} waft_grid_cache_field;

/// A frame of a grid solver as a file of its own (.wgc, docs/formats.md): faces and cells as they are,
/// so that what is computed from it later meets the same bits.
typedef struct waft_grid_cache_def {
    int32_t cells[3]; ///< 1 to 4096 along each axis
    double spacing;   ///< side of a cell, m, > 0
    double origin[3]; ///< lowest corner of the grid, m
    double time;      ///< s
    int64_t frame;
    uint64_t step;
    uint64_t identity; ///< of the run it belongs to, as waft_run_identity() gives it; 0: none
    const waft_grid_cache_field* fields; ///< names differ; sizes as cells and place say
    size_t field_count;                  ///< 1 to WAFT_GRID_CACHE_FIELDS
} waft_grid_cache_def;

/// Writes a frame. Values of 32 bits keep their bits.
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_write(
    const char* path, const waft_grid_cache_def* def, waft_error* out_error);

/// A cached frame that is open for reading.
typedef struct waft_grid_cache waft_grid_cache;

/// Opens a frame and reads its header; fields are read one by one when asked for. A file that was cut
/// or in which a byte of the header changed is refused; the fields' bytes are checked as they are
/// read. Errors: WAFT_ERR_IO, WAFT_ERR_PARSE, WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; *out_cache is
/// then NULL.
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_open(const char* path,
    const waft_allocator* allocator, waft_grid_cache** out_cache, waft_error* out_error);
/// NULL is allowed.
WAFT_API void waft_grid_cache_close(waft_grid_cache* cache);

/// The header. Its fields have no data (view.data is NULL); valid until close.
WAFT_API const waft_grid_cache_def* waft_grid_cache_header(const waft_grid_cache* cache);

/// Index of the field with that name, -1 if there is none.
WAFT_API int waft_grid_cache_find(const waft_grid_cache* cache, const char* name);

/// Reads a field into the caller's samples: sample (i, j, k) goes to
/// data[i + j * stride[1] + k * stride[2]]; stride[0] is 1, rows and layers do not overlap.
/// Errors: WAFT_ERR_PARSE (the bytes are not those that were written), WAFT_ERR_IO,
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT. After an error the samples may hold anything.
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_read(waft_grid_cache* cache, int index,
    float* data, const ptrdiff_t stride[3], waft_error* out_error);

/// Reads a field into memory of its own, which lives until close; asked again, gives the same memory.
/// Errors: those of waft_grid_cache_read().
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_load(
    waft_grid_cache* cache, int index, waft_field* out_field, waft_error* out_error);

/// Edits as a text file, one a line with its step, and back:
///
///     waft-edits 1
///     40 set water.trains[0].amplitude 0.25
///     60 add_train length=2 amplitude=0.1
///     80 remove_train 0
///
/// A malformed file gives WAFT_ERR_PARSE with file:line:column in the sentence. Hulls of bodies that
/// are added are named by their key. Those that no world keeps (waft_edit.hull is 0) are saved in the
/// folder `hulls` beside the file; reading loads what is there, and the edits own it, so that they must
/// outlive the world they are queued in.
WAFT_API WAFT_CHECKED waft_result waft_edits_write(
    const char* path, const waft_edit* edits, size_t edit_count, waft_error* out_error);
WAFT_API WAFT_CHECKED waft_result waft_edits_read(const char* path, const waft_allocator* allocator,
    waft_edit** out_edits, size_t* out_count, waft_error* out_error);
WAFT_API void waft_edits_free(const waft_allocator* allocator, waft_edit* edits, size_t edit_count);

/// A table of numbers with named columns, as in stats.csv.
typedef struct waft_table waft_table;

/// Errors: WAFT_ERR_IO, WAFT_ERR_PARSE (file:line:column), WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_table_read(const char* path, const waft_allocator* allocator,
    waft_table** out_table, waft_error* out_error);
WAFT_API void waft_table_destroy(waft_table* table);
WAFT_API size_t waft_table_column_count(const waft_table* table);
WAFT_API size_t waft_table_row_count(const waft_table* table);
WAFT_API const char* waft_table_column_name(const waft_table* table, size_t column);
/// One column's values; NaN where a cell is empty.
WAFT_API const double* waft_table_column(const waft_table* table, size_t column);

typedef enum waft_plot_style {
    WAFT_PLOT_LINE,
    WAFT_PLOT_POINTS,
    WAFT_PLOT_LINE_POINTS,
} waft_plot_style;

typedef struct waft_plot_series {
    const char* name;
    const double* x;
    const double* y;
    size_t count;
    waft_plot_style style;
} waft_plot_series;

/// A plot with axes, grid, ticks at round values and a legend. NaN breaks a line.
typedef struct waft_plot {
    const char* title;
    const char* x_label;
    const char* y_label;
    bool x_log, y_log; ///< values <= 0 are left out
    bool equal_axes;   ///< one metre is as long in x as in y (trajectories)
    double x_range[2]; ///< both 0: from the data
    double y_range[2];
    int width, height;              ///< pixels, 0: 800 and 500
    const waft_plot_series* series; ///< at most 16
    size_t series_count;
} waft_plot;

/// Writes the plot as a self-contained SVG.
WAFT_API WAFT_CHECKED waft_result waft_plot_write(
    const char* path, const waft_plot* plot, waft_error* out_error);

/// The way of one body or particle.
typedef struct waft_trajectory {
    const char* name;        ///< may be NULL
    const double* positions; ///< xyz, m; a point that is not finite breaks the line
    size_t count;
} waft_trajectory;

/// Writes paths as an SVG of three views: from the side (x, y), from above (x, z), and in space with the
/// shadow on the ground and a scale bar. A ring marks the start, a disc the end. Up to 12 names stand in
/// the legend. `title` may be NULL.
WAFT_API WAFT_CHECKED waft_result waft_plot_write_trajectories(const char* path,
    const waft_trajectory* trajectories, size_t trajectory_count, const char* title,
    waft_error* out_error);

/// How bodies fell at points of the plane of Reynolds number and dimensionless moment of inertia, or of
/// two other numbers.
typedef struct waft_phase_diagram {
    const double* reynolds; ///< > 0
    const double* inertia;  ///< I*, > 0
    const waft_regime* regimes;
    size_t count;
    const char* title;   ///< may be NULL
    const char* x_label; ///< NULL: Reynolds number
    const char* y_label; ///< NULL: I*
} waft_phase_diagram;

/// Writes the diagram as an SVG, a mark a point, with a logarithmic axis where all values are above 0; a regime keeps its colour and
/// mark from picture to picture.
WAFT_API WAFT_CHECKED waft_result waft_plot_write_phases(
    const char* path, const waft_phase_diagram* diagram, waft_error* out_error);

/// Writes a horizontal field as an SVG picture with colour bar and axes in m; `title` may be NULL.
/// Cells beyond 512 along an axis are thinned.
WAFT_API WAFT_CHECKED waft_result waft_plot_write_field(const char* path, const waft_field* field,
    const char* title, const char* unit, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_EXPORT_H
