// SPDX-License-Identifier: MIT
// Crowds, water and ground through a world (docs/spec/bodies.md#verification): release in water,
// heave and entry at a level, bounce and slope, the same bits for any threads, a body set aside;
// slow: sheets of paper that fall.
#include "body_rows.h"
#include "crowd_rows.h"
#include "verify.h"

static const char* precision(int precise) {
    return precise != 0 ? "double" : "float";
}

static int verify_release(void) {
    verify_table table = verify_open("release-acceleration");
    for (int precise = 0; precise < 2; ++precise) {
        char name[64];
        // A ball must weigh something: 1e-9 of the water's density takes 6e-9 g.
        (void)snprintf(name, sizeof(name), "world in %s: bubble (g)", precision(precise));
        (void)verify_near(&table, name, 2.0, crowd_release_acceleration(1e-6, precise != 0), 1e-6);
        (void)snprintf(name, sizeof(name), "world in %s: steel (g)", precision(precise));
        (void)verify_near(
            &table, name, -0.819617, crowd_release_acceleration(7800.0, precise != 0), 1e-6);
    }
    return verify_close(&table);
}

static int verify_surface(void) {
    verify_table table = verify_open("heave");
    char name[64];
    for (int precise = 0; precise < 2; ++precise) {
        (void)snprintf(name, sizeof(name), "world in %s: heave (rad/s)", precision(precise));
        (void)verify_near(&table, name, 14.007, crowd_heave(precise != 0), 5e-3 * 14.007);
    }
    int failures = verify_close(&table);
    table = verify_open("entry");
    for (int precise = 0; precise < 2; ++precise) {
        (void)snprintf(name, sizeof(name), "world in %s: v_end / v0", precision(precise));
        (void)verify_near(&table, name, 1.0 / 1.5, -crowd_entry(precise != 0), 1e-5);
    }
    failures += verify_close(&table);
    return failures;
}

static int verify_ground(void) {
    verify_table table = verify_open("ground-contact");
    (void)verify_near(&table, "ball with e 0.5: v' / v", -0.5, crowd_ground_bounce(), 1e-5);
    waft_body_flag flag = WAFT_BODY_FREE;
    (void)verify_near(
        &table, "block with mu 0.6: gains (m/s2)", 0.0, crowd_ground_slide(0.6f, &flag), 1e-3);
    (void)verify_near(&table, "block with mu 0.6: asleep", 1.0, flag == WAFT_BODY_ASLEEP, 0.0);
    (void)verify_near(&table, "block with mu 0.2: gains (m/s2)", 1.5115,
        crowd_ground_slide(0.2f, &flag), 1e-2 * 1.5115);
    return verify_close(&table);
}

static double differing(const uint64_t* a, const uint64_t* b) {
    int count = 0;
    for (int n = 0; n < CROWD_LEAVES; ++n) {
        count += a[n] != b[n];
    }
    return (double)count;
}

static int verify_determinism(void) {
    verify_table table = verify_open("same-bits");
    static uint64_t want[CROWD_LEAVES];
    static uint64_t got[CROWD_LEAVES];
    static const int counts[4] = {2, 3, 4, 8};
    waft_hull* leaf = bake_leaf();
    crowd_same_bits(leaf, 1, false, want);
    char name[64];
    for (int n = 0; n < 4; ++n) {
        crowd_same_bits(leaf, counts[n], false, got);
        (void)snprintf(name, sizeof(name), "%d workers: leaves that differ", counts[n]);
        (void)verify_near(&table, name, 0.0, differing(want, got), 0.0);
    }
    crowd_same_bits(leaf, 3, true, got);
    (void)verify_near(&table, "shuffled: leaves that differ", 0.0, differing(want, got), 0.0);
    static const char* const sets[3] = {"scalar", "sse2", "avx2"};
    for (int n = 0; n < 3; ++n) {
        CHECK(setenv("WAFT_ISA", sets[n], 1) == 0);
        crowd_same_bits(leaf, 2, false, got);
        CHECK(unsetenv("WAFT_ISA") == 0);
        (void)snprintf(name, sizeof(name), "%s kernels: leaves that differ", sets[n]);
        (void)verify_near(&table, name, 0.0, differing(want, got), 0.0);
    }
    waft_hull_destroy(leaf);
    return verify_close(&table);
}

static int verify_quarantine(void) {
    verify_table table = verify_open("quarantine");
    size_t events = 0;
    const int same = crowd_quarantine(&events);
    (void)verify_near(&table, "one of 64 goes mad: unchanged", 63.0, (double)same, 0.0);
    (void)verify_near(&table, "one of 64 goes mad: events", 1.0, (double)events, 0.0);
    return verify_close(&table);
}

// sheet-crowd, slow.

enum { SHEETS = 60 };

// sheet-crowd in float and through a world, else as body_sheet_crowd(); -1 if one was set aside.
static double crowd_descent(const waft_hull* leaf, waft_body_integrator integrator, double dt) {
    waft_world_def world_def = waft_world_def_default();
    world_def.step = dt;
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    const body_world in = make_body_world(&world_def, &bodies_def);
    uint64_t random = 3;
    for (int n = 0; n < SHEETS; ++n) {
        waft_body_def def = leaf_def(leaf);
        const double tilt = 0.35 * (1.0 + body_random(&random));
        const double round = body_pi * body_random(&random);
        def.integrator = integrator;
        def.swirl = false;
        def.state.rotation[0] = sin(0.5 * tilt) * cos(round);
        def.state.rotation[2] = sin(0.5 * tilt) * sin(round);
        def.state.rotation[3] = cos(0.5 * tilt);
        for (int k = 0; k < 36; ++k) {
            def.state.spin[k % 3] += 0.5 * body_random(&random);
        }
        (void)add_body(&in, &def);
    }
    double height[2] = {0.0, 0.0};
    const int half = (int)lround(2.0 / dt);
    for (int end = 0; end < 2; ++end) {
        waft_body_info infos[SHEETS];
        step_bodies(&in, half);
        CHECK(waft_bodies_states(in.bodies, infos, SHEETS) == SHEETS);
        for (int n = 0; n < SHEETS; ++n) {
            height[end] += infos[n].state.position[1] / SHEETS;
        }
    }
    const bool sane = waft_bodies_get_stats(in.bodies).quarantined == 0;
    waft_world_destroy(in.world);
    return sane ? (height[0] - height[1]) / (dt * (double)half) : -1.0;
}

static int verify_sheets(void) {
    verify_table table = verify_open("sheet-crowd");
    waft_hull* leaf = bake_leaf();
    static const double steps[3] = {1e-3, 5e-3, 1.67e-2};
    for (int integrator = 0; integrator < 2; ++integrator) {
        for (int n = 0; n < 3; ++n) {
            // -1 stands for a body that went bad.
            const waft_body_integrator which = (waft_body_integrator)integrator;
            const double got[2] = {
                body_sheet_crowd(which, steps[n]), crowd_descent(leaf, which, steps[n])};
            for (int crowd = 0; crowd < 2; ++crowd) {
                char name[64];
                (void)snprintf(name, sizeof(name), "%s at %g ms%s: descent (m/s)",
                    integrator == 0 ? "rk4" : "midpoint", 1e3 * steps[n],
                    crowd != 0 ? " in float" : "");
                (void)verify_near(&table, name, 0.72, got[crowd], 0.08);
            }
        }
    }
    waft_hull_destroy(leaf);
    return verify_close(&table);
}

int main(void) {
    int failures = verify_release() + verify_surface() + verify_ground() + verify_determinism();
    failures += verify_quarantine();
    failures += verify_slow() ? verify_sheets() : 0;
    failures += atomic_load(&test_failures);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
