// SPDX-License-Identifier: MIT
// Row wake-history of docs/spec/bodies.md#verification through a hull.
#include "hull_fixture.h"

typedef struct late {
    double chi, eps;
} late;

// As in Fig. 2 of Xie & Miyata 2013: a thin disc at Re 3800.
static waft_hull_def disc(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_DISC, 0.05, 0.001, 0.0);
    def.turbulence = waft_hull_def_default().turbulence;
    def.turbulence.reynolds = 3800.0;
    return def;
}

static late late_half(const waft_hull_info* info) {
    late sum = {0.0, 0.0};
    const size_t first = info->history_count / 2;
    for (size_t i = first; i < info->history_count; ++i) {
        sum.chi += info->history[i].chi / (double)(info->history_count - first);
        sum.eps += info->history[i].eps / (double)(info->history_count - first);
    }
    return sum;
}

static void test_default(void) {
    const waft_hull_def def = disc();
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK(info.history_count == 81);
    CHECK_NEAR(info.history[80].time, 10.0, 1e-9);
    CHECK_NEAR(info.history[0].chi, 0.4312, 5e-5);
    CHECK_NEAR(info.history[0].eps, 0.01455, 5e-6);
    const late end = late_half(&info);
    CHECK_NEAR(end.chi, 0.535, 0.085);
    CHECK_NEAR(end.eps, 0.035, 0.015);
    CHECK_NEAR(info.reynolds, 3800.0, 0.0);
    CHECK_NEAR(info.length, 0.07, 0.0);
    waft_hull_destroy(hull);
}

static void test_paper(void) {
    waft_hull_def def = disc();
    def.turbulence.intensity = 1.0;
    def.turbulence.length = 0.0;
    def.turbulence.feedback = false;
    def.turbulence.diffusion = false;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(info.length, 0.125, 1e-12);
    // C_mu^(3/4) k0^(1/2) / l with k0 3/2 and l 1/8.
    CHECK_NEAR(info.history[0].chi, 1.6100, 5e-5);
    CHECK_NEAR(info.history[0].eps, 2.415, 5e-4);
    const late end = late_half(&info);
    CHECK_NEAR(end.chi, 0.6, 0.1);
    for (size_t i = 0; i < info.history_count; ++i) {
        CHECK(info.history[i].eps <= 1.5001 * info.history[i].chi);
    }
    waft_hull_destroy(hull);
}

// However the mesh lies in its file, it is baked broadside: the same history.
static void test_broadside(void) {
    waft_hull_def def = disc();
    def.turbulence.cells[0] = def.turbulence.cells[1] = 16;
    def.turbulence.cells[2] = 8;
    def.detail = 2;
    waft_hull* flat = hull_of(&def);
    waft_mesh* mesh = NULL;
    CHECK(wafti_shape_mesh(&def, false, &mesh, NULL) == WAFT_OK);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    double points[3 * 512];
    CHECK(view.point_count <= 512);
    for (size_t i = 0; i < 3 * view.point_count; ++i) {
        points[i] = view.positions[i / 3 * 3 + (i + 1) % 3]; // the normal is x now
    }
    waft_mesh* turned = mesh_from(points, view.point_count, view.indices, view.facet_count, NULL);
    waft_hull_def other = mesh_def(turned);
    other.turbulence = def.turbulence;
    other.method = WAFT_ADDED_MASS_BEM;
    waft_hull* upright = hull_of(&other);
    const waft_hull_info a = waft_hull_get_info(flat);
    const waft_hull_info b = waft_hull_get_info(upright);
    CHECK(a.history_count == b.history_count);
    CHECK_NEAR(late_half(&a).chi, late_half(&b).chi, 0.02);
    CHECK_NEAR(late_half(&a).eps, late_half(&b).eps, 0.002);
    waft_hull_destroy(flat);
    waft_hull_destroy(upright);
    waft_mesh_destroy(mesh);
    waft_mesh_destroy(turned);
}

// A neutral body has no speed of its own; vacuum has no turbulence.
static void test_without(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_SPHERE, 0.05, 0.0, 0.0);
    def.turbulence.bake = true;
    def.density = def.fluid_density;
    waft_hull* hull = hull_of(&def);
    CHECK(waft_hull_get_info(hull).reynolds == 0.0 && waft_hull_get_info(hull).history_count == 0);
    CHECK(waft_hull_warning_count(hull) == 1);
    waft_hull_destroy(hull);
    def.density = 10.0;
    def.fluid_density = 0.0;
    hull = hull_of(&def);
    CHECK(waft_hull_get_info(hull).history == NULL && waft_hull_get_info(hull).speed == 0.0);
    waft_hull_destroy(hull);
}

// U0 of docs/spec/bodies.md#symbols is 0.807 m/s and Re 4.3e3 for the sheet of Fig. 3.
static void test_speed(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_ELLIPTIC_PLATE, 0.04, 0.01, 1e-4);
    def.density = 800.0;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    CHECK_NEAR(info.speed, 0.807, 5e-4);
    CHECK_NEAR(info.speed * info.longest / def.fluid_viscosity, 4.3e3, 20.0);
    CHECK_NEAR(info.mass, 0.10053e-3, 1e-8);
    waft_hull_destroy(hull);
}

static const test_case cases[] = {
    {"default", test_default},
    {"paper", test_paper},
    {"broadside", test_broadside},
    {"without", test_without},
    {"speed", test_speed},
};

TEST_MAIN(cases)
