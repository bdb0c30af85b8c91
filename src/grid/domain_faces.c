// SPDX-License-Identifier: MIT
// Faces whose velocity is not the fluid's own.
#include "grid/domain_parts.h"

typedef struct face_job {
    const wafti_domain* domain;
    float* const* velocity;
} face_job;

// Faces of a row in a solid, along one axis.
static void set_solid_row(
    const face_job* job, int axis, const int32_t range[2], int32_t j, int32_t k) {
    const wafti_domain* domain = job->domain;
    const ptrdiff_t row = wafti_mac_index(&domain->grid, 0, j, k);
    const float* weight = domain->weight[axis] + row;
    const uint8_t* flags = domain->flags + row;
    for (int32_t i = range[0]; i < range[1]; ++i) {
        if (weight[i] <= 0.0f || (flags[i] & (WAFTI_FLAG_STICKS << axis)) != 0) {
            job->velocity[axis][row + i] = wafti_domain_solid_velocity(domain, axis, i, j, k);
        }
    }
}

static void set_side(const face_job* job, int axis, const wafti_mac_block* rows, int32_t index) {
    const wafti_domain* domain = job->domain;
    const wafti_mac* grid = &domain->grid;
    const wafti_side* side = wafti_domain_side(domain, axis, index != 0);
    if (side->kind != WAFTI_SIDE_CLOSED && side->kind != WAFTI_SIDE_INFLOW) {
        return;
    }
    const float value = side->kind == WAFTI_SIDE_INFLOW ? side->velocity[axis] : 0.0f;
    wafti_box box = {
        .low = {0, rows->low[0], rows->low[1]},
        .high = {grid->n[0], rows->high[0], rows->high[1]},
    };
    wafti_box faces = {.high = {grid->n[0], grid->n[1], grid->n[2]}};
    faces.low[axis] = index;
    faces.high[axis] = index + 1;
    box.high[0] += 1;
    box = wafti_box_common(&box, &faces);
    for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
        for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
            float* row = job->velocity[axis] + wafti_mac_index(grid, 0, j, k);
            for (int32_t i = box.low[0]; i < box.high[0]; ++i) {
                row[i] = value;
            }
        }
    }
}

static void set_slice(void* context, int32_t slice) {
    const face_job* job = context;
    const wafti_domain* domain = job->domain;
    const wafti_mac* grid = &domain->grid;
    const wafti_mac_block rows = wafti_domain_slice(grid, slice);
    for (int axis = 0; axis < grid->axes; ++axis) {
        // Solids come after sides: they cover some of the inflow.
        set_side(job, axis, &rows, 0);
        set_side(job, axis, &rows, grid->n[axis]);
        const wafti_box all = {
            .low = {0, rows.low[0], rows.low[1]},
            .high = {grid->n[0] + 1, rows.high[0], rows.high[1]},
        };
        wafti_box box = domain->solid_cells;
        box.high[axis] += box.high[axis] == grid->n[axis];
        box = wafti_box_common(&box, &all);
        for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
            for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
                set_solid_row(job, axis, (const int32_t[2]){box.low[0], box.high[0]}, j, k);
            }
        }
    }
}

// Face n of a periodic axis is face 0.
static void join_periodic(const face_job* job, int axis) {
    const wafti_mac* grid = &job->domain->grid;
    const ptrdiff_t across = grid->n[axis] * wafti_mac_stride(grid, axis);
    wafti_box box = {.high = {grid->n[0], grid->n[1], grid->n[2]}};
    box.high[axis] = 1;
    for (int32_t k = 0; k < box.high[2]; ++k) {
        for (int32_t j = 0; j < box.high[1]; ++j) {
            float* row = job->velocity[axis] + wafti_mac_index(grid, 0, j, k);
            for (int32_t i = 0; i < box.high[0]; ++i) {
                row[i + across] = row[i];
            }
        }
    }
}

void wafti_domain_set_faces(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]) {
    const wafti_mac* grid = &domain->grid;
    face_job job = {.domain = domain, .velocity = velocity};
    const int32_t slices = wafti_domain_slice_count(grid);
    const wafti_box* box = &domain->solid_cells;
    const double cells = wafti_box_empty(box)
                             ? 0.0
                             : (double)(box->high[0] - box->low[0]) * (box->high[1] - box->low[1]) *
                                   (box->high[2] - box->low[2]);
    const bool small = wafti_mac_cells(grid) < WAFTI_MAC_SERIAL_CELLS;
    wafti_pool_run(context->pool, slices, small ? 0.0 : cells * 0.02, set_slice, &job);
    for (int axis = 0; axis < grid->axes; ++axis) {
        if (wafti_domain_periodic(domain, axis)) {
            join_periodic(&job, axis);
        }
    }
}
