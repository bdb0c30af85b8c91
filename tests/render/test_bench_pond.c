// SPDX-License-Identifier: MIT
#include "render/bench.h"

#include "water_fixture.h"

static void test_frames(void) {
    waft_renderer* renderer = fixture_renderer(WAFT_GRAPHICS_GL);
    if (renderer == NULL) {
        return;
    }
    waft_error error = {.sentence = ""};
    wafti_bench_clock clock = {.renderer = renderer, .threads = 2};
    for (int frame = 0; frame < 3; ++frame) {
        CHECK(wafti_render_bench_pond(&clock, frame, &error) == WAFT_OK);
        CHECK(clock.wall > 0.0);
    }
    CHECK_TEXT(error.sentence, "");
    CHECK(clock.pond != NULL);
    wafti_render_bench_pond_free(&clock);
    CHECK(clock.pond == NULL);
    wafti_render_bench_pond_free(&clock);
    waft_renderer_destroy(renderer);
}

static const test_case cases[] = {
    {"frames", test_frames},
};

TEST_MAIN(cases)
