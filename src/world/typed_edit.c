// SPDX-License-Identifier: MIT
#include "world/typed_edit.h"

#include <string.h>

#include "base/error.h"
#include "world/world.h"
#include "world/world_solids.h"

// ---- meshes

// The shape that an edit brings along; NULL: none.
static waft_shape* shape_of(waft_edit* edit) {
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

// Key of the mesh of an edit that was made, if another solid of the world has it; else 0.
static uint64_t known_mesh(const waft_world* world, waft_edit* edit) {
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

// Gives a shape of an edit that is a mesh the one that the world has of the edit's key, if it has one.
static waft_result take_mesh(waft_world* world, waft_edit* edit) {
    waft_shape* shape = shape_of(edit);
    if (shape == NULL || shape->kind != WAFT_SHAPE_MESH) {
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

// ---- bodies and smoke

static waft_result add_body(waft_world* world, const waft_edit* edit) {
    waft_body_def def = edit->body;
    waft_body_id id = {0, 0};
    const waft_hull* known = edit->hull != 0 ? wafti_world_find_hull(world, edit->hull) : NULL;
    def.hull = known != NULL ? known : def.hull;
    if (def.hull == NULL && edit->hull != 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
            "the world does not know hull %016llx; keep it in the world, or give it a finder of "
            "hulls",
            (unsigned long long)edit->hull);
    }
    return waft_bodies_add(world->bodies, &def, &id);
}

static bool keeps_hull(const waft_world* world, const waft_hull* hull) {
    const wafti_kept_hull* kept = world->hulls;
    while (kept != NULL && kept->hull != hull) {
        kept = kept->next;
    }
    return kept != NULL;
}

static waft_result change_body(waft_world* world, const waft_edit* edit) {
    const waft_body_id id = wafti_bodies_numbered(world->bodies, edit->index);
    if (id.index1 == 0) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "there is no body number %u", (unsigned)edit->index);
    }
    switch (edit->kind) {
    case WAFT_EDIT_SET_BODY:
        return waft_bodies_set_settings(world->bodies, id, &edit->body);
    case WAFT_EDIT_REMOVE_BODY:
        return waft_bodies_remove(world->bodies, id);
    case WAFT_EDIT_PLACE_BODY:
        return waft_bodies_place(world->bodies, id, &edit->state);
    case WAFT_EDIT_SOLIDIFY_BODY:
        return waft_world_solidify_body(world, id);
    case WAFT_EDIT_IMMERSE_BODY:
        return waft_world_immerse_body(world, id, &edit->immersion);
    default:
        return waft_bodies_push(world->bodies, id, edit->push.impulse, edit->push.point);
    }
}

static waft_result change_bodies(waft_world* world, const waft_edit* edit) {
    switch (edit->kind) {
    case WAFT_EDIT_ADD_BODY:
        return add_body(world, edit);
    case WAFT_EDIT_ADD_WIND:
        return waft_bodies_add_wind(world->bodies, &edit->wind, NULL);
    case WAFT_EDIT_SET_WIND:
        return waft_bodies_set_wind(world->bodies, edit->index, &edit->wind);
    default:
        return change_body(world, edit);
    }
}

static waft_result change_sources(waft_world* world, const waft_edit* edit) {
    waft_source_id id = wafti_smoke_source_at(world->smoke, edit->index);
    if (edit->kind == WAFT_EDIT_ADD_SOURCE) {
        return waft_smoke_add_source(world->smoke, &edit->source, &id);
    }
    if (id.index1 == 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "there is no source of smoke number %u",
            (unsigned)edit->index);
    }
    return edit->kind == WAFT_EDIT_SET_SOURCE
               ? waft_smoke_set_source(world->smoke, id, &edit->source)
               : waft_smoke_remove_source(world->smoke, id);
}

// ---- solids

static waft_result change_solid(waft_world* world, const waft_edit* edit) {
    waft_solid_id id = {0, 0};
    if (edit->kind == WAFT_EDIT_ADD_SOLID) {
        return waft_world_add_solid(world, &edit->solid, &id);
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

static waft_result change_liquid(waft_world* world, const waft_edit* edit) {
    waft_liquid* liquid = world->liquid;
    const bool of_sink = edit->kind == WAFT_EDIT_REMOVE_SINK;
    const waft_emitter_id emitter = waft_liquid_emitter_at(liquid, edit->index);
    const waft_sink_id sink = waft_liquid_sink_at(liquid, edit->index);
    switch (edit->kind) {
    case WAFT_EDIT_ADD_BLOCK:
        return waft_liquid_add_block(liquid, &edit->block, NULL);
    case WAFT_EDIT_ADD_SINK:
        return waft_liquid_add_sink(liquid, &edit->sink.shape, &edit->sink.pose, NULL);
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

// ---- all

waft_result wafti_world_make_change(waft_world* world, const waft_edit* edit) {
    static const struct {
        waft_edit_kind last; // of those that one function makes
        wafti_part_kind part;
        waft_result (*make)(waft_world* world, const waft_edit* edit);
    } makers[] = {
        {WAFT_EDIT_SET_WIND, WAFTI_PART_BODIES, change_bodies},
        {WAFT_EDIT_REMOVE_SOURCE, WAFTI_PART_SMOKE, change_sources},
        {WAFT_EDIT_REMOVE_SOLID, WAFTI_PART_SOLIDS, change_solid},
        {WAFT_EDIT_IMMERSE_BODY, WAFTI_PART_BODIES, change_bodies},
        {WAFT_EDIT_KIND_COUNT, WAFTI_PART_LIQUID, change_liquid},
    };
    size_t n = 0;
    while (edit->kind > makers[n].last) {
        ++n;
    }
    const wafti_part* part = &wafti_parts[makers[n].part];
    if (!wafti_part_is_there(world, part)) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "the world has no %s to change", part->name);
    }
    waft_edit own = *edit;
    world->queueing = true;
    waft_result result = take_mesh(world, &own);
    result = result == WAFT_OK ? makers[n].make(world, &own) : result;
    world->queueing = false;
    return result;
}

void wafti_world_accept(waft_world* world, const waft_edit* edit) {
    ++world->edit_total;
    if (world->recorder.write != NULL) {
        world->recorder.write(world->recorder.user, edit);
    }
}

void wafti_world_changed(void* user, waft_edit_kind kind, uint32_t index, const void* what) {
    waft_world* world = user;
    if (kind == WAFT_EDIT_REMOVE_BODY) {
        wafti_world_forget_body(world, index);
    }
    // Calls within a step are the solvers' own, and those that make the world are no edits of it.
    const bool making = world->steps == 0 && world->recorder.write == NULL && !world->queueing;
    if (world->stepping || making) {
        return;
    }
    static const size_t sizes[WAFT_EDIT_KIND_COUNT] = {
        [WAFT_EDIT_ADD_BODY] = sizeof(waft_body_def),
        [WAFT_EDIT_SET_BODY] = sizeof(waft_body_def),
        [WAFT_EDIT_PLACE_BODY] = sizeof(waft_body_state),
        [WAFT_EDIT_PUSH_BODY] = sizeof(waft_push),
        [WAFT_EDIT_ADD_WIND] = sizeof(waft_wind_def),
        [WAFT_EDIT_SET_WIND] = sizeof(waft_wind_def),
        [WAFT_EDIT_ADD_SOURCE] = sizeof(waft_source_def),
        [WAFT_EDIT_SET_SOURCE] = sizeof(waft_source_def),
        [WAFT_EDIT_ADD_SOLID] = sizeof(waft_solid_def),
        [WAFT_EDIT_MOVE_SOLID] = sizeof(waft_pose),
        [WAFT_EDIT_IMMERSE_BODY] = sizeof(waft_immersion),
        [WAFT_EDIT_ADD_BLOCK] = sizeof(waft_liquid_block_def),
        [WAFT_EDIT_ADD_EMITTER] = sizeof(waft_liquid_emitter_def),
        [WAFT_EDIT_SET_EMITTER] = sizeof(waft_liquid_emitter_def),
        [WAFT_EDIT_ADD_SINK] = sizeof(waft_placed_shape),
        [WAFT_EDIT_INJECT] = sizeof(waft_liquid_parcel),
    };
    waft_edit edit = {.step = world->steps, .kind = kind, .index = index};
    if (what != NULL) {
        memcpy(&edit.body, what, sizes[kind]);
    }
    // A hull of the host's own is not to be mixed up with one of the same key that the world keeps.
    if (kind == WAFT_EDIT_ADD_BODY && keeps_hull(world, edit.body.hull)) {
        edit.hull = waft_hull_get_info(edit.body.hull).key;
    }
    if (kind == WAFT_EDIT_SET_SOURCE) {
        edit.source.shape = waft_source_def_default().shape; // a source keeps the one it has
    }
    edit.mesh = known_mesh(world, &edit);
    wafti_world_accept(world, &edit);
}
