// SPDX-License-Identifier: MIT
#include "solid/touched.h"

#include "hooks.h"

typedef struct fixture {
    wafti_context context;
    waft_error error;
    wafti_solids solids;
} fixture;

static void open_list(fixture* f) {
    *f = (fixture){.error = {.sentence = ""}};
    f->context = (wafti_context){.error = &f->error, .dt = 0.1};
    wafti_solids_init(&f->solids, &f->context);
}

static uint32_t put(fixture* f, const waft_solid_def* def) {
    uint32_t slot = 0;
    CHECK(wafti_solids_add(&f->solids, def, 0.0, &slot) == WAFT_OK);
    CHECK(wafti_touched_prepare(&f->solids, slot) == WAFT_OK);
    return slot;
}

static void primitives_push_outwards_and_move(void) {
    static fixture f;
    open_list(&f);
    waft_solid_def def = waft_solid_def_default();
    def.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {2.0f, 1.0f, 2.0f}};
    const uint32_t slot = put(&f, &def);
    const waft_pose up = {.position = {0.0f, 0.1f, 0.0f}, .rotation = {.w = 1.0f}};
    wafti_solids_aim(f.solids.items[slot], &up);
    wafti_solids_depart(&f.solids, 0.1, 0.1);
    const double middle[3] = {0.0, 1.0, 0.0};
    const double below[3] = {0.3, 0.55, 0.0};
    wafti_touched_hit hit;
    CHECK(wafti_touched_meet(&f.solids, middle, below, 0.0, &hit));
    CHECK_NEAR(hit.depth, 0.05, 1e-6);
    CHECK_NEAR(hit.normal[1], 1.0, 1e-6);
    CHECK_NEAR(hit.velocity[1], 1.0, 1e-6);
    CHECK(!wafti_touched_meet(&f.solids, middle, middle, 0.2, &hit));
    CHECK(wafti_touched_meet(&f.solids, middle, middle, 0.5, &hit));
    CHECK_NEAR(hit.depth, 0.1, 1e-6);
    CHECK(wafti_touched_is_near(&f.solids, middle, 0.1));
    CHECK(!wafti_touched_is_near(&f.solids, (const double[3]){9.0, 9.0, 9.0}, 1.0));
    wafti_solids_free(&f.solids);
}

static void meshes_have_an_inside(void) {
    static fixture f;
    open_list(&f);
    const waft_mesh_shape ball = {.kind = WAFT_MESH_SPHERE, .radius = 0.5f, .detail = 3};
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_create_shape(&ball, NULL, &mesh, NULL) == WAFT_OK);
    waft_solid_def def = waft_solid_def_default();
    def.shape = (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    (void)put(&f, &def);
    waft_mesh_destroy(mesh);
    wafti_touched_hit hit;
    CHECK(wafti_touched_meet(
        &f.solids, (const double[3]){0.0, 2.0, 0.0}, (const double[3]){0.0, 0.4, 0.0}, 0.0, &hit));
    CHECK_NEAR(hit.depth, 0.1, 0.01);
    CHECK(hit.normal[1] > 0.95);
    wafti_solids_free(&f.solids);
}

// From both sides, by where the middle of the body is.
static void sheets_hold_from_both_sides(void) {
    static fixture f;
    open_list(&f);
    const double positions[] = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1};
    const uint32_t indices[] = {0, 2, 1, 0, 3, 2};
    const waft_mesh_arrays arrays = {positions, 4, indices, 2};
    const waft_mesh_options options = waft_mesh_options_default();
    waft_mesh* mesh = NULL;
    CHECK(waft_mesh_create(&arrays, &options, &mesh, NULL) == WAFT_OK);
    waft_solid_def def = waft_solid_def_default();
    def.shape = (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh};
    (void)put(&f, &def);
    waft_mesh_destroy(mesh);
    for (int side = -1; side <= 1; side += 2) {
        const double middle[3] = {0.1, 0.2 * side, 0.1};
        const double through[3] = {0.1, -0.05 * side, 0.1};
        const double before[3] = {0.1, 0.05 * side, 0.1};
        wafti_touched_hit hit;
        CHECK(wafti_touched_meet(&f.solids, middle, through, 0.0, &hit));
        CHECK_NEAR(hit.depth, 0.05, 1e-6);
        CHECK_NEAR(hit.normal[1], side, 1e-6);
        CHECK(!wafti_touched_meet(&f.solids, middle, before, 0.0, &hit));
    }
    wafti_solids_free(&f.solids);
}

static void who_does_not_feel_it_passes(void) {
    static fixture f;
    open_list(&f);
    waft_solid_def def = waft_solid_def_default();
    def.felt_by = WAFT_SOLID_SMOKE;
    (void)put(&f, &def);
    wafti_touched_hit hit;
    const double middle[3] = {0.0, 0.0, 0.0};
    CHECK(!wafti_touched_meet(&f.solids, middle, middle, 1.0, &hit));
    CHECK(!wafti_touched_is_near(&f.solids, middle, 1.0));
    wafti_solids_free(&f.solids);
}

static const test_case cases[] = {
    {"primitives_push_outwards_and_move", primitives_push_outwards_and_move},
    {"meshes_have_an_inside", meshes_have_an_inside},
    {"sheets_hold_from_both_sides", sheets_hold_from_both_sides},
    {"who_does_not_feel_it_passes", who_does_not_feel_it_passes},
};

TEST_MAIN(cases)
