// SPDX-License-Identifier: MIT
// VTK's PolyData with one vertex a drop: XML, then the arrays as bytes after a '_'.
#include "base/error.h"
#include "base/text.h"
#include "io/file.h"

#include <waft/export.h>

#include <math.h>

// Places of the arrays after the '_': each is its size in bytes, then its numbers.
typedef struct offsets {
    uint64_t points, velocity, connectivity, ends;
} offsets;

static offsets offsets_of(uint64_t count) {
    const uint64_t head = sizeof(uint64_t);
    const uint64_t vectors = head + 3 * sizeof(float) * count;
    const uint64_t numbers = head + sizeof(int64_t) * count;
    return (offsets){0, vectors, 2 * vectors, 2 * vectors + numbers};
}

static void add_array(
    wafti_text* xml, const char* type, const char* name, int components, uint64_t offset) {
    wafti_text_format(xml,
        "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
        "offset=\"%llu\"/>\n",
        type, name, components, (unsigned long long)offset);
}

static void add_xml(wafti_text* xml, size_t count, double time) {
    const offsets at = offsets_of(count);
    wafti_text_add(xml, "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\""
                        " byte_order=\"LittleEndian\" header_type=\"UInt64\">\n<PolyData>\n"
                        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\""
                        " NumberOfTuples=\"1\" format=\"ascii\">");
    wafti_text_add_double(xml, time);
    wafti_text_add(xml, "</DataArray>\n</FieldData>\n");
    wafti_text_format(xml,
        "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%zu\" NumberOfLines=\"0\""
        " NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<Points>\n",
        count, count);
    add_array(xml, "Float32", "Points", 3, at.points);
    wafti_text_add(xml, "</Points>\n<PointData Vectors=\"velocity\">\n");
    add_array(xml, "Float32", "velocity", 3, at.velocity);
    wafti_text_add(xml, "</PointData>\n<Verts>\n");
    add_array(xml, "Int64", "connectivity", 1, at.connectivity);
    add_array(xml, "Int64", "offsets", 1, at.ends);
    wafti_text_add(xml, "</Verts>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_");
}

static void put_vectors(
    wafti_file* file, const float* x, const float* y, const float* z, size_t count) {
    wafti_file_put_u64(file, 3 * sizeof(float) * (uint64_t)count);
    for (size_t i = 0; i < count; ++i) {
        const float vector[3] = {x[i], y[i], z[i]};
        wafti_file_put_floats(file, vector, 3);
    }
}

// Counts from `first` on: a vertex is one point, and ends where the next begins.
static void put_numbers(wafti_file* file, uint64_t first, size_t count) {
    wafti_file_put_u64(file, sizeof(int64_t) * (uint64_t)count);
    for (uint64_t i = 0; i < count; ++i) {
        wafti_file_put_u64(file, first + i);
    }
}

static waft_result write_file(
    const char* path, const wafti_text* xml, const waft_spray_view* spray, waft_error* out_error) {
    wafti_file file;
    const waft_result result = wafti_file_open(&file, path, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_file_put(&file, xml->bytes, xml->length);
    put_vectors(&file, spray->x, spray->y, spray->z, spray->count);
    put_vectors(&file, spray->vx, spray->vy, spray->vz, spray->count);
    put_numbers(&file, 0, spray->count);
    put_numbers(&file, 1, spray->count);
    wafti_file_put_text(&file, "\n</AppendedData>\n</VTKFile>\n");
    return wafti_file_commit(&file, out_error);
}

waft_result waft_vtp_write_spray(
    const char* path, waft_spray_view spray, double time, waft_error* out_error) {
    const bool whole = spray.x != NULL && spray.y != NULL && spray.z != NULL && spray.vx != NULL &&
                       spray.vy != NULL && spray.vz != NULL;
    if (path == NULL || (spray.count > 0 && !whole)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "waft_vtp_write_spray: a pointer is NULL");
    }
    if (!isfinite(time)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT, "%s: the time is not finite", path);
    }
    wafti_text xml;
    wafti_text_init(&xml, NULL);
    add_xml(&xml, spray.count, time);
    const waft_result result = xml.failed ? wafti_fail_memory(out_error, xml.length, path)
                                          : write_file(path, &xml, &spray, out_error);
    wafti_text_free(&xml);
    return result;
}
