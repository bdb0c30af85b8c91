// SPDX-License-Identifier: MIT
// Spectra: what may be asked for, as numbers, as text and as a table; and what is measured of a field.
#include <math.h>
#include <stdlib.h>

#include <waft/turbulence.h>

#include "scratch.h"
#include "test.h"
#include "turbulence/spectrum.h"

static waft_bank_def band_def(int32_t size, double wavenumber, double deviation) {
    waft_bank_def def = waft_bank_def_default();
    def.size = size;
    def.spectrum.bands[0] =
        (waft_band){.wavenumber = wavenumber, .deviation = deviation, .energy = 1.0};
    return def;
}

static void check_refused(const waft_bank_def* def, const char* sentence) {
    waft_bank* bank = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_bank_create(def, &bank, &error) == WAFT_ERR_ARGUMENT);
    CHECK(bank == NULL);
    CHECK_TEXT(error.sentence, sentence);
    CHECK(waft_bank_digest(def) == 0);
}

static void test_bands_that_do_not_fit(void) {
    waft_bank_def def = band_def(64, 32.0 * sqrt(3.0), 0.5);
    check_refused(&def, "bank: band at 55.4 needs N >= 128, got 64");
    def = band_def(64, 20.0, 0.04);
    check_refused(&def, "bank.bands[0].deviation is 0.04: allowed are values from 0.05 up to 256");
    def = band_def(64, 0.3, 0.1);
    check_refused(&def, "bank: band at 0.3 lies below 0.5 with more than half of its energy, which "
                        "would be a mean flow");
    def = band_def(64, 256.0, 1.0);
    check_refused(&def, "bank: band at 256 is too fine for any N up to 512, got 64");
    def = band_def(64, 400.0, 1.0);
    check_refused(&def, "bank.bands[0].wavenumber is 400: allowed are values above 0 up to 256");
    def = band_def(7, 2.0, 0.7);
    check_refused(&def, "bank.size is 7: allowed are 8 to 512");
    def = band_def(66, 10.0, 0.7);
    check_refused(
        &def, "bank: size is 66; sizes are 2^a, 3 2^a and 5 2^a, the nearest are 64 and 80");
    def = band_def(64, 10.0, 0.7);
    def.spectrum.bands[0].scale = 2.0;
    check_refused(&def, "bank: band 1 needs a wavenumber or a scale above 0, one of the two");
    def.spectrum.bands[0].scale = 0.0;
    def.spectrum.bands[0].energy = 0.0;
    check_refused(&def, "bank.bands[0].energy is 0: allowed are values above 0 up to 1e+30");
#if !defined(WAFT_TEST_TRAP)
    def.spectrum.bands[0].energy = (double)NAN;
    check_refused(&def, "bank.bands[0].energy is nan: allowed are values above 0 up to 1e+30");
#endif
}

static void test_laws_that_are_wrong(void) {
    waft_bank_def def = waft_bank_def_default();
    def.spectrum.law = WAFT_SPECTRUM_POWER;
    def.spectrum.range[0] = 0.5;
    check_refused(&def, "bank: the range is 0.5 to 19.2; it must begin at 1 or more and be 1 or "
                        "more wide");
    def.spectrum.range[0] = 20.0;
    def.spectrum.range[1] = 60.0;
    check_refused(&def, "bank: power law needs N >= 128, got 64");
    def.spectrum.law = WAFT_SPECTRUM_TABLE;
    check_refused(&def, "bank: 0 points; a table has 2 to 64");
    def.spectrum.point_count = 2;
    def.spectrum.points[0] = (waft_spectrum_point){4.0, 1.0};
    def.spectrum.points[1] = (waft_spectrum_point){4.0, 1.0};
    check_refused(&def, "bank: the wavenumber of point 2 is not above that of the point before");
    def.spectrum.law = (waft_spectrum_law)9;
    check_refused(&def, "bank.law is 9: there is no such choice");
}

static void test_laws(void) {
    waft_spectrum_def def = waft_spectrum_def_default();
    def.law = WAFT_SPECTRUM_KOLMOGOROV;
    def.band_count = 2;
    def.bands[0] = (waft_band){.wavenumber = 8.0, .deviation = 0.5};
    def.bands[1] = (waft_band){.scale = 4.0, .deviation = 0.5};
    wafti_spectrum s = wafti_spectrum_resolve(&def, 64, 2);
    CHECK_NEAR(s.def.bands[1].wavenumber, 8.0 * sqrt(2.0), 1e-12);
    CHECK_NEAR(wafti_spectrum_at(&s, 8.0), pow(8.0, -5.0 / 3.0), 1e-9);
    CHECK_NEAR(wafti_spectrum_at(&s, 8.5) / wafti_spectrum_at(&s, 8.0), exp(-0.5), 1e-6);
    def.law = WAFT_SPECTRUM_POWER;
    s = wafti_spectrum_resolve(&def, 64, 3);
    CHECK_NEAR(s.def.range[0], 3.0, 0.0);
    CHECK_NEAR(s.def.range[1], 19.2, 1e-12);
    CHECK_NEAR(wafti_spectrum_at(&s, 10.0), pow(10.0, -5.0 / 3.0), 1e-12);
    CHECK_NEAR(wafti_spectrum_at(&s, 3.0), 0.5 * pow(3.0, -5.0 / 3.0), 1e-12);
    CHECK(wafti_spectrum_at(&s, 2.49) == 0.0 && wafti_spectrum_at(&s, 19.8) == 0.0);
    def.law = WAFT_SPECTRUM_TABLE;
    def.point_count = 3;
    def.points[0] = (waft_spectrum_point){1.0, 1.0};
    def.points[1] = (waft_spectrum_point){10.0, 100.0};
    def.points[2] = (waft_spectrum_point){20.0, 100.0};
    s = wafti_spectrum_resolve(&def, 64, 3);
    CHECK_NEAR(wafti_spectrum_at(&s, sqrt(10.0)), 10.0, 1e-9);
    CHECK_NEAR(wafti_spectrum_at(&s, 15.0), 100.0, 1e-9);
    CHECK(wafti_spectrum_at(&s, 0.9) == 0.0 && wafti_spectrum_at(&s, 20.1) == 0.0);
}

static void check_text(const waft_spectrum_def* def, const char* want) {
    const wafti_spectrum s = wafti_spectrum_resolve(def, 64, 3);
    wafti_text text;
    wafti_text again;
    waft_spectrum_def back;
    wafti_text_init(&text, NULL);
    wafti_text_init(&again, NULL);
    wafti_spectrum_describe(&s, &text);
    CHECK_TEXT(text.bytes, want);
    CHECK(wafti_spectrum_parse(text.bytes, &back));
    const wafti_spectrum second = wafti_spectrum_resolve(&back, 64, 3);
    wafti_spectrum_describe(&second, &again);
    CHECK_TEXT(again.bytes, want);
    wafti_text_free(&text);
    wafti_text_free(&again);
}

static void test_text_of(void) {
    waft_spectrum_def def = waft_spectrum_def_default();
    def.band_count = 2;
    def.bands[0] = (waft_band){.wavenumber = 8.5, .deviation = 0.7, .energy = 0.1};
    def.bands[1] = (waft_band){.wavenumber = 20.0, .deviation = 0.5, .energy = 1e-7};
    check_text(&def, "band 8.5 0.7 0.1, band 20 0.5 1e-07");
    def.law = WAFT_SPECTRUM_POWER;
    def.exponent = -2.5;
    check_text(&def, "power 3 19.2 -2.5");
    def.law = WAFT_SPECTRUM_TABLE;
    def.point_count = 2;
    def.points[0] = (waft_spectrum_point){1.5, 1.0};
    def.points[1] = (waft_spectrum_point){10.0, 0.25};
    check_text(&def, "table 1.5:1 10:0.25");
    static const char* const wrong[] = {"", "band", "band 1 2", "band 1 2 3 4", "bond 1 2 3",
        "power 1 2", "power 1 2 3 4", "table", "table 1", "table 1:", "table :1", "band nan 1 1"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        waft_spectrum_def back;
        CHECK(!wafti_spectrum_parse(wrong[i], &back));
    }
}

static void test_points_of_a_file(void) {
    scratch folder = scratch_make();
    const char* path = scratch_file(&folder, "points.csv");
    FILE* file = fopen(path, "w");
    CHECK(file != NULL && fputs("energy,wavenumber\n1,2\n0.5,8\n", file) >= 0 && fclose(file) == 0);
    waft_spectrum_def def = waft_spectrum_def_default();
    CHECK(waft_spectrum_read_points(path, &def, NULL) == WAFT_OK);
    CHECK(def.point_count == 2 && def.points[1].wavenumber == 8.0 && def.points[1].energy == 0.5);
    file = fopen(path, "w");
    CHECK(file != NULL && fputs("energy,k\n1,2\n", file) >= 0 && fclose(file) == 0);
    CHECK(waft_spectrum_read_points(path, &def, NULL) == WAFT_ERR_PARSE);
    CHECK(waft_spectrum_read_points("no/such.csv", &def, NULL) == WAFT_ERR_IO);
    scratch_remove(&folder);
}

enum { NX = 24, NY = 16, NZ = 20 };

static waft_spectrum_box wave_box(float* values) {
    waft_spectrum_box box = waft_spectrum_box_default();
    const int32_t cells[3] = {NX, NY, NZ};
    for (int axis = 0; axis < 3; ++axis) {
        box.cells[axis] = cells[axis];
        box.component[axis] = values + (size_t)axis * NX * NY * NZ;
        box.row_stride[axis] = NX;
        box.plane_stride[axis] = (size_t)NX * NY;
    }
    // A wave of three periods along x on a mean flow, in the y component.
    for (size_t i = 0; i < (size_t)NX * NY * NZ; ++i) {
        values[i] = 5.0f;
        values[(size_t)NX * NY * NZ + i] =
            (float)(2.0 * cos(2.0 * M_PI * 3.0 * (double)(i % NX) / NX));
        values[2 * (size_t)NX * NY * NZ + i] = 0.0f;
    }
    return box;
}

static void test_one_wave(void) {
    static float values[3 * NX * NY * NZ];
    waft_spectrum_box box = wave_box(values);
    box.cell_size = 0.5;
    waft_spectrum* spectrum = NULL;
    CHECK(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_OK);
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    CHECK(!info.cropped && !info.windowed[0]);
    CHECK_NEAR(info.mean[0], 5.0, 1e-6);
    CHECK_NEAR(info.energy, 1.0, 1e-6);
    CHECK_NEAR(info.shells[2].energy, 1.0, 1e-6);
    CHECK_NEAR(info.shells[2].wavenumber, 3.0 * 2.0 * M_PI / 12.0, 1e-12);
    CHECK_NEAR(info.shells[1].energy, 0.0, 1e-10);
    int64_t modes = 1; // k = 0
    for (size_t i = 0; i < info.shell_count; ++i) {
        modes += info.shells[i].modes;
    }
    CHECK(modes == (int64_t)NX * NY * NZ);
    waft_slope slope;
    CHECK(waft_spectrum_fit(spectrum, 1.0, 1.1, &slope, NULL) == WAFT_ERR_ARGUMENT);
    waft_spectrum_destroy(spectrum);
}

static void test_what_cannot_be_measured(void) {
    static float values[3 * NX * NY * NZ];
    waft_spectrum_box box = wave_box(values);
    waft_spectrum* spectrum = NULL;
#if !defined(WAFT_TEST_TRAP)
    values[77] = NAN;
    CHECK(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_ERR_DIVERGED && spectrum == NULL);
    values[77] = 0.0f;
#endif
    box.cells[0] = 1;
    CHECK(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_ERR_ARGUMENT);
    box.cells[0] = 23; // cropped to 20
    box.periodic[0] = true;
    CHECK(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_OK);
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    CHECK(info.cropped && info.cells[0] == 20 && info.windowed[0] && !info.windowed[1]);
    waft_spectrum_destroy(spectrum);
    box.component[1] = NULL;
    CHECK(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_ERR_ARGUMENT);
    box.struct_size = 0;
    CHECK(waft_spectrum_measure(&box, &spectrum, NULL) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"bands that do not fit", test_bands_that_do_not_fit},
    {"laws that are wrong", test_laws_that_are_wrong},
    {"laws", test_laws},
    {"text", test_text_of},
    {"points of a file", test_points_of_a_file},
    {"one wave", test_one_wave},
    {"what cannot be measured", test_what_cannot_be_measured},
};

TEST_MAIN(cases)
