// SPDX-License-Identifier: MIT
#include "render/trails.h"

#include "stage_fixture.h"

static const char scene_text[] =
    "waft: 1\ntime: {duration: 4, fps: 10, step: 0.1}\n"
    "water:\n  size: [8, 4]\n  cells: [16, 8]\n  depth: 4\n"
    "  trains: [{length: 4, amplitude: 0.2}]\n"
    "  tracers: [{name: a, at: [2, 0, 2]}, {name: b, at: [4, -1, 2]}]\n";

static wafti_past past_of(float trails, float strobe, int frame_count) {
    waft_look look = waft_look_default();
    look.trails = trails;
    look.strobe = strobe;
    const waft_scene_time time = {.fps = 10.0, .frame_count = frame_count};
    return wafti_past_of(&look, &time);
}

static void keeps_what_a_look_asks_for(void) {
    CHECK(past_of(0.0f, 0.0f, 100).history_frames == 0);
    CHECK(past_of(2.0f, 0.0f, 100).history_frames == 20);
    CHECK(past_of(0.25f, 0.0f, 100).history_frames == 3);
    CHECK(past_of(50.0f, 0.0f, 100).history_frames == 99);
    CHECK(past_of(1e6f, 0.0f, 100000).history_frames == 3600);
    CHECK(past_of(2.0f, 0.5f, 100).history_frames == 20);
    CHECK(past_of(2.0f, 0.5f, 100).strobe_frames == 5);
    CHECK(past_of(0.0f, 0.5f, 1000).history_frames == 160);
    CHECK(past_of(0.0f, 0.01f, 1000).strobe_frames == 1);
    CHECK(past_of(0.0f, 1e6f, 1000).history_frames == 999);
}

static void poses_stand_at_multiples(void) {
    const wafti_past past = past_of(2.0f, 0.5f, 100);
    CHECK(wafti_trails_strobes(&past, 0.0));
    CHECK(wafti_trails_strobes(&past, 1.4999999));
    CHECK(!wafti_trails_strobes(&past, 1.4));
    const wafti_past none = past_of(2.0f, 0.0f, 100);
    CHECK(!wafti_trails_strobes(&none, 0.0));
}

static void the_oldest_gives_way(void) {
    static staged s;
    stage_open(&s, scene_text);
    const waft_water* water = waft_world_water(s.world);
    const wafti_past past = past_of(0.3f, 0.0f, 100);
    wafti_render_room room = {.newest = NULL};
    wafti_trails trails;
    CHECK(wafti_trails_create(&trails, &room, &past, 4, 2) == WAFT_OK);
    CHECK(wafti_trails_slot(&trails, 0) == NULL);
    waft_vec3 now = {0.0f, 0.0f, 0.0f};
    for (int frame = 0; frame <= 10; ++frame) {
        CHECK(wafti_trails_record(&trails, water, waft_world_time(s.world)) == WAFT_OK);
        CHECK(waft_water_tracer(water, 1, &now) == WAFT_OK);
        if (frame < 10) {
            CHECK(waft_world_step(s.world) == WAFT_OK);
        }
    }
    CHECK(trails.count == 4);
    for (size_t age = 0; age < 4; ++age) {
        const wafti_slot* slot = wafti_trails_slot(&trails, age);
        CHECK(slot != NULL && slot->count == 2);
        CHECK_NEAR(slot->time, 1.0 - 0.1 * (double)age, 1e-9);
    }
    CHECK(wafti_trails_slot(&trails, 4) == NULL);
    CHECK_NEAR(wafti_trails_find(wafti_trails_slot(&trails, 0), 1)->position.x, now.x, 0.0);
    CHECK(wafti_trails_find(wafti_trails_slot(&trails, 0), 2) == NULL);

    // Twice the same moment, or moments nearer than half a frame, are one.
    CHECK(wafti_trails_record(&trails, water, 1.0) == WAFT_OK);
    CHECK(wafti_trails_record(&trails, water, 1.04) == WAFT_OK);
    CHECK_NEAR(wafti_trails_slot(&trails, 0)->time, 1.0, 1e-9);
    // A jump back starts anew.
    CHECK(wafti_trails_record(&trails, water, 0.2) == WAFT_OK);
    CHECK(trails.count == 1);
    wafti_render_room_free(&room);
    stage_close(&s);
}

static const test_case cases[] = {
    {"keeps_what_a_look_asks_for", keeps_what_a_look_asks_for},
    {"poses_stand_at_multiples", poses_stand_at_multiples},
    {"the_oldest_gives_way", the_oldest_gives_way},
};

STAGE_MAIN(cases)
