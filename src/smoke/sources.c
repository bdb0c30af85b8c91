// SPDX-License-Identifier: MIT
// Sources: shapes that put smoke, heat, speed and volume into the air, by the rules of
// docs/spec/smoke.md#sources.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "grid/domain_parts.h"
#include "smoke/noise_field.h"
#include "smoke/solver.h"
#include "solid/frame.h"
#include "solid/order.h"

// Streams of random numbers, one a source.
static const uint32_t noise_stream = 0x5B000000u;
// A distance and a blend, with a noise now and then.
static const double cell_ns = 30.0;

typedef struct source_job {
    waft_smoke* smoke;
    const wafti_source* source;
    wafti_frame frame; // at the end of the sub-step
    wafti_box box;     // cells that may be covered
    double dt;
    float blend;             // share of the way to the targets that a hold goes
    wafti_noise_field noise; // of which each block takes a copy
} source_job;

static bool works(const waft_source_def* def, double time) {
    return def->start <= time && time < def->end;
}

static bool works_within(const waft_source_def* def, double time, double dt) {
    const bool begins = time < def->start && def->start < time + dt && def->start < def->end;
    return begins || works(def, time);
}

// Soft over one cell: 1 inside, 0 outside.
static float coverage(const source_job* work, const double point[3]) {
    double at[3];
    wafti_frame_into(&work->frame, point, at);
    const double share =
        0.5 - wafti_form_distance(&work->source->form, at) / work->smoke->domain.grid.h;
    return (float)fmin(fmax(share, 0.0), 1.0);
}

static float target_of(const waft_source_def* def, int scalar) {
    if (scalar == WAFTI_SCALAR_DENSITY) {
        return def->density;
    }
    return scalar == WAFTI_SCALAR_TEMPERATURE ? def->temperature
                                              : def->scalars[scalar - WAFTI_SCALAR_EXTRA];
}

static void feed_cell(const source_job* work, ptrdiff_t cell, float share, float vary) {
    const waft_smoke* smoke = work->smoke;
    const waft_source_def* def = &work->source->def;
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        if (smoke->scalar[n] == NULL) {
            continue;
        }
        const float target = vary * target_of(def, n);
        float* value = &smoke->scalar[n][cell];
        if (def->mode == WAFT_SOURCE_ADD) {
            *value += share * target * (float)work->dt;
            // Smoke may be taken away, but not more than there is.
            *value = n == WAFTI_SCALAR_DENSITY ? fmaxf(*value, 0.0f) : *value;
        } else {
            *value += share * (target - *value) * work->blend;
        }
    }
    if (def->expansion != 0.0f && smoke->expansion != NULL) {
        smoke->expansion[cell] += share * def->expansion;
    }
}

static void feed_cells(const source_job* work, int32_t k, wafti_noise_field* noise) {
    const wafti_domain* domain = &work->smoke->domain;
    const wafti_mac* grid = &domain->grid;
    const float strength = work->source->def.noise.amount;
    double point[3] = {0.0, 0.0, grid->low[2] + (k + 0.5) * grid->h};
    for (int32_t j = work->box.low[1]; j < work->box.high[1]; ++j) {
        point[1] = grid->low[1] + (j + 0.5) * grid->h;
        for (int32_t i = work->box.low[0]; i < work->box.high[0]; ++i) {
            const ptrdiff_t cell = wafti_mac_index(grid, i, j, k);
            point[0] = grid->low[0] + (i + 0.5) * grid->h;
            const float share = domain->clearance[cell] > 0 ? coverage(work, point) : 0.0f;
            if (share > 0.0f) {
                const float vary =
                    strength > 0.0f
                        ? 1.0f + strength * (2.0f * wafti_noise_field_at(noise, point) - 1.0f)
                        : 1.0f;
                feed_cell(work, cell, share, vary);
            }
        }
    }
}

// The face at the high end of a periodic axis is the one at its low end.
static bool ends_at_seam(const source_job* work, int axis) {
    const wafti_domain* domain = &work->smoke->domain;
    return domain->sides[(ptrdiff_t)2 * axis].kind == WAFTI_SIDE_PERIODIC &&
           work->box.high[axis] == domain->grid.n[axis];
}

// Faces of the box, which are kept `across` elements before their own place.
static void hold_faces(const source_job* work, int axis, const wafti_box* box, ptrdiff_t across) {
    const wafti_domain* domain = &work->smoke->domain;
    const wafti_mac* grid = &domain->grid;
    const waft_vec3 velocity = work->source->def.velocity;
    const float target = axis == 0 ? velocity.x : (axis == 1 ? velocity.y : velocity.z);
    for (wafti_walk at = wafti_walk_box(grid, box); wafti_walk_next(&at);) {
        for (int32_t i = box->low[0]; i < box->high[0]; ++i) {
            const ptrdiff_t face = at.start + i - across;
            if (domain->weight[axis][face] > 0.0f) {
                double point[3];
                wafti_domain_centre(grid, axis, (const int32_t[3]){i, at.j, at.k}, point);
                float* value = &work->smoke->velocity[axis][face];
                *value += coverage(work, point) * (target - *value);
            }
        }
    }
}

static void hold_seams(const source_job* work) {
    const wafti_mac* grid = &work->smoke->domain.grid;
    for (int axis = 0; axis < grid->axes && work->source->def.has_velocity; ++axis) {
        if (ends_at_seam(work, axis)) {
            wafti_box faces = work->box;
            faces.low[axis] = grid->n[axis];
            faces.high[axis] = grid->n[axis] + 1;
            hold_faces(work, axis, &faces, grid->n[axis] * wafti_mac_stride(grid, axis));
        }
    }
}

static void source_block(void* context, int32_t block) {
    const source_job* work = context;
    const int32_t k = work->box.low[2] + block;
    const int axes = work->smoke->domain.grid.axes;
    wafti_noise_field noise = work->noise;
    feed_cells(work, k, &noise);
    for (int axis = 0; axis < axes && work->source->def.has_velocity; ++axis) {
        wafti_box faces = work->box;
        faces.low[2] = k;
        faces.high[2] = k + 1;
        // The last ones have the faces at the high end too.
        faces.high[axis] += faces.high[axis] == work->box.high[axis] && !ends_at_seam(work, axis);
        hold_faces(work, axis, &faces, 0);
    }
}

static void apply_source(waft_smoke* smoke, uint32_t slot, double time, double dt, double share) {
    const wafti_source* source = &smoke->sources[slot];
    const waft_source_def* def = &source->def;
    const waft_quat q = def->pose.rotation;
    const double place[3] = {
        (double)def->pose.position.x, (double)def->pose.position.y, (double)def->pose.position.z};
    const double rotation[4] = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    double center[3];
    for (int axis = 0; axis < 3; ++axis) {
        center[axis] = source->center[axis] + share * (place[axis] - source->center[axis]);
    }
    source_job work = {
        .smoke = smoke,
        .source = source,
        .frame = wafti_frame_make(center, rotation),
        .dt = dt,
        .blend = def->time > 0.0f ? (float)-expm1(-dt / (double)def->time) : 1.0f,
        .noise = {.seed = smoke->context->seed,
            .stream = noise_stream + slot,
            .length = (double)def->noise.length,
            .when = fmax(time, 0.0) * (double)def->noise.speed},
    };
    work.box = wafti_frame_cells(
        &work.frame, source->form.low, source->form.high, 0.5, &smoke->domain.grid);
    if (wafti_box_empty(&work.box)) {
        return;
    }
    const int32_t planes = work.box.high[2] - work.box.low[2];
    const double cells = (double)(work.box.high[0] - work.box.low[0]) *
                         (work.box.high[1] - work.box.low[1]) * planes;
    wafti_pool_run(smoke->context->pool, planes, 1e-3 * cell_ns * cells, source_block, &work);
    hold_seams(&work);
}

void wafti_sources_apply(waft_smoke* smoke, double time, double dt, double share) {
    if (smoke->expands) {
        const wafti_mac* grid = &smoke->domain.grid;
        memset(smoke->expansion - grid->first, 0, grid->size * sizeof(float));
    }
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        const uint32_t slot = smoke->source_order.slots[n];
        const waft_source_def* def = &smoke->sources[slot].def;
        if (works(def, time)) {
            apply_source(smoke, slot, time, dt, share);
            smoke->edged = smoke->edged && !def->has_velocity;
        }
    }
}

static void settle_source(wafti_source* source) {
    source->center[0] = (double)source->def.pose.position.x;
    source->center[1] = (double)source->def.pose.position.y;
    source->center[2] = (double)source->def.pose.position.z;
}

void wafti_sources_arrive(waft_smoke* smoke) {
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        settle_source(&smoke->sources[smoke->source_order.slots[n]]);
    }
}

double wafti_sources_speed(const waft_smoke* smoke, double time, double dt) {
    double speed = 0.0;
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        const waft_source_def* def = &smoke->sources[smoke->source_order.slots[n]].def;
        if (def->has_velocity && works_within(def, time, dt)) {
            const waft_vec3 v = def->velocity;
            speed = fmax(speed, (double)fmaxf(fabsf(v.x), fmaxf(fabsf(v.y), fabsf(v.z))));
        }
    }
    return speed;
}

// Share of gravity by which targets are lifted or sink, at most.
static double lift_of(const waft_smoke* smoke, const waft_source_def* def) {
    const bool heats = smoke->scalar[WAFTI_SCALAR_TEMPERATURE] != NULL;
    const double hot = heats ? fabs((double)def->temperature) : 0.0;
    const double lift = (double)smoke->def.buoyancy.temperature * hot +
                        (double)smoke->def.buoyancy.density * fabs((double)def->density);
    return lift * (1.0 + (double)def->noise.amount);
}

double wafti_sources_pull(const waft_smoke* smoke, double time, double dt, double present) {
    const double* g = smoke->gravity;
    double held = 0.0;
    double added = 0.0;
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        const waft_source_def* def = &smoke->sources[smoke->source_order.slots[n]].def;
        if (!works_within(def, time, dt)) {
            continue;
        }
        if (def->mode == WAFT_SOURCE_HOLD) {
            held = fmax(held, lift_of(smoke, def));
        } else {
            added += dt * lift_of(smoke, def);
        }
    }
    const double gravity = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    return fmax(present, held * gravity) + added * gravity;
}

// ---- their life

static waft_result use_expansion(waft_smoke* smoke, const waft_source_def* def) {
    return wafti_smoke_take_extras(smoke, def->expansion != 0.0f ? WAFTI_EXTRA_EXPANSION : 0u);
}

void wafti_sources_note_expansion(waft_smoke* smoke) {
    smoke->expands = false;
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        const waft_source_def* def = &smoke->sources[smoke->source_order.slots[n]].def;
        smoke->expands = smoke->expands || def->expansion != 0.0f;
    }
}

waft_result waft_smoke_add_source(
    waft_smoke* smoke, const waft_source_def* def, waft_source_id* out_id) {
    if (out_id != NULL) {
        *out_id = (waft_source_id){0, 0};
    }
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = smoke->context->error;
    wafti_order* order = &smoke->source_order;
    if (def == NULL || out_id == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the source def or out_id is NULL");
    }
    waft_source_def wide = waft_source_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_source_def", error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = wafti_check_source(&smoke->def, def, order->count, error);
    if (result == WAFT_OK && order->count == order->ids.capacity) {
        result = wafti_fail(error, WAFT_ERR_FULL, "all %u places for sources are used",
            (unsigned)order->ids.capacity);
    }
    result = result == WAFT_OK ? use_expansion(smoke, def) : result;
    if (result != WAFT_OK) {
        return result;
    }
    wafti_form form;
    const wafti_form_def form_def = wafti_smoke_form_def(smoke, &def->shape);
    wafti_pool_begin(smoke->context->pool);
    result = wafti_form_make(&form, &form_def, smoke->context);
    wafti_pool_end(smoke->context->pool);
    if (result != WAFT_OK) {
        return result;
    }
    const uint32_t slot = wafti_order_add(order);
    wafti_source* source = &smoke->sources[slot];
    *source = (wafti_source){.def = *def, .form = form};
    source->def.shape = form.shape;
    settle_source(source);
    wafti_sources_note_expansion(smoke);
    *out_id = (waft_source_id){slot + 1, order->ids.generation[slot]};
    wafti_tell_change(smoke->context, WAFT_EDIT_ADD_SOURCE, order->count - 1, def);
    return WAFT_OK;
}

static waft_result find_source(waft_smoke* smoke, waft_source_id id, uint32_t* out_slot) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (!wafti_ids_find(&smoke->source_order.ids, id.index1, id.generation, out_slot)) {
        return wafti_fail(
            smoke->context->error, WAFT_ERR_STALE_ID, "the id names no source that is alive");
    }
    return WAFT_OK;
}

waft_result waft_smoke_set_source(
    waft_smoke* smoke, waft_source_id id, const waft_source_def* def) {
    uint32_t slot = 0;
    waft_result result = find_source(smoke, id, &slot);
    if (result != WAFT_OK) {
        return result;
    }
    waft_error* error = smoke->context->error;
    waft_source_def wide = waft_source_def_default();
    result = waft_struct_take(&wide, sizeof(wide), def, "waft_source_def", error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    const uint32_t place = wafti_order_place(&smoke->source_order, slot);
    result = wafti_smoke_change_source(smoke, place, def, error);
    if (result == WAFT_OK) {
        settle_source(&smoke->sources[slot]);
        wafti_tell_change(smoke->context, WAFT_EDIT_SET_SOURCE, place, def);
    }
    return result;
}

waft_result waft_smoke_remove_source(waft_smoke* smoke, waft_source_id id) {
    uint32_t slot = 0;
    const waft_result result = find_source(smoke, id, &slot);
    if (result == WAFT_OK) {
        const uint32_t place = wafti_order_place(&smoke->source_order, slot);
        wafti_order_remove(&smoke->source_order, slot);
        wafti_form_free(&smoke->sources[slot].form);
        wafti_sources_note_expansion(smoke);
        wafti_tell_change(smoke->context, WAFT_EDIT_REMOVE_SOURCE, place, NULL);
    }
    return result;
}

waft_source_id wafti_smoke_source_at(const waft_smoke* smoke, uint32_t index) {
    const wafti_order* order = &smoke->source_order;
    if (index >= order->count) {
        return (waft_source_id){0, 0};
    }
    const uint32_t slot = order->slots[index];
    return (waft_source_id){slot + 1, order->ids.generation[slot]};
}
