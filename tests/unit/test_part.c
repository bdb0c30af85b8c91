// SPDX-License-Identifier: MIT
#include "run/part.h"
#include "scratch.h"

enum { COUNT = 5000 }; // more than a piece

static float numbers[COUNT];
static float back[COUNT];

static void numbers_come_back(void) {
    scratch s = scratch_make();
    for (int i = 0; i < COUNT; ++i) {
        numbers[i] = (float)i / 7.0f;
    }
    for (size_t count = 0; count <= COUNT; count += 2500) {
        CHECK(wafti_part_write(scratch_file(&s, "p"), numbers, count, NULL) == WAFT_OK);
        CHECK(wafti_part_read(scratch_file(&s, "p"), back, count, NULL) == WAFT_OK);
        // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
        CHECK(memcmp(back, numbers, count * sizeof(float)) == 0);
        CHECK(wafti_part_read(scratch_file(&s, "p"), NULL, count, NULL) == WAFT_OK);
    }
    scratch_remove(&s);
}

static void damage_is_found(void) {
    scratch s = scratch_make();
    waft_error error;
    CHECK(wafti_part_read(scratch_file(&s, "p"), back, 3, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/p: cannot open: No such file") != NULL);
    CHECK(wafti_part_write(scratch_file(&s, "p"), numbers, 3, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "p"), &size);
    CHECK(size == 16);
    for (size_t i = 0; i < size; ++i) {
        bytes[i] ^= 4;
        CHECK(waft_file_write(scratch_file(&s, "p"), bytes, size, NULL) == WAFT_OK);
        CHECK(wafti_part_read(scratch_file(&s, "p"), NULL, 3, &error) == WAFT_ERR_IO);
        CHECK(strstr(error.sentence, "/p is damaged: its checksum is wrong") != NULL);
        bytes[i] ^= 4;
        CHECK(waft_file_write(scratch_file(&s, "p"), bytes, i, NULL) == WAFT_OK);
        CHECK(wafti_part_read(scratch_file(&s, "p"), NULL, 3, &error) == WAFT_ERR_IO);
        CHECK(strstr(error.sentence, "/p is damaged: it is cut") != NULL);
    }
    CHECK(waft_file_write(scratch_file(&s, "p"), bytes, size + 1, NULL) == WAFT_OK);
    CHECK(wafti_part_read(scratch_file(&s, "p"), NULL, 3, NULL) == WAFT_ERR_IO); // more than it has
    waft_text_free(NULL, bytes);
    CHECK(wafti_part_write(scratch_file(&s, "none/p"), numbers, 3, NULL) == WAFT_ERR_IO);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"numbers_come_back", numbers_come_back},
    {"damage_is_found", damage_is_found},
};

TEST_MAIN(cases)
