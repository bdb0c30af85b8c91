// SPDX-License-Identifier: MIT
// What a hull holds (docs/spec/bodies.md#hulls), and the steps of a bake.
#ifndef WAFTI_HULL_HULL_H
#define WAFTI_HULL_HULL_H

#include "base/memory.h"
#include "mesh/mesh.h"
#include "mesh/soup.h"
#include "mesh/vector.h"
#include "task/context.h"

#include <waft/hull.h>

enum { WAFTI_HULL_WARNINGS = 8, WAFTI_HULL_DIRECTIONS = 42 };

struct waft_hull {
    waft_allocator allocator;
    waft_hull_info info; ///< its pointers point into this hull
    waft_mesh* mesh;     ///< points about the centre of mass
    double* potential;   ///< 6 x facets, phi of boundary elements; NULL for other methods
    waft_turbulence_sample* history;
    double* contacts;
    char warnings[WAFTI_HULL_WARNINGS][160];
    size_t warning_count;
    double mesh_volume;            ///< of the facets alone; info.volume may be the shape's own
    double fluid_density, gravity; ///< of the def, for U0
    double axes[9];                ///< rows: the principal axes that info.extent is along
};

/// Adds a warning; those beyond the capacity are dropped.
void wafti_hull_warn(waft_hull* hull, const char* format, ...) WAFT_PRINTF(2, 3);

/// U0 = sqrt(|rho_s / rho - 1| g b), eq. 1 of Xie & Miyata 2013; 0 in vacuum.
double wafti_hull_speed(const waft_hull* hull);

/// Error: WAFT_ERR_ARGUMENT with a sentence that begins with the def's name.
waft_result wafti_hull_check(const waft_hull_def* def, waft_error* out_error);
/// Hash of what decides a bake; the def is right.
uint64_t wafti_hull_hash(const waft_hull_def* def);

/// Two facets in which a surface passes through itself; the second is WAFTI_NO_FACET if it does not.
/// Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_hull_find_crossing(
    const waft_mesh* mesh, const wafti_context* context, uint32_t out_facets[2]);

/// Planform, extents, areas seen, plates and points of contact; mass, centre and mesh are known.
/// `covariance` is that of a uniform body about the centre of volume. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_hull_measure(waft_hull* hull, const waft_hull_def* def, const waft_mesh* sheet,
    const double covariance[9], const wafti_context* context);

/// Finds the added mass about the centre of mass, makes it symmetric and looks at it. `sheet` is the
/// middle surface or NULL. Errors: those of waft_hull_bake().
waft_result wafti_hull_find_added_mass(waft_hull* hull, const waft_hull_def* def,
    const waft_mesh* sheet, const wafti_context* context);
/// Makes K symmetric and without eigenvalues below 0, with the numbers of `info` that tell how far it
/// was from that (docs/spec/bodies.md#quality-of-the-matrix). Error: WAFT_ERR_MESH.
waft_result wafti_added_mass_mend(
    double k[36], const char* name, waft_hull_info* info, waft_error* out_error);

/// The k-epsilon history of docs/spec/bodies.md#history. Errors: those of wafti_keps_bake().
waft_result wafti_hull_find_turbulence(
    waft_hull* hull, const waft_hull_def* def, const wafti_context* context);

/// Mass, volume, centre, inertia of facets at unit density (closed: by volume; thickness > 0: as a
/// shell), by docs/spec/bodies.md#mass-properties. Returns false if the volume is not above 0.
typedef struct wafti_mass {
    double volume, center[3];
    double covariance[9]; ///< m5, about the centre
} wafti_mass;
bool wafti_mass_measure(const waft_mesh_view* mesh, double shell, wafti_mass* out_mass);

/// Added mass of the closed forms of docs/spec/bodies.md#closed-forms per unit density, about the
/// middle, axes of the shape. False if the shape has none.
bool wafti_added_mass_closed(waft_hull_shape shape, const double size[3], double out_k[36]);
/// Carlson's R_D, which the ellipsoid needs.
double wafti_carlson_rd(double x, double y, double z);

/// Boundary elements, inner sources and vortex sheets on facets, about `center`. `potential` (6 x
/// facets, may be NULL) gets phi. The third tells whether it was too dense to be extrapolated. Errors:
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_NOT_CONVERGED; sentence in context->error.
typedef struct wafti_panel_job {
    const waft_mesh_view* mesh;
    double center[3];
    double source_depth; ///< sources: m below each facet; 0: by facet size
    double shortest;     ///< sources: m, b of the body
    bool source_points;
} wafti_panel_job;
waft_result wafti_added_mass_bem(const wafti_panel_job* job, const wafti_context* context,
    double out_k[36], double* potential, int* out_iterations);
waft_result wafti_added_mass_sources(
    const wafti_panel_job* job, const wafti_context* context, double out_k[36]);
waft_result wafti_added_mass_sheet(
    const wafti_panel_job* job, const wafti_context* context, double out_k[36], bool* out_plain);

/// K about a point moved by c: X^T K X with X = [[I, hat(c)], [0, I]].
void wafti_added_mass_shift(double k[36], const double c[3]);

/// Whether a shape is made of sheets.
bool wafti_shape_has_sheet(waft_hull_shape shape);
/// The mesh of a shape without a file, about the shape's own origin; `sheet`: the same without
/// thickness, of shapes that have one. Errors: WAFT_ERR_NO_MEMORY.
waft_result wafti_shape_mesh(
    const waft_hull_def* def, bool sheet, waft_mesh** out_mesh, waft_error* out_error);
/// Sizes of the general shape that a shape is a case of: a sphere's as those of an ellipsoid, a disc's
/// as those of an elliptic plate; others stay.
void wafti_shape_sizes(waft_hull_shape shape, const double size[3], double out_size[3]);
/// Exact mass properties at unit density, about the centre; false for shapes that have only facets.
bool wafti_shape_mass(const waft_hull_def* def, wafti_mass* out_mass);
/// Planform and thickness of shapes that are flat by name, else false.
bool wafti_shape_planform(const waft_hull_def* def, double* out_area, double* out_thickness);
/// Plates of shapes that fly as several, in the axes of the shape; `sheet` has no thickness.
/// Returns how many, 0 for other shapes.
int wafti_shape_plates(
    const waft_hull_def* def, const waft_mesh* sheet, waft_plate plates[WAFT_PLATE_CAPACITY]);
/// Whether the sizes suit the shape. Error: WAFT_ERR_ARGUMENT.
waft_result wafti_shape_check(const waft_hull_def* def, waft_error* out_error);

// ---- makers of the meshes of single shapes, for wafti_shape_mesh(); without memory the soup stays empty

/// Upward and downward face and rim of a plate with an outline (disc, elliptic plate, feather, maple
/// leaf, maple seed), or its middle surface alone.
void wafti_plate_fill(const waft_hull_def* def, bool sheet, wafti_soup* soup);

/// The part of a maple seed's length, from the nut's end, that is nut.
#define WAFTI_SEED_NUT_SHARE 0.27

/// The folded dart, or its wings and keel without thickness.
void wafti_dart_fill(const waft_hull_def* def, bool sheet, wafti_soup* soup);
/// m, thickness of the keel: what the wings leave of a square sheet, two layers on each wing.
double wafti_dart_keel(const waft_hull_def* def);
/// Left and right wing and the keel.
int wafti_dart_plates(const waft_hull_def* def, waft_plate* plates);

#endif // WAFTI_HULL_HULL_H
