// SPDX-License-Identifier: MIT
// Hulls in files, and a folder of them so that nothing is baked twice.
#include "base/error.h"
#include "io/file.h"

#include <waft/files.h>
#include <waft/hull.h>

#include <string.h>

// A hull of 4096 facets has half a megabyte.
#define LARGEST_FILE ((size_t)1 << 28)

waft_result waft_hull_save(const waft_hull* hull, const char* path, waft_error* out_error) {
    if (hull == NULL || path == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_hull_save: a pointer is NULL");
    }
    char* bytes = NULL;
    size_t count = 0;
    waft_result result = waft_hull_write(hull, NULL, &bytes, &count, out_error);
    result = result == WAFT_OK ? waft_file_write(path, bytes, count, out_error) : result;
    waft_text_free(NULL, bytes);
    return result;
}

waft_result waft_hull_load(const char* path, const waft_allocator* allocator, waft_hull** out_hull,
    waft_error* out_error) {
    if (out_hull != NULL) {
        *out_hull = NULL;
    }
    if (path == NULL || out_hull == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_hull_load: a pointer is NULL");
    }
    char* bytes = NULL;
    size_t count = 0;
    waft_result result = waft_file_read(path, LARGEST_FILE, allocator, &bytes, &count, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_error reason = {.sentence = ""};
    result = waft_hull_read(bytes, count, allocator, out_hull, &reason);
    if (result != WAFT_OK) {
        result = wafti_fail(out_error, result, "%s: %.400s", path, reason.sentence);
    }
    waft_text_free(allocator, bytes);
    return result;
}

// The hull in that file, or NULL; `why` tells what is wrong with a file that is there.
static waft_hull* take_cached(
    const char* path, uint64_t key, const waft_allocator* allocator, waft_error* why) {
    waft_hull* hull = NULL;
    if (!wafti_port_exists(path) || waft_hull_load(path, allocator, &hull, why) != WAFT_OK) {
        return NULL;
    }
    if (waft_hull_get_info(hull).key != key) {
        (void)wafti_fail(why, WAFT_ERR_PARSE, "%s: the hull of something else", path);
        waft_hull_destroy(hull);
        return NULL;
    }
    // Whoever tidies the folder removes what was used longest ago; one that cannot be changed is as
    // good.
    wafti_port_touch(path);
    return hull;
}

waft_result waft_hull_bake_cached(const waft_hull_def* def, const char* directory,
    waft_hull** out_hull, bool* out_hit, waft_error* out_error) {
    waft_error why = {.result = WAFT_OK, .sentence = ""};
    waft_hull_def wide = waft_hull_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_hull_def", out_error);
    if (result != WAFT_OK) {
        return result;
    }
    def = &wide;
    const uint64_t key = directory != NULL && out_hull != NULL ? waft_hull_key(def) : 0;
    wafti_path path;
    const bool cached = key != 0 && wafti_path_baked(&path, directory, key, "whull");
    waft_hull* found = cached ? take_cached(path.text, key, &def->allocator, &why) : NULL;
    if (out_hit != NULL) {
        *out_hit = found != NULL;
    }
    if (found != NULL) {
        *out_hull = found;
    } else {
        result = waft_hull_bake(def, out_hull, out_error);
    }
    if (result == WAFT_OK && cached && found == NULL) {
        // A cache that cannot be written costs time, not the hull.
        (void)!waft_hull_save(*out_hull, path.text, NULL);
    }
    if (result == WAFT_OK && out_error != NULL) {
        *out_error = (waft_error){.result = WAFT_OK};
        memcpy(out_error->sentence, why.sentence, sizeof(why.sentence));
    }
    return result;
}
