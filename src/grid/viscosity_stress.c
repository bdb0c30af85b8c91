// SPDX-License-Identifier: MIT
// 1 - theta dt div[(nu + nu_t)(grad u + grad u^T)]: normal stresses at cells, shear stresses at edges.
// Each stress enters the balance of the faces around it with opposite signs, which makes A symmetric.
#include <string.h>

#include "grid/viscosity_parts.h"
#include "math/whole.h"

// Unknowns of a row: 1 or 0.
static void mask_row(const wafti_domain* domain, const wafti_face_row* row, float* out) {
    const float* weight = domain->weight[row->axis] + row->at;
    const uint8_t* flags = domain->flags + row->at;
    const int sticks = WAFTI_FLAG_STICKS << row->axis;
    const int32_t count = row->count;
    for (int32_t i = 0; i < count; ++i) {
        out[i] = (float)((weight[i] > 0.0f) & ((flags[i] & sticks) == 0));
    }
}

// Twice the viscosity of the cells of a row, times theta dt / h2.
static void normal_row(
    const wafti_viscosity_system* system, ptrdiff_t at, int32_t count, float* out) {
    const float* eddy = system->viscosity->eddy + at;
    const float nu = (float)system->viscosity->nu;
    const float twice = 2.0f * system->factor;
    for (int32_t i = 0; i < count; ++i) {
        out[i] = twice * (nu + eddy[i]);
    }
}

// The same of the cells below the faces of a row, across a periodic side too.
static void normal_row_below(
    const wafti_viscosity_system* system, const wafti_face_row* row, float* out) {
    const wafti_domain* domain = system->viscosity->domain;
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, row->axis);
    const ptrdiff_t last = (domain->grid.n[row->axis] - 1) * stride;
    const bool wraps = wafti_domain_periodic(domain, row->axis);
    const bool first = row->axis > 0 && (row->axis == 1 ? row->j : row->k) == 0;
    normal_row(system, row->at + (wraps && first ? last : -stride), row->count, out);
    if (wraps && row->axis == 0) {
        normal_row(system, row->at + last, 1, out);
    }
}

// out -= the force of the shear stress between components a and b on the faces of a.
static void add_shear(const wafti_viscosity_system* system, float* const fields[3],
    const wafti_face_row* row, int b, float* out) {
    const wafti_mac* grid = &system->viscosity->domain->grid;
    const int a = row->axis;
    const int32_t count = row->count;
    const ptrdiff_t sa = wafti_mac_stride(grid, a);
    const ptrdiff_t sb = wafti_mac_stride(grid, b);
    const float* edge = system->coefficient[3 - a - b] + row->at;
    const float* u = fields[a] + row->at;
    const float* v = fields[b] + row->at;
    for (int32_t i = 0; i < count; ++i) {
        const float low = edge[i] * ((u[i] - u[i - sb]) + (v[i] - v[i - sa]));
        const float high = edge[i + sb] * ((u[i + sb] - u[i]) + (v[i + sb] - v[i + sb - sa]));
        out[i] -= high - low;
    }
}

// A of the given fields, on unknowns.
static void apply_to(const wafti_viscosity_system* system, float* const fields[3],
    const wafti_face_row* row, float* out) {
    const wafti_domain* domain = system->viscosity->domain;
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, row->axis);
    const int32_t count = row->count;
    float above[WAFTI_VISCOSITY_ROW];
    float below[WAFTI_VISCOSITY_ROW];
    normal_row(system, row->at, count, above);
    normal_row_below(system, row, below);
    const float* u = fields[row->axis] + row->at;
    for (int32_t i = 0; i < count; ++i) {
        out[i] = u[i] - above[i] * (u[i + stride] - u[i]) + below[i] * (u[i] - u[i - stride]);
    }
    for (int b = 0; b < domain->grid.axes; ++b) {
        if (b != row->axis) {
            add_shear(system, fields, row, b, out);
        }
    }
    mask_row(domain, row, above);
    for (int32_t i = 0; i < count; ++i) {
        out[i] *= above[i];
    }
}

static void apply_row(
    const wafti_viscosity_system* system, const wafti_face_row* row, float* out_q) {
    apply_to(system, system->p, row, out_q);
}

static void diagonal_row(
    const wafti_viscosity_system* system, const wafti_face_row* row, float* out_diagonal) {
    const wafti_mac* grid = &system->viscosity->domain->grid;
    const int32_t count = row->count;
    float below[WAFTI_VISCOSITY_ROW];
    normal_row(system, row->at, count, out_diagonal);
    normal_row_below(system, row, below);
    for (int32_t i = 0; i < count; ++i) {
        out_diagonal[i] += 1.0f + below[i];
    }
    for (int b = 0; b < grid->axes; ++b) {
        if (b == row->axis) {
            continue;
        }
        const float* edge = system->coefficient[3 - row->axis - b] + row->at;
        const ptrdiff_t sb = wafti_mac_stride(grid, b);
        for (int32_t i = 0; i < count; ++i) {
            out_diagonal[i] += edge[i] + edge[i + sb];
        }
    }
}

// Faces of component a on both sides of an edge, looking along b: free slip on one of them, or a side
// that lets the fluid slide, and there is no shear stress.
static bool slips(const wafti_domain* domain, int a, int b, const int32_t edge[3]) {
    const int32_t n = domain->grid.n[b];
    for (int s = 0; s < 2; ++s) {
        int32_t face[3] = {edge[0], edge[1], edge[2]};
        face[b] += s - 1;
        if (face[b] < 0 || face[b] >= n) {
            const wafti_side* side = wafti_domain_side(domain, b, s);
            if (side->kind != WAFTI_SIDE_PERIODIC) {
                if (!wafti_side_holds(side)) {
                    return true;
                }
                continue;
            }
            face[b] = s == 0 ? n - 1 : 0;
        }
        if (wafti_viscosity_role(domain, a, face) == WAFTI_FACE_ABSENT) {
            return true;
        }
    }
    return false;
}

// Mean viscosity of the fluid cells around an edge.
static float edge_viscosity(const wafti_viscosity* viscosity, int a, int b, const int32_t edge[3]) {
    const wafti_domain* domain = viscosity->domain;
    const wafti_mac* grid = &domain->grid;
    const int axes[2] = {a, b};
    float sum = 0.0f;
    int count = 0;
    for (int c = 0; c < 4; ++c) {
        int32_t cell[3] = {edge[0], edge[1], edge[2]};
        cell[a] -= c & 1;
        cell[b] -= c >> 1;
        bool inside = true;
        for (int d = 0; d < 2; ++d) {
            const int32_t n = grid->n[axes[d]];
            if (wafti_domain_periodic(domain, axes[d])) {
                cell[axes[d]] = wafti_wrap(cell[axes[d]], n);
            }
            inside = inside && cell[axes[d]] >= 0 && cell[axes[d]] < n;
        }
        const ptrdiff_t at = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
        if (inside && domain->clearance[at] != 0) {
            sum += (float)viscosity->nu + viscosity->eddy[at];
            ++count;
        }
    }
    return count > 0 ? sum / (float)count : 0.0f;
}

static bool on_two_walls(const wafti_domain* domain, int a, int b, const int32_t edge[3]) {
    bool walls = true;
    const int axes[2] = {a, b};
    for (int d = 0; d < 2; ++d) {
        const int32_t at = edge[axes[d]];
        const bool side = at == 0 || at == domain->grid.n[axes[d]];
        walls = walls && side && !wafti_domain_periodic(domain, axes[d]);
    }
    return walls;
}

static void prepare_edges(const wafti_viscosity_system* system, int along, int32_t slice) {
    const wafti_domain* domain = system->viscosity->domain;
    const wafti_mac* grid = &domain->grid;
    const int a = (along + 1) % 3;
    const int b = (along + 2) % 3;
    wafti_mac_block rows = wafti_domain_slice(grid, slice);
    const int32_t end = grid->n[0] + (along == 0 ? 0 : 1);
    if (along > 0) {
        rows.high[along - 1] = wafti_lesser(rows.high[along - 1], grid->n[along]);
    }
    for (wafti_walk at = wafti_walk_rows(grid, &rows); wafti_walk_next(&at);) {
        float* row = system->coefficient[along] + at.start;
        for (int32_t i = 0; i < end; ++i) {
            const int32_t edge[3] = {i, at.j, at.k};
            const bool none = on_two_walls(domain, a, b, edge) || slips(domain, a, b, edge) ||
                              slips(domain, b, a, edge);
            row[i] = none ? 0.0f : system->factor * edge_viscosity(system->viscosity, a, b, edge);
        }
    }
}

static void edges_slice(void* context, int32_t slice) {
    const wafti_viscosity_system* system = context;
    if (system->viscosity->domain->grid.axes == 2) {
        prepare_edges(system, 2, slice);
        return;
    }
    for (int along = 0; along < 3; ++along) {
        prepare_edges(system, along, slice);
    }
}

// b - A u* = dt div(stress of u*), whatever theta is.
static void residual_row(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    (void)context;
    const float inverse = (float)(1.0 / system->viscosity->theta);
    const int32_t count = row->count;
    float mask[WAFTI_VISCOSITY_ROW];
    float* r = system->r[row->axis] + row->at;
    const float* u = system->x[row->axis] + row->at;
    mask_row(system->viscosity->domain, row, mask);
    apply_to(system, system->x, row, r);
    for (int32_t i = 0; i < count; ++i) {
        r[i] = mask[i] * inverse * (u[i] - r[i]);
    }
}

static void residual_slice(void* context, int32_t slice) {
    wafti_viscosity_visit_rows(context, slice, residual_row, NULL);
}

void wafti_viscosity_prepare_stress(wafti_viscosity_system* system, double dt) {
    const wafti_viscosity* viscosity = system->viscosity;
    const wafti_mac* grid = &viscosity->domain->grid;
    system->factor = (float)(viscosity->theta * dt / (grid->h * grid->h));
    system->apply = apply_row;
    system->diagonal = diagonal_row;
    system->mirrors = true;
    for (int axis = 0; axis < 3; ++axis) {
        memset(system->coefficient[axis] - grid->first, 0, grid->size * sizeof(float));
    }
    for (int axis = 0; axis < system->count; ++axis) {
        memset(system->p[axis] - grid->first, 0, grid->size * sizeof(float));
        wafti_viscosity_fill_ghosts(viscosity->domain, axis, system->x[axis], true, 1.0f);
    }
    wafti_viscosity_run(viscosity, 0.1, edges_slice, system);
    wafti_viscosity_run(viscosity, 0.1, residual_slice, system);
}
