// SPDX-License-Identifier: MIT
// Preloaded: libraries whose names hold $HIDE_LIBRARY are not there for dlopen().
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void* dlopen(const char* name, int flags) {
    void* (*real)(const char*, int) = NULL;
    *(void**)&real = dlsym(RTLD_NEXT, "dlopen");
    const char* hidden = getenv("HIDE_LIBRARY");
    if (name != NULL && hidden != NULL && strstr(name, hidden) != NULL) {
        return NULL;
    }
    return real(name, flags);
}
