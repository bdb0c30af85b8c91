// SPDX-License-Identifier: MIT
// The hierarchy from weights: which rows are uniform, whose parents the sheet rule moves, and weights
// of coarser levels, by docs/spec/smoke.md#hierarchy and docs/spec/smoke.md#row-classes. Only what a
// changed box reaches is worked on, in the same order as if all were, so that the result has the same
// bits.
#include "grid/multigrid.h"

#include <string.h>

#include "math/whole.h"

// Indices of low faces along each axis, both bounds included; those at n are high side faces.
typedef struct faces {
    int32_t low[3], high[3];
} faces;

// Measured, one core: what a cell costs to classify, and to be summed up along one axis.
static const double cell_us = 2.5e-3;

// Whether all of first[0 .. count - 1] have the same bits.
static bool all_equal(const float* first, int32_t count) {
    return count < 2 || memcmp(first, first + 1, (size_t)(count - 1) * sizeof(*first)) == 0;
}

static bool row_partial(const wafti_level* level, int class, int32_t j, int32_t k) {
    // The faces of a uniform row are all like its first.
    const int32_t n = level->n[0];
    const int32_t count = class == WAFTI_ROW_UNIFORM ? 1 : n;
    const wafti_level_faces w = wafti_level_faces_of(level, j, k);
    return wafti_any_partial(w.x, 1, wafti_level_whole(level, 0, 0)) ||
           wafti_any_partial(w.x + 1, count - (n == count), 1.0f) ||
           wafti_any_partial(w.x + n, 1, wafti_level_whole(level, 0, n)) ||
           wafti_any_partial(w.y_low, count, wafti_level_whole(level, 1, j)) ||
           wafti_any_partial(w.y_high, count, wafti_level_whole(level, 1, j + 1)) ||
           wafti_any_partial(w.z_low, count, wafti_level_whole(level, 2, k)) ||
           wafti_any_partial(w.z_high, count, wafti_level_whole(level, 2, k + 1));
}

// Row (j, k) as if it were uniform.
static wafti_uniform_row uniform_of(const wafti_level* level, int32_t j, int32_t k) {
    const int32_t n = level->n[0];
    const wafti_level_faces w = wafti_level_faces_of(level, j, k);
    const float* x = w.x;
    wafti_uniform_row u = {
        .x = x[1], .y = {w.y_low[0], w.y_high[0]}, .z = {w.z_low[0], w.z_high[0]}};
    const float across = (u.y[0] + u.y[1]) + (u.z[0] + u.z[1]);
    const float diagonal = (u.x + u.x) + across;
    u.inverse = 1.0f / diagonal;
    u.ghost[0] = 1.0f - x[0] / u.x;
    u.ghost[1] = 1.0f - x[n] / u.x;
    u.gain[0] = diagonal / (x[0] + u.x + across);
    u.gain[1] = diagonal / (u.x + x[n] + across);
    return u;
}

// Whether a value outside the row can stand for its end face, and without rounding.
static bool end_fits(const wafti_level* level, float end, float inner) {
    if (level->periodic[0]) {
        return end == inner;
    }
    return end == 0.0f || end == inner || end == 2.0f * inner;
}

static int classify(const wafti_level* level, int32_t j, int32_t k) {
    const int32_t n = level->n[0];
    const wafti_level_faces w = wafti_level_faces_of(level, j, k);
    const float* x = w.x;
    const bool same = all_equal(x + 1, n - 1) && all_equal(w.y_low, n) && all_equal(w.y_high, n) &&
                      all_equal(w.z_low, n) && all_equal(w.z_high, n);
    const bool joined = n > 1 && x[1] >= WAFTI_LEAST_DIAGONAL && end_fits(level, x[0], x[1]) &&
                        end_fits(level, x[n], x[1]);
    if (same && joined) {
        return WAFTI_ROW_UNIFORM;
    }
    const bool open = wafti_any_open(x, n + 1) || wafti_any_open(w.y_low, n) ||
                      wafti_any_open(w.y_high, n) || wafti_any_open(w.z_low, n) ||
                      wafti_any_open(w.z_high, n);
    return open ? WAFTI_ROW_GENERAL : WAFTI_ROW_EMPTY;
}

static void classify_row(const wafti_level* level, int32_t j, int32_t k) {
    const ptrdiff_t at = (ptrdiff_t)k * level->n[1] + j;
    const int class = classify(level, j, k);
    int kind = class | (level->row_kind[at] & WAFTI_ROW_SHIFTED);
    if (class == WAFTI_ROW_UNIFORM) {
        const wafti_uniform_row u = uniform_of(level, j, k);
        const bool even = u.y[0] == u.x && u.y[1] == u.x && u.z[0] == u.x && u.z[1] == u.x;
        kind |= even ? WAFTI_ROW_EVEN : 0;
        level->uniform[at] = u;
    }
    if (level->coarse_weight[0] == NULL && row_partial(level, class, j, k)) {
        kind |= WAFTI_ROW_PARTIAL;
    }
    level->row_kind[at] = (uint8_t)kind;
}

// The sheet rule along y or z: an even cell whose low face is open and whose high face is closed
// against fluid goes with the cells below. False if no cell of the row can be such a one.
static bool may_shift(const wafti_level* level, int axis, int32_t index) {
    return index > 0 && index % 2 == 0 && index + 1 < level->n[axis];
}

static void mark_across(const wafti_level* level, int axis, const int32_t cell[3], int32_t end) {
    const int32_t j = cell[1];
    const int32_t k = cell[2];
    if (!may_shift(level, axis, cell[axis])) {
        return;
    }
    const int32_t up[3] = {0, axis == 1, axis == 2};
    const float* low = wafti_level_weights(level, axis, j, k);
    const float* high = wafti_level_weights(level, axis, j + up[1], k + up[2]);
    uint8_t* shift = level->shift + wafti_level_index(level, 0, j, k);
    const uint8_t bit = axis == 1 ? WAFTI_SHIFT_Y : WAFTI_SHIFT_Z;
    int any = 0;
    for (int32_t i = cell[0]; i < end; ++i) {
        any |= (high[i] == 0.0f) & (low[i] > 0.0f);
    }
    for (int32_t i = cell[0]; i < end && any != 0; ++i) {
        if (high[i] == 0.0f && low[i] > 0.0f &&
            wafti_level_diagonal(level, i, j + up[1], k + up[2]) >= WAFTI_LEAST_DIAGONAL) {
            shift[i] |= bit;
        }
    }
}

static void mark_row(const wafti_level* level, int32_t j, int32_t k, int32_t low, int32_t end) {
    const ptrdiff_t at = (ptrdiff_t)k * level->n[1] + j;
    uint8_t* shift = level->shift + wafti_level_index(level, 0, j, k);
    memset(shift + low, 0, (size_t)(end - low));
    const float* x = wafti_level_weights(level, 0, j, k);
    const bool general = (level->row_kind[at] & WAFTI_ROW_CLASS) == WAFTI_ROW_GENERAL;
    int closed = 0;
    for (int32_t i = low; i < end && general; ++i) {
        closed |= (x[i + 1] == 0.0f) & (x[i] > 0.0f);
    }
    for (int32_t i = low + low % 2; i < end && closed != 0; i += 2) {
        if (may_shift(level, 0, i) && x[i + 1] == 0.0f && x[i] > 0.0f &&
            wafti_level_diagonal(level, i + 1, j, k) >= WAFTI_LEAST_DIAGONAL) {
            shift[i] |= WAFTI_SHIFT_X;
        }
    }
    const int32_t cell[3] = {low, j, k};
    if (!level->flat) {
        mark_across(level, 1, cell, end);
    }
    mark_across(level, 2, cell, end);
    int any = 0;
    for (int32_t i = 0; i < level->n[0]; ++i) {
        any |= shift[i];
    }
    level->row_kind[at] =
        (uint8_t)((level->row_kind[at] & ~WAFTI_ROW_SHIFTED) | (any != 0 ? WAFTI_ROW_SHIFTED : 0));
}

// Faces widened by `below` and `above`; a periodic axis is taken whole as soon as its seam is met.
static faces widen(const wafti_level* level, const faces* box, int32_t below, int32_t above) {
    faces wide = *box;
    for (int axis = 0; axis < 3; ++axis) {
        const int32_t n = level->n[axis];
        const bool seam = box->low[axis] - below <= 0 || box->high[axis] + above >= n;
        const bool whole = level->periodic[axis] && seam;
        wide.low[axis] = whole ? 0 : wafti_greater(0, box->low[axis] - below);
        wide.high[axis] = whole ? n : wafti_lesser(n, box->high[axis] + above);
    }
    return wide;
}

typedef struct renewal {
    const wafti_level* level;
    faces rows;             // whose classes are renewed
    faces moved;            // whose shifts are
    int32_t first_x, end_x; // of these
} renewal;

static void classify_plane(void* context, int32_t block) {
    const renewal* work = context;
    const int32_t k = work->rows.low[2] + block;
    for (int32_t j = work->rows.low[1]; j <= work->rows.high[1]; ++j) {
        classify_row(work->level, j, k);
    }
}

static void mark_plane(void* context, int32_t block) {
    const renewal* work = context;
    const int32_t k = work->moved.low[2] + block;
    for (int32_t j = work->moved.low[1]; j <= work->moved.high[1]; ++j) {
        mark_row(work->level, j, k, work->first_x, work->end_x);
    }
}

// Rows of cells, without side faces beyond the last.
static faces rows_of(const wafti_level* level, faces box) {
    for (int axis = 1; axis < 3; ++axis) {
        box.high[axis] = wafti_lesser(box.high[axis], level->n[axis] - 1);
    }
    return box;
}

static double row_count(const faces* box) {
    return (double)(box->high[1] - box->low[1] + 1) * (double)(box->high[2] - box->low[2] + 1);
}

// Classes and shifts of cells that changed weights may concern.
static void renew_rows(wafti_pool* pool, const wafti_level* level, const faces* changed) {
    const faces moved = widen(level, changed, 2, 0);
    renewal work = {
        .level = level,
        .rows = rows_of(level, widen(level, changed, 1, 0)),
        .moved = rows_of(level, moved),
        .first_x = moved.low[0],
        .end_x = wafti_lesser(moved.high[0] + 1, level->n[0]),
    };
    const double row_us = cell_us * level->n[0];
    wafti_pool_run(pool, work.rows.high[2] - work.rows.low[2] + 1, row_us * row_count(&work.rows),
        classify_plane, &work);
    wafti_pool_run(pool, work.moved.high[2] - work.moved.low[2] + 1,
        row_us * row_count(&work.moved), mark_plane, &work);
}

typedef struct transfer {
    const wafti_level* fine;
    const wafti_level* coarse;
    faces range; // of coarse faces to be summed up
} transfer;

static bool in_range(const transfer* t, int axis, int32_t index) {
    return index >= t->range.low[axis] && index <= t->range.high[axis];
}

static void add_weight(const transfer* t, int axis, const int32_t face[3], float weight) {
    if (in_range(t, 0, face[0]) && in_range(t, 1, face[1]) && in_range(t, 2, face[2])) {
        t->coarse->coarse_weight[axis][wafti_level_index(t->coarse, face[0], face[1], face[2])] +=
            weight;
    }
}

// One face: adds its weight to the face between its cells' parents if these are neighbours.
static void add_face(const transfer* t, int axis, const int32_t face[3], float weight) {
    const int32_t n = t->fine->n[axis];
    const int32_t coarse_n = t->coarse->n[axis];
    const bool low_side = face[axis] == 0;
    const bool high_side = face[axis] == n;
    int32_t ahead[3] = {face[0], face[1], face[2]};
    int32_t behind[3] = {face[0], face[1], face[2]};
    behind[axis] = low_side ? n - 1 : face[axis] - 1;
    ahead[axis] = high_side ? 0 : face[axis];
    int32_t low[3];
    int32_t high[3];
    wafti_level_parent(t->fine, behind, low);
    wafti_level_parent(t->fine, ahead, high);
    if ((low_side || high_side) && !t->fine->periodic[axis]) {
        if (high_side) {
            ++low[axis];
        }
        add_weight(t, axis, high_side ? low : high, weight);
        return;
    }
    const bool seam = low_side || high_side;
    bool neighbours = seam ? coarse_n > 1 : high[axis] == low[axis] + 1;
    for (int d = 0; d < 3; ++d) {
        neighbours = neighbours && (d == axis || low[d] == high[d]);
    }
    if (neighbours) {
        if (high_side) {
            high[axis] = coarse_n;
        }
        add_weight(t, axis, high, weight);
    }
}

static bool row_shifted(const wafti_level* level, int32_t j, int32_t k) {
    const int32_t row = wafti_level_wrap(level, 1, j);
    const int32_t plane = wafti_level_wrap(level, 2, k);
    return row >= 0 && plane >= 0 &&
           (wafti_level_row_kind(level, row, plane) & WAFTI_ROW_SHIFTED) != 0;
}

static float share_of(const wafti_level* fine, int axis) {
    return fine->n[axis] > 1 ? 0.5f : 1.0f;
}

// All faces of an axis in a row of fine faces, where some parents are moved. Faces between cells that
// keep theirs are put in place at once.
static void add_row_shifted(const transfer* t, int axis, int32_t j, int32_t k) {
    const wafti_level* fine = t->fine;
    const float* w = wafti_level_weights(fine, axis, j, k);
    const float share = share_of(fine, axis);
    const int32_t index = axis == 1 ? j : k;
    const bool side = axis > 0 && (index == 0 || index == fine->n[axis]);
    const bool inside = in_range(t, 1, j / 2) && in_range(t, 2, k / 2);
    const int32_t end = wafti_lesser(fine->n[0] - (axis != 0), 2 * t->range.high[0] + 2);
    const ptrdiff_t behind = axis == 0 ? 1 : (axis == 1 ? fine->row : fine->plane);
    const uint8_t* shift = fine->shift + wafti_level_index(fine, 0, j, k);
    float* out = t->coarse->coarse_weight[axis] + wafti_level_index(t->coarse, 0, j / 2, k / 2);
    for (int32_t i = 2 * t->range.low[0]; i <= end; ++i) {
        const bool end_face = axis == 0 && (i == 0 || i == fine->n[0]);
        if (side || end_face || (shift[i] | shift[i - behind]) != 0) {
            const int32_t face[3] = {i, j, k};
            add_face(t, axis, face, share * w[i]);
        } else if ((axis == 0 ? i : index) % 2 == 0 && inside && in_range(t, 0, i / 2)) {
            out[i / 2] += share * w[i];
        }
    }
}

// The same where no parent is moved: along x every other face counts.
static void add_row_along(const transfer* t, int32_t j, int32_t k) {
    const wafti_level* fine = t->fine;
    const int32_t coarse_n = t->coarse->n[0];
    const float* w = wafti_level_weights(fine, 0, j, k);
    float* out = t->coarse->coarse_weight[0] + wafti_level_index(t->coarse, 0, j / 2, k / 2);
    const float share = share_of(fine, 0);
    const bool closed_ring = fine->periodic[0] && coarse_n == 1;
    const int32_t low = t->range.low[0];
    const int32_t high = t->range.high[0];
    for (int32_t i = wafti_greater(low, 1); i <= wafti_lesser(high, coarse_n - 1); ++i) {
        out[i] += share * w[(ptrdiff_t)2 * i];
    }
    if (low == 0 && !closed_ring) {
        out[0] += share * w[0];
    }
    if (high == coarse_n && !closed_ring) {
        out[coarse_n] += share * w[fine->n[0]];
    }
}

static void add_row_across(const transfer* t, int axis, int32_t j, int32_t k) {
    const wafti_level* fine = t->fine;
    const int32_t index = axis == 1 ? j : k;
    const int32_t n = fine->n[axis];
    const int32_t coarse_n = t->coarse->n[axis];
    const bool side = index == 0 || index == n;
    if ((!side && index % 2 != 0) || (side && fine->periodic[axis] && coarse_n == 1)) {
        return;
    }
    const int32_t target = index == n ? coarse_n : index / 2;
    if (!in_range(t, axis, target)) {
        return;
    }
    const float* w = wafti_level_weights(fine, axis, j, k);
    float* out = t->coarse->coarse_weight[axis] +
                 (axis == 1 ? wafti_level_index(t->coarse, 0, target, k / 2)
                            : wafti_level_index(t->coarse, 0, j / 2, target));
    const float share = share_of(fine, axis);
    const int32_t whole = fine->n[0] / 2;
    for (int32_t i = t->range.low[0]; i < wafti_lesser(t->range.high[0] + 1, whole); ++i) {
        out[i] += share * w[(ptrdiff_t)2 * i];
        out[i] += share * w[(ptrdiff_t)2 * i + 1];
    }
    if (fine->n[0] % 2 != 0 && whole >= t->range.low[0] && whole <= t->range.high[0]) {
        out[whole] += share * w[(ptrdiff_t)2 * whole];
    }
}

// Faces of an axis in fine row (j, k), side faces beyond the last row or plane included.
static void add_row(const transfer* t, int axis, int32_t j, int32_t k) {
    const wafti_level* fine = t->fine;
    const bool beyond_row = j == fine->n[1];
    const bool beyond_plane = k == fine->n[2];
    if ((beyond_row && (axis != 1 || beyond_plane)) || (beyond_plane && axis != 2)) {
        return;
    }
    const bool shifted = (!beyond_row && !beyond_plane && row_shifted(fine, j, k)) ||
                         (axis == 1 && (row_shifted(fine, j - 1, k) || row_shifted(fine, j, k))) ||
                         (axis == 2 && (row_shifted(fine, j, k - 1) || row_shifted(fine, j, k)));
    if (shifted) {
        add_row_shifted(t, axis, j, k);
    } else if (axis == 0) {
        if (in_range(t, 1, j / 2) && in_range(t, 2, k / 2)) {
            add_row_along(t, j, k);
        }
    } else if (axis == 1 ? in_range(t, 2, k / 2) : in_range(t, 1, j / 2)) {
        add_row_across(t, axis, j, k);
    }
}

// Weights along one axis: axes do not write what others read, nor do planes of the coarse level.
static void coarsen_axis(const transfer* t, int32_t axis) {
    const wafti_level* fine = t->fine;
    const faces* range = &t->range;
    const size_t width = (size_t)(range->high[0] - range->low[0] + 1) * sizeof(float);
    if (axis == 1 && fine->flat) {
        return;
    }
    for (int32_t k = range->low[2]; k <= range->high[2]; ++k) {
        for (int32_t j = range->low[1]; j <= (t->coarse->flat ? 0 : range->high[1]); ++j) {
            memset(
                t->coarse->coarse_weight[axis] + wafti_level_index(t->coarse, range->low[0], j, k),
                0, width);
        }
    }
    for (int32_t k = 2 * range->low[2]; k <= wafti_lesser(fine->n[2], 2 * range->high[2] + 2);
         ++k) {
        for (int32_t j = 2 * range->low[1]; j <= wafti_lesser(fine->n[1], 2 * range->high[1] + 2);
             ++j) {
            add_row(t, axis, j, k);
        }
    }
}

// Every axis in as many pieces along z.
enum { PIECES = 2 };

typedef struct coarsening {
    transfer transfer;
    const wafti_companion* companion; // NULL: none
} coarsening;

// The companion first: it may be longer than an axis.
static void coarsen_part(void* context, int32_t part) {
    coarsening* work = context;
    const bool accompanied = work->companion != NULL;
    if (accompanied && part == 0) {
        work->companion->run(work->companion->context);
        return;
    }
    const int32_t piece = part - accompanied;
    transfer t = work->transfer;
    const int32_t low = t.range.low[2];
    const int32_t planes = t.range.high[2] - low + 1;
    t.range.low[2] = low + planes * (piece % PIECES) / PIECES;
    t.range.high[2] = low + planes * (piece % PIECES + 1) / PIECES - 1;
    coarsen_axis(&t, piece / PIECES);
}

static void coarsen(wafti_pool* pool, const wafti_level levels[2], const faces* range,
    const wafti_companion* companion) {
    coarsening work = {{&levels[0], &levels[1], *range}, companion};
    const double cells = 4.0 * row_count(range) * 2.0 * (range->high[0] - range->low[0] + 1);
    wafti_pool_run(pool, 3 * PIECES + (companion != NULL),
        3.0 * cells * cell_us + (companion != NULL ? companion->work_us : 0.0), coarsen_part,
        &work);
}

// Faces of the next level that changes of this one reach: parents of faces whose weight changed or
// whose cells' parents may have moved.
static faces reach(const wafti_level* fine, const wafti_level* coarse, const faces* changed) {
    const faces wide = widen(fine, changed, 2, 1);
    faces next;
    for (int axis = 0; axis < 3; ++axis) {
        next.low[axis] = wafti_greater(0, wide.low[axis] / 2 - 1);
        next.high[axis] = wafti_lesser(coarse->n[axis], wide.high[axis] / 2 + 1);
    }
    return next;
}

static faces changed_faces(const wafti_level* finest, const wafti_box* box) {
    faces changed = {.high = {finest->n[0], finest->n[1], finest->n[2]}};
    for (int axis = 0; axis < 3 && box != NULL; ++axis) {
        const int own = finest->flat && axis == 2 ? 1 : axis;
        if (finest->flat && axis == 1) {
            continue;
        }
        changed.low[axis] = wafti_greater(0, box->low[own]);
        changed.high[axis] = wafti_lesser(finest->n[axis], box->high[own]);
    }
    return changed;
}

void wafti_multigrid_rebuild(
    wafti_multigrid* multigrid, const wafti_box* box, const wafti_companion* companion) {
    wafti_pool* pool = multigrid->context->pool;
    faces changed = changed_faces(&multigrid->levels[0], box);
    for (int l = 0; l < multigrid->level_count; ++l) {
        const wafti_level* level = &multigrid->levels[l];
        renew_rows(pool, level, &changed);
        if (l + 1 < multigrid->level_count) {
            changed = reach(level, level + 1, &changed);
            coarsen(pool, level, &changed, l == 0 ? companion : NULL);
        } else if (l == 0 && companion != NULL) {
            companion->run(companion->context);
        }
    }
    wafti_coarsest_factor(&multigrid->coarsest, &multigrid->levels[multigrid->level_count - 1]);
}
