// SPDX-License-Identifier: MIT
// What may change while the liquid runs: members of its def, emitters, forcing, gravity.
#include <math.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "liquid/solver.h"

#define LIVE(member, path)  WAFTI_LIVE(waft_liquid_def, member, "liquid." path)
#define FIXED(member, path) WAFTI_FIXED(waft_liquid_def, member, "liquid." path)

static const wafti_member items[] = {
    FIXED(method, "method"),
    FIXED(dimension, "dimension"),
    FIXED(spacing, "spacing"),
    FIXED(support, "support"),
    FIXED(kernel, "kernel"),
    FIXED(density, "density"),
    FIXED(eos, "eos"),
    FIXED(low, "domain.low"),
    FIXED(high, "domain.high"),
    FIXED(sides, "sides"),
    FIXED(max_particles, "max_particles"),
    FIXED(emitter_capacity, "emitter_capacity"),
    FIXED(sink_capacity, "sink_capacity"),
    FIXED(solid_capacity, "solid_capacity"),
    LIVE(kinematic_viscosity, "kinematic_viscosity"),
    LIVE(viscosity_solver, "viscosity_solver"),
    LIVE(surface_tension, "surface_tension"),
    LIVE(sound_speed, "sound_speed"),
    LIVE(artificial_viscosity, "artificial_viscosity"),
    LIVE(no_slip, "no_slip"),
    LIVE(max_step, "max_step"),
    LIVE(max_substeps, "max_substeps"),
    LIVE(density_tolerance, "tolerance.density"),
    LIVE(divergence_tolerance, "tolerance.divergence"),
};
static const wafti_members members = {items, sizeof(items) / sizeof(items[0])};

#define STIR_LIVE(member, path)                                                                    \
    WAFTI_LIVE(waft_liquid_turbulence_def, member, "liquid.turbulence." path)
#define STIR_FIXED(member, path)                                                                   \
    WAFTI_FIXED(waft_liquid_turbulence_def, member, "liquid.turbulence." path)
#define TRIGGER(n)                                                                                 \
    STIR_FIXED(triggers[n].kind, "triggers[" #n "].kind"),                                         \
        STIR_FIXED(triggers[n].solids, "triggers[" #n "].solids"),                                 \
        STIR_FIXED(triggers[n].solid_count, "triggers[" #n "].solids"),                            \
        STIR_FIXED(triggers[n].mask.shape.kind, "triggers[" #n "].shape"),                         \
        STIR_FIXED(triggers[n].mask.shape.radius, "triggers[" #n "].shape"),                       \
        STIR_FIXED(triggers[n].mask.shape.size, "triggers[" #n "].shape"),                         \
        STIR_FIXED(triggers[n].mask.pose, "triggers[" #n "].shape"),                               \
        STIR_LIVE(triggers[n].mask.soft, "triggers[" #n "].soft"),                                 \
        STIR_LIVE(triggers[n].reach, "triggers[" #n "].reach"),                                    \
        STIR_LIVE(triggers[n].threshold, "triggers[" #n "].threshold"),                            \
        STIR_LIVE(triggers[n].width, "triggers[" #n "].width"),                                    \
        STIR_LIVE(triggers[n].reference, "triggers[" #n "].reference"),                            \
        STIR_LIVE(triggers[n].limit, "triggers[" #n "].limit"),                                    \
        STIR_LIVE(triggers[n].speed, "triggers[" #n "].speed")

static const wafti_member stir_items[] = {
    STIR_FIXED(hold, "hold"),
    STIR_FIXED(paper, "paper"),
    STIR_FIXED(stream, "stream"),
    STIR_FIXED(trigger_count, "triggers"),
    STIR_LIVE(strength, "strength"),
    STIR_LIVE(period, "period"),
    STIR_LIVE(blend, "blend"),
    STIR_LIVE(burst, "intermittent.burst"),
    STIR_LIVE(calm, "intermittent.calm"),
    STIR_LIVE(shift, "shift"),
    STIR_LIVE(trigger_max, "trigger_max"),
    TRIGGER(0),
    TRIGGER(1),
    TRIGGER(2),
    TRIGGER(3),
    TRIGGER(4),
    TRIGGER(5),
    TRIGGER(6),
    TRIGGER(7),
};
static const wafti_members stir_members = {stir_items, sizeof(stir_items) / sizeof(stir_items[0])};

const waft_liquid_def* wafti_liquid_def_now(const waft_liquid* liquid) {
    return &liquid->def;
}

waft_result wafti_liquid_check_change(
    const waft_liquid* liquid, const waft_liquid_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_members_check(members, &liquid->def, wanted, out_error);
    return result == WAFT_OK ? wafti_liquid_check_def(wanted, out_error) : result;
}

waft_result wafti_liquid_change(
    waft_liquid* liquid, const waft_liquid_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_liquid_check_change(liquid, wanted, out_error);
    if (result == WAFT_OK) {
        const bool sound = wanted->sound_speed != liquid->def.sound_speed;
        wafti_members_adopt(members, &liquid->def, wanted);
        wafti_liquid_follow(liquid, sound);
    }
    return result;
}

void wafti_liquid_set_gravity(waft_liquid* liquid, waft_vec3 gravity) {
    const double wanted[3] = {
        (double)gravity.x, (double)gravity.y, liquid->def.dimension == 3 ? (double)gravity.z : 0.0};
    const bool same = wanted[0] == liquid->gravity[0] && wanted[1] == liquid->gravity[1] &&
                      wanted[2] == liquid->gravity[2];
    for (int axis = 0; axis < 3; ++axis) {
        liquid->gravity[axis] = wanted[axis];
    }
    wafti_liquid_follow(liquid, !same);
}

bool wafti_liquid_emitter_now(
    const waft_liquid* liquid, uint32_t index, waft_liquid_emitter_def* out_def) {
    if (index >= liquid->emitter_count) {
        return false;
    }
    *out_def = liquid->emitters[index].def;
    return true;
}

waft_result wafti_liquid_check_emitter_change(const waft_liquid* liquid, uint32_t index,
    const waft_liquid_emitter_def* wanted, waft_error* out_error) {
    if (index >= liquid->emitter_count) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "liquid.emitters[%u]: there are %u", index,
            liquid->emitter_count);
    }
    return wafti_liquid_check_emitter(wanted, out_error);
}

waft_result wafti_liquid_change_emitter(waft_liquid* liquid, uint32_t index,
    const waft_liquid_emitter_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_liquid_check_emitter_change(liquid, index, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_liquid_emitter* emitter = &liquid->emitters[index];
        emitter->def = *wanted;
        emitter->fastest = fmaxf(emitter->fastest, wanted->speed);
        wafti_liquid_place_emitter(liquid, emitter);
    }
    return result;
}

bool wafti_liquid_turbulence_def_now(
    const waft_liquid* liquid, waft_liquid_turbulence_def* out_def) {
    if (liquid->stir.on) {
        *out_def = liquid->stir.def;
    }
    return liquid->stir.on;
}

waft_result wafti_liquid_check_turbulence_change(
    const waft_liquid* liquid, const waft_liquid_turbulence_def* wanted, waft_error* out_error) {
    if (!liquid->stir.on) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "the liquid has no turbulence to change");
    }
    const waft_bank_info bank = waft_bank_get_info(liquid->stir.bank.shared);
    waft_result result = wafti_members_check(stir_members, &liquid->stir.def, wanted, out_error);
    if (result == WAFT_OK) {
        result = wafti_liquid_check_turbulence(liquid, bank.dimensions, bank.storage, wanted);
        if (result != WAFT_OK && out_error != NULL) {
            *out_error = *liquid->context->error;
        }
    }
    return result;
}

waft_result wafti_liquid_change_turbulence(
    waft_liquid* liquid, const waft_liquid_turbulence_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_liquid_check_turbulence_change(liquid, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_members_adopt(stir_members, &liquid->stir.def, wanted);
        wafti_liquid_note_stirring(liquid);
    }
    return result;
}

static void emitter_state(waft_liquid_emitter_def* def, wafti_stream* stream) {
    wafti_stream_bytes(stream, &def->center, sizeof(def->center));
    wafti_stream_bytes(stream, &def->direction, sizeof(def->direction));
    wafti_stream_bytes(stream, &def->radius, sizeof(def->radius));
    wafti_stream_bytes(stream, &def->size, sizeof(def->size));
    wafti_stream_bytes(stream, &def->speed, sizeof(def->speed));
    wafti_stream_bytes(stream, &def->start, sizeof(def->start));
    wafti_stream_bytes(stream, &def->end, sizeof(def->end));
    wafti_stream_bytes(stream, &def->limit, sizeof(def->limit));
}

static bool all_fit(const waft_liquid* liquid) {
    bool fit = wafti_liquid_check_def(&liquid->def, NULL) == WAFT_OK;
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        fit = fit && wafti_liquid_check_emitter(&liquid->emitters[i].def, NULL) == WAFT_OK;
    }
    return fit && (!liquid->stir.on || wafti_liquid_check_turbulence_change(
                                           liquid, &liquid->stir.def, NULL) == WAFT_OK);
}

void wafti_liquid_live_state(waft_liquid* liquid, wafti_stream* stream) {
    wafti_members_state(members, &liquid->def, stream);
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        emitter_state(&liquid->emitters[i].def, stream);
    }
    if (liquid->stir.on) {
        wafti_members_state(stir_members, &liquid->stir.def, stream);
    }
    if (stream->mode == WAFTI_STREAM_LOAD) {
        stream->failed = stream->failed || !all_fit(liquid);
        for (uint32_t i = 0; i < liquid->emitter_count && !stream->failed; ++i) {
            wafti_liquid_place_emitter(liquid, &liquid->emitters[i]);
        }
        if (liquid->stir.on && !stream->failed) {
            wafti_liquid_note_stirring(liquid);
        }
    }
}

uint64_t wafti_liquid_fixed_hash(const waft_liquid* liquid) {
    const uint64_t hash = wafti_members_hash(members, &liquid->def, WAFTI_HASH_START);
    return liquid->stir.on ? wafti_members_hash(stir_members, &liquid->stir.def, hash) : hash;
}
