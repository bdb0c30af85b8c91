// SPDX-License-Identifier: MIT
#include "grid/advect.h"

#include "test.h"
#include "unit/flow_fixture.h"

enum { CARRIER = 0, SCRATCH = 3, FIELD = 6, OUT = 9 };

static const float no_outside[6] = {0};

// Carrier, scratch, three fields and three outputs.
static void open_flow(
    domain_fixture* f, int32_t nx, int32_t ny, int32_t nz, const char* sides, int threads) {
    fixture_open(f, nx, ny, nz, sides, threads);
    for (int i = 0; i < 12; ++i) {
        (void)fixture_field(f);
    }
}

static wafti_advect advect_of(domain_fixture* f, float dt, bool maccormack, bool midpoint) {
    return (wafti_advect){
        .domain = &f->domain,
        .context = &f->context,
        .carrier = {f->fields[0], f->fields[1], f->fields[2]},
        .dt = dt,
        .maccormack = maccormack,
        .midpoint = midpoint,
        .scratch = {f->fields[SCRATCH], f->fields[SCRATCH + 1], f->fields[SCRATCH + 2]},
    };
}

static void turn_about_centre(domain_fixture* f) {
    const wafti_mac* grid = &f->domain.grid;
    for (int32_t j = 0; j <= grid->n[1]; ++j) {
        for (int32_t i = 0; i <= grid->n[0]; ++i) {
            f->fields[0][fixture_at(f, i, j, 0)] = (float)(0.5 - (j + 0.5) * grid->h);
            f->fields[1][fixture_at(f, i, j, 0)] = (float)((i + 0.5) * grid->h - 0.5);
        }
    }
    wafti_halo_faces(&f->domain, f->fields);
}

typedef struct blob {
    double peak, least, sum;
} blob;

static blob measure(domain_fixture* f, const float* field) {
    blob b = {-1e9, 1e9, 0.0};
    for (int32_t j = 0; j < f->domain.grid.n[1]; ++j) {
        for (int32_t i = 0; i < f->domain.grid.n[0]; ++i) {
            const double q = (double)field[fixture_at(f, i, j, 0)];
            b.peak = fmax(b.peak, q);
            b.least = fmin(b.least, q);
            b.sum += q;
        }
    }
    return b;
}

static blob turn_blob(bool maccormack, bool midpoint, double* out_start) {
    enum { N = 128, STEPS = 403 };
    domain_fixture f;
    open_flow(&f, N, N, 1, "cccccc", 1);
    turn_about_centre(&f);
    float* q = f.fields[FIELD];
    for (int32_t j = 0; j < N; ++j) {
        for (int32_t i = 0; i < N; ++i) {
            const double x = (i + 0.5) / N - 0.75;
            const double y = (j + 0.5) / N - 0.5;
            q[fixture_at(&f, i, j, 0)] = (float)exp(-(x * x + y * y) / (2.0 * 0.06 * 0.06));
        }
    }
    *out_start = measure(&f, q).sum;
    const wafti_advect advect =
        advect_of(&f, (float)(6.283185307179586 / STEPS), maccormack, midpoint);
    for (int step = 0; step < STEPS; ++step) {
        wafti_advect_cells(&advect, no_outside, q);
    }
    const blob b = measure(&f, q);
    fixture_close(&f);
    return b;
}

static void blob_keeps_its_peak(void) {
    for (int midpoint = 0; midpoint < 2; ++midpoint) {
        double start;
        const blob b = turn_blob(true, midpoint != 0, &start);
        (void)printf("maccormack %s: peak %.4f, sum %+.1e\n", midpoint ? "rk2" : "euler", b.peak,
            b.sum / start - 1.0);
        CHECK(b.peak >= 0.95 && b.peak <= 1.0);
        CHECK(b.least >= 0.0);
        CHECK_NEAR(b.sum / start, 1.0, 2e-3);
    }
}

static void blob_spreads_without_correction(void) {
    double start;
    const blob b = turn_blob(false, true, &start);
    (void)printf("semi-lagrangian rk2: peak %.4f, sum %+.1e\n", b.peak, b.sum / start - 1.0);
    CHECK_NEAR(b.peak, 0.44, 0.03);
    CHECK(b.least >= 0.0);
    CHECK_NEAR(b.sum / start, 1.0, 1e-2);
    const blob e = turn_blob(false, false, &start);
    (void)printf("semi-lagrangian euler: peak %.4f, sum %+.1e\n", e.peak, e.sum / start - 1.0);
    CHECK(fabs(e.sum / start - 1.0) > 0.05); // why rk2 is the default there
}

// Smooth and rough flows of at most about `speed` cells a step of 1 s, faces and halos.
static void stir(domain_fixture* f, double speed, uint32_t seed) {
    const wafti_mac* grid = &f->domain.grid;
    uint32_t state = seed;
    for (int a = 0; a < grid->axes; ++a) {
        for (int32_t k = 0; k < grid->n[2] + (a == 2); ++k) {
            for (int32_t j = 0; j < grid->n[1] + (a == 1); ++j) {
                for (int32_t i = 0; i < grid->n[0] + (a == 0); ++i) {
                    const double wave = sin(0.31 * i + 0.23 * j * (a + 1) - 0.17 * k + seed + a);
                    const double noise = (double)fixture_random(&state);
                    f->fields[a][fixture_at(f, i, j, k)] =
                        (float)(grid->h * speed * (0.8 * wave + 0.2 * noise));
                }
            }
        }
    }
    wafti_halo_faces(&f->domain, f->fields);
}

static void fill_random(domain_fixture* f, float* field, uint32_t seed) {
    const wafti_mac* grid = &f->domain.grid;
    for (int32_t k = 0; k <= (grid->axes == 3 ? grid->n[2] : 0); ++k) {
        for (int32_t j = 0; j <= grid->n[1]; ++j) {
            for (int32_t i = 0; i <= grid->n[0]; ++i) {
                field[fixture_at(f, i, j, k)] = fixture_random(&seed);
            }
        }
    }
}

static void no_new_extrema(void) {
    const char* sides[] = {"cccccc", "cioooc", "ppccpp"};
    for (int n = 0; n < 12; ++n) {
        domain_fixture f;
        open_flow(&f, 21, 18, n % 2 == 0 ? 11 : 1, sides[n / 4], 1);
        stir(&f, 4.0, (uint32_t)n);
        float* q = f.fields[FIELD];
        fill_random(&f, q, 5u);
        const float outside[6] = {0.25f, -0.5f, 0.0f, 0.75f, 0.0f, 0.5f};
        const wafti_advect advect = advect_of(&f, 1.0f, n / 2 % 2 == 0, n % 2 == 0);
        const wafti_mac* grid = &f.domain.grid;
        for (int step = 0; step < 5; ++step) {
            float least = 2.0f;
            float greatest = -2.0f;
            for (int pass = 0; pass < 2; ++pass) {
                for (int32_t k = 0; k < grid->n[2]; ++k) {
                    for (int32_t j = 0; j < grid->n[1]; ++j) {
                        for (int32_t i = 0; i < grid->n[0]; ++i) {
                            const float value = q[fixture_at(&f, i, j, k)];
                            if (pass == 1 && !(value >= least && value <= greatest)) {
                                CHECK(value >= least && value <= greatest);
                            }
                            if (pass == 0) {
                                least = fminf(least, value);
                                greatest = fmaxf(greatest, value);
                            }
                        }
                    }
                }
                if (pass == 0) {
                    for (int side = 0; side < 6; ++side) {
                        if (f.domain.sides[side].kind != WAFTI_SIDE_CLOSED) {
                            least = fminf(least, outside[side]);
                            greatest = fmaxf(greatest, outside[side]);
                        }
                    }
                    wafti_advect_cells(&advect, outside, q);
                }
            }
            CHECK(greatest - least < 2.0f);
        }
        fixture_close(&f);
    }
}

// Shifts values by whole cells around periodic axes.
static void roll(domain_fixture* f, const int32_t by[3], const float* from, float* to) {
    const wafti_mac* grid = &f->domain.grid;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                const ptrdiff_t at = fixture_at(f, fixture_wrap(i + by[0], grid->n[0]),
                    fixture_wrap(j + by[1], grid->n[1]), fixture_wrap(k + by[2], grid->n[2]));
                to[at] = from[fixture_at(f, i, j, k)];
            }
        }
    }
}

static int differing(domain_fixture* f, const float* a, const float* b) {
    int count = 0;
    for (int32_t k = 0; k < f->domain.grid.n[2]; ++k) {
        for (int32_t j = 0; j < f->domain.grid.n[1]; ++j) {
            for (int32_t i = 0; i < f->domain.grid.n[0]; ++i) {
                const ptrdiff_t at = fixture_at(f, i, j, k);
                count += a[at] == b[at] ? 0 : 1;
            }
        }
    }
    return count;
}

// Traces far longer than the halo and the box, on a torus: the seam must not show.
static void the_seam_does_not_show(void) {
    for (int n = 0; n < 8; ++n) {
        domain_fixture f;
        domain_fixture g;
        open_flow(&f, 19, 9, n < 4 ? 7 : 1, "pppppp", 1);
        open_flow(&g, 19, 9, n < 4 ? 7 : 1, "pppppp", 1);
        const int32_t by[3] = {13, 4, n < 4 ? 5 : 0};
        stir(&f, n % 2 == 0 ? 20.0 : 1.5, 3u);
        const int axes = f.domain.grid.axes;
        for (int a = 0; a < axes; ++a) {
            roll(&f, by, f.fields[a], g.fields[a]);
            fill_random(&f, f.fields[FIELD + a], 9u + (uint32_t)a);
            roll(&f, by, f.fields[FIELD + a], g.fields[FIELD + a]);
        }
        wafti_halo_faces(&g.domain, g.fields);
        const bool midpoint = n / 2 % 2 == 1;
        const wafti_advect first = advect_of(&f, 1.0f, true, midpoint);
        const wafti_advect second = advect_of(&g, 1.0f, true, midpoint);
        wafti_halo_faces(&f.domain, f.fields + FIELD);
        wafti_halo_faces(&g.domain, g.fields + FIELD);
        wafti_advect_faces(&first, f.fields + FIELD, f.fields + OUT);
        wafti_advect_faces(&second, g.fields + FIELD, g.fields + OUT);
        for (int a = 0; a < axes; ++a) {
            roll(&f, by, f.fields[OUT + a], f.fields[SCRATCH]);
            CHECK(differing(&f, f.fields[SCRATCH], g.fields[OUT + a]) == 0);
        }
        CHECK(f.fields[OUT][fixture_at(&f, 19, 3, 0)] == f.fields[OUT][fixture_at(&f, 0, 3, 0)]);
        wafti_advect_cells(&first, no_outside, f.fields[FIELD]);
        wafti_advect_cells(&second, no_outside, g.fields[FIELD]);
        roll(&f, by, f.fields[FIELD], f.fields[SCRATCH]);
        CHECK(differing(&f, f.fields[SCRATCH], g.fields[FIELD]) == 0);
        fixture_close(&f);
        fixture_close(&g);
    }
}

// Which of two regions a cell belongs to; they interlock, with walls of no thickness between.
static int region(int32_t i, int32_t j, int32_t k) {
    return sin(0.9 * i) + cos(0.7 * j) + sin(0.8 * k + 0.5 * i) > 0.2 ? 1 : 0;
}

// Closes all faces between the regions. Faces of a region hold its number, closed ones a value that
// must never show up.
static void split_regions(domain_fixture* f) {
    const wafti_mac* grid = &f->domain.grid;
    for (int a = 0; a < grid->axes; ++a) {
        for (int32_t k = 0; k < grid->n[2] + (a == 2); ++k) {
            for (int32_t j = 0; j < grid->n[1] + (a == 1); ++j) {
                for (int32_t i = 0; i < grid->n[0] + (a == 0); ++i) {
                    int32_t low[3] = {i, j, k};
                    int32_t high[3] = {i, j, k};
                    low[a] -= 1;
                    const bool periodic = f->domain.sides[2 * a].kind == WAFTI_SIDE_PERIODIC;
                    low[a] =
                        periodic ? fixture_wrap(low[a], grid->n[a]) : (low[a] < 0 ? 0 : low[a]);
                    high[a] = periodic ? fixture_wrap(high[a], grid->n[a])
                                       : (high[a] == grid->n[a] ? high[a] - 1 : high[a]);
                    const int own = region(high[0], high[1], high[2]);
                    const bool closed = region(low[0], low[1], low[2]) != own;
                    if (closed) {
                        *fixture_weight(f, a, i, j, k) = 0.0f;
                        f->fields[a][fixture_at(f, i, j, k)] = 0.0f;
                    }
                    f->fields[FIELD + a][fixture_at(f, i, j, k)] = closed ? 77.0f : (float)own;
                }
            }
        }
    }
    fixture_clear(f);
    wafti_halo_faces(&f->domain, f->fields);
    wafti_halo_faces(&f->domain, f->fields + FIELD);
}

static void check_regions(domain_fixture* f, const float* q, int axis) {
    const wafti_mac* grid = &f->domain.grid;
    int wrong = 0;
    int ones = 0;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        for (int32_t j = 0; j < grid->n[1]; ++j) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                const bool counts = axis < 0 || *fixture_weight(f, axis, i, j, k) > 0.0f;
                wrong += counts && q[fixture_at(f, i, j, k)] != (float)region(i, j, k) ? 1 : 0;
                ones += region(i, j, k);
            }
        }
    }
    CHECK(wrong == 0);
    CHECK(ones > 100 && ones < grid->n[0] * grid->n[1] * grid->n[2] - 100);
}

static void walls_are_tight(void) {
    for (int n = 0; n < 8; ++n) {
        domain_fixture f;
        open_flow(&f, 26, 21, n % 2 == 0 ? 9 : 1, n < 4 ? "cccccc" : "pppppp", 1);
        const double speeds[4] = {0.6, 7.0, 2.0, 0.9};
        stir(&f, speeds[n / 2], (uint32_t)n);
        split_regions(&f);
        float* q = f.fields[OUT];
        const bool midpoint = n / 2 % 2 == 1;
        wafti_advect advect = advect_of(&f, 1.0f, true, midpoint);
        for (int32_t k = 0; k < f.domain.grid.n[2]; ++k) {
            for (int32_t j = 0; j < f.domain.grid.n[1]; ++j) {
                for (int32_t i = 0; i < f.domain.grid.n[0]; ++i) {
                    q[fixture_at(&f, i, j, k)] = (float)region(i, j, k);
                }
            }
        }
        for (int step = 0; step < 5; ++step) {
            advect.maccormack = step % 2 == 0;
            wafti_advect_cells(&advect, no_outside, q);
            check_regions(&f, q, -1);
        }
        for (int step = 0; step < 3; ++step) {
            advect.maccormack = step % 2 == 0;
            wafti_advect_faces(&advect, f.fields + FIELD, f.fields + OUT);
            for (int a = 0; a < f.domain.grid.axes; ++a) {
                check_regions(&f, f.fields[OUT + a], a);
            }
        }
        fixture_close(&f);
    }
}

// A sheet and a plate of one cell across the box, a jet against them, hundreds of steps.
static void smoke_stays_on_its_side(void) {
    for (int n = 0; n < 4; ++n) {
        domain_fixture f;
        open_flow(&f, 20, 12, 1, "cccccc", 1);
        const int32_t wall = n < 2 ? 9 + n : 9;
        if (n < 2) {
            for (int32_t j = 0; j < 12; ++j) {
                *fixture_weight(&f, 0, wall, j, 0) = 0.0f;
            }
        } else {
            fixture_solid(&f, (const int32_t[3]){wall, 0, 0}, (const int32_t[3]){wall + 1, 12, 1});
        }
        fixture_clear(&f);
        float* q = f.fields[FIELD];
        for (int32_t j = 0; j < 12; ++j) {
            for (int32_t i = 0; i < wall; ++i) {
                q[fixture_at(&f, i, j, 0)] = 1.0f + (float)((i + j) % 3);
            }
        }
        wafti_advect advect = advect_of(&f, 1.0f, n != 3, n == 1);
        for (uint32_t step = 0; step < 300; ++step) {
            stir(&f, 3.0, step);
            for (int32_t j = 0; j < 12; ++j) {
                f.fields[0][fixture_at(&f, wall, j, 0)] = 0.0f;
                if (n >= 2) {
                    f.fields[0][fixture_at(&f, wall + 1, j, 0)] = 0.0f;
                }
            }
            wafti_advect_cells(&advect, no_outside, q);
        }
        float beyond = 0.0f;
        float here = 0.0f;
        for (int32_t j = 0; j < 12; ++j) {
            for (int32_t i = 0; i < 20; ++i) {
                const float value = fabsf(q[fixture_at(&f, i, j, 0)]);
                if (i >= wall) {
                    beyond = fmaxf(beyond, value);
                } else {
                    here = fmaxf(here, value);
                }
            }
        }
        CHECK(beyond == 0.0f);
        CHECK(here >= 1.0f);
        fixture_close(&f);
    }
}

static void threads_do_not_change_bits(void) {
    domain_fixture one;
    open_flow(&one, 40, 36, 32, "cocccc", 1);
    stir(&one, 2.5, 1u);
    fill_random(&one, one.fields[FIELD], 2u);
    const wafti_advect alone = advect_of(&one, 1.0f, true, false);
    wafti_advect_cells(&alone, no_outside, one.fields[FIELD]);
    wafti_advect_faces(&alone, one.fields, one.fields + OUT);
    for (int threads = 2; threads <= 4; ++threads) {
        domain_fixture many;
        open_flow(&many, 40, 36, 32, "cocccc", threads);
        stir(&many, 2.5, 1u);
        fill_random(&many, many.fields[FIELD], 2u);
        const wafti_advect advect = advect_of(&many, 1.0f, true, false);
        wafti_advect_cells(&advect, no_outside, many.fields[FIELD]);
        wafti_advect_faces(&advect, many.fields, many.fields + OUT);
        CHECK(differing(&one, one.fields[FIELD], many.fields[FIELD]) == 0);
        for (int a = 0; a < 3; ++a) {
            CHECK(differing(&one, one.fields[OUT + a], many.fields[OUT + a]) == 0);
        }
        fixture_close(&many);
    }
    fixture_close(&one);
}

static const test_case cases[] = {
    {"blob_keeps_its_peak", blob_keeps_its_peak},
    {"blob_spreads_without_correction", blob_spreads_without_correction},
    {"no_new_extrema", no_new_extrema},
    {"the_seam_does_not_show", the_seam_does_not_show},
    {"walls_are_tight", walls_are_tight},
    {"smoke_stays_on_its_side", smoke_stays_on_its_side},
    {"threads_do_not_change_bits", threads_do_not_change_bits},
};
TEST_MAIN(cases)
