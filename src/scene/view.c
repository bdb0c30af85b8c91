// SPDX-License-Identifier: MIT
#include "scene/view.h"

#include "base/curve.h"

#include "scene/scene.h"
#include "scene/view_params.h"

void wafti_view_curve(const wafti_keyed* curve, double time, double out_values[3]) {
    const wafti_scene_key* keys = curve->keys;
    size_t next = 0;
    while (next < curve->key_count && keys[next].time <= time) {
        ++next;
    }
    const double* before = keys[next > 0 ? next - 1 : 0].value;
    const bool between = next > 0 && next < curve->key_count;
    const double* after = between ? keys[next].value : before;
    const double share =
        between ? wafti_ease(keys[next - 1].ease,
                      (time - keys[next - 1].time) / (keys[next].time - keys[next - 1].time))
                : 0.0;
    for (size_t i = 0; i < 3; ++i) {
        out_values[i] = before[i] + share * (after[i] - before[i]);
    }
}

// Members that have keys as they are at a time.
static void apply_keys(
    const wafti_scene_values* values, wafti_owner owner, double time, void* out_def) {
    for (const wafti_keyed* keyed = values->keyed; keyed != NULL; keyed = keyed->next) {
        if (keyed->row->owner != owner) {
            continue;
        }
        double now[3];
        wafti_view_curve(keyed, time, now);
        wafti_param_set(keyed->row, (char*)out_def + keyed->row->offset, now);
    }
}

waft_camera_def wafti_view_camera(const wafti_scene_values* values, double time) {
    waft_camera_def def = values->camera;
    apply_keys(values, WAFTI_OWNER_CAMERA, time, &def);
    return def;
}

void waft_camera_def_fill(waft_camera_def* out_def, size_t size) {
    waft_camera_def def = {.has_from = false};
    wafti_rows_fill(&wafti_view_rows, 1, WAFTI_OWNER_CAMERA, &def);
    waft_struct_read(out_def, size, &def, sizeof(def));
}

void waft_look_fill(waft_look* out_look, size_t size) {
    waft_look look = {.samples = 0};
    wafti_rows_fill(&wafti_view_rows, 1, WAFTI_OWNER_LOOK, &look);
    waft_struct_read(out_look, size, &look, sizeof(look));
}

void waft_scene_read_camera(
    const waft_scene* scene, double time, waft_camera_def* out_camera, size_t size) {
    const waft_camera_def camera =
        scene != NULL ? wafti_view_camera(&scene->values, time) : waft_camera_def_default();
    waft_struct_read(out_camera, size, &camera, sizeof(camera));
}

void waft_scene_read_look(const waft_scene* scene, double time, waft_look* out_look, size_t size) {
    waft_look look = scene != NULL ? scene->values.look : waft_look_default();
    if (scene != NULL) {
        apply_keys(&scene->values, WAFTI_OWNER_LOOK, time, &look);
    }
    waft_struct_read(out_look, size, &look, sizeof(look));
}

void waft_scene_read_pictures(const waft_scene* scene, waft_picture_def* out_def, size_t size) {
    const waft_picture_def def =
        scene != NULL ? scene->values.pictures : (waft_picture_def){.every = 1};
    waft_struct_read(out_def, size, &def, sizeof(def));
}
