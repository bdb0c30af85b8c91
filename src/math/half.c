// SPDX-License-Identifier: MIT
#include "math/half.h"

#include <string.h>

#define FLOAT_INFINITY     UINT32_C(0x7F800000)
#define FLOAT_LARGEST_HALF UINT32_C(0x477FE000) // 65504
#define FLOAT_LEAST_NORMAL UINT32_C(0x38800000) // 2^-14
#define FLOAT_HALF         UINT32_C(0x3F000000) // 0.5, whose last place is the least half, 2^-24
#define HALF_LARGEST       UINT32_C(0x7BFF)
#define HALF_SIGN          UINT32_C(0x8000)
#define EXPONENT_SHIFT     UINT32_C(0x38000000) // 127 - 15 in a float's exponent

static uint32_t bits_of(float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float float_of(uint32_t bits) {
    float value = 0.0f;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

uint16_t wafti_half_from_float(float value) {
    const uint32_t bits = bits_of(value);
    const uint32_t size = bits & ~(UINT32_C(1) << 31);
    const uint32_t sign = (bits >> 16) & HALF_SIGN;
    if (size > FLOAT_INFINITY) {
        return 0;
    }
    if (size >= FLOAT_LARGEST_HALF) {
        return (uint16_t)(sign | HALF_LARGEST);
    }
    if (size < FLOAT_LEAST_NORMAL) {
        return (uint16_t)(sign | (bits_of(float_of(size) + 0.5f) - FLOAT_HALF));
    }
    const uint32_t rounded = size + 0xFFF + ((size >> 13) & 1);
    return (uint16_t)(sign | ((rounded - EXPONENT_SHIFT) >> 13));
}

float wafti_half_to_float(uint16_t half) {
    const uint32_t sign = (half & HALF_SIGN) << 16;
    const uint32_t exponent = ((uint32_t)half >> 10) & 31;
    const uint32_t fraction = half & UINT32_C(0x3FF);
    if (exponent == 0) {
        const float size = (float)fraction * 0x1p-24f;
        return sign != 0 ? -size : size;
    }
    if (exponent == 31) {
        return float_of(sign | FLOAT_INFINITY | fraction << 13);
    }
    return float_of(sign | ((exponent << 23) + EXPONENT_SHIFT) | fraction << 13);
}
