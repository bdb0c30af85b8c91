// SPDX-License-Identifier: MIT
// Rows carlson-rd, closed-forms and the numbers of ellipsoid-hull of docs/spec/bodies.md#verification.
#include "hull_fixture.h"

static const double long_axes[3] = {1.0, 2.0, 4.0};

static double kappa(const double a[3], int i) {
    const double b = a[(i + 1) % 3];
    const double c = a[(i + 2) % 3];
    return 2.0 / 3.0 * a[0] * a[1] * a[2] * wafti_carlson_rd(b * b, c * c, a[i] * a[i]);
}

static void test_carlson(void) {
    const double want[3] = {1.2057382, 0.56956096, 0.22470088};
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        CHECK_NEAR(kappa(long_axes, i), want[i], 1e-7);
        sum += kappa(long_axes, i);
    }
    CHECK_NEAR(sum, 2.0, 1e-14);
    const double flat[3] = {1.0, 1.0, 1e-4};
    CHECK_NEAR(kappa(flat, 0) + kappa(flat, 1) + kappa(flat, 2), 2.0, 1e-13);
    CHECK_NEAR(wafti_carlson_rd(1.0, 1.0, 1.0), 1.0, 1e-15);
    CHECK_NEAR(wafti_carlson_rd(0.0, 2.0, 1.0), 1.7972103521033883, 1e-14);
}

static void check_ellipsoid(const double axes[3], const double want[6]) {
    double k[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_ELLIPSOID, axes, k));
    for (int i = 0; i < 36; ++i) {
        CHECK_NEAR(k[i], i % 7 == 0 ? want[i / 7] : 0.0, 1e-6);
    }
}

static void test_ellipsoids(void) {
    double k[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_SPHERE, (const double[3]){1.0, 0.0, 0.0}, k));
    for (size_t i = 0; i < 6; ++i) {
        CHECK_NEAR(k[7 * i], i < 3 ? 2.0943951 : 0.0, 1e-7);
    }
    check_ellipsoid(long_axes,
        (const double[6]){50.870722, 13.342876, 4.241425, 19.460179, 111.044037, 13.611831});
    check_ellipsoid((const double[3]){1.0, 1.0, 0.05},
        (const double[6]){0.00802651, 0.00802651, 2.627781, 0.349643, 0.349643, 0.0});
    check_ellipsoid((const double[3]){1.0, 1.0, 0.01},
        (const double[6]){0.000327386, 0.000327386, 2.658764, 0.354652, 0.354652, 0.0});
}

static void test_plates(void) {
    double k[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_DISC, (const double[3]){2.0, 0.01, 0.0}, k));
    CHECK_NEAR(k[7], 64.0 / 3.0, 1e-12);
    CHECK_NEAR(k[21], 16.0 / 45.0 * 32.0, 1e-12);
    CHECK_NEAR(k[35], k[21], 0.0);
    CHECK(k[0] == 0.0 && k[14] == 0.0 && k[28] == 0.0);
    CHECK(!wafti_added_mass_closed(WAFT_HULL_DISC, (const double[3]){1.0, 0.2, 0.0}, k));
    // A round plate and a disc are the same when both are thin.
    CHECK(wafti_added_mass_closed(WAFT_HULL_ELLIPTIC_PLATE, (const double[3]){1.0, 1.0, 1e-5}, k));
    CHECK_NEAR(k[7], 8.0 / 3.0, 1e-4);
    CHECK_NEAR(k[21], 16.0 / 45.0, 1e-4);
    CHECK(wafti_added_mass_closed(WAFT_HULL_STRIP, (const double[3]){2.0, 0.5, 3.0}, k));
    CHECK_NEAR(k[0], M_PI * 3.0 * 0.25, 1e-12);
    CHECK_NEAR(k[7], M_PI * 3.0 * 4.0, 1e-12);
    CHECK_NEAR(k[21], M_PI * 4.0 * 27.0 / 12.0, 1e-12);
    CHECK_NEAR(k[28], M_PI * 0.25 * 27.0 / 12.0, 1e-12);
    CHECK_NEAR(k[35], M_PI * 3.0 * 3.75 * 3.75 / 8.0, 1e-12);
    CHECK(!wafti_added_mass_closed(WAFT_HULL_BOX, (const double[3]){1.0, 1.0, 1.0}, k));
}

// There and back, and a sphere's momentum about a point beside it.
static void test_shift(void) {
    double k[36];
    double moved[36];
    CHECK(wafti_added_mass_closed(WAFT_HULL_ELLIPSOID, long_axes, k));
    memcpy(moved, k, sizeof(k));
    wafti_added_mass_shift(moved, (const double[3]){0.3, -0.5, 0.7});
    CHECK_NEAR(moved[0], k[0], 1e-13);
    CHECK_NEAR(moved[4], -0.7 * k[0], 1e-13); // force x for a turn about y
    CHECK_NEAR(moved[24], moved[4], 1e-13);
    wafti_added_mass_shift(moved, (const double[3]){-0.3, 0.5, -0.7});
    for (int i = 0; i < 36; ++i) {
        CHECK_NEAR(moved[i], k[i], 1e-12);
    }
}

static const test_case cases[] = {
    {"Carlson's R_D", test_carlson},
    {"ellipsoids", test_ellipsoids},
    {"plates", test_plates},
    {"shift", test_shift},
};

TEST_MAIN(cases)
