// SPDX-License-Identifier: MIT
// Text on the finished picture: a quad a letter, first all halos, then all letters.
#include "render/film.h"
#include "render/font.h"
#include "render/glyph_atlas.h"
#include "render/pass.h"
#include "render/shader.h"

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
    GLuint points;
    wafti_glyph_atlas atlas;
    wafti_stream stream;
    wafti_render_buffer quads;
    size_t quad_count;
} text_pass;

static bool create(void* self, const wafti_frame* frame) {
    text_pass* me = self;
    wafti_glyph_atlas_create(&me->atlas);
    if (!wafti_program_need(frame, &me->program, "text", "%s", "")) {
        return false;
    }
    glUseProgram(me->program);
    wafti_gl_set_unit(me->program, "glyphs", WAFTI_UNIT_FIRST);
    return true;
}

static void destroy(void* self) {
    text_pass* me = self;
    glDeleteVertexArrays(1, &me->points);
    glDeleteTextures(1, &me->atlas.texture);
    wafti_stream_free(&me->stream);
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
static bool count_quads(const wafti_frame* frame, size_t* out_count) {
    *out_count = 0;
    for (size_t i = 0; i < frame->drawing->text_count; ++i) {
        const waft_draw_text* text = &frame->drawing->texts[i];
        const char* problem = problem_of(text);
        if (problem != NULL) {
            return wafti_frame_fail(
                frame, WAFT_ERR_ARGUMENT, "text %zu cannot be drawn: %s", i, problem);
        }
        *out_count += strlen(text->text) * (text->halo ? 2 : 1);
    }
    return true;
}

// As waft_text_width(), from what the atlas remembers: drawing letters to measure them takes longer
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
    const wafti_vec4 p = wafti_mat4_apply(&frame->block.view_projection, text->at);
    if (p.w <= 0.0f) {
        return false;
    }
    const float x = (0.5f + 0.5f * (p.x / p.w)) * (float)frame->size[0];
    const float y = (0.5f - 0.5f * (p.y / p.w)) * (float)frame->size[1];
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

static bool prepare(void* self, const wafti_frame* frame) {
    text_pass* me = self;
    const waft_drawing* drawing = frame->drawing;
    me->quad_count = 0;
    size_t most = 0;
    const bool sound = count_quads(frame, &most);
    if (!sound || most == 0) {
        return sound;
    }
    if (wafti_frame_reserve(frame, &me->quads, most, sizeof(quad), "a text of %zu letters", most) ==
        NULL) {
        return false;
    }
    for (size_t i = 0; i < drawing->text_count; ++i) {
        if (drawing->texts[i].halo) {
            add_text(me, frame, &drawing->texts[i], halo_ink(&drawing->texts[i]));
        }
    }
    for (size_t i = 0; i < drawing->text_count; ++i) {
        add_text(me, frame, &drawing->texts[i], letter_ink(&drawing->texts[i]));
    }
    wafti_gl_bind_array(&me->points);
    wafti_stream_fill(&me->stream, me->quads.memory, me->quad_count * sizeof(quad));
    // A quad is numbers alone: three times four, and the edge.
    for (GLuint i = 0; i < 4; ++i) {
        wafti_gl_attribute(i, i < 3 ? 4 : 2, sizeof(quad), (size_t)i * 4 * sizeof(float), 1);
    }
    return true;
}

static void overlay(void* self, const wafti_frame* frame) {
    const text_pass* me = self;
    if (me->quad_count == 0) {
        return;
    }
    wafti_gl_bind(WAFTI_UNIT_FIRST, GL_TEXTURE_2D, me->atlas.texture);
    wafti_frame_use_overlay(frame, me->program);
    glBindVertexArray(me->points);
    wafti_gl_blend(true);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)me->quad_count);
    wafti_gl_blend(false);
}

const wafti_pass wafti_pass_text = {
    .size = sizeof(text_pass),
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .overlay = overlay,
};
