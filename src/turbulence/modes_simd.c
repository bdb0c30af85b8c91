// SPDX-License-Identifier: MIT
// One mode a lane. Zhao, Yuan & Chen 2010, eqs. 4 to 8, with the wave numbers of the staggered grid, so
// that the divergence over cells is 0 and not only that of the continuum.
#include "turbulence/modes.h"

#include <string.h>

#include "simd/wide.h"

#include "math/philox_wide.h"
#include "simd/wide_math.h"

// Wave vectors as two's complement, their kappa = 2 sin(pi k/N), and cos and sin of pi k/N.
typedef struct waves {
    wafti_wide_uint k[3];
    wafti_wide kappa[3];
    wafti_wide cos[3], sin[3];
    wafti_wide amplitude;
} waves;

typedef struct complexes {
    wafti_wide re, im;
} complexes;

static inline complexes turned(complexes v, wafti_wide cosine, wafti_wide sine) {
    return (complexes){v.re * cosine - v.im * sine, v.re * sine + v.im * cosine};
}

static inline void draw(const wafti_modes* m, const wafti_wide_uint k[3], wafti_wide_uint c[4]) {
    c[0] = k[0];
    c[1] = k[1];
    c[2] = k[2];
    c[3] = wafti_wide_set_uint(m->field);
    wafti_wide_philox(c, m->key);
}

static inline complexes unit(wafti_wide_uint word, wafti_wide scale) {
    wafti_wide sine;
    wafti_wide cosine;
    wafti_wide_sincos_word(word, &sine, &cosine);
    return (complexes){scale * cosine, scale * sine};
}

// V = A (exp(i alpha1) sin beta v1 + exp(i alpha2) cos beta v2), then the phases of faces.
static inline void synthesise3(const wafti_modes* m, const waves* w, complexes out[3]) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide one = wafti_wide_set(1.0f);
    wafti_wide_uint words[4];
    draw(m, w->k, words);
    wafti_wide sine;
    wafti_wide cosine;
    wafti_wide_sincos_word(words[2], &sine, &cosine);
    const wafti_wide flat2 = w->kappa[0] * w->kappa[0] + w->kappa[1] * w->kappa[1];
    const wafti_wide_uint upright = wafti_wide_less_equal(flat2, zero);
    const wafti_wide flat = wafti_wide_sqrt(wafti_wide_select(upright, one, flat2));
    const wafti_wide whole2 = flat2 + w->kappa[2] * w->kappa[2];
    // k = 0 has no amplitude, but must not be divided by.
    const wafti_wide whole =
        wafti_wide_sqrt(wafti_wide_select(wafti_wide_less_equal(whole2, zero), one, whole2));
    // v1 = (ky, -kx, 0)/kh and v2 = (kx kz, ky kz, -kh^2)/(kp kh); x and y axis where kh = 0.
    const wafti_wide scale1 = w->amplitude * sine / flat;
    const wafti_wide scale2 =
        wafti_wide_select(upright, w->amplitude * cosine, w->amplitude * cosine / (whole * flat));
    const complexes a = unit(words[0], scale1);
    const complexes b = unit(words[1], scale2);
    const wafti_wide x1 = wafti_wide_select(upright, one, w->kappa[1]);
    const wafti_wide x2 = wafti_wide_select(upright, zero, w->kappa[0] * w->kappa[2]);
    const wafti_wide y1 = wafti_wide_select(upright, zero, w->kappa[0]);
    const wafti_wide y2 = wafti_wide_select(upright, one, w->kappa[1] * w->kappa[2]);
    const wafti_wide z2 = wafti_wide_select(upright, zero, flat2);
    out[0] = (complexes){a.re * x1 + b.re * x2, a.im * x1 + b.im * x2};
    out[1] = (complexes){b.re * y2 - a.re * y1, b.im * y2 - a.im * y1};
    out[2] = (complexes){-(b.re * z2), -(b.im * z2)};
    for (int axis = 0; axis < 3; ++axis) {
        const int first = axis == 0 ? 1 : 0;
        const int second = axis == 2 ? 1 : 2;
        out[axis] = turned(out[axis], w->cos[first], w->sin[first]);
        out[axis] = turned(out[axis], w->cos[second], w->sin[second]);
    }
}

static inline void synthesise2(const wafti_modes* m, const waves* w, complexes out[3]) {
    const wafti_wide one = wafti_wide_set(1.0f);
    wafti_wide_uint words[4];
    draw(m, w->k, words);
    const wafti_wide flat2 = w->kappa[0] * w->kappa[0] + w->kappa[1] * w->kappa[1];
    const wafti_wide_uint upright = wafti_wide_less_equal(flat2, wafti_wide_set(0.0f));
    const wafti_wide flat = wafti_wide_sqrt(wafti_wide_select(upright, one, flat2));
    const complexes a = unit(words[0], w->amplitude / flat);
    out[0] = (complexes){a.re * w->kappa[1], a.im * w->kappa[1]};
    out[1] = (complexes){-(a.re * w->kappa[0]), -(a.im * w->kappa[0])};
    out[0] = turned(out[0], w->cos[1], w->sin[1]);
    out[1] = turned(out[1], w->cos[0], w->sin[0]);
    out[2] = (complexes){wafti_wide_set(0.0f), wafti_wide_set(0.0f)};
}

static inline void synthesise(const wafti_modes* m, const waves* w, complexes out[3]) {
    if (m->dimensions == 3) {
        synthesise3(m, w, out);
    } else {
        synthesise2(m, w, out);
    }
}

static inline void set_axis(const wafti_modes* m, waves* w, int axis, int32_t k) {
    w->k[axis] = wafti_wide_set_uint((uint32_t)k);
    w->kappa[axis] = wafti_wide_set(m->kappa[k]);
    w->cos[axis] = wafti_wide_set(m->half_cos[k]);
    w->sin[axis] = wafti_wide_set(m->half_sin[k]);
}

static inline wafti_wide amplitude_at(const wafti_modes* m, wafti_wide square) {
    const wafti_wide last = wafti_wide_set((float)m->amplitude_last);
    return wafti_wide_gather(m->amplitude, wafti_wide_to_uint(wafti_wide_min(square, last)));
}

// Vectors of a row that may have modes: x^2 + rest within low .. high.
static void range_of(const wafti_modes* m, int32_t rest, int32_t* out_begin, int32_t* out_end) {
    int32_t begin = 0;
    int32_t end = m->n / 2;
    while (begin < end && begin * begin + rest < m->low) {
        ++begin;
    }
    while (end > begin && (end - 1) * (end - 1) + rest > m->high) {
        --end;
    }
    *out_begin = begin / WAFTI_LANES * WAFTI_LANES;
    *out_end = begin < end ? (end + WAFTI_LANES - 1) / WAFTI_LANES * WAFTI_LANES : *out_begin;
}

static int32_t wrapped(int32_t index, int32_t n) {
    return index > n / 2 ? index - n : index;
}

static void clear_row(const wafti_modes* m, ptrdiff_t at) {
    for (int axis = 0; axis < m->dimensions; ++axis) {
        memset(m->re[axis] + at, 0, (size_t)m->row * sizeof(float));
        memset(m->im[axis] + at, 0, (size_t)m->row * sizeof(float));
    }
}

// The modes kx > 0 of one row; what is left at kx = 0 is no mode.
static void fill_row(const wafti_modes* m, int32_t ky, int32_t kz, ptrdiff_t at) {
    waves w;
    set_axis(m, &w, 1, ky);
    set_axis(m, &w, 2, kz);
    const int32_t rest = ky * ky + kz * kz;
    int32_t begin = 0;
    int32_t end = 0;
    range_of(m, rest, &begin, &end);
    for (int32_t x = begin; x < end; x += WAFTI_LANES) {
        const wafti_wide kx = wafti_wide_iota() + wafti_wide_set((float)x);
        w.amplitude = amplitude_at(m, kx * kx + wafti_wide_set((float)rest));
        if (!wafti_wide_any(wafti_wide_less(wafti_wide_set(0.0f), w.amplitude))) {
            continue;
        }
        w.k[0] = wafti_wide_to_uint(kx);
        w.kappa[0] = wafti_wide_load_any(m->kappa + x);
        w.cos[0] = wafti_wide_load_any(m->half_cos + x);
        w.sin[0] = wafti_wide_load_any(m->half_sin + x);
        complexes v[3];
        synthesise(m, &w, v);
        for (int axis = 0; axis < m->dimensions; ++axis) {
            wafti_wide_store_any(m->re[axis] + at + x, v[axis].re);
            wafti_wide_store_any(m->im[axis] + at + x, v[axis].im);
        }
    }
}

// The modes kx = 0 of a plane, eight ky at once: those below the half space are the conjugates of their
// opposites.
static void fill_column(const wafti_modes* m, int32_t kz, ptrdiff_t plane) {
    float re[3][WAFTI_LANES] = {{0.0f}};
    float im[3][WAFTI_LANES] = {{0.0f}};
    waves w;
    set_axis(m, &w, 0, 0);
    for (int32_t y = 1 - m->n / 2; y < m->n / 2; y += WAFTI_LANES) {
        const wafti_wide zero = wafti_wide_set(0.0f);
        const wafti_wide ky = wafti_wide_iota() + wafti_wide_set((float)y);
        w.amplitude = amplitude_at(m, ky * ky + wafti_wide_set((float)(kz * kz)));
        const wafti_wide_uint flip =
            wafti_wide_less(ky, zero) |
            (wafti_wide_equal(ky, zero) & wafti_wide_set_uint(kz < 0 ? ~0u : 0u));
        const wafti_wide_uint sign = flip & wafti_wide_set_uint(0x80000000u);
        w.k[1] = wafti_wide_to_uint(wafti_wide_from_bits(wafti_wide_bits(ky) ^ sign));
        w.kappa[1] = wafti_wide_load_any(m->kappa + y);
        w.cos[1] = wafti_wide_load_any(m->half_cos + y);
        w.sin[1] = wafti_wide_load_any(m->half_sin + y);
        set_axis(m, &w, 2, kz);
        w.k[2] = (w.k[2] ^ flip) - flip;
        for (int axis = 1; axis < 3; ++axis) {
            w.kappa[axis] = wafti_wide_from_bits(wafti_wide_bits(w.kappa[axis]) ^ sign);
            w.sin[axis] = wafti_wide_from_bits(wafti_wide_bits(w.sin[axis]) ^ sign);
        }
        complexes v[3];
        synthesise(m, &w, v);
        for (int axis = 0; axis < 3; ++axis) {
            wafti_wide_store_any(re[axis], v[axis].re);
            wafti_wide_store_any(
                im[axis], wafti_wide_from_bits(wafti_wide_bits(v[axis].im) ^ sign));
        }
        for (int32_t i = 0; i < WAFTI_LANES && y + i < m->n / 2; ++i) {
            const ptrdiff_t at = plane + (y + i < 0 ? y + i + m->n : y + i) * m->row;
            for (int axis = 0; axis < m->dimensions; ++axis) {
                m->re[axis][at] = re[axis][i];
                m->im[axis][at] = im[axis][i];
            }
        }
    }
}

static void fill_plane(const wafti_modes* m, int32_t plane_index) {
    const int32_t kz = wrapped(plane_index, m->n);
    const ptrdiff_t plane = (ptrdiff_t)plane_index * m->plane;
    for (int32_t j = 0; j < m->n; ++j) {
        const ptrdiff_t at = plane + j * m->row;
        clear_row(m, at);
        if (j != m->n / 2 && kz != m->n / 2) { // Nyquist planes stay 0
            fill_row(m, wrapped(j, m->n), kz, at);
        }
    }
    if (kz != m->n / 2) {
        fill_column(m, kz, plane);
    }
}

// The bits of math/half.c, without branches. Fields are far from its bounds.
static void to_half(const float* in, size_t count, uint16_t* out) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, in + i, sizeof(bits));
        const uint32_t sign = (bits >> 16) & 0x8000u;
        uint32_t size = bits & 0x7FFFFFFFu;
        size = size < 0x477FE000u ? size : 0x477FE000u; // 65504
        float small;
        memcpy(&small, &size, sizeof(small));
        small += 0.5f; // whose last place is the least half
        uint32_t subnormal;
        memcpy(&subnormal, &small, sizeof(subnormal));
        subnormal -= 0x3F000000u;
        const uint32_t normal = (size + 0xFFFu + ((size >> 13) & 1u) - 0x38000000u) >> 13;
        out[i] = (uint16_t)(sign | (size < 0x38800000u ? subnormal : normal));
    }
}

static void from_half(const uint16_t* in, size_t count, float* out) {
    for (size_t i = 0; i < count; ++i) {
        const uint32_t half = in[i];
        const uint32_t shifted = (half & 0x7FFFu) << 13;
        float size;
        memcpy(&size, &shifted, sizeof(size));
        size *= 0x1p112f; // exact: only the exponent's bias differs
        uint32_t bits;
        memcpy(&bits, &size, sizeof(bits));
        bits |= (half & 0x8000u) << 16;
        memcpy(out + i, &bits, sizeof(bits));
    }
}

extern const wafti_bank_kernels WAFTI_KERNEL(wafti_bank_kernels);
const wafti_bank_kernels WAFTI_KERNEL(wafti_bank_kernels) = {fill_plane, to_half, from_half};
