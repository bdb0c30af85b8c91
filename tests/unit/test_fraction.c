// SPDX-License-Identifier: MIT
// Open shares of faces, distances and owners.
#include "domain_fixture.h"
#include "grid/domain_parts.h"
#include "test.h"

static float weight(const domain_fixture* f, int axis, int32_t i, int32_t j, int32_t k) {
    return f->domain.weight[axis][wafti_mac_index(&f->domain.grid, i, j, k)];
}

// A wall whose surface is a slanted plane: shares of faces are exact, since distances are linear.
static void test_slanted_plane(void) {
    const wafti_domain_def def = domain_fixture_def(8, 8, 8);
    domain_fixture* f = domain_fixture_open(&def, 1);
    wafti_solid* solid = &f->domain.solids[0];
    *solid = solid_at(0.5, 0.5, 0.5);
    solid->distance = shape_half_space;
    for (int d = 0; d < 3; ++d) {
        solid->low[d] = -INFINITY;
        solid->high[d] = INFINITY;
    }
    const double angle = 0.5; // about z: the surface is y - 1/2 = tan(angle) (x - 1/2)
    solid->rotation[2] = sin(0.5 * angle);
    solid->rotation[3] = cos(0.5 * angle);
    (void)domain_fixture_update(f);
    const double h = def.h;
    for (int32_t j = 1; j < 8; ++j) {
        for (int32_t i = 1; i < 8; ++i) {
            const double wall = 0.5 + tan(angle) * (i * h - 0.5);
            const double share = fmin(fmax(((j + 1) * h - wall) / h, 0.0), 1.0);
            const double want = share < 0.01 ? 0.0 : (share > 0.99 ? 1.0 : share);
            CHECK_NEAR(weight(f, 0, i, j, 3), want, 1e-5);
        }
    }
    domain_fixture_close(f);
}

// The divergence theorem on each cell of a sphere: sum of (1 - share) of faces over the whole surface
// of a box of cells is what a projection sees; here the area cut out of the middle plane.
static void test_sphere_section(void) {
    const wafti_domain_def def = domain_fixture_def(32, 32, 32);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double radius = 0.3;
    f->domain.solids[0] = solid_sphere(&radius, 0.5, 0.5, 0.5);
    (void)domain_fixture_update(f);
    for (int axis = 0; axis < 3; ++axis) {
        double closed = 0.0;
        for (int32_t b = 0; b < 32; ++b) {
            for (int32_t a = 0; a < 32; ++a) {
                int32_t cell[3];
                cell[axis] = 16;
                cell[(axis + 1) % 3] = a;
                cell[(axis + 2) % 3] = b;
                closed += 1.0 - (double)weight(f, axis, cell[0], cell[1], cell[2]);
            }
        }
        const double want = acos(-1.0) * radius * radius * 32.0 * 32.0;
        CHECK_NEAR(closed, want, 2e-3 * want);
    }
    // Distances at corners.
    const ptrdiff_t corner = wafti_mac_index(&f->domain.grid, 16, 26, 16);
    CHECK_NEAR(f->domain.sdf[corner], 10.0 / 32.0 - radius, 1e-6);
    CHECK(f->domain.sdf[0] >= 4.0f / 32.0f);
    CHECK(f->domain.clearance[wafti_mac_index(&f->domain.grid, 16, 16, 16)] == 0);
    CHECK(f->domain.owner[wafti_mac_index(&f->domain.grid, 16, 16, 16)] == 1);
    CHECK(f->domain.owner[wafti_mac_index(&f->domain.grid, 16, 27, 16)] == 1);
    CHECK(f->domain.owner[wafti_mac_index(&f->domain.grid, 16, 31, 16)] == 0);
    domain_fixture_close(f);
}

static void test_plane_flow(void) {
    const wafti_domain_def def = domain_fixture_def(40, 40, 1);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double radius = 0.21;
    f->domain.solids[1] = solid_circle(&radius, 0.5, 0.52);
    (void)domain_fixture_update(f);
    double closed = 0.0;
    for (int32_t j = 0; j < 40; ++j) {
        closed += 1.0 - (double)weight(f, 0, 20, j, 0);
    }
    // A chord through the centre.
    CHECK_NEAR(closed, 2.0 * radius * 40.0, 0.02);
    domain_fixture_close(f);
}

static void test_voxels(void) {
    wafti_domain_def def = domain_fixture_def(24, 24, 24);
    def.fractions = false;
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double radius = 0.3;
    f->domain.solids[0] = solid_sphere(&radius, 0.51, 0.5, 0.47);
    (void)domain_fixture_update(f);
    int wrong = 0;
    for (int32_t k = 0; k < 24; ++k) {
        for (int32_t j = 0; j < 24; ++j) {
            for (int32_t i = 0; i < 24; ++i) {
                const double h = def.h;
                const double p[3] = {
                    (i + 0.5) * h - 0.51, (j + 0.5) * h - 0.5, (k + 0.5) * h - 0.47};
                const bool inside = shape_sphere(&radius, p) < 0.0;
                const ptrdiff_t at = wafti_mac_index(&f->domain.grid, i, j, k);
                wrong += inside != (f->domain.clearance[at] == 0);
                for (int axis = 0; axis < 3; ++axis) {
                    const ptrdiff_t next = at + wafti_mac_stride(&f->domain.grid, axis);
                    const float w = f->domain.weight[axis][next];
                    const int32_t index = axis == 0 ? i : (axis == 1 ? j : k);
                    wrong += index < 23 && inside && w > 0.0f;
                    wrong += w > 0.0f && w < 1.0f;
                }
            }
        }
    }
    CHECK(wrong == 0);
    domain_fixture_close(f);
}

// A sheet closes exactly the faces that a centre-to-centre segment meets, turned or not.
static void test_sheet(void) {
    wafti_domain_def def = domain_fixture_def(16, 16, 16);
    def.sides[0].kind = WAFTI_SIDE_OPEN;
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double half[2] = {0.25, 0.25};
    f->domain.solids[0] = solid_sheet(half, 0.52, 0.5, 0.5);
    f->domain.solids[0].velocity[0] = 2.0;
    // In the half cell before an open side.
    f->domain.solids[2] = solid_sheet(half, 0.01, 0.5, 0.5);
    (void)domain_fixture_update(f);
    int closed[3] = {0};
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t k = 1; k < 16; ++k) {
            for (int32_t j = 1; j < 16; ++j) {
                for (int32_t i = 1; i < 16; ++i) {
                    closed[axis] += weight(f, axis, i, j, k) <= 0.0f;
                }
            }
        }
    }
    CHECK(closed[0] == 64 && closed[1] == 0 && closed[2] == 0);
    CHECK(weight(f, 0, 8, 8, 8) <= 0.0f && weight(f, 0, 8, 3, 8) >= 1.0f);
    CHECK(weight(f, 0, 0, 8, 8) <= 0.0f && weight(f, 0, 0, 3, 8) >= 2.0f);
    CHECK_NEAR(wafti_domain_solid_velocity(&f->domain, 0, 8, 8, 8), 2.0, 1e-6);
    CHECK(f->domain.owner[wafti_mac_index(&f->domain.grid, 8, 8, 8)] == 1);
    // A quarter turn about z: it now lies across y.
    f->domain.solids[0].rotation[2] = sqrt(0.5);
    f->domain.solids[0].rotation[3] = sqrt(0.5);
    f->domain.solids[0].position[1] = 0.52;
    (void)domain_fixture_update(f);
    CHECK(weight(f, 1, 8, 8, 8) <= 0.0f && weight(f, 0, 8, 8, 8) >= 1.0f);
    domain_fixture_close(f);
}

static void test_sides(void) {
    wafti_domain_def def = domain_fixture_def(12, 16, 12);
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    def.sides[4].kind = WAFTI_SIDE_PERIODIC;
    def.sides[5].kind = WAFTI_SIDE_PERIODIC;
    def.sides[0].kind = WAFTI_SIDE_INFLOW;
    domain_fixture* f = domain_fixture_open(&def, 1);
    CHECK(weight(f, 1, 3, 16, 3) >= 2.0f && weight(f, 1, 3, 0, 3) <= 0.0f);
    CHECK(weight(f, 0, 0, 3, 3) <= 0.0f && weight(f, 0, 12, 3, 3) <= 0.0f);
    CHECK(weight(f, 2, 3, 3, 0) >= 1.0f && weight(f, 2, 3, 3, 12) >= 1.0f);
    CHECK(weight(f, 2, 3, 3, 1) >= 1.0f && weight(f, 2, 3, 3, 13) <= 0.0f);
    // A box through the open top closes its part of the side, one at the seam both ends of it.
    const double half[3] = {0.125, 0.25, 0.125};
    const double height = 16.0 / 12.0;
    f->domain.solids[0] = solid_box(half, 0.5, height, 0.5);
    f->domain.solids[1] = solid_box(half, 0.5, 0.5, 0.0);
    const wafti_box changed = domain_fixture_update(f);
    CHECK(weight(f, 1, 6, 16, 6) <= 0.0f);
    CHECK_NEAR(weight(f, 1, 4, 16, 6), 1.0, 1e-4); // half of the face
    CHECK(weight(f, 1, 2, 16, 6) >= 2.0f);
    CHECK(weight(f, 2, 6, 6, 0) <= 0.0f && weight(f, 2, 6, 6, 12) <= 0.0f);
    CHECK_NEAR(weight(f, 2, 4, 6, 12), 0.5, 1e-4);
    CHECK(changed.low[2] == 0 && changed.high[2] == 12);
    f->domain.solids[1].alive = false;
    f->domain.solids[0].alive = false;
    (void)domain_fixture_update(f);
    CHECK(weight(f, 2, 6, 6, 0) >= 1.0f && weight(f, 2, 6, 6, 12) >= 1.0f);
    CHECK(weight(f, 1, 6, 16, 6) >= 2.0f && !f->domain.has_solids);
    domain_fixture_close(f);
}

// Faces less than half open that lie within `reach` cells of the plane x = 0.5.
static int slivers(const domain_fixture* f, double reach) {
    const wafti_mac* grid = &f->domain.grid;
    int count = 0;
    for (int axis = 0; axis < grid->axes; ++axis) {
        for (int32_t k = 0; k < grid->n[2]; ++k) {
            for (int32_t j = 0; j < grid->n[1]; ++j) {
                for (int32_t i = 0; i < grid->n[0]; ++i) {
                    double point[3];
                    wafti_domain_centre(grid, axis, (const int32_t[3]){i, j, k}, point);
                    const bool near = fabs(point[0] - 0.5) < reach * grid->h;
                    const float open = weight(f, axis, i, j, k);
                    count += near && open > 0.0f && open < 0.5f;
                }
            }
        }
    }
    return count;
}

// Where solids meet no face is left that is open a little: when one moves apart from the other, air
// would go through it at many times their speed. Elsewhere such faces stay.
static void check_meeting(int32_t nz) {
    const wafti_domain_def def = domain_fixture_def(32, 32, nz);
    domain_fixture* f = domain_fixture_open(&def, 1);
    const double radius = 0.2;
    const double half[2] = {0.4, 0.6};
    const double z = nz > 1 ? 0.51 : 0.5 * def.h;
    f->domain.solids[0] = solid_sphere(&radius, 0.35, 0.49, z);
    (void)domain_fixture_update(f);
    const int alone = slivers(f, 9.0);
    CHECK(slivers(f, 0.6) > 0);
    // Its mirror image.
    f->domain.solids[1] = solid_sphere(&radius, 0.65, 0.49, z);
    (void)domain_fixture_update(f);
    CHECK(slivers(f, 0.6) == 0 && slivers(f, 9.0) > alone);
    f->domain.solids[1] = solid_sheet(half, 0.51, 0.5, 0.5);
    (void)domain_fixture_update(f);
    CHECK(slivers(f, 0.6) == 0 && slivers(f, 9.0) > alone / 2);
    f->domain.solids[1].alive = false;
    (void)domain_fixture_update(f);
    CHECK(slivers(f, 9.0) == alone);
    domain_fixture_close(f);
}

static void test_meeting_solids(void) {
    check_meeting(1);
    check_meeting(32);
}

static const test_case cases[] = {
    {"slanted_plane", test_slanted_plane},
    {"sphere_section", test_sphere_section},
    {"plane_flow", test_plane_flow},
    {"voxels", test_voxels},
    {"sheet", test_sheet},
    {"sides", test_sides},
    {"meeting_solids", test_meeting_solids},
};
TEST_MAIN(cases)
