// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include <stdlib.h>

#include "test.h"

static void test_plume(void) {
    const int32_t size[3] = {32, 64, 32};
    const size_t count = (size_t)32 * 64 * 32;
    float* density = malloc(count * sizeof *density);
    float* heat = malloc(count * sizeof *heat);
    float* later = malloc(count * sizeof *later);
    waft_error error;
    CHECK(wafti_render_bench_plume(3.0, size, density, heat, &error) == WAFT_OK);
    CHECK(wafti_render_bench_plume(3.1, size, later, NULL, &error) == WAFT_OK);
    size_t full = 0;
    size_t changed = 0;
    bool sane = true;
    for (size_t i = 0; i < count; ++i) {
        full += density[i] > 0.05f ? 1 : 0;
        changed += density[i] != later[i] ? 1 : 0;
        sane = sane && density[i] >= 0.0f && density[i] < 3.0f && heat[i] >= 0.0f;
    }
    CHECK(sane);
    CHECK(full > count / 20 && full < count / 2);
    CHECK(changed > full / 2);
    free(density);
    free(heat);
    free(later);
}

static void test_draw(void) {
    waft_renderer_def def = waft_renderer_def_default();
    waft_renderer* renderer = NULL;
    waft_error error;
    const waft_result result = waft_renderer_create(&def, &renderer, &error);
    if (result == WAFT_ERR_MISSING) {
        (void)printf("skipped: %s\n", error.sentence);
        return;
    }
    CHECK(result == WAFT_OK);
    CHECK(wafti_render_bench_volume(&(wafti_bench_clock){.renderer = renderer}, 0, &error) ==
          WAFT_OK);
    CHECK(wafti_render_bench_volume(&(wafti_bench_clock){.renderer = renderer}, 1, &error) ==
          WAFT_OK);
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"plume", test_plume},
    {"draw", test_draw},
};
TEST_MAIN(cases)
