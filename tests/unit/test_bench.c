// SPDX-License-Identifier: MIT
#include "bench/bench.h"

#include <time.h>

#include "test.h"

static size_t find_case(const char* name) {
    size_t index = 0;
    while (waft_bench_name(index) != NULL && strcmp(waft_bench_name(index), name) != 0) {
        ++index;
    }
    return index;
}

static void test_list(void) {
    CHECK_TEXT(waft_bench_name(0), "stream/triad");
    CHECK(find_case("task/back_to_back") < waft_bench_count());
    CHECK(find_case("task/after_idle") < waft_bench_count());
    CHECK(find_case("fft/64") < waft_bench_count());
    CHECK(find_case("fft/128") < waft_bench_count());
    CHECK(find_case("waves/1024") < waft_bench_count());
    CHECK(find_case("waves/query") < waft_bench_count());
    CHECK(find_case("water/columns/1024") < waft_bench_count());
    CHECK(find_case("water/swe/4096") < waft_bench_count());
    CHECK(find_case("water/columns/256") < waft_bench_count());
    CHECK(find_case("water/level/256") < waft_bench_count());
    CHECK(find_case("water/query") < waft_bench_count());
    CHECK(find_case("water/bodies/100") < waft_bench_count());
    CHECK(find_case("smoke/64x128x64.cold") < waft_bench_count());
    CHECK(find_case("smoke/256.advect") < waft_bench_count());
    CHECK(find_case("body/crowd/100000") < waft_bench_count());
    CHECK(find_case("body/table1/plane_5ms") < waft_bench_count());
    for (size_t i = 0; i < waft_bench_count(); ++i) {
        CHECK(find_case(waft_bench_name(i)) == i); // no name twice
        CHECK(strlen(waft_bench_summary(i)) > 10);
    }
    CHECK(waft_bench_name(waft_bench_count()) == NULL);
    CHECK(waft_bench_summary(waft_bench_count()) == NULL);
}

static void check_refused(size_t index, const waft_bench_def* def, const char* part) {
    waft_bench_row row = {.threads = 77};
    waft_error error = {0};
    CHECK(waft_bench_run(index, def, &row, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, part) != NULL);
    CHECK(row.threads == 77);
}

static void test_arguments(void) {
    waft_bench_def def = waft_bench_def_default();
    CHECK(def.threads >= 1);
    check_refused(waft_bench_count(), &def, "no case");
    check_refused(0, NULL, "NULL");
    CHECK(waft_bench_run(0, &def, NULL, NULL) == WAFT_ERR_ARGUMENT);
    def.threads = 0;
    check_refused(0, &def, "threads is 0");
    def = waft_bench_def_default();
    def.stream_gb_per_s = (double)NAN;
    check_refused(0, &def, "stream_gb_per_s");
    def = (waft_bench_def){.threads = 1};
    check_refused(0, &def, "waft_bench_def_default");
}

static waft_result nap(void* context) {
    int* calls = context;
    // The first call is the slowest in any program; here it is by far.
    const long ms = ++*calls == 1 ? 30 : 2;
    (void)nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
    return *calls == 9 ? WAFT_ERR_DIVERGED : WAFT_OK;
}

static void test_timing(void) {
    waft_bench_def def = waft_bench_def_default();
    wafti_bench_result result = {0};
    int calls = 0;
    CHECK(wafti_bench_time(&def, 5, nap, &calls, &result) == WAFT_OK);
    CHECK(calls == 6);
    CHECK(result.wall >= 0.002);
    CHECK(result.wall < 0.03);
    CHECK(result.cpu < result.wall);
    CHECK(wafti_bench_time(&def, 5, nap, &calls, &result) == WAFT_ERR_DIVERGED);
    CHECK(calls == 9);
    CHECK(wafti_bench_repetitions(&def, 50) == 50);
    def.quick = true;
    CHECK(wafti_bench_repetitions(&def, 50) == 5);
    CHECK(wafti_bench_repetitions(&def, 5) == 3);
}

static void test_stream_row(void) {
    waft_bench_def def = waft_bench_def_default();
    def.quick = true;
    def.threads = 2;
    waft_bench_row row = {0};
    waft_error error = {0};
    if (!CHECK(waft_bench_run(0, &def, &row, &error) == WAFT_OK)) {
        return;
    }
    CHECK_TEXT(row.name, "stream/triad");
    CHECK(row.threads == 2);
    CHECK_NEAR(row.gb_per_s, 1e-6 * row.items / row.ms_per_step, 1e-9 * row.gb_per_s);
    CHECK_NEAR(row.per_s, 1e3 * row.items / row.ms_per_step, 1e-9 * row.per_s);
    CHECK_NEAR(row.per_s_core, 1e3 * row.items / row.cpu_ms_per_step, 1e-9 * row.per_s_core);
    CHECK(row.of_stream == 1.0);
    CHECK(row.speedup_median == 0.0);
    CHECK(row.of_still == 0.0);
}

// One thread against one thread: the same work, so the figures can be foreseen on any machine.
static void test_task_row(void) {
    waft_bench_def def = waft_bench_def_default();
    def.quick = true;
    def.threads = 1;
    waft_bench_row row = {0};
    waft_error error = {0};
    const size_t index = find_case("task/back_to_back");
    if (!CHECK(waft_bench_run(index, &def, &row, &error) == WAFT_OK)) {
        return;
    }
    CHECK(row.ms_per_step > 0.1);
    CHECK(row.speedup_p95 > 0.0);
    CHECK(row.speedup_median >= row.speedup_p95);
    CHECK(row.speedup_median < 10.0);
    CHECK(row.gb_per_s == 0.0);
    CHECK(row.of_stream == 0.0);
}

// A step with a sphere that moves against one without.
static void test_moving_row(void) {
    waft_bench_def def = waft_bench_def_default();
    def.quick = true;
    def.threads = 1;
    def.stream_gb_per_s = 1.0;
    waft_bench_row row = {0};
    waft_error error = {0};
    const size_t index = find_case("smoke/16x32x16.moving");
    if (!CHECK(waft_bench_run(index, &def, &row, &error) == WAFT_OK)) {
        return;
    }
    CHECK(row.ms_per_step > 0.0);
    CHECK(row.gb_per_s > 0.0);
    CHECK(row.of_still > 0.05);
    CHECK(row.of_still < 20.0);
}

static void test_fft_row(void) {
    waft_bench_def def = waft_bench_def_default();
    def.quick = true;
    def.threads = 2;
    waft_bench_row row = {0};
    waft_error error = {0};
    if (!CHECK(waft_bench_run(find_case("fft/64"), &def, &row, &error) == WAFT_OK)) {
        return;
    }
    CHECK(row.threads == 1);
    CHECK(row.items == 64.0 * 64.0 * 64.0);
    CHECK(row.ms_per_step > 0.0);
}

static void test_waves_rows(void) {
    waft_bench_def def = waft_bench_def_default();
    def.quick = true;
    def.threads = 2;
    def.stream_gb_per_s = 10.0; // as if measured before
    waft_bench_row row = {0};
    waft_error error = {0};
    if (!CHECK(waft_bench_run(find_case("waves/1024"), &def, &row, &error) == WAFT_OK)) {
        return;
    }
    CHECK(row.threads == 2);
    CHECK(row.items == 1024.0 * 1024.0);
    CHECK_NEAR(row.gb_per_s, 24e-9 * row.per_s, 1e-9 * row.gb_per_s);
    CHECK_NEAR(row.of_stream, row.gb_per_s / 10.0, 1e-9);
    if (!CHECK(waft_bench_run(find_case("waves/query"), &def, &row, &error) == WAFT_OK)) {
        return;
    }
    CHECK(row.threads == 1);
    CHECK(row.items == 4096.0);
    CHECK(row.gb_per_s == 0.0);
}

static void test_body_rows(void) {
    waft_bench_def def = waft_bench_def_default();
    def.quick = true;
    def.threads = 2;
    static const char* const names[3] = {
        "body/table1/ellipsoid320_5ms", "body/hull/320", "body/clip/320"};
    static const double items[3] = {1000.0, 320.0, 1000.0};
    for (int i = 0; i < 3; ++i) {
        waft_bench_row row = {0};
        waft_error error = {0};
        CHECK(waft_bench_run(find_case(names[i]), &def, &row, &error) == WAFT_OK);
        CHECK(row.threads == 1);
        CHECK(row.items == items[i]);
        CHECK(row.ms_per_step > 0.0);
    }
}

static const test_case cases[] = {
    {"list", test_list},
    {"arguments", test_arguments},
    {"timing", test_timing},
    {"stream_row", test_stream_row},
    {"task_row", test_task_row},
    {"moving_row", test_moving_row},
    {"fft_row", test_fft_row},
    {"waves_rows", test_waves_rows},
    {"body_rows", test_body_rows},
};

TEST_MAIN(cases)
