// SPDX-License-Identifier: MIT
// Creation and the fixed order of a step: edits, smoke, water, bodies, liquid, checks and events.
#include "world/world.h"

#include <float.h>
#include <math.h>

#include "base/clock.h"
#include "base/cookies.h"
#include "base/error.h"
#include "base/range.h"
#include "couple/smoke_air.h"

waft_world_def waft_world_def_default(void) {
    return (waft_world_def){
        .cookie = WAFTI_COOKIE_WORLD,
        .gravity = {0.0f, -9.81f, 0.0f},
        .step = 0.004,
        .seed = 1,
        .air = {.density = 1.204f, .viscosity = 1.81e-5f / 1.204f},
        .liquid = {.density = 998.0f, .viscosity = 1.002e-3f / 998.0f},
        .threads = 1,
        .pin_threads = true,
        .max_substeps = 8,
        .edit_capacity = 16384,
    };
}

static bool is_finite3(waft_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static waft_result check_def(const waft_world_def* def, waft_error* error) {
    const waft_result bad = WAFT_ERR_ARGUMENT;
    if (def->cookie != WAFTI_COOKIE_WORLD) {
        return wafti_fail(error, bad, "the world def was not made by waft_world_def_default()");
    }
    if (!is_finite3(def->gravity) || !is_finite3(def->air.wind)) {
        return wafti_fail(error, bad, "gravity and wind must be finite");
    }
    // Finite first: an ordered comparison with NaN would trap in a host that traps.
    if (!isfinite(def->step) || !(def->step > 0.0)) {
        return wafti_fail(error, bad, "the step must be above 0 s and finite");
    }
    const wafti_range ranges[] = {
        {"air.density", def->air.density, 0.0f, FLT_MAX, .above = true},
        {"air.viscosity", def->air.viscosity, 0.0f, FLT_MAX, .above = false},
        {"liquid.density", def->liquid.density, 0.0f, FLT_MAX, .above = true},
        {"liquid.viscosity", def->liquid.viscosity, 0.0f, FLT_MAX, .above = false},
    };
    const waft_result fluids =
        wafti_check_ranges(error, ranges, sizeof(ranges) / sizeof(ranges[0]));
    if (fluids != WAFT_OK) {
        return fluids;
    }
    if (def->threads < 1 || def->threads > 256) {
        return wafti_fail(error, bad, "threads is %d; it must be 1 to 256", def->threads);
    }
    if (def->max_substeps < 1) {
        return wafti_fail(
            error, bad, "max_substeps is %d; it must be 1 or more", def->max_substeps);
    }
    if (def->edit_capacity > ((size_t)1 << 24)) {
        return wafti_fail(
            error, bad, "edit_capacity is %zu; it must not exceed 16777216", def->edit_capacity);
    }
    if (def->tasks.enqueue != NULL && (def->tasks.finish == NULL || def->tasks.concurrency < 1)) {
        return wafti_fail(error, bad, "a host pool needs `finish` and a concurrency of 1 or more");
    }
    if ((def->allocator.allocate == NULL) != (def->allocator.release == NULL)) {
        return wafti_fail(error, bad, "an allocator needs both `allocate` and `release`");
    }
    return WAFT_OK;
}

static waft_result fill_world(waft_world* world, waft_error* error) {
    const waft_world_def* def = &world->def;
    if (def->edit_capacity > 0) {
        world->edits =
            wafti_allocate_zero(&def->allocator, def->edit_capacity, sizeof(*world->edits));
        if (world->edits == NULL) {
            return wafti_fail_memory(error, def->edit_capacity * sizeof(*world->edits), "edits");
        }
    }
    wafti_arena_init(&world->arena, &def->allocator, 4096);
    const wafti_pool_def pool_def = {
        .threads = def->threads,
        .pin = def->pin_threads,
        .tasks = def->tasks,
        .allocator = &def->allocator,
    };
    return wafti_pool_create(&pool_def, &world->pool, error);
}

waft_result waft_world_create(
    const waft_world_def* def, waft_world** out_world, waft_error* out_error) {
    if (out_world == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "out_world is NULL");
    }
    *out_world = NULL;
    if (def == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "the world def is NULL");
    }
    waft_result result = check_def(def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_world* world = wafti_allocate_zero(&def->allocator, 1, sizeof(*world));
    if (world == NULL) {
        return wafti_fail_memory(out_error, sizeof(*world), "a world");
    }
    world->def = *def;
    world->wind = def->air.wind;
    result = fill_world(world, out_error);
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
        .gravity = -(double)def->gravity.y,
        .dt = def->step,
        .error = &world->error,
        .events = &world->events,
    };
    *out_world = world;
    return WAFT_OK;
}

void waft_world_destroy(waft_world* world) {
    if (world == NULL) {
        return;
    }
    const waft_allocator allocator = world->def.allocator;
    wafti_detail_destroy(world->detail);
    if (world->player.close != NULL) {
        world->player.close(world->player.user);
    }
    for (int axis = 0; axis < 3; ++axis) {
        wafti_release(&allocator, world->played[axis], world->played_count[axis], sizeof(float));
    }
    wafti_smoke_destroy(world->smoke);
    wafti_afloat_destroy(world->afloat);
    wafti_immersed_destroy(world->immersed);
    wafti_exchange_destroy(world->exchange);
    wafti_bodies_destroy(world->bodies);
    for (wafti_kept_hull* kept = world->hulls; kept != NULL; kept = kept->next) {
        waft_hull_destroy(kept->hull);
    }
    wafti_water_destroy(world->water);
    wafti_liquid_destroy(world->liquid);
    wafti_pool_destroy(world->pool);
    wafti_arena_free(&world->arena);
    wafti_release(&allocator, world->edits, world->def.edit_capacity, sizeof(*world->edits));
    wafti_release(&allocator, world, 1, sizeof(*world));
}

// Bodies and water know of each other once both are there.
static waft_result join_water_and_bodies(waft_world* world) {
    if (world->water == NULL || world->bodies == NULL) {
        return WAFT_OK;
    }
    wafti_couple_water(world->water, world->bodies);
    return wafti_afloat_create(&world->context, world->water, world->bodies, &world->afloat);
}

static void forget_water(waft_world* world) {
    if (world->bodies != NULL) {
        wafti_bodies_set_water(world->bodies, &(wafti_moving_water){.look = NULL});
    }
    wafti_water_destroy(world->water);
    world->water = NULL;
}

waft_result waft_world_create_water(
    waft_world* world, const waft_water_def* def, waft_water** out_water) {
    if (out_water != NULL) {
        *out_water = NULL;
    }
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (def == NULL || out_water == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the water def or out_water is NULL");
    }
    if (world->water != NULL) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "the world has a water surface already");
    }
    if (world->steps > 0) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "water must be created before the first step");
    }
    const waft_vec3 gravity = world->def.gravity;
    if (gravity.x != 0.0f || gravity.z != 0.0f || !(gravity.y < 0.0f)) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
            "a water surface needs gravity straight down: [0, negative, 0]");
    }
    wafti_pool_begin(world->pool);
    waft_result result = wafti_water_create(&world->context, def, &world->water);
    wafti_pool_end(world->pool);
    if (result == WAFT_OK) {
        result = join_water_and_bodies(world);
    }
    if (result != WAFT_OK) {
        forget_water(world);
    }
    *out_water = world->water;
    return result;
}

waft_water* waft_world_water(const waft_world* world) {
    return world != NULL ? world->water : NULL;
}

waft_result waft_world_create_smoke(
    waft_world* world, const waft_smoke_def* def, waft_smoke** out_smoke) {
    if (out_smoke != NULL) {
        *out_smoke = NULL;
    }
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (def == NULL || out_smoke == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the smoke def or out_smoke is NULL");
    }
    if (world->smoke != NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the world has smoke already");
    }
    if (world->steps > 0) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "smoke must be created before the first step");
    }
    wafti_pool_begin(world->pool);
    const waft_result result =
        wafti_smoke_create(&world->context, world->def.gravity, def, &world->smoke);
    wafti_pool_end(world->pool);
    *out_smoke = world->smoke;
    return result;
}

waft_smoke* waft_world_smoke(const waft_world* world) {
    return world != NULL ? world->smoke : NULL;
}

waft_result waft_world_create_liquid(
    waft_world* world, const waft_liquid_def* def, waft_liquid** out_liquid) {
    if (out_liquid != NULL) {
        *out_liquid = NULL;
    }
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (def == NULL || out_liquid == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the liquid def or out_liquid is NULL");
    }
    if (world->liquid != NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the world has a liquid already");
    }
    if (world->steps > 0) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "a liquid must be created before the first step");
    }
    const waft_result result =
        wafti_liquid_create(&world->context, world->def.gravity, def, &world->liquid);
    *out_liquid = world->liquid;
    return result;
}

waft_liquid* waft_world_liquid(const waft_world* world) {
    return world != NULL ? world->liquid : NULL;
}

waft_result waft_world_create_detail(
    waft_world* world, const waft_detail_def* def, waft_detail** out_detail) {
    if (out_detail != NULL) {
        *out_detail = NULL;
    }
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = &world->error;
    if (def == NULL || out_detail == NULL) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "the detail def or out_detail is NULL");
    }
    if (world->smoke == NULL || world->detail != NULL || world->steps > 0) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s",
            world->smoke == NULL    ? "detail needs smoke to lie over"
            : world->detail != NULL ? "the world has detail already"
                                    : "detail must be created before the first step");
    }
    wafti_pool_begin(world->pool);
    const waft_result result =
        wafti_detail_create(&world->context, world->smoke, def, &world->detail);
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

waft_detail* waft_world_detail(const waft_world* world) {
    return world != NULL ? world->detail : NULL;
}

const waft_smoke* waft_world_shown_smoke(const waft_world* world) {
    const waft_detail* detail = waft_world_detail(world);
    return detail != NULL ? waft_detail_smoke(detail) : waft_world_smoke(world);
}

waft_result waft_world_create_bodies(
    waft_world* world, const waft_bodies_def* def, waft_bodies** out_bodies) {
    if (out_bodies != NULL) {
        *out_bodies = NULL;
    }
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (def == NULL || out_bodies == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the bodies def or out_bodies is NULL");
    }
    if (world->bodies != NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the world has bodies already");
    }
    if (world->steps > 0) {
        return wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "bodies must be created before the first step");
    }
    const waft_world_def* own = &world->def;
    const wafti_surroundings surroundings = {
        .gravity = {(double)own->gravity.x, (double)own->gravity.y, (double)own->gravity.z},
        .dt = own->step,
        .air = {(double)own->air.density, (double)own->air.viscosity},
        .water = {(double)own->liquid.density, (double)own->liquid.viscosity},
        .wind = own->air.wind,
    };
    waft_result result = wafti_bodies_create(&world->context, &surroundings, def, &world->bodies);
    if (result == WAFT_OK) {
        result = join_water_and_bodies(world);
    }
    if (result != WAFT_OK) {
        wafti_bodies_destroy(world->bodies);
        world->bodies = NULL;
    }
    *out_bodies = world->bodies;
    return result;
}

waft_bodies* waft_world_bodies(const waft_world* world) {
    return world != NULL ? world->bodies : NULL;
}

waft_result waft_world_immerse_body(waft_world* world, waft_body_id id, const waft_immersion* how) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = &world->error;
    if (world->liquid == NULL || world->bodies == NULL || world->steps > 0) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s",
            world->liquid == NULL   ? "the world has no liquid for a body to meet"
            : world->bodies == NULL ? "the world has no bodies"
                                    : "bodies meet the liquid before the first step or never");
    }
    waft_result result = WAFT_OK;
    if (world->immersed == NULL) {
        result =
            wafti_immersed_create(&world->context, world->liquid, world->bodies, &world->immersed);
    }
    const wafti_immersion plain = {
        .displace = how != NULL && how->displace, .no_slip = how != NULL && how->no_slip};
    return result == WAFT_OK ? wafti_immersed_add(world->immersed, id, &plain) : result;
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

// Seconds since *lap, which becomes now.
static double next_lap(double* lap) {
    const double now = wafti_clock_wall();
    const double seconds = now - *lap;
    *lap = now;
    return seconds;
}

// The smoke's own step, or one that takes a flow from elsewhere.
static waft_result step_smoke(waft_world* world, const wafti_step* step) {
    if (world->player.read == NULL) {
        return wafti_smoke_step(world->smoke, step);
    }
    const waft_flow_player* player = &world->player;
    const uint64_t reached = step->index + 1;
    waft_result result = WAFT_OK;
    if (reached >= player->start) {
        result = player->read(player->user, reached, world->played, &world->error);
    }
    if (result == WAFT_OK) {
        wafti_smoke_play(world->smoke, step, world->played);
    }
    if (result != WAFT_OK || reached != player->start) {
        return result;
    }
    result =
        player->fill != NULL ? player->fill(player->user, world->smoke, &world->error) : result;
    if (result == WAFT_OK && world->detail != NULL) {
        wafti_detail_start(world->detail);
    }
    return result;
}

// Whether the detail takes part in a step: not before the flow that it lies over.
static bool has_detail(const waft_world* world, const wafti_step* step) {
    return world->detail != NULL && step->index >= world->player.start;
}

static waft_result step_liquid(waft_world* world, const wafti_step* step) {
    if (world->immersed != NULL) {
        wafti_immersed_follow(world->immersed);
    }
    waft_result result = WAFT_OK;
    if (world->exchange != NULL) {
        result = wafti_exchange_give(world->exchange);
    }
    result = result == WAFT_OK ? wafti_liquid_step(world->liquid, step) : result;
    if (world->exchange != NULL && result == WAFT_OK) {
        result = wafti_exchange_take(world->exchange);
    }
    return result;
}

// One step in the fixed order. Whoever adds a solver adds its line here and nowhere else.
static waft_result step_once(waft_world* world) {
    if (world->failed != WAFT_OK) {
        return wafti_fail(&world->error, world->failed,
            "a step or restore of the world failed, so it cannot be stepped; restore a snapshot or "
            "destroy it");
    }
    const double start = wafti_clock_wall();
    const double time = (double)(world->steps + 1) * world->def.step;
    wafti_world_apply_curves(world, time);
    wafti_world_apply_edits(world);
    const wafti_step step = {
        .index = world->steps,
        .dt = world->def.step,
        .time = time,
        .air_density = world->def.air.density,
        .wind = world->wind,
    };
    if (world->bodies != NULL) {
        wafti_bodies_pull(world->bodies);
    }
    waft_result result = WAFT_OK;
    double lap = wafti_clock_wall();
    if (has_detail(world, &step)) {
        wafti_detail_prepare(world->detail, &step);
        world->detail_seconds += next_lap(&lap);
    }
    if (world->smoke != NULL) {
        result = step_smoke(world, &step);
        world->smoke_seconds += next_lap(&lap);
    }
    if (has_detail(world, &step) && result == WAFT_OK) {
        result = wafti_detail_step(world->detail, &step);
        world->detail_seconds += next_lap(&lap);
    }
    if (world->water != NULL && result == WAFT_OK) {
        if (world->afloat != NULL) {
            wafti_afloat_begin(world->afloat, &step);
        }
        result = wafti_water_step(world->water, &step);
        world->water_seconds += next_lap(&lap);
    }
    if (world->bodies != NULL && result == WAFT_OK) {
        wafti_couple_air(world->smoke, world->bodies);
        if (world->water != NULL) {
            wafti_couple_water_ready(world->water, world->bodies);
        }
        if (world->immersed != NULL) {
            wafti_immersed_push(world->immersed);
        }
        result = wafti_bodies_step(world->bodies, &step);
        if (world->afloat != NULL) {
            wafti_afloat_splash(world->afloat);
        }
        world->bodies_seconds += next_lap(&lap);
    }
    if (world->liquid != NULL && result == WAFT_OK) {
        result = step_liquid(world, &step);
        world->liquid_seconds += next_lap(&lap);
    }
    world->steps += result == WAFT_OK ? 1 : 0;
    world->failed = result;
    world->step_seconds += lap - start;
    return result;
}

static void forget_last(waft_world* world) {
    world->error.result = WAFT_OK;
    world->error.sentence[0] = 0;
    world->events.count = 0;
    world->events.dropped = 0;
}

waft_result waft_world_step(waft_world* world) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    forget_last(world);
    wafti_pool_begin(world->pool);
    const waft_result result = step_once(world);
    wafti_pool_end(world->pool);
    return result;
}

waft_result waft_world_advance(waft_world* world, double seconds, float* out_alpha) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    forget_last(world);
    if (!isfinite(seconds) || !(seconds >= 0.0)) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "seconds must be finite and 0 or more");
    }
    // A host that was stopped in a debugger must not be paid back in steps.
    const double longest = 0.25;
    double dropped = seconds > longest ? seconds - longest : 0.0;
    world->leftover += seconds > longest ? longest : seconds;
    waft_result result = WAFT_OK;
    wafti_pool_begin(world->pool);
    for (int i = 0; i < world->def.max_substeps && world->leftover >= world->def.step; ++i) {
        result = step_once(world);
        if (result != WAFT_OK) {
            break;
        }
        world->leftover -= world->def.step;
    }
    wafti_pool_end(world->pool);
    if (result == WAFT_OK && world->leftover >= world->def.step) {
        const double kept = fmod(world->leftover, world->def.step);
        dropped += world->leftover - kept;
        world->leftover = kept;
    }
    if (dropped > 0.0) {
        wafti_events_add(&world->events,
            (waft_event){
                .kind = WAFT_EVENT_SLOW_MOTION, .step = world->steps, .value = (float)dropped});
    }
    if (out_alpha != NULL) {
        const float alpha = (float)(world->leftover / world->def.step);
        *out_alpha = alpha < 1.0f ? alpha : nextafterf(1.0f, 0.0f);
    }
    return result;
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
    if (world == NULL) {
        return 0;
    }
    size_t count = 0;
    if (world->smoke != NULL) {
        count = wafti_smoke_stats(world->smoke, out_stats, capacity);
    }
    if (world->detail != NULL) {
        const size_t room = capacity > count ? capacity - count : 0;
        count += wafti_detail_stats(world->detail, room > 0 ? out_stats + count : NULL, room);
    }
    if (world->bodies != NULL) {
        const size_t room = capacity > count ? capacity - count : 0;
        count += wafti_bodies_stats(world->bodies, room > 0 ? out_stats + count : NULL, room);
    }
    if (world->water != NULL) {
        const size_t room = capacity > count ? capacity - count : 0;
        count += wafti_water_stats(world->water, room > 0 ? out_stats + count : NULL, room);
    }
    if (world->liquid != NULL) {
        const size_t room = capacity > count ? capacity - count : 0;
        count += wafti_liquid_stats(world->liquid, room > 0 ? out_stats + count : NULL, room);
    }
    return count;
}

size_t waft_world_timings(const waft_world* world, waft_stat* out_timings, size_t capacity) {
    if (world == NULL) {
        return 0;
    }
    const double solvers = world->smoke_seconds + world->detail_seconds + world->bodies_seconds +
                           world->water_seconds + world->liquid_seconds;
    waft_stat timings[6]; // five solvers and the rest
    size_t count = 0;
    if (world->smoke != NULL) {
        timings[count++] = (waft_stat){"smoke", "ms", 1e3 * world->smoke_seconds};
    }
    if (world->detail != NULL) {
        timings[count++] = (waft_stat){"detail", "ms", 1e3 * world->detail_seconds};
    }
    if (world->bodies != NULL) {
        timings[count++] = (waft_stat){"bodies", "ms", 1e3 * world->bodies_seconds};
    }
    if (world->water != NULL) {
        timings[count++] = (waft_stat){"water", "ms", 1e3 * world->water_seconds};
    }
    if (world->liquid != NULL) {
        timings[count++] = (waft_stat){"liquid", "ms", 1e3 * world->liquid_seconds};
    }
    timings[count++] = (waft_stat){"other", "ms", 1e3 * (world->step_seconds - solvers)};
    for (size_t i = 0; i < count && i < capacity; ++i) {
        out_timings[i] = timings[i];
    }
    return count;
}

size_t waft_world_memory(const waft_world* world) {
    if (world == NULL) {
        return 0;
    }
    const size_t edits = world->def.edit_capacity * sizeof(*world->edits);
    const size_t water = world->water != NULL ? wafti_water_memory(world->water) : 0;
    const size_t smoke = world->smoke != NULL ? wafti_smoke_memory(world->smoke) : 0;
    const size_t detail = world->detail != NULL ? wafti_detail_memory(world->detail) : 0;
    const size_t bodies = world->bodies != NULL ? wafti_bodies_memory(world->bodies) : 0;
    const size_t afloat = world->afloat != NULL ? wafti_afloat_memory(world->afloat) : 0;
    size_t liquid = world->liquid != NULL ? wafti_liquid_memory(world->liquid) : 0;
    liquid += world->immersed != NULL ? wafti_immersed_memory(world->immersed) : 0;
    liquid += wafti_exchange_memory(world->exchange);
    return sizeof(*world) + edits + world->arena.total + smoke + detail + bodies + water + afloat +
           liquid;
}
