// SPDX-License-Identifier: MIT
// What all methods on a grid share (docs/spec/water.md#verification): the volume of the water stays
// accounted for (volume-ledger), a force at a point reaches the columns whole (point-force),
// threads and replays give the same bits (equal-bits), and bad settings are refused with a sentence
// (hostile-input).
#include "oracle/double.h"

#include "hooks.h"
#include "mesh_fixture.h"
#include "scratch.h"
#include "shallow_fixture.h"
#include "verify/verify.h"
#include "water/control.h"
#include "water/tools.h"

static const char* const names[] = {"waves", "implicit", "columns", "swe"};

static const wafti_method* method_of(waft_water_method kind) {
    return kind == WAFT_WATER_IMPLICIT  ? &wafti_implicit_method
           : kind == WAFT_WATER_COLUMNS ? &wafti_columns_method
                                        : &wafti_swe_method;
}

// A number from 0 to 1 that wanders over all places.
static double wander(int n, double by) {
    return fmod(n * by, 1.0);
}

enum { STEPS = 10000, SLOW_STEPS = 100000, STEPS_PER_STROKE = 5 };

static int step_count(void) {
    return verify_slow() ? SLOW_STEPS : STEPS;
}

static double islands(double x, double z) {
    return 0.8 * sin(1.3 * x) * cos(0.9 * z) - 0.5;
}

// Error of the ledger after strokes and rain, over the volume at the start, in double.
static double ledger_in_double(waft_water_method kind, bool net) {
    static shallow_fixture f;
    const shallow_case c = {.method = method_of(kind),
        .nx = 40,
        .nz = 32,
        .dx = 0.2,
        .dz = 0.2,
        .bed = islands,
        .def = shallow_plain()};
    shallow_open(&f, &c);
    wafti_shallow* s = &f.s;
    s->ledger.start = wafti_tools_volume(s);
    bool finite = true;
    for (int n = 0; n < step_count() && finite; ++n) {
        if (n % STEPS_PER_STROKE == 0) {
            const wafti_spot spot = {8.0 * wander(n, 0.6180339887), 6.4 * wander(n, 0.7548776662),
                0.1 + 0.5 * wander(n, 0.3), 0.1 * (wander(n, 0.7) - 0.5)};
            wafti_tools_brush(s, &spot);
        }
        const wafti_shower shower = {
            .rain = {40.0f, 0.2f, 0.005f, net}, .seed = 1, .step = (uint64_t)n};
        wafti_tools_rain(s, &shower, 0.01);
        finite = shallow_step(&f, 0.01);
    }
    const wafti_ledger* l = &s->ledger;
    const double error = wafti_tools_volume(s) + l->outflow + l->lost - l->inflow - l->start;
    const double share = finite ? fabs(error) / l->start : (double)NAN;
    shallow_close(&f);
    return share;
}

static double stat_of(const waft_world* world, const char* name) {
    waft_stat stats[32];
    const size_t count = waft_world_stats(world, stats, 32);
    for (size_t n = 0; n < count && n < 32; ++n) {
        if (strcmp(stats[n].name, name) == 0) {
            return stats[n].value;
        }
    }
    return (double)NAN;
}

static waft_world* open_lake(waft_water_method kind, int threads) {
    waft_world_def def = waft_world_def_default();
    def.step = 0.01;
    def.threads = threads;
    const waft_water_def water = lake_water_def(kind);
    return make_world(&def, &water);
}

static void poke(waft_world* world, int n) {
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    edit.kind = WAFT_EDIT_BRUSH;
    edit.brush = (waft_brush){
        {(float)(10.0 * wander(n, 0.6180339887)), (float)(8.0 * wander(n, 0.7548776662))},
        (float)(0.15 + 0.5 * wander(n, 0.3)), (float)(0.1 * (wander(n, 0.7) - 0.5))};
    CHECK(waft_world_queue(world, &edit) == WAFT_OK);
}

// The same through a world, in float, with a source and a sponge besides.
static double ledger_in_float(waft_water_method kind) {
    waft_world* world = open_lake(kind, 1);
    const double start = stat_of(world, "water.volume");
    waft_result result = WAFT_OK;
    for (int n = 0; n < step_count() && result == WAFT_OK; ++n) {
        if (n % STEPS_PER_STROKE == 0) {
            poke(world, n);
        }
        result = waft_world_step(world);
    }
    const double error = stat_of(world, "water.volume_error");
    if (result != WAFT_OK) {
        (void)fprintf(stderr, "  %s\n", waft_world_error(world));
    }
    waft_world_destroy(world);
    return result == WAFT_OK ? fabs(error) / start : (double)NAN;
}

static int verify_ledger(void) {
    verify_table table = verify_open("volume-ledger");
    for (int kind = WAFT_WATER_IMPLICIT; kind <= WAFT_WATER_SWE; ++kind) {
        char name[64];
        for (int net = 0; net < 2; ++net) {
            (void)snprintf(name, sizeof(name), "%s f64, strokes and %s: error/V0", names[kind],
                net == 1 ? "rain" : "neutral rain");
            (void)verify_most(
                &table, name, 1e-12, ledger_in_double((waft_water_method)kind, net == 1));
        }
        (void)snprintf(name, sizeof(name), "%s f32, strokes, rain, source: error/V0", names[kind]);
        (void)verify_most(&table, name, 1e-6, ledger_in_float((waft_water_method)kind));
    }
    return verify_close(&table);
}

// What a force at one place does.
typedef struct force_sums {
    double pressure, load; // N, of the patch and of the loads on the surface
    int across;            // columns, along the wider axis
} force_sums;

static force_sums push(wafti_shallow* s, double x, double z, double force) {
    const double area = s->basin.dx * s->basin.dz;
    force_sums sums = {0.0, 0.0, 0};
    int low[2] = {99, 99};
    int high[2] = {-1, -1};
    wafti_patch patch;
    wafti_control_patch(s, x, z, force, &patch);
    wafti_control_press(s, &patch);
    for (int k = 0; k < 9; ++k) {
        sums.pressure += patch.pressure[k / 3][k % 3] * area;
    }
    for (int k = 0; k < s->basin.nx * s->basin.nz; ++k) {
        const int at[2] = {k % s->basin.nx, k / s->basin.nx};
        const double own = s->load[wafti_basin_index(&s->basin, at[0], at[1])];
        sums.load += own * s->density * s->context->gravity * area;
        for (int axis = 0; axis < 2 && own != 0.0; ++axis) {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
        }
    }
    const int along[2] = {high[0] - low[0] + 1, high[1] - low[1] + 1};
    sums.across = along[0] > along[1] ? along[0] : along[1];
    wafti_control_release(s, &patch);
    return sums;
}

static int verify_point_force(void) {
    verify_table table = verify_open("point-force");
    static shallow_fixture f;
    const shallow_case c = {.method = method_of(WAFT_WATER_COLUMNS),
        .nx = 12,
        .nz = 9,
        .dx = 0.3,
        .dz = 0.3,
        .flat = -1.0,
        .def = shallow_plain()};
    shallow_open(&f, &c);
    const double force = 123.456;
    double worst = 0.0;
    double worst_load = 0.0;
    int widest = 0;
    for (int n = 0; n < 5000; ++n) {
        // Every seventh place lies on the rim.
        const double x = n % 7 == 0 ? (n % 2 == 0 ? 0.0 : 3.6) : 3.6 * wander(n, 0.6180339887);
        const force_sums sums = push(&f.s, x, 2.7 * wander(n, 0.7548776662), force);
        worst = fmax(worst, fabs(sums.pressure + force) / force);
        worst_load = fmax(worst_load, fabs(sums.load + force) / force);
        widest = sums.across > widest ? sums.across : widest;
    }
    shallow_close(&f);
    (void)verify_most(&table, "sum E S + f, relative, 5000 places", 1e-12, worst);
    (void)verify_most(&table, "the same of the loads", 1e-12, worst_load);
    (void)verify_near(&table, "columns across that feel it", 3.0, widest, 0.0);
    return verify_close(&table);
}

static uint64_t hash_with(waft_water_method kind, int threads) {
    waft_world* world = open_lake(kind, threads);
    for (int n = 0; n < 60; ++n) {
        if (n % STEPS_PER_STROKE == 0) {
            poke(world, n);
        }
        take_steps(world, 1);
    }
    const uint64_t hash = waft_world_hash(world);
    waft_world_destroy(world);
    return hash;
}

static int verify_threads(void) {
    verify_table table = verify_open("equal-bits");
    for (int kind = WAFT_WATER_IMPLICIT; kind <= WAFT_WATER_SWE; ++kind) {
        const uint64_t one = hash_with((waft_water_method)kind, 1);
        int equal = 0;
        for (int threads = 2; threads <= 4; threads += 2) {
            equal += hash_with((waft_water_method)kind, threads) == one;
        }
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: hashes on 2 and 4 threads like 1", names[kind]);
        (void)verify_near(&table, name, 2.0, equal, 0.0);
    }
    return verify_close(&table);
}

enum { REPLAY_STEPS = 60 };

// Strokes, raised ground, a source that runs faster.
static void edit_at(waft_world* world, int n) {
    if (n % STEPS_PER_STROKE == 0) {
        poke(world, n);
    }
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    if (n % 20 == 7) {
        edit.kind = WAFT_EDIT_TERRAIN;
        edit.brush = (waft_brush){{3.0f, 4.0f}, 0.5f, 0.0123f};
        CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    } else if (n % 20 == 11) {
        const double rate = (double)(0.01f * (float)n);
        CHECK(waft_world_set(world, "water.sources[0].rate", &rate, 1) == WAFT_OK);
    }
}

// Plays edits back, each before its step; the world's hash at the end.
static uint64_t hash_of_replay(waft_water_method kind, const waft_edit* edits, size_t count) {
    waft_world* world = open_lake(kind, 2);
    size_t next = 0;
    for (uint64_t n = 0; n < REPLAY_STEPS; ++n) {
        for (; next < count && edits[next].step == n; ++next) {
            CHECK(waft_world_queue(world, &edits[next]) == WAFT_OK);
        }
        take_steps(world, 1);
    }
    CHECK(next == count);
    const uint64_t hash = waft_world_hash(world);
    waft_world_destroy(world);
    return hash;
}

// Whether a run's edit log, written and read back, gives the same bits.
static bool replays(waft_water_method kind) {
    scratch files = scratch_make();
    const char* path = scratch_file(&files, "edits.txt");
    waft_world* world = open_lake(kind, 1);
    static edit_tape tape;
    tape_attach(&tape, world);
    for (int n = 0; n < REPLAY_STEPS; ++n) {
        edit_at(world, n);
        take_steps(world, 1);
    }
    size_t count = tape.count;
    CHECK(count >= 18 && count <= 64);
    CHECK(waft_edits_write(path, tape.edits, count, NULL) == WAFT_OK);
    waft_edit* edits = NULL;
    CHECK(waft_edits_read(path, NULL, &edits, &count, NULL) == WAFT_OK);
    const bool same = hash_of_replay(kind, edits, count) == waft_world_hash(world);
    waft_edits_free(NULL, edits, count);
    waft_world_destroy(world);
    scratch_remove(&files);
    return same;
}

static int verify_replay(void) {
    verify_table table = verify_open("equal-bits");
    for (int kind = WAFT_WATER_IMPLICIT; kind <= WAFT_WATER_SWE; ++kind) {
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: replay of the edit log, same bits", names[kind]);
        (void)verify_near(&table, name, 1.0, replays((waft_water_method)kind) ? 1.0 : 0.0, 0.0);
    }
    return verify_close(&table);
}

// Each case spoils a good def in one way.
typedef void spoil_function(waft_water_def* def);

static waft_water_source_def bad_source;
static waft_handle_def bad_handle;
static waft_water_box_def bad_box;
static waft_gauge_def bad_gauge;
static float bad_map[4];

static void few_cells(waft_water_def* def) {
    def->cells[0] = 3;
}
static void negative_cells(waft_water_def* def) {
    def->cells[1] = -40;
}
static void many_cells(waft_water_def* def) {
    def->cells[0] = 1 << 30;
}
static void no_depth(waft_water_def* def) {
    def->depth = 0.0f;
}
static void infinite_size(waft_water_def* def) {
    def->size.x = INFINITY;
}
static void no_density(waft_water_def* def) {
    def->density = -1.0f;
}
static void odd_map(waft_water_def* def) {
    bad_map[3] = NAN;
    def->terrain.kind = WAFT_TERRAIN_MAP;
    def->terrain.map = bad_map;
    def->terrain.map_size[0] = def->terrain.map_size[1] = 2;
}
static void odd_depths(waft_water_def* def) {
    bad_map[3] = -INFINITY;
    def->depth_map = bad_map;
    def->depth_size[0] = def->depth_size[1] = 2;
}
static void huge_depths(waft_water_def* def) {
    def->depth_map = bad_map;
    def->depth_size[0] = INT32_MAX;
    def->depth_size[1] = INT32_MAX;
}
static void one_sided(waft_water_def* def) {
    def->edges[WAFT_WATER_BACK].kind = WAFT_EDGE_PERIODIC;
}
static void still_maker(waft_water_def* def) {
    def->edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_WAVEMAKER;
    def->edges[WAFT_WATER_RIGHT].period = 0.0f;
}
static void flat_maker(waft_water_def* def) {
    def->edges[WAFT_WATER_RIGHT].kind = WAFT_EDGE_WAVEMAKER;
    def->edges[WAFT_WATER_RIGHT].amplitude = 0.0f;
}
static void odd_edge(waft_water_def* def) {
    def->edges[WAFT_WATER_RIGHT].kind = (waft_edge_kind)-3;
}
static void wide_sponge(waft_water_def* def) {
    def->edges[WAFT_WATER_RIGHT].sponge = INT32_MAX;
}
static void odd_method(waft_water_def* def) {
    def->method = (waft_water_method)-1;
}
static void many_substeps(waft_water_def* def) {
    def->shallow.substeps = INT32_MAX;
}
static void source_outside(waft_water_def* def) {
    bad_source = waft_water_source_def_default();
    bad_source.center = (waft_vec2){-1e30f, 0.0f};
    def->sources = &bad_source;
}
static void source_array_missing(waft_water_def* def) {
    def->sources = NULL;
    def->source_count = SIZE_MAX;
}
static void handle_outside(waft_water_def* def) {
    bad_handle = waft_handle_def_default();
    bad_handle.at = (waft_vec2){NAN, NAN};
    def->handles = &bad_handle;
    def->handle_count = 1;
}
static void box_inside_out(waft_water_def* def) {
    bad_box = (waft_water_box_def){.low = {3.0f, 3.0f}, .high = {2.0f, 4.0f}, .level = 1.0f};
    def->boxes = &bad_box;
    def->box_count = 1;
}
static void gauge_outside(waft_water_def* def) {
    bad_gauge = (waft_gauge_def){"far", {11.0f, 1.0f}};
    def->gauges = &bad_gauge;
}
static void rain_of_nothing(waft_water_def* def) {
    def->rain.radius = -0.1f;
}
static void trains_on_a_grid(waft_water_def* def) {
    def->trains = test_trains;
    def->train_count = 1;
}
static void no_size(waft_water_def* def) {
    def->struct_size = 0;
}

static int verify_hostile(void) {
    static spoil_function* const spoils[] = {few_cells, negative_cells, many_cells, no_depth,
        infinite_size, no_density, odd_map, odd_depths, huge_depths, one_sided, still_maker,
        flat_maker, odd_edge, wide_sponge, odd_method, many_substeps, source_outside,
        source_array_missing, handle_outside, box_inside_out, gauge_outside, rain_of_nothing,
        trains_on_a_grid, no_size};
    const int count = (int)(sizeof(spoils) / sizeof(spoils[0]));
    verify_table table = verify_open("hostile-input");
    for (int kind = WAFT_WATER_IMPLICIT; kind <= WAFT_WATER_SWE; ++kind) {
        int refused = 0;
        waft_world_def world_def = waft_world_def_default();
        waft_world* world = NULL;
        waft_error error;
        if (waft_world_create(&world_def, &world, &error) != WAFT_OK) {
            return 1;
        }
        for (int n = 0; n < count; ++n) {
            waft_water_def def = lake_water_def((waft_water_method)kind);
            waft_water* water = NULL;
            spoils[n](&def);
            const waft_result result = waft_world_create_water(world, &def, &water);
            const bool clean = result == WAFT_ERR_ARGUMENT && water == NULL &&
                               waft_world_water(world) == NULL && waft_world_error(world)[0] != 0;
            refused += clean;
            if (!clean) {
                (void)fprintf(stderr, "  case %d was not refused\n", n);
            }
        }
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: defs refused with a sentence", names[kind]);
        (void)verify_near(&table, name, count, refused, 0.0);
        waft_world_destroy(world);
    }
    return verify_close(&table);
}

static void oblong_cells(waft_water_def* def) {
    def->method = WAFT_WATER_COLUMNS;
    def->cells[0] *= 2;
}
static void deep_columns(waft_water_def* def) {
    def->method = WAFT_WATER_COLUMNS;
    def->terrain = waft_terrain_def_default();
    def->depth = 4000.0f;
}
static void force_on_waves(waft_water_def* def) {
    *def = waft_water_def_default();
    handle_outside(def);
    bad_handle.at = (waft_vec2){1.0f, 1.0f};
}
static void train_of_no_period(waft_water_def* def) {
    static waft_train_def train;
    train = waft_train_def_default();
    train.period = -2.0f;
    *def = waft_water_def_default();
    def->trains = &train;
    def->train_count = 1;
}
static void train_of_no_amplitude(waft_water_def* def) {
    static waft_train_def train;
    train = waft_train_def_default();
    train.period = 2.0f;
    train.amplitude = -1.0f;
    *def = waft_water_def_default();
    def->trains = &train;
    def->train_count = 1;
}

static bool refuses(spoil_function* spoil) {
    waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    waft_water* water = NULL;
    waft_water_def def = lake_water_def(WAFT_WATER_COLUMNS);
    spoil(&def);
    CHECK(waft_world_create(&world_def, &world, NULL) == WAFT_OK);
    const bool clean = waft_world_create_water(world, &def, &water) == WAFT_ERR_ARGUMENT &&
                       water == NULL && waft_world_error(world)[0] != '\0';
    waft_world_destroy(world);
    return clean;
}

static bool refuses_step(double step) {
    waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    def.step = step;
    return waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT && world == NULL &&
           error.sentence[0] != '\0';
}

static bool refuses_stroke(waft_edit_kind kind) {
    waft_world* world = open_lake(WAFT_WATER_SWE, 1);
    waft_edit edit;
    memset(&edit, 0, sizeof(edit));
    edit.kind = kind;
    edit.brush = (waft_brush){{-0.5f, 1.0f}, 0.5f, 0.1f};
    const bool clean = waft_world_queue(world, &edit) == WAFT_ERR_ARGUMENT &&
                       strstr(waft_world_error(world), "brush.at") != NULL;
    waft_world_destroy(world);
    return clean;
}

static bool refuses_colours(void) {
    scratch files = scratch_make();
    const uint8_t pixels[4 * 4 * 4] = {0};
    const int32_t size[2] = {4, 4};
    waft_heightmap map;
    waft_error error = {.sentence = ""};
    const char* path = scratch_file(&files, "colours.png");
    const waft_result made = waft_png_write_picture(path, pixels, size, 16, &error);
    const waft_result read = waft_png_read_heights(path, NULL, &map, &error);
    const bool clean = made == WAFT_ERR_MISSING ||
                       (read == WAFT_ERR_PARSE && strstr(error.sentence, "16-bit grey") != NULL);
    scratch_remove(&files);
    return clean;
}

static bool refuses_channels(void) {
    waft_heightmap map;
    waft_error error = {.sentence = ""};
    const char* path = WAFT_SOURCE_DIR "/tests/scenes/bed.exr";
    return waft_exr_read_heights(path, NULL, NULL, &map, &error) == WAFT_ERR_PARSE &&
           strstr(error.sentence, "3 channels") != NULL;
}

static bool refuses_open_hull(void) {
    waft_mesh* mesh = mesh_from(tetra_points, 4, tetra_facets, 3, NULL);
    waft_hull_def def = waft_hull_def_default();
    waft_hull* hull = NULL;
    waft_error error = {.sentence = ""};
    def.shape = WAFT_HULL_MESH;
    def.mesh = mesh;
    def.density = 500.0;
    const bool clean =
        waft_hull_bake(&def, &hull, &error) == WAFT_ERR_MESH && hull == NULL && error.sentence[0];
    waft_mesh_destroy(mesh);
    return clean;
}

// What the kinds of a list share, said once. A state that is not finite is test_basin's.
static int verify_hostile_rest(void) {
    verify_table table = verify_open("hostile-input");
    const struct {
        const char* name;
        bool refused;
    } rows[] = {
        {"columns of unequal sides", refuses(oblong_cells)},
        {"a step over the limit of columns", refuses(deep_columns)},
        {"a force on waves", refuses(force_on_waves)},
        {"a train of period < 0", refuses(train_of_no_period)},
        {"a train of amplitude < 0", refuses(train_of_no_amplitude)},
        {"a step of 0 s", refuses_step(0.0)},
        {"a step of -1 s", refuses_step(-1.0)},
        {"a stroke outside", refuses_stroke(WAFT_EDIT_BRUSH)},
        {"ground raised outside", refuses_stroke(WAFT_EDIT_TERRAIN)},
        {"a PNG of colours", refuses_colours()},
        {"an EXR of several channels", refuses_channels()},
        {"a hull that is not closed", refuses_open_hull()},
    };
    for (size_t n = 0; n < sizeof(rows) / sizeof(rows[0]); ++n) {
        (void)verify_near(&table, rows[n].name, 1.0, rows[n].refused ? 1.0 : 0.0, 0.0);
    }
    return verify_close(&table);
}

int main(void) {
    int failures = verify_ledger() + verify_point_force() + verify_threads() + verify_replay();
    failures += verify_hostile() + verify_hostile_rest();
    return failures == 0 && test_failures == 0 ? 0 : 1;
}
