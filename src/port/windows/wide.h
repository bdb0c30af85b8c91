// SPDX-License-Identifier: MIT
// What the files of this folder share.
#ifndef WAFTI_PORT_WINDOWS_WIDE_H
#define WAFTI_PORT_WINDOWS_WIDE_H

#include <stdbool.h>
#include <wchar.h>

/// A path as the system wants it. False: it is no UTF-8 or too long.
bool wafti_port_widen(const char* path, wchar_t* out_path, int capacity);

/// Sets errno to what GetLastError() means, and returns false.
bool wafti_port_fail_last(void);

#endif // WAFTI_PORT_WINDOWS_WIDE_H
