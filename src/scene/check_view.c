// SPDX-License-Identifier: MIT
// What concerns camera and look: keys that ask something of others, or of the water.
#include "scene/diagnostics.h"
#include "scene/scene.h"
#include "scene/view.h"

// Encoders of the video take colours for squares of two by two pixels.
static void check_video(const wafti_check* check, const wafti_scene_values* values) {
    if (!values->pictures.video || check->odd_sides || !wafti_is_sound(check, "render.size")) {
        return;
    }
    for (int i = 0; i < 2; ++i) {
        if (values->look.size[i] % 2 != 0) {
            wafti_refuse(check, "render.size[%d] is %d; with render.video it must be even", i,
                values->look.size[i]);
        }
    }
}

// Each sample of a picture is a texel, and drivers give up above so many along a side.
static void check_samples(const wafti_check* check, const waft_look* look) {
    static const int32_t most = 16384;
    const wafti_node* node = wafti_given(check, "render.samples");
    const int32_t side = look->size[0] > look->size[1] ? look->size[0] : look->size[1];
    if (!wafti_is_sound(check, "render.samples") || !wafti_is_sound(check, "render.size") ||
        side * look->samples <= most) {
        return;
    }
    node = node != NULL ? node : wafti_given(check, "render.size");
    wafti_report(check->diagnostics, &node->mark,
        "render.samples is %d, too many for a picture %d pixels wide or high; take at most %d",
        look->samples, side, most / side);
}

// Beyond the cells the surface is known only where every cell would be like the next.
static void check_horizon(const wafti_check* check, const wafti_scene_values* values) {
    const waft_water_def* water = &values->water;
    const wafti_node* method = wafti_given(check, "water.method");
    const wafti_node* kind = wafti_given(check, "water.terrain.kind");
    if (values->look.water_edge != WAFT_EDGE_HORIZON) {
        return;
    }
    if (method != NULL && water->method != WAFT_WATER_WAVES) {
        wafti_refuse(check,
            "render.water.edge is horizon, which needs waves, but water.method is %s",
            method->text);
        return;
    }
    if (kind != NULL && water->terrain.kind != WAFT_TERRAIN_FLAT) {
        wafti_refuse(check,
            "render.water.edge is horizon, which needs a flat bed, but water.terrain.kind is %s",
            kind->text);
        return;
    }
    for (size_t i = 0; i < water->train_count; ++i) {
        if (water->trains[i].shape == WAFT_TRAIN_POINT) {
            wafti_refuse(check,
                "render.water.edge is horizon, which needs straight trains, but "
                "water.trains[%zu].shape is point",
                i);
            return;
        }
    }
}

static bool eye_is_at_target(const wafti_scene_values* values, double time) {
    const waft_camera_def def = wafti_view_camera(values, time);
    return def.from.x == def.at.x && def.from.y == def.at.y && def.from.z == def.at.z;
}

// Looked at where the curves bend. A camera that passes through its own target between two keys has
// no direction there: a picture at just that time looks along -z, unlike those around it.
static void check_direction(const wafti_check* check, const wafti_scene_values* values) {
    if (wafti_given(check, "camera.at") == NULL) {
        return;
    }
    bool meet = eye_is_at_target(values, 0.0);
    for (const wafti_keyed* keyed = values->keyed; keyed != NULL; keyed = keyed->next) {
        for (size_t i = 0; keyed->row->owner == WAFTI_OWNER_CAMERA && i < keyed->key_count; ++i) {
            meet = meet || eye_is_at_target(values, keyed->keys[i].time);
        }
    }
    if (meet) {
        wafti_refuse(check, "camera.from is where camera.at is; the camera would look nowhere");
    }
}

void wafti_scene_check_view(const wafti_check* check, const wafti_scene_values* values) {
    check_video(check, values);
    check_samples(check, &values->look);
    check_horizon(check, values);
    check_direction(check, values);
}
