// SPDX-License-Identifier: MIT
#include "solid/placed.h"

#include "hooks.h"

typedef struct fixture {
    wafti_context context;
    waft_error error;
    counting count;
    wafti_solids solids;
} fixture;

static void open_list(fixture* f) {
    *f = (fixture){.error = {.sentence = ""}};
    f->context =
        (wafti_context){.allocator = counting_hook(&f->count), .error = &f->error, .dt = 0.1};
    wafti_solids_init(&f->solids, &f->context);
}

static void solids_come_move_and_go(void) {
    static fixture f;
    open_list(&f);
    waft_solid_def def = waft_solid_def_default();
    def.name = "stone";
    uint32_t first = 9;
    uint32_t second = 9;
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &first) == WAFT_OK);
    def.name = NULL;
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &second) == WAFT_OK);
    char path[48];
    CHECK_TEXT(wafti_solids_path(&f.solids, first, path), "solid 'stone'");
    CHECK_TEXT(wafti_solids_path(&f.solids, second, path), "solids[1]");
    const waft_pose pose = {
        .position = {1.0f, 0.0f, 0.0f}, .rotation = {0.0f, 0.70710678f, 0.0f, 0.70710678f}};
    wafti_solids_aim(f.solids.items[first], &pose);
    wafti_solids_depart(&f.solids, 0.1, 0.1);
    wafti_solids_arrive(&f.solids);
    const waft_solid_info info = wafti_solids_info(&f.solids, first);
    CHECK_NEAR(info.velocity.x, 10.0, 1e-5);
    CHECK_NEAR(info.spin.y, 15.7079633, 1e-4);
    CHECK(info.pose.position.x == 1.0f && info.index_count == 3840 && !info.open);
    const waft_solid_id id = wafti_solids_id(&f.solids, first);
    wafti_solids_remove(&f.solids, first);
    CHECK(wafti_solids_find(&f.solids, id, &first) == WAFT_ERR_STALE_ID);
    CHECK(f.solids.order.count == 1);
    wafti_solids_free(&f.solids);
    CHECK(f.count.live == 0);
}

static void angles_count_whole_turns(void) {
    static fixture f;
    open_list(&f);
    const waft_key angles[] = {{0.0, 0.0, WAFT_EASE_LINEAR}, {0.1, 4.0, WAFT_EASE_LINEAR},
        {0.2, 10.2831853, WAFT_EASE_LINEAR}};
    waft_solid_def def = waft_solid_def_default();
    def.angles = angles;
    def.angle_count = 3;
    uint32_t slot = 0;
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_OK);
    wafti_solids_depart(&f.solids, 0.1, 0.1);
    CHECK_NEAR(f.solids.items[slot]->spin[1], 40.0, 1e-4);
    wafti_solids_arrive(&f.solids);
    // A whole turn brings it to where it is, but not without turning.
    wafti_solids_depart(&f.solids, 0.2, 0.1);
    CHECK_NEAR(f.solids.items[slot]->spin[1], 62.831853, 1e-4);
    wafti_solids_free(&f.solids);
}

static void state_returns(void) {
    static fixture f;
    open_list(&f);
    const waft_solid_def def = waft_solid_def_default();
    uint32_t slot = 0;
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_OK);
    unsigned char bytes[512];
    wafti_stream save = wafti_stream_save(bytes, sizeof(bytes));
    wafti_solids_state(&f.solids, &save);
    CHECK(!save.failed);
    f.solids.items[slot]->position[0] = 3.0;
    wafti_stream load = wafti_stream_load(bytes, save.position);
    wafti_solids_state(&f.solids, &load);
    CHECK(!load.failed && f.solids.items[slot]->position[0] == 0.0);
    // What was forged must not reach a solver.
    const double far = 1e300;
    memcpy(bytes, &far, sizeof(far));
    load = wafti_stream_load(bytes, save.position);
    wafti_solids_state(&f.solids, &load);
    CHECK(load.failed && f.solids.items[slot]->position[0] == 0.0);
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_OK);
    CHECK(wafti_solids_memory(&f.solids) > 2 * sizeof(wafti_placed));
    wafti_solids_free(&f.solids);
}

static void poses_between_steps_are_blended(void) {
    static fixture f;
    open_list(&f);
    const waft_solid_def def = waft_solid_def_default();
    uint32_t slot = 0;
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_OK);
    wafti_placed* solid = f.solids.items[slot];
    const float half = 0.70710678f;
    wafti_solids_aim(solid, &(waft_pose){{2.0f, 0.0f, 0.0f}, {0.0f, half, 0.0f, half}});
    wafti_solids_depart(&f.solids, 0.1, 0.1);
    wafti_solids_arrive(&f.solids);
    CHECK_NEAR(wafti_solids_blend(solid, 0.0).position.x, 0.0, 0.0);
    CHECK_NEAR(wafti_solids_blend(solid, 1.0).position.x, 2.0, 0.0);
    const waft_pose middle = wafti_solids_blend(solid, 0.5);
    CHECK_NEAR(middle.position.x, 1.0, 1e-6);
    CHECK_NEAR(middle.rotation.y, sin(0.39269908), 1e-6); // half of a quarter turn
    // A step later it has come to rest.
    wafti_solids_depart(&f.solids, 0.2, 0.1);
    wafti_solids_arrive(&f.solids);
    CHECK_NEAR(wafti_solids_blend(solid, 0.0).position.x, 2.0, 0.0);
    wafti_solids_free(&f.solids);
}

static void what_cannot_be_is_refused(void) {
    static fixture f;
    open_list(&f);
    waft_solid_def def = waft_solid_def_default();
    uint32_t slot = 0;
    def.name = "a name of more than thirty-one bytes";
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f.error.sentence, "solids[0].name is too long: give 1 to 31 bytes");
    def = waft_solid_def_default();
    def.felt_by = 8;
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_ERR_ARGUMENT);
    def = waft_solid_def_default();
    def.axis = (waft_vec3){0.0f, 0.5f, 0.0f};
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f.error.sentence, "solids[0].rotation.axis: give a direction of length 1");
    def = waft_solid_def_default();
    for (int n = 0; n < WAFTI_PLACED_CAPACITY; ++n) {
        def.shape = (waft_shape){.kind = WAFT_SHAPE_PLANE};
        CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_OK);
    }
    CHECK(wafti_solids_add(&f.solids, &def, 0.0, &slot) == WAFT_ERR_FULL);
    wafti_solids_free(&f.solids);
    CHECK(f.count.live == 0);
}

static const test_case cases[] = {
    {"solids_come_move_and_go", solids_come_move_and_go},
    {"angles_count_whole_turns", angles_count_whole_turns},
    {"state_returns", state_returns},
    {"poses_between_steps_are_blended", poses_between_steps_are_blended},
    {"what_cannot_be_is_refused", what_cannot_be_is_refused},
};

TEST_MAIN(cases)
