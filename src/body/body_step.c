// SPDX-License-Identifier: MIT
// One step of all bodies: groups of eight in parallel, then what happened, in a fixed order. The
// order is that of docs/spec/bodies.md#order-of-a-step, blocks are those of docs/spec/bodies.md#crowds.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "body/crowd.h"
#include "body/lane.h"
#include "body/step_job.h"
#include "body/touch.h"

enum {
    GROUPS_A_TASK = 16,
};

// One body-step of the crowd on one core; only whether threads are worth it depends on it.
static const double body_us = 0.05;

wafti_body_step_function* wafti_body_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, wafti_body_step);
}

// ---- what surrounds the lanes

static void sample_air(
    const wafti_step_job* job, uint32_t index, uint8_t mask, wafti_body_air* out_air) {
    const wafti_kind* kind = wafti_kind_of(job->bodies, wafti_step_group(job, index));
    const wafti_body_block* block = &job->bodies->blocks[index];
    memset(out_air, 0, sizeof(*out_air));
    while (mask != 0) {
        const int lane = wafti_lane_next(&mask);
        const double point[3] = {(double)block->position[0][lane], (double)block->position[1][lane],
            (double)block->position[2][lane]};
        double wind[3];
        double turning[3];
        wafti_air_at(&job->bodies->air, point, wind);
        wafti_body_turning(job->bodies, kind, point, 0.0, turning);
        for (int k = 0; k < 3; ++k) {
            out_air->wind[k][lane] = (float)wind[k];
            out_air->turning[k][lane] = (float)turning[k];
        }
    }
}

// ---- the crowd

static void set_aside(wafti_group* group, int lane, waft_body_cause cause) {
    group->news.bad |= wafti_lane_bit(lane);
    group->news.cause[lane] = (uint8_t)cause;
    group->quarantined |= wafti_lane_bit(lane);
}

static void note_outcome(wafti_group* group, const wafti_body_outcome* outcome, uint8_t mask) {
    wafti_group_news* news = &group->news;
    for (uint8_t bad = (uint8_t)outcome->bad & mask; bad != 0;) {
        const int lane = wafti_lane_next(&bad);
        set_aside(group, lane, (waft_body_cause)outcome->cause[lane]);
    }
    news->most_cuts = outcome->most_cuts > news->most_cuts ? outcome->most_cuts : news->most_cuts;
    const uint8_t stiff = (uint8_t)outcome->stiff & mask & (uint8_t)~group->stiff;
    for (uint8_t left = stiff; left != 0;) {
        const int lane = wafti_lane_next(&left);
        news->needed[lane] = outcome->needed[lane];
    }
    news->stiff |= stiff;
    group->stiff |= stiff;
}

// Water that moves differs from place to place.
static void spread_seas(const wafti_sea* seas, uint8_t mask, wafti_body_air* out_air) {
    memset(out_air, 0, sizeof(*out_air));
    while (mask != 0) {
        const int lane = wafti_lane_next(&mask);
        for (int k = 0; k < 3; ++k) {
            out_air->wind[k][lane] = (float)seas[lane].velocity[k];
        }
    }
}

static void run_lanes(
    wafti_step_job* job, uint32_t index, uint8_t mask, int fluid, const wafti_sea* seas) {
    if (mask == 0) {
        return;
    }
    waft_bodies* bodies = job->bodies;
    static const uint32_t bits[WAFTI_BODY_LANES] = {1, 2, 4, 8, 16, 32, 64, 128};
    wafti_body_block* block = &bodies->blocks[index];
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        block->moves[lane] = (mask & bits[lane]) != 0 ? 0xFFFFFFFFu : 0;
    }
    wafti_body_air sampled;
    const wafti_body_air* air = &job->even[fluid];
    if (fluid == WAFTI_AIR && !bodies->air.even) {
        sample_air(job, index, mask, &sampled);
        air = &sampled;
    } else if (fluid == WAFTI_WATER && seas != NULL && bodies->water.look != NULL) {
        spread_seas(seas, mask, &sampled);
        air = &sampled;
    }
    wafti_body_outcome outcome = {0};
    const wafti_kind* kind = wafti_kind_of(bodies, wafti_step_group(job, index));
    bodies->step(kind->fast[fluid], &job->drive, air, block, &outcome);
    note_outcome(wafti_step_group(job, index), &outcome, mask);
}

// Lanes wholly in one fluid; `seas` is NULL where the water is the same everywhere.
static void run_crowd(
    wafti_step_job* job, uint32_t index, uint8_t mask, uint8_t wet, const wafti_sea* seas) {
    run_lanes(job, index, mask & (uint8_t)~wet, WAFTI_AIR, seas);
    run_lanes(job, index, mask & wet, WAFTI_WATER, seas);
}

// ---- one body in double

static void note_water(const wafti_seat* seat, double share, const double given[3]) {
    wafti_group_news* news = &seat->group->news;
    const double before = seat->group->share[seat->lane];
    if (before <= 0.0 && share > 0.0) {
        news->entered |= seat->bit;
        news->given[seat->lane] = (float)wafti_vector_length(given);
    }
    news->left |= before > 0.0 && share <= 0.0 ? seat->bit : 0;
    seat->group->share[seat->lane] = share;
}

static void run_double(
    wafti_step_job* job, const wafti_seat* seat, const wafti_sea* sea, const wafti_wetness* wet) {
    waft_bodies* bodies = job->bodies;
    const int lane = seat->lane;
    wafti_carry* carry = wafti_carry_of(bodies, seat);
    wafti_body_lane state = wafti_lane_get(bodies, seat);
    wafti_body_mix mix;
    wafti_mix_make(bodies, seat->kind, &state, sea, wet, seat->group->share[lane], &mix);
    if (carry != NULL) {
        wafti_carry_take(carry, bodies->def.substeps, &mix, &state);
    }
    wafti_body_outcome outcome = {0};
    double given[3] = {0.0, 0.0, 0.0};
    const bool sane = wafti_body_step_double(&mix, &job->drive, &state, &outcome, given);
    wafti_lane_put(bodies, seat, &state);
    // The kernel tells of its one lane in bit 0.
    outcome.needed[lane] = outcome.needed[0];
    outcome.cause[lane] = outcome.cause[0];
    outcome.stiff = (outcome.stiff & 1u) != 0 ? seat->bit : 0;
    outcome.bad = sane ? 0 : seat->bit;
    note_outcome(seat->group, &outcome, seat->bit);
    if (bodies->def.medium == WAFT_MEDIUM_BOTH) {
        note_water(seat, wet->share, given);
    }
}

static void run_precise(wafti_step_job* job, uint32_t index, uint8_t mask) {
    const waft_bodies* bodies = job->bodies;
    while (mask != 0) {
        const wafti_seat seat = wafti_seat_at(bodies, index, wafti_lane_next(&mask));
        const wafti_body_lane state = wafti_lane_get(bodies, &seat);
        const wafti_sea sea = wafti_sea_find(bodies, seat.kind, state.position);
        const wafti_wetness wet = wafti_sea_wetness(bodies, seat.kind, &state, &sea);
        run_double(job, &seat, &sea, &wet);
    }
}

// Far from the surface one number says it all.
static wafti_wetness find_wetness(
    const wafti_step_job* job, const wafti_seat* seat, wafti_sea* out_sea) {
    const wafti_body_block* block = &job->bodies->blocks[seat->index];
    const wafti_kind* kind = seat->kind;
    const int lane = seat->lane;
    const double position[3] = {(double)block->position[0][lane], (double)block->position[1][lane],
        (double)block->position[2][lane]};
    *out_sea = wafti_sea_find(job->bodies, kind, position);
    wafti_wetness wet;
    if (!wafti_sea_is_far(out_sea, kind, position[1], &wet)) {
        const wafti_body_lane state = wafti_lane_load(block, lane);
        wet = wafti_sea_wetness(job->bodies, kind, &state, out_sea);
    }
    return wet;
}

// With air over water, lanes that are in both, or have just left one, are stepped in double, and so
// are those that the water carries; the others stay with the crowd.
static void run_across_level(wafti_step_job* job, uint32_t index, uint8_t mask) {
    wafti_sea seas[WAFTI_BODY_LANES];
    wafti_wetness wet[WAFTI_BODY_LANES];
    uint8_t both = 0;
    uint8_t under = 0;
    for (uint8_t left = mask; left != 0;) {
        const wafti_seat seat = wafti_seat_at(job->bodies, index, wafti_lane_next(&left));
        wet[seat.lane] = find_wetness(job, &seat, &seas[seat.lane]);
        const double share = wet[seat.lane].share;
        const bool whole = (share <= 0.0 || share >= 1.0) && share == seat.group->share[seat.lane];
        const bool carried = wafti_carry_of(job->bodies, &seat) != NULL;
        both |= whole && !carried ? 0 : seat.bit;
        under |= share >= 1.0 ? seat.bit : 0;
    }
    run_crowd(job, index, mask & (uint8_t)~both, under, seas);
    while (both != 0) {
        const wafti_seat seat = wafti_seat_at(job->bodies, index, wafti_lane_next(&both));
        run_double(job, &seat, &seas[seat.lane], &wet[seat.lane]);
    }
}

// ---- pushes

static void apply_push(waft_bodies* bodies, const wafti_seat* seat) {
    wafti_body* body = &bodies->records[seat->group->body[seat->lane]];
    wafti_body_wake(bodies, seat);
    wafti_body_lane state = wafti_lane_get(bodies, seat);
    double inverse[36];
    wafti_kind_inverse(seat->kind, seat->group->share[seat->lane], inverse);
    wafti_lane_push(&state, inverse, body->push);
    // A step would find no sane state to go back to.
    if (wafti_vector_length(state.velocity) < WAFTI_BODY_FASTEST &&
        wafti_vector_length(state.spin) < WAFTI_BODY_FASTEST_SPIN) {
        wafti_lane_put(bodies, seat, &state);
    } else {
        set_aside(seat->group, seat->lane, WAFT_CAUSE_PUSH);
    }
    memset(body->push, 0, sizeof(body->push));
}

// Figures of lanes are read only where a mask names them.
static void forget_news(wafti_group_news* news) {
    news->bad = news->stiff = news->landed = news->entered = news->left = 0;
    news->most_cuts = 0;
}

static void begin_group(wafti_step_job* job, uint32_t index) {
    wafti_group* group = wafti_step_group(job, index);
    forget_news(&group->news);
    wafti_group_remember(job->bodies, index);
    group->touching &= group->asleep | group->ended;
    for (uint8_t left = group->pushed & (uint8_t)~group->waiting; left != 0;) {
        const wafti_seat seat = wafti_seat_at(job->bodies, index, wafti_lane_next(&left));
        apply_push(job->bodies, &seat);
    }
    group->pushed &= group->waiting;
    if (group->asleep != 0) {
        wafti_step_wake(job, index);
    }
}

// ---- all of it

static void step_group(wafti_step_job* job, uint32_t index) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = wafti_step_group(job, index);
    const uint8_t mask = wafti_group_moving(group);
    if (mask == 0) {
        return;
    }
    if (wafti_kind_of(bodies, group)->def.precise) {
        run_precise(job, index, mask);
    } else if (bodies->def.medium == WAFT_MEDIUM_BOTH) {
        run_across_level(job, index, mask);
    } else {
        run_crowd(job, index, mask, bodies->def.medium == WAFT_MEDIUM_WATER ? 0xFF : 0, NULL);
    }
    wafti_step_ground(job, index, wafti_group_moving(group));
}

static void step_task(void* context, int32_t block) {
    wafti_step_job job = *(const wafti_step_job*)context;
    const uint64_t index = job.drive.index;
    const uint32_t first = (uint32_t)block * GROUPS_A_TASK;
    const uint32_t past = first + GROUPS_A_TASK;
    for (uint32_t n = first; n < past && n < job.bodies->group_count; ++n) {
        if (wafti_step_group(&job, n)->kind == WAFTI_NONE) {
            continue;
        }
        if (job.begins) {
            begin_group(&job, n);
        }
        for (int repeat = 0; repeat < job.repeats; ++repeat) {
            job.drive.index = index + (uint64_t)repeat;
            step_group(&job, n);
        }
        job.drive.index = index;
    }
}

static void run_all(wafti_step_job* job) {
    const waft_bodies* bodies = job->bodies;
    const uint32_t tasks = (bodies->group_count + GROUPS_A_TASK - 1) / GROUPS_A_TASK;
    const double work = body_us * (double)bodies->count * job->repeats;
    if (tasks > 0) {
        wafti_pool_run(bodies->context->pool, (int32_t)tasks, work, step_task, job);
    }
}

static void spread(const double wind[3], wafti_body_air* out_air) {
    for (int k = 0; k < 3; ++k) {
        for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
            out_air->wind[k][lane] = (float)wind[k];
            out_air->turning[k][lane] = 0.0f;
        }
    }
}

// ---- what happened

// Number of the world's step that is about to end.
static uint64_t step_index(const waft_bodies* bodies) {
    return (bodies->steps - 1) / (uint64_t)bodies->def.substeps;
}

static void tell(waft_bodies* bodies, waft_event_kind kind, const wafti_seat* seat, float value) {
    const wafti_body_lane state = wafti_lane_get(bodies, seat);
    const uint32_t slot = seat->group->body[seat->lane];
    const wafti_body* body = &bodies->records[slot];
    wafti_events_add(
        bodies->context->events, (waft_event){
                                     .kind = kind,
                                     .index = body->number,
                                     .body = wafti_body_id(bodies, slot),
                                     .name = body->name,
                                     .step = step_index(bodies),
                                     .position = {(float)state.position[0],
                                         (float)state.position[1], (float)state.position[2]},
                                     .value = value,
                                 });
}

static void tell_group(waft_bodies* bodies, uint32_t index) {
    const wafti_group_news* news = &bodies->groups[index].news;
    uint8_t any = news->bad | news->stiff | news->landed | news->entered | news->left;
    while (any != 0) {
        const wafti_seat seat = wafti_seat_at(bodies, index, wafti_lane_next(&any));
        const int lane = seat.lane;
        const struct {
            uint8_t mask;
            waft_event_kind kind;
            float value;
        } kinds[] = {
            {news->entered, WAFT_EVENT_BODY_ENTERED, news->given[lane]},
            {news->left, WAFT_EVENT_BODY_LEFT, 0.0f},
            {news->landed, WAFT_EVENT_BODY_LANDED, news->impact[lane]},
            {news->stiff, WAFT_EVENT_BODY_STIFF, news->needed[lane]},
            {news->bad, WAFT_EVENT_BODY_QUARANTINED, (float)news->cause[lane]},
        };
        for (size_t n = 0; n < sizeof(kinds) / sizeof(kinds[0]); ++n) {
            if ((kinds[n].mask & seat.bit) != 0) {
                tell(bodies, kinds[n].kind, &seat, kinds[n].value);
            }
        }
    }
}

// The Reynolds number of a model over that of the bake; 1 if no figure of the bake is used.
static double reynolds_ratio(const wafti_kind* kind, const wafti_body_model* model) {
    const bool uses = model->noise != WAFT_NOISE_OFF && !(model->gust_rate > 0.0);
    if (!uses || !(kind->hull.reynolds > 0.0) || !(model->fluid.viscosity > 0.0)) {
        return 1.0;
    }
    return model->speed * model->longest / model->fluid.viscosity / kind->hull.reynolds;
}

// Turbulence is baked for one Reynolds number; far from it its figures are those of another flow. Told
// once for each fluid, by the first body that is in it.
static void tell_reynolds(waft_bodies* bodies, uint32_t index) {
    const wafti_group* group = &bodies->groups[index];
    wafti_kind* kind = wafti_kind_of(bodies, group);
    uint8_t there = group->used & (uint8_t)~group->waiting;
    while (there != 0 && kind->told_reynolds != 3) {
        const wafti_seat seat = wafti_seat_at(bodies, index, wafti_lane_next(&there));
        const int fluid = group->share[seat.lane] < 0.5 ? WAFTI_AIR : WAFTI_WATER;
        const uint8_t bit = wafti_lane_bit(fluid);
        if ((kind->told_reynolds & bit) != 0) {
            continue;
        }
        kind->told_reynolds |= bodies->def.medium == WAFT_MEDIUM_BOTH ? bit : 3;
        const double ratio = reynolds_ratio(kind, &kind->models[fluid]);
        if (!(ratio <= 3.0 && ratio >= 1.0 / 3.0)) {
            tell(bodies, WAFT_EVENT_BODY_REYNOLDS, &seat, (float)ratio);
        }
    }
}

static waft_result finish(waft_bodies* bodies) {
    bodies->most_cuts = 0;
    uint32_t quarantined = 0;
    for (uint32_t n = 0; n < bodies->group_count; ++n) {
        const wafti_group* group = &bodies->groups[n];
        if (group->kind == WAFTI_NONE) {
            continue;
        }
        tell_reynolds(bodies, n);
        tell_group(bodies, n);
        const int cuts = group->news.most_cuts;
        bodies->most_cuts = cuts > bodies->most_cuts ? cuts : bodies->most_cuts;
        quarantined += wafti_lane_count(group->quarantined);
    }
    if (bodies->count > 0 && quarantined == bodies->count) {
        return wafti_fail(bodies->context->error, WAFT_ERR_DIVERGED,
            "bodies: every one of %u left all bounds in step %llu or before",
            (unsigned)bodies->count, (unsigned long long)step_index(bodies));
    }
    return WAFT_OK;
}

waft_result wafti_bodies_step(waft_bodies* bodies, const wafti_step* step) {
    wafti_air_advance(&bodies->air, step, bodies->context->seed);
    wafti_ground_prepare(&bodies->ground);
    wafti_ground_prepare(&bodies->bed);
    wafti_bodies_release(bodies, step->time - step->dt);
    const int substeps = bodies->def.substeps;
    wafti_body_air even[2];
    wafti_step_job job = {
        .bodies = bodies,
        .even = even,
        .drive = {.dt = step->dt / substeps, .count = 1, .seed = bodies->context->seed},
        .begins = true,
    };
    double wind[3];
    double current[3];
    wafti_vector_from(bodies->def.current, current);
    wafti_vector_from(bodies->air.world, wind);
    wafti_vector_add_scaled(wind, bodies->air.everywhere, 1.0);
    spread(wind, &even[WAFTI_AIR]);
    spread(current, &even[WAFTI_WATER]);
    // A group takes all its steps before the next is touched, unless bodies wait for one another.
    const bool together = bodies->meeting != NULL;
    const int rounds = together ? substeps : 1;
    job.repeats = substeps / rounds;
    for (int n = 0; n < rounds; ++n) {
        job.drive.index = bodies->steps;
        run_all(&job);
        if (together) {
            wafti_meeting_run(bodies);
        }
        bodies->steps += (uint64_t)job.repeats;
        job.begins = false;
    }
    return finish(bodies);
}
