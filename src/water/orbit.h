// SPDX-License-Identifier: MIT
// The sum of trains at one rest point, in double: what queries, gauges and tracers use, and what the
// surface kernel is tested against.
#ifndef WAFTI_WATER_ORBIT_H
#define WAFTI_WATER_ORBIT_H

#include "water/waves.h"

/// One train at one rest point.
typedef struct wafti_wavelet {
    double cosine, sine; ///< of theta
    double amplitude;    ///< what breaking leaves, m
    double share;        ///< of energy lost in breaking
    double kx, kz;       ///< rad/m
    double depth;        ///< for the decay of orbits below the surface, m
    double distance;     ///< k r of rings; infinite for straight crests
} wafti_wavelet;

/// A train at a cell centre, where nothing is to be interpolated.
wafti_wavelet wafti_wavelet_in_cell(
    const waft_water* water, const wafti_train* train, int32_t i, int32_t j);

/// The particle that rests at (x, height, z) and the material surface it belongs to.
typedef struct wafti_orbit {
    double shift[3];     ///< from rest to now, m
    double velocity[3];  ///< m/s
    double tangent_x[3]; ///< derivative of the position by the rest point's x
    double tangent_z[3];
    double steepness; ///< sum of k Ah at the surface, before the clamp
} wafti_orbit;

/// `height` is the rest height over the still level, from minus the depth to 0. `mode` decides what
/// moves: normal nothing, height only y, gerstner all. The time is that of the last draw.
void wafti_orbit_at(const waft_water* water, waft_wave_mode mode, double x, double z, double height,
    wafti_orbit* out_orbit);

/// Unit normal of the surface with these tangents; it points up.
void wafti_orbit_normal(const wafti_orbit* orbit, double out_normal[3]);

/// Rest point whose surface particle is now over (x, z): Newton with the tangents.
/// Returns the number of steps taken, or -1 if 8 were not enough; the outcome is then the last try.
int wafti_orbit_find(
    const waft_water* water, double x, double z, double out_rest[2], wafti_orbit* out_orbit);

/// Length of the shortest live train, m; infinite if there is none.
double wafti_orbit_shortest(const waft_water* water);

#endif // WAFTI_WATER_ORBIT_H
