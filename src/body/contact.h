// SPDX-License-Identifier: MIT
// Where a body touches the ground, and the impulses that follow. Added mass resists them like the
// body's own. The contact model is that of docs/spec/bodies.md#ground.
#ifndef WAFTI_BODY_CONTACT_H
#define WAFTI_BODY_CONTACT_H

#include "body/lane.h"
#include "solid/placed.h"

/// m/s. Slower approaches do not bounce: resting bodies would never come to rest.
#define WAFTI_SLOWEST_BOUNCE 0.05
/// Share of the depth that a step takes back. More makes stacks jump, less lets them sink.
#define WAFTI_PUSH_SHARE 0.2

/// Upright walls round a rectangle, along x and z.
typedef struct wafti_walls {
    double low[2], high[2]; ///< m, x and z; -HUGE_VAL and HUGE_VAL where there is none
} wafti_walls;

/// What bodies may stand on: a plane, a field of heights, or both; or what holds them: walls.
typedef struct wafti_ground {
    bool has_plane;
    double point[3], normal[3];
    waft_field heights; ///< data NULL: none
    double highest;     ///< m, of the heights; set at the start of a step
    bool has_walls;
    wafti_walls walls;
    const wafti_solids* solids; ///< NULL: none; nothing else counts then
} wafti_ground;

/// Reads the heights, which their owner may have changed.
void wafti_ground_prepare(wafti_ground* ground);

/// True if a ball round `center` might touch. Walls hold what is not yet through them.
bool wafti_ground_is_near(const wafti_ground* ground, const double center[3], double radius);

/// How deep a point lies in the ground, and the ground's normal there; below 0: it does not, and
/// where there is no ground the normal is up.
double wafti_ground_depth(const wafti_ground* ground, const double point[3], double out_normal[3]);

/// A body against the ground: what the impulses need of its kind.
typedef struct wafti_ground_job {
    const wafti_ground* ground;
    const double* points; ///< xyz that may touch, body axes
    size_t point_count;
    double round;   ///< m, > 0: a sphere of this radius, in place of the points
    double longest; ///< m, d
    double restitution, friction;
    const double* inverse; ///< K^-1
} wafti_ground_job;

/// Stops a body that goes into the ground and pushes it out. Returns whether it touches;
/// *out_impact is the speed of the hardest approach, m/s.
bool wafti_ground_meet(const wafti_ground_job* job, wafti_body_lane* lane, double* out_impact);

/// Directions of a contact and the body's answer to a unit impulse along each.
typedef struct wafti_contact {
    double along[3][6];   ///< unit impulse and its moment: normal, two tangents
    double answer[3][6];  ///< change of (velocity; spin)
    double compliance[3]; ///< 1/kg, along . answer
    double target;        ///< m/s, normal velocity after it
    double wall[3];       ///< m/s, of what it touches, along each
    double done[3];       ///< N s so far
} wafti_contact;

/// Prepares a contact at `arm` (body axes) with the unit normal (world axes) of a body so turned.
void wafti_contact_make(const double inverse[36], const wafti_turn* turn, const double arm[3],
    const double normal[3], wafti_contact* out_contact);

static inline double wafti_contact_speed(const double along[6], const double motion[6]) {
    double sum = 0.0;
    for (int k = 0; k < 6; ++k) {
        sum += along[k] * motion[k];
    }
    return sum;
}

/// Gives an impulse along one of its directions.
static inline void wafti_contact_push(
    wafti_contact* contact, int direction, double impulse, double motion[6]) {
    contact->done[direction] += impulse;
    for (int k = 0; k < 6; ++k) {
        motion[k] += contact->answer[direction][k] * impulse;
    }
}

#endif // WAFTI_BODY_CONTACT_H
