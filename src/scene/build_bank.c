// SPDX-License-Identifier: MIT
// From the values of a spectrum to the def of its bank.
#include "base/memory.h"
#include "scene/scene.h"
#include "turbulence/bank_parts.h"

static void take_bands(
    const wafti_spectrum_values* from, const waft_band* usual, waft_spectrum_def* out) {
    const wafti_band_values* items = from->bands.items;
    if (from->bands.count == 0) {
        out->band_count = 1;
        out->bands[0] = *usual;
        return;
    }
    out->band_count = (int)from->bands.count;
    for (size_t i = 0; i < from->bands.count && i < WAFT_BAND_CAPACITY; ++i) {
        out->bands[i] = (waft_band){.wavenumber = items[i].wavenumber,
            .scale = items[i].scale,
            .deviation = items[i].deviation,
            .energy = items[i].energy};
    }
}

static void take_points(const wafti_spectrum_values* from, waft_spectrum_def* out) {
    const wafti_point_values* items = from->points.items;
    out->point_count = (int)from->points.count;
    for (size_t i = 0; i < from->points.count && i < WAFT_SPECTRUM_POINT_CAPACITY; ++i) {
        out->points[i] =
            (waft_spectrum_point){.wavenumber = items[i].wavenumber, .energy = items[i].energy};
    }
}

waft_bank_def wafti_scene_bank_def(
    const wafti_spectrum_values* from, uint64_t seed, const waft_band* usual, int dimensions) {
    waft_bank_def def = waft_bank_def_default();
    def.size = (int32_t)from->bank.size;
    def.dimensions = dimensions;
    def.count = (int32_t)from->bank.count;
    def.seed = from->bank.has_seed ? (uint64_t)from->bank.seed : seed;
    def.storage = (waft_bank_storage)from->bank.storage;
    def.spectrum = (waft_spectrum_def){.law = (waft_spectrum_law)from->law,
        .range = {from->range[0], from->range[1]},
        .exponent = from->exponent};
    take_bands(from, usual, &def.spectrum);
    take_points(from, &def.spectrum);
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
