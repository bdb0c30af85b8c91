// SPDX-License-Identifier: MIT
#include "mesh/winding.h"

#include "mesh/vector.h"

// The solid angle of a facet, positive if its normal points away (van Oosterom & Strackee 1983).
static double solid_angle(const waft_mesh_view* mesh, size_t facet, const double point[3]) {
    double p[3][3];
    double length[3];
    double cross[3];
    for (size_t k = 0; k < 3; ++k) {
        const size_t corner = mesh->indices[3 * facet + k];
        wafti_vector_sub(&mesh->positions[3 * corner], point, p[k]);
        length[k] = wafti_vector_length(p[k]);
    }
    wafti_vector_cross(p[1], p[2], cross);
    const double below =
        length[0] * length[1] * length[2] + wafti_vector_dot(p[0], p[1]) * length[2] +
        wafti_vector_dot(p[1], p[2]) * length[0] + wafti_vector_dot(p[2], p[0]) * length[1];
    return 2.0 * atan2(wafti_vector_dot(p[0], cross), below);
}

double wafti_winding(const waft_mesh_view* mesh, const double point[3]) {
    double sum = 0.0;
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        sum += solid_angle(mesh, f, point);
    }
    return sum / (4.0 * M_PI);
}
