// SPDX-License-Identifier: MIT
#include "water/surface.h"

#include <math.h>

// Rows of one task. 16 rows of 1024 cells with 16 trains take some 80 us.
enum { BAND_ROWS = 16 };

double wafti_surface_flat_reach(const waft_water* water, const waft_airy* airy) {
    return water->def.orbit == WAFT_ORBIT_DEEP
               ? 1.0 / (airy->wavenumber * airy->wavenumber)
               : water->context->gravity / (airy->frequency * airy->frequency);
}

static void add_plane(const waft_water* water, uint32_t slot, double dt, wafti_surface_job* job) {
    const wafti_train* train = &water->trains[slot];
    const double k = train->airy.wavenumber;
    const double kx = k * train->ax;
    const double kz = k * train->az;
    const double reach = wafti_surface_flat_reach(water, &train->airy);
    const double given = (double)train->def.amplitude;
    const double amplitude = fmin(given, train->cap);
    const double share = wafti_breaking_share(given, train->cap);
    const wafti_grid* grid = &water->grid;
    water->planes[job->plane_count++] = (wafti_plane){
        .column_cos = water->column_cos + (ptrdiff_t)slot * grid->stride,
        .column_sin = water->column_sin + (ptrdiff_t)slot * grid->stride,
        .row_cos = water->row_cos + (ptrdiff_t)slot * grid->nz,
        .row_sin = water->row_sin + (ptrdiff_t)slot * grid->nz,
        .turn_cos = cos(train->turn),
        .turn_sin = sin(train->turn),
        .amplitude = (float)amplitude,
        .kx = (float)kx,
        .kz = (float)kz,
        .shift_x = (float)(kx * reach),
        .shift_z = (float)(kz * reach),
        .xx = (float)(kx * kx * reach),
        .xz = (float)(kx * kz * reach),
        .zz = (float)(kz * kz * reach),
        .foam_at_crest = (float)(share * dt / train->airy.period),
    };
    job->plane_steepness += (float)(amplitude * reach * k * k);
    job->plane_rise += (float)(0.5 * amplitude * amplitude * reach * k * k);
    job->plane_squares += (float)(amplitude * amplitude);
    job->plane_breaking = share > 0.0 ? 1.0f : job->plane_breaking;
}

static void add_swell(const waft_water* water, uint32_t slot, double dt, wafti_surface_job* job) {
    const wafti_train* train = &water->trains[slot];
    const float amplitude = train->def.amplitude;
    const double w = train->airy.frequency;
    water->swells[job->swell_count++] = (wafti_swell){
        .shoal = water->flat ? NULL : &train->shoal,
        .ring = train->def.shape == WAFT_TRAIN_POINT,
        .center_x = (double)train->def.center.x,
        .center_z = (double)train->def.center.y,
        .k = train->airy.wavenumber,
        .length = train->airy.length,
        .amplitude = amplitude,
        .inverse_amplitude = amplitude > 0.0f ? 1.0f / amplitude : 0.0f,
        .turn = (float)train->turn,
        .reach =
            water->def.orbit == WAFT_ORBIT_DEEP ? 0.0f : (float)(water->context->gravity / (w * w)),
        .cap = (float)fmin(train->cap, 1e15),
        .foam_at_crest = (float)(dt / train->airy.period),
    };
}

wafti_surface_job wafti_surface_prepare(waft_water* water, double dt) {
    wafti_surface_job job = {
        .grid = &water->grid,
        .field = water->field,
        .wet = water->wet,
        .wet_stride = water->wet_stride,
        .row_sums = water->row_sums,
        .mode = water->def.mode,
        .level = water->def.level,
        .keep_level = water->def.keep_level ? 1.0f : 0.0f,
        .planes = water->planes,
        .swells = water->swells,
        .foam_kept = (float)exp(-dt / (double)water->def.foam_life),
        .foamy = water->foamy,
    };
    for (uint32_t n = 0; n < water->train_count; ++n) {
        const uint32_t slot = water->order[n];
        if (wafti_train_factors(water, &water->trains[slot])) {
            add_plane(water, slot, dt, &job);
        } else {
            add_swell(water, slot, dt, &job);
        }
        job.foamy = job.foamy || wafti_train_breaks(water, &water->trains[slot]);
    }
    return job;
}

typedef struct draw_task {
    const wafti_surface_job* job;
    wafti_surface_kernel* kernel;
} draw_task;

static void draw_band(void* context, int32_t band) {
    const draw_task* task = context;
    const wafti_block rows = wafti_grid_band(task->job->grid, BAND_ROWS, band);
    task->kernel(task->job, &rows);
}

// Returns the first row with a number that is not finite, or -1.
static int32_t add_rows(waft_water* water) {
    wafti_row_sums total = {.lowest = INFINITY, .highest = -INFINITY};
    int32_t bad_row = -1;
    for (int32_t j = 0; j < water->grid.nz; ++j) {
        const wafti_row_sums* row = &water->row_sums[j];
        total.level += row->level;
        total.squares += row->squares;
        total.breaking += row->breaking;
        total.foam += row->foam;
        total.lowest = fminf(total.lowest, row->lowest);
        total.highest = fmaxf(total.highest, row->highest);
        total.steepest = fmaxf(total.steepest, row->steepest);
        bad_row = bad_row < 0 && !isfinite(row->not_finite) ? j : bad_row;
    }
    water->total = total;
    return bad_row;
}

int32_t wafti_surface_draw(waft_water* water, const wafti_surface_job* job) {
    draw_task task = {job, WAFTI_COPY(water->context->isa, wafti_surface_draw)};
    const double cells = (double)water->grid.nx * water->grid.nz;
    const double work_us = cells * (2e-3 + 4e-4 * job->plane_count + 4e-3 * job->swell_count);
    wafti_pool_run(water->context->pool, wafti_grid_band_count(&water->grid, BAND_ROWS), work_us,
        draw_band, &task);
    const int32_t bad_row = add_rows(water);
    water->foamy = water->total.foam > 0.0;
    return bad_row;
}
