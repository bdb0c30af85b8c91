// SPDX-License-Identifier: MIT
#include "world/solid_edit.h"

#include "base/error.h"
#include "world/world.h"
#include "world/world_solids.h"

// ---- meshes

// The shape that an edit brings along; NULL: none.
static const waft_shape* shape_of(const waft_edit* edit) {
    switch (edit->kind) {
    case WAFT_EDIT_ADD_SOURCE:
        return &edit->source.shape;
    case WAFT_EDIT_ADD_SOLID:
        return &edit->solid.shape;
    case WAFT_EDIT_ADD_BLOCK:
        return &edit->block.shape;
    case WAFT_EDIT_ADD_SINK:
        return &edit->sink.shape;
    default:
        return NULL;
    }
}

uint64_t wafti_world_known_mesh(const waft_world* world, const waft_edit* edit) {
    const waft_shape* shape = shape_of(edit);
    if (shape == NULL || shape->kind != WAFT_SHAPE_MESH) {
        return 0;
    }
    const uint64_t key = waft_mesh_get_info(shape->mesh).key;
    uint32_t others = 0;
    for (uint32_t n = 0; n < world->solids.order.count; ++n) {
        others += world->solids.items[world->solids.order.slots[n]]->mesh == key;
    }
    // A solid that was just added is no other.
    others -= edit->kind == WAFT_EDIT_ADD_SOLID;
    return others > 0 ? key : 0;
}

waft_result wafti_world_take_mesh(waft_world* world, const waft_edit* edit, waft_shape* shape) {
    if (shape->kind != WAFT_SHAPE_MESH) {
        return WAFT_OK;
    }
    const waft_mesh* known = wafti_solids_mesh(&world->solids, edit->mesh);
    if (known == NULL && shape->mesh == NULL) {
        known = wafti_world_find_mesh(world, edit->mesh, 0);
    }
    shape->mesh = known != NULL ? known : shape->mesh;
    return shape->mesh != NULL
               ? WAFT_OK
               : wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
                     "no solid of the world has mesh %016llx; give it a finder of meshes",
                     (unsigned long long)edit->mesh);
}

// ---- solids

waft_result wafti_world_change_solid(waft_world* world, const waft_edit* edit) {
    waft_solid_id id = {0, 0};
    if (edit->kind == WAFT_EDIT_ADD_SOLID) {
        waft_solid_def def = edit->solid;
        const waft_result result = wafti_world_take_mesh(world, edit, &def.shape);
        return result == WAFT_OK ? waft_world_add_solid(world, &def, &id) : result;
    }
    const wafti_order* order = &world->solids.order;
    if (edit->index >= order->count) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "there is no solid number %u", (unsigned)edit->index);
    }
    id = wafti_solids_id(&world->solids, order->slots[edit->index]);
    return edit->kind == WAFT_EDIT_MOVE_SOLID ? waft_world_move_solid(world, id, &edit->pose)
                                              : waft_world_remove_solid(world, id);
}

// ---- the liquid

static waft_result add_to_liquid(waft_world* world, const waft_edit* edit) {
    waft_liquid_block_def block = edit->block;
    waft_placed_shape sink = edit->sink;
    waft_shape* shape = edit->kind == WAFT_EDIT_ADD_BLOCK ? &block.shape : &sink.shape;
    const waft_result result = wafti_world_take_mesh(world, edit, shape);
    if (result != WAFT_OK) {
        return result;
    }
    return edit->kind == WAFT_EDIT_ADD_BLOCK
               ? waft_liquid_add_block(world->liquid, &block, NULL)
               : waft_liquid_add_sink(world->liquid, &sink.shape, &sink.pose, NULL);
}

waft_result wafti_world_change_liquid(waft_world* world, const waft_edit* edit) {
    waft_liquid* liquid = world->liquid;
    const bool of_sink = edit->kind == WAFT_EDIT_REMOVE_SINK;
    const waft_emitter_id emitter = waft_liquid_emitter_at(liquid, edit->index);
    const waft_sink_id sink = waft_liquid_sink_at(liquid, edit->index);
    switch (edit->kind) {
    case WAFT_EDIT_ADD_BLOCK:
    case WAFT_EDIT_ADD_SINK:
        return add_to_liquid(world, edit);
    case WAFT_EDIT_ADD_EMITTER:
        return waft_liquid_add_emitter(liquid, &edit->emitter, NULL);
    case WAFT_EDIT_INJECT:
        return waft_liquid_inject(liquid, &edit->parcel, 1);
    default:
        break;
    }
    if ((of_sink ? sink.number : emitter.number) == 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the liquid has no %s number %u",
            of_sink ? "sink" : "emitter", (unsigned)edit->index);
    }
    if (of_sink) {
        return waft_liquid_remove_sink(liquid, sink);
    }
    return edit->kind == WAFT_EDIT_SET_EMITTER
               ? waft_liquid_set_emitter(liquid, emitter, &edit->emitter)
               : waft_liquid_remove_emitter(liquid, emitter);
}
