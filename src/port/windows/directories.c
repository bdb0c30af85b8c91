// SPDX-License-Identifier: MIT
#include "port/port.h"
#include "port/windows/wide.h"

#include <errno.h>
#include <string.h>
#include <windows.h>

bool wafti_port_make_directory(const char* path) {
    wchar_t wide[WAFTI_PORT_PATH];
    return wafti_port_widen(path, wide, WAFTI_PORT_PATH) &&
           (CreateDirectoryW(wide, NULL) != 0 || wafti_port_fail_last());
}

bool wafti_port_remove_directory(const char* path) {
    wchar_t wide[WAFTI_PORT_PATH];
    return wafti_port_widen(path, wide, WAFTI_PORT_PATH) &&
           (RemoveDirectoryW(wide) != 0 || wafti_port_fail_last());
}

// Renaming waits for the disk by itself.
bool wafti_port_sync_directory(const char* path) {
    (void)path;
    return true;
}

static bool visit_one(const WIN32_FIND_DATAW* found, wafti_port_visitor* visit, void* user) {
    char name[WAFTI_PORT_PATH];
    if (WideCharToMultiByte(CP_UTF8, 0, found->cFileName, -1, name, WAFTI_PORT_PATH, NULL, NULL) ==
        0) {
        return true; // half a character: none of our names
    }
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || visit(user, name);
}

bool wafti_port_visit(const char* path, wafti_port_visitor* visit, void* user) {
    wchar_t wide[WAFTI_PORT_PATH];
    if (!wafti_port_widen(path, wide, WAFTI_PORT_PATH - 2)) {
        return false;
    }
    (void)wcscat(wide, L"/*");
    WIN32_FIND_DATAW found;
    const HANDLE search = FindFirstFileW(wide, &found);
    if (search == INVALID_HANDLE_VALUE) {
        return wafti_port_fail_last();
    }
    bool more = true;
    bool there = true;
    while (more && there) {
        more = visit_one(&found, visit, user);
        there = FindNextFileW(search, &found) != 0;
    }
    const bool whole = !more || GetLastError() == ERROR_NO_MORE_FILES || wafti_port_fail_last();
    const int code = errno;
    (void)FindClose(search);
    errno = code;
    return whole;
}
