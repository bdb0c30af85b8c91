// SPDX-License-Identifier: MIT
// A system on which we start no programs.
#include "port/child.h"

#include <errno.h>

int wafti_child_start(wafti_child* child, char* const* arguments) {
    (void)arguments;
    child->pid = 0;
    child->word_count = 0;
    child->words[0] = '\0';
    return ENOSYS;
}

bool wafti_child_send(wafti_child* child, const void* bytes, size_t byte_count) {
    (void)child;
    (void)bytes;
    (void)byte_count;
    return false;
}

wafti_child_end wafti_child_finish(wafti_child* child) {
    (void)child;
    return WAFTI_CHILD_BADLY;
}

void wafti_child_abort(wafti_child* child) {
    (void)child;
}
