// SPDX-License-Identifier: MIT
// What the two forms of viscosity share: the system that conjugate gradients solve.
#ifndef WAFTI_GRID_VISCOSITY_PARTS_H
#define WAFTI_GRID_VISCOSITY_PARTS_H

#include "grid/domain_parts.h"
#include "grid/viscosity.h"

enum { WAFTI_VISCOSITY_ROW = 4096 + 1 };

typedef struct wafti_viscosity_system wafti_viscosity_system;

/// A row of faces of a component.
typedef struct wafti_face_row {
    int axis;
    int32_t j, k;
    ptrdiff_t at;  ///< its first face in fields
    int32_t count; ///< of faces, without the one that a periodic side repeats
} wafti_face_row;

/// Something of the operator on the faces of one row of a component.
typedef void wafti_viscosity_row(
    const wafti_viscosity_system* system, const wafti_face_row* row, float* out_values);

/// A = 1 - theta dt div (nu grad), symmetric and positive, on faces the fluid moves freely on.
struct wafti_viscosity_system {
    const wafti_viscosity* viscosity;
    int first, count; ///< components solved together
    float* x[3];      ///< the velocity
    float* r[3];
    float* p[3];
    float* coefficient[3];         ///< the diagonal, or one for each family of edges
    float factor;                  ///< theta dt / h2, s/m2
    float step;                    ///< dt nu / h2
    wafti_viscosity_row* apply;    ///< A p, 0 on faces that are no unknowns
    wafti_viscosity_row* diagonal; ///< of A, at least 1 on unknowns
    bool mirrors;                  ///< the operator reads p beyond walls
};

/// What a face is to its neighbours.
typedef enum wafti_face_role {
    WAFTI_FACE_FREE,   ///< an unknown
    WAFTI_FACE_FIXED,  ///< sides and no-slip solids
    WAFTI_FACE_ABSENT, ///< closed by a free-slip solid: neighbours do not feel it
} wafti_face_role;

wafti_face_role wafti_viscosity_role(const wafti_domain* domain, int axis, const int32_t face[3]);

/// Whether a side holds the velocity along itself: no-slip walls and inflow.
static inline bool wafti_side_holds(const wafti_side* side) {
    return (side->kind == WAFTI_SIDE_CLOSED && side->no_slip) || side->kind == WAFTI_SIDE_INFLOW;
}

/// Calls a function for each row of a component in a slice.
typedef void wafti_viscosity_visit(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row);
void wafti_viscosity_visit_rows(const wafti_viscosity_system* system, int32_t slice,
    wafti_viscosity_visit* visit, void* context);

/// Runs a function over all slices, each of whose cells takes so long on one core.
void wafti_viscosity_run(
    const wafti_viscosity* viscosity, double cell_us, wafti_block_function* run, void* job);

/// Fills what lies beyond sides next to the faces of a component: wraps at periodic ones; if `mirrors`
/// also 2 `scale` u_wall - u where a side holds it, and copies elsewhere.
void wafti_viscosity_fill_ghosts(
    const wafti_domain* domain, int axis, float* field, bool mirrors, float scale);

/// Sets up one component under a constant viscosity: coefficients, and r as the first residual.
void wafti_viscosity_prepare(wafti_viscosity_system* system, double dt);
/// The same with eddy viscosity, all components.
void wafti_viscosity_prepare_stress(wafti_viscosity_system* system, double dt);

#endif // WAFTI_GRID_VISCOSITY_PARTS_H
