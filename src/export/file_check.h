// SPDX-License-Identifier: MIT
// Whether the bytes of a file are what a writer of its format would have left: sizes, counts, sums of packed blocks, numbers
// that are finite, indices that exist. Each check returns NULL, or what is wrong as the end of a sentence. What it learns of a
// whole file goes to `facts`, which may be NULL.
#ifndef WAFTI_EXPORT_FILE_CHECK_H
#define WAFTI_EXPORT_FILE_CHECK_H

#include <waft/export.h>

enum { WAFTI_MOST_FACTS = 96, WAFTI_FACT_KEY = 72, WAFTI_FACT_TEXT = 1024 };

typedef struct wafti_facts {
    struct {
        waft_fact fact;
        char key[WAFTI_FACT_KEY];
        char text[WAFTI_FACT_TEXT];
    } items[WAFTI_MOST_FACTS];
    size_t count;
} wafti_facts;

/// Each adds a fact; one that there is no room for is left out.
void wafti_fact_text(wafti_facts* facts, const char* key, const char* text);
void wafti_fact_count(wafti_facts* facts, const char* key, uint64_t count);
void wafti_fact_bytes(wafti_facts* facts, size_t count);
void wafti_fact_real(wafti_facts* facts, const char* key, double number, const char* unit);

/// Adds a word to a list with commas; what does not fit is cut.
void wafti_fact_join(char list[WAFTI_FACT_TEXT], const char* word);

/// VTK's XML of images or points with raw appended data; other kinds of that XML pass unread.
const char* wafti_check_vtk(const unsigned char* bytes, size_t size, wafti_facts* facts);
const char* wafti_check_pvd(const unsigned char* bytes, size_t size, wafti_facts* facts);
const char* wafti_check_ply(const unsigned char* bytes, size_t size, wafti_facts* facts);
const char* wafti_check_pc2(const unsigned char* bytes, size_t size, wafti_facts* facts);
const char* wafti_check_glb(const unsigned char* bytes, size_t size, wafti_facts* facts);
/// The chunks with their sums; not what is packed in them. Pictures alone have facts: heights are others' to tell.
const char* wafti_check_png(const unsigned char* bytes, size_t size, wafti_facts* facts);
const char* wafti_check_obj(const unsigned char* bytes, size_t size, wafti_facts* facts);
/// Grids of floats and vectors, plain or zipped; others pass unread.
const char* wafti_check_vdb(const unsigned char* bytes, size_t size, wafti_facts* facts);

/// True if so many little-endian floats are finite.
bool wafti_check_floats(const unsigned char* bytes, size_t count);

#endif // WAFTI_EXPORT_FILE_CHECK_H
