// SPDX-License-Identifier: MIT
// Sources of a liquid (docs/spec/sph.md#verification): layers of emitters, exchange with spray, bad starts,
// and the same bits for any number of threads and across a resume.
#include "liquid/solver.h"
#include "liquid_fixture.h"
#include "verify/sph_bank.h"
#include "verify/verify.h"

// ---- emitter-layers

static void verify_emitter(verify_table* table, float step) {
    waft_liquid_def def = liquid_box(0.05f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_WCSPH;
    def.sound_speed = 2.0f;
    def.max_step = step;
    liquid_fixture f = liquid_open(&def, 0.02, 0.0f, 1);
    waft_liquid_emitter_def nozzle = waft_liquid_emitter_def_default();
    nozzle.center = (waft_vec3){1.0f, 0.2f, 1.0f};
    nozzle.size = (waft_vec2){0.5f, 0.5f};
    nozzle.speed = 1.0f;
    if (waft_liquid_add_emitter(f.liquid, &nozzle, NULL) != WAFT_OK) {
        ++table->failures;
    }
    for (int n = 0; n < 50; ++n) {
        liquid_step(&f);
    }
    const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
    char name[64];
    (void)snprintf(name, sizeof(name), "layers in 1 s at %.1f ms", 1e3 * (double)step);
    (void)verify_near(table, name, 20.0, (double)stats.emitted / 100.0, 1.0);
    // Layers of one column of the jet, one above the other.
    double worst = 0.0;
    for (uint32_t id = 800; id < 1800; id += 100) {
        double y[2] = {0.0, 0.0};
        for (uint32_t i = 0; i < f.liquid->count; ++i) {
            y[0] = f.liquid->now.id[i] == id ? (double)f.liquid->now.x[1][i] : y[0];
            y[1] = f.liquid->now.id[i] == id + 100 ? (double)f.liquid->now.x[1][i] : y[1];
        }
        worst = verify_worse(worst, fabs((y[0] - y[1]) / f.liquid->d - 1.0));
    }
    (void)snprintf(name, sizeof(name), "spacing of layers - d at %.1f ms", 1e3 * (double)step);
    (void)verify_most(table, name, 1e-3, worst);
    liquid_close(&f);
}

static int verify_emitters(void) {
    verify_table table = verify_open("emitter-layers");
    verify_emitter(&table, 0.0003f);
    verify_emitter(&table, 0.001f);
    verify_emitter(&table, 0.004f);
    return verify_close(&table);
}

// ---- spray-ledger

typedef struct pond {
    double volume;
} pond;

static void pond_surface(void* user, float x, float z, float* out_height, float* out_speed) {
    (void)user;
    (void)x;
    (void)z;
    *out_height = 0.5f;
    *out_speed = 0.0f;
}

static int verify_exchange(void) {
    verify_table table = verify_open("spray-ledger");
    waft_liquid_def def = liquid_box(0.05f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_WCSPH;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    pond water = {8.0};
    double worst = 0.0;
    const double particle = 0.05 * 0.05 * 0.05;
    uint64_t absorbed = 0;
    for (int n = 0; n < 100; ++n) {
        waft_liquid_parcel parcels[8];
        for (uint32_t i = 0; i < 8; ++i) {
            parcels[i] = (waft_liquid_parcel){
                .position = {0.3f + 0.15f * (float)i, 0.8f, 0.2f + 0.015f * (float)(n % 100)},
                .velocity = {0.0f, 1.0f, 0.0f},
                .volume = 3.7e-5f,
                .patch = i};
            water.volume -= (double)parcels[i].volume;
        }
        waft_liquid_parcel back[512];
        size_t count = 0;
        if (waft_liquid_inject(f.liquid, parcels, 8) != WAFT_OK) {
            ++table.failures;
        }
        liquid_step(&f);
        if (waft_liquid_absorb(f.liquid, pond_surface, &water, back, 512, &count) != WAFT_OK) {
            ++table.failures;
        }
        for (size_t i = 0; i < count; ++i) {
            water.volume += (double)back[i].volume;
        }
        absorbed += count;
        const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
        const double whole = water.volume + particle * (double)stats.particles +
                             waft_liquid_carried(f.liquid) + particle * (double)stats.escaped;
        worst = verify_worse(worst, fabs(whole / 8.0 - 1.0));
    }
    (void)verify_most(&table, "ledger, relative", 1e-6, worst);
    (void)verify_least(&table, "particles that went back", 50.0, (double)absorbed);
    liquid_close(&f);
    return verify_close(&table);
}

// ---- bad-starts

static void expect(verify_table* table, const char* name, waft_result want, waft_result got) {
    (void)verify_near(table, name, (double)want, (double)got, 0.0);
}

// The code, and the sentence to the letter.
static void refused(verify_table* table, const waft_world* world, const char* name,
    waft_result want, waft_result got, const char* sentence) {
    char text[64];
    expect(table, name, want, got);
    (void)snprintf(text, sizeof(text), "%s: the sentence", name);
    if (!verify_near(table, text, 1.0, strcmp(waft_world_error(world), sentence) == 0, 0.0)) {
        (void)fprintf(stderr, "%s: %s\n", name, waft_world_error(world));
    }
}

static int verify_bad_starts(void) {
    verify_table table = verify_open("bad-starts");
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.max_particles = 1000;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    liquid_put_box(&block, 0.0f, 0.0f, 0.0f, 0.5f, 0.5f, 0.5f);
    expect(&table, "a block", WAFT_OK, waft_liquid_add_block(f.liquid, &block, NULL));
    refused(&table, f.world, "the same block again", WAFT_ERR_ARGUMENT,
        waft_liquid_add_block(f.liquid, &block, NULL),
        "liquid: 125 pairs closer than 0.5 spacing, first at (0.05, 0.05, 0.05) between "
        "liquid.blocks[0] and liquid.blocks[1]");
    (void)verify_near(
        &table, "particles after it", 125.0, waft_liquid_get_view(f.liquid).count, 0.0);
    liquid_put_box(&block, 1.0f, 0.0f, 0.0f, 2.0f, 2.0f, 2.0f);
    refused(&table, f.world, "a block beyond the capacity", WAFT_ERR_FULL,
        waft_liquid_add_block(f.liquid, &block, NULL),
        "liquid.max_particles is 1000; the blocks need more");
    (void)verify_near(
        &table, "particles after it", 125.0, waft_liquid_get_view(f.liquid).count, 0.0);
    waft_solid_def solid = liquid_ball(0.2f, 0.3f, 0.3f, 0.3f);
    refused(&table, f.world, "a body under water", WAFT_ERR_ARGUMENT,
        waft_world_add_solid(f.world, &solid, &(waft_solid_id){0}),
        "solids[0] covers 56 particles; add it before the block, or set displace");
    solid.displace = true;
    expect(&table, "the same, displacing", WAFT_OK,
        waft_world_add_solid(f.world, &solid, &(waft_solid_id){0}));
    const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
    (void)verify_least(&table, "particles displaced", 1.0, 125.0 - (double)stats.particles);
    const waft_vec3 bad[3] = {{NAN, 1.0f, 1.0f}, {1e30f, 1.0f, 1.0f}, {1.5f, 1.5f, 0.01f}};
    refused(&table, f.world, "NaN in a list", WAFT_ERR_ARGUMENT,
        waft_liquid_add_particles(f.liquid, &bad[0], NULL, 1),
        "liquid: particle 0 at (nan, 1, 1) is not finite or outside the domain");
    refused(&table, f.world, "1e30 in a list", WAFT_ERR_ARGUMENT,
        waft_liquid_add_particles(f.liquid, &bad[1], NULL, 1),
        "liquid: particle 0 at (1e+30, 1, 1) is not finite or outside the domain");
    refused(&table, f.world, "a particle in a wall", WAFT_ERR_ARGUMENT,
        waft_liquid_add_particles(f.liquid, &bad[2], NULL, 1),
        "liquid: particle 0 at (1.5, 1.5, 0.01) is within 0.25 spacings of a wall or solid");
    liquid_step(&f);
    refused(&table, f.world, "a block beyond the capacity, after a step", WAFT_ERR_FULL,
        waft_liquid_add_block(f.liquid, &block, NULL),
        "liquid.max_particles is 1000; the blocks need more");
    const size_t before = waft_liquid_get_view(f.liquid).count;
    liquid_put_box(&block, 1.3f, 1.3f, 1.3f, 1.8f, 1.8f, 1.8f);
    expect(&table, "a block after a step", WAFT_OK, waft_liquid_add_block(f.liquid, &block, NULL));
    (void)verify_near(&table, "particles that it added", 125.0,
        (double)waft_liquid_get_view(f.liquid).count - (double)before, 0.0);
    liquid_close(&f);
    def.spacing = 1e-4f;
    def.max_particles = 1000;
    waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    waft_liquid* liquid = NULL;
    if (waft_world_create(&world_def, &world, NULL) == WAFT_OK) {
        refused(&table, world, "a domain of 1e12 cells", WAFT_ERR_ARGUMENT,
            waft_world_create_liquid(world, &def, &liquid),
            "liquid: a domain of 2 x 2 x 2 m in cells of 0.0002 m has too many cells for 1000 "
            "particles; make the domain smaller, the spacing larger or max_particles larger");
        def.spacing = NAN;
        refused(&table, world, "NaN as spacing", WAFT_ERR_ARGUMENT,
            waft_world_create_liquid(world, &def, &liquid),
            "liquid.spacing is nan: allowed are values above 0 up to 10000");
    }
    waft_world_destroy(world);
    return verify_close(&table);
}

// ---- same-bits

// A block that falls on a moving sphere under an emitter and drains, stirred.
static liquid_fixture open_busy(
    waft_liquid_method method, float spacing, waft_bank* bank, int threads) {
    waft_liquid_def def = liquid_box(spacing, 1.6f, 1.6f, 0.8f);
    def.method = method;
    def.max_particles = spacing < 0.05f ? 20000 : 6000;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, threads);
    waft_solid_def ball = liquid_ball(0.15f, 1.2f, 0.2f, 0.4f);
    waft_liquid_emitter_def nozzle = waft_liquid_emitter_def_default();
    nozzle.center = (waft_vec3){1.2f, 1.3f, 0.4f};
    nozzle.direction = (waft_vec3){0.0f, -1.0f, 0.0f};
    nozzle.radius = 0.1f;
    nozzle.speed = 3.7f; // layers come in any of a step's sub-steps
    // Takes the upper layers at once, so that later births have places where others were.
    const waft_shape drain = liquid_box_shape(0.0f, 0.7f, 0.0f, 0.8f, 0.9f, 0.8f);
    const waft_pose drain_pose = liquid_box_pose(0.0f, 0.7f, 0.0f, 0.8f, 0.9f, 0.8f);
    waft_liquid_turbulence_def stir = waft_liquid_turbulence_def_default();
    stir.period = 3.0f;
    stir.hold = 0.03f;
    if (waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) != WAFT_OK ||
        waft_liquid_add_emitter(f.liquid, &nozzle, NULL) != WAFT_OK ||
        waft_liquid_add_sink(f.liquid, &drain, &drain_pose, NULL) != WAFT_OK ||
        waft_liquid_set_turbulence(f.liquid, bank, &stir) != WAFT_OK) {
        (void)fprintf(stderr, "busy: %s\n", waft_world_error(f.world));
        exit(1);
    }
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.8f, 0.8f, 0.8f);
    return f;
}

enum { MOST_BUSY_STEPS = 200 };

// Steps [from, to); out_hashes, by step, may be NULL.
static void step_busy(liquid_fixture* f, int from, int to, uint64_t* out_hashes) {
    for (int n = from; n < to; ++n) {
        const waft_pose pose = {
            .position = {1.2f - 0.2f * (float)sin(0.02 * (double)n), 0.2f, 0.4f},
            .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
        waft_solid_info ball;
        if (waft_world_solid_at(f->world, 0, &ball) != WAFT_OK ||
            waft_world_move_solid(f->world, ball.id, &pose) != WAFT_OK) {
            exit(1);
        }
        liquid_step(f);
        if (out_hashes != NULL) {
            out_hashes[n] = waft_world_hash(f->world);
        }
    }
}

// Steps after a resume whose hash differs from that of the run that was not stopped; -1 if it fails.
static int count_other_steps(
    waft_liquid_method method, float spacing, waft_bank* bank, int steps, const uint64_t* whole) {
    liquid_fixture f = open_busy(method, spacing, bank, 2);
    step_busy(&f, 0, steps / 2, NULL);
    const size_t size = waft_world_snapshot_size(f.world);
    void* bytes = malloc(size);
    const bool saved = bytes != NULL && waft_world_snapshot(f.world, bytes, size) == WAFT_OK;
    liquid_close(&f);
    f = open_busy(method, spacing, bank, 1);
    const bool loaded = saved && waft_world_restore(f.world, bytes, size) == WAFT_OK;
    uint64_t resumed[MOST_BUSY_STEPS];
    step_busy(&f, steps / 2, steps, resumed);
    int others = 0;
    for (int n = steps / 2; n < steps; ++n) {
        others += resumed[n] != whole[n];
    }
    liquid_close(&f);
    free(bytes);
    return loaded ? others : -1;
}

static void verify_bits(
    verify_table* table, waft_liquid_method method, float spacing, const char* who) {
    waft_bank* bank = make_bank();
    static const int threads[] = {1, 2, 3, 4, 8};
    const int steps = verify_slow() ? MOST_BUSY_STEPS : 12;
    uint64_t hashes[5][MOST_BUSY_STEPS];
    for (int i = 0; i < 5; ++i) {
        liquid_fixture f = open_busy(method, spacing, bank, threads[i]);
        step_busy(&f, 0, steps, hashes[i]);
        liquid_close(&f);
    }
    char name[64];
    for (int i = 1; i < 5; ++i) {
        (void)snprintf(name, sizeof(name), "%s: hash of %d threads is that of 1", who, threads[i]);
        (void)verify_near(table, name, 1.0, hashes[i][steps - 1] == hashes[0][steps - 1], 0.0);
    }
    (void)snprintf(name, sizeof(name), "%s: steps with another hash, resumed", who);
    (void)verify_near(
        table, name, 0.0, count_other_steps(method, spacing, bank, steps, hashes[0]), 0.0);
    waft_bank_release(bank);
}

static int verify_determinism(void) {
    verify_table table = verify_open("same-bits");
    verify_bits(&table, WAFT_LIQUID_WCSPH, 0.05f, "wcsph, 4096");
    verify_bits(&table, WAFT_LIQUID_DFSPH, 0.05f, "dfsph, 4096");
    if (verify_slow()) {
        verify_bits(&table, WAFT_LIQUID_WCSPH, 0.0347f, "wcsph, 12k");
        verify_bits(&table, WAFT_LIQUID_DFSPH, 0.0347f, "dfsph, 12k");
    }
    return verify_close(&table);
}

int main(void) {
    int failures = verify_bad_starts();
    failures += verify_exchange();
    failures += verify_emitters();
    failures += verify_determinism();
    return failures == 0 ? 0 : 1;
}
