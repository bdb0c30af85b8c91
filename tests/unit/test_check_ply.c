// SPDX-License-Identifier: MIT
#include "damage_fixture.h"

static const char* check_text(const char* text) {
    return wafti_check_ply((const unsigned char*)text, strlen(text), NULL);
}

static void test_points(void) {
    const float x[5] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f};
    const uint32_t id[5] = {1, 2, 3, 4, 5};
    const waft_points points = {.count = 5,
        .position = {x, x, x},
        .velocity = {x, x, x},
        .density = x,
        .pressure = x,
        .id = id};
    scratch s = scratch_make();
    CHECK(waft_ply_write_points(scratch_file(&s, "a.ply"), &points, NULL) == WAFT_OK);
    CHECK(check_damage(scratch_file(&s, "a.ply"), wafti_check_ply) >
          0.3); // the header, and numbers out of bounds
    scratch_remove(&s);
}

#define HEAD                                                                                       \
    "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\n"                   \
    "element face 1\nproperty list uchar uchar vertex_indices\nend_header\n"

static void test_faces(void) {
    CHECK(wafti_check_ply((const unsigned char*)HEAD "a\1\0", sizeof(HEAD "a\1\0") - 1, NULL) ==
          NULL);
    CHECK_TEXT(wafti_check_ply((const unsigned char*)HEAD "a\1\1", sizeof(HEAD "a\1\1") - 1, NULL),
        "a face of the PLY file has a point that there is not");
    CHECK_TEXT(check_text(HEAD "a\2\1"), "the PLY file is cut");
    CHECK_TEXT(check_text(HEAD "a"), "the PLY file is cut");
    CHECK_TEXT(
        wafti_check_ply((const unsigned char*)HEAD "a\1\0b", sizeof(HEAD "a\1\0b") - 1, NULL),
        "the PLY file is longer than its header says");
}

static void test_headers(void) {
    CHECK(
        check_text("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n") ==
        NULL);
    const char* const wrong[] = {"", "ply\n", "ply\nend_header\n",
        "ply\nproperty float x\nend_header\n", "ply\nelement vertex -1\nend_header\n",
        "ply\nelement vertex 1\nproperty real x\nend_header\n",
        "ply\nelement vertex 1\nproperty list double int x\nend_header\n",
        "ply\nelements vertex 1\nend_header\n"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        CHECK_TEXT(check_text(wrong[i]), "the header of the PLY file is cut or wrong");
    }
}

static const test_case cases[] = {
    {"points", test_points}, {"faces", test_faces}, {"headers", test_headers}};

TEST_MAIN(cases)
