// SPDX-License-Identifier: MIT
// Smoke through the public API: air at rest, tight walls, sealed regions, a moving sphere, equal
// bits. The rows are described in docs/spec/smoke.md#verification.
#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "smoke_fixture.h"
#include "verify.h"

static double same(const double p[3], void* user) {
    (void)p;
    return *(const double*)user;
}

static waft_solid_id add_obstacle(smoke_fixture* f, waft_shape shape, waft_vec3 at) {
    waft_solid_def def = waft_solid_def_default();
    def.shape = shape;
    def.pose.position = at;
    waft_solid_id id;
    smoke_fixture_need(f, waft_world_add_solid(f->world, &def, &id));
    return id;
}

static waft_shape sphere(double radius) {
    return (waft_shape){.kind = WAFT_SHAPE_SPHERE, .radius = (float)radius};
}

static waft_shape box(double x, double y, double z) {
    return (waft_shape){
        .kind = WAFT_SHAPE_BOX, .size = waft_vec3_make((float)x, (float)y, (float)z)};
}

static double greatest_speed(const smoke_fixture* f) {
    double greatest = 0.0;
    for (int axis = 0; axis < (f->n[2] > 1 ? 3 : 2); ++axis) {
        greatest = fmax(greatest, smoke_fixture_greatest(f, WAFT_SMOKE_VELOCITY_X + axis));
    }
    return greatest;
}

// air-at-rest: gravity on uniformly warm air in a closed box must not move it.

static double rest(int32_t n, int32_t nz, bool ball) {
    const double g = 9.81;
    const double dt = 0.01;
    waft_smoke_def def = smoke_fixture_def(n, n, nz, 1.0 / n);
    def.pressure.tolerance = 1e-5f;
    smoke_fixture f = smoke_fixture_open(&def, dt, (float)-g, 2);
    if (ball) {
        (void)add_obstacle(&f, sphere(0.21), waft_vec3_make(0.43f, 0.55f, nz > 1 ? 0.47f : 0.0f));
    }
    // So warm that the air would rise with g.
    double warmth = 293.0;
    smoke_fixture_set(&f, WAFT_SMOKE_TEMPERATURE, -1, same, &warmth);
    smoke_fixture_steps(&f, 100);
    const double speed = greatest_speed(&f);
    smoke_fixture_close(&f);
    return speed / (g * dt);
}

static int verify_rest(void) {
    verify_table table = verify_open("air-at-rest");
    (void)verify_most(&table, "rest 64^2, box: greatest speed (g dt)", 1e-6, rest(64, 1, false));
    (void)verify_most(&table, "rest 32^3, box: greatest speed (g dt)", 1e-6, rest(32, 32, false));
    (void)verify_most(&table, "rest 64^2, disc: greatest speed (g dt)", 1e-5, rest(64, 1, true));
    (void)verify_most(&table, "rest 32^3, sphere: greatest speed (g dt)", 1e-5, rest(32, 32, true));
    return verify_close(&table);
}

// tight-walls: a sheet, or a plate of one cell, across the whole box lets nothing through.

/// A sheet over the whole section of the box and beyond.
static void add_sheet(smoke_fixture* f, double height) {
    const double wide = 4.0;
    const double positions[12] = {-wide, 0, -wide, wide, 0, -wide, wide, 0, wide, -wide, 0, wide};
    const uint32_t indices[6] = {0, 2, 1, 0, 3, 2};
    const waft_mesh_arrays arrays = {
        .positions = positions, .point_count = 4, .indices = indices, .facet_count = 2};
    const waft_mesh_options options = waft_mesh_options_default();
    waft_mesh* mesh = NULL;
    smoke_fixture_need(f, waft_mesh_create(&arrays, &options, &mesh, NULL));
    (void)add_obstacle(f, (waft_shape){.kind = WAFT_SHAPE_MESH, .mesh = mesh},
        waft_vec3_make(0.5f, (float)height, 0.5f));
    waft_mesh_destroy(mesh);
}

typedef struct wall_result {
    double beyond; ///< greatest density on the far side
    double flux;   ///< through the wall
    int iterations;
} wall_result;

static wall_result smoke_under(int32_t row, bool plate) {
    enum { N = 24, HEIGHT = 32 };
    const double h = 1.0 / N;
    waft_smoke_def def = smoke_fixture_def(N, HEIGHT, N, h);
    def.pressure.tolerance = 1e-5f;
    smoke_fixture f = smoke_fixture_open(&def, 0.02, -9.81f, 2);
    if (plate) {
        (void)add_obstacle(
            &f, box(4.0, h, 4.0), waft_vec3_make(0.5f, (float)((row + 0.5) * h), 0.5f));
    } else {
        add_sheet(&f, row * h);
    }
    waft_source_def source = waft_source_def_default();
    source.shape = sphere(0.15);
    source.pose.position = waft_vec3_make(0.5f, 0.25f, 0.5f);
    source.temperature = 50.0f;
    source.has_velocity = true;
    source.velocity = waft_vec3_make(0.3f, 2.0f, 0.1f);
    waft_source_id id;
    smoke_fixture_need(&f, waft_smoke_add_source(f.smoke, &source, &id));
    wall_result result = {0};
    for (int step = 0; step < 500; ++step) {
        smoke_fixture_steps(&f, 1);
        const int iterations = waft_smoke_get_stats(f.smoke).iterations;
        result.iterations = iterations > result.iterations ? iterations : result.iterations;
    }
    const waft_field density = waft_smoke_field(f.smoke, WAFT_SMOKE_DENSITY);
    const waft_field up = waft_smoke_field(f.smoke, WAFT_SMOKE_VELOCITY_Y);
    for (int32_t k = 0; k < N; ++k) {
        for (int32_t i = 0; i < N; ++i) {
            result.flux += (double)waft_field_at(&up, i, row, k);
            for (int32_t j = row; j < HEIGHT; ++j) {
                result.beyond = fmax(result.beyond, fabs((double)waft_field_at(&density, i, j, k)));
            }
        }
    }
    smoke_fixture_close(&f);
    return result;
}

static int verify_walls(void) {
    verify_table table = verify_open("tight-walls");
    for (int which = 0; which < 4; ++which) {
        const bool plate = which > 1;
        const int32_t row = 16 + which % 2;
        const wall_result result = smoke_under(row, plate);
        char name[80];
        const char* kind = plate ? "plate" : "sheet";
        (void)snprintf(name, sizeof(name), "%s at row %d: density beyond it", kind, row);
        (void)verify_near(&table, name, 0.0, result.beyond, 0.0);
        (void)snprintf(name, sizeof(name), "%s at row %d: flux through it (h^2 m/s)", kind, row);
        (void)verify_near(&table, name, 0.0, result.flux, 0.0);
        (void)snprintf(name, sizeof(name), "%s at row %d: iterations at 1e-5", kind, row);
        (void)verify_most(&table, name, 14, result.iterations);
    }
    return verify_close(&table);
}

// sealed-regions: a room inside a box, a moving solid in a sealed box, air made in a sealed box.

static double ball_at(const double p[3], void* user) {
    const double* center = user;
    const double dx = p[0] - center[0];
    const double dy = p[1] - center[1];
    const double dz = p[2] - center[2];
    return dx * dx + dy * dy + dz * dz < 0.006 ? 1.0 : 0.0;
}

static double two_warm_balls(const double p[3], void* user) {
    double* centers = user;
    return 60.0 * (ball_at(p, centers) + ball_at(p, centers + 3));
}

/// Six slabs around a cubic room in the middle of the unit box.
static void add_room(smoke_fixture* f, double inner, double thick) {
    const double outer = inner + 2.0 * thick;
    const double off = 0.5 * (inner + thick);
    for (int axis = 0; axis < 3; ++axis) {
        for (int high = -1; high <= 1; high += 2) {
            const double size[3] = {
                axis == 0 ? thick : outer, axis == 1 ? thick : outer, axis == 2 ? thick : outer};
            const double at[3] = {0.5 + (axis == 0 ? high * off : 0.0),
                0.5 + (axis == 1 ? high * off : 0.0), 0.5 + (axis == 2 ? high * off : 0.0)};
            (void)add_obstacle(f, box(size[0], size[1], size[2]),
                waft_vec3_make((float)at[0], (float)at[1], (float)at[2]));
        }
    }
}

static bool in_room(const smoke_fixture* f, int32_t i, int32_t j, int32_t k, double inner) {
    const double half = 0.5 * inner;
    return fabs(f->h * (i + 0.5) - 0.5) < half && fabs(f->h * (j + 0.5) - 0.5) < half &&
           fabs(f->h * (k + 0.5) - 0.5) < half;
}

static void verify_pocket(verify_table* table) {
    enum { N = 32 };
    const double inner = 12.0 / N;
    waft_smoke_def def = smoke_fixture_def(N, N, N, 1.0 / N);
    def.pressure.tolerance = 1e-5f;
    def.scalar_count = 2;
    smoke_fixture f = smoke_fixture_open(&def, 0.02, -9.81f, 2);
    add_room(&f, inner, 2.0 / N);
    double centers[6] = {0.5, 0.45, 0.5, 0.15, 0.2, 0.5};
    smoke_fixture_set(&f, WAFT_SMOKE_TEMPERATURE, -1, two_warm_balls, centers);
    smoke_fixture_set(&f, WAFT_SMOKE_SCALAR, -1, ball_at, centers);
    smoke_fixture_set(&f, WAFT_SMOKE_SCALAR + 1, -1, ball_at, centers + 3);
    int iterations = 0;
    double divergence = 0.0;
    for (int step = 0; step < 150; ++step) {
        smoke_fixture_steps(&f, 1);
        const waft_smoke_stats stats = waft_smoke_get_stats(f.smoke);
        iterations = stats.iterations > iterations ? stats.iterations : iterations;
        divergence = fmax(divergence, stats.divergence * f.h / f.dt);
    }
    const waft_field inside = waft_smoke_field(f.smoke, WAFT_SMOKE_SCALAR);
    const waft_field outside = waft_smoke_field(f.smoke, WAFT_SMOKE_SCALAR + 1);
    double leak = 0.0;
    double kept = 0.0;
    for (int32_t k = 0; k < N; ++k) {
        for (int32_t j = 0; j < N; ++j) {
            for (int32_t i = 0; i < N; ++i) {
                const bool room = in_room(&f, i, j, k, inner);
                const waft_field* alien = room ? &outside : &inside;
                leak = fmax(leak, fabs((double)waft_field_at(alien, i, j, k)));
                kept += room ? (double)waft_field_at(&inside, i, j, k) : 0.0;
            }
        }
    }
    const double speed = greatest_speed(&f);
    (void)verify_near(table, "pocket: scalars in the other region", 0.0, leak, 0.0);
    (void)verify_least(table, "pocket: scalar kept in the room (cells)", 50.0, kept);
    (void)verify_most(table, "pocket: iterations at 1e-5", 14, iterations);
    (void)verify_most(table, "pocket: h div u over u_max", 1e-4, divergence / speed);
    smoke_fixture_close(&f);
}

static void verify_sealed(verify_table* table) {
    enum { N = 32, STEPS = 40 };
    waft_smoke_def def = smoke_fixture_def(N, N, N, 1.0 / N);
    def.pressure.tolerance = 1e-5f;
    smoke_fixture f = smoke_fixture_open(&def, 0.02, 0.0f, 2);
    const waft_solid_id id = add_obstacle(&f, sphere(0.15), waft_vec3_make(0.3f, 0.5f, 0.5f));
    double unbalanced = 0.0;
    int iterations = 0;
    for (int step = 0; step < STEPS; ++step) {
        const waft_pose pose = {.position = {0.3f + 0.01f * (float)(step + 1), 0.5f, 0.5f},
            .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
        smoke_fixture_need(&f, waft_world_move_solid(f.world, id, &pose));
        smoke_fixture_steps(&f, 1);
        const waft_smoke_stats stats = waft_smoke_get_stats(f.smoke);
        unbalanced = fmax(unbalanced, stats.unbalanced_flux);
        iterations = stats.iterations > iterations ? stats.iterations : iterations;
    }
    (void)verify_most(table, "moving solid, sealed: iterations at 1e-5", 14, iterations);
    // The discs that a sphere shows the flow in front and behind cancel but for the grid's error.
    const double swept = 3.14159265 * 0.15 * 0.15 * 0.5;
    (void)verify_most(
        table, "moving solid, sealed: unbalanced flux (of swept)", 0.02, unbalanced / swept);
    waft_source_def source = waft_source_def_default();
    source.shape = sphere(0.1);
    source.pose.position = waft_vec3_make(0.2f, 0.2f, 0.2f);
    source.expansion = 0.5f;
    waft_source_id source_id;
    smoke_fixture_need(&f, waft_smoke_add_source(f.smoke, &source, &source_id));
    smoke_fixture_steps(&f, 1);
    const double volume = 4.0 / 3.0 * 3.14159265 * 0.001;
    (void)verify_near(table, "expansion, sealed: unbalanced flux (m3/s)", 0.5 * volume,
        waft_smoke_get_stats(f.smoke).unbalanced_flux, 0.05 * 0.5 * volume);
    smoke_fixture_close(&f);
}

static int verify_pockets(void) {
    verify_table table = verify_open("sealed-regions");
    verify_pocket(&table);
    verify_sealed(&table);
    return verify_close(&table);
}

// moving-sphere: a sphere crosses still smoke at one cell a step.

// No face is open: judged by faces, not by what the solver says of the cell.
static bool is_closed(const waft_smoke* smoke, int32_t i, int32_t j, int32_t k) {
    float open = 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        const waft_field share = waft_smoke_field(smoke, WAFT_SMOKE_OPEN_X + axis);
        open += waft_field_at(&share, i, j, k) +
                waft_field_at(&share, i + (axis == 0), j + (axis == 1), k + (axis == 2));
    }
    return open == 0.0f;
}

static int verify_moving(void) {
    enum { N = 32 };
    verify_table table = verify_open("moving-sphere");
    waft_smoke_def def = smoke_fixture_def(2 * N, N, N, 1.0 / N);
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_OPEN;
    def.pressure.tolerance = 1e-5f;
    smoke_fixture f = smoke_fixture_open(&def, 1.0 / N, 0.0f, 2);
    const waft_solid_id id = add_obstacle(&f, sphere(0.15), waft_vec3_make(0.3f, 0.5f, 0.5f));
    double full = 1.0;
    smoke_fixture_set(&f, WAFT_SMOKE_DENSITY, -1, same, &full);
    smoke_fixture_steps(&f, 1);
    const double before = waft_smoke_get_stats(f.smoke).density_sum;
    double residual = 0.0;
    for (int step = 0; step < 40; ++step) {
        const waft_pose pose = {.position = {0.3f + (float)(step + 1) / (float)N, 0.5f, 0.5f},
            .rotation = {0, 0, 0, 1}};
        smoke_fixture_need(&f, waft_world_move_solid(f.world, id, &pose));
        smoke_fixture_steps(&f, 1);
        residual = fmax(residual, waft_smoke_get_stats(f.smoke).residual);
    }
    const waft_smoke_stats stats = waft_smoke_get_stats(f.smoke);
    const size_t cells = (size_t)2 * N * N * N;
    const waft_field density = waft_smoke_field(f.smoke, WAFT_SMOKE_DENSITY);
    double inside = 0.0;
    size_t solid_count = 0;
    for (size_t at = 0; at < cells; ++at) {
        const int32_t i = (int32_t)(at % ((size_t)2 * N));
        const int32_t j = (int32_t)(at / ((size_t)2 * N) % N);
        const int32_t k = (int32_t)(at / ((size_t)2 * N) / N);
        if (is_closed(f.smoke, i, j, k)) {
            inside = fmax(inside, fabs((double)waft_field_at(&density, i, j, k)));
            ++solid_count;
        }
    }
    verify_told(&table, "moving sphere: drift of the mass",
        (stats.density_sum + stats.density_out) / before - 1.0);
    (void)verify_least(&table, "moving sphere: solid cells", 200, (double)solid_count);
    (void)verify_near(&table, "moving sphere: density inside", 0.0, inside, 0.0);
    (void)verify_most(&table, "moving sphere: residual", 1e-5, residual);
    (void)verify_most(
        &table, "moving sphere: h div u over u_max", 1e-4, stats.divergence / greatest_speed(&f));
    smoke_fixture_close(&f);
    return verify_close(&table);
}

// equal-bits: any number of threads, and a run that was saved and resumed, give the same state.

static smoke_fixture stirred(int threads, waft_solid_id* out_id) {
    waft_smoke_def def = smoke_fixture_def(32, 48, 32, 1.0 / 32);
    def.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_OPEN;
    def.confinement = 2.0f;
    smoke_fixture f = smoke_fixture_open(&def, 0.02, -9.81f, threads);
    *out_id = add_obstacle(&f, sphere(0.15), waft_vec3_make(0.5f, 0.7f, 0.5f));
    waft_source_def source = waft_source_def_default();
    source.shape = sphere(0.15);
    source.pose.position = waft_vec3_make(0.5f, 0.2f, 0.5f);
    source.temperature = 60.0f;
    source.noise.amount = 0.3f;
    waft_source_id id;
    smoke_fixture_need(&f, waft_smoke_add_source(f.smoke, &source, &id));
    return f;
}

// The sphere stirs until step `rest`.
static void stir(smoke_fixture* f, waft_solid_id id, int from, int to, int rest) {
    for (int step = from; step < to; ++step) {
        const float angle = 0.1f * (float)(step + 1);
        const waft_pose pose = {
            .position = {0.5f + 0.2f * sinf(angle), 0.7f, 0.5f}, .rotation = {0, 0, 0, 1}};
        if (step < rest) {
            smoke_fixture_need(f, waft_world_move_solid(f->world, id, &pose));
        }
        smoke_fixture_steps(f, 1);
    }
}

// Fifty steps, and the last half of them once more from a snapshot.
static uint64_t stir_twice(int threads, int rest, uint64_t* out_resumed) {
    waft_solid_id id;
    smoke_fixture f = stirred(threads, &id);
    stir(&f, id, 0, 25, rest);
    const size_t size = waft_world_snapshot_size(f.world);
    void* saved = malloc(size);
    smoke_fixture_need(&f, saved != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY);
    smoke_fixture_need(&f, waft_world_snapshot(f.world, saved, size));
    stir(&f, id, 25, 50, rest);
    const uint64_t hash = waft_world_hash(f.world);
    smoke_fixture again = stirred(threads, &id);
    smoke_fixture_need(&again, waft_world_restore(again.world, saved, size));
    stir(&again, id, 25, 50, rest);
    *out_resumed = waft_world_hash(again.world);
    free(saved);
    smoke_fixture_close(&f);
    smoke_fixture_close(&again);
    return hash;
}

static int verify_bits(void) {
    verify_table table = verify_open("equal-bits");
    static const int counts[5] = {1, 2, 3, 4, 8};
    static const int rests[3] = {0, 20, 30};
    uint64_t first = 0;
    uint64_t resumed = 0;
    char name[64];
    for (int i = 0; i < 5; ++i) {
        const uint64_t hash = stir_twice(counts[i], INT_MAX, &resumed);
        first = i == 0 ? hash : first;
        (void)snprintf(name, sizeof(name), "%d threads: differs from 1 thread", counts[i]);
        (void)verify_near(&table, name, 0.0, hash != first, 0.0);
        (void)snprintf(name, sizeof(name), "%d threads: resumed run differs", counts[i]);
        (void)verify_near(&table, name, 0.0, resumed != hash, 0.0);
    }
    for (int i = 0; i < 3; ++i) {
        const uint64_t hash = stir_twice(2, rests[i], &resumed);
        (void)snprintf(name, sizeof(name), "sphere rests from step %d: resumed differs", rests[i]);
        (void)verify_near(&table, name, 0.0, resumed != hash, 0.0);
    }
    return verify_close(&table);
}

int main(void) {
    const int failures =
        verify_rest() + verify_walls() + verify_pockets() + verify_moving() + verify_bits();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 ? 0 : 1;
}
