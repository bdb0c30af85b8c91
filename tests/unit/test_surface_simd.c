// SPDX-License-Identifier: MIT
// Every compiled copy of the surface kernel against the double evaluation.
#include "test.h"
#include "unit/water_fixture.h"
#include "water/orbit.h"
#include "water/surface.h"

enum { TRAINS = 6 };

typedef struct scene {
    const char* name;
    waft_wave_mode mode;
    waft_wave_orbit orbit;
    bool rings, varying;
    float amplitude;
} scene;

static water_fixture* open_scene(const scene* s) {
    waft_train_def trains[TRAINS];
    for (int i = 0; i < TRAINS; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 3.0f + 1.3f * (float)i;
        trains[i].direction = (waft_vec2){(float)cos(0.4 * i), (float)sin(0.4 * i)};
        trains[i].amplitude = s->amplitude;
        trains[i].phase = (float)i;
        trains[i].shape = s->rings && i % 2 == 1 ? WAFT_TRAIN_POINT : WAFT_TRAIN_PLANE;
        trains[i].center = (waft_vec2){20.0f + (float)i, 14.0f};
    }
    waft_water_def def = waft_water_def_default();
    // A width that is no multiple of any vector, and wider than one tile.
    def.cells[0] = 203;
    def.cells[1] = 40;
    def.size = (waft_vec2){70.0f, 30.0f};
    def.origin = (waft_vec2){-3.0f, 4.0f};
    def.level = 2.0f;
    def.depth = 4.0f;
    def.mode = s->mode;
    def.orbit = s->orbit;
    def.trains = trains;
    def.train_count = TRAINS;
    if (s->varying) {
        def.terrain.kind = WAFT_TERRAIN_SLOPE;
        def.terrain.low = -4.0f;
        def.terrain.high = 2.5f;
        def.terrain.to = 70.0f;
        def.offshore_depth = 6.0f;
    }
    return water_fixture_open(&def, 1);
}

// Greatest error over greatest value, of position and normal.
static double greatest_error(const waft_water* water) {
    static const waft_water_field_kind kinds[6] = {WAFT_WATER_SHIFT_X, WAFT_WATER_LEVEL,
        WAFT_WATER_SHIFT_Z, WAFT_WATER_NORMAL_X, WAFT_WATER_NORMAL_Y, WAFT_WATER_NORMAL_Z};
    double error[6] = {0};
    double value[6] = {0};
    for (int32_t j = 0; j < water->grid.nz; ++j) {
        for (int32_t i = 0; i < water->grid.nx; ++i) {
            wafti_orbit orbit;
            double want[6];
            wafti_orbit_at(water, water->def.mode, wafti_grid_x(&water->grid, i),
                wafti_grid_z(&water->grid, j), 0.0, &orbit);
            memcpy(want, orbit.shift, sizeof(orbit.shift));
            want[1] += (double)water->def.level;
            wafti_orbit_normal(&orbit, want + 3);
            for (int n = 0; n < 6; ++n) {
                const double got =
                    (double)water->field[kinds[n]][wafti_grid_index(&water->grid, i, j)];
                error[n] = fmax(error[n], fabs(got - want[n]));
                value[n] = fmax(value[n], fabs(want[n]));
            }
        }
    }
    double worst = 0.0;
    for (int n = 0; n < 6; ++n) {
        worst = fmax(worst, value[n] > 0.0 ? error[n] / value[n] : error[n]);
    }
    return worst;
}

static void kernels_agree_with_the_double_evaluation(void) {
    static const scene scenes[] = {
        {"planes", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, false, false, 0.05f},
        {"planes, deep orbits", WAFT_WAVE_GERSTNER, WAFT_ORBIT_DEEP, false, false, 0.05f},
        {"planes, steep", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, false, false, 0.4f},
        {"height", WAFT_WAVE_HEIGHT, WAFT_ORBIT_AIRY, true, false, 0.05f},
        {"normal", WAFT_WAVE_NORMAL, WAFT_ORBIT_AIRY, true, false, 0.05f},
        {"rings", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, true, false, 0.05f},
        {"slope", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, true, true, 0.03f},
        {"slope, deep orbits", WAFT_WAVE_GERSTNER, WAFT_ORBIT_DEEP, false, true, 0.03f},
    };
    static const wafti_isa sets[] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};
    const wafti_isa best = wafti_isa_choose();
    for (size_t n = 0; n < sizeof(scenes) / sizeof(scenes[0]); ++n) {
        water_fixture* f = open_scene(&scenes[n]);
        if (!CHECK(f->water != NULL)) {
            (void)fprintf(stderr, "%s: %s\n", scenes[n].name, f->error.sentence);
            water_fixture_close(f);
            continue;
        }
        for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]); ++s) {
            // Only sets that this CPU can run; a set that is not built falls back to plain code.
            if (sets[s] > best) {
                continue;
            }
            f->context.isa = sets[s];
            wafti_water_redraw(f->water, 3.21);
            if (!CHECK_NEAR(greatest_error(f->water), 0.0, 1e-6)) {
                (void)fprintf(stderr, "%s with %s\n", scenes[n].name, wafti_isa_name(sets[s]));
            }
        }
        water_fixture_close(f);
    }
}

static void long_runs_and_far_origins_stay_exact(void) {
    const scene s = {"far", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, true, false, 0.05f};
    water_fixture* f = open_scene(&s);
    wafti_water_redraw(f->water, 1e6);
    CHECK_NEAR(greatest_error(f->water), 0.0, 1e-6);
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"kernels_agree_with_the_double_evaluation", kernels_agree_with_the_double_evaluation},
    {"long_runs_and_far_origins_stay_exact", long_runs_and_far_origins_stay_exact},
};
TEST_MAIN(cases)
