// SPDX-License-Identifier: MIT
// Checks that pass, and that no second problem follows from a first; the sentences themselves are
// tested over tests/scenes/broken.
#include "scene_fixture.h"

#if defined(WAFTI_HAVE_YAML)

static void check_water(const char* water, const char* want) {
    char text[512];
    (void)snprintf(text, sizeof(text), "waft: 1\nwater: {%s}\n", water);
    check_messages(text, want);
}

static void test_sound(void) {
    check_water("cells: [4, 1]", "");
    check_water("cells: [4096, 4096]", "");
    check_water("gauges: [{name: a, at: [0, 0]}, {name: b, at: [10, 10]}]", "");
    check_water("origin: [-5, 2], gauges: [{name: a, at: [5, 12]}]", "");
    check_water(
        "level: 3, depth: 2, tracers: [{name: a, at: [1, 3, 1]}, {name: b, at: [1, 1, 1]}]", "");
    check_water("terrain: {kind: slope, to: 5}, tracers: [{name: a, at: [1, -0.7, 1]}]", "");
    check_water("terrain: {kind: step, low: -5.1}, tracers: [{name: a, at: [0, -5.1, 1]}]", "");
    check_water("origin: [0.7, 0], size: [0.1, 1], gauges: [{name: a, at: [0.8, 1]}]", "");
    check_water("origin: [3.1, 0], size: [5.2, 1], gauges: [{name: a, at: [8.3, 1]}], "
                "tracers: [{name: a, at: [8.3, 0, 1]}]",
        "");
    check_water("terrain: {kind: slope, low: -3}, trains: [{length: 1}]", "");
    check_water("terrain: {kind: step}, offshore_depth: 2, trains: [{length: 1}]", "");
    check_water("gauges: [{name: a, at: [1, 1]}], tracers: [{name: a, at: [1, 0, 1]}]", "");
    check_water("trains: [{length: 1}, {period: 1}, {wavenumber: 1}]", "");
    check_water("trains: [{shape: point, period: 1}]", "");
    check_water("terrain: {kind: beach, from: -1, bend: 2, to: 3}", "");
    check_water("terrain: {kind: step, bend: -5}", "");
    check_water("paper: {breaking: literal}", "");
    check_water("breaking: none, paper: {breaking: standard}", "");
}

static void test_sound_grids(void) {
    check_water("method: swe, edges: {left: periodic, right: periodic, others: open}", "");
    check_water("method: columns, edges: {left: wavemaker, right: {kind: open, sponge: 10}}", "");
    check_water("method: implicit, edges: {left: wavemaker, others: {sponge: 8}}", "");
    check_water("method: swe, edges: {left: inflow, right: {kind: level, level: 0}}", "");
    check_water("method: swe, cells: [40, 1], edges: {others: periodic}", "");
    check_water(
        "method: swe, cells: [40, 40], edges: {left: {sponge: 20}, right: {sponge: 20}}", "");
    check_water("method: columns, size: [0.3, 0.1], cells: [30, 10], depth: 0.01", "");
    check_water("method: swe, size: [10, 10], cells: [100, 50]", "");
    check_water("method: swe, boxes: [{low: [-5, -5], high: [5, 5], level: 1}]", "");
    check_water("method: swe, sources: [{center: [0, 0]}, {center: [10, 10]}]", "");
    check_water("method: columns, handles: [{at: [10, 0], force: 1}]", "");
    check_water("method: implicit, sources: [{center: [1, 1], impulse: true}]", "");
    check_water("method: swe, paper: {scheme: standard, area: depth}", "");
    // Of a deep pit that dry land covers nothing is asked, nor of methods that cut their steps.
    check_water("method: columns, level: -80, terrain: {kind: slope, low: -80.5, to: 20}", "");
    check_water("method: swe, depth: 5000", "");
    check_water("method: implicit, depth: 5000", "");
}

// 128 cells of 10 m, steps of 1/270 s: sqrt(3)/2 dx / sqrt(g d) = 1/270 at d = 34.007 m.
static void test_columns_step(void) {
    check_water("method: columns, depth: 34", "");
    check_water("method: columns, depth: 34.1",
        "2:17: the water would take steps of 0.0037 s, but columns over 34.1 m of water in cells "
        "of "
        "0.0781 m are stable up to 0.00369 s; water.substeps: 2 would do\n");
    check_water("method: columns, depth: 34.1, substeps: 2", "");
    // A box over a shallow bed counts by its own depth, not by the deepest bed.
    check_water("method: columns, level: -40, terrain: {kind: step, low: -60, high: -5, bend: 5}, "
                "boxes: [{low: [6, 0], high: [9, 10], level: 10}]",
        "");
    check_water("method: columns, level: -40, terrain: {kind: step, low: -60, high: -5, bend: 5}, "
                "boxes: [{low: [1, 0], high: [2, 10], level: -20}]",
        "2:17: the water would take steps of 0.0037 s, but columns over 40 m of water in cells of "
        "0.0781 m are stable up to 0.00341 s; water.substeps: 2 would do\n");
}

static void test_grid_followers(void) {
    check_water("method: colums, edges: {left: open}, damping: 3",
        "2:17: unknown water.method 'colums'; did you mean 'columns'?\n");
    check_water("method: swe, edges: {left: periodc, right: periodic}",
        "2:36: unknown water.edges.left.kind 'periodc'; did you mean 'periodic'?\n");
    check_water("method: columns, cells: [100, x]",
        "2:39: water.cells[1] must be a whole number, not 'x'\n");
    check_water("method: swe, boxes: [{low: [0], high: [-1, -1], level: 1}]",
        "2:36: water.boxes[0].low must have 2 numbers, not 1\n");
    check_water("method: implicit, edges: {others: inflow}",
        "2:43: water.edges.others.kind is inflow, which only swe has; with implicit a source "
        "beside a wall brings water in\n");
}

static void test_no_followers(void) {
    check_water("size: [1], gauges: [{name: a, at: [5, 5]}]",
        "2:15: water.size must have 2 numbers, not 1\n");
    check_water("cells: [2, x]", "2:20: water.cells[1] must be a whole number, not 'x'\n");
    check_water("gauges: [{name: [], at: [1, 1]}, {name: [], at: [2, 1]}]",
        "2:25: water.gauges[0].name must be a text, not a list\n"
        "2:49: water.gauges[1].name must be a text, not a list\n");
    check_water("trains: [{length: x}]",
        "2:27: water.trains[0].length must be a number or a quantity such as '4 cm', not 'x'\n");
    check_water("trains: [3, {direction: [0, 0], wavelength: 3}]",
        "2:18: water.trains[0] must be a mapping of keys, not '3'\n"
        "2:33: water.trains[1].direction is [0, 0]; it must point somewhere, such as [1, 0]\n"
        "2:41: unknown key 'wavelength' in water.trains[1]; did you mean 'length'?\n");
    check_water("terrain: {kind: slop, octaves: 3}",
        "2:25: unknown water.terrain.kind 'slop'; did you mean 'slope'?\n");
    check_water("terrain: {kind: slope, from: x, to: -3}",
        "2:38: water.terrain.from must be a number or a quantity such as '4 cm', not 'x'\n");
    check_water("level: x, tracers: [{name: a, at: [1, 5, 1]}]",
        "2:16: water.level must be a number or a quantity such as '4 cm', not 'x'\n");
    check_water("terrain: {kind: step, low: x}, trains: [{length: 1, direction: [-1, 0]}]",
        "2:36: water.terrain.low must be a number or a quantity such as '4 cm', not 'x'\n");
    check_water("breaking: x, paper: {breaking: literal}",
        "2:19: unknown water.breaking 'x'; it must be none, slide, miche or mccowan\n");
}

// What loads is created: the scene's checks and those of the solver agree.
static void test_creation(void) {
    static const char* const kinds[] = {"slope", "beach", "bowl", "bump", "noise", "step"};
    static const char* const trains[] = {"length: 2", "length: 2, direction: [-1, 0]",
        "period: 3, shape: point, center: [9, 9]", "period: 3, shape: point, center: [9, 11]"};
    static loaded l;
    int created = 0;
    int refused = 0;
    for (size_t i = 0; i < 72; ++i) {
        char text[512];
        (void)snprintf(text, sizeof(text),
            "waft: 1\nwater: {cells: [8, 8], terrain: {kind: %s, high: 1}, trains: [{%s}], "
            "tracers: [{name: a, at: [5, -0.%zu, 5]}]}\n",
            kinds[i % 6], trains[i / 6 % 4], 1 + 3 * (i / 24));
        load(&l, text);
        const bool loads = l.result == WAFT_OK;
        created += loads ? 1 : 0;
        refused += loads ? 0 : 1;
        waft_world* world = NULL;
        waft_error error;
        const waft_world_def def = waft_scene_world_def(l.scene);
        CHECK(!loads || waft_scene_create_world(l.scene, &def, &world, &error) == WAFT_OK);
        waft_world_destroy(world);
        unload(&l);
    }
    CHECK(created > 5);
    CHECK(refused > 5);
}

static const test_case cases[] = {
    {"sound waters pass", test_sound},
    {"sound waters on a grid pass", test_sound_grids},
    {"steps of columns by their depth", test_columns_step},
    {"of a grid, nothing follows from a reported problem", test_grid_followers},
    {"what loads is created", test_creation},
    {"nothing follows from a reported problem", test_no_followers},
};

#else

static const test_case cases[] = {{"a build without libyaml says so", test_without_yaml}};

#endif
TEST_MAIN(cases)
