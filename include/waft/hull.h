// SPDX-License-Identifier: MIT
// waft/hull.h: what is known of a body's shape before it moves: mass, inertia, added mass, where
// loads act, and the turbulence of the flow past it.
//
// A hull is baked once and never changes; any number of bodies, worlds and threads may read it, and
// it must outlive them. Body axes are the axes of the shape, moved to the centre of mass, never turned.
#ifndef WAFT_HULL_H
#define WAFT_HULL_H

#include <waft/base.h>
#include <waft/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct waft_hull waft_hull;

/// Shapes; lengths in m in the order of waft_hull_def.size. Plates lie in x and z, their normal is y.
#define WAFT_HULL_SHAPE_MAP(X)                                                                     \
    X(MESH, "mesh")                                                                                \
    X(SPHERE, "sphere")                 /* radius */                                               \
    X(ELLIPSOID, "ellipsoid")           /* semi-axes along x, y, z */                              \
    X(BOX, "box")                       /* edges along x, y, z */                                  \
    X(DISC, "disc")                     /* radius, thickness */                                    \
    X(ELLIPTIC_PLATE, "elliptic_plate") /* semi-axes along x and z, thickness */                   \
    X(STRIP, "strip")                   /* half chord (x), half thickness (y), span (z) */         \
    X(CARD, "card")                     /* edges along x and z, thickness */                       \
    X(FEATHER, "feather")               /* length along x, width along z, thickness */             \
    X(MAPLE_LEAF, "maple_leaf")         /* span, thickness */                                      \
    X(MAPLE_SEED, "maple_seed")         /* length along x, wing width, wing thickness */           \
    X(DART, "dart")       /* a paper plane: length (x), wing half span, keel height */             \
    X(CAPSULE, "capsule") /* along y: radius, length between the centres of its round ends */

typedef enum waft_hull_shape {
#define WAFT_HULL_SHAPE_ENUM(name, word) WAFT_HULL_##name,
    WAFT_HULL_SHAPE_MAP(WAFT_HULL_SHAPE_ENUM)
#undef WAFT_HULL_SHAPE_ENUM
        WAFT_HULL_SHAPE_COUNT,
} waft_hull_shape;

/// The word of a shape as scenes write it, NULL if unknown. Static storage.
WAFT_API const char* waft_hull_shape_word(waft_hull_shape shape);

/// How the added mass is found. Closed forms: Lamb, sections 114-115.
typedef enum waft_added_mass {
    WAFT_ADDED_MASS_AUTO,   ///< closed where there is one, sheet for open or very thin, else bem
    WAFT_ADDED_MASS_CLOSED, ///< sphere, ellipsoid, disc, elliptic plate, strip
    WAFT_ADDED_MASS_BEM,    ///< direct boundary elements on facets
    WAFT_ADDED_MASS_SOURCES, ///< sources below the surface (Xie & Miyata 2013), wrong for thin bodies
    WAFT_ADDED_MASS_SHEET,   ///< vortex rings on a surface without thickness
} waft_added_mass;

/// Its word, as scenes and the command line have it; NULL if unknown. Static storage.
WAFT_API const char* waft_added_mass_word(waft_added_mass method);

/// A part of a body that flies like a plate: paper planes and winged seeds have several.
typedef struct waft_plate {
    double center[3]; ///< m, in the axes of the shape (in waft_hull_info: body axes)
    double normal[3]; ///< unit
    double area;      ///< m2
    /// m3 along the normal for unit density; 0: the body's own if it has no other plate, else
    /// 8/3 (area / pi)^(3/2), that of a disc of its area
    double added_mass;
} waft_plate;

enum { WAFT_PLATE_CAPACITY = 8 };

/// The k-epsilon flow past the body (Xie & Miyata 2013, eqs. 15-21, corrected).
typedef struct waft_hull_turbulence {
    bool bake;          ///< default true; else bodies of it feel no turbulence of their own
    int32_t cells[3];   ///< default 32, 32, 16; flow along y: x >= 16, y >= x / 2, z >= 8
    double intensity;   ///< share of U0, 0 to 1, default 0.15
    double length;      ///< in units of d, default 0.07; 0: a cell
    double reynolds;    ///< 0: from fluid, gravity and the body, default 0
    bool has_attitude;  ///< default false: broadside, longest extent along x
    double attitude[4]; ///< turns body axes into the box; x, y, z, w
    bool feedback, diffusion, cap; ///< default true; all three were left out by the paper
    bool euler;                    ///< default false; the paper's time step of k and epsilon
} waft_hull_turbulence;

typedef struct waft_hull_def {
    uint32_t struct_size; ///< set by waft_hull_def_default()
    waft_hull_shape shape;
    const char* name;      ///< begins sentences, default "hull"
    double size[3];        ///< m, as the shape wants; unused ones 0
    double layer;          ///< m, dart: thickness of the paper, default 1e-4
    const waft_mesh* mesh; ///< shape mesh; read while baking only
    int detail;  ///< 0 to 5, facets of shapes without a file, default 3 (1280 on a sphere)
    int threads; ///< 1 to 256, default 1; does not change results
    bool has_center, has_inertia, has_normal; ///< whether those below are given, default false
    bool hollow;        ///< all mass in the skin of a closed shape, default false
    bool source_points; ///< sources: six points a facet for the outer integral, default false

    double density;    ///< kg/m3; exactly one of density and mass is > 0, the other 0
    double mass;       ///< kg
    double center[3];  ///< m, centre of mass in the axes of the shape: ballast; else of the volume
    double inertia[6]; ///< kg m2 about it: xx, yy, zz, xy, yz, zx; goes before hollow
    double shell;      ///< m, thickness of an open mesh, which is otherwise refused, default 0
    double normal[3];  ///< of the plate it is taken for; else axis of the greatest inertia; 0: none
    waft_plate plates[WAFT_PLATE_CAPACITY]; ///< in place of one plate from the shape
    int plate_count; ///< default 0: one, from the shape; dart and seed: theirs

    waft_added_mass method;
    double source_depth; ///< sources: in units of b, default 0.2; 0: by facet size

    double fluid_density;   ///< kg/m3, for Re and U0 of the turbulence, default 1.204
    double fluid_viscosity; ///< m2/s, default 1.81e-5 / 1.204
    double gravity;         ///< m/s2, default 9.81
    waft_hull_turbulence turbulence;

    waft_allocator allocator; ///< default: the C library
} waft_hull_def;

WAFT_API void waft_hull_def_fill(waft_hull_def* out_def, size_t size);
static inline waft_hull_def waft_hull_def_default(void) {
    waft_hull_def def;
    waft_hull_def_fill(&def, sizeof(def));
    return def;
}

/// Ready bodies: shape, density, ballast and plates of things people drop. Names: leaf, paper, card,
/// coin, feather, maple_leaf, maple_seed, airplane, ball, ellipsoid. Fills the def anew. Error:
/// WAFT_ERR_ARGUMENT (no such preset).
WAFT_API WAFT_CHECKED waft_result waft_hull_preset_fill(
    const char* name, waft_hull_def* out_def, size_t size);
static inline WAFT_CHECKED waft_result waft_hull_preset(const char* name, waft_hull_def* out_def) {
    return waft_hull_preset_fill(name, out_def, sizeof(*out_def));
}
/// The name of a preset, NULL past the last.
WAFT_API const char* waft_hull_preset_name(size_t index);

/// Bakes a hull. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_MESH (names the facet or edge, or an added mass
/// that cannot be), WAFT_ERR_NOT_CONVERGED, WAFT_ERR_NO_MEMORY; *out_hull is then NULL.
WAFT_API WAFT_CHECKED waft_result waft_hull_bake(
    const waft_hull_def* def, waft_hull** out_hull, waft_error* out_error);

/// The same shape made of something else: no panel solve and no flow again. Its turbulence history
/// keeps the Reynolds number it was baked for. Errors: WAFT_ERR_ARGUMENT, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_hull_with_density(
    const waft_hull* hull, double density, waft_hull** out_hull, waft_error* out_error);

/// NULL is allowed.
WAFT_API void waft_hull_destroy(waft_hull* hull);

/// Turbulence at one time after release, in units of d and U0 of the body.
typedef struct waft_turbulence_sample {
    double time; ///< t U0 / d
    double chi;  ///< epsilon / k, times d / U0
    double eps;  ///< epsilon, times d / U0^3
} waft_turbulence_sample;

typedef struct waft_hull_info {
    waft_hull_shape shape;
    size_t point_count, facet_count;
    double mass, density;     ///< kg, kg/m3 (mass over volume)
    double volume;            ///< m3
    double center_of_mass[3]; ///< m, in the axes of the shape
    double inertia[9];        ///< kg m2 about it
    double buoyancy[3];       ///< m, from the centre of mass to that of the volume
    double normal[3];         ///< of the plate
    double area, thickness;   ///< m2 of its planform S, m: volume / S (strip: of its middle)
    double extent[3];         ///< m, along the principal axes of inertia, falling
    double longest, shortest; ///< m, d and b (of shapes made of sheets: not above thickness)
    double low[3], high[3];   ///< m, bounds in body axes
    double reach;             ///< m, farthest point from the centre of mass
    waft_added_mass method;
    double added_mass[36];   ///< per unit density, rows: force x y z, torque x y z; m3, m4, m5
    double asymmetry;        ///< |K - K^T| / |K| before it was made symmetric
    double least_eigenvalue; ///< over the greatest, lengths in d / 2; below 0 it was set to 0
    int iterations;          ///< of the panel solve
    double projected[9];     ///< P, m4: area seen along the unit e is sqrt(e^T P e)
    double projected_error;  ///< greatest error of that over 42 directions, share of the next
    double greatest_area;    ///< m2, over those directions
    double roundness;        ///< r_min / r_mid of the ellipsoid of the same inertia
    bool plate;              ///< flat enough for plate loads: thickness / sqrt(S) < 0.1
    int plate_count;
    waft_plate plates[WAFT_PLATE_CAPACITY]; ///< body axes
    double reynolds, intensity, length;     ///< of the turbulence; reynolds 0: none
    double speed;                           ///< m/s, U0 in the fluid of the def
    const waft_turbulence_sample* history;
    size_t history_count;
    const double* contacts; ///< xyz of points that may touch, body axes
    size_t contact_count;
    uint64_t key;        ///< of everything that decided the bake
    double seconds;      ///< of the panel solve; not part of the hull's identity
    double flow_seconds; ///< of the k-epsilon flow
} waft_hull_info;

/// What is in a hull; pointers are valid while it lives.
WAFT_API void waft_hull_read_info(const waft_hull* hull, waft_hull_info* out_info, size_t size);
static inline waft_hull_info waft_hull_get_info(const waft_hull* hull) {
    waft_hull_info info;
    waft_hull_read_info(hull, &info, sizeof(info));
    return info;
}

/// Its surface, points about the centre of mass; NULL for NULL only.
WAFT_API const waft_mesh* waft_hull_mesh(const waft_hull* hull);

/// What is odd but allowed, one sentence each.
WAFT_API size_t waft_hull_warning_count(const waft_hull* hull);
WAFT_API const char* waft_hull_warning(const waft_hull* hull, size_t index); ///< NULL past the end

/// Part of the hull below a plane: points y with (y - point) . normal < 0, in body axes.
typedef struct waft_submersion {
    double volume;    ///< m3
    double center[3]; ///< m, of that volume, body axes
    double share;     ///< of the hull's volume, 0 to 1
} waft_submersion;

WAFT_API waft_submersion waft_hull_submerge(
    const waft_hull* hull, const double point[3], const double normal[3]);

/// Key that a def would give: the same defs, the same key. 0 if the def is wrong.
WAFT_API uint64_t waft_hull_key(const waft_hull_def* def);

/// A hull as bytes (format in docs/formats.md) and back. Release with waft_text_free(). Errors:
/// WAFT_ERR_NO_MEMORY; reading: WAFT_ERR_PARSE (cut, changed, another version).
WAFT_API WAFT_CHECKED waft_result waft_hull_write(const waft_hull* hull,
    const waft_allocator* allocator, char** out_bytes, size_t* out_count, waft_error* out_error);
WAFT_API WAFT_CHECKED waft_result waft_hull_read(const void* bytes, size_t byte_count,
    const waft_allocator* allocator, waft_hull** out_hull, waft_error* out_error);

/// The same with a .whull file. Errors besides: WAFT_ERR_IO.
WAFT_API WAFT_CHECKED waft_result waft_hull_save(
    const waft_hull* hull, const char* path, waft_error* out_error);
WAFT_API WAFT_CHECKED waft_result waft_hull_load(
    const char* path, const waft_allocator* allocator, waft_hull** out_hull, waft_error* out_error);

/// Takes the hull from the file in `directory` that its key, the version and the instruction set name,
/// or bakes it and leaves it there; a file that is taken has the present as its time of change. A
/// file that is cut, changed or of another version is as none: the sentence of `out_error` then tells
/// why, and is empty otherwise. So is a folder that cannot be written. `out_hit` (NULL: not wanted)
/// tells whether it was there. Errors: those of waft_hull_bake().
WAFT_API WAFT_CHECKED waft_result waft_hull_bake_cached(const waft_hull_def* def,
    const char* directory, waft_hull** out_hull, bool* out_hit, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_HULL_H
