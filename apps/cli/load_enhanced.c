// SPDX-License-Identifier: MIT
// waft enhance: a cached run's scene with another look over its flow.
#include "cache.h"
#include "exit.h"
#include "load.h"

#include <waft/run.h>

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_REGIONS = 8, ///< as many as smoke.turbulence.regions takes
    REGION_TEXT = 512,
    NUMBER_TEXT = 32,
};

/// What the command line says of the scene, besides --look: overrides of our own, then the user's.
typedef struct overrides {
    const char** sets;
    const char** names; ///< NULL: a --set
    size_t count;
    char base[PATH_MAX + 64];
    char start[64];
    char regions[MOST_REGIONS * REGION_TEXT];
    char seed[32];
} overrides;

static void add_own(overrides* over, const char* set, const char* name) {
    over->sets[over->count] = set;
    over->names[over->count] = name;
    ++over->count;
}

/// "x0,y0,z0,x1,y1,z1" in m, as texts of numbers.
static bool parse_box(const char* text, char corners[6][NUMBER_TEXT], double values[6]) {
    const char* at = text;
    for (int i = 0; i < 6; ++i) {
        at += strspn(at, " ");
        const size_t length = strspn(at, "0123456789+-.eE");
        if (length == 0 || length >= NUMBER_TEXT) {
            return false;
        }
        memcpy(corners[i], at, length);
        corners[i][length] = '\0';
        char* end = NULL;
        values[i] = strtod(corners[i], &end);
        at += length + strspn(at + length, " ");
        if (*end != '\0' || *at != (i < 5 ? ',' : '\0')) {
            return false;
        }
        at += i < 5 ? 1 : 0;
    }
    return true;
}

static int add_region(const arguments* args, const char* text, overrides* over, int number) {
    char corners[6][NUMBER_TEXT];
    double values[6];
    if (number == MOST_REGIONS) {
        return fail(args, EXIT_USAGE, "option '--region' may be given %d times", MOST_REGIONS);
    }
    if (!parse_box(text, corners, values)) {
        return fail(args, EXIT_USAGE,
            "option '--region' takes two corners in metres, x0,y0,z0,x1,y1,z1, not '%s'", text);
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (!(values[axis] < values[axis + 3])) {
            return fail(args, EXIT_USAGE,
                "option '--region' takes the lower corner first, but along %c it has %s and then "
                "%s",
                "xyz"[axis], corners[axis], corners[axis + 3]);
        }
    }
    const size_t used = strlen(over->regions);
    (void)snprintf(over->regions + used, sizeof over->regions - used,
        "%s{low: [%s, %s, %s], high: [%s, %s, %s]}",
        number == 0 ? "smoke.turbulence.regions=[" : ", ", corners[0], corners[1], corners[2],
        corners[3], corners[4], corners[5]);
    return EXIT_OK;
}

static int add_regions(const arguments* args, overrides* over) {
    int number = 0;
    const option_use* use = NULL;
    for (size_t i = 0; (use = arguments_next(args, "region", &i)) != NULL;) {
        const int code = add_region(args, use->value, over, number++);
        if (code != EXIT_OK) {
            return code;
        }
    }
    if (number > 0) {
        const size_t used = strlen(over->regions);
        (void)snprintf(over->regions + used, sizeof over->regions - used, "]");
        add_own(over, over->regions, "--region");
    }
    return EXIT_OK;
}

static int fill_overrides(
    const arguments* args, const char* base, int first_frame, overrides* over) {
    size_t count = 0;
    (void)snprintf(over->base, sizeof over->base, "smoke.turbulence.base=\"%s\"", base);
    (void)snprintf(over->start, sizeof over->start, "smoke.turbulence.start=%d", first_frame);
    add_own(over, over->base, "DIR");
    add_own(over, over->start, "--frames");
    // The base's are of its own grid.
    add_own(over, "output=[{format: vdb}]", "output");
    const int code = add_regions(args, over);
    if (code != EXIT_OK) {
        return code;
    }
    const int collected =
        load_collect_sets(args, over->sets + over->count, over->seed, sizeof over->seed, &count);
    over->count += count;
    return collected;
}

static int load_over(
    const arguments* args, const char* directory, const overrides* over, waft_scene** out_scene) {
    waft_scene_options options = waft_scene_options_default();
    char* cache = cache_folder(args);
    options.sets = over->sets;
    options.set_names = over->names;
    options.set_count = over->count;
    options.look = arguments_value(args, "look");
    options.cache = cache;
    const int code = load_with(args, directory, true, &options, out_scene);
    free(cache);
    return code;
}

/// Whether the command line says what the detail is like.
static bool has_look(const arguments* args) {
    static const char key[] = "smoke.turbulence";
    bool found = arguments_value(args, "look") != NULL;
    const option_use* use = NULL;
    for (size_t i = 0; (use = arguments_next(args, "set", &i)) != NULL;) {
        found = found || strncmp(use->value, key, sizeof key - 1) == 0;
    }
    return found;
}

static int check_base(const arguments* args, const char* directory, int frames[2], char* base) {
    waft_error error = {.result = WAFT_OK};
    if (!has_look(args)) {
        return fail(args, EXIT_USAGE,
            "there is no look: give --look FILE, or --set smoke.turbulence.KEY=VALUE");
    }
    if (realpath(directory, base) == NULL) {
        return fail(args, EXIT_USAGE, "%s: there is no such directory", directory);
    }
    if (strpbrk(base, "\"\\") != NULL) {
        return fail(args, EXIT_USAGE,
            "%s: the path of a run to enhance must be without quotes and backslashes", directory);
    }
    frames[0] = frames[1] = -1;
    const int code = load_frames(args, &frames[0], &frames[1]);
    if (code != EXIT_OK) {
        return code;
    }
    const waft_result result = waft_run_check_base(directory, &frames[0], &frames[1], &error);
    return check_input(args, result, &error);
}

int load_enhanced(
    const arguments* args, const char* directory, int frames[2], waft_scene** out_scene) {
    char base[PATH_MAX];
    *out_scene = NULL;
    int code = check_base(args, directory, frames, base);
    if (code != EXIT_OK) {
        return code;
    }
    // Room for our own overrides and --seed.
    const size_t room = args->use_count + 8;
    overrides* over = calloc(1, sizeof *over);
    const char** sets = calloc(2 * room, sizeof *sets);
    if (over == NULL || sets == NULL) {
        code = fail_memory(args);
    } else {
        over->sets = sets;
        over->names = sets + room;
        code = fill_overrides(args, base, frames[0], over);
        code = code != EXIT_OK ? code : load_over(args, directory, over, out_scene);
    }
    free(sets);
    free(over);
    return code;
}
