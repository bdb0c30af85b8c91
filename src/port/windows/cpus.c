// SPDX-License-Identifier: MIT
// The CPUs of one group, at most 64.
#include "port/port.h"

#include <windows.h>

int wafti_cpus_allowed(int* out_ids, int capacity) {
    DWORD_PTR allowed = 0;
    DWORD_PTR there = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &allowed, &there) == 0) {
        return 0;
    }
    int count = 0;
    for (int cpu = 0; cpu < 64 && count < capacity; ++cpu) {
        if ((allowed >> cpu & 1) != 0) {
            out_ids[count++] = cpu;
        }
    }
    return count;
}

int wafti_cpus_current(void) {
    return (int)GetCurrentProcessorNumber();
}

bool wafti_cpus_pin(pthread_t thread, int cpu) {
    return cpu < 64 &&
           SetThreadAffinityMask((HANDLE)pthread_gethandle(thread), (DWORD_PTR)1 << cpu) != 0;
}

int wafti_cpus_count(void) {
    int ids[64];
    const int allowed = wafti_cpus_allowed(ids, 64);
    return allowed > 0 ? allowed : 1;
}
