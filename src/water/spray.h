// SPDX-License-Identifier: MIT
// Drops thrown from breaking crests. They are seen only: no volume is taken.
#ifndef WAFTI_WATER_SPRAY_H
#define WAFTI_WATER_SPRAY_H

#include "water/waves.h"

/// Moves the drops by one step, removes those that land or leave, and sends out new ones from the
/// surface as it is drawn now. Raises WAFT_EVENT_SPRAY_FULL if drops found no room.
void wafti_spray_step(waft_water* water, const wafti_step* step);

#endif // WAFTI_WATER_SPRAY_H
