// SPDX-License-Identifier: MIT
// k-epsilon: decay of turbulence without a flow, and along a duct. The rows are described in
// docs/spec/smoke.md#verification.
#include <math.h>
#include <stdio.h>

#include "grid/keps.h"
#include "grid_fixture.h"
#include "verify.h"

// keps-decay: the local update without strain against the closed solution.

typedef void update_function(double production, double dt, double* k, double* eps);

static void decay(update_function* update, double time, int steps, double* k, double* eps) {
    *k = 1.0;
    *eps = 2.0;
    for (int step = 0; step < steps; ++step) {
        update(0.0, time / steps, k, eps);
    }
}

static int verify_decay(void) {
    verify_table table = verify_open("keps-decay");
    static const int counts[3] = {1, 7, 1000};
    for (int i = 0; i < 3; ++i) {
        double k;
        double eps;
        char name[64];
        decay(wafti_keps_update, 1.0, counts[i], &k, &eps);
        (void)snprintf(name, sizeof(name), "decay in %d steps: k at t = 1", counts[i]);
        (void)verify_near(&table, name, 0.3215605, k, 1e-6 * 0.3215605);
        (void)snprintf(name, sizeof(name), "decay in %d steps: eps at t = 1", counts[i]);
        (void)verify_near(&table, name, 0.2264510, eps, 1e-6 * 0.2264510);
        // chi0 t = 10, by the closed form.
        const double grown = 1.0 + 0.92 * 10.0;
        decay(wafti_keps_update, 5.0, counts[i], &k, &eps);
        (void)snprintf(name, sizeof(name), "decay in %d steps: k at chi0 t = 10", counts[i]);
        const double want = pow(grown, -1.0 / 0.92);
        (void)verify_near(&table, name, want, k, 1e-6 * want);
        (void)snprintf(name, sizeof(name), "decay in %d steps: eps at chi0 t = 10", counts[i]);
        const double want_eps = 2.0 * pow(grown, -1.92 / 0.92);
        (void)verify_near(&table, name, want_eps, eps, 1e-6 * want_eps);
    }
    double coarse;
    double fine;
    double eps;
    decay(wafti_keps_update_euler, 1.0, 100, &coarse, &eps);
    decay(wafti_keps_update_euler, 1.0, 200, &fine, &eps);
    (void)verify_near(&table, "explicit Euler: order", 1.0,
        log2(fabs(coarse - 0.3215605) / fabs(fine - 0.3215605)), 0.1);
    return verify_close(&table);
}

// keps-duct: decay along a duct that a uniform flow passes.

/// Greatest relative error of k behind the first cells, once the flow is steady.
static double profile_error(int32_t cells_along) {
    const wafti_domain_def domain = grid_fixture_cube(4);
    grid_fixture* f = grid_fixture_open(&domain, 1);
    wafti_keps_def def = wafti_keps_def_default();
    def.cells[0] = cells_along;
    def.cells[1] = cells_along;
    def.cells[2] = 4;
    def.intensity = 0.3;
    def.length = 0.2;
    def.diffusion = false;
    def.feedback = false;
    wafti_keps* keps = NULL;
    grid_fixture_need(wafti_keps_create(&def, &f->context, &keps) == WAFT_OK);
    for (int step = 0; step < 3 * cells_along; ++step) {
        grid_fixture_need(wafti_keps_step(keps) == WAFT_OK);
    }
    const wafti_keps_view view = wafti_keps_fields(keps);
    const wafti_mac* grid = &view.domain->grid;
    const double k0 = 1.5 * def.intensity * def.intensity;
    const double eps0 = pow(0.09, 0.75) * pow(k0, 1.5) / def.length;
    double greatest = 0.0;
    for (int32_t j = 1; j < cells_along; ++j) {
        const double time = (j + 0.5) * grid->h;
        const double want = k0 * pow(1.0 + 0.92 * eps0 / k0 * time, -1.0 / 0.92);
        const double got =
            (double)view.k[wafti_mac_index(grid, cells_along / 2, j, grid->n[2] / 2)];
        greatest = fmax(greatest, fabs(got / want - 1.0));
    }
    wafti_keps_destroy(keps);
    grid_fixture_close(f);
    return greatest;
}

static int verify_profile(void) {
    verify_table table = verify_open("keps-duct");
    const double coarse = profile_error(32);
    const double fine = profile_error(64);
    (void)verify_most(&table, "profile, 32 cells: greatest error of k", 0.04, coarse);
    (void)verify_near(&table, "profile: order", 1.0, log2(coarse / fine), 0.25);
    return verify_close(&table);
}

int main(void) {
    const int failures = verify_decay() + verify_profile();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
