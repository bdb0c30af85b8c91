// SPDX-License-Identifier: MIT
// The edits of a run, as its world's recorder takes them down and edits.log holds them.
#ifndef WAFTI_RUN_EDIT_LOG_H
#define WAFTI_RUN_EDIT_LOG_H

#include "base/text.h"

#include <waft/world.h>

typedef struct wafti_edit_log {
    waft_allocator allocator;
    wafti_text lines; ///< of edits.log after its first one: what an edit names may be gone later
    size_t count;
    const char* directory; ///< hulls of the host's own are saved there as they come
    waft_result failed;    ///< of the first edit that could not be taken down
    waft_error error;
} wafti_edit_log;

/// Empties the log and lets it record `world` from now on; log and directory must stay where they are while
/// the world lives.
waft_result wafti_edit_log_attach(wafti_edit_log* log, waft_world* world, const char* directory);
void wafti_edit_log_free(wafti_edit_log* log);

/// Writes DIR/edits.log, or removes it if there are no edits: a log left by a sitting whose edits were
/// lost with it would tell of what never happened. Errors: WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_edit_log_write(
    const wafti_edit_log* log, const char* directory, waft_error* out_error);

/// Reads back the edits that the log's world has had, which came from a checkpoint. Errors:
/// WAFT_ERR_PARSE (the file lacks some), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
waft_result wafti_edit_log_read(
    wafti_edit_log* log, const char* directory, const waft_world* world, waft_error* out_error);

#endif // WAFTI_RUN_EDIT_LOG_H
