// SPDX-License-Identifier: MIT
// Members of the def that may change while the detail runs.
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "detail/detail_params.h"
#include "detail/parts.h"

#define FIXED_OF(type_, member_, path_) WAFTI_FIXED(type_, member_, "smoke.turbulence." path_)

enum { MEMBERS = 24, TRIGGER_MEMBERS = 12 };

// What rows describe, and what only the API knows; triggers apart, each of which has the same members.
typedef struct member_lists {
    wafti_member own[MEMBERS], of_trigger[TRIGGER_MEMBERS];
    wafti_members def, trigger;
} member_lists;

static void list_members(member_lists* out_lists) {
    static const wafti_member own[] = {
        FIXED_OF(waft_detail_def, mode, "mode"),
        FIXED_OF(waft_detail_def, trigger_count, "triggers"),
        FIXED_OF(waft_detail_def, seed, "seed"),
        FIXED_OF(waft_detail_def, regions, "regions"),
        FIXED_OF(waft_detail_def, region_count, "regions"),
    };
    static const wafti_member of_trigger[] = {
        FIXED_OF(waft_trigger, solids, "triggers[].solids"),
        FIXED_OF(waft_trigger, solid_count, "triggers[].solids"),
    };
    enum { OWN = sizeof(own) / sizeof(own[0]), OF_TRIGGER = 2 };
    const size_t rows = wafti_rows_members(wafti_detail_rows, WAFTI_DETAIL_PARTS,
        WAFTI_OWNER_DETAIL, out_lists->own + OWN, MEMBERS - OWN);
    const size_t trigger_rows =
        wafti_rows_members(wafti_detail_rows, WAFTI_DETAIL_PARTS, WAFTI_OWNER_DETAIL_TRIGGER,
            out_lists->of_trigger + OF_TRIGGER, TRIGGER_MEMBERS - OF_TRIGGER);
    memcpy(out_lists->own, own, sizeof(own));
    memcpy(out_lists->of_trigger, of_trigger, sizeof(of_trigger));
    out_lists->def = (wafti_members){out_lists->own, OWN + rows};
    out_lists->trigger = (wafti_members){out_lists->of_trigger, OF_TRIGGER + trigger_rows};
}

const waft_detail_def* wafti_detail_def_now(const waft_detail* detail) {
    return &detail->def;
}

waft_result wafti_detail_check_change(
    const waft_detail* detail, const waft_detail_def* wanted, waft_error* out_error) {
    member_lists members;
    list_members(&members);
    waft_result result = wafti_members_check(members.def, &detail->def, wanted, out_error);
    for (int n = 0; n < detail->def.trigger_count && result == WAFT_OK; ++n) {
        result = wafti_members_check(
            members.trigger, &detail->def.triggers[n], &wanted->triggers[n], out_error);
    }
    if (result == WAFT_OK && detail->wavelet != NULL && wanted->hold != detail->def.hold) {
        // Coordinates are told to start anew by the clock that they began with.
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "smoke.turbulence.hold cannot change while the world runs in mode wavelet");
    }
    return result == WAFT_OK ? wafti_detail_check(&detail->base->def, wanted, out_error) : result;
}

// The next hold begins now, so that numbers of holds go on rising.
static void start_holds(waft_detail* detail) {
    if (detail->base->steps == 0) {
        return;
    }
    const double now = (double)detail->base->steps * detail->context->dt;
    detail->holds.number = wafti_detail_hold(detail, now) + 1;
    detail->holds.since = now;
}

waft_result wafti_detail_change(
    waft_detail* detail, const waft_detail_def* wanted, waft_error* out_error) {
    waft_result result = wafti_detail_check_change(detail, wanted, out_error);
    if (result == WAFT_OK && wanted->bank != detail->def.bank) {
        result = wafti_detail_open_bank(detail, wanted->bank, out_error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    if (wanted->hold != detail->def.hold) {
        start_holds(detail);
    }
    member_lists members;
    list_members(&members);
    wafti_members_adopt(members.def, &detail->def, wanted);
    for (int n = 0; n < detail->def.trigger_count; ++n) {
        wafti_members_adopt(members.trigger, &detail->def.triggers[n], &wanted->triggers[n]);
    }
    return WAFT_OK;
}

void wafti_detail_live_state(waft_detail* detail, wafti_stream* stream) {
    member_lists members;
    list_members(&members);
    waft_detail_def loaded = detail->def;
    wafti_members_state(members.def, &loaded, stream);
    for (int n = 0; n < detail->def.trigger_count; ++n) {
        wafti_members_state(members.trigger, &loaded.triggers[n], stream);
    }
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return;
    }
    if (stream->failed || wafti_detail_check(&detail->base->def, &loaded, NULL) != WAFT_OK) {
        stream->failed = true;
        return;
    }
    detail->def = loaded;
}

uint64_t wafti_detail_fixed_hash(const waft_detail* detail) {
    member_lists members;
    list_members(&members);
    uint64_t hash = wafti_members_hash(members.def, &detail->def, WAFTI_HASH_START);
    for (int n = 0; n < detail->def.trigger_count; ++n) {
        hash = wafti_members_hash(members.trigger, &detail->def.triggers[n], hash);
    }
    return hash;
}
