// SPDX-License-Identifier: MIT
// What a run of a sweep came to, as a file of its own, and all of them as one table.
#ifndef CLI_SWEEP_TABLE_H
#define CLI_SWEEP_TABLE_H

#include "sweep_plan.h"

#include <waft/export.h>
#include <waft/scene.h>
#include <waft/world.h>

enum { SWEEP_PATH = 4096, SWEEP_SET = 512 };

/// DIR/result.csv of a run, or with another end.
void sweep_result_path(const char* directory, const char* end, char* out_path, size_t size);

/// Writes it: the world's figures at the end, and where bodies fell the shares of their regimes; of a run that
/// failed the time it came to, and that it did. Returns EXIT_OK, or prints a line and returns the code.
int sweep_result_write(const arguments* args, const char* directory, const waft_scene* scene,
    waft_world* world, bool failed);

/// Reads the result of a run of the sweep in a directory.
int sweep_result_open(
    const arguments* args, const char* directory, size_t run, waft_table** out_result);

/// Joins the results of all runs to DIR/table.csv, one row a run, after the values that were set; those
/// that failed have NaN where others have figures. Tells how many these are.
int sweep_table_write(
    const arguments* args, const sweep_plan* plan, const char* directory, size_t* out_failed);

/// Whether the first row of a result says that the run failed.
bool sweep_result_failed(const waft_table* result);

#endif // CLI_SWEEP_TABLE_H
