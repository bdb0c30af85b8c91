// SPDX-License-Identifier: MIT
// The tables of a run. Rows live in memory; files are rewritten whole, so that none is ever torn.
#ifndef WAFTI_RUN_TABLES_H
#define WAFTI_RUN_TABLES_H

#include "base/text.h"
#include "run/manifest.h"

#include <waft/scene.h>
#include <waft/world.h>

enum { WAFTI_MOST_STATS = 64, WAFTI_MOST_TIMINGS = 16 };

/// Which rows a run has written at some step.
typedef struct wafti_table_extent {
    int first_frame;
    int frame; ///< last one reached
    uint64_t first_step;
    uint64_t step;
    uint64_t interval; ///< steps between rows of gauges and tracers
    double step_length;
    double frame_length; ///< s
    size_t body_count;   ///< rows of bodies.csv at a time
    int body_interval;   ///< frames between these
} wafti_table_extent;

typedef enum wafti_table_kind {
    WAFTI_TABLE_STATS,
    WAFTI_TABLE_TIMING,
    WAFTI_TABLE_GAUGES,
    WAFTI_TABLE_TRACERS,
    WAFTI_TABLE_BODIES,
    WAFTI_TABLE_COUNT,
} wafti_table_kind;

typedef struct wafti_run_tables {
    wafti_text text[WAFTI_TABLE_COUNT];
    size_t header_length[WAFTI_TABLE_COUNT]; ///< 0: the run has no such table
    size_t stat_count;
    size_t timing_count;
    double timings[WAFTI_MOST_TIMINGS]; ///< ms at the last row of timing.csv
    waft_body_table body_table;
} wafti_run_tables;

/// Writes the first lines. Error: WAFT_ERR_NO_MEMORY.
waft_result wafti_tables_init(wafti_run_tables* tables, const waft_allocator* allocator,
    const waft_world* world, waft_body_table body_table);
void wafti_tables_free(wafti_run_tables* tables);

/// Adds the rows of a frame; `files_ms` is what files took since the one before.
void wafti_tables_add_frame(
    wafti_run_tables* tables, const waft_world* world, int frame, double files_ms);
/// Adds the rows of a step.
void wafti_tables_add_step(wafti_run_tables* tables, const waft_world* world);

/// Adds the files to a list, but for the times, which differ from sitting to sitting. Error: WAFT_ERR_IO.
waft_result wafti_tables_list(const wafti_run_tables* tables, const char* directory,
    wafti_manifest* list, waft_error* out_error);
/// Errors: WAFT_ERR_NO_MEMORY (also of an earlier row), WAFT_ERR_IO.
waft_result wafti_tables_write(
    const wafti_run_tables* tables, const char* directory, waft_error* out_error);
/// Takes the rows up to the extent from the files; later ones are dropped.
/// Errors: WAFT_ERR_PARSE (rows are missing or others), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_tables_load(wafti_run_tables* tables, const char* directory,
    const wafti_table_extent* extent, waft_error* out_error);

/// Rows that such a table has at the extent.
size_t wafti_tables_row_count(wafti_table_kind kind, const wafti_table_extent* extent);

// ---- bodies.csv: where every body is, a row each

/// Writes the first line. Loads add fx,fy,fz,tx,ty,tz and noise upx,upy,upz.
void wafti_body_table_start(wafti_text* text, waft_body_table columns);
/// Adds a row for each body, in creation order. Rotations have the sign that the solver gives them: it
/// changes them continuously and a checkpoint keeps it, so that rows after it do not depend on whether
/// the run was interrupted.
void wafti_body_table_add(wafti_text* text, waft_body_table columns, const waft_world* world);

#endif // WAFTI_RUN_TABLES_H
