// SPDX-License-Identifier: MIT
#include "run/record.h"

#include "base/error.h"
#include "base/text.h"
#include "run/json_read.h"
#include "run/layout.h"

#include <waft/export.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    result = json.failed ? wafti_fail_memory(out_error, json.length, path.text)
                         : waft_file_write(path.text, json.bytes, json.length, out_error);
    wafti_text_free(&json);
    return result;
}

static bool read_frame(const char* json, size_t size, const char* key, int32_t* out_frame) {
    int64_t value = 0;
    if (!wafti_json_int(json, size, key, &value) || value < 0 || value > INT32_MAX) {
        return false;
    }
    *out_frame = (int32_t)value;
    return true;
}

static bool parse_record(const char* json, size_t size, wafti_run_record* record) {
    wafti_run_key* key = &record->key;
    int32_t threads = 0;
    int32_t frames = 0;
    const bool whole =
        wafti_json_string(json, size, "version", key->version, sizeof(key->version)) &&
        wafti_json_string(json, size, "title", record->title, sizeof(record->title)) &&
        wafti_json_string(json, size, "state", record->state, sizeof(record->state)) &&
        wafti_json_string(json, size, "isa", record->isa, sizeof(record->isa)) &&
        wafti_json_string(json, size, "cpu", record->cpu, sizeof(record->cpu)) &&
        wafti_json_string(json, size, "libc", record->libc, sizeof(record->libc)) &&
        read_frame(json, size, "threads", &threads) &&
        read_frame(json, size, "first_frame", &key->first_frame) &&
        read_frame(json, size, "last_frame", &key->last_frame) &&
        read_frame(json, size, "frames_written", &frames) &&
        wafti_json_uint(json, size, "step", &record->step) &&
        wafti_json_uint(json, size, "step_count", &record->step_count) &&
        wafti_json_double(json, size, "step_length", &record->step_length) &&
        wafti_json_double(json, size, "wall_seconds", &record->wall_seconds) &&
        wafti_json_uint(json, size, "seed", &key->seed) &&
        wafti_json_hash(json, size, "scene_hash", &key->scene_hash) &&
        wafti_json_hash(json, size, "replay_hash", &key->replay_hash) &&
        wafti_json_hash(json, size, "state_hash", &record->hash);
    record->threads = threads;
    record->frames_written = frames;
    return whole && (strcmp(record->state, WAFTI_STATE_RUNNING) == 0 ||
                        strcmp(record->state, WAFTI_STATE_INTERRUPTED) == 0 ||
                        strcmp(record->state, WAFTI_STATE_FINISHED) == 0);
}

waft_result wafti_record_read(const char* directory, const waft_allocator* allocator,
    wafti_run_record* out_record, waft_error* out_error) {
    wafti_path path;
    waft_result result = wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_RECORD, directory);
    if (result != WAFT_OK) {
        return result;
    }
    if (access(path.text, F_OK) != 0) {
        return wafti_fail(
            out_error, WAFT_ERR_IO, "%s holds no run: there is no " WAFTI_RUN_RECORD, directory);
    }
    char* json = NULL;
    size_t size = 0;
    result = waft_file_read(path.text, LARGEST_RECORD, allocator, &json, &size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    memset(out_record, 0, sizeof(*out_record));
    if (!parse_record(json, size, out_record)) {
        result = wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: this is not the record of a waft run", path.text);
    }
    waft_text_free(allocator, json);
    return result;
}

waft_result waft_run_inspect(
    const char* directory, waft_run_info* out_info, waft_error* out_error) {
    if (directory == NULL || out_info == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_run_inspect: a pointer is NULL");
    }
    wafti_run_record record;
    const waft_result result = wafti_record_read(directory, NULL, &record, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    // A run that was killed could not say so itself.
    const bool killed =
        strcmp(record.state, WAFTI_STATE_RUNNING) == 0 && !wafti_layout_is_locked(directory);
    *out_info = (waft_run_info){.frames_written = record.frames_written,
        .last_frame = record.key.last_frame,
        .step = record.step,
        .hash = record.hash,
        .seed = record.key.seed};
    memcpy(out_info->title, record.title, sizeof(out_info->title));
    memcpy(out_info->version, record.key.version, sizeof(out_info->version));
    (void)snprintf(out_info->state, sizeof(out_info->state), "%s",
        killed ? WAFTI_STATE_INTERRUPTED : record.state);
    return WAFT_OK;
}
