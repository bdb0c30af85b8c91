// SPDX-License-Identifier: MIT
// Which solids a snapshot has. They are made before anything of the world changes, so that a mesh which
// nobody has leaves the world as it was.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "solid/placed.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

static void pass_flag(wafti_stream* stream, bool* flag) {
    uint8_t byte = *flag;
    PASS(stream, byte);
    *flag = byte != 0;
}

// All of a solid but keys, pose and motion. Field by field, since the padding of a struct is no state.
static void pass_fixed(wafti_stream* stream, wafti_placed* solid) {
    waft_solid_def* def = &solid->def;
    uint32_t kind = (uint32_t)def->shape.kind;
    uint64_t counts[2] = {def->key_count, def->angle_count};
    PASS(stream, solid->hash);
    PASS(stream, solid->mesh);
    PASS(stream, solid->hull);
    PASS(stream, solid->body);
    PASS(stream, solid->offset);
    PASS(stream, kind);
    PASS(stream, def->shape.radius);
    PASS(stream, def->shape.size);
    PASS(stream, def->pose);
    PASS(stream, def->axis);
    PASS(stream, def->felt_by);
    pass_flag(stream, &def->no_slip);
    pass_flag(stream, &def->displace);
    PASS(stream, counts);
    def->shape.kind = (waft_shape_kind)kind;
    def->key_count = (size_t)counts[0];
    def->angle_count = (size_t)counts[1];
    // A name is no motion: a hash does without.
    if (stream->mode != WAFTI_STREAM_HASH) {
        PASS(stream, solid->name);
        solid->name[WAFTI_PLACED_NAME - 1] = '\0';
    }
}

static void pass_keys(wafti_stream* stream, waft_solid_key* keys, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t ease = (uint32_t)keys[i].ease;
        PASS(stream, keys[i].time);
        PASS(stream, keys[i].pose);
        PASS(stream, ease);
        keys[i].ease = (waft_ease)ease;
    }
}

static void pass_angles(wafti_stream* stream, waft_key* angles, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t ease = (uint32_t)angles[i].ease;
        PASS(stream, angles[i].time);
        PASS(stream, angles[i].value);
        PASS(stream, ease);
        angles[i].ease = (waft_ease)ease;
    }
}

const waft_mesh* wafti_solids_mesh(const wafti_solids* solids, uint64_t key) {
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        const wafti_placed* solid = solids->items[solids->order.slots[n]];
        if (key != 0 && solid->mesh == key) {
            return solid->surface;
        }
    }
    return NULL;
}

// ---- load

static waft_result fail_forged(const wafti_solids* solids) {
    return wafti_fail(solids->context->error, WAFT_ERR_PARSE, "the snapshot contradicts itself");
}

// A solid of the snapshot on its way.
typedef struct arrival {
    wafti_placed read; // its def and facts
    uint32_t slot, place;
    waft_mesh* surface; // of a solid that is there and has the same shape; NULL: none
    char path[48];
} arrival;

static waft_result find_shape(const wafti_solids* solids, arrival* from, wafti_find_mesh* find,
    void* user, waft_shape* out_shape) {
    const wafti_placed* read = &from->read;
    wafti_placed* there = solids->items[from->slot];
    *out_shape = read->def.shape;
    if (there != NULL && there->hash == read->hash && there->mesh == read->mesh) {
        from->surface = there->surface;
    }
    if (out_shape->kind != WAFT_SHAPE_MESH) {
        return WAFT_OK;
    }
    out_shape->mesh = from->surface != NULL ? from->surface : find(user, read->mesh, read->hull);
    if (out_shape->mesh != NULL) {
        return WAFT_OK;
    }
    return read->body != 0
               ? wafti_fail(solids->context->error, WAFT_ERR_PARSE,
                     "%s of the snapshot acts as a solid, but this world does not know its hull "
                     "%016llx; keep the hull in it, or give it a finder of hulls",
                     from->path, (unsigned long long)read->hull)
               : wafti_fail(solids->context->error, WAFT_ERR_PARSE,
                     "%s of the snapshot is a mesh that this world does not know, of key %016llx; "
                     "give it a finder of meshes",
                     from->path, (unsigned long long)read->mesh);
}

static void name_arrival(arrival* from) {
    if (from->read.body != 0) {
        (void)snprintf(from->path, sizeof(from->path), "body %u", (unsigned)from->read.body);
    } else if (from->read.name[0] != 0) {
        (void)snprintf(from->path, sizeof(from->path), "solid '%s'", from->read.name);
    } else {
        (void)snprintf(from->path, sizeof(from->path), "solids[%u]", (unsigned)from->place);
    }
}

static waft_result make_solid(
    wafti_solids* solids, arrival* from, wafti_find_mesh* find, void* user) {
    waft_solid_def def = from->read.def;
    name_arrival(from);
    waft_result result = find_shape(solids, from, find, user, &def.shape);
    result =
        result == WAFT_OK ? wafti_solids_check(&def, from->path, solids->context->error) : result;
    wafti_placed* solid = NULL;
    if (result == WAFT_OK) {
        def.name = from->read.name;
        def.user = from->surface != NULL ? solids->items[from->slot]->def.user : NULL;
        result = wafti_placed_make(&def, from->surface, solids->context, &solid);
    }
    if (result != WAFT_OK) {
        return result;
    }
    solids->coming->items[from->slot] = solid;
    solid->body = from->read.body;
    solid->hull = from->read.hull;
    memcpy(solid->offset, from->read.offset, sizeof(solid->offset));
    if (from->surface != NULL) {
        solid->touched = solids->items[from->slot]->touched;
    }
    const bool fits = solid->hash == from->read.hash && isfinite(solid->offset[0]) &&
                      isfinite(solid->offset[1]) && isfinite(solid->offset[2]);
    return fits ? WAFT_OK : fail_forged(solids);
}

// Memory for keys that the rest of the stream can hold.
static waft_result take_keys(
    const wafti_solids* solids, const wafti_stream* stream, wafti_placed* read) {
    const waft_allocator* allocator = &solids->context->allocator;
    const size_t left = stream->capacity - stream->position;
    waft_solid_def* def = &read->def;
    if (stream->failed || def->key_count > left / sizeof(double) ||
        def->angle_count > left / sizeof(double)) {
        def->key_count = 0;
        def->angle_count = 0;
        return fail_forged(solids);
    }
    read->keys = wafti_allocate_zero(allocator, def->key_count, sizeof(*read->keys));
    read->angles = wafti_allocate_zero(allocator, def->angle_count, sizeof(*read->angles));
    def->keys = read->keys;
    def->angles = read->angles;
    const bool taken = (def->key_count == 0 || read->keys != NULL) &&
                       (def->angle_count == 0 || read->angles != NULL);
    return taken ? WAFT_OK
                 : wafti_fail_memory(solids->context->error,
                       def->key_count * sizeof(*read->keys) +
                           def->angle_count * sizeof(*read->angles),
                       "keys of a snapshot's solid");
}

static waft_result load_solid(
    wafti_solids* solids, wafti_stream* stream, uint32_t place, wafti_find_mesh* find, void* user) {
    const waft_allocator* allocator = &solids->context->allocator;
    wafti_solids* coming = solids->coming;
    arrival from = {.read = {.def = waft_solid_def_default()}, .place = place};
    PASS(stream, from.slot);
    pass_fixed(stream, &from.read);
    waft_result result = take_keys(solids, stream, &from.read);
    if (result == WAFT_OK &&
        (from.slot >= WAFTI_PLACED_CAPACITY || coming->items[from.slot] != NULL ||
            !wafti_ids_alive(&coming->order.ids, from.slot))) {
        result = fail_forged(solids);
    }
    if (result == WAFT_OK) {
        coming->slots[place] = from.slot;
        pass_keys(stream, from.read.keys, from.read.def.key_count);
        pass_angles(stream, from.read.angles, from.read.def.angle_count);
        result = stream->failed ? fail_forged(solids) : make_solid(solids, &from, find, user);
    }
    wafti_release(allocator, from.read.keys, from.read.def.key_count, sizeof(*from.read.keys));
    wafti_release(
        allocator, from.read.angles, from.read.def.angle_count, sizeof(*from.read.angles));
    return result;
}

static waft_result load_roster(wafti_solids* solids, wafti_stream* stream, const uint32_t sizes[3],
    wafti_find_mesh* find, void* user) {
    if (stream->failed || sizes[0] > WAFTI_PLACED_CAPACITY || sizes[1] != sizes[0] ||
        sizes[2] > WAFTI_PLACED_CAPACITY) {
        return fail_forged(solids);
    }
    wafti_solids_drop(solids);
    solids->coming = wafti_allocate_zero(&solids->context->allocator, 1, sizeof(*solids->coming));
    if (solids->coming == NULL) {
        return wafti_fail_memory(
            solids->context->error, sizeof(*solids->coming), "solids of a snapshot");
    }
    wafti_solids* coming = solids->coming;
    wafti_solids_init(coming, solids->context);
    PASS(stream, coming->generations);
    coming->order.ids.alive = sizes[1];
    coming->order.ids.lowest = sizes[2];
    waft_result result = WAFT_OK;
    for (uint32_t n = 0; n < sizes[0] && result == WAFT_OK; ++n) {
        result = load_solid(solids, stream, n, find, user);
        coming->order.count += result == WAFT_OK;
    }
    return result;
}

waft_result wafti_solids_roster(
    wafti_solids* solids, wafti_stream* stream, wafti_find_mesh* find, void* user) {
    wafti_order* order = &solids->order;
    uint32_t sizes[3] = {order->count, order->ids.alive, order->ids.lowest};
    PASS(stream, sizes);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        return load_roster(solids, stream, sizes, find, user);
    }
    PASS(stream, solids->generations);
    for (uint32_t n = 0; n < order->count; ++n) {
        wafti_placed* solid = solids->items[order->slots[n]];
        PASS(stream, order->slots[n]);
        pass_fixed(stream, solid);
        pass_keys(stream, solid->keys, solid->def.key_count);
        pass_angles(stream, solid->angles, solid->def.angle_count);
    }
    return WAFT_OK;
}

// ---- what becomes of it

// Leaves with one of two solids of the same slot what they share.
static void part_from(wafti_placed* loser, const wafti_placed* keeper) {
    if (keeper != NULL && loser->surface == keeper->surface) {
        loser->surface = NULL;
    }
    if (keeper != NULL && loser->touched.nodes == keeper->touched.nodes) {
        loser->touched = (wafti_bvh){0};
    }
}

void wafti_solids_drop(wafti_solids* solids) {
    const waft_allocator* allocator = &solids->context->allocator;
    if (solids->coming == NULL) {
        return;
    }
    for (uint32_t slot = 0; slot < WAFTI_PLACED_CAPACITY; ++slot) {
        wafti_placed* solid = solids->coming->items[slot];
        if (solid != NULL) {
            part_from(solid, solids->items[slot]);
            wafti_placed_free(solid, allocator);
        }
    }
    wafti_release(allocator, solids->coming, 1, sizeof(*solids->coming));
    solids->coming = NULL;
}

void wafti_solids_adopt(wafti_solids* solids) {
    const waft_allocator* allocator = &solids->context->allocator;
    wafti_solids* coming = solids->coming;
    for (uint32_t slot = 0; slot < WAFTI_PLACED_CAPACITY; ++slot) {
        wafti_placed* old = solids->items[slot];
        if (old != NULL) {
            part_from(old, coming->items[slot]);
            wafti_placed_free(old, allocator);
        }
        solids->items[slot] = coming->items[slot];
    }
    memcpy(solids->generations, coming->generations, sizeof(solids->generations));
    memcpy(solids->slots, coming->slots, sizeof(solids->slots));
    solids->order.count = coming->order.count;
    solids->order.ids.alive = coming->order.ids.alive;
    solids->order.ids.lowest = coming->order.ids.lowest;
    wafti_release(allocator, coming, 1, sizeof(*coming));
    solids->coming = NULL;
}
