// SPDX-License-Identifier: MIT
#include "render/frame.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "render/direction.h"

bool wafti_frame_fail(const wafti_frame* frame, waft_result result, const char* format, ...) {
    waft_error* error = frame->error;
    va_list values;
    va_start(values, format);
    (void)vsnprintf(error->sentence, sizeof error->sentence, format, values);
    va_end(values);
    error->result = result;
    return false;
}

bool wafti_frame_refuse(const wafti_frame* frame, const char* format, ...) {
    char why[200];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(why, sizeof why, format, values);
    va_end(values);
    return wafti_frame_fail(frame, WAFT_ERR_ARGUMENT, "a drawing cannot be drawn: %s", why);
}

void* wafti_frame_reserve(const wafti_frame* frame, wafti_render_buffer* buffer, size_t count,
    size_t size, const char* format, ...) {
    char what[100];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(what, sizeof what, format, values);
    va_end(values);
    void* memory = wafti_render_reserve(frame->room, buffer, count, size);
    if (memory == NULL) {
        (void)wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY, "no memory for %s", what);
    }
    return memory;
}

static void store(float out[4], waft_vec3 v, float w) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
    out[3] = w;
}

// Share of sunlight left after its way through the air: Rayleigh scattering takes blue first, haze
// all alike. Air mass after Kasten and Young (1989).
static waft_vec3 sunlight(float elevation, float haze) {
    const float degrees = fmaxf(elevation, 0.0f) * 57.29578f;
    const float mass =
        1.0f / (sinf(fmaxf(elevation, 0.0f)) + 0.50572f * powf(degrees + 6.07995f, -1.6364f));
    const float dust = 0.02f + 0.08f * haze;
    return (waft_vec3){expf(-mass * (0.050f + dust)), expf(-mass * (0.105f + dust)),
        expf(-mass * (0.225f + dust))};
}

// Radiances relative to a white surface in full sun, which is a little over 1.
static void set_sky(wafti_frame_block* block, const waft_look* look) {
    static const waft_vec3 clear_zenith = {0.095f, 0.235f, 0.56f};
    static const waft_vec3 clear_horizon = {0.56f, 0.73f, 1.0f};
    static const waft_vec3 hazy = {0.86f, 0.89f, 0.97f};
    const waft_vec3 light = sunlight(look->sun_elevation, look->haze);
    const float day = sqrtf(fmaxf(sinf(look->sun_elevation), 0.02f));
    // Hue of the light without its loss: a low sun tints the horizon more than it dims it.
    const waft_vec3 hue = waft_vec3_scale(light, 1.0f / light.x);
    const waft_vec3 warm = wafti_mix((waft_vec3){1.0f, 1.0f, 1.0f}, hue, 0.6f);
    waft_vec3 horizon = wafti_mix(clear_horizon, hazy, look->haze);
    horizon = (waft_vec3){horizon.x * warm.x, horizon.y * warm.y, horizon.z * warm.z};
    const waft_vec3 zenith = wafti_mix(clear_zenith, hazy, 0.55f * look->haze);
    store(block->sun, wafti_direction(look->sun_azimuth, look->sun_elevation), 0.012f);
    store(block->sun_color, waft_vec3_scale(light, 3.1f), look->haze);
    store(block->zenith, waft_vec3_scale(zenith, day), (float)look->background);
    store(block->horizon, waft_vec3_scale(horizon, 0.3f + 0.7f * day), 0.0f);
    store(block->below, waft_vec3_scale(wafti_mix(horizon, light, 0.5f), 0.2f * day), 0.0f);
    static const waft_vec3 floors[] = {
        [WAFT_BACKGROUND_SKY] = {0.60f, 0.57f, 0.52f},
        [WAFT_BACKGROUND_PLAIN] = {0.74f, 0.74f, 0.74f},
        [WAFT_BACKGROUND_DARK] = {0.06f, 0.06f, 0.06f},
    };
    store(block->floor_color, floors[look->background], 0.0f);
    if (look->background != WAFT_BACKGROUND_SKY) {
        const bool dark = look->background == WAFT_BACKGROUND_DARK;
        const float grey = dark ? 0.012f : 1.05f;
        const float ambient = dark ? 0.10f : 0.62f;
        store(block->horizon, (waft_vec3){grey, grey, grey}, 0.0f);
        store(
            block->zenith, (waft_vec3){ambient, ambient, ambient * 1.06f}, (float)look->background);
        store(block->below, (waft_vec3){0.4f * ambient, 0.4f * ambient, 0.4f * ambient}, 0.0f);
    }
}

static waft_ground choose_ground(const waft_drawing* drawing) {
    const waft_ground asked = drawing->look.ground;
    if (drawing->water != NULL && drawing->water->edge == WAFT_EDGE_HORIZON) {
        return WAFT_GROUND_NONE;
    }
    return asked == WAFT_GROUND_AUTO ? WAFT_GROUND_PLAIN : asked;
}

// From the eye down to the floor, or to the highest crest of an endless sea.
static float height_over(const waft_drawing* drawing, float eye) {
    const waft_draw_water* water = drawing->water;
    if (water == NULL || water->edge != WAFT_EDGE_HORIZON) {
        return fabsf(eye - drawing->bounds.low.y);
    }
    float height = eye - water->still_level;
    for (size_t i = 0; water->waves != NULL && i < water->wave_count; ++i) {
        height -= water->waves[i].amplitude;
    }
    return height;
}

static void set_camera(wafti_frame* frame, const waft_camera* camera) {
    const waft_vec3 way = waft_vec3_sub(camera->target, camera->eye);
    const waft_vec3 forward = waft_vec3_normalize(way);
    const float middle = waft_vec3_dot(waft_vec3_sub(frame->center, camera->eye), forward);
    const bool endless =
        frame->drawing->water != NULL && frame->drawing->water->edge == WAFT_EDGE_HORIZON;
    const float far_plane = fmaxf(middle, 0.0f) + frame->radius * (endless ? 400.0f : 40.0f);
    // Nothing of what is drawn is nearer than that, but the floor or the sea below the eye may be.
    const float nearest =
        fminf(middle - frame->radius * 1.5f, 0.25f * height_over(frame->drawing, camera->eye.y));
    const float near_plane = fmaxf(nearest, frame->radius * 4e-3f);
    const float aspect = (float)frame->size[0] / (float)frame->size[1];
    frame->view = wafti_mat4_look(camera->eye, camera->target, wafti_direction_up(forward));
    if (camera->orthographic) {
        const float y = 0.5f * camera->height;
        frame->projection =
            wafti_mat4_orthographic((waft_vec3){-y * aspect, -y, middle - 41.0f * frame->radius},
                (waft_vec3){y * aspect, y, far_plane});
    } else {
        frame->projection = wafti_mat4_perspective(camera->fov, aspect, near_plane, far_plane);
    }
    wafti_frame_block* block = &frame->block;
    block->view_projection = wafti_mat4_mul(&frame->projection, &frame->view);
    block->inverse_view_projection = wafti_mat4_inverse(&block->view_projection);
    store(block->eye, camera->eye, camera->orthographic ? 0.0f : 1.0f);
    store(block->forward, forward, waft_vec3_length(way));
    block->view[0] = (float)fmod(frame->drawing->time, 1000.0);
    block->view[1] = far_plane;
    block->view[2] = near_plane;
    block->view[3] = frame->radius;
}

// How far the bounds reach from their middle along a unit vector.
static float extent(const waft_bounds* bounds, waft_vec3 along) {
    const waft_vec3 half = waft_vec3_scale(waft_vec3_sub(bounds->high, bounds->low), 0.5f);
    return half.x * fabsf(along.x) + half.y * fabsf(along.y) + half.z * fabsf(along.z);
}

// A parallel projection along the sun that just holds the bounds. Its texels are square.
static void set_light(wafti_frame* frame, int map_size) {
    const waft_bounds* bounds = &frame->drawing->bounds;
    const waft_vec3 sun = {frame->block.sun[0], frame->block.sun[1], frame->block.sun[2]};
    const waft_vec3 up =
        fabsf(sun.y) > 0.99f ? (waft_vec3){1.0f, 0.0f, 0.0f} : (waft_vec3){0.0f, 1.0f, 0.0f};
    const waft_vec3 right = waft_vec3_normalize(waft_vec3_cross(up, sun));
    const float margin = 0.02f * frame->radius;
    const float r =
        fmaxf(extent(bounds, right), extent(bounds, waft_vec3_cross(sun, right))) + margin;
    const float depth = extent(bounds, sun) + margin;
    const waft_vec3 from = waft_vec3_add(frame->center, waft_vec3_scale(sun, depth));
    const wafti_mat4 view = wafti_mat4_look(from, frame->center, up);
    const wafti_mat4 clip =
        wafti_mat4_orthographic((waft_vec3){-r, -r, 0.0f}, (waft_vec3){r, r, 2.0f * depth});
    static const wafti_mat4 to_unit = {{0.5f, 0.0f, 0.0f, 0.0f, 0.0f, 0.5f, 0.0f, 0.0f, 0.0f, 0.0f,
        0.5f, 0.0f, 0.5f, 0.5f, 0.5f, 1.0f}};
    const wafti_mat4 projection = wafti_mat4_mul(&clip, &view);
    frame->block.light_projection = wafti_mat4_mul(&to_unit, &projection);
    const float texel = 1.0f / (float)map_size;
    const float spread = 2.5f;
    const float shadow[4] = {texel, 2.0f * r * texel, spread * texel, 2.0f * depth};
    memcpy(frame->block.shadow, shadow, sizeof shadow);
}

// A grid of no extent is refused when its pass gets to it.
static float one_over(float length) {
    return length > 0.0f ? 1.0f / length : 0.0f;
}

static void set_smoke(wafti_frame* frame, const waft_drawing* drawing) {
    frame->smoke_shadow = drawing->volume != NULL && drawing->look.shadows;
    if (drawing->volume == NULL) {
        return;
    }
    const waft_field* cells = &drawing->volume->density;
    const waft_vec3 h = cells->spacing;
    store(frame->block.smoke_low, waft_vec3_sub(cells->origin, waft_vec3_scale(h, 0.5f)), 0.0f);
    const waft_vec3 scale = {one_over(h.x * (float)cells->size[0]),
        one_over(h.y * (float)cells->size[1]), one_over(h.z * (float)cells->size[2])};
    store(frame->block.smoke_scale, scale, 0.0f);
}

void wafti_frame_setup(wafti_frame* frame, const waft_drawing* drawing) {
    const waft_look* look = &drawing->look;
    const waft_bounds* bounds = &drawing->bounds;
    frame->drawing = drawing;
    frame->size[0] = look->size[0];
    frame->size[1] = look->size[1];
    frame->samples = look->samples;
    frame->center = waft_vec3_scale(waft_vec3_add(bounds->low, bounds->high), 0.5f);
    frame->radius = fmaxf(0.5f * waft_vec3_length(waft_vec3_sub(bounds->high, bounds->low)), 1e-3f);
    set_sky(&frame->block, look);
    set_camera(frame, &drawing->camera);
    set_light(frame, WAFTI_SHADOW_SIZE);
    set_smoke(frame, drawing);
    frame->shade = frame->smoke_shadow ? "SHADOWS SMOKE_SHADOW" : look->shadows ? "SHADOWS" : "";
    // From below, a floor would hide what stands on it.
    const float ground = bounds->low.y - 1e-3f * frame->radius;
    const bool floor = choose_ground(drawing) != WAFT_GROUND_NONE && drawing->camera.eye.y > ground;
    frame->ground = floor ? ground : NAN;
    frame->block.below[3] = floor ? frame->ground : -1e30f;
    for (int i = 0; i < 2; ++i) {
        frame->block.viewport[i] = (float)(frame->size[i] * frame->samples);
        frame->block.viewport[2 + i] = 1.0f / frame->block.viewport[i];
    }
}

void wafti_frame_use_overlay(const wafti_frame* frame, GLuint program) {
    glUseProgram(program);
    wafti_gl_set_float(program, "flip", frame->flip ? -1.0f : 1.0f);
    glUniform2f(glGetUniformLocation(program, "scale"), 2.0f / (float)frame->size[0],
        2.0f / (float)frame->size[1]);
}
