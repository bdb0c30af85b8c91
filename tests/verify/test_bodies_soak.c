// SPDX-License-Identifier: MIT
// soak (docs/spec/bodies.md#verification): a long run of every ready body in air and in water with
// default settings; none may be set aside.
// Built with traps (preset fptrap), a NaN stops it.
#include "crowd_fixture.h"
#include "verify.h"

enum { MOST_PRESETS = 16 };

static size_t bake_presets(waft_medium medium, waft_hull* hulls[MOST_PRESETS]) {
    size_t count = 0;
    for (; waft_hull_preset_name(count) != NULL && count < MOST_PRESETS; ++count) {
        waft_hull_def def;
        waft_error error = {.sentence = ""};
        CHECK(waft_hull_preset(waft_hull_preset_name(count), &def) == WAFT_OK);
        if (medium == WAFT_MEDIUM_WATER) {
            def.fluid_density = 998.0;
            def.fluid_viscosity = 1.002e-3 / 998.0;
        }
        if (!verify_slow()) {
            def.detail = 1;
            def.turbulence.cells[0] = 16;
            def.turbulence.cells[1] = 16;
            def.turbulence.cells[2] = 8;
        }
        if (!CHECK(waft_hull_bake(&def, &hulls[count], &error) == WAFT_OK)) {
            (void)fprintf(stderr, "  %s\n", error.sentence);
        }
    }
    return count;
}

static void soak(verify_table* table, waft_medium medium, int steps) {
    waft_hull* hulls[MOST_PRESETS] = {NULL};
    const size_t count = bake_presets(medium, hulls);
    const waft_world_def world_def = waft_world_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    bodies_def.medium = medium;
    const body_world in = make_body_world(&world_def, &bodies_def);
    for (uint32_t n = 0; n < count; ++n) {
        waft_body_def def = waft_body_def_default();
        def.hull = hulls[n];
        def.state = scattered_state(n);
        (void)add_body(&in, &def);
    }
    size_t stiff = 0;
    for (int n = 0; n < steps; ++n) {
        step_bodies(&in, 1);
        stiff += count_events(in.world, WAFT_EVENT_BODY_STIFF);
    }
    const char* where = medium == WAFT_MEDIUM_AIR ? "air" : "water";
    char name[64];
    for (size_t n = 0; n < count; ++n) {
        waft_body_info info = {.number = 0};
        CHECK(waft_bodies_at(in.bodies, n, &info) == WAFT_OK);
        (void)snprintf(name, sizeof(name), "%s in %s: set aside in %d steps",
            waft_hull_preset_name(n), where, steps);
        (void)verify_near(table, name, 0.0, info.flag == WAFT_BODY_QUARANTINED, 0.0);
    }
    (void)snprintf(name, sizeof(name), "bodies that 4 ms are too long for in %s", where);
    verify_told(table, name, (double)stiff);
    waft_world_destroy(in.world);
    for (size_t n = 0; n < count; ++n) {
        waft_hull_destroy(hulls[n]);
    }
}

int main(void) {
#if defined(WAFT_TEST_TRAP)
    (void)feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
    verify_table table = verify_open("soak");
    const int steps = verify_slow() ? 1000000 : 2000;
    soak(&table, WAFT_MEDIUM_AIR, steps);
    soak(&table, WAFT_MEDIUM_WATER, steps);
    const int failures = verify_close(&table) + atomic_load(&test_failures);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
