// SPDX-License-Identifier: MIT
// One body's motion over one step, for eight bodies at once in float and for one in double from the
// same source: Kirchhoff's equations with the full 6x6 matrix, loads, Langevin noise, RK4 and implicit
// midpoint. docs/spec/bodies.md#equations-of-motion and the headings after it have the equations.
#ifndef WAFTI_BODY_DYNAMICS_H
#define WAFTI_BODY_DYNAMICS_H

#include "body/units.h"
#include "simd/cpu.h"

#include <waft/body.h>

enum { WAFTI_BODY_MOST_CUTS = 16 };

/// m/s and rad/s from which on a body is put into quarantine (docs/spec/bodies.md#quarantine).
#define WAFTI_BODY_FASTEST      1e4
#define WAFTI_BODY_FASTEST_SPIN 1e5

/// The fluid round a pool of bodies.
typedef struct wafti_fluid {
    double density;   ///< kg/m3; 0: vacuum
    double viscosity; ///< m2/s, kinematic
} wafti_fluid;

/// All that a pool's bodies have in common, in SI units and double: made once for a hull, a fluid and
/// settings, and again when one of them changes.
typedef struct wafti_body_model {
    double gravity[3]; ///< m/s2, world axes
    double mass, volume, inertia[9];
    wafti_fluid fluid;
    double arm[3];      ///< m, from the centre of mass to that of the volume
    double added[36];   ///< of the fluid: density times the hull's
    double whole[36];   ///< K: body and fluid
    double inverse[36]; ///< of K
    double munk;        ///< 1/m, sqrt((max M_f - min M_f) / min eig(J0 + J_f)), for cuts
    double stiffest[2]; ///< least eigenvalues of the translational and rotational block of K
    double longest;     ///< m, d
    double speed;       ///< m/s, U0 in this fluid
    double rate;        ///< 1/s, Om_ref of the plate loads
    // What the loads of docs/spec/bodies.md#quasi-steady-loads need.
    waft_body_loads loads; ///< never auto
    waft_plate_loads plate;
    waft_compact_loads compact;
    double drag, spin_drag;
    double normal[3], area, radius; ///< n, S, R_S
    double damped[9];               ///< m5: Pn Jh Pn for plates, Jh for compact bodies
    waft_body_noise noise;          ///< which of the Langevin noises
    int plate_count;
    waft_plate plates[WAFT_PLATE_CAPACITY];              ///< added_mass set
    double projected[9], greatest_area, diameter, blunt; ///< P, A_max, D, c_b
    double semi_axes[3];                                 ///< mujoco and glide: of the body
    // What the noise of docs/spec/bodies.md#langevin-noise needs.
    double scale;      ///< m, l_b
    double fluid_mass; ///< kg, m* of WAFT_NOISE_MASS
    double c0;         ///< Kolmogorov's constant at the body's Reynolds number
    bool stationary, start_stationary, taylor, swirl;
    bool buoyant;
    double gust_rate, gust_speed; ///< fixed alpha and deviation; rate 0: from the history
    const waft_turbulence_sample* history;
    size_t history_count;
    double late_chi, late_eps; ///< means of the history's last half
    waft_body_integrator integrator;
    // Of all the above, for the kernels: see wafti_body_model_finish().
    wafti_body_kind kind;
    wafti_body_numbers numbers;
} wafti_body_model;

/// From what a hull says of itself; def->hull is not read. Error: WAFT_ERR_ARGUMENT with a sentence.
waft_result wafti_body_model_describe(const waft_hull_info* hull, const waft_body_def* def,
    const wafti_fluid* fluid, const double gravity[3], wafti_body_model* out_model,
    waft_error* out_error);

/// Makes whole, inverse, munk, stiffest, kind and numbers anew from the rest. False if K is not
/// positive definite.
bool wafti_body_model_finish(wafti_body_model* model);

/// Kolmogorov's constant C0 at a Reynolds number; 0 at 0.
double wafti_body_kolmogorov(double reynolds);

/// alpha (1/s) and beta^2 (m2/s3) that a body of this age (s) feels, by
/// docs/spec/bodies.md#langevin-noise.
void wafti_body_noise_at(
    const wafti_body_model* model, double age, double* out_alpha, double* out_energy);

/// The same in float and in units of the body's mass and length, for blocks. Underflow would eat
/// rotational entries of small bodies otherwise (docs/spec/bodies.md#crowds).
void wafti_body_model_float_make(const wafti_body_model* model, wafti_body_model_float* out);

/// Eight bodies of one pool; world axes for position, gust, swirl and fluid, body axes for velocity
/// and spin. Rotation: x, y, z, w.
typedef struct wafti_body_block {
    _Alignas(32) float position[3][WAFTI_BODY_LANES];
    float rotation[4][WAFTI_BODY_LANES];
    float velocity[3][WAFTI_BODY_LANES];
    float spin[3][WAFTI_BODY_LANES];
    float gust[3][WAFTI_BODY_LANES];  ///< u'
    float swirl[3][WAFTI_BODY_LANES]; ///< w'
    float fluid[3][WAFTI_BODY_LANES]; ///< velocity of the fluid seen in the last step
    uint32_t steps[WAFTI_BODY_LANES]; ///< taken so far: its age; seconds in float would drift
    uint32_t stream[WAFTI_BODY_LANES];
    uint32_t moves[WAFTI_BODY_LANES];  ///< all ones: steps; 0: empty, asleep or set aside
    float before[7][WAFTI_BODY_LANES]; ///< position and rotation before the step; not state
} wafti_body_block;

/// The same for one body in double.
typedef struct wafti_body_lane {
    double position[3], rotation[4], velocity[3], spin[3], gust[3], swirl[3], fluid[3];
    uint32_t steps, stream;
} wafti_body_lane;

/// What a step needs besides: time, random numbers, and the fluid where the bodies are.
typedef struct wafti_body_drive {
    double dt;      ///< s, of one of `count` steps; the same for all of a body's life
    int count;      ///< steps in a row, >= 1; the wind stays as it is
    uint64_t index; ///< number of the first of them since the world began
    uint64_t seed;
} wafti_body_drive;

/// Wind and half its curl at each body, world axes.
typedef struct wafti_body_air {
    _Alignas(32) float wind[3][WAFTI_BODY_LANES];
    float turning[3][WAFTI_BODY_LANES];
} wafti_body_air;

/// What became of the lanes: bit i for lane i.
typedef struct wafti_body_outcome {
    uint32_t bad;   ///< out of bounds or not finite; the state is that before the step
    uint32_t stiff; ///< 16 cuts were not enough
    float needed[WAFTI_BODY_LANES]; ///< s, the step that a stiff lane would need
    float cause[WAFTI_BODY_LANES];  ///< waft_body_cause of bad lanes, others are not set
    int most_cuts;
} wafti_body_outcome;

typedef void wafti_body_step_function(const wafti_body_model_float* model,
    const wafti_body_drive* drive, const wafti_body_air* air, wafti_body_block* block,
    wafti_body_outcome* out);
wafti_body_step_function WAFTI_COPIES(wafti_body_step);
/// The kernel for an instruction set; all give the same bits.
wafti_body_step_function* wafti_body_choose(wafti_isa isa);

/// Two fluids at once: a body partly under water. models[0] air, models[1] water.
typedef struct wafti_body_mix {
    const wafti_body_model* models[2];
    double share;      ///< f, of the volume under water
    double center[3];  ///< of that volume, body axes
    double before;     ///< f at the end of the step before
    double wind[2][3]; ///< velocities of air and water
    double turning[3]; ///< half the air's curl, weighed by 1 - share
    /// The water's pressure comes as an impulse (and moment; world axes) at the start: there is no
    /// other buoyancy of water, and heave, roll and pitch move no water of their own
    /// (docs/spec/bodies.md#two-fluids).
    bool carried;
    double impulse[6];
} wafti_body_mix;

/// K^-1 of such a body, or of any, in body axes; `rotation` is its attitude.
void wafti_body_mix_inverse(
    const wafti_body_mix* mix, const double rotation[4], double out_inverse[36]);

/// One body in double. `given` gets the momentum (world axes) that went into the water as it got
/// deeper. Returns false if the state went bad and was put back; bit 0 of out->bad says the same.
bool wafti_body_step_double(const wafti_body_mix* mix, const wafti_body_drive* drive,
    wafti_body_lane* lane, wafti_body_outcome* out, double out_given[3]);

/// The random numbers of one body's step: the six normal deviates of
/// docs/spec/bodies.md#random-numbers; the last two are 0 unless `six`. Those of a crowd's body with
/// this stream, bit for bit, so that a body in double meets the same weather.
void wafti_body_normals(
    uint64_t seed, uint64_t step, uint32_t stream, bool six, double out_normals[6]);

/// Inverse of a symmetric positive definite 6x6 matrix, row by row, by Cholesky's factors. False if it
/// is not.
bool wafti_matrix_invert6(const double k[36], double out_inverse[36]);

/// Loads in body axes at a velocity relative to the fluid; force then torque.
void wafti_body_loads(const wafti_body_model* model, const double velocity[3], const double spin[3],
    double out_load[6]);

/// K (v; w) over its inverse, for impulses: out = K^-1 (impulse; moment), body axes.
void wafti_body_respond(const double inverse[36], const double impulse[6], double out_change[6]);

/// Time derivative of (velocity; spin) without noise in still fluid, body axes; `down` is gravity in
/// body axes. For tests and eigenvalues.
void wafti_body_accelerate(const wafti_body_model* model, const double down[3],
    const double velocity[3], const double spin[3], double out[6]);

#endif // WAFTI_BODY_DYNAMICS_H
