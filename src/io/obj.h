// SPDX-License-Identifier: MIT
#ifndef WAFTI_IO_OBJ_H
#define WAFTI_IO_OBJ_H

#include "io/surface_points.h"

/// waft_obj_write_water() for a surface that is already at hand.
waft_result wafti_obj_write(const char* path, const wafti_surface* surface, waft_error* out_error);

#endif // WAFTI_IO_OBJ_H
