// SPDX-License-Identifier: MIT
// STL. A binary file may begin with "solid" too, so the count of facets and the size decide first.
// Normals are passed over: many programs write none or wrong ones, and the winding tells.
#include "io/mesh_read.h"

#include "base/error.h"
#include "io/little_endian.h"
#include "io/mesh_words.h"

#include <string.h>

enum { HEADER_SIZE = 80, FACET_START = 84, FACET_SIZE = 50, NORMAL_SIZE = 12 };

static uint32_t stated_facets(const wafti_mesh_file* file) {
    return wafti_get_u32((const unsigned char*)file->bytes + HEADER_SIZE);
}

static size_t stated_size(const wafti_mesh_file* file) {
    return FACET_START + (size_t)FACET_SIZE * stated_facets(file);
}

bool wafti_mesh_file_is_binary_stl(const wafti_mesh_file* file) {
    return file->byte_count >= FACET_START && stated_size(file) == file->byte_count;
}

static bool is_text(const wafti_mesh_file* file) {
    if (wafti_mesh_file_is_binary_stl(file)) {
        return false;
    }
    // The first lines of a text hold no zero byte; the header and counts of a binary file do.
    const size_t head = file->byte_count < 512 ? file->byte_count : 512;
    wafti_words words = wafti_words_start("", file->bytes, file->byte_count, NULL);
    return wafti_word_is(wafti_words_next(&words), "solid") &&
           memchr(file->bytes, '\0', head) == NULL;
}

static void number_points(wafti_mesh_file* file) {
    for (size_t i = 0; i < file->point_count; ++i) {
        file->indices[i] = (uint32_t)i;
    }
}

static waft_result read_binary(wafti_mesh_file* file) {
    const char* name = file->options->name;
    if (file->byte_count < FACET_START || stated_size(file) > file->byte_count) {
        return wafti_fail(file->error, WAFT_ERR_PARSE,
            "%s: not a whole STL file: %zu bytes, a binary one of so many facets has %zu", name,
            file->byte_count,
            file->byte_count < FACET_START ? (size_t)FACET_START : stated_size(file));
    }
    const size_t facet_count = stated_facets(file);
    const waft_result result = wafti_mesh_file_reserve(file, 3 * facet_count, facet_count);
    if (result != WAFT_OK) {
        return result;
    }
    for (size_t i = 0; i < 9 * facet_count; ++i) {
        const char* facet = file->bytes + FACET_START + i / 9 * FACET_SIZE;
        const char* number = facet + NORMAL_SIZE + i % 9 * sizeof(float);
        file->positions[i] = wafti_get_coordinate((const unsigned char*)number);
    }
    file->facet_count = facet_count;
    file->point_count = 3 * facet_count;
    number_points(file);
    return WAFT_OK;
}

static waft_result expect(wafti_words* words, const char* text) {
    const wafti_word word = wafti_words_next(words);
    return wafti_word_is(word, text) ? WAFT_OK : wafti_words_expected(words, word, text);
}

static waft_result read_vertex(wafti_words* words, double* out_point) {
    waft_result result = expect(words, "vertex");
    for (int k = 0; k < 3 && result == WAFT_OK; ++k) {
        result = wafti_words_number(words, wafti_words_next(words), &out_point[k]);
    }
    return result;
}

// What follows "facet".
static waft_result read_facet(wafti_words* words, double* out_points) {
    waft_result result = expect(words, "normal");
    for (int k = 0; k < 3; ++k) {
        (void)wafti_words_next(words);
    }
    result = result == WAFT_OK ? expect(words, "outer") : result;
    result = result == WAFT_OK ? expect(words, "loop") : result;
    for (size_t k = 0; k < 3 && result == WAFT_OK; ++k) {
        result = read_vertex(words, &out_points[3 * k]);
    }
    result = result == WAFT_OK ? expect(words, "endloop") : result;
    return result == WAFT_OK ? expect(words, "endfacet") : result;
}

static size_t count_facets(const wafti_mesh_file* file) {
    wafti_words words = wafti_words_start("", file->bytes, file->byte_count, NULL);
    size_t count = 0;
    for (wafti_word word = wafti_words_next(&words); word.length > 0;
         word = wafti_words_next(&words)) {
        count += wafti_word_is(word, "facet");
    }
    return count;
}

static waft_result read_text(wafti_mesh_file* file) {
    // A name may be "facet" too; too much room does no harm.
    const size_t room = count_facets(file);
    waft_result result = wafti_mesh_file_reserve(file, 3 * room, room);
    wafti_words words =
        wafti_words_start(file->options->name, file->bytes, file->byte_count, file->error);
    while (result == WAFT_OK) {
        const wafti_word word = wafti_words_next(&words);
        if (word.length == 0) {
            break;
        }
        if (wafti_word_is(word, "solid") || wafti_word_is(word, "endsolid")) {
            (void)wafti_words_next_line(&words); // a name may follow
        } else if (wafti_word_is(word, "facet")) {
            result = read_facet(&words, &file->positions[9 * file->facet_count]);
            ++file->facet_count;
        } else {
            result = wafti_words_expected(&words, word, "facet or endsolid");
        }
    }
    file->point_count = 3 * file->facet_count;
    if (result == WAFT_OK) {
        number_points(file);
    }
    return result;
}

waft_result wafti_mesh_file_read_stl(wafti_mesh_file* file) {
    return is_text(file) ? read_text(file) : read_binary(file);
}
