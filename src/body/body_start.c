// SPDX-License-Identifier: MIT
// Bodies that begin later than their world. A body that waits has its seat, so that a step which lets it
// begin takes no memory.
#include "body/crowd.h"
#include "body/lane.h"

// Whether a start has come, rounding allowed for.
static bool has_come(const waft_bodies* bodies, double start, double time) {
    return start <= time + 1e-6 * bodies->surroundings.dt;
}

void wafti_body_set_start(waft_bodies* bodies, uint32_t slot, double start) {
    wafti_body* body = &bodies->records[slot];
    wafti_group* group = &bodies->groups[body->group];
    const uint8_t bit = wafti_lane_bit((int)body->lane);
    const double now =
        (double)(bodies->steps / (uint64_t)bodies->def.substeps) * bodies->surroundings.dt;
    const bool waited = (group->waiting & bit) != 0;
    const bool waits = !has_come(bodies, start, now);
    bodies->waiting += (waits ? 1u : 0u) - (waited ? 1u : 0u);
    group->waiting = (uint8_t)(waits ? group->waiting | bit : group->waiting & ~bit);
    body->start = waits ? start : 0.0;
}

// Wind and water have gone on since it was added.
static void begin(waft_bodies* bodies, uint32_t slot) {
    const wafti_body* body = &bodies->records[slot];
    wafti_body_lane lane;
    waft_body_state state;
    wafti_body_set_start(bodies, slot, 0.0);
    wafti_lane_get(bodies, body->group, (int)body->lane, &lane);
    wafti_lane_get_state(&lane, &state);
    wafti_body_seat(bodies, slot, &state, &lane);
}

void wafti_bodies_release(waft_bodies* bodies, double time) {
    for (uint32_t n = 0; n < bodies->group_count && bodies->waiting > 0; ++n) {
        const wafti_group* group = &bodies->groups[n];
        for (int lane = 0; group->waiting >> lane != 0; ++lane) {
            const bool waits = (group->waiting & wafti_lane_bit(lane)) != 0;
            if (waits && has_come(bodies, bodies->records[group->body[lane]].start, time)) {
                begin(bodies, group->body[lane]);
            }
        }
    }
}
