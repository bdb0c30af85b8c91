// SPDX-License-Identifier: MIT
// The floating-point mode that results depend on: round to nearest, subnormals kept. A host may run
// with another; work sets ours and gives the host's back. Which exceptions trap is left to the host.
#ifndef WAFTI_TASK_FPMODE_H
#define WAFTI_TASK_FPMODE_H

#include <stdint.h>

#if defined(__SSE__)
#include <xmmintrin.h>
#elif !defined(__aarch64__)
#include <fenv.h>
#endif

typedef struct wafti_fpmode {
    uint64_t bits;
} wafti_fpmode;

#if defined(__SSE__)

/// Sets our mode on this thread and returns the one that was.
static inline wafti_fpmode wafti_fpmode_enter(void) {
    // MXCSR: flush to zero, both rounding bits, denormals are zero.
    const unsigned ours = (1u << 15) | (3u << 13) | (1u << 6);
    const unsigned before = _mm_getcsr();
    if ((before & ours) != 0) {
        _mm_setcsr(before & ~ours);
    }
    return (wafti_fpmode){before & ours};
}

/// Gives back what wafti_fpmode_enter() returned; exception flags raised since stay raised.
static inline void wafti_fpmode_leave(wafti_fpmode before) {
    if (before.bits != 0) {
        _mm_setcsr(_mm_getcsr() | (unsigned)before.bits);
    }
}

#elif defined(__aarch64__)

static inline wafti_fpmode wafti_fpmode_enter(void) {
    // FPCR: flush to zero, both rounding bits, half-precision flush to zero.
    const uint64_t ours = (UINT64_C(1) << 24) | (UINT64_C(3) << 22) | (UINT64_C(1) << 19);
    uint64_t before = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    if ((before & ours) != 0) {
        __asm__ volatile("msr fpcr, %0" : : "r"(before & ~ours));
    }
    return (wafti_fpmode){before & ours};
}

static inline void wafti_fpmode_leave(wafti_fpmode before) {
    if (before.bits != 0) {
        uint64_t now = 0;
        __asm__ volatile("mrs %0, fpcr" : "=r"(now));
        __asm__ volatile("msr fpcr, %0" : : "r"(now | before.bits));
    }
}

#else

static inline wafti_fpmode wafti_fpmode_enter(void) {
    const int before = fegetround();
    (void)fesetround(FE_TONEAREST);
    return (wafti_fpmode){(uint64_t)before};
}

static inline void wafti_fpmode_leave(wafti_fpmode before) {
    (void)fesetround((int)before.bits);
}

#endif

#endif // WAFTI_TASK_FPMODE_H
