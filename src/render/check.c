// SPDX-License-Identifier: MIT
#include "render/check.h"

#include "render/direction.h"
#include "render/support.h"

static const int32_t most_pixels = 8192;

waft_drawing waft_drawing_default(void) {
    return (waft_drawing){
        .look = waft_look_default(),
        .camera = {.eye = {0.0f, 2.0f, 6.0f}, .fov = 0.7f, .height = 4.0f},
        .bounds = {{-1.0f, -1.0f, -1.0f}, {1.0f, 1.0f, 1.0f}},
    };
}

static waft_result refuse(waft_error* out_error, const char* why) {
    return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT, "a drawing cannot be drawn: %s", why);
}

static const char* look_problem(const waft_look* look) {
    for (int i = 0; i < 2; ++i) {
        if (look->size[i] < 16 || look->size[i] > most_pixels) {
            return "look.size must be 16 to 8192 pixels";
        }
        if (look->samples >= 1 && look->size[i] > 2 * most_pixels / look->samples) {
            return "look.size times look.samples must not be above 16384";
        }
    }
    if (look->samples < 1 || look->samples > 4) {
        return "look.samples must be 1 to 4";
    }
    if ((unsigned)look->background > WAFT_BACKGROUND_DARK ||
        (unsigned)look->ground > WAFT_GROUND_GRID) {
        return "look.background or look.ground is of no known kind";
    }
    if (!isfinite(look->exposure) || !isfinite(look->haze) || !isfinite(look->sun_azimuth) ||
        !isfinite(look->sun_elevation)) {
        return "look.exposure, look.haze and the sun's angles must be finite";
    }
    return NULL;
}

// What a field must be before one of its samples is read; passes check the rest of theirs.
static bool is_field(const waft_field* field) {
    return field->data != NULL && field->size[0] >= 1 && field->size[2] >= 1 &&
           field->stride[0] == 1;
}

static const char* camera_problem(const waft_camera* camera) {
    if (!wafti_is_finite(camera->eye) || !wafti_is_finite(camera->target)) {
        return "the camera's eye and target must be finite";
    }
    if (!(waft_vec3_length(waft_vec3_sub(camera->eye, camera->target)) > 0.0f)) {
        return "the camera's eye and target must differ";
    }
    if (camera->orthographic ? !(camera->height > 0.0f && isfinite(camera->height))
                             : !(camera->fov > 0.0f && camera->fov < 3.14f)) {
        return "the camera's fov must lie between 0 and pi, its height above 0";
    }
    return NULL;
}

static const char* bounds_problem(const waft_bounds* bounds) {
    if (!wafti_is_finite(bounds->low) || !wafti_is_finite(bounds->high)) {
        return "bounds must be finite";
    }
    if (bounds->low.x > bounds->high.x || bounds->low.y > bounds->high.y ||
        bounds->low.z > bounds->high.z) {
        return "bounds.low must not be above bounds.high";
    }
    return NULL;
}

static const char* list_problem(const waft_drawing* drawing) {
    if ((drawing->meshes == NULL && drawing->mesh_count > 0) ||
        (drawing->particles == NULL && drawing->particles_count > 0) ||
        (drawing->lines == NULL && drawing->line_count > 0) ||
        (drawing->texts == NULL && drawing->text_count > 0)) {
        return "a list is NULL but its count is not 0";
    }
    if (!isfinite(drawing->time)) {
        return "time must be finite";
    }
    if (drawing->water != NULL && !is_field(&drawing->water->level)) {
        return "water.level has no data, no samples or a stride[0] that is not 1";
    }
    if (drawing->terrain != NULL && drawing->terrain->height.data == NULL) {
        return "terrain.height has no data";
    }
    if (drawing->volume != NULL && drawing->volume->density.data == NULL) {
        return "volume.density has no data";
    }
    return NULL;
}

waft_result wafti_drawing_check(const waft_drawing* drawing, waft_error* out_error) {
    if (drawing == NULL) {
        return refuse(out_error, "it is NULL");
    }
    const char* problems[] = {look_problem(&drawing->look), camera_problem(&drawing->camera),
        bounds_problem(&drawing->bounds), list_problem(drawing)};
    for (size_t i = 0; i < sizeof problems / sizeof problems[0]; ++i) {
        if (problems[i] != NULL) {
            return refuse(out_error, problems[i]);
        }
    }
    return WAFT_OK;
}
