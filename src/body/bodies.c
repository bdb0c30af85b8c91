// SPDX-License-Identifier: MIT
// A set of bodies: creation, and bodies that come and go.
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "base/error.h"
#include "body/crowd.h"
#include "body/lane.h"
#include "body/seas.h"
#include "body/touch.h"

static size_t first_groups(const waft_bodies_def* def) {
    return ((size_t)def->capacity + WAFTI_BODY_LANES - 1) / WAFTI_BODY_LANES;
}

// Sizes in the order of fill_bodies(), which takes the same.
size_t waft_bodies_memory_needed(const waft_bodies_def* def) {
    waft_bodies_def wide = waft_bodies_def_default();
    if (waft_struct_take(&wide, sizeof(wide), def, "waft_bodies_def", NULL) != WAFT_OK ||
        wide.capacity == 0 || wide.capacity > WAFTI_MOST_BODIES) {
        return SIZE_MAX;
    }
    def = &wide;
    const size_t each = sizeof(wafti_body) + 2 * sizeof(uint32_t);
    const size_t group = sizeof(wafti_group) + sizeof(wafti_body_block);
    size_t total = wafti_size_add(sizeof(waft_bodies), wafti_size_mul(def->capacity, each));
    total = wafti_size_add(total, wafti_size_mul(first_groups(def), group));
    total = wafti_size_add(total, wafti_size_mul(def->wind_capacity, sizeof(wafti_wind)));
    return def->collisions ? wafti_size_add(total, wafti_meeting_memory(def->capacity)) : total;
}

size_t wafti_bodies_memory(const waft_bodies* bodies) {
    const size_t group = sizeof(wafti_group) + sizeof(wafti_body_block);
    const size_t more = bodies->group_capacity - first_groups(&bodies->def);
    const size_t bench = WAFTI_BODY_LANES * sizeof(wafti_body_lane);
    size_t kinds = bodies->kind_capacity * sizeof(void*);
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        const bool precise = bodies->kinds[n]->def.precise;
        kinds += sizeof(wafti_kind) + (precise ? 0 : 2 * sizeof(wafti_body_model_float));
    }
    return waft_bodies_memory_needed(&bodies->def) + more * group + bodies->bench_capacity * bench +
           kinds;
}

static waft_result fill_bodies(waft_bodies* bodies) {
    const waft_bodies_def* def = &bodies->def;
    wafti_arena* arena = &bodies->arena;
    wafti_arena_init(arena, &bodies->allocator, 0);
    bodies->records = wafti_arena_take(arena, def->capacity, sizeof(*bodies->records));
    bodies->order = wafti_arena_take(arena, def->capacity, sizeof(*bodies->order));
    uint32_t* generation = wafti_arena_take(arena, def->capacity, sizeof(*generation));
    bodies->air.winds = wafti_arena_take(arena, def->wind_capacity, sizeof(*bodies->air.winds));
    bodies->air.wind_capacity = def->wind_capacity;
    if (arena->failed) {
        return wafti_fail_memory(bodies->context->error, waft_bodies_memory_needed(def), "bodies");
    }
    wafti_ids_init(&bodies->ids, generation, def->capacity);
    if (def->collisions) {
        bodies->meeting = wafti_meeting_create(arena, def->capacity);
        if (bodies->meeting == NULL) {
            return wafti_fail_memory(
                bodies->context->error, wafti_meeting_memory(def->capacity), "meeting bodies");
        }
    }
    return wafti_seats_grow(bodies, first_groups(def), 0);
}

void wafti_bodies_set_plane(waft_bodies* bodies) {
    const waft_ground_def* def = &bodies->def.ground;
    wafti_ground* ground = &bodies->ground;
    ground->has_plane = def->exists;
    const waft_vec3 unit = waft_vec3_normalize(def->normal);
    wafti_vector_from((waft_vec3){0.0f, def->height, 0.0f}, ground->point);
    wafti_vector_from(unit, ground->normal);
}

waft_result wafti_bodies_create(const wafti_context* context,
    const wafti_surroundings* surroundings, const waft_bodies_def* def, waft_bodies** out_bodies) {
    *out_bodies = NULL;
    waft_result result = wafti_check_bodies(def, surroundings, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_bodies* bodies = wafti_allocate_zero(&context->allocator, 1, sizeof(*bodies));
    if (bodies == NULL) {
        return wafti_fail_memory(context->error, sizeof(*bodies), "bodies");
    }
    bodies->context = context;
    bodies->stones.solids = context->solids;
    bodies->allocator = context->allocator;
    bodies->surroundings = *surroundings;
    bodies->def = *def;
    bodies->step = wafti_body_choose(context->isa);
    bodies->air.world = surroundings->wind;
    wafti_air_prepare(&bodies->air);
    wafti_bodies_set_plane(bodies);
    result = fill_bodies(bodies);
    if (result != WAFT_OK) {
        wafti_bodies_destroy(bodies);
        return result;
    }
    *out_bodies = bodies;
    return WAFT_OK;
}

void wafti_bodies_destroy(waft_bodies* bodies) {
    if (bodies == NULL) {
        return;
    }
    const waft_allocator allocator = bodies->allocator;
    for (uint32_t n = 0; n < bodies->kind_count; ++n) {
        wafti_kind_destroy(bodies, bodies->kinds[n]);
    }
    wafti_release(&allocator, bodies->kinds, bodies->kind_capacity, sizeof(void*));
    wafti_release(&allocator, bodies->groups, bodies->group_capacity, sizeof(*bodies->groups));
    wafti_release(&allocator, bodies->blocks, bodies->group_capacity, sizeof(*bodies->blocks));
    wafti_release(&allocator, bodies->lanes, bodies->bench_capacity,
        WAFTI_BODY_LANES * sizeof(*bodies->lanes));
    wafti_arena_free(&bodies->arena);
    wafti_release(&allocator, bodies, 1, sizeof(*bodies));
}

// ---- bodies come and go

static wafti_body_lane* bench_place(const waft_bodies* bodies, const wafti_seat* seat) {
    return &bodies->lanes[(size_t)seat->group->bench * WAFTI_BODY_LANES + (size_t)seat->lane];
}

wafti_body_lane wafti_lane_get(const waft_bodies* bodies, const wafti_seat* seat) {
    return seat->kind->def.precise ? *bench_place(bodies, seat)
                                   : wafti_lane_load(&bodies->blocks[seat->index], seat->lane);
}

void wafti_lane_put(waft_bodies* bodies, const wafti_seat* seat, const wafti_body_lane* value) {
    if (seat->kind->def.precise) {
        *bench_place(bodies, seat) = *value;
    } else {
        wafti_lane_store(value, &bodies->blocks[seat->index], seat->lane);
    }
}

void wafti_body_turning(const waft_bodies* bodies, const wafti_kind* kind, const double point[3],
    double share, double out_turning[3]) {
    memset(out_turning, 0, 3 * sizeof(double));
    if (!bodies->def.spin || bodies->air.even || share >= 1.0) {
        return;
    }
    wafti_air_turning(&bodies->air, point, 0.5 * kind->hull.longest, out_turning);
    wafti_vector_scale(out_turning, 1.0 - share);
}

void wafti_body_calm(const wafti_kind* kind, double share, wafti_body_lane* lane) {
    if (kind->models[share < 0.5 ? WAFTI_AIR : WAFTI_WATER].noise == WAFT_NOISE_OFF) {
        wafti_vector_sub(lane->fluid, lane->gust, lane->fluid);
        memset(lane->gust, 0, sizeof(lane->gust));
        memset(lane->swirl, 0, sizeof(lane->swirl));
    }
}

void wafti_body_wake(waft_bodies* bodies, const wafti_seat* seat) {
    wafti_group* group = seat->group;
    group->rest[seat->lane] = 0.0f;
    if ((group->asleep & seat->bit) == 0) {
        return;
    }
    group->asleep &= (uint8_t)~seat->bit;
    wafti_body_lane state = wafti_lane_get(bodies, seat);
    const wafti_sea sea = wafti_sea_find(bodies, seat->kind, state.position);
    wafti_body_flow(bodies, state.position, group->share[seat->lane], sea.velocity, state.fluid);
    wafti_vector_add_scaled(state.fluid, state.gust, 1.0);
    wafti_lane_put(bodies, seat, &state);
}

void wafti_body_seat(
    waft_bodies* bodies, uint32_t slot, const waft_body_state* state, wafti_body_lane* lane) {
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    wafti_lane_set_state(state, lane);
    const wafti_sea sea = wafti_sea_find(bodies, seat.kind, lane->position);
    const double share = wafti_sea_wetness(bodies, seat.kind, lane, &sea).share;
    wafti_body_flow(bodies, lane->position, share, sea.velocity, lane->fluid);
    wafti_vector_add_scaled(lane->fluid, lane->gust, 1.0);
    wafti_body_calm(seat.kind, share, lane);
    seat.group->share[seat.lane] = share;
    wafti_lane_put(bodies, &seat, lane);
    wafti_body_remember(bodies, &seat);
}

static uint32_t add_one(
    waft_bodies* bodies, uint32_t kind, uint32_t stream, const waft_body_state* state) {
    uint32_t slot = 0;
    const bool taken = wafti_ids_take(&bodies->ids, &slot);
    WAFT_ASSERT(taken);
    const uint32_t number = ++bodies->numbers;
    bodies->records[slot] = (wafti_body){.number = number, .stream = stream != 0 ? stream : number};
    bodies->order[bodies->count++] = slot;
    wafti_seats_take(bodies, kind, slot);
    wafti_body_lane lane = {.stream = bodies->records[slot].stream};
    wafti_body_seat(bodies, slot, state, &lane);
    return slot;
}

waft_result waft_bodies_add_many(waft_bodies* bodies, const waft_body_def* def,
    const waft_body_state* states, size_t count, waft_body_id* out_ids) {
    if (bodies == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = bodies->context->error;
    if (def == NULL || (states == NULL && count > 0)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the body def or its states are NULL");
    }
    waft_body_def wide = waft_body_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_body_def", error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = wafti_check_body(def, error);
    result = result == WAFT_OK ? wafti_check_name(def->name, count, error) : result;
    for (size_t n = 0; n < count && result == WAFT_OK; ++n) {
        result = wafti_check_body_state(&states[n], error);
    }
    if (result != WAFT_OK || count == 0) {
        return result;
    }
    // Streams above are the world's own.
    const uint32_t last = 0xFFFFFFEFu;
    if (def->stream != 0 && count - 1 > last - def->stream) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "body.stream is %u: %zu bodies from there on pass the last stream, %u",
            (unsigned)def->stream, count, (unsigned)last);
    }
    if (count > bodies->def.capacity - bodies->count || count > last - bodies->numbers) {
        return wafti_fail(error, WAFT_ERR_FULL,
            "bodies.capacity is %u, and %u are there: %zu more do not fit",
            (unsigned)bodies->def.capacity, (unsigned)bodies->count, count);
    }
    uint32_t kind = 0;
    result = wafti_kind_find(bodies, def, &kind);
    result = result == WAFT_OK ? wafti_seats_reserve(bodies, kind, count) : result;
    for (size_t n = 0; n < count && result == WAFT_OK; ++n) {
        const uint32_t stream = def->stream != 0 ? def->stream + (uint32_t)n : 0;
        const uint32_t slot = add_one(bodies, kind, stream, &states[n]);
        bodies->records[slot].user = def->user;
        wafti_body_set_name(&bodies->records[slot], def->name, n, count);
        wafti_body_set_start(bodies, slot, def->start);
        if (out_ids != NULL) {
            out_ids[n] = wafti_body_id(bodies, slot);
        }
        waft_body_def one = *def;
        one.stream = stream;
        one.state = states[n];
        one.name = bodies->records[slot].name;
        wafti_tell_change(bodies->context, WAFT_EDIT_ADD_BODY, bodies->numbers, &one);
    }
    return result;
}

waft_result waft_bodies_add(waft_bodies* bodies, const waft_body_def* def, waft_body_id* out_id) {
    if (out_id != NULL) {
        *out_id = (waft_body_id){0, 0};
    }
    waft_body_def wide = waft_body_def_default();
    const bool taken = waft_struct_take(&wide, sizeof(wide), def, "waft_body_def", NULL) == WAFT_OK;
    return waft_bodies_add_many(bodies, taken ? &wide : def, &wide.state, 1, out_id);
}

// Places in the order of creation follow the numbers, so that one is found by halving.
static uint32_t place_of(const waft_bodies* bodies, uint32_t number) {
    uint32_t low = 0;
    uint32_t high = bodies->count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        const bool before = bodies->records[bodies->order[middle]].number <= number;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    return low;
}

bool wafti_body_find_number(const waft_bodies* bodies, uint32_t number, uint32_t* out_slot) {
    if (bodies->count == 0) {
        return false;
    }
    *out_slot = bodies->order[place_of(bodies, number)];
    return bodies->records[*out_slot].number == number;
}

waft_body_id wafti_bodies_numbered(const waft_bodies* bodies, uint32_t number) {
    uint32_t slot = 0;
    return wafti_body_find_number(bodies, number, &slot) ? wafti_body_id(bodies, slot)
                                                         : (waft_body_id){0, 0};
}

waft_result wafti_body_find(const waft_bodies* bodies, waft_body_id id, uint32_t* out_slot) {
    if (bodies == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    return wafti_ids_find(&bodies->ids, id.index1, id.generation, out_slot)
               ? WAFT_OK
               : wafti_fail(bodies->context->error, WAFT_ERR_STALE_ID,
                     "the id names no body that is there");
}

waft_result waft_bodies_remove(waft_bodies* bodies, waft_body_id id) {
    uint32_t slot = 0;
    const waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK) {
        return result;
    }
    const uint32_t number = bodies->records[slot].number;
    const uint32_t place = place_of(bodies, number);
    --bodies->count;
    wafti_body_set_start(bodies, slot, 0.0);
    memmove(bodies->order + place, bodies->order + place + 1,
        (bodies->count - place) * sizeof(*bodies->order));
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    wafti_seats_leave(bodies, &seat);
    wafti_ids_drop(&bodies->ids, slot);
    wafti_tell_change(bodies->context, WAFT_EDIT_REMOVE_BODY, number, NULL);
    return WAFT_OK;
}

waft_result waft_bodies_place(waft_bodies* bodies, waft_body_id id, const waft_body_state* state) {
    uint32_t slot = 0;
    waft_result result = wafti_body_find(bodies, id, &slot);
    if (result == WAFT_OK) {
        waft_error* error = bodies->context->error;
        result = state != NULL ? wafti_check_body_state(state, error)
                               : wafti_fail(error, WAFT_ERR_ARGUMENT, "the state is NULL");
    }
    if (result != WAFT_OK) {
        return result;
    }
    wafti_body* body = &bodies->records[slot];
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    wafti_group* group = seat.group;
    uint8_t* const masks[] = {&group->touching, &group->landed, &group->ended, &group->quarantined,
        &group->asleep, &group->pushed};
    for (size_t n = 0; n < sizeof(masks) / sizeof(masks[0]); ++n) {
        *masks[n] &= (uint8_t)~seat.bit;
    }
    group->rest[seat.lane] = 0.0f;
    memset(body->push, 0, sizeof(body->push));
    wafti_body_lane lane = wafti_lane_get(bodies, &seat);
    wafti_body_seat(bodies, slot, state, &lane);
    wafti_tell_change(bodies->context, WAFT_EDIT_PLACE_BODY, body->number, state);
    return WAFT_OK;
}

void wafti_body_push(waft_bodies* bodies, uint32_t slot, const double impulse[6]) {
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    for (int k = 0; k < 6; ++k) {
        bodies->records[slot].push[k] += impulse[k];
    }
    seat.group->pushed |= seat.bit;
}

waft_result waft_bodies_push(
    waft_bodies* bodies, waft_body_id id, waft_vec3 impulse, waft_vec3 point) {
    uint32_t slot = 0;
    const waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK) {
        return result;
    }
    if (!wafti_vec3_is_finite(impulse) || !wafti_vec3_is_finite(point)) {
        return wafti_fail(
            bodies->context->error, WAFT_ERR_ARGUMENT, "the impulse and its point must be finite");
    }
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    const wafti_body_lane lane = wafti_lane_get(bodies, &seat);
    double given[6];
    double arm[3];
    wafti_vector_from(impulse, given);
    wafti_vector_from(point, arm);
    wafti_vector_sub(arm, lane.position, arm);
    wafti_vector_cross(arm, given, given + 3);
    wafti_body_push(bodies, slot, given);
    wafti_tell_change(bodies->context, WAFT_EDIT_PUSH_BODY, bodies->records[slot].number,
        &(waft_push){impulse, point});
    return WAFT_OK;
}

// ---- what surrounds them

waft_result waft_bodies_add_wind(waft_bodies* bodies, const waft_wind_def* def, size_t* out_index) {
    if (bodies == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = bodies->context->error;
    waft_wind_def wide = waft_wind_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_wind_def", error);
    result = result == WAFT_OK ? wafti_check_wind(&wide, error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    wafti_air* air = &bodies->air;
    if (air->wind_count == air->wind_capacity) {
        return wafti_fail(error, WAFT_ERR_FULL,
            "all %zu places for winds are used (bodies.wind_capacity)", air->wind_capacity);
    }
    wafti_wind_set(&air->winds[air->wind_count], &wide);
    if (out_index != NULL) {
        *out_index = air->wind_count;
    }
    ++air->wind_count;
    wafti_air_prepare(air);
    wafti_tell_change(bodies->context, WAFT_EDIT_ADD_WIND, (uint32_t)air->wind_count - 1, def);
    return WAFT_OK;
}

waft_result waft_bodies_set_wind(waft_bodies* bodies, size_t index, const waft_wind_def* def) {
    if (bodies == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = bodies->context->error;
    if (index >= bodies->air.wind_count) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "there is no wind number %zu", index);
    }
    waft_wind_def wide = waft_wind_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_wind_def", error);
    result = result == WAFT_OK ? wafti_bodies_change_wind(bodies, (uint32_t)index, &wide, error)
                               : result;
    if (result == WAFT_OK) {
        wafti_tell_change(bodies->context, WAFT_EDIT_SET_WIND, (uint32_t)index, def);
    }
    return result;
}

void wafti_bodies_set_air(waft_bodies* bodies, const wafti_moving_air* air) {
    bodies->air.box = *air;
    wafti_air_prepare(&bodies->air);
}

waft_vec3 waft_bodies_wind_at(const waft_bodies* bodies, waft_vec3 point) {
    if (bodies == NULL || !wafti_vec3_is_finite(point)) {
        return (waft_vec3){0.0f, 0.0f, 0.0f};
    }
    double at[3];
    double found[3];
    wafti_vector_from(point, at);
    wafti_air_at(&bodies->air, at, found);
    return (waft_vec3){(float)found[0], (float)found[1], (float)found[2]};
}

waft_result waft_bodies_set_ground(waft_bodies* bodies, const waft_field* heights) {
    if (bodies == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (heights == NULL) {
        bodies->ground.heights = (waft_field){0};
        return WAFT_OK;
    }
    const bool fits = heights->data != NULL && heights->size[0] >= 2 && heights->size[1] == 1 &&
                      heights->size[2] >= 2 && isfinite(heights->spacing.x) &&
                      isfinite(heights->spacing.z) && heights->spacing.x > 0.0f &&
                      heights->spacing.z > 0.0f && isfinite(heights->origin.x) &&
                      isfinite(heights->origin.z);
    if (!fits) {
        return wafti_fail(bodies->context->error, WAFT_ERR_ARGUMENT,
            "ground from heights needs a horizontal field of 2 by 2 samples or more");
    }
    bodies->ground.heights = *heights;
    return WAFT_OK;
}
