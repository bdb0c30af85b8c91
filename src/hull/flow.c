// SPDX-License-Identifier: MIT
// The k-epsilon flow past a hull (docs/spec/bodies.md#wake): lengths are in units of d, speeds in units
// of U0, and the flow is along y.
#include "hull/hull.h"

#include "base/error.h"
#include "grid/keps.h"
#include "math/rotation.h"
#include "mesh/bvh.h"
#include "port/port.h"

#include <string.h>

typedef struct body {
    wafti_bvh bvh;
    double length; // d, m
    bool closed;
} body;

static void to_meters(const body* b, const double point[3], double out[3]) {
    for (int d = 0; d < 3; ++d) {
        out[d] = point[d] * b->length;
    }
}

// An open sheet has no inside.
static double distance_to(const void* shape, const double point[3]) {
    const body* b = shape;
    double at[3];
    to_meters(b, point, at);
    return (b->closed ? wafti_bvh_distance(&b->bvh, at)
                      : sqrt(wafti_bvh_nearest(&b->bvh, at, INFINITY).square)) /
           b->length;
}

static bool crosses(const void* shape, const double from[3], const double to[3]) {
    const body* b = shape;
    double a[3];
    double c[3];
    to_meters(b, from, a);
    to_meters(b, to, c);
    return wafti_bvh_meets(&b->bvh, a, c);
}

// ---- attitude

// The quaternion of a rotation by rows (Shepperd 1978: the greatest of four squares is divided by).
static void quaternion_of(double m[3][3], double q[4]) {
    const double squares[4] = {1.0 + m[0][0] - m[1][1] - m[2][2], 1.0 - m[0][0] + m[1][1] - m[2][2],
        1.0 - m[0][0] - m[1][1] + m[2][2], 1.0 + m[0][0] + m[1][1] + m[2][2]};
    int greatest = 3;
    for (int i = 0; i < 3; ++i) {
        greatest = squares[i] > squares[greatest] ? i : greatest;
    }
    const double twice = sqrt(squares[greatest]);
    if (greatest == 3) {
        q[0] = 0.5 * (m[2][1] - m[1][2]) / twice;
        q[1] = 0.5 * (m[0][2] - m[2][0]) / twice;
        q[2] = 0.5 * (m[1][0] - m[0][1]) / twice;
        q[3] = 0.5 * twice;
        return;
    }
    const int j = (greatest + 1) % 3;
    const int k = (greatest + 2) % 3;
    q[greatest] = 0.5 * twice;
    q[j] = 0.5 * (m[greatest][j] + m[j][greatest]) / twice;
    q[k] = 0.5 * (m[greatest][k] + m[k][greatest]) / twice;
    q[3] = 0.5 * (m[k][j] - m[j][k]) / twice;
}

// ---- box

// Where the body's bounds are in the middle across the flow and 1.5 from the inlet.
static void place(
    const waft_hull* hull, const waft_hull_def* def, const body* b, wafti_keps_def* keps) {
    wafti_solid* solid = &keps->solid;
    *solid = (wafti_solid){.distance = distance_to, .crosses = crosses, .shape = b, .alive = true};
    if (def->turbulence.has_attitude) {
        memcpy(solid->rotation, def->turbulence.attitude, sizeof(solid->rotation));
    } else {
        // Broadside: the shortest principal extent along y, the longest along x.
        double rows[3][3];
        memcpy(rows[0], &hull->axes[0], sizeof(rows[0]));
        memcpy(rows[1], &hull->axes[6], sizeof(rows[1]));
        wafti_vector_cross(rows[0], rows[1], rows[2]);
        quaternion_of(rows, solid->rotation);
    }
    wafti_quat_normalize(solid->rotation);
    double turn[3][3];
    wafti_rotation_matrix(solid->rotation, turn);
    double width[3] = {0.0};
    double middle[3] = {0.0};
    for (int d = 0; d < 3; ++d) {
        solid->low[d] = hull->info.low[d] / b->length;
        solid->high[d] = hull->info.high[d] / b->length;
        for (int i = 0; i < 3; ++i) {
            width[i] += fabs(turn[i][d]) * (solid->high[d] - solid->low[d]);
            middle[i] += turn[i][d] * 0.5 * (solid->high[d] + solid->low[d]);
        }
    }
    // The box is 1.5 times the body; a narrow grid makes it wider, down to four cells across d.
    const double ratio = (double)keps->cells[0] / keps->cells[2];
    const double wanted = 1.5 * fmax(width[0], width[2] * ratio) * (1.0 + 1e-12);
    keps->extent = fmax(keps->extent, fmin(wanted, 0.25 * keps->cells[0]));
    solid->position[0] = 0.5 * keps->extent - middle[0];
    solid->position[1] = 1.5 - middle[1];
    solid->position[2] = 0.5 * keps->extent / ratio - middle[2];
}

static wafti_keps_def keps_of(const waft_hull* hull, const waft_hull_def* def, const body* b) {
    const waft_hull_turbulence* t = &def->turbulence;
    wafti_keps_def keps = wafti_keps_def_default();
    memcpy(keps.cells, t->cells, sizeof(keps.cells));
    keps.feedback = t->feedback;
    keps.diffusion = t->diffusion;
    keps.cap = t->cap;
    keps.euler = t->euler;
    keps.reynolds = hull->info.reynolds;
    keps.intensity = t->intensity;
    place(hull, def, b, &keps);
    keps.length = t->length > 0.0 ? t->length : keps.extent / keps.cells[0];
    return keps;
}

static waft_result bake(waft_hull* hull, const wafti_keps_def* keps, const wafti_context* context) {
    const size_t capacity = wafti_keps_step_count(keps) + 1;
    wafti_keps_sample* samples =
        wafti_allocate(&context->allocator, capacity, sizeof(wafti_keps_sample));
    hull->history = wafti_allocate(&hull->allocator, capacity, sizeof(waft_turbulence_sample));
    size_t count = 0;
    waft_result result = samples == NULL || hull->history == NULL
                             ? wafti_fail_memory(context->error,
                                   capacity * sizeof(wafti_keps_sample), "the turbulence history")
                             : wafti_keps_bake(keps, context, samples, capacity, &count);
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        hull->history[i] = (waft_turbulence_sample){
            samples[i].time, samples[i].eps / fmax(samples[i].k, 1e-12), samples[i].eps};
    }
    wafti_release(&context->allocator, samples, capacity, sizeof(wafti_keps_sample));
    if (result != WAFT_OK || count < capacity) {
        wafti_release(&hull->allocator, hull->history, capacity, sizeof(waft_turbulence_sample));
        hull->history = NULL;
        return result != WAFT_OK ? result
                                 : wafti_fail(context->error, WAFT_ERR_NOT_CONVERGED,
                                       "the flow past the body ended early");
    }
    hull->info.history = hull->history;
    hull->info.history_count = count;
    return WAFT_OK;
}

waft_result wafti_hull_find_turbulence(
    waft_hull* hull, const waft_hull_def* def, const wafti_context* context) {
    waft_hull_info* info = &hull->info;
    const waft_hull_turbulence* t = &def->turbulence;
    info->speed = wafti_hull_speed(hull);
    if (!t->bake) {
        return WAFT_OK;
    }
    info->reynolds = t->reynolds > 0.0 ? t->reynolds
                     : def->fluid_viscosity > 0.0
                         ? info->speed * info->longest / def->fluid_viscosity
                         : 0.0;
    if (!(info->reynolds > 0.0)) {
        info->reynolds = 0.0;
        wafti_hull_warn(hull, "it makes no turbulence of its own: it neither sinks nor rises, or "
                              "the fluid has no viscosity");
        return WAFT_OK;
    }
    const double start = wafti_clock_wall();
    body b = {.length = info->longest, .closed = waft_mesh_get_info(hull->mesh).closed};
    waft_result result = wafti_bvh_init(&b.bvh, hull->mesh, &context->allocator, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_keps_def keps = keps_of(hull, def, &b);
    info->intensity = keps.intensity;
    info->length = keps.length;
    result = bake(hull, &keps, context);
    wafti_bvh_free(&b.bvh);
    info->flow_seconds = wafti_clock_wall() - start;
    return result;
}
