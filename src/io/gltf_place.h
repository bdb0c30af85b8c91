// SPDX-License-Identifier: MIT
// Where a mesh of a glTF file stands.
#ifndef WAFTI_IO_GLTF_PLACE_H
#define WAFTI_IO_GLTF_PLACE_H

#include "io/json_read.h"

/// A point p goes to turn p + shift.
typedef struct wafti_gltf_place {
    double turn[3][3], shift[3];
} wafti_gltf_place;

/// The place of the first node that has mesh number `mesh`, with those of the nodes above it; a mesh
/// without a node stays where it is. False if nodes are their own parents or a place is not sound.
bool wafti_gltf_find_place(
    const wafti_json_value* root, uint64_t mesh, wafti_gltf_place* out_place);

static inline void wafti_gltf_move(const wafti_gltf_place* place, double point[3]) {
    const double p[3] = {point[0], point[1], point[2]};
    for (int k = 0; k < 3; ++k) {
        point[k] = place->turn[k][0] * p[0] + place->turn[k][1] * p[1] + place->turn[k][2] * p[2] +
                   place->shift[k];
    }
}

/// True if the place is a mirror: facets then have to be turned over.
bool wafti_gltf_mirrors(const wafti_gltf_place* place);

#endif // WAFTI_IO_GLTF_PLACE_H
