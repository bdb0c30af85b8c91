// SPDX-License-Identifier: MIT
#include "body/seas.h"

#include <math.h>
#include <string.h>

#include "body/lane.h"

// How far from the middle slopes are taken, in reaches of the body: about where its water line is.
static const double near_arm = 0.7;

void wafti_bodies_set_water(waft_bodies* bodies, const wafti_moving_water* water) {
    bodies->water = *water;
    bodies->bed = (wafti_ground){.heights = water->bed};
    bodies->shore = (wafti_ground){.has_walls = water->look != NULL};
    memcpy(bodies->shore.walls.low, water->low, sizeof(water->low));
    memcpy(bodies->shore.walls.high, water->high, sizeof(water->high));
}

// What is found at points beside a body.
typedef struct round_look {
    int count;       // of points in the water
    double level;    // m, their mean
    double slope[2]; // along x and z; 0 where one of two points is not in the water
    double velocity[3];
} round_look;

static round_look look_round(const waft_bodies* bodies, const double position[3], double arm) {
    const wafti_moving_water* water = &bodies->water;
    round_look found = {.count = 0};
    for (int axis = 0; axis < 2; ++axis) {
        int ends = 0;
        double rise = 0.0;
        for (int end = 0; end < 2; ++end) {
            double point[3] = {position[0], position[1], position[2]};
            point[axis == 0 ? 0 : 2] += end == 0 ? -arm : arm;
            wafti_water_spot spot;
            if (water->look(water->source, point, &spot) && spot.wet) {
                ++ends;
                rise += end == 0 ? -spot.level : spot.level;
                found.level += spot.level;
                wafti_vector_add_scaled(found.velocity, spot.velocity, 1.0);
            }
        }
        found.slope[axis] = ends == 2 ? rise / (2.0 * arm) : 0.0;
        found.count += ends;
    }
    const double share = found.count > 0 ? 1.0 / found.count : 0.0;
    found.level *= share;
    wafti_vector_scale(found.velocity, share);
    return found;
}

static void find_sea(const waft_bodies* bodies, const wafti_kind* kind, const double position[3],
    wafti_sea* out_sea) {
    *out_sea =
        (wafti_sea){.wet = true, .level = (double)bodies->def.level, .normal = {0.0, 1.0, 0.0}};
    wafti_vector_from(bodies->def.current, out_sea->velocity);
    const wafti_moving_water* water = &bodies->water;
    wafti_water_spot spot;
    if (water->look == NULL || bodies->def.medium != WAFT_MEDIUM_BOTH ||
        !water->look(water->source, position, &spot)) {
        return;
    }
    out_sea->wet = spot.wet;
    out_sea->level = spot.level;
    memcpy(out_sea->velocity, spot.velocity, sizeof(out_sea->velocity));
    const double reach = kind->hull.reach;
    const bool beside = bodies->carries != NULL;
    // Far from the surface slopes do not matter, and the hull does not shape the water there.
    const bool far = spot.wet && fabs(position[1] - spot.level) > 2.0 * reach + water->spacing;
    if (far || (!spot.wet && !beside)) {
        return;
    }
    const double arm = beside ? reach + water->spacing : fmax(near_arm * reach, water->spacing);
    const round_look found = look_round(bodies, position, arm);
    const double* slope = found.slope;
    const double shorter = 1.0 / sqrt(1.0 + slope[0] * slope[0] + slope[1] * slope[1]);
    out_sea->normal[0] = -slope[0] * shorter;
    out_sea->normal[1] = shorter;
    out_sea->normal[2] = -slope[1] * shorter;
    // A hull on the bed may leave no water under it.
    if (beside && found.count > 0) {
        out_sea->wet = true;
        out_sea->level = found.level;
        memcpy(out_sea->velocity, found.velocity, sizeof(found.velocity));
    }
}

// A water that feels bodies carries them up and down by its pressure, not by its velocity.
wafti_sea wafti_sea_find(
    const waft_bodies* bodies, const wafti_kind* kind, const double position[3]) {
    wafti_sea sea;
    find_sea(bodies, kind, position, &sea);
    if (bodies->carries != NULL) {
        sea.velocity[1] = 0.0;
    }
    return sea;
}

bool wafti_sea_is_far(
    const wafti_sea* sea, const wafti_kind* kind, double height, wafti_wetness* out_wet) {
    memcpy(out_wet->center, kind->hull.buoyancy, sizeof(out_wet->center));
    const double above = (height - sea->level) * sea->normal[1];
    out_wet->share = sea->wet && above < 0.0 ? 1.0 : 0.0;
    return !sea->wet || fabs(above) >= kind->hull.reach;
}

wafti_wetness wafti_sea_wetness(const waft_bodies* bodies, const wafti_kind* kind,
    const wafti_body_lane* lane, const wafti_sea* sea) {
    wafti_wetness wet;
    memcpy(wet.center, kind->hull.buoyancy, sizeof(wet.center));
    const waft_medium medium = bodies->def.medium;
    if (medium != WAFT_MEDIUM_BOTH) {
        wet.share = medium == WAFT_MEDIUM_WATER ? 1.0 : 0.0;
        return wet;
    }
    if (wafti_sea_is_far(sea, kind, lane->position[1], &wet)) {
        return wet;
    }
    // The surface in body axes.
    const wafti_turn turn = wafti_turn_of(lane->rotation);
    double point[3] = {0.0, sea->level - lane->position[1], 0.0};
    double normal[3];
    wafti_turn_in(&turn, point, point);
    wafti_turn_in(&turn, sea->normal, normal);
    const waft_submersion under = waft_hull_submerge(kind->def.hull, point, normal);
    memcpy(wet.center, under.center, sizeof(under.center));
    wet.share = fmin(fmax(under.share, 0.0), 1.0);
    return wet;
}

void wafti_body_flow(const waft_bodies* bodies, const double point[3], double share,
    const double water[3], double out_flow[3]) {
    wafti_air_at(&bodies->air, point, out_flow);
    for (int k = 0; k < 3; ++k) {
        out_flow[k] += share * (water[k] - out_flow[k]);
    }
}
