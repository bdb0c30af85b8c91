// SPDX-License-Identifier: MIT
// The rows of waft_world_def, in the order of the reference.
#include "world/world_params.h"

#include <waft/world.h>

#include "param/rows.h"

#define WORLD_AS(path_, member_) .shown.path = #path_, AT(WORLD, waft_world_def, member_)
#define WORLD(member_)           WORLD_AS(member_, member_)

static const wafti_param root[] = {
    {NUMBER(INT, WORLD(seed), "", FROM(0, SEED_TO), "1", "",
        "root of every random stream; another seed, another spray")},
    {NUMBER(REAL3, WORLD(gravity), "m/s2", FROM(-1000, 1000), "[0, -9.81, 0]", "",
         "acceleration along x, y (up) and z; water needs it straight down"),
        KEYED},
};

static const wafti_param air[] = {
    {GROUP("air", "the air over everything")},
    {NUMBER(REAL, WORLD(air.density), "kg/m3", ABOVE(0, 1e5), "1.204", "", "density of the air"),
        KEYED},
    {NUMBER(REAL, WORLD(air.viscosity), "m2/s", FROM(0, 1e4), "1.50332226e-05", "",
         "kinematic viscosity of the air round bodies"),
        KEYED},
    {NUMBER(REAL3, WORLD(air.wind), "m/s", FROM(-1000, 1000), "[0, 0, 0]", "",
         "velocity of the air; it carries spray and bodies"),
        KEYED},
};

// Water as bodies feel it.
static const wafti_param water[] = {
    {NUMBER(REAL, WORLD_AS(medium.density, liquid.density), "kg/m3", ABOVE(0, 1e5), "998",
         "kind=water|both", "density of the water"),
        KEYED},
    {NUMBER(REAL, WORLD_AS(medium.viscosity, liquid.viscosity), "m2/s", FROM(0, 1e4),
         "1.00400802e-06", "kind=water|both", "kinematic viscosity of the water"),
        KEYED},
};

const wafti_rows wafti_world_rows[WAFTI_WORLD_PARTS] = {
    [WAFTI_WORLD_ROOT] = ROWS_OF(root),
    [WAFTI_WORLD_AIR] = ROWS_OF(air),
    [WAFTI_WORLD_WATER] = ROWS_OF(water),
};
