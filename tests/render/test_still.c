// SPDX-License-Identifier: MIT
#include "render/still.h"

#include "stage_fixture.h"

static void read_still(staged* s, const char* text, wafti_still* out_still) {
    stage_open(s, text);
    CHECK(wafti_still_read(out_still, s->scene.scene, waft_world_water(s->world), NULL) == WAFT_OK);
}

static void the_domain_ends_at_cell_sides(void) {
    static staged s;
    wafti_still still;
    read_still(&s,
        "waft: 1\nwater:\n  origin: [-3, 2]\n  size: [8, 4]\n  cells: [16, 5]\n  level: 1\n"
        "  depth: 2\n  trains: [{length: 4, amplitude: 0.2}]\n",
        &still);
    CHECK_NEAR(still.domain.low.x, -3.0, 1e-5);
    CHECK_NEAR(still.domain.high.x, 5.0, 1e-5);
    CHECK_NEAR(still.domain.low.z, 2.0, 1e-5);
    CHECK_NEAR(still.domain.high.z, 6.0, 1e-5);
    CHECK_NEAR(still.domain.low.y, -1.0, 1e-5);
    CHECK_NEAR(still.level, 1.0, 1e-5);
    CHECK_NEAR(still.wave_high, 1.3, 1e-5);
    CHECK(still.flat);
    CHECK(still.foot < -1.0f && still.foot > -1.6f);
    const waft_bounds block = wafti_still_bounds(&still, WAFT_EDGE_CUT, false);
    CHECK_NEAR(block.low.y, still.foot, 0.0);
    CHECK_NEAR(block.high.y, 1.3, 1e-5);
    const waft_bounds sea = wafti_still_bounds(&still, WAFT_EDGE_HORIZON, false);
    CHECK_NEAR(sea.low.y, 0.7, 1e-5);
    CHECK_NEAR(wafti_still_bounds(&still, WAFT_EDGE_BARE, false).low.y, still.foot, 0.0);
    CHECK(wafti_still_bounds(&still, WAFT_EDGE_CUT, true).high.y > block.high.y);
    stage_close(&s);
}

static void a_beach_is_not_flat(void) {
    static staged s;
    wafti_still still;
    read_still(&s,
        "waft: 1\nwater:\n  size: [8, 4]\n  cells: [16, 5]\n"
        "  terrain: {kind: slope, low: -1, high: 3, from: 0, to: 8}\n"
        "  trains: [{length: 4, amplitude: 0.05}]\n",
        &still);
    CHECK(!still.flat);
    CHECK_NEAR(still.domain.high.y, 2.875, 1e-4);
    CHECK_NEAR(wafti_still_bounds(&still, WAFT_EDGE_CUT, false).high.y, 2.875, 1e-4);
    CHECK(wafti_still_bounds(&still, WAFT_EDGE_BARE, false).low.y < -0.875f);
    stage_close(&s);
}

static wafti_still sea_of(float depth, float width) {
    return (wafti_still){
        .domain = {.low = {0.0f, -depth, 0.0f}, .high = {80.0f, -depth, width}}, .flat = true};
}

static waft_water_edge edge_in(
    const wafti_still* still, waft_water_edge asked, bool sea, size_t wave_count) {
    const waft_sea_wave waves[] = {{.kx = 6.2831853f / 4.0f}, {.kz = 6.2831853f / 2.0f}};
    waft_water_edge edge = WAFT_EDGE_BARE;
    waft_error error = {0};
    const waft_result result =
        wafti_still_edge(still, asked, sea, waves, wave_count, &edge, &error);
    return result == WAFT_OK ? edge : WAFT_EDGE_AUTO;
}

static waft_water_edge edge_of(float depth, waft_water_edge asked, bool sea, size_t wave_count) {
    const wafti_still still = sea_of(depth, 30.0f);
    return edge_in(&still, asked, sea, wave_count);
}

static void deep_seas_have_a_horizon(void) {
    CHECK(edge_of(2.1f, WAFT_EDGE_AUTO, true, 2) == WAFT_EDGE_HORIZON);
    CHECK(edge_of(1.9f, WAFT_EDGE_AUTO, true, 2) == WAFT_EDGE_CUT);
    CHECK(edge_of(9.0f, WAFT_EDGE_AUTO, false, 0) == WAFT_EDGE_CUT);
    CHECK(edge_of(9.0f, WAFT_EDGE_AUTO, true, 0) == WAFT_EDGE_CUT);
    CHECK(edge_of(0.1f, WAFT_EDGE_HORIZON, true, 2) == WAFT_EDGE_HORIZON);
    CHECK(edge_of(9.0f, WAFT_EDGE_BARE, true, 2) == WAFT_EDGE_BARE);
    CHECK(edge_of(9.0f, WAFT_EDGE_HORIZON, false, 0) == WAFT_EDGE_AUTO);
}

static void tanks_and_what_holds_tracers_are_cut(void) {
    wafti_still still = sea_of(9.0f, 29.0f);
    CHECK(edge_in(&still, WAFT_EDGE_AUTO, true, 2) == WAFT_EDGE_CUT);
    still = sea_of(9.0f, 31.0f);
    CHECK(edge_in(&still, WAFT_EDGE_AUTO, true, 2) == WAFT_EDGE_HORIZON);
    still.tracers = true;
    CHECK(edge_in(&still, WAFT_EDGE_AUTO, true, 2) == WAFT_EDGE_CUT);
    CHECK(edge_in(&still, WAFT_EDGE_HORIZON, true, 2) == WAFT_EDGE_HORIZON);
    still.tracers = still.flat = false;
    CHECK(edge_in(&still, WAFT_EDGE_AUTO, true, 2) == WAFT_EDGE_CUT);
}

static const test_case cases[] = {
    {"the_domain_ends_at_cell_sides", the_domain_ends_at_cell_sides},
    {"a_beach_is_not_flat", a_beach_is_not_flat},
    {"deep_seas_have_a_horizon", deep_seas_have_a_horizon},
    {"tanks_and_what_holds_tracers_are_cut", tanks_and_what_holds_tracers_are_cut},
};

STAGE_MAIN(cases)
