// SPDX-License-Identifier: MIT
// Numbers that may change while the smoke runs.
#include "base/error.h"
#include "base/range.h"
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

static wafti_range range_of(waft_knob knob, float value) {
    wafti_range range = {waft_knob_path(knob), value, 0.0f, 1e9f, false};
    if (knob == WAFT_KNOB_SOURCE_TEMPERATURE) {
        range.low = -1e9f;
    } else if (is_speed_knob(knob) || (is_source_knob(knob) && knob != WAFT_KNOB_SOURCE_DENSITY)) {
        range.low = -1e6f;
        range.high = 1e6f;
    }
    return range;
}

waft_result wafti_smoke_check(
    const waft_smoke* smoke, waft_knob knob, uint32_t index, float value, waft_error* out_error) {
    const uint32_t count = is_source_knob(knob) ? smoke->source_order.count : 1;
    if (index >= count) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: there is no number %u of them",
            waft_knob_path(knob), (unsigned)index);
    }
    wafti_range range = range_of(knob, value);
    if (knob == WAFT_KNOB_SOURCE_DENSITY &&
        smoke->sources[smoke->source_order.slots[index]].def.mode == WAFT_SOURCE_ADD) {
        range.low = -range.high;
    }
    if (is_speed_knob(knob)) {
        const int side = (int)knob - (int)WAFT_KNOB_LEFT_SPEED;
        if (smoke->def.sides[side].kind != WAFT_SIDE_INFLOW) {
            return wafti_fail(
                out_error, WAFT_ERR_ARGUMENT, "%s: the side is no inflow", waft_knob_path(knob));
        }
    }
    return wafti_check_range(out_error, range);
}

static void set_component(waft_vec3* v, int axis, float value) {
    float* components[3] = {&v->x, &v->y, &v->z};
    *components[axis] = value;
}

static void set_source(wafti_source* source, waft_knob knob, float value) {
    if (knob == WAFT_KNOB_SOURCE_DENSITY) {
        source->def.density = value;
    } else if (knob == WAFT_KNOB_SOURCE_TEMPERATURE) {
        source->def.temperature = value;
    } else {
        set_component(
            &source->def.pose.position, (int)knob - (int)WAFT_KNOB_SOURCE_CENTER_X, value);
    }
}

void wafti_smoke_set(waft_smoke* smoke, waft_knob knob, uint32_t index, float value) {
    if (is_source_knob(knob)) {
        set_source(&smoke->sources[smoke->source_order.slots[index]], knob, value);
    } else if (knob == WAFT_KNOB_CONFINEMENT) {
        smoke->def.confinement = value;
    } else if (knob == WAFT_KNOB_BUOYANCY_TEMPERATURE) {
        smoke->def.buoyancy_temperature = value;
    } else if (knob == WAFT_KNOB_BUOYANCY_DENSITY) {
        smoke->def.buoyancy_density = value;
    } else if (is_speed_knob(knob)) {
        smoke->def.sides[(int)knob - (int)WAFT_KNOB_LEFT_SPEED].speed = value;
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
