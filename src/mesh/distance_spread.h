// SPDX-License-Identifier: MIT
#ifndef WAFTI_MESH_DISTANCE_SPREAD_H
#define WAFTI_MESH_DISTANCE_SPREAD_H

#include "mesh/distance.h"

#define WAFTI_DISTANCE_UNKNOWN 3e38f

/// Fills the samples that are unknown from those that are known, which are all within `band` m of the
/// mesh, and of which there is at least one. `nearest` holds the nearest point of the mesh for each
/// known node, in spacings from the first node, and gets it for the others.
void wafti_distance_spread(wafti_distance* distance, double band, float* nearest);

#endif // WAFTI_MESH_DISTANCE_SPREAD_H
