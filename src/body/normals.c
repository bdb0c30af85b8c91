// SPDX-License-Identifier: MIT
// The kernels' own logarithm, sine and cosine with one lane, in a file that is compiled once: every
// instruction set gives the same bits.
#include "body/dynamics.h"

#define WAFTI_KERNEL_SET_SCALAR
#include "body/lane_float.h"

void wafti_body_normals(
    uint64_t seed, uint64_t step, uint32_t stream, bool six, double out_normals[6]) {
    real drawn[6];
    draw_normals(seed, step, stream, six, drawn);
    for (int i = 0; i < 6; ++i) {
        out_normals[i] = (double)drawn[i];
    }
}
