// SPDX-License-Identifier: MIT
// The folder that keeps what is baked once: hulls and banks of fields.
#ifndef CLI_CACHE_H
#define CLI_CACHE_H

#include "options.h"

/// --cache, else waft in the user's cache folder; made if it is missing, and oldest files beyond a
/// limit are removed. NULL if there is none, which is no failure: things are then baked anew.
/// Release with free().
char* cache_folder(const arguments* args);

#endif // CLI_CACHE_H
