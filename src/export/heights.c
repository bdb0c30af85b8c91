// SPDX-License-Identifier: MIT
// A horizontal field as a 16-bit picture.
#include "base/error.h"
#include "base/text.h"
#include "io/png.h"

#include <waft/export.h>

#include <math.h>

typedef struct quantizer {
    const waft_field* field;
    double low, scale;
    size_t clipped;
} quantizer;

static void fill_row(void* user, int32_t row, unsigned char* out_bytes) {
    quantizer* q = user;
    for (int32_t i = 0; i < q->field->size[0]; ++i, out_bytes += 2) {
        const double scaled = ((double)waft_field_at(q->field, i, 0, row) - q->low) * q->scale;
        // A value that is not a number lies outside every range. Rounding alone may step over the
        // edge by a hair, which loses nothing.
        const bool below = isnan(scaled) || scaled < 0.0;
        const bool above = !below && scaled > 65535.0;
        const bool close = isfinite(scaled) && scaled > -1e-3 && scaled < 65535.001;
        q->clipped += !close;
        const unsigned sample = below ? 0u : above ? 65535u : (unsigned)(scaled + 0.5);
        out_bytes[0] = (unsigned char)(sample >> 8);
        out_bytes[1] = (unsigned char)sample;
    }
}

static waft_result check_heights(
    const char* path, const waft_field* field, float low, float high, waft_error* out_error) {
    if (path == NULL || field == NULL || field->data == NULL) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "waft_png_write_heights: a pointer is NULL");
    }
    if (field->size[0] < 1 || field->size[1] != 1 || field->size[2] < 1) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: a height map needs a horizontal field; this one has %d x %d x %d samples", path,
            (int)field->size[0], (int)field->size[1], (int)field->size[2]);
    }
    if (!isfinite(low) || !isfinite(high) || !(low < high)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "%s: the range of heights must be finite and rise from low to high", path);
    }
    return WAFT_OK;
}

waft_result waft_png_write_heights(const char* path, const waft_field* field, float low, float high,
    size_t* out_clipped, waft_error* out_error) {
    waft_result result = check_heights(path, field, low, high, out_error);
    if (result != WAFT_OK) {
        return result;
    }
    const bool placed = isfinite(field->origin.x) && isfinite(field->origin.z) &&
                        isfinite(field->spacing.x) && isfinite(field->spacing.z) &&
                        field->spacing.x > 0.0f && field->spacing.z > 0.0f;
    quantizer q = {field, (double)low, 65535.0 / ((double)high - (double)low), 0};
    wafti_png_image image = {
        .width = field->size[0], .height = field->size[2], .fill_row = fill_row, .user = &q};
    const float numbers[WAFTI_PNG_TEXTS] = {
        low, high, field->origin.x, field->origin.z, field->spacing.x, field->spacing.z};
    char texts[WAFTI_PNG_TEXTS][32];
    for (size_t i = 0; i < (placed ? WAFTI_PNG_TEXTS : 2); ++i) {
        (void)wafti_format_float(texts[i], numbers[i]);
        image.texts[i] = texts[i];
    }
    result = wafti_png_write(&image, path, out_error);
    if (result == WAFT_OK && out_clipped != NULL) {
        *out_clipped = q.clipped;
    }
    return result;
}
