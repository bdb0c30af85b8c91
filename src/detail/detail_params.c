// SPDX-License-Identifier: MIT
// The rows of waft_detail_def and of what it lists, in the order of the reference.
#include "detail/detail_params.h"

#define DETAIL_AS(path_, member_)                                                                  \
    .shown.path = "smoke.turbulence." #path_, AT(DETAIL, waft_detail_def, member_)
#define DETAIL(member_) DETAIL_AS(member_, member_)
#define REGION(member_)                                                                            \
    .shown.path = "smoke.turbulence.regions[]." #member_, AT(DETAIL_REGION, waft_region, member_)

static const wafti_param rules[] = {
    {NUMBER(INT, DETAIL(refine), "", FROM(1, 4), "1", "",
        "finer cells along a cell of the smoke: 1, 2 or 4")},
    {NUMBER(REAL, DETAIL(follow), "", FROM(0, 1), "0.2", "",
         "share of the smoke's own flow put back in a hold (the paper's q); at 1 a kick lasts for "
         "its hold alone"),
        KEYED},
    {NUMBER(REAL, DETAIL(strength), "", FROM(0, 10), "0.5", "",
         "kick of a hold as a share of the speed (the paper's p_c); the word cascade is 2^(-5/6) "
         "an octave that refine adds"),
        KEYED, .word = "cascade", .word_value = WAFTI_STRENGTH_CASCADE},
    {NUMBER(REAL, DETAIL(hold), "s", ABOVE(0, 1e4), "", "",
         "time that one random field works; without it a frame"),
        KEYED},
    {CHOICE(DETAIL(clock), "rate|step", "rate",
         "whether follow and strength count for a hold or for each sub-step"),
        VALUES(WAFT_CLOCK_RATE, WAFT_CLOCK_STEP)},
    {CHOICE(DETAIL(order), "blend-last|paper", "blend-last",
         "follow the flow after transport, or the flow of the step before ahead of it"),
        VALUES(WAFT_ORDER_BLEND_LAST, WAFT_ORDER_PAPER)},
    {CHOICE(DETAIL(direction), "free|region|perp|oppose|align", "free",
         "which way kicks may point: any; so that all together do no work; across the flow; never "
         "along it, which brakes it; never against it"),
        VALUES(WAFT_DIRECTION_FREE, WAFT_DIRECTION_REGION, WAFT_DIRECTION_PERP,
            WAFT_DIRECTION_OPPOSE, WAFT_DIRECTION_ALIGN)},
    {CHOICE(DETAIL(magnitude), "rms|local", "rms",
         "whether the strength is the rms of kicks or the length of each"),
        VALUES(WAFT_MAGNITUDE_RMS, WAFT_MAGNITUDE_LOCAL), LIVE},
};

static const wafti_param combine[] = {
    {CHOICE(DETAIL_AS(combine, trigger_max), "product|max", "product",
         "how weights of several triggers go together"),
        VALUES(false, true), LIVE},
};

static const wafti_param corners[] = {
    {NUMBER(REAL3, REGION(low), "m", PLACE, "[0, 0, 0]", "", "lowest corner")},
    {NUMBER(REAL3, REGION(high), "m", PLACE, "[0, 0, 0]", "", "highest corner")},
};

static const wafti_param spells[] = {
    {NUMBER(INT, DETAIL(blend), "", FROM(0, 4096), "8", "",
         "fine cells inside the border of a region over which turbulence sets in"),
        LIVE},
    {GROUP("smoke.turbulence.intermittent", "bursts and calm that take turns")},
    {NUMBER(INT, DETAIL_AS(intermittent.burst, burst), "", FROM(0, 1000000), "", "",
         "holds of the longest burst"),
        LIVE},
    {NUMBER(INT, DETAIL_AS(intermittent.calm, calm), "", FROM(0, 1000000), "", "",
         "holds of the longest calm; 0: turbulent always"),
        LIVE},
    {CHOICE(DETAIL_AS(intermittent.calm_mode, calm_cuts), "relax|cut", "relax",
         "in calm the detail fades by follow, or is gone at once"),
        VALUES(false, true), LIVE},
    {NUMBER(INT, DETAIL(texture_frames), "", FROM(2, 100000), "32", "mode=wavelet",
        "holds after which coordinates of the noise start anew")},
};

static const wafti_param shift[] = {
    {SWITCH(DETAIL_AS(bank.shift, shift), "true", WAFTI_BANK_SHIFT), LIVE},
};

static const wafti_param triggers[] = {
    WAFTI_DETAIL_KIND_ROWS,
    WAFTI_DETAIL_WEIGHT_ROWS,
    WAFTI_MASK_CENTER_ROW(WAFTI_DETAIL_TRIGGER_PATH, DETAIL_TRIGGER),
    WAFTI_MASK_SOFT_ROW(WAFTI_DETAIL_TRIGGER_PATH, DETAIL_TRIGGER, false),
};

const wafti_rows wafti_detail_rows[WAFTI_DETAIL_PARTS] = {
    [WAFTI_DETAIL_RULES] = ROWS_OF(rules),
    [WAFTI_DETAIL_COMBINE] = ROWS_OF(combine),
    [WAFTI_DETAIL_CORNERS] = ROWS_OF(corners),
    [WAFTI_DETAIL_SPELLS] = ROWS_OF(spells),
    [WAFTI_DETAIL_SHIFT] = ROWS_OF(shift),
    [WAFTI_DETAIL_TRIGGERS] = ROWS_OF(triggers),
};
