// SPDX-License-Identifier: MIT
// Whether a run's directory still holds what was written into it.
#include "base/error.h"
#include "port/port.h"
#include "run/checkpoint.h"
#include "run/layout.h"
#include "run/manifest.h"
#include "run/record.h"

#include <string.h>

static waft_result check_last_checkpoint(const char* directory, waft_error* out_error) {
    uint64_t step = 0;
    size_t count = 0;
    wafti_path path;
    waft_checkpoint_info info;
    waft_result result = wafti_checkpoint_list(directory, &step, 1, &count, out_error);
    if (result != WAFT_OK || count == 0) {
        return result;
    }
    result = wafti_layout_path(&path, directory, WAFTI_KIND_CHECKPOINT, step, out_error);
    return result == WAFT_OK ? waft_checkpoint_inspect(path.text, &info, out_error) : result;
}

static waft_result check_files(const char* directory, waft_error* out_error) {
    wafti_manifest list;
    waft_error first = {.sentence = ""};
    wafti_text_init(&list.text, NULL);
    waft_result result = wafti_manifest_load(&list, directory, out_error);
    if (result == WAFT_OK) {
        const wafti_manifest_state state = wafti_manifest_check(&list, directory, &first);
        if (state.bad_count > 0) {
            result = wafti_fail(out_error, WAFT_ERR_PARSE,
                "%s (%zu of %zu files are not as they were written); waft run --resume makes them "
                "again",
                first.sentence, state.bad_count, state.count);
        }
    }
    wafti_text_free(&list.text);
    return result;
}

waft_result waft_run_verify(const char* directory, waft_error* out_error) {
    wafti_run_record record;
    if (directory == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_run_verify: directory is NULL");
    }
    waft_result result = wafti_record_read(directory, NULL, &record, NULL, out_error);
    // Before its first checkpoint a run has no list, and nothing that could be gone on with.
    if (result != WAFT_OK ||
        (record.step == 0 && strcmp(record.state, WAFTI_STATE_FINISHED) != 0)) {
        return result;
    }
    result = check_files(directory, out_error);
    return result == WAFT_OK ? check_last_checkpoint(directory, out_error) : result;
}

waft_result waft_run_verify_file(const char* path, waft_error* out_error) {
    enum { MOST_FOLDERS = 3 }; // DIR/pc2/parts/FILE
    wafti_path place;
    _Static_assert(sizeof(place.text) >= WAFTI_PORT_PATH, "a real path must fit");
    if (path == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_run_verify_file: path is NULL");
    }
    if (!wafti_port_real_path(path, place.text)) {
        return wafti_fail_errno(out_error, "read", path);
    }
    waft_result result = WAFT_OK;
    wafti_manifest list;
    wafti_text_init(&list.text, NULL);
    char* slash = strrchr(place.text, '/');
    for (int i = 0; i < MOST_FOLDERS && slash != NULL && result == WAFT_OK; ++i) {
        *slash = '\0';
        if (wafti_manifest_load(&list, place.text, NULL) == WAFT_OK) {
            result = wafti_manifest_check_file(&list, place.text, slash + 1, out_error);
        }
        char* before = strrchr(place.text, '/');
        *slash = '/';
        slash = before;
    }
    wafti_text_free(&list.text);
    return result;
}
