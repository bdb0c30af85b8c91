// SPDX-License-Identifier: MIT
// The rows of waft_hull_def, in the order of the reference.
#include "hull/hull_params.h"

#include <waft/hull.h>

#include "param/rows.h"

#define HULL_AS(path_, member_) .shown.path = "bodies[]." #path_, AT(HULL, waft_hull_def, member_)
#define HULL(member_)           HULL_AS(member_, member_)
// Three of the six moments.
#define INERTIA(key_, first_)                                                                      \
    .shown.path = "bodies[].inertia." #key_, .owner = WAFTI_OWNER_HULL,                            \
    .offset = offsetof(waft_hull_def, inertia[first_]), .size = 3 * sizeof(double),                \
    .storage = WAFTI_STORAGE_DOUBLE

static const wafti_param facets[] = {
    {NUMBER(REAL, HULL_AS(shape.shell, shell), "m", ABOVE(0, 1e3), "", "",
        "thickness of an open mesh, such as a leaf that is one layer of facets")},
    {NUMBER(INT, HULL_AS(shape.detail, detail), "", FROM(0, 5), "3", "",
        "how finely shapes without a file are cut into facets")},
};

static const wafti_param matter[] = {
    {NUMBER(REAL, HULL(density), "kg/m3", ABOVE(0, 1e5), "", "", "of what it is made of")},
    {NUMBER(REAL, HULL(mass), "kg", ABOVE(0, 1e9), "", "", "in place of density")},
    {NUMBER(REAL3, HULL(center), "m", PLACE, "", "",
         "centre of mass in the axes of the shape: ballast"),
        .given = offsetof(waft_hull_def, has_center)},
    {GROUP("bodies[].inertia", "moments about the centre of mass in place of the shape's")},
    {NUMBER(REAL3, INERTIA(diagonal, 0), "kg m2", ABOVE(0, 1e9), "", "", "xx, yy and zz"),
        .given = offsetof(waft_hull_def, has_inertia)},
    {NUMBER(
        REAL3, INERTIA(products, 3), "kg m2", FROM(-1e6, 1e6), "[0, 0, 0]", "", "xy, yz and zx")},
    {NUMBER(REAL3, HULL(normal), "", PLACE, "", "",
         "of the plate that a flat body is taken for; without it by its inertia"),
        .given = offsetof(waft_hull_def, has_normal)},
    {CHOICE(HULL_AS(added_mass, method), "auto|closed|bem|sheet", "auto",
         "how the fluid that moves along is found: in closed form, on facets, on an open sheet"),
        VALUES(WAFT_ADDED_MASS_AUTO, WAFT_ADDED_MASS_CLOSED, WAFT_ADDED_MASS_BEM,
            WAFT_ADDED_MASS_SHEET, WAFT_ADDED_MASS_SOURCES)},

    {GROUP("bodies[].turbulence", "the wake that is worked out once before the run")},
    {SWITCH(HULL(turbulence.bake), "true", "false means that its own wake does not shake it")},
    {NUMBER(INT3, HULL_AS(turbulence.grid, turbulence.cells), "", FROM(8, 256), "[32, 32, 16]", "",
        "cells of the flow past it along y; the first 16 or more, the second at least half of it")},
    {NUMBER(REAL, HULL(turbulence.intensity), "", FROM(0, 1), "0.15", "",
        "speed of fluctuations far from it, as a share of its own")},
    {NUMBER(REAL, HULL(turbulence.length), "", FROM(0, 10), "0.07", "",
        "size of eddies over that of the body; 0 means a cell")},
    {NUMBER(REAL, HULL(turbulence.reynolds), "", ABOVE(0, 1e9), "", "",
        "Reynolds number of the flow; without it from body, fluid and gravity")},
};

static const wafti_param hidden[] = {
    {NUMBER(REAL, HULL(layer), "m", FROM(0, 1e3), "1e-4", "", "thickness of a dart's paper")},
    {NUMBER(INT, HULL(threads), "", FROM(1, 256), "1", "", "that bake it")},
    {SWITCH(HULL(hollow), "false", "all mass is in the skin")},
    {SWITCH(HULL(source_points), "false", "six points a facet for the outer integral")},
    {NUMBER(REAL, HULL(source_depth), "", FROM(0, 1), "0.2", "", "of sources in units of b")},
    {NUMBER(REAL, HULL(fluid_density), "kg/m3", FROM(0, 1e6), "1.204", "", "of the fluid")},
    {NUMBER(REAL, HULL(fluid_viscosity), "m2/s", FROM(0, 1e6), "1.5033222591362126e-05", "",
        "of the fluid")},
    {NUMBER(REAL, HULL(gravity), "m/s2", FROM(0, 1e6), "9.81", "", "of the world")},
    {SWITCH(HULL(turbulence.has_attitude), "false", "the attitude is given")},
    {SWITCH(HULL(turbulence.feedback), "true", "the flow feels its turbulence")},
    {SWITCH(HULL(turbulence.diffusion), "true", "turbulence diffuses")},
    {SWITCH(HULL(turbulence.cap), "true", "the eddies' viscosity has a bound")},
    {SWITCH(HULL(turbulence.euler), "false", "the paper's time step of k and epsilon")},
};

const wafti_rows wafti_hull_rows[WAFTI_HULL_PARTS] = {
    [WAFTI_HULL_FACETS] = ROWS_OF(facets),
    [WAFTI_HULL_MATTER] = ROWS_OF(matter),
    [WAFTI_HULL_HIDDEN] = ROWS_OF(hidden),
};
