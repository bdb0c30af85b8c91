// SPDX-License-Identifier: MIT
#include "water/splash_parts.h"

#include <math.h>
#include <string.h>

#include "water/control.h"
#include "water/tools.h"

enum { ALOFT, LANDED, STRAYED };

static size_t point_count(const wafti_basin* basin) {
    return wafti_size_mul((size_t)basin->nx + 1, (size_t)basin->nz + 1);
}

static void take_drops(wafti_splash* p, const waft_water_def* def, wafti_carver* c) {
    wafti_spray* drops = p->drops;
    drops->capacity = (uint32_t)def->spray.capacity;
    drops->radius = wafti_drop_radius(def);
    const double radius = (double)drops->radius;
    drops->volume = 4.0 / 3.0 * M_PI * radius * radius * radius;
    p->fate = wafti_carve(c, drops->capacity, sizeof(uint8_t));
    for (int axis = 0; axis < 3; ++axis) {
        drops->position[axis] = wafti_carve(c, drops->capacity, sizeof(float));
        drops->velocity[axis] = wafti_carve(c, drops->capacity, sizeof(float));
    }
}

void wafti_splash_init(
    wafti_splash* p, const wafti_basin* basin, const waft_water_def* def, wafti_carver* c) {
    if (def->spray.capacity == 0) {
        p->drops = NULL;
        return;
    }
    p->origin[0] = (double)def->origin.x;
    p->origin[1] = (double)def->level;
    p->origin[2] = (double)def->origin.y;
    p->efficiency = (double)def->spray.efficiency;
    p->threshold = (double)def->spray.threshold;
    const size_t rows = (size_t)basin->nz;
    take_drops(p, def, c);
    p->before = wafti_carve(c, basin->size, sizeof(wafti_real));
    p->owed = wafti_carve(c, point_count(basin), sizeof(float));
    p->fast = wafti_carve(c, rows, sizeof(int32_t));
    p->struck = wafti_carve(c, rows, sizeof(bool));
    p->pressed = wafti_carve(c, rows, sizeof(bool));
    if (def->method == WAFT_WATER_COLUMNS) {
        p->impulse = wafti_carve(c, basin->size, sizeof(wafti_real));
    }
}

void wafti_splash_release(wafti_shallow* s, wafti_splash* p) {
    if (p->drops == NULL || p->impulse == NULL) {
        return;
    }
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        if (p->pressed[j]) {
            memset(s->load + wafti_basin_index(&s->basin, 0, j), 0,
                (size_t)s->basin.nx * sizeof(wafti_real));
            p->pressed[j] = false;
        }
    }
}

void wafti_splash_press(wafti_shallow* s, wafti_splash* p, double dt) {
    if (p->drops == NULL || p->impulse == NULL) {
        return;
    }
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        if (!p->struck[j]) {
            continue;
        }
        for (int32_t i = 0; i < s->basin.nx; ++i) {
            const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
            s->load[at] = (wafti_real)((double)s->load[at] + (double)p->impulse[at] / dt);
            p->impulse[at] = 0;
        }
        s->loaded = true;
        p->pressed[j] = true;
        p->struck[j] = false;
    }
}

static void copy_row(void* context, int32_t row) {
    const splash_job* job = context;
    const wafti_basin* b = &job->s->basin;
    const ptrdiff_t at = wafti_basin_index(b, 0, row);
    memcpy(job->p->before + at, job->s->depth + at, (size_t)b->nx * sizeof(wafti_real));
}

void wafti_splash_begin(const wafti_shallow* s, wafti_splash* p) {
    if (p->drops == NULL) {
        return;
    }
    splash_job job = {(wafti_shallow*)s, p, NULL};
    wafti_pool_run(s->context->pool, s->basin.nz, splash_us(s), copy_row, &job);
}

// A drop that the rising surface overtakes rides on it while it moves upwards itself.
static uint8_t fly_drop(const splash_job* job, uint32_t drop) {
    const wafti_shallow* s = job->s;
    const wafti_splash* p = job->p;
    const wafti_spray* drops = p->drops;
    double position[3];
    wafti_drop_fly(drops, job->flight, drop, position);
    double place[2] = {position[0] - p->origin[0], position[2] - p->origin[2]};
    if (!isfinite(position[1]) || !splash_wrap(s, place)) {
        return STRAYED;
    }
    drops->position[0][drop] = (float)(place[0] + p->origin[0]);
    drops->position[2][drop] = (float)(place[1] + p->origin[2]);
    const double level = splash_level(s, place[0], place[1]) + p->origin[1];
    if (!(position[1] < level)) {
        return ALOFT;
    }
    if (drops->velocity[1][drop] > 0.0f) {
        drops->position[1][drop] = (float)level;
        return ALOFT;
    }
    return LANDED;
}

static void fly_block(void* context, int32_t block) {
    const splash_job* job = context;
    const uint32_t end = wafti_drop_task_end(job->p->drops, (uint32_t)block);
    for (uint32_t drop = (uint32_t)block * WAFTI_DROPS_PER_TASK; drop < end; ++drop) {
        job->p->fate[drop] = fly_drop(job, drop);
    }
}

// Share of a drop's blow that the water under it takes. Columns move as a whole, but what strikes a
// patch of one cell is felt only as deep as that is wide: tanh(k d) / k d of a wave of four cells.
// Without it drops over deep columns throw more drops than they are.
static double felt_share(const wafti_shallow* s, double depth) {
    const double turns = 0.5 * M_PI * depth / s->basin.dx;
    return turns > 1e-3 ? tanh(turns) / turns : 1.0;
}

// 6.3: f = -V rho |vy| / dt on the control points around, for one step.
static void strike(
    const wafti_shallow* s, wafti_splash* p, const double at[2], double momentum, double depth) {
    wafti_patch patch;
    wafti_control_patch(s, at[0], at[1], -momentum * felt_share(s, depth), &patch);
    (void)wafti_control_add(s, &patch, p->impulse);
    for (int b = 0; b < 3; ++b) {
        if (patch.j[b] >= 0) {
            p->struck[patch.j[b]] = true;
        }
    }
}

// What falls into a column.
typedef struct lump {
    double at[2]; // m from the lowest corner
    double velocity[3];
    double volume, radius; // m3, m
} lump;

// The volume goes to the column under it, and what the method can take of its momentum.
static void land(wafti_shallow* s, wafti_splash* p, const lump* drop) {
    const wafti_basin* b = &s->basin;
    const int32_t i = wafti_basin_cell(drop->at[0], b->dx, b->nx);
    const int32_t j = wafti_basin_cell(drop->at[1], b->dz, b->nz);
    const ptrdiff_t cell = wafti_basin_index(b, i, j);
    const double wanted = drop->volume + p->carried;
    const double made = wafti_tools_change_depth(s, cell, wanted / wafti_shallow_area(s));
    p->carried = wanted - made * wafti_shallow_area(s);
    // The surface did not rise by itself.
    p->before[cell] = (wafti_real)((double)p->before[cell] + made);
    p->deepest = fmax(p->deepest, (double)s->depth[cell]);
    if (p->impulse != NULL) {
        const double momentum = drop->volume * s->density * fabs(drop->velocity[1]);
        strike(s, p, drop->at, momentum, (double)s->depth[cell]);
    } else if (s->method->push != NULL && made > 0.0) {
        const double flow[2] = {made * drop->velocity[0], made * drop->velocity[2]};
        s->method->push(s, i, j, flow);
    }
    if (p->foam != NULL) {
        // A drop foams twice as wide as it is.
        const double radius = 2.0 * drop->radius;
        wafti_foam_add(p->foam, i, j, (float)(M_PI * radius * radius / wafti_shallow_area(s)));
    }
}

static void land_drop(wafti_shallow* s, wafti_splash* p, uint32_t drop) {
    const wafti_spray* drops = p->drops;
    lump one = {.at = {(double)drops->position[0][drop] - p->origin[0],
                    (double)drops->position[2][drop] - p->origin[2]},
        .volume = drops->volume,
        .radius = (double)drops->radius};
    for (int axis = 0; axis < 3; ++axis) {
        one.velocity[axis] = (double)drops->velocity[axis][drop];
    }
    land(s, p, &one);
}

// In the order of the drops, so that sums do not depend on threads; closes the gaps.
static void settle(wafti_shallow* s, wafti_splash* p) {
    wafti_spray* drops = p->drops;
    uint32_t kept = 0;
    p->deepest = 0.0;
    for (uint32_t drop = 0; drop < drops->count; ++drop) {
        if (p->fate[drop] == ALOFT) {
            wafti_drop_move(drops, kept, drop);
            ++kept;
        } else if (p->fate[drop] == LANDED) {
            land_drop(s, p, drop);
        } else {
            ++p->strayed;
        }
    }
    drops->count = kept;
}

uint64_t wafti_splash_end(wafti_shallow* s, wafti_splash* p, const wafti_flight* flight) {
    if (p->drops == NULL) {
        return 0;
    }
    splash_job job = {s, p, flight};
    wafti_pool_run(s->context->pool, (int32_t)wafti_drop_tasks(p->drops),
        0.06 * (double)p->drops->count, fly_block, &job);
    settle(s, p);
    wafti_pool_run(s->context->pool, s->basin.nz, splash_us(s), wafti_splash_find, &job);
    const uint64_t missed = p->missed;
    p->missed = 0;
    return missed + (p->efficiency > 0.0 ? wafti_splash_throw(s, p, flight->dt) : 0);
}

// ---- drops that another solver carries on

size_t wafti_splash_lend(wafti_splash* p, wafti_drop_wanted* wanted, const void* user,
    float (*out)[6], size_t capacity) {
    wafti_spray* drops = p->drops;
    uint32_t kept = 0;
    size_t count = 0;
    for (uint32_t drop = 0; drop < drops->count; ++drop) {
        const float at[3] = {
            drops->position[0][drop], drops->position[1][drop], drops->position[2][drop]};
        if (count < capacity && wanted(user, at)) {
            for (int axis = 0; axis < 3; ++axis) {
                out[count][axis] = at[axis];
                out[count][3 + axis] = drops->velocity[axis][drop];
            }
            ++count;
        } else {
            wafti_drop_move(drops, kept, drop);
            ++kept;
        }
    }
    drops->count = kept;
    p->lent += (double)count * drops->volume;
    return count;
}

void wafti_splash_return(wafti_shallow* s, wafti_splash* p, const double position[3],
    const double velocity[3], double volume) {
    lump one = {.at = {position[0] - p->origin[0], position[2] - p->origin[2]},
        .velocity = {velocity[0], velocity[1], velocity[2]},
        .volume = volume,
        .radius = cbrt(0.75 * volume / M_PI)};
    p->lent -= volume;
    if (!splash_wrap(s, one.at)) {
        p->astray += volume;
        return;
    }
    land(s, p, &one);
}

double wafti_splash_volume(const wafti_splash* p) {
    return p->drops != NULL ? p->drops->count * p->drops->volume + p->carried : 0.0;
}

double wafti_splash_strayed(const wafti_splash* p) {
    return p->drops != NULL ? (double)p->strayed * p->drops->volume + p->astray : 0.0;
}

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// Numbers forged to fit their hash must not put drops where none can be.
static bool fits(const wafti_splash* p) {
    bool fit =
        isfinite(p->carried) && isfinite(p->astray) && isfinite(p->crown_owed) && isfinite(p->lent);
    for (uint32_t drop = 0; drop < p->drops->count; ++drop) {
        for (int axis = 0; axis < 3; ++axis) {
            fit = fit && isfinite(p->drops->position[axis][drop]) &&
                  isfinite(p->drops->velocity[axis][drop]);
        }
    }
    return fit;
}

static void pass_impulse(wafti_shallow* s, wafti_splash* p, wafti_stream* stream) {
    for (int32_t j = 0; j < s->basin.nz && p->impulse != NULL; ++j) {
        uint8_t struck = p->struck[j];
        PASS(stream, struck);
        p->struck[j] = struck != 0;
        wafti_real* row = p->impulse + wafti_basin_index(&s->basin, 0, j);
        if (p->struck[j]) {
            wafti_stream_bytes(stream, row, (size_t)s->basin.nx * sizeof(wafti_real));
        } else if (stream->mode == WAFTI_STREAM_LOAD) {
            memset(row, 0, (size_t)s->basin.nx * sizeof(wafti_real));
        }
    }
}

void wafti_splash_state(wafti_shallow* s, wafti_splash* p, wafti_stream* stream) {
    if (p->drops == NULL) {
        return;
    }
    wafti_spray* drops = p->drops;
    PASS(stream, p->carried);
    PASS(stream, p->strayed);
    PASS(stream, p->astray);
    PASS(stream, p->lent);
    PASS(stream, p->crown_owed);
    PASS(stream, p->deepest);
    PASS(stream, p->thrown);
    PASS(stream, p->missed);
    if (!wafti_spray_state(drops, stream)) {
        return;
    }
    wafti_stream_bytes(stream, p->owed, point_count(&s->basin) * sizeof(float));
    pass_impulse(s, p, stream);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed || !fits(p);
        drops->count = stream->failed ? 0 : drops->count;
    }
}
