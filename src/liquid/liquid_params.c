// SPDX-License-Identifier: MIT
// The rows of waft_liquid_def and of its parts, in the order of the reference.
#include "liquid/liquid_params.h"

#include <math.h>

#include "liquid/solver.h"

#define LIQUID(member_)          LIQUID_AS(member_, member_)
#define LIQUID_AS(key_, member_) .shown.path = "liquid." #key_, AT(LIQUID, waft_liquid_def, member_)
#define BLOCK(key_, member_)                                                                       \
    .shown.path = "liquid.blocks[]." #key_, AT(LIQUID_BLOCK, waft_liquid_block_def, member_)
#define EMITTER(member_)                                                                           \
    .shown.path = "liquid.emitters[]." #member_,                                                   \
    AT(LIQUID_EMITTER, waft_liquid_emitter_def, member_)
#define STIR(key_, member_)                                                                        \
    .shown.path = "liquid.turbulence." #key_, AT(LIQUID_STIR, waft_liquid_turbulence_def, member_)

static const wafti_param matter[] = {
    {CHOICE(LIQUID(method), "auto|wcsph|dfsph", "auto",
         "wcsph takes many short steps, dfsph few long ones; auto is dfsph above 10,000 particles"),
        VALUES(WAFT_LIQUID_AUTO, WAFT_LIQUID_WCSPH, WAFT_LIQUID_DFSPH)},
    {NUMBER(
        INT, LIQUID(dimension), "", FROM(2, 3), "3", "", "2 is a slice in x and y; 3 is space")},
    {NUMBER(REAL, LIQUID(spacing), "m", ABOVE(0, 1e4), "", "", "between particles"),
        REQUIRED("a liquid needs the spacing of its particles, such as spacing: 5 cm")},
    {NUMBER(REAL, LIQUID(support), "", FROM(1.9, 2.5), "2", "",
        "how many spacings a particle reaches")},
    {CHOICE(LIQUID(kernel), "cubic|wendland|mueller", "cubic",
         "how particles weigh with distance; mueller is that of 2003, with wcsph alone"),
        VALUES(WAFT_LIQUID_CUBIC, WAFT_LIQUID_WENDLAND, WAFT_LIQUID_MUELLER)},
    {NUMBER(REAL, LIQUID(density), "kg/m3", ABOVE(0, 1e6), "1000", "", "at rest")},
    {NUMBER(REAL, LIQUID(kinematic_viscosity), "m2/s", FROM(0, 1e6), "1e-6", "",
         "of the liquid; water has 1e-6"),
        KEYED},
};

#define SIDE(side_, index_, default_, doc_)                                                        \
    {                                                                                              \
        CHOICE(LIQUID_AS(sides.side_, sides[index_]), "wall|open|periodic", default_,              \
            "the side at the " doc_),                                                              \
            VALUES(WAFT_LIQUID_WALL, WAFT_LIQUID_OPEN, WAFT_LIQUID_PERIODIC)                       \
    }

static const wafti_param domain[] = {
    {CHOICE(LIQUID(viscosity_solver), "auto|explicit|implicit", "auto",
         "explicit shortens steps, implicit (dfsph) does not; auto takes what is cheap"),
        VALUES(WAFT_LIQUID_VISCOSITY_AUTO, WAFT_LIQUID_VISCOSITY_EXPLICIT,
            WAFT_LIQUID_VISCOSITY_IMPLICIT),
        LIVE},
    {NUMBER(REAL, LIQUID(surface_tension), "N/m", FROM(0, 1e6), "0", "",
         "with dfsph, 3-D, cubic and support 2 alone; water has 0.072"),
        KEYED},
    {NUMBER(REAL, LIQUID(sound_speed), "m/s", FROM(0, 1e5), "0", "",
         "of wcsph; 0 is ten times the speed of a fall from the highest particle"),
        KEYED},
    {CHOICE(LIQUID(eos), "linear|tait", "linear", "how pressure follows density in wcsph"),
        VALUES(WAFT_LIQUID_LINEAR, WAFT_LIQUID_TAIT)},
    {NUMBER(REAL, LIQUID(artificial_viscosity), "", FROM(0, 1), "4e-4", "",
         "of wcsph, times sound speed and spacing, that keeps it from gaining energy"),
        KEYED},

    {GROUP("liquid.domain", "the box that it stays in")},
    {NUMBER(REAL3, LIQUID_AS(domain.low, low), "m", PLACE, "[0, 0, 0]", "", "its lowest corner")},
    {NUMBER(REAL3, LIQUID_AS(domain.high, high), "m", PLACE, "", "", "its highest corner"),
        REQUIRED(
            "a liquid needs the high corner of its domain, such as domain: {high: [4, 2, 1]}")},
    {GROUP("liquid.sides", "what the six sides of the domain are: left and right along x, bottom "
                           "and top along y, back and front along z")},
    SIDE(left, 0, "wall", "lowest x"),
    SIDE(right, 1, "wall", "highest x"),
    SIDE(bottom, 2, "wall", "lowest y"),
    SIDE(top, 3, "open", "highest y"),
    SIDE(back, 4, "wall", "lowest z"),
    SIDE(front, 5, "wall", "highest z"),
    {CHOICE(LIQUID_AS(slip, no_slip), "free|none", "free",
         "free lets it glide along the domain's walls, none makes it stick"),
        VALUES(false, true), LIVE},
};

static const wafti_param block_place[] = {
    {NUMBER(REAL3, BLOCK(at, pose.position), "m", PLACE, "", "",
         "where its middle is, or the origin of its mesh"),
        REQUIRED("a block needs a place, such as at: [0.5, 0.5, 0.5]")},
};

static const wafti_param block_motion[] = {
    {NUMBER(REAL3, BLOCK(velocity, velocity), "m/s", FROM(-1000, 1000), "[0, 0, 0]", "",
        "at the start")},
    {NUMBER(REAL, BLOCK(jitter, jitter), "", FROM(0, 0.2), "0", "",
        "random shift of particles, in spacings")},
};

static const wafti_param emitter[] = {
    {NUMBER(REAL3, EMITTER(center), "m", PLACE, "", "", "of the opening"),
        REQUIRED("an emitter needs a center"), KEYED},
    {NUMBER(REAL3, EMITTER(direction), "", PLACE, "[0, 1, 0]", "", "that it points in"), KEYED},
    {NUMBER(REAL, EMITTER(radius), "m", FROM(0, 1e6), "0", "", "of a round opening"), KEYED},
    {NUMBER(REAL2, EMITTER(size), "m", FROM(0, 1e6), "[0, 0]", "",
         "edges of a rectangular opening, where radius is 0"),
        KEYED},
    {NUMBER(REAL, EMITTER(speed), "m/s", FROM(0, 1000), "1", "", "of the jet"), KEYED},
    {NUMBER(REAL, EMITTER(start), "s", FROM(0, 1e6), "0", "", "when it opens"), LIVE},
    {NUMBER(REAL, EMITTER(end), "s", ABOVE(0, 1e6), "", "", "when it closes; else never"),
        UNSET(INFINITY), LIVE},
    {NUMBER(INT, EMITTER(limit), "", FROM(0, 4294967295.0), "4294967295", "",
         "most particles it gives"),
        LIVE},
};

static const wafti_param steps[] = {
    {NUMBER(REAL, LIQUID(max_step), "s", ABOVE(0, 10), "0.005", "", "longest sub-step"), KEYED},
    {NUMBER(INT, LIQUID(max_substeps), "", FROM(1, 4096), "64", "",
         "most sub-steps of dfsph in a step of the scene"),
        LIVE},
    {GROUP("liquid.tolerance", "how well dfsph solves for pressure")},
    {NUMBER(REAL, LIQUID_AS(tolerance.density, density_tolerance), "", FROM(1e-7, 0.1), "1e-4", "",
         "mean compression that may be left"),
        KEYED},
    {NUMBER(REAL, LIQUID_AS(tolerance.divergence, divergence_tolerance), "", FROM(1e-7, 0.1),
         "1e-3", "", "mean compression a sub-step that flow may still bring"),
        KEYED},
    {NUMBER(INT, LIQUID(max_particles), "", FROM(0, 16777216), "0", "",
        "places for particles; 0 is what blocks and emitters can give, at most 4 million")},
};

static const wafti_param stir[] = {
    {NUMBER(REAL, STIR(strength, strength), "", FROM(0, 10), "1", "",
         "about the angle in rad by which flow is turned in a hold"),
        KEYED},
    {NUMBER(REAL, STIR(hold, hold), "s", ABOVE(0, 1e6), "0.1", "", "how long a field stays")},
    {NUMBER(REAL, STIR(period, period), "m", ABOVE(0, 1e6), "", "",
         "length after which a field repeats"),
        REQUIRED("liquid.turbulence needs a period, such as period: 8"), KEYED},
    {NUMBER(REAL, STIR(blend, blend), "", FROM(0, 0.5), "0", "",
         "share of a hold over which two fields cross-fade"),
        KEYED},
};

static const wafti_param combine[] = {
    {CHOICE(STIR(combine, trigger_max), "product|max", "product",
         "how weights of several triggers go together"),
        VALUES(false, true), LIVE},
    {GROUP("liquid.turbulence.intermittent", "bursts and calm that take turns")},
    {NUMBER(INT, STIR(intermittent.burst, burst), "", FROM(0, 1e6), "0", "",
         "holds of the longest burst"),
        LIVE},
    {NUMBER(INT, STIR(intermittent.calm, calm), "", FROM(0, 1e6), "0", "",
         "holds of the longest calm; 0: turbulent always"),
        LIVE},
};

static const wafti_param shift[] = {
    {SWITCH(STIR(bank.shift, shift), "true", WAFTI_BANK_SHIFT), LIVE},
};

static const wafti_param triggers[] = {
    WAFTI_STIR_KIND_ROWS,
    WAFTI_STIR_WEIGHT_ROWS,
    WAFTI_MASK_CENTER_ROW(WAFTI_STIR_TRIGGER_PATH, STIR_TRIGGER),
    WAFTI_MASK_SOFT_ROW(WAFTI_STIR_TRIGGER_PATH, STIR_TRIGGER, true),
};

#define MOST_PARTS FROM(0, WAFTI_LIQUID_PARTS)
static const wafti_param room[] = {
    {NUMBER(INT, LIQUID(emitter_capacity), "", MOST_PARTS, "16", "", "most emitters")},
    {NUMBER(INT, LIQUID(sink_capacity), "", MOST_PARTS, "16", "", "most sinks")},
    {NUMBER(INT, LIQUID(solid_capacity), "", MOST_PARTS, "16", "", "most solids")},
};

const wafti_rows wafti_liquid_rows[WAFTI_LIQUID_ROW_PARTS] = {
    [WAFTI_LIQUID_MATTER] = ROWS_OF(matter),
    [WAFTI_LIQUID_DOMAIN] = ROWS_OF(domain),
    [WAFTI_LIQUID_BLOCK_PLACE] = ROWS_OF(block_place),
    [WAFTI_LIQUID_BLOCK_MOTION] = ROWS_OF(block_motion),
    [WAFTI_LIQUID_EMITTER] = ROWS_OF(emitter),
    [WAFTI_LIQUID_STEPS] = ROWS_OF(steps),
    [WAFTI_LIQUID_STIR] = ROWS_OF(stir),
    [WAFTI_LIQUID_COMBINE] = ROWS_OF(combine),
    [WAFTI_LIQUID_SHIFT] = ROWS_OF(shift),
    [WAFTI_LIQUID_TRIGGERS] = ROWS_OF(triggers),
    [WAFTI_LIQUID_ROOM] = ROWS_OF(room),
};
