// SPDX-License-Identifier: MIT
// Every compiled copy of the passes against a plain evaluation in double.
#include "grid/advect_kernel.h"

#include "test.h"
#include "unit/advect_fixture.h"

// Rows that are no multiple of any vector; speeds in cells a step.
typedef struct flow {
    const char* name;
    const char* sides;
    int32_t n[3];
    double speed, noise;
    double rise; // along y, more than that
} flow;

static const flow flows[] = {
    {"smooth, slow", "cccccc", {37, 14, 9}, 0.8, 0.0, 0.0},
    {"smooth, fast", "cioocc", {37, 14, 9}, 5.0, 0.0, 0.0},
    {"rough, slow", "cccccc", {37, 14, 9}, 0.9, 0.8, 0.0},
    {"rough", "ocppic", {29, 11, 8}, 2.5, 0.5, 0.0},
    {"torus", "pppppp", {21, 9, 7}, 9.0, 0.1, 0.0},
    {"rising", "ccoocc", {37, 14, 9}, 0.5, 0.3, 1.5},
    {"rising, torus", "pppppp", {37, 14, 9}, 0.5, 0.3, -2.2},
    {"plane", "cooccc", {45, 33, 1}, 3.0, 0.1, 0.0},
    {"plane, rough", "ppoocc", {45, 33, 1}, 6.0, 0.5, 0.0},
};
enum { FLOW_COUNT = sizeof(flows) / sizeof(flows[0]) };

// Faces of inflow sides hold what flows in: nothing.
static void still_inflow(flow_fixture* f, float* const u[3]) {
    for (int a = 0; a < f->domain.grid.axes; ++a) {
        for (fixture_walk w = fixture_start(f, a); w.on; fixture_next(f, &w)) {
            const bool high = w.at[a] == f->domain.grid.n[a];
            const bool side = high || w.at[a] == 0;
            if (side && fixture_side(f, a, high) == WAFTI_SIDE_INFLOW) {
                u[a][w.index] = 0.0f;
            }
        }
    }
    wafti_halo_faces_by_blocks(&f->domain, &f->context, u);
}

static void lift(flow_fixture* f, double rise) {
    for (fixture_walk w = fixture_start(f, 1); w.on; fixture_next(f, &w)) {
        f->fields[1][w.index] += (float)(rise * f->domain.grid.h);
    }
}

static void open_case(flow_fixture* f, const flow* c) {
    flow_open(f, c->n[0], c->n[1], c->n[2], c->sides, 1);
    flow_stir(f, c->speed, c->noise, 7u);
    lift(f, c->rise);
    for (int a = 0; a < f->domain.grid.axes; ++a) {
        flow_fill(f, a, f->fields[FIELD + a], 17u + (uint32_t)a);
    }
    still_inflow(f, f->fields);
    still_inflow(f, f->fields + FIELD);
}

// Trilinear sampling of samples along `axis`, at a position in cells, in double.
static double sample_plainly(flow_fixture* f, const float* field, int axis, const double at[3]) {
    const wafti_mac* grid = &f->domain.grid;
    double sum = 0.0;
    for (int corner = 0; corner < 1 << grid->axes; ++corner) {
        double share = 1.0;
        int32_t place[3] = {0, 0, 0};
        for (int a = 0; a < 3 && a < grid->axes; ++a) {
            const int high = corner >> a & 1;
            const double index = at[a] - (a == axis ? 0.0 : 0.5);
            const double part = index - floor(index);
            share *= high != 0 ? part : 1.0 - part;
            place[a] = (int32_t)floor(index) + high;
            if (fixture_side(f, a, false) == WAFTI_SIDE_PERIODIC) {
                place[a] = fixture_wrap(place[a], grid->n[a]);
            }
            place[a] = place[a] < -2 ? -2 : place[a];
            place[a] = place[a] > grid->n[a] + 1 ? grid->n[a] + 1 : place[a];
        }
        sum += share * (double)field[fixture_at(f, place[0], place[1], place[2])];
    }
    return sum;
}

// Semi-Lagrangian value of a sample of a field along `axis`.
static double trace_plainly(
    flow_fixture* f, const float* field, int axis, const int32_t at[3], bool midpoint) {
    const wafti_mac* grid = &f->domain.grid;
    double start[3];
    double end[3];
    for (int a = 0; a < 3; ++a) {
        start[a] = end[a] = at[a] + (a == axis ? 0.0 : 0.5);
    }
    for (int stage = midpoint ? 0 : 1; stage < 2; ++stage) {
        double u[3] = {0.0, 0.0, 0.0};
        for (int a = 0; a < 3 && a < grid->axes; ++a) {
            u[a] = sample_plainly(f, f->fields[a], a, end);
        }
        for (int a = 0; a < 3 && a < grid->axes; ++a) {
            end[a] = start[a] - u[a] / grid->h * (stage == 0 ? 0.5 : 1.0);
            if (fixture_side(f, a, false) == WAFTI_SIDE_CLOSED) {
                end[a] = fmax(end[a], 0.0);
            }
            if (fixture_side(f, a, true) == WAFTI_SIDE_CLOSED) {
                end[a] = fmin(end[a], (double)grid->n[a]);
            }
        }
    }
    return sample_plainly(f, field, axis, end);
}

static const float outside[6] = {0.5f, -0.25f, 0.125f, 0.0f, 1.0f, 0.75f};

static double worst_of(
    flow_fixture* f, const float* start, const float* got, int axis, bool midpoint) {
    double worst = 0.0;
    for (fixture_walk w = fixture_start(f, axis); w.on; fixture_next(f, &w)) {
        const double want = trace_plainly(f, start, axis, w.at, midpoint);
        worst = fmax(worst, fabs((double)got[w.index] - want));
    }
    return worst;
}

static double semi_lagrangian_error(const flow* c, bool midpoint) {
    flow_fixture f;
    open_case(&f, c);
    const wafti_advect advect = flow_advect(&f, false, midpoint);
    double worst = 0.0;
    wafti_advect_faces(&advect, f.fields + FIELD, f.fields + OUT);
    for (int a = 0; a < f.domain.grid.axes; ++a) {
        worst = fmax(worst, worst_of(&f, f.fields[FIELD + a], f.fields[OUT + a], a, midpoint));
    }
    float* q = f.fields[FIELD];
    float* start = f.fields[OUT];
    flow_fill(&f, -1, q, 3u);
    flow_fill(&f, -1, start, 3u);
    wafti_halo_cells(&f.domain, outside, start);
    wafti_advect_cells(&advect, outside, q);
    worst = fmax(worst, worst_of(&f, start, q, -1, midpoint));
    fixture_close(&f);
    return worst;
}

static void semi_lagrangian_is_what_it_should_be(void) {
    for (int n = 0; n < FLOW_COUNT; ++n) {
        for (int midpoint = 0; midpoint < 2; ++midpoint) {
            // Displacements are good to 1e-6 of a cell, and values differ by 2 between cells; rk2
            // carries that through a rough velocity once more.
            const double tolerance = midpoint != 0 ? 5e-5 : 8e-6;
            if (!CHECK_NEAR(semi_lagrangian_error(&flows[n], midpoint != 0), 0.0, tolerance)) {
                (void)fprintf(stderr, "%s\n", flows[n].name);
            }
        }
    }
}

// Faces to OUT, cells in FIELD, around a block; with the midpoint rule in an empty box.
static void run_set(flow_fixture* f, const flow* c, wafti_isa set, bool midpoint) {
    open_case(f, c);
    if (!midpoint) {
        fixture_solid(f, (const int32_t[3]){9, 4, 0},
            (const int32_t[3]){14, 8, f->domain.grid.axes == 3 ? 4 : 1});
        fixture_clear(f);
    }
    f->context.isa = set;
    const wafti_advect advect = flow_advect(f, true, midpoint);
    wafti_advect_faces(&advect, f->fields + FIELD, f->fields + OUT);
    wafti_advect_cells(&advect, outside, f->fields[FIELD]);
}

static void sets_agree(void) {
    static const wafti_isa sets[] = {
        WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_AVX512, WAFTI_ISA_NEON};
    for (size_t n = 0; n < (size_t)2 * FLOW_COUNT * sizeof(sets) / sizeof(sets[0]); ++n) {
        const flow* c = &flows[n / 2 % FLOW_COUNT];
        const wafti_isa set = sets[n / 2 / FLOW_COUNT];
        const bool midpoint = n % 2 == 1;
        if (set > wafti_isa_choose()) {
            continue;
        }
        flow_fixture plain;
        flow_fixture f;
        run_set(&plain, c, WAFTI_ISA_SCALAR, midpoint);
        run_set(&f, c, set, midpoint);
        double worst = flow_difference(&f, plain.fields[FIELD], f.fields[FIELD]);
        for (int a = 0; a < f.domain.grid.axes; ++a) {
            worst = fmax(worst, flow_difference(&f, plain.fields[OUT + a], f.fields[OUT + a]));
        }
        // Fields are of order 1. The middle of the way is sampled too, and its rounding goes on times the
        // slope of the field.
        if (!CHECK_NEAR(worst, 0.0, midpoint ? 3e-6 : 1e-6)) {
            (void)fprintf(stderr, "%s with %s\n", c->name, wafti_isa_name(set));
        }
        fixture_close(&plain);
        fixture_close(&f);
    }
}

// A block in a flow, with the rules of sets that round alike: 1 and 4 lanes, or 8 and 16.
static bool same_bits(const flow* c, wafti_isa a, wafti_isa b, bool midpoint, bool no_slip) {
    flow_fixture both[2];
    const wafti_isa sets[2] = {a, b};
    for (int n = 0; n < 2; ++n) {
        flow_fixture* f = &both[n];
        open_case(f, c);
        f->solid.no_slip = no_slip;
        fixture_solid(f, (const int32_t[3]){9, 4, 0},
            (const int32_t[3]){14, 8, f->domain.grid.axes == 3 ? 4 : 1});
        fixture_clear(f);
        f->context.isa = sets[n];
        const wafti_advect advect = flow_advect(f, true, midpoint);
        wafti_advect_faces(&advect, f->fields + FIELD, f->fields + OUT);
        wafti_advect_cells(&advect, outside, f->fields[FIELD]);
    }
    double worst = flow_difference(&both[0], both[0].fields[FIELD], both[1].fields[FIELD]);
    for (int axis = 0; axis < both[0].domain.grid.axes; ++axis) {
        worst = fmax(worst,
            flow_difference(&both[0], both[0].fields[OUT + axis], both[1].fields[OUT + axis]));
    }
    fixture_close(&both[0]);
    fixture_close(&both[1]);
    return worst == 0.0;
}

// What a point finds hangs on its own trace alone, not on those beside it.
static void lanes_do_not_matter(void) {
    static const wafti_isa pairs[][2] = {
        {WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2}, {WAFTI_ISA_AVX2, WAFTI_ISA_AVX512}};
    for (int n = 0; n < 8 * FLOW_COUNT; ++n) {
        const flow* c = &flows[n / 8];
        const wafti_isa* pair = pairs[n % 2];
        if (pair[1] > wafti_isa_choose()) {
            continue;
        }
        if (!CHECK(same_bits(c, pair[0], pair[1], n / 2 % 2 == 1, n / 4 % 2 == 1))) {
            (void)fprintf(stderr, "%s with %s\n", c->name, wafti_isa_name(pair[1]));
        }
    }
}

static wafti_advect_job closed_job(const flow_fixture* f, const wafti_advect* advect, int axis) {
    wafti_advect_job job = {
        .domain = &f->domain,
        .carrier = {advect->carrier[0], advect->carrier[1], advect->carrier[2]},
        .cells = (float)((double)advect->dt / f->domain.grid.h),
        .midpoint = advect->midpoint,
        .axis = axis,
    };
    for (int a = 0; a < 3; ++a) {
        const float place = wafti_advect_place(axis, a);
        job.low[a] = job.trust_low[a] = -place;
        job.high[a] = job.trust_high[a] = (float)f->domain.grid.n[a] - place;
    }
    return job;
}

// Back from a point by the velocity there, in cells.
static void shift_back(const wafti_advect_job* job, const int32_t at[3], float out_shift[3]) {
    const wafti_mac* grid = &job->domain->grid;
    const ptrdiff_t own = wafti_mac_index(grid, at[0], at[1], at[2]);
    for (int a = 0; a < 3; ++a) {
        const float* u = job->carrier[a] + own;
        const ptrdiff_t along = wafti_mac_stride(grid, a);
        float sum = u[0];
        float share = 1.0f;
        if (a != job->axis) {
            sum = u[0] + u[along];
            share = 0.5f;
        }
        if (a != job->axis && job->axis >= 0) {
            const ptrdiff_t below = -wafti_mac_stride(grid, job->axis);
            sum = sum + (u[below] + u[below + along]);
            share = 0.25f;
        }
        out_shift[a] = (sum * (share * -job->cells) + 1.0f) - 1.0f;
    }
}

// Where a solid makes a difference, all is to the bit as it is found point by point.
static void compare_with_one_by_one(
    flow_fixture* f, const float* start, const float* got, const wafti_advect_job* job) {
    int met = 0;
    int wrong = 0;
    double worst = 0.0;
    for (fixture_walk w = fixture_start(f, job->axis); w.on; fixture_next(f, &w)) {
        if (job->axis >= 0 && f->domain.weight[job->axis][w.index] <= 0.0f) {
            continue;
        }
        float shift[3];
        shift_back(job, w.at, shift);
        const wafti_careful_value v = wafti_careful_trace(job, start, -job->cells, w.at, shift);
        const float want = v.found ? v.value : start[w.index];
        const double plain = trace_plainly(f, start, job->axis, w.at, job->midpoint);
        const bool differs = fabs(plain - (double)want) > 1e-3;
        met += differs ? 1 : 0;
        wrong += differs && got[w.index] != want ? 1 : 0;
        worst = fmax(worst, fabs((double)got[w.index] - (double)want));
    }
    CHECK(met > 100 && wrong == 0);
    CHECK_NEAR(worst, 0.0, job->midpoint ? 5e-5 : 8e-6);
}

static void lanes_do_as_points_one_by_one(void) {
    for (int n = 0; n < 4; ++n) {
        const bool midpoint = n % 2 == 1;
        flow_fixture f;
        flow_open(&f, 40, 17, 13, "cccccc", 1);
        f.solid.no_slip = n / 2 == 1;
        fixture_solid(&f, (const int32_t[3]){9, 4, 3}, (const int32_t[3]){26, 8, 9});
        fixture_solid(&f, (const int32_t[3]){20, 0, 2}, (const int32_t[3]){21, 15, 11});
        fixture_clear(&f);
        flow_stir(&f, 1.4, 0.3, 5u);
        const wafti_advect advect = flow_advect(&f, false, midpoint);
        for (int a = 0; a < 3; ++a) {
            flow_fill(&f, a, f.fields[FIELD + a], 7u + (uint32_t)a);
        }
        wafti_halo_faces_by_blocks(&f.domain, &f.context, f.fields + FIELD);
        wafti_advect_faces(&advect, f.fields + FIELD, f.fields + OUT);
        for (int a = 0; a < 3; ++a) {
            const wafti_advect_job job = closed_job(&f, &advect, a);
            compare_with_one_by_one(&f, f.fields[FIELD + a], f.fields[OUT + a], &job);
        }
        const wafti_advect_job job = closed_job(&f, &advect, -1);
        flow_fill(&f, -1, f.fields[FIELD], 3u);
        flow_fill(&f, -1, f.fields[OUT], 3u);
        wafti_halo_cells(&f.domain, outside, f.fields[OUT]);
        wafti_advect_cells(&advect, outside, f.fields[FIELD]);
        compare_with_one_by_one(&f, f.fields[OUT], f.fields[FIELD], &job);
        fixture_close(&f);
    }
}

// Garbage in scratch and padding, as other solvers leave it, must not matter; nor must NaN velocities
// lead outside memory.
static void garbage_is_harmless(void) {
    flow_fixture clean;
    flow_fixture dirty;
    open_case(&clean, &flows[1]);
    open_case(&dirty, &flows[1]);
    const wafti_mac* grid = &dirty.domain.grid;
    for (int n = SCRATCH; n < FIELD; ++n) {
        memset(dirty.fields[n] - grid->first, 0x7D, grid->size * sizeof(float));
    }
    const wafti_advect first = flow_advect(&clean, true, false);
    const wafti_advect second = flow_advect(&dirty, true, false);
    wafti_advect_cells(&first, outside, clean.fields[FIELD]);
    wafti_advect_cells(&second, outside, dirty.fields[FIELD]);
    CHECK(flow_difference(&clean, clean.fields[FIELD], dirty.fields[FIELD]) == 0.0);
    for (int32_t j = 0; j < grid->n[1]; ++j) {
        CHECK(dirty.fields[FIELD][fixture_at(&dirty, -3, j, 1)] == 0.0f);
        CHECK(dirty.fields[FIELD][fixture_at(&dirty, grid->n[0] + 2, j, 1)] == 0.0f);
    }
#if !defined(WAFT_TEST_TRAP)
    dirty.fields[0][fixture_at(&dirty, 20, 3, 3)] = NAN;
    dirty.fields[1][fixture_at(&dirty, 3, 8, 4)] = INFINITY;
    dirty.fields[2][fixture_at(&dirty, 33, 8, 4)] = -1e30f;
    // A whole row too, of which all end at the same side.
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        dirty.fields[1][fixture_at(&dirty, i, 0, 5)] = INFINITY;
        dirty.fields[1][fixture_at(&dirty, i, 1, 5)] = INFINITY;
    }
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
    {"lanes_do_not_matter", lanes_do_not_matter},
    {"lanes_do_as_points_one_by_one", lanes_do_as_points_one_by_one},
    {"garbage_is_harmless", garbage_is_harmless},
};
TEST_MAIN(cases)
