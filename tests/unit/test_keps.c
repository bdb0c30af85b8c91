// SPDX-License-Identifier: MIT
// The bake against row wake-history of docs/spec/bodies.md#verification and row keps-duct of
// docs/spec/smoke.md#verification.
#include "grid/keps.h"

#include "hooks.h"
#include "keps_body.h"
#include "test.h"

enum { MOST = 128 };

typedef struct history {
    wafti_keps_sample samples[MOST];
    size_t count;
} history;

static domain_fixture* open_context(int threads) {
    const wafti_domain_def def = domain_fixture_def(4, 4, 4);
    return domain_fixture_open(&def, threads);
}

static history bake(const wafti_keps_def* def, domain_fixture* f) {
    history h = {.count = 0};
    const waft_result result = wafti_keps_bake(def, &f->context, h.samples, MOST, &h.count);
    CHECK(result == WAFT_OK);
    return h;
}

// Ratio of means of the last half, as bodies use it.
static void check_end(const history* h, double low_chi, double high_chi, double* out_eps) {
    double k = 0.0;
    double eps = 0.0;
    for (size_t i = h->count / 2; i < h->count; ++i) {
        k += h->samples[i].k;
        eps += h->samples[i].eps;
    }
    const size_t half = h->count / 2;
    const double share = 1.0 / (double)(h->count - half);
    (void)printf(
        "chi %.4f, expected %.2f to %.2f; eps %.4f\n", eps / k, low_chi, high_chi, eps * share);
    CHECK(eps / k >= low_chi && eps / k <= high_chi);
    *out_eps = eps * share;
}

static void test_default(void) {
    domain_fixture* f = open_context(1);
    wafti_keps_def def = wafti_keps_def_default();
    def.solid = disc_in(&def);
    const history h = bake(&def, f);
    CHECK(h.count == 81);
    CHECK_NEAR(h.samples[0].eps / h.samples[0].k, 0.4312, 5e-5);
    CHECK_NEAR(h.samples[0].eps, 0.01455, 5e-6);
    CHECK_NEAR(h.samples[0].time, 0.0, 0.0);
    CHECK_NEAR(h.samples[80].time, 10.0, 1e-9);
    double eps = 0.0;
    check_end(&h, 0.45, 0.62, &eps);
    CHECK(eps >= 0.02 && eps <= 0.05);
    domain_fixture_close(f);
}

static void test_paper(void) {
    domain_fixture* f = open_context(1);
    wafti_keps_def def = wafti_keps_def_default();
    def.solid = disc_in(&def);
    def.intensity = 1.0;
    def.length = def.extent / def.cells[0];
    def.feedback = false;
    def.diffusion = false;
    wafti_keps* keps = NULL;
    CHECK(wafti_keps_create(&def, &f->context, &keps) == WAFT_OK);
    history h = {.count = 0};
    const size_t steps = wafti_keps_step_count(&def);
    float greatest = 0.0f;
    for (size_t step = 0; keps != NULL && step <= steps && step < MOST; ++step) {
        CHECK(step == 0 || wafti_keps_step(keps) == WAFT_OK);
        h.samples[h.count++] = wafti_keps_mean(keps);
        const wafti_keps_view view = wafti_keps_fields(keps);
        for (int32_t j = 0; j < 32; ++j) {
            const ptrdiff_t row = wafti_mac_index(&view.domain->grid, 0, j, 8);
            for (int32_t i = 0; i < 32; ++i) {
                greatest = fmaxf(greatest, view.k[row + i]);
            }
        }
    }
    CHECK(h.count == 81);
    CHECK_NEAR(h.samples[0].eps / h.samples[0].k, 1.6100, 5e-5);
    CHECK_NEAR(h.samples[0].eps, 2.415, 5e-4);
    double eps = 0.0;
    check_end(&h, 0.5, 0.7, &eps);
    CHECK(greatest <= 1.5f);
    wafti_keps_destroy(keps);
    domain_fixture_close(f);
}

// Without a body k and eps decay on their way through the box.
static double decay_error(int32_t n) {
    domain_fixture* f = open_context(1);
    wafti_keps_def def = wafti_keps_def_default();
    def.cells[0] = 16;
    def.cells[1] = n;
    def.cells[2] = 4;
    def.extent = 16.0 * 4.0 / n; // the flow passes 4 lengths
    def.feedback = false;
    def.diffusion = false;
    def.duration = 5.0;
    wafti_keps* keps = NULL;
    CHECK(wafti_keps_create(&def, &f->context, &keps) == WAFT_OK);
    const size_t steps = wafti_keps_step_count(&def);
    for (size_t step = 0; keps != NULL && step < steps; ++step) {
        CHECK(wafti_keps_step(keps) == WAFT_OK);
    }
    double worst = 0.0;
    if (keps != NULL) {
        const wafti_keps_view view = wafti_keps_fields(keps);
        const double k0 = 1.5 * 0.15 * 0.15;
        const double chi0 = 0.431242;
        for (int32_t j = n / 8; j < n; ++j) {
            const double time = (j + 0.5) * 4.0 / n;
            const double want = k0 * pow(1.0 + 0.92 * chi0 * time, -1.0 / 0.92);
            const double got = (double)view.k[wafti_mac_index(&view.domain->grid, 8, j, 2)];
            worst = fmax(worst, fabs(got / want - 1.0));
        }
    }
    wafti_keps_destroy(keps);
    domain_fixture_close(f);
    return worst;
}

static void test_decay_on_the_grid(void) {
    const double coarse = decay_error(32);
    const double fine = decay_error(64);
    (void)printf("decay along the box: error %.4f at 32 cells, %.4f at 64\n", coarse, fine);
    CHECK(coarse <= 0.04);
    CHECK_NEAR(coarse / fine, 2.0, 0.3);
}

static void test_refused(void) {
    domain_fixture* f = open_context(1);
    const wafti_keps_def good = wafti_keps_def_default();
    wafti_keps_def bad[12];
    for (int i = 0; i < 12; ++i) {
        bad[i] = good;
        bad[i].solid = disc_in(&good);
    }
    bad[0].cells[0] = 15;
    bad[1].cells[2] = 3;
    bad[2].extent = 8.5; // fewer than 4 cells across d
    bad[3].reynolds = 0.0;
    bad[4].intensity = 1.01;
    bad[5].intensity = -0.01;
    bad[6].length = 0.0;
    bad[7].cfl = NAN;
    bad[8].duration = INFINITY;
    bad[9].solid.distance = NULL;
    bad[10].cells[2] = 8; // a box as deep as the disc
    bad[11].reynolds = -1e300;
    for (int i = 0; i < 12; ++i) {
        wafti_keps_sample samples[MOST];
        size_t count = 99;
        f->error.sentence[0] = '\0';
        CHECK(wafti_keps_bake(&bad[i], &f->context, samples, MOST, &count) == WAFT_ERR_ARGUMENT);
        CHECK(count == 0 && f->error.sentence[0] != '\0');
    }
    wafti_keps_sample samples[80];
    size_t count = 0;
    CHECK(wafti_keps_bake(&good, &f->context, samples, 80, &count) == WAFT_ERR_FULL);
    CHECK(wafti_keps_step_count(&good) == 80);
    CHECK(wafti_keps_step_count(&bad[3]) == 0);
    domain_fixture_close(f);
}

// No turbulence at all is allowed and stays next to nothing where there is no strain.
static void test_no_turbulence(void) {
    domain_fixture* f = open_context(1);
    wafti_keps_def def = wafti_keps_def_default();
    def.cells[0] = 16;
    def.cells[1] = 16;
    def.cells[2] = 4;
    def.intensity = 0.0;
    def.euler = true;
    def.duration = 1.0;
    const history h = bake(&def, f);
    CHECK(h.count == 5);
    CHECK(h.samples[4].k > 0.0 && h.samples[4].k < 1e-9);
    domain_fixture_close(f);
}

static void test_memory(void) {
    domain_fixture* f = open_context(1);
    wafti_keps_def def = wafti_keps_def_default();
    def.cells[0] = 16;
    def.cells[1] = 16;
    def.cells[2] = 8;
    def.duration = 0.2;
    waft_result result = WAFT_ERR_NO_MEMORY;
    int tries = 0;
    for (; tries < 200 && result == WAFT_ERR_NO_MEMORY; ++tries) {
        counting hook = {.fail_at = tries + 1};
        f->context.allocator = counting_hook(&hook);
        wafti_keps_sample samples[4];
        size_t count = 0;
        result = wafti_keps_bake(&def, &f->context, samples, 4, &count);
        CHECK(hook.live == 0);
    }
    CHECK(result == WAFT_OK && tries > 3);
    f->context.allocator = (waft_allocator){0};
    domain_fixture_close(f);
}

static const test_case cases[] = {
    {"default", test_default},
    {"paper", test_paper},
    {"decay_on_the_grid", test_decay_on_the_grid},
    {"refused", test_refused},
    {"no_turbulence", test_no_turbulence},
    {"memory", test_memory},
};
TEST_MAIN(cases)
