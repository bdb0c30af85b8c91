// SPDX-License-Identifier: MIT
#include "grid/candidates.h"

#include "domain_fixture.h"
#include "test.h"

static const wafti_box everything = {.high = {16, 16, 16}};

static domain_fixture* open_two_spheres(const double* radius) {
    const wafti_domain_def def = domain_fixture_def(16, 16, 16);
    domain_fixture* f = domain_fixture_open(&def, 1);
    f->domain.solids[0] = solid_sphere(radius, 0.2, 0.5, 0.5);
    f->domain.solids[1] = solid_sphere(radius, 0.8, 0.5, 0.5);
    f->domain.solids[1].no_slip = true;
    (void)domain_fixture_update(f);
    return f;
}

static void test_gathers_what_is_near(void) {
    const double radius = 0.05;
    domain_fixture* f = open_two_spheres(&radius);
    wafti_candidates found;
    wafti_candidates_gather(&f->domain, &everything, false, &found);
    CHECK(found.count == 2 && found.sticky);
    const wafti_box left = {.low = {0, 6, 6}, .high = {4, 10, 10}};
    wafti_candidates_gather(&f->domain, &left, false, &found);
    CHECK(found.count == 1 && !found.sticky);
    CHECK(found.placement[0] == &f->domain.placements[0]);
    wafti_candidates_gather(&f->domain, &everything, true, &found);
    CHECK(found.count == 0);
    domain_fixture_close(f);
}

static void test_the_nearest_is_told(void) {
    const double radius = 0.05;
    domain_fixture* f = open_two_spheres(&radius);
    wafti_candidates found;
    wafti_candidates_gather(&f->domain, &everything, false, &found);
    const wafti_placement* owner = NULL;
    const wafti_mac* grid = &f->domain.grid;
    const int32_t cell[3] = {11, 8, 8}; // its centre is 11.5/16, 8.5/16, 8.5/16
    const double want = sqrt(pow(0.8 - 11.5 / 16.0, 2.0) + 2.0 * pow(0.5 / 16.0, 2.0)) - radius;
    CHECK_NEAR(wafti_candidates_nearest(&found, grid, -1, cell, &owner), want, 1e-12);
    CHECK(owner == &f->domain.placements[1]);
    // Beyond the bands of both.
    const int32_t far[3] = {11, 0, 8};
    CHECK(wafti_candidates_nearest(&found, grid, -1, far, &owner) == found.far);
    CHECK(owner == NULL);
    domain_fixture_close(f);
}

// A square of 1/2 m across y between cells 7 and 8.
static void test_a_sheet_crosses_segments(void) {
    const wafti_domain_def def = domain_fixture_def(16, 16, 16);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double half[2] = {0.25, 0.25};
    f->domain.solids[0] = solid_sheet(half, 0.5, 0.5, 0.5);
    (void)domain_fixture_update(f);
    const wafti_placement* sheet = &f->domain.placements[0];
    int crossed[3] = {0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t n = 0; n < 16 * 16 * 16; ++n) {
            const int32_t cell[3] = {n % 16, n / 16 % 16, n / 256};
            const bool crosses = wafti_sheet_crosses(&f->domain.grid, sheet, axis, cell);
            CHECK(!crosses || wafti_sheet_near(sheet, axis, cell));
            crossed[axis] += crosses;
        }
    }
    CHECK(crossed[0] + crossed[1] + crossed[2] == 64);
    CHECK(crossed[0] == 64 || crossed[1] == 64 || crossed[2] == 64);
    domain_fixture_close(f);
}

static const test_case cases[] = {
    {"gathers_what_is_near", test_gathers_what_is_near},
    {"the_nearest_is_told", test_the_nearest_is_told},
    {"a_sheet_crosses_segments", test_a_sheet_crosses_segments},
};
TEST_MAIN(cases)
