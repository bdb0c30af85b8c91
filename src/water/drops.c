// SPDX-License-Identifier: MIT
#include "water/drops.h"

#include <math.h>

#include "water/waves.h"

// A drop of (dx / 8)^3 on a grid.
static const float usual_radius = 0.002f;
static const double usual_share = 1.0 / 8.0;

float wafti_drop_radius(const waft_water_def* def) {
    if (def->spray.radius > 0.0f) {
        return def->spray.radius;
    }
    if (def->method == WAFT_WATER_WAVES) {
        return usual_radius;
    }
    const double edge = usual_share * (double)def->size.x / def->cells[0];
    return (float)(edge * cbrt(3.0 / (2.0 * WAFTI_TWO_PI)));
}

double wafti_spray_drag(double air_density, double water_density, double radius) {
    return 3.0 * 0.44 * air_density / (8.0 * water_density * radius);
}

wafti_flight wafti_flight_make(
    const wafti_step* step, double dt, double gravity, double density, double radius) {
    const double air = (double)step->air_density;
    return (wafti_flight){.dt = dt,
        .gravity = gravity,
        .drag = radius > 0.0 ? wafti_spray_drag(air, density, radius) : 0.0,
        .wind = {(double)step->wind.x, (double)step->wind.y, (double)step->wind.z}};
}

bool wafti_spray_state(wafti_spray* spray, wafti_stream* stream) {
    uint32_t count = spray->count;
    wafti_stream_bytes(stream, &count, sizeof(count));
    if (stream->failed || count > spray->capacity) {
        stream->failed = true;
        return false;
    }
    spray->count = count;
    for (int axis = 0; axis < 3; ++axis) {
        wafti_stream_bytes(stream, spray->position[axis], count * sizeof(float));
        wafti_stream_bytes(stream, spray->velocity[axis], count * sizeof(float));
    }
    return true;
}

// Drag is taken implicitly, so that small drops in strong wind stay stable at any step.
void wafti_drop_fly(
    const wafti_spray* spray, const wafti_flight* flight, uint32_t drop, double out_position[3]) {
    double relative[3];
    double square = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        relative[axis] = (double)spray->velocity[axis][drop] - flight->wind[axis];
        square += relative[axis] * relative[axis];
    }
    const double kept = 1.0 / (1.0 + flight->drag * sqrt(square) * flight->dt);
    for (int axis = 0; axis < 3; ++axis) {
        const double before = (double)spray->velocity[axis][drop];
        const double fall = axis == 1 ? flight->gravity * flight->dt : 0.0;
        const double after = flight->wind[axis] + relative[axis] * kept - fall;
        out_position[axis] =
            (double)spray->position[axis][drop] + 0.5 * flight->dt * (before + after);
        spray->velocity[axis][drop] = (float)after;
        spray->position[axis][drop] = (float)out_position[axis];
    }
}

void wafti_drop_move(const wafti_spray* spray, uint32_t to, uint32_t from) {
    for (int axis = 0; axis < 3; ++axis) {
        spray->position[axis][to] = spray->position[axis][from];
        spray->velocity[axis][to] = spray->velocity[axis][from];
    }
}

waft_spray_view waft_water_spray(const waft_water* water) {
    if (water == NULL) {
        return (waft_spray_view){0};
    }
    const wafti_spray* spray = &water->spray;
    return (waft_spray_view){
        .x = spray->position[0],
        .y = spray->position[1],
        .z = spray->position[2],
        .vx = spray->velocity[0],
        .vy = spray->velocity[1],
        .vz = spray->velocity[2],
        .count = spray->count,
        .radius = spray->radius,
        .volume = (float)spray->volume,
    };
}
