// SPDX-License-Identifier: MIT
#ifndef WAFTI_MESH_WINDING_H
#define WAFTI_MESH_WINDING_H

#include <waft/mesh.h>

/// The solid angle of a facet seen from a point, positive if its normal points away (van Oosterom &
/// Strackee 1983).
double wafti_solid_angle(const double* positions, const uint32_t corners[3], const double point[3]);

/// How often a closed mesh winds around a point: 1 inside, 0 outside, less exact the nearer the
/// surface is. Sees every facet, so it is for the few points where nothing faster will do.
double wafti_winding(const waft_mesh_view* mesh, const double point[3]);

#endif // WAFTI_MESH_WINDING_H
