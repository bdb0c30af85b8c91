// SPDX-License-Identifier: MIT
// Turbulence: forces from a bank of random fields that turn the flow. Section 13.
#include <math.h>
#include <string.h>

#include "base/cookies.h"
#include "base/error.h"
#include "base/range.h"
#include "liquid/solver.h"

// Streams of random numbers for turbulence start here, so that they meet no other user's.
enum { FIRST_STREAM = 0x10000 };

waft_liquid_turbulence_def waft_liquid_turbulence_def_default(void) {
    return (waft_liquid_turbulence_def){
        .cookie = WAFTI_COOKIE_LIQUID_TURBULENCE,
        .strength = 1.0f,
        .hold = 0.1f,
        .shift = true,
    };
}

waft_result wafti_liquid_check_turbulence(const waft_liquid* liquid, int bank_dimensions,
    waft_bank_storage storage, const waft_liquid_turbulence_def* def) {
    waft_error* error = liquid->context->error;
    const wafti_range ranges[] = {
        {"liquid.turbulence.strength", def->strength, 0.0f, 10.0f, .above = false},
        {"liquid.turbulence.hold", def->hold, (float)liquid->context->dt, 1e6f, .above = false},
        {"liquid.turbulence.period", def->period, 0.0f, 1e6f, .above = true},
        {"liquid.turbulence.blend", def->blend, 0.0f, 0.5f, .above = false},
    };
    waft_result result = wafti_check_ranges(error, ranges, sizeof(ranges) / sizeof(ranges[0]));
    if (result == WAFT_OK && def->blend > 0.0f && storage == WAFT_BANK_NONE) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid.turbulence.blend needs two fields at once; the bank's storage is none");
    }
    if (result == WAFT_OK && (def->burst < 0 || def->calm < 0 || def->stream >= FIRST_STREAM)) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid.turbulence: burst and calm must be 0 or more, stream below 65536");
    }
    if (result == WAFT_OK && bank_dimensions != liquid->def.dimension) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid.turbulence: the bank has %d dimensions, the liquid %d", bank_dimensions,
            liquid->def.dimension);
    }
    return result == WAFT_OK ? wafti_liquid_check_triggers(liquid, def) : result;
}

wafti_spells_def wafti_liquid_spells_def(const waft_liquid* liquid) {
    const waft_liquid_turbulence_def* def = &liquid->stir.def;
    return (wafti_spells_def){(uint32_t)def->burst, (uint32_t)def->calm,
        liquid->context->seed + ((uint64_t)def->stream << 32)};
}

// Waves must be longer than what particles resolve, and fields finer than waves.
static void warn(
    const waft_liquid* liquid, const waft_bank_info* bank, const waft_liquid_turbulence_def* def) {
    const waft_logger* logger = &liquid->context->logger;
    const double mu = bank->mean_wavenumber;
    const double wave = (double)def->period / mu;
    if (wave < 2.0 * liquid->h) {
        wafti_log(logger, WAFT_LOG_WARNING,
            "liquid.turbulence: waves of %.1f spacings are below the kernel; use mu <= %.0f or "
            "period >= %.3g m",
            wave / liquid->d, floor((double)def->period / (2.0 * liquid->h)), 2.0 * liquid->h * mu);
    }
    if ((double)bank->size < 6.0 * mu) {
        wafti_log(logger, WAFT_LOG_WARNING,
            "liquid.turbulence: %d cells hold %.1f waves; below 6 cells a wave linear sampling "
            "weakens them",
            (int)bank->size, mu);
    }
    if (def->burst == 0 && def->calm > 0) {
        wafti_log(logger, WAFT_LOG_WARNING,
            "liquid.turbulence.intermittent.burst is 0; there will be no turbulence");
    }
    bool mixed = false;
    for (int n = 1; n < def->trigger_count; ++n) {
        mixed = mixed || def->triggers[n].kind == WAFT_TRIGGER_STRAIN ||
                def->triggers[n].speed != def->triggers[0].speed;
    }
    if (mixed) {
        wafti_log(logger, WAFT_LOG_WARNING,
            "liquid.turbulence: triggers go by different speeds; that of the first counts");
    }
    if (def->paper) {
        wafti_log(logger, WAFT_LOG_WARNING,
            "liquid.turbulence: paper mode takes about %.0f %% of the velocity every sub-step",
            50.0 * (double)def->strength);
    }
}

waft_result waft_liquid_set_turbulence(
    waft_liquid* liquid, waft_bank* bank, const waft_liquid_turbulence_def* def) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = liquid->context->error;
    if (liquid->started) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "turbulence of the liquid must be set before the first step");
    }
    wafti_liquid_free_masks(liquid);
    wafti_bank_close(&liquid->stir.bank);
    liquid->stir = (wafti_stirring){0};
    if (bank == NULL) {
        return WAFT_OK;
    }
    if (def == NULL || def->cookie != WAFTI_COOKIE_LIQUID_TURBULENCE) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "the def was not made by waft_liquid_turbulence_def_default()");
    }
    const waft_bank_info info = waft_bank_get_info(bank);
    waft_result result = wafti_liquid_check_turbulence(liquid, info.dimensions, info.storage, def);
    if (result == WAFT_OK) {
        result = wafti_bank_open(bank, &liquid->stir.bank, error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    liquid->stir.def = *def;
    result = wafti_liquid_make_masks(liquid);
    if (result != WAFT_OK) {
        wafti_liquid_free_masks(liquid);
        wafti_bank_close(&liquid->stir.bank);
        liquid->stir = (wafti_stirring){0};
        return result;
    }
    liquid->stir.on = true;
    liquid->stir.first_wave = 2.0 * M_PI * info.mean_wavenumber / (double)def->period;
    liquid->stir.strength = def->strength;
    liquid->stir.cell = (double)def->period / (double)info.size;
    liquid->stir.hold = UINT64_MAX;
    warn(liquid, &info, def);
    return WAFT_OK;
}

bool waft_liquid_turbulence_now(
    const waft_liquid* liquid, int32_t* out_field, int32_t out_shift[3]) {
    if (liquid == NULL || !liquid->stir.on || liquid->stir.hold == UINT64_MAX) {
        return false;
    }
    *out_field = liquid->stir.field[0];
    memcpy(out_shift, liquid->stir.shift[0], sizeof(liquid->stir.shift[0]));
    return true;
}

// Hold numbers follow from time alone, so that sub-steps, threads and resuming do not matter.
void wafti_liquid_choose_fields(waft_liquid* liquid, double time, double dt) {
    wafti_stirring* stir = &liquid->stir;
    const double hold = (double)stir->def.hold;
    const uint32_t stream = FIRST_STREAM + stir->def.stream;
    const uint64_t seed = liquid->context->seed;
    // Time is a sum of steps: what is a whole number but for rounding belongs to the next hold.
    const double at = time / hold + 1e-9;
    const uint64_t number =
        stir->def.paper ? liquid->step_index * 4096 + liquid->stats.substeps : (uint64_t)floor(at);
    if (number != stir->hold) {
        stir->hold = number;
        for (int i = 0; i < 2; ++i) {
            const uint64_t which = number - (i == 1 && number > 0 ? 1 : 0);
            wafti_bank_draw(
                &stir->bank, seed, stream, which, stir->def.shift, &stir->field[i], stir->shift[i]);
        }
        wafti_bank_use(&stir->bank, stir->field[0], liquid->context->pool);
    }
    const double blend = (double)stir->def.blend;
    const double into = at - floor(at);
    const double angle = blend > 0.0 && into < blend ? 0.5 * M_PI * into / blend : 0.5 * M_PI;
    stir->share[0] = sin(angle);
    stir->share[1] = angle < 0.5 * M_PI ? cos(angle) : 0.0;
    const wafti_spells_def spells = wafti_liquid_spells_def(liquid);
    const bool burst = wafti_spells_reach(&spells, &stir->spells, (uint64_t)floor(at));
    const bool calm = !burst && !stir->def.paper;
    stir->scale = calm ? 0.0 : (double)stir->strength / (stir->def.paper ? dt : hold);
}

static void field_at(const wafti_stirring* stir, const double place[3], double out[3]) {
    memset(out, 0, 3 * sizeof(*out));
    const double inverse = 1.0 / stir->cell;
    for (int i = 0; i < 2; ++i) {
        if (stir->share[i] == 0.0) {
            continue;
        }
        double point[3];
        float value[3];
        for (int axis = 0; axis < 3; ++axis) {
            point[axis] = place[axis] * inverse + (double)stir->shift[i][axis];
        }
        wafti_bank_sample(&stir->bank, stir->field[i], point, value);
        for (int axis = 0; axis < 3; ++axis) {
            out[axis] += stir->share[i] * (double)value[axis];
        }
    }
}

// Unit length, against the flow.
static void oppose(double along, double f[3]) {
    const double length = sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
    const double scale = length > 0.0 ? (along > 0.0 ? -1.0 : 1.0) / length : 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        f[axis] *= scale;
    }
}

// f = Psi / tau (F - (F.u) u/(u.u)): perpendicular, so that it does no work. The paper's rule is
// Psi / dt along F, against the flow.
void wafti_liquid_stir(
    const waft_liquid* liquid, uint32_t first, uint32_t count, float* const out[3]) {
    const wafti_stirring* stir = &liquid->stir;
    for (uint32_t i = 0; i < count && stir->scale > 0.0; ++i) {
        double place[3];
        double u[3];
        double f[3];
        for (int axis = 0; axis < 3; ++axis) {
            place[axis] = (double)liquid->now.x[axis][first + i];
            u[axis] = (double)liquid->now.u[axis][first + i];
        }
        field_at(stir, place, f);
        const double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        const double along = f[0] * u[0] + f[1] * u[1] + f[2] * u[2];
        const double psi = wafti_liquid_psi(liquid, first + i, place, sqrt(square));
        if (stir->def.paper) {
            oppose(along, f);
        } else {
            const double share = along / (square + 1e-12);
            for (int axis = 0; axis < 3; ++axis) {
                f[axis] -= share * u[axis];
            }
        }
        for (int axis = 0; axis < 3; ++axis) {
            out[axis][i] += (float)(stir->scale * psi * f[axis]);
        }
    }
}
