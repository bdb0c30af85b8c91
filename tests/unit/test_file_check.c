// SPDX-License-Identifier: MIT
#include "damage_fixture.h"

static void put(scratch* s, const char* name, const void* bytes, size_t size) {
    CHECK(waft_file_write(scratch_file(s, name), bytes, size, NULL) == WAFT_OK);
}

static void test_pc2(void) {
    unsigned char bytes[32 + 24] = "POINTCACHE2";
    scratch s = scratch_make();
    bytes[12] = 1;
    bytes[16] = bytes[28] = 1;
    bytes[16] = 2;
    put(&s, "a.pc2", bytes, sizeof(bytes));
    CHECK(check_damage(scratch_file(&s, "a.pc2"), wafti_check_pc2) > 0.2);
    memset(bytes + 40, 0xff, 4); // a NaN
    CHECK_TEXT(
        wafti_check_pc2(bytes, sizeof(bytes), NULL), "a number of the point cache is not finite");
    scratch_remove(&s);
}

static void test_glb(void) {
    unsigned char bytes[48] = "glTF\2\0\0\0\60\0\0\0\14\0\0\0JSON{\"a\": true} \10\0\0\0BIN";
    scratch s = scratch_make();
    put(&s, "a.glb", bytes, sizeof(bytes));
    CHECK(check_damage(scratch_file(&s, "a.glb"), wafti_check_glb) > 0.4);
    scratch_remove(&s);
}

static const char* check_obj(const char* text) {
    return wafti_check_obj((const unsigned char*)text, strlen(text), NULL);
}

static void test_obj(void) {
    const char changed[] = "the OBJ mesh is changed: a line of it is not understood";
    CHECK(
        check_obj(
            "# a\no x\nv 0 0 0\r\nv 1e-3 -2 +3.5\nvn 0 1 0\nv 1 1 1\ns off\nf 1//1 2/3/1 -1\n\n") ==
        NULL);
    CHECK_TEXT(check_obj("v 0 0 0\nf 1 1 1"), "the OBJ mesh is cut: its last line has no end");
    CHECK_TEXT(check_obj("v 0 0 0\nf 1 1 2\n"), changed);
    CHECK_TEXT(check_obj("v 0 0\n"), changed);
    CHECK_TEXT(check_obj("v 0 0 nan\n"), changed);
    CHECK_TEXT(check_obj("v 0 0 0x\n"), changed);
    CHECK_TEXT(check_obj("w 0 0 0\n"), changed);
    CHECK_TEXT(check_obj("# nothing\n"), "is no OBJ mesh: it has no vertices");
}

#if defined(WAFTI_HAVE_PNG)
static void test_png(void) {
    uint8_t pixels[4 * 6 * 4];
    for (size_t i = 0; i < sizeof(pixels); ++i) {
        pixels[i] = (uint8_t)(i * 37);
    }
    scratch s = scratch_make();
    CHECK(waft_png_write_picture(
              scratch_file(&s, "a.png"), pixels, (const int32_t[2]){6, 4}, 24, NULL) == WAFT_OK);
    CHECK_NEAR(check_damage(scratch_file(&s, "a.png"), wafti_check_png), 1.0,
        0.0); // every chunk has a sum
    scratch_remove(&s);
}
#endif

static void join_fact(void* user, const waft_fact* fact) {
    char* told = user;
    const size_t used = strlen(told);
    (void)snprintf(told + used, 200 - used, "%s=%s%g;", fact->key, fact->text,
        fact->kind <= WAFT_FACT_BYTES ? (double)fact->count : fact->number);
}

// What a whole file tells of itself; one that is damaged tells nothing.
static void test_facts(void) {
    scratch s = scratch_make();
    char told[200] = "";
    put(&s, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 32);
    CHECK(waft_file_inspect(scratch_file(&s, "a.obj"), join_fact, told, NULL) == WAFT_OK);
    CHECK_TEXT(told, "kind=mesh0;vertices=3;faces=1;");
    told[0] = '\0';
    put(&s, "a.pvd", "<VTKFile type=\"Collection\"><DataSet timestep=\"0.5\" file=\"a\"/>\n", 64);
    CHECK(waft_file_inspect(scratch_file(&s, "a.pvd"), join_fact, told, NULL) == WAFT_OK);
    CHECK_TEXT(told, "kind=pvd0;files=1;first_time=0.5;last_time=0.5;");
    told[0] = '\0';
    put(&s, "b.obj", "v 0 0 0\nf 1 2 3\n", 16);
    CHECK(waft_file_inspect(scratch_file(&s, "b.obj"), join_fact, told, NULL) == WAFT_ERR_PARSE);
    CHECK_TEXT(told, "");
    scratch_remove(&s);
}

static void test_any_file(void) {
    scratch s = scratch_make();
    waft_error error;
    CHECK(waft_file_inspect(NULL, NULL, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_file_inspect(scratch_file(&s, "none"), NULL, NULL, NULL) == WAFT_ERR_IO);
    put(&s, "note.txt", "v x\n", 4);
    CHECK(waft_file_inspect(scratch_file(&s, "note.txt"), NULL, NULL, NULL) == WAFT_OK);
    put(&s, "mesh.obj", "v x\n", 4);
    CHECK(waft_file_inspect(scratch_file(&s, "mesh.obj"), NULL, NULL, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "mesh.obj: the OBJ mesh is changed") != NULL);
    put(&s, "a.wgc", "WAFTGRID", 8);
    CHECK(waft_file_inspect(scratch_file(&s, "a.wgc"), NULL, NULL, NULL) == WAFT_ERR_PARSE);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"pc2", test_pc2},
    {"glb", test_glb},
    {"obj", test_obj},
#if defined(WAFTI_HAVE_PNG)
    {"png", test_png},
#endif
    {"facts", test_facts},
    {"any file", test_any_file},
};

TEST_MAIN(cases)
