// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include "scene_fixture.h"
#include "scratch.h"

#include <math.h>

#include <waft/world.h>

#if defined(WAFTI_HAVE_YAML)

enum { NX = 6, NY = 5, NZ = 4, FACES = (NX + 1) * (NY + 1) * (NZ + 1) };

static const double spacing = 0.25;

// Two steps a frame.
#define SCENE                                                                                      \
    "waft: 1\ntime: {duration: 0.2, fps: 10, step: 0.05}\n"                                        \
    "smoke: {cells: [6, 5, 4], spacing: 0.25, turbulence: {bank: {size: 16, count: 1}, "           \
    "bands: [{wavenumber: 5, deviation: 0.5}], base: \"%s\"}}\n"

static float values[3][FACES];

// A frame whose faces have 100 axis + frame, and 0.01 for each number of the face.
static void write_frame(const char* directory, int frame, double h, int axes) {
    static const char* const names[3] = {"u", "v", "w"};
    static const waft_grid_place places[3] = {
        WAFT_GRID_FACES_X, WAFT_GRID_FACES_Y, WAFT_GRID_FACES_Z};
    waft_grid_cache_field fields[3];
    for (int axis = 0; axis < axes; ++axis) {
        const int32_t size[3] = {
            NX + (axis == 0 ? 1 : 0), NY + (axis == 1 ? 1 : 0), NZ + (axis == 2 ? 1 : 0)};
        for (int n = 0; n < FACES; ++n) {
            values[axis][n] = 100.0f * (float)axis + (float)(frame * frame) + 0.01f * (float)n;
        }
        fields[axis] = (waft_grid_cache_field){.place = places[axis],
            .view = {.data = values[axis],
                .size = {size[0], size[1], size[2]},
                .stride = {1, size[0], (ptrdiff_t)size[0] * size[1]}}};
        (void)snprintf(fields[axis].name, sizeof(fields[axis].name), "%s", names[axis]);
    }
    const waft_grid_cache_def def = {.cells = {NX, NY, NZ},
        .spacing = h,
        .frame = frame,
        .fields = fields,
        .field_count = (size_t)axes};
    char path[640];
    (void)snprintf(path, sizeof(path), "%s/cache/smoke_%06d.wgc", directory, frame);
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_grid_cache_write(path, &def, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

typedef struct played {
    scratch s;
    char directory[512];
    loaded l;
    waft_world* world;
    waft_error error;
    waft_result result;
} played;

static void open_base(played* p) {
    p->s = scratch_make();
    CHECK(realpath(p->s.path, p->directory) != NULL);
    CHECK(mkdir(scratch_file(&p->s, "cache"), 0777) == 0);
}

// A world with the smoke of the scene, and its flow from the base.
static void play(played* p) {
    char text[1024];
    (void)snprintf(text, sizeof(text), SCENE, p->directory);
    load(&p->l, text);
    if (p->l.scene == NULL) {
        (void)fputs(p->l.messages, stderr);
        exit(1);
    }
    waft_world_def def = waft_world_def_default();
    def.step = 0.05;
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create(&def, &p->world, NULL) == WAFT_OK);
    CHECK(waft_world_create_smoke(p->world, &p->l.scene->smoke, &smoke) == WAFT_OK);
    p->error = (waft_error){.sentence = ""};
    p->result = wafti_scene_play_base(p->l.scene, p->world, &p->error);
}

static void close_played(played* p) {
    waft_world_destroy(p->world);
    unload(&p->l);
    scratch_remove(&p->s);
}

static float face_at(const waft_world* world, int axis) {
    const waft_field field =
        waft_smoke_field(waft_world_smoke(world), WAFT_SMOKE_VELOCITY_X + axis);
    return waft_field_at(&field, 3, 2, 1);
}

// At frames what they hold, between them the mean of both.
static void linear_between_frames(void) {
    static played p;
    open_base(&p);
    for (int frame = 0; frame <= 2; ++frame) {
        write_frame(p.directory, frame, spacing, 3);
    }
    play(&p);
    CHECK(p.result == WAFT_OK);
    static const double want[4] = {0.5, 1.0, 2.5, 4.0};
    for (int step = 0; step < 4; ++step) {
        CHECK(waft_world_step(p.world) == WAFT_OK);
        CHECK_NEAR(face_at(p.world, 0), want[step] + 0.01 * (3 + 7 * (2 + 5 * 1)), 1e-4);
        CHECK_NEAR(face_at(p.world, 1), 100.0 + want[step] + 0.01 * (3 + 6 * (2 + 6 * 1)), 1e-4);
        CHECK_NEAR(face_at(p.world, 2), 200.0 + want[step] + 0.01 * (3 + 6 * (2 + 5 * 1)), 1e-4);
    }
    // There is no frame after the last.
    CHECK(waft_world_step(p.world) != WAFT_OK);
    CHECK(strstr(waft_world_error(p.world), "smoke_000003.wgc") != NULL);
    close_played(&p);
}

// Of a base that has every second frame, a quarter of the way from one to the next each step.
static void every_second_frame(void) {
    static played p;
    open_base(&p);
    write_frame(p.directory, 0, spacing, 3);
    write_frame(p.directory, 2, spacing, 3);
    play(&p);
    CHECK(p.result == WAFT_OK);
    for (int step = 1; step <= 4; ++step) {
        CHECK(waft_world_step(p.world) == WAFT_OK);
        CHECK_NEAR(face_at(p.world, 0), (double)step + 0.01 * (3 + 7 * (2 + 5 * 1)), 1e-4);
    }
    close_played(&p);
}

static void check_refusal(double h, int axes, const char* words) {
    static played p;
    open_base(&p);
    if (axes > 0) {
        write_frame(p.directory, 0, h, axes);
    }
    play(&p);
    CHECK(p.result == (axes > 0 ? WAFT_ERR_PARSE : WAFT_ERR_ARGUMENT));
    if (!CHECK(strstr(p.error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "  %s\n", p.error.sentence);
    }
    close_played(&p);
}

static void a_base_that_does_not_fit(void) {
    check_refusal(spacing, 0, "has no cached frames; run it again");
    check_refusal(2.0 * spacing, 3, "another grid");
    check_refusal(spacing, 2, "no faces 'w'");
}

static const test_case cases[] = {{"linear_between_frames", linear_between_frames},
    {"every_second_frame", every_second_frame},
    {"a_base_that_does_not_fit", a_base_that_does_not_fit}};

#else

static const test_case cases[] = {{"without_yaml", test_without_yaml}};

#endif

TEST_MAIN(cases)
