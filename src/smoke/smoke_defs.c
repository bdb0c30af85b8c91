// SPDX-License-Identifier: MIT
// Default values.
#include <math.h>

#include <waft/smoke.h>

void waft_smoke_def_fill(waft_smoke_def* out_def, size_t size) {
    waft_smoke_def def = {
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
        .solid_capacity = 64,
    };
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_OPEN;
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

void waft_source_def_fill(waft_source_def* out_def, size_t size) {
    const waft_source_def def = {
        .shape = {.kind = WAFT_SHAPE_SPHERE, .radius = 0.1f},
        .pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
        .density = 1.0f,
        .noise_length = 0.1f,
        .noise_speed = 1.0f,
        .end = INFINITY,
    };
    waft_struct_fill(out_def, size, &def, sizeof(def));
}
