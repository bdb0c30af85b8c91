// SPDX-License-Identifier: MIT
// Bodies feel the air of the smoke.
#ifndef WAFTI_COUPLE_SMOKE_AIR_H
#define WAFTI_COUPLE_SMOKE_AIR_H

#include "body/bodies.h"
#include "smoke/smoke.h"

/// Lets bodies feel the smoke's velocity inside its box, as it is now. Valid until the smoke's next
/// step or edit; `smoke` NULL: no smoke.
void wafti_couple_air(const waft_smoke* smoke, waft_bodies* bodies);

#endif // WAFTI_COUPLE_SMOKE_AIR_H
