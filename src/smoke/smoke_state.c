// SPDX-License-Identifier: MIT
// What a snapshot keeps of the smoke. Fractions, hierarchy and everything else follow from it.
#include <math.h>

#include "grid/forces.h"
#include "smoke/smoke_params.h"
#include "smoke/solver.h"
#include "solid/frame.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// Samples of a cell field (axis < 0) or of faces along an axis; halos are not state.
static void pass_field(waft_smoke* smoke, wafti_stream* stream, int axis, float* field) {
    const wafti_mac* grid = &smoke->domain.grid;
    const size_t width = (size_t)grid->n[0] + (axis == 0);
    const size_t rows = (size_t)grid->n[1] + (axis == 1);
    const int32_t planes = grid->n[2] + (axis == 2);
    for (int32_t k = 0; k < planes; ++k) {
        wafti_stream_rows(stream, field + k * grid->plane, width, rows, (size_t)grid->row);
    }
}

static void pass_pressure(waft_smoke* smoke, wafti_stream* stream, double* field) {
    const wafti_mac* grid = &smoke->domain.grid;
    for (int32_t k = 0; k < grid->n[2]; ++k) {
        wafti_stream_rows_double(stream, field + k * grid->plane, (size_t)grid->n[0],
            (size_t)grid->n[1], (size_t)grid->row);
    }
}

// A field that exists once it was asked for; a load finds it taken, unless it was forged.
static void pass_given(waft_smoke* smoke, wafti_stream* stream, int axis, bool used, float* field) {
    if (used && field != NULL) {
        pass_field(smoke, stream, axis, field);
    }
    stream->failed = stream->failed || (used && field == NULL);
}

static void pass_fields(waft_smoke* smoke, wafti_stream* stream) {
    const int axes = smoke->domain.grid.axes;
    for (int axis = 0; axis < axes; ++axis) {
        pass_field(smoke, stream, axis, smoke->velocity[axis]);
    }
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        if (smoke->scalar[n] != NULL) {
            pass_field(smoke, stream, -1, smoke->scalar[n]);
        }
    }
    for (int n = 0; n < 2 && smoke->phi[n] != NULL; ++n) {
        pass_pressure(smoke, stream, smoke->phi[n]);
        pass_pressure(smoke, stream, smoke->earlier[n]);
    }
    wafti_flag_state(&smoke->uses_force, stream);
    wafti_flag_state(&smoke->uses_weight, stream);
    wafti_flag_state(&smoke->uses_eddy, stream);
    for (int axis = 0; axis < axes; ++axis) {
        pass_given(smoke, stream, axis, smoke->uses_force, smoke->force[axis]);
    }
    pass_given(smoke, stream, -1, smoke->uses_weight, smoke->confinement_weight);
    pass_given(smoke, stream, -1, smoke->uses_eddy, smoke->eddy);
}

// All of a source's def but its shape.
static void pass_source_def(wafti_stream* stream, waft_source_def* def) {
    enum { MEMBERS = 24 };
    wafti_member items[MEMBERS] = {
        WAFTI_LIVE(waft_source_def, pose.rotation, "smoke.sources[].rotation"),
        WAFTI_LIVE(waft_source_def, scalars, "smoke.sources[].scalars"),
    };
    const size_t count = 2 + wafti_rows_members(wafti_smoke_rows, WAFTI_SMOKE_PARTS,
                                 WAFTI_OWNER_SMOKE_SOURCE, items + 2, MEMBERS - 2);
    wafti_members_state((wafti_members){items, count}, def, stream);
}

static void pass_source(waft_smoke* smoke, wafti_stream* stream, wafti_source* source) {
    wafti_source loaded = *source;
    pass_source_def(stream, &loaded.def);
    PASS(stream, loaded.center);
    // What was not forged has been checked before; the rest must not reach the grid.
    const bool fits = wafti_check_source_values(&smoke->def, &loaded.def, 0, NULL) == WAFT_OK &&
                      wafti_all_within(loaded.center, 3, WAFTI_PLACED_FAR) &&
                      (loaded.def.expansion == 0.0f || smoke->expansion != NULL);
    if (stream->failed || !fits) {
        stream->failed = true;
        return;
    }
    *source = loaded;
}

static void pass_obstacle(wafti_stream* stream, wafti_obstacle* obstacle) {
    wafti_obstacle loaded = *obstacle;
    PASS(stream, loaded.position);
    PASS(stream, loaded.rotation);
    PASS(stream, loaded.last_angle);
    PASS(stream, loaded.velocity);
    PASS(stream, loaded.spin);
    const bool fits = wafti_all_within(loaded.position, 3, WAFTI_PLACED_FAR) &&
                      wafti_quat_is_unit(loaded.rotation) &&
                      wafti_all_within(&loaded.last_angle, 1, WAFTI_PLACED_FAR);
    if (stream->failed || !fits) {
        stream->failed = true;
        return;
    }
    *obstacle = loaded;
}

static void pass_figures(wafti_stream* stream, waft_smoke_stats* stats) {
    PASS(stream, stats->substeps);
    PASS(stream, stats->cfl);
    PASS(stream, stats->iterations);
    PASS(stream, stats->residual);
    PASS(stream, stats->divergence);
    PASS(stream, stats->kinetic_energy);
    PASS(stream, stats->density_sum);
    PASS(stream, stats->density_out);
    PASS(stream, stats->temperature_max);
    PASS(stream, stats->unbalanced_flux);
}

static void pass_progress(waft_smoke* smoke, wafti_stream* stream) {
    PASS(stream, smoke->steps);
    PASS(stream, smoke->last_dt);
    PASS(stream, smoke->poor_starts);
    PASS(stream, smoke->told);
    pass_figures(stream, &smoke->stats);
    if (stream->mode == WAFTI_STREAM_LOAD && !(isfinite(smoke->last_dt) && smoke->last_dt >= 0.0)) {
        stream->failed = true;
        smoke->last_dt = 0.0;
    }
}

void wafti_smoke_state(waft_smoke* smoke, wafti_stream* stream) {
    wafti_smoke_live_state(smoke, stream);
    pass_fields(smoke, stream);
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        pass_source(smoke, stream, &smoke->sources[smoke->source_order.slots[n]]);
    }
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        pass_obstacle(stream, &smoke->obstacles[smoke->obstacle_order.slots[n]]);
    }
    pass_progress(smoke, stream);
}

void wafti_smoke_state_flow(waft_smoke* twin, wafti_stream* stream) {
    pass_fields(twin, stream);
    pass_progress(twin, stream);
}

void wafti_smoke_refresh(waft_smoke* smoke) {
    wafti_smoke_set_sides(smoke);
    wafti_sources_note_expansion(smoke);
    wafti_obstacles_place(smoke);
    wafti_smoke_refresh_flow(smoke);
}

void wafti_smoke_refresh_flow(waft_smoke* smoke) {
    smoke->edged = false;
    wafti_smoke_edge(smoke);
    smoke->speed = wafti_velocity_greatest(&smoke->domain, smoke->context, smoke->velocity);
}
