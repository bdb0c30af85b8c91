// SPDX-License-Identifier: MIT
#include "body/carry.h"

#include <string.h>

#include "body/lane.h"
#include "body/step_job.h"
#include "hull/hull.h"

double wafti_bodies_wet_volume(const waft_bodies* bodies, uint32_t slot) {
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    return seat.group->share[seat.lane] * seat.kind->hull.volume;
}

wafti_carry* wafti_carry_of(const waft_bodies* bodies, const wafti_seat* seat) {
    if (bodies->carries == NULL) {
        return NULL;
    }
    wafti_carry* carry = &bodies->carries[seat->group->body[seat->lane]];
    return carry->state == WAFTI_CARRY_FLOAT ? carry : NULL;
}

void wafti_mix_make(const waft_bodies* bodies, const wafti_kind* kind, wafti_body_lane* lane,
    const wafti_sea* sea, const wafti_wetness* wet, double before, wafti_body_mix* out_mix) {
    *out_mix = (wafti_body_mix){
        .models = {&kind->models[WAFTI_AIR], &kind->models[WAFTI_WATER]},
        .share = wet->share,
        .before = before,
    };
    memcpy(out_mix->center, wet->center, sizeof(out_mix->center));
    memcpy(out_mix->wind[WAFTI_WATER], sea->velocity, sizeof(sea->velocity));
    wafti_air_at(&bodies->air, lane->position, out_mix->wind[WAFTI_AIR]);
    wafti_body_turning(bodies, kind, lane->position, wet->share, out_mix->turning);
    wafti_body_calm(kind, wet->share, lane);
}

// A small turn about x and z.
static void turn_lane(const double by[2], wafti_body_lane* lane) {
    const double* q = lane->rotation;
    const double x = 0.5 * by[0];
    const double z = 0.5 * by[1];
    // (x, 0, z, 1) times q; the step makes it unit.
    double turned[4] = {
        q[0] + x * q[3] - z * q[1],
        q[1] + z * q[0] - x * q[2],
        q[2] + z * q[3] + x * q[1],
        q[3] - x * q[0] - z * q[2],
    };
    wafti_quat_normalize(turned);
    memcpy(lane->rotation, turned, sizeof(turned));
}

void wafti_carry_take(
    wafti_carry* carry, int substeps, wafti_body_mix* mix, wafti_body_lane* lane) {
    mix->carried = true;
    mix->impulse[1] = carry->impulse[0] / substeps;
    mix->impulse[3] = carry->impulse[1] / substeps;
    mix->impulse[5] = carry->impulse[2] / substeps;
    lane->position[1] += carry->shift[0];
    turn_lane(carry->shift + 1, lane);
    memset(carry->shift, 0, sizeof(carry->shift));
}

// ---- what is foreseen

// Heave and small turns of `from` against `to`, from the quaternion of the turn that joins them.
static void behind_of(const wafti_body_lane* from, const wafti_body_lane* to, double out[3]) {
    const double* a = from->rotation;
    const double* b = to->rotation;
    const double w = a[3] * b[3] + a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const double x = -a[3] * b[0] + a[0] * b[3] - a[1] * b[2] + a[2] * b[1];
    const double z = -a[3] * b[2] + a[2] * b[3] - a[0] * b[1] + a[1] * b[0];
    const double sign = w < 0.0 ? -2.0 : 2.0;
    out[0] = from->position[1] - to->position[1];
    out[1] = sign * x;
    out[2] = sign * z;
}

// Change of (vy, wx, wz) with an impulse along y and moments about x and z, world axes.
static void yield_of(const double inverse[36], const double rotation[4], double out[9]) {
    const wafti_turn turn = wafti_turn_of(rotation);
    const double* axes[3] = {turn.rows[1], turn.rows[0], turn.rows[2]};
    for (int n = 0; n < 9; ++n) {
        const int i = n / 3;
        const int j = n % 3;
        double sum = 0.0;
        for (int k = 0; k < 9; ++k) {
            const int row = (i == 0 ? 0 : 3) + k / 3;
            const int column = (j == 0 ? 0 : 3) + k % 3;
            sum += axes[i][k / 3] * inverse[6 * row + column] * axes[j][k % 3];
        }
        out[n] = sum;
    }
}

static void drag_of(const wafti_kind* kind, const wafti_body_lane* lane, const wafti_sea* sea,
    double share, double out_drag[3]) {
    const wafti_turn turn = wafti_turn_of(lane->rotation);
    double relative[3];
    double load[6];
    wafti_turn_in(&turn, sea->velocity, relative);
    wafti_vector_sub(lane->velocity, relative, relative);
    wafti_body_loads(&kind->models[WAFTI_WATER], relative, lane->spin, load);
    wafti_turn_out(&turn, load, out_drag);
    wafti_vector_scale(out_drag, share);
}

// The step that the body would take without the water's pressure.
static void go_on(const waft_bodies* bodies, const wafti_seat* seat, const wafti_step* step,
    wafti_body_lane* lane, wafti_carry* carry) {
    const wafti_kind* kind = seat->kind;
    const int substeps = bodies->def.substeps;
    double before = seat->group->share[seat->lane];
    for (int n = 0; n < substeps; ++n) {
        const wafti_sea sea = wafti_sea_find(bodies, kind, lane->position);
        const wafti_wetness wet = wafti_sea_wetness(bodies, kind, lane, &sea);
        wafti_body_mix mix;
        wafti_mix_make(bodies, kind, lane, &sea, &wet, before, &mix);
        mix.carried = true;
        if (n == 0) {
            double inverse[36];
            wafti_body_mix_inverse(&mix, lane->rotation, inverse);
            yield_of(inverse, lane->rotation, carry->yield);
            if ((seat->group->pushed & seat->bit) != 0) {
                const uint32_t slot = seat->group->body[seat->lane];
                wafti_lane_push(lane, inverse, bodies->records[slot].push);
            }
        }
        const wafti_body_drive drive = {.dt = step->dt / substeps,
            .count = 1,
            .index = bodies->steps + (uint64_t)n,
            .seed = bodies->context->seed};
        wafti_body_outcome ignored = {0};
        double given[3];
        (void)wafti_body_step_double(&mix, &drive, lane, &ignored, given);
        double impact;
        (void)wafti_body_meet_ground(bodies, kind, wet.share, lane, &impact);
        before = wet.share;
    }
}

static wafti_carry_state state_of(const wafti_seat* seat, const wafti_sea* sea, double y) {
    const wafti_kind* kind = seat->kind;
    const bool gone = ((seat->group->quarantined | seat->group->waiting) & seat->bit) != 0;
    // The surface may rise a little before the step is over.
    const double reach = 1.1 * kind->hull.reach;
    // Sheets have no inside that a column could lie under.
    const bool solid = waft_mesh_get_info(kind->def.hull->mesh).closed;
    if (gone || !sea->wet || y - reach > sea->level || !kind->def.buoyancy || !solid) {
        return WAFTI_CARRY_NONE;
    }
    if (y + kind->hull.reach < sea->level) {
        return WAFTI_CARRY_SUNK;
    }
    return (wafti_group_moving(seat->group) & seat->bit) != 0 ? WAFTI_CARRY_FLOAT
                                                              : WAFTI_CARRY_HELD;
}

void wafti_carries_begin(waft_bodies* bodies) {
    wafti_ground_prepare(&bodies->ground);
    wafti_ground_prepare(&bodies->bed);
}

void wafti_carry_foresee(waft_bodies* bodies, uint32_t place, const wafti_step* step) {
    const uint32_t slot = bodies->order[place];
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    const wafti_kind* kind = seat.kind;
    wafti_carry* carry = &bodies->carries[slot];
    wafti_body_lane lane = wafti_lane_get(bodies, &seat);
    const wafti_sea sea = wafti_sea_find(bodies, kind, lane.position);
    *carry = (wafti_carry){
        .state = state_of(&seat, &sea, lane.position[1]),
        .hull = kind->def.hull,
        .reach = kind->hull.reach,
        .mass = kind->hull.mass,
        .swell = kind->hull.volume / kind->def.hull->mesh_volume,
    };
    if (carry->state == WAFTI_CARRY_NONE) {
        return;
    }
    const double share = wafti_sea_wetness(bodies, kind, &lane, &sea).share;
    carry->wet = share * kind->hull.volume;
    const waft_body_state state = wafti_lane_get_state(&lane);
    wafti_vector_sub(state.velocity, sea.velocity, carry->relative);
    carry->motion[0] = state.velocity[1];
    carry->motion[1] = state.spin[0];
    carry->motion[2] = state.spin[2];
    drag_of(kind, &lane, &sea, share, carry->drag);
    const wafti_body_lane now = lane;
    if (carry->state == WAFTI_CARRY_FLOAT) {
        go_on(bodies, &seat, step, &lane, carry);
    }
    behind_of(&now, &lane, carry->behind);
    memcpy(carry->position, lane.position, sizeof(carry->position));
    memcpy(carry->rotation, lane.rotation, sizeof(carry->rotation));
}
