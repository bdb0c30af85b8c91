// SPDX-License-Identifier: MIT
// Solids that fall and float: Newton and Euler under gravity, the liquid's impulses and the walls of
// the domain. Section 11, two-way.
#include <math.h>
#include <string.h>

#include "liquid/solver.h"

enum { CORNERS = 8 };

void wafti_liquid_weigh(wafti_liquid_solid* solid, double density) {
    const waft_liquid_shape* shape = &solid->form.shape;
    const double r = (double)shape->radius;
    if (!(density > 0.0)) {
        return;
    }
    if (shape->kind == WAFT_LIQUID_BOX) {
        const double x = (double)shape->size.x;
        const double y = (double)shape->size.y;
        const double z = (double)shape->size.z;
        solid->mass = density * x * y * z;
        solid->inertia[0] = solid->mass / 12.0 * (y * y + z * z);
        solid->inertia[1] = solid->mass / 12.0 * (x * x + z * z);
        solid->inertia[2] = solid->mass / 12.0 * (x * x + y * y);
        return;
    }
    // A sphere is a capsule without a middle.
    const double length = shape->kind == WAFT_LIQUID_CAPSULE ? (double)shape->size.y : 0.0;
    const double rod = density * M_PI * r * r * length;
    const double ball = density * 4.0 / 3.0 * M_PI * r * r * r;
    solid->mass = rod + ball;
    solid->inertia[1] = 0.5 * rod * r * r + 0.4 * ball * r * r;
    solid->inertia[0] = rod * (length * length / 12.0 + 0.25 * r * r) +
                        ball * (0.4 * r * r + 0.375 * r * length + 0.25 * length * length);
    solid->inertia[2] = solid->inertia[0];
}

// What an angular impulse in the world does to the spin: I^-1 in the solid's frame.
static void turn_by_impulse(wafti_liquid_solid* solid, const double twist[3]) {
    double inside[3];
    for (int axis = 0; axis < 3; ++axis) {
        inside[axis] = (solid->turn[0][axis] * twist[0] + solid->turn[1][axis] * twist[1] +
                           solid->turn[2][axis] * twist[2]) /
                       solid->inertia[axis];
    }
    for (int axis = 0; axis < 3; ++axis) {
        solid->spin[axis] += solid->turn[axis][0] * inside[0] + solid->turn[axis][1] * inside[1] +
                             solid->turn[axis][2] * inside[2];
    }
}

void wafti_liquid_get_momentum(const wafti_liquid_solid* solid, double out[3]) {
    double inside[3];
    for (int axis = 0; axis < 3; ++axis) {
        inside[axis] = solid->inertia[axis] * (solid->turn[0][axis] * solid->spin[0] +
                                                  solid->turn[1][axis] * solid->spin[1] +
                                                  solid->turn[2][axis] * solid->spin[2]);
    }
    for (int axis = 0; axis < 3; ++axis) {
        out[axis] = solid->turn[axis][0] * inside[0] + solid->turn[axis][1] * inside[1] +
                    solid->turn[axis][2] * inside[2];
    }
}

void wafti_liquid_set_momentum(wafti_liquid_solid* solid, const double momentum[3]) {
    memset(solid->spin, 0, sizeof(solid->spin));
    turn_by_impulse(solid, momentum);
}

// Corner n of a box, or the point of a round solid furthest along -axis or +axis.
static int find_corners(const wafti_liquid_solid* solid, int axis, double out[CORNERS][3]) {
    const waft_liquid_shape* shape = &solid->form.shape;
    const double half[3] = {
        0.5 * (double)shape->size.x, 0.5 * (double)shape->size.y, 0.5 * (double)shape->size.z};
    const bool box = shape->kind == WAFT_LIQUID_BOX;
    const int count = box ? CORNERS : 4;
    for (int n = 0; n < count; ++n) {
        const double length = shape->kind == WAFT_LIQUID_CAPSULE ? half[1] : 0.0;
        const double local[3] = {box ? (n & 1 ? half[0] : -half[0]) : 0.0,
            box ? (n & 2 ? half[1] : -half[1]) : (n & 2 ? length : -length),
            box ? (n & 4 ? half[2] : -half[2]) : 0.0};
        for (int i = 0; i < 3; ++i) {
            out[n][i] = solid->turn[i][0] * local[0] + solid->turn[i][1] * local[1] +
                        solid->turn[i][2] * local[2];
        }
        out[n][axis] += box ? 0.0 : (n & 1 ? (double)shape->radius : -(double)shape->radius);
    }
    return count;
}

// One corner that has passed a wall and still moves into it is stopped by an impulse at that corner;
// friction is left out. Returns how deep it is.
static double stop_corner(
    wafti_liquid_solid* solid, const double arm[3], int axis, double sign, double depth) {
    const double* w = solid->spin;
    const double spun[3] = {w[1] * arm[2] - w[2] * arm[1], w[2] * arm[0] - w[0] * arm[2],
        w[0] * arm[1] - w[1] * arm[0]};
    const double speed = sign * (solid->velocity[axis] + spun[axis]);
    if (depth <= 0.0 || speed >= 0.0) {
        return depth;
    }
    double normal[3] = {0.0, 0.0, 0.0};
    normal[axis] = sign;
    const double lever[3] = {arm[1] * normal[2] - arm[2] * normal[1],
        arm[2] * normal[0] - arm[0] * normal[2], arm[0] * normal[1] - arm[1] * normal[0]};
    double yield = 1.0 / solid->mass;
    for (int n = 0; n < 3; ++n) {
        const double inside = solid->turn[0][n] * lever[0] + solid->turn[1][n] * lever[1] +
                              solid->turn[2][n] * lever[2];
        yield += inside * inside / solid->inertia[n];
    }
    const double impulse = -speed / yield;
    const double twist[3] = {impulse * lever[0], impulse * lever[1], impulse * lever[2]};
    solid->velocity[axis] += sign * impulse / solid->mass;
    turn_by_impulse(solid, twist);
    return depth;
}

static void stop_at_walls(const waft_liquid* liquid, wafti_liquid_solid* solid) {
    const wafti_cells* cells = &liquid->cells;
    for (int axis = 0; axis < liquid->def.dimension; ++axis) {
        for (int high = 0; high < 2; ++high) {
            if (liquid->def.sides[2 * axis + high] != WAFT_LIQUID_WALL) {
                continue;
            }
            double corners[CORNERS][3];
            const int count = find_corners(solid, axis, corners);
            const double sign = high != 0 ? -1.0 : 1.0;
            const double wall = high != 0 ? cells->high[axis] : cells->low[axis];
            double deepest = 0.0;
            for (int n = 0; n < count; ++n) {
                const double depth = sign * (wall - solid->position[axis] - corners[n][axis]);
                deepest = fmax(deepest, stop_corner(solid, corners[n], axis, sign, depth));
            }
            solid->position[axis] += sign * deepest;
        }
    }
}

void wafti_liquid_drive_solids(waft_liquid* liquid, double dt) {
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        wafti_liquid_solid* solid = &liquid->solids[i];
        if (!(solid->mass > 0.0)) {
            continue;
        }
        double twist[3];
        const bool fresh = liquid->stats.substeps == 0;
        for (int axis = 0; axis < 3; ++axis) {
            const double push = solid->impulse[axis] - (fresh ? 0.0 : solid->counted[axis]);
            twist[axis] = solid->twist[axis] - (fresh ? 0.0 : solid->counted_twist[axis]);
            solid->velocity[axis] += dt * liquid->gravity[axis] + push / solid->mass;
            solid->counted[axis] = solid->impulse[axis];
            solid->counted_twist[axis] = solid->twist[axis];
        }
        if (liquid->def.dimension == 2) {
            twist[0] = twist[1] = 0.0;
        }
        turn_by_impulse(solid, twist);
        stop_at_walls(liquid, solid);
    }
}
