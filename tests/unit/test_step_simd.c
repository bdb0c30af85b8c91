// SPDX-License-Identifier: MIT
// Blocks of eight in float: the same bits from every instruction set, close to double, and lanes that
// do not mind their neighbours.
#include "body_rows.h"
#include "test.h"

static wafti_body_model model_of(waft_body_loads loads, waft_body_noise noise, int integrator) {
    static const waft_turbulence_sample history[5] = {{0.0, 0.43, 0.0146}, {2.5, 0.6, 0.02},
        {5.0, 0.5, 0.03}, {7.5, 0.5, 0.03}, {10.0, 0.5, 0.03}};
    wafti_body_model m = body_ellipsoid(1100.0, 998.0);
    m.loads = loads;
    m.rate = 4.0;
    m.normal[0] = 0.6;
    m.normal[1] = 0.8;
    m.area = 2e-3;
    m.radius = sqrt(m.area / body_pi);
    m.plate_count = 1;
    m.plates[0] = (waft_plate){.normal = {0.6, 0.8, 0.0}, .area = 2e-3, .added_mass = 3e-5};
    m.drag = 0.01;
    m.spin_drag = 1e-6;
    m.arm[1] = 0.001;
    m.added[6 * 0 + 4] = m.added[6 * 4 + 0] = 1e-4;
    m.noise = noise;
    m.swirl = true;
    m.c0 = 6.4;
    m.speed = 0.2;
    m.fluid_mass = 0.05;
    m.history = history;
    m.history_count = 5;
    m.late_chi = 0.5;
    m.late_eps = 0.03;
    m.integrator = (waft_body_integrator)integrator;
    (void)wafti_body_model_finish(&m);
    return m;
}

static wafti_body_block block_of_eight(void) {
    wafti_body_block b;
    memset(&b, 0, sizeof(b));
    uint64_t random = 9;
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        double q[4];
        double size = 0.0;
        for (int i = 0; i < 4; ++i) {
            q[i] = body_random(&random);
            size += q[i] * q[i];
        }
        for (int i = 0; i < 4; ++i) {
            b.rotation[i][lane] = (float)(q[i] / sqrt(size));
        }
        for (int i = 0; i < 3; ++i) {
            b.position[i][lane] = (float)body_random(&random);
            b.velocity[i][lane] = (float)(0.3 * body_random(&random));
            b.spin[i][lane] = (float)((lane == 5 ? 120.0 : 3.0) * body_random(&random));
        }
        b.stream[lane] = (uint32_t)(lane + 1);
        b.steps[lane] = lane == 7 ? 1000003 : 0; // one that is old
        b.moves[lane] = UINT32_MAX;
    }
    return b;
}

static wafti_body_air air_of_eight(void) {
    wafti_body_air air;
    for (int i = 0; i < 3; ++i) {
        for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
            air.wind[i][lane] = 0.1f * (float)(lane - i);
            air.turning[i][lane] = 0.2f * (float)i;
        }
    }
    return air;
}

static void run(wafti_isa isa, const wafti_body_model* m, int calls, int count, wafti_body_block* b,
    wafti_body_outcome* out) {
    _Alignas(64) char memory[sizeof(wafti_body_model_float)];
    wafti_body_model_float* model = (wafti_body_model_float*)(void*)memory;
    wafti_body_model_float_make(m, model);
    const wafti_body_air air = air_of_eight();
    wafti_body_drive drive = {.dt = 2e-3, .count = count, .seed = 77};
    for (int i = 0; i < calls; ++i) {
        wafti_body_choose(isa)(model, &drive, &air, b, out);
        drive.index += (uint64_t)count;
    }
}

// Blocks have no padding: every byte counts.
static bool same_bits(const void* a, const void* b) {
    return memcmp(a, b, sizeof(wafti_body_block)) == 0;
}

static void test_same_bits(void) {
    static const wafti_isa sets[4] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512};
    const wafti_isa best = wafti_isa_choose();
    for (int loads = WAFT_LOADS_PLATE; loads <= WAFT_LOADS_GLIDE; ++loads) {
        for (int noise = WAFT_NOISE_SEEN; noise <= WAFT_NOISE_OFF; ++noise) {
            for (int integrator = 0; integrator < 2; ++integrator) {
                const wafti_body_model m =
                    model_of((waft_body_loads)loads, (waft_body_noise)noise, integrator);
                wafti_body_block want = block_of_eight();
                wafti_body_outcome out;
                run(WAFTI_ISA_SCALAR, &m, 20, 1, &want, &out);
                CHECK(out.bad == 0);
                for (int i = 1; i < 4 && sets[i] <= best; ++i) {
                    wafti_body_block got = block_of_eight();
                    run(sets[i], &m, 20, 1, &got, &out);
                    CHECK(same_bits(&got, &want));
                }
                // All steps in one call, and the same.
                wafti_body_block once = block_of_eight();
                run(best, &m, 1, 20, &once, &out);
                CHECK(same_bits(&once, &want));
            }
        }
    }
}

static wafti_body_lane lane_of(const wafti_body_block* b, int lane) {
    wafti_body_lane out = {.steps = b->steps[lane], .stream = b->stream[lane]};
    for (int i = 0; i < 3; ++i) {
        out.position[i] = (double)b->position[i][lane];
        out.velocity[i] = (double)b->velocity[i][lane];
        out.spin[i] = (double)b->spin[i][lane];
    }
    for (int i = 0; i < 4; ++i) {
        out.rotation[i] = (double)b->rotation[i][lane];
    }
    return out;
}

static void test_close_to_double(void) {
    for (int loads = WAFT_LOADS_PLATE; loads <= WAFT_LOADS_GLIDE; ++loads) {
        for (int integrator = 0; integrator < 2; ++integrator) {
            const wafti_body_model m =
                model_of((waft_body_loads)loads, WAFT_NOISE_SEEN, integrator);
            const wafti_body_block start = block_of_eight();
            wafti_body_block b = start;
            wafti_body_outcome out;
            run(wafti_isa_choose(), &m, 1, 20, &b, &out);
            const wafti_body_air air = air_of_eight();
            for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
                wafti_body_lane want = lane_of(&start, lane);
                wafti_body_mix mix = {.models = {&m, &m}};
                for (int i = 0; i < 3; ++i) {
                    mix.wind[0][i] = mix.wind[1][i] = (double)air.wind[i][lane];
                    mix.turning[i] = (double)air.turning[i][lane];
                }
                const wafti_body_drive drive = {.dt = 2e-3, .count = 20, .seed = 77};
                wafti_body_outcome ignored;
                double given[3];
                CHECK(wafti_body_step_double(&mix, &drive, &want, &ignored, given));
                // Float takes one Newton iteration less.
                const double loose = (lane == 5 ? 40.0 : 1.0) * (integrator == 0 ? 1.0 : 200.0);
                for (int i = 0; i < 3; ++i) {
                    CHECK_NEAR(b.position[i][lane], want.position[i], loose * 2e-6);
                    CHECK_NEAR(b.velocity[i][lane], want.velocity[i], loose * 2e-5);
                    CHECK_NEAR(b.spin[i][lane], want.spin[i], loose * 2e-3);
                    CHECK_NEAR(b.gust[i][lane], want.gust[i], 1e-6);
                }
            }
        }
    }
}

static void test_lanes_apart(void) {
#if defined(WAFT_TEST_TRAP)
    // A body that leaves all bounds overflows before it is set aside.
    (void)fedisableexcept(FE_OVERFLOW | FE_INVALID | FE_DIVBYZERO);
#endif
    const wafti_body_model m = model_of(WAFT_LOADS_PLATE, WAFT_NOISE_SEEN, WAFT_INTEGRATOR_RK4);
    wafti_body_block want = block_of_eight();
    wafti_body_outcome out;
    run(wafti_isa_choose(), &m, 10, 1, &want, &out);
    wafti_body_block b = block_of_eight();
    b.velocity[1][2] = 3e4f; // beyond the bounds
    b.moves[6] = 0;
    const wafti_body_block start = b;
    run(wafti_isa_choose(), &m, 1, 1, &b, &out);
    CHECK(out.bad == 1u << 2);
    b.moves[2] = 0;
    wafti_body_outcome later;
    _Alignas(64) char memory[sizeof(wafti_body_model_float)];
    wafti_body_model_float* model = (wafti_body_model_float*)(void*)memory;
    wafti_body_model_float_make(&m, model);
    const wafti_body_air air = air_of_eight();
    const wafti_body_drive drive = {.dt = 2e-3, .count = 9, .index = 1, .seed = 77};
    wafti_body_choose(wafti_isa_choose())(model, &drive, &air, &b, &later);
    CHECK(later.bad == 0);
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        const wafti_body_block* like = lane == 2 || lane == 6 ? &start : &want;
        for (int i = 0; i < 3; ++i) {
            CHECK(b.position[i][lane] == like->position[i][lane]);
            CHECK(b.velocity[i][lane] == like->velocity[i][lane]);
            CHECK(b.spin[i][lane] == like->spin[i][lane]);
            CHECK(b.gust[i][lane] == like->gust[i][lane]);
        }
        CHECK(b.steps[lane] == like->steps[lane]);
    }
#if defined(WAFT_TEST_TRAP)
    (void)feclearexcept(FE_ALL_EXCEPT);
    (void)feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
}

#if !defined(WAFT_TEST_TRAP)
static void test_not_a_number(void) {
    const wafti_body_model m =
        model_of(WAFT_LOADS_COMPACT, WAFT_NOISE_SEEN, WAFT_INTEGRATOR_MIDPOINT);
    wafti_body_block want = block_of_eight();
    wafti_body_outcome out;
    run(wafti_isa_choose(), &m, 5, 1, &want, &out);
    wafti_body_block b = block_of_eight();
    b.spin[1][3] = NAN;
    run(wafti_isa_choose(), &m, 1, 5, &b, &out);
    CHECK(out.bad == 1u << 3);
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        CHECK(lane == 3 || b.position[0][lane] == want.position[0][lane]);
    }
    CHECK(isnan(b.spin[1][3]));
    CHECK(b.steps[3] == 0);
}
#endif

static void test_stiff_lanes(void) {
    const wafti_body_model m = model_of(WAFT_LOADS_NONE, WAFT_NOISE_OFF, WAFT_INTEGRATOR_RK4);
    wafti_body_block b = block_of_eight();
    b.spin[0][4] = 9000.0f;
    wafti_body_outcome out;
    run(wafti_isa_choose(), &m, 1, 1, &b, &out);
    CHECK(out.stiff == 1u << 4);
    CHECK(out.most_cuts == WAFTI_BODY_MOST_CUTS);
    CHECK_NEAR(out.needed[4], 8.0 / 9000.0, 1e-5 * 8.0 / 9000.0);
}

static void test_short_memory(void) {
    wafti_body_model m = model_of(WAFT_LOADS_PLATE, WAFT_NOISE_MASS, WAFT_INTEGRATOR_RK4);
    m.gust_rate = 1e6;
    m.gust_speed = 0.1;
    (void)wafti_body_model_finish(&m);
    wafti_body_block b = block_of_eight();
    wafti_body_outcome out;
    run(wafti_isa_choose(), &m, 5, 1, &b, &out);
    CHECK(out.bad == 0);
}

static void test_choice(void) {
    CHECK(wafti_body_choose(WAFTI_ISA_SCALAR) == wafti_body_step_scalar);
    CHECK(wafti_body_choose(wafti_isa_choose()) != NULL);
    if (wafti_isa_choose() != WAFTI_ISA_SCALAR) {
        CHECK(wafti_body_choose(wafti_isa_choose()) != wafti_body_step_scalar);
    }
}

static const test_case cases[] = {
    {"choice", test_choice},
    {"same bits", test_same_bits},
    {"close to double", test_close_to_double},
    {"lanes apart", test_lanes_apart},
#if !defined(WAFT_TEST_TRAP)
    {"not a number", test_not_a_number},
#endif
    {"stiff lanes", test_stiff_lanes},
    {"short memory", test_short_memory},
};

TEST_MAIN(cases)
