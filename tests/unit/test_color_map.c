// SPDX-License-Identifier: MIT
#include "export/color_map.h"
#include "test.h"

static double linear(unsigned char value) {
    const double v = value / 255.0;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

// CIE lightness, 0 to 100.
static double lightness(const unsigned char rgb[3]) {
    const double y = 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
    return y > 0.008856 ? 116.0 * cbrt(y) - 16.0 : 903.3 * y;
}

static void lightness_rises_evenly(void) {
    unsigned char rgb[3];
    wafti_color_map(0.0, rgb);
    double before = lightness(rgb);
    CHECK(before < 25.0);
    for (int i = 1; i <= 20; ++i) {
        wafti_color_map(i / 20.0, rgb);
        const double now = lightness(rgb);
        CHECK(now - before > 1.5);
        CHECK(now - before < 6.5);
        before = now;
    }
    CHECK(before > 85.0);
}

static void outside_is_clipped(void) {
    unsigned char a[3];
    unsigned char b[3];
    wafti_color_map(-3.0, a);
    wafti_color_map(0.0, b);
    CHECK(memcmp(a, b, 3) == 0);
    wafti_color_map(7.0, a);
    wafti_color_map(1.0, b);
    CHECK(memcmp(a, b, 3) == 0);
}

static const test_case cases[] = {
    {"lightness_rises_evenly", lightness_rises_evenly},
    {"outside_is_clipped", outside_is_clipped},
};

TEST_MAIN(cases)
