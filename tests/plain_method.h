// SPDX-License-Identifier: MIT
// A method on a grid that is as plain as can be: the staggered explicit scheme with a limiter on what
// a column gives, walls or periodic edges. For tests of what surrounds a method.
#ifndef WAFT_TEST_PLAIN_METHOD_H
#define WAFT_TEST_PLAIN_METHOD_H

#include <math.h>

#include "water/shallow.h"

// Flows in m2/s through the faces towards higher x and z of each cell.
typedef struct plain_own {
    wafti_real* flow[2];
    wafti_real* keep; // share of its outflow that a column can give
} plain_own;

static void plain_init(wafti_shallow* s, wafti_carver* c) {
    plain_own* own = wafti_carve(c, 1, sizeof(*own));
    const plain_own made = {.flow = {wafti_carve(c, s->basin.size, sizeof(wafti_real)),
                                wafti_carve(c, s->basin.size, sizeof(wafti_real))},
        .keep = wafti_carve(c, s->basin.size, sizeof(wafti_real))};
    if (own != NULL) {
        *own = made;
        s->own = own;
    }
}

// Index of the next cell along an axis, or -1 at a wall.
static ptrdiff_t plain_next(const wafti_shallow* s, int32_t i, int32_t j, int axis, int by) {
    const wafti_basin* b = &s->basin;
    int32_t at[2] = {i, j};
    const int32_t count = axis == 0 ? b->nx : b->nz;
    at[axis] += by;
    if (at[axis] < 0 || at[axis] >= count) {
        if (s->edges[axis == 0 ? WAFT_WATER_LEFT : WAFT_WATER_BACK].kind != WAFT_EDGE_PERIODIC) {
            return -1;
        }
        at[axis] = (at[axis] + count) % count;
    }
    return wafti_basin_index(b, at[0], at[1]);
}

static void plain_accelerate(wafti_shallow* s, double dt) {
    const wafti_basin* b = &s->basin;
    const plain_own* own = s->own;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            for (int axis = 0; axis < 2; ++axis) {
                const ptrdiff_t next = plain_next(s, i, j, axis, 1);
                const double spacing = axis == 0 ? b->dx : b->dz;
                if (next < 0) {
                    continue;
                }
                const double head = ((double)wafti_shallow_level(s, next) + (double)s->load[next]) -
                                    ((double)wafti_shallow_level(s, at) + (double)s->load[at]);
                const double depth = (double)wafti_face_depth(wafti_shallow_level(s, at),
                    s->bed[at], wafti_shallow_level(s, next), s->bed[next]);
                wafti_real* flow = &own->flow[axis][at];
                *flow = depth > 0.0 ? (wafti_real)((double)*flow - s->context->gravity * depth *
                                                                       dt * head / spacing)
                                    : 0;
            }
        }
    }
}

// m of depth that leave a cell through one side in dt; negative if they come.
static double plain_leaving(const wafti_shallow* s, int32_t i, int32_t j, int side, double dt) {
    const plain_own* own = s->own;
    const int axis = side / 2;
    const double spacing = axis == 0 ? s->basin.dx : s->basin.dz;
    if (side % 2 == 1) {
        return (double)own->flow[axis][wafti_basin_index(&s->basin, i, j)] * dt / spacing;
    }
    const ptrdiff_t before = plain_next(s, i, j, axis, -1);
    return before < 0 ? 0.0 : -(double)own->flow[axis][before] * dt / spacing;
}

static void plain_limit(wafti_shallow* s, double dt) {
    const wafti_basin* b = &s->basin;
    plain_own* own = s->own;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            const double depth = (double)wafti_shallow_depth(s, at);
            double out = 0.0;
            for (int side = 0; side < 4; ++side) {
                out += fmax(0.0, plain_leaving(s, i, j, side, dt));
            }
            own->keep[at] = out > depth ? (wafti_real)(depth / out) : 1;
        }
    }
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            for (int axis = 0; axis < 2; ++axis) {
                const ptrdiff_t next = plain_next(s, i, j, axis, 1);
                if (next >= 0) {
                    own->flow[axis][at] *=
                        own->flow[axis][at] > 0 ? own->keep[at] : own->keep[next];
                }
            }
        }
    }
}

static void plain_step(wafti_shallow* s, double dt, wafti_shallow_report* out_report) {
    const wafti_basin* b = &s->basin;
    double deepest = 0.0;
    int32_t bad_row = -1;
    plain_accelerate(s, dt);
    plain_limit(s, dt);
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(b, i, j);
            double out = 0.0;
            for (int side = 0; side < 4; ++side) {
                out += plain_leaving(s, i, j, side, dt);
            }
            if (out != 0.0 && s->level != NULL) {
                s->level[at] = (wafti_real)fmax((double)s->bed[at], (double)s->level[at] - out);
            } else if (out != 0.0) {
                s->depth[at] = (wafti_real)fmax(0.0, (double)s->depth[at] - out);
            }
            const double depth = (double)wafti_shallow_depth(s, at);
            deepest = fmax(deepest, depth);
            bad_row = bad_row < 0 && !isfinite((double)wafti_shallow_level(s, at)) ? j : bad_row;
        }
    }
    *out_report = (wafti_shallow_report){
        .speed = sqrt(s->context->gravity * deepest), .parts = 1, .bad_row = bad_row};
}

static double plain_longest_step(const wafti_shallow* s) {
    if (s->method->kind == WAFT_WATER_SWE) {
        return INFINITY; // as the method itself, which cuts its steps
    }
    const wafti_basin* b = &s->basin;
    double deepest = 0.0;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            deepest = fmax(deepest, (double)wafti_shallow_depth(s, wafti_basin_index(b, i, j)));
        }
    }
    return 0.7 * fmin(b->dx, b->dz) / sqrt(s->context->gravity * deepest);
}

static void plain_velocity(const wafti_shallow* s, int32_t i, int32_t j, double out_velocity[2]) {
    const double depth = (double)wafti_shallow_depth(s, wafti_basin_index(&s->basin, i, j));
    for (int axis = 0; axis < 2; ++axis) {
        const double spacing = axis == 0 ? s->basin.dx : s->basin.dz;
        const double flow =
            0.5 * spacing *
            (plain_leaving(s, i, j, 2 * axis + 1, 1.0) - plain_leaving(s, i, j, 2 * axis, 1.0));
        out_velocity[axis] = depth > s->dry ? flow / depth : 0.0;
    }
}

static void plain_set_velocity(wafti_shallow* s, const wafti_real* vx, const wafti_real* vz) {
    const plain_own* own = s->own;
    for (size_t at = 0; at < s->basin.size; ++at) {
        own->flow[0][at] = vx[at] * wafti_shallow_depth(s, (ptrdiff_t)at);
        own->flow[1][at] = vz[at] * wafti_shallow_depth(s, (ptrdiff_t)at);
    }
}

static double plain_kinetic(const wafti_shallow* s) {
    const wafti_basin* b = &s->basin;
    double sum = 0.0;
    for (int32_t j = 0; j < b->nz; ++j) {
        for (int32_t i = 0; i < b->nx; ++i) {
            double velocity[2];
            plain_velocity(s, i, j, velocity);
            sum += (double)wafti_shallow_depth(s, wafti_basin_index(b, i, j)) *
                   (velocity[0] * velocity[0] + velocity[1] * velocity[1]);
        }
    }
    return 0.5 * s->density * sum * b->dx * b->dz;
}

static void plain_damp(wafti_shallow* s, int32_t i, int32_t j, double keep) {
    const plain_own* own = s->own;
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    own->flow[0][at] *= (wafti_real)keep;
    own->flow[1][at] *= (wafti_real)keep;
}

static void plain_state(wafti_shallow* s, wafti_stream* stream) {
    const wafti_basin* b = &s->basin;
    const plain_own* own = s->own;
    for (int axis = 0; axis < 2; ++axis) {
        for (int32_t j = 0; j < b->nz; ++j) {
            wafti_stream_bytes(stream, &own->flow[axis][wafti_basin_index(b, 0, j)],
                (size_t)b->nx * sizeof(wafti_real));
        }
    }
}

static void plain_velocity_row(
    const wafti_shallow* s, int32_t j, wafti_real* out_vx, wafti_real* out_vz) {
    for (int32_t i = 0; i < s->basin.nx; ++i) {
        double velocity[2];
        plain_velocity(s, i, j, velocity);
        out_vx[i] = (wafti_real)velocity[0];
        out_vz[i] = (wafti_real)velocity[1];
    }
}

#define PLAIN_METHOD(method_kind)                                                                  \
    {                                                                                              \
        .kind = (method_kind), .init = plain_init, .step = plain_step,                             \
        .longest_step = plain_longest_step, .velocity = plain_velocity,                            \
        .velocity_row = plain_velocity_row, .set_velocity = plain_set_velocity,                    \
        .kinetic = plain_kinetic, .damp = plain_damp, .state = plain_state                         \
    }

#endif // WAFT_TEST_PLAIN_METHOD_H
