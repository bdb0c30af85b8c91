// SPDX-License-Identifier: MIT
#include "run/edit_log.h"

#include "base/error.h"
#include "io/directory.h"
#include "io/edits.h"
#include "io/file.h"
#include "run/layout.h"

#include <waft/export.h>

#include <string.h>

static waft_result fail_memory(const wafti_edit_log* log, waft_error* out_error) {
    return wafti_fail_memory(out_error, log->lines.length, "the edits of the run");
}

// Hulls of the host's own are saved at once, too.
static void take_down(void* user, const waft_edit* edit) {
    wafti_edit_log* log = user;
    if (log->failed != WAFT_OK) {
        return;
    }
    wafti_path path;
    waft_result result =
        wafti_path_format(&path, &log->error, "%s/" WAFTI_RUN_EDITS, log->directory);
    result = result == WAFT_OK ? wafti_edits_save_hull(path.text, edit, &log->error) : result;
    result = result == WAFT_OK ? wafti_edits_format_line(&log->lines, edit, &log->error) : result;
    if (result == WAFT_OK && log->lines.failed) {
        result = fail_memory(log, &log->error);
    }
    log->count += result == WAFT_OK;
    log->failed = result;
}

waft_result wafti_edit_log_attach(wafti_edit_log* log, waft_world* world, const char* directory) {
    wafti_text_free(&log->lines);
    wafti_text_init(&log->lines, &log->allocator);
    log->count = 0;
    log->directory = directory;
    return waft_world_record(world, &(waft_recorder){.user = log, .write = take_down});
}

void wafti_edit_log_free(wafti_edit_log* log) {
    wafti_text_free(&log->lines);
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
    if (result != WAFT_OK) {
        return result;
    }
    wafti_text text;
    wafti_text_init(&text, &log->allocator);
    wafti_text_add(&text, WAFTI_EDITS_FIRST_LINE "\n");
    wafti_text_add_bytes(&text, log->lines.bytes, log->lines.length);
    return wafti_text_finish(&text, path.text, out_error);
}

// The first `count` lines after the first one of a file that this log wrote; false if it has fewer.
static bool take_lines(wafti_edit_log* log, const char* bytes, size_t size, uint64_t count) {
    const char* end = bytes + size;
    const char* first = memchr(bytes, '\n', size);
    const char* next = first != NULL ? first + 1 : end;
    const char* start = next;
    uint64_t found = 0;
    for (; found < count && next < end; ++found) {
        const char* newline = memchr(next, '\n', (size_t)(end - next));
        if (newline == NULL) {
            break;
        }
        next = newline + 1;
    }
    wafti_text_add_bytes(&log->lines, start, (size_t)(next - start));
    log->count = (size_t)found;
    return found == count;
}

waft_result wafti_edit_log_read(
    wafti_edit_log* log, const char* directory, const waft_world* world, waft_error* out_error) {
    const uint64_t had = waft_world_edit_total(world);
    wafti_text_clear(&log->lines);
    log->count = 0;
    if (had == 0) {
        return WAFT_OK;
    }
    wafti_path path;
    char* bytes = NULL;
    size_t size = 0;
    waft_result result = wafti_path_format(&path, out_error, "%s/" WAFTI_RUN_EDITS, directory);
    if (result == WAFT_OK) {
        result =
            waft_file_read(path.text, (size_t)1 << 30, &log->allocator, &bytes, &size, out_error);
    }
    if (result == WAFT_OK && !take_lines(log, bytes, size, had)) {
        result = wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s: it holds %zu edits, but the checkpoint was made after %llu", path.text, log->count,
            (unsigned long long)had);
    }
    if (result == WAFT_OK && log->lines.failed) {
        result = fail_memory(log, out_error);
    }
    waft_text_free(&log->allocator, bytes);
    return result;
}
