// SPDX-License-Identifier: MIT
#include "grid/halo.h"

#include "test.h"
#include "unit/flow_fixture.h"

static float mark(int32_t i, int32_t j, int32_t k) {
    return (float)(100 * i + 10 * j + k + 1);
}

static void fill_marks(flow_fixture* f, int axis, float* field) {
    const wafti_mac* grid = &f->domain.grid;
    // What nobody set is garbage.
    for (ptrdiff_t n = 0; n < (ptrdiff_t)grid->size; ++n) {
        field[n - grid->first] = -7777.0f;
    }
    for (fixture_walk w = fixture_start(f, axis); w.on; fixture_next(f, &w)) {
        field[w.index] = mark(w.at[0], w.at[1], w.at[2]);
    }
}

static void cells_go_on_outside(void) {
    flow_fixture f;
    fixture_open(&f, 5, 4, 3, "coppic", 1);
    float* q = fixture_field(&f);
    fill_marks(&f, -1, q);
    const float outside[6] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f};
    wafti_halo_cells(&f.domain, outside, q);
    CHECK(q[fixture_at(&f, -1, 2, 1)] == mark(0, 2, 1));
    CHECK(q[fixture_at(&f, -2, 2, 1)] == mark(0, 2, 1));
    CHECK(q[fixture_at(&f, 5, 2, 1)] == 2.0f && q[fixture_at(&f, 6, 2, 1)] == 2.0f);
    CHECK(q[fixture_at(&f, 3, -1, 1)] == mark(3, 3, 1));
    CHECK(q[fixture_at(&f, 3, -2, 1)] == mark(3, 2, 1));
    CHECK(q[fixture_at(&f, 3, 5, 1)] == mark(3, 1, 1));
    CHECK(q[fixture_at(&f, 3, 2, -2)] == 5.0f);
    CHECK(q[fixture_at(&f, 3, 2, 4)] == mark(3, 2, 2));
    // Edges and corners: the later axis continues what the earlier one has put there.
    CHECK(q[fixture_at(&f, -1, -1, 1)] == mark(0, 3, 1));
    CHECK(q[fixture_at(&f, 6, 5, 4)] == 2.0f);
    CHECK(q[fixture_at(&f, 6, 5, -1)] == 5.0f);
    // Padding is 0 in every row of the box and its halo.
    for (int32_t k = -2; k < 5; ++k) {
        for (int32_t j = -2; j < 6; ++j) {
            CHECK(q[fixture_at(&f, -8, j, k)] == 0.0f && q[fixture_at(&f, -3, j, k)] == 0.0f);
            CHECK(q[fixture_at(&f, 7, j, k)] == 0.0f);
            CHECK(q[fixture_at(&f, (int32_t)f.domain.grid.row - WAFTI_MAC_LEAD - 1, j, k)] == 0.0f);
        }
    }
    fixture_close(&f);
}

static void periodic_axes_shorter_than_the_halo_wrap(void) {
    flow_fixture f;
    fixture_open(&f, 1, 2, 1, "ppppcc", 1);
    float* q = fixture_field(&f);
    fill_marks(&f, -1, q);
    wafti_halo_cells(&f.domain, (const float[6]){0}, q);
    CHECK(q[fixture_at(&f, -2, -1, 0)] == mark(0, 1, 0));
    CHECK(q[fixture_at(&f, 2, -2, 0)] == mark(0, 0, 0));
    fixture_close(&f);
}

static void faces_go_on_outside(void) {
    flow_fixture f;
    fixture_open(&f, 5, 4, 3, "coicpp", 1);
    f.domain.sides[3].no_slip = true;
    f.domain.sides[3].velocity[0] = 50.0f;
    f.domain.sides[2].velocity[1] = 3.0f;
    float* u[3] = {fixture_field(&f), fixture_field(&f), fixture_field(&f)};
    for (int a = 0; a < 3; ++a) {
        fill_marks(&f, a, u[a]);
    }
    wafti_halo_faces_by_blocks(&f.domain, &f.context, u);
    // Along its own axis a component goes on as on the side.
    CHECK(u[0][fixture_at(&f, 6, 1, 1)] == mark(5, 1, 1));
    CHECK(u[0][fixture_at(&f, -2, 1, 1)] == mark(0, 1, 1));
    CHECK(u[1][fixture_at(&f, 2, -1, 1)] == 3.0f);
    // Along walls: free slip copies, no slip has the wall's velocity in the middle.
    CHECK(u[1][fixture_at(&f, -1, 2, 1)] == mark(0, 2, 1));
    CHECK(u[1][fixture_at(&f, -1, 4, 1)] == mark(0, 4, 1));
    CHECK(u[0][fixture_at(&f, 2, 4, 1)] == 100.0f - mark(2, 3, 1));
    CHECK(u[2][fixture_at(&f, 2, 4, 1)] == -mark(2, 3, 1));
    CHECK(u[2][fixture_at(&f, 2, -1, 1)] == 0.0f);
    // The last face of a periodic axis is the first.
    CHECK(u[2][fixture_at(&f, 2, 1, 3)] == mark(2, 1, 0));
    CHECK(u[2][fixture_at(&f, 2, 1, 4)] == mark(2, 1, 1));
    CHECK(u[2][fixture_at(&f, 2, 1, -1)] == mark(2, 1, 2));
    CHECK(u[0][fixture_at(&f, 5, 1, -1)] == mark(5, 1, 2));
    fixture_close(&f);
}

// By blocks all is as row by row, also on grids that are shared out.
static void blocks_fill_the_same(void) {
    static const char* sides[] = {"coppic", "ooccii", "pppppp", "ccoooo"};
    static const int32_t sizes[][3] = {{7, 6, 5}, {48, 30, 32}, {20, 40, 1}};
    for (int n = 0; n < 12; ++n) {
        const int32_t* size = sizes[n / 4];
        flow_fixture f;
        fixture_open(&f, size[0], size[1], size[2], sides[n % 4], 2);
        float* u[6];
        for (int field = 0; field < 6; ++field) {
            u[field] = fixture_field(&f);
            fill_marks(&f, field % 3, u[field]);
        }
        for (int axis = 0; axis < f.domain.grid.axes; ++axis) {
            const wafti_halo halo = wafti_halo_of_faces(&f.domain, axis);
            wafti_halo_fill(&halo, u[axis]);
        }
        wafti_halo_faces_by_blocks(&f.domain, &f.context, u + 3);
        const wafti_mac* grid = &f.domain.grid;
        for (int axis = 0; axis < grid->axes; ++axis) {
            CHECK(memcmp(u[axis] - grid->first, u[axis + 3] - grid->first,
                      grid->size * sizeof(float)) == 0);
        }
        fixture_close(&f);
    }
}

static const test_case cases[] = {
    {"cells_go_on_outside", cells_go_on_outside},
    {"periodic_axes_shorter_than_the_halo_wrap", periodic_axes_shorter_than_the_halo_wrap},
    {"faces_go_on_outside", faces_go_on_outside},
    {"blocks_fill_the_same", blocks_fill_the_same},
};
TEST_MAIN(cases)
