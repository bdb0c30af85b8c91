// SPDX-License-Identifier: MIT
#include "render/glyph_atlas.h"

#include "render/font.h"
#include "render/shader.h"

static const float dot_bonus = 0.35f;  // full stops and dots are a little wider than strokes
static const float fine_bonus = -0.3f; // and small figures thinner

enum {
    MARGIN = 11,      // texels of reach round the pen's way
    CELL_HEIGHT = 80, // of the whole font, reach and two texels between the rows
    MOST_WIDTH = 96,
};

void wafti_glyph_atlas_create(wafti_glyph_atlas* atlas) {
    *atlas = (wafti_glyph_atlas){0};
    glActiveTexture(GL_TEXTURE0 + WAFTI_UNIT_FIRST);
    atlas->texture = wafti_gl_make_texture(GL_TEXTURE_2D, GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, WAFTI_ATLAS_WIDTH, WAFTI_ATLAS_HEIGHT, 0, GL_RED,
        GL_UNSIGNED_BYTE, NULL);
}

// Square of the distance from a point to a segment that starts at the origin.
static float distance_squared(float x, float y, float along_x, float along_y, float per_length) {
    const float share = fminf(fmaxf((x * along_x + y * along_y) * per_length, 0.0f), 1.0f);
    const float dx = x - share * along_x;
    const float dy = y - share * along_y;
    return dx * dx + dy * dy;
}

static void add_segment(
    float* distances, int width, waft_vec2 corner, const wafti_font_segment* segment) {
    const float along_x = segment->to.x - segment->from.x;
    const float along_y = segment->to.y - segment->from.y;
    const float length = along_x * along_x + along_y * along_y;
    const float per_length = length > 0.0f ? 1.0f / length : 0.0f;
    const float unit = 1.0f / (float)WAFTI_ATLAS_PER_UNIT;
    const float bonus = segment->fine ? fine_bonus : length > 0.0f ? 0.0f : dot_bonus;
    for (int j = 0; j < CELL_HEIGHT; ++j) {
        const float y = corner.y + ((float)j + 0.5f) * unit - segment->from.y;
        float* row = distances + (size_t)j * MOST_WIDTH;
        for (int i = 0; i < width; ++i) {
            const float x = corner.x + ((float)i + 0.5f) * unit - segment->from.x;
            const float square = distance_squared(x, y, along_x, along_y, per_length);
            row[i] = fminf(row[i], sqrtf(square) - bonus);
        }
    }
}

static void upload(const wafti_glyph_atlas* atlas, const float* distances, int width) {
    unsigned char texels[CELL_HEIGHT * MOST_WIDTH];
    for (int i = 0; i < CELL_HEIGHT * MOST_WIDTH; ++i) {
        const float near = 1.0f - fmaxf(distances[i], 0.0f) / WAFTI_GLYPH_REACH;
        texels[i] = (unsigned char)(fmaxf(near, 0.0f) * 255.0f + 0.5f);
    }
    wafti_gl_bind(WAFTI_UNIT_FIRST, GL_TEXTURE_2D, atlas->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, MOST_WIDTH);
    glTexSubImage2D(GL_TEXTURE_2D, 0, atlas->next[0], atlas->next[1], width, CELL_HEIGHT, GL_RED,
        GL_UNSIGNED_BYTE, texels);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

static void draw_glyph(wafti_glyph_atlas* atlas, size_t glyph) {
    wafti_font_shape shape;
    wafti_font_shape_of(glyph, &shape);
    const float span = (shape.high.x - shape.low.x) * (float)WAFTI_ATLAS_PER_UNIT;
    const int width = (int)fminf(ceilf(span) + 2.0f * (float)MARGIN, (float)MOST_WIDTH);
    if (atlas->next[0] + width > WAFTI_ATLAS_WIDTH) {
        atlas->next[0] = 0;
        atlas->next[1] += CELL_HEIGHT;
    }
    const float unit = (float)WAFTI_ATLAS_PER_UNIT;
    const waft_vec2 corner = {
        shape.low.x - (float)MARGIN / unit, WAFTI_FONT_LOW - (float)MARGIN / unit};
    atlas->places[glyph] = (wafti_glyph_place){
        .advance = shape.advance,
        .blank = shape.segment_count == 0,
        .low = shape.low,
        .high = shape.high,
        .texel = {(float)atlas->next[0] - corner.x * unit, (float)atlas->next[1] - corner.y * unit},
    };
    float distances[CELL_HEIGHT * MOST_WIDTH];
    for (int i = 0; i < CELL_HEIGHT * MOST_WIDTH; ++i) {
        distances[i] = WAFTI_GLYPH_REACH;
    }
    for (size_t i = 0; i < shape.segment_count; ++i) {
        add_segment(distances, width, corner, &shape.segments[i]);
    }
    upload(atlas, distances, width);
    atlas->next[0] += width;
}

const wafti_glyph_place* wafti_glyph_atlas_get(wafti_glyph_atlas* atlas, size_t glyph) {
    if (atlas->places[glyph].advance == 0.0f) {
        draw_glyph(atlas, glyph);
    }
    return &atlas->places[glyph];
}
