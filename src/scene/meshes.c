// SPDX-License-Identifier: MIT
// The meshes that a scene names, each read once.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "mesh/mesh.h"
#include "scene/reader.h"
#include "scene/scene.h"

const waft_mesh* wafti_scene_mesh_of(const waft_scene* scene, const wafti_solid_values* solid) {
    if (solid->shape != WAFT_SHAPE_MESH || solid->file == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        const wafti_scene_mesh* known = &scene->meshes[i];
        if (strcmp(known->file, solid->file) == 0 && known->scale == solid->scale &&
            known->flip == solid->flip) {
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
    bool closed; // it must be: a source fills a volume, an obstacle may be a sheet
} wish;

// "FILE:3:7: what is wrong" without FILE, which the message names before.
static const char* without_file(const char* sentence, const char* path) {
    const size_t length = strlen(path);
    const bool named = strncmp(sentence, path, length) == 0 && sentence[length] == ':';
    const char* rest = named ? sentence + length + 1 : sentence;
    return *rest == ' ' ? rest + 1 : rest;
}

static void report_mesh(
    const wafti_check* check, const wish* asked, const waft_error* error, const char* path) {
    char quoted[WAFTI_QUOTE_SIZE];
    wafti_report(check->diagnostics, &asked->node->mark, "%s.file '%s': %s", asked->path,
        wafti_quote(quoted, asked->solid->file), without_file(error->sentence, path));
}

static void check_use(
    const wafti_check* check, const wish* asked, const waft_mesh* mesh, const char* path) {
    waft_error error = {.result = WAFT_OK};
    const bool solid = asked->closed || wafti_mesh_is_body(mesh);
    if (waft_mesh_check(mesh, solid ? WAFT_MESH_SOLID : WAFT_MESH_SHEET, &error) != WAFT_OK) {
        report_mesh(check, asked, &error, path);
        return;
    }
    for (size_t i = 0; i < waft_mesh_warning_count(mesh) && !check->trial; ++i) {
        char quoted[WAFTI_QUOTE_SIZE];
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING, &asked->node->mark,
            "%s.file '%s': %s", asked->path, wafti_quote(quoted, asked->solid->file),
            waft_mesh_warning(mesh, i));
    }
}

// Reads the file unless another shape has it already, and looks whether it serves.
static waft_result read_mesh(const wafti_check* check, waft_scene* scene, const wish* asked) {
    wafti_text path;
    waft_result result = WAFT_OK;
    waft_error error = {.result = WAFT_OK};
    waft_mesh_options options = waft_mesh_options_default();
    options.scale = asked->solid->scale;
    options.flip = asked->solid->flip;
    options.tidy = true;
    options.allocator = scene->allocator;
    wafti_scene_file_path(&path, check->scene_name, asked->solid->file, &scene->allocator);
    if (path.failed) {
        wafti_text_free(&path);
        return WAFT_ERR_NO_MEMORY;
    }
    if (wafti_scene_mesh_of(scene, asked->solid) == NULL) {
        wafti_scene_mesh* place = &scene->meshes[scene->mesh_count];
        *place = (wafti_scene_mesh){
            .file = asked->solid->file, .scale = asked->solid->scale, .flip = asked->solid->flip};
        result = waft_mesh_read(path.bytes, &options, &place->mesh, &error);
        scene->mesh_count += result == WAFT_OK;
    }
    if (result == WAFT_OK) {
        check_use(check, asked, wafti_scene_mesh_of(scene, asked->solid), path.bytes);
    } else if (result != WAFT_ERR_NO_MEMORY) {
        report_mesh(check, asked, &error, path.bytes);
    }
    wafti_text_free(&path);
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}

static waft_result load_mesh(
    const wafti_check* check, waft_scene* scene, const wafti_node* item, const wish* asked) {
    const wafti_solid_values* solid = asked->solid;
    if (solid->shape != WAFT_SHAPE_MESH || solid->file == NULL || asked->node == NULL ||
        asked->node->bad || !wafti_is_sound(wafti_node_child(item, "shape")) ||
        !wafti_is_sound(wafti_node_child(item, "scale"))) {
        return WAFT_OK;
    }
    if (solid->file[0] == '/') {
        wafti_report(check->diagnostics, &asked->node->mark,
            "%s.file must be relative to the scene, so that both can move together", asked->path);
        return WAFT_OK;
    }
    return read_mesh(check, scene, asked);
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
        const wafti_node* item = wafti_node_item(wafti_node_child(node, list), index);
        const wish asked = {.node = wafti_node_child(item, "file"),
            .path = path,
            .solid = source ? &sources[index].solid : &obstacles[index].solid,
            .closed = source};
        result = load_mesh(check, scene, item, &asked);
    }
    return result;
}

void wafti_scene_free_meshes(waft_scene* scene) {
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        waft_mesh_destroy(scene->meshes[i].mesh);
    }
    scene->mesh_count = 0;
}
