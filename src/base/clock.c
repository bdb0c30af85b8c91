// SPDX-License-Identifier: MIT
#include "base/clock.h"

#include <time.h>

static double read_clock(clockid_t clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) {
        return 0.0;
    }
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double wafti_clock_wall(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double wafti_clock_cpu(void) {
#if defined(__EMSCRIPTEN__)
    return 0.0;
#else
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
#endif
}
