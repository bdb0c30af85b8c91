// SPDX-License-Identifier: MIT
// Divergence-free SPH (Bender & Koschier 2015) with accelerated projected gradients, as specified in
// docs/spec/sph.md#divergence-free-solver.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"

enum { MOST_EVALUATIONS = 100 };

// One of the two solves: find k >= 0 with r = S - T M k <= 0 where k = 0, r = 0 where k > 0.
typedef struct solve {
    waft_liquid* liquid;
    const char* name;
    float* k;
    bool density;
    double dt;
    double factor;    // T: dt, or its square
    double tolerance; // of E times scale
    double scale;
    int least;
    double w;
    float step; // w / T
    float beta;
    double error, dot; // E and the restart's product
    int evaluations;
    double first; // E where it started
    bool guarded; // it has diverged from there
} solve;

// Of the vector in `flow`, into left.
static void apply_divergence(waft_liquid* liquid, bool walls_move) {
    wafti_list_job job = {.flux = walls_move ? liquid->flux : NULL, .out = {liquid->left}};
    wafti_liquid_pass(liquid, liquid->kernels.diverge, &job);
}

// Sources and where the solve starts. Where the neighbourhood is thin a divergence says nothing:
// such particles keep k = 0, which 1/M_ii = 0 makes sure of.
static void start_block(void* context, uint32_t first, uint32_t end) {
    const solve* s = context;
    waft_liquid* liquid = s->liquid;
    const float cap = (float)(10.0 * liquid->d * liquid->d / (s->dt * s->dt));
    const float crowd = liquid->def.dimension == 3 ? 20.0f : 7.0f;
    for (uint32_t i = first; i < end; ++i) {
        const float spread = liquid->left[i];
        const float found = (float)liquid->list.found[i] + 1.0f;
        const float room = 1.0f - liquid->lam[i];
        const bool full = s->density || found >= crowd * (room > 0.0f ? room : 0.0f);
        const float source = s->density ? liquid->rh[i] - 1.0f + (float)s->dt * spread : spread;
        liquid->source[i] = full ? source : 0.0f;
        liquid->extra[i] = full ? liquid->diagonal[i] : 0.0f;
        const float old = s->k[i] < cap ? s->k[i] : cap;
        s->k[i] = full && source > 0.0f ? old : 0.0f;
        liquid->before[i] = s->k[i];
        wafti_liquid_set_place(liquid, i, s->k[i]);
    }
}

static inline float projected(const solve* s, uint32_t i) {
    const waft_liquid* liquid = s->liquid;
    const float z = s->k[i] + s->step * liquid->left[i] * liquid->extra[i];
    return z > 0.0f ? z : 0.0f;
}

// r, what is left of E, and whether the last step went uphill.
static void residual_block(void* context, uint32_t first, uint32_t end) {
    const solve* s = context;
    waft_liquid* liquid = s->liquid;
    const float factor = (float)s->factor;
    double error = 0.0;
    double dot = 0.0;
    for (uint32_t i = first; i < end; ++i) {
        const float r = liquid->source[i] + factor * liquid->left[i];
        liquid->left[i] = r;
        error += liquid->extra[i] > 0.0f && r > 0.0f ? (double)r : 0.0;
        dot += liquid->extra[i] > 0.0f ? (double)r * (double)(projected(s, i) - liquid->before[i])
                                       : 0.0;
    }
    double* slot = wafti_liquid_slots(liquid, first);
    slot[0] = error;
    slot[1] = dot;
}

static void update_block(void* context, uint32_t first, uint32_t end) {
    const solve* s = context;
    waft_liquid* liquid = s->liquid;
    for (uint32_t i = first; i < end; ++i) {
        const float z = projected(s, i);
        const float k = z + s->beta * (z - liquid->before[i]);
        s->k[i] = k > 0.0f ? k : 0.0f;
        liquid->before[i] = z;
        liquid->place[(size_t)4 * i + 3] = s->k[i];
    }
}

// k = z_old.
static void return_block(void* context, uint32_t first, uint32_t end) {
    const solve* s = context;
    waft_liquid* liquid = s->liquid;
    for (uint32_t i = first; i < end; ++i) {
        s->k[i] = liquid->before[i];
        liquid->place[(size_t)4 * i + 3] = s->k[i];
    }
}

static void evaluate(solve* s) {
    waft_liquid* liquid = s->liquid;
    wafti_liquid_pass(liquid, liquid->kernels.push, &(wafti_list_job){.flow_out = liquid->flow});
    apply_divergence(liquid, false);
    s->step = (float)(s->w / s->factor);
    wafti_liquid_blocks(liquid, 0.003, residual_block, s);
    const double mean = s->scale / (double)(liquid->count > 0 ? liquid->count : 1);
    s->error = wafti_liquid_sum_slots(liquid, 0) * mean;
    s->dot = wafti_liquid_sum_slots(liquid, 1);
    s->first = s->evaluations == 0 ? s->error : s->first;
    ++s->evaluations;
}

static waft_result run_solve(solve* s) {
    waft_liquid* liquid = s->liquid;
    wafti_liquid_pack_flow(liquid, liquid->now.u);
    apply_divergence(liquid, true);
    wafti_liquid_blocks(liquid, 0.003, start_block, s);
    double th = 1.0;
    double last = INFINITY;
    int grown = 0;
    for (;;) {
        evaluate(s);
        if (!isfinite(s->error)) {
            return wafti_fail(liquid->context->error, WAFT_ERR_DIVERGED,
                "liquid: the %s solve diverged at step %llu (dfsph)", s->name,
                (unsigned long long)liquid->step_index);
        }
        const bool solved = s->error <= s->tolerance && s->evaluations >= s->least;
        if (solved || s->evaluations == MOST_EVALUATIONS) {
            return WAFT_OK;
        }
        grown = s->error > last ? grown + 1 : 0;
        last = s->error;
        if (grown >= 3) {
            // The step was too long for this crowd, or momentum carries it past the solution, which
            // is nothing to tell: go back to the last projected point.
            s->w *= 0.7;
            s->guarded = s->guarded || s->error > s->first;
            th = 1.0;
            grown = 0;
            wafti_liquid_blocks(liquid, 0.003, return_block, s);
            continue;
        }
        th = s->evaluations > 1 && s->dot < 0.0 ? 1.0 : th;
        const double next = 0.5 * (1.0 + sqrt(1.0 + 4.0 * th * th));
        s->beta = (float)((th - 1.0) / next);
        th = next;
        wafti_liquid_blocks(liquid, 0.003, update_block, s);
    }
}

static void count_solve(waft_liquid* liquid, const solve* s) {
    waft_liquid_stats* stats = &liquid->stats;
    const uint32_t evaluations = (uint32_t)s->evaluations;
    stats->most_evaluations =
        evaluations > stats->most_evaluations ? evaluations : stats->most_evaluations;
    stats->unsolved += s->error > s->tolerance;
    stats->guarded += s->guarded;
    double* sum = s->density ? &stats->density_evaluations : &stats->divergence_evaluations;
    double* left = s->density ? &stats->density_error : &stats->divergence_error;
    *sum += s->evaluations;
    *left = s->error;
}

// For density, or for divergence; the velocity gets what it finds.
static waft_result solve_for(waft_liquid* liquid, bool density, double dt) {
    const waft_liquid_def* def = &liquid->def;
    solve s = {.liquid = liquid,
        .name = density ? "density" : "divergence",
        .k = density ? liquid->now.k : liquid->now.kv,
        .density = density,
        .dt = dt,
        .factor = density ? dt * dt : dt,
        .tolerance = (double)(density ? def->density_tolerance : def->divergence_tolerance),
        .scale = density ? 1.0 : dt,
        .least = density ? 2 : 1,
        // Must stay below one over the largest eigenvalue of D^-1 M, up to 3.5 in splashes.
        .w = 0.3 * pow(2.0 / (double)def->support, 1.7)};
    const waft_result result = run_solve(&s);
    if (result == WAFT_OK) {
        count_solve(liquid, &s);
        wafti_liquid_kick_flow(liquid, dt);
    }
    return result;
}

// Viscosity where it is explicit, and surface tension, into a.
static bool find_inner(waft_liquid* liquid, bool explicit_viscosity) {
    const bool thick = explicit_viscosity && liquid->viscosity > 0.0;
    if (thick) {
        const wafti_list_job job = {
            .scale = (float)liquid->viscosity, .out = {liquid->a[0], liquid->a[1], liquid->a[2]}};
        wafti_liquid_pack_flow(liquid, liquid->now.u);
        wafti_liquid_pass(liquid, liquid->kernels.smear, &job);
        wafti_liquid_drag_walls(liquid, liquid->a);
    }
    const double sigma = (double)liquid->def.surface_tension;
    if (sigma > 0.0) {
        for (int axis = 0; axis < 3 && !thick; ++axis) {
            memset(liquid->a[axis], 0, liquid->count * sizeof(float));
        }
        const wafti_list_job normal = {.out = {liquid->b[0], liquid->b[1], liquid->b[2]}};
        wafti_liquid_pass(liquid, liquid->kernels.normal, &normal);
        wafti_liquid_pack_flow(liquid, liquid->b);
        // 8.5 was fitted to oscillating drops of 6 to 16 spacings (docs/spec/sph.md#surface-tension).
        const double scale = sigma / (8.5 * (double)liquid->def.density * liquid->d * liquid->d);
        const wafti_list_job cohere = {
            .scale = (float)scale, .out = {liquid->a[0], liquid->a[1], liquid->a[2]}};
        wafti_liquid_pass(liquid, liquid->kernels.cohere, &cohere);
    }
    return thick || sigma > 0.0;
}

static void total_block(void* context, uint32_t first, uint32_t end) {
    const waft_liquid* liquid = context;
    for (uint32_t i = first; i < end; ++i) {
        liquid->total[i] = liquid->now.k[i] + liquid->now.kv[i];
    }
}

waft_result wafti_liquid_dfsph(waft_liquid* liquid, double time, double dt) {
    waft_result result = wafti_liquid_make_lists(liquid);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_liquid_pass(
        liquid, liquid->kernels.diagonal, &(wafti_list_job){.out = {liquid->diagonal}});
    result = solve_for(liquid, false, dt);
    if (result != WAFT_OK) {
        return result;
    }
    const waft_liquid_viscosity solver = liquid->def.viscosity_solver;
    const bool plain = solver == WAFT_LIQUID_VISCOSITY_EXPLICIT ||
                       (solver == WAFT_LIQUID_VISCOSITY_AUTO &&
                           liquid->viscosity * dt <= 0.2 * liquid->d * liquid->d);
    const bool inner = find_inner(liquid, plain);
    wafti_liquid_kick_outer(liquid, time, dt, inner ? liquid->a : NULL);
    if (!plain) {
        wafti_liquid_implicit_viscosity(liquid, dt);
    }
    result = solve_for(liquid, true, dt);
    if (result == WAFT_OK) {
        wafti_liquid_blocks(liquid, 0.002, total_block, liquid);
        wafti_liquid_push_walls(liquid, dt);
    }
    return result;
}
