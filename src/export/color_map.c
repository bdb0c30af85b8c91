// SPDX-License-Identifier: MIT
#include "export/color_map.h"

#include <math.h>
#include <stdbool.h>

// Oklab to linear sRGB: B. Ottosson, "A perceptual color space for image processing", 2020.
static void oklab_to_linear(const double lab[3], double rgb[3]) {
    const double l = lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2];
    const double m = lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2];
    const double s = lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2];
    const double l3 = l * l * l;
    const double m3 = m * m * m;
    const double s3 = s * s * s;
    rgb[0] = 4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3;
    rgb[1] = -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3;
    rgb[2] = -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3;
}

static bool in_gamut(const double rgb[3]) {
    for (int i = 0; i < 3; ++i) {
        if (rgb[i] < 0.0 || rgb[i] > 1.0) {
            return false;
        }
    }
    return true;
}

static unsigned char encode(double linear) {
    const double clipped = fmin(fmax(linear, 0.0), 1.0);
    const double value =
        clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * pow(clipped, 1.0 / 2.4) - 0.055;
    return (unsigned char)(value * 255.0 + 0.5);
}

void wafti_color_map(double share, unsigned char out_rgb[3]) {
    const double t = fmin(fmax(share, 0.0), 1.0);
    const double radians = 0.017453292519943295;
    const double hue = (300.0 - 195.0 * t) * radians;
    double rgb[3] = {0.0, 0.0, 0.0};
    // The most chroma, up to 0.15, that the screen can show at this lightness and hue.
    for (int level = 30; level > 0; --level) {
        const double chroma = 0.005 * level;
        const double lab[3] = {0.28 + 0.66 * t, chroma * cos(hue), chroma * sin(hue)};
        oklab_to_linear(lab, rgb);
        if (in_gamut(rgb)) {
            break;
        }
    }
    for (int i = 0; i < 3; ++i) {
        out_rgb[i] = encode(rgb[i]);
    }
}
