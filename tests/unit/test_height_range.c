// SPDX-License-Identifier: MIT
#include "scene_fixture.h"

static void check_range(const char* text, double low, double high) {
    static loaded l;
    load(&l, text);
    float got_low = 0.0f;
    float got_high = 0.0f;
    if (CHECK(l.scene != NULL)) {
        waft_scene_height_range(l.scene, &got_low, &got_high);
    }
    CHECK_NEAR(got_low, low, 1e-6);
    CHECK_NEAR(got_high, high, 1e-6);
    unload(&l);
}

static void amplitudes_add_up(void) {
    check_range("waft: 1\nwater:\n  level: 2\n  trains: [{length: 3, amplitude: 0.1},"
                " {length: 5, amplitude: 0.25}]\n",
        2.0 - 0.525, 2.0 + 0.525);
    check_range("waft: 1\nwater:\n  trains: [{length: 3, amplitude: 0.1},"
                " {length: 5, amplitude: [[0, 0.1], [1, 0.3], [2, 0.2]]}]\n",
        -0.6, 0.6);
    check_range("waft: 1\nwater: {level: 1, trains: []}\n", 0.9985, 1.0015);
}

static void waves_grow_over_any_other_bed(void) {
    check_range("waft: 1\nwater:\n  level: 2\n  terrain: {kind: slope, low: -1, high: 1.5}\n"
                "  trains: [{length: 3, amplitude: 0.1}, {length: 5, amplitude: 0.25}]\n",
        2.0 - 0.7, 2.0 + 0.7);
    check_range("waft: 1\nwater: {level: 1, terrain: {kind: step, low: -1, high: 0},"
                " trains: []}\n",
        0.998, 1.002);
}

// From the lowest bed to half the greatest depth above the highest water or land.
static void grids_span_their_water(void) {
    check_range("waft: 1\nwater: {method: swe, level: 2, depth: 1}\n", 1.0, 2.5);
    check_range("waft: 1\nwater:\n  method: swe\n  boxes: [{low: [0, 0], high: [1, 9], level: 3}]\n"
                "  terrain: {kind: slope, low: -1, high: 1.5}\n",
        -1.0, 5.0);
    check_range("waft: 1\nwater:\n  method: swe\n  terrain: {kind: step, low: -1, high: 1.5}\n"
                "  edges: {right: {kind: level, level: 1}}\n",
        -1.0, 2.5);
}

static const test_case cases[] = {
    {"amplitudes_add_up", amplitudes_add_up},
    {"waves_grow_over_any_other_bed", waves_grow_over_any_other_bed},
    {"grids_span_their_water", grids_span_their_water},
};

int main(int argc, char** argv) {
    if (!waft_has("yaml")) {
        (void)printf("skipped: this build has no YAML\n");
        return 0;
    }
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
