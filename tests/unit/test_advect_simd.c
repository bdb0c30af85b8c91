// SPDX-License-Identifier: MIT
// Every compiled copy of the passes against a plain evaluation in double.
#include "grid/advect_kernel.h"

#include "test.h"
#include "unit/flow_fixture.h"

enum { SCRATCH = 3, FIELD = 6, OUT = 9 };

// Rows that are no multiple of any vector; speeds in cells a step.
typedef struct flow {
    const char* name;
    const char* sides;
    int32_t n[3];
    double speed, roughness;
} flow;

static const flow flows[] = {
    {"smooth, slow", "cccccc", {37, 14, 9}, 0.8, 0.0},
    {"smooth, fast", "cioocc", {37, 14, 9}, 5.0, 0.0},
    {"rough", "ocppic", {29, 11, 8}, 2.5, 1.0},
    {"torus", "pppppp", {21, 9, 7}, 9.0, 0.3},
    {"plane", "cooccc", {45, 33, 1}, 3.0, 0.2},
    {"plane, rough", "ppoocc", {45, 33, 1}, 6.0, 1.0},
};

static double wave(const flow* w, double speed, int n, int32_t i, int32_t j, int32_t k) {
    return speed * sin(0.21 * i + 0.13 * j * (n + 1) - 0.17 * k + n) * (1.0 - 0.3 * w->roughness);
}

// Faces of inflow sides hold what flows in: nothing.
static void still_inflow(domain_fixture* f, float* const u[3]) {
    const wafti_mac* grid = &f->domain.grid;
    for (int side = 0; side < 2 * grid->axes; ++side) {
        if (f->domain.sides[side].kind != WAFTI_SIDE_INFLOW) {
            continue;
        }
        const int a = side / 2;
        int32_t low[3] = {0, 0, 0};
        int32_t high[3] = {grid->n[0], grid->n[1], grid->n[2]};
        low[a] = side % 2 == 0 ? 0 : grid->n[a];
        high[a] = low[a] + 1;
        for (int32_t k = low[2]; k < high[2]; ++k) {
            for (int32_t j = low[1]; j < high[1]; ++j) {
                for (int32_t i = low[0]; i < high[0]; ++i) {
                    u[a][fixture_at(f, i, j, k)] = 0.0f;
                }
            }
        }
    }
    wafti_halo_faces(&f->domain, u);
}

static void open_flow(domain_fixture* f, const flow* w) {
    fixture_open(f, w->n[0], w->n[1], w->n[2], w->sides, 1);
    const wafti_mac* grid = &f->domain.grid;
    uint32_t state = 17u;
    for (int n = 0; n < 12; ++n) {
        float* field = fixture_field(f);
        const double scale = n < 3 ? grid->h * w->speed : 1.0;
        for (int32_t k = 0; (n < 3 || n >= FIELD) && k < grid->n[2] + (grid->axes == 3); ++k) {
            for (int32_t j = 0; j <= grid->n[1]; ++j) {
                for (int32_t i = 0; i <= grid->n[0]; ++i) {
                    const double noise = w->roughness * (double)fixture_random(&state);
                    field[fixture_at(f, i, j, k)] =
                        (float)(wave(w, scale, n, i, j, k) + 0.3 * scale * noise);
                }
            }
        }
    }
    still_inflow(f, f->fields);
    still_inflow(f, f->fields + FIELD);
}

static wafti_advect advect_of(domain_fixture* f, bool maccormack, bool midpoint) {
    return (wafti_advect){
        .domain = &f->domain,
        .context = &f->context,
        .carrier = {f->fields[0], f->fields[1], f->fields[2]},
        .dt = 1.0f,
        .maccormack = maccormack,
        .midpoint = midpoint,
        .scratch = {f->fields[SCRATCH], f->fields[SCRATCH + 1], f->fields[SCRATCH + 2]},
    };
}

// Trilinear sampling of samples at `place` of a cell, at a position in cells, in double.
static double sample_plainly(domain_fixture* f, const float* field, int axis, const double at[3]) {
    const wafti_mac* grid = &f->domain.grid;
    int32_t low[3] = {0, 0, 0};
    double part[3] = {0.0, 0.0, 0.0};
    for (int a = 0; a < grid->axes; ++a) {
        const double index = at[a] - (a == axis ? 0.0 : 0.5);
        low[a] = (int32_t)floor(index);
        part[a] = index - low[a];
    }
    double sum = 0.0;
    for (int corner = 0; corner < 1 << grid->axes; ++corner) {
        double share = 1.0;
        int32_t place[3] = {0, 0, 0};
        for (int a = 0; a < grid->axes; ++a) {
            const int high = corner >> a & 1;
            share *= high ? part[a] : 1.0 - part[a];
            place[a] = low[a] + high;
            if (f->domain.sides[2 * a].kind == WAFTI_SIDE_PERIODIC) {
                place[a] = fixture_wrap(place[a], grid->n[a]);
            }
            place[a] = place[a] < -2 ? -2 : place[a];
            place[a] = place[a] > grid->n[a] + 1 ? grid->n[a] + 1 : place[a];
        }
        sum += share * (double)field[fixture_at(f, place[0], place[1], place[2])];
    }
    return sum;
}

// Semi-Lagrangian value of sample (i, j, k) of a field along `axis`.
static double trace_plainly(
    domain_fixture* f, const float* field, int axis, const int32_t at[3], bool midpoint) {
    const wafti_mac* grid = &f->domain.grid;
    double start[3];
    double end[3];
    for (int a = 0; a < 3; ++a) {
        start[a] = end[a] = at[a] + (a == axis ? 0.0 : 0.5);
    }
    for (int stage = midpoint ? 0 : 1; stage < 2; ++stage) {
        double u[3];
        for (int a = 0; a < grid->axes; ++a) {
            u[a] = sample_plainly(f, f->fields[a], a, end);
        }
        for (int a = 0; a < grid->axes; ++a) {
            end[a] = start[a] - u[a] / grid->h * (stage == 0 ? 0.5 : 1.0);
            if (f->domain.sides[2 * a].kind == WAFTI_SIDE_CLOSED) {
                end[a] = fmax(end[a], 0.0);
            }
            if (f->domain.sides[2 * a + 1].kind == WAFTI_SIDE_CLOSED) {
                end[a] = fmin(end[a], (double)grid->n[a]);
            }
        }
    }
    return sample_plainly(f, field, axis, end);
}

static const float outside[6] = {0.5f, -0.25f, 0.125f, 0.0f, 1.0f, 0.75f};

static double worst_of(
    domain_fixture* f, const float* got, int axis, bool midpoint, const float* start) {
    const wafti_mac* grid = &f->domain.grid;
    double worst = 0.0;
    for (int32_t k = 0; k < grid->n[2] + (axis == 2); ++k) {
        for (int32_t j = 0; j < grid->n[1] + (axis == 1); ++j) {
            for (int32_t i = 0; i < grid->n[0] + (axis == 0); ++i) {
                const int32_t at[3] = {i, j, k};
                const double want = trace_plainly(f, start, axis, at, midpoint);
                worst = fmax(worst, fabs((double)got[fixture_at(f, i, j, k)] - want));
            }
        }
    }
    return worst;
}

static void semi_lagrangian_is_what_it_should_be(void) {
    for (size_t n = 0; n < sizeof(flows) / sizeof(flows[0]); ++n) {
        for (int midpoint = 0; midpoint < 2; ++midpoint) {
            domain_fixture f;
            open_flow(&f, &flows[n]);
            const wafti_advect advect = advect_of(&f, false, midpoint != 0);
            double worst = 0.0;
            wafti_advect_faces(&advect, f.fields + FIELD, f.fields + OUT);
            for (int a = 0; a < f.domain.grid.axes; ++a) {
                worst = fmax(
                    worst, worst_of(&f, f.fields[OUT + a], a, midpoint != 0, f.fields[FIELD + a]));
            }
            float* q = f.fields[OUT];
            const float* start = f.fields[FIELD + 1];
            memcpy(q - f.domain.grid.first, start - f.domain.grid.first,
                f.domain.grid.size * sizeof(*q));
            wafti_advect_cells(&advect, outside, q);
            wafti_halo_cells(&f.domain, outside, f.fields[FIELD + 1]);
            worst = fmax(worst, worst_of(&f, q, -1, midpoint != 0, start));
            // Displacements are good to 1e-6 of a cell, slopes between cells about 1.
            if (!CHECK_NEAR(worst, 0.0, midpoint != 0 ? 3e-5 : 6e-6)) {
                (void)fprintf(stderr, "%s\n", flows[n].name);
            }
            fixture_close(&f);
        }
    }
}

static double difference(domain_fixture* f, const float* a, const float* b) {
    double worst = 0.0;
    for (int32_t k = 0; k < f->domain.grid.n[2]; ++k) {
        for (int32_t j = 0; j < f->domain.grid.n[1]; ++j) {
            for (int32_t i = 0; i < f->domain.grid.n[0]; ++i) {
                const ptrdiff_t at = fixture_at(f, i, j, k);
                worst = fmax(worst, fabs((double)a[at] - (double)b[at]));
            }
        }
    }
    return worst;
}

// Fields are of order 1.
static void sets_agree(void) {
    static const wafti_isa sets[] = {WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_NEON};
    for (size_t n = 0; n < sizeof(flows) / sizeof(flows[0]); ++n) {
        domain_fixture plain;
        open_flow(&plain, &flows[n]);
        fixture_solid(&plain, (const int32_t[3]){9, 4, 0},
            (const int32_t[3]){14, 8, plain.domain.grid.axes == 3 ? 4 : 1});
        fixture_clear(&plain);
        plain.context.isa = WAFTI_ISA_SCALAR;
        wafti_advect advect = advect_of(&plain, true, false);
        wafti_advect_faces(&advect, plain.fields + FIELD, plain.fields + OUT);
        wafti_advect_cells(&advect, outside, plain.fields[FIELD]);
        for (size_t s = 0; s < sizeof(sets) / sizeof(sets[0]); ++s) {
            if (sets[s] > wafti_isa_choose()) {
                continue;
            }
            domain_fixture f;
            open_flow(&f, &flows[n]);
            fixture_solid(&f, (const int32_t[3]){9, 4, 0},
                (const int32_t[3]){14, 8, f.domain.grid.axes == 3 ? 4 : 1});
            fixture_clear(&f);
            f.context.isa = sets[s];
            advect = advect_of(&f, true, false);
            wafti_advect_faces(&advect, f.fields + FIELD, f.fields + OUT);
            wafti_advect_cells(&advect, outside, f.fields[FIELD]);
            double worst = difference(&f, plain.fields[FIELD], f.fields[FIELD]);
            for (int a = 0; a < f.domain.grid.axes; ++a) {
                worst = fmax(worst, difference(&f, plain.fields[OUT + a], f.fields[OUT + a]));
            }
            if (!CHECK_NEAR(worst, 0.0, 1e-6)) {
                (void)fprintf(stderr, "%s with %s\n", flows[n].name, wafti_isa_name(sets[s]));
            }
            fixture_close(&f);
        }
        fixture_close(&plain);
    }
}

// Garbage in scratch and padding, as other solvers leave it, must not matter; nor must NaN velocities
// lead outside memory.
static void garbage_is_harmless(void) {
    domain_fixture clean;
    domain_fixture dirty;
    open_flow(&clean, &flows[1]);
    open_flow(&dirty, &flows[1]);
    const wafti_mac* grid = &dirty.domain.grid;
    for (int n = SCRATCH; n < FIELD; ++n) {
        memset(dirty.fields[n] - grid->first, 0x7D, grid->size * sizeof(float));
    }
    const wafti_advect first = advect_of(&clean, true, false);
    const wafti_advect second = advect_of(&dirty, true, false);
    wafti_advect_cells(&first, outside, clean.fields[FIELD]);
    wafti_advect_cells(&second, outside, dirty.fields[FIELD]);
    CHECK(difference(&clean, clean.fields[FIELD], dirty.fields[FIELD]) == 0.0);
    for (int32_t j = 0; j < grid->n[1]; ++j) {
        CHECK(dirty.fields[FIELD][fixture_at(&dirty, -3, j, 1)] == 0.0f);
        CHECK(dirty.fields[FIELD][fixture_at(&dirty, grid->n[0] + 2, j, 1)] == 0.0f);
    }
#if !defined(WAFT_TEST_TRAP)
    dirty.fields[0][fixture_at(&dirty, 20, 3, 3)] = NAN;
    dirty.fields[1][fixture_at(&dirty, 3, 8, 4)] = INFINITY;
    dirty.fields[2][fixture_at(&dirty, 33, 8, 4)] = -1e30f;
    wafti_advect_cells(&second, outside, dirty.fields[FIELD]);
    wafti_advect_faces(&second, dirty.fields, dirty.fields + OUT);
    CHECK(isfinite(dirty.fields[FIELD][fixture_at(&dirty, 2, 12, 7)]));
#endif
    fixture_close(&clean);
    fixture_close(&dirty);
}

static const test_case cases[] = {
    {"semi_lagrangian_is_what_it_should_be", semi_lagrangian_is_what_it_should_be},
    {"sets_agree", sets_agree},
    {"garbage_is_harmless", garbage_is_harmless},
};
TEST_MAIN(cases)
