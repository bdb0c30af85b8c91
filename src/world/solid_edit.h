// SPDX-License-Identifier: MIT
// Edits of solids and of the liquid's blocks, emitters and sinks, and the meshes that edits have.
#ifndef WAFTI_WORLD_SOLID_EDIT_H
#define WAFTI_WORLD_SOLID_EDIT_H

#include <waft/world.h>

/// Make the typed call that an edit stands for; each takes its own kinds alone. Errors: those of the
/// call, and WAFT_ERR_ARGUMENT (no such solid, emitter or sink, a mesh that nobody has).
waft_result wafti_world_change_solid(waft_world* world, const waft_edit* edit);
waft_result wafti_world_change_liquid(waft_world* world, const waft_edit* edit);

/// Gives a shape of an edit that is a mesh the one that the world has of the edit's key, if it has one.
/// Error: WAFT_ERR_ARGUMENT (there is none, and the shape has none of its own).
waft_result wafti_world_take_mesh(waft_world* world, const waft_edit* edit, waft_shape* shape);
/// Key of the mesh of an edit that was made, if another solid of the world has it; else 0.
uint64_t wafti_world_known_mesh(const waft_world* world, const waft_edit* edit);

#endif // WAFTI_WORLD_SOLID_EDIT_H
