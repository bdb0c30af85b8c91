// SPDX-License-Identifier: MIT
// Planes of velocities as pictures.
#include <math.h>

#include <waft/export.h>
#include <waft/plot.h>

#include "export/color_map.h"
#include "scratch.h"
#include "test.h"

enum { WIDE = 20, HIGH = 10 };

static void test_picture(void) {
    if (!waft_has("png")) {
        return;
    }
    static float u[WIDE * HIGH];
    static float v[WIDE * HIGH];
    scratch folder = scratch_make();
    const char* path = scratch_file(&folder, "slice.png");
    for (int i = 0; i < WIDE * HIGH; ++i) {
        u[i] = i < WIDE * HIGH / 2 ? 1.0f : 0.0f; // the lower half moves
    }
    const waft_slice slice = {
        .component = {u, v}, .cells = {WIDE, HIGH}, .pixels = 200, .arrows = 5};
    CHECK(waft_slice_write(path, &slice, NULL) == WAFT_OK);
    uint8_t* pixels = NULL;
    int32_t size[2] = {0, 0};
    CHECK(waft_png_read_picture(path, NULL, &pixels, size, NULL) == WAFT_OK);
    CHECK(size[0] == 200 && size[1] == 100);
    unsigned char still[3];
    unsigned char fast[3];
    wafti_color_map(0.0, still);
    wafti_color_map(1.0, fast);
    CHECK(memcmp(pixels + (size_t)4 * (2 * 200 + 2), still, 3) ==
          0); // the top is still and has no arrows
    CHECK(memcmp(pixels + (size_t)4 * (98 * 200 + 2), fast, 3) == 0);  // the bottom moves
    CHECK(memcmp(pixels + (size_t)4 * (80 * 200 + 20), fast, 3) != 0); // where the first arrow is
    waft_text_free(NULL, (char*)pixels);
    scratch_remove(&folder);
}

static void test_what_is_refused(void) {
    static float u[4] = {0.0f, 1.0f, 2.0f, 3.0f};
    waft_slice slice = {.component = {u, u}, .cells = {2, 2}};
    u[1] = NAN;
    CHECK(waft_slice_write("no/such/place.png", &slice, NULL) == WAFT_ERR_DIVERGED);
    u[1] = 0.0f;
    slice.cells[0] = 0;
    CHECK(waft_slice_write("x.png", &slice, NULL) == WAFT_ERR_ARGUMENT);
    slice.cells[0] = 2;
    slice.pixels = -1;
    CHECK(waft_slice_write("x.png", &slice, NULL) == WAFT_ERR_ARGUMENT);
    slice.pixels = 0;
    slice.component[1] = NULL;
    CHECK(waft_slice_write("x.png", &slice, NULL) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"picture", test_picture},
    {"what is refused", test_what_is_refused},
};

TEST_MAIN(cases)
