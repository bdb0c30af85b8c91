// SPDX-License-Identifier: MIT
// Rows of smoke.turbulence and of triggers of liquid.turbulence. For params_table.c.
#ifndef WAFTI_SCENE_ROWS_TURBULENCE_H
#define WAFTI_SCENE_ROWS_TURBULENCE_H

#include "scene/rows.h"

#define TURBULENCE(member_)   SCENE(smoke.turbulence.member_)
#define TRIGGER(member_)      ITEM("smoke.turbulence.triggers", wafti_trigger_values, member_)
#define STIR(member_)         SCENE(liquid.turbulence.member_)
#define STIR_TRIGGER(member_) ITEM("liquid.turbulence.triggers", wafti_trigger_values, member_)
#define REGION(member_)       ITEM("smoke.turbulence.regions", wafti_region_values, member_)

// The choices stand in the order of the enums in waft/detail.h; `paper` and `off` of the mode come after
// them.
#define TURBULENCE_ROWS                                                                            \
    {ROW(GROUP, "", "", "", "", "turbulent detail over the flow of the smoke"),                    \
        .shown.path = "smoke.turbulence",                                                          \
        .offset = offsetof(wafti_scene_values, smoke.turbulence.given)},                           \
        {CHOICE(TURBULENCE(mode), "force|direct|wavelet|paper|off", "force",                       \
            "force stirs a finer flow that follows the smoke's; direct kicks the smoke itself; "   \
            "wavelet adds noise without a flow; paper is force in the paper's literal form")},     \
        {CHOICE(TURBULENCE(preset), "none|gentle|wispy|violent", "none",                           \
            "follow and strength where they are not given: 0.8 and 0.3, 0.3 and 0.5, 0.1 and "     \
            "0.8")},                                                                               \
        {NUMBER(INT, TURBULENCE(refine), "", FROM(1, 4), "1", "",                                  \
            "finer cells along a cell of the smoke: 1, 2 or 4")},                                  \
        {NUMBER(REAL, TURBULENCE(follow), "", FROM(0, 1), "0.2", "",                               \
            "share of the smoke's own flow put back in a hold (the paper's q); at 1 a kick "       \
            "lasts for its hold alone")},                                                          \
        {NUMBER(REAL, TURBULENCE(strength), "", FROM(0, 10), "0.5", "",                            \
             "kick of a hold as a share of the speed (the paper's p_c); the word cascade is "      \
             "2^(-5/6) an octave that refine adds"),                                               \
            KNOB(TURBULENCE_STRENGTH), .word = "cascade", .word_value = WAFTI_STRENGTH_CASCADE},   \
        {NUMBER(REAL, TURBULENCE(hold), "s", ABOVE(0, 1e4), "", "",                                \
            "time that one random field works; without it a frame")},                              \
        {CHOICE(TURBULENCE(clock), "rate|step", "rate",                                            \
            "whether follow and strength count for a hold or for each sub-step")},                 \
        {CHOICE(TURBULENCE(order), "blend-last|paper", "blend-last",                               \
            "follow the flow after transport, or the flow of the step before ahead of it")},       \
        {CHOICE(TURBULENCE(direction), "free|region|perp|oppose|align", "free",                    \
            "which way kicks may point: any; so that all together do no work; across the flow; "   \
            "never along it, which brakes it; never against it")},                                 \
        {CHOICE(TURBULENCE(magnitude), "rms|local", "rms",                                         \
            "whether the strength is the rms of kicks or the length of each")},                    \
        {LIST(TURBULENCE(triggers), wafti_trigger_values, 8,                                       \
            "where there is turbulence; none: everywhere by the speed of the flow")},              \
        {CHOICE(TRIGGER(kind), "speed|strain|distance|vorticity|density|mask", "speed",            \
            "by speed, by strain, near solids, where the flow turns, where there is smoke, or " \
            "where a mask is")},                                                                   \
        {NUMBER(REAL, TRIGGER(reach), "m", ABOVE(0, 1e6), "0.1", "kind=distance",                  \
            "how far from solids")},                                                            \
        {NUMBER(INT, TRIGGER(solid), "", FROM(-1, 254), "-1", "kind=distance",                  \
            "which of the solids, counted from 0; -1 means all")},                                  \
        {NUMBER(REAL, TRIGGER(threshold), "", FROM(0, 1e9), "0", "kind=vorticity|density",         \
            "vorticity (1/s) or density below which there is none")},                              \
        {NUMBER(REAL, TRIGGER(width), "", FROM(0, 1e9), "0", "kind=vorticity|density",             \
            "how far above it turbulence is at its full weight; 0 is a sharp step")},              \
        {NUMBER(REAL, TRIGGER(reference), "", FROM(0, 1e9), "0", "kind=vorticity|density",         \
            "vorticity or density of weight 1; 0 is the greatest of the last half second")},       \
        {NUMBER(REAL, TRIGGER(limit), "", FROM(0, 1e9), "0", "kind=strain",                        \
            "most that strain may count for, as a share of the greatest speed; 0 is no limit")},   \
        {NUMBER(REAL, TRIGGER(speed), "m/s", FROM(0, 1e6), "0", "kind=vorticity|mask",             \
            "speed that kicks go by, in place of the flow's")},                                    \
        {GROUP_IF(                                                                                 \
            "smoke.turbulence.triggers[].mask", "kind=mask", "a painted picture, or a shape")},    \
        {NUMBER(FILE, TRIGGER(mask.file), "", FROM(1, 1000), "", "",                               \
            "a 16-bit grey PNG over all of the box, white is 1; its path relative to the scene")}, \
        {CHOICE(TRIGGER(mask.axis), "x|y|z", "z", "which way the picture is looked at")},          \
        {CHOICE(TRIGGER(mask.shape), "sphere|box", "sphere", "the shape without a picture")},      \
        {NUMBER(REAL3, TRIGGER(mask.center), "m", PLACE, "[0, 0, 0]", "", "its middle")},          \
        {NUMBER(REAL, TRIGGER(mask.radius), "m", ABOVE(0, 1e6), "0.1", "shape=sphere",             \
            "of a sphere")},                                                                       \
        {NUMBER(REAL3, TRIGGER(mask.size), "m", ABOVE(0, 1e6), "[0.2, 0.2, 0.2]", "shape=box",     \
            "lengths of a box's edges")},                                                          \
        {NUMBER(REAL, TRIGGER(mask.soft), "m", FROM(0, 1e6), "0", "", "width of its edge")},       \
        {CHOICE(TURBULENCE(combine), "product|max", "product",                                     \
            "how weights of several triggers go together")},                                       \
        {LIST(TURBULENCE(regions), wafti_region_values, 8,                                         \
            "boxes with a flow of their own; none: all of the box")},                              \
        {NUMBER(REAL3, REGION(low), "m", PLACE, "[0, 0, 0]", "", "lowest corner")},                \
        {NUMBER(REAL3, REGION(high), "m", PLACE, "[0, 0, 0]", "", "highest corner")},              \
        {NUMBER(REAL, REGION(around), "m", FROM(0, 1e6), "", "",                                   \
             "so far around all solids, in place of corners"),                                  \
            .given = offsetof(wafti_region_values, has_around)},                                   \
        {NUMBER(INT, TURBULENCE(blend), "", FROM(0, 4096), "8", "",                                \
            "fine cells inside the border of a region over which turbulence sets in")},            \
        {GROUP("smoke.turbulence.intermittent", "bursts and calm that take turns")},               \
        {NUMBER(INT, TURBULENCE(intermittent.burst), "", FROM(0, 1000000), "", "",                 \
             "holds of the longest burst"),                                                        \
            .given = offsetof(wafti_scene_values, smoke.turbulence.intermittent.has_burst)},       \
        {NUMBER(INT, TURBULENCE(intermittent.calm), "", FROM(0, 1000000), "", "",                  \
             "holds of the longest calm; 0: turbulent always"),                                    \
            .given = offsetof(wafti_scene_values, smoke.turbulence.intermittent.has_calm)},        \
        {CHOICE(TURBULENCE(intermittent.calm_mode), "relax|cut", "relax",                          \
            "in calm the detail fades by follow, or is gone at once")},                            \
        {NUMBER(INT, TURBULENCE(texture_frames), "", FROM(2, 100000), "32", "mode=wavelet",        \
            "holds after which coordinates of the noise start anew")},                             \
        {NUMBER(TEXT, TURBULENCE(base), "", FROM(1, 1000), "", "",                                 \
            "a run directory with cached frames whose flow is taken, so that the smoke need not "  \
            "be computed again; waft enhance sets it")},                                           \
        {NUMBER(INT, TURBULENCE(start), "", FROM(0, 1000000), "0", "",                             \
            "frame of base at which the detail begins, with its flow and density; waft enhance "   \
            "--frames sets it")},                                                                  \
        SPECTRUM_ROWS(smoke.turbulence, "at vortices of two cells, or of as many as refine"),      \
        SPECTRUM_FILE_ROW(smoke.turbulence), BANK_ROWS(smoke.turbulence, "64", "25")

// As of smoke but for density, and masks that are shapes.
#define STIR_TRIGGER_ROWS                                                                          \
    {LIST(STIR(triggers), wafti_trigger_values, 8,                                                 \
        "where there is turbulence; none: everywhere by the speed of the flow")},                  \
        {CHOICE(STIR_TRIGGER(kind), "speed|strain|distance|vorticity|mask", "speed",               \
            "by speed, by strain, near solids, where the flow turns, or where a mask is")},     \
        {NUMBER(REAL, STIR_TRIGGER(reach), "m", ABOVE(0, 1e6), "0.1", "kind=distance",             \
            "how far from solids and bodies")},                                                 \
        {NUMBER(INT, STIR_TRIGGER(solid), "", FROM(-1, 254), "-1", "kind=distance",             \
            "which of the solids, counted from 0; -1 means all, and bodies")},                     \
        {NUMBER(REAL, STIR_TRIGGER(threshold), "1/s", FROM(0, 1e9), "0", "kind=vorticity",         \
            "vorticity below which there is none")},                                               \
        {NUMBER(REAL, STIR_TRIGGER(width), "1/s", FROM(0, 1e9), "0", "kind=vorticity",             \
            "how far above it turbulence is at its full weight; 0 is a sharp step")},              \
        {NUMBER(REAL, STIR_TRIGGER(reference), "1/s", FROM(0, 1e9), "0", "kind=vorticity",         \
            "vorticity of weight 1; 0 is the greatest of the last half second")},                  \
        {NUMBER(REAL, STIR_TRIGGER(limit), "", FROM(0, 1e9), "0", "kind=strain",                   \
            "most that strain may count for, as a share of the greatest speed; 0 is no limit")},   \
        {NUMBER(REAL, STIR_TRIGGER(speed), "m/s", FROM(0, 1e6), "0", "kind=vorticity|mask",        \
            "speed that forces go by, in place of the flow's")},                                   \
        {GROUP_IF("liquid.turbulence.triggers[].mask", "kind=mask", "a shape")},                   \
        {CHOICE(STIR_TRIGGER(mask.shape), "sphere|box", "sphere", "of the mask")},                 \
        {NUMBER(REAL3, STIR_TRIGGER(mask.center), "m", PLACE, "[0, 0, 0]", "", "its middle")},     \
        {NUMBER(REAL, STIR_TRIGGER(mask.radius), "m", ABOVE(0, 1e6), "0.1", "shape=sphere",        \
            "of a sphere")},                                                                       \
        {NUMBER(REAL3, STIR_TRIGGER(mask.size), "m", ABOVE(0, 1e6), "[0.2, 0.2, 0.2]",             \
            "shape=box", "lengths of a box's edges")},                                             \
        {NUMBER(REAL, STIR_TRIGGER(mask.soft), "m", FROM(0, 1e6), "0", "", "width of its edge")},  \
    {                                                                                              \
        CHOICE(STIR(combine), "product|max", "product",                                            \
            "how weights of several triggers go together")                                         \
    }

#endif // WAFTI_SCENE_ROWS_TURBULENCE_H
