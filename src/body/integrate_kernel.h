// SPDX-License-Identifier: MIT
// RK4 and implicit midpoint of Kirchhoff's equations in the frame of the fluid: the equations are in
// docs/spec/bodies.md#equations-of-motion, the integrators in docs/spec/bodies.md#time-step. Include
// after body/lane_float.h or body/lane_double.h.
#ifndef WAFTI_BODY_INTEGRATE_KERNEL_H
#define WAFTI_BODY_INTEGRATE_KERNEL_H

#include "body/dynamics.h"
#include "body/loads_kernel.h"

/// What acts on the bodies of one pass during a step.
typedef struct body_job {
    const wafti_body_kind* kind;
    const numbers* c;
    vec whirl;      // rotation of the fluid, world axes
    bool whirls;    // it is not 0 for all
    int last_stage; // of RK4: 3
    int newton;     // iterations of the midpoint step
#if defined(WAFTI_BODY_TWO_FLUIDS)
    // A body partly under water: c is that of the mixture, loads come from both fluids.
    const wafti_body_kind* kinds[2];
    const numbers* fluids[2];
    real shares[2];
    vec drifts[2]; // velocity of the frame less that of the fluid, world axes
    bool mixed;
#endif
} body_job;

typedef struct state {
    quat q;
    vec v, w; // relative to the fluid, and absolute; body axes
    vec x;    // way in the fluid, world axes
} state;

/// That of q is half q (0, w).
typedef struct rates {
    vec x;
    vec p, l; // of the momenta: force and torque
} rates;

/// What a time at constant rates adds.
typedef struct gains {
    quat q;
    vec v, w, x;
    vec p, l;
} gains;

/// Of body and fluid, for v relative to the fluid.
typedef struct momenta {
    vec p, l;
} momenta;

WAFTI_INLINE momenta momenta_of(const body_job* job, const state* s) {
    momenta m;
    sextic_times(job->c->whole, job->kind->coupled, s->v, s->w, &m.p, &m.l);
    return m;
}

WAFTI_INLINE push loads_on(const body_job* job, bool plate, turn t, vec v, vec w, bool asked) {
#if defined(WAFTI_BODY_TWO_FLUIDS)
    push sum = {vec_zero(), vec_zero(), 0.0, vec_zero()};
    for (int i = 0; i < 2 && job->mixed; ++i) {
        const vec relative = vec_add(v, to_body(t, job->drifts[i]));
        const push one = loads_of(job->kinds[i], job->fluids[i], relative, w);
        sum.force = vec_add_scaled(sum.force, job->shares[i], one.force);
        sum.torque = vec_add_scaled(sum.torque, job->shares[i], one.torque);
        sum.drag += job->shares[i] * one.drag;
        sum.damping = vec_add_scaled(sum.damping, job->shares[i], one.damping);
    }
    if (job->mixed) {
        return sum;
    }
#else
    (void)t;
#endif
    return plate ? plate_loads(job->c, job->kind->centered, v, w, asked)
                 : loads_of(job->kind, job->c, v, w);
}

/// Gravity, buoyancy and what a turning frame adds: pdot = p x w + F, ldot = l x w + p x V + T. The
/// body's own part of p x V vanishes, p_f x V is left.
WAFTI_INLINE void free_forces(
    const body_job* job, vec p, vec l, turn t, const state* s, vec* out_force, vec* out_torque) {
    const numbers* c = job->c;
    const vec down = job->kind->upright ? vec_scale(real_at(c->gravity[1]), t.y)
                                        : to_body(t, vec_of(c->gravity));
    *out_force = vec_add_scaled(vec_cross(p, s->w), real_at(c->heft), down);
    *out_torque = vec_add(vec_cross(l, s->w), vec_cross(p, s->v));
    if (job->kind->levered) {
        *out_torque = vec_add(*out_torque, vec_cross(down, vec_of(c->lever)));
    }
}

/// Spin relative to the fluid.
WAFTI_INLINE vec spin_in_fluid(const body_job* job, turn t, vec w) {
    return job->whirls ? vec_subtract(w, to_body(t, job->whirl)) : w;
}

/// Rates at s, whose momenta are p and l. `plate`: the loads are those of one plate, known where this
/// is compiled. `asked`: for the damping of the loads.
WAFTI_INLINE rates rates_of(
    const body_job* job, bool plate, const state* s, vec p, vec l, bool asked, push* out_push) {
    const turn t = turn_of(s->q);
    rates r = {.x = to_world(t, s->v)};
    free_forces(job, p, l, t, s, &r.p, &r.l);
    *out_push = loads_on(job, plate, t, s->v, spin_in_fluid(job, t, s->w), asked);
    r.p = vec_add(r.p, out_push->force);
    r.l = vec_add(r.l, out_push->torque);
    return r;
}

/// How far the classic step's four stages go along their rates: the first three to where the next
/// begins. The gains of all four, the second twice, are three times that of the step.
static const number stage_reach[4] = {(number)0.5, (number)0.5, (number)1, (number)0.5};

WAFTI_INLINE gains gains_zero(void) {
    const real zero = real_of((number)0);
    return (gains){
        {zero, zero, zero, zero}, vec_zero(), vec_zero(), vec_zero(), vec_zero(), vec_zero()};
}

/// Over h from `s`.
WAFTI_INLINE gains gains_of(const body_job* job, real h, const state* s, const rates* r) {
    gains g = {.q = quat_spin(s->q, vec_scale(real_of((number)0.5) * h, s->w)),
        .x = vec_scale(h, r->x),
        .p = vec_scale(h, r->p),
        .l = vec_scale(h, r->l)};
    sextic_times(job->c->inverse, job->kind->coupled, g.p, g.l, &g.v, &g.w);
    return g;
}

WAFTI_INLINE void gains_gather(gains* sum, const gains* g) {
    sum->q = quat_add(sum->q, g->q);
    sum->v = vec_add(sum->v, g->v);
    sum->w = vec_add(sum->w, g->w);
    sum->x = vec_add(sum->x, g->x);
}

WAFTI_INLINE state state_along(const state* s, const gains* g) {
    return (state){.q = quat_add(s->q, g->q), .v = vec_add(s->v, g->v), .w = vec_add(s->w, g->w)};
}

/// Momenta follow from their rates, which spares the product with K.
WAFTI_INLINE momenta momenta_along(const momenta* m, const gains* g) {
    return (momenta){vec_add(m->p, g->p), vec_add(m->l, g->l)};
}

WAFTI_INLINE state state_after(const state* s, const gains* sum) {
    const real third = real_of((number)(1.0 / 3.0));
    return (state){.q = quat_unit(quat_add_scaled(s->q, third, sum->q)),
        .v = vec_add_scaled(s->v, third, sum->v),
        .w = vec_add_scaled(s->w, third, sum->w),
        .x = vec_add_scaled(s->x, third, sum->x)};
}

/// Gaussian elimination with partial pivoting on six rows and a right-hand side; lanes choose their
/// pivots apart. The right-hand side becomes the solution.
WAFTI_INLINE void solve_six(real a[6][7]) {
    for (int k = 0; k < 6; ++k) {
        for (int i = k + 1; i < 6; ++i) {
            const mask swap = real_less(real_abs(a[k][k]), real_abs(a[i][k]));
            for (int j = k; j < 7; ++j) {
                const real upper = a[k][j];
                const real lower = a[i][j];
                a[k][j] = real_select(swap, lower, upper);
                a[i][j] = real_select(swap, upper, lower);
            }
        }
        const real inverse = real_of((number)1) / a[k][k];
        for (int j = k + 1; j < 7; ++j) {
            a[k][j] = a[k][j] * inverse;
        }
        for (int i = k + 1; i < 6; ++i) {
            for (int j = k + 1; j < 7; ++j) {
                a[i][j] = a[i][j] - a[i][k] * a[k][j];
            }
        }
    }
    for (int k = 5; k > 0; --k) {
        for (int i = 0; i < k; ++i) {
            a[i][6] = a[i][6] - a[i][k] * a[k][6];
        }
    }
}

/// Three numbers of column j of a symmetric 6x6 matrix from `row` on.
WAFTI_INLINE vec sextic_column(const constant k[21], int row, int j) {
    static const uint8_t place[6][6] = {{0, 3, 4, 6, 7, 8}, {3, 1, 5, 9, 10, 11},
        {4, 5, 2, 12, 13, 14}, {6, 9, 12, 15, 18, 19}, {7, 10, 13, 18, 16, 20},
        {8, 11, 14, 19, 20, 17}};
    return (vec){
        real_at(k[place[row][j]]), real_at(k[place[row + 1][j]]), real_at(k[place[row + 2][j]])};
}

/// Column j of hat(a): a x e_j.
WAFTI_INLINE vec hat_column(vec a, int j) {
    const real zero = real_of((number)0);
    return j == 0   ? (vec){zero, a.z, -a.y}
           : j == 1 ? (vec){-a.z, zero, a.x}
                    : (vec){a.y, -a.x, zero};
}

WAFTI_INLINE void put_column(real a[6][7], int j, vec upper, vec lower) {
    a[0][j] = upper.x;
    a[1][j] = upper.y;
    a[2][j] = upper.z;
    a[3][j] = lower.x;
    a[4][j] = lower.y;
    a[5][j] = lower.z;
}

/// K - h/2 G of docs/spec/bodies.md#implicit-midpoint: G is the derivative of the gyroscopic terms by
/// (v; w).
WAFTI_INLINE void newton_matrix(
    const numbers* c, const momenta* m, const state* s, real h, real a[6][7]) {
    const real half = real_of((number)-0.5) * h;
    const vec p_fluid = vec_subtract(m->p, s->v);
    for (int j = 0; j < 6; ++j) {
        const vec k_upper = sextic_column(c->whole, 0, j);
        const vec k_lower = sextic_column(c->whole, 3, j);
        const vec fluid = sextic_column(c->added, 0, j);
        vec upper = vec_cross(k_upper, s->w);
        vec lower = vec_add(vec_cross(k_lower, s->w), vec_cross(fluid, s->v));
        if (j < 3) {
            lower = vec_add(lower, hat_column(p_fluid, j));
        } else {
            upper = vec_add(upper, hat_column(m->p, j - 3));
            lower = vec_add(lower, hat_column(m->l, j - 3));
        }
        put_column(
            a, j, vec_add_scaled(k_upper, half, upper), vec_add_scaled(k_lower, half, lower));
    }
}

/// 1 / (1 - e^-z) - 1/z: the weight of the end in a linear decay that is then exact.
WAFTI_INLINE real theta_of(real z) {
    const real one = real_of((number)1);
    const real series = real_of((number)0.5) + z * (real_of((number)(1.0 / 12.0)) -
                                                       z * z * real_of((number)(1.0 / 720.0)));
    const real large = real_max(z, real_of((number)0.1));
    const real closed = one / (one - real_exp(-large)) - one / large;
    return real_select(real_less(z, real_of((number)0.1)), series, closed);
}

WAFTI_INLINE vec theta_at(real h, vec d, const constant diagonal[3]) {
    return (vec){theta_of(h * d.x / real_at(diagonal[0])), theta_of(h * d.y / real_at(diagonal[1])),
        theta_of(h * d.z / real_at(diagonal[2]))};
}

/// Damping of one block: taken out of the loads at the middle and weighted towards the end.
WAFTI_INLINE vec weighted(vec theta, vec start, vec end) {
    return vec_add(start, vec_times(theta, vec_subtract(end, start)));
}

/// One Newton iteration of the midpoint step from `s` over h; *v and *w are the end, improved.
WAFTI_INLINE void midpoint_iterate(
    const body_job* job, bool plate, const state* s, real h, vec* v, vec* w) {
    const numbers* c = job->c;
    const real half = real_of((number)0.5);
    state mid = {.v = vec_scale(half, vec_add(s->v, *v)), .w = vec_scale(half, vec_add(s->w, *w))};
    mid.q = quat_cayley(s->q, real_of((number)0.25) * h, mid.w);
    const turn t = turn_of(mid.q);
    const momenta m = momenta_of(job, &mid);
    vec force;
    vec torque;
    free_forces(job, m.p, m.l, t, &mid, &force, &torque);
    const push p = loads_on(job, plate, t, mid.v, spin_in_fluid(job, t, mid.w), true);

    const vec drag = {p.drag, p.drag, p.drag};
    const vec theta = theta_at(h, drag, c->whole);
    const vec spin_theta = theta_at(h, p.damping, c->whole + 15);
    // Loads hold the drag at the middle: out with it, in with the weighted one.
    const vec late = vec_subtract(mid.v, weighted(theta, s->v, *v));
    const vec spin_late = vec_subtract(mid.w, weighted(spin_theta, s->w, *w));
    force = vec_add(vec_add(force, p.force), vec_scale(p.drag, late));
    torque = vec_add(vec_add(torque, p.torque), vec_times(p.damping, spin_late));

    real a[6][7];
    newton_matrix(c, &m, &mid, h, a);
    const vec slope = vec_scale(h, vec_times(theta, drag));
    const vec spin_slope = vec_scale(h, vec_times(spin_theta, p.damping));
    a[0][0] = a[0][0] + slope.x;
    a[1][1] = a[1][1] + slope.y;
    a[2][2] = a[2][2] + slope.z;
    a[3][3] = a[3][3] + spin_slope.x;
    a[4][4] = a[4][4] + spin_slope.y;
    a[5][5] = a[5][5] + spin_slope.z;
    vec gain;
    vec spin_gain;
    sextic_times(c->whole, job->kind->coupled, vec_subtract(*v, s->v), vec_subtract(*w, s->w),
        &gain, &spin_gain);
    put_column(a, 6, vec_subtract(vec_scale(h, force), gain),
        vec_subtract(vec_scale(h, torque), spin_gain));
    solve_six(a);
    *v = vec_add(*v, (vec){a[0][6], a[1][6], a[2][6]});
    *w = vec_add(*w, (vec){a[3][6], a[4][6], a[5][6]});
}

WAFTI_INLINE state midpoint_step(const body_job* job, bool plate, const state* s, real h) {
    state end = *s;
    for (int i = 0; i < job->newton; ++i) {
        midpoint_iterate(job, plate, s, h, &end.v, &end.w);
    }
    const real half = real_of((number)0.5);
    const vec v = vec_scale(half, vec_add(s->v, end.v));
    const vec w = vec_scale(half, vec_add(s->w, end.w));
    end.q = quat_cayley(s->q, half * h, w);
    const vec ways = vec_add(to_world(turn_of(s->q), v), to_world(turn_of(end.q), v));
    end.x = vec_add_scaled(s->x, half * h, ways);
    return end;
}

WAFTI_INLINE state state_select(mask m, const state* a, const state* b) {
    return (state){quat_select(m, a->q, b->q), vec_select(m, a->v, b->v), vec_select(m, a->w, b->w),
        vec_select(m, a->x, b->x)};
}

/// How often a step must be cut by docs/spec/bodies.md#cuts, and the rate that asks for it.
typedef struct cuts {
    real count, length;
    mask stiff;
    real rate;
    int most; // of all lanes that move
} cuts;

WAFTI_INLINE cuts cuts_of(real dt, mask moves, real rate) {
    const real most = real_of((number)WAFTI_BODY_MOST_CUTS);
    const real one = real_of((number)1);
    const real wanted = dt * (rate + rate); // 0.5 a cut
    const real rounded = -real_floor(-real_min(wanted, most));
    const real count = real_select(moves, real_max(rounded, one), one);
    cuts cut = {count, dt, real_less(most, wanted), rate, (int)real_greatest(count)};
    // The branch is foreseen: steps need not wait for a quotient that is nearly always dt itself.
    if (cut.most > 1) {
        cut.length = dt / count;
    }
    return cut;
}

WAFTI_INLINE real frame_rate(const numbers* c, const state* s) {
    const real speed = real_sqrt(vec_dot(s->v, s->v));
    return real_max(real_sqrt(vec_dot(s->w, s->w)), speed * real_at(c->munk));
}

/// Cuts that RK4 needs: as for the midpoint, and drag must not outrun it.
WAFTI_INLINE cuts rk4_cuts(const numbers* c, real dt, mask moves, const state* s, const push* p) {
    const real spin_drag = real_max(real_max(p->damping.x, p->damping.y), p->damping.z);
    const real decay = real_max(p->drag * real_at(c->yield[0]), spin_drag * real_at(c->yield[1]));
    return cuts_of(dt, moves, real_max(frame_rate(c, s), decay * real_of((number)0.25)));
}

/// The first `done` cuts are over: lanes that need no more stay.
WAFTI_INLINE void state_move(const cuts* cut, int done, const state* end, state* s) {
    *s = cut->most == 1 ? *end : state_select(real_less(real_of((number)done), cut->count), end, s);
}

/// The number of stages is not known where this is compiled: four copies of one stage would not fit
/// the processor's cache of decoded instructions.
WAFTI_INLINE cuts rk4_advance(const body_job* job, bool plate, real dt, mask moves, state* s) {
    cuts cut = {.length = dt, .most = 1};
    for (int done = 0; done < cut.most; ++done) {
        const momenta start = momenta_of(job, s);
        momenta m = start;
        state at = *s;
        gains sum = gains_zero();
        for (int stage = 0;; ++stage) {
            READ_ANEW(job);
            push p;
            const rates r = rates_of(job, plate, &at, m.p, m.l, stage == 0, &p);
            if (stage == 0 && done == 0) {
                cut = rk4_cuts(job->c, dt, moves, s, &p);
            }
            const gains g = gains_of(job, real_of(stage_reach[stage]) * cut.length, &at, &r);
            gains_gather(&sum, &g);
            if (stage == job->last_stage) {
                break;
            }
            if (stage == 1) {
                gains_gather(&sum, &g);
            }
            at = state_along(s, &g);
            m = momenta_along(&start, &g);
        }
        const state end = state_after(s, &sum);
        state_move(&cut, done, &end, s);
    }
    return cut;
}

WAFTI_INLINE cuts midpoint_advance(const body_job* job, bool plate, real dt, mask moves, state* s) {
    const cuts cut = cuts_of(dt, moves, frame_rate(job->c, s));
    for (int done = 0; done < cut.most; ++done) {
        const state end = midpoint_step(job, plate, s, cut.length);
        state_move(&cut, done, &end, s);
    }
    return cut;
}

// One copy for the commonest loads, in which nothing is left to choose.
static cuts rk4_plate(const body_job* job, real dt, mask moves, state* s) {
    return rk4_advance(job, true, dt, moves, s);
}

static cuts rk4_any(const body_job* job, real dt, mask moves, state* s) {
    return rk4_advance(job, false, dt, moves, s);
}

static cuts midpoint_plate(const body_job* job, real dt, mask moves, state* s) {
    return midpoint_advance(job, true, dt, moves, s);
}

static cuts midpoint_any(const body_job* job, real dt, mask moves, state* s) {
    return midpoint_advance(job, false, dt, moves, s);
}

WAFTI_INLINE bool one_plate(const body_job* job) {
#if defined(WAFTI_BODY_TWO_FLUIDS)
    if (job->mixed) {
        return false;
    }
#endif
    return job->kind->loads == WAFT_LOADS_PLATE && job->kind->single;
}

WAFTI_INLINE cuts integrate(const body_job* job, real dt, mask moves, state* s) {
    const bool plate = one_plate(job);
    if (job->kind->integrator == WAFT_INTEGRATOR_RK4) {
        return plate ? rk4_plate(job, dt, moves, s) : rk4_any(job, dt, moves, s);
    }
    return plate ? midpoint_plate(job, dt, moves, s) : midpoint_any(job, dt, moves, s);
}

#endif // WAFTI_BODY_INTEGRATE_KERNEL_H
