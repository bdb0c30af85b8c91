// SPDX-License-Identifier: MIT
#include "set_water.h"
#include "water/waves.h"

#include "test.h"
#include "unit/water_fixture.h"

static water_fixture* open_pond(size_t train_count, size_t capacity) {
    waft_train_def trains[4];
    for (int i = 0; i < 4; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 1.0f + (float)i;
        trains[i].amplitude = 0.01f * (float)(i + 1);
    }
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 16;
    def.cells[1] = 16;
    def.trains = trains;
    def.train_count = train_count;
    def.train_capacity = capacity;
    return water_fixture_open(&def, 1);
}

static void one_scale_gives_the_others(void) {
    water_fixture* f = open_pond(2, 0);
    waft_train_def def;
    waft_airy airy;
    CHECK(waft_water_train(f->water, waft_water_train_id(f->water, 1), &def, &airy) == WAFT_OK);
    CHECK_NEAR(airy.length, 2.0, 1e-12);
    CHECK_NEAR(airy.speed, sqrt(9.81 / airy.wavenumber * tanh(airy.wavenumber)), 1e-12);
    CHECK_NEAR(def.amplitude, 0.02, 1e-9);
    waft_train_def by_period = waft_train_def_default();
    by_period.period = (float)airy.period;
    CHECK(wafti_water_add_train(f->water, &by_period) == WAFT_OK);
    CHECK(waft_water_train(f->water, waft_water_train_id(f->water, 2), NULL, &airy) == WAFT_OK);
    CHECK_NEAR(airy.length, 2.0, 1e-6);
    water_fixture_close(f);
}

static void order_survives_removal_and_ids_go_stale(void) {
    water_fixture* f = open_pond(3, 4);
    const waft_train_id first = waft_water_train_id(f->water, 0);
    const waft_train_id middle = waft_water_train_id(f->water, 1);
    CHECK(wafti_water_remove_train(f->water, 1) == WAFT_OK);
    CHECK(waft_water_train_count(f->water) == 2);
    waft_train_def def = {.length = 42.0f};
    CHECK(waft_water_train(f->water, middle, &def, NULL) == WAFT_ERR_STALE_ID);
    CHECK_NEAR(def.length, 42.0, 0.0);
    CHECK(waft_water_train(f->water, first, &def, NULL) == WAFT_OK);
    CHECK(waft_water_train(f->water, waft_water_train_id(f->water, 1), &def, NULL) == WAFT_OK);
    CHECK_NEAR(def.length, 3.0, 0.0);
    // The slot is used again, at the end of the order, under another id.
    def.length = 7.0f;
    CHECK(wafti_water_add_train(f->water, &def) == WAFT_OK);
    const waft_train_id again = waft_water_train_id(f->water, 2);
    CHECK(again.index1 == middle.index1);
    CHECK(again.generation != middle.generation);
    CHECK(waft_water_train(f->water, (waft_train_id){0}, &def, NULL) == WAFT_ERR_STALE_ID);
    CHECK(waft_water_train_id(f->water, 3).index1 == 0);
    CHECK(wafti_water_remove_train(f->water, 3) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

static void a_full_list_refuses(void) {
    water_fixture* f = open_pond(2, 2);
    waft_train_def def = waft_train_def_default();
    def.length = 1.0f;
    waft_error error;
    CHECK(wafti_water_check_train(f->water, 2, &def, &error) == WAFT_ERR_FULL);
    CHECK_TEXT(error.sentence, "water.train_capacity is 2: all trains are in use");
    CHECK(wafti_water_add_train(f->water, &def) == WAFT_ERR_FULL);
    CHECK(wafti_water_remove_train(f->water, 0) == WAFT_OK);
    def.length = 0.0f;
    CHECK(wafti_water_check_train(f->water, 1, &def, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(
        error.sentence, "water.trains[1].length is 0: give one of length, period or wavenumber");
    def.length = 2.0f;
    CHECK(wafti_water_add_train(f->water, &def) == WAFT_OK);
    water_fixture_close(f);
}

static void properties_set_what_they_name(void) {
    water_fixture* f = open_pond(2, 0);
    CHECK(set_water(f->water, "water.trains[1].amplitude", 0.25f) == WAFT_OK);
    CHECK(set_water(f->water, "water.trains[0].phase", -2.0f) == WAFT_OK);
    CHECK(set_water(f->water, "water.spray.amount", 11.0f) == WAFT_OK);
    CHECK_NEAR(wafti_water_live(f->water, 1)->def.amplitude, 0.25, 0.0);
    CHECK_NEAR(wafti_water_live(f->water, 0)->def.phase, -2.0, 0.0);
    CHECK_NEAR(f->water->spray.amount, 11.0, 0.0);
    CHECK(set_water(f->water, "water.trains[2].amplitude", 0.1f) == WAFT_ERR_ARGUMENT);
    CHECK(set_water(f->water, "water.trains[0].amplitude", -1.0f) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(
        f->error.sentence, "water.trains[0].amplitude is -1: allowed are values from 0 up to 1000");
    CHECK(set_water(f->water, "water.trains[0].phase", NAN) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

static void trains_need_water_where_they_start(void) {
    waft_train_def train = waft_train_def_default();
    train.length = 2.0f;
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 16;
    def.cells[1] = 16;
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = 1.0f;
    def.terrain.high = -3.0f;
    def.terrain.to = 10.0f;
    def.trains = &train;
    def.train_count = 1;
    water_fixture* f = water_fixture_open(&def, 1);
    CHECK(f->water == NULL);
    CHECK_TEXT(f->error.sentence, "water.trains[0] starts on land: give water.offshore_depth, or "
                                  "water at its up-wave corner");
    water_fixture_close(f);
    def.offshore_depth = 5.0f;
    f = water_fixture_open(&def, 1);
    if (!CHECK(f->water != NULL)) {
        water_fixture_close(f);
        return;
    }
    CHECK_NEAR(wafti_water_live(f->water, 0)->depth, 5.0, 0.0);
    waft_error error;
    train.shape = WAFT_TRAIN_POINT;
    train.center = (waft_vec2){-1.0f, 5.0f};
    CHECK(wafti_water_check_train(f->water, 1, &train, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "water.trains[1].center is [-1, 5]") != NULL);
    water_fixture_close(f);
}

// The def alone says what creation will say.
static void starts_are_known_before_creation(void) {
    waft_train_def trains[3];
    for (int i = 0; i < 3; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 2.0f;
    }
    trains[1].direction = (waft_vec2){-1.0f, 0.0f};
    trains[2].shape = WAFT_TRAIN_POINT;
    trains[2].center = (waft_vec2){5.0f, -0.5f};
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 16;
    def.cells[1] = 16;
    def.terrain.kind = WAFT_TERRAIN_SLOPE;
    def.terrain.low = -3.0f;
    def.terrain.high = 1.0f;
    def.terrain.to = 10.0f;
    def.trains = trains;
    def.train_count = 3;
    waft_error error = {.result = WAFT_OK};
    CHECK(wafti_water_check_start(&def, 9.81, 1, 0, &error) == WAFT_OK);
    CHECK(wafti_water_check_start(&def, 9.81, 1, 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "water.trains[1] starts on land") != NULL);
    CHECK(wafti_water_check_start(&def, 9.81, 1, 2, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "water.trains[2].center is [5, -0.5]") != NULL);
    CHECK(wafti_water_check_start(&def, 0.0, 1, 0, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "water.trains[0] has no Airy wave") != NULL);
    def.offshore_depth = 1.0f;
    CHECK(wafti_water_check_start(&def, 9.81, 1, 1, &error) == WAFT_OK);
    def.terrain.kind = WAFT_TERRAIN_FLAT;
    CHECK(wafti_water_check_start(&def, 9.81, 1, 2, &error) == WAFT_OK);
}

static const test_case cases[] = {
    {"starts_are_known_before_creation", starts_are_known_before_creation},
    {"one_scale_gives_the_others", one_scale_gives_the_others},
    {"order_survives_removal_and_ids_go_stale", order_survives_removal_and_ids_go_stale},
    {"a_full_list_refuses", a_full_list_refuses},
    {"properties_set_what_they_name", properties_set_what_they_name},
    {"trains_need_water_where_they_start", trains_need_water_where_they_start},
};
TEST_MAIN(cases)
