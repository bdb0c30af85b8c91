// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include "draw_fixture.h"

static void test_case_runs(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_error error = {0};
    CHECK(wafti_render_bench_liquid(&(wafti_bench_clock){.renderer = renderer}, 3, &error) ==
          WAFT_OK);
    waft_renderer_destroy(renderer);
    int found = 0;
    for (size_t i = 0; i < waft_render_bench_count(); ++i) {
        found += strcmp(waft_render_bench_name(i), "render/liquid") == 0 ? 1 : 0;
    }
    CHECK(found == 1);
    CHECK(wafti_render_bench_liquid(&(wafti_bench_clock){.renderer = NULL}, 0, &error) ==
          WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"case_runs", test_case_runs},
};

TEST_MAIN(cases)
