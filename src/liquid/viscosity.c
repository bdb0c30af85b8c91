// SPDX-License-Identifier: MIT
// Implicit viscosity: (1 + dt nu L) u = u* by conjugate gradients with Jacobi scaling, the three
// components as one vector (docs/spec/sph.md#viscosity).
#include <math.h>

#include "liquid/solver.h"

enum { MOST_ITERATIONS = 100 };

typedef struct viscous {
    waft_liquid* liquid;
    double dt, alpha, beta;
    float* x[3]; // velocity
    float* r[3];
    float* p[3];
    float* q[3];
    float* scale; // 1/diagonal
    float* rate;  // 1/s, of walls without slip
} viscous;

static void smear(viscous* v, float* const of[3], float* const out[3]) {
    waft_liquid* liquid = v->liquid;
    const wafti_list_job job = {.scale = (float)liquid->viscosity, .out = {out[0], out[1], out[2]}};
    wafti_liquid_pack_flow(liquid, of);
    wafti_liquid_pass(liquid, liquid->kernels.smear, &job);
}

// Walls without slip: their rate, and their velocity times it into r.
static void wall_block(void* context, uint32_t first, uint32_t end) {
    const viscous* v = context;
    const waft_liquid* liquid = v->liquid;
    for (uint32_t i = first; i < end; ++i) {
        double velocity[3] = {0.0, 0.0, 0.0};
        double rate = 0.0;
        if (liquid->lam[i] > 0.0f) {
            double place[3];
            wafti_liquid_place(liquid, i, place);
            rate = wafti_liquid_drag_rate(liquid, place, velocity);
        }
        v->rate[i] = (float)rate;
        for (int axis = 0; axis < 3; ++axis) {
            v->r[axis][i] = (float)velocity[axis];
        }
    }
}

// q holds the smear of x. r = u* + dt rate u_w - A x, p = r scaled; slots: |u*|^2 + |r|^2, r.z.
static void start_block(void* context, uint32_t first, uint32_t end) {
    const viscous* v = context;
    const waft_liquid* liquid = v->liquid;
    const float dt = (float)v->dt;
    double* slot = wafti_liquid_slots(liquid, first);
    slot[0] = slot[1] = 0.0;
    for (uint32_t i = first; i < end; ++i) {
        v->scale[i] = 1.0f / (1.0f + dt * (v->scale[i] + v->rate[i]));
        for (int axis = 0; axis < 3; ++axis) {
            const float u = v->x[axis][i];
            const float r = dt * (v->r[axis][i] + v->q[axis][i] - v->rate[i] * u);
            v->r[axis][i] = r;
            v->p[axis][i] = v->scale[i] * r;
            slot[0] += (double)u * (double)u + (double)r * (double)r;
            slot[1] += (double)r * (double)v->p[axis][i];
        }
    }
}

// q = A p; slots: p.q.
static void apply_block(void* context, uint32_t first, uint32_t end) {
    const viscous* v = context;
    const waft_liquid* liquid = v->liquid;
    const float dt = (float)v->dt;
    double* slot = wafti_liquid_slots(liquid, first);
    slot[0] = 0.0;
    for (uint32_t i = first; i < end; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const float p = v->p[axis][i];
            v->q[axis][i] = p + dt * (v->rate[i] * p - v->q[axis][i]);
            slot[0] += (double)p * (double)v->q[axis][i];
        }
    }
}

// x += alpha p, r -= alpha q; slots: |r|^2, r.z.
static void correct_block(void* context, uint32_t first, uint32_t end) {
    const viscous* v = context;
    const waft_liquid* liquid = v->liquid;
    const float alpha = (float)v->alpha;
    double* slot = wafti_liquid_slots(liquid, first);
    slot[0] = slot[1] = 0.0;
    for (uint32_t i = first; i < end; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            v->x[axis][i] += alpha * v->p[axis][i];
            const float r = v->r[axis][i] - alpha * v->q[axis][i];
            v->r[axis][i] = r;
            slot[0] += (double)r * (double)r;
            slot[1] += (double)r * (double)(v->scale[i] * r);
        }
    }
}

static void turn_block(void* context, uint32_t first, uint32_t end) {
    const viscous* v = context;
    const float beta = (float)v->beta;
    for (uint32_t i = first; i < end; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            v->p[axis][i] = v->scale[i] * v->r[axis][i] + beta * v->p[axis][i];
        }
    }
}

void wafti_liquid_implicit_viscosity(waft_liquid* liquid, double dt) {
    viscous v = {.liquid = liquid,
        .dt = dt,
        .scale = liquid->total,
        .rate = liquid->extra,
        .q = {liquid->source, liquid->left, liquid->before}};
    for (int axis = 0; axis < 3; ++axis) {
        v.x[axis] = liquid->now.u[axis];
        v.r[axis] = liquid->a[axis];
        v.p[axis] = liquid->b[axis];
    }
    wafti_list_job diagonal = {.scale = (float)liquid->viscosity, .out = {v.scale}};
    wafti_liquid_pack_flow(liquid, v.x);
    wafti_liquid_pass(liquid, liquid->kernels.smear_diagonal, &diagonal);
    wafti_liquid_blocks(liquid, 0.02, wall_block, &v);
    smear(&v, v.x, v.q);
    wafti_liquid_blocks(liquid, 0.01, start_block, &v);
    const double goal = 1e-8 * wafti_liquid_sum_slots(liquid, 0);
    double product = wafti_liquid_sum_slots(liquid, 1);
    double left = 0.0;
    for (int iteration = 0; iteration < MOST_ITERATIONS && product > 0.0; ++iteration) {
        smear(&v, v.p, v.q);
        wafti_liquid_blocks(liquid, 0.01, apply_block, &v);
        v.alpha = product / wafti_liquid_sum_slots(liquid, 0);
        wafti_liquid_blocks(liquid, 0.01, correct_block, &v);
        left = wafti_liquid_sum_slots(liquid, 0);
        if (left <= goal) {
            break;
        }
        const double next = wafti_liquid_sum_slots(liquid, 1);
        v.beta = next / product;
        product = next;
        wafti_liquid_blocks(liquid, 0.01, turn_block, &v);
    }
    if (left > goal) {
        waft_liquid_stats* stats = &liquid->stats;
        ++stats->viscous_unsolved;
        stats->viscous_error = fmax(stats->viscous_error, 1e-4 * sqrt(left / goal));
    }
    wafti_liquid_drag_walls(liquid, NULL);
}
