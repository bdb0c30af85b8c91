// SPDX-License-Identifier: MIT
// waft/tools.h: all of the library waft-tools: runs in directories, files of other programs, plots,
// measurements, starter scenes.
#ifndef WAFT_TOOLS_H
#define WAFT_TOOLS_H

#include <waft/bench.h>
#include <waft/export.h>
#include <waft/plot.h>
#include <waft/run.h>
#include <waft/starter.h>
#include <waft/waft.h>

#endif // WAFT_TOOLS_H
