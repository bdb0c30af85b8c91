// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include "hooks.h"
#include "scene_fixture.h"
#include "water/water.h"

static void test_arguments(void) {
    waft_error error = {.result = WAFT_OK};
    waft_world* world = (waft_world*)(void*)&error;
    const waft_world_def def = waft_scene_world_def(NULL);
    CHECK(def.struct_size == waft_world_def_default().struct_size);
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
    CHECK(got->struct_size == want.struct_size && got->method == want.method);
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
    CHECK(world.gravity[1] == blank.gravity[1] && world.seed == blank.seed);
    CHECK(world.air.density == blank.air.density && world.threads == blank.threads);
    CHECK_NEAR(world.step, 1.0 / 270.0, 1e-15);
    unload(&l);
}

// An estimate holds what the water needs to feel its bodies.
static void test_floating_memory(void) {
    static const char* const reactions[2] = {"on", "off"};
    double taken[2] = {0.0, 0.0};
    double estimated[2] = {0.0, 0.0};
    for (int n = 0; n < 2; ++n) {
        static loaded l;
        char text[400];
        (void)snprintf(text, sizeof(text),
            "waft: 1\nmedium: {kind: both, reaction: \"%s\"}\n"
            "water: {method: columns, size: [8, 8], cells: [64, 64], depth: 1}\n"
            "bodies: [{shape: {box: [1, 1, 1]}, density: 500, release: {position: [4, 1, 4]}}]\n",
            reactions[n]);
        load(&l, text);
        const waft_world_def def = waft_scene_world_def(l.scene);
        waft_world* world = NULL;
        waft_error error = {.sentence = ""};
        CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK);
        taken[n] = (double)waft_world_memory(world);
        estimated[n] = (double)waft_scene_get_estimate(l.scene).memory;
        waft_world_destroy(world);
        unload(&l);
    }
    CHECK(taken[0] - taken[1] > 64.0 * 64.0 * 200.0);
    CHECK_NEAR((estimated[0] - estimated[1]) / (taken[0] - taken[1]), 1.0, 0.02);
}

static void test_water(void) {
    static loaded l;
    load(&l, "waft: 1\nwater:\n  breaking: slide\n  paper: {breaking: literal}\n  level: 2\n"
             "  depth: 3\n  gauges: [{name: g, at: [1, 2]}]\n"
             "  tracers: [{name: t, at: [1, 1.5, 2]}]\n"
             "  trains: [{shape: point, center: [3, 4], wavenumber: 2, phase: 30 deg}]\n");
    const waft_water_def* def = &l.scene->water;
    CHECK(def->breaking == WAFT_BREAKING_SLIDE && def->literal_breaking && def->level == 2.0f);
    CHECK(def->gauge_count == 1 && def->gauges[0].at.y == 2.0f);
    CHECK_TEXT(def->gauges[0].name, "g");
    CHECK(def->tracer_count == 1 && def->tracers[0].at.y == 1.5f);
    CHECK(def->trains[0].shape == WAFT_TRAIN_POINT && def->trains[0].center.y == 4.0f);
    CHECK(def->trains[0].wavenumber == 2.0f && def->trains[0].length == 0.0f);
    CHECK_NEAR(def->trains[0].phase, 0.5235987755982988, 1e-7);
    unload(&l);
}

// Edges by their side, and those that are not named like the others.
static void test_edges(void) {
    static loaded l;
    load(&l,
        "waft: 1\nwater:\n  method: swe\n  edges:\n    left: {kind: inflow, flow: 3, sponge: 2}\n"
        "    right: {kind: level, level: 0}\n    others: {kind: wavemaker, period: 5}\n");
    CHECK_TEXT(l.messages, "");
    if (!CHECK(l.scene != NULL)) {
        return;
    }
    const waft_edge_def* edges = l.scene->water.edges;
    CHECK(edges[WAFT_WATER_LEFT].kind == WAFT_EDGE_INFLOW && edges[WAFT_WATER_LEFT].flow == 3.0f);
    CHECK(edges[WAFT_WATER_LEFT].sponge == 2 && edges[WAFT_WATER_RIGHT].sponge == 0);
    CHECK(edges[WAFT_WATER_RIGHT].kind == WAFT_EDGE_LEVEL);
    CHECK(edges[WAFT_WATER_RIGHT].level == 0.0f);
    for (int side = WAFT_WATER_BACK; side <= WAFT_WATER_FRONT; ++side) {
        CHECK(edges[side].kind == WAFT_EDGE_WAVEMAKER && edges[side].period == 5.0f);
        CHECK_NEAR(edges[side].amplitude, 0.1, 1e-7);
    }
    unload(&l);
    // What a kind has not stays the library's default.
    load(&l, "waft: 1\nwater: {method: columns, edges: {left: open, others: wall}}\n");
    const waft_water_def want = waft_water_def_default();
    CHECK(l.scene->water.edges[WAFT_WATER_LEFT].kind == WAFT_EDGE_OPEN);
    CHECK(l.scene->water.edges[WAFT_WATER_LEFT].period == want.edges[0].period);
    CHECK(l.scene->water.edges[WAFT_WATER_FRONT].kind == WAFT_EDGE_WALL);
    unload(&l);
    // A strip has walls along it, whatever the others are.
    load(&l, "waft: 1\nwater: {method: swe, cells: [40, 1], edges: {others: open}}\n");
    CHECK_TEXT(l.messages, "");
    CHECK(l.scene->water.edges[WAFT_WATER_RIGHT].kind == WAFT_EDGE_OPEN);
    CHECK(l.scene->water.edges[WAFT_WATER_BACK].kind == WAFT_EDGE_WALL);
    unload(&l);
}

static waft_shallow_def shallow_of(const char* water) {
    static loaded l;
    char text[256];
    (void)snprintf(text, sizeof(text), "waft: 1\nwater: {%s}\n", water);
    load(&l, text);
    CHECK_TEXT(l.messages, "");
    const waft_shallow_def def = l.scene != NULL ? l.scene->water.shallow : (waft_shallow_def){0};
    unload(&l);
    return def;
}

// What a method has not stays the library's default.
static void test_methods(void) {
    const waft_shallow_def want = waft_water_def_default().shallow;
    waft_shallow_def got =
        shallow_of("method: swe, substeps: 3, friction: 0.05, drag: 0.5, limiter: 1.5");
    CHECK(got.substeps == 3 && got.manning == 0.05f && got.drag == 0.5f && got.limiter == 1.5f);
    CHECK(got.damping_time == want.damping_time && got.scheme == want.scheme);
    got = shallow_of("method: swe");
    CHECK(got.substeps == 1 && got.manning == 0.02f && got.drag == 0.0f && got.limiter == 1.3f);
    got = shallow_of("method: implicit, scheme: centered, damping: 4, paper: {dry_eps: 1 mm}");
    CHECK(got.scheme == WAFT_IMPLICIT_CENTERED && got.damping_time == 4.0f);
    CHECK(got.dry_eps == 0.001f && got.manning == want.manning && got.limiter == want.limiter);
    got = shallow_of("method: implicit, paper: {scheme: explicit}");
    CHECK(got.explicit_scheme && got.damping_time == want.damping_time);
    got = shallow_of("method: columns, damping: 0, "
                     "paper: {area: fixed, areas: [0.2, 0.1], mean_flow: true}");
    CHECK(got.area == WAFT_PIPE_FIXED && got.mean_flow && got.damping_time == 0.0f);
    CHECK(got.fixed_area[0] == 0.2f && got.fixed_area[1] == 0.1f);
    got = shallow_of("mode: height");
    CHECK(got.substeps == want.substeps && got.manning == want.manning);
    CHECK(got.damping_time == want.damping_time && got.limiter == want.limiter);
}

static void test_grid_lists(void) {
    static loaded l;
    load(&l,
        "waft: 1\nwater:\n  method: columns\n"
        "  boxes: [{low: [0, 1], high: [2, 3], level: 0}, {low: [0, 0], high: [1, 1], level: -1}]\n"
        "  sources: [{center: [1, 2], rate: [[0, 0], [2, 0.5]]}, {center: [10, 10], radius: 1}]\n"
        "  rain: {rate: [[0, 3], [1, 6]], radius: 0.2, height: 2 cm, net: true}\n"
        "  handles: [{at: [1, 2], force: -20}, {kind: hold, at: [3, 4], level: [[1, 0.1]], most: "
        "5}]\n");
    CHECK_TEXT(l.messages, "");
    const waft_water_def* def = &l.scene->water;
    CHECK(def->box_count == 2 && def->boxes[0].low.y == 1.0f && def->boxes[0].high.x == 2.0f);
    CHECK(def->boxes[0].level == 0.0f && def->boxes[1].level == -1.0f);
    CHECK(def->source_count == 2 && def->sources[0].center.y == 2.0f);
    CHECK(def->sources[0].radius == 0.2f && def->sources[0].rate == 0.0f);
    CHECK(def->sources[1].radius == 1.0f && !def->sources[1].impulse);
    CHECK(def->rain.rate == 3.0f && def->rain.radius == 0.2f && def->rain.height == 0.02f);
    CHECK(def->rain.net);
    CHECK(def->handle_count == 2 && def->handles[0].kind == WAFT_HANDLE_FORCE);
    CHECK(def->handles[0].force == -20.0f && def->handles[0].at.x == 1.0f);
    CHECK(def->handles[1].kind == WAFT_HANDLE_HOLD && def->handles[1].level == 0.1f);
    CHECK(def->handles[1].most == 5.0f);
    const wafti_scene_curve* curves = l.scene->curves;
    CHECK(l.scene->curve_count == 3);
    CHECK_TEXT(curves[0].path.text, "water.sources[0].rate");
    CHECK(curves[0].keys[1].value == 0.5);
    CHECK_TEXT(curves[1].path.text, "water.rain.rate");
    CHECK_TEXT(curves[2].path.text, "water.handles[1].level");
    unload(&l);
}

// The command line may change the method of a scene; what the other has not is left out.
static void test_other_method(void) {
    static loaded l;
    const char* sets[] = {"water.method=swe"};
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = 1;
    load_with(&l,
        "waft: 1\nwater: {method: waves, mode: height, trains: [{length: 2}], "
        "spray: {capacity: 5, amount: [[0, 1], [1, 5]]}, paper: {breaking: literal}, "
        "tracers: [{name: t, at: [1, 0, 1]}]}\n",
        &options);
    CHECK_TEXT(l.messages, "");
    CHECK(l.scene->water.method == WAFT_WATER_SWE && l.scene->water.train_count == 0);
    CHECK(l.scene->water.mode == waft_water_def_default().mode && l.scene->curve_count == 0);
    CHECK(l.scene->water.spray.capacity == 5 && l.scene->water.tracer_count == 0);
    CHECK(l.scene->water.spray.amount == waft_water_def_default().spray.amount);
    // Each of the five is told.
    CHECK(waft_diagnostics_count(l.diagnostics) == 5);
    unload(&l);
    load_with(&l,
        "waft: 1\nwater: {method: implicit, paper: {dry_eps: 0.01}, "
        "sources: [{center: [1, 1]}, {center: [2, 2], impulse: true}]}\n",
        &options);
    CHECK_TEXT(l.messages, "");
    CHECK(l.scene->water.source_count == 2 && !l.scene->water.sources[1].impulse);
    unload(&l);
    sets[0] = "water.method=waves";
    load_with(&l,
        "waft: 1\nwater: {method: columns, damping: 3, fill: {file: nowhere.png}, "
        "edges: {left: open}, rain: {rate: 2}, handles: [{at: [1, 1]}]}\n",
        &options);
    CHECK_TEXT(l.messages, "");
    CHECK(l.scene->water.handle_count == 0 && l.scene->water.depth_map == NULL);
    CHECK(l.scene->water.edges[WAFT_WATER_LEFT].kind == WAFT_EDGE_WALL);
    CHECK(l.scene->water.shallow.damping_time == -1.0f && !l.scene->values.water_files.fill.given);
    unload(&l);
}

// A tide: the level of an edge on keys, and water that starts with a flow.
static void test_edge_keys(void) {
    static loaded l;
    load(&l, "waft: 1\nwater:\n  method: swe\n  drag: [[0, 0.5], [1, 2]]\n"
             "  size: [4, 4]\n  cells: [16, 16]\n  velocity: [0.5, -1]\n"
             "  boxes: [{low: [0, 0], high: [1, 4], level: 0, velocity: [2, 0]}]\n"
             "  edges:\n    left: {kind: level, level: [[0, 0], [0.5, 0.3]]}\n"
             "    right: {kind: inflow, flow: [[0, 0.1], [1, 0.2]]}\n");
    CHECK_TEXT(l.messages, "");
    CHECK(l.result == WAFT_OK && l.scene->curve_count == 3);
    CHECK(l.scene->water.velocity.y == -1.0f && l.scene->water.boxes[0].velocity.x == 2.0f);
    waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    CHECK(waft_scene_create_world(l.scene, &def, &world, NULL) == WAFT_OK);
    const waft_water* water = waft_world_water(world);
    CHECK(wafti_water_def_now(water)->edges[WAFT_WATER_LEFT].level == 0.0f);
    CHECK_NEAR(wafti_water_def_now(water)->shallow.drag, 0.5, 1e-6);
    while (waft_world_time(world) < 0.75) {
        CHECK(waft_world_step(world) == WAFT_OK);
    }
    CHECK(wafti_water_def_now(water)->edges[WAFT_WATER_LEFT].level == 0.3f);
    CHECK(wafti_water_def_now(water)->edges[WAFT_WATER_RIGHT].flow > 0.17f);
    waft_world_destroy(world);
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
        char path[32];
        (void)snprintf(path, sizeof(path), "air.wind[%u]", (unsigned)i);
        CHECK_TEXT(curves[i].path.text, path);
        CHECK(curves[i].key_count == 2);
        CHECK(curves[i].keys[1].value == 4.0 + (double)i && curves[i].keys[1].time == 2.0);
    }
    CHECK_TEXT(curves[3].path.text, "water.spray.amount");
    CHECK(curves[3].keys[0].value == 5.0);
    CHECK_TEXT(curves[4].path.text, "water.trains[1].phase");
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
    const uint64_t bed_hash = waft_scene_files_hash(l.scene);
    unload(&l);
    load(&l, "waft: 1\nwater: {method: swe, fill: {file: bed.png, deepest: 3}}\n");
    CHECK_TEXT(l.messages, "");
    CHECK(l.scene->water.depth_size[0] == 4 && l.scene->water.depth_size[1] == 4);
    CHECK_NEAR(l.scene->water.depth_map[0], 0.0, 1e-6);
    CHECK_NEAR(l.scene->water.depth_map[15], 3.0, 1e-6);
    CHECK(waft_scene_files_hash(l.scene) != 0 && waft_scene_files_hash(l.scene) != bed_hash);
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
    {"floating memory", test_floating_memory},
    {"water from values", test_water},
    {"edges from values", test_edges},
    {"methods from values", test_methods},
    {"boxes, sources, rain and handles", test_grid_lists},
    {"another method by the command line", test_other_method},
    {"curves from keys", test_curves},
    {"keys of edges", test_edge_keys},
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
