// SPDX-License-Identifier: MIT
#include "io/file.h"

#include "base/hash.h"
#include "scratch.h"

static void test_sums(void) {
    static char bytes[200000];
    scratch s = scratch_make();
    uint32_t sum = 0;
    for (size_t i = 0; i < sizeof(bytes); ++i) {
        bytes[i] = (char)(i * 7 + i / 251);
    }
    const size_t sizes[] = {0, 1, 65535, 65536, 65537, sizeof(bytes)}; // about the buffer's size
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        CHECK(waft_file_write(scratch_file(&s, "x"), bytes, sizes[i], NULL) == WAFT_OK);
        CHECK(wafti_file_sum(scratch_file(&s, "x"), &sum, NULL) == WAFT_OK);
        CHECK(sum == wafti_crc32(0, bytes, sizes[i]));
    }
    scratch_remove(&s);
}

static void test_no_file(void) {
    scratch s = scratch_make();
    waft_error error;
    uint32_t sum = 5;
    CHECK(wafti_file_sum(scratch_file(&s, "x"), &sum, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/x is missing") != NULL);
    CHECK(wafti_file_sum(s.path, &sum, &error) == WAFT_ERR_IO); // a directory
    CHECK(sum == 5);
    scratch_remove(&s);
}

static const test_case cases[] = {{"sums", test_sums}, {"no file", test_no_file}};

TEST_MAIN(cases)
