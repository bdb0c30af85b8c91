// SPDX-License-Identifier: MIT
// Sums over lists of neighbours.
#include "test.h"
#include "unit/cloud_fixture.h"

// B of a flow that a gradient has is that gradient's sum: u = x gives the trace.
static void spreads_by_differences(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_DFSPH);
    waft_liquid* liquid = f.liquid;
    CHECK(wafti_liquid_make_lists(liquid) == WAFT_OK);
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < liquid->count; ++i) {
            liquid->wall[axis][i] = 0.0f;
            liquid->b[axis][i] = 3.0f;
        }
    }
    const wafti_list_job job = {.out = {liquid->left}};
    wafti_liquid_pack_flow(liquid, liquid->b);
    wafti_liquid_pass(liquid, liquid->kernels.diverge, &job);
    double worst = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        worst = fmax(worst, fabs((double)liquid->left[i]));
    }
    CHECK(worst == 0.0);
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->b[0][i] = -liquid->now.x[0][i];
        liquid->b[1][i] = liquid->b[2][i] = 0.0f;
    }
    wafti_liquid_pack_flow(liquid, liquid->b);
    wafti_liquid_pass(liquid, liquid->kernels.diverge, &job);
    double mean = 0.0;
    uint32_t inner = 0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        const bool in = liquid->now.x[0][i] > 0.25f && liquid->now.x[0][i] < 0.55f &&
                        liquid->now.x[1][i] > 0.25f && liquid->now.x[1][i] < 0.45f &&
                        liquid->now.x[2][i] > 0.25f && liquid->now.x[2][i] < 0.65f;
        mean += in ? (double)liquid->left[i] : 0.0;
        inner += in;
    }
    CHECK(inner > 10);
    // Density grows as the flow converges by 1/s.
    CHECK_NEAR(mean / inner, 1.0, 0.06);
    liquid_close(&f);
}

static void disturb(waft_liquid* liquid) {
    liquid->viscosity = 0.01;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.k[i] = 1.0f + 0.001f * (float)(i % 97);
        for (unsigned axis = 0; axis < 3; ++axis) {
            liquid->now.u[axis][i] = 0.01f * (float)(i % (31 + axis));
        }
    }
}

// Forces by lists against those of sweeps over all candidates, which crowds get; relative to the
// greatest.
static double lists_off_sweeps(waft_liquid* liquid) {
    wafti_liquid_sweep_density(liquid);
    disturb(liquid);
    wafti_liquid_sweep_force(liquid);
    float* lists[3];
    for (int axis = 0; axis < 3; ++axis) {
        lists[axis] = liquid->b[axis];
        memcpy(lists[axis], liquid->a[axis], liquid->count * sizeof(float));
    }
    for (int32_t task = 0; task < liquid->cells.task_count; ++task) {
        liquid->overflow[task] = 1;
    }
    wafti_liquid_sweep_force(liquid);
    double worst = 0.0;
    double greatest = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        for (uint32_t i = 0; i < liquid->count; ++i) {
            const double sweep = (double)liquid->a[axis][i];
            worst = fmax(worst, fabs((double)lists[axis][i] - sweep));
            greatest = fmax(greatest, fabs(sweep));
        }
    }
    return worst / greatest;
}

static void lists_agree_with_sweeps(void) {
    static const wafti_isa sets[] = {WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2};
    static const waft_liquid_kernel kernels[] = {
        WAFT_LIQUID_CUBIC, WAFT_LIQUID_WENDLAND, WAFT_LIQUID_MUELLER};
    for (int round = 0; round < 6; ++round) {
        waft_liquid_def def = liquid_box(0.1f, 0.9f, 0.9f, 0.9f);
        def.method = WAFT_LIQUID_WCSPH;
        def.kernel = kernels[round / 2];
        for (int side = 0; side < 6 && round % 2 == 1; ++side) {
            def.sides[side] = WAFT_LIQUID_PERIODIC;
        }
        liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
        waft_liquid_block_def block = waft_liquid_block_def_default();
        liquid_put_box(&block, 0.0f, 0.0f, 0.0f, 0.9f, 0.9f, 0.9f);
        block.jitter = 0.2f;
        CHECK(waft_liquid_add_block(f.liquid, &block, NULL) == WAFT_OK);
        for (size_t n = 0; n < sizeof(sets) / sizeof(sets[0]); ++n) {
            if (sets[n] <= f.liquid->context->isa) {
                f.liquid->kernels = wafti_pair_kernels_choose(sets[n]);
                CHECK(lists_off_sweeps(f.liquid) < 2e-5);
            }
        }
        liquid_close(&f);
    }
}

static const test_case cases[] = {
    {"spreads_by_differences", spreads_by_differences},
    {"lists_agree_with_sweeps", lists_agree_with_sweeps},
};

TEST_MAIN(cases)
