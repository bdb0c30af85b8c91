// SPDX-License-Identifier: MIT
// Rows bem-ellipsoids, bem-order and bem-shift of docs/spec/bodies.md#verification, and the vector
// kernels against the formulas of docs/spec/bodies.md#boundary-elements as they stand.
#include "hull/panels.h"
#include "hull_fixture.h"
#include "mesh/vector.h"
#include "mesh/winding.h"

#include <stdlib.h>

static const double round_axes[3] = {1.0, 1.0, 1.0};
static const double long_axes[3] = {1.0, 2.0, 4.0};
static const double flat_axes[3] = {1.0, 1.0, 0.05};

static void find(const waft_mesh* mesh, int threads, wafti_isa isa, double k[36]) {
    hull_bench bench;
    hull_bench_open(&bench, threads, isa);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    const wafti_panel_job job = {.mesh = &view};
    int iterations = 0;
    CHECK(wafti_added_mass_bem(&job, &bench.context, k, NULL, &iterations) == WAFT_OK);
    CHECK(iterations >= 5 && iterations <= 25);
    hull_bench_close(&bench);
}

static double error_of(const double axes[3], int detail) {
    waft_mesh* mesh = mesh_ellipsoid(detail, axes, NULL);
    double k[36];
    find(mesh, 1, wafti_isa_choose(), k);
    const double error = worst_error(k, axes, waft_mesh_get_info(mesh).volume);
    waft_mesh_destroy(mesh);
    return error;
}

static void test_ellipsoids(void) {
    const double fine = error_of(round_axes, 3);
    CHECK(fine < 0.5);
    CHECK_NEAR(error_of(round_axes, 2) / fine, 4.0, 0.3);
    CHECK(error_of(long_axes, 3) < 0.7);
    CHECK(error_of(flat_axes, 3) < 2.5);
    CHECK(error_of(long_axes, 2) < 2.1);
    CHECK(error_of(flat_axes, 2) < 7.5);
}

static void test_moved(void) {
    const double shift[3] = {0.3, -0.5, 0.7};
    waft_mesh* still = mesh_ellipsoid(2, long_axes, NULL);
    waft_mesh* moved = mesh_ellipsoid(2, long_axes, shift);
    double k[36];
    double got[36];
    find(still, 1, wafti_isa_choose(), k);
    find(moved, 1, wafti_isa_choose(), got);
    // The body moved by +c about a fixed point is the point moved by -c.
    wafti_added_mass_shift(k, (const double[3]){-shift[0], -shift[1], -shift[2]});
    for (int i = 0; i < 36; ++i) {
        CHECK_NEAR(got[i], k[i], 1e-10 * k[0]);
    }
    waft_mesh_destroy(still);
    waft_mesh_destroy(moved);
}

// int dS / |p - y| over a facet as docs/spec/bodies.md#boundary-elements writes it.
static double plain_potential(const wafti_panels* panels, size_t j, const double p[3], bool own) {
    const wafti_panel* panel = &panels->items[j];
    double sum = 0.0;
    double step[3];
    for (int k = 0; k < 3; ++k) {
        const double* a = &panels->points[3 * (size_t)panel->corner[k]];
        const double* b = &panels->points[3 * (size_t)panel->corner[(k + 1) % 3]];
        double along[3];
        double to_a[3];
        double to_b[3];
        double out[3];
        wafti_vector_sub(b, a, along);
        wafti_vector_sub(a, p, to_a);
        wafti_vector_sub(b, p, to_b);
        const double l = wafti_vector_normalize(along);
        const double r = wafti_vector_length(to_a) + wafti_vector_length(to_b);
        wafti_vector_cross(along, panel->normal, out);
        sum += wafti_vector_dot(out, to_a) * log((r + l) / fmax(r - l, 1e-300));
    }
    wafti_vector_sub(p, panel->centroid, step);
    const double height = own ? 0.0 : fabs(wafti_vector_dot(panel->normal, step));
    return sum - height * fabs(wafti_solid_angle(panels->points, panels->items[j].corner, p));
}

static void check_kernel(wafti_bem_kernel* kernel, const wafti_panels* panels) {
    wafti_dense matrix;
    CHECK(wafti_dense_init(&matrix, panels->count, NULL, NULL) == WAFT_OK);
    const size_t stride = wafti_dense_stride(&matrix);
    double* right = calloc(6 * stride, sizeof(double));
    double* scratch = calloc(wafti_bem_scratch(panels), sizeof(double));
    const wafti_bem_rows rows = {panels, &matrix, right, scratch};
    for (size_t block = 0; block < matrix.blocks; ++block) {
        kernel(&rows, block);
    }
    double worst_angle = 0.0;
    double worst_right = 0.0;
    for (size_t i = 0; i < panels->count; i += 5) {
        const double* p = panels->items[i].centroid;
        double sums[6] = {0.0};
        double whole = 0.0;
        for (size_t j = 0; j < panels->count; ++j) {
            const double got = 4.0 * M_PI * *wafti_dense_at(&matrix, i, j);
            const double want =
                i == j ? 2.0 * M_PI : wafti_solid_angle(panels->points, panels->items[j].corner, p);
            worst_angle = fmax(worst_angle, fabs(got - want));
            whole += i == j ? 0.0 : got;
            for (int b = 0; b < 6; ++b) {
                sums[b] -= 0.25 / M_PI * plain_potential(panels, j, p, i == j) *
                           panels->items[j].motion[b];
            }
        }
        CHECK_NEAR(whole, 2.0 * M_PI, 1e-9);
        for (size_t b = 0; b < 6; ++b) {
            worst_right = fmax(worst_right, fabs(sums[b] - right[b * stride + i]));
        }
    }
    CHECK(worst_angle < 1e-11);
    CHECK(worst_right < 1e-11);
    free(right);
    free(scratch);
    wafti_dense_free(&matrix);
}

static void test_kernels(void) {
    waft_mesh* mesh = mesh_ellipsoid(2, flat_axes, NULL);
    const waft_mesh_view view = waft_mesh_get_view(mesh);
    wafti_panels panels;
    CHECK(wafti_panels_init(&panels, &view, (const double[3]){0, 0, 0}, NULL, NULL) == WAFT_OK);
    check_kernel(wafti_bem_kernel_choose(WAFTI_ISA_SCALAR), &panels);
    check_kernel(wafti_bem_kernel_choose(wafti_isa_choose()), &panels);
    if (wafti_isa_choose() == WAFTI_ISA_AVX2 || wafti_isa_choose() == WAFTI_ISA_AVX512) {
        check_kernel(wafti_bem_kernel_choose(WAFTI_ISA_SSE2), &panels);
        check_kernel(wafti_bem_kernel_choose(WAFTI_ISA_AVX2), &panels);
    }
    wafti_arena_free(&panels.arena);
    waft_mesh_destroy(mesh);
}

static void test_threads(void) {
    waft_mesh* mesh = mesh_ellipsoid(2, long_axes, NULL);
    double one[36];
    double other[36];
    find(mesh, 1, wafti_isa_choose(), one);
    for (int threads = 2; threads <= 8; threads += 3) {
        find(mesh, threads, wafti_isa_choose(), other);
        CHECK(same_bits(one, other, sizeof(one)));
    }
    find(mesh, 1, WAFTI_ISA_SCALAR, other);
    for (int i = 0; i < 36; ++i) {
        CHECK_NEAR(one[i], other[i], 1e-9 * one[0]);
    }
    waft_mesh_destroy(mesh);
}

static const test_case cases[] = {
    {"ellipsoids", test_ellipsoids},
    {"moved", test_moved},
    {"kernels", test_kernels},
    {"threads", test_threads},
};

TEST_MAIN(cases)
