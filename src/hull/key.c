// SPDX-License-Identifier: MIT
// The key of a bake: a hash of every field that decides its result, in an order of our own and free of
// padding. Threads and allocators do not count.
#include "hull/hull.h"

#include "base/hash.h"

#include <string.h>

// Raise it when the same def gives another hull.
enum { KEY_VERSION = 3 };

static uint64_t hash_doubles(uint64_t hash, const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits = 0;
        const double value = values[i] + 0.0; // -0 is 0
        memcpy(&bits, &value, sizeof(bits));
        hash = wafti_hash_u64(hash, bits);
    }
    return hash;
}

static uint64_t hash_mesh(uint64_t hash, const waft_mesh* mesh) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    hash = wafti_hash_u64(hash, view.point_count);
    hash = wafti_hash_u64(hash, view.facet_count);
    hash = hash_doubles(hash, view.positions, 3 * view.point_count);
    for (size_t i = 0; i < 3 * view.facet_count; ++i) {
        hash = wafti_hash_u64(hash, view.indices[i]);
    }
    return hash;
}

static uint64_t hash_turbulence(uint64_t hash, const waft_hull_turbulence* t) {
    const double numbers[] = {t->intensity, t->length, t->reynolds};
    const bool flags[] = {t->bake, t->has_attitude, t->feedback, t->diffusion, t->cap, t->euler};
    if (!t->bake) {
        return wafti_hash_u64(hash, 0);
    }
    for (int d = 0; d < 3; ++d) {
        hash = wafti_hash_u64(hash, (uint64_t)t->cells[d]);
    }
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); ++i) {
        hash = wafti_hash_u64(hash, flags[i] ? 1 : 0);
    }
    hash = hash_doubles(hash, numbers, sizeof(numbers) / sizeof(numbers[0]));
    return t->has_attitude ? hash_doubles(hash, t->attitude, 4) : hash;
}

static uint64_t hash_plates(uint64_t hash, const waft_hull_def* def) {
    hash = wafti_hash_u64(hash, (uint64_t)def->plate_count);
    for (int i = 0; i < def->plate_count; ++i) {
        hash = hash_doubles(hash, def->plates[i].center, 3);
        hash = hash_doubles(hash, def->plates[i].normal, 3);
        hash = hash_doubles(hash, &def->plates[i].area, 1);
        hash = hash_doubles(hash, &def->plates[i].added_mass, 1);
    }
    return hash;
}

uint64_t wafti_hull_hash(const waft_hull_def* def) {
    const double numbers[] = {def->layer, def->density, def->mass, def->shell, def->source_depth,
        def->fluid_density, def->fluid_viscosity, def->gravity};
    uint64_t hash = wafti_hash_u64(0, KEY_VERSION);
    hash = wafti_hash_u64(hash, (uint64_t)def->shape);
    hash = wafti_hash_u64(hash, (uint64_t)def->detail);
    hash = wafti_hash_u64(hash, (uint64_t)def->method);
    hash = wafti_hash_u64(hash, def->source_points ? 1 : 0);
    hash = hash_doubles(hash, def->size, 3);
    hash = hash_doubles(hash, numbers, sizeof(numbers) / sizeof(numbers[0]));
    hash = wafti_hash_u64(hash, (def->has_center ? 1u : 0u) | (def->has_inertia ? 2u : 0u) |
                                    (def->has_normal ? 4u : 0u) | (def->hollow ? 8u : 0u));
    hash = def->has_center ? hash_doubles(hash, def->center, 3) : hash;
    hash = def->has_inertia ? hash_doubles(hash, def->inertia, 6) : hash;
    hash = def->has_normal ? hash_doubles(hash, def->normal, 3) : hash;
    hash = hash_plates(hash, def);
    hash = hash_turbulence(hash, &def->turbulence);
    hash = def->mesh != NULL ? hash_mesh(hash, def->mesh) : hash;
    return hash != 0 ? hash : 1; // 0 says that the def is wrong
}

uint64_t waft_hull_key(const waft_hull_def* def) {
    waft_hull_def wide = waft_hull_def_default();
    const bool good =
        waft_struct_take(&wide, sizeof(wide), def, "waft_hull_def", NULL) == WAFT_OK &&
        wafti_hull_check(&wide, NULL) == WAFT_OK;
    return good ? wafti_hull_hash(&wide) : 0;
}
