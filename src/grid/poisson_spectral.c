// SPDX-License-Identifier: MIT
#include "grid/poisson_parts.h"

#include <string.h>

static wafti_ends ends_of(const wafti_domain* domain, int axis) {
    const wafti_side_kind low = domain->sides[(ptrdiff_t)2 * axis].kind;
    const wafti_side_kind high = domain->sides[(ptrdiff_t)2 * axis + 1].kind;
    if (low == WAFTI_SIDE_PERIODIC) {
        return WAFTI_ENDS_PERIODIC;
    }
    if (low == WAFTI_SIDE_OPEN) {
        return high == WAFTI_SIDE_OPEN ? WAFTI_ENDS_OPEN : WAFTI_ENDS_OPEN_CLOSED;
    }
    return high == WAFTI_SIDE_OPEN ? WAFTI_ENDS_CLOSED_OPEN : WAFTI_ENDS_CLOSED;
}

waft_result wafti_poisson_spectral_create(const wafti_domain* domain, const wafti_context* context,
    wafti_arena* arena, wafti_spectral** out_plan) {
    const wafti_mac* grid = &domain->grid;
    wafti_spectral_def def = {
        .n = {grid->n[0], grid->n[1], grid->n[2]}, .isa = context->isa, .arena = arena};
    for (int axis = 0; axis < grid->axes; ++axis) {
        def.ends[axis] = ends_of(domain, axis);
    }
    return wafti_spectral_create(&def, out_plan, context->error);
}

size_t wafti_poisson_spectral_size(const wafti_mac* grid) {
    return wafti_fft_check_lengths(grid->n, NULL) == WAFT_OK ? wafti_spectral_room(grid->n) : 0;
}

// The weight of faces with an index along an axis (of the level) in an empty box.
static float empty_weight(
    const wafti_level* level, const wafti_domain* domain, int axis, int32_t index) {
    if (level->flat && axis == 1) {
        return 0.0f;
    }
    const int own = level->flat && axis == 2 ? 1 : axis;
    const bool high = index == level->n[axis];
    if ((index > 0 && !high) || level->periodic[axis]) {
        return 1.0f;
    }
    return domain->sides[2 * own + high].kind == WAFTI_SIDE_OPEN ? 2.0f : 0.0f;
}

// A row of one cell is never uniform; else a row of an empty box is.
static bool row_fits(const wafti_level* level, const wafti_domain* domain, int32_t j, int32_t k) {
    const int32_t n = level->n[0];
    const int class = wafti_level_row_class(level, j, k);
    const float* x = wafti_level_weights(level, 0, j, k);
    return (n == 1 || (class == WAFTI_ROW_UNIFORM && x[1] == 1.0f)) &&
           x[0] == empty_weight(level, domain, 0, 0) && x[n] == empty_weight(level, domain, 0, n) &&
           wafti_level_weights(level, 1, j, k)[0] == empty_weight(level, domain, 1, j) &&
           wafti_level_weights(level, 1, j + 1, k)[0] == empty_weight(level, domain, 1, j + 1) &&
           wafti_level_weights(level, 2, j, k)[0] == empty_weight(level, domain, 2, k) &&
           wafti_level_weights(level, 2, j, k + 1)[0] == empty_weight(level, domain, 2, k + 1);
}

bool wafti_poisson_spectral_fits(const wafti_level* level, const wafti_domain* domain) {
    for (wafti_walk at = wafti_level_walk(level, 0, level->n[2]); wafti_walk_next(&at);) {
        if (!row_fits(level, domain, at.j, at.k)) {
            return false;
        }
    }
    return true;
}

void wafti_poisson_spectral_solve(
    const wafti_level* level, wafti_spectral* plan, const wafti_context* context) {
    for (int32_t k = 0; k < level->n[2]; ++k) {
        const ptrdiff_t at = k * level->plane - 1;
        memcpy(level->result + at, level->b + at, (size_t)level->plane * sizeof(float));
    }
    const wafti_strides strides = {level->flat ? level->plane : level->row, level->plane};
    wafti_spectral_job job = {.plan = plan, .array = {level->result, strides}};
    for (job.pass = 0; job.pass < wafti_spectral_pass_count(&job); ++job.pass) {
        const double work_us = level->serial ? 0.0 : wafti_spectral_work_us(&job);
        wafti_pool_run(context->pool, wafti_spectral_block_count(&job), work_us,
            wafti_spectral_run_block, &job);
    }
}
