// SPDX-License-Identifier: MIT
// Wavefront OBJ: points and faces; normals, textures, materials, curves are passed over. A first pass
// counts, so that memory is taken once; the second reads.
#include "io/mesh_read.h"

#include "base/error.h"
#include "base/text.h"
#include "io/mesh_words.h"

#include <string.h>

typedef struct obj_reader {
    wafti_mesh_file* file;
    wafti_words words;
    size_t points_so_far;
    size_t facet_total;
    size_t point_total;
    bool in_object; // the current object has the name asked for
    bool in_group;  // so has the current group
    bool found;     // an object or group of that name was there
    bool counting;  // the first walk
} obj_reader;

// The next word of a statement; what follows '#' is none.
static wafti_word next_word(obj_reader* reader) {
    wafti_word word = wafti_words_in_line(&reader->words);
    if (word.length > 0 && word.text[0] == '#') {
        reader->words.next = word.text;
        word.length = 0;
    }
    return word;
}

// Goes to the next statement, which may be several lines on; false at the end of the file.
static bool next_statement(obj_reader* reader) {
    while (next_word(reader).length > 0) {
    }
    return wafti_words_next_line(&reader->words);
}

// "NAME" or "NAME NAME ...": true if one is asked for.
static bool read_names(obj_reader* reader) {
    const char* object = reader->file->options->object;
    bool chosen = object == NULL;
    for (wafti_word word = next_word(reader); word.length > 0 && !chosen;
         word = next_word(reader)) {
        chosen = word.length == strlen(object) && memcmp(word.text, object, word.length) == 0;
    }
    reader->found = reader->found || chosen;
    return chosen;
}

// A group lasts until the next group or object.
static void read_heading(obj_reader* reader, wafti_word statement) {
    if (wafti_word_is(statement, "o")) {
        reader->in_object = read_names(reader);
        reader->in_group = false;
    } else if (wafti_word_is(statement, "g")) {
        reader->in_group = read_names(reader);
    }
}

static bool is_chosen(const obj_reader* reader) {
    return reader->in_object || reader->in_group;
}

static waft_result count_face(obj_reader* reader) {
    size_t corner_count = 0;
    while (next_word(reader).length > 0) {
        ++corner_count;
    }
    reader->facet_total += is_chosen(reader) && corner_count > 2 ? corner_count - 2 : 0;
    return WAFT_OK;
}

static bool is_statement(wafti_word word) {
    for (size_t i = 0; i < word.length; ++i) {
        const char c = word.text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')) {
            return false;
        }
    }
    return true;
}

// Colours and a weight may follow the coordinates.
static waft_result read_point(obj_reader* reader) {
    double* point = &reader->file->positions[3 * reader->points_so_far];
    for (int k = 0; k < 3; ++k) {
        const wafti_word word = next_word(reader);
        const waft_result result = wafti_words_number(&reader->words, word, &point[k]);
        if (result != WAFT_OK) {
            return result;
        }
    }
    ++reader->points_so_far;
    return WAFT_OK;
}

// "7", "7/1", "7//3", "7/1/3": the point counts from 1, or from the last point backwards.
static waft_result read_corner(const obj_reader* reader, wafti_word word, uint32_t* out_index) {
    const char* slash = memchr(word.text, '/', word.length);
    const size_t length = slash != NULL ? (size_t)(slash - word.text) : word.length;
    int64_t number = 0;
    if (!wafti_parse_int(word.text, length, &number) || number == 0) {
        return wafti_words_expected(
            &reader->words, word, "the number of a point, such as 7 or 7/1/3");
    }
    const bool relative = number < 0;
    const uint64_t from_end = (uint64_t)0 - (uint64_t)number;
    if (relative ? from_end > reader->points_so_far : (uint64_t)number > reader->point_total) {
        char shown[32];
        return wafti_place_fail(&reader->words.place, word.text, "there is no point %s, %zu %s",
            wafti_text_quote(shown, sizeof(shown), word.text, length),
            relative ? reader->points_so_far : reader->point_total,
            relative ? "came before" : "are in the file");
    }
    *out_index = (uint32_t)(relative ? reader->points_so_far - from_end : (uint64_t)number - 1);
    return WAFT_OK;
}

static waft_result read_face(obj_reader* reader) {
    wafti_mesh_file* file = reader->file;
    uint32_t fan[3] = {0};
    size_t corner_count = 0;
    wafti_word word = next_word(reader);
    for (; word.length > 0; word = next_word(reader)) {
        const size_t place = corner_count < 2 ? corner_count : 2;
        const waft_result result = read_corner(reader, word, &fan[place]);
        if (result != WAFT_OK) {
            return result;
        }
        if (++corner_count > 2 && is_chosen(reader)) {
            memcpy(&file->indices[3 * file->facet_count++], fan, sizeof(fan));
        }
        fan[1] = corner_count > 2 ? fan[2] : fan[1];
    }
    return corner_count > 2 ? WAFT_OK
                            : wafti_words_expected(&reader->words, word, "three corners or more");
}

static waft_result walk(obj_reader* reader) {
    waft_result result = WAFT_OK;
    do {
        const wafti_word word = next_word(reader);
        if (wafti_word_is(word, "v")) {
            result = reader->counting ? WAFT_OK : read_point(reader);
            reader->point_total += reader->counting;
        } else if (wafti_word_is(word, "f")) {
            result = reader->counting ? count_face(reader) : read_face(reader);
        } else if (is_statement(word)) {
            read_heading(reader, word);
        } else {
            result = wafti_words_expected(&reader->words, word, "a statement of an OBJ file");
        }
    } while (result == WAFT_OK && next_statement(reader));
    return result;
}

waft_result wafti_mesh_file_read_obj(wafti_mesh_file* file) {
    const waft_mesh_options* options = file->options;
    const wafti_words words =
        wafti_words_start(options->name, file->bytes, file->byte_count, file->error);
    obj_reader reader = {
        .file = file, .words = words, .in_object = options->object == NULL, .counting = true};
    waft_result result = walk(&reader);
    if (result == WAFT_OK && options->object != NULL && !reader.found) {
        result = wafti_fail(file->error, WAFT_ERR_MESH, "%s: there is no object or group '%s'",
            options->name, options->object);
    }
    result = result == WAFT_OK
                 ? wafti_mesh_file_reserve(file, reader.point_total, reader.facet_total)
                 : result;
    reader.words = words;
    reader.in_object = options->object == NULL;
    reader.in_group = false;
    reader.counting = false;
    result = result == WAFT_OK ? walk(&reader) : result;
    file->point_count = reader.points_so_far;
    return result;
}
