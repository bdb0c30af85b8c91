// SPDX-License-Identifier: MIT
// Borders of a region inside the box: how forces set in, and faces that have the flow of outside.
#include <math.h>
#include <string.h>

#include "detail/parts.h"
#include "grid/domain_parts.h"

static float smoothstep(float t) {
    const float inside = t > 0.0f ? (t < 1.0f ? t : 1.0f) : 0.0f;
    return inside * inside * (3.0f - 2.0f * inside);
}

// Cells from a sample along an axis to the nearer border across it; far away if there is none.
static float depth_of(const wafti_part* part, int axis, float place) {
    const float far = 1e9f;
    const float n = (float)part->smoke->domain.grid.n[axis];
    const float low = part->border[(ptrdiff_t)2 * axis] ? place : far;
    const float high = part->border[(ptrdiff_t)2 * axis + 1] ? n - place : far;
    return low < high ? low : high;
}

// Samples of a row that is `row` cells inside.
static void blend_end(
    const wafti_part* part, int axis, float row, int32_t from, int32_t to, float* out) {
    const float blend = (float)part->detail->def.blend;
    for (int32_t i = from; i < to; ++i) {
        const float depth = depth_of(part, 0, (float)i + (axis == 0 ? 0.0f : 0.5f));
        out[i] = smoothstep((depth < row ? depth : row) / blend);
    }
}

bool wafti_part_blend_depth(
    const wafti_part* part, int axis, int32_t j, int32_t k, float* out_depth) {
    const float blend = (float)part->detail->def.blend;
    if (!part->bordered || !(blend > 0.0f)) {
        return false;
    }
    const float across = depth_of(part, 1, (float)j + (axis == 1 ? 0.0f : 0.5f));
    const float along = part->smoke->domain.grid.axes == 3
                            ? depth_of(part, 2, (float)k + (axis == 2 ? 0.0f : 0.5f))
                            : 1e9f;
    const float row = across < along ? across : along;
    *out_depth = row < blend ? row : blend;
    return row < blend || part->border[0] || part->border[1];
}

void wafti_part_blend_row(
    const wafti_part* part, int axis, float depth, float* out, wafti_blend_middle* out_middle) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const int32_t count = grid->n[0] + (axis == 0 ? 1 : 0);
    // Samples that see a border across x, at either end.
    const int32_t most = part->detail->def.blend < count ? part->detail->def.blend : count;
    const int32_t low = part->border[0] || part->border[1] ? most : 0;
    const int32_t high = low < count - low ? count - low : low;
    const float middle = smoothstep(depth / (float)part->detail->def.blend);
    *out_middle = (wafti_blend_middle){low, high};
    blend_end(part, axis, depth, 0, low, out);
    for (int32_t i = low; i < high; ++i) {
        out[i] = middle;
    }
    blend_end(part, axis, depth, high, count, out);
}

// ---- faces

// What the border faces of one closed set of cells have in common.
typedef struct border_sum {
    double flux;  // out of the region, faces m/s
    double speed; // of |u|
    double count; // faces that may be corrected
} border_sum;

enum { MOST_SETS = 64, SIDES = 6, SLABS = 16 };

// By slabs of planes, so that a thread finds the faces that it pushed; and of all of them.
typedef struct border_job {
    wafti_part* part;
    bool active[SIDES]; // in this pass
    border_sum slab[SLABS][MOST_SETS];
    border_sum sums[MOST_SETS];
} border_job;

// What a face takes on one core, twice.
static const double face_us = 0.01;

// Cells of a side in a line: along x, or along y where the side lies across x.
typedef struct border_line {
    int side;
    int32_t first[3];
    int along;
    int32_t count;
} border_line;

typedef void border_visit(border_job* job, const border_line* line, border_sum* sums);

// Lines of the sides in a slab.
static void for_slab(border_job* job, int32_t slab, border_visit* visit) {
    const int32_t* n = job->part->smoke->domain.grid.n;
    border_sum* sums = job->slab[slab];
    const int32_t end = n[2] * (slab + 1) / SLABS;
    for (int32_t k = n[2] * slab / SLABS; k < end; ++k) {
        for (int side = 0; side < SIDES; ++side) {
            const int32_t last = side % 2 == 0 ? 0 : n[side / 2] - 1;
            if (!job->active[side] || (side >= 4 && k != last)) {
                continue;
            }
            if (side < 2) {
                visit(job, &(border_line){side, {last, 0, k}, 1, n[1]}, sums);
            } else if (side < 4) {
                visit(job, &(border_line){side, {0, last, k}, 0, n[0]}, sums);
            }
            for (int32_t j = 0; j < n[1] && side >= 4; ++j) {
                visit(job, &(border_line){side, {0, j, k}, 0, n[0]}, sums);
            }
        }
    }
}

static float* faces_of(const wafti_part* part, const border_line* line, float* const fields[3]) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const int axis = line->side / 2;
    const ptrdiff_t at = wafti_mac_index(grid, line->first[0], line->first[1], line->first[2]);
    return fields[axis] + at + (line->side % 2) * wafti_mac_stride(grid, axis);
}

// The set of joined cells that cell n of a line belongs to; -1 if it needs no balance.
static int set_of(const wafti_part* part, const border_line* line, int32_t n) {
    const wafti_poisson* poisson = part->smoke->poisson;
    int32_t cell[3] = {line->first[0], line->first[1], line->first[2]};
    cell[line->along] += n;
    const int row = wafti_poisson_row_region(poisson, cell[1], cell[2]);
    const int set = row >= 0 ? row : wafti_poisson_region(poisson, cell[0], cell[1], cell[2]);
    return set >= 0 && set < MOST_SETS && wafti_poisson_region_closed(poisson, set) ? set : -1;
}

// The same for all of a line along x whose cells are joined; -2 elsewhere.
static int set_of_line(const wafti_part* part, const border_line* line) {
    const bool joined = line->along == 0 && wafti_poisson_row_region(part->smoke->poisson,
                                                line->first[1], line->first[2]) >= 0;
    return joined ? set_of(part, line, 0) : -2;
}

static void set_means(const wafti_part* part, const border_line* line) {
    const wafti_domain* domain = &part->smoke->domain;
    const ptrdiff_t stride = wafti_mac_stride(&domain->grid, line->along);
    const float* mean = faces_of(part, line, part->mean);
    float* velocity = faces_of(part, line, part->smoke->velocity);
    int32_t cell[3] = {line->first[0], line->first[1], line->first[2]};
    for (int32_t n = 0; n < line->count; ++n, ++cell[line->along]) {
        if (*wafti_domain_inflow_at(domain, line->side, cell) > 0.0f) {
            velocity[n * stride] = mean[n * stride];
        }
    }
}

static void take_mean(border_job* job, const border_line* line, border_sum* sums) {
    wafti_part* part = job->part;
    const bool border = part->border[line->side];
    if (border) {
        set_means(part, line);
    }
    const ptrdiff_t stride = wafti_mac_stride(&part->smoke->domain.grid, line->along);
    const float* velocity = faces_of(part, line, part->smoke->velocity);
    const double sign = line->side % 2 == 0 ? -1.0 : 1.0;
    const int common = set_of_line(part, line);
    for (int32_t n = 0; n < line->count; ++n) {
        const int set = common > -2 ? common : set_of(part, line, n);
        if (set >= 0) {
            const double u = (double)velocity[n * stride];
            border_sum* sum = &sums[set];
            sum->flux += sign * u;
            sum->speed += border ? fabs(u) : 0.0;
            sum->count += border ? 1.0 : 0.0;
        }
    }
}

static void correct(border_job* job, const border_line* line, border_sum* sums) {
    (void)sums;
    const ptrdiff_t stride = wafti_mac_stride(&job->part->smoke->domain.grid, line->along);
    float* velocity = faces_of(job->part, line, job->part->smoke->velocity);
    const double sign = line->side % 2 == 0 ? -1.0 : 1.0;
    const int common = set_of_line(job->part, line);
    for (int32_t n = 0; n < line->count; ++n) {
        const int set = common > -2 ? common : set_of(job->part, line, n);
        if (set >= 0 && job->sums[set].count > 0.0) {
            velocity[n * stride] -= (float)(sign * job->sums[set].flux / job->sums[set].count);
        }
    }
}

static void take_slab(void* context, int32_t slab) {
    for_slab(context, slab, take_mean);
}

static void correct_slab(void* context, int32_t slab) {
    for_slab(context, slab, correct);
}

static void add_slabs(border_job* job) {
    for (int slab = 0; slab < SLABS; ++slab) {
        for (int set = 0; set < MOST_SETS; ++set) {
            job->sums[set].flux += job->slab[slab][set].flux;
            job->sums[set].speed += job->slab[slab][set].speed;
            job->sums[set].count += job->slab[slab][set].count;
        }
    }
}

void wafti_part_set_border(wafti_part* part) {
    if (!part->bordered) {
        return;
    }
    const wafti_domain* domain = &part->smoke->domain;
    const wafti_context* context = part->smoke->context;
    const double n[3] = {domain->grid.n[0], domain->grid.n[1], domain->grid.n[2]};
    const double work_us = 2.0 * face_us * (n[0] * n[1] + n[1] * n[2] + n[2] * n[0]);
    border_job job = {.part = part};
    for (int side = 0; side < 2 * domain->grid.axes; ++side) {
        job.active[side] = part->border[side] || domain->sides[side].kind == WAFTI_SIDE_INFLOW;
    }
    wafti_domain_set_faces(domain, context, part->smoke->velocity);
    wafti_pool_run(context->pool, SLABS, work_us, take_slab, &job);
    add_slabs(&job);
    memcpy(job.active, part->border, sizeof(job.active));
    wafti_pool_run(context->pool, SLABS, work_us, correct_slab, &job);
    for (int set = 0; set < MOST_SETS; ++set) {
        const border_sum* sum = &job.sums[set];
        if (sum->speed > 0.0) {
            part->correction = fmax(part->correction, fabs(sum->flux) / sum->speed);
        }
    }
}
