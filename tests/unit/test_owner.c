// SPDX-License-Identifier: MIT
// Which solid owns a cell.
#include "domain_fixture.h"
#include "test.h"

static int owner(const domain_fixture* f, int32_t i, int32_t j, int32_t k) {
    return f->domain.owner[wafti_mac_index(&f->domain.grid, i, j, k)];
}

static void test_three_cells_around_a_solid(void) {
    const wafti_domain_def def = domain_fixture_def(32, 32, 32);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double radius = 0.2; // 6.4 cells
    f->domain.solids[2] = solid_sphere(&radius, 0.5, 0.5, 0.5);
    (void)domain_fixture_update(f);
    CHECK(owner(f, 16, 16, 16) == 3);
    CHECK(owner(f, 16, 24, 16) == 3);
    CHECK(owner(f, 16, 26, 16) == 0);
    CHECK(owner(f, 5, 16, 16) == 0);
    domain_fixture_close(f);
}

// What a solid has left it does not own.
static void test_owners_move_along(void) {
    const wafti_domain_def def = domain_fixture_def(32, 32, 32);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double radius = 0.1;
    f->domain.solids[0] = solid_sphere(&radius, 0.4, 0.5, 0.5);
    (void)domain_fixture_update(f);
    CHECK(owner(f, 8, 16, 16) == 1);
    f->domain.solids[0].position[0] = 0.6;
    (void)domain_fixture_update(f);
    CHECK(owner(f, 8, 16, 16) == 0);
    CHECK(owner(f, 22, 16, 16) == 1);
    f->domain.solids[0].alive = false;
    (void)domain_fixture_update(f);
    CHECK(owner(f, 22, 16, 16) == 0);
    domain_fixture_close(f);
}

static void test_the_nearer_of_two(void) {
    const wafti_domain_def def = domain_fixture_def(32, 32, 32);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double radius = 0.1;
    f->domain.solids[0] = solid_sphere(&radius, 0.4, 0.5, 0.5);
    f->domain.solids[1] = solid_sphere(&radius, 0.65, 0.5, 0.5);
    (void)domain_fixture_update(f);
    CHECK(owner(f, 12, 16, 16) == 1);
    CHECK(owner(f, 16, 16, 16) == 1);
    CHECK(owner(f, 17, 16, 16) == 2);
    CHECK(owner(f, 20, 16, 16) == 2);
    domain_fixture_close(f);
}

// A sheet owns cells on both sides of it and takes them from volumes.
static void test_a_sheet_owns_cells_at_its_faces(void) {
    const wafti_domain_def def = domain_fixture_def(16, 16, 16);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double half[2] = {0.25, 0.25};
    const double radius = 0.1;
    f->domain.solids[0] = solid_sheet(half, 0.5, 0.5, 0.5);
    f->domain.solids[1] = solid_sphere(&radius, 0.5, 0.5, 0.5);
    (void)domain_fixture_update(f);
    int owned[3] = {0, 0, 0};
    for (int32_t n = 0; n < 16 * 16 * 16; ++n) {
        const int number = owner(f, n % 16, n / 16 % 16, n / 256);
        ++owned[number < 3 ? number : 0];
    }
    CHECK(owned[1] > 0 && owned[1] <= 128);
    CHECK(owned[2] > 0);
    domain_fixture_close(f);
}

static const test_case cases[] = {
    {"three_cells_around_a_solid", test_three_cells_around_a_solid},
    {"owners_move_along", test_owners_move_along},
    {"the_nearer_of_two", test_the_nearer_of_two},
    {"a_sheet_owns_cells_at_its_faces", test_a_sheet_owns_cells_at_its_faces},
};
TEST_MAIN(cases)
