// SPDX-License-Identifier: MIT
// VTK's XML as vti.c and vtp.c write it: arrays in the order of their offsets, without gaps, then the end of the XML.
#include "export/file_check.h"
#include "io/deflate.h"
#include "io/little_endian.h"

#include <waft/base.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HEAD = 1 << 20, VALUE = 128, MOST_BLOCK = 1 << 24 };

typedef struct vtk {
    char* head; // the XML before the data, as a text
    bool zipped, points;
    uint64_t tuples;
    const unsigned char* data;
    size_t size, at;
    wafti_zlib inflater;
    unsigned char* block;
} vtk;

/// The value of the first ` key="value"` in text that is all of one element.
static bool attribute(const char* element, const char* key, char out_value[VALUE]) {
    char start[VALUE];
    (void)snprintf(start, sizeof(start), " %s=\"", key);
    const char* end_of_element = strchr(element, '>');
    const char* found = strstr(element, start);
    if (found == NULL || end_of_element == NULL || found > end_of_element) {
        return false;
    }
    const char* value = found + strlen(start);
    const size_t length = strcspn(value, "\"");
    if (length >= VALUE || value + length > end_of_element) {
        return false;
    }
    memcpy(out_value, value, length);
    out_value[length] = '\0';
    return true;
}

// Cells of an image, points of a cloud; false if the numbers contradict one another.
static bool read_tuples(vtk* v) {
    char text[2][VALUE];
    const char* piece = strstr(v->head, "<Piece");
    const char* image = strstr(v->head, "<ImageData");
    if (piece == NULL) {
        return false;
    }
    if (v->points) {
        const bool found = attribute(piece, "NumberOfPoints", text[0]) &&
                           attribute(piece, "NumberOfVerts", text[1]);
        v->tuples = found ? strtoull(text[0], NULL, 10) : 0;
        return found && strcmp(text[0], text[1]) == 0;
    }
    long long ends[6];
    if (image == NULL || !attribute(image, "WholeExtent", text[0]) ||
        !attribute(piece, "Extent", text[1]) || strcmp(text[0], text[1]) != 0 ||
        sscanf(text[0], "%lld %lld %lld %lld %lld %lld", &ends[0], &ends[1], &ends[2], &ends[3],
            &ends[4], &ends[5]) != 6) {
        return false;
    }
    v->tuples = 1;
    for (size_t axis = 0; axis < 3; ++axis) {
        const long long cells = ends[2 * axis + 1] - ends[2 * axis];
        if (cells < 1 || cells > 1 << 20 || v->tuples > UINT64_MAX / (uint64_t)cells / 64) {
            return false;
        }
        v->tuples *= (uint64_t)cells;
    }
    return true;
}

static uint64_t next_u64(vtk* v) {
    const uint64_t value = v->size - v->at >= 8 ? wafti_get_u64(v->data + v->at) : UINT64_MAX;
    v->at += v->size - v->at >= 8 ? 8 : 0;
    return value;
}

static bool check_zipped(vtk* v, uint64_t bytes) {
    const uint64_t blocks = next_u64(v);
    const uint64_t block = next_u64(v);
    const uint64_t last = next_u64(v);
    if (block == 0 || block > MOST_BLOCK || last >= block ||
        blocks != (bytes + block - 1) / block || last != bytes % block ||
        blocks > (v->size - v->at) / 8) {
        return false;
    }
    const unsigned char* sizes = v->data + v->at;
    v->at += (size_t)blocks * 8;
    for (uint64_t i = 0; i < blocks; ++i) {
        const uint64_t packed = wafti_get_u64(sizes + 8 * i);
        const uint64_t wanted = i + 1 == blocks && last > 0 ? last : block;
        if (packed > v->size - v->at || !wafti_inflate(&v->inflater, v->data + v->at,
                                            (size_t)packed, v->block, (size_t)wanted)) {
            return false;
        }
        v->at += (size_t)packed;
    }
    return true;
}

// Vertex i is point i, and ends before i + 1.
static bool check_plain(vtk* v, uint64_t bytes, const char* name, bool real) {
    if (next_u64(v) != bytes || bytes > v->size - v->at) {
        return false;
    }
    const unsigned char* at = v->data + v->at;
    v->at += (size_t)bytes;
    const bool corners = v->points && strcmp(name, "connectivity") == 0;
    const bool ends = v->points && strcmp(name, "offsets") == 0;
    for (uint64_t i = 0; i < v->tuples && (corners || ends); ++i) {
        if (wafti_get_u64(at + 8 * i) != i + (ends ? 1 : 0)) {
            return false;
        }
    }
    return !real || wafti_check_floats(at, (size_t)bytes / sizeof(float));
}

static const char* check_array(vtk* v, const char* element) {
    char type[VALUE];
    char name[VALUE];
    char components[VALUE];
    char offset[VALUE];
    if (!attribute(element, "type", type) || !attribute(element, "Name", name) ||
        !attribute(element, "NumberOfComponents", components) ||
        !attribute(element, "offset", offset)) {
        return "the header of the VTK file is cut or wrong";
    }
    const uint64_t width = strstr(type, "64") != NULL ? 8 : strstr(type, "32") != NULL ? 4 : 0;
    const uint64_t count = strtoull(components, NULL, 10);
    const bool real = strcmp(type, "Float32") == 0;
    if (width == 0 || count < 1 || count > 9 || strtoull(offset, NULL, 10) != v->at ||
        v->tuples > UINT64_MAX / 80) {
        return "the header of the VTK file does not fit its data";
    }
    const uint64_t bytes = v->tuples * count * width;
    const bool whole = v->zipped ? check_zipped(v, bytes) : check_plain(v, bytes, name, real);
    return whole ? NULL : "the data of the VTK file are cut or changed";
}

static const char* check_arrays(vtk* v) {
    static const char end[] = "\n</AppendedData>\n</VTKFile>\n";
    const char* problem = NULL;
    for (const char* element = strstr(v->head, "<DataArray"); element != NULL && problem == NULL;
         element = strstr(element + 1, "<DataArray")) {
        char format[VALUE];
        if (!attribute(element, "format", format)) {
            return "the header of the VTK file is cut or wrong";
        }
        if (strcmp(format, "appended") == 0) {
            problem = check_array(v, element);
        } else if (strcmp(format, "ascii") != 0) {
            return "the header of the VTK file is cut or wrong";
        }
    }
    if (problem == NULL && (v->size - v->at != sizeof(end) - 1 ||
                               memcmp(v->data + v->at, end, sizeof(end) - 1) != 0)) {
        problem = "the end of the VTK file is cut or changed";
    }
    return problem;
}

static const char* check_appended(vtk* v) {
    const char* problem = NULL;
    if (!read_tuples(v)) {
        return "the header of the VTK file is cut or wrong";
    }
    if (wafti_inflater_init(&v->inflater, NULL) != WAFT_OK) {
        return "there is no memory to check it";
    }
    v->block = malloc(MOST_BLOCK);
    problem = v->block != NULL ? check_arrays(v) : "there is no memory to check it";
    free(v->block);
    wafti_zlib_free(&v->inflater);
    return problem;
}

static const unsigned char* find(
    const unsigned char* bytes, size_t size, const char* word, size_t length) {
    for (size_t i = 0; i + length <= size; ++i) {
        if (memcmp(bytes + i, word, length) == 0) {
            return bytes + i;
        }
    }
    return NULL;
}

// The names of all arrays, with commas.
static void list_arrays(const char* head, char names[WAFTI_FACT_TEXT]) {
    char name[VALUE];
    names[0] = '\0';
    for (const char* element = strstr(head, "<DataArray"); element != NULL;
         element = strstr(element + 1, "<DataArray")) {
        if (attribute(element, "Name", name)) {
            wafti_fact_join(names, name);
        }
    }
}

static const char* tell_points(const char* head, wafti_facts* facts) {
    char points[VALUE];
    const char* piece = strstr(head, "<Piece");
    if (piece == NULL || !attribute(piece, "NumberOfPoints", points)) {
        return "the header of the VTK points is cut or of a kind that is not known";
    }
    wafti_fact_text(facts, "kind", "vtp");
    wafti_fact_count(facts, "points", strtoull(points, NULL, 10));
    return NULL;
}

static const char* tell_image(const char* head, wafti_facts* facts) {
    static const char* const keys[] = {"cells_x", "cells_y", "cells_z"};
    char extent[VALUE];
    char spacing[VALUE];
    const char* image = strstr(head, "<ImageData");
    if (image == NULL || !attribute(image, "WholeExtent", extent) ||
        !attribute(image, "Spacing", spacing)) {
        return "the header of the VTK image is cut or of a kind that is not known";
    }
    wafti_fact_text(facts, "kind", "vti");
    char* at = extent;
    for (int axis = 0; axis < 3; ++axis) {
        const long first = strtol(at, &at, 10);
        wafti_fact_count(facts, keys[axis], (uint64_t)(strtol(at, &at, 10) - first));
    }
    wafti_fact_real(facts, "spacing", strtod(spacing, NULL), "m");
    return NULL;
}

static const char* tell(const char* head, size_t size, wafti_facts* facts) {
    char names[WAFTI_FACT_TEXT];
    const bool points = strstr(head, "PolyData") != NULL;
    const char* problem = points ? tell_points(head, facts) : tell_image(head, facts);
    list_arrays(head, names);
    wafti_fact_text(facts, "names", names);
    wafti_fact_bytes(facts, size);
    return problem;
}

// The text before the data of a kind that we write. NULL, or what is wrong.
static const char* check_head(vtk* v, size_t head_size) {
    char value[VALUE] = "";
    const char* file = strstr(v->head, "<VTKFile");
    if (strlen(v->head) != head_size || file == NULL || !attribute(file, "header_type", value) ||
        strcmp(value, "UInt64") != 0 || !attribute(file, "byte_order", value) ||
        strcmp(value, "LittleEndian") != 0 || !attribute(file, "type", value) ||
        (strcmp(value, "ImageData") != 0 && strcmp(value, "PolyData") != 0)) {
        return "the header of the VTK file is cut or of a kind that is not known";
    }
    v->points = strcmp(value, "PolyData") == 0;
    v->zipped = attribute(file, "compressor", value);
    return check_appended(v);
}

const char* wafti_check_vtk(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    static const char mark[] = "<AppendedData encoding=\"raw\">\n_";
    const size_t most = size < MOST_HEAD ? size : MOST_HEAD;
    const unsigned char* found = find(bytes, most, mark, sizeof(mark) - 1);
    const bool xml = size > 14 && memcmp(bytes, "<?xml version=", 14) == 0;
    const bool ours = found != NULL && xml;
    const size_t head_size = ours ? (size_t)(found - bytes) + sizeof(mark) - 1 : most;
    // Of a kind that we do not write, or cut before its data.
    if (!ours && (find(bytes, size, "</VTKFile>", 10) == NULL ||
                     find(bytes, most, "<AppendedData", 13) != NULL)) {
        return "the header of the VTK file is cut or of a kind that is not known";
    }
    vtk v = {.data = bytes + head_size, .size = size - head_size, .head = malloc(head_size + 1)};
    if (v.head == NULL) {
        return "there is no memory to check it";
    }
    memcpy(v.head, bytes, head_size);
    v.head[head_size] = '\0';
    const char* problem = ours ? check_head(&v, head_size) : NULL;
    if (problem == NULL && facts != NULL) {
        problem = tell(v.head, size, facts);
    }
    free(v.head);
    return problem;
}

const char* wafti_check_pvd(const unsigned char* bytes, size_t size, wafti_facts* facts) {
    const char* text = (const char*)bytes; // a file that was read ends with a zero
    double times[2] = {0.0, 0.0};
    uint64_t count = 0;
    if (find(bytes, size, "\"Collection\"", 12) == NULL) {
        return "it is no ParaView collection";
    }
    for (text = strstr(text, "<DataSet"); text != NULL; text = strstr(text + 1, "<DataSet")) {
        char value[VALUE];
        if (attribute(text, "timestep", value)) {
            times[count++ > 0 ? 1 : 0] = strtod(value, NULL);
        }
    }
    wafti_fact_text(facts, "kind", "pvd");
    wafti_fact_count(facts, "files", count);
    wafti_fact_real(facts, "first_time", times[0], "s");
    wafti_fact_real(facts, "last_time", times[count > 1 ? 1 : 0], "s");
    return NULL;
}
