// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

static smoke_fixture* open_box(void) {
    waft_smoke_def def = small_smoke_def(12, 12, 12);
    def.sides[WAFT_SIDE_LEFT].kind = WAFT_SIDE_INFLOW;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_source_def source = ball_source(0.4f, 0.2f, 0.4f, 0.1f);
    const waft_solid_def ball = ball_solid(0.4f, 0.5f, 0.4f, 0.1f);
    (void)smoke_fixture_source(f, &source);
    (void)smoke_fixture_source(f, &source);
    (void)smoke_fixture_solid(f, &ball);
    return f;
}

static void all_smoke_knobs_belong_to_it(void) {
    for (int knob = 0; knob < WAFT_KNOB_COUNT; ++knob) {
        const char* path = waft_knob_path((waft_knob)knob);
        // What stirs the detail is the detail's.
        const bool detail = strncmp(path, "smoke.turbulence.", 17) == 0;
        CHECK(wafti_smoke_owns((waft_knob)knob) == (!detail && strncmp(path, "smoke.", 6) == 0));
    }
}

static void values_are_judged(void) {
    smoke_fixture* f = open_box();
    waft_smoke* smoke = f->smoke;
    waft_error error = {.sentence = ""};
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_SOURCE_DENSITY, 1, 0.5f, &error) == WAFT_OK);
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_SOURCE_DENSITY, 2, 0.5f, &error) != WAFT_OK);
    CHECK_TEXT(error.sentence, "smoke.sources[].density: there is no number 2 of them");
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_SOURCE_DENSITY, 0, -0.5f, &error) != WAFT_OK);
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_SOURCE_TEMPERATURE, 0, -5.0f, &error) == WAFT_OK);
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_CONFINEMENT, 0, -1.0f, &error) != WAFT_OK);
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_CONFINEMENT, 1, 1.0f, &error) != WAFT_OK);
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_LEFT_SPEED, 0, 1.0f, &error) == WAFT_OK);
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_TOP_SPEED, 0, 1.0f, &error) != WAFT_OK);
    CHECK_TEXT(error.sentence, "smoke.sides.top.speed: the side is no inflow");
    CHECK(wafti_smoke_check(smoke, WAFT_KNOB_SOURCE_CENTER_X, 0, NAN, &error) != WAFT_OK);
    smoke_fixture_close(f);
}

static void values_take_effect(void) {
    smoke_fixture* f = open_box();
    waft_smoke* smoke = f->smoke;
    wafti_smoke_set(smoke, WAFT_KNOB_SOURCE_DENSITY, 1, 0.25f);
    wafti_smoke_set(smoke, WAFT_KNOB_SOURCE_TEMPERATURE, 1, 5.0f);
    CHECK(smoke->sources[1].def.density == 0.25f && smoke->sources[0].def.density == 1.0f);
    CHECK(smoke->sources[1].def.temperature == 5.0f);
    wafti_smoke_set(smoke, WAFT_KNOB_CONFINEMENT, 0, 3.0f);
    wafti_smoke_set(smoke, WAFT_KNOB_BUOYANCY_DENSITY, 0, 0.1f);
    wafti_smoke_set(smoke, WAFT_KNOB_BUOYANCY_TEMPERATURE, 0, 0.2f);
    CHECK(smoke->def.confinement == 3.0f && smoke->def.buoyancy.density == 0.1f);
    CHECK(smoke->def.buoyancy.temperature == 0.2f);
    wafti_smoke_set(smoke, WAFT_KNOB_LEFT_SPEED, 0, 1.5f);
    CHECK(smoke->velocity[0][wafti_mac_index(&smoke->domain.grid, 0, 3, 3)] == 1.5f);
    smoke_fixture_steps(f, 2);
    smoke_fixture_close(f);
}

static void settling_takes_no_time(void) {
    smoke_fixture* f = open_box();
    wafti_smoke_set(f->smoke, WAFT_KNOB_SOURCE_CENTER_X, 0, 0.2f);
    wafti_smoke_settle(f->smoke);
    CHECK_NEAR(f->smoke->sources[0].center[0], 0.2, 1e-6);
    smoke_fixture_close(f);
}

static void parts_are_found_again(void) {
    smoke_fixture* f = open_box();
    const wafti_smoke_part part = wafti_smoke_part_at(f->smoke, WAFT_KNOB_SOURCE_DENSITY, 1);
    const waft_source_id first = {1, f->smoke->source_order.ids.generation[0]};
    uint32_t index = 9;
    CHECK(wafti_smoke_find_part(f->smoke, WAFT_KNOB_SOURCE_DENSITY, part, &index) && index == 1);
    CHECK(waft_smoke_remove_source(f->smoke, first) == WAFT_OK);
    CHECK(wafti_smoke_find_part(f->smoke, WAFT_KNOB_SOURCE_DENSITY, part, &index) && index == 0);
    const waft_source_id second = {part.index1, part.generation};
    CHECK(waft_smoke_remove_source(f->smoke, second) == WAFT_OK);
    CHECK(!wafti_smoke_find_part(f->smoke, WAFT_KNOB_SOURCE_DENSITY, part, &index));
    CHECK(wafti_smoke_find_part(f->smoke, WAFT_KNOB_CONFINEMENT, part, &index) && index == 0);
    smoke_fixture_close(f);
}

static const test_case cases[] = {
    {"all_smoke_knobs_belong_to_it", all_smoke_knobs_belong_to_it},
    {"values_are_judged", values_are_judged},
    {"values_take_effect", values_take_effect},
    {"settling_takes_no_time", settling_takes_no_time},
    {"parts_are_found_again", parts_are_found_again},
};

TEST_MAIN(cases)
