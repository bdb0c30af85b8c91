// SPDX-License-Identifier: MIT
// One step of all bodies: groups of eight in parallel, then what happened, in a fixed order. Bodies
// spec, sections 10 to 12 and 14.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "body/crowd.h"
#include "body/lane.h"
#include "body/touch.h"

enum {
    GROUPS_A_TASK = 16,
    SLEEPERS_LOOK = 8, // sleeping bodies feel the wind in one step of so many
};

// One body-step of the crowd on one core; only whether threads are worth it depends on it.
static const double body_us = 0.05;

// Section 12: a body that is slower than this for so long lies still.
static const double rest_speed = 0.01;
static const double rest_spin = 0.02;
static const float rest_time = 0.5f;

typedef struct step_job {
    waft_bodies* bodies;
    wafti_body_drive drive;
    bool begins;                // the first of the world's step
    int repeats;                // steps that a group takes before the next is touched
    const wafti_body_air* even; // air and water where they are the same everywhere
    double current[3];
} step_job;

static wafti_group* group_at(const step_job* job, uint32_t index) {
    return &job->bodies->groups[index];
}

// ---- what surrounds the lanes

static void sample_air(const step_job* job, uint32_t index, uint8_t mask, wafti_body_air* out_air) {
    const wafti_kind* kind = wafti_kind_of(job->bodies, group_at(job, index));
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

static void note_outcome(wafti_group* group, const wafti_body_outcome* outcome, uint8_t mask) {
    wafti_group_news* news = &group->news;
    news->bad |= (uint8_t)outcome->bad & mask;
    news->most_cuts = outcome->most_cuts > news->most_cuts ? outcome->most_cuts : news->most_cuts;
    const uint8_t stiff = (uint8_t)outcome->stiff & mask & (uint8_t)~group->stiff;
    for (int lane = 0; stiff >> lane != 0; ++lane) {
        if ((stiff & wafti_lane_bit(lane)) != 0) {
            news->needed[lane] = outcome->needed[lane];
        }
    }
    news->stiff |= stiff;
    group->stiff |= stiff;
    group->quarantined |= (uint8_t)outcome->bad & mask;
}

static void run_lanes(step_job* job, uint32_t index, uint8_t mask, int fluid) {
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
    }
    wafti_body_outcome outcome = {0};
    const wafti_kind* kind = wafti_kind_of(bodies, group_at(job, index));
    bodies->step(kind->fast[fluid], &job->drive, air, block, &outcome);
    note_outcome(group_at(job, index), &outcome, mask);
}

// Lanes wholly in one fluid.
static void run_crowd(step_job* job, uint32_t index, uint8_t mask, uint8_t wet) {
    run_lanes(job, index, mask & (uint8_t)~wet, WAFTI_AIR);
    run_lanes(job, index, mask & wet, WAFTI_WATER);
}

// ---- one body in double

typedef struct wetness {
    double share;
    double center[3];
} wetness;

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

static void run_double(step_job* job, uint32_t index, int lane, const wetness* wet) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = group_at(job, index);
    const wafti_kind* kind = wafti_kind_of(bodies, group);
    const uint8_t bit = wafti_lane_bit(lane);
    wafti_body_lane state;
    wafti_lane_get(bodies, index, lane, &state);
    wafti_body_mix mix = {
        .models = {&kind->models[WAFTI_AIR], &kind->models[WAFTI_WATER]},
        .share = wet->share,
        .before = group->share[lane],
    };
    memcpy(mix.center, wet->center, sizeof(mix.center));
    memcpy(mix.wind[WAFTI_WATER], job->current, sizeof(job->current));
    wafti_air_at(&bodies->air, state.position, mix.wind[WAFTI_AIR]);
    wafti_body_turning(bodies, kind, state.position, wet->share, mix.turning);
    wafti_body_calm(kind, wet->share, &state);
    wafti_body_outcome outcome = {0};
    double given[3] = {0.0, 0.0, 0.0};
    const bool sane = wafti_body_step_double(&mix, &job->drive, &state, &outcome, given);
    wafti_lane_put(bodies, index, lane, &state);
    // The kernel tells of its one lane in bit 0.
    outcome.needed[lane] = outcome.needed[0];
    outcome.stiff = (outcome.stiff & 1u) != 0 ? bit : 0;
    outcome.bad = sane ? 0 : bit;
    note_outcome(group, &outcome, bit);
    if (bodies->def.medium == WAFT_MEDIUM_BOTH) {
        note_water(group, lane, wet->share, given);
    }
}

static void run_precise(step_job* job, uint32_t index, uint8_t mask) {
    const wafti_kind* kind = wafti_kind_of(job->bodies, group_at(job, index));
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        if ((mask & wafti_lane_bit(lane)) != 0) {
            wafti_body_lane state;
            wetness wet;
            wafti_lane_get(job->bodies, index, lane, &state);
            wet.share = wafti_body_wetness(job->bodies, kind, &state, wet.center);
            run_double(job, index, lane, &wet);
        }
    }
}

// Far from the surface one number says it all.
static wetness find_wetness(
    const step_job* job, const wafti_kind* kind, const wafti_body_block* block, int lane) {
    wetness wet;
    const double above = (double)block->position[1][lane] - (double)job->bodies->def.level;
    if (fabs(above) >= kind->hull.reach) {
        wet.share = above > 0.0 ? 0.0 : 1.0;
        memcpy(wet.center, kind->hull.buoyancy, sizeof(wet.center));
        return wet;
    }
    wafti_body_lane state;
    wafti_lane_load(block, lane, &state);
    wet.share = wafti_body_wetness(job->bodies, kind, &state, wet.center);
    return wet;
}

// With air over water, lanes that are in both, or have just left one, are stepped in double; the
// others stay with the crowd.
static void run_across_level(step_job* job, uint32_t index, uint8_t mask) {
    const wafti_group* group = group_at(job, index);
    const wafti_kind* kind = wafti_kind_of(job->bodies, group);
    wetness wet[WAFTI_BODY_LANES];
    uint8_t both = 0;
    uint8_t under = 0;
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        if ((mask & wafti_lane_bit(lane)) == 0) {
            continue;
        }
        wet[lane] = find_wetness(job, kind, &job->bodies->blocks[index], lane);
        const double share = wet[lane].share;
        const bool whole = share <= 0.0 || share >= 1.0;
        both |= whole && share == group->share[lane] ? 0 : wafti_lane_bit(lane);
        under |= share >= 1.0 ? wafti_lane_bit(lane) : 0;
    }
    run_crowd(job, index, mask & (uint8_t)~both, under);
    for (int lane = 0; both >> lane != 0; ++lane) {
        if ((both & wafti_lane_bit(lane)) != 0) {
            run_double(job, index, lane, &wet[lane]);
        }
    }
}

// ---- ground, sleep

// A quick look at eight lanes in float, on the safe side.
static uint8_t lanes_near_ground(
    const wafti_ground* ground, const wafti_body_block* block, double reach, uint8_t mask) {
    const float margin = (float)reach * 1.001f;
    const float n[3] = {
        (float)ground->normal[0], (float)ground->normal[1], (float)ground->normal[2]};
    const float offset = (float)wafti_vector_dot(ground->point, ground->normal);
    float above[WAFTI_BODY_LANES];
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        const float x = block->position[0][lane];
        const float y = block->position[1][lane];
        const float z = block->position[2][lane];
        const float doubt = 1e-6f * (fabsf(x) + fabsf(y) + fabsf(z) + fabsf(offset));
        above[lane] = n[0] * x + n[1] * y + n[2] * z - offset - doubt - margin;
    }
    int any = 0;
    for (int lane = 0; lane < WAFTI_BODY_LANES; ++lane) {
        any |= above[lane] < 0.0f;
    }
    uint8_t near = 0;
    for (int lane = 0; lane < WAFTI_BODY_LANES && any != 0 && ground->has_plane; ++lane) {
        near |= above[lane] < 0.0f ? wafti_lane_bit(lane) : 0;
    }
    for (int lane = 0; lane < WAFTI_BODY_LANES && ground->heights.data != NULL; ++lane) {
        near |= (double)(block->position[1][lane] - margin) < ground->highest ? wafti_lane_bit(lane)
                                                                              : 0;
    }
    return near & mask;
}

static void tell_landed(wafti_group* group, int lane, double impact) {
    const uint8_t bit = wafti_lane_bit(lane);
    if ((group->landed & bit) == 0) {
        group->landed |= bit;
        group->news.landed |= bit;
        group->news.impact[lane] = (float)impact;
    }
}

static void rest_or_sleep(
    const step_job* job, wafti_group* group, int lane, wafti_body_lane* state) {
    const wafti_kind* kind = wafti_kind_of(job->bodies, group);
    const bool slow = wafti_vector_length(state->velocity) < rest_speed &&
                      wafti_vector_length(state->spin) * kind->hull.longest < rest_spin;
    group->rest[lane] = slow ? group->rest[lane] + (float)job->drive.dt : 0.0f;
    if (job->bodies->def.sleep && group->rest[lane] >= rest_time) {
        group->asleep |= wafti_lane_bit(lane);
    }
    const bool stops = ((group->asleep | group->ended) & wafti_lane_bit(lane)) != 0;
    if (stops) {
        memset(state->velocity, 0, sizeof(state->velocity));
        memset(state->spin, 0, sizeof(state->spin));
    }
}

static bool meet_ground(step_job* job, uint32_t index, int lane) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = group_at(job, index);
    const wafti_kind* kind = wafti_kind_of(bodies, group);
    wafti_body_lane state;
    wafti_lane_get(bodies, index, lane, &state);
    if (!wafti_ground_is_near(&bodies->ground, state.position, kind->hull.reach)) {
        return false;
    }
    double inverse[36];
    wafti_kind_inverse(kind, group->share[lane], inverse);
    const wafti_ground_job meeting = {
        .ground = &bodies->ground,
        .points = kind->hull.contacts,
        .point_count = kind->hull.contact_count,
        .round = kind->round ? kind->hull.reach : 0.0,
        .longest = kind->hull.longest,
        .restitution = (double)kind->def.restitution,
        .friction = (double)kind->def.friction,
        .inverse = inverse,
    };
    double impact = 0.0;
    if (!wafti_ground_meet(&meeting, &state, &impact)) {
        return false;
    }
    tell_landed(group, lane, impact);
    group->ended |= bodies->def.ground.ends ? wafti_lane_bit(lane) : 0;
    rest_or_sleep(job, group, lane, &state);
    wafti_lane_put(bodies, index, lane, &state);
    return true;
}

static void run_ground(step_job* job, uint32_t index, uint8_t mask) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = group_at(job, index);
    const wafti_kind* kind = wafti_kind_of(bodies, group);
    const uint8_t near = kind->def.precise ? mask
                                           : lanes_near_ground(&bodies->ground,
                                                 &bodies->blocks[index], kind->hull.reach, mask);
    for (int lane = 0; near >> lane != 0; ++lane) {
        if ((near & wafti_lane_bit(lane)) == 0) {
            continue;
        }
        if (meet_ground(job, index, lane)) {
            group->touching |= wafti_lane_bit(lane);
        } else {
            group->rest[lane] = 0.0f;
        }
    }
}

// Section 12: wind lifts a sleeper when its drag exceeds half of what friction can hold.
static bool wind_lifts(step_job* job, uint32_t index, int lane) {
    waft_bodies* bodies = job->bodies;
    const wafti_group* group = group_at(job, index);
    const wafti_kind* kind = wafti_kind_of(bodies, group);
    wafti_body_lane state;
    wafti_lane_get(bodies, index, lane, &state);
    const bool wet = group->share[lane] >= 0.5;
    const wafti_body_model* model = &kind->models[wet ? WAFTI_WATER : WAFTI_AIR];
    double flow[3];
    wafti_body_flow(bodies, state.position, wet ? 1.0 : 0.0, flow);
    double turn[3][3];
    double relative[3];
    wafti_rotation_matrix(state.rotation, turn);
    wafti_lane_to_body((const double(*)[3])turn, flow, relative);
    for (int k = 0; k < 3; ++k) {
        relative[k] = -relative[k];
    }
    const double still[3] = {0.0, 0.0, 0.0};
    double load[6];
    wafti_body_loads(model, relative, still, load);
    const double heavy = fabs(model->mass - model->fluid.density * model->volume) *
                         wafti_vector_length(model->gravity);
    return wafti_vector_length(load) > 0.5 * (double)kind->def.friction * heavy;
}

static void wake_lifted(step_job* job, uint32_t index) {
    const wafti_group* group = group_at(job, index);
    const uint64_t step = job->drive.index / (uint64_t)job->bodies->def.substeps;
    for (int lane = 0; group->asleep >> lane != 0; ++lane) {
        const uint32_t stream = job->bodies->records[group->body[lane]].stream;
        const bool looks = (step + stream) % SLEEPERS_LOOK == 0;
        if ((group->asleep & wafti_lane_bit(lane)) != 0 && looks && wind_lifts(job, index, lane)) {
            wafti_body_wake(job->bodies, index, lane);
        }
    }
}

// ---- pushes

static void set_aside(wafti_group* group, int lane) {
    group->news.bad |= wafti_lane_bit(lane);
    group->quarantined |= wafti_lane_bit(lane);
}

static void apply_push(step_job* job, uint32_t index, int lane) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = group_at(job, index);
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
        set_aside(group, lane);
    }
    memset(body->push, 0, sizeof(body->push));
}

// Figures of lanes are read only where a mask names them.
static void forget_news(wafti_group_news* news) {
    news->bad = news->stiff = news->landed = news->entered = news->left = 0;
    news->most_cuts = 0;
}

static void begin_group(step_job* job, uint32_t index) {
    wafti_group* group = group_at(job, index);
    forget_news(&group->news);
    group->touching &= group->asleep | group->ended;
    for (int lane = 0; group->pushed >> lane != 0; ++lane) {
        if ((group->pushed & wafti_lane_bit(lane)) != 0) {
            apply_push(job, index, lane);
        }
    }
    group->pushed = 0;
    if (group->asleep != 0) {
        wake_lifted(job, index);
    }
}

// ---- all of it

static void step_group(step_job* job, uint32_t index) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = group_at(job, index);
    const uint8_t mask = wafti_group_moving(group);
    if (mask == 0) {
        return;
    }
    if (wafti_kind_of(bodies, group)->def.precise) {
        run_precise(job, index, mask);
    } else if (bodies->def.medium == WAFT_MEDIUM_BOTH) {
        run_across_level(job, index, mask);
    } else {
        run_crowd(job, index, mask, bodies->def.medium == WAFT_MEDIUM_WATER ? 0xFF : 0);
    }
    if (bodies->ground.has_plane || bodies->ground.heights.data != NULL) {
        run_ground(job, index, wafti_group_moving(group));
    }
}

static void step_task(void* context, int32_t block) {
    step_job job = *(const step_job*)context;
    const uint64_t index = job.drive.index;
    const uint32_t first = (uint32_t)block * GROUPS_A_TASK;
    const uint32_t past = first + GROUPS_A_TASK;
    for (uint32_t n = first; n < past && n < job.bodies->group_count; ++n) {
        if (group_at(&job, n)->kind == WAFTI_NONE) {
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

static void run_all(step_job* job) {
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
    wafti_events_add(
        bodies->context->events, (waft_event){
                                     .kind = kind,
                                     .index = bodies->records[group->body[lane]].number,
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
            {news->bad, WAFT_EVENT_BODY_QUARANTINED, 0.0f},
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
        if ((group->used & wafti_lane_bit(lane)) == 0 || (kind->told_reynolds & bit) != 0) {
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
    const int substeps = bodies->def.substeps;
    wafti_body_air even[2];
    step_job job = {
        .bodies = bodies,
        .even = even,
        .drive = {.dt = step->dt / substeps, .count = 1, .seed = bodies->context->seed},
        .begins = true,
    };
    double wind[3];
    wafti_lane_from_vec3(bodies->def.current, job.current);
    wafti_lane_from_vec3(bodies->air.world, wind);
    wafti_vector_add_scaled(wind, bodies->air.everywhere, 1.0);
    spread(wind, &even[WAFTI_AIR]);
    spread(job.current, &even[WAFTI_WATER]);
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
