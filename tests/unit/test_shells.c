// SPDX-License-Identifier: MIT
// Amplitudes of modes: as many modes as the lattice has, and the energy that was asked for in each shell.
#include <math.h>

#include "test.h"
#include "turbulence/spectrum.h"

static wafti_spectrum one_band(int32_t size, int dimensions, double wavenumber, double deviation) {
    waft_spectrum_def def = waft_spectrum_def_default();
    def.bands[0] = (waft_band){.wavenumber = wavenumber, .deviation = deviation, .energy = 1.0};
    return wafti_spectrum_resolve(&def, size, dimensions);
}

// Modes and energy of each shell by walking over the lattice.
static void check_shells(const wafti_spectrum* spectrum) {
    wafti_arena arena;
    wafti_shells shells;
    wafti_arena_init(&arena, NULL, 4096);
    CHECK(wafti_shells_make(spectrum, &arena, &shells, NULL) == WAFT_OK);
    const int32_t half = spectrum->size / 2;
    int64_t modes[64] = {0};
    double energy[64] = {0.0};
    const int32_t high = spectrum->dimensions == 3 ? half - 1 : 0;
    for (int32_t z = -high; z <= high; ++z) {
        for (int32_t y = 1 - half; y < half; ++y) {
            for (int32_t x = 1 - half; x < half; ++x) {
                const int32_t square = x * x + y * y + z * z;
                const int s = (int)floor(sqrt((double)square) + 0.5);
                if (s >= 1 && s < half) {
                    const double a = (double)shells.amplitude[square];
                    ++modes[s];
                    energy[s] += 0.5 * a * a;
                    CHECK(a == 0.0 || (square >= shells.low && square <= shells.high));
                }
            }
        }
    }
    double total = 0.0;
    for (int s = 1; s < half; ++s) {
        CHECK(shells.shells[s - 1].modes == modes[s]);
        // Unit rms: 1/2 <v.v> = 1/2.
        CHECK_NEAR(energy[s], 0.5 * shells.shells[s - 1].energy, 1e-7);
        total += energy[s];
    }
    CHECK_NEAR(total, 0.5, 1e-6);
    CHECK(shells.amplitude[shells.amplitude_count - 1] == 0.0f && shells.amplitude[0] == 0.0f);
    wafti_arena_free(&arena);
}

static void test_lattice(void) {
    wafti_spectrum s = one_band(24, 3, 5.0, 1.0);
    check_shells(&s);
    s = one_band(40, 2, 5.0, 0.5);
    check_shells(&s);
    s = one_band(20, 3, 3.3, 0.05); // between the points of the lattice
    check_shells(&s);
}

// Shells of hardly any energy have no modes, which saves their making.
static void test_left_out(void) {
    const wafti_spectrum s = one_band(64, 3, 20.0, 0.5);
    wafti_arena arena;
    wafti_shells shells;
    wafti_arena_init(&arena, NULL, 4096);
    CHECK(wafti_shells_make(&s, &arena, &shells, NULL) == WAFT_OK);
    CHECK(shells.amplitude[(size_t)10 * 10] == 0.0f && shells.amplitude[(size_t)20 * 20] > 0.0f);
    CHECK(shells.low > 16 * 15 && shells.high <= 25 * 24);
    CHECK_NEAR(shells.rms, sqrt(2.0 * 0.5 * sqrt(2.0 * M_PI)), 1e-6);
    CHECK_NEAR(shells.mean_wavenumber, 20.0, 1e-6);
    wafti_arena_free(&arena);
}

static const test_case cases[] = {
    {"lattice", test_lattice},
    {"left out", test_left_out},
};

TEST_MAIN(cases)
