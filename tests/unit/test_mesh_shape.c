// SPDX-License-Identifier: MIT
#include "mesh_fixture.h"

#include "hooks.h"
#include "mesh/primitive.h"

// From a cylinder along y of length 2; of its lids, negative inside.
static double cylinder_distance(const double point[3], double radius) {
    return fmax(hypot(point[0], point[2]) - radius, fabs(point[1]) - 1.0);
}

// A closed mesh looking outwards whose points lie on the surface of the primitive; NULL: a cylinder.
static waft_mesh_info check_shape(const waft_mesh_shape* shape, const wafti_primitive* primitive) {
    waft_mesh* mesh = mesh_of_shape(shape);
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    waft_error error = {.sentence = ""};
    CHECK(waft_mesh_check(mesh, WAFT_MESH_SOLID, &error) == WAFT_OK);
    CHECK_TEXT(error.sentence, "");
    CHECK(waft_mesh_warning_count(mesh) == 0);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    double worst = 0.0;
    for (size_t p = 0; p < view.point_count; ++p) {
        const double* at = &view.positions[3 * p];
        const double distance = primitive != NULL ? wafti_primitive_distance(primitive, at)
                                                  : cylinder_distance(at, (double)shape->radius);
        worst = fmax(worst, fabs(distance));
    }
    CHECK_NEAR(worst, 0.0, 1e-14);
    for (int k = 0; k < 3; ++k) {
        CHECK_NEAR(info.centroid[k], 0.0, 1e-14);
    }
    waft_mesh_destroy(mesh);
    return info;
}

static void spheres(void) {
    const wafti_primitive primitive = {.kind = WAFTI_PRIMITIVE_SPHERE, .radius = 2.0};
    double errors[4];
    for (int detail = 1; detail < 5; ++detail) {
        const waft_mesh_shape shape = {.kind = WAFT_MESH_SPHERE, .radius = 2.0f, .detail = detail};
        const waft_mesh_info info = check_shape(&shape, &primitive);
        const size_t facets = (size_t)20 << (2 * detail);
        CHECK(info.facet_count == facets);
        CHECK(info.point_count == facets / 2 + 2);
        errors[detail - 1] = 1.0 - info.volume / (4.0 / 3.0 * M_PI * 8.0);
        CHECK(errors[detail - 1] > 0.0);
    }
    CHECK(errors[3] < 0.003);
    CHECK_NEAR(errors[2] / errors[3], 4.0, 0.1);
}

static void boxes(void) {
    const wafti_primitive primitive = {.kind = WAFTI_PRIMITIVE_BOX, .b = {0.5, 1.0, 1.5}};
    const waft_mesh_shape shape = {.kind = WAFT_MESH_BOX, .size = {1.0f, 2.0f, 3.0f}};
    const waft_mesh_info info = check_shape(&shape, &primitive);
    CHECK(info.facet_count == 12);
    CHECK(info.point_count == 8);
    CHECK_NEAR(info.volume, 6.0, 1e-14);
    CHECK_NEAR(info.area, 22.0, 1e-13);
}

static void capsules(void) {
    for (int detail = 0; detail < 5; ++detail) {
        for (int straight = 0; straight < 2; ++straight) {
            const double half = straight ? 1.5 : 0.0;
            const wafti_primitive primitive = {.kind = WAFTI_PRIMITIVE_CAPSULE,
                .a = {0.0, -half, 0.0},
                .b = {0.0, half, 0.0},
                .radius = 0.5};
            const waft_mesh_shape shape = {.kind = WAFT_MESH_CAPSULE,
                .radius = 0.5f,
                .length = (float)(2.0 * half),
                .detail = detail};
            const waft_mesh_info info = check_shape(&shape, &primitive);
            const double volume = M_PI * 0.25 * 2.0 * half + M_PI / 6.0;
            CHECK(info.volume < volume);
            CHECK(detail < 4 || info.volume > 0.99 * volume);
            CHECK_NEAR(info.high[1], half + 0.5, 1e-15);
        }
    }
}

static void cylinders(void) {
    for (int detail = 0; detail < 5; ++detail) {
        const waft_mesh_shape shape = {
            .kind = WAFT_MESH_CYLINDER, .radius = 0.5f, .length = 2.0f, .detail = detail};
        const waft_mesh_info info = check_shape(&shape, NULL);
        const double sides = 4 << detail;
        CHECK_NEAR(info.volume, 2.0 * sides * 0.125 * sin(2.0 * M_PI / sides), 1e-14);
    }
}

static void impossible_shapes_are_refused(void) {
    static const waft_mesh_shape shapes[] = {
        {.kind = WAFT_MESH_SPHERE, .radius = 0.0f},
        {.kind = WAFT_MESH_SPHERE, .radius = -1.0f},
        {.kind = WAFT_MESH_SPHERE, .radius = NAN},
        {.kind = WAFT_MESH_SPHERE, .radius = INFINITY},
        {.kind = WAFT_MESH_SPHERE, .radius = 1.0f, .detail = -1},
        {.kind = WAFT_MESH_SPHERE, .radius = 1.0f, .detail = 8},
        {.kind = WAFT_MESH_BOX, .size = {1.0f, 0.0f, 1.0f}},
        {.kind = WAFT_MESH_BOX, .size = {1.0f, 1.0f, NAN}},
        {.kind = WAFT_MESH_CAPSULE, .radius = 1.0f, .length = -1.0f},
        {.kind = WAFT_MESH_CYLINDER, .radius = 1.0f, .length = 0.0f},
        {.kind = (waft_mesh_shape_kind)4, .radius = 1.0f, .length = 1.0f},
    };
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
        waft_mesh* mesh = (waft_mesh*)(void*)&i;
        waft_error error = {.sentence = ""};
        CHECK(waft_mesh_create_shape(&shapes[i], NULL, &mesh, &error) == WAFT_ERR_ARGUMENT);
        CHECK(mesh == NULL);
        CHECK_TEXT(error.sentence,
            "waft_mesh_create_shape: the kind, a length or the detail (0 to 7) is out of range");
    }
    CHECK(waft_mesh_create_shape(&shapes[0], NULL, NULL, NULL) == WAFT_ERR_ARGUMENT);
}

static void every_failing_allocation_is_survived(void) {
    const waft_mesh_shape shape = {.kind = WAFT_MESH_CAPSULE, .radius = 1.0f, .length = 1.0f};
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 100) {
        counting count = {.fail_at = ++fail_at};
        const waft_allocator allocator = counting_hook(&count);
        waft_mesh* mesh = NULL;
        result = waft_mesh_create_shape(&shape, &allocator, &mesh, NULL);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        waft_mesh_destroy(mesh);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK);
    CHECK(fail_at > 10);
}

static const test_case cases[] = {
    {"spheres", spheres},
    {"boxes", boxes},
    {"capsules", capsules},
    {"cylinders", cylinders},
    {"impossible_shapes_are_refused", impossible_shapes_are_refused},
    {"every_failing_allocation_is_survived", every_failing_allocation_is_survived},
};

TEST_MAIN(cases)
