// SPDX-License-Identifier: MIT
// Every compiled copy of the query kernel against the double evaluation.
#include "test.h"
#include "unit/water_fixture.h"
#include "water/orbit.h"
#include "water/query.h"

enum { TRAINS = 5, POINTS = 150 };

typedef struct scene {
    const char* name;
    waft_wave_mode mode;
    waft_wave_orbit orbit;
    float depth, origin;
} scene;

static water_fixture* open_scene(const scene* s) {
    waft_train_def trains[TRAINS];
    for (int i = 0; i < TRAINS; ++i) {
        trains[i] = waft_train_def_default();
        trains[i].length = 1.0f + 1.7f * (float)i;
        trains[i].direction = (waft_vec2){(float)cos(0.9 * i), (float)sin(0.9 * i)};
        trains[i].amplitude = 0.02f;
        trains[i].phase = (float)i;
    }
    waft_water_def def = waft_water_def_default();
    def.cells[0] = 16;
    def.cells[1] = 16;
    def.size = (waft_vec2){200.0f, 100.0f};
    def.origin = (waft_vec2){s->origin, 4.0f};
    def.depth = s->depth;
    def.mode = s->mode;
    def.orbit = s->orbit;
    def.trains = trains;
    def.train_count = TRAINS;
    water_fixture* f = water_fixture_open(&def, 1);
    if (f->water != NULL) {
        wafti_water_redraw(f->water, 123.4);
    }
    return f;
}

static void make_points(const scene* s, waft_vec3* points) {
    for (int n = 0; n < POINTS; ++n) {
        points[n].x = s->origin + 200.0f * (float)fmod(n * 0.618034, 1.0);
        points[n].z = 4.0f + 100.0f * (float)fmod(n * 0.754878, 1.0);
        // Above, at and under the surface, down to the bed.
        points[n].y = n % 3 == 0 ? 1.0f : -s->depth * (float)fmod(n * 0.381966, 1.0);
    }
}

// Greatest difference from the double evaluation over amplitudes, slopes and speeds of order 0.1.
static double greatest_error(
    const waft_water* water, const waft_vec3* point, const waft_water_sample* got) {
    double rest[2];
    double normal[3];
    wafti_orbit orbit;
    CHECK(wafti_orbit_find(water, (double)point->x, (double)point->z, rest, &orbit) >= 0);
    wafti_orbit_normal(&orbit, normal);
    const double depth = (double)water->def.depth;
    const double surface = orbit.shift[1];
    double worst = fabs((double)got->level - surface);
    worst = fmax(worst, fabs((double)got->normal.x - normal[0]));
    worst = fmax(worst, fabs((double)got->normal.y - normal[1]));
    worst = fmax(worst, fabs((double)got->normal.z - normal[2]));
    if ((double)point->y < surface) {
        const double height =
            fmax(-depth, ((double)point->y - surface) * depth / (depth + surface));
        wafti_orbit_at(water, water->def.mode, rest[0], rest[1], height, &orbit);
    }
    worst = fmax(worst, fabs((double)got->velocity.x - orbit.velocity[0]));
    worst = fmax(worst, fabs((double)got->velocity.y - orbit.velocity[1]));
    return fmax(worst, fabs((double)got->velocity.z - orbit.velocity[2]));
}

static void kernels_agree_with_the_double_evaluation(void) {
    static const scene scenes[] = {
        {"gerstner", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, 0.7f, 0.0f},
        {"deep orbits", WAFT_WAVE_GERSTNER, WAFT_ORBIT_DEEP, 0.7f, 0.0f},
        {"deep water", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, 80.0f, -50.0f},
        {"height", WAFT_WAVE_HEIGHT, WAFT_ORBIT_AIRY, 2.0f, 0.0f},
        {"normal", WAFT_WAVE_NORMAL, WAFT_ORBIT_AIRY, 2.0f, 0.0f},
        {"far away", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, 2.0f, 3000.0f},
    };
    static const wafti_isa sets[] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};
    const wafti_isa best = wafti_isa_choose();
    for (size_t n = 0; n < sizeof(scenes) / sizeof(scenes[0]); ++n) {
        water_fixture* f = open_scene(&scenes[n]);
        waft_vec3 points[POINTS];
        waft_water_sample samples[POINTS];
        make_points(&scenes[n], points);
        for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]); ++s) {
            if (sets[s] > best) {
                continue;
            }
            f->context.isa = sets[s];
            CHECK(waft_water_query(f->water, points, POINTS, samples) == WAFT_OK);
            double worst = 0.0;
            for (int p = 0; p < POINTS; ++p) {
                CHECK(samples[p].status == WAFT_SAMPLE_OK);
                worst = fmax(worst, greatest_error(f->water, &points[p], &samples[p]));
            }
            // Amplitudes add up to 0.1 m, speeds to 0.5 m/s, slopes to 0.3.
            if (!CHECK_NEAR(worst, 0.0, 1e-6)) {
                (void)fprintf(stderr, "%s with %s\n", scenes[n].name, wafti_isa_name(sets[s]));
            }
        }
        water_fixture_close(f);
    }
}

static bool same_sample(const waft_water_sample* a, const waft_water_sample* b) {
    return a->status == b->status && a->level == b->level && a->depth == b->depth &&
           a->normal.x == b->normal.x && a->velocity.y == b->velocity.y &&
           a->velocity.z == b->velocity.z && a->foam == b->foam;
}

static void an_answer_depends_on_its_own_point_only(void) {
    const scene s = {"batch", WAFT_WAVE_GERSTNER, WAFT_ORBIT_AIRY, 0.7f, 0.0f};
    water_fixture* f = open_scene(&s);
    waft_vec3 points[POINTS];
    waft_water_sample together[POINTS];
    make_points(&s, points);
    points[7].x = NAN;
    points[8].y = INFINITY;
    points[9].y = NAN;
    points[10].z = -1e30f;
    CHECK(waft_water_query(f->water, points, POINTS, together) == WAFT_OK);
    CHECK(together[7].status == WAFT_SAMPLE_OUTSIDE);
    CHECK(together[8].status == WAFT_SAMPLE_OK);
    CHECK(together[10].status == WAFT_SAMPLE_OUTSIDE);
    for (int n = 0; n < POINTS; ++n) {
        waft_water_sample alone;
        CHECK(waft_water_query(f->water, &points[n], 1, &alone) == WAFT_OK);
        CHECK(same_sample(&alone, &together[n]));
    }
    water_fixture_close(f);
}

static const test_case cases[] = {
    {"kernels_agree_with_the_double_evaluation", kernels_agree_with_the_double_evaluation},
    {"an_answer_depends_on_its_own_point_only", an_answer_depends_on_its_own_point_only},
};
TEST_MAIN(cases)
