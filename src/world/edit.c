// SPDX-License-Identifier: MIT
// Changes from outside: edits that wait for a step, and curves over time.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "world/edit.h"
#include "world/typed_edit.h"
#include "world/world.h"

static bool is_wind(waft_knob knob) {
    return knob == WAFT_KNOB_WIND_X || knob == WAFT_KNOB_WIND_Y || knob == WAFT_KNOB_WIND_Z;
}

static bool is_train_knob(waft_knob knob) {
    return knob == WAFT_KNOB_TRAIN_AMPLITUDE || knob == WAFT_KNOB_TRAIN_PHASE;
}

static bool is_handle_knob(waft_knob knob) {
    return knob >= WAFT_KNOB_HANDLE_X && knob <= WAFT_KNOB_HANDLE_LEVEL;
}

// Knobs of things of the water whose numbers stay theirs.
static bool is_water_list_knob(waft_knob knob) {
    return knob == WAFT_KNOB_WATER_SOURCE_RATE || is_handle_knob(knob);
}

static void set_wind(waft_world* world, waft_knob knob, float value) {
    float* component = knob == WAFT_KNOB_WIND_X   ? &world->wind.x
                       : knob == WAFT_KNOB_WIND_Y ? &world->wind.y
                                                  : &world->wind.z;
    *component = value;
}

// What an edit or a curve asks for, judged by what will be there.
static waft_result check_knob(const waft_world* world, const wafti_coming* there, waft_knob knob,
    uint32_t index, float value, waft_error* error) {
    const char* path = waft_knob_path(knob);
    if (path == NULL || knob == WAFT_KNOB_NONE) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "there is no knob number %d", (int)knob);
    }
    if (!isfinite(value)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the value for %s is not finite", path);
    }
    if (wafti_smoke_owns(knob)) {
        return world->smoke != NULL ? wafti_smoke_check(world->smoke, knob, index, value, error)
                                    : wafti_fail(error, WAFT_ERR_ARGUMENT, "%s needs smoke", path);
    }
    if (wafti_liquid_owns(knob)) {
        return world->liquid != NULL
                   ? wafti_liquid_check(world->liquid, knob, index, value, error)
                   : wafti_fail(error, WAFT_ERR_ARGUMENT, "%s needs a liquid", path);
    }
    if (index != 0 && !is_train_knob(knob) && !is_water_list_knob(knob)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s is one; it takes index 0, not %u", path, (unsigned)index);
    }
    if (knob == WAFT_KNOB_TURBULENCE_STRENGTH) {
        return world->detail != NULL
                   ? wafti_detail_check_strength(value, error)
                   : wafti_fail(error, WAFT_ERR_ARGUMENT, "%s needs turbulence in the smoke", path);
    }
    if (is_wind(knob)) {
        // The scene's own limit: beyond it air is no medium that carries drops.
        const float fastest = 1000.0f;
        return fabsf(value) <= fastest ? WAFT_OK
                                       : wafti_fail(error, WAFT_ERR_ARGUMENT,
                                             "%s must lie between -1000 and 1000 m/s", path);
    }
    if (world->water == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s needs a water surface", path);
    }
    const waft_result result =
        wafti_water_check(world->water, there->train_count, knob, index, value, error);
    if (result == WAFT_OK && is_handle_knob(knob) && !there->handles.live[index]) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s: there is no handle number %u", path, (unsigned)index);
    }
    return result;
}

static waft_result set_knob(waft_world* world, waft_knob knob, uint32_t index, float value) {
    if (is_wind(knob)) {
        set_wind(world, knob, value);
        return WAFT_OK;
    }
    if (wafti_smoke_owns(knob)) {
        wafti_smoke_set(world->smoke, knob, index, value);
        return WAFT_OK;
    }
    if (wafti_liquid_owns(knob)) {
        wafti_liquid_set(world->liquid, knob, index, value);
        return WAFT_OK;
    }
    if (knob == WAFT_KNOB_TURBULENCE_STRENGTH) {
        wafti_detail_set_strength(world->detail, value);
        return WAFT_OK;
    }
    return wafti_water_set(world->water, knob, index, value);
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
    const waft_world* world, const wafti_coming* there, const waft_edit* edit, waft_error* error) {
    if (edit->kind == WAFT_EDIT_SET) {
        return check_knob(world, there, edit->knob, edit->index, edit->value, error);
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
    if (result == WAFT_OK) {
        result = wafti_world_make_room(world, world->edit_count + 1);
    }
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
        return set_knob(world, edit->knob, edit->index, edit->value);
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

static waft_result check_keys(
    waft_world* world, waft_knob knob, uint32_t index, const waft_key* keys, size_t key_count) {
    if (keys == NULL || key_count == 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "a curve needs at least one key");
    }
    wafti_coming there;
    find_there(world, &there);
    for (size_t i = 0; i < key_count; ++i) {
        if (!isfinite(keys[i].time) || (i > 0 && !(keys[i].time > keys[i - 1].time))) {
            return wafti_fail(
                &world->error, WAFT_ERR_ARGUMENT, "key %zu: times must be finite and rise", i);
        }
        const waft_result result =
            check_knob(world, &there, knob, index, keys[i].value, &world->error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

// The curve of the same knob and, where there are several, of the same train or source.
static wafti_curve* find_curve(waft_world* world, const wafti_curve* like) {
    for (size_t i = 0; i < world->curve_count; ++i) {
        wafti_curve* curve = &world->curves[i];
        if (curve->knob == like->knob && curve->index1 == like->index1 &&
            curve->generation == like->generation) {
            return curve;
        }
    }
    return NULL;
}

static void name_owner(const waft_world* world, uint32_t index, wafti_curve* curve) {
    if (is_train_knob(curve->knob)) {
        const waft_train_id train = waft_water_train_id(world->water, index);
        curve->index1 = train.index1;
        curve->generation = train.generation;
    } else if (wafti_smoke_owns(curve->knob)) {
        const wafti_smoke_part part = wafti_smoke_part_at(world->smoke, curve->knob, index);
        curve->index1 = part.index1;
        curve->generation = part.generation;
    } else if (is_water_list_knob(curve->knob) || wafti_liquid_owns(curve->knob)) {
        curve->index1 = index + 1;
    }
}

// The state at time 0 must show curves already, since frame 0 is drawn before any step.
static void show_start(waft_world* world) {
    wafti_pool_begin(world->pool);
    wafti_world_apply_curves(world, 0.0);
    if (world->smoke != NULL) {
        wafti_smoke_settle(world->smoke);
    }
    if (world->water != NULL) {
        wafti_water_redraw(world->water, 0.0);
    }
    wafti_pool_end(world->pool);
}

waft_result waft_world_animate(
    waft_world* world, waft_knob knob, uint32_t index, const waft_key* keys, size_t key_count) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (world->steps > 0) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "curves must be given before the first step");
    }
    const waft_result result = check_keys(world, knob, index, keys, key_count);
    if (result != WAFT_OK) {
        return result;
    }
    if (world->curves == NULL) {
        world->curves = wafti_arena_take(&world->arena, WAFTI_CURVE_CAPACITY, sizeof(wafti_curve));
    }
    waft_key* copy = wafti_arena_take(&world->arena, key_count, sizeof(*copy));
    if (world->curves == NULL || copy == NULL) {
        return wafti_fail_memory(&world->error, key_count * sizeof(*copy), "a curve");
    }
    memcpy(copy, keys, key_count * sizeof(*copy));
    wafti_curve given = {.knob = knob, .keys = copy, .key_count = key_count};
    name_owner(world, index, &given);
    wafti_curve* curve = find_curve(world, &given);
    if (curve == NULL) {
        if (world->curve_count == WAFTI_CURVE_CAPACITY) {
            return wafti_fail(&world->error, WAFT_ERR_FULL, "all %d curves of a world are used",
                (int)WAFTI_CURVE_CAPACITY);
        }
        curve = &world->curves[world->curve_count++];
    }
    *curve = given;
    show_start(world);
    return WAFT_OK;
}

static float curve_value(const wafti_curve* curve, double time) {
    const waft_key* keys = curve->keys;
    if (time <= keys[0].time) {
        return keys[0].value;
    }
    // The first key after `time` lies in [next, end).
    size_t next = 1;
    size_t end = curve->key_count;
    while (next < end) {
        const size_t middle = next + (end - next) / 2;
        if (keys[middle].time <= time) {
            next = middle + 1;
        } else {
            end = middle;
        }
    }
    if (next == curve->key_count) {
        return keys[next - 1].value;
    }
    const double share = (time - keys[next - 1].time) / (keys[next].time - keys[next - 1].time);
    const double low = (double)keys[next - 1].value;
    return (float)(low + share * ((double)keys[next].value - low));
}

static bool find_train(const waft_world* world, const wafti_curve* curve, uint32_t* out_index) {
    const size_t count = waft_water_train_count(world->water);
    for (size_t i = 0; i < count; ++i) {
        const waft_train_id id = waft_water_train_id(world->water, i);
        if (id.index1 == curve->index1 && id.generation == curve->generation) {
            *out_index = (uint32_t)i;
            return true;
        }
    }
    return false;
}

// Where the owner of a curve is now; what was removed takes its curve with it.
static bool find_owner(const waft_world* world, const wafti_curve* curve, uint32_t* out_index) {
    *out_index = 0;
    if (is_train_knob(curve->knob)) {
        return find_train(world, curve, out_index);
    }
    if (is_water_list_knob(curve->knob) || wafti_liquid_owns(curve->knob)) {
        *out_index = curve->index1 - 1;
        return true;
    }
    const wafti_smoke_part part = {curve->index1, curve->generation};
    return !wafti_smoke_owns(curve->knob) ||
           wafti_smoke_find_part(world->smoke, curve->knob, part, out_index);
}

void wafti_world_apply_curves(waft_world* world, double time) {
    for (size_t i = 0; i < world->curve_count; ++i) {
        const wafti_curve* curve = &world->curves[i];
        uint32_t index = 0;
        if (find_owner(world, curve, &index)) {
            // Keys were checked when the curve was given, and values between them are in range too.
            (void)set_knob(world, curve->knob, index, curve_value(curve, time));
        }
    }
}
