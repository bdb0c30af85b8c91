// SPDX-License-Identifier: MIT
// Checks that pass, and that no second problem follows from a first; the sentences themselves are
// tested over tests/scenes/broken.
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

static void check_sound(const char* text) {
    check_messages(text, "");
}

static void test_sound(void) {
    check_sound("waft: 1\nwater: {}\ncamera: {}\nrender: {sun: {}, water: {}, smoke: {}}\n");
    check_sound("waft: 1\nwater: {}\nrender: {size: [17, 8191]}\n");
    check_sound("waft: 1\nwater: {}\nrender: {size: [16, 8192], video: true}\n");
    check_sound("waft: 1\nwater: {trains: [{length: 1}]}\nrender: {water: {edge: horizon}}\n");
    check_sound("waft: 1\nwater: {trains: [{length: 1, shape: point}], terrain: {kind: bowl}}\n"
                "render: {water: {edge: open}}\n");
    check_sound("waft: 1\nwater: {}\ncamera: {from: [1, 2, 3], at: [1, 2, 4]}\n");
    check_sound("waft: 1\nwater: {}\ncamera: {from: [0, 0, 0]}\n");
    check_sound("waft: 1\nwater: {}\ncamera: {at: [0, 0, 0], azimuth: 1000, distance: 0}\n");
}

static void test_too_many_samples(void) {
    check_messages("waft: 1\nwater: {}\nrender: {size: [8192, 64], samples: 4}\n",
        "3:37: render.samples is 4, too many for a picture 8192 pixels wide or high; take at most "
        "2\n");
}

// A problem that only the later of two keys shows.
static void test_meeting_later(void) {
    check_messages("waft: 1\nwater: {}\ncamera: {from: [[0, [0, 0, 9]], [3, [0, 0, 1]]], "
                   "at: [0, 0, 1]}\n",
        "3:16: camera.from is where camera.at is; the camera would look nowhere\n");
    check_messages("waft: 1\nwater: {}\ncamera: {from: [5, 5, 5], "
                   "at: [[0, [0, 0, 1]], [1, [5, 5, 5]]]}\n",
        "3:16: camera.from is where camera.at is; the camera would look nowhere\n");
}

static void test_no_followers(void) {
    check_messages("waft: 1\nwater: {}\nrender: {size: [15, 17], video: true}\n",
        "3:17: render.size[0] is 15; it must be at least 16\n");
    check_messages("waft: 1\nwater: {terrain: {kind: lumpy}}\nrender: {water: {edge: horizon}}\n",
        "2:25: unknown water.terrain.kind 'lumpy'; it must be flat, slope, beach, bowl, bump, "
        "noise, step, channel or map\n");
    check_messages("waft: 1\nwater: {}\ncamera: {from: [0, 0], at: [0, 0, 0]}\n",
        "3:16: camera.from must have 3 numbers, not 2\n");
}

// The preview is tried as well, and its problems stand at its own values.
static void test_preview(void) {
    check_messages(
        "waft: 1\nwater: {}\nrender: {video: true}\npreview:\n  render.size: [640, 361]\n",
        "5:22: render.size[1] is 361; with render.video it must be even\n");
}

static const test_case cases[] = {
    {"sound scenes pass", test_sound},
    {"too many samples", test_too_many_samples},
    {"a camera that reaches its target", test_meeting_later},
    {"nothing follows from a reported problem", test_no_followers},
    {"problems of the preview", test_preview},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)
