// SPDX-License-Identifier: MIT
#include "scratch.h"

static const char* part_name(void* user, int32_t i) {
    scratch* s = user;
    char name[32];
    (void)snprintf(name, sizeof(name), "part%d", (int)i);
    return scratch_file(s, name);
}

static void parts_follow_the_header(void) {
    scratch s = scratch_make();
    float parts[3][6];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 6; ++j) {
            parts[i][j] = (float)(10 * i + j);
        }
        CHECK(waft_file_write(part_name(&s, i), parts[i], sizeof(parts[i]), NULL) == WAFT_OK);
    }
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/out.pc2", s.path);
    CHECK(waft_pc2_assemble(path, 2, 3, 0.0f, 1.0f, part_name, &s, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    CHECK(size == 32 + sizeof(parts));
    CHECK(memcmp(bytes, "POINTCACHE2\0\1\0\0\0\2\0\0\0\0\0\0\0\0\0\x80\x3f\3\0\0\0", 32) == 0);
    // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    CHECK(memcmp(bytes + 32, parts, sizeof(parts)) == 0);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void wrong_parts_are_named(void) {
    scratch s = scratch_make();
    char path[128];
    (void)snprintf(path, sizeof(path), "%s/out.pc2", s.path);
    waft_error error;
    CHECK(waft_pc2_assemble(path, 2, 1, 0.0f, 1.0f, part_name, &s, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "part0: cannot open") != NULL);
    CHECK(waft_file_write(part_name(&s, 0), "01234567890123456789012", 23, NULL) == WAFT_OK);
    CHECK(waft_pc2_assemble(path, 2, 1, 0.0f, 1.0f, part_name, &s, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "part0: holds fewer than 24 bytes") != NULL);
    CHECK(waft_file_write(part_name(&s, 0), "0123456789012345678901234", 25, NULL) == WAFT_OK);
    CHECK(waft_pc2_assemble(path, 2, 1, 0.0f, 1.0f, part_name, &s, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "part0: holds more than 24 bytes") != NULL);
    CHECK(waft_pc2_assemble(path, -2, 1, 0.0f, 1.0f, part_name, &s, &error) == WAFT_ERR_ARGUMENT);
    CHECK(scratch_entry_count(s.path) == 1);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"parts_follow_the_header", parts_follow_the_header},
    {"wrong_parts_are_named", wrong_parts_are_named},
};

TEST_MAIN(cases)
