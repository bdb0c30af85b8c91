// SPDX-License-Identifier: MIT
#include "test.h"
#include "water/check.h"

static waft_water_source_def source;
static waft_handle_def handle;
static waft_water_box_def box;
static float depths[4];

static waft_water_def good(waft_water_method method) {
    waft_water_def def = waft_water_def_default();
    def.method = method;
    source = waft_water_source_def_default();
    source.center = (waft_vec2){5.0f, 5.0f};
    handle = waft_handle_def_default();
    handle.at = (waft_vec2){5.0f, 5.0f};
    box = (waft_water_box_def){.low = {1.0f, 1.0f}, .high = {2.0f, 2.0f}, .level = 0.5f};
    def.sources = &source;
    def.source_count = 1;
    def.handles = &handle;
    def.handle_count = method == WAFT_WATER_COLUMNS ? 1 : 0;
    def.boxes = &box;
    def.box_count = 1;
    def.rain.rate = 10.0f;
    return def;
}

static const char* sentence_for(const waft_water_def* def) {
    static waft_error error;
    error = (waft_error){0};
    return wafti_check_water(def, &error) == WAFT_ERR_ARGUMENT ? error.sentence : "accepted";
}

static bool starts(const waft_water_def* def, const char* text) {
    const char* sentence = sentence_for(def);
    const bool same = strncmp(sentence, text, strlen(text)) == 0;
    if (!same) {
        (void)fprintf(stderr, "  %s\n", sentence);
    }
    return same;
}

static void good_defs_pass(void) {
    for (int method = WAFT_WATER_IMPLICIT; method <= WAFT_WATER_SWE; ++method) {
        const waft_water_def def = good((waft_water_method)method);
        CHECK_TEXT(sentence_for(&def), "accepted");
    }
    waft_water_def def = waft_water_def_default();
    def.method = (waft_water_method)9;
    CHECK_TEXT(sentence_for(&def), "water.method is 9: there is no such choice");
}

static void waves_refuses_what_only_grids_have(void) {
    waft_water_def def = waft_water_def_default();
    def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_OPEN;
    CHECK(starts(&def, "water.edges is not a setting of method waves"));
    def = waft_water_def_default();
    def.shallow.manning = 0.1f;
    CHECK(starts(&def, "water.substeps, or a setting of flow is not a setting of method waves"));
    def = waft_water_def_default();
    def.velocity.x = 1.0f;
    CHECK(starts(&def, "water.velocity is not a setting of method waves: its water moves"));
    def = waft_water_def_default();
    def.boxes = &box;
    def.box_count = 1;
    CHECK(starts(&def, "water.boxes is not a setting of method waves: implicit, columns and swe"));
    def = waft_water_def_default();
    def.depth_map = depths;
    CHECK(starts(&def, "water.fill is not"));
    def = waft_water_def_default();
    def.sources = &source;
    def.source_count = 1;
    CHECK(starts(&def, "water.sources is not"));
    def = waft_water_def_default();
    def.rain.rate = 1.0f;
    CHECK(starts(&def, "water.rain is not a setting of method waves: trains of shape point"));
    def = waft_water_def_default();
    def.handles = &handle;
    def.handle_count = 1;
    CHECK_TEXT(sentence_for(&def),
        "water.handles is not a setting of method waves: implicit, columns and swe have it");
}

static void grids_refuse_what_only_waves_has(void) {
    waft_train_def train = waft_train_def_default();
    train.length = 2.0f;
    waft_tracer_def tracer = {.name = "cork", .at = {5.0f, -0.5f, 5.0f}};
    waft_water_def def = good(WAFT_WATER_COLUMNS);
    def.trains = &train;
    def.train_count = 1;
    CHECK_TEXT(sentence_for(&def),
        "water.trains is not a setting of method columns: waves come from edges of kind wavemaker, "
        "or use method waves");
    def = good(WAFT_WATER_SWE);
    def.tracers = &tracer;
    def.tracer_count = 1;
    CHECK(starts(&def, "water.tracers is not a setting of method swe"));
    def = good(WAFT_WATER_IMPLICIT);
    def.spray.capacity = 10;
    CHECK(starts(&def, "water.spray is not"));
    def = good(WAFT_WATER_SWE);
    def.mode = WAFT_WAVE_HEIGHT;
    CHECK(starts(&def, "water.mode is not"));
    def = good(WAFT_WATER_SWE);
    def.orbit = WAFT_ORBIT_DEEP;
    CHECK(starts(&def, "water.orbit is not"));
    def = good(WAFT_WATER_IMPLICIT);
    def.breaking = WAFT_BREAKING_MICHE;
    CHECK(starts(&def, "water.breaking is not"));
    def = good(WAFT_WATER_IMPLICIT);
    def.offshore_depth = 3.0f;
    CHECK(starts(&def, "water.offshore_depth is not"));
    def = good(WAFT_WATER_IMPLICIT);
    def.keep_level = false;
    CHECK(starts(&def, "water.keep_level is not"));
    def = good(WAFT_WATER_IMPLICIT);
    def.refraction_amplitude = false;
    CHECK(starts(&def, "water.refraction_amplitude is not"));
}

static void methods_refuse_each_others_settings(void) {
    waft_water_def def = good(WAFT_WATER_SWE);
    def.shallow.damping_time = 5.0f;
    CHECK_TEXT(sentence_for(&def),
        "water.damping is not a setting of method swe: give drag, which is its inverse");
    def = good(WAFT_WATER_COLUMNS);
    def.shallow.scheme = WAFT_IMPLICIT_CENTERED;
    CHECK(starts(&def, "water.scheme is not"));
    def = good(WAFT_WATER_COLUMNS);
    def.shallow.dry_eps = 0.1f;
    CHECK(starts(&def, "water.paper.dry_eps is not"));
    def = good(WAFT_WATER_IMPLICIT);
    def.shallow.area = WAFT_PIPE_FIXED;
    CHECK(starts(&def, "water.paper.area is not"));
    def = good(WAFT_WATER_IMPLICIT);
    def.shallow.mean_flow = true;
    CHECK(starts(&def, "water.paper.mean_flow is not"));
    def = good(WAFT_WATER_COLUMNS);
    def.shallow.manning = 0.03f;
    CHECK(starts(&def, "water.friction is not a setting of method columns: give damping"));
    def = good(WAFT_WATER_COLUMNS);
    def.shallow.drag = 0.1f;
    CHECK(starts(&def, "water.drag is not"));
    def = good(WAFT_WATER_COLUMNS);
    def.shallow.limiter = 1.5f;
    CHECK(starts(&def, "water.limiter is not"));
    def = good(WAFT_WATER_SWE);
    source.impulse = true;
    CHECK(starts(&def, "water.sources[0].impulse is not a setting of method swe: only implicit"));
}

static void numbers_have_ranges(void) {
    waft_water_def def = good(WAFT_WATER_COLUMNS);
    def.shallow.substeps = 0;
    CHECK_TEXT(sentence_for(&def), "water.substeps is 0: allowed are 1 to 64");
    def = good(WAFT_WATER_COLUMNS);
    def.shallow.damping_time = -2.0f;
    CHECK(starts(&def, "water.damping is -2"));
    def = good(WAFT_WATER_COLUMNS);
    def.shallow.area = WAFT_PIPE_FIXED;
    CHECK(starts(&def, "water.paper.areas[0] is 0: pipes along axes need an area above 0"));
    def = good(WAFT_WATER_SWE);
    def.shallow.limiter = 2.5f;
    CHECK(starts(&def, "water.limiter is 2.5: allowed are values from 1 up to 2"));
    def = good(WAFT_WATER_SWE);
    def.shallow.manning = NAN;
    CHECK(starts(&def, "water.friction is nan"));
    def = good(WAFT_WATER_SWE);
    def.shallow.scheme = WAFT_IMPLICIT_CENTERED;
    CHECK(starts(&def, "water.scheme is not"));
    def = good(WAFT_WATER_IMPLICIT);
    def.shallow.scheme = (waft_implicit_scheme)7;
    CHECK(starts(&def, "water.scheme is 7: there is no such choice"));
}

static void edges_are_those_of_the_method(void) {
    waft_water_def def = good(WAFT_WATER_IMPLICIT);
    def.edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_OPEN;
    CHECK_TEXT(sentence_for(&def),
        "water.edges.right is open, which method implicit does not have: a wall with a sponge lets "
        "waves fade");
    def = good(WAFT_WATER_COLUMNS);
    def.edges[WAFT_WATER_LEFT].kind = WAFT_EDGE_INFLOW;
    CHECK(starts(&def, "water.edges.left is inflow, which method columns does not have"));
    def = good(WAFT_WATER_COLUMNS);
    def.edges[WAFT_WATER_BACK].kind = WAFT_EDGE_LEVEL;
    CHECK(starts(&def, "water.edges.back is level, which"));
    def = good(WAFT_WATER_SWE);
    def.edges[WAFT_WATER_FRONT].kind = (waft_edge_kind)8;
    CHECK(starts(&def, "water.edges.front.kind is 8: there is no such choice"));
    def = good(WAFT_WATER_SWE);
    def.edges[WAFT_WATER_FRONT].kind = WAFT_EDGE_PERIODIC;
    CHECK_TEXT(sentence_for(&def),
        "water.edges.front is periodic, but the back edge opposite is wall: make both periodic");
    def.edges[WAFT_WATER_BACK].kind = WAFT_EDGE_PERIODIC;
    CHECK_TEXT(sentence_for(&def), "accepted");
    def.edges[WAFT_WATER_BACK].sponge = 3;
    CHECK_TEXT(sentence_for(&def), "water.edges.back.sponge is 3: allowed are 0 to 0");
    def = good(WAFT_WATER_SWE);
    def.edges[WAFT_WATER_LEFT].sponge = 129;
    CHECK_TEXT(sentence_for(&def), "water.edges.left.sponge is 129: allowed are 0 to 128");
    def = good(WAFT_WATER_COLUMNS);
    def.edges[WAFT_WATER_LEFT].kind = WAFT_EDGE_WAVEMAKER;
    CHECK_TEXT(sentence_for(&def), "accepted");
    def.edges[WAFT_WATER_LEFT].amplitude = 0.0f;
    CHECK(starts(&def, "water.edges.left.amplitude is 0"));
    def.edges[WAFT_WATER_LEFT].amplitude = 0.1f;
    def.edges[WAFT_WATER_LEFT].period = -1.0f;
    CHECK(starts(&def, "water.edges.left.period is -1"));
    def = good(WAFT_WATER_SWE);
    def.edges[WAFT_WATER_LEFT].level = INFINITY;
    CHECK(starts(&def, "water.edges.left.level is inf"));
    def = good(WAFT_WATER_COLUMNS);
    def.cells[1] = 1;
    def.edges[WAFT_WATER_FRONT].kind = WAFT_EDGE_OPEN;
    CHECK(starts(&def, "water.edges.front is open, but water.cells[1] is 1"));
}

static void columns_are_square(void) {
    waft_water_def def = good(WAFT_WATER_COLUMNS);
    def.cells[0] = 100;
    CHECK_TEXT(sentence_for(&def),
        "water.cells of method columns must be square, and they are 0.1 m by 0.078125 m: change "
        "water.size or water.cells, or use implicit or swe");
    def.rain.rate = 0.0f;
    def.cells[1] = 1;
    CHECK_TEXT(sentence_for(&def), "accepted");
    def = good(WAFT_WATER_SWE);
    def.cells[0] = 100;
    CHECK_TEXT(sentence_for(&def), "accepted");
}

static void boxes_and_maps_are_checked(void) {
    waft_water_def def = good(WAFT_WATER_SWE);
    def.boxes = NULL;
    CHECK(starts(&def, "water.boxes has 1 entries and no array"));
    def = good(WAFT_WATER_SWE);
    def.box_count = 5000;
    CHECK(starts(&def, "water.boxes has 5000 entries"));
    def = good(WAFT_WATER_SWE);
    box.high.x = 0.5f;
    CHECK(starts(&def, "water.boxes[0].high[0] is 0.5: allowed are values above 1"));
    def = good(WAFT_WATER_SWE);
    box.level = NAN;
    CHECK(starts(&def, "water.boxes[0].level is nan"));
    def = good(WAFT_WATER_SWE);
    def.depth_map = depths;
    CHECK(starts(&def, "water.depth_size[0] is 0"));
    def.depth_size[0] = 2;
    def.depth_size[1] = 2;
    CHECK_TEXT(sentence_for(&def), "accepted");
    depths[2] = NAN;
    CHECK(starts(&def, "water.depth_map holds nan at column 0, row 1"));
    depths[2] = -0.5f;
    CHECK(starts(&def, "water.depth_map holds -0.5 at column 0, row 1"));
    depths[2] = 0.0f;
}

static void tools_are_checked(void) {
    waft_water_def def = good(WAFT_WATER_COLUMNS);
    source.center.y = 10.5f;
    CHECK(starts(&def, "water.sources[0].center[1] is 10.5"));
    def = good(WAFT_WATER_COLUMNS);
    source.radius = 0.0f;
    CHECK(starts(&def, "water.sources[0].radius is 0"));
    def = good(WAFT_WATER_COLUMNS);
    source.rate = INFINITY;
    CHECK(starts(&def, "water.sources[0].rate is inf"));
    def = good(WAFT_WATER_COLUMNS);
    def.rain.rate = -1.0f;
    CHECK(starts(&def, "water.rain.rate is -1"));
    def = good(WAFT_WATER_COLUMNS);
    def.rain.radius = 0.03f;
    CHECK(starts(&def, "water.rain.radius is 0.03"));
    def.rain.rate = 0.0f;
    CHECK_TEXT(sentence_for(&def), "accepted");
    def = good(WAFT_WATER_COLUMNS);
    handle.at.x = -0.1f;
    CHECK(starts(&def, "water.handles[0].at[0] is -0.1"));
    def = good(WAFT_WATER_COLUMNS);
    handle.most = 0.0f;
    CHECK(starts(&def, "water.handles[0].most is 0"));
    def = good(WAFT_WATER_COLUMNS);
    handle.kind = (waft_handle_kind)4;
    CHECK(starts(&def, "water.handles[0].kind is 4: there is no such choice"));
}

static void strokes_are_checked(void) {
    const waft_water_def def = good(WAFT_WATER_SWE);
    waft_error error;
    waft_brush brush = {{5.0f, 5.0f}, 0.5f, 0.1f};
    CHECK(wafti_check_brush(&def, &brush, &error) == WAFT_OK);
    brush.at.x = 10.1f;
    CHECK(wafti_check_brush(&def, &brush, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "brush.at[0] is 10.1: allowed are values from 0 up to 10");
    brush = (waft_brush){{5.0f, 5.0f}, 0.01f, 0.1f};
    CHECK(wafti_check_brush(&def, &brush, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strncmp(error.sentence, "brush.radius is 0.01", 20) == 0);
    brush = (waft_brush){{5.0f, 5.0f}, 0.5f, NAN};
    CHECK(wafti_check_brush(&def, &brush, &error) == WAFT_ERR_ARGUMENT);
    const waft_water_def waves = waft_water_def_default();
    brush.height = 0.1f;
    CHECK(wafti_check_brush(&waves, &brush, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence,
        "a brush needs water of method implicit, columns or swe; waves takes trains");
}

static void methods_have_names(void) {
    CHECK_TEXT(wafti_method_name(WAFT_WATER_COLUMNS), "columns");
    CHECK_TEXT(wafti_method_name((waft_water_method)9), "unknown");
}

static const test_case cases[] = {
    {"good_defs_pass", good_defs_pass},
    {"waves_refuses_what_only_grids_have", waves_refuses_what_only_grids_have},
    {"grids_refuse_what_only_waves_has", grids_refuse_what_only_waves_has},
    {"methods_refuse_each_others_settings", methods_refuse_each_others_settings},
    {"numbers_have_ranges", numbers_have_ranges},
    {"edges_are_those_of_the_method", edges_are_those_of_the_method},
    {"columns_are_square", columns_are_square},
    {"boxes_and_maps_are_checked", boxes_and_maps_are_checked},
    {"tools_are_checked", tools_are_checked},
    {"strokes_are_checked", strokes_are_checked},
    {"methods_have_names", methods_have_names},
};
TEST_MAIN(cases)
