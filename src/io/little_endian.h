// SPDX-License-Identifier: MIT
// Numbers as the bytes of a file, least significant first, whatever the machine.
#ifndef WAFTI_IO_LITTLE_ENDIAN_H
#define WAFTI_IO_LITTLE_ENDIAN_H

#include "math/half.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline void wafti_put_u16(unsigned char* bytes, uint16_t value) {
    bytes[0] = (unsigned char)value;
    bytes[1] = (unsigned char)(value >> 8);
}

static inline void wafti_put_u32(unsigned char* bytes, uint32_t value) {
    bytes[0] = (unsigned char)value;
    bytes[1] = (unsigned char)(value >> 8);
    bytes[2] = (unsigned char)(value >> 16);
    bytes[3] = (unsigned char)(value >> 24);
}

static inline void wafti_put_u64(unsigned char* bytes, uint64_t value) {
    wafti_put_u32(bytes, (uint32_t)value);
    wafti_put_u32(bytes + 4, (uint32_t)(value >> 32));
}

static inline void wafti_put_float(unsigned char* bytes, float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    wafti_put_u32(bytes, bits);
}

static inline void wafti_put_double(unsigned char* bytes, double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    wafti_put_u64(bytes, bits);
}

static inline uint16_t wafti_get_u16(const unsigned char* bytes) {
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static inline uint32_t wafti_get_u32(const unsigned char* bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// Most significant first, for the formats that want it so.
static inline uint32_t wafti_get_big_u32(const unsigned char* bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline uint64_t wafti_get_u64(const unsigned char* bytes) {
    return wafti_get_u32(bytes) | (uint64_t)wafti_get_u32(bytes + 4) << 32;
}

static inline float wafti_get_float(const unsigned char* bytes) {
    const uint32_t bits = wafti_get_u32(bytes);
    float value = 0.0f;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/// As a double; what is not finite becomes a quiet NaN: a signalling one of a damaged file would trap in the
/// conversion, which a compiler may do before it asks.
static inline double wafti_get_coordinate(const unsigned char* bytes) {
    const uint32_t exponent = 0x7F800000;
    const uint32_t bits = wafti_get_u32(bytes);
    const uint32_t quiet = (bits & exponent) == exponent ? 0x7FC00000 : bits;
    float value = 0.0f;
    memcpy(&value, &quiet, sizeof(value));
    return (double)value;
}

static inline double wafti_get_double(const unsigned char* bytes) {
    const uint64_t bits = wafti_get_u64(bytes);
    double value = 0.0;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/// Floats as four bytes each, or as halves; returns how many bytes.
static inline size_t wafti_put_reals(
    unsigned char* bytes, const float* values, size_t count, bool half) {
    for (size_t i = 0; i < count; ++i) {
        if (half) {
            wafti_put_u16(bytes + 2 * i, wafti_half_from_float(values[i]));
        } else {
            wafti_put_float(bytes + 4 * i, values[i]);
        }
    }
    return count * (half ? sizeof(uint16_t) : sizeof(float));
}

static inline void wafti_get_reals(
    const unsigned char* bytes, size_t count, bool half, float* out_values) {
    for (size_t i = 0; i < count; ++i) {
        out_values[i] = half ? wafti_half_to_float(wafti_get_u16(bytes + 2 * i))
                             : wafti_get_float(bytes + 4 * i);
    }
}

#endif // WAFTI_IO_LITTLE_ENDIAN_H
