// SPDX-License-Identifier: MIT
// Lists of neighbours, and the density that comes with them.
#include "test.h"
#include "unit/cloud_fixture.h"

// Sum of V grad W by what the list keeps.
static void sum_of_list(const waft_liquid* liquid, uint32_t i, double out[3]) {
    memset(out, 0, 3 * sizeof(*out));
    const wafti_list* list = &liquid->list;
    for (uint32_t at = list->first[i]; at < list->first[i] + list->padded[i]; ++at) {
        uint32_t j = 0;
        memcpy(&j, &list->j[at], sizeof(j));
        double between[3];
        (void)cloud_distance(liquid, i, j / 4, between);
        for (int axis = 0; axis < 3; ++axis) {
            out[axis] -= (double)list->slope[at] * between[axis];
        }
    }
}

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
        double sum[3];
        sum_of_list(liquid, i, sum);
        for (int axis = 0; axis < 3; ++axis) {
            slope = fmax(slope, fabs(sum[axis] - gradient[axis]) * liquid->d);
        }
    }
    CHECK(wrong == 0);
    CHECK(density < 3e-6);
    CHECK(slope < 3e-5);
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
    {"tells_of_a_crowd", tells_of_a_crowd},
};

TEST_MAIN(cases)
