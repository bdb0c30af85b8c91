// SPDX-License-Identifier: MIT
#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 16 };

static const double hold = 0.1;
static const double stream = 2.0;

static waft_detail_def plain_def(void) {
    waft_detail_def def = waft_detail_def_default();
    def.hold = hold;
    return def;
}

// A stream along x that is followed by a flow at rest.
static detail_fixture open_stream(const waft_detail_def* def) {
    const waft_smoke_def smoke = detail_fixture_box(N, 1.0 / N);
    detail_fixture d = detail_fixture_open(&smoke, hold, def, detail_fixture_bank(16, 5.0, 0.5), 1);
    detail_fixture_stream(&d, stream);
    detail_fixture_load(&d);
    const wafti_part* part = &d.detail->parts[0];
    const wafti_mac* grid = &part->smoke->domain.grid;
    for (int axis = 0; axis < 3; ++axis) {
        memset(part->smoke->velocity[axis] - grid->first, 0, grid->size * sizeof(float));
    }
    return d;
}

static void push(detail_fixture* d, double time, double dt) {
    wafti_pool_begin(d->detail->context->pool);
    wafti_part_push(&d->detail->parts[0], time, dt);
    wafti_pool_end(d->detail->context->pool);
}

static float speed_at(const detail_fixture* d, int axis, int32_t i, int32_t j, int32_t k) {
    const waft_smoke* smoke = d->detail->parts[0].smoke;
    return smoke->velocity[axis][wafti_mac_index(&smoke->domain.grid, i, j, k)];
}

// q of the flow in a hold, at once or in parts; with clock step in each part.
static void flow_is_followed(void) {
    waft_detail_def def = plain_def();
    def.strength = 0.0f;
    for (int parts = 1; parts <= 4; parts *= 4) {
        detail_fixture d = open_stream(&def);
        for (int n = 0; n < parts; ++n) {
            push(&d, n * hold / parts, hold / parts);
        }
        CHECK_NEAR(speed_at(&d, 0, 3, 4, 5), 0.2 * stream, 1e-5);
        CHECK_NEAR(speed_at(&d, 1, 3, 4, 5), 0.0, 0.0);
        detail_fixture_close(&d);
    }
    def.clock = WAFT_CLOCK_STEP;
    detail_fixture d = open_stream(&def);
    push(&d, 0.0, 0.5 * hold);
    push(&d, 0.5 * hold, 0.5 * hold);
    CHECK_NEAR(speed_at(&d, 0, 3, 4, 5), (1.0 - 0.8 * 0.8) * stream, 1e-5);
    detail_fixture_close(&d);
}

// u = q U + Psi v with Psi = p_c |U|; v are the faces of the bank that the hold has drawn.
static void a_hold_kicks_by_psi(void) {
    const waft_detail_def def = plain_def();
    detail_fixture d = open_stream(&def);
    push(&d, 0.0, hold);
    const wafti_part* part = &d.detail->parts[0];
    double squares = 0.0;
    for (int32_t n = 0; n < 3 * N * N; ++n) {
        const int axis = n / (N * N);
        const int32_t j = n % N;
        const int32_t k = n / N % N;
        float v;
        const int32_t at[3] = {7 + part->offset[0], j + part->offset[1], k + part->offset[2]};
        wafti_bank_row(&d.detail->bank, part->field, axis, at, 1, &v);
        squares += (double)v * (double)v;
        const double mean = axis == 0 ? 0.2 * stream : 0.0;
        CHECK_NEAR(speed_at(&d, axis, 7, j, k), mean + 0.5 * stream * (double)v, 1e-4);
    }
    CHECK(squares > 0.3 * N * N);
    detail_fixture_close(&d);
}

// The rms of kicks has a face along each axis for each cell, none of a high side.
static void kicks_are_counted_once(void) {
    const waft_detail_def def = plain_def();
    detail_fixture d = open_stream(&def);
    push(&d, 0.0, hold);
    const wafti_part* part = &d.detail->parts[0];
    double squares = 0.0;
    for (int32_t n = 0; n < 3 * N * N; ++n) {
        float row[N];
        const int32_t at[3] = {
            part->offset[0], n % N + part->offset[1], n / N % N + part->offset[2]};
        wafti_bank_row(&d.detail->bank, part->field, n / (N * N), at, N, row);
        for (int i = 0; i < N; ++i) {
            squares += pow(0.5 * stream * (double)row[i], 2.0);
        }
    }
    CHECK_NEAR(part->kick_rms, sqrt(squares / (N * N * N)), 1e-5 * stream);
    detail_fixture_close(&d);
}

// Never turbulent: the flow relaxes without kicks, or is the mean at once.
static void calm(void) {
    for (int cuts = 0; cuts < 2; ++cuts) {
        waft_detail_def def = plain_def();
        def.calm = 1;
        def.calm_cuts = cuts != 0;
        detail_fixture d = open_stream(&def);
        push(&d, 0.0, hold);
        CHECK_NEAR(speed_at(&d, 0, 3, 4, 5), (cuts != 0 ? 1.0 : 0.2) * stream, 1e-5);
        CHECK_NEAR(speed_at(&d, 2, 3, 4, 5), 0.0, 0.0);
        CHECK_NEAR(d.detail->parts[0].kick_rms, 0.0, 0.0);
        detail_fixture_close(&d);
    }
}

// Steps end where holds do, and the field changes there.
static void holds_cut_steps(void) {
    const waft_detail_def def = plain_def();
    detail_fixture d = open_stream(&def);
    wafti_part* part = &d.detail->parts[0];
    CHECK_NEAR(wafti_part_cut(part, 0.05, 0.17), hold, 1e-12);
    CHECK_NEAR(wafti_part_cut(part, 0.02, 0.07), 0.07, 0.0);
    CHECK(wafti_part_reach(part, 0.05) && part->hold == 1);
    const int32_t first[3] = {part->offset[0], part->offset[1], part->offset[2]};
    CHECK(wafti_part_reach(part, 0.09) && part->hold == 1);
    CHECK(memcmp(first, part->offset, sizeof(first)) == 0);
    CHECK(wafti_part_reach(part, 0.11) && part->hold == 2);
    CHECK(memcmp(first, part->offset, sizeof(first)) != 0);
    detail_fixture_close(&d);
}

static const test_case cases[] = {{"flow_is_followed", flow_is_followed},
    {"a_hold_kicks_by_psi", a_hold_kicks_by_psi},
    {"kicks_are_counted_once", kicks_are_counted_once}, {"calm", calm},
    {"holds_cut_steps", holds_cut_steps}};

TEST_MAIN(cases)
