// SPDX-License-Identifier: MIT
// Turbulence in a liquid (docs/spec/sph.md#turbulence-forcing): the length of steps, the paper's rule, a
// still pool, numbers of holds.
#include "liquid/solver.h"
#include "liquid_fixture.h"
#include "verify/sph_bank.h"
#include "verify/verify.h"

// ---- stir-step-size and stir-literal

static void count_paper(void* user, waft_log_level level, const char* sentence) {
    *(int*)user += level == WAFT_LOG_WARNING && strstr(sentence, "paper mode takes") != NULL;
}

// Warnings of the paper's rule.
static int count_warnings(waft_bank* bank, bool paper) {
    int warnings = 0;
    waft_world_def world_def = waft_world_def_default();
    world_def.logger = (waft_logger){&warnings, count_paper};
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    waft_liquid_turbulence_def stir = waft_liquid_turbulence_def_default();
    stir.period = 4.0f;
    stir.paper = paper;
    waft_world* world = NULL;
    waft_liquid* liquid = NULL;
    const bool made = waft_world_create(&world_def, &world, NULL) == WAFT_OK &&
                      waft_world_create_liquid(world, &def, &liquid) == WAFT_OK &&
                      waft_liquid_set_turbulence(liquid, bank, &stir) == WAFT_OK;
    waft_world_destroy(world);
    return made ? warnings : -1;
}

// A block of 16^3 that collapses into a tank of 4 m: the table of the literal rule. `step` is the longest;
// the rule 0.3 h/(c + u_max), which is 2.25 ms at rest, shortens the coarse run to 1.7 ms in the mean.
static liquid_fixture open_stirred(float step, waft_bank* bank, bool paper, int threads) {
    waft_liquid_def def = liquid_box(0.0625f, 4.0f, 4.0f, 1.0f);
    def.method = WAFT_LIQUID_WCSPH;
    def.kernel = WAFT_LIQUID_WENDLAND;
    def.support = 2.4f;
    def.sound_speed = 20.0f;
    def.kinematic_viscosity = 0.005f;
    def.artificial_viscosity = 0.0f;
    def.max_step = step;
    def.max_particles = 4096;
    liquid_fixture f = liquid_open(&def, 0.009, 9.81f, threads);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    waft_liquid_turbulence_def stir = waft_liquid_turbulence_def_default();
    stir.period = 2.0f;
    stir.paper = paper;
    if (bank != NULL && waft_liquid_set_turbulence(f.liquid, bank, &stir) != WAFT_OK) {
        (void)fprintf(stderr, "stir: %s\n", waft_world_error(f.world));
        exit(1);
    }
    return f;
}

// N 128, mu 20, sigma 0.5.
static waft_bank* make_table_bank(void) {
    return make_bank_of(128, 8, (waft_band){.wavenumber = 20.0, .deviation = 0.5, .energy = 1.0});
}

typedef struct stirred {
    double energy, mean, front;
    double step; // s, mean of all sub-steps
} stirred;

static stirred run_stirred(float step, waft_bank* bank, bool paper) {
    liquid_fixture f = open_stirred(step, bank, paper, 1);
    uint32_t substeps = 0;
    for (int n = 0; n < 56; ++n) {
        liquid_step(&f);
        substeps += waft_liquid_get_stats(f.liquid).substeps;
    }
    const waft_liquid* liquid = f.liquid;
    double sum = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        sum += (double)liquid->now.x[0][i] / liquid->count;
    }
    const stirred result = {waft_liquid_get_stats(liquid).kinetic_energy, sum, liquid_front(&f),
        waft_world_time(f.world) / substeps};
    liquid_close(&f);
    return result;
}

static double worst_work(waft_bank* bank) {
    liquid_fixture f = open_stirred(0.00225f, bank, false, 1);
    for (int n = 0; n < 20; ++n) {
        liquid_step(&f);
    }
    waft_liquid* liquid = f.liquid;
    for (int axis = 0; axis < 3; ++axis) {
        memset(liquid->b[axis], 0, liquid->count * sizeof(float));
    }
    wafti_liquid_stir(liquid, 0, liquid->count, liquid->b);
    double worst = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        double along = 0.0;
        double force = 0.0;
        double speed = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double a = (double)liquid->b[axis][i];
            const double u = (double)liquid->now.u[axis][i];
            along += a * u;
            force += a * a;
            speed += u * u;
        }
        const double scale = sqrt(force * speed);
        const bool still = speed <= 1e-4 || scale <= 0.0;
        worst = still ? worst : verify_worse(worst, fabs(along) / scale);
    }
    liquid_close(&f);
    return worst;
}

static int verify_forcing(void) {
    waft_bank* bank = make_table_bank();
    const stirred none = run_stirred(0.00225f, NULL, false);
    const stirred coarse = run_stirred(0.00225f, bank, false);
    const stirred fine = run_stirred(0.0005625f, bank, false);
    const stirred literal = run_stirred(0.00225f, bank, true);
    verify_table table = verify_open("stir-step-size");
    (void)verify_near(
        &table, "KE at 0.5 s, dt 0.56 over 2.25 ms", 1.0, fine.energy / coarse.energy, 0.05);
    (void)verify_near(&table, "front at 0.5 s, the same", 1.0, fine.front / coarse.front, 0.02);
    (void)verify_near(&table, "mean x at 0.5 s, the same", 1.0, fine.mean / coarse.mean, 0.02);
    verify_told(&table, "mean sub-step of the coarse run, ms", 1e3 * coarse.step);
    verify_told(&table, "mean sub-step of the fine run, ms", 1e3 * fine.step);
    (void)verify_most(&table, "f.u over |f| |u|", 1e-5, worst_work(bank));
    verify_told(&table, "KE, stirred over not", coarse.energy / none.energy);
    int failures = verify_close(&table);
    table = verify_open("stir-literal");
    (void)verify_most(
        &table, "KE of the paper's rule over not stirred", 0.05, literal.energy / none.energy);
    (void)verify_near(&table, "warnings of it", 1.0, count_warnings(bank, true), 0.0);
    (void)verify_near(
        &table, "warnings of the default rule", 0.0, count_warnings(bank, false), 0.0);
    failures += verify_close(&table);
    waft_bank_release(bank);
    return failures;
}

// ---- stir-still-pool

// Kinetic energy in units of m g H/2 over the last half of some steps. What is left of a fall flickers
// by a factor of five from one tenth of a second to the next, so that a moment says little.
typedef struct unrest {
    double mean, greatest;
} unrest;

static unrest rest_energy(liquid_fixture* f, float strength, int steps) {
    const double scale = f->liquid->mass * f->liquid->count * 9.81;
    const int settled = steps / 2;
    unrest u = {0.0, 0.0};
    f->liquid->stir.def.strength = strength;
    for (int n = 0; n < steps; ++n) {
        liquid_step(f);
        const double energy = waft_liquid_get_stats(f->liquid).kinetic_energy / scale;
        if (n >= settled) {
            u.mean += energy / (steps - settled);
            u.greatest = verify_worse(u.greatest, energy);
        }
    }
    return u;
}

// The column of still-column rests for 3 s; then 2 s without forcing, and the same 2 s with it.
static void verify_still_with(
    verify_table* table, waft_bank* bank, waft_liquid_method method, const char* who) {
    waft_liquid_def def = liquid_box(0.0625f, 1.0f, 4.0f, 1.0f);
    def.method = method;
    def.sound_speed = 44.0f;
    def.artificial_viscosity = 0.0f;
    def.kinematic_viscosity = 0.01f;
    def.max_particles = 8192;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.0f, 2.0f, 1.0f);
    waft_liquid_turbulence_def stir = waft_liquid_turbulence_def_default();
    stir.period = 4.0f;
    if (waft_liquid_set_turbulence(f.liquid, bank, &stir) != WAFT_OK) {
        ++table->failures;
    }
    (void)rest_energy(&f, 0.0f, 300);
    const size_t size = waft_world_snapshot_size(f.world);
    void* bytes = malloc(size);
    if (bytes == NULL || waft_world_snapshot(f.world, bytes, size) != WAFT_OK) {
        ++table->failures;
    }
    const unrest calm = rest_energy(&f, 0.0f, 200);
    if (bytes == NULL || waft_world_restore(f.world, bytes, size) != WAFT_OK) {
        ++table->failures;
    }
    const unrest forced = rest_energy(&f, 1.0f, 200);
    char name[64];
    (void)snprintf(name, sizeof(name), "%s: KE over that without, means of a second", who);
    (void)verify_most(table, name, 2.0, forced.mean / calm.mean);
    (void)snprintf(name, sizeof(name), "%s: KE over m g H/2, the greatest", who);
    if (method == WAFT_LIQUID_DFSPH) {
        (void)verify_most(table, name, 1e-4, forced.greatest);
    } else {
        // Its column rings, as still-column allows it to: without forcing there is more.
        verify_told(table, name, forced.greatest);
        verify_told(table, "the same without forcing", calm.greatest);
    }
    free(bytes);
    liquid_close(&f);
}

static int verify_still(void) {
    verify_table table = verify_open("stir-still-pool");
    waft_bank* bank = make_bank();
    verify_still_with(&table, bank, WAFT_LIQUID_DFSPH, "dfsph");
    if (verify_slow()) {
        verify_still_with(&table, bank, WAFT_LIQUID_WCSPH, "wcsph");
    }
    waft_bank_release(bank);
    return verify_close(&table);
}

// ---- stir-holds

enum { HOLD_STEPS = 30 };

static void record_holds(waft_bank* bank, float step, int threads, int32_t out[HOLD_STEPS][4]) {
    liquid_fixture f = open_stirred(step, bank, false, threads);
    for (int n = 0; n < HOLD_STEPS; ++n) {
        liquid_step(&f);
        if (!waft_liquid_turbulence_now(f.liquid, &out[n][0], &out[n][1])) {
            out[n][0] = -1;
        }
    }
    liquid_close(&f);
}

// Saved in the middle of the second hold and taken up by another world.
static bool resume_holds(waft_bank* bank, int32_t out[HOLD_STEPS][4]) {
    enum { HALF = 16 };
    liquid_fixture f = open_stirred(0.0022f, bank, false, 2);
    bool fine = true;
    for (int n = 0; n < HOLD_STEPS; ++n) {
        if (n == HALF) {
            const size_t size = waft_world_snapshot_size(f.world);
            void* bytes = malloc(size);
            fine = bytes != NULL && waft_world_snapshot(f.world, bytes, size) == WAFT_OK;
            liquid_close(&f);
            f = open_stirred(0.0022f, bank, false, 1);
            fine = fine && waft_world_restore(f.world, bytes, size) == WAFT_OK;
            free(bytes);
        }
        liquid_step(&f);
        fine = waft_liquid_turbulence_now(f.liquid, &out[n][0], &out[n][1]) && fine;
    }
    liquid_close(&f);
    return fine;
}

static int verify_holds(void) {
    verify_table table = verify_open("stir-holds");
    waft_bank* bank = make_bank();
    static int32_t plain[HOLD_STEPS][4];
    static int32_t other[HOLD_STEPS][4];
    static int32_t resumed[HOLD_STEPS][4];
    record_holds(bank, 0.0022f, 1, plain);
    record_holds(bank, 0.0011f, 2, other);
    const bool fine = resume_holds(bank, resumed);
    (void)verify_near(&table, "the same sequence after a resume", 1.0,
        fine && memcmp(plain, resumed, sizeof(plain)) == 0, 0.0);
    int same = 0;
    int changes = 0;
    for (int n = 0; n < HOLD_STEPS; ++n) {
        same += memcmp(plain[n], other[n], sizeof(plain[n])) == 0 && plain[n][0] >= 0;
        changes += n > 0 && memcmp(plain[n], plain[n - 1], sizeof(plain[n])) != 0;
    }
    (void)verify_near(&table, "steps with the same field and shift", HOLD_STEPS, same, 0.0);
    (void)verify_near(&table, "changes in 0.27 s of holds of 0.1 s", 2.0, changes, 0.0);
    waft_bank_release(bank);
    return verify_close(&table);
}

int main(void) {
    int failures = verify_holds();
    failures += verify_forcing();
    failures += verify_still();
    return failures == 0 ? 0 : 1;
}
