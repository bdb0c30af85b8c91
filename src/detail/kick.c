// SPDX-License-Identifier: MIT
// Follow and kick: u <- a u + q' U + (q'/q) Psi v, in one pass for each component. The factors are
// those of docs/spec/turbulence.md#strength-in-time.
#include <math.h>

#include "detail/parts.h"
#include "grid/blocks.h"
#include "port/port.h"
#include "simd/clones.h"
#include "task/reduce.h"

static const double kick_ns = 6.0;

// ---- which hold it is

uint64_t wafti_detail_hold(const waft_detail* detail, double time) {
    return detail->holds.number + wafti_hold_number(detail->def.hold, time - detail->holds.since);
}

bool wafti_part_reach(wafti_part* part, double time) {
    waft_detail* detail = part->detail;
    const waft_detail_def* def = &detail->def;
    const bool steps = def->clock == WAFT_CLOCK_STEP;
    const uint64_t hold = steps ? part->ticks : wafti_detail_hold(detail, time);
    const wafti_spells_def spells = {(uint32_t)def->burst, (uint32_t)def->calm, detail->seed};
    if (detail->has_bank && part->hold != hold + 1) {
        wafti_bank_draw(
            &detail->bank, detail->seed, part->index, hold, def->shift, &part->field, part->offset);
        part->hold = hold + 1;
    }
    if (detail->has_bank) {
        wafti_bank_use(&detail->bank, part->field, detail->context->pool);
    }
    return wafti_spells_reach(&spells, &part->spells, hold);
}

double wafti_part_cut(void* context, double start, double end) {
    const wafti_part* part = context;
    const waft_detail* detail = part->detail;
    const double since = detail->holds.since;
    const double cut = wafti_hold_cut(detail->def.hold, start - since, end - since);
    return cut < end - since ? cut + since : end;
}

// ---- one pass over faces

typedef struct kick_job {
    wafti_part* part;
    double share; // dt / tau
    wafti_hold_rate rate;
    bool follows;
    bool kicks;
} kick_job;

// Kick on a row of faces along an axis.
static void kick_row(const kick_job* job, int axis, int32_t j, int32_t k, float* out) {
    const wafti_part* part = job->part;
    const wafti_mac* grid = &part->smoke->domain.grid;
    const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
    const ptrdiff_t back = wafti_mac_stride(grid, axis);
    const int32_t count = wafti_mac_row_faces(grid, axis);
    const int32_t at[3] = {part->low[0] + part->offset[0], part->low[1] + j + part->offset[1],
        part->low[2] + k + part->offset[2]};
    wafti_bank_row(&part->detail->bank, part->field, axis, at, count, out);
    const float* high = part->psi + start;
    const float* low = high - back;
    for (int32_t i = 0; i < count; ++i) {
        out[i] *= 0.5f * (low[i] + high[i]);
    }
    if (part->along != NULL) {
        const float* mean = part->mean[axis] + start;
        const float* along = part->along + start;
        const float* before = along - back;
        for (int32_t i = 0; i < count; ++i) {
            out[i] -= 0.5f * (before[i] + along[i]) * mean[i];
        }
    }
}

// Faces that have one rate.
static void follow_faces(const wafti_hold_rate* rate, bool follows, int32_t count,
    const float* restrict mean, float* restrict kick, float* restrict velocity) {
    const float keep = (float)rate->keep;
    const float take = (float)rate->take;
    const float share = (float)rate->kick;
    for (int32_t i = 0; i < count; ++i) {
        kick[i] *= share;
    }
    if (!follows) {
        for (int32_t i = 0; i < count; ++i) {
            velocity[i] += kick[i];
        }
        return;
    }
    for (int32_t i = 0; i < count; ++i) {
        velocity[i] = take * mean[i] + keep * velocity[i] + kick[i];
    }
}

// Rates that were found for values of s: there are as many as half cells in the border.
enum { KNOWN_RATES = 64 };

typedef struct known_rates {
    float blend[KNOWN_RATES]; // 0, which is never asked for: none yet
    wafti_hold_rate rate[KNOWN_RATES];
} known_rates;

// Near the border of a region following is tighter: q_eff = 1 - (1 - q) s.
static wafti_hold_rate rate_at(const kick_job* job, float blend, known_rates* known) {
    if (blend >= 1.0f) {
        return job->rate;
    }
    if (!(blend > 0.0f)) {
        return (wafti_hold_rate){.keep = 0.0, .take = 1.0, .kick = 1.0};
    }
    const int place = (int)(blend * (float)KNOWN_RATES);
    if (known->blend[place] != blend) {
        const double q = (double)job->part->detail->def.follow;
        known->blend[place] = blend;
        known->rate[place] = wafti_hold_rate_of(1.0 - (1.0 - q) * (double)blend, job->share);
    }
    return known->rate[place];
}

// Rates of a row of faces. Those of the next row are mostly the same.
typedef struct rate_rows {
    float keep[WAFTI_DETAIL_ROW];
    float take[WAFTI_DETAIL_ROW];
    float kick[WAFTI_DETAIL_ROW];
    float depth; // of the row inside the border
    int axis;    // of the faces; -1: none yet
    known_rates known;
} rate_rows;

// Between the ends of a row s is the same for all.
static void fill_rates(const kick_job* job, int axis, float depth, rate_rows* rates) {
    const int32_t count = wafti_mac_row_faces(&job->part->smoke->domain.grid, axis);
    float blend[WAFTI_DETAIL_ROW];
    wafti_blend_middle middle;
    wafti_part_blend_row(job->part, axis, depth, blend, &middle);
    int32_t end = 0;
    for (int32_t from = 0; from < count; from = end) {
        const wafti_hold_rate rate = rate_at(job, blend[from], &rates->known);
        end = from >= middle.low && from < middle.high ? middle.high : from + 1;
        for (int32_t i = from; i < end; ++i) {
            rates->keep[i] = (float)rate.keep;
            rates->take[i] = (float)rate.take;
            rates->kick[i] = (float)rate.kick;
        }
    }
    rates->depth = depth;
    rates->axis = axis;
}

// The kick has its s in Psi.
static void follow_border(const rate_rows* rates, int32_t count, const float* restrict mean,
    float* restrict kick, float* restrict velocity) {
    for (int32_t i = 0; i < count; ++i) {
        kick[i] *= rates->kick[i];
        velocity[i] = rates->take[i] * mean[i] + rates->keep[i] * velocity[i] + kick[i];
    }
}

// Returns the sum of squares of the kick; `greatest` are bits of the greatest velocity so far.
WAFTI_CLONES static double push_row(
    const kick_job* job, int axis, int32_t j, int32_t k, rate_rows* rates, int32_t* greatest) {
    const wafti_part* part = job->part;
    const wafti_mac* grid = &part->smoke->domain.grid;
    const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
    const int32_t count = wafti_mac_row_faces(grid, axis);
    float kick[WAFTI_DETAIL_ROW];
    if (job->kicks) {
        kick_row(job, axis, j, k, kick);
    } else {
        memset(kick, 0, (size_t)count * sizeof(*kick));
    }
    const float* mean = part->mean[axis] + start;
    float* velocity = part->smoke->velocity[axis] + start;
    float depth;
    if (job->follows && wafti_part_blend_depth(part, axis, j, k, &depth)) {
        if (rates->axis != axis || rates->depth != depth) {
            fill_rates(job, axis, depth, rates);
        }
        follow_border(rates, count, mean, kick, velocity);
    } else {
        follow_faces(&job->rate, job->follows, count, mean, kick, velocity);
    }
    const int32_t found = wafti_row_greatest_bits(velocity, count);
    *greatest = found > *greatest ? found : *greatest;
    // A face for each cell: those of a high side are left out.
    const bool beyond = (axis == 1 && j == grid->n[1]) || (axis == 2 && k == grid->n[2]);
    return job->kicks && !beyond ? wafti_dot_row(kick, kick, (size_t)grid->n[0]) : 0.0;
}

static void push_block(void* context, int32_t block) {
    const kick_job* job = context;
    const wafti_mac* grid = &job->part->smoke->domain.grid;
    double sum = 0.0;
    rate_rows rates;
    rates.axis = -1;
    rates.depth = 0.0f;
    rates.known = (known_rates){.blend = {0.0f}};
    for (int axis = 0; axis < grid->axes; ++axis) {
        int32_t greatest = 0;
        for (wafti_walk at = wafti_walk_faces(grid, axis, block); wafti_walk_next(&at);) {
            sum += push_row(job, axis, at.j, at.k, &rates, &greatest);
        }
        job->part->smoke->tallies[block].speed[axis] = greatest;
    }
    job->part->sums[block] = sum;
}

static void run_push(const kick_job* job) {
    wafti_part* part = job->part;
    const wafti_mac* grid = &part->smoke->domain.grid;
    wafti_mac_run(grid, part->detail->context, kick_ns, push_block, (void*)job);
    double sum = 0.0;
    int32_t greatest = 0;
    for (int32_t n = 0; n < wafti_mac_block_count(grid); ++n) {
        const int32_t* speed = part->smoke->tallies[n].speed;
        sum += part->sums[n];
        for (int axis = 0; axis < grid->axes; ++axis) {
            greatest = speed[axis] > greatest ? speed[axis] : greatest;
        }
    }
    // The pressure asks for it as a scale.
    part->smoke->speed = (double)wafti_float_of_bits(greatest);
    part->kick_rms += sqrt(sum / (double)wafti_mac_cells(grid));
}

// ---- the two hooks

static kick_job job_of(wafti_part* part, double dt) {
    const waft_detail_def* def = &part->detail->def;
    kick_job job = {.part = part, .follows = def->mode == WAFT_DETAIL_FORCE};
    job.share = def->clock == WAFT_CLOCK_STEP ? 1.0 : fmin(dt / def->hold, 1.0);
    // Without a flow to follow a hold's kick is spread evenly over it.
    job.rate = wafti_hold_rate_of(job.follows ? (double)def->follow : 0.0, job.share);
    return job;
}

// A flow without another to follow has its own, smoothed, as mean.
static void find_own_mean(wafti_part* part, double dt) {
    waft_smoke* smoke = part->smoke;
    wafti_smoke_set_faces(smoke);
    wafti_smoke_edge(smoke);
    wafti_smooth_faces(smoke, part->mean);
    wafti_halo_faces_by_blocks(&smoke->domain, smoke->context, part->mean);
    wafti_detail_measure(part->detail, part->mean, dt);
}

void wafti_part_start(void* context, double time, double dt) {
    wafti_part* part = context;
    (void)time;
    kick_job job = job_of(part, dt);
    run_push(&job);
    wafti_smoke_set_faces(part->smoke);
}

void wafti_part_push(void* context, double time, double dt) {
    wafti_part* part = context;
    const double wall = wafti_clock_wall();
    waft_detail* detail = part->detail;
    const waft_detail_def* def = &detail->def;
    const bool turbulent = wafti_part_reach(part, time + 0.5 * dt);
    kick_job job = job_of(part, dt);
    if (def->mode == WAFT_DETAIL_DIRECT) {
        find_own_mean(part, dt);
    }
    // A part of a hold that was followed before transport already.
    const bool followed = def->order == WAFT_ORDER_PAPER;
    job.kicks = turbulent && def->strength > 0.0f && detail->has_bank;
    if (!turbulent && def->calm_cuts && job.follows) {
        job.rate = (wafti_hold_rate){.keep = 0.0, .take = 1.0, .kick = 0.0};
    } else {
        job.follows = job.follows && !followed;
    }
    if (job.kicks) {
        wafti_part_find_psi(part, dt);
    }
    if (job.kicks || job.follows) {
        run_push(&job);
    }
    wafti_part_set_border(part);
    ++part->ticks;
    detail->stats.force_ms += 1e3 * (wafti_clock_wall() - wall);
}
