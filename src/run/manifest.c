// SPDX-License-Identifier: MIT
#include "run/manifest.h"

#include "base/error.h"
#include "base/hash.h"
#include "io/file.h"
#include "run/layout.h"

#include <waft/export.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST_MANIFEST ((size_t)1 << 32)

static const char head[] =
    "; CRC-32 of the files of this run: waft info DIR and waft run --resume look at it\n";
static const char frame_mark[] = "; frame ";
static const char end_mark[] = "; end\n";
static const char sum_mark[] = "; lines above ";

enum { SUM_DIGITS = 8 };

static bool begins(const char* line, const char* mark) {
    return strncmp(line, mark, strlen(mark)) == 0;
}

static const char* next_line(const char* line) {
    const char* end = strchr(line, '\n');
    return end != NULL ? end + 1 : line + strlen(line);
}

// The lines; "" if there are none yet.
static const char* lines_of(const wafti_manifest* manifest) {
    return manifest->text.bytes != NULL ? manifest->text.bytes : "";
}

static void cut_at(wafti_manifest* manifest, const char* line) {
    manifest->text.length = (size_t)(line - manifest->text.bytes);
    manifest->text.bytes[manifest->text.length] = '\0';
}

void wafti_manifest_cut(wafti_manifest* manifest, int frame) {
    for (const char* line = lines_of(manifest); *line != '\0'; line = next_line(line)) {
        if (begins(line, end_mark) ||
            (begins(line, frame_mark) && strtol(line + strlen(frame_mark), NULL, 10) > frame)) {
            cut_at(manifest, line);
            return;
        }
    }
}

void wafti_manifest_begin_frame(wafti_manifest* manifest, int frame) {
    wafti_manifest_cut(manifest, frame - 1);
    wafti_text_format(&manifest->text, "%s%d\n", frame_mark, frame);
}

void wafti_manifest_begin_end(wafti_manifest* manifest) {
    wafti_manifest_cut(manifest, INT32_MAX);
    wafti_text_add(&manifest->text, end_mark);
}

waft_result wafti_manifest_add(
    wafti_manifest* manifest, const char* directory, const char* path, waft_error* out_error) {
    uint32_t sum = 0;
    const waft_result result = wafti_file_sum(path, &sum, out_error);
    if (result == WAFT_OK) {
        wafti_text_format(
            &manifest->text, "%s %08X\n", path + strlen(directory) + 1, (unsigned)sum);
    }
    return result;
}

void wafti_manifest_drop(wafti_manifest* manifest, const char* folder) {
    const size_t length = strlen(folder);
    char* bytes = manifest->text.bytes;
    size_t kept = 0;
    if (bytes == NULL) {
        return;
    }
    for (const char* line = bytes; *line != '\0';) {
        const char* next = next_line(line);
        const size_t size = (size_t)(next - line);
        if (!begins(line, folder) || line[length] != '/') {
            memmove(bytes + kept, line, size);
            kept += size;
        }
        line = next;
    }
    cut_at(manifest, bytes + kept);
}

static waft_result find_manifest(wafti_path* path, const char* directory, waft_error* out_error) {
    return wafti_path_format(path, out_error, "%s/" WAFTI_RUN_FILES, directory);
}

waft_result wafti_manifest_write(
    const wafti_manifest* manifest, const char* directory, waft_error* out_error) {
    const wafti_text* text = &manifest->text;
    wafti_path path;
    wafti_file file;
    const waft_result result = text->failed
                                   ? wafti_fail_memory(out_error, text->length, WAFTI_RUN_FILES)
                                   : find_manifest(&path, directory, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_file_open(&file, path.text, out_error);
    char last[sizeof(sum_mark) + SUM_DIGITS + 1];
    file.summed = true;
    wafti_file_put_text(&file, head);
    wafti_file_put(&file, text->bytes, text->length);
    (void)snprintf(last, sizeof(last), "%s%08X\n", sum_mark, (unsigned)file.sum);
    wafti_file_put_text(&file, last);
    return wafti_file_commit(&file, out_error);
}

// The length of all lines before the last, which tells their sum; 0 if it does not.
static size_t checked_length(const char* bytes, size_t size) {
    const size_t last = sizeof(sum_mark) - 1 + SUM_DIGITS + 1;
    if (size < sizeof(head) - 1 + last || strlen(bytes) != size || bytes[size - 1] != '\n') {
        return 0;
    }
    const size_t length = size - last;
    char* end = NULL;
    const unsigned long sum = strtoul(bytes + size - 1 - SUM_DIGITS, &end, 16);
    const bool same = begins(bytes, head) && begins(bytes + length, sum_mark) &&
                      end == bytes + size - 1 && sum == wafti_crc32(0, bytes, length);
    return same ? length : 0;
}

waft_result wafti_manifest_load(
    wafti_manifest* manifest, const char* directory, waft_error* out_error) {
    wafti_text* text = &manifest->text;
    wafti_path path;
    char* bytes = NULL;
    size_t size = 0;
    wafti_text_clear(text);
    waft_result result = find_manifest(&path, directory, out_error);
    if (result == WAFT_OK) {
        result =
            waft_file_read(path.text, LARGEST_MANIFEST, &text->allocator, &bytes, &size, out_error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    const size_t length = checked_length(bytes, size);
    if (length > 0) {
        wafti_text_add_bytes(text, bytes + sizeof(head) - 1, length - (sizeof(head) - 1));
    }
    waft_text_free(&text->allocator, bytes);
    if (text->failed) {
        return wafti_fail_memory(out_error, length, path.text);
    }
    return length > 0 ? WAFT_OK
                      : wafti_fail(out_error, WAFT_ERR_PARSE,
                            "%s: the list of the run's files is cut or was changed", path.text);
}

// A line "NAME SUM".
static waft_result check_line(
    const char* directory, const char* line, const char* end, waft_error* out_error) {
    const char* space = end - SUM_DIGITS - 2; // before the sum and the newline
    wafti_path path;
    uint32_t sum = 0;
    if (space <= line || *space != ' ') {
        return wafti_fail(
            out_error, WAFT_ERR_PARSE, "%s: a line of " WAFTI_RUN_FILES " is wrong", directory);
    }
    waft_result result =
        wafti_path_format(&path, out_error, "%s/%.*s", directory, (int)(space - line), line);
    result = result == WAFT_OK ? wafti_file_sum(path.text, &sum, out_error) : result;
    if (result == WAFT_OK && sum != strtoul(space + 1, NULL, 16)) {
        result = wafti_fail(out_error, WAFT_ERR_PARSE,
            "%s was changed since it was written: its checksum does not fit", path.text);
    }
    return result;
}

waft_result wafti_manifest_check_file(const wafti_manifest* manifest, const char* directory,
    const char* name, waft_error* out_error) {
    const size_t length = strlen(name);
    for (const char* line = lines_of(manifest); *line != '\0';) {
        const char* next = next_line(line);
        if (begins(line, name) && (size_t)(next - line) == length + 1 + SUM_DIGITS + 1) {
            return check_line(directory, line, next, out_error);
        }
        line = next;
    }
    return WAFT_OK;
}

wafti_manifest_state wafti_manifest_check(
    const wafti_manifest* manifest, const char* directory, waft_error* out_error) {
    wafti_manifest_state state = {.good_frame = INT32_MAX};
    int good = -1;    // if a file of this section is bad
    waft_error other; // sentences after the first
    for (const char* line = lines_of(manifest); *line != '\0';) {
        const char* next = next_line(line);
        if (begins(line, frame_mark)) {
            good = (int)strtol(line + strlen(frame_mark), NULL, 10) - 1;
        } else if (begins(line, end_mark)) {
            good = INT32_MAX;
        } else if (*line != ';') {
            ++state.count;
            if (check_line(directory, line, next, state.bad_count > 0 ? &other : out_error) !=
                WAFT_OK) {
                state.good_frame = good < state.good_frame ? good : state.good_frame;
                ++state.bad_count;
            }
        }
        line = next;
    }
    return state;
}
