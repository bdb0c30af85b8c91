// SPDX-License-Identifier: MIT
#include "solid/keys.h"

#include "test.h"

static const waft_solid_key way[] = {
    {1.0, {{0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}}, WAFT_EASE_LINEAR},
    {2.0, {{2.0f, 0.0f, 0.0f}, {0.0f, 0.70710678f, 0.0f, 0.70710678f}}, WAFT_EASE_STEP},
    {3.0, {{4.0f, 0.0f, 0.0f}, {0.0f, 0.70710678f, 0.0f, 0.70710678f}}, WAFT_EASE_SMOOTH},
    {5.0, {{0.0f, 8.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}}, WAFT_EASE_LINEAR},
};

static wafti_placed keyed(void) {
    wafti_placed solid = {.def = waft_solid_def_default(), .keyed = true};
    static waft_solid_key keys[4];
    memcpy(keys, way, sizeof(keys));
    solid.keys = keys;
    solid.def.key_count = 4;
    return solid;
}

static void keys_ease(void) {
    const wafti_placed solid = keyed();
    static const double times[] = {0.0, 1.5, 2.0, 2.9, 3.5, 9.0};
    static const double want[][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 0}, {3.375, 1.25}, {0, 8}};
    for (size_t i = 0; i < 6; ++i) {
        double place[3];
        double turn[4];
        double angle = 1.0;
        wafti_keys_pose(&solid, times[i], place, turn, &angle);
        CHECK_NEAR(place[0], want[i][0], 1e-6);
        CHECK_NEAR(place[1], want[i][1], 1e-6);
        CHECK(angle == 0.0);
    }
}

// Every machine has the same bits, however its compiler joins the three.
static void places_are_single_precision(void) {
    const wafti_placed solid = keyed();
    for (int n = 1; n < 50; ++n) {
        double place[3];
        double turn[4];
        double angle = 0.0;
        wafti_keys_pose(&solid, 3.0 + 0.04 * n, place, turn, &angle);
        for (int i = 0; i < 3; ++i) {
            const volatile float rounded = (float)place[i];
            CHECK((double)rounded == place[i]);
        }
    }
}

static void rotations_take_the_short_way(void) {
    const wafti_placed solid = keyed();
    double place[3];
    double turn[4];
    double angle = 0.0;
    wafti_keys_pose(&solid, 1.5, place, turn, &angle);
    CHECK_NEAR(turn[1], sin(0.125 * 3.14159265358979), 1e-6);
    CHECK_NEAR(turn[3], cos(0.125 * 3.14159265358979), 1e-6);
}

static void angles_turn_beyond_the_pose(void) {
    waft_key angles[] = {{0.0, 0.0, WAFT_EASE_LINEAR}, {2.0, 12.0, WAFT_EASE_LINEAR}};
    wafti_placed solid = {.def = waft_solid_def_default(), .keyed = true, .angles = angles};
    solid.def.angle_count = 2;
    solid.def.axis = (waft_vec3){0.0f, 0.0f, 1.0f};
    double place[3];
    double turn[4];
    double angle = 0.0;
    wafti_keys_pose(&solid, 1.0, place, turn, &angle);
    CHECK(angle == 6.0);
    CHECK_NEAR(turn[2], sin(3.0), 1e-9);
}

static void keys_are_checked(void) {
    waft_solid_def def = waft_solid_def_default();
    def.keys = way;
    def.key_count = 4;
    waft_error error = {0};
    CHECK(wafti_keys_check(&def, "solids[0]", &error) == WAFT_OK);
    waft_solid_key bad[4];
    memcpy(bad, way, sizeof(bad));
    bad[2].time = 2.0;
    def.keys = bad;
    CHECK(wafti_keys_check(&def, "solids[0]", &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "solids[0].poses[2]: times must be finite and rise");
    const waft_key angles[] = {{1.0, 0.0, WAFT_EASE_LINEAR}, {1.0, 1.0, WAFT_EASE_LINEAR}};
    def.key_count = 0;
    def.angles = angles;
    def.angle_count = 2;
    CHECK(wafti_keys_check(&def, "solids[0]", &error) == WAFT_ERR_ARGUMENT);
    def.angles = NULL;
    CHECK(wafti_keys_check(&def, "solids[0]", &error) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"keys_ease", keys_ease},
    {"places_are_single_precision", places_are_single_precision},
    {"rotations_take_the_short_way", rotations_take_the_short_way},
    {"angles_turn_beyond_the_pose", angles_turn_beyond_the_pose},
    {"keys_are_checked", keys_are_checked},
};

TEST_MAIN(cases)
