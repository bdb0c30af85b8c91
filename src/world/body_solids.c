// SPDX-License-Identifier: MIT
// Bodies that act as solids, for the smoke or for the liquid, which also carries them.
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "couple/body_shape.h"
#include "world/world.h"
#include "world/world_solids.h"

static wafti_placed* find_body(const waft_world* world, uint32_t number, uint32_t* out_slot) {
    for (uint32_t n = 0; n < world->solids.order.count; ++n) {
        const uint32_t slot = world->solids.order.slots[n];
        if (world->solids.items[slot]->body == number) {
            *out_slot = slot;
            return world->solids.items[slot];
        }
    }
    return NULL;
}

static waft_solid_def body_def(const waft_body_info* body, double out_offset[3]) {
    waft_solid_def def = waft_solid_def_default();
    wafti_body_shape(body->hull, &def.shape, out_offset);
    double at[3];
    wafti_body_origin(&body->state, out_offset, at);
    const double* q = body->state.rotation;
    def.pose = (waft_pose){.position = {(float)at[0], (float)at[1], (float)at[2]},
        .rotation = {(float)q[0], (float)q[1], (float)q[2], (float)q[3]}};
    def.felt_by = 0;
    return def;
}

// A solid that nobody feels yet.
static waft_result take_body(waft_world* world, const waft_body_info* body, uint32_t* out_slot) {
    char name[WAFTI_PLACED_NAME];
    double offset[3];
    (void)snprintf(name, sizeof(name), "body %u", (unsigned)body->number);
    waft_solid_def def = body_def(body, offset);
    def.name = name;
    const waft_result result =
        wafti_solids_add(&world->solids, &def, waft_world_time(world), out_slot);
    if (result == WAFT_OK) {
        wafti_placed* solid = world->solids.items[*out_slot];
        solid->body = body->number;
        solid->hull = waft_hull_get_info(body->hull).key;
        memcpy(solid->offset, offset, sizeof(offset));
    }
    return result;
}

static waft_result show_body(
    waft_world* world, waft_body_id id, waft_solid_feeler who, uint32_t slot) {
    if (who == WAFT_SOLID_SMOKE) {
        return wafti_smoke_add_solid(world->smoke, slot);
    }
    // The coupling has the last word on what the liquid would not give back: displaced particles.
    waft_result result = wafti_immersed_add(world->immersed, id, slot);
    if (result == WAFT_OK) {
        result = wafti_liquid_add_solid(world->liquid, slot);
        if (result != WAFT_OK) {
            wafti_immersed_drop(world->immersed, slot);
        }
    }
    return result;
}

static waft_result solidify(
    waft_world* world, waft_body_id id, waft_solid_feeler who, const waft_immersion* how) {
    waft_body_info body;
    waft_result result = waft_bodies_get(world->bodies, id, &body);
    if (result != WAFT_OK) {
        return result;
    }
    uint32_t slot = 0;
    const bool fresh = find_body(world, body.number, &slot) == NULL;
    result = fresh ? take_body(world, &body, &slot) : WAFT_OK;
    if (result != WAFT_OK) {
        return result;
    }
    wafti_placed* solid = world->solids.items[slot];
    const waft_solid_def before = solid->def;
    if ((before.felt_by & (uint32_t)who) != 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "the %s knows this body already",
            who == WAFT_SOLID_SMOKE ? "smoke" : "liquid");
    }
    if (how != NULL) {
        solid->def.displace = how->displace;
        solid->def.no_slip = how->no_slip;
    }
    result = show_body(world, id, who, slot);
    if (result == WAFT_OK) {
        solid->def.felt_by |= (uint32_t)who;
        wafti_tell_change(&world->context,
            who == WAFT_SOLID_SMOKE ? WAFT_EDIT_SOLIDIFY_BODY : WAFT_EDIT_IMMERSE_BODY, body.number,
            how);
        return WAFT_OK;
    }
    solid->def = before;
    if (fresh) {
        wafti_world_drop_solid(world, slot);
    }
    return result;
}

waft_result waft_world_solidify_body(waft_world* world, waft_body_id id) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (world->smoke == NULL || world->bodies == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "%s",
            world->smoke == NULL ? "the world has no smoke that could go round a body"
                                 : "the world has no bodies");
    }
    return solidify(world, id, WAFT_SOLID_SMOKE, NULL);
}

waft_result waft_world_immerse_body(waft_world* world, waft_body_id id, const waft_immersion* how) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (world->liquid == NULL || world->bodies == NULL) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT, "%s",
            world->liquid == NULL ? "the world has no liquid for a body to meet"
                                  : "the world has no bodies");
    }
    const bool first = world->immersed == NULL;
    waft_result result = WAFT_OK;
    if (first) {
        result =
            wafti_immersed_create(&world->context, world->liquid, world->bodies, &world->immersed);
    }
    result = result == WAFT_OK ? solidify(world, id, WAFT_SOLID_LIQUID, how) : result;
    if (first && result == WAFT_OK) {
        wafti_immersed_hold(world->immersed);
    } else if (first) {
        wafti_immersed_destroy(world->immersed);
        world->immersed = NULL;
    }
    return result;
}

void wafti_world_forget_body(waft_world* world, uint32_t number) {
    uint32_t slot = 0;
    if (find_body(world, number, &slot) != NULL) {
        wafti_world_drop_solid(world, slot);
    }
}

void wafti_world_follow_bodies(waft_world* world) {
    for (uint32_t n = 0; n < world->solids.order.count; ++n) {
        const uint32_t slot = world->solids.order.slots[n];
        const wafti_placed* solid = world->solids.items[slot];
        waft_body_info body;
        if (solid->body == 0 ||
            waft_bodies_get(world->bodies, wafti_bodies_numbered(world->bodies, solid->body),
                &body) != WAFT_OK) {
            continue;
        }
        double place[3];
        wafti_body_origin(&body.state, solid->offset, place);
        wafti_solids_carry(&world->solids, slot, place, body.state.rotation);
    }
}
