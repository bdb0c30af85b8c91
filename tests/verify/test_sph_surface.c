// SPDX-License-Identifier: MIT
// The surface mesh of a liquid (docs/spec/sph.md#surface-mesh): surface-mesh.
#include "surface_fixture.h"
#include "test.h"
#include "verify/verify.h"

static cloud c;

static void begin(double spacing) {
    c.count = 0;
    c.spacing = (float)spacing;
}

// Closed, every edge with two facets, no point double or without use; `parts` parts without handles.
static mesh_facts sound(verify_table* table, const char* name, const waft_surface* s, long parts) {
    char text[64];
    mesh_facts facts = mesh_facts_of(s);
    (void)snprintf(text, sizeof(text), "%s: edges without two facets", name);
    (void)verify_near(table, text, 0.0, (double)facts.bad_edges, 0.0);
    (void)snprintf(text, sizeof(text), "%s: equal or unused points, flat facets", name);
    (void)verify_near(
        table, text, 0.0, (double)(facts.equal_points + facts.unused + facts.flat), 0.0);
    if (parts > 0) {
        (void)snprintf(text, sizeof(text), "%s: Euler number", name);
        (void)verify_near(table, text, 2.0 * (double)parts, (double)facts.euler, 0.0);
    }
    return facts;
}

static void row(verify_table* table, const char* name, const char* what, double want, double got,
    double share) {
    char text[64];
    (void)snprintf(text, sizeof(text), "%s: %s", name, what);
    (void)verify_near(table, text, want, got, share * want);
}

static void verify_sphere(verify_table* table, int smooth, const char* name) {
    begin(0.05);
    cloud_sphere(&c, 0.3, -0.2, 1.1, 0.4);
    waft_surface_def def = waft_surface_def_default();
    def.smooth = smooth;
    waft_surface* s = cloud_surface(&c, &def);
    const double volume = (double)c.count * 0.05 * 0.05 * 0.05;
    const double radius = cbrt(volume * 0.75 / M_PI);
    const mesh_facts facts = sound(table, name, s, 1);
    row(table, name, "volume, N V", volume, facts.volume, 0.06);
    row(table, name, "area of that ball", 4.0 * M_PI * radius * radius, facts.area, 0.10);
    waft_surface_destroy(s);
}

static void verify_block(verify_table* table, int smooth, const char* name) {
    begin(0.0625);
    cloud_box(&c, 0.0, 0.0, 0.0, 16, 16, 16);
    waft_surface_def def = waft_surface_def_default();
    def.smooth = smooth;
    waft_surface* s = cloud_surface(&c, &def);
    const mesh_facts facts = sound(table, name, s, 1);
    row(table, name, "volume, N V", 1.0, facts.volume, 0.06);
    row(table, name, "area of the box", 6.0, facts.area, 0.10);
    waft_surface_destroy(s);
}

// Heights of the mesh over the middle of a wide lattice slab, in spacings from the true plane.
static void verify_plane(verify_table* table, int smooth, const char* name) {
    begin(0.1);
    cloud_box(&c, 0.013, 0.0, 0.021, 30, 6, 30);
    waft_surface_def def = waft_surface_def_default();
    def.smooth = smooth;
    waft_surface* s = cloud_surface(&c, &def);
    const waft_surface_view v = waft_surface_get_view(s);
    double sum = 0.0;
    double worst = 0.0;
    double count = 0.0;
    for (size_t p = 0; p < v.point_count; ++p) {
        const float* at = v.positions + 3 * p;
        if (at[1] > 0.3f && at[0] > 1.0f && at[0] < 2.0f && at[2] > 1.0f && at[2] < 2.0f) {
            const double off = ((double)at[1] - 0.6) / 0.1;
            sum += off;
            worst = verify_worse(worst, fabs(off));
            count += 1.0;
        }
    }
    char text[64];
    (void)snprintf(text, sizeof(text), "%s: mean height off the plane/d", name);
    (void)verify_near(table, text, 0.0, sum / count, 0.02);
    (void)snprintf(text, sizeof(text), "%s: largest", name);
    (void)verify_most(table, text, smooth > 0 ? 0.03 : 0.12, worst);
    waft_surface_destroy(s);
}

static void verify_drops(verify_table* table) {
    waft_surface_def def = waft_surface_def_default();
    begin(0.01);
    cloud_add(&c, 5.001, 2.003, -3.002);
    waft_surface* s = cloud_surface(&c, &def);
    mesh_facts facts = sound(table, "lone particle", s, 1);
    row(table, "lone particle", "volume, V", 1e-6, facts.volume, 0.15);
    (void)verify_near(table, "lone particle: middle along x", 5.001,
        0.5 * (facts.low[0] + facts.high[0]), 0.0005);
    waft_surface_destroy(s);
    begin(0.05);
    cloud_sphere(&c, 0.0, 0.0, 0.0, 0.3);
    cloud_sphere(&c, 0.9, 0.1, 0.0, 0.25);
    s = cloud_surface(&c, &def);
    facts = sound(table, "two drops", s, 2);
    row(table, "two drops", "volume, N V", (double)c.count * 1.25e-4, facts.volume, 0.06);
    waft_surface_destroy(s);
    def.min_particles = 600.0f;
    s = cloud_surface(&c, &def);
    facts = sound(table, "the larger drop alone", s, 1);
    (void)verify_most(table, "the larger drop alone: right end", 0.35, facts.high[0]);
    waft_surface_destroy(s);
}

static void verify_clouds(verify_table* table) {
    waft_surface_def def = waft_surface_def_default();
    size_t bad = 0;
    size_t odd = 0;
    size_t facets = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
        begin(0.1);
        // From crowded to thin: 30 to 0.3 particles a spacing cubed.
        cloud_random_box(&c, 3000, 0.1 * cbrt(3000.0 / (30.0 * pow(0.66, (double)seed))), seed);
        def.cell = seed % 3 == 0 ? 0.5f : 0.375f;
        def.smooth = seed % 2 == 0 ? 15 : 0;
        waft_surface* s = cloud_surface(&c, &def);
        const mesh_facts facts = mesh_facts_of(s);
        bad += facts.bad_edges + facts.unused + (facts.volume > 0.0 ? 0 : 1);
        odd += (size_t)(facts.euler & 1);
        facets += waft_surface_get_view(s).facet_count;
        waft_surface_destroy(s);
    }
    (void)verify_near(table, "12 random clouds: bad edges, unused points", 0.0, (double)bad, 0.0);
    (void)verify_near(table, "12 random clouds: odd Euler numbers", 0.0, (double)odd, 0.0);
    (void)verify_least(table, "12 random clouds: facets", 1e5, (double)facets);
}

static uint64_t mix(uint64_t hash, const void* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        hash = (hash ^ ((const unsigned char*)bytes)[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

static uint64_t hash_with(int threads) {
    waft_surface_def def = waft_surface_def_default();
    def.threads = threads;
    waft_surface* s = cloud_surface(&c, &def);
    const waft_surface_view v = waft_surface_get_view(s);
    uint64_t hash = mix(14695981039346656037u, v.positions, 12 * v.point_count);
    hash = mix(hash, v.normals, 12 * v.point_count);
    hash = mix(hash, v.velocities, 12 * v.point_count);
    hash = mix(hash, v.indices, 12 * v.facet_count);
    waft_surface_destroy(s);
    return hash;
}

static void verify_threads(verify_table* table) {
    begin(0.02);
    cloud_random_box(&c, 12000, 0.5, 5);
    cloud_box(&c, 0.6, 0.0, 0.0, 20, 20, 20);
    for (size_t i = 0; i < c.count; ++i) {
        c.velocity[0][i] = c.position[1][i];
    }
    const uint64_t one = hash_with(1);
    int equal = 0;
    for (int threads = 2; threads <= 8; ++threads) {
        equal += hash_with(threads) == one;
    }
    (void)verify_near(table, "hashes on 2 to 8 threads like 1", 7.0, equal, 0.0);
}

// A solid turn: the mean of particles near a point has the field's own velocity within a little.
static void verify_velocity(verify_table* table) {
    begin(0.05);
    cloud_sphere(&c, 0.0, 0.0, 0.0, 0.4);
    for (size_t i = 0; i < c.count; ++i) {
        c.velocity[0][i] = 3.0f;
        c.velocity[1][i] = 2.0f * c.position[2][i];
        c.velocity[2][i] = -2.0f * c.position[1][i];
    }
    const waft_surface_def def = waft_surface_def_default();
    waft_surface* s = cloud_surface(&c, &def);
    const waft_surface_view v = waft_surface_get_view(s);
    double worst = 0.0;
    double worst_turn = 0.0;
    for (size_t p = 0; p < v.point_count; ++p) {
        const float* at = v.positions + 3 * p;
        const float* u = v.velocities + 3 * p;
        worst = verify_worse(worst, fabs((double)u[0] - 3.0));
        worst_turn = verify_worse(worst_turn, fabs((double)u[1] - 2.0 * (double)at[2]));
        worst_turn = verify_worse(worst_turn, fabs((double)u[2] + 2.0 * (double)at[1]));
    }
    (void)verify_most(table, "velocity: error of 3 m/s along x", 1e-5, worst);
    // Particles lie half a spacing and more below the surface.
    (void)verify_most(table, "velocity: error of a turn of 2/s", 2.0 * 0.05, worst_turn);
    waft_surface_destroy(s);
}

static int verify_surface(void) {
    verify_table table = verify_open("surface-mesh");
    verify_sphere(&table, 0, "sphere");
    verify_sphere(&table, 15, "smooth sphere");
    verify_block(&table, 0, "block");
    verify_block(&table, 15, "smooth block");
    verify_plane(&table, 0, "plane");
    verify_plane(&table, 15, "smooth plane");
    verify_drops(&table);
    verify_clouds(&table);
    verify_velocity(&table);
    verify_threads(&table);
    return verify_close(&table);
}

static void surface(void) {
    CHECK(verify_surface() == 0);
}

static const test_case cases[] = {{"surface", surface}};

TEST_MAIN(cases)
