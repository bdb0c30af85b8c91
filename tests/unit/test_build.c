// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include "hooks.h"
#include "scene_fixture.h"

static void test_arguments(void) {
    waft_error error = {.result = WAFT_OK};
    waft_world* world = (waft_world*)(void*)&error;
    const waft_world_def def = waft_scene_world_def(NULL);
    CHECK(def.cookie == waft_world_def_default().cookie);
    CHECK(waft_scene_create_world(NULL, &def, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK(world == NULL && error.result == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_create_world(NULL, &def, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_get_estimate(NULL).memory == 0);
}

#if defined(WAFTI_HAVE_YAML)

static bool same_vec2(waft_vec2 a, waft_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

// What a scene leaves out is what the library's default defs hold: one set of defaults.
static void test_defaults_agree(void) {
    static loaded l;
    load(&l, "waft: 1\nwater: {trains: [{length: 2}]}\n");
    const waft_water_def* got = &l.scene->water;
    const waft_water_def want = waft_water_def_default();
    CHECK(got->cookie == want.cookie && got->method == want.method);
    CHECK(same_vec2(got->origin, want.origin) && same_vec2(got->size, want.size));
    CHECK(got->cells[0] == want.cells[0] && got->cells[1] == want.cells[1]);
    CHECK(got->level == want.level && got->depth == want.depth && got->density == want.density);
    CHECK(got->mode == want.mode && got->orbit == want.orbit && got->breaking == want.breaking);
    CHECK(got->keep_level == want.keep_level);
    CHECK(got->refraction_amplitude == want.refraction_amplitude);
    CHECK(got->offshore_depth == want.offshore_depth && got->foam_life == want.foam_life);
    CHECK(got->spray.capacity == want.spray.capacity && got->spray.amount == want.spray.amount);
    CHECK(got->spray.radius == want.spray.radius);
    const waft_terrain_def* bed = &got->terrain;
    const waft_terrain_def flat = waft_terrain_def_default();
    CHECK(bed->kind == flat.kind && bed->low == flat.low && bed->high == flat.high);
    CHECK(bed->middle == flat.middle && same_vec2(bed->direction, flat.direction));
    CHECK(bed->from == flat.from && bed->to == flat.to && bed->bend == flat.bend);
    CHECK(same_vec2(bed->center, flat.center) && bed->radius == flat.radius);
    CHECK(bed->width == flat.width && bed->length == flat.length && bed->octaves == flat.octaves);
    const waft_train_def train = waft_train_def_default();
    CHECK(got->trains[0].shape == train.shape && got->trains[0].amplitude == train.amplitude);
    CHECK(same_vec2(got->trains[0].direction, train.direction));
    CHECK(got->trains[0].phase == train.phase && got->trains[0].length == 2.0f);
    const waft_world_def world = waft_scene_world_def(l.scene);
    const waft_world_def blank = waft_world_def_default();
    CHECK(world.gravity.y == blank.gravity.y && world.seed == blank.seed);
    CHECK(world.air.density == blank.air.density && world.threads == blank.threads);
    CHECK_NEAR(world.step, 1.0 / 270.0, 1e-15);
    unload(&l);
}

static void test_water(void) {
    static loaded l;
    load(&l, "waft: 1\nwater:\n  breaking: slide\n  paper: {breaking: literal}\n  level: 2\n"
             "  depth: 3\n  gauges: [{name: g, at: [1, 2]}]\n"
             "  tracers: [{name: t, at: [1, 1.5, 2]}]\n"
             "  trains: [{shape: point, center: [3, 4], wavenumber: 2, phase: 30 deg}]\n");
    const waft_water_def* def = &l.scene->water;
    CHECK(def->breaking == WAFT_BREAKING_SLIDE_LITERAL && def->level == 2.0f);
    CHECK(def->gauge_count == 1 && def->gauges[0].at.y == 2.0f);
    CHECK_TEXT(def->gauges[0].name, "g");
    CHECK(def->tracer_count == 1 && def->tracers[0].at.y == 1.5f);
    CHECK(def->trains[0].shape == WAFT_TRAIN_POINT && def->trains[0].center.y == 4.0f);
    CHECK(def->trains[0].wavenumber == 2.0f && def->trains[0].length == 0.0f);
    CHECK_NEAR(def->trains[0].phase, 0.5235987755982988, 1e-7);
    unload(&l);
}

static void test_curves(void) {
    static loaded l;
    load(&l, "waft: 1\nair: {wind: [[0, [1, 2, 3]], [2, [4, 5, 6]]]}\nwater:\n"
             "  spray: {capacity: 1, amount: [[1, 5]]}\n"
             "  trains: [{length: 2}, {length: 2, phase: [[0, 0], [1, 180 deg]]}]\n");
    CHECK(l.result == WAFT_OK && l.scene->curve_count == 5);
    const wafti_scene_curve* curves = l.scene->curves;
    for (uint32_t i = 0; i < 3; ++i) {
        CHECK((uint32_t)curves[i].knob == WAFT_KNOB_WIND_X + i && curves[i].key_count == 2);
        CHECK(curves[i].keys[1].value == 4.0f + (float)i && curves[i].keys[1].time == 2.0);
    }
    CHECK(curves[3].knob == WAFT_KNOB_SPRAY_AMOUNT && curves[3].keys[0].value == 5.0f);
    CHECK(curves[4].knob == WAFT_KNOB_TRAIN_PHASE && curves[4].index == 1);
    CHECK_NEAR(curves[4].keys[1].value, 3.14159265, 1e-6);
    const waft_world_def def = waft_scene_world_def(l.scene);
    CHECK(def.air.wind.x == 1.0f && def.air.wind.z == 3.0f);
    CHECK(l.scene->water.spray.amount == 5.0f);
    unload(&l);
    // What only pictures know of is not the world's.
    load(&l, "waft: 1\nwater: {}\ncamera: {from: [[0, [1, 2, 3]], [2, [4, 5, 6]]]}\n"
             "render: {haze: [[0, 0], [1, 1]]}\n");
    CHECK(l.result == WAFT_OK && l.scene->curve_count == 0);
    unload(&l);
}

static void test_world(void) {
    static loaded l;
    load(&l, "waft: 1\nseed: 9\ntime: {fps: 10, step: 0.05}\nair: {wind: [[0, [1, 0, 0]]]}\n"
             "water:\n  cells: [16, 16]\n  gauges: [{name: g, at: [1, 2]}]\n"
             "  trains: [{length: 2, amplitude: [[0, 0], [1, 0.05]]}]\n");
    counting c = {0};
    waft_world_def def = waft_scene_world_def(l.scene);
    def.allocator = counting_hook(&c);
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK_NEAR(waft_world_step_length(world), 0.05, 1e-12);
    CHECK(waft_water_gauge_count(waft_world_water(world)) == 1);
    take_steps(world, 20);
    waft_gauge_reading reading;
    CHECK(waft_water_gauge(waft_world_water(world), 0, &reading) == WAFT_OK);
    CHECK(reading.highest > 0.01f && reading.highest < 0.06f);
    const long calls = c.calls;
    waft_world_destroy(world);
    CHECK(c.live == 0);
    for (long i = 1; i <= calls; ++i) {
        c = (counting){.fail_at = i};
        CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_ERR_NO_MEMORY);
        CHECK(world == NULL && c.live == 0);
    }
    def.step = -1.0;
    CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_ERR_ARGUMENT);
    CHECK(world == NULL && strstr(error.sentence, "step") != NULL);
    unload(&l);
}

#if defined(WAFTI_HAVE_PNG)
// bed.png rises from 0 to 1 from its first corner to its last, in 4 x 4 samples.
static void test_map(void) {
    static loaded l;
    load(&l, "waft: 1\nwater: {terrain: {kind: map, file: bed.png, low: -4, high: 2}}\n");
    CHECK_TEXT(l.messages, "");
    const waft_terrain_def* terrain = &l.scene->water.terrain;
    CHECK(terrain->map_size[0] == 4 && terrain->map_size[1] == 4);
    CHECK_NEAR(terrain->map[0], -4.0, 1e-6);
    CHECK_NEAR(terrain->map[1], -3.0, 1e-3);
    CHECK_NEAR(terrain->map[15], 2.0, 1e-6);
    unload(&l);
}
#endif

static void test_estimate(void) {
    static loaded l;
    load(&l, "waft: 1\ntime: {duration: 1, fps: 10, step: 0.05}\n"
             "water: {cells: [64, 32], spray: {capacity: 100}, trains: [{length: 2}]}\n"
             "output:\n  - {format: png, every: 5}\n  - {format: pc2, stride: 2}\n"
             "  - {format: ply}\n  - {format: obj, every: 11}\n  - {format: state, every: 2}\n");
    const waft_scene_estimate estimate = waft_scene_get_estimate(l.scene);
    CHECK(estimate.memory > UINT64_C(64) * 32 * 4);
    CHECK(estimate.step_seconds > 0.0);
    CHECK_NEAR(estimate.total_seconds, 20.0 * estimate.step_seconds, 1e-12);
    const uint64_t png = UINT64_C(3) * 64 * 32 * 2;
    const uint64_t pc2 = UINT64_C(11) * 32 * 16 * 12;
    const uint64_t ply = UINT64_C(11) * 100 * 24;
    const uint64_t obj = UINT64_C(64) * 32 * 96;
    const uint64_t state = UINT64_C(6) * (64 * 32 * 4 + 100 * 24);
    CHECK(estimate.output == png + pc2 + ply + obj + state);
    unload(&l);
}

// A world's snapshot may hold a little more than is counted, but not much.
static void test_state_estimate(void) {
    static loaded l;
    load(&l, "waft: 1\ntime: {duration: 1, fps: 1, step: 1}\nwater: {cells: [64, 32], "
             "trains: [{length: 2}]}\noutput: [{format: state, every: 9}]\n");
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    waft_error error;
    CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK);
    const size_t counted = (size_t)waft_scene_get_estimate(l.scene).output;
    const size_t taken = waft_world_snapshot_size(world);
    CHECK(counted <= taken && taken < counted + 4096);
    waft_world_destroy(world);
    unload(&l);
}

static const test_case cases[] = {
    {"misuse", test_arguments},
    {"defaults are the library's", test_defaults_agree},
    {"water from values", test_water},
    {"curves from keys", test_curves},
    {"a world from a scene", test_world},
#if defined(WAFTI_HAVE_PNG)
    {"a bed from a picture", test_map},
#endif
    {"estimates", test_estimate},
    {"the estimate of a state", test_state_estimate},
};

#else

static const test_case cases[] = {{"misuse", test_arguments}};

#endif
TEST_MAIN(cases)
