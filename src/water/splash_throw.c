// SPDX-License-Identifier: MIT
// Where drops come from: a surface that rises fast, and crowns.
#include "water/splash_parts.h"

#include "math/philox.h"

// Share of a column that a step may take: each of its four control points has a quarter of it.
static const double most_of_column = 0.1;
static const double jitter = 0.2; // of a drop's speed, along each axis
static const uint32_t drop_stream = 0x5C000000u;

// Counts in integers: such a loop becomes vectors.
void wafti_splash_find(void* context, int32_t row) {
    const splash_job* job = context;
    const wafti_basin* b = &job->s->basin;
    const ptrdiff_t at = wafti_basin_index(b, 0, row);
    const wafti_real* now = job->s->depth + at;
    const wafti_real* before = job->p->before + at;
    const wafti_real most = (wafti_real)(job->p->threshold * job->flight->dt);
    int32_t count = 0;
    for (int32_t i = 0; i < b->nx; ++i) {
        count += now[i] - before[i] > most ? 1 : 0;
    }
    job->p->fast[row] = count;
}

// A control point and the columns around it.
typedef struct point {
    int32_t i, j;
    int32_t column[4][2]; // lower left, lower right, upper left, upper right; -1: none
    ptrdiff_t cell[4];
    int count;
} point;

static point point_at(const wafti_shallow* s, int32_t i, int32_t j) {
    point at = {.i = i, .j = j};
    for (int n = 0; n < 4; ++n) {
        const int32_t ci = wafti_shallow_column(s, 0, i - 1 + n % 2);
        const int32_t cj = wafti_shallow_column(s, 1, j - 1 + n / 2);
        const bool there = ci >= 0 && cj >= 0;
        at.column[n][0] = ci;
        at.column[n][1] = cj;
        at.cell[n] = there ? wafti_basin_index(&s->basin, ci, cj) : -1;
        at.count += there ? 1 : 0;
    }
    return at;
}

// The speed v_c = (Y - Y_old) / dt at which a control point rises (docs/spec/water.md#spray). The bed
// stays, so that depths tell. A steep front rises as fast as it passes, but no water is thrown faster
// than 2 sqrt(g d), the tip of a dam break.
static double point_speed(
    const wafti_shallow* s, const wafti_splash* p, const point* at, double dt) {
    double rise = 0.0;
    double depth = 0.0;
    for (int n = 0; n < 4; ++n) {
        if (at->cell[n] >= 0) {
            rise += (double)s->depth[at->cell[n]] - (double)p->before[at->cell[n]];
            depth += (double)s->depth[at->cell[n]];
        }
    }
    const double fastest = 2.0 * sqrt(s->context->gravity * depth / at->count);
    return fmin(rise / (at->count * dt), fastest);
}

// What the columns of a point can give without giving more than their share, m3: all the same.
static double point_room(const wafti_shallow* s, const point* at) {
    double least = INFINITY;
    for (int n = 0; n < 4; ++n) {
        if (at->cell[n] >= 0) {
            least = fmin(least, (double)s->depth[at->cell[n]]);
        }
    }
    return 0.25 * most_of_column * least * at->count * wafti_shallow_area(s);
}

// Takes water from a column, with the momentum it has; returns m3.
static double take(wafti_shallow* s, wafti_splash* p, const int32_t column[2], double volume) {
    const ptrdiff_t cell = wafti_basin_index(&s->basin, column[0], column[1]);
    const double depth = (double)s->depth[cell];
    const double made = wafti_tools_change_depth(s, cell, -volume / wafti_shallow_area(s));
    p->before[cell] = (wafti_real)((double)p->before[cell] + made);
    if (s->method->push != NULL && depth > 0.0) {
        s->method->damp(s, column[0], column[1], (depth + made) / depth);
    }
    return -made * wafti_shallow_area(s);
}

static double difference(
    const wafti_shallow* s, const point* at, const int plus[2], const int minus[2]) {
    double sum = 0.0;
    for (int n = 0; n < 2; ++n) {
        if (at->cell[plus[n]] >= 0 && at->cell[minus[n]] >= 0) {
            sum += (double)wafti_shallow_level(s, at->cell[plus[n]]) -
                   (double)wafti_shallow_level(s, at->cell[minus[n]]);
        }
    }
    return at->count == 4 ? 0.5 * sum : sum;
}

// w_c along the normal, and what the water has along the bed if drops take its momentum with them.
static void throw_velocity(
    const wafti_shallow* s, const point* at, double speed, double out_velocity[3]) {
    const double x = difference(s, at, (const int[2]){1, 3}, (const int[2]){0, 2}) / s->basin.dx;
    const double z = difference(s, at, (const int[2]){2, 3}, (const int[2]){0, 1}) / s->basin.dz;
    const double shorter = speed / sqrt(1.0 + x * x + z * z);
    out_velocity[0] = -x * shorter;
    out_velocity[1] = shorter;
    out_velocity[2] = s->basin.nz > 1 ? -z * shorter : 0.0;
    if (s->method->push == NULL) {
        return;
    }
    for (int n = 0; n < 4; ++n) {
        double flow[2] = {0.0, 0.0};
        if (at->cell[n] >= 0) {
            s->method->velocity(s, at->column[n][0], at->column[n][1], flow);
        }
        out_velocity[0] += flow[0] / at->count;
        out_velocity[2] += flow[1] / at->count;
    }
}

// Puts a drop on the surface. There is room.
static void throw_drop(const wafti_shallow* s, wafti_splash* p, const double place[2],
    const double velocity[3], const wafti_random4* random) {
    wafti_spray* drops = p->drops;
    const uint32_t drop = drops->count++;
    const double speed =
        sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
    drops->position[0][drop] = (float)(place[0] + p->origin[0]);
    drops->position[1][drop] = (float)(splash_level(s, place[0], place[1]) + p->origin[1]);
    drops->position[2][drop] = (float)(place[1] + p->origin[2]);
    for (int axis = 0; axis < 3; ++axis) {
        const double deviation = 2.0 * (double)wafti_uniform(random->word[axis + 1]) - 1.0;
        const bool flat = axis == 2 && s->basin.nz == 1;
        drops->velocity[axis][drop] =
            (float)(velocity[axis] + (flat ? 0.0 : jitter * speed * deviation));
    }
}

static wafti_random4 next_random(const wafti_shallow* s, wafti_splash* p, uint32_t stream) {
    return wafti_random(s->context->seed, drop_stream + stream, 0, p->thrown);
}

static double patch_place(int32_t index, uint32_t word, double spacing, int32_t count) {
    const double place = (index + (double)word / 65536.0 - 0.5) * spacing;
    return fmax(0.0, fmin(place, count * spacing));
}

static void throw_from(
    wafti_shallow* s, wafti_splash* p, const point* at, double speed, uint32_t count) {
    const wafti_basin* b = &s->basin;
    double velocity[3];
    throw_velocity(s, at, speed, velocity);
    const double wanted = count * p->drops->volume;
    double taken = 0.0;
    for (int n = 0; n < 4; ++n) {
        if (at->cell[n] >= 0) {
            taken += take(s, p, at->column[n], wanted / at->count);
        }
    }
    p->carried += taken - wanted;
    for (uint32_t n = 0; n < count; ++n) {
        const wafti_random4 random = next_random(s, p, 0);
        const double place[2] = {patch_place(at->i, random.word[0] >> 16, b->dx, b->nx),
            patch_place(at->j, random.word[0] & 0xFFFFu, b->dz, b->nz)};
        throw_drop(s, p, place, velocity, &random);
        ++p->thrown;
    }
}

// 6.3: Ve = eff S (w_c - w_min) dt. At a wall a point has half of its columns and half of S: the wall
// is a mirror. Returns drops that found no room.
static uint64_t throw_at(wafti_shallow* s, wafti_splash* p, int32_t i, int32_t j, double dt) {
    const point at = point_at(s, i, j);
    const double speed = point_speed(s, p, &at, dt);
    if (!(speed > p->threshold) || !isfinite(speed)) {
        return 0;
    }
    const double drop = p->drops->volume;
    float* owed = &p->owed[(size_t)j * ((size_t)s->basin.nx + 1) + (size_t)i];
    const double wanted =
        p->efficiency * 0.25 * at.count * wafti_shallow_area(s) * (speed - p->threshold) * dt;
    const double volume = fmin((double)*owed + wanted, point_room(s, &at));
    const double count = fmax(0.0, floor(volume / drop));
    // What the columns cannot give is not owed.
    *owed = (float)fmax(0.0, fmin(volume - count * drop, drop));
    if (count > (double)(p->drops->capacity - p->drops->count)) {
        return (uint64_t)fmin(count, 1e15);
    }
    if (count > 0.0) {
        throw_from(s, p, &at, speed, (uint32_t)count);
    }
    return 0;
}

uint64_t wafti_splash_throw(wafti_shallow* s, wafti_splash* p, double dt) {
    const wafti_basin* b = &s->basin;
    // The last points of a periodic axis are its first.
    const int32_t last_i = wafti_shallow_periodic(s, 0) ? b->nx - 1 : b->nx;
    const int32_t last_j = wafti_shallow_periodic(s, 1) ? b->nz - 1 : b->nz;
    uint64_t missed = 0;
    for (int32_t j = 0; j <= last_j; ++j) {
        const int32_t low = wafti_shallow_column(s, 1, j - 1);
        const int32_t high = wafti_shallow_column(s, 1, j);
        if ((low >= 0 && p->fast[low] > 0) || (high >= 0 && p->fast[high] > 0)) {
            for (int32_t i = 0; i <= last_i; ++i) {
                missed += throw_at(s, p, i, j, dt);
            }
        }
    }
    return missed;
}

// One drop of a crown from a column of the ring, if it has as much; returns what was taken.
static double throw_crown(
    wafti_shallow* s, wafti_splash* p, const double at[2], double radius, double speed) {
    const wafti_basin* b = &s->basin;
    const wafti_random4 where = next_random(s, p, 1);
    const wafti_random4 random = next_random(s, p, 2);
    ++p->thrown;
    const double turn = 2.0 * M_PI * (double)wafti_uniform(where.word[0]);
    const double side = where.word[0] & 0x80000000u ? 1.0 : -1.0;
    const double out[2] = {b->nz > 1 ? cos(turn) : side, b->nz > 1 ? sin(turn) : 0.0};
    const double reach = radius * (1.0 + 0.5 * (double)wafti_uniform(where.word[1]));
    double place[2] = {at[0] + reach * out[0], at[1] + reach * out[1]};
    if (!splash_wrap(s, place)) {
        return 0.0;
    }
    const int32_t column[2] = {
        wafti_basin_cell(place[0], b->dx, b->nx), wafti_basin_cell(place[1], b->dz, b->nz)};
    const double depth = (double)s->depth[wafti_basin_index(b, column[0], column[1])];
    const double volume = p->drops->volume;
    if (!(most_of_column * depth * wafti_shallow_area(s) >= volume) || !(depth > s->dry)) {
        return 0.0;
    }
    const double taken = take(s, p, column, volume);
    p->carried += taken - volume;
    const double velocity[3] = {
        0.5 * speed * out[0], sqrt(0.75) * speed, 0.5 * speed * out[1]}; // 60 degrees
    throw_drop(s, p, place, velocity, &random);
    return taken;
}

double wafti_splash_crown(wafti_shallow* s, wafti_splash* p, const double at[2], double radius,
    double volume, double speed) {
    if (p->drops == NULL || !(volume > 0.0) || !isfinite(volume) || !isfinite(speed) ||
        !(radius > 0.0)) {
        return 0.0;
    }
    wafti_spray* drops = p->drops;
    p->crown_owed += volume;
    const double count = floor(p->crown_owed / drops->volume);
    p->crown_owed -= count * drops->volume;
    const double room = (double)(drops->capacity - drops->count);
    p->missed += (uint64_t)fmin(fmax(0.0, count - room), 1e15);
    double taken = 0.0;
    const uint64_t thrown = (uint64_t)fmax(0.0, fmin(count, room));
    for (uint64_t n = 0; n < thrown; ++n) {
        taken += throw_crown(s, p, at, radius, speed);
    }
    return taken;
}
