// SPDX-License-Identifier: MIT
// Bodies of a scene in its liquid: which meet it, and what that takes.
#include "base/error.h"
#include "base/memory.h"
#include "scene/diagnostics.h"
#include "scene/override.h"
#include "scene/scene.h"
#include "world/estimate.h"
#include "world/world.h"

enum { MEET_AUTO, MEET_ON, MEET_OFF, MOST_SOLIDS = 256 };

static bool are_in_air(const wafti_scene_values* values) {
    return values->bodies_def.medium == WAFT_MEDIUM_AIR ||
           values->bodies_def.medium == WAFT_MEDIUM_VACUUM;
}

bool wafti_scene_bodies_meet(const wafti_scene_values* values) {
    const int meet = values->liquid.bodies.meet;
    const bool can = are_in_air(values) && values->liquid.def.dimension == 3;
    return values->liquid.given && values->bodies.count > 0 &&
           (meet == MEET_ON || (meet == MEET_AUTO && can));
}

// What creation refuses, with its place in the file.
static void check_spray(const wafti_check* check, const wafti_scene_values* values) {
    const bool grid = values->has_water && (values->water.method == WAFT_WATER_COLUMNS ||
                                               values->water.method == WAFT_WATER_SWE);
    if (values->liquid.spray && (!grid || values->water.spray.capacity == 0)) {
        wafti_refuse(
            check, "liquid.spray needs a water of columns or swe with a water.spray.capacity");
    }
}

void wafti_scene_check_immersion(const wafti_check* check, const wafti_scene_values* values) {
    check_spray(check, values);
    if (!wafti_scene_bodies_meet(values)) {
        return;
    }
    const wafti_node* meet = wafti_node_at(check->root, "liquid.bodies.meet");
    const wafti_mark* mark = &(meet != NULL ? meet : wafti_node_child(check->root, "liquid"))->mark;
    if (!are_in_air(values)) {
        wafti_report(check->diagnostics, mark,
            "bodies that meet the liquid must be in air or vacuum: their water is the liquid");
    } else if (values->liquid.def.dimension != 3) {
        wafti_report(check->diagnostics, mark, "bodies meet liquids of three dimensions alone");
    }
    const wafti_body_values* entries = values->bodies.items;
    for (size_t i = 0; i < values->bodies.count; ++i) {
        if (entries[i].body.start > 0.0) {
            wafti_report(check->diagnostics, mark,
                "bodies[%zu].release.time is %g s: a body that begins later does not meet the "
                "liquid; give liquid.bodies: {meet: off}",
                i, entries[i].body.start);
        }
    }
    const double solids = (double)(values->solids.count + wafti_scene_body_count(values));
    if (solids > MOST_SOLIDS) {
        wafti_report(check->diagnostics, mark,
            "a liquid meets at most %d solids and bodies, here %g; give fewer, or "
            "liquid.bodies: {meet: off}",
            (int)MOST_SOLIDS, solids);
    }
}

// ---- what it takes

uint64_t wafti_scene_liquid_memory(const waft_scene* scene) {
    const wafti_liquid_values* from = &scene->values.liquid;
    const waft_liquid_def def = wafti_scene_liquid_def(scene);
    const size_t own = waft_liquid_memory_needed(&def);
    if (own == SIZE_MAX) {
        return 0;
    }
    double baked = from->spray ? (double)wafti_world_estimate_exchange() : 0.0;
    if (wafti_scene_is_stirred(scene)) {
        const waft_bank_def bank = wafti_scene_liquid_bank(scene);
        baked += (double)wafti_scene_bank_memory(&bank);
    }
    if (wafti_scene_bodies_meet(&scene->values)) {
        baked += (double)wafti_world_estimate_immersed(def.solid_capacity);
    }
    return wafti_size_add(own, baked < 1e18 ? (size_t)baked : SIZE_MAX);
}

// ---- into the world

// Bodies that displace all of a liquid leave none; many particles less are hardly meant.
static waft_result check_left(const waft_logger* logger, waft_world* world, uint32_t before) {
    const uint32_t left = waft_liquid_get_view(waft_world_liquid(world)).count;
    if (before > 0 && left == 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
            "liquid: bodies displace all of its %u particles; move them, or make them smaller",
            (unsigned)before);
    }
    if (before - left > before / 4) {
        wafti_log(logger, WAFT_LOG_WARNING, "bodies displace %u of the liquid's %u particles",
            (unsigned)(before - left), (unsigned)before);
    }
    return WAFT_OK;
}

waft_result wafti_scene_immerse_bodies(
    const waft_scene* scene, const waft_logger* logger, waft_world* world) {
    const wafti_liquid_values* from = &scene->values.liquid;
    waft_bodies* bodies = waft_world_bodies(world);
    const size_t count = waft_bodies_count(bodies);
    const uint32_t before = waft_liquid_get_view(waft_world_liquid(world)).count;
    size_t sheets = 0;
    waft_result result = WAFT_OK;
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        waft_body_info body;
        result = waft_bodies_at(bodies, i, &body);
        if (result != WAFT_OK) {
            break;
        }
        const bool solid = waft_mesh_get_info(waft_hull_mesh(body.hull)).closed;
        if (solid || from->bodies.meet == MEET_ON) {
            result = waft_world_immerse_body(world, body.id, &from->bodies.how);
        } else {
            ++sheets;
        }
    }
    if (sheets > 0) {
        wafti_log(logger, WAFT_LOG_NOTE,
            "%zu of the bodies have no inside, so that the liquid passes through them", sheets);
    }
    return result == WAFT_OK ? check_left(logger, world, before) : result;
}
