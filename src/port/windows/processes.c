// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <windows.h>

int64_t wafti_port_process(void) {
    return (int64_t)GetCurrentProcessId();
}

bool wafti_port_process_lives(int64_t process) {
    const HANDLE handle = OpenProcess(SYNCHRONIZE, FALSE, (DWORD)process);
    if (handle == NULL) {
        return GetLastError() == ERROR_ACCESS_DENIED;
    }
    const bool lives = WaitForSingleObject(handle, 0) == WAIT_TIMEOUT;
    (void)CloseHandle(handle);
    return lives;
}

bool wafti_port_start_thread(pthread_t* out_thread, void* (*run)(void*), void* user) {
    return pthread_create(out_thread, NULL, run, user) == 0;
}
