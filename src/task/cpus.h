// SPDX-License-Identifier: MIT
// Which CPUs this process may use, and threads kept on one of them. Where the system cannot say,
// nothing is pinned and all else works.
#ifndef WAFTI_TASK_CPUS_H
#define WAFTI_TASK_CPUS_H

#include <stdbool.h>

#include <pthread.h>

/// Fills in at most `capacity` ids of the CPUs that the calling thread may run on, ascending, and
/// returns how many were filled in; 0 if the system does not say.
int wafti_cpus_allowed(int* out_ids, int capacity);

/// How many threads are worth having: CPUs this process may use, at least 1.
int wafti_cpus_count(void);

/// CPU the calling thread is on, -1 if the system does not say.
int wafti_cpus_current(void);

/// Keeps `thread` on one CPU; false if the system refuses.
bool wafti_cpus_pin(pthread_t thread, int cpu);

#endif // WAFTI_TASK_CPUS_H
