// SPDX-License-Identifier: MIT
// The surface of a liquid as files, one a frame: its facets change, so no file holds several.
#include "base/error.h"
#include "export/glb_mesh.h"
#include "export/obj.h"

#include <waft/export.h>

#include <math.h>
#include <stdio.h>

static waft_vec3 vector_at(const float* xyz, size_t i) {
    return (waft_vec3){xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
}

static void put_obj(wafti_file* file, const waft_surface_view* v) {
    wafti_file_put_text(file, "# waft liquid surface, metres, y up\no liquid\n");
    for (size_t p = 0; p < v->point_count; ++p) {
        wafti_obj_put_place(file, vector_at(v->positions, p));
    }
    for (size_t p = 0; p < v->point_count; ++p) {
        wafti_obj_put_normal(file, vector_at(v->normals, p));
    }
    for (size_t f = 0; f < v->facet_count; ++f) {
        const uint32_t* corner = v->indices + 3 * f;
        const int64_t numbers[3] = {
            (int64_t)corner[0] + 1, (int64_t)corner[1] + 1, (int64_t)corner[2] + 1};
        wafti_obj_put_face(file, numbers, 3);
    }
}

static void put_ply(wafti_file* file, const waft_surface_view* v) {
    char header[512];
    const int length = snprintf(header, sizeof(header),
        "ply\nformat binary_little_endian 1.0\ncomment waft liquid surface, metres and m/s, y up\n"
        "element vertex %zu\nproperty float x\nproperty float y\nproperty float z\n"
        "property float nx\nproperty float ny\nproperty float nz\n"
        "property float vx\nproperty float vy\nproperty float vz\n"
        "element face %zu\nproperty list uchar uint vertex_indices\nend_header\n",
        v->point_count, v->facet_count);
    wafti_file_put(file, header, (size_t)length);
    for (size_t p = 0; p < v->point_count; ++p) {
        wafti_file_put_floats(file, v->positions + 3 * p, 3);
        wafti_file_put_floats(file, v->normals + 3 * p, 3);
        wafti_file_put_floats(file, v->velocities + 3 * p, 3);
    }
    for (size_t f = 0; f < v->facet_count; ++f) {
        wafti_file_put(file, "\3", 1);
        wafti_file_put_u32s(file, v->indices + 3 * f, 3);
    }
}

static void add_bounds(wafti_text* json, const waft_surface_view* v) {
    float low[3] = {INFINITY, INFINITY, INFINITY};
    float high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < 3 * v->point_count; ++i) {
        low[i % 3] = fminf(low[i % 3], v->positions[i]);
        high[i % 3] = fmaxf(high[i % 3], v->positions[i]);
    }
    for (int n = 0; n < 6; ++n) {
        wafti_text_add(json, n == 0 ? ",\"min\":[" : n == 3 ? "],\"max\":[" : ",");
        wafti_text_add_double(json, (double)(n < 3 ? low : high)[n % 3]);
    }
    wafti_text_add(json, "]");
}

static void add_view(wafti_text* json, uint64_t* end, uint64_t size, int target) {
    wafti_text_format(json,
        "%s{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu,\"target\":%d}",
        *end > 0 ? ",\n" : "", (unsigned long long)*end, (unsigned long long)size, target);
    *end += size;
}

// Water: clear, smooth, and bends light as water does.
static void add_mesh(wafti_text* json) {
    wafti_text_add(json,
        "\"extensionsUsed\":[\"KHR_materials_transmission\",\"KHR_materials_ior\"],\n"
        "\"meshes\":[{\"name\":\"liquid\",\"primitives\":[{\"attributes\":{\"POSITION\":0,"
        "\"NORMAL\":1,\"_VELOCITY\":2},\"indices\":3,\"material\":0}]}],\n"
        "\"materials\":[{\"name\":\"water\",\"pbrMetallicRoughness\":{\"baseColorFactor\":"
        "[0.75,0.9,0.95,1],\"metallicFactor\":0,\"roughnessFactor\":0.02},\"extensions\":{"
        "\"KHR_materials_transmission\":{\"transmissionFactor\":1},\"KHR_materials_ior\":{"
        "\"ior\":1.333}}}],\n");
}

// Returns the bytes of the numbers that follow the JSON.
static uint64_t add_json(wafti_text* json, const waft_surface_view* v) {
    const uint64_t vectors = 12 * (uint64_t)v->point_count;
    const bool some = v->facet_count > 0;
    uint64_t end = 0;
    wafti_text_format(json,
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"waft %s\"},\n\"scene\":0,\n"
        "\"scenes\":[{\"nodes\":[0]}],\n\"nodes\":[{\"name\":\"liquid\"%s}]",
        waft_version(), some ? ",\"mesh\":0" : "");
    if (some) {
        wafti_text_add(json, ",\n");
        add_mesh(json);
        wafti_text_add(json, "\"bufferViews\":[");
        add_view(json, &end, vectors, 34962);
        add_view(json, &end, vectors, 34962);
        add_view(json, &end, vectors, 34962);
        add_view(json, &end, 12 * (uint64_t)v->facet_count, 34963);
        wafti_text_format(json, "],\n\"buffers\":[{\"byteLength\":%llu}],\n\"accessors\":[",
            (unsigned long long)end);
        for (int n = 0; n < 3; ++n) {
            wafti_text_format(json,
                "{\"bufferView\":%d,\"componentType\":5126,\"count\":%zu,\"type\":\"VEC3\"", n,
                v->point_count);
            if (n == 0) {
                add_bounds(json, v);
            }
            wafti_text_add(json, "},\n");
        }
        wafti_text_format(json,
            "{\"bufferView\":3,\"componentType\":5125,\"count\":%zu,\"type\":\"SCALAR\"}]",
            3 * v->facet_count);
    }
    wafti_glb_end_json(json);
    return end;
}

static waft_result write_glb(
    wafti_file* file, const waft_surface_view* v, const char* path, waft_error* out_error) {
    wafti_text json;
    wafti_text_init(&json, NULL);
    const uint64_t binary = add_json(&json, v);
    waft_result result = WAFT_OK;
    if (json.failed) {
        result = wafti_fail_memory(out_error, json.length, path);
    } else if (binary > UINT32_MAX - 28 - json.length) {
        result = wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: %zu facets take more than the 4 GiB that a .glb file can have", path,
            v->facet_count);
    } else {
        wafti_glb_put_head(file, &json, binary);
    }
    if (result == WAFT_OK && binary > 0) {
        wafti_file_put_floats(file, v->positions, 3 * v->point_count);
        wafti_file_put_floats(file, v->normals, 3 * v->point_count);
        wafti_file_put_floats(file, v->velocities, 3 * v->point_count);
        wafti_file_put_u32s(file, v->indices, 3 * v->facet_count);
    }
    wafti_text_free(&json);
    return result;
}

static bool is_whole(const waft_surface_view* v) {
    return (v->point_count == 0 ||
               (v->positions != NULL && v->normals != NULL && v->velocities != NULL)) &&
           (v->facet_count == 0 || v->indices != NULL);
}

waft_result waft_surface_write(const char* path, const waft_surface_view* surface,
    waft_surface_format format, waft_error* out_error) {
    if (path == NULL || surface == NULL || !is_whole(surface) || format < WAFT_SURFACE_OBJ ||
        format > WAFT_SURFACE_GLB) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "waft_surface_write: a pointer is NULL or there is no such format");
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    waft_result result = file.opened;
    if (format == WAFT_SURFACE_GLB) {
        result = write_glb(&file, surface, path, out_error);
    } else if (format == WAFT_SURFACE_PLY) {
        put_ply(&file, surface);
    } else {
        put_obj(&file, surface);
    }
    return wafti_file_end(&file, result, out_error);
}
