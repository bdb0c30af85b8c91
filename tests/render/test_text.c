// SPDX-License-Identifier: MIT
#include "draw_fixture.h"
#include "render/font.h"
#include "render/font_glyphs.h"

static const waft_vec3 black = {0.0f, 0.0f, 0.0f};

static waft_draw_text screen_text(const char* text, float x, float y, float size) {
    return (waft_draw_text){.text = text, .at = {x, y, 0.0f}, .size = size, .color = black};
}

static waft_picture draw_text(
    waft_renderer* renderer, waft_drawing* drawing, const waft_draw_text* text) {
    drawing->texts = text;
    drawing->text_count = 1;
    return fixture_draw(renderer, drawing);
}

// An H of 40 pixels stands on its base line and ends 40 above it; the stems are 1/8 of that.
static void test_size_and_place(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(160, 96);
    const waft_draw_text text = screen_text("H", 40.0f, 70.0f, 40.0f);
    const waft_picture picture = draw_text(renderer, &drawing, &text);
    CHECK_NEAR(fixture_ink(&picture, 0, 0, 160, 30), 0.0, 0.0);
    CHECK_NEAR(fixture_ink(&picture, 0, 70, 160, 96), 0.0, 0.0);
    CHECK(fixture_ink(&picture, 0, 30, 160, 31) > 4.0);
    CHECK(fixture_ink(&picture, 0, 69, 160, 70) > 4.0);
    // Two stems and the bar of pen 4.84, all over 1: width of the row between them.
    CHECK_NEAR(fixture_ink(&picture, 0, 40, 160, 41), 2.0 * 40.0 * 2.2 / 18.2, 0.6);
    CHECK_NEAR(fixture_ink(&picture, 0, 0, 40, 96), 0.0, 0.0);
    const int end = 40 + (int)waft_text_width("H", 40.0f);
    CHECK_NEAR(fixture_ink(&picture, end, 0, 160, 96), 0.0, 0.0);
}

static void test_alignment(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(160, 48);
    waft_draw_text text = screen_text("mill", 80.0f, 36.0f, 16.0f);
    for (int i = 0; i <= 2; ++i) {
        text.align = 0.5f * (float)i;
        const waft_picture picture = draw_text(renderer, &drawing, &text);
        const double left = fixture_ink(&picture, 0, 0, 80, 48);
        const double right = fixture_ink(&picture, 80, 0, 160, 48);
        CHECK(i == 0 ? left == 0.0 : left > 20.0);
        CHECK(i == 2 ? right == 0.0 : right > 20.0);
    }
}

static void test_world_anchor(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(128, 128);
    waft_draw_text text = screen_text("o", 0.0f, 0.0f, 12.0f);
    text.anchor = WAFT_TEXT_WORLD;
    text.at = (waft_vec3){1.0f, 1.0f, 0.0f}; // a quarter from the right and from the top
    text.align = 0.5f;
    waft_picture picture = draw_text(renderer, &drawing, &text);
    CHECK(fixture_ink(&picture, 84, 16, 108, 34) > 5.0);
    CHECK_NEAR(fixture_ink(&picture, 0, 36, 128, 128), 0.0, 0.0);
    drawing.camera.orthographic = false;
    drawing.camera.fov = 1.0f;
    text.at = (waft_vec3){0.0f, 0.0f, 12.0f}; // behind the eye
    picture = draw_text(renderer, &drawing, &text);
    CHECK_NEAR(fixture_ink(&picture, 0, 0, 128, 128), 0.0, 0.0);
}

static void test_color_and_halo(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(96, 64);
    waft_draw_text text = screen_text("I", 40.0f, 54.0f, 44.0f);
    text.color = (waft_vec3){0.8f, 0.02f, 0.02f};
    waft_picture picture = draw_text(renderer, &drawing, &text);
    const int stem = 40 + (int)(0.5f * waft_text_width("I", 44.0f));
    const uint8_t* ink = fixture_pixel(&picture, stem, 32);
    CHECK_NEAR(ink[0], 231.0, 3.0); // sRGB of 0.8 and 0.02
    CHECK_NEAR(ink[1], 39.0, 3.0);
    const double bare = fixture_grey(&picture, stem + 5, 32);
    text.color = (waft_vec3){1.0f, 1.0f, 1.0f};
    text.halo = true;
    picture = draw_text(renderer, &drawing, &text);
    CHECK(fixture_grey(&picture, stem, 32) > 250.0);
    CHECK(fixture_grey(&picture, stem + 5, 32) < bare - 40.0);
}

static void test_cut_at_the_edge(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(64, 32);
    const waft_draw_text text = screen_text("much too long for it", -30.0f, 20.0f, 14.0f);
    const waft_picture picture = draw_text(renderer, &drawing, &text);
    CHECK(fixture_ink(&picture, 0, 0, 4, 32) + fixture_ink(&picture, 60, 0, 64, 32) > 0.5);
    const waft_draw_text away = screen_text("nowhere", 1e7f, -1e7f, 14.0f);
    const waft_picture none = draw_text(renderer, &drawing, &away);
    CHECK_NEAR(fixture_ink(&none, 0, 0, 64, 32), 0.0, 0.0);
}

static size_t write_utf8(uint32_t code, char* out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    out[0] = (char)(0xE0 | code >> 12);
    out[1] = (char)(0x80 | (code >> 6 & 63));
    out[2] = (char)(0x80 | (code & 63));
    return 3;
}

// The atlas has room for every letter, and every one leaves ink in a cell of its own.
static void test_every_letter(waft_renderer* renderer) {
    enum { CELL = 24, ACROSS = 24 };
    static char letters[400][4];
    static waft_draw_text texts[400];
    size_t count = 0;
    for (size_t i = 0; i < wafti_font_count(); ++i) {
        const size_t mark = i - wafti_font_glyph_count;
        const uint32_t code =
            i < wafti_font_glyph_count ? wafti_font_glyphs[i].code : wafti_font_markeds[mark].code;
        const bool is_mark = code >= 0x300 && code < 0x370;
        if (code == ' ' || code == WAFTI_FONT_BOX || is_mark || !CHECK(count < 400)) {
            continue;
        }
        letters[count][write_utf8(code, letters[count])] = '\0';
        const size_t column = count % ACROSS;
        const size_t row = count / ACROSS;
        const float x = (float)(column * CELL) + 0.5f * (float)CELL;
        const float y = (float)(row * CELL) + 18.0f;
        texts[count] = screen_text(letters[count], x, y, 11.0f);
        texts[count].align = 0.5f;
        ++count;
    }
    waft_drawing drawing = fixture_drawing(ACROSS * CELL, 17 * CELL);
    drawing.texts = texts;
    drawing.text_count = count;
    const waft_picture picture = fixture_draw(renderer, &drawing);
    for (size_t i = 0; i < count; ++i) {
        const int x = (int)(i % ACROSS) * CELL;
        const int y = (int)(i / ACROSS) * CELL;
        if (!CHECK(fixture_ink(&picture, x, y, x + CELL, y + CELL) > 1.0)) {
            (void)fprintf(stderr, "letter '%s'\n", letters[i]);
        }
    }
}

static void test_refuses(waft_renderer* renderer) {
    waft_drawing drawing = fixture_drawing(32, 32);
    waft_draw_text text = screen_text(NULL, 0.0f, 0.0f, 10.0f);
    drawing.texts = &text;
    drawing.text_count = 1;
    fixture_refused(renderer, &drawing, "NULL");
    text = screen_text("a", 0.0f, 0.0f, 0.0f);
    fixture_refused(renderer, &drawing, "size");
    text = screen_text("a", NAN, 0.0f, 10.0f);
    fixture_refused(renderer, &drawing, "finite");
}

static void test_in_both_graphics(void) {
    static fixture_test* const tests[] = {test_size_and_place, test_alignment, test_world_anchor,
        test_color_and_halo, test_cut_at_the_edge, test_every_letter, test_refuses};
    fixture_run_in_both(tests, sizeof tests / sizeof tests[0]);
}

static void test_graphics_agree(void) {
    waft_drawing drawing = fixture_drawing(160, 40);
    waft_draw_text text = screen_text("ω² = g k ≈ \xFF", 8.0f, 28.0f, 15.0f);
    text.halo = true;
    drawing.texts = &text;
    drawing.text_count = 1;
    fixture_check_agreement(&drawing);
}

static const test_case cases[] = {
    {"in_both_graphics", test_in_both_graphics},
    {"graphics_agree", test_graphics_agree},
};

TEST_MAIN(cases)
