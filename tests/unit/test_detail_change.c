// SPDX-License-Identifier: MIT
// Values of turbulence that change while it runs.
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 16 };
static const double spacing = 0.0625;
static const double step = 0.02;

static waft_detail_def plain_def(void) {
    waft_detail_def def = waft_detail_def_default();
    def.triggers[0] = waft_trigger_default(WAFT_TRIGGER_VORTICITY);
    def.triggers[0].speed = 0.5f;
    def.triggers[1] = waft_trigger_default(WAFT_TRIGGER_SPEED);
    def.trigger_count = 2;
    def.trigger_max = true;
    return def;
}

static double swirl(const double p[3], void* user) {
    (void)user;
    return sin(6.283185307179586 * p[1]);
}

static detail_fixture open_with(const waft_detail_def* def, double wavenumber) {
    const waft_smoke_def smoke = detail_fixture_box(N, spacing);
    detail_fixture d =
        detail_fixture_open(&smoke, step, def, detail_fixture_bank(N, wavenumber, 1.0), 1);
    smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X, 0, swirl, NULL);
    return d;
}

static void run(detail_fixture* d, int steps) {
    for (int n = 0; n < steps; ++n) {
        smoke_fixture_need(&d->f, waft_world_step(d->f.world));
    }
}

static void change(detail_fixture* d, const waft_detail_def* wanted) {
    waft_detail_def own = *wanted;
    own.bank = d->detail->def.bank;
    waft_error error = {0};
    if (!CHECK(wafti_detail_change(d->detail, &own, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
}

static waft_detail_def altered(int n) {
    waft_detail_def def = plain_def();
    switch (n) {
    case 0:
        def.strength = 2.0f;
        break;
    case 1:
        def.follow = 0.6f;
        break;
    case 2:
        def.hold = 0.1;
        break;
    case 3:
        def.burst = 2;
        def.calm = 3;
        break;
    case 4:
        def.triggers[0].threshold = 3.0f;
        break;
    case 5:
        def.triggers[0].speed = 0.1f;
        break;
    case 6:
        def.trigger_max = false;
        break;
    default:
        def.shift = false;
        break;
    }
    return def;
}
enum { ALTERATIONS = 8 };

static void a_changed_detail_is_as_one_created_so(void) {
    const waft_detail_def def = plain_def();
    detail_fixture plain = open_with(&def, 4.0);
    run(&plain, 8);
    for (int n = 0; n < ALTERATIONS; ++n) {
        const waft_detail_def other = altered(n);
        detail_fixture a = open_with(&def, 4.0);
        detail_fixture b = open_with(&other, 4.0);
        CHECK(wafti_detail_fingerprint(a.detail) == wafti_detail_fingerprint(b.detail));
        change(&a, &other);
        run(&a, 8);
        run(&b, 8);
        if (!CHECK(waft_world_hash(a.f.world) == waft_world_hash(b.f.world)) ||
            !CHECK(waft_world_hash(a.f.world) != waft_world_hash(plain.f.world))) {
            (void)fprintf(stderr, "  number %d\n", n);
        }
        detail_fixture_close(&a);
        detail_fixture_close(&b);
    }
    detail_fixture_close(&plain);
}

static void move_state(const detail_fixture* from, detail_fixture* to) {
    const size_t size = waft_world_snapshot_size(from->f.world);
    void* bytes = malloc(size);
    CHECK(waft_world_snapshot(from->f.world, bytes, size) == WAFT_OK);
    smoke_fixture_need(&to->f, waft_world_restore(to->f.world, bytes, size));
    free(bytes);
}

static void changes_are_state(void) {
    const waft_detail_def def = plain_def();
    waft_detail_def other = def;
    other.strength = 1.5f;
    other.hold = 0.07;
    other.triggers[0].threshold = 1.0f;
    detail_fixture a = open_with(&def, 4.0);
    run(&a, 5);
    const uint64_t before = wafti_detail_hold(a.detail, 5 * step);
    change(&a, &other);
    // Holds go on to be counted upwards, though there are fewer of them now.
    CHECK(wafti_detail_hold(a.detail, 5 * step) == before + 1);
    CHECK(wafti_detail_hold(a.detail, 5 * step + 0.08) == before + 2);
    run(&a, 5);
    detail_fixture b = open_with(&def, 4.0);
    move_state(&a, &b);
    CHECK(waft_world_hash(a.f.world) == waft_world_hash(b.f.world));
    run(&a, 3);
    run(&b, 3);
    change(&a, &def);
    change(&b, &def);
    run(&a, 5);
    run(&b, 5);
    CHECK(waft_world_hash(a.f.world) == waft_world_hash(b.f.world));
    detail_fixture_close(&a);
    detail_fixture_close(&b);
}

static void without_strength_the_flow_calms_down(void) {
    waft_detail_def def = plain_def();
    detail_fixture d = open_with(&def, 4.0);
    run(&d, 20);
    const double before = waft_detail_get_stats(d.detail).fluctuation_rms;
    CHECK(before > 0.01);
    def.strength = 0.0f;
    change(&d, &def);
    run(&d, 50); // 30 holds
    CHECK(waft_detail_get_stats(d.detail).fluctuation_rms < 0.05 * before);
    detail_fixture_close(&d);
}

static void another_bank_stirs_from_the_next_step_on(void) {
    const waft_detail_def def = plain_def();
    detail_fixture a = open_with(&def, 4.0);
    detail_fixture b = open_with(&def, 3.0);
    waft_detail_def wanted = a.detail->def;
    wanted.bank = b.bank;
    CHECK(wafti_detail_fingerprint(a.detail) != wafti_detail_fingerprint(b.detail));
    CHECK(wafti_detail_change(a.detail, &wanted, NULL) == WAFT_OK);
    CHECK(wafti_detail_fingerprint(a.detail) == wafti_detail_fingerprint(b.detail));
    run(&a, 8);
    run(&b, 8);
    CHECK(waft_world_hash(a.f.world) == waft_world_hash(b.f.world));
    detail_fixture_close(&b);
    run(&a, 2); // it holds a reference of its own
    detail_fixture_close(&a);
}

static void other_members_are_refused_by_name(void) {
    const waft_detail_def def = plain_def();
    detail_fixture d = open_with(&def, 4.0);
    waft_error error;
    waft_detail_def wanted = *wafti_detail_def_now(d.detail);
    wanted.refine = 2;
    CHECK(wafti_detail_change(d.detail, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "smoke.turbulence.refine cannot change while the world runs");
    wanted = *wafti_detail_def_now(d.detail);
    wanted.triggers[1].kind = WAFT_TRIGGER_DENSITY;
    CHECK(wafti_detail_change(d.detail, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(
        error.sentence, "smoke.turbulence.triggers[].kind cannot change while the world runs");
    wanted = *wafti_detail_def_now(d.detail);
    wanted.strength = 11.0f;
    CHECK(wafti_detail_change(d.detail, &wanted, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(
        error.sentence, "smoke.turbulence.strength is 11: allowed are values from 0 up to 10");
    detail_fixture_close(&d);
}

static const test_case cases[] = {
    {"a_changed_detail_is_as_one_created_so", a_changed_detail_is_as_one_created_so},
    {"changes_are_state", changes_are_state},
    {"without_strength_the_flow_calms_down", without_strength_the_flow_calms_down},
    {"another_bank_stirs_from_the_next_step_on", another_bank_stirs_from_the_next_step_on},
    {"other_members_are_refused_by_name", other_members_are_refused_by_name},
};

TEST_MAIN(cases)
