// SPDX-License-Identifier: MIT
#include "mesh/soup.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

bool wafti_soup_init(wafti_soup* soup, const waft_allocator* allocator, size_t point_capacity,
    size_t facet_capacity) {
    *soup = (wafti_soup){.allocator = allocator != NULL ? *allocator : (waft_allocator){0},
        .point_capacity = point_capacity,
        .facet_capacity = facet_capacity};
    soup->positions = wafti_allocate(allocator, point_capacity, 3 * sizeof(double));
    soup->indices = wafti_allocate(allocator, facet_capacity, 3 * sizeof(uint32_t));
    return soup->positions != NULL && soup->indices != NULL;
}

void wafti_soup_free(wafti_soup* soup) {
    wafti_release(&soup->allocator, soup->positions, soup->point_capacity, 3 * sizeof(double));
    wafti_release(&soup->allocator, soup->indices, soup->facet_capacity, 3 * sizeof(uint32_t));
}

uint32_t wafti_soup_point(wafti_soup* soup, double x, double y, double z) {
    WAFT_ASSERT(soup->point_count < soup->point_capacity);
    double* point = &soup->positions[3 * soup->point_count];
    point[0] = x;
    point[1] = y;
    point[2] = z;
    return (uint32_t)soup->point_count++;
}

void wafti_soup_facet(wafti_soup* soup, uint32_t a, uint32_t b, uint32_t c) {
    WAFT_ASSERT(soup->facet_count < soup->facet_capacity);
    uint32_t* facet = &soup->indices[3 * soup->facet_count++];
    facet[0] = a;
    facet[1] = b;
    facet[2] = c;
}

void wafti_soup_quad(wafti_soup* soup, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    wafti_soup_facet(soup, a, b, c);
    wafti_soup_facet(soup, a, c, d);
}

waft_result wafti_soup_make(
    wafti_soup* soup, const char* name, waft_mesh** out_mesh, waft_error* out_error) {
    waft_mesh_options options = waft_mesh_options_default();
    options.name = name;
    options.allocator = soup->allocator;
    const waft_mesh_arrays arrays = {
        soup->positions, soup->point_count, soup->indices, soup->facet_count};
    const waft_result result =
        soup->facet_count > 0
            ? waft_mesh_create(&arrays, &options, out_mesh, out_error)
            : wafti_fail_memory(out_error, soup->facet_capacity * 3 * sizeof(uint32_t), name);
    wafti_soup_free(soup);
    return result;
}
