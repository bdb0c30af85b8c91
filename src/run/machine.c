// SPDX-License-Identifier: MIT
#include "run/machine.h"

#include <waft/export.h>

#include <stdio.h>
#include <string.h>

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

void wafti_machine_parse_cpu(const char* text, char* buffer, size_t buffer_size) {
    (void)snprintf(buffer, buffer_size, "unknown");
    const char* line = strstr(text, "model name");
    const char* colon = line != NULL ? strchr(line, ':') : NULL;
    const char* line_end = line != NULL ? strchr(line, '\n') : NULL;
    if (colon == NULL || line_end == NULL || colon > line_end) {
        return;
    }
    const char* name = colon + 1 + strspn(colon + 1, " \t");
    if (name < line_end) {
        (void)snprintf(buffer, buffer_size, "%.*s", (int)(line_end - name), name);
    }
}

void wafti_machine_cpu(char* buffer, size_t buffer_size) {
    char* text = NULL;
    size_t size = 0;
    const bool read =
        waft_file_read("/proc/cpuinfo", (size_t)16 << 20, NULL, &text, &size, NULL) == WAFT_OK;
    wafti_machine_parse_cpu(read ? text : "", buffer, buffer_size);
    waft_text_free(NULL, text);
}

void wafti_machine_libc(char* buffer, size_t buffer_size) {
#if defined(__GLIBC__)
    (void)snprintf(buffer, buffer_size, "glibc %s", gnu_get_libc_version());
#else
    (void)snprintf(buffer, buffer_size, "unknown");
#endif
}
