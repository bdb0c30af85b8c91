// SPDX-License-Identifier: MIT
#include "grid/field.h"

#include "test.h"

static void stride_is_padded_and_no_power_of_two(void) {
    for (int32_t nx = 1; nx <= 4096; ++nx) {
        const ptrdiff_t stride = wafti_field_stride(nx);
        if (!CHECK(stride >= nx) || !CHECK(stride % WAFTI_ROW_QUANTUM == 0) ||
            !CHECK((stride & (stride - 1)) != 0) || !CHECK(stride <= nx + 47)) {
            break;
        }
    }
}

static void bands_cover_every_row_once(void) {
    const int32_t cells[2] = {5, 37};
    const wafti_grid grid = wafti_grid_make(cells, 0.0, 0.0, 5.0, 37.0);
    int32_t next = 0;
    for (int32_t band = 0; band < wafti_grid_band_count(&grid, 16); ++band) {
        const wafti_block block = wafti_grid_band(&grid, 16, band);
        CHECK(block.low[1] == next);
        CHECK(block.low[0] == 0);
        CHECK(block.high[0] == 5);
        next = block.high[1];
    }
    CHECK(next == 37);
}

static void sampling_is_bilinear_and_flat_beyond_the_edge(void) {
    const int32_t cells[2] = {8, 6};
    const wafti_grid grid = wafti_grid_make(cells, 2.0, -1.0, 16.0, 3.0);
    float field[48 * 6];
    for (int32_t j = 0; j < grid.nz; ++j) {
        for (int32_t i = 0; i < grid.nx; ++i) {
            field[wafti_grid_index(&grid, i, j)] =
                (float)(3.0 * wafti_grid_x(&grid, i) - 2.0 * wafti_grid_z(&grid, j));
        }
    }
    wafti_corners corners = wafti_grid_corners(&grid, 7.3, 0.4);
    CHECK_NEAR(wafti_field_sample(&grid, field, &corners), 3.0 * 7.3 - 2.0 * 0.4, 1e-5);
    corners = wafti_grid_corners(&grid, -50.0, 99.0);
    CHECK_NEAR(wafti_field_sample(&grid, field, &corners),
        3.0 * wafti_grid_x(&grid, 0) - 2.0 * wafti_grid_z(&grid, 5), 1e-5);
    corners = wafti_grid_corners(&grid, wafti_grid_x(&grid, 7), wafti_grid_z(&grid, 5));
    CHECK(corners.i[0] == 7);
    CHECK_NEAR(corners.weight[0][0], 1.0, 0.0);
}

static void one_row_is_a_grid(void) {
    const int32_t cells[2] = {4, 1};
    const wafti_grid grid = wafti_grid_make(cells, 0.0, 0.0, 4.0, 1.0);
    float field[64] = {1.0f, 2.0f, 3.0f, 4.0f};
    const wafti_corners corners = wafti_grid_corners(&grid, 2.0, 0.9);
    CHECK_NEAR(wafti_field_sample(&grid, field, &corners), 2.5, 1e-7);
}

static const test_case cases[] = {
    {"stride_is_padded_and_no_power_of_two", stride_is_padded_and_no_power_of_two},
    {"bands_cover_every_row_once", bands_cover_every_row_once},
    {"sampling_is_bilinear_and_flat_beyond_the_edge",
        sampling_is_bilinear_and_flat_beyond_the_edge},
    {"one_row_is_a_grid", one_row_is_a_grid},
};
TEST_MAIN(cases)
