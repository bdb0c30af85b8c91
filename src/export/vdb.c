// SPDX-License-Identifier: MIT
// OpenVDB files, version 224, little-endian:
//
//     file        magic, version, library, has offsets, UUID, metadata, number of grids
//     each grid   name, type, "", three offsets (grid, values, end), flags, metadata, transform,
//                 topology of the tree, values of its leaves
//
// The text "str" of the format is its length as uint32 and the bytes.
#include "base/error.h"
#include "export/cells.h"
#include "export/vdb_mask.h"
#include "export/vdb_tree.h"
#include "io/deflate.h"
#include "io/file.h"
#include "io/little_endian.h"

#include <waft/export.h>

#include <math.h>
#include <string.h>

#define MAGIC UINT64_C(0x56444220)
// Readers only show it; a fixed one keeps the files of equal runs equal.
#define UUID "77616674-7664-4000-8000-000000000224"

enum {
    FILE_VERSION = 224,
    LIBRARY_MAJOR = 10,
    LIBRARY_MINOR = 0,
    FLAG_ZIP = 1,
    FLAG_ACTIVE_MASK = 2,
    LEAF_BYTES = 512 * 3 * (int)sizeof(float),
};

// Spacing along an axis with one cell means nothing.
static bool is_uniform(const waft_field* field) {
    const float spacing[3] = {field->spacing.x, field->spacing.y, field->spacing.z};
    for (int axis = 1; axis < 3; ++axis) {
        if (field->size[axis] > 1 && fabsf(spacing[axis] - spacing[0]) > 1e-5f * spacing[0]) {
            return false;
        }
    }
    return true;
}

static waft_result check_masks(const char* path, const waft_vdb_def* def, waft_error* out_error) {
    const waft_field* first = &def->grids[0].cells.component[0];
    waft_result result = WAFT_OK;
    if (def->activity != NULL) {
        result = wafti_cells_check_like(
            def->activity, first, path, "the field of active cells", out_error);
    }
    if (result == WAFT_OK && def->obstacle != NULL) {
        result = wafti_cells_check_like(
            def->obstacle, first, path, "the obstacles' fraction", out_error);
    }
    if (result == WAFT_OK && (!isfinite(def->active_above) || !isfinite(def->solid_above) ||
                                 (def->solid != NULL && def->solid_stride[0] != 1))) {
        result = wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a bound of active cells is not finite, or solid_stride[0] is not 1", path);
    }
    return result;
}

static waft_result check(const char* path, const waft_vdb_def* def, waft_error* out_error) {
    if (def->grid_count < 1 || def->grid_count > WAFTI_CELLS_GRID_LIMIT) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: %zu grids, which must be 1 to %d",
            path, def->grid_count, WAFTI_CELLS_GRID_LIMIT);
    }
    const waft_field* first = &def->grids[0].cells.component[0];
    waft_result result = wafti_cells_check_all(
        &def->grids[0].cells, def->grid_count, sizeof(def->grids[0]), path, out_error);
    if (result == WAFT_OK && !is_uniform(first)) {
        result = wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: cells of a .vdb file must be as high and deep as they are wide", path);
    }
    return result == WAFT_OK ? check_masks(path, def, out_error) : result;
}

static void put_string(wafti_file* file, const char* text) {
    const size_t length = strlen(text);
    wafti_file_put_u32(file, (uint32_t)length);
    wafti_file_put(file, text, length);
}

static void put_file_head(wafti_file* file, size_t grid_count) {
    wafti_file_put_u64(file, MAGIC);
    wafti_file_put_u32(file, FILE_VERSION);
    wafti_file_put_u32(file, LIBRARY_MAJOR);
    wafti_file_put_u32(file, LIBRARY_MINOR);
    wafti_file_put_u8(file, 1); // offsets follow
    wafti_file_put(file, UUID, sizeof(UUID) - 1);
    wafti_file_put_u32(file, 0); // metadata
    wafti_file_put_u32(file, (uint32_t)grid_count);
}

static void put_entry(wafti_file* file, const char* key, const char* type, size_t size) {
    put_string(file, key);
    put_string(file, type);
    wafti_file_put_u32(file, (uint32_t)size);
}

static void put_text_entry(wafti_file* file, const char* key, const char* value) {
    put_entry(file, key, "string", strlen(value));
    wafti_file_put(file, value, strlen(value));
}

static void put_corner(wafti_file* file, const char* key, const int32_t corner[3]) {
    put_entry(file, key, "vec3i", 3 * sizeof(int32_t));
    for (int axis = 0; axis < 3; ++axis) {
        wafti_file_put_u32(file, (uint32_t)corner[axis]);
    }
}

static void put_metadata(wafti_file* file, const waft_vdb_grid* grid, const wafti_vdb_mask* mask) {
    const bool is_vector = grid->cells.component_count == 3;
    const bool is_fog = grid->grid_class == WAFT_VDB_FOG_VOLUME ||
                        (grid->grid_class == WAFT_VDB_AUTO && !is_vector);
    wafti_file_put_u32(file, is_vector ? 7 : 6);
    put_text_entry(file, "class", is_fog ? "fog volume" : "unknown");
    put_text_entry(file, "name", grid->cells.name);
    put_entry(file, "is_saved_as_half_float", "bool", 1);
    wafti_file_put_u8(file, grid->half ? 1 : 0);
    put_corner(file, "file_bbox_min", mask->low);
    put_corner(file, "file_bbox_max", mask->high);
    put_entry(file, "file_voxel_count", "int64", sizeof(uint64_t));
    wafti_file_put_u64(file, mask->active_count);
    if (is_vector) {
        put_text_entry(file, "vector_type", "contravariant relative");
    }
}

static void put_triple(wafti_file* file, double value) {
    for (int axis = 0; axis < 3; ++axis) {
        wafti_file_put_double(file, value);
    }
}

static void put_transform(wafti_file* file, const waft_field* field) {
    const double h = (double)field->spacing.x;
    put_string(file, "UniformScaleTranslateMap");
    wafti_file_put_double(file, (double)field->origin.x);
    wafti_file_put_double(file, (double)field->origin.y);
    wafti_file_put_double(file, (double)field->origin.z);
    put_triple(file, h);
    put_triple(file, h);
    put_triple(file, 1.0 / h);
    put_triple(file, 1.0 / (h * h));
    put_triple(file, 0.5 / h);
}

static void put_grid(const wafti_vdb_tree* tree) {
    static const char* const types[2][2] = {
        {"Tree_float_5_4_3", "Tree_float_5_4_3_HalfFloat"},
        {"Tree_vec3s_5_4_3", "Tree_vec3s_5_4_3_HalfFloat"},
    };
    const bool is_vector = tree->grid->cells.component_count == 3;
    wafti_file* file = tree->file;
    put_string(file, tree->grid->cells.name);
    put_string(file, types[is_vector][tree->grid->half]);
    put_string(file, ""); // no instance of another grid
    const uint64_t place_of_offsets = wafti_file_position(file);
    unsigned char offsets[24] = {0};
    wafti_file_put(file, offsets, sizeof(offsets));
    wafti_put_u64(offsets, wafti_file_position(file));
    wafti_file_put_u32(file, FLAG_ACTIVE_MASK | (tree->deflater != NULL ? FLAG_ZIP : 0));
    put_metadata(file, tree->grid, tree->mask);
    put_transform(file, &tree->grid->cells.component[0]);
    wafti_vdb_tree_put_topology(tree);
    wafti_put_u64(offsets + 8, wafti_file_position(file));
    wafti_vdb_tree_put_values(tree);
    wafti_put_u64(offsets + 16, wafti_file_position(file));
    wafti_file_patch(file, place_of_offsets, offsets, sizeof(offsets));
}

// A mask serves all grids with the same rule, and is made when the first of them comes.
static waft_result put_grids(
    wafti_file* file, const waft_vdb_def* def, wafti_zlib* deflater, waft_error* out_error) {
    wafti_vdb_mask masks[2] = {{.bytes = NULL}, {.bytes = NULL}};
    waft_result result = WAFT_OK;
    put_file_head(file, def->grid_count);
    for (size_t i = 0; i < def->grid_count && result == WAFT_OK; ++i) {
        const bool everywhere = def->grids[i].everywhere || def->activity == NULL;
        wafti_vdb_mask* mask = &masks[everywhere ? 1 : 0];
        if (mask->bytes == NULL) {
            result = wafti_vdb_mask_make(mask, def, everywhere, out_error);
        }
        if (result == WAFT_OK) {
            put_grid(&(wafti_vdb_tree){file, mask, &def->grids[i], deflater});
        }
    }
    wafti_vdb_mask_free(&masks[0], &def->allocator);
    wafti_vdb_mask_free(&masks[1], &def->allocator);
    return result;
}

waft_result waft_vdb_write(const char* path, const waft_vdb_def* def, waft_error* out_error) {
    if (path == NULL || def == NULL || def->grids == NULL) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_vdb_write: a pointer is NULL");
    }
    waft_result result = check(path, def, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_zlib deflater;
    if (wafti_deflater_init(&deflater, &def->allocator, LEAF_BYTES) != WAFT_OK) {
        return wafti_fail_memory(out_error, LEAF_BYTES, "zlib");
    }
    wafti_file file;
    const bool zip = !def->uncompressed && wafti_deflate_available();
    wafti_file_open(&file, path, out_error);
    result = put_grids(&file, def, zip ? &deflater : NULL, out_error);
    result = wafti_file_end(&file, result, out_error);
    wafti_zlib_free(&deflater);
    return result;
}
