// SPDX-License-Identifier: MIT
#include "render/detail.h"

#include <math.h>
#include <stdint.h>

enum {
    SIZE = 256, ///< texels along each side, a power of two
    WAVES = 72,
    LEAST = 4, ///< waves along a side of the texture
    MOST = 34,
    BUBBLES = 20, ///< along a side
};

// A hash of two numbers, uniform from 0 to 1 (the finalizer of MurmurHash3 twice).
static float random_unit(uint32_t a, uint32_t b) {
    uint32_t h = a * 0x9E3779B9u + b;
    for (int i = 0; i < 2; ++i) {
        h ^= h >> 16;
        h *= 0x85EBCA6Bu;
        h ^= h >> 13;
        h *= 0xC2B2AE35u;
        h ^= h >> 16;
    }
    return (float)(h >> 8) / 16777216.0f;
}

typedef struct ripple {
    int fx, fz; ///< whole waves along the texture, so that it repeats
    int phase;  ///< in texels of the table
    float slope_x, slope_z;
} ripple;

// Wave numbers spread evenly over octaves, each with the same slope; directions within 100 deg of
// +x, as wind makes them.
static void choose_ripples(ripple* ripples) {
    const float scale =
        0.25f / sqrtf(0.5f * (float)WAVES); // rms slope of 0.25 of the range, 0.125 of a byte
    for (uint32_t i = 0; i < WAVES; ++i) {
        const float octave = ((float)i + random_unit(i, 1)) / (float)WAVES;
        const float number = (float)LEAST * powf((float)MOST / (float)LEAST, octave);
        const float angle = 1.75f * (random_unit(i, 2) + random_unit(i, 3) - 1.0f);
        ripple* r = &ripples[i];
        r->fx = (int)lrintf(number * cosf(angle));
        r->fz = (int)lrintf(number * sinf(angle));
        r->phase = (int)(random_unit(i, 4) * (float)SIZE);
        const float length = fmaxf(hypotf((float)r->fx, (float)r->fz), 1.0f);
        r->slope_x = (float)r->fx / length * scale;
        r->slope_z = (float)r->fz / length * scale;
    }
}

static uint8_t to_byte(float share) {
    return (uint8_t)lrintf(fminf(fmaxf(share, 0.0f), 1.0f) * 255.0f);
}

static void draw_ripples(uint8_t* texels) {
    ripple ripples[WAVES];
    float wave[SIZE];
    choose_ripples(ripples);
    for (int i = 0; i < SIZE; ++i) {
        wave[i] = sinf(6.2831853f * (float)i / (float)SIZE);
    }
    for (int z = 0; z < SIZE; ++z) {
        for (int x = 0; x < SIZE; ++x) {
            float along_x = 0.0f;
            float along_z = 0.0f;
            for (int i = 0; i < WAVES; ++i) {
                const ripple* r = &ripples[i];
                const float value = wave[(r->fx * x + r->fz * z + r->phase) & (SIZE - 1)];
                along_x += r->slope_x * value;
                along_z += r->slope_z * value;
            }
            uint8_t* texel = texels + 4 * ((ptrdiff_t)z * SIZE + x);
            texel[0] = to_byte(0.5f + 0.5f * along_x);
            texel[1] = to_byte(0.5f + 0.5f * along_z);
            texel[2] = to_byte(along_x * along_x + along_z * along_z);
        }
    }
}

// Squared distances to the nearest and second nearest of jittered points, one a cell (Worley 1996).
static void nearest_points(float x, float z, int cells, float out[2]) {
    const int left = (int)x;
    const int back = (int)z;
    out[0] = out[1] = 9.0f;
    for (int j = -1; j <= 1; ++j) {
        for (int i = -1; i <= 1; ++i) {
            const uint32_t cell = (uint32_t)((left + i + cells) % cells) +
                                  1000u * (uint32_t)((back + j + cells) % cells);
            const float dx = (float)(left + i) + random_unit(cell, 5) - x;
            const float dz = (float)(back + j) + random_unit(cell, 6) - z;
            const float away = dx * dx + dz * dz;
            out[1] = fminf(out[1], fmaxf(away, out[0]));
            out[0] = fminf(out[0], away);
        }
    }
}

// Walls between bubbles of two sizes: bright where two are equally near.
static void draw_bubbles(uint8_t* texels) {
    for (int z = 0; z < SIZE; ++z) {
        for (int x = 0; x < SIZE; ++x) {
            float sum = 0.0f;
            for (int level = 1; level <= 2; ++level) {
                const float scale = (float)(level * BUBBLES) / (float)SIZE;
                float near_by[2];
                nearest_points((float)x * scale, (float)z * scale, level * BUBBLES, near_by);
                const float wall = sqrtf(near_by[1]) - sqrtf(near_by[0]);
                sum += (level == 1 ? 0.65f : 0.35f) * fmaxf(1.0f - 1.6f * wall, 0.0f);
            }
            texels[4 * (z * SIZE + x) + 3] = to_byte(sum);
        }
    }
}

bool wafti_detail_make(const wafti_frame* frame, GLuint* texture) {
    if (*texture != 0) {
        return true;
    }
    const waft_allocator* allocator = &frame->room->allocator;
    uint8_t* texels = wafti_render_allocate(allocator, (size_t)SIZE * SIZE, 4);
    if (texels == NULL) {
        return wafti_frame_fail(frame, WAFT_ERR_NO_MEMORY, "no memory for a texture");
    }
    draw_ripples(texels);
    draw_bubbles(texels);
    glGenTextures(1, texture);
    glBindTexture(GL_TEXTURE_2D, *texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    wafti_render_release(allocator, texels, (size_t)SIZE * SIZE, 4);
    return true;
}
