// SPDX-License-Identifier: MIT
// Parts of a liquid's step (docs/spec/sph.md#verification): viscosity by a shear wave and a channel, a drop
// that swings, a sphere under water.
#include "liquid/solver.h"
#include "liquid_fixture.h"
#include "verify/verify.h"

// ---- shear-wave

static double shear_rate(waft_liquid_viscosity solver, float nu_step) {
    waft_liquid_def def = liquid_box(0.1f, 1.6f, 1.6f, 1.6f);
    def.method = WAFT_LIQUID_DFSPH;
    def.kinematic_viscosity = 0.05f;
    def.viscosity_solver = solver;
    def.max_step = nu_step * 0.01f / 0.05f;
    def.max_particles = 4096;
    for (int side = 0; side < 6; ++side) {
        def.sides[side] = WAFT_LIQUID_PERIODIC;
    }
    liquid_fixture f = liquid_open(&def, 0.2, 0.0f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.6f, 1.6f, 1.6f);
    waft_liquid* liquid = f.liquid;
    const double wave = 2.0 * M_PI / 1.6;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.u[0][i] = (float)(0.01 * sin(wave * (double)liquid->now.x[1][i]));
    }
    double amplitude = 0.0;
    for (int step = 0; step < 5; ++step) {
        liquid_step(&f);
    }
    for (uint32_t i = 0; i < liquid->count; ++i) {
        amplitude += 2.0 * (double)liquid->now.u[0][i] * sin(wave * (double)liquid->now.x[1][i]) /
                     liquid->count;
    }
    liquid_close(&f);
    return -log(amplitude / 0.01) / (0.05 * wave * wave);
}

static int verify_shear(void) {
    verify_table table = verify_open("shear-wave");
    const double plain = shear_rate(WAFT_LIQUID_VISCOSITY_EXPLICIT, 0.1f);
    const double solved = shear_rate(WAFT_LIQUID_VISCOSITY_IMPLICIT, 0.1f);
    (void)verify_near(&table, "decay over nu k^2, explicit", 1.0, plain, 0.05);
    (void)verify_near(&table, "decay over nu k^2, implicit", 1.0, solved, 0.05);
    (void)verify_near(&table, "implicit over explicit", 1.0, solved / plain, 0.02);
    return verify_close(&table);
}

// ---- no-slip-channel

static void push_along_x(void* user, double time, size_t count, const float* const position[3],
    const float* const velocity[3], float* const out[3]) {
    (void)time;
    (void)position;
    (void)velocity;
    for (size_t i = 0; i < count; ++i) {
        out[0][i] += *(const float*)user;
    }
}

static int verify_channel(void) {
    verify_table table = verify_open("no-slip-channel");
    waft_liquid_def def = liquid_box(0.0625f, 0.5f, 1.0f, 0.5f);
    def.method = WAFT_LIQUID_DFSPH;
    def.kinematic_viscosity = 0.1f;
    def.viscosity_solver = WAFT_LIQUID_VISCOSITY_IMPLICIT;
    def.no_slip = true;
    def.max_particles = 1024;
    def.sides[0] = def.sides[1] = def.sides[4] = def.sides[5] = WAFT_LIQUID_PERIODIC;
    def.sides[3] = WAFT_LIQUID_WALL;
    liquid_fixture f = liquid_open(&def, 0.05, 0.0f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 0.5f, 1.0f, 0.5f);
    float force = 0.08f;
    if (waft_liquid_set_force(f.liquid, push_along_x, &force) != WAFT_OK) {
        ++table.failures;
    }
    // H^2/nu is 10 s, the slowest mode's time a tenth of it.
    for (int step = 0; step < 120; ++step) {
        liquid_step(&f);
    }
    // The parabola through all layers: u = u_max 4 y (1 - y), fitted.
    double up = 0.0;
    double down = 0.0;
    for (uint32_t i = 0; i < f.liquid->count; ++i) {
        const double y = (double)f.liquid->now.x[1][i];
        const double shape = 4.0 * y * (1.0 - y);
        up += shape * (double)f.liquid->now.u[0][i];
        down += shape * shape;
    }
    (void)verify_near(&table, "u_max over g H^2/(8 nu)", 1.0, up / down / 0.1, 0.05);
    liquid_close(&f);
    return verify_close(&table);
}

// ---- sphere-buoyancy

static int verify_buoyancy(void) {
    verify_table table = verify_open("sphere-buoyancy");
    waft_liquid_def def = liquid_box(0.0625f, 1.5f, 2.5f, 1.5f);
    def.method = WAFT_LIQUID_DFSPH;
    def.kinematic_viscosity = 0.01f;
    def.max_particles = 24 * 24 * 32;
    liquid_fixture f = liquid_open(&def, 0.02, 9.81f, 1);
    waft_solid_def ball = liquid_ball(0.375f, 0.75f, 0.9f, 0.75f);
    if (waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) != WAFT_OK) {
        ++table.failures;
    }
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.5f, 1.9f, 1.5f);
    double sum = 0.0;
    for (int step = 0; step < 100; ++step) {
        liquid_step(&f);
        waft_solid_info info;
        if (step >= 50 && waft_world_solid_at(f.world, 0, &info) == WAFT_OK) {
            sum += (double)info.force.y / 50.0;
        }
    }
    const double want = 1000.0 * 9.81 * 4.0 / 3.0 * M_PI * 0.375 * 0.375 * 0.375;
    (void)verify_near(&table, "force on a sphere over its buoyancy", 1.0, sum / want, 0.1);
    liquid_close(&f);
    return verify_close(&table);
}

// ---- oscillating-drop

// Second moments of the drop: along y over those across, which the mode swings.
static double stretch_of(const waft_liquid* liquid) {
    double sums[3] = {0.0, 0.0, 0.0};
    double squares[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < liquid->count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double x = (double)liquid->now.x[axis][i];
            sums[axis] += x / liquid->count;
            squares[axis] += x * x / liquid->count;
        }
    }
    double moments[3];
    for (int axis = 0; axis < 3; ++axis) {
        moments[axis] = squares[axis] - sums[axis] * sums[axis];
    }
    return log(2.0 * moments[1] / (moments[0] + moments[2]));
}

static void verify_drop(verify_table* table, float spacing, float longest, double tolerance) {
    waft_liquid_def def = liquid_box(spacing, 3.0f, 3.0f, 3.0f);
    def.method = WAFT_LIQUID_DFSPH;
    def.surface_tension = 625.0f;
    def.kinematic_viscosity = 0.002f;
    def.max_step = longest;
    def.max_particles = 20000;
    liquid_fixture f = liquid_open(&def, 0.01, 0.0f, 1);
    waft_liquid_block_def block = waft_liquid_block_def_default();
    block.shape.kind = WAFT_SHAPE_SPHERE;
    block.shape.radius = 0.5f;
    block.pose.position = (waft_vec3){1.5f, 1.5f, 1.5f};
    if (waft_liquid_add_block(f.liquid, &block, NULL) != WAFT_OK) {
        ++table->failures;
    }
    waft_liquid* liquid = f.liquid;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.u[0][i] = -0.2f * (liquid->now.x[0][i] - 1.5f);
        liquid->now.u[1][i] = 0.4f * (liquid->now.x[1][i] - 1.5f);
        liquid->now.u[2][i] = -0.2f * (liquid->now.x[2][i] - 1.5f);
    }
    // One whole period between crossings. From the start to the first the swing is the widest, and the
    // lattice has no pressure yet: counted from there the coarse drop is 4 % slower.
    double crossings[3] = {0.0, 0.0, 0.0};
    int found = 0;
    double last = 0.0;
    for (int n = 1; n <= 300 && found < 3; ++n) {
        liquid_step(&f);
        const double now = stretch_of(liquid);
        if (n > 10 && now * last < 0.0) {
            crossings[found++] = 0.01 * (n - 1 + last / (last - now));
        }
        last = now;
    }
    const double volume = liquid->count * liquid->calibration.volume;
    const double radius = cbrt(0.75 * volume / M_PI);
    const double want = sqrt(8.0 * 625.0 / (1000.0 * radius * radius * radius));
    const double got = found == 3 ? 2.0 * M_PI / (crossings[2] - crossings[0]) : 0.0;
    char name[64];
    (void)snprintf(name, sizeof(name), "frequency over theory, R = %.0f d", radius / liquid->d);
    (void)verify_near(table, name, 1.0, got / want, tolerance);
    verify_told(table, "the same from the start on", 2.0 * M_PI / crossings[1] / want);
    double drift = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        double sum = 0.0;
        for (uint32_t i = 0; i < liquid->count; ++i) {
            sum += (double)liquid->now.x[axis][i] / liquid->count;
        }
        drift = verify_worse(drift, fabs(sum - 1.5));
    }
    (void)snprintf(name, sizeof(name), "drift over R, R = %.0f d", radius / liquid->d);
    (void)verify_most(table, name, 1e-5, drift / radius);
    liquid_close(&f);
}

static int verify_drops(void) {
    verify_table table = verify_open("oscillating-drop");
    verify_drop(&table, 0.0625f, 0.002f, 0.1);
    verify_drop(&table, 0.03125f, 0.005f, 0.15);
    return verify_close(&table);
}

int main(void) {
    int failures = verify_shear();
    if (verify_slow()) {
        failures += verify_channel();
        failures += verify_buoyancy();
        failures += verify_drops();
    }
    return failures == 0 ? 0 : 1;
}
