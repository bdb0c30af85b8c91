// SPDX-License-Identifier: MIT
// Where the fluid is: sides of the box, solids in it, and what follows from them on the grid: open
// shares of faces, distance, clearance. The rules are those of docs/spec/smoke.md#solids and
// docs/spec/smoke.md#sides.
#ifndef WAFTI_GRID_DOMAIN_H
#define WAFTI_GRID_DOMAIN_H

#include "grid/mac.h"
#include "task/context.h"

typedef enum wafti_side_kind {
    WAFTI_SIDE_CLOSED,
    WAFTI_SIDE_OPEN,
    WAFTI_SIDE_INFLOW,
    WAFTI_SIDE_PERIODIC,
} wafti_side_kind;

/// Side 2 * axis is the low one, 2 * axis + 1 the high one.
typedef struct wafti_side {
    wafti_side_kind kind;
    bool no_slip;
    bool held;         ///< inflow: its faces keep the velocity that their owner gave them
    float velocity[3]; ///< closed: of the wall, along itself; inflow: the component along the axis
} wafti_side;

/// Signed distance in body space, m, negative inside.
typedef double wafti_distance_function(const void* shape, const double point[3]);
/// The same of the points start + i step, first <= i < first + count.
typedef void wafti_distances_function(const void* shape, const double start[3],
    const double step[3], int32_t first, int32_t count, double* out_distances);
/// Whether the segment from a to b (body space) meets the surface.
typedef bool wafti_segment_function(const void* shape, const double a[3], const double b[3]);

/// A rigid obstacle. Exactly one of `distance` (volume) and `crosses` (sheet) is set.
typedef struct wafti_solid {
    wafti_distance_function* distance;
    wafti_distances_function* distances; ///< NULL: asked point by point
    wafti_segment_function* crosses;
    const void* shape;
    uint64_t form;          ///< tells apart shapes that one address had one after the other
    double low[3], high[3]; ///< bounds in body space
    bool no_slip;
    bool alive;
    double position[3], rotation[4]; ///< x, y, z, w; at the end of the sub-step
    double velocity[3], spin[3];     ///< of the point `position`, m/s; rad/s
} wafti_solid;

enum { WAFTI_SOLID_CAPACITY = 255, WAFTI_CLEARANCE_FAR = 255, WAFTI_CLEARANCE_REACH = 24 };

/// Bits of wafti_domain.shut, shifted by the axis. A face with none lets traces pass. Of the others the
/// value counts as solids see it: never if CLOSED alone, always if both (no slip), and like that of an
/// open face if KEPT alone, which is for faces of open sides.
typedef enum wafti_shut {
    WAFTI_SHUT_CLOSED = 1 << 0,
    WAFTI_SHUT_KEPT = 1 << 3,
    WAFTI_SHUT_NEAR = 1 << 6, ///< of the cell: one of it or of the 26 around it has a bit above
} wafti_shut;

typedef struct wafti_placement wafti_placement;
typedef struct wafti_change wafti_change;

typedef struct wafti_domain {
    wafti_mac grid;
    wafti_side sides[6];
    bool fractions; ///< false: a face is open or closed as a whole
    wafti_solid* solids;
    int solid_capacity;

    /// Open share of the low face of a cell between two cells, 0 to 1; in [0.01, 0.99] exactly 0 or 1
    /// outside of it; where two solids meet 0 below a half. On sides: 0 if closed or inflow, 2 x the
    /// open share if open (pressure 0 on the face itself), the share on both ends if periodic. So
    /// these are the weights of the pressure equation too. Outside the box 0.
    float* weight[3];
    /// 0: solid (no open face; side faces count as they are). Else the least number of cells, diagonal
    /// steps allowed, to a cell with a face that a solid or a sheet closes fully or in part, plus 1;
    /// 255 if that is more than `reach` + 1. Outside the box 255, or wrapped.
    uint8_t* clearance;
    /// Solid nearest to the cell, its index + 1; 0: none within 3 cells. Sheets own the cells that they
    /// close a face of.
    uint8_t* owner;
    /// What traces near solids meet at the low faces of a cell, two bits an axis, see wafti_shut; halo
    /// included. All 0 without solids.
    uint8_t* shut;
    float* inflow[6]; ///< shares of wafti_domain_inflow_share(), NULL for other sides
    float* sdf;       ///< m, at the low corner of a cell; at least 4 h where no solid is near
    bool has_solids;
    int32_t reach; ///< cells around solids that get a clearance

    // What wafti_domain_update() remembers.
    uint8_t* flags; ///< of a cell and its low faces, see domain_parts.h
    uint8_t*
        spread; ///< cells to the nearest seed of clearance within a plane; rows without padding
    wafti_placement* placements;
    wafti_change* changes;
    wafti_box solid_cells; ///< cells whose faces any solid may close
} wafti_domain;

static inline bool wafti_domain_periodic(const wafti_domain* domain, int axis) {
    return domain->sides[(ptrdiff_t)2 * axis].kind == WAFTI_SIDE_PERIODIC;
}

typedef struct wafti_domain_def {
    int32_t cells[3];
    double h;
    double low[3];
    wafti_side sides[6];
    bool fractions;
    int solid_capacity; ///< 0 to WAFTI_SOLID_CAPACITY
    int32_t reach;      ///< 0: WAFTI_CLEARANCE_REACH, which is also the most; less is cheaper
} wafti_domain_def;

/// Everything open; memory from the arena. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_domain_init(
    wafti_domain* domain, const wafti_domain_def* def, wafti_arena* arena);
/// Bytes of wafti_domain_init() for the def.
size_t wafti_domain_size(const wafti_domain_def* def);

/// Called for each cell that a solid has left, in a fixed order, on the calling thread. `axis` -1: the
/// cell; 0 to 2: its low face along that axis, and `velocity` is that of the solid that covered it.
typedef void wafti_uncover_function(
    void* context, int axis, int32_t i, int32_t j, int32_t k, float velocity);

/// What else follows from new weights, done while the domain goes on with what does not.
typedef struct wafti_beside {
    void (*run)(void* context, const wafti_box* changed); ///< NULL: nothing
    void* context;
} wafti_beside;

/// Brings fields up to date with `solids` after some were added, moved or removed: only boxes around
/// those that changed are worked on, and what comes out depends on the solids as they are, not on how
/// they came there. `*out_changed` is the box of cells any of whose weights may have changed, empty if
/// none. `uncover` and `beside` may be NULL; `beside` may read weights and flags, not owners or
/// clearance. Solids that cross a periodic side are cut there. Allocates nothing.
void wafti_domain_update(wafti_domain* domain, const wafti_context* context,
    wafti_uncover_function* uncover, void* uncover_context, const wafti_beside* beside,
    wafti_box* out_changed);

/// Open share of a face of an inflow side, whose weight is 0; `cell` is the one at the face.
float wafti_domain_inflow_share(const wafti_domain* domain, int side, const int32_t cell[3]);

/// Velocity of the solid (or moving wall) that closes a face, along `axis`, at the centre of the low
/// face of cell (i, j, k), m/s; 0 without one. At inflow the mean over the face: air that comes in
/// through the open share, the solid on the rest.
float wafti_domain_solid_velocity(
    const wafti_domain* domain, int axis, int32_t i, int32_t j, int32_t k);

/// Whether all solids move alike along an axis: a face inside the box that they close or cut then has
/// this velocity (m/s), whichever of them it belongs to.
bool wafti_domain_moves_as_one(const wafti_domain* domain, int axis, float* out_velocity);

/// Sets faces whose velocity is not the fluid's own (docs/spec/smoke.md#fixed-faces): sides, closed
/// faces of solids, every face inside a no-slip solid.
void wafti_domain_set_faces(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]);
/// Those of solids alone, where sides have kept theirs.
void wafti_domain_set_solid_faces(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]);
/// Makes the last face of a periodic axis what the first one is.
void wafti_domain_close_ring(const wafti_mac* grid, int axis, float* faces);

/// Fills halos so that sampling near sides needs no cases (docs/spec/smoke.md#halos). Scalars: copies at
/// closed sides, `outside[side]` at open and inflow sides, wraps at periodic ones. Velocity: tangential
/// components copy at free slip, 2 u_wall - u at no slip, copy at open, the prescribed at inflow.
void wafti_halo_cells(const wafti_domain* domain, const float outside[6], float* field);
void wafti_halo_faces_by_blocks(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]);

#endif // WAFTI_GRID_DOMAIN_H
