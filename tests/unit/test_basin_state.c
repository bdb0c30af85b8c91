// SPDX-License-Identifier: MIT
#include "set_water.h"
#include "unit/lake_fixture.h"

static const waft_water_method methods[] = {
    WAFT_WATER_IMPLICIT, WAFT_WATER_COLUMNS, WAFT_WATER_SWE};

static waft_water_source_def source;
static waft_handle_def handle;

static waft_water_def busy_def(waft_water_method method) {
    waft_water_def def = lake_def(method);
    static const waft_gauge_def gauges[] = {{"g", {4.1f, 2.9f}}};
    lake_islands(&def);
    source = waft_water_source_def_default();
    source.center = (waft_vec2){2.0f, 2.0f};
    source.rate = 0.3f;
    handle = waft_handle_def_default();
    handle.at = (waft_vec2){5.0f, 4.0f};
    handle.force = -200.0f;
    def.gauges = gauges;
    def.gauge_count = 1;
    def.sources = &source;
    def.source_count = 1;
    def.handles = &handle;
    def.handle_count = 1;
    def.rain = (waft_rain_def){30.0f, 0.2f, 0.02f, true};
    def.edges[WAFT_WATER_LEFT].sponge = 4;
    return def;
}

static void disturb(water_fixture* f) {
    const waft_brush dent = {{4.0f, 3.0f}, 0.5f, -0.2f};
    const waft_brush hill = {{3.0f, 3.0f}, 0.5f, 0.4f};
    wafti_water_brush(f->water, &dent);
    wafti_water_raise_bed(f->water, &hill);
    CHECK(set_water(f->water, "water.sources[0].rate", 0.7f) == WAFT_OK);
    lake_run(f, 20);
}

static unsigned char bytes[1 << 17];

static size_t save(const water_fixture* f) {
    wafti_stream measure = wafti_stream_measure();
    wafti_water_state(f->water, &measure);
    CHECK(measure.position <= sizeof(bytes));
    wafti_stream stream = wafti_stream_save(bytes, measure.position);
    wafti_water_state(f->water, &stream);
    CHECK(!stream.failed && stream.position == measure.position);
    return measure.position;
}

static void a_loaded_state_goes_on_with_the_same_bits(void) {
    for (int n = 0; n < 3; ++n) {
        const waft_water_def def = busy_def(methods[n]);
        water_fixture* a = lake_open(&def);
        water_fixture* b = lake_open(&def);
        CHECK(wafti_water_fingerprint(a->water) == wafti_water_fingerprint(b->water));
        disturb(a);
        lake_run(b, 3);
        CHECK(lake_hash(a) != lake_hash(b));
        const size_t size = save(a);
        wafti_stream load = wafti_stream_load(bytes, size);
        wafti_water_state(b->water, &load);
        CHECK(!load.failed && load.position == size);
        wafti_water_redraw(b->water, a->water->time);
        b->steps = a->steps;
        CHECK(lake_hash(a) == lake_hash(b));
        // The bed that was raised is state, not def.
        CHECK(wafti_water_fingerprint(a->water) == wafti_water_fingerprint(b->water));
        const uint64_t before = lake_hash(a);
        lake_run(a, 25);
        lake_run(b, 25);
        CHECK(lake_hash(a) == lake_hash(b));
        CHECK(lake_hash(a) != before);
        for (int kind = 0; kind < WAFT_WATER_FIELD_COUNT; ++kind) {
            waft_field fa;
            waft_field fb;
            CHECK(waft_water_field(a->water, (waft_water_field_kind)kind, &fa) == WAFT_OK);
            CHECK(waft_water_field(b->water, (waft_water_field_kind)kind, &fb) == WAFT_OK);
            CHECK(memcmp(fa.data, fb.data, wafti_grid_size(&a->water->grid) * sizeof(float)) == 0);
        }
        waft_stat stats_a[16];
        waft_stat stats_b[16];
        CHECK(wafti_water_stats(a->water, stats_a, 16) == wafti_water_stats(b->water, stats_b, 16));
        for (int k = 0; k < 12; ++k) {
            CHECK_NEAR(stats_a[k].value, stats_b[k].value, 0.0);
        }
        waft_gauge_reading ra;
        waft_gauge_reading rb;
        CHECK(waft_water_gauge(a->water, 0, &ra) == WAFT_OK);
        CHECK(waft_water_gauge(b->water, 0, &rb) == WAFT_OK);
        CHECK(ra.level == rb.level && ra.depth == rb.depth && ra.vx == rb.vx);
        CHECK(ra.vz == rb.vz && ra.highest == rb.highest);
        water_fixture_close(a);
        water_fixture_close(b);
    }
}

static uint64_t print_of(const waft_water_def* def) {
    water_fixture* f = lake_open(def);
    const uint64_t print = wafti_water_fingerprint(f->water);
    water_fixture_close(f);
    return print;
}

static void other_defs_have_other_fingerprints(void) {
    const waft_water_def good = busy_def(WAFT_WATER_COLUMNS);
    uint64_t prints[10];
    int count = 0;
    prints[count++] = print_of(&good);
    waft_water_def def = good;
    def.origin = (waft_vec2){0.5f, 0.25f};
    prints[count++] = print_of(&def);
    def = good;
    def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_OPEN;
    prints[count++] = print_of(&def);
    def = good;
    def.level = 0.5f;
    prints[count++] = print_of(&def);
    def = good;
    def.spray.capacity = 10;
    prints[count++] = print_of(&def);
    def = good;
    def.handle_capacity = 20;
    prints[count++] = print_of(&def);
    def.handle_capacity = 0;
    const waft_stroke_def stroke = {1.0, {{1.0f, 1.0f}, 0.5f, 0.1f}};
    def.strokes = &stroke;
    def.stroke_count = 1;
    prints[count++] = print_of(&def);
    def = good;
    const waft_water_box_def box = {.low = {0.0f, 0.0f}, .high = {1.0f, 1.0f}, .level = 0.5f};
    def.boxes = &box;
    def.box_count = 1;
    prints[count++] = print_of(&def);
    def = good;
    def.terrain.octaves = 3;
    prints[count++] = print_of(&def);
    // What may change is state.
    source.rate = 0.9f;
    source.radius = 0.5f;
    def = good;
    def.density = 1020.0f;
    def.shallow.substeps = 2;
    def.rain.net = false;
    CHECK(print_of(&def) == prints[0]);
    for (int a = 0; a < count; ++a) {
        for (int b = 0; b < a; ++b) {
            CHECK(prints[a] != prints[b]);
        }
    }
}

static void damaged_states_are_refused(void) {
    const waft_water_def def = busy_def(WAFT_WATER_SWE);
    water_fixture* f = lake_open(&def);
    lake_run(f, 3);
    const size_t size = save(f);
    for (size_t cut = 0; cut < size; cut += 97) {
        wafti_stream load = wafti_stream_load(bytes, cut);
        wafti_water_state(f->water, &load);
        CHECK(load.failed);
    }
    // Numbers that no step leaves: the first depth, the first foam.
    const size_t cells = (size_t)32 * 24 * sizeof(float);
    const size_t foam = size - cells;
    const size_t depth = foam - sizeof(double) - sizeof(uint32_t) - 3 * cells;
    const float forged[] = {NAN, INFINITY, -1.0f};
    for (int n = 0; n < 3; ++n) {
        float good = 0.0f;
        memcpy(&good, bytes + depth, sizeof(good));
        memcpy(bytes + depth, &forged[n], sizeof(good));
        wafti_stream load = wafti_stream_load(bytes, size);
        wafti_water_state(f->water, &load);
        CHECK(load.failed);
        memcpy(bytes + depth, &good, sizeof(good));
        memcpy(&good, bytes + foam, sizeof(good));
        memcpy(bytes + foam, &forged[n], sizeof(good));
        load = wafti_stream_load(bytes, size);
        wafti_water_state(f->water, &load);
        CHECK(load.failed);
        memcpy(bytes + foam, &good, sizeof(good));
    }
    wafti_stream load = wafti_stream_load(bytes, size);
    wafti_water_state(f->water, &load);
    CHECK(!load.failed);
    water_fixture_close(f);
}

static void figures_are_those_of_the_water(void) {
    waft_water_def def = lake_def(WAFT_WATER_COLUMNS);
    def.level = 10.0f;
    const waft_water_box_def box = {.low = {0.0f, 0.0f}, .high = {4.0f, 6.0f}, .level = 10.5f};
    def.boxes = &box;
    def.box_count = 1;
    water_fixture* f = lake_open(&def);
    CHECK_NEAR(lake_stat(f, "water.volume"), 8.0 * 6.0 + 0.5 * 4.0 * 6.0, 1e-4);
    CHECK_NEAR(lake_stat(f, "water.level_mean"), 10.25, 1e-6);
    CHECK_NEAR(lake_stat(f, "water.level_min"), 10.0, 1e-6);
    CHECK_NEAR(lake_stat(f, "water.level_max"), 10.5, 1e-6);
    CHECK_NEAR(lake_stat(f, "water.wet_area"), 48.0, 1e-9);
    CHECK_NEAR(lake_stat(f, "water.potential_energy"), 0.0, 0.0);
    lake_run(f, 20);
    // What it falls it moves: the scheme keeps most of the energy over a third of a second.
    const double kinetic = lake_stat(f, "water.kinetic_energy");
    const double potential = lake_stat(f, "water.potential_energy");
    CHECK(kinetic > 1000.0 && potential < -1000.0);
    CHECK_NEAR(kinetic / -potential, 1.0, 0.1);
    CHECK(lake_stat(f, "water.courant") > 0.2 && lake_stat(f, "water.courant") < 0.3);
    water_fixture_close(f);
}

// Bands of rows are looked at for new foam in turn; a load keeps the turn.
static void foam_appears_as_it_would_have(void) {
    static unsigned char big[1 << 22];
    static const waft_water_box_def dam = {
        .low = {0.0f, 26.0f}, .high = {16.0f, 38.0f}, .level = 0.9f};
    for (int cut = 0; cut < 6; ++cut) {
        waft_water_def def = lake_def(WAFT_WATER_SWE);
        def.cells[0] = 64;
        def.cells[1] = 256;
        def.size = (waft_vec2){16.0f, 64.0f};
        def.depth = 0.2f;
        def.boxes = &dam;
        def.box_count = 1;
        water_fixture* a = lake_open_with(&def, wafti_method_of(def.method), 1);
        water_fixture* b = lake_open_with(&def, wafti_method_of(def.method), 1);
        lake_run(a, 1 + 3 * cut);
        wafti_stream stream = wafti_stream_save(big, sizeof(big));
        wafti_water_state(a->water, &stream);
        CHECK(!stream.failed);
        wafti_stream load = wafti_stream_load(big, stream.position);
        wafti_water_state(b->water, &load);
        CHECK(!load.failed);
        wafti_water_redraw(b->water, a->water->time);
        b->steps = a->steps;
        lake_run(a, 60);
        lake_run(b, 60);
        CHECK(lake_stat(a, "water.foam_area") > 0.0);
        CHECK(lake_hash(a) == lake_hash(b));
        water_fixture_close(a);
        water_fixture_close(b);
    }
}

static const test_case cases[] = {
    {"foam_appears_as_it_would_have", foam_appears_as_it_would_have},
    {"a_loaded_state_goes_on_with_the_same_bits", a_loaded_state_goes_on_with_the_same_bits},
    {"other_defs_have_other_fingerprints", other_defs_have_other_fingerprints},
    {"damaged_states_are_refused", damaged_states_are_refused},
    {"figures_are_those_of_the_water", figures_are_those_of_the_water},
};
TEST_MAIN(cases)
