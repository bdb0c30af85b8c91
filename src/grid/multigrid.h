// SPDX-License-Identifier: MIT
// A V-cycle in float that reads no matrix: the preconditioner of the pressure equation. Its levels are
// those of docs/spec/smoke.md#hierarchy, its sweeps those of docs/spec/smoke.md#smoother.
//
// A level is seen as planes of rows of cells. A plane flow is turned so that its rows are planes of
// one row each ("flat"): what is cut into blocks and swept through is always the last index.
#ifndef WAFTI_GRID_MULTIGRID_H
#define WAFTI_GRID_MULTIGRID_H

#include "grid/domain.h"
#include "math/whole.h"

/// What a row's weights are like. A uniform row has one weight per direction, its end faces aside,
/// and one run of cells, so kernels need no arrays for it.
enum {
    WAFTI_ROW_EMPTY = 0,
    WAFTI_ROW_UNIFORM = 1,
    WAFTI_ROW_GENERAL = 2,
    WAFTI_ROW_CLASS = 3,   ///< mask of the above
    WAFTI_ROW_SHIFTED = 4, ///< some cell's parent is moved by the sheet rule
    WAFTI_ROW_PARTIAL = 8, ///< some face of its cells is partly open (level 0)
    WAFTI_ROW_EVEN = 16,   ///< uniform, and weights of all directions are the same
};

/// Bits of a cell: along which axes its parent's index is one less than half its own.
enum { WAFTI_SHIFT_X = 1, WAFTI_SHIFT_Y = 2, WAFTI_SHIFT_Z = 4 };

/// A diagonal below this is none: the cell has no equation.
#define WAFTI_LEAST_DIAGONAL 1e-6f

/// The weights of a uniform row. Values just outside its ends are set to `ghost` times the end cell's
/// (unless x is periodic), which makes a face of the inner weight do what the end face does.
typedef struct wafti_uniform_row {
    float x;          ///< faces along x
    float y[2], z[2]; ///< low and high faces
    float inverse;    ///< of the diagonal of inner cells
    float ghost[2];   ///< 1 - weight of the end face / x
    float gain[2];    ///< diagonal of inner cells over that of the end cell
} wafti_uniform_row;

typedef struct wafti_level {
    int32_t n[3]; ///< cells, rows, planes
    bool flat;    ///< no direction from row to row
    bool periodic[3];
    ptrdiff_t row, plane; ///< elements from row to row, plane to plane; row 0 if flat
    /// Weights of low faces, those of high side faces beyond the last cell; weight[1] unused if flat.
    const float* weight[3];
    float* coarse_weight[3];    ///< the same, to be written; NULL on level 0
    float* b;                   ///< right-hand side
    float* x;                   ///< the solution going down
    float* result;              ///< the solution coming up
    float* window;              ///< WAFTI_WINDOW_PLANES planes for each block
    uint8_t* shift;             ///< like fields
    uint8_t* row_kind;          ///< n[1] * n[2]
    wafti_uniform_row* uniform; ///< n[1] * n[2]
    double* row_sum;            ///< level 0: sums of b * x and of x, n[1] * n[2] each
    const float* zeros;         ///< a plane of zeros, outside of everything
    int32_t block_count;
    bool serial;
} wafti_level;

enum { WAFTI_LEVEL_CAPACITY = 16, WAFTI_COARSEST_CELLS = 64, WAFTI_WINDOW_PLANES = 6 };

/// Three neighbouring planes of a field, each by its element (0, 0).
typedef struct wafti_planes {
    const float *low, *here, *high;
} wafti_planes;

/// Kernels on one plane `k` of a level; out planes differ from in planes. Rows written have their
/// ends set for reading one cell outside.
typedef struct wafti_multigrid_kernels {
    /// out = omega D^-1 b
    void (*first)(const wafti_level* level, int32_t k, float omega, float* out);
    /// out = x + omega D^-1 (b - A x). With `sums` also row sums of b * out and of out.
    void (*sweep)(const wafti_level* level, int32_t k, const wafti_planes* x, float omega,
        float* out, bool sums);
    /// Adds b - A x to the parents in coarse planes low <= K < high.
    void (*restrict_to)(const wafti_level* level, int32_t k, const wafti_planes* x,
        const wafti_level* coarse, const int32_t range[2]);
    /// out = x + the parents' result
    void (*prolong)(const wafti_level* level, int32_t k, const wafti_level* coarse, float* out);
    /// out = x, but for cells whose indices add up to `color` modulo 2: a Gauss-Seidel step.
    void (*relax)(
        const wafti_level* level, int32_t k, const wafti_planes* x, int color, float* out);
    /// Row sums of b * x and of x.
    void (*sum)(const wafti_level* level, int32_t k, const float* x);
} wafti_multigrid_kernels;

extern const wafti_multigrid_kernels WAFTI_COPIES(wafti_multigrid_kernels);

/// L D L^T of the coarsest level's matrix.
typedef struct wafti_coarsest {
    int32_t count;
    double factor[WAFTI_COARSEST_CELLS][WAFTI_COARSEST_CELLS]; ///< below the diagonal: L
    double inverse[WAFTI_COARSEST_CELLS];                      ///< of D; 0 for a pivot that is none
} wafti_coarsest;

typedef struct wafti_multigrid {
    const wafti_context* context;
    const wafti_multigrid_kernels* kernels;
    int level_count;
    bool red_black;
    float omega[2]; ///< relaxation going down; the other way round coming up
    wafti_level levels[WAFTI_LEVEL_CAPACITY];
    wafti_coarsest coarsest;
} wafti_multigrid;

/// Takes memory from the arena; `result` is a field for the finest level. Everything must be rebuilt
/// before use. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_multigrid_init(wafti_multigrid* multigrid, const wafti_domain* domain,
    const wafti_context* context, float* result, wafti_arena* arena);
/// Bytes of wafti_multigrid_init().
size_t wafti_multigrid_size(const wafti_mac* grid);

/// What may be done while coarser levels are summed up: it needs the rows of the finest level alone.
typedef struct wafti_companion {
    void (*run)(void* context);
    void* context;
    double work_us;
} wafti_companion;

/// Takes over weights of the finest level: those of low faces with indices in the box, its upper
/// bounds included (in the domain's axes). NULL: all. Calls the companion (NULL: none) once, maybe on
/// another thread.
void wafti_multigrid_rebuild(
    wafti_multigrid* multigrid, const wafti_box* box, const wafti_companion* companion);

/// levels[0].result = M levels[0].b, and row sums.
void wafti_multigrid_cycle(wafti_multigrid* multigrid);

void wafti_coarsest_factor(wafti_coarsest* coarsest, const wafti_level* level);
void wafti_coarsest_solve(const wafti_coarsest* coarsest, const wafti_level* level);

static inline ptrdiff_t wafti_level_index(
    const wafti_level* level, int32_t i, int32_t j, int32_t k) {
    return i + j * level->row + k * level->plane;
}

/// Low-face weights of a row along an axis; row n and plane n exist.
static inline const float* wafti_level_weights(
    const wafti_level* level, int axis, int32_t j, int32_t k) {
    return axis == 1 && level->flat ? level->zeros
                                    : level->weight[axis] + j * level->row + k * level->plane;
}

/// Weights of the faces of a row's cells.
typedef struct wafti_level_faces {
    const float *x, *y_low, *y_high, *z_low, *z_high;
} wafti_level_faces;

static inline wafti_level_faces wafti_level_faces_of(
    const wafti_level* level, int32_t j, int32_t k) {
    return (wafti_level_faces){
        .x = wafti_level_weights(level, 0, j, k),
        .y_low = wafti_level_weights(level, 1, j, k),
        .y_high = wafti_level_weights(level, 1, j + 1, k),
        .z_low = wafti_level_weights(level, 2, j, k),
        .z_high = wafti_level_weights(level, 2, j, k + 1),
    };
}

static inline float wafti_faces_diagonal(const wafti_level_faces* w, int32_t i) {
    return (w->x[i] + w->x[i + 1]) + (w->y_low[i] + w->y_high[i]) + (w->z_low[i] + w->z_high[i]);
}

/// The weight of a wholly open face with that index along an axis: on an open side twice the share.
static inline float wafti_level_whole(const wafti_level* level, int axis, int32_t index) {
    const bool side = (index == 0 || index == level->n[axis]) && !level->periodic[axis];
    return side ? 2.0f : 1.0f;
}

/// Whether some of `count` faces are open, and whether some are partly so.
static inline bool wafti_any_open(const float* w, int32_t count) {
    int found = 0;
    for (int32_t i = 0; i < count; ++i) {
        found |= w[i] > 0.0f;
    }
    return found != 0;
}

static inline bool wafti_any_partial(const float* w, int32_t count, float whole) {
    int found = 0;
    for (int32_t i = 0; i < count; ++i) {
        found |= (w[i] > 0.0f) & (w[i] < whole);
    }
    return found != 0;
}

static inline int wafti_level_row_kind(const wafti_level* level, int32_t j, int32_t k) {
    return level->row_kind[(ptrdiff_t)k * level->n[1] + j];
}

/// Its class alone: WAFTI_ROW_EMPTY, _UNIFORM or _GENERAL.
static inline int wafti_level_row_class(const wafti_level* level, int32_t j, int32_t k) {
    return wafti_level_row_kind(level, j, k) & WAFTI_ROW_CLASS;
}

static inline const wafti_uniform_row* wafti_level_uniform(
    const wafti_level* level, int32_t j, int32_t k) {
    return &level->uniform[(ptrdiff_t)k * level->n[1] + j];
}

static inline float wafti_level_diagonal(
    const wafti_level* level, int32_t i, int32_t j, int32_t k) {
    const wafti_level_faces w = wafti_level_faces_of(level, j, k);
    return wafti_faces_diagonal(&w, i);
}

/// The cell of the next level that a cell is part of.
static inline void wafti_level_parent(
    const wafti_level* level, const int32_t cell[3], int32_t out_parent[3]) {
    const uint8_t shift = level->shift[wafti_level_index(level, cell[0], cell[1], cell[2])];
    for (int axis = 0; axis < 3; ++axis) {
        out_parent[axis] = cell[axis] / 2 - (shift >> axis & 1);
    }
}

/// Its rows in planes low <= k < high.
static inline wafti_walk wafti_level_walk(const wafti_level* level, int32_t low, int32_t high) {
    const wafti_mac_block rows = {{0, low}, {level->n[1], high}};
    return wafti_walk_make(rows, level->row, level->plane);
}

/// The plane that stands for index k: itself, the one at the other end, or -1.
static inline int32_t wafti_level_wrap(const wafti_level* level, int axis, int32_t k) {
    const int32_t n = level->n[axis];
    return (k >= 0 && k < n) || level->periodic[axis] ? wafti_wrap(k, n) : -1;
}

/// The first plane of a block, which ends where the next one begins; cuts are even, so that parents
/// belong to one block.
static inline int32_t wafti_level_begin(const wafti_level* level, int32_t block) {
    const int32_t pairs = level->n[2] / 2;
    return block == level->block_count ? level->n[2]
                                       : 2 * (int32_t)((int64_t)pairs * block / level->block_count);
}

/// Elements of a row that kernels may write: whole vectors, and one past.
static inline int32_t wafti_level_padded(const wafti_level* level) {
    return (level->n[0] + WAFTI_MAC_PAD - 1) / WAFTI_MAC_PAD * WAFTI_MAC_PAD;
}

#endif // WAFTI_GRID_MULTIGRID_H
