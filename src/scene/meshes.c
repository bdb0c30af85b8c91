// SPDX-License-Identifier: MIT
// The meshes that a scene names, each read once.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "scene/reader.h"
#include "scene/scene.h"

const waft_mesh* wafti_scene_mesh_of(const waft_scene* scene, const wafti_solid_values* solid) {
    if (solid->shape != WAFT_SHAPE_MESH || solid->file == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        const wafti_scene_mesh* known = &scene->meshes[i];
        if (strcmp(known->file, solid->file) == 0 && known->scale == solid->scale) {
            return known->mesh;
        }
    }
    return NULL;
}

// Where a mesh is asked for.
typedef struct wish {
    const wafti_node* node; // of the file's name
    const char* path;       // "smoke.obstacles[1]"
    const wafti_solid_values* solid;
} wish;

// "FILE:3:7: what is wrong" without FILE, which the message names before.
static const char* without_file(const char* sentence, const char* path) {
    const size_t length = strlen(path);
    const bool named = strncmp(sentence, path, length) == 0 && sentence[length] == ':';
    const char* rest = named ? sentence + length + 1 : sentence;
    return *rest == ' ' ? rest + 1 : rest;
}

static waft_result read_mesh(const wafti_check* check, waft_scene* scene, const wish* asked) {
    wafti_text path;
    char quoted[WAFTI_QUOTE_SIZE];
    waft_error error = {.result = WAFT_OK};
    waft_mesh_options options = waft_mesh_options_default();
    options.scale = asked->solid->scale;
    options.allocator = scene->allocator;
    wafti_scene_file_path(&path, check->scene_name, asked->solid->file, &scene->allocator);
    if (path.failed) {
        wafti_text_free(&path);
        return WAFT_ERR_NO_MEMORY;
    }
    wafti_scene_mesh* place = &scene->meshes[scene->mesh_count];
    *place = (wafti_scene_mesh){.file = asked->solid->file, .scale = asked->solid->scale};
    const waft_result result = waft_mesh_read(path.bytes, &options, &place->mesh, &error);
    if (result == WAFT_OK) {
        ++scene->mesh_count;
    } else if (result != WAFT_ERR_NO_MEMORY) {
        wafti_report(check->diagnostics, &asked->node->mark, "%s.file '%s': %s", asked->path,
            wafti_quote(quoted, asked->solid->file), without_file(error.sentence, path.bytes));
    }
    wafti_text_free(&path);
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}

static waft_result load_mesh(const wafti_check* check, waft_scene* scene, const wafti_node* item,
    const char* path, const wafti_solid_values* solid) {
    const wish asked = {.node = wafti_node_child(item, "file"), .path = path, .solid = solid};
    if (solid->shape != WAFT_SHAPE_MESH || solid->file == NULL || asked.node == NULL ||
        asked.node->bad || !wafti_is_sound(wafti_node_child(item, "shape")) ||
        !wafti_is_sound(wafti_node_child(item, "scale")) ||
        wafti_scene_mesh_of(scene, solid) != NULL) {
        return WAFT_OK;
    }
    if (solid->file[0] == '/') {
        wafti_report(check->diagnostics, &asked.node->mark,
            "%s.file must be relative to the scene, so that both can move together", path);
        return WAFT_OK;
    }
    return read_mesh(check, scene, &asked);
}

waft_result wafti_scene_load_meshes(const wafti_check* check, waft_scene* scene) {
    const wafti_smoke_values* smoke = &scene->values.smoke;
    const wafti_emitter_values* sources = smoke->sources.items;
    const wafti_obstacle_values* obstacles = smoke->obstacles.items;
    const wafti_node* node = wafti_node_child(check->root, "smoke");
    const size_t most = smoke->sources.count + smoke->obstacles.count;
    scene->mesh_count = 0;
    scene->meshes = wafti_arena_take(&scene->arena, most, sizeof(wafti_scene_mesh));
    waft_result result = scene->meshes != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
    for (size_t i = 0; i < most && result == WAFT_OK; ++i) {
        const bool source = i < smoke->sources.count;
        const char* list = source ? "sources" : "obstacles";
        const size_t index = source ? i : i - smoke->sources.count;
        char path[48];
        (void)snprintf(path, sizeof(path), "smoke.%s[%zu]", list, index);
        result = load_mesh(check, scene, wafti_node_item(wafti_node_child(node, list), index), path,
            source ? &sources[index].solid : &obstacles[index].solid);
    }
    return result;
}

void wafti_scene_free_meshes(waft_scene* scene) {
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        waft_mesh_destroy(scene->meshes[i].mesh);
    }
    scene->mesh_count = 0;
}
