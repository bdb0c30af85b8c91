// SPDX-License-Identifier: MIT
// Boxes of all ends; the file that includes this chose wafti_real.
#ifndef WAFT_TEST_SPECTRAL_CASES_H
#define WAFT_TEST_SPECTRAL_CASES_H

#include "math/spectral.h"

#include "hooks.h"
#include "unit/transform_fixture.h"

static const double tolerance = sizeof(wafti_real) == sizeof(double) ? 2e-15 : 1e-6;
// Of the residual, which the division by small eigenvalues makes worse.
static const double residual_tolerance = sizeof(wafti_real) == sizeof(double) ? 1e-12 : 5e-5;

static wafti_spectral* make_plan(const int32_t n[3], const wafti_ends ends[3], wafti_arena* arena) {
    wafti_spectral* plan = NULL;
    waft_error error = {.sentence = ""};
    wafti_arena_init(arena, NULL, 16384);
    const wafti_spectral_def def = {.n = {n[0], n[1], n[2]},
        .ends = {ends[0], ends[1], ends[2]},
        .isa = wafti_isa_choose(),
        .arena = arena};
    if (!CHECK(wafti_spectral_create(&def, &plan, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
        exit(1);
    }
    return plan;
}

static const struct {
    int32_t n[3];
    wafti_ends ends[3];
} boxes[] = {
    {{16, 16, 16}, {WAFTI_ENDS_CLOSED, WAFTI_ENDS_CLOSED, WAFTI_ENDS_CLOSED}},
    {{20, 24, 12}, {WAFTI_ENDS_CLOSED, WAFTI_ENDS_CLOSED_OPEN, WAFTI_ENDS_PERIODIC}},
    {{10, 6, 40}, {WAFTI_ENDS_OPEN, WAFTI_ENDS_OPEN, WAFTI_ENDS_OPEN}},
    {{24, 5, 3}, {WAFTI_ENDS_OPEN_CLOSED, WAFTI_ENDS_PERIODIC, WAFTI_ENDS_CLOSED_OPEN}},
    {{12, 32, 8}, {WAFTI_ENDS_PERIODIC, WAFTI_ENDS_PERIODIC, WAFTI_ENDS_PERIODIC}},
    {{64, 48, 1}, {WAFTI_ENDS_CLOSED, WAFTI_ENDS_OPEN_CLOSED, WAFTI_ENDS_CLOSED}},
    {{1, 20, 16}, {WAFTI_ENDS_PERIODIC, WAFTI_ENDS_CLOSED, WAFTI_ENDS_OPEN}},
    {{40, 1, 1}, {WAFTI_ENDS_CLOSED_OPEN, WAFTI_ENDS_CLOSED, WAFTI_ENDS_PERIODIC}},
    {{1, 1, 1}, {WAFTI_ENDS_OPEN, WAFTI_ENDS_CLOSED, WAFTI_ENDS_PERIODIC}},
};

enum { BOX_COUNT = sizeof(boxes) / sizeof(boxes[0]) };

static bool is_open(wafti_ends ends, bool low) {
    return ends == WAFTI_ENDS_OPEN ||
           ends == (low ? WAFTI_ENDS_OPEN_CLOSED : WAFTI_ENDS_CLOSED_OPEN);
}

// A phi of docs/spec/smoke.md#equation: differences to the neighbours, twice the value at an open side,
// nothing at a closed one.
static double operate(const int32_t n[3], const wafti_ends ends[3], const double* phi, size_t at) {
    const size_t steps[3] = {1, (size_t)n[0], (size_t)n[0] * (size_t)n[1]};
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const size_t length = (size_t)n[axis];
        const size_t place = at / steps[axis] % length;
        for (int side = 0; side < 2; ++side) {
            const bool low = side == 0;
            const bool at_end = place == (low ? 0 : length - 1);
            if (!at_end || ends[axis] == WAFTI_ENDS_PERIODIC) {
                const size_t other = (place + (low ? length - 1 : 1)) % length;
                sum += phi[at] - phi[at - place * steps[axis] + other * steps[axis]];
            } else if (is_open(ends[axis], low)) {
                sum += 2.0 * phi[at];
            }
        }
    }
    return sum;
}

static void solutions_satisfy_the_equation(void) {
    for (size_t i = 0; i < BOX_COUNT; ++i) {
        const int32_t* n = boxes[i].n;
        const wafti_ends* ends = boxes[i].ends;
        const box b = box_make(n[0], n[1], n[2]);
        const size_t count = box_count(&b);
        double* right = random_values(count, 11);
        double* phi = test_memory(count, sizeof(double));
        double* got = test_memory(count, sizeof(double));
        wafti_arena arena;
        wafti_spectral* plan = make_plan(n, ends, &arena);
        bool open = false;
        double mean = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            open = open || is_open(ends[axis], true) || is_open(ends[axis], false);
        }
        box_put(&b, right);
        spectral_run(plan, b.data, b.strides);
        box_take(&b, phi);
        for (size_t j = 0; j < count; ++j) {
            mean += open ? 0.0 : right[j] / (double)count;
        }
        double phi_mean = 0.0;
        for (size_t j = 0; j < count; ++j) {
            got[j] = operate(n, ends, phi, j);
            right[j] -= mean;
            phi_mean += phi[j] / (double)count;
        }
        CHECK_NEAR(relative_l2(got, right, count), 0.0, residual_tolerance);
        CHECK_NEAR(open ? 0.0 : phi_mean, 0.0, tolerance);
        CHECK(box_padding_untouched(&b));
        wafti_arena_free(&arena);
        free(b.data);
        free(right);
        free(phi);
        free(got);
    }
}

static void an_axis_of_one_cell_has_no_pass(void) {
    const int32_t n[3] = {8, 6, 1};
    const wafti_ends ends[3] = {WAFTI_ENDS_OPEN, WAFTI_ENDS_PERIODIC, WAFTI_ENDS_CLOSED};
    wafti_arena arena;
    const wafti_spectral_job job = {.plan = make_plan(n, ends, &arena)};
    CHECK(wafti_spectral_pass_count(&job) == 3); // x, y and x again
    wafti_arena_free(&arena);
}

static void what_cannot_be_planned(void) {
    const wafti_spectral_def odd = {.n = {8, 38, 8}};
    waft_error error = {.sentence = ""};
    wafti_spectral* plan = NULL;
    CHECK(wafti_spectral_create(&odd, &plan, &error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "fft: 38 points along y; lengths are 2^a, 3 2^a and 5 2^a from 2 to "
                               "1024, the nearest are 32 and 40");
    for (long fail_at = 1;; ++fail_at) {
        counting c = {.fail_at = fail_at};
        const waft_allocator allocator = counting_hook(&c);
        wafti_arena arena;
        wafti_arena_init(&arena, &allocator, 16384);
        const wafti_spectral_def def = {.n = {1024, 96, 640},
            .ends = {WAFTI_ENDS_CLOSED, WAFTI_ENDS_PERIODIC, WAFTI_ENDS_CLOSED_OPEN},
            .arena = &arena};
        const waft_result result = wafti_spectral_create(&def, &plan, &error);
        if (result == WAFT_OK) {
            CHECK(fail_at > 2);
            CHECK(arena.total <= wafti_spectral_room(def.n));
        } else {
            CHECK(result == WAFT_ERR_NO_MEMORY);
            CHECK(plan == NULL);
        }
        wafti_arena_free(&arena);
        CHECK(c.live == 0);
        if (result == WAFT_OK) {
            break;
        }
    }
}

static const test_case cases[] = {
    {"solutions_satisfy_the_equation", solutions_satisfy_the_equation},
    {"an_axis_of_one_cell_has_no_pass", an_axis_of_one_cell_has_no_pass},
    {"what_cannot_be_planned", what_cannot_be_planned},
};

#endif // WAFT_TEST_SPECTRAL_CASES_H
