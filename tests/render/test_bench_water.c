// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include "water_fixture.h"

// The cases are listed and run; a missing frame would be a refusal.
static void test_cases(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_error error = {0};
    CHECK(
        wafti_render_bench_water(&(wafti_bench_clock){.renderer = renderer}, 0, &error) == WAFT_OK);
    CHECK(
        wafti_render_bench_water(&(wafti_bench_clock){.renderer = renderer}, 7, &error) == WAFT_OK);
    CHECK(wafti_render_bench_sea(&(wafti_bench_clock){.renderer = renderer}, 0, &error) == WAFT_OK);
    waft_renderer_destroy(renderer);
    int found = 0;
    for (size_t i = 0; i < waft_render_bench_count(); ++i) {
        found += strcmp(waft_render_bench_name(i), "render/water") == 0 ? 1 : 0;
        found += strcmp(waft_render_bench_name(i), "render/sea") == 0 ? 1 : 0;
    }
    CHECK(found == 2);
    CHECK(wafti_render_bench_water(&(wafti_bench_clock){.renderer = NULL}, 0, &error) ==
          WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"cases", test_cases},
};

TEST_MAIN(cases)
