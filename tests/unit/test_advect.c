// SPDX-License-Identifier: MIT
#include "grid/advect.h"

#include "test.h"
#include "unit/advect_fixture.h"

static const float no_outside[6] = {0};

typedef struct blob {
    double peak, least, sum;
} blob;

static blob measure(flow_fixture* f, const float* field) {
    blob b = {-1e9, 1e9, 0.0};
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        const double q = (double)field[w.index];
        b.peak = fmax(b.peak, q);
        b.least = fmin(b.least, q);
        b.sum += q;
    }
    return b;
}

static void turn_about_centre(flow_fixture* f) {
    const double h = f->domain.grid.h;
    for (fixture_walk w = fixture_start(f, 0); w.on; fixture_next(f, &w)) {
        f->fields[0][w.index] = (float)(0.5 - (w.at[1] + 0.5) * h);
    }
    for (fixture_walk w = fixture_start(f, 1); w.on; fixture_next(f, &w)) {
        f->fields[1][w.index] = (float)((w.at[0] + 0.5) * h - 0.5);
    }
    wafti_halo_faces_by_blocks(&f->domain, &f->context, f->fields);
}

// Row rotating-blob of docs/spec/smoke.md#verification: a Gaussian of width 0.06 at radius 0.25, once
// around.
static blob turn_blob(bool maccormack, bool midpoint, double* out_start) {
    enum { N = 128, STEPS = 403 };
    flow_fixture f;
    flow_open(&f, N, N, 1, "cccccc", 1);
    turn_about_centre(&f);
    float* q = f.fields[FIELD];
    for (fixture_walk w = fixture_start(&f, -1); w.on; fixture_next(&f, &w)) {
        const double x = (w.at[0] + 0.5) / N - 0.75;
        const double y = (w.at[1] + 0.5) / N - 0.5;
        q[w.index] = (float)exp(-(x * x + y * y) / (2.0 * 0.06 * 0.06));
    }
    *out_start = measure(&f, q).sum;
    wafti_advect advect = flow_advect(&f, maccormack, midpoint);
    advect.dt = (float)(6.283185307179586 / STEPS);
    for (int step = 0; step < STEPS; ++step) {
        wafti_advect_cells(&advect, no_outside, q);
    }
    const blob b = measure(&f, q);
    fixture_close(&f);
    (void)printf("%s, %s: peak %.4f, sum %+.1e\n", maccormack ? "MacCormack" : "semi-Lagrangian",
        midpoint ? "rk2" : "euler", b.peak, b.sum / *out_start - 1.0);
    return b;
}

static void blob_keeps_its_peak(void) {
    for (int midpoint = 0; midpoint < 2; ++midpoint) {
        double start = 0.0;
        const blob b = turn_blob(true, midpoint != 0, &start);
        CHECK(b.peak >= 0.95 && b.peak <= 1.0);
        CHECK(b.least >= 0.0);
        CHECK_NEAR(b.sum / start, 1.0, 2e-3);
    }
}

static void blob_spreads_without_correction(void) {
    double start = 0.0;
    const blob b = turn_blob(false, true, &start);
    CHECK_NEAR(b.peak, 0.44, 0.03);
    CHECK(b.least >= 0.0);
    CHECK_NEAR(b.sum / start, 1.0, 1e-2);
    const blob euler = turn_blob(false, false, &start);
    CHECK(fabs(euler.sum / start - 1.0) > 0.05); // why rk2 is the default there
}

// Cells and what comes in through the sides.
static void range_of(flow_fixture* f, const float* q, const float outside[6], float range[2]) {
    const blob b = measure(f, q);
    range[0] = (float)b.least;
    range[1] = (float)b.peak;
    for (int side = 0; side < 6; ++side) {
        if (f->domain.sides[side].kind != WAFTI_SIDE_CLOSED) {
            range[0] = fminf(range[0], outside[side]);
            range[1] = fmaxf(range[1], outside[side]);
        }
    }
}

static void no_new_extrema(void) {
    const char* sides[] = {"cccccc", "cioooc", "ppccpp"};
    const float outside[6] = {0.25f, -0.5f, 0.0f, 0.75f, 0.0f, 0.5f};
    for (int n = 0; n < 12; ++n) {
        flow_fixture f;
        flow_open(&f, 21, 18, n % 2 == 0 ? 11 : 1, sides[n / 4], 1);
        flow_stir(&f, 4.0, 0.2, (uint32_t)n);
        float* q = f.fields[FIELD];
        flow_fill(&f, -1, q, 5u);
        const wafti_advect advect = flow_advect(&f, n / 2 % 2 == 0, n % 2 == 0);
        for (int step = 0; step < 5; ++step) {
            float before[2];
            range_of(&f, q, outside, before);
            wafti_advect_cells(&advect, outside, q);
            const blob after = measure(&f, q);
            CHECK(after.least >= (double)before[0] && after.peak <= (double)before[1]);
            CHECK(after.peak - after.least > 0.01);
        }
        fixture_close(&f);
    }
}

// As periodic-drift of docs/spec/smoke.md#verification, but with traces far longer than the halo and the
// box, on a torus. Fields shifted by whole cells across the seam stay equal to the bit.
static void the_seam_does_not_show(void) {
    for (int n = 0; n < 8; ++n) {
        const int32_t depth = n < 4 ? 7 : 1;
        const int32_t by[3] = {13, 4, n < 4 ? 5 : 0};
        const bool midpoint = n / 2 % 2 == 1;
        flow_fixture f;
        flow_fixture g;
        flow_open(&f, 19, 9, depth, "pppppp", 1);
        flow_open(&g, 19, 9, depth, "pppppp", 1);
        flow_stir(&f, n % 2 == 0 ? 20.0 : 1.5, 0.2, 3u);
        for (int a = 0; a < f.domain.grid.axes; ++a) {
            flow_roll(&f, by, f.fields[a], g.fields[a]);
            flow_fill(&f, -1, f.fields[FIELD + a], 9u + (uint32_t)a);
            flow_roll(&f, by, f.fields[FIELD + a], g.fields[FIELD + a]);
        }
        wafti_halo_faces_by_blocks(&g.domain, &g.context, g.fields);
        wafti_halo_faces_by_blocks(&f.domain, &f.context, f.fields + FIELD);
        wafti_halo_faces_by_blocks(&g.domain, &g.context, g.fields + FIELD);
        const wafti_advect first = flow_advect(&f, true, midpoint);
        const wafti_advect second = flow_advect(&g, true, midpoint);
        wafti_advect_faces(&first, f.fields + FIELD, f.fields + OUT);
        wafti_advect_faces(&second, g.fields + FIELD, g.fields + OUT);
        wafti_advect_cells(&first, no_outside, f.fields[FIELD]);
        wafti_advect_cells(&second, no_outside, g.fields[FIELD]);
        for (int a = 0; a < f.domain.grid.axes; ++a) {
            flow_roll(&f, by, f.fields[OUT + a], f.fields[SCRATCH]);
            CHECK(flow_difference(&f, f.fields[SCRATCH], g.fields[OUT + a]) == 0.0);
        }
        flow_roll(&f, by, f.fields[FIELD], f.fields[SCRATCH]);
        CHECK(flow_difference(&f, f.fields[SCRATCH], g.fields[FIELD]) == 0.0);
        CHECK(f.fields[OUT][fixture_at(&f, 19, 3, 0)] == f.fields[OUT][fixture_at(&f, 0, 3, 0)]);
        fixture_close(&f);
        fixture_close(&g);
    }
}

static void set_carrier(flow_fixture* f, const double cells[3]) {
    for (int a = 0; a < f->domain.grid.axes; ++a) {
        for (fixture_walk w = fixture_start(f, a); w.on; fixture_next(f, &w)) {
            f->fields[a][w.index] = (float)(cells[a] * f->domain.grid.h);
        }
    }
    wafti_halo_faces_by_blocks(&f->domain, &f->context, f->fields);
}

static void whole_steps_move_and_do_nothing_else(void) {
    flow_fixture f;
    flow_open(&f, 32, 8, 8, "pppppp", 1); // h is a power of 2, so steps are exact
    set_carrier(&f, (const double[3]){5.0, -2.0, 3.0});
    flow_fill(&f, -1, f.fields[FIELD], 4u);
    flow_roll(&f, (const int32_t[3]){5, -2, 3}, f.fields[FIELD], f.fields[OUT]);
    const wafti_advect advect = flow_advect(&f, true, true);
    wafti_advect_cells(&advect, no_outside, f.fields[FIELD]);
    CHECK(flow_difference(&f, f.fields[FIELD], f.fields[OUT]) == 0.0);
    fixture_close(&f);
}

static void small_steps_are_kept_far_from_the_origin(void) {
    flow_fixture f;
    flow_open(&f, 4096, 4, 1, "cccccc", 1);
    set_carrier(&f, (const double[3]){1e-4, 0.0, 0.0});
    float* q = f.fields[FIELD];
    for (fixture_walk w = fixture_start(&f, -1); w.on; fixture_next(&f, &w)) {
        q[w.index] = (float)(w.at[0] % 16) / 16.0f;
    }
    const wafti_advect advect = flow_advect(&f, false, false);
    wafti_advect_cells(&advect, no_outside, q);
    CHECK_NEAR(q[fixture_at(&f, 4088, 2, 0)], 8.0 / 16.0 - 1e-4 / 16.0, 5e-8);
    fixture_close(&f);
}

// Which of two regions a cell belongs to; they interlock, with walls of no thickness between.
static int region(const int32_t at[3]) {
    return sin(0.9 * at[0]) + cos(0.7 * at[1]) + sin(0.8 * at[2] + 0.5 * at[0]) > 0.2 ? 1 : 0;
}

// Region of the cell on one side of a face; on the sides of the box, of the one inside.
static int region_beside(const flow_fixture* f, const fixture_walk* face, int axis, int32_t by) {
    int32_t cell[3] = {face->at[0], face->at[1], face->at[2]};
    const int32_t n = f->domain.grid.n[axis];
    cell[axis] += by;
    if (fixture_side(f, axis, false) == WAFTI_SIDE_PERIODIC) {
        cell[axis] = fixture_wrap(cell[axis], n);
    }
    cell[axis] = cell[axis] < 0 ? 0 : (cell[axis] < n ? cell[axis] : n - 1);
    return region(cell);
}

// Closes all faces between the regions. Open faces hold the number of their region, closed ones a value
// that must never show up.
static void split_regions(flow_fixture* f) {
    for (int a = 0; a < f->domain.grid.axes; ++a) {
        for (fixture_walk w = fixture_start(f, a); w.on; fixture_next(f, &w)) {
            const int own = region_beside(f, &w, a, 0);
            const bool closed = region_beside(f, &w, a, -1) != own;
            f->fields[FIELD + a][w.index] = closed ? 77.0f : (float)own;
            if (closed) {
                f->domain.weight[a][w.index] = 0.0f;
                f->fields[a][w.index] = 0.0f;
            }
        }
    }
    fixture_clear(f);
    wafti_halo_faces_by_blocks(&f->domain, &f->context, f->fields);
    wafti_halo_faces_by_blocks(&f->domain, &f->context, f->fields + FIELD);
}

static void check_regions(flow_fixture* f, const float* q, int axis) {
    int wrong = 0;
    int ones = 0;
    int count = 0;
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        const bool counts = axis < 0 || f->domain.weight[axis][w.index] > 0.0f;
        wrong += counts && q[w.index] != (float)region(w.at) ? 1 : 0;
        ones += region(w.at);
        ++count;
    }
    CHECK(wrong == 0);
    CHECK(ones > count / 4 && ones < count - count / 4);
}

static void walls_are_tight(void) {
    const double speeds[4] = {0.6, 7.0, 2.0, 0.9};
    for (int n = 0; n < 8; ++n) {
        flow_fixture f;
        flow_open(&f, 26, 21, n % 2 == 0 ? 9 : 1, n < 4 ? "cccccc" : "pppppp", 1);
        flow_stir(&f, speeds[n / 2], 0.2, (uint32_t)n);
        split_regions(&f);
        float* q = f.fields[OUT];
        for (fixture_walk w = fixture_start(&f, -1); w.on; fixture_next(&f, &w)) {
            q[w.index] = (float)region(w.at);
        }
        wafti_advect advect = flow_advect(&f, true, n / 2 % 2 == 1);
        for (int step = 0; step < 4; ++step) {
            advect.maccormack = step % 2 == 0;
            wafti_advect_cells(&advect, no_outside, q);
            check_regions(&f, q, -1);
        }
        for (int step = 0; step < 2; ++step) {
            advect.maccormack = step % 2 == 0;
            wafti_advect_faces(&advect, f.fields + FIELD, f.fields + OUT);
            for (int a = 0; a < f.domain.grid.axes; ++a) {
                check_regions(&f, f.fields[OUT + a], a);
            }
        }
        fixture_close(&f);
    }
}

// A wall across the box from face `wall` on: a sheet, or a plate of one cell.
static void raise_wall(flow_fixture* f, int32_t wall, bool plate) {
    const int32_t* n = f->domain.grid.n;
    if (plate) {
        fixture_solid(f, (const int32_t[3]){wall, 0, 0}, (const int32_t[3]){wall + 1, n[1], n[2]});
    }
    for (int32_t j = 0; j < n[1]; ++j) {
        *fixture_weight(f, 0, wall, j, 0) = 0.0f;
    }
    fixture_clear(f);
}

// Row tight-walls of docs/spec/smoke.md#verification without the pressure: smoke and jets against a wall,
// hundreds of steps.
static void smoke_stays_on_its_side(void) {
    for (int n = 0; n < 4; ++n) {
        const int32_t wall = n == 1 ? 10 : 9;
        flow_fixture f;
        flow_open(&f, 20, 12, 1, "cccccc", 1);
        raise_wall(&f, wall, n >= 2);
        float* q = f.fields[FIELD];
        for (fixture_walk w = fixture_start(&f, -1); w.on; fixture_next(&f, &w)) {
            q[w.index] = w.at[0] < wall ? 1.0f + (float)((w.at[0] + w.at[1]) % 3) : 0.0f;
        }
        const wafti_advect advect = flow_advect(&f, n != 3, n == 1);
        for (uint32_t step = 0; step < 300; ++step) {
            flow_stir(&f, 3.0, 0.2, step);
            wafti_advect_cells(&advect, no_outside, q);
        }
        float here = 0.0f;
        float beyond = 0.0f;
        for (fixture_walk w = fixture_start(&f, -1); w.on; fixture_next(&f, &w)) {
            float* most = w.at[0] < wall ? &here : &beyond;
            *most = fmaxf(*most, fabsf(q[w.index]));
        }
        CHECK(beyond == 0.0f);
        CHECK(here >= 1.0f);
        fixture_close(&f);
    }
}

// Traces that start farther from a wall than the domain measures clearance, and go through it.
static void long_traces_meet_walls_too(void) {
    for (int axis = 0; axis < 2; ++axis) {
        flow_fixture f;
        flow_open(&f, 40, 40, 1, "cccccc", 1);
        double cells[3] = {0.0, 0.0, 0.0};
        cells[axis] = 3.0 * FLOW_REACH;
        set_carrier(&f, cells);
        float* q = f.fields[FIELD];
        for (fixture_walk w = fixture_start(&f, axis); w.on; fixture_next(&f, &w)) {
            q[w.index] = w.at[axis] < 20 ? 1.0f : 0.0f;
            if (w.at[axis] == 20) {
                f.domain.weight[axis][w.index] = 0.0f;
            }
        }
        fixture_clear(&f);
        CHECK(f.domain.clearance[fixture_at(&f, 28, 28, 0)] == WAFTI_CLEARANCE_FAR);
        const wafti_advect advect = flow_advect(&f, true, false);
        wafti_advect_cells(&advect, no_outside, q);
        double beyond = 0.0;
        for (fixture_walk w = fixture_start(&f, -1); w.on; fixture_next(&f, &w)) {
            beyond += w.at[axis] < 20 ? 0.0 : (double)q[w.index];
        }
        CHECK(beyond == 0.0);
        fixture_close(&f);
    }
}

static void run_with_threads(flow_fixture* f, int threads) {
    flow_open(f, 40, 36, 32, "cocccc", threads);
    fixture_solid(f, (const int32_t[3]){12, 9, 8}, (const int32_t[3]){20, 17, 15});
    fixture_clear(f);
    flow_stir(f, 2.5, 0.2, 1u);
    flow_fill(f, -1, f->fields[FIELD], 2u);
    const wafti_advect advect = flow_advect(f, true, false);
    wafti_advect_cells(&advect, no_outside, f->fields[FIELD]);
    wafti_advect_faces(&advect, f->fields, f->fields + OUT);
}

static void threads_do_not_change_bits(void) {
    flow_fixture one;
    run_with_threads(&one, 1);
    for (int threads = 2; threads <= 4; ++threads) {
        flow_fixture many;
        run_with_threads(&many, threads);
        CHECK(flow_difference(&one, one.fields[FIELD], many.fields[FIELD]) == 0.0);
        for (int a = 0; a < 3; ++a) {
            CHECK(flow_difference(&one, one.fields[OUT + a], many.fields[OUT + a]) == 0.0);
        }
        fixture_close(&many);
    }
    fixture_close(&one);
}

// A blob near a block, in a box that is empty but for it. With notes on rows, scratch is full of rubbish.
static void carry_blob(flow_fixture* f, bool deep, bool maccormack, uint8_t* rows) {
    const int32_t depth = deep ? 20 : 1;
    flow_open(f, 40, 36, depth, "cocccc", 1);
    fixture_solid(f, (const int32_t[3]){12, 9, 0}, (const int32_t[3]){20, 17, deep ? 9 : 1});
    fixture_clear(f);
    flow_stir(f, 2.5, 0.2, 1u);
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        const bool within = w.at[0] > 5 && w.at[0] < 30 && w.at[1] > 14 && w.at[1] < 20;
        f->fields[FIELD][w.index] = within && w.at[2] < 11 ? 1.0f + 0.1f * (float)w.at[0] : 0.0f;
    }
    wafti_advect advect = flow_advect(f, maccormack, false);
    const wafti_mac* grid = &f->domain.grid;
    for (int n = 0; n < 3 && rows != NULL; ++n) {
        memset(advect.scratch[n] - grid->first, 0x7D, grid->size * sizeof(float));
    }
    double fastest = 0.0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        for (fixture_walk w = fixture_start(f, axis); w.on; fixture_next(f, &w)) {
            fastest = fmax(fastest, fabs((double)f->fields[axis][w.index]));
        }
    }
    advect.rows = rows;
    advect.farthest = fastest * (double)advect.dt / grid->h;
    for (int step = 0; step < 3; ++step) {
        wafti_advect_cells(&advect, no_outside, f->fields[FIELD]);
    }
}

static void rows_that_nothing_comes_to_are_left_out(void) {
    uint8_t rows[36 * 20];
    for (int n = 0; n < 4; ++n) {
        flow_fixture all;
        flow_fixture some;
        memset(rows, 2, sizeof(rows));
        carry_blob(&all, n % 2 == 0, n < 2, NULL);
        carry_blob(&some, n % 2 == 0, n < 2, rows);
        CHECK(flow_difference(&all, all.fields[FIELD], some.fields[FIELD]) == 0.0);
        CHECK(memchr(rows, 0, 36) != NULL && memchr(rows, 1, 36) != NULL);
        fixture_close(&all);
        fixture_close(&some);
    }
}

// A front that fades out ends: no number is so small that it would slow down what comes after.
static void nothing_is_left_of_next_to_nothing(void) {
    for (int n = 0; n < 2; ++n) {
        flow_fixture f;
        flow_open(&f, 40, 20, 12, "cccccc", 1);
        set_carrier(&f, (const double[3]){0.03, 0.02, -0.01});
        float* q = f.fields[FIELD];
        q[fixture_at(&f, 10, 10, 6)] = 1.0f;
        q[fixture_at(&f, 30, 10, 6)] = -1e-20f;
        const wafti_advect advect = flow_advect(&f, n == 0, false);
        for (int step = 0; step < 30; ++step) {
            wafti_advect_cells(&advect, no_outside, q);
        }
        int small = 0;
        int some = 0;
        for (fixture_walk w = fixture_start(&f, -1); w.on; fixture_next(&f, &w)) {
            const double size = fabs((double)q[w.index]);
            small += size > 0.0 && size < 1e-23 ? 1 : 0;
            some += size > 0.0 ? 1 : 0;
        }
        CHECK(small == 0);
        CHECK(some > 100);
        fixture_close(&f);
    }
}

static const test_case cases[] = {
    {"blob_keeps_its_peak", blob_keeps_its_peak},
    {"blob_spreads_without_correction", blob_spreads_without_correction},
    {"no_new_extrema", no_new_extrema},
    {"the_seam_does_not_show", the_seam_does_not_show},
    {"whole_steps_move_and_do_nothing_else", whole_steps_move_and_do_nothing_else},
    {"small_steps_are_kept_far_from_the_origin", small_steps_are_kept_far_from_the_origin},
    {"walls_are_tight", walls_are_tight},
    {"smoke_stays_on_its_side", smoke_stays_on_its_side},
    {"long_traces_meet_walls_too", long_traces_meet_walls_too},
    {"threads_do_not_change_bits", threads_do_not_change_bits},
    {"nothing_is_left_of_next_to_nothing", nothing_is_left_of_next_to_nothing},
    {"rows_that_nothing_comes_to_are_left_out", rows_that_nothing_comes_to_are_left_out},
};
TEST_MAIN(cases)
