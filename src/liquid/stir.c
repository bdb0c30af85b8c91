// SPDX-License-Identifier: MIT
// Turbulence: forces from a bank of random fields that turn the flow, by the rules of
// docs/spec/sph.md#turbulence-forcing.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "liquid/liquid_params.h"
#include "liquid/solver.h"

// Streams of random numbers for turbulence start here, so that they meet no other user's.
enum { FIRST_STREAM = 0x10000 };

void waft_liquid_turbulence_def_fill(waft_liquid_turbulence_def* out_def, size_t size) {
    waft_liquid_turbulence_def def = {0};
    wafti_rows_fill(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, WAFTI_OWNER_LIQUID_STIR, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

waft_result wafti_liquid_check_turbulence(const waft_liquid* liquid, int bank_dimensions,
    waft_bank_storage storage, const waft_liquid_turbulence_def* def) {
    waft_error* error = liquid->context->error;
    waft_result result = wafti_rows_check(
        wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, WAFTI_OWNER_LIQUID_STIR, def, error);
    const float step = (float)liquid->context->dt;
    if (result == WAFT_OK && def->hold < step) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid.turbulence.hold is %g s: it must be at least a step of the world, %g s",
            (double)def->hold, (double)step);
    }
    if (result == WAFT_OK && def->blend > 0.0f && storage == WAFT_BANK_NONE) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid.turbulence.blend needs two fields at once; the bank's storage is none");
    }
    if (result == WAFT_OK && def->stream >= FIRST_STREAM) {
        result =
            wafti_fail(error, WAFT_ERR_ARGUMENT, "liquid.turbulence: stream must be below 65536");
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

void wafti_liquid_note_stirring(waft_liquid* liquid) {
    wafti_stirring* stir = &liquid->stir;
    const waft_bank_info info = waft_bank_get_info(stir->bank.shared);
    stir->first_wave = 2.0 * M_PI * info.mean_wavenumber / (double)stir->def.period;
    stir->cell = (double)stir->def.period / (double)info.size;
    stir->hold = UINT64_MAX; // fields are drawn anew, from time
    const wafti_spells_def def = wafti_liquid_spells_def(liquid);
    const uint64_t longest = def.burst > def.calm ? def.burst : def.calm;
    stir->spells.left = stir->spells.left < longest ? stir->spells.left : longest;
}

static void forget_stirring(waft_liquid* liquid) {
    wafti_liquid_free_masks(liquid);
    wafti_bank_close(&liquid->stir.bank);
    liquid->stir = (wafti_stirring){0};
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
    forget_stirring(liquid);
    if (bank == NULL) {
        return WAFT_OK;
    }
    waft_liquid_turbulence_def wide = waft_liquid_turbulence_def_default();
    waft_result result =
        waft_struct_take(&wide, sizeof(wide), def, "waft_liquid_turbulence_def", error);
    def = &wide;
    const waft_bank_info info = waft_bank_get_info(bank);
    if (result == WAFT_OK) {
        result = wafti_liquid_check_turbulence(liquid, info.dimensions, info.storage, def);
    }
    if (result == WAFT_OK) {
        result = wafti_bank_open(bank, &liquid->stir.bank, error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    liquid->stir.def = *def;
    result = wafti_liquid_make_masks(liquid);
    if (result != WAFT_OK) {
        forget_stirring(liquid);
        return result;
    }
    liquid->stir.on = true;
    wafti_liquid_note_stirring(liquid);
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
    stir->scale = calm ? 0.0 : (double)stir->def.strength / (stir->def.paper ? dt : hold);
}

// Particles whose forces are found together: F, u, and what the rules make of them.
enum { GROUP = 64 };

typedef struct group {
    uint32_t first, count;
    double f[3][GROUP];
    const float* u[3];
    double square[GROUP]; // u.u
    double along[GROUP];  // F.u
    double psi[GROUP];
} group;

static void find_field(const waft_liquid* liquid, group* g) {
    const wafti_stirring* stir = &liquid->stir;
    float values[3][GROUP];
    float* const to[3] = {values[0], values[1], values[2]};
    memset(g->f, 0, sizeof(g->f));
    for (int n = 0; n < 2; ++n) {
        if (stir->share[n] == 0.0) {
            continue;
        }
        wafti_sample_points points = {.count = g->count, .scale = 1.0 / stir->cell};
        for (int axis = 0; axis < 3; ++axis) {
            points.place[axis] = liquid->now.x[axis] + g->first;
            points.offset[axis] = (double)stir->shift[n][axis];
        }
        wafti_bank_sample_many(&stir->bank, stir->field[n], &points, to);
        for (int axis = 0; axis < 3; ++axis) {
            for (uint32_t i = 0; i < g->count; ++i) {
                g->f[axis][i] += stir->share[n] * (double)values[axis][i];
            }
        }
    }
}

static void find_products(group* g) {
    for (uint32_t i = 0; i < g->count; ++i) {
        const double x = (double)g->u[0][i];
        const double y = (double)g->u[1][i];
        const double z = (double)g->u[2][i];
        g->square[i] = x * x + y * y + z * z;
        g->along[i] = g->f[0][i] * x + g->f[1][i] * y + g->f[2][i] * z;
        g->psi[i] = sqrt(g->square[i]);
    }
}

// F - (F.u) u/(u.u): perpendicular, so that it does no work.
static void turn(group* g) {
    for (uint32_t i = 0; i < g->count; ++i) {
        const double share = g->along[i] / (g->square[i] + 1e-12);
        for (int axis = 0; axis < 3; ++axis) {
            g->f[axis][i] -= share * (double)g->u[axis][i];
        }
    }
}

// Unit length, against the flow.
static void oppose(group* g) {
    for (uint32_t i = 0; i < g->count; ++i) {
        const double x = g->f[0][i];
        const double y = g->f[1][i];
        const double z = g->f[2][i];
        const double length = sqrt(x * x + y * y + z * z);
        const double scale = length > 0.0 ? (g->along[i] > 0.0 ? -1.0 : 1.0) / length : 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            g->f[axis][i] *= scale;
        }
    }
}

// f = Psi / tau (F - (F.u) u/(u.u)). The paper's rule is Psi / dt along F, against the flow.
void wafti_liquid_stir(
    const waft_liquid* liquid, uint32_t first, uint32_t count, float* const out[3]) {
    const wafti_stirring* stir = &liquid->stir;
    group g;
    for (uint32_t done = 0; done < count && stir->scale > 0.0; done += GROUP) {
        g.first = first + done;
        g.count = count - done < GROUP ? count - done : GROUP;
        for (int axis = 0; axis < 3; ++axis) {
            g.u[axis] = liquid->now.u[axis] + g.first;
        }
        find_field(liquid, &g);
        find_products(&g);
        // Psi is the speed unless triggers say more.
        for (uint32_t i = 0; i < g.count && stir->def.trigger_count > 0; ++i) {
            double place[3];
            wafti_liquid_place(liquid, g.first + i, place);
            g.psi[i] = wafti_liquid_psi(liquid, g.first + i, place, g.psi[i]);
        }
        if (stir->def.paper) {
            oppose(&g);
        } else {
            turn(&g);
        }
        for (int axis = 0; axis < 3; ++axis) {
            float* to = out[axis] + done;
            for (uint32_t i = 0; i < g.count; ++i) {
                to[i] += (float)(stir->scale * g.psi[i] * g.f[axis][i]);
            }
        }
    }
}
