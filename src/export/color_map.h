// SPDX-License-Identifier: MIT
#ifndef WAFTI_EXPORT_COLOR_MAP_H
#define WAFTI_EXPORT_COLOR_MAP_H

/// Colour for a share from 0 (dark violet) to 1 (light yellow); lightness rises evenly, so that it
/// reads the same in grey and for all kinds of colour vision.
void wafti_color_map(double share, unsigned char out_rgb[3]);

#endif // WAFTI_EXPORT_COLOR_MAP_H
