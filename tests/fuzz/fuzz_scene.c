// SPDX-License-Identifier: MIT
// Scenes from arbitrary bytes. The input is a scene, then overrides, each after a byte 0x1E. What
// loads must say the same when it is written as JSON and read again.
#include <stdint.h>
#include <string.h>

#include <waft/scene.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size); // NOLINT: libFuzzer names it

enum { MOST_SETS = 4, SET_SIZE = 256, LONGEST_SCENE = 1 << 20 };

// Files of a scene are looked up beside it, and there is no such folder.
static const char* const scene_name = "no-such-folder/scene.yaml";

typedef struct overrides {
    char text[MOST_SETS][SET_SIZE];
    const char* list[MOST_SETS];
    size_t count;
} overrides;

// Returns the bytes of the scene itself.
static size_t split(const uint8_t* data, size_t size, overrides* out) {
    const uint8_t* end = size > 0 ? memchr(data, 0x1E, size) : NULL;
    const size_t scene_size = end != NULL ? (size_t)(end - data) : size;
    out->count = 0;
    while (end != NULL && out->count < MOST_SETS) {
        const uint8_t* start = end + 1;
        const size_t left = size - (size_t)(start - data);
        end = left > 0 ? memchr(start, 0x1E, left) : NULL;
        const size_t length = end != NULL ? (size_t)(end - start) : left;
        const size_t kept = length < SET_SIZE ? length : SET_SIZE - 1;
        if (kept > 0) {
            memcpy(out->text[out->count], start, kept);
        }
        out->text[out->count][kept] = '\0';
        out->list[out->count] = out->text[out->count];
        ++out->count;
    }
    return scene_size;
}

static char* load(const char* text, size_t size, const overrides* sets, bool final_quality) {
    waft_scene_options options = waft_scene_options_default();
    options.quality = final_quality ? WAFT_QUALITY_NORMAL : WAFT_QUALITY_PREVIEW;
    options.max_memory = UINT64_C(1) << 30;
    options.sets = sets != NULL ? sets->list : NULL;
    options.set_count = sets != NULL ? sets->count : 0;
    waft_diagnostics* diagnostics = NULL;
    waft_scene* scene = NULL;
    char* json = NULL;
    if (waft_diagnostics_create(NULL, &diagnostics) != WAFT_OK) {
        return NULL;
    }
    const waft_result result =
        waft_scene_load_text(scene_name, text, size, &options, diagnostics, &scene);
    const bool told = waft_diagnostics_error_count(diagnostics) > 0;
    if ((result == WAFT_OK) == told || (result == WAFT_OK) != (scene != NULL)) {
        __builtin_trap();
    }
    if (scene != NULL && waft_scene_json(scene, NULL, &json) != WAFT_OK) {
        json = NULL;
    }
    (void)waft_scene_get_estimate(scene);
    (void)waft_scene_camera(scene, 0.5);
    (void)waft_scene_look(scene, 0.5);
    waft_scene_destroy(scene);
    waft_diagnostics_destroy(diagnostics);
    return json;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { // NOLINT
    static overrides sets;
    const size_t scene_size = split(data, size, &sets);
    for (int preview = 0; preview < 2; ++preview) {
        char* json = load((const char*)data, scene_size, &sets, preview == 0);
        if (json != NULL && strlen(json) <= LONGEST_SCENE) {
            char* again = load(json, strlen(json), NULL, true);
            if (again == NULL || strcmp(json, again) != 0) {
                __builtin_trap();
            }
            waft_text_free(NULL, again);
        }
        waft_text_free(NULL, json);
    }
    return 0;
}
