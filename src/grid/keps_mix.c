// SPDX-License-Identifier: MIT
#include "grid/keps_mix.h"

#include <string.h>

#include "grid/blocks.h"
#include "grid/domain_parts.h"

static void mark_cells(const wafti_keps_links* links, const wafti_domain* domain) {
    const wafti_mac* grid = &domain->grid;
    for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
        for (ptrdiff_t cell = at.start; cell < at.start + grid->n[0]; ++cell) {
            links->cell[cell] = domain->clearance[cell] != 0 ? 1.0f : 0.0f;
        }
    }
}

static void mark_faces(const wafti_keps_links* links, const wafti_domain* domain, int axis) {
    const wafti_mac* grid = &domain->grid;
    for (wafti_walk at = wafti_walk_all(grid, axis); wafti_walk_next(&at);) {
        for (int32_t i = 0; i < wafti_mac_row_faces(grid, axis); ++i) {
            const int32_t index = axis == 0 ? i : (axis == 1 ? at.j : at.k);
            const bool side = index == 0 || index == grid->n[axis];
            const wafti_side_kind kind = wafti_domain_side(domain, axis, index != 0)->kind;
            const bool given = side && kind == WAFTI_SIDE_INFLOW;
            links->face[axis][at.start + i] =
                given || domain->weight[axis][at.start + i] > 0.0f ? 1.0f : 0.0f;
        }
    }
}

bool wafti_keps_links_init(
    wafti_keps_links* links, const wafti_domain* domain, wafti_arena* arena) {
    links->cell = wafti_mac_take_float(&domain->grid, arena);
    for (int axis = 0; axis < 3; ++axis) {
        links->face[axis] = wafti_mac_take_float(&domain->grid, arena);
    }
    if (arena->failed) {
        return false;
    }
    mark_cells(links, domain);
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        mark_faces(links, domain, axis);
    }
    return true;
}

// ---- leaf loops: out += gain x what flows in through the low face and out through the high face

static void cells_row(int32_t count, ptrdiff_t s, const wafti_keps_mix* mix, const float* open,
    const float* cell, const float* eddy, const float* q, float* restrict out) {
    const float base = mix->nu;
    const float share = 0.5f * mix->inverse_sigma;
    const float step = mix->step;
    for (int32_t i = 0; i < count; ++i) {
        const float low = open[i] * cell[i - s] * (base + share * (eddy[i] + eddy[i - s]));
        const float high = open[i + s] * cell[i + s] * (base + share * (eddy[i] + eddy[i + s]));
        const float gain = low * (q[i - s] - q[i]) + high * (q[i + s] - q[i]);
        out[i] += step * cell[i] * gain;
    }
}

// Along the component: the cell between two faces.
static void along_row(int32_t count, ptrdiff_t s, const wafti_keps_mix* mix, const float* face,
    const float* eddy, const float* u, float* restrict out) {
    const float base = mix->nu;
    const float share = mix->inverse_sigma;
    const float step = mix->step;
    for (int32_t i = 0; i < count; ++i) {
        const float low = face[i - s] * (base + share * eddy[i - s]);
        const float high = face[i + s] * (base + share * eddy[i]);
        const float gain = low * (u[i - s] - u[i]) + high * (u[i + s] - u[i]);
        out[i] += step * face[i] * gain;
    }
}

// Across it: the edge between two faces, with four cells around it; a is the component's own stride.
static void across_row(int32_t count, const ptrdiff_t s[2], const wafti_keps_mix* mix,
    const float* face, const float* eddy, const float* u, float* restrict out) {
    const float base = mix->nu;
    const float share = 0.25f * mix->inverse_sigma;
    const float step = mix->step;
    const ptrdiff_t a = s[0];
    const ptrdiff_t b = s[1];
    for (int32_t i = 0; i < count; ++i) {
        const float here = eddy[i] + eddy[i - a];
        const float below = base + share * (here + eddy[i - b] + eddy[i - a - b]);
        const float above = base + share * (here + eddy[i + b] + eddy[i - a + b]);
        const float gain =
            face[i - b] * below * (u[i - b] - u[i]) + face[i + b] * above * (u[i + b] - u[i]);
        out[i] += step * face[i] * gain;
    }
}

void wafti_keps_mix_cells(const wafti_keps_mix* mix, const float* field, float* out) {
    const wafti_domain* domain = mix->domain;
    const wafti_mac* grid = &domain->grid;
    for (wafti_walk row = wafti_walk_all(grid, -1); wafti_walk_next(&row);) {
        const ptrdiff_t at = row.start;
        memcpy(out + at, field + at, (size_t)grid->n[0] * sizeof(*out));
        for (int d = 0; d < grid->axes; ++d) {
            cells_row(grid->n[0], wafti_mac_stride(grid, d), mix, domain->weight[d] + at,
                mix->links->cell + at, mix->eddy + at, field + at, out + at);
        }
    }
}

static void mix_component(
    const wafti_keps_mix* mix, int axis, const float* u, float* restrict out) {
    const wafti_mac* grid = &mix->domain->grid;
    const float* face = mix->links->face[axis];
    const ptrdiff_t own = wafti_mac_stride(grid, axis);
    const int32_t count = wafti_mac_row_faces(grid, axis);
    for (wafti_walk row = wafti_walk_all(grid, axis); wafti_walk_next(&row);) {
        const ptrdiff_t at = row.start;
        memcpy(out + at, u + at, (size_t)count * sizeof(*out));
        for (int d = 0; d < grid->axes; ++d) {
            const ptrdiff_t s = wafti_mac_stride(grid, d);
            if (d == axis) {
                along_row(count, s, mix, face + at, mix->eddy + at, u + at, out + at);
            } else {
                across_row(count, (const ptrdiff_t[2]){own, s}, mix, face + at, mix->eddy + at,
                    u + at, out + at);
            }
        }
    }
}

void wafti_keps_mix_faces(
    const wafti_keps_mix* mix, float* const velocity[3], float* const out[3]) {
    for (int axis = 0; axis < mix->domain->grid.axes; ++axis) {
        mix_component(mix, axis, velocity[axis], out[axis]);
    }
}
