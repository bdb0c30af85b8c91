// SPDX-License-Identifier: MIT
#ifndef WAFTI_EXPORT_SVG_FIELD_H
#define WAFTI_EXPORT_SVG_FIELD_H

#include <waft/plot.h>

/// waft_plot_write_field() with a choice: the picture as an embedded PNG, or as rectangles where a
/// build has no PNG.
waft_result wafti_plot_write_field(const char* path, const waft_field* field, const char* title,
    const char* unit, bool as_png, waft_error* out_error);

#endif // WAFTI_EXPORT_SVG_FIELD_H
