// SPDX-License-Identifier: MIT
#include "water/contact.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "water/basin.h"
#include "water/columns_parts.h"

bool wafti_contact_can(const waft_water* water) {
    return water != NULL && water->lake != NULL && water->def.method == WAFT_WATER_COLUMNS;
}

waft_result wafti_contact_start(waft_water* water, const wafti_contact_rider* rider) {
    wafti_lake* lake = water->lake;
    const size_t size = lake->s.basin.size * sizeof(wafti_real);
    lake->contact = wafti_allocate_zero(&water->context->allocator, 1, size);
    if (lake->contact == NULL) {
        return wafti_fail_memory(water->context->error, size, "what bodies press on the water");
    }
    water->memory += size;
    lake->rider = *rider;
    return WAFT_OK;
}

wafti_contact_grid wafti_contact_get_grid(const waft_water* water) {
    const wafti_basin* basin = &water->lake->s.basin;
    return (wafti_contact_grid){.nx = basin->nx,
        .nz = basin->nz,
        .x0 = (double)water->def.origin.x,
        .z0 = (double)water->def.origin.y,
        .dx = basin->dx,
        .dz = basin->dz,
        .density = water->lake->s.density};
}

static ptrdiff_t place_of(const wafti_shallow* s, int32_t column) {
    return wafti_basin_index(&s->basin, column % s->basin.nx, column / s->basin.nx);
}

double wafti_contact_last(const waft_water* water, int32_t column) {
    return (double)water->lake->contact[place_of(&water->lake->s, column)];
}

void wafti_contact_clear(waft_water* water, bool presses) {
    wafti_shallow* s = &water->lake->s;
    memset(water->lake->contact, 0, s->basin.size * sizeof(wafti_real));
    s->loaded = s->loaded || presses;
}

void wafti_contact_bear(waft_water* water, int32_t column, double load) {
    wafti_shallow* s = &water->lake->s;
    const ptrdiff_t at = place_of(s, column);
    s->load[at] = (wafti_real)((double)s->load[at] + load);
}

void wafti_contact_press(waft_water* water, int32_t column, double load) {
    const ptrdiff_t at = place_of(&water->lake->s, column);
    water->lake->contact[at] = (wafti_real)((double)water->lake->contact[at] + load);
    wafti_contact_bear(water, column, load);
}

// A pipe, from the cell (i, j) that owns it.
typedef struct pipe {
    bool exists;
    int32_t other;  // column at its other end
    double reach;   // c / l, m: 0 where nothing can flow
    double flow;    // m3/s, at the start
    double push;    // m, P / (rho g) at its start less that at its end
    wafti_real* at; // where the flow is kept
} pipe;

static pipe pipe_of(const wafti_shallow* s, int kind, int32_t i, int32_t j) {
    const wafti_basin* b = &s->basin;
    int32_t other_i = i;
    int32_t other_j = j;
    if (!along_pipe(s, kind, 1, &other_i, &other_j)) {
        return (pipe){.exists = false};
    }
    const ptrdiff_t from = wafti_basin_index(b, i, j);
    const ptrdiff_t to = wafti_basin_index(b, other_i, other_j);
    const double area = pipe_factor(s, kind, i, j, areas_of(s));
    const double face = (double)wafti_shallow_face(s, from, to);
    const bool fixed = s->def.area == WAFT_PIPE_FIXED;
    wafti_real* at = columns_of(s)->flow.row[kind] + from;
    return (pipe){.exists = true,
        .other = other_i + b->nx * other_j,
        .reach = face > 0.0 ? area * (fixed ? 1.0 : face) : 0.0,
        .flow = (double)*at,
        .push = (double)wafti_shallow_level(s, from) + (double)s->load[from] -
                (double)wafti_shallow_level(s, to) - (double)s->load[to],
        .at = at};
}

// Pipe n of the eight of a column, as its owner sees it; *out_sign is 1 if that is the column itself.
static pipe pipe_around(const wafti_shallow* s, int32_t column, int n, double* out_sign) {
    const wafti_basin* b = &s->basin;
    int32_t i = column % b->nx;
    int32_t j = column / b->nx;
    const int kind = n % WAFTI_PIPE_COUNT;
    *out_sign = n < WAFTI_PIPE_COUNT ? 1.0 : -1.0;
    if (n < WAFTI_PIPE_COUNT) {
        return pipe_of(s, kind, i, j);
    }
    if (!along_pipe(s, kind, -1, &i, &j)) {
        return (pipe){.exists = false};
    }
    pipe p = pipe_of(s, kind, i, j);
    p.other = i + b->nx * j;
    return p;
}

// Steps 2, 3 and 5 of docs/spec/water.md#step-of-columns for one column, in double. What an open edge
// takes and what the limiter leaves is not foreseen: a hull there sees it in the next part.
void wafti_contact_look(
    const waft_water* water, double dt, int32_t column, wafti_contact_column* out_column) {
    const wafti_shallow* s = &water->lake->s;
    const ptrdiff_t at = place_of(s, column);
    const double keep = wafti_shallow_keep(s, dt);
    const double per_depth = dt / wafti_shallow_area(s);
    const double moves = s->def.mean_flow ? 0.5 : 1.0;
    double net = 0.0;
    for (int n = 0; n < WAFTI_CONTACT_SIDES; ++n) {
        double sign;
        const pipe p = pipe_around(s, column, n, &sign);
        out_column->beside[n] = p.exists ? p.other : -1;
        out_column->pull[n] = 0.0;
        if (!p.exists || !(p.reach > 0.0)) {
            continue;
        }
        const double gain = dt * s->context->gravity * p.reach;
        const double flow = keep * p.flow + gain * p.push;
        net += sign * (s->def.mean_flow ? 0.5 * (p.flow + flow) : flow);
        out_column->pull[n] = per_depth * moves * gain;
    }
    const double still = (double)water->def.level;
    const double depth = fmax(0.0, (double)s->depth[at] - per_depth * net);
    out_column->bed = still + (double)s->bed[at];
    out_column->level = out_column->bed + depth;
}

static const int axis_pipes[2][2] = {{WAFTI_PIPE_EAST, WAFTI_PIPE_COUNT + WAFTI_PIPE_EAST},
    {WAFTI_PIPE_NORTH, WAFTI_PIPE_COUNT + WAFTI_PIPE_NORTH}};

double wafti_contact_mass(const waft_water* water, int32_t column, int axis) {
    const wafti_shallow* s = &water->lake->s;
    double volume = 0.0;
    for (int n = 0; n < 2; ++n) {
        double sign;
        const pipe p = pipe_around(s, column, axis_pipes[axis][n], &sign);
        volume += p.exists ? p.reach * s->basin.dx * s->basin.dx : 0.0;
    }
    return volume;
}

void wafti_contact_shove(waft_water* water, int32_t column, int axis, double velocity) {
    wafti_shallow* s = &water->lake->s;
    for (int n = 0; n < 2; ++n) {
        double sign;
        const pipe p = pipe_around(s, column, axis_pipes[axis][n], &sign);
        if (p.exists) {
            *p.at = (wafti_real)(p.flow + velocity * p.reach * s->basin.dx);
        }
    }
}
