// SPDX-License-Identifier: MIT
#include "render/sheet.h"

#include "hooks.h"
#include "page_fixture.h"

static void a_full_sheet_takes_no_more(void) {
    static page p;
    page_open(&p, 640, 360);
    const waft_vec3 red = {1.0f, 0.0f, 0.0f};
    float* alphas = NULL;
    CHECK(wafti_sheet_line(&p.sheet, 500, red, 2.0f, &alphas) == p.sheet.points);
    CHECK(p.sheet.lines[0].alphas == alphas && alphas == p.sheet.alphas);
    CHECK(wafti_sheet_line(&p.sheet, 13, red, 2.0f, NULL) == NULL);
    CHECK(wafti_sheet_line(&p.sheet, 12, red, 2.0f, NULL) == p.sheet.points + 500);
    CHECK(p.sheet.lines[1].alphas == NULL && p.sheet.line_count == 2);
    char text[2048] = {0};
    CHECK(wafti_sheet_letters(&p.sheet, text, 2048) == NULL);
    CHECK(wafti_sheet_letters(&p.sheet, "waves", 3) != NULL);
    CHECK_TEXT(p.sheet.letters, "wav");
    wafti_sheet_clear(&p.sheet, false);
    CHECK(p.sheet.line_count == 0 && p.sheet.point_count == 0 && p.sheet.letter_count == 0);
    page_close(&p);
}

static void ink_stands_out(void) {
    static page p;
    page_open(&p, 640, 360);
    for (int bright = 0; bright < 2; ++bright) {
        wafti_sheet_clear(&p.sheet, bright == 1);
        CHECK((p.sheet.ink.x < 0.1f) == (bright == 1));
        CHECK(fabsf(p.sheet.ink.x - p.sheet.under.x) > 0.8f);
    }
    const wafti_pen under = wafti_sheet_pen(&p.sheet, WAFTI_PEN_UNDER, 2.0f);
    const wafti_pen ink = wafti_sheet_pen(&p.sheet, WAFTI_PEN_INK, 2.0f);
    CHECK(under.width > ink.width && ink.width == 2.0f);
    page_close(&p);
}

static void strokes_lie_where_they_were_drawn(void) {
    static page p;
    page_open(&p, 640, 360);
    const wafti_pen pen = wafti_sheet_pen(&p.sheet, WAFTI_PEN_INK, 2.0f);
    const waft_vec3 from = {100.0f, 200.0f, 12.0f};
    const waft_vec3 to = {300.0f, 50.0f, 9.0f};
    wafti_sheet_stroke(&p.sheet, &p.screen, &pen, from, to);
    const waft_draw_line* line = &p.sheet.lines[0];
    CHECK(line->on_top && line->point_count == 2);
    const waft_vec3 back = wafti_screen_project(&p.screen, line->points[1]);
    CHECK_NEAR(back.x, 300.0, 0.01);
    CHECK_NEAR(back.y, 50.0, 0.01);
    page_close(&p);
}

static void texts_need_their_place(void) {
    static page p;
    page_open(&p, 640, 360);
    CHECK(wafti_sheet_text(&p.sheet, &p.screen, "one", (waft_vec2){100, 100}, 10.0f, 0.0f));
    CHECK(!wafti_sheet_text(&p.sheet, &p.screen, "two", (waft_vec2){105, 105}, 10.0f, 0.0f));
    CHECK(!wafti_sheet_text(&p.sheet, &p.screen, "out", (waft_vec2){635, 50}, 10.0f, 0.0f));
    CHECK(!wafti_sheet_text(&p.sheet, &p.screen, NULL, (waft_vec2){300, 50}, 10.0f, 0.0f));
    CHECK(p.sheet.text_count == 1 && p.sheet.texts[0].halo);
    page_close(&p);
}

static void no_memory_leaves_nothing(void) {
    counting c = {.fail_at = 1};
    wafti_render_room room = {.allocator = counting_hook(&c)};
    wafti_sheet sheet = {
        .line_capacity = 4, .point_capacity = 8, .text_capacity = 4, .letter_capacity = 16};
    CHECK(wafti_sheet_create(&sheet, &room) == WAFT_ERR_NO_MEMORY);
    CHECK(c.live == 0 && c.bytes == 0);
}

static const test_case cases[] = {
    {"a_full_sheet_takes_no_more", a_full_sheet_takes_no_more},
    {"ink_stands_out", ink_stands_out},
    {"strokes_lie_where_they_were_drawn", strokes_lie_where_they_were_drawn},
    {"texts_need_their_place", texts_need_their_place},
    {"no_memory_leaves_nothing", no_memory_leaves_nothing},
};

TEST_MAIN(cases)
