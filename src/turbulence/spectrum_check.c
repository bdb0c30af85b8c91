// SPDX-License-Identifier: MIT
// What a spectrum may be. Nothing is moved or cut silently.
#include "turbulence/spectrum.h"

#include "base/error.h"
#include "math/fft.h"

#include <math.h>
#include <stdio.h>

// Of the integral of E, what may be above N/2 - 1/2: beyond the first with a warning, beyond the
// second not at all.
#define ODD_ABOVE  0.001
#define MOST_ABOVE 0.01

enum { SIZE_MOST = 512 };

static waft_result check_bands(const waft_spectrum_def* def, const char* name, waft_error* error) {
    if (def->band_count < 1) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: 0 bands; it must have 1 to %d", name,
            (int)WAFT_BAND_CAPACITY);
    }
    for (size_t i = 0; i < def->band_count; ++i) {
        if ((def->bands[i].wavenumber > 0.0) == (def->bands[i].scale > 0.0)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "%s: band %zu needs a wavenumber or a scale above 0, one of the two", name, i + 1);
        }
    }
    return WAFT_OK;
}

static waft_result check_power(
    const waft_spectrum_def* def, const char* name, int32_t size, waft_error* error) {
    const wafti_spectrum whole = wafti_spectrum_resolve(def, size, 3);
    const double low = whole.def.range[0];
    const double high = whole.def.range[1];
    if (low >= 1.0 && high >= low + 1.0) {
        return WAFT_OK;
    }
    char numbers[2][32];
    (void)wafti_format_double(numbers[0], low);
    (void)wafti_format_double(numbers[1], high);
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "%s: the range is %s to %s; it must begin at 1 or more and be 1 or more wide", name,
        numbers[0], numbers[1]);
}

static waft_result check_table(const waft_spectrum_def* def, const char* name, waft_error* error) {
    if (def->point_count < 2) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s: %zu points; a table has 2 to %d", name,
            def->point_count, (int)WAFT_SPECTRUM_POINT_CAPACITY);
    }
    for (size_t i = 1; i < def->point_count; ++i) {
        if (!(def->points[i].wavenumber > def->points[i - 1].wavenumber)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "%s: the wavenumber of point %zu is not above that of the point before", name,
                i + 1);
        }
    }
    return WAFT_OK;
}

// What rows alone cannot say.
static waft_result check_numbers(
    const waft_spectrum_def* def, const char* name, int32_t size, waft_error* error) {
    switch (def->law) {
    case WAFT_SPECTRUM_POWER:
        return check_power(def, name, size, error);
    case WAFT_SPECTRUM_TABLE:
        return check_table(def, name, error);
    default:
        return check_bands(def, name, error);
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
        char number[32];
        (void)snprintf(out, out_size, "band at %s",
            wafti_format_digits(number, def->bands[band].wavenumber, 3));
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
