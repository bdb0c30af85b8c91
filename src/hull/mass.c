// SPDX-License-Identifier: MIT
// Mass properties by the sums over facets of docs/spec/bodies.md#mass-properties.
#include "hull/hull.h"

typedef struct corners {
    double p[3][3];
    double sum[3];
} corners;

// About the mean of the points, which limits cancellation.
static corners corners_of(const waft_mesh_view* mesh, size_t facet, const double origin[3]) {
    corners c = {0};
    for (size_t k = 0; k < 3; ++k) {
        const double* point = &mesh->positions[3 * (size_t)mesh->indices[3 * facet + k]];
        wafti_vector_sub(point, origin, c.p[k]);
        wafti_vector_add_scaled(c.sum, c.p[k], 1.0);
    }
    return c;
}

// weight * (h h^T + p p^T + q q^T + r r^T)
static void add_products(const corners* c, double weight, double* covariance) {
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double product = c->sum[i] * c->sum[j];
            for (int k = 0; k < 3; ++k) {
                product += c->p[k][i] * c->p[k][j];
            }
            covariance[3 * i + j] += weight * product;
        }
    }
}

bool wafti_mass_measure(const waft_mesh_view* mesh, double shell, wafti_mass* out_mass) {
    *out_mass = (wafti_mass){0};
    double origin[3] = {0.0};
    for (size_t i = 0; i < mesh->point_count; ++i) {
        wafti_vector_add_scaled(origin, &mesh->positions[3 * i], 1.0);
    }
    for (int k = 0; k < 3; ++k) {
        origin[k] /= (double)mesh->point_count;
    }
    for (size_t f = 0; f < mesh->facet_count; ++f) {
        const corners c = corners_of(mesh, f, origin);
        double normal[3];
        wafti_vector_facet(c.p[0], c.p[1], c.p[2], normal);
        // A shell is a prism on the facet; a solid the tetrahedron below it.
        const double volume = shell > 0.0 ? shell * 0.5 * wafti_vector_length(normal)
                                          : wafti_vector_dot(c.p[0], normal) / 6.0;
        out_mass->volume += volume;
        wafti_vector_add_scaled(out_mass->center, c.sum, volume / (shell > 0.0 ? 3.0 : 4.0));
        add_products(&c, volume / (shell > 0.0 ? 12.0 : 20.0), out_mass->covariance);
    }
    if (!(out_mass->volume > 0.0)) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        out_mass->center[i] /= out_mass->volume;
    }
    for (int i = 0; i < 9; ++i) {
        out_mass->covariance[i] -=
            out_mass->volume * out_mass->center[i / 3] * out_mass->center[i % 3];
    }
    wafti_vector_add_scaled(out_mass->center, origin, 1.0);
    return true;
}
