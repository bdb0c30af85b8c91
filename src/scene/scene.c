// SPDX-License-Identifier: MIT
// Loading, in this order: text to tree, overrides into the tree, tree to values, checks, defs.
#include "scene/scene.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "io/file.h"
#include "scene/brief.h"
#include "scene/diagnostics.h"
#include "scene/override.h"
#include "scene/reader.h"
#include "scene/yaml_reader.h"

enum { ARENA_BLOCK = 16384 };

void waft_scene_options_fill(waft_scene_options* out_options, size_t size) {
    const waft_scene_options options = {.quality = WAFT_QUALITY_NORMAL};
    waft_struct_fill(out_options, size, &options, sizeof(options));
}

typedef struct loader {
    const waft_scene_options* options;
    waft_diagnostics* diagnostics;
    wafti_arena arena; // of sources, trees and overrides, until the load ends
    wafti_source source;
    // The file of options.look, then the sets; value NULL: none.
    wafti_source* override_sources;
    wafti_override* overrides;
    wafti_node* root;
} loader;

static waft_scene* create_scene(const waft_allocator* allocator) {
    waft_scene* scene = wafti_allocate_zero(allocator, 1, sizeof(waft_scene));
    if (scene != NULL) {
        scene->allocator = *allocator;
        wafti_arena_init(&scene->arena, allocator, ARENA_BLOCK);
    }
    return scene;
}

void waft_scene_destroy(waft_scene* scene) {
    if (scene != NULL) {
        const waft_allocator allocator = scene->allocator;
        waft_heightmap_free(&allocator, &scene->map);
        waft_heightmap_free(&allocator, &scene->depths);
        for (int i = 0; i < WAFT_TRIGGER_CAPACITY; ++i) {
            waft_heightmap_free(&allocator, &scene->masks[i]);
        }
        wafti_scene_free_meshes(scene);
        wafti_arena_free(&scene->arena);
        wafti_release(&allocator, scene, 1, sizeof(waft_scene));
    }
}

// Reads the file's tree; self->root stays NULL if there is nothing to go on with.
static waft_result read_tree(loader* self) {
    if (self->source.size > WAFTI_TREE_BYTES) {
        const wafti_mark start = wafti_source_place(&self->source, 0);
        wafti_report(self->diagnostics, &start, "the scene is %zu bytes long; at most %d are read",
            self->source.size, (int)WAFTI_TREE_BYTES);
        return WAFT_OK;
    }
    return wafti_yaml_read_map(&self->source, "the scene is empty; it starts with 'waft: 1'",
        "a scene is a mapping that starts with 'waft: 1'", &self->arena, self->diagnostics,
        &self->root);
}

static size_t byte_mark_size(const char* text, size_t size) {
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

// The file of options.look as an override of smoke.turbulence.
static waft_result read_look(loader* self) {
    const char* name = self->options->look;
    wafti_source* source = &self->override_sources[0];
    if (name == NULL) {
        return WAFT_OK;
    }
    char* text = NULL;
    size_t size = 0;
    waft_error error = {.result = WAFT_OK};
    waft_result result =
        waft_file_read(name, WAFTI_TREE_BYTES, &self->options->allocator, &text, &size, &error);
    *source = (wafti_source){.name = name, .text = "", .order = 1};
    if (result == WAFT_ERR_NO_MEMORY) {
        return result;
    }
    if (result != WAFT_OK) {
        const wafti_mark whole = {.source = source, .length = 1};
        wafti_report(self->diagnostics, &whole, "%s", wafti_without_name(error.sentence, name));
        return WAFT_OK;
    }
    const char* kept = wafti_arena_text(&self->arena, text, size);
    waft_text_free(&self->options->allocator, text);
    if (kept == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    const size_t mark_size = byte_mark_size(kept, size);
    source->text = kept + mark_size;
    source->size = size - mark_size;
    return wafti_override_read_file(
        source, "smoke.turbulence", &self->arena, self->diagnostics, &self->overrides[0]);
}

// An override's name; those that the caller does not name are numbered if there are several.
static const char* name_set(const loader* self, size_t index, char* out_name, size_t size) {
    const char* const* names = self->options->set_names;
    size_t number = 0;
    size_t count = 0;
    for (size_t i = 0; i < self->options->set_count; ++i) {
        const bool unnamed = names == NULL || names[i] == NULL;
        count += unnamed ? 1 : 0;
        number += unnamed && i <= index ? 1 : 0;
    }
    if (names != NULL && names[index] != NULL) {
        return names[index];
    }
    (void)snprintf(out_name, size, "--set");
    if (count > 1) {
        (void)snprintf(out_name, size, "--set #%zu", number);
    }
    return out_name;
}

static waft_result read_overrides(loader* self) {
    const size_t count = self->options->set_count;
    self->override_sources = wafti_arena_take(&self->arena, count + 1, sizeof(wafti_source));
    self->overrides = wafti_arena_take(&self->arena, count + 1, sizeof(wafti_override));
    if (self->override_sources == NULL || self->overrides == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    waft_result result = read_look(self);
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        wafti_source* source = &self->override_sources[i + 1];
        const char* text = self->options->sets[i];
        char room[40];
        const char* name = name_set(self, i, room, sizeof(room));
        const char* kept = wafti_arena_text(&self->arena, name, strlen(name));
        if (kept == NULL) {
            return WAFT_ERR_NO_MEMORY;
        }
        *source =
            (wafti_source){.name = kept, .text = text, .size = strlen(text), .order = (int)i + 2};
        result =
            wafti_override_read(source, &self->arena, self->diagnostics, &self->overrides[i + 1]);
    }
    return result;
}

// The command line has the last word, so that its overrides follow those of the preview.
static waft_result apply_overrides(loader* self, bool preview) {
    waft_result result = wafti_brief_spell_out(self->root, &self->arena);
    if (result == WAFT_OK && preview) {
        result = wafti_override_apply_preview(self->root, &self->arena, self->diagnostics);
    }
    for (size_t i = 0; i <= self->options->set_count && result == WAFT_OK; ++i) {
        if (self->overrides[i].value != NULL) {
            result = wafti_override_apply(
                &self->overrides[i], self->root, &self->arena, self->diagnostics);
        }
    }
    return result == WAFT_OK ? wafti_brief_spell_out(self->root, &self->arena) : result;
}

// What the quality says where the scene is silent.
static void apply_quality(
    const wafti_node* root, waft_quality quality, wafti_scene_values* values) {
    if (wafti_node_at(root, "smoke.pressure.tolerance") == NULL && quality != WAFT_QUALITY_NORMAL) {
        values->smoke.def.pressure.tolerance = quality == WAFT_QUALITY_PREVIEW ? 1e-3f : 1e-5f;
    }
}

// Things of a flat flow turn about z. `overruled`: whatever the file says.
static void settle_axis(const wafti_node* item, bool overruled, double axis[3]) {
    if (overruled || wafti_node_child(wafti_node_child(item, "rotation"), "axis") == NULL) {
        axis[0] = axis[1] = 0.0;
        axis[2] = 1.0;
    }
}

static void settle_flat(const wafti_node* root, wafti_scene_values* scene) {
    wafti_smoke_values* values = &scene->smoke;
    const wafti_node* cells = wafti_node_at(root, "smoke.cells");
    const bool overruled = cells != NULL && wafti_node_is_from_command_line(cells);
    wafti_emitter_values* sources = values->sources.items;
    wafti_solid_values* solids = scene->solids.items;
    if (overruled) {
        values->def.sides[WAFT_SIDE_BACK].kind = WAFT_SIDE_CLOSED;
        values->def.sides[WAFT_SIDE_FRONT].kind = WAFT_SIDE_CLOSED;
    }
    for (size_t i = 0; i < values->sources.count; ++i) {
        const wafti_node* item = wafti_node_item(wafti_node_at(root, "smoke.sources"), i);
        settle_axis(item, overruled, sources[i].rotation.axis);
    }
    for (size_t i = 0; i < scene->solids.count; ++i) {
        const wafti_node* item = wafti_node_item(wafti_node_child(root, "solids"), i);
        settle_axis(item, overruled, solids[i].rotation.axis);
    }
}

// A plane is looked at from the front, unless the scene says how to look.
static void settle_camera(const wafti_node* root, wafti_scene_values* values) {
    waft_camera_def* camera = &values->camera;
    if (wafti_node_child(root, "camera") == NULL && !values->has_water) {
        camera->azimuth = camera->elevation = 0.0f;
        camera->orthographic = true;
    }
}

// What one key means for others that are not given, or that the command line leaves without effect.
static void settle(const wafti_node* root, wafti_scene_values* values) {
    waft_output_def* outputs = values->output.items;
    wafti_water_settle_edges(root, values);
    wafti_scene_settle_turbulence(wafti_node_child(root, "smoke"), &values->smoke);
    if (values->smoke.def.cells[2] == 1) {
        settle_flat(root, values);
        settle_camera(root, values);
    }
    for (size_t i = 0; i < values->output.count && !values->smoke.def.temperature; ++i) {
        const wafti_node* item = wafti_node_item(wafti_node_child(root, "output"), i);
        if (wafti_node_child(item, "fields") == NULL) {
            outputs[i].fields &= ~(uint32_t)WAFT_OUTPUT_TEMPERATURE;
        }
    }
}

static waft_result fill_scene(
    loader* self, waft_quality quality, uint64_t max_memory, waft_scene* scene) {
    wafti_reader reader;
    wafti_reader_init(&reader, &scene->arena, self->diagnostics);
    wafti_read_scene(&reader, self->root, &scene->values);
    if (reader.no_memory) {
        return WAFT_ERR_NO_MEMORY;
    }
    apply_quality(self->root, quality, &scene->values);
    wafti_water_settle_method(&reader, self->root, &scene->values);
    settle(self->root, &scene->values);
    const wafti_check check = {.root = self->root,
        .scene_name = self->source.name,
        .max_memory = max_memory,
        .trial = quality != self->options->quality,
        .odd_sides = self->options->odd_sides,
        .allocator = &scene->allocator,
        .diagnostics = self->diagnostics};
    return wafti_scene_check(&check, scene);
}

// A scene that loads for a final run should load for a preview as well: its overrides are tried on a
// scene that is thrown away.
static waft_result try_preview(loader* self) {
    if (wafti_node_child(self->root, "preview") == NULL) {
        return WAFT_OK;
    }
    waft_scene* scene = create_scene(&self->options->allocator);
    if (scene == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    waft_result result = apply_overrides(self, true);
    if (result == WAFT_OK) {
        result = fill_scene(self, WAFT_QUALITY_PREVIEW, 0, scene);
    }
    waft_scene_destroy(scene);
    return result;
}

// A later format may mean other things by its keys, so that nothing more is said of them.
static bool is_of_later_format(const loader* self) {
    const wafti_node* version = wafti_node_child(self->root, "waft");
    const char* text = version != NULL && !version->quoted ? version->text : NULL;
    if (text == NULL || *text < '1' || *text > '9' || strcmp(text, "1") == 0 ||
        strspn(text, "0123456789") != strlen(text)) {
        return false;
    }
    wafti_report(self->diagnostics, &version->mark,
        "this waft reads format 1; the scene is written in format %s", wafti_quote(text).text);
    return true;
}

static waft_result load_values(loader* self, waft_scene* scene) {
    waft_result result = read_tree(self);
    if (result == WAFT_OK && is_of_later_format(self)) {
        return WAFT_OK;
    }
    result = result == WAFT_OK ? read_overrides(self) : result;
    if (result != WAFT_OK || self->root == NULL) {
        return result;
    }
    const waft_quality quality = self->options->quality;
    result = apply_overrides(self, quality == WAFT_QUALITY_PREVIEW);
    if (result == WAFT_OK) {
        result = fill_scene(self, quality, self->options->max_memory, scene);
    }
    if (result == WAFT_OK && quality != WAFT_QUALITY_PREVIEW) {
        result = try_preview(self);
    }
    return result;
}

static waft_result keep_paths(waft_scene* scene, const char* name, const char* cache) {
    const size_t length = wafti_path_directory_length(name);
    scene->directory = length > 0 ? wafti_arena_text(&scene->arena, name, length) : ".";
    scene->cache = cache != NULL ? wafti_arena_text(&scene->arena, cache, strlen(cache)) : NULL;
    return scene->directory != NULL && (cache == NULL || scene->cache != NULL) ? WAFT_OK
                                                                               : WAFT_ERR_NO_MEMORY;
}

static waft_result load(loader* self, waft_scene** out_scene) {
    waft_scene* scene = create_scene(&self->options->allocator);
    if (scene == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    wafti_arena_init(&self->arena, &self->options->allocator, ARENA_BLOCK);
    wafti_diagnostics_begin(self->diagnostics);
    waft_result result = keep_paths(scene, self->source.name, self->options->cache);
    result = result == WAFT_OK ? load_values(self, scene) : result;
    const waft_result ended = wafti_diagnostics_end(self->diagnostics);
    result = result != WAFT_OK ? result : ended;
    wafti_arena_free(&self->arena);
    if (result != WAFT_OK) {
        waft_scene_destroy(scene);
        scene = NULL;
    }
    *out_scene = scene;
    return result;
}

static bool take_options(const waft_scene_options* options, waft_scene_options* out_options) {
    *out_options = waft_scene_options_default();
    return options == NULL || waft_struct_take(out_options, sizeof(*out_options), options,
                                  "waft_scene_options", NULL) == WAFT_OK;
}

static bool options_are_valid(const waft_scene_options* options) {
    if (options->quality < WAFT_QUALITY_NORMAL || options->quality > WAFT_QUALITY_FINAL ||
        (options->set_count > 0 && options->sets == NULL)) {
        return false;
    }
    for (size_t i = 0; i < options->set_count; ++i) {
        if (options->sets[i] == NULL) {
            return false;
        }
    }
    return (options->allocator.allocate == NULL) == (options->allocator.release == NULL);
}

waft_result waft_scene_load_text(const char* name, const char* text, size_t text_size,
    const waft_scene_options* options, waft_diagnostics* diagnostics, waft_scene** out_scene) {
    if (out_scene != NULL) {
        *out_scene = NULL;
    }
    waft_scene_options chosen;
    if (name == NULL || (text == NULL && text_size > 0) || diagnostics == NULL ||
        out_scene == NULL || !take_options(options, &chosen) || !options_are_valid(&chosen)) {
        return WAFT_ERR_ARGUMENT;
    }
    const size_t mark_size = byte_mark_size(text, text_size);
    loader self = {.options = &chosen,
        .diagnostics = diagnostics,
        .source = {.name = name,
            .text = text != NULL ? text + mark_size : "",
            .size = text_size - mark_size}};
    return load(&self, out_scene);
}

static waft_result report_unreadable(
    const char* path, const waft_error* error, waft_diagnostics* diagnostics) {
    const wafti_source source = {.name = path, .text = ""};
    const wafti_mark whole = {.source = &source, .length = 1};
    wafti_diagnostics_begin(diagnostics);
    wafti_report(diagnostics, &whole, "%s", wafti_without_name(error->sentence, path));
    const waft_result ended = wafti_diagnostics_end(diagnostics);
    return ended == WAFT_ERR_NO_MEMORY ? ended : error->result;
}

waft_result waft_scene_load_file(const char* path, const waft_scene_options* options,
    waft_diagnostics* diagnostics, waft_scene** out_scene) {
    if (out_scene != NULL) {
        *out_scene = NULL;
    }
    if (path == NULL || diagnostics == NULL || out_scene == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_scene_options chosen;
    if (!take_options(options, &chosen)) {
        return WAFT_ERR_ARGUMENT;
    }
    const waft_allocator allocator = chosen.allocator;
    char* text = NULL;
    size_t text_size = 0;
    waft_error error = {.result = WAFT_OK};
    waft_result result =
        waft_file_read(path, WAFTI_TREE_BYTES, &allocator, &text, &text_size, &error);
    if (result == WAFT_ERR_NO_MEMORY) {
        return result;
    }
    if (result != WAFT_OK) {
        return report_unreadable(path, &error, diagnostics);
    }
    result = waft_scene_load_text(path, text, text_size, options, diagnostics, out_scene);
    waft_text_free(&allocator, text);
    return result;
}

const char* waft_scene_title(const waft_scene* scene) {
    return scene != NULL && scene->values.title != NULL ? scene->values.title : "";
}

uint64_t waft_scene_seed(const waft_scene* scene) {
    return scene != NULL ? scene->values.world.seed : 0;
}

void waft_scene_read_time(const waft_scene* scene, waft_scene_time* out_time, size_t size) {
    const waft_scene_time time = scene != NULL
                                     ? wafti_scene_cut_time(&scene->values)
                                     : (waft_scene_time){.steps_per_frame = 1, .frame_count = 1};
    waft_struct_read(out_time, size, &time, sizeof(time));
}

size_t waft_scene_output_count(const waft_scene* scene) {
    return scene != NULL ? scene->values.output.count : 0;
}

void waft_scene_read_output(
    const waft_scene* scene, size_t index, waft_output_def* out_output, size_t size) {
    waft_output_def output = {.every = 1, .stride = 1};
    if (index < waft_scene_output_count(scene)) {
        output = ((const waft_output_def*)scene->values.output.items)[index];
    }
    waft_struct_read(out_output, size, &output, sizeof(output));
}

int waft_scene_table_interval(const waft_scene* scene) {
    return scene != NULL ? (int)scene->values.tables.every : 1;
}

void waft_scene_read_body_table(const waft_scene* scene, waft_body_table* out_table, size_t size) {
    const waft_body_table table =
        scene != NULL ? scene->values.tables.bodies : (waft_body_table){.every = 1};
    waft_struct_read(out_table, size, &table, sizeof(table));
}

const char* waft_scene_directory(const waft_scene* scene) {
    return scene != NULL ? scene->directory : NULL;
}

const char* waft_scene_base(const waft_scene* scene, int* out_start) {
    if (scene == NULL || !scene->has_detail) {
        return NULL;
    }
    if (out_start != NULL) {
        *out_start = (int)scene->values.smoke.turbulence.start;
    }
    return scene->values.smoke.turbulence.base;
}

size_t waft_scene_solid_count(const waft_scene* scene) {
    return scene != NULL ? scene->solid_count : 0;
}

static uint64_t hash_map(uint64_t hash, const waft_heightmap* map) {
    if (map->samples == NULL) {
        return hash;
    }
    const size_t count = (size_t)map->size[0] * (size_t)map->size[1];
    hash = wafti_hash(hash, map->size, sizeof(map->size));
    return wafti_hash(hash, map->samples, count * sizeof(*map->samples));
}

uint64_t waft_scene_files_hash(const waft_scene* scene) {
    bool none = scene == NULL || (scene->map.samples == NULL && scene->depths.samples == NULL &&
                                     scene->mesh_count == 0 && scene->table.point_count == 0);
    for (int i = 0; i < WAFT_TRIGGER_CAPACITY && none && scene != NULL; ++i) {
        none = scene->masks[i].samples == NULL;
    }
    if (none) {
        return 0;
    }
    uint64_t hash = hash_map(WAFTI_HASH_START, &scene->map);
    hash = hash_map(hash, &scene->depths);
    for (int i = 0; i < WAFT_TRIGGER_CAPACITY; ++i) {
        hash = hash_map(hash, &scene->masks[i]);
    }
    const size_t points = scene->table.point_count;
    hash = wafti_hash(hash, scene->table.points, points * sizeof(*scene->table.points));
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        const waft_mesh_view view = waft_mesh_get_view(scene->meshes[i].mesh);
        const uint64_t counts[2] = {view.point_count, view.facet_count};
        hash = wafti_hash(hash, counts, sizeof(counts));
        hash = wafti_hash(hash, view.positions, 3 * view.point_count * sizeof(*view.positions));
        hash = wafti_hash(hash, view.indices, 3 * view.facet_count * sizeof(*view.indices));
    }
    return hash;
}
