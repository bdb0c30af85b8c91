// SPDX-License-Identifier: MIT
#include "grid/advect.h"

#include "test.h"
#include "unit/domain_fixture.h"

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

static const test_case cases[] = {
    {"blob_keeps_its_peak", blob_keeps_its_peak},
    {"blob_spreads_without_correction", blob_spreads_without_correction},
};
TEST_MAIN(cases)
