// SPDX-License-Identifier: MIT
// Which solids a snapshot has. They are made before anything of the world changes, so that a mesh which
// nobody has leaves the world as it was.
#include <math.h>

#include "base/error.h"
#include "solid/frame.h"
#include "solid/placed.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// All of a solid but keys, pose and motion. Field by field, since the padding of a struct is no state.
static void pass_fixed(wafti_stream* stream, wafti_placed* solid) {
    waft_solid_def* def = &solid->def;
    uint64_t counts[2] = {def->key_count, def->angle_count};
    PASS(stream, solid->hash);
    PASS(stream, solid->mesh);
    PASS(stream, solid->hull);
    PASS(stream, solid->body);
    PASS(stream, solid->offset);
    wafti_shape_state(&def->shape, stream);
    PASS(stream, def->pose);
    PASS(stream, def->axis);
    PASS(stream, def->felt_by);
    wafti_flag_state(&def->no_slip, stream);
    wafti_flag_state(&def->displace, stream);
    PASS(stream, counts);
    def->key_count = (size_t)counts[0];
    def->angle_count = (size_t)counts[1];
    // A name is no motion: a hash does without.
    if (stream->mode != WAFTI_STREAM_HASH) {
        PASS(stream, solid->name);
        solid->name[WAFTI_PLACED_NAME - 1] = '\0';
    }
}

static void pass_keys(wafti_stream* stream, wafti_placed* solid) {
    for (size_t i = 0; i < solid->def.key_count; ++i) {
        waft_solid_key* key = &solid->keys[i];
        uint32_t ease = (uint32_t)key->ease;
        PASS(stream, key->time);
        PASS(stream, key->pose);
        PASS(stream, ease);
        key->ease = (waft_ease)ease;
    }
    for (size_t i = 0; i < solid->def.angle_count; ++i) {
        waft_key* angle = &solid->angles[i];
        uint32_t ease = (uint32_t)angle->ease;
        PASS(stream, angle->time);
        PASS(stream, angle->value);
        PASS(stream, ease);
        angle->ease = (waft_ease)ease;
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

static waft_result fail_unknown(
    const wafti_solids* solids, const wafti_placed* read, const char* path) {
    return read->body != 0
               ? wafti_fail(solids->context->error, WAFT_ERR_PARSE,
                     "%s of the snapshot acts as a solid, but this world does not know its hull "
                     "%016llx; keep the hull in it, or give it a finder of hulls",
                     path, (unsigned long long)read->hull)
               : wafti_fail(solids->context->error, WAFT_ERR_PARSE,
                     "%s of the snapshot is a mesh that this world does not know, of key %016llx; "
                     "give it a finder of meshes",
                     path, (unsigned long long)read->mesh);
}

// A solid that was read gets its surface, and is checked like any other.
static waft_result complete_solid(
    wafti_solids* solids, uint32_t place, wafti_find_mesh* find, void* user) {
    const wafti_context* context = solids->context;
    const uint32_t slot = solids->coming->slots[place];
    wafti_placed* solid = solids->coming->items[slot];
    // One that is there, has the same slot and the same shape.
    const wafti_placed* there = solids->items[slot];
    const wafti_placed* same =
        there != NULL && there->hash == solid->hash && there->mesh == solid->mesh ? there : NULL;
    waft_solid_def def = solid->def;
    char path[48];
    (void)wafti_placed_path(solid, place, path);
    if (same != NULL) {
        solid->surface = same->surface;
        solid->touched = same->touched;
        solid->def.user = same->def.user;
    }
    if (def.shape.kind == WAFT_SHAPE_MESH) {
        def.shape.mesh = same != NULL ? same->surface : find(user, solid->mesh, solid->hull);
        if (def.shape.mesh == NULL) {
            return fail_unknown(solids, solid, path);
        }
    }
    waft_result result = wafti_solids_check(&def, path, context->error);
    if (result == WAFT_OK && same == NULL) {
        result = wafti_form_surface(&def.shape, context, &solid->surface);
    }
    const bool fits = result != WAFT_OK || (wafti_form_hash(&def.shape) == solid->hash &&
                                               wafti_all_within(solid->offset, 3, INFINITY));
    return fits ? result : wafti_fail_forged(solids->context->error);
}

// Memory for keys that the rest of the stream can hold.
static waft_result take_keys(
    const wafti_solids* solids, const wafti_stream* stream, wafti_placed* solid) {
    const waft_allocator* allocator = &solids->context->allocator;
    const size_t left = stream->capacity - stream->position;
    waft_solid_def* def = &solid->def;
    if (stream->failed || def->key_count > left / sizeof(double) ||
        def->angle_count > left / sizeof(double)) {
        return wafti_fail_forged(solids->context->error);
    }
    solid->keys = wafti_allocate_zero(allocator, def->key_count, sizeof(*solid->keys));
    solid->angles = wafti_allocate_zero(allocator, def->angle_count, sizeof(*solid->angles));
    def->keys = solid->keys;
    def->angles = solid->angles;
    const bool taken = (def->key_count == 0 || solid->keys != NULL) &&
                       (def->angle_count == 0 || solid->angles != NULL);
    return taken ? WAFT_OK
                 : wafti_fail_memory(solids->context->error,
                       def->key_count * sizeof(*solid->keys) +
                           def->angle_count * sizeof(*solid->angles),
                       "keys of a snapshot's solid");
}

static waft_result load_solid(
    wafti_solids* solids, wafti_stream* stream, uint32_t place, wafti_find_mesh* find, void* user) {
    wafti_solids* coming = solids->coming;
    if (!wafti_order_slot_state(&coming->order, place, NULL, stream)) {
        return wafti_fail_forged(solids->context->error);
    }
    wafti_placed* solid = wafti_allocate_zero(&solids->context->allocator, 1, sizeof(*solid));
    if (solid == NULL) {
        return wafti_fail_memory(solids->context->error, sizeof(*solid), "a solid");
    }
    coming->items[coming->slots[place]] = solid;
    solid->def = waft_solid_def_default();
    solid->def.name = solid->name;
    pass_fixed(stream, solid);
    const waft_result result = take_keys(solids, stream, solid);
    if (result != WAFT_OK) {
        return result;
    }
    pass_keys(stream, solid);
    return stream->failed ? wafti_fail_forged(solids->context->error)
                          : complete_solid(solids, place, find, user);
}

static waft_result load_roster(
    wafti_solids* solids, wafti_stream* stream, wafti_find_mesh* find, void* user) {
    wafti_solids_drop(solids);
    solids->coming = wafti_allocate_zero(&solids->context->allocator, 1, sizeof(*solids->coming));
    if (solids->coming == NULL) {
        return wafti_fail_memory(
            solids->context->error, sizeof(*solids->coming), "solids of a snapshot");
    }
    wafti_solids_init(solids->coming, solids->context);
    const uint32_t count = wafti_order_state(&solids->coming->order, stream);
    waft_result result = stream->failed ? wafti_fail_forged(solids->context->error) : WAFT_OK;
    for (uint32_t n = 0; n < count && result == WAFT_OK; ++n) {
        result = load_solid(solids, stream, n, find, user);
    }
    return result;
}

waft_result wafti_solids_roster(
    wafti_solids* solids, wafti_stream* stream, wafti_find_mesh* find, void* user) {
    if (stream->mode == WAFTI_STREAM_LOAD) {
        return load_roster(solids, stream, find, user);
    }
    (void)wafti_order_state(&solids->order, stream);
    for (uint32_t n = 0; n < solids->order.count; ++n) {
        wafti_placed* solid = solids->items[solids->order.slots[n]];
        (void)wafti_order_slot_state(&solids->order, n, NULL, stream);
        pass_fixed(stream, solid);
        pass_keys(stream, solid);
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
    wafti_order_copy(&solids->order, &coming->order);
    wafti_release(allocator, coming, 1, sizeof(*coming));
    solids->coming = NULL;
}
