// SPDX-License-Identifier: MIT
// Rows of the direct boundary element method: vectors hold collocation points, so that facets and
// edges are plain numbers. Distances belong to points and logarithms to edges, which facets share.
#include "hull/panels.h"

#include "simd/wide_double_math.h"

enum { LANES = WAFTI_DOUBLE_LANES };

// Where r1 + r2 - l is lost to rounding the point lies on the edge, and its share is 0 times this.
static const double least_gap = 1e-300;

typedef struct rows {
    const wafti_panels* panels;
    wafti_wide_double at[3]; // centroids
    double* range;           // of each point
    double* log;             // of each edge
    double* product;         // of the two vectors to an edge's ends
} rows;

static void find_ranges(const rows* r) {
    for (size_t i = 0; i < r->panels->point_count; ++i) {
        const double* point = &r->panels->points[3 * i];
        wafti_wide_double square = wafti_double_set(0.0);
        for (int d = 0; d < 3; ++d) {
            const wafti_wide_double step = wafti_double_set(point[d]) - r->at[d];
            square = wafti_double_fma(step, step, square);
        }
        wafti_double_store(r->range + i * LANES, wafti_double_sqrt(square));
    }
}

static void find_logs(const rows* r) {
    for (size_t e = 0; e < r->panels->edge_count; ++e) {
        const wafti_edge* edge = &r->panels->edges[e];
        const wafti_wide_double a = wafti_double_load(r->range + (size_t)edge->points[0] * LANES);
        const wafti_wide_double b = wafti_double_load(r->range + (size_t)edge->points[1] * LANES);
        const wafti_wide_double length = wafti_double_set(edge->length);
        const wafti_wide_double sum = a + b;
        const wafti_wide_double gap = wafti_double_max(sum - length, wafti_double_set(least_gap));
        wafti_double_store(r->log + e * LANES, wafti_double_log_ratio(sum + length, gap));
        const wafti_wide_double squares = wafti_double_fma(a, a, b * b);
        wafti_double_store(
            r->product + e * LANES, wafti_double_set(0.5) * (squares - length * length));
    }
}

static inline wafti_wide_double above(const rows* r, const double normal[3], double plane) {
    wafti_wide_double height = wafti_double_set(plane);
    for (int d = 0; d < 3; ++d) {
        height = wafti_double_fma(wafti_double_set(-normal[d]), r->at[d], height);
    }
    return height;
}

// Half the solid angle of the facet; `height` of its plane over the points, along its normal.
static inline wafti_wide_double half_angle(
    const rows* r, const wafti_panel* panel, wafti_wide_double height) {
    wafti_wide_double range[3];
    wafti_wide_double product[3];
    for (int k = 0; k < 3; ++k) {
        range[k] = wafti_double_load(r->range + (size_t)panel->corner[k] * LANES);
        product[k] = wafti_double_load(r->product + (size_t)panel->edge[k] * LANES);
    }
    wafti_wide_double below = range[0] * range[1] * range[2];
    below = wafti_double_fma(product[0], range[2], below);
    below = wafti_double_fma(product[1], range[0], below);
    below = wafti_double_fma(product[2], range[1], below);
    // a . (b x c) is six times a volume: the facet's area times the height of its plane, twice.
    return wafti_double_atan2(wafti_double_set(2.0 * panel->area) * height, below);
}

// int dS / |p - y| over the facet.
static inline wafti_wide_double potential(
    const rows* r, const wafti_panel* panel, wafti_wide_double height, wafti_wide_double half) {
    wafti_wide_double sum = wafti_double_set(-2.0) * wafti_double_abs(height * half);
    for (int k = 0; k < 3; ++k) {
        const wafti_wide_double out = above(r, panel->edge_normal[k], panel->edge_plane[k]);
        const wafti_wide_double log = wafti_double_load(r->log + (size_t)panel->edge[k] * LANES);
        sum = wafti_double_fma(out, log, sum);
    }
    return sum;
}

static void fill(const wafti_bem_rows* job, const rows* r, size_t first) {
    const size_t count = job->panels->count;
    double* cells = wafti_dense_at(job->matrix, first, 0);
    wafti_wide_double right[6];
    for (int b = 0; b < 6; ++b) {
        right[b] = wafti_double_set(0.0);
    }
    for (size_t j = 0; j < count; ++j) {
        const wafti_panel* panel = &job->panels->items[j];
        const wafti_wide_double height = above(r, panel->normal, panel->plane);
        const wafti_wide_double half = half_angle(r, panel, height);
        const wafti_wide_double flow = potential(r, panel, height, half);
        wafti_double_store(cells + j * WAFTI_DENSE_ROWS, wafti_double_set(0.5 / M_PI) * half);
        for (int b = 0; b < 6; ++b) {
            right[b] =
                wafti_double_fma(flow, wafti_double_set(-0.25 / M_PI * panel->motion[b]), right[b]);
        }
    }
    for (size_t b = 0; b < 6; ++b) {
        wafti_double_store(job->right + b * wafti_dense_stride(job->matrix) + first, right[b]);
    }
}

static rows start(const wafti_bem_rows* job, size_t first) {
    const wafti_panels* panels = job->panels;
    rows r = {.panels = panels, .range = job->scratch};
    r.log = r.range + panels->point_count * LANES;
    r.product = r.log + panels->edge_count * LANES;
    for (int d = 0; d < 3; ++d) {
        double at[LANES];
        for (size_t lane = 0; lane < LANES; ++lane) {
            const size_t row = first + lane < panels->count ? first + lane : panels->count - 1;
            at[lane] = panels->items[row].centroid[d];
        }
        r.at[d] = wafti_double_load(at);
    }
    return r;
}

void WAFTI_KERNEL(wafti_bem_kernel)(const wafti_bem_rows* job, size_t block) {
    const size_t first = block * WAFTI_DENSE_ROWS;
    for (size_t row = first; row < first + WAFTI_DENSE_ROWS; row += LANES) {
        const rows r = start(job, row);
        find_ranges(&r);
        find_logs(&r);
        fill(job, &r, row);
    }
    // A facet sees half of everything at its own centroid, which its angle does not tell.
    for (size_t row = first; row < first + WAFTI_DENSE_ROWS && row < job->panels->count; ++row) {
        *wafti_dense_at(job->matrix, row, row) = 0.5;
    }
}
