// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "stage_fixture.h"

#define TANK                                                                                       \
    "waft: 1\ntitle: A tank\ntime: {duration: 4, fps: 10, step: 0.1}\n"                            \
    "water:\n  size: [8, 2]\n  cells: [32, 8]\n  depth: 1\n"                                       \
    "  trains: [{length: 4, amplitude: 0.1}]\n"                                                    \
    "  gauges: [{name: mid, at: [4, 1]}]\n"                                                        \
    "  tracers: [{name: a, at: [2, 0, 1.5]}, {name: b, at: [3, -0.5, 1.5]}]\n"

static const waft_draw_text* find(const waft_drawing* drawing, const char* text) {
    for (size_t i = 0; i < drawing->text_count; ++i) {
        if (strcmp(drawing->texts[i].text, text) == 0) {
            return &drawing->texts[i];
        }
    }
    return NULL;
}

static bool same_place(waft_vec3 a, waft_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_camera(const waft_camera* a, const waft_camera* b) {
    return same_place(a->eye, b->eye) && same_place(a->target, b->target) && a->height == b->height;
}

static void a_tank_is_water_over_ground(void) {
    static staged s;
    stage_open(&s, TANK);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(waft_stage_history(s.stage) == 0);
    if (!CHECK(drawing->water != NULL && drawing->terrain != NULL)) {
        return;
    }
    const waft_draw_water* water = drawing->water;
    CHECK(water->edge == WAFT_EDGE_CUT);
    CHECK(water->level.data != NULL && water->shift_x.data != NULL && water->foam.data != NULL);
    CHECK(water->normal_y.data != NULL && water->bed.data != NULL);
    CHECK_NEAR(water->domain.high.x, 8.0, 1e-5);
    CHECK_NEAR(water->domain.low.y, -1.0, 1e-5);
    CHECK(drawing->terrain->domain.low.y < -1.0f);
    CHECK(drawing->particles_count == 1 && drawing->particles[0].count == 2);
    CHECK(drawing->text_count == 0 && drawing->line_count == 0);
    CHECK_NEAR(drawing->particles[0].radii[0], drawing->particles[0].radii[1], 0.0);
    stage_close(&s);
}

static void a_deep_sea_has_a_horizon(void) {
    static staged s;
    stage_open(&s, "waft: 1\nwater:\n  depth: 20\n  size: [40, 40]\n  cells: [16, 16]\n"
                   "  trains: [{length: 4, amplitude: 0.1}, {length: 3, amplitude: 0.2}]\n");
    const waft_drawing* drawing = stage_draw(&s);
    const waft_draw_water* water = drawing->water;
    if (!CHECK(water != NULL)) {
        stage_close(&s);
        return;
    }
    CHECK(water->edge == WAFT_EDGE_HORIZON);
    CHECK(drawing->terrain == NULL);
    CHECK(drawing->particles_count == 0);
    CHECK(water->wave_count == 2);
    CHECK_NEAR(water->waves[0].amplitude, 0.2, 1e-6);
    stage_close(&s);
}

static void open_water_lies_over_its_bed(void) {
    static staged s;
    stage_open(&s, TANK "render: {water: {edge: open}}\n");
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->water != NULL && drawing->water->edge == WAFT_EDGE_BARE);
    CHECK(drawing->terrain != NULL);
    stage_close(&s);
}

static void gauges_and_labels_show(void) {
    static staged s;
    stage_open(&s, TANK "render: {gauges: true, labels: true, title: true, clock: true, axes: true,"
                        " scale_bar: true, caption: Look, size: [640, 360]}\n");
    stage_frames(&s, 5);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->particles[0].count == 3);
    CHECK(find(drawing, "mid") != NULL && find(drawing, "a") != NULL && find(drawing, "b") != NULL);
    CHECK(find(drawing, "A tank") != NULL && find(drawing, "t = 0.50 s") != NULL);
    CHECK(find(drawing, "Look") != NULL && find(drawing, "x (m)") != NULL);
    waft_gauge_reading reading;
    CHECK(waft_water_gauge(waft_world_water(s.world), 0, &reading) == WAFT_OK);
    CHECK_NEAR(drawing->particles[0].y[2], reading.level, 1e-6);
    stage_close(&s);
}

static void trails_hold_the_past(void) {
    static staged s;
    stage_open(&s, TANK "render: {trails: 0.6, strobe: 0.2}\n");
    CHECK(waft_stage_history(s.stage) == 6);
    const waft_drawing* drawing = stage_draw(&s);
    CHECK(drawing->line_count == 0 && drawing->particles[0].count == 2);
    stage_frames(&s, 3);
    drawing = stage_draw(&s);
    CHECK(drawing->line_count == 2 && drawing->lines[0].point_count == 4);
    stage_frames(&s, 20);
    drawing = stage_draw(&s);
    const waft_draw_line* line = &drawing->lines[1];
    CHECK(line->point_count == 7);
    CHECK_NEAR(line->alphas[0], 0.0, 1e-5);
    CHECK_NEAR(line->alphas[6], 1.0, 1e-5);
    waft_vec3 now = {0.0f, 0.0f, 0.0f};
    CHECK(waft_water_tracer(waft_world_water(s.world), 1, &now) == WAFT_OK);
    CHECK_NEAR(line->points[6].x, now.x, 0.0);
    CHECK(line->points[0].x != now.x);
    CHECK(drawing->particles[0].count == 2 + 2 * 3); // at 2.2, 2.0 and 1.8 s
    waft_stage_reset(s.stage);
    drawing = stage_draw(&s);
    CHECK(drawing->line_count == 0);
    stage_close(&s);
}

// A picture of frame 12 must not depend on when recording began, if it began early enough.
static void history_frames_are_enough(void) {
    static staged all;
    static staged late;
    stage_open(&all, TANK "render: {trails: 0.6, strobe: 0.3, labels: true}\n");
    stage_open(&late, TANK "render: {trails: 0.6, strobe: 0.3, labels: true}\n");
    stage_frames(&all, 12);
    stage_frames(&late, 6);
    waft_stage_reset(late.stage);
    stage_frames(&late, 6);
    const waft_drawing* a = stage_draw(&all);
    const waft_drawing* b = stage_draw(&late);
    CHECK(a->line_count == 2 && b->line_count == 2);
    CHECK(a->lines[1].point_count == b->lines[1].point_count);
    CHECK(memcmp(a->lines[1].points, b->lines[1].points,
              a->lines[1].point_count * sizeof(waft_vec3)) == 0);
    CHECK(a->particles[0].count == b->particles[0].count && a->particles[0].count > 2);
    CHECK(a->text_count == b->text_count);
    CHECK(same_camera(&a->camera, &b->camera));
    stage_close(&all);
    stage_close(&late);
}

static void a_camera_that_fits_stands_still(void) {
    static staged s;
    stage_open(&s, TANK "render: {axes: true}\n");
    const waft_camera first = stage_draw(&s)->camera;
    stage_frames(&s, 7);
    const waft_camera later = stage_draw(&s)->camera;
    CHECK(same_camera(&first, &later));
    stage_close(&s);
}

static void nothing_is_allocated_after_the_first(void) {
    static staged s;
    counting c = {0};
    const waft_allocator hook = counting_hook(&c);
    stage_open_with(&s, TANK "render: {trails: 1, labels: true, axes: true, clock: true}\n", &hook);
    (void)stage_draw(&s);
    const long before = c.calls;
    stage_frames(&s, 15);
    (void)stage_draw(&s);
    CHECK(before > 0 && c.calls == before);
    stage_close(&s);
    CHECK(c.live == 0 && c.bytes == 0);
}

static void no_memory_is_an_error(void) {
    static staged s;
    stage_open(&s, TANK "render: {trails: 1, labels: true}\n");
    long fail_at = 1;
    for (bool done = false; !done && fail_at < 50; ++fail_at) {
        counting c = {.fail_at = fail_at};
        const waft_allocator hook = counting_hook(&c);
        waft_stage* stage = NULL;
        waft_result result = waft_stage_create(s.scene.scene, &hook, &stage, &s.error);
        if (result == WAFT_OK) {
            result = waft_stage_record(stage, s.world, &s.error);
        }
        done = result == WAFT_OK;
        CHECK(done || result == WAFT_ERR_NO_MEMORY);
        waft_stage_destroy(stage);
        CHECK(c.live == 0 && c.bytes == 0);
    }
    CHECK(fail_at > 5 && fail_at < 50);
    stage_close(&s);
}

static void misuse_is_refused(void) {
    static staged s;
    static staged other;
    waft_stage* stage = NULL;
    const waft_drawing* drawing = NULL;
    stage_open(&s, TANK);
    CHECK(waft_stage_create(NULL, NULL, &stage, &s.error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_stage_create(s.scene.scene, NULL, NULL, &s.error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_stage_record(s.stage, NULL, &s.error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_stage_record(NULL, s.world, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_stage_drawing(s.stage, s.world, NULL, &s.error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_stage_drawing(s.stage, NULL, &drawing, &s.error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_stage_history(NULL) == 0);
    waft_stage_reset(NULL);
    waft_stage_destroy(NULL);
    (void)stage_draw(&s);
    stage_open(&other, "waft: 1\nwater: {cells: [16, 16], trains: [{length: 4}]}\n");
    CHECK(waft_stage_record(s.stage, other.world, &s.error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(s.error.sentence, "the world has 0 gauges and 0 tracers, the stage's scene 1 and 2");
    stage_close(&other);
    stage_close(&s);
}

// The scene reader refuses what it can see; a train added while the world runs it cannot.
static void a_horizon_needs_a_sea(void) {
    static staged s;
    stage_open(&s, "waft: 1\nwater:\n  depth: 20\n  cells: [16, 16]\n"
                   "  trains: [{length: 4, amplitude: 0.1}]\nrender: {water: {edge: horizon}}\n");
    CHECK(stage_draw(&s)->water->edge == WAFT_EDGE_HORIZON);
    waft_edit edit = {.kind = WAFT_EDIT_ADD_TRAIN, .train = waft_train_def_default()};
    edit.train.shape = WAFT_TRAIN_POINT;
    edit.train.center = (waft_vec2){5.0f, 5.0f};
    edit.train.length = 2.0f;
    CHECK(waft_world_queue(s.world, &edit) == WAFT_OK);
    CHECK(waft_world_step(s.world) == WAFT_OK);
    const waft_drawing* drawing = NULL;
    CHECK(waft_stage_drawing(s.stage, s.world, &drawing, &s.error) == WAFT_ERR_ARGUMENT);
    CHECK(drawing == NULL && strstr(s.error.sentence, "render.water.edge is horizon") != NULL);
    stage_close(&s);
}

static const test_case cases[] = {
    {"a_tank_is_water_over_ground", a_tank_is_water_over_ground},
    {"a_deep_sea_has_a_horizon", a_deep_sea_has_a_horizon},
    {"open_water_lies_over_its_bed", open_water_lies_over_its_bed},
    {"gauges_and_labels_show", gauges_and_labels_show},
    {"trails_hold_the_past", trails_hold_the_past},
    {"history_frames_are_enough", history_frames_are_enough},
    {"a_camera_that_fits_stands_still", a_camera_that_fits_stands_still},
    {"nothing_is_allocated_after_the_first", nothing_is_allocated_after_the_first},
    {"no_memory_is_an_error", no_memory_is_an_error},
    {"misuse_is_refused", misuse_is_refused},
    {"a_horizon_needs_a_sea", a_horizon_needs_a_sea},
};

STAGE_MAIN(cases)
