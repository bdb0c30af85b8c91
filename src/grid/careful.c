// SPDX-License-Identifier: MIT
#include "grid/careful.h"

#include "math/whole.h"

#include <float.h>
#include <math.h>

// Cell inside the box that stands for cell i: outside, walls go on as they meet the side.
static int32_t cell_inside(const wafti_domain* domain, int axis, int32_t i) {
    return wafti_inside(i, domain->grid.n[axis], wafti_domain_periodic(domain, axis));
}

// Value in the field or its halo that stands for index i.
static int32_t value_index(const wafti_domain* domain, int axis, int32_t i) {
    const int32_t n = domain->grid.n[axis];
    const int32_t depth = domain->grid.halo[axis];
    return wafti_domain_periodic(domain, axis)
               ? wafti_wrap(i, n)
               : wafti_greater(-depth, wafti_lesser(i, n + depth - 1));
}

// Index of the low face of cell i along its axis, or -1 if it lets everything pass: outside, and on
// sides other than open ones, where traces have been cut already and the halo holds what is beyond.
static int32_t face_index(const wafti_domain* domain, int axis, int32_t i) {
    const int32_t n = domain->grid.n[axis];
    if (wafti_domain_periodic(domain, axis)) {
        return wafti_wrap(i, n);
    }
    if (i > 0 && i < n) {
        return i;
    }
    const bool on_side = i == 0 || i == n;
    const int side = 2 * axis + (i > 0 ? 1 : 0);
    return on_side && domain->sides[side].kind == WAFTI_SIDE_OPEN ? i : -1;
}

// The element of face or cell `index` along an axis, beside a cell that may lie outside.
static ptrdiff_t element_beside(
    const wafti_domain* domain, const int32_t cell[3], int axis, int32_t index) {
    int32_t place[3] = {cell_inside(domain, 0, cell[0]), cell_inside(domain, 1, cell[1]),
        cell_inside(domain, 2, cell[2])};
    place[axis] = index;
    return wafti_mac_index(&domain->grid, place[0], place[1], place[2]);
}

// Whether a face of that index, -1 for none, is open.
static bool passes(const wafti_domain* domain, const int32_t cell[3], int axis, int32_t face) {
    return face < 0 || domain->weight[axis][element_beside(domain, cell, axis, face)] > 0.0f;
}

static bool no_slip_cell(const wafti_domain* domain, ptrdiff_t cell) {
    const uint8_t owner = domain->owner[cell];
    return owner != 0 && domain->solids[owner - 1].no_slip;
}

static unsigned shut_along(const wafti_domain* domain, const int32_t cell[3], int axis) {
    const int32_t face = face_index(domain, axis, cell[axis]);
    if (passes(domain, cell, axis, face)) {
        return 0;
    }
    const int32_t n = domain->grid.n[axis];
    if (!wafti_domain_periodic(domain, axis) && (face <= 0 || face >= n)) {
        return WAFTI_SHUT_KEPT;
    }
    const int32_t beside[2] = {
        cell_inside(domain, axis, face), cell_inside(domain, axis, face - 1)};
    const bool sticks = no_slip_cell(domain, element_beside(domain, cell, axis, beside[0])) ||
                        no_slip_cell(domain, element_beside(domain, cell, axis, beside[1]));
    return sticks ? WAFTI_SHUT_CLOSED | WAFTI_SHUT_KEPT : WAFTI_SHUT_CLOSED;
}

uint8_t wafti_careful_shut(const wafti_domain* domain, const int32_t cell[3]) {
    unsigned bits = 0;
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        bits |= shut_along(domain, cell, axis) << axis;
    }
    return (uint8_t)bits;
}

wafti_careful_end wafti_careful_march(
    const wafti_domain* domain, const int32_t cell[3], const float part[3], const float shift[3]) {
    const int axes = domain->grid.axes == 3 ? 3 : 2;
    wafti_careful_end end = {.cell = {cell[0], cell[1], cell[2]}};
    float room[3]; // way along each axis up to the next face
    for (int a = 0; a < axes; ++a) {
        room[a] = shift[a] < 0.0f ? part[a] : 1.0f - part[a];
    }
    float time = 1.0f; // share of the way that is gone
    for (;;) {
        int next = -1;
        float first = 1.0f;
        for (int a = 0; a < axes; ++a) {
            const float way = fabsf(shift[a]);
            // Ending on a face is not crossing it.
            if (way > room[a] && (next < 0 || room[a] < first * way)) {
                first = room[a] / way;
                next = a;
            }
        }
        if (next < 0) {
            break;
        }
        const bool up = shift[next] > 0.0f;
        const int32_t face = face_index(domain, next, end.cell[next] + (up ? 1 : 0));
        if (!passes(domain, end.cell, next, face)) {
            time = first;
            end.cut = true;
            break;
        }
        end.cell[next] += up ? 1 : -1;
        room[next] += 1.0f;
    }
    for (int a = 0; a < axes; ++a) {
        const float there = part[a] + (time * shift[a] - (float)(end.cell[a] - cell[a]));
        end.part[a] = there > 0.0f ? (there < 1.0f ? there : 1.0f) : 0.0f;
    }
    return end;
}

// The two corners along an axis: number 0 is that of the cell in which the trace ends.
typedef struct pair {
    float share[2];
    ptrdiff_t value[2];  // offsets into the field
    ptrdiff_t inside[2]; // into weights: the cells that stand for them
    ptrdiff_t face;      // between the two
    bool free;           // that face lets everything pass
} pair;

static pair cells_along(const wafti_domain* domain, const wafti_careful_end* end, int axis) {
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, axis);
    const float part = end->part[axis];
    const bool up = part >= 0.5f;
    const int32_t cell = end->cell[axis];
    const int32_t other = up ? cell + 1 : cell - 1;
    const float share = up ? part - 0.5f : 0.5f - part;
    pair p = {.share = {1.0f - share, share}};
    if (cell > 0 && cell < domain->grid.n[axis] - 1) {
        p.value[0] = p.inside[0] = cell * stride;
        p.value[1] = p.inside[1] = other * stride;
        p.face = (up ? other : cell) * stride;
        return p;
    }
    const int32_t face = face_index(domain, axis, up ? other : cell);
    p.value[0] = value_index(domain, axis, cell) * stride;
    p.value[1] = value_index(domain, axis, other) * stride;
    p.inside[0] = cell_inside(domain, axis, cell) * stride;
    p.inside[1] = cell_inside(domain, axis, other) * stride;
    p.face = face * stride;
    p.free = face < 0;
    return p;
}

// Whether the face between two corners along axis a is open, for those at `at` along the others.
static inline unsigned face_open(const float* weight, const pair* a, ptrdiff_t at) {
    return a->free || weight[a->face + at] > 0.0f ? 1u : 0u;
}

// Corners that a monotone path of open faces joins to corner 0, as bits; bit 0 of a corner's number
// says that it is the other one along a, bit 1 along b. `level`: offset along further axes.
static unsigned join_four(
    const float* const weight[2], const pair* a, const pair* b, ptrdiff_t level) {
    const ptrdiff_t* ia = a->inside;
    const ptrdiff_t* ib = b->inside;
    const unsigned a_low = face_open(weight[0], a, ib[0] + level);
    const unsigned b_low = face_open(weight[1], b, ia[0] + level);
    const unsigned a_high = face_open(weight[0], a, ib[1] + level);
    const unsigned b_high = face_open(weight[1], b, ia[1] + level);
    return 1u | a_low << 1 | b_low << 2 | ((a_low & b_high) | (b_low & a_high)) << 3;
}

// The same for three axes; bit 2 is for the third.
static unsigned join_eight(
    const wafti_domain* domain, const pair* x, const pair* y, const pair* z) {
    const float* const* weight = (const float* const*)domain->weight;
    const unsigned low = join_four(weight, x, y, z->inside[0]);
    unsigned up = 0; // from a corner of the low four to the one above
    for (unsigned corner = 0; corner < 4; ++corner) {
        const ptrdiff_t at = x->inside[corner & 1u] + y->inside[corner >> 1];
        up |= face_open(weight[2], z, at) << corner;
    }
    const ptrdiff_t level = z->inside[1];
    const unsigned x_low = face_open(weight[0], x, y->inside[0] + level);
    const unsigned y_low = face_open(weight[1], y, x->inside[0] + level);
    const unsigned x_high = face_open(weight[0], x, y->inside[1] + level);
    const unsigned y_high = face_open(weight[1], y, x->inside[1] + level);
    unsigned high = low & up;
    high |= (high & x_low) << 1 | (high & y_low) << 2;
    high |= ((high >> 1 & y_high) | (high >> 2 & x_high)) << 3;
    return low | high << 4;
}

typedef struct gathered {
    float sum, total, least, greatest;
} gathered;

static inline void gather(gathered* all, float value, float share) {
    all->sum += share * value;
    all->total += share;
    all->least = value < all->least ? value : all->least;
    all->greatest = value > all->greatest ? value : all->greatest;
}

// Shares add up to less than 1 if corners are missing.
static wafti_careful_value mean_of(const gathered* all, bool cut) {
    wafti_careful_value result = {.cut = cut, .found = all->total > 0.0f};
    if (result.found) {
        const float mean = all->sum / all->total;
        const float raised = mean > all->least ? mean : all->least;
        result.least = all->least;
        result.greatest = all->greatest;
        result.value = raised < all->greatest ? raised : all->greatest;
    }
    return result;
}

static wafti_careful_value sample_cells(
    const wafti_domain* domain, const float* field, const wafti_careful_end* end) {
    const pair x = cells_along(domain, end, 0);
    const pair y = cells_along(domain, end, 1);
    pair z = {.share = {1.0f, 0.0f}};
    unsigned joined = 0;
    if (domain->grid.axes == 3) {
        z = cells_along(domain, end, 2);
        joined = join_eight(domain, &x, &y, &z);
    } else {
        joined = join_four((const float* const*)domain->weight, &x, &y, 0);
    }
    const float own = field[x.value[0] + y.value[0] + z.value[0]];
    gathered all = {.least = own, .greatest = own};
    for (unsigned corner = 0; joined >> corner != 0; ++corner) {
        if ((joined >> corner & 1u) != 0) {
            const unsigned a = corner & 1u;
            const unsigned b = corner >> 1 & 1u;
            const unsigned c = corner >> 2;
            gather(&all, field[x.value[a] + y.value[b] + z.value[c]],
                x.share[a] * y.share[b] * z.share[c]);
        }
    }
    return mean_of(&all, end->cut);
}

// The two faces of a cell along the axis.
typedef struct face_pair {
    float share[2];
    ptrdiff_t value[2];        // offsets into the field
    ptrdiff_t high[2], low[2]; // into weights: the cells that stand for those beside the face
    bool side[2];              // on or beyond a side, which holds what is known there
} face_pair;

static face_pair faces_along(const wafti_domain* domain, const wafti_careful_end* end, int axis) {
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, axis);
    const int32_t n = domain->grid.n[axis];
    const int32_t cell = end->cell[axis];
    face_pair p = {.share = {1.0f - end->part[axis], end->part[axis]}};
    if (cell > 0 && cell < n - 1) {
        p.low[0] = (cell - 1) * stride;
        p.value[0] = p.high[0] = p.low[1] = cell * stride;
        p.value[1] = p.high[1] = (cell + 1) * stride;
        return p;
    }
    for (int f = 0; f < 2; ++f) {
        const int32_t face = cell + f;
        p.side[f] = !wafti_domain_periodic(domain, axis) && (face <= 0 || face >= n);
        p.value[f] = value_index(domain, axis, face) * stride;
        p.high[f] = cell_inside(domain, axis, face) * stride;
        p.low[f] = cell_inside(domain, axis, face - 1) * stride;
    }
    return p;
}

static wafti_careful_value sample_faces(
    const wafti_domain* domain, int axis, const float* field, const wafti_careful_end* end) {
    const int axes[2] = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
    const face_pair along = faces_along(domain, end, axis);
    const pair a = cells_along(domain, end, axes[0]);
    // The level of the cell in which the trace ends, along the axis.
    const ptrdiff_t level =
        cell_inside(domain, axis, end->cell[axis]) * wafti_mac_stride(&domain->grid, axis);
    pair b = {.share = {1.0f, 0.0f}};
    unsigned joined = 1u;
    if (domain->grid.axes == 3) {
        b = cells_along(domain, end, axes[1]);
        const float* const weights[2] = {domain->weight[axes[0]], domain->weight[axes[1]]};
        joined = join_four(weights, &a, &b, level);
    } else {
        joined |= face_open(domain->weight[axes[0]], &a, level) << 1;
    }
    const float* weight = domain->weight[axis];
    gathered all = {.least = FLT_MAX, .greatest = -FLT_MAX};
    for (unsigned corner = 0; corner < 1u << (domain->grid.axes - 1); ++corner) {
        const unsigned m = corner & 1u;
        const unsigned n = corner >> 1;
        const ptrdiff_t across = a.inside[m] + b.inside[n];
        const bool reached = (joined >> corner & 1u) != 0;
        for (int f = 0; f < 2; ++f) {
            // Closed faces count if they stick, with what the solid does; others if reached.
            const bool fluid = along.side[f] || weight[across + along.high[f]] > 0.0f;
            const bool counts = fluid ? reached
                                      : no_slip_cell(domain, across + along.high[f]) ||
                                            no_slip_cell(domain, across + along.low[f]);
            if (counts) {
                gather(&all, field[a.value[m] + b.value[n] + along.value[f]],
                    a.share[m] * b.share[n] * along.share[f]);
            }
        }
    }
    return mean_of(&all, end->cut);
}

wafti_careful_value wafti_careful_sample(
    const wafti_domain* domain, int axis, const float* field, const wafti_careful_end* end) {
    return axis < 0 ? sample_cells(domain, field, end) : sample_faces(domain, axis, field, end);
}

// Keeps the end of a trace where the job lets it be; true if it had to be cut.
static bool limit_shift(const wafti_advect_job* job, const int32_t at[3], float shift[3]) {
    bool cut = false;
    const int axes = job->domain->grid.axes == 3 ? 3 : 2;
    for (int a = 0; a < axes; ++a) {
        const float low = job->low[a] - (float)at[a];
        const float high = job->high[a] - (float)at[a];
        const bool trusted = shift[a] >= job->trust_low[a] - (float)at[a] &&
                             shift[a] <= job->trust_high[a] - (float)at[a];
        cut = cut || !(trusted || job->periodic[a]);
        // Written so that NaN is cut too.
        shift[a] = shift[a] > low ? (shift[a] < high ? shift[a] : high) : low;
    }
    return cut;
}

static wafti_careful_end march_from(
    const wafti_advect_job* job, const int32_t at[3], const float shift[3]) {
    int32_t cell[3] = {at[0], at[1], at[2]};
    float part[3];
    for (int a = 0; a < 3; ++a) {
        part[a] = wafti_advect_place(job->axis, a);
        if (a == job->axis && shift[a] < 0.0f) {
            part[a] = 1.0f;
            cell[a] -= 1;
        }
    }
    return wafti_careful_march(job->domain, cell, part, shift);
}

// Whether a point is in a solid: a cell, or a face that is closed or beside such a cell.
static bool is_covered(const wafti_domain* domain, int axis, const int32_t at[3]) {
    const wafti_mac* grid = &domain->grid;
    const ptrdiff_t own = wafti_mac_index(grid, at[0], at[1], at[2]);
    if (axis < 0) {
        return domain->clearance[own] == 0;
    }
    const int shut = (WAFTI_SHUT_CLOSED | WAFTI_SHUT_KEPT) << axis;
    const ptrdiff_t stride = wafti_mac_stride(grid, axis);
    const ptrdiff_t high = (at[axis] < grid->n[axis] ? 0 : -1) * stride;
    const ptrdiff_t low = (at[axis] > 0 ? -1 : 0) * stride;
    return (domain->shut[own] & shut) != 0 || domain->clearance[own + high] == 0 ||
           domain->clearance[own + low] == 0;
}

wafti_careful_value wafti_careful_trace(const wafti_advect_job* job, const float* field,
    float cells, const int32_t at[3], const float shift[3]) {
    const wafti_domain* domain = job->domain;
    const int axes = domain->grid.axes == 3 ? 3 : 2;
    if (is_covered(domain, job->axis, at)) {
        return (wafti_careful_value){.cut = true};
    }
    float way[3] = {shift[0], shift[1], shift[2]};
    if (job->midpoint) {
        float half[3] = {0.5f * shift[0], 0.5f * shift[1], 0.5f * shift[2]};
        (void)limit_shift(job, at, half);
        const wafti_careful_end middle = march_from(job, at, half);
        for (int a = 0; a < axes; ++a) {
            const wafti_careful_value u = sample_faces(domain, a, job->carrier[a], &middle);
            way[a] = u.found ? cells * u.value : way[a];
        }
    }
    const bool limited = limit_shift(job, at, way);
    const wafti_careful_end end = march_from(job, at, way);
    wafti_careful_value result = wafti_careful_sample(domain, job->axis, field, &end);
    result.cut = result.cut || limited;
    return result;
}
