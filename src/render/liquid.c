// SPDX-License-Identifier: MIT
// The surface of a liquid as a mesh of clear water. How much liquid a ray passes is known from the depth
// of the inner sides, which are drawn first into a target of their own.
#include "render/pass.h"
#include "render/shader.h"
#include "render/target.h"
#include "render/water_uniforms.h"

enum { UNIT_BACK = WAFTI_UNIT_FIRST };

enum { BACK, FRONT, PROGRAMS };

typedef struct liquid {
    GLuint programs[PROGRAMS];
    GLuint points;
    wafti_stream positions, normals, indices;
    wafti_target back;
} liquid;

static void destroy(void* self) {
    liquid* me = self;
    glDeleteVertexArrays(1, &me->points);
    wafti_stream_free(&me->positions);
    wafti_stream_free(&me->normals);
    wafti_stream_free(&me->indices);
    wafti_target_free(&me->back);
}

static const waft_draw_liquid* drawn_of(const wafti_frame* frame) {
    const waft_draw_liquid* drawn = frame->drawing->liquid;
    return drawn != NULL && drawn->index_count > 0 ? drawn : NULL;
}

static bool check(const wafti_frame* frame, const waft_draw_liquid* drawn) {
    if (drawn->positions == NULL || drawn->normals == NULL || drawn->indices == NULL ||
        drawn->index_count % 3 != 0 || drawn->index_count > INT32_MAX) {
        return wafti_frame_refuse(
            frame, "the liquid lacks an array, or its indices are not triples");
    }
    for (size_t i = 0; i < drawn->index_count; ++i) {
        if (drawn->indices[i] >= drawn->point_count) {
            return wafti_frame_refuse(frame, "liquid.indices[%zu] is %u of %zu points", i,
                drawn->indices[i], drawn->point_count);
        }
    }
    return wafti_water_look_check(frame);
}

static void upload(liquid* me, const waft_draw_liquid* drawn) {
    const size_t vectors = drawn->point_count * 3 * sizeof(float);
    wafti_gl_bind_array(&me->points);
    wafti_stream_fill(&me->positions, drawn->positions, vectors);
    wafti_gl_attribute(0, 3, 0, 0, 0);
    wafti_stream_fill(&me->normals, drawn->normals, vectors);
    wafti_gl_attribute(1, 3, 0, 0, 0);
    wafti_stream_fill_indices(&me->indices, drawn->indices, drawn->index_count);
    glBindVertexArray(0);
}

static bool prepare(void* self, const wafti_frame* frame) {
    liquid* me = self;
    const waft_draw_liquid* drawn = drawn_of(frame);
    if (drawn == NULL) {
        return true;
    }
    const bool ready =
        check(frame, drawn) && wafti_program_need(frame, &me->programs[BACK], "liquid", "BACK") &&
        wafti_program_need(frame, &me->programs[FRONT], "liquid", "SEE_THROUGH %s", frame->shade) &&
        wafti_target_resize(frame, &me->back, frame->size[0] * frame->samples,
            frame->size[1] * frame->samples, 0, GL_DEPTH_COMPONENT24);
    if (ready) {
        upload(me, drawn);
    }
    return ready;
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
    const GLuint program = me->programs[FRONT];
    const wafti_ripples none = {.tile = 1.0f};
    const wafti_water_uniforms uniforms =
        wafti_water_uniforms_make(frame, frame->drawing->bounds, &none);
    wafti_water_uniforms_set(program, frame, &uniforms);
    wafti_gl_set_unit(program, "back_depth", UNIT_BACK);
    wafti_gl_bind(UNIT_BACK, GL_TEXTURE_2D, me->back.depth);
    draw_facets(me, drawn, GL_BACK);
    glBindTexture(GL_TEXTURE_2D, 0);
}

const wafti_pass wafti_pass_liquid = {
    .size = sizeof(liquid),
    .destroy = destroy,
    .prepare = prepare,
    .light = draw_back,
    .water = draw,
};
