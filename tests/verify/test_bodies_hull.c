// SPDX-License-Identifier: MIT
// Hulls (docs/spec/bodies.md#verification): added mass in closed form and on facets, mass properties,
// the history of a wake, the part under a plane, hull files.
#include "grid/keps.h"
#include "hull_fixture.h"
#include "unit/keps_body.h"
#include "verify.h"

static const double round_axes[3] = {1.0, 1.0, 1.0};
static const double long_axes[3] = {1.0, 2.0, 4.0};
static const double flat_axes[3] = {1.0, 1.0, 0.05};
static const double thin_axes[3] = {1.0, 1.0, 0.01};

// carlson-rd.

static int verify_carlson(void) {
    verify_table table = verify_open("carlson-rd");
    static const double want[3] = {1.2057382, 0.56956096, 0.22470088};
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        const double b = long_axes[(i + 1) % 3];
        const double c = long_axes[(i + 2) % 3];
        const double kappa =
            16.0 / 3.0 * wafti_carlson_rd(b * b, c * c, long_axes[i] * long_axes[i]);
        char name[64];
        (void)snprintf(name, sizeof(name), "1:2:4: kappa %d", i + 1);
        (void)verify_near(&table, name, want[i], kappa, 1e-7);
        sum += kappa;
    }
    (void)verify_near(&table, "1:2:4: sum of kappa", 2.0, sum, 1e-14);
    return verify_close(&table);
}

// closed-forms.

static void verify_diagonal(
    verify_table* table, const char* body, const double axes[3], const double want[6]) {
    static const char* const entries[6] = {"m1", "m2", "m3", "I1", "I2", "I3"};
    double k[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_ELLIPSOID, axes, k));
    for (size_t i = 0; i < 6; ++i) {
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: %s / rho", body, entries[i]);
        // Relative for small numbers, as far as docs/spec/bodies.md#verification prints digits of them.
        const double tolerance = want[i] > 0.1 ? 1e-6 : 1e-6 * fmax(want[i], 1e-3);
        (void)verify_near(table, name, want[i], k[7 * i], tolerance);
    }
}

static int verify_closed(void) {
    verify_table table = verify_open("closed-forms");
    double k[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_SPHERE, round_axes, k));
    (void)verify_near(&table, "sphere: m / rho", 2.0943951, k[0], 1e-7);
    (void)verify_near(&table, "sphere: I / rho", 0.0, k[21], 1e-7);
    verify_diagonal(&table, "1:2:4", long_axes,
        (const double[6]){50.870722, 13.342876, 4.241425, 19.460179, 111.044037, 13.611831});
    verify_diagonal(&table, "1:1:0.05", flat_axes,
        (const double[6]){0.00802651, 0.00802651, 2.627781, 0.349643, 0.349643, 0.0});
    verify_diagonal(&table, "1:1:0.01", thin_axes,
        (const double[6]){0.000327386, 0.000327386, 2.658764, 0.354652, 0.354652, 0.0});
    return verify_close(&table);
}

// bem-ellipsoids, bem-order, bem-shift.

static void find_bem(const waft_mesh* mesh, double k[36]) {
    hull_bench bench;
    hull_bench_open(&bench, 1, wafti_isa_choose());
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    const wafti_panel_job job = {.mesh = &view};
    int iterations = 0;
    CHECK(wafti_added_mass_bem(&job, &bench.context, k, NULL, &iterations) == WAFT_OK);
    hull_bench_close(&bench);
}

static double bem_error(const double axes[3], int detail) {
    waft_mesh* mesh = mesh_ellipsoid(detail, axes, NULL);
    double k[36];
    find_bem(mesh, k);
    const double error = worst_error(k, axes, waft_mesh_get_info(mesh).volume);
    waft_mesh_destroy(mesh);
    return error;
}

static int verify_bem(void) {
    verify_table table = verify_open("bem-ellipsoids");
    const double fine = bem_error(round_axes, 3);
    (void)verify_most(&table, "sphere of 1280 facets: worst error (%)", 0.5, fine);
    (void)verify_most(
        &table, "1:2:4 of 1280 facets: worst error (%)", 0.7, bem_error(long_axes, 3));
    (void)verify_most(
        &table, "1:1:0.05 of 1280 facets: worst error (%)", 2.5, bem_error(flat_axes, 3));
    int failures = verify_close(&table);
    table = verify_open("bem-order");
    const double coarse = bem_error(round_axes, 2);
    (void)verify_near(&table, "sphere 320 to 1280: ratio of errors", 4.0, coarse / fine, 0.3);
    failures += verify_close(&table);
    return failures;
}

static int verify_moved(void) {
    verify_table table = verify_open("bem-shift");
    const double shift[3] = {0.3, -0.5, 0.7};
    waft_mesh* still = mesh_ellipsoid(2, long_axes, NULL);
    waft_mesh* moved = mesh_ellipsoid(2, long_axes, shift);
    double want[36];
    double got[36];
    find_bem(still, want);
    find_bem(moved, got);
    // The body moved by +c about a fixed point is the point moved by -c.
    wafti_added_mass_shift(want, (const double[3]){-shift[0], -shift[1], -shift[2]});
    double worst = 0.0;
    for (int i = 0; i < 36; ++i) {
        worst = fmax(worst, fabs(got[i] - want[i]) / want[0]);
    }
    (void)verify_most(&table, "1:2:4 moved: worst entry off X^T K X", 1e-10, worst);
    waft_mesh_destroy(still);
    waft_mesh_destroy(moved);
    return verify_close(&table);
}

// inner-sources and sheet-disc.

static int verify_sources(void) {
    verify_table table = verify_open("inner-sources");
    const double* const bodies[2] = {long_axes, flat_axes};
    for (int flat = 0; flat < 2; ++flat) {
        waft_mesh* mesh = mesh_ellipsoid(3, bodies[flat], NULL);
        waft_hull_def def = mesh_def(mesh);
        def.method = WAFT_ADDED_MASS_SOURCES;
        waft_hull* hull = NULL;
        waft_error error = {.sentence = ""};
        const bool baked = waft_hull_bake(&def, &hull, &error) == WAFT_OK;
        if (flat == 0) {
            CHECK(baked);
            const waft_hull_info info = waft_hull_get_info(hull);
            (void)verify_most(&table, "sources on 1:2:4 of 1280: worst error (%)", 1.5,
                worst_error(info.added_mass, bodies[flat], info.volume));
        } else if (baked) {
            const waft_hull_info info = waft_hull_get_info(hull);
            (void)verify_least(&table, "sources on 1:1:0.05 of 1280: worst error (%)", 50.0,
                worst_error(info.added_mass, bodies[flat], info.volume));
            (void)verify_least(&table, "sources on 1:1:0.05 of 1280: warnings", 1.0,
                (double)waft_hull_warning_count(hull));
        } else {
            (void)fprintf(stderr, "%s\n", error.sentence);
            CHECK(baked);
        }
        waft_hull_destroy(hull);
        waft_mesh_destroy(mesh);
    }
    return verify_close(&table);
}

static int verify_sheet(void) {
    verify_table table = verify_open("sheet-disc");
    waft_hull_def def = quiet_def(WAFT_HULL_DISC, 1.0, 0.01, 0.0);
    waft_mesh* mesh = NULL;
    CHECK(wafti_shape_mesh(&def, true, &mesh, NULL) == WAFT_OK);
    (void)verify_near(
        &table, "disc: facets", 384.0, (double)waft_mesh_get_info(mesh).facet_count, 0.0);
    hull_bench bench;
    hull_bench_open(&bench, 1, wafti_isa_choose());
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    const wafti_panel_job job = {.mesh = &view};
    double k[36];
    bool plain = true;
    CHECK(wafti_added_mass_sheet(&job, &bench.context, k, &plain) == WAFT_OK);
    CHECK(!plain);
    hull_bench_close(&bench);
    const double along = 8.0 / 3.0;
    const double round = 16.0 / 45.0;
    (void)verify_near(&table, "disc 384/1536: m along the normal", along, k[7], 5e-3 * along);
    (void)verify_near(&table, "disc 384/1536: J about x", round, k[21], 1e-2 * round);
    (void)verify_near(&table, "disc 384/1536: J about z", round, k[35], 1e-2 * round);
    waft_mesh_destroy(mesh);
    return verify_close(&table);
}

// mass-properties.

static wafti_mass mass_of(waft_mesh* mesh) {
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_mass mass = {.volume = 0.0};
    CHECK(wafti_mass_measure(&view, 0.0, &mass));
    waft_mesh_destroy(mesh);
    return mass;
}

static void verify_ballast(verify_table* table) {
    waft_hull_def def = quiet_def(WAFT_HULL_SPHERE, 0.02, 0.0, 0.0);
    def.has_center = true;
    def.center[1] = -0.005;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    const double own = 0.4 * info.mass * 4e-4;
    (void)verify_near(table, "ballast: arm of buoyancy", 0.005, info.buoyancy[1], 1e-12);
    (void)verify_near(
        table, "ballast: J along it / (2/5 m R^2)", 1.0, info.inertia[4] / own, 1e-12);
    (void)verify_near(table, "ballast: J across it by Steiner", 1.0,
        info.inertia[0] / (own + info.mass * 25e-6), 1e-12);
    waft_hull_destroy(hull);
}

static int verify_mass(void) {
    verify_table table = verify_open("mass-properties");
    const wafti_mass box = mass_of(mesh_box(1.0f, 2.0f, 4.0f));
    (void)verify_near(&table, "box 1 2 4: volume", 8.0, box.volume, 1e-12);
    (void)verify_near(&table, "box 1 2 4: xx", 8.0 / 12.0, box.covariance[0], 1e-12);
    (void)verify_near(&table, "box 1 2 4: yy", 32.0 / 12.0, box.covariance[4], 1e-12);
    (void)verify_near(&table, "box 1 2 4: zz", 128.0 / 12.0, box.covariance[8], 1e-12);
    const wafti_mass tetra = mass_of(mesh_tetra());
    (void)verify_near(&table, "tetrahedron: volume", 1.0 / 6.0, tetra.volume, 1e-12);
    (void)verify_near(&table, "tetrahedron: centre", 0.25, tetra.center[0], 1e-12);
    (void)verify_near(
        &table, "tetrahedron: xx", 1.0 / 60.0 - 1.0 / 96.0, tetra.covariance[0], 1e-12);
    (void)verify_near(
        &table, "tetrahedron: xy", 1.0 / 120.0 - 1.0 / 96.0, tetra.covariance[1], 1e-12);
    double off[2][2];
    for (int i = 0; i < 2; ++i) {
        const wafti_mass ball = mass_of(mesh_sphere(2 + i));
        off[i][0] = 1.0 - ball.volume / exact_volume(round_axes);
        off[i][1] = 1.0 - ball.covariance[0] / (exact_volume(round_axes) / 5.0);
    }
    (void)verify_most(&table, "sphere of 1280: error of the volume", 20.0 / 1280.0, off[1][0]);
    (void)verify_near(
        &table, "sphere 320 to 1280: ratio of volume errors", 4.0, off[0][0] / off[1][0], 0.1);
    (void)verify_near(
        &table, "sphere 320 to 1280: ratio of inertia errors", 4.0, off[0][1] / off[1][1], 0.2);
    verify_ballast(&table);
    return verify_close(&table);
}

// ellipsoid-hull: the ellipsoid of free-ellipsoid, through a bake.

static int verify_ellipsoid(void) {
    verify_table table = verify_open("ellipsoid-hull");
    static const double want[6] = {1.38006, 0.361975, 0.115064, 0.131982, 0.886023, 0.369271};
    static const char* const names[6] = {"M_f / m along x", "M_f / m along y", "M_f / m along z",
        "J_f / J0 about x", "J_f / J0 about y", "J_f / J0 about z"};
    waft_hull_def def = quiet_def(WAFT_HULL_ELLIPSOID, 0.01, 0.02, 0.04);
    def.density = 1100.0;
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    (void)verify_near(&table, "volume", 3.351032e-5, info.volume, 1e-5 * 3.351032e-5);
    (void)verify_near(&table, "mass", 0.0368614, info.mass, 1e-5 * 0.0368614);
    for (size_t i = 0; i < 6; ++i) {
        const double own = i < 3 ? info.mass : info.inertia[4 * (i - 3)];
        (void)verify_near(&table, names[i], want[i], 1000.0 * info.added_mass[7 * i] / own, 1e-5);
    }
    waft_hull_destroy(hull);
    return verify_close(&table);
}

// wake-history.

typedef struct late {
    double chi, eps;
} late;

static late late_half(const waft_hull_info* info) {
    late mean = {0.0, 0.0};
    const size_t first = info->history_count / 2;
    for (size_t i = first; i < info->history_count; ++i) {
        mean.chi += info->history[i].chi / (double)(info->history_count - first);
        mean.eps += info->history[i].eps / (double)(info->history_count - first);
    }
    return mean;
}

// The greatest k* of any cell at any time in paper mode, of the same disc in closed form.
static double greatest_k(bool cap) {
    wafti_domain_def small = domain_fixture_def(8, 8, 8);
    domain_fixture* f = domain_fixture_open(&small, 1);
    wafti_keps_def def = wafti_keps_def_default();
    def.intensity = 1.0;
    def.length = def.extent / def.cells[0];
    def.feedback = false;
    def.diffusion = false;
    def.cap = cap;
    def.solid = disc_in(&def);
    wafti_keps* keps = NULL;
    CHECK(wafti_keps_create(&def, &f->context, &keps) == WAFT_OK);
    double most = 0.0;
    for (size_t step = 0; step <= wafti_keps_step_count(&def); ++step) {
        const wafti_keps_view view = wafti_keps_fields(keps);
        const wafti_mac* grid = &view.domain->grid;
        for (int32_t cell = 0; cell < def.cells[0] * def.cells[1] * def.cells[2]; ++cell) {
            const ptrdiff_t at = wafti_mac_index(grid, cell % def.cells[0],
                cell / def.cells[0] % def.cells[1], cell / (def.cells[0] * def.cells[1]));
            most = fmax(most, (double)view.k[at]);
        }
        CHECK(wafti_keps_step(keps) == WAFT_OK);
    }
    wafti_keps_destroy(keps);
    domain_fixture_close(f);
    return most;
}

static void verify_flow(verify_table* table, bool paper) {
    waft_hull_def def = quiet_def(WAFT_HULL_DISC, 0.05, 0.001, 0.0);
    def.turbulence = waft_hull_def_default().turbulence;
    def.turbulence.reynolds = 3800.0;
    if (paper) {
        def.turbulence.intensity = 1.0;
        def.turbulence.length = 0.0;
        def.turbulence.feedback = false;
        def.turbulence.diffusion = false;
    }
    waft_hull* hull = hull_of(&def);
    const waft_hull_info info = waft_hull_get_info(hull);
    const late end = late_half(&info);
    // The first samples to as many digits as docs/spec/bodies.md#verification prints, the last halves
    // within its bands.
    if (paper) {
        (void)verify_near(table, "paper mode: first chi*", 1.6100, info.history[0].chi, 5e-5);
        (void)verify_near(table, "paper mode: first eps*", 2.415, info.history[0].eps, 5e-4);
        (void)verify_near(table, "paper mode: late chi*", 0.6, end.chi, 0.1);
        (void)verify_most(
            table, "paper mode: greatest k* of a cell", 1.5 * (1.0 + 1e-6), greatest_k(true));
        (void)verify_least(
            table, "paper mode without the cap: greatest k*", 3.0, greatest_k(false));
    } else {
        (void)verify_near(table, "default: first chi*", 0.4312, info.history[0].chi, 5e-5);
        (void)verify_near(table, "default: first eps*", 0.01455, info.history[0].eps, 5e-6);
        (void)verify_near(table, "default: late chi* 0.45 to 0.62", 0.535, end.chi, 0.085);
        (void)verify_near(table, "default: late eps* 0.02 to 0.05", 0.035, end.eps, 0.015);
    }
    waft_hull_destroy(hull);
}

static int verify_flows(void) {
    verify_table table = verify_open("wake-history");
    verify_flow(&table, false);
    verify_flow(&table, true);
    return verify_close(&table);
}

// wake-local-update.

static int verify_local(void) {
    verify_table table = verify_open("wake-local-update");
    static const int counts[3] = {1, 7, 1000};
    for (int i = 0; i < 3; ++i) {
        double k[2] = {1.0, 1.0};
        double eps[2] = {2.0, 2.0};
        for (int step = 0; step < counts[i]; ++step) {
            wafti_keps_update(0.0, 1.0 / counts[i], &k[0], &eps[0]);
            // (C2 - 1) chi^2 / (C1 - 1): production that keeps chi at 2.
            wafti_keps_update(0.92 / 0.44 * 4.0, 1.0 / counts[i], &k[1], &eps[1]);
        }
        char name[64];
        (void)snprintf(name, sizeof(name), "Pr 0 in %d steps: k", counts[i]);
        (void)verify_near(&table, name, 0.3215605, k[0], 1e-6);
        (void)snprintf(name, sizeof(name), "Pr 0 in %d steps: eps", counts[i]);
        (void)verify_near(&table, name, 0.2264510, eps[0], 1e-6);
        (void)snprintf(name, sizeof(name), "Pr 8.3636364 in %d steps: chi", counts[i]);
        (void)verify_near(&table, name, 2.0, eps[1] / k[1], 1e-6);
        (void)snprintf(name, sizeof(name), "Pr 8.3636364 in %d steps: k", counts[i]);
        (void)verify_near(&table, name, 8.862405, k[1], 1e-6 * 8.862405);
    }
    return verify_close(&table);
}

// clipped-volume.

static double half_center(int detail, double* out_share) {
    waft_hull_def def = quiet_def(WAFT_HULL_SPHERE, 1.0, 0.0, 0.0);
    def.detail = detail;
    waft_hull* hull = hull_of(&def);
    const double at[3] = {0.0, 0.0, 0.0};
    const double up[3] = {0.0, 1.0, 0.0};
    const waft_submersion half = waft_hull_submerge(hull, at, up);
    *out_share = half.share;
    waft_hull_destroy(hull);
    return -half.center[1];
}

// A prism under a plane through (0, level, 0) tilted about z, which leaves by the sides x = +-1/2:
// volume level + 1/2, moments tan(tilt) / 12 along x and (level^2 + tan(tilt)^2 / 12 - 1/4) / 2 along y.
static void verify_tilts(verify_table* table) {
    const waft_hull_def def = quiet_def(WAFT_HULL_BOX, 1.0, 1.0, 1.0);
    waft_hull* cube = hull_of(&def);
    const double point[3] = {0.0, 0.1, 0.0};
    for (int i = 0; i < 7; ++i) {
        const double tilt = 0.1 * (double)i;
        const double normal[3] = {-sin(tilt), cos(tilt), 0.0};
        const waft_submersion part = waft_hull_submerge(cube, point, normal);
        char name[64];
        (void)snprintf(name, sizeof(name), "cube tilted by %.1f: volume", tilt);
        (void)verify_near(table, name, 0.6, part.volume, 1e-9);
        (void)snprintf(name, sizeof(name), "cube tilted by %.1f: x of the centre", tilt);
        (void)verify_near(table, name, tan(tilt) / 12.0 / 0.6, part.center[0], 1e-9);
        (void)snprintf(name, sizeof(name), "cube tilted by %.1f: y of the centre", tilt);
        const double moment = 0.5 * (0.01 + pow(tan(tilt), 2.0) / 12.0 - 0.25);
        (void)verify_near(table, name, moment / 0.6, part.center[1], 1e-9);
        (void)snprintf(name, sizeof(name), "cube tilted by %.1f: z of the centre", tilt);
        (void)verify_near(table, name, 0.0, part.center[2], 1e-9);
    }
    waft_hull_destroy(cube);
}

// Under a plane of normal (1, 1, 1) whose middle is (at, at, at): a corner of legs 0.6 has volume
// 0.6^3 / 6 and its centre a quarter of a leg from the corner; the half whose edge is a hexagon has
// -13/96, a third of the mean -13/32 of x + y + z where that sum is below 0.
static void verify_corners(verify_table* table) {
    const waft_hull_def def = quiet_def(WAFT_HULL_BOX, 1.0, 1.0, 1.0);
    waft_hull* cube = hull_of(&def);
    const double third = 1.0 / sqrt(3.0);
    const double normal[3] = {third, third, third};
    static const struct {
        const char* name;
        double at, volume, center;
    } cuts[2] = {
        {"corner of a cube", -0.3, 0.036, -0.35}, {"cube by its hexagon", 0.0, 0.5, -13.0 / 96.0}};
    for (int i = 0; i < 2; ++i) {
        const double point[3] = {cuts[i].at, cuts[i].at, cuts[i].at};
        const waft_submersion part = waft_hull_submerge(cube, point, normal);
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: volume", cuts[i].name);
        (void)verify_near(table, name, cuts[i].volume, part.volume, 1e-9);
        for (int axis = 0; axis < 3; ++axis) {
            (void)snprintf(name, sizeof(name), "%s: %c of the centre", cuts[i].name, "xyz"[axis]);
            (void)verify_near(table, name, cuts[i].center, part.center[axis], 1e-9);
        }
    }
    waft_hull_destroy(cube);
}

static int verify_clip(void) {
    verify_table table = verify_open("clipped-volume");
    double share;
    const double coarse = fabs(0.375 - half_center(2, &share));
    const double fine = fabs(0.375 - half_center(3, &share));
    (void)verify_near(&table, "sphere of 1280 half under: share", 0.5, share, 1e-9);
    (void)verify_most(&table, "sphere of 1280: centroid off 3R/8", 10.0 / 1280.0, fine);
    (void)verify_near(&table, "sphere 320 to 1280: ratio of errors", 4.0, coarse / fine, 0.4);
    verify_tilts(&table);
    verify_corners(&table);
    return verify_close(&table);
}

// hull-file.

static int verify_file(void) {
    verify_table table = verify_open("hull-file");
    waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.2, 0.3);
    def.detail = 0;
    def.turbulence.bake = true;
    def.turbulence.cells[0] = 16;
    def.turbulence.cells[1] = 8;
    def.turbulence.cells[2] = 8;
    waft_hull* hull = hull_of(&def);
    waft_hull* back = NULL;
    char* bytes = NULL;
    char* again = NULL;
    size_t count = 0;
    size_t again_count = 0;
    CHECK(waft_hull_write(hull, NULL, &bytes, &count, NULL) == WAFT_OK);
    CHECK(waft_hull_read(bytes, count, NULL, &back, NULL) == WAFT_OK);
    CHECK(waft_hull_write(back, NULL, &again, &again_count, NULL) == WAFT_OK);
    const bool same = count == again_count && same_bits(bytes, again, count);
    (void)verify_near(&table, "written and read: bytes that differ", 0.0, same ? 0.0 : 1.0, 0.0);
    waft_hull_destroy(back);
    size_t flipped = 0;
    size_t cut = 0;
    for (size_t i = 0; i < count; ++i) {
        bytes[i] = (char)(bytes[i] ^ (1 << (i % 8)));
        flipped += waft_hull_read(bytes, count, NULL, &back, NULL) == WAFT_ERR_PARSE;
        bytes[i] = (char)(bytes[i] ^ (1 << (i % 8)));
        cut += waft_hull_read(bytes, i, NULL, &back, NULL) == WAFT_ERR_PARSE;
    }
    (void)verify_near(
        &table, "a bit flipped in each byte: refused", (double)count, (double)flipped, 0.0);
    (void)verify_near(&table, "cut at each byte: refused", (double)count, (double)cut, 0.0);
    waft_text_free(NULL, bytes);
    waft_text_free(NULL, again);
    waft_hull_destroy(hull);
    return verify_close(&table);
}

int main(void) {
    int failures = verify_carlson() + verify_closed() + verify_bem() + verify_moved();
    failures += verify_sources() + verify_sheet() + verify_mass() + verify_ellipsoid();
    failures += verify_flows() + verify_local() + verify_clip() + verify_file();
    failures += atomic_load(&test_failures);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
