// SPDX-License-Identifier: MIT
// Bodies as users read them: where they are, loads, momenta and figures.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "body/crowd.h"
#include "body/lane.h"
#include "body/seas.h"

// The first that holds counts.
static waft_body_flag flag_of(const wafti_seat* seat) {
    const wafti_group* group = seat->group;
    return (group->waiting & seat->bit) != 0       ? WAFT_BODY_WAITING
           : (group->quarantined & seat->bit) != 0 ? WAFT_BODY_QUARANTINED
           : (group->ended & seat->bit) != 0       ? WAFT_BODY_ENDED
           : (group->asleep & seat->bit) != 0      ? WAFT_BODY_ASLEEP
           : (group->touching & seat->bit) != 0    ? WAFT_BODY_CONTACT
                                                   : WAFT_BODY_FREE;
}

static void tell_body(const waft_bodies* bodies, uint32_t slot, waft_body_info* out_info) {
    const wafti_body* body = &bodies->records[slot];
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    const wafti_body_lane lane = wafti_lane_get(bodies, &seat);
    const wafti_sea sea = wafti_sea_find(bodies, seat.kind, lane.position);
    *out_info = (waft_body_info){
        .id = wafti_body_id(bodies, slot),
        .hull = seat.kind->def.hull,
        .state = wafti_lane_get_state(&lane),
        .age = lane.steps * (bodies->surroundings.dt / bodies->def.substeps),
        .submerged = wafti_sea_wetness(bodies, seat.kind, &lane, &sea).share,
        .flag = flag_of(&seat),
        .number = body->number,
        .name = body->name,
        .user = body->user,
    };
    memcpy(out_info->gust, lane.gust, sizeof(out_info->gust));
}

size_t waft_bodies_count(const waft_bodies* bodies) {
    return bodies != NULL ? bodies->count : 0;
}

waft_result waft_bodies_at(const waft_bodies* bodies, size_t index, waft_body_info* out_info) {
    if (bodies == NULL || out_info == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (index >= bodies->count) {
        return wafti_fail(bodies->context->error, WAFT_ERR_ARGUMENT,
            "there is no body at place %zu of %u", index, (unsigned)bodies->count);
    }
    tell_body(bodies, bodies->order[index], out_info);
    return WAFT_OK;
}

waft_result waft_bodies_get(const waft_bodies* bodies, waft_body_id id, waft_body_info* out_info) {
    uint32_t slot = 0;
    const waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK || out_info == NULL) {
        return result != WAFT_OK ? result : WAFT_ERR_ARGUMENT;
    }
    tell_body(bodies, slot, out_info);
    return WAFT_OK;
}

size_t waft_bodies_states(const waft_bodies* bodies, waft_body_info* out_infos, size_t capacity) {
    if (bodies == NULL) {
        return 0;
    }
    for (size_t n = 0; n < bodies->count && n < capacity && out_infos != NULL; ++n) {
        tell_body(bodies, bodies->order[n], &out_infos[n]);
    }
    return bodies->count;
}

waft_result waft_bodies_loads(
    const waft_bodies* bodies, waft_body_id id, double out_force[3], double out_torque[3]) {
    uint32_t slot = 0;
    const waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK || out_force == NULL || out_torque == NULL) {
        return result != WAFT_OK ? result : WAFT_ERR_ARGUMENT;
    }
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    const wafti_body_lane lane = wafti_lane_get(bodies, &seat);
    const wafti_sea sea = wafti_sea_find(bodies, seat.kind, lane.position);
    const double share = wafti_sea_wetness(bodies, seat.kind, &lane, &sea).share;
    const wafti_turn turn = wafti_turn_of(lane.rotation);
    double whirl[3];
    wafti_body_turning(bodies, seat.kind, lane.position, share, whirl);
    wafti_vector_add_scaled(whirl, lane.swirl, 1.0);
    const double weight[2] = {1.0 - share, share};
    double sum[6] = {0.0};
    for (int fluid = 0; fluid < 2; ++fluid) {
        double flow[3];
        double spin[3];
        double load[6];
        wafti_body_flow(
            bodies, lane.position, fluid == WAFTI_WATER ? 1.0 : 0.0, sea.velocity, flow);
        wafti_vector_add_scaled(flow, lane.gust, 1.0);
        wafti_turn_in(&turn, flow, flow);
        wafti_turn_in(&turn, whirl, spin);
        wafti_vector_sub(lane.velocity, flow, flow);
        wafti_vector_sub(lane.spin, spin, spin);
        wafti_body_loads(&seat.kind->models[fluid], flow, spin, load);
        for (int k = 0; k < 6; ++k) {
            sum[k] += weight[fluid] * load[k];
        }
    }
    wafti_turn_out(&turn, sum, out_force);
    wafti_turn_out(&turn, sum + 3, out_torque);
    return WAFT_OK;
}

// Momenta in world axes and the energy of body and fluid, the fluid's by the motion relative to it.
static double find_momentum(
    const wafti_seat* seat, const wafti_body_lane* lane, double out_momentum[6]) {
    const wafti_turn turn = wafti_turn_of(lane->rotation);
    const double share = seat->group->share[seat->lane];
    double motion[6];
    double relative[6];
    double flow[3];
    double momentum[6];
    wafti_turn_in(&turn, lane->fluid, flow);
    wafti_lane_get_motion(lane, motion);
    memcpy(relative, motion, sizeof(motion));
    wafti_vector_sub(motion, flow, relative);
    const wafti_body_model* models = seat->kind->models;
    double energy = 0.0;
    for (int i = 0; i < 6; ++i) {
        double own = i < 3
                         ? models[0].mass * motion[i]
                         : wafti_vector_dot(models[0].inertia + 3 * (ptrdiff_t)(i - 3), motion + 3);
        double fluid = 0.0;
        for (int j = 0; j < 6; ++j) {
            const ptrdiff_t at = 6 * (ptrdiff_t)i + j;
            fluid +=
                ((1.0 - share) * models[0].added[at] + share * models[1].added[at]) * relative[j];
        }
        energy += 0.5 * (own * motion[i] + fluid * relative[i]);
        momentum[i] = own + fluid;
    }
    wafti_turn_out6(&turn, momentum, out_momentum);
    return energy;
}

waft_result waft_bodies_momentum(
    const waft_bodies* bodies, waft_body_id id, waft_body_momentum* out_momentum) {
    uint32_t slot = 0;
    const waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK || out_momentum == NULL) {
        return result != WAFT_OK ? result : WAFT_ERR_ARGUMENT;
    }
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    const wafti_body_lane lane = wafti_lane_get(bodies, &seat);
    double momentum[6];
    double about[3];
    out_momentum->energy = find_momentum(&seat, &lane, momentum);
    memcpy(out_momentum->linear, momentum, sizeof(out_momentum->linear));
    memcpy(out_momentum->angular, momentum + 3, sizeof(out_momentum->angular));
    wafti_vector_cross(lane.position, out_momentum->linear, about);
    wafti_vector_add_scaled(out_momentum->angular, about, 1.0);
    return WAFT_OK;
}

void waft_bodies_read_stats(const waft_bodies* bodies, waft_bodies_stats* out_stats, size_t size) {
    waft_bodies_stats stats = {0};
    if (bodies != NULL) {
        stats.count = bodies->count - bodies->waiting;
        stats.most_substeps = bodies->most_cuts;
    }
    for (uint32_t n = 0; bodies != NULL && n < bodies->count; ++n) {
        const wafti_seat seat = wafti_seat_of(bodies, bodies->order[n]);
        const wafti_group* group = seat.group;
        if ((group->waiting & seat.bit) != 0) {
            continue;
        }
        const wafti_body_lane lane = wafti_lane_get(bodies, &seat);
        double momentum[6];
        stats.kinetic_energy += find_momentum(&seat, &lane, momentum);
        stats.greatest_speed = fmax(stats.greatest_speed, wafti_vector_length(lane.velocity));
        stats.asleep += (group->asleep & seat.bit) != 0;
        stats.quarantined += (group->quarantined & seat.bit) != 0;
        stats.in_contact += (group->touching & seat.bit) != 0;
        stats.under_water += group->share[seat.lane] >= 0.5;
    }
    waft_struct_read(out_stats, size, &stats, sizeof(stats));
}

size_t wafti_bodies_stats(const waft_bodies* bodies, waft_stat* out_stats, size_t capacity) {
    const waft_bodies_stats figures = waft_bodies_get_stats(bodies);
    const waft_stat stats[] = {
        {"bodies.count", "1", (double)figures.count},
        {"bodies.asleep", "1", (double)figures.asleep},
        {"bodies.quarantined", "1", (double)figures.quarantined},
        {"bodies.in_contact", "1", (double)figures.in_contact},
        {"bodies.under_water", "1", (double)figures.under_water},
        {"bodies.kinetic_energy", "J", figures.kinetic_energy},
        {"bodies.greatest_speed", "m/s", figures.greatest_speed},
        {"bodies.most_substeps", "1", (double)figures.most_substeps},
    };
    const size_t count = sizeof(stats) / sizeof(stats[0]);
    for (size_t i = 0; i < count && i < capacity; ++i) {
        out_stats[i] = stats[i];
    }
    return count;
}

void waft_bodies_read_def(const waft_bodies* bodies, waft_bodies_def* out_def, size_t size) {
    const waft_bodies_def def = bodies != NULL ? bodies->def : waft_bodies_def_default();
    waft_struct_fill(out_def, size, &def, sizeof(def));
}
