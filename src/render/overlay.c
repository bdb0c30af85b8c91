// SPDX-License-Identifier: MIT
#include "render/overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "render/number.h"

// Heights of capital letters and of the rim, as shares of the picture's height.
static const float title_share = 1.0f / 36.0f;
static const float clock_share = 1.0f / 40.0f;
static const float caption_share = 1.0f / 44.0f;
static const float bar_share = 1.0f / 52.0f;
static const float rim_share = 1.0f / 28.0f;
static const float least_title = 10.0f; // pixels
static const float least_rim = 6.0f;    // what hangs below a line of the least letters

static float rim_of(const wafti_screen* screen) {
    return fmaxf(rim_share * screen->unit, least_rim);
}

// Texts become smaller to fit, but not so much that they look like another kind of text.
static float shrink_share(float share) {
    return fminf(fmaxf(share, 0.6f), 1.0f);
}

// Right-aligned by the width of a clock whose digits are all zeros: it must not tremble. Returns the
// width that it takes.
static float add_clock(const wafti_overlay* overlay, wafti_screen* screen, wafti_sheet* sheet) {
    const int places = overlay->fps > 100.0 ? 3 : 2;
    char number[32];
    char text[40];
    wafti_decimal_text(number, sizeof number, llround(overlay->time * pow(10.0, places)), -places);
    if (strcmp(number, "0") == 0) {
        (void)snprintf(number, sizeof number, "0.%0*d", places, 0);
    }
    const int length = snprintf(text, sizeof text, "t = %s s", number);
    const char* copy = wafti_sheet_letters(sheet, text, (size_t)length);
    for (char* letter = text; *letter != '\0'; ++letter) {
        *letter = *letter >= '0' && *letter <= '9' ? '0' : *letter;
    }
    const float size = wafti_screen_letters(screen, clock_share, WAFTI_SCREEN_LEAST_LETTER);
    const float width = waft_text_width(text, size);
    const float rim = rim_of(screen);
    const waft_vec2 at = {screen->size[0] - rim - width, rim + size};
    return wafti_sheet_text(sheet, screen, copy, at, size, 0.0f) ? width : 0.0f;
}

// The text if it fits into `room`, else as much of it as does and an ellipsis; NULL if none does.
static const char* shorten(
    wafti_sheet* sheet, const char* text, size_t length, float size, float room) {
    static const char ellipsis[] = "\u2026";
    char cut[256];
    const size_t most = sizeof cut - sizeof ellipsis;
    size_t kept = length < most ? length : most;
    memcpy(cut, text, kept);
    cut[kept] = '\0';
    if (kept == length && waft_text_width(cut, size) <= room) {
        return wafti_sheet_letters(sheet, cut, kept);
    }
    for (; kept > 0; --kept) {
        const bool inside_letter = ((unsigned char)text[kept] & 0xC0u) == 0x80u;
        if (inside_letter || text[kept - 1] == ' ') {
            continue;
        }
        memcpy(cut + kept, ellipsis, sizeof ellipsis);
        if (waft_text_width(cut, size) <= room) {
            return wafti_sheet_letters(sheet, cut, kept + sizeof ellipsis - 1);
        }
    }
    return NULL;
}

static void add_title(
    const wafti_overlay* overlay, wafti_screen* screen, wafti_sheet* sheet, float clock_width) {
    const float rim = rim_of(screen);
    const float room = screen->size[0] - 2.0f * rim - (clock_width > 0.0f ? clock_width + rim : 0);
    const float full = wafti_screen_letters(screen, title_share, least_title);
    const float width = waft_text_width(overlay->title, full);
    const float size = fmaxf(full * shrink_share(room / fmaxf(width, 1.0f)), least_title);
    const char* text = shorten(sheet, overlay->title, strlen(overlay->title), size, room);
    (void)wafti_sheet_text(sheet, screen, text, (waft_vec2){rim, rim + size}, size, 0.0f);
}

enum { MOST_LINES = 3 };

// A caption cut at spaces. A line is wider than asked for if a word is, or if it is the last.
typedef struct lines {
    const char* starts[MOST_LINES];
    size_t lengths[MOST_LINES];
    int count;
    float widest;
} lines;

static float width_of(const char* text, size_t length, float size) {
    char copy[sizeof((waft_look*)0)->caption];
    memcpy(copy, text, length);
    copy[length] = '\0';
    return waft_text_width(copy, size);
}

// How many bytes of `text`, whole words and at least one, are not wider than `width`.
static size_t fill_line(const char* text, float size, float width) {
    size_t length = strcspn(text, " ");
    while (text[length] != '\0') {
        const size_t next = length + 1 + strcspn(text + length + 1, " ");
        if (width_of(text, next, size) > width) {
            break;
        }
        length = next;
    }
    return length;
}

static lines cut_lines(const char* text, float size, float width, int most) {
    lines cut = {0};
    while (*text != '\0' && cut.count < most) {
        const bool last = cut.count + 1 == most;
        const size_t length = last ? strlen(text) : fill_line(text, size, width);
        cut.starts[cut.count] = text;
        cut.lengths[cut.count++] = length;
        cut.widest = fmaxf(cut.widest, width_of(text, length, size));
        text += length;
        text += strspn(text, " ");
    }
    return cut;
}

// As few lines as hold the text, of about the same width.
static lines balance_lines(const char* text, float size, float room, int most) {
    const float width = waft_text_width(text, size);
    const int wanted = (int)fminf(fmaxf(ceilf(width / room), 1.0f), (float)most);
    for (int count = wanted; count < most; ++count) {
        for (int slack = 0; slack < 6; ++slack) {
            const float even = width / (float)count;
            const lines cut = cut_lines(text, size, even * (1.0f + 0.06f * (float)slack), count);
            if (cut.widest <= room) {
                return cut;
            }
        }
    }
    return cut_lines(text, size, room, most);
}

// In the middle of the lower edge, one line if it fits. Many words become several lines, then smaller;
// what is still too wide is cut.
static void add_caption(const wafti_overlay* overlay, wafti_screen* screen, wafti_sheet* sheet) {
    const char* caption = overlay->look->caption;
    const float rim = rim_of(screen);
    const float room = fmaxf(screen->size[0] - 2.0f * rim, 1.0f);
    float size = wafti_screen_letters(screen, caption_share, WAFTI_SCREEN_LEAST_LETTER);
    const float fitting = 0.3f * screen->size[1] / (2.0f * size);
    const int most = (int)fminf(fmaxf(fitting, 1.0f), (float)MOST_LINES);
    const lines cut = balance_lines(caption, size, room, most);
    size = fmaxf(size * shrink_share(room / fmaxf(cut.widest, 1.0f)), WAFTI_SCREEN_LEAST_LETTER);
    for (int i = 0; i < cut.count; ++i) {
        const char* line = shorten(sheet, cut.starts[i], cut.lengths[i], size, room);
        const waft_vec2 at = {0.5f * screen->size[0],
            screen->size[1] - rim - 2.0f * size * (float)(cut.count - 1 - i)};
        (void)wafti_sheet_text(sheet, screen, line, at, size, 0.5f);
    }
}

// A bar with upright ends, its length above it. `at` is its left end.
static void draw_bar(
    const wafti_screen* screen, wafti_sheet* sheet, waft_vec3 at, float width, float height) {
    const waft_vec3 right = {at.x + width, at.y, at.z};
    for (int layer = 0; layer < 2; ++layer) {
        const wafti_pen pen =
            wafti_sheet_pen(sheet, (wafti_pen_layer)layer, fmaxf(screen->unit / 300.0f, 1.0f));
        const waft_vec3 ends[] = {at, right};
        wafti_sheet_stroke(sheet, screen, &pen, at, right);
        for (int i = 0; i < 2; ++i) {
            const waft_vec3 low = {ends[i].x, ends[i].y + height, ends[i].z};
            const waft_vec3 high = {ends[i].x, ends[i].y - height, ends[i].z};
            wafti_sheet_stroke(sheet, screen, &pen, low, high);
        }
    }
}

// In the lower left corner, or over a caption that is there. Exact for parallel rays, else at the
// distance of the target.
static void add_bar(const wafti_overlay* overlay, wafti_screen* screen, wafti_sheet* sheet) {
    const float size = wafti_screen_letters(screen, bar_share, WAFTI_SCREEN_LEAST_LETTER);
    const float rim = rim_of(screen);
    const float pixel = wafti_screen_pixel(screen, overlay->distance);
    const wafti_round length = wafti_round_down((double)(0.22f * screen->size[0] * pixel));
    const float width = (float)wafti_round_value(length) / pixel;
    char text[32];
    wafti_length_text(text, sizeof text, length);
    const char* copy = wafti_sheet_letters(sheet, text, strlen(text));
    const float tick = 0.4f * size;
    for (int lift = 0; lift < 8; ++lift) {
        const waft_vec3 at = {
            rim, screen->size[1] - rim - 2.2f * size * (float)lift, overlay->distance};
        const wafti_box box = {at.x - tick, at.y - tick, at.x + width + tick, at.y + tick};
        const waft_vec2 above = {at.x + 0.5f * width, at.y - 1.1f * size};
        if (wafti_screen_take(screen, box) &&
            wafti_sheet_text(sheet, screen, copy, above, size, 0.5f)) {
            draw_bar(screen, sheet, at, width, tick);
            return;
        }
    }
}

void wafti_overlay_add(const wafti_overlay* overlay, wafti_screen* screen, wafti_sheet* sheet) {
    const waft_look* look = overlay->look;
    const float clock_width = look->clock ? add_clock(overlay, screen, sheet) : 0.0f;
    if (look->title && overlay->title != NULL && overlay->title[0] != '\0') {
        add_title(overlay, screen, sheet, clock_width);
    }
    if (look->caption[0] != '\0') {
        add_caption(overlay, screen, sheet);
    }
    if (look->scale_bar) {
        add_bar(overlay, screen, sheet);
    }
}
