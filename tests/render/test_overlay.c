// SPDX-License-Identifier: MIT
#include "render/overlay.h"

#include "page_fixture.h"
#include "render/axes.h"

static void page_write(page* p, const char* title, double time) {
    const wafti_overlay overlay = {
        .look = &p->look, .title = title, .time = time, .fps = 30.0, .distance = 13.0f};
    wafti_overlay_add(&overlay, &p->screen, &p->sheet);
}

static void everything_has_its_corner(void) {
    static page p;
    page_open(&p, 1280, 720);
    p.look.title = p.look.clock = p.look.scale_bar = true;
    (void)strcpy(p.look.caption, "What to see");
    page_write(&p, "Two trains", 2.4);
    const waft_draw_text* title = page_find(&p, "Two trains");
    const waft_draw_text* clock = page_find(&p, "t = 2.40 s");
    const waft_draw_text* caption = page_find(&p, "What to see");
    if (CHECK(title != NULL && clock != NULL && caption != NULL)) {
        CHECK_NEAR(title->size, 20.0, 1e-4);
        CHECK(title->at.x < 100.0f && title->at.y < 100.0f);
        CHECK(clock->at.x > 1000.0f && clock->at.y < 100.0f);
        CHECK_NEAR(caption->at.x, 640.0, 1e-3);
        CHECK(caption->at.y > 650.0f && caption->align == 0.5f);
    }
    CHECK(p.sheet.text_count == 4);
    CHECK(p.sheet.line_count == 6);
    page_check(&p);
    page_close(&p);
}

static void nothing_is_asked_nothing_is_written(void) {
    static page p;
    page_open(&p, 640, 360);
    page_write(&p, "Two trains", 2.4);
    CHECK(p.sheet.text_count == 0 && p.sheet.line_count == 0);
    page_close(&p);
}

static void long_texts_give_way(void) {
    static page p;
    static const int sizes[][2] = {{1280, 720}, {320, 240}, {200, 400}, {64, 32}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        page_open(&p, sizes[i][0], sizes[i][1]);
        p.look.title = p.look.clock = p.look.scale_bar = true;
        (void)strcpy(p.look.caption,
            "A caption as long as a look can hold, which has to be cut into lines at the spaces "
            "between its words, one after the other");
        page_write(&p,
            "A title that is far too long for a picture of this size and has to become smaller, "
            "since it must not run out of it",
            12345.678);
        const waft_bounds block = {{-3.0f, -1.0f, -2.0f}, {3.0f, 0.5f, 2.0f}};
        wafti_axes_add(&block, &p.screen, &p.sheet);
        CHECK(p.sheet.text_count >= (i < 2 ? 4u : 1u));
        page_check(&p);
        page_close(&p);
    }
}

// Every text can be read, whatever the picture's size.
static void letters_have_a_least_size(void) {
    static page p;
    page_open(&p, 240, 135);
    p.look.title = p.look.clock = p.look.scale_bar = true;
    (void)strcpy(p.look.caption, "What to see in this picture of two trains");
    page_write(&p, "Two trains", 2.4);
    const waft_bounds block = {{-3.0f, -1.0f, -2.0f}, {3.0f, 0.5f, 2.0f}};
    wafti_axes_add(&block, &p.screen, &p.sheet);
    const waft_draw_text* title = page_find(&p, "Two trains");
    CHECK(title != NULL && title->size >= 10.0f);
    for (size_t i = 0; i < p.sheet.text_count; ++i) {
        CHECK(p.sheet.texts[i].size >= 8.0f);
    }
    // Numbers are the first to go.
    CHECK(page_find(&p, "2") == NULL && page_find(&p, "t = 2.40 s") != NULL);
    page_check(&p);
    page_close(&p);
}

static void words_that_do_not_fit_are_cut(void) {
    static page p;
    page_open(&p, 640, 360);
    memset(p.look.caption, 'W', sizeof p.look.caption - 1);
    page_write(&p, "", 0.0);
    if (CHECK(p.sheet.text_count == 1)) {
        const waft_draw_text* text = &p.sheet.texts[0];
        CHECK(text->size >= 0.6f * 360.0f / 44.0f && text->size >= 8.0f);
        CHECK(strlen(text->text) > 30 && strstr(text->text, "WW\u2026") != NULL);
    }
    page_check(&p);
    page_close(&p);
}

// Words go to further lines before letters become smaller.
static void long_captions_have_lines(void) {
    static page p;
    page_open(&p, 400, 400);
    (void)strcpy(p.look.caption,
        "Many short words that are together wider than a picture of this size would let them be");
    page_write(&p, "", 0.0);
    CHECK(p.sheet.text_count == 2);
    size_t length = 0;
    for (size_t i = 0; i < p.sheet.text_count; ++i) {
        CHECK_NEAR(p.sheet.texts[i].size, 8.0, 1e-3);
        length += strlen(p.sheet.texts[i].text);
    }
    CHECK(length + 1 == strlen(p.look.caption));
    page_check(&p);
    page_close(&p);
}

static void the_clock_does_not_tremble(void) {
    static page p;
    float left = 0.0f;
    for (int i = 0; i < 3; ++i) {
        page_open(&p, 640, 360);
        p.look.clock = true;
        page_write(&p, "", 1.11 * (double)i);
        if (CHECK(p.sheet.text_count == 1)) {
            CHECK(i == 0 || p.sheet.texts[0].at.x == left);
            left = p.sheet.texts[0].at.x;
        }
        page_close(&p);
    }
}

static void the_scale_bar_measures(void) {
    static page p;
    page_open(&p, 1280, 720);
    p.look.scale_bar = true;
    page_write(&p, "", 0.0);
    CHECK(page_find(&p, "2 m") != NULL);
    const waft_draw_line* bar = &p.sheet.lines[0];
    CHECK_NEAR(waft_vec3_length(waft_vec3_sub(bar->points[1], bar->points[0])), 2.0, 1e-4);
    CHECK(bar->on_top);
    page_close(&p);
}

static const test_case cases[] = {
    {"everything_has_its_corner", everything_has_its_corner},
    {"nothing_is_asked_nothing_is_written", nothing_is_asked_nothing_is_written},
    {"long_texts_give_way", long_texts_give_way},
    {"letters_have_a_least_size", letters_have_a_least_size},
    {"words_that_do_not_fit_are_cut", words_that_do_not_fit_are_cut},
    {"long_captions_have_lines", long_captions_have_lines},
    {"the_clock_does_not_tremble", the_clock_does_not_tremble},
    {"the_scale_bar_measures", the_scale_bar_measures},
};

TEST_MAIN(cases)
