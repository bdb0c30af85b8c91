// SPDX-License-Identifier: MIT
// Fourier transforms (docs/spec/turbulence.md#fourier-transforms) in float against the same source in
// double, whose own tests compare it with the definitions. WAFT_SLOW=1 goes up to 256^3.
#include "oracle/oracle.h"
#include "unit/transform_fixture.h"
#include "verify/verify.h"

static wafti_fft* make_plan(const int32_t n[3], wafti_arena* arena) {
    wafti_fft* plan = NULL;
    wafti_arena_init(arena, NULL, 16384);
    const wafti_fft_def def = {.n = {n[0], n[1], n[2]}, .isa = wafti_isa_choose(), .arena = arena};
    if (wafti_fft_create(&def, &plan, NULL) != WAFT_OK) {
        exit(1);
    }
    return plan;
}

static void verify_box(verify_table* table, const int32_t n[3]) {
    const real_boxes boxes = real_boxes_make(n);
    const size_t parts = boxes.parts;
    double* start = random_values(boxes.count, 12);
    double* want = test_memory(2 * parts, sizeof(double));
    double* got = test_memory(2 * parts, sizeof(double));
    wafti_arena arena;
    wafti_fft* plan = make_plan(n, &arena);
    real_boxes_forward(&boxes, plan, start, got);
    char name[64];
    (void)snprintf(name, sizeof(name), "spectrum of %dx%dx%d rel. L2", n[0], n[1], n[2]);
    const bool planned = oracle_to_spectrum(n, start, want, want + parts);
    const double off = planned ? relative_l2(got, want, 2 * parts) : (double)NAN;
    (void)verify_near(table, name, 0.0, off, 5e-7);
    real_boxes_backward(&boxes, plan, got);
    (void)snprintf(name, sizeof(name), "round trip of %dx%dx%d rel. L2", n[0], n[1], n[2]);
    (void)verify_near(table, name, 0.0, relative_l2(got, start, boxes.count), 1e-6);
    wafti_arena_free(&arena);
    real_boxes_free(&boxes);
    free(start);
    free(want);
    free(got);
}

static int verify_fft(bool slow) {
    static const int32_t boxes[][3] = {{64, 64, 64}, {96, 40, 20}, {512, 384, 1}, {1024, 1, 1},
        {128, 128, 128}, {192, 160, 320}, {256, 256, 256}};
    verify_table table = verify_open("fft-against-double");
    for (size_t i = 0; i < sizeof(boxes) / sizeof(boxes[0]) && (slow || i < 4); ++i) {
        verify_box(&table, boxes[i]);
    }
    return verify_close(&table);
}

// Float solutions of Poisson's equation against double ones, right-hand side white noise without
// mean; the ends are those of a room, a chimney and a channel.
static void verify_solution(
    verify_table* table, const char* name, const int32_t n[3], const wafti_ends ends[3]) {
    const box b = box_make(n[0], n[1], n[2]);
    const size_t count = box_count(&b);
    double* want = random_values(count, 13);
    double* got = test_memory(count, sizeof(double));
    wafti_spectral* plan = NULL;
    wafti_arena arena;
    wafti_arena_init(&arena, NULL, 16384);
    const wafti_spectral_def def = {.n = {n[0], n[1], n[2]},
        .ends = {ends[0], ends[1], ends[2]},
        .isa = wafti_isa_choose(),
        .arena = &arena};
    if (wafti_spectral_create(&def, &plan, NULL) != WAFT_OK) {
        exit(1);
    }
    box_put(&b, want);
    spectral_run(plan, b.data, b.strides);
    box_take(&b, got);
    const bool planned = oracle_solve_poisson(n, ends, want);
    (void)verify_near(
        table, name, 0.0, planned ? relative_l2(got, want, count) : (double)NAN, 1e-6);
    wafti_arena_free(&arena);
    free(b.data);
    free(want);
    free(got);
}

static int verify_poisson(void) {
    verify_table table = verify_open("poisson-transforms");
    static const wafti_ends room[3] = {WAFTI_ENDS_CLOSED, WAFTI_ENDS_CLOSED, WAFTI_ENDS_CLOSED};
    static const wafti_ends chimney[3] = {
        WAFTI_ENDS_CLOSED, WAFTI_ENDS_CLOSED_OPEN, WAFTI_ENDS_CLOSED};
    static const wafti_ends channel[3] = {
        WAFTI_ENDS_PERIODIC, WAFTI_ENDS_OPEN, WAFTI_ENDS_OPEN_CLOSED};
    verify_solution(&table, "phi in a room 64x64x64", (const int32_t[3]){64, 64, 64}, room);
    verify_solution(&table, "phi in a chimney 40x96x48", (const int32_t[3]){40, 96, 48}, chimney);
    verify_solution(&table, "phi in a channel 96x20x24", (const int32_t[3]){96, 20, 24}, channel);
    verify_solution(&table, "phi in a room 256x160x1", (const int32_t[3]){256, 160, 1}, room);
    return verify_close(&table);
}

int main(void) {
    const bool slow = getenv("WAFT_SLOW") != NULL;
    const int failures = verify_fft(slow) + verify_poisson();
    return failures == 0 ? 0 : 1;
}
