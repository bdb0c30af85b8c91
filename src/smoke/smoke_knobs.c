// SPDX-License-Identifier: MIT
// Numbers that may change while the smoke runs.
#include "base/error.h"
#include "smoke/rules.h"
#include "smoke/solver.h"

static bool is_source_knob(waft_knob knob) {
    return knob >= WAFT_KNOB_SOURCE_DENSITY && knob <= WAFT_KNOB_SOURCE_CENTER_Z;
}

static bool is_speed_knob(waft_knob knob) {
    return knob >= WAFT_KNOB_LEFT_SPEED && knob <= WAFT_KNOB_FRONT_SPEED;
}

bool wafti_smoke_owns(waft_knob knob) {
    return knob >= WAFT_KNOB_SOURCE_DENSITY && knob <= WAFT_KNOB_FRONT_SPEED;
}

static const wafti_order* order_of(const waft_smoke* smoke, waft_knob knob) {
    return is_source_knob(knob) ? &smoke->source_order : NULL;
}

static void set_component(waft_vec3* v, int axis, float value) {
    float* components[3] = {&v->x, &v->y, &v->z};
    *components[axis] = value;
}

static void set_source(waft_source_def* def, waft_knob knob, float value) {
    if (knob == WAFT_KNOB_SOURCE_DENSITY) {
        def->density = value;
    } else if (knob == WAFT_KNOB_SOURCE_TEMPERATURE) {
        def->temperature = value;
    } else {
        set_component(&def->pose.position, (int)knob - (int)WAFT_KNOB_SOURCE_CENTER_X, value);
    }
}

static void set_smoke(waft_smoke_def* def, waft_knob knob, float value) {
    if (knob == WAFT_KNOB_CONFINEMENT) {
        def->confinement = value;
    } else if (knob == WAFT_KNOB_BUOYANCY_TEMPERATURE) {
        def->buoyancy.temperature = value;
    } else if (knob == WAFT_KNOB_BUOYANCY_DENSITY) {
        def->buoyancy.density = value;
    } else if (is_speed_knob(knob)) {
        def->sides[(int)knob - (int)WAFT_KNOB_LEFT_SPEED].speed = value;
    }
}

waft_result wafti_smoke_check(
    const waft_smoke* smoke, waft_knob knob, uint32_t index, float value, waft_error* out_error) {
    const uint32_t count = is_source_knob(knob) ? smoke->source_order.count : 1;
    if (index >= count) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: there is no number %u of them",
            waft_knob_path(knob), (unsigned)index);
    }
    if (is_source_knob(knob)) {
        waft_source_def source = smoke->sources[smoke->source_order.slots[index]].def;
        set_source(&source, knob, value);
        return wafti_check_source_values(&smoke->def, &source, index, out_error);
    }
    const int side = (int)knob - (int)WAFT_KNOB_LEFT_SPEED;
    if (is_speed_knob(knob) && smoke->def.sides[side].kind != WAFT_SIDE_INFLOW) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "%s: the side is no inflow", waft_knob_path(knob));
    }
    waft_smoke_def def = smoke->def;
    set_smoke(&def, knob, value);
    return wafti_check_smoke_alone(&def, out_error);
}

void wafti_smoke_set(waft_smoke* smoke, waft_knob knob, uint32_t index, float value) {
    if (is_source_knob(knob)) {
        set_source(&smoke->sources[smoke->source_order.slots[index]].def, knob, value);
        return;
    }
    set_smoke(&smoke->def, knob, value);
    if (is_speed_knob(knob)) {
        wafti_smoke_set_sides(smoke);
        wafti_smoke_set_faces(smoke);
    }
}

wafti_smoke_part wafti_smoke_part_at(const waft_smoke* smoke, waft_knob knob, uint32_t index) {
    const wafti_order* order = order_of(smoke, knob);
    if (order == NULL || index >= order->count) {
        return (wafti_smoke_part){0, 0};
    }
    const uint32_t slot = order->slots[index];
    return (wafti_smoke_part){slot + 1, order->ids.generation[slot]};
}

bool wafti_smoke_find_part(
    const waft_smoke* smoke, waft_knob knob, wafti_smoke_part part, uint32_t* out_index) {
    const wafti_order* order = order_of(smoke, knob);
    uint32_t slot = 0;
    *out_index = 0;
    if (order == NULL) {
        return true;
    }
    if (!wafti_ids_find(&order->ids, part.index1, part.generation, &slot)) {
        return false;
    }
    *out_index = wafti_order_place(order, slot);
    return true;
}
