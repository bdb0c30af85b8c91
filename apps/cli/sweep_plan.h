// SPDX-License-Identifier: MIT
// Which runs a sweep has: axes of values from --set, crossed or drawn by chance.
#ifndef CLI_SWEEP_PLAN_H
#define CLI_SWEEP_PLAN_H

#include "options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SWEEP_TEXT = 64, SWEEP_AXES = 16 };

/// One --set. A list has its values spelt out; a range has ends and a way from one to the other.
typedef struct sweep_axis {
    char path[SWEEP_TEXT * 2];
    char unit[SWEEP_TEXT]; ///< behind each number of a range, "" if none
    const char* text;      ///< of a list or a fixed value, as typed
    size_t count;          ///< values; 1 for what does not vary
    bool is_list, is_range;
    bool counted; ///< so many values between the ends, in place of a step
    bool logarithmic;
    double low, high, step; ///< step 0: only for chance
} sweep_axis;

typedef struct sweep_plan {
    sweep_axis axes[SWEEP_AXES];
    size_t axis_count;
    size_t run_count;
    bool random;
    uint64_t seed;
    size_t shard, shard_count; ///< from 0
} sweep_plan;

/// From --set, --random, --shard and --seed. Returns EXIT_OK, or prints a line and returns the code.
int sweep_plan_make(const arguments* args, sweep_plan* out_plan);

bool sweep_axis_varies(const sweep_plan* plan, size_t axis);
/// The value of an axis in a run, as --set takes it.
void sweep_plan_value(const sweep_plan* plan, size_t run, size_t axis, char* out_text, size_t size);
/// Whether a run belongs to this shard.
bool sweep_plan_is_ours(const sweep_plan* plan, size_t run);
/// All that decides the runs, as one line, to tell sweeps apart.
void sweep_plan_describe(const sweep_plan* plan, char* out_text, size_t size);

#endif // CLI_SWEEP_PLAN_H
