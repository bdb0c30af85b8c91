// SPDX-License-Identifier: MIT
// Points and facets on the way to a mesh of a shape.
#ifndef WAFTI_MESH_SOUP_H
#define WAFTI_MESH_SOUP_H

#include <waft/mesh.h>

typedef struct wafti_soup {
    waft_allocator allocator;
    double* positions;
    uint32_t* indices;
    size_t point_count, point_capacity;
    size_t facet_count, facet_capacity;
} wafti_soup;

/// Room for so many; adding more is a mistake. False if memory is out: the soup then stays empty.
bool wafti_soup_init(wafti_soup* soup, const waft_allocator* allocator, size_t point_capacity,
    size_t facet_capacity);
void wafti_soup_free(wafti_soup* soup);

/// The number of the new point.
uint32_t wafti_soup_point(wafti_soup* soup, double x, double y, double z);
void wafti_soup_facet(wafti_soup* soup, uint32_t a, uint32_t b, uint32_t c);
void wafti_soup_quad(wafti_soup* soup, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/// The mesh, in place of the soup; points with the same bits become one. Errors: those of
/// waft_mesh_create(), WAFT_ERR_NO_MEMORY of an empty soup.
waft_result wafti_soup_make(
    wafti_soup* soup, const char* name, waft_mesh** out_mesh, waft_error* out_error);

#endif // WAFTI_MESH_SOUP_H
