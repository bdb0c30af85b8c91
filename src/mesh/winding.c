// SPDX-License-Identifier: MIT
#include "mesh/winding.h"

#include "mesh/vector.h"

double wafti_solid_angle(
    const double* positions, const uint32_t corners[3], const double point[3]) {
    double p[3][3];
    double length[3];
    double cross[3];
    for (size_t k = 0; k < 3; ++k) {
        wafti_vector_sub(&positions[3 * (size_t)corners[k]], point, p[k]);
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
        sum += wafti_solid_angle(mesh->positions, &mesh->indices[3 * f], point);
    }
    return sum / (4.0 * M_PI);
}
