// SPDX-License-Identifier: MIT
// The rows of waft_bodies_def, waft_wind_def and waft_body_def, in the order of the reference.
#include "body/body_params.h"

#include <waft/body.h>

#include "param/rows.h"

#define BODIES_AS(path_, member_) .shown.path = #path_, AT(BODIES, waft_bodies_def, member_)
#define WIND(member_)             .shown.path = "air.winds[]." #member_, AT(WIND, waft_wind_def, member_)
#define BODY_AS(path_, member_)   .shown.path = "bodies[]." #path_, AT(BODY, waft_body_def, member_)
#define BODY(member_)             BODY_AS(member_, member_)

// Sub-steps number the random numbers of noise, so that they stay.
static const wafti_param time_rows[] = {
    {NUMBER(INT, BODIES_AS(time.substeps, substeps), "", FROM(1, 1000), "1", "",
        "steps that bodies take in each of these; the wind stays as it is meanwhile")},
};

static const wafti_param air[] = {
    {SWITCH(BODIES_AS(air.spin, spin), "false", "whirls of the wind turn bodies"), LIVE},
};

// A wind of the host's samples has no word.
static const wafti_param wind[] = {
    {CHOICE(WIND(kind), "uniform|gust|sine|curl", "gust",
         "steady, fluctuating in time, a travelling wave, or whirls without divergence"),
        VALUES(WAFT_WIND_UNIFORM, WAFT_WIND_GUST, WAFT_WIND_SINE, WAFT_WIND_CURL, WAFT_WIND_GRID)},
    {NUMBER(REAL3, WIND(velocity), "m/s", FROM(-1000, 1000), "[0, 0, 0]", "kind!=curl",
         "mean of a steady or gusty wind, greatest velocity of a wave"),
        KEYED},
    {NUMBER(
         REAL3, WIND(direction), "", PLACE, "[1, 0, 0]", "kind=sine", "the way the wave travels"),
        KEYED},
    {NUMBER(REAL, WIND(speed), "m/s", FROM(0, 1000), "0.5", "kind=gust|curl",
         "standard deviation of each component"),
        KEYED},
    {NUMBER(REAL, WIND(time), "s", ABOVE(0, 1e6), "1", "kind=gust|sine|curl",
         "memory of a gust, period of a wave, life of whirls"),
        KEYED},
    {NUMBER(REAL, WIND(length), "m", ABOVE(0, 1e6), "1", "kind=sine|curl",
         "of a wave, or size of whirls"),
        KEYED},
    {NUMBER(INT, WIND(seed), "", FROM(0, 1e9), "0", "kind=curl", "another seed, other whirls")},
};

static const wafti_param medium[] = {
    {GROUP("medium", "what bodies move in; a plain word is its kind"), .brief = "kind"},
    {CHOICE(BODIES_AS(medium.kind, medium), "air|water|both|vacuum", "air",
         "both is water below level and air above"),
        VALUES(WAFT_MEDIUM_AIR, WAFT_MEDIUM_WATER, WAFT_MEDIUM_BOTH, WAFT_MEDIUM_VACUUM)},
    {NUMBER(REAL, BODIES_AS(medium.level, level), "m", PLACE, "0", "kind=both",
         "height y of the water's surface"),
        KEYED},
    {NUMBER(REAL3, BODIES_AS(medium.current, current), "m/s", FROM(-1000, 1000), "[0, 0, 0]",
         "kind=water|both", "velocity of the water"),
        KEYED},
};

static const wafti_param ground[] = {
    {CHOICE_IF(BODIES_AS(medium.reaction, reaction), "auto|on|off", "auto", "kind=both",
         "bodies move the water surface; auto: where its method can, which is columns"),
        VALUES(WAFT_REACTION_AUTO, WAFT_REACTION_ON, WAFT_REACTION_OFF)},

    {ROW(GROUP, "", "", "", "", "a floor that bodies rest on"), .shown.path = "ground",
        .owner = WAFTI_OWNER_BODIES, .offset = offsetof(waft_bodies_def, ground.exists)},
    {NUMBER(REAL, BODIES_AS(ground.height, ground.height), "m", PLACE, "0", "",
         "of the floor over the origin"),
        KEYED},
    {NUMBER(REAL3, BODIES_AS(ground.normal, ground.normal), "", PLACE, "[0, 1, 0]", "",
         "what the floor faces; tilted, it is a slope"),
        KEYED},
    {SWITCH(BODIES_AS(ground.ends, ground.ends), "false",
         "a body stops for good where it first touches"),
        LIVE},
    {SWITCH(BODIES_AS(ground.sleep, ground.sleep), "true",
         "bodies at rest sleep till wind lifts them"),
        LIVE},
};

static const wafti_param settings[] = {
    {CHOICE(BODY(model), "langevin|kirchhoff", "langevin",
         "langevin has loads and turbulence; kirchhoff has added mass alone, as earlier work"),
        VALUES(WAFT_MODEL_LANGEVIN, WAFT_MODEL_KIRCHHOFF)},
    {CHOICE(BODY(loads), "model|auto|plate|compact|none|linear|glide", "model",
         "drag, lift and damping; auto is plate for flat things and compact for others"),
        VALUES(WAFT_LOADS_MODEL, WAFT_LOADS_AUTO, WAFT_LOADS_PLATE, WAFT_LOADS_COMPACT,
            WAFT_LOADS_NONE, WAFT_LOADS_LINEAR, WAFT_LOADS_GLIDE, WAFT_LOADS_MUJOCO)},
    {CHOICE(BODY_AS(langevin, noise), "model|seen|mass|off", "model",
         "turbulence as the fluid that it sees, or as forces on the mass that moves along; either "
         "turns it only with gust.swirl"),
        VALUES(
            WAFT_NOISE_MODEL, WAFT_NOISE_SEEN, WAFT_NOISE_MASS, WAFT_NOISE_OFF, WAFT_NOISE_DIRECT)},
    {SWITCH(BODY(stationary), "false", "turbulence keeps its energy in place of decaying")},
    {GROUP("bodies[].gust", "turbulence of given strength in place of the wake's")},
    {NUMBER(
        REAL, BODY_AS(gust.rate, gust_rate), "1/s", ABOVE(0, 1e6), "", "", "how fast it forgets")},
    {NUMBER(REAL, BODY_AS(gust.speed, gust_speed), "m/s", FROM(0, 1e4), "0", "",
        "its standard deviation")},
    {SWITCH(BODY_AS(gust.swirl, swirl), "false",
        "turbulence turns the body, too: strong for small things")},

    {GROUP("bodies[].plate", "coefficients of plate loads; what is not given is the set's")},
    {CHOICE(BODY(plate.set), "plate|strip", "plate",
         "plate for leaves, discs and cards; strip for long strips across their chord"),
        VALUES(WAFT_PLATE_FINITE, WAFT_PLATE_STRIP)},
    {NUMBER(REAL, BODY(plate.lift), "", ABOVE(0, 100), "", "", "of a plate at an angle")},
    {NUMBER(REAL, BODY(plate.spin_lift), "", ABOVE(0, 100), "", "", "of a plate that turns")},
    {NUMBER(REAL, BODY(plate.face_drag), "", ABOVE(0, 100), "", "", "broadside")},
    {NUMBER(REAL, BODY(plate.edge_drag), "", ABOVE(0, 100), "", "", "edge on")},
    {NUMBER(
         REAL2, BODY(plate.damping), "", FROM(0, 100), "", "", "of turning: linear and quadratic"),
        UNSET(-1)},
    {NUMBER(REAL, BODY(plate.twist), "", FROM(0, 100), "", "", "damping of spin about its normal"),
        UNSET(-1)},
    {GROUP("bodies[].compact", "coefficients of compact loads")},
    {NUMBER(REAL, BODY(compact.side_drag), "", FROM(0, 100), "0.05", "", "of its greater sides")},
    {NUMBER(REAL, BODY(compact.lift), "", FROM(0, 100), "0.9", "", "at an angle")},
    {NUMBER(REAL, BODY(compact.magnus), "", FROM(0, 100), "0.5", "", "lift of spin")},
    {NUMBER(REAL2, BODY(compact.damping), "", FROM(0, 100), "[0.1, 0.1]", "",
        "of turning: linear and quadratic")},
    {NUMBER(REAL, BODY(compact.twist), "", FROM(0, 100), "0.05", "", "damping of spin")},
    {NUMBER(REAL, BODY(drag), "kg/s", FROM(0, 1e9), "0", "loads=linear", "force over velocity")},
    {NUMBER(REAL, BODY(spin_drag), "N m s", FROM(0, 1e9), "0", "loads=linear", "torque over spin")},
    {SWITCH(BODY(buoyancy), "true", "the fluid carries it")},
    {CHOICE(BODY(integrator), "rk4|midpoint", "rk4",
         "rk4 is fast; midpoint stands long steps and long runs"),
        VALUES(WAFT_INTEGRATOR_RK4, WAFT_INTEGRATOR_MIDPOINT)},
    {SWITCH(BODY(precise), "false", "compute in double, about ten times slower")},
    {NUMBER(REAL, BODY(restitution), "", FROM(0, 1), "0.1", "", "speed kept when it bounces")},
    {NUMBER(REAL, BODY(friction), "", FROM(0, 100), "0.6", "", "on the ground and on one another")},
};

static const wafti_param release[] = {
    {NUMBER(REAL, BODY_AS(release.time, start), "s", FROM(0, 1e6), "0", "",
        "when it begins; before, it is not there")},
    {NUMBER(REAL3, BODY_AS(release.position, state.position), "m", PLACE, "[0, 0, 0]", "",
        "of the centre of mass")},
    {NUMBER(REAL3, BODY_AS(release.velocity, state.velocity), "m/s", FROM(-5e3, 5e3), "[0, 0, 0]",
        "", "at the start")},
    {NUMBER(REAL3, BODY_AS(release.spin, state.spin), "rad/s", FROM(-5e4, 5e4), "[0, 0, 0]", "",
        "at the start, world axes")},
};

static const wafti_param hidden[] = {
    {SWITCH(BODY(plate.viscous), "true", "plate loads know low Reynolds numbers")},
    {SWITCH(BODY(start_stationary), "false", "seen noise starts as if it had always been")},
    {SWITCH(BODY(taylor), "false", "C0 comes from Taylor's Reynolds number")},
    {NUMBER(REAL, BODY(viscosity), "m2/s", FROM(0, 1e6), "0", "", "0 is the medium's")},
    {NUMBER(INT, BODY(stream), "", FROM(0, 0xFFFFFFEF), "0", "", "names its random numbers")},
};

static const wafti_param collisions[] = {
    {SWITCH(BODIES_AS(collisions, collisions), "false", "bodies touch one another")},
};

const wafti_rows wafti_bodies_rows[WAFTI_BODIES_PARTS] = {
    [WAFTI_BODIES_TIME] = ROWS_OF(time_rows),
    [WAFTI_BODIES_AIR] = ROWS_OF(air),
    [WAFTI_BODIES_WIND] = ROWS_OF(wind),
    [WAFTI_BODIES_MEDIUM] = ROWS_OF(medium),
    [WAFTI_BODIES_GROUND] = ROWS_OF(ground),
    [WAFTI_BODIES_SETTINGS] = ROWS_OF(settings),
    [WAFTI_BODIES_RELEASE] = ROWS_OF(release),
    [WAFTI_BODIES_HIDDEN] = ROWS_OF(hidden),
    [WAFTI_BODIES_COLLISIONS] = ROWS_OF(collisions),
};
