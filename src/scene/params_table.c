// SPDX-License-Identifier: MIT
// The rows. A row is its kind (NUMBER, SWITCH, CHOICE, GROUP, LIST) and what is special about it.
#include "scene/params.h"

#include "body/body_params.h"
#include "detail/detail_params.h"
#include "hull/hull_params.h"
#include "liquid/liquid_params.h"
#include "scene/outputs.h"
#include "scene/rows_turbulence.h"
#include "scene/view_params.h"
#include "smoke/smoke_params.h"
#include "solid/solid_params.h"
#include "water/water_params.h"
#include "world/world_params.h"

// What a water is filled from, besides its own keys.
#define BED(member_)                                                                               \
    .shown.path = "water." #member_, AT(SCENE, wafti_scene_values, water_files.member_)

// The choices stand in the order of the enums in waft/smoke.h and waft/scene.h.
static const wafti_param root[] = {
    {NUMBER(INT, SCENE(waft), "", FROM(1, 1), "", "",
         "version of the scene format; the first key of every scene"),
        REQUIRED("a scene starts with 'waft: 1', the version of its format")},
    {NUMBER(TEXT, SCENE(title), "", FROM(0, 127), "", "", "what the scene shows")},
};

static const wafti_param time_rows[] = {
    {GROUP("time", "how long, how many frames, how fine")},
    {NUMBER(REAL, SCENE(time.duration), "s", ABOVE(0, 1e6), "4", "", "simulated time")},
    {NUMBER(REAL, SCENE(time.fps), "Hz", ABOVE(0, 1e5), "30", "", "frames a simulated second")},
    {NUMBER(REAL, SCENE(time.step), "s", ABOVE(0, 1000), "0.004", "",
        "longest step; a frame is cut into the fewest equal steps not longer than it")},
};

static const wafti_param winds[] = {
    {LIST_OF(SCENE_AS(air.winds, winds), WIND, waft_wind_def, 8,
        "winds that bodies feel besides; they add up")},
};

static const wafti_param water_root[] = {
    {ROW(GROUP, "", "", "", "", "one water surface over a bed"), .shown.path = "water",
        .offset = offsetof(wafti_scene_values, has_water), .simulated = true},
};

static const wafti_param water_bed[] = {
    {NUMBER(FILE, BED(terrain.file), "", FROM(1, 1000), "", "kind=map",
         "16-bit grey PNG, or EXR of heights in m; its path relative to the scene; its first row "
         "is "
         "the lowest z"),
        REQUIRED("a terrain of kind map needs a file, the path of a 16-bit grey PNG or of an EXR")},
    {NUMBER(TEXT, BED(terrain.channel), "", FROM(1, 127), "", "kind=map",
        "channel of an EXR that holds heights, where there are several")},
};

static const wafti_param water_others[] = {
    WAFTI_EDGE_ROWS(
        "others", SCENE, wafti_scene_values, other_edges, "every edge that is not named", false),
};

static const wafti_param water_fill[] = {
    {ROW(GROUP, "", "", "", "method!=waves", "depths at the start from a picture"),
        .shown.path = "water.fill", .offset = offsetof(wafti_scene_values, water_files.fill.given),
        .instead = "waves=level and terrain"},
    {NUMBER(FILE, BED(fill.file), "", FROM(1, 1000), "", "",
         "16-bit grey PNG, or EXR of depths in m; its path relative to the scene; its first row is "
         "the lowest z"),
        REQUIRED("water.fill needs a file, the path of a 16-bit grey PNG or of an EXR of depths")},
    {NUMBER(TEXT, BED(fill.channel), "", FROM(1, 127), "", "",
        "channel of an EXR that holds depths, where there are several")},
    {NUMBER(REAL, BED(fill.deepest), "m", ABOVE(0, 1e5), "1", "",
        "depth that is the white of a PNG; black is dry")},
};

static const wafti_param after_water[] = {
    {ROW(GROUP, "", "", "", "", "a box of air that carries smoke and heat"), .shown.path = "smoke",
        .offset = offsetof(wafti_scene_values, smoke.given), .simulated = true},
};

static const wafti_param source_shape[] = {
    {LIST(SCENE(smoke.sources), wafti_emitter_values, 1024, "where smoke comes from")},
    SHAPE_ROWS("smoke.sources", wafti_emitter_values),
};

static const wafti_param source_rotation[] = {
    ROTATION_ROWS(
        "smoke.sources", wafti_emitter_values, "what it is turned about; in a flat flow z"),
    {ANGLE_ROW("smoke.sources", wafti_emitter_values)},
};

// What no public struct says of the detail over the smoke.
#define TURBULENCE(member_) SCENE(smoke.turbulence.member_)
#define TRIGGER(member_)    ITEM("smoke.turbulence.triggers", wafti_trigger_values, member_)

static const wafti_param turbulence[] = {
    {ROW(GROUP, "", "", "", "", "turbulent detail over the flow of the smoke"),
        .shown.path = "smoke.turbulence",
        .offset = offsetof(wafti_scene_values, smoke.turbulence.given)},
    {CHOICE(TURBULENCE(mode), "force|direct|wavelet|paper|off", "force",
         "force stirs a finer flow that follows the smoke's; direct kicks the smoke itself; "
         "wavelet adds noise without a flow; paper is force in the paper's literal form"),
        VALUES(WAFT_DETAIL_FORCE, WAFT_DETAIL_DIRECT, WAFT_DETAIL_WAVELET, WAFTI_TURBULENCE_PAPER,
            WAFTI_TURBULENCE_OFF)},
    {CHOICE(TURBULENCE(preset), "none|gentle|wispy|violent", "none",
        "follow and strength where they are not given: 0.8 and 0.3, 0.3 and 0.5, 0.1 and 0.8")},
};

static const wafti_param turbulence_triggers[] = {
    {LIST(TURBULENCE(triggers), wafti_trigger_values, WAFT_TRIGGER_CAPACITY,
        "where there is turbulence; none: everywhere by the speed of the flow")},
    WAFTI_DETAIL_KIND_ROWS,
    {NUMBER(INT, TRIGGER(solid), "", FROM(-1, 254), "-1", "kind=distance",
        "which of the solids, counted from 0; -1 means all")},
    WAFTI_DETAIL_WEIGHT_ROWS,
    {GROUP_IF(WAFTI_DETAIL_TRIGGER_PATH ".mask", "kind=mask", "a painted picture, or a shape")},
    {NUMBER(FILE, TRIGGER(mask.file), "", FROM(1, 1000), "", "",
        "a 16-bit grey PNG over all of the box, white is 1; its path relative to the scene")},
    {CHOICE(TRIGGER(mask.axis), "x|y|z", "z", "which way the picture is looked at")},
    MASK_SHAPE_ROW("smoke.turbulence.triggers", "the shape without a picture"),
    WAFTI_MASK_CENTER_ROW(WAFTI_DETAIL_TRIGGER_PATH, DETAIL_TRIGGER),
    MASK_SIZE_ROWS("smoke.turbulence.triggers"),
    WAFTI_MASK_SOFT_ROW(WAFTI_DETAIL_TRIGGER_PATH, DETAIL_TRIGGER, false),
};

static const wafti_param turbulence_regions[] = {
    {LIST(TURBULENCE(regions), wafti_region_values, WAFT_REGION_CAPACITY,
        "boxes with a flow of their own; none: all of the box")},
};

static const wafti_param turbulence_around[] = {
    {NUMBER(REAL, ITEM("smoke.turbulence.regions", wafti_region_values, around), "m", FROM(0, 1e6),
         "", "", "so far around all solids, in place of corners"),
        UNSET(-1)},
};

static const wafti_param turbulence_bank[] = {
    {NUMBER(TEXT, TURBULENCE(base), "", FROM(1, 1000), "", "",
        "a run directory with cached frames whose flow is taken, so that the smoke need not be "
        "computed again; waft enhance sets it")},
    {NUMBER(INT, TURBULENCE(start), "", FROM(0, 1000000), "0", "",
        "frame of base at which the detail begins, with its flow and density; waft enhance "
        "--frames sets it")},
    WAFTI_SPECTRUM_ROWS(
        "smoke.turbulence", BANK, "at vortices of two cells, or of as many as refine"),
    {NUMBER(FILE, TURBULENCE(file), "", FROM(1, 1000), "", "law=table",
        "a CSV file with the columns wavenumber and energy in place of points")},
    BANK_GROUP_ROW("smoke.turbulence"),
    WAFTI_BANK_SIZE_ROWS("smoke.turbulence.bank", BANK, "64", "25"),
    BANK_SEED_ROW(smoke.turbulence),
    WAFTI_BANK_STORAGE_ROW("smoke.turbulence.bank", BANK),
};

static const wafti_param liquid_root[] = {
    {ROW(GROUP, "", "", "", "", "a liquid of particles that splashes and pours"),
        .shown.path = "liquid", .offset = offsetof(wafti_scene_values, liquid.given),
        .simulated = true},
};

static const wafti_param liquid_viscosity[] = {
    {NUMBER(REAL, SCENE(liquid.dynamic_viscosity), "Pa s", FROM(0, 1e9), "", "",
         "in place of kinematic_viscosity; honey has 10"),
        .given = offsetof(wafti_scene_values, liquid.has_dynamic)},
};

static const wafti_param block_shape[] = {
    {LIST(SCENE(liquid.blocks), wafti_block_values, 256, "liquid that is there at the start")},
    SHAPE_ROWS("liquid.blocks", wafti_block_values),
};

static const wafti_param block_rotation[] = {
    ROTATION_ROWS("liquid.blocks", wafti_block_values, "what it is turned about"),
    {ANGLE_ROW("liquid.blocks", wafti_block_values)},
};

static const wafti_param emitters[] = {
    {LIST_OF(SCENE(liquid.emitters), LIQUID_EMITTER, waft_liquid_emitter_def, 256, "nozzles")},
};

static const wafti_param after_emitters[] = {
    {LIST(SCENE(liquid.sinks), wafti_sink_values, 256, "drains: what enters is gone")},
    SHAPE_ROWS("liquid.sinks", wafti_sink_values),
    {NUMBER(REAL3, ITEM("liquid.sinks", wafti_sink_values, at), "m", PLACE, "", "",
         "where its middle is"),
        REQUIRED("a sink needs a place, such as at: [0.5, 0.5, 0.5]")},
    ROTATION_ROWS("liquid.sinks", wafti_sink_values, "what it is turned about"),
    {ANGLE_ROW("liquid.sinks", wafti_sink_values)},

    {SWITCH(SCENE(liquid.spray), "false",
        "drops of the water's spray become liquid in its domain, and what falls back becomes "
        "water")},
    {GROUP("liquid.bodies", "how the scene's bodies and the liquid feel each other")},
    {CHOICE(SCENE(liquid.bodies.meet), "auto|on|off", "auto",
        "auto lets the liquid carry bodies whose medium is air or vacuum; on says what is in the "
        "way")},
    {CHOICE(SCENE_AS(liquid.bodies.slip, liquid.bodies.how.no_slip), "free|none", "free",
         "free lets the liquid glide along bodies, none makes it stick"),
        VALUES(false, true)},
    {SWITCH(SCENE_AS(liquid.bodies.displace, liquid.bodies.how.displace), "false",
        "take away the liquid that bodies cover at the start; else that is an error")},
};

static const wafti_param stir_root[] = {
    {ROW(GROUP, "", "", "", "", "random forces that stir the liquid where it moves"),
        .shown.path = "liquid.turbulence",
        .offset = offsetof(wafti_scene_values, liquid.turbulence.given)},
    {CHOICE(SCENE(liquid.turbulence.mode), "force|paper|off", "force",
         "force turns the flow and does no work; paper is the paper's own rule, a drag"),
        VALUES(WAFTI_STIR_FORCE, WAFTI_STIR_PAPER, WAFTI_STIR_OFF)},
};

#define STIR_TRIGGER(member_) ITEM("liquid.turbulence.triggers", wafti_trigger_values, member_)

static const wafti_param stir_triggers[] = {
    {LIST(SCENE(liquid.turbulence.triggers), wafti_trigger_values, WAFT_TRIGGER_CAPACITY,
        "where there is turbulence; none: everywhere by the speed of the flow")},
    WAFTI_STIR_KIND_ROWS,
    {NUMBER(INT, STIR_TRIGGER(solid), "", FROM(-1, 254), "-1", "kind=distance",
        "which of the solids, counted from 0; -1 means all, and bodies")},
    WAFTI_STIR_WEIGHT_ROWS,
    {GROUP_IF(WAFTI_STIR_TRIGGER_PATH ".mask", "kind=mask", "a shape")},
    MASK_SHAPE_ROW("liquid.turbulence.triggers", "of the mask"),
    WAFTI_MASK_CENTER_ROW(WAFTI_STIR_TRIGGER_PATH, STIR_TRIGGER),
    MASK_SIZE_ROWS("liquid.turbulence.triggers"),
    WAFTI_MASK_SOFT_ROW(WAFTI_STIR_TRIGGER_PATH, STIR_TRIGGER, true),
};

static const wafti_param stir_bank[] = {
    WAFTI_SPECTRUM_ROWS("liquid.turbulence", STIR_BANK, "and 20 waves in a period"),
    BANK_GROUP_ROW("liquid.turbulence"),
    WAFTI_BANK_SIZE_ROWS("liquid.turbulence.bank", STIR_BANK, "128", "8"),
    BANK_SEED_ROW(liquid.turbulence),
    WAFTI_BANK_STORAGE_ROW("liquid.turbulence.bank", STIR_BANK),
};

static const wafti_param after_stirring[] = {
    {GROUP("liquid.surface", "the mesh that files and pictures show of it")},
    {NUMBER(REAL, SCENE(liquid.surface.cell), "", FROM(0.25, 1), "0.375", "",
        "grid of the mesh, in spacings")},
    {NUMBER(INT, SCENE(liquid.surface.smooth), "", FROM(0, 200), "15", "",
        "passes that smooth the mesh; drops and thin sheets stay as they are")},
    {NUMBER(REAL, SCENE(liquid.surface.min_particles), "", FROM(0, 1e9), "0", "",
        "parts with less volume than so many particles are left out")},

    {LIST(SCENE(solids), wafti_solid_values, 255,
        "rigid things that smoke and liquid flow around and bodies rest on; they may move")},
};

// Poses may stand in its place, so that only the scene knows whether it is given.
#define SOLID_PLACE .shown.path = "solids[].at", AT(ITEM, wafti_solid_values, def.pose.position)

static const wafti_param solid_shape[] = {
    SHAPE_ROWS("solids", wafti_solid_values),
    {NUMBER(REAL3, SOLID_PLACE, "m", PLACE, "", "",
         "where its middle is, or the origin of its mesh; it may move"),
        .given = offsetof(wafti_solid_values, has_at), ANIMATES},
    ROTATION_ROWS("solids", wafti_solid_values,
        "what it turns about, through its middle; where smoke is flat always z"),
    {ANGLE_ROW("solids", wafti_solid_values), ANIMATES},
    {LIST(ITEM("solids", wafti_solid_values, poses), wafti_solid_pose_values, 1000,
        "where it is at rising times, in place of `at`; between them it turns the short way")},
};

static const wafti_param solid_pose[] = {
    ROTATION_ROWS("solids[].poses", wafti_solid_pose_values, "what it is turned about"),
    {ANGLE_ROW("solids[].poses", wafti_solid_pose_values)},
};

// A shape that only bodies have.
#define BODY_SHAPE(type_, key_, shape_, doc_)                                                      \
    {                                                                                              \
        NUMBER(type_, SHAPE_SIZE("bodies", wafti_body_values, key_, shape_), "m", ABOVE(0, 1e3),   \
            "", "", doc_)                                                                          \
    }

static const wafti_param body_shape[] = {
    {LIST(SCENE(bodies), wafti_body_values, 256,
         "things that fall, fly, float and sink; an entry may stand for many"),
        .simulated = true},
    {NUMBER(TEXT, BODY(name), "", FROM(1, 31), "", "",
        "what it is called in files and messages; several are name_1, name_2 and so on")},
    {CHOICE(BODY(preset),
        "none|leaf|paper|card|coin|feather|maple_leaf|maple_seed|airplane|ball|ellipsoid", "none",
        "a ready thing with its shape, density and plates; other keys change it")},
    {GROUP("bodies[].shape", "exactly one shape, unless a preset has one; plates lie flat")},
    SHAPE_KEY_ROWS("bodies", wafti_body_values),
    BODY_SHAPE(REAL3, ellipsoid, ELLIPSOID, "semi-axes along x, y, z"),
    BODY_SHAPE(REAL2, disc, DISC, "radius and thickness"),
    BODY_SHAPE(REAL3, elliptic_plate, ELLIPTIC_PLATE, "semi-axes along x and z, and thickness"),
    BODY_SHAPE(REAL3, strip, STRIP, "half chord along x, half thickness, span along z"),
    BODY_SHAPE(REAL3, card, CARD, "edges along x and z, and thickness"),
    BODY_SHAPE(REAL3, feather, FEATHER, "length, width, thickness"),
    BODY_SHAPE(REAL2, maple_leaf, MAPLE_LEAF, "span and thickness"),
    BODY_SHAPE(REAL3, maple_seed, MAPLE_SEED, "length, width of the wing, thickness of the wing"),
    BODY_SHAPE(
        REAL3, dart, DART, "a paper plane: length, half span of the wings, height of the keel"),
};

static const wafti_param body_solid[] = {
    {SWITCH(
        BODY(solid), "false", "smoke goes round it and is pushed by it, as by the scene's solids")},
};

static const wafti_param body_count[] = {
    {NUMBER(INT, BODY(count), "", FROM(1, 4e6), "1", "", "how many of them")},
    {GROUP("bodies[].release", "where, when and how it starts")},
};

static const wafti_param body_start[] = {
    {NUMBER(REAL, BODY(release.tilt), "rad", TURNS, "0", "", "turned by this about axis")},
    {NUMBER(REAL3, BODY(release.axis), "", PLACE, "[0, 0, 1]", "", "what it is tilted about")},
    {NUMBER(REAL, BODY(release.heading), "rad", TURNS, "0", "",
        "turned by this about the vertical, after the tilt")},
    {NUMBER(REAL, BODY(release.istar), "", ABOVE(0, 1e6), "", "",
        "moment of inertia over that of the fluid of its size; sets the thickness")},
    {NUMBER(REAL, BODY(release.reynolds), "", ABOVE(0, 1e9), "", "",
        "sets the viscosity of the fluid that it feels")},
    {GROUP("bodies[].scatter", "how the bodies of an entry differ at the start, by chance")},
    {NUMBER(REAL3, BODY(scatter.low), "m", PLACE, "", "",
         "lowest corner of a box they start in, in place of release.position"),
        .given = offsetof(wafti_body_values, scatter.has_box)},
    {NUMBER(REAL3, BODY(scatter.high), "m", PLACE, "[0, 0, 0]", "", "its highest corner")},
    {SWITCH(BODY(scatter.turned), "false", "any attitude, all alike likely")},
    {SWITCH(BODY(scatter.heading), "false", "any heading")},
    {NUMBER(REAL2, BODY(scatter.tilt), "rad", TURNS, "[0, 0]", "",
        "least and greatest tilt besides release.tilt, about any horizontal axis")},
    {NUMBER(REAL, BODY(scatter.velocity), "m/s", FROM(0, 700), "0", "",
        "standard deviation of each component")},
    {NUMBER(REAL, BODY(scatter.spin), "rad/s", FROM(0, 7000), "0", "",
        "standard deviation of each component")},
    {NUMBER(REAL3, BODY(color), "", FROM(0, 1), "", "", "red, green and blue (linear) in pictures"),
        .given = offsetof(wafti_body_values, has_color)},
    {GROUP("bodies[].paper", "forms of Xie & Miyata and of others, to compare"), PAPER},
    {SWITCH(BODY(paper.noise), "false", "noise on velocity and spin themselves (eqs. 9-14)"),
        PAPER},
    {SWITCH(BODY(paper.turbulence), "false",
         "k and epsilon without diffusion and feedback, full intensity, eddies of a cell"),
        PAPER},
    {SWITCH(BODY(paper.sources), "false", "added mass from sources inside (eqs. 5-6)"), PAPER},
    {SWITCH(BODY(paper.mujoco), "false", "loads as MuJoCo's ellipsoid model has them"), PAPER},
};

static const wafti_param tables[] = {
    {GROUP("tables", "gauges.csv, tracers.csv and bodies.csv")},
    {NUMBER(INT, SCENE(tables.every), "", FROM(1, 1e6), "1", "",
        "steps between rows of gauges.csv and tracers.csv")},
    {NUMBER(INT, SCENE_AS(tables.bodies, tables.bodies.every), "", FROM(0, 1e6), "1", "",
        "frames between rows of bodies.csv; 0: no such table, for crowds")},
    {SWITCH(SCENE_AS(tables.loads, tables.bodies.loads), "false",
        "bodies.csv tells forces and torques")},
    {SWITCH(SCENE_AS(tables.noise, tables.bodies.noise), "false",
        "bodies.csv tells the turbulence that bodies see")},
};

static const wafti_param preview[] = {
    {GROUP("preview", "paths and values for --quality preview, such as water.cells: [64, 64]"),
        .free_keys = true},
};

#define OWN(array_) &(const wafti_rows)ROWS_OF(array_)

const wafti_rows* const wafti_param_parts[] = {
    OWN(root),
    &wafti_world_rows[WAFTI_WORLD_ROOT],
    OWN(time_rows),
    &wafti_bodies_rows[WAFTI_BODIES_TIME],
    &wafti_world_rows[WAFTI_WORLD_AIR],
    &wafti_bodies_rows[WAFTI_BODIES_AIR],
    OWN(winds),
    &wafti_bodies_rows[WAFTI_BODIES_WIND],
    &wafti_bodies_rows[WAFTI_BODIES_MEDIUM],
    &wafti_world_rows[WAFTI_WORLD_WATER],
    &wafti_bodies_rows[WAFTI_BODIES_GROUND],
    OWN(water_root),
    &wafti_water_rows[WAFTI_WATER_DOMAIN],
    OWN(water_bed),
    &wafti_water_rows[WAFTI_WATER_SURFACE],
    OWN(water_others),
    &wafti_water_rows[WAFTI_WATER_FLOW],
    OWN(water_fill),
    &wafti_water_rows[WAFTI_WATER_CHANGES],
    OWN(after_water),
    &wafti_smoke_rows[WAFTI_SMOKE_BOX],
    OWN(source_shape),
    &wafti_smoke_rows[WAFTI_SMOKE_SOURCE_PLACE],
    OWN(source_rotation),
    &wafti_smoke_rows[WAFTI_SMOKE_SOURCE],
    OWN(turbulence),
    &wafti_detail_rows[WAFTI_DETAIL_RULES],
    OWN(turbulence_triggers),
    &wafti_detail_rows[WAFTI_DETAIL_COMBINE],
    OWN(turbulence_regions),
    &wafti_detail_rows[WAFTI_DETAIL_CORNERS],
    OWN(turbulence_around),
    &wafti_detail_rows[WAFTI_DETAIL_SPELLS],
    OWN(turbulence_bank),
    &wafti_detail_rows[WAFTI_DETAIL_SHIFT],
    OWN(liquid_root),
    &wafti_liquid_rows[WAFTI_LIQUID_MATTER],
    OWN(liquid_viscosity),
    &wafti_liquid_rows[WAFTI_LIQUID_DOMAIN],
    OWN(block_shape),
    &wafti_liquid_rows[WAFTI_LIQUID_BLOCK_PLACE],
    OWN(block_rotation),
    &wafti_liquid_rows[WAFTI_LIQUID_BLOCK_MOTION],
    OWN(emitters),
    &wafti_liquid_rows[WAFTI_LIQUID_EMITTER],
    OWN(after_emitters),
    &wafti_liquid_rows[WAFTI_LIQUID_STEPS],
    OWN(stir_root),
    &wafti_liquid_rows[WAFTI_LIQUID_STIR],
    OWN(stir_triggers),
    &wafti_liquid_rows[WAFTI_LIQUID_COMBINE],
    OWN(stir_bank),
    &wafti_liquid_rows[WAFTI_LIQUID_SHIFT],
    OWN(after_stirring),
    &wafti_solid_rows[WAFTI_SOLID_NAME],
    OWN(solid_shape),
    &wafti_solid_rows[WAFTI_SOLID_KEY],
    OWN(solid_pose),
    &wafti_solid_rows[WAFTI_SOLID_EASE],
    OWN(body_shape),
    &wafti_hull_rows[WAFTI_HULL_FACETS],
    OWN(body_solid),
    &wafti_hull_rows[WAFTI_HULL_MATTER],
    &wafti_bodies_rows[WAFTI_BODIES_SETTINGS],
    OWN(body_count),
    &wafti_bodies_rows[WAFTI_BODIES_RELEASE],
    OWN(body_start),
    &wafti_bodies_rows[WAFTI_BODIES_COLLISIONS],
    OWN(tables),
    &wafti_output_rows,
    &wafti_view_rows,
    OWN(preview),
};

const size_t wafti_param_part_count = sizeof(wafti_param_parts) / sizeof(wafti_param_parts[0]);
