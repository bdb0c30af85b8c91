// SPDX-License-Identifier: MIT
// Smoke: light is swept through the grid, density and light go into one 3D texture, and each pixel
// marches through what part of it may hold smoke. Eight bits are enough for roots, and one filtered
// look-up a step gives all.
#include <math.h>
#include <string.h>

#include "render/fire_light.h"
#include "render/light_march.h"
#include "render/pass.h"
#include "render/shader.h"
#include "render/smoke_cells.h"
#include "render/smoke_tiles.h"

enum {
    UNIT_RANGES = WAFTI_UNIT_FIRST,
    UNIT_FIRE,
    MOST_STEPS = 400,
};

// A cell through which less than exp(-6) of the light passes is as black as any denser one, so
// eight bits need not reach further.
static const float black_depth = 6.0f;
// 512 MiB of texture; finer smoke is thinned by two.
static const size_t most_cells = (size_t)1 << 27;
// Smoke whose whole depth takes less than this from the light is not seen.
static const float least_depth = 1e-3f;

typedef struct volume {
    GLuint program;
    GLuint cells, ranges, fire; ///< textures
    int32_t cell_size[3];       ///< of the texture
    int32_t range_size[2];
    GLint most_cells; ///< along an axis of a texture
    wafti_render_buffer bricks, bytes, scratch, tiles, thin_density, thin_heat, light;
    // Of this picture:
    waft_field density, temperature; ///< as drawn
    bool shown;
    bool hot;
    int rectangle[4]; ///< tiles, see wafti_smoke_ranges()
    float extinction; ///< of a full cell, 1/m
    float fire_scale[3];
    float fire_range; ///< brightest light that glowing smoke throws
    float hottest;    ///< K over ambient
} volume;

static bool create(void* self, const wafti_frame* frame) {
    (void)frame;
    volume* me = self;
    glActiveTexture(GL_TEXTURE0 + WAFTI_UNIT_SMOKE);
    me->cells = wafti_gl_make_texture(GL_TEXTURE_3D, GL_LINEAR);
    me->fire = wafti_gl_make_texture(GL_TEXTURE_3D, GL_LINEAR);
    me->ranges = wafti_gl_make_texture(GL_TEXTURE_2D, GL_NEAREST);
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &me->most_cells);
    return true;
}

static void destroy(void* self) {
    volume* me = self;
    glDeleteTextures(1, &me->cells);
    glDeleteTextures(1, &me->ranges);
    glDeleteTextures(1, &me->fire);
}

static const char* field_problem(const waft_field* field) {
    for (int i = 0; i < 3; ++i) {
        if (field->size[i] < 1 || field->size[i] > 1 << 14) {
            return "its sizes must be 1 to 16384 cells";
        }
    }
    const float h[3] = {field->spacing.x, field->spacing.y, field->spacing.z};
    const float o[3] = {field->origin.x, field->origin.y, field->origin.z};
    for (int i = 0; i < 3; ++i) {
        if (!(h[i] > 0.0f) || !isfinite(h[i]) || !isfinite(o[i])) {
            return "its origin must be finite, its spacing finite and above 0";
        }
    }
    if (field->stride[1] < field->size[0] || field->stride[2] < field->size[0]) {
        return "its rows must not overlap";
    }
    return NULL;
}

static bool check(const wafti_frame* frame) {
    const waft_field* density = &frame->drawing->volume->density;
    const waft_field* temperature = &frame->drawing->volume->temperature;
    const waft_look* look = &frame->drawing->look;
    const char* problem = field_problem(density);
    if (problem == NULL && temperature->data != NULL) {
        problem = field_problem(temperature);
        if (memcmp(temperature->size, density->size, sizeof density->size) != 0) {
            problem = "its temperature must have as many cells as its density";
        }
    }
    const float numbers[] = {look->smoke_density, look->smoke_color.x, look->smoke_color.y,
        look->smoke_color.z, look->glow};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0] && problem == NULL; ++i) {
        if (!(numbers[i] >= 0.0f) || !isfinite(numbers[i]) || !isfinite(look->glow_from)) {
            problem = "look.smoke_density, smoke_color and glow must be finite and not below 0";
        }
    }
    return problem == NULL ||
           wafti_frame_fail(frame, WAFT_ERR_ARGUMENT, "a volume cannot be drawn: %s", problem);
}

static bool no_memory(const wafti_frame* frame, const waft_field* field) {
    return wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY,
        "no memory to draw smoke of %d x %d x %d cells", (int)field->size[0], (int)field->size[1],
        (int)field->size[2]);
}

static bool make_program(volume* me, const wafti_frame* frame) {
    return wafti_program_need(frame, &me->program, "volume", "SAMPLES=%d TILE=%d MOST_STEPS=%d%s",
        frame->samples, WAFTI_SMOKE_TILE, MOST_STEPS, me->hot ? " HEAT" : "");
}

static float longest_side(const waft_field* field) {
    return fmaxf(field->spacing.x * (float)field->size[0],
        fmaxf(field->spacing.y * (float)field->size[1], field->spacing.z * (float)field->size[2]));
}

// Smoke in two dimensions is one layer of cells, too thin to see. To the eye (not to the light,
// which crosses all of it) it is as deep as a tenth of its smaller side.
static float layer_depth(const waft_field* density) {
    const waft_vec3 h = density->spacing;
    const float side = fminf(h.x * (float)density->size[0], h.y * (float)density->size[1]);
    return density->size[2] == 1 ? fmaxf(0.1f * side / h.z, 1.0f) : 1.0f;
}

// Notes the size of a texture that was just made; of none, and returns false, if that failed.
static bool remember(int32_t* noted, const int32_t* size, int count) {
    const bool made = glGetError() == GL_NO_ERROR;
    for (int i = 0; i < count; ++i) {
        noted[i] = made ? size[i] : 0;
    }
    return made;
}

// False if there was no memory for the texture.
static bool upload_cells(volume* me, const int32_t size[3], const uint8_t* bytes) {
    wafti_gl_bind(WAFTI_UNIT_SMOKE, GL_TEXTURE_3D, me->cells);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    if (memcmp(me->cell_size, size, sizeof me->cell_size) != 0) {
        glTexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, size[0], size[1], size[2], 0, GL_RGBA,
            GL_UNSIGNED_BYTE, bytes);
        if (!remember(me->cell_size, size, 3)) {
            return false;
        }
    } else {
        glTexSubImage3D(
            GL_TEXTURE_3D, 0, 0, 0, 0, size[0], size[1], size[2], GL_RGBA, GL_UNSIGNED_BYTE, bytes);
    }
    return true;
}

static bool prepare_ranges(volume* me, const wafti_frame* frame, const wafti_smoke_bricks* bricks) {
    int32_t size[2];
    for (int i = 0; i < 2; ++i) {
        size[i] = (frame->size[i] + WAFTI_SMOKE_TILE - 1) / WAFTI_SMOKE_TILE;
    }
    float* ranges = wafti_render_reserve(
        frame->room, &me->tiles, (size_t)size[0] * (size_t)size[1], 2 * sizeof(float));
    if (ranges == NULL) {
        return no_memory(frame, &me->density);
    }
    const float least =
        least_depth / (frame->drawing->look.smoke_density * longest_side(&me->density));
    wafti_smoke_ranges(frame, &me->density, bricks, least, ranges, me->rectangle);
    wafti_gl_bind(UNIT_RANGES, GL_TEXTURE_2D, me->ranges);
    if (memcmp(me->range_size, size, sizeof size) != 0) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, size[0], size[1], 0, GL_RG, GL_FLOAT, ranges);
        if (!remember(me->range_size, size, 2)) {
            return no_memory(frame, &me->density);
        }
    } else {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, size[0], size[1], GL_RG, GL_FLOAT, ranges);
    }
    glActiveTexture(GL_TEXTURE0 + WAFTI_UNIT_FIRST);
    return true;
}

static bool prepare_cells(volume* me, const wafti_frame* frame, float densest) {
    const waft_field* density = &me->density;
    const waft_look* look = &frame->drawing->look;
    const size_t count =
        (size_t)density->size[0] * (size_t)density->size[1] * (size_t)density->size[2];
    uint8_t* bytes = wafti_render_reserve(frame->room, &me->bytes, count, WAFTI_SMOKE_CHANNELS);
    float* scratch = wafti_render_reserve(
        frame->room, &me->scratch, wafti_light_scratch(density->size), sizeof *scratch);
    if (bytes == NULL || scratch == NULL) {
        return no_memory(frame, density);
    }
    const waft_vec3 h = density->spacing;
    const float extinction = look->smoke_density;
    const float full = fminf(densest, black_depth / (extinction * fminf(h.x, fminf(h.y, h.z))));
    const waft_vec3 sun = {frame->block.sun[0], frame->block.sun[1], frame->block.sun[2]};
    me->extinction = extinction * full * layer_depth(density);
    wafti_smoke_put(density, 0.0f, full, true, bytes);
    wafti_light_sun(density, extinction, sun, scratch, bytes + 1);
    wafti_light_ambient(density, 0.35f * extinction, true, scratch, bytes + 2);
    if (me->hot) {
        wafti_smoke_put(&me->temperature, look->glow_from, me->hottest, false, bytes + 3);
    } else {
        wafti_light_ambient(density, 0.35f * extinction, false, scratch, bytes + 3);
    }
    return upload_cells(me, density->size, bytes) || no_memory(frame, density);
}

// What K over the start of glowing count as radiance 1.
static float glow_unit(const waft_look* look) {
    return fmaxf(look->glow_from, 300.0f);
}

static bool prepare_fire(volume* me, const wafti_frame* frame, const wafti_smoke_bricks* bricks) {
    const waft_look* look = &frame->drawing->look;
    const size_t count = wafti_fire_count(bricks);
    float* light = wafti_render_reserve(frame->room, &me->light, count, 4 * sizeof *light);
    if (light == NULL) {
        return no_memory(frame, &me->density);
    }
    const wafti_fire fire = {look->smoke_density, look->glow_from, glow_unit(look)};
    me->fire_range =
        wafti_fire_light(&fire, &me->density, &me->temperature, bricks, light + count, light);
    uint8_t* bytes = (uint8_t*)(light + 3 * count);
    const float scale = me->fire_range > 0.0f ? 1.0f / me->fire_range : 0.0f;
    for (size_t i = 0; i < count; ++i) {
        bytes[i] = (uint8_t)(int)(sqrtf(light[i] * scale) * 255.0f + 0.5f);
    }
    wafti_gl_bind(UNIT_FIRE, GL_TEXTURE_3D, me->fire);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage3D(GL_TEXTURE_3D, 0, GL_R8, bricks->size[0], bricks->size[1], bricks->size[2], 0,
        GL_RED, GL_UNSIGNED_BYTE, bytes);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glActiveTexture(GL_TEXTURE0 + WAFTI_UNIT_FIRST);
    for (int i = 0; i < 3; ++i) {
        me->fire_scale[i] = (float)me->density.size[i] / (float)(bricks->size[i] * bricks->edge);
    }
    return true;
}

// Air without smoke, for those who ask for its shadow.
static bool upload_nothing(volume* me) {
    static const int32_t one[3] = {1, 1, 1};
    static const uint8_t clear[WAFTI_SMOKE_CHANNELS] = {0, 255, 255, 0};
    return upload_cells(me, one, clear);
}

// A field that the texture has no room for is thinned.
static bool take_field(const volume* me, const wafti_frame* frame, const waft_field* field,
    wafti_render_buffer* room, waft_field* out_field) {
    const int longest = field->size[0] > field->size[1] ? field->size[0] : field->size[1];
    int step = 1;
    while ((longest > field->size[2] ? longest : field->size[2]) > me->most_cells * step ||
           wafti_smoke_thin_count(field, step) > most_cells ||
           wafti_smoke_thin_count(field, step) == 0) {
        step *= 2;
    }
    *out_field = *field;
    if (step > 1) {
        float* values = wafti_render_reserve(
            frame->room, room, wafti_smoke_thin_count(field, step), sizeof *values);
        if (values == NULL) {
            return no_memory(frame, field);
        }
        *out_field = wafti_smoke_thin(field, step, values);
    }
    return true;
}

static bool take_fields(volume* me, const wafti_frame* frame) {
    const waft_draw_volume* smoke = frame->drawing->volume;
    const bool glows = smoke->temperature.data != NULL && frame->drawing->look.glow > 0.0f;
    me->hottest = glows ? wafti_smoke_most(&smoke->temperature) : 0.0f;
    me->hot = glows && me->hottest > frame->drawing->look.glow_from;
    return take_field(me, frame, &smoke->density, &me->thin_density, &me->density) &&
           (!me->hot ||
               take_field(me, frame, &smoke->temperature, &me->thin_heat, &me->temperature));
}

static bool prepare(void* self, const wafti_frame* frame) {
    volume* me = self;
    me->shown = false;
    if (frame->drawing->volume == NULL) {
        return true;
    }
    if (!check(frame) || !take_fields(me, frame)) {
        return false;
    }
    wafti_smoke_bricks* bricks = wafti_render_reserve(frame->room, &me->bricks, 1, sizeof *bricks);
    if (bricks == NULL) {
        return no_memory(frame, &me->density);
    }
    const float densest = wafti_smoke_survey(&me->density, bricks);
    const float depth = densest * frame->drawing->look.smoke_density * longest_side(&me->density);
    if (!(depth > least_depth)) {
        return upload_nothing(me) || no_memory(frame, &me->density);
    }
    me->shown = true;
    return make_program(me, frame) && prepare_ranges(me, frame, bricks) &&
           (!me->hot || prepare_fire(me, frame, bricks)) && prepare_cells(me, frame, densest);
}

static void set_uniforms(const volume* me, const wafti_frame* frame, GLuint program) {
    const waft_field* d = &me->density;
    const waft_look* look = &frame->drawing->look;
    const float* p = frame->projection.m;
    const bool parallel = frame->drawing->camera.orthographic;
    float bounds[4];
    for (int i = 0; i < 4; ++i) {
        const float pixels = (float)frame->size[i % 2];
        bounds[i] =
            fminf(2.0f * (float)(me->rectangle[i] * WAFTI_SMOKE_TILE) / pixels - 1.0f, 1.0f);
    }
    glUniform4fv(glGetUniformLocation(program, "bounds"), 1, bounds);
    const waft_vec3 cells = {(float)d->size[0], (float)d->size[1], (float)d->size[2]};
    wafti_gl_set_vec3(program, "cell_count", cells);
    glUniform4f(glGetUniformLocation(program, "depth_terms"), p[14], parallel ? -1.0f : 0.0f, p[10],
        parallel ? 0.0f : 1.0f);
    wafti_gl_set_float(program, "extinction", me->extinction * 1.44269504f);
    wafti_gl_set_vec3(program, "albedo", look->smoke_color);
    wafti_gl_set_unit(program, "ranges", UNIT_RANGES);
    if (me->hot) {
        wafti_gl_set_float(
            program, "heat_range", (me->hottest - look->glow_from) / glow_unit(look));
        glUniform3fv(glGetUniformLocation(program, "fire_scale"), 1, me->fire_scale);
        wafti_gl_set_float(program, "fire_range", me->fire_range);
        wafti_gl_set_float(program, "glow", look->glow);
        wafti_gl_set_unit(program, "fire", UNIT_FIRE);
    }
}

static void draw(void* self, const wafti_frame* frame) {
    const volume* me = self;
    if (!me->shown || me->rectangle[0] >= me->rectangle[2]) {
        return;
    }
    glUseProgram(me->program);
    set_uniforms(me, frame, me->program);
    wafti_gl_bind(UNIT_FIRE, GL_TEXTURE_3D, me->fire);
    wafti_gl_bind(UNIT_RANGES, GL_TEXTURE_2D, me->ranges);
    glBindVertexArray(frame->points);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

const wafti_pass wafti_pass_volume = {
    .size = sizeof(volume),
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .volume = draw,
};
