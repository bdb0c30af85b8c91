// SPDX-License-Identifier: MIT
// waft/plot.h: plots as SVG and slices as PNG. In the library waft-tools.
//
// Every file is written under a temporary name in its directory, synced, and renamed into place:
// a reader sees the old file or the new one, never a part. Errors of all writers: WAFT_ERR_IO,
// WAFT_ERR_NO_MEMORY, WAFT_ERR_ARGUMENT; the sentence names the file.
#ifndef WAFT_PLOT_H
#define WAFT_PLOT_H

#include <waft/base.h>
#include <waft/body.h>
#include <waft/field.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A plane of a velocity field. Values are at the middles of cells, component[a][i + j * cells[0]];
/// the first row is the lowest of the picture.
typedef struct waft_slice {
    const float* component[2]; ///< along the picture's width and height
    int32_t cells[2];          ///< sides 1 to 8192
    double greatest;           ///< speed of the lightest colour, 0: of the plane
    int32_t pixels;            ///< along the longer side, 0: 800
    int32_t arrows;            ///< along the longer side, 0: 40
} waft_slice;

/// Writes colours for the speed and arrows over them as a PNG. Errors besides those of all writers:
/// WAFT_ERR_DIVERGED (a value is not finite), WAFT_ERR_MISSING (this build has no PNG).
WAFT_API WAFT_CHECKED waft_result waft_slice_write(
    const char* path, const waft_slice* slice, waft_error* out_error);

typedef enum waft_plot_style {
    WAFT_PLOT_LINE,
    WAFT_PLOT_POINTS,
    WAFT_PLOT_LINE_POINTS,
} waft_plot_style;

typedef struct waft_plot_series {
    const char* name;
    const double* x;
    const double* y;
    size_t count;
    waft_plot_style style;
} waft_plot_series;

/// A plot with axes, grid, ticks at round values and a legend. NaN breaks a line.
typedef struct waft_plot {
    const char* title;
    const char* x_label;
    const char* y_label;
    bool x_log, y_log; ///< values <= 0 are left out
    bool equal_axes;   ///< one metre is as long in x as in y (trajectories)
    double x_range[2]; ///< both 0: from the data
    double y_range[2];
    int width, height;              ///< pixels, 0: 800 and 500
    const waft_plot_series* series; ///< at most 16
    size_t series_count;
} waft_plot;

/// Writes the plot as a self-contained SVG.
WAFT_API WAFT_CHECKED waft_result waft_plot_write(
    const char* path, const waft_plot* plot, waft_error* out_error);

/// The way of one body or particle.
typedef struct waft_trajectory {
    const char* name;        ///< may be NULL
    const double* positions; ///< xyz, m; a point that is not finite breaks the line
    size_t count;
} waft_trajectory;

/// Writes paths as an SVG of three views: from the side (x, y), from above (x, z), and in space with the
/// shadow on the ground and a scale bar. A ring marks the start, a disc the end. Up to 12 names stand in
/// the legend. `title` may be NULL.
WAFT_API WAFT_CHECKED waft_result waft_plot_write_trajectories(const char* path,
    const waft_trajectory* trajectories, size_t trajectory_count, const char* title,
    waft_error* out_error);

/// How bodies fell at points of the plane of Reynolds number and dimensionless moment of inertia, or of
/// two other numbers.
typedef struct waft_phase_diagram {
    const double* reynolds; ///< > 0
    const double* inertia;  ///< I*, > 0
    const waft_regime* regimes;
    size_t count;
    const char* title;   ///< may be NULL
    const char* x_label; ///< NULL: Reynolds number
    const char* y_label; ///< NULL: I*
} waft_phase_diagram;

/// Writes the diagram as an SVG, a mark a point, with a logarithmic axis where all values are above 0; a regime keeps its colour and
/// mark from picture to picture.
WAFT_API WAFT_CHECKED waft_result waft_plot_write_phases(
    const char* path, const waft_phase_diagram* diagram, waft_error* out_error);

/// Writes a horizontal field as an SVG picture with colour bar and axes in m; `title` may be NULL.
/// Cells beyond 512 along an axis are thinned.
WAFT_API WAFT_CHECKED waft_result waft_plot_write_field(const char* path, const waft_field* field,
    const char* title, const char* unit, waft_error* out_error);

#ifdef __cplusplus
}
#endif

#endif // WAFT_PLOT_H
