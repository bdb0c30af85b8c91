// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "scene/scene.h"
#include "scene_fixture.h"
#include "scratch.h"

static void test_arguments(void) {
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = (waft_scene*)(void*)&diagnostics;
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    CHECK(waft_scene_load_text(NULL, "", 0, NULL, diagnostics, &scene) == WAFT_ERR_ARGUMENT);
    CHECK(scene == NULL);
    CHECK(waft_scene_load_text("x", NULL, 1, NULL, diagnostics, &scene) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_load_text("x", "", 0, NULL, NULL, &scene) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_load_text("x", "", 0, NULL, diagnostics, NULL) == WAFT_ERR_ARGUMENT);
    waft_scene_options options = {0};
    CHECK(waft_scene_load_text("x", "", 0, &options, diagnostics, &scene) == WAFT_ERR_ARGUMENT);
    options = waft_scene_options_default();
    options.set_count = 1;
    CHECK(waft_scene_load_text("x", "", 0, &options, diagnostics, &scene) == WAFT_ERR_ARGUMENT);
    const char* none = NULL;
    options.sets = &none;
    CHECK(waft_scene_load_text("x", "", 0, &options, diagnostics, &scene) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_load_file(NULL, NULL, diagnostics, &scene) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_load_file("x", NULL, NULL, &scene) == WAFT_ERR_ARGUMENT);
    CHECK(waft_scene_load_file("x", NULL, diagnostics, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_diagnostics_count(diagnostics) == 0);
    waft_diagnostics_destroy(diagnostics);
    waft_scene_destroy(NULL);
    CHECK_TEXT(waft_scene_title(NULL), "");
    CHECK(waft_scene_directory(NULL) == NULL && waft_scene_base(NULL, NULL) == NULL);
    CHECK(waft_scene_seed(NULL) == 0 && waft_scene_output_count(NULL) == 0);
    CHECK(waft_scene_table_interval(NULL) == 1 && waft_scene_get_time(NULL).frame_count == 1);
    CHECK(waft_scene_output(NULL, 0).every == 1);
}

static void test_missing_file(void) {
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    CHECK(waft_scene_load_file("no/such.yaml", NULL, diagnostics, &scene) == WAFT_ERR_IO);
    CHECK(scene == NULL && waft_diagnostics_count(diagnostics) == 1);
    const waft_diagnostic* d = waft_diagnostics_at(diagnostics, 0);
    CHECK_TEXT(d->file, "no/such.yaml");
    CHECK(d->line == 0 && strstr(d->message, "No such file") != NULL);
    CHECK(strstr(d->message, "no/such.yaml") == NULL);
    waft_diagnostics_destroy(diagnostics);
}

static void test_too_long(void) {
    static char text[(1 << 20) + 2];
    memset(text, '#', sizeof(text) - 1);
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    CHECK(waft_scene_load_text("x", text, sizeof(text) - 1, NULL, diagnostics, &scene) ==
          WAFT_ERR_PARSE);
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 0)->message,
        "the scene is 1048577 bytes long; at most 1048576 are read");
    waft_diagnostics_destroy(diagnostics);
}

#if defined(WAFTI_HAVE_YAML)

static void test_accessors(void) {
    static loaded l;
    load(&l,
        "waft: 1\ntitle: Sea\nseed: 42\ntime: {duration: 2, fps: 24, step: 0.01}\n"
        "water: {spray: {capacity: 5}}\ntables: {every: 3}\n"
        "output:\n  - {format: png, low: -1, high: 2}\n  - {format: pc2, stride: 4, every: 2}\n");
    CHECK(l.result == WAFT_OK);
    CHECK_TEXT(waft_scene_title(l.scene), "Sea");
    CHECK(waft_scene_directory(l.scene) != NULL && waft_scene_base(l.scene, NULL) == NULL);
    CHECK(waft_scene_seed(l.scene) == 42 && waft_scene_table_interval(l.scene) == 3);
    const waft_scene_time time = waft_scene_get_time(l.scene);
    CHECK(time.frame_count == 49 && time.steps_per_frame == 5);
    CHECK_NEAR(time.step, 1.0 / 120.0, 1e-15);
    CHECK(waft_scene_output_count(l.scene) == 2);
    CHECK(waft_scene_output(l.scene, 0).format == WAFT_OUTPUT_PNG);
    CHECK_NEAR(waft_scene_output(l.scene, 0).high, 2.0, 0.0);
    CHECK(waft_scene_output(l.scene, 1).stride == 4 && waft_scene_output(l.scene, 1).every == 2);
    unload(&l);
}

static void test_time(void) {
    static const struct {
        const char* text;
        int steps, frames;
    } cases[] = {
        {"waft: 1\nwater: {}\ntime: {duration: 4, fps: 30, step: 0.004}\n", 9, 121},
        {"waft: 1\nwater: {}\ntime: {duration: 1, fps: 10, step: 0.02}\n", 5, 11},
        {"waft: 1\nwater: {}\ntime: {duration: 1, fps: 25, step: 0.01}\n", 4, 26},
        {"waft: 1\nwater: {}\ntime: {duration: 0.1, fps: 30, step: 1}\n", 1, 4},
        {"waft: 1\nwater: {}\ntime: {duration: 1 ms, fps: 30, step: 1}\n", 1, 1},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        static loaded l;
        load(&l, cases[i].text);
        const waft_scene_time time = waft_scene_get_time(l.scene);
        CHECK(time.steps_per_frame == cases[i].steps && time.frame_count == cases[i].frames);
        unload(&l);
    }
}

// A byte order mark and Windows line ends are not problems.
static void test_encodings(void) {
    static loaded l;
    load(&l, "\xEF\xBB\xBFwaft: 1\r\ntitle: h\xC3\xB6he\r\nwater: {}\r\n");
    CHECK_TEXT(l.messages, "");
    CHECK_TEXT(waft_scene_title(l.scene), "h\xC3\xB6he");
    unload(&l);
    load(&l, "\xEF\xBB\xBFwatf: 1\n");
    CHECK_TEXT(waft_diagnostics_at(l.diagnostics, 0)->source_line, "watf: 1");
    CHECK(waft_diagnostics_at(l.diagnostics, 0)->length == 4);
    unload(&l);
}

// Deep nesting ends at the first bracket too many, not at the last of them.
static void test_many_brackets(void) {
    static char text[100001];
    static loaded l;
    memset(text, '[', sizeof(text) - 1);
    load(&l, text);
    CHECK_TEXT(l.messages, "1:65: lists and mappings are nested more than 64 deep\n");
    unload(&l);
}

// Loads with the n-th allocation failing, for every n until it succeeds.
static void fail_at_every_call(const char* text, const waft_scene_options* base, waft_result want) {
    counting c = {0};
    waft_scene_options options = *base;
    options.allocator = counting_hook(&c);
    waft_result result = WAFT_ERR_NO_MEMORY;
    long tries = 0;
    while (result == WAFT_ERR_NO_MEMORY && tries < 1000) {
        c = (counting){.fail_at = ++tries};
        waft_diagnostics* diagnostics = NULL;
        waft_scene* scene = NULL;
        result = waft_diagnostics_create(&options.allocator, &diagnostics);
        if (result == WAFT_OK) {
            result = waft_scene_load_text(WAFT_SOURCE_DIR "/tests/scenes/memory.yaml", text,
                strlen(text), &options, diagnostics, &scene);
        }
        CHECK((scene != NULL) == (result == WAFT_OK));
        waft_scene_destroy(scene);
        waft_diagnostics_destroy(diagnostics);
        CHECK(c.live == 0 && c.bytes == 0);
    }
    CHECK(result == want);
    CHECK(tries > 4);
}

// Heights of an EXR are m, whatever low and high would be.
static void test_exr_maps(void) {
    static loaded l;
    load(&l, "waft: 1\nwater:\n  method: swe\n  terrain: {kind: map, file: bed.exr, channel: G}\n"
             "  fill: {file: depths.exr, channel: R}\n");
    CHECK_TEXT(l.messages, "");
    if (l.scene != NULL) {
        const waft_water_def* def = &l.scene->water;
        CHECK(def->terrain.map_size[0] == 12 && def->terrain.map_size[1] == 10);
        CHECK_NEAR(def->terrain.map[0], -1.5, 1e-6);
        CHECK_NEAR(def->terrain.map[12 * 10 - 1], -1.5 + 0.05 * 11 + 0.01 * 9, 1e-6);
        CHECK(def->depth_size[0] == 4 && def->depth_size[1] == 4);
        CHECK_NEAR(def->depth_map[5], 1.56, 1e-6);
    }
    unload(&l);
    load(&l, "waft: 1\nwater: {method: swe, fill: {file: bed.exr, channel: G}}\n");
    CHECK(strstr(l.messages, "depths are finite, 0 to") != NULL);
    unload(&l);
}

static void test_memory(void) {
    const char* text = "waft: 1\ntitle: x\nair: {wind: [[0, [0, 0, 0]], [1, [1, 0, 0]]]}\nwater:\n"
#if defined(WAFTI_HAVE_PNG)
                       "  terrain: {kind: map, file: bed.png, low: -2, high: -1}\n"
#endif
                       "  tracers: [{name: t, at: [1, -0.1, 1]}]\npreview: {water.cells: [8, 8]}\n"
                       "output: [{format: png}]\n";
    static char gauges[8192];
    int used = snprintf(gauges, sizeof(gauges), "water.gauges=[");
    for (int i = 0; i < 150; ++i) {
        used += snprintf(gauges + used, sizeof(gauges) - (size_t)used, "{name: g%d, at: [1, 1]}%s",
            i, i < 149 ? ", " : "]");
    }
    const char* const sets[] = {"water.level=1 cm", gauges};
    waft_scene_options options = waft_scene_options_default();
    options.sets = sets;
    options.set_count = 2;
    fail_at_every_call(text, &options, WAFT_OK);
    options.quality = WAFT_QUALITY_PREVIEW;
    fail_at_every_call(text, &options, WAFT_OK);
    fail_at_every_call(
        "waft: 1\nwater: {terrain: {kind: map, file: bed.exr, channel: R}}\n", &options, WAFT_OK);
    fail_at_every_call("waft: 2\nwatr: {}\n", &options, WAFT_ERR_PARSE);
    fail_at_every_call("waft: [\n", &options, WAFT_ERR_PARSE);
}

static void test_memory_limit(void) {
    static loaded l;
    waft_scene_options options = waft_scene_options_default();
    options.max_memory = UINT64_C(1) << 20;
    load_with(&l, "waft: 1\nwater:\n  cells: [1024, 1024]\n", &options);
    CHECK(strncmp(l.messages, "3:10: the scene needs about ", 28) == 0);
    CHECK(strstr(l.messages, " MiB, most of it for water.cells, but the limit is 1 MiB\n") != NULL);
    unload(&l);
    load_with(&l, "waft: 1\nwater:\n  spray: {capacity: 1000000}\n", &options);
    CHECK(strncmp(l.messages, "3:21: the scene needs about ", 28) == 0);
    CHECK(strstr(l.messages, "most of it for water.spray.capacity") != NULL);
    unload(&l);
    load_with(&l, "waft: 1\nwater: {cells: [16, 16]}\n", &options);
    CHECK(l.result == WAFT_OK);
    unload(&l);
    static const struct {
        uint64_t limit;
        const char* end;
    } limits[] = {
        {1, " but the limit is 1 B\n"},
        {1024, " but the limit is 1 KiB\n"},
        {1536, " but the limit is 1.5 KiB\n"},
        {UINT64_C(1) << 20, " but the limit is 1 MiB\n"},
        {(UINT64_C(5) << 30) / 4, " but the limit is 1.2 GiB\n"},
    };
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); ++i) {
        options.max_memory = limits[i].limit;
        load_with(&l, "waft: 1\nwater: {cells: [4096, 4096], terrain: {kind: bump}}\n", &options);
        CHECK(strstr(l.messages, " GiB, most of it for water.cells,") != NULL);
        CHECK(strstr(l.messages, limits[i].end) != NULL);
        unload(&l);
    }
}

#if defined(WAFTI_HAVE_PNG)
static uint64_t hash_with_map(scratch* place, float bump) {
    float heights[16] = {[5] = bump};
    const waft_field field = {
        .data = heights, .size = {4, 1, 4}, .stride = {1, 4, 4}, .spacing = {1.0f, 1.0f, 1.0f}};
    static const char text[] = "waft: 1\nwater:\n  terrain: {kind: map, file: bed.png, low: -2, "
                               "high: -1}\n  trains: [{length: 1}]\n";
    waft_error error;
    CHECK(waft_png_write_heights(
              scratch_file(place, "bed.png"), &field, 0.0f, 1.0f, NULL, &error) == WAFT_OK);
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    CHECK(waft_scene_load_text(scratch_file(place, "s.yaml"), text, sizeof(text) - 1, NULL,
              diagnostics, &scene) == WAFT_OK);
    const uint64_t hash = waft_scene_files_hash(scene);
    waft_scene_destroy(scene);
    waft_diagnostics_destroy(diagnostics);
    return hash;
}

static void test_files_hash(void) {
    scratch place = scratch_make();
    const uint64_t flat = hash_with_map(&place, 0.0f);
    CHECK(flat != 0);
    CHECK(hash_with_map(&place, 0.0f) == flat);
    CHECK(hash_with_map(&place, 0.5f) != flat);
    CHECK(waft_scene_files_hash(NULL) == 0);
    scratch_remove(&place);
}
#endif

static const test_case cases[] = {
    {"misuse is refused", test_arguments},
    {"a missing file is one problem", test_missing_file},
    {"a scene has a greatest size", test_too_long},
#if defined(WAFTI_HAVE_PNG)
    {"the files' hash sees their content", test_files_hash},
#endif
    {"accessors", test_accessors},
    {"frames are cut into equal steps", test_time},
    {"byte order mark and Windows line ends", test_encodings},
    {"a hundred thousand brackets", test_many_brackets},
    {"maps from EXR files", test_exr_maps},
    {"memory fails at every call", test_memory},
    {"the memory limit names what takes it", test_memory_limit},
};

#else

static const test_case cases[] = {
    {"misuse is refused", test_arguments},
    {"a missing file is one problem", test_missing_file},
    {"a scene has a greatest size", test_too_long},
};

#endif
TEST_MAIN(cases)
