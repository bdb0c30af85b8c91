// SPDX-License-Identifier: MIT
// Solids inside a world; what hosts may do is in waft/solid.h.
#ifndef WAFTI_WORLD_WORLD_SOLIDS_H
#define WAFTI_WORLD_WORLD_SOLIDS_H

#include <waft/world.h>

/// A solver that has just been made meets the solids that are there. Errors: as of
/// waft_world_add_solid().
waft_result wafti_world_show_solids_to_smoke(waft_world* world);
waft_result wafti_world_show_solids_to_liquid(waft_world* world);
waft_result wafti_world_show_solids_to_bodies(waft_world* world);

/// A body acts as a solid for the smoke or the liquid; `how` may be NULL. Errors: as of
/// waft_world_immerse_body().
waft_result wafti_world_solidify_body(
    waft_world* world, waft_body_id id, waft_solid_feeler who, const waft_immersion* how);
/// Solids that are bodies aim at where these are now; those of bodies that are gone go, too.
void wafti_world_follow_bodies(waft_world* world);

#endif // WAFTI_WORLD_WORLD_SOLIDS_H
