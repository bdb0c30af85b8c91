// SPDX-License-Identifier: MIT
// Added mass by direct boundary elements, constant on facets, collocated at their centroids
// (docs/spec/bodies.md#boundary-elements).
#include "hull/panels.h"

#include "base/error.h"

enum { MOST_ITERATIONS = 100 };

static const double tolerance = 1e-10;

typedef struct assembly {
    wafti_bem_kernel* kernel;
    wafti_bem_rows rows; // with the scratch of task 0
} assembly;

size_t wafti_bem_scratch(const wafti_panels* panels) {
    return (panels->point_count + 2 * panels->edge_count) * WAFTI_DENSE_ROWS;
}

wafti_bem_kernel* wafti_bem_kernel_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, wafti_bem_kernel);
}

static void fill_blocks(void* context, int32_t task) {
    const assembly* a = context;
    wafti_bem_rows rows = a->rows;
    rows.scratch += (size_t)task * wafti_bem_scratch(rows.panels);
    const size_t first = (size_t)task * WAFTI_DENSE_TASK;
    for (size_t block = first; block < first + WAFTI_DENSE_TASK && block < rows.matrix->blocks;
         ++block) {
        a->kernel(&rows, block);
    }
}

static waft_result fill(const wafti_panels* panels, wafti_dense* matrix,
    double* sides, // NOLINT(readability-non-const-parameter): kernels fill it
    const wafti_context* context) {
    const size_t tasks = (matrix->blocks + WAFTI_DENSE_TASK - 1) / WAFTI_DENSE_TASK;
    const size_t scratch = wafti_size_mul(tasks, wafti_bem_scratch(panels));
    assembly a = {wafti_bem_kernel_choose(context->isa),
        {.panels = panels, .matrix = matrix, .right = sides}};
    a.rows.scratch = wafti_allocate(&context->allocator, scratch, sizeof(double));
    if (a.rows.scratch == NULL) {
        return wafti_fail_memory(context->error, scratch, "the panel solve");
    }
    const double pairs = (double)panels->count * (double)panels->count;
    wafti_pool_run(context->pool, (int32_t)tasks, 0.01 * pairs, fill_blocks, &a);
    wafti_release(&context->allocator, a.rows.scratch, scratch, sizeof(double));
    return WAFT_OK;
}

waft_result wafti_added_mass_bem(const wafti_panel_job* job, const wafti_context* context,
    double out_k[36], double* potential, int* out_iterations) {
    const wafti_panels_method method = {
        .fill = fill, .limits = {tolerance, MOST_ITERATIONS}, .scale = -1.0};
    return wafti_panels_solve(job, &method, context, out_k, potential, out_iterations);
}
