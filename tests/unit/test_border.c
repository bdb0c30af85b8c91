// SPDX-License-Identifier: MIT
#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 16, REGION = 8, BLEND = 4 };

// A region of 8 cells a side in the middle of the box, or against its low x side.
static detail_fixture open_region(float low_x) {
    waft_smoke_def smoke = smoke_fixture_def(N, N, N, 1.0 / N);
    smoke.temperature = false;
    waft_detail_def def = waft_detail_def_default();
    def.blend = BLEND;
    def.region_count = 1;
    def.regions[0] = (waft_region){{low_x, 0.25f, 0.25f}, {low_x + 0.5f, 0.75f, 0.75f}};
    return detail_fixture_open(&smoke, 0.1, &def, detail_fixture_bank(16, 5.0, 0.5), 1);
}

static double smoothstep(double cells) {
    const double t = fmin(cells / BLEND, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// A row of the blend; false if there is none there.
static bool find_blend(const wafti_part* part, int axis, int32_t j, int32_t k, float* row,
    wafti_blend_middle* middle) {
    float depth = -1.0f;
    if (!wafti_part_blend_depth(part, axis, j, k, &depth)) {
        return false;
    }
    CHECK(depth >= 0.0f && depth <= (float)BLEND);
    wafti_part_blend_row(part, axis, depth, row, middle);
    return true;
}

static void blend_by_the_nearest_border(void) {
    detail_fixture d = open_region(0.25f);
    const wafti_part* part = &d.detail->parts[0];
    float row[WAFTI_DETAIL_ROW] = {0.0f};
    wafti_blend_middle middle = {0, 0};
    CHECK(find_blend(part, -1, 3, 4, row, &middle));
    for (int i = middle.low; i < middle.high; ++i) {
        CHECK(row[i] == row[middle.low]);
    }
    for (int i = 0; i < REGION; ++i) {
        CHECK_NEAR(row[i], smoothstep(fmin(i + 0.5, REGION - i - 0.5)), 1e-6);
    }
    // One cell from the border across the row.
    CHECK(find_blend(part, -1, 6, 4, row, &middle));
    CHECK_NEAR(row[0], smoothstep(0.5), 1e-6);
    CHECK_NEAR(row[4], smoothstep(1.5), 1e-6);
    // Faces lie half a cell before.
    CHECK(find_blend(part, 0, 3, 4, row, &middle));
    CHECK_NEAR(row[0], 0.0, 0.0);
    CHECK_NEAR(row[1], smoothstep(1.0), 1e-6);
    CHECK_NEAR(row[REGION], 0.0, 0.0);
    CHECK(find_blend(part, 2, 3, 1, row, &middle));
    CHECK_NEAR(row[4], smoothstep(1.0), 1e-6);
    detail_fixture_close(&d);
}

static void sides_of_the_box_blend_nothing(void) {
    detail_fixture d = open_region(0.0f);
    wafti_part* part = &d.detail->parts[0];
    float row[WAFTI_DETAIL_ROW] = {0.0f};
    wafti_blend_middle middle = {0, 0};
    CHECK(!part->border[0] && part->border[1]);
    CHECK(find_blend(part, 0, 3, 4, row, &middle));
    CHECK_NEAR(row[0], smoothstep(3.5), 1e-6);
    CHECK_NEAR(row[REGION], 0.0, 0.0);
    memset(part->border, 0, sizeof(part->border));
    CHECK(!find_blend(part, 0, 0, 0, row, &middle));
    detail_fixture_close(&d);
}

static double flux_out(const wafti_part* part) {
    const wafti_mac* grid = &part->smoke->domain.grid;
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t b = 0; b < REGION; ++b) {
            for (int32_t a = 0; a < REGION; ++a) {
                const int32_t low[3] = {
                    axis == 0 ? 0 : a, axis == 1 ? 0 : (axis == 0 ? a : b), axis == 2 ? 0 : b};
                const ptrdiff_t at = wafti_mac_index(grid, low[0], low[1], low[2]);
                const float* u = part->smoke->velocity[axis] + at;
                sum += (double)u[REGION * wafti_mac_stride(grid, axis)] - (double)u[0];
            }
        }
    }
    return sum;
}

// Faces of the border take the mean flow; what does not balance is shared among them.
static void border_faces_balance(void) {
    detail_fixture d = open_region(0.25f);
    detail_fixture_stream(&d, 1.0);
    detail_fixture_load(&d);
    wafti_part* part = &d.detail->parts[0];
    const wafti_mac* grid = &part->smoke->domain.grid;
    const ptrdiff_t middle = wafti_mac_index(grid, 4, 4, 4);
    const ptrdiff_t low = wafti_mac_index(grid, 0, 4, 4);
    for (int round = 0; round < 2; ++round) {
        for (int axis = 0; axis < 3; ++axis) {
            memset(part->smoke->velocity[axis] - grid->first, 0, grid->size * sizeof(float));
        }
        for (int32_t n = 0; n < REGION * REGION && round == 1; ++n) {
            part->mean[0][wafti_mac_index(grid, 0, n % REGION, n / REGION)] = 1.5f;
        }
        part->correction = 0.0;
        wafti_part_set_border(part);
        // 64 faces with 0.5 m/s too much, over 384 of them.
        const double more = round == 0 ? 0.0 : 0.5 / 6.0;
        CHECK_NEAR(part->smoke->velocity[0][low], round == 0 ? 1.0 : 1.5 - more, 1e-5);
        CHECK_NEAR(part->smoke->velocity[0][low + REGION], 1.0 + more, 1e-5);
        CHECK_NEAR(part->smoke->velocity[0][middle], 0.0, 0.0);
        CHECK_NEAR(flux_out(part), 0.0, 1e-3);
        CHECK_NEAR(part->correction, round == 0 ? 0.0 : 0.5 / 2.5, 1e-5);
    }
    detail_fixture_close(&d);
}

static const test_case cases[] = {{"blend_by_the_nearest_border", blend_by_the_nearest_border},
    {"sides_of_the_box_blend_nothing", sides_of_the_box_blend_nothing},
    {"border_faces_balance", border_faces_balance}};

TEST_MAIN(cases)
