// SPDX-License-Identifier: MIT
// A system that does not say which CPUs there are: nothing is pinned and all else works.
#include "port/port.h"

#include <unistd.h>

int wafti_cpus_allowed(int* out_ids, int capacity) {
    (void)out_ids;
    (void)capacity;
    return 0;
}

int wafti_cpus_current(void) {
    return -1;
}

bool wafti_cpus_pin(pthread_t thread, int cpu) {
    (void)thread;
    (void)cpu;
    return false;
}

int wafti_cpus_count(void) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}
