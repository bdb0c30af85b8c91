// SPDX-License-Identifier: MIT
// Values of a water that change while it runs.
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "set_water.h"
#include "unit/lake_fixture.h"
#include "water/waves.h"

enum { MOST_BYTES = 1 << 18 };
static unsigned char bytes[MOST_BYTES];

// 2 m of water in motion, with everything that a method has.
static waft_water_def busy(waft_water_method method) {
    static waft_water_source_def source;
    static waft_train_def train;
    waft_water_def def = lake_def(method);
    source = waft_water_source_def_default();
    source.center = (waft_vec2){2.0f, 2.0f};
    source.rate = 0.3f;
    train = waft_train_def_default();
    train.length = 2.0f;
    if (method == WAFT_WATER_WAVES) {
        def.trains = &train;
        def.train_count = 1;
        def.spray.capacity = 500;
        return def;
    }
    def.sources = &source;
    def.source_count = 1;
    def.edges[WAFT_WATER_LEFT].kind = WAFT_EDGE_WAVEMAKER;
    if (method == WAFT_WATER_SWE) {
        def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_LEVEL;
        def.edges[WAFT_WATER_BACK].kind = WAFT_EDGE_INFLOW;
    }
    def.rain.radius = 0.2f;
    if (method != WAFT_WATER_IMPLICIT) {
        def.spray.capacity = 500;
        def.spray.radius = 0.02f;
        def.spray.threshold = 0.05f;
    }
    return def;
}

static water_fixture* open_busy(const waft_water_def* def) {
    if (def->method != WAFT_WATER_WAVES) {
        return lake_open_with(def, wafti_method_of(def->method), 1);
    }
    water_fixture* f = water_fixture_open(def, 1);
    CHECK(f->water != NULL);
    return f;
}

// A member of the def and another value for it.
typedef struct alteration {
    const char* path;
    size_t offset;
    float value;
    bool waves, implicit, columns, swe;
} alteration;

#define OF(member) offsetof(waft_water_def, member)
static const alteration alterations[] = {
    {"water.density", OF(density), 500.0f, true, true, true, true},
    {"water.foam_life", OF(foam_life), 0.5f, true, true, true, true},
    {"water.spray.amount", OF(spray.amount), 50.0f, true, false, false, false},
    {"water.spray.efficiency", OF(spray.efficiency), 0.9f, false, false, true, true},
    {"water.spray.threshold", OF(spray.threshold), 0.2f, false, false, true, true},
    {"water.damping", OF(shallow.damping_time), 0.3f, false, true, true, false},
    {"water.friction", OF(shallow.manning), 0.2f, false, false, false, true},
    {"water.drag", OF(shallow.drag), 0.8f, false, false, false, true},
    {"water.limiter", OF(shallow.limiter), 1.9f, false, false, false, true},
    {"water.rain.rate", OF(rain.rate), 300.0f, false, true, true, true},
    {"water.edges.left.amplitude", OF(edges[0].amplitude), 0.02f, false, true, true, true},
    {"water.edges.left.period", OF(edges[0].period), 0.7f, false, true, true, true},
    {"water.edges.right.level", OF(edges[1].level), 0.3f, false, false, false, true},
    {"water.edges.back.flow", OF(edges[2].flow), 0.1f, false, false, false, true},
};
enum { ALTERATIONS = sizeof(alterations) / sizeof(alterations[0]) };

static bool has(const alteration* a, int method) {
    const bool by_method[] = {a->waves, a->implicit, a->columns, a->swe};
    return by_method[method];
}

static waft_water_def altered(const waft_water_def* def, const alteration* a) {
    waft_water_def out = *def;
    memcpy((unsigned char*)&out + a->offset, &a->value, sizeof(a->value));
    return out;
}

static void change(water_fixture* f, const waft_water_def* wanted) {
    waft_error error = {0};
    if (!CHECK(wafti_water_change(f->water, wanted, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static void a_changed_water_is_as_one_created_so(void) {
    for (int method = WAFT_WATER_WAVES; method <= WAFT_WATER_SWE; ++method) {
        const waft_water_def def = busy((waft_water_method)method);
        for (int n = 0; n < ALTERATIONS; ++n) {
            if (!has(&alterations[n], method)) {
                continue;
            }
            const waft_water_def other = altered(&def, &alterations[n]);
            water_fixture* plain = open_busy(&def);
            water_fixture* a = open_busy(&def);
            water_fixture* b = open_busy(&other);
            CHECK(wafti_water_fingerprint(a->water) == wafti_water_fingerprint(b->water));
            change(a, &other);
            CHECK(
                memcmp((const unsigned char*)wafti_water_def_now(a->water) + alterations[n].offset,
                    &alterations[n].value, sizeof(float)) == 0);
            lake_run(plain, 60);
            lake_run(a, 60);
            lake_run(b, 60);
            if (!CHECK(lake_hash(a) == lake_hash(b)) || !CHECK(lake_hash(a) != lake_hash(plain))) {
                (void)fprintf(stderr, "  method %d, %s\n", method, alterations[n].path);
            }
            water_fixture_close(plain);
            water_fixture_close(a);
            water_fixture_close(b);
        }
    }
}

static void move_state(const water_fixture* from, water_fixture* to) {
    wafti_stream save = wafti_stream_save(bytes, sizeof(bytes));
    wafti_water_state(from->water, &save);
    CHECK(!save.failed);
    wafti_stream load = wafti_stream_load(bytes, save.position);
    wafti_water_state(to->water, &load);
    CHECK(!load.failed && load.position == save.position);
    wafti_water_redraw(to->water, from->water->time);
    to->steps = from->steps;
}

// Changed, saved into a water that was created without, and changed back.
static void changes_are_state(void) {
    for (int method = WAFT_WATER_WAVES; method <= WAFT_WATER_SWE; ++method) {
        const waft_water_def def = busy((waft_water_method)method);
        waft_water_def other = def;
        for (int n = 0; n < ALTERATIONS; ++n) {
            other = has(&alterations[n], method) ? altered(&other, &alterations[n]) : other;
        }
        water_fixture* a = open_busy(&def);
        lake_run(a, 10);
        change(a, &other);
        lake_run(a, 10);
        water_fixture* b = open_busy(&def);
        CHECK(wafti_water_fingerprint(a->water) == wafti_water_fingerprint(b->water));
        move_state(a, b);
        CHECK(lake_hash(a) == lake_hash(b));
        lake_run(a, 10);
        lake_run(b, 10);
        change(a, &def);
        change(b, &def);
        lake_run(a, 10);
        lake_run(b, 10);
        CHECK(lake_hash(a) == lake_hash(b));
        water_fixture_close(a);
        water_fixture_close(b);
    }
}

static void refuse(const water_fixture* f, const waft_water_def* wanted, const char* sentence) {
    waft_error error = {0};
    CHECK(wafti_water_change(f->water, wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, sentence);
}

static void other_members_are_refused_by_name(void) {
    const waft_water_def def = busy(WAFT_WATER_SWE);
    water_fixture* f = open_busy(&def);
    const uint64_t before = lake_hash(f);
    waft_water_def wanted = def;
    wanted.cells[0] = 64;
    refuse(f, &wanted, "water.cells cannot change while the world runs");
    wanted = def;
    wanted.method = WAFT_WATER_COLUMNS;
    refuse(f, &wanted, "water.method cannot change while the world runs");
    wanted = def;
    wanted.edges[WAFT_WATER_FRONT].kind = WAFT_EDGE_OPEN;
    refuse(f, &wanted, "water.edges.front.kind cannot change while the world runs");
    wanted = def;
    wanted.edges[WAFT_WATER_LEFT].period = -1.0f;
    refuse(f, &wanted, "water.edges.left.period is -1: allowed are values above 0 up to 100000");
    wanted = def;
    wanted.shallow.damping_time = 3.0f;
    refuse(f, &wanted,
        "water.damping is not a setting of method swe: give drag, which is its inverse");
    CHECK(lake_hash(f) == before);
    water_fixture_close(f);
}

static void a_basin_fills_to_the_changed_level_of_its_edge(void) {
    waft_water_def def = lake_def(WAFT_WATER_SWE);
    def.edges[WAFT_WATER_LEFT].kind = WAFT_EDGE_LEVEL;
    def.shallow.drag = 1.0f;
    water_fixture* f = open_busy(&def);
    lake_run(f, 10);
    CHECK_NEAR(lake_stat(f, "water.level_mean"), 0.0, 1e-6);
    def.edges[WAFT_WATER_LEFT].level = 0.3f;
    change(f, &def);
    lake_run(f, 60 * 40);
    CHECK_NEAR(lake_stat(f, "water.level_mean"), 0.3, 1e-3);
    CHECK_NEAR(lake_stat(f, "water.volume_error"), 0.0, 1e-3);
    water_fixture_close(f);
}

static void properties_set_members_of_the_def(void) {
    waft_water_def def = lake_def(WAFT_WATER_SWE);
    def.edges[WAFT_WATER_LEFT].kind = WAFT_EDGE_LEVEL;
    water_fixture* f = open_busy(&def);
    CHECK(set_water(f->water, "water.edges.left.level", 0.25f) == WAFT_OK);
    CHECK(set_water(f->water, "water.friction", 0.1f) == WAFT_OK);
    CHECK(set_water(f->water, "water.drag", 1.0f) == WAFT_OK);
    CHECK(f->water->def.edges[WAFT_WATER_LEFT].level == 0.25f);
    CHECK(f->water->lake->s.edges[WAFT_WATER_LEFT].level == 0.25);
    CHECK(f->water->lake->s.def.manning == 0.1f && f->water->lake->s.def.drag == 1.0f);
    lake_run(f, 60 * 40);
    CHECK_NEAR(lake_stat(f, "water.level_mean"), 0.25, 2e-3);
    CHECK(set_water(f->water, "water.damping", 1.0f) == WAFT_ERR_ARGUMENT);
    CHECK(set_water(f->water, "water.drag", -1.0f) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f->error.sentence, "water.drag is -1: allowed are values from 0 up to 1000");
    water_fixture_close(f);
}

// Steps between two changes of the sign of the level in a corner: half a period of a seiche.
static int half_period(water_fixture* f) {
    int since = 0;
    int crossings = 0;
    double last = 0.0;
    for (int n = 0; n < 4000 && crossings < 5; ++n) {
        lake_run(f, 1);
        const double level = lake_depth(f, 0, 0) - 1.0;
        crossings += level * last < 0.0;
        since += crossings >= 1 && crossings < 5;
        last = level != 0.0 ? level : last;
    }
    return since;
}

static void twice_the_gravity_makes_waves_faster_by_root_two(void) {
    for (int method = WAFT_WATER_IMPLICIT; method <= WAFT_WATER_SWE; ++method) {
        waft_water_def def = lake_def((waft_water_method)method);
        static const float tilted[] = {1.01f, 0.99f};
        def.depth_map = tilted;
        def.depth_size[0] = 2;
        def.depth_size[1] = 1;
        def.shallow.substeps = 4;
        if (method == WAFT_WATER_IMPLICIT) {
            def.shallow.scheme = WAFT_IMPLICIT_CENTERED;
        }
        water_fixture* f = open_busy(&def);
        lake_run(f, 30);
        const double before = half_period(f);
        f->context.gravity = 2.0 * 9.81;
        wafti_water_follow(f->water);
        lake_run(f, 30);
        const double after = half_period(f);
        CHECK_NEAR(before / after, sqrt(2.0), 0.03);
        water_fixture_close(f);
    }
}

static double level_at(const water_fixture* f, float x) {
    const waft_vec3 at = {x, 0.0f, 3.0f};
    waft_water_sample sample;
    CHECK(waft_water_query(f->water, &at, 1, &sample) == WAFT_OK);
    return (double)sample.level;
}

static void trains_follow_gravity_without_a_jump(void) {
    waft_water_def def = busy(WAFT_WATER_WAVES);
    def.mode = WAFT_WAVE_HEIGHT;
    water_fixture* f = open_busy(&def);
    lake_run(f, 100);
    const double before = level_at(f, 3.0f);
    const double frequency = wafti_water_live(f->water, 0)->airy.frequency;
    f->context.gravity = 2.0 * 9.81;
    wafti_water_follow(f->water);
    wafti_water_redraw(f->water, f->water->time);
    CHECK_NEAR(level_at(f, 3.0f), before, 1e-6);
    CHECK_NEAR(wafti_water_live(f->water, 0)->airy.frequency / frequency, sqrt(2.0), 1e-12);
    // It runs on at its new speed, from there.
    water_fixture* b = open_busy(&def);
    b->context.gravity = 2.0 * 9.81;
    move_state(f, b);
    CHECK_NEAR(level_at(b, 3.0f), before, 1e-6);
    lake_run(f, 20);
    lake_run(b, 20);
    CHECK(lake_hash(f) == lake_hash(b) && fabs(level_at(f, 3.0f) - before) > 1e-3);
    water_fixture_close(b);
    water_fixture_close(f);
}

static void damping_acts_at_once(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    const waft_water_box_def box = {.low = {-1.0f, -1.0f}, .high = {4.0f, 9.0f}, .level = 0.05f};
    def.boxes = &box;
    def.box_count = 1;
    def.shallow.damping_time = 0.0f;
    water_fixture* f = open_busy(&def);
    lake_run(f, 600);
    const double start =
        lake_stat(f, "water.kinetic_energy") + lake_stat(f, "water.potential_energy");
    lake_run(f, 600);
    const double kept =
        lake_stat(f, "water.kinetic_energy") + lake_stat(f, "water.potential_energy");
    // The potential energy is counted from the start, which is not at rest.
    def.shallow.damping_time = 2.0f;
    change(f, &def);
    CHECK_NEAR(kept, start, 0.02 * fabs(start) + 5.0);
    const double moving = lake_stat(f, "water.kinetic_energy");
    lake_run(f, 600); // 5 times 2 s
    CHECK(lake_stat(f, "water.kinetic_energy") < 0.05 * moving);
    water_fixture_close(f);
}

static void items_of_lists_change(void) {
    const waft_water_def def = busy(WAFT_WATER_COLUMNS);
    water_fixture* f = open_busy(&def);
    waft_water_source_def source = def.sources[0];
    source.rate = 0.6f;
    source.center = (waft_vec2){6.0f, 4.0f};
    source.radius = 0.5f;
    CHECK(wafti_water_change_source(f->water, 0, &source, &f->error) == WAFT_OK);
    CHECK(wafti_water_change_source(f->water, 1, &source, &f->error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f->error.sentence, "water.sources[1]: there are 1");
    const double before = lake_stat(f, "water.inflow");
    lake_run(f, 60);
    CHECK(lake_stat(f, "water.inflow") - before > 0.59);
    source.center.x = 20.0f;
    CHECK(wafti_water_change_source(f->water, 0, &source, &f->error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(
        f->error.sentence, "water.sources[0].center[0] is 20: allowed are values from 0 up to 8");
    water_fixture_close(f);
    const waft_water_def sea = busy(WAFT_WATER_WAVES);
    f = open_busy(&sea);
    waft_train_def train = sea.trains[0];
    train.length = 8.0f;
    CHECK(wafti_water_change_train(f->water, 0, &train, &f->error) == WAFT_OK);
    CHECK_NEAR(wafti_water_live(f->water, 0)->airy.length, 8.0, 1e-9);
    CHECK(wafti_water_change_train(f->water, 1, &train, &f->error) == WAFT_ERR_ARGUMENT);
    train.period = 1.0f;
    CHECK(wafti_water_change_train(f->water, 0, &train, &f->error) == WAFT_ERR_ARGUMENT);
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"a_changed_water_is_as_one_created_so", a_changed_water_is_as_one_created_so},
    {"changes_are_state", changes_are_state},
    {"other_members_are_refused_by_name", other_members_are_refused_by_name},
    {"a_basin_fills_to_the_changed_level_of_its_edge",
        a_basin_fills_to_the_changed_level_of_its_edge},
    {"properties_set_members_of_the_def", properties_set_members_of_the_def},
    {"twice_the_gravity_makes_waves_faster_by_root_two",
        twice_the_gravity_makes_waves_faster_by_root_two},
    {"trains_follow_gravity_without_a_jump", trains_follow_gravity_without_a_jump},
    {"damping_acts_at_once", damping_acts_at_once},
    {"items_of_lists_change", items_of_lists_change},
};

TEST_MAIN(cases)
