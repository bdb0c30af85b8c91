// SPDX-License-Identifier: MIT
// A PLY file against its header. Text and big-endian numbers are left to mesh_ply.c.
#include "export/file_check.h"
#include "io/little_endian.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PROPERTIES = 32, MOST_ELEMENTS = 8 };

typedef struct property {
    size_t count_size; // of a list's length, 0: no list
    size_t size;
    bool real; // a float
} property;

typedef struct element {
    bool vertices;
    uint64_t count;
    property properties[MOST_PROPERTIES];
    size_t property_count;
} element;

typedef struct ply {
    element elements[MOST_ELEMENTS];
    size_t element_count;
    bool binary;
    uint64_t points, faces;
    const unsigned char* at;
    size_t left;
} ply;

static size_t size_of(const char* type) {
    static const struct {
        const char* word;
        size_t size;
    } known[] = {{"char", 1}, {"uchar", 1}, {"int8", 1}, {"uint8", 1}, {"short", 2}, {"ushort", 2},
        {"int16", 2}, {"uint16", 2}, {"int", 4}, {"uint", 4}, {"int32", 4}, {"uint32", 4},
        {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
        if (strcmp(known[i].word, type) == 0) {
            return known[i].size;
        }
    }
    return 0;
}

static bool add_property(ply* p, const char* line) {
    char words[3][32];
    element* e = p->element_count > 0 ? &p->elements[p->element_count - 1] : NULL;
    if (e == NULL || e->property_count == MOST_PROPERTIES) {
        return false;
    }
    property* added = &e->properties[e->property_count++];
    if (sscanf(line, "property list %31s %31s %31s", words[0], words[1], words[2]) == 3) {
        *added = (property){.count_size = size_of(words[0]), .size = size_of(words[1])};
        return added->count_size > 0 && added->count_size <= 4 && added->size > 0;
    }
    if (sscanf(line, "property %31s %31s", words[0], words[1]) != 2) {
        return false;
    }
    *added = (property){.size = size_of(words[0]),
        .real = strcmp(words[0], "float") == 0 || strcmp(words[0], "float32") == 0};
    return added->size > 0;
}

static bool add_element(ply* p, const char* line) {
    char name[32];
    unsigned long long count = 0;
    if (p->element_count == MOST_ELEMENTS || strchr(line, '-') != NULL ||
        sscanf(line, "element %31s %llu", name, &count) != 2) {
        return false;
    }
    const bool vertices = strcmp(name, "vertex") == 0;
    p->elements[p->element_count++] = (element){.vertices = vertices, .count = count};
    p->points = vertices ? count : p->points;
    p->faces = strcmp(name, "face") == 0 ? count : p->faces;
    return true;
}

static bool begins(const char* line, const char* word) {
    return strncmp(line, word, strlen(word)) == 0;
}

// Reads up to what follows end_header; false if that is no header.
static bool read_header(ply* p) {
    char line[256];
    for (int number = 0; number < 1000; ++number) {
        const unsigned char* newline = memchr(p->at, '\n', p->left);
        const size_t length = newline != NULL ? (size_t)(newline - p->at) : sizeof(line);
        if (length >= sizeof(line)) {
            return false;
        }
        memcpy(line, p->at, length);
        line[length > 0 && line[length - 1] == '\r' ? length - 1 : length] = '\0';
        p->at += length + 1;
        p->left -= length + 1;
        if (strcmp(line, "end_header") == 0) {
            return number > 0 && p->element_count > 0;
        }
        const bool format = begins(line, "format ");
        p->binary = format ? strcmp(line, "format binary_little_endian 1.0") == 0 : p->binary;
        const bool known = format || begins(line, "comment") || begins(line, "obj_info") ||
                           (number == 0 && strcmp(line, "ply") == 0) ||
                           (begins(line, "element ") && add_element(p, line)) ||
                           (begins(line, "property ") && add_property(p, line));
        if (!known) {
            return false;
        }
    }
    return false;
}

static uint64_t get(const unsigned char* at, size_t size) {
    uint64_t value = 0;
    for (size_t i = size; i > 0; --i) {
        value = value << 8 | at[i - 1];
    }
    return value;
}

static const char* check_value(ply* p, const element* e, const property* of) {
    size_t count = 1;
    if (of->count_size > 0) {
        if (p->left < of->count_size) {
            return "the PLY file is cut";
        }
        count = (size_t)get(p->at, of->count_size);
        p->at += of->count_size;
        p->left -= of->count_size;
    }
    if (p->left / of->size < count) {
        return "the PLY file is cut";
    }
    for (size_t i = 0; i < count; ++i) {
        const unsigned char* at = p->at + i * of->size;
        if (of->real && !wafti_check_floats(at, 1)) {
            return "a number of the PLY file is not finite";
        }
        if (of->count_size > 0 && !e->vertices && get(at, of->size) >= p->points) {
            return "a face of the PLY file has a point that there is not";
        }
    }
    p->at += count * of->size;
    p->left -= count * of->size;
    return NULL;
}

const char* wafti_check_ply(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    ply p = {.at = bytes, .left = size};
    const char* problem = NULL;
    if (!read_header(&p)) {
        return "the header of the PLY file is cut or wrong";
    }
    for (size_t n = 0; n < p.element_count && p.binary && problem == NULL; ++n) {
        const element* e = &p.elements[n];
        for (uint64_t i = 0; i < e->count && problem == NULL; ++i) {
            for (size_t k = 0; k < e->property_count && problem == NULL; ++k) {
                problem = check_value(&p, e, &e->properties[k]);
            }
        }
    }
    if (problem == NULL && p.binary && p.left > 0) {
        problem = "the PLY file is longer than its header says";
    }
    if (problem == NULL) {
        const bool mesh = p.faces > 0;
        wafti_fact_text(facts, "kind", mesh ? "mesh" : "particles");
        wafti_fact_count(facts, mesh ? "vertices" : "particles", p.points);
        if (mesh) {
            wafti_fact_count(facts, "faces", p.faces);
        }
    }
    return problem;
}
