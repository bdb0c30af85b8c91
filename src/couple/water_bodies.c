// SPDX-License-Identifier: MIT
#include "couple/water_bodies.h"

static bool look(const void* source, const double point[3], wafti_water_spot* out_spot) {
    const waft_water* water = source;
    const waft_water_sample sample = wafti_water_sample(water, point[0], point[1], point[2]);
    *out_spot = (wafti_water_spot){.wet = sample.status != WAFT_SAMPLE_DRY,
        .level = (double)sample.level,
        .velocity = {
            (double)sample.velocity.x, (double)sample.velocity.y, (double)sample.velocity.z}};
    return sample.status != WAFT_SAMPLE_OUTSIDE;
}

void wafti_couple_water(const waft_water* water, waft_bodies* bodies) {
    const waft_field bed = wafti_water_bed(water);
    wafti_moving_water moving = {
        .look = look,
        .source = water,
        .spacing = (double)(bed.spacing.x > bed.spacing.z ? bed.spacing.x : bed.spacing.z),
        .bed = bed,
    };
    wafti_water_walls(water, moving.low, moving.high);
    wafti_bodies_set_water(bodies, &moving);
}

void wafti_couple_water_ready(const waft_water* water, const waft_bodies* bodies) {
    // One look at the body and four beside it.
    wafti_water_expect_samples(water, 5 * waft_bodies_count(bodies));
}
