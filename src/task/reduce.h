// SPDX-License-Identifier: MIT
// Sums whose bits do not depend on threads or instruction sets: the order is fixed.
#ifndef WAFTI_TASK_REDUCE_H
#define WAFTI_TASK_REDUCE_H

#include <stddef.h>

/// Sum of one slot a block, in block order.
static inline double wafti_sum_slots(const double* slots, size_t slot_count) {
    double sum = 0.0;
    for (size_t i = 0; i < slot_count; ++i) {
        sum += slots[i];
    }
    return sum;
}

/// Sum of a row in double: eight running sums, element i in number i mod 8, joined pairwise at the
/// end. Faster than one running sum, which waits for each addition, and closer to the true value.
static inline double wafti_sum_row(const float* row, size_t count) {
    double lanes[8] = {0.0};
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (size_t lane = 0; lane < 8; ++lane) {
            lanes[lane] += (double)row[i + lane];
        }
    }
    for (size_t lane = 0; i + lane < count; ++lane) {
        lanes[lane] += (double)row[i + lane];
    }
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

/// Sum of products of two rows, in the same order.
static inline double wafti_dot_row(const float* a, const float* b, size_t count) {
    double lanes[8] = {0.0};
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        for (size_t lane = 0; lane < 8; ++lane) {
            lanes[lane] += (double)a[i + lane] * (double)b[i + lane];
        }
    }
    for (size_t lane = 0; i + lane < count; ++lane) {
        lanes[lane] += (double)a[i + lane] * (double)b[i + lane];
    }
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

#endif // WAFTI_TASK_REDUCE_H
