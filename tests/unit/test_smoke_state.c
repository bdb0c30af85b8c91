// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

static smoke_fixture* open_scene(waft_smoke_scheme scheme) {
    waft_smoke_def def = small_smoke_def(16, 20, 12);
    def.scheme = scheme;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_source_def source = ball_source(0.5f, 0.2f, 0.4f, 0.15f);
    source.noise.amount = 0.3f;
    const waft_solid_def ball = ball_solid(0.5f, 0.7f, 0.4f, 0.15f);
    (void)smoke_fixture_source(f, &source);
    (void)smoke_fixture_solid(f, &ball);
    return f;
}

// The obstacle swings until step `rest`, so that its way matters; where it stands nothing but the state
// may tell how the pressure starts.
static void swing_until(smoke_fixture* f, int count, uint64_t rest) {
    for (int n = 0; n < count; ++n) {
        if (f->steps < rest) {
            const float x = 0.5f + 0.1f * sinf(0.3f * (float)f->steps);
            const waft_pose pose = {.position = {x, 0.7f, 0.4f}, .rotation = {.w = 1.0f}};
            CHECK(smoke_fixture_move(f, (waft_solid_id){1, 1}, &pose) == WAFT_OK);
        }
        smoke_fixture_steps(f, 1);
    }
}

// What a world keeps of smoke and solids.
static void pass_state(smoke_fixture* f, wafti_stream* stream) {
    wafti_solids_state(&f->solids, stream);
    wafti_smoke_state(f->smoke, stream);
}

static uint64_t hash_of(smoke_fixture* f) {
    wafti_stream stream = wafti_stream_hash();
    pass_state(f, &stream);
    return stream.hash;
}

static unsigned char* save(smoke_fixture* f, size_t* out_size) {
    wafti_stream stream = wafti_stream_measure();
    pass_state(f, &stream);
    *out_size = stream.position;
    unsigned char* bytes = malloc(*out_size);
    stream = wafti_stream_save(bytes, *out_size);
    pass_state(f, &stream);
    CHECK(!stream.failed && stream.position == *out_size);
    return bytes;
}

static bool load(smoke_fixture* f, const unsigned char* bytes, size_t size) {
    wafti_stream stream = wafti_stream_load(bytes, size);
    pass_state(f, &stream);
    if (!stream.failed) {
        wafti_smoke_refresh(f->smoke);
    }
    return !stream.failed;
}

static void a_restored_smoke_goes_on_with_the_same_bits(void) {
    static const uint64_t rests[] = {UINT64_MAX, 0, 3, 6, 8};
    for (int n = 0; n < 10; ++n) {
        const int scheme = n % 2;
        const uint64_t rest = rests[n / 2];
        smoke_fixture* f = open_scene((waft_smoke_scheme)scheme);
        swing_until(f, 6, rest);
        size_t size = 0;
        unsigned char* bytes = save(f, &size);
        const uint64_t middle = hash_of(f);
        swing_until(f, 6, rest);
        const uint64_t want = hash_of(f);
        smoke_fixture* g = open_scene((waft_smoke_scheme)scheme);
        CHECK(wafti_smoke_fingerprint(g->smoke) == wafti_smoke_fingerprint(f->smoke));
        g->steps = 6;
        CHECK(load(g, bytes, size));
        CHECK(hash_of(g) == middle);
        CHECK(waft_smoke_get_stats(g->smoke).density_sum > 0.0);
        swing_until(g, 6, rest);
        CHECK(hash_of(g) == want);
        free(bytes);
        smoke_fixture_close(f);
        smoke_fixture_close(g);
    }
}

static void given_fields_are_state(void) {
    static float cells[16 * 20 * 12];
    for (size_t n = 0; n < sizeof(cells) / sizeof(cells[0]); ++n) {
        cells[n] = 0.5f;
    }
    smoke_fixture* f = open_scene(WAFT_SCHEME_SPLIT);
    const uint64_t before = hash_of(f);
    CHECK(waft_smoke_set_confinement_weight(f->smoke, cells) == WAFT_OK);
    CHECK(hash_of(f) != before);
    size_t size = 0;
    unsigned char* bytes = save(f, &size);
    smoke_fixture* g = open_scene(WAFT_SCHEME_SPLIT);
    CHECK(wafti_smoke_extras(f->smoke) == WAFTI_EXTRA_WEIGHT);
    CHECK(wafti_smoke_take_extras(g->smoke, WAFTI_EXTRA_WEIGHT) == WAFT_OK);
    CHECK(load(g, bytes, size));
    CHECK(g->smoke->uses_weight && hash_of(g) == hash_of(f));
    free(bytes);
    smoke_fixture_close(f);
    smoke_fixture_close(g);
}

static void cut_and_forged_states_are_refused(void) {
    smoke_fixture* f = open_scene(WAFT_SCHEME_SPLIT);
    size_t size = 0;
    unsigned char* bytes = save(f, &size);
    CHECK(!load(f, bytes, size / 2));
    CHECK(!load(f, bytes, 3));
    CHECK(load(f, bytes, size));
    // Poses lie near the end; no forged byte pattern may send NaN to the grid.
    memset(bytes + size - 600, 0xFF, 400);
    CHECK(!load(f, bytes, size));
    free(bytes);
    smoke_fixture_close(f);
}

static void fingerprints_tell_smokes_apart(void) {
    smoke_fixture* f = open_scene(WAFT_SCHEME_SPLIT);
    smoke_fixture* g = open_scene(WAFT_SCHEME_REFLECT);
    const uint64_t before = wafti_smoke_fingerprint(f->smoke);
    CHECK(before != wafti_smoke_fingerprint(g->smoke));
    // Solids come with the roster.
    const waft_solid_def ball = ball_solid(0.2f, 0.7f, 0.4f, 0.1f);
    (void)smoke_fixture_solid(f, &ball);
    CHECK(before == wafti_smoke_fingerprint(f->smoke));
    smoke_fixture_close(f);
    smoke_fixture_close(g);
}

static smoke_fixture* open_expanding(float expansion) {
    const waft_smoke_def def = small_smoke_def(12, 12, 12);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_source_def source = ball_source(0.4f, 0.4f, 0.4f, 0.15f);
    source.expansion = expansion;
    (void)smoke_fixture_source(f, &source);
    return f;
}

static void expansion_is_state(void) {
    smoke_fixture* f = open_expanding(2.0f);
    smoke_fixture_steps(f, 3);
    size_t size = 0;
    unsigned char* bytes = save(f, &size);
    smoke_fixture_steps(f, 3);
    const uint64_t want = hash_of(f);
    // Into the same smoke after it stopped to expand, and into one that never did.
    waft_source_def still = f->smoke->sources[0].def;
    still.expansion = 0.0f;
    const waft_source_id id = {1, f->smoke->source_order.ids.generation[0]};
    CHECK(waft_smoke_set_source(f->smoke, id, &still) == WAFT_OK);
    smoke_fixture* g = open_expanding(0.0f);
    CHECK(!load(g, bytes, size));
    smoke_fixture* both[2] = {f, g};
    for (int n = 0; n < 2; ++n) {
        CHECK(wafti_smoke_take_extras(both[n]->smoke, WAFTI_EXTRA_EXPANSION) == WAFT_OK);
        CHECK(load(both[n], bytes, size));
        CHECK(both[n]->smoke->expands);
        both[n]->steps = 3;
        smoke_fixture_steps(both[n], 3);
        CHECK(hash_of(both[n]) == want);
    }
    free(bytes);
    smoke_fixture_close(f);
    smoke_fixture_close(g);
}

static void the_order_of_slots_is_told_apart(void) {
    smoke_fixture* fixtures[2];
    uint64_t prints[2];
    for (int n = 0; n < 2; ++n) {
        // Two of three balls are left, in slots 0 and 1 or 1 and 0, after as many changes.
        fixtures[n] = open_expanding(0.0f);
        smoke_fixture* f = fixtures[n];
        const waft_source_def source = ball_source(0.4f, 0.4f, 0.4f, 0.15f);
        const waft_source_id first = {1, f->smoke->source_order.ids.generation[0]};
        if (n == 0) {
            CHECK(waft_smoke_remove_source(f->smoke, first) == WAFT_OK);
        }
        (void)smoke_fixture_source(f, &source);
        if (n == 1) {
            CHECK(waft_smoke_remove_source(f->smoke, first) == WAFT_OK);
        }
        (void)smoke_fixture_source(f, &source);
        wafti_stream stream = wafti_stream_hash();
        CHECK(wafti_smoke_roster(f->smoke, &stream, NULL, NULL) == WAFT_OK);
        prints[n] = stream.hash;
        CHECK(f->smoke->source_order.count == 2);
    }
    CHECK(fixtures[0]->smoke->source_order.slots[0] != fixtures[1]->smoke->source_order.slots[0]);
    CHECK(prints[0] != prints[1]);
    smoke_fixture_close(fixtures[0]);
    smoke_fixture_close(fixtures[1]);
}

static const test_case cases[] = {
    {"a_restored_smoke_goes_on_with_the_same_bits", a_restored_smoke_goes_on_with_the_same_bits},
    {"given_fields_are_state", given_fields_are_state},
    {"cut_and_forged_states_are_refused", cut_and_forged_states_are_refused},
    {"fingerprints_tell_smokes_apart", fingerprints_tell_smokes_apart},
    {"expansion_is_state", expansion_is_state},
    {"the_order_of_slots_is_told_apart", the_order_of_slots_is_told_apart},
};

TEST_MAIN(cases)
