// SPDX-License-Identifier: MIT
#ifndef WAFTI_EXPORT_OBJ_H
#define WAFTI_EXPORT_OBJ_H

#include "export/surface_points.h"
#include "io/file.h"

/// waft_obj_write_water() for a surface that is already at hand.
waft_result wafti_obj_write(const char* path, const wafti_surface* surface, waft_error* out_error);

/// A line of a place ("v") or a normal ("vn").
void wafti_obj_put_place(wafti_file* file, waft_vec3 place);
void wafti_obj_put_normal(wafti_file* file, waft_vec3 normal);

/// A line of a face of at most 4 points, which are numbered from 1 and have normals of the same number.
void wafti_obj_put_face(wafti_file* file, const int64_t* numbers, size_t count);

#endif // WAFTI_EXPORT_OBJ_H
