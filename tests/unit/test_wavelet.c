// SPDX-License-Identifier: MIT
// Noise of one octave in a tile, and the flow that has it added.
#include "turbulence/wavelet.h"
#include "turbulence/wavelet_kernel.h"

#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 16 };

static const double h = 1.0 / N;
static const double dt = 0.01;
static const double speed = 2.0;

// ---- the tile

// Half as many samples and twice as many again: those that half as many can hold stay.
static void down_undoes_up(void) {
    enum { HALF = 32 };
    float coarse[HALF];
    float fine[2 * HALF][2];
    float again[HALF];
    for (int i = 0; i < HALF; ++i) {
        coarse[i] = sinf(1.7f * (float)(i * i));
    }
    wafti_wavelet_up(coarse, 2 * HALF, true, fine[0], 2);
    wafti_wavelet_down(fine[0], 2, 2 * HALF, true, again);
    for (int i = 0; i < HALF; ++i) {
        CHECK_NEAR(again[i], coarse[i], 1e-3);
    }
    // An odd line with ends, of one value.
    const float flat[5] = {3.0f, 3.0f, 3.0f, 3.0f, 3.0f};
    float up[5];
    wafti_wavelet_down(flat, 1, 5, false, again);
    wafti_wavelet_up(again, 5, false, up, 1);
    for (int i = 0; i < 5; ++i) {
        CHECK_NEAR(up[i], 3.0, 1e-3);
    }
}

static void a_tile_has_one_octave(void) {
    float* tile = calloc((size_t)2 * WAFTI_TILE_CELLS, sizeof(*tile));
    if (!CHECK(tile != NULL)) {
        return;
    }
    wafti_wavelet_fill_tile(3, tile, tile + WAFTI_TILE_CELLS);
    double sum = 0.0;
    double low = 0.0;
    for (int32_t i = 0; i < WAFTI_TILE_CELLS; ++i) {
        sum += (double)tile[i] * (double)tile[i];
    }
    // Means of 8^3 cells have none of it; those of plain random numbers would have 1/512.
    for (int32_t n = 0; n < 16 * 16 * 16; ++n) {
        double mean = 0.0;
        for (int32_t m = 0; m < 512; ++m) {
            const int32_t at[3] = {
                n % 16 * 8 + m % 8, n / 16 % 16 * 8 + m / 8 % 8, n / 256 * 8 + m / 64};
            mean += (double)tile[at[0] + 128 * (at[1] + 128 * at[2])];
        }
        low += mean * mean / (512.0 * 512.0);
    }
    // Two noises, each less the eighth that half the samples can hold.
    CHECK_NEAR(sum / WAFTI_TILE_CELLS, 1.75, 0.1);
    CHECK(low / 4096.0 < 0.2 * sum / WAFTI_TILE_CELLS / 512.0);
    CHECK(wafti_wavelet_rms(tile) > 0.1);
    // Round the period, and nothing but the seed decides.
    float a[3];
    float b[3];
    wafti_wavelet_vector(tile, (const float[3]){1.25f, 127.5f, 3.0f}, a);
    wafti_wavelet_vector(tile, (const float[3]){129.25f, -0.5f, -125.0f}, b);
    CHECK(a[0] == b[0] && a[1] == b[1] && a[2] == b[2]);
    wafti_wavelet_fill_tile(4, tile, tile + WAFTI_TILE_CELLS);
    wafti_wavelet_vector(tile, (const float[3]){1.25f, 127.5f, 3.0f}, b);
    CHECK(a[0] != b[0] && a[1] != b[1] && a[2] != b[2]);
    free(tile);
}

// Points a cell apart, as fine cells in a calm flow are, with a jump; and points anywhere.
static float point_at(int32_t i, int axis, bool scattered) {
    if (scattered) {
        return 300.0f * sinf((float)(i * i + 7 * axis));
    }
    const float along = axis == 0 ? (float)i : 0.0f;
    return -40.3f + along + 0.01f * (float)(i % 5) + (i > 50 ? 2.6f : 0.0f) + (float)axis;
}

static void check_set(const float* tile, wafti_wavelet_adder* add, bool scattered) {
    enum { COUNT = 101, ROOM = COUNT + 16 };
    float at[3][ROOM] = {{0.0f}};
    float share[ROOM] = {0.0f};
    float out[3][ROOM] = {{0.0f}};
    for (int32_t i = 0; i < COUNT; ++i) {
        share[i] = 0.5f + 0.01f * (float)i;
        for (int axis = 0; axis < 3; ++axis) {
            at[axis][i] = point_at(i, axis, scattered);
            out[axis][i] = 1.0f;
        }
    }
    const wafti_wavelet_points points = {tile, {at[0], at[1], at[2]}, share, 2.0f, COUNT};
    add(&points, (float* const[3]){out[0], out[1], out[2]});
    double worst = 0.0;
    for (int32_t i = 0; i < COUNT; ++i) {
        float v[3];
        wafti_wavelet_vector(tile, (const float[3]){at[0][i], at[1][i], at[2][i]}, v);
        for (int axis = 0; axis < 3; ++axis) {
            const double want = 1.0 + 2.0 * (double)share[i] * (double)v[axis];
            worst = fmax(worst, fabs((double)out[axis][i] - want));
        }
    }
    CHECK_NEAR(worst, 0.0, 1e-5);
}

static void sets_agree(void) {
    static const wafti_isa sets[] = {
        WAFTI_ISA_SCALAR, WAFTI_ISA_SSE2, WAFTI_ISA_AVX2, WAFTI_ISA_NEON};
    float* tile = calloc((size_t)2 * WAFTI_TILE_CELLS, sizeof(*tile));
    if (!CHECK(tile != NULL)) {
        return;
    }
    wafti_wavelet_fill_tile(3, tile, tile + WAFTI_TILE_CELLS);
    for (size_t n = 0; n < 2 * sizeof(sets) / sizeof(sets[0]); ++n) {
        if (sets[n / 2] <= wafti_isa_choose()) {
            check_set(tile, wafti_wavelet_choose(sets[n / 2]), n % 2 == 1);
        }
    }
    free(tile);
}

// ---- the flow

static double rough_half(const double p[3], void* user) {
    (void)user;
    const int32_t cell = (int32_t)(p[1] / h);
    return p[1] < 0.5 ? speed : speed + (cell % 2 == 0 ? 0.5 : -0.5);
}

static detail_fixture open_wavelet(void) {
    const waft_smoke_def smoke = detail_fixture_box(N, h);
    waft_detail_def def = waft_detail_def_default();
    def.mode = WAFT_DETAIL_WAVELET;
    def.refine = 2;
    def.hold = 10.0 * dt;
    def.texture_frames = 2;
    return detail_fixture_open(&smoke, dt, &def, NULL, 1);
}

// rms of v over the fine faces from row `low` on to `high`.
static double across(const detail_fixture* d, int32_t low, int32_t high) {
    const waft_field v = waft_smoke_field(waft_detail_smoke(d->detail), WAFT_SMOKE_VELOCITY_Y);
    double sum = 0.0;
    for (int32_t j = low; j < high; ++j) {
        for (int32_t n = 0; n < 4 * N * N; ++n) {
            const double u = (double)waft_field_at(&v, n % (2 * N), j, n / (2 * N));
            sum += u * u;
        }
    }
    return sqrt(sum / (4.0 * N * N * (high - low)));
}

static void noise_is_where_the_flow_is_rough(void) {
    detail_fixture d = open_wavelet();
    smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X, 0, rough_half, NULL);
    smoke_fixture_steps(&d.f, 1);
    CHECK(across(&d, 22, 26) > 0.05);
    CHECK(across(&d, 22, 26) < 0.5);
    CHECK(across(&d, 6, 10) < 0.2 * across(&d, 22, 26));
    detail_fixture_close(&d);
}

// State: for each of two sets its turn, then displacements along each axis.
typedef struct coordinates {
    uint64_t turn;
    float moved[3][N * N * N];
} coordinates;

static void read_coordinates(const detail_fixture* d, coordinates out[2]) {
    wafti_stream stream = wafti_stream_save(out, 2 * sizeof(*out));
    wafti_wavelet_state(d->detail, &stream);
    CHECK(!stream.failed && stream.position == 2 * sizeof(*out));
}

// Coordinates go with the flow, and a set starts anew once in 20 steps, the other 10 later.
static void coordinates_are_carried(void) {
    static coordinates sets[2];
    detail_fixture d = open_wavelet();
    detail_fixture_stream(&d, speed);
    const int32_t cell = 12 + N * (5 + N * 7);
    const double way = -speed * dt / h;
    smoke_fixture_steps(&d.f, 3);
    read_coordinates(&d, sets);
    CHECK(sets[0].turn == 0 && sets[1].turn == 0);
    CHECK_NEAR(sets[0].moved[0][cell], 3.0 * way, 1e-4);
    CHECK_NEAR(sets[1].moved[0][cell], 3.0 * way, 1e-4);
    CHECK_NEAR(sets[0].moved[1][cell], 0.0, 1e-5);
    smoke_fixture_steps(&d.f, 9);
    read_coordinates(&d, sets);
    CHECK(sets[0].turn == 0 && sets[1].turn == 1);
    CHECK_NEAR(sets[0].moved[0][cell], 12.0 * way, 1e-3);
    CHECK(fabs((double)sets[1].moved[0][cell]) < 2.5 * fabs(way));
    // A smooth flow has no noise.
    const waft_field u = waft_smoke_field(waft_detail_smoke(d.detail), WAFT_SMOKE_VELOCITY_X);
    CHECK_NEAR(waft_field_at(&u, 9, 9, 9), speed, 1e-3);
    detail_fixture_close(&d);
}

static const test_case cases[] = {{"down_undoes_up", down_undoes_up},
    {"a_tile_has_one_octave", a_tile_has_one_octave}, {"sets_agree", sets_agree},
    {"noise_is_where_the_flow_is_rough", noise_is_where_the_flow_is_rough},
    {"coordinates_are_carried", coordinates_are_carried}};

TEST_MAIN(cases)
