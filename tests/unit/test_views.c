// SPDX-License-Identifier: MIT
#include "smoke_fixture.h"

enum { NX = 12, NY = 10, NZ = 8 };
static float values[(NX + 1) * (NY + 1) * (NZ + 1)];

static smoke_fixture* open_box(void) {
    waft_smoke_def def = small_smoke_def(NX, NY, NZ);
    def.origin = (waft_vec3){1.0f, 2.0f, 3.0f};
    def.scalar_count = 2;
    return smoke_fixture_open(&def, 1);
}

static void fields_lie_where_they_say(void) {
    smoke_fixture* f = open_box();
    const float h = 0.0625f;
    const waft_field density = waft_smoke_field(f->smoke, WAFT_SMOKE_DENSITY);
    CHECK(density.size[0] == NX && density.size[1] == NY && density.size[2] == NZ);
    CHECK_NEAR(density.origin.x, 1.0 + 0.5 * (double)h, 1e-6);
    const waft_field v = waft_smoke_field(f->smoke, WAFT_SMOKE_VELOCITY_Y);
    CHECK(v.size[0] == NX && v.size[1] == NY + 1 && v.size[2] == NZ);
    CHECK_NEAR(v.origin.x, 1.0 + 0.5 * (double)h, 1e-6);
    CHECK_NEAR(v.origin.y, 2.0, 1e-6);
    const waft_field distance = waft_smoke_field(f->smoke, WAFT_SMOKE_DISTANCE);
    CHECK(distance.size[2] == NZ + 1 && distance.origin.z == 3.0f);
    CHECK(waft_smoke_field(f->smoke, WAFT_SMOKE_SCALAR + 1).data != NULL);
    CHECK(waft_smoke_field(f->smoke, WAFT_SMOKE_SCALAR + 2).data == NULL);
    CHECK(waft_smoke_field(f->smoke, -1).data == NULL);
    CHECK(waft_smoke_field(f->smoke, 99).data == NULL);
    CHECK(waft_smoke_field(NULL, WAFT_SMOKE_DENSITY).data == NULL);
    smoke_fixture_close(f);
}

static void fields_can_be_set(void) {
    smoke_fixture* f = open_box();
    const size_t cells = (size_t)NX * NY * NZ;
    for (size_t n = 0; n < cells; ++n) {
        values[n] = (float)n;
    }
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_DENSITY, values, cells) == WAFT_OK);
    CHECK(density_at(f, 3, 2, 1) == (float)(3 + 2 * NX + 1 * NX * NY));
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_DENSITY, values, 5) == WAFT_ERR_ARGUMENT);
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_OPEN_X, values, cells) == WAFT_ERR_ARGUMENT);
    values[7] = NAN;
    CHECK(
        waft_smoke_set_field(f->smoke, WAFT_SMOKE_TEMPERATURE, values, cells) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f->error.sentence, "field: value 7 is not finite or out of range");
    const size_t faces = (size_t)(NX + 1) * NY * NZ;
    for (size_t n = 0; n < faces; ++n) {
        values[n] = 1.5f;
    }
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_X, values, faces) == WAFT_OK);
    CHECK_NEAR(waft_smoke_sample_velocity(f->smoke, (waft_vec3){1.3f, 2.2f, 3.2f}).x, 1.5, 1e-6);
    CHECK(waft_smoke_sample_velocity(f->smoke, (waft_vec3){9.0f, 2.2f, 3.2f}).x == 0.0f);
    CHECK(waft_smoke_sample_velocity(f->smoke, (waft_vec3){NAN, 2.2f, 3.2f}).x == 0.0f);
    smoke_fixture_close(f);
}

// u = 2 y, v = 3 x: strain and curl are known.
static void set_shear(smoke_fixture* f) {
    const float h = 0.0625f;
    float* out = values;
    for (int32_t k = 0; k < NZ; ++k) {
        for (int32_t j = 0; j < NY; ++j) {
            for (int32_t i = 0; i <= NX; ++i) {
                *out++ = 2.0f * h * ((float)j + 0.5f);
            }
        }
    }
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_X, values, (size_t)(out - values)) ==
          WAFT_OK);
    out = values;
    for (int32_t k = 0; k < NZ; ++k) {
        for (int32_t j = 0; j <= NY; ++j) {
            for (int32_t i = 0; i < NX; ++i) {
                *out++ = 3.0f * h * ((float)i + 0.5f);
            }
        }
    }
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_VELOCITY_Y, values, (size_t)(out - values)) ==
          WAFT_OK);
}

static void derived_fields_follow(void) {
    smoke_fixture* f = open_box();
    set_shear(f);
    const size_t middle = 6 + 5 * NX + 4 * NX * NY;
    CHECK(waft_smoke_derive(f->smoke, WAFT_SMOKE_CENTER_Y, values) == WAFT_OK);
    CHECK_NEAR(values[middle], 3.0 * 6.5 / 16.0, 1e-5);
    CHECK(waft_smoke_derive(f->smoke, WAFT_SMOKE_STRAIN, values) == WAFT_OK);
    CHECK_NEAR(values[middle], 5.0, 1e-4); // sqrt(2 * 2 * 2.5^2)
    CHECK(waft_smoke_derive(f->smoke, WAFT_SMOKE_VORTICITY, values) == WAFT_OK);
    CHECK_NEAR(values[middle], 1.0, 1e-4);
    CHECK(waft_smoke_derive(f->smoke, WAFT_SMOKE_SOLID, values) == WAFT_OK);
    CHECK(values[middle] == 0.0f);
    const waft_solid_def ball = ball_solid(1.4f, 2.34f, 3.28f, 0.15f);
    (void)smoke_fixture_solid(f, &ball);
    CHECK(waft_smoke_derive(f->smoke, WAFT_SMOKE_SOLID, values) == WAFT_OK);
    CHECK(values[middle] == 1.0f);
    CHECK(waft_smoke_derive(f->smoke, (waft_smoke_derived)17, values) == WAFT_ERR_ARGUMENT);
    CHECK(waft_smoke_derive(f->smoke, WAFT_SMOKE_SOLID, NULL) == WAFT_ERR_ARGUMENT);
    smoke_fixture_close(f);
}

static smoke_fixture* open_ring(void) {
    waft_smoke_def def = small_smoke_def(NX, NY, NZ);
    def.origin = (waft_vec3){1.0f, 2.0f, 3.0f};
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        def.sides[side] = (waft_smoke_side){.kind = WAFT_SIDE_PERIODIC};
    }
    return smoke_fixture_open(&def, 1);
}

// Rows that are skipped have no share of a solid either: all cells by their corners. Half of the balls come to
// a seam and go across it.
static void solids_have_shares_wherever_they_are(void) {
    for (int n = 0; n < 48; ++n) {
        const bool ring = n % 2 != 0;
        smoke_fixture* f = ring ? open_ring() : open_box();
        const float off = 0.002f * (float)n;
        const waft_solid_def ball =
            ball_solid(1.4f + off, ring ? 2.44f + 2.0f * off : 2.34f - 0.5f * off,
                ring ? 3.2f - 2.0f * off : 3.28f + 0.3f * off, 0.1f + 0.5f * off);
        (void)smoke_fixture_solid(f, &ball);
        CHECK(waft_smoke_derive(f->smoke, WAFT_SMOKE_SOLID, values) == WAFT_OK);
        const wafti_domain* domain = &f->smoke->domain;
        const wafti_mac* grid = &domain->grid;
        for (int32_t cell = 0; cell < NX * NY * NZ; ++cell) {
            const ptrdiff_t at = wafti_mac_index(grid, cell % NX, cell / NX % NY, cell / (NX * NY));
            double sum = 0.0;
            for (int corner = 0; corner < 8; ++corner) {
                sum += (double)domain->sdf[at + (corner & 1) + (corner >> 1 & 1) * grid->row +
                                           (corner >> 2) * grid->plane];
            }
            const double share = fmin(fmax(0.5 - sum / (8.0 * grid->h), 0.0), 0.99);
            CHECK_NEAR(values[cell], domain->clearance[at] == 0 ? 1.0 : share, 1e-5);
        }
        smoke_fixture_close(f);
    }
}

static void forces_push_while_they_are_set(void) {
    smoke_fixture* f = open_box();
    static float force[3][(NX + 1) * (NY + 1) * (NZ + 1)];
    for (size_t n = 0; n < sizeof(force[1]) / sizeof(force[1][0]); ++n) {
        force[1][n] = 2.0f;
    }
    CHECK(waft_smoke_set_force_field(f->smoke, force[0], NULL, force[2]) == WAFT_ERR_ARGUMENT);
    CHECK(waft_smoke_set_force_field(f->smoke, force[0], force[1], force[2]) == WAFT_OK);
    const size_t held = wafti_smoke_memory(f->smoke);
    smoke_fixture_steps(f, 1);
    // A uniform push against the closed bottom is all pressure; at the open top likewise.
    CHECK(f->smoke->uses_force);
    CHECK(waft_smoke_set_force_field(f->smoke, NULL, NULL, NULL) == WAFT_OK);
    CHECK(!f->smoke->uses_force);
    CHECK(waft_smoke_set_force_field(f->smoke, force[0], force[1], force[2]) == WAFT_OK);
    CHECK(wafti_smoke_memory(f->smoke) == held);
    smoke_fixture_close(f);
}

static void weights_and_eddies_can_be_set(void) {
    smoke_fixture* f = open_box();
    for (size_t n = 0; n < (size_t)NX * NY * NZ; ++n) {
        values[n] = 0.5f;
    }
    CHECK(waft_smoke_set_confinement_weight(f->smoke, values) == WAFT_OK);
    CHECK(waft_smoke_set_eddy_viscosity(f->smoke, values) == WAFT_OK);
    CHECK(f->smoke->uses_weight && f->smoke->uses_eddy);
    values[3] = -1.0f;
    CHECK(waft_smoke_set_eddy_viscosity(f->smoke, values) == WAFT_ERR_ARGUMENT);
    CHECK(waft_smoke_set_confinement_weight(f->smoke, NULL) == WAFT_OK);
    CHECK(waft_smoke_set_eddy_viscosity(f->smoke, NULL) == WAFT_OK);
    CHECK(!f->smoke->uses_weight && !f->smoke->uses_eddy);
    CHECK(waft_smoke_set_eddy_viscosity(NULL, values) == WAFT_ERR_ARGUMENT);
    smoke_fixture_close(f);
}

static void weights_are_shares(void) {
    smoke_fixture* f = open_box();
    for (size_t n = 0; n < (size_t)NX * NY * NZ; ++n) {
        values[n] = 1.0f;
    }
    values[5] = 50.0f;
    CHECK(waft_smoke_set_confinement_weight(f->smoke, values) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f->error.sentence, "confinement weight: value 5 is not finite or out of range");
    CHECK(!f->smoke->uses_weight);
    CHECK(waft_smoke_set_eddy_viscosity(f->smoke, values) == WAFT_OK);
    smoke_fixture_close(f);
}

static void fill_scalar(smoke_fixture* f, int kind, const float slope[3]) {
    const waft_smoke_def def = waft_smoke_get_def(f->smoke);
    const size_t cells = (size_t)def.cells[0] * (size_t)def.cells[1] * (size_t)def.cells[2];
    for (size_t n = 0; n < cells; ++n) {
        const size_t row = n / (size_t)def.cells[0];
        const float i = (float)(n % (size_t)def.cells[0]);
        const float j = (float)(row % (size_t)def.cells[1]);
        const float k = (float)(row / (size_t)def.cells[1]);
        values[n] = 1.0f + slope[0] * i + slope[1] * j + slope[2] * k;
    }
    CHECK(waft_smoke_set_field(f->smoke, kind, values, cells) == WAFT_OK);
}

// A field that is linear in the place comes out exactly between centres, and level beyond the last.
static void scalars_are_linear_between_centres(void) {
    smoke_fixture* f = open_box();
    const float slope[3] = {0.5f, -0.0625f, 0.25f};
    fill_scalar(f, WAFT_SMOKE_DENSITY, slope);
    for (int n = 0; n < 200; ++n) {
        const double place[3] = {NX * fmod(n * 0.6180339887, 1.0), NY * fmod(n * 0.7548776662, 1.0),
            NZ * fmod(n * 0.5698402910, 1.0)};
        const double most[3] = {NX - 1, NY - 1, NZ - 1};
        double want = 1.0;
        for (int axis = 0; axis < 3; ++axis) {
            want += (double)slope[axis] * fmin(fmax(place[axis] - 0.5, 0.0), most[axis]);
        }
        const waft_vec3 point = {(float)(1.0 + 0.0625 * place[0]), (float)(2.0 + 0.0625 * place[1]),
            (float)(3.0 + 0.0625 * place[2])};
        CHECK_NEAR(waft_smoke_sample_density(f->smoke, point), want, 1e-4);
    }
    CHECK_NEAR(waft_smoke_sample_density(f->smoke, (waft_vec3){1.0f, 2.0f, 3.0f}), 1.0, 1e-6);
    CHECK(waft_smoke_sample_density(f->smoke, (waft_vec3){0.999f, 2.1f, 3.1f}) == 0.0f);
    CHECK(waft_smoke_sample_density(f->smoke, (waft_vec3){1.1f, NAN, 3.1f}) == 0.0f);
    CHECK(waft_smoke_sample_density(NULL, (waft_vec3){1.1f, 2.1f, 3.1f}) == 0.0f);
    smoke_fixture_close(f);
}

static void scalars_go_round_and_lie_flat(void) {
    waft_smoke_def def = small_smoke_def(8, 8, 1);
    def.sides[WAFT_SIDE_LEFT] = def.sides[WAFT_SIDE_RIGHT] =
        (waft_smoke_side){.kind = WAFT_SIDE_PERIODIC};
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const float slope[3] = {1.0f, 0.0f, 0.0f};
    fill_scalar(f, WAFT_SMOKE_TEMPERATURE, slope);
    // Half way between the first cell, 1, and the last, 8; z says nothing.
    CHECK_NEAR(waft_smoke_sample_temperature(f->smoke, (waft_vec3){0.0f, 0.2f, 7.0f}), 4.5, 1e-5);
    CHECK_NEAR(waft_smoke_sample_temperature(f->smoke, (waft_vec3){0.5f, 0.2f, -7.0f}), 4.5, 1e-5);
    CHECK_NEAR(
        waft_smoke_sample_temperature(f->smoke, (waft_vec3){0.484375f, 0.2f, 0.0f}), 6.25, 1e-4);
    smoke_fixture_close(f);
}

// Cells in a ball hold no smoke, but the air at its wall is as full of it as the rest.
static void solids_do_not_thin_the_smoke(void) {
    smoke_fixture* f = open_box();
    const waft_solid_def ball = ball_solid(1.4f, 2.34f, 3.28f, 0.2f);
    (void)smoke_fixture_solid(f, &ball);
    const float slope[3] = {0.0f, 0.0f, 0.0f};
    fill_scalar(f, WAFT_SMOKE_DENSITY, slope);
    for (int n = 0; n < 100; ++n) {
        const float out = 0.21f + 0.0005f * (float)n;
        const waft_vec3 point = {1.4f + out, 2.34f, 3.28f + 0.0001f * (float)n};
        CHECK_NEAR(waft_smoke_sample_density(f->smoke, point), 1.0, 1e-6);
    }
    CHECK(waft_smoke_sample_density(f->smoke, (waft_vec3){1.4f, 2.34f, 3.28f}) == 0.0f);
    smoke_fixture_close(f);
}

static const test_case cases[] = {
    {"scalars_are_linear_between_centres", scalars_are_linear_between_centres},
    {"scalars_go_round_and_lie_flat", scalars_go_round_and_lie_flat},
    {"solids_do_not_thin_the_smoke", solids_do_not_thin_the_smoke},
    {"fields_lie_where_they_say", fields_lie_where_they_say},
    {"fields_can_be_set", fields_can_be_set},
    {"derived_fields_follow", derived_fields_follow},
    {"solids_have_shares_wherever_they_are", solids_have_shares_wherever_they_are},
    {"forces_push_while_they_are_set", forces_push_while_they_are_set},
    {"weights_and_eddies_can_be_set", weights_and_eddies_can_be_set},
    {"weights_are_shares", weights_are_shares},
};

TEST_MAIN(cases)
