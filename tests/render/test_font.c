// SPDX-License-Identifier: MIT
#include "render/font.h"

#include <waft/render.h>

#include "render/font_glyphs.h"
#include "test.h"

static void check_codes(const char* text, const uint32_t* codes, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        CHECK(wafti_font_next(&text) == codes[i]);
    }
    CHECK(wafti_font_next(&text) == 0);
    CHECK(*text == '\0');
}

static void test_reads_utf8(void) {
    check_codes("Aλ→😀", (const uint32_t[]){'A', 0x3BB, 0x2192, 0x1F600}, 4);
    check_codes("", NULL, 0);
}

static void test_malformed_is_a_box(void) {
    const uint32_t box = WAFTI_FONT_BOX;
    check_codes("a\xFF"
                "b",
        (const uint32_t[]){'a', box, 'b'}, 3);
    check_codes("\x80x", (const uint32_t[]){box, 'x'}, 2);    // a byte in the middle of none
    check_codes("\xCEx", (const uint32_t[]){box, 'x'}, 2);    // cut short
    check_codes("\xE2\x86", (const uint32_t[]){box, box}, 2); // by the end
    check_codes("\xC0\x80", (const uint32_t[]){box, box}, 2); // longer than needed
    check_codes("\xED\xA0\x80", (const uint32_t[]){box, box, box}, 3);          // half of a pair
    check_codes("\xF4\x90\x80\x80", (const uint32_t[]){box, box, box, box}, 4); // past the end
}

static void test_has_what_lessons_need(void) {
    const char* text = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
                       "abcdefghijklmnopqrstuvwxyz{|}~αβγδεηθκλμνπρστφχψωΔΣΩ°·×−±²³₀₁₂←→↑↓–"
                       "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŒœ";
    const size_t box = wafti_font_find(WAFTI_FONT_BOX);
    for (uint32_t code = 0; (code = wafti_font_next(&text)) != 0;) {
        CHECK(code != WAFTI_FONT_BOX);
        CHECK(wafti_font_find(code) != box);
    }
    CHECK(wafti_font_find(0x6F22) == box);
    CHECK(wafti_font_find(0x01) == box);
}

static void test_tables_are_sound(void) {
    for (size_t i = 1; i < wafti_font_glyph_count; ++i) {
        CHECK(wafti_font_glyphs[i - 1].code < wafti_font_glyphs[i].code);
    }
    const size_t box = wafti_font_find(WAFTI_FONT_BOX);
    for (size_t i = 0; i < wafti_font_marked_count; ++i) {
        const wafti_font_marked* marked = &wafti_font_markeds[i];
        CHECK(wafti_font_find(marked->base) != box);
        CHECK(wafti_font_find(marked->mark) != box);
        CHECK(wafti_font_find(marked->code) == wafti_font_glyph_count + i);
    }
}

static void test_shapes_keep_to_their_room(void) {
    static wafti_font_shape shape;
    for (size_t i = 0; i < wafti_font_count(); ++i) {
        wafti_font_shape_of(i, &shape);
        CHECK(shape.segment_count < WAFTI_FONT_MOST_SEGMENTS);
        CHECK(shape.advance > 0.0f || i < wafti_font_glyph_count);
        for (size_t k = 0; k < shape.segment_count; ++k) {
            const wafti_font_segment* s = &shape.segments[k];
            CHECK(fminf(s->from.y, s->to.y) >= WAFTI_FONT_LOW - 1e-3f);
            CHECK(fmaxf(s->from.y, s->to.y) <= WAFTI_FONT_HIGH + 1e-3f);
            CHECK(fminf(s->from.x, s->to.x) >= shape.low.x - 1e-3f);
            CHECK(fmaxf(s->from.x, s->to.x) <= shape.high.x + 1e-3f);
        }
    }
    wafti_font_shape_of(wafti_font_find('H'), &shape);
    CHECK_NEAR(shape.segments[0].to.y - shape.segments[0].from.y, 16.0, 1e-4);
    wafti_font_shape_of(wafti_font_find(' '), &shape);
    CHECK(shape.segment_count == 0);
}

// What is set aside in atlas and stack is enough only if letters are what they seem.
static void test_arcs_are_round(void) {
    static wafti_font_shape shape;
    wafti_font_shape_of(wafti_font_find('O'), &shape);
    CHECK(shape.segment_count >= 36);
    const float x = 0.5f * (shape.low.x + shape.high.x);
    for (size_t i = 0; i < shape.segment_count; ++i) {
        const float dx = fabsf(shape.segments[i].from.x - x) / 6.7f;
        const float dy = fabsf(shape.segments[i].from.y - 8.0f) / 8.0f;
        CHECK_NEAR(powf(dx, 2.25f) + powf(dy, 2.25f), 1.0, 1e-3);
    }
}

static void test_width(void) {
    CHECK_NEAR(waft_text_width("", 20.0f), 0.0, 0.0);
    CHECK_NEAR(waft_text_width("AV", 20.0f),
        waft_text_width("A", 20.0f) + waft_text_width("V", 20.0f), 1e-4);
    CHECK_NEAR(waft_text_width("wide", 40.0f), 2.0f * waft_text_width("wide", 20.0f), 1e-4);
    CHECK(waft_text_width("W", 20.0f) > waft_text_width("i", 20.0f) * 2.0f);
    // A clock must not jump about.
    CHECK_NEAR(waft_text_width("0.00", 20.0f), waft_text_width("1.11", 20.0f), 1e-4);
    CHECK_NEAR(waft_text_width(NULL, 40.0f), 0.0, 0.0);
}

static const test_case cases[] = {
    {"reads_utf8", test_reads_utf8},
    {"malformed_is_a_box", test_malformed_is_a_box},
    {"has_what_lessons_need", test_has_what_lessons_need},
    {"tables_are_sound", test_tables_are_sound},
    {"shapes_keep_to_their_room", test_shapes_keep_to_their_room},
    {"arcs_are_round", test_arcs_are_round},
    {"width", test_width},
};

TEST_MAIN(cases)
