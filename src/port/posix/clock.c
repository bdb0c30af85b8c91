// SPDX-License-Identifier: MIT
#include "port/port.h"

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
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void wafti_clock_sleep(double seconds) {
    const time_t whole = (time_t)seconds;
    const struct timespec time = {
        .tv_sec = whole, .tv_nsec = (long)(1e9 * (seconds - (double)whole))};
    (void)nanosleep(&time, NULL);
}
