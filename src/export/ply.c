// SPDX-License-Identifier: MIT
// Binary PLY with one vertex a drop or particle.
#include "base/error.h"
#include "export/points.h"
#include "io/file.h"

#include <waft/export.h>

#include <stdio.h>

static void put_header(wafti_file* file, const char* what, const waft_points* points) {
    char header[512];
    const int length = snprintf(header, sizeof(header),
        "ply\nformat binary_little_endian 1.0\ncomment waft %s, metres and m/s, y up\n"
        "element vertex %zu\nproperty float x\nproperty float y\nproperty float z\n"
        "property float vx\nproperty float vy\nproperty float vz\n%s%s%send_header\n",
        what, points->count, points->density != NULL ? "property float density\n" : "",
        points->pressure != NULL ? "property float pressure\n" : "",
        points->id != NULL ? "property uint id\n" : "");
    wafti_file_put(file, header, (size_t)length);
}

static void put_point(wafti_file* file, const waft_points* points, size_t i) {
    const float motion[6] = {points->position[0][i], points->position[1][i], points->position[2][i],
        points->velocity[0][i], points->velocity[1][i], points->velocity[2][i]};
    wafti_file_put_floats(file, motion, 6);
    if (points->density != NULL) {
        wafti_file_put_floats(file, &points->density[i], 1);
    }
    if (points->pressure != NULL) {
        wafti_file_put_floats(file, &points->pressure[i], 1);
    }
    if (points->id != NULL) {
        wafti_file_put_u32(file, points->id[i]);
    }
}

static waft_result write_points(const char* name, const char* path, const char* what,
    const waft_points* points, waft_error* out_error) {
    if (path == NULL || !wafti_points_are_whole(points)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: a pointer is NULL", name);
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    put_header(&file, what, points);
    for (size_t i = 0; i < points->count; ++i) {
        put_point(&file, points, i);
    }
    return wafti_file_commit(&file, out_error);
}

waft_result waft_ply_write_points(
    const char* path, const waft_points* points, waft_error* out_error) {
    return write_points("waft_ply_write_points", path, "particles", points, out_error);
}

waft_result waft_ply_write_spray(const char* path, waft_spray_view spray, waft_error* out_error) {
    const waft_points points = wafti_points_of_spray(&spray);
    return write_points("waft_ply_write_spray", path, "spray", &points, out_error);
}
