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
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    wafti_group* group = seat.group;
    const uint64_t steps = bodies->steps / (uint64_t)bodies->def.substeps;
    const double now = (double)steps * bodies->surroundings.dt;
    const bool waited = (group->waiting & seat.bit) != 0;
    const bool waits = !has_come(bodies, start, now);
    bodies->waiting += (waits ? 1u : 0u) - (waited ? 1u : 0u);
    group->waiting = (uint8_t)(waits ? group->waiting | seat.bit : group->waiting & ~seat.bit);
    bodies->records[slot].start = waits ? start : 0.0;
}

void wafti_bodies_release(waft_bodies* bodies, double time) {
    for (uint32_t n = 0; n < bodies->group_count && bodies->waiting > 0; ++n) {
        for (uint8_t left = bodies->groups[n].waiting; left != 0;) {
            const uint32_t slot = bodies->groups[n].body[wafti_lane_next(&left)];
            if (has_come(bodies, bodies->records[slot].start, time)) {
                // Wind and water have gone on since it was added.
                const wafti_seat seat = wafti_seat_of(bodies, slot);
                wafti_body_lane lane = wafti_lane_get(bodies, &seat);
                const waft_body_state state = wafti_lane_get_state(&lane);
                wafti_body_set_start(bodies, slot, 0.0);
                wafti_body_seat(bodies, slot, &state, &lane);
            }
        }
    }
}
