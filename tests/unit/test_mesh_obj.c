// SPDX-License-Identifier: MIT
#include "mesh_text_fixture.h"

#define POINTS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static waft_mesh* parse(const char* text) {
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_OBJ);
    return parse_bytes(text, strlen(text), &options);
}

static void every_form_of_a_face(void) {
    check_tetra(parse(POINTS "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"));
    check_tetra(parse(POINTS "f 1/1 3/2 2/9\nf 1//1 2//1 4//1\nf 2/1/7 3/1/7 4/1/7\nf 1/ 4/ 3/"));
    check_tetra(parse(POINTS "f -4 -2 -3\nf -4 -3 -1\nf -3/-1 -2/-1 -1/-1\nf 1 -1 3\n"));
}

static void whatever_else_is_passed_over(void) {
    check_tetra(parse("# a comment \\\nmtllib a.mtl\r\no thing\r\n"
                      "v 0 0 0 1.0\nv +1. 0 0 0.5 0.5 0.5\nv 0 1e0 0 # trailing\n"
                      "v \\\n 0 .0 \\\r\n 1\nvn 0 0 1\nvt 0 0\n\n  g a b\nusemtl x\ns off\n"
                      "f 1 3 2 # 4\nf 1 2 4\nf 2 3 4\nl 1 2\nf 1 \\\n4 3"));
}

static void points_may_follow_their_faces(void) {
    check_tetra(parse("f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n" POINTS));
}

// Relative numbers count from the last point so far, not of the file.
static void relative_numbers_look_back(void) {
    waft_mesh* mesh =
        parse("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 0 0\nv 6 0 0\nv 5 1 0\nf -3 "
              "-2 -1\n");
    CHECK(waft_mesh_get_info(mesh).facet_count == 2);
    CHECK_NEAR(waft_mesh_get_info(mesh).area, 1.0, 1e-14);
    CHECK(waft_mesh_get_info(mesh).component_count == 2);
    waft_mesh_destroy(mesh);
}

static void polygons_become_fans(void) {
    waft_mesh* mesh = parse("v 0 0 0\nv 2 0 0\nv 3 1 0\nv 2 2 0\nv 0 2 0\nf 1 2 3 4 5\n");
    static const uint32_t want[] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    CHECK(waft_mesh_get_info(mesh).facet_count == 3);
    CHECK(memcmp(waft_mesh_get_view(mesh).indices, want, sizeof(want)) == 0);
    CHECK_NEAR(waft_mesh_get_info(mesh).area, 5.0, 1e-14);
    waft_mesh_destroy(mesh);
}

static void an_object_is_chosen_by_name(void) {
    static const char text[] =
        POINTS "o first\nf 1 2 3\no second\nf 1 2 4\nf 1 3 4\ng third other\n"
               "f 2 3 4\n";
    static const struct {
        const char* name;
        size_t facets;
    } objects[] = {{"first", 1}, {"second", 3}, {"third", 1}, {"other", 1}};
    waft_mesh_options options = options_for(WAFT_MESH_FORMAT_OBJ);
    for (size_t i = 0; i < 4; ++i) {
        options.object = objects[i].name;
        waft_mesh* mesh = parse_bytes(text, strlen(text), &options);
        CHECK(waft_mesh_get_info(mesh).facet_count == objects[i].facets);
        waft_mesh_destroy(mesh);
    }
    options.object = "sec";
    refuse_bytes(
        text, strlen(text), &options, WAFT_ERR_MESH, "m: there is no object or group 'sec'");
}

static void damage_has_a_place(void) {
    static const struct {
        const char* text;
        const char* sentence;
    } files[] = {
        {"v 0 0\n", "m:1:6: expected a number, but the line ends"},
        {"v 0 0", "m:1:6: expected a number, but the file ends"},
        {"v 0 nan 0\n", "m:1:5: expected a number, not 'nan'"},
        {"v 0 1e999 0\n", "m:1:5: expected a number, not '1e999'"},
        {"v 0 1,5 0\n", "m:1:5: expected a number, not '1,5'"},
        {POINTS "f 1 2\n", "m:5:6: expected three corners or more, but the line ends"},
        {POINTS "f\n", "m:5:2: expected three corners or more, but the line ends"},
        {POINTS "f 1 2 0\n", "m:5:7: expected the number of a point, such as 7 or 7/1/3, not '0'"},
        {POINTS "f 1 2 x\n", "m:5:7: expected the number of a point, such as 7 or 7/1/3, not 'x'"},
        {POINTS "f 1 2 /1\n",
            "m:5:7: expected the number of a point, such as 7 or 7/1/3, not '/1'"},
        {POINTS "f 1 2 5\n", "m:5:7: there is no point 5, 4 are in the file"},
        {POINTS "f 1 2 -5/1\n", "m:5:7: there is no point -5, 4 came before"},
        {POINTS "f 1 2 9223372036854775807\n",
            "m:5:7: there is no point 9223372036854775807, 4 are in the file"},
        {POINTS "f 1 2 -9223372036854775807\n",
            "m:5:7: there is no point -9223372036854775807, 4 came before"},
        {POINTS "f 1 2 99999999999999999999\n", "m:5:7: expected the number of a point, such as 7 "
                                                "or 7/1/3, not '99999999999999999999'"},
        {"v 0 0 0\n\x7F"
         "ELF\n",
            "m:2:1: expected a statement of an OBJ file, not '?ELF'"},
    };
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_OBJ);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        refuse_bytes(
            files[i].text, strlen(files[i].text), &options, WAFT_ERR_PARSE, files[i].sentence);
    }
}

static void limits_come_first(void) {
    waft_mesh_options options = options_for(WAFT_MESH_FORMAT_OBJ);
    options.most_facets = 2;
    static const char text[] = POINTS "f 1 2 3 4\nf 1 2 3\n";
    refuse_bytes(text, strlen(text), &options, WAFT_ERR_MESH, "m: 3 facets; at most 2 are allowed");
    refuse_bytes("", 0, &options, WAFT_ERR_MESH, "m: the mesh has no facet");
    refuse_bytes(POINTS, strlen(POINTS), &options, WAFT_ERR_MESH, "m: the mesh has no facet");
}

static const test_case cases[] = {
    {"every_form_of_a_face", every_form_of_a_face},
    {"whatever_else_is_passed_over", whatever_else_is_passed_over},
    {"points_may_follow_their_faces", points_may_follow_their_faces},
    {"relative_numbers_look_back", relative_numbers_look_back},
    {"polygons_become_fans", polygons_become_fans},
    {"an_object_is_chosen_by_name", an_object_is_chosen_by_name},
    {"damage_has_a_place", damage_has_a_place},
    {"limits_come_first", limits_come_first},
};

TEST_MAIN(cases)
