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

static recipe shape_recipe(const wafti_shape_values* shape) {
    return (recipe){
        .file = shape->mesh, .scale = shape->scale, .flip = shape->flip, .object = shape->object};
}

const waft_mesh* wafti_scene_mesh_of(const waft_scene* scene, const wafti_shape_values* shape) {
    const recipe wanted = shape_recipe(shape);
    return find_mesh(scene, &wanted);
}

// Where a mesh is asked for.
typedef struct wish {
    const wafti_node* node; // of the file's name
    const char* path;       // "solids[1].shape.mesh"
    recipe wanted;
    bool closed; // it must be: a source fills a volume, a solid may be a sheet
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

// A list of things with shapes: where it is, and the shape of its items.
typedef struct shaped_list {
    const char* group; // NULL: at the top
    const char* list;
    const wafti_value_list* values;
    size_t apart, offset; // bytes of an item, and where its shape lies in it
    bool closed;
} shaped_list;

static waft_result load_list(const wafti_check* check, waft_scene* scene, const shaped_list* from) {
    const wafti_node* group =
        from->group != NULL ? wafti_node_child(check->root, from->group) : check->root;
    const wafti_node* nodes = wafti_node_child(group, from->list);
    const char* items = from->values->items;
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < from->values->count && result == WAFT_OK; ++i) {
        const wafti_shape_values* values =
            (const wafti_shape_values*)(const void*)(items + i * from->apart + from->offset);
        const wafti_node* shape = wafti_node_child(wafti_node_item(nodes, i), "shape");
        char path[48];
        (void)snprintf(path, sizeof(path), "%s%s%s[%zu].shape.mesh",
            from->group != NULL ? from->group : "", from->group != NULL ? "." : "", from->list, i);
        const wish asked = {.node = wafti_node_child(shape, "mesh"),
            .path = path,
            .wanted = shape_recipe(values),
            .closed = from->closed};
        result = load_mesh(check, scene, shape, &asked);
    }
    return result;
}

#define SHAPED(type_) sizeof(type_), offsetof(type_, shape)

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
            .shell = items[i].hull.shell > 0.0};
        result = load_mesh(check, scene, shape, &asked);
    }
    return result;
}

waft_result wafti_scene_load_meshes(const wafti_check* check, waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    const shaped_list lists[] = {
        {"smoke", "sources", &values->smoke.sources, SHAPED(wafti_emitter_values), true},
        {NULL, "solids", &values->solids, SHAPED(wafti_solid_values), false},
        {"liquid", "blocks", &values->liquid.blocks, SHAPED(wafti_block_values), true},
        {"liquid", "sinks", &values->liquid.sinks, SHAPED(wafti_sink_values), true},
    };
    size_t most = values->bodies.count;
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); ++i) {
        most += lists[i].values->count;
    }
    scene->mesh_count = 0;
    scene->meshes = wafti_arena_take(&scene->arena, most, sizeof(wafti_scene_mesh));
    waft_result result = scene->meshes != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]) && result == WAFT_OK; ++i) {
        result = load_list(check, scene, &lists[i]);
    }
    return result == WAFT_OK ? load_bodies(check, scene) : result;
}

void wafti_scene_free_meshes(waft_scene* scene) {
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        waft_mesh_destroy(scene->meshes[i].mesh);
    }
    scene->mesh_count = 0;
}
