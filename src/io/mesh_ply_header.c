// SPDX-License-Identifier: MIT
#include "io/mesh_ply_header.h"

#include "base/text.h"

typedef struct type_name {
    const char* old_name;
    const char* new_name;
    size_t size;
} type_name;

static const type_name type_names[WAFTI_PLY_TYPE_COUNT] = {
    {"char", "int8", 1},
    {"uchar", "uint8", 1},
    {"short", "int16", 2},
    {"ushort", "uint16", 2},
    {"int", "int32", 4},
    {"uint", "uint32", 4},
    {"float", "float32", 4},
    {"double", "float64", 8},
};

size_t wafti_ply_type_size(wafti_ply_type type) {
    return type_names[type].size;
}

static waft_result read_type(wafti_words* words, wafti_word word, wafti_ply_type* out_type) {
    for (int i = 0; i < WAFTI_PLY_TYPE_COUNT; ++i) {
        if (wafti_word_is(word, type_names[i].old_name) ||
            wafti_word_is(word, type_names[i].new_name)) {
            *out_type = (wafti_ply_type)i;
            return WAFT_OK;
        }
    }
    return wafti_words_expected(words, word, "a type such as float or uchar");
}

static waft_result read_format(wafti_words* words, wafti_ply_header* header) {
    const wafti_word word = wafti_words_in_line(words);
    header->big_endian = wafti_word_is(word, "binary_big_endian");
    header->binary = header->big_endian || wafti_word_is(word, "binary_little_endian");
    if (!header->binary && !wafti_word_is(word, "ascii")) {
        return wafti_words_expected(
            words, word, "ascii, binary_little_endian or binary_big_endian");
    }
    const wafti_word version = wafti_words_in_line(words);
    return wafti_word_is(version, "1.0") ? WAFT_OK
                                         : wafti_words_expected(words, version, "version 1.0");
}

static waft_result read_element(wafti_words* words, wafti_ply_header* header) {
    const wafti_word name = wafti_words_in_line(words);
    if (name.length == 0) {
        return wafti_words_expected(words, name, "the name of an element");
    }
    if (header->element_count == WAFTI_PLY_ELEMENTS) {
        return wafti_place_fail(
            &words->place, name.text, "more than %d elements", WAFTI_PLY_ELEMENTS);
    }
    wafti_ply_element* element = &header->elements[header->element_count++];
    element->kind = wafti_word_is(name, "vertex") ? WAFTI_PLY_VERTEX
                    : wafti_word_is(name, "face") ? WAFTI_PLY_FACE
                                                  : WAFTI_PLY_UNUSED;
    element->first_property = header->property_count;
    const wafti_word count = wafti_words_in_line(words);
    uint64_t value = 0;
    if (!wafti_parse_uint(count.text, count.length, &value) || value > UINT32_MAX) {
        return wafti_words_expected(words, count, "a count below 2^32");
    }
    element->count = (size_t)value;
    return WAFT_OK;
}

static wafti_ply_role role_of(
    const wafti_ply_element* element, const wafti_ply_property* property, wafti_word name) {
    if (element->kind == WAFTI_PLY_VERTEX && !property->is_list) {
        return wafti_word_is(name, "x")   ? WAFTI_PLY_X
               : wafti_word_is(name, "y") ? WAFTI_PLY_Y
               : wafti_word_is(name, "z") ? WAFTI_PLY_Z
                                          : WAFTI_PLY_OTHER;
    }
    const bool corners =
        wafti_word_is(name, "vertex_indices") || wafti_word_is(name, "vertex_index");
    return element->kind == WAFTI_PLY_FACE && property->is_list && corners ? WAFTI_PLY_CORNERS
                                                                           : WAFTI_PLY_OTHER;
}

static waft_result read_property(wafti_words* words, wafti_ply_header* header) {
    wafti_word word = wafti_words_in_line(words);
    if (header->element_count == 0 || header->property_count == WAFTI_PLY_PROPERTIES) {
        return wafti_place_fail(&words->place, word.text, "%s",
            header->element_count == 0 ? "a property before any element"
                                       : "more than 64 properties");
    }
    wafti_ply_element* element = &header->elements[header->element_count - 1];
    wafti_ply_property* property = &header->properties[header->property_count];
    waft_result result = WAFT_OK;
    property->is_list = wafti_word_is(word, "list");
    if (property->is_list) {
        word = wafti_words_in_line(words);
        result = read_type(words, word, &property->count_type);
        word = wafti_words_in_line(words);
    }
    result = result == WAFT_OK ? read_type(words, word, &property->type) : result;
    if (result == WAFT_OK && property->is_list && property->count_type >= WAFTI_PLY_FLOAT32) {
        result = wafti_place_fail(
            &words->place, word.text, "the length of a list must have a type of whole numbers");
    }
    if (result == WAFT_OK) {
        property->role = role_of(element, property, wafti_words_in_line(words));
        ++element->property_count;
        ++header->property_count;
    }
    return result;
}

// Just one property of the role in just one element of the kind.
static bool has_one(const wafti_ply_header* header, wafti_ply_kind kind, wafti_ply_role role) {
    size_t element_count = 0;
    size_t property_count = 0;
    for (size_t e = 0; e < header->element_count; ++e) {
        const wafti_ply_element* element = &header->elements[e];
        element_count += element->kind == kind;
        for (size_t p = 0; p < element->property_count; ++p) {
            property_count += header->properties[element->first_property + p].role == role;
        }
    }
    return element_count == 1 && property_count == 1;
}

static waft_result check_mesh(const wafti_words* words, const wafti_ply_header* header) {
    for (int role = WAFTI_PLY_X; role <= WAFTI_PLY_Z; ++role) {
        if (!has_one(header, WAFTI_PLY_VERTEX, (wafti_ply_role)role)) {
            return wafti_place_fail(&words->place, words->next,
                "the header needs one element vertex with one property %c", "xyz"[role]);
        }
    }
    if (!has_one(header, WAFTI_PLY_FACE, WAFTI_PLY_CORNERS)) {
        return wafti_place_fail(&words->place, words->next,
            "the header needs one element face with one property list vertex_indices");
    }
    return WAFT_OK;
}

waft_result wafti_ply_header_read(wafti_words* words, bool mesh, wafti_ply_header* out_header) {
    *out_header = (wafti_ply_header){0};
    bool has_format = false;
    const wafti_word first = wafti_words_in_line(words);
    if (!wafti_word_is(first, "ply")) {
        return wafti_words_expected(words, first, "ply");
    }
    while (wafti_words_next_line(words)) {
        const wafti_word word = wafti_words_in_line(words);
        waft_result result = WAFT_OK;
        if (wafti_word_is(word, "end_header")) {
            if (!has_format) {
                return wafti_place_fail(&words->place, words->next, "the header has no format");
            }
            result = mesh ? check_mesh(words, out_header) : WAFT_OK;
            (void)wafti_words_next_line(words);
            return result;
        }
        if (wafti_word_is(word, "format")) {
            result = read_format(words, out_header);
            has_format = true;
        } else if (wafti_word_is(word, "element")) {
            result = read_element(words, out_header);
        } else if (wafti_word_is(word, "property")) {
            result = read_property(words, out_header);
        } else if (word.length > 0 && !wafti_word_is(word, "comment") &&
                   !wafti_word_is(word, "obj_info")) {
            result = wafti_words_expected(words, word, "a line of a PLY header");
        }
        if (result != WAFT_OK) {
            return result;
        }
    }
    return wafti_words_expected(words, (wafti_word){words->next, 0, false}, "end_header");
}
