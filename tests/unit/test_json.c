// SPDX-License-Identifier: MIT
#include <waft/scene.h>

#include "hooks.h"
#include "scene/params.h"
#include "scene_fixture.h"

static void test_arguments(void) {
    char* text = (char*)(void*)&text;
    CHECK(waft_scene_json(NULL, NULL, &text) == WAFT_ERR_ARGUMENT && text == NULL);
    CHECK(waft_scene_json(NULL, NULL, NULL) == WAFT_ERR_ARGUMENT);
    text = (char*)(void*)&text;
    CHECK(waft_scene_physics_json(NULL, NULL, &text) == WAFT_ERR_ARGUMENT && text == NULL);
    CHECK(waft_scene_physics_json(NULL, NULL, NULL) == WAFT_ERR_ARGUMENT);
}

#if defined(WAFTI_HAVE_YAML)

static const char* const base_scene = "waft: 1\n"
                                      "water:\n"
                                      "  trains: [{length: 2}]\n"
                                      "  gauges: [{name: g, at: [1, 1]}]\n"
                                      "  tracers: [{name: t, at: [1, 0, 1]}]\n"
                                      "output: [{format: png}]\n"
                                      "smoke:\n"
                                      "  cells: [8, 9, 10]\n"
                                      "  spacing: 1\n"
                                      "  sides: {bottom: open}\n"
                                      "  sources: [{shape: {sphere: 1}, at: [4, 4, 4]}]\n"
                                      "solids: [{shape: {sphere: 1}, at: [4, 4, 4]}]\n"
                                      "air: {winds: [{kind: gust}]}\n"
                                      "bodies: [{preset: coin}]\n";

// The JSON of the scene below, up to what concerns pictures.
#define PHYSICS                                                                                    \
    "{\"waft\":1,\"seed\":1,\"gravity\":[0,-9.81,0],"                                              \
    "\"time\":{\"duration\":4,\"fps\":30,\"step\":0.004,\"substeps\":1},"                          \
    "\"air\":{\"density\":1.204,\"viscosity\":1.50332226e-05,\"wind\":[0,0,0],"                    \
    "\"spin\":false,\"winds\":[]},\"medium\":{\"kind\":\"air\"},"                                  \
    "\"water\":{\"method\":\"waves\",\"origin\":[0,0],\"size\":[10,10],\"cells\":[128,128],"       \
    "\"level\":0,\"depth\":1,\"density\":998,\"terrain\":{\"kind\":\"flat\"},"                     \
    "\"mode\":\"gerstner\",\"orbit\":\"airy\",\"keep_level\":true,"                                \
    "\"refraction_amplitude\":true,\"breaking\":\"slide\",\"foam_life\":3,"                        \
    "\"spray\":{\"capacity\":0,\"amount\":200,\"efficiency\":0.5,\"threshold\":1},"                \
    "\"trains\":[{\"shape\":\"plane\",\"direction\":[1,0],\"amplitude\":0.1,\"period\":2,"         \
    "\"phase\":1.5707964}],\"gauges\":[],\"tracers\":[],"                                          \
    "\"paper\":{\"breaking\":\"standard\",\"scheme\":\"standard\",\"area\":\"depth\","             \
    "\"mean_flow\":false,\"dry_eps\":0}},\"solids\":[],\"bodies\":[],\"collisions\":false,"        \
    "\"tables\":{\"every\":1,\"bodies\":1,\"loads\":false,\"noise\":false},"                       \
    "\"output\":[{\"format\":\"obj\",\"every\":1,\"stride\":1}]"

static void test_whole(void) {
    static loaded l;
    load(&l, "waft: 1\nwater: {trains: [{period: 2, phase: 90 deg}]}\noutput: [{format: obj}]\n");
    char* json = NULL;
    CHECK(waft_scene_json(l.scene, NULL, &json) == WAFT_OK);
    CHECK_TEXT(json,
        PHYSICS ",\"camera\":{\"azimuth\":0.5235988,\"elevation\":0.34906584,"
                "\"distance\":0,\"fov\":0.6981317,\"projection\":\"perspective\"},"
                "\"render\":{\"size\":[1280,720],\"samples\":2,\"every\":1,\"pictures\":false,"
                "\"video\":false,\"background\":\"sky\",\"ground\":\"auto\",\"shadows\":true,"
                "\"sun\":{\"azimuth\":2.268928,\"elevation\":0.61086524},"
                "\"haze\":0.25,\"exposure\":0,"
                "\"water\":{\"edge\":\"auto\",\"clarity\":4,\"color\":[0.03,0.16,0.2],\"foam\":1,"
                "\"ripples\":0.3},\"liquid\":{\"style\":\"surface\"},\"smoke\":{\"density\":20,"
                "\"color\":[0.8,0.8,0.8],\"glow\":1,"
                "\"glow_from\":600},\"trails\":0,\"strobe\":0,\"tracer_radius\":0,\"gauges\":false,"
                "\"labels\":false,\"title\":false,\"clock\":false,\"axes\":false,"
                "\"scale_bar\":false}}");
    waft_text_free(NULL, json);
    CHECK(waft_scene_physics_json(l.scene, NULL, &json) == WAFT_OK);
    CHECK_TEXT(json, PHYSICS "}");
    waft_text_free(NULL, json);
    counting c = {.fail_at = 1};
    const waft_allocator allocator = counting_hook(&c);
    CHECK(waft_scene_json(l.scene, &allocator, &json) == WAFT_ERR_NO_MEMORY);
    CHECK(json == NULL && c.live == 0);
    unload(&l);
}

// Quantities that mean the same give the same text, and the text is itself a scene.
static void test_same_meaning(void) {
    static const char* const texts[] = {
        "waft: 1\nwater: {depth: 70 cm, size: [7 mm, 3 km]}\nair: {wind: [36 km/h, 0, 0]}\n",
        "waft: 1\nair: {wind: [10, 0, 0]}\nwater: {size: [0.007, 3000], depth: 0.7}\n",
    };
    static loaded l;
    char* json[3] = {NULL, NULL, NULL};
    for (size_t i = 0; i < 2; ++i) {
        load(&l, texts[i]);
        CHECK(waft_scene_json(l.scene, NULL, &json[i]) == WAFT_OK);
        unload(&l);
    }
    load(&l, json[0]);
    CHECK_TEXT(l.messages, "");
    CHECK(waft_scene_json(l.scene, NULL, &json[2]) == WAFT_OK);
    unload(&l);
    CHECK_TEXT(json[1], json[0]);
    CHECK_TEXT(json[2], json[0]);
    for (size_t i = 0; i < 3; ++i) {
        waft_text_free(NULL, json[i]);
    }
}

// A value of the row that is not its default, as it stands in a scene and in JSON.
static void other_value(const waft_param* param, char* buffer, size_t size) {
    const double low = param->low;
    const double middle =
        param->high - low > 8.0 ? (low < 0.0 ? 3.5 : low + 3.5) : low + 0.25 * (param->high - low);
    const int whole = (int)middle;
    wafti_words words;
    switch (param->type) {
    case WAFT_PARAM_BOOL:
        (void)snprintf(buffer, size, "%s", param->default_text[0] == 't' ? "false" : "true");
        break;
    case WAFT_PARAM_INT:
        (void)snprintf(buffer, size, "%d", low == param->high ? (int)low : whole);
        break;
    case WAFT_PARAM_INT2:
        (void)snprintf(buffer, size, "[%d,%d]", whole + 4, whole + 5);
        break;
    case WAFT_PARAM_INT3:
        (void)snprintf(buffer, size, "[%d,%d,%d]", whole + 4, whole + 5, whole + 6);
        break;
    case WAFT_PARAM_WORDS:
        (void)snprintf(buffer, size, "[\"density\",\"vorticity\"]");
        break;
    case WAFT_PARAM_REAL:
        (void)snprintf(buffer, size, "%g", middle);
        break;
    case WAFT_PARAM_REAL2:
        (void)snprintf(buffer, size, "[%g,%g]", middle, middle + 0.25);
        break;
    case WAFT_PARAM_REAL3:
        (void)snprintf(buffer, size, "[%g,%g,%g]", middle,
            param->low < 0.0 ? middle - 4.25 : middle, middle + 0.25);
        break;
    case WAFT_PARAM_CHOICE:
        wafti_words_split(&words, param->choices);
        (void)snprintf(buffer, size, "\"%s\"", words.list[words.count > 1 ? 1 : 0]);
        if (strstr(buffer, param->default_text) != NULL && words.count > 1) {
            (void)snprintf(buffer, size, "\"%s\"", words.list[0]);
        }
        break;
    default:
        (void)snprintf(
            buffer, size, "\"%s\"", param->type == WAFT_PARAM_FILE ? "bed.png" : "other");
        break;
    }
}

// "water.trains[].phase" becomes "water.trains[0].phase=..."
static void make_set(const char* path, const char* value, char* buffer, size_t size) {
    size_t length = 0;
    for (; *path != '\0' && length + 1 < size; ++path) {
        buffer[length++] = *path;
        if (*path == '[' && length + 1 < size) {
            buffer[length++] = '0'; // the first of each list
        }
    }
    (void)snprintf(buffer + length, size - length, "=%s", value);
}

// Rows whose value must fit others of the scene.
static const struct {
    const char* path;
    const char* value;
} bound_values[] = {
    {"gravity", "[0,-1.625,0]"},
    {"water.origin", "[-3.5,-3.75]"},
    {"water.level", "0.75"},
    {"water.terrain.low", "-3.5"},
    {"water.terrain.high", "-0.25"},
    {"water.terrain.middle", "-0.75"},
    {"water.terrain.center", "[0.5,0.75]"},
    {"water.terrain.from", "0.25"},
    {"water.terrain.bend", "0.75"},
    {"water.terrain.octaves", "7"},
    {"water.terrain.channel", "\"R\""},
    {"water.fill.channel", "\"R\""},
    {"water.tracers[].at", "[3.5,-0.75,3.75]"},
    {"water.paper.areas", "[0.25,0.125]"},
    {"output[].low", "-3.5"},
    {"smoke.turbulence.regions[].low", "[0,0.5,0.25]"},
    {"smoke.turbulence.regions[].high", "[8,8.5,8.25]"},
    {"smoke.turbulence.range", "[2,20]"},
    {"smoke.turbulence.file", "\"spectrum.csv\""},
    {"smoke.turbulence.bank.size", "48"},
    {"smoke.turbulence.refine", "2"},
    {"smoke.origin", "[3.5,2.5,1.5]"},
    {"smoke.sources[].shape.mesh", "\"cube.obj\""},
    {"solids[].shape.mesh", "\"cube.obj\""},
    {"solids[].felt_by", "[\"smoke\",\"bodies\"]"},
    {"liquid.blocks[].shape.mesh", "\"cube.obj\""},
    {"liquid.sinks[].shape.mesh", "\"cube.obj\""},
    {"smoke.sources[].start", "0.5"},
    {"smoke.sides.left.velocity", "[0,3.5,-0.75]"},
    {"smoke.sides.right.velocity", "[0,3.5,-0.75]"},
    {"smoke.sides.bottom.velocity", "[3.5,0,-0.75]"},
    {"smoke.sides.top.velocity", "[3.5,0,-0.75]"},
    {"smoke.sides.back.velocity", "[3.5,-0.75,0]"},
    {"smoke.sides.front.velocity", "[3.5,-0.75,0]"},
    {"bodies[].shape.dart", "[0.1,0.03,0.02]"},
    {"bodies[].shape.mesh", "\"cube.obj\""},
    {"bodies[].turbulence.grid", "[24,20,12]"},
    {"liquid.turbulence.bank.size", "32"},
    {"liquid.turbulence.range", "[2,20]"},
    {"liquid.turbulence.triggers[].solid", "0"},
    {"render.haze", "0.75"},
};

// Rows that have an effect only beside another.
static const struct {
    const char* path;
    const char* set;
} companions[] = {
    {"liquid.spray", "water.method=columns"},
    {"liquid.spray", "water.spray.capacity=100"},
    {"smoke.sources[].shape.scale", "smoke.sources[0].shape={mesh: cube.obj}"},
    {"smoke.sources[].shape.flip",
        "smoke.sources[0].shape={mesh: ../meshes/broken/inside_out.obj}"},
    {"smoke.sources[].shape.object", "smoke.sources[0].shape={mesh: cube.obj}"},
    {"solids[].shape.scale", "solids[0].shape={mesh: cube.obj}"},
    {"solids[].shape.flip", "solids[0].shape={mesh: ../meshes/broken/inside_out.obj}"},
    {"solids[].shape.object", "solids[0].shape={mesh: cube.obj}"},
    {"liquid.blocks[].shape.scale", "liquid.blocks[0].shape={mesh: cube.obj}"},
    {"liquid.blocks[].shape.flip",
        "liquid.blocks[0].shape={mesh: ../meshes/broken/inside_out.obj, scale: 6}"},
    {"liquid.blocks[].shape.object", "liquid.blocks[0].shape={mesh: cube.obj}"},
    {"liquid.sinks[].shape.scale", "liquid.sinks[0].shape={mesh: cube.obj}"},
    {"liquid.sinks[].shape.flip", "liquid.sinks[0].shape={mesh: ../meshes/broken/inside_out.obj}"},
    {"liquid.sinks[].shape.object", "liquid.sinks[0].shape={mesh: cube.obj}"},
    {"bodies[].shape.scale", "bodies[0].shape={mesh: cube.obj}"},
    {"bodies[].shape.flip", "bodies[0].shape={mesh: ../meshes/broken/inside_out.obj}"},
    {"bodies[].shape.object", "bodies[0].shape={mesh: cube.obj}"},
    {"bodies[].shape.shell", "bodies[0].shape={mesh: cube.obj}"},
    {"bodies[].gust.speed", "bodies[0].gust={rate: 20}"},
    {"bodies[].scatter.low", "bodies[0].scatter={high: [9, 9, 9]}"},
    {"bodies[].scatter.high", "bodies[0].scatter={low: [-9, -9, -9]}"},
    {"medium.reaction", "water.method=columns"},
    {"smoke.turbulence.texture_frames", "smoke.turbulence.refine=2"},
    {"smoke.turbulence.start", "smoke.turbulence.base=base"},
    {"water.spray.amount", "water.method=waves"},
    {"water.fill.deepest", "water.fill={file: bed.png}"},
    {"water.fill.channel", "water.fill={file: depths.exr}"},
    {"water.terrain.channel", "water.terrain.file=bed.exr"},
    {"water.sources[].impulse", "water.method=implicit"},
    {"water.paper.scheme", "water.method=implicit"},
    {"water.paper.area", "water.method=columns"},
    {"water.paper.area", "water.paper.areas=[1, 1]"},
    {"water.paper.areas", "water.method=columns"},
    {"water.paper.mean_flow", "water.method=columns"},
    {"water.paper.dry_eps", "water.method=implicit"},
};

#define A_LIQUID                                                                                   \
    "liquid={spacing: 1, max_particles: 9999, method: dfsph, "                                     \
    "domain: {low: [-20, -20, -20], high: [20, 20, 20]}"
#define STIRRED(more_)                                                                             \
    A_LIQUID                                                                                       \
    ", turbulence: {period: 30, bands: [{wavenumber: 2}], bank: {size: 24, count: 1}, " more_ "}}"
#define A_BALL "{shape: {sphere: 3}, at: [9, 9, 9]}"

// Lists and groups that the base scene has not, with what their items need; the first that fits.
static const struct {
    const char* row;
    const char* set;
} lists[] = {
    {"smoke.sources[].shape.", "smoke.sources=[{at: [4, 4, 4]}]"},
    {"solids[].shape.", "solids=[{at: [4, 4, 4]}]"},
    {"liquid.blocks[].shape.", A_LIQUID ", blocks: [{at: [9, 9, 9]}]}"},
    {"liquid.sinks[].shape.", A_LIQUID ", sinks: [{at: [9, 9, 9]}]}"},
    {"solids[].poses[]", "solids=[{shape: {sphere: 1}, poses: [{time: 0, at: [4, 4, 4]}]}]"},
    {"smoke.turbulence.triggers[].mask.size",
        "smoke.turbulence={triggers: [{kind: mask, mask: {shape: box, center: [4, 4, 4], size: [1, "
        "1, 1]}}]}"},
    {"smoke.turbulence.triggers[].mask.shape",
        "smoke.turbulence={triggers: [{kind: mask, mask: {shape: box, center: [4, 4, 4], size: [1, "
        "1, 1]}}]}"},
    {"smoke.turbulence.bands[].scale", "smoke.turbulence={bands: [{scale: 2}]}"},
    {"smoke.turbulence.triggers[].reach",
        "smoke.turbulence={triggers: [{kind: distance, reach: 1}]}"},
    {"smoke.turbulence.triggers[].mask.file",
        "smoke.turbulence={triggers: [{kind: mask, mask: {file: bed.png}}]}"},
    {"smoke.turbulence.triggers[].mask.axis",
        "smoke.turbulence={triggers: [{kind: mask, mask: {file: bed.png}}]}"},
    {"smoke.turbulence.triggers[].mask", "smoke.turbulence={triggers: [{kind: mask, mask: {shape: "
                                         "sphere, center: [4, 4, 4], radius: 1}}]}"},
    {"smoke.turbulence.triggers[].solid",
        "smoke.turbulence={triggers: [{kind: distance, reach: 1}]}"},
    {"smoke.turbulence.triggers[]", "smoke.turbulence={triggers: [{kind: vorticity}]}"},
    {"smoke.turbulence.regions[]",
        "smoke.turbulence={regions: [{low: [0, 0, 0], high: [8, 8, 8]}]}"},
    {"smoke.turbulence.bands[]", "smoke.turbulence={bands: [{wavenumber: 8}]}"},
    {"smoke.turbulence.points[]", "smoke.turbulence={law: table, points: [{wavenumber: 2, energy: "
                                  "1}, {wavenumber: 9, energy: 1}]}"},
    {"water.boxes[]", "water.boxes=[{low: [0, 0], high: [9, 9], level: 0.5}]"},
    {"water.sources[]", "water.sources=[{center: [1, 1]}]"},
    {"water.handles[].most", "water.handles=[{kind: hold, at: [1, 1], level: 0.5}]"},
    {"water.handles[].kind", "water.handles=[{at: [1, 1], level: 0.5}]"},
    {"water.handles[]", "water.handles=[{at: [1, 1]}]"},
    {"water.strokes[]", "water.strokes=[{at: [1, 1]}]"},
    {"liquid.blocks[]", A_LIQUID ", blocks: [{shape: {box: [14, 14, 14]}, at: [-2, -2, -2]}]}"},
    {"liquid.emitters[]", A_LIQUID ", emitters: [{center: [9, 9, 9], radius: 3}]}"},
    {"liquid.sinks[]", A_LIQUID ", sinks: [{shape: {box: [14, 14, 14]}, at: [-2, -2, -2]}]}"},
    {"liquid.turbulence.triggers[].mask.size",
        STIRRED("triggers: [{kind: mask, mask: {shape: box}}]")},
    {"liquid.turbulence.triggers[].mask.shape",
        STIRRED("triggers: [{kind: mask, mask: {shape: box}}]")},
    {"liquid.turbulence.triggers[].mask",
        STIRRED("triggers: [{kind: mask, mask: {shape: sphere}}]")},
    {"liquid.turbulence.triggers[].solid",
        A_LIQUID ", turbulence: {period: 30, bands: [{wavenumber: 2}], "
                 "bank: {size: 24}, triggers: [{kind: distance}]}}"},
    {"liquid.turbulence.triggers[]", STIRRED("triggers: [{kind: speed}]")},
    {"liquid.turbulence.bands[].scale",
        A_LIQUID ", turbulence: {period: 30, bands: [{scale: 8}], bank: {size: 24, count: 1}}}"},
    {"liquid.turbulence.range",
        A_LIQUID ", turbulence: {period: 30, law: power, bank: {count: 1}}}"},
    {"liquid.turbulence.exponent",
        A_LIQUID ", turbulence: {period: 30, law: power, bank: {count: 1}}}"},
    {"liquid.turbulence.points[]",
        A_LIQUID ", turbulence: {period: 30, law: table, points: [{wavenumber: 2, energy: 1}, "
                 "{wavenumber: 9, energy: 1}], bank: {count: 1}}}"},
    {"liquid.turbulence", STIRRED("blend: 0")},
    {"liquid.", A_LIQUID "}"},
};

enum { MOST_SETS = 8, SET_SIZE = 320 };

typedef struct overrides {
    char texts[MOST_SETS][SET_SIZE];
    const char* list[MOST_SETS];
    size_t count;
} overrides;

static char* next_set(overrides* sets) {
    sets->list[sets->count] = sets->texts[sets->count];
    return sets->texts[sets->count++];
}

// What must be so that a row applies, and what holds it.
static void meet_conditions(overrides* sets, const wafti_param* row) {
    wafti_condition condition;
    const wafti_param* parent = wafti_param_parent(row);
    if (parent != NULL) {
        meet_conditions(sets, parent);
    }
    for (size_t i = 0; wafti_param_condition(row, i, &condition); ++i) {
        // The last method that will do: swe has every kind of edge.
        const bool method = strcmp(wafti_param_key(condition.decides), "method") == 0;
        const char* word = condition.choices.list[method ? condition.choices.count - 1 : 0];
        make_set(condition.decides->shown.path, word, next_set(sets), SET_SIZE);
    }
}

static void check_row(const wafti_param* row) {
    char value[64];
    static overrides sets;
    sets.count = 0;
    wafti_condition condition;
    const bool decided = wafti_param_condition(row, 0, &condition);
    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); ++i) {
        if (sets.count == 0 && strncmp(row->shown.path, lists[i].row, strlen(lists[i].row)) == 0) {
            (void)snprintf(next_set(&sets), SET_SIZE, "%s", lists[i].set);
        }
    }
    if (decided && strncmp(row->shown.path, "smoke.s", 7) == 0 &&
        strstr(row->shown.path, ".speed") == NULL &&
        strcmp(wafti_param_key(condition.decides), "kind") == 0 &&
        strcmp(condition.choices.list[0], "inflow") == 0) {
        char side[40];
        (void)snprintf(side, sizeof(side), "%.*s", (int)(strlen(condition.decides->shown.path) - 5),
            condition.decides->shown.path);
        make_set(side, "{kind: inflow, speed: 2}", next_set(&sets), SET_SIZE);
    } else {
        meet_conditions(&sets, row);
    }
    for (size_t i = 0; i < sizeof(companions) / sizeof(companions[0]); ++i) {
        if (strcmp(row->shown.path, companions[i].path) == 0) {
            (void)snprintf(next_set(&sets), SET_SIZE, "%s", companions[i].set);
        }
    }
    if (strstr(row->shown.path, "sides.") != NULL && strstr(row->shown.path, ".velocity") != NULL &&
        decided) {
        (void)snprintf(next_set(&sets), SET_SIZE, "%.*s.slip=none",
            (int)(strrchr(row->shown.path, '.') - row->shown.path), row->shown.path);
    }
    if (strstr(row->shown.path, "trains[].period") != NULL ||
        strstr(row->shown.path, "trains[].wavenumber") != NULL) {
        (void)snprintf(next_set(&sets), SET_SIZE, "water.trains=[{}]");
    }
    other_value(&row->shown, value, sizeof(value));
    for (size_t i = 0; i < sizeof(bound_values) / sizeof(bound_values[0]); ++i) {
        if (strcmp(row->shown.path, bound_values[i].path) == 0) {
            (void)snprintf(value, sizeof(value), "%s", bound_values[i].value);
        }
    }
    if (!CHECK(strcmp(value, row->shown.default_text) != 0)) {
        (void)fprintf(stderr, "  row %s\n", row->shown.path);
    }
    make_set(row->shown.path, value, next_set(&sets), SET_SIZE);
    char part[128];
    (void)snprintf(part, sizeof(part), "\"%s\":%s", wafti_param_key(row), value);
    if (!CHECK(json_holds(base_scene, sets.list, sets.count, part))) {
        (void)fprintf(stderr, "  row %s\n", row->shown.path);
    }
}

// What stands in the place of other keys leaves them out.
static void test_exclusion(void) {
    static loaded l;
    char* json = NULL;
    load(&l, "waft: 1\nwater: {}\ncamera: {from: [[0, [1, 2, 3]], [4, [5, 6, 7]]]}\n");
    CHECK(waft_scene_json(l.scene, NULL, &json) == WAFT_OK);
    CHECK(strstr(json, "\"camera\":{\"from\":[[0,[1,2,3]],[4,[5,6,7]]],"
                       "\"fov\":0.6981317,\"projection\":\"perspective\"}") != NULL);
    waft_text_free(NULL, json);
    unload(&l);
}

static void test_every_row(void) {
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        const waft_param_type type = row->shown.type;
        const bool picture = type == WAFT_PARAM_FILE;
#if defined(WAFTI_HAVE_PNG)
        const bool skipped = false;
#else
        const bool skipped = picture;
#endif
        (void)picture;
        if (type != WAFT_PARAM_GROUP && type != WAFT_PARAM_LIST && !skipped) {
            check_row(row);
        }
    }
}

static const test_case cases[] = {
    {"misuse", test_arguments},
    {"the whole scene", test_whole},
    {"same meaning, same text", test_same_meaning},
    {"one key in place of others", test_exclusion},
    {"every row can be set and is seen", test_every_row},
};

#else

static const test_case cases[] = {{"misuse", test_arguments}};

#endif
TEST_MAIN(cases)
