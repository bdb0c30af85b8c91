// SPDX-License-Identifier: MIT
// Values of a liquid that change while it runs.
#include <stddef.h>

#include "liquid/solver.h"
#include "liquid_fixture.h"
#include "test.h"

static waft_liquid_def box_def(waft_liquid_method method) {
    waft_liquid_def def = liquid_box(0.05f, 0.6f, 0.8f, 0.4f);
    def.method = method;
    def.max_particles = 2000;
    return def;
}

// A dam and a jet.
static liquid_fixture open_box(const waft_liquid_def* def) {
    liquid_fixture f = liquid_open(def, 0.01, 9.81f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.3f, 0.4f, 0.4f);
    waft_liquid_emitter_def jet = waft_liquid_emitter_def_default();
    jet.center = (waft_vec3){0.45f, 0.6f, 0.2f};
    jet.direction = (waft_vec3){0.0f, -1.0f, 0.0f};
    jet.radius = 0.06f;
    jet.start = 0.02;
    CHECK(waft_liquid_add_emitter(f.liquid, &jet, NULL) == WAFT_OK);
    return f;
}

static void run(liquid_fixture* f, int steps) {
    for (int n = 0; n < steps; ++n) {
        liquid_step(f);
    }
}

typedef struct alteration {
    const char* path;
    size_t offset;
    float value;
    bool wcsph, dfsph;
} alteration;

#define OF(member) offsetof(waft_liquid_def, member)
static const alteration alterations[] = {
    {"liquid.kinematic_viscosity", OF(kinematic_viscosity), 0.01f, true, true},
    {"liquid.surface_tension", OF(surface_tension), 0.07f, false, true},
    {"liquid.sound_speed", OF(sound_speed), 50.0f, true, false},
    {"liquid.artificial_viscosity", OF(artificial_viscosity), 0.02f, true, false},
    {"liquid.max_step", OF(max_step), 0.0005f, true, true},
    {"liquid.tolerance.density", OF(density_tolerance), 1e-2f, false, true},
    {"liquid.tolerance.divergence", OF(divergence_tolerance), 1e-2f, false, true},
};
enum { ALTERATIONS = sizeof(alterations) / sizeof(alterations[0]) };
static const waft_liquid_method methods[] = {WAFT_LIQUID_WCSPH, WAFT_LIQUID_DFSPH};

static bool has(const alteration* a, int n) {
    return n == 0 ? a->wcsph : a->dfsph;
}

static waft_liquid_def altered(const waft_liquid_def* def, const alteration* a) {
    waft_liquid_def out = *def;
    memcpy((unsigned char*)&out + a->offset, &a->value, sizeof(a->value));
    return out;
}

static void change(liquid_fixture* f, const waft_liquid_def* wanted) {
    waft_error error = {0};
    if (!CHECK(wafti_liquid_change(f->liquid, wanted, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static void a_changed_liquid_is_as_one_created_so(void) {
    for (int m = 0; m < 2; ++m) {
        const waft_liquid_def def = box_def(methods[m]);
        liquid_fixture plain = open_box(&def);
        run(&plain, 6);
        for (int n = 0; n < ALTERATIONS; ++n) {
            if (!has(&alterations[n], m)) {
                continue;
            }
            const waft_liquid_def other = altered(&def, &alterations[n]);
            liquid_fixture a = open_box(&def);
            liquid_fixture b = open_box(&other);
            change(&a, &other);
            run(&a, 6);
            run(&b, 6);
            if (!CHECK(waft_world_hash(a.world) == waft_world_hash(b.world)) ||
                !CHECK(waft_world_hash(a.world) != waft_world_hash(plain.world))) {
                (void)fprintf(stderr, "  method %d, %s\n", m, alterations[n].path);
            }
            liquid_close(&a);
            liquid_close(&b);
        }
        liquid_close(&plain);
    }
}

static void move_state(const liquid_fixture* from, liquid_fixture* to) {
    const size_t size = waft_world_snapshot_size(from->world);
    void* bytes = malloc(size);
    CHECK(waft_world_snapshot(from->world, bytes, size) == WAFT_OK);
    CHECK(waft_world_restore(to->world, bytes, size) == WAFT_OK);
    free(bytes);
}

static void turn_jet(liquid_fixture* f) {
    waft_liquid_emitter_def jet;
    CHECK(wafti_liquid_emitter_now(f->liquid, 0, &jet));
    jet.direction = (waft_vec3){1.0f, 0.0f, 0.0f};
    jet.center.x = 0.2f;
    jet.speed = 2.0f;
    CHECK(wafti_liquid_change_emitter(f->liquid, 0, &jet, NULL) == WAFT_OK);
}

static void changes_are_state(void) {
    for (int m = 0; m < 2; ++m) {
        const waft_liquid_def def = box_def(methods[m]);
        waft_liquid_def other = def;
        for (int n = 0; n < ALTERATIONS; ++n) {
            other = has(&alterations[n], m) ? altered(&other, &alterations[n]) : other;
        }
        liquid_fixture a = open_box(&def);
        run(&a, 4);
        change(&a, &other);
        turn_jet(&a);
        run(&a, 4);
        liquid_fixture b = open_box(&def);
        move_state(&a, &b);
        CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
        run(&a, 2);
        run(&b, 2);
        change(&a, &def);
        change(&b, &def);
        run(&a, 4);
        run(&b, 4);
        CHECK(waft_world_hash(a.world) == waft_world_hash(b.world));
        liquid_close(&a);
        liquid_close(&b);
    }
}

static void refuse(liquid_fixture* f, const waft_liquid_def* wanted, const char* sentence) {
    waft_error error;
    CHECK(wafti_liquid_change(f->liquid, wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, sentence);
}

static void other_members_are_refused_by_name(void) {
    const waft_liquid_def def = box_def(WAFT_LIQUID_WCSPH);
    liquid_fixture f = open_box(&def);
    const uint64_t before = waft_world_hash(f.world);
    waft_liquid_def wanted = *wafti_liquid_def_now(f.liquid);
    wanted.spacing = 0.1f;
    refuse(&f, &wanted, "liquid.spacing cannot change while the world runs");
    wanted = *wafti_liquid_def_now(f.liquid);
    wanted.surface_tension = 0.07f;
    refuse(&f, &wanted,
        "liquid.surface_tension is not calibrated but for dfsph, 3-D, cubic, support 2");
    wanted = *wafti_liquid_def_now(f.liquid);
    wanted.kinematic_viscosity = -1.0f;
    refuse(&f, &wanted, "liquid.kinematic_viscosity is -1: allowed are values from 0 up to 1e+06");
    waft_liquid_emitter_def jet;
    waft_error error;
    CHECK(!wafti_liquid_emitter_now(f.liquid, 1, &jet));
    CHECK(wafti_liquid_emitter_now(f.liquid, 0, &jet));
    CHECK(wafti_liquid_change_emitter(f.liquid, 1, &jet, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "liquid.emitters[1]: there are 1");
    jet.speed = -1.0f;
    CHECK(wafti_liquid_change_emitter(f.liquid, 0, &jet, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_world_hash(f.world) == before);
    liquid_close(&f);
}

static void a_turned_jet_sends_its_water_elsewhere(void) {
    const waft_liquid_def def = box_def(WAFT_LIQUID_DFSPH);
    liquid_fixture f = open_box(&def);
    turn_jet(&f);
    run(&f, 6);
    const waft_liquid_view view = waft_liquid_get_view(f.liquid);
    uint32_t newest = 0;
    for (uint32_t i = 0; i < view.count; ++i) {
        newest = view.id[i] > view.id[newest] ? i : newest;
    }
    CHECK(waft_liquid_get_stats(f.liquid).emitted > 0);
    CHECK((double)view.velocity[0][newest] > 1.5);
    liquid_close(&f);
}

// N on the bottom, mean of the last steps.
static double weight_on_bottom(liquid_fixture* f) {
    double sum = 0.0;
    for (int n = 0; n < 50; ++n) {
        liquid_step(f);
        sum += waft_liquid_get_stats(f->liquid).side_force[2][1];
    }
    return -sum / 50.0;
}

static void twice_the_gravity_weighs_twice(void) {
    waft_liquid_def def = liquid_box(0.05f, 0.4f, 0.6f, 0.4f);
    def.method = WAFT_LIQUID_DFSPH;
    def.max_particles = 2000;
    def.kinematic_viscosity = 0.01f;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.4f, 0.3f, 0.4f);
    run(&f, 100);
    const double once = weight_on_bottom(&f);
    CHECK_NEAR(once, 1000.0 * 0.4 * 0.4 * 0.3 * 9.81, 0.05 * once);
    wafti_liquid_set_gravity(f.liquid, (waft_vec3){0.0f, -2.0f * 9.81f, 0.0f});
    run(&f, 100);
    CHECK_NEAR(weight_on_bottom(&f) / once, 2.0, 0.05);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"a_changed_liquid_is_as_one_created_so", a_changed_liquid_is_as_one_created_so},
    {"changes_are_state", changes_are_state},
    {"other_members_are_refused_by_name", other_members_are_refused_by_name},
    {"a_turned_jet_sends_its_water_elsewhere", a_turned_jet_sends_its_water_elsewhere},
    {"twice_the_gravity_weighs_twice", twice_the_gravity_weighs_twice},
};

TEST_MAIN(cases)
