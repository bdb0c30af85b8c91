// SPDX-License-Identifier: MIT
// The compiled copies of the block kernel.
#ifndef WAFTI_BODY_STEP_CHOOSE_H
#define WAFTI_BODY_STEP_CHOOSE_H

#include "body/dynamics.h"

wafti_body_step_function WAFTI_COPIES(wafti_body_step);

#endif // WAFTI_BODY_STEP_CHOOSE_H
