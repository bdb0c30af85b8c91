// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "world/typed_edit.h"
#include "world/world.h"

static waft_edit set_edit(const char* path, float value) {
    waft_edit edit = {.kind = WAFT_EDIT_SET, .setting = {"", {(double)value}, 1}};
    memcpy(edit.setting.path, path, strlen(path));
    return edit;
}

static float amplitude_of(const waft_world* world, size_t index) {
    const waft_water* water = waft_world_water(world);
    waft_train_def def = waft_train_def_default();
    waft_airy airy;
    CHECK(waft_water_train(water, waft_water_train_id(water, index), &def, &airy) == WAFT_OK);
    return def.amplitude;
}

static waft_world* plain_world(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water = small_water_def();
    return make_world(&def, &water);
}

static void edits_wait_for_the_step(void) {
    waft_world* world = plain_world();
    const waft_edit edit = set_edit("water.trains[1].amplitude", 0.01f);
    edit_tape tape;
    tape_attach(&tape, world);
    take_steps(world, 3);
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    CHECK_NEAR(amplitude_of(world, 1), 0.03, 1e-7);
    take_steps(world, 1);
    CHECK_NEAR(amplitude_of(world, 1), 0.01, 1e-7);
    CHECK(tape.count == 1 && tape.edits[0].step == 3);
    CHECK(waft_world_edit_total(world) == 1);
    CHECK(waft_world_record(world, &(waft_recorder){.user = &tape}) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_record(NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_record(world, NULL) == WAFT_OK);
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    CHECK(tape.count == 1 && waft_world_edit_total(world) == 2);
    waft_world_destroy(world);
}

static void bad_edits_are_refused(void) {
    waft_world* world = plain_world();
    waft_edit edit = set_edit("water.trains[9].amplitude", 0.1f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_error(world)[0] != '\0');
    edit = set_edit("water.trains[0].amplitude", -1.0f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    edit = set_edit("air.wind[0]", NAN);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    edit = set_edit("air.wind[0][5]", 1.0f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    edit = set_edit("air.wind[0]", 1e9f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    edit = set_edit("air.wnd", 1.0f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    edit = (waft_edit){.kind = (waft_edit_kind)7};
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    edit = (waft_edit){.kind = WAFT_EDIT_REMOVE_TRAIN, .index = 3};
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_queue(world, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_queue(NULL, &edit) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_edit_total(world) == 0);
    waft_world_destroy(world);
}

static void trains_come_and_go(void) {
    waft_world* world = plain_world();
    const waft_water* water = waft_world_water(world);
    waft_edit add = {.kind = WAFT_EDIT_ADD_TRAIN, .train = waft_train_def_default()};
    add.train.length = 1.5f;
    const waft_edit tune = set_edit("water.trains[3].amplitude", 0.04f);
    CHECK(waft_world_queue(world, &add) == WAFT_OK);
    CHECK(waft_world_queue(world, &tune) == WAFT_OK);
    take_steps(world, 1);
    CHECK(waft_water_train_count(water) == 4);
    CHECK_NEAR(amplitude_of(world, 3), 0.04, 1e-7);

    const waft_train_id first = waft_water_train_id(water, 0);
    const waft_edit drop = {.kind = WAFT_EDIT_REMOVE_TRAIN, .index = 0};
    CHECK(waft_world_queue(world, &drop) == WAFT_OK);
    take_steps(world, 1);
    CHECK(waft_water_train_count(water) == 3);
    waft_train_def def;
    waft_airy airy;
    CHECK(waft_water_train(water, first, &def, &airy) == WAFT_ERR_STALE_ID);
    CHECK_NEAR(amplitude_of(world, 0), 0.03, 1e-7);
    waft_world_destroy(world);
}

// What waits decides what may follow it, and excuses nothing else.
static void edits_that_wait_count_as_done(void) {
    waft_world_def def = waft_world_def_default();
    waft_water_def water_def = small_water_def();
    water_def.train_capacity = 4;
    waft_world* world = make_world(&def, &water_def);
    waft_edit add = {.kind = WAFT_EDIT_ADD_TRAIN, .train = waft_train_def_default()};
    add.train.length = 1.5f;
    const waft_edit drop = {.kind = WAFT_EDIT_REMOVE_TRAIN, .index = 3};
    CHECK(waft_world_queue(world, &drop) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_queue(world, &add) == WAFT_OK);
    CHECK(waft_world_queue(world, &add) == WAFT_ERR_FULL);
    waft_edit bad = set_edit("air.wind[0]", NAN);
    CHECK(waft_world_queue(world, &bad) == WAFT_ERR_ARGUMENT);
    bad = set_edit("air.wnd", 1.0f);
    CHECK(waft_world_queue(world, &bad) == WAFT_ERR_ARGUMENT);
    bad = set_edit("water.trains[4].phase", 1.0f);
    CHECK(waft_world_queue(world, &bad) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_queue(world, &drop) == WAFT_OK);
    CHECK(waft_world_queue(world, &drop) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_queue(world, &add) == WAFT_OK);
    take_steps(world, 1);
    size_t count = 9;
    (void)waft_world_events(world, &count, NULL);
    CHECK(count == 0);
    CHECK(waft_water_train_count(waft_world_water(world)) == 4);
    waft_world_destroy(world);
}

static void an_edit_that_fails_late_is_an_event(void) {
    waft_world* world = plain_world();
    const waft_edit drop = {.kind = WAFT_EDIT_REMOVE_TRAIN, .index = 0};
    const waft_edit late = set_edit("water.trains[1].amplitude", 0.04f);
    CHECK(waft_world_queue(world, &drop) == WAFT_OK);
    CHECK(waft_world_queue(world, &late) == WAFT_OK);
    // As a forged snapshot could bring it.
    memcpy(world->edits[1].setting.path, "water.trains[2].amplitude", 26);
    take_steps(world, 1);
    size_t count = 0;
    const waft_event* events = waft_world_events(world, &count, NULL);
    bool refused = false;
    for (size_t i = 0; i < count; ++i) {
        refused = refused || (events[i].kind == WAFT_EVENT_EDIT_REFUSED && events[i].index == 1);
    }
    CHECK(refused);
    waft_world_destroy(world);
}

static void a_full_queue_refuses_until_the_step(void) {
    waft_world* world = plain_world();
    const waft_edit edit = set_edit("air.wind[0]", 1.0f);
    for (int i = 0; i < WAFT_MOST_WAITING_EDITS; ++i) {
        CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    }
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_FULL);
    CHECK_TEXT(waft_world_error(world),
        "4096 edits wait for the next step already; step the world before more are queued");
    take_steps(world, 1);
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    waft_world_destroy(world);
}

static void edits_that_find_no_memory_change_nothing(void) {
    counting c = {.fail_at = 0};
    waft_world_def def = waft_world_def_default();
    def.allocator = counting_hook(&c);
    const waft_water_def water = small_water_def();
    waft_world* world = make_world(&def, &water);
    const waft_edit edit = set_edit("air.wind[0]", 1.0f);
    const uint64_t before = waft_world_hash(world);
    c.fail_at = c.calls + 1;
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_NO_MEMORY);
    CHECK(waft_world_hash(world) == before);
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    waft_world_destroy(world);
    CHECK(c.live == 0);
}

static waft_water_def spring_water_def(void) {
    static waft_water_source_def sources[2];
    waft_water_def def = waft_water_def_default();
    sources[0] = sources[1] = waft_water_source_def_default();
    sources[0].center = sources[1].center = (waft_vec2){5.0f, 5.0f};
    def.method = WAFT_WATER_COLUMNS;
    def.cells[0] = 40;
    def.cells[1] = 40;
    def.sources = sources;
    def.source_count = 2;
    return def;
}

static double stat_of(const waft_world* world, const char* name) {
    waft_stat stats[32];
    const size_t count = waft_world_stats(world, stats, 32);
    for (size_t n = 0; n < count && n < 32; ++n) {
        if (strcmp(stats[n].name, name) == 0) {
            return stats[n].value;
        }
    }
    return (double)NAN;
}

static void strokes_take_effect_at_the_next_step(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water = spring_water_def();
    waft_world* world = make_world(&def, &water);
    waft_edit edit = {.kind = WAFT_EDIT_BRUSH, .brush = {{5.0f, 5.0f}, 0.5f, 0.2f}};
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    CHECK_NEAR(stat_of(world, "water.level_max"), 0.0, 0.0);
    take_steps(world, 1);
    CHECK(stat_of(world, "water.level_max") > 0.15);
    CHECK_NEAR(stat_of(world, "water.volume_error"), 0.0, 1e-4);
    edit.kind = WAFT_EDIT_TERRAIN;
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    take_steps(world, 1);
    waft_field bed;
    CHECK(waft_water_field(waft_world_water(world), WAFT_WATER_BED, &bed) == WAFT_OK);
    CHECK_NEAR(waft_field_at(&bed, 20, 0, 20), -1.0 + 0.2 * exp(-0.0625), 1e-5);
    edit.brush.at.x = -1.0f;
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);
    world = plain_world();
    edit.brush.at.x = 5.0f;
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);
    waft_error error;
    CHECK(waft_world_create(&def, &world, &error) == WAFT_OK);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(waft_world_error(world), "the world has no water for a brush");
    waft_world_destroy(world);
}

static void water_properties_are_edited_and_animated(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water = spring_water_def();
    waft_world* world = make_world(&def, &water);
    const waft_key keys[] = {{0.0, 0.0, WAFT_EASE_LINEAR}, {0.4, 1.0, WAFT_EASE_LINEAR}};
    CHECK(waft_world_animate(world, "water.sources[1].rate", keys, 2) == WAFT_OK);
    CHECK(waft_world_animate(world, "water.sources[2].rate", keys, 2) == WAFT_ERR_ARGUMENT);
    waft_edit edit = set_edit("water.sources[0].rate", 0.5f);
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    edit = set_edit("water.rain.rate[1]", 1.0f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    take_steps(world, 100);
    // 0.5 m3/s for 0.4 s, and a rate that rises to 1 m3/s in that time, taken at the end of steps.
    CHECK_NEAR(stat_of(world, "water.inflow"), 0.2 + 0.2 + 0.002, 1e-5);
    waft_world_destroy(world);
}

static void smoke_properties_are_edited_and_animated(void) {
    static const smoke_scene scene = {{12, 16, 12}, WAFT_SCHEME_SPLIT};
    waft_world_def def = waft_world_def_default();
    def.step = 0.1;
    waft_world* world = make_smoke_world(&def, &scene);
    waft_solid_info info;
    waft_edit edit = set_edit("smoke.sources[0].density", 0.7f);
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    take_steps(world, 1);
    CHECK(waft_world_solid_at(world, 0, &info) == WAFT_OK);
    // It has gone half of its first piece.
    CHECK_NEAR(info.pose.position.x, 0.55, 1e-6);
    CHECK_NEAR(info.velocity.x, 0.5, 1e-5);
    edit = set_edit("smoke.sources[1].density", 0.7f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    edit = set_edit("water.trains[0].phase", 0.7f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    waft_world_destroy(world);

    world = plain_world();
    edit = set_edit("smoke.confinement", 0.7f);
    CHECK(waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(
        waft_world_error(world), "smoke.confinement needs smoke, which the world does not have");
    waft_world_destroy(world);
}

static const test_case cases[] = {
    {"strokes_take_effect_at_the_next_step", strokes_take_effect_at_the_next_step},
    {"water_properties_are_edited_and_animated", water_properties_are_edited_and_animated},
    {"smoke_properties_are_edited_and_animated", smoke_properties_are_edited_and_animated},
    {"edits_wait_for_the_step", edits_wait_for_the_step},
    {"bad_edits_are_refused", bad_edits_are_refused},
    {"trains_come_and_go", trains_come_and_go},
    {"edits_that_wait_count_as_done", edits_that_wait_count_as_done},
    {"an_edit_that_fails_late_is_an_event", an_edit_that_fails_late_is_an_event},
    {"a_full_queue_refuses_until_the_step", a_full_queue_refuses_until_the_step},
    {"edits_that_find_no_memory_change_nothing", edits_that_find_no_memory_change_nothing},
};

TEST_MAIN(cases)
