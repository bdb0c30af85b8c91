// SPDX-License-Identifier: MIT
#include "io/edits.h"
#include "test.h"

static void check_line(const waft_edit* edit, const char* want) {
    wafti_text text;
    waft_error error = {.sentence = ""};
    wafti_text_init(&text, NULL);
    CHECK(wafti_edits_format(&text, edit, 1, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK_TEXT(text.bytes, want);
    wafti_text_free(&text);
}

static void typed_edits_write_what_is_not_the_default(void) {
    waft_edit edit = {.step = 7, .kind = WAFT_EDIT_ADD_BODY, .hull = 0x1a2b};
    edit.body = waft_body_def_default();
    edit.body.state.position[1] = 0.1;
    edit.body.precise = true;
    edit.body.loads = WAFT_LOADS_LINEAR;
    check_line(&edit, "waft-edits 1\n7 add_body hull=0000000000001a2b loads=linear "
                      "precise=true release.position=0,0.1,0\n");
    edit = (waft_edit){.kind = WAFT_EDIT_PUSH_BODY,
        .index = 3,
        .push = {.impulse = {0.0f, 1.5f, 0.0f}, .point = {1.0f, 2.0f, 3.0f}}};
    check_line(&edit, "waft-edits 1\n0 push_body 3 impulse=0,1.5,0 point=1,2,3\n");
    edit = (waft_edit){.kind = WAFT_EDIT_SET_WIND, .index = 1, .wind = waft_wind_def_default()};
    edit.wind.kind = WAFT_WIND_CURL;
    edit.wind.speed = 0.25f;
    edit.wind.seed = 9;
    check_line(&edit, "waft-edits 1\n0 set_wind 1 kind=curl speed=0.25 seed=9\n");
    edit = (waft_edit){.kind = WAFT_EDIT_ADD_SOURCE, .source = waft_source_def_default()};
    edit.source.temperature = 80.0f;
    check_line(&edit, "waft-edits 1\n0 add_source at=0,0,0 temperature=80\n");
}

static void what_the_host_owns_is_refused(void) {
    wafti_text text;
    wafti_text_init(&text, NULL);
    waft_error error = {.sentence = ""};
    waft_edit edit = {.kind = WAFT_EDIT_ADD_WIND, .wind = waft_wind_def_default()};
    edit.wind.kind = WAFT_WIND_GRID;
    CHECK(wafti_edits_format(&text, &edit, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "an edit has a wind that is a grid, which no file can hold");
    edit = (waft_edit){.kind = WAFT_EDIT_ADD_SOURCE, .source = waft_source_def_default()};
    edit.source.shape.kind = WAFT_SHAPE_MESH;
    CHECK(wafti_edits_format(&text, &edit, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence,
        "an edit has a mesh that was not read from a file, which no file of edits can hold; "
        "read it with waft_mesh_read()");
    wafti_text_free(&text);
}

static const test_case cases[] = {
    {"typed_edits_write_what_is_not_the_default", typed_edits_write_what_is_not_the_default},
    {"what_the_host_owns_is_refused", what_the_host_owns_is_refused},
};

TEST_MAIN(cases)
