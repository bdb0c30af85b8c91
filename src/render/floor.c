// SPDX-License-Identifier: MIT
// An endless floor that fades into the background. Only the part on which shadows can fall looks
// them up, in a picture of the light on it that is made before with one sample a pixel: light varies
// slowly, and its many taps are what the floor costs.
#include "render/pass.h"
#include "render/shader.h"
#include "render/target.h"

enum {
    NEAR_PART, ///< a rectangle that holds every shadow
    FAR_PART,  ///< four around it
    MOST_POINTS = 6 * 5,
    UNIT_LIGHT = WAFTI_UNIT_FIRST,
};

typedef struct floor_pass {
    GLuint programs[2]; ///< without and with shadows
    GLuint light_program;
    GLuint array;
    wafti_stream corners;
    GLuint depths;      ///< sampler that reads the shadow map instead of comparing
    wafti_target light; ///< red: share of the sun, green: share of the sky
} floor_pass;

static GLuint make_sampler(void) {
    GLuint sampler = 0;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_MODE, GL_NONE);
    return sampler;
}

static void destroy(void* self) {
    floor_pass* me = self;
    glDeleteVertexArrays(1, &me->array);
    wafti_stream_free(&me->corners);
    glDeleteSamplers(1, &me->depths);
    wafti_target_free(&me->light);
}

static int add_rectangle(waft_vec2* points, int count, waft_vec2 low, waft_vec2 high) {
    const waft_vec2 corners[6] = {low, {high.x, low.y}, high, low, high, {low.x, high.y}};
    for (int i = 0; i < 6; ++i) {
        points[count + i] = corners[i];
    }
    return count + 6;
}

// The rectangle of the floor that the shadow of the bounding sphere can reach, and the rest.
static void lay_out(const wafti_frame* frame, waft_vec2 points[MOST_POINTS]) {
    const float* sun = frame->block.sun;
    const float slope = fmaxf(sun[1], 0.05f);
    const float drop = frame->center.y - frame->ground;
    const waft_vec2 middle = {
        frame->center.x - sun[0] / slope * drop, frame->center.z - sun[2] / slope * drop};
    const float reach_x = frame->radius * (1.0f + fabsf(sun[0]) / slope);
    const float reach_z = frame->radius * (1.0f + fabsf(sun[2]) / slope);
    const waft_vec2 low = {middle.x - reach_x, middle.y - reach_z};
    const waft_vec2 high = {middle.x + reach_x, middle.y + reach_z};
    const float far_away = frame->block.view[1];
    const waft_vec2 least = {
        frame->block.eye[0] - far_away - reach_x, frame->block.eye[2] - far_away - reach_z};
    const waft_vec2 most = {
        frame->block.eye[0] + far_away + reach_x, frame->block.eye[2] + far_away + reach_z};
    int count = add_rectangle(points, 0, low, high);
    count = add_rectangle(points, count, least, (waft_vec2){most.x, low.y});
    count = add_rectangle(points, count, (waft_vec2){least.x, high.y}, most);
    count = add_rectangle(points, count, (waft_vec2){least.x, low.y}, (waft_vec2){low.x, high.y});
    (void)add_rectangle(points, count, (waft_vec2){high.x, low.y}, (waft_vec2){most.x, high.y});
}

// Something throws shadows on the floor.
static bool is_shaded(const wafti_frame* frame) {
    return isfinite(frame->ground) && (frame->shadows || frame->smoke_shadow);
}

static bool prepare(void* self, const wafti_frame* frame) {
    floor_pass* me = self;
    if (!isfinite(frame->ground)) {
        return true;
    }
    waft_vec2 points[MOST_POINTS];
    lay_out(frame, points);
    wafti_gl_bind_array(&me->array);
    wafti_stream_fill(&me->corners, points, sizeof points);
    wafti_gl_attribute(0, 2, 0, 0, 0);
    if (me->depths == 0) {
        me->depths = make_sampler();
    }
    const char* grid = frame->drawing->look.ground == WAFT_GROUND_GRID ? "GRID" : "";
    return wafti_program_need(frame, &me->programs[0], "floor", "%s", grid) &&
           (!frame->drawing->look.shadows ||
               (wafti_program_need(frame, &me->programs[1], "floor", "%s SHADOWS", grid) &&
                   wafti_program_need(
                       frame, &me->light_program, "floor_light", "%s", frame->shade) &&
                   wafti_target_resize(
                       frame, &me->light, frame->size[0], frame->size[1], GL_RGBA8, 0)));
}

static void light(void* self, const wafti_frame* frame) {
    const floor_pass* me = self;
    if (!is_shaded(frame)) {
        return;
    }
    wafti_target_bind(&me->light);
    glClearColor(1.0f, 1.0f, 1.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    wafti_gl_bind(UNIT_LIGHT, GL_TEXTURE_2D, frame->shadow_map);
    glBindSampler(UNIT_LIGHT, me->depths);
    glUseProgram(me->light_program);
    wafti_gl_set_unit(me->light_program, "shadow_depth", UNIT_LIGHT);
    glBindVertexArray(me->array);
    glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    glEnable(GL_DEPTH_TEST);
    glBindSampler(UNIT_LIGHT, 0);
}

// A round length of which some ten fit across what is drawn.
static float round_length(float length) {
    const float power = powf(10.0f, floorf(log10f(length)));
    const float share = length / power;
    return power * (share < 2.0f ? 1.0f : share < 5.0f ? 2.0f : 5.0f);
}

static void draw_part(const floor_pass* me, const wafti_frame* frame, int part, bool shadows) {
    const GLuint program = me->programs[shadows ? 1 : 0];
    glUseProgram(program);
    wafti_gl_set_unit(program, "floor_light", UNIT_LIGHT);
    wafti_gl_set_float(program, "grid", round_length(frame->radius * 0.2f));
    glDrawArrays(GL_TRIANGLES, part == NEAR_PART ? 0 : 6, part == NEAR_PART ? 6 : 24);
}

static void opaque(void* self, const wafti_frame* frame) {
    const floor_pass* me = self;
    if (!isfinite(frame->ground)) {
        return;
    }
    wafti_gl_bind(UNIT_LIGHT, GL_TEXTURE_2D, me->light.color);
    glBindVertexArray(me->array);
    draw_part(me, frame, NEAR_PART, is_shaded(frame));
    draw_part(me, frame, FAR_PART, false);
}

const wafti_pass wafti_pass_floor = {
    .size = sizeof(floor_pass),
    .destroy = destroy,
    .prepare = prepare,
    .light = light,
    .opaque = opaque,
};
