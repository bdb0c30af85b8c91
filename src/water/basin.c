// SPDX-License-Identifier: MIT
// A water on a grid: the order of its step (docs/spec/water.md#time-steps), strokes
// (docs/spec/water.md#tools), and what changes while it runs.
#include "water/basin.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "math/shown.h"
#include "water/terrain.h"

// Columns take steps up to Cr 0.866, but 0.6 while a handle holds a point: it adds up to a factor 2
// to the local stiffness.
static const double held_share = 0.6 / 0.8660254037844386;
// Parts of a step; more than these and the water has run away.
enum { MOST_HALVINGS = 10 };

const wafti_method* wafti_method_of(waft_water_method kind) {
    static const wafti_method* const methods[] = {
        NULL, &wafti_implicit_method, &wafti_columns_method, &wafti_swe_method};
    return methods[kind];
}

double wafti_lake_longest_step(const waft_water* water) {
    const wafti_lake* lake = water->lake;
    const wafti_shallow* s = &lake->s;
    return s->method->longest_step(s) * (wafti_handles_hold(lake) ? held_share : 1.0);
}

// What is this little over the limit is rounding of a step that was chosen to meet it.
bool wafti_lake_is_too_long(double dt, double longest) {
    return dt > longest * (1.0 + 1e-6);
}

void wafti_lake_destroy(waft_water* water) {
    wafti_lake* lake = water->lake;
    const waft_allocator* allocator = &water->context->allocator;
    (void)pthread_mutex_destroy(&lake->drawing);
    wafti_release(allocator, lake->packed,
        wafti_size_mul(wafti_grid_size(&water->grid), WAFTI_PACKED), sizeof(float));
    const size_t contact = lake->contact != NULL ? lake->s.basin.size * sizeof(wafti_real) : 0;
    wafti_release(allocator, lake->contact, 1, contact);
    wafti_release(allocator, water, 1, water->memory - contact);
}

void wafti_lake_draw_bed(waft_water* water) {
    const wafti_grid* grid = &water->grid;
    const wafti_shallow* s = &water->lake->s;
    for (wafti_cells at = wafti_basin_cells(&s->basin); wafti_cells_next(&at);) {
        const double bed = (double)s->bed[wafti_basin_index(&s->basin, at.i, at.j)];
        water->field[WAFT_WATER_BED][wafti_grid_index(grid, at.i, at.j)] =
            (float)((double)water->def.level + bed);
    }
}

void wafti_lake_redraw(waft_water* water, double time) {
    water->time = time;
    water->lake->s.time = time;
    wafti_lake_forget(water->lake);
    wafti_query_marks(water, WAFTI_READING_KEEP);
}

static wafti_spot spot_of(const waft_water* water, waft_vec2 at, float radius, float height) {
    return (wafti_spot){.x = (double)at.x - (double)water->def.origin.x,
        .z = (double)at.y - (double)water->def.origin.y,
        .radius = (double)radius,
        .height = (double)height};
}

waft_result wafti_water_check_brush(
    const waft_water* water, const waft_brush* brush, waft_error* out_error) {
    return wafti_check_brush(&water->def, brush, out_error);
}

void wafti_water_brush(waft_water* water, const waft_brush* brush) {
    wafti_lake* lake = water->lake;
    const wafti_spot spot = spot_of(water, brush->at, brush->radius, brush->height);
    wafti_tools_brush(&lake->s, &spot);
    lake->speed = INFINITY;
    wafti_lake_forget(lake);
}

void wafti_water_raise_bed(waft_water* water, const waft_brush* brush) {
    wafti_lake* lake = water->lake;
    const wafti_spot spot = spot_of(water, brush->at, brush->radius, brush->height);
    const double greatest = wafti_tools_raise_bed(&lake->s, &spot, lake->quantum);
    const double quantum = wafti_terrain_quantum(greatest);
    if (quantum > lake->quantum) {
        lake->quantum = quantum;
        wafti_tools_round_bed(&lake->s, quantum);
    }
    wafti_lake_draw_bed(water);
    wafti_lake_forget(lake);
}

static void press_loads(waft_water* water, double dt) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    wafti_handles_release(water);
    wafti_splash_release(s, &lake->splash);
    if (lake->contact != NULL) {
        memset(s->load, 0, s->basin.size * sizeof(*s->load));
    }
    s->loaded = false;
    wafti_handles_press(water);
    wafti_splash_press(s, &lake->splash, dt);
}

// s of a part of a step of `dt` in which a source works.
static double working_time(const wafti_shallow* s, const waft_water_source_def* source, double dt) {
    const double missed = fmax(source->start - s->time, 0.0);
    const double left = source->end > 0.0 ? source->end - s->time : INFINITY;
    // All of it but for rounding is all of it.
    return missed < 1e-9 * dt && left >= dt ? dt : fmax(fmin(left, dt) - missed, 0.0);
}

static void run_springs(waft_water* water, double dt) {
    wafti_lake* lake = water->lake;
    for (size_t n = 0; n < water->def.source_count; ++n) {
        wafti_spring* spring = &lake->springs[n];
        const double working = working_time(&lake->s, &spring->def, dt);
        if (spring->def.rate != 0.0f && working > 0.0) {
            const wafti_spot disc = spot_of(water, spring->def.center, spring->def.radius, 0.0f);
            const double volume = (double)spring->def.rate * working + spring->owed;
            spring->owed =
                wafti_tools_source(&lake->s, &disc, volume, spring->def.impulse ? dt : 0.0);
            lake->speed = INFINITY;
        }
    }
}

// One part of a step.
static void step_part(waft_water* water, const wafti_step* step, uint32_t part, double dt,
    wafti_shallow_report* out) {
    wafti_lake* lake = water->lake;
    wafti_shallow* s = &lake->s;
    s->time = step->time - step->dt + part * dt;
    press_loads(water, dt);
    run_springs(water, dt);
    if (water->def.rain.rate > 0.0f) {
        const wafti_shower shower = {water->def.rain, s->context->seed, step->index, part};
        wafti_tools_rain(s, &shower, dt);
    }
    wafti_splash_begin(s, &lake->splash);
    if (lake->rider.press != NULL) {
        lake->rider.press(lake->rider.context, part * dt, dt);
    }
    *out = (wafti_shallow_report){.bad_row = -1};
    s->method->step(s, dt, out);
    wafti_tools_sponge(s, lake->sponge, dt);
    s->ledger.inflow += out->inflow;
    s->ledger.outflow += out->outflow;
    s->ledger.lost += out->lost;
    lake->speed = out->speed;
    lake->courant = out->speed * dt / fmin(s->basin.dx, s->basin.dz);
}

// True if the step must be cut in two. The whole surface is looked at only where the speed of the
// last part leaves it open.
static bool must_halve(const waft_water* water, double dt) {
    const wafti_lake* lake = water->lake;
    const double surely_stable = 0.5;
    return lake->speed * dt > surely_stable * fmin(lake->s.basin.dx, lake->s.basin.dz) &&
           wafti_lake_is_too_long(dt, wafti_lake_longest_step(water));
}

static waft_result report_divergence(const waft_water* water, const wafti_step* step, int32_t row) {
    const wafti_shallow* s = &water->lake->s;
    const char* name = s->level != NULL ? "level" : "depth";
    for (int32_t i = 0; i < s->basin.nx; ++i) {
        const ptrdiff_t at = wafti_basin_index(&s->basin, i, row);
        double velocity[2];
        s->method->velocity(s, i, row, velocity);
        const bool water_bad = !isfinite((double)wafti_shallow_level(s, at));
        if (water_bad || !isfinite(velocity[0]) || !isfinite(velocity[1])) {
            return wafti_water_diverged(water, step, water_bad ? name : "velocity", i, row);
        }
    }
    return wafti_water_diverged(water, step, NULL, 0, row);
}

// Halves until the water can be stepped; the parts that are done count twice then.
static waft_result halve(
    waft_water* water, const wafti_step* step, uint32_t* part, uint32_t* part_count) {
    wafti_lake* lake = water->lake;
    bool halved = false;
    while (must_halve(water, step->dt / *part_count)) {
        if (lake->halvings == MOST_HALVINGS) {
            return wafti_fail(water->context->error, WAFT_ERR_DIVERGED,
                "water in step %llu has grown so deep that it needs steps of %s s",
                (unsigned long long)step->index,
                wafti_show((float)wafti_lake_longest_step(water)).text);
        }
        ++lake->halvings;
        *part *= 2;
        *part_count *= 2;
        halved = true;
    }
    if (halved) {
        wafti_water_tell(water, step, WAFT_EVENT_WATER_HALVED, step->dt / *part_count);
    }
    return WAFT_OK;
}

static void draw_strokes(waft_water* water, const wafti_step* step) {
    const wafti_lake* lake = water->lake;
    for (size_t n = 0; n < water->def.stroke_count; ++n) {
        if (lake->strokes[n].step == step->index) {
            wafti_water_brush(water, &lake->strokes[n].brush);
        }
    }
}

// Depths that fell, or a hand that let go, leave room for steps twice as long; a third of it stays free,
// so that a step is not cut and joined again all the time.
static void join_parts(waft_water* water, const wafti_step* step) {
    wafti_lake* lake = water->lake;
    const double share = 2.0 / 3.0;
    const uint32_t before = lake->halvings;
    while (lake->halvings > 0) {
        const uint32_t count = (uint32_t)water->def.shallow.substeps << (lake->halvings - 1);
        if (wafti_lake_is_too_long(step->dt / count, share * wafti_lake_longest_step(water))) {
            break;
        }
        --lake->halvings;
    }
    if (lake->halvings < before) {
        const uint32_t count = (uint32_t)water->def.shallow.substeps << lake->halvings;
        wafti_water_tell(water, step, WAFT_EVENT_WATER_HALVED, step->dt / count);
    }
}

waft_result wafti_lake_step(waft_water* water, const wafti_step* step) {
    wafti_lake* lake = water->lake;
    draw_strokes(water, step);
    join_parts(water, step);
    double dropped = 0.0;
    uint64_t missed = 0;
    uint32_t part_count = (uint32_t)water->def.shallow.substeps << lake->halvings;
    wafti_lake_forget(lake);
    for (uint32_t part = 0; part < part_count; ++part) {
        const waft_result result = halve(water, step, &part, &part_count);
        if (result != WAFT_OK) {
            return result;
        }
        wafti_shallow_report report;
        step_part(water, step, part, step->dt / part_count, &report);
        if (report.bad_row >= 0) {
            return report_divergence(water, step, report.bad_row);
        }
        dropped += report.dropped;
        missed += wafti_lake_spray(water, step, step->dt / part_count);
    }
    if (dropped > 0.0) {
        wafti_water_tell(water, step, WAFT_EVENT_WATER_STIFF, dropped);
    }
    if (missed > 0) {
        wafti_water_tell(water, step, WAFT_EVENT_SPRAY_FULL, (double)missed);
    }
    water->time = step->time;
    lake->s.time = step->time;
    wafti_query_marks(water, WAFTI_READING_STEP);
    return WAFT_OK;
}
