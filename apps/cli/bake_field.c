// SPDX-License-Identifier: MIT
#include "bake_field.h"

#include "cache.h"
#include "exit.h"
#include "json.h"
#include "terminal.h"
#include "units.h"

#include <waft/turbulence.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// "8", "8:0.7", "8:0.7:2": up to `most` numbers above 0 with colons between; how many, 0 if it is not
/// that.
static int parse_numbers(const char* text, double* out_numbers, int most) {
    char piece[64];
    int count = 0;
    for (const char* at = text; count < most; ++at) {
        const size_t length = strcspn(at, ":");
        if (length == 0 || length >= sizeof piece) {
            return 0;
        }
        memcpy(piece, at, length);
        piece[length] = '\0';
        if (!parse_real(piece, &out_numbers[count]) || !(out_numbers[count] > 0.0)) {
            return 0;
        }
        ++count;
        at += length;
        if (*at == '\0') {
            return count;
        }
    }
    return 0;
}

static int add_band(const arguments* args, const option_use* use, waft_spectrum_def* def) {
    double numbers[3] = {0.0, 0.7, 1.0};
    if (parse_numbers(use->value, numbers, 3) == 0) {
        return fail(args, EXIT_USAGE, "option '--%s' takes numbers such as 20.8:0.7:1, not '%s'",
            use->option->name, use->value);
    }
    if (def->band_count == WAFT_BAND_CAPACITY) {
        return fail(args, EXIT_USAGE, "more than %d bands", WAFT_BAND_CAPACITY);
    }
    const bool by_size = strcmp(use->option->name, "vortex") == 0;
    def->bands[def->band_count++] = (waft_band){.wavenumber = by_size ? 0.0 : numbers[0],
        .scale = by_size ? numbers[0] : 0.0,
        .deviation = numbers[1],
        .energy = numbers[2]};
    return EXIT_OK;
}

static int take_bands(const arguments* args, waft_spectrum_def* def) {
    int code = EXIT_OK;
    if (arguments_has(args, "band") || arguments_has(args, "vortex")) {
        def->band_count = 0;
    }
    for (size_t i = 0; i < args->use_count && code == EXIT_OK; ++i) {
        const char* name = args->uses[i].option->name;
        if (strcmp(name, "band") == 0 || strcmp(name, "vortex") == 0) {
            code = add_band(args, &args->uses[i], def);
        }
    }
    return code;
}

/// Options that say more than the law, and the law that each is for.
static int check_law(const arguments* args, waft_spectrum_law law) {
    const bool bands = law <= WAFT_SPECTRUM_EQUAL;
    const struct {
        const char* name;
        bool allowed;
    } rules[] = {
        {"band", bands},
        {"vortex", bands},
        {"range", law == WAFT_SPECTRUM_POWER},
        {"exponent", law == WAFT_SPECTRUM_POWER},
        {"points", law == WAFT_SPECTRUM_TABLE},
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
        if (arguments_has(args, rules[i].name) && !rules[i].allowed) {
            return fail(args, EXIT_USAGE, "option '--%s' does not go with --law %s", rules[i].name,
                waft_spectrum_law_word(law));
        }
    }
    if (law == WAFT_SPECTRUM_TABLE && !arguments_has(args, "points")) {
        return fail(args, EXIT_USAGE, "--law table needs --points FILE");
    }
    return EXIT_OK;
}

static int take_power(const arguments* args, waft_spectrum_def* def) {
    const char* range = arguments_value(args, "range");
    const char* exponent = arguments_value(args, "exponent");
    if (range != NULL && parse_numbers(range, def->range, 2) != 2) {
        return fail(
            args, EXIT_USAGE, "option '--range' takes LOW:HIGH such as 3:19, not '%s'", range);
    }
    if (exponent != NULL) {
        char* end = NULL;
        def->exponent = strtod(exponent, &end);
        if (end == exponent || *end != '\0') {
            return fail(args, EXIT_USAGE, "option '--exponent' takes a number, not '%s'", exponent);
        }
    }
    return EXIT_OK;
}

static int take_spectrum(const arguments* args, waft_spectrum_def* def) {
    def->law = (waft_spectrum_law)arguments_choice(args, "law", (int)def->law);
    int code = check_law(args, def->law);
    code = code == EXIT_OK ? take_bands(args, def) : code;
    code = code == EXIT_OK ? take_power(args, def) : code;
    const char* points = arguments_value(args, "points");
    if (code == EXIT_OK && points != NULL) {
        waft_error error;
        const waft_result result = waft_spectrum_read_points(points, def, &error);
        code = check_input(args, result, &error);
    }
    return code;
}

static int take_def(const arguments* args, waft_bank_def* def) {
    *def = waft_bank_def_default();
    int size = def->size;
    int count = def->count;
    int code = arguments_threads(args, &def->threads);
    code = code == EXIT_OK ? arguments_count(args, "size", 8, 512, &size) : code;
    code = code == EXIT_OK ? arguments_count(args, "count", 1, 1000, &count) : code;
    code = code == EXIT_OK ? arguments_count(args, "dimensions", 2, 3, &def->dimensions) : code;
    def->size = size;
    def->count = count;
    code = code == EXIT_OK ? arguments_seed(args, &def->seed) : code;
    def->storage = (waft_bank_storage)arguments_choice(args, "storage", (int)def->storage);
    return code == EXIT_OK ? take_spectrum(args, &def->spectrum) : code;
}

static void print_json(const waft_bank* bank, const waft_bank_cache* cache, double seconds) {
    const waft_bank_info info = waft_bank_get_info(bank);
    json object = json_begin("bank");
    json_whole(&object, "size", (uint64_t)info.size);
    json_whole(&object, "dimensions", (uint64_t)info.dimensions);
    json_whole(&object, "count", (uint64_t)info.count);
    json_whole(&object, "seed", info.seed);
    json_text(&object, "storage", waft_bank_storage_word(info.storage));
    json_text(&object, "spectrum", info.spectrum);
    json_number(&object, "rms", info.rms);
    json_number(&object, "mean_wavenumber", info.mean_wavenumber);
    json_number(&object, "lost_below", info.lost_below);
    json_number(&object, "lost_above", info.lost_above);
    json_whole(&object, "bytes", info.byte_count);
    json_hash(&object, "digest", info.digest);
    json_bool(&object, "cached", cache->hit);
    json_number(&object, "seconds", seconds);
    json_open(&object, "warnings", '[');
    for (size_t i = 0; i < waft_bank_warning_count(bank); ++i) {
        json_text(&object, NULL, waft_bank_warning(bank, i));
    }
    json_close(&object, ']');
    json_end(&object);
}

static void print_table(const waft_bank* bank, const waft_bank_cache* cache, double seconds) {
    const waft_bank_info info = waft_bank_get_info(bank);
    char bytes[UNITS_TEXT];
    char time[UNITS_TEXT];
    format_bytes(bytes, (double)info.byte_count);
    format_seconds(time, seconds);
    (void)printf("bank       %d fields of %d%s cells, %s, seed %llu\n", (int)info.count,
        (int)info.size, info.dimensions == 3 ? "^3" : "^2", waft_bank_storage_word(info.storage),
        (unsigned long long)info.seed);
    print_line(stdout, "spectrum   %s", info.spectrum);
    (void)printf("mean       %.4g cycles a box, vortices of %.3g cells\n", info.mean_wavenumber,
        0.5 * info.size * sqrt((double)info.dimensions) / info.mean_wavenumber);
    (void)printf("rms        %.6g before it was made 1\n", info.rms);
    if (info.lost_below > 1e-6) {
        (void)printf("left out   %.3g %% of the energy below 1/2, which would be a mean flow\n",
            100.0 * info.lost_below);
    }
    (void)printf("memory     %s\n", bytes);
    (void)printf("digest     %016llx\n", (unsigned long long)info.digest);
    (void)printf("time       %s%s\n", time, cache->hit ? ", from the cache" : "");
    for (size_t i = 0; i < waft_bank_warning_count(bank); ++i) {
        print_line(stderr, "warning: %s", waft_bank_warning(bank, i));
    }
    if (cache->reason[0] != '\0') {
        print_line(stderr, "note: made again: %s", cache->reason);
    }
}

int bake_field(const arguments* args) {
    waft_bank_def def;
    waft_bank* bank = NULL;
    waft_bank_cache cache;
    waft_error error;
    int code = take_def(args, &def);
    if (code != EXIT_OK) {
        return code;
    }
    char* folder = cache_folder(args);
    const double start = wall_time();
    waft_result result = waft_bank_create_cached(&def, folder, &bank, &cache, &error);
    const double seconds = wall_time() - start;
    free(folder);
    if (result != WAFT_OK) {
        return check_input(args, result, &error);
    }
    const char* path = arguments_value(args, "output");
    result = path != NULL ? waft_bank_save(bank, path, &error) : WAFT_OK;
    if (result != WAFT_OK) {
        code = check_output(args, result, &error);
    } else {
        (arguments_has(args, "json") ? print_json : print_table)(bank, &cache, seconds);
    }
    waft_bank_release(bank);
    return code;
}
