// SPDX-License-Identifier: MIT
// Open shares of faces from the signed distance of solids (docs/spec/smoke.md#open-shares) and the
// crossings of sheets (docs/spec/smoke.md#sheets). The shares are those of Ng, Min & Gibou 2009.
#include <math.h>
#include <string.h>

#include "grid/candidates.h"

enum { MOST_FACES = 4096 + 1 };

// A face is wholly open or closed if its corners are all on one side of the surface and one of them
// is farther from it than this, in cells: the centre is within 0.71 of each corner, and a distance
// cannot change faster than the place.
static const float clear_distance = 0.75f;

// Solids that touch may move apart from each other, and what that pushes out of a cell between them
// would shoot through whatever little of it is open. Faces there are closed below this share.
static const float least_share_between = 0.5f;

// What is found out about the faces of a row.
typedef struct face_row {
    int axis;
    int32_t j, k;
    int32_t low, high; // along x
    float share[MOST_FACES];
    uint8_t state[MOST_FACES];
    uint8_t sticks[MOST_FACES]; // 1 if it does
    int32_t mixed[MOST_FACES];  // indices of those with that state
    int32_t mixed_count;
} face_row;

enum { CLOSED, OPEN, MIXED }; // classify_row() counts on the order

// Low faces of the cells of a box and, where it ends at a high side, the faces there.
static wafti_box faces_along(const wafti_mac* grid, const wafti_box* cells, int axis) {
    wafti_box faces = *cells;
    faces.high[axis] += faces.high[axis] == grid->n[axis];
    return faces;
}

// Points asked for at a time.
enum { MOST_POINTS = 64 };

static void ask_solid(const wafti_solid* solid, const double start[3], const double step[3],
    int32_t first, int32_t count, double out_distances[MOST_POINTS]) {
    if (solid->distances != NULL) {
        solid->distances(solid->shape, start, step, first, count, out_distances);
        return;
    }
    for (int32_t n = 0; n < count; ++n) {
        const double i = first + n;
        const double body[3] = {
            start[0] + i * step[0], start[1] + i * step[1], start[2] + i * step[2]};
        out_distances[n] = solid->distance(solid->shape, body);
    }
}

// The corner's place follows from its index alone, never from where the row starts: what a corner
// holds must not depend on which boxes were brought up to date before.
static void distances_of_row(const wafti_domain* domain, const wafti_placement* p, int32_t j,
    int32_t k, const int32_t range[2]) {
    const wafti_mac* grid = &domain->grid;
    const wafti_solid* solid = &p->solid;
    const double z = grid->axes == 3 ? k : 0.5;
    const double from[3] = {grid->low[0] - solid->position[0],
        grid->low[1] + j * grid->h - solid->position[1],
        grid->low[2] + z * grid->h - solid->position[2]};
    double start[3];
    double step[3];
    for (int d = 0; d < 3; ++d) {
        start[d] = p->turn[0][d] * from[0] + p->turn[1][d] * from[1] + p->turn[2][d] * from[2];
        step[d] = p->turn[0][d] * grid->h;
    }
    float* sdf = domain->sdf + wafti_mac_index(grid, 0, j, k);
    for (int32_t first = range[0]; first < range[1]; first += MOST_POINTS) {
        const int32_t left = range[1] - first;
        const int32_t count = left < MOST_POINTS ? left : MOST_POINTS;
        double distance[MOST_POINTS];
        ask_solid(solid, start, step, first, count, distance);
        for (int32_t n = 0; n < count; ++n) {
            const double before = (double)sdf[first + n];
            sdf[first + n] = (float)(distance[n] < before ? distance[n] : before);
        }
    }
}

void wafti_domain_mark_corners(const wafti_domain* domain, const wafti_box* box) {
    wafti_candidates volumes;
    wafti_candidates_gather(domain, box, false, &volumes);
    for (wafti_walk at = wafti_walk_box(&domain->grid, box); wafti_walk_next(&at);) {
        float* sdf = domain->sdf + at.start;
        for (int32_t i = box->low[0]; i < box->high[0]; ++i) {
            sdf[i] = (float)volumes.far;
        }
        for (int c = 0; c < volumes.count; ++c) {
            const wafti_box* band = &volumes.placement[c]->band;
            if (wafti_box_has_row(band, at.j, at.k)) {
                const wafti_box common = wafti_box_common(band, box);
                distances_of_row(domain, volumes.placement[c], at.j, at.k,
                    (const int32_t[2]){common.low[0], common.high[0]});
            }
        }
    }
}

void wafti_domain_mark_voxels(const wafti_domain* domain, const wafti_box* box) {
    const wafti_mac* grid = &domain->grid;
    const float sure = 0.9f * (float)grid->h; // more than half a cell's diagonal
    wafti_candidates volumes;
    wafti_candidates_gather(domain, box, false, &volumes);
    for (wafti_walk at = wafti_walk_box(grid, box); wafti_walk_next(&at);) {
        for (int32_t i = box->low[0]; i < box->high[0]; ++i) {
            const float corner = domain->sdf[at.start + i];
            bool inside = corner < 0.0f;
            if (fabsf(corner) <= sure) {
                const int32_t cell[3] = {i, at.j, at.k};
                const wafti_placement* owner = NULL;
                inside = wafti_candidates_nearest(&volumes, grid, -1, cell, &owner) < 0.0;
            }
            uint8_t* flags = &domain->flags[at.start + i];
            *flags = (uint8_t)((*flags & ~WAFTI_FLAG_INSIDE) | (inside ? WAFTI_FLAG_INSIDE : 0));
        }
    }
}

// Open shares of triangles with distances linear over them. A is the vertex that has a sign of its own,
// as in docs/spec/smoke.md#open-shares. There are no branches: where a surface cuts faces no sign
// follows from the last.
static double square_share(const double corner[4], double centre) {
    const double a = centre;
    const double next[4] = {corner[1], corner[2], corner[3], corner[0]};
    double sum = 0.0;
    double share[4];
    for (int t = 0; t < 4; ++t) {
        const double b = corner[t];
        const double c = next[t];
        const bool as_b = (a > 0.0) == (b > 0.0);
        const bool as_c = (a > 0.0) == (c > 0.0);
        const double alone = as_b ? c : (as_c ? b : a);
        const double one = as_b || as_c ? a : b;
        const double other = as_b ? b : c;
        const bool whole = as_b && as_c;
        const double product = (alone - one) * (alone - other);
        const double cut = alone * alone / (whole ? 1.0 : product);
        const double part = alone > 0.0 ? cut : 1.0 - cut;
        share[t] = whole ? (a > 0.0 ? 1.0 : 0.0) : part;
    }
    for (int t = 0; t < 4; ++t) {
        sum += share[t];
    }
    return 0.25 * sum;
}

static double edge_share(double a, double b) {
    if ((a > 0.0) == (b > 0.0)) {
        return a > 0.0 ? 1.0 : 0.0;
    }
    return a > 0.0 ? a / (a - b) : b / (b - a);
}

static float snapped(double share) {
    return share < 0.01 ? 0.0f : (share > 0.99 ? 1.0f : (float)share);
}

// Strides to the other corners of a face; the second is 0 in a plane, where a face is an edge.
static void corner_strides(const wafti_mac* grid, int axis, ptrdiff_t out_strides[2]) {
    out_strides[0] = axis == 0 ? grid->row : 1;
    out_strides[1] = grid->axes == 2 ? 0 : (axis == 2 ? grid->row : grid->plane);
}

// Without branches: where a surface meets a row nobody knows.
static void list_mixed(face_row* row, size_t width) {
    row->mixed_count = 0;
    if (memchr(row->state + row->low, MIXED, width) == NULL) {
        return;
    }
    for (int32_t i = row->low; i < row->high; ++i) {
        row->mixed[row->mixed_count] = i;
        row->mixed_count += row->state[i] == MIXED;
    }
}

static void classify_row(const wafti_domain* domain, face_row* row) {
    ptrdiff_t stride[2];
    corner_strides(&domain->grid, row->axis, stride);
    const float clear = clear_distance * (float)domain->grid.h;
    const float* restrict a = domain->sdf + wafti_mac_index(&domain->grid, 0, row->j, row->k);
    const float* restrict b = a + stride[0];
    const float* restrict c = a + stride[1];
    const float* restrict d = b + stride[1];
    float* restrict share = row->share;
    uint8_t* restrict state = row->state;
    const int32_t end = row->high;
    for (int32_t i = row->low; i < end; ++i) {
        const float low0 = a[i] < b[i] ? a[i] : b[i];
        const float low1 = c[i] < d[i] ? c[i] : d[i];
        const float high0 = a[i] > b[i] ? a[i] : b[i];
        const float high1 = c[i] > d[i] ? c[i] : d[i];
        const float low = low0 < low1 ? low0 : low1;
        const float high = high0 > high1 ? high0 : high1;
        const int open = (low > 0.0f) & (high > clear);
        const int closed = (high <= 0.0f) & (low < -clear);
        state[i] = (uint8_t)(MIXED - open - 2 * closed);
        share[i] = (float)open;
    }
    const size_t width = (size_t)row->high - (size_t)row->low;
    memset(row->sticks + row->low, 0, width);
    list_mixed(row, width);
}

// A face near the surface: asks the solids at its centre.
static void cut_face(
    const wafti_domain* domain, const wafti_candidates* volumes, int32_t i, face_row* row) {
    const wafti_mac* grid = &domain->grid;
    ptrdiff_t stride[2];
    corner_strides(grid, row->axis, stride);
    const float* sdf = domain->sdf + wafti_mac_index(grid, i, row->j, row->k);
    const double corner[4] = {(double)sdf[0], (double)sdf[stride[0]],
        (double)sdf[stride[0] + stride[1]], (double)sdf[stride[1]]};
    if (grid->axes == 2) {
        row->share[i] = snapped(edge_share(corner[0], corner[1]));
        if (!volumes->sticky) {
            return;
        }
    }
    const int32_t cell[3] = {i, row->j, row->k};
    const wafti_placement* owner = NULL;
    const double centre = wafti_candidates_nearest(volumes, grid, row->axis, cell, &owner);
    row->sticks[i] = owner != NULL && centre < 0.0 && owner->solid.no_slip;
    if (grid->axes == 3) {
        row->share[i] = snapped(square_share(corner, centre));
    }
}

// Whether a face deep in solids is in a no-slip one.
static bool deep_face_sticks(
    const wafti_domain* domain, const wafti_candidates* volumes, int32_t i, const face_row* row) {
    const int32_t cell[3] = {i, row->j, row->k};
    const wafti_placement* owner = NULL;
    (void)wafti_candidates_nearest(volumes, &domain->grid, row->axis, cell, &owner);
    return owner != NULL && owner->solid.no_slip;
}

static void share_row(const wafti_domain* domain, const wafti_candidates* volumes, face_row* row) {
    classify_row(domain, row);
    for (int32_t n = 0; n < row->mixed_count; ++n) {
        // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): list_mixed has set the first mixed_count
        cut_face(domain, volumes, row->mixed[n], row);
    }
    for (int32_t i = row->low; i < row->high && volumes->sticky; ++i) {
        if (row->state[i] == CLOSED) {
            row->sticks[i] = deep_face_sticks(domain, volumes, i, row);
        }
    }
}

// Without fractions a face is closed if either of its cells has its centre in a solid.
static void voxel_row(const wafti_domain* domain, face_row* row) {
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, row->axis);
    const uint8_t* high = domain->flags + wafti_mac_index(&domain->grid, 0, row->j, row->k);
    for (int32_t i = row->low; i < row->high; ++i) {
        const bool closed = ((high[i] | high[i - stride]) & WAFTI_FLAG_INSIDE) != 0;
        row->share[i] = closed ? 0.0f : 1.0f;
    }
}

static void close_row(const wafti_domain* domain, const wafti_candidates* sheets, face_row* row) {
    for (int c = 0; c < sheets->count; ++c) {
        for (int32_t i = row->low; i < row->high; ++i) {
            const int32_t cell[3] = {i, row->j, row->k};
            if (wafti_sheet_near(sheets->placement[c], row->axis, cell) && row->share[i] > 0.0f &&
                wafti_sheet_crosses(&domain->grid, sheets->placement[c], row->axis, cell)) {
                row->share[i] = 0.0f;
            }
        }
    }
}

// Whether a sheet closes a face of one of the two cells of a face.
static bool sheet_touches(
    const wafti_mac* grid, const wafti_placement* sheet, int axis, const int32_t cell[3]) {
    for (int n = 0; n < 4 * grid->axes; ++n) {
        int32_t face[3] = {cell[0], cell[1], cell[2]};
        face[axis] -= n & 1;
        const bool inside = face[axis] >= 0 && face[axis] < grid->n[axis];
        face[n / 4] += n >> 1 & 1;
        if (inside && wafti_sheet_crosses(grid, sheet, n / 4, face)) {
            return true;
        }
    }
    return false;
}

// Solids that touch a face. Only faces that change with a solid may know of it.
static int solids_at(
    const wafti_domain* domain, const wafti_candidates* solids, int axis, const int32_t cell[3]) {
    const wafti_mac* grid = &domain->grid;
    double point[3];
    wafti_domain_centre(grid, axis, cell, point);
    int count = 0;
    for (int c = 0; c < solids->count; ++c) {
        const wafti_placement* p = solids->placement[c];
        const wafti_box faces = faces_along(grid, &p->cells, axis);
        if (wafti_box_contains(&faces, cell)) {
            count += p->solid.crosses != NULL ? sheet_touches(grid, p, axis, cell)
                                              : wafti_placement_distance(p, point) < grid->h;
        }
    }
    return count;
}

static void close_between(const wafti_domain* domain, const wafti_candidates* volumes,
    const wafti_candidates* sheets, face_row* row) {
    if (volumes->count + sheets->count < 2) {
        return;
    }
    for (int32_t i = row->low; i < row->high; ++i) {
        const int32_t cell[3] = {i, row->j, row->k};
        if (row->share[i] > 0.0f && row->share[i] < least_share_between &&
            solids_at(domain, volumes, row->axis, cell) +
                    solids_at(domain, sheets, row->axis, cell) >
                1) {
            row->share[i] = 0.0f;
        }
    }
}

// A share at a side becomes a weight in the pressure equation. That of inflow is 0, so how much of it
// is open is kept apart.
static void weigh_face(const wafti_domain* domain, face_row* row, int32_t i, int32_t index) {
    const int side = 2 * row->axis + (index != 0);
    if (domain->inflow[side] != NULL) {
        *wafti_domain_inflow_at(domain, side, (const int32_t[3]){i, row->j, row->k}) =
            row->share[i];
    }
    row->share[i] *= wafti_domain_open_weight(domain, row->axis, index);
}

static void weigh_row(const wafti_domain* domain, face_row* row) {
    const int32_t last = domain->grid.n[row->axis];
    const int32_t index = row->axis == 1 ? row->j : row->k;
    const bool along = row->axis != 0; // then all faces of the row are at a side or none
    if (along && index != 0 && index != last) {
        return;
    }
    for (int32_t i = row->low; i < row->high; ++i) {
        if (along || i == 0 || i == last) {
            weigh_face(domain, row, i, along ? index : i);
        }
    }
}

static void store_row(const wafti_domain* domain, const face_row* row) {
    const ptrdiff_t start = wafti_mac_index(&domain->grid, 0, row->j, row->k);
    float* restrict weight = domain->weight[row->axis] + start;
    uint8_t* restrict flags = domain->flags + start;
    const float* restrict share = row->share;
    const uint8_t* restrict stuck = row->sticks;
    const uint8_t sticks = (uint8_t)(WAFTI_FLAG_STICKS << row->axis);
    const uint8_t uncovered = (uint8_t)(WAFTI_FLAG_UNCOVERED_FACE << row->axis);
    const int32_t end = row->high;
    for (int32_t i = row->low; i < end; ++i) {
        // No branches: which faces open is known to nobody in advance.
        const int opened = (weight[i] <= 0.0f) & (share[i] > 0.0f);
        const int rest = flags[i] & ~sticks;
        flags[i] = (uint8_t)(rest | stuck[i] * sticks | opened * uncovered);
        weight[i] = share[i];
    }
}

static void faces_of_box(const wafti_domain* domain, const wafti_box* cells,
    const wafti_mac_block* rows, face_row* row) {
    const wafti_mac* grid = &domain->grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        wafti_box faces = faces_along(grid, cells, axis);
        faces = wafti_box_rows(&faces, rows);
        if (wafti_box_empty(&faces)) {
            continue;
        }
        wafti_candidates volumes;
        wafti_candidates sheets;
        wafti_candidates_gather(domain, &faces, false, &volumes);
        wafti_candidates_gather(domain, &faces, true, &sheets);
        row->axis = axis;
        row->low = faces.low[0];
        row->high = faces.high[0];
        for (row->k = faces.low[2]; row->k < faces.high[2]; ++row->k) {
            for (row->j = faces.low[1]; row->j < faces.high[1]; ++row->j) {
                share_row(domain, &volumes, row);
                if (!domain->fractions) {
                    voxel_row(domain, row);
                }
                close_row(domain, &sheets, row);
                close_between(domain, &volumes, &sheets, row);
                weigh_row(domain, row);
                store_row(domain, row);
            }
        }
    }
}

void wafti_domain_mark_faces(void* job, int32_t slice) {
    const wafti_domain_job* j = job;
    const wafti_mac_block rows = wafti_domain_slice(&j->domain->grid, j->first_slice + slice);
    face_row row;
    for (int c = 0; c < j->change_count; ++c) {
        faces_of_box(j->domain, &j->domain->changes[c].cells, &rows, &row);
    }
}

// The faces of a box at both ends of an axis are one.
static void join_seam(const wafti_domain* domain, int axis, const wafti_box* faces) {
    const wafti_mac* grid = &domain->grid;
    const ptrdiff_t across = grid->n[axis] * wafti_mac_stride(grid, axis);
    const uint8_t told = (uint8_t) ~(WAFTI_FLAG_UNCOVERED_FACE << axis);
    const int sticks = WAFTI_FLAG_STICKS << axis;
    for (wafti_walk at = wafti_walk_box(grid, faces); wafti_walk_next(&at);) {
        for (int32_t i = faces->low[0]; i < faces->high[0]; ++i) {
            const ptrdiff_t cell = at.start + i;
            float* low = &domain->weight[axis][cell];
            float* high = &domain->weight[axis][cell + across];
            *low = *high = *low < *high ? *low : *high;
            const int held = (domain->flags[cell] | domain->flags[cell + across]) & sticks;
            domain->flags[cell] |= (uint8_t)held;
            domain->flags[cell + across] |= (uint8_t)held;
            if (*low <= 0.0f) {
                domain->flags[cell] &= told;
                domain->flags[cell + across] &= told;
            }
        }
    }
}

void wafti_domain_join_seams(const wafti_domain_job* job) {
    const wafti_domain* domain = job->domain;
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        for (int c = 0; c < job->change_count && wafti_domain_periodic(domain, axis); ++c) {
            wafti_box faces = domain->changes[c].cells;
            if (!wafti_box_empty(&faces) && faces.low[axis] == 0) {
                faces.high[axis] = 1;
                join_seam(domain, axis, &faces);
            }
        }
    }
}
