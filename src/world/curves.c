// SPDX-License-Identifier: MIT
// Curves: keys over time that set properties.
#include <string.h>

#include "base/curve.h"
#include "base/error.h"
#include "world/world.h"

static waft_result check_keys(
    waft_world* world, const wafti_property* property, const waft_key* keys, size_t key_count) {
    waft_result result = wafti_curve_check(keys, key_count, &world->error);
    if (result == WAFT_OK && !property->named.row->shown.animates) {
        result = wafti_fail(
            &world->error, WAFT_ERR_ARGUMENT, "%s takes no keys", property->named.row->shown.path);
    }
    for (size_t i = 0; i < key_count && keys != NULL && result == WAFT_OK; ++i) {
        result = wafti_property_check(world, property, &keys[i].value, false, &world->error);
    }
    return result;
}

// The curve of the same property of the same item.
static wafti_curve* find_curve(waft_world* world, const wafti_curve* like) {
    for (size_t i = 0; i < world->curve_count; ++i) {
        wafti_curve* curve = &world->curves[i];
        if (curve->property.named.row == like->property.named.row &&
            curve->property.named.component == like->property.named.component &&
            curve->item == like->item) {
            return curve;
        }
    }
    return NULL;
}

// The state at time 0 must show curves already, since frame 0 is drawn before any step.
static void show_start(waft_world* world) {
    wafti_pool_begin(world->pool);
    wafti_world_apply_curves(world, 0.0);
    if (world->smoke != NULL) {
        wafti_smoke_settle(world->smoke);
    }
    if (world->water != NULL) {
        wafti_water_redraw(world->water, 0.0);
    }
    wafti_pool_end(world->pool);
}

// Finds the property of a curve, and judges that it is one number.
static waft_result find_property(waft_world* world, const char* path, wafti_property* out) {
    if (path == NULL || world->steps > 0) {
        return wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
            path == NULL ? "the path of a curve is NULL"
                         : "curves must be given before the first step");
    }
    const waft_result result = wafti_property_find(path, out, &world->error);
    return result != WAFT_OK || wafti_property_length(out) == 1
               ? result
               : wafti_fail(&world->error, WAFT_ERR_ARGUMENT,
                     "%s is a vector; each of its components has a curve, such as %s[0]", path,
                     path);
}

waft_result waft_world_animate(
    waft_world* world, const char* path, const waft_key* keys, size_t key_count) {
    if (world == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    wafti_curve given = {.key_count = key_count};
    waft_result result = find_property(world, path, &given.property);
    result = result == WAFT_OK ? check_keys(world, &given.property, keys, key_count) : result;
    if (result != WAFT_OK) {
        return result;
    }
    if (world->curves == NULL) {
        world->curves = wafti_arena_take(&world->arena, WAFTI_CURVE_CAPACITY, sizeof(wafti_curve));
    }
    given.keys = wafti_arena_take(&world->arena, key_count, sizeof(*keys));
    if (world->curves == NULL || given.keys == NULL) {
        return wafti_fail_memory(&world->error, key_count * sizeof(*keys), "a curve");
    }
    memcpy(given.keys, keys, key_count * sizeof(*keys));
    given.item = wafti_property_item(world, &given.property);
    wafti_curve* curve = find_curve(world, &given);
    if (curve == NULL) {
        if (world->curve_count == WAFTI_CURVE_CAPACITY) {
            return wafti_fail(&world->error, WAFT_ERR_FULL, "all %d curves of a world are used",
                (int)WAFTI_CURVE_CAPACITY);
        }
        curve = &world->curves[world->curve_count++];
    }
    *curve = given;
    show_start(world);
    return WAFT_OK;
}

void wafti_world_apply_curves(waft_world* world, double time) {
    for (size_t i = 0; i < world->curve_count; ++i) {
        const wafti_curve* curve = &world->curves[i];
        wafti_property property = curve->property;
        // What was removed takes its curve with it.
        if (wafti_property_find_item(world, &property, curve->item, &property.named.index)) {
            // Keys were judged when the curve was given, and values between them are in range too.
            const double value = wafti_curve_at(curve->keys, curve->key_count, time);
            (void)wafti_property_set(world, &property, &value, NULL);
        }
    }
}
