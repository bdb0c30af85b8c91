// SPDX-License-Identifier: MIT
#include "solid/frame.h"

#include <math.h>

#include "math/rotation.h"

wafti_frame wafti_frame_make(const double position[3], const double rotation[4]) {
    wafti_frame frame = {.position = {position[0], position[1], position[2]}};
    double turn[3][3];
    wafti_rotation_matrix(rotation, turn);
    for (int n = 0; n < 3; ++n) {
        for (int axis = 0; axis < 3; ++axis) {
            frame.axes[n][axis] = turn[axis][n];
        }
    }
    return frame;
}

void wafti_frame_into(const wafti_frame* frame, const double point[3], double out_point[3]) {
    double off[3];
    wafti_vector_sub(point, frame->position, off);
    for (int n = 0; n < 3; ++n) {
        out_point[n] = wafti_vector_dot(off, frame->axes[n]);
    }
}

void wafti_moving_point(const double velocity[3], const double spin[3], const double origin[3],
    const double point[3], double out_velocity[3]) {
    double r[3];
    wafti_vector_sub(point, origin, r);
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3;
        const int j = (k + 2) % 3;
        out_velocity[k] = velocity[k] + spin[i] * r[j] - spin[j] * r[i];
    }
}

static int32_t clip(double cell, int32_t count) {
    return (int32_t)fmin(fmax(cell, 0.0), (double)count);
}

wafti_box wafti_frame_cells(const wafti_frame* frame, const double low[3], const double high[3],
    double margin, const wafti_mac* grid) {
    wafti_box box = {.high = {grid->n[0], grid->n[1], grid->n[2]}};
    for (int axis = 0; axis < grid->axes; ++axis) {
        // The box around a turned box: centre and half sizes apart.
        double center = frame->position[axis];
        double half = margin * grid->h;
        for (int n = 0; n < 3; ++n) {
            center += 0.5 * (low[n] + high[n]) * frame->axes[n][axis];
            half += 0.5 * (high[n] - low[n]) * fabs(frame->axes[n][axis]);
        }
        const double from = (center - half - grid->low[axis]) / grid->h;
        const double to = (center + half - grid->low[axis]) / grid->h;
        box.low[axis] = clip(floor(from), grid->n[axis]);
        box.high[axis] = clip(ceil(to), grid->n[axis]);
    }
    return box;
}

bool wafti_all_within(const double* values, size_t count, double most) {
    bool fit = true;
    for (size_t i = 0; i < count; ++i) {
        fit = fit && isfinite(values[i]) && fabs(values[i]) <= most;
    }
    return fit;
}

bool wafti_quat_is_unit(const double q[4]) {
    return wafti_all_within(q, 4, 2.0) &&
           fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0) < 1e-3;
}

void wafti_pose_numbers(const waft_pose* pose, double out_position[3], double out_rotation[4]) {
    const waft_quat q = pose->rotation;
    wafti_vector_from(pose->position, out_position);
    out_rotation[0] = (double)q.x;
    out_rotation[1] = (double)q.y;
    out_rotation[2] = (double)q.z;
    out_rotation[3] = (double)q.w;
}

void wafti_quat_turn(const double a[4], const double b[4], double out[4]) {
    const double x = b[3] * a[0] + b[0] * a[3] + b[1] * a[2] - b[2] * a[1];
    const double y = b[3] * a[1] - b[0] * a[2] + b[1] * a[3] + b[2] * a[0];
    const double z = b[3] * a[2] + b[0] * a[1] - b[1] * a[0] + b[2] * a[3];
    out[3] = b[3] * a[3] - b[0] * a[0] - b[1] * a[1] - b[2] * a[2];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

void wafti_quat_between(const double a[4], const double b[4], double out_turn[3]) {
    const double back[4] = {-a[0], -a[1], -a[2], a[3]};
    double turn[4];
    wafti_quat_turn(back, b, turn);
    wafti_quat_normalize(turn);
    const double sign = turn[3] < 0.0 ? -1.0 : 1.0;
    const double length = wafti_vector_length(turn);
    const double angle = 2.0 * atan2(length, sign * turn[3]);
    for (int n = 0; n < 3; ++n) {
        out_turn[n] = length > 0.0 ? sign * turn[n] / length * angle : 0.0;
    }
}

void wafti_quat_from_turn(const double turn[3], double out[4]) {
    const double angle = wafti_vector_length(turn);
    const double scale = angle > 0.0 ? sin(0.5 * angle) / angle : 0.0;
    for (int n = 0; n < 3; ++n) {
        out[n] = scale * turn[n];
    }
    out[3] = cos(0.5 * angle);
}

void wafti_quat_go_on(const double q[4], const double turn[3], double out[4]) {
    double by[4];
    wafti_quat_from_turn(turn, by);
    wafti_quat_turn(q, by, out);
    wafti_quat_normalize(out);
}
