// SPDX-License-Identifier: MIT
// The codec. libpng leaves by longjmp, and this is the only file that lets it: each job is run by
// run_guarded(), and all that must survive a jump lives in the job, in the caller's frame.
#include "io/png.h"

#include "base/error.h"
#include "base/memory.h"
#include "io/file.h"
#include "io/little_endian.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { LARGEST_SIDE = 16384, HEADER_SIZE = 33, LARGEST_CHUNK = 1 << 20, MOST_CHUNKS = 64 };

bool wafti_png_sides(const void* bytes, size_t byte_count, uint32_t out_sides[2]) {
    static const unsigned char start[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    const unsigned char* header = bytes;
    if (byte_count < HEADER_SIZE || memcmp(header, start, sizeof(start) - 1) != 0) {
        return false;
    }
    out_sides[0] = wafti_get_big_u32(header + 16);
    out_sides[1] = wafti_get_big_u32(header + 20);
    return true;
}

waft_result wafti_png_write(const wafti_png_image* image, const char* path, waft_error* out_error) {
    wafti_text bytes;
    wafti_text_init(&bytes, NULL);
    waft_result result = wafti_png_encode(image, path, &bytes, out_error);
    result = result == WAFT_OK ? wafti_text_write(&bytes, path, out_error) : result;
    wafti_text_free(&bytes);
    return result;
}

#if defined(WAFTI_HAVE_PNG)

#include <png.h>
#include <setjmp.h>

typedef struct png_job {
    jmp_buf escape;
    const char* name;
    waft_allocator allocator;
    bool out_of_memory;
    char reason[160]; // libpng's words
    png_structp png;
    png_infop info;
    unsigned char* row; // writing
    const wafti_png_image* image;
    wafti_text* out;
    const unsigned char* next; // reading
    size_t left;
    int32_t size[2];
    uint8_t* pixels; // of a picture, RGBA
    waft_heightmap map;
} png_job;

static void on_error(png_structp png, png_const_charp message) {
    png_job* job = png_get_error_ptr(png);
    job->reason[0] = '\0';
    (void)strncat(job->reason, message, sizeof(job->reason) - 1);
    longjmp(job->escape, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// libpng does not give sizes back, so blocks carry theirs, as texts do.
static png_voidp take_memory(png_structp png, png_alloc_size_t size) {
    png_job* job = png_get_mem_ptr(png);
    void* memory = wafti_text_copy(&job->allocator, NULL, size);
    job->out_of_memory = job->out_of_memory || memory == NULL;
    return memory;
}

static void drop_memory(png_structp png, png_voidp memory) {
    const png_job* job = png_get_mem_ptr(png);
    waft_text_free(&job->allocator, memory);
}

static bool run_guarded(png_job* job, void (*work)(png_job* job)) {
    if (setjmp(job->escape) != 0) {
        return false;
    }
    work(job);
    return !job->out_of_memory;
}

static waft_result fail_job(const png_job* job, waft_error* out_error) {
    if (job->out_of_memory) {
        return wafti_fail(
            out_error, WAFT_ERR_NO_MEMORY, "%s: out of memory in the PNG codec", job->name);
    }
    return wafti_fail(
        out_error, WAFT_ERR_PARSE, "%s: the PNG is damaged: %s", job->name, job->reason);
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    png_job* job = png_get_io_ptr(png);
    wafti_text_add_bytes(job->out, bytes, count);
    if (job->out->failed) {
        job->out_of_memory = true;
        png_error(png, "out of memory");
    }
}

static void flush_bytes(png_structp png) {
    (void)png;
}

// Numbers that a picture carries about itself.
enum { TEXT_COUNT = WAFTI_PNG_TEXTS, TEXT_LOW = 0, TEXT_HIGH = 1, TEXT_SPACING = 4 };

static const char* const text_keys[TEXT_COUNT] = {
    "waft:low", "waft:high", "waft:origin_x", "waft:origin_z", "waft:spacing_x", "waft:spacing_z"};

static void add_texts(const png_job* job) {
    const char* const* given = job->image->texts;
    // libpng copies the texts and only lacks the const.
    char keys[TEXT_COUNT][16] = {{0}};
    char values[TEXT_COUNT][64] = {{0}};
    png_text texts[TEXT_COUNT];
    int count = 0;
    memset(texts, 0, sizeof(texts));
    for (int i = 0; i < TEXT_COUNT; ++i) {
        if (given[i] == NULL) {
            continue;
        }
        (void)strncat(keys[count], text_keys[i], sizeof(keys[0]) - 1);
        (void)strncat(values[count], given[i], sizeof(values[0]) - 1);
        texts[count].compression = PNG_TEXT_COMPRESSION_NONE;
        texts[count].key = keys[count];
        texts[count].text = values[count];
        texts[count].text_length = strlen(values[count]);
        ++count;
    }
    png_set_text(job->png, job->info, texts, count);
}

static void encode(png_job* job) {
    const wafti_png_image* image = job->image;
    job->png = png_create_write_struct_2(
        PNG_LIBPNG_VER_STRING, job, on_error, on_warning, job, take_memory, drop_memory);
    job->info = job->png != NULL ? png_create_info_struct(job->png) : NULL;
    if (job->info == NULL) {
        return;
    }
    png_set_write_fn(job->png, job, write_bytes, flush_bytes);
    // Heights of 1024 x 1024 waves: 47 ms and 1.09 MB, where libpng's own choice of level and filter
    // takes 215 ms and 1.22 MB. A drawn sea of 1280 x 720: 30 ms and 0.57 MB, own choice 206 ms and
    // 0.47 MB; filtered by the row above 0.79 MB.
    png_set_compression_level(job->png, 2);
    png_set_filter(job->png, PNG_FILTER_TYPE_BASE, image->color ? PNG_FILTER_SUB : PNG_FILTER_UP);
    png_set_IHDR(job->png, job->info, (png_uint_32)image->width, (png_uint_32)image->height,
        image->color ? 8 : 16, image->color ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    add_texts(job);
    png_write_info(job->png, job->info);
    for (int32_t y = 0; y < image->height; ++y) {
        image->fill_row(image->user, y, job->row);
        png_write_row(job->png, job->row);
    }
    png_write_end(job->png, NULL);
}

waft_result wafti_png_encode(
    const wafti_png_image* image, const char* name, wafti_text* out, waft_error* out_error) {
    const size_t row_size = wafti_size_mul((size_t)image->width, image->color ? 3 : 2);
    png_job job = {.name = name, .allocator = out->allocator, .image = image, .out = out};
    job.row = wafti_allocate(&job.allocator, 1, row_size);
    job.out_of_memory = job.row == NULL;
    const bool done = job.row != NULL && run_guarded(&job, encode);
    png_destroy_write_struct(&job.png, &job.info);
    wafti_release(&job.allocator, job.row, 1, row_size);
    return done ? WAFT_OK : fail_job(&job, out_error);
}

static png_job start_reading(
    const void* bytes, size_t byte_count, const char* name, const waft_allocator* allocator) {
    return (png_job){.name = name,
        .next = bytes,
        .left = byte_count,
        .allocator = allocator != NULL ? *allocator : (waft_allocator){0}};
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
    png_job* job = png_get_io_ptr(png);
    if (count > job->left) {
        png_error(png, "it is cut short");
    }
    memcpy(bytes, job->next, count);
    job->next += count;
    job->left -= count;
}

static int channels_of(unsigned char color_type) {
    const bool color = (color_type & PNG_COLOR_MASK_COLOR) != 0;
    return (color && color_type != PNG_COLOR_TYPE_PALETTE ? 3 : 1) +
           ((color_type & PNG_COLOR_MASK_ALPHA) != 0 ? 1 : 0);
}

static const char* color_name(unsigned char color_type) {
    static const char* const names[] = {[PNG_COLOR_TYPE_GRAY] = "grey",
        [PNG_COLOR_TYPE_RGB] = "RGB",
        [PNG_COLOR_TYPE_PALETTE] = "palette",
        [PNG_COLOR_TYPE_GRAY_ALPHA] = "grey with alpha",
        [PNG_COLOR_TYPE_RGB_ALPHA] = "RGB with alpha"};
    const char* name = color_type <= PNG_COLOR_TYPE_RGB_ALPHA ? names[color_type] : NULL;
    return name != NULL ? name : "unknown colour";
}

// Looks at the header before libpng does, so that sizes are judged before memory is taken.
static waft_result check_header(
    png_job* job, const unsigned char* bytes, size_t byte_count, waft_error* out_error) {
    if (byte_count < 8 || png_sig_cmp(bytes, 0, 8) != 0) {
        return wafti_fail(out_error, WAFT_ERR_PARSE, "%s: not a PNG file", job->name);
    }
    uint32_t sides[2] = {0, 0};
    if (!wafti_png_sides(bytes, byte_count, sides)) {
        return wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: the PNG is damaged: it has no header", job->name);
    }
    if (sides[0] == 0 || sides[1] == 0 || sides[0] > LARGEST_SIDE || sides[1] > LARGEST_SIDE) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the picture is %u x %u; each side must be 1 to %d", job->name, (unsigned)sides[0],
            (unsigned)sides[1], LARGEST_SIDE);
    }
    // Deflate packs at most 1032 to 1: a header that promises more than that is a lie.
    const double bits = (double)bytes[24] * channels_of(bytes[25]);
    if (bits / 8.0 * sides[0] * sides[1] > 1032.0 * (double)byte_count) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the PNG is damaged: %zu bytes cannot hold %u x %u samples", job->name, byte_count,
            (unsigned)sides[0], (unsigned)sides[1]);
    }
    job->size[0] = (int32_t)sides[0];
    job->size[1] = (int32_t)sides[1];
    return WAFT_OK;
}

static waft_result check_heights_header(
    png_job* job, const unsigned char* bytes, size_t byte_count, waft_error* out_error) {
    const waft_result result = check_header(job, bytes, byte_count, out_error);
    if (result == WAFT_OK && (bytes[24] != 16 || bytes[25] != PNG_COLOR_TYPE_GRAY)) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the picture is %d-bit %s; save it as 16-bit greyscale", job->name, (int)bytes[24],
            color_name(bytes[25]));
    }
    memcpy(job->map.size, job->size, sizeof(job->size));
    return result;
}

// Rows that have room for four bytes a pixel, from `first` on. Interlaced pictures come in seven passes over
// all of them.
static void read_rows(png_job* job, void* first, size_t pixel_size) {
    const size_t width = (size_t)job->size[0];
    const int passes = png_set_interlace_handling(job->png);
    png_read_update_info(job->png, job->info);
    if (png_get_rowbytes(job->png, job->info) != pixel_size * width) {
        png_error(job->png, "its rows are not as long as its header says");
    }
    for (int pass = 0; pass < passes; ++pass) {
        for (int32_t y = 0; y < job->size[1]; ++y) {
            png_read_row(job->png, (png_bytep)first + 4 * width * (size_t)y, NULL);
        }
    }
}

// From the last sample to the first: the float written never covers a raw sample still to be read.
static void widen_row(float* row, int32_t width) {
    const unsigned char* raw = (const unsigned char*)row;
    for (size_t x = (size_t)width; x-- > 0;) {
        const unsigned sample = (unsigned)raw[2 * x] << 8 | raw[2 * x + 1];
        row[x] = (float)sample / 65535.0f;
    }
}

// Reads what stands before the samples; false if memory is out.
static bool begin_reading(png_job* job) {
    job->png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, job, on_error, on_warning, job, take_memory, drop_memory);
    job->info = job->png != NULL ? png_create_info_struct(job->png) : NULL;
    if (job->info == NULL) {
        return false;
    }
    png_set_user_limits(job->png, LARGEST_SIDE, LARGEST_SIDE);
    png_set_chunk_malloc_max(job->png, LARGEST_CHUNK);
    png_set_chunk_cache_max(job->png, MOST_CHUNKS);
    // A range text that does not pass its checksum must not be dropped in silence.
    png_set_crc_action(job->png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_read_fn(job->png, job, read_bytes);
    png_read_info(job->png, job->info);
    return true;
}

static void decode_heights(png_job* job) {
    if (!begin_reading(job)) {
        return;
    }
    // Raw samples take the first half of each row of floats; widen_row() then spreads them.
    read_rows(job, job->map.samples, sizeof(uint16_t));
    png_read_end(job->png, job->info);
    for (int32_t y = 0; y < job->map.size[1]; ++y) {
        widen_row(job->map.samples + (size_t)y * (size_t)job->map.size[0], job->map.size[0]);
    }
}

static waft_result read_bound(
    const png_job* job, const png_text* text, float* out_bound, waft_error* out_error) {
    double value = 0.0;
    if (!wafti_parse_double(text->text, strlen(text->text), &value) ||
        fabs(value) > (double)FLT_MAX) {
        char shown[64];
        return wafti_fail(out_error, WAFT_ERR_PARSE, "%s: the text chunk %s is '%s', no number",
            job->name, text->key,
            wafti_text_quote(shown, sizeof(shown), text->text, strlen(text->text)));
    }
    *out_bound = (float)value;
    return WAFT_OK;
}

static waft_result read_texts(png_job* job, waft_error* out_error) {
    waft_heightmap* map = &job->map;
    float* const targets[TEXT_COUNT] = {
        &map->low, &map->high, &map->origin.x, &map->origin.y, &map->spacing.x, &map->spacing.y};
    png_textp texts = NULL;
    int count = 0;
    unsigned found = 0;
    (void)png_get_text(job->png, job->info, &texts, &count);
    map->low = 0.0f;
    map->high = map->spacing.x = map->spacing.y = 1.0f;
    for (int i = 0; i < count * TEXT_COUNT; ++i) {
        const png_text* text = &texts[i / TEXT_COUNT];
        const int key = i % TEXT_COUNT;
        if (strcmp(text->key, text_keys[key]) == 0) {
            found |= 1u << key;
            const waft_result result = read_bound(job, text, targets[key], out_error);
            if (result != WAFT_OK) {
                return result;
            }
        }
    }
    if ((found >> TEXT_LOW & 1u) != (found >> TEXT_HIGH & 1u)) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: of the text chunks waft:low and waft:high only one is there", job->name);
    }
    if (!(map->spacing.x > 0.0f) || !(map->spacing.y > 0.0f)) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the text chunks %s and %s must be above 0", job->name, text_keys[TEXT_SPACING],
            text_keys[TEXT_SPACING + 1]);
    }
    return WAFT_OK;
}

waft_result wafti_png_decode_heights(const void* bytes, size_t byte_count, const char* name,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error) {
    png_job job = start_reading(bytes, byte_count, name, allocator);
    waft_result result = check_heights_header(&job, bytes, byte_count, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const size_t count = wafti_size_mul((size_t)job.map.size[0], (size_t)job.map.size[1]);
    job.map.samples = wafti_allocate(allocator, count, sizeof(float));
    if (job.map.samples == NULL) {
        return wafti_fail_memory(out_error, wafti_size_mul(count, sizeof(float)), name);
    }
    result =
        run_guarded(&job, decode_heights) ? read_texts(&job, out_error) : fail_job(&job, out_error);
    png_destroy_read_struct(&job.png, &job.info, NULL);
    if (result == WAFT_OK) {
        *out_map = job.map;
    } else {
        waft_heightmap_free(allocator, &job.map);
    }
    return result;
}

// Whatever the picture is, its pixels come out as red, green, blue, 255.
static void decode_picture(png_job* job) {
    if (!begin_reading(job)) {
        return;
    }
    png_set_expand(job->png);
    png_set_strip_16(job->png);
    png_set_gray_to_rgb(job->png);
    png_set_strip_alpha(job->png);
    png_set_add_alpha(job->png, 255, PNG_FILLER_AFTER);
    read_rows(job, job->pixels, 4);
    png_read_end(job->png, NULL);
}

waft_result wafti_png_decode_picture(const void* bytes, size_t byte_count, const char* name,
    const waft_allocator* allocator, uint8_t** out_pixels, int32_t out_size[2],
    waft_error* out_error) {
    png_job job = start_reading(bytes, byte_count, name, allocator);
    waft_result result = check_header(&job, bytes, byte_count, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const size_t size = 4 * (size_t)job.size[0] * (size_t)job.size[1];
    job.pixels = (uint8_t*)wafti_text_copy(allocator, NULL, size);
    if (job.pixels == NULL) {
        return wafti_fail_memory(out_error, size, name);
    }
    result = run_guarded(&job, decode_picture) ? WAFT_OK : fail_job(&job, out_error);
    png_destroy_read_struct(&job.png, &job.info, NULL);
    if (result != WAFT_OK) {
        waft_text_free(allocator, (char*)job.pixels);
        return result;
    }
    *out_pixels = job.pixels;
    out_size[0] = job.size[0];
    out_size[1] = job.size[1];
    return WAFT_OK;
}

#else

static waft_result fail_without_png(const char* name, waft_error* out_error) {
    return wafti_fail(out_error, WAFT_ERR_IO,
        "%s: this build of waft has no PNG; install libpng-dev and build again", name);
}

waft_result wafti_png_encode(
    const wafti_png_image* image, const char* name, wafti_text* out, waft_error* out_error) {
    (void)image;
    (void)out;
    return fail_without_png(name, out_error);
}

waft_result wafti_png_decode_heights(const void* bytes, size_t byte_count, const char* name,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error) {
    (void)bytes;
    (void)byte_count;
    (void)allocator;
    (void)out_map;
    return fail_without_png(name, out_error);
}

waft_result wafti_png_decode_picture(const void* bytes, size_t byte_count, const char* name,
    const waft_allocator* allocator, uint8_t** out_pixels, int32_t out_size[2],
    waft_error* out_error) {
    (void)bytes;
    (void)byte_count;
    (void)allocator;
    (void)out_pixels;
    (void)out_size;
    return fail_without_png(name, out_error);
}

#endif
