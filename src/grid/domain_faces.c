// SPDX-License-Identifier: MIT
// Faces whose velocity is not the fluid's own.
#include <string.h>

#include "grid/domain_parts.h"

// Times of the faces of one cell in solids, and of the ends of one row, in us on one core.
static const double cell_us = 0.01;
static const double row_us = 0.02;

// Whether the fluid has no say at a face.
static bool is_fixed(float weight, uint8_t flags, int axis) {
    return weight <= 0.0f || (flags & (WAFTI_FLAG_STICKS << axis)) != 0;
}

// Whether a face lies on a side that keeps its velocity, where no solid covers all of it.
static bool is_held(const wafti_domain* domain, int axis, int32_t i, int32_t j, int32_t k) {
    int32_t cell[3] = {i, j, k};
    const int32_t n = domain->grid.n[axis];
    if (cell[axis] != 0 && cell[axis] != n) {
        return false;
    }
    const int side = 2 * axis + (cell[axis] != 0 ? 1 : 0);
    cell[axis] = cell[axis] != 0 ? n - 1 : 0;
    return domain->sides[side].held && wafti_domain_inflow_share(domain, side, cell) > 0.0f;
}

// Faces of a row in solids that move as one, sides of the box apart.
static void set_common_row(
    const wafti_face_job* job, int axis, const int32_t range[2], int32_t j, int32_t k) {
    const wafti_domain* domain = job->domain;
    const ptrdiff_t row = wafti_mac_index(&domain->grid, 0, j, k);
    const float* restrict weight = domain->weight[axis] + row;
    const uint8_t* restrict flags = domain->flags + row;
    float* restrict velocity = job->velocity[axis] + row;
    const float common = job->common[axis];
    const int sticks = WAFTI_FLAG_STICKS << axis;
    const int32_t end = range[1];
    for (int32_t i = range[0]; i < end; ++i) {
        const int fixed = (weight[i] <= 0.0f) | ((flags[i] & sticks) != 0);
        velocity[i] = fixed ? common : velocity[i];
    }
}

// Faces of a row in solids, along one axis.
static void set_solid_row(
    const wafti_face_job* job, int axis, const int32_t range[2], int32_t j, int32_t k) {
    const wafti_domain* domain = job->domain;
    const ptrdiff_t row = wafti_mac_index(&domain->grid, 0, j, k);
    const float* weight = domain->weight[axis] + row;
    const uint8_t* flags = domain->flags + row;
    float* velocity = job->velocity[axis] + row;
    for (int32_t i = range[0]; i < range[1]; ++i) {
        if (is_fixed(weight[i], flags[i], axis) && !is_held(domain, axis, i, j, k)) {
            const int32_t cell[3] = {i, j, k};
            const bool inside = cell[axis] > 0 && cell[axis] < domain->grid.n[axis];
            velocity[i] = inside ? wafti_domain_inner_velocity(domain, axis, cell)
                                 : wafti_domain_solid_velocity(domain, axis, i, j, k);
        }
    }
}

static void set_side(
    const wafti_face_job* job, int axis, const wafti_mac_block* rows, int32_t index) {
    const wafti_domain* domain = job->domain;
    const wafti_mac* grid = &domain->grid;
    const wafti_side* side = wafti_domain_side(domain, axis, index != 0);
    if ((side->kind != WAFTI_SIDE_CLOSED && side->kind != WAFTI_SIDE_INFLOW) || side->held) {
        return;
    }
    const float value = side->kind == WAFTI_SIDE_INFLOW ? side->velocity[axis] : 0.0f;
    wafti_box box = wafti_domain_all(grid, -1);
    box.low[axis] = index;
    box.high[axis] = index + 1;
    box = wafti_box_rows(&box, rows);
    for (wafti_walk at = wafti_walk_box(grid, &box); wafti_walk_next(&at);) {
        float* row = job->velocity[axis] + at.start;
        for (int32_t i = box.low[0]; i < box.high[0]; ++i) {
            row[i] = value;
        }
    }
}

// Faces inside the box that solids close are theirs, whichever they belong to.
static void set_row(
    const wafti_face_job* job, int axis, const int32_t range[2], int32_t j, int32_t k) {
    const int32_t n = job->domain->grid.n[axis];
    const int32_t index = axis == 1 ? j : k;
    if (!job->alike[axis] || (axis != 0 && (index == 0 || index == n))) {
        set_solid_row(job, axis, range, j, k);
        return;
    }
    int32_t inner[2] = {range[0], range[1]};
    if (axis == 0 && inner[0] == 0) {
        set_solid_row(job, axis, (const int32_t[2]){0, 1}, j, k);
        inner[0] = 1;
    }
    if (axis == 0 && inner[1] == n + 1) {
        set_solid_row(job, axis, (const int32_t[2]){n, n + 1}, j, k);
        inner[1] = n;
    }
    set_common_row(job, axis, inner, j, k);
}

static void set_solids(const wafti_face_job* job, int axis, const wafti_mac_block* rows) {
    wafti_box box = job->domain->solid_cells;
    box.high[axis] += box.high[axis] == job->domain->grid.n[axis];
    box = wafti_box_rows(&box, rows);
    for (wafti_walk at = wafti_walk_box(&job->domain->grid, &box); wafti_walk_next(&at);) {
        set_row(job, axis, (const int32_t[2]){box.low[0], box.high[0]}, at.j, at.k);
    }
}

void wafti_domain_set_rows(const wafti_face_job* job, const wafti_mac_block* rows) {
    const wafti_mac* grid = &job->domain->grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        // Solids come after sides: they cover some of the inflow.
        if (job->sides) {
            set_side(job, axis, rows, 0);
            set_side(job, axis, rows, grid->n[axis]);
        }
        set_solids(job, axis, rows);
    }
}

static void set_slice(void* context, int32_t slice) {
    const wafti_face_job* job = context;
    const wafti_mac_block rows = wafti_domain_slice(&job->domain->grid, slice);
    wafti_domain_set_rows(job, &rows);
}

void wafti_domain_close_ring(const wafti_mac* grid, int axis, float* faces) {
    const ptrdiff_t across = grid->n[axis] * wafti_mac_stride(grid, axis);
    wafti_box box = wafti_domain_all(grid, -1);
    box.high[axis] = 1;
    for (wafti_walk at = wafti_walk_box(grid, &box); wafti_walk_next(&at);) {
        float* row = faces + at.start;
        memcpy(row + across, row, (size_t)box.high[0] * sizeof(*row));
    }
}

wafti_face_job wafti_domain_face_job(
    const wafti_domain* domain, float* const velocity[3], bool sides) {
    wafti_face_job job = {.domain = domain, .velocity = velocity, .sides = sides};
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        job.alike[axis] = wafti_domain_moves_as_one(domain, axis, &job.common[axis]);
    }
    return job;
}

static void set_faces(wafti_face_job* job, const wafti_context* context) {
    const wafti_domain* domain = job->domain;
    const wafti_mac* grid = &domain->grid;
    const int32_t slices = wafti_domain_slice_count(grid);
    const double cells = wafti_box_cells(&domain->solid_cells);
    // Rows along sides are far apart in memory.
    const double rows = job->sides ? (double)grid->n[1] * grid->n[2] : 0.0;
    const double work =
        wafti_mac_cells(grid) < WAFTI_MAC_SERIAL_CELLS ? 0.0 : cells * cell_us + rows * row_us;
    wafti_pool_run(context->pool, slices, work, set_slice, job);
    for (int axis = 0; axis < grid->axes; ++axis) {
        if (wafti_domain_periodic(domain, axis)) {
            wafti_domain_close_ring(grid, axis, job->velocity[axis]);
        }
    }
}

void wafti_domain_set_faces(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]) {
    wafti_face_job job = wafti_domain_face_job(domain, velocity, true);
    set_faces(&job, context);
}

void wafti_domain_set_solid_faces(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]) {
    wafti_face_job job = wafti_domain_face_job(domain, velocity, false);
    set_faces(&job, context);
}
