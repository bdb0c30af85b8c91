// SPDX-License-Identifier: MIT
// A model in the body's own units, for the kernels.
#include <math.h>

#include "body/dynamics.h"
#include "hull/eigen.h"

// Units: what one of each is in SI.
typedef struct units {
    double mass, length;
    double density, viscosity; // of the fluid, in units of the body: m/d3, d2/s
    double drag, spin_drag;    // kg/s and kg m2/s: force per speed, torque per spin
} units;

static units units_of(const wafti_body_model* model) {
    // A power of two, so that velocities go into these units and back without rounding: many steps
    // in one call give the bits of many calls.
    const double m = model->mass;
    const double d = exp2(round(log2(model->longest)));
    return (units){
        m, d, model->fluid.density * d * d * d / m, model->fluid.viscosity / (d * d), m, m * d * d};
}

static void pack3(const double m[9], double scale, double out[6]) {
    static const int from[6] = {0, 4, 8, 1, 2, 5};
    for (int i = 0; i < 6; ++i) {
        out[i] = m[from[i]] * scale;
    }
}

/// `powers`: scales of force on velocity, force on spin, torque on spin.
static void pack6(const double k[36], const double powers[3], double out[21]) {
    static const int block[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    for (int i = 0; i < 6; ++i) {
        out[i] = k[6 * block[i][0] + block[i][1]] * powers[0];
        out[15 + i] = k[6 * (block[i][0] + 3) + block[i][1] + 3] * powers[2];
    }
    for (int i = 0; i < 9; ++i) {
        out[6 + i] = k[6 * (i / 3) + 3 + i % 3] * powers[1];
    }
}

// The impulse of docs/spec/bodies.md#moving-fluid:
// K dU = ((rho V I + M_f) du; (C_f^T + rho V hat(r_b)) du).
static void fill_follow(const wafti_body_model* model, double length, double follow[18]) {
    const double displaced = model->fluid.density * model->volume;
    const double* r = model->arm;
    const double hat[9] = {0.0, -r[2], r[1], r[2], 0.0, -r[0], -r[1], r[0], 0.0};
    for (int column = 0; column < 3; ++column) {
        double impulse[6];
        double change[6];
        for (int i = 0; i < 3; ++i) {
            impulse[i] = model->added[6 * i + column] + (i == column ? displaced : 0.0);
            impulse[i + 3] = model->added[6 * (i + 3) + column] + displaced * hat[3 * i + column];
        }
        wafti_body_respond(model->inverse, impulse, change);
        for (int i = 0; i < 3; ++i) {
            follow[3 * i + column] = change[i];
            follow[9 + 3 * i + column] = change[i + 3] * length;
        }
    }
}

static void fill_inertia(const wafti_body_model* model, const units* u, wafti_body_numbers* n) {
    const double m = u->mass;
    const double d = u->length;
    const double forward[3] = {1.0 / m, 1.0 / (m * d), 1.0 / (m * d * d)};
    const double back[3] = {m, m * d, m * d * d};
    const double displaced = model->buoyant ? model->fluid.density * model->volume / m : 0.0;
    n->length = d;
    n->per_length = 1.0 / d;
    n->heft = 1.0 - displaced;
    for (int i = 0; i < 3; ++i) {
        n->gravity[i] = model->gravity[i] / d;
        n->lever[i] = displaced * model->arm[i] / d;
    }
    pack6(model->added, forward, n->added);
    pack6(model->whole, forward, n->whole);
    pack6(model->inverse, back, n->inverse);
    fill_follow(model, d, n->follow);
    n->munk = model->munk * d;
    n->yield[0] = m / model->stiffest[0];
    n->yield[1] = m * d * d / model->stiffest[1];
    n->still = 1e-9 / d;
    n->fluid_mass = model->fluid_mass / m;
    n->per_scale = model->scale > 0.0 ? 1.0 / model->scale : 0.0;
}

static void fill_plate(
    const wafti_body_model* model, const units* u, const waft_plate* plate, double* out) {
    const waft_plate_loads* set = &model->plate;
    const double d = u->length;
    const double area = plate->area / (d * d);
    const double radius = sqrt(area / M_PI);
    const double half = 0.5 * u->density * area;
    for (int i = 0; i < 3; ++i) {
        out[WAFTI_PLATE_CENTER + i] = plate->center[i] / d;
        out[WAFTI_PLATE_NORMAL + i] = plate->normal[i];
    }
    out[WAFTI_PLATE_LIFT] = u->density * (double)set->lift * area;
    out[WAFTI_PLATE_SPIN_LIFT] =
        u->density * 2.0 * (double)set->spin_lift / M_PI * plate->added_mass / (d * d * d);
    out[WAFTI_PLATE_EDGE] = half * (double)set->edge_drag;
    out[WAFTI_PLATE_FACE] = half * ((double)set->face_drag - (double)set->edge_drag);
    const double viscosity = set->viscous ? u->viscosity : 0.0;
    const double fade = radius > 0.0 ? 50.0 * viscosity / radius : 0.0;
    out[WAFTI_PLATE_FADE] = fade * fade;
    out[WAFTI_PLATE_STOKES] = u->density * viscosity * radius;
}

// The constants of the torques T_p, T_n and T_V of docs/spec/bodies.md#plate-loads.
static void fill_plates(const wafti_body_model* model, const units* u, wafti_body_numbers* n) {
    const waft_plate_loads* set = &model->plate;
    const double d = u->length;
    const double radius = model->radius / d;
    for (int j = 0; j < model->plate_count; ++j) {
        fill_plate(model, u, &model->plates[j], n->plates + (ptrdiff_t)j * WAFTI_PLATE_NUMBERS);
    }
    for (int i = 0; i < 3; ++i) {
        n->normal[i] = model->normal[i];
        n->ellipsoid[i] = model->semi_axes[i] / d;
    }
    n->damping[0] = (double)set->damping[0] * model->rate;
    n->damping[1] = (double)set->damping[1];
    pack3(model->damped, 8.0 * model->fluid.density / u->spin_drag, n->damped);
    n->twist = u->density * (double)set->twist * pow(radius, 5.0);
    n->spin_stokes = set->viscous ? 32.0 / 3.0 * u->density * u->viscosity * pow(radius, 3.0) : 0.0;
    n->drag = 0.5 * u->density * model->area / (d * d); // glide
}

static void fill_compact(const wafti_body_model* model, const units* u, wafti_body_numbers* n) {
    const waft_compact_loads* set = &model->compact;
    const double d = u->length;
    const double diameter = model->diameter / d;
    const double slow = u->viscosity / diameter;
    pack3(model->projected, 1.0 / (d * d * d * d), n->projected);
    n->greatest_area = model->greatest_area / (d * d);
    n->drag = 0.5 * u->density;
    n->drag_slow = 24.0 * slow;
    n->drag_power = 3.6 * pow(slow, 0.313);
    n->drag_blunt = model->blunt - 0.44;
    n->drag_onset = 300.0 * slow;
    n->side_drag = (double)set->side_drag;
    n->lift = u->density * (double)set->lift;
    n->magnus = u->density * model->volume / (d * d * d) * (double)set->magnus;
    n->damping[0] = (double)set->damping[0] * model->rate;
    n->damping[1] = (double)set->damping[1];
    pack3(model->damped, 8.0 * model->fluid.density / u->spin_drag, n->damped);
    n->twist = u->density * (double)set->twist * pow(0.5 * diameter, 5.0);
    n->spin_stokes = M_PI * u->density * u->viscosity * pow(diameter, 3.0);
}

static void fill_mujoco(const wafti_body_model* model, const units* u, wafti_body_numbers* n) {
    double r[3];
    for (int i = 0; i < 3; ++i) {
        r[i] = model->semi_axes[i] / u->length;
    }
    const double greatest = fmax(fmax(r[0], r[1]), r[2]);
    const double least = fmin(fmin(r[0], r[1]), r[2]);
    const double middle = r[0] + r[1] + r[2] - greatest - least;
    const double mean = 2.0 / 3.0 * (r[0] + r[1] + r[2]);
    const double most = 8.0 * M_PI / 15.0 * middle * pow(greatest, 4.0);
    for (int i = 0; i < 3; ++i) {
        const double j = r[(i + 1) % 3];
        const double k = r[(i + 2) % 3];
        const double moment = 8.0 * M_PI / 15.0 * r[i] * pow(fmax(j, k), 4.0);
        n->projected[i] = M_PI * M_PI * j * j * k * k;
        n->ellipsoid[i] = u->density * (1.5 * moment + 0.25 * (most - moment));
    }
    n->greatest_area = M_PI * greatest * middle;
    n->drag = u->density;
    n->drag_slow = 3.0 * M_PI * u->density * u->viscosity * mean;
    n->spin_stokes = M_PI * u->density * u->viscosity * pow(mean, 3.0);
    n->lift = u->density;
    n->magnus = u->density * 4.0 / 3.0 * M_PI * r[0] * r[1] * r[2];
}

static void fill_loads(const wafti_body_model* model, const units* u, wafti_body_numbers* n) {
    switch (model->loads) {
    case WAFT_LOADS_PLATE:
    case WAFT_LOADS_GLIDE:
        fill_plates(model, u, n);
        break;
    case WAFT_LOADS_COMPACT:
        fill_compact(model, u, n);
        break;
    case WAFT_LOADS_MUJOCO:
        fill_mujoco(model, u, n);
        break;
    case WAFT_LOADS_LINEAR:
        n->drag = model->drag / u->drag;
        n->spin_drag = model->spin_drag / u->spin_drag;
        break;
    case WAFT_LOADS_NONE:
    case WAFT_LOADS_MODEL:
    case WAFT_LOADS_AUTO:
        break;
    }
}

static wafti_body_kind kind_of(const wafti_body_model* model) {
    const waft_plate* first = &model->plates[0];
    bool single = model->plate_count == 1;
    bool centered = single;
    for (int i = 0; i < 3; ++i) {
        single = single && first->normal[i] == model->normal[i];
        centered = centered && first->center[i] == 0.0;
    }
    bool coupled = false;
    for (int i = 0; i < 9; ++i) {
        coupled = coupled || model->numbers.whole[6 + i] != 0.0;
    }
    const double* lever = model->numbers.lever;
    return (wafti_body_kind){
        .coupled = coupled,
        .levered = lever[0] != 0.0 || lever[1] != 0.0 || lever[2] != 0.0,
        .loads = model->loads,
        .noise = model->noise,
        .integrator = model->integrator,
        .start_stationary = model->start_stationary,
        .swirl = model->swirl,
        .single = single,
        .centered = centered && single,
        .upright = model->gravity[0] == 0.0 && model->gravity[2] == 0.0,
        .plate_count = model->plate_count,
    };
}

static void block3(const double k[36], int corner, double out[9]) {
    for (int i = 0; i < 9; ++i) {
        out[i] = k[6 * (corner + i / 3) + corner + i % 3];
    }
}

bool wafti_body_model_finish(wafti_body_model* model) {
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            double body = i == j && i < 3 ? model->mass : 0.0;
            if (i >= 3 && j >= 3) {
                body = model->inertia[3 * (i - 3) + j - 3];
            }
            model->whole[6 * i + j] = body + model->added[6 * i + j];
        }
    }
    if (!wafti_matrix_invert6(model->whole, model->inverse)) {
        return false;
    }
    double block[9];
    double values[3];
    block3(model->added, 0, block);
    wafti_eigen(3, block, values, NULL);
    const double spread = values[2] - values[0];
    model->stiffest[0] = model->mass + values[0];
    block3(model->whole, 3, block);
    wafti_eigen(3, block, values, NULL);
    model->stiffest[1] = values[0];
    model->munk = sqrt(fmax(spread, 0.0) / values[0]);

    const units u = units_of(model);
    model->numbers = (wafti_body_numbers){.length = 0.0};
    fill_inertia(model, &u, &model->numbers);
    fill_loads(model, &u, &model->numbers);
    model->kind = kind_of(model);
    return true;
}

// Samples at even times are taken as they are; others are read off at even times.
static void fill_course(const wafti_body_model* model, wafti_body_course* out) {
    const size_t count = model->history_count;
    const double end = count > 1 ? model->history[count - 1].time : 0.0;
    bool even = count >= 2 && count <= WAFTI_BODY_NODES;
    for (size_t i = 0; even && i < count; ++i) {
        const double want = end * (double)i / (double)(count - 1);
        even = fabs(model->history[i].time - want) <= 1e-6 * end;
    }
    const size_t nodes = even ? count : WAFTI_BODY_NODES;
    const double seconds =
        model->speed > 0.0 && model->gust_rate <= 0.0 ? end * model->longest / model->speed : 0.0;
    double alpha = 0.0;
    double energy = 0.0;
    wafti_body_noise_at(model, 2.0 * seconds + 1.0, &alpha, &energy);
    out->late_alpha = (float)alpha;
    out->late_energy = (float)energy;
    out->last = seconds > 0.0 ? (float)(nodes - 1) : 0.0f;
    out->per_node = seconds > 0.0 ? (float)((double)(nodes - 1) / seconds) : 0.0f;
    for (size_t i = 0; i <= WAFTI_BODY_NODES; ++i) {
        // The last node belongs to the history, not to what comes after.
        const double share = fmin((double)i / (double)(nodes - 1), 1.0 - 1e-12);
        wafti_body_noise_at(model, seconds * share, &alpha, &energy);
        out->alpha[i] = (float)alpha;
        out->energy[i] = (float)energy;
    }
}

void wafti_body_model_float_make(const wafti_body_model* model, wafti_body_model_float* out) {
    _Static_assert(sizeof(wafti_body_numbers) / sizeof(double) ==
                       sizeof(wafti_body_numbers_float) / sizeof(wafti_body_number),
        "both hold the same numbers");
    const double* from = (const double*)(const void*)&model->numbers;
    wafti_body_number* to = (wafti_body_number*)(void*)&out->numbers;
    for (size_t i = 0; i < sizeof(wafti_body_numbers) / sizeof(double); ++i) {
        for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
            to[i].lane[lane] = (float)from[i];
        }
    }
    out->kind = model->kind;
    fill_course(model, &out->course);
}
