// SPDX-License-Identifier: MIT
#include "run/record.h"

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "io/edits.h"
#include "io/json_read.h"
#include "run/layout.h"

#include <waft/export.h>

#include <stdio.h>
#include <string.h>

#define LARGEST_RECORD ((size_t)64 << 20)

static void add_text(wafti_text* json, const char* key, const char* value) {
    wafti_text_format(json, "  \"%s\": ", key);
    wafti_text_add_json(json, value);
    wafti_text_add(json, ",\n");
}

static void add_whole(wafti_text* json, const char* key, uint64_t value) {
    wafti_text_format(json, "  \"%s\": %llu,\n", key, (unsigned long long)value);
}

static void add_hash(wafti_text* json, const char* key, uint64_t value) {
    wafti_text_format(json, "  \"%s\": \"%016llx\",\n", key, (unsigned long long)value);
}

// Bodies that are set aside, by name, or by number without one.
static void add_quarantined(wafti_text* json, const waft_bodies* bodies) {
    const size_t count = waft_bodies_get_stats(bodies).quarantined;
    size_t told = 0;
    for (size_t i = 0; i < waft_bodies_count(bodies) && told < count; ++i) {
        waft_body_info body;
        if (waft_bodies_at(bodies, i, &body) != WAFT_OK || body.flag != WAFT_BODY_QUARANTINED) {
            continue;
        }
        char number[32];
        (void)snprintf(number, sizeof(number), "body %u", (unsigned)body.number);
        wafti_text_add(json, told++ == 0 ? "  \"bodies_set_aside\": [" : ", ");
        wafti_text_add_json(json, body.name[0] != '\0' ? body.name : number);
    }
    wafti_text_add(json, told > 0 ? "],\n" : "");
}

static void format_record(
    wafti_text* json, const wafti_run_record* record, const char* scene_json) {
    wafti_text_add(json, "{\n");
    add_text(json, "version", record->key.version);
    add_text(json, "title", record->title);
    add_text(json, "state", record->state);
    add_whole(json, "first_frame", (uint64_t)record->key.first_frame);
    add_whole(json, "last_frame", (uint64_t)record->key.last_frame);
    add_whole(json, "frames_written", (uint64_t)record->frames_written);
    add_whole(json, "step", record->step);
    add_whole(json, "step_count", record->step_count);
    wafti_text_add(json, "  \"step_length\": ");
    wafti_text_add_double(json, record->step_length);
    wafti_text_add(json, ",\n  \"wall_seconds\": ");
    wafti_text_add_fixed(json, record->wall_seconds, 3);
    wafti_text_add(json, ",\n");
    add_whole(json, "threads", (uint64_t)record->threads);
    add_text(json, "isa", record->isa);
    add_text(json, "cpu", record->cpu);
    add_text(json, "libc", record->libc);
    add_whole(json, "seed", record->key.seed);
    add_hash(json, "scene_hash", record->key.scene_hash);
    add_hash(json, "replay_hash", record->key.replay_hash);
    add_hash(json, "state_hash", record->hash);
    if (record->files_hash != 0) {
        add_hash(json, "files_hash", record->files_hash);
        add_text(json, "files_directory", record->files_from_run.text);
        add_text(json, "files_directory_absolute", record->files_absolute.text);
    }
    if (record->numerical_viscosity > 0.0) {
        wafti_text_add(json, "  \"liquid_numerical_viscosity\": ");
        wafti_text_add_double(json, record->numerical_viscosity);
        wafti_text_add(json, ",\n");
    }
    add_quarantined(json, record->bodies);
    if (record->base_digest != 0) {
        add_hash(json, "base_digest", record->base_digest);
    }
    wafti_text_format(json, "  \"scene\": %s\n}\n", scene_json);
}

waft_result wafti_record_write(const char* directory, const wafti_run_record* record,
    const char* scene_json, const waft_allocator* allocator, waft_error* out_error) {
    wafti_path path;
    waft_result result = wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_RECORD, directory);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_text json;
    wafti_text_init(&json, allocator);
    format_record(&json, record, scene_json);
    return wafti_text_finish(&json, path.text, out_error);
}

waft_result wafti_record_hash_scene(const waft_scene* scene, const waft_allocator* allocator,
    uint64_t* out_hash, waft_error* out_error) {
    char* json = NULL;
    const waft_result result = waft_scene_physics_json(scene, allocator, &json);
    if (result != WAFT_OK) {
        return wafti_fail(
            out_error, result, "the scene gave no JSON: %s", waft_result_sentence(result));
    }
    *out_hash = wafti_hash(waft_scene_files_hash(scene), json, strlen(json));
    waft_text_free(allocator, json);
    return WAFT_OK;
}

// Equal edits have equal text, whatever lies in the gaps of the structs.
waft_result wafti_record_hash_edits(const waft_edit* edits, size_t edit_count,
    const waft_allocator* allocator, uint64_t* out_hash, waft_error* out_error) {
    wafti_text text;
    wafti_text_init(&text, allocator);
    waft_result result = wafti_edits_format(&text, edits, edit_count, out_error);
    if (result == WAFT_OK && text.failed) {
        result = wafti_fail_memory(out_error, text.length, "the edits to replay");
    }
    if (result == WAFT_OK) {
        *out_hash = wafti_hash(WAFTI_HASH_START, text.bytes, text.length);
    }
    wafti_text_free(&text);
    return result;
}

static void add_part(wafti_path* way, const char* part) {
    const size_t length = strlen(way->text);
    (void)snprintf(
        way->text + length, sizeof(way->text) - length, "%s%s", length > 0 ? "/" : "", part);
}

// Both are absolute and have no ".." in them. Directories that share only the root would not move
// together; there is no use in a way from one to the other. A way that is too long is cut, leads
// nowhere, and leaves the absolute path.
static void find_way(wafti_path* out_way, const char* from, const char* to) {
    size_t shared = 0;
    for (size_t i = 0;; ++i) {
        const bool from_ends = from[i] == '/' || from[i] == '\0';
        const bool to_ends = to[i] == '/' || to[i] == '\0';
        shared = from_ends && to_ends ? i : shared;
        if (from[i] != to[i] || from[i] == '\0') {
            break;
        }
    }
    out_way->text[0] = '\0';
    if (shared == 0) {
        return;
    }
    for (const char* p = strchr(from + shared, '/'); p != NULL; p = strchr(p + 1, '/')) {
        add_part(out_way, "..");
    }
    if (to[shared] == '/') {
        add_part(out_way, to + shared + 1);
    }
    if (out_way->text[0] == '\0') {
        add_part(out_way, ".");
    }
}

void wafti_record_locate_files(
    wafti_run_record* record, const waft_scene* scene, const char* directory) {
    wafti_path from;
    record->files_hash = waft_scene_files_hash(scene);
    record->files_from_run.text[0] = '\0';
    record->files_absolute.text[0] = '\0';
    if (record->files_hash == 0) {
        return;
    }
    if (!wafti_port_real_path(waft_scene_directory(scene), record->files_absolute.text)) {
        record->files_absolute.text[0] = '\0';
    } else if (wafti_port_real_path(directory, from.text)) {
        find_way(&record->files_from_run, from.text, record->files_absolute.text);
    }
}

static bool read_frame(wafti_json_value json, const char* key, int32_t* out_frame) {
    int64_t value = 0;
    if (!wafti_json_int(json, key, &value) || value < 0 || value > INT32_MAX) {
        return false;
    }
    *out_frame = (int32_t)value;
    return true;
}

static bool parse_record(wafti_json_value json, wafti_run_record* record) {
    wafti_run_key* key = &record->key;
    int32_t threads = 0;
    int32_t frames = 0;
    const bool whole = wafti_json_string(json, "version", key->version, sizeof(key->version)) &&
                       wafti_json_string(json, "title", record->title, sizeof(record->title)) &&
                       wafti_json_string(json, "state", record->state, sizeof(record->state)) &&
                       wafti_json_string(json, "isa", record->isa, sizeof(record->isa)) &&
                       wafti_json_string(json, "cpu", record->cpu, sizeof(record->cpu)) &&
                       wafti_json_string(json, "libc", record->libc, sizeof(record->libc)) &&
                       read_frame(json, "threads", &threads) &&
                       read_frame(json, "first_frame", &key->first_frame) &&
                       read_frame(json, "last_frame", &key->last_frame) &&
                       read_frame(json, "frames_written", &frames) &&
                       wafti_json_uint(json, "step", &record->step) &&
                       wafti_json_uint(json, "step_count", &record->step_count) &&
                       wafti_json_double(json, "step_length", &record->step_length) &&
                       wafti_json_double(json, "wall_seconds", &record->wall_seconds) &&
                       wafti_json_uint(json, "seed", &key->seed) &&
                       wafti_json_hash(json, "scene_hash", &key->scene_hash) &&
                       wafti_json_hash(json, "replay_hash", &key->replay_hash) &&
                       wafti_json_hash(json, "state_hash", &record->hash);
    if (wafti_json_hash(json, "files_hash", &record->files_hash)) {
        wafti_path* way = &record->files_from_run;
        wafti_path* root = &record->files_absolute;
        (void)wafti_json_string(json, "files_directory", way->text, sizeof(way->text));
        (void)wafti_json_string(json, "files_directory_absolute", root->text, sizeof(root->text));
    }
    (void)wafti_json_hash(json, "base_digest", &record->base_digest);
    record->threads = threads;
    record->frames_written = frames;
    return whole && (strcmp(record->state, WAFTI_STATE_RUNNING) == 0 ||
                        strcmp(record->state, WAFTI_STATE_INTERRUPTED) == 0 ||
                        strcmp(record->state, WAFTI_STATE_FINISHED) == 0);
}

waft_result wafti_record_read(const char* directory, const waft_allocator* allocator,
    wafti_run_record* out_record, char** out_scene_json, waft_error* out_error) {
    wafti_path path;
    waft_result result = wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_RECORD, directory);
    if (result != WAFT_OK) {
        return result;
    }
    if (!wafti_port_exists(path.text)) {
        return wafti_fail(
            out_error, WAFT_ERR_IO, "%s holds no run: there is no " WAFTI_RUN_RECORD, directory);
    }
    char* bytes = NULL;
    size_t size = 0;
    result = waft_file_read(path.text, LARGEST_RECORD, allocator, &bytes, &size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    memset(out_record, 0, sizeof(*out_record));
    const wafti_json_value json = {bytes, size};
    wafti_json_value scene;
    if (!parse_record(json, out_record) ||
        (out_scene_json != NULL &&
            (!wafti_json_member(json, "scene", &scene) || scene.text[0] != '{'))) {
        result = wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: this is not the record of a waft run", path.text);
    } else if (out_scene_json != NULL) {
        *out_scene_json = wafti_text_copy(allocator, scene.text, scene.length);
        result = *out_scene_json != NULL ? WAFT_OK : wafti_fail_memory(out_error, size, path.text);
    }
    waft_text_free(allocator, bytes);
    return result;
}

// The text at a path of keys such as "smoke.sources[].shape.mesh", of the first item that has one.
static bool find_text(wafti_json_value from, const char* path, wafti_path* out_text) {
    const size_t length = strcspn(path, ".[");
    const char* rest = path + length;
    char key[32];
    wafti_json_value found;
    (void)snprintf(key, sizeof(key), "%.*s", (int)length, path);
    if (*rest == '\0') {
        return wafti_json_string(from, key, out_text->text, sizeof(out_text->text));
    }
    if (!wafti_json_member(from, key, &found)) {
        return false;
    }
    if (*rest == '.') {
        return find_text(found, rest + 1, out_text);
    }
    wafti_json_list list = wafti_json_walk(found);
    bool there = false;
    while (!there && wafti_json_next(&list, &found)) {
        there = find_text(found, rest + strlen("[]."), out_text);
    }
    return there;
}

bool wafti_record_names_file(const char* scene_json, bool turbulence, wafti_path* out_file) {
    const wafti_json_value scene = {scene_json, strlen(scene_json)};
    static const char group[] = "smoke.turbulence.";
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const waft_param* param = waft_param_at(i);
        const bool asked = turbulence || strncmp(param->path, group, sizeof(group) - 1) != 0;
        if (param->type == WAFT_PARAM_FILE && asked && find_text(scene, param->path, out_file)) {
            return true;
        }
    }
    return false;
}

// Scenes look for their files beside their own name; this is the name to load by. Where the run and
// the scene moved together the way from one to the other still holds; else the old place may.
waft_result wafti_record_name_scene(const char* directory, const wafti_run_record* record,
    const char* scene_json, wafti_path* out_name, waft_error* out_error) {
    wafti_path file;
    if (!wafti_record_names_file(scene_json, true, &file)) {
        return wafti_path_format(out_name, out_error, "%s/" WAFTI_RUN_RECORD, directory);
    }
    wafti_path places[2] = {{""}, record->files_absolute};
    if (record->files_from_run.text[0] != '\0') {
        const waft_result result = wafti_path_format(
            &places[0], out_error, "%s/%s", directory, record->files_from_run.text);
        if (result != WAFT_OK) {
            return result;
        }
    }
    for (int i = 0; i < 2; ++i) {
        wafti_path path;
        if (places[i].text[0] != '\0' &&
            wafti_path_format(&path, NULL, "%s/%s", places[i].text, file.text) == WAFT_OK &&
            wafti_port_exists(path.text)) {
            return wafti_path_format(out_name, out_error, "%s/" WAFTI_RUN_RECORD, places[i].text);
        }
    }
    return wafti_fail(out_error, WAFT_ERR_IO,
        "%s: the scene of the run names the file %s, which is no longer in %s", directory,
        file.text, record->files_absolute.text[0] != '\0' ? record->files_absolute.text : ".");
}

waft_result waft_run_read_info(
    const char* directory, waft_run_info* out_info, size_t size, waft_error* out_error) {
    if (directory == NULL || out_info == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_run_inspect: a pointer is NULL");
    }
    wafti_run_record record;
    const waft_result result = wafti_record_read(directory, NULL, &record, NULL, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    // A run that was killed could not say so itself.
    const bool killed =
        strcmp(record.state, WAFTI_STATE_RUNNING) == 0 && !wafti_layout_is_locked(directory);
    waft_run_info info = {.frames_written = record.frames_written,
        .last_frame = record.key.last_frame,
        .step = record.step,
        .hash = record.hash,
        .seed = record.key.seed};
    memcpy(info.title, record.title, sizeof(info.title));
    memcpy(info.version, record.key.version, sizeof(info.version));
    (void)snprintf(
        info.state, sizeof(info.state), "%s", killed ? WAFTI_STATE_INTERRUPTED : record.state);
    waft_struct_read(out_info, size, &info, sizeof(info));
    return WAFT_OK;
}
