// SPDX-License-Identifier: MIT
// One series of a plot: its colour, its marker, its path.
#ifndef WAFTI_EXPORT_SVG_SERIES_H
#define WAFTI_EXPORT_SVG_SERIES_H

#include "export/svg_axes.h"

#include <waft/plot.h>

/// Most points drawn of one series.
enum { WAFTI_SERIES_POINTS = 4000 };

/// Colour of number `index`, as "#rrggbb".
const char* wafti_series_color(size_t index);
/// Draws number `index` of the plot's series on two axes whose pixels are set.
void wafti_series_draw(wafti_svg* svg, const waft_plot_series* series, size_t index,
    const wafti_axis* x, const wafti_axis* y);
/// The sample that stands in the legend, 28 pixels wide from `left`, at height `y`.
void wafti_series_draw_key(
    wafti_svg* svg, const waft_plot_series* series, size_t index, double left, double y);
/// Whether anything of the series lies in the box.
bool wafti_series_meets(
    const waft_plot_series* series, const wafti_axis* x, const wafti_axis* y, wafti_box box);

#endif // WAFTI_EXPORT_SVG_SERIES_H
