// SPDX-License-Identifier: MIT
// The kernel that draws the surface: position, normal and foam of every cell from all trains.
#ifndef WAFTI_WATER_SURFACE_H
#define WAFTI_WATER_SURFACE_H

#include "simd/cpu.h"
#include "water/waves.h"

/// A plane train over a flat bed at one time: an exponential in x times one in z.
typedef struct wafti_plane {
    const float* column_cos; ///< of kx x
    const float* column_sin;
    const double* row_cos; ///< of kz z
    const double* row_sin;
    double turn_cos, turn_sin;
    float amplitude;     ///< what breaking leaves, m
    float kx, kz;        ///< rad/m
    float shift_x;       ///< horizontal shift over A sin theta
    float shift_z;       ///<
    float xx, xz, zz;    ///< derivatives of that, over A cos theta
    float foam_at_crest; ///< foam that a crest makes in this step
} wafti_plane;

/// Any other train: rings, or a train over a varying bed, whose phase is given cell by cell.
typedef struct wafti_swell {
    const wafti_shoal* shoal; ///< NULL over a flat bed
    bool ring;
    double center_x, center_z, k, length; ///< rings
    float amplitude;                      ///< A0, m
    float inverse_amplitude;              ///< 0 if A0 is 0
    float turn;                           ///< w t - p
    float reach;                          ///< Ah / (k A) = g / w^2; 0: 1 / k^2, the deep orbit
    float cap;                            ///< over a flat bed, m
    float foam_at_crest; ///< foam that a crest makes in this step if all energy is lost
} wafti_swell;

/// All that one step of the surface reads and writes.
typedef struct wafti_surface_job {
    const wafti_grid* grid;
    float* const* field; ///< by waft_water_field_kind
    const float* wet;
    ptrdiff_t wet_stride;
    wafti_row_sums* row_sums;
    waft_wave_mode mode;
    float level;
    float keep_level; ///< 1 or 0
    const wafti_plane* planes;
    const wafti_swell* swells;
    uint32_t plane_count, swell_count;
    float plane_steepness; ///< sum of k Ah of the planes
    float plane_rise;      ///< sum of k A Ah / 2
    float plane_squares;   ///< sum of A^2
    float plane_breaking;  ///< 1 if one of them breaks
    float foam_kept;       ///< share of foam that outlives the step
    bool foamy;            ///< false: there is no foam and none is made, so its field is left alone
} wafti_surface_job;

/// Draws the rows of a block; columns are always all of the grid's.
typedef void wafti_surface_kernel(const wafti_surface_job* job, const wafti_block* rows);

wafti_surface_kernel WAFTI_COPIES(wafti_surface_draw);

/// Ah / (k A) of a train over a flat bed.
double wafti_surface_flat_reach(const waft_water* water, const waft_airy* airy);

/// Fills planes, swells and the numbers that depend on time and amplitudes. `dt` is the time for
/// which foam is made and lost, 0 to draw only.
wafti_surface_job wafti_surface_prepare(waft_water* water, double dt);

/// Draws all rows and adds up their sums. Returns the first row that has a value which is not
/// finite, or -1.
int32_t wafti_surface_draw(waft_water* water, const wafti_surface_job* job);

#endif // WAFTI_WATER_SURFACE_H
