// SPDX-License-Identifier: MIT
// One step of all bodies: groups of eight in parallel, then what happened, in a fixed order. Bodies
// spec, sections 10 to 12 and 14.
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

// ---- what surrounds the lanes

static void sample_air(
    const wafti_step_job* job, uint32_t index, uint8_t mask, wafti_body_air* out_air) {
    const wafti_kind* kind = wafti_kind_of(job->bodies, wafti_step_group(job, index));
    const wafti_body_block* block = &job->bodies->blocks[index];
    memset(out_air, 0, sizeof(*out_air));
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        if ((mask & wafti_lane_bit(lane)) == 0) {
            continue;
        }
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
    const uint8_t bad = (uint8_t)outcome->bad & mask;
    for (int lane = 0; bad >> lane != 0; ++lane) {
        if ((bad & wafti_lane_bit(lane)) != 0) {
            set_aside(group, lane, (waft_body_cause)outcome->cause[lane]);
        }
    }
    news->most_cuts = outcome->most_cuts > news->most_cuts ? outcome->most_cuts : news->most_cuts;
    const uint8_t stiff = (uint8_t)outcome->stiff & mask & (uint8_t)~group->stiff;
    for (int lane = 0; stiff >> lane != 0; ++lane) {
        if ((stiff & wafti_lane_bit(lane)) != 0) {
            news->needed[lane] = outcome->needed[lane];
        }
    }
    news->stiff |= stiff;
    group->stiff |= stiff;
}

// Water that moves differs from place to place.
static void spread_seas(const wafti_sea* seas, uint8_t mask, wafti_body_air* out_air) {
    memset(out_air, 0, sizeof(*out_air));
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        for (int k = 0; k < 3 && (mask & wafti_lane_bit(lane)) != 0; ++k) {
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

static void note_water(wafti_group* group, int lane, double share, const double given[3]) {
    const double before = group->share[lane];
    const uint8_t bit = wafti_lane_bit(lane);
    if (before <= 0.0 && share > 0.0) {
        group->news.entered |= bit;
        group->news.given[lane] = (float)wafti_vector_length(given);
    }
    group->news.left |= before > 0.0 && share <= 0.0 ? bit : 0;
    group->share[lane] = share;
}

static void run_double(
    wafti_step_job* job, uint32_t index, int lane, const wafti_sea* sea, const wafti_wetness* wet) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = wafti_step_group(job, index);
    const wafti_kind* kind = wafti_kind_of(bodies, group);
    const uint8_t bit = wafti_lane_bit(lane);
    wafti_carry* carry = wafti_carry_of(bodies, group, lane);
    wafti_body_lane state;
    wafti_lane_get(bodies, index, lane, &state);
    wafti_body_mix mix;
    wafti_mix_make(bodies, kind, &state, sea, wet, group->share[lane], &mix);
    if (carry != NULL) {
        wafti_carry_take(carry, bodies->def.substeps, &mix, &state);
    }
    wafti_body_outcome outcome = {0};
    double given[3] = {0.0, 0.0, 0.0};
    const bool sane = wafti_body_step_double(&mix, &job->drive, &state, &outcome, given);
    wafti_lane_put(bodies, index, lane, &state);
    // The kernel tells of its one lane in bit 0.
    outcome.needed[lane] = outcome.needed[0];
    outcome.cause[lane] = outcome.cause[0];
    outcome.stiff = (outcome.stiff & 1u) != 0 ? bit : 0;
    outcome.bad = sane ? 0 : bit;
    note_outcome(group, &outcome, bit);
    if (bodies->def.medium == WAFT_MEDIUM_BOTH) {
        note_water(group, lane, wet->share, given);
    }
}

static void run_precise(wafti_step_job* job, uint32_t index, uint8_t mask) {
    const wafti_group* group = wafti_step_group(job, index);
    const wafti_kind* kind = wafti_kind_of(job->bodies, group);
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        if ((mask & wafti_lane_bit(lane)) != 0) {
            wafti_body_lane state;
            wafti_sea sea;
            wafti_lane_get(job->bodies, index, lane, &state);
            wafti_sea_find(job->bodies, kind, state.position, &sea);
            const wafti_wetness wet = wafti_sea_wetness(job->bodies, kind, &state, &sea);
            run_double(job, index, lane, &sea, &wet);
        }
    }
}

// Far from the surface one number says it all.
static wafti_wetness find_wetness(const wafti_step_job* job, uint32_t index, int lane,
    const wafti_kind* kind, wafti_sea* out_sea) {
    const wafti_body_block* block = &job->bodies->blocks[index];
    const double position[3] = {(double)block->position[0][lane], (double)block->position[1][lane],
        (double)block->position[2][lane]};
    wafti_sea_find(job->bodies, kind, position, out_sea);
    wafti_wetness wet;
    if (!wafti_sea_is_far(out_sea, kind, position[1], &wet)) {
        wafti_body_lane state;
        wafti_lane_load(block, lane, &state);
        wet = wafti_sea_wetness(job->bodies, kind, &state, out_sea);
    }
    return wet;
}

// With air over water, lanes that are in both, or have just left one, are stepped in double, and so
// are those that the water carries; the others stay with the crowd.
static void run_across_level(wafti_step_job* job, uint32_t index, uint8_t mask) {
    const wafti_group* group = wafti_step_group(job, index);
    const wafti_kind* kind = wafti_kind_of(job->bodies, group);
    wafti_sea seas[WAFTI_BODY_LANES];
    wafti_wetness wet[WAFTI_BODY_LANES];
    uint8_t both = 0;
    uint8_t under = 0;
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        if ((mask & wafti_lane_bit(lane)) == 0) {
            continue;
        }
        wet[lane] = find_wetness(job, index, lane, kind, &seas[lane]);
        const double share = wet[lane].share;
        const bool whole = (share <= 0.0 || share >= 1.0) && share == group->share[lane];
        const bool carried = wafti_carry_of(job->bodies, group, lane) != NULL;
        both |= whole && !carried ? 0 : wafti_lane_bit(lane);
        under |= share >= 1.0 ? wafti_lane_bit(lane) : 0;
    }
    run_crowd(job, index, mask & (uint8_t)~both, under, seas);
    for (int lane = 0; both >> lane != 0; ++lane) {
        if ((both & wafti_lane_bit(lane)) != 0) {
            run_double(job, index, lane, &seas[lane], &wet[lane]);
        }
    }
}

// ---- pushes

static void apply_push(wafti_step_job* job, uint32_t index, int lane) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = wafti_step_group(job, index);
    wafti_body* body = &bodies->records[group->body[lane]];
    wafti_body_wake(bodies, index, lane);
    wafti_body_lane state;
    wafti_lane_get(bodies, index, lane, &state);
    double turn[3][3];
    double impulse[6];
    double change[6];
    double inverse[36];
    wafti_rotation_matrix(state.rotation, turn);
    wafti_lane_to_body((const double(*)[3])turn, body->push, impulse);
    wafti_lane_to_body((const double(*)[3])turn, body->push + 3, impulse + 3);
    wafti_kind_inverse(wafti_kind_of(bodies, group), group->share[lane], inverse);
    wafti_body_respond(inverse, impulse, change);
    for (int k = 0; k < 3; ++k) {
        state.velocity[k] += change[k];
        state.spin[k] += change[k + 3];
    }
    // A step would find no sane state to go back to.
    if (wafti_vector_length(state.velocity) < WAFTI_BODY_FASTEST &&
        wafti_vector_length(state.spin) < WAFTI_BODY_FASTEST_SPIN) {
        wafti_lane_put(bodies, index, lane, &state);
    } else {
        set_aside(group, lane, WAFT_CAUSE_PUSH);
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
    const uint8_t pushed = group->pushed & (uint8_t)~group->waiting;
    for (int lane = 0; pushed >> lane != 0; ++lane) {
        if ((pushed & wafti_lane_bit(lane)) != 0) {
            apply_push(job, index, lane);
        }
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

static void tell(waft_bodies* bodies, waft_event_kind kind, uint32_t index, int lane, float value) {
    const wafti_group* group = &bodies->groups[index];
    wafti_body_lane state;
    wafti_lane_get(bodies, index, lane, &state);
    const uint32_t slot = group->body[lane];
    const wafti_body* body = &bodies->records[slot];
    wafti_events_add(
        bodies->context->events, (waft_event){
                                     .kind = kind,
                                     .index = body->number,
                                     .body = {slot + 1, bodies->ids.generation[slot]},
                                     .name = body->name,
                                     .step = step_index(bodies),
                                     .position = {(float)state.position[0],
                                         (float)state.position[1], (float)state.position[2]},
                                     .value = value,
                                 });
}

static void tell_group(waft_bodies* bodies, uint32_t index) {
    const wafti_group_news* news = &bodies->groups[index].news;
    const uint8_t any = news->bad | news->stiff | news->landed | news->entered | news->left;
    for (int lane = 0; any >> lane != 0; ++lane) {
        const uint8_t bit = wafti_lane_bit(lane);
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
            if ((kinds[n].mask & bit) != 0) {
                tell(bodies, kinds[n].kind, index, lane, kinds[n].value);
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
    for (int lane = 0; lane < WAFTI_BODY_LANES && kind->told_reynolds != 3; ++lane) {
        const int fluid = group->share[lane] < 0.5 ? WAFTI_AIR : WAFTI_WATER;
        const uint8_t bit = (uint8_t)(1u << (unsigned)fluid);
        const uint8_t there = group->used & (uint8_t)~group->waiting;
        if ((there & wafti_lane_bit(lane)) == 0 || (kind->told_reynolds & bit) != 0) {
            continue;
        }
        kind->told_reynolds |= bodies->def.medium == WAFT_MEDIUM_BOTH ? bit : 3;
        const double ratio = reynolds_ratio(kind, &kind->models[fluid]);
        if (!(ratio <= 3.0 && ratio >= 1.0 / 3.0)) {
            tell(bodies, WAFT_EVENT_BODY_REYNOLDS, index, lane, (float)ratio);
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
    wafti_lane_from_vec3(bodies->def.current, current);
    wafti_lane_from_vec3(bodies->air.world, wind);
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
