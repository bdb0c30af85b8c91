// SPDX-License-Identifier: MIT
// Turbulence in a liquid, src/liquid/stir.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static waft_bank* make_bank(void) {
    waft_bank_def def = waft_bank_def_default();
    def.size = 32;
    def.count = 3;
    def.spectrum.bands[0] = (waft_band){.wavenumber = 4.0, .deviation = 0.7, .energy = 1.0};
    waft_bank* bank = NULL;
    CHECK(waft_bank_create(&def, &bank, NULL) == WAFT_OK);
    return bank;
}

static liquid_fixture open_stirred(waft_bank* bank, const waft_liquid_turbulence_def* def) {
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    CHECK(waft_liquid_set_turbulence(f.liquid, bank, def) == WAFT_OK);
    for (uint32_t i = 0; i < f.liquid->count; ++i) {
        f.liquid->now.u[0][i] = 1.0f;
        f.liquid->now.u[1][i] = 0.5f * (float)(i % 3);
        f.liquid->now.u[2][i] = 0.0f;
    }
    return f;
}

// Greatest work and the mean square of the force, of unit scale.
static void force_of(waft_liquid* liquid, double time, double* work, double* square) {
    for (int axis = 0; axis < 3; ++axis) {
        memset(liquid->b[axis], 0, liquid->count * sizeof(float));
    }
    wafti_liquid_choose_fields(liquid, time, 0.001);
    wafti_liquid_stir(liquid, 0, liquid->count, liquid->b);
    *work = *square = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        double along = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double a = (double)liquid->b[axis][i];
            along += a * (double)liquid->now.u[axis][i];
            *square += a * a / liquid->count;
        }
        *work = fmax(*work, fabs(along));
    }
}

static void turns_and_does_no_work(void) {
    waft_bank* bank = make_bank();
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    def.period = 2.0f;
    liquid_fixture f = open_stirred(bank, &def);
    double work = 0.0;
    double square = 0.0;
    force_of(f.liquid, 0.0, &work, &square);
    CHECK(square > 10.0);
    CHECK(work < 1e-4 * sqrt(square));
    // Ten times the strength, ten times the force.
    f.liquid->stir.def.strength = 10.0f;
    double strong = 0.0;
    force_of(f.liquid, 0.0, &work, &strong);
    CHECK_NEAR(strong / square, 100.0, 0.01);
    // Still water feels nothing.
    for (int axis = 0; axis < 3; ++axis) {
        memset(f.liquid->now.u[axis], 0, f.liquid->count * sizeof(float));
    }
    force_of(f.liquid, 0.0, &work, &square);
    CHECK(square == 0.0);
    liquid_close(&f);
    waft_bank_release(bank);
}

// F at a particle, from one field after the other.
static void field_at(
    const wafti_stirring* stir, const waft_liquid* liquid, uint32_t i, double f[3]) {
    for (int n = 0; n < 2; ++n) {
        double point[3];
        float value[3];
        for (int axis = 0; axis < 3; ++axis) {
            point[axis] = (double)liquid->now.x[axis][i] / stir->cell + stir->shift[n][axis];
        }
        wafti_bank_sample(&stir->bank, stir->field[n], point, value);
        for (int axis = 0; axis < 3; ++axis) {
            f[axis] += stir->share[n] * (double)value[axis];
        }
    }
}

static double length_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// Greatest difference to the rules, particle by particle, over the greatest force.
static double off_the_rule(const waft_liquid* liquid) {
    const wafti_stirring* stir = &liquid->stir;
    double worst = 0.0;
    double most = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        double f[3] = {0.0, 0.0, 0.0};
        double u[3];
        field_at(stir, liquid, i, f);
        double along = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            u[axis] = (double)liquid->now.u[axis][i];
            along += f[axis] * u[axis];
        }
        const double speed = length_of(u);
        const double length = length_of(f);
        for (int axis = 0; axis < 3; ++axis) {
            const double rule = stir->def.paper ? (along > 0.0 ? -f[axis] : f[axis]) / length
                                                : f[axis] - along * u[axis] / (speed * speed);
            const double force = stir->scale * speed * rule;
            worst = fmax(worst, fabs(force - (double)liquid->b[axis][i]));
            most = fmax(most, fabs(force));
        }
    }
    return worst / most;
}

static void follows_the_rules(void) {
    waft_bank* bank = make_bank();
    for (int n = 0; n < 4; ++n) {
        waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
        def.period = 2.0f;
        def.paper = (n & 1) != 0;
        def.blend = (n & 2) != 0 ? 0.5f : 0.0f;
        liquid_fixture f = open_stirred(bank, &def);
        double work = 0.0;
        double square = 0.0;
        force_of(f.liquid, 0.32, &work, &square);
        CHECK(square > 0.0);
        CHECK((f.liquid->stir.share[1] > 0.1) == (def.blend > 0.0f));
        CHECK(off_the_rule(f.liquid) < 1e-6);
        liquid_close(&f);
    }
    waft_bank_release(bank);
}

static void the_paper_s_rule_opposes(void) {
    waft_bank* bank = make_bank();
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    def.period = 2.0f;
    def.paper = true;
    liquid_fixture f = open_stirred(bank, &def);
    double work = 0.0;
    double square = 0.0;
    force_of(f.liquid, 0.0, &work, &square);
    int along = 0;
    for (uint32_t i = 0; i < f.liquid->count; ++i) {
        double sum = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            sum += (double)f.liquid->b[axis][i] * (double)f.liquid->now.u[axis][i];
        }
        along += sum > 1e-3;
    }
    CHECK(along == 0);
    CHECK(work > 1.0);
    liquid_close(&f);
    waft_bank_release(bank);
}

static void holds_and_rests_by_time(void) {
    waft_bank* bank = make_bank();
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    def.period = 2.0f;
    def.burst = 3;
    def.calm = 2;
    liquid_fixture f = open_stirred(bank, &def);
    const wafti_spells_def rule = wafti_liquid_spells_def(f.liquid);
    wafti_spells spells = {0};
    int32_t field = 0;
    int32_t shift[3];
    CHECK(!waft_liquid_turbulence_now(f.liquid, &field, shift));
    double work = 0.0;
    int forced = 0;
    int as_a_period = 0;
    for (int n = 0; n < 200; ++n) {
        double square = 0.0;
        force_of(f.liquid, 0.1 * n + 0.05, &work, &square);
        CHECK(f.liquid->stir.hold == (uint64_t)n);
        CHECK((square > 0.0) == wafti_spells_reach(&rule, &spells, (uint64_t)n));
        forced += square > 0.0;
        as_a_period += (square > 0.0) == (n % 5 < 3);
    }
    CHECK(as_a_period < 200);
    CHECK_NEAR(forced / 200.0, 0.6, 0.15);
    CHECK(waft_liquid_turbulence_now(f.liquid, &field, shift));
    CHECK(field >= 0 && field < 3);
    liquid_close(&f);
    waft_bank_release(bank);
}

static void count_warnings(void* user, waft_log_level level, const char* sentence) {
    *(int*)user += level == WAFT_LOG_WARNING && strstr(sentence, "no turbulence") != NULL;
}

static void without_bursts_there_is_none(void) {
    int warnings = 0;
    waft_bank* bank = make_bank();
    waft_world_def world_def = waft_world_def_default();
    world_def.logger = (waft_logger){&warnings, count_warnings};
    waft_liquid_def liquid_def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    def.period = 8.0f;
    def.calm = 10;
    liquid_fixture f = {0};
    CHECK(waft_world_create(&world_def, &f.world, NULL) == WAFT_OK);
    CHECK(waft_world_create_liquid(f.world, &liquid_def, &f.liquid) == WAFT_OK);
    CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_OK);
    CHECK(warnings == 1);
    for (int n = 0; n < 50; ++n) {
        wafti_liquid_choose_fields(f.liquid, 0.1 * n + 0.05, 0.001);
        CHECK(f.liquid->stir.scale == 0.0);
    }
    liquid_close(&f);
    waft_bank_release(bank);
}

// Two fields cross-fade with weights of unit square sum.
static void blends(void) {
    waft_bank* bank = make_bank();
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    def.period = 2.0f;
    def.blend = 0.5f;
    liquid_fixture f = open_stirred(bank, &def);
    for (int n = 0; n < 10; ++n) {
        wafti_liquid_choose_fields(f.liquid, 0.305 + 0.01 * n, 0.001);
        const double* share = f.liquid->stir.share;
        CHECK_NEAR(share[0] * share[0] + share[1] * share[1], 1.0, 1e-12);
        CHECK((share[1] > 1e-6) == (n < 5));
    }
    liquid_close(&f);
    waft_bank_release(bank);
}

static void refuses_what_cannot_be(void) {
    waft_bank* bank = make_bank();
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
    CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_ERR_ARGUMENT);
    def.period = 2.0f;
    def.hold = 0.001f;
    CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_ERR_ARGUMENT);
    def.hold = 0.1f;
    def.strength = 11.0f;
    CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_ERR_ARGUMENT);
    def.strength = 1.0f;
    def.struct_size = 0;
    CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_ERR_ARGUMENT);
    liquid_close(&f);
    waft_bank_release(bank);
}

static const test_case cases[] = {
    {"without_bursts_there_is_none", without_bursts_there_is_none},
    {"turns_and_does_no_work", turns_and_does_no_work},
    {"follows_the_rules", follows_the_rules},
    {"the_paper_s_rule_opposes", the_paper_s_rule_opposes},
    {"holds_and_rests_by_time", holds_and_rests_by_time},
    {"blends", blends},
    {"refuses_what_cannot_be", refuses_what_cannot_be},
};

TEST_MAIN(cases)
