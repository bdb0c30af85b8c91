// SPDX-License-Identifier: MIT
#include "water/foam.h"

#include "unit/lake_fixture.h"

static const waft_water_method methods[] = {
    WAFT_WATER_IMPLICIT, WAFT_WATER_COLUMNS, WAFT_WATER_SWE};

static water_fixture* open_foam(const waft_water_def* def) {
    return lake_open_with(def, wafti_method_of(def->method), 1);
}

static void calm_water_has_none(void) {
    for (int m = 0; m < 3; ++m) {
        waft_water_def def = lake_def(methods[m]);
        lake_islands(&def);
        water_fixture* f = open_foam(&def);
        lake_run(f, 20);
        CHECK_NEAR(lake_stat(f, "water.foam_area"), 0.0, 0.0);
        waft_field field;
        CHECK(waft_water_field(f->water, WAFT_WATER_FOAM, &field) == WAFT_OK);
        water_fixture_close(f);
    }
}

static void foam_fades_in_its_life(void) {
    for (int m = 0; m < 3; ++m) {
        waft_water_def def = lake_def(methods[m]);
        def.foam_life = 0.5f;
        water_fixture* f = open_foam(&def);
        f->dt = 0.01;
        wafti_foam_add(&f->water->lake->foam, 16, 12, 0.75f);
        wafti_foam_add(&f->water->lake->foam, 3, 2, 0.9f);
        wafti_foam_add(&f->water->lake->foam, 3, 2, 0.9f);
        CHECK_NEAR(lake_stat(f, "water.foam_area"), 1.75 * 0.0625, 1e-7);
        lake_run(f, 40); // a whole number of moves
        CHECK_NEAR(lake_stat(f, "water.foam_area"), 1.75 * 0.0625 * exp(-0.8), 1e-5);
        lake_run(f, 600);
        CHECK_NEAR(lake_stat(f, "water.foam_area"), 0.0, 0.0);
        water_fixture_close(f);
    }
}

// A channel that flows at 1 m/s round and round.
static void foam_drifts_with_the_water(void) {
    for (int m = 0; m < 2; ++m) {
        waft_water_def def = lake_def(m == 0 ? WAFT_WATER_COLUMNS : WAFT_WATER_SWE);
        def.edges[WAFT_WATER_LEFT].kind = WAFT_EDGE_PERIODIC;
        def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_PERIODIC;
        def.shallow.manning = m == 0 ? def.shallow.manning : 0.0f;
        def.shallow.damping_time = m == 0 ? 0.0f : -1.0f;
        def.foam_life = 1000.0f;
        water_fixture* f = open_foam(&def);
        wafti_shallow* s = &f->water->lake->s;
        float* flow = calloc(2 * s->basin.size, sizeof(float));
        for (size_t n = 0; n < s->basin.size; ++n) {
            flow[n] = 1.0f;
        }
        s->method->set_velocity(s, flow, flow + s->basin.size);
        free(flow);
        wafti_foam_add(&f->water->lake->foam, 28, 12, 1.0f);
        lake_run(f, 120); // 2 s
        waft_field foam;
        CHECK(waft_water_field(f->water, WAFT_WATER_FOAM, &foam) == WAFT_OK);
        double sum = 0.0;
        double moment = 0.0;
        for (int32_t i = 0; i < 32; ++i) {
            for (int32_t j = 0; j < 24; ++j) {
                const double amount = (double)foam.data[i + j * foam.stride[2]];
                sum += amount;
                moment += amount * (i < 16 ? i + 32 : i);
            }
        }
        // 8 cells on from cell 28, round the end; a little is below what is kept.
        CHECK(sum > 0.9 && sum < 1.001);
        CHECK_NEAR(moment / sum, 36.0, 0.1);
        water_fixture_close(f);
    }
}

static void water_that_runs_together_foams(void) {
    static const waft_water_box_def low = {
        .low = {4.0f, 0.0f}, .high = {8.0f, 6.0f}, .level = -0.9f};
    waft_water_def def = lake_def(WAFT_WATER_SWE);
    def.boxes = &low;
    def.box_count = 1;
    water_fixture* f = open_foam(&def);
    lake_run(f, 30);
    // A bore is white, what lies still before it is not.
    CHECK(lake_stat(f, "water.foam_area") > 0.1);
    waft_water_sample samples[2];
    const waft_vec3 points[2] = {{7.8f, 0.0f, 3.0f}, {0.5f, 0.0f, 3.0f}};
    CHECK(waft_water_query(f->water, points, 2, samples) == WAFT_OK);
    CHECK_NEAR((double)samples[0].foam, 0.0, 0.0);
    CHECK_NEAR((double)samples[1].foam, 0.0, 0.0);
    // Samples of what is not drawn are those of what is.
    const waft_vec3 front = {5.4f, 0.0f, 3.1f};
    waft_water_sample before;
    waft_water_sample after;
    CHECK(waft_water_query(f->water, &front, 1, &before) == WAFT_OK);
    wafti_lake_draw(f->water, WAFTI_DRAWN_ALL);
    CHECK(waft_water_query(f->water, &front, 1, &after) == WAFT_OK);
    CHECK(before.foam == after.foam && before.foam > 0.0f);
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"calm_water_has_none", calm_water_has_none},
    {"foam_fades_in_its_life", foam_fades_in_its_life},
    {"foam_drifts_with_the_water", foam_drifts_with_the_water},
    {"water_that_runs_together_foams", water_that_runs_together_foams},
};
TEST_MAIN(cases)
