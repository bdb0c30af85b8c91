// SPDX-License-Identifier: MIT
#include "scene/outputs.h"

#include <math.h>

#include "scene/rows.h"
#include "scene/scene.h"

// What a file holds one of: how many there are of it is a function, how many bytes each takes stands in
// the row of the format.
typedef double item_count(const waft_output_def* output, const waft_scene* scene);

static double water_cells(const waft_output_def* output, const waft_scene* scene) {
    (void)output;
    return (double)scene->values.water.cells[0] * (double)scene->values.water.cells[1];
}

static double water_points(const waft_output_def* output, const waft_scene* scene) {
    const int* cells = scene->values.water.cells;
    const double stride = output->stride;
    return ceil(cells[0] / stride) * ceil(cells[1] / stride);
}

// Level, bed and foam; with a grid depth and velocity.
static double water_numbers(const waft_output_def* output, const waft_scene* scene) {
    const bool waves = scene->values.water.method == WAFT_WATER_WAVES;
    return (waves ? 3.0 : 7.0) * water_cells(output, scene);
}

static double drops(const waft_output_def* output, const waft_scene* scene) {
    (void)output;
    return (double)scene->values.water.spray.capacity;
}

static double smoke_cells(const waft_scene* scene) {
    const int32_t* cells = scene->values.smoke.def.cells;
    return (double)cells[0] * (double)cells[1] * (double)cells[2];
}

// Numbers a cell that an output asks for and the smoke has.
static double smoke_fields(const waft_output_def* output, const waft_scene* scene) {
    const uint32_t fields = output->fields;
    const bool heat =
        (fields & WAFT_OUTPUT_TEMPERATURE) != 0 && scene->values.smoke.def.temperature;
    return ((fields & WAFT_OUTPUT_DENSITY) != 0 ? 1.0 : 0.0) + (heat ? 1.0 : 0.0) +
           ((fields & WAFT_OUTPUT_VELOCITY) != 0 ? 3.0 : 0.0) +
           ((fields & WAFT_OUTPUT_VORTICITY) != 0 ? 1.0 : 0.0);
}

static double vdb_bytes(const waft_output_def* output, const waft_scene* scene) {
    return (output->half ? 2.0 : 4.0) * smoke_fields(output, scene) * smoke_cells(scene);
}

// Those of the fields and the share of solids.
static double vti_numbers(const waft_output_def* output, const waft_scene* scene) {
    return (smoke_fields(output, scene) + 1.0) * smoke_cells(scene);
}

static double cache_bytes(const waft_output_def* output, const waft_scene* scene) {
    const double numbers = scene->values.smoke.def.temperature ? 5.0 : 4.0;
    return (output->half ? 2.0 : 4.0) * numbers * smoke_cells(scene);
}

static double bodies(const waft_output_def* output, const waft_scene* scene) {
    (void)output;
    return (double)wafti_scene_body_count(&scene->values);
}

static double particles(const waft_output_def* output, const waft_scene* scene) {
    (void)output;
    return (double)wafti_scene_liquid_def(scene).max_particles;
}

// Numbers a cell in a snapshot of water: foam, and of grids bed, level, its change and velocity, or
// depth and flows.
static double count_state(const waft_water_def* water) {
    static const double numbers[] = {[WAFT_WATER_WAVES] = 1.0,
        [WAFT_WATER_IMPLICIT] = 6.0,
        [WAFT_WATER_COLUMNS] = 7.0,
        [WAFT_WATER_SWE] = 5.0};
    // Control points remember what is less than a drop.
    const bool points = water->method != WAFT_WATER_WAVES && water->spray.capacity > 0;
    return numbers[water->method] + (points ? 1.0 : 0.0);
}

#define DROP_BYTES (6.0 * 4.0) // place and velocity

// Foam, drops and the smoke; what else a snapshot holds is small. A cell of smoke has velocities,
// density and temperature in single, pressure in double precision.
static double state_bytes(const waft_output_def* output, const waft_scene* scene) {
    const double water = 4.0 * count_state(&scene->values.water) * water_cells(output, scene) +
                         DROP_BYTES * drops(output, scene);
    return (scene->values.has_water ? water : 0.0) + 28.0 * smoke_cells(scene);
}

// The formats: constant, word, what it tells of, what a file holds, bytes of each of those. Of a liquid
// half of the particles are near the surface, each with about 2 points and 4 facets there.
#define FORMATS(FORMAT)                                                                            \
    FORMAT(PNG, "png", WATER, water_cells, 2.0)                                                    \
    FORMAT(OBJ, "obj", WATER, water_points, (6.0 + 2.0) * 12.0)                                    \
    FORMAT(PC2, "pc2", WATER, water_points, 3.0 * 4.0)                                             \
    FORMAT(PLY, "ply", SPRAY, drops, DROP_BYTES)                                                   \
    FORMAT(STATE, "state", ALL, state_bytes, 1.0)                                                  \
    FORMAT(VDB, "vdb", SMOKE, vdb_bytes, 1.0)                                                      \
    FORMAT(VTI, "vti", SMOKE, vti_numbers, 4.0)                                                    \
    FORMAT(CACHE, "cache", SMOKE, cache_bytes, 1.0)                                                \
    FORMAT(GLTF, "gltf", BODIES, bodies, 7.0 * 4.0)                                                \
    FORMAT(EXR, "exr", WATER, water_cells, 4.0)                                                    \
    FORMAT(VTP, "vtp", SPRAY, drops, DROP_BYTES + 2.0 * 8.0)                                       \
    FORMAT(WATER_VTI, "water_vti", WATER, water_numbers, 4.0)                                      \
    FORMAT(SURFACE_OBJ, "surface_obj", LIQUID, particles, 55.0 + 2.0 * 24.0)                       \
    FORMAT(SURFACE_PLY, "surface_ply", LIQUID, particles, 36.0 + 2.0 * 13.0)                       \
    FORMAT(SURFACE_GLB, "surface_glb", LIQUID, particles, 36.0 + 2.0 * 12.0)                       \
    FORMAT(PARTICLES_VTP, "particles_vtp", LIQUID, particles, 9.0 * 4.0 + 2.0 * 8.0)               \
    FORMAT(PARTICLES_PLY, "particles_ply", LIQUID, particles, 9.0 * 4.0)

// NOLINTNEXTLINE(bugprone-macro-parentheses): a term of a sum
#define COUNT_ONE(format_, word_, of_, count_, bytes_) +1
#define BAR_WORD(format_, word_, of_, count_, bytes_)  "|" word_
#define VALUE(format_, word_, of_, count_, bytes_)     WAFT_OUTPUT_##format_,
#define TRAITS(format_, word_, of_, count_, bytes_)                                                \
    [WAFT_OUTPUT_##format_] = {WAFTI_OUTPUT_OF_##of_, count_, bytes_},

_Static_assert(FORMATS(COUNT_ONE) == WAFT_OUTPUT_FORMAT_COUNT, "a format has one row");

static const struct {
    wafti_output_subject of;
    item_count* count;
    double bytes;
} traits[] = {FORMATS(TRAITS)};

wafti_output_subject wafti_output_of(waft_output_format format) {
    return traits[format].of;
}

double wafti_output_bytes(const waft_output_def* output, const waft_scene* scene) {
    return traits[output->format].bytes * traits[output->format].count(output, scene);
}

#define OUTPUT(member_) .shown.path = "output[]." #member_, AT(OUTPUT, waft_output_def, member_)

static const wafti_param rows[] = {
    {LIST_OF(SCENE(output), OUTPUT, waft_output_def, 16, "files that a run writes")},
    {CHOICE(OUTPUT(format), &(FORMATS(BAR_WORD))[1], "",
         "of water: png and exr heights, obj meshes, a pc2 point cache, ply and vtp spray drops, "
         "water_vti images of its fields; of smoke: vdb "
         "grids, vti images, a cache of faces and cells; of bodies: an animated gltf; of a liquid: "
         "surface_obj, surface_ply and surface_glb meshes, particles_vtp and particles_ply; of "
         "all: state "
         "to replay from"),
        VALUES(FORMATS(VALUE)), REQUIRED("an output needs a format, such as vdb, gltf or png")},
    {NUMBER(INT, OUTPUT(every), "", FROM(1, 1e6), "1", "", "frames between files")},
    {NUMBER(REAL, OUTPUT(low), "m", PLACE, "0", "format=png",
        "height that is black; with high 0 too: below level by 1.5 x (flat bed) or 2 x the sum of "
        "amplitudes; on a grid the lowest bed")},
    {NUMBER(REAL, OUTPUT(high), "m", PLACE, "0", "format=png",
        "height that is white; with low 0 too: above level by 1.5 x (flat bed) or 2 x the sum of "
        "amplitudes; on a grid above all water and land by half the depth")},
    {NUMBER(INT, OUTPUT(stride), "", FROM(1, 4096), "1", "format=obj|pc2",
        "every n-th cell along each axis becomes a point")},
    {OUTPUT(fields), ROW(WORDS, "", "[density, temperature, velocity]",
                         "density|temperature|velocity|vorticity", "format=vdb|vti",
                         "what the files hold, at cell centres; vti adds the share of solids")},
    {SWITCH_IF(OUTPUT(half), "false", "format=vdb|cache", "16 bits a value in place of 32")},
    {NUMBER(REAL, OUTPUT(active_above), "", FROM(0, 1e6), "1e-4", "format=vdb",
        "density above which a cell is active; others are left out of the file")},
    {SWITCH_IF(OUTPUT(everywhere), "false", "format=vdb",
        "keep velocity, temperature and vorticity where there is no smoke")},
};

const wafti_rows wafti_output_rows = ROWS_OF(rows);
