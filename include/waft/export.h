// SPDX-License-Identifier: MIT
// waft/export.h: files in the formats other programs read. In the library waft-tools.
//
// Every file is written under a temporary name in its directory, synced, and renamed into place:
// a reader sees the old file or the new one, never a part. Errors of all writers: WAFT_ERR_IO,
// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; the sentence names the file.
#ifndef WAFT_EXPORT_H
#define WAFT_EXPORT_H

#include <waft/base.h>
#include <waft/field.h>
#include <waft/files.h>
#include <waft/hull.h>
#include <waft/surface.h>
#include <waft/water.h>
#include <waft/world.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/// Writes a frame. Values of 32 bits keep their bits.
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_write(
    const char* path, const waft_grid_cache_def* def, waft_error* out_error);

typedef enum waft_fact_kind {
    WAFT_FACT_TEXT,
    WAFT_FACT_COUNT,
    WAFT_FACT_BYTES, ///< a count of bytes
    WAFT_FACT_REAL,
    WAFT_FACT_FLOAT, ///< a real number that the file holds in 32 bits
} waft_fact_kind;

/// Something that a file tells of itself. Texts are valid during the call.
typedef struct waft_fact {
    waft_fact_kind kind;
    const char* key;  ///< "cells_x"; stable
    const char* text; ///< "" unless it is a text
    uint64_t count;   ///< of WAFT_FACT_COUNT and WAFT_FACT_BYTES
    double number;    ///< of WAFT_FACT_REAL and WAFT_FACT_FLOAT, in `unit`
    const char* unit;
} waft_fact;

/// Reads a file to its end and checks what its format lets one check: checksums of PNG, grid caches, zipped VTI and VDB;
/// sizes, counts, indices and finite numbers of PC2, PLY, OBJ, GLB, VTI and VTP. Files of other formats pass. If the file is
/// whole, calls `tell` (NULL: nobody) for each fact that is known of it; the first one has the key "kind", and there is none
/// of formats besides these and PVD. Errors: WAFT_ERR_PARSE (cut or changed), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY,
/// WAFT_ERR_ARGUMENT.
WAFT_API WAFT_CHECKED waft_result waft_file_inspect(const char* path,
    void (*tell)(void* user, const waft_fact* fact), void* user, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_EXPORT_H
