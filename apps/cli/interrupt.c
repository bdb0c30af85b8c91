// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
    (void)number;
    interrupted = 1;
    // The user's second wish is stronger than an orderly end. SIGHUP is no wish: a dropped
    // connection sends it twice, from the shell and from the kernel.
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
}

static void catch_signal(int number) {
    struct sigaction old;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    // A shell that starts us in the background ignores SIGINT on our behalf; that stays so.
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
        (void)sigaction(number, &action, NULL);
    }
}

void interrupt_catch(void) {
    catch_signal(SIGINT);
    catch_signal(SIGTERM);
    catch_signal(SIGHUP);
}

bool interrupt_came(void) {
    return interrupted != 0;
}
