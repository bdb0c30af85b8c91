// SPDX-License-Identifier: MIT
// Heights from OpenEXR files: ours, one that Blender wrote, and files made up here after the layout.
#include "base/text.h"
#include "io/deflate.h"
#include "io/exr.h"
#include "io/little_endian.h"
#include "math/half.h"
#include "scratch.h"

#include <math.h>

enum { NX = 5, NZ = 19, LOW = -3, ZIPS = 2, ZIP = 3, MOST = 4096, TAIL = 16 };

// A file that is put together piece by piece, as other programs would.
typedef struct maker {
    const char* names[3]; // of channels, NULL: no more
    unsigned kinds[3];
    unsigned compression, flags;
    bool decreasing; // lines are stored from the last to the first
    float values[NZ][NX];
    unsigned char bytes[1 << 16];
    size_t size;
} maker;

static void put(maker* m, const void* bytes, size_t count) {
    memcpy(m->bytes + m->size, bytes, count);
    m->size += count;
}

static void put_u32(maker* m, uint32_t value) {
    wafti_put_u32(m->bytes + m->size, value);
    m->size += 4;
}

static void put_name(maker* m, const char* name) {
    put(m, name, strlen(name) + 1);
}

static void begin_attribute(maker* m, const char* name, const char* type, uint32_t size) {
    put_name(m, name);
    put_name(m, type);
    put_u32(m, size);
}

static void put_head(maker* m) {
    uint32_t list = 1;
    put_u32(m, 20000630);
    put_u32(m, 2 | m->flags);
    begin_attribute(m, "owner", "string", 3);
    put(m, "me!", 3);
    for (int n = 0; n < 3 && m->names[n] != NULL; ++n) {
        list += (uint32_t)strlen(m->names[n]) + 1 + TAIL;
    }
    begin_attribute(m, "channels", "chlist", list);
    for (int n = 0; n < 3 && m->names[n] != NULL; ++n) {
        put_name(m, m->names[n]);
        put_u32(m, m->kinds[n]);
        put_u32(m, 0);
        put_u32(m, 1);
        put_u32(m, 1);
    }
    put(m, "", 1);
    begin_attribute(m, "compression", "compression", 1);
    put(m, &(unsigned char){(unsigned char)m->compression}, 1);
    begin_attribute(m, "dataWindow", "box2i", 16);
    put_u32(m, 7);
    put_u32(m, (uint32_t)LOW);
    put_u32(m, 7 + NX - 1);
    put_u32(m, (uint32_t)(LOW + NZ - 1));
    put(m, "", 1);
}

// A line of all channels; the first holds the values, the others a thousand more.
static size_t make_line(const maker* m, int row, unsigned char* out) {
    size_t at = 0;
    for (int n = 0; n < 3 && m->names[n] != NULL; ++n) {
        for (int i = 0; i < NX; ++i) {
            const float value = m->values[row][i] + 1000.0f * (float)n;
            if (m->kinds[n] == 1) {
                wafti_put_u16(out + at, wafti_half_from_float(value));
                at += 2;
            } else {
                wafti_put_float(out + at, value);
                at += 4;
            }
        }
    }
    return at;
}

// What OpenEXR does before it lets zlib work: bytes at even places first, then differences.
static void prepare(const unsigned char* raw, size_t count, unsigned char* out) {
    const size_t half = (count + 1) / 2;
    for (size_t n = 0; n < count; ++n) {
        out[n % 2 == 0 ? n / 2 : half + n / 2] = raw[n];
    }
    for (size_t n = count; n-- > 1;) {
        out[n] = (unsigned char)(out[n] - out[n - 1] + 128);
    }
}

static void put_block(maker* m, int row, int lines) {
    unsigned char raw[MOST];
    unsigned char sorted[MOST];
    unsigned char packed[MOST];
    size_t count = 0;
    for (int n = 0; n < lines; ++n) {
        count += make_line(m, row + n, raw + count);
    }
    const unsigned char* bytes = raw;
    size_t size = count;
    wafti_zlib deflater;
    if (m->compression != 0 && CHECK(wafti_deflater_init(&deflater, NULL, MOST) == WAFT_OK)) {
        prepare(raw, count, sorted);
        const size_t small = wafti_deflate(&deflater, sorted, count, packed, MOST);
        wafti_zlib_free(&deflater);
        bytes = small > 0 && small < count ? packed : raw;
        size = small > 0 && small < count ? small : count;
    }
    put_u32(m, (uint32_t)(LOW + row));
    put_u32(m, (uint32_t)size);
    put(m, bytes, size);
}

static void make(maker* m) {
    const int lines = m->compression == ZIP ? 16 : 1;
    const int blocks = (NZ + lines - 1) / lines;
    m->size = 0;
    put_head(m);
    const size_t table = m->size;
    m->size += (size_t)blocks * 8;
    for (int k = 0; k < blocks; ++k) {
        const int n = m->decreasing ? blocks - 1 - k : k;
        wafti_put_u64(m->bytes + table + (size_t)n * 8, m->size);
        put_block(m, n * lines, NZ - n * lines < lines ? NZ - n * lines : lines);
    }
}

static maker maker_default(void) {
    maker m = {.names = {"Y", NULL, NULL}, .kinds = {2, 2, 2}};
    for (int j = 0; j < NZ; ++j) {
        for (int i = 0; i < NX; ++i) {
            m.values[j][i] = 0.25f * (float)(i - 2) + (float)j;
        }
    }
    return m;
}

static void check_reads(maker* m, const char* channel, float add) {
    waft_heightmap map;
    waft_error error = {.result = WAFT_OK};
    make(m);
    const wafti_exr_file file = {m->bytes, m->size, "f", channel};
    CHECK(wafti_exr_decode_heights(&file, NULL, &map, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(map.size[0] == NX && map.size[1] == NZ && map.low == 0.0f && map.high == 1.0f);
    CHECK(map.spacing.x == 1.0f && map.origin.x == 0.0f);
    for (int n = 0; map.samples != NULL && n < NX * NZ; ++n) {
        CHECK(map.samples[n] == m->values[n / NX][n % NX] + add);
    }
    waft_heightmap_free(NULL, &map);
}

static void check_fails(const maker* m, const char* channel, const char* want) {
    waft_heightmap map;
    waft_error error = {.result = WAFT_OK};
    const wafti_exr_file file = {m->bytes, m->size, "f", channel};
    CHECK(wafti_exr_decode_heights(&file, NULL, &map, &error) == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, want);
    CHECK(map.samples == NULL && map.size[0] == 0);
}

static void kinds_and_channels(void) {
    static maker m;
    for (unsigned compression = 0; compression <= ZIP; ++compression) {
        if (compression == 1 || (compression > 0 && !wafti_deflate_available())) {
            continue;
        }
        for (unsigned kind = 1; kind <= 2; ++kind) {
            m = maker_default();
            m.compression = compression;
            m.kinds[0] = kind;
            check_reads(&m, NULL, 0.0f);
            m.decreasing = true;
            check_reads(&m, "Y", 0.0f);
            m.names[1] = "Z";
            m.names[2] = "far.R";
            m.kinds[1] = 2;
            check_reads(&m, "Z", 1000.0f);
            check_reads(&m, "far.R", 2000.0f);
        }
    }
}

static void ours_come_back(void) {
    scratch s = scratch_make();
    const float data[] = {1.0f, -2.5f, 1e-20f, 4.0f, 1e30f, 0.1f};
    const waft_field field = {.data = data,
        .size = {3, 1, 2},
        .stride = {1, 3, 3},
        .origin = {1.5f, 0.0f, 2.5f},
        .spacing = {0.25f, 1.0f, 0.5f}};
    waft_heightmap map;
    CHECK(waft_exr_write_heights(scratch_file(&s, "h.exr"), &field, NULL) == WAFT_OK);
    CHECK(waft_exr_read_heights(scratch_file(&s, "h.exr"), NULL, NULL, &map, NULL) == WAFT_OK);
    CHECK(map.size[0] == 3 && map.size[1] == 2);
    for (int n = 0; n < 6; ++n) {
        CHECK(map.samples[n] == data[n]);
    }
    CHECK(map.origin.x == 1.5f && map.origin.y == 2.5f);
    CHECK(map.spacing.x == 0.25f && map.spacing.y == 0.5f);
    waft_heightmap_free(NULL, &map);
    scratch_remove(&s);
}

// -1.5 + 0.05 x + 0.01 z in channels B, G and R.
static void check_blenders(const char* path, int width, int height, double tolerance) {
    waft_heightmap map;
    waft_error error = {.result = WAFT_OK};
    CHECK(waft_exr_read_heights(path, "R", NULL, &map, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(map.size[0] == width && map.size[1] == height);
    for (int n = 0; map.samples != NULL && n < width * height; ++n) {
        const int row = n / width;
        CHECK_NEAR(map.samples[n], -1.5 + 0.05 * (n % width) + 0.01 * row, tolerance);
    }
    waft_heightmap_free(NULL, &map);
}

static void blenders(void) {
    const char* zipped = WAFT_SOURCE_DIR "/tests/scenes/bed_zip.exr";
    check_blenders(WAFT_SOURCE_DIR "/tests/scenes/bed.exr", 12, 10, 1e-6);
    if (wafti_deflate_available()) {
        check_blenders(zipped, 40, 36, 1e-3); // halves
        return;
    }
    waft_heightmap map;
    CHECK(waft_exr_read_heights(zipped, "R", NULL, &map, NULL) == WAFT_ERR_MISSING);
}

// Each sentence once.
static void refusals(void) {
    static maker m;
    m = maker_default();
    m.names[1] = "R";
    make(&m);
    check_fails(
        &m, NULL, "f: the EXR has 2 channels; name the one that holds heights, such as Y or R");
    check_fails(&m, "G", "f: the EXR has no channel 'G'");
    m = maker_default();
    m.kinds[0] = 0;
    make(&m);
    check_fails(&m, NULL, "f: the channel holds whole numbers; save heights in m as half or float");
    m = maker_default();
    m.values[3][2] = NAN;
    make(&m);
    check_fails(&m, NULL, "f: the height in column 2 of row 3 is not a finite number");
    m.size = 7;
    check_fails(&m, NULL, "f: not an EXR file");
    static const struct {
        unsigned flags;
        const char* what;
    } flags[] = {{0x200, "in tiles"}, {0x800, "deep"}, {0x1000, "of several parts"}};
    for (size_t n = 0; n < sizeof(flags) / sizeof(flags[0]); ++n) {
        char want[100];
        m = maker_default();
        m.flags = flags[n].flags;
        make(&m);
        (void)snprintf(want, sizeof(want), "f: the EXR is %s; save it as one part of scan lines",
            flags[n].what);
        check_fails(&m, NULL, want);
    }
    m = maker_default();
    m.flags = 1;
    make(&m);
    check_fails(&m, NULL, "f: the EXR is of version 3; 2 is read");
}

static void refused_compressions(void) {
    static maker m;
    m = maker_default();
    m.compression = 4;
    make(&m);
    check_fails(&m, NULL, "f: the EXR is compressed by PIZ; save it with ZIP, ZIPS or none");
    m.compression = 77;
    make(&m);
    check_fails(&m, NULL,
        "f: the EXR is compressed by a way that is not known; save it with ZIP, ZIPS or none");
}

// Where the window of data stands in a file of the default maker.
static unsigned char* window(maker* m) {
    for (size_t n = 0; n + 32 < m->size; ++n) {
        if (memcmp(m->bytes + n, "dataWindow", 11) == 0) {
            return m->bytes + n + 11 + 6 + 4;
        }
    }
    abort();
}

// Sizes are judged before memory is taken.
static void sizes(void) {
    static maker m;
    m = maker_default();
    make(&m);
    wafti_put_u32(window(&m) + 8, 7 + 16384);
    check_fails(&m, NULL, "f: the picture is 16385 x 19; each side must be 1 to 16384");
    wafti_put_u32(window(&m) + 8, 6);
    check_fails(&m, NULL, "f: the picture is 0 x 19; each side must be 1 to 16384");
    wafti_put_u32(window(&m), 0x80000000u);
    wafti_put_u32(window(&m) + 8, 0x7FFFFFFFu);
    check_fails(&m, NULL, "f: the picture is 4294967296 x 19; each side must be 1 to 16384");
    wafti_put_u32(window(&m), 0);
    wafti_put_u32(window(&m) + 8, 16383);
    char want[100];
    (void)snprintf(want, sizeof(want),
        "f: the EXR is damaged: %zu bytes cannot hold 16384 x 19 samples", m.size);
    check_fails(&m, NULL, want);
}

// In memory of its own, so that a sanitizer sees a byte too many.
static waft_result read_copy(const unsigned char* bytes, size_t size) {
    unsigned char* copy = malloc(size + (size == 0));
    waft_heightmap map;
    if (copy == NULL) {
        abort();
    }
    memcpy(copy, bytes, size);
    const wafti_exr_file file = {copy, size, "f", NULL};
    const waft_result result = wafti_exr_decode_heights(&file, NULL, &map, NULL);
    CHECK((result == WAFT_OK) == (map.samples != NULL));
    waft_heightmap_free(NULL, &map);
    free(copy);
    return result;
}

static void cut_and_bent(void) {
    static maker m;
    uint32_t state = 11;
    for (unsigned compression = 0; compression <= ZIP; ++compression) {
        if (compression == 1 || (compression > 0 && !wafti_deflate_available())) {
            continue;
        }
        m = maker_default();
        m.compression = compression;
        make(&m);
        for (size_t size = 0; size < m.size; ++size) {
            CHECK(read_copy(m.bytes, size) == WAFT_ERR_PARSE);
        }
        for (int n = 0; n < 4000 && m.size > 0; ++n) {
            state = state * 1664525u + 1013904223u;
            const size_t at = (state >> 8) % m.size;
            const unsigned char was = m.bytes[at];
            m.bytes[at] = (unsigned char)(was ^ (1u << (state & 7)));
            const waft_result result = read_copy(m.bytes, m.size);
            // Bent to one that is compressed, which such a build says it cannot read.
            const bool zipped = result == WAFT_ERR_MISSING && !wafti_deflate_available();
            CHECK(result == WAFT_OK || result == WAFT_ERR_PARSE || zipped);
            m.bytes[at] = was;
        }
    }
}

static void misuse(void) {
    waft_heightmap map;
    waft_error error;
    CHECK(waft_exr_read_heights(NULL, NULL, NULL, &map, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_exr_read_heights("no", NULL, NULL, NULL, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_exr_read_heights("no.exr", NULL, NULL, &map, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "no.exr") != NULL);
    CHECK(wafti_exr_is_named("a/b.exr") && wafti_exr_is_named("B.EXR"));
    CHECK(!wafti_exr_is_named("exr") && !wafti_exr_is_named("a.exr/b.png"));
}

static const test_case cases[] = {
    {"kinds_and_channels", kinds_and_channels},
    {"ours_come_back", ours_come_back},
    {"blenders", blenders},
    {"refusals", refusals},
    {"refused_compressions", refused_compressions},
    {"sizes", sizes},
    {"cut_and_bent", cut_and_bent},
    {"misuse", misuse},
};

TEST_MAIN(cases)
