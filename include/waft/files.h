// SPDX-License-Identifier: MIT
// waft/files.h: files that scenes and worlds are made of: height maps, tables, cached frames, edits.
//
// Every file is written under a temporary name in its directory, synced, and renamed into place:
// a reader sees the old file or the new one, never a part. Errors of all writers: WAFT_ERR_IO,
// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; the sentence names the file.
#ifndef WAFT_FILES_H
#define WAFT_FILES_H

#include <waft/base.h>
#include <waft/field.h>
#include <waft/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes bytes as a file.
WAFT_API WAFT_CHECKED waft_result waft_file_write(
    const char* path, const void* bytes, size_t byte_count, waft_error* out_error);

/// Reads a whole file of at most `limit` bytes; a zero byte follows the last. Release with
/// waft_text_free(). Errors: WAFT_ERR_IO (also: larger than the limit), WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_file_read(const char* path, size_t limit,
    const waft_allocator* allocator, char** out_bytes, size_t* out_count, waft_error* out_error);

/// A height map: a sample s, x fastest, is the height low + (high - low) s. From a 16-bit grey PNG
/// samples go from 0 to 1; from an EXR they are the heights themselves, and low is 0 and high 1. Sides at
/// most 16384.
typedef struct waft_heightmap {
    float* samples;
    int32_t size[2];
    float low, high;   ///< from the text chunks, 0 and 1 if there are none
    waft_vec2 origin;  ///< (x, z) of the first sample, m; 0 if the file does not tell
    waft_vec2 spacing; ///< of the samples along x and z, m; 1 if the file does not tell
} waft_heightmap;

/// Errors: WAFT_ERR_PARSE (not a 16-bit grey PNG), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_png_read_heights(const char* path,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error);
WAFT_API void waft_heightmap_free(const waft_allocator* allocator, waft_heightmap* map);

/// Reads heights in m from an OpenEXR picture: scan lines in one part, not compressed or by ZIP or ZIPS,
/// of halves or 32-bit floats, all finite. `channel` names the one that holds heights; NULL: the only one.
/// Errors: WAFT_ERR_PARSE (another kind of file, or a damaged one), WAFT_ERR_IO, WAFT_ERR_NO_MEMORY,
/// WAFT_ERR_MISSING (compressed, and this build has no zlib), WAFT_ERR_ARGUMENT; *out_map is then empty.
WAFT_API WAFT_CHECKED waft_result waft_exr_read_heights(const char* path, const char* channel,
    const waft_allocator* allocator, waft_heightmap* out_map, waft_error* out_error);

/// Where the samples of a cached field stand. Faces across x are nx + 1 by ny by nz.
typedef enum waft_grid_place {
    WAFT_GRID_CELLS,
    WAFT_GRID_FACES_X,
    WAFT_GRID_FACES_Y,
    WAFT_GRID_FACES_Z,
} waft_grid_place;

enum { WAFT_GRID_CACHE_NAME_SIZE = 32, WAFT_GRID_CACHE_FIELDS = 64 };

/// One field of a cached frame.
typedef struct waft_grid_cache_field {
    char name[WAFT_GRID_CACHE_NAME_SIZE]; ///< letters, digits, '_'; u, v, w are the face velocities
    waft_grid_place place;
    bool half;       ///< 16 bits a value; faces that must stay free of divergence need 32
    waft_field view; ///< what to write; after reading, only size, origin and spacing
} waft_grid_cache_field;

/// A frame of a grid solver as a file of its own (.wgc, docs/formats.md): faces and cells as they are,
/// so that what is computed from it later meets the same bits.
typedef struct waft_grid_cache_def {
    int32_t cells[3]; ///< 1 to 4096 along each axis
    double spacing;   ///< side of a cell, m, > 0
    double origin[3]; ///< lowest corner of the grid, m
    double time;      ///< s
    int64_t frame;
    uint64_t step;
    uint64_t identity; ///< of the run it belongs to, as waft_run_identity() gives it; 0: none
    const waft_grid_cache_field* fields; ///< names differ; sizes as cells and place say
    size_t field_count;                  ///< 1 to WAFT_GRID_CACHE_FIELDS
} waft_grid_cache_def;

/// A cached frame that is open for reading.
typedef struct waft_grid_cache waft_grid_cache;

/// Opens a frame and reads its header; fields are read one by one when asked for. A file that was cut
/// or in which a byte of the header changed is refused; the fields' bytes are checked as they are
/// read. Errors: WAFT_ERR_IO, WAFT_ERR_PARSE, WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; *out_cache is
/// then NULL.
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_open(const char* path,
    const waft_allocator* allocator, waft_grid_cache** out_cache, waft_error* out_error);
/// NULL is allowed.
WAFT_API void waft_grid_cache_close(waft_grid_cache* cache);

/// The header. Its fields have no data (view.data is NULL); valid until close.
WAFT_API const waft_grid_cache_def* waft_grid_cache_header(const waft_grid_cache* cache);

/// Index of the field with that name, -1 if there is none.
WAFT_API int waft_grid_cache_find(const waft_grid_cache* cache, const char* name);

/// Reads a field into the caller's samples: sample (i, j, k) goes to
/// data[i + j * stride[1] + k * stride[2]]; stride[0] is 1, rows and layers do not overlap.
/// Errors: WAFT_ERR_PARSE (the bytes are not those that were written), WAFT_ERR_IO,
/// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT. After an error the samples may hold anything.
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_read(waft_grid_cache* cache, int index,
    float* data, const ptrdiff_t stride[3], waft_error* out_error);

/// Reads a field into memory of its own, which lives until close; asked again, gives the same memory.
/// Errors: those of waft_grid_cache_read().
WAFT_API WAFT_CHECKED waft_result waft_grid_cache_load(
    waft_grid_cache* cache, int index, waft_field* out_field, waft_error* out_error);

/// Edits as a text file, one a line with its step, and back:
///
///     waft-edits 1
///     40 set water.trains[0].amplitude 0.25
///     60 add_train length=2 amplitude=0.1
///     80 remove_train 0
///
/// A malformed file gives WAFT_ERR_PARSE with file:line:column in the sentence. Hulls of bodies that
/// are added are named by their key. Those that no world keeps (waft_edit.hull is 0) are saved in the
/// folder `hulls` beside the file; reading loads what is there, and the edits own it, so that they must
/// outlive the world they are queued in.
WAFT_API WAFT_CHECKED waft_result waft_edits_write(
    const char* path, const waft_edit* edits, size_t edit_count, waft_error* out_error);
WAFT_API WAFT_CHECKED waft_result waft_edits_read(const char* path, const waft_allocator* allocator,
    waft_edit** out_edits, size_t* out_count, waft_error* out_error);
WAFT_API void waft_edits_free(const waft_allocator* allocator, waft_edit* edits, size_t edit_count);

/// A table of numbers with named columns, as in stats.csv.
typedef struct waft_table waft_table;

/// Errors: WAFT_ERR_IO, WAFT_ERR_PARSE (file:line:column), WAFT_ERR_NO_MEMORY.
WAFT_API WAFT_CHECKED waft_result waft_table_read(const char* path, const waft_allocator* allocator,
    waft_table** out_table, waft_error* out_error);
WAFT_API void waft_table_destroy(waft_table* table);
WAFT_API size_t waft_table_column_count(const waft_table* table);
WAFT_API size_t waft_table_row_count(const waft_table* table);
WAFT_API const char* waft_table_column_name(const waft_table* table, size_t column);
/// One column's values; NaN where a cell is empty.
WAFT_API const double* waft_table_column(const waft_table* table, size_t column);

#ifdef __cplusplus
}
#endif

#endif // WAFT_FILES_H
