// SPDX-License-Identifier: MIT
// Checks that pass, and that no second problem follows from a first; the sentences themselves are
// tested over tests/scenes/broken.
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

static void check_sound(const char* text) {
    check_messages(text, "");
}

static void test_sound(void) {
    check_sound("waft: 1\nwater: {}\n");
    check_sound("waft: 1\nwater: {}\ngravity: [0, -1.6, 0]\n");
    check_sound("waft: 1\nwater: {}\ntime: {duration: 1000, fps: 1000, step: 1}\n");
    check_sound("waft: 1\nwater: {}\ntime: {duration: 1, fps: 1, step: 1 us}\n");
    check_sound("waft: 1\nwater: {}\noutput: [{format: png, low: -1}, {format: obj}]\n");
    check_sound("waft: 1\nwater: {spray: {capacity: 1}}\noutput: [{format: ply}]\n");
    check_sound("waft: 1\nwater: {trains: [], gauges: [], tracers: []}\noutput: []\npreview: {}\n");
}

static void test_no_followers(void) {
    check_messages("waft: 1\nwater: {}\ntime: {duration: x, fps: 1000000}\n",
        "3:18: time.duration must be a number or a quantity such as '5 ms', not 'x'\n"
        "3:26: time.fps is 1000000 Hz; it must be at most 100000 Hz\n");
    check_messages("waft: 1\nwater: {}\ngravity: [0, 1, up]\n",
        "3:17: gravity[2] must be a number or a quantity such as '9.81 m/s2', not 'up'\n");
    check_messages("waft: 1\nwater: {spray: {capacity: x}}\noutput: [{format: ply}]\n",
        "2:27: water.spray.capacity must be a whole number, not 'x'\n");
    check_messages("waft: 1\nwater: {}\noutput: [{format: png, low: x, high: -1}]\n",
        "3:29: output[0].low must be a number or a quantity such as '4 cm', not 'x'\n");
    check_messages(
        "waft: 1\nwater: &a {}\n", "2:8: anchors such as '&a' are not used in scenes; remove it\n");
    check_messages("waft: 1\nwater: *a\n",
        "2:8: aliases such as '*a' are not used in scenes; write the value out\n");
}

static void test_places(void) {
    check_messages("waft: 1\nwater: {}\ntime: {fps: 90000, duration: 12}\n",
        "3:30: time.duration and time.fps give 1080000 frames; at most 1000000 are allowed\n");
    check_messages("waft: 1\nwater: {}\ntime: {duration: 5000, fps: 0.01, step: 1 us}\n",
        "3:41: the run would take 5000000000 steps; at most 1000000000 are allowed\n");
    check_messages("waft: 1\nwater: {}\ntime: {duration: 0.99e6, fps: 1e-3}\nseed: -1\n",
        "4:7: seed is -1; it must be at least 0\n");
}

static const test_case cases[] = {
    {"sound scenes pass", test_sound},
    {"nothing follows from a reported problem", test_no_followers},
    {"problems stand at the key to change", test_places},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)
