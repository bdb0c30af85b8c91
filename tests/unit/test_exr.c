// SPDX-License-Identifier: MIT
// What a reader of OpenEXR does, written down: attributes by name, then lines by the table.
#include "scratch.h"

#include <math.h>

enum { NX = 3, NZ = 2, ROW = 5 };

static waft_field field_of(const float* data) {
    return (waft_field){.data = data,
        .size = {NX, 1, NZ},
        .stride = {1, ROW, ROW},
        .origin = {1.5f, 0.0f, 2.5f},
        .spacing = {0.25f, 1.0f, 0.5f}};
}

static uint32_t word_at(const char* bytes) {
    uint32_t word = 0;
    memcpy(&word, bytes, sizeof(word));
    return word;
}

// The value of an attribute, and in *end where the next one starts; NULL at the end of the header.
static const char* attribute(const char* at, const char** end) {
    if (*at == '\0') {
        *end = at + 1;
        return NULL;
    }
    const char* type = at + strlen(at) + 1;
    const char* size = type + strlen(type) + 1;
    *end = size + 4 + word_at(size);
    return size + 4;
}

static const char* find(const char* bytes, const char* name) {
    const char* at = bytes + 8;
    const char* end = NULL;
    for (const char* value = NULL; (value = attribute(at, &end)) != NULL; at = end) {
        if (strcmp(at, name) == 0) {
            return value;
        }
    }
    return strcmp(name, "") == 0 ? end : NULL; // the empty name: what follows the header
}

static void heights_come_back(void) {
    scratch s = scratch_make();
    const float data[NZ * ROW] = {1.0f, -2.5f, 1e-20f, 9.0f, 9.0f, 4.0f, 1e30f, 0.1f, 9.0f, 9.0f};
    const waft_field field = field_of(data);
    CHECK(waft_exr_write_heights(scratch_file(&s, "h.exr"), &field, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "h.exr"), &size);
    CHECK(memcmp(bytes, "\x76\x2f\x31\x01\2\0\0\0", 8) == 0);
    // One channel Y of floats, a sample a pixel.
    CHECK(memcmp(find(bytes, "channels"), "Y\0\2\0\0\0\0\0\0\0\1\0\0\0\1\0\0\0", 19) == 0);
    CHECK(*find(bytes, "compression") == 0 && *find(bytes, "lineOrder") == 0);
    CHECK(memcmp(find(bytes, "dataWindow"), "\0\0\0\0\0\0\0\0\2\0\0\0\1\0\0\0", 16) == 0);
    CHECK(memcmp(find(bytes, "displayWindow"), find(bytes, "dataWindow"), 16) == 0);
    CHECK(word_at(find(bytes, "waftOrigin")) == 0x3FC00000 &&
          word_at(find(bytes, "waftOrigin") + 4) == 0x40200000);
    const char* table = find(bytes, "");
    for (uint32_t k = 0; k < NZ; ++k) {
        const size_t place = word_at(table + (size_t)k * 8);
        CHECK(word_at(table + (size_t)k * 8 + 4) == 0);
        CHECK(place + 8 + NX * sizeof(float) <= size);
        CHECK(word_at(bytes + place) == k);
        CHECK(word_at(bytes + place + 4) == NX * sizeof(float));
        // The very bits: NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
        CHECK(memcmp(bytes + place + 8, data + (size_t)k * ROW, NX * sizeof(float)) == 0);
    }
    CHECK(word_at(table) + (size_t)NZ * (8 + NX * sizeof(float)) == size);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void refusals(void) {
    const float data[NZ * ROW] = {0.0f};
    waft_field field = field_of(data);
    waft_error error;
    CHECK(waft_exr_write_heights(NULL, &field, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_exr_write_heights("no", NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_exr_write_heights("missing/no.exr", &field, &error) == WAFT_ERR_IO);
    field.size[1] = 2;
    CHECK(waft_exr_write_heights("no", &field, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "3 x 2 x 2") != NULL);
    field = field_of(NULL);
    CHECK(waft_exr_write_heights("no", &field, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"heights_come_back", heights_come_back},
    {"refusals", refusals},
};

TEST_MAIN(cases)
