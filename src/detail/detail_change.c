// SPDX-License-Identifier: MIT
// Members of the def that may change while the detail runs.
#include "base/error.h"
#include "base/hash.h"
#include "base/members.h"
#include "detail/parts.h"

#define LIVE(member, path)  WAFTI_LIVE(waft_detail_def, member, "smoke.turbulence." path)
#define FIXED(member, path) WAFTI_FIXED(waft_detail_def, member, "smoke.turbulence." path)
#define TRIGGER(n)                                                                                 \
    FIXED(triggers[n].kind, "triggers[" #n "].kind"),                                              \
        FIXED(triggers[n].solids, "triggers[" #n "].solids"),                                      \
        FIXED(triggers[n].solid_count, "triggers[" #n "].solids"),                                 \
        FIXED(triggers[n].mask.soft, "triggers[" #n "].soft"),                                     \
        LIVE(triggers[n].reach, "triggers[" #n "].reach"),                                         \
        LIVE(triggers[n].threshold, "triggers[" #n "].threshold"),                                 \
        LIVE(triggers[n].width, "triggers[" #n "].width"),                                         \
        LIVE(triggers[n].reference, "triggers[" #n "].reference"),                                 \
        LIVE(triggers[n].limit, "triggers[" #n "].limit"),                                         \
        LIVE(triggers[n].speed, "triggers[" #n "].speed")

static const wafti_member items[] = {
    FIXED(mode, "mode"),
    FIXED(refine, "refine"),
    FIXED(clock, "clock"),
    FIXED(order, "order"),
    FIXED(direction, "direction"),
    FIXED(trigger_count, "triggers"),
    FIXED(seed, "seed"),
    FIXED(regions, "regions"),
    FIXED(region_count, "regions"),
    FIXED(texture_frames, "texture_frames"),
    LIVE(follow, "follow"),
    LIVE(strength, "strength"),
    LIVE(hold, "hold"),
    LIVE(magnitude, "magnitude"),
    LIVE(trigger_max, "trigger_max"),
    LIVE(shift, "shift"),
    LIVE(blend, "blend"),
    LIVE(burst, "intermittent.burst"),
    LIVE(calm, "intermittent.calm"),
    LIVE(calm_cuts, "intermittent.cuts"),
    TRIGGER(0),
    TRIGGER(1),
    TRIGGER(2),
    TRIGGER(3),
    TRIGGER(4),
    TRIGGER(5),
    TRIGGER(6),
    TRIGGER(7),
};
static const wafti_members members = {items, sizeof(items) / sizeof(items[0])};

const waft_detail_def* wafti_detail_def_now(const waft_detail* detail) {
    return &detail->def;
}

waft_result wafti_detail_check_change(
    const waft_detail* detail, const waft_detail_def* wanted, waft_error* out_error) {
    const waft_result result = wafti_members_check(members, &detail->def, wanted, out_error);
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

static waft_result swap_bank(waft_detail* detail, waft_bank* wanted, waft_error* error) {
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
    wafti_detail_note_bank(detail);
    for (int n = 0; n < detail->part_count; ++n) {
        detail->parts[n].hold = 0;
    }
    return WAFT_OK;
}

waft_result wafti_detail_change(
    waft_detail* detail, const waft_detail_def* wanted, waft_error* out_error) {
    waft_result result = wafti_detail_check_change(detail, wanted, out_error);
    if (result == WAFT_OK && wanted->bank != detail->def.bank) {
        result = swap_bank(detail, wanted->bank, out_error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    if (wanted->hold != detail->def.hold) {
        start_holds(detail);
    }
    wafti_members_adopt(members, &detail->def, wanted);
    return WAFT_OK;
}

void wafti_detail_live_state(waft_detail* detail, wafti_stream* stream) {
    waft_detail_def loaded = detail->def;
    wafti_members_state(members, &loaded, stream);
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
    return wafti_members_hash(members, &detail->def, WAFTI_HASH_START);
}
