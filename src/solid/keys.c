// SPDX-License-Identifier: MIT
#include "solid/keys.h"

#include <math.h>
#include <stdio.h>

#include "base/curve.h"
#include "base/error.h"
#include "param/param.h"
#include "solid/frame.h"
#include "solid/shape_check.h"

static bool rises(const double* before, double time) {
    return isfinite(time) && (before == NULL || time > *before);
}

waft_result wafti_keys_check(const waft_solid_def* def, const char* path, waft_error* error) {
    if ((def->key_count > 0 && def->keys == NULL) ||
        (def->angle_count > 0 && def->angles == NULL)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: its keys are NULL", path);
    }
    for (size_t i = 0; i < def->key_count; ++i) {
        const waft_solid_key* key = &def->keys[i];
        char place[72];
        (void)snprintf(place, sizeof(place), "%s.poses[%zu]", path, i);
        if (!rises(i > 0 ? &def->keys[i - 1].time : NULL, key->time) ||
            (unsigned)key->ease > WAFT_EASE_SMOOTH) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: times must be finite and rise", place);
        }
        const waft_result result = wafti_pose_check(&key->pose, place, false, error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    for (size_t i = 0; i < def->angle_count; ++i) {
        const waft_key* key = &def->angles[i];
        if (!rises(i > 0 ? &def->angles[i - 1].time : NULL, key->time) ||
            !(fabs(key->value) <= 1e6) || (unsigned)key->ease > WAFT_EASE_SMOOTH) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "%s.rotation.angle: key %zu: times must rise, and angles be finite", path, i);
        }
    }
    return WAFT_OK;
}

// The last of `count` keys at or before `time`; 0 before all of them.
static size_t key_before(const waft_solid_key* keys, size_t count, double time) {
    size_t low = 0;
    size_t high = count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        const bool before = keys[middle].time <= time;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    return low;
}

// Rounded as numbers of a scene are. By a call, since gcc 12 leaves the plain conversion to float and
// back out where it joins several of these into vectors.
static double between(float a, float b, double share) {
    return (double)wafti_nearest_float((double)a + share * ((double)b - (double)a));
}

static void rotation_of(const waft_pose* pose, double out[4]) {
    double unused[3];
    wafti_pose_numbers(pose, unused, out);
    wafti_quat_normalize(out);
}

static void pose_between(const waft_pose* a, const waft_pose* b, double share,
    double out_position[3], double out_rotation[4]) {
    out_position[0] = between(a->position.x, b->position.x, share);
    out_position[1] = between(a->position.y, b->position.y, share);
    out_position[2] = between(a->position.z, b->position.z, share);
    rotation_of(a, out_rotation);
    double to[4];
    double turn[3];
    rotation_of(b, to);
    wafti_quat_between(out_rotation, to, turn);
    if (turn[0] == 0.0 && turn[1] == 0.0 && turn[2] == 0.0) {
        return;
    }
    const double part[3] = {share * turn[0], share * turn[1], share * turn[2]};
    wafti_quat_go_on(out_rotation, part, out_rotation);
}

void wafti_keys_pose(const wafti_placed* solid, double time, double out_position[3],
    double out_rotation[4], double* out_angle) {
    const waft_solid_key* keys = solid->keys;
    const size_t count = solid->def.key_count;
    const waft_pose* from = &solid->def.pose;
    const waft_pose* to = from;
    double share = 0.0;
    if (count > 0) {
        const size_t n = key_before(keys, count, time);
        const bool moving = time > keys[0].time && n + 1 < count;
        from = &keys[n].pose;
        to = &keys[moving ? n + 1 : n].pose;
        share = moving ? wafti_ease(keys[n].ease,
                             (time - keys[n].time) / (keys[n + 1].time - keys[n].time))
                       : 0.0;
    }
    pose_between(from, to, share, out_position, out_rotation);
    *out_angle = 0.0;
    if (solid->def.angle_count > 0) {
        const double angle = wafti_curve_at(solid->angles, solid->def.angle_count, time);
        *out_angle = (double)wafti_nearest_float(angle);
        const waft_vec3 axis = waft_vec3_normalize(solid->def.axis);
        const double turn[3] = {
            *out_angle * (double)axis.x, *out_angle * (double)axis.y, *out_angle * (double)axis.z};
        wafti_quat_go_on(out_rotation, turn, out_rotation);
    }
}
