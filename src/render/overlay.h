// SPDX-License-Identifier: MIT
// What is written on a picture: title, clock, caption and scale bar.
#ifndef WAFTI_RENDER_OVERLAY_H
#define WAFTI_RENDER_OVERLAY_H

#include "render/screen.h"
#include "render/sheet.h"

typedef struct wafti_overlay {
    const waft_look* look;
    const char* title;
    double time; ///< s
    double fps;
    float distance; ///< m from the eye at which the scale bar measures
} wafti_overlay;

/// Adds what the look asks for. It comes first on the screen: other texts make way.
void wafti_overlay_add(const wafti_overlay* overlay, wafti_screen* screen, wafti_sheet* sheet);

#endif // WAFTI_RENDER_OVERLAY_H
