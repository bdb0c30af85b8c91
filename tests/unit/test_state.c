// SPDX-License-Identifier: MIT
#include "set_water.h"
#include "test.h"
#include "unit/water_fixture.h"
#include "water/waves.h"

static const waft_gauge_def pier = {.name = "pier", .at = {4.0f, 5.0f}};

static water_fixture* open_shore(bool sloping) {
    waft_train_def trains[2];
    for (int i = 0; i < 2; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 2.0f + (float)i;
        trains[i].amplitude = 0.8f;
        trains[i].direction = (waft_vec2){1.0f, 0.3f * (float)i};
    }
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 40;
    def.cells[1] = 24;
    def.terrain.kind = sloping ? WAFT_TERRAIN_SLOPE : WAFT_TERRAIN_FLAT;
    def.terrain.to = 10.0f;
    def.trains = trains;
    def.train_count = 2;
    def.train_capacity = 4;
    def.gauges = &pier;
    def.gauge_count = 1;
    def.spray.capacity = 2000;
    return water_fixture_open(&def, 1);
}

static uint64_t hash_of(water_fixture* f) {
    wafti_stream stream = wafti_stream_hash();
    wafti_water_state(f->water, &stream);
    return stream.hash;
}

static void run(water_fixture* f, int steps) {
    for (int n = 0; n < steps; ++n) {
        CHECK(water_fixture_step(f) == WAFT_OK);
    }
}

static void edit(water_fixture* f) {
    waft_train_def ring = waft_train_def_default();
    ring.shape = WAFT_TRAIN_POINT;
    ring.center = (waft_vec2){3.0f, 5.0f};
    ring.length = 1.0f;
    CHECK(wafti_water_add_train(f->water, &ring) == WAFT_OK);
    CHECK(wafti_water_remove_train(f->water, 0) == WAFT_OK);
    CHECK(set_water(f->water, "water.trains[0].phase", 1.5f) == WAFT_OK);
}

// A fresh surface that takes a snapshot over goes on with the same bits, edits included.
static void a_snapshot_goes_on_with_the_same_bits(void) {
    for (int sloping = 0; sloping < 2; ++sloping) {
        water_fixture* a = open_shore(sloping != 0);
        water_fixture* b = open_shore(sloping != 0);
        run(a, 20);
        edit(a);
        run(a, 10);
        static unsigned char bytes[1 << 17];
        wafti_stream measure = wafti_stream_measure();
        wafti_water_state(a->water, &measure);
        CHECK(measure.position <= sizeof(bytes));
        CHECK(a->water->spray.count > 10);
        wafti_stream save = wafti_stream_save(bytes, measure.position);
        wafti_water_state(a->water, &save);
        CHECK(!save.failed);
        wafti_stream load = wafti_stream_load(bytes, measure.position);
        wafti_water_state(b->water, &load);
        CHECK(!load.failed);
        CHECK(load.position == measure.position);
        wafti_water_redraw(b->water, a->water->time);
        b->steps = a->steps;
        CHECK(hash_of(a) == hash_of(b));
        for (int kind = 0; kind <= WAFT_WATER_FOAM; ++kind) {
            CHECK(memcmp(a->water->field[kind], b->water->field[kind],
                      wafti_grid_size(&a->water->grid) * sizeof(float)) == 0);
        }
        const uint64_t before = hash_of(a);
        run(a, 15);
        run(b, 15);
        CHECK(hash_of(a) == hash_of(b));
        CHECK(hash_of(a) != before);
        water_fixture_close(a);
        water_fixture_close(b);
    }
}

static void damaged_states_are_refused_without_harm(void) {
    water_fixture* f = open_shore(false);
    run(f, 3);
    static unsigned char good[1 << 17];
    static unsigned char bad[1 << 17];
    wafti_stream save = wafti_stream_save(good, sizeof(good));
    wafti_water_state(f->water, &save);
    const size_t size = save.position;
    // Every cut and a change of every byte of the part that holds counts and trains.
    for (size_t n = 0; n < 140; ++n) {
        wafti_stream cut = wafti_stream_load(good, n);
        wafti_water_state(f->water, &cut);
        CHECK(cut.failed);
        memcpy(bad, good, size);
        bad[n] ^= 0xA5u;
        wafti_stream changed = wafti_stream_load(bad, size);
        wafti_water_state(f->water, &changed);
        wafti_water_redraw(f->water, 1.0);
        wafti_stream restore = wafti_stream_load(good, size);
        wafti_water_state(f->water, &restore);
        CHECK(!restore.failed);
    }
    wafti_water_redraw(f->water, 3.0 * f->dt);
    run(f, 2);
    water_fixture_close(f);
}

static void fingerprints_tell_waters_apart(void) {
    water_fixture* a = open_shore(false);
    water_fixture* b = open_shore(true);
    water_fixture* c = open_shore(true);
    CHECK(wafti_water_fingerprint(a->water) != wafti_water_fingerprint(b->water));
    CHECK(wafti_water_fingerprint(b->water) == wafti_water_fingerprint(c->water));
    run(c, 2);
    CHECK(wafti_water_fingerprint(b->water) == wafti_water_fingerprint(c->water));
    water_fixture_close(a);
    water_fixture_close(b);
    water_fixture_close(c);
}

static const test_case cases[] = {
    {"a_snapshot_goes_on_with_the_same_bits", a_snapshot_goes_on_with_the_same_bits},
    {"damaged_states_are_refused_without_harm", damaged_states_are_refused_without_harm},
    {"fingerprints_tell_waters_apart", fingerprints_tell_waters_apart},
};
TEST_MAIN(cases)
