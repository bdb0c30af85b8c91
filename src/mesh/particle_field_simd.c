// SPDX-License-Identifier: MIT
// Lanes are places; particles are added one after another.
#include "mesh/particle_field.h"

#include "simd/wide.h"

enum { CELLS = WAFTI_BLOCK_CELLS };

// w(q) = 2 t^3 - 8 v^3, t = max(0, 1 - q), v = max(0, 1/2 - q).
static wafti_wide spline(wafti_wide squares) {
    const wafti_wide q = wafti_wide_sqrt(squares);
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide t = wafti_wide_max(wafti_wide_set(1.0f) - q, zero);
    const wafti_wide v = wafti_wide_max(wafti_wide_set(1.0f) - (q + q), zero);
    return wafti_wide_fma(wafti_wide_set(2.0f) * t, t * t, -(v * v * v));
}

// First and last of the rows 0 to 7, `step` apart, that may be within 1 of `at`.
typedef struct rows {
    int first, last;
} rows;

static rows rows_near(float at, float one_over_step) {
    // Particles are at most 1 away from the block, whose rows are 0.125 to 0.5 apart: 64 more make all
    // numbers positive, and converting cuts their fraction off.
    const int low = (int)((at - 1.0f) * one_over_step + 64.0f) - 63;
    const int high = (int)((at + 1.0f) * one_over_step + 64.0f) - 64;
    return (rows){low > 0 ? low : 0, high < CELLS - 1 ? high : CELLS - 1};
}

static void add_to_row(float* row, float x, float step, float squares, float weight) {
    const wafti_wide scale = wafti_wide_set(weight);
    for (int i = 0; i < CELLS; i += WAFTI_LANES) {
        const wafti_wide nodes =
            (wafti_wide_iota() + wafti_wide_set((float)i)) * wafti_wide_set(step);
        const wafti_wide dx = nodes - wafti_wide_set(x);
        const wafti_wide w = spline(wafti_wide_fma(dx, dx, wafti_wide_set(squares)));
        wafti_wide_store(row + i, wafti_wide_fma(scale, w, wafti_wide_load(row + i)));
    }
}

static void add_nodes(const wafti_field_fill* fill, float step, float* values) {
    const float one_over_step = 1.0f / step;
    for (uint32_t p = 0; p < fill->count; ++p) {
        const float y = fill->position[1][p];
        const float z = fill->position[2][p];
        const rows ys = rows_near(y, one_over_step);
        const rows zs = rows_near(z, one_over_step);
        for (int k = zs.first; k <= zs.last; ++k) {
            const float dz = (float)k * step - z;
            for (int j = ys.first; j <= ys.last; ++j) {
                const float dy = (float)j * step - y;
                const float squares = dy * dy + dz * dz;
                if (squares < 1.0f) {
                    add_to_row(values + (k * CELLS + j) * CELLS, fill->position[0][p], step,
                        squares, fill->weight[p]);
                }
            }
        }
    }
}

typedef struct wide_place {
    wafti_wide x, y, z;
} wide_place;

static wide_place place_at(const wafti_field_places* places, size_t i) {
    return (wide_place){wafti_wide_load(places->position[0] + i),
        wafti_wide_load(places->position[1] + i), wafti_wide_load(places->position[2] + i)};
}

static wide_place place_from(wide_place at, const wafti_field_fill* fill, uint32_t p) {
    return (wide_place){at.x - wafti_wide_set(fill->position[0][p]),
        at.y - wafti_wide_set(fill->position[1][p]), at.z - wafti_wide_set(fill->position[2][p])};
}

static wafti_wide squares_of(wide_place d) {
    return wafti_wide_fma(d.x, d.x, wafti_wide_fma(d.y, d.y, d.z * d.z));
}

static void add_plain(
    const wafti_field_fill* fill, const wafti_field_places* places, float* plain) {
    for (size_t i = 0; i < places->count; i += WAFTI_LANES) {
        const wide_place at = place_at(places, i);
        wafti_wide sum = wafti_wide_load(plain + i);
        for (uint32_t p = 0; p < fill->count; ++p) {
            sum = sum + spline(squares_of(place_from(at, fill, p)));
        }
        wafti_wide_store(plain + i, sum);
    }
}

static void add_scaled(float* sum, wafti_wide a, wafti_wide b) {
    wafti_wide_store(sum, wafti_wide_fma(a, b, wafti_wide_load(sum)));
}

// w and, over q, -dw/dq = 6 t^2 - 24 v^2, which has the limit 0 times a direction at q = 0.
static void add_particle(const wafti_field_fill* fill, uint32_t p, wide_place d, wafti_wide squares,
    wafti_field_sums* sums, size_t i) {
    const wafti_wide q = wafti_wide_sqrt(squares);
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide t = wafti_wide_max(wafti_wide_set(1.0f) - q, zero);
    const wafti_wide v = wafti_wide_max(wafti_wide_set(1.0f) - (q + q), zero);
    const wafti_wide w = wafti_wide_fma(wafti_wide_set(2.0f) * t, t * t, -(v * v * v));
    const wafti_wide scale = wafti_wide_set(fill->weight[p]);
    const wafti_wide slope =
        scale * wafti_wide_set(6.0f) * (t * t - v * v) / wafti_wide_max(q, wafti_wide_set(1e-6f));
    const wafti_wide aw = scale * w;
    wafti_wide_store(sums->value + i, wafti_wide_load(sums->value + i) + aw);
    wafti_wide_store(sums->plain + i, wafti_wide_load(sums->plain + i) + w);
    add_scaled(sums->gradient[0] + i, -slope, d.x);
    add_scaled(sums->gradient[1] + i, -slope, d.y);
    add_scaled(sums->gradient[2] + i, -slope, d.z);
    for (int axis = 0; axis < 3; ++axis) {
        add_scaled(sums->velocity[axis] + i, aw, wafti_wide_set(fill->velocity[axis][p]));
    }
}

static void add_samples(
    const wafti_field_fill* fill, const wafti_field_places* places, wafti_field_sums* sums) {
    const wafti_wide one = wafti_wide_set(1.0f);
    for (size_t i = 0; i < places->count; i += WAFTI_LANES) {
        const wide_place at = place_at(places, i);
        for (uint32_t p = 0; p < fill->count; ++p) {
            const wide_place d = place_from(at, fill, p);
            const wafti_wide squares = squares_of(d);
            if (wafti_wide_any(wafti_wide_less(squares, one))) {
                add_particle(fill, p, d, squares, sums, i);
            }
        }
    }
}

const wafti_field_kernels WAFTI_KERNEL(wafti_field_kernels) = {
    .nodes = add_nodes,
    .plain = add_plain,
    .sample = add_samples,
};
