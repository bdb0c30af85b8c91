// SPDX-License-Identifier: MIT
#include "grid/careful.h"

#include <math.h>

static bool is_periodic(const wafti_domain* domain, int axis) {
    return domain->sides[2 * axis].kind == WAFTI_SIDE_PERIODIC;
}

static int32_t clamp_index(int32_t i, int32_t low, int32_t high) {
    return i < low ? low : (i > high ? high : i);
}

static int32_t wrap_index(int32_t i, int32_t n) {
    if (i >= 0 && i < n) {
        return i;
    }
    const int32_t rest = i % n;
    return rest < 0 ? rest + n : rest;
}

// Cell inside the box that stands for cell i: outside, walls go on as they meet the side.
static int32_t cell_inside(const wafti_domain* domain, int axis, int32_t i) {
    const int32_t n = domain->grid.n[axis];
    return is_periodic(domain, axis) ? wrap_index(i, n) : clamp_index(i, 0, n - 1);
}

// Value in the field or its halo that stands for index i.
static int32_t value_index(const wafti_domain* domain, int axis, int32_t i) {
    const int32_t n = domain->grid.n[axis];
    const int32_t depth = domain->grid.halo[axis];
    return is_periodic(domain, axis) ? wrap_index(i, n) : clamp_index(i, -depth, n + depth - 1);
}

// Index of the low face of cell i along its axis, or -1 if it lets everything pass: outside, and on
// sides other than open ones, where traces have been cut already and the halo holds what is beyond.
static int32_t face_index(const wafti_domain* domain, int axis, int32_t i) {
    const int32_t n = domain->grid.n[axis];
    if (is_periodic(domain, axis)) {
        return wrap_index(i, n);
    }
    if (i > 0 && i < n) {
        return i;
    }
    const bool on_side = i == 0 || i == n;
    const int side = 2 * axis + (i > 0 ? 1 : 0);
    return on_side && domain->sides[side].kind == WAFTI_SIDE_OPEN ? i : -1;
}

// Whether the face between `cell` and the next one along the axis, up or down, is open.
static bool passes(const wafti_domain* domain, const int32_t cell[3], int axis, bool up) {
    const wafti_mac* grid = &domain->grid;
    const int32_t face = face_index(domain, axis, cell[axis] + (up ? 1 : 0));
    if (face < 0) {
        return true;
    }
    ptrdiff_t at = face * wafti_mac_stride(grid, axis);
    for (int other = 0; other < grid->axes; ++other) {
        if (other != axis) {
            at += cell_inside(domain, other, cell[other]) * wafti_mac_stride(grid, other);
        }
    }
    return domain->weight[axis][at] > 0.0f;
}

wafti_careful_end wafti_careful_march(
    const wafti_domain* domain, const int32_t cell[3], const float part[3], const float shift[3]) {
    const int axes = domain->grid.axes;
    wafti_careful_end end = {.cell = {cell[0], cell[1], cell[2]}};
    float crossed[3] = {0.0f, 0.0f, 0.0f}; // cells entered so far, with sign
    float time = 1.0f;                     // share of the way that is gone
    for (;;) {
        int next = -1;
        float first = 1.0f;
        for (int a = 0; a < axes; ++a) {
            const float room = shift[a] < 0.0f ? part[a] - crossed[a] : 1.0f - part[a] + crossed[a];
            const float way = fabsf(shift[a]);
            // Ending on a face is not crossing it.
            if (way > room && (next < 0 || room < first * way)) {
                first = room / way;
                next = a;
            }
        }
        if (next < 0) {
            break;
        }
        const bool up = shift[next] > 0.0f;
        if (!passes(domain, end.cell, next, up)) {
            time = first;
            end.cut = true;
            break;
        }
        end.cell[next] += up ? 1 : -1;
        crossed[next] += up ? 1.0f : -1.0f;
    }
    for (int a = 0; a < axes; ++a) {
        end.part[a] = fminf(fmaxf(part[a] + (time * shift[a] - crossed[a]), 0.0f), 1.0f);
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
    const int32_t face = face_index(domain, axis, up ? other : cell);
    const float share = up ? part - 0.5f : 0.5f - part;
    return (pair){
        .share = {1.0f - share, share},
        .value = {value_index(domain, axis, cell) * stride,
            value_index(domain, axis, other) * stride},
        .inside = {cell_inside(domain, axis, cell) * stride,
            cell_inside(domain, axis, other) * stride},
        .face = face * stride,
        .free = face < 0,
    };
}

// Corners that a monotone path of open faces joins to corner 0, as bits; bit `a` of a corner's number
// says that it is the other one along axes[a]. `level`: offset along an axis that is not among them.
static unsigned joined_corners(const wafti_domain* domain, const pair* pairs, const int* axes,
    int axis_count, ptrdiff_t level) {
    unsigned joined = 1u;
    for (unsigned corner = 0; corner < 1u << axis_count; ++corner) {
        if ((joined >> corner & 1u) == 0) {
            continue;
        }
        for (int a = 0; a < axis_count; ++a) {
            const unsigned bit = 1u << a;
            if ((corner & bit) != 0) {
                continue;
            }
            ptrdiff_t at = level + pairs[a].face;
            for (int b = 0; b < axis_count; ++b) {
                at += b != a ? pairs[b].inside[corner >> b & 1u] : 0;
            }
            if (pairs[a].free || domain->weight[axes[a]][at] > 0.0f) {
                joined |= 1u << (corner | bit);
            }
        }
    }
    return joined;
}

typedef struct gathered {
    float sum, total, least, greatest;
} gathered;

static void gather(gathered* all, float value, float share) {
    const bool first = all->greatest < all->least;
    all->sum += share * value;
    all->total += share;
    all->least = first || value < all->least ? value : all->least;
    all->greatest = first || value > all->greatest ? value : all->greatest;
}

// Shares add up to less than 1 if corners are missing.
static wafti_careful_value mean_of(const gathered* all, bool cut) {
    wafti_careful_value result = {.cut = cut, .found = all->total > 0.0f};
    if (result.found) {
        const float mean = all->sum / all->total;
        result.least = all->least;
        result.greatest = all->greatest;
        result.value = fminf(fmaxf(mean, all->least), all->greatest);
    }
    return result;
}

static wafti_careful_value sample_cells(
    const wafti_domain* domain, const float* field, const wafti_careful_end* end) {
    static const int axes[3] = {0, 1, 2};
    const int axis_count = domain->grid.axes;
    pair pairs[3] = {cells_along(domain, end, 0), cells_along(domain, end, 1)};
    if (axis_count == 3) {
        pairs[2] = cells_along(domain, end, 2);
    }
    const unsigned joined = joined_corners(domain, pairs, axes, axis_count, 0);
    gathered all = {.least = 0.0f, .greatest = -1.0f};
    for (unsigned corner = 0; corner < 1u << axis_count; ++corner) {
        if ((joined >> corner & 1u) == 0) {
            continue;
        }
        float share = 1.0f;
        ptrdiff_t at = 0;
        for (int a = 0; a < axis_count; ++a) {
            share *= pairs[a].share[corner >> a & 1u];
            at += pairs[a].value[corner >> a & 1u];
        }
        gather(&all, field[at], share);
    }
    return mean_of(&all, end->cut);
}

static bool no_slip_cell(const wafti_domain* domain, ptrdiff_t cell) {
    const uint8_t owner = domain->owner[cell];
    return owner != 0 && domain->solids[owner - 1].no_slip;
}

// What a face along the axis counts for: the fluid in the cells beside it, or the solid that holds it.
typedef enum face_state { FACE_CLOSED, FACE_FLUID, FACE_STUCK } face_state;

// `across`: offset of the face's cells along the other axes.
static face_state state_of_face(
    const wafti_domain* domain, int axis, int32_t face, ptrdiff_t across) {
    const int32_t n = domain->grid.n[axis];
    const bool periodic = is_periodic(domain, axis);
    if (!periodic && (face <= 0 || face >= n)) {
        return FACE_FLUID; // sides hold what is known there
    }
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, axis);
    const ptrdiff_t high = across + cell_inside(domain, axis, face) * stride;
    if (domain->weight[axis][high] > 0.0f) {
        return FACE_FLUID;
    }
    const ptrdiff_t low = across + cell_inside(domain, axis, face - 1) * stride;
    return no_slip_cell(domain, high) || no_slip_cell(domain, low) ? FACE_STUCK : FACE_CLOSED;
}

static wafti_careful_value sample_faces(
    const wafti_domain* domain, int axis, const float* field, const wafti_careful_end* end) {
    const int axes[2] = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
    const int axis_count = domain->grid.axes - 1;
    pair pairs[2] = {cells_along(domain, end, axes[0])};
    if (axis_count == 2) {
        pairs[1] = cells_along(domain, end, axes[1]);
    }
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, axis);
    const ptrdiff_t level = cell_inside(domain, axis, end->cell[axis]) * stride;
    const unsigned joined = joined_corners(domain, pairs, axes, axis_count, level);
    gathered all = {.least = 0.0f, .greatest = -1.0f};
    for (unsigned corner = 0; corner < 1u << axis_count; ++corner) {
        float share = 1.0f;
        ptrdiff_t at = 0;
        ptrdiff_t inside = 0;
        for (int a = 0; a < axis_count; ++a) {
            share *= pairs[a].share[corner >> a & 1u];
            at += pairs[a].value[corner >> a & 1u];
            inside += pairs[a].inside[corner >> a & 1u];
        }
        for (int high = 0; high < 2; ++high) {
            const int32_t face = end->cell[axis] + high;
            const face_state state = state_of_face(domain, axis, face, inside);
            const bool reached = (joined >> corner & 1u) != 0;
            if (state == FACE_STUCK || (state == FACE_FLUID && reached)) {
                const float part = end->part[axis];
                gather(&all, field[at + value_index(domain, axis, face) * stride],
                    share * (high != 0 ? part : 1.0f - part));
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
    for (int a = 0; a < job->domain->grid.axes; ++a) {
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

wafti_careful_value wafti_careful_trace(const wafti_advect_job* job, const float* field,
    float cells, const int32_t at[3], const float shift[3]) {
    const wafti_domain* domain = job->domain;
    const int axes = domain->grid.axes;
    const ptrdiff_t own = wafti_mac_index(&domain->grid, at[0], at[1], at[2]);
    const bool closed =
        job->axis < 0 ? domain->clearance[own] == 0 : domain->weight[job->axis][own] == 0.0f;
    if (closed) {
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
