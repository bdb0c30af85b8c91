// SPDX-License-Identifier: MIT
// Binary PLY with one vertex a drop or particle.
#include "base/error.h"
#include "export/points.h"
#include "io/file.h"

#include <waft/export.h>

#include <stdio.h>

waft_result waft_ply_write_spray(const char* path, waft_spray_view spray, waft_error* out_error) {
    const bool whole = spray.x != NULL && spray.y != NULL && spray.z != NULL && spray.vx != NULL &&
                       spray.vy != NULL && spray.vz != NULL;
    if (path == NULL || (spray.count > 0 && !whole)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_ply_write_spray: a pointer is NULL");
    }
    wafti_file file;
    const waft_result result = wafti_file_open(&file, path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    char header[256];
    const int length = snprintf(header, sizeof(header),
        "ply\nformat binary_little_endian 1.0\ncomment waft spray, metres and m/s, y up\n"
        "element vertex %zu\nproperty float x\nproperty float y\nproperty float z\n"
        "property float vx\nproperty float vy\nproperty float vz\nend_header\n",
        spray.count);
    wafti_file_put(&file, header, (size_t)length);
    for (size_t i = 0; i < spray.count; ++i) {
        const float drop[6] = {
            spray.x[i], spray.y[i], spray.z[i], spray.vx[i], spray.vy[i], spray.vz[i]};
        wafti_file_put_floats(&file, drop, 6);
    }
    return wafti_file_commit(&file, out_error);
}

static void put_points_header(wafti_file* file, const waft_points* points) {
    char header[512];
    const int length = snprintf(header, sizeof(header),
        "ply\nformat binary_little_endian 1.0\ncomment waft particles, metres and m/s, y up\n"
        "element vertex %zu\nproperty float x\nproperty float y\nproperty float z\n"
        "property float vx\nproperty float vy\nproperty float vz\n%s%s%send_header\n",
        points->count, points->density != NULL ? "property float density\n" : "",
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

waft_result waft_ply_write_points(
    const char* path, const waft_points* points, waft_error* out_error) {
    if (path == NULL || !wafti_points_are_whole(points)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_ply_write_points: a pointer is NULL");
    }
    wafti_file file;
    const waft_result result = wafti_file_open(&file, path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    put_points_header(&file, points);
    for (size_t i = 0; i < points->count; ++i) {
        put_point(&file, points, i);
    }
    return wafti_file_commit(&file, out_error);
}
