// SPDX-License-Identifier: MIT
// What the files of a step of the bodies share.
#ifndef WAFTI_BODY_STEP_JOB_H
#define WAFTI_BODY_STEP_JOB_H

#include "body/carry.h"
#include "body/seas.h"

typedef struct wafti_step_job {
    waft_bodies* bodies;
    wafti_body_drive drive;
    bool begins;                ///< the first of the world's step
    int repeats;                ///< steps that a group takes before the next is touched
    const wafti_body_air* even; ///< air and water where they are the same everywhere
} wafti_step_job;

static inline wafti_group* wafti_step_group(const wafti_step_job* job, uint32_t index) {
    return &job->bodies->groups[index];
}

/// Lanes of `mask` meet ground and bed; those that lie still fall asleep.
void wafti_step_ground(wafti_step_job* job, uint32_t index, uint8_t mask);

/// Ground and bed stop a body and push it out. True if it touches one; *out_impact is the speed of the
/// hardest approach.
bool wafti_body_meet_ground(const waft_bodies* bodies, const wafti_kind* kind, double share,
    wafti_body_lane* state, double* out_impact);

/// Wakes sleepers that wind or water lifts.
void wafti_step_wake(wafti_step_job* job, uint32_t index);

#endif // WAFTI_BODY_STEP_JOB_H
