// SPDX-License-Identifier: MIT
// Parts of a step once more, for those who measure them.
#include "base/error.h"
#include "liquid/solver.h"

static void stir_block(void* context, uint32_t first, uint32_t end) {
    waft_liquid* liquid = context;
    float* const out[3] = {liquid->b[0] + first, liquid->b[1] + first, liquid->b[2] + first};
    wafti_liquid_stir(liquid, first, end - first, out);
}

static waft_result repeat(waft_liquid* liquid, waft_liquid_part part) {
    switch (part) {
    case WAFT_LIQUID_PART_SORT:
        wafti_liquid_sort(liquid);
        return WAFT_OK;
    case WAFT_LIQUID_PART_DENSITY:
        return wafti_liquid_find_density(liquid);
    case WAFT_LIQUID_PART_FORCE:
        wafti_liquid_sweep_force(liquid);
        return WAFT_OK;
    case WAFT_LIQUID_PART_STIRRING:
        if (!liquid->stir.on) {
            break;
        }
        wafti_liquid_choose_fields(liquid, 0.0, 1e-3);
        wafti_liquid_blocks(liquid, 0.1, stir_block, liquid);
        return WAFT_OK;
    }
    return wafti_fail(liquid->context->error, WAFT_ERR_ARGUMENT,
        "the liquid has no part %u to repeat", (unsigned)part);
}

waft_result waft_liquid_repeat(waft_liquid* liquid, waft_liquid_part part) {
    if (liquid == NULL || !liquid->started) {
        return WAFT_ERR_ARGUMENT;
    }
    wafti_pool_begin(liquid->context->pool);
    const waft_result result = repeat(liquid, part);
    wafti_pool_end(liquid->context->pool);
    return result;
}

double waft_liquid_solve_bytes(const waft_liquid* liquid) {
    if (liquid == NULL || liquid->method != WAFT_LIQUID_DFSPH) {
        return 0.0;
    }
    double entries = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        entries += (double)liquid->list.padded[i];
    }
    const double n = liquid->stats.density_evaluations + liquid->stats.divergence_evaluations;
    // Two passes an evaluation, one for each source, for the diagonal and for viscosity.
    const double passes = 2.0 * n + 4.0;
    return passes *
           (WAFTI_LIST_PAIR_BYTES * entries + WAFTI_LIST_PARTICLE_BYTES * (double)liquid->count);
}
