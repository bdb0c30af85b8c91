// SPDX-License-Identifier: MIT
// The meshes that a scene names, each read once.
#include <string.h>

#include "mesh/mesh.h"
#include "scene/reader.h"
#include "scene/scene.h"

static bool is_same_text(const char* a, const char* b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

// File, scale, flip and object decide a mesh: equal wishes share one.
const waft_mesh* wafti_scene_mesh_of(const waft_scene* scene, const wafti_shape_values* shape) {
    for (size_t i = 0; shape->mesh != NULL && i < scene->mesh_count; ++i) {
        const wafti_shape_values* known = scene->meshes[i].shape;
        if (strcmp(known->mesh, shape->mesh) == 0 && known->scale == shape->scale &&
            known->flip == shape->flip && is_same_text(known->object, shape->object)) {
            return scene->meshes[i].mesh;
        }
    }
    return NULL;
}

// Where a mesh is asked for.
typedef struct wish {
    const wafti_check* check;
    waft_scene* scene;
    const wafti_node* node; // of the file's name
    const char* path;       // "solids[1].shape.mesh"
    const wafti_shape_values* shape;
    const wafti_body_values*
        body;    // a solid of few facets, or with a shell a sheet; NULL: another thing
    bool closed; // it must be: a source fills a volume, a solid may be a sheet
} wish;

static waft_mesh_use use_of(const wish* asked, const waft_mesh* mesh) {
    if (asked->body != NULL) {
        return asked->body->hull.shell > 0.0 ? WAFT_MESH_SHEET : WAFT_MESH_HULL;
    }
    return asked->closed || wafti_mesh_is_body(mesh) ? WAFT_MESH_SOLID : WAFT_MESH_SHEET;
}

// Reads the file unless another shape has it already, and looks whether it serves.
static waft_result read_mesh(const char* path, void* user, waft_error* error) {
    const wish* asked = user;
    waft_scene* scene = asked->scene;
    const waft_mesh* mesh = wafti_scene_mesh_of(scene, asked->shape);
    if (mesh == NULL) {
        wafti_scene_mesh* place = &scene->meshes[scene->mesh_count];
        waft_mesh_options options = waft_mesh_options_default();
        options.scale = asked->shape->scale;
        options.flip = asked->shape->flip;
        options.object = asked->shape->object;
        options.tidy = true;
        options.allocator = scene->allocator;
        *place = (wafti_scene_mesh){.shape = asked->shape};
        const waft_result result = waft_mesh_read(path, &options, &place->mesh, error);
        if (result != WAFT_OK) {
            return result;
        }
        ++scene->mesh_count;
        mesh = place->mesh;
    }
    const waft_result result = waft_mesh_check(mesh, use_of(asked, mesh), error);
    const size_t warnings = asked->check->trial ? 0 : waft_mesh_warning_count(mesh);
    for (size_t i = 0; i < warnings && result == WAFT_OK; ++i) {
        wafti_remark(asked->check->diagnostics, WAFT_SEVERITY_WARNING, &asked->node->mark,
            "%s '%s': %s", asked->path, wafti_quote(asked->shape->mesh).text,
            waft_mesh_warning(mesh, i));
    }
    return result;
}

// A list of things with shapes: where it is, and where shape and rotation lie in its items.
typedef struct shaped_list {
    const char* path;
    const wafti_value_list* values;
    size_t apart, shape,
        rotation; // bytes of an item and offsets in it; of bodies there is no rotation
    bool closed;
} shaped_list;

static waft_result load_list(const wafti_check* check, waft_scene* scene, const shaped_list* from) {
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < from->values->count && result == WAFT_OK; ++i) {
        const char* item = (const char*)from->values->items + i * from->apart;
        const void* shape = item + from->shape;
        const void* body = from->rotation == 0 ? item : NULL;
        const wafti_phrase path = wafti_phrase_make("%s[%zu]", from->path, i);
        const wafti_phrase mesh_path = wafti_phrase_make("%s.shape.mesh", path.text);
        if (body == NULL) {
            const wafti_rotation_values* rotation = (const void*)(item + from->rotation);
            wafti_scene_check_shape(check, path.text, shape, NULL);
            wafti_scene_check_axis(check, &scene->values, path.text, rotation->axis);
        }
        wish asked = {.check = check,
            .scene = scene,
            .path = mesh_path.text,
            .node = wafti_given(check, "%s", mesh_path.text),
            .shape = shape,
            .body = body,
            .closed = from->closed};
        if (asked.node != NULL && wafti_is_sound(check, "%s.shape.scale", path.text)) {
            result = wafti_scene_read_file(check, asked.node, asked.path, read_mesh, &asked);
        }
    }
    return result;
}

#define TURNED(type_) sizeof(type_), offsetof(type_, shape), offsetof(type_, rotation)

waft_result wafti_scene_load_meshes(const wafti_check* check, waft_scene* scene) {
    const wafti_scene_values* values = &scene->values;
    const shaped_list lists[] = {
        {"smoke.sources", &values->smoke.sources, TURNED(wafti_emitter_values), true},
        {"solids", &values->solids, TURNED(wafti_solid_values), false},
        {"liquid.blocks", &values->liquid.blocks, TURNED(wafti_block_values), true},
        {"liquid.sinks", &values->liquid.sinks, TURNED(wafti_sink_values), true},
        {"bodies", &values->bodies, sizeof(wafti_body_values), offsetof(wafti_body_values, shape),
            0, false},
    };
    enum { LISTS = sizeof(lists) / sizeof(lists[0]) };
    size_t most = 0;
    for (size_t i = 0; i < LISTS; ++i) {
        most += lists[i].values->count;
    }
    scene->mesh_count = 0;
    scene->meshes = wafti_arena_take(&scene->arena, most, sizeof(wafti_scene_mesh));
    waft_result result = scene->meshes != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
    for (size_t i = 0; i < LISTS && result == WAFT_OK; ++i) {
        result = load_list(check, scene, &lists[i]);
    }
    return result;
}

void wafti_scene_free_meshes(waft_scene* scene) {
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        waft_mesh_destroy(scene->meshes[i].mesh);
    }
    scene->mesh_count = 0;
}
