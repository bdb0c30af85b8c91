// SPDX-License-Identifier: MIT
// PLY: elements in any order, with properties of any type in any order. Faces are walked twice, since
// only their lists tell how many triangles they make.
#include "io/mesh_read.h"

#include "base/error.h"
#include "io/little_endian.h"
#include "io/mesh_ply_header.h"

#include <math.h>
#include <string.h>

typedef struct ply_reader {
    wafti_mesh_file* file;
    wafti_ply_header header;
    wafti_words words; // stands in the text or the binary data alike
    size_t point_total;
    size_t facet_total;
    const char* here; // the value that was read last
    bool counting;    // the first walk
} ply_reader;

// WAFT_ERR_PARSE at the value that was read last.
static waft_result fail_here(const ply_reader* reader, const char* what) {
    if (!reader->header.binary) {
        return wafti_place_fail(&reader->words.place, reader->here, "%s", what);
    }
    return wafti_fail(reader->file->error, WAFT_ERR_PARSE, "%s: byte %zu: %s",
        reader->file->options->name, (size_t)(reader->here - reader->file->bytes), what);
}

static double value_of_bits(uint64_t bits, wafti_ply_type type) {
    unsigned char bytes[8];
    double value = 0.0;
    switch (type) {
    case WAFTI_PLY_INT8:
        return (double)(int8_t)(uint8_t)bits;
    case WAFTI_PLY_INT16:
        return (double)(int16_t)(uint16_t)bits;
    case WAFTI_PLY_INT32:
        return (double)(int32_t)(uint32_t)bits;
    case WAFTI_PLY_FLOAT32:
        wafti_put_u32(bytes, (uint32_t)bits);
        return wafti_get_coordinate(bytes);
    case WAFTI_PLY_FLOAT64:
        memcpy(&value, &bits, sizeof(value));
        return isfinite(value) ? value : (double)NAN;
    default:
        return (double)bits;
    }
}

// Takes the bytes of `count` values of a binary file.
static waft_result take_binary(ply_reader* reader, wafti_ply_type type, size_t count) {
    const size_t size = wafti_size_mul(wafti_ply_type_size(type), count);
    reader->here = reader->words.next;
    if (size > (size_t)(reader->words.end - reader->words.next)) {
        return fail_here(reader, "the file ends too early");
    }
    reader->words.next += size;
    return WAFT_OK;
}

static waft_result read_value(ply_reader* reader, wafti_ply_type type, double* out_value) {
    if (!reader->header.binary) {
        const wafti_word word = wafti_words_next(&reader->words);
        reader->here = word.text;
        return wafti_words_number(&reader->words, word, out_value);
    }
    const waft_result result = take_binary(reader, type, 1);
    const size_t size = wafti_ply_type_size(type);
    uint64_t bits = 0;
    for (size_t i = 0; i < size && result == WAFT_OK; ++i) {
        const size_t place = reader->header.big_endian ? i : size - 1 - i;
        bits = bits << 8 | (unsigned char)reader->here[place];
    }
    *out_value = value_of_bits(bits, type);
    return result;
}

// Other properties may hold anything, such as normals that are "nan".
static waft_result skip_values(ply_reader* reader, wafti_ply_type type, size_t count) {
    if (reader->header.binary) {
        return take_binary(reader, type, count);
    }
    for (size_t i = 0; i < count; ++i) {
        const wafti_word word = wafti_words_next(&reader->words);
        if (word.length == 0) {
            return wafti_words_expected(&reader->words, word, "a number");
        }
    }
    return WAFT_OK;
}

static waft_result read_whole(
    ply_reader* reader, wafti_ply_type type, const char* problem, uint32_t* out_value) {
    double value = 0.0;
    const waft_result result = read_value(reader, type, &value);
    if (result != WAFT_OK) {
        return result;
    }
    if (!isfinite(value) || value < 0.0 || value > (double)UINT32_MAX || value != floor(value)) {
        return fail_here(reader, problem);
    }
    *out_value = (uint32_t)value;
    return WAFT_OK;
}

// The corners of a face, as a fan from the first.
static waft_result read_corners(ply_reader* reader, wafti_ply_type type, size_t count) {
    wafti_mesh_file* file = reader->file;
    uint32_t fan[3] = {0};
    for (size_t i = 0; i < count; ++i) {
        const waft_result result = read_whole(reader, type,
            "the number of a point must be whole and not negative", &fan[i < 2 ? i : 2]);
        if (result != WAFT_OK) {
            return result;
        }
        if (i >= 2) {
            memcpy(&file->indices[3 * file->facet_count++], fan, sizeof(fan));
            fan[1] = fan[2];
        }
    }
    return WAFT_OK;
}

static waft_result read_list(ply_reader* reader, const wafti_ply_property* property) {
    uint32_t count = 0;
    const waft_result result = read_whole(reader, property->count_type,
        "the length of a list must be whole and not negative", &count);
    if (result != WAFT_OK || property->role != WAFTI_PLY_CORNERS) {
        return result == WAFT_OK ? skip_values(reader, property->type, count) : result;
    }
    if (count < 3) {
        return fail_here(reader, "a face has fewer than three corners");
    }
    if (reader->counting) {
        reader->facet_total += count - 2;
        return skip_values(reader, property->type, count);
    }
    return read_corners(reader, property->type, count);
}

static waft_result read_item(ply_reader* reader, const wafti_ply_element* element) {
    wafti_mesh_file* file = reader->file;
    const wafti_ply_property* properties = &reader->header.properties[element->first_property];
    for (size_t p = 0; p < element->property_count; ++p) {
        const wafti_ply_property* property = &properties[p];
        waft_result result = WAFT_OK;
        if (property->is_list) {
            result = read_list(reader, property);
        } else if (reader->counting || property->role == WAFTI_PLY_OTHER) {
            result = skip_values(reader, property->type, 1);
        } else {
            double* point = &file->positions[3 * file->point_count];
            result = read_value(reader, property->type, &point[property->role]);
        }
        if (result != WAFT_OK) {
            return result;
        }
    }
    file->point_count += !reader->counting && element->kind == WAFTI_PLY_VERTEX;
    return WAFT_OK;
}

// Each property takes at least a byte, so the count of items that a file can hold is known before any
// memory is taken.
static waft_result check_room(const ply_reader* reader, const wafti_ply_element* element) {
    const size_t left = (size_t)(reader->words.end - reader->words.next);
    if (wafti_size_mul(element->count, element->property_count) > left) {
        return wafti_fail(reader->file->error, WAFT_ERR_PARSE,
            "%s: the header tells of %zu elements, but only %zu bytes follow",
            reader->file->options->name, element->count, left);
    }
    return WAFT_OK;
}

static waft_result walk(ply_reader* reader) {
    for (size_t e = 0; e < reader->header.element_count; ++e) {
        const wafti_ply_element* element = &reader->header.elements[e];
        waft_result result = check_room(reader, element);
        const size_t count = element->property_count > 0 ? element->count : 0;
        for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
            result = read_item(reader, element);
        }
        if (result != WAFT_OK) {
            return result;
        }
        reader->point_total += element->kind == WAFTI_PLY_VERTEX ? element->count : 0;
    }
    return WAFT_OK;
}

waft_result wafti_mesh_file_read_ply(wafti_mesh_file* file) {
    ply_reader reader = {.file = file, .counting = true};
    reader.words =
        wafti_words_start(file->options->name, file->bytes, file->byte_count, file->error);
    waft_result result = wafti_ply_header_read(&reader.words, true, &reader.header);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_words data = reader.words;
    result = walk(&reader);
    result = result == WAFT_OK
                 ? wafti_mesh_file_reserve(file, reader.point_total, reader.facet_total)
                 : result;
    reader.words = data;
    reader.counting = false;
    return result == WAFT_OK ? walk(&reader) : result;
}
