// SPDX-License-Identifier: MIT
// A PLY file against its header. Text and big-endian numbers are left to mesh_ply.c.
#include "export/file_check.h"
#include "io/mesh_ply_header.h"

typedef struct ply {
    wafti_ply_header header;
    size_t points, faces;
    const unsigned char* at;
    size_t left;
} ply;

static uint64_t get(const unsigned char* at, size_t size) {
    uint64_t value = 0;
    for (size_t i = size; i > 0; --i) {
        value = value << 8 | at[i - 1];
    }
    return value;
}

// The next bytes; NULL if there are not as many.
static const unsigned char* take(ply* p, size_t count, size_t size) {
    if (p->left / size < count) {
        return NULL;
    }
    const unsigned char* bytes = p->at;
    p->at += count * size;
    p->left -= count * size;
    return bytes;
}

static const char* check_value(ply* p, const wafti_ply_property* of, bool of_vertex) {
    const size_t size = wafti_ply_type_size(of->type);
    const size_t count_size = wafti_ply_type_size(of->count_type);
    size_t count = 1;
    if (of->is_list) {
        const unsigned char* length = take(p, 1, count_size);
        if (length == NULL) {
            return "the PLY file is cut";
        }
        count = (size_t)get(length, count_size);
    }
    const unsigned char* at = take(p, count, size);
    if (at == NULL) {
        return "the PLY file is cut";
    }
    if (!of->is_list && of->type == WAFTI_PLY_FLOAT32 && !wafti_check_floats(at, 1)) {
        return "a number of the PLY file is not finite";
    }
    for (size_t i = 0; i < count && of->is_list && !of_vertex; ++i) {
        if (get(at + i * size, size) >= p->points) {
            return "a face of the PLY file has a point that there is not";
        }
    }
    return NULL;
}

static const char* check_values(ply* p) {
    const char* problem = NULL;
    for (size_t n = 0; n < p->header.element_count; ++n) {
        const wafti_ply_element* e = &p->header.elements[n];
        const wafti_ply_property* properties = &p->header.properties[e->first_property];
        for (size_t i = 0; i < e->count && e->property_count > 0; ++i) {
            for (size_t k = 0; k < e->property_count && problem == NULL; ++k) {
                problem = check_value(p, &properties[k], e->kind == WAFTI_PLY_VERTEX);
            }
            if (problem != NULL) {
                return problem;
            }
        }
    }
    return p->left > 0 ? "the PLY file is longer than its header says" : NULL;
}

const char* wafti_check_ply(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    ply p;
    wafti_words words = wafti_words_start("", (const char*)bytes, size, NULL);
    words.exact = true;
    if (wafti_ply_header_read(&words, false, &p.header) != WAFT_OK || p.header.element_count == 0) {
        return "the header of the PLY file is cut or wrong";
    }
    p.at = (const unsigned char*)words.next;
    p.left = (size_t)(words.end - words.next);
    p.points = p.faces = 0;
    for (size_t n = 0; n < p.header.element_count; ++n) {
        const wafti_ply_element* e = &p.header.elements[n];
        p.points = e->kind == WAFTI_PLY_VERTEX ? e->count : p.points;
        p.faces = e->kind == WAFTI_PLY_FACE ? e->count : p.faces;
    }
    const bool ours = p.header.binary && !p.header.big_endian;
    const char* problem = ours ? check_values(&p) : NULL;
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
