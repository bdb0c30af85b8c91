// SPDX-License-Identifier: MIT
// Poses between the last two steps, for hosts that draw more often than they step.
#include <math.h>
#include <string.h>

#include "body/crowd.h"
#include "body/lane.h"

void wafti_body_remember(waft_bodies* bodies, const wafti_seat* seat) {
    wafti_body_block* block = &bodies->blocks[seat->index];
    const wafti_body_lane now = wafti_lane_get(bodies, seat);
    for (int k = 0; k < 3; ++k) {
        block->before[k][seat->lane] = (float)now.position[k];
    }
    for (int k = 0; k < 4; ++k) {
        block->before[3 + k][seat->lane] = (float)now.rotation[k];
    }
}

void wafti_group_remember(waft_bodies* bodies, uint32_t index) {
    const wafti_group* group = &bodies->groups[index];
    wafti_body_block* block = &bodies->blocks[index];
    if (!wafti_kind_of(bodies, group)->def.precise) {
        memcpy(block->before, block->position, sizeof(block->position));
        memcpy(block->before + 3, block->rotation, sizeof(block->rotation));
        return;
    }
    for (int lane = 0; group->used >> lane != 0; ++lane) {
        const wafti_seat seat = wafti_seat_at(bodies, index, lane);
        wafti_body_remember(bodies, &seat);
    }
}

// Linear in both; the rotation the short way, and made unit. Exact at both ends.
static waft_pose blend(const waft_bodies* bodies, uint32_t slot, double alpha) {
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    const wafti_body_lane now = wafti_lane_get(bodies, &seat);
    double before[7];
    double mean[7];
    for (int k = 0; k < 7; ++k) {
        before[k] = (double)bodies->blocks[seat.index].before[k][seat.lane];
    }
    double along = 0.0;
    for (int k = 0; k < 4; ++k) {
        along += before[3 + k] * now.rotation[k];
    }
    const double turn = along < 0.0 ? alpha - 1.0 : 1.0 - alpha;
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
        mean[k] = (1.0 - alpha) * before[k] + alpha * now.position[k];
    }
    for (int k = 0; k < 4; ++k) {
        mean[3 + k] = turn * before[3 + k] + alpha * now.rotation[k];
        square += mean[3 + k] * mean[3 + k];
    }
    const double shorter = 1.0 / sqrt(square);
    return (waft_pose){
        .position = {(float)mean[0], (float)mean[1], (float)mean[2]},
        .rotation = {(float)(mean[3] * shorter), (float)(mean[4] * shorter),
            (float)(mean[5] * shorter), (float)(mean[6] * shorter)},
    };
}

// No number asks for the step before.
static double share_of(float alpha) {
    return isgreater(alpha, 0.0f) ? fmin((double)alpha, 1.0) : 0.0;
}

size_t waft_bodies_blend(
    const waft_bodies* bodies, float alpha, waft_pose* out_poses, size_t capacity) {
    if (bodies == NULL) {
        return 0;
    }
    const double share = share_of(alpha);
    for (size_t n = 0; n < bodies->count && n < capacity && out_poses != NULL; ++n) {
        out_poses[n] = blend(bodies, bodies->order[n], share);
    }
    return bodies->count;
}

waft_result waft_bodies_blend_one(
    const waft_bodies* bodies, waft_body_id id, float alpha, waft_pose* out_pose) {
    uint32_t slot = 0;
    const waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK || out_pose == NULL) {
        return result != WAFT_OK ? result : WAFT_ERR_ARGUMENT;
    }
    *out_pose = blend(bodies, slot, share_of(alpha));
    return WAFT_OK;
}
