// SPDX-License-Identifier: MIT
#include "damage_fixture.h"

static void test_image(void) {
    enum { SIDE = 12 };
    static float values[SIDE * SIDE * SIDE];
    for (int i = 0; i < SIDE * SIDE * SIDE; ++i) {
        values[i] = (float)(i * i % 997);
    }
    const waft_field field = {.data = values,
        .size = {SIDE, SIDE, SIDE},
        .stride = {1, SIDE, (ptrdiff_t)SIDE * SIDE},
        .spacing = {1.0f, 1.0f, 1.0f}};
    const waft_cells cells = {.name = "density", .component_count = 1, .component = {field}};
    const waft_vti_def def = {.arrays = &cells, .array_count = 1};
    scratch s = scratch_make();
    CHECK(waft_vti_write(scratch_file(&s, "a.vti"), &def, NULL) == WAFT_OK);
    const double share = check_damage(scratch_file(&s, "a.vti"), wafti_check_vtk);
#if defined(WAFTI_HAVE_ZLIB)
    CHECK(share > 0.85); // the names and numbers of the XML are a tenth of this file
#else
    CHECK(share > 0.05);
#endif
    scratch_remove(&s);
}

static void test_points(void) {
    float x[50] = {0.0f};
    const waft_points points = {.count = 50, .position = {x, x, x}, .velocity = {x, x, x}};
    scratch s = scratch_make();
    CHECK(waft_vtp_write_points(scratch_file(&s, "a.vtp"), &points, 0.5, NULL) == WAFT_OK);
    CHECK(check_damage(scratch_file(&s, "a.vtp"), wafti_check_vtk) >
          0.3); // sizes and corners, not places
    x[3] = NAN;
    CHECK(waft_vtp_write_points(scratch_file(&s, "a.vtp"), &points, 0.5, NULL) == WAFT_OK);
    CHECK(waft_file_inspect(scratch_file(&s, "a.vtp"), NULL, NULL, NULL) == WAFT_ERR_PARSE);
    scratch_remove(&s);
}

// What other programs keep in other ways passes, if its end is there.
static void test_others(void) {
    static const char fine[] =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\"><ImageData/></VTKFile>\n";
    CHECK(wafti_check_vtk((const unsigned char*)fine, sizeof(fine) - 1, NULL) == NULL);
    CHECK(wafti_check_vtk((const unsigned char*)fine, 60, NULL) != NULL);
    CHECK(wafti_check_vtk((const unsigned char*)fine, 0, NULL) != NULL);
}

static const test_case cases[] = {
    {"image", test_image}, {"points", test_points}, {"others", test_others}};

TEST_MAIN(cases)
