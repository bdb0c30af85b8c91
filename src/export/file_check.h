// SPDX-License-Identifier: MIT
// Whether the bytes of a file are what a writer of its format would have left: sizes, counts, sums of packed blocks, numbers
// that are finite, indices that exist. Each check returns NULL, or what is wrong as the end of a sentence.
#ifndef WAFTI_EXPORT_FILE_CHECK_H
#define WAFTI_EXPORT_FILE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

/// VTK's XML of images or points with raw appended data; other kinds of that XML pass unread.
const char* wafti_check_vtk(const unsigned char* bytes, size_t size);
const char* wafti_check_ply(const unsigned char* bytes, size_t size);
const char* wafti_check_pc2(const unsigned char* bytes, size_t size);
const char* wafti_check_glb(const unsigned char* bytes, size_t size);
/// The chunks with their sums; not what is packed in them.
const char* wafti_check_png(const unsigned char* bytes, size_t size);
const char* wafti_check_obj(const unsigned char* bytes, size_t size);
/// Grids of floats and vectors, plain or zipped; others pass unread.
const char* wafti_check_vdb(const unsigned char* bytes, size_t size);

/// True if so many little-endian floats are finite.
bool wafti_check_floats(const unsigned char* bytes, size_t count);

#endif // WAFTI_EXPORT_FILE_CHECK_H
