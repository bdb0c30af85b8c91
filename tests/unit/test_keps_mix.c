// SPDX-License-Identifier: MIT
// Explicit mixing: sums stay, nothing passes walls, linear profiles stay.
#include "grid/keps_mix.h"

#include "domain_fixture.h"
#include "test.h"

typedef struct mix_fixture {
    domain_fixture* f;
    wafti_keps_links links;
    float* eddy;
    float* q;
    float* out;
} mix_fixture;

static mix_fixture open_mix(const wafti_domain_def* def) {
    mix_fixture m = {.f = domain_fixture_open(def, 1)};
    const double half[2] = {0.25, 10.0};
    m.f->domain.solids[0] = solid_sheet(half, 0.52, 0.5, 0.5);
    m.f->domain.solids[0].position[1] = 0.5;
    (void)domain_fixture_update(m.f);
    CHECK(wafti_keps_links_init(&m.links, &m.f->domain, &m.f->arena));
    m.eddy = domain_fixture_field(m.f);
    m.q = domain_fixture_field(m.f);
    m.out = domain_fixture_field(m.f);
    for (size_t i = 0; i < m.f->domain.grid.size; ++i) {
        m.eddy[(ptrdiff_t)i - m.f->domain.grid.first] = (float)(i % 7) * 0.1f;
    }
    return m;
}

static wafti_keps_mix mix_of(mix_fixture* m) {
    return (wafti_keps_mix){.domain = &m->f->domain,
        .links = &m->links,
        .eddy = m->eddy,
        .nu = 0.05f,
        .inverse_sigma = 0.5f,
        .step = 0.1f};
}

static void test_cells(void) {
    wafti_domain_def def = domain_fixture_def(16, 16, 4);
    def.fractions = false;
    def.sides[2].kind = WAFTI_SIDE_INFLOW;
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    mix_fixture m = open_mix(&def);
    const wafti_mac* grid = &m.f->domain.grid;
    // All that there is sits beside the sheet.
    const ptrdiff_t left = wafti_mac_index(grid, 7, 8, 2);
    m.q[left] = 1.0f;
    const wafti_keps_mix mix = mix_of(&m);
    wafti_keps_mix_cells(&mix, m.q, m.out);
    double sum = 0.0;
    double least = 0.0;
    for (size_t i = 0; i < grid->size; ++i) {
        sum += (double)m.out[(ptrdiff_t)i - grid->first];
        least = fmin(least, (double)m.out[(ptrdiff_t)i - grid->first]);
    }
    CHECK_NEAR(sum, 1.0, 1e-6);
    CHECK(least >= 0.0);
    CHECK(m.out[left + 1] == 0.0f && m.out[left - 1] > 0.0f && m.out[left + grid->row] > 0.0f);
    // The coefficient between two cells is the mean of theirs.
    const double between = 0.05 + 0.5 * 0.5 * ((double)m.eddy[left] + (double)m.eddy[left - 1]);
    CHECK_NEAR(m.out[left - 1], 0.1 * between, 1e-6);
    domain_fixture_close(m.f);
}

// A uniform velocity stays; a step next to the inflow is pulled to it, next to a wall it is not.
static void test_faces(void) {
    wafti_domain_def def = domain_fixture_def(16, 16, 4);
    def.fractions = false;
    def.sides[2] = (wafti_side){.kind = WAFTI_SIDE_INFLOW, .velocity = {0.0f, 1.0f, 0.0f}};
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    mix_fixture m = open_mix(&def);
    const wafti_mac* grid = &m.f->domain.grid;
    float* velocity[3];
    float* out[3];
    for (int axis = 0; axis < 3; ++axis) {
        velocity[axis] = domain_fixture_field(m.f);
        out[axis] = domain_fixture_field(m.f);
    }
    for (size_t i = 0; i < grid->size; ++i) {
        velocity[1][(ptrdiff_t)i - grid->first] = 1.0f;
    }
    const wafti_keps_mix mix = mix_of(&m);
    wafti_keps_mix_faces(&mix, velocity, out);
    CHECK_NEAR(out[1][wafti_mac_index(grid, 8, 8, 2)], 1.0, 1e-6);
    CHECK_NEAR(out[0][wafti_mac_index(grid, 4, 8, 2)], 0.0, 0.0);
    for (size_t i = 0; i < grid->size; ++i) {
        velocity[1][(ptrdiff_t)i - grid->first] = 0.0f;
    }
    wafti_domain_set_faces(&m.f->domain, &m.f->context, velocity);
    wafti_keps_mix_faces(&mix, velocity, out);
    const ptrdiff_t inlet = wafti_mac_index(grid, 0, 0, 0);
    const double want = 0.1 * (0.05 + 0.5 * (double)m.eddy[inlet]);
    CHECK_NEAR(out[1][inlet + grid->row], want, 1e-6);
    CHECK_NEAR(out[1][inlet + 2 * grid->row], 0.0, 0.0);
    domain_fixture_close(m.f);
}

static const test_case cases[] = {
    {"cells", test_cells},
    {"faces", test_faces},
};
TEST_MAIN(cases)
