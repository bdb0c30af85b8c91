// SPDX-License-Identifier: MIT
// Particles at the start, src/liquid/blocks.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static liquid_fixture open_empty(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.max_particles = 2000;
    return liquid_open(&def, 0.01, 9.81f, 1);
}

static void stands_on_a_lattice(void) {
    liquid_fixture f = open_empty();
    CHECK(liquid_block(&f, 0.2f, 0.0f, 0.0f, 0.7f, 0.4f, 0.3f) == 5 * 4 * 3);
    const waft_liquid_view view = waft_liquid_get_view(f.liquid);
    double least = 9.0;
    for (uint32_t i = 0; i < view.count; ++i) {
        const double cell = ((double)view.position[0][i] - 0.25) / 0.1;
        CHECK_NEAR(cell, round(cell), 1e-4);
        least = fmin(least, (double)view.position[1][i]);
    }
    CHECK_NEAR(least, 0.05, 1e-6);
    // What is not whole spacings loses its last part.
    CHECK(liquid_block(&f, 1.0f, 0.0f, 0.0f, 1.59f, 0.1f, 0.1f) == 5);
    liquid_close(&f);
}

static void leaves_out_what_solids_cover(void) {
    liquid_fixture f = open_empty();
    waft_solid_def ball = liquid_ball(0.2f, 0.5f, 0.5f, 0.5f);
    CHECK(waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) == WAFT_OK);
    const uint32_t count = liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.0f, 1.0f, 1.0f);
    // The sphere with half a spacing around it holds about 65 of the thousand.
    CHECK(count > 880 && count < 960);
    const waft_liquid_view view = waft_liquid_get_view(f.liquid);
    for (uint32_t i = 0; i < view.count; ++i) {
        const double x = (double)view.position[0][i] - 0.5;
        const double y = (double)view.position[1][i] - 0.5;
        const double z = (double)view.position[2][i] - 0.5;
        CHECK(sqrt(x * x + y * y + z * z) >= 0.2 + 0.0449);
    }
    liquid_close(&f);
}

static void takes_all_or_nothing(void) {
    liquid_fixture f = open_empty();
    CHECK(liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.5f, 0.5f, 0.5f) == 125);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    liquid_put_box(&block, 0.43f, 0.0f, 0.0f, 0.93f, 0.5f, 0.5f);
    CHECK(waft_liquid_add_block(f.liquid, &block, NULL) == WAFT_ERR_ARGUMENT);
    const char* told = waft_world_error(f.world);
    CHECK(strstr(told, "25 pairs closer than 0.5 spacing") != NULL);
    CHECK(strstr(told, "between liquid.blocks[0] and liquid.blocks[1]") != NULL);
    CHECK(waft_liquid_get_view(f.liquid).count == 125);
    liquid_put_box(&block, 0.6f, 0.0f, 0.0f, 2.0f, 2.0f, 1.0f);
    CHECK(waft_liquid_add_block(f.liquid, &block, NULL) == WAFT_ERR_FULL);
    CHECK(waft_liquid_get_view(f.liquid).count == 125);
    CHECK(liquid_block(&f, 0.5f, 0.0f, 0.0f, 1.0f, 0.5f, 0.5f) == 125);
    liquid_close(&f);
}

static void shakes_by_the_seed(void) {
    double sums[2];
    for (int n = 0; n < 2; ++n) {
        liquid_fixture f = cloud_open(WAFT_LIQUID_WCSPH);
        const waft_liquid_view view = waft_liquid_get_view(f.liquid);
        double worst = 0.0;
        double most = 0.0;
        sums[n] = 0.0;
        for (uint32_t i = 0; i < view.count; ++i) {
            const double cell = (double)view.position[1][i] / 0.1 - 0.5;
            worst = fmax(worst, fabs(cell - round(cell)));
            most = fmax(most, fabs((double)view.velocity[1][i]));
            sums[n] += (double)view.position[1][i];
        }
        CHECK(worst > 0.19 && worst <= 0.2001);
        CHECK(most == 0.0);
        liquid_close(&f);
    }
    CHECK(sums[0] == sums[1]);
}

static void lists_are_taken_as_given(void) {
    liquid_fixture f = open_empty();
    const waft_vec3 places[2] = {{0.5f, 0.5f, 0.5f}, {0.5f, 0.7f, 0.5f}};
    const waft_vec3 velocities[2] = {{1.0f, 0.0f, 0.0f}, {0.0f, 2.0f, 0.0f}};
    CHECK(waft_liquid_add_particles(f.liquid, places, velocities, 2) == WAFT_OK);
    const waft_liquid_view view = waft_liquid_get_view(f.liquid);
    CHECK(view.count == 2);
    const uint32_t second = view.id[0] == 1 ? 0 : 1;
    CHECK(view.position[1][second] == 0.7f && view.velocity[1][second] == 2.0f);
    CHECK(waft_liquid_add_particles(f.liquid, places, velocities, 1) == WAFT_ERR_ARGUMENT);
    const char* told = waft_world_error(f.world);
    CHECK(strstr(told, "between list 0 of particles and list 1 of particles") != NULL);
    CHECK(waft_liquid_add_particles(f.liquid, NULL, NULL, 1) == WAFT_ERR_ARGUMENT);
    CHECK(waft_liquid_get_view(f.liquid).count == 2);
    liquid_close(&f);
}

typedef struct log_count {
    int crowds, viscosities;
} log_count;

static void count_log(void* user, waft_log_level level, const char* sentence) {
    log_count* count = user;
    count->crowds +=
        level == WAFT_LOG_WARNING && strstr(sentence, "the density starts at 2.") != NULL;
    count->viscosities +=
        level == WAFT_LOG_NOTE &&
        strstr(sentence, "numerical viscosity of 0.002 m2/s to the 1e-06 m2/s") != NULL;
}

// Lattices in each other's gaps: no pair is too close, but there is twice as much as fits.
static void warns_of_a_crowd(void) {
    for (int n = 0; n < 4; ++n) {
        log_count count = {0, 0};
        waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
        def.method = n < 2 ? WAFT_LIQUID_WCSPH : WAFT_LIQUID_DFSPH;
        def.sound_speed = 50.0f;
        liquid_fixture f =
            liquid_open_logged(&def, 1e-4, 9.81f, 1, (waft_logger){&count, count_log});
        (void)liquid_block(&f, 0.5f, 0.5f, 0.5f, 1.0f, 1.0f, 1.0f);
        if (n % 2 == 1) {
            (void)liquid_block(&f, 0.55f, 0.55f, 0.55f, 0.95f, 0.95f, 0.95f);
        }
        liquid_step(&f);
        liquid_step(&f);
        CHECK(count.crowds == n % 2);
        CHECK(count.viscosities == (n < 2));
        liquid_close(&f);
    }
}

static const test_case cases[] = {
    {"warns_of_a_crowd", warns_of_a_crowd},
    {"stands_on_a_lattice", stands_on_a_lattice},
    {"leaves_out_what_solids_cover", leaves_out_what_solids_cover},
    {"takes_all_or_nothing", takes_all_or_nothing},
    {"shakes_by_the_seed", shakes_by_the_seed},
    {"lists_are_taken_as_given", lists_are_taken_as_given},
};

TEST_MAIN(cases)
