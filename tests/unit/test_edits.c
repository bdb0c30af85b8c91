// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "io/edits.h"
#include "scratch.h"

static waft_result parse(const char* text, const waft_allocator* allocator, waft_edit** out_edits,
    size_t* out_count, waft_error* out_error) {
    const wafti_edits_source from = {
        .name = "e", .bytes = text, .byte_count = strlen(text), .allocator = allocator};
    return wafti_edits_parse(&from, out_edits, out_count, out_error);
}

static waft_edit plain_edit(uint64_t step, waft_edit_kind kind, uint32_t index) {
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    edit.step = step;
    edit.kind = kind;
    edit.index = index;
    return edit;
}

static waft_edit set_edit(uint64_t step, const char* path, double value) {
    waft_edit edit = plain_edit(step, WAFT_EDIT_SET, 0);
    memcpy(edit.setting.path, path, strlen(path));
    edit.setting.values[0] = value;
    edit.setting.value_count = 1;
    return edit;
}

static size_t some_edits(waft_edit* edits) {
    edits[0] = set_edit(0, "air.wind[0]", 0.1);
    edits[1] = set_edit(7, "water.trains[3].amplitude", 1.0e-7);
    edits[2] = plain_edit(7, WAFT_EDIT_REMOVE_TRAIN, 4294967295u);
    edits[3] = plain_edit(UINT64_MAX, WAFT_EDIT_ADD_TRAIN, 0);
    edits[3].train = (waft_train_def){.shape = WAFT_TRAIN_POINT,
        .direction = {0.3f, -1.0f / 3.0f},
        .center = {1.0f, 2.0f},
        .amplitude = 0.123456789f,
        .period = 1.1f,
        .phase = -3.0f};
    edits[4] = plain_edit(UINT64_MAX, WAFT_EDIT_BRUSH, 0);
    edits[4].brush = (waft_brush){{1.5f, -2.0f}, 0.25f, -0.1f};
    edits[5] = edits[4];
    edits[5].kind = WAFT_EDIT_TERRAIN;
    edits[6] = set_edit(UINT64_MAX, "water.handles[2].level", 0.5);
    edits[7] = plain_edit(UINT64_MAX, WAFT_EDIT_HOLD, 3);
    edits[7].grip = (waft_grip){{0.1f, 0.0f, -0.2f}, {1.0f / 3.0f, 2.0f, 3.0f}, 50.0f};
    edits[8] = plain_edit(UINT64_MAX, WAFT_EDIT_LET_GO, 3);
    edits[9] = plain_edit(UINT64_MAX, WAFT_EDIT_ADD_HANDLE, 0);
    edits[9].handle = (waft_handle_def){WAFT_HANDLE_HOLD, {1.5f, 2.0f}, 0.0f, 0.25f, 80.0f};
    edits[10] = plain_edit(UINT64_MAX, WAFT_EDIT_REMOVE_HANDLE, 5);
    return 11;
}

static void edits_come_back(void) {
    scratch s = scratch_make();
    waft_edit edits[11];
    const size_t count = some_edits(edits);
    waft_error error;
    CHECK(waft_edits_write(scratch_file(&s, "e.log"), edits, count, &error) == WAFT_OK);
    waft_edit* back = NULL;
    size_t back_count = 0;
    CHECK(waft_edits_read(scratch_file(&s, "e.log"), NULL, &back, &back_count, &error) == WAFT_OK);
    CHECK(back_count == count);
    for (size_t i = 0; i < back_count; ++i) {
        CHECK(back[i].step == edits[i].step);
        CHECK(back[i].kind == edits[i].kind);
        CHECK(back[i].index == edits[i].index);
        CHECK(back[i].kind != WAFT_EDIT_SET ||
              (strcmp(back[i].setting.path, edits[i].setting.path) == 0 &&
                  back[i].setting.values[0] == edits[i].setting.values[0] &&
                  back[i].setting.value_count == 1));
        CHECK(back[i].kind != WAFT_EDIT_HOLD ||
              memcmp((const void*)&back[i].grip, (const void*)&edits[i].grip,
                  sizeof(edits[i].grip)) == 0); // NOLINT(bugprone-suspicious-memory-comparison)
        CHECK(back[i].kind != WAFT_EDIT_ADD_TRAIN ||
              memcmp((const void*)&back[i].train, (const void*)&edits[i].train,
                  sizeof(edits[i].train)) == 0); // NOLINT(bugprone-suspicious-memory-comparison)
        CHECK(back[i].kind != WAFT_EDIT_ADD_HANDLE ||
              memcmp((const void*)&back[i].handle, (const void*)&edits[i].handle,
                  sizeof(edits[i].handle)) == 0); // NOLINT(bugprone-suspicious-memory-comparison)
        CHECK(back[i].brush.at.x == edits[i].brush.at.x);
        CHECK(back[i].brush.at.y == edits[i].brush.at.y);
        CHECK(back[i].brush.radius == edits[i].brush.radius);
        CHECK(back[i].brush.height == edits[i].brush.height);
    }
    waft_edits_free(NULL, back, back_count);
    scratch_remove(&s);
}

static void the_text_is_readable(void) {
    waft_edit edits[11];
    const size_t count = some_edits(edits);
    wafti_text text;
    wafti_text_init(&text, NULL);
    CHECK(wafti_edits_format(&text, edits, count, NULL) == WAFT_OK);
    CHECK_TEXT(text.bytes, "waft-edits 1\n"
                           "0 set air.wind[0] 0.1\n"
                           "7 set water.trains[3].amplitude 1e-07\n"
                           "7 remove_train 4294967295\n"
                           "18446744073709551615 add_train shape=point direction=0.3,-0.33333334 "
                           "center=1,2 amplitude=0.12345679 period=1.1 phase=-3\n"
                           "18446744073709551615 brush at=1.5,-2 radius=0.25 height=-0.1\n"
                           "18446744073709551615 terrain at=1.5,-2 radius=0.25 height=-0.1\n"
                           "18446744073709551615 set water.handles[2].level 0.5\n"
                           "18446744073709551615 hold 3 at=0.1,0,-0.2 to=0.33333334,2,3 most=50\n"
                           "18446744073709551615 let_go 3\n"
                           "18446744073709551615 add_handle kind=hold at=1.5,2 level=0.25 "
                           "most=80\n"
                           "18446744073709551615 remove_handle 5\n");
    wafti_text_free(&text);
}

static void comments_and_defaults(void) {
    const char text[] =
        "# a log\n\n  waft-edits 1  # version\r\n\t3 add_train length=2 # rest\n#end";
    waft_edit* edits = NULL;
    size_t count = 0;
    waft_error error = {.sentence = ""};
    // Trailing blanks before a comment belong to the line.
    CHECK(parse(text, NULL, &edits, &count, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(count == 1);
    if (count == 1) {
        const waft_train_def plain = waft_train_def_default();
        CHECK(edits[0].step == 3);
        CHECK_NEAR(edits[0].train.length, 2.0, 0.0);
        CHECK(edits[0].train.amplitude == plain.amplitude);
        CHECK(edits[0].train.direction.x == plain.direction.x);
    }
    waft_edits_free(NULL, edits, count);
    CHECK(parse("waft-edits 1\n", NULL, &edits, &count, &error) == WAFT_OK);
}

// What scenes leave out as edits do, and what only the API has.
static void keys_of_typed_edits(void) {
    const char text[] =
        "waft-edits 1\n"
        "1 add_handle at=1,2 force=5\n"
        "2 add_source at=0,0,0 velocity=0,0,0\n"
        "3 set_body 1 loads=7 langevin=4\n"
        "4 add_solid slip=none felt_by=5 poses=0,1,2,3,0,0,0,1;1.5,1,2,3,0,0,0,1,smooth\n";
    waft_edit* edits = NULL;
    size_t count = 0;
    waft_error error = {.sentence = ""};
    CHECK(parse(text, NULL, &edits, &count, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    if (CHECK(count == 4)) {
        CHECK(edits[0].handle.kind == WAFT_HANDLE_FORCE && edits[0].handle.force == 5.0f);
        CHECK(edits[1].source.has_velocity && edits[1].source.velocity.x == 0.0f);
        CHECK(edits[2].body.loads == WAFT_LOADS_MUJOCO);
        CHECK(edits[2].body.noise == WAFT_NOISE_DIRECT);
        CHECK(edits[3].solid.no_slip && edits[3].solid.felt_by == 5);
        CHECK(edits[3].solid.key_count == 2 && edits[3].solid.keys[1].ease == WAFT_EASE_SMOOTH);
        CHECK(edits[3].solid.keys[0].ease == WAFT_EASE_LINEAR);
        CHECK(edits[3].solid.keys[1].time == 1.5 && edits[3].solid.keys[1].pose.rotation.w == 1.0f);
    }
    wafti_text again;
    wafti_text_init(&again, NULL);
    CHECK(wafti_edits_format(&again, edits, count, &error) == WAFT_OK);
    CHECK_TEXT(again.bytes, "waft-edits 1\n"
                            "1 add_handle at=1,2 force=5 level=0\n"
                            "2 add_source at=0,0,0 velocity=0,0,0\n"
                            "3 set_body 1 loads=7 langevin=4\n"
                            "4 add_solid poses=0,1,2,3,0,0,0,1;1.5,1,2,3,0,0,0,1,smooth slip=none "
                            "felt_by=5\n");
    wafti_text_free(&again);
    waft_edits_free(NULL, edits, count);
}

static void damage_has_a_place(void) {
    static const char* const files[][2] = {
        {"", "e:1:1: expected 'waft-edits 1', the first line of an edit log"},
        {"\n# x\n waft-edits 2\n", "e:3:2: expected 'waft-edits 1', the first line of an edit log"},
        {"waft-edits 1\nx set", "e:2:1: expected the number of a step, not 'x'"},
        {"waft-edits 1\n-1 set", "e:2:1: expected the number of a step, not '-1'"},
        {"waft-edits 1\n1", "e:2:2: expected the edit: set, add_train, remove_train, brush, "
                            "terrain, hold, let_go, add_handle, remove_handle, add_body, "
                            "remove_body, place_body, push_body, set_body and others"},
        {"waft-edits 1\n1 sett a", "e:2:3: unknown edit 'sett'; did you mean 'set'?"},
        {"waft-edits 1\n1 frobnicate",
            "e:2:3: unknown edit 'frobnicate'; there are set, "
            "add_train, remove_train, brush, terrain, hold, let_go, add_handle, remove_handle, "
            "add_body, remove_body, place_body, push_body, set_body and others"},
        {"waft-edits 1\n1 \x1B[2J",
            "e:2:3: unknown edit '?[2J'; there are set, add_train, "
            "remove_train, brush, terrain, hold, let_go, add_handle, remove_handle, add_body, "
            "remove_body, place_body, push_body, set_body and others"},
        {"waft-edits 1\n1 add_body hull=12 release.position=0,0,0",
            "e:2:17: expected the key of a hull, 16 digits of 0 to 9 and a to f, not '12'"},
        {"waft-edits 1\n1 add_body precise=true", "e:2:24: expected hull="},
        {"waft-edits 1\n1 add_handle kind=hold at=0,0", "e:2:30: expected level="},
        {"waft-edits 1\n1 add_body loads=8", "e:2:18: unknown loads '8'; there are model, auto, "
                                             "plate, compact, none, linear, glide"},
        {"waft-edits 1\n1 add_solid poses=0,1,2,3,0,0,0",
            "e:2:19: expected poses with ';' between them, each a time, three numbers of a place "
            "and "
            "four of a rotation with commas, perhaps step or smooth, not '0,1,2,3,0,0,0'"},
        {"waft-edits 1\n1 place_body 1 position=0,0,0 rotation=0,0,1",
            "e:2:40: expected four numbers with commas between them, not '0,0,1'"},
        {"waft-edits 1\n1 add_solid displace=yes", "e:2:22: expected true or false, not 'yes'"},
        {"waft-edits 1\n1 add_wind seed=-1",
            "e:2:17: expected a whole number from 0 to 4294967295, not '-1'"},
        {"waft-edits 1\n1 add_wind kind=grid",
            "e:2:17: unknown kind 'grid'; there are uniform, gust, sine, curl"},
        {"waft-edits 1\n1 set air.wnd[0] 1",
            "e:2:7: there is no property 'air.wnd[0]'; did you mean 'air.wind'?"},
        {"waft-edits 1\n1 set water.trains[].amplitude 0 1",
            "e:2:7: there is no property 'water.trains[].amplitude'; did you mean "
            "'water.trains[0].amplitude'?"},
        {"waft-edits 1\n1 set water.trains[1.phase 1",
            "e:2:7: there is no property 'water.trains[1.phase'; did you mean "
            "'water.trains[0].phase'?"},
        {"waft-edits 1\n1 set water.trains[4294967296].phase 1",
            "e:2:7: there is no property 'water.trains[4294967296].phase'; did you mean "
            "'water.trains[0].phase'?"},
        {"waft-edits 1\n1 set pressure 1",
            "e:2:7: there is no property 'pressure'; waft params lists what there is"},
        {"waft-edits 1\n1 set", "e:2:6: expected the path of a property"},
        {"waft-edits 1\n1 set air.wind 1,2",
            "e:2:16: expected three numbers with commas between them, not '1,2'"},
        {"waft-edits 1\n1 set air.wind[0]", "e:2:18: expected a number"},
        {"waft-edits 1\n1 set air.wind[0] nan", "e:2:19: expected a number, not 'nan'"},
        {"waft-edits 1\n1 set air.wind[0] 1e999", "e:2:19: expected a number, not '1e999'"},
        {"waft-edits 1\n1 set air.wind[0] \x1B]0;x\x07", "e:2:19: expected a number, not '?]0;x?'"},
        {"waft-edits 1\n1 set air.wind[0] 0 1", "e:2:21: expected the end of the line, not '1'"},
        {"waft-edits 1\n1 brush at=1,2 radius=1", "e:2:24: expected height="},
        {"waft-edits 1\n1 brush at=1 radius=1 height=1",
            "e:2:12: expected two numbers with a comma between them, not '1'"},
        {"waft-edits 1\n1 terrain shape=point",
            "e:2:11: unknown key 'shape'; there are at, radius, height"},
        {"waft-edits 1\n1 terrain hight=1", "e:2:11: unknown key 'hight'; did you mean 'height'?"},
        {"waft-edits 1\n1 remove_train x",
            "e:2:16: expected an index from 0 to 4294967295, not 'x'"},
        {"waft-edits 1\n1 add_train length", "e:2:13: expected key=value, not 'length'"},
        {"waft-edits 1\n1 add_train lenght=1",
            "e:2:13: unknown key 'lenght'; did you mean 'length'?"},
        {"waft-edits 1\n1 add_train =1",
            "e:2:13: expected the key: shape, direction, center, amplitude, length, period, "
            "wavenumber, phase"},
        {"waft-edits 1\n1 add_train length=", "e:2:20: expected a number"},
        {"waft-edits 1\n1 add_train length=1 length=2", "e:2:22: length is given twice"},
        {"waft-edits 1\n1 add_train shape=ring",
            "e:2:19: unknown shape 'ring'; there are plane, point"},
        {"waft-edits 1\n1 add_train shape=plan",
            "e:2:19: unknown shape 'plan'; did you mean 'plane'?"},
        {"waft-edits 1\n1 add_train center=1",
            "e:2:20: expected two numbers with a comma between them, not '1'"},
        {"waft-edits 1\n1 add_train center=1,2,3", "e:2:22: expected a number, not '2,3'"},
        {"waft-edits 1\n5 remove_train 0\n\n4 remove_train 0",
            "e:4:1: step 4 comes after step 5; steps must not fall"},
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        waft_error error = {.sentence = ""};
        waft_edit* edits = NULL;
        size_t count = 0;
        CHECK(parse(files[i][0], NULL, &edits, &count, &error) == WAFT_ERR_PARSE);
        CHECK_TEXT(error.sentence, files[i][1]);
        CHECK(edits == NULL);
    }
}

static void edits_have_names(void) {
    waft_edit edits[11];
    (void)some_edits(edits);
    char name[64];
    CHECK_TEXT(wafti_edits_name(name, sizeof(name), &edits[0]), "set air.wind[0]");
    CHECK_TEXT(wafti_edits_name(name, sizeof(name), &edits[1]), "set water.trains[3].amplitude");
    CHECK_TEXT(wafti_edits_name(name, sizeof(name), &edits[2]), "remove_train 4294967295");
    CHECK_TEXT(wafti_edits_name(name, sizeof(name), &edits[4]), "brush");
    CHECK_TEXT(wafti_edits_name(name, sizeof(name), &edits[5]), "terrain");
    CHECK_TEXT(wafti_edits_name(name, sizeof(name), &edits[3]), "add_train");
    edits[0].kind = WAFT_EDIT_KIND_COUNT;
    CHECK_TEXT(wafti_edits_name(name, sizeof(name), &edits[0]), "kind 31");
}

static void what_no_file_can_hold(void) {
    waft_edit edits[11];
    waft_error error;
    edits[0] = set_edit(2, "air.wind[0]", (double)NAN);
    CHECK(waft_edits_write("never", edits, 1, &error) == WAFT_ERR_ARGUMENT);
    edits[0] = set_edit(2, "air.wnd", 1.0);
    CHECK(waft_edits_write("never", edits, 1, &error) == WAFT_ERR_ARGUMENT);
    edits[0] = set_edit(2, "air.wind[0]", 1.0);
    edits[1] = set_edit(1, "air.wind[0]", 1.0);
    CHECK(waft_edits_write("never", edits, 2, &error) == WAFT_ERR_ARGUMENT);
    (void)some_edits(edits);
    edits[3].train.phase = (float)INFINITY;
    CHECK(waft_edits_write("never", edits, 4, &error) == WAFT_ERR_ARGUMENT);
    CHECK(access("never", F_OK) != 0);
    CHECK(waft_edits_write(NULL, edits, 1, &error) == WAFT_ERR_ARGUMENT);
}

static void memory_runs_out(void) {
    const char text[] = "waft-edits 1\n1 remove_train 0\n";
    counting count = {.fail_at = 1};
    const waft_allocator hook = counting_hook(&count);
    waft_edit* edits = NULL;
    size_t edit_count = 0;
    CHECK(parse(text, &hook, &edits, &edit_count, NULL) == WAFT_ERR_NO_MEMORY);
    CHECK(edits == NULL);
    CHECK(count.live == 0);
}

static const test_case cases[] = {
    {"edits_come_back", edits_come_back},
    {"the_text_is_readable", the_text_is_readable},
    {"comments_and_defaults", comments_and_defaults},
    {"keys_of_typed_edits", keys_of_typed_edits},
    {"damage_has_a_place", damage_has_a_place},
    {"edits_have_names", edits_have_names},
    {"what_no_file_can_hold", what_no_file_can_hold},
    {"memory_runs_out", memory_runs_out},
};

TEST_MAIN(cases)
