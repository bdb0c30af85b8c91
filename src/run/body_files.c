// SPDX-License-Identifier: MIT
#include "run/body_files.h"

#include "base/error.h"
#include "run/part.h"

#include <stdio.h>
#include <string.h>

enum { POSE = 7, NAME_SIZE = WAFT_BODY_NAME_SIZE }; // position, then rotation x, y, z, w

static size_t find_hull(wafti_body_files* files, const waft_hull* hull) {
    for (size_t i = files->hull_count; i > 0; --i) {
        if (files->hulls[i - 1] == hull) {
            return i - 1;
        }
    }
    files->hulls[files->hull_count] = hull;
    return files->hull_count++;
}

// Both lists are in creation order.
static void read_poses(wafti_body_files* files, const waft_bodies* bodies) {
    const size_t count = waft_bodies_count(bodies);
    size_t at = 0;
    for (size_t i = 0; i < count && at < files->body_count; ++i) {
        waft_body_info body;
        if (waft_bodies_at(bodies, i, &body) != WAFT_OK) {
            continue;
        }
        while (at < files->body_count && files->numbers[at] < body.number) {
            ++at;
        }
        if (at < files->body_count && files->numbers[at] == body.number) {
            float* pose = &files->poses[POSE * at];
            for (int k = 0; k < 3; ++k) {
                pose[k] = (float)body.state.position[k];
            }
            for (int k = 0; k < 4; ++k) {
                pose[3 + k] = (float)body.state.rotation[k];
            }
        }
    }
}

waft_result wafti_body_files_reserve(
    wafti_body_files* files, const waft_bodies* bodies, waft_error* out_error) {
    const size_t count = waft_bodies_count(bodies);
    files->body_count = count;
    files->numbers = wafti_arena_take(&files->arena, count, sizeof(*files->numbers));
    files->names = wafti_arena_take(&files->arena, count, sizeof(*files->names));
    files->hull_of = wafti_arena_take(&files->arena, count, sizeof(*files->hull_of));
    files->poses = wafti_arena_take(&files->arena, count, POSE * sizeof(float));
    files->hulls = wafti_arena_take(&files->arena, count, sizeof(void*));
    if (files->arena.failed) {
        wafti_body_files_free(files);
        return wafti_fail_memory(
            out_error, wafti_size_mul(count, POSE * sizeof(float)), "the poses of bodies");
    }
    for (size_t i = 0; i < count; ++i) {
        waft_body_info body = {.number = 0, .name = ""};
        // Only a place out of range can fail.
        (void)!waft_bodies_at(bodies, i, &body);
        files->numbers[i] = body.number;
        (void)snprintf(files->names[i], sizeof(files->names[i]), "%s", body.name);
        files->hull_of[i] = find_hull(files, body.hull);
    }
    read_poses(files, bodies);
    return WAFT_OK;
}

void wafti_body_files_free(wafti_body_files* files) {
    wafti_arena_free(&files->arena);
    *files =
        (wafti_body_files){.arena = {.allocator = files->arena.allocator}, .scene = files->scene};
}

size_t wafti_body_files_numbers(const wafti_body_files* files) {
    return POSE * files->body_count;
}

waft_result wafti_body_files_write_part(
    wafti_body_files* files, const waft_bodies* bodies, const char* path, waft_error* out_error) {
    read_poses(files, bodies);
    return wafti_part_write(path, files->poses, wafti_body_files_numbers(files), out_error);
}

typedef struct assembly {
    wafti_body_files* files;
    const wafti_body_parts* parts;
} assembly;

static waft_result read_part(void* user, size_t key, waft_pose* out_poses, waft_error* out_error) {
    const assembly* a = user;
    const char* path = a->parts->path(a->parts->user, (int32_t)key);
    const waft_result result =
        wafti_part_read(path, a->files->poses, wafti_body_files_numbers(a->files), out_error);
    for (size_t i = 0; i < a->files->body_count && result == WAFT_OK; ++i) {
        const float* n = &a->files->poses[POSE * i];
        out_poses[i] = (waft_pose){{n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}};
    }
    return result;
}

// What the scene says, else one colour a hull; in our own pictures bodies differ.
static void choose_color(const waft_hull_info* hull, float out_color[4]) {
    static const float leaf[4] = {0.62f, 0.22f, 0.02f, 1.0f};
    static const float paper[4] = {0.83f, 0.80f, 0.73f, 1.0f};
    static const float metal[4] = {0.83f, 0.60f, 0.28f, 1.0f};
    static const float solid[4] = {0.665f, 0.112f, 0.0f, 1.0f};
    const bool leaflike = hull->shape == WAFT_HULL_ELLIPTIC_PLATE ||
                          hull->shape == WAFT_HULL_MAPLE_LEAF || hull->shape == WAFT_HULL_MESH;
    const float* color = hull->density >= 2500.0 ? metal
                         : !hull->plate          ? solid
                         : leaflike              ? leaf
                                                 : paper;
    memcpy(out_color, color, sizeof(leaf));
}

typedef struct name {
    char text[NAME_SIZE];
} name;

// What waft_glb_write() wants: lists of meshes and nodes with names.
typedef struct glb_lists {
    waft_glb_mesh* meshes; // a hull in one colour each
    size_t mesh_count;
    waft_glb_node* nodes;
    name* names; // of the nodes, then of the meshes
} glb_lists;

static bool is_color(const float a[4], const float b[4]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2] && a[3] == b[3];
}

// A hull is called as the first body that has it, without the number of one of several.
static void name_hull(const char* body, size_t index, char* out_name) {
    size_t length = strlen(body);
    const size_t end = length;
    while (length > 0 && body[length - 1] >= '0' && body[length - 1] <= '9') {
        --length;
    }
    const bool numbered = length > 1 && length < end && body[length - 1] == '_';
    if (end > 0) {
        (void)snprintf(out_name, NAME_SIZE, "%.*s", (int)(numbered ? length - 1 : end), body);
    } else {
        (void)snprintf(out_name, NAME_SIZE, "hull %zu", index + 1);
    }
}

// The mesh of a body; a new one is added.
static size_t find_mesh(const wafti_body_files* files, size_t body, glb_lists* lists) {
    const waft_hull* of = files->hulls[files->hull_of[body]];
    const waft_mesh* mesh = waft_hull_mesh(of);
    const waft_hull_info hull = waft_hull_get_info(of);
    waft_vec3 own;
    float color[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    if (waft_scene_body_color(files->scene, files->numbers[body], &own)) {
        memcpy(color, (const float[3]){own.x, own.y, own.z}, 3 * sizeof(float));
    } else {
        choose_color(&hull, color);
    }
    for (size_t i = lists->mesh_count; i > 0; --i) {
        const waft_glb_mesh* known = &lists->meshes[i - 1];
        if (known->mesh == mesh && is_color(known->color, color)) {
            return i - 1;
        }
    }
    const size_t index = lists->mesh_count++;
    char* text = lists->names[files->body_count + index].text;
    name_hull(files->names[body], index, text);
    lists->meshes[index] = (waft_glb_mesh){
        .name = text, .mesh = mesh, .two_sided = hull.plate || !waft_mesh_get_info(mesh).closed};
    memcpy(lists->meshes[index].color, color, sizeof(color));
    return index;
}

static void fill_lists(const wafti_body_files* files, glb_lists* lists) {
    for (size_t i = 0; i < files->body_count; ++i) {
        if (files->names[i][0] != '\0') {
            memcpy(lists->names[i].text, files->names[i], NAME_SIZE);
        } else {
            (void)snprintf(lists->names[i].text, NAME_SIZE, "body %u", (unsigned)files->numbers[i]);
        }
        lists->nodes[i] = (waft_glb_node){lists->names[i].text, find_mesh(files, i, lists)};
    }
}

waft_result wafti_body_files_assemble(wafti_body_files* files, const char* path,
    const wafti_body_parts* parts, waft_error* out_error) {
    wafti_arena arena;
    const size_t count = files->body_count; // every body may have a mesh of its own
    const size_t name_count = wafti_size_add(count, count);
    wafti_arena_init(&arena, &files->arena.allocator, 0);
    glb_lists lists = {.meshes = wafti_arena_take(&arena, count, sizeof(waft_glb_mesh)),
        .nodes = wafti_arena_take(&arena, count, sizeof(waft_glb_node)),
        .names = wafti_arena_take(&arena, name_count, sizeof(name))};
    waft_result result = WAFT_OK;
    if (arena.failed) {
        result = wafti_fail_memory(out_error, wafti_size_mul(name_count, sizeof(name)), path);
    } else {
        fill_lists(files, &lists);
        assembly a = {files, parts};
        const waft_glb_def def = {.meshes = lists.meshes,
            .mesh_count = lists.mesh_count,
            .nodes = lists.nodes,
            .node_count = count,
            .times = parts->times,
            .key_count = parts->count,
            .poses = read_part,
            .user = &a};
        result = waft_glb_write(path, &def, &arena.allocator, out_error);
    }
    wafti_arena_free(&arena);
    return result;
}
