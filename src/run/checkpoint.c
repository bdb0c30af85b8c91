// SPDX-License-Identifier: MIT
// The file, all numbers little-endian:
//
//     0   "WAFTCKPT"              72  first and last frame, 2 x int32
//     8   format, uint32          80  step, uint64
//     12  header size, uint32     88  frame, int32; zero
//     16  version, 32 bytes       96  time, double
//     48  scene hash              104 state hash, uint64
//     56  replay hash             112 snapshot size, uint64
//     64  seed                    120 snapshot, then CRC-32 of all before it
#include "run/checkpoint.h"

#include "base/error.h"
#include "base/hash.h"
#include "io/directory.h"
#include "io/file.h"
#include "run/layout.h"

#include <waft/export.h>

#include <string.h>

enum { FORMAT = 1, HEADER_SIZE = 120, CHECKSUM_SIZE = 4 };

static const char magic[8] = {'W', 'A', 'F', 'T', 'C', 'K', 'P', 'T'};

const char* wafti_run_key_difference(const wafti_run_key* a, const wafti_run_key* b) {
    if (strncmp(a->version, b->version, sizeof(a->version)) != 0) {
        return "the version of waft";
    }
    // Before the scene, whose JSON holds the seed too.
    if (a->seed != b->seed) {
        return "the seed";
    }
    if (a->scene_hash != b->scene_hash) {
        return "the scene";
    }
    if (a->first_frame != b->first_frame || a->last_frame != b->last_frame) {
        return "the range of frames";
    }
    return a->replay_hash != b->replay_hash ? "the edits to replay" : NULL;
}

uint64_t wafti_run_key_identity(const wafti_run_key* key) {
    uint64_t hash = wafti_hash_u64(WAFTI_HASH_START, key->scene_hash);
    hash = wafti_hash_u64(hash, key->seed);
    return wafti_hash_u64(hash, key->replay_hash);
}

static void set_number(unsigned char* bytes, uint64_t value, int size) {
    for (int i = 0; i < size; ++i) {
        bytes[i] = (unsigned char)(value >> (8 * i));
    }
}

static uint64_t get_number(const unsigned char* bytes, int size) {
    uint64_t value = 0;
    for (int i = 0; i < size; ++i) {
        value |= (uint64_t)bytes[i] << (8 * i);
    }
    return value;
}

static void encode_header(unsigned char* header, const wafti_checkpoint* c) {
    uint64_t time_bits = 0;
    memcpy(&time_bits, &c->time, sizeof(time_bits));
    memset(header, 0, HEADER_SIZE);
    memcpy(header, magic, sizeof(magic));
    set_number(header + 8, FORMAT, 4);
    set_number(header + 12, HEADER_SIZE, 4);
    memcpy(header + 16, c->key.version, sizeof(c->key.version));
    set_number(header + 48, c->key.scene_hash, 8);
    set_number(header + 56, c->key.replay_hash, 8);
    set_number(header + 64, c->key.seed, 8);
    set_number(header + 72, (uint32_t)c->key.first_frame, 4);
    set_number(header + 76, (uint32_t)c->key.last_frame, 4);
    set_number(header + 80, c->step, 8);
    set_number(header + 88, (uint32_t)c->frame, 4);
    set_number(header + 96, time_bits, 8);
    set_number(header + 104, c->state_hash, 8);
    set_number(header + 112, c->snapshot_size, 8);
}

static wafti_checkpoint decode_header(const unsigned char* header) {
    wafti_checkpoint c = {
        .key = {.scene_hash = get_number(header + 48, 8),
            .replay_hash = get_number(header + 56, 8),
            .seed = get_number(header + 64, 8),
            .first_frame = (int32_t)(uint32_t)get_number(header + 72, 4),
            .last_frame = (int32_t)(uint32_t)get_number(header + 76, 4)},
        .step = get_number(header + 80, 8),
        .frame = (int32_t)(uint32_t)get_number(header + 88, 4),
        .state_hash = get_number(header + 104, 8),
    };
    const uint64_t time_bits = get_number(header + 96, 8);
    memcpy(&c.time, &time_bits, sizeof(c.time));
    memcpy(c.key.version, header + 16, sizeof(c.key.version));
    c.key.version[sizeof(c.key.version) - 1] = '\0';
    return c;
}

typedef struct writing {
    wafti_file file;
    uint32_t crc;
} writing;

static void put_checked(void* user, const void* bytes, size_t byte_count) {
    writing* w = user;
    w->crc = wafti_crc32(w->crc, bytes, byte_count);
    wafti_file_put(&w->file, bytes, byte_count);
}

waft_result wafti_checkpoint_save(const char* path, const wafti_run_key* key, int frame,
    const waft_world* world, uint64_t* out_hash, waft_error* out_error) {
    const wafti_checkpoint checkpoint = {.key = *key,
        .step = waft_world_steps(world),
        .frame = frame,
        .time = waft_world_time(world),
        .state_hash = waft_world_hash(world),
        .snapshot_size = waft_world_snapshot_size(world)};
    unsigned char header[HEADER_SIZE];
    encode_header(header, &checkpoint);
    writing w = {.crc = 0};
    waft_result result = wafti_file_open(&w.file, path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    put_checked(&w, header, sizeof(header));
    result = waft_world_send_snapshot(world, put_checked, &w);
    if (result != WAFT_OK) {
        wafti_file_abort(&w.file);
        return wafti_fail(out_error, result, "%s: cannot write: %s", path,
            result == WAFT_ERR_NO_MEMORY ? "memory is out" : "the world gave no snapshot");
    }
    wafti_file_put_u32(&w.file, w.crc);
    *out_hash = checkpoint.state_hash;
    return wafti_file_commit(&w.file, out_error);
}

waft_result wafti_checkpoint_decode(const void* bytes, size_t byte_count, const char* name,
    wafti_checkpoint* out_checkpoint, waft_error* out_error) {
    const unsigned char* header = bytes;
    if (byte_count < 8 || memcmp(header, magic, sizeof(magic)) != 0) {
        return wafti_fail(out_error, WAFT_ERR_PARSE, "%s: not a waft checkpoint", name);
    }
    if (byte_count < HEADER_SIZE + CHECKSUM_SIZE) {
        return wafti_fail(out_error, WAFT_ERR_PARSE, "%s: the checkpoint is cut short", name);
    }
    const size_t checked = byte_count - CHECKSUM_SIZE;
    if (wafti_crc32(0, header, checked) != get_number(header + checked, CHECKSUM_SIZE)) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the checkpoint is cut short or was changed: its checksum does not fit", name);
    }
    if (get_number(header + 8, 4) != FORMAT || get_number(header + 12, 4) != HEADER_SIZE ||
        get_number(header + 112, 8) != checked - HEADER_SIZE) {
        return wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: this version does not know that checkpoint", name);
    }
    *out_checkpoint = decode_header(header);
    out_checkpoint->snapshot = header + HEADER_SIZE;
    out_checkpoint->snapshot_size = checked - HEADER_SIZE;
    return WAFT_OK;
}

waft_result waft_checkpoint_read_info(
    const char* path, waft_checkpoint_info* out_info, size_t size, waft_error* out_error) {
    if (path == NULL || out_info == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_checkpoint_inspect: a pointer is NULL");
    }
    char* bytes = NULL;
    size_t count = 0;
    wafti_checkpoint c;
    waft_result result =
        waft_file_read(path, WAFTI_CHECKPOINT_LIMIT, NULL, &bytes, &count, out_error);
    if (result == WAFT_OK) {
        result = wafti_checkpoint_decode(bytes, count, path, &c, out_error);
    }
    if (result == WAFT_OK) {
        waft_checkpoint_info info = {.step = c.step,
            .time = c.time,
            .frame = c.frame,
            .hash = c.state_hash,
            .byte_count = count};
        memcpy(info.version, c.key.version, sizeof(info.version));
        waft_struct_read(out_info, size, &info, sizeof(info));
    }
    waft_text_free(NULL, bytes);
    return result;
}

typedef struct step_list {
    uint64_t* steps;
    size_t capacity;
    size_t count;
} step_list;

// Keeps the highest, in falling order.
static waft_result note_step(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    (void)directory;
    (void)out_error;
    step_list* list = user;
    uint64_t step = 0;
    if (!wafti_layout_parse(WAFTI_KIND_CHECKPOINT, name, &step)) {
        return WAFT_OK;
    }
    size_t place = 0;
    while (place < list->count && list->steps[place] > step) {
        ++place;
    }
    if (place == list->capacity) {
        return WAFT_OK;
    }
    if (list->count < list->capacity) {
        ++list->count;
    }
    for (size_t i = list->count - 1; i > place; --i) {
        list->steps[i] = list->steps[i - 1];
    }
    list->steps[place] = step;
    return WAFT_OK;
}

waft_result wafti_checkpoint_list(const char* directory, uint64_t* out_steps, size_t capacity,
    size_t* out_count, waft_error* out_error) {
    wafti_path folder;
    waft_result result = wafti_layout_folder(&folder, directory, WAFTI_KIND_CHECKPOINT, out_error);
    step_list list = {.capacity = capacity};
    list.steps = out_steps;
    if (result == WAFT_OK) {
        result = wafti_directory_visit(folder.text, note_step, &list, out_error);
    }
    *out_count = list.count;
    return result;
}

typedef struct pruning {
    uint64_t newest;
    uint64_t second;
} pruning;

static waft_result find_second(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    (void)directory;
    (void)out_error;
    pruning* p = user;
    uint64_t step = 0;
    if (wafti_layout_parse(WAFTI_KIND_CHECKPOINT, name, &step) && step < p->newest &&
        step > p->second) {
        p->second = step;
    }
    return WAFT_OK;
}

static waft_result remove_others(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    const pruning* p = user;
    uint64_t step = 0;
    if (!wafti_layout_parse(WAFTI_KIND_CHECKPOINT, name, &step) || step == p->newest ||
        step == p->second) {
        return WAFT_OK;
    }
    return wafti_directory_remove_file(directory, name, out_error);
}

waft_result wafti_checkpoint_prune(const char* directory, uint64_t newest, waft_error* out_error) {
    wafti_path folder;
    pruning p = {.newest = newest};
    waft_result result = wafti_layout_folder(&folder, directory, WAFTI_KIND_CHECKPOINT, out_error);
    if (result == WAFT_OK) {
        result = wafti_directory_visit(folder.text, find_second, &p, out_error);
    }
    if (result == WAFT_OK) {
        result = wafti_directory_visit(folder.text, remove_others, &p, out_error);
    }
    return result;
}
