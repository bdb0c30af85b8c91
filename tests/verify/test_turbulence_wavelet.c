// SPDX-License-Identifier: MIT
// The wavelet baseline (docs/spec/turbulence.md#wavelet-noise): wavelet-octave.
#include "detail_fixture.h"
#include "turbulence/wavelet.h"
#include "verify.h"

// Greatest entry of Down(Up(.)) - 1.
static double filter_error(void) {
    enum { HALF = 64 };
    double most = 0.0;
    for (int n = 0; n < HALF; ++n) {
        float coarse[HALF] = {0.0f};
        float fine[2 * HALF];
        float again[HALF];
        coarse[n] = 1.0f;
        wafti_wavelet_up(coarse, 2 * HALF, true, fine, 1);
        wafti_wavelet_down(fine, 1, 2 * HALF, true, again);
        for (int i = 0; i < HALF; ++i) {
            most = verify_worse(most, fabs((double)again[i] - (double)coarse[i]));
        }
    }
    return most;
}

// rms of the divergence over that of the derivatives it is made of, by central differences with a
// step so short that a quadratic spline has no error but rounding.
static double divergence(const float* tile) {
    const float step = 1.0f / 64.0f;
    double sum = 0.0;
    double scale = 0.0;
    for (int n = 0; n < 2000; ++n) {
        // Away from knots, where second derivatives jump.
        const float middle[3] = {
            (float)(n % 17) + 0.75f, (float)(n % 29) + 0.8f, (float)(n % 37) + 0.85f};
        double total = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            float low[3] = {middle[0], middle[1], middle[2]};
            float high[3] = {middle[0], middle[1], middle[2]};
            float a[3];
            float b[3];
            low[axis] -= step;
            high[axis] += step;
            wafti_wavelet_vector(tile, low, a);
            wafti_wavelet_vector(tile, high, b);
            const double slope = ((double)b[axis] - (double)a[axis]) / (2.0 * (double)step);
            total += slope;
            scale += slope * slope;
        }
        sum += total * total;
    }
    return sqrt(sum / scale);
}

static double wave(const double p[3], void* user) {
    const int axis = *(const int*)user;
    const double k = 2.0 * 3.14159265358979 * 10.0; // three cells a wave at 32 cells
    return axis == 0 ? sin(k * p[1]) : (axis == 1 ? sin(k * p[2]) : sin(k * p[0]));
}

// Energy of the added noise by octave: below the smoke's last shell, and above it.
static void octaves(double out_share[2], double* out_peak) {
    const int32_t n = 32;
    waft_smoke_def smoke = detail_fixture_box(n, 1.0 / n);
    waft_detail_def def = waft_detail_def_default();
    def.mode = WAFT_DETAIL_WAVELET;
    def.refine = 2;
    detail_fixture d = detail_fixture_open(&smoke, 1e-4, &def, NULL, 2);
    for (int axis = 0; axis < 3; ++axis) {
        smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X + axis, axis, wave, &axis);
    }
    smoke_fixture_steps(&d.f, 1);
    const waft_smoke* fine = waft_detail_smoke(d.detail);
    const wafti_mac* grid = &fine->domain.grid;
    // The noise alone: the flow less the smoke's, sampled again.
    float* mean[3];
    float* noise[3];
    for (int axis = 0; axis < 3; ++axis) {
        float* room = calloc(grid->size, sizeof(*room));
        smoke_fixture_need(&d.f, room != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY);
        mean[axis] = room + grid->first;
        noise[axis] = fine->velocity[axis];
    }
    wafti_pool_begin(d.detail->context->pool);
    wafti_sample_faces(d.f.smoke, &d.detail->at, grid, mean);
    wafti_pool_end(d.detail->context->pool);
    waft_spectrum_box box = waft_spectrum_box_default();
    for (int axis = 0; axis < 3; ++axis) {
        for (size_t i = 0; i < grid->size; ++i) {
            mean[axis][(ptrdiff_t)i - grid->first] =
                noise[axis][(ptrdiff_t)i - grid->first] - mean[axis][(ptrdiff_t)i - grid->first];
        }
        box.cells[axis] = grid->n[axis];
        box.component[axis] = mean[axis];
        box.row_stride[axis] = (size_t)grid->row;
        box.plane_stride[axis] = (size_t)grid->plane;
    }
    waft_spectrum* spectrum = NULL;
    smoke_fixture_need(&d.f, waft_spectrum_measure(&box, &spectrum, NULL));
    const waft_spectrum_info info = waft_spectrum_get_info(spectrum);
    double all = 0.0;
    double most = 0.0;
    out_share[0] = out_share[1] = 0.0;
    for (size_t i = 0; i < info.shell_count; ++i) {
        const waft_spectrum_shell* shell = &info.shells[i];
        all += shell->energy;
        out_share[shell->shell > n / 2 ? 1 : 0] += shell->energy;
        *out_peak = shell->energy > most ? shell->shell : *out_peak;
        most = verify_worse(most, shell->energy);
    }
    out_share[0] /= all;
    out_share[1] /= all;
    waft_spectrum_destroy(spectrum);
    for (int axis = 0; axis < 3; ++axis) {
        free(mean[axis] - grid->first);
    }
    detail_fixture_close(&d);
}

int main(void) {
    verify_table table = verify_open("wavelet-octave");
    float* tile = malloc((size_t)2 * WAFTI_TILE_CELLS * sizeof(*tile));
    if (tile == NULL) {
        return 1;
    }
    wafti_wavelet_fill_tile(3, tile, tile + WAFTI_TILE_CELLS);
    (void)verify_most(&table, "Down(Up) against 1, greatest entry", 2e-4, filter_error());
    (void)verify_most(&table, "divergence of w over its derivatives", 1e-5, divergence(tile));
    double share[2];
    double peak = 0.0;
    octaves(share, &peak);
    (void)verify_least(&table, "r 2: peak of the noise, shell (smoke has 16)", 17.0, peak);
    (void)verify_most(&table, "r 2: peak of the noise, shell (fine has 32)", 32.0, peak);
    (void)verify_least(&table, "r 2: share of noise above the smoke's shells", 0.5, share[1]);
    free(tile);
    const int failures = verify_close(&table);
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
