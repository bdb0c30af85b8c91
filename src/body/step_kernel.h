// SPDX-License-Identifier: MIT
// One step in the order of docs/spec/bodies.md#order-of-a-step: noise, impulse of the changed fluid,
// motion in its frame, check. Include after body/lane_float.h or body/lane_double.h.
#ifndef WAFTI_BODY_STEP_KERNEL_H
#define WAFTI_BODY_STEP_KERNEL_H

#include "body/noise_kernel.h"

/// As many bodies as there are lanes, and what becomes of them. Their states stay where they are kept
/// and are read where they are used: copies would cost more than a stage of RK4 does. The file that
/// includes this one says what a seat is and how READ() and WRITE() find a member there.
typedef struct pass {
    seat at;
    mask moves; // is stepped, and has not gone bad
    mask moved; // took a step
    mask bad, stiff;
    real needed, cuts;
    real cause; // of bad ones
} pass;

WAFTI_INLINE void pass_reset(mask moves, pass* p) {
    p->moves = moves;
    p->moved = ~mask_all();
    p->bad = ~mask_all();
    p->stiff = ~mask_all();
    p->needed = real_of((number)1e30);
    p->cuts = real_of((number)1);
    p->cause = real_of((number)0);
}

/// What a step changes, as it becomes.
typedef struct motion {
    vec position;
    quat rotation;
    vec velocity, spin; // body axes
    vec gust, swirl;
    vec seen; // velocity of the fluid
} motion;

/// Lanes that meet the fluid for the first time.
WAFTI_INLINE mask fresh_at(real age) {
    return real_equal(age, real_of((number)0));
}

/// The fluctuation u' that the body sees (docs/spec/bodies.md#seen-velocity). Lanes of `fresh` may
/// start as if it had always been.
WAFTI_INLINE void see_gust(
    const body_job* job, const memory* m, const normals* n, mask fresh, motion* to) {
    real keep = m->keep;
    real kick = m->kick;
    if (job->kind->start_stationary) {
        keep = real_select(fresh, real_of((number)0), keep);
        kick = real_select(fresh, memory_steady(m), kick);
    }
    to->gust = vec_add_scaled(vec_scale(keep, to->gust), kick, n->push);
    if (job->kind->swirl) {
        to->swirl =
            vec_add_scaled(vec_scale(keep, to->swirl), kick * real_at(job->c->per_scale), n->whirl);
    }
}

/// Noise of this step, and the velocity of the fluid that the body then sees. `to` holds velocity and
/// spin, in units of the body.
WAFTI_INLINE void advance_noise(body_job* job, const noise_source* noise,
    const wafti_body_drive* drive, uint64_t index, real age, const pass* p, motion* to) {
    const waft_body_noise kind = job->kind->noise;
    job->whirl = READ_AIR(p, turning);
    job->whirls = (kind == WAFT_NOISE_SEEN && job->kind->swirl) || vec_any(job->whirl);
    to->seen = READ_AIR(p, wind);
    to->gust = READ(p, gust);
    to->swirl = READ(p, swirl);
    if (kind == WAFT_NOISE_OFF) {
        return;
    }
    real alpha;
    real energy;
    noise_strength(noise, age, &alpha, &energy);
    const memory m = memory_of(alpha, energy, real_of((number)drive->dt));
    const normals n = normals_of(drive->seed, index, READ_WORDS(p, stream), job->kind->swirl);
    if (kind == WAFT_NOISE_SEEN) {
        see_gust(job, &m, &n, fresh_at(age), to);
        job->whirl = vec_add(READ_AIR(p, turning), to->swirl);
        to->seen = vec_add(READ_AIR(p, wind), to->gust);
        return;
    }
    const turn t = turn_of(READ_QUAT(p, rotation));
    const vec wind = to_body(t, vec_scale(real_at(job->c->per_length), READ_AIR(p, wind)));
    if (kind == WAFT_NOISE_MASS) {
        push_fluid_mass(job, &m, &n, wind, &to->velocity, &to->spin);
    } else {
        push_direct(job, &m, &n, wind, &to->velocity, &to->spin);
    }
}

/// Froude and Krylov's force and that of the added mass, as the impulse of a changed fluid, then the
/// frame of that fluid.
WAFTI_INLINE state enter_frame(const body_job* job, mask fresh, const pass* p, const motion* to) {
    const numbers* c = job->c;
    const real per_length = real_at(c->per_length);
    const vec met =
        job->kind->start_stationary ? to->seen : vec_add(READ_AIR(p, wind), READ(p, gust));
    const vec before = vec_select(fresh, met, READ(p, fluid));
    const quat q = READ_QUAT(p, rotation);
    const turn t = turn_of(q);
    const vec change = to_body(t, vec_scale(per_length, vec_subtract(to->seen, before)));
    const vec v = vec_add(to->velocity, matrix_times(c->follow, change));
    return (state){.q = q,
        .v = vec_subtract(v, to_body(t, vec_scale(per_length, to->seen))),
        .w = vec_add(to->spin, matrix_times(c->follow + 9, change)),
        .x = vec_zero()};
}

/// Back into the world, where velocity is in m/s.
WAFTI_INLINE void leave_frame(
    const numbers* c, real dt, const state* s, const pass* p, motion* to) {
    const vec frame = vec_scale(real_at(c->per_length), to->seen);
    const vec v = vec_add(s->v, to_body(turn_of(s->q), frame));
    const vec way = vec_add_scaled(vec_scale(real_at(c->length), s->x), dt, to->seen);
    to->position = vec_add(READ(p, position), way);
    to->rotation = s->q;
    to->velocity = vec_scale(real_at(c->length), v);
    to->spin = s->w;
}

/// Within the bounds of docs/spec/bodies.md#quarantine. Comparisons with NaN are false, so that they
/// need no care.
WAFTI_INLINE mask sane(const motion* to) {
    const quat q = to->rotation;
    const real turned = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const real noise = vec_dot(to->gust, to->gust) + vec_dot(to->swirl, to->swirl);
    return real_less(vec_dot(to->position, to->position), real_of((number)1e14)) &
           real_less(vec_dot(to->velocity, to->velocity),
               real_of((number)(WAFTI_BODY_FASTEST * WAFTI_BODY_FASTEST))) &
           real_less(vec_dot(to->spin, to->spin),
               real_of((number)(WAFTI_BODY_FASTEST_SPIN * WAFTI_BODY_FASTEST_SPIN))) &
           real_less(turned, real_of((number)2)) & real_less(noise, real_of((number)1e20));
}

/// The bound of those above that was passed. No comparison with NaN tells of one.
WAFTI_INLINE real cause_of(const motion* to) {
    const real far = vec_dot(to->position, to->position);
    const real fast = vec_dot(to->velocity, to->velocity);
    const real spun = vec_dot(to->spin, to->spin);
    const real most = real_of((number)(WAFTI_BODY_FASTEST * WAFTI_BODY_FASTEST));
    const real most_spin = real_of((number)(WAFTI_BODY_FASTEST_SPIN * WAFTI_BODY_FASTEST_SPIN));
    real cause = real_of((number)WAFT_CAUSE_NOT_FINITE);
    cause = real_select(
        real_less(real_of((number)1e14), far), real_of((number)WAFT_CAUSE_PLACE), cause);
    cause = real_select(real_less(most_spin, spun), real_of((number)WAFT_CAUSE_SPIN), cause);
    return real_select(real_less(most, fast), real_of((number)WAFT_CAUSE_SPEED), cause);
}

/// Lanes that do not move or went bad stay as they were.
WAFTI_INLINE void stay(mask good, const pass* p, motion* to) {
    to->position = vec_select(good, to->position, READ(p, position));
    to->rotation = quat_select(good, to->rotation, READ_QUAT(p, rotation));
    to->velocity = vec_select(good, to->velocity, READ(p, velocity));
    to->spin = vec_select(good, to->spin, READ(p, spin));
    to->gust = vec_select(good, to->gust, READ(p, gust));
    to->swirl = vec_select(good, to->swirl, READ(p, swirl));
    to->seen = vec_select(good, to->seen, READ(p, fluid));
}

WAFTI_INLINE void keep(const pass* p, const motion* to) {
    WRITE(p, position, to->position);
    WRITE_QUAT(p, rotation, to->rotation);
    WRITE(p, velocity, to->velocity);
    WRITE(p, spin, to->spin);
    WRITE(p, gust, to->gust);
    WRITE(p, swirl, to->swirl);
    WRITE(p, fluid, to->seen);
    // Masks are 0 or -1: lanes that move count one more.
    WRITE_WORDS(p, steps, READ_WORDS(p, steps) - p->moves);
}

WAFTI_INLINE void note_cuts(const cuts* cut, mask moves, pass* p) {
    const mask stiff = moves & cut->stiff;
    p->cuts = real_max(cut->count, p->cuts);
    if (mask_any(stiff)) {
        const real most = real_of((number)WAFTI_BODY_MOST_CUTS);
        const real needed =
            real_of((number)0.5) * most / real_max(cut->rate, real_of((number)1e-30));
        p->stiff |= stiff;
        p->needed = real_select(stiff, real_min(needed, p->needed), p->needed);
    }
}

/// One step of the lanes that move; those that go bad stay as they were and move no more.
WAFTI_INLINE void advance_once(body_job* job, const noise_source* noise,
    const wafti_body_drive* drive, uint64_t index, pass* p) {
    // cppcheck-suppress ctuuninitvar ; all of it that is read is set
    const numbers* c = job->c;
    const real dt = real_of((number)drive->dt);
    const real age = real_from(READ_WORDS(p, steps)) * dt;
    motion to = {
        .velocity = vec_scale(real_at(c->per_length), READ(p, velocity)), .spin = READ(p, spin)};
    advance_noise(job, noise, drive, index, age, p, &to);
    READ_ANEW(p->at.home);
    state s = enter_frame(job, fresh_at(age), p, &to);
    const cuts cut = integrate(job, dt, p->moves, &s);
    note_cuts(&cut, p->moves, p);
    READ_ANEW(p->at.home);
    leave_frame(c, dt, &s, p, &to);
    const mask good = p->moves & sane(&to);
    if (mask_any(~good)) {
        const mask bad = p->moves & ~good;
        if (mask_any(bad)) {
            p->cause = real_select(bad, cause_of(&to), p->cause);
            p->bad |= bad;
        }
        stay(good, p, &to);
        p->moves = good;
    }
    p->moved |= good;
    keep(p, &to);
}

WAFTI_INLINE void advance(
    body_job* job, const noise_source* noise, const wafti_body_drive* drive, pass* p) {
    for (int k = 0; k < drive->count; ++k) {
        advance_once(job, noise, drive, drive->index + (uint64_t)k, p);
    }
}

#endif // WAFTI_BODY_STEP_KERNEL_H
