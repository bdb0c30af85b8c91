// SPDX-License-Identifier: MIT
#include "solid/form.h"

#include "smoke_fixture.h"

// A solid keeps its surface for as long as it has forms.
static waft_mesh* kept;

static wafti_form make(smoke_fixture* f, waft_shape shape, bool plane, bool solid) {
    wafti_form form;
    waft_mesh* surface = NULL;
    if (solid) {
        CHECK(wafti_form_surface(&shape, &f->context, &surface) == WAFT_OK);
    }
    const wafti_form_def def = {.shape = &shape, .surface = surface, .h = 0.1, .plane = plane};
    CHECK(wafti_form_make(&form, &def, &f->context) == WAFT_OK);
    if (surface != NULL) {
        waft_mesh_destroy(kept);
        kept = surface;
    }
    return form;
}

static void forget_surface(void) {
    waft_mesh_destroy(kept);
    kept = NULL;
}

static double distance(const wafti_form* form, double x, double y, double z) {
    const double point[3] = {x, y, z};
    return wafti_form_distance(form, point);
}

static void primitives_have_exact_distances(void) {
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    wafti_form ball = make(f, (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = 0.5f}, false, true);
    CHECK_NEAR(distance(&ball, 0.0, 1.0, 0.0), 0.5, 1e-9);
    CHECK(!ball.sheet);
    CHECK_NEAR(ball.bound, 0.5, 1e-9);
    wafti_form box =
        make(f, (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {1.0f, 2.0f, 4.0f}}, false, false);
    CHECK_NEAR(distance(&box, 0.8, 0.0, 0.0), 0.3, 1e-6);
    CHECK_NEAR(distance(&box, 0.0, 0.0, 0.0), -0.5, 1e-6);
    CHECK_NEAR(box.bound, sqrt(0.25 + 1.0 + 4.0), 1e-6);
    wafti_form capsule = make(f,
        (waft_shape){.kind = WAFT_SHAPE_CAPSULE, .radius = 0.25f, .size = {0.0f, 1.0f, 0.0f}},
        false, true);
    CHECK_NEAR(distance(&capsule, 0.0, 1.0, 0.0), 0.25, 1e-6);
    wafti_form_free(&ball);
    wafti_form_free(&box);
    wafti_form_free(&capsule);
    forget_surface();
    smoke_fixture_close(f);
}

static void in_a_plane_z_does_not_matter(void) {
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    wafti_form box =
        make(f, (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {1.0f, 2.0f, 0.01f}}, true, true);
    CHECK(!box.sheet);
    CHECK_NEAR(distance(&box, 0.0, 0.0, 7.0), -0.5, 1e-6);
    wafti_form_free(&box);
    forget_surface();
    smoke_fixture_close(f);
}

static void thin_shapes_are_sheets(void) {
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    wafti_form plate =
        make(f, (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {1.0f, 0.05f, 1.0f}}, false, true);
    const double below[3] = {0.1, -0.2, 0.1};
    const double above[3] = {0.1, 0.2, 0.1};
    const double aside[3] = {0.9, 0.2, 0.1};
    CHECK(plate.sheet);
    CHECK(wafti_form_crosses(&plate, below, above));
    CHECK(!wafti_form_crosses(&plate, above, aside));
    wafti_form source =
        make(f, (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {1.0f, 0.05f, 1.0f}}, false, false);
    CHECK(!source.sheet);
    wafti_form_free(&plate);
    wafti_form_free(&source);
    forget_surface();
    smoke_fixture_close(f);
}

static void meshes_are_baked_or_kept_as_sheets(void) {
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    const waft_mesh_shape ball = {.kind = WAFT_MESH_SPHERE, .radius = 0.5f, .detail = 3};
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_create_shape(&ball, NULL, &mesh, NULL) == WAFT_OK);
    const waft_shape shape = {.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    wafti_form form = make(f, shape, false, true);
    wafti_form again = make(f, shape, false, false);
    waft_mesh_destroy(mesh);
    CHECK(!form.sheet && form.shape.mesh == NULL);
    CHECK_NEAR(distance(&form, 0.0, 0.55, 0.0), 0.05, 0.01);
    CHECK_NEAR(distance(&form, 0.0, 0.4, 0.0), -0.1, 0.01);
    CHECK(form.hash == again.hash);
    CHECK(wafti_form_memory(&form) > 3 * sizeof(float) * 100);
    wafti_form_free(&form);
    wafti_form_free(&again);

    const waft_mesh_shape disc = {.kind = WAFT_MESH_BOX, .size = {1.0f, 0.05f, 1.0f}};
    CHECK(waft_mesh_create_shape(&disc, NULL, &mesh, NULL) == WAFT_OK);
    form = make(f, (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh}, false, true);
    waft_mesh_destroy(mesh);
    CHECK(form.sheet && form.hash != again.hash);
    wafti_form_free(&form);
    forget_surface();
    smoke_fixture_close(f);
}

static void memory_may_run_out_anywhere(void) {
    const waft_mesh_shape ball = {.kind = WAFT_MESH_SPHERE, .radius = 0.5f, .detail = 1};
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_create_shape(&ball, NULL, &mesh, NULL) == WAFT_OK);
    const waft_shape shape = {.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    const wafti_form_def def = {.shape = &shape, .surface = mesh, .h = 0.2};
    smoke_fixture* f = smoke_fixture_open(NULL, 1);
    const long before = f->count.live;
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (int n = 1; n < 100 && result != WAFT_OK; ++n) {
        wafti_form form;
        f->count.fail_at = f->count.calls + n;
        result = wafti_form_make(&form, &def, &f->context);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        if (result == WAFT_OK) {
            wafti_form_free(&form);
        }
        CHECK(f->count.live == before);
    }
    CHECK(result == WAFT_OK);
    waft_mesh_destroy(mesh);
    forget_surface();
    smoke_fixture_close(f);
}

static const test_case cases[] = {
    {"primitives_have_exact_distances", primitives_have_exact_distances},
    {"in_a_plane_z_does_not_matter", in_a_plane_z_does_not_matter},
    {"thin_shapes_are_sheets", thin_shapes_are_sheets},
    {"meshes_are_baked_or_kept_as_sheets", meshes_are_baked_or_kept_as_sheets},
    {"memory_may_run_out_anywhere", memory_may_run_out_anywhere},
};

TEST_MAIN(cases)
