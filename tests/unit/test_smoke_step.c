// SPDX-License-Identifier: MIT
#include "grid/forces.h"
#include "smoke_fixture.h"

#include <math.h>

// Wind from the left to the right.
static waft_smoke_def windy_def(int32_t n, int32_t nz, float speed) {
    waft_smoke_def def = small_smoke_def(n, n, nz);
    def.sides[WAFT_SIDE_LEFT].kind = WAFT_SIDE_INFLOW;
    def.sides[WAFT_SIDE_LEFT].speed = speed;
    def.sides[WAFT_SIDE_RIGHT].kind = WAFT_SIDE_OPEN;
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_CLOSED;
    return def;
}

static waft_smoke_def sealed_def(int32_t n, int32_t nz) {
    waft_smoke_def def = small_smoke_def(n, n, nz);
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_CLOSED;
    return def;
}

static void still_air_stays_still(void) {
    const waft_smoke_def def = small_smoke_def(12, 12, 12);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    smoke_fixture_steps(f, 5);
    const waft_smoke_stats stats = waft_smoke_get_stats(f->smoke);
    CHECK(stats.kinetic_energy == 0.0 && stats.iterations == 0 && stats.substeps == 1);
    CHECK(f->events.count == 0);
    smoke_fixture_close(f);
}

static void hot_smoke_rises(void) {
    for (int32_t depth = 1; depth <= 16; depth += 15) {
        for (int scheme = 0; scheme < 2; ++scheme) {
            waft_smoke_def def = small_smoke_def(16, 24, depth);
            def.scheme = (waft_smoke_scheme)scheme;
            def.confinement = 2.0f;
            smoke_fixture* f = smoke_fixture_open(&def, 1);
            const waft_source_def source = ball_source(0.5f, 0.2f, 0.5f, 0.15f);
            (void)smoke_fixture_source(f, &source);
            smoke_fixture_steps(f, 24);
            const waft_smoke_stats stats = waft_smoke_get_stats(f->smoke);
            CHECK(density_at(f, 8, 6, depth / 2) > 0.1f);
            CHECK(stats.residual <= 1e-4);
            CHECK(stats.divergence < 1e-3);
            CHECK(stats.density_sum > 0.0 && stats.temperature_max <= 60.001);
            smoke_fixture_close(f);
        }
    }
}

static void smoke_that_leaves_is_counted(void) {
    waft_smoke_def def = windy_def(12, 12, 1.0f);
    def.sides[WAFT_SIDE_LEFT].density = 0.5f;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    CHECK(waft_smoke_project(f->smoke) == WAFT_OK);
    smoke_fixture_steps(f, 10);
    // Comes in: half a unit times speed times area; nothing has left yet.
    const waft_smoke_stats stats = waft_smoke_get_stats(f->smoke);
    const double came = 0.5 * 10.0 * f->dt * 0.75 * 0.75;
    CHECK_NEAR(stats.density_out, -came, 1e-6);
    CHECK_NEAR(stats.density_sum, came, 0.1 * came);
    smoke_fixture_steps(f, 90);
    // Full of it: as much leaves as comes.
    const double before = waft_smoke_get_stats(f->smoke).density_out;
    smoke_fixture_steps(f, 1);
    CHECK_NEAR(waft_smoke_get_stats(f->smoke).density_out, before, 1e-5);
    CHECK_NEAR(waft_smoke_get_stats(f->smoke).density_sum, 0.5 * 0.75 * 0.75 * 0.75, 1e-3);
    smoke_fixture_close(f);
}

static void fast_air_takes_sub_steps_and_says_when_they_run_out(void) {
    const waft_smoke_def def = windy_def(12, 12, 24.0f);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    smoke_fixture_steps(f, 1);
    // 24 m/s over 1/32 s are 12 cells: 4 sub-steps of 3.
    CHECK(waft_smoke_get_stats(f->smoke).substeps == 4);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_FAST) == 0);
    f->smoke->def.max_substeps = 2;
    smoke_fixture_steps(f, 1);
    CHECK(waft_smoke_get_stats(f->smoke).substeps == 2);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_FAST) == 1);
    CHECK(waft_smoke_get_stats(f->smoke).cfl > 5.9);
    smoke_fixture_close(f);
}

static void volume_made_in_a_sealed_room_is_told_once(void) {
    const waft_smoke_def def = sealed_def(12, 12);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_source_def source = ball_source(0.4f, 0.4f, 0.4f, 0.2f);
    source.expansion = 1.0f;
    (void)smoke_fixture_source(f, &source);
    smoke_fixture_steps(f, 1);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_UNBALANCED) == 1);
    CHECK_NEAR(waft_smoke_get_stats(f->smoke).unbalanced_flux, 4.0 / 3.0 * 3.14159 * 0.008, 0.003);
    smoke_fixture_steps(f, 1);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_UNBALANCED) == 0);
    smoke_fixture_close(f);
}

static void too_few_iterations_are_an_error_or_a_warning(void) {
    waft_smoke_def def = small_smoke_def(16, 16, 16);
    def.pressure.solver = WAFT_PRESSURE_CG;
    def.pressure.iterations = 1;
    def.pressure.tolerance = 1e-8f;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_source_def source = ball_source(0.5f, 0.3f, 0.5f, 0.2f);
    (void)smoke_fixture_source(f, &source);
    CHECK(smoke_fixture_step(f) == WAFT_ERR_NOT_CONVERGED);
    CHECK(strncmp(f->error.sentence, "smoke: pressure reached a relative residual of ", 47) == 0);
    f->smoke->def.pressure.warns = true;
    smoke_fixture_steps(f, 1);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_UNSOLVED) == 1);
    smoke_fixture_close(f);
}

static void what_is_not_finite_stops_the_step(void) {
    const waft_smoke_def def = small_smoke_def(12, 12, 12);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    f->smoke->scalar[WAFTI_SCALAR_DENSITY][wafti_mac_index(&f->smoke->domain.grid, 5, 6, 7)] =
        INFINITY;
    f->steps = 41;
    // Transport of what is not finite raises what a trapping build stops at.
#if defined(WAFT_TEST_TRAP)
    const int traps = fedisableexcept(FE_ALL_EXCEPT);
#endif
    CHECK(smoke_fixture_step(f) == WAFT_ERR_DIVERGED);
#if defined(WAFT_TEST_TRAP)
    (void)feclearexcept(FE_ALL_EXCEPT);
    (void)feenableexcept(traps);
#endif
    CHECK(strstr(f->error.sentence, "density became non-finite at cell (") != NULL);
    CHECK(strstr(f->error.sentence, "step 41") != NULL);
    smoke_fixture_close(f);
}

static void values_out_of_scale_are_told_once(void) {
    waft_smoke_def def = small_smoke_def(12, 12, 12);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    static float values[1728];
    values[800] = 5e6f;
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_DENSITY, values, 1728) == WAFT_OK);
    smoke_fixture_steps(f, 1);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_DENSE) == 1);
    smoke_fixture_steps(f, 1);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_DENSE) == 0);
    smoke_fixture_close(f);
}

static waft_smoke_def periodic_box(void) {
    waft_smoke_def def = small_smoke_def(8, 8, 8);
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        def.sides[side].kind = WAFT_SIDE_PERIODIC;
    }
    return def;
}

// A uniform flow through a periodic box goes on as it is, however fast.
static void a_flow_out_of_all_scale_has_diverged(void) {
    const waft_smoke_def def = periodic_box();
    const struct {
        float speed;
        waft_result result;
    } cases[] = {{1e5f, WAFT_OK}, {1e9f, WAFT_ERR_DIVERGED}};
    for (int n = 0; n < 2; ++n) {
        smoke_fixture* f = smoke_fixture_open(&def, 1);
        for (size_t i = 0; i < f->smoke->domain.grid.size; ++i) {
            (f->smoke->velocity[0] - f->smoke->domain.grid.first)[i] = cases[n].speed;
        }
        f->smoke->speed = -1.0;
        CHECK(smoke_fixture_step(f) == cases[n].result);
        const bool told = strstr(f->error.sentence, "the velocity reached 1e+09 m/s") != NULL;
        CHECK(told == (cases[n].result != WAFT_OK));
        smoke_fixture_close(f);
    }
}

static void every_other_step_goes_twice_as_far(void) {
    waft_smoke_def def = small_smoke_def(12, 12, 12);
    const waft_source_def source = ball_source(0.4f, 0.2f, 0.4f, 0.15f);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    def.every = 2;
    smoke_fixture* g = smoke_fixture_open(&def, 1);
    (void)smoke_fixture_source(f, &source);
    (void)smoke_fixture_source(g, &source);
    f->dt = 2.0 * g->dt;
    smoke_fixture_steps(f, 1);
    smoke_fixture_steps(g, 1);
    CHECK(waft_smoke_get_stats(g->smoke).substeps == 0);
    smoke_fixture_steps(g, 1);
    CHECK(waft_smoke_get_stats(g->smoke).kinetic_energy ==
          waft_smoke_get_stats(f->smoke).kinetic_energy);
    CHECK(waft_smoke_get_stats(g->smoke).kinetic_energy > 0.0);
    smoke_fixture_close(f);
    smoke_fixture_close(g);
}

static void a_projection_alone_removes_divergence(void) {
    waft_smoke_def def = small_smoke_def(12, 12, 12);
    def.pressure.tolerance = 1e-6f;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    static float faces[13 * 144];
    faces[700] = 1.0f;
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_X, faces, 1872) == WAFT_OK);
    CHECK(waft_smoke_project(f->smoke) == WAFT_OK);
    const waft_field u = waft_smoke_field(f->smoke, WAFT_SMOKE_VELOCITY_X);
    const waft_field v = waft_smoke_field(f->smoke, WAFT_SMOKE_VELOCITY_Y);
    const waft_field w = waft_smoke_field(f->smoke, WAFT_SMOKE_VELOCITY_Z);
    double worst = 0.0;
    for (int32_t n = 0; n < 1728; ++n) {
        const int32_t i = n % 12;
        const int32_t j = n / 12 % 12;
        const int32_t k = n / 144;
        worst = fmax(
            worst, fabs((double)(waft_field_at(&u, i + 1, j, k) - waft_field_at(&u, i, j, k) +
                                 waft_field_at(&v, i, j + 1, k) - waft_field_at(&v, i, j, k) +
                                 waft_field_at(&w, i, j, k + 1) - waft_field_at(&w, i, j, k))));
    }
    CHECK(worst < 4e-6);
    CHECK(waft_smoke_project(NULL) == WAFT_ERR_ARGUMENT);
    smoke_fixture_close(f);
}

static void a_solid_that_enters_a_sealed_room_is_told_once(void) {
    const waft_smoke_def def = sealed_def(12, 12);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_solid_def box = ball_solid(0.0f, 0.375f, 0.375f, 1.0f);
    box.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {0.5f, 0.25f, 0.25f}};
    const waft_solid_id id = smoke_fixture_solid(f, &box);
    waft_pose pose = box.pose;
    for (int step = 0; step < 2; ++step) {
        pose.position.x += 1.0f / 64.0f;
        CHECK(smoke_fixture_move(f, id, &pose) == WAFT_OK);
        smoke_fixture_steps(f, 1);
        // Its end at 0.5 m/s.
        const double flux = 0.5 * 0.25 * 0.25;
        CHECK_NEAR(waft_smoke_get_stats(f->smoke).unbalanced_flux, flux, 0.01 * flux);
        CHECK(events_of(f, WAFT_EVENT_SMOKE_UNBALANCED) == (step == 0 ? 1 : 0));
    }
    smoke_fixture_close(f);
}

static void check_speed(void* context) {
    const smoke_fixture* f = context;
    const waft_smoke* smoke = f->smoke;
    const double greatest = wafti_velocity_greatest(&smoke->domain, &f->context, smoke->velocity);
    CHECK(smoke->speed >= 0.0);
    CHECK(smoke->speed >= greatest - 1e-6);
}

// Transport passes over rows that nothing can reach.
static void while_solids_move_no_face_is_faster_than_is_known(void) {
    const waft_smoke_def def = small_smoke_def(16, 16, 16);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_solid_def box = ball_solid(0.4f, 0.5f, 0.5f, 1.0f);
    box.shape = (waft_shape){.kind = WAFT_SHAPE_BOX, .size = {0.5f, 0.2f, 0.3f}};
    const waft_solid_id id = smoke_fixture_solid(f, &box);
    f->smoke->hook = (wafti_smoke_hook){.context = f, .scalars = check_speed};
    waft_pose pose = box.pose;
    (void)smoke_fixture_steps(f, 1);
    for (int step = 1; step <= 6; ++step) {
        const float half = 0.1f * (float)step;
        pose.position.x += 0.25f / 16.0f;
        pose.rotation = (waft_quat){.z = sinf(half), .w = cosf(half)};
        CHECK(smoke_fixture_move(f, id, &pose) == WAFT_OK);
        (void)smoke_fixture_steps(f, 1);
        const double known = f->smoke->speed;
        CHECK(known > 0.0 &&
              known == wafti_velocity_greatest(&f->smoke->domain, &f->context, f->smoke->velocity));
    }
    smoke_fixture_close(f);
}

static void a_plane_is_one_cell_deep(void) {
    const waft_smoke_def def = sealed_def(16, 1);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    waft_source_def source = ball_source(0.5f, 0.5f, 0.0f, 0.3f);
    source.expansion = 1.0f;
    (void)smoke_fixture_source(f, &source);
    smoke_fixture_steps(f, 1);
    const double flux = 3.14159 * 0.09 * 0.0625;
    CHECK_NEAR(waft_smoke_get_stats(f->smoke).unbalanced_flux, flux, 0.05 * flux);
    smoke_fixture_close(f);
}

// The wind is foreseen and takes 4 sub-steps; what a source blows up comes on top after the first.
static void a_flow_that_grows_within_the_step_is_told(void) {
    const waft_smoke_def def = windy_def(16, 1, 24.0f);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    smoke_fixture_steps(f, 1);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_FAST) == 0);
    waft_source_def source = ball_source(0.5f, 0.5f, 0.0f, 0.2f);
    source.expansion = 600.0f;
    source.temperature = 0.0f;
    (void)smoke_fixture_source(f, &source);
    smoke_fixture_steps(f, 1);
    const waft_smoke_stats stats = waft_smoke_get_stats(f->smoke);
    CHECK(stats.substeps == 4 && stats.cfl > 5.0);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_FAST) == 1);
    CHECK_NEAR(f->events.items[f->events.count - 1].value, stats.cfl, 1e-6);
    smoke_fixture_close(f);
}

static void a_projection_alone_tells_how_it_went(void) {
    waft_smoke_def def = small_smoke_def(16, 16, 16);
    def.pressure.solver = WAFT_PRESSURE_CG;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_source_def source = ball_source(0.5f, 0.3f, 0.5f, 0.2f);
    (void)smoke_fixture_source(f, &source);
    smoke_fixture_steps(f, 3);
    static float faces[17 * 256];
    faces[2000] = 1.0f;
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_X, faces, 4352) == WAFT_OK);
    const double before = waft_smoke_get_stats(f->smoke).divergence;
    f->smoke->def.pressure.iterations = 1;
    CHECK(waft_smoke_project(f->smoke) == WAFT_ERR_NOT_CONVERGED);
    CHECK(strstr(f->error.sentence, "step 3") != NULL);
    CHECK(waft_smoke_get_stats(f->smoke).divergence > 10.0 * before);
    f->smoke->def.pressure.warns = true;
    f->events.count = 0;
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_X, faces, 4352) == WAFT_OK);
    CHECK(waft_smoke_project(f->smoke) == WAFT_OK);
    CHECK(events_of(f, WAFT_EVENT_SMOKE_UNSOLVED) == 1);
    smoke_fixture_close(f);
}

// The world's gravity here is 9.81 m/s2 down; upside down warm air sinks.
static void gravity_of_its_own(void) {
    static const float gravities[3] = {0.0f, -9.81f, 9.81f};
    double rise[3];
    uint64_t print[3];
    for (int n = 0; n < 3; ++n) {
        waft_smoke_def def = small_smoke_def(8, 16, 8);
        def.has_gravity = n > 0;
        def.gravity.y = gravities[n];
        smoke_fixture* f = smoke_fixture_open(&def, 1);
        waft_source_def source = ball_source(0.25f, 0.5f, 0.25f, 0.12f);
        source.temperature = 20.0f;
        (void)smoke_fixture_source(f, &source);
        (void)smoke_fixture_steps(f, 4);
        rise[n] = (double)f->smoke->velocity[1][wafti_mac_index(&f->smoke->domain.grid, 4, 9, 4)];
        print[n] = wafti_smoke_fingerprint(f->smoke);
        smoke_fixture_close(f);
    }
    CHECK(rise[0] > 0.0 && rise[1] == rise[0] && rise[2] < 0.0);
    // It may change while the smoke runs, so that it is state.
    CHECK(print[0] == print[1] && print[1] == print[2]);
}

static void extra_scalars_decay(void) {
    waft_smoke_def def = small_smoke_def(8, 8, 8);
    def.scalar_count = 2;
    def.dissipation.scalars[1] = 3.0f;
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const ptrdiff_t cell = wafti_mac_index(&f->smoke->domain.grid, 4, 4, 4);
    for (int n = 0; n < 2; ++n) {
        f->smoke->scalar[WAFTI_SCALAR_EXTRA + n][cell] = 2.0f;
    }
    (void)smoke_fixture_steps(f, 4);
    CHECK(f->smoke->scalar[WAFTI_SCALAR_EXTRA][cell] == 2.0f);
    CHECK_NEAR(f->smoke->scalar[WAFTI_SCALAR_EXTRA + 1][cell], 2.0 * exp(-3.0 * 4.0 * f->dt), 1e-6);
    smoke_fixture_close(f);
    def.dissipation.scalars[7] = -1.0f;
    CHECK(wafti_check_smoke(&def, NULL) == WAFT_ERR_ARGUMENT);
}

static double speed_at(const smoke_fixture* f, float x, float y, float z) {
    return (double)waft_smoke_sample_velocity(f->smoke, (waft_vec3){x, y, z}).x;
}

static void air_starts_with_the_velocity_of_the_def(void) {
    waft_smoke_def def = small_smoke_def(16, 16, 16);
    def.velocity = (waft_vec3){1.0f, 0.0f, 0.0f};
    def.pressure.tolerance = 1e-8f;
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_CLOSED;
    // Between walls it cannot go on.
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    CHECK_NEAR(speed_at(f, 0.5f, 0.5f, 0.5f), 1.0, 1e-6);
    smoke_fixture_steps(f, 1);
    CHECK_NEAR(speed_at(f, 0.5f, 0.5f, 0.5f), 0.0, 1e-5);
    smoke_fixture_close(f);
    // Round and round, or in and out, it does.
    for (int kind = WAFT_SIDE_OPEN; kind <= WAFT_SIDE_PERIODIC; kind += 2) {
        def.sides[WAFT_SIDE_LEFT].kind = def.sides[WAFT_SIDE_RIGHT].kind = (waft_side_kind)kind;
        f = smoke_fixture_open(&def, 1);
        smoke_fixture_steps(f, 5);
        CHECK_NEAR(speed_at(f, 0.5f, 0.5f, 0.5f), 1.0, 1e-5);
        smoke_fixture_close(f);
    }
    // A ball turns it from the first step on.
    f = smoke_fixture_open(&def, 1);
    const waft_solid_def ball = ball_solid(0.5f, 0.5f, 0.5f, 0.2f);
    (void)smoke_fixture_solid(f, &ball);
    smoke_fixture_steps(f, 1);
    CHECK(speed_at(f, 0.5f, 0.75f, 0.5f) > 1.1 && speed_at(f, 0.25f, 0.5f, 0.5f) < 0.6);
    CHECK(waft_smoke_get_stats(f->smoke).divergence < 1e-5);
    smoke_fixture_close(f);
}

static const test_case cases[] = {
    {"air_starts_with_the_velocity_of_the_def", air_starts_with_the_velocity_of_the_def},
    {"extra_scalars_decay", extra_scalars_decay},
    {"gravity_of_its_own", gravity_of_its_own},
    {"still_air_stays_still", still_air_stays_still},
    {"hot_smoke_rises", hot_smoke_rises},
    {"smoke_that_leaves_is_counted", smoke_that_leaves_is_counted},
    {"fast_air_takes_sub_steps_and_says_when_they_run_out",
        fast_air_takes_sub_steps_and_says_when_they_run_out},
    {"volume_made_in_a_sealed_room_is_told_once", volume_made_in_a_sealed_room_is_told_once},
    {"too_few_iterations_are_an_error_or_a_warning", too_few_iterations_are_an_error_or_a_warning},
    {"what_is_not_finite_stops_the_step", what_is_not_finite_stops_the_step},
    {"values_out_of_scale_are_told_once", values_out_of_scale_are_told_once},
    {"a_flow_out_of_all_scale_has_diverged", a_flow_out_of_all_scale_has_diverged},
    {"every_other_step_goes_twice_as_far", every_other_step_goes_twice_as_far},
    {"a_projection_alone_removes_divergence", a_projection_alone_removes_divergence},
    {"a_solid_that_enters_a_sealed_room_is_told_once",
        a_solid_that_enters_a_sealed_room_is_told_once},
    {"while_solids_move_no_face_is_faster_than_is_known",
        while_solids_move_no_face_is_faster_than_is_known},
    {"a_plane_is_one_cell_deep", a_plane_is_one_cell_deep},
    {"a_flow_that_grows_within_the_step_is_told", a_flow_that_grows_within_the_step_is_told},
    {"a_projection_alone_tells_how_it_went", a_projection_alone_tells_how_it_went},
};

TEST_MAIN(cases)
