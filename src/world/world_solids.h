// SPDX-License-Identifier: MIT
// Solids inside a world; what hosts may do is in waft/solid.h.
#ifndef WAFTI_WORLD_WORLD_SOLIDS_H
#define WAFTI_WORLD_WORLD_SOLIDS_H

#include "base/stream.h"

#include <waft/world.h>

/// A solver that has just been made meets the solids that are there. Errors: as of
/// waft_world_add_solid().
waft_result wafti_world_show_solids(waft_world* world, waft_solid_feeler who);

/// A solid goes, and nobody feels it any more.
void wafti_world_drop_solid(waft_world* world, uint32_t slot);

// ---- body_solids.c

/// Solids that are bodies aim at where these are now.
void wafti_world_follow_bodies(waft_world* world);
/// The body of that number is gone, and the solid goes with it.
void wafti_world_forget_body(waft_world* world, uint32_t number);

// ---- solid_roster.c: solids of a snapshot, as wafti_part wants it

waft_result wafti_world_solid_roster(waft_world* world, wafti_stream* stream);
void wafti_world_adopt_solids(waft_world* world);
void wafti_world_drop_solids(waft_world* world);
/// A wafti_find_mesh whose user is the world.
const waft_mesh* wafti_world_find_mesh(void* user, uint64_t mesh, uint64_t hull);

#endif // WAFTI_WORLD_WORLD_SOLIDS_H
