// SPDX-License-Identifier: MIT
#include "grid/mac.h"

#include <string.h>

#include "test.h"

static void test_layout(void) {
    const int32_t sizes[][3] = {{64, 128, 64}, {1, 1, 1}, {50, 76, 38}, {1008, 4, 4}, {40, 33, 1}};
    const double low[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        const wafti_mac grid = wafti_mac_make(sizes[i], 0.1, low);
        CHECK(grid.row % 16 == 0);
        CHECK(grid.row >= grid.n[0] + 1 + WAFTI_MAC_LEAD + WAFTI_MAC_PAD);
        CHECK(grid.row % 1024 != 0 && grid.plane % 1024 != 0);
        CHECK(grid.plane >= grid.row * (grid.n[1] + 2 * WAFTI_MAC_HALO));
        CHECK(grid.axes == (sizes[i][2] == 1 ? 2 : 3));
        // The last halo row of the last halo plane ends inside.
        const ptrdiff_t last = wafti_mac_index(&grid, grid.n[0] + WAFTI_MAC_PAD,
            grid.n[1] + grid.halo[1] - 1, grid.n[2] + grid.halo[2] - 1);
        CHECK(grid.first + last < (ptrdiff_t)grid.size);
        const ptrdiff_t begin =
            wafti_mac_index(&grid, -WAFTI_MAC_LEAD, -grid.halo[1], -grid.halo[2]);
        CHECK(grid.first + begin == 0);
    }
}

static void test_fields(void) {
    const double low[3] = {0.0, 0.0, 0.0};
    const wafti_mac grid = wafti_mac_make((const int32_t[3]){20, 10, 6}, 0.1, low);
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 4096);
    float* field = wafti_mac_take_float(&grid, &arena);
    double* wide = wafti_mac_take_double(&grid, &arena);
    CHECK(field != NULL && wide != NULL && wafti_mac_take_bytes(&grid, &arena) != NULL);
    CHECK((uintptr_t)field % 64 == 0 && (uintptr_t)(field + grid.row) % 64 == 0);
    float* pair[2];
    wafti_mac_alias(&grid, wide, pair);
    CHECK((uintptr_t)pair[0] % 64 == 0 && (uintptr_t)pair[1] % 64 == 0);
    memset(pair[0] - grid.first, 1, grid.size * sizeof(float));
    CHECK(pair[1][-grid.first] == 0.0f);
    memset(pair[1] - grid.first, 1, grid.size * sizeof(float));
    wafti_arena_free(&arena);
}

static void test_blocks(void) {
    const double low[3] = {0.0, 0.0, 0.0};
    const int32_t sizes[][3] = {{20, 10, 6}, {20, 40, 1}};
    for (int s = 0; s < 2; ++s) {
        const wafti_mac grid = wafti_mac_make(sizes[s], 0.1, low);
        int64_t rows = 0;
        for (int32_t b = 0; b < wafti_mac_block_count(&grid); ++b) {
            const wafti_mac_block block = wafti_mac_block_at(&grid, b);
            rows += (int64_t)(block.high[0] - block.low[0]) * (block.high[1] - block.low[1]);
        }
        CHECK(rows == (int64_t)grid.n[1] * grid.n[2]);
    }
}

static const test_case cases[] = {
    {"layout", test_layout},
    {"fields", test_fields},
    {"blocks", test_blocks},
};
TEST_MAIN(cases)
