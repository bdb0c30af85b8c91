// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <windows.h>

double wafti_clock_wall(void) {
    LARGE_INTEGER rate;
    LARGE_INTEGER now;
    (void)QueryPerformanceFrequency(&rate);
    (void)QueryPerformanceCounter(&now);
    return (double)now.QuadPart / (double)rate.QuadPart;
}

static double seconds_of(FILETIME time) {
    return 1e-7 * (double)((uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime);
}

double wafti_clock_cpu(void) {
    FILETIME start, end, kernel, user;
    if (GetProcessTimes(GetCurrentProcess(), &start, &end, &kernel, &user) == 0) {
        return 0.0;
    }
    return seconds_of(kernel) + seconds_of(user);
}

void wafti_clock_sleep(double seconds) {
    Sleep((DWORD)(1e3 * seconds + 0.999));
}
