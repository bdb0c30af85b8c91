// SPDX-License-Identifier: MIT
#include "water/surface.h"

#include <math.h>
#include <stdalign.h>

#include "simd/wide.h"
#include "simd/wide_math.h"

// Cells of a row that are worked on together: the column factors of 16 trains for so many cells
// fill 16 KB and stay in the first cache from row to row.
enum { TILE = 128 };

// What trains add up to in a tile of one row, before the steepness clamp.
typedef struct tile_sums {
    alignas(64) float y[TILE]; // sum of A cos
    float sx[TILE], sz[TILE];  // minus the horizontal shift
    float xx[TILE], xz[TILE], zz[TILE];
    float yx[TILE], yz[TILE]; // minus the slope
    float steep[TILE];        // sum of k Ah
    float rise[TILE];         // sum of k A Ah / 2
    float squares[TILE];      // sum of A^2
    float breaking[TILE];
    float foam[TILE]; // made in this step
} tile_sums;

// Rows of one train over a tile, as the swell kernel reads them.
typedef struct tile_rows {
    const float* phase;
    const float* kx;
    const float* kz;
    const float* gain;
    const float* cap;
    const float* distance;
} tile_rows;

typedef struct tile_buffers {
    alignas(64) float phase[TILE];
    float kx[TILE], kz[TILE], gain[TILE], cap[TILE], distance[TILE];
} tile_buffers;

typedef struct row_factor {
    float c, s; // A cos, A sin of kz z - w t + p
} row_factor;

static row_factor factor_of(const wafti_plane* plane, int32_t row) {
    const double rc = plane->row_cos[row];
    const double rs = plane->row_sin[row];
    const double a = (double)plane->amplitude;
    return (row_factor){
        .c = (float)(a * (rc * plane->turn_cos + rs * plane->turn_sin)),
        .s = (float)(a * (rs * plane->turn_cos - rc * plane->turn_sin)),
    };
}

// Plane trains: eight sums a cell in registers, two products a train for its phase.
static void sum_planes(const wafti_surface_job* job, const row_factor* factors, int32_t column,
    int32_t width, tile_sums* t) {
    for (int32_t v = 0; v < width; v += WAFTI_LANES) {
        const wafti_wide zero = wafti_wide_set(0.0f);
        wafti_wide y = zero, sx = zero, sz = zero, xx = zero, xz = zero, zz = zero, yx = zero,
                   yz = zero;
        for (uint32_t n = 0; n < job->plane_count; ++n) {
            const wafti_plane* p = &job->planes[n];
            const wafti_wide cc = wafti_wide_load(p->column_cos + column + v);
            const wafti_wide cs = wafti_wide_load(p->column_sin + column + v);
            const wafti_wide rc = wafti_wide_set(factors[n].c);
            const wafti_wide rs = wafti_wide_set(factors[n].s);
            const wafti_wide c = wafti_wide_fma(cc, rc, -(cs * rs));
            const wafti_wide s = wafti_wide_fma(cs, rc, cc * rs);
            y = y + c;
            sx = wafti_wide_fma(wafti_wide_set(p->shift_x), s, sx);
            sz = wafti_wide_fma(wafti_wide_set(p->shift_z), s, sz);
            xx = wafti_wide_fma(wafti_wide_set(p->xx), c, xx);
            xz = wafti_wide_fma(wafti_wide_set(p->xz), c, xz);
            zz = wafti_wide_fma(wafti_wide_set(p->zz), c, zz);
            yx = wafti_wide_fma(wafti_wide_set(p->kx), s, yx);
            yz = wafti_wide_fma(wafti_wide_set(p->kz), s, yz);
        }
        wafti_wide_store(t->y + v, y);
        wafti_wide_store(t->sx + v, sx);
        wafti_wide_store(t->sz + v, sz);
        wafti_wide_store(t->xx + v, xx);
        wafti_wide_store(t->xz + v, xz);
        wafti_wide_store(t->zz + v, zz);
        wafti_wide_store(t->yx + v, yx);
        wafti_wide_store(t->yz + v, yz);
    }
}

static void start_tile(const wafti_surface_job* job, int32_t width, tile_sums* t) {
    for (int32_t i = 0; i < width; ++i) {
        t->steep[i] = job->plane_steepness;
        t->rise[i] = job->plane_rise;
        t->squares[i] = job->plane_squares;
        t->breaking[i] = job->plane_breaking;
        t->foam[i] = 0.0f;
    }
}

// Crests are where theta is within pi/4 of 0, that is cos theta > sqrt(1/2).
static wafti_wide at_crest(wafti_wide cosine, wafti_wide value) {
    return wafti_wide_select(
        wafti_wide_less(wafti_wide_set(0.70710678f), cosine), value, wafti_wide_set(0.0f));
}

static void foam_of_planes(const wafti_surface_job* job, const row_factor* factors, int32_t column,
    int32_t width, tile_sums* t) {
    for (uint32_t n = 0; n < job->plane_count; ++n) {
        const wafti_plane* p = &job->planes[n];
        if (!(p->foam_at_crest > 0.0f)) {
            continue;
        }
        const wafti_wide rc = wafti_wide_set(factors[n].c / p->amplitude);
        const wafti_wide rs = wafti_wide_set(factors[n].s / p->amplitude);
        const wafti_wide made = wafti_wide_set(p->foam_at_crest);
        for (int32_t v = 0; v < width; v += WAFTI_LANES) {
            const wafti_wide c = wafti_wide_load(p->column_cos + column + v) * rc -
                                 wafti_wide_load(p->column_sin + column + v) * rs;
            wafti_wide_store(t->foam + v, wafti_wide_load(t->foam + v) + at_crest(c, made));
        }
    }
}

// Rings over a flat bed. Phases are made in double, since float would lose them some hundred waves
// out; the loops are plain so that the compiler's vectors do.
static void fill_ring(const wafti_grid* grid, const wafti_swell* swell, int32_t column, int32_t row,
    int32_t width, tile_buffers* b) {
    const double rounder = 6755399441055744.0; // 1.5 * 2^52: adding it rounds to an integer
    const double rz = wafti_grid_z(grid, row) - swell->center_z;
    const double first = wafti_grid_x(grid, column) - swell->center_x;
    for (int32_t i = 0; i < width; ++i) {
        const double rx = first + i * grid->dx;
        const double r = sqrt(rx * rx + rz * rz);
        const double angle = swell->k * r;
        const double turns = (angle * (1.0 / WAFTI_TWO_PI) + rounder) - rounder;
        const double inverse = swell->k / (r > 0.0 ? r : 1.0);
        const double fall = swell->length / (r > swell->length ? r : swell->length);
        b->phase[i] = (float)(angle - turns * WAFTI_TWO_PI);
        b->distance[i] = (float)angle;
        b->kx[i] = (float)(r > 0.0 ? rx * inverse : swell->k);
        b->kz[i] = (float)(rz * inverse);
        b->gain[i] = (float)sqrt(fall);
        b->cap[i] = swell->cap;
    }
}

static void fill_distance(const wafti_grid* grid, const wafti_swell* swell, int32_t column,
    int32_t row, int32_t width, tile_buffers* b) {
    const double rz = wafti_grid_z(grid, row) - swell->center_z;
    const double first = wafti_grid_x(grid, column) - swell->center_x;
    for (int32_t i = 0; i < width; ++i) {
        const double rx = first + i * grid->dx;
        // Straight crests are as far from a centre as float allows.
        b->distance[i] = swell->ring ? (float)(swell->k * sqrt(rx * rx + rz * rz)) : 1e30f;
    }
}

static tile_rows rows_of(const wafti_surface_job* job, const wafti_swell* swell, int32_t column,
    int32_t row, int32_t width, tile_buffers* b) {
    if (swell->shoal == NULL) {
        fill_ring(job->grid, swell, column, row, width, b);
        return (tile_rows){b->phase, b->kx, b->kz, b->gain, b->cap, b->distance};
    }
    fill_distance(job->grid, swell, column, row, width, b);
    const ptrdiff_t at = wafti_grid_index(job->grid, column, row);
    const wafti_shoal* s = swell->shoal;
    return (tile_rows){
        s->phase + at, s->kx + at, s->kz + at, s->gain + at, s->cap + at, b->distance};
}

static void add_to(float* sum, wafti_wide term) {
    wafti_wide_store(sum, wafti_wide_load(sum) + term);
}

// Adds what breaking makes: foam at crests in proportion to the energy lost, none on land.
static void add_breaking(const wafti_swell* swell, wafti_wide gain, wafti_wide cap, wafti_wide c,
    int32_t v, tile_sums* t) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide one = wafti_wide_set(1.0f);
    const wafti_wide kept = wafti_wide_min(one, cap * wafti_wide_set(swell->inverse_amplitude));
    const wafti_wide_uint breaks =
        wafti_wide_less(cap, wafti_wide_set(swell->amplitude)) & wafti_wide_less(zero, gain);
    const wafti_wide share = wafti_wide_select(breaks, one - kept * kept, zero);
    add_to(t->foam + v, at_crest(c, share * wafti_wide_set(swell->foam_at_crest)));
    wafti_wide_store(t->breaking + v,
        wafti_wide_max(wafti_wide_load(t->breaking + v), wafti_wide_select(breaks, one, zero)));
}

// One train at so many cells; the terms are those of add_wavelet() in orbit.c.
static void add_swell(const wafti_swell* swell, const tile_rows* rows, int32_t v, tile_sums* t) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    const wafti_wide one = wafti_wide_set(1.0f);
    const wafti_wide kx = wafti_wide_load(rows->kx + v);
    const wafti_wide kz = wafti_wide_load(rows->kz + v);
    const wafti_wide gain = wafti_wide_load(rows->gain + v);
    const wafti_wide cap = wafti_wide_load(rows->cap + v);
    const wafti_wide distance = wafti_wide_load(rows->distance + v);
    const wafti_wide k2 = wafti_wide_fma(kx, kx, kz * kz);
    const wafti_wide a = gain * wafti_wide_min(cap, wafti_wide_set(swell->amplitude));
    const wafti_wide reach = swell->reach > 0.0f ? a * wafti_wide_set(swell->reach)
                                                 : a / wafti_wide_max(k2, wafti_wide_set(1e-30f));
    wafti_wide sine = zero;
    wafti_wide cosine = zero;
    wafti_wide_sincos(
        wafti_wide_load(rows->phase + v) - wafti_wide_set(swell->turn), &sine, &cosine);

    const wafti_wide two_pi = wafti_wide_set((float)WAFTI_TWO_PI);
    const wafti_wide taper = wafti_wide_min(one, distance);
    const wafti_wide bend = one / wafti_wide_max(one, distance);
    const wafti_wide along = wafti_wide_select(wafti_wide_less(distance, one), one, zero);
    const wafti_wide fall = wafti_wide_select(wafti_wide_less(two_pi, distance),
        wafti_wide_set(0.5f) / wafti_wide_max(two_pi, distance), zero);
    const wafti_wide c = wafti_wide_fma(-fall, sine, cosine);
    const wafti_wide s = wafti_wide_fma(fall, cosine, sine);
    const wafti_wide radial = wafti_wide_fma(taper, c, sine * (along - bend));
    const wafti_wide turning = k2 * sine * bend;
    const wafti_wide pull = reach * taper * sine;
    const wafti_wide steep = reach * k2;

    add_to(t->y + v, a * cosine);
    add_to(t->sx + v, kx * pull);
    add_to(t->sz + v, kz * pull);
    add_to(t->xx + v, reach * wafti_wide_fma(kx * kx, radial, turning));
    add_to(t->xz + v, reach * kx * kz * radial);
    add_to(t->zz + v, reach * wafti_wide_fma(kz * kz, radial, turning));
    add_to(t->yx + v, a * kx * s);
    add_to(t->yz + v, a * kz * s);
    add_to(t->steep + v, steep);
    add_to(t->rise + v, wafti_wide_set(0.5f) * steep * a);
    add_to(t->squares + v, a * a);
    add_breaking(swell, gain, cap, cosine, v, t);
}

static void sum_swells(
    const wafti_surface_job* job, int32_t column, int32_t row, int32_t width, tile_sums* t) {
    tile_buffers buffers;
    for (uint32_t n = 0; n < job->swell_count; ++n) {
        const wafti_swell* swell = &job->swells[n];
        const tile_rows rows = rows_of(job, swell, column, row, width, &buffers);
        for (int32_t v = 0; v < width; v += WAFTI_LANES) {
            add_swell(swell, &rows, v, t);
        }
    }
}

typedef struct surface {
    wafti_wide y, shift_x, shift_z; // y over the still level
    wafti_wide nx, ny, nz;
} surface;

static surface normalised(surface point) {
    const wafti_wide square =
        wafti_wide_fma(point.nx, point.nx, wafti_wide_fma(point.ny, point.ny, point.nz * point.nz));
    const wafti_wide inverse = wafti_wide_set(1.0f) / wafti_wide_sqrt(square);
    point.nx = point.nx * inverse;
    point.ny = point.ny * inverse;
    point.nz = point.nz * inverse;
    return point;
}

// Normal and height modes: N = (-dy/dx, 1, -dy/dz).
static surface lifted(const wafti_surface_job* job, int32_t v, const tile_sums* t) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    return normalised((surface){
        .y = job->mode == WAFT_WAVE_HEIGHT ? wafti_wide_load(t->y + v) : zero,
        .shift_x = zero,
        .shift_z = zero,
        .nx = wafti_wide_load(t->yx + v),
        .ny = wafti_wide_set(1.0f),
        .nz = wafti_wide_load(t->yz + v),
    });
}

// Gerstner mode: N = Tz x Tx, as in wafti_orbit_normal().
static surface orbiting(
    const wafti_surface_job* job, int32_t v, wafti_wide scale, const tile_sums* t) {
    const wafti_wide one = wafti_wide_set(1.0f);
    const wafti_wide xx = wafti_wide_fma(-scale, wafti_wide_load(t->xx + v), one);
    const wafti_wide xz = -scale * wafti_wide_load(t->xz + v);
    const wafti_wide zz = wafti_wide_fma(-scale, wafti_wide_load(t->zz + v), one);
    const wafti_wide yx = -scale * wafti_wide_load(t->yx + v);
    const wafti_wide yz = -scale * wafti_wide_load(t->yz + v);
    const wafti_wide rise =
        wafti_wide_set(job->keep_level) * scale * scale * wafti_wide_load(t->rise + v);
    return normalised((surface){
        .y = wafti_wide_fma(scale, wafti_wide_load(t->y + v), rise),
        .shift_x = -scale * wafti_wide_load(t->sx + v),
        .shift_z = -scale * wafti_wide_load(t->sz + v),
        .nx = wafti_wide_fma(yz, xz, -(zz * yx)),
        .ny = wafti_wide_max(wafti_wide_fma(zz, xx, -(xz * xz)), wafti_wide_set(1e-12f)),
        .nz = wafti_wide_fma(xz, yx, -(yz * xx)),
    });
}

typedef struct wide_sums {
    wafti_wide level, squares, breaking, foam, lowest, highest, steepest, not_finite;
} wide_sums;

static wafti_wide store_foam(const wafti_surface_job* job, ptrdiff_t at, wafti_wide made) {
    float* foam = job->field[WAFT_WATER_FOAM] + at;
    const wafti_wide kept = wafti_wide_load(foam) * wafti_wide_set(job->foam_kept);
    const wafti_wide now = wafti_wide_min(wafti_wide_set(1.0f), kept + made);
    wafti_wide_store(foam, now);
    return now;
}

static void store_surface(const wafti_surface_job* job, ptrdiff_t at, const surface* point) {
    wafti_wide_store(job->field[WAFT_WATER_LEVEL] + at, point->y + wafti_wide_set(job->level));
    wafti_wide_store(job->field[WAFT_WATER_SHIFT_X] + at, point->shift_x);
    wafti_wide_store(job->field[WAFT_WATER_SHIFT_Z] + at, point->shift_z);
    wafti_wide_store(job->field[WAFT_WATER_NORMAL_X] + at, point->nx);
    wafti_wide_store(job->field[WAFT_WATER_NORMAL_Y] + at, point->ny);
    wafti_wide_store(job->field[WAFT_WATER_NORMAL_Z] + at, point->nz);
}

static void finish_cells(const wafti_surface_job* job, ptrdiff_t at, const float* wet_row,
    int32_t v, const tile_sums* t, wide_sums* sums) {
    const wafti_wide one = wafti_wide_set(1.0f);
    const bool gerstner = job->mode == WAFT_WAVE_GERSTNER;
    const wafti_wide steep = wafti_wide_load(t->steep + v);
    wafti_wide scale = one;
    if (gerstner) {
        // Above a steepness of 1 crests would cross themselves.
        scale = one / wafti_wide_max(one, steep);
    }
    const surface point = gerstner ? orbiting(job, v, scale, t) : lifted(job, v, t);
    store_surface(job, at + v, &point);
    wafti_wide foam = wafti_wide_set(0.0f);
    if (job->foamy) {
        foam = store_foam(job, at + v, wafti_wide_load(t->foam + v));
    }

    const wafti_wide wet = wafti_wide_load(wet_row + v);
    const wafti_wide_uint is_wet = wafti_wide_less(wafti_wide_set(0.0f), wet);
    sums->level = wafti_wide_fma(wet, point.y, sums->level);
    sums->squares =
        wafti_wide_fma(wet * scale * scale, wafti_wide_load(t->squares + v), sums->squares);
    sums->breaking = wafti_wide_fma(wet, wafti_wide_load(t->breaking + v), sums->breaking);
    sums->foam = wafti_wide_fma(wet, foam, sums->foam);
    sums->lowest = wafti_wide_min(sums->lowest, wafti_wide_select(is_wet, point.y, sums->lowest));
    sums->highest =
        wafti_wide_max(sums->highest, wafti_wide_select(is_wet, point.y, sums->highest));
    sums->steepest =
        wafti_wide_max(sums->steepest, wafti_wide_select(is_wet, steep, sums->steepest));
    // Zero times anything finite is zero; the rest stays visible in the sum.
    const wafti_wide all = point.y + point.shift_x + point.shift_z + point.nx + point.nz;
    sums->not_finite = wafti_wide_fma(all, wafti_wide_set(0.0f), sums->not_finite);
}

static void add_row_sums(wafti_row_sums* row, const wide_sums* sums) {
    row->level += (double)wafti_wide_sum(sums->level);
    row->squares += (double)wafti_wide_sum(sums->squares);
    row->breaking += (double)wafti_wide_sum(sums->breaking);
    row->foam += (double)wafti_wide_sum(sums->foam);
    row->lowest = fminf(row->lowest, wafti_wide_least(sums->lowest));
    row->highest = fmaxf(row->highest, wafti_wide_greatest(sums->highest));
    row->steepest = fmaxf(row->steepest, wafti_wide_greatest(sums->steepest));
    row->not_finite += wafti_wide_sum(sums->not_finite);
}

static void finish_tile(
    const wafti_surface_job* job, int32_t column, int32_t row, int32_t width, const tile_sums* t) {
    const wafti_wide zero = wafti_wide_set(0.0f);
    wide_sums sums = {
        zero, zero, zero, zero, wafti_wide_set(INFINITY), wafti_wide_set(-INFINITY), zero, zero};
    const ptrdiff_t at = wafti_grid_index(job->grid, column, row);
    const float* wet_row = job->wet + row * job->wet_stride + column;
    for (int32_t v = 0; v < width; v += WAFTI_LANES) {
        finish_cells(job, at, wet_row, v, t, &sums);
    }
    add_row_sums(&job->row_sums[row], &sums);
}

static void draw_tile(const wafti_surface_job* job, int32_t column, int32_t row, int32_t width) {
    tile_sums t;
    row_factor factors[WAFTI_TRAIN_LIMIT];
    for (uint32_t n = 0; n < job->plane_count; ++n) {
        factors[n] = factor_of(&job->planes[n], row);
    }
    start_tile(job, width, &t);
    sum_planes(job, factors, column, width, &t);
    foam_of_planes(job, factors, column, width, &t);
    sum_swells(job, column, row, width, &t);
    finish_tile(job, column, row, width, &t);
}

void WAFTI_KERNEL(wafti_surface_draw)(const wafti_surface_job* job, const wafti_block* rows) {
    for (int32_t row = rows->low[1]; row < rows->high[1]; ++row) {
        job->row_sums[row] = (wafti_row_sums){.lowest = INFINITY, .highest = -INFINITY};
    }
    // Rows are padded to whole vectors, so the last tile may run over the end of its row.
    const int32_t padded = (job->grid->nx + 7) / 8 * 8;
    for (int32_t column = 0; column < padded; column += TILE) {
        const int32_t width = padded - column < TILE ? padded - column : TILE;
        for (int32_t row = rows->low[1]; row < rows->high[1]; ++row) {
            draw_tile(job, column, row, width);
        }
    }
}
