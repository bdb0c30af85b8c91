// SPDX-License-Identifier: MIT
// One step of the detail after the smoke's, in the order of docs/spec/turbulence.md#one-step.
#include <math.h>

#include "detail/parts.h"
#include "grid/blocks.h"
#include "port/port.h"

// ---- the flow of the smoke

typedef struct fastest_job {
    const wafti_part* part;
    float greatest[WAFTI_MAC_MOST_BLOCKS];
} fastest_job;

static void fastest_block(void* context, int32_t block) {
    fastest_job* job = context;
    const wafti_mac* grid = &job->part->smoke->domain.grid;
    float greatest = 0.0f;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        for (ptrdiff_t cell = at.start; cell < at.start + grid->n[0]; ++cell) {
            float square = 0.0f;
            for (int axis = 0; axis < grid->axes; ++axis) {
                const float* mean = job->part->mean[axis] + cell;
                const float u = 0.5f * (mean[0] + mean[wafti_mac_stride(grid, axis)]);
                square += u * u;
            }
            greatest = square > greatest ? square : greatest;
        }
    }
    job->greatest[block] = greatest;
}

// Greatest |U| of all parts, which limits strain where asked for.
static void find_fastest(waft_detail* detail) {
    const waft_trigger* first = &detail->def.triggers[0];
    if (first->kind != WAFT_TRIGGER_STRAIN || !(first->limit > 0.0f)) {
        return;
    }
    double square = 0.0;
    for (int n = 0; n < detail->part_count; ++n) {
        fastest_job job = {.part = &detail->parts[n]};
        const wafti_mac* grid = &detail->parts[n].smoke->domain.grid;
        wafti_mac_run(grid, detail->context, 2.0, fastest_block, &job);
        for (int32_t block = 0; block < wafti_mac_block_count(grid); ++block) {
            square = fmax(square, (double)job.greatest[block]);
        }
    }
    detail->fastest = sqrt(square);
}

// Everything that is asked of the smoke's flow, as it is now.
static void load_flow(waft_detail* detail, double dt) {
    const double wall = wafti_clock_wall();
    wafti_smoke_edge(detail->base);
    for (int n = 0; n < detail->part_count; ++n) {
        wafti_part_load_mean(&detail->parts[n]);
    }
    wafti_detail_measure(detail, detail->base->velocity, dt);
    find_fastest(detail);
    detail->stats.interpolate_ms += 1e3 * (wafti_clock_wall() - wall);
}

// ---- the start

static void copy_faces(const wafti_mac* grid, float* const from[3], float* const to[3]) {
    for (int axis = 0; axis < grid->axes; ++axis) {
        memcpy(to[axis] - grid->first, from[axis] - grid->first, grid->size * sizeof(float));
    }
}

// A fine flow begins as the smoke's, and so does what it carries.
static void begin(waft_detail* detail) {
    detail->started = true;
    if (detail->fine == NULL) {
        return;
    }
    const waft_smoke* base = detail->base;
    const wafti_sampling* at = detail->carried ? &detail->at : &detail->parts[0].at;
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        if (base->scalar[n] != NULL && detail->fine->scalar[n] != NULL) {
            wafti_sample_cells(
                base, at, &detail->fine->domain.grid, base->scalar[n], detail->fine->scalar[n]);
        }
    }
    for (int n = 0; n < detail->part_count; ++n) {
        wafti_part* part = &detail->parts[n];
        copy_faces(&part->smoke->domain.grid, part->mean, part->smoke->velocity);
        wafti_smoke_set_faces(part->smoke);
        wafti_smoke_edge(part->smoke);
    }
}

// ---- a step

// The flow that scalars are carried by where there are regions: the smoke's around them.
static void compose_flow(waft_detail* detail) {
    const double wall = wafti_clock_wall();
    wafti_compose_faces(detail, detail->fine);
    detail->stats.interpolate_ms += 1e3 * (wafti_clock_wall() - wall);
}

static void mirror(waft_detail* detail) {
    for (int n = 0; n < detail->part_count; ++n) {
        if (detail->parts[n].owned) {
            wafti_smoke_mirror(detail->parts[n].smoke, detail->base, false);
        }
    }
    if (detail->carried) {
        wafti_smoke_mirror(detail->fine, detail->base, false);
    }
}

// Figures of a smoke that was given its fields, and the greatest speed, which sub-steps go by.
static void take_stock(waft_smoke* smoke, const waft_smoke* base) {
    smoke->air_density = base->air_density;
    wafti_tally_faces(smoke);
    wafti_tally_read_faces(smoke);
    wafti_tally_scalars(smoke, 0.0);
    wafti_tally_read_scalars(smoke);
}

void wafti_detail_start(waft_detail* detail) {
    mirror(detail);
    load_flow(detail, 0.0);
    begin(detail);
    if (detail->carried) {
        compose_flow(detail);
        take_stock(detail->fine, detail->base);
    }
    for (int n = 0; n < detail->part_count; ++n) {
        if (detail->parts[n].owned) {
            take_stock(detail->parts[n].smoke, detail->base);
        }
    }
}

void wafti_detail_prepare(waft_detail* detail, const wafti_step* step) {
    const uint64_t every = (uint64_t)detail->base->def.every;
    const double dt = (double)every * step->dt;
    detail->due = (step->index + 1) % every == 0;
    if (!detail->due) {
        return;
    }
    detail->stats.interpolate_ms = 0.0;
    detail->stats.force_ms = 0.0;
    for (int n = 0; n < detail->part_count; ++n) {
        detail->parts[n].kick_rms = 0.0;
        detail->parts[n].correction = 0.0;
    }
    mirror(detail);
    const bool early = detail->def.order == WAFT_ORDER_PAPER;
    if (detail->def.mode == WAFT_DETAIL_FORCE && (early || !detail->started)) {
        load_flow(detail, early ? dt : 0.0);
    }
    if (!detail->started) {
        begin(detail);
        if (detail->carried && detail->wavelet == NULL) {
            compose_flow(detail);
        }
    }
}

waft_result wafti_detail_step(waft_detail* detail, const wafti_step* step) {
    if (!detail->due || detail->fine == NULL) {
        return WAFT_OK;
    }
    const uint64_t every = (uint64_t)detail->base->def.every;
    const double time = (double)(step->index + 1 - every) * step->dt;
    const double dt = (double)every * step->dt;
    const double wall = wafti_clock_wall();
    if (detail->def.mode == WAFT_DETAIL_FORCE && detail->def.order != WAFT_ORDER_PAPER) {
        load_flow(detail, dt);
    }
    waft_result result = WAFT_OK;
    if (detail->carried) {
        detail->fine->air_density = step->air_density;
        result = wafti_smoke_advance(detail->fine, step->index, time, dt);
    }
    for (int n = 0; n < detail->part_count && result == WAFT_OK; ++n) {
        detail->parts[n].smoke->air_density = step->air_density;
        result = wafti_smoke_advance(detail->parts[n].smoke, step->index, time, dt);
    }
    if (detail->wavelet != NULL && result == WAFT_OK) {
        wafti_wavelet_advance(detail, time, dt);
        wafti_wavelet_fill(detail);
    } else if (detail->carried && result == WAFT_OK) {
        compose_flow(detail);
    }
    detail->stats.flow_ms =
        1e3 * (wafti_clock_wall() - wall) - detail->stats.interpolate_ms - detail->stats.force_ms;
    return result;
}
