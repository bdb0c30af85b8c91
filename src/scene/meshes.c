// SPDX-License-Identifier: MIT
// The meshes that a scene names, each read once.
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "mesh/mesh.h"
#include "scene/reader.h"
#include "scene/scene.h"

// What decides a mesh: equal wishes share one.
typedef struct recipe {
    const char* file;
    double scale;
    bool flip;
    const char* object; // NULL: all of the file
} recipe;

static bool is_same_text(const char* a, const char* b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static const waft_mesh* find_mesh(const waft_scene* scene, const recipe* wanted) {
    for (size_t i = 0; wanted->file != NULL && i < scene->mesh_count; ++i) {
        const wafti_scene_mesh* known = &scene->meshes[i];
        if (strcmp(known->file, wanted->file) == 0 && known->scale == wanted->scale &&
            known->flip == wanted->flip && is_same_text(known->object, wanted->object)) {
            return known->mesh;
        }
    }
    return NULL;
}

static recipe solid_recipe(const wafti_solid_values* solid) {
    return (recipe){.file = solid->shape == WAFT_SHAPE_MESH ? solid->file : NULL,
        .scale = solid->scale,
        .flip = solid->flip};
}

static recipe shape_recipe(const wafti_shape_values* shape) {
    return (recipe){
        .file = shape->mesh, .scale = shape->scale, .flip = shape->flip, .object = shape->object};
}

const waft_mesh* wafti_scene_mesh_of(const waft_scene* scene, const wafti_solid_values* solid) {
    const recipe wanted = solid_recipe(solid);
    return find_mesh(scene, &wanted);
}

const waft_mesh* wafti_scene_body_mesh(const waft_scene* scene, const wafti_shape_values* shape) {
    const recipe wanted = shape_recipe(shape);
    return find_mesh(scene, &wanted);
}

// Where a mesh is asked for.
typedef struct wish {
    const wafti_node* node; // of the file's name
    const char* path;       // "smoke.obstacles[1].file"
    recipe wanted;
    bool closed; // it must be: a source fills a volume, an obstacle may be a sheet
    bool hull;   // of a body: a solid of few facets, or with a shell a sheet
    bool shell;
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
    wafti_report(check->diagnostics, &asked->node->mark, "%s '%s': %s", asked->path,
        wafti_quote(quoted, asked->wanted.file), without_file(error->sentence, path));
}

static waft_mesh_use use_of(const wish* asked, const waft_mesh* mesh) {
    if (asked->hull) {
        return asked->shell ? WAFT_MESH_SHEET : WAFT_MESH_HULL;
    }
    return asked->closed || wafti_mesh_is_body(mesh) ? WAFT_MESH_SOLID : WAFT_MESH_SHEET;
}

static void check_use(
    const wafti_check* check, const wish* asked, const waft_mesh* mesh, const char* path) {
    waft_error error = {.result = WAFT_OK};
    if (waft_mesh_check(mesh, use_of(asked, mesh), &error) != WAFT_OK) {
        report_mesh(check, asked, &error, path);
        return;
    }
    for (size_t i = 0; i < waft_mesh_warning_count(mesh) && !check->trial; ++i) {
        char quoted[WAFTI_QUOTE_SIZE];
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING, &asked->node->mark, "%s '%s': %s",
            asked->path, wafti_quote(quoted, asked->wanted.file), waft_mesh_warning(mesh, i));
    }
}

// Reads the file unless another shape has it already, and looks whether it serves.
static waft_result read_mesh(const wafti_check* check, waft_scene* scene, const wish* asked) {
    wafti_text path;
    waft_result result = WAFT_OK;
    waft_error error = {.result = WAFT_OK};
    const recipe* wanted = &asked->wanted;
    waft_mesh_options options = waft_mesh_options_default();
    options.scale = wanted->scale;
    options.flip = wanted->flip;
    options.object = wanted->object;
    options.tidy = true;
    options.allocator = scene->allocator;
    wafti_scene_file_path(&path, check->scene_name, wanted->file, &scene->allocator);
    if (path.failed) {
        wafti_text_free(&path);
        return WAFT_ERR_NO_MEMORY;
    }
    if (find_mesh(scene, wanted) == NULL) {
        wafti_scene_mesh* place = &scene->meshes[scene->mesh_count];
        *place = (wafti_scene_mesh){.file = wanted->file,
            .scale = wanted->scale,
            .flip = wanted->flip,
            .object = wanted->object};
        result = waft_mesh_read(path.bytes, &options, &place->mesh, &error);
        scene->mesh_count += result == WAFT_OK;
    }
    if (result == WAFT_OK) {
        check_use(check, asked, find_mesh(scene, wanted), path.bytes);
    } else if (result != WAFT_ERR_NO_MEMORY) {
        report_mesh(check, asked, &error, path.bytes);
    }
    wafti_text_free(&path);
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}

static waft_result load_mesh(
    const wafti_check* check, waft_scene* scene, const wafti_node* item, const wish* asked) {
    if (asked->wanted.file == NULL || asked->node == NULL || asked->node->bad ||
        !wafti_is_sound(wafti_node_child(item, "shape")) ||
        !wafti_is_sound(wafti_node_child(item, "scale"))) {
        return WAFT_OK;
    }
    if (asked->wanted.file[0] == '/') {
        wafti_report(check->diagnostics, &asked->node->mark,
            "%s must be relative to the scene, so that both can move together", asked->path);
        return WAFT_OK;
    }
    return read_mesh(check, scene, asked);
}

static waft_result load_solids(const wafti_check* check, waft_scene* scene) {
    const wafti_smoke_values* smoke = &scene->values.smoke;
    const wafti_emitter_values* sources = smoke->sources.items;
    const wafti_obstacle_values* obstacles = smoke->obstacles.items;
    const wafti_node* node = wafti_node_child(check->root, "smoke");
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < smoke->sources.count + smoke->obstacles.count && result == WAFT_OK;
         ++i) {
        const bool source = i < smoke->sources.count;
        const char* list = source ? "sources" : "obstacles";
        const size_t index = source ? i : i - smoke->sources.count;
        char path[48];
        (void)snprintf(path, sizeof(path), "smoke.%s[%zu].file", list, index);
        const wafti_node* item = wafti_node_item(wafti_node_child(node, list), index);
        const wish asked = {.node = wafti_node_child(item, "file"),
            .path = path,
            .wanted = solid_recipe(source ? &sources[index].solid : &obstacles[index].solid),
            .closed = source};
        result = load_mesh(check, scene, item, &asked);
    }
    return result;
}

static waft_result load_liquid(const wafti_check* check, waft_scene* scene) {
    const wafti_value_list* list = &scene->values.liquid.obstacles;
    const wafti_liquid_obstacle_values* obstacles = list->items;
    const wafti_node* node = wafti_node_child(wafti_node_child(check->root, "liquid"), "obstacles");
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < list->count && result == WAFT_OK; ++i) {
        char path[48];
        (void)snprintf(path, sizeof(path), "liquid.obstacles[%zu].file", i);
        const wafti_node* item = wafti_node_item(node, i);
        const wish asked = {.node = wafti_node_child(item, "file"),
            .path = path,
            .wanted = solid_recipe(&obstacles[i].solid),
            .closed = true};
        result = load_mesh(check, scene, item, &asked);
    }
    return result;
}

static waft_result load_bodies(const wafti_check* check, waft_scene* scene) {
    const wafti_value_list* bodies = &scene->values.bodies;
    const wafti_body_values* items = bodies->items;
    const wafti_node* list = wafti_node_child(check->root, "bodies");
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < bodies->count && result == WAFT_OK; ++i) {
        char path[48];
        (void)snprintf(path, sizeof(path), "bodies[%zu].shape.mesh", i);
        const wafti_node* shape = wafti_node_child(wafti_node_item(list, i), "shape");
        const wish asked = {.node = wafti_node_child(shape, "mesh"),
            .path = path,
            .wanted = shape_recipe(&items[i].shape),
            .hull = true,
            .shell = items[i].shape.shell > 0.0};
        result = load_mesh(check, scene, shape, &asked);
    }
    return result;
}

waft_result wafti_scene_load_meshes(const wafti_check* check, waft_scene* scene) {
    const wafti_smoke_values* smoke = &scene->values.smoke;
    const size_t most = smoke->sources.count + smoke->obstacles.count +
                        scene->values.liquid.obstacles.count + scene->values.bodies.count;
    scene->mesh_count = 0;
    scene->meshes = wafti_arena_take(&scene->arena, most, sizeof(wafti_scene_mesh));
    waft_result result = scene->meshes != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
    result = result == WAFT_OK ? load_solids(check, scene) : result;
    result = result == WAFT_OK ? load_liquid(check, scene) : result;
    return result == WAFT_OK ? load_bodies(check, scene) : result;
}

void wafti_scene_free_meshes(waft_scene* scene) {
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        waft_mesh_destroy(scene->meshes[i].mesh);
    }
    scene->mesh_count = 0;
}
