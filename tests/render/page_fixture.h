// SPDX-License-Identifier: MIT
// A screen and a sheet to write on, and the rules that all texts keep.
#ifndef WAFT_TEST_PAGE_FIXTURE_H
#define WAFT_TEST_PAGE_FIXTURE_H

#include "render/sheet.h"
#include "test.h"

typedef struct page {
    wafti_screen screen;
    wafti_render_room room;
    wafti_sheet sheet;
    waft_look look;
} page;

static inline void page_open(page* p, int width, int height) {
    p->room = (wafti_render_room){.newest = NULL};
    p->sheet = (wafti_sheet){
        .line_capacity = 256, .point_capacity = 512, .text_capacity = 128, .letter_capacity = 2048};
    CHECK(wafti_sheet_create(&p->sheet, &p->room) == WAFT_OK);
    wafti_sheet_clear(&p->sheet, true);
    p->look = waft_look_default();
    p->look.size[0] = width;
    p->look.size[1] = height;
    const waft_camera camera = {
        .eye = {4.0f, 3.0f, 12.0f}, .target = {0.0f, 0.0f, 0.0f}, .fov = 0.7f};
    wafti_screen_setup(&p->screen, &camera, p->look.size);
}

static inline void page_close(page* p) {
    wafti_render_room_free(&p->room);
}

static inline const waft_draw_text* page_find(const page* p, const char* text) {
    for (size_t i = 0; i < p->sheet.text_count; ++i) {
        if (strcmp(p->sheet.texts[i].text, text) == 0) {
            return &p->sheet.texts[i];
        }
    }
    return NULL;
}

// No text touches another or leaves the picture.
static inline void page_check(const page* p) {
    for (size_t i = 0; i < p->sheet.text_count; ++i) {
        const wafti_box a = wafti_screen_text_box(&p->sheet.texts[i]);
        CHECK(a.left >= 0.0f && a.top >= 0.0f);
        CHECK(a.right <= p->screen.size[0] && a.bottom <= p->screen.size[1]);
        for (size_t j = 0; j < i; ++j) {
            const wafti_box b = wafti_screen_text_box(&p->sheet.texts[j]);
            CHECK(a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom);
        }
    }
}

#endif // WAFT_TEST_PAGE_FIXTURE_H
