// SPDX-License-Identifier: MIT
// Wavefront OBJ: points and normals in the order of the grid, then quads.
#include "export/obj.h"

#include "base/error.h"
#include "export/number.h"

#include <waft/export.h>

#include <string.h>

// A micrometre in place, 1e-5 in direction: finer than a float holds at 8 m, finer than a reader
// shades.
enum { POSITION_DIGITS = 6, NORMAL_DIGITS = 5 };

static void put_vector(wafti_file* file, const char* keyword, waft_vec3 v, int digits) {
    char line[128];
    size_t length = 0;
    wafti_file_put_text(file, keyword);
    const float parts[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; ++i) {
        line[length++] = ' ';
        length += wafti_number_fixed(line + length, (double)parts[i], digits);
    }
    line[length++] = '\n';
    wafti_file_put(file, line, length);
}

static size_t write_index(char* text, int64_t number) {
    char digits[24];
    size_t count = 0;
    for (; number > 0; number /= 10) {
        digits[count++] = (char)('0' + (char)(number % 10));
    }
    for (size_t i = 0; i < count; ++i) {
        text[i] = digits[count - 1 - i];
    }
    return count;
}

// One corner as "point//normal"; both have the same number, counted from 1.
static size_t write_corner(char* text, int64_t number) {
    const size_t length = write_index(text + 1, number);
    text[0] = ' ';
    text[1 + length] = '/';
    text[2 + length] = '/';
    memcpy(text + 3 + length, text + 1, length);
    return 3 + 2 * length;
}

void wafti_obj_put_place(wafti_file* file, waft_vec3 place) {
    put_vector(file, "v", place, POSITION_DIGITS);
}

void wafti_obj_put_normal(wafti_file* file, waft_vec3 normal) {
    put_vector(file, "vn", normal, NORMAL_DIGITS);
}

void wafti_obj_put_face(wafti_file* file, const int64_t* numbers, size_t count) {
    char line[192] = "f";
    size_t length = 1;
    for (size_t i = 0; i < count; ++i) {
        length += write_corner(line + length, numbers[i]);
    }
    line[length++] = '\n';
    wafti_file_put(file, line, length);
}

// Corners in the order -x-z, -x+z, +x+z, +x-z: seen from +y that is counter-clockwise, so faces
// look up as the normals do.
static void put_quads(wafti_file* file, int32_t nx, int32_t nz) {
    for (int32_t k = 0; k + 1 < nz; ++k) {
        for (int32_t i = 0; i + 1 < nx; ++i) {
            const int64_t corner = (int64_t)k * nx + i + 1;
            const int64_t around[4] = {corner, corner + nx, corner + nx + 1, corner + 1};
            wafti_obj_put_face(file, around, 4);
        }
    }
}

// A flume (one cell across) is a line.
static void put_line(wafti_file* file, int32_t count) {
    wafti_file_put(file, count > 1 ? "l" : "p", 1);
    for (int32_t i = 1; i <= count; ++i) {
        char text[32] = " ";
        wafti_file_put(file, text, 1 + write_index(text + 1, i));
    }
    wafti_file_put(file, "\n", 1);
}

waft_result wafti_obj_write(const char* path, const wafti_surface* surface, waft_error* out_error) {
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    const int32_t nx = surface->size[0];
    const int32_t nz = surface->size[1];
    wafti_file_put_text(&file, "# waft water surface, metres, y up\no water\n");
    for (int32_t k = 0; k < nz; ++k) {
        for (int32_t i = 0; i < nx; ++i) {
            wafti_obj_put_place(&file, wafti_surface_point(surface, i, k));
        }
    }
    for (int32_t k = 0; k < nz; ++k) {
        for (int32_t i = 0; i < nx; ++i) {
            wafti_obj_put_normal(&file, wafti_surface_normal(surface, i, k));
        }
    }
    if (nx > 1 && nz > 1) {
        put_quads(&file, nx, nz);
    } else {
        put_line(&file, nx * nz);
    }
    return wafti_file_commit(&file, out_error);
}

waft_result waft_obj_write_water(
    const char* path, const waft_water* water, int stride, waft_error* out_error) {
    wafti_surface surface;
    if (path == NULL || wafti_surface_of_water(water, stride, &surface) != WAFT_OK) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a mesh needs a path, a water surface and a stride of at least 1, which is %d",
            path != NULL ? path : "(no path)", stride);
    }
    return wafti_obj_write(path, &surface, out_error);
}
