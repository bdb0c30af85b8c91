// SPDX-License-Identifier: MIT
// What the triggers of smoke and liquid have in common.
#include "scene/scene.h"

waft_trigger wafti_scene_trigger(const waft_scene* scene, const wafti_trigger_values* from) {
    waft_trigger trigger = from->trigger;
    trigger.mask.pose.rotation = (waft_quat){0.0f, 0.0f, 0.0f, 1.0f};
    trigger.mask.has_shape = trigger.kind == WAFT_TRIGGER_MASK;
    if (from->solid >= 0) {
        trigger.solids[0] = wafti_scene_solid_place(scene, (uint32_t)from->solid);
        trigger.solid_count = 1;
    }
    return trigger;
}
