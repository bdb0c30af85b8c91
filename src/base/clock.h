// SPDX-License-Identifier: MIT
// Time for measurements and progress; never for simulation.
#ifndef WAFTI_BASE_CLOCK_H
#define WAFTI_BASE_CLOCK_H

/// Monotonic wall time in s.
double wafti_clock_wall(void);
/// CPU time of this process over all threads in s; 0 where the system has none.
double wafti_clock_cpu(void);

#endif // WAFTI_BASE_CLOCK_H
