// SPDX-License-Identifier: MIT
#include "grid/poisson_parts.h"

#include "test.h"
#include "unit/poisson_fixture.h"

static const wafti_side_kind closed[6] = {0};
static const wafti_side_kind open_top[6] = {0, 0, 0, WAFTI_SIDE_OPEN, 0, 0};
static const wafti_side_kind torus[6] = {WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC,
    WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC, WAFTI_SIDE_PERIODIC};

static void create(poisson_fixture* f) {
    CHECK(fixture_create(f, WAFTI_POISSON_MULTIGRID, false) == WAFT_OK);
}

static void one_box(void) {
    static const int32_t n[3] = {9, 8, 7};
    poisson_fixture* f = fixture_open(n, closed, 1);
    create(f);
    CHECK(f->poisson->regions.count == 1);
    CHECK(wafti_poisson_region_closed(f->poisson, 0));
    CHECK(wafti_poisson_region(f->poisson, 8, 7, 6) == 0);
    fixture_close(f);
}

// Cells of a solid box belong to nothing; a room inside it is closed; the outside is open.
static void room_in_a_block(void) {
    static const int32_t n[3] = {12, 12, 12};
    static const wafti_box block = {{3, 3, 3}, {9, 9, 9}};
    poisson_fixture* f = fixture_open(n, open_top, 1);
    fixture_add_block(&f->domain, &block);
    // Two cells side by side in the middle.
    f->domain.weight[0][wafti_mac_index(&f->domain.grid, 6, 6, 6)] = 0.25f;
    create(f);
    CHECK(f->poisson->regions.count == 2);
    CHECK(wafti_poisson_region(f->poisson, 4, 4, 4) == -1);
    const int room = wafti_poisson_region(f->poisson, 5, 6, 6);
    CHECK(room >= 0);
    CHECK(wafti_poisson_region(f->poisson, 6, 6, 6) == room);
    CHECK(wafti_poisson_region_closed(f->poisson, room));
    const int outside = wafti_poisson_region(f->poisson, 0, 0, 0);
    // Rows before the block, through it and through the room, by their numbers.
    const wafti_regions* regions = &f->poisson->regions;
    CHECK(wafti_regions_of_row(regions, 0) == outside);
    CHECK(wafti_regions_of_row(regions, 12 * 4 + 4) == outside);
    CHECK(wafti_regions_of_row(regions, 12 * 6 + 6) == -2);
    CHECK(wafti_poisson_row_region(f->poisson, 0, 0) == outside);
    CHECK(wafti_poisson_row_region(f->poisson, 4, 4) == -1);
    CHECK(outside != room);
    CHECK(!wafti_poisson_region_closed(f->poisson, outside));
    fixture_close(f);
}

// A sheet right through a ring does not part it; two do.
static void rings(void) {
    static const int32_t n[3] = {10, 6, 8};
    static const wafti_box whole = {{0, 0, 0}, {10, 6, 8}};
    static const wafti_box flat = {{0, 0, 0}, {10, 6, 1}};
    for (int axis = 0; axis < 3; ++axis) {
        poisson_fixture* f = fixture_open(n, torus, 1);
        fixture_add_sheet(&f->domain, axis, 2, &whole);
        create(f);
        CHECK(f->poisson->regions.count == 1);
        fixture_add_sheet(&f->domain, axis, 5, &whole);
        wafti_poisson_rebuild(f->poisson, &whole);
        CHECK(f->poisson->regions.count == 2);
        fixture_close(f);
    }
    static const int32_t plane[3] = {10, 6, 1};
    for (int axis = 0; axis < 2; ++axis) {
        poisson_fixture* f = fixture_open(plane, torus, 1);
        fixture_add_sheet(&f->domain, axis, 2, &flat);
        fixture_add_sheet(&f->domain, axis, 5, &flat);
        create(f);
        CHECK(f->poisson->regions.count == 2);
        CHECK(
            wafti_poisson_region(f->poisson, 3, 3, 0) != wafti_poisson_region(f->poisson, 1, 1, 0));
        fixture_close(f);
    }
}

// Random weights against a flood fill over cells.
static void flood(const wafti_domain* domain, int* mark, int32_t start, int region) {
    const wafti_mac* grid = &domain->grid;
    const int32_t* n = grid->n;
    static int32_t stack[4096];
    int top = 0;
    stack[top++] = start;
    mark[start] = region;
    while (top > 0) {
        const int32_t c = stack[--top];
        const int32_t at[3] = {c % n[0], c / n[0] % n[1], c / (n[0] * n[1])};
        for (int face = 0; face < 6; ++face) {
            const int axis = face / 2;
            int32_t low[3] = {at[0], at[1], at[2]};
            int32_t other[3] = {at[0], at[1], at[2]};
            low[axis] += face % 2;
            other[axis] += face % 2 != 0 ? 1 : -1;
            if (other[axis] < 0 || other[axis] >= n[axis] ||
                domain->weight[axis][wafti_mac_index(grid, low[0], low[1], low[2])] == 0.0f) {
                continue;
            }
            const int32_t next = (other[2] * n[1] + other[1]) * n[0] + other[0];
            if (mark[next] < 0) {
                mark[next] = region;
                stack[top++] = next;
            }
        }
    }
}

static void random_walls(void) {
    static const int32_t n[3] = {13, 11, 9};
    poisson_fixture* f = fixture_open(n, closed, 1);
    const wafti_mac* grid = &f->domain.grid;
    uint64_t state = 21;
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t c = 0; c < 13 * 11 * 9; ++c) {
            const int32_t at[3] = {c % 13, c / 13 % 11, c / 143};
            if (at[axis] > 0 && fixture_random(&state) < 0.22) {
                f->domain.weight[axis][wafti_mac_index(grid, at[0], at[1], at[2])] = 0.0f;
            }
        }
    }
    create(f);
    static int mark[13 * 11 * 9];
    int regions = 0;
    for (int32_t c = 0; c < 13 * 11 * 9; ++c) {
        mark[c] = -1;
    }
    for (int32_t c = 0; c < 13 * 11 * 9; ++c) {
        const int got = wafti_poisson_region(f->poisson, c % 13, c / 13 % 11, c / 143);
        if (got >= 0 && mark[c] < 0) {
            // Both number regions by their first cell.
            CHECK(got == regions);
            flood(&f->domain, mark, c, regions++);
        }
        CHECK(got == mark[c]);
    }
    CHECK(regions > 20);
    CHECK(f->poisson->regions.count == regions);
    fixture_close(f);
}

static const test_case cases[] = {
    {"one_box", one_box},
    {"room_in_a_block", room_in_a_block},
    {"rings", rings},
    {"random_walls", random_walls},
};

TEST_MAIN(cases)
