// SPDX-License-Identifier: MIT
// The `implicit` method: Kass & Miller, "Rapid, stable fluid dynamics for computer graphics", 1990,
// in the delta form of docs/spec/water.md#one-dimension. Unknowns are the level and its rise in one step.
//
// Along x and z the operators are (M h)_i = k_{i-1} (h_i - h_{i-1}) - k_i (h_{i+1} - h_i), with
// k = g dt^2 / dx^2 times the depth of the face; k is the `pull` of a face.
#ifndef WAFTI_WATER_IMPLICIT_H
#define WAFTI_WATER_IMPLICIT_H

#include <stdatomic.h>

#include "simd/cpu.h"
#include "water/shallow.h"

enum {
    WAFTI_IMPLICIT_ROWS = 16,  ///< rows that are eliminated together, at most
    WAFTI_IMPLICIT_STRIP = 32, ///< columns that are eliminated together: two lines of the cache
    WAFTI_IMPLICIT_BANDS = 32, ///< pieces of work at most
};

/// What a piece of work found.
typedef struct wafti_implicit_slot {
    double change;         ///< sum of the levels' changes, m
    wafti_real deepest;    ///< m, after the step
    wafti_real shallowest; ///< m
    wafti_real opening;    ///< m: least of (higher level - higher bed) of faces; > 0: all open
    bool bad;              ///< some number is not finite
} wafti_implicit_slot;

/// What the kernels read and write.
typedef struct wafti_implicit_job {
    const wafti_basin* basin;
    wafti_real* level;
    const wafti_real* bed;
    const wafti_real* load; ///< NULL: none
    wafti_real* rise;       ///< of the last step, then the right-hand side, then of this step
    wafti_real* face[2];    ///< velocity between cells i and i + 1, and j and j + 1, m/s
    bool plain;             ///< solve for `rise` as it is; the level only gives the depths
    bool open;              ///< no face is dry
    bool ring[2];           ///< periodic along x, z
    wafti_real pull[2];     ///< g dt^2 / dx^2, 1/m
    wafti_real keep;        ///< 1 - tau
    wafti_real below;       ///< m that dry cells are put below their bed
    wafti_real kick[2];     ///< g dt / dx, 1/s
} wafti_implicit_job;

typedef void wafti_implicit_solver(const wafti_implicit_job* job, int32_t first, int32_t end,
    wafti_real* scratch, wafti_implicit_slot* out_slot);

typedef struct wafti_implicit_kernels {
    /// Right-hand side and solution along x in rows first to end - 1; sets out_slot->opening. With
    /// `plain` only the solution.
    wafti_implicit_solver* rows;
    /// Solution along z in strips first to end - 1, then level, clamp and sums; sets the rest of
    /// *out_slot. With `plain` only the solution.
    wafti_implicit_solver* columns;
    /// Velocities of the faces of rows first to end - 1.
    void (*faces)(const wafti_implicit_job* job, int32_t first, int32_t end);
} wafti_implicit_kernels;

extern const wafti_implicit_kernels WAFTI_COPIES(wafti_implicit_kernels);

/// Cells of a row that are joined by faces with water; runs that touch form a component. There is
/// room for a quarter of a row's cells: on a rougher shore the last run of a row takes the rest.
typedef struct wafti_implicit_runs {
    int32_t room;     ///< runs that a row may have
    int32_t* count;   ///< by row
    int32_t* first;   ///< first cell, by run; runs of row j start at j * room
    int32_t* end;     ///< one past the last
    uint32_t* parent; ///< of the component's tree
    int32_t* wet;     ///< cells with water; in the root that of all its runs
    double* before;   ///< sum of depths before the step, m
    double* lacks;    ///< what was there before and is not now, m; in the root of all its runs
} wafti_implicit_runs;

/// Fields that only the schemes besides backward Euler need.
typedef struct wafti_implicit_more {
    wafti_real* pull[2]; ///< of the faces after the cells
    wafti_real* increment;
    wafti_real* residual;
    wafti_real* direction;
    wafti_real* image; ///< of the direction
    wafti_real* guess; ///< preconditioned residual
    double* sums;      ///< by row
} wafti_implicit_more;

typedef struct wafti_implicit {
    const wafti_implicit_kernels* kernels;
    wafti_real* rise;    ///< m in a step of `dt`
    wafti_real* face[2]; ///< m/s
    double dt;           ///< s, of the rise
    double owed;         ///< m3 that rounding took and that was not given back yet
    wafti_real* scratch; ///< areas for pieces of work, as many as may run at once
    size_t scratch_size; ///< numbers in an area
    atomic_uint taken;   ///< areas in use, one bit each
    wafti_implicit_slot slots[WAFTI_IMPLICIT_BANDS];
    wafti_implicit_runs runs;
    wafti_implicit_more more; ///< NULLs with backward Euler
} wafti_implicit;

/// Pieces that `count` rows or columns are cut into in units of `unit`, and units in each.
typedef struct wafti_implicit_cut {
    int32_t pieces, each;
} wafti_implicit_cut;

static inline wafti_implicit_cut wafti_implicit_cut_make(int32_t count, int32_t unit) {
    const int32_t units = (count + unit - 1) / unit;
    const int32_t each = (units + WAFTI_IMPLICIT_BANDS - 1) / WAFTI_IMPLICIT_BANDS;
    return (wafti_implicit_cut){(units + each - 1) / each, each};
}

/// Work on all rows, piece by piece.
typedef struct wafti_implicit_pass {
    const wafti_implicit_job* job;
    wafti_implicit* own;
    wafti_implicit_cut cut; ///< of the rows
    void (*work)(const struct wafti_implicit_pass* pass, int32_t j);
    wafti_real* from; ///< what K is applied to
    wafti_real* to;
    wafti_real one, factor; ///< to = one * from + factor * K from
    wafti_real share;       ///< of the direction
    bool centered;
    double delta; ///< m that all cells are lifted by
} wafti_implicit_pass;

typedef void wafti_implicit_work(const wafti_implicit_pass* pass, int32_t j);

static inline wafti_implicit_pass wafti_implicit_pass_make(
    const wafti_shallow* s, const wafti_implicit_job* job) {
    return (wafti_implicit_pass){.job = job,
        .own = s->own,
        .cut = wafti_implicit_cut_make(s->basin.nz, WAFTI_IMPLICIT_ROWS)};
}

/// Does `work` on every row.
void wafti_implicit_run(
    const wafti_shallow* s, wafti_implicit_pass* pass, wafti_implicit_work* work);

/// A face has water if the higher level is above the higher bed.
static inline bool wafti_implicit_open(
    wafti_real level0, wafti_real bed0, wafti_real level1, wafti_real bed1) {
    return (level0 > level1 ? level0 : level1) > (bed0 > bed1 ? bed0 : bed1);
}

/// What all steps of a scheme share: coefficients and fields.
wafti_implicit_job wafti_implicit_job_make(const wafti_shallow* s, double dt);
/// Solves along x (along z) in all rows (columns); the slots are those of its pieces.
void wafti_implicit_rows(const wafti_shallow* s, const wafti_implicit_job* job);
void wafti_implicit_columns(const wafti_shallow* s, const wafti_implicit_job* job);
void wafti_implicit_faces(const wafti_shallow* s, const wafti_implicit_job* job);

/// Whether all faces had water in the last pass over rows.
bool wafti_implicit_all_open(const wafti_shallow* s);

/// A step with theta = 1/2, and one of forward Euler, up to the new level. Returns how many slots hold
/// its sums; *out_open is false if a face was dry before, and then components were found.
int32_t wafti_implicit_centered(wafti_shallow* s, const wafti_implicit_job* job, bool* out_open);
int32_t wafti_implicit_explicit(wafti_shallow* s, const wafti_implicit_job* job, bool* out_open);

/// The runs with their memory.
wafti_implicit_runs wafti_implicit_runs_make(const wafti_basin* basin, wafti_carver* c);
/// Finds the components of the level as it is and what they hold; the rise of cells that no face
/// joins to others is set to 0, since nothing can flow there.
void wafti_implicit_runs_find(wafti_shallow* s, const wafti_implicit_job* job);
/// Gives components what they lack (docs/spec/water.md#step-of-implicit, step 5). Returns m3 that are
/// missing all the same.
double wafti_implicit_runs_fix(wafti_shallow* s, const wafti_implicit_job* job);
/// The same where all cells are joined and the sum of levels has changed by `change` m. `wet`: no
/// cell is dry.
double wafti_implicit_fix_all(
    wafti_shallow* s, const wafti_implicit_job* job, double change, bool wet);

#endif // WAFTI_WATER_IMPLICIT_H
