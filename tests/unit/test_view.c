// SPDX-License-Identifier: MIT
#include "scene/view.h"

#include "scene_fixture.h"

#define RADIANS(degrees) ((degrees)*3.14159265358979323846 / 180.0)

static void test_curve(void) {
    wafti_scene_key keys[] = {{1.0, {10.0, 0.0, -1.0}, WAFT_EASE_LINEAR},
        {2.0, {20.0, 4.0, -1.0}, WAFT_EASE_LINEAR}, {4.0, {0.0}, WAFT_EASE_LINEAR}};
    const wafti_keyed curve = {.keys = keys, .key_count = 3};
    static const struct {
        double time, want[3];
    } cases[] = {
        {-5.0, {10.0, 0.0, -1.0}},
        {1.0, {10.0, 0.0, -1.0}},
        {1.25, {12.5, 1.0, -1.0}},
        {2.0, {20.0, 4.0, -1.0}},
        {3.0, {10.0, 2.0, -0.5}},
        {4.0, {0.0, 0.0, 0.0}},
        {99.0, {0.0, 0.0, 0.0}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        double got[3] = {7.0, 7.0, 7.0};
        wafti_view_curve(&curve, cases[i].time, got);
        for (size_t j = 0; j < 3; ++j) {
            CHECK_NEAR(got[j], cases[i].want[j], 1e-14);
        }
    }
}

// The table gives the defaults; waft/view.h documents them.
static void test_camera_default(void) {
    const waft_camera_def def = waft_camera_def_default();
    CHECK(!def.has_from && !def.has_at && !def.orthographic);
    CHECK(def.distance == 0.0f && def.height == 0.0f);
    CHECK_NEAR(def.azimuth, RADIANS(30), 1e-7);
    CHECK_NEAR(def.elevation, RADIANS(20), 1e-7);
    CHECK_NEAR(def.fov, RADIANS(40), 1e-7);
}

static void test_look_default(void) {
    const waft_look look = waft_look_default();
    CHECK(look.size[0] == 1280 && look.size[1] == 720 && look.samples == 2);
    CHECK(look.background == WAFT_BACKGROUND_SKY && look.ground == WAFT_GROUND_AUTO);
    CHECK_NEAR(look.sun_azimuth, RADIANS(130), 1e-6);
    CHECK_NEAR(look.sun_elevation, RADIANS(35), 1e-7);
    CHECK(look.haze == 0.25f && look.exposure == 0.0f && look.shadows);
    CHECK(look.water_edge == WAFT_EDGE_AUTO && look.water_clarity == 4.0f);
    CHECK(look.water_color.x == 0.03f && look.water_color.y == 0.16f);
    CHECK(look.water_color.z == 0.2f && look.foam == 1.0f && look.ripples == 0.3f);
    CHECK(look.smoke_density == 20.0f && look.smoke_color.x == 0.8f);
    CHECK(look.smoke_color.y == 0.8f && look.smoke_color.z == 0.8f);
    CHECK(look.glow == 1.0f && look.glow_from == 600.0f);
    CHECK(look.trails == 0.0f && look.strobe == 0.0f && look.tracer_radius == 0.0f);
    CHECK(!look.gauges && !look.labels && !look.title && !look.clock);
    CHECK(!look.axes && !look.scale_bar);
    CHECK_TEXT(look.caption, "");
}

static void test_no_scene(void) {
    CHECK(waft_scene_camera(NULL, 0.0).fov == waft_camera_def_default().fov);
    CHECK(waft_scene_look(NULL, 0.0).size[0] == 1280);
    const waft_picture_def pictures = waft_scene_pictures(NULL);
    CHECK(!pictures.pictures && !pictures.video && pictures.every == 1);
}

#if defined(WAFTI_HAVE_YAML)

static void test_camera(void) {
    static loaded l;
    load(&l, "waft: 1\nwater: {}\ncamera: {from: [[0, [0, 1, 5]], [2, [4, 1, 5]]], at: [1, 2, 3], "
             "fov: [[0, 20 deg], [1, 60 deg]]}\n");
    CHECK_TEXT(l.messages, "");
    const waft_camera_def def = waft_scene_camera(l.scene, 0.5);
    CHECK(def.has_from && def.has_at && def.at.x == 1.0f && def.at.z == 3.0f);
    CHECK(def.from.x == 1.0f && def.from.y == 1.0f && def.from.z == 5.0f);
    CHECK_NEAR(def.fov, RADIANS(40), 1e-7);
    CHECK(waft_scene_camera(l.scene, 9.0).from.x == 4.0f);
    unload(&l);
    load(&l, "waft: 1\nwater: {}\ncamera: {azimuth: [[0, 0], [4, 720 deg]], elevation: -89 deg, "
             "distance: 3, projection: orthographic, height: 70 cm}\n");
    CHECK_TEXT(l.messages, "");
    const waft_camera_def orbit = waft_scene_camera(l.scene, 3.0);
    CHECK(!orbit.has_from && !orbit.has_at && orbit.orthographic);
    CHECK_NEAR(orbit.azimuth, RADIANS(540), 1e-5);
    CHECK_NEAR(orbit.elevation, RADIANS(-89), 1e-7);
    CHECK(orbit.distance == 3.0f && orbit.height == 0.7f);
    unload(&l);
}

static void test_flat_camera(void) {
    static const char flat[] = "waft: 1\nsmoke: {cells: [8, 8, 1], spacing: 1}\n";
    static const char* const more[] = {"", "camera: {fov: 40 deg}\n", "water: {}\n"};
    for (size_t i = 0; i < 3; ++i) {
        char text[200];
        static loaded l;
        (void)snprintf(text, sizeof(text), "%s%s", flat, more[i]);
        load(&l, text);
        const waft_camera_def camera = waft_scene_camera(l.scene, 0.0);
        CHECK(camera.orthographic == (i == 0));
        CHECK((camera.azimuth == 0.0f && camera.elevation == 0.0f) == (i == 0));
        unload(&l);
    }
}

static void test_look(void) {
    static loaded l;
    load(&l, "waft: 1\nwater: {}\nrender:\n  size: [640, 360]\n  samples: 3\n  every: 5\n"
             "  pictures: true\n  video: true\n  background: dark\n  ground: grid\n"
             "  sun: {azimuth: [[0, 0], [2, 90 deg]], elevation: 1 deg}\n  haze: [[0, 0], [4, 1]]\n"
             "  exposure: -1.5\n  shadows: false\n"
             "  water: {edge: horizon, clarity: 50 cm, color: [0, 0.5, 1], foam: 0, ripples: 1}\n"
             "  smoke: {density: 2, color: [1, 0.5, 0], glow: 3, glow_from: 700 K}\n"
             "  trails: 2\n  strobe: 100 ms\n  tracer_radius: 5 cm\n  gauges: true\n"
             "  labels: true\n  title: true\n  clock: true\n  axes: true\n  scale_bar: true\n"
             "  caption: h\xC3\xB6her\n");
    CHECK_TEXT(l.messages, "");
    const waft_look look = waft_scene_look(l.scene, 1.0);
    CHECK(look.size[0] == 640 && look.size[1] == 360 && look.samples == 3);
    CHECK(look.background == WAFT_BACKGROUND_DARK && look.ground == WAFT_GROUND_GRID);
    CHECK_NEAR(look.sun_azimuth, RADIANS(45), 1e-7);
    CHECK_NEAR(look.sun_elevation, RADIANS(1), 1e-8);
    CHECK(look.haze == 0.25f && look.exposure == -1.5f && !look.shadows);
    CHECK(look.water_edge == WAFT_EDGE_HORIZON && look.water_clarity == 0.5f);
    CHECK(look.water_color.y == 0.5f && look.foam == 0.0f && look.ripples == 1.0f);
    CHECK(look.smoke_density == 2.0f && look.smoke_color.x == 1.0f && look.glow == 3.0f);
    CHECK(look.glow_from == 700.0f && look.trails == 2.0f && look.strobe == 0.1f);
    CHECK(look.tracer_radius == 0.05f && look.gauges && look.labels && look.title);
    CHECK(look.clock && look.axes && look.scale_bar);
    CHECK_TEXT(look.caption, "h\xC3\xB6her");
    const waft_picture_def pictures = waft_scene_pictures(l.scene);
    CHECK(pictures.pictures && pictures.video && pictures.every == 5);
    unload(&l);
}

static void test_caption_fits(void) {
    static loaded l;
    char text[256];
    (void)snprintf(text, sizeof(text), "waft: 1\nwater: {}\nrender: {caption: %0127d}\n", 0);
    load(&l, text);
    CHECK(strlen(waft_scene_look(l.scene, 0.0).caption) == 127);
    unload(&l);
}

#endif

static const test_case cases[] = {
    {"linear between keys, constant outside", test_curve},
    {"defaults of the camera", test_camera_default},
    {"defaults of the look", test_look_default},
    {"no scene gives the defaults", test_no_scene},
#if defined(WAFTI_HAVE_YAML)
    {"camera of a scene", test_camera},
    {"look and pictures of a scene", test_look},
    {"a flat flow is seen from the front", test_flat_camera},
    {"the longest caption", test_caption_fits},
#endif
};
TEST_MAIN(cases)
