// SPDX-License-Identifier: MIT
// What the step kernels read: a model in units of the body's mass, about its length and the second, so
// that entries which scale as length to the fifth stay far from underflow in float.
#ifndef WAFTI_BODY_UNITS_H
#define WAFTI_BODY_UNITS_H

#include <waft/body.h>

enum { WAFTI_BODY_LANES = 8 };

// Numbers of one plate: centre, normal, then coefficients.
enum {
    WAFTI_PLATE_CENTER = 0,
    WAFTI_PLATE_NORMAL = 3,
    WAFTI_PLATE_LIFT = 6,      ///< rho C_T S
    WAFTI_PLATE_SPIN_LIFT = 7, ///< rho 2 C_R / pi mh_n
    WAFTI_PLATE_EDGE = 8,      ///< rho S c_e / 2
    WAFTI_PLATE_FACE = 9,      ///< rho S (c_f - c_e) / 2
    WAFTI_PLATE_FADE = 10,     ///< (50 nu / R_S)^2: s^2 where circulation is halved
    WAFTI_PLATE_STOKES = 11,   ///< mu R_S
    WAFTI_PLATE_NUMBERS = 12,
};

/// A symmetric 6x6 matrix as 21 numbers: force on velocity xx yy zz xy xz yz, force on spin row by
/// row, torque on spin xx yy zz xy xz yz. A symmetric 3x3 one is the first six.
#define WAFTI_BODY_NUMBERS(TYPE)                                                                   \
    TYPE length;      /* of the unit, m */                                                         \
    TYPE per_length;  /* its inverse */                                                            \
    TYPE gravity[3];  /* world axes */                                                             \
    TYPE heft;        /* (m - rho V) / m */                                                        \
    TYPE lever[3];    /* rho V r_b */                                                              \
    TYPE added[21];   /* rho Kh */                                                                 \
    TYPE whole[21];   /* K */                                                                      \
    TYPE inverse[21]; /* of K */                                                                   \
    TYPE follow[18];  /* change of velocity, then spin, with that of the fluid's velocity */       \
    TYPE munk;        /* rate of the Munk moment per speed */                                      \
    TYPE yield[2];    /* 1 / least eigenvalues of the blocks of K */                               \
    TYPE still;       /* speed below which there is no direction */                                \
    TYPE normal[3];   /* plate */                                                                  \
    TYPE plates[WAFT_PLATE_CAPACITY * WAFTI_PLATE_NUMBERS];                                        \
    TYPE damping[2];    /* mu1 Om_ref, mu2 */                                                      \
    TYPE damped[6];     /* 8 rho Pn Jh Pn, or 8 rho Jh */                                          \
    TYPE twist;         /* rho c_s R^5 */                                                          \
    TYPE spin_stokes;   /* torque per spin at low Reynolds numbers */                              \
    TYPE projected[6];  /* P */                                                                    \
    TYPE greatest_area; /* A_max */                                                                \
    TYPE drag;          /* half the density; mujoco: the density; linear: force per speed */       \
    TYPE drag_slow;     /* 24 nu / D; mujoco: 3 pi mu D_m */                                       \
    TYPE drag_power;    /* 3.6 (nu / D)^0.313 */                                                   \
    TYPE drag_blunt;    /* c_b - 0.44 */                                                           \
    TYPE drag_onset;    /* 300 nu / D */                                                           \
    TYPE side_drag;     /* c_sl */                                                                 \
    TYPE lift;          /* rho C_K */                                                              \
    TYPE magnus;        /* rho V C_M */                                                            \
    TYPE ellipsoid[3];  /* mujoco: rho (1.5 I_i + 0.25 (I_max - I_i)); glide: semi-axes */         \
    TYPE spin_drag;     /* linear: torque per spin */                                              \
    TYPE fluid_mass;    /* m* */                                                                   \
    TYPE per_scale;     /* 1 / l_b, 1/m */

typedef struct wafti_body_numbers {
    WAFTI_BODY_NUMBERS(double)
} wafti_body_numbers;

/// The same number for every lane: an instruction can read it as it is.
typedef struct wafti_body_number {
    _Alignas(32) float lane[WAFTI_BODY_LANES];
} wafti_body_number;

typedef struct wafti_body_numbers_float {
    WAFTI_BODY_NUMBERS(wafti_body_number)
} wafti_body_numbers_float;

/// Which parts of the kernels a model takes.
typedef struct wafti_body_kind {
    waft_body_loads loads; ///< never auto
    waft_body_noise noise;
    waft_body_integrator integrator;
    bool start_stationary, swirl;
    bool coupled;  ///< K has entries between force and spin
    bool levered;  ///< buoyancy turns the body
    bool single;   ///< one plate, its normal the body's
    bool centered; ///< and its centre too
    bool upright;  ///< gravity is along y
    int plate_count;
} wafti_body_kind;

/// alpha and beta^2 of the noise over age, at even steps, and after the last of them.
enum { WAFTI_BODY_NODES = 257 };
typedef struct wafti_body_course {
    float alpha[WAFTI_BODY_NODES + 1], energy[WAFTI_BODY_NODES + 1];
    float late_alpha, late_energy;
    float per_node; ///< nodes a second
    float last;     ///< number of the last node
} wafti_body_course;

typedef struct wafti_body_model_float {
    wafti_body_kind kind;
    wafti_body_numbers_float numbers;
    wafti_body_course course;
} wafti_body_model_float;

#endif // WAFTI_BODY_UNITS_H
