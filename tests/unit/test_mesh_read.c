// SPDX-License-Identifier: MIT
// Files, formats by name and by content, options, memory.
#include "mesh_text_fixture.h"

#include "hooks.h"
#include "scratch.h"

#include <locale.h>

static const char obj_text[] =
    "v 0 0 0\nv 1.0 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
static const char ply_text[] =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float "
    "z\n"
    "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
static const char stl_text[] = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
                               "vertex 0 1 0\nendloop\nendfacet\nendsolid\n";

static waft_mesh* read_as(scratch* s, const char* name, const char* text) {
    const waft_mesh_options options = waft_mesh_options_default();
    const char* path = scratch_file(s, name);
    CHECK(waft_file_write(path, text, strlen(text), NULL) == WAFT_OK);
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_read(path, &options, &mesh, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    return mesh;
}

static void names_tell_the_format(void) {
    scratch s = scratch_make();
    check_tetra(read_as(&s, "a.obj", obj_text));
    check_tetra(read_as(&s, "a.PLY", ply_text));
    waft_mesh* mesh = read_as(&s, "a.stl", stl_text);
    CHECK(waft_mesh_get_info(mesh).facet_count == 1);
    waft_mesh_destroy(mesh);
    scratch_remove(&s);
}

static void content_tells_the_format_too(void) {
    scratch s = scratch_make();
    check_tetra(read_as(&s, "a", obj_text));
    check_tetra(read_as(&s, "b.mesh", ply_text));
    waft_mesh* mesh = read_as(&s, "c.x", stl_text);
    CHECK(waft_mesh_get_info(mesh).facet_count == 1);
    waft_mesh_destroy(mesh);
    scratch_remove(&s);
}

static void sentences_begin_with_the_file(void) {
    scratch s = scratch_make();
    const waft_mesh_options options = waft_mesh_options_default();
    const char* path = scratch_file(&s, "bad.obj");
    CHECK(waft_file_write(path, "v 0 0 zero\n", 11, NULL) == WAFT_OK);
    waft_mesh* mesh = NULL;
    waft_error error = {.sentence = ""};
    char want[600];
    CHECK(waft_mesh_read(path, &options, &mesh, &error) == WAFT_ERR_PARSE);
    (void)snprintf(want, sizeof(want), "%s:1:7: expected a number, not 'zero'", path);
    CHECK_TEXT(error.sentence, want);
    path = scratch_file(&s, "none.obj");
    CHECK(waft_mesh_read(path, &options, &mesh, &error) == WAFT_ERR_IO);
    (void)snprintf(want, sizeof(want), "%s: cannot open: No such file or directory", path);
    CHECK_TEXT(error.sentence, want);
    CHECK(mesh == NULL);
    scratch_remove(&s);
}

static void options_reach_the_mesh(void) {
    waft_mesh_options options = options_for(WAFT_MESH_FORMAT_AUTO);
    options.scale = 2.0;
    options.flip = true;
    waft_mesh* mesh = parse_bytes(obj_text, strlen(obj_text), &options);
    CHECK_NEAR(waft_mesh_get_info(mesh).volume, -8.0 / 6.0, 1e-14);
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_check(mesh, WAFT_MESH_SOLID, &error) == WAFT_ERR_MESH);
    CHECK_TEXT(error.sentence, "m: normals point inwards; set flip = true");
    waft_mesh_destroy(mesh);
}

static void the_locale_does_not_matter(void) {
    (void)setlocale(LC_ALL, "de_DE.UTF-8");
    const waft_mesh_options options = options_for(WAFT_MESH_FORMAT_OBJ);
    check_tetra(parse_bytes(obj_text, strlen(obj_text), &options));
    (void)setlocale(LC_ALL, "C");
}

static void misuse(void) {
    const waft_mesh_options options = waft_mesh_options_default();
    const waft_mesh_options empty = {0};
    waft_mesh* kept = mesh_tetra();
    waft_mesh* mesh = kept;
    CHECK(waft_mesh_read(NULL, &options, &mesh, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(mesh == NULL);
    CHECK(waft_mesh_read("x", &options, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_mesh_read("x", &empty, &mesh, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_mesh_parse(NULL, 1, &options, &mesh, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_mesh_parse("x", 1, NULL, &mesh, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_mesh_parse(NULL, 0, &options, &mesh, NULL) == WAFT_ERR_MESH);
    waft_mesh_destroy(kept);
}

static void every_failing_allocation_is_survived(void) {
    scratch s = scratch_make();
    static const char* const names[] = {"a.obj", "a.ply", "a.stl"};
    static const char* const texts[] = {obj_text, ply_text, stl_text};
    for (int i = 0; i < 3; ++i) {
        const char* path = scratch_file(&s, names[i]);
        CHECK(waft_file_write(path, texts[i], strlen(texts[i]), NULL) == WAFT_OK);
        waft_result result = WAFT_ERR_NO_MEMORY;
        long fail_at = 0;
        while (result != WAFT_OK && fail_at < 100) {
            counting count = {.fail_at = ++fail_at};
            waft_mesh_options options = waft_mesh_options_default();
            options.allocator = counting_hook(&count);
            waft_mesh* mesh = NULL;
            result = waft_mesh_read(path, &options, &mesh, NULL);
            CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
            waft_mesh_destroy(mesh);
            CHECK(count.live == 0);
        }
        CHECK(result == WAFT_OK);
        CHECK(fail_at > 10);
    }
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"names_tell_the_format", names_tell_the_format},
    {"content_tells_the_format_too", content_tells_the_format_too},
    {"sentences_begin_with_the_file", sentences_begin_with_the_file},
    {"options_reach_the_mesh", options_reach_the_mesh},
    {"the_locale_does_not_matter", the_locale_does_not_matter},
    {"misuse", misuse},
    {"every_failing_allocation_is_survived", every_failing_allocation_is_survived},
};

TEST_MAIN(cases)
