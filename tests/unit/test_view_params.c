// SPDX-License-Identifier: MIT
#include "scene/view_params.h"

#include <stddef.h>
#include <waft/view.h>

#include "test.h"

// Every row has a place, every choice as many values as words, and every default is in its range.
static void test_rows(void) {
    for (size_t i = 0; i < wafti_view_rows.count; ++i) {
        const wafti_param* row = &wafti_view_rows.rows[i];
        const bool holds = row->shown.type != WAFT_PARAM_GROUP;
        CHECK(holds == (row->storage != WAFTI_STORAGE_NONE));
        CHECK((row->shown.type == WAFT_PARAM_CHOICE) == (row->values != NULL));
        CHECK(!holds || row->owner == WAFTI_OWNER_CAMERA || row->owner == WAFTI_OWNER_LOOK ||
              row->owner == WAFTI_OWNER_PICTURES);
    }
    const waft_camera_def camera = waft_camera_def_default();
    waft_look look = waft_look_default();
    waft_error error = {.sentence = ""};
    CHECK(wafti_rows_check(&wafti_view_rows, 1, WAFTI_OWNER_CAMERA, &camera, &error) == WAFT_OK);
    CHECK(wafti_rows_check(&wafti_view_rows, 1, WAFTI_OWNER_LOOK, &look, &error) == WAFT_OK);
    look.water_clarity = 0.0f;
    CHECK(wafti_rows_check(&wafti_view_rows, 1, WAFTI_OWNER_LOOK, &look, &error) != WAFT_OK);
    CHECK_TEXT(error.sentence, "render.water.clarity is 0: allowed are values above 0 up to 1e+06");
}

// A caption stands in the look itself.
static void test_caption(void) {
    wafti_named named;
    CHECK(wafti_rows_find(&wafti_view_rows, 1, "render.caption", &named));
    const wafti_param* row = named.row;
    waft_look look = waft_look_default();
    char* place = (char*)&look + row->offset;
    CHECK(row->storage == WAFTI_STORAGE_CHARS && row->shown.high + 1 == sizeof(look.caption));
    CHECK(wafti_param_text(row, place) == NULL);
    wafti_param_set_text(row, place, "a text");
    CHECK_TEXT(look.caption, "a text");
    CHECK(wafti_param_text(row, place) == look.caption);
    wafti_param_set_default(row, place);
    CHECK_TEXT(look.caption, "");
}

static const test_case cases[] = {
    {"rows are complete", test_rows},
    {"a caption", test_caption},
};
TEST_MAIN(cases)
