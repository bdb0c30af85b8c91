// SPDX-License-Identifier: MIT
#ifndef WAFTI_EXPORT_POINTS_H
#define WAFTI_EXPORT_POINTS_H

#include <waft/export.h>

/// False if an array that files need is not there.
static inline bool wafti_points_are_whole(const waft_points* points) {
    bool whole = points != NULL;
    for (int d = 0; d < 3 && whole && points->count > 0; ++d) {
        whole = points->position[d] != NULL && points->velocity[d] != NULL;
    }
    return whole;
}

static inline waft_points wafti_points_of_spray(const waft_spray_view* spray) {
    return (waft_points){.count = spray->count,
        .position = {spray->x, spray->y, spray->z},
        .velocity = {spray->vx, spray->vy, spray->vz}};
}

#endif // WAFTI_EXPORT_POINTS_H
