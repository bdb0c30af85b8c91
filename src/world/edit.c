// SPDX-License-Identifier: MIT
// Changes from outside: edits that wait for a step.
#include <string.h>

#include "base/error.h"
#include "world/property.h"
#include "world/typed_edit.h"
#include "world/world.h"

// Whether the item of a setting will be there though it is not yet, or will be gone though it is there.
static waft_result foresee_item(const wafti_property* property, const wafti_coming* there,
    const waft_world* world, bool* out_coming, waft_error* error) {
    const wafti_owner owner = property->named.row->owner;
    const uint32_t index = property->named.index;
    *out_coming = false;
    if (world->water == NULL || (owner != WAFTI_OWNER_TRAIN && owner != WAFTI_OWNER_HANDLE)) {
        return WAFT_OK;
    }
    const bool train = owner == WAFTI_OWNER_TRAIN;
    const bool comes = train ? index < there->train_count
                             : index < WAFTI_MOST_HANDLES && there->handles.live[index];
    if (!comes) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: there is no number %u",
            property->named.row->shown.path, (unsigned)index);
    }
    *out_coming = wafti_property_item(world, property) == 0;
    return WAFT_OK;
}

static waft_result check_setting(
    waft_world* world, const wafti_coming* there, const waft_setting* setting, waft_error* error) {
    wafti_property property;
    if (strnlen(setting->path, WAFT_PATH_SIZE) == WAFT_PATH_SIZE) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the path of a property does not end");
    }
    waft_result result = wafti_property_find(setting->path, &property, error);
    if (result == WAFT_OK && setting->value_count != wafti_property_length(&property)) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT, "%s takes %zu numbers, not %u", setting->path,
            wafti_property_length(&property), (unsigned)setting->value_count);
    }
    bool coming = false;
    result = result == WAFT_OK ? foresee_item(&property, there, world, &coming, error) : result;
    return result == WAFT_OK
               ? wafti_property_check(world, &property, setting->values, coming, error)
               : result;
}

static waft_result apply_setting(waft_world* world, const waft_setting* setting) {
    wafti_property property;
    const waft_result result = wafti_property_find(setting->path, &property, NULL);
    return result == WAFT_OK ? wafti_property_set(world, &property, setting->values, NULL) : result;
}

static bool is_brush(waft_edit_kind kind) {
    return kind == WAFT_EDIT_BRUSH || kind == WAFT_EDIT_TERRAIN;
}

static bool is_handle(waft_edit_kind kind) {
    return kind == WAFT_EDIT_ADD_HANDLE || kind == WAFT_EDIT_REMOVE_HANDLE;
}

static waft_result check_handle_edit(
    const waft_world* world, const wafti_coming* there, const waft_edit* edit, waft_error* error) {
    if (edit->kind == WAFT_EDIT_ADD_HANDLE) {
        return wafti_water_check_handle(world->water, &there->handles, &edit->handle, error);
    }
    if (edit->index < WAFTI_MOST_HANDLES && there->handles.live[edit->index]) {
        return WAFT_OK;
    }
    return wafti_fail(
        error, WAFT_ERR_ARGUMENT, "there is no handle number %u", (unsigned)edit->index);
}

static waft_result check_edit(
    waft_world* world, const wafti_coming* there, const waft_edit* edit, waft_error* error) {
    if (edit->kind == WAFT_EDIT_SET) {
        return check_setting(world, there, &edit->setting, error);
    }
    if (edit->kind == WAFT_EDIT_HOLD || edit->kind == WAFT_EDIT_LET_GO) {
        const waft_grip* grip = edit->kind == WAFT_EDIT_HOLD ? &edit->grip : NULL;
        return world->bodies != NULL
                   ? wafti_bodies_check_grip(world->bodies, edit->index, grip, error)
                   : wafti_fail(error, WAFT_ERR_ARGUMENT, "the world has no bodies to hold");
    }
    if (world->water == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the world has no water for a %s",
            is_brush(edit->kind)    ? "brush"
            : is_handle(edit->kind) ? "handle"
                                    : "wave train");
    }
    if (is_handle(edit->kind)) {
        return check_handle_edit(world, there, edit, error);
    }
    if (is_brush(edit->kind)) {
        return wafti_water_check_brush(world->water, &edit->brush, error);
    }
    if (edit->kind == WAFT_EDIT_ADD_TRAIN) {
        return wafti_water_check_train(world->water, there->train_count, &edit->train, error);
    }
    if (edit->kind == WAFT_EDIT_REMOVE_TRAIN) {
        if (edit->index < there->train_count) {
            return WAFT_OK;
        }
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "there is no wave train number %u", (unsigned)edit->index);
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT, "there is no edit of kind %d", (int)edit->kind);
}

static void find_there(const waft_world* world, wafti_coming* out) {
    *out = (wafti_coming){.train_count = waft_water_train_count(world->water)};
    if (world->water != NULL) {
        wafti_water_plan_handles(world->water, &out->handles);
    }
}

// What there is after a checked edit.
static void plan_edit(const waft_world* world, const waft_edit* edit, wafti_coming* coming) {
    coming->train_count += edit->kind == WAFT_EDIT_ADD_TRAIN;
    coming->train_count -= edit->kind == WAFT_EDIT_REMOVE_TRAIN;
    if (is_handle(edit->kind)) {
        const bool adds = edit->kind == WAFT_EDIT_ADD_HANDLE;
        const uint32_t number =
            adds ? wafti_water_next_handle(world->water, &coming->handles) : edit->index;
        coming->handles.live[number] = adds;
    }
}

// A new edit may name a train or handle that one which waits adds, or fill a place that one of them frees.
static const wafti_coming* foresee(waft_world* world) {
    if (world->edits_foreseen == 0) {
        find_there(world, &world->coming);
    }
    for (; world->edits_foreseen < world->edit_count; ++world->edits_foreseen) {
        plan_edit(world, &world->edits[world->edits_foreseen], &world->coming);
    }
    return &world->coming;
}

waft_result wafti_world_make_room(waft_world* world, size_t count) {
    if (count > WAFT_MOST_WAITING_EDITS) {
        return wafti_fail(&world->error, WAFT_ERR_FULL,
            "%d edits wait for the next step already; step the world before more are queued",
            WAFT_MOST_WAITING_EDITS);
    }
    size_t room = world->edit_room > 0 ? world->edit_room : 16;
    while (room < count) {
        room *= 2;
    }
    if (room == world->edit_room) {
        return WAFT_OK;
    }
    const waft_allocator* allocator = &world->def.allocator;
    waft_edit* edits = wafti_allocate(allocator, room, sizeof(*edits));
    if (edits == NULL) {
        return wafti_fail_memory(&world->error, room * sizeof(*edits), "edits that wait");
    }
    if (world->edit_count > 0) {
        memcpy(edits, world->edits, world->edit_count * sizeof(*edits));
    }
    wafti_release(allocator, world->edits, world->edit_room, sizeof(*edits));
    world->edits = edits;
    world->edit_room = room;
    return WAFT_OK;
}

waft_result waft_world_queue(waft_world* world, const waft_edit* edit) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (edit == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the edit is NULL");
    }
    if (wafti_is_change(edit->kind)) {
        return wafti_world_make_change(world, edit);
    }
    waft_result result = check_edit(world, foresee(world), edit, &world->error);
    result = result == WAFT_OK ? wafti_world_make_room(world, world->edit_count + 1) : result;
    if (result != WAFT_OK) {
        return result;
    }
    waft_edit* kept = &world->edits[world->edit_count++];
    *kept = *edit;
    kept->step = world->steps;
    wafti_world_accept(world, kept);
    return WAFT_OK;
}

waft_result waft_world_record(waft_world* world, const waft_recorder* recorder) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (recorder != NULL && recorder->write == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the recorder has no `write`");
    }
    world->recorder = recorder != NULL ? *recorder : (waft_recorder){.write = NULL};
    return WAFT_OK;
}

uint64_t waft_world_edit_total(const waft_world* world) {
    return world != NULL ? world->edit_total : 0;
}

static waft_result apply_edit(waft_world* world, const waft_edit* edit) {
    switch (edit->kind) {
    case WAFT_EDIT_SET:
        return apply_setting(world, &edit->setting);
    case WAFT_EDIT_ADD_TRAIN:
        return wafti_water_add_train(world->water, &edit->train);
    case WAFT_EDIT_REMOVE_TRAIN:
        return wafti_water_remove_train(world->water, edit->index);
    case WAFT_EDIT_BRUSH:
        wafti_water_brush(world->water, &edit->brush);
        return WAFT_OK;
    case WAFT_EDIT_TERRAIN:
        wafti_water_raise_bed(world->water, &edit->brush);
        return WAFT_OK;
    case WAFT_EDIT_HOLD:
        wafti_bodies_hold(world->bodies, edit->index, &edit->grip);
        return WAFT_OK;
    case WAFT_EDIT_LET_GO:
        wafti_bodies_let_go(world->bodies, edit->index);
        return WAFT_OK;
    case WAFT_EDIT_ADD_HANDLE:
        wafti_water_add_handle(world->water, &edit->handle);
        return WAFT_OK;
    case WAFT_EDIT_REMOVE_HANDLE:
        wafti_water_remove_handle(world->water, edit->index);
        return WAFT_OK;
    default:
        return WAFT_ERR_ARGUMENT;
    }
}

void wafti_world_apply_edits(waft_world* world) {
    if (world->edit_count > 0) {
        find_there(world, &world->coming);
    }
    for (size_t i = 0; i < world->edit_count; ++i) {
        // Edits were judged when they were queued; those that came in a snapshot are judged here.
        const waft_edit* edit = &world->edits[i];
        if (check_edit(world, &world->coming, edit, NULL) == WAFT_OK &&
            apply_edit(world, edit) == WAFT_OK) {
            plan_edit(world, edit, &world->coming);
        } else {
            wafti_events_add(&world->events,
                (waft_event){
                    .kind = WAFT_EVENT_EDIT_REFUSED, .index = (uint32_t)i, .step = world->steps});
        }
    }
    world->edit_count = 0;
    world->edits_foreseen = 0;
}
