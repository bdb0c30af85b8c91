// SPDX-License-Identifier: MIT
// Banks of smoke and liquid.
#include "base/memory.h"
#include "scene/scene.h"
#include "turbulence/bank_parts.h"

waft_bank_def wafti_scene_bank_def(const waft_bank_def* from, const wafti_bank_values* values,
    uint64_t seed, const waft_band* usual, int dimensions) {
    waft_bank_def def = *from;
    def.dimensions = dimensions;
    def.seed = values->has_seed ? (uint64_t)values->seed : seed;
    if (def.spectrum.band_count == 0) {
        def.spectrum.bands[def.spectrum.band_count++] = *usual;
    }
    return def;
}

size_t wafti_scene_bank_memory(const waft_bank_def* def) {
    const bool kept = def->storage != WAFT_BANK_NONE;
    size_t numbers = (size_t)def->dimensions * (size_t)(kept ? def->count : 1);
    for (int axis = 0; axis < def->dimensions; ++axis) {
        numbers = wafti_size_mul(numbers, (size_t)def->size);
    }
    const size_t each = kept ? wafti_bank_number_size(def->storage) : sizeof(float);
    return wafti_size_mul(numbers, each);
}

waft_result wafti_scene_make_bank(const waft_scene* scene, const waft_bank_def* def,
    const waft_world_def* world_def, waft_bank** out_bank, waft_error* error) {
    waft_bank_def own = *def;
    own.threads = world_def->threads;
    own.allocator = world_def->allocator;
    return scene->cache != NULL ? waft_bank_create_cached(&own, scene->cache, out_bank, NULL, error)
                                : waft_bank_create(&own, out_bank, error);
}
