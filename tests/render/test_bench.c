// SPDX-License-Identifier: MIT
#include <waft/render.h>

#include "test.h"

static void rows_have_names(void) {
    const size_t count = waft_render_bench_count();
    CHECK(count >= 1);
    bool bodies = false;
    for (size_t i = 0; i < count; ++i) {
        const char* name = waft_render_bench_name(i);
        const char* summary = waft_render_bench_summary(i);
        CHECK(name != NULL &&
              (strncmp(name, "render/", 7) == 0 || strcmp(name, "water/interactive") == 0));
        CHECK(summary != NULL && strstr(summary, "640x360") != NULL);
        bodies |= name != NULL && strcmp(name, "render/bodies") == 0;
    }
    CHECK(bodies);
    CHECK(waft_render_bench_name(count) == NULL);
    CHECK(waft_render_bench_summary(count) == NULL);
}

static void wrong_arguments_are_refused(void) {
    waft_bench_def def = waft_bench_def_default();
    waft_bench_row row = {0};
    waft_error error = {0};
    CHECK(waft_render_bench_run(99, &def, &row, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "99") != NULL);
    CHECK(waft_render_bench_run(0, NULL, &row, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_render_bench_run(0, &def, NULL, &error) == WAFT_ERR_ARGUMENT);
    def.struct_size = 0;
    CHECK(waft_render_bench_run(0, &def, &row, &error) == WAFT_ERR_ARGUMENT);
    CHECK(row.name == NULL);
}

static void a_row_is_measured(void) {
    waft_bench_def def = waft_bench_def_default();
    def.quick = true;
    waft_bench_row row = {0};
    waft_error error = {0};
    const waft_result result = waft_render_bench_run(0, &def, &row, &error);
    if (result == WAFT_ERR_MISSING) {
        (void)printf("skipped: %s\n", error.sentence);
        CHECK(strstr(error.sentence, "install") != NULL);
        return;
    }
    CHECK(result == WAFT_OK);
    CHECK_TEXT(row.name, waft_render_bench_name(0));
    CHECK_TEXT(row.unit, "pixels");
    CHECK(row.ms_per_step > 0.0 && row.cpu_ms_per_step > 0.0);
    CHECK_NEAR(row.items, 640.0 * 360.0, 0.0);
    CHECK_NEAR(row.per_s * row.ms_per_step * 1e-3, row.items, 1e-6 * row.items);
    CHECK(row.threads == def.threads && row.gb_per_s == 0.0);
}

static const test_case cases[] = {
    {"rows have names", rows_have_names},
    {"wrong arguments are refused", wrong_arguments_are_refused},
    {"a row is measured", a_row_is_measured},
};

TEST_MAIN(cases)
