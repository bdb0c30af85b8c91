// SPDX-License-Identifier: MIT
// waft/mesh.h: triangle meshes, for obstacles, hulls and pictures.
//
// A mesh is made once and never changes; any number of solvers and threads may read it, and it must
// outlive them. Lengths in m, axes as in the file. Facets wind counter-clockwise seen from outside.
// Sentences number points and facets from 0, as the arrays do.
#ifndef WAFT_MESH_H
#define WAFT_MESH_H

#include <waft/base.h>
#include <waft/math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_mesh waft_mesh;

typedef enum waft_mesh_format {
    WAFT_MESH_FORMAT_AUTO, ///< by the name's end (.obj, .stl, .ply, .gltf, .glb), else by content
    WAFT_MESH_FORMAT_OBJ,
    WAFT_MESH_FORMAT_STL, ///< ascii or binary
    WAFT_MESH_FORMAT_PLY, ///< ascii or binary, either byte order
    WAFT_MESH_FORMAT_GLTF, ///< 2.0, text or .glb: one mesh as it is stored, without its nodes' places
} waft_mesh_format;

typedef struct waft_mesh_options {
    uint32_t struct_size; ///< set by waft_mesh_options_default()
    const char* name;     ///< begins the sentences of waft_mesh_create(), default "mesh"
    double scale;         ///< m per unit of the coordinates given, > 0, default 1
    double weld;          ///< m; points within it become one; default 0: those that are equal
    bool flip;            ///< turns every facet over, default false
    bool tidy;            ///< leaves facets without area and repeated ones out, default false
    const char* object;   ///< OBJ: only the facets of this object or group; glTF: the mesh of this
                          ///< name where its node puts it, default NULL: all, or the first mesh
    size_t most_facets;   ///< more are an error, 1 to 4 million (default)
    waft_mesh_format format;
    waft_allocator allocator; ///< default: the C library
} waft_mesh_options;

WAFT_API void waft_mesh_options_fill(waft_mesh_options* out_options, size_t size);
static inline waft_mesh_options waft_mesh_options_default(void) {
    waft_mesh_options options;
    waft_mesh_options_fill(&options, sizeof(options));
    return options;
}

/// Reads a mesh from a file of at most 1 GiB. Polygons are cut into the triangles of a fan from their
/// first corner. Errors: those of waft_mesh_create(), WAFT_ERR_IO, and WAFT_ERR_PARSE with
/// file:line:column where the file is text.
WAFT_API WAFT_CHECKED waft_result waft_mesh_read(const char* path, const waft_mesh_options* options,
    waft_mesh** out_mesh, waft_error* out_error);

/// The same for the bytes of a file, which `options->name` names. Reads no other file: glTF must hold
/// its buffers.
WAFT_API WAFT_CHECKED waft_result waft_mesh_parse(const void* bytes, size_t byte_count,
    const waft_mesh_options* options, waft_mesh** out_mesh, waft_error* out_error);

/// Points and triangles of the caller's; they are copied.
typedef struct waft_mesh_arrays {
    const double* positions; ///< xyz of each point
    size_t point_count;
    const uint32_t* indices; ///< three a facet
    size_t facet_count;
} waft_mesh_arrays;

/// Makes a mesh: scales, welds and flips as the options say. Points of no facet are left out, and so
/// are facets that a `weld` > 0 made collapse, or that `tidy` finds; all are told as warnings. Errors: WAFT_ERR_MESH (no
/// facet or too many, an index out of range, a coordinate that is not finite or beyond 1e9 m),
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; *out_mesh is then NULL. Whether the mesh serves a purpose
/// is for waft_mesh_check() to say.
WAFT_API WAFT_CHECKED waft_result waft_mesh_create(const waft_mesh_arrays* arrays,
    const waft_mesh_options* options, waft_mesh** out_mesh, waft_error* out_error);

/// NULL is allowed.
WAFT_API void waft_mesh_destroy(waft_mesh* mesh);

typedef enum waft_mesh_shape_kind {
    WAFT_MESH_SPHERE,   ///< an icosahedron cut into 20 * 4^detail facets, points on the sphere
    WAFT_MESH_BOX,      ///< 12 facets
    WAFT_MESH_CAPSULE,  ///< along y, 4 * 2^detail facets around
    WAFT_MESH_CYLINDER, ///< along y, 4 * 2^detail facets around
} waft_mesh_shape_kind;

/// A body without a file, centred on the origin.
typedef struct waft_mesh_shape {
    waft_mesh_shape_kind kind;
    waft_vec3 size; ///< box: along each axis
    float radius;   ///< all but the box
    float length;   ///< capsule: between the centres of its ends, >= 0; cylinder: of its axis
    int detail;     ///< 0 to 7; 3 looks round
} waft_mesh_shape;

/// Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY; *out_mesh is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_mesh_create_shape(const waft_mesh_shape* shape,
    const waft_allocator* allocator, waft_mesh** out_mesh, waft_error* out_error);

/// Signed distance to a solid, m, negative inside; a lower bound of it does where the point is further
/// off than two spacings.
typedef double waft_distance_function(void* context, const double point[3]);

/// A solid of the caller's own, known by its distance. Asked on the calling thread while the mesh is made.
typedef struct waft_mesh_distance {
    waft_distance_function* distance;
    void* context;
    double low[3], high[3]; ///< m, around the solid: what reaches a spacing further is cut off
    double spacing;         ///< m, of the samples: half a cell of the smoke keeps what it can show;
                            ///< parts thinner than it may be missed; at most 2^24 samples
} waft_mesh_distance;

/// Its surface as a closed mesh, which any solver takes. Errors: WAFT_ERR_ARGUMENT (also: a distance
/// that is not finite), WAFT_ERR_MESH (nothing is inside, or over 4 million facets),
/// WAFT_ERR_NO_MEMORY; *out_mesh is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_mesh_create_distance(const waft_mesh_distance* solid,
    const waft_allocator* allocator, waft_mesh** out_mesh, waft_error* out_error);

/// What is in a mesh; valid while it lives.
typedef struct waft_mesh_view {
    const double* positions;     ///< xyz of each point, no two equal
    const float* draw_positions; ///< the same, rounded, as waft_draw_mesh wants them
    const double* normals;       ///< xyz, unit: mean of the facets', weighted by angle; 0 where
                                 ///< several fans of facets touch in the point
    const uint32_t* indices;     ///< three points a facet
    const uint32_t* neighbors;   ///< facet beyond the edge from corner k to k + 1, else UINT32_MAX
    size_t point_count;
    size_t facet_count;
} waft_mesh_view;

WAFT_API void waft_mesh_read_view(const waft_mesh* mesh, waft_mesh_view* out_view, size_t size);
static inline waft_mesh_view waft_mesh_get_view(const waft_mesh* mesh) {
    waft_mesh_view view;
    waft_mesh_read_view(mesh, &view, sizeof(view));
    return view;
}

typedef struct waft_mesh_info {
    size_t point_count, facet_count;
    size_t open_edge_count; ///< edges of one facet alone
    size_t component_count; ///< parts that share no point
    bool closed;            ///< every edge has two facets, in opposite directions
    double low[3], high[3]; ///< bounds, m
    double area;            ///< m2
    double volume;          ///< m3, negative if the facets look inwards; of a closed mesh only
    double centroid[3];     ///< of the volume if the mesh is closed, else of the area
    uint64_t key;           ///< hash of points and facets: equal meshes have equal keys
} waft_mesh_info;

WAFT_API void waft_mesh_read_info(const waft_mesh* mesh, waft_mesh_info* out_info, size_t size);
static inline waft_mesh_info waft_mesh_get_info(const waft_mesh* mesh) {
    waft_mesh_info info;
    waft_mesh_read_info(mesh, &info, sizeof(info));
    return info;
}

/// How waft_mesh_read() was asked for the mesh: `name` is the path of the file, and the same call gives
/// the same mesh as long as the file does not change. Texts are valid while the mesh lives. False, and
/// *out_options as it was, if the mesh did not come from a file.
WAFT_API bool waft_mesh_read_source(
    const waft_mesh* mesh, waft_mesh_options* out_options, size_t size);
static inline bool waft_mesh_get_source(const waft_mesh* mesh, waft_mesh_options* out_options) {
    return waft_mesh_read_source(mesh, out_options, sizeof(*out_options));
}

/// What is odd but allowed, one sentence each: several parts, points or facets left out.
WAFT_API size_t waft_mesh_warning_count(const waft_mesh* mesh);
WAFT_API const char* waft_mesh_warning(const waft_mesh* mesh, size_t index); ///< NULL past the end

/// What a mesh is for, and so what it must be.
typedef enum waft_mesh_use {
    WAFT_MESH_SHEET, ///< facets have an area, no two have the same points; open edges are fine
    WAFT_MESH_SOLID, ///< and closed, and looking outwards
    WAFT_MESH_HULL,  ///< and 4 to 4096 facets
} waft_mesh_use;

/// Error: WAFT_ERR_MESH with a sentence that names the first facet or edge in the way.
WAFT_API WAFT_CHECKED waft_result waft_mesh_check(
    const waft_mesh* mesh, waft_mesh_use use, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_MESH_H
