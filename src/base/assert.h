// SPDX-License-Identifier: MIT
// Invariants of our own: checked in development presets, where a broken one traps in the debugger.
#ifndef WAFTI_BASE_ASSERT_H
#define WAFTI_BASE_ASSERT_H

#if defined(WAFTI_CHECKED)
#define WAFT_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define WAFT_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#endif

#endif // WAFTI_BASE_ASSERT_H
