// SPDX-License-Identifier: MIT
// Spray (docs/spec/water.md#spray) and foam (docs/spec/water.md#foam) in the step of a water on a grid.
#include <math.h>

#include "water/basin.h"

uint64_t wafti_lake_spray(waft_water* water, const wafti_step* step, double dt) {
    wafti_lake* lake = water->lake;
    const wafti_flight flight = wafti_flight_make(
        step, dt, water->context->gravity, lake->s.density, (double)water->spray.radius);
    const uint64_t missed = wafti_splash_end(&lake->s, &lake->splash, &flight);
    lake->speed = fmax(lake->speed, sqrt(water->context->gravity * lake->splash.deepest));
    wafti_foam_step(&lake->foam, &lake->s, dt);
    water->field[WAFT_WATER_FOAM] = lake->foam.now;
    return missed;
}

double wafti_water_crown(
    waft_water* water, const double at[2], double radius, double volume, double speed) {
    wafti_lake* lake = water->lake;
    if (lake == NULL) {
        return 0.0;
    }
    const double place[2] = {
        at[0] - (double)water->def.origin.x, at[1] - (double)water->def.origin.y};
    const double taken = wafti_splash_crown(&lake->s, &lake->splash, place, radius, volume, speed);
    wafti_lake_forget(lake);
    return taken;
}

double wafti_water_drop_volume(const waft_water* water) {
    return water->lake != NULL && water->lake->splash.drops != NULL ? water->spray.volume : 0.0;
}

size_t wafti_water_lend_drops(waft_water* water, wafti_drop_wanted* wanted, const void* user,
    float (*out)[6], size_t capacity) {
    return wafti_splash_lend(&water->lake->splash, wanted, user, out, capacity);
}

void wafti_water_return_drop(
    waft_water* water, const double position[3], const double velocity[3], double volume) {
    wafti_lake* lake = water->lake;
    wafti_splash_return(&lake->s, &lake->splash, position, velocity, volume);
    lake->speed = fmax(lake->speed, sqrt(water->context->gravity * lake->splash.deepest));
    wafti_lake_forget(lake);
}
