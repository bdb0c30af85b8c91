// SPDX-License-Identifier: MIT
#include "render/check.h"

#include "test.h"

// The drawing must be refused, with a sentence that holds `words`.
static void check_refused(const waft_drawing* drawing, const char* words) {
    waft_error error = {0};
    CHECK(wafti_drawing_check(drawing, &error) == WAFT_ERR_ARGUMENT);
    if (!CHECK(strstr(error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "  '%s' lacks '%s'\n", error.sentence, words);
    }
}

static void the_default_is_good(void) {
    const waft_drawing drawing = waft_drawing_default();
    waft_error error = {0};
    CHECK(wafti_drawing_check(&drawing, &error) == WAFT_OK);
    check_refused(NULL, "NULL");
}

static void looks_are_checked(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.look.size[1] = 15;
    check_refused(&drawing, "look.size");
    drawing.look.size[1] = 8193;
    check_refused(&drawing, "look.size");
    drawing.look.size[1] = 8192;
    drawing.look.samples = 3;
    check_refused(&drawing, "16384");
    drawing.look.size[1] = 100;
    drawing.look.samples = 0;
    check_refused(&drawing, "look.samples");
    drawing.look.samples = 5;
    check_refused(&drawing, "look.samples");
    drawing.look.samples = 1;
    drawing.look.exposure = NAN;
    check_refused(&drawing, "exposure");
}

static void cameras_are_checked(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.camera.eye.y = INFINITY;
    check_refused(&drawing, "finite");
    drawing = waft_drawing_default();
    drawing.camera.target = drawing.camera.eye;
    check_refused(&drawing, "differ");
    drawing = waft_drawing_default();
    drawing.camera.fov = 0.0f;
    check_refused(&drawing, "fov");
    drawing.camera.orthographic = true;
    drawing.camera.height = -1.0f;
    check_refused(&drawing, "height");
}

static void bounds_are_checked(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.bounds.low.z = drawing.bounds.high.z + 1.0f;
    check_refused(&drawing, "bounds.low");
    drawing.bounds.low.z = NAN;
    check_refused(&drawing, "bounds");
}

static void lists_are_checked(void) {
    waft_drawing drawing = waft_drawing_default();
    drawing.mesh_count = 1;
    check_refused(&drawing, "NULL");
    drawing = waft_drawing_default();
    drawing.text_count = 2;
    check_refused(&drawing, "NULL");
    drawing = waft_drawing_default();
    const waft_draw_water water = {0};
    drawing.water = &water;
    check_refused(&drawing, "water.level");
    drawing = waft_drawing_default();
    const waft_draw_terrain terrain = {0};
    drawing.terrain = &terrain;
    check_refused(&drawing, "terrain.height");
    drawing = waft_drawing_default();
    const waft_draw_volume volume = {0};
    drawing.volume = &volume;
    check_refused(&drawing, "volume.density");
}

static const test_case cases[] = {
    {"the default is good", the_default_is_good},
    {"looks are checked", looks_are_checked},
    {"cameras are checked", cameras_are_checked},
    {"bounds are checked", bounds_are_checked},
    {"lists are checked", lists_are_checked},
};

TEST_MAIN(cases)
