// SPDX-License-Identifier: MIT
// The scene of a run, changed: what is computed over a cached run starts from it.
#include <string.h>

#include "base/error.h"
#include "run/layout.h"
#include "run/record.h"

#include <waft/run.h>

waft_result waft_run_load_scene(const char* directory, const waft_scene_options* options,
    waft_diagnostics* diagnostics, waft_scene** out_scene, waft_error* out_error) {
    if (directory == NULL || out_scene == NULL || diagnostics == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "the directory, diagnostics or out_scene is NULL");
    }
    *out_scene = NULL;
    waft_scene_options wide = waft_scene_options_default();
    if (options != NULL) {
        const waft_result taken =
            waft_struct_take(&wide, sizeof(wide), options, "waft_scene_options", out_error);
        if (taken != WAFT_OK) {
            return taken;
        }
    }
    options = &wide;
    const waft_allocator* allocator = &wide.allocator;
    wafti_run_record record;
    char* scene_json = NULL;
    wafti_path name;
    waft_result result = wafti_record_read(directory, allocator, &record, &scene_json, out_error);
    // A look is one file with the pictures and tables it names. Where the scene has files of its own there
    // is one place for all.
    const char* look = options->look;
    if (result == WAFT_OK && look != NULL && !wafti_record_names_file(scene_json, false, &name)) {
        const int length = (int)wafti_path_directory_length(look);
        result = wafti_path_format(
            &name, out_error, "%.*s%s" WAFTI_RUN_RECORD, length, look, length > 0 ? "/" : "");
    } else if (result == WAFT_OK) {
        result = wafti_record_name_scene(directory, &record, scene_json, &name, out_error);
    }
    if (result == WAFT_OK) {
        result = waft_scene_load_text(
            name.text, scene_json, strlen(scene_json), options, diagnostics, out_scene);
        if (result != WAFT_OK) {
            (void)wafti_fail(out_error, result, "%s: %s", directory, waft_result_sentence(result));
        }
    }
    waft_text_free(allocator, scene_json);
    return result;
}
