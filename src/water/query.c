// SPDX-License-Identifier: MIT
#include "water/query.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "task/fpmode.h"
#include "water/basin.h"
#include "water/orbit.h"

static double still_depth(const waft_water* water, const wafti_corners* corners) {
    return water->flat ? (double)water->def.depth
                       : wafti_field_sample(&water->grid, water->still, corners);
}

// Rest height of the particle that is now at `height`, the surface over it being at `surface` (both
// over the still level). The water column is stretched evenly (Wheeler 1970), so that velocities
// join those of the surface in crests and troughs alike.
static double rest_height(double height, double surface, double depth) {
    // A height that is no number asks for the surface.
    if (!isless(height, surface)) {
        return 0.0;
    }
    const double column = fmax(depth + surface, 1e-6 * depth);
    return fmax(-depth, (height - surface) * depth / column);
}

static waft_vec3 to_vec3(const double v[3]) {
    return waft_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

static waft_water_sample sample_land(const waft_water* water, const wafti_corners* corners) {
    return (waft_water_sample){
        .status = WAFT_SAMPLE_DRY,
        .level = (float)wafti_field_sample(&water->grid, water->field[WAFT_WATER_BED], corners),
        .normal = {0.0f, 1.0f, 0.0f},
        .foam = (float)wafti_field_sample(&water->grid, water->field[WAFT_WATER_FOAM], corners),
    };
}

static waft_water_sample sample_at(const waft_water* water, double x, double y, double z) {
    if (!wafti_water_covers(&water->def, x, z)) {
        return (waft_water_sample){.status = WAFT_SAMPLE_OUTSIDE};
    }
    const wafti_corners corners = wafti_grid_corners(&water->grid, x, z);
    const double depth = still_depth(water, &corners);
    if (!(depth > 0.0)) {
        return sample_land(water, &corners);
    }
    double rest[2];
    wafti_orbit surface;
    const int steps = wafti_orbit_find(water, x, z, rest, &surface);
    double normal[3];
    wafti_orbit_normal(&surface, normal);
    const double level = surface.shift[1];
    const double height = rest_height(y - (double)water->def.level, level, depth);
    if (height < 0.0) {
        wafti_orbit deep;
        wafti_orbit_at(water, water->def.mode, rest[0], rest[1], height, &deep);
        for (int axis = 0; axis < 3; ++axis) {
            surface.velocity[axis] = deep.velocity[axis];
        }
    }
    const wafti_corners rest_corners = wafti_grid_corners(&water->grid, rest[0], rest[1]);
    return (waft_water_sample){
        .status = steps < 0 ? WAFT_SAMPLE_NOT_CONVERGED : WAFT_SAMPLE_OK,
        .level = (float)((double)water->def.level + level),
        .depth = (float)fmax(0.0, depth + level),
        .normal = to_vec3(normal),
        .velocity = to_vec3(surface.velocity),
        .foam =
            (float)wafti_field_sample(&water->grid, water->field[WAFT_WATER_FOAM], &rest_corners),
    };
}

// kx / 2 pi as a float of 12 bits and what is left.
static void split_turns(double k, float out_turns[2]) {
    const double turns = k / WAFTI_TWO_PI;
    int exponent = 0;
    (void)frexp(turns, &exponent);
    const double quantum = ldexp(1.0, exponent - 12);
    const double first = rint(turns / quantum) * quantum;
    out_turns[0] = (float)first;
    out_turns[1] = (float)(turns - first);
}

static wafti_query_train query_train(
    const waft_water* water, const wafti_train* train, double scale) {
    const waft_airy* airy = &train->airy;
    const double k = airy->wavenumber;
    const double kx = k * train->ax;
    const double kz = k * train->az;
    const bool deep_orbit = water->def.orbit == WAFT_ORBIT_DEEP;
    const double amplitude = scale * fmin((double)train->def.amplitude, train->cap);
    const double reach =
        deep_orbit ? amplitude / (k * k)
                   : amplitude * water->context->gravity / (airy->frequency * airy->frequency);
    const double kd = k * train->depth;
    const double bed = deep_orbit || kd > 15.0 ? 0.0 : exp(-2.0 * kd);
    const bool shallow = !deep_orbit && kd < 0.3;
    wafti_query_train out = {
        .turn = (float)(train->turn / WAFTI_TWO_PI),
        .k = (float)k,
        .kx = (float)kx,
        .kz = (float)kz,
        .amplitude = (float)amplitude,
        .shift_x = (float)(kx * reach),
        .shift_z = (float)(kz * reach),
        .xx = (float)(kx * kx * reach),
        .xz = (float)(kx * kz * reach),
        .zz = (float)(kz * kz * reach),
        .frequency = (float)airy->frequency,
        .bed = (float)bed,
        .over_cosh = (float)(1.0 / (1.0 + bed)),
        .over_sinh = (float)(shallow ? kd / sinh(kd) : 1.0 / (1.0 - bed)),
        .shallow = (float)(shallow ? kd * kd : -1.0),
    };
    split_turns(kx, out.turns_x);
    split_turns(kz, out.turns_z);
    return out;
}

// Points outside go to the kernel as the middle of the domain, since their numbers may be anything.
static void load_points(
    const waft_water* water, const waft_vec3* points, size_t count, wafti_query_batch* batch) {
    const waft_water_def* def = &water->def;
    for (size_t n = 0; n < WAFTI_QUERY_POINTS; ++n) {
        const bool good =
            n < count && wafti_water_covers(def, (double)points[n].x, (double)points[n].z);
        batch->x[n] = good ? points[n].x : def->origin.x + 0.5f * def->size.x;
        batch->z[n] = good ? points[n].z : def->origin.y + 0.5f * def->size.y;
        // Far above and far below are as good as the surface and the bed; NaN becomes far above.
        const float y = good ? points[n].y - def->level : 0.0f;
        batch->y[n] = fmaxf(-1e6f, fminf(y, 1e6f));
    }
}

static waft_water_sample batch_sample(
    const waft_water* water, const wafti_query_batch* batch, size_t n) {
    const wafti_corners corners =
        wafti_grid_corners(&water->grid, (double)batch->rest_x[n], (double)batch->rest_z[n]);
    return (waft_water_sample){
        .status = batch->found[n] > 0.0f ? WAFT_SAMPLE_OK : WAFT_SAMPLE_NOT_CONVERGED,
        .level = water->def.level + batch->level[n],
        .depth = fmaxf(0.0f, water->def.depth + batch->level[n]),
        .normal = {batch->normal[0][n], batch->normal[1][n], batch->normal[2][n]},
        .velocity = {batch->velocity[0][n], batch->velocity[1][n], batch->velocity[2][n]},
        .foam = water->foamy ? (float)wafti_field_sample(
                                   &water->grid, water->field[WAFT_WATER_FOAM], &corners)
                             : 0.0f,
    };
}

static void query_planes(const waft_water* water, const waft_vec3* points, size_t point_count,
    waft_water_sample* out_samples) {
    wafti_query_train trains[WAFTI_TRAIN_LIMIT];
    wafti_orbit middle;
    // Steepness and rise are the same everywhere.
    wafti_orbit_at(water, water->def.mode, 0.0, 0.0, 0.0, &middle);
    const bool gerstner = water->def.mode == WAFT_WAVE_GERSTNER;
    const double scale = gerstner && middle.steepness > 1.0 ? 1.0 / middle.steepness : 1.0;
    wafti_query_job job = {.trains = trains,
        .train_count = water->train_count,
        .mode = water->def.mode,
        .depth = water->def.depth,
        .close = (float)(1e-6 * wafti_orbit_shortest(water))};
    for (uint32_t n = 0; n < water->train_count; ++n) {
        trains[n] = query_train(water, wafti_water_live(water, n), scale);
        job.rise += gerstner && water->def.keep_level
                        ? 0.5f * trains[n].amplitude * (trains[n].xx + trains[n].zz)
                        : 0.0f;
    }
    wafti_query_kernel* kernel = WAFTI_COPY(water->context->isa, wafti_query_planes);
    alignas(64) wafti_query_batch batch;
    for (size_t first = 0; first < point_count; first += WAFTI_QUERY_POINTS) {
        const size_t left = point_count - first;
        const size_t count = left < WAFTI_QUERY_POINTS ? left : WAFTI_QUERY_POINTS;
        load_points(water, points + first, count, &batch);
        kernel(&job, &batch);
        for (size_t n = 0; n < count; ++n) {
            const waft_vec3* point = &points[first + n];
            out_samples[first + n] =
                wafti_water_covers(&water->def, (double)point->x, (double)point->z)
                    ? batch_sample(water, &batch, n)
                    : (waft_water_sample){.status = WAFT_SAMPLE_OUTSIDE};
        }
    }
}

waft_result waft_water_query(const waft_water* water, const waft_vec3* points, size_t point_count,
    waft_water_sample* out_samples) {
    if (water == NULL || (point_count > 0 && (points == NULL || out_samples == NULL))) {
        return WAFT_ERR_ARGUMENT;
    }
    const wafti_fpmode host_mode = wafti_fpmode_enter();
    if (water->lake != NULL) {
        wafti_lake_query(water, points, point_count, out_samples);
    } else if (wafti_water_is_plane(water)) {
        query_planes(water, points, point_count, out_samples);
    } else {
        for (size_t n = 0; n < point_count; ++n) {
            out_samples[n] =
                sample_at(water, (double)points[n].x, (double)points[n].y, (double)points[n].z);
        }
    }
    wafti_fpmode_leave(host_mode);
    return WAFT_OK;
}

waft_water_sample wafti_water_sample(const waft_water* water, double x, double y, double z) {
    return water->lake != NULL ? wafti_lake_sample(water, x, y, z) : sample_at(water, x, y, z);
}

void wafti_water_expect_samples(const waft_water* water, size_t count) {
    // As in wafti_lake_query().
    if (water->lake != NULL &&
        count > (size_t)water->grid.nx * (size_t)water->grid.nz / WAFTI_CELLS_A_SAMPLE) {
        wafti_lake_draw(water, WAFTI_DRAWN_ALL);
    }
}

static waft_field view_of(const waft_water* water, const float* data) {
    const wafti_grid* grid = &water->grid;
    return (waft_field){
        .data = data,
        .size = {grid->nx, 1, grid->nz},
        .stride = {1, grid->stride * grid->nz, grid->stride},
        .origin = {(float)grid->x0, water->def.level, (float)grid->z0},
        .spacing = {(float)grid->dx, 1.0f, (float)grid->dz},
    };
}

waft_field wafti_water_bed(const waft_water* water) {
    const bool rises = water->grid.nx > 1 && water->grid.nz > 1;
    return view_of(water, rises ? water->field[WAFT_WATER_BED] : NULL);
}

void wafti_water_walls(const waft_water* water, double out_low[2], double out_high[2]) {
    const waft_water_def* def = &water->def;
    const double start[2] = {(double)def->origin.x, (double)def->origin.y};
    const double size[2] = {(double)def->size.x, (double)def->size.y};
    const int32_t cells[2] = {water->grid.nx, water->grid.nz};
    for (int axis = 0; axis < 2; ++axis) {
        // Trains come and go, and one row of cells stands for water of any width.
        const bool closed = water->lake != NULL && cells[axis] > 1;
        const waft_edge_def* edges = &def->edges[(ptrdiff_t)2 * axis];
        out_low[axis] = closed && edges[0].kind == WAFT_EDGE_WALL ? start[axis] : -HUGE_VAL;
        out_high[axis] =
            closed && edges[1].kind == WAFT_EDGE_WALL ? start[axis] + size[axis] : HUGE_VAL;
    }
}

void wafti_query_gauges(waft_water* water, const waft_water_def* def) {
    for (size_t n = 0; n < def->gauge_count; ++n) {
        memcpy(water->gauges[n].name, def->gauges[n].name, strlen(def->gauges[n].name));
        water->gauges[n].at = def->gauges[n].at;
    }
}

static void read_gauge(waft_water* water, wafti_gauge* gauge, wafti_reading reading) {
    // Any height above the surface asks for the velocity at the surface.
    const double x = (double)gauge->at.x;
    const double z = (double)gauge->at.y;
    const waft_water_sample sample = wafti_water_sample(water, x, INFINITY, z);
    const float before = gauge->reading.highest;
    gauge->reading = (waft_gauge_reading){.level = sample.level,
        .depth = sample.depth,
        .vx = sample.velocity.x,
        .vz = sample.velocity.z,
        .highest = before};
    if (reading == WAFTI_READING_FIRST ||
        (reading == WAFTI_READING_STEP && sample.level > before)) {
        gauge->reading.highest = sample.level;
    }
}

static void move_tracer(const waft_water* water, wafti_tracer* tracer) {
    const double x = (double)tracer->rest.x;
    const double z = (double)tracer->rest.z;
    const double height = fmin(0.0, (double)tracer->rest.y - (double)water->def.level);
    wafti_orbit orbit;
    wafti_orbit_at(water, WAFT_WAVE_GERSTNER, x, z, height, &orbit);
    tracer->position = waft_vec3_make((float)(x + orbit.shift[0]),
        (float)((double)tracer->rest.y + orbit.shift[1]), (float)(z + orbit.shift[2]));
}

void wafti_query_marks(waft_water* water, wafti_reading reading) {
    for (size_t i = 0; i < water->def.gauge_count; ++i) {
        read_gauge(water, &water->gauges[i], reading);
    }
    for (size_t i = 0; i < water->def.tracer_count; ++i) {
        move_tracer(water, &water->tracers[i]);
    }
}

size_t waft_water_gauge_count(const waft_water* water) {
    return water != NULL ? water->def.gauge_count : 0;
}

const char* waft_water_gauge_name(const waft_water* water, size_t index) {
    return index < waft_water_gauge_count(water) ? water->gauges[index].name : NULL;
}

waft_result waft_water_gauge_place(const waft_water* water, size_t index, waft_vec2* out_at) {
    if (index >= waft_water_gauge_count(water) || out_at == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    *out_at = water->gauges[index].at;
    return WAFT_OK;
}

waft_result waft_water_gauge(
    const waft_water* water, size_t index, waft_gauge_reading* out_reading) {
    if (index >= waft_water_gauge_count(water) || out_reading == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    *out_reading = water->gauges[index].reading;
    return WAFT_OK;
}

size_t waft_water_tracer_count(const waft_water* water) {
    return water != NULL ? water->def.tracer_count : 0;
}

const char* waft_water_tracer_name(const waft_water* water, size_t index) {
    return index < waft_water_tracer_count(water) ? water->tracers[index].name : NULL;
}

waft_result waft_water_tracer(const waft_water* water, size_t index, waft_vec3* out_position) {
    if (index >= waft_water_tracer_count(water) || out_position == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    *out_position = water->tracers[index].position;
    return WAFT_OK;
}

waft_result waft_water_field(
    const waft_water* water, waft_water_field_kind kind, waft_field* out_field) {
    if (water == NULL || (unsigned)kind >= WAFT_WATER_FIELD_COUNT || out_field == NULL ||
        water->field[kind] == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (water->lake != NULL) {
        wafti_lake_draw_field(water, kind);
    }
    *out_field = view_of(water, water->field[kind]);
    return WAFT_OK;
}
