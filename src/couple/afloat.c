// SPDX-License-Identifier: MIT
// Bodies press on columns: afloat_cover.c finds what they cover before the water's step, this file their
// pressure in each part of it, and they take what it did to them in their own step. The model is that
// of docs/spec/water.md#contact-pressure.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "couple/afloat.h"

enum {
    MOST_TOUCHES = 1 << 17,
    MOST_COLUMNS = 1 << 30, // that an estimate counts; a grid of more would be refused
    LEAST_SWEEPS = 20,
};

// Speed in m/s up to which bodies slip in without a splash (docs/spec/water.md#entry-splash), as
// control points rise without one.
static const double slowest_splash = 1.0;
static const double splash_share = 0.05;

static size_t columns_of(const wafti_afloat* afloat) {
    return (size_t)afloat->grid.nx * (size_t)afloat->grid.nz;
}

void wafti_afloat_destroy(wafti_afloat* afloat) {
    if (afloat == NULL) {
        return;
    }
    afloat->bodies->carries = NULL;
    wafti_arena_free(&afloat->arena);
    wafti_release(&afloat->context->allocator, afloat, 1, sizeof(*afloat));
}

// Room is kept by squares around hulls, several times what they cover.
static size_t touches_for(size_t columns) {
    return columns < MOST_TOUCHES / 4 ? 4 * columns : MOST_TOUCHES;
}

static size_t memory_for(size_t columns, size_t bodies) {
    const size_t a_body = sizeof(wafti_carry) + sizeof(wafti_rider) + sizeof(wafti_contact_hull) +
                          sizeof(wafti_touch_run) + 2 * sizeof(uint32_t);
    const size_t a_column = sizeof(double) + sizeof(uint32_t);
    const size_t a_touch = sizeof(wafti_cover) + sizeof(wafti_touch);
    return sizeof(wafti_afloat) + bodies * a_body + touches_for(columns) * a_touch +
           columns * a_column;
}

size_t wafti_afloat_memory(const wafti_afloat* afloat) {
    return memory_for(columns_of(afloat), afloat->capacity);
}

uint64_t wafti_afloat_estimate_memory(const waft_water_def* water, const waft_bodies_def* bodies) {
    const bool there = water->method == WAFT_WATER_COLUMNS && water->cells[0] > 0 &&
                       water->cells[1] > 0 && bodies->medium == WAFT_MEDIUM_BOTH &&
                       bodies->reaction != WAFT_REACTION_OFF;
    if (!there) {
        return 0;
    }
    const uint64_t all = (uint64_t)water->cells[0] * (uint64_t)water->cells[1];
    const size_t columns = (size_t)(all < MOST_COLUMNS ? all : MOST_COLUMNS);
    // The water keeps a load for each column besides.
    return memory_for(columns, bodies->capacity) + columns * sizeof(float);
}

// ---- one part of the water's step

// What a body does to the water along one axis, spread over the pipes that it covers.
static void shove(wafti_afloat* afloat, const wafti_rider* r, int axis, double impulse) {
    if (impulse == 0.0) {
        return;
    }
    const wafti_touch* touches = afloat->touches + r->first_touch;
    double mass = 0.0;
    for (size_t n = 0; n < r->touch_count; ++n) {
        mass += touches[n].share * wafti_contact_mass(afloat->water, touches[n].column, axis);
    }
    if (!(mass > 0.0)) {
        return;
    }
    const double velocity = impulse / (afloat->grid.density * mass);
    for (size_t n = 0; n < r->touch_count; ++n) {
        wafti_contact_shove(afloat->water, touches[n].column, axis, touches[n].share * velocity);
    }
}

// What the water does to a body by drag, the body does to the water, along through the pipes and down
// through the control points of the columns that it covers, and no more than would stop it within the
// step (docs/spec/water.md#reaction-to-drag).
static void react(wafti_afloat* afloat, const wafti_rider* r, double dt) {
    const wafti_carry* carry = &afloat->carries[r->slot];
    const wafti_touch* touches = afloat->touches + r->first_touch;
    double force[3];
    for (int k = 0; k < 3; ++k) {
        const double most = carry->mass * fabs(carry->relative[k]) / afloat->now.dt;
        force[k] = fmax(-most, fmin(-carry->drag[k], most));
    }
    double room = 0.0;
    for (size_t n = 0; n < r->touch_count; ++n) {
        room += touches[n].most;
    }
    const double column = afloat->grid.dx * afloat->grid.dz;
    const double load = -force[1] / (afloat->grid.density * afloat->context->gravity * column);
    for (size_t n = 0; n < r->touch_count; ++n) {
        wafti_contact_bear(afloat->water, touches[n].column, load * touches[n].most / room);
    }
    shove(afloat, r, 0, force[0] * dt);
    shove(afloat, r, 1, force[2] * dt);
}

// Heave and turns against where the body is foreseen at the end of the step, at time t of it, if no
// water carried it: steps of the length of parts under the mean acceleration that was foreseen.
static double free_at(
    const wafti_afloat* afloat, const wafti_carry* carry, int k, double t, double dt) {
    const double whole = afloat->now.dt;
    const double gained = -carry->behind[k] - carry->motion[k] * whole;
    const double acceleration = gained / (afloat->lag * whole * whole);
    return carry->behind[k] + carry->motion[k] * t + 0.5 * acceleration * t * (t + dt);
}

// Columns as they would be, hulls as they would be, and pressures of the part before to start with.
static void look_at_touches(wafti_afloat* afloat, const wafti_rider* r, double start, double dt) {
    const wafti_carry* carry = &afloat->carries[r->slot];
    double motion[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3 && carry->state == WAFTI_CARRY_FLOAT; ++k) {
        motion[k] = free_at(afloat, carry, k, start + dt, dt) + r->offset[k] + r->speed[k] * dt;
    }
    for (size_t n = 0; n < r->touch_count; ++n) {
        wafti_touch* touch = &afloat->touches[r->first_touch + n];
        if (!(touch->cover > 0.0)) {
            continue;
        }
        wafti_contact_column column;
        wafti_contact_look(afloat->water, dt, touch->column, &column);
        touch->bed = column.bed;
        touch->level = column.level;
        touch->under =
            touch->foreseen + motion[0] - touch->arm[1] * motion[1] + touch->arm[0] * motion[2];
        memcpy(touch->pull, column.pull, sizeof(touch->pull));
        for (int side = 0; side < WAFTI_CONTACT_SIDES; ++side) {
            const int32_t beside = column.beside[side];
            touch->beside[side] = beside >= 0 ? beside : touch->column;
        }
        touch->load = touch->portion * wafti_contact_last(afloat->water, touch->column);
    }
}

// Most sweeps of the solve of docs/spec/water.md#contact-pressure: as many as water needs to know of
// itself from end to end of the longest hull.
static int sweeps_of(const wafti_afloat* afloat, uint32_t cluster) {
    int32_t across = 0;
    for (uint32_t n = afloat->clusters[cluster]; n < afloat->clusters[cluster + 1]; ++n) {
        const int32_t* count = afloat->riders[afloat->runs[n].hull].box.count;
        const int32_t longer = count[0] > count[1] ? count[0] : count[1];
        across = longer > across ? longer : across;
    }
    return 2 * across > LEAST_SWEEPS ? 2 * across : LEAST_SWEEPS;
}

static void look(void* context, int32_t block) {
    wafti_afloat* afloat = context;
    const wafti_rider* r = &afloat->riders[block];
    const wafti_carry* carry = &afloat->carries[r->slot];
    const double area = afloat->grid.dx * afloat->grid.dz;
    const double pressure = afloat->grid.density * afloat->context->gravity;
    const bool floats = carry->state == WAFTI_CARRY_FLOAT;
    const double dt = afloat->dt;
    look_at_touches(afloat, r, afloat->start, dt);
    for (int n = 0; n < 9; ++n) {
        afloat->hulls[block].yield[n] = floats ? dt * dt * pressure * area * carry->yield[n] : 0.0;
    }
}

// The body takes exactly what the water bears.
static void give(
    wafti_afloat* afloat, wafti_rider* r, const wafti_contact_hull* hull, double start, double dt) {
    const double area = afloat->grid.dx * afloat->grid.dz;
    const double pressure = afloat->grid.density * afloat->context->gravity;
    for (size_t n = 0; n < r->touch_count; ++n) {
        const wafti_touch* touch = &afloat->touches[r->first_touch + n];
        const double impulse = pressure * area * touch->load * dt;
        r->given[0] += impulse;
        r->given[1] -= touch->arm[1] * impulse;
        r->given[2] += touch->arm[0] * impulse;
        wafti_contact_press(afloat->water, touch->column, touch->load);
    }
    wafti_carry* carry = &afloat->carries[r->slot];
    for (int k = 0; k < 3; ++k) {
        r->offset[k] += r->speed[k] * dt + hull->moved[k];
        r->speed[k] += hull->moved[k] / dt;
        carry->impulse[k] = r->given[k];
        // After the last part: where this led less where the body's own steps will lead.
        carry->shift[k] = free_at(afloat, carry, k, start + dt, dt) + r->offset[k] -
                          afloat->lag * r->speed[k] * afloat->now.dt;
    }
}

// Clusters have no column and no pipe in common, so that each may be done by itself: riders of one in
// their order, which alone decides over sums.
static void react_cluster(void* context, int32_t block) {
    wafti_afloat* afloat = context;
    for (uint32_t n = afloat->clusters[block]; n < afloat->clusters[block + 1]; ++n) {
        react(afloat, &afloat->riders[afloat->runs[n].hull], afloat->dt);
    }
}

static void carry_cluster(void* context, int32_t block) {
    wafti_afloat* afloat = context;
    const uint32_t first = afloat->clusters[block];
    const wafti_contact_job job = {
        .touches = afloat->touches,
        .runs = afloat->runs + first,
        .run_count = afloat->clusters[block + 1] - first,
        .hulls = afloat->hulls,
        .totals = afloat->totals,
        .sweeps = sweeps_of(afloat, (uint32_t)block),
    };
    wafti_contact_solve(&job);
    for (uint32_t n = afloat->clusters[block]; n < afloat->clusters[block + 1]; ++n) {
        const uint32_t index = afloat->runs[n].hull;
        give(afloat, &afloat->riders[index], &afloat->hulls[index], afloat->start, afloat->dt);
    }
}

static void press(void* context, double start, double dt) {
    wafti_afloat* afloat = context;
    wafti_pool* pool = afloat->context->pool;
    const int32_t clusters = (int32_t)afloat->cluster_count;
    const double touches = (double)afloat->touch_count;
    const double react_us = 0.2;
    const double look_us = 0.3;
    const double solve_us = 1.0;
    afloat->start = start;
    afloat->dt = dt;
    wafti_pool_run(pool, clusters, react_us * touches, react_cluster, afloat);
    wafti_pool_run(pool, (int32_t)afloat->rider_count, look_us * touches, look, afloat);
    wafti_contact_clear(afloat->water, afloat->touch_count > 0);
    wafti_pool_run(pool, clusters, solve_us * touches, carry_cluster, afloat);
}

// ---- splashes

void wafti_afloat_splash(wafti_afloat* afloat) {
    for (uint32_t n = 0; n < afloat->rider_count; ++n) {
        const uint32_t slot = afloat->riders[n].slot;
        const wafti_carry* carry = &afloat->carries[slot];
        const double speed = -carry->relative[1];
        if (carry->state != WAFTI_CARRY_FLOAT || !(speed > slowest_splash)) {
            continue;
        }
        const double gained = wafti_bodies_wet_volume(afloat->bodies, slot) - carry->wet;
        if (gained > 0.0) {
            const double at[2] = {carry->position[0], carry->position[2]};
            (void)wafti_water_crown(afloat->water, at, carry->reach, splash_share * gained, speed);
        }
    }
}

// ---- creation

static bool take_memory(wafti_afloat* afloat) {
    wafti_arena* arena = &afloat->arena;
    const size_t cells = columns_of(afloat);
    const size_t bodies = afloat->bodies->def.capacity;
    const size_t touches = touches_for(cells);
    afloat->capacity = afloat->bodies->def.capacity;
    afloat->touch_capacity = touches;
    wafti_arena_init(arena, &afloat->context->allocator, 0);
    afloat->carries = wafti_arena_take(arena, bodies, sizeof(*afloat->carries));
    afloat->riders = wafti_arena_take(arena, bodies, sizeof(*afloat->riders));
    afloat->hulls = wafti_arena_take(arena, bodies, sizeof(*afloat->hulls));
    afloat->covers = wafti_arena_take(arena, touches, sizeof(*afloat->covers));
    afloat->touches = wafti_arena_take(arena, touches, sizeof(*afloat->touches));
    afloat->totals = wafti_arena_take(arena, cells, sizeof(*afloat->totals));
    afloat->owners = wafti_arena_take(arena, cells, sizeof(*afloat->owners));
    afloat->parents = wafti_arena_take(arena, bodies, sizeof(*afloat->parents));
    afloat->runs = wafti_arena_take(arena, bodies, sizeof(*afloat->runs));
    afloat->clusters = wafti_arena_take(arena, bodies + 1, sizeof(*afloat->clusters));
    return !arena->failed;
}

// Whether there is to be a reaction; *out_result tells if that cannot be.
static bool is_wanted(const wafti_context* context, const waft_water* water,
    const waft_bodies_def* def, waft_result* out_result) {
    *out_result = WAFT_OK;
    if (def->reaction == WAFT_REACTION_OFF || def->medium != WAFT_MEDIUM_BOTH) {
        return false;
    }
    if (wafti_contact_can(water)) {
        return true;
    }
    if (def->reaction == WAFT_REACTION_ON) {
        *out_result = wafti_fail(context->error, WAFT_ERR_ARGUMENT,
            "medium.reaction is on, but this water's method cannot be moved by bodies; the method "
            "columns can");
    } else {
        wafti_log(&context->logger, WAFT_LOG_NOTE,
            "bodies float on the water without moving it: of the water's methods columns can be "
            "moved by them");
    }
    return false;
}

waft_result wafti_afloat_create(const wafti_context* context, waft_water* water,
    waft_bodies* bodies, wafti_afloat** out_afloat) {
    *out_afloat = NULL;
    const waft_bodies_def def = waft_bodies_get_def(bodies);
    waft_result result;
    if (!is_wanted(context, water, &def, &result)) {
        return result;
    }
    wafti_afloat* afloat = wafti_allocate_zero(&context->allocator, 1, sizeof(*afloat));
    if (afloat == NULL) {
        return wafti_fail_memory(context->error, sizeof(*afloat), "floating bodies");
    }
    afloat->context = context;
    afloat->water = water;
    afloat->bodies = bodies;
    afloat->grid = wafti_contact_get_grid(water);
    afloat->lag = 0.5 * (def.substeps + 1) / def.substeps;
    const wafti_contact_rider on_top = {.press = press, .context = afloat};
    result = take_memory(afloat) ? wafti_contact_start(water, &on_top)
                                 : wafti_fail_memory(context->error, wafti_afloat_memory(afloat),
                                       "floating bodies");
    if (result != WAFT_OK) {
        wafti_afloat_destroy(afloat);
        return result;
    }
    bodies->carries = afloat->carries;
    *out_afloat = afloat;
    return WAFT_OK;
}
