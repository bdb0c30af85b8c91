// SPDX-License-Identifier: MIT
// Emitters, sinks and parcels of a liquid, src/liquid/emit.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static liquid_fixture open_weak(float sound, uint32_t most, double step) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_WCSPH;
    def.sound_speed = sound;
    def.max_particles = most;
    return liquid_open(&def, step, 0.0f, 1);
}

static liquid_fixture open_nozzle(const waft_liquid_emitter_def* nozzle, uint32_t most) {
    liquid_fixture f = open_weak(10.0f, most, 0.02);
    CHECK(waft_liquid_add_emitter(f.liquid, nozzle, NULL) == WAFT_OK);
    return f;
}

static waft_liquid_emitter_def square_nozzle(void) {
    waft_liquid_emitter_def nozzle = waft_liquid_emitter_def_default();
    nozzle.center = (waft_vec3){1.0f, 0.3f, 1.0f};
    nozzle.size = (waft_vec2){0.4f, 0.3f};
    nozzle.speed = 1.0f;
    return nozzle;
}

static uint64_t emitted_after(liquid_fixture* f, int steps) {
    for (int n = 0; n < steps; ++n) {
        liquid_step(f);
    }
    return waft_liquid_get_stats(f->liquid).emitted;
}

static void gives_a_layer_a_spacing(void) {
    const waft_liquid_emitter_def nozzle = square_nozzle();
    liquid_fixture f = open_nozzle(&nozzle, 1000);
    CHECK(emitted_after(&f, 4) == 0);
    CHECK(emitted_after(&f, 2) == 12);
    CHECK(emitted_after(&f, 20) == 60);
    liquid_close(&f);
}

static void keeps_its_hours_and_limit(void) {
    waft_liquid_emitter_def nozzle = square_nozzle();
    nozzle.start = 0.2;
    nozzle.end = 0.65;
    liquid_fixture f = open_nozzle(&nozzle, 1000);
    CHECK(emitted_after(&f, 12) == 0);
    CHECK(emitted_after(&f, 38) == 48);
    liquid_close(&f);
    nozzle = square_nozzle();
    nozzle.limit = 17;
    f = open_nozzle(&nozzle, 1000);
    CHECK(emitted_after(&f, 50) == 17);
    liquid_close(&f);
}

static void waits_when_all_places_are_taken(void) {
    const waft_liquid_emitter_def nozzle = square_nozzle();
    liquid_fixture f = open_nozzle(&nozzle, 30);
    int told = 0;
    for (int n = 0; n < 40; ++n) {
        liquid_step(&f);
        double value = 0.0;
        told += liquid_told(&f, WAFT_EVENT_LIQUID_FULL, &value);
    }
    CHECK(waft_liquid_get_stats(f.liquid).particles == 30);
    CHECK(told == 1);
    liquid_close(&f);
}

static void what_enters_a_sink_is_gone(void) {
    const waft_liquid_emitter_def nozzle = square_nozzle();
    liquid_fixture f = open_nozzle(&nozzle, 1000);
    const waft_shape drain = liquid_box_shape(0.0f, 0.8f, 0.0f, 2.0f, 1.2f, 2.0f);
    const waft_pose pose = liquid_box_pose(0.0f, 0.8f, 0.0f, 2.0f, 1.2f, 2.0f);
    CHECK(waft_liquid_add_sink(f.liquid, &drain, &pose, NULL) == WAFT_OK);
    CHECK(emitted_after(&f, 100) > 200);
    const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
    CHECK(stats.sunk > 100);
    CHECK(stats.particles == stats.emitted - stats.sunk - stats.escaped);
    const waft_liquid_view view = waft_liquid_get_view(f.liquid);
    for (uint32_t i = 0; i < view.count; ++i) {
        CHECK(view.position[1][i] <= 0.8f || view.position[1][i] >= 1.2f);
    }
    liquid_close(&f);
}

static void volume_waits_until_it_is_a_particle(void) {
    const waft_liquid_emitter_def nozzle = square_nozzle();
    liquid_fixture f = open_nozzle(&nozzle, 1000);
    waft_liquid_parcel parcel = {
        .position = {0.5f, 1.5f, 0.5f}, .velocity = {0.0f, 0.1f, 0.0f}, .volume = 4e-4f};
    CHECK(waft_liquid_inject(f.liquid, &parcel, 1) == WAFT_OK);
    CHECK(waft_liquid_inject(f.liquid, &parcel, 1) == WAFT_OK);
    liquid_step(&f);
    CHECK(waft_liquid_get_stats(f.liquid).created == 0);
    CHECK_NEAR(waft_liquid_carried(f.liquid), 8e-4, 1e-9);
    CHECK(waft_liquid_inject(f.liquid, &parcel, 1) == WAFT_OK);
    liquid_step(&f);
    CHECK(waft_liquid_get_stats(f.liquid).created == 1);
    CHECK_NEAR(waft_liquid_carried(f.liquid), 2e-4, 1e-9);
    // Where one is already, the next is held back and its volume kept.
    parcel.volume = 1e-3f;
    CHECK(waft_liquid_inject(f.liquid, &parcel, 1) == WAFT_OK);
    liquid_step(&f);
    const waft_liquid_stats stats = waft_liquid_get_stats(f.liquid);
    CHECK(stats.created == 1 && stats.held_back == 1);
    CHECK_NEAR(waft_liquid_carried(f.liquid), 1.2e-3, 1e-9);
    parcel.volume = NAN;
    CHECK(waft_liquid_inject(f.liquid, &parcel, 1) == WAFT_ERR_ARGUMENT);
    liquid_close(&f);
}

static void refuses_what_cannot_be(void) {
    waft_liquid_emitter_def nozzle = square_nozzle();
    liquid_fixture f = open_nozzle(&nozzle, 100);
    nozzle.direction = (waft_vec3){0.0f, 2.0f, 0.0f};
    CHECK(waft_liquid_add_emitter(f.liquid, &nozzle, NULL) == WAFT_ERR_ARGUMENT);
    nozzle = square_nozzle();
    nozzle.size.x = 0.0f;
    CHECK(waft_liquid_add_emitter(f.liquid, &nozzle, NULL) == WAFT_ERR_ARGUMENT);
    nozzle = square_nozzle();
    nozzle.speed = -1.0f;
    CHECK(waft_liquid_add_emitter(f.liquid, &nozzle, NULL) == WAFT_ERR_ARGUMENT);
    liquid_close(&f);
}

static void emitters_and_sinks_come_and_go(void) {
    waft_liquid_emitter_def nozzle = square_nozzle();
    liquid_fixture f = open_nozzle(&nozzle, 2000);
    const waft_emitter_id first = waft_liquid_emitter_at(f.liquid, 0);
    liquid_step(&f);
    waft_emitter_id second;
    CHECK(waft_liquid_add_emitter(f.liquid, &nozzle, &second) == WAFT_OK);
    CHECK(first.number == 1 && second.number == 2 && waft_liquid_emitter_count(f.liquid) == 2);
    CHECK(waft_liquid_remove_emitter(f.liquid, first) == WAFT_OK);
    CHECK(waft_liquid_remove_emitter(f.liquid, first) == WAFT_ERR_STALE_ID);
    CHECK(waft_liquid_set_emitter(f.liquid, first, &nozzle) == WAFT_ERR_STALE_ID);
    CHECK(waft_liquid_emitter_at(f.liquid, 0).number == 2);
    CHECK(waft_liquid_emitter_at(f.liquid, 1).number == 0);
    nozzle.speed = 0.0f;
    CHECK(waft_liquid_set_emitter(f.liquid, second, &nozzle) == WAFT_OK);
    const uint64_t emitted = waft_liquid_get_stats(f.liquid).emitted;
    liquid_step(&f);
    CHECK(waft_liquid_get_stats(f.liquid).emitted == emitted);
    // All that there is drains within a step, and nothing once the sink is gone.
    const waft_shape all = {.kind = WAFT_SHAPE_SPHERE, .radius = 100.0f};
    const waft_pose pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    waft_sink_id sink;
    CHECK(waft_liquid_add_sink(f.liquid, &all, &pose, &sink) == WAFT_OK);
    liquid_step(&f);
    CHECK(waft_liquid_get_view(f.liquid).count == 0);
    CHECK(waft_liquid_sink_count(f.liquid) == 1 && waft_liquid_sink_at(f.liquid, 0).number == 1);
    CHECK(waft_liquid_remove_sink(f.liquid, sink) == WAFT_OK);
    CHECK(waft_liquid_remove_sink(f.liquid, sink) == WAFT_ERR_STALE_ID);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    const waft_liquid_def def = waft_liquid_get_def(f.liquid);
    const float d = def.spacing;
    block.shape.size = (waft_vec3){4.0f * d, 4.0f * d, 4.0f * d};
    block.pose.position = (waft_vec3){0.5f * (def.low.x + def.high.x),
        0.5f * (def.low.y + def.high.y), 0.5f * (def.low.z + def.high.z)};
    uint32_t count = 0;
    CHECK(waft_liquid_add_block(f.liquid, &block, &count) == WAFT_OK);
    CHECK(count > 0 && waft_liquid_get_view(f.liquid).count == count);
    CHECK(waft_liquid_get_view(f.liquid).density[0] > 0.0f);
    CHECK(waft_liquid_add_block(f.liquid, &block, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_liquid_get_view(f.liquid).count == count);
    liquid_step(&f);
    CHECK(waft_liquid_get_view(f.liquid).count == count);
    liquid_close(&f);
}

// One born on a wall would be thrown off it at the speed of sound.
static void is_born_off_walls(void) {
    liquid_fixture f = open_weak(50.0f, 1000, 0.01);
    const waft_liquid_parcel parcels[2] = {
        {.position = {1.999f, 1.0f, 0.001f}, .velocity = {0.0f, 1.0f, 0.0f}, .volume = 1e-3f},
        {.position = {0.0f, 1.0f, 1.0f}, .velocity = {0.0f, 1.0f, 0.0f}, .volume = 1e-3f}};
    CHECK(waft_liquid_inject(f.liquid, parcels, 2) == WAFT_OK);
    for (int n = 0; n < 5; ++n) {
        liquid_step(&f);
    }
    CHECK(waft_liquid_get_view(f.liquid).count == 2);
    CHECK_NEAR(waft_liquid_get_stats(f.liquid).greatest_speed, 1.0, 0.01);
    liquid_close(&f);
}

// 0.4 d/u: what is thrown in has its speed counted in the sub-step that it is born in.
static void fast_parcels_shorten_the_step(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.method = WAFT_LIQUID_DFSPH;
    liquid_fixture f = liquid_open(&def, 0.01, 0.0f, 1);
    const waft_liquid_parcel parcel = {
        .position = {1.0f, 0.5f, 1.0f}, .velocity = {0.0f, 40.0f, 0.0f}, .volume = 1e-3f};
    liquid_step(&f);
    CHECK(waft_liquid_inject(f.liquid, &parcel, 1) == WAFT_OK);
    liquid_step(&f);
    CHECK(waft_liquid_get_stats(f.liquid).substeps == 10);
    CHECK_NEAR(waft_liquid_get_stats(f.liquid).least_step, 0.001, 1e-6);
    liquid_close(&f);
}

static double stat_named(const waft_liquid* liquid, const char* name) {
    waft_stat stats[64];
    const size_t count = wafti_liquid_stats(liquid, stats, 64);
    for (size_t i = 0; i < count && i < 64; ++i) {
        if (strcmp(stats[i].name, name) == 0) {
            return stats[i].value;
        }
    }
    return NAN;
}

// Row 0 of stats.csv, before any step, and the ledger's columns.
static void tells_of_the_start(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    liquid_fixture f = liquid_open(&def, 0.01, 10.0f, 1);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    liquid_put_box(&block, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    block.velocity = (waft_vec3){0.0f, 0.0f, 2.0f};
    CHECK(waft_liquid_add_block(f.liquid, &block, NULL) == WAFT_OK);
    CHECK_NEAR(stat_named(f.liquid, "liquid_kinetic_energy"), 2000.0, 0.1);
    CHECK_NEAR(stat_named(f.liquid, "liquid_potential_energy"), 5000.0, 0.1);
    CHECK_NEAR(stat_named(f.liquid, "liquid_momentum_z"), 2000.0, 0.1);
    CHECK_NEAR(stat_named(f.liquid, "liquid_greatest_speed"), 2.0, 1e-6);
    waft_solid_def ball = liquid_ball(0.3f, 0.5f, 0.5f, 0.5f);
    ball.displace = true;
    CHECK(waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) == WAFT_OK);
    const double displaced = stat_named(f.liquid, "liquid_displaced");
    CHECK(displaced > 50.0);
    CHECK(stat_named(f.liquid, "liquid_particles") == 1000.0 - displaced);
    CHECK_NEAR(stat_named(f.liquid, "liquid_momentum_z"), 2.0 * (1000.0 - displaced), 0.1);
    CHECK(stat_named(f.liquid, "liquid_created") == 1000.0);
    liquid_close(&f);
}

enum { STATE_SIZE = 1 << 18, AT_STARTED = 8 };

static bool takes(waft_liquid* liquid, const unsigned char* bytes, size_t size) {
    wafti_stream load = wafti_stream_load(bytes, size);
    wafti_liquid_state(liquid, &load);
    return !load.failed;
}

static size_t save(waft_liquid* liquid, unsigned char* out) {
    wafti_stream stream = wafti_stream_save(out, STATE_SIZE);
    wafti_liquid_state(liquid, &stream);
    CHECK(!stream.failed);
    return stream.position;
}

// What is wrong with the liquid is saved, and must not be taken back.
static void refuses_as_it_is(waft_liquid* liquid, const unsigned char* good, size_t good_size) {
    static unsigned char bad[STATE_SIZE];
    const size_t size = save(liquid, bad);
    CHECK(!takes(liquid, bad, size));
    CHECK(takes(liquid, good, good_size));
}

static void refuses_forged_states(void) {
    static unsigned char good[STATE_SIZE];
    const waft_liquid_emitter_def nozzle = square_nozzle();
    liquid_fixture f = open_nozzle(&nozzle, 1000);
    waft_liquid* liquid = f.liquid;
    CHECK(emitted_after(&f, 20) > 0);
    const waft_liquid_parcel parcel = {.position = {0.5f, 1.5f, 0.5f}, .volume = 1e-3f};
    CHECK(waft_liquid_inject(liquid, &parcel, 1) == WAFT_OK);
    const size_t size = save(liquid, good);
    CHECK(takes(liquid, good, size));
    liquid->births[0].patch = WAFTI_LIQUID_PATCHES;
    refuses_as_it_is(liquid, good, size);
    liquid->births[0].velocity.y = NAN;
    refuses_as_it_is(liquid, good, size);
    liquid->patches[3] = -1.0;
    refuses_as_it_is(liquid, good, size);
    liquid->emitters[0].run = 1e300;
    refuses_as_it_is(liquid, good, size);
    liquid->emitters[0].run = -1e-9;
    refuses_as_it_is(liquid, good, size);
    liquid->emitters[0].def.speed = INFINITY;
    refuses_as_it_is(liquid, good, size);
    liquid->now.x[1][3] = NAN;
    refuses_as_it_is(liquid, good, size);
    liquid->time = NAN;
    refuses_as_it_is(liquid, good, size);
    good[AT_STARTED] = 2;
    CHECK(!takes(liquid, good, size));
    good[AT_STARTED] = 1;
    CHECK(takes(liquid, good, size));
    liquid_step(&f);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"tells_of_the_start", tells_of_the_start},
    {"fast_parcels_shorten_the_step", fast_parcels_shorten_the_step},
    {"refuses_forged_states", refuses_forged_states},
    {"is_born_off_walls", is_born_off_walls},
    {"gives_a_layer_a_spacing", gives_a_layer_a_spacing},
    {"keeps_its_hours_and_limit", keeps_its_hours_and_limit},
    {"waits_when_all_places_are_taken", waits_when_all_places_are_taken},
    {"what_enters_a_sink_is_gone", what_enters_a_sink_is_gone},
    {"volume_waits_until_it_is_a_particle", volume_waits_until_it_is_a_particle},
    {"refuses_what_cannot_be", refuses_what_cannot_be},
    {"emitters_and_sinks_come_and_go", emitters_and_sinks_come_and_go},
};

TEST_MAIN(cases)
