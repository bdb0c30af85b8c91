// SPDX-License-Identifier: MIT
// What is in a baked hull, and in a binary glTF file.
#ifndef CLI_INFO_HULL_H
#define CLI_INFO_HULL_H

#include "options.h"

#include <stdint.h>

/// Each returns EXIT_OK, or prints a line and returns the exit code.
int info_hull(const arguments* args, const char* path);
int info_glb(const arguments* args, const char* path, uint64_t byte_count);

#endif // CLI_INFO_HULL_H
