// SPDX-License-Identifier: MIT
// What a run was computed on, for run.json: results repeat on the same kind of machine only.
#ifndef WAFTI_RUN_MACHINE_H
#define WAFTI_RUN_MACHINE_H

#include <stddef.h>

/// The processor's model name, "unknown" where the system does not tell.
void wafti_machine_cpu(char* buffer, size_t buffer_size);
/// The same out of the text of /proc/cpuinfo.
void wafti_machine_parse_cpu(const char* text, char* buffer, size_t buffer_size);
/// "glibc 2.36" or "unknown".
void wafti_machine_libc(char* buffer, size_t buffer_size);

#endif // WAFTI_RUN_MACHINE_H
