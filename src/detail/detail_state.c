// SPDX-License-Identifier: MIT
// What a snapshot keeps of the detail, and its figures.
#include <math.h>

#include "base/hash.h"
#include "detail/parts.h"
#include "grid/blocks.h"
#include "simd/clones.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

static void pass_part(wafti_part* part, wafti_stream* stream) {
    if (part->owned) {
        wafti_smoke_state_flow(part->smoke, stream);
    }
    wafti_part loaded = *part;
    PASS(stream, loaded.ticks);
    PASS(stream, loaded.spells);
    PASS(stream, loaded.greatest);
    PASS(stream, loaded.kick_rms);
    PASS(stream, loaded.correction);
    bool fits = isfinite(loaded.kick_rms) && isfinite(loaded.correction) &&
                loaded.spells.turbulent <= loaded.spells.holds;
    for (int n = 0; n < WAFT_TRIGGER_CAPACITY; ++n) {
        fits = fits && isfinite(loaded.greatest[n]) && loaded.greatest[n] >= 0.0;
    }
    if (stream->failed || !fits) {
        stream->failed = true;
        return;
    }
    *part = loaded;
}

void wafti_detail_state(waft_detail* detail, wafti_stream* stream) {
    wafti_flag_state(&detail->started, stream);
    wafti_detail_live_state(detail, stream);
    PASS(stream, detail->holds.since);
    PASS(stream, detail->holds.number);
    if (stream->failed || !isfinite(detail->holds.since)) {
        stream->failed = true;
        return;
    }
    if (detail->carried) {
        wafti_smoke_state_flow(detail->fine, stream);
    }
    if (detail->wavelet != NULL) {
        wafti_wavelet_state(detail, stream);
    }
    for (int n = 0; n < detail->part_count; ++n) {
        pass_part(&detail->parts[n], stream);
    }
}

void wafti_detail_refresh(waft_detail* detail) {
    for (int n = 0; n < detail->part_count; ++n) {
        wafti_part* part = &detail->parts[n];
        part->hold = 0;
        part->poses = 0;
        if (part->owned) {
            wafti_smoke_mirror(part->smoke, detail->base, true);
            wafti_smoke_refresh_flow(part->smoke);
            wafti_part_load_mean(part);
        }
    }
    if (detail->carried) {
        wafti_smoke_mirror(detail->fine, detail->base, true);
        wafti_smoke_refresh_flow(detail->fine);
    }
}

uint64_t wafti_detail_fingerprint(const waft_detail* detail) {
    const waft_detail_def* def = &detail->def;
    uint64_t hash = wafti_detail_fixed_hash(detail);
    hash = wafti_hash_u64(hash, detail->seed);
    hash = wafti_hash_u64(hash, def->bank != NULL ? waft_bank_get_info(def->bank).digest : 0);
    for (int n = 0; n < detail->part_count; ++n) {
        const wafti_part* part = &detail->parts[n];
        const wafti_mac* grid = &part->smoke->domain.grid;
        hash = wafti_hash(hash, grid->n, sizeof(grid->n));
        hash = wafti_hash(hash, part->low, sizeof(part->low));
        for (int t = 0; t < def->trigger_count; ++t) {
            if (def->triggers[t].kind == WAFT_TRIGGER_MASK) {
                hash = wafti_hash(hash, part->fixed[t] - grid->first, grid->size * sizeof(float));
            }
        }
    }
    return hash;
}

// ---- figures

// Sums of a row, none of which waits for another. Few enough values go into each for floats.
enum { SUMS = 16 };

static double add_up(const float sums[SUMS]) {
    double sum = 0.0;
    for (int n = 0; n < SUMS; ++n) {
        sum += (double)sums[n];
    }
    return sum;
}

// Sum of (u - U)^2 over faces of a row.
static double difference_in_row(const float* u, const float* mean, int32_t count) {
    float sums[SUMS] = {0.0f};
    int32_t from = 0;
    for (; from + SUMS <= count; from += SUMS) {
        for (int32_t i = 0; i < SUMS; ++i) {
            const float more = u[from + i] - mean[from + i];
            sums[i] += more * more;
        }
    }
    for (int32_t i = 0; from + i < count; ++i) {
        const float more = u[from + i] - mean[from + i];
        sums[i] += more * more;
    }
    return add_up(sums);
}

// The same over those that are open.
static double difference_of_open(
    const float* u, const float* mean, const float* weight, int32_t count) {
    float sums[SUMS] = {0.0f};
    for (int32_t i = 0; i < count; ++i) {
        const float more = weight[i] > 0.0f ? u[i] - mean[i] : 0.0f;
        sums[i % SUMS] += more * more;
    }
    return add_up(sums);
}

// Whether faces of a row may be closed, apart from its first one.
static bool may_be_closed(const wafti_domain* domain, int axis, int32_t j, int32_t k) {
    const wafti_box* box = &domain->solid_cells;
    const bool side = (axis == 1 && j == 0) || (axis == 2 && k == 0);
    return side || (j >= box->low[1] && j <= box->high[1] && k >= box->low[2] && k <= box->high[2]);
}

WAFTI_CLONES static double difference_of(const wafti_part* part, int32_t block) {
    const waft_smoke* smoke = part->smoke;
    const wafti_mac* grid = &smoke->domain.grid;
    double sum = 0.0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
            const float* weight = smoke->domain.weight[axis] + at.start;
            const float* u = smoke->velocity[axis] + at.start;
            const float* mean = part->mean[axis] + at.start;
            if (may_be_closed(&smoke->domain, axis, at.j, at.k)) {
                sum += difference_of_open(u, mean, weight, grid->n[0]);
            } else {
                const int32_t first = weight[0] > 0.0f ? 0 : 1;
                sum += difference_in_row(u + first, mean + first, grid->n[0] - first);
            }
        }
    }
    return sum;
}

static double fluctuation_of(const waft_detail* detail) {
    double sum = 0.0;
    double cells = 0.0;
    for (int n = 0; n < detail->part_count; ++n) {
        const wafti_mac* grid = &detail->parts[n].smoke->domain.grid;
        for (int32_t block = 0; block < wafti_mac_block_count(grid); ++block) {
            sum += difference_of(&detail->parts[n], block);
        }
        cells += (double)wafti_mac_cells(grid);
    }
    return cells > 0.0 ? sqrt(sum / cells) : 0.0;
}

static waft_detail_stats collect_stats(const waft_detail* detail) {
    if (detail == NULL) {
        return (waft_detail_stats){0};
    }
    waft_detail_stats stats = detail->stats;
    stats.kick_rms = 0.0;
    stats.correction = 0.0;
    for (int n = 0; n < detail->part_count; ++n) {
        const wafti_part* part = &detail->parts[n];
        stats.kick_rms = fmax(stats.kick_rms, part->kick_rms);
        stats.correction = fmax(stats.correction, part->correction);
    }
    if (detail->part_count > 0) {
        const wafti_spells_def def = {(uint32_t)detail->def.burst, (uint32_t)detail->def.calm, 0};
        const wafti_spells* spells = &detail->parts[0].spells;
        stats.turbulent = spells->holds > 0 && wafti_spells_turbulent(&def, spells);
        stats.gamma = wafti_spells_gamma(spells);
    }
    stats.fluctuation_rms = fluctuation_of(detail);
    stats.density_sum = waft_smoke_get_stats(waft_detail_smoke(detail)).density_sum;
    return stats;
}

void waft_detail_read_stats(const waft_detail* detail, waft_detail_stats* out_stats, size_t size) {
    const waft_detail_stats stats = collect_stats(detail);
    waft_struct_read(out_stats, size, &stats, sizeof(stats));
}

size_t wafti_detail_stats(const waft_detail* detail, waft_stat* out_stats, size_t capacity) {
    const waft_detail_stats figures = waft_detail_get_stats(detail);
    const waft_smoke_stats flow = waft_smoke_get_stats(
        detail->part_count > 0 ? detail->parts[0].smoke : waft_detail_smoke(detail));
    const waft_stat stats[] = {
        {"detail.turbulent", "1", figures.turbulent ? 1.0 : 0.0},
        {"detail.gamma", "1", figures.gamma},
        {"detail.kick_rms", "m/s", figures.kick_rms},
        {"detail.fluctuation_rms", "m/s", figures.fluctuation_rms},
        {"detail.substeps", "1", (double)flow.substeps},
        {"detail.iterations", "1", (double)flow.iterations},
        {"detail.kinetic_energy", "J", flow.kinetic_energy},
        {"detail.density_sum", "m3", figures.density_sum},
        {"detail.border_correction", "1", figures.correction},
    };
    return wafti_stats_give(stats, sizeof(stats) / sizeof(stats[0]), out_stats, capacity);
}
