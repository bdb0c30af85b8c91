// SPDX-License-Identifier: MIT
#include "render/font.h"

#include <string.h>

#include <waft/render.h>

#include "render/font_glyphs.h"

static const float arc_step = 9.0f; // degrees of one segment; its sagitta is 1/300 of a capital
static const float squareness =
    2.0f / 2.25f; // arcs are of |x|^2.25 + |y|^2.25 = 1: fuller than ellipses
static const float figure_advance = 14.4f;
static const float mark_rise = 5.2f; // of a mark over a capital letter

// How many bytes a sequence that starts so has, and the bits of the first that count; 0: none does.
static int sequence_length(unsigned char first, uint32_t* bits) {
    if (first < 0x80) {
        *bits = first;
        return 1;
    }
    for (int length = 2; length <= 4; ++length) {
        if ((unsigned)first >> (7 - length) == (1u << (length + 1)) - 2u) {
            *bits = first & ((1u << (7 - length)) - 1u);
            return length;
        }
    }
    return 0;
}

// Longer forms of a character than needed, halves of surrogate pairs and what is past the end of
// Unicode are not characters.
static bool is_character(uint32_t code, int length) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return code >= least[length] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

uint32_t wafti_font_next(const char** text) {
    const unsigned char* at = (const unsigned char*)*text;
    if (*at == 0) {
        return 0;
    }
    uint32_t code = 0;
    const int length = sequence_length(*at, &code);
    int read = 1;
    while (read < length && at[read] >> 6 == 2) {
        code = code << 6 | (at[read] & 63u);
        ++read;
    }
    if (length == 0 || read < length || !is_character(code, length)) {
        *text += 1;
        return WAFTI_FONT_BOX;
    }
    *text += length;
    return code;
}

size_t wafti_font_count(void) {
    return wafti_font_glyph_count + wafti_font_marked_count;
}

// Place of a code in the first or, past that, the second table; the count of both if in neither.
static size_t look_up(uint32_t code) {
    size_t low = 0;
    size_t high = wafti_font_glyph_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (wafti_font_glyphs[middle].code < code) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low < wafti_font_glyph_count && wafti_font_glyphs[low].code == code) {
        return low;
    }
    for (size_t i = 0; i < wafti_font_marked_count; ++i) {
        if (wafti_font_markeds[i].code == code) {
            return wafti_font_glyph_count + i;
        }
    }
    return wafti_font_count();
}

size_t wafti_font_find(uint32_t code) {
    const size_t glyph = look_up(code);
    return glyph < wafti_font_count() ? glyph : look_up(WAFTI_FONT_BOX);
}

typedef struct pen {
    wafti_font_shape* shape;
    waft_vec2 shift; ///< of all it draws
    waft_vec2 at;
    bool down;
    bool moved; ///< since it was set down
    bool fine;
} pen;

static void add_segment(pen* p, waft_vec2 from, waft_vec2 to) {
    wafti_font_shape* shape = p->shape;
    if (shape->segment_count < WAFTI_FONT_MOST_SEGMENTS) {
        shape->segments[shape->segment_count++] = (wafti_font_segment){from, to, p->fine};
    }
}

static void move_to(pen* p, float x, float y) {
    const waft_vec2 to = {x + p->shift.x, y + p->shift.y};
    wafti_font_shape* shape = p->shape;
    shape->low = (waft_vec2){fminf(shape->low.x, to.x), fminf(shape->low.y, to.y)};
    shape->high = (waft_vec2){fmaxf(shape->high.x, to.x), fmaxf(shape->high.y, to.y)};
    if (p->down) {
        add_segment(p, p->at, to);
        p->moved = true;
    }
    p->down = true;
    p->at = to;
}

static void lift(pen* p) {
    if (p->down && !p->moved) {
        add_segment(p, p->at, p->at);
    }
    p->down = false;
    p->moved = false;
}

static float fuller(float c) {
    return copysignf(powf(fabsf(c), squareness), c);
}

static void draw_arc(pen* p, const float arc[6]) {
    const int steps = (int)ceilf(fabsf(arc[5] - arc[4]) / arc_step);
    for (int i = 0; i <= steps; ++i) {
        const float share = (float)i / (float)steps;
        const float angle = (arc[4] + (arc[5] - arc[4]) * share) * 0.0174532925f;
        move_to(p, arc[0] + arc[2] * fuller(cosf(angle)), arc[1] + arc[3] * fuller(sinf(angle)));
    }
}

// Numbers of the glyph table: an optional sign, digits, an optional fraction.
static float read_number(const char** text) {
    const char* at = *text;
    while (*at == ' ') {
        ++at;
    }
    const float sign = *at == '-' ? -1.0f : 1.0f;
    at += *at == '-';
    float value = 0.0f;
    float scale = 1.0f;
    bool fraction = false;
    for (; (*at >= '0' && *at <= '9') || *at == '.'; ++at) {
        if (*at == '.') {
            fraction = true;
            continue;
        }
        value = value * 10.0f + (float)(*at - '0');
        scale *= fraction ? 0.1f : 1.0f;
    }
    *text = at;
    return sign * value * scale;
}

static void draw_path(pen* p, const char* path) {
    while (*path != '\0') {
        if (*path == ' ') {
            ++path;
        } else if (*path == ';') {
            lift(p);
            ++path;
        } else if (*path == '!') {
            p->fine = true;
            ++path;
        } else if (*path == '@') {
            float arc[6];
            ++path;
            for (int i = 0; i < 6; ++i) {
                arc[i] = read_number(&path);
            }
            draw_arc(p, arc);
        } else {
            const float x = read_number(&path);
            move_to(p, x, read_number(&path));
        }
    }
    lift(p);
}

static float room_beside(char side) {
    static const char sides[] = "|(-/";
    static const float rooms[] = {2.9f, 2.3f, 2.0f, 1.4f};
    const char* found = side != '\0' ? strchr(sides, side) : NULL;
    return found != NULL ? rooms[found - sides] : 0.0f;
}

static void shift_shape(wafti_font_shape* shape, float x) {
    for (size_t i = 0; i < shape->segment_count; ++i) {
        shape->segments[i].from.x += x;
        shape->segments[i].to.x += x;
    }
    shape->low.x += x;
    shape->high.x += x;
}

static void draw_glyph(const wafti_font_glyph* glyph, wafti_font_shape* out_shape) {
    *out_shape = (wafti_font_shape){.low = {1e9f, 1e9f}, .high = {-1e9f, -1e9f}};
    pen p = {.shape = out_shape};
    draw_path(&p, glyph->path);
    const float width = out_shape->high.x - out_shape->low.x;
    float left = room_beside(glyph->sides[0]);
    out_shape->advance = left + width + room_beside(glyph->sides[1]);
    if (glyph->sides[0] == '#') {
        out_shape->advance = figure_advance;
        left = 0.5f * (figure_advance - width);
    }
    shift_shape(out_shape, left - out_shape->low.x);
    if (glyph->code == ' ') {
        out_shape->segment_count = 0;
    }
}

static void draw_marked(const wafti_font_marked* marked, wafti_font_shape* out_shape) {
    draw_glyph(&wafti_font_glyphs[look_up(marked->base)], out_shape);
    const bool below = marked->mark == 0x327;
    const bool capital = marked->base < 'a';
    pen p = {.shape = out_shape};
    p.shift.x = 0.5f * (out_shape->low.x + out_shape->high.x);
    p.shift.y = capital && !below ? mark_rise : 0.0f;
    draw_path(&p, wafti_font_glyphs[look_up(marked->mark)].path);
    // A mark may be wider than its letter.
    const float least = room_beside('-');
    shift_shape(out_shape, fmaxf(least - out_shape->low.x, 0.0f));
    out_shape->advance = fmaxf(out_shape->advance, out_shape->high.x + least);
}

void wafti_font_shape_of(size_t glyph, wafti_font_shape* out_shape) {
    if (glyph < wafti_font_glyph_count) {
        draw_glyph(&wafti_font_glyphs[glyph], out_shape);
    } else {
        draw_marked(&wafti_font_markeds[glyph - wafti_font_glyph_count], out_shape);
    }
}

float waft_text_width(const char* utf8, float size) {
    float width = 0.0f;
    wafti_font_shape shape;
    for (uint32_t code = 0; utf8 != NULL && (code = wafti_font_next(&utf8)) != 0;) {
        wafti_font_shape_of(wafti_font_find(code), &shape);
        width += shape.advance;
    }
    return width * size / WAFTI_FONT_CAPITAL;
}
