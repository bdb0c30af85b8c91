// SPDX-License-Identifier: MIT
// Functions that exist to be part of a loop: called, they would cost more than they do.
#ifndef WAFTI_BASE_INLINE_H
#define WAFTI_BASE_INLINE_H

#define WAFTI_INLINE static inline __attribute__((always_inline))

#endif // WAFTI_BASE_INLINE_H
