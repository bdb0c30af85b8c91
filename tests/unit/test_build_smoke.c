// SPDX-License-Identifier: MIT
#include "scene/scene.h"

#include "hooks.h"
#include "scene_fixture.h"

#include <math.h>

#if defined(WAFTI_HAVE_YAML)

#define SMOKE "waft: 1\nsmoke:\n  cells: [8, 9, 10]\n  spacing: 0.5\n"

// What a scene leaves out is what the library's default defs hold: one set of defaults.
static void test_defaults_agree(void) {
    static loaded l;
    load(&l, SMOKE "  sources: [{shape: {sphere: 1}, at: [2, 2, 2]}]\n"
                   "solids: [{shape: {sphere: 1}, at: [2, 2, 2]}]\n");
    const waft_smoke_def* got = &l.scene->smoke;
    waft_smoke_def want = waft_smoke_def_default();
    CHECK(got->cells[0] == 8 && got->cells[1] == 9 && got->cells[2] == 10);
    CHECK(got->spacing == 0.5f);
    CHECK(got->struct_size == want.struct_size && got->advection == want.advection);
    CHECK(got->origin.x == want.origin.x && got->origin.y == want.origin.y);
    for (int i = 0; i < WAFT_SIDE_COUNT; ++i) {
        CHECK(got->sides[i].kind == want.sides[i].kind);
        CHECK(got->sides[i].no_slip == want.sides[i].no_slip);
        CHECK(got->sides[i].speed == want.sides[i].speed);
        CHECK(got->sides[i].velocity.x == want.sides[i].velocity.x);
    }
    CHECK(!got->has_gravity && !want.has_gravity);
    CHECK(got->trace == want.trace && got->scheme == want.scheme);
    CHECK(got->viscosity == want.viscosity && got->viscosity_theta == want.viscosity_theta);
    CHECK(got->buoyancy.temperature == want.buoyancy.temperature);
    CHECK(got->buoyancy.density == want.buoyancy.density && got->confinement == want.confinement);
    CHECK(got->dissipation.density == want.dissipation.density);
    CHECK(got->dissipation.temperature == want.dissipation.temperature);
    CHECK(got->pressure.tolerance == want.pressure.tolerance);
    CHECK(got->pressure.iterations == want.pressure.iterations);
    CHECK(got->pressure.solver == want.pressure.solver);
    CHECK(got->pressure.smoother == want.pressure.smoother);
    CHECK(got->pressure.warns == want.pressure.warns && got->cfl == want.cfl);
    CHECK(got->max_substeps == want.max_substeps && got->every == want.every);
    CHECK(got->fractions == want.fractions && got->temperature == want.temperature);
    CHECK(got->source_capacity == want.source_capacity);
    CHECK(got->solid_capacity == want.solid_capacity);
    const waft_source_def* source = &l.scene->sources[0];
    const waft_source_def plain = waft_source_def_default();
    CHECK(source->struct_size == plain.struct_size && source->mode == plain.mode);
    CHECK(source->density == plain.density && source->temperature == plain.temperature);
    CHECK(source->time == plain.time && source->has_velocity == plain.has_velocity);
    CHECK(source->expansion == plain.expansion && source->noise.amount == plain.noise.amount);
    CHECK(source->noise.length == plain.noise.length && source->noise.speed == plain.noise.speed);
    CHECK(source->start == plain.start && source->end == plain.end);
    CHECK(l.scene->solids[0].no_slip == waft_solid_def_default().no_slip);
    CHECK(l.scene->solids[0].axis.y == waft_solid_def_default().axis.y);
    unload(&l);
}

static void test_values(void) {
    static loaded l;
    load(&l,
        SMOKE "  sides:\n    left: {kind: inflow, speed: 36 km/h, density: 2, temperature: 3}\n"
              "    back: {slip: none, velocity: [1, 2, 0]}\n"
              "  pressure: {on_fail: warn, solver: cg}\n  every: 3\n  gravity: [0, -1, 0]\n  "
              "velocity: [1, 2, 3]\n"
              "  sources:\n"
              "    - {shape: {capsule: [0.5, 1]}, at: [1, 2, 3],\n"
              "       rotation: {axis: [0, 0, 2], angle: 90 deg}, mode: add, velocity: [0, 0, 0], "
              "end: 2,\n"
              "       noise: {amount: 0.5, length: 3 cm}}\n"
              "solids:\n"
              "    - {shape: {box: [1, 2, 3]}, at: [2, 2, 2], slip: none}\n");
    CHECK_TEXT(l.messages, "");
    const waft_smoke_def* def = &l.scene->smoke;
    CHECK(def->sides[WAFT_SIDE_LEFT].kind == WAFT_SIDE_INFLOW);
    CHECK_NEAR(def->sides[WAFT_SIDE_LEFT].speed, 10.0, 1e-6);
    CHECK(def->sides[WAFT_SIDE_LEFT].density == 2.0f);
    CHECK(def->sides[WAFT_SIDE_LEFT].temperature == 3.0f);
    CHECK(def->sides[WAFT_SIDE_BACK].no_slip && def->sides[WAFT_SIDE_BACK].velocity.y == 2.0f);
    CHECK(def->has_gravity && def->gravity.y == -1.0f && def->velocity.z == 3.0f);
    CHECK(def->pressure.warns && def->pressure.solver == WAFT_PRESSURE_CG && def->every == 3);
    const waft_source_def* source = &l.scene->sources[0];
    CHECK(source->shape.kind == WAFT_SHAPE_CAPSULE && source->shape.size.y == 1.0f);
    CHECK(source->shape.radius == 0.5f && source->mode == WAFT_SOURCE_ADD);
    CHECK_NEAR(source->pose.rotation.z, sqrt(0.5), 1e-6);
    CHECK_NEAR(source->pose.rotation.w, sqrt(0.5), 1e-6);
    CHECK(source->pose.position.z == 3.0f);
    CHECK(source->has_velocity && source->end == 2.0 && source->noise.amount == 0.5f);
    CHECK_NEAR(source->noise.length, 0.03, 1e-8);
    CHECK(l.scene->solids[0].no_slip && l.scene->solids[0].shape.size.z == 3.0f);
    unload(&l);
}

static const wafti_scene_curve* curve_of(const waft_scene* scene, const char* path) {
    for (size_t i = 0; i < scene->curve_count; ++i) {
        if (strcmp(scene->curves[i].path.text, path) == 0) {
            return &scene->curves[i];
        }
    }
    return NULL;
}

// Keys become curves of the world's; what turns by a curve starts unturned.
static void test_curves(void) {
    static loaded l;
    load(&l, SMOKE "  confinement: [[0, 1], [2, 3]]\n"
                   "  sides: {right: {kind: inflow, speed: [[0, 1], [1, 2]]}}\n"
                   "solids:\n"
                   "    - {shape: {sphere: 0.5}, at: [2, 2, 2], rotation: {angle: 1}}\n"
                   "    - {shape: {sphere: 0.5}, at: [[1, [1, 2, 3]], [2, [2, 3, 4]]],\n"
                   "       rotation: {angle: [[0, 1], [3, 2]]}}\n");
    CHECK_TEXT(l.messages, "");
    CHECK(l.scene->curve_count == 2);
    const waft_solid_def* moved = &l.scene->solids[1];
    CHECK(moved->key_count == 2 && moved->keys[1].pose.position.y == 3.0f);
    CHECK(moved->angle_count == 2 && moved->angles[0].value == 1.0f);
    CHECK(curve_of(l.scene, "smoke.sides.right.speed") != NULL);
    CHECK_NEAR(l.scene->solids[0].pose.rotation.w, cos(0.5), 1e-6);
    CHECK(l.scene->solids[1].pose.rotation.w == 1.0f);
    CHECK(l.scene->solids[1].pose.position.z == 3.0f);
    unload(&l);
}

// In a flat flow things turn about z, and there are no sides along it.
static void test_flat(void) {
    static loaded l;
    load(&l,
        "waft: 1\nsmoke:\n  cells: [8, 8, 1]\n  spacing: 0.5\n"
        "solids: [{shape: {box: [1, 1, 1]}, at: [2, 2, 0], rotation: {angle: 1}},"
        " {shape: {box: [1, 1, 1]}, at: [2, 2, 0], rotation: {axis: [0, 0, -2], angle: 1}}]\n");
    CHECK_TEXT(l.messages, "");
    CHECK_NEAR(l.scene->solids[0].pose.rotation.z, sin(0.5), 1e-6);
    CHECK_NEAR(l.scene->solids[1].pose.rotation.z, -sin(0.5), 1e-6);
    CHECK(l.scene->solids[1].axis.z == -1.0f);
    CHECK(l.scene->smoke.sides[WAFT_SIDE_FRONT].kind == WAFT_SIDE_CLOSED);
    unload(&l);
}

static void test_world(void) {
    static loaded l;
    load(&l, SMOKE "  sources: [{shape: {sphere: 1}, at: [2, 1, 2], temperature: 9}]\n"
                   "solids: [{shape: {box: [2, 0.1, 2]}, at: [2, 3, 2]}]\n");
    const waft_world_def def = waft_scene_world_def(l.scene);
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    const waft_smoke* smoke = waft_world_smoke(world);
    if (CHECK(smoke != NULL)) {
        waft_solid_info info;
        CHECK(waft_world_solid_count(world) == 1 && waft_scene_solid_count(l.scene) == 1);
        CHECK(waft_world_solid_at(world, 0, &info) == WAFT_OK && info.sheet);
        take_steps(world, 1);
        CHECK(waft_smoke_get_stats(smoke).temperature_max > 8.0);
    }
    const waft_scene_estimate estimate = waft_scene_get_estimate(l.scene);
    CHECK(estimate.memory >= waft_smoke_memory_needed(&l.scene->smoke));
    CHECK(estimate.step_seconds > 0.0);
    waft_world_destroy(world);
    unload(&l);
    CHECK(waft_scene_solid_count(NULL) == 0);
}

// A finer flow and its bank are counted before anything is taken.
static void test_detail_memory(void) {
    static loaded plain;
    static loaded fine;
    load(&plain, SMOKE);
    load(&fine, SMOKE "  turbulence: {refine: 2, bank: {size: 64, count: 25, storage: half}}\n");
    const size_t without = (size_t)waft_scene_get_estimate(plain.scene).memory;
    const size_t with = (size_t)waft_scene_get_estimate(fine.scene).memory;
    const size_t bank = (size_t)25 * 3 * 64 * 64 * 64 * 2;
    CHECK(with > without + bank);
    CHECK(with < 100 * without + bank);
    unload(&plain);
    unload(&fine);
}

static const test_case cases[] = {
    {"a finer flow is counted", test_detail_memory},
    {"defaults agree", test_defaults_agree},
    {"values reach the defs", test_values},
    {"keys become curves", test_curves},
    {"flat flows", test_flat},
    {"a world of it", test_world},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)
