// SPDX-License-Identifier: MIT
// What a world tells of itself between steps.
#include "world/world.h"

waft_water* waft_world_water(const waft_world* world) {
    return world != NULL ? world->water : NULL;
}

waft_smoke* waft_world_smoke(const waft_world* world) {
    return world != NULL ? world->smoke : NULL;
}

waft_liquid* waft_world_liquid(const waft_world* world) {
    return world != NULL ? world->liquid : NULL;
}

waft_detail* waft_world_detail(const waft_world* world) {
    return world != NULL ? world->detail : NULL;
}

waft_bodies* waft_world_bodies(const waft_world* world) {
    return world != NULL ? world->bodies : NULL;
}

const waft_smoke* waft_world_shown_smoke(const waft_world* world) {
    const waft_detail* detail = waft_world_detail(world);
    return detail != NULL ? waft_detail_smoke(detail) : waft_world_smoke(world);
}

uint64_t waft_world_steps(const waft_world* world) {
    return world != NULL ? world->steps : 0;
}

double waft_world_time(const waft_world* world) {
    return world != NULL ? (double)world->steps * world->def.step : 0.0;
}

double waft_world_step_length(const waft_world* world) {
    return world != NULL ? world->def.step : 0.0;
}

const char* waft_world_error(const waft_world* world) {
    return world != NULL ? world->error.sentence : "the world is NULL";
}

const waft_event* waft_world_events(
    const waft_world* world, size_t* out_count, size_t* out_dropped) {
    if (out_count != NULL) {
        *out_count = world != NULL ? world->events.count : 0;
    }
    if (out_dropped != NULL) {
        *out_dropped = world != NULL ? world->events.dropped : 0;
    }
    return world != NULL ? world->events.items : NULL;
}

size_t waft_world_stats(const waft_world* world, waft_stat* out_stats, size_t capacity) {
    size_t count = 0;
    for (int i = 0; world != NULL && i < WAFTI_PART_COUNT; ++i) {
        const wafti_part* part = &wafti_parts[i];
        if (part->stats != NULL && wafti_part_is_there(world, part)) {
            const size_t room = capacity > count ? capacity - count : 0;
            count += part->stats(world, room > 0 ? out_stats + count : NULL, room);
        }
    }
    return count;
}

size_t waft_world_timings(const waft_world* world, waft_stat* out_timings, size_t capacity) {
    if (world == NULL) {
        return 0;
    }
    waft_stat timings[WAFTI_PART_COUNT + 1];
    size_t count = 0;
    double other = world->step_seconds;
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        const wafti_part* part = &wafti_parts[i];
        if (part->stats != NULL && wafti_part_is_there(world, part)) {
            timings[count++] = (waft_stat){part->name, "ms", 1e3 * world->seconds[i]};
            other -= world->seconds[i];
        }
    }
    timings[count++] = (waft_stat){"other", "ms", 1e3 * other};
    for (size_t i = 0; i < count && i < capacity; ++i) {
        out_timings[i] = timings[i];
    }
    return count;
}

size_t waft_world_memory(const waft_world* world) {
    if (world == NULL) {
        return 0;
    }
    size_t total = sizeof(*world) + world->edit_room * sizeof(*world->edits);
    total += world->arena.total;
    for (int i = 0; i < WAFTI_PART_COUNT; ++i) {
        total += wafti_part_is_there(world, &wafti_parts[i]) ? wafti_parts[i].memory(world) : 0;
    }
    return total;
}
