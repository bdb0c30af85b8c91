// SPDX-License-Identifier: MIT
// What the files of wafti_domain_update() share: domain.c leads, fraction.c and owner.c ask the solids,
// clearance.c counts cells, shut.c tells traces what they meet.
#ifndef WAFTI_GRID_DOMAIN_PARTS_H
#define WAFTI_GRID_DOMAIN_PARTS_H

#include "grid/domain.h"

/// Bits of wafti_domain.flags. Those of faces are shifted by the axis.
enum {
    WAFTI_FLAG_UNCOVERED_FACE = 1 << 0, ///< was closed, is open; until the caller has been told
    WAFTI_FLAG_UNCOVERED_CELL = 1 << 3, ///< was solid, is not; until the caller has been told
    WAFTI_FLAGS_UNCOVERED = (1 << 4) - 1,
    WAFTI_FLAG_STICKS = 1 << 4, ///< centre of the face in a no-slip solid
    WAFTI_FLAG_INSIDE = 1 << 7, ///< centre of the cell in a solid; without fractions only
};

/// A solid on the grid as the fields know it.
struct wafti_placement {
    wafti_solid solid;
    double turn[3][3]; ///< body to world
    wafti_box band;    ///< corners that get its distance: its bounds and 4 cells around
    wafti_box cells;   ///< cells whose faces it may close: its bounds and a cell around
};

/// What one solid's change makes out of date.
struct wafti_change {
    wafti_box band;   ///< corners
    wafti_box cells;  ///< whose weights may change
    wafti_box region; ///< whose clearance may change
};

/// One job over all changes, cut into slices: planes of corners, or bands of their rows.
typedef struct wafti_domain_job {
    wafti_domain* domain;
    int change_count;
    int32_t first_slice;
    void (*mark)(const wafti_domain* domain, const wafti_box* box); ///< of the pass that runs
    bool corners; ///< it marks the bands of changes, else their cells
} wafti_domain_job;

/// Rows low[0] <= j < high[0] of planes low[1] <= k < high[1], beyond the last cell by one where there
/// is a corner or a face.
static inline wafti_mac_block wafti_domain_slice(const wafti_mac* grid, int32_t slice) {
    return wafti_mac_block_of(grid, grid->n[1] + 1, slice);
}

/// Slices in the whole grid.
static inline int32_t wafti_domain_slice_count(const wafti_mac* grid) {
    return grid->axes == 3 ? grid->n[2] + 1 : grid->n[1] / WAFTI_MAC_BAND + 1;
}

/// Cells that both boxes have.
static inline wafti_box wafti_box_common(const wafti_box* a, const wafti_box* b) {
    wafti_box common;
    for (int d = 0; d < 3; ++d) {
        common.low[d] = a->low[d] > b->low[d] ? a->low[d] : b->low[d];
        common.high[d] = a->high[d] < b->high[d] ? a->high[d] : b->high[d];
    }
    return common;
}

/// The least box around both; an empty box adds nothing.
wafti_box wafti_box_hull(const wafti_box* a, const wafti_box* b);

/// What a box has of some rows.
static inline wafti_box wafti_box_rows(const wafti_box* box, const wafti_mac_block* rows) {
    const wafti_box all = {
        .low = {0, rows->low[0], rows->low[1]},
        .high = {INT32_MAX, rows->high[0], rows->high[1]},
    };
    return wafti_box_common(box, &all);
}

/// How many cells a box has.
static inline double wafti_box_cells(const wafti_box* box) {
    return wafti_box_empty(box) ? 0.0
                                : (double)(box->high[0] - box->low[0]) *
                                      (box->high[1] - box->low[1]) * (box->high[2] - box->low[2]);
}

static inline const wafti_side* wafti_domain_side(const wafti_domain* domain, int axis, int high) {
    const int side = 2 * axis + high;
    return &domain->sides[side];
}

/// All cells of a grid (axis -1), or all faces along an axis.
static inline wafti_box wafti_domain_all(const wafti_mac* grid, int axis) {
    return (wafti_box){
        .high = {grid->n[0] + (axis == 0), grid->n[1] + (axis == 1), grid->n[2] + (axis == 2)}};
}

/// What `sdf` holds where no solid is near, m.
static inline double wafti_domain_far(const wafti_mac* grid) {
    return grid->h * (8.0 + grid->n[0] + grid->n[1] + grid->n[2]);
}

/// Weight of a wholly open face of the given index along its axis.
float wafti_domain_open_weight(const wafti_domain* domain, int axis, int32_t index);

/// Where the open share of a face of an inflow side is kept.
static inline float* wafti_domain_inflow_at(
    const wafti_domain* domain, int side, const int32_t cell[3]) {
    const int32_t* n = domain->grid.n;
    const int first = side / 2 == 0 ? 1 : 0;
    const int second = side / 2 == 2 ? 1 : 2;
    return &domain->inflow[side][cell[first] + (ptrdiff_t)n[first] * cell[second]];
}

/// Index + 1 of the solid that closes the low face of a cell along an axis, 0 if there is none.
int wafti_domain_face_owner(const wafti_domain* domain, int axis, const int32_t cell[3]);

/// Velocity of a solid along an axis at the centre of the low face of a cell, m/s.
static inline float wafti_domain_velocity_at(
    const wafti_domain* domain, int solid, int axis, const int32_t cell[3]) {
    // A solid that is gone left the last it knew.
    const wafti_solid* s =
        domain->solids[solid].alive ? &domain->solids[solid] : &domain->placements[solid].solid;
    // v + spin x r: of r only what is across the axis.
    const wafti_mac* grid = &domain->grid;
    const int b = axis < 2 ? axis + 1 : 0;
    const int c = axis > 0 ? axis - 1 : 2;
    if (s->spin[b] == 0.0 && s->spin[c] == 0.0) {
        return (float)s->velocity[axis];
    }
    const double rb = grid->low[b] + (cell[b] + 0.5) * grid->h - s->position[b];
    const double rc = grid->low[c] + (cell[c] + 0.5) * grid->h - s->position[c];
    return (float)(s->velocity[axis] + s->spin[b] * rc - s->spin[c] * rb);
}

/// wafti_domain_solid_velocity() of a face inside a box with solids. Most have the same solid in both
/// cells, or none in one.
static inline float wafti_domain_inner_velocity(
    const wafti_domain* domain, int axis, const int32_t cell[3]) {
    const wafti_mac* grid = &domain->grid;
    const ptrdiff_t at = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
    const uint8_t above = domain->owner[at];
    const uint8_t below = domain->owner[at - wafti_mac_stride(grid, axis)];
    const bool plain = above == below || above == 0 || below == 0;
    const int owner = plain ? above | below : wafti_domain_face_owner(domain, axis, cell);
    return owner > 0 ? wafti_domain_velocity_at(domain, owner - 1, axis, cell) : 0.0f;
}

/// wafti_domain_set_faces() for rows that a pass has at hand.
typedef struct wafti_face_job {
    const wafti_domain* domain;
    float* const* velocity;
    bool sides;    ///< those of the box too
    bool alike[3]; ///< solids move as one along the axis, with this velocity
    float common[3];
} wafti_face_job;

wafti_face_job wafti_domain_face_job(
    const wafti_domain* domain, float* const velocity[3], bool sides);
/// Of a block like wafti_domain_slice(). The last face of a periodic axis is left as it is.
void wafti_domain_set_rows(const wafti_face_job* job, const wafti_mac_block* rows);

/// Works out where a solid stands.
void wafti_placement_make(
    const wafti_mac* grid, const wafti_solid* solid, wafti_placement* out_placement);

/// Centre of the low face of a cell along an axis, or of the cell (axis -1), m.
static inline void wafti_domain_centre(
    const wafti_mac* grid, int axis, const int32_t cell[3], double out_point[3]) {
    for (int d = 0; d < 3; ++d) {
        const double within = d == axis ? 0.0 : 0.5;
        out_point[d] = grid->low[d] + (cell[d] + within) * grid->h;
    }
}

/// Signed distance to a placed volume, m.
double wafti_placement_distance(const wafti_placement* placement, const double point[3]);

/// Passes of the update, in this order. Faces are a wafti_block_function over slices of a job, since
/// those at high sides lie beyond all cells; others take what a slice has of a change.
void wafti_domain_mark_corners(const wafti_domain* domain, const wafti_box* box);
void wafti_domain_mark_voxels(
    const wafti_domain* domain, const wafti_box* box); ///< without fractions only
void wafti_domain_mark_faces(void* job, int32_t slice);
/// Periodic sides have the same weight at both ends.
void wafti_domain_join_seams(const wafti_domain_job* job);
/// Solid cells and cells at closed faces.
void wafti_domain_mark_cells(const wafti_domain* domain, const wafti_box* box);
/// After uncovered ones were told.
void wafti_domain_mark_owners(const wafti_domain* domain, const wafti_box* corners);
/// After the owners and before clearance: what faces of the changed cells are for traces, over threads.
void wafti_domain_mark_shut(const wafti_domain_job* job, wafti_pool* pool);
/// Clearance of all other cells, over threads.
void wafti_domain_measure_clearance(wafti_domain_job* job, wafti_pool* pool);

#endif // WAFTI_GRID_DOMAIN_PARTS_H
