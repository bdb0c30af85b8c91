// SPDX-License-Identifier: MIT
// VTK's PolyData with one vertex a point: XML, then the arrays as bytes after a '_'.
#include "base/error.h"
#include "base/text.h"
#include "export/points.h"
#include "io/file.h"

#include <waft/export.h>

#include <math.h>

// Each array is its size in bytes, then its numbers; `offset` moves on to the next.
static void add_numbers(wafti_text* xml, const char* type, const char* name, int components,
    uint64_t bytes, uint64_t* offset) {
    wafti_text_format(xml,
        "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
        "offset=\"%llu\"/>\n",
        type, name, components, (unsigned long long)*offset);
    *offset += sizeof(uint64_t) + bytes;
}

static void add_xml(wafti_text* xml, const waft_points* points, double time) {
    const uint64_t count = points->count;
    uint64_t offset = 0;
    wafti_text_add(xml, "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\""
                        " byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n"
                        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\""
                        " NumberOfTuples=\"1\" format=\"ascii\">");
    wafti_text_add_double(xml, time);
    wafti_text_add(xml, "</DataArray>\n</FieldData>\n");
    wafti_text_format(xml,
        "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"0\""
        " NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<Points>\n",
        points->count, points->count);
    add_numbers(xml, "Float32", "Points", 3, 12 * count, &offset);
    wafti_text_add(xml, "</Points>\n<PointData Vectors=\"velocity\">\n");
    add_numbers(xml, "Float32", "velocity", 3, 12 * count, &offset);
    if (points->density != NULL) {
        add_numbers(xml, "Float32", "density", 1, 4 * count, &offset);
    }
    if (points->pressure != NULL) {
        add_numbers(xml, "Float32", "pressure", 1, 4 * count, &offset);
    }
    if (points->id != NULL) {
        add_numbers(xml, "UInt32", "id", 1, 4 * count, &offset);
    }
    wafti_text_add(xml, "</PointData>\n<Verts>\n");
    add_numbers(xml, "Int64", "connectivity", 1, 8 * count, &offset);
    add_numbers(xml, "Int64", "offsets", 1, 8 * count, &offset);
    wafti_text_add(xml, "</Verts>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
}

static void put_vectors(wafti_file* file, const float* const xyz[3], size_t count) {
    wafti_file_put_u64(file, 3 * sizeof(float) * (uint64_t)count);
    for (size_t i = 0; i < count; ++i) {
        const float vector[3] = {xyz[0][i], xyz[1][i], xyz[2][i]};
        wafti_file_put_floats(file, vector, 3);
    }
}

static void put_scalars(wafti_file* file, const float* values, size_t count) {
    if (values != NULL) {
        wafti_file_put_u64(file, sizeof(float) * (uint64_t)count);
        wafti_file_put_floats(file, values, count);
    }
}

static void put_ids(wafti_file* file, const uint32_t* ids, size_t count) {
    if (ids != NULL) {
        wafti_file_put_u64(file, sizeof(uint32_t) * (uint64_t)count);
        wafti_file_put_u32s(file, ids, count);
    }
}

// Counts from `first` on: a vertex is one point, and ends where the next begins.
static void put_numbers(wafti_file* file, uint64_t first, size_t count) {
    wafti_file_put_u64(file, sizeof(int64_t) * (uint64_t)count);
    for (uint64_t i = 0; i < count; ++i) {
        wafti_file_put_u64(file, first + i);
    }
}

static waft_result write_points(const char* name, const char* path, const waft_points* points,
    double time, waft_error* out_error) {
    if (path == NULL || !wafti_points_are_whole(points)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: a pointer is NULL", name);
    }
    if (!isfinite(time)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: the time is not finite", path);
    }
    wafti_text xml;
    wafti_text_init(&xml, NULL);
    add_xml(&xml, points, time);
    if (xml.failed) {
        (void)wafti_fail_memory(out_error, xml.length, path);
        wafti_text_free(&xml);
        return WAFT_ERR_NO_MEMORY;
    }
    wafti_file file;
    wafti_file_open(&file, path, out_error);
    wafti_file_put(&file, xml.bytes, xml.length);
    put_vectors(&file, points->position, points->count);
    put_vectors(&file, points->velocity, points->count);
    put_scalars(&file, points->density, points->count);
    put_scalars(&file, points->pressure, points->count);
    put_ids(&file, points->id, points->count);
    put_numbers(&file, 0, points->count);
    put_numbers(&file, 1, points->count);
    wafti_file_put_text(&file, "\n</AppendedData>\n</VTKFile>\n");
    wafti_text_free(&xml);
    return wafti_file_commit(&file, out_error);
}

waft_result waft_vtp_write_points(
    const char* path, const waft_points* points, double time, waft_error* out_error) {
    return write_points("waft_vtp_write_points", path, points, time, out_error);
}

waft_result waft_vtp_write_spray(
    const char* path, waft_spray_view spray, double time, waft_error* out_error) {
    const waft_points points = wafti_points_of_spray(&spray);
    return write_points("waft_vtp_write_spray", path, &points, time, out_error);
}
