// SPDX-License-Identifier: MIT
#include "mesh/particle_field.h"

#include "surface_fixture.h"
#include "test.h"

static cloud c;
static wafti_blocks blocks;
static wafti_field field;
static wafti_room room = {.name = "surface", .most = (size_t)1 << 30};
static wafti_pool* pool;

static double spline(double q) {
    const double t = fmax(0.0, 1.0 - q);
    const double v = fmax(0.0, 0.5 - q);
    return 2.0 * t * t * t - 8.0 * v * v * v;
}

static double distance(const double at[3], size_t i) {
    double squares = 0.0;
    for (int d = 0; d < 3; ++d) {
        const double gap = at[d] - (double)c.position[d][i];
        squares += gap * gap;
    }
    return sqrt(squares);
}

static double weight_of(size_t i) {
    const double at[3] = {
        (double)c.position[0][i], (double)c.position[1][i], (double)c.position[2][i]};
    double sum = 0.0;
    for (size_t j = 0; j < c.count; ++j) {
        sum += spline(distance(at, j) / 0.2);
    }
    return 1.0 / sum;
}

// The sum over all particles in double.
static double value_at(const double at[3], const double* weights) {
    double sum = 0.0;
    for (size_t i = 0; i < c.count; ++i) {
        sum += weights[i] * spline(distance(at, i) / 0.2);
    }
    return sum;
}

static double weights[CLOUD_CAPACITY];

static void make(wafti_isa isa) {
    const waft_surface_particles view = cloud_view(&c);
    CHECK(wafti_blocks_fill(&blocks, &room, &view, 0.3, 0.2) == WAFT_OK);
    field.blocks = &blocks;
    field.kernels = wafti_field_kernels_choose(isa);
    field.pool = pool;
    for (int d = 0; d < 3; ++d) {
        field.velocity[d] = c.velocity[d];
    }
    CHECK(wafti_field_make(&field, &room) == WAFT_OK);
}

static void scatter(void) {
    c.count = 0;
    c.spacing = 0.1f;
    cloud_random_box(&c, 1200, 1.1, 9);
    // More than a fill of a kernel holds, all in one place.
    uint64_t seed = 4;
    for (int n = 0; n < 700; ++n) {
        cloud_add(&c, 0.3 + 0.01 * cloud_random(&seed), 0.31, 0.6 + 0.01 * cloud_random(&seed));
    }
    for (size_t i = 0; i < c.count; ++i) {
        weights[i] = weight_of(i);
        c.velocity[1][i] = (float)i;
    }
}

static void agrees_with_all_pairs(void) {
    scatter();
    for (int isa = 0; isa < 2; ++isa) {
        make(isa == 0 ? WAFTI_ISA_SCALAR : wafti_isa_choose());
        double worst_weight = 0.0;
        for (size_t i = 0; i < c.count; ++i) {
            const double want = weights[blocks.order[i]];
            worst_weight = fmax(worst_weight, fabs((double)field.weights[i] - want) / want);
        }
        CHECK_NEAR(worst_weight, 0.0, 1e-5);
        double worst = 0.0;
        for (size_t n = 0; n < 5000; ++n) {
            const size_t b = n * 7 % blocks.block_count;
            const size_t node = n * 13 % WAFTI_BLOCK_NODES;
            double at[3];
            wafti_block_origin(&blocks, blocks.keys[b], at);
            at[0] += 0.0375 * (double)(node % 8);
            at[1] += 0.0375 * (double)(node / 8 % 8);
            const size_t plane = node / 64;
            at[2] += 0.0375 * (double)plane;
            const double got = (double)field.values[b * WAFTI_BLOCK_NODES + node];
            worst = fmax(worst, fabs(got - value_at(at, weights)));
        }
        CHECK_NEAR(worst, 0.0, 3e-5);
    }
}

static wafti_field_places places;
static wafti_field_sums sums;

static void samples_agree(void) {
    scatter();
    make(wafti_isa_choose());
    double origin[3];
    const uint64_t key = blocks.homes[blocks.home_count / 2].key;
    wafti_block_origin(&blocks, key, origin);
    places.count = 64;
    uint64_t seed = 77;
    for (size_t n = 0; n < (size_t)3 * 64; ++n) {
        places.position[n / 64][n % 64] = (float)(1.5 * cloud_random(&seed));
    }
    wafti_field_sample(&field, key, &places, &sums);
    for (size_t n = 0; n < 64; ++n) {
        double at[3];
        for (int d = 0; d < 3; ++d) {
            at[d] = origin[d] + 0.2 * (double)places.position[d][n];
        }
        double plain = 0.0;
        double moved = 0.0;
        for (size_t i = 0; i < c.count; ++i) {
            const double w = spline(distance(at, i) / 0.2);
            plain += w;
            moved += weights[i] * w * (double)c.velocity[1][i];
        }
        CHECK_NEAR(sums.value[n], value_at(at, weights), 3e-5);
        CHECK_NEAR(sums.plain[n], plain, 1e-5 * plain + 3e-5);
        CHECK_NEAR(sums.velocity[1][n], moved, 1e-4 * fabs(moved) + 1e-2);
        for (int d = 0; d < 3; ++d) {
            double ahead[3] = {at[0], at[1], at[2]};
            double behind[3] = {at[0], at[1], at[2]};
            ahead[d] += 1e-6;
            behind[d] -= 1e-6;
            const double slope =
                (value_at(ahead, weights) - value_at(behind, weights)) / 2e-6 * 0.2;
            CHECK_NEAR(sums.gradient[d][n], slope, 2e-4);
        }
    }
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"agrees_with_all_pairs", agrees_with_all_pairs},
        {"samples_agree", samples_agree},
    };
    if (wafti_pool_create(&(wafti_pool_def){.threads = 2}, &pool, NULL) != WAFT_OK) {
        return 1;
    }
    const int failed = test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
    wafti_room_free(&room);
    wafti_pool_destroy(pool);
    return failed;
}
