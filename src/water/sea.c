// SPDX-License-Identifier: MIT
// The drawn surface as a list of waves, for whoever continues it beyond its domain.
#include <math.h>

#include "water/surface.h"

// Amplitude after breaking, before the clamp.
static double left_by_breaking(const wafti_train* train) {
    return fmin((double)train->def.amplitude, train->cap);
}

// Into (-pi, pi]; remainder() gives both ends.
static double wrapped(double angle) {
    const double rest = remainder(angle, WAFTI_TWO_PI);
    return rest > -0.5 * WAFTI_TWO_PI ? rest : 0.5 * WAFTI_TWO_PI;
}

// What the kernel's finish_cells() does to each cell, once for all of them.
typedef struct finish {
    double scale; // the steepness clamp
    double rise;  // what keep_level adds, m
} finish;

static finish finish_of(const waft_water* water) {
    double steepness = 0.0;
    double rise = 0.0;
    if (water->def.mode != WAFT_WAVE_GERSTNER) {
        return (finish){1.0, 0.0};
    }
    for (uint32_t n = 0; n < water->train_count; ++n) {
        const wafti_train* train = wafti_water_live(water, n);
        const double k = train->airy.wavenumber;
        const double amplitude = left_by_breaking(train);
        const double turning = amplitude * wafti_surface_flat_reach(water, &train->airy) * k * k;
        steepness += turning;
        rise += 0.5 * amplitude * turning;
    }
    const double scale = 1.0 / fmax(1.0, steepness);
    return (finish){scale, water->def.keep_level ? scale * scale * rise : 0.0};
}

static waft_sea_wave wave_of(const waft_water* water, const wafti_train* train, double scale) {
    const double k = train->airy.wavenumber;
    const double amplitude = scale * left_by_breaking(train);
    const bool orbits = water->def.mode == WAFT_WAVE_GERSTNER;
    return (waft_sea_wave){
        .kx = (float)(k * train->ax),
        .kz = (float)(k * train->az),
        .phase = (float)wrapped(-train->turn),
        .amplitude = (float)amplitude,
        .reach =
            orbits ? (float)(amplitude * wafti_surface_flat_reach(water, &train->airy) * k) : 0.0f,
    };
}

size_t waft_water_sea(
    const waft_water* water, waft_sea_wave* out_waves, size_t capacity, float* out_level) {
    if (water == NULL) {
        return 0;
    }
    // A surface of plane trains is the same everywhere: it has no bed to follow and no centre.
    const bool uniform = wafti_water_is_plane(water) && water->def.mode != WAFT_WAVE_NORMAL;
    const finish end = uniform ? finish_of(water) : (finish){1.0, 0.0};
    if (out_level != NULL) {
        *out_level = (float)((double)water->def.level + end.rise);
    }
    const size_t count = uniform ? water->train_count : 0;
    for (size_t n = 0; n < count && n < capacity && out_waves != NULL; ++n) {
        out_waves[n] = wave_of(water, wafti_water_live(water, (uint32_t)n), end.scale);
    }
    return count;
}
