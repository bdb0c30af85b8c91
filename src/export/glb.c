// SPDX-License-Identifier: MIT
// Binary glTF 2.0 with one animation. After the header come two chunks: JSON that says what is where,
// and the numbers themselves. Those lie in this order, all of four bytes each: positions, normals and
// indices of every mesh; times; translations of every node; rotations of every node.
#include "base/error.h"
#include "base/memory.h"
#include "export/glb_mesh.h"

#include <waft/export.h>

#include <math.h>
#include <string.h>

enum {
    CHUNK_JSON = 0x4E4F534A,
    CHUNK_BINARY = 0x004E4942,
    MAGIC = 0x46546C67,
    ARRAY_BUFFER = 34962,
    ELEMENT_ARRAY_BUFFER = 34963,
    TYPE_FLOAT = 5126,
    TYPE_UINT = 5125,
    VIEWS_A_MESH = 3, // positions, normals, indices; so many accessors as well
    NOT_USED = -1,
};

typedef struct glb {
    const char* path;
    const waft_glb_def* def;
    wafti_arena arena;
    waft_error* out_error;
    wafti_glb_surface* surfaces; // of every mesh of the def; empty where no node has it
    int64_t* places;             // of the meshes among those that are written, NOT_USED for others
    size_t used_count;
    waft_pose* poses;    // of one key
    float* translations; // of a node all keys, then those of the next
    float* rotations;
    wafti_text json;
    uint64_t binary_size;
    size_t view_count; // that stand in the JSON so far
} glb;

static waft_result check_times(const char* path, const waft_glb_def* def, waft_error* out_error) {
    for (size_t i = 0; i < def->key_count; ++i) {
        const float time = def->times[i];
        if (!isfinite(time) || time < 0.0f || (i > 0 && time <= def->times[i - 1])) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "%s: time %zu is negative or not after the one before", path, i);
        }
    }
    return WAFT_OK;
}

static bool is_color(const float color[4]) {
    for (int k = 0; k < 4; ++k) {
        if (!isfinite(color[k]) || color[k] < 0.0f || color[k] > 1.0f) {
            return false;
        }
    }
    return true;
}

static waft_result check_def(const char* path, const waft_glb_def* def, waft_error* out_error) {
    if (path == NULL || def == NULL || def->meshes == NULL || def->nodes == NULL ||
        def->times == NULL || def->poses == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_glb_write: a pointer is NULL");
    }
    if (def->mesh_count == 0 || def->node_count == 0 || def->key_count == 0) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a file needs a mesh, a node and a key at least", path);
    }
    for (size_t i = 0; i < def->mesh_count; ++i) {
        if (def->meshes[i].mesh == NULL || !is_color(def->meshes[i].color)) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
                "%s: mesh %zu has no points, or a colour that is not 0 to 1", path, i);
        }
    }
    for (size_t i = 0; i < def->node_count; ++i) {
        if (def->nodes[i].mesh >= def->mesh_count) {
            return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: node %zu asks for mesh %zu of %zu",
                path, i, def->nodes[i].mesh, def->mesh_count);
        }
    }
    return check_times(path, def, out_error);
}

// Poses of all nodes at all keys; SIZE_MAX, which no allocation gives, if they are too many.
static size_t sample_count(const waft_glb_def* def) {
    return wafti_size_mul(def->node_count, def->key_count);
}

static waft_result fail_memory(const glb* g) {
    return wafti_fail_memory(
        g->out_error, wafti_size_mul(sample_count(g->def), 7 * sizeof(float)), g->path);
}

static waft_result take_room(glb* g) {
    const waft_glb_def* def = g->def;
    g->surfaces = wafti_arena_take(&g->arena, def->mesh_count, sizeof(*g->surfaces));
    g->places = wafti_arena_take(&g->arena, def->mesh_count, sizeof(*g->places));
    g->poses = wafti_arena_take(&g->arena, def->node_count, sizeof(*g->poses));
    g->translations = wafti_arena_take(&g->arena, sample_count(def), 3 * sizeof(float));
    g->rotations = wafti_arena_take(&g->arena, sample_count(def), 4 * sizeof(float));
    return g->arena.failed ? fail_memory(g) : WAFT_OK;
}

// Meshes without a node are left out: viewers would load them for nothing.
static waft_result make_surfaces(glb* g) {
    const waft_glb_def* def = g->def;
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < def->mesh_count; ++i) {
        g->places[i] = NOT_USED;
    }
    for (size_t i = 0; i < def->node_count; ++i) {
        g->places[def->nodes[i].mesh] = 0;
    }
    for (size_t i = 0; i < def->mesh_count && result == WAFT_OK; ++i) {
        if (g->places[i] != NOT_USED) {
            g->places[i] = (int64_t)g->used_count++;
            result = wafti_glb_surface_make(&g->surfaces[i], def->meshes[i].mesh, &g->arena);
        }
    }
    return result == WAFT_OK ? result : fail_memory(g);
}

static bool is_pose(const waft_pose* pose) {
    const waft_quat q = pose->rotation;
    const float square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    return isfinite(pose->position.x) && isfinite(pose->position.y) && isfinite(pose->position.z) &&
           isfinite(square) && square > 1e-6f;
}

static void keep_pose(glb* g, size_t node, size_t key) {
    const waft_pose* pose = &g->poses[node];
    const size_t at = node * g->def->key_count + key;
    const waft_quat q = waft_quat_normalize(pose->rotation);
    float* rotation = &g->rotations[4 * at];
    const float* before = rotation - 4;
    // q and -q are one rotation, but between them a linear change would go the long way round.
    const bool turn =
        key > 0 && before[0] * q.x + before[1] * q.y + before[2] * q.z + before[3] * q.w < 0.0f;
    const float sign = turn ? -1.0f : 1.0f;
    memcpy(&g->translations[3 * at], &pose->position, 3 * sizeof(float));
    rotation[0] = sign * q.x;
    rotation[1] = sign * q.y;
    rotation[2] = sign * q.z;
    rotation[3] = sign * q.w;
}

static waft_result collect_poses(glb* g) {
    const waft_glb_def* def = g->def;
    for (size_t key = 0; key < def->key_count; ++key) {
        const waft_result result = def->poses(def->user, key, g->poses, g->out_error);
        if (result != WAFT_OK) {
            return result;
        }
        for (size_t node = 0; node < def->node_count; ++node) {
            if (!is_pose(&g->poses[node])) {
                return wafti_fail(g->out_error, WAFT_ERR_ARGUMENT,
                    "%s: the pose of node %zu at key %zu is not one", g->path, node, key);
            }
            keep_pose(g, node, key);
        }
    }
    return WAFT_OK;
}

// A float as a decimal that has its very value as a double too: bounds are compared both ways.
static void add_floats(wafti_text* json, const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        wafti_text_add(json, i > 0 ? "," : "[");
        wafti_text_add_double(json, (double)values[i]);
    }
    wafti_text_add(json, "]");
}

static void add_name(wafti_text* json, const char* name) {
    if (name != NULL && name[0] != '\0') {
        wafti_text_add(json, "\"name\":");
        wafti_text_add_json(json, name);
        wafti_text_add(json, ",");
    }
}

static void add_comma(wafti_text* json, bool first) {
    wafti_text_add(json, first ? "\n" : ",\n");
}

static void add_nodes(glb* g) {
    wafti_text* json = &g->json;
    wafti_text_add(json, "\"scenes\":[{\"nodes\":[");
    for (size_t i = 0; i < g->def->node_count; ++i) {
        wafti_text_format(json, i > 0 ? ",%zu" : "%zu", i);
    }
    wafti_text_add(json, "]}],\n\"nodes\":[");
    for (size_t i = 0; i < g->def->node_count; ++i) {
        const size_t first_key = i * g->def->key_count;
        add_comma(json, i == 0);
        wafti_text_add(json, "{");
        add_name(json, g->def->nodes[i].name);
        wafti_text_format(
            json, "\"mesh\":%lld,\"translation\":", (long long)g->places[g->def->nodes[i].mesh]);
        add_floats(json, &g->translations[3 * first_key], 3);
        wafti_text_add(json, ",\"rotation\":");
        add_floats(json, &g->rotations[4 * first_key], 4);
        wafti_text_add(json, "}");
    }
    wafti_text_add(json, "],\n");
}

static void add_meshes(glb* g) {
    wafti_text* json = &g->json;
    wafti_text_add(json, "\"meshes\":[");
    for (size_t i = 0; i < g->def->mesh_count; ++i) {
        const int64_t place = g->places[i];
        if (place == NOT_USED) {
            continue;
        }
        const long long first = VIEWS_A_MESH * (long long)place;
        add_comma(json, place == 0);
        wafti_text_add(json, "{");
        add_name(json, g->def->meshes[i].name);
        wafti_text_format(json,
            "\"primitives\":[{\"attributes\":{\"POSITION\":%lld,\"NORMAL\":%lld},"
            "\"indices\":%lld,\"material\":%lld}]}",
            first, first + 1, first + 2, (long long)place);
    }
    wafti_text_add(json, "],\n\"materials\":[");
    for (size_t i = 0; i < g->def->mesh_count; ++i) {
        if (g->places[i] == NOT_USED) {
            continue;
        }
        add_comma(json, g->places[i] == 0);
        wafti_text_add(json, "{");
        add_name(json, g->def->meshes[i].name);
        wafti_text_add(json, "\"pbrMetallicRoughness\":{\"baseColorFactor\":");
        add_floats(json, g->def->meshes[i].color, 4);
        wafti_text_add(json, ",\"metallicFactor\":0,\"roughnessFactor\":0.6}");
        wafti_text_add(json, g->def->meshes[i].two_sided ? ",\"doubleSided\":true}" : "}");
    }
    wafti_text_add(json, "],\n");
}

static void add_animation(glb* g) {
    wafti_text* json = &g->json;
    const size_t times = VIEWS_A_MESH * g->used_count;
    wafti_text_add(json, "\"animations\":[{\"name\":\"motion\",\"channels\":[");
    for (size_t i = 0; i < g->def->node_count; ++i) {
        add_comma(json, i == 0);
        wafti_text_format(json,
            "{\"sampler\":%zu,\"target\":{\"node\":%zu,\"path\":\"translation\"}},"
            "{\"sampler\":%zu,\"target\":{\"node\":%zu,\"path\":\"rotation\"}}",
            2 * i, i, 2 * i + 1, i);
    }
    wafti_text_add(json, "],\n\"samplers\":[");
    for (size_t i = 0; i < 2 * g->def->node_count; ++i) {
        add_comma(json, i == 0);
        wafti_text_format(json, "{\"input\":%zu,\"interpolation\":\"LINEAR\",\"output\":%zu}",
            times, times + 1 + i);
    }
    wafti_text_add(json, "]}],\n");
}

static void add_view(glb* g, uint64_t size, int target) {
    wafti_text* json = &g->json;
    add_comma(json, g->view_count++ == 0);
    wafti_text_format(json, "{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu",
        (unsigned long long)g->binary_size, (unsigned long long)size);
    if (target != 0) {
        wafti_text_format(json, ",\"target\":%d", target);
    }
    wafti_text_add(json, "}");
    g->binary_size += size;
}

static void add_views(glb* g) {
    const uint64_t samples = (uint64_t)sample_count(g->def);
    wafti_text_add(&g->json, "\"bufferViews\":[");
    for (size_t i = 0; i < g->def->mesh_count; ++i) {
        const wafti_glb_surface* surface = &g->surfaces[i];
        if (g->places[i] != NOT_USED) {
            add_view(g, 3 * sizeof(float) * (uint64_t)surface->point_count, ARRAY_BUFFER);
            add_view(g, 3 * sizeof(float) * (uint64_t)surface->point_count, ARRAY_BUFFER);
            add_view(g, sizeof(uint32_t) * (uint64_t)surface->index_count, ELEMENT_ARRAY_BUFFER);
        }
    }
    add_view(g, sizeof(float) * (uint64_t)g->def->key_count, 0);
    add_view(g, 3 * sizeof(float) * samples, 0);
    add_view(g, 4 * sizeof(float) * samples, 0);
    wafti_text_format(
        &g->json, "],\n\"buffers\":[{\"byteLength\":%llu}],\n", (unsigned long long)g->binary_size);
}

static void begin_accessor(glb* g, size_t view, int component, size_t count, const char* type) {
    wafti_text_format(&g->json,
        "{\"bufferView\":%zu,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"", view, component,
        count, type);
}

static void add_bounds(glb* g, const float* low, const float* high, size_t count) {
    wafti_text_add(&g->json, ",\"min\":");
    add_floats(&g->json, low, count);
    wafti_text_add(&g->json, ",\"max\":");
    add_floats(&g->json, high, count);
    wafti_text_add(&g->json, "}");
}

static void add_surface_accessors(glb* g, const wafti_glb_surface* surface, size_t first) {
    add_comma(&g->json, first == 0);
    begin_accessor(g, first, TYPE_FLOAT, surface->point_count, "VEC3");
    add_bounds(g, surface->low, surface->high, 3);
    wafti_text_add(&g->json, ",\n");
    begin_accessor(g, first + 1, TYPE_FLOAT, surface->point_count, "VEC3");
    wafti_text_add(&g->json, "},\n");
    begin_accessor(g, first + 2, TYPE_UINT, surface->index_count, "SCALAR");
    wafti_text_add(&g->json, "}");
}

// Samplers must be packed, so the keys of each node have an accessor of their own into one view.
static void add_accessors(glb* g) {
    const waft_glb_def* def = g->def;
    wafti_text* json = &g->json;
    wafti_text_add(json, "\"accessors\":[");
    for (size_t i = 0; i < def->mesh_count; ++i) {
        if (g->places[i] != NOT_USED) {
            add_surface_accessors(g, &g->surfaces[i], VIEWS_A_MESH * (size_t)g->places[i]);
        }
    }
    const size_t times = VIEWS_A_MESH * g->used_count;
    wafti_text_add(json, ",\n");
    begin_accessor(g, times, TYPE_FLOAT, def->key_count, "SCALAR");
    add_bounds(g, &def->times[0], &def->times[def->key_count - 1], 1);
    for (size_t i = 0; i < def->node_count; ++i) {
        const unsigned long long at = (unsigned long long)i * def->key_count * sizeof(float);
        wafti_text_add(json, ",\n");
        begin_accessor(g, times + 1, TYPE_FLOAT, def->key_count, "VEC3");
        wafti_text_format(json, ",\"byteOffset\":%llu},\n", 3 * at);
        begin_accessor(g, times + 2, TYPE_FLOAT, def->key_count, "VEC4");
        wafti_text_format(json, ",\"byteOffset\":%llu}", 4 * at);
    }
    wafti_text_add(json, "]");
}

static waft_result write_json(glb* g) {
    wafti_text* json = &g->json;
    wafti_text_format(json,
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"waft %s\"},\n"
        "\"scene\":0,\n",
        waft_version());
    add_nodes(g);
    add_meshes(g);
    add_animation(g);
    add_views(g);
    add_accessors(g);
    wafti_glb_end_json(json);
    if (json->failed) {
        return wafti_fail_memory(g->out_error, json->length, g->path);
    }
    const uint64_t limit = UINT32_MAX - 28;
    if (json->length > limit || g->binary_size > limit - json->length) {
        return wafti_fail(g->out_error, WAFT_ERR_ARGUMENT,
            "%s: %zu nodes with %zu keys take more than the 4 GiB that a .glb file can have",
            g->path, g->def->node_count, g->def->key_count);
    }
    return WAFT_OK;
}

void wafti_glb_end_json(wafti_text* json) {
    wafti_text_add(json, "}\n");
    while (json->length % 4 != 0 && !json->failed) {
        wafti_text_add(json, " ");
    }
}

void wafti_glb_put_head(wafti_file* file, const wafti_text* json, uint64_t binary_size) {
    const uint32_t json_size = (uint32_t)json->length;
    const uint32_t size = (uint32_t)binary_size;
    const uint32_t total = 20 + json_size + (size > 0 ? 8 + size : 0);
    const uint32_t header[] = {MAGIC, 2, total, json_size, CHUNK_JSON};
    wafti_file_put_u32s(file, header, sizeof(header) / sizeof(header[0]));
    wafti_file_put(file, json->bytes, json_size);
    if (size > 0) {
        wafti_file_put_u32(file, size);
        wafti_file_put_u32(file, CHUNK_BINARY);
    }
}

static waft_result write_file(const glb* g) {
    wafti_file file;
    wafti_file_open(&file, g->path, g->out_error);
    wafti_glb_put_head(&file, &g->json, g->binary_size);
    for (size_t i = 0; i < g->def->mesh_count; ++i) {
        const wafti_glb_surface* surface = &g->surfaces[i];
        wafti_file_put_floats(&file, surface->positions, 3 * surface->point_count);
        wafti_file_put_floats(&file, surface->normals, 3 * surface->point_count);
        wafti_file_put_u32s(&file, surface->indices, surface->index_count);
    }
    wafti_file_put_floats(&file, g->def->times, g->def->key_count);
    wafti_file_put_floats(&file, g->translations, 3 * sample_count(g->def));
    wafti_file_put_floats(&file, g->rotations, 4 * sample_count(g->def));
    return wafti_file_commit(&file, g->out_error);
}

waft_result waft_glb_write(const char* path, const waft_glb_def* def,
    const waft_allocator* allocator, waft_error* out_error) {
    waft_result result = check_def(path, def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    glb g = {.path = path, .def = def, .out_error = out_error};
    wafti_arena_init(&g.arena, allocator, 0);
    wafti_text_init(&g.json, allocator);
    result = take_room(&g);
    result = result == WAFT_OK ? make_surfaces(&g) : result;
    result = result == WAFT_OK ? collect_poses(&g) : result;
    result = result == WAFT_OK ? write_json(&g) : result;
    result = result == WAFT_OK ? write_file(&g) : result;
    wafti_text_free(&g.json);
    wafti_arena_free(&g.arena);
    return result;
}
