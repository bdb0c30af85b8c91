// SPDX-License-Identifier: MIT
// Seats in groups of eight. A body keeps its seat for life; which one it has does not show in its
// motion.
#include <string.h>

#include "base/error.h"
#include "body/crowd.h"

static bool has_free_seat(const wafti_group* group, uint32_t kind) {
    return group->kind == kind && group->used != 0xFF;
}

void* wafti_copy_longer(const waft_allocator* allocator, const void* array, size_t size,
    size_t old_count, size_t new_count) {
    void* longer = wafti_allocate_zero(allocator, new_count, size);
    if (longer != NULL && old_count > 0) {
        memcpy(longer, array, old_count * size);
    }
    return longer;
}

static size_t grown(size_t have, size_t want) {
    return want > have + have / 2 ? want : have + have / 2;
}

waft_result wafti_seats_grow(waft_bodies* bodies, size_t groups, size_t benches) {
    const waft_allocator* allocator = &bodies->allocator;
    waft_error* error = bodies->context->error;
    if (groups > bodies->group_capacity) {
        const size_t old = bodies->group_capacity;
        const size_t count = grown(old, groups);
        wafti_group* list = wafti_copy_longer(allocator, bodies->groups, sizeof(*list), old, count);
        wafti_body_block* blocks =
            wafti_copy_longer(allocator, bodies->blocks, sizeof(*blocks), old, count);
        if (list == NULL || blocks == NULL) {
            wafti_release(allocator, list, count, sizeof(*list));
            wafti_release(allocator, blocks, count, sizeof(*blocks));
            return wafti_fail_memory(error, count * sizeof(*blocks), "bodies");
        }
        for (size_t n = old; n < count; ++n) {
            list[n].kind = WAFTI_NONE;
        }
        wafti_release(allocator, bodies->groups, old, sizeof(*list));
        wafti_release(allocator, bodies->blocks, old, sizeof(*blocks));
        bodies->groups = list;
        bodies->blocks = blocks;
        bodies->group_capacity = (uint32_t)count;
    }
    if (benches > bodies->bench_capacity) {
        const size_t count = grown(bodies->bench_capacity, benches);
        const size_t old = bodies->bench_capacity;
        const size_t size = WAFTI_BODY_LANES * sizeof(*bodies->lanes);
        wafti_body_lane* lanes = wafti_copy_longer(allocator, bodies->lanes, size, old, count);
        if (lanes == NULL) {
            return wafti_fail_memory(error, count * size, "precise bodies");
        }
        wafti_release(allocator, bodies->lanes, old, size);
        bodies->lanes = lanes;
        bodies->bench_capacity = (uint32_t)count;
    }
    return WAFT_OK;
}

waft_result wafti_seats_reserve(waft_bodies* bodies, uint32_t kind, size_t count) {
    size_t seats = 0;
    for (uint32_t n = bodies->kinds[kind]->open; n < bodies->group_count && seats < count; ++n) {
        const wafti_group* group = &bodies->groups[n];
        if (has_free_seat(group, kind)) {
            seats += WAFTI_BODY_LANES - wafti_lane_count(group->used);
        }
    }
    if (seats >= count) {
        return WAFT_OK;
    }
    const size_t groups = (count - seats + WAFTI_BODY_LANES - 1) / WAFTI_BODY_LANES;
    size_t idle = bodies->group_capacity - bodies->group_count;
    for (uint32_t n = bodies->open; n < bodies->group_count && idle < groups; ++n) {
        idle += bodies->groups[n].kind == WAFTI_NONE;
    }
    const size_t more = groups > idle ? groups - idle : 0;
    const size_t benches = bodies->kinds[kind]->def.precise ? bodies->bench_count + groups : 0;
    return wafti_seats_grow(bodies, bodies->group_capacity + more, benches);
}

// A bench stays with its group once the group had one.
static void open_group(waft_bodies* bodies, uint32_t index, uint32_t kind) {
    wafti_group* group = &bodies->groups[index];
    const uint32_t bench = index < bodies->group_count ? group->bench : WAFTI_NONE;
    *group = (wafti_group){.kind = kind, .bench = bench};
    if (bodies->kinds[kind]->def.precise && bench == WAFTI_NONE) {
        group->bench = bodies->bench_count++;
    }
    if (group->bench != WAFTI_NONE) {
        // What an earlier kind left there would show in hashes, and no snapshot has it.
        memset(bodies->lanes + (size_t)group->bench * WAFTI_BODY_LANES, 0,
            WAFTI_BODY_LANES * sizeof(*bodies->lanes));
    }
    memset(&bodies->blocks[index], 0, sizeof(bodies->blocks[index]));
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        // Empty lanes are computed too and must stay tame.
        bodies->blocks[index].rotation[3][lane] = 1.0f;
    }
    bodies->group_count = index < bodies->group_count ? bodies->group_count : index + 1;
}

static uint32_t find_group(waft_bodies* bodies, uint32_t kind) {
    uint32_t index = bodies->kinds[kind]->open;
    while (index < bodies->group_count && !has_free_seat(&bodies->groups[index], kind)) {
        ++index;
    }
    if (index >= bodies->group_count) {
        index = bodies->open;
        while (index < bodies->group_count && bodies->groups[index].kind != WAFTI_NONE) {
            ++index;
        }
        open_group(bodies, index, kind);
        bodies->open = index + 1;
    }
    bodies->kinds[kind]->open = index;
    return index;
}

void wafti_seats_take(waft_bodies* bodies, uint32_t kind, uint32_t slot) {
    const uint32_t index = find_group(bodies, kind);
    wafti_group* group = &bodies->groups[index];
    uint8_t idle = (uint8_t)~group->used;
    const int lane = wafti_lane_next(&idle);
    group->used |= wafti_lane_bit(lane);
    group->body[lane] = slot;
    group->rest[lane] = 0.0f;
    ++bodies->kinds[kind]->count;
    bodies->records[slot].group = index;
    bodies->records[slot].lane = (uint32_t)lane;
}

void wafti_seats_leave(waft_bodies* bodies, const wafti_seat* seat) {
    wafti_group* group = seat->group;
    wafti_kind* kind = seat->kind;
    uint8_t* masks[WAFTI_MASKS];
    wafti_group_masks(group, masks);
    for (int n = 0; n < WAFTI_MASKS; ++n) {
        *masks[n] &= (uint8_t)~seat->bit;
    }
    --kind->count;
    kind->open = seat->index < kind->open ? seat->index : kind->open;
    if (group->used == 0) {
        group->kind = WAFTI_NONE;
        bodies->open = seat->index < bodies->open ? seat->index : bodies->open;
    }
}
