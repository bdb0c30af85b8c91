// SPDX-License-Identifier: MIT
// Bodies that meet the ground, lie still, sleep and are woken. The rules are those of
// docs/spec/bodies.md#ground and docs/spec/bodies.md#sleep.
#include <math.h>
#include <string.h>

#include "body/lane.h"
#include "body/step_job.h"
#include "solid/touched.h"

enum { SLEEPERS_LOOK = 8 }; // sleeping bodies feel the wind in one step of so many

// A touching body that is slower than this for so long falls asleep (docs/spec/bodies.md#sleep).
static const double rest_speed = 0.01;
static const double rest_spin = 0.02;
static const float rest_time = 0.5f;

// The bed of a water takes all speed across it (docs/spec/bodies.md#ground).
static const double bed_restitution = 0.0;
static const double bed_friction = 0.5;

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
    for (int lane = 0; lane < WAFTI_BODY_LANES && ground->has_walls; ++lane) {
        const float x = block->position[0][lane];
        const float z = block->position[2][lane];
        const wafti_walls* w = &ground->walls;
        const double inside = fmin(fmin((double)x - w->low[0], w->high[0] - (double)x),
            fmin((double)z - w->low[1], w->high[1] - (double)z));
        near |= inside < (double)margin ? wafti_lane_bit(lane) : 0;
    }
    for (int lane = 0; lane < WAFTI_BODY_LANES && ground->solids != NULL; ++lane) {
        const double at[3] = {(double)block->position[0][lane], (double)block->position[1][lane],
            (double)block->position[2][lane]};
        near |=
            wafti_touched_is_near(ground->solids, at, (double)margin) ? wafti_lane_bit(lane) : 0;
    }
    return near & mask;
}

static void tell_landed(const wafti_seat* seat, double impact) {
    wafti_group* group = seat->group;
    if ((group->landed & seat->bit) == 0) {
        group->landed |= seat->bit;
        group->news.landed |= seat->bit;
        group->news.impact[seat->lane] = (float)impact;
    }
}

static void rest_or_sleep(
    const wafti_step_job* job, const wafti_seat* seat, wafti_body_lane* state) {
    const bool slow = wafti_vector_length(state->velocity) < rest_speed &&
                      wafti_vector_length(state->spin) * seat->kind->hull.longest < rest_spin;
    float* rest = &seat->group->rest[seat->lane];
    *rest = slow ? *rest + (float)job->drive.dt : 0.0f;
    if (job->bodies->def.ground.sleep && *rest >= rest_time) {
        seat->group->asleep |= seat->bit;
    }
    if (((seat->group->asleep | seat->group->ended) & seat->bit) != 0) {
        wafti_lane_set_motion(state, (const double[6]){0.0});
    }
}

static bool meet_one(const waft_bodies* bodies, const wafti_ground* ground, const wafti_kind* kind,
    double share, wafti_body_lane* state, double* out_impact) {
    if (!wafti_ground_is_near(ground, state->position, kind->hull.reach)) {
        return false;
    }
    const bool bed = ground == &bodies->bed || ground == &bodies->shore;
    double inverse[36];
    wafti_kind_inverse(kind, share, inverse);
    const wafti_ground_job meeting = {
        .ground = ground,
        .points = kind->hull.contacts,
        .point_count = kind->hull.contact_count,
        .round = kind->round ? kind->hull.reach : 0.0,
        .longest = kind->hull.longest,
        .restitution = bed ? bed_restitution : (double)kind->def.restitution,
        .friction = bed ? bed_friction : (double)kind->def.friction,
        .inverse = inverse,
    };
    double impact = 0.0;
    const bool touches = wafti_ground_meet(&meeting, state, &impact);
    *out_impact = fmax(*out_impact, impact);
    return touches;
}

// Walls of the water hold what is in it; what flies passes over them. A wall is no place to land on or
// to sleep at.
static bool meet_shore(
    const waft_bodies* bodies, const wafti_kind* kind, double share, wafti_body_lane* state) {
    double impact = 0.0;
    return bodies->shore.has_walls && share > 0.0 &&
           meet_one(bodies, &bodies->shore, kind, share, state, &impact);
}

// A tank holds what is in it; its floor ends at its walls.
static bool meet_tank(const waft_bodies* bodies, const wafti_kind* kind, double share,
    wafti_body_lane* state, double* out_impact) {
    const wafti_walls* walls = &bodies->tank.walls;
    const double* at = state->position;
    return bodies->tank.has_walls && at[1] <= bodies->tank_top && at[0] >= walls->low[0] &&
           at[0] <= walls->high[0] && at[2] >= walls->low[1] && at[2] <= walls->high[1] &&
           meet_one(bodies, &bodies->tank, kind, share, state, out_impact);
}

bool wafti_body_meet_ground(const waft_bodies* bodies, const wafti_kind* kind, double share,
    wafti_body_lane* state, double* out_impact) {
    *out_impact = 0.0;
    const bool tank = meet_tank(bodies, kind, share, state, out_impact);
    const bool ground = meet_one(bodies, &bodies->ground, kind, share, state, out_impact);
    const bool bed = meet_one(bodies, &bodies->bed, kind, share, state, out_impact);
    const bool stone = bodies->stones.solids != NULL &&
                       meet_one(bodies, &bodies->stones, kind, share, state, out_impact);
    return ground || bed || tank || stone;
}

static bool meet_ground(wafti_step_job* job, const wafti_seat* seat) {
    waft_bodies* bodies = job->bodies;
    wafti_body_lane state = wafti_lane_get(bodies, seat);
    const double share = seat->group->share[seat->lane];
    double impact = 0.0;
    const bool held = meet_shore(bodies, seat->kind, share, &state);
    const bool touches = wafti_body_meet_ground(bodies, seat->kind, share, &state, &impact);
    if (touches) {
        tell_landed(seat, impact);
        seat->group->ended |= bodies->def.ground.ends ? seat->bit : 0;
        // What lies on a solid stays awake: it may be moved, or taken away.
        if (!wafti_ground_is_near(&bodies->stones, state.position, seat->kind->hull.reach)) {
            rest_or_sleep(job, seat, &state);
        }
    }
    if (touches || held) {
        wafti_lane_put(bodies, seat, &state);
    }
    return touches;
}

static bool is_there(const wafti_ground* ground) {
    return ground->has_plane || ground->heights.data != NULL || ground->has_walls ||
           (ground->solids != NULL && ground->solids->order.count > 0);
}

void wafti_step_ground(wafti_step_job* job, uint32_t index, uint8_t mask) {
    waft_bodies* bodies = job->bodies;
    wafti_group* group = wafti_step_group(job, index);
    const wafti_kind* kind = wafti_kind_of(bodies, group);
    const wafti_ground* grounds[5] = {
        &bodies->ground, &bodies->bed, &bodies->shore, &bodies->tank, &bodies->stones};
    uint8_t near = 0;
    for (int n = 0; n < 5; ++n) {
        if (is_there(grounds[n])) {
            near |= kind->def.precise ? mask
                                      : lanes_near_ground(grounds[n], &bodies->blocks[index],
                                            kind->hull.reach, mask);
        }
    }
    while (near != 0) {
        const wafti_seat seat = wafti_seat_at(bodies, index, wafti_lane_next(&near));
        if (meet_ground(job, &seat)) {
            group->touching |= seat.bit;
        } else {
            group->rest[seat.lane] = 0.0f;
        }
    }
}

// Water that came or went since it fell asleep, as a share of its volume.
static const double woken_by = 0.01;

// Wind wakes a sleeper when its drag exceeds half of what friction can hold
// (docs/spec/bodies.md#sleep).
static bool wind_lifts(const waft_bodies* bodies, const wafti_seat* seat) {
    const wafti_kind* kind = seat->kind;
    const double share = seat->group->share[seat->lane];
    const wafti_body_lane state = wafti_lane_get(bodies, seat);
    const wafti_sea sea = wafti_sea_find(bodies, kind, state.position);
    if (bodies->water.look != NULL &&
        fabs(wafti_sea_wetness(bodies, kind, &state, &sea).share - share) > woken_by) {
        return true;
    }
    const bool wet = share >= 0.5;
    const wafti_body_model* model = &kind->models[wet ? WAFTI_WATER : WAFTI_AIR];
    double relative[3];
    wafti_body_flow(bodies, state.position, wet ? 1.0 : 0.0, sea.velocity, relative);
    const wafti_turn turn = wafti_turn_of(state.rotation);
    wafti_turn_in(&turn, relative, relative);
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

void wafti_step_wake(wafti_step_job* job, uint32_t index) {
    const wafti_group* group = wafti_step_group(job, index);
    const uint64_t step = job->drive.index / (uint64_t)job->bodies->def.substeps;
    for (uint8_t left = group->asleep; left != 0;) {
        const wafti_seat seat = wafti_seat_at(job->bodies, index, wafti_lane_next(&left));
        const uint32_t stream = job->bodies->records[group->body[seat.lane]].stream;
        if ((step + stream) % SLEEPERS_LOOK == 0 && wind_lifts(job->bodies, &seat)) {
            wafti_body_wake(job->bodies, &seat);
        }
    }
}
