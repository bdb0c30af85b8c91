// SPDX-License-Identifier: MIT
#include "run/edit_log.h"

#include "base/error.h"
#include "base/memory.h"
#include "io/directory.h"
#include "io/edits.h"
#include "io/file.h"
#include "run/layout.h"

#include <waft/export.h>

#include <string.h>

static bool grow(wafti_edit_log* log, size_t count) {
    size_t room = log->room > 0 ? log->room : 64;
    while (room < count) {
        room *= 2;
    }
    if (room == log->room) {
        return true;
    }
    waft_edit* edits = wafti_allocate(&log->allocator, room, sizeof(*edits));
    if (edits == NULL) {
        return false;
    }
    if (log->count > 0) {
        memcpy(edits, log->edits, log->count * sizeof(*edits));
    }
    wafti_release(&log->allocator, log->edits, log->room, sizeof(*edits));
    log->edits = edits;
    log->room = room;
    return true;
}

static waft_result fail_memory(const wafti_edit_log* log, waft_error* out_error) {
    return wafti_fail_memory(
        out_error, wafti_size_mul(log->count + 1, sizeof(*log->edits)), "the edits of the run");
}

// Hulls of the host's own are saved at once, since they may be gone when the log is written.
static waft_result keep_edit(wafti_edit_log* log, const waft_edit* edit) {
    wafti_path path;
    if (!grow(log, log->count + 1)) {
        return fail_memory(log, &log->error);
    }
    waft_edit kept = *edit;
    waft_result result =
        wafti_path_format(&path, &log->error, "%s/" WAFTI_RUN_EDITS, log->directory);
    if (result == WAFT_OK && edit->kind == WAFT_EDIT_ADD_BODY) {
        result = wafti_edits_save_hull(path.text, edit, &log->error);
        kept.hull = waft_hull_get_info(edit->body.hull).key;
        kept.body.hull = NULL;
        kept.body.name = NULL; // the host's, and no part of what happens
        kept.body.user = NULL;
    }
    if (result == WAFT_OK) {
        log->edits[log->count++] = kept;
    }
    return result;
}

static void take_down(void* user, const waft_edit* edit) {
    wafti_edit_log* log = user;
    if (log->failed == WAFT_OK) {
        log->failed = keep_edit(log, edit);
    }
}

waft_result wafti_edit_log_attach(wafti_edit_log* log, waft_world* world, const char* directory) {
    log->count = 0;
    log->directory = directory;
    return waft_world_record(world, &(waft_recorder){.user = log, .write = take_down});
}

void wafti_edit_log_free(wafti_edit_log* log) {
    wafti_release(&log->allocator, log->edits, log->room, sizeof(*log->edits));
    *log = (wafti_edit_log){.allocator = log->allocator};
}

waft_result wafti_edit_log_write(
    const wafti_edit_log* log, const char* directory, waft_error* out_error) {
    if (log->failed != WAFT_OK) {
        return wafti_fail(out_error, log->failed, "%s", log->error.sentence);
    }
    if (log->count == 0) {
        return wafti_directory_remove_file(directory, WAFTI_RUN_EDITS, out_error);
    }
    wafti_path path;
    const waft_result result =
        wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_EDITS, directory);
    return result == WAFT_OK ? waft_edits_write(path.text, log->edits, log->count, out_error)
                             : result;
}

waft_result wafti_edit_log_read(
    wafti_edit_log* log, const char* directory, const waft_world* world, waft_error* out_error) {
    const uint64_t had = waft_world_edit_total(world);
    log->count = 0;
    if (had == 0) {
        return WAFT_OK;
    }
    wafti_path path;
    waft_edit* edits = NULL;
    size_t count = 0;
    waft_result result = wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_EDITS, directory);
    if (result == WAFT_OK) {
        result = waft_edits_read(path.text, &log->allocator, &edits, &count, out_error);
    }
    if (result == WAFT_OK && count < had) {
        result = wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: it holds %zu edits, but the checkpoint was made after %llu", path.text, count,
            (unsigned long long)had);
    }
    if (result == WAFT_OK) {
        result = grow(log, (size_t)had) ? WAFT_OK : fail_memory(log, out_error);
    }
    if (result == WAFT_OK) {
        memcpy(log->edits, edits, (size_t)had * sizeof(*edits));
        log->count = (size_t)had;
    }
    for (size_t i = 0; i < log->count; ++i) {
        if (log->edits[i].kind == WAFT_EDIT_ADD_BODY) {
            log->edits[i].body.hull = NULL; // goes with the edits that were read
        }
    }
    waft_edits_free(&log->allocator, edits, count);
    return result;
}
