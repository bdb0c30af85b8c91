// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <sched.h>
#include <unistd.h>

int wafti_cpus_allowed(int* out_ids, int capacity) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) != 0) {
        return 0;
    }
    int count = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE && count < capacity; ++cpu) {
        if (CPU_ISSET((size_t)cpu, &set)) {
            out_ids[count++] = cpu;
        }
    }
    return count;
}

int wafti_cpus_current(void) {
    return sched_getcpu();
}

bool wafti_cpus_pin(pthread_t thread, int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu, &set);
    return pthread_setaffinity_np(thread, sizeof(set), &set) == 0;
}

int wafti_cpus_count(void) {
    enum { MOST = 1024 };
    int ids[MOST];
    const int allowed = wafti_cpus_allowed(ids, MOST);
    if (allowed > 0) {
        return allowed;
    }
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}
