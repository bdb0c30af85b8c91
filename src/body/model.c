// SPDX-License-Identifier: MIT
// What a hull, a fluid and settings make of a body: the constants of its mass, loads, noise and cuts.
// docs/spec/bodies.md#symbols names them.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "body/dynamics.h"
#include "mesh/vector.h"

static void fill_matter(const waft_hull_info* hull, wafti_body_model* m) {
    m->mass = hull->mass;
    m->volume = hull->volume;
    memcpy(m->inertia, hull->inertia, sizeof(m->inertia));
    memcpy(m->arm, hull->buoyancy, sizeof(m->arm));
    for (int i = 0; i < 36; ++i) {
        m->added[i] = m->fluid.density * hull->added_mass[i];
    }
    m->longest = hull->longest;
    m->area = hull->area;
    m->radius = sqrt(hull->area / M_PI);
    memcpy(m->normal, hull->normal, sizeof(m->normal));
    memcpy(m->projected, hull->projected, sizeof(m->projected));
    m->greatest_area = hull->greatest_area;
    m->diameter = cbrt(6.0 * hull->volume / M_PI);
    m->blunt = 0.44 + 0.66 * (1.0 - hull->roundness);
    for (int i = 0; i < 3; ++i) {
        m->semi_axes[i] = 0.5 * (hull->high[i] - hull->low[i]);
    }
}

static bool takes_plates(const wafti_body_model* m) {
    return m->loads == WAFT_LOADS_PLATE || m->loads == WAFT_LOADS_GLIDE;
}

// U0 and Om_ref of this body in this fluid. U0 is that of Xie & Miyata 2013, eq. 1, and Om_ref that of
// docs/spec/bodies.md#plate-loads.
static void fill_pace(const waft_hull_info* hull, wafti_body_model* m) {
    if (!(m->fluid.density > 0.0)) {
        return;
    }
    const double solid = m->mass / m->volume;
    const double g = sqrt(wafti_vector_dot(m->gravity, m->gravity));
    const double weight = fabs(solid / m->fluid.density - 1.0) * g;
    const bool plate = takes_plates(m);
    const double thickness = plate ? hull->thickness : hull->shortest;
    m->speed = sqrt(weight * hull->shortest);
    // a_ref of docs/spec/bodies.md#plate-loads is half the width across the longest direction; of a
    // strip it is half the chord, even if that is longer than its span.
    const double half = !plate                           ? 0.5 * hull->longest
                        : hull->shape == WAFT_HULL_STRIP ? 0.5 * (hull->high[0] - hull->low[0])
                                                         : hull->area / (2.0 * hull->extent[0]);
    m->rate = sqrt(weight * thickness * 0.5) / half;
}

// Pn J Pn: the part of J across the normal.
static void across_normal(const double j[9], const double n[3], double out[9]) {
    double half[9];
    for (int i = 0; i < 9; ++i) {
        const double column[3] = {j[i % 3], j[3 + i % 3], j[6 + i % 3]};
        half[i] = j[i] - n[i / 3] * wafti_vector_dot(n, column);
    }
    for (int i = 0; i < 9; ++i) {
        out[i] = half[i] - wafti_vector_dot(half + (ptrdiff_t)3 * (i / 3), n) * n[i % 3];
    }
}

// The coefficients of a set where none are given.
static waft_plate_loads plate_of(const waft_plate_loads* given) {
    static const waft_plate_loads sets[] = {
        [WAFT_PLATE_FINITE] = {.lift = 0.9f,
            .spin_lift = (float)M_PI,
            .face_drag = 1.2f,
            .edge_drag = 0.2f,
            .damping = {0.1f, 0.1f},
            .twist = 0.05f},
        [WAFT_PLATE_STRIP] = {.lift = 1.2f,
            .spin_lift = (float)M_PI,
            .face_drag = 2.4f,
            .edge_drag = 0.4f,
            .damping = {0.2f, 0.2f},
            .twist = 0.0f},
    };
    const waft_plate_loads* set = &sets[given->set];
    const bool damped = given->damping[0] >= 0.0f;
    return (waft_plate_loads){.set = given->set,
        .lift = given->lift > 0.0f ? given->lift : set->lift,
        .spin_lift = given->spin_lift > 0.0f ? given->spin_lift : set->spin_lift,
        .face_drag = given->face_drag > 0.0f ? given->face_drag : set->face_drag,
        .edge_drag = given->edge_drag > 0.0f ? given->edge_drag : set->edge_drag,
        .damping = {damped ? given->damping[0] : set->damping[0],
            damped ? given->damping[1] : set->damping[1]},
        .twist = given->twist >= 0.0f ? given->twist : set->twist,
        .viscous = given->viscous && given->set == WAFT_PLATE_FINITE};
}

static waft_result fill_loads(const waft_hull_info* hull, const waft_body_def* def,
    wafti_body_model* m, waft_error* out_error) {
    const bool bare = def->model == WAFT_MODEL_KIRCHHOFF;
    m->loads = def->loads;
    if (m->loads == WAFT_LOADS_MODEL) {
        m->loads = bare ? WAFT_LOADS_NONE : WAFT_LOADS_AUTO;
    }
    if (m->loads == WAFT_LOADS_AUTO) {
        m->loads = hull->plate ? WAFT_LOADS_PLATE : WAFT_LOADS_COMPACT;
    }
    m->plate = plate_of(&def->plate);
    m->compact = def->compact;
    m->drag = (double)def->drag;
    m->spin_drag = (double)def->spin_drag;
    double spin_block[9];
    for (int i = 0; i < 9; ++i) {
        spin_block[i] = hull->added_mass[6 * (3 + i / 3) + 3 + i % 3];
    }
    memcpy(m->damped, spin_block, sizeof(m->damped));
    if (takes_plates(m)) {
        if (!(wafti_vector_dot(hull->normal, hull->normal) > 0.5) || !(hull->area > 0.0)) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "body.loads: plate loads need a hull with a normal and an area; use compact loads");
        }
        across_normal(spin_block, hull->normal, m->damped);
        m->plate_count = hull->plate_count;
        memcpy(m->plates, hull->plates, sizeof(m->plates));
    }
    if (!(m->fluid.density > 0.0)) {
        m->loads = WAFT_LOADS_NONE;
    }
    return WAFT_OK;
}

static void fill_history(const waft_hull_info* hull, wafti_body_model* m) {
    m->history = hull->history;
    m->history_count = hull->history_count;
    if (m->history_count == 0) {
        return;
    }
    const double half = 0.5 * m->history[m->history_count - 1].time;
    double count = 0.0;
    for (size_t i = 0; i < m->history_count; ++i) {
        if (m->history[i].time >= half) {
            m->late_chi += m->history[i].chi;
            m->late_eps += m->history[i].eps;
            count += 1.0;
        }
    }
    m->late_chi /= count;
    m->late_eps /= count;
}

static waft_result fill_noise(const waft_hull_info* hull, const waft_body_def* def,
    wafti_body_model* m, waft_error* out_error) {
    m->noise = def->noise;
    if (m->noise == WAFT_NOISE_MODEL) {
        m->noise = def->model == WAFT_MODEL_KIRCHHOFF ? WAFT_NOISE_OFF : WAFT_NOISE_SEEN;
    }
    m->stationary = def->stationary;
    m->start_stationary = def->start_stationary;
    m->taylor = def->taylor;
    m->swirl = def->swirl;
    m->gust_rate = (double)def->gust_rate;
    m->gust_speed = (double)def->gust_speed;
    const double trace = m->added[0] + m->added[7] + m->added[14];
    m->fluid_mass = m->fluid.density * m->volume + trace / 3.0;
    const bool plate = takes_plates(m) || (m->loads != WAFT_LOADS_COMPACT && hull->plate);
    m->scale = plate ? m->radius : 0.5 * m->diameter;
    const double nu = m->fluid.viscosity;
    m->c0 = 6.5;
    if (nu > 0.0) {
        m->c0 = wafti_body_kolmogorov(m->speed * m->longest / nu);
    }
    fill_history(hull, m);
    const bool fixed = m->gust_rate > 0.0;
    if (m->noise != WAFT_NOISE_OFF && !fixed && m->speed > 0.0 && m->history_count == 0) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "body.noise: the hull has no turbulence history; bake one, set gust_rate and "
            "gust_speed, or turn the noise off");
    }
    // A body that neither sinks nor rises stirs nothing; a vacuum has nothing to stir.
    if (!(m->fluid.density > 0.0) || (!fixed && !(m->speed > 0.0))) {
        m->noise = WAFT_NOISE_OFF;
    }
    return WAFT_OK;
}

waft_result wafti_body_model_describe(const waft_hull_info* hull, const waft_body_def* def,
    const wafti_fluid* fluid, const double gravity[3], wafti_body_model* out_model,
    waft_error* out_error) {
    wafti_body_model* m = out_model;
    *m = (wafti_body_model){
        .fluid = *fluid, .buoyant = def->buoyancy, .integrator = def->integrator};
    memcpy(m->gravity, gravity, sizeof(m->gravity));
    if (def->viscosity > 0.0f) {
        m->fluid.viscosity = (double)def->viscosity;
    }
    fill_matter(hull, m);
    waft_result result = fill_loads(hull, def, m, out_error);
    if (result == WAFT_OK) {
        fill_pace(hull, m);
        result = fill_noise(hull, def, m, out_error);
    }
    if (result == WAFT_OK && !wafti_body_model_finish(m)) {
        result = wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "body: mass, inertia and added mass together are not positive definite");
    }
    return result;
}
