// SPDX-License-Identifier: MIT
#include "test.h"
#include "verify/detail_fixture.h"

enum { N = 16 };

static const double speed = 2.0;
static const double rate = 3.0; // 1/s

static double shear(const double p[3], void* user) {
    (void)user;
    return rate * p[1];
}

static double half_dense(const double p[3], void* user) {
    (void)user;
    return p[0] < 0.5 ? 0.1 : 0.6;
}

static void find_psi(detail_fixture* d) {
    detail_fixture_load(d);
    wafti_pool_begin(d->detail->context->pool);
    (void)wafti_part_reach(&d->detail->parts[0], 0.0);
    wafti_part_find_psi(&d->detail->parts[0], 0.1);
    wafti_pool_end(d->detail->context->pool);
}

// A stream along x in a periodic box.
static detail_fixture open_stream(const waft_detail_def* def) {
    const waft_smoke_def smoke = detail_fixture_box(N, 1.0 / N);
    detail_fixture d = detail_fixture_open(&smoke, 0.1, def, detail_fixture_bank(16, 5.0, 0.5), 1);
    detail_fixture_stream(&d, speed);
    smoke_fixture_set(&d.f, WAFT_SMOKE_DENSITY, -1, half_dense, NULL);
    find_psi(&d);
    return d;
}

static void weights_multiply(void) {
    waft_detail_def def = waft_detail_def_default();
    def.trigger_count = 2;
    def.triggers[0] = waft_trigger_default(WAFT_TRIGGER_SPEED);
    def.triggers[1] = waft_trigger_default(WAFT_TRIGGER_DENSITY);
    def.triggers[1].threshold = 0.2f;
    def.triggers[1].reference = 1.2f;
    detail_fixture d = open_stream(&def);
    const waft_field psi = waft_detail_psi(d.detail, 0);
    CHECK_NEAR(waft_field_at(&psi, 3, 4, 5), 0.0, 0.0);
    CHECK_NEAR(waft_field_at(&psi, 12, 4, 5), 0.5 * speed * 0.5, 1e-5);
    detail_fixture_close(&d);
}

// Speed has the weight 1, which is the greatest whatever the density is.
static void the_greatest_weight_counts(void) {
    for (int first = 0; first < 2; ++first) {
        waft_detail_def def = waft_detail_def_default();
        def.trigger_count = 2;
        def.trigger_max = true;
        def.triggers[first] = waft_trigger_default(WAFT_TRIGGER_SPEED);
        def.triggers[1 - first] = waft_trigger_default(WAFT_TRIGGER_DENSITY);
        def.triggers[1 - first].threshold = 0.2f;
        def.triggers[1 - first].reference = 1.2f;
        detail_fixture d = open_stream(&def);
        const waft_field psi = waft_detail_psi(d.detail, 0);
        CHECK_NEAR(waft_field_at(&psi, 3, 4, 5), 0.5 * speed, 1e-5);
        CHECK_NEAR(waft_field_at(&psi, 12, 4, 5), 0.5 * speed, 1e-5);
        detail_fixture_close(&d);
    }
}

// V = |S| / w_1, at most a share of the greatest speed.
static void strain_scales(void) {
    waft_smoke_def smoke = smoke_fixture_def(N, N, N, 1.0 / N);
    smoke.temperature = false;
    for (int limited = 0; limited < 2; ++limited) {
        waft_detail_def def = waft_detail_def_default();
        def.trigger_count = 1;
        def.triggers[0] = waft_trigger_default(WAFT_TRIGGER_STRAIN);
        def.triggers[0].limit = limited != 0 ? 1e-3f : 0.0f;
        detail_fixture d =
            detail_fixture_open(&smoke, 0.1, &def, detail_fixture_bank(16, 5.0, 0.5), 1);
        smoke_fixture_set(&d.f, WAFT_SMOKE_VELOCITY_X, 0, shear, NULL);
        find_psi(&d);
        const waft_field psi = waft_detail_psi(d.detail, 0);
        const double want =
            limited != 0 ? 1e-3 * d.detail->fastest : rate / sqrt(2.0) / d.detail->first_wave;
        CHECK_NEAR(d.detail->fastest, limited != 0 ? rate * (N - 0.5) / N : 0.0, 1e-5);
        CHECK_NEAR(waft_field_at(&psi, 8, 8, 8), 0.5 * want, 1e-5 * want);
        detail_fixture_close(&d);
    }
}

// The bank's vector at the centre of a cell.
static void force_at(const detail_fixture* d, int32_t i, int32_t j, int32_t k, double out[3]) {
    const wafti_part* part = &d->detail->parts[0];
    for (int axis = 0; axis < 3; ++axis) {
        int32_t at[3] = {i + part->offset[0], j + part->offset[1], k + part->offset[2]};
        float low;
        float high;
        wafti_bank_row(&d->detail->bank, part->field, axis, at, 1, &low);
        ++at[axis];
        wafti_bank_row(&d->detail->bank, part->field, axis, at, 1, &high);
        out[axis] = 0.5 * ((double)low + (double)high);
    }
}

typedef struct turned {
    int along, against; // cells where the kick goes with the stream, and against it
    double work;
    double length; // greatest ||Psi v| - p_c |U||
} turned;

static turned turn(waft_detail_direction direction, waft_detail_magnitude magnitude) {
    waft_detail_def def = waft_detail_def_default();
    def.direction = direction;
    def.magnitude = magnitude;
    detail_fixture d = open_stream(&def);
    const waft_field psi = waft_detail_psi(d.detail, 0);
    turned result = {0};
    for (int32_t n = 0; n < N * N * N; ++n) {
        double v[3];
        const int32_t cell[3] = {n % N, n / N % N, n / N / N};
        force_at(&d, cell[0], cell[1], cell[2], v);
        const double p = (double)waft_field_at(&psi, cell[0], cell[1], cell[2]);
        result.along += p * v[0] > 0.0;
        result.against += p * v[0] < 0.0;
        result.work += p * v[0] * speed;
        const double length = fabs(p) * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        result.length = fmax(result.length, fabs(length - 0.5 * speed));
    }
    detail_fixture_close(&d);
    return result;
}

static void directions(void) {
    const turned brake = turn(WAFT_DIRECTION_OPPOSE, WAFT_MAGNITUDE_RMS);
    CHECK(brake.along == 0 && brake.against > N * N * N / 2);
    const turned push = turn(WAFT_DIRECTION_ALIGN, WAFT_MAGNITUDE_LOCAL);
    CHECK(push.against == 0 && push.along > N * N * N / 2);
    CHECK(push.length < 1e-4);
    const turned free = turn(WAFT_DIRECTION_FREE, WAFT_MAGNITUDE_RMS);
    CHECK(free.along > N * N && free.against > N * N && free.length > 0.1);
    CHECK(turn(WAFT_DIRECTION_REGION, WAFT_MAGNITUDE_LOCAL).work < 0.0);
}

// What is taken off a kick across the stream is its part along it.
static void across_the_stream(void) {
    waft_detail_def def = waft_detail_def_default();
    def.direction = WAFT_DIRECTION_PERP;
    detail_fixture d = open_stream(&def);
    const wafti_part* part = &d.detail->parts[0];
    for (int32_t i = 0; i < N; ++i) {
        double v[3];
        force_at(&d, i, 3, 9, v);
        const float along = part->along[wafti_mac_index(&part->smoke->domain.grid, i, 3, 9)];
        CHECK_NEAR(along, 0.5 * speed * v[0] / speed, 1e-5);
    }
    detail_fixture_close(&d);
}

static const test_case cases[] = {{"weights_multiply", weights_multiply},
    {"the_greatest_weight_counts", the_greatest_weight_counts}, {"strain_scales", strain_scales},
    {"directions", directions}, {"across_the_stream", across_the_stream}};

TEST_MAIN(cases)
