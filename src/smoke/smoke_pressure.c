// SPDX-License-Identifier: MIT
// The pressure of the last sub-step, as a start for the next solve.
#include <string.h>

#include "grid/blocks.h"
#include "smoke/solver.h"

typedef struct scale_job {
    const wafti_mac* grid;
    double* phi;
    double* earlier;
    double factor;
} scale_job;

static void scale_block(void* context, int32_t block) {
    const scale_job* work = context;
    for (wafti_walk at = wafti_walk_cells(work->grid, block); wafti_walk_next(&at);) {
        double* phi = work->phi + at.start;
        double* earlier = work->earlier + at.start;
        for (int32_t i = 0; i < work->grid->n[0]; ++i) {
            phi[i] *= work->factor;
            earlier[i] *= work->factor;
        }
    }
}

// phi = dt p / (rho h), so that a start for a sub-step of another length is in proportion to it.
void wafti_smoke_rescale_pressure(waft_smoke* smoke, double dt) {
    for (int n = 0; n < 2 && smoke->last_dt > 0.0 && smoke->last_dt != dt; ++n) {
        if (smoke->phi[n] != NULL) {
            scale_job work = {
                &smoke->domain.grid, smoke->phi[n], smoke->earlier[n], dt / smoke->last_dt};
            wafti_mac_run(&smoke->domain.grid, smoke->context, 1.0, scale_block, &work);
        }
    }
    smoke->last_dt = dt;
}

void waft_smoke_forget_pressure(waft_smoke* smoke) {
    if (smoke != NULL) {
        const wafti_mac* grid = &smoke->domain.grid;
        for (int n = 0; n < 2 && smoke->phi[n] != NULL; ++n) {
            memset(smoke->phi[n] - grid->first, 0, grid->size * sizeof(double));
            memset(smoke->earlier[n] - grid->first, 0, grid->size * sizeof(double));
        }
    }
}
