// SPDX-License-Identifier: MIT
#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 6 };

static const double h = 1.0 / N;

// 1 on one face at the middle, or on the one where the box comes round.
typedef struct spot {
    int axis;
    double place[3];
} spot;

static double is_spot(const double p[3], void* user) {
    const spot* s = user;
    double off = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double apart = fabs(p[axis] - s->place[axis]);
        off = fmax(off, fmin(apart, 1.0 - apart));
    }
    return off < 0.1 * h ? 1.0 : 0.0;
}

static spot spot_at(int axis, const int32_t cell[3]) {
    spot s = {.axis = axis};
    for (int a = 0; a < 3; ++a) {
        s.place[a] = h * (cell[a] + (a == axis ? 0.0 : 0.5));
    }
    return s;
}

static float* const* smoothed(smoke_fixture* f, spot* s) {
    smoke_fixture_set(f, WAFT_SMOKE_VELOCITY_X + s->axis, s->axis, is_spot, s);
    wafti_pool_begin(f->smoke->context->pool);
    wafti_smoke_edge(f->smoke);
    wafti_smooth_faces(f->smoke, f->smoke->scratch);
    wafti_pool_end(f->smoke->context->pool);
    return f->smoke->scratch;
}

static int32_t apart(int32_t a, int32_t b) {
    const int32_t way = abs(a - b);
    return way < N - way ? way : N - way;
}

static void check_spot(int axis, const int32_t cell[3]) {
    const waft_smoke_def def = detail_fixture_box(N, h);
    smoke_fixture f = smoke_fixture_open(&def, 0.1, 0.0f, 1);
    spot s = spot_at(axis, cell);
    const float* out = smoothed(&f, &s)[axis];
    int wrong = 0;
    for (int32_t k = 0; k < N; ++k) {
        for (int32_t j = 0; j < N; ++j) {
            for (int32_t i = 0; i < N; ++i) {
                const bool near =
                    apart(i, cell[0]) <= 1 && apart(j, cell[1]) <= 1 && apart(k, cell[2]) <= 1;
                const float got = out[wafti_mac_index(&f.smoke->domain.grid, i, j, k)];
                wrong += !(fabsf(got - (near ? 1.0f / 27.0f : 0.0f)) < 1e-7f);
            }
        }
    }
    CHECK(wrong == 0);
    smoke_fixture_close(&f);
}

static void a_face_is_shared_among_27(void) {
    for (int axis = 0; axis < 3; ++axis) {
        check_spot(axis, (const int32_t[3]){3, 2, 3});
        check_spot(axis, (const int32_t[3]){0, 5, 0});
    }
}

static void a_face_of_a_plane_is_shared_among_9(void) {
    waft_smoke_def def = smoke_fixture_def(N, N, 1, h);
    smoke_fixture f = smoke_fixture_open(&def, 0.1, 0.0f, 1);
    spot s = spot_at(1, (const int32_t[3]){3, 3, 0});
    const float* out = smoothed(&f, &s)[1];
    const wafti_mac* grid = &f.smoke->domain.grid;
    CHECK_NEAR(out[wafti_mac_index(grid, 3, 3, 0)], 1.0 / 9.0, 1e-7);
    CHECK_NEAR(out[wafti_mac_index(grid, 2, 4, 0)], 1.0 / 9.0, 1e-7);
    CHECK_NEAR(out[wafti_mac_index(grid, 1, 3, 0)], 0.0, 0.0);
    CHECK_NEAR(out[wafti_mac_index(grid, 3, 5, 0)], 0.0, 0.0);
    smoke_fixture_close(&f);
}

static const test_case cases[] = {{"a_face_is_shared_among_27", a_face_is_shared_among_27},
    {"a_face_of_a_plane_is_shared_among_9", a_face_of_a_plane_is_shared_among_9}};

TEST_MAIN(cases)
