// SPDX-License-Identifier: MIT
// The compiled copies of the block kernel.
#ifndef WAFTI_BODY_STEP_CHOOSE_H
#define WAFTI_BODY_STEP_CHOOSE_H

#include "body/dynamics.h"

wafti_body_step_function wafti_body_step_scalar;
wafti_body_step_function wafti_body_step_sse2;
wafti_body_step_function wafti_body_step_avx2;
wafti_body_step_function wafti_body_step_neon;

#endif // WAFTI_BODY_STEP_CHOOSE_H
