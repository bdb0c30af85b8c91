// SPDX-License-Identifier: MIT
// What the triggers of smoke and liquid have in common.
#include "scene/scene.h"

static waft_vec3 vec3(const double v[3]) {
    return (waft_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static waft_mask shaped_mask(const wafti_trigger_values* from) {
    return (waft_mask){
        .has_shape = true,
        .shape = {.kind = from->mask.shape == 0 ? WAFT_SHAPE_SPHERE : WAFT_SHAPE_BOX,
            .radius = (float)from->mask.radius,
            .size = vec3(from->mask.size)},
        .pose = {.position = vec3(from->mask.center), .rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
        .soft = (float)from->mask.soft,
    };
}

waft_trigger wafti_scene_trigger(const wafti_trigger_values* from, waft_trigger_kind kind) {
    waft_trigger trigger = waft_trigger_default(kind);
    trigger.reach = (float)from->reach;
    trigger.threshold = (float)from->threshold;
    trigger.width = (float)from->width;
    trigger.reference = (float)from->reference;
    trigger.limit = (float)from->limit;
    trigger.speed = (float)from->speed;
    if (kind == WAFT_TRIGGER_MASK) {
        trigger.mask = shaped_mask(from);
    }
    if (from->solid >= 0) {
        trigger.solids[0] = (uint32_t)from->solid;
        trigger.solid_count = 1;
    }
    return trigger;
}
