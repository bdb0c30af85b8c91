// SPDX-License-Identifier: MIT
// VTK's ImageData with values in cells: XML, then the arrays as bytes after a '_'. Where an array
// starts and how far its blocks shrink is known late, so room is left for it and filled afterwards.
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "export/cells.h"
#include "export/xml.h"
#include "io/deflate.h"
#include "io/file.h"
#include "io/little_endian.h"

#include <waft/export.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    BLOCK = 1 << 18,    // bytes compressed at a time
    OFFSET_DIGITS = 20, // enough for any uint64
};

// The file being written and what its blocks need.
typedef struct writer {
    wafti_file file;
    const waft_vti_def* def;
    bool zip;
    wafti_arena arena;
    wafti_zlib deflater;
    unsigned char* block;  // of the array, as far as it is filled
    unsigned char* zipped; // that block compressed
    unsigned char* sizes;  // of the array's compressed blocks, as they go into the file
    size_t filled;
    size_t blocks_done;
    uint64_t offset_places[WAFTI_CELLS_GRID_LIMIT]; // of the arrays' offsets in the XML
} writer;

static const waft_field* first_field(const waft_vti_def* def) {
    return &def->arrays[0].component[0];
}

static waft_result check(const char* path, const waft_vti_def* def, waft_error* out_error) {
    if (def->array_count < 1 || def->array_count > WAFTI_CELLS_GRID_LIMIT) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: %zu arrays, which must be 1 to %d",
            path, def->array_count, WAFTI_CELLS_GRID_LIMIT);
    }
    if (!isfinite(def->time)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: the time is not finite", path);
    }
    return wafti_cells_check_all(
        def->arrays, def->array_count, sizeof(def->arrays[0]), path, out_error);
}

// At most 2^36 cells of 12 bytes.
static uint64_t array_bytes(const waft_vti_def* def, const waft_cells* cells) {
    const int32_t* size = first_field(def)->size;
    return (uint64_t)size[0] * (uint64_t)size[1] * (uint64_t)size[2] *
           (uint64_t)cells->component_count * sizeof(float);
}

static size_t block_count(uint64_t byte_count) {
    return (size_t)((byte_count + BLOCK - 1) / BLOCK);
}

static waft_result take_memory(writer* w, waft_error* out_error) {
    const waft_allocator* allocator = &w->def->allocator;
    size_t most_blocks = 0;
    for (size_t i = 0; i < w->def->array_count; ++i) {
        const size_t count = block_count(array_bytes(w->def, &w->def->arrays[i]));
        most_blocks = count > most_blocks ? count : most_blocks;
    }
    wafti_arena_init(&w->arena, allocator, 0);
    w->block = wafti_arena_take(&w->arena, 1, BLOCK);
    w->zipped = wafti_arena_take(&w->arena, 1, wafti_deflate_bound(BLOCK));
    w->sizes = wafti_arena_take(&w->arena, most_blocks, sizeof(uint64_t));
    if (w->arena.failed || wafti_deflater_init(&w->deflater, allocator, BLOCK) != WAFT_OK) {
        return wafti_fail_memory(out_error, 2 * (size_t)BLOCK + most_blocks * sizeof(uint64_t),
            "the blocks of a .vti file");
    }
    return WAFT_OK;
}

static void add_extent(wafti_text* xml, const char* name, const int32_t size[3]) {
    wafti_text_format(
        xml, " %s=\"0 %d 0 %d 0 %d\"", name, (int)size[0], (int)size[1], (int)size[2]);
}

static void add_triple(wafti_text* xml, const char* name, const double values[3]) {
    wafti_text_format(xml, " %s=\"", name);
    for (int axis = 0; axis < 3; ++axis) {
        wafti_text_add(xml, axis > 0 ? " " : "");
        wafti_text_add_float(xml, (float)values[axis]);
    }
    wafti_text_add(xml, "\"");
}

// The origin is the corner of the first cell, where a field has its centre.
static void add_head(wafti_text* xml, const writer* w) {
    const waft_field* field = first_field(w->def);
    const double h[3] = {
        (double)field->spacing.x, (double)field->spacing.y, (double)field->spacing.z};
    const double corner[3] = {(double)field->origin.x - 0.5 * h[0],
        (double)field->origin.y - 0.5 * h[1], (double)field->origin.z - 0.5 * h[2]};
    wafti_text_add(xml, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\""
                        " byte_order=\"LittleEndian\" header_type=\"UInt64\"");
    wafti_text_add(xml, w->zip ? " compressor=\"vtkZLibDataCompressor\">\n" : ">\n");
    wafti_text_add(xml, "<ImageData");
    add_extent(xml, "WholeExtent", field->size);
    add_triple(xml, "Origin", corner);
    add_triple(xml, "Spacing", h);
    wafti_text_add(xml, ">\n<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\""
                        " NumberOfTuples=\"1\" format=\"ascii\">");
    wafti_text_add_double(xml, w->def->time);
    wafti_text_add(xml, "</DataArray>\n</FieldData>\n<Piece");
    add_extent(xml, "Extent", field->size);
    wafti_text_add(xml, ">\n<CellData>\n");
}

static void add_xml(wafti_text* xml, writer* w) {
    add_head(xml, w);
    for (size_t i = 0; i < w->def->array_count; ++i) {
        const waft_cells* cells = &w->def->arrays[i];
        wafti_text_add(xml, "<DataArray type=\"Float32\" Name=\"");
        wafti_xml_add_text(xml, cells->name);
        wafti_text_format(xml, "\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"",
            cells->component_count);
        w->offset_places[i] = xml->length;
        wafti_text_format(xml, "%0*d\"/>\n", OFFSET_DIGITS, 0);
    }
    wafti_text_add(xml, "</CellData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_");
}

static void end_block(writer* w) {
    if (w->filled == 0) {
        return;
    }
    if (w->zip) {
        const size_t size =
            wafti_deflate(&w->deflater, w->block, w->filled, w->zipped, wafti_deflate_bound(BLOCK));
        wafti_put_u64(w->sizes + w->blocks_done * sizeof(uint64_t), size);
        wafti_file_put(&w->file, w->zipped, size);
    } else {
        wafti_file_put(&w->file, w->block, w->filled);
    }
    ++w->blocks_done;
    w->filled = 0;
}

static void put_row(writer* w, const waft_cells* cells, int32_t j, int32_t k) {
    const float* rows[3] = {NULL, NULL, NULL};
    for (int c = 0; c < cells->component_count; ++c) {
        rows[c] = wafti_cells_row(&cells->component[c], j, k);
    }
    for (int32_t i = 0; i < cells->component[0].size[0]; ++i) {
        for (int c = 0; c < cells->component_count; ++c) {
            if (w->filled == BLOCK) {
                end_block(w);
            }
            wafti_put_float(w->block + w->filled, rows[c][i]);
            w->filled += sizeof(float);
        }
    }
}

static void put_values(writer* w, const waft_cells* cells) {
    const int32_t* size = cells->component[0].size;
    for (int32_t k = 0; k < size[2]; ++k) {
        for (int32_t j = 0; j < size[1]; ++j) {
            put_row(w, cells, j, k);
        }
    }
    end_block(w);
}

static void put_array(writer* w, const waft_cells* cells) {
    const uint64_t bytes = array_bytes(w->def, cells);
    const size_t blocks = block_count(bytes);
    w->blocks_done = 0;
    if (!w->zip) {
        wafti_file_put_u64(&w->file, bytes);
        put_values(w, cells);
        return;
    }
    wafti_file_put_u64(&w->file, blocks);
    wafti_file_put_u64(&w->file, BLOCK);
    wafti_file_put_u64(&w->file, bytes % BLOCK);
    const uint64_t place_of_sizes = wafti_file_position(&w->file);
    memset(w->sizes, 0, blocks * sizeof(uint64_t));
    wafti_file_put(&w->file, w->sizes, blocks * sizeof(uint64_t));
    put_values(w, cells);
    wafti_file_patch(&w->file, place_of_sizes, w->sizes, blocks * sizeof(uint64_t));
}

static void put_arrays(writer* w) {
    const uint64_t start = wafti_file_position(&w->file);
    for (size_t i = 0; i < w->def->array_count; ++i) {
        char offset[OFFSET_DIGITS + 1];
        (void)snprintf(offset, sizeof(offset), "%0*llu", OFFSET_DIGITS,
            (unsigned long long)(wafti_file_position(&w->file) - start));
        wafti_file_patch(&w->file, w->offset_places[i], offset, OFFSET_DIGITS);
        put_array(w, &w->def->arrays[i]);
    }
    wafti_file_put_text(&w->file, "\n</AppendedData>\n</VTKFile>\n");
}

waft_result waft_vti_write(const char* path, const waft_vti_def* def, waft_error* out_error) {
    if (path == NULL || def == NULL || def->arrays == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_vti_write: a pointer is NULL");
    }
    waft_result result = check(path, def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    writer w = {.def = def, .zip = !def->uncompressed && wafti_deflate_available()};
    wafti_text xml;
    wafti_text_init(&xml, &def->allocator);
    result = take_memory(&w, out_error);
    if (result == WAFT_OK) {
        add_xml(&xml, &w);
        result = xml.failed ? wafti_fail_memory(out_error, xml.length, path) : WAFT_OK;
    }
    if (result == WAFT_OK) {
        wafti_file_open(&w.file, path, out_error);
        wafti_file_put(&w.file, xml.bytes, xml.length);
        put_arrays(&w);
        result = wafti_file_commit(&w.file, out_error);
    }
    wafti_text_free(&xml);
    wafti_zlib_free(&w.deflater);
    wafti_arena_free(&w.arena);
    return result;
}
