// SPDX-License-Identifier: MIT
#include "grid/blur.h"

#include "test.h"

enum { NX = 60, NZ = 50, SIZE = 64 * 64 + 4096 };

static float field[SIZE];
static float temporary[SIZE];

static wafti_grid grid_of(void) {
    const int32_t cells[2] = {NX, NZ};
    return wafti_grid_make(cells, 0.0, 0.0, NX * 0.5, NZ * 0.5);
}

static void a_constant_stays(void) {
    const wafti_grid grid = grid_of();
    for (int n = 0; n < SIZE; ++n) {
        field[n] = 3.25f;
    }
    wafti_blur(&grid, 4.0, field, temporary);
    for (int32_t j = 0; j < NZ; ++j) {
        for (int32_t i = 0; i < NX; ++i) {
            CHECK_NEAR(field[wafti_grid_index(&grid, i, j)], 3.25, 1e-6);
        }
    }
}

static void a_point_becomes_a_gaussian_of_the_width(void) {
    const wafti_grid grid = grid_of();
    memset(field, 0, sizeof(field));
    field[wafti_grid_index(&grid, 30, 25)] = 1.0f;
    wafti_blur(&grid, 2.0, field, temporary);
    double sum = 0.0;
    double square = 0.0;
    for (int32_t j = 0; j < NZ; ++j) {
        for (int32_t i = 0; i < NX; ++i) {
            const double value = (double)field[wafti_grid_index(&grid, i, j)];
            sum += value;
            square += value * (i - 30) * (i - 30) * 0.25;
        }
    }
    CHECK_NEAR(sum, 1.0, 1e-5);
    CHECK_NEAR(sqrt(square), 2.0, 0.25);
}

static void a_narrow_blur_changes_nothing(void) {
    const wafti_grid grid = grid_of();
    memset(field, 0, sizeof(field));
    field[wafti_grid_index(&grid, 3, 4)] = 1.0f;
    wafti_blur(&grid, 0.1, field, temporary);
    CHECK_NEAR(field[wafti_grid_index(&grid, 3, 4)], 1.0, 0.0);
}

static const test_case cases[] = {
    {"a_constant_stays", a_constant_stays},
    {"a_point_becomes_a_gaussian_of_the_width", a_point_becomes_a_gaussian_of_the_width},
    {"a_narrow_blur_changes_nothing", a_narrow_blur_changes_nothing},
};
TEST_MAIN(cases)
