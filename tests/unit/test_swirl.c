// SPDX-License-Identifier: MIT
// Where a liquid is stirred, src/liquid/swirl.c.
#include "test.h"
#include "unit/cloud_fixture.h"

static waft_bank* make_bank(void) {
    waft_bank_def def = waft_bank_def_default();
    def.size = 32;
    def.count = 2;
    def.spectrum.bands[0] = (waft_band){.wavenumber = 4.0, .deviation = 0.7, .energy = 1.0};
    waft_bank* bank = NULL;
    CHECK(waft_bank_create(&def, &bank, NULL) == WAFT_OK);
    return bank;
}

static waft_liquid_turbulence_def stirring(int count, const waft_trigger* triggers) {
    waft_liquid_turbulence_def def = waft_liquid_turbulence_def_default();
    def.period = 4.0f;
    def.trigger_count = count;
    for (int n = 0; n < count; ++n) {
        def.triggers[n] = triggers[n];
    }
    return def;
}

// A block that turns about the z axis at one radian a second and is sheared along x, lists made.
static liquid_fixture open_turning(waft_liquid_method method, float shear) {
    waft_liquid_def def = liquid_box(0.1f, 3.0f, 3.0f, 3.0f);
    def.method = method;
    def.max_particles = 4000;
    def.sound_speed = 40.0f;
    liquid_fixture f = liquid_open(&def, 0.01, 0.0f, 2);
    const waft_solid_def ball = liquid_ball(0.2f, 2.0f, 1.5f, 1.5f);
    CHECK(waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) == WAFT_OK);
    (void)liquid_block(&f, 1.0f, 1.0f, 1.0f, 2.0f, 2.0f, 2.0f);
    for (uint32_t i = 0; i < f.liquid->count; ++i) {
        const float x = f.liquid->now.x[0][i] - 1.5f;
        const float y = f.liquid->now.x[1][i] - 1.5f;
        f.liquid->now.u[0][i] = -y + shear * y;
        f.liquid->now.u[1][i] = x;
    }
    double ratio = 0.0;
    double place[3];
    CHECK(wafti_liquid_find_crowd(f.liquid, &ratio, place) == WAFT_OK);
    return f;
}

static bool is_inner(const waft_liquid* liquid, uint32_t i) {
    bool inner = liquid->now.x[0][i] < 1.6f; // off the ball
    for (int axis = 0; axis < 3; ++axis) {
        inner = inner && fabsf(liquid->now.x[axis][i] - 1.5f) < 0.29f;
    }
    return inner;
}

static void finds_strain_and_vorticity(void) {
    static const waft_liquid_method methods[] = {WAFT_LIQUID_WCSPH, WAFT_LIQUID_DFSPH};
    const waft_trigger trigger = waft_trigger_default(WAFT_TRIGGER_VORTICITY);
    waft_bank* bank = make_bank();
    for (int n = 0; n < 4; ++n) {
        const float shear = n < 2 ? 0.0f : 2.0f;
        liquid_fixture f = open_turning(methods[n % 2], shear);
        const waft_liquid_turbulence_def def = stirring(1, &trigger);
        CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_OK);
        wafti_liquid_choose_fields(f.liquid, 0.0, 0.001);
        wafti_liquid_find_swirl(f.liquid, 0.001);
        int inner = 0;
        for (uint32_t i = 0; i < f.liquid->count; ++i) {
            if (is_inner(f.liquid, i)) {
                // du_y/dx = 1, du_x/dy = shear - 1.
                const double s = 0.5 * (double)shear;
                CHECK_NEAR(f.liquid->source[i], sqrt(2.0) * s, 0.03);
                CHECK_NEAR(f.liquid->left[i], 2.0 - (double)shear, 0.05);
                ++inner;
            }
        }
        CHECK(inner > 20);
        liquid_close(&f);
    }
    waft_bank_release(bank);
}

// Psi at a place, at speed 1.
static double psi_at(const liquid_fixture* f, double x, double y, double z) {
    const double place[3] = {x, y, z};
    return wafti_liquid_psi(f->liquid, 0, place, 1.0);
}

static liquid_fixture open_with(waft_bank* bank, const waft_liquid_turbulence_def* def) {
    liquid_fixture f = open_turning(WAFT_LIQUID_WCSPH, 2.0f);
    CHECK(waft_liquid_set_turbulence(f.liquid, bank, def) == WAFT_OK);
    return f;
}

static void weighs_by_distance_and_mask(void) {
    waft_bank* bank = make_bank();
    waft_trigger triggers[2] = {
        waft_trigger_default(WAFT_TRIGGER_DISTANCE), waft_trigger_default(WAFT_TRIGGER_MASK)};
    triggers[0].reach = 0.4f;
    triggers[1].mask.has_shape = true;
    triggers[1].mask.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {1.0f, 1.0f, 1.0f}};
    triggers[1].mask.pose =
        (waft_pose){.position = {1.0f, 1.0f, 1.0f}, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    triggers[1].mask.soft = 0.2f;
    waft_liquid_turbulence_def def = stirring(0, triggers);
    liquid_fixture f = open_with(bank, &def);
    CHECK(psi_at(&f, 1.0, 1.0, 1.0) == 1.0);
    liquid_close(&f);
    def = stirring(1, triggers);
    f = open_with(bank, &def);
    // The ball's surface, half its reach, and beyond.
    CHECK_NEAR(psi_at(&f, 2.2, 1.5, 1.5), 1.0, 1e-5);
    CHECK_NEAR(psi_at(&f, 2.4, 1.5, 1.5), 0.5, 1e-5);
    CHECK_NEAR(psi_at(&f, 2.7, 1.5, 1.5), 0.0, 1e-6);
    CHECK_NEAR(psi_at(&f, 2.0, 1.5, 1.5), 1.0, 1e-6);
    liquid_close(&f);
    def = stirring(1, triggers + 1);
    f = open_with(bank, &def);
    CHECK_NEAR(psi_at(&f, 1.0, 1.0, 1.0), 1.0, 1e-6);
    CHECK_NEAR(psi_at(&f, 1.5, 1.0, 1.0), 0.5, 1e-5);
    CHECK_NEAR(psi_at(&f, 1.7, 1.0, 1.0), 0.0, 1e-6);
    liquid_close(&f);
    // Both at once: a corner of the mask, where it is a half, lies 0.3 m from the ball's surface.
    def = stirring(2, triggers);
    f = open_with(bank, &def);
    CHECK_NEAR(psi_at(&f, 1.5, 1.5, 1.5), 0.5 * 0.15625, 1e-5);
    CHECK_NEAR(psi_at(&f, 2.2, 1.5, 1.5), 0.0, 1e-6);
    liquid_close(&f);
    def.trigger_max = true;
    f = open_with(bank, &def);
    CHECK_NEAR(psi_at(&f, 2.2, 1.5, 1.5), 1.0, 1e-5);
    CHECK_NEAR(psi_at(&f, 1.0, 1.0, 1.0), 1.0, 1e-5);
    CHECK_NEAR(psi_at(&f, 2.7, 2.7, 1.5), 0.0, 1e-5);
    liquid_close(&f);
    waft_bank_release(bank);
}

static void speed_comes_from_the_first_trigger(void) {
    waft_bank* bank = make_bank();
    waft_trigger strain = waft_trigger_default(WAFT_TRIGGER_STRAIN);
    waft_liquid_turbulence_def def = stirring(1, &strain);
    liquid_fixture f = open_with(bank, &def);
    const double place[3] = {1.5, 1.5, 1.5};
    f.liquid->source[7] = 3.0f;
    // S / w_1 with w_1 = 2 pi mu / period.
    const double wave = waft_bank_get_info(bank).mean_wavenumber;
    CHECK_NEAR(wafti_liquid_psi(f.liquid, 7, place, 1.0), 3.0 * 4.0 / (2.0 * M_PI * wave), 1e-6);
    f.liquid->greatest_speed = 0.5;
    f.liquid->stir.def.triggers[0].limit = 0.1f;
    CHECK_NEAR(wafti_liquid_psi(f.liquid, 7, place, 1.0), 0.05, 1e-6);
    liquid_close(&f);
    waft_trigger vorticity = waft_trigger_default(WAFT_TRIGGER_VORTICITY);
    vorticity.reference = 4.0f;
    vorticity.threshold = 1.0f;
    vorticity.speed = 2.0f;
    def = stirring(1, &vorticity);
    f = open_with(bank, &def);
    f.liquid->left[7] = 3.0f;
    f.liquid->left[8] = 0.9f;
    CHECK_NEAR(wafti_liquid_psi(f.liquid, 7, place, 1.0), 2.0 * 0.75, 1e-6);
    CHECK(wafti_liquid_psi(f.liquid, 8, place, 1.0) == 0.0);
    liquid_close(&f);
    waft_bank_release(bank);
}

static void refuses_what_cannot_be(void) {
    static const struct {
        waft_trigger_kind kind;
        float reach, threshold;
        uint32_t obstacle;
        const char* sentence;
    } bad[] = {
        {WAFT_TRIGGER_DENSITY, 0.1f, 0.0f, 0, "equally dense everywhere"},
        {WAFT_TRIGGER_MASK, 0.1f, 0.0f, 0, "the mask of a liquid is a shape"},
        {WAFT_TRIGGER_DISTANCE, 0.0f, 0.0f, 0, "liquid.turbulence.triggers[0].reach"},
        {WAFT_TRIGGER_VORTICITY, 0.1f, -1.0f, 0, "liquid.turbulence.triggers[0].threshold"},
        {WAFT_TRIGGER_DISTANCE, 0.1f, 0.0f, 5, "solid is 5; there are 1 solids"},
    };
    waft_bank* bank = make_bank();
    liquid_fixture f = open_turning(WAFT_LIQUID_WCSPH, 0.0f);
    for (size_t n = 0; n < sizeof(bad) / sizeof(bad[0]); ++n) {
        waft_trigger trigger = waft_trigger_default(bad[n].kind);
        trigger.reach = bad[n].reach;
        trigger.threshold = bad[n].threshold;
        trigger.solids[0] = bad[n].obstacle;
        trigger.solid_count = bad[n].obstacle > 0 ? 1 : 0;
        const waft_liquid_turbulence_def def = stirring(1, &trigger);
        CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_ERR_ARGUMENT);
        CHECK(strstr(waft_world_error(f.world), bad[n].sentence) != NULL);
    }
    liquid_close(&f);
    waft_bank_release(bank);
}

// Steps with all triggers: the same bits for any number of threads and after a resume, and a fingerprint
// that knows them.
static uint64_t run_all(waft_bank* bank, waft_liquid_method method, int threads, bool resumed) {
    waft_trigger triggers[3] = {waft_trigger_default(WAFT_TRIGGER_STRAIN),
        waft_trigger_default(WAFT_TRIGGER_VORTICITY), waft_trigger_default(WAFT_TRIGGER_DISTANCE)};
    triggers[2].reach = 1.0f;
    const waft_liquid_turbulence_def def = stirring(3, triggers);
    waft_liquid_def box = liquid_box(0.1f, 3.0f, 3.0f, 1.0f);
    box.method = method;
    box.max_particles = 4000;
    void* bytes = NULL;
    size_t size = 0;
    uint64_t hash = 0;
    for (int part = 0; part < 2; ++part) {
        liquid_fixture f = liquid_open(&box, 0.01, 9.81f, threads);
        const waft_solid_def ball = liquid_ball(0.2f, 2.0f, 0.3f, 0.5f);
        CHECK(waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) == WAFT_OK);
        (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.5f, 1.5f, 1.0f);
        CHECK(waft_liquid_set_turbulence(f.liquid, bank, &def) == WAFT_OK);
        if (bytes != NULL) {
            CHECK(waft_world_restore(f.world, bytes, size) == WAFT_OK);
        }
        const bool half = resumed && part == 0;
        for (int n = part == 1 ? 10 : 0; n < (half ? 10 : 20); ++n) {
            liquid_step(&f);
        }
        hash = waft_world_hash(f.world);
        if (half) {
            size = waft_world_snapshot_size(f.world);
            bytes = malloc(size);
            CHECK(bytes != NULL && waft_world_snapshot(f.world, bytes, size) == WAFT_OK);
        }
        CHECK(f.liquid->stir.vorticity > 0.0);
        liquid_close(&f);
        part += resumed ? 0 : 1;
    }
    free(bytes);
    return hash;
}

static void bits_do_not_depend_on_threads(void) {
    waft_bank* bank = make_bank();
    for (int n = 0; n < 2; ++n) {
        const waft_liquid_method method = n == 0 ? WAFT_LIQUID_WCSPH : WAFT_LIQUID_DFSPH;
        const uint64_t one = run_all(bank, method, 1, false);
        CHECK(run_all(bank, method, 3, false) == one);
        CHECK(run_all(bank, method, 2, true) == one);
    }
    waft_bank_release(bank);
}

static const test_case cases[] = {
    {"finds_strain_and_vorticity", finds_strain_and_vorticity},
    {"weighs_by_distance_and_mask", weighs_by_distance_and_mask},
    {"speed_comes_from_the_first_trigger", speed_comes_from_the_first_trigger},
    {"refuses_what_cannot_be", refuses_what_cannot_be},
    {"bits_do_not_depend_on_threads", bits_do_not_depend_on_threads},
};

TEST_MAIN(cases)
