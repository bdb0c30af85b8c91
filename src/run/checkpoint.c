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
#include "io/little_endian.h"
#include "run/layout.h"

#include <waft/export.h>

#include <string.h>

enum { FORMAT = 1, HEADER_SIZE = 120, CHECKSUM_SIZE = 4 };

#define LARGEST_FILE ((size_t)1 << 40)

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

static void encode_header(unsigned char* header, const wafti_checkpoint* c) {
    memset(header, 0, HEADER_SIZE);
    memcpy(header, magic, sizeof(magic));
    wafti_put_u32(header + 8, FORMAT);
    wafti_put_u32(header + 12, HEADER_SIZE);
    memcpy(header + 16, c->key.version, sizeof(c->key.version));
    wafti_put_u64(header + 48, c->key.scene_hash);
    wafti_put_u64(header + 56, c->key.replay_hash);
    wafti_put_u64(header + 64, c->key.seed);
    wafti_put_u32(header + 72, (uint32_t)c->key.first_frame);
    wafti_put_u32(header + 76, (uint32_t)c->key.last_frame);
    wafti_put_u64(header + 80, c->step);
    wafti_put_u32(header + 88, (uint32_t)c->frame);
    wafti_put_double(header + 96, c->time);
    wafti_put_u64(header + 104, c->state_hash);
    wafti_put_u64(header + 112, c->snapshot_size);
}

static wafti_checkpoint decode_header(const unsigned char* header) {
    wafti_checkpoint c = {
        .key = {.scene_hash = wafti_get_u64(header + 48),
            .replay_hash = wafti_get_u64(header + 56),
            .seed = wafti_get_u64(header + 64),
            .first_frame = (int32_t)wafti_get_u32(header + 72),
            .last_frame = (int32_t)wafti_get_u32(header + 76)},
        .step = wafti_get_u64(header + 80),
        .frame = (int32_t)wafti_get_u32(header + 88),
        .time = wafti_get_double(header + 96),
        .state_hash = wafti_get_u64(header + 104),
    };
    memcpy(c.key.version, header + 16, sizeof(c.key.version));
    c.key.version[sizeof(c.key.version) - 1] = '\0';
    return c;
}

static void put(void* user, const void* bytes, size_t byte_count) {
    wafti_file_put(user, bytes, byte_count);
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
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    file.summed = true;
    wafti_file_put(&file, header, sizeof(header));
    const waft_result result = waft_world_send_snapshot(world, put, &file);
    if (result != WAFT_OK) {
        wafti_file_abort(&file);
        return wafti_fail(out_error, result, "%s: cannot write: %s", path,
            result == WAFT_ERR_NO_MEMORY ? "memory is out" : "the world gave no snapshot");
    }
    wafti_file_put_u32(&file, file.sum);
    *out_hash = checkpoint.state_hash;
    return wafti_file_commit(&file, out_error);
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
    if (wafti_crc32(0, header, checked) != wafti_get_u32(header + checked)) {
        return wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: the checkpoint is cut short or was changed: its checksum does not fit", name);
    }
    if (wafti_get_u32(header + 8) != FORMAT || wafti_get_u32(header + 12) != HEADER_SIZE ||
        wafti_get_u64(header + 112) != checked - HEADER_SIZE) {
        return wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: this version does not know that checkpoint", name);
    }
    *out_checkpoint = decode_header(header);
    out_checkpoint->snapshot = header + HEADER_SIZE;
    out_checkpoint->snapshot_size = checked - HEADER_SIZE;
    return WAFT_OK;
}

waft_result wafti_checkpoint_read(const char* path, const waft_allocator* allocator,
    char** out_bytes, wafti_checkpoint* out_checkpoint, waft_error* out_error) {
    size_t size = 0;
    const waft_result result =
        waft_file_read(path, LARGEST_FILE, allocator, out_bytes, &size, out_error);
    return result == WAFT_OK
               ? wafti_checkpoint_decode(*out_bytes, size, path, out_checkpoint, out_error)
               : result;
}

waft_result wafti_checkpoint_belongs(const wafti_checkpoint* checkpoint, const wafti_run_key* key,
    bool wrong, const char* what, const char* name, waft_error* out_error) {
    const char* difference = wafti_run_key_difference(&checkpoint->key, key);
    if (difference == NULL && !wrong) {
        return WAFT_OK;
    }
    return wafti_fail(out_error, WAFT_ERR_PARSE, "%s: it belongs to another run: %s differs", name,
        difference != NULL ? difference : what);
}

waft_result wafti_checkpoint_restore(const wafti_checkpoint* checkpoint, waft_world* world,
    bool same_machine, const char* name, waft_error* out_error) {
    if (waft_world_restore(world, checkpoint->snapshot, checkpoint->snapshot_size) != WAFT_OK) {
        return wafti_fail(out_error, WAFT_ERR_PARSE, "%s: %s", name, waft_world_error(world));
    }
    if (waft_world_steps(world) != checkpoint->step ||
        (same_machine && waft_world_hash(world) != checkpoint->state_hash)) {
        return wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: the state in it does not have its hash", name);
    }
    return WAFT_OK;
}

waft_result waft_checkpoint_read_info(
    const char* path, waft_checkpoint_info* out_info, size_t size, waft_error* out_error) {
    if (path == NULL || out_info == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_checkpoint_inspect: a pointer is NULL");
    }
    char* bytes = NULL;
    wafti_checkpoint c = {.step = 0};
    const waft_result result = wafti_checkpoint_read(path, NULL, &bytes, &c, out_error);
    if (result == WAFT_OK) {
        waft_checkpoint_info info = {.step = c.step,
            .time = c.time,
            .frame = c.frame,
            .hash = c.state_hash,
            .byte_count = HEADER_SIZE + c.snapshot_size + CHECKSUM_SIZE};
        memcpy(info.version, c.key.version, sizeof(info.version));
        waft_struct_read(out_info, size, &info, sizeof(info));
    }
    waft_text_free(NULL, bytes);
    return result;
}

// The highest steps up to `most`, in falling order.
typedef struct step_list {
    uint64_t* steps;
    size_t capacity;
    uint64_t most;
    size_t count;
} step_list;

static waft_result note_step(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    (void)directory;
    (void)out_error;
    step_list* list = user;
    uint64_t step = 0;
    if (!wafti_layout_parse(WAFTI_KIND_CHECKPOINT, name, &step) || step > list->most) {
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

static waft_result visit_checkpoints(const char* directory, wafti_directory_visitor* visitor,
    step_list* list, waft_error* out_error) {
    wafti_path folder;
    const waft_result result =
        wafti_layout_folder(&folder, directory, WAFTI_KIND_CHECKPOINT, out_error);
    return result == WAFT_OK ? wafti_directory_visit(folder.text, visitor, list, out_error)
                             : result;
}

waft_result wafti_checkpoint_list(const char* directory, uint64_t* out_steps, size_t capacity,
    size_t* out_count, waft_error* out_error) {
    step_list list = {.capacity = capacity, .most = UINT64_MAX};
    list.steps = out_steps;
    const waft_result result = visit_checkpoints(directory, note_step, &list, out_error);
    *out_count = list.count;
    return result;
}

static waft_result remove_others(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    const step_list* kept = user;
    uint64_t step = 0;
    bool remove = wafti_layout_parse(WAFTI_KIND_CHECKPOINT, name, &step);
    for (size_t i = 0; i < kept->count; ++i) {
        remove = remove && step != kept->steps[i];
    }
    return remove ? wafti_directory_remove_file(directory, name, out_error) : WAFT_OK;
}

waft_result wafti_checkpoint_prune(const char* directory, uint64_t newest, waft_error* out_error) {
    uint64_t steps[2];
    step_list kept = {steps, 2, newest, 0};
    const waft_result result = visit_checkpoints(directory, note_step, &kept, out_error);
    return result == WAFT_OK ? visit_checkpoints(directory, remove_others, &kept, out_error)
                             : result;
}
