// SPDX-License-Identifier: MIT
// Keys that scenes had once, and what they are now.
#ifndef WAFTI_SCENE_RETIRED_H
#define WAFTI_SCENE_RETIRED_H

/// What to write in place of a key, as the end of a sentence; NULL if there never was one. `path` is
/// that of the group, "smoke.sources[3]", "" at the top.
const char* wafti_retired_key(const char* path, const char* key);

#endif // WAFTI_SCENE_RETIRED_H
