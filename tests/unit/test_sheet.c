// SPDX-License-Identifier: MIT
// Row sheet-disc of docs/spec/bodies.md#verification.
#include "hull_fixture.h"

static void find(const waft_mesh* mesh, int threads, double k[36]) {
    hull_bench bench;
    hull_bench_open(&bench, threads, wafti_isa_choose());
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    const wafti_panel_job job = {.mesh = &view};
    bool plain = true;
    CHECK(wafti_added_mass_sheet(&job, &bench.context, k, &plain) == WAFT_OK);
    CHECK(!plain);
    hull_bench_close(&bench);
}

// 384 facets and their cut, extrapolated. The rim is a polygon of the disc's area in both.
static void test_disc(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_DISC;
    def.size[0] = 1.0;
    def.size[1] = 0.01;
    waft_mesh* mesh = NULL;
    CHECK(wafti_shape_mesh(&def, true, &mesh, NULL) == WAFT_OK);
    CHECK(waft_mesh_get_info(mesh).facet_count == 384);
    double k[36];
    find(mesh, 1, k);
    CHECK_NEAR(k[7] / (8.0 / 3.0), 1.0, 0.002);
    CHECK_NEAR(k[21] / (16.0 / 45.0), 1.0, 0.004);
    CHECK_NEAR(k[35] / (16.0 / 45.0), 1.0, 0.004);
    for (int i = 0; i < 36; ++i) {
        CHECK(i == 7 || i == 21 || i == 35 || fabs(k[i]) < 1e-6);
    }
    waft_mesh_destroy(mesh);
}

static void test_threads(void) {
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_DART;
    def.size[0] = 0.083;
    def.size[1] = 0.026;
    def.size[2] = 0.015;
    waft_mesh* mesh = NULL;
    double one[36];
    double two[36];
    CHECK(wafti_shape_mesh(&def, true, &mesh, NULL) == WAFT_OK);
    find(mesh, 1, one);
    find(mesh, 2, two);
    CHECK(same_bits(one, two, sizeof(one)));
    CHECK(one[7] > 0.0 && one[14] > 0.0); // wings and keel
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"disc", test_disc},
    {"threads", test_threads},
};

TEST_MAIN(cases)
