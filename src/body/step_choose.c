// SPDX-License-Identifier: MIT
#include "body/step_choose.h"

wafti_body_step_function* wafti_body_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, wafti_body_step);
}
