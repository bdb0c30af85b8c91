// SPDX-License-Identifier: MIT
#include "render/still.h"

#include "render/support.h"

static void read_bed(wafti_still* still, const waft_field* bed) {
    float low = INFINITY;
    float high = -INFINITY;
    for (int32_t k = 0; k < bed->size[2]; ++k) {
        for (int32_t i = 0; i < bed->size[0]; ++i) {
            const float height = waft_field_at(bed, i, 0, k);
            low = fminf(low, height);
            high = fmaxf(high, height);
        }
    }
    const waft_vec3 half = {0.5f * bed->spacing.x, 0.0f, 0.5f * bed->spacing.z};
    const waft_vec3 last = {(float)(bed->size[0] - 1) * bed->spacing.x, 0.0f,
        (float)(bed->size[2] - 1) * bed->spacing.z};
    still->domain.low = waft_vec3_sub(bed->origin, half);
    still->domain.high = waft_vec3_add(waft_vec3_add(bed->origin, last), half);
    still->domain.low.y = low;
    still->domain.high.y = high;
    still->flat = high - low <= 1e-5f * fmaxf(fabsf(low), fabsf(high));
}

waft_result wafti_still_read(
    wafti_still* still, const waft_scene* scene, const waft_water* water, waft_error* out_error) {
    waft_field bed;
    if (waft_water_field(water, WAFT_WATER_BED, &bed) != WAFT_OK) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "the water has no bed");
    }
    read_bed(still, &bed);
    still->tracers = waft_water_tracer_count(water) > 0;
    waft_scene_height_range(scene, &still->wave_low, &still->wave_high);
    still->level = 0.5f * (still->wave_low + still->wave_high);
    const float widest = fmaxf(
        still->domain.high.x - still->domain.low.x, still->domain.high.z - still->domain.low.z);
    const float depth = fmaxf(still->level - still->domain.low.y, 0.0f);
    // Ground as thick as the scene is wide allows, but never so thick that the water looks thin.
    const float thickness = fmaxf(fminf(0.03f * widest, 0.25f * depth), 0.002f * widest);
    still->foot = still->domain.low.y - thickness;
    still->pole_top = still->wave_high + fmaxf(0.5f * (still->wave_high - still->level),
                                             0.12f * (still->wave_high - still->foot));
    return WAFT_OK;
}

void wafti_still_fields(const waft_water* water, waft_draw_water* drawn) {
    const struct {
        waft_water_field_kind kind;
        waft_field* field;
    } fields[] = {{WAFT_WATER_LEVEL, &drawn->level}, {WAFT_WATER_BED, &drawn->bed},
        {WAFT_WATER_SHIFT_X, &drawn->shift_x}, {WAFT_WATER_SHIFT_Z, &drawn->shift_z},
        {WAFT_WATER_NORMAL_X, &drawn->normal_x}, {WAFT_WATER_NORMAL_Y, &drawn->normal_y},
        {WAFT_WATER_NORMAL_Z, &drawn->normal_z}, {WAFT_WATER_FOAM, &drawn->foam}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i) {
        if (waft_water_field(water, fields[i].kind, fields[i].field) != WAFT_OK) {
            *fields[i].field = (waft_field){0};
        }
    }
}

static const float least_sea = 30.0f; // m; what is smaller is a tank or a pool

static float longest_wave(const waft_sea_wave* waves, size_t wave_count) {
    float longest = 0.0f;
    for (size_t i = 0; i < wave_count; ++i) {
        const float wavenumber = hypotf(waves[i].kx, waves[i].kz);
        longest = fmaxf(longest, 6.2831853f / fmaxf(wavenumber, 1e-9f));
    }
    return longest;
}

// Open sea, not a basin: tracers are to be seen through a cut side, and waves feel the bed where it
// is nearer than half their length.
static bool is_open_sea(const wafti_still* still, const waft_sea_wave* waves, size_t wave_count) {
    const waft_vec3 size = waft_vec3_sub(still->domain.high, still->domain.low);
    const bool wide = fminf(size.x, size.z) >= least_sea * (1.0f - 1e-5f);
    const float depth = still->level - still->domain.low.y;
    const bool deep = wave_count > 0 && depth > 0.5f * longest_wave(waves, wave_count);
    return still->flat && wide && deep && !still->tracers;
}

waft_result wafti_still_edge(const wafti_still* still, waft_water_edge asked, bool sea,
    const waft_sea_wave* waves, size_t wave_count, waft_water_edge* out_edge,
    waft_error* out_error) {
    if (asked == WAFT_EDGE_HORIZON && !sea) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
            "render.water.edge is horizon, which needs water that is the same everywhere: a flat "
            "bed, trains of shape plane and mode height or gerstner; cut and open suit any water");
    }
    *out_edge = asked;
    if (asked == WAFT_EDGE_AUTO) {
        *out_edge =
            sea && is_open_sea(still, waves, wave_count) ? WAFT_EDGE_HORIZON : WAFT_EDGE_CUT;
    }
    return WAFT_OK;
}

waft_bounds wafti_still_bounds(const wafti_still* still, waft_water_edge edge, bool gauges) {
    const bool ground = edge != WAFT_EDGE_HORIZON;
    waft_bounds bounds = still->domain;
    bounds.low.y = ground ? still->foot : still->wave_low;
    bounds.high.y = fmaxf(still->wave_high, still->flat ? still->wave_high : still->domain.high.y);
    bounds.high.y = gauges ? fmaxf(bounds.high.y, still->pole_top) : bounds.high.y;
    return bounds;
}
