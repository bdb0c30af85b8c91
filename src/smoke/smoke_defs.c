// SPDX-License-Identifier: MIT
// Default values.
#include <math.h>

#include "base/cookies.h"

#include <waft/smoke.h>

waft_smoke_def waft_smoke_def_default(void) {
    waft_smoke_def def = {
        .cookie = WAFTI_COOKIE_SMOKE,
        .cells = {64, 64, 64},
        .spacing = 0.015625f,
        .viscosity_theta = 1.0f,
        .buoyancy_temperature = 1.0f / 293.0f,
        .pressure_tolerance = 1e-4f,
        .pressure_iterations = 100,
        .cfl = 3.0f,
        .max_substeps = 16,
        .fractions = true,
        .temperature = true,
        .every = 1,
        .source_capacity = 64,
        .obstacle_capacity = 64,
    };
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_OPEN;
    return def;
}

waft_source_def waft_source_def_default(void) {
    return (waft_source_def){
        .cookie = WAFTI_COOKIE_SOURCE,
        .shape = {.kind = WAFT_SHAPE_SPHERE, .radius = 0.1f},
        .pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
        .density = 1.0f,
        .noise_length = 0.1f,
        .noise_speed = 1.0f,
        .end = INFINITY,
    };
}

waft_obstacle_def waft_obstacle_def_default(void) {
    return (waft_obstacle_def){
        .cookie = WAFTI_COOKIE_OBSTACLE,
        .shape = {.kind = WAFT_SHAPE_SPHERE, .radius = 0.1f},
        .pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
        .axis = {0.0f, 1.0f, 0.0f},
    };
}
