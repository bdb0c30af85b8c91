// SPDX-License-Identifier: MIT
#include "base/error.h"
#include "scratch.h"

static float samples[3][6];

static waft_result give(void* user, int32_t sample, const float** out_points, waft_error* error) {
    const int* last = user;
    *out_points = samples[sample];
    return sample < *last ? WAFT_OK : wafti_fail(error, WAFT_ERR_IO, "sample %d", (int)sample);
}

static void samples_follow_the_header(void) {
    scratch s = scratch_make();
    for (int i = 0; i < 18; ++i) {
        samples[i / 6][i % 6] = (float)(10 * (i / 6) + i % 6);
    }
    int there = 3;
    const waft_pc2_def def = {
        .point_count = 2, .sample_count = 3, .rate = 1.0f, .points = give, .user = &there};
    CHECK(waft_pc2_write(scratch_file(&s, "out.pc2"), &def, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "out.pc2"), &size);
    CHECK(size == 32 + sizeof(samples));
    CHECK(memcmp(bytes, "POINTCACHE2\0\1\0\0\0\2\0\0\0\0\0\0\0\0\0\x80\x3f\3\0\0\0", 32) == 0);
    // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(bytes + 32, samples, sizeof(samples)) == 0);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void nothing_is_left_of_a_failure(void) {
    scratch s = scratch_make();
    waft_error error;
    int there = 1;
    waft_pc2_def def = {.point_count = 2, .sample_count = 3, .points = give, .user = &there};
    CHECK(waft_pc2_write(scratch_file(&s, "out.pc2"), &def, &error) == WAFT_ERR_IO);
    CHECK_TEXT(error.sentence, "sample 1");
    CHECK(waft_pc2_write(NULL, &def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_pc2_write("x", NULL, &error) == WAFT_ERR_ARGUMENT);
    def.point_count = -2;
    CHECK(waft_pc2_write(scratch_file(&s, "out.pc2"), &def, &error) == WAFT_ERR_ARGUMENT);
    CHECK(scratch_entry_count(s.path) == 0);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"samples_follow_the_header", samples_follow_the_header},
    {"nothing_is_left_of_a_failure", nothing_is_left_of_a_failure},
};

TEST_MAIN(cases)
