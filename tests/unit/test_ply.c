// SPDX-License-Identifier: MIT
#include "scratch.h"

static void drops_follow_the_header(void) {
    scratch s = scratch_make();
    const float a[] = {1.0f, 2.0f};
    const float b[] = {3.0f, 4.0f};
    const waft_spray_view spray = {a, b, a, b, a, b, .count = 2};
    CHECK(waft_ply_write_spray(scratch_file(&s, "s.ply"), spray, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "s.ply"), &size);
    CHECK(strncmp(bytes, "ply\nformat binary_little_endian 1.0\n", 36) == 0);
    CHECK(strstr(bytes, "\nelement vertex 2\n") != NULL);
    const float want[12] = {1, 3, 1, 3, 1, 3, 2, 4, 2, 4, 2, 4};
    const size_t header_size = size - sizeof(want);
    CHECK(size > sizeof(want) + 11);
    CHECK(memcmp(bytes + header_size - 11, "end_header\n", 11) == 0);
    // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(bytes + header_size, want, sizeof(want)) == 0);
    waft_text_free(NULL, bytes);
    CHECK(waft_ply_write_spray(scratch_file(&s, "e.ply"), (waft_spray_view){0}, NULL) == WAFT_OK);
    CHECK(scratch_holds(scratch_file(&s, "e.ply"), "element vertex 0\n"));
    scratch_remove(&s);
}

static void refusals(void) {
    const float a[] = {1.0f};
    waft_error error;
    CHECK(waft_ply_write_spray("no", (waft_spray_view){a, a, a, a, a, NULL, .count = 1}, &error) ==
          WAFT_ERR_ARGUMENT);
    CHECK(waft_ply_write_spray(NULL, (waft_spray_view){0}, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"drops_follow_the_header", drops_follow_the_header},
    {"refusals", refusals},
};

TEST_MAIN(cases)
