// SPDX-License-Identifier: MIT
// Scenes that the user names.
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "options.h"

#include <waft/scene.h>

#include <stdint.h>

/// Loads the scene at `path` with the --set, --seed, --quality and --max-memory of the command line,
/// and prints its problems. Returns EXIT_OK or the exit code; *out_scene is then NULL.
int load_scene(const arguments* args, const char* path, waft_scene** out_scene);

/// The same with overrides of the caller's in place of --set and --seed, and a folder of what is baked.
int load_scene_with(const arguments* args, const char* path, const char* const* sets,
    size_t set_count, const char* cache, waft_scene** out_scene);

/// Prints a sentence and returns EXIT_HELPER if this build cannot do what `feature` names.
int require_feature(const arguments* args, const char* feature, const char* package);

/// Notes on stderr that WAFT_ISA in the environment asks for an instruction set that is not used.
void note_isa(void);

/// CPUs this process may use, 1 to 256.
int usable_cpus(void);

#endif // CLI_LOAD_H
