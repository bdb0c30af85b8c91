// SPDX-License-Identifier: MIT
// Detail from creation to destruction, and the memory it lives in.
#include <stdio.h>

#include "base/error.h"
#include "detail/parts.h"
#include "detail/place.h"
#include "grid/blocks.h"

// ---- memory

static size_t field_bytes(const waft_smoke_def* smoke) {
    const double low[3] = {0.0, 0.0, 0.0};
    const wafti_mac grid = wafti_mac_make(smoke->cells, (double)smoke->spacing, low);
    return wafti_size_mul(wafti_size_add(grid.size, 64), sizeof(float));
}

static bool needs_field(const waft_trigger* trigger) {
    return trigger->kind == WAFT_TRIGGER_MASK || trigger->kind == WAFT_TRIGGER_DISTANCE;
}

// Fields of a forced flow besides its own smoke's.
static size_t part_fields(const waft_detail_def* def, int axes) {
    size_t count = (size_t)axes + 1 + (def->direction == WAFT_DIRECTION_PERP ? 1 : 0);
    for (int n = 0; n < def->trigger_count; ++n) {
        count += needs_field(&def->triggers[n]) ? 1 : 0;
    }
    return count;
}

static size_t part_bytes(const waft_smoke_def* smoke, const waft_detail_def* def, int region) {
    const wafti_place place = wafti_place_of(smoke, def, region);
    const waft_smoke_def fine = wafti_place_smoke(smoke, def, &place);
    const size_t fields = part_fields(def, smoke->cells[2] > 1 ? 3 : 2);
    const size_t own = def->mode == WAFT_DETAIL_DIRECT ? 0 : waft_smoke_memory_needed(&fine);
    return wafti_size_add(own, wafti_size_mul(fields, field_bytes(&fine)));
}

size_t waft_detail_memory_needed(const waft_smoke_def* smoke, const waft_detail_def* detail) {
    waft_smoke_def base = waft_smoke_def_default();
    waft_detail_def wide = waft_detail_def_default();
    if (waft_struct_take(&base, sizeof(base), smoke, "waft_smoke_def", NULL) != WAFT_OK ||
        waft_struct_take(&wide, sizeof(wide), detail, "waft_detail_def", NULL) != WAFT_OK ||
        wafti_check_smoke(&base, NULL) != WAFT_OK ||
        wafti_detail_check(&base, &wide, NULL) != WAFT_OK) {
        return SIZE_MAX;
    }
    size_t sum = sizeof(waft_detail);
    for (int n = 0; n < wide.region_count; ++n) {
        sum = wafti_size_add(sum, part_bytes(&base, &wide, n));
    }
    const wafti_place all = wafti_place_of(&base, &wide, -1);
    const waft_smoke_def fine = wafti_place_smoke(&base, &wide, &all);
    sum = wafti_size_add(sum, wafti_sampling_size(fine.cells));
    const bool carried = wide.region_count > 0 || wide.mode == WAFT_DETAIL_WAVELET;
    return wafti_size_add(
        sum, carried ? wafti_smoke_carrier_memory(&fine) : part_bytes(&base, &wide, -1));
}

size_t wafti_detail_memory(const waft_detail* detail) {
    size_t sum = sizeof(*detail) + detail->arena.total + wafti_bank_size(&detail->bank);
    for (int n = 0; n < detail->part_count; ++n) {
        sum += detail->parts[n].owned ? wafti_smoke_memory(detail->parts[n].smoke) : 0;
    }
    return sum + (detail->carried ? wafti_smoke_memory(detail->fine) : 0);
}

double wafti_detail_estimate_seconds(const waft_smoke_def* smoke, const waft_detail_def* def) {
    // Measured with AVX2 on one core: interpolation, trigger and kick.
    const double force_ns = 25.0;
    double seconds = 0.0;
    for (int n = def->region_count > 0 ? 0 : -1; n < def->region_count; ++n) {
        const wafti_place place = wafti_place_of(smoke, def, n);
        const waft_smoke_def fine = wafti_place_smoke(smoke, def, &place);
        const double cells = (double)fine.cells[0] * fine.cells[1] * fine.cells[2];
        seconds += 1e-9 * force_ns * cells;
        seconds +=
            def->mode == WAFT_DETAIL_FORCE ? wafti_smoke_estimate_seconds(&fine, def->refine) : 0.0;
    }
    return seconds;
}

static waft_result fail_size(const waft_detail* detail) {
    const waft_smoke_def* smoke = &detail->base->def;
    char what[112];
    (void)snprintf(what, sizeof(what),
        "detail over %d x %d x %d cells of smoke; smoke.turbulence.refine should be less",
        (int)smoke->cells[0], (int)smoke->cells[1], (int)smoke->cells[2]);
    return wafti_fail_memory(
        detail->context->error, waft_detail_memory_needed(smoke, &detail->def), what);
}

// ---- parts

static bool take_fields(wafti_part* part) {
    waft_detail* detail = part->detail;
    const waft_detail_def* def = &detail->def;
    const wafti_mac* grid = &part->smoke->domain.grid;
    wafti_arena* arena = &detail->arena;
    for (int axis = 0; axis < grid->axes; ++axis) {
        part->mean[axis] = wafti_mac_take_float(grid, arena);
    }
    part->psi = wafti_mac_take_float(grid, arena);
    if (def->direction == WAFT_DIRECTION_PERP) {
        part->along = wafti_mac_take_float(grid, arena);
    }
    for (int n = 0; n < def->trigger_count; ++n) {
        if (needs_field(&def->triggers[n])) {
            part->fixed[n] = wafti_mac_take_float(grid, arena);
        }
    }
    part->sums = wafti_arena_take(arena, (size_t)wafti_mac_block_count(grid), sizeof(double));
    return wafti_sampling_make(&part->at, detail->base, grid, part->low, def->refine, arena);
}

// Density and temperature of a region, out of those of all of the box.
static void give_block(void* context, int32_t block) {
    const wafti_part* part = context;
    const waft_smoke* fine = part->detail->fine;
    const wafti_mac* grid = &part->smoke->domain.grid;
    for (int n = 0; n < WAFTI_SCALAR_EXTRA; ++n) {
        float* own = part->smoke->scalar[n];
        wafti_walk at = wafti_walk_cells(grid, block);
        while (own != NULL && fine->scalar[n] != NULL && wafti_walk_next(&at)) {
            const ptrdiff_t from = wafti_mac_index(
                &fine->domain.grid, part->low[0], part->low[1] + at.j, part->low[2] + at.k);
            memcpy(own + at.start, fine->scalar[n] + from, (size_t)grid->n[0] * sizeof(float));
        }
    }
}

static void give_scalars(void* context) {
    const wafti_part* part = context;
    const double cell_ns = 1.0;
    wafti_mac_run(&part->smoke->domain.grid, part->smoke->context, cell_ns, give_block, context);
}

static void set_hook(wafti_part* part) {
    const waft_detail_def* def = &part->detail->def;
    const bool follows = def->mode == WAFT_DETAIL_FORCE;
    part->smoke->hook = (wafti_smoke_hook){
        .context = part,
        .cut = def->clock == WAFT_CLOCK_RATE ? wafti_part_cut : NULL,
        .start = follows && def->order == WAFT_ORDER_PAPER ? wafti_part_start : NULL,
        .push = wafti_part_push,
        .scalars = part->detail->carried ? give_scalars : NULL,
        // Straight traces through vortices of a few cells brake the mean: a stream that is kicked to 0.8
        // of its speed loses 10 % of it, with the midpoint rule 5 %. What is carried does not care.
        .curved = follows,
    };
}

// Region `region` of the def, or all of the box (-1).
static waft_result make_part(waft_detail* detail, wafti_part* part, int region) {
    const waft_detail_def* def = &detail->def;
    const wafti_place place = wafti_place_of(&detail->base->def, def, region);
    part->detail = detail;
    part->index = (uint32_t)(region < 0 ? 0 : region);
    part->poses = 0;
    memcpy(part->low, place.low, sizeof(part->low));
    memcpy(part->border, place.border, sizeof(part->border));
    for (int side = 0; side < 6; ++side) {
        part->bordered = part->bordered || place.border[side];
    }
    part->smoke = detail->base;
    if (def->mode != WAFT_DETAIL_DIRECT) {
        const waft_smoke_def smoke = wafti_place_smoke(&detail->base->def, def, &place);
        const waft_result result =
            wafti_smoke_create_twin(detail->base, &smoke, place.border, &part->smoke);
        if (result != WAFT_OK) {
            return result;
        }
        part->owned = true;
    }
    if (!take_fields(part)) {
        return fail_size(detail);
    }
    set_hook(part);
    return wafti_part_fill_masks(part);
}

// A fine smoke without a flow of its own, which carries density through those of parts.
static waft_result make_carrier(waft_detail* detail) {
    const wafti_place all = wafti_place_of(&detail->base->def, &detail->def, -1);
    const waft_smoke_def smoke = wafti_place_smoke(&detail->base->def, &detail->def, &all);
    const waft_result result = wafti_smoke_create_twin(detail->base, &smoke, NULL, &detail->fine);
    if (result != WAFT_OK) {
        return result;
    }
    detail->carried = true;
    detail->fine->hook.given = true;
    return wafti_sampling_make(&detail->at, detail->base, &detail->fine->domain.grid, all.low,
               detail->def.refine, &detail->arena)
               ? WAFT_OK
               : fail_size(detail);
}

static waft_result make_parts(waft_detail* detail) {
    const waft_detail_def* def = &detail->def;
    const int regions = def->region_count;
    detail->parts =
        wafti_arena_take(&detail->arena, regions > 0 ? (size_t)regions : 1, sizeof(*detail->parts));
    if (detail->parts == NULL) {
        return fail_size(detail);
    }
    waft_result result = WAFT_OK;
    if (regions > 0 || def->mode == WAFT_DETAIL_WAVELET) {
        result = make_carrier(detail);
    }
    if (def->mode == WAFT_DETAIL_WAVELET) {
        return result == WAFT_OK ? wafti_wavelet_create(detail) : result;
    }
    while (result == WAFT_OK && detail->part_count < (regions > 0 ? regions : 1)) {
        wafti_part* part = &detail->parts[detail->part_count++];
        result = make_part(detail, part, regions > 0 ? detail->part_count - 1 : -1);
    }
    if (regions == 0 && def->mode != WAFT_DETAIL_DIRECT) {
        detail->fine = detail->parts[0].smoke;
    }
    return result;
}

// ---- creation

// A default trigger stands where there is none, so that nobody needs to ask.
static void settle_def(waft_detail* detail) {
    waft_detail_def* def = &detail->def;
    if (def->trigger_count == 0) {
        def->triggers[0] = waft_trigger_default(WAFT_TRIGGER_SPEED);
        def->trigger_count = 1;
    }
    detail->seed = def->seed != 0 ? def->seed : detail->context->seed;
}

waft_result wafti_detail_open_bank(waft_detail* detail, waft_bank* wanted, waft_error* error) {
    wafti_bank bank = {0};
    if (wanted != NULL) {
        const waft_result result = wafti_bank_open(wanted, &bank, error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    wafti_bank_close(&detail->bank);
    detail->bank = bank;
    detail->def.bank = wanted;
    detail->has_bank = wanted != NULL;
    if (detail->has_bank) {
        const waft_bank_info info = waft_bank_get_info(wanted);
        const double h = detail->base->domain.grid.h / detail->def.refine;
        // Eq. 12 has a bare wave number; here it is in rad/m.
        detail->first_wave = 6.283185307179586 * info.mean_wavenumber / (info.size * h);
    }
    for (int n = 0; n < detail->part_count; ++n) {
        detail->parts[n].hold = 0;
    }
    return WAFT_OK;
}

waft_result wafti_detail_create(const wafti_context* context, waft_smoke* base,
    const waft_detail_def* def, waft_detail** out_detail) {
    *out_detail = NULL;
    waft_result result = wafti_detail_check(&base->def, def, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_detail* detail = wafti_allocate_zero(&context->allocator, 1, sizeof(*detail));
    if (detail == NULL) {
        return wafti_fail_memory(context->error, sizeof(*detail), "the detail");
    }
    detail->context = context;
    detail->base = base;
    detail->def = *def;
    wafti_arena_init(&detail->arena, &context->allocator, 4096);
    settle_def(detail);
    result = wafti_detail_open_bank(detail, def->bank, context->error);
    result = result == WAFT_OK ? make_parts(detail) : result;
    if (result != WAFT_OK) {
        wafti_detail_destroy(detail);
        return result;
    }
    *out_detail = detail;
    return WAFT_OK;
}

void wafti_detail_destroy(waft_detail* detail) {
    if (detail == NULL) {
        return;
    }
    for (int n = 0; n < detail->part_count; ++n) {
        wafti_part* part = &detail->parts[n];
        if (part->owned) {
            wafti_smoke_destroy(part->smoke);
        } else if (part->smoke != NULL) {
            part->smoke->hook = (wafti_smoke_hook){.context = NULL};
        }
    }
    if (detail->carried) {
        wafti_smoke_destroy(detail->fine);
    }
    wafti_bank_close(&detail->bank);
    wafti_arena_free(&detail->arena);
    const waft_allocator allocator = detail->context->allocator;
    wafti_release(&allocator, detail, 1, sizeof(*detail));
}

// ---- reading

const waft_smoke* waft_detail_smoke(const waft_detail* detail) {
    if (detail == NULL) {
        return NULL;
    }
    return detail->fine != NULL ? detail->fine : detail->base;
}

void waft_detail_read_def(const waft_detail* detail, waft_detail_def* out_def, size_t size) {
    const waft_detail_def def = detail != NULL ? detail->def : waft_detail_def_default();
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

waft_field waft_detail_psi(const waft_detail* detail, int index) {
    if (detail == NULL || index < 0 || index >= detail->part_count) {
        return (waft_field){0};
    }
    const wafti_part* part = &detail->parts[index];
    waft_field field = waft_smoke_field(part->smoke, WAFT_SMOKE_DENSITY);
    field.data = part->psi;
    return field;
}
