// SPDX-License-Identifier: MIT
// Row inner-sources of docs/spec/bodies.md#verification; errors are those of the table in
// docs/spec/bodies.md#accuracy.
#include "hull_fixture.h"

typedef struct settings {
    double axes[3];
    double depth; // 0: by facet size
    bool points;
} settings;

static double error_of(const settings* s, int detail, int threads, double k[36]) {
    hull_bench bench;
    hull_bench_open(&bench, threads, wafti_isa_choose());
    waft_mesh* mesh = mesh_ellipsoid(detail, s->axes, NULL);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    const wafti_panel_job job = {.mesh = &view,
        .source_depth = s->depth,
        .shortest = 2.0 * fmin(s->axes[0], s->axes[2]),
        .source_points = s->points};
    CHECK(wafti_added_mass_sources(&job, &bench.context, k) == WAFT_OK);
    const double error = worst_error(k, s->axes, waft_mesh_get_info(mesh).volume);
    waft_mesh_destroy(mesh);
    hull_bench_close(&bench);
    return error;
}

static void test_fat(void) {
    double k[36];
    const settings round_paper = {{1.0, 1.0, 1.0}, 0.4, false};
    const settings round_ours = {{1.0, 1.0, 1.0}, 0.0, true};
    const settings long_paper = {{1.0, 2.0, 4.0}, 0.4, false};
    const settings long_ours = {{1.0, 2.0, 4.0}, 0.0, true};
    CHECK_NEAR(error_of(&round_paper, 2, 1, k), 2.4, 0.1);
    CHECK_NEAR(error_of(&round_ours, 2, 1, k), 1.16, 0.01);
    CHECK_NEAR(error_of(&long_paper, 2, 1, k), 4.9, 0.1);
    CHECK_NEAR(error_of(&long_ours, 2, 1, k), 2.2, 0.01);
    CHECK(error_of(&long_paper, 3, 1, k) <= 1.5);
}

static void test_flat(void) {
    double k[36];
    const settings flat_paper = {{1.0, 1.0, 0.05}, 0.02, false};
    CHECK_NEAR(error_of(&flat_paper, 2, 1, k), 428.0, 1.0);
}

static void test_threads(void) {
    double one[36];
    double two[36];
    const settings s = {{1.0, 2.0, 4.0}, 0.4, false};
    (void)error_of(&s, 2, 1, one);
    (void)error_of(&s, 2, 3, two);
    CHECK(same_bits(one, two, sizeof(one)));
}

static const test_case cases[] = {
    {"fat", test_fat},
    {"flat", test_flat},
    {"threads", test_threads},
};

TEST_MAIN(cases)
