// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

int64_t wafti_port_process(void) {
    return (int64_t)getpid();
}

bool wafti_port_process_lives(int64_t process) {
    return kill((pid_t)process, 0) == 0 || errno != ESRCH;
}

// Signals meant for the process go to the host's threads; faults of a thread of ours stay its own.
static void block_signals(sigset_t* out_before) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t blocked;
    (void)sigfillset(&blocked);
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); ++i) {
        (void)sigdelset(&blocked, faults[i]);
    }
    (void)pthread_sigmask(SIG_SETMASK, &blocked, out_before);
}

bool wafti_port_start_thread(pthread_t* out_thread, void* (*run)(void*), void* user) {
    sigset_t signals;
    block_signals(&signals);
    const int code = pthread_create(out_thread, NULL, run, user);
    (void)pthread_sigmask(SIG_SETMASK, &signals, NULL);
    return code == 0;
}
