// SPDX-License-Identifier: MIT
// Heights of an OpenEXR file: scan lines in one part, as they are or zipped, one channel of halves or
// floats. Layout as in "OpenEXR File Layout" (openexr.com). Nothing is taken that the bytes do not hold.
#include "io/exr.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/deflate.h"
#include "io/little_endian.h"

#include <string.h>

#define LARGEST_FILE ((size_t)2 << 30)

enum {
    MAGIC = 20000630,
    FLAG_TILED = 0x200,
    FLAG_LONG_NAMES = 0x400,
    FLAG_DEEP = 0x800,
    FLAG_PARTS = 0x1000,
    LONGEST_NAME = 255,
    CHANNEL_TAIL = 16, // bytes of a channel behind its name
    MOST_CHANNELS = 256,
    LARGEST_SIDE = 16384,
    BLOCK_HEAD = 8, // the first line's number and how many bytes follow
    // Kinds of samples.
    UINT_SAMPLES = 0,
    HALF_SAMPLES = 1,
    FLOAT_SAMPLES = 2,
    // Compressions that are read.
    NOT_COMPRESSED = 0,
    ZIPPED_LINES = 2,
    ZIPPED_BLOCKS = 3,
    ZIPPED_LINE_COUNT = 16, // lines of a zipped block
};

static const char* const compression_names[] = {
    "none", "RLE", "ZIPS", "ZIP", "PIZ", "PXR24", "B44", "B44A", "DWAA", "DWAB"};

typedef struct reading {
    const unsigned char* bytes;
    size_t size, at;
    const char* name;
    const char* wanted; // the channel that is asked for, NULL: the only one
    waft_error* error;
    // From the header.
    bool has_channels, has_compression, has_window;
    unsigned compression;
    int32_t low[2]; // of the window of data
    size_t channel_count;
    size_t channel_start; // bytes of a pixel that stand before the channel's own
    size_t pixel_size;
    uint32_t kind; // of samples
    waft_heightmap map;
    // For blocks.
    wafti_zlib inflater;
    size_t block_lines, block_size;
    unsigned char* zipped; // as it comes from inflate
    unsigned char* raw;
} reading;

static waft_result damaged(const reading* r, const char* what) {
    return wafti_fail(r->error, WAFT_ERR_PARSE, "%s: the EXR is damaged: %s", r->name, what);
}

// A name that ends within the file and the longest that there may be; NULL otherwise.
static const char* next_name(reading* r) {
    const size_t left = r->size - r->at;
    const size_t most = left < LONGEST_NAME + 1 ? left : LONGEST_NAME + 1;
    const char* name = (const char*)r->bytes + r->at;
    const char* end = memchr(name, '\0', most);
    if (end == NULL) {
        return NULL;
    }
    r->at += (size_t)(end - name) + 1;
    return name;
}

static waft_result check_start(const reading* r) {
    if (r->size < 8 || wafti_get_u32(r->bytes) != MAGIC) {
        return wafti_fail(r->error, WAFT_ERR_PARSE, "%s: not an EXR file", r->name);
    }
    const uint32_t version = wafti_get_u32(r->bytes + 4);
    if ((version & 0xFF) != 2) {
        return wafti_fail(r->error, WAFT_ERR_PARSE, "%s: the EXR is of version %u; 2 is read",
            r->name, (unsigned)(version & 0xFF));
    }
    const char* what = (version & FLAG_TILED) != 0   ? "in tiles"
                       : (version & FLAG_DEEP) != 0  ? "deep"
                       : (version & FLAG_PARTS) != 0 ? "of several parts"
                                                     : NULL;
    if (what != NULL) {
        return wafti_fail(r->error, WAFT_ERR_PARSE,
            "%s: the EXR is %s; save it as one part of scan lines", r->name, what);
    }
    return (version & ~(uint32_t)(0xFF | FLAG_LONG_NAMES)) == 0
               ? WAFT_OK
               : damaged(r, "its version has unknown flags");
}

static waft_result read_channel(reading* r, const char* name, const unsigned char* tail) {
    const uint32_t kind = wafti_get_u32(tail);
    if (kind > FLOAT_SAMPLES) {
        return damaged(r, "a channel has samples of an unknown kind");
    }
    if (wafti_get_u32(tail + 8) != 1 || wafti_get_u32(tail + 12) != 1) {
        return wafti_fail(r->error, WAFT_ERR_PARSE,
            "%s: a channel of the EXR has not a sample for each pixel", r->name);
    }
    if (r->wanted == NULL || strcmp(name, r->wanted) == 0) {
        r->channel_start = r->pixel_size;
        r->kind = kind;
    }
    r->pixel_size += kind == HALF_SAMPLES ? 2 : 4;
    ++r->channel_count;
    return WAFT_OK;
}

// The attribute lists the channels in the order in which lines hold them.
static waft_result read_channels(reading* r, size_t end) {
    r->channel_start = SIZE_MAX;
    while (r->at < end && r->bytes[r->at] != '\0') {
        const char* name = next_name(r);
        if (name == NULL || r->at > end || end - r->at < CHANNEL_TAIL) {
            return damaged(r, "its list of channels is cut");
        }
        if (r->channel_count == MOST_CHANNELS) {
            return wafti_fail(r->error, WAFT_ERR_PARSE, "%s: the EXR has more than %d channels",
                r->name, MOST_CHANNELS);
        }
        const waft_result result = read_channel(r, name, r->bytes + r->at);
        if (result != WAFT_OK) {
            return result;
        }
        r->at += CHANNEL_TAIL;
    }
    r->has_channels = true;
    return WAFT_OK;
}

static waft_result read_window(reading* r, const unsigned char* value) {
    int64_t corners[4];
    for (int n = 0; n < 4; ++n) {
        corners[n] = (int32_t)wafti_get_u32(value + (size_t)n * 4);
    }
    const int64_t width = corners[2] - corners[0] + 1;
    const int64_t height = corners[3] - corners[1] + 1;
    if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE) {
        return wafti_fail(r->error, WAFT_ERR_PARSE,
            "%s: the picture is %lld x %lld; each side must be 1 to %d", r->name, (long long)width,
            (long long)height, LARGEST_SIDE);
    }
    r->low[0] = (int32_t)corners[0];
    r->low[1] = (int32_t)corners[1];
    r->map.size[0] = (int32_t)width;
    r->map.size[1] = (int32_t)height;
    r->has_window = true;
    return WAFT_OK;
}

static waft_vec2 read_pair(const unsigned char* value) {
    return (waft_vec2){wafti_get_float(value), wafti_get_float(value + 4)};
}

static bool is(const char* name, const char* type, size_t size, const char* want_name,
    const char* want_type, size_t want_size) {
    return strcmp(name, want_name) == 0 && strcmp(type, want_type) == 0 && size == want_size;
}

// Reads what is known of an attribute and leaves out the rest.
static waft_result read_attribute(reading* r, const char* name, const char* type, size_t size) {
    const unsigned char* value = r->bytes + r->at;
    if (strcmp(name, "channels") == 0 && strcmp(type, "chlist") == 0 && !r->has_channels) {
        return read_channels(r, r->at + size);
    }
    if (is(name, type, size, "compression", "compression", 1)) {
        r->compression = value[0];
        r->has_compression = true;
    } else if (is(name, type, size, "dataWindow", "box2i", 16)) {
        return read_window(r, value);
    } else if (is(name, type, size, "waftOrigin", "v2f", 8)) {
        r->map.origin = read_pair(value);
    } else if (is(name, type, size, "waftSpacing", "v2f", 8)) {
        r->map.spacing = read_pair(value);
    }
    return WAFT_OK;
}

static waft_result read_attributes(reading* r) {
    r->at = 8;
    while (r->at < r->size && r->bytes[r->at] != '\0') {
        const char* name = next_name(r);
        const char* type = name != NULL ? next_name(r) : NULL;
        if (type == NULL || r->size - r->at < 4) {
            return damaged(r, "its header is cut");
        }
        const size_t size = wafti_get_u32(r->bytes + r->at);
        r->at += 4;
        if (size > r->size - r->at) {
            return damaged(r, "its header is cut");
        }
        const size_t end = r->at + size;
        const waft_result result = read_attribute(r, name, type, size);
        if (result != WAFT_OK) {
            return result;
        }
        r->at = end;
    }
    if (r->at == r->size) {
        return damaged(r, "its header is cut");
    }
    ++r->at;
    return r->has_channels && r->has_compression && r->has_window
               ? WAFT_OK
               : damaged(r, "its header lacks channels, compression or dataWindow");
}

static waft_result check_channel(const reading* r) {
    if (r->channel_count == 0) {
        return damaged(r, "it has no channels");
    }
    if (r->wanted == NULL && r->channel_count > 1) {
        return wafti_fail(r->error, WAFT_ERR_PARSE,
            "%s: the EXR has %zu channels; name the one that holds heights, such as Y or R",
            r->name, r->channel_count);
    }
    if (r->wanted != NULL && r->channel_start == SIZE_MAX) {
        char shown[64];
        return wafti_fail(r->error, WAFT_ERR_PARSE, "%s: the EXR has no channel '%s'", r->name,
            wafti_text_quote(shown, sizeof(shown), r->wanted, strlen(r->wanted)));
    }
    if (r->kind == UINT_SAMPLES) {
        return wafti_fail(r->error, WAFT_ERR_PARSE,
            "%s: the channel holds whole numbers; save heights in m as half or float", r->name);
    }
    return WAFT_OK;
}

static waft_result check_compression(const reading* r) {
    const size_t known = sizeof(compression_names) / sizeof(compression_names[0]);
    if (r->compression == NOT_COMPRESSED || r->compression == ZIPPED_LINES ||
        r->compression == ZIPPED_BLOCKS) {
        return r->compression == NOT_COMPRESSED || wafti_deflate_available()
                   ? WAFT_OK
                   : wafti_fail(r->error, WAFT_ERR_MISSING,
                         "%s: this build has no zlib, so it reads EXR without compression only",
                         r->name);
    }
    return wafti_fail(r->error, WAFT_ERR_PARSE,
        "%s: the EXR is compressed by %s; save it with ZIP, ZIPS or none", r->name,
        r->compression < known ? compression_names[r->compression] : "a way that is not known");
}

// Judges sizes before memory is taken. Deflate packs at most 1032 to 1.
static waft_result check_size(reading* r) {
    const double packed = r->compression == NOT_COMPRESSED ? 1.0 : 1032.0;
    const double samples = (double)r->map.size[0] * r->map.size[1];
    if (samples * (double)r->pixel_size > packed * (double)r->size) {
        return wafti_fail(r->error, WAFT_ERR_PARSE,
            "%s: the EXR is damaged: %zu bytes cannot hold %d x %d samples", r->name, r->size,
            (int)r->map.size[0], (int)r->map.size[1]);
    }
    r->block_lines = r->compression == ZIPPED_BLOCKS ? ZIPPED_LINE_COUNT : 1;
    r->block_size = r->block_lines * (size_t)r->map.size[0] * r->pixel_size;
    return WAFT_OK;
}

// Bytes were sorted by their place in a sample, first those at even places, and each was replaced by
// its difference from the one before.
static void undo_zip(const unsigned char* from, size_t count, unsigned char* out) {
    const size_t half = (count + 1) / 2;
    unsigned value = 0;
    for (size_t n = 0; n < count; ++n) {
        value = n == 0 ? from[0] : (value + from[n] + 128) & 0xFF;
        out[n < half ? 2 * n : 2 * (n - half) + 1] = (unsigned char)value;
    }
}

// The bytes of a block as they were before compression; NULL if they are not whole.
static const unsigned char* unpack(
    reading* r, const unsigned char* bytes, size_t count, size_t raw_count) {
    // A block that zip would make larger is kept as it is.
    if (count == raw_count) {
        return bytes;
    }
    if (r->compression == NOT_COMPRESSED ||
        !wafti_inflate(&r->inflater, bytes, count, r->zipped, raw_count)) {
        return NULL;
    }
    undo_zip(r->zipped, raw_count, r->raw);
    return r->raw;
}

// By their bits: files may hold signalling NaN, which trap in any comparison.
static waft_result check_line(const reading* r, const float* line, size_t row) {
    for (int32_t i = 0; i < r->map.size[0]; ++i) {
        uint32_t bits = 0;
        memcpy(&bits, &line[i], sizeof(bits));
        if ((bits & 0x7F800000u) == 0x7F800000u) {
            return wafti_fail(r->error, WAFT_ERR_PARSE,
                "%s: the height in column %d of row %zu is not a finite number", r->name, (int)i,
                row);
        }
    }
    return WAFT_OK;
}

static waft_result read_block(reading* r, uint64_t place, size_t row) {
    const size_t width = (size_t)r->map.size[0];
    const size_t height = (size_t)r->map.size[1];
    const size_t lines = height - row < r->block_lines ? height - row : r->block_lines;
    const size_t line_size = width * r->pixel_size;
    if (place > r->size || r->size - place < BLOCK_HEAD) {
        return damaged(r, "a block of lines lies outside it");
    }
    const unsigned char* head = r->bytes + place;
    const uint32_t count = wafti_get_u32(head + 4);
    if (wafti_get_u32(head) != (uint32_t)r->low[1] + (uint32_t)row ||
        count > r->size - place - BLOCK_HEAD) {
        return damaged(r, "a block of lines is cut or is another");
    }
    const unsigned char* block = unpack(r, head + BLOCK_HEAD, count, lines * line_size);
    if (block == NULL) {
        return damaged(r, "a block of lines does not unpack");
    }
    for (size_t n = 0; n < lines; ++n) {
        float* out = r->map.samples + (row + n) * width;
        wafti_get_reals(
            block + n * line_size + r->channel_start * width, width, r->kind == HALF_SAMPLES, out);
        const waft_result result = check_line(r, out, row + n);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

static waft_result read_blocks(reading* r) {
    const size_t table = r->at;
    const size_t blocks = ((size_t)r->map.size[1] + r->block_lines - 1) / r->block_lines;
    if ((r->size - table) / sizeof(uint64_t) < blocks) {
        return damaged(r, "its table of lines is cut");
    }
    waft_result result = WAFT_OK;
    for (size_t n = 0; n < blocks && result == WAFT_OK; ++n) {
        const uint64_t place = wafti_get_u64(r->bytes + table + n * sizeof(uint64_t));
        result = read_block(r, place, n * r->block_lines);
    }
    return result;
}

static waft_result check_header(reading* r) {
    waft_result result = check_start(r);
    result = result != WAFT_OK ? result : read_attributes(r);
    result = result != WAFT_OK ? result : check_channel(r);
    result = result != WAFT_OK ? result : check_compression(r);
    return result != WAFT_OK ? result : check_size(r);
}

static waft_result read_samples(reading* r, const waft_allocator* allocator) {
    const size_t count = (size_t)r->map.size[0] * (size_t)r->map.size[1];
    const size_t zip = r->compression == NOT_COMPRESSED ? 0 : r->block_size;
    wafti_arena arena;
    wafti_arena_init(&arena, allocator, 0);
    waft_result result = wafti_inflater_init(&r->inflater, allocator);
    if (result == WAFT_OK) {
        r->map.samples = wafti_allocate(allocator, count, sizeof(float));
        r->zipped = wafti_arena_take(&arena, zip, 1);
        r->raw = wafti_arena_take(&arena, zip, 1);
        const bool all = r->map.samples != NULL && r->zipped != NULL && r->raw != NULL;
        result = all ? read_blocks(r) : WAFT_ERR_NO_MEMORY;
        wafti_zlib_free(&r->inflater);
    }
    if (result == WAFT_ERR_NO_MEMORY) {
        result = wafti_fail_memory(r->error, count * sizeof(float) + 2 * zip, r->name);
    }
    wafti_arena_free(&arena);
    return result;
}

waft_result wafti_exr_decode_heights(const wafti_exr_file* file, const waft_allocator* allocator,
    waft_heightmap* out_map, waft_error* out_error) {
    reading r = {.bytes = file->bytes,
        .size = file->byte_count,
        .name = file->name,
        .wanted = file->channel,
        .error = out_error,
        .map = {.high = 1.0f, .spacing = {1.0f, 1.0f}}};
    *out_map = (waft_heightmap){0};
    waft_result result = check_header(&r);
    result = result != WAFT_OK ? result : read_samples(&r, allocator);
    if (result == WAFT_OK) {
        *out_map = r.map;
    } else {
        waft_heightmap_free(allocator, &r.map);
    }
    return result;
}

bool wafti_exr_is_named(const char* path) {
    const char* end = strrchr(path, '.');
    return end != NULL && (strcmp(end, ".exr") == 0 || strcmp(end, ".EXR") == 0);
}

waft_result waft_exr_read_heights(const char* path, const char* channel,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error) {
    if (path == NULL || out_map == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_exr_read_heights: a pointer is NULL");
    }
    *out_map = (waft_heightmap){0};
    char* bytes = NULL;
    size_t count = 0;
    waft_result result = waft_file_read(path, LARGEST_FILE, allocator, &bytes, &count, out_error);
    if (result == WAFT_OK) {
        const wafti_exr_file file = {bytes, count, path, channel};
        result = wafti_exr_decode_heights(&file, allocator, out_map, out_error);
    }
    waft_text_free(allocator, bytes);
    return result;
}
