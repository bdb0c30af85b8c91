// SPDX-License-Identifier: MIT
// The rows of waft_smoke_def and waft_source_def, in the order of the reference.
#include "smoke/smoke_params.h"

#include <math.h>

#include "smoke/rules.h"
#include "solid/placed.h"

#define SMOKE_AS(path_, member_) .shown.path = "smoke." #path_, AT(SMOKE, waft_smoke_def, member_)
#define SMOKE(member_)           SMOKE_AS(member_, member_)
#define SOURCE_AS(path_, member_)                                                                  \
    .shown.path = "smoke.sources[]." #path_, AT(SMOKE_SOURCE, waft_source_def, member_)
#define SOURCE(member_) SOURCE_AS(member_, member_)

#define SIDE(side_, name_, key_, member_)                                                          \
    .shown.path = "smoke.sides." name_ "." #key_, AT(SMOKE, waft_smoke_def, sides[side_].member_)
#define SIDE_ROWS(side_, name_, kind_, doc_)                                                       \
    {GROUP("smoke.sides." name_, doc_ "; a plain word is its kind"), .brief = "kind"},             \
        {CHOICE(SIDE(side_, name_, kind, kind), "closed|open|inflow|periodic", kind_,              \
             "a wall, still air outside, a wind from outside, or joined to the opposite side"),    \
            VALUES(WAFT_SIDE_CLOSED, WAFT_SIDE_OPEN, WAFT_SIDE_INFLOW, WAFT_SIDE_PERIODIC)},       \
        {CHOICE_IF(SIDE(side_, name_, slip, no_slip), "free|none", "free", "kind=closed",          \
             "free lets the air glide along the wall, none makes it stick"),                       \
            VALUES(false, true)},                                                                  \
        {NUMBER(REAL3, SIDE(side_, name_, velocity, velocity), "m/s", FROM(-1000, 1000),           \
             "[0, 0, 0]", "kind=closed", "of the wall along itself; it takes slip: none"),         \
            KEYED},                                                                                \
        {NUMBER(REAL, SIDE(side_, name_, speed, speed), "m/s", FROM(-1000, 1000), "",              \
             "kind=inflow", "of the air into the box; negative draws it out"),                     \
            REQUIRED("an inflow needs a speed, such as {kind: inflow, speed: 2}"), KEYED},         \
        {NUMBER(REAL, SIDE(side_, name_, density, density), "", FROM(0, 1e6), "0", "kind=inflow",  \
             "density of the smoke that blows in"),                                                \
            KEYED},                                                                                \
    {                                                                                              \
        NUMBER(REAL, SIDE(side_, name_, temperature, temperature), "K", FROM(-1e5, 1e5), "0",      \
            "kind=inflow", "over that of the air, of what blows in"),                              \
            KEYED                                                                                  \
    }

static const wafti_param box[] = {
    {NUMBER(INT3, SMOKE(cells), "", FROM(1, 4096), "", "",
         "cells along x, y and z, 4 to 4096; 1 along z gives a flat flow"),
        REQUIRED("smoke needs its cells, such as cells: [64, 128, 64]"),
        .least = WAFTI_LEAST_CELLS},
    {NUMBER(REAL, SMOKE(spacing), "m", ABOVE(0, 1e5), "", "", "edge of a cell"),
        REQUIRED("smoke needs its spacing, the edge of a cell, such as spacing: 2 cm")},
    {NUMBER(REAL3, SMOKE(origin), "m", PLACE, "[0, 0, 0]", "", "lowest corner of the box")},

    {GROUP("smoke.sides", "what the six sides of the box are: left and right along x, bottom and "
                          "top along y, back and front along z")},
    SIDE_ROWS(WAFT_SIDE_LEFT, "left", "closed", "the side at the lowest x"),
    SIDE_ROWS(WAFT_SIDE_RIGHT, "right", "closed", "the side at the highest x"),
    SIDE_ROWS(WAFT_SIDE_BOTTOM, "bottom", "closed", "the side at the lowest y"),
    SIDE_ROWS(WAFT_SIDE_TOP, "top", "open", "the side at the highest y"),
    SIDE_ROWS(WAFT_SIDE_BACK, "back", "closed", "the side at the lowest z"),
    SIDE_ROWS(WAFT_SIDE_FRONT, "front", "closed", "the side at the highest z"),

    {CHOICE(SMOKE(advection), "maccormack|semilagrangian", "maccormack",
         "how the flow carries things: maccormack is sharp, semilagrangian soft"),
        VALUES(WAFT_ADVECTION_MACCORMACK, WAFT_ADVECTION_SEMILAGRANGIAN), LIVE},
    {CHOICE(SMOKE(trace), "auto|euler|rk2", "auto",
         "how a way is traced back; auto is euler for maccormack and rk2 for semilagrangian"),
        VALUES(WAFT_TRACE_AUTO, WAFT_TRACE_EULER, WAFT_TRACE_RK2), LIVE},
    {CHOICE(SMOKE(scheme), "split|reflect", "split",
         "split solves for pressure once a step; reflect twice, and keeps eddies alive"),
        VALUES(WAFT_SCHEME_SPLIT, WAFT_SCHEME_REFLECT)},
    {NUMBER(REAL, SMOKE(viscosity), "m2/s", FROM(0, 1e6), "0", "",
         "kinematic viscosity; air has 1.5e-5"),
        KEYED},
    {NUMBER(REAL, SMOKE(viscosity_theta), "", FROM(0.5, 1), "1", "",
         "1 takes viscosity by backward Euler, 0.5 by Crank-Nicolson"),
        KEYED},
    {NUMBER(REAL3, SMOKE(velocity), "m/s", FROM(-1e6, 1e6), "[0, 0, 0]", "",
        "of the air at the start, everywhere alike but where walls and solids turn it")},
    {NUMBER(REAL3, SMOKE(gravity), "m/s2", FROM(-1000, 1000), "", "",
         "gravity of the smoke alone; without it that of the scene"),
        .given = offsetof(waft_smoke_def, has_gravity), KEYED},

    {GROUP("smoke.buoyancy", "what makes smoke rise or sink, by gravity")},
    {NUMBER(REAL, SMOKE(buoyancy.temperature), "1/K", FROM(0, 1000), "0.00341296928", "",
         "lift of heat; 1/293 K is that of air"),
        KEYED},
    {NUMBER(REAL, SMOKE(buoyancy.density), "", FROM(0, 1000), "0", "",
         "weight of smoke of density 1, as a share of the air's"),
        KEYED},

    {NUMBER(REAL, SMOKE(confinement), "1/s", FROM(0, 1e4), "0", "",
         "strength by which small whirls that the cells lose are given back"),
        KEYED},
    {GROUP("smoke.dissipation", "how fast things fade")},
    {NUMBER(REAL, SMOKE(dissipation.density), "1/s", FROM(0, 1e4), "0", "",
         "share of the smoke that is lost in a second"),
        KEYED},
    {NUMBER(REAL, SMOKE(dissipation.temperature), "1/s", FROM(0, 1e4), "0", "",
         "share of the heat that is lost in a second"),
        KEYED},

    {GROUP("smoke.pressure", "how well the flow is kept free of divergence")},
    {NUMBER(REAL, SMOKE(pressure.tolerance), "", FROM(1e-10, 0.1), "1e-4", "",
         "relative residual; where it is not given, --quality preview takes 1e-3, final 1e-5"),
        KEYED},
    {NUMBER(INT, SMOKE(pressure.iterations), "", FROM(1, 10000), "100", "",
         "most iterations of a solve"),
        LIVE},
    {CHOICE(SMOKE(pressure.solver), "auto|multigrid|dct|cg", "auto",
         "auto is dct for an empty box and a tolerance of 1e-4 or less, else multigrid"),
        VALUES(WAFT_PRESSURE_AUTO, WAFT_PRESSURE_MULTIGRID, WAFT_PRESSURE_DCT, WAFT_PRESSURE_CG)},
    {CHOICE(SMOKE(pressure.smoother), "chebyshev|rbgs", "chebyshev",
         "smoother of multigrid: Chebyshev-Jacobi or red-black Gauss-Seidel"),
        VALUES(WAFT_SMOOTHER_CHEBYSHEV, WAFT_SMOOTHER_RBGS)},
    {CHOICE(SMOKE_AS(pressure.on_fail, pressure.warns), "error|warn", "error",
         "what follows if the iterations do not reach the tolerance"),
        VALUES(false, true), LIVE},

    {NUMBER(REAL, SMOKE(cfl), "", ABOVE(0, 20), "3", "",
         "cells that the flow may cross in a sub-step"),
        KEYED},
    {NUMBER(INT, SMOKE(max_substeps), "", FROM(1, 256), "16", "",
         "most sub-steps; if more are needed, accuracy suffers and a note says so"),
        LIVE},
    {NUMBER(INT, SMOKE(every), "", FROM(1, 1000), "1", "",
        "the smoke moves in every n-th step, n steps far")},
    {SWITCH(SMOKE(fractions), "true",
        "walls of solids may cut cells; false makes them of whole cells, to compare")},
    {SWITCH(SMOKE(temperature), "true", "carry heat; without it nothing rises by itself")},
};

// Where a source is; its shape and rotation are the scene's.
static const wafti_param source_place[] = {
    {NUMBER(REAL3, SOURCE_AS(at, pose.position), "m", PLACE, "", "",
         "where its middle is, or the origin of its mesh; it may move"),
        REQUIRED("a source needs a place, such as at: [0.5, 0.2, 0.5]"), KEYED},
};

static const wafti_param source[] = {
    {CHOICE(SOURCE(mode), "hold|add", "hold",
         "hold keeps density and temperature at its values, add adds them every second"),
        VALUES(WAFT_SOURCE_HOLD, WAFT_SOURCE_ADD), LIVE},
    {NUMBER(REAL, SOURCE(density), "", FROM(0, 1e6), "1", "",
         "of the smoke inside; with mode add what is added in a second"),
        KEYED},
    {NUMBER(REAL, SOURCE(temperature), "K", FROM(-1e5, 1e5), "0", "",
         "over that of the air; with mode add what is added in a second"),
        KEYED},
    {NUMBER(REAL, SOURCE(time), "s", FROM(0, 1e6), "0", "mode=hold",
         "in which the values inside approach those of the source; 0 is at once"),
        KEYED},
    {NUMBER(REAL3, SOURCE(velocity), "m/s", FROM(-1000, 1000), "", "",
         "of the air inside; without it the flow goes its own way"),
        .given = offsetof(waft_source_def, has_velocity), KEYED},
    {NUMBER(REAL, SOURCE(expansion), "1/s", FROM(-1000, 1000), "0", "",
         "volume of air made there in a second, per volume; an explosion has much"),
        KEYED},
    {GROUP("smoke.sources[].noise", "how uneven the source is")},
    {NUMBER(REAL, SOURCE(noise.amount), "", FROM(0, 1), "0", "",
         "share by which its values vary from place to place: from 1 - amount to 1 + amount times "
         "them"),
        KEYED},
    {NUMBER(REAL, SOURCE(noise.length), "m", ABOVE(0, 1e6), "0.1", "", "size of the patches"),
        KEYED},
    {NUMBER(REAL, SOURCE(noise.speed), "1/s", FROM(0, 1e4), "1", "", "how fast they change"),
        KEYED},
    {NUMBER(REAL, SOURCE(start), "s", FROM(0, 1e6), "0", "", "when it begins to work"), LIVE},
    {NUMBER(REAL, SOURCE(end), "s", ABOVE(0, 1e6), "", "", "when it stops; without it never"),
        UNSET(INFINITY), LIVE},
};

static const wafti_param room[] = {
    {NUMBER(INT, SMOKE(scalar_count), "", FROM(0, WAFTI_SCALAR_LIMIT), "0", "", "more scalars")},
    {NUMBER(
        INT, SMOKE(source_capacity), "", FROM(0, WAFTI_SOURCE_LIMIT), "64", "", "most sources")},
    {NUMBER(
        INT, SMOKE(solid_capacity), "", FROM(0, WAFTI_PLACED_CAPACITY), "64", "", "most solids")},
};

const wafti_rows wafti_smoke_rows[WAFTI_SMOKE_PARTS] = {
    [WAFTI_SMOKE_BOX] = ROWS_OF(box),
    [WAFTI_SMOKE_SOURCE_PLACE] = ROWS_OF(source_place),
    [WAFTI_SMOKE_SOURCE] = ROWS_OF(source),
    [WAFTI_SMOKE_ROOM] = ROWS_OF(room),
};
