// SPDX-License-Identifier: MIT
// Text on the finished picture: a quad a letter, first all halos, then all letters.
#include "render/film.h"
#include "render/font.h"
#include "render/glyph_atlas.h"
#include "render/pass.h"
#include "render/shader.h"
#include "render/stream.h"
#include "render/support.h"

#include <string.h>

static const float largest_size = 2000.0f;

/// One instance of text.vert.glsl.
typedef struct quad {
    float place[4];  ///< left, top, width, height in pixels from the upper left
    float texels[4]; ///< the same in the atlas, in texels; top to bottom
    float color[4];  ///< sRGB, opacity
    float edge[2];   ///< distance from the pen's way where the ink is full and where it ends
} quad;

typedef struct text_pass {
    GLuint program;
    GLint flip, scale;
    GLuint points;
    wafti_glyph_atlas atlas;
    wafti_stream stream;
    wafti_render_buffer quads;
    size_t quad_count;
} text_pass;

static void set_attributes(void) {
    static const struct {
        GLint size;
        size_t offset;
    } parts[] = {{4, offsetof(quad, place)}, {4, offsetof(quad, texels)},
        {4, offsetof(quad, color)}, {2, offsetof(quad, edge)}};
    for (GLuint i = 0; i < 4; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, parts[i].size, GL_FLOAT, GL_FALSE, (GLsizei)sizeof(quad),
            (const void*)parts[i].offset); // NOLINT(performance-no-int-to-ptr)
        glVertexAttribDivisor(i, 1);
    }
}

static waft_result create(void* self, const wafti_frame* frame, waft_error* out_error) {
    text_pass* me = self;
    glGenVertexArrays(1, &me->points);
    waft_result result = wafti_glyph_atlas_create(&me->atlas, frame->allocator, out_error);
    if (result == WAFT_OK) {
        result = wafti_program_need(frame->programs, "text", "", &me->program, out_error);
    }
    if (result == WAFT_OK) {
        glUseProgram(me->program);
        glUniform1i(glGetUniformLocation(me->program, "glyphs"), WAFTI_UNIT_FIRST);
        me->flip = glGetUniformLocation(me->program, "flip");
        me->scale = glGetUniformLocation(me->program, "scale");
        const quad none = {{0}, {0}, {0}, {0}};
        glBindVertexArray(me->points);
        wafti_stream_fill(&me->stream, &none, sizeof none);
        set_attributes();
    }
    return result;
}

static void destroy(void* self, const wafti_frame* frame) {
    text_pass* me = self;
    glDeleteVertexArrays(1, &me->points);
    if (me->atlas.places != NULL) {
        wafti_glyph_atlas_free(&me->atlas, frame->allocator);
    }
    wafti_stream_free(&me->stream);
    wafti_render_buffer_free(frame->allocator, &me->quads);
}

static const char* problem_of(const waft_draw_text* text) {
    const float sum = text->at.x + text->at.y + text->at.z + text->color.x + text->color.y +
                      text->color.z + text->align;
    if (text->text == NULL) {
        return "its text is NULL";
    }
    if (!(text->size > 0.0f && text->size <= largest_size)) {
        return "its size must be above 0 and at most 2000 pixels";
    }
    return isfinite(sum) ? NULL : "its place, alignment and color must be finite";
}

// Quads that all texts can need, or a sentence about the first that is wrong.
static waft_result count_quads(
    const waft_drawing* drawing, size_t* out_count, waft_error* out_error) {
    *out_count = 0;
    for (size_t i = 0; i < drawing->text_count; ++i) {
        const waft_draw_text* text = &drawing->texts[i];
        const char* problem = problem_of(text);
        if (problem != NULL) {
            return wafti_render_fail(
                out_error, WAFT_ERR_ARGUMENT, "text %zu cannot be drawn: %s", i, problem);
        }
        *out_count += strlen(text->text) * (text->halo ? 2 : 1);
    }
    return WAFT_OK;
}

// As wafti_font_width(), from what the atlas remembers: drawing letters to measure them takes longer
// than all the rest.
static float measure(text_pass* me, const waft_draw_text* text) {
    float width = 0.0f;
    const char* rest = text->text;
    for (uint32_t code = 0; (code = wafti_font_next(&rest)) != 0;) {
        width += wafti_glyph_atlas_get(&me->atlas, wafti_font_find(code))->advance;
    }
    return width * text->size / WAFTI_FONT_CAPITAL;
}

// Where a text begins, in pixels from the upper left. A text behind the eye has no place.
static bool find_start(
    const wafti_frame* frame, const waft_draw_text* text, float width, waft_vec2* out_start) {
    if (text->anchor == WAFT_TEXT_SCREEN) {
        // Whole pixels keep the feet of the letters sharp. A text that moves with the world would
        // jump from one to the next.
        *out_start = (waft_vec2){text->at.x - text->align * width, roundf(text->at.y)};
        return true;
    }
    const float* m = frame->block.view_projection.m;
    const waft_vec3 at = text->at;
    if (m[3] * at.x + m[7] * at.y + m[11] * at.z + m[15] <= 0.0f) {
        return false;
    }
    const waft_vec3 p = wafti_mat4_point(&frame->block.view_projection, at);
    const float x = (0.5f + 0.5f * p.x) * (float)frame->size[0];
    const float y = (0.5f - 0.5f * p.y) * (float)frame->size[1];
    *out_start = (waft_vec2){x - text->align * width, y};
    return fabsf(x) < 1e6f && fabsf(y) < 1e6f;
}

/// How the letters of a text, or its halo, look.
typedef struct ink {
    float color[4];
    float edge[2];
} ink;

// The pen is never thinner than a pixel; what is missing to that is taken from its opacity.
static ink letter_ink(const waft_draw_text* text) {
    const float pixel = WAFTI_FONT_CAPITAL / text->size; // in units of the grid
    const float half = fmaxf(0.5f * WAFTI_FONT_PEN, 0.5f * pixel);
    const float opacity = fminf(WAFTI_FONT_PEN / pixel, 1.0f);
    const waft_vec3 color = wafti_film_srgb(text->color);
    return (ink){{color.x, color.y, color.z, opacity}, {half - 0.5f * pixel, half + 0.5f * pixel}};
}

// Dark round bright letters, bright round dark ones, two to three pixels wide, but never so wide
// that it closes small letters.
static ink halo_ink(const waft_draw_text* text) {
    const float pixel = WAFTI_FONT_CAPITAL / text->size;
    const float luminance =
        0.2126f * text->color.x + 0.7152f * text->color.y + 0.0722f * text->color.z;
    const float grey = luminance > 0.2f ? 0.0f : 1.0f;
    const float reach = fminf(fmaxf(2.4f, 2.5f * pixel), 0.2f * WAFTI_FONT_CAPITAL);
    return (ink){{grey, grey, grey, 0.9f}, {1.0f, 1.1f + reach}};
}

static bool is_seen(const wafti_frame* frame, const float place[4]) {
    return place[0] < (float)frame->size[0] && place[0] + place[2] > 0.0f &&
           place[1] < (float)frame->size[1] && place[1] + place[3] > 0.0f;
}

// A quad as large as the ink of one letter, whose origin is at `at`; y runs down in it.
static quad make_quad(const wafti_glyph_place* glyph, waft_vec2 at, float scale, const ink* look) {
    const float reach = fminf(look->edge[1] + 0.5f, WAFTI_GLYPH_REACH); // dots are a little wider
    const float texels = (float)WAFTI_ATLAS_PER_UNIT;
    const waft_vec2 low = {glyph->low.x - reach, glyph->low.y - reach};
    const waft_vec2 high = {glyph->high.x + reach, glyph->high.y + reach};
    const waft_vec2 size = {high.x - low.x, high.y - low.y};
    quad out = {
        .place = {at.x + low.x * scale, at.y - high.y * scale, size.x * scale, size.y * scale},
        .texels = {glyph->texel.x + low.x * texels, glyph->texel.y + high.y * texels,
            size.x * texels, -size.y * texels},
    };
    memcpy(out.color, look->color, sizeof out.color);
    memcpy(out.edge, look->edge, sizeof out.edge);
    return out;
}

static void add_text(
    text_pass* me, const wafti_frame* frame, const waft_draw_text* text, ink look) {
    waft_vec2 at;
    if (!find_start(frame, text, measure(me, text), &at)) {
        return;
    }
    const float scale = text->size / WAFTI_FONT_CAPITAL;
    // The base line is under the pen, not in its middle.
    at.y -= 0.5f * WAFTI_FONT_PEN * scale;
    quad* quads = me->quads.memory;
    const char* rest = text->text;
    for (uint32_t code = 0; (code = wafti_font_next(&rest)) != 0;) {
        const wafti_glyph_place* glyph = wafti_glyph_atlas_get(&me->atlas, wafti_font_find(code));
        const quad letter = make_quad(glyph, at, scale, &look);
        if (!glyph->blank && is_seen(frame, letter.place)) {
            quads[me->quad_count++] = letter;
        }
        at.x += glyph->advance * scale;
    }
}

static waft_result prepare(void* self, const wafti_frame* frame, waft_error* out_error) {
    text_pass* me = self;
    const waft_drawing* drawing = frame->drawing;
    me->quad_count = 0;
    size_t most = 0;
    const waft_result result = count_quads(drawing, &most, out_error);
    if (result != WAFT_OK || most == 0) {
        return result;
    }
    if (wafti_render_reserve(frame->allocator, &me->quads, most, sizeof(quad)) == NULL) {
        return wafti_render_fail(
            out_error, WAFT_ERR_NO_MEMORY, "no memory for a text of %zu letters", most);
    }
    for (size_t i = 0; i < drawing->text_count; ++i) {
        if (drawing->texts[i].halo) {
            add_text(me, frame, &drawing->texts[i], halo_ink(&drawing->texts[i]));
        }
    }
    for (size_t i = 0; i < drawing->text_count; ++i) {
        add_text(me, frame, &drawing->texts[i], letter_ink(&drawing->texts[i]));
    }
    wafti_stream_fill(&me->stream, me->quads.memory, me->quad_count * sizeof(quad));
    return WAFT_OK;
}

static void overlay(void* self, const wafti_frame* frame) {
    const text_pass* me = self;
    if (me->quad_count == 0) {
        return;
    }
    glActiveTexture(GL_TEXTURE0 + WAFTI_UNIT_FIRST);
    glBindTexture(GL_TEXTURE_2D, me->atlas.texture);
    glUseProgram(me->program);
    glUniform1f(me->flip, frame->flip ? -1.0f : 1.0f);
    glUniform2f(me->scale, 2.0f / (float)frame->size[0], 2.0f / (float)frame->size[1]);
    glBindVertexArray(me->points);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)me->quad_count);
    glDisable(GL_BLEND);
}

const wafti_pass wafti_pass_text = {
    .name = "text",
    .size = sizeof(text_pass),
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .overlay = overlay,
};
