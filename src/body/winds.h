// SPDX-License-Identifier: MIT
// The air that bodies feel: the world's wind or, where there is smoke, its air, and winds that are
// added to it. It is fixed during a step. docs/spec/bodies.md#winds has the kinds of wind.
#ifndef WAFTI_BODY_WINDS_H
#define WAFTI_BODY_WINDS_H

#include "body/bodies.h"

enum { WAFTI_CURL_MODES = 16 };

/// One wave of a flow without divergence: cos(phase) along `cosine`, sin(phase) along `sine`, both
/// across the wave vector; phase = wave . x + rate t + start.
typedef struct wafti_curl_mode {
    double wave[3], cosine[3], sine[3];
    double rate, start;
} wafti_curl_mode;

typedef struct wafti_wind {
    waft_wind_def def;
    double gust[3]; ///< m/s, state of WAFT_WIND_GUST
    wafti_curl_mode modes[WAFTI_CURL_MODES];
} wafti_wind;

typedef struct wafti_air {
    wafti_wind* winds;
    size_t wind_count, wind_capacity;
    wafti_moving_air box; ///< velocity[0].data NULL: none
    waft_vec3 world;      ///< m/s
    double time;          ///< s
    double everywhere[3]; ///< m/s, of all winds that do not depend on the place
    bool even;            ///< there are no others, and no box
    bool bumpy;           ///< a box or others than curls: their curl takes differences
} wafti_air;

/// Makes ready what the def describes; the state of a gust stays.
void wafti_wind_set(wafti_wind* wind, const waft_wind_def* def);

/// Gusts over one step of the world: an exact Ornstein-Uhlenbeck update with the world's own stream.
void wafti_air_advance(wafti_air* air, const wafti_step* step, uint64_t seed);
/// Sums up what is even; needed after a change of anything in it.
void wafti_air_prepare(wafti_air* air);

/// Velocity at a point.
void wafti_air_at(const wafti_air* air, const double point[3], double out_velocity[3]);
/// Half its curl by central differences over `reach`.
void wafti_air_turning(
    const wafti_air* air, const double point[3], double reach, double out_turning[3]);

#endif // WAFTI_BODY_WINDS_H
