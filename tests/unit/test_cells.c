// SPDX-License-Identifier: MIT
#include "export/cells.h"
#include "test.h"

static const float samples[24];

static waft_field small_field(void) {
    return (waft_field){samples, {4, 3, 2}, {1, 4, 12}, {0.5f, 0.5f, 0.5f}, {1, 1, 1}};
}

static bool refuses(waft_field field, const char* because) {
    waft_error error = {.sentence = ""};
    const waft_result result = wafti_cells_check_field(&field, "a.vdb", "density", &error);
    return result == WAFT_ERR_ARGUMENT && strstr(error.sentence, because) != NULL &&
           strstr(error.sentence, "a.vdb: density") != NULL;
}

static void a_field_alone(void) {
    waft_field field = small_field();
    CHECK(wafti_cells_check_field(&field, "a", "b", NULL) == WAFT_OK);
    field.data = NULL;
    CHECK(refuses(field, "no data"));
    field = small_field();
    field.stride[0] = 2;
    CHECK(refuses(field, "next to each other"));
    field = small_field();
    field.size[1] = 0;
    CHECK(refuses(field, "0 cells along y"));
    field = small_field();
    field.size[2] = 4097;
    CHECK(refuses(field, "4097 cells along z"));
    field = small_field();
    field.origin.y = NAN;
    CHECK(refuses(field, "not finite"));
    field = small_field();
    field.spacing.z = 0.0f;
    CHECK(refuses(field, "not above 0"));
}

static bool unlike(waft_field field, const char* because) {
    const waft_field like = small_field();
    waft_error error = {.sentence = ""};
    return wafti_cells_check_like(&field, &like, "a", "b", &error) == WAFT_ERR_ARGUMENT &&
           strstr(error.sentence, because) != NULL;
}

static void fields_of_one_grid(void) {
    waft_field field = small_field();
    field.origin.x += 1e-6f;
    CHECK(wafti_cells_check_like(&field, &field, "a", "b", NULL) == WAFT_OK);
    field.size[0] = 3;
    CHECK(unlike(field, "3 x 3 x 2 cells, the first field 4 x 3 x 2"));
    field = small_field();
    field.origin.z = 0.0f; // a face
    CHECK(unlike(field, "does not stand in the cells"));
    field = small_field();
    field.spacing.y = 2.0f;
    CHECK(unlike(field, "does not stand in the cells"));
    field.data = NULL;
    CHECK(unlike(field, "no data"));
}

static void names_and_components(void) {
    const waft_field field = small_field();
    waft_cells cells = {"density", 1, {field}};
    CHECK(wafti_cells_check_all(&cells, 1, sizeof(cells), "a", NULL) == WAFT_OK);
    cells.component_count = 3; // two of them empty
    CHECK(wafti_cells_check_all(&cells, 1, sizeof(cells), "a", NULL) == WAFT_ERR_ARGUMENT);
    cells.component_count = 2;
    CHECK(wafti_cells_check_all(&cells, 1, sizeof(cells), "a", NULL) == WAFT_ERR_ARGUMENT);
    cells = (waft_cells){NULL, 1, {field}};
    CHECK(wafti_cells_check_all(&cells, 1, sizeof(cells), "a", NULL) == WAFT_ERR_ARGUMENT);
    cells.name = "";
    CHECK(wafti_cells_check_all(&cells, 1, sizeof(cells), "a", NULL) == WAFT_ERR_ARGUMENT);
    const waft_cells list[] = {{"a", 1, {field}}, {"b", 1, {field}}, {"a", 1, {field}}};
    CHECK(wafti_cells_check_all(list, 2, sizeof(list[0]), "f", NULL) == WAFT_OK);
    waft_error error;
    CHECK(wafti_cells_check_all(list, 3, sizeof(list[0]), "f", &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "f: two grids are called a");
}

static const test_case cases[] = {
    {"a_field_alone", a_field_alone},
    {"fields_of_one_grid", fields_of_one_grid},
    {"names_and_components", names_and_components},
};

TEST_MAIN(cases)
