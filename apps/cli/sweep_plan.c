// SPDX-License-Identifier: MIT
#include "sweep_plan.h"

#include "exit.h"
#include "units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 100000 };

/// The words "log5" and "lin5" at the end of a range: that many values. False if it is neither.
static bool read_count(const char* text, sweep_axis* axis) {
    const bool logarithmic = strncmp(text, "log", 3) == 0;
    if (!logarithmic && strncmp(text, "lin", 3) != 0) {
        return false;
    }
    uint64_t count = 0;
    axis->logarithmic = logarithmic;
    if (text[3] == '\0') {
        return true; // for chance alone
    }
    if (!parse_whole(text + 3, &count) || count < 1 || count > MOST_RUNS) {
        return false;
    }
    axis->count = (size_t)count;
    axis->counted = true;
    return true;
}

/// "LOW:HIGH" or "LOW:HIGH:STEP" with one unit at the end for all, or "LOW:HIGH:log5" or "lin5"
/// without. False if it is none.
static bool read_range(const char* text, sweep_axis* axis) {
    char* end = NULL;
    axis->low = strtod(text, &end);
    if (end == text || *end != ':') {
        return false;
    }
    const char* second = end + 1;
    axis->high = strtod(second, &end);
    if (end == second || !isfinite(axis->low) || !isfinite(axis->high)) {
        return false;
    }
    if (*end == ':' && !read_count(end + 1, axis)) {
        const char* third = end + 1;
        axis->step = strtod(third, &end);
        const double steps = (axis->high - axis->low) / axis->step;
        if (end == third || !isfinite(steps) || steps < 0.0 || steps > MOST_RUNS) {
            return false;
        }
        axis->count = (size_t)floor(steps + 1e-9) + 1;
    } else if (*end == ':') {
        end = "";
    }
    const size_t length = strlen(end);
    memcpy(axis->unit, end, length < sizeof axis->unit ? length + 1 : 0);
    axis->is_range = length < sizeof axis->unit && !(axis->logarithmic && axis->low <= 0.0);
    return axis->is_range;
}

static size_t count_words(const char* text) {
    size_t count = 1;
    for (const char* at = text; *at != '\0'; ++at) {
        count += *at == ',';
    }
    return count;
}

static int read_axis(const arguments* args, const char* text, sweep_axis* axis) {
    const char* equals = strchr(text, '=');
    *axis = (sweep_axis){.count = 1};
    if (equals == NULL || equals == text || (size_t)(equals - text) >= sizeof axis->path) {
        return fail(args, EXIT_USAGE,
            "option '--set' takes PATH=VALUES, such as bodies[0].density=400:800:100, not '%s'",
            text);
    }
    memcpy(axis->path, text, (size_t)(equals - text));
    axis->text = equals + 1;
    if (read_range(axis->text, axis)) {
        return EXIT_OK;
    }
    axis->is_list = axis->text[0] != '[' && axis->text[0] != '{' && strchr(axis->text, ',') != NULL;
    axis->count = axis->is_list ? count_words(axis->text) : 1;
    return EXIT_OK;
}

/// How many runs: the product of all axes, or as many as --random asks for.
static int count_runs(const arguments* args, sweep_plan* plan) {
    const char* random = arguments_value(args, "random");
    uint64_t wanted = 0;
    plan->random = random != NULL;
    plan->run_count = 1;
    if (random != NULL && (!parse_whole(random, &wanted) || wanted < 1 || wanted > MOST_RUNS)) {
        return fail(args, EXIT_USAGE,
            "option '--random' takes the number of runs, 1 to %d, not '%s'", MOST_RUNS, random);
    }
    for (size_t i = 0; i < plan->axis_count; ++i) {
        const sweep_axis* axis = &plan->axes[i];
        if (!plan->random && axis->is_range && axis->step == 0.0 && !axis->counted) {
            return fail(args, EXIT_USAGE,
                "%s=%s has no step; write LOW:HIGH:STEP or LOW:HIGH:log5, or use --random N",
                axis->path, axis->text);
        }
        plan->run_count =
            plan->run_count > MOST_RUNS ? MOST_RUNS + 1 : plan->run_count * axis->count;
    }
    plan->run_count = plan->random ? (size_t)wanted : plan->run_count;
    return plan->run_count <= MOST_RUNS
               ? EXIT_OK
               : fail(args, EXIT_USAGE, "the sweep has more than %d runs", MOST_RUNS);
}

static int read_shard(const arguments* args, sweep_plan* plan) {
    const char* text = arguments_value(args, "shard");
    int index = 1;
    int count = 1;
    int length = 0;
    if (text != NULL && (sscanf(text, "%9d/%9d%n", &index, &count, &length) != 2 ||
                            text[length] != '\0' || index < 1 || count < index)) {
        return fail(args, EXIT_USAGE,
            "option '--shard' takes I/N, such as 1/4 for the first of four, not '%s'", text);
    }
    plan->shard = (size_t)index - 1;
    plan->shard_count = (size_t)count;
    return EXIT_OK;
}

int sweep_plan_make(const arguments* args, sweep_plan* out_plan) {
    *out_plan = (sweep_plan){.seed = 1};
    int code = EXIT_OK;
    const option_use* use = NULL;
    for (size_t i = 0; code == EXIT_OK && (use = arguments_next(args, "set", &i)) != NULL;) {
        if (out_plan->axis_count == SWEEP_AXES) {
            return fail(args, EXIT_USAGE, "a sweep takes at most %d --set", SWEEP_AXES);
        }
        code = read_axis(args, use->value, &out_plan->axes[out_plan->axis_count++]);
    }
    code = code != EXIT_OK ? code : arguments_seed(args, &out_plan->seed);
    code = code != EXIT_OK ? code : count_runs(args, out_plan);
    return code != EXIT_OK ? code : read_shard(args, out_plan);
}

bool sweep_axis_varies(const sweep_plan* plan, size_t axis) {
    return plan->axes[axis].count > 1 || plan->axes[axis].is_range;
}

bool sweep_plan_is_ours(const sweep_plan* plan, size_t run) {
    return run % plan->shard_count == plan->shard;
}

/// Uniform in [0, 1) by SplitMix64 (Steele, Lea & Flood 2014), from the seed, the run and the axis.
static double chance(uint64_t seed, size_t run, size_t axis) {
    uint64_t z = seed + UINT64_C(0x9E3779B97F4A7C15) * ((uint64_t)run * SWEEP_AXES + axis + 1);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return (double)(z >> 11) * 0x1p-53;
}

/// Place of a run along an axis: the last axis varies fastest.
static size_t place_of(const sweep_plan* plan, size_t run, size_t axis) {
    size_t faster = 1;
    for (size_t i = axis + 1; i < plan->axis_count; ++i) {
        faster *= plan->axes[i].count;
    }
    return run / faster % plan->axes[axis].count;
}

static double range_value(const sweep_axis* axis, double share) {
    return axis->logarithmic ? axis->low * pow(axis->high / axis->low, share)
                             : axis->low + (axis->high - axis->low) * share;
}

static void write_word(const char* text, size_t place, char* out_text, size_t size) {
    for (; place > 0; --place) {
        text = strchr(text, ',') + 1;
    }
    (void)snprintf(out_text, size, "%.*s", (int)strcspn(text, ","), text);
}

void sweep_plan_value(
    const sweep_plan* plan, size_t run, size_t axis, char* out_text, size_t size) {
    const sweep_axis* from = &plan->axes[axis];
    const double luck = plan->random ? chance(plan->seed, run, axis) : 0.0;
    const size_t place =
        plan->random ? (size_t)(luck * (double)from->count) : place_of(plan, run, axis);
    if (from->is_list) {
        write_word(from->text, place, out_text, size);
    } else if (from->is_range) {
        const double last = from->count > 1 ? (double)(from->count - 1) : 1.0;
        const double value = plan->random    ? range_value(from, luck)
                             : from->counted ? range_value(from, (double)place / last)
                                             : from->low + (double)place * from->step;
        (void)snprintf(out_text, size, "%.9g%s", value, from->unit);
    } else {
        (void)snprintf(out_text, size, "%s", from->text);
    }
}

void sweep_plan_describe(const sweep_plan* plan, char* out_text, size_t size) {
    size_t used = 0;
    out_text[0] = '\0';
    for (size_t i = 0; i < plan->axis_count && used < size; ++i) {
        const int length = snprintf(
            out_text + used, size - used, "%s=%s ", plan->axes[i].path, plan->axes[i].text);
        used += length > 0 ? (size_t)length : 0;
    }
    if (used < size && plan->random) {
        (void)snprintf(out_text + used, size - used, "random %zu seed %llu", plan->run_count,
            (unsigned long long)plan->seed);
    }
}
