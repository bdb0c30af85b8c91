// SPDX-License-Identifier: MIT
// Detail in a run, over a cached run, with any number of threads: enhance-repeatable
// and enhance-inline (docs/spec/turbulence.md#enhance).
#include "../scratch.h"
#include "verify.h"

#include "base/hash.h"

#include <waft/export.h>
#include <waft/run.h>

#include <string.h>

static const char base_text[] =
    "waft: 1\n"
    "time: {duration: 0.6, fps: 20, step: 0.05}\n"
    "smoke:\n"
    "  cells: [16, 20, 16]\n"
    "  spacing: 0.05\n"
    "  sources: [{shape: {sphere: 0.12}, at: [0.4, 0.15, 0.4], temperature: 80}]\n"
    "solids: [{shape: {sphere: 0.1}, at: [[0, [0.4, 0.6, 0.4]], [0.6, [0.5, 0.6, 0.4]]]}]\n"
    "output: [{format: cache}]\n";

static const char look_text[] =
    "smoke.turbulence={refine: 2, follow: 0.3, strength: 0.6, hold: 0.08, "
    "bands: [{wavenumber: 10, deviation: 0.7}], bank: {size: 32, count: 4}, "
    "triggers: [{kind: vorticity, threshold: 0.1}, {kind: density, threshold: 0.01, width: 0.1}], "
    "intermittent: {burst: 6, calm: 2}}";

static void need(waft_result result, const char* sentence) {
    if (result != WAFT_OK) {
        (void)fprintf(stderr, "%s\n", sentence);
        exit(1);
    }
}

static waft_scene* load_text(const char* text, const char* const* sets, size_t set_count) {
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = set_count;
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    need(waft_diagnostics_create(NULL, &diagnostics), "no memory");
    const waft_result result =
        waft_scene_load_text("base.yaml", text, strlen(text), &options, diagnostics, &scene);
    const waft_diagnostic* first = waft_diagnostics_at(diagnostics, 0);
    need(result, first != NULL ? first->message : "the scene does not load");
    waft_diagnostics_destroy(diagnostics);
    return scene;
}

static waft_scene* load_look(const char* directory, const char* const* sets, size_t set_count) {
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = set_count;
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    waft_error error = {.sentence = ""};
    need(waft_diagnostics_create(NULL, &diagnostics), "no memory");
    const waft_result result =
        waft_run_load_scene(directory, &options, diagnostics, &scene, &error);
    const waft_diagnostic* first = waft_diagnostics_at(diagnostics, 0);
    need(result, first != NULL ? first->message : error.sentence);
    waft_diagnostics_destroy(diagnostics);
    return scene;
}

// Hash of what the fine smoke shows.
static uint64_t hash_fine(const waft_world* world) {
    const waft_smoke* smoke = waft_world_shown_smoke(world);
    static const int kinds[5] = {WAFT_SMOKE_DENSITY, WAFT_SMOKE_TEMPERATURE, WAFT_SMOKE_VELOCITY_X,
        WAFT_SMOKE_VELOCITY_Y, WAFT_SMOKE_VELOCITY_Z};
    uint64_t hash = WAFTI_HASH_START;
    for (int n = 0; n < 5; ++n) {
        const waft_field field = waft_smoke_field(smoke, kinds[n]);
        for (int32_t k = 0; k < field.size[2]; ++k) {
            for (int32_t j = 0; j < field.size[1]; ++j) {
                hash = wafti_hash(hash, field.data + j * field.stride[1] + k * field.stride[2],
                    (size_t)field.size[0] * sizeof(float));
            }
        }
    }
    return hash;
}

typedef struct sitting {
    int threads;
    int stop;  // steps after which the run is closed and resumed; -1: never
    int first; // frame
    int last;  // -1: the scene's
} sitting;

// Steps a run to its end; at the end `see` looks at it, if it is not NULL.
static uint64_t run_over(const waft_scene* scene, const char* directory, sitting how,
    void (*see)(const waft_world* world, void* user), void* user) {
    const int stop = how.stop;
    waft_error error = {.sentence = ""};
    waft_run* run = NULL;
    waft_run_def def = waft_run_def_default(scene, directory);
    waft_world_def world = waft_scene_world_def(scene);
    world.threads = how.threads;
    def.world = &world;
    def.first_frame = how.first;
    def.last_frame = how.last;
    need(waft_run_open(&def, &run, &error), error.sentence);
    for (int step = 0; !waft_run_done(run); ++step) {
        if (step == stop) {
            need(waft_run_checkpoint(run), waft_run_error(run));
            waft_run_close(run);
            def.mode = WAFT_RUN_RESUME;
            need(waft_run_open(&def, &run, &error), error.sentence);
            need(waft_run_get_progress(run).step == (uint64_t)step ? WAFT_OK : WAFT_ERR_PARSE,
                "the run does not go on from its checkpoint");
        }
        need(waft_run_step(run), waft_run_error(run));
    }
    need(waft_run_finish(run), waft_run_error(run));
    const uint64_t hash = hash_fine(waft_run_world(run));
    if (see != NULL) {
        see(waft_run_world(run), user);
    }
    waft_run_close(run);
    return hash;
}

static uint64_t run_to_end(const waft_scene* scene, const char* directory, int threads, int stop) {
    return run_over(scene, directory, (sitting){threads, stop, 0, -1}, NULL, NULL);
}

static uint64_t hash_files(const char* directory) {
    uint64_t hash = WAFTI_HASH_START;
    for (int frame = 0; frame <= 12; ++frame) {
        char path[256];
        size_t size = 0;
        (void)snprintf(path, sizeof(path), "%s/cache/smoke_%06d.wgc", directory, frame);
        char* bytes = scratch_read(path, &size);
        hash = wafti_hash(hash, bytes, size);
        waft_text_free(NULL, bytes);
    }
    char path[256];
    size_t size = 0;
    (void)snprintf(path, sizeof(path), "%s/run.json", directory);
    char* bytes = scratch_read(path, &size);
    hash = wafti_hash(hash, bytes, size);
    waft_text_free(NULL, bytes);
    return hash;
}

// ---- a later start

enum { START = 4 };

// The smoke's own cells or faces, linear between them, at a place of a fine grid twice as fine.
static double linear_at(const waft_field* field, const int fine[3], int across) {
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        double weight = 1.0;
        ptrdiff_t index = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const double at = axis == across ? 0.5 * fine[axis] : 0.5 * (fine[axis] + 0.5) - 0.5;
            const int low = (int)floor(at);
            const int high = (corner >> axis) & 1;
            weight *= high == 1 ? at - low : 1.0 - (at - low);
            index += (low + (at > low ? high : 0)) * field->stride[axis];
        }
        sum += weight * (double)field->data[index];
    }
    return sum;
}

typedef struct against_base {
    const char* path; // of the base's cached frame
    double density, flow, energy;
} against_base;

static double greatest_difference(const waft_field* fine, const waft_field* base, int across) {
    double greatest = 0.0;
    for (int k = 2; k < fine->size[2] - 2; ++k) {
        for (int j = 2; j < fine->size[1] - 2; ++j) {
            for (int i = 2; i < fine->size[0] - 2; ++i) {
                const int at[3] = {i, j, k};
                const double got =
                    (double)
                        fine->data[i * fine->stride[0] + j * fine->stride[1] + k * fine->stride[2]];
                greatest = verify_worse(greatest, fabs(got - linear_at(base, at, across)));
            }
        }
    }
    return greatest;
}

static void compare_with_base(const waft_world* world, void* user) {
    against_base* with = user;
    const waft_smoke* smoke = waft_world_shown_smoke(world);
    waft_error error = {.sentence = ""};
    waft_grid_cache* cache = NULL;
    need(waft_grid_cache_open(with->path, NULL, &cache, &error), error.sentence);
    static const char* const names[4] = {"density", "u", "v", "w"};
    for (int n = 0; n < 4; ++n) {
        waft_field base;
        need(waft_grid_cache_load(cache, waft_grid_cache_find(cache, names[n]), &base, &error),
            error.sentence);
        const waft_field fine =
            waft_smoke_field(smoke, n == 0 ? WAFT_SMOKE_DENSITY : WAFT_SMOKE_VELOCITY_X + n - 1);
        const double more = greatest_difference(&fine, &base, n - 1);
        with->density = n == 0 ? more : with->density;
        with->flow = n > 0 ? verify_worse(with->flow, more) : 0.0;
    }
    with->energy = waft_smoke_get_stats(smoke).kinetic_energy;
    waft_grid_cache_close(cache);
}

// A scene over the base that starts at a frame of it.
static waft_scene* load_start(const char* base_dir, const char* base_set, const char* more) {
    const char* const sets[] = {
        look_text, base_set, "output=[{format: vdb}]", "smoke.turbulence.start=4", more};
    return load_look(base_dir, sets, 5);
}

static void check_start(
    verify_table* table, const scratch* s, const char* base_dir, const char* base_set) {
    char directory[160];
    char path[256];
    waft_scene* scene = load_start(base_dir, base_set, "solids=[]");
    (void)snprintf(path, sizeof(path), "%s/cache/smoke_%06d.wgc", base_dir, START);
    (void)snprintf(directory, sizeof(directory), "%s/start", s->path);
    against_base with = {.path = path};
    (void)run_over(scene, directory, (sitting){2, -1, START, START}, compare_with_base, &with);
    (void)verify_near(table, "start at frame 4: density - base's", 0.0, with.density, 1e-6);
    (void)verify_near(table, "start at frame 4: u - U_f (m/s)", 0.0, with.flow, 1e-6);
    (void)verify_least(table, "start at frame 4: energy (J)", 1e-6, with.energy);
    waft_scene_destroy(scene);

    scene = load_start(base_dir, base_set, "seed=1");
    static const sitting ways[] = {
        {1, -1, START, 9}, {8, -1, START, 9}, {2, 2, START, 9}, {3, 4, START, 9}, {2, 7, START, 9}};
    uint64_t first = 0;
    for (size_t n = 0; n < sizeof(ways) / sizeof(ways[0]); ++n) {
        char name[64];
        (void)snprintf(directory, sizeof(directory), "%s/range_%zu", s->path, n);
        const uint64_t hash = run_over(scene, directory, ways[n], NULL, NULL);
        first = n == 0 ? hash : first;
        (void)snprintf(name, sizeof(name), "frames 4:9, %d threads, stop %d: differs",
            ways[n].threads, ways[n].stop);
        (void)verify_near(table, name, 0.0, hash != first, 0.0);
    }
    waft_scene_destroy(scene);
}

#if defined(WAFTI_HAVE_YAML)
static const bool reads_scenes = true;
#else
static const bool reads_scenes = false;
#endif

int main(void) {
    if (!reads_scenes) {
        (void)printf("this build reads no scenes, there is no run to enhance\n");
        return 0;
    }
    verify_table table = verify_open("enhance-repeatable");
    scratch s = scratch_make();
    char base_dir[128];
    (void)snprintf(base_dir, sizeof(base_dir), "%s/base", s.path);
    waft_scene* base = load_text(base_text, NULL, 0);
    (void)run_to_end(base, base_dir, 2, -1);
    waft_scene_destroy(base);
    const uint64_t before = hash_files(base_dir);

    char absolute[600];
    char real[512];
    need(realpath(base_dir, real) != NULL ? WAFT_OK : WAFT_ERR_IO, "no base directory");
    (void)snprintf(absolute, sizeof(absolute), "smoke.turbulence.base=\"%s\"", real);
    const char* const sets[] = {look_text, absolute, "output=[{format: vdb}]"};
    waft_scene* look = load_look(base_dir, sets, 3);
    uint64_t first = 0;
    static const int counts[4] = {1, 2, 3, 8};
    for (int n = 0; n < 4; ++n) {
        char directory[160];
        char name[64];
        (void)snprintf(directory, sizeof(directory), "%s/look_%d", s.path, n);
        const uint64_t hash = run_to_end(look, directory, counts[n], -1);
        first = n == 0 ? hash : first;
        (void)snprintf(name, sizeof(name), "enhanced with %d threads: differs", counts[n]);
        (void)verify_near(&table, name, 0.0, hash != first, 0.0);
    }
    char directory[160];
    (void)snprintf(directory, sizeof(directory), "%s/resumed", s.path);
    (void)verify_near(&table, "interrupted and resumed: differs", 0.0,
        run_to_end(look, directory, 2, 7) != first, 0.0);
    check_start(&table, &s, base_dir, absolute);
    (void)verify_near(&table, "base changed", 0.0, hash_files(base_dir) != before, 0.0);
    waft_scene_destroy(look);

    table.row = "enhance-inline";
    waft_scene* whole = load_text(base_text, sets, 1);
    (void)snprintf(directory, sizeof(directory), "%s/inline", s.path);
    (void)verify_near(&table, "inline differs from enhanced", 0.0,
        run_to_end(whole, directory, 2, -1) != first, 0.0);
    (void)snprintf(directory, sizeof(directory), "%s/inline_resumed", s.path);
    (void)verify_near(&table, "inline, interrupted and resumed: differs", 0.0,
        run_to_end(whole, directory, 3, 5) != first, 0.0);
    waft_scene_destroy(whole);
    scratch_remove(&s);
    const int failures = verify_close(&table);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
