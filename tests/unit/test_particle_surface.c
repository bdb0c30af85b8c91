// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "surface_fixture.h"

static cloud c;

static void fill_box(void) {
    c.count = 0;
    c.spacing = 0.1f;
    cloud_box(&c, 0.0, 0.0, 0.0, 6, 5, 4);
}

static void nothing_has_no_surface(void) {
    c.count = 0;
    c.spacing = 0.1f;
    const waft_surface_def def = waft_surface_def_default();
    waft_surface* s = cloud_surface(&c, &def);
    CHECK(s != NULL && waft_surface_get_view(s).facet_count == 0);
    fill_box();
    waft_surface_particles view = cloud_view(&c);
    CHECK(waft_surface_update(s, &view, NULL) == WAFT_OK);
    CHECK(waft_surface_get_view(s).facet_count > 100);
    view.count = 0;
    CHECK(waft_surface_update(s, &view, NULL) == WAFT_OK);
    CHECK(waft_surface_get_view(s).facet_count == 0);
    CHECK(waft_surface_get_view(s).point_count == 0);
    waft_surface_destroy(s);
    waft_surface_destroy(NULL);
}

static void bad_defs_are_refused(void) {
    waft_error error = {.sentence = ""};
    waft_surface* s = NULL;
    CHECK(waft_surface_create(NULL, &s, &error) == WAFT_ERR_ARGUMENT);
    const waft_surface_def zero = {0};
    CHECK(waft_surface_create(&zero, &s, &error) == WAFT_ERR_ARGUMENT);
    waft_surface_def def = waft_surface_def_default();
    def.cell = 0.2f;
    CHECK(waft_surface_create(&def, &s, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "surface.cell") != NULL);
    def = waft_surface_def_default();
    def.level = (float)NAN;
    CHECK(waft_surface_create(&def, &s, &error) == WAFT_ERR_ARGUMENT);
    def = waft_surface_def_default();
    def.smooth = 201;
    CHECK(waft_surface_create(&def, &s, &error) == WAFT_ERR_ARGUMENT);
    def = waft_surface_def_default();
    def.high.y = -INFINITY;
    CHECK(waft_surface_create(&def, &s, &error) == WAFT_ERR_ARGUMENT);
    def = waft_surface_def_default();
    def.threads = -1;
    CHECK(waft_surface_create(&def, &s, &error) == WAFT_ERR_ARGUMENT && s == NULL);
}

static void bad_particles_are_refused(void) {
    fill_box();
    const waft_surface_def def = waft_surface_def_default();
    waft_error error = {.sentence = ""};
    waft_surface* s = cloud_surface(&c, &def);
    waft_surface_particles view = cloud_view(&c);
    view.spacing = 0.0f;
    CHECK(waft_surface_update(s, &view, &error) == WAFT_ERR_ARGUMENT);
    view = cloud_view(&c);
    view.position[2] = NULL;
    CHECK(waft_surface_update(s, &view, &error) == WAFT_ERR_ARGUMENT);
    view = cloud_view(&c);
    view.velocity[1] = NULL;
    CHECK(waft_surface_update(s, &view, &error) == WAFT_ERR_ARGUMENT);
    view = cloud_view(&c);
    view.count = SIZE_MAX;
    CHECK(waft_surface_update(s, &view, &error) == WAFT_ERR_ARGUMENT);
    view = cloud_view(&c);
    c.position[0][3] = (float)NAN;
    CHECK(waft_surface_update(s, &view, &error) == WAFT_ERR_ARGUMENT);
    CHECK(strstr(error.sentence, "coordinate x of particle 3") != NULL);
    CHECK(waft_surface_get_view(s).facet_count == 0);
    waft_surface_destroy(s);
}

static void walls_hold_it(void) {
    fill_box();
    waft_surface_def def = waft_surface_def_default();
    def.low = (waft_vec3){0.02f, 0.02f, 0.02f};
    def.high = (waft_vec3){0.58f, 10.0f, 10.0f};
    waft_surface* s = cloud_surface(&c, &def);
    const mesh_facts facts = mesh_facts_of(s);
    CHECK(facts.bad_edges == 0 && facts.euler == 2);
    CHECK_NEAR(facts.low[0], 0.02, 1e-7);
    CHECK_NEAR(facts.low[1], 0.02, 1e-7);
    CHECK_NEAR(facts.high[0], 0.58, 1e-7);
    CHECK_NEAR(facts.high[1], 0.5, 0.02);
    waft_surface_destroy(s);
}

static void normals_look_outwards(void) {
    c.count = 0;
    c.spacing = 0.05f;
    cloud_sphere(&c, 0.0, 0.0, 0.0, 0.3);
    for (int smooth = 0; smooth <= 15; smooth += 15) {
        waft_surface_def def = waft_surface_def_default();
        def.smooth = smooth;
        waft_surface* s = cloud_surface(&c, &def);
        const waft_surface_view v = waft_surface_get_view(s);
        double worst = 1.0;
        double longest = 0.0;
        for (size_t p = 0; p < v.point_count; ++p) {
            const float* at = v.positions + 3 * p;
            const float* n = v.normals + 3 * p;
            const double r = sqrt((double)(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]));
            const double along = (double)(at[0] * n[0] + at[1] * n[1] + at[2] * n[2]) / r;
            worst = fmin(worst, along);
            longest = fmax(longest, fabs((double)(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) - 1.0));
        }
        CHECK(worst > (smooth > 0 ? 0.95 : 0.7));
        CHECK_NEAR(longest, 0.0, 1e-5);
        CHECK(mesh_facts_of(s).worst_normal > 0.85);
        waft_surface_destroy(s);
    }
}

static void memory_is_limited_and_given_back(void) {
    fill_box();
    counting count = {0};
    waft_error error = {.sentence = ""};
    waft_surface_def def = waft_surface_def_default();
    def.allocator = counting_hook(&count);
    def.memory = 20000;
    waft_surface* s = NULL;
    const waft_surface_particles view = cloud_view(&c);
    CHECK(waft_surface_create(&def, &s, &error) == WAFT_OK);
    CHECK(waft_surface_update(s, &view, &error) == WAFT_ERR_FULL);
    CHECK_TEXT(error.sentence, "surface: more than its memory of 20000 bytes is needed");
    CHECK(waft_surface_get_view(s).facet_count == 0);
    waft_surface_destroy(s);
    CHECK(count.live == 0 && count.bytes == 0);
    def.memory = (size_t)1 << 30;
    CHECK(waft_surface_create(&def, &s, &error) == WAFT_OK);
    CHECK(waft_surface_update(s, &view, &error) == WAFT_OK);
    const long calls = count.calls;
    CHECK(waft_surface_memory(s) >= count.bytes / 2);
    CHECK(waft_surface_update(s, &view, &error) == WAFT_OK);
    CHECK(count.calls == calls); // a second frame of the same kind takes nothing more
    waft_surface_destroy(s);
    CHECK(count.live == 0 && count.bytes == 0);
}

static void every_failed_allocation_is_survived(void) {
    fill_box();
    const waft_surface_particles view = cloud_view(&c);
    int failures = 0;
    for (long at = 1; at < 100; ++at) {
        counting count = {.fail_at = at};
        waft_surface_def def = waft_surface_def_default();
        def.allocator = counting_hook(&count);
        def.threads = 2;
        def.min_particles = 2.0f;
        waft_surface* s = NULL;
        waft_result result = waft_surface_create(&def, &s, NULL);
        if (result == WAFT_OK) {
            result = waft_surface_update(s, &view, NULL);
            CHECK(result == WAFT_OK || waft_surface_get_view(s).facet_count == 0);
            // What failed once may be asked again.
            CHECK(waft_surface_update(s, &view, NULL) == WAFT_OK);
        }
        waft_surface_destroy(s);
        CHECK(count.live == 0 && count.bytes == 0);
        if (result == WAFT_OK) {
            break;
        }
        CHECK(result == WAFT_ERR_NO_MEMORY);
        ++failures;
    }
    CHECK(failures > 15 && failures < 99);
}

static const test_case cases[] = {
    {"nothing_has_no_surface", nothing_has_no_surface},
    {"bad_defs_are_refused", bad_defs_are_refused},
    {"bad_particles_are_refused", bad_particles_are_refused},
    {"walls_hold_it", walls_hold_it},
    {"normals_look_outwards", normals_look_outwards},
    {"memory_is_limited_and_given_back", memory_is_limited_and_given_back},
    {"every_failed_allocation_is_survived", every_failed_allocation_is_survived},
};

TEST_MAIN(cases)
