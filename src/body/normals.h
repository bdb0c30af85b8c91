// SPDX-License-Identifier: MIT
// The random numbers of one body's step.
#ifndef WAFTI_BODY_NORMALS_H
#define WAFTI_BODY_NORMALS_H

#include <stdbool.h>
#include <stdint.h>

/// Six normal deviates, bodies spec, section 14; the last two are 0 unless `six`. Those of a crowd's
/// body with this stream, bit for bit, so that a body in double meets the same weather.
void wafti_body_normals(
    uint64_t seed, uint64_t step, uint32_t stream, bool six, double out_normals[6]);

#endif // WAFTI_BODY_NORMALS_H
