// SPDX-License-Identifier: MIT
// Snapshot, restore and hash. A snapshot is a header and one pass of the world's state through a
// stream; restore checks everything before it changes anything.

#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "world/typed_edit.h"
#include "world/world.h"

// Pieces stay in a core's cache while they are hashed and written.
enum { SNAPSHOT_FORMAT = 11, PIECE_SIZE = 1 << 18 };

typedef struct snapshot_header {
    char magic[8];
    uint64_t format;
    uint64_t fingerprint;             // of the world's def and this version of waft
    uint64_t parts[WAFTI_PART_COUNT]; // fingerprints; 0: not there
    uint64_t edit_count;
    uint64_t payload_size;
    uint64_t check; // hash of edit_count and the payload by pieces
} snapshot_header;

static uint64_t check_header(const snapshot_header* header) {
    return wafti_hash_u64(WAFTI_HASH_START, header->edit_count);
}

static void check_piece(void* user, const void* bytes, size_t byte_count) {
    uint64_t* hash = user;
    *hash = wafti_hash(*hash, bytes, byte_count);
}

static uint64_t check_sum(const snapshot_header* header, const unsigned char* payload) {
    uint64_t hash = check_header(header);
    const size_t size = (size_t)header->payload_size;
    for (size_t done = 0; done < size; done += PIECE_SIZE) {
        check_piece(&hash, payload + done, size - done < PIECE_SIZE ? size - done : PIECE_SIZE);
    }
    return hash;
}

static const char snapshot_magic[8] = {'W', 'A', 'F', 'T', 'S', 'N', 'A', 'P'};

static void stream_state(waft_world* world, wafti_stream* stream) {
    wafti_stream_bytes(stream, &world->steps, sizeof(world->steps));
    wafti_stream_bytes(stream, &world->leftover, sizeof(world->leftover));
    wafti_world_live_state(world, stream);
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        if (wafti_parts[i].state != NULL && wafti_part_is_there(world, &wafti_parts[i])) {
            wafti_parts[i].state(world, stream);
        }
    }
}

// Edits that wait for the next step are state; how many there were before is history, which a snapshot
// keeps but a hash leaves out.
static void stream_edits(waft_world* world, wafti_stream* stream) {
    for (size_t i = 0; i < world->edit_count; ++i) {
        wafti_stream_bytes(stream, &world->edits[i], sizeof(world->edits[i]));
    }
    if (stream->mode != WAFTI_STREAM_HASH) {
        wafti_stream_bytes(stream, &world->edit_total, sizeof(world->edit_total));
    }
}

// Things that came and went since creation, without which a state means nothing.
static waft_result stream_rosters(waft_world* world, wafti_stream* stream) {
    waft_result result = WAFT_OK;
    for (int i = 0; i < WAFTI_PART_COUNT && result == WAFT_OK; ++i) {
        if (wafti_parts[i].roster != NULL && wafti_part_is_there(world, &wafti_parts[i])) {
            result = wafti_parts[i].roster(world, stream);
        }
    }
    return result;
}

// All modes but LOAD.
static void stream_world(waft_world* world, wafti_stream* stream) {
    (void)stream_rosters(world, stream);
    stream_edits(world, stream);
    stream_state(world, stream);
}

static uint64_t fingerprint(const waft_world* world) {
    return wafti_world_fixed_hash(
        world, wafti_hash(WAFTI_HASH_START, waft_version(), strlen(waft_version())));
}

// 0 for a part that is not there, or that a snapshot need not find there, and for no other.
static uint64_t fingerprint_part(const waft_world* world, const wafti_part* part) {
    if (part->fingerprint == NULL || !wafti_part_is_there(world, part)) {
        return 0;
    }
    const uint64_t print = part->fingerprint(world);
    return print != 0 ? print : 1;
}

// Every mode but LOAD leaves the world as it is, though the stream takes a pointer to write through.
static waft_world* unconst(const waft_world* world) {
    waft_world* result = NULL;
    memcpy(&result, &world, sizeof(void*));
    return result;
}

size_t waft_world_snapshot_size(const waft_world* world) {
    if (world == NULL) {
        return 0;
    }
    wafti_stream stream = wafti_stream_measure();
    stream_world(unconst(world), &stream);
    return sizeof(snapshot_header) + stream.position;
}

// All but the check.
static snapshot_header make_header(const waft_world* world, size_t payload_size) {
    snapshot_header header = {
        .format = SNAPSHOT_FORMAT,
        .fingerprint = fingerprint(world),
        .edit_count = world->edit_count,
        .payload_size = payload_size,
    };
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        header.parts[i] = fingerprint_part(world, &wafti_parts[i]);
    }
    memcpy(header.magic, snapshot_magic, sizeof(header.magic));
    return header;
}

waft_result waft_world_snapshot(const waft_world* world, void* buffer, size_t buffer_size) {
    if (world == NULL || buffer == NULL || buffer_size < waft_world_snapshot_size(world)) {
        return WAFT_ERR_ARGUMENT;
    }
    unsigned char* payload = (unsigned char*)buffer + sizeof(snapshot_header);
    wafti_stream stream = wafti_stream_save(payload, buffer_size - sizeof(snapshot_header));
    stream_world(unconst(world), &stream);
    snapshot_header header = make_header(world, stream.position);
    header.check = check_sum(&header, payload);
    memcpy(buffer, &header, sizeof(header));
    return stream.failed ? WAFT_ERR_ARGUMENT : WAFT_OK;
}

// False if the world is in no state to be kept.
static bool send_payload(const waft_world* world, void* piece, waft_take_bytes* take, void* user) {
    wafti_stream stream = wafti_stream_send(piece, PIECE_SIZE, take, user);
    stream_world(unconst(world), &stream);
    wafti_stream_send_rest(&stream);
    return !stream.failed;
}

waft_result waft_world_send_snapshot(const waft_world* world, waft_take_bytes* take, void* user) {
    if (world == NULL || take == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const waft_allocator* allocator = &world->context.allocator;
    void* piece = wafti_allocate(allocator, 1, PIECE_SIZE);
    if (piece == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    // Once for the check, which stands before the payload.
    snapshot_header header = make_header(world, waft_world_snapshot_size(world) - sizeof(header));
    header.check = check_header(&header);
    const bool whole = send_payload(world, piece, check_piece, &header.check);
    if (whole) {
        take(user, &header, sizeof(header));
        (void)send_payload(world, piece, take, user);
    }
    wafti_release(allocator, piece, 1, PIECE_SIZE);
    return whole ? WAFT_OK : WAFT_ERR_ARGUMENT;
}

// Says which part differs, and how.
static waft_result compare_parts(waft_world* world, const snapshot_header* header) {
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        const wafti_part* part = &wafti_parts[i];
        const uint64_t own = fingerprint_part(world, part);
        if (own == header->parts[i]) {
            continue;
        }
        return own == 0 || header->parts[i] == 0
                   ? wafti_fail(&world->error, WAFT_ERR_PARSE, "the %s has %s, but the %s has none",
                         own == 0 ? "snapshot" : "world", part->title,
                         own == 0 ? "world" : "snapshot")
                   : wafti_fail(&world->error, WAFT_ERR_PARSE,
                         "the snapshot's %s differs from the world's: it was made from another def",
                         part->name);
    }
    return WAFT_OK;
}

static waft_result check_snapshot(waft_world* world, const void* buffer, size_t buffer_size) {
    waft_error* error = &world->error;
    snapshot_header header;
    if (buffer_size < sizeof(header)) {
        return wafti_fail(error, WAFT_ERR_PARSE, "the snapshot is cut short");
    }
    memcpy(&header, buffer, sizeof(header));
    if (memcmp(header.magic, snapshot_magic, sizeof(header.magic)) != 0) {
        return wafti_fail(error, WAFT_ERR_PARSE, "this is not a waft snapshot");
    }
    if (header.format != SNAPSHOT_FORMAT || header.fingerprint != fingerprint(world)) {
        return wafti_fail(error, WAFT_ERR_PARSE,
            "the snapshot belongs to a world with another def, or to another version of waft");
    }
    const waft_result result = compare_parts(world, &header);
    if (result != WAFT_OK) {
        return result;
    }
    const size_t available = buffer_size - sizeof(header);
    if (header.payload_size > available || header.edit_count > WAFT_MOST_WAITING_EDITS) {
        return wafti_fail(error, WAFT_ERR_PARSE, "the snapshot is cut short");
    }
    const unsigned char* payload = (const unsigned char*)buffer + sizeof(header);
    if (check_sum(&header, payload) != header.check) {
        return wafti_fail(error, WAFT_ERR_PARSE, "the snapshot was changed: its hash does not fit");
    }
    return WAFT_OK;
}

// Makes ready what the snapshot's state needs; on an error the world is as before.
static waft_result take_rosters(waft_world* world, wafti_stream* stream) {
    wafti_pool_begin(world->pool);
    const waft_result result = stream_rosters(world, stream);
    wafti_pool_end(world->pool);
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        void (*then)(waft_world*) = result == WAFT_OK ? wafti_parts[i].adopt : wafti_parts[i].drop;
        if (then != NULL && wafti_part_is_there(world, &wafti_parts[i])) {
            then(world);
        }
    }
    return result;
}

waft_result waft_world_restore(waft_world* world, const void* buffer, size_t buffer_size) {
    if (world == NULL || buffer == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_result result = check_snapshot(world, buffer, buffer_size);
    if (result != WAFT_OK) {
        return result;
    }
    snapshot_header header;
    memcpy(&header, buffer, sizeof(header));
    wafti_stream stream = wafti_stream_load(
        (const unsigned char*)buffer + sizeof(header), (size_t)header.payload_size);
    result = wafti_world_make_room(world, (size_t)header.edit_count);
    result = result == WAFT_OK ? take_rosters(world, &stream) : result;
    if (result != WAFT_OK) {
        return result;
    }
    world->edit_count = (size_t)header.edit_count;
    world->edits_foreseen = 0;
    stream_edits(world, &stream);
    stream_state(world, &stream);
    // Only bytes forged to fit their hash get here; what was loaded of them must not be stepped.
    world->failed = stream.failed ? WAFT_ERR_PARSE : WAFT_OK;
    if (stream.failed) {
        world->edit_count = 0;
        return wafti_fail(&world->error, WAFT_ERR_PARSE, "the snapshot contradicts itself");
    }
    world->events.count = 0;
    world->events.dropped = 0;
    wafti_pool_begin(world->pool);
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        if (wafti_parts[i].refresh != NULL && wafti_part_is_there(world, &wafti_parts[i])) {
            wafti_parts[i].refresh(world);
        }
    }
    wafti_pool_end(world->pool);
    return WAFT_OK;
}

uint64_t waft_world_hash(const waft_world* world) {
    if (world == NULL) {
        return 0;
    }
    wafti_stream stream = wafti_stream_hash();
    stream_world(unconst(world), &stream);
    uint64_t hash = wafti_hash_u64(stream.hash, fingerprint(world));
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        hash = wafti_hash_u64(hash, fingerprint_part(world, &wafti_parts[i]));
    }
    return hash;
}
