// SPDX-License-Identifier: MIT
#include "render/sheet.h"

#include <string.h>

waft_result wafti_sheet_create(wafti_sheet* sheet, wafti_render_room* room) {
    const size_t bytes = sheet->line_capacity * sizeof *sheet->lines +
                         sheet->text_capacity * sizeof *sheet->texts +
                         sheet->point_capacity * (sizeof *sheet->points + sizeof *sheet->alphas) +
                         sheet->letter_capacity;
    if (wafti_render_reserve(room, &sheet->memory, bytes, 1) == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    // What must be aligned most comes first.
    sheet->lines = sheet->memory.memory;
    sheet->texts = (void*)(sheet->lines + sheet->line_capacity);
    sheet->points = (void*)(sheet->texts + sheet->text_capacity);
    sheet->alphas = (void*)(sheet->points + sheet->point_capacity);
    sheet->letters = (void*)(sheet->alphas + sheet->point_capacity);
    return WAFT_OK;
}

void wafti_sheet_clear(wafti_sheet* sheet, bool bright) {
    static const waft_vec3 dark = {0.012f, 0.018f, 0.03f};
    static const waft_vec3 light = {0.93f, 0.95f, 0.97f};
    sheet->ink = bright ? dark : light;
    sheet->under = bright ? light : dark;
    sheet->line_count = sheet->point_count = sheet->text_count = sheet->letter_count = 0;
}

waft_vec3* wafti_sheet_line(
    wafti_sheet* sheet, size_t count, waft_vec3 color, float width, float** out_alphas) {
    if (sheet->line_count == sheet->line_capacity ||
        sheet->point_capacity - sheet->point_count < count) {
        return NULL;
    }
    waft_vec3* points = sheet->points + sheet->point_count;
    float* alphas = sheet->alphas + sheet->point_count;
    sheet->point_count += count;
    sheet->lines[sheet->line_count++] = (waft_draw_line){.points = points,
        .alphas = out_alphas != NULL ? alphas : NULL,
        .point_count = count,
        .color = color,
        .width = width};
    if (out_alphas != NULL) {
        *out_alphas = alphas;
    }
    return points;
}

wafti_pen wafti_sheet_pen(const wafti_sheet* sheet, wafti_pen_layer layer, float width) {
    return layer == WAFTI_PEN_UNDER ? (wafti_pen){sheet->under, 2.2f * width}
                                    : (wafti_pen){sheet->ink, width};
}

void wafti_sheet_stroke(wafti_sheet* sheet, const wafti_screen* screen, const wafti_pen* pen,
    waft_vec3 from, waft_vec3 to) {
    waft_vec3* points = wafti_sheet_line(sheet, 2, pen->color, pen->width, NULL);
    if (points != NULL) {
        points[0] = wafti_screen_lift(screen, from);
        points[1] = wafti_screen_lift(screen, to);
        sheet->lines[sheet->line_count - 1].on_top = true;
    }
}

const char* wafti_sheet_letters(wafti_sheet* sheet, const char* text, size_t length) {
    if (sheet->letter_capacity - sheet->letter_count < length + 1) {
        return NULL;
    }
    char* copy = sheet->letters + sheet->letter_count;
    memcpy(copy, text, length);
    copy[length] = '\0';
    sheet->letter_count += length + 1;
    return copy;
}

bool wafti_sheet_text(wafti_sheet* sheet, wafti_screen* screen, const char* text, waft_vec2 at,
    float size, float align) {
    const waft_draw_text drawn = {.text = text,
        .anchor = WAFT_TEXT_SCREEN,
        .at = {at.x, at.y, 0.0f},
        .size = size,
        .align = align,
        .color = sheet->ink,
        .halo = true};
    if (text == NULL || sheet->text_count == sheet->text_capacity ||
        !wafti_screen_take(screen, wafti_screen_text_box(&drawn))) {
        return false;
    }
    sheet->texts[sheet->text_count++] = drawn;
    return true;
}
