// SPDX-License-Identifier: MIT
// Tables of verification rows: expected, got, tolerance, pass. With WAFT_VERIFY_CSV set, each line is
// appended to that file too; the caller writes its header.
#ifndef WAFT_VERIFY_H
#define WAFT_VERIFY_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct verify_table {
    const char* row; ///< as in the table of docs/spec, such as "ritter-dry"
    int failures;
    FILE* csv; ///< NULL if not asked for
} verify_table;

static inline verify_table verify_open(const char* row) {
    const char* path = getenv("WAFT_VERIFY_CSV");
    verify_table table = {.row = row, .csv = path != NULL ? fopen(path, "a") : NULL};
    if (path != NULL && table.csv == NULL) {
        (void)fprintf(stderr, "%s: cannot be appended to\n", path);
        ++table.failures;
    }
    (void)printf("%-24s | %-44s | %16s | %16s | %9s | pass\n", "row", "case", "expected", "got",
        "tolerance");
    return table;
}

/// Passes if |got - expected| <= tolerance; NaN fails.
static inline bool verify_near(
    verify_table* table, const char* name, double expected, double got, double tolerance) {
    const bool pass = fabs(got - expected) <= tolerance;
    (void)printf("%-24s | %-44s | %16.10g | %16.10g | %9.2g | %s\n", table->row, name, expected,
        got, tolerance, pass ? "yes" : "NO");
    if (table->csv != NULL) {
        (void)fprintf(table->csv, "%s,%s,%.12g,%.12g,%.3g,%s\n", table->row, name, expected, got,
            tolerance, pass ? "yes" : "no");
    }
    table->failures += pass ? 0 : 1;
    return pass;
}

/// Passes if got <= limit; NaN fails. The table shows the limit as what was expected.
static inline bool verify_most(verify_table* table, const char* name, double limit, double got) {
    const bool pass = got <= limit;
    (void)printf("%-24s | %-44s | %16s | %16.10g | %9.3g | %s\n", table->row, name, "at most", got,
        limit, pass ? "yes" : "NO");
    if (table->csv != NULL) {
        (void)fprintf(table->csv, "%s,%s,at most,%.12g,%.3g,%s\n", table->row, name, got, limit,
            pass ? "yes" : "no");
    }
    table->failures += pass ? 0 : 1;
    return pass;
}

/// Passes if got >= limit; NaN fails.
static inline bool verify_least(verify_table* table, const char* name, double limit, double got) {
    const bool pass = got >= limit;
    (void)printf("%-24s | %-44s | %16s | %16.10g | %9.3g | %s\n", table->row, name, "at least", got,
        limit, pass ? "yes" : "NO");
    if (table->csv != NULL) {
        (void)fprintf(table->csv, "%s,%s,at least,%.12g,%.3g,%s\n", table->row, name, got, limit,
            pass ? "yes" : "no");
    }
    table->failures += pass ? 0 : 1;
    return pass;
}

/// A figure that a row tells, without a limit.
static inline void verify_told(verify_table* table, const char* name, double got) {
    (void)printf(
        "%-24s | %-44s | %16s | %16.10g | %9s | yes\n", table->row, name, "told", got, "none");
    if (table->csv != NULL) {
        (void)fprintf(table->csv, "%s,%s,told,%.12g,none,yes\n", table->row, name, got);
    }
}

/// The greater of both, and NaN if one is, where fmax() would drop it.
static inline double verify_worse(double worst, double x) {
    return isnan(worst) || x <= worst ? worst : x;
}

/// True where the slow rows are asked for.
static inline bool verify_slow(void) {
    return getenv("WAFT_SLOW") != NULL;
}

/// Returns how many lines failed.
static inline int verify_close(verify_table* table) {
    if (table->csv != NULL && fclose(table->csv) != 0) {
        ++table->failures;
    }
    return table->failures;
}

#endif // WAFT_VERIFY_H
