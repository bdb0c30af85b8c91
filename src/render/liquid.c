// SPDX-License-Identifier: MIT
// The surface of a liquid as a mesh of clear water. How much liquid a ray passes is known from the depth
// of the inner sides, which are drawn first into a target of their own.
#include "render/pass.h"
#include "render/shader.h"
#include "render/stream.h"
#include "render/support.h"
#include "render/target.h"
#include "render/water_uniforms.h"

enum { UNIT_BACK = WAFTI_UNIT_FIRST };

typedef enum variant { BACK, FRONT, FRONT_SHADOWS, FRONT_SMOKE, VARIANTS } variant;

static const char* const variant_defines[VARIANTS] = {
    [BACK] = "#define BACK\n",
    [FRONT] = "#define SEE_THROUGH\n",
    [FRONT_SHADOWS] = "#define SEE_THROUGH\n#define SHADOWS\n",
    [FRONT_SMOKE] = "#define SEE_THROUGH\n#define SHADOWS\n#define SMOKE_SHADOW\n",
};

typedef struct liquid {
    GLuint programs[VARIANTS];
    GLuint points, indices;
    wafti_stream positions, normals;
    wafti_target back;
} liquid;

static waft_result create(void* self, const wafti_frame* frame, waft_error* out_error) {
    (void)frame;
    (void)out_error;
    liquid* me = self;
    glGenVertexArrays(1, &me->points);
    glGenBuffers(1, &me->indices);
    return WAFT_OK;
}

static void destroy(void* self, const wafti_frame* frame) {
    (void)frame;
    liquid* me = self;
    glDeleteVertexArrays(1, &me->points);
    glDeleteBuffers(1, &me->indices);
    wafti_stream_free(&me->positions);
    wafti_stream_free(&me->normals);
    wafti_target_free(&me->back);
}

static const waft_draw_liquid* drawn_of(const wafti_frame* frame) {
    const waft_draw_liquid* drawn = frame->drawing->liquid;
    return drawn != NULL && drawn->index_count > 0 ? drawn : NULL;
}

static variant choose(const wafti_frame* frame) {
    return frame->smoke_shadow ? FRONT_SMOKE
                               : (frame->drawing->look.shadows ? FRONT_SHADOWS : FRONT);
}

static waft_result check(const waft_draw_liquid* drawn, waft_error* out_error) {
    if (drawn->positions == NULL || drawn->normals == NULL || drawn->indices == NULL ||
        drawn->index_count % 3 != 0 || drawn->index_count > INT32_MAX) {
        return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
            "a drawing cannot be drawn: the liquid lacks an array, or its indices are not triples");
    }
    for (size_t i = 0; i < drawn->index_count; ++i) {
        if (drawn->indices[i] >= drawn->point_count) {
            return wafti_render_fail(out_error, WAFT_ERR_ARGUMENT,
                "a drawing cannot be drawn: liquid.indices[%zu] is %u of %zu points", i,
                drawn->indices[i], drawn->point_count);
        }
    }
    return WAFT_OK;
}

static void upload(liquid* me, const waft_draw_liquid* drawn) {
    const size_t vectors = drawn->point_count * 3 * sizeof(float);
    glBindVertexArray(me->points);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    wafti_stream_fill(&me->positions, drawn->positions, vectors);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    wafti_stream_fill(&me->normals, drawn->normals, vectors);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, me->indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(drawn->index_count * sizeof(uint32_t)),
        drawn->indices, GL_STREAM_DRAW);
    glBindVertexArray(0);
}

static waft_result prepare(void* self, const wafti_frame* frame, waft_error* out_error) {
    liquid* me = self;
    const waft_draw_liquid* drawn = drawn_of(frame);
    if (drawn == NULL) {
        return WAFT_OK;
    }
    waft_result result = check(drawn, out_error);
    if (result == WAFT_OK) {
        result = wafti_water_look_check(&frame->drawing->look, out_error);
    }
    const variant needed[] = {BACK, choose(frame)};
    for (size_t i = 0; i < sizeof needed / sizeof needed[0] && result == WAFT_OK; ++i) {
        result = wafti_program_need(frame->programs, "liquid", variant_defines[needed[i]],
            &me->programs[needed[i]], out_error);
    }
    if (result == WAFT_OK) {
        result = wafti_target_resize(&me->back, frame->size[0] * frame->samples,
            frame->size[1] * frame->samples, 0, GL_DEPTH_COMPONENT24, out_error);
    }
    if (result == WAFT_OK) {
        upload(me, drawn);
    }
    return result;
}

static void draw_facets(const liquid* me, const waft_draw_liquid* drawn, GLenum hidden) {
    glEnable(GL_CULL_FACE);
    glCullFace(hidden);
    glBindVertexArray(me->points);
    glDrawElements(GL_TRIANGLES, (GLsizei)drawn->index_count, GL_UNSIGNED_INT, NULL);
    glBindVertexArray(0);
    glCullFace(GL_BACK);
    glDisable(GL_CULL_FACE);
}

// The nearest inner sides: of drops before a body of liquid those of the drops.
static void draw_back(void* self, const wafti_frame* frame) {
    const liquid* me = self;
    const waft_draw_liquid* drawn = drawn_of(frame);
    if (drawn != NULL) {
        wafti_target_bind(&me->back);
        glClear(GL_DEPTH_BUFFER_BIT);
        glUseProgram(me->programs[BACK]);
        draw_facets(me, drawn, GL_FRONT);
    }
}

static void draw(void* self, const wafti_frame* frame) {
    const liquid* me = self;
    const waft_draw_liquid* drawn = drawn_of(frame);
    if (drawn == NULL) {
        return;
    }
    const GLuint program = me->programs[choose(frame)];
    const wafti_ripples none = {.tile = 1.0f};
    const wafti_water_uniforms uniforms =
        wafti_water_uniforms_make(frame, frame->drawing->bounds, &none);
    wafti_water_uniforms_set(program, frame, &uniforms);
    glUniform1i(glGetUniformLocation(program, "back_depth"), UNIT_BACK);
    glActiveTexture(GL_TEXTURE0 + UNIT_BACK);
    glBindTexture(GL_TEXTURE_2D, me->back.depth);
    draw_facets(me, drawn, GL_BACK);
    glBindTexture(GL_TEXTURE_2D, 0);
}

const wafti_pass wafti_pass_liquid = {
    .name = "liquid",
    .size = sizeof(liquid),
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .light = draw_back,
    .water = draw,
};
