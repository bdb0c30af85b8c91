// SPDX-License-Identifier: MIT
#include "grid/careful.h"

#include "test.h"
#include "unit/flow_fixture.h"

static void check_end(const wafti_careful_end* end, const int32_t cell[3], const float part[3]) {
    for (int a = 0; a < 3; ++a) {
        CHECK(end->cell[a] == cell[a]);
        CHECK_NEAR(end->part[a], part[a], 1e-5);
    }
}

static void march_goes_through_open_faces(void) {
    flow_fixture f;
    fixture_open(&f, 12, 10, 8, "cccccc", 1);
    const float middle[3] = {0.5f, 0.5f, 0.5f};
    const int32_t start[3] = {6, 5, 4};
    wafti_careful_end end =
        wafti_careful_march(&f.domain, start, middle, (const float[3]){-2.3f, 1.2f, 0.4f});
    CHECK(!end.cut);
    check_end(&end, (const int32_t[3]){4, 6, 4}, (const float[3]){0.2f, 0.7f, 0.9f});
    // A trace that ends on a face has not crossed it.
    end = wafti_careful_march(&f.domain, start, middle, (const float[3]){-0.5f, 0.5f, 0.0f});
    check_end(&end, start, (const float[3]){0.0f, 1.0f, 0.5f});
    // No way at all, and one so short that dividing by it would overflow.
    end = wafti_careful_march(&f.domain, start, middle, (const float[3]){0.0f, 1e-42f, -1e-42f});
    check_end(&end, start, middle);
    fixture_close(&f);
}

// A sheet across the box at face 5 along x.
static void close_sheet(flow_fixture* f) {
    for (fixture_walk w = fixture_start(f, 0); w.on; fixture_next(f, &w)) {
        if (w.at[0] == 5) {
            f->domain.weight[0][w.index] = 0.0f;
        }
    }
}

static void march_stops_at_closed_faces(void) {
    flow_fixture f;
    fixture_open(&f, 12, 10, 8, "cccccc", 1);
    close_sheet(&f);
    const float middle[3] = {0.5f, 0.5f, 0.5f};
    const int32_t start[3] = {6, 5, 4};
    wafti_careful_end end =
        wafti_careful_march(&f.domain, start, middle, (const float[3]){-3.0f, 0.8f, 0.0f});
    CHECK(end.cut);
    check_end(&end, (const int32_t[3]){5, 5, 4}, (const float[3]){0.0f, 0.9f, 0.5f});
    // The other way nothing is in between; from the left it is closed as well.
    end = wafti_careful_march(&f.domain, start, middle, (const float[3]){3.0f, 0.0f, 0.0f});
    CHECK(!end.cut && end.cell[0] == 9);
    end = wafti_careful_march(
        &f.domain, (const int32_t[3]){4, 5, 4}, middle, (const float[3]){9.0f, 9.0f, 9.0f});
    CHECK(end.cut && end.cell[0] == 4 && end.part[0] == 1.0f);
    fixture_close(&f);
}

static void march_wraps(void) {
    flow_fixture f;
    fixture_open(&f, 5, 4, 1, "ppcccc", 1);
    *fixture_weight(&f, 0, 2, 1, 0) = 0.0f;
    const float middle[3] = {0.5f, 0.5f, 0.5f};
    // Around the ring until face 2 of row 1 closes it.
    const wafti_careful_end end = wafti_careful_march(
        &f.domain, (const int32_t[3]){2, 1, 0}, middle, (const float[3]){20.0f, 0.0f, 0.0f});
    CHECK(end.cut && end.cell[0] == 6 && end.part[0] == 1.0f);
    fixture_close(&f);
}

// A field that is 1 left of face 5 and 0 right of it.
static float* step_field(flow_fixture* f) {
    float* q = fixture_field(f);
    for (fixture_walk w = fixture_start(f, -1); w.on; fixture_next(f, &w)) {
        q[w.index] = w.at[0] < 5 ? 1.0f : 0.0f;
    }
    return q;
}

static void corners_behind_closed_faces_do_not_count(void) {
    flow_fixture f;
    fixture_open(&f, 12, 10, 8, "cccccc", 1);
    float* q = step_field(&f);
    const wafti_careful_end end = {.cell = {5, 5, 4}, .part = {0.0f, 0.75f, 0.25f}};
    wafti_careful_value v = wafti_careful_sample(&f.domain, -1, q, &end);
    CHECK(v.found && v.value == 0.5f && v.least == 0.0f && v.greatest == 1.0f);
    close_sheet(&f);
    v = wafti_careful_sample(&f.domain, -1, q, &end);
    CHECK(v.found && v.value == 0.0f && v.greatest == 0.0f);
    // A hole two cells up is no neighbour; one in the next row joins corners around the edge.
    *fixture_weight(&f, 0, 5, 7, 4) = 1.0f;
    CHECK(wafti_careful_sample(&f.domain, -1, q, &end).greatest == 0.0f);
    *fixture_weight(&f, 0, 5, 6, 4) = 1.0f;
    v = wafti_careful_sample(&f.domain, -1, q, &end);
    CHECK(v.greatest == 1.0f);
    // Of the lower row's left corners none counts: shares 3/8 and 1/8 of y = 3/4 and 1/4.
    CHECK_NEAR(v.value, 0.5 * 0.25 / (0.5 + 0.5 * 0.25), 1e-6);
    fixture_close(&f);
}

static void faces_of_solids_count_if_they_stick(void) {
    flow_fixture f;
    fixture_open(&f, 12, 10, 1, "cccccc", 1);
    fixture_solid(&f, (const int32_t[3]){0, 0, 0}, (const int32_t[3]){12, 4, 1});
    fixture_clear(&f);
    float* u = fixture_field(&f);
    for (fixture_walk w = fixture_start(&f, 0); w.on; fixture_next(&f, &w)) {
        u[w.index] = w.at[1] < 4 ? 5.0f : 1.0f;
    }
    // A quarter of a cell over the wall, which is half way between faces in and out of the solid.
    const wafti_careful_end end = {.cell = {6, 4, 0}, .part = {0.5f, 0.25f, 0.0f}};
    wafti_careful_value v = wafti_careful_sample(&f.domain, 0, u, &end);
    CHECK(v.found && v.value == 1.0f && v.greatest == 1.0f);
    f.solid.no_slip = true;
    v = wafti_careful_sample(&f.domain, 0, u, &end);
    CHECK_NEAR(v.value, 0.75 * 1.0 + 0.25 * 5.0, 1e-6);
    CHECK(v.greatest == 5.0f);
    fixture_close(&f);
}

static void no_corner_at_all_is_said(void) {
    flow_fixture f;
    fixture_open(&f, 12, 10, 1, "cccccc", 1);
    fixture_solid(&f, (const int32_t[3]){2, 2, 0}, (const int32_t[3]){9, 8, 1});
    fixture_clear(&f);
    float* u = fixture_field(&f);
    const wafti_careful_end end = {.cell = {5, 5, 0}, .part = {0.5f, 0.25f, 0.0f}};
    CHECK(!wafti_careful_sample(&f.domain, 0, u, &end).found);
    fixture_close(&f);
}

static const test_case cases[] = {
    {"march_goes_through_open_faces", march_goes_through_open_faces},
    {"march_stops_at_closed_faces", march_stops_at_closed_faces},
    {"march_wraps", march_wraps},
    {"corners_behind_closed_faces_do_not_count", corners_behind_closed_faces_do_not_count},
    {"faces_of_solids_count_if_they_stick", faces_of_solids_count_if_they_stick},
    {"no_corner_at_all_is_said", no_corner_at_all_is_said},
};
TEST_MAIN(cases)
