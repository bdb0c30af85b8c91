// SPDX-License-Identifier: MIT
// Scenes that the user names.
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "options.h"

#include <waft/scene.h>

/// Loads the scene at `path` with the --set, --seed, --quality and --max-memory of the command line,
/// and prints its problems. Returns EXIT_OK or the exit code; *out_scene is then NULL.
int load_scene(const arguments* args, const char* path, waft_scene** out_scene);

/// The same with overrides of the caller's in place of --set and --seed, and a folder of what is baked.
int load_scene_with(const arguments* args, const char* path, const char* const* sets,
    size_t set_count, const char* cache, waft_scene** out_scene);

/// The overrides of the command line in their order; `sets` has room for one more than there are uses. Returns
/// EXIT_OK or the exit code.
int load_collect_sets(
    const arguments* args, const char** sets, char* seed_text, size_t seed_size, size_t* out_count);

/// Loads the scene file at `path`, or the scene of a run there, with --quality and --max-memory added to the
/// options, and prints its problems.
int load_with(const arguments* args, const char* path, bool of_run, waft_scene_options* options,
    waft_scene** out_scene);

/// Reads --frames; a limit that is left out stays as it is. Returns EXIT_OK or the exit code.
int load_frames(const arguments* args, int* out_first, int* out_last);

/// Loads the scene of the run in a directory with the look of --look over its cached flow, and the
/// other options as above. `frames` are the first and last of --frames, or of the run.
int load_enhanced(
    const arguments* args, const char* directory, int frames[2], waft_scene** out_scene);

/// Prints a sentence and returns EXIT_HELPER if this build cannot do what `feature` names.
int require_feature(const arguments* args, const char* feature, const char* package);

/// Notes on stderr that WAFT_ISA in the environment asks for an instruction set that is not used.
void note_isa(void);

/// CPUs this process may use, 1 to 256.
int usable_cpus(void);

#endif // CLI_LOAD_H
