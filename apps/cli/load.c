// SPDX-License-Identifier: MIT
#include "load.h"

#include "cache.h"
#include "diagnostics.h"
#include "exit.h"
#include "terminal.h"
#include "units.h"

#include <waft/run.h>

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int usable_cpus(void) {
    cpu_set_t set;
    const int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < 1 ? 1 : count > 256 ? 256 : count;
}

void note_isa(void) {
    const char* wish = getenv("WAFT_ISA");
    if (wish != NULL && wish[0] != '\0' && strcmp(wish, waft_isa()) != 0) {
        print_line(stderr,
            "note: WAFT_ISA asks for '%s', which this build or CPU does not have; %s is used", wish,
            waft_isa());
    }
}

int require_feature(const arguments* args, const char* feature, const char* package) {
    if (waft_has(feature)) {
        return EXIT_OK;
    }
    return fail(args, EXIT_HELPER, "this waft was built without %s; install %s and build it again",
        feature, package);
}

/// Overrides of the command line in their order; --seed is one more, so that the resolved scene in
/// run.json tells the seed that was used.
int load_collect_sets(const arguments* args, const char** sets, char* seed_text, size_t seed_size,
    size_t* out_count) {
    size_t count = 0;
    const option_use* use = NULL;
    for (size_t i = 0; (use = arguments_next(args, "set", &i)) != NULL;) {
        sets[count++] = use->value;
    }
    uint64_t seed = 0;
    const int code = arguments_seed(args, &seed);
    if (arguments_has(args, "seed")) {
        (void)snprintf(seed_text, seed_size, "seed=%" PRIu64, seed);
        sets[count++] = seed_text;
    }
    *out_count = count;
    return code;
}

static int read_options(const arguments* args, waft_scene_options* options) {
    const char* size = arguments_value(args, "max-memory");
    const char* quality = arguments_value(args, "quality");
    options->quality = quality == NULL                 ? WAFT_QUALITY_NORMAL
                       : strcmp(quality, "final") == 0 ? WAFT_QUALITY_FINAL
                                                       : WAFT_QUALITY_PREVIEW;
    if (size != NULL && !parse_size(size, &options->max_memory)) {
        return fail(args, EXIT_USAGE,
            "option '--max-memory' takes a size such as 2G or 512M, not '%s'", size);
    }
    return EXIT_OK;
}

int load_frames(const arguments* args, int* out_first, int* out_last) {
    const char* text = arguments_value(args, "frames");
    int first = -1;
    int last = -1;
    if (text == NULL) {
        return EXIT_OK;
    }
    if (!parse_frames(text, &first, &last)) {
        return fail(
            args, EXIT_USAGE, "option '--frames' takes two frame numbers A:B, not '%s'", text);
    }
    if (last >= 0 && first > last) {
        return fail(args, EXIT_USAGE,
            "option '--frames' takes A:B, but the first frame, %d, comes after the last, %d", first,
            last);
    }
    *out_first = first < 0 ? *out_first : first;
    *out_last = last < 0 ? *out_last : last;
    return EXIT_OK;
}

int load_with(const arguments* args, const char* path, bool of_run, waft_scene_options* options,
    waft_scene** out_scene) {
    waft_diagnostics* diagnostics = NULL;
    waft_error error = {.sentence = ""};
    *out_scene = NULL;
    const int code = read_options(args, options);
    if (code != EXIT_OK) {
        return code;
    }
    waft_result result = waft_diagnostics_create(NULL, &diagnostics);
    if (result == WAFT_OK) {
        result = of_run ? waft_run_load_scene(path, options, diagnostics, out_scene, &error)
                        : waft_scene_load_file(path, options, diagnostics, out_scene);
    }
    const bool told = diagnostics != NULL && waft_diagnostics_error_count(diagnostics) > 0;
    if (diagnostics != NULL && (told || !arguments_has(args, "quiet"))) {
        diagnostics_print(diagnostics, arguments_has(args, "json"));
    }
    // A failure that is not the scene's leaves no diagnostic behind.
    if (result != WAFT_OK && !told && of_run) {
        (void)fail(args, 0, "%s", error.sentence);
    } else if (result != WAFT_OK && !told) {
        (void)fail(args, 0, "%s: %s", path, waft_result_sentence(result));
    }
    waft_diagnostics_destroy(diagnostics);
    return exit_code_of_input(result);
}

int load_scene_with(const arguments* args, const char* path, const char* const* sets,
    size_t set_count, const char* cache, waft_scene** out_scene) {
    waft_scene_options options = waft_scene_options_default();
    const int code = require_feature(args, "yaml", "libyaml-dev");
    options.sets = sets;
    options.set_count = set_count;
    options.cache = cache;
    return code != EXIT_OK ? code : load_with(args, path, false, &options, out_scene);
}

int load_scene(const arguments* args, const char* path, waft_scene** out_scene) {
    *out_scene = NULL;
    char seed_text[32];
    size_t set_count = 0;
    const char** sets = calloc(args->use_count + 1, sizeof *sets);
    if (sets == NULL) {
        return fail_memory(args);
    }
    char* cache = cache_folder(args);
    int code = load_collect_sets(args, sets, seed_text, sizeof seed_text, &set_count);
    code = code == EXIT_OK ? load_scene_with(args, path, sets, set_count, cache, out_scene) : code;
    free(cache);
    free(sets);
    return code;
}
