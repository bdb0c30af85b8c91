// SPDX-License-Identifier: MIT
// What `waft info` tells of files with grids: our cache, and OpenVDB.
#ifndef CLI_INFO_GRID_H
#define CLI_INFO_GRID_H

#include "options.h"

#include <stdint.h>

/// Reads the header of a cached frame. Returns EXIT_OK, or prints a line and returns the exit code.
int info_grid_cache(const arguments* args, const char* path);

/// Lists the grids of an OpenVDB file; the same.
int info_vdb(const arguments* args, const char* path, uint64_t byte_count);

#endif // CLI_INFO_GRID_H
