// SPDX-License-Identifier: MIT
#include "io/gltf_place.h"
#include "test.h"

static bool place_of(const char* text, uint64_t mesh, wafti_gltf_place* out) {
    const wafti_json_value root = {text, strlen(text)};
    return wafti_gltf_find_place(&root, mesh, out);
}

static void check_point(const wafti_gltf_place* place, double x, double y, double z) {
    double point[3] = {1.0, 2.0, 3.0};
    wafti_gltf_move(place, point);
    CHECK_NEAR(point[0], x, 1e-12);
    CHECK_NEAR(point[1], y, 1e-12);
    CHECK_NEAR(point[2], z, 1e-12);
}

static void meshes_without_a_node_stay(void) {
    wafti_gltf_place place;
    CHECK(place_of("{}", 0, &place));
    check_point(&place, 1.0, 2.0, 3.0);
    CHECK(place_of("{\"nodes\":[{\"mesh\":1,\"scale\":[2,2,2]}]}", 0, &place));
    check_point(&place, 1.0, 2.0, 3.0);
    CHECK(!wafti_gltf_mirrors(&place));
}

// A quarter turn about y takes z to x.
static void scale_comes_before_rotation_before_translation(void) {
    wafti_gltf_place place;
    CHECK(place_of("{\"nodes\":[{},{\"mesh\":0,\"translation\":[10,20,30],\"rotation\":"
                   "[0,0.7071067811865476,0,0.7071067811865476],\"scale\":[1,1,2]}]}",
        0, &place));
    check_point(&place, 16.0, 22.0, 29.0);
}

static void parents_move_their_children(void) {
    wafti_gltf_place place;
    CHECK(place_of("{\"nodes\":[{\"mesh\":0,\"translation\":[1,0,0]},"
                   "{\"children\":[0],\"scale\":[2,2,2]},"
                   "{\"children\":[3,1],\"matrix\":[0,1,0,0, -1,0,0,0, 0,0,1,0, 5,6,7,1]},{}]}",
        0, &place));
    // (2, 2, 3) doubled, turned about z, shifted.
    check_point(&place, 1.0, 10.0, 13.0);
}

static void mirrors_are_known(void) {
    wafti_gltf_place place;
    CHECK(place_of("{\"nodes\":[{\"mesh\":0,\"scale\":[1,-1,1]}]}", 0, &place));
    CHECK(wafti_gltf_mirrors(&place));
}

static void bad_places_are_refused(void) {
    static const char* const texts[] = {
        "{\"nodes\":[{\"mesh\":0,\"translation\":[1,2]}]}",
        "{\"nodes\":[{\"mesh\":0,\"translation\":[1,2,3,4]}]}",
        "{\"nodes\":[{\"mesh\":0,\"scale\":[1,2,\"x\"]}]}",
        "{\"nodes\":[{\"mesh\":0,\"rotation\":[0,0,0,0]}]}",
        "{\"nodes\":[{\"mesh\":0,\"matrix\":[1,0,0,0]}]}",
        "{\"nodes\":[{\"mesh\":0,\"scale\":[1e999,1,1]}]}",
        "{\"nodes\":[{\"mesh\":0,\"children\":[0]}]}",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
        wafti_gltf_place place;
        CHECK(!place_of(texts[i], 0, &place));
    }
}

static const test_case cases[] = {
    {"meshes_without_a_node_stay", meshes_without_a_node_stay},
    {"scale_comes_before_rotation_before_translation",
        scale_comes_before_rotation_before_translation},
    {"parents_move_their_children", parents_move_their_children},
    {"mirrors_are_known", mirrors_are_known},
    {"bad_places_are_refused", bad_places_are_refused},
};

TEST_MAIN(cases)
