// SPDX-License-Identifier: MIT
// From a spectrum to the amplitude of each mode. The lattice does not have 4 pi s^2 modes in shell s, so
// eq. 8 alone would miss the spectrum by tens of per cent at low s: each shell is scaled to its energy.
#include "turbulence/spectrum.h"

#include "base/error.h"

#include <math.h>

enum { POINTS = 32 }; // of the midpoint rule over a shell

// Shells with less of the energy are left out.
#define LEAST_SHARE 1e-12

// The shell of an integer |k|^2: s - 1/2 <= |k| < s + 1/2, that is s^2 - s < |k|^2 <= s^2 + s.
static int32_t shell_of(int32_t square) {
    int32_t s = (int32_t)sqrt((double)square);
    while (s * s + s < square) {
        ++s;
    }
    return s;
}

// How many lattice points have each |k|^2; `flat` is room for those of a plane, both begin as 0.
static void count_modes(
    int32_t n, int dimensions, int32_t count, int64_t* flat, int64_t* out_modes) {
    for (int32_t x = 0; x < n / 2; ++x) {
        for (int32_t y = 0; y < n / 2 && x * x + y * y < count; ++y) {
            flat[x * x + y * y] += (int64_t)(x > 0 ? 2 : 1) * (y > 0 ? 2 : 1);
        }
    }
    for (int32_t z = 0; z < (dimensions == 3 ? n / 2 : 1); ++z) {
        for (int32_t i = 0; i + z * z < count; ++i) {
            out_modes[i + z * z] += (z > 0 ? 2 : 1) * flat[i];
        }
    }
}

// E_s by the midpoint rule; `moment` gets the integral of k E.
static double shell_energy(const wafti_spectrum* spectrum, int32_t s, double* moment) {
    double sum = 0.0;
    *moment = 0.0;
    for (int i = 0; i < POINTS; ++i) {
        const double k = s - 0.5 + (i + 0.5) / POINTS;
        const double energy = wafti_spectrum_at(spectrum, k) / POINTS;
        sum += energy;
        *moment += k * energy;
    }
    return sum;
}

// S^2 of eq. 8 at |k|.
static double mode_energy(const wafti_spectrum* spectrum, double k) {
    const double energy = wafti_spectrum_at(spectrum, k);
    return spectrum->dimensions == 3 ? energy / (4.0 * M_PI * k * k) : energy / (2.0 * M_PI * k);
}

// Amplitudes of shell s, which has energy `energy`, in a field of unit rms once it is divided by `rms`.
static void set_shell(const wafti_spectrum* spectrum, const int64_t* modes, double energy,
    double rms, int32_t s, wafti_shells* shells) {
    const int32_t begin = s * s - s + 1;
    const int32_t end = s * s + s + 1;
    double sum = 0.0;
    int64_t count = 0;
    for (int32_t i = begin; i < end; ++i) {
        sum += modes[i] > 0 ? (double)modes[i] * mode_energy(spectrum, sqrt((double)i)) : 0.0;
        count += modes[i];
    }
    // A narrow peak may fall between the points of the lattice.
    const bool equal = sum < 0.1 * energy;
    for (int32_t i = begin; i < end; ++i) {
        const double share =
            equal ? 1.0 / (double)count : mode_energy(spectrum, sqrt((double)i)) / sum;
        shells->amplitude[i] = modes[i] > 0 ? (float)(sqrt(2.0 * energy * share) / rms) : 0.0f;
        if (shells->amplitude[i] > 0.0f) {
            shells->low = i < shells->low ? i : shells->low;
            shells->high = i;
        }
    }
}

static void set_shells(const wafti_spectrum* spectrum, const int64_t* modes, wafti_shells* shells) {
    const int32_t count = spectrum->size / 2 - 1;
    double total = 0.0;
    double first_moment = 0.0;
    for (int32_t s = 1; s <= count; ++s) {
        double moment = 0.0;
        waft_bank_shell* shell = &shells->shells[s - 1];
        shell->shell = s;
        shell->energy = shell_energy(spectrum, s, &moment);
        total += shell->energy;
        first_moment += moment;
    }
    shells->rms = sqrt(2.0 * total);
    shells->mean_wavenumber = total > 0.0 ? first_moment / total : 0.0;
    for (int32_t i = 1; i < shells->amplitude_count - 1; ++i) {
        const int32_t s = shell_of(i);
        if (s <= count) {
            shells->shells[s - 1].modes += modes[i];
        }
    }
    for (int32_t s = 1; s <= count; ++s) {
        waft_bank_shell* shell = &shells->shells[s - 1];
        if (shell->energy > LEAST_SHARE * total) {
            set_shell(spectrum, modes, shell->energy, shells->rms, s, shells);
        }
        shell->energy = total > 0.0 ? shell->energy / total : 0.0;
    }
}

waft_result wafti_shells_make(const wafti_spectrum* spectrum, wafti_arena* arena,
    wafti_shells* out_shells, waft_error* out_error) {
    const int32_t half = spectrum->size / 2;
    const size_t count = (size_t)half * (size_t)half + 1;
    *out_shells = (wafti_shells){.amplitude_count = (int32_t)count, .low = INT32_MAX};
    out_shells->shells = wafti_arena_take(arena, (size_t)half - 1, sizeof(*out_shells->shells));
    out_shells->amplitude = wafti_arena_take(arena, count, sizeof(float));
    int64_t* modes = wafti_allocate_zero(&arena->allocator, 2 * count, sizeof(*modes));
    const bool made = out_shells->shells != NULL && out_shells->amplitude != NULL && modes != NULL;
    if (made) {
        count_modes(spectrum->size, spectrum->dimensions, (int32_t)count, modes + count, modes);
        set_shells(spectrum, modes, out_shells);
    }
    wafti_release(&arena->allocator, modes, 2 * count, sizeof(*modes));
    return made ? WAFT_OK : wafti_fail_memory(out_error, count * 12, "the shells of a spectrum");
}
