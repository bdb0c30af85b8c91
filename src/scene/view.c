// SPDX-License-Identifier: MIT
#include "scene/view.h"

#include <stdio.h>

#include "scene/reader.h"
#include "scene/scene.h"

void wafti_view_curve(
    const wafti_animated* curve, double time, size_t count, double out_values[3]) {
    const wafti_scene_key* keys = curve->keys;
    size_t next = 0;
    while (next < curve->key_count && keys[next].time <= time) {
        ++next;
    }
    const double* before = next > 0 ? keys[next - 1].value : curve->value;
    const bool between = next > 0 && next < curve->key_count;
    const double* after = between ? keys[next].value : before;
    const double share =
        between ? (time - keys[next - 1].time) / (keys[next].time - keys[next - 1].time) : 0.0;
    for (size_t i = 0; i < count; ++i) {
        out_values[i] = before[i] + share * (after[i] - before[i]);
    }
}

static float number_at(const wafti_animated* curve, double time) {
    double value[3];
    wafti_view_curve(curve, time, 1, value);
    return (float)value[0];
}

static waft_vec3 vec3(const double v[3]) {
    return waft_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

static waft_vec3 vec3_at(const wafti_animated* curve, double time) {
    double value[3];
    wafti_view_curve(curve, time, 3, value);
    return vec3(value);
}

waft_camera_def wafti_view_camera(const wafti_camera_values* values, double time) {
    return (waft_camera_def){
        .has_from = values->from.given,
        .has_at = values->at.given,
        .from = vec3_at(&values->from, time),
        .at = vec3_at(&values->at, time),
        .azimuth = number_at(&values->azimuth, time),
        .elevation = number_at(&values->elevation, time),
        .distance = number_at(&values->distance, time),
        .fov = number_at(&values->fov, time),
        .orthographic = values->projection == 1,
        .height = number_at(&values->height, time),
    };
}

waft_look wafti_view_look(const wafti_render_values* values, double time) {
    waft_look look = {
        .size = {(int32_t)values->size[0], (int32_t)values->size[1]},
        .samples = (int32_t)values->samples,
        .background = (waft_background)values->background,
        .ground = (waft_ground)values->ground,
        .sun_azimuth = number_at(&values->sun.azimuth, time),
        .sun_elevation = number_at(&values->sun.elevation, time),
        .haze = number_at(&values->haze, time),
        .exposure = number_at(&values->exposure, time),
        .shadows = values->shadows,
        .water_edge = (waft_water_edge)values->water.edge,
        .water_clarity = (float)values->water.clarity,
        .water_color = vec3(values->water.color),
        .foam = (float)values->water.foam,
        .ripples = (float)values->water.ripples,
        .liquid = (waft_liquid_style)values->liquid.style,
        .smoke_density = (float)values->smoke.density,
        .smoke_color = vec3(values->smoke.color),
        .glow = (float)values->smoke.glow,
        .glow_from = (float)values->smoke.glow_from,
        .trails = (float)values->trails,
        .strobe = (float)values->strobe,
        .tracer_radius = (float)values->tracer_radius,
        .gauges = values->gauges,
        .labels = values->labels,
        .title = values->title,
        .clock = values->clock,
        .axes = values->axes,
        .scale_bar = values->scale_bar,
    };
    // The table allows no longer text than the look holds.
    (void)snprintf(
        look.caption, sizeof(look.caption), "%s", values->caption != NULL ? values->caption : "");
    return look;
}

// The defaults of the table, which are the only ones; reading them takes no memory and has nothing to
// report.
static void fill_defaults(const char* group, wafti_scene_values* out_values) {
    wafti_reader reader;
    wafti_reader_init(&reader, NULL, NULL);
    *out_values = (wafti_scene_values){0};
    wafti_read_defaults(&reader, wafti_param_inside(NULL, group), out_values);
}

void waft_camera_def_fill(waft_camera_def* out_def, size_t size) {
    wafti_scene_values values;
    fill_defaults("camera", &values);
    const waft_camera_def def = wafti_view_camera(&values.camera, 0.0);
    waft_struct_read(out_def, size, &def, sizeof(def));
}

void waft_look_fill(waft_look* out_look, size_t size) {
    wafti_scene_values values;
    fill_defaults("render", &values);
    const waft_look look = wafti_view_look(&values.render, 0.0);
    waft_struct_read(out_look, size, &look, sizeof(look));
}

void waft_scene_read_camera(
    const waft_scene* scene, double time, waft_camera_def* out_camera, size_t size) {
    const waft_camera_def camera =
        scene != NULL ? wafti_view_camera(&scene->values.camera, time) : waft_camera_def_default();
    waft_struct_read(out_camera, size, &camera, sizeof(camera));
}

void waft_scene_read_look(const waft_scene* scene, double time, waft_look* out_look, size_t size) {
    const waft_look look =
        scene != NULL ? wafti_view_look(&scene->values.render, time) : waft_look_default();
    waft_struct_read(out_look, size, &look, sizeof(look));
}

static waft_picture_def collect_def(const waft_scene* scene) {
    if (scene == NULL) {
        return (waft_picture_def){.every = 1};
    }
    const wafti_render_values* values = &scene->values.render;
    return (waft_picture_def){
        .pictures = values->pictures, .video = values->video, .every = (int)values->every};
}

void waft_scene_read_pictures(const waft_scene* scene, waft_picture_def* out_def, size_t size) {
    const waft_picture_def def = collect_def(scene);
    waft_struct_read(out_def, size, &def, sizeof(def));
}
