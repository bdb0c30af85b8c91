// SPDX-License-Identifier: MIT
// What a spectrum may be. Nothing is moved or cut silently.
#include "turbulence/spectrum.h"

#include "base/error.h"
#include "base/range.h"
#include "math/fft.h"

#include <math.h>
#include <stdio.h>

// Of the integral of E, what may be above N/2 - 1/2: beyond the first with a warning, beyond the
// second not at all.
#define ODD_ABOVE   0.001
#define MOST_ABOVE  0.01
#define LEAST_SIGMA 0.05
#define MOST_K      1e4
#define MOST_E      1e30

enum { SIZE_MOST = 512 };

static bool within(double value, double low, double high) {
    return value >= low && value <= high; // false for NaN
}

static waft_result check_band(
    const waft_spectrum_def* def, int i, const char* name, waft_error* error) {
    const waft_band* band = &def->bands[i];
    const bool by_number = band->wavenumber > 0.0;
    const bool by_scale = band->scale > 0.0;
    if (by_number == by_scale) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: band %d needs a wavenumber or a scale above 0, one of the two", name, i + 1);
    }
    if (!(by_number ? band->wavenumber <= MOST_K : within(band->scale, 1e-3, MOST_K))) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: the %s of band %d is beyond what any bank can hold", name,
            by_number ? "wavenumber" : "scale", i + 1);
    }
    if (!within(band->deviation, LEAST_SIGMA, MOST_K)) {
        char number[32];
        (void)wafti_format_double(number, band->deviation);
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: the deviation of band %d is %s; it must be 0.05 or more", name, i + 1, number);
    }
    if (def->law == WAFT_SPECTRUM_GIVEN && !within(band->energy, 1e-30, MOST_E)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: the energy of band %d must be above 0 and not above 1e30", name, i + 1);
    }
    return WAFT_OK;
}

static waft_result check_bands(const waft_spectrum_def* def, const char* name, waft_error* error) {
    if (def->band_count < 1 || def->band_count > WAFT_BAND_CAPACITY) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: %d bands; it must have 1 to %d", name,
            def->band_count, (int)WAFT_BAND_CAPACITY);
    }
    waft_result result = WAFT_OK;
    for (int i = 0; result == WAFT_OK && i < def->band_count; ++i) {
        result = check_band(def, i, name, error);
    }
    return result;
}

static waft_result check_power(
    const waft_spectrum_def* def, const char* name, int32_t size, waft_error* error) {
    const wafti_spectrum whole = wafti_spectrum_resolve(def, size, 3);
    const double low = whole.def.range[0];
    const double high = whole.def.range[1];
    if (!within(low, 1.0, MOST_K) || !within(high, low + 1.0, MOST_K)) {
        char numbers[2][32];
        (void)wafti_format_double(numbers[0], low);
        (void)wafti_format_double(numbers[1], high);
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "%s: the range is %s to %s; it must begin at 1 or more and be 1 or more wide", name,
            numbers[0], numbers[1]);
    }
    if (!within(def->exponent, -20.0, 20.0)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s: the exponent must be from -20 to 20", name);
    }
    return WAFT_OK;
}

static waft_result check_table(const waft_spectrum_def* def, const char* name, waft_error* error) {
    if (def->point_count < 2 || def->point_count > WAFT_SPECTRUM_POINT_CAPACITY) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: %d points; a table has 2 to %d", name,
            def->point_count, (int)WAFT_SPECTRUM_POINT_CAPACITY);
    }
    for (int i = 0; i < def->point_count; ++i) {
        const waft_spectrum_point* p = &def->points[i];
        if (!within(p->wavenumber, 1e-3, MOST_K) || !within(p->energy, 1e-30, MOST_E)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "%s: wavenumber and energy of point %d must be above 0 and finite", name, i + 1);
        }
        if (i > 0 && !(p->wavenumber > def->points[i - 1].wavenumber)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "%s: the wavenumber of point %d is not above that of the point before", name,
                i + 1);
        }
    }
    return WAFT_OK;
}

static waft_result check_numbers(
    const waft_spectrum_def* def, const char* name, int32_t size, waft_error* error) {
    switch (def->law) {
    case WAFT_SPECTRUM_GIVEN:
    case WAFT_SPECTRUM_KOLMOGOROV:
    case WAFT_SPECTRUM_EQUAL:
        return check_bands(def, name, error);
    case WAFT_SPECTRUM_POWER:
        return check_power(def, name, size, error);
    case WAFT_SPECTRUM_TABLE:
        return check_table(def, name, error);
    default:
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s: %d is not a law of spectra", name, (int)def->law);
    }
}

// 0 if no bank is large enough.
static int32_t least_size(const waft_spectrum_def* def, int32_t size, int dimensions) {
    for (int32_t n = wafti_fft_length_at_least(size + 1); n != 0 && n <= SIZE_MOST;
         n = wafti_fft_length_at_least(n + 1)) {
        const wafti_spectrum larger = wafti_spectrum_resolve(def, n, dimensions);
        if (wafti_spectrum_find_loss(&larger).above <= MOST_ABOVE) {
            return n;
        }
    }
    return 0;
}

// The part that is too high: "band at 55.4", "power law", "table".
static void name_part(const wafti_spectrum* spectrum, int band, char* out, size_t out_size) {
    const waft_spectrum_def* def = &spectrum->def;
    if (band >= 0) {
        wafti_text number;
        wafti_text_init(&number, NULL);
        wafti_text_add_digits(&number, def->bands[band].wavenumber, 3);
        (void)snprintf(out, out_size, "band at %s", number.bytes != NULL ? number.bytes : "?");
        wafti_text_free(&number);
    } else {
        (void)snprintf(
            out, out_size, "%s", def->law == WAFT_SPECTRUM_POWER ? "power law" : "table");
    }
}

static void warn_above(const wafti_spectrum* spectrum, const char* part, char* warning) {
    char share[32];
    const double above = wafti_spectrum_find_loss(spectrum).above;
    (void)wafti_format_double(share, round(above * 1e4) / 100.0);
    (void)snprintf(warning, 160, "%s: %s %% of the energy are above what N %d can hold", part,
        share, (int)spectrum->size);
}

waft_result wafti_spectrum_check(const waft_spectrum_def* def, const char* name, int32_t size,
    int dimensions, char* warning, waft_error* out_error) {
    warning[0] = '\0';
    const waft_result result = check_numbers(def, name, size, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_spectrum spectrum = wafti_spectrum_resolve(def, size, dimensions);
    const wafti_spectrum_loss loss = wafti_spectrum_find_loss(&spectrum);
    char part[64];
    if (loss.below_worst > 0.5) {
        name_part(&spectrum, loss.below_band, part, sizeof(part));
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: %s lies below 0.5 with more than half of its energy, which would be a mean flow",
            name, part);
    }
    if (loss.above <= ODD_ABOVE) {
        return WAFT_OK;
    }
    name_part(&spectrum, loss.above_band, part, sizeof(part));
    if (loss.above <= MOST_ABOVE) {
        warn_above(&spectrum, part, warning);
        return WAFT_OK;
    }
    const int32_t least = least_size(def, size, dimensions);
    if (least == 0) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: %s is too fine for any N up to %d, got %d", name, part, (int)SIZE_MOST, (int)size);
    }
    return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: %s needs N >= %d, got %d", name, part,
        (int)least, (int)size);
}
