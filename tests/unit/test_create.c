// SPDX-License-Identifier: MIT
// What a liquid's def may say, src/liquid/create.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static waft_liquid_def good(void) {
    waft_liquid_def def = liquid_box(0.1f, 2.0f, 2.0f, 2.0f);
    def.max_particles = 1000;
    return def;
}

static void refused(const waft_liquid_def* def, const char* key) {
    waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    waft_liquid* liquid = NULL;
    CHECK(waft_world_create(&world_def, &world, NULL) == WAFT_OK);
    CHECK(waft_world_create_liquid(world, def, &liquid) == WAFT_ERR_ARGUMENT);
    CHECK(liquid == NULL);
    if (!CHECK(strstr(waft_world_error(world), key) != NULL)) {
        (void)fprintf(stderr, "  %s is not in: %s\n", key, waft_world_error(world));
    }
    CHECK(waft_liquid_memory_needed(def) == SIZE_MAX);
    waft_world_destroy(world);
}

#define REFUSED(member, value, key)                                                                \
    do {                                                                                           \
        waft_liquid_def def = good();                                                              \
        def.member = (value);                                                                      \
        refused(&def, key);                                                                        \
    } while (0)

static void names_what_is_wrong(void) {
    REFUSED(struct_size, 0, "waft_liquid_def_default");
    REFUSED(spacing, 0.0f, "liquid.spacing");
    REFUSED(spacing, NAN, "liquid.spacing");
    REFUSED(support, 1.5f, "liquid.support");
    REFUSED(density, -1.0f, "liquid.density");
    REFUSED(kinematic_viscosity, -1.0f, "liquid.kinematic_viscosity");
    REFUSED(max_step, 0.0f, "liquid.max_step");
    REFUSED(max_substeps, 0, "liquid.max_substeps");
    REFUSED(density_tolerance, 0.0f, "liquid.tolerance.density");
    REFUSED(max_particles, 0, "liquid.max_particles");
    REFUSED(dimension, 4, "liquid.dimension");
    REFUSED(high.y, 0.7f, "liquid.domain");
    REFUSED(sides[0], WAFT_LIQUID_PERIODIC, "liquid.sides");
    REFUSED(surface_tension, 0.07f, "liquid.surface_tension");
    REFUSED(viscosity_solver, WAFT_LIQUID_VISCOSITY_IMPLICIT, "liquid.viscosity_solver");
    REFUSED(spacing, 1e-4f, "too many cells");
}

static void mueller_goes_with_wcsph(void) {
    waft_liquid_def def = good();
    def.kernel = WAFT_LIQUID_MUELLER;
    def.method = WAFT_LIQUID_DFSPH;
    refused(&def, "liquid.kernel");
    def.method = WAFT_LIQUID_WCSPH;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    liquid_close(&f);
}

static void chooses_by_count_alone(void) {
    waft_liquid_def def = good();
    def.max_particles = 10000;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    CHECK(f.liquid->method == WAFT_LIQUID_WCSPH);
    liquid_close(&f);
    def.max_particles = 10001;
    f = liquid_open(&def, 0.01, 9.81f, 1);
    CHECK(f.liquid->method == WAFT_LIQUID_DFSPH);
    liquid_close(&f);
}

static void foresees_its_memory(void) {
    for (int method = WAFT_LIQUID_WCSPH; method <= WAFT_LIQUID_DFSPH; ++method) {
        waft_liquid_def def = good();
        def.method = (waft_liquid_method)method;
        def.max_particles = 100000;
        liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
        const double taken = (double)wafti_liquid_memory(f.liquid);
        CHECK_NEAR((double)waft_liquid_memory_needed(&def) / taken, 1.0, 0.15);
        liquid_close(&f);
    }
}

static void a_world_has_one(void) {
    const waft_liquid_def def = good();
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, 1);
    waft_liquid* second = NULL;
    CHECK(waft_world_create_liquid(f.world, &def, &second) == WAFT_ERR_ARGUMENT);
    CHECK(second == NULL && waft_world_liquid(f.world) == f.liquid);
    CHECK(waft_liquid_get_def(f.liquid).max_particles == 1000);
    liquid_close(&f);
}

static const test_case cases[] = {
    {"names_what_is_wrong", names_what_is_wrong},
    {"mueller_goes_with_wcsph", mueller_goes_with_wcsph},
    {"chooses_by_count_alone", chooses_by_count_alone},
    {"foresees_its_memory", foresees_its_memory},
    {"a_world_has_one", a_world_has_one},
};

TEST_MAIN(cases)
