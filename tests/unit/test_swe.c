// SPDX-License-Identifier: MIT
// The method of the shallow-water equations as others use it.
#include "shallow_fixture.h"

static double slope_bed(double x, double z) {
    return -1.0 + 0.02 * x + 0.01 * z;
}

static double hump(double x, double z) {
    return 0.3 * exp(-0.05 * ((x - 12.0) * (x - 12.0) + (z - 9.0) * (z - 9.0)));
}

static double hump_turned(double x, double z) {
    return hump(z, x);
}

static double slope_turned(double x, double z) {
    return slope_bed(z, x);
}

static shallow_case pond(int32_t nx, int32_t nz) {
    return (shallow_case){.method = &wafti_swe_method,
        .nx = nx,
        .nz = nz,
        .dx = 1.0,
        .dz = 1.0,
        .bed = slope_bed,
        .level = hump,
        .def = shallow_plain()};
}

static double depth_at(const shallow_fixture* f, int32_t i, int32_t j) {
    return (double)f->s.depth[wafti_basin_index(&f->s.basin, i, j)];
}

static void set_uniform(shallow_fixture* f, float vx, float vz) {
    const size_t size = f->s.basin.size;
    wafti_real* v = calloc(2 * size, sizeof(wafti_real));
    for (size_t i = 0; i < size; ++i) {
        v[i] = vx;
        v[size + i] = vz;
    }
    f->s.method->set_velocity(&f->s, v, v + size);
    free(v);
}

static void takes_the_memory_it_says(void) {
    const shallow_case c = pond(70, 130);
    shallow_fixture f;
    shallow_open(&f, &c);
    const size_t fields = 3 * f.s.basin.size * sizeof(wafti_real);
    wafti_carver said = {0};
    f.s.method->init(&f.s, &said);
    CHECK(f.arena.total >= said.used + fields);
    CHECK(f.arena.total < said.used + fields + 65536);
    CHECK(f.s.method->kind == WAFT_WATER_SWE);
    CHECK(isinf(f.s.method->longest_step(&f.s)));
    shallow_close(&f);
}

static void x_and_z_are_alike(void) {
    shallow_case c = pond(40, 40);
    shallow_case turned = c;
    turned.bed = slope_turned;
    turned.level = hump_turned;
    shallow_fixture f;
    shallow_fixture g;
    shallow_open(&f, &c);
    shallow_open(&g, &turned);
    for (int n = 0; n < 40; ++n) {
        CHECK(shallow_step(&f, 0.2));
        CHECK(shallow_step(&g, 0.2));
    }
    double worst = 0.0;
    double moved = 0.0;
    for (int32_t j = 0; j < 40; ++j) {
        for (int32_t i = 0; i < 40; ++i) {
            double u[2];
            double v[2];
            f.s.method->velocity(&f.s, i, j, u);
            g.s.method->velocity(&g.s, j, i, v);
            worst = fmax(worst, fabs(depth_at(&f, i, j) - depth_at(&g, j, i)));
            worst = fmax(worst, fmax(fabs(u[0] - v[1]), fabs(u[1] - v[0])));
            moved = fmax(moved, fabs(u[0]));
        }
    }
    CHECK(worst < 1e-5);
    CHECK(moved > 0.01);
    shallow_close(&f);
    shallow_close(&g);
}

static double hump_line(double x, double z) {
    (void)z;
    return 0.3 * exp(-0.05 * (x - 12.0) * (x - 12.0));
}

static double slope_line(double x, double z) {
    (void)z;
    return -1.0 + 0.05 * x;
}

static void a_line_is_a_row_of_a_plane(void) {
    shallow_case c = pond(40, 1);
    c.bed = slope_line;
    c.level = hump_line;
    shallow_case wide = c;
    wide.nz = 5;
    shallow_fixture f;
    shallow_fixture g;
    shallow_open(&f, &c);
    shallow_open(&g, &wide);
    for (int n = 0; n < 40; ++n) {
        CHECK(shallow_step(&f, 0.1));
        CHECK(shallow_step(&g, 0.1));
    }
    double worst = 0.0;
    for (int32_t i = 0; i < 40; ++i) {
        for (int32_t j = 0; j < 5; ++j) {
            worst = fmax(worst, fabs(depth_at(&f, i, 0) - depth_at(&g, i, j)));
        }
    }
    CHECK(worst < 1e-6);
    shallow_close(&f);
    shallow_close(&g);
}

// Tiles are 256 columns wide: one cell more, or a few less than a vector, must not matter. Waves that
// cross the seam of a periodic basin are the same as those that do not.
static double swell_level(double x, double z) {
    (void)z;
    return 0.05 * cos(6.283185307179586 * x / 257.0);
}

static void seams_do_not_show(void) {
    shallow_case c = pond(257, 5);
    c.bed = NULL;
    c.flat = -1.0;
    c.level = swell_level;
    for (int side = 0; side < 4; ++side) {
        c.edges[side].kind = WAFT_EDGE_PERIODIC;
    }
    shallow_fixture f;
    shallow_open(&f, &c);
    const double before = shallow_volume(&f);
    for (int n = 0; n < 100; ++n) {
        CHECK(shallow_step(&f, 0.5));
    }
    double worst = 0.0;
    for (int32_t i = 0; i < 257; ++i) {
        // The crest is at x = 0, so cells i and 256 - i mirror each other.
        worst = fmax(worst, fabs(depth_at(&f, i, 2) - depth_at(&f, 256 - i, 2)));
        worst = fmax(worst, fabs(depth_at(&f, i, 2) - depth_at(&f, i, 4)));
    }
    CHECK(worst < 2e-6);
    CHECK_NEAR(shallow_volume(&f) / before, 1.0, 1e-6);
    shallow_close(&f);
}

static void steps_are_cut_into_parts(void) {
    shallow_case c = pond(16, 16);
    c.bed = NULL;
    c.level = NULL;
    c.flat = -1.0;
    shallow_fixture f;
    shallow_open(&f, &c);
    const double part = 0.45 / sqrt(9.81);
    wafti_shallow_report report;
    f.s.method->step(&f.s, 0.99 * part, &report);
    CHECK(report.parts == 1 && report.dropped == 0.0);
    CHECK_NEAR(report.speed, sqrt(9.81), 1e-5);
    f.s.method->step(&f.s, 3.5 * part, &report);
    CHECK(report.parts == 4 && report.dropped == 0.0);
    f.s.method->step(&f.s, 63.5 * part, &report);
    CHECK(report.parts == 64 && report.dropped == 0.0);
    f.s.method->step(&f.s, 100.0 * part, &report);
    CHECK(report.parts == 64);
    CHECK_NEAR(report.dropped, 36.0 * part, 1e-4);
    shallow_close(&f);
}

// A dam of 1 m on dry ground lets waves run at twice the speed they had at rest: parts become
// shorter within the step.
static double dam_level(double x, double z) {
    (void)z;
    return x < 20.0 ? 0.0 : -2.0;
}

static void faster_waves_get_shorter_parts(void) {
    shallow_case c = pond(64, 1);
    c.bed = NULL;
    c.flat = -1.0;
    c.level = dam_level;
    shallow_fixture f;
    shallow_open(&f, &c);
    wafti_shallow_report report;
    f.s.method->step(&f.s, 3.0, &report);
    CHECK(report.bad_row == -1 && report.dropped == 0.0);
    CHECK(report.parts > 1.3 * 3.0 * sqrt(9.81) / 0.45);
    CHECK(report.speed < 2.0 * sqrt(9.81));
    for (int32_t i = 0; i < 64; ++i) {
        CHECK(depth_at(&f, i, 0) <= 1.0 + 1e-6);
    }
    shallow_close(&f);
}

static void velocities_and_energy(void) {
    shallow_case c = pond(12, 6);
    c.bed = NULL;
    c.level = NULL;
    c.flat = -2.0;
    shallow_fixture f;
    shallow_open(&f, &c);
    f.s.depth[wafti_basin_index(&f.s.basin, 3, 2)] = 0;
    set_uniform(&f, 0.5f, -0.25f);
    double u[2];
    f.s.method->velocity(&f.s, 5, 5, u);
    CHECK_NEAR(u[0], 0.5, 1e-7);
    CHECK_NEAR(u[1], -0.25, 1e-7);
    f.s.method->velocity(&f.s, 3, 2, u);
    CHECK(u[0] == 0.0 && u[1] == 0.0);
    CHECK_NEAR(f.s.method->kinetic(&f.s), 0.5 * 1000.0 * 2.0 * 0.3125 * 71.0, 1e-2);
    f.s.method->damp(&f.s, 5, 5, 0.25);
    f.s.method->velocity(&f.s, 5, 5, u);
    CHECK_NEAR(u[0], 0.125, 1e-7);
    CHECK_NEAR(u[1], -0.0625, 1e-7);
    shallow_close(&f);
}

static double speed_after(float manning, float drag, double dt) {
    shallow_case c = pond(16, 6);
    c.bed = NULL;
    c.level = NULL;
    c.flat = -0.7;
    c.def.manning = manning;
    c.def.drag = drag;
    for (int side = 0; side < 4; ++side) {
        c.edges[side].kind = WAFT_EDGE_PERIODIC;
    }
    shallow_fixture f;
    shallow_open(&f, &c);
    set_uniform(&f, 1.2f, 0.5f);
    CHECK(shallow_step(&f, dt));
    double u[2];
    f.s.method->velocity(&f.s, 7, 3, u);
    shallow_close(&f);
    CHECK_NEAR(u[1] / u[0], 0.5 / 1.2, 1e-6);
    return u[0] / 1.2;
}

static void friction_slows(void) {
    const double dt = 0.08;
    CHECK_NEAR(speed_after(0.0f, 0.0f, dt), 1.0, 1e-6);
    CHECK_NEAR(speed_after(0.0f, 2.0f, dt), 1.0 / (1.0 + 2.0 * dt), 1e-6);
    const double rate = 9.81 * 0.05 * 0.05 * 0.7 * 1.3 / pow(0.7, 7.0 / 3.0);
    CHECK_NEAR(speed_after(0.05f, 0.0f, dt), 1.0 / (1.0 + dt * rate), 1e-6);
    CHECK_NEAR(speed_after(0.05f, 2.0f, dt), 1.0 / (1.0 + dt * rate) / (1.0 + 2.0 * dt), 1e-6);
}

#if !defined(WAFT_TEST_TRAP) // a NaN in the kernel is what that preset traps on
static void numbers_that_are_not_finite_are_found(void) {
    const shallow_case c = pond(40, 40);
    shallow_fixture f;
    shallow_open(&f, &c);
    f.s.depth[wafti_basin_index(&f.s.basin, 9, 20)] = (wafti_real)NAN;
    wafti_shallow_report report;
    f.s.method->step(&f.s, 0.05, &report);
    CHECK(report.bad_row >= 17 && report.bad_row <= 20);
    shallow_close(&f);
}
#endif

static void state_goes_on_with_the_same_bits(void) {
    const shallow_case c = pond(50, 70);
    shallow_fixture f;
    shallow_open(&f, &c);
    for (int n = 0; n < 5; ++n) {
        CHECK(shallow_step(&f, 0.3));
    }
    wafti_stream stream = wafti_stream_measure();
    f.s.method->state(&f.s, &stream);
    const size_t size = stream.position;
    CHECK(size == (size_t)7000 * sizeof(wafti_real));
    void* kept = malloc(size);
    wafti_real* depth = malloc(f.s.basin.size * sizeof(wafti_real));
    stream = wafti_stream_save(kept, size);
    f.s.method->state(&f.s, &stream);
    memcpy(depth, f.s.depth, f.s.basin.size * sizeof(wafti_real));
    for (int n = 0; n < 5; ++n) {
        CHECK(shallow_step(&f, 0.3));
    }
    const uint64_t want = shallow_hash(&f);
    stream = wafti_stream_load(kept, size);
    f.s.method->state(&f.s, &stream);
    memcpy(f.s.depth, depth, f.s.basin.size * sizeof(wafti_real));
    CHECK(shallow_hash(&f) != want);
    for (int n = 0; n < 5; ++n) {
        CHECK(shallow_step(&f, 0.3));
    }
    CHECK(shallow_hash(&f) == want);
    free(kept);
    free(depth);
    shallow_close(&f);
}

// Water that is poured in from outside between two steps counts for the length of the next.
static void water_added_outside_is_seen(void) {
    shallow_case c = pond(16, 16);
    c.bed = NULL;
    c.level = NULL;
    c.flat = -1.0;
    shallow_fixture f;
    shallow_open(&f, &c);
    wafti_shallow_report report;
    f.s.method->step(&f.s, 0.1, &report);
    CHECK(report.parts == 1);
    f.s.depth[wafti_basin_index(&f.s.basin, 8, 8)] = 16;
    f.s.method->step(&f.s, 0.1, &report);
    CHECK(report.parts >= 3 && report.bad_row == -1);
    shallow_close(&f);
}

static void no_water_is_no_trouble(void) {
    shallow_case c = pond(16, 16);
    c.flat = 1.0;
    c.bed = NULL;
    c.level = NULL;
    shallow_fixture f;
    shallow_open(&f, &c);
    f.s.dry = 0.0;
    wafti_shallow_report report;
    f.s.method->step(&f.s, 0.1, &report);
    CHECK(report.bad_row == -1 && report.parts == 1 && report.speed == 0.0);
    CHECK(shallow_volume(&f) == 0.0);
    shallow_close(&f);
}

int main(int argc, char** argv) {
    static const test_case cases[] = {
        {"takes_the_memory_it_says", takes_the_memory_it_says},
        {"x_and_z_are_alike", x_and_z_are_alike},
        {"a_line_is_a_row_of_a_plane", a_line_is_a_row_of_a_plane},
        {"seams_do_not_show", seams_do_not_show},
        {"steps_are_cut_into_parts", steps_are_cut_into_parts},
        {"faster_waves_get_shorter_parts", faster_waves_get_shorter_parts},
        {"velocities_and_energy", velocities_and_energy},
        {"friction_slows", friction_slows},
#if !defined(WAFT_TEST_TRAP)
        {"numbers_that_are_not_finite_are_found", numbers_that_are_not_finite_are_found},
#endif
        {"state_goes_on_with_the_same_bits", state_goes_on_with_the_same_bits},
        {"water_added_outside_is_seen", water_added_outside_is_seen},
        {"no_water_is_no_trouble", no_water_is_no_trouble},
    };
    return test_main(argc, argv, cases, sizeof(cases) / sizeof(cases[0]));
}
