// SPDX-License-Identifier: MIT
// The fixed order of a step, and steps by a host's time.
#include <limits.h>
#include <math.h>

#include "base/error.h"
#include "couple/smoke_air.h"
#include "port/port.h"
#include "world/world.h"
#include "world/world_solids.h"

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

// Detail takes no part in steps before the flow that it lies over.
static waft_result prepare_detail(waft_world* world, const wafti_step* step) {
    if (step->index >= world->player.start) {
        wafti_detail_prepare(world->detail, step);
    }
    return WAFT_OK;
}

static waft_result step_detail(waft_world* world, const wafti_step* step) {
    return step->index >= world->player.start ? wafti_detail_step(world->detail, step) : WAFT_OK;
}

static waft_result foresee_bodies(waft_world* world, const wafti_step* step) {
    wafti_afloat_begin(world->afloat, step);
    return WAFT_OK;
}

static waft_result step_water(waft_world* world, const wafti_step* step) {
    return wafti_water_step(world->water, step);
}

static waft_result pull_bodies(waft_world* world, const wafti_step* step) {
    (void)step;
    wafti_bodies_pull(world->bodies);
    return WAFT_OK;
}

static waft_result show_air_and_water(waft_world* world, const wafti_step* step) {
    (void)step;
    wafti_couple_air(world->smoke, world->bodies);
    if (world->water != NULL) {
        wafti_couple_water_ready(world->water, world->bodies);
    }
    return WAFT_OK;
}

static waft_result push_bodies(waft_world* world, const wafti_step* step) {
    (void)step;
    wafti_immersed_push(world->immersed);
    return WAFT_OK;
}

static waft_result step_bodies(waft_world* world, const wafti_step* step) {
    return wafti_bodies_step(world->bodies, step);
}

static waft_result splash_water(waft_world* world, const wafti_step* step) {
    (void)step;
    wafti_afloat_splash(world->afloat);
    return WAFT_OK;
}

// Solids that are bodies: where they are before the smoke's step, and where they got to before the
// liquid's.
static waft_result follow_bodies(waft_world* world, const wafti_step* step) {
    (void)step;
    wafti_world_follow_bodies(world);
    return WAFT_OK;
}

static waft_result aim_solids(waft_world* world, const wafti_step* step) {
    wafti_solids_depart(&world->solids, step->time, step->dt);
    return WAFT_OK;
}

static waft_result settle_solids(waft_world* world, const wafti_step* step) {
    (void)step;
    wafti_solids_arrive(&world->solids);
    return WAFT_OK;
}

static waft_result give_spray(waft_world* world, const wafti_step* step) {
    (void)step;
    return wafti_exchange_give(world->exchange);
}

static waft_result step_liquid(waft_world* world, const wafti_step* step) {
    return wafti_liquid_step(world->liquid, step);
}

static waft_result take_drops(waft_world* world, const wafti_step* step) {
    (void)step;
    return wafti_exchange_take(world->exchange);
}

// What a step consists of after curves and edits, in this order; a stage runs if its part is there. The
// list in waft/world.h at waft_world_step() says the same.
static const struct stage {
    wafti_part_kind part;
    wafti_part_kind payer; // solver whose time it counts as
    waft_result (*run)(waft_world* world, const wafti_step* step);
} stages[] = {
    {WAFTI_PART_SOLIDS, WAFTI_PART_SOLIDS, follow_bodies},
    {WAFTI_PART_SOLIDS, WAFTI_PART_SOLIDS, aim_solids},
    {WAFTI_PART_BODIES, WAFTI_PART_BODIES, pull_bodies},
    {WAFTI_PART_DETAIL, WAFTI_PART_DETAIL, prepare_detail},
    {WAFTI_PART_SMOKE, WAFTI_PART_SMOKE, step_smoke},
    {WAFTI_PART_DETAIL, WAFTI_PART_DETAIL, step_detail},
    {WAFTI_PART_AFLOAT, WAFTI_PART_WATER, foresee_bodies},
    {WAFTI_PART_WATER, WAFTI_PART_WATER, step_water},
    {WAFTI_PART_BODIES, WAFTI_PART_BODIES, show_air_and_water},
    {WAFTI_PART_IMMERSED, WAFTI_PART_BODIES, push_bodies},
    {WAFTI_PART_BODIES, WAFTI_PART_BODIES, step_bodies},
    {WAFTI_PART_AFLOAT, WAFTI_PART_BODIES, splash_water},
    {WAFTI_PART_SOLIDS, WAFTI_PART_SOLIDS, follow_bodies},
    {WAFTI_PART_EXCHANGE, WAFTI_PART_LIQUID, give_spray},
    {WAFTI_PART_LIQUID, WAFTI_PART_LIQUID, step_liquid},
    {WAFTI_PART_EXCHANGE, WAFTI_PART_LIQUID, take_drops},
    {WAFTI_PART_SOLIDS, WAFTI_PART_SOLIDS, settle_solids},
};

// Every world has solids, but most have none of them.
static bool takes_part(const waft_world* world, wafti_part_kind kind) {
    return kind == WAFTI_PART_SOLIDS ? world->solids.order.count > 0
                                     : wafti_part_is_there(world, &wafti_parts[kind]);
}

// Runs the stages up to the first that fails and books their times, from `lap` on; the time at their
// end. The clock is read where the payer changes only: reading it costs as much as a tenth of a step
// of one body.
static double run_stages(
    waft_world* world, const wafti_step* step, double lap, waft_result* out_result) {
    const struct stage* last = NULL;
    *out_result = WAFT_OK;
    for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]) && *out_result == WAFT_OK; ++i) {
        const struct stage* stage = &stages[i];
        if (!takes_part(world, stage->part)) {
            continue;
        }
        if (last != NULL && last->payer != stage->payer) {
            const double now = wafti_clock_wall();
            world->seconds[last->payer] += now - lap;
            lap = now;
        }
        last = stage;
        *out_result = stage->run(world, step);
    }
    const double end = wafti_clock_wall();
    if (last != NULL) {
        world->seconds[last->payer] += end - lap;
    }
    return end;
}

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
        .air_density = (float)world->def.air.density,
        .wind = world->wind,
    };
    world->stepping = true;
    waft_result result = WAFT_OK;
    const double end = run_stages(world, &step, wafti_clock_wall(), &result);
    world->stepping = false;
    world->steps += result == WAFT_OK ? 1 : 0;
    world->failed = result;
    world->step_seconds += end - start;
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
    const int most = world->def.max_substeps > 0 ? world->def.max_substeps : INT_MAX;
    for (int i = 0; i < most && world->leftover >= world->def.step; ++i) {
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
