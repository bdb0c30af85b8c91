// SPDX-License-Identifier: MIT
// (1 - theta dt nu L) of one velocity component: L is the Laplacian over its own faces.
#include <string.h>

#include "grid/viscosity_parts.h"

void wafti_viscosity_visit_rows(const wafti_viscosity_system* system, int32_t slice,
    wafti_viscosity_visit* visit, void* context) {
    const wafti_domain* domain = system->viscosity->domain;
    const wafti_mac* grid = &domain->grid;
    const wafti_mac_block rows = wafti_domain_slice(grid, slice);
    for (int axis = system->first; axis < system->first + system->count; ++axis) {
        wafti_box all = wafti_domain_all(grid, wafti_domain_periodic(domain, axis) ? -1 : axis);
        all = wafti_box_rows(&all, &rows);
        for (wafti_walk at = wafti_walk_box(grid, &all); wafti_walk_next(&at);) {
            visit(context, system, &(wafti_face_row){axis, at.j, at.k, at.start, all.high[0]});
        }
    }
}

wafti_face_role wafti_viscosity_role(const wafti_domain* domain, int axis, const int32_t face[3]) {
    const wafti_mac* grid = &domain->grid;
    const ptrdiff_t at = wafti_mac_index(grid, face[0], face[1], face[2]);
    if ((domain->flags[at] & (WAFTI_FLAG_STICKS << axis)) != 0) {
        return WAFTI_FACE_FIXED;
    }
    if (domain->weight[axis][at] > 0.0f) {
        return WAFTI_FACE_FREE;
    }
    const bool side = face[axis] == 0 || face[axis] == grid->n[axis];
    if (side && wafti_domain_open_weight(domain, axis, face[axis]) <= 0.0f) {
        return WAFTI_FACE_FIXED;
    }
    const int owner = wafti_domain_face_owner(domain, axis, face);
    const bool holds = owner > 0 && domain->placements[owner - 1].solid.no_slip;
    return holds ? WAFTI_FACE_FIXED : WAFTI_FACE_ABSENT;
}

// One layer beyond a side, from the layer `from`; values are gain x that + offset.
typedef struct ghost_layer {
    int32_t index, from;
    float gain, offset;
} ghost_layer;

static void fill_layer(
    const wafti_mac* grid, float* field, int d, const wafti_box* range, const ghost_layer* layer) {
    wafti_box box = *range;
    box.low[d] = layer->index;
    box.high[d] = layer->index + 1;
    const ptrdiff_t across = (layer->from - layer->index) * wafti_mac_stride(grid, d);
    for (wafti_walk at = wafti_walk_box(grid, &box); wafti_walk_next(&at);) {
        float* row = field + at.start;
        for (int32_t i = box.low[0]; i < box.high[0]; ++i) {
            row[i] = layer->gain * row[i + across] + layer->offset;
        }
    }
}

// What lies beyond one side; true if it wraps.
static bool ghost_of_side(const wafti_domain* domain, int axis, int d, int s, ghost_layer* layer) {
    const wafti_side* side = wafti_domain_side(domain, d, s);
    const int32_t n = domain->grid.n[d];
    const int32_t last = d == axis ? n : n - 1;
    if (side->kind == WAFTI_SIDE_PERIODIC) {
        *layer = (ghost_layer){.index = s == 0 ? -1 : n, .from = s == 0 ? n - 1 : 0, .gain = 1.0f};
        return true;
    }
    *layer =
        (ghost_layer){.index = s == 0 ? -1 : last + 1, .from = s == 0 ? 0 : last, .gain = 1.0f};
    if (d != axis && wafti_side_holds(side)) {
        layer->gain = -1.0f;
        layer->offset = 2.0f * side->velocity[axis];
    }
    return false;
}

void wafti_viscosity_fill_ghosts(
    const wafti_domain* domain, int axis, float* field, bool mirrors, float scale) {
    const wafti_mac* grid = &domain->grid;
    wafti_box range = wafti_domain_all(grid, axis);
    for (int d = 0; d < grid->axes; ++d) {
        for (int s = 0; s < 2; ++s) {
            ghost_layer layer;
            if (ghost_of_side(domain, axis, d, s, &layer) || mirrors) {
                layer.offset *= scale;
                fill_layer(grid, field, d, &range, &layer);
            }
        }
        // Later axes copy what was filled in by now, so that corners are right.
        --range.low[d];
        ++range.high[d];
    }
}

// A p = D p - factor x the sum over neighbours: p is 0 on faces that are no unknowns and beyond sides.
static void apply_row(
    const wafti_viscosity_system* system, const wafti_face_row* row, float* out_q) {
    const wafti_mac* grid = &system->viscosity->domain->grid;
    const float* p = system->p[row->axis] + row->at;
    const float* diagonal = system->coefficient[row->axis] + row->at;
    const float factor = system->factor * (float)system->viscosity->nu;
    const int32_t count = row->count;
    // In a plane there is nothing above and below, and the row itself is always there.
    const ptrdiff_t plane = grid->axes == 3 ? grid->plane : 0;
    const float deep = grid->axes == 3 ? factor : 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        const float flat = (p[i - 1] + p[i + 1]) + (p[i - grid->row] + p[i + grid->row]);
        const float q = diagonal[i] * p[i] - factor * flat - deep * (p[i - plane] + p[i + plane]);
        out_q[i] = diagonal[i] > 0.0f ? q : 0.0f;
    }
}

static void diagonal_row(
    const wafti_viscosity_system* system, const wafti_face_row* row, float* out_diagonal) {
    memcpy(out_diagonal, system->coefficient[row->axis] + row->at,
        (size_t)row->count * sizeof(*out_diagonal));
}

// What the neighbour of a face in one direction adds: to the diagonal, and to the sum of differences.
typedef struct pull {
    float diagonal, difference;
} pull;

static pull pull_of_side(const wafti_side* side, int axis, float u) {
    if (!wafti_side_holds(side)) {
        return (pull){0.0f, 0.0f};
    }
    // The ghost 2 u_wall - u.
    return (pull){2.0f, 2.0f * (side->velocity[axis] - u)};
}

static pull pull_of(
    const wafti_viscosity_system* system, int axis, const int32_t face[3], int d, int s) {
    const wafti_domain* domain = system->viscosity->domain;
    const wafti_mac* grid = &domain->grid;
    const float* x = system->x[axis];
    const float u = x[wafti_mac_index(grid, face[0], face[1], face[2])];
    int32_t next[3] = {face[0], face[1], face[2]};
    next[d] += 2 * s - 1;
    const int32_t last = d == axis ? grid->n[d] : grid->n[d] - 1;
    const wafti_side* side = wafti_domain_side(domain, d, s);
    if (side->kind == WAFTI_SIDE_PERIODIC) {
        next[d] = (next[d] + grid->n[d]) % grid->n[d];
    } else if (next[d] < 0 || next[d] > last) {
        return d == axis ? (pull){0.0f, 0.0f} : pull_of_side(side, axis, u);
    }
    if (wafti_viscosity_role(domain, axis, next) == WAFTI_FACE_ABSENT) {
        return (pull){0.0f, 0.0f};
    }
    return (pull){1.0f, x[wafti_mac_index(grid, next[0], next[1], next[2])] - u};
}

// A face near a side or a solid.
static void prepare_face(const wafti_viscosity_system* system, int axis, const int32_t face[3]) {
    const wafti_domain* domain = system->viscosity->domain;
    const ptrdiff_t at = wafti_mac_index(&domain->grid, face[0], face[1], face[2]);
    system->r[axis][at] = 0.0f;
    system->coefficient[axis][at] = 0.0f;
    if (wafti_viscosity_role(domain, axis, face) != WAFTI_FACE_FREE) {
        return;
    }
    pull sum = {0.0f, 0.0f};
    for (int d = 0; d < domain->grid.axes; ++d) {
        for (int s = 0; s < 2; ++s) {
            const pull one = pull_of(system, axis, face, d, s);
            sum.diagonal += one.diagonal;
            sum.difference += one.difference;
        }
    }
    const float factor = system->factor * (float)system->viscosity->nu;
    system->coefficient[axis][at] = 1.0f + factor * sum.diagonal;
    system->r[axis][at] = system->step * sum.difference;
}

// All faces of a row as if nothing were near.
static void prepare_plain_row(const wafti_viscosity_system* system, const wafti_face_row* row) {
    const wafti_mac* grid = &system->viscosity->domain->grid;
    const float* u = system->x[row->axis] + row->at;
    float* r = system->r[row->axis] + row->at;
    float* diagonal = system->coefficient[row->axis] + row->at;
    const float factor = system->factor * (float)system->viscosity->nu;
    const float step = system->step;
    const float all = 1.0f + factor * (float)(2 * grid->axes);
    const ptrdiff_t plane = grid->axes == 3 ? grid->plane : 0;
    for (int32_t i = 1; i < grid->n[0] - 1; ++i) {
        const float along = (u[i - 1] - u[i]) + (u[i + 1] - u[i]);
        const float across = (u[i - grid->row] - u[i]) + (u[i + grid->row] - u[i]);
        const float deep = (u[i - plane] - u[i]) + (u[i + plane] - u[i]);
        r[i] = step * (along + across + deep);
        diagonal[i] = all;
    }
}

// Cells two or more away from any that a solid touches: none of the faces of their neighbours is
// closed.
enum { FAR_FROM_SOLIDS = 3 };

static void prepare_row(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    (void)context;
    const wafti_domain* domain = system->viscosity->domain;
    const wafti_mac* grid = &domain->grid;
    bool inside = row->j > 0 && row->j < grid->n[1] - 1;
    if (grid->axes == 3) {
        inside = inside && row->k > 0 && row->k < grid->n[2] - 1;
    }
    if (inside) {
        prepare_plain_row(system, row);
    }
    const uint8_t* clearance = domain->clearance + row->at;
    for (int32_t i = 0; i < row->count; ++i) {
        const bool end = i == 0 || i >= grid->n[0] - 1;
        if (!inside || end || clearance[i] < FAR_FROM_SOLIDS) {
            prepare_face(system, row->axis, (const int32_t[3]){i, row->j, row->k});
        }
    }
}

static void prepare_slice(void* context, int32_t slice) {
    wafti_viscosity_visit_rows(context, slice, prepare_row, NULL);
}

void wafti_viscosity_prepare(wafti_viscosity_system* system, double dt) {
    const wafti_viscosity* viscosity = system->viscosity;
    const wafti_mac* grid = &viscosity->domain->grid;
    const double step = dt / (grid->h * grid->h);
    system->factor = (float)(viscosity->theta * step);
    system->apply = apply_row;
    system->diagonal = diagonal_row;
    memset(system->p[system->first] - grid->first, 0, grid->size * sizeof(float));
    // With x = u* at the start, b - A x = dt nu L u* whatever theta is.
    system->step = (float)(step * viscosity->nu);
    wafti_viscosity_run(viscosity, 0.02, prepare_slice, system);
}
