// SPDX-License-Identifier: MIT
// Copies of hulls: the same shape made of something else.
#include "hull/hull.h"

#include "base/error.h"
#include "base/hash.h"

#include <string.h>

// A copy of `count` items; NULL stays NULL, and `ok` becomes false if memory is out.
static void* copy_of(
    const waft_allocator* allocator, const void* items, size_t count, size_t size, bool* ok) {
    void* copy = items != NULL ? wafti_allocate(allocator, count, size) : NULL;
    if (copy != NULL) {
        memcpy(copy, items, count * size);
    }
    *ok = *ok && (copy != NULL || items == NULL || count == 0);
    return copy;
}

static bool copy_parts(const waft_hull* hull, waft_hull* copy) {
    const waft_hull_info* info = &hull->info;
    const waft_allocator* allocator = &hull->allocator;
    bool ok = true;
    copy->mesh = NULL;
    copy->potential =
        copy_of(allocator, hull->potential, info->facet_count, 6 * sizeof(double), &ok);
    copy->history =
        copy_of(allocator, hull->history, info->history_count, sizeof(waft_turbulence_sample), &ok);
    copy->contacts =
        copy_of(allocator, hull->contacts, info->contact_count, 3 * sizeof(double), &ok);
    copy->info.history = copy->history;
    copy->info.contacts = copy->contacts;
    return ok && wafti_mesh_with_points(hull->mesh, hull->mesh->positions, hull->mesh->name,
                     allocator, &copy->mesh, NULL) == WAFT_OK;
}

waft_result waft_hull_with_density(
    const waft_hull* hull, double density, waft_hull** out_hull, waft_error* out_error) {
    if (out_hull != NULL) {
        *out_hull = NULL;
    }
    if (hull == NULL || out_hull == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_hull_with_density: a pointer is NULL");
    }
    if (!isfinite(density) || !(density > 0.0) || density > 1e9) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "waft_hull_with_density: density must be above 0 and at most 1e9 kg/m3");
    }
    waft_hull* copy = wafti_allocate(&hull->allocator, 1, sizeof(*copy));
    if (copy == NULL) {
        return wafti_fail_memory(out_error, sizeof(*copy), "a hull");
    }
    *copy = *hull;
    if (!copy_parts(hull, copy)) {
        waft_hull_destroy(copy);
        return wafti_fail_memory(out_error, sizeof(*copy), "a hull");
    }
    waft_hull_info* info = &copy->info;
    const double ratio = density / info->density;
    for (int i = 0; i < 9; ++i) {
        info->inertia[i] *= ratio;
    }
    info->mass *= ratio;
    info->density = density;
    info->speed = wafti_hull_speed(copy);
    uint64_t bits = 0;
    memcpy(&bits, &density, sizeof(bits));
    info->key = wafti_hash_u64(info->key, bits);
    *out_hull = copy;
    return WAFT_OK;
}
