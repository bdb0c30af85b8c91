// SPDX-License-Identifier: MIT
// What `waft info` tells of meshes and particles.
#ifndef CLI_INFO_MESH_H
#define CLI_INFO_MESH_H

#include "options.h"

/// Counts the vertices and faces of a Wavefront OBJ. Returns EXIT_OK, or prints a line and returns
/// the exit code.
int info_obj(const arguments* args, const char* path);

/// Reads the counts in the header of a PLY file; the same.
int info_ply(const arguments* args, const char* path);

#endif // CLI_INFO_MESH_H
