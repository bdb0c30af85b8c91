// SPDX-License-Identifier: MIT
#include <string.h>

#include "test.h"

#include <waft/waft.h>

// Three versions of one struct.
typedef struct early {
    uint32_t struct_size;
    int32_t a;
} early;

typedef struct present {
    uint32_t struct_size;
    int32_t a;
    double b;
} present;

typedef struct late {
    uint32_t struct_size;
    int32_t a;
    double b;
    int64_t c;
} late;

static const present defaults = {.a = 1, .b = 2.0};

static waft_result take(const void* given, present* out, waft_error* error) {
    *out = defaults;
    return waft_struct_take(out, sizeof(*out), given, "waft_smoke_def", error);
}

static void reads_end_where_the_caller_ends(void) {
    struct {
        early info;
        uint32_t guard;
    } old = {{0}, 0xABCD};
    waft_struct_fill(&old.info, sizeof(old.info), &defaults, sizeof(defaults));
    CHECK(old.info.struct_size == sizeof(early) && old.info.a == 1 && old.guard == 0xABCD);
    late young = {.c = 7};
    waft_struct_fill(&young, sizeof(young), &defaults, sizeof(defaults));
    CHECK(young.struct_size == sizeof(late) && young.a == 1 && young.b == 2.0 && young.c == 0);
    present same = {.a = 9};
    waft_struct_read(&same, sizeof(same), &defaults, sizeof(defaults));
    CHECK(same.struct_size == defaults.struct_size && same.a == 1 && same.b == 2.0);
}

static void short_structs_get_defaults(void) {
    present got;
    const early old = {sizeof(early), 5};
    CHECK(take(&old, &got, NULL) == WAFT_OK);
    CHECK(got.struct_size == sizeof(present) && got.a == 5 && got.b == 2.0);
    const present same = {sizeof(present), 6, 7.0};
    CHECK(take(&same, &got, NULL) == WAFT_OK && got.a == 6 && got.b == 7.0);
}

static void long_structs_must_end_in_zeros(void) {
    present got;
    waft_error error = {.sentence = ""};
    late young = {sizeof(late), 5, 6.0, 0};
    CHECK(take(&young, &got, &error) == WAFT_OK);
    CHECK(got.struct_size == sizeof(present) && got.a == 5 && got.b == 6.0);
    young.c = 1;
    CHECK(take(&young, &got, &error) == WAFT_ERR_ARGUMENT && got.a == 1);
    CHECK_TEXT(error.sentence,
        "the waft_smoke_def has 24 bytes, and byte 16 is set, but waft 0.1.0 knows 16 of them: the "
        "program was compiled with the headers of a later version");
}

static void others_are_refused(void) {
    present got;
    waft_error error = {.sentence = ""};
    const char* sentence =
        "the waft_smoke_def was not initialised: start from waft_smoke_def_default()";
    static const uint32_t sizes[] = {0, 1, 4, 10, 17, 68, 0x57A701, UINT32_MAX};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        const present given = {sizes[i], 5, 6.0};
        CHECK(take(&given, &got, &error) == WAFT_ERR_ARGUMENT && got.a == 1);
        CHECK_TEXT(error.sentence, sentence);
    }
    CHECK(take(NULL, &got, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "the waft_smoke_def is NULL: start from waft_smoke_def_default()");
}

// ---- every call that takes one

static waft_world* world_with_all(void) {
    waft_world* world = NULL;
    const waft_world_def def = waft_world_def_default();
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    waft_smoke_def smoke_def = waft_smoke_def_default();
    for (int axis = 0; axis < 3; ++axis) {
        smoke_def.cells[axis] = 8;
    }
    waft_smoke* smoke = NULL;
    CHECK(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_OK);
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    waft_liquid_def liquid_def = waft_liquid_def_default();
    liquid_def.max_particles = 1000;
    liquid_def.spacing = 0.1f;
    liquid_def.high = (waft_vec3){1.0f, 1.0f, 1.0f};
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create_liquid(world, &liquid_def, &liquid) == WAFT_OK);
    return world;
}

// The sentence of `call`, which is given a def whose size is 0.
#define SENTENCE(type, call, sentence)                                                             \
    do {                                                                                           \
        type def = type##_default();                                                               \
        def.struct_size = 0;                                                                       \
        CHECK((call) == WAFT_ERR_ARGUMENT);                                                        \
        CHECK_TEXT(sentence, "the " #type " was not initialised: start from " #type "_default()"); \
    } while (0)

static void calls_of_a_world_look_at_sizes(void) {
    waft_world* world = world_with_all();
    waft_smoke* smoke = waft_world_smoke(world);
    waft_bodies* bodies = waft_world_bodies(world);
    waft_liquid* liquid = waft_world_liquid(world);
    const char* said = waft_world_error(world);
    waft_source_id source;
    waft_solid_id solid;
    waft_body_state state = {0};
    SENTENCE(waft_source_def, waft_smoke_add_source(smoke, &def, &source), said);
    SENTENCE(waft_solid_def, waft_world_add_solid(world, &def, &solid), said);
    SENTENCE(waft_body_def, waft_bodies_add(bodies, &def, NULL), said);
    SENTENCE(waft_body_def, waft_bodies_add_many(bodies, &def, &state, 1, NULL), said);
    SENTENCE(waft_wind_def, waft_bodies_add_wind(bodies, &def, NULL), said);
    SENTENCE(waft_liquid_block_def, waft_liquid_add_block(liquid, &def, NULL), said);
    SENTENCE(waft_liquid_emitter_def, waft_liquid_add_emitter(liquid, &def, NULL), said);
    waft_water* water = NULL;
    waft_detail* detail = NULL;
    SENTENCE(waft_water_def, waft_world_create_water(world, &def, &water), said);
    SENTENCE(waft_detail_def, waft_world_create_detail(world, &def, &detail), said);
    waft_world_destroy(world);

    const waft_world_def world_def = waft_world_def_default();
    CHECK(waft_world_create(&world_def, &world, NULL) == WAFT_OK);
    said = waft_world_error(world);
    SENTENCE(waft_smoke_def, waft_world_create_smoke(world, &def, &smoke), said);
    SENTENCE(waft_bodies_def, waft_world_create_bodies(world, &def, &bodies), said);
    SENTENCE(waft_liquid_def, waft_world_create_liquid(world, &def, &liquid), said);
    waft_world_destroy(world);
}

static void calls_without_a_world_look_at_sizes(void) {
    static waft_error error;
    waft_world* world = NULL;
    waft_hull* hull = NULL;
    waft_bank* bank = NULL;
    waft_spectrum* spectrum = NULL;
    waft_surface* surface = NULL;
    waft_mesh* mesh = NULL;
    const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t facet[3] = {0, 1, 2};
    const waft_mesh_arrays arrays = {points, 3, facet, 1};
    SENTENCE(waft_world_def, waft_world_create(&def, &world, &error), error.sentence);
    SENTENCE(waft_hull_def, waft_hull_bake(&def, &hull, &error), error.sentence);
    SENTENCE(waft_hull_def, waft_hull_bake_cached(&def, "x", &hull, NULL, &error), error.sentence);
    SENTENCE(waft_bank_def, waft_bank_create(&def, &bank, &error), error.sentence);
    SENTENCE(
        waft_bank_def, waft_bank_create_cached(&def, "x", &bank, NULL, &error), error.sentence);
    SENTENCE(waft_spectrum_box, waft_spectrum_measure(&def, &spectrum, &error), error.sentence);
    SENTENCE(waft_surface_def, waft_surface_create(&def, &surface, &error), error.sentence);
    SENTENCE(waft_mesh_options, waft_mesh_create(&arrays, &def, &mesh, &error), error.sentence);
    SENTENCE(waft_mesh_options, waft_mesh_parse("", 0, &def, &mesh, &error), error.sentence);
    SENTENCE(waft_mesh_options, waft_mesh_read("x", &def, &mesh, &error), error.sentence);
    waft_hull_def hull_def = waft_hull_def_default();
    waft_bank_def bank_def = waft_bank_def_default();
    waft_smoke_def smoke_def = waft_smoke_def_default();
    waft_liquid_def liquid_def = waft_liquid_def_default();
    waft_bodies_def bodies_def = waft_bodies_def_default();
    CHECK(waft_bank_digest(&bank_def) != 0 && waft_smoke_memory_needed(&smoke_def) != SIZE_MAX);
    hull_def.struct_size = bank_def.struct_size = smoke_def.struct_size = 0;
    liquid_def.struct_size = bodies_def.struct_size = 0;
    CHECK(waft_hull_key(&hull_def) == 0 && waft_bank_digest(&bank_def) == 0);
    CHECK(waft_smoke_memory_needed(&smoke_def) == SIZE_MAX);
    CHECK(waft_liquid_memory_needed(&liquid_def) == SIZE_MAX);
    CHECK(waft_bodies_memory_needed(&bodies_def) == SIZE_MAX);
}

static const test_case cases[] = {
    {"reads end where the caller ends", reads_end_where_the_caller_ends},
    {"short structs get defaults", short_structs_get_defaults},
    {"long structs must end in zeros", long_structs_must_end_in_zeros},
    {"others are refused", others_are_refused},
    {"calls of a world look at sizes", calls_of_a_world_look_at_sizes},
    {"calls without a world look at sizes", calls_without_a_world_look_at_sizes},
};

TEST_MAIN(cases)
