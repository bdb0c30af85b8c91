// SPDX-License-Identifier: MIT
// What `waft info` tells of ParaView's files: images and collections.
#ifndef CLI_INFO_VTK_H
#define CLI_INFO_VTK_H

#include "options.h"

#include <stdint.h>

/// Reads the XML before the data of an image (.vti). Returns EXIT_OK, or prints a line and returns the
/// exit code.
int info_vtp(const arguments* args, const char* path, uint64_t byte_count);
int info_vti(const arguments* args, const char* path, uint64_t byte_count);

/// Counts the files that a collection (.pvd) names; the same.
int info_pvd(const arguments* args, const char* path);

#endif // CLI_INFO_VTK_H
