// SPDX-License-Identifier: MIT
// How bodies fall (docs/spec/bodies.md#verification): cards in the plane, discs over I*, and what
// ready bodies do in three dimensions, let go at any tilt with default loads; seeds hang and are
// damped as in their scene.
// Slow but for a few drops.
#include "body_rows.h"
#include "crowd_fixture.h"
#include "verify.h"

// card-regimes, slow.

static void verify_course(verify_table* table, double istar, const double want[4]) {
    static const char* const names[4] = {"T", "vx", "vy", "theta range"};
    const body_card_course course = body_card_regimes(istar, 400.0);
    const double got[4] = {
        course.period, fabs(course.velocity[0]), course.velocity[1], course.range};
    for (int i = 0; i < 4; ++i) {
        char name[64];
        (void)snprintf(name, sizeof(name), "I* %g: %s", istar, names[i]);
        if (want[i] != 0.0) {
            (void)verify_near(table, name, want[i], got[i], 5e-3 * fabs(want[i]));
        }
    }
}

static int verify_cards(void) {
    verify_table table = verify_open("card-regimes");
    (void)verify_most(
        &table, "I* 1.2190: net turns", 0.6, fabs(body_card_regimes(1.2190, 2000.0).turns));
    (void)verify_least(
        &table, "I* 1.2192: net turns", 5.0, fabs(body_card_regimes(1.2192, 2000.0).turns));
    verify_course(&table, 1.4, (const double[4]){12.845, 0.7558, -0.3266, 0.0});
    verify_course(&table, 3.0, (const double[4]){7.645, 0.0, -1.0425, 2.476});
    (void)verify_near(
        &table, "I* 2.2: largest exponent", 0.13, body_card_regimes_exponent(2.2, 20000), 0.02);
    return verify_close(&table);
}

// Drops of many bodies at once, told by the classifier.

typedef struct drop {
    const waft_hull* hull;
    waft_medium medium;
    float viscosity; ///< m2/s, 0: the medium's
    waft_body_noise noise;
    double dt, seconds;
    int count;
    double tilt;   ///< rad, greatest at release
    bool swirl;    ///< turbulence turns bodies too
    bool round;    ///< no face, so no tilt
    bool hang;     ///< x down but for the tilt
    float damping; ///< mu1 and mu2, 0: as by default
} drop;

typedef struct tally {
    double share[WAFT_REGIME_COUNT];
    int flips;                      ///< of all bodies
    double descent, same_way, tilt; ///< means
    double drift;                   ///< greatest
    double spinning; ///< share that turns at 60 to 160 rad/s about y and sinks at 0.8 to 1.3 m/s
} tally;

static void record(const waft_body_info* info, size_t at, size_t samples, size_t body,
    double* positions, double* rotations) {
    memcpy(&positions[3 * (body * samples + at)], info->state.position, 3 * sizeof(double));
    memcpy(&rotations[4 * (body * samples + at)], info->state.rotation, 4 * sizeof(double));
}

static void release(const body_world* in, const drop* what) {
    uint64_t random = 17;
    for (int n = 0; n < what->count; ++n) {
        waft_body_def def = waft_body_def_default();
        def.hull = what->hull;
        def.noise = what->noise;
        def.viscosity = what->viscosity;
        def.swirl = what->swirl;
        const double tilt = 0.5 * what->tilt * (1.0 + body_random(&random));
        const double round = body_pi * body_random(&random);
        const double x = sin(0.5 * tilt) * cos(round);
        const double z = sin(0.5 * tilt) * sin(round);
        const double w = cos(0.5 * tilt);
        const double half = sqrt(0.5);
        const double flat[4] = {x, 0.0, z, w};
        const double hung[4] = {half * x, half * x, half * (z - w), half * (z + w)};
        memcpy(def.state.rotation, what->hang ? hung : flat, sizeof(flat));
        if (what->damping > 0.0f) {
            def.plate.damping[0] = what->damping;
            def.plate.damping[1] = what->damping;
        }
        (void)add_body(in, &def);
    }
}

static tally classify(const drop* what, const double* times, const double* positions,
    const double* rotations, size_t samples) {
    const waft_hull_info hull = waft_hull_get_info(what->hull);
    tally all = {0};
    for (size_t n = 0; n < (size_t)what->count; ++n) {
        waft_path path = {.times = times,
            .positions = &positions[3 * n * samples],
            .rotations = &rotations[4 * n * samples],
            .count = samples,
            .up = {0.0, 1.0, 0.0}};
        if (!what->round) {
            memcpy(path.normal, hull.normal, sizeof(path.normal));
        }
        waft_regime_report report = {.flips = 0};
        CHECK(waft_regime_classify(&path, &report) == WAFT_OK);
        all.share[report.regime] += 1.0 / what->count;
        all.flips += report.flips;
        all.descent += report.descent / what->count;
        all.same_way += report.same_way / what->count;
        all.tilt += report.tilt / what->count;
        all.drift = fmax(all.drift, report.drift);
        const bool spins = report.spin[1] > 60.0 && report.spin[1] < 160.0;
        const bool sinks = report.descent > 0.8 && report.descent < 1.3;
        all.spinning += spins && sinks ? 1.0 / what->count : 0.0;
    }
    return all;
}

// 2000 samples of a drop: of discs five in the time d / U0, of ready bodies one every 2 to 10 ms.
static tally let_fall(const drop* what) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = what->dt;
    world_def.threads = 2;
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = what->medium;
    const body_world in = make_body_world(&world_def, &bodies_def);
    release(&in, what);
    const size_t samples = 2000;
    const size_t count = (size_t)what->count;
    const int stride = (int)fmax(1.0, round(what->seconds / what->dt / (double)samples));
    double* times = malloc(samples * sizeof(double));
    double* positions = malloc(3 * count * samples * sizeof(double));
    double* rotations = malloc(4 * count * samples * sizeof(double));
    waft_body_info* infos = malloc(count * sizeof(waft_body_info));
    for (size_t at = 0; at < samples; ++at) {
        step_bodies(&in, stride);
        times[at] = waft_world_time(in.world);
        CHECK(waft_bodies_states(in.bodies, infos, count) == count);
        for (size_t n = 0; n < count; ++n) {
            record(&infos[n], at, samples, n, positions, rotations);
        }
    }
    CHECK(waft_bodies_get_stats(in.bodies).quarantined == 0);
    const tally all = classify(what, times, positions, rotations, samples);
    free(times);
    free(positions);
    free(rotations);
    free(infos);
    waft_world_destroy(in.world);
    return all;
}

static void tell_shares(verify_table* table, const char* what, const tally* all) {
    for (int regime = 0; regime < WAFT_REGIME_COUNT; ++regime) {
        char name[64];
        (void)snprintf(
            name, sizeof(name), "%s: share %s", what, waft_regime_name((waft_regime)regime));
        if (all->share[regime] > 0.0) {
            verify_told(table, name, all->share[regime]);
        }
    }
    char name[64];
    (void)snprintf(name, sizeof(name), "%s: mean descent (m/s)", what);
    verify_told(table, name, all->descent);
}

typedef struct disc_noise {
    bool gust, swirl;
} disc_noise;

// disc-regimes: a disc of paper 2 cm wide whose thickness makes I*, in air whose viscosity makes Re. The
// limits of the row are for gusts of 0.19 U0, which the flow past a disc gives, and no swirl.
static tally drop_discs(double istar, double reynolds, disc_noise noise, int drops) {
    const double density = 800.0;
    const double air = 1.204;
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_DISC;
    def.size[0] = 0.01;
    def.size[1] = istar * 64.0 * air * 2.0 * def.size[0] / (body_pi * density);
    def.density = density;
    const double speed = sqrt((density / air - 1.0) * 9.81 * def.size[1]);
    def.fluid_viscosity = speed * 2.0 * def.size[0] / reynolds;
    def.turbulence.bake = noise.gust;
    waft_hull* hull = NULL;
    CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK);
    const drop what = {.hull = hull,
        .viscosity = (float)def.fluid_viscosity,
        .noise = noise.gust ? WAFT_NOISE_SEEN : WAFT_NOISE_OFF,
        .dt = 0.02 * 2.0 * def.size[0] / speed,
        .seconds = 400.0 * 2.0 * def.size[0] / speed,
        .count = drops,
        .tilt = 0.5 * body_pi,
        .swirl = noise.swirl};
    const tally all = let_fall(&what);
    waft_hull_destroy(hull);
    return all;
}

static int verify_discs(void) {
    verify_table table = verify_open("disc-regimes");
    const int drops = verify_slow() ? 50 : 24;
    const disc_noise gusts = {true, false};
    const tally light = drop_discs(0.005, 5000.0, gusts, drops);
    (void)verify_near(&table, "I* 0.005 Re 5000: flips", 0.0, (double)light.flips, 0.0);
    tell_shares(&table, "I* 0.005 Re 5000", &light);
    const tally heavy = drop_discs(0.05, 5000.0, gusts, drops);
    (void)verify_least(
        &table, "I* 0.05 Re 5000: share tumbling", 0.8, heavy.share[WAFT_REGIME_TUMBLING]);
    tell_shares(&table, "I* 0.05 Re 5000", &heavy);
    static const double inertias[3] = {0.002, 0.02, 0.1};
    for (int i = 0; i < 3; ++i) {
        char name[64];
        const tally slow = drop_discs(inertias[i], 50.0, (disc_noise){false, false}, drops);
        (void)snprintf(name, sizeof(name), "I* %g Re 50 without noise: steady", inertias[i]);
        (void)verify_near(&table, name, 1.0, slow.share[WAFT_REGIME_STEADY], 1e-9);
    }
    return verify_close(&table);
}

// Between the ends, and with swirl, which bodies do not have by default.
static int tell_discs(void) {
    verify_table table = verify_open("disc-regimes");
    static const double inertias[8] = {0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.06, 0.08};
    for (int swirl = 0; swirl < 2; ++swirl) {
        for (int i = 0; i < 8; ++i) {
            char name[64];
            const tally some = drop_discs(inertias[i], 5000.0, (disc_noise){true, swirl != 0}, 50);
            (void)snprintf(
                name, sizeof(name), "I* %g%s", inertias[i], swirl != 0 ? " with swirl" : "");
            tell_shares(&table, name, &some);
        }
    }
    return verify_close(&table);
}

// What people drop, with default settings, released at any angle.

static tally drop_hull(const waft_hull_def* def, waft_medium medium, double seconds, int count) {
    waft_hull* hull = NULL;
    CHECK(waft_hull_bake(def, &hull, NULL) == WAFT_OK);
    const drop what = {.hull = hull,
        .medium = medium,
        .noise = WAFT_NOISE_SEEN,
        .dt = 1e-3,
        .seconds = seconds,
        .count = count,
        .tilt = body_pi,
        .round = def->shape == WAFT_HULL_SPHERE};
    const tally all = let_fall(&what);
    waft_hull_destroy(hull);
    return all;
}

static void tell_ready_body(verify_table* table, const char* what, const tally* all, int count) {
    tell_shares(table, what, all);
    char name[64];
    (void)snprintf(name, sizeof(name), "%s: flips of a drop", what);
    verify_told(table, name, (double)all->flips / count);
    (void)snprintf(name, sizeof(name), "%s: share of flips that go on", what);
    verify_told(table, name, all->same_way);
    (void)snprintf(name, sizeof(name), "%s: rms tilt (rad)", what);
    verify_told(table, name, all->tilt);
}

// The strips of scenes/cards.yaml, I* = rho_s b / (rho a) by their thickness.
static tally drop_cards(double istar, int count) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_STRIP;
    def.density = 900.0;
    def.size[0] = 0.01;
    def.size[1] = istar * def.fluid_density / def.density * def.size[0];
    def.size[2] = 0.1;
    return drop_hull(&def, WAFT_MEDIUM_AIR, 8.0, count);
}

static double turning_over(const tally* all) {
    return all->share[WAFT_REGIME_TUMBLING] + all->share[WAFT_REGIME_CHAOTIC];
}

// Below the border a card swings and never turns over. Above it every card does, again and again and
// mostly on in the same sense: a card that swings past the horizontal, as one of I* 0.8 may, goes on
// after at most every second flip. Gusts of a fifth of U0 turn some back, so that the classifier calls
// more of them chaotic than tumbling.
static void verify_fall_of_cards(verify_table* table, int count) {
    const tally light = drop_cards(0.45, count);
    tell_ready_body(table, "card of I* 0.45", &light, count);
    (void)verify_near(table, "card of I* 0.45: flips", 0.0, (double)light.flips, 0.0);
    (void)verify_least(
        table, "card of I* 0.45: share zigzag", 0.8, light.share[WAFT_REGIME_ZIGZAG]);
    const tally heavy = drop_cards(1.2, count);
    tell_ready_body(table, "card of I* 1.2", &heavy, count);
    (void)verify_least(table, "card of I* 1.2: flips of a drop", 12.0, (double)heavy.flips / count);
    (void)verify_least(table, "card of I* 1.2: tumbling or chaotic", 0.95, turning_over(&heavy));
    (void)verify_least(table, "card of I* 1.2: flips that go on", 0.7, heavy.same_way);
}

static void verify_fall_of_coins(verify_table* table, int count) {
    waft_hull_def def;
    CHECK(waft_hull_preset("coin", &def) == WAFT_OK);
    def.fluid_density = 998.0;
    def.fluid_viscosity = 1.002e-3 / 998.0;
    const tally coin = drop_hull(&def, WAFT_MEDIUM_WATER, 10.0, count);
    tell_ready_body(table, "coin in water", &coin, count);
    (void)verify_near(table, "coin in water: flips", 0.0, (double)coin.flips, 0.0);
    (void)verify_least(table, "coin in water: zigzag, helical or between", 0.9,
        coin.share[WAFT_REGIME_ZIGZAG] + coin.share[WAFT_REGIME_HELICAL] +
            coin.share[WAFT_REGIME_TRANSITIONAL]);
    (void)verify_least(table, "coin in water: rms tilt (rad)", 0.3, coin.tilt);
}

static void verify_fall_of_balls(verify_table* table, int count) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_SPHERE;
    def.size[0] = 0.005;
    def.density = 7800.0;
    const tally air = drop_hull(&def, WAFT_MEDIUM_AIR, 5.0, count);
    (void)verify_near(table, "steel ball in air: steady", 1.0, air.share[WAFT_REGIME_STEADY], 1e-9);
    (void)verify_most(table, "steel ball in air: greatest drift (rad)", 0.005, air.drift);
    def.fluid_density = 998.0;
    def.fluid_viscosity = 1.002e-3 / 998.0;
    const tally water = drop_hull(&def, WAFT_MEDIUM_WATER, 5.0, count);
    (void)verify_near(
        table, "steel ball in water: steady", 1.0, water.share[WAFT_REGIME_STEADY], 1e-9);
    (void)verify_most(table, "steel ball in water: greatest drift (rad)", 0.02, water.drift);
}

// As in scenes/maple_seeds.yaml: let go as they hang on the tree, seeds start to spin by themselves.
// Upside down, nut first, they dive edge on (docs/theory/bodies.md#loads).
static void verify_fall_of_seeds(verify_table* table, int count) {
    waft_hull_def def;
    waft_hull* hull = NULL;
    CHECK(waft_hull_preset("maple_seed", &def) == WAFT_OK);
    CHECK(waft_hull_bake(&def, &hull, NULL) == WAFT_OK);
    const drop what = {.hull = hull,
        .noise = WAFT_NOISE_SEEN,
        .dt = 1e-3,
        .seconds = 4.0,
        .count = count,
        .tilt = 0.6,
        .hang = true,
        .damping = 1.0f};
    const tally seeds = let_fall(&what);
    verify_told(table, "maple seed: mean descent (m/s)", seeds.descent);
    (void)verify_least(table, "maple seed: share that spins", 10.0 / 12.0, seeds.spinning);
    waft_hull_destroy(hull);
}

static int verify_ready_bodies(void) {
    verify_table table = verify_open("ready-bodies");
    verify_fall_of_cards(&table, verify_slow() ? 200 : 64);
    verify_fall_of_coins(&table, verify_slow() ? 200 : 16);
    verify_fall_of_balls(&table, verify_slow() ? 50 : 4);
    verify_fall_of_seeds(&table, verify_slow() ? 200 : 24);
    return verify_close(&table);
}

// The business card is heavy, I* 4.
static int verify_business_card(void) {
    verify_table table = verify_open("ready-bodies");
    waft_hull_def def;
    CHECK(waft_hull_preset("card", &def) == WAFT_OK);
    const tally card = drop_hull(&def, WAFT_MEDIUM_AIR, 20.0, 200);
    tell_ready_body(&table, "business card in air", &card, 200);
    (void)verify_least(
        &table, "business card in air: tumbling or chaotic", 0.95, turning_over(&card));
    return verify_close(&table);
}

int main(void) {
    int failures = verify_discs() + verify_ready_bodies();
    if (verify_slow()) {
        failures += verify_cards() + tell_discs() + verify_business_card();
    }
    failures += atomic_load(&test_failures);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
