// SPDX-License-Identifier: MIT
#include "scene/outputs.h"
#include "scene_fixture.h"

#define SCENE                                                                                      \
    "waft: 1\nwater:\n  cells: [16, 12]\n  spray: {capacity: 8}\n"                                 \
    "  trains: [{length: 3, amplitude: 0.1}]\n"                                                    \
    "smoke: {cells: [8, 8, 4], spacing: 0.1, temperature: false}\n"

static double bytes_of(const loaded* l, const waft_output_def* output) {
    return wafti_output_bytes(output, l->scene);
}

static void bytes_follow_from_the_scene(void) {
    static loaded l;
    load(&l, SCENE);
    waft_output_def output = {.format = WAFT_OUTPUT_PNG, .every = 1, .stride = 1};
    CHECK(bytes_of(&l, &output) == 2.0 * 16 * 12);
    output.format = WAFT_OUTPUT_EXR;
    CHECK(bytes_of(&l, &output) == 4.0 * 16 * 12);
    output.format = WAFT_OUTPUT_WATER_VTI;
    CHECK(bytes_of(&l, &output) == 3 * 4.0 * 16 * 12);
    output.format = WAFT_OUTPUT_PC2;
    output.stride = 5;
    CHECK(bytes_of(&l, &output) == 3 * 4.0 * 4 * 3);
    output.format = WAFT_OUTPUT_PLY;
    CHECK(bytes_of(&l, &output) == 8 * 24.0);
    output.format = WAFT_OUTPUT_VTI;
    output.fields = WAFT_OUTPUT_DENSITY | WAFT_OUTPUT_TEMPERATURE | WAFT_OUTPUT_VELOCITY;
    CHECK(bytes_of(&l, &output) == 4.0 * (1 + 3 + 1) * 256);
    output.format = WAFT_OUTPUT_VDB;
    output.half = true;
    CHECK(bytes_of(&l, &output) == 2.0 * (1 + 3) * 256);
    output.format = WAFT_OUTPUT_GLTF;
    CHECK(bytes_of(&l, &output) == 0.0);
    output.format = WAFT_OUTPUT_STATE;
    CHECK(bytes_of(&l, &output) == 4.0 * 16 * 12 + 8 * 24.0 + 28.0 * 256);
    unload(&l);
}

static void formats_tell_of_parts(void) {
    CHECK(wafti_output_of(WAFT_OUTPUT_PNG) == WAFTI_OUTPUT_OF_WATER);
    CHECK(wafti_output_of(WAFT_OUTPUT_VTP) == WAFTI_OUTPUT_OF_SPRAY);
    CHECK(wafti_output_of(WAFT_OUTPUT_CACHE) == WAFTI_OUTPUT_OF_SMOKE);
    CHECK(wafti_output_of(WAFT_OUTPUT_GLTF) == WAFTI_OUTPUT_OF_BODIES);
    CHECK(wafti_output_of(WAFT_OUTPUT_PARTICLES_PLY) == WAFTI_OUTPUT_OF_LIQUID);
    CHECK(wafti_output_of(WAFT_OUTPUT_STATE) == WAFTI_OUTPUT_OF_ALL);
}

static void what_is_not_said_has_defaults(void) {
    static loaded l;
    load(&l, SCENE "output: [{format: vdb}]\n");
    const waft_output_def output = waft_scene_output(l.scene, 0);
    CHECK(output.format == WAFT_OUTPUT_VDB);
    CHECK(output.every == 1);
    CHECK(output.stride == 1);
    CHECK(output.fields == (WAFT_OUTPUT_DENSITY | WAFT_OUTPUT_VELOCITY));
    CHECK(output.active_above == 1e-4f);
    CHECK(!output.half);
    CHECK(!output.everywhere);
    unload(&l);
}

static const test_case cases[] = {
    {"bytes_follow_from_the_scene", bytes_follow_from_the_scene},
    {"formats_tell_of_parts", formats_tell_of_parts},
    {"what_is_not_said_has_defaults", what_is_not_said_has_defaults},
};

TEST_MAIN(cases)
