// SPDX-License-Identifier: MIT
#include "base/text.h"
#include "hooks.h"
#include "io/png.h"
#include "scratch.h"

enum { WIDTH = 70, HEIGHT = 41, ROW = 4 * WIDTH + 12 };

static uint8_t canvas[HEIGHT * ROW];

static const int32_t canvas_size[2] = {WIDTH, HEIGHT};

static void paint(void) {
    for (size_t i = 0; i < sizeof(canvas); ++i) {
        canvas[i] = (uint8_t)(i * i / 7 + i);
    }
}

static void pictures_come_back(void) {
    scratch s = scratch_make();
    const char* path = scratch_file(&s, "p.png");
    waft_error error = {.sentence = ""};
    paint();
    CHECK(waft_png_write_picture(path, canvas, canvas_size, ROW, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(scratch_entry_count(s.path) == 1);
    uint8_t* pixels = NULL;
    int32_t size[2] = {0, 0};
    CHECK(waft_png_read_picture(path, NULL, &pixels, size, &error) == WAFT_OK);
    CHECK(size[0] == WIDTH && size[1] == HEIGHT);
    int wrong = 0;
    for (ptrdiff_t y = 0; y < HEIGHT && pixels != NULL; ++y) {
        for (ptrdiff_t x = 0; x < WIDTH; ++x) {
            const uint8_t* got = pixels + 4 * (y * WIDTH + x);
            wrong += memcmp(got, canvas + y * ROW + 4 * x, 3) != 0 || got[3] != 255;
        }
    }
    CHECK(wrong == 0);
    waft_text_free(NULL, (char*)pixels);
    scratch_remove(&s);
}

static void check_refused(
    const uint8_t* pixels, int32_t width, int32_t height, size_t row_size, const char* words) {
    const int32_t size[2] = {width, height};
    waft_error error = {.sentence = ""};
    CHECK(waft_png_write_picture("no.png", pixels, size, row_size, &error) == WAFT_ERR_ARGUMENT);
    if (!CHECK(strstr(error.sentence, words) != NULL)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    CHECK(access("no.png", F_OK) != 0);
}

static void refusals(void) {
    check_refused(NULL, 1, 1, 4, "is NULL");
    check_refused(canvas, 0, 1, 4, "no.png: the picture is to be 0 x 1; each side must be 1 to");
    check_refused(canvas, 1, 16385, 4, "1 x 16385");
    check_refused(canvas, 2, 1, 7, "rows of 7 bytes cannot hold 2 pixels of 4 bytes");
    uint8_t* pixels = canvas;
    int32_t size[2] = {0, 0};
    waft_error error = {.sentence = ""};
    CHECK(waft_png_read_picture(NULL, NULL, &pixels, size, &error) == WAFT_ERR_ARGUMENT);
    CHECK(pixels == NULL);
    CHECK(waft_png_read_picture("none.png", NULL, &pixels, size, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "none.png") != NULL);
    CHECK(waft_png_write_picture("no/dir/x.png", canvas, canvas_size, ROW, NULL) == WAFT_ERR_IO);
}

static void grey_row(void* user, int32_t row, unsigned char* out_bytes) {
    (void)user;
    for (ptrdiff_t i = 0; i < 5; ++i) {
        out_bytes[2 * i] = (unsigned char)((ptrdiff_t)10 * row + i);
        out_bytes[2 * i + 1] = 0;
    }
}

static void other_kinds_are_converted(void) {
    const wafti_png_image image = {.width = 5, .height = 3, .fill_row = grey_row};
    wafti_text png;
    wafti_text_init(&png, NULL);
    CHECK(wafti_png_encode(&image, "p", &png, NULL) == WAFT_OK);
    uint8_t* pixels = NULL;
    int32_t size[2];
    CHECK(
        wafti_png_decode_picture(png.bytes, png.length, "p", NULL, &pixels, size, NULL) == WAFT_OK);
    for (ptrdiff_t i = 0; i < 15 && pixels != NULL; ++i) {
        const uint8_t grey = (uint8_t)(10 * (i / 5) + i % 5);
        const uint8_t want[4] = {grey, grey, grey, 255};
        CHECK(memcmp(pixels + 4 * i, want, 4) == 0);
    }
    waft_text_free(NULL, (char*)pixels);
    wafti_text_free(&png);
}

static void damage_is_refused(void) {
    scratch s = scratch_make();
    const char* path = scratch_file(&s, "p.png");
    paint();
    CHECK(waft_png_write_picture(path, canvas, canvas_size, ROW, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    uint8_t* pixels = NULL;
    int32_t sides[2] = {-1, -1};
    for (size_t length = 0; length < size; length += 97) {
        CHECK(wafti_png_decode_picture(bytes, length, "p", NULL, &pixels, sides, NULL) ==
              WAFT_ERR_PARSE);
    }
    for (size_t place = 0; place < size; place += 53) {
        bytes[place] ^= 0x10;
        CHECK(wafti_png_decode_picture(bytes, size, "p", NULL, &pixels, sides, NULL) ==
              WAFT_ERR_PARSE);
        bytes[place] ^= 0x10;
    }
    CHECK(pixels == NULL && sides[0] == -1);
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void memory_runs_out(void) {
    scratch s = scratch_make();
    const char* path = scratch_file(&s, "p.png");
    paint();
    CHECK(waft_png_write_picture(path, canvas, canvas_size, ROW, NULL) == WAFT_OK);
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (long fail_at = 1; fail_at < 100 && result == WAFT_ERR_NO_MEMORY; ++fail_at) {
        counting c = {.fail_at = fail_at};
        const waft_allocator hook = counting_hook(&c);
        uint8_t* pixels = NULL;
        int32_t size[2];
        result = waft_png_read_picture(path, &hook, &pixels, size, NULL);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        waft_text_free(&hook, (char*)pixels);
        CHECK(c.live == 0);
    }
    CHECK(result == WAFT_OK);
    scratch_remove(&s);
}

static void sides_from_the_first_bytes(void) {
    static const unsigned char header[33] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\x02\0\0\0\x07";
    uint32_t sides[2] = {0, 0};
    CHECK(wafti_png_sides(header, sizeof(header), sides));
    CHECK(sides[0] == 258 && sides[1] == 7);
    CHECK(!wafti_png_sides(header, sizeof(header) - 1, sides));
    CHECK(!wafti_png_sides("GIF89a                           ", 33, sides));
}

static void a_build_without_png_says_so(void) {
    uint8_t* pixels = NULL;
    int32_t size[2];
    waft_error error = {.sentence = ""};
    CHECK(waft_png_write_picture("p.png", canvas, canvas_size, ROW, &error) == WAFT_ERR_MISSING);
    CHECK(strstr(error.sentence, "install libpng-dev") != NULL);
    CHECK(waft_png_read_picture("p.png", NULL, &pixels, size, &error) == WAFT_ERR_MISSING);
}

static const test_case cases[] = {
    {"pictures_come_back", pictures_come_back},
    {"refusals", refusals},
    {"other_kinds_are_converted", other_kinds_are_converted},
    {"damage_is_refused", damage_is_refused},
    {"memory_runs_out", memory_runs_out},
    {"sides_from_the_first_bytes", sides_from_the_first_bytes},
};

static const test_case cases_without_png[] = {
    {"a_build_without_png_says_so", a_build_without_png_says_so},
    {"sides_from_the_first_bytes", sides_from_the_first_bytes},
};

int main(int argc, char** argv) {
    return waft_has("png") ? test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]))
                           : test_main(argc, argv, cases_without_png, 2);
}
