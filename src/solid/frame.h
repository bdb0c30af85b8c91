// SPDX-License-Identifier: MIT
// Rigid frames in double: where a body is, how it turns, which cells it may cover.
#ifndef WAFTI_SOLID_FRAME_H
#define WAFTI_SOLID_FRAME_H

#include "grid/mac.h"
#include "mesh/vector.h"

/// Quaternions are x, y, z, w.
typedef struct wafti_frame {
    double position[3];
    double axes[3][3]; ///< body axes in the world: column n of the rotation is axes[n]
} wafti_frame;

/// The rotation is of about unit length.
wafti_frame wafti_frame_make(const double position[3], const double rotation[4]);

/// A point of the world in body space.
void wafti_frame_into(const wafti_frame* frame, const double point[3], double out_point[3]);

/// Velocity of a point that moves with a body, whose frame stands at `origin`.
void wafti_moving_point(const double velocity[3], const double spin[3], const double origin[3],
    const double point[3], double out_velocity[3]);

/// Cells that a body of these bounds, `margin` cells fatter, may touch; clipped to the grid. In a plane
/// z does not matter.
wafti_box wafti_frame_cells(const wafti_frame* frame, const double low[3], const double high[3],
    double margin, const wafti_mac* grid);

/// Whether numbers of a file can be what they should: finite and at most so great, and of unit length.
bool wafti_all_within(const double* values, size_t count, double most);
bool wafti_quat_is_unit(const double q[4]);
/// A pose in double.
void wafti_pose_numbers(const waft_pose* pose, double out_position[3], double out_rotation[4]);
/// a then b: the product b a. Unit length is kept.
void wafti_quat_turn(const double a[4], const double b[4], double out[4]);
/// The vector along the axis, of the length of the angle (at most pi), that turns a to b.
void wafti_quat_between(const double a[4], const double b[4], double out_turn[3]);
/// A rotation and then that by such a vector, of unit length.
void wafti_quat_go_on(const double q[4], const double turn[3], double out[4]);
/// The rotation by such a vector.
void wafti_quat_from_turn(const double turn[3], double out[4]);

#endif // WAFTI_SOLID_FRAME_H
