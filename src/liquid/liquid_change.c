// SPDX-License-Identifier: MIT
// What may change while the liquid runs: members of its def, emitters, forcing, gravity.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "liquid/liquid_params.h"
#include "liquid/solver.h"

#define STIR_FIXED(type_, member_, path_) WAFTI_FIXED(type_, member_, "liquid.turbulence." path_)

enum { MEMBERS = 40, STIR_MEMBERS = 16, TRIGGER_MEMBERS = 16 };

static size_t rows_of(wafti_owner owner, wafti_member* out_items, size_t capacity) {
    return wafti_rows_members(
        wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, owner, out_items, capacity);
}

static wafti_members members_of(wafti_member items[MEMBERS]) {
    return (wafti_members){items, rows_of(WAFTI_OWNER_LIQUID, items, MEMBERS)};
}

// Of the forcing: what rows describe, and what only the API knows; triggers apart, each of which has the same members.
typedef struct stir_lists {
    wafti_member own[STIR_MEMBERS], of_trigger[TRIGGER_MEMBERS];
    wafti_members def, trigger;
} stir_lists;

static void list_stirring(stir_lists* out_lists) {
    static const wafti_member own[] = {
        STIR_FIXED(waft_liquid_turbulence_def, paper, "mode"),
        STIR_FIXED(waft_liquid_turbulence_def, stream, "stream"),
        STIR_FIXED(waft_liquid_turbulence_def, trigger_count, "triggers"),
    };
    static const wafti_member of_trigger[] = {
        STIR_FIXED(waft_trigger, solids, "triggers[].solids"),
        STIR_FIXED(waft_trigger, solid_count, "triggers[].solids"),
        STIR_FIXED(waft_trigger, mask.shape.kind, "triggers[].mask.shape"),
        STIR_FIXED(waft_trigger, mask.shape.radius, "triggers[].mask.radius"),
        STIR_FIXED(waft_trigger, mask.shape.size, "triggers[].mask.size"),
        STIR_FIXED(waft_trigger, mask.pose.rotation, "triggers[].mask.rotation"),
    };
    enum { OWN = sizeof(own) / sizeof(own[0]) };
    enum { OF_TRIGGER = sizeof(of_trigger) / sizeof(of_trigger[0]) };
    memcpy(out_lists->own, own, sizeof(own));
    memcpy(out_lists->of_trigger, of_trigger, sizeof(of_trigger));
    out_lists->def = (wafti_members){out_lists->own,
        OWN + rows_of(WAFTI_OWNER_LIQUID_STIR, out_lists->own + OWN, STIR_MEMBERS - OWN)};
    out_lists->trigger = (wafti_members){out_lists->of_trigger,
        OF_TRIGGER + rows_of(WAFTI_OWNER_STIR_TRIGGER, out_lists->of_trigger + OF_TRIGGER,
                         TRIGGER_MEMBERS - OF_TRIGGER)};
}

const waft_liquid_def* wafti_liquid_def_now(const waft_liquid* liquid) {
    return &liquid->def;
}

waft_result wafti_liquid_check_change(
    const waft_liquid* liquid, const waft_liquid_def* wanted, waft_error* out_error) {
    wafti_member items[MEMBERS];
    const waft_result result =
        wafti_members_check(members_of(items), &liquid->def, wanted, out_error);
    return result == WAFT_OK ? wafti_liquid_check_def(wanted, out_error) : result;
}

waft_result wafti_liquid_change(
    waft_liquid* liquid, const waft_liquid_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_liquid_check_change(liquid, wanted, out_error);
    if (result == WAFT_OK) {
        wafti_member items[MEMBERS];
        const bool sound = wanted->sound_speed != liquid->def.sound_speed;
        wafti_members_adopt(members_of(items), &liquid->def, wanted);
        wafti_liquid_follow(liquid, sound);
    }
    return result;
}

void wafti_liquid_set_gravity(waft_liquid* liquid, waft_vec3 gravity) {
    double wanted[3];
    wafti_vector_from(gravity, wanted);
    wanted[2] = liquid->def.dimension == 3 ? wanted[2] : 0.0;
    const bool same = wanted[0] == liquid->gravity[0] && wanted[1] == liquid->gravity[1] &&
                      wanted[2] == liquid->gravity[2];
    memcpy(liquid->gravity, wanted, sizeof(wanted));
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
    const waft_liquid_turbulence_def* now = &liquid->stir.def;
    stir_lists members;
    list_stirring(&members);
    waft_result result = wafti_members_check(members.def, now, wanted, out_error);
    for (int n = 0; n < now->trigger_count && result == WAFT_OK; ++n) {
        result = wafti_members_check(
            members.trigger, &now->triggers[n], &wanted->triggers[n], out_error);
    }
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
        waft_liquid_turbulence_def* now = &liquid->stir.def;
        stir_lists members;
        list_stirring(&members);
        wafti_members_adopt(members.def, now, wanted);
        for (int n = 0; n < now->trigger_count; ++n) {
            wafti_members_adopt(members.trigger, &now->triggers[n], &wanted->triggers[n]);
        }
        wafti_liquid_note_stirring(liquid);
    }
    return result;
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
    wafti_member items[MEMBERS];
    wafti_members_state(members_of(items), &liquid->def, stream);
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        wafti_rows_state(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, WAFTI_OWNER_LIQUID_EMITTER,
            &liquid->emitters[i].def, stream);
    }
    if (liquid->stir.on) {
        stir_lists members;
        list_stirring(&members);
        wafti_members_state(members.def, &liquid->stir.def, stream);
        for (int n = 0; n < liquid->stir.def.trigger_count; ++n) {
            wafti_members_state(members.trigger, &liquid->stir.def.triggers[n], stream);
        }
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
    wafti_member items[MEMBERS];
    uint64_t hash = wafti_members_hash(members_of(items), &liquid->def, WAFTI_HASH_START);
    if (!liquid->stir.on) {
        return hash;
    }
    stir_lists members;
    list_stirring(&members);
    hash = wafti_members_hash(members.def, &liquid->stir.def, hash);
    for (int n = 0; n < liquid->stir.def.trigger_count; ++n) {
        hash = wafti_members_hash(members.trigger, &liquid->stir.def.triggers[n], hash);
    }
    return hash;
}
