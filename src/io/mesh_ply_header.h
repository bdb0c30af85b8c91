// SPDX-License-Identifier: MIT
// The header of a PLY file: which elements it has, and what each of them is made of.
#ifndef WAFTI_IO_MESH_PLY_HEADER_H
#define WAFTI_IO_MESH_PLY_HEADER_H

#include "io/mesh_words.h"

enum { WAFTI_PLY_ELEMENTS = 16, WAFTI_PLY_PROPERTIES = 64 };

typedef enum wafti_ply_type {
    WAFTI_PLY_INT8,
    WAFTI_PLY_UINT8,
    WAFTI_PLY_INT16,
    WAFTI_PLY_UINT16,
    WAFTI_PLY_INT32,
    WAFTI_PLY_UINT32,
    WAFTI_PLY_FLOAT32,
    WAFTI_PLY_FLOAT64,
    WAFTI_PLY_TYPE_COUNT,
} wafti_ply_type;

/// Bytes of a type in a binary file.
size_t wafti_ply_type_size(wafti_ply_type type);

/// What we read; other properties are passed over.
typedef enum wafti_ply_role {
    WAFTI_PLY_X,
    WAFTI_PLY_Y,
    WAFTI_PLY_Z,
    WAFTI_PLY_CORNERS, ///< the list of a face's points
    WAFTI_PLY_OTHER,
} wafti_ply_role;

typedef struct wafti_ply_property {
    wafti_ply_role role;
    bool is_list;
    wafti_ply_type count_type; ///< of a list
    wafti_ply_type type;
} wafti_ply_property;

typedef enum wafti_ply_kind {
    WAFTI_PLY_VERTEX,
    WAFTI_PLY_FACE,
    WAFTI_PLY_UNUSED,
} wafti_ply_kind;

typedef struct wafti_ply_element {
    wafti_ply_kind kind;
    size_t count;
    size_t first_property, property_count;
} wafti_ply_element;

typedef struct wafti_ply_header {
    bool binary, big_endian;
    wafti_ply_element elements[WAFTI_PLY_ELEMENTS];
    size_t element_count;
    wafti_ply_property properties[WAFTI_PLY_PROPERTIES];
    size_t property_count;
} wafti_ply_header;

/// Reads up to the line after "end_header", where `words` then stands. Of a `mesh` there is then just one
/// element of vertices, with x, y and z that are no lists, and one of faces with a list of corners. Error:
/// WAFT_ERR_PARSE.
waft_result wafti_ply_header_read(wafti_words* words, bool mesh, wafti_ply_header* out_header);

#endif // WAFTI_IO_MESH_PLY_HEADER_H
