// SPDX-License-Identifier: MIT
// The number type of solvers that are verified in double: float in the library, double where a test
// compiles the same source a second time.
#ifndef WAFTI_MATH_REAL_H
#define WAFTI_MATH_REAL_H

#if defined(WAFTI_REAL_DOUBLE)
typedef double wafti_real;
#else
typedef float wafti_real;
#endif

#endif // WAFTI_MATH_REAL_H
