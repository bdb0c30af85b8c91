// SPDX-License-Identifier: MIT
// OpenEXR heights: one part, one channel Y of 32-bit floats, scan lines as they are. The layout is that
// of "OpenEXR File Layout" (openexr.com): magic, attributes, a table of where lines begin, lines.
#include "base/error.h"
#include "io/file.h"

#include <waft/export.h>

#include <string.h>

enum {
    CHANNEL_BYTES = 2 + 16 + 1, // "Y", its pixels, the end of the list
    FLOAT_PIXELS = 2,
    LINE_HEAD = 8, // its number and how many bytes follow
};

static void put_attribute(wafti_file* file, const char* name, const char* type, uint32_t size) {
    wafti_file_put(file, name, strlen(name) + 1);
    wafti_file_put(file, type, strlen(type) + 1);
    wafti_file_put_u32(file, size);
}

static void put_channel(wafti_file* file) {
    put_attribute(file, "channels", "chlist", CHANNEL_BYTES);
    wafti_file_put(file, "Y", 2);
    wafti_file_put_u32(file, FLOAT_PIXELS);
    wafti_file_put_u32(file, 0); // not perceptual, and three reserved bytes
    wafti_file_put_u32(file, 1); // a sample for each pixel along x and y
    wafti_file_put_u32(file, 1);
    wafti_file_put_u8(file, 0);
}

static void put_window(wafti_file* file, const char* name, const waft_field* field) {
    put_attribute(file, name, "box2i", 16);
    wafti_file_put_u32(file, 0);
    wafti_file_put_u32(file, 0);
    wafti_file_put_u32(file, (uint32_t)field->size[0] - 1);
    wafti_file_put_u32(file, (uint32_t)field->size[2] - 1);
}

static void put_pair(wafti_file* file, const char* name, float x, float y) {
    const float values[2] = {x, y};
    put_attribute(file, name, "v2f", 8);
    wafti_file_put_floats(file, values, 2);
}

static void put_number(wafti_file* file, const char* name, float value) {
    put_attribute(file, name, "float", 4);
    wafti_file_put_floats(file, &value, 1);
}

static void put_head(wafti_file* file, const waft_field* field) {
    wafti_file_put_u32(file, 20000630); // the magic number
    wafti_file_put_u32(file, 2);        // version, no flags: scan lines in one part
    put_channel(file);
    put_attribute(file, "compression", "compression", 1);
    wafti_file_put_u8(file, 0);
    put_window(file, "dataWindow", field);
    put_window(file, "displayWindow", field);
    put_attribute(file, "lineOrder", "lineOrder", 1);
    wafti_file_put_u8(file, 0);
    put_number(file, "pixelAspectRatio", 1.0f);
    put_pair(file, "screenWindowCenter", 0.0f, 0.0f);
    put_number(file, "screenWindowWidth", 1.0f);
    // Ours: x and z of the first sample's centre and from sample to sample, m.
    put_pair(file, "waftOrigin", field->origin.x, field->origin.z);
    put_pair(file, "waftSpacing", field->spacing.x, field->spacing.z);
    wafti_file_put_u8(file, 0);
}

static void put_lines(wafti_file* file, const waft_field* field) {
    const uint64_t line = (uint64_t)field->size[0] * sizeof(float);
    const uint64_t start = wafti_file_position(file) + (uint64_t)field->size[2] * sizeof(uint64_t);
    for (int32_t k = 0; k < field->size[2]; ++k) {
        wafti_file_put_u64(file, start + (uint64_t)k * (LINE_HEAD + line));
    }
    for (int32_t k = 0; k < field->size[2]; ++k) {
        wafti_file_put_u32(file, (uint32_t)k);
        wafti_file_put_u32(file, (uint32_t)line);
        wafti_file_put_floats(file, field->data + k * field->stride[2], (size_t)field->size[0]);
    }
}

waft_result waft_exr_write_heights(
    const char* path, const waft_field* field, waft_error* out_error) {
    if (path == NULL || field == NULL || field->data == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_exr_write_heights: a pointer is NULL");
    }
    const int32_t most = 1 << 24; // samples along an axis; a line then stays below 2^31 bytes
    if (field->size[0] < 1 || field->size[1] != 1 || field->size[2] < 1 || field->size[0] > most ||
        field->size[2] > most) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a height map needs a horizontal field; this one has %d x %d x %d samples", path,
            (int)field->size[0], (int)field->size[1], (int)field->size[2]);
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    put_head(&file, field);
    put_lines(&file, field);
    return wafti_file_commit(&file, out_error);
}
