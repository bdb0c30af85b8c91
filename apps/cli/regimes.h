// SPDX-License-Identifier: MIT
// How the bodies of a run fell, told from its bodies.csv.
#ifndef CLI_REGIMES_H
#define CLI_REGIMES_H

#include "options.h"

#include <waft/body.h>
#include <waft/scene.h>

#include <stddef.h>

/// One body of a run.
typedef struct body_regime {
    size_t number; ///< as in bodies.csv
    waft_regime_report report;
} body_regime;

typedef struct regime_list {
    body_regime* items;
    size_t count;
} regime_list;

/// Reads DIR/bodies.csv and classifies every body; `bodies` tells the normals of their hulls. Returns
/// EXIT_OK, or prints a line and returns the exit code. Release with regimes_free().
int regimes_read(const arguments* args, const char* directory, const waft_bodies* bodies,
    const double up[3], regime_list* out_list);
void regimes_free(regime_list* list);

/// Against gravity; +y where there is none.
void regimes_up(const waft_scene* scene, double out_up[3]);

/// Shares of the classes, and means over all bodies.
typedef struct regime_summary {
    double share[WAFT_REGIME_COUNT];
    double descent, drift; ///< m/s, rad
} regime_summary;

regime_summary regimes_summarize(const regime_list* list);

/// waft info DIR --regimes.
int info_regimes(const arguments* args, const char* directory);

#endif // CLI_REGIMES_H
