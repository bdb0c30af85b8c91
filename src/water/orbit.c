// SPDX-License-Identifier: MIT
#include "water/orbit.h"

#include <math.h>

enum { NEWTON_LIMIT = 8 };

// exp(i phi) between cells: each of the four continues its phase by its own wave vector, and the
// weights blend what they say. Interpolating phi itself would fail where it wraps, and cos phi would
// lose height on short waves.
static void blend_phase(const wafti_grid* grid, const wafti_shoal* shoal,
    const wafti_corners* corners, double x, double z, double out_unit[2]) {
    double c = 0.0;
    double s = 0.0;
    for (int b = 0; b < 2; ++b) {
        for (int a = 0; a < 2; ++a) {
            const ptrdiff_t cell = wafti_grid_index(grid, corners->i[a], corners->j[b]);
            const double phase = (double)shoal->phase[cell] +
                                 (double)shoal->kx[cell] * (x - wafti_grid_x(grid, corners->i[a])) +
                                 (double)shoal->kz[cell] * (z - wafti_grid_z(grid, corners->j[b]));
            c += corners->weight[b][a] * cos(phase);
            s += corners->weight[b][a] * sin(phase);
        }
    }
    const double length = hypot(c, s);
    out_unit[0] = length > 0.0 ? c / length : 1.0;
    out_unit[1] = length > 0.0 ? s / length : 0.0;
}

static double ring_distance(const wafti_train* train, double x, double z) {
    return train->def.shape == WAFT_TRAIN_PLANE
               ? INFINITY
               : train->airy.wavenumber *
                     hypot(x - (double)train->def.center.x, z - (double)train->def.center.y);
}

static wafti_wavelet shoaled_wavelet(
    const waft_water* water, const wafti_train* train, double x, double z) {
    const wafti_corners corners = wafti_grid_corners(&water->grid, x, z);
    const wafti_shoal* shoal = &train->shoal;
    double unit[2];
    blend_phase(&water->grid, shoal, &corners, x, z, unit);
    const double turn_cos = cos(train->turn);
    const double turn_sin = sin(train->turn);
    const double cap = wafti_field_sample(&water->grid, shoal->cap, &corners);
    return (wafti_wavelet){
        .cosine = unit[0] * turn_cos + unit[1] * turn_sin,
        .sine = unit[1] * turn_cos - unit[0] * turn_sin,
        .amplitude = wafti_field_sample(&water->grid, shoal->gain, &corners) *
                     fmin((double)train->def.amplitude, cap),
        .share = wafti_breaking_share((double)train->def.amplitude, cap),
        .kx = wafti_field_sample(&water->grid, shoal->kx, &corners),
        .kz = wafti_field_sample(&water->grid, shoal->kz, &corners),
        .depth = fmax(wafti_field_sample(&water->grid, water->still, &corners), train->floor),
        .distance = ring_distance(train, x, z),
    };
}

static wafti_wavelet flat_wavelet(const wafti_train* train, double x, double z) {
    const double k = train->airy.wavenumber;
    const double rx = x - (double)train->def.center.x;
    const double rz = z - (double)train->def.center.y;
    const bool ring = train->def.shape == WAFT_TRAIN_POINT;
    const double r = ring ? hypot(rx, rz) : 0.0;
    const double phi = ring ? k * r : k * (train->ax * x + train->az * z);
    // At the very centre of rings every direction is as good as another.
    const double ax = ring ? (r > 0.0 ? rx / r : 1.0) : train->ax;
    const double az = ring ? (r > 0.0 ? rz / r : 0.0) : train->az;
    const double spread = ring && r > train->airy.length ? sqrt(train->airy.length / r) : 1.0;
    return (wafti_wavelet){
        .cosine = cos(phi - train->turn),
        .sine = sin(phi - train->turn),
        .amplitude = spread * fmin((double)train->def.amplitude, train->cap),
        .share = wafti_breaking_share((double)train->def.amplitude, train->cap),
        .kx = k * ax,
        .kz = k * az,
        .depth = train->depth,
        .distance = ring_distance(train, x, z),
    };
}

wafti_wavelet wafti_wavelet_in_cell(
    const waft_water* water, const wafti_train* train, int32_t i, int32_t j) {
    const double x = wafti_grid_x(&water->grid, i);
    const double z = wafti_grid_z(&water->grid, j);
    if (water->flat) {
        return flat_wavelet(train, x, z);
    }
    const wafti_shoal* shoal = &train->shoal;
    const ptrdiff_t cell = wafti_grid_index(&water->grid, i, j);
    const double theta = (double)shoal->phase[cell] - train->turn;
    const double cap = (double)shoal->cap[cell];
    return (wafti_wavelet){
        .cosine = cos(theta),
        .sine = sin(theta),
        .amplitude = (double)shoal->gain[cell] * fmin((double)train->def.amplitude, cap),
        .share = wafti_breaking_share((double)train->def.amplitude, cap),
        .kx = (double)shoal->kx[cell],
        .kz = (double)shoal->kz[cell],
        .depth = fmax((double)water->still[cell], train->floor),
        .distance = ring_distance(train, x, z),
    };
}

// Radii of the orbit at a rest height over those at the surface.
static void orbit_decay(const waft_water* water, double k, double depth, double height,
    double* out_across, double* out_up) {
    if (height >= 0.0) {
        *out_across = 1.0;
        *out_up = 1.0;
    } else if (k * depth > 15.0 || water->def.orbit == WAFT_ORBIT_DEEP) {
        *out_across = exp(k * height);
        *out_up = *out_across;
    } else {
        const double over_bed = fmax(0.0, height + depth);
        *out_across = cosh(k * over_bed) / cosh(k * depth);
        *out_up = sinh(k * over_bed) / sinh(k * depth);
    }
}

typedef struct sums {
    double shift[3];
    double velocity[3];
    double xx, xz, zz; // derivatives of minus the horizontal shift
    double yx, yz;     // derivatives of minus the height
    double steepness;
    double rise; // what orbits take from the mean level
} sums;

// Surface point and orbit of one train. Rings add three terms: their amplitude falls with r (`fall`),
// their direction turns (`bend`), and within 1/k of the centre the horizontal radius is tapered to 0,
// since rings would tear the surface open there.
static void add_wavelet(const waft_water* water, const wafti_train* train,
    const wafti_wavelet* wave, double height, sums* sum) {
    const double k2 = wave->kx * wave->kx + wave->kz * wave->kz;
    const double k = sqrt(k2);
    const double w = train->airy.frequency;
    double across = 1.0;
    double up = 1.0;
    orbit_decay(water, k, wave->depth, height, &across, &up);
    // Ah / k: with w^2 = g k tanh(k d) the horizontal radius A / tanh(k d) is A g k / w^2.
    const double surface_reach = water->def.orbit == WAFT_ORBIT_DEEP
                                     ? wave->amplitude / fmax(k2, 1e-30)
                                     : wave->amplitude * water->context->gravity / (w * w);
    const double reach = surface_reach * across;
    const double amplitude = wave->amplitude * up;
    const double taper = fmin(1.0, wave->distance);
    const double bend = 1.0 / fmax(1.0, wave->distance);
    const double along = wave->distance < 1.0 ? 1.0 : 0.0;
    const double fall = wave->distance > WAFTI_TWO_PI ? 0.5 / wave->distance : 0.0;
    const double c = wave->cosine - fall * wave->sine;
    const double s = wave->sine + fall * wave->cosine;
    const double radial = taper * c + wave->sine * (along - bend);
    const double turning = k2 * wave->sine * bend;
    sum->shift[0] -= wave->kx * reach * taper * wave->sine;
    sum->shift[1] += amplitude * wave->cosine;
    sum->shift[2] -= wave->kz * reach * taper * wave->sine;
    sum->velocity[0] += wave->kx * reach * taper * w * wave->cosine;
    sum->velocity[1] += amplitude * w * wave->sine;
    sum->velocity[2] += wave->kz * reach * taper * w * wave->cosine;
    sum->xx += reach * (wave->kx * wave->kx * radial + turning);
    sum->xz += reach * wave->kx * wave->kz * radial;
    sum->zz += reach * (wave->kz * wave->kz * radial + turning);
    sum->yx += amplitude * wave->kx * s;
    sum->yz += amplitude * wave->kz * s;
    sum->steepness += surface_reach * k2;
    sum->rise += 0.5 * reach * k2 * amplitude;
}

void wafti_orbit_at(const waft_water* water, waft_wave_mode mode, double x, double z, double height,
    wafti_orbit* out_orbit) {
    sums sum = {0};
    for (uint32_t n = 0; n < water->train_count; ++n) {
        const wafti_train* train = wafti_water_live(water, n);
        const wafti_wavelet wave =
            water->flat ? flat_wavelet(train, x, z) : shoaled_wavelet(water, train, x, z);
        add_wavelet(water, train, &wave, height, &sum);
    }
    const bool gerstner = water->def.mode == WAFT_WAVE_GERSTNER;
    const double scale = gerstner && sum.steepness > 1.0 ? 1.0 / sum.steepness : 1.0;
    const double across = mode == WAFT_WAVE_GERSTNER ? scale : 0.0;
    const double up = mode == WAFT_WAVE_NORMAL ? 0.0 : scale;
    const double rise = gerstner && water->def.keep_level ? sum.rise * scale * scale : 0.0;
    *out_orbit = (wafti_orbit){
        .shift = {across * sum.shift[0], up * sum.shift[1] + rise, across * sum.shift[2]},
        .velocity = {scale * sum.velocity[0], scale * sum.velocity[1], scale * sum.velocity[2]},
        .tangent_x = {1.0 - across * sum.xx, -scale * sum.yx, -across * sum.xz},
        .tangent_z = {-across * sum.xz, -scale * sum.yz, 1.0 - across * sum.zz},
        .steepness = sum.steepness,
    };
}

void wafti_orbit_normal(const wafti_orbit* orbit, double out_normal[3]) {
    // Tz x Tx: with y up and right-handed axes this order points up.
    const double* tx = orbit->tangent_x;
    const double* tz = orbit->tangent_z;
    const double nx = tz[1] * tx[2] - tz[2] * tx[1];
    // At a cusp both tangents may vanish; the normal is then taken as up.
    const double ny = fmax(tz[2] * tx[0] - tz[0] * tx[2], 1e-12);
    const double nz = tz[0] * tx[1] - tz[1] * tx[0];
    const double length = sqrt(nx * nx + ny * ny + nz * nz);
    out_normal[0] = nx / length;
    out_normal[1] = ny / length;
    out_normal[2] = nz / length;
}

double wafti_orbit_shortest(const waft_water* water) {
    double length = INFINITY;
    for (uint32_t n = 0; n < water->train_count; ++n) {
        length = fmin(length, wafti_water_live(water, n)->airy.length);
    }
    return length;
}

int wafti_orbit_find(
    const waft_water* water, double x, double z, double out_rest[2], wafti_orbit* out_orbit) {
    out_rest[0] = x;
    out_rest[1] = z;
    wafti_orbit_at(water, water->def.mode, x, z, 0.0, out_orbit);
    if (water->def.mode != WAFT_WAVE_GERSTNER || water->train_count == 0) {
        return 0;
    }
    const double close = 1e-6 * wafti_orbit_shortest(water);
    for (int step = 1; step <= NEWTON_LIMIT; ++step) {
        const double* tx = out_orbit->tangent_x;
        const double* tz = out_orbit->tangent_z;
        const double miss_x = out_rest[0] + out_orbit->shift[0] - x;
        const double miss_z = out_rest[1] + out_orbit->shift[2] - z;
        // The determinant vanishes at cusps; the step is then held to a useful length.
        const double determinant = fmax(tx[0] * tz[2] - tz[0] * tx[2], 1e-3);
        const double move_x = (tz[2] * miss_x - tz[0] * miss_z) / determinant;
        const double move_z = (tx[0] * miss_z - tx[2] * miss_x) / determinant;
        out_rest[0] -= move_x;
        out_rest[1] -= move_z;
        wafti_orbit_at(water, water->def.mode, out_rest[0], out_rest[1], 0.0, out_orbit);
        if (hypot(move_x, move_z) <= close) {
            return step;
        }
    }
    return -1;
}
