// SPDX-License-Identifier: MIT
// Where a liquid is stirred: Psi = V W at particles, from speed, strain, vorticity, distance to solids
// and masks. The formulas are those of Zhao, Yuan & Chen 2010, eqs. 11 to 14, as changed for particles
// in docs/spec/sph.md#default-rule.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "liquid/liquid_params.h"
#include "liquid/solver.h"
#include "turbulence/trigger.h"

// ---- what triggers may be

static waft_result check_solids(
    const waft_liquid* liquid, const waft_trigger* trigger, waft_error* error) {
    if (trigger->solid_count < 0 || trigger->solid_count > WAFT_TRIGGER_SOLIDS) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid.turbulence: a trigger names 0 to %d solids", WAFT_TRIGGER_SOLIDS);
    }
    for (int n = 0; n < trigger->solid_count; ++n) {
        if (trigger->solids[n] >= liquid->context->solids->order.count) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid.turbulence.triggers[].solid is %u; there are %u solids",
                (unsigned)trigger->solids[n], (unsigned)liquid->context->solids->order.count);
        }
    }
    return WAFT_OK;
}

waft_result wafti_liquid_check_triggers(
    const waft_liquid* liquid, const waft_liquid_turbulence_def* def) {
    waft_error* error = liquid->context->error;
    if (def->trigger_count < 0 || def->trigger_count > WAFT_TRIGGER_CAPACITY) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "liquid.turbulence has 0 to %d triggers",
            WAFT_TRIGGER_CAPACITY);
    }
    waft_result result = WAFT_OK;
    for (int n = 0; n < def->trigger_count && result == WAFT_OK; ++n) {
        const waft_trigger* trigger = &def->triggers[n];
        if (trigger->kind == WAFT_TRIGGER_DENSITY) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid.turbulence.triggers[%d]: a liquid is equally dense everywhere; triggers "
                "are speed, strain, distance, vorticity and mask",
                n);
        }
        if (trigger->kind == WAFT_TRIGGER_MASK && !trigger->mask.has_shape) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid.turbulence.triggers[%d]: the mask of a liquid is a shape", n);
        }
        char path[48];
        (void)snprintf(path, sizeof(path), "liquid.turbulence.triggers[%d]", n);
        result = wafti_rows_check_item(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS,
            WAFTI_OWNER_STIR_TRIGGER, trigger, path, error);
        result = result == WAFT_OK ? check_solids(liquid, trigger, error) : result;
    }
    return result;
}

waft_result wafti_liquid_make_masks(waft_liquid* liquid) {
    wafti_stirring* stir = &liquid->stir;
    waft_result result = WAFT_OK;
    wafti_pool_begin(liquid->context->pool);
    for (int n = 0; n < stir->def.trigger_count && result == WAFT_OK; ++n) {
        if (stir->def.triggers[n].kind == WAFT_TRIGGER_MASK) {
            const waft_mask* mask = &stir->def.triggers[n].mask;
            result = wafti_liquid_region_make(liquid, &mask->shape, &mask->pose,
                "liquid.turbulence.triggers[].mask", &stir->masks[n]);
        }
    }
    wafti_pool_end(liquid->context->pool);
    return result;
}

void wafti_liquid_free_masks(waft_liquid* liquid) {
    for (int n = 0; n < WAFT_TRIGGER_CAPACITY; ++n) {
        wafti_form_free(&liquid->stir.masks[n].form);
    }
}

// ---- strain and vorticity

// G = sum V (u_j - u_i) (x) grad W over the particle's list, 1/s; rows are components of u.
static void find_gradient(const waft_liquid* liquid, uint32_t i, double out[3][3]) {
    const wafti_calibration* c = &liquid->calibration;
    const wafti_list* list = &liquid->list;
    memset(out, 0, 9 * sizeof(double));
    for (uint32_t at = list->first[i]; at < list->first[i] + list->padded[i]; ++at) {
        uint32_t j = 0;
        memcpy(&j, &list->j[at], sizeof(j));
        j /= 4;
        if (j == i) {
            continue;
        }
        double off[3] = {0.0, 0.0, 0.0};
        double square = 0.0;
        for (int axis = 0; axis < c->dimension; ++axis) {
            off[axis] = (double)liquid->now.x[axis][j] - (double)liquid->now.x[axis][i];
            if (liquid->def.sides[(size_t)2 * (size_t)axis] == WAFT_LIQUID_PERIODIC) {
                const double period = liquid->cells.high[axis] - liquid->cells.low[axis];
                off[axis] -= period * round(off[axis] / period);
            }
            square += off[axis] * off[axis];
        }
        const double r = sqrt(square) + 1e-12;
        const double slope =
            c->volume * c->slope_scale * wafti_kernel_slope(c->pressure, c->dimension, c->h, r) / r;
        for (int axis = 0; axis < c->dimension; ++axis) {
            const double du = (double)liquid->now.u[axis][j] - (double)liquid->now.u[axis][i];
            for (int other = 0; other < c->dimension; ++other) {
                out[axis][other] += slope * du * off[other];
            }
        }
    }
}

// sqrt(sum S_ij^2) into source, |omega| into left: both are dead between the solves.
static void swirl_task(void* context, int32_t task) {
    waft_liquid* liquid = context;
    const wafti_cells* cells = &liquid->cells;
    const uint32_t end = cells->start[cells->filled[cells->tasks[task + 1] - 1] + 1];
    for (uint32_t i = cells->start[cells->filled[cells->tasks[task]]]; i < end; ++i) {
        double g[3][3] = {{0.0}};
        if (liquid->overflow[task] == 0) {
            find_gradient(liquid, i, g);
        }
        double strain = 0.0;
        for (int a = 0; a < 3; ++a) {
            for (int b = 0; b < 3; ++b) {
                const double s = 0.5 * (g[a][b] + g[b][a]);
                strain += s * s;
            }
        }
        const double curl[3] = {g[2][1] - g[1][2], g[0][2] - g[2][0], g[1][0] - g[0][1]};
        liquid->source[i] = (float)sqrt(strain);
        liquid->left[i] = (float)sqrt(curl[0] * curl[0] + curl[1] * curl[1] + curl[2] * curl[2]);
    }
}

void wafti_liquid_find_swirl(waft_liquid* liquid, double dt) {
    wafti_stirring* stir = &liquid->stir;
    bool any = false;
    for (int n = 0; n < stir->def.trigger_count; ++n) {
        const waft_trigger_kind kind = stir->def.triggers[n].kind;
        any = any || kind == WAFT_TRIGGER_STRAIN || kind == WAFT_TRIGGER_VORTICITY;
    }
    if (!any || stir->scale == 0.0) {
        return;
    }
    wafti_pool_run(liquid->context->pool, liquid->cells.task_count, 0.3 * (double)liquid->count,
        swirl_task, liquid);
    float greatest = 0.0f;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        greatest = liquid->left[i] > greatest ? liquid->left[i] : greatest;
    }
    stir->vorticity = wafti_trigger_greatest(stir->vorticity, (double)greatest, dt);
}

// ---- Psi

static double near_solids(
    const waft_liquid* liquid, const waft_trigger* trigger, const double place[3]) {
    const wafti_order* order = &liquid->context->solids->order;
    double least = (double)trigger->reach;
    for (uint32_t n = 0; n < liquid->solid_count; ++n) {
        const wafti_liquid_solid* solid = &liquid->solids[n];
        bool chosen = trigger->solid_count == 0;
        for (int i = 0; i < trigger->solid_count; ++i) {
            const uint32_t place_of = trigger->solids[i];
            chosen = chosen || (place_of < order->count && order->slots[place_of] == solid->solid);
        }
        double normal[3];
        const double far = solid->form.bound + (double)trigger->reach;
        if (chosen && wafti_liquid_solid_square(solid, place) < far * far) {
            least = fmin(least, wafti_liquid_solid_distance(solid, place, normal));
        }
    }
    return (double)wafti_trigger_ramp((float)(fmax(least, 0.0) / (double)trigger->reach));
}

static double in_mask(const waft_liquid* liquid, int number, const double place[3]) {
    const wafti_liquid_region* mask = &liquid->stir.masks[number];
    const double soft = (double)liquid->stir.def.triggers[number].mask.soft;
    const bool flat = liquid->def.dimension == 2;
    const double asked[3] = {place[0], place[1], flat ? mask->position[2] : place[2]};
    const double y = wafti_liquid_region_distance(mask, asked);
    // Half of the edge lies inside.
    return soft > 0.0 ? (double)wafti_trigger_ramp((float)(0.5 + y / soft))
                      : (y <= 0.0 ? 1.0 : 0.0);
}

// W of one trigger.
static double weight_of(const waft_liquid* liquid, int number, uint32_t i, const double place[3]) {
    const waft_trigger* trigger = &liquid->stir.def.triggers[number];
    switch (trigger->kind) {
    case WAFT_TRIGGER_DISTANCE:
        return near_solids(liquid, trigger, place);
    case WAFT_TRIGGER_VORTICITY: {
        const float most =
            trigger->reference > 0.0f ? trigger->reference : (float)liquid->stir.vorticity;
        float weight = 0.0f;
        wafti_trigger_above(trigger->threshold, trigger->width, most, 1, &liquid->left[i], &weight);
        return (double)weight;
    }
    case WAFT_TRIGGER_MASK:
        return in_mask(liquid, number, place);
    default:
        return 1.0;
    }
}

double wafti_liquid_psi(
    const waft_liquid* liquid, uint32_t i, const double place[3], double speed) {
    const waft_liquid_turbulence_def* def = &liquid->stir.def;
    // V is that of the first trigger.
    const waft_trigger* first = &def->triggers[0];
    double v = speed;
    if (first->kind == WAFT_TRIGGER_STRAIN) {
        v = (double)liquid->source[i] / liquid->stir.first_wave;
        v = first->limit > 0.0f ? fmin(v, (double)first->limit * liquid->greatest_speed) : v;
    } else if (first->speed > 0.0f &&
               (first->kind == WAFT_TRIGGER_VORTICITY || first->kind == WAFT_TRIGGER_MASK)) {
        v = (double)first->speed;
    }
    double joined = weight_of(liquid, 0, i, place);
    for (int n = 1; n < def->trigger_count; ++n) {
        const double weight = weight_of(liquid, n, i, place);
        joined = def->trigger_max ? fmax(joined, weight) : joined * weight;
    }
    return v * joined;
}
