// SPDX-License-Identifier: MIT
// Conjugate gradients with the diagonal as preconditioner. A p is worked out twice an iteration in
// place of being stored: three fields are all there is to borrow.
#include "grid/viscosity.h"

#include <math.h>

#include "grid/viscosity_parts.h"
#include "task/reduce.h"

enum { MOST_ITERATIONS = 200, MOST_SLICES = 4096 + 1 };
static const double tolerance = 1e-6; // of |u*|
// The residual also falls to this part of the first, else in small steps what is left of each would
// add up; not below what a float can hold.
static const double reduction = 1e-3;
static const double least_tolerance = 1e-8;

// Time of one face in one pass on one core, us.
static const double face_us = 0.004;

typedef struct slice_sums {
    double product, square;
} slice_sums;

typedef struct solve {
    wafti_viscosity_system system;
    wafti_viscosity_visit* pass;
    float alpha, beta;
    slice_sums slots[MOST_SLICES];
    slice_sums total;
} solve;

// What a visit of a row works with.
typedef struct visit {
    const solve* s;
    slice_sums* sums;
} visit;

// z = r / diagonal; r is 0 where there is no unknown.
static void precondition_row(
    const wafti_viscosity_system* system, const wafti_face_row* row, float* out_z) {
    const float* r = system->r[row->axis] + row->at;
    const int32_t count = row->count;
    float diagonal[WAFTI_VISCOSITY_ROW];
    system->diagonal(system, row, diagonal);
    for (int32_t i = 0; i < count; ++i) {
        out_z[i] = r[i] / (diagonal[i] > 1.0f ? diagonal[i] : 1.0f);
    }
}

// r.z and r.r
static void add_residual(const visit* v, const float* r, const float* z, int32_t count) {
    v->sums->product += wafti_dot_row(r, z, (size_t)count);
    v->sums->square += wafti_dot_row(r, r, (size_t)count);
}

// p = z; r.z and r.r
static void start_row(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    float* p = system->p[row->axis] + row->at;
    precondition_row(system, row, p);
    add_residual(context, system->r[row->axis] + row->at, p, row->count);
}

// u.u, the scale of the residual
static void scale_row(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    const visit* v = context;
    const float* x = system->x[row->axis] + row->at;
    v->sums->square += wafti_dot_row(x, x, (size_t)row->count);
}

// p.A p
static void curve_row(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    const visit* v = context;
    float q[WAFTI_VISCOSITY_ROW];
    system->apply(system, row, q);
    v->sums->product += wafti_dot_row(system->p[row->axis] + row->at, q, (size_t)row->count);
}

// x += alpha p, r -= alpha A p; r.z and r.r
static void advance_row(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    const visit* v = context;
    const int32_t count = row->count;
    const float alpha = v->s->alpha;
    float values[WAFTI_VISCOSITY_ROW];
    system->apply(system, row, values);
    const float* p = system->p[row->axis] + row->at;
    float* x = system->x[row->axis] + row->at;
    float* r = system->r[row->axis] + row->at;
    for (int32_t i = 0; i < count; ++i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * values[i];
    }
    precondition_row(system, row, values);
    add_residual(v, r, values, count);
}

// p = z + beta p
static void turn_row(
    void* context, const wafti_viscosity_system* system, const wafti_face_row* row) {
    const visit* v = context;
    const int32_t count = row->count;
    const float beta = v->s->beta;
    float z[WAFTI_VISCOSITY_ROW];
    precondition_row(system, row, z);
    float* p = system->p[row->axis] + row->at;
    for (int32_t i = 0; i < count; ++i) {
        p[i] = z[i] + beta * p[i];
    }
}

void wafti_viscosity_run(
    const wafti_viscosity* viscosity, double cell_us, wafti_block_function* run, void* job) {
    const wafti_mac* grid = &viscosity->domain->grid;
    const size_t cells = wafti_mac_cells(grid);
    const double work_us = cells < WAFTI_MAC_SERIAL_CELLS ? 0.0 : (double)cells * cell_us;
    wafti_pool_run(viscosity->context->pool, wafti_domain_slice_count(grid), work_us, run, job);
}

static void run_slice(void* context, int32_t slice) {
    solve* s = context;
    s->slots[slice] = (slice_sums){0};
    visit v = {.s = s, .sums = &s->slots[slice]};
    wafti_viscosity_visit_rows(&s->system, slice, s->pass, &v);
}

static void run_pass(solve* s, wafti_viscosity_visit* pass) {
    const wafti_viscosity* viscosity = s->system.viscosity;
    const int32_t slices = wafti_domain_slice_count(&viscosity->domain->grid);
    s->pass = pass;
    wafti_viscosity_run(viscosity, s->system.count * face_us, run_slice, s);
    s->total = (slice_sums){0};
    for (int32_t slice = 0; slice < slices; ++slice) {
        s->total.product += s->slots[slice].product;
        s->total.square += s->slots[slice].square;
    }
}

static void run_conjugate_gradients(solve* s, wafti_viscosity_report* report) {
    wafti_viscosity_system* system = &s->system;
    run_pass(s, scale_row);
    double scale = s->total.square;
    run_pass(s, start_row);
    double rz = s->total.product;
    double rr = s->total.square;
    scale += rr;
    if (!isfinite(scale)) {
        *report = (wafti_viscosity_report){.residual = INFINITY};
        return; // nothing finite comes of it
    }
    int iteration = 0;
    const double goal = fmin(tolerance * sqrt(scale), reduction * sqrt(rr));
    const double enough = pow(fmax(goal, least_tolerance * sqrt(scale)), 2.0);
    while (rr > enough && iteration < MOST_ITERATIONS) {
        for (int c = system->first; c < system->first + system->count; ++c) {
            wafti_viscosity_fill_ghosts(
                system->viscosity->domain, c, system->p[c], system->mirrors, 0.0f);
        }
        run_pass(s, curve_row);
        s->alpha = (float)(rz / s->total.product);
        run_pass(s, advance_row);
        s->beta = (float)(s->total.product / rz);
        rz = s->total.product;
        rr = s->total.square;
        run_pass(s, turn_row);
        ++iteration;
    }
    const double residual = scale > 0.0 ? sqrt(rr / scale) : 0.0;
    report->converged = report->converged && residual <= tolerance;
    report->iterations = iteration > report->iterations ? iteration : report->iterations;
    report->residual = residual > report->residual ? residual : report->residual;
}

static void solve_component(
    const wafti_viscosity* viscosity, double dt, int axis, float* velocity, solve* s) {
    s->system = (wafti_viscosity_system){.viscosity = viscosity, .first = axis, .count = 1};
    s->system.x[axis] = velocity;
    s->system.r[axis] = viscosity->scratch[0];
    s->system.p[axis] = viscosity->scratch[1];
    s->system.coefficient[axis] = viscosity->scratch[2];
    wafti_viscosity_prepare(&s->system, dt);
}

void wafti_viscosity_apply(const wafti_viscosity* viscosity, double dt, float* const velocity[3],
    wafti_viscosity_report* out_report) {
    *out_report = (wafti_viscosity_report){.converged = true};
    const int axes = viscosity->domain->grid.axes;
    solve s;
    if (viscosity->eddy != NULL) {
        s.system = (wafti_viscosity_system){.viscosity = viscosity, .count = axes};
        for (int axis = 0; axis < axes; ++axis) {
            s.system.x[axis] = velocity[axis];
            s.system.r[axis] = viscosity->scratch[axis];
            s.system.p[axis] = viscosity->scratch[axis + 3];
        }
        for (int edge = 0; edge < 3; ++edge) {
            s.system.coefficient[edge] = viscosity->scratch[edge + 6];
        }
        wafti_viscosity_prepare_stress(&s.system, dt);
        run_conjugate_gradients(&s, out_report);
        return;
    }
    for (int axis = 0; axis < axes && viscosity->nu > 0.0; ++axis) {
        solve_component(viscosity, dt, axis, velocity[axis], &s);
        run_conjugate_gradients(&s, out_report);
    }
}
