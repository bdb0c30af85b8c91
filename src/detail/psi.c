// SPDX-License-Identifier: MIT
// Psi = p_c V W: how strong a kick is, at cell centres (docs/spec/turbulence.md#triggers), and which way
// it may point (docs/spec/turbulence.md#direction-and-magnitude).
#include <math.h>

#include "detail/parts.h"
#include "grid/blocks.h"
#include "grid/halo.h"
#include "simd/clones.h"
#include "turbulence/trigger.h"

static const double psi_ns = 5.0;
static const double measure_ns = 2.0;

// ---- strain and vorticity, on the smoke's own grid

typedef struct measure_job {
    const wafti_mac* grid;
    float* const* parts; // of the tensor or curl
    bool strain;
    float* out; // may be the first of them
    int32_t* greatest;
} measure_job;

static void measure_block(void* context, int32_t block) {
    const measure_job* job = context;
    const wafti_mac* grid = job->grid;
    int32_t greatest = 0;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        for (ptrdiff_t cell = at.start; cell < at.start + grid->n[0]; ++cell) {
            job->out[cell] = job->strain ? sqrtf(wafti_strain_square(job->parts, grid->axes, cell))
                                         : wafti_curl_length(job->parts, grid->axes, cell);
        }
        const int32_t found = wafti_row_greatest_bits(job->out + at.start, grid->n[0]);
        greatest = found > greatest ? found : greatest;
    }
    job->greatest[block] = greatest;
}

// Length of what is in `parts`, into `out`; returns the greatest.
static double measure(const waft_detail* detail, float* const parts[], bool strain, float* out) {
    int32_t greatest[WAFTI_MAC_MOST_BLOCKS];
    const wafti_mac* grid = &detail->base->domain.grid;
    measure_job job = {.grid = grid, .parts = parts, .strain = strain, .greatest = greatest};
    job.out = out;
    wafti_mac_run(grid, detail->context, measure_ns, measure_block, &job);
    int32_t found = 0;
    for (int32_t n = 0; n < wafti_mac_block_count(grid); ++n) {
        found = greatest[n] > found ? greatest[n] : found;
    }
    return found < WAFTI_BITS_INFINITE ? (double)wafti_float_of_bits(found) : 0.0;
}

static bool has_trigger(const waft_detail* detail, waft_trigger_kind kind) {
    bool found = false;
    for (int n = 0; n < detail->def.trigger_count; ++n) {
        found = found || detail->def.triggers[n].kind == kind;
    }
    return found;
}

static void note_greatest(waft_detail* detail, int trigger, double present, double dt) {
    for (int n = 0; n < detail->part_count; ++n) {
        double* greatest = &detail->parts[n].greatest[trigger];
        *greatest = wafti_trigger_greatest(*greatest, present, dt);
    }
}

void wafti_detail_measure(waft_detail* detail, float* const velocity[3], double dt) {
    const waft_smoke* base = detail->base;
    // Dead until the smoke solves for its pressure again.
    float* const* scratch = base->scratch;
    double curl = 0.0;
    if (has_trigger(detail, WAFT_TRIGGER_STRAIN)) {
        wafti_strain(&base->domain, detail->context, velocity, scratch);
        (void)measure(detail, scratch, true, scratch[0]);
    }
    if (has_trigger(detail, WAFT_TRIGGER_VORTICITY)) {
        float* const parts[3] = {scratch[1], scratch[2], scratch[3]};
        wafti_curl(&base->domain, detail->context, velocity, parts);
        curl = measure(detail, parts, false, scratch[1]);
    }
    for (int n = 0; n < detail->def.trigger_count; ++n) {
        const waft_trigger* trigger = &detail->def.triggers[n];
        detail->measured[n] = trigger->kind == WAFT_TRIGGER_STRAIN ? scratch[0] : scratch[1];
        if (trigger->kind == WAFT_TRIGGER_VORTICITY) {
            note_greatest(detail, n, curl, dt);
        }
    }
}

// ---- Psi

typedef struct psi_job {
    wafti_part* part;
    float fastest; // m/s, strain: most V; infinite: no limit
    wafti_halo halo;
} psi_job;

// Mean flow at the centres of a row of cells.
static void center_row(const wafti_part* part, int axis, ptrdiff_t start, float* out) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const float* low = part->mean[axis] + start;
    const float* high = low + wafti_mac_stride(grid, axis);
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        out[i] = 0.5f * (low[i] + high[i]);
    }
}

static void speed_row(const wafti_part* part, ptrdiff_t start, float* out) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    float row[WAFTI_DETAIL_ROW];
    for (int axis = 0; axis < grid->axes; ++axis) {
        center_row(part, axis, start, row);
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            out[i] = row[i] * row[i] + (axis > 0 ? out[i] : 0.0f);
        }
    }
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        out[i] = sqrtf(out[i]);
    }
}

// V of the first trigger, which counts for all.
static void scale_row(const psi_job* job, int32_t j, int32_t k, ptrdiff_t start, float* out) {
    const wafti_part* part = job->part;
    const waft_detail* detail = part->detail;
    const int32_t n = part->smoke->domain.grid.n[0];
    const waft_trigger* first = &detail->def.triggers[0];
    if (first->kind == WAFT_TRIGGER_STRAIN) {
        const float share = (float)(1.0 / detail->first_wave);
        wafti_sample_row(
            &detail->base->domain.grid, detail->measured[0], part->at.cells, j, k, out);
        for (int32_t i = 0; i < n; ++i) {
            out[i] = fminf(out[i] * share, job->fastest);
        }
        return;
    }
    const bool given = first->kind == WAFT_TRIGGER_VORTICITY || first->kind == WAFT_TRIGGER_MASK;
    if (given && first->speed > 0.0f) {
        for (int32_t i = 0; i < n; ++i) {
            out[i] = first->speed;
        }
        return;
    }
    speed_row(part, start, out);
}

static float reference_of(const wafti_part* part, int trigger) {
    const float given = part->detail->def.triggers[trigger].reference;
    return given > 0.0f ? given : (float)part->greatest[trigger];
}

// W of one trigger; false if it is 1 everywhere.
static bool weigh_row(
    const wafti_part* part, int number, const int32_t place[2], ptrdiff_t start, float* out) {
    const waft_detail* detail = part->detail;
    const waft_trigger* trigger = &detail->def.triggers[number];
    const int32_t n = part->smoke->domain.grid.n[0];
    float row[WAFTI_DETAIL_ROW];
    switch (trigger->kind) {
    case WAFT_TRIGGER_DISTANCE:
        wafti_trigger_near(trigger->reach, n, part->fixed[number] + start, out);
        return true;
    case WAFT_TRIGGER_VORTICITY:
        wafti_sample_row(&detail->base->domain.grid, detail->measured[number], part->at.cells,
            place[0], place[1], row);
        wafti_trigger_above(
            trigger->threshold, trigger->width, reference_of(part, number), n, row, out);
        return true;
    case WAFT_TRIGGER_DENSITY:
        wafti_trigger_above(trigger->threshold, trigger->width, reference_of(part, number), n,
            part->smoke->scalar[WAFTI_SCALAR_DENSITY] + start, out);
        return true;
    case WAFT_TRIGGER_MASK:
        memcpy(out, part->fixed[number] + start, (size_t)n * sizeof(*out));
        return true;
    default:
        return false;
    }
}

// How far a row is inside the border; that of the next row is mostly the same.
typedef struct blend_row {
    float values[WAFTI_DETAIL_ROW];
    float depth;
    bool known;
} blend_row;

WAFTI_CLONES static void psi_row(const psi_job* job, int32_t j, int32_t k, blend_row* blend) {
    const wafti_part* part = job->part;
    const waft_detail_def* def = &part->detail->def;
    const wafti_mac* grid = &part->smoke->domain.grid;
    const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
    float joined[WAFTI_DETAIL_ROW];
    float weight[WAFTI_DETAIL_ROW];
    float* psi = part->psi + start;
    scale_row(job, j, k, start, psi);
    bool any = false;
    bool whole = false; // where the greatest weight counts, one of 1 everywhere is all
    for (int n = 0; n < def->trigger_count; ++n) {
        if (weigh_row(part, n, (const int32_t[2]){j, k}, start, any ? weight : joined)) {
            if (any) {
                wafti_trigger_join(def->trigger_max, grid->n[0], weight, joined);
            }
            any = true;
        } else {
            whole = whole || def->trigger_max;
        }
    }
    const float strength = def->strength;
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        psi[i] = strength * psi[i] * (any && !whole ? joined[i] : 1.0f);
    }
    float depth;
    if (wafti_part_blend_depth(part, -1, j, k, &depth)) {
        if (!blend->known || blend->depth != depth) {
            wafti_blend_middle middle;
            wafti_part_blend_row(part, -1, depth, blend->values, &middle);
            blend->depth = depth;
            blend->known = true;
        }
        wafti_trigger_join(false, grid->n[0], blend->values, psi);
    }
}

// ---- signs and lengths

// The bank's vector at the centres of a row of cells.
static void force_row(const wafti_part* part, int axis, int32_t j, int32_t k, float* out) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    const waft_detail* detail = part->detail;
    float row[2][WAFTI_DETAIL_ROW];
    const int32_t at[3] = {part->low[0] + part->offset[0], part->low[1] + j + part->offset[1],
        part->low[2] + k + part->offset[2]};
    const int32_t count = grid->n[0] + (axis == 0 ? 1 : 0);
    wafti_bank_row(&detail->bank, part->field, axis, at, count, row[0]);
    const float* high = row[0] + 1;
    if (axis > 0) {
        const int32_t next[3] = {at[0], at[1] + (axis == 1), at[2] + (axis == 2)};
        wafti_bank_row(&detail->bank, part->field, axis, next, count, row[1]);
        high = row[1];
    }
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        out[i] = 0.5f * (row[0][i] + high[i]);
    }
}

typedef struct center_sums {
    float work[WAFTI_DETAIL_ROW];   // v.U
    float length[WAFTI_DETAIL_ROW]; // v.v
    float speed[WAFTI_DETAIL_ROW];  // U.U
} center_sums;

static void sum_centers(
    const wafti_part* part, int32_t j, int32_t k, ptrdiff_t start, center_sums* out) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    float v[WAFTI_DETAIL_ROW];
    float u[WAFTI_DETAIL_ROW];
    const int axes = grid->axes == 3 ? 3 : 2;
    for (int axis = 0; axis < axes; ++axis) {
        force_row(part, axis, j, k, v);
        center_row(part, axis, start, u);
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            out->work[i] = v[i] * u[i] + (axis > 0 ? out->work[i] : 0.0f);
            out->length[i] = v[i] * v[i] + (axis > 0 ? out->length[i] : 0.0f);
            out->speed[i] = u[i] * u[i] + (axis > 0 ? out->speed[i] : 0.0f);
        }
    }
}

// Returns the sum of Psi v.U over the row, after lengths and before signs.
static double turn_row(const wafti_part* part, int32_t j, int32_t k) {
    const waft_detail_def* def = &part->detail->def;
    const wafti_mac* grid = &part->smoke->domain.grid;
    const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
    float* psi = part->psi + start;
    center_sums sums;
    double work = 0.0;
    sum_centers(part, j, k, start, &sums);
    const float turned = def->direction == WAFT_DIRECTION_OPPOSE  ? 1.0f
                         : def->direction == WAFT_DIRECTION_ALIGN ? -1.0f
                                                                  : 0.0f;
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        if (def->magnitude == WAFT_MAGNITUDE_LOCAL) {
            psi[i] = sums.length[i] > 0.0f ? psi[i] / sqrtf(sums.length[i]) : 0.0f;
        }
        work += (double)psi[i] * (double)sums.work[i];
        psi[i] = turned * sums.work[i] > 0.0f ? -psi[i] : psi[i];
        if (part->along != NULL) {
            const float u2 = sums.speed[i];
            part->along[start + i] = u2 > 0.0f ? psi[i] * sums.work[i] / u2 : 0.0f;
        }
    }
    return work;
}

// Outermost values go on outside, whatever the side is.
static wafti_halo find_halo(const wafti_part* part) {
    static const float none[6] = {0.0f};
    wafti_halo halo = wafti_halo_of_cells(&part->smoke->domain, none);
    for (int side = 0; side < 6; ++side) {
        halo.share[side] = 1.0f;
        halo.constant[side] = 0.0f;
    }
    return halo;
}

static void edge_block(const psi_job* job, int32_t block) {
    const wafti_part* part = job->part;
    wafti_halo_block(&job->halo, -1, block, part->psi);
    if (part->along != NULL) {
        wafti_halo_block(&job->halo, -1, block, part->along);
    }
}

static void psi_block(void* context, int32_t block) {
    const psi_job* job = context;
    const wafti_part* part = job->part;
    const waft_detail_def* def = &part->detail->def;
    const wafti_mac* grid = &part->smoke->domain.grid;
    const bool turns =
        def->direction != WAFT_DIRECTION_FREE || def->magnitude == WAFT_MAGNITUDE_LOCAL;
    double work = 0.0;
    blend_row blend;
    blend.known = false;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        psi_row(job, at.j, at.k, &blend);
        work += turns ? turn_row(part, at.j, at.k) : 0.0;
    }
    part->sums[block] = work;
    edge_block(job, block);
}

static void negate_block(void* context, int32_t block) {
    const psi_job* job = context;
    const wafti_mac* grid = &job->part->smoke->domain.grid;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        float* psi = job->part->psi + at.start;
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            psi[i] = -psi[i];
        }
    }
    edge_block(job, block);
}

static void note_density(wafti_part* part, double dt) {
    const waft_detail* detail = part->detail;
    const waft_smoke* holder = detail->fine != NULL ? detail->fine : detail->base;
    const double present = (double)wafti_tally_greatest(holder, WAFTI_SCALAR_DENSITY);
    for (int n = 0; n < detail->def.trigger_count; ++n) {
        if (detail->def.triggers[n].kind == WAFT_TRIGGER_DENSITY) {
            part->greatest[n] = wafti_trigger_greatest(part->greatest[n], present, dt);
        }
    }
}

void wafti_part_find_psi(wafti_part* part, double dt) {
    const waft_detail* detail = part->detail;
    const wafti_mac* grid = &part->smoke->domain.grid;
    const waft_trigger* first = &detail->def.triggers[0];
    psi_job job = {.part = part, .fastest = INFINITY, .halo = find_halo(part)};
    if (first->kind == WAFT_TRIGGER_STRAIN && first->limit > 0.0f) {
        job.fastest = first->limit * (float)detail->fastest;
    }
    note_density(part, dt);
    wafti_part_find_distances(part);
    wafti_mac_run(grid, detail->context, psi_ns, psi_block, &job);
    double work = 0.0;
    for (int32_t n = 0; n < wafti_mac_block_count(grid); ++n) {
        work += part->sums[n];
    }
    if (detail->def.direction == WAFT_DIRECTION_REGION && work > 0.0) {
        wafti_mac_run(grid, detail->context, 1.0, negate_block, &job);
    }
    wafti_halo_rest(&job.halo, part->psi);
    if (part->along != NULL) {
        wafti_halo_rest(&job.halo, part->along);
    }
}
