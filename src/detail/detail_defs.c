// SPDX-License-Identifier: MIT
// Default values, and whether a def can be built.
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/range.h"
#include "detail/detail.h"
#include "detail/detail_params.h"
#include "detail/place.h"
#include "math/shown.h"

void waft_detail_def_fill(waft_detail_def* out_def, size_t size) {
    waft_detail_def def = {.mode = WAFT_DETAIL_FORCE};
    wafti_rows_fill(wafti_detail_rows, WAFTI_DETAIL_PARTS, WAFTI_OWNER_DETAIL, &def);
    def.hold = 1.0 / 30.0;
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

waft_trigger waft_trigger_default(waft_trigger_kind kind) {
    waft_trigger trigger = {.mask = {.pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}}}};
    wafti_rows_fill(wafti_detail_rows, WAFTI_DETAIL_PARTS, WAFTI_OWNER_DETAIL_TRIGGER, &trigger);
    trigger.kind = kind;
    return trigger;
}

static waft_result check_numbers(const waft_detail_def* def, waft_error* error) {
    return wafti_rows_check(wafti_detail_rows, WAFTI_DETAIL_PARTS, WAFTI_OWNER_DETAIL, def, error);
}

static waft_result check_counts(const waft_detail_def* def, waft_error* error) {
    const waft_result result = wafti_check_count(
        error, "smoke.turbulence.triggers", def->trigger_count, 0, WAFT_TRIGGER_CAPACITY);
    return result == WAFT_OK ? wafti_check_count(error, "smoke.turbulence.regions",
                                   def->region_count, 0, WAFT_REGION_CAPACITY)
                             : result;
}

static waft_result check_choices(const waft_detail_def* def, waft_error* error) {
    if ((unsigned)def->mode > WAFT_DETAIL_WAVELET) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.turbulence.mode is %u: there is no such choice", (unsigned)def->mode);
    }
    if (!(def->hold > 0.0)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "smoke.turbulence.hold must be above 0 s");
    }
    if (def->refine != 1 && def->refine != 2 && def->refine != 4) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.turbulence.refine is %d; it must be 1, 2 or 4", def->refine);
    }
    if (def->mode == WAFT_DETAIL_WAVELET && def->refine == 1) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.turbulence.refine is 1; mode wavelet adds octaves and needs 2 or 4");
    }
    if (def->mode == WAFT_DETAIL_WAVELET && def->region_count > 0) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.turbulence: mode wavelet is for all of the box; it takes no region");
    }
    if (def->mode == WAFT_DETAIL_DIRECT && (def->refine != 1 || def->region_count > 0)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.turbulence: mode direct kicks the smoke itself; it takes refine 1 and no "
            "region");
    }
    if (def->mode != WAFT_DETAIL_WAVELET && def->bank == NULL && def->strength > 0.0f) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "smoke.turbulence needs a bank of fields");
    }
    // There is nothing that puts the flow back, so that it would freeze or blow up.
    if (def->mode == WAFT_DETAIL_FORCE && def->clock == WAFT_CLOCK_STEP && !(def->follow > 0.0f)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.turbulence.follow is 0; with clock step it must be above 0");
    }
    return WAFT_OK;
}

static waft_result check_mask(const waft_mask* mask, const char* path, waft_error* error) {
    if (mask->function == NULL && mask->field.data == NULL && !mask->has_shape) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s needs a function, a field or a shape", path);
    }
    const waft_field* field = &mask->field;
    if (field->data != NULL) {
        const float spacing[3] = {field->spacing.x, field->spacing.y, field->spacing.z};
        for (int axis = 0; axis < 3; ++axis) {
            const bool fine =
                field->size[axis] >= 1 &&
                (field->size[axis] == 1 || (isfinite(spacing[axis]) && spacing[axis] > 0.0f));
            if (!fine) {
                return wafti_fail(error, WAFT_ERR_ARGUMENT,
                    "%s: the field needs at least one sample along each axis, and a spacing above "
                    "0",
                    path);
            }
        }
    }
    return WAFT_OK;
}

static waft_result check_trigger(const waft_trigger* trigger, int number, waft_error* error) {
    char path[64];
    (void)snprintf(path, sizeof(path), "smoke.turbulence.triggers[%d]", number);
    if (trigger->solid_count < 0 || trigger->solid_count > WAFT_TRIGGER_SOLIDS) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s has %d solids: allowed are 0 to %d", path,
            trigger->solid_count, (int)WAFT_TRIGGER_SOLIDS);
    }
    const waft_result result = wafti_rows_check_item(
        wafti_detail_rows, WAFTI_DETAIL_PARTS, WAFTI_OWNER_DETAIL_TRIGGER, trigger, path, error);
    return result == WAFT_OK && trigger->kind == WAFT_TRIGGER_MASK
               ? check_mask(&trigger->mask, path, error)
               : result;
}

static bool overlap(const wafti_place* a, const wafti_place* b, int axes) {
    bool meets = true;
    for (int axis = 0; axis < axes; ++axis) {
        meets = meets && a->low[axis] < b->low[axis] + b->cells[axis] &&
                b->low[axis] < a->low[axis] + a->cells[axis];
    }
    return meets;
}

static waft_result fail_outside(const waft_smoke_def* smoke, const waft_region* region, int number,
    int axis, waft_error* error) {
    const float lows[3] = {region->low.x, region->low.y, region->low.z};
    const float highs[3] = {region->high.x, region->high.y, region->high.z};
    const float origin[3] = {smoke->origin.x, smoke->origin.y, smoke->origin.z};
    const bool turned = lows[axis] >= highs[axis];
    const float end = origin[axis] + smoke->spacing * (float)smoke->cells[axis];
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        turned ? "smoke.turbulence.regions[%d] along %c is from %s to %s m; its lower corner comes "
                 "first"
               : "smoke.turbulence.regions[%d] lies outside the smoke along %c, which is from %s "
                 "to %s m",
        number, 'x' + axis, wafti_show(turned ? lows[axis] : origin[axis]).text,
        wafti_show(turned ? highs[axis] : end).text);
}

static waft_result check_regions(
    const waft_smoke_def* smoke, const waft_detail_def* def, waft_error* error) {
    wafti_place places[WAFT_REGION_CAPACITY];
    const int axes = smoke->cells[2] > 1 ? 3 : 2;
    for (int n = 0; n < def->region_count; ++n) {
        places[n] = wafti_place_of(smoke, def, n);
        for (int axis = 0; axis < axes; ++axis) {
            const int32_t cells = places[n].cells[axis];
            if (cells == 0) {
                return fail_outside(smoke, &def->regions[n], n, axis, error);
            }
            if (cells < 8) {
                return wafti_fail(error, WAFT_ERR_ARGUMENT,
                    "smoke.turbulence.regions[%d] has %d fine cells along %c; it needs at least 8",
                    n, (int)cells, 'x' + axis);
            }
        }
        for (int m = 0; m < n; ++m) {
            if (overlap(&places[m], &places[n], axes)) {
                return wafti_fail(error, WAFT_ERR_ARGUMENT,
                    "smoke.turbulence.regions[%d] and [%d] overlap", m, n);
            }
        }
    }
    return WAFT_OK;
}

static waft_result check_bank(
    const waft_smoke_def* smoke, const waft_detail_def* def, waft_error* error) {
    const int axes = smoke->cells[2] > 1 ? 3 : 2;
    if (def->bank == NULL || waft_bank_get_info(def->bank).dimensions == axes) {
        return WAFT_OK;
    }
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "smoke.turbulence.bank has fields of %d dimensions, the smoke has %d",
        waft_bank_get_info(def->bank).dimensions, axes);
}

static waft_result check_size(
    const waft_smoke_def* smoke, const waft_detail_def* def, waft_error* error) {
    for (int axis = 0; axis < (smoke->cells[2] > 1 ? 3 : 2); ++axis) {
        const int64_t cells = (int64_t)smoke->cells[axis] * def->refine;
        if (cells > 4096) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "smoke.turbulence.refine of %d makes %lld cells along %c; 4096 is the most",
                def->refine, (long long)cells, 'x' + axis);
        }
    }
    return WAFT_OK;
}

waft_result wafti_detail_check(
    const waft_smoke_def* smoke, const waft_detail_def* def, waft_error* error) {
    waft_result result = check_numbers(def, error);
    result = result == WAFT_OK ? check_counts(def, error) : result;
    result = result == WAFT_OK ? check_choices(def, error) : result;
    for (int n = 0; n < def->trigger_count && result == WAFT_OK; ++n) {
        result = check_trigger(&def->triggers[n], n, error);
    }
    result = result == WAFT_OK ? check_size(smoke, def, error) : result;
    result = result == WAFT_OK ? check_regions(smoke, def, error) : result;
    return result == WAFT_OK ? check_bank(smoke, def, error) : result;
}
