// SPDX-License-Identifier: MIT
#include "base/hash.h"
#include "hooks.h"
#include "io/png.h"

#if defined(WAFTI_HAVE_PNG)

static void grey_row(void* user, int32_t row, unsigned char* out_bytes) {
    const int32_t width = *(const int32_t*)user;
    for (int32_t i = 0; i < width; ++i) {
        const unsigned value = (unsigned)(row * 1000 + i * 37) & 0xFFFFu;
        *out_bytes++ = (unsigned char)(value >> 8);
        *out_bytes++ = (unsigned char)value;
    }
}

static void color_row(void* user, int32_t row, unsigned char* out_bytes) {
    const int32_t width = *(const int32_t*)user;
    memset(out_bytes, row, (size_t)width * 3);
}

static waft_result encode(
    int32_t width, int32_t height, bool color, wafti_text* out, const char* low, const char* high) {
    const wafti_png_image image = {.width = width,
        .height = height,
        .color = color,
        .fill_row = color ? color_row : grey_row,
        .user = &width,
        .texts = {low, high}};
    return wafti_png_encode(&image, "test.png", out, NULL);
}

static void heights_come_back(void) {
    wafti_text png;
    wafti_text_init(&png, NULL);
    CHECK(encode(300, 200, false, &png, "-0.25", "1e-3") == WAFT_OK);
    waft_heightmap map;
    CHECK(wafti_png_decode_heights(png.bytes, png.length, "p", NULL, &map, NULL) == WAFT_OK);
    CHECK(map.size[0] == 300 && map.size[1] == 200);
    CHECK(map.low == -0.25f && map.high == 1e-3f);
    bool equal = true;
    for (int32_t y = 0; y < 200; ++y) {
        for (int32_t x = 0; x < 300; ++x) {
            const unsigned value = (unsigned)(y * 1000 + x * 37) & 0xFFFFu;
            equal = equal && map.samples[y * 300 + x] == (float)value / 65535.0f;
        }
    }
    CHECK(equal);
    waft_heightmap_free(NULL, &map);
    wafti_text_clear(&png);
    CHECK(encode(1, 1, false, &png, NULL, NULL) == WAFT_OK);
    CHECK(wafti_png_decode_heights(png.bytes, png.length, "p", NULL, &map, NULL) == WAFT_OK);
    CHECK(map.low == 0.0f && map.high == 1.0f);
    waft_heightmap_free(NULL, &map);
    wafti_text_free(&png);
}

static void check_refused(const wafti_text* png, const char* sentence) {
    waft_heightmap map = {0};
    waft_error error = {.sentence = ""};
    CHECK(wafti_png_decode_heights(png->bytes, png->length, "p", NULL, &map, &error) ==
          WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, sentence);
    CHECK(map.samples == NULL);
}

static void other_pictures_are_refused(void) {
    wafti_text png;
    wafti_text_init(&png, NULL);
    wafti_text_add(&png, "GIF89a..............................");
    check_refused(&png, "p: not a PNG file");
    wafti_text_clear(&png);
    CHECK(encode(4, 4, true, &png, NULL, NULL) == WAFT_OK);
    check_refused(&png, "p: the picture is 8-bit RGB; save it as 16-bit greyscale");
    png.bytes[25] = 6;
    check_refused(&png, "p: the picture is 8-bit RGB with alpha; save it as 16-bit greyscale");
    png.bytes[25] = 4;
    png.bytes[24] = 16;
    check_refused(&png, "p: the picture is 16-bit grey with alpha; save it as 16-bit greyscale");
    png.bytes[25] = 0;
    memcpy(png.bytes + 16, "\0\0\x40\x01\0\0\0\1", 8);
    check_refused(&png, "p: the picture is 16385 x 1; each side must be 1 to 16384");
    memcpy(png.bytes + 16, "\0\0\x40\0\0\0\x40\0", 8);
    char sentence[128];
    (void)snprintf(sentence, sizeof(sentence),
        "p: the PNG is damaged: %zu bytes cannot hold 16384 x 16384 samples", png.length);
    check_refused(&png, sentence);
    wafti_text_clear(&png);
    CHECK(encode(4, 4, false, &png, "1", "two") == WAFT_OK);
    check_refused(&png, "p: the text chunk waft:high is 'two', no number");
    wafti_text_clear(&png);
    CHECK(encode(4, 4, false, &png, "1", "\x1B[2J") == WAFT_OK);
    check_refused(&png, "p: the text chunk waft:high is '?[2J', no number");
    wafti_text_free(&png);
}

// Every cut and every flipped bit is refused or, where PNG has no checksum, still reads.
static void damage_never_passes(void) {
    wafti_text png;
    wafti_text_init(&png, NULL);
    CHECK(encode(20, 10, false, &png, "0", "2") == WAFT_OK);
    waft_heightmap map = {0};
    for (size_t length = 0; length < png.length; ++length) {
        CHECK(wafti_png_decode_heights(png.bytes, length, "p", NULL, &map, NULL) == WAFT_ERR_PARSE);
    }
    for (size_t i = 0; i < png.length; ++i) {
        png.bytes[i] = (char)(png.bytes[i] ^ 0x10);
        CHECK(wafti_png_decode_heights(png.bytes, png.length, "p", NULL, &map, NULL) ==
              WAFT_ERR_PARSE);
        png.bytes[i] = (char)(png.bytes[i] ^ 0x10);
    }
    wafti_text_free(&png);
}

static void memory_runs_out(void) {
    wafti_text png;
    wafti_text_init(&png, NULL);
    CHECK(encode(20, 10, false, &png, "0", "2") == WAFT_OK);
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 100) {
        counting count = {.fail_at = ++fail_at};
        const waft_allocator hook = counting_hook(&count);
        waft_heightmap map = {0};
        result = wafti_png_decode_heights(png.bytes, png.length, "p", &hook, &map, NULL);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        waft_heightmap_free(&hook, &map);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK && fail_at > 4);
    result = WAFT_ERR_NO_MEMORY;
    for (fail_at = 1; result != WAFT_OK && fail_at < 100; ++fail_at) {
        counting count = {.fail_at = fail_at};
        const waft_allocator hook = counting_hook(&count);
        wafti_text out;
        wafti_text_init(&out, &hook);
        result = encode(20, 10, false, &out, "0", "2");
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        wafti_text_free(&out);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK && fail_at > 4);
    wafti_text_free(&png);
}

// A chunk of ours: an interlaced picture made by hand, 2 x 2, stored without compression.
static void add_chunk(wafti_text* png, const char* kind, const void* data, size_t size) {
    const unsigned char length[4] = {0, 0, (unsigned char)(size >> 8), (unsigned char)size};
    wafti_text_add_bytes(png, length, 4);
    const size_t start = png->length;
    wafti_text_add_bytes(png, kind, 4);
    wafti_text_add_bytes(png, data, size);
    const uint32_t crc = wafti_crc32(0, png->bytes + start, png->length - start);
    const unsigned char tail[4] = {(unsigned char)(crc >> 24), (unsigned char)(crc >> 16),
        (unsigned char)(crc >> 8), (unsigned char)crc};
    wafti_text_add_bytes(png, tail, 4);
}

static void interlaced_pictures_are_read(void) {
    // Adam7 of 2 x 2: pass 1 holds (0,0), pass 6 (1,0), pass 7 the second row.
    static const unsigned char rows[] = {0, 0x12, 0x34, 0, 0x56, 0x78, 0, 0x9A, 0xBC, 0xDE, 0xF0};
    unsigned char zlib[2 + 5 + sizeof(rows) + 4] = {
        0x78, 0x01, 1, sizeof(rows), 0, (unsigned char)~sizeof(rows), 0xFF};
    memcpy(zlib + 7, rows, sizeof(rows));
    unsigned a = 1;
    unsigned b = 0;
    for (size_t i = 0; i < sizeof(rows); ++i) {
        a = (a + rows[i]) % 65521u;
        b = (b + a) % 65521u;
    }
    const unsigned char adler[4] = {
        (unsigned char)(b >> 8), (unsigned char)b, (unsigned char)(a >> 8), (unsigned char)a};
    memcpy(zlib + 7 + sizeof(rows), adler, 4);
    static const unsigned char header[13] = {0, 0, 0, 2, 0, 0, 0, 2, 16, 0, 0, 0, 1};
    wafti_text png;
    wafti_text_init(&png, NULL);
    wafti_text_add_bytes(&png, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(&png, "IHDR", header, sizeof(header));
    // A gamma must not change the samples.
    add_chunk(&png, "gAMA", "\0\0\xb1\x8f", 4);
    add_chunk(&png, "IDAT", zlib, sizeof(zlib));
    add_chunk(&png, "IEND", "", 0);
    waft_heightmap map = {0};
    waft_error error = {.sentence = ""};
    CHECK(wafti_png_decode_heights(png.bytes, png.length, "p", NULL, &map, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    static const unsigned want[4] = {0x1234, 0x5678, 0x9ABC, 0xDEF0};
    for (int i = 0; i < 4 && map.samples != NULL; ++i) {
        CHECK(map.samples[i] == (float)want[i] / 65535.0f);
    }
    waft_heightmap_free(NULL, &map);
    wafti_text_free(&png);
}

static const test_case cases[] = {
    {"heights_come_back", heights_come_back},
    {"other_pictures_are_refused", other_pictures_are_refused},
    {"damage_never_passes", damage_never_passes},
    {"memory_runs_out", memory_runs_out},
    {"interlaced_pictures_are_read", interlaced_pictures_are_read},
};

#else

static void the_package_is_named(void) {
    waft_heightmap map = {0};
    waft_error error;
    wafti_text out;
    wafti_text_init(&out, NULL);
    const wafti_png_image image = {.width = 1, .height = 1};
    CHECK(wafti_png_encode(&image, "p", &out, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "libpng-dev") != NULL);
    CHECK(wafti_png_decode_heights("", 0, "p", NULL, &map, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "libpng-dev") != NULL);
}

static const test_case cases[] = {{"the_package_is_named", the_package_is_named}};

#endif

TEST_MAIN(cases)
