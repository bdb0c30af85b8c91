// SPDX-License-Identifier: MIT
// Quasi-steady loads in body axes, with the symbols of docs/spec/bodies.md#quasi-steady-loads. Lengths,
// masses and names of constants are those of body/units.h. Include after body/lane_float.h or
// body/lane_double.h.
//
// Only unit directions and ratios between 0 and 1 are formed, so that nothing scales like a high
// power of the size.
#ifndef WAFTI_BODY_LOADS_KERNEL_H
#define WAFTI_BODY_LOADS_KERNEL_H

#include "body/step_vector.h"

/// Loads, and the factors of drag that are in them: force holds -drag v, torque -damping w. Where
/// nobody asks for damping, one plate leaves it 0.
typedef struct push {
    vec force, torque;
    real drag;
    vec damping;
} push;

/// Speed and direction; none below c->still.
typedef struct course {
    real speed, squared, inverse;
} course;

WAFTI_INLINE course course_of(const numbers* c, vec v) {
    const real still = real_at(c->still);
    const real squared = vec_dot(v, v);
    const real speed = real_sqrt(squared);
    const real inverse = real_of((number)1) / real_max(speed, still);
    return (course){
        speed, squared, real_select(real_less(speed, still), real_of((number)0), inverse)};
}

/// The spin across a plate's normal, which makes circulation, and that about it.
typedef struct plate_spin {
    vec normal, across;
    real about;
} plate_spin;

WAFTI_INLINE plate_spin plate_spin_of(const constant normal[3], vec w) {
    const vec n = vec_of(normal);
    const real about = vec_dot(n, w);
    return (plate_spin){n, vec_subtract_scaled(w, about, n), about};
}

/// Forces of one plate, F_T, F_R, F_D and F_V of docs/spec/bodies.md#plate-loads, at the velocity of
/// its centre. What waits for the root is short: quotients of squares are made beside it.
WAFTI_INLINE vec plate_force(const constant* plate, plate_spin spin, vec v, real* out_drag) {
    const real squared = vec_dot(v, v);
    const real speed = real_sqrt(squared);
    const real vn = vec_dot(spin.normal, v);
    const real tiny = real_of((number)1e-30);
    const real fade = squared / real_max(squared + real_at(plate[WAFTI_PLATE_FADE]), tiny);
    const real facing = vn * vn / real_max(squared, tiny); // (n.e)^2

    const real lift = fade * real_at(plate[WAFTI_PLATE_LIFT]);
    const real slow = real_at(plate[WAFTI_PLATE_STOKES]) * real_of((number)(16.0 / 3.0));
    const real quick = real_at(plate[WAFTI_PLATE_EDGE]) + real_at(plate[WAFTI_PLATE_FACE]) * facing;
    const real spin_lift = fade * real_at(plate[WAFTI_PLATE_SPIN_LIFT]);
    const vec turned = vec_scale(spin_lift, vec_cross(spin.across, v));
    const vec through = vec_scale(vn, spin.normal);
    *out_drag = quick * speed + (slow + slow);
    const vec along = vec_add_scaled(turned, (lift * facing - quick) * speed - (slow + slow), v);
    return vec_subtract_scaled(along, lift * speed + slow, through);
}

/// T_p, T_n and T_V, once for the body.
WAFTI_INLINE void plate_damping(const numbers* c, plate_spin spin, vec w, bool asked, push* p) {
    const vec n = spin.normal;
    const real rate = real_at(c->damping[0]) +
                      real_at(c->damping[1]) * real_sqrt(vec_dot(spin.across, spin.across));
    const real twist = real_at(c->twist) * real_abs(spin.about);
    const real stokes = real_at(c->spin_stokes);
    vec brake = vec_add_scaled(vec_scale(stokes, w), twist * spin.about, n);
    brake = vec_add_scaled(brake, rate, symmetric_times(c->damped, w));
    p->torque = vec_subtract(p->torque, brake);
    if (asked) {
        const vec diagonal =
            vec_add_scaled(vec_scale(rate, vec_of(c->damped)), twist, vec_times(n, n));
        p->damping = vec_add(p->damping, vec_add(diagonal, (vec){stokes, stokes, stokes}));
    }
}

/// -arm x (w x arm) drag: the diagonal of that is damping.
WAFTI_INLINE vec arm_damping(vec arm, real drag) {
    const vec squares = vec_times(arm, arm);
    return vec_scale(
        drag, (vec){squares.y + squares.z, squares.z + squares.x, squares.x + squares.y});
}

/// One plate, its normal that of the body.
WAFTI_INLINE push plate_loads(const numbers* c, bool centered, vec v, vec w, bool asked) {
    const constant* center = c->plates + WAFTI_PLATE_CENTER;
    const plate_spin spin = plate_spin_of(c->normal, w);
    const vec at = centered ? v : vec_add(v, vec_cross(w, vec_of(center)));
    push p = {.torque = vec_zero(), .damping = vec_zero()};
    p.force = plate_force(c->plates, spin, at, &p.drag);
    if (!centered) {
        p.torque = vec_cross(vec_of(center), p.force);
        p.damping = asked ? arm_damping(vec_of(center), p.drag) : vec_zero();
    }
    plate_damping(c, spin, w, asked, &p);
    return p;
}

static push several_plates_loads(const numbers* c, int count, vec v, vec w) {
    push p = {vec_zero(), vec_zero(), real_of((number)0), vec_zero()};
    for (int j = 0; j < count; ++j) {
        const constant* plate = c->plates + (ptrdiff_t)j * WAFTI_PLATE_NUMBERS;
        const vec arm = vec_of(plate + WAFTI_PLATE_CENTER);
        const plate_spin spin = plate_spin_of(plate + WAFTI_PLATE_NORMAL, w);
        real drag;
        const vec force = plate_force(plate, spin, vec_add(v, vec_cross(w, arm)), &drag);
        p.force = vec_add(p.force, force);
        p.torque = vec_add(p.torque, vec_cross(arm, force));
        p.drag = p.drag + drag;
        p.damping = vec_add(p.damping, arm_damping(arm, drag));
    }
    plate_damping(c, plate_spin_of(c->normal, w), w, true, &p);
    return p;
}

/// What F_K and the drags of docs/spec/bodies.md#compact-loads and docs/spec/bodies.md#mujoco-loads
/// need: P e, A_p, n^ x V x V.
typedef struct outline {
    real area;     // A_p
    real gradient; // |P e|
    vec sideways;  // (n^ x V) x V
} outline;

WAFTI_INLINE outline outline_of(const numbers* c, course to, vec v) {
    const vec e = vec_scale(to.inverse, v);
    const vec pe = symmetric_times(c->projected, e);
    const real tiny = real_of((number)1e-30);
    const real gradient = real_sqrt(vec_dot(pe, pe));
    const vec n = vec_scale(real_of((number)1) / real_max(gradient, tiny), pe);
    const vec sideways = vec_subtract(vec_scale(vec_dot(n, v), v), vec_scale(to.squared, n));
    const real zero = real_of((number)0);
    return (outline){real_sqrt(real_max(vec_dot(e, pe), zero)), gradient, sideways};
}

static push compact_loads(const numbers* c, vec v, vec w) {
    const real zero = real_of((number)0);
    const course to = course_of(c, v);
    const outline o = outline_of(c, to, v);
    // s Cd, so that Stokes' law needs no division by s: Schiller & Naumann, then Newton's 0.44.
    const real tiny = real_of((number)1e-30);
    const real power = real_exp(real_of((number)0.687) * real_log(real_max(to.speed, tiny)));
    const real sphere = real_max(
        real_at(c->drag_slow) + real_at(c->drag_power) * power, real_of((number)0.44) * to.speed);
    const real blunt =
        real_at(c->drag_blunt) * to.squared / real_max(to.speed + real_at(c->drag_onset), tiny);
    const real side =
        real_at(c->side_drag) * to.speed * real_max(real_at(c->greatest_area) - o.area, zero);
    const real drag = real_at(c->drag) * ((sphere + blunt) * o.area + side);

    const real rate = real_at(c->damping[0]) + real_at(c->damping[1]) * real_sqrt(vec_dot(w, w));
    const real round = real_at(c->twist) * real_sqrt(vec_dot(w, w)) + real_at(c->spin_stokes);
    const vec diagonal = vec_scale(rate, vec_of(c->damped));
    push p = {.drag = drag, .damping = vec_add(diagonal, (vec){round, round, round})};
    p.force = vec_add_scaled(
        vec_scale(real_at(c->lift) * o.area, o.sideways), real_at(c->magnus), vec_cross(w, v));
    p.force = vec_subtract_scaled(p.force, drag, v);
    p.torque = vec_subtract_scaled(vec_scale(-rate, symmetric_times(c->damped, w)), round, w);
    return p;
}

/// MuJoCo's ellipsoid model with its coefficients 0.5, 0.25, 1.5, 1, 1
/// (docs/spec/bodies.md#mujoco-loads).
static push mujoco_loads(const numbers* c, vec v, vec w) {
    const course to = course_of(c, v);
    const outline o = outline_of(c, to, v);
    const real tiny = real_of((number)1e-30);
    const real seen = o.gradient / real_max(o.area, tiny);
    const real drag =
        real_at(c->drag_slow) + real_at(c->drag) * to.speed *
                                    (real_of((number)0.5) * seen +
                                        real_of((number)0.25) * (real_at(c->greatest_area) - seen));
    const vec y = vec_times(w, vec_of(c->ellipsoid));
    const real round = real_at(c->spin_stokes) + real_sqrt(vec_dot(y, y));
    push p = {.drag = drag, .damping = {round, round, round}};
    p.force = vec_add_scaled(
        vec_scale(real_at(c->lift) * o.area, o.sideways), real_at(c->magnus), vec_cross(w, v));
    p.force = vec_subtract_scaled(p.force, drag, v);
    p.torque = vec_scale(-round, w);
    return p;
}

static push linear_loads(const numbers* c, vec v, vec w) {
    const real drag = real_at(c->drag);
    const real round = real_at(c->spin_drag);
    return (push){vec_scale(-drag, v), vec_scale(-round, w), drag, {round, round, round}};
}

/// Lift, drag and centre of pressure over the angle of attack, by docs/spec/bodies.md#glide-loads.
static push glide_loads(const numbers* c, vec v, vec w) {
    const real one = real_of((number)1);
    const vec n = vec_of(c->normal);
    const course to = course_of(c, v);
    const real vn = vec_dot(n, v);
    const real sine = real_min(real_abs(vn) * to.inverse, one);
    const real cosine = real_sqrt(one - sine * sine);
    const real angle = real_asin(sine);
    // (1 - tanh z) / 2 = 1 / (1 + e^2z), z = (al - 14 deg) / 6 deg
    const real deg = real_of((number)0.017453292519943295);
    const real z = (angle - real_of((number)14) * deg) / (real_of((number)6) * deg);
    const real f = one / (one + real_exp(z + z));
    const real g = one - f;
    const real lift = f * real_of((number)5.2) * sine + g * real_of((number)1.6) * sine * cosine;
    const real square = sine * sine;
    const real drag = f * (real_of((number)0.1) + real_of((number)4.9) * square) +
                      g * real_of((number)1.5) * square;
    const real place =
        f * (real_of((number)0.24) - real_of((number)2.9) * angle * angle) +
        g * real_of((number)0.37) * (one - angle * real_of((number)0.63661977236758134));

    const vec vt = vec_subtract_scaled(v, vn, n);
    const real across = real_sqrt(vec_dot(vt, vt));
    const real still = real_at(c->still);
    const real per_across =
        real_select(real_less(across, still), real_of((number)0), one / real_max(across, still));
    const real sign = real_select(real_less(vn, real_of((number)0)), -one, one);
    const real half = real_at(c->drag); // rho S / 2
    const real turn_lift = half * lift * to.speed * sign * per_across;
    vec force = vec_scale(turn_lift * vn - half * drag * to.speed, v);
    force = vec_subtract_scaled(force, turn_lift * to.squared, n);

    const vec e = vec_scale(per_across, vt);
    const vec reach = vec_times(vec_of(c->ellipsoid), e);
    const real chord = real_sqrt(vec_dot(reach, reach));
    const vec arm = vec_scale((chord + chord) * place, e);
    // The centre of pressure stands for the Munk moment, which Kirchhoff's equations hold.
    const vec munk = vec_cross(symmetric_times(c->added, v), v);
    const vec torque = vec_subtract(vec_cross(arm, force), munk);
    const plate_spin spin = plate_spin_of(c->normal, w);
    const real spin_lift = real_at(c->plates[WAFTI_PLATE_SPIN_LIFT]);
    force = vec_add_scaled(force, spin_lift, vec_cross(spin.across, v));
    push p = {force, torque, half * drag * to.speed, vec_zero()};
    plate_damping(c, spin, w, true, &p);
    return p;
}

/// The loads of the body's kind. The branch is the same for all lanes.
static push loads_of(const wafti_body_kind* kind, const numbers* c, vec v, vec w) {
    switch (kind->loads) {
    case WAFT_LOADS_PLATE:
        return kind->single ? plate_loads(c, kind->centered, v, w, true)
                            : several_plates_loads(c, kind->plate_count, v, w);
    case WAFT_LOADS_COMPACT:
        return compact_loads(c, v, w);
    case WAFT_LOADS_LINEAR:
        return linear_loads(c, v, w);
    case WAFT_LOADS_MUJOCO:
        return mujoco_loads(c, v, w);
    case WAFT_LOADS_GLIDE:
        return glide_loads(c, v, w);
    case WAFT_LOADS_NONE:
    case WAFT_LOADS_MODEL:
    case WAFT_LOADS_AUTO:
        break;
    }
    return (push){vec_zero(), vec_zero(), real_of((number)0), vec_zero()};
}

#endif // WAFTI_BODY_LOADS_KERNEL_H
