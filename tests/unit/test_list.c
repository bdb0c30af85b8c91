// SPDX-License-Identifier: MIT
// Lists of neighbours, src/liquid/list_simd.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static void finds_all_neighbours(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_DFSPH);
    waft_liquid* liquid = f.liquid;
    CHECK(wafti_liquid_make_lists(liquid) == WAFT_OK);
    int wrong = 0;
    double density = 0.0;
    double slope = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        uint32_t near = 0;
        for (uint32_t j = 0; j < liquid->count; ++j) {
            double between[3];
            near += j != i && cloud_distance(liquid, i, j, between) < liquid->h;
        }
        double gradient[3];
        density =
            fmax(density, fabs((double)liquid->fluid[i] - cloud_density(liquid, i, gradient)));
        wrong += liquid->list.found[i] != near;
        for (int axis = 0; axis < 3; ++axis) {
            double sum = 0.0;
            for (uint32_t n = 0; n < liquid->list.padded[i]; ++n) {
                sum += (double)liquid->list.g[axis][liquid->list.first[i] + n];
            }
            slope = fmax(slope, fabs(sum - gradient[axis]) * liquid->d);
        }
    }
    CHECK(wrong == 0);
    CHECK(density < 3e-6);
    CHECK(slope < 3e-5);
    liquid_close(&f);
}

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
    wafti_list_job job = {.a = {liquid->b[0], liquid->b[1], liquid->b[2]}, .out = {liquid->left}};
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

static void tells_of_a_crowd(void) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_DFSPH);
    waft_liquid* liquid = f.liquid;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            liquid->now.x[axis][i] = 0.45f + 1e-4f * (float)(i % (7u + (unsigned)axis));
        }
    }
    wafti_liquid_sort(liquid);
    CHECK(wafti_liquid_make_lists(liquid) == WAFT_ERR_DIVERGED);
    CHECK(strstr(waft_world_error(f.world), "crushed") != NULL);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"finds_all_neighbours", finds_all_neighbours},
    {"spreads_by_differences", spreads_by_differences},
    {"tells_of_a_crowd", tells_of_a_crowd},
};

TEST_MAIN(cases)
