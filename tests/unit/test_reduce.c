// SPDX-License-Identifier: MIT
#include "task/reduce.h"

#include "test.h"

static void test_slots_in_order(void) {
    // In order the ones are lost beside 1e16, from the other end they would count.
    const double slots[5] = {1e16, 1.0, 1.0, -1e16, 3.0};
    CHECK(wafti_sum_slots(slots, 5) == ((((1e16 + 1.0) + 1.0) - 1e16) + 3.0));
    CHECK(wafti_sum_slots(slots, 0) == 0.0);
}

static void test_rows(void) {
    enum { MOST = 100 };
    float row[MOST];
    double sum = 0.0;
    for (size_t count = 0; count <= MOST; ++count) {
        CHECK_NEAR(wafti_sum_row(row, count), sum, 1e-12);
        if (count < MOST) {
            row[count] = 0.1f * (float)((count * 37) % 101) - 3.0f;
            sum += (double)row[count];
        }
    }
}

// Halves of 2^60 and small numbers in chosen lanes show which numbers were added to which.
static void test_row_order(void) {
    float row[16] = {0};
    row[0] = 1152921504606846976.0f;
    row[1] = 1.0f;
    row[8] = -1152921504606846976.0f;
    CHECK(wafti_sum_row(row, 16) == 1.0); // 0 and 8 meet before 1 joins
    row[8] = 0.0f;
    row[4] = -1152921504606846976.0f;
    CHECK(wafti_sum_row(row, 16) == 1.0); // lanes 0 and 4 meet first
    row[4] = 0.0f;
    row[5] = -1152921504606846976.0f;
    CHECK(wafti_sum_row(row, 16) == 0.0); // 1 joins lane 5 and is lost
}

static const test_case cases[] = {
    {"slots_in_order", test_slots_in_order},
    {"rows", test_rows},
    {"row_order", test_row_order},
};

TEST_MAIN(cases)
