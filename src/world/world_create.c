// SPDX-License-Identifier: MIT
// Creation and destruction of a world, its solvers and their couplings.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "world/typed_edit.h"
#include "world/world.h"
#include "world/world_params.h"
#include "world/world_solids.h"

void waft_world_def_fill(waft_world_def* out_def, size_t size) {
    waft_world_def def = {.step = 0.004, .threads = 1, .pin_threads = true};
    wafti_rows_fill(wafti_world_rows, WAFTI_WORLD_PARTS, WAFTI_OWNER_WORLD, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

waft_result wafti_world_check_def(const waft_world_def* def, waft_error* error) {
    const waft_result bad = WAFT_ERR_ARGUMENT;
    const waft_result result =
        wafti_rows_check(wafti_world_rows, WAFTI_WORLD_PARTS, WAFTI_OWNER_WORLD, def, error);
    if (result != WAFT_OK) {
        return result;
    }
    // Solvers keep it in single precision and divide by it. Finite first: an ordered comparison with NaN would trap in a host that traps.
    if (!isfinite(def->step) || def->step < 1e-9 || def->step > 1e3) {
        char number[32];
        (void)wafti_format_double(number, def->step);
        return wafti_fail(error, bad, "the step is %s s; it must be 1e-9 to 1000", number);
    }
    if (def->threads < 1 || def->threads > 256) {
        return wafti_fail(error, bad, "threads is %d; it must be 1 to 256", def->threads);
    }
    if (def->max_substeps < 0) {
        return wafti_fail(
            error, bad, "max_substeps is %d; it must be 0 or more", def->max_substeps);
    }
    if (def->tasks.enqueue != NULL && (def->tasks.finish == NULL || def->tasks.concurrency < 1)) {
        return wafti_fail(error, bad, "a host pool needs `finish` and a concurrency of 1 or more");
    }
    if ((def->allocator.allocate == NULL) != (def->allocator.release == NULL)) {
        return wafti_fail(error, bad, "an allocator needs both `allocate` and `release`");
    }
    return WAFT_OK;
}

waft_result waft_world_create(
    const waft_world_def* def, waft_world** out_world, waft_error* out_error) {
    if (out_world == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "out_world is NULL");
    }
    *out_world = NULL;
    waft_world_def wide = waft_world_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_world_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    result = wafti_world_check_def(def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_world* world = wafti_allocate_zero(&def->allocator, 1, sizeof(*world));
    if (world == NULL) {
        return wafti_fail_memory(out_error, sizeof(*world), "a world");
    }
    world->def = *def;
    world->wind = def->air.wind;
    wafti_arena_init(&world->arena, &world->def.allocator, 4096);
    const wafti_pool_def pool_def = {
        .threads = def->threads,
        .pin = def->pin_threads,
        .tasks = def->tasks,
        .allocator = &world->def.allocator,
    };
    result = wafti_pool_create(&pool_def, &world->pool, out_error);
    if (result != WAFT_OK) {
        waft_world_destroy(world);
        return result;
    }
    world->context = (wafti_context){
        .allocator = def->allocator,
        .logger = def->logger,
        .pool = world->pool,
        .isa = wafti_isa_choose(),
        .seed = def->seed,
        .gravity = -(double)wafti_world_gravity(def).y,
        .dt = def->step,
        .error = &world->error,
        .events = &world->events,
        .changed = wafti_world_changed,
        .world = world,
        .solids = &world->solids,
    };
    wafti_solids_init(&world->solids, &world->context);
    *out_world = world;
    return WAFT_OK;
}

void waft_world_destroy(waft_world* world) {
    if (world == NULL) {
        return;
    }
    const waft_allocator allocator = world->def.allocator;
    // Couplings go before the solvers that they join, and detail before the smoke under it.
    for (int i = WAFTI_PART_COUNT - 1; i >= 0; --i) {
        if (wafti_part_is_there(world, &wafti_parts[i])) {
            wafti_parts[i].destroy(world);
        }
    }
    if (world->player.close != NULL) {
        world->player.close(world->player.user);
    }
    for (int axis = 0; axis < 3; ++axis) {
        wafti_release(&allocator, world->played[axis], world->played_count[axis], sizeof(float));
    }
    for (wafti_kept_hull* kept = world->hulls; kept != NULL; kept = kept->next) {
        waft_hull_destroy(kept->hull);
    }
    wafti_pool_destroy(world->pool);
    wafti_arena_free(&world->arena);
    wafti_release(&allocator, world->edits, world->edit_room, sizeof(*world->edits));
    wafti_release(&allocator, world, 1, sizeof(*world));
}

// Takes the def of a solver that may be created now. `wide` holds the defaults of its `size` bytes; the
// caller's pointer to the solver is NULL till there is one.
static waft_result take_def(waft_world* world, wafti_part_kind kind, const void* def, void* wide,
    size_t size, void* out_solver) {
    const void* none = NULL;
    if (out_solver != NULL) {
        memcpy(out_solver, &none, sizeof(none));
    }
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const wafti_part* part = &wafti_parts[kind];
    waft_error* error = &world->error;
    if (def == NULL || out_solver == NULL) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "the %s def or out_%s is NULL", part->name, part->name);
    }
    if (wafti_part_is_there(world, part)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the world has %s already", part->title);
    }
    if (world->steps > 0) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s must be created before the first step", part->title);
    }
    char type[32];
    (void)snprintf(type, sizeof(type), "waft_%s_def", part->name);
    return waft_struct_take(wide, size, def, type, error);
}

// Bodies and water know of each other once both are there.
static waft_result join_water_and_bodies(waft_world* world) {
    if (world->water == NULL || world->bodies == NULL) {
        return WAFT_OK;
    }
    wafti_couple_water(world->water, world->bodies);
    return wafti_afloat_create(&world->context, world->water, world->bodies, &world->afloat);
}

waft_result wafti_world_check_fall(const waft_world_def* def, waft_error* error) {
    const waft_vec3 gravity = wafti_world_gravity(def);
    return gravity.x == 0.0f && gravity.z == 0.0f && gravity.y < 0.0f
               ? WAFT_OK
               : wafti_fail(error, WAFT_ERR_ARGUMENT,
                     "a water surface needs gravity straight down: [0, negative, 0]");
}

waft_result waft_world_create_water(
    waft_world* world, const waft_water_def* def, waft_water** out_water) {
    waft_water_def wide = waft_water_def_default();
    waft_result result = take_def(world, WAFTI_PART_WATER, def, &wide, sizeof(wide), out_water);
    result = result == WAFT_OK ? wafti_world_check_fall(&world->def, &world->error) : result;
    if (result != WAFT_OK) {
        return result;
    }
    wafti_pool_begin(world->pool);
    result = wafti_water_create(&world->context, &wide, &world->water);
    wafti_pool_end(world->pool);
    result = result == WAFT_OK ? join_water_and_bodies(world) : result;
    if (result != WAFT_OK) {
        if (world->bodies != NULL) {
            wafti_bodies_set_water(world->bodies, &(wafti_moving_water){.look = NULL});
        }
        wafti_water_destroy(world->water);
        world->water = NULL;
    }
    *out_water = world->water;
    return result;
}

waft_result waft_world_create_smoke(
    waft_world* world, const waft_smoke_def* def, waft_smoke** out_smoke) {
    waft_smoke_def wide = waft_smoke_def_default();
    waft_result result = take_def(world, WAFTI_PART_SMOKE, def, &wide, sizeof(wide), out_smoke);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_pool_begin(world->pool);
    result =
        wafti_smoke_create(&world->context, wafti_world_gravity(&world->def), &wide, &world->smoke);
    wafti_pool_end(world->pool);
    result = result == WAFT_OK ? wafti_world_show_solids(world, WAFT_SOLID_SMOKE) : result;
    if (result != WAFT_OK) {
        wafti_smoke_destroy(world->smoke);
        world->smoke = NULL;
    }
    *out_smoke = world->smoke;
    return result;
}

waft_result waft_world_create_liquid(
    waft_world* world, const waft_liquid_def* def, waft_liquid** out_liquid) {
    waft_liquid_def wide = waft_liquid_def_default();
    waft_result result = take_def(world, WAFTI_PART_LIQUID, def, &wide, sizeof(wide), out_liquid);
    if (result != WAFT_OK) {
        return result;
    }
    result = wafti_liquid_create(
        &world->context, wafti_world_gravity(&world->def), &wide, &world->liquid);
    result = result == WAFT_OK ? wafti_world_show_solids(world, WAFT_SOLID_LIQUID) : result;
    if (result != WAFT_OK) {
        wafti_liquid_destroy(world->liquid);
        world->liquid = NULL;
    }
    *out_liquid = world->liquid;
    return result;
}

waft_result waft_world_create_detail(
    waft_world* world, const waft_detail_def* def, waft_detail** out_detail) {
    waft_detail_def wide = waft_detail_def_default();
    waft_result result = take_def(world, WAFTI_PART_DETAIL, def, &wide, sizeof(wide), out_detail);
    if (result != WAFT_OK) {
        return result;
    }
    if (world->smoke == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "detail needs smoke to lie over");
    }
    wafti_pool_begin(world->pool);
    result = wafti_detail_create(&world->context, world->smoke, &wide, &world->detail);
    wafti_pool_end(world->pool);
    *out_detail = world->detail;
    return result;
}

waft_result waft_world_play_smoke(waft_world* world, const waft_flow_player* player) {
    if (world == NULL || player == NULL) {
        if (player != NULL && player->close != NULL) {
            player->close(player->user);
        }
        return WAFT_ERR_ARGUMENT;
    }
    const bool taken = world->player.read != NULL || world->player.close != NULL;
    const bool fits = world->smoke != NULL && world->steps == 0 && player->read != NULL && !taken;
    const uint64_t every = fits ? (uint64_t)waft_smoke_get_def(world->smoke).every : 1;
    if (!fits || player->start % every != 0) {
        if (player->close != NULL) {
            player->close(player->user);
        }
        return fits ? wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
                          "a flow begins after %llu steps, but the smoke moves in every %llu",
                          (unsigned long long)player->start, (unsigned long long)every)
                    : wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
                          "a flow is played once, into smoke that has not been stepped");
    }
    world->player = *player;
    for (int axis = 0; axis < 3; ++axis) {
        const waft_field field = waft_smoke_field(world->smoke, WAFT_SMOKE_VELOCITY_X + axis);
        const size_t count = (size_t)field.size[0] * (size_t)field.size[1] * (size_t)field.size[2];
        if (field.data == NULL) {
            continue;
        }
        world->played[axis] = wafti_allocate_zero(&world->def.allocator, count, sizeof(float));
        if (world->played[axis] == NULL) {
            return wafti_fail_memory(&world->error, count * sizeof(float), "a flow to be read");
        }
        world->played_count[axis] = count;
    }
    return WAFT_OK;
}

waft_result waft_world_create_bodies(
    waft_world* world, const waft_bodies_def* def, waft_bodies** out_bodies) {
    waft_bodies_def wide = waft_bodies_def_default();
    waft_result result = take_def(world, WAFTI_PART_BODIES, def, &wide, sizeof(wide), out_bodies);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_surroundings surroundings = wafti_world_surroundings(&world->def);
    result = wafti_bodies_create(&world->context, &surroundings, &wide, &world->bodies);
    result = result == WAFT_OK ? join_water_and_bodies(world) : result;
    result = result == WAFT_OK ? wafti_world_show_solids(world, WAFT_SOLID_BODIES) : result;
    if (result != WAFT_OK) {
        wafti_bodies_destroy(world->bodies);
        world->bodies = NULL;
    }
    *out_bodies = world->bodies;
    return result;
}

waft_result waft_world_exchange_spray(waft_world* world) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const bool there = world->water != NULL && world->liquid != NULL;
    if (!there || world->steps > 0 || world->exchange != NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "%s",
            !there             ? "spray turns into liquid in worlds with a water and a liquid"
            : world->steps > 0 ? "spray turns into liquid from the first step on or never"
                               : "spray turns into liquid already");
    }
    return wafti_exchange_create(&world->context, world->water, world->liquid, &world->exchange);
}

waft_result waft_world_find_hulls(waft_world* world, const waft_hull_finder* finder) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (finder != NULL && finder->find == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the finder of hulls has no `find`");
    }
    world->finder = finder != NULL ? *finder : (waft_hull_finder){.find = NULL};
    return WAFT_OK;
}

const waft_hull* wafti_world_find_hull(const waft_world* world, uint64_t key) {
    for (const wafti_kept_hull* kept = world->hulls; kept != NULL; kept = kept->next) {
        if (waft_hull_get_info(kept->hull).key == key) {
            return kept->hull;
        }
    }
    return world->finder.find != NULL ? world->finder.find(world->finder.user, key) : NULL;
}

waft_result waft_world_keep_hull(waft_world* world, waft_hull* hull) {
    if (world == NULL || hull == NULL) {
        waft_hull_destroy(hull);
        return WAFT_ERR_ARGUMENT;
    }
    wafti_kept_hull* kept = wafti_arena_take(&world->arena, 1, sizeof(*kept));
    if (kept == NULL) {
        waft_hull_destroy(hull);
        return wafti_fail_memory(&world->error, sizeof(*kept), "a hull to keep");
    }
    *kept = (wafti_kept_hull){hull, world->hulls};
    world->hulls = kept;
    return WAFT_OK;
}
