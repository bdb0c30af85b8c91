// SPDX-License-Identifier: MIT
// Langevin's equation over one step, exact for any length of it (docs/spec/bodies.md#exact-update).
// Include after body/lane_float.h or body/lane_double.h.
#ifndef WAFTI_BODY_NOISE_KERNEL_H
#define WAFTI_BODY_NOISE_KERNEL_H

#include "body/integrate_kernel.h"

typedef struct normals {
    vec push, whirl; // xi1, xi2
} normals;

/// The last two are 0 unless `six`.
WAFTI_INLINE normals normals_of(uint64_t seed, uint64_t step, whole stream, bool six) {
    real n[6];
    draw_normals(seed, step, stream, six, n);
    return (normals){{n[0], n[1], n[2]}, {n[3], n[4], n[5]}};
}

/// What a step leaves of a fluctuation, and the deviation of what it adds.
typedef struct memory {
    real keep; // E
    real kick;
    real alpha, energy, dt;
} memory;

WAFTI_INLINE memory memory_of(real alpha, real energy, real dt) {
    const real one = real_of((number)1);
    const real keep = real_exp(-(alpha * dt));
    // (1 - e^-z) / z, z = 2 alpha dt
    const real z = (alpha + alpha) * dt;
    const real edge = real_of((number)0.04);
    const real series =
        one - z * (real_of((number)0.5) -
                      z * (real_of((number)(1.0 / 6.0)) - z * real_of((number)(1.0 / 24.0))));
    const real closed = (one - keep * keep) / real_max(z, edge);
    const real share = real_select(real_less(z, edge), series, closed);
    return (memory){keep, real_sqrt(energy * dt * share), alpha, energy, dt};
}

/// The deviation after a long time.
WAFTI_INLINE real memory_steady(const memory* m) {
    return real_sqrt(m->energy / real_max(m->alpha + m->alpha, real_of((number)1e-30)));
}

/// The noise of docs/spec/bodies.md#fluid-mass:
/// (E K + (1 - E) m* Et) U1 = E K U0 + m* Et ((1 - E) u + kick xi), then the angular part. Et has
/// no lower rows, so that these are divided by E: they stay what they are if E vanishes.
WAFTI_INLINE void push_fluid_mass(
    const body_job* job, const memory* m, const normals* n, vec wind, vec* v, vec* w) {
    const numbers* c = job->c;
    const real rest = (real_of((number)1) - m->keep) * real_at(c->fluid_mass);
    const real kick = m->kick * real_at(c->per_length);
    real a[6][7];
    for (int j = 0; j < 6; ++j) {
        put_column(
            a, j, vec_scale(m->keep, sextic_column(c->whole, 0, j)), sextic_column(c->whole, 3, j));
    }
    for (int j = 0; j < 3; ++j) {
        a[j][j] = a[j][j] + rest;
    }
    vec p;
    vec l;
    sextic_times(c->whole, job->kind->coupled, *v, *w, &p, &l);
    const vec given = vec_add_scaled(vec_scale(rest, wind), kick * real_at(c->fluid_mass), n->push);
    put_column(a, 6, vec_add(vec_scale(m->keep, p), given), l);
    solve_six(a);
    *v = (vec){a[0][6], a[1][6], a[2][6]};
    *w = (vec){a[3][6], a[4][6], a[5][6]};
    if (job->kind->swirl) {
        const vec whirl = vec_scale(m->kick * real_at(c->per_scale), n->whirl);
        vec dv;
        vec dw;
        sextic_times(c->inverse, job->kind->coupled, vec_zero(),
            symmetric_times(c->added + 15, whirl), &dv, &dw);
        *v = vec_add(*v, dv);
        *w = vec_add(*w, dw);
    }
}

/// The noise of docs/spec/bodies.md#direct-noise: eqs. 9 and 10 of Xie & Miyata 2013, repaired.
WAFTI_INLINE void push_direct(
    const body_job* job, const memory* m, const normals* n, vec wind, vec* v, vec* w) {
    const numbers* c = job->c;
    *v = vec_add(wind, vec_scale(m->keep, vec_subtract(*v, wind)));
    *v = vec_add_scaled(*v, m->kick * real_at(c->per_length), n->push);
    if (job->kind->swirl) {
        *w = vec_add_scaled(*w, real_sqrt(m->energy * m->dt) * real_at(c->per_scale), n->whirl);
    }
}

#endif // WAFTI_BODY_NOISE_KERNEL_H
