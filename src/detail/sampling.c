// SPDX-License-Identifier: MIT
// The smoke's fields on a finer grid: linear, each component at its own places. This is step 1 of
// docs/spec/turbulence.md#one-step.
#include <math.h>

#include "detail/parts.h"
#include "grid/blocks.h"
#include "grid/domain_parts.h"
#include "grid/halo.h"
#include "math/whole.h"
#include "simd/clones.h"

static const double sample_ns = 2.0;

size_t wafti_sampling_size(const int32_t cells[3]) {
    size_t sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
        sum += (size_t)3 * 3 * ((size_t)cells[axis] + 17) * sizeof(float);
    }
    return sum;
}

// How the samples of an axis lie in the smoke's.
typedef struct line_rule {
    int32_t count;
    double offset, back; // sample i lies at (i + offset) / refine - back of the smoke's samples
    int refine;
    int32_t cells; // of the smoke that none lies outside of; 0: any
    bool periodic;
} line_rule;

static bool make_lines(wafti_lines* lines, const line_rule* rule, wafti_arena* arena) {
    const size_t count = (size_t)rule->count;
    lines->count = rule->count;
    lines->at = wafti_arena_take(arena, count, sizeof(*lines->at));
    lines->next = wafti_arena_take(arena, count, sizeof(*lines->next));
    lines->share = wafti_arena_take(arena, count, sizeof(*lines->share));
    if (arena->failed) {
        return false;
    }
    lines->least = INT32_MAX;
    lines->greatest = INT32_MIN;
    for (int32_t i = 0; i < rule->count; ++i) {
        const double place = ((double)i + rule->offset) / rule->refine - rule->back;
        const int32_t whole = (int32_t)floor(place);
        lines->share[i] = (float)(place - floor(place));
        const int32_t ends[2] = {whole, whole + (lines->share[i] > 0.0f ? 1 : 0)};
        int32_t* const out[2] = {&lines->at[i], &lines->next[i]};
        for (int e = 0; e < 2; ++e) {
            // Outermost values go on outside, or come round.
            *out[e] =
                rule->cells > 0 ? wafti_inside(ends[e], rule->cells, rule->periodic) : ends[e];
            lines->least = wafti_lesser(lines->least, *out[e]);
            lines->greatest = wafti_greater(lines->greatest, *out[e]);
        }
    }
    return true;
}

bool wafti_sampling_make(wafti_sampling* at, const waft_smoke* base, const wafti_mac* fine,
    const int32_t low[3], int refine, wafti_arena* arena) {
    const wafti_mac* grid = &base->domain.grid;
    for (int axis = 0; axis < 3; ++axis) {
        const int finer = axis < grid->axes ? refine : 1;
        const bool periodic = wafti_domain_periodic(&base->domain, axis);
        const int32_t n = fine->n[axis];
        const line_rule faces = {n + 1, low[axis], 0.0, finer, 0, periodic};
        const line_rule centers = {n, low[axis] + 0.5, 0.5, finer, 0, periodic};
        const line_rule cells = {n, low[axis] + 0.5, 0.5, finer, grid->n[axis], periodic};
        if (!make_lines(&at->faces[axis], &faces, arena) ||
            !make_lines(&at->centers[axis], &centers, arena) ||
            !make_lines(&at->cells[axis], &cells, arena)) {
            return false;
        }
    }
    return true;
}

// A field of the smoke and a fine plane of samples in it.
typedef struct plane {
    const wafti_mac* grid;
    const float* field;
    const wafti_lines* lines;
    int32_t count; // samples of a row
    int32_t k;
} plane;

// Two rows of the smoke, one behind the other, at the depth of the plane.
static void join_rows(const plane* p, int32_t row, float* joined) {
    const wafti_lines* z = &p->lines[2];
    const float* near = p->field + wafti_mac_index(p->grid, 0, row, z->at[p->k]);
    const float* far = p->field + wafti_mac_index(p->grid, 0, row, z->next[p->k]);
    const float share = z->share[p->k];
    for (int32_t i = p->lines[0].least; i <= p->lines[0].greatest; ++i) {
        joined[i] = near[i] + share * (far[i] - near[i]);
    }
}

// A row of the smoke at the depth of the plane and at the places of a fine row.
WAFTI_CLONES static void spread_row(const plane* p, int32_t row, float* out) {
    float room[WAFTI_DETAIL_ROW];
    float* joined = room + 8;
    join_rows(p, row, joined);
    const wafti_lines* x = &p->lines[0];
    for (int32_t i = 0; i < p->count; ++i) {
        const float low = joined[x->at[i]];
        out[i] = low + x->share[i] * (joined[x->next[i]] - low);
    }
}

// Rows of the smoke below and above a fine one; those of the fine rows beside it are much the same.
typedef struct row_pair {
    float values[2][WAFTI_DETAIL_ROW];
    int32_t row[2];
    bool known[2];
} row_pair;

// Finds a row of the smoke, in place of the one that is not `kept` if need be; returns where it is.
static int find_row(const plane* p, int32_t row, int kept, row_pair* pair) {
    for (int n = 0; n < 2; ++n) {
        if (pair->known[n] && pair->row[n] == row) {
            return n;
        }
    }
    const int place = kept == 0 ? 1 : 0;
    spread_row(p, row, pair->values[place]);
    pair->row[place] = row;
    pair->known[place] = true;
    return place;
}

// Row j of the plane.
WAFTI_CLONES static void sample_between(
    const plane* p, int32_t j, row_pair* pair, float* restrict out) {
    const wafti_lines* y = &p->lines[1];
    // The row above may be there already, and must not give way to the one below.
    const int above = pair->known[0] && pair->row[0] == y->next[j] ? 0 : 1;
    const int low = find_row(p, y->at[j], above, pair);
    const int high = find_row(p, y->next[j], low, pair);
    const float* a = pair->values[low];
    const float* b = pair->values[high];
    const float share = y->share[j];
    for (int32_t i = 0; i < p->count; ++i) {
        out[i] = a[i] + share * (b[i] - a[i]);
    }
}

void wafti_sample_row(const wafti_mac* grid, const float* field, const wafti_lines lines[3],
    int32_t j, int32_t k, float* out) {
    const plane p = {grid, field, lines, lines[0].count, k};
    row_pair pair;
    pair.known[0] = pair.known[1] = false;
    sample_between(&p, j, &pair, out);
}

typedef struct sample_job {
    const waft_smoke* base;
    const wafti_sampling* at;
    const wafti_mac* fine;
    const float* cells;      // NULL: faces
    const wafti_part* parts; // whose own flow comes over that of the smoke
    int part_count;
    float* out[3];
} sample_job;

// Rows of a block of the fine grid.
static void sample_rows(const sample_job* job, const float* field, const wafti_lines lines[3],
    const wafti_mac_block* rows, float* out) {
    plane p = {&job->base->domain.grid, field, lines, lines[0].count, 0};
    row_pair pair;
    for (p.k = rows->low[1]; p.k < rows->high[1]; ++p.k) {
        pair.known[0] = pair.known[1] = false;
        for (int32_t j = rows->low[0]; j < rows->high[0]; ++j) {
            sample_between(&p, j, &pair, out + wafti_mac_index(job->fine, 0, j, p.k));
        }
    }
}

static void sample_axis(const sample_job* job, int axis, const wafti_mac_block* rows) {
    wafti_lines lines[3];
    for (int a = 0; a < 3; ++a) {
        lines[a] = a == axis ? job->at->faces[a] : job->at->centers[a];
    }
    sample_rows(job, job->base->velocity[axis], lines, rows, job->out[axis]);
}

// Faces that a part has, over those of the smoke in the same rows.
static void take_part(
    const sample_job* job, const wafti_part* part, int axis, const wafti_mac_block* rows) {
    const wafti_mac* own = &part->smoke->domain.grid;
    const wafti_box faces = {
        .low = {0, part->low[1], part->low[2]},
        .high = {1, part->low[1] + own->n[1] + (axis == 1), part->low[2] + own->n[2] + (axis == 2)},
    };
    const wafti_box box = wafti_box_rows(&faces, rows);
    const size_t bytes = (size_t)wafti_mac_row_faces(own, axis) * sizeof(float);
    for (int32_t k = box.low[2]; k < box.high[2]; ++k) {
        for (int32_t j = box.low[1]; j < box.high[1]; ++j) {
            memcpy(job->out[axis] + wafti_mac_index(job->fine, part->low[0], j, k),
                part->smoke->velocity[axis] +
                    wafti_mac_index(own, 0, j - part->low[1], k - part->low[2]),
                bytes);
        }
    }
}

static void sample_faces_block(void* context, int32_t block) {
    const sample_job* job = context;
    for (int axis = 0; axis < job->fine->axes; ++axis) {
        const wafti_mac_block rows = wafti_mac_faces_of(job->fine, axis, block);
        sample_axis(job, axis, &rows);
        for (int n = 0; n < job->part_count; ++n) {
            take_part(job, &job->parts[n], axis, &rows);
        }
    }
}

void wafti_sample_faces(
    const waft_smoke* base, const wafti_sampling* at, const wafti_mac* fine, float* const out[3]) {
    sample_job job = {.base = base, .at = at, .fine = fine, .out = {out[0], out[1], out[2]}};
    wafti_mac_run(fine, base->context, 3.0 * sample_ns, sample_faces_block, &job);
}

// A flow that is put together, with the faces that sides and solids fix and its halo while rows are at hand.
typedef struct compose_job {
    sample_job sample;
    wafti_face_job faces;
    wafti_halo halo[3];
    bool at_once;
} compose_job;

static void compose_block(void* context, int32_t block) {
    compose_job* job = context;
    const wafti_mac* grid = job->sample.fine;
    sample_faces_block(&job->sample, block);
    if (!job->at_once) {
        return;
    }
    const wafti_mac_block along = wafti_mac_faces_of(grid, 1, block);
    const wafti_mac_block behind = wafti_mac_faces_of(grid, 2, block);
    const wafti_mac_block rows = {
        .low = {along.low[0], behind.low[1]}, .high = {along.high[0], behind.high[1]}};
    wafti_domain_set_rows(&job->faces, &rows);
    for (int axis = 0; axis < grid->axes; ++axis) {
        wafti_halo_block(&job->halo[axis], axis, block, job->sample.out[axis]);
    }
}

// Faces at a seam come from the other side of the box.
static bool has_seam(const wafti_domain* domain) {
    bool seam = false;
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        seam = seam || wafti_domain_periodic(domain, axis);
    }
    return seam;
}

void wafti_compose_faces(const waft_detail* detail, waft_smoke* fine) {
    const wafti_domain* domain = &fine->domain;
    float* const* out = fine->velocity;
    const bool at_once = !has_seam(domain);
    compose_job job = {.sample = {.base = detail->base,
                           .at = &detail->at,
                           .fine = &domain->grid,
                           .parts = detail->parts,
                           .part_count = detail->part_count,
                           .out = {out[0], out[1], out[2]}},
        .faces = wafti_domain_face_job(domain, fine->velocity, true),
        .at_once = at_once};
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        job.halo[axis] = wafti_halo_of_faces(domain, axis);
    }
    wafti_mac_run(&domain->grid, detail->base->context, 3.0 * sample_ns, compose_block, &job);
    if (!at_once) {
        wafti_smoke_set_faces(fine);
        wafti_smoke_edge(fine);
        return;
    }
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        wafti_halo_rest(&job.halo[axis], out[axis]);
    }
    fine->edged = true;
    fine->speed = -1.0;
}

static void sample_cells_block(void* context, int32_t block) {
    const sample_job* job = context;
    const wafti_mac_block rows = wafti_mac_block_at(job->fine, block);
    sample_rows(job, job->cells, job->at->cells, &rows, job->out[0]);
}

void wafti_sample_cells(const waft_smoke* base, const wafti_sampling* at, const wafti_mac* fine,
    const float* field, float* out) {
    sample_job job = {.base = base, .at = at, .fine = fine, .cells = field};
    job.out[0] = out;
    wafti_mac_run(fine, base->context, sample_ns, sample_cells_block, &job);
}
