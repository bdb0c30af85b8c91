// SPDX-License-Identifier: MIT
// Meshes from files: finds the format, lets its reader gather points and triangles, makes the mesh.
#include "io/mesh_read.h"

#include "base/error.h"
#include "io/mesh_words.h"
#include "mesh/mesh.h"

#include <waft/files.h>

#include <string.h>

#define LARGEST_FILE ((size_t)1 << 30)

waft_result wafti_mesh_file_reserve(wafti_mesh_file* file, size_t point_count, size_t facet_count) {
    const waft_mesh_options* options = file->options;
    if (facet_count > options->most_facets) {
        return wafti_fail(file->error, WAFT_ERR_MESH, "%s: %zu facets; at most %zu are allowed",
            options->name, facet_count, options->most_facets);
    }
    if (point_count > WAFTI_MESH_MOST_POINTS) {
        return wafti_fail(file->error, WAFT_ERR_MESH, "%s: %zu points; at most %d are allowed",
            options->name, point_count, WAFTI_MESH_MOST_POINTS);
    }
    file->positions = wafti_arena_take(file->arena, point_count, 3 * sizeof(double));
    file->indices = wafti_arena_take(file->arena, facet_count, 3 * sizeof(uint32_t));
    if (file->positions == NULL || file->indices == NULL) {
        return wafti_fail_memory(file->error,
            point_count * 3 * sizeof(double) + facet_count * 3 * sizeof(uint32_t), options->name);
    }
    return WAFT_OK;
}

static waft_mesh_format format_of_name(const char* name) {
    const char* dot = strrchr(name, '.');
    if (dot == NULL) {
        return WAFT_MESH_FORMAT_AUTO;
    }
    const wafti_word end = {dot, strlen(dot), false};
    return wafti_word_is(end, ".obj")                                  ? WAFT_MESH_FORMAT_OBJ
           : wafti_word_is(end, ".stl")                                ? WAFT_MESH_FORMAT_STL
           : wafti_word_is(end, ".ply")                                ? WAFT_MESH_FORMAT_PLY
           : wafti_word_is(end, ".gltf") || wafti_word_is(end, ".glb") ? WAFT_MESH_FORMAT_GLTF
                                                                       : WAFT_MESH_FORMAT_AUTO;
}

static waft_mesh_format format_of_content(const wafti_mesh_file* file) {
    if (wafti_mesh_file_is_binary_stl(file)) {
        return WAFT_MESH_FORMAT_STL;
    }
    wafti_words words = wafti_words_start("", file->bytes, file->byte_count, NULL);
    const wafti_word first = wafti_words_next(&words);
    if ((file->byte_count >= 4 && memcmp(file->bytes, "glTF", 4) == 0) ||
        (first.length > 0 && first.text[0] == '{')) {
        return WAFT_MESH_FORMAT_GLTF;
    }
    return wafti_word_is(first, "ply")     ? WAFT_MESH_FORMAT_PLY
           : wafti_word_is(first, "solid") ? WAFT_MESH_FORMAT_STL
                                           : WAFT_MESH_FORMAT_OBJ;
}

static waft_result gather(wafti_mesh_file* file) {
    waft_mesh_format format = file->options->format;
    if (format == WAFT_MESH_FORMAT_AUTO) {
        format = format_of_name(file->options->name);
    }
    if (format == WAFT_MESH_FORMAT_AUTO) {
        format = format_of_content(file);
    }
    if (file->options->object != NULL && format != WAFT_MESH_FORMAT_OBJ &&
        format != WAFT_MESH_FORMAT_GLTF) {
        return wafti_fail(file->error, WAFT_ERR_MESH,
            "%s: only OBJ and glTF files have named objects; there is no '%s'", file->options->name,
            file->options->object);
    }
    return format == WAFT_MESH_FORMAT_STL    ? wafti_mesh_file_read_stl(file)
           : format == WAFT_MESH_FORMAT_PLY  ? wafti_mesh_file_read_ply(file)
           : format == WAFT_MESH_FORMAT_GLTF ? wafti_mesh_file_read_gltf(file)
                                             : wafti_mesh_file_read_obj(file);
}

static waft_result parse(const void* bytes, size_t byte_count, const waft_mesh_options* options,
    const char* path, waft_mesh** out_mesh, waft_error* out_error) {
    wafti_arena arena;
    wafti_arena_init(&arena, &options->allocator, 4096);
    wafti_mesh_file file = {.bytes = byte_count > 0 ? bytes : "",
        .byte_count = byte_count,
        .options = options,
        .path = path,
        .arena = &arena,
        .error = out_error};
    waft_result result = gather(&file);
    if (result == WAFT_OK) {
        const waft_mesh_arrays arrays = {
            file.positions, file.point_count, file.indices, file.facet_count};
        result = waft_mesh_create(&arrays, options, out_mesh, out_error);
    }
    wafti_arena_free(&arena);
    return result;
}

waft_result waft_mesh_parse(const void* bytes, size_t byte_count, const waft_mesh_options* options,
    waft_mesh** out_mesh, waft_error* out_error) {
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    if (out_mesh == NULL || options == NULL || (bytes == NULL && byte_count > 0)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_mesh_parse: a pointer is NULL");
    }
    waft_mesh_options wide;
    const waft_result result =
        wafti_mesh_take_options("waft_mesh_parse", options, &wide, out_error);
    return result == WAFT_OK ? parse(bytes, byte_count, &wide, NULL, out_mesh, out_error) : result;
}

waft_result waft_mesh_read(const char* path, const waft_mesh_options* options, waft_mesh** out_mesh,
    waft_error* out_error) {
    if (out_mesh != NULL) {
        *out_mesh = NULL;
    }
    if (path == NULL || out_mesh == NULL || options == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_mesh_read: a pointer is NULL");
    }
    waft_mesh_options named;
    waft_result result = wafti_mesh_take_options("waft_mesh_read", options, &named, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    named.name = path;
    char* bytes = NULL;
    size_t byte_count = 0;
    result = waft_file_read(path, LARGEST_FILE, &named.allocator, &bytes, &byte_count, out_error);
    result =
        result == WAFT_OK ? parse(bytes, byte_count, &named, path, out_mesh, out_error) : result;
    if (result == WAFT_OK) {
        (*out_mesh)->from_file = true;
    }
    waft_text_free(&named.allocator, bytes);
    return result;
}
