// SPDX-License-Identifier: MIT
// glTF 2.0, as text or as .glb: all triangles of one mesh, where its first node puts them. Materials and
// the rest are passed over. Every index and offset of the file is checked before it is followed.
#include "io/mesh_read.h"

#include "base/error.h"
#include "io/file.h"
#include "io/gltf_place.h"
#include "io/json_read.h"
#include "io/little_endian.h"

#include <waft/files.h>

#include <string.h>

enum {
    GLB_HEADER = 12,
    CHUNK_HEADER = 8,
    CHUNK_JSON = 0x4E4F534A,
    CHUNK_BINARY = 0x004E4942,
    COMPONENT_U8 = 5121,
    COMPONENT_U16 = 5123,
    COMPONENT_U32 = 5125,
    COMPONENT_FLOAT = 5126,
    MODE_TRIANGLES = 4,
    MODE_STRIP = 5,
    MODE_FAN = 6,
    MOST_PARTS = 4096, // of a mesh; each is a walk through the lists of the file
    MOST_BUFFERS = 16,
};

#define LARGEST_BUFFER ((size_t)1 << 30)

typedef struct bytes {
    const unsigned char* at;
    size_t size;
} bytes;

typedef struct gltf {
    wafti_mesh_file* file;
    wafti_json_value root;
    bytes binary;                // of a .glb
    bytes buffers[MOST_BUFFERS]; // at NULL: not loaded yet
    wafti_gltf_place place;
    bool mirrored;
} gltf;

// Numbers of an accessor as they lie in a buffer.
typedef struct accessor {
    const unsigned char* at;
    size_t count, stride;
    uint64_t component;
} accessor;

static waft_result refuse(const gltf* g, const char* why) {
    return wafti_fail(g->file->error, WAFT_ERR_PARSE, "%s: glTF: %s", g->file->options->name, why);
}

// Item `index` of the root's list `key`, which must be an object.
static bool find_item(const gltf* g, const char* key, uint64_t index, wafti_json_value* out) {
    wafti_json_value list;
    return index < SIZE_MAX && wafti_json_member(g->root, key, &list) &&
           wafti_json_item(list, (size_t)index, out) && wafti_json_is_object(*out);
}

static uint64_t number_or(const wafti_json_value* from, const char* key, uint64_t otherwise) {
    uint64_t value = 0;
    return wafti_json_uint(*from, key, &value) ? value : otherwise;
}

// ---- buffers

static int base64_digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

static waft_result load_base64(gltf* g, const char* text, size_t length, bytes* out) {
    unsigned char* decoded = wafti_arena_take(g->file->arena, length / 4 * 3 + 3, 1);
    if (decoded == NULL) {
        return wafti_fail_memory(g->file->error, length, g->file->options->name);
    }
    uint32_t bits = 0;
    int held = 0;
    size_t count = 0;
    for (size_t i = 0; i < length && text[i] != '='; ++i) {
        if (text[i] == '\\') { // JSON may write \/ for /
            continue;
        }
        const int digit = base64_digit(text[i]);
        if (digit < 0) {
            return refuse(g, "a buffer is not base64");
        }
        bits = bits << 6 | (uint32_t)digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            decoded[count++] = (unsigned char)(bits >> held);
        }
    }
    *out = (bytes){decoded, count};
    return WAFT_OK;
}

// A file beside this one: a plain name, or one below this folder.
static bool is_beside(const char* uri) {
    return uri[0] != '\0' && uri[0] != '/' && strchr(uri, ':') == NULL &&
           strchr(uri, '\\') == NULL && strchr(uri, '%') == NULL && strstr(uri, "..") == NULL;
}

static waft_result load_file(gltf* g, const wafti_json_value* buffer, bytes* out) {
    char uri[1024];
    if (!wafti_json_string(*buffer, "uri", uri, sizeof(uri)) || !is_beside(uri) ||
        g->file->path == NULL) {
        return refuse(g,
            "a buffer is in a place that is not read: it must be in the file itself or "
            "in a file beside it");
    }
    wafti_path path;
    const size_t folder = wafti_path_directory_length(g->file->path);
    waft_result result = wafti_path_format(
        &path, g->file->error, "%.*s%s%s", (int)folder, g->file->path, folder > 0 ? "/" : "", uri);
    char* content = NULL;
    size_t size = 0;
    if (result == WAFT_OK) {
        result = waft_file_read(path.text, LARGEST_BUFFER, &g->file->options->allocator, &content,
            &size, g->file->error);
    }
    if (result == WAFT_OK) {
        unsigned char* copy = wafti_arena_take(g->file->arena, size + 1, 1);
        if (copy == NULL) {
            result = wafti_fail_memory(g->file->error, size, g->file->options->name);
        } else {
            memcpy(copy, content, size);
            *out = (bytes){copy, size};
        }
    }
    waft_text_free(&g->file->options->allocator, content);
    return result;
}

static waft_result load_buffer(gltf* g, uint64_t index, bytes* out) {
    static const char data[] = "\"data:";
    wafti_json_value buffer;
    wafti_json_value uri;
    if (index >= MOST_BUFFERS || !find_item(g, "buffers", index, &buffer)) {
        return refuse(g, "there is no such buffer, or more than 16");
    }
    bytes* loaded = &g->buffers[index];
    waft_result result = WAFT_OK;
    if (loaded->at == NULL && !wafti_json_member(buffer, "uri", &uri)) {
        if (index != 0 || g->binary.at == NULL) {
            return refuse(g, "a buffer has no uri");
        }
        *loaded = g->binary;
    } else if (loaded->at == NULL && uri.length > sizeof(data) &&
               memcmp(uri.text, data, sizeof(data) - 1) == 0) {
        const char* comma = memchr(uri.text, ',', uri.length);
        if (comma == NULL) {
            return refuse(g, "a data: uri has no comma");
        }
        const size_t used = (size_t)(comma + 1 - uri.text);
        result = load_base64(g, comma + 1, uri.length - used - 1, loaded);
    } else if (loaded->at == NULL) {
        result = load_file(g, &buffer, loaded);
    }
    *out = *loaded;
    return result;
}

// ---- accessors

// `width` numbers an item, all of them within the buffer.
static waft_result find_accessor(gltf* g, uint64_t index, size_t width, accessor* out) {
    wafti_json_value at;
    wafti_json_value view;
    wafti_json_value sparse;
    if (!find_item(g, "accessors", index, &at)) {
        return refuse(g, "there is no such accessor");
    }
    if (wafti_json_member(at, "sparse", &sparse)) {
        return refuse(g, "sparse accessors are not read");
    }
    if (!find_item(g, "bufferViews", number_or(&at, "bufferView", UINT64_MAX), &view)) {
        return refuse(g, "an accessor has no bufferView; compressed meshes are not read");
    }
    bytes buffer = {0};
    const waft_result result = load_buffer(g, number_or(&view, "buffer", UINT64_MAX), &buffer);
    if (result != WAFT_OK) {
        return result;
    }
    out->component = number_or(&at, "componentType", 0);
    const size_t number = out->component == COMPONENT_U8    ? 1
                          : out->component == COMPONENT_U16 ? 2
                                                            : 4;
    const size_t item = width * number;
    const uint64_t count = number_or(&at, "count", 0);
    const uint64_t stride = number_or(&view, "byteStride", item);
    const uint64_t start = number_or(&view, "byteOffset", 0);
    const uint64_t size = number_or(&view, "byteLength", 0);
    const uint64_t offset = number_or(&at, "byteOffset", 0);
    if (start > buffer.size || size > buffer.size - start || offset > size) {
        return refuse(g, "a bufferView is outside of its buffer");
    }
    if (count == 0 || stride < item || stride > 252 || count > (size - offset) / item ||
        (count - 1) * stride > size - offset - item) {
        return refuse(g, "an accessor is empty or outside of its bufferView");
    }
    out->at = buffer.at + start + offset;
    out->count = (size_t)count;
    out->stride = (size_t)stride;
    return WAFT_OK;
}

static uint32_t index_at(const accessor* from, size_t i) {
    const unsigned char* at = from->at + i * from->stride;
    return from->component == COMPONENT_U8    ? at[0]
           : from->component == COMPONENT_U16 ? wafti_get_u16(at)
                                              : wafti_get_u32(at);
}

// ---- a part of a mesh

typedef struct part {
    accessor points;
    accessor indices; // at NULL: points in their order
    uint64_t mode;
    size_t corner_count;
} part;

static waft_result find_part(gltf* g, const wafti_json_value* primitive, part* out) {
    wafti_json_value attributes;
    uint64_t points = 0;
    if (!wafti_json_member(*primitive, "attributes", &attributes) ||
        !wafti_json_uint(attributes, "POSITION", &points)) {
        return refuse(g, "a part of the mesh has no POSITION");
    }
    *out = (part){.mode = number_or(primitive, "mode", MODE_TRIANGLES)};
    waft_result result = find_accessor(g, points, 3, &out->points);
    if (result == WAFT_OK && out->points.component != COMPONENT_FLOAT) {
        return refuse(g, "positions must be floats");
    }
    const uint64_t indices = number_or(primitive, "indices", UINT64_MAX);
    out->corner_count = out->points.count;
    if (result == WAFT_OK && indices != UINT64_MAX) {
        result = find_accessor(g, indices, 1, &out->indices);
        out->corner_count = out->indices.count;
        const uint64_t kind = out->indices.component;
        if (result == WAFT_OK && kind != COMPONENT_U8 && kind != COMPONENT_U16 &&
            kind != COMPONENT_U32) {
            return refuse(g, "indices must be unsigned whole numbers");
        }
    }
    return result;
}

// 0 for points and lines.
static size_t facet_count(const part* p) {
    return p->mode == MODE_TRIANGLES ? p->corner_count / 3
           : (p->mode == MODE_STRIP || p->mode == MODE_FAN) && p->corner_count >= 3
               ? p->corner_count - 2
               : 0;
}

// Which corners facet f has; every other one of a strip is turned.
static void corners_of(const part* p, size_t f, size_t out[3]) {
    const size_t first = p->mode == MODE_TRIANGLES ? 3 * f : p->mode == MODE_FAN ? 0 : f;
    const bool turned = p->mode == MODE_STRIP && f % 2 == 1;
    const size_t second = p->mode == MODE_FAN ? f + 1 : first + 1;
    out[0] = first;
    out[1] = turned ? second + 1 : second;
    out[2] = turned ? second : second + 1;
}

static waft_result add_part(gltf* g, const part* p) {
    wafti_mesh_file* file = g->file;
    const size_t base = file->point_count;
    for (size_t i = 0; i < p->points.count; ++i) {
        double* point = file->positions + 3 * (base + i);
        for (size_t k = 0; k < 3; ++k) {
            point[k] =
                wafti_get_coordinate(p->points.at + i * p->points.stride + k * sizeof(float));
        }
        wafti_gltf_move(&g->place, point);
    }
    for (size_t f = 0; f < facet_count(p); ++f) {
        size_t corners[3];
        corners_of(p, f, corners);
        for (size_t k = 0; k < 3; ++k) {
            const size_t index =
                p->indices.at != NULL ? index_at(&p->indices, corners[k]) : corners[k];
            if (index >= p->points.count) {
                return refuse(g, "an index is above the count of points");
            }
            const size_t corner = g->mirrored ? 2 - k : k;
            file->indices[3 * file->facet_count + corner] = (uint32_t)(base + index);
        }
        ++file->facet_count;
    }
    file->point_count += p->points.count;
    return WAFT_OK;
}

static waft_result read_parts(gltf* g, const wafti_json_value* primitives) {
    size_t points = 0;
    size_t facets = 0;
    waft_result result = WAFT_OK;
    for (int pass = 0; pass < 2 && result == WAFT_OK; ++pass) {
        wafti_json_list list = wafti_json_walk(*primitives);
        wafti_json_value primitive = {NULL, 0};
        size_t count = 0;
        while (result == WAFT_OK && wafti_json_next(&list, &primitive)) {
            part p = {.mode = 0};
            if (++count > MOST_PARTS) {
                return refuse(g, "the mesh has more than 4096 parts");
            }
            result = find_part(g, &primitive, &p);
            if (result == WAFT_OK && pass == 0) {
                points = wafti_size_add(points, p.points.count);
                facets = wafti_size_add(facets, facet_count(&p));
            } else if (result == WAFT_OK) {
                result = add_part(g, &p);
            }
        }
        if (result == WAFT_OK && pass == 0) {
            result = wafti_mesh_file_reserve(g->file, points, facets);
        }
    }
    return result;
}

// ---- the file

static bool is_called(const wafti_json_value* mesh, const char* name) {
    char own[256];
    return name == NULL ||
           (wafti_json_string(*mesh, "name", own, sizeof(own)) && strcmp(own, name) == 0);
}

static waft_result read_mesh(gltf* g) {
    const char* name = g->file->options->object;
    wafti_json_value meshes;
    wafti_json_value mesh;
    wafti_json_value primitives;
    if (!wafti_json_member(g->root, "meshes", &meshes)) {
        return refuse(g, "it has no mesh, or is not whole JSON");
    }
    wafti_json_list list = wafti_json_walk(meshes);
    for (uint64_t index = 0; wafti_json_next(&list, &mesh); ++index) {
        if (is_called(&mesh, name)) {
            if (!wafti_gltf_find_place(&g->root, index, &g->place)) {
                return refuse(g, "the place of the mesh's node is not sound");
            }
            g->mirrored = wafti_gltf_mirrors(&g->place);
            return wafti_json_member(mesh, "primitives", &primitives)
                       ? read_parts(g, &primitives)
                       : refuse(g, "the mesh has no primitives");
        }
    }
    return wafti_fail(g->file->error, WAFT_ERR_MESH, "%s: there is no mesh '%s'",
        g->file->options->name, name != NULL ? name : "");
}

static waft_result open_glb(gltf* g) {
    const unsigned char* whole = (const unsigned char*)g->file->bytes;
    const size_t size = g->file->byte_count;
    if (size < GLB_HEADER + CHUNK_HEADER || wafti_get_u32(whole + 4) != 2) {
        return refuse(g, "not a .glb of version 2");
    }
    size_t at = GLB_HEADER;
    while (size - at >= CHUNK_HEADER) {
        const size_t length = wafti_get_u32(whole + at);
        const uint32_t kind = wafti_get_u32(whole + at + 4);
        at += CHUNK_HEADER;
        if (length > size - at) {
            return refuse(g, "a chunk of the .glb is cut");
        }
        if (kind == CHUNK_JSON && g->root.text == NULL) {
            g->root = (wafti_json_value){g->file->bytes + at, length};
        } else if (kind == CHUNK_BINARY && g->binary.at == NULL) {
            g->binary = (bytes){whole + at, length};
        }
        at += length;
    }
    return g->root.text != NULL ? WAFT_OK : refuse(g, "the .glb has no JSON");
}

waft_result wafti_mesh_file_read_gltf(wafti_mesh_file* file) {
    gltf g = {.file = file};
    if (file->byte_count >= 4 && memcmp(file->bytes, "glTF", 4) == 0) {
        const waft_result result = open_glb(&g);
        if (result != WAFT_OK) {
            return result;
        }
    } else {
        g.root = (wafti_json_value){file->bytes, file->byte_count};
    }
    return read_mesh(&g);
}
