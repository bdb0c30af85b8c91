// SPDX-License-Identifier: MIT
#include "scratch.h"

static waft_field field_of(const float* data, int32_t nx, int32_t nz, ptrdiff_t row) {
    return (waft_field){
        .data = data, .size = {nx, 1, nz}, .stride = {1, row, row}, .spacing = {1.0f, 1.0f, 1.0f}};
}

static void range_and_clipping(void) {
    if (!waft_has("png")) {
        return;
    }
    scratch s = scratch_make();
    const float data[] = {-1.0f, 0.0f, 1.0f, 99.0f, -2.0f, 3.0f, (float)NAN, 99.0f};
    const waft_field field = field_of(data, 3, 2, 4);
    size_t clipped = 0;
    waft_error error = {.sentence = ""};
    CHECK(waft_png_write_heights(
              scratch_file(&s, "h.png"), &field, -1.0f, 1.0f, &clipped, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(clipped == 3);
    waft_heightmap map;
    CHECK(waft_png_read_heights(scratch_file(&s, "h.png"), NULL, &map, &error) == WAFT_OK);
    CHECK(map.size[0] == 3 && map.size[1] == 2);
    CHECK(map.low == -1.0f && map.high == 1.0f);
    const double want[] = {0.0, 0.5, 1.0, 0.0, 1.0, 0.0};
    for (int i = 0; i < 6; ++i) {
        CHECK_NEAR(map.samples[i], want[i], 1.0 / 65535.0);
    }
    waft_heightmap_free(NULL, &map);
    waft_heightmap_free(NULL, NULL);
    scratch_remove(&s);
}

static void place_of_samples(void) {
    if (!waft_has("png")) {
        return;
    }
    scratch s = scratch_make();
    const float data[] = {0.0f, 0.5f, 1.0f, 0.5f};
    waft_field field = field_of(data, 2, 2, 2);
    field.origin = (waft_vec3){-3.5f, 7.0f, 0.1f};
    field.spacing = (waft_vec3){0.25f, 1.0f, 0.125f};
    waft_heightmap map;
    CHECK(waft_png_write_heights(scratch_file(&s, "h.png"), &field, 0.0f, 1.0f, NULL, NULL) ==
          WAFT_OK);
    CHECK(waft_png_read_heights(scratch_file(&s, "h.png"), NULL, &map, NULL) == WAFT_OK);
    CHECK(map.origin.x == -3.5f && map.origin.y == 0.1f);
    CHECK(map.spacing.x == 0.25f && map.spacing.y == 0.125f);
    waft_heightmap_free(NULL, &map);
    field.spacing.x = 0.0f; // a field without a place: the picture keeps none
    CHECK(waft_png_write_heights(scratch_file(&s, "h.png"), &field, 0.0f, 1.0f, NULL, NULL) ==
          WAFT_OK);
    CHECK(waft_png_read_heights(scratch_file(&s, "h.png"), NULL, &map, NULL) == WAFT_OK);
    CHECK(map.origin.x == 0.0f && map.spacing.x == 1.0f && map.spacing.y == 1.0f);
    waft_heightmap_free(NULL, &map);
    scratch_remove(&s);
}

// Half a step of the range is the most a height may lose.
static void resolution(void) {
    if (!waft_has("png")) {
        return;
    }
    scratch s = scratch_make();
    float data[256];
    for (int i = 0; i < 256; ++i) {
        data[i] = 0.3f * sinf((float)i * 0.1f);
    }
    const waft_field field = field_of(data, 16, 16, 16);
    CHECK(waft_png_write_heights(scratch_file(&s, "h.png"), &field, -0.5f, 0.5f, NULL, NULL) ==
          WAFT_OK);
    waft_heightmap map;
    CHECK(waft_png_read_heights(scratch_file(&s, "h.png"), NULL, &map, NULL) == WAFT_OK);
    for (int i = 0; i < 256; ++i) {
        const float height = map.low + map.samples[i] * (map.high - map.low);
        CHECK_NEAR(height, data[i], 0.51 / 65535.0);
    }
    waft_heightmap_free(NULL, &map);
    scratch_remove(&s);
}

static void refusals(void) {
    const float data[] = {0.0f, 0.0f, 0.0f, 0.0f};
    const waft_field field = field_of(data, 2, 2, 2);
    waft_field tall = field;
    tall.size[1] = 2;
    waft_heightmap map;
    waft_error error;
    CHECK(waft_png_write_heights("no", &field, 1.0f, 1.0f, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_png_write_heights("no", &field, 0.0f, (float)INFINITY, NULL, &error) ==
          WAFT_ERR_ARGUMENT);
    CHECK(waft_png_write_heights("no", &tall, 0.0f, 1.0f, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_png_write_heights(NULL, &field, 0.0f, 1.0f, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_png_write_heights("no", NULL, 0.0f, 1.0f, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(access("no", F_OK) != 0);
    CHECK(waft_png_read_heights("no", NULL, &map, &error) == WAFT_ERR_IO);
    CHECK(map.samples == NULL);
    CHECK(waft_png_read_heights(NULL, NULL, &map, &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"range_and_clipping", range_and_clipping},
    {"place_of_samples", place_of_samples},
    {"resolution", resolution},
    {"refusals", refusals},
};

TEST_MAIN(cases)
