// SPDX-License-Identifier: MIT
// Added mass by one source below each facet: Xie & Miyata 2013, eqs. 5-6 as they must read
// (docs/spec/bodies.md#inner-sources). Good for fat bodies; below a thin one the sources of both faces
// mix.
#include "hull/panels.h"

#include "base/error.h"
#include "mesh/winding.h"

#include <string.h>

typedef struct rule {
    double weight;
    double corner[3]; // barycentric
} rule;

// Degree 4 (Dunavant 1985), and the centroid.
static const rule six_points[6] = {
    {0.223381589678011, {0.108103018168070, 0.445948490915965, 0.445948490915965}},
    {0.223381589678011, {0.445948490915965, 0.108103018168070, 0.445948490915965}},
    {0.223381589678011, {0.445948490915965, 0.445948490915965, 0.108103018168070}},
    {0.109951743655322, {0.816847572980459, 0.091576213509771, 0.091576213509771}},
    {0.109951743655322, {0.091576213509771, 0.816847572980459, 0.091576213509771}},
    {0.109951743655322, {0.091576213509771, 0.091576213509771, 0.816847572980459}},
};
static const rule one_point[1] = {{1.0, {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}}};

typedef struct sources {
    const wafti_panel_job* job;
    wafti_panels panels;
    wafti_lu matrix;
    double* places; // xyz of each source
    double* sides;  // strengths in the end
} sources;

// The flux of source j through facet i is its strength times the angle over 4 pi.
static void fill_row(void* context, int32_t row) {
    const sources* s = context;
    const size_t i = (size_t)row;
    for (size_t j = 0; j < s->panels.count; ++j) {
        s->matrix.cells[i * s->matrix.stride + j] =
            wafti_solid_angle(s->panels.points, s->panels.items[i].corner, &s->places[3 * j]) /
            (4.0 * M_PI);
    }
    for (size_t b = 0; b < 6; ++b) {
        s->sides[b * s->panels.count + i] = s->panels.items[i].motion[b] * s->panels.items[i].area;
    }
}

// Adds the potential of the six flows at a point of facet i to K's columns.
static void add_point(const sources* s, size_t i, const rule* at, double out_k[36]) {
    const wafti_panel* panel = &s->panels.items[i];
    double point[3] = {0.0};
    for (size_t k = 0; k < 3; ++k) {
        wafti_vector_add_scaled(
            point, &s->panels.points[3 * (size_t)panel->corner[k]], at->corner[k]);
    }
    double motion[6];
    memcpy(motion, panel->normal, sizeof(panel->normal));
    wafti_vector_cross(point, panel->normal, motion + 3);
    double potential[6] = {0.0};
    for (size_t j = 0; j < s->panels.count; ++j) {
        double step[3];
        wafti_vector_sub(point, &s->places[3 * j], step);
        const double share = 0.25 / M_PI / wafti_vector_length(step);
        for (size_t b = 0; b < 6; ++b) {
            potential[b] += share * s->sides[b * s->panels.count + j];
        }
    }
    for (size_t ab = 0; ab < 36; ++ab) {
        out_k[ab] += at->weight * panel->area * motion[ab / 6] * potential[ab % 6];
    }
}

static waft_result solve(sources* s, const wafti_context* context, double out_k[36]) {
    for (size_t j = 0; j < s->panels.count; ++j) {
        const wafti_panel* panel = &s->panels.items[j];
        const double depth = s->job->source_depth > 0.0
                                 ? s->job->source_depth
                                 : fmin(0.5 * sqrt(panel->area), 0.3 * s->job->shortest);
        memcpy(&s->places[3 * j], panel->centroid, sizeof(panel->centroid));
        wafti_vector_add_scaled(&s->places[3 * j], panel->normal, -depth);
    }
    const double pairs = (double)s->panels.count * (double)s->panels.count;
    wafti_pool_run(context->pool, (int32_t)s->panels.count, 0.05 * pairs, fill_row, s);
    const waft_result result = wafti_lu_solve(&s->matrix, s->sides, context);
    if (result != WAFT_OK) {
        return result;
    }
    const rule* rules = s->job->source_points ? six_points : one_point;
    const int rule_count = s->job->source_points ? 6 : 1;
    memset(out_k, 0, 36 * sizeof(double));
    for (size_t i = 0; i < s->panels.count; ++i) {
        for (int r = 0; r < rule_count; ++r) {
            add_point(s, i, &rules[r], out_k);
        }
    }
    return WAFT_OK;
}

waft_result wafti_added_mass_sources(
    const wafti_panel_job* job, const wafti_context* context, double out_k[36]) {
    sources s = {.job = job};
    waft_result result =
        wafti_panels_init(&s.panels, job->mesh, job->center, &context->allocator, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    const size_t count = s.panels.count;
    const size_t pad = WAFTI_LU_COLUMNS - 1;
    s.matrix = (wafti_lu){.count = count, .stride = (count + pad) / (pad + 1) * (pad + 1)};
    const size_t size = wafti_size_mul(count, s.matrix.stride);
    s.matrix.cells = wafti_allocate_zero(&context->allocator, size, sizeof(double));
    s.places = wafti_arena_take(&s.panels.arena, count, 3 * sizeof(double));
    s.sides = wafti_arena_take(&s.panels.arena, count, 6 * sizeof(double));
    if (s.matrix.cells == NULL || s.places == NULL || s.sides == NULL) {
        result = wafti_fail_memory(context->error, size, "the matrix of the sources");
    } else {
        result = solve(&s, context, out_k);
    }
    wafti_release(&context->allocator, s.matrix.cells, size, sizeof(double));
    wafti_arena_free(&s.panels.arena);
    return result;
}
