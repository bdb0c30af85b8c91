// SPDX-License-Identifier: MIT
// Solids of a snapshot in a world, and whether bodies and the liquid feel each other.
#include "base/error.h"
#include "solid/touched.h"
#include "world/world.h"
#include "world/world_solids.h"

const waft_mesh* wafti_world_find_mesh(void* user, uint64_t mesh, uint64_t hull) {
    const waft_world* world = user;
    const waft_mesh* found = wafti_solids_mesh(&world->solids, mesh);
    if (found == NULL && hull != 0) {
        const waft_hull* known = wafti_world_find_hull(world, hull);
        known = known == NULL && world->bodies != NULL ? wafti_bodies_find_hull(world->bodies, hull)
                                                       : known;
        found = waft_hull_mesh(known);
    }
    if (found == NULL && world->mesh_finder.find != NULL) {
        found = world->mesh_finder.find(world->mesh_finder.user, mesh);
    }
    return found;
}

waft_result waft_world_find_meshes(waft_world* world, const waft_mesh_finder* finder) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (finder != NULL && finder->find == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the finder of meshes has no `find`");
    }
    world->mesh_finder = finder != NULL ? *finder : (waft_mesh_finder){.find = NULL};
    return WAFT_OK;
}

static waft_result prepare_coming(waft_world* world) {
    const wafti_solids* coming = world->solids.coming;
    waft_result result = WAFT_OK;
    for (uint32_t n = 0; n < coming->order.count && result == WAFT_OK && world->bodies != NULL;
         ++n) {
        result = wafti_touched_prepare(coming, coming->slots[n]);
    }
    return result;
}

// Memory with which bodies and the liquid of a snapshot feel each other, if those of the world do not.
static waft_result load_immersed(waft_world* world, bool immersed) {
    const bool fits = world->liquid != NULL && world->bodies != NULL;
    world->immersed_coming = immersed;
    if (!immersed || world->immersed != NULL) {
        return WAFT_OK;
    }
    return fits ? wafti_immersed_create(
                      &world->context, world->liquid, world->bodies, &world->immersed_made)
                : wafti_fail(&world->error, WAFT_ERR_PARSE, "the snapshot contradicts itself");
}

waft_result wafti_world_solid_roster(waft_world* world, wafti_stream* stream) {
    uint8_t immersed = world->immersed != NULL;
    // A world without solids has the same hash whether it had some before or not.
    if (stream->mode == WAFTI_STREAM_HASH && world->solids.order.count == 0) {
        return WAFT_OK;
    }
    wafti_stream_bytes(stream, &immersed, sizeof(immersed));
    waft_result result = wafti_solids_roster(&world->solids, stream, wafti_world_find_mesh, world);
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return result;
    }
    result = result == WAFT_OK ? prepare_coming(world) : result;
    return result == WAFT_OK ? load_immersed(world, immersed != 0) : result;
}

void wafti_world_adopt_solids(waft_world* world) {
    wafti_solids_adopt(&world->solids);
    if (world->immersed_made != NULL) {
        world->immersed = world->immersed_made;
        world->immersed_made = NULL;
        wafti_immersed_hold(world->immersed);
    } else if (world->immersed != NULL && !world->immersed_coming) {
        wafti_immersed_release(world->immersed);
        wafti_immersed_destroy(world->immersed);
        world->immersed = NULL;
    }
}

void wafti_world_drop_solids(waft_world* world) {
    wafti_solids_drop(&world->solids);
    wafti_immersed_destroy(world->immersed_made);
    world->immersed_made = NULL;
}
