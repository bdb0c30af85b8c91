// SPDX-License-Identifier: MIT
#include "spectrum.h"

#include "exit.h"
#include "json.h"
#include "report.h"
#include "terminal.h"
#include "velocity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// --slope A:B in shells. *out_wanted tells whether it was given.
static int take_slope(
    const arguments* args, const waft_spectrum* spectrum, bool* out_wanted, waft_slope* out_slope) {
    const char* wish = arguments_value(args, "slope");
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    char* end = NULL;
    *out_wanted = wish != NULL;
    if (wish == NULL || info.shell_count == 0) {
        *out_wanted = false;
        return EXIT_OK;
    }
    const double low = strtod(wish, &end);
    const double high = *end == ':' ? strtod(end + 1, &end) : -1.0;
    if (*end != '\0' || !(low >= 0.0) || !(high > low)) {
        return fail(args, EXIT_USAGE,
            "option '--slope' takes shells LOW:HIGH such as 4:20, not '%s'", wish);
    }
    waft_error error;
    const double unit = info.shells[0].wavenumber;
    const waft_result result =
        waft_spectrum_fit(spectrum, (low - 1e-6) * unit, (high + 1e-6) * unit, out_slope, &error);
    return result == WAFT_OK ? EXIT_OK : fail(args, EXIT_USAGE, "%s", error.sentence);
}

static void print_json(const velocity* v, const waft_spectrum_info* info, const waft_slope* slope) {
    json object = json_begin("spectrum");
    json_text(&object, "field", v->name);
    json_open(&object, "cells", '[');
    for (int axis = 0; axis < 3; ++axis) {
        json_whole(&object, NULL, (uint64_t)info->cells[axis]);
    }
    json_close(&object, ']');
    json_bool(&object, "cropped", info->cropped);
    json_open(&object, "windowed", '[');
    for (int axis = 0; axis < 3; ++axis) {
        json_bool(&object, NULL, info->windowed[axis]);
    }
    json_close(&object, ']');
    json_number(&object, "energy", info->energy);
    json_number(&object, "in_space", info->in_space);
    json_number(&object, "in_modes", info->in_modes);
    if (slope != NULL) {
        json_number(&object, "slope", slope->exponent);
        json_number(&object, "slope_error", slope->standard_error);
    }
    json_open(&object, "shells", '[');
    for (size_t i = 0; i < info->shell_count; ++i) {
        const double prescribed = velocity_prescribed(v, info, i);
        json_open(&object, NULL, '{');
        json_whole(&object, "shell", (uint64_t)info->shells[i].shell);
        json_number(&object, "wavenumber", info->shells[i].wavenumber);
        json_number(&object, "energy", info->shells[i].energy);
        json_whole(&object, "modes", (uint64_t)info->shells[i].modes);
        if (isfinite(prescribed)) {
            json_number(&object, "prescribed", prescribed);
        }
        json_close(&object, '}');
    }
    json_close(&object, ']');
    json_end(&object);
}

static void print_head(const velocity* v, const waft_spectrum_info* info, const waft_slope* slope) {
    print_line(stdout, "spectrum   %s", v->name);
    (void)printf("cells      %d x %d x %d of %g %s\n", (int)info->cells[0], (int)info->cells[1],
        (int)info->cells[2], v->spacing, v->bank != NULL ? "(a bank has no units)" : "m");
    if (info->cropped) {
        (void)printf("cropped    to the middle of %d x %d x %d, as transforms want it\n",
            (int)v->cells[0], (int)v->cells[1], (int)v->cells[2]);
    }
    if (info->windowed[0] || info->windowed[1] || info->windowed[2]) {
        (void)printf("window     Hann along %s%s%s\n", info->windowed[0] ? "x" : "",
            info->windowed[1] ? "y" : "", info->windowed[2] ? "z" : "");
    }
    (void)printf("mean       %.4g %.4g %.4g m/s\n", info->mean[0], info->mean[1], info->mean[2]);
    (void)printf("energy     %.6g m2/s2 about the mean\n", info->energy);
    (void)printf("parseval   %.6g in space, %.6g in modes\n", info->in_space, info->in_modes);
    if (slope != NULL) {
        (void)printf("slope      %.4f +- %.4f over %zu shells\n", slope->exponent,
            slope->standard_error, slope->shell_count);
    }
}

static void print_table(
    const velocity* v, const waft_spectrum_info* info, const waft_slope* slope) {
    print_head(v, info, slope);
    (void)printf("%6s %14s %14s %10s%s\n", "shell", "rad/m", "m2/s2", "modes",
        v->bank != NULL ? "     prescribed" : "");
    for (size_t i = 0; i < info->shell_count; ++i) {
        const waft_spectrum_shell* shell = &info->shells[i];
        const double prescribed = velocity_prescribed(v, info, i);
        (void)printf("%6d %14.6g %14.6g %10lld", (int)shell->shell, shell->wavenumber,
            shell->energy, (long long)shell->modes);
        if (isfinite(prescribed)) {
            (void)printf(" %14.6g", prescribed);
        }
        (void)putchar('\n');
    }
}

int info_spectrum(const arguments* args, const char* path) {
    velocity v;
    waft_spectrum* spectrum = NULL;
    waft_slope slope = {0};
    bool sloped = false;
    int code = velocity_open(args, path, &v);
    code = code == EXIT_OK ? velocity_measure(args, &v, &spectrum) : code;
    code = code == EXIT_OK ? take_slope(args, spectrum, &sloped, &slope) : code;
    if (code == EXIT_OK) {
        const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
        (arguments_has(args, "json") ? print_json : print_table)(&v, &info, sloped ? &slope : NULL);
    }
    waft_spectrum_destroy(spectrum);
    velocity_free(&v);
    return code;
}

int info_bank(const arguments* args, const char* path) {
    waft_bank* bank = NULL;
    waft_error error;
    const waft_result result = waft_bank_load(path, NULL, &bank, &error);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const waft_bank_info info = waft_bank_get_info(bank);
    report facts = report_begin(arguments_has(args, "json"), "bank", path);
    report_whole(&facts, "size", (uint64_t)info.size);
    report_whole(&facts, "dimensions", (uint64_t)info.dimensions);
    report_whole(&facts, "fields", (uint64_t)info.count);
    report_whole(&facts, "seed", info.seed);
    report_text(&facts, "storage", waft_bank_storage_word(info.storage));
    report_text(&facts, "spectrum", info.spectrum);
    report_number(&facts, "rms", info.rms, "");
    report_number(&facts, "mean_wavenumber", info.mean_wavenumber, "cycles");
    report_bytes(&facts, "memory", info.byte_count);
    report_hash(&facts, "digest", info.digest);
    report_end(&facts);
    waft_bank_release(bank);
    return EXIT_OK;
}
