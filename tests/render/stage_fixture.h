// SPDX-License-Identifier: MIT
// A scene, its world and its stage, brought to a frame.
#ifndef WAFT_TEST_STAGE_FIXTURE_H
#define WAFT_TEST_STAGE_FIXTURE_H

#include <waft/render.h>

#include "scene_fixture.h"

typedef struct staged {
    loaded scene;
    waft_world* world;
    waft_stage* stage;
    waft_error error;
} staged;

static inline void stage_open_with(staged* s, const char* text, const waft_allocator* allocator) {
    load(&s->scene, text);
    if (s->scene.scene == NULL) {
        (void)fprintf(stderr, "%s", s->scene.messages);
        abort();
    }
    const waft_world_def def = waft_scene_world_def(s->scene.scene);
    s->world = NULL;
    s->stage = NULL;
    CHECK(waft_scene_create_world(s->scene.scene, &def, &s->world, &s->error) == WAFT_OK);
    CHECK(waft_stage_create(s->scene.scene, allocator, &s->stage, &s->error) == WAFT_OK);
}

static inline void stage_open(staged* s, const char* text) {
    stage_open_with(s, text, NULL);
}

static inline void stage_close(staged* s) {
    waft_stage_destroy(s->stage);
    waft_world_destroy(s->world);
    unload(&s->scene);
}

// Steps `count` frames, noting the state before each.
static inline void stage_frames(staged* s, int count) {
    const waft_scene_time time = waft_scene_get_time(s->scene.scene);
    for (int frame = 0; frame < count; ++frame) {
        CHECK(waft_stage_record(s->stage, s->world, &s->error) == WAFT_OK);
        for (int step = 0; step < time.steps_per_frame; ++step) {
            CHECK(waft_world_step(s->world) == WAFT_OK);
        }
    }
}

static inline const waft_drawing* stage_draw(staged* s) {
    const waft_drawing* drawing = NULL;
    CHECK(waft_stage_record(s->stage, s->world, &s->error) == WAFT_OK);
    if (!CHECK(waft_stage_drawing(s->stage, s->world, &drawing, &s->error) == WAFT_OK)) {
        (void)fprintf(stderr, "%s\n", s->error.sentence);
        abort();
    }
    return drawing;
}

#define STAGE_MAIN(cases)                                                                          \
    int main(int argc, char** argv) {                                                              \
        if (!waft_has("yaml")) {                                                                   \
            (void)printf("skipped: this build has no YAML\n");                                     \
            return 0;                                                                              \
        }                                                                                          \
        return test_main(argc, argv, cases, sizeof(cases) / sizeof((cases)[0]));                   \
    }

#endif // WAFT_TEST_STAGE_FIXTURE_H
