// SPDX-License-Identifier: MIT
// Solids that move: what comes out does not depend on the way there, on threads or on the order, and
// the caller hears of every cell and face that was left.
#include "grid/domain.h"

#include "base/hash.h"
#include "domain_fixture.h"
#include "test.h"

static const double ball = 0.15;
static const double block[3] = {0.1, 0.06, 0.2};

static void place(domain_fixture* f, int step) {
    f->domain.solids[0] = solid_sphere(&ball, 0.2 + 0.02 * step, 0.35, 0.4);
    f->domain.solids[0].velocity[0] = 1.0;
    f->domain.solids[2] = solid_box(block, 0.6, 0.6, 0.5);
    f->domain.solids[2].no_slip = true;
    const double angle = 0.1 * step;
    f->domain.solids[2].rotation[0] = sin(0.5 * angle) * 0.6;
    f->domain.solids[2].rotation[2] = sin(0.5 * angle) * 0.8;
    f->domain.solids[2].rotation[3] = cos(0.5 * angle);
    f->domain.solids[2].spin[2] = 3.0;
}

static bool same_fields(const wafti_domain* a, const wafti_domain* b) {
    const wafti_mac* grid = &a->grid;
    bool same = true;
    for (int axis = 0; axis < 3; ++axis) {
        same = same && memcmp(a->weight[axis] - grid->first, b->weight[axis] - grid->first,
                           grid->size * sizeof(float)) == 0;
    }
    return same &&
           memcmp(a->sdf - grid->first, b->sdf - grid->first, grid->size * sizeof(float)) == 0 &&
           memcmp(a->clearance - grid->first, b->clearance - grid->first, grid->size) == 0 &&
           memcmp(a->owner - grid->first, b->owner - grid->first, grid->size) == 0 &&
           memcmp(a->shut - grid->first, b->shut - grid->first, grid->size) == 0 &&
           memcmp(a->flags - grid->first, b->flags - grid->first, grid->size) == 0;
}

// Solids that run into the others, and a sheet through all of them.
static void place_meeting(domain_fixture* f, int step) {
    static const double half[2] = {0.3, 0.3};
    place(f, step);
    f->domain.solids[1] = solid_sphere(&ball, 0.7 - 0.05 * step, 0.5, 0.42);
    f->domain.solids[3] = solid_sheet(half, 0.4, 0.43, 0.5);
    f->domain.solids[3].rotation[2] = sin(0.1 * step);
    f->domain.solids[3].rotation[3] = cos(0.1 * step);
}

static void check_way(const wafti_domain_def* def, int threads, void (*put)(domain_fixture*, int)) {
    domain_fixture* walked = domain_fixture_open(def, threads);
    domain_fixture* direct = domain_fixture_open(def, 1);
    for (int step = 0; step < 5; ++step) {
        put(walked, step);
        (void)domain_fixture_update(walked);
    }
    put(direct, 4);
    (void)domain_fixture_update(direct);
    CHECK(same_fields(&walked->domain, &direct->domain));
    CHECK(direct->domain.has_solids);
    // And back to nothing.
    domain_fixture* empty = domain_fixture_open(def, 1);
    for (int s = 0; s < def->solid_capacity; ++s) {
        walked->domain.solids[s].alive = false;
    }
    (void)domain_fixture_update(walked);
    CHECK(same_fields(&walked->domain, &empty->domain));
    CHECK(!walked->domain.has_solids);
    domain_fixture_close(empty);
    domain_fixture_close(walked);
    domain_fixture_close(direct);
}

static void test_way_there(void) {
    wafti_domain_def def = domain_fixture_def(36, 36, 32); // large enough for threads
    for (int fractions = 0; fractions < 2; ++fractions) {
        def.fractions = fractions != 0;
        for (int threads = 1; threads < 4; ++threads) {
            check_way(&def, threads, place);
            check_way(&def, threads, place_meeting);
        }
    }
    def.sides[0].kind = def.sides[1].kind = WAFTI_SIDE_PERIODIC;
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    check_way(&def, 2, place);
    check_way(&def, 2, place_meeting);
}

static void test_nothing_to_do(void) {
    const wafti_domain_def def = domain_fixture_def(20, 20, 20);
    domain_fixture* f = domain_fixture_open(&def, 1);
    wafti_box changed = domain_fixture_update(f);
    CHECK(wafti_box_empty(&changed));
    place(f, 0);
    changed = domain_fixture_update(f);
    CHECK(!wafti_box_empty(&changed));
    f->domain.solids[0].velocity[1] = 7.0; // a velocity alone moves no weight
    changed = domain_fixture_update(f);
    CHECK(wafti_box_empty(&changed));
    // Far outside, and as far as numbers go.
    f->domain.solids[0].position[0] = -1e300;
    changed = domain_fixture_update(f);
    CHECK(!wafti_box_empty(&changed));
    f->domain.solids[0].position[0] = 1e300;
    changed = domain_fixture_update(f);
    CHECK(wafti_box_empty(&changed));
    domain_fixture_close(f);
}

// The box tells all faces that differ.
static void test_changed_box(void) {
    const wafti_domain_def def = domain_fixture_def(32, 32, 32);
    domain_fixture* f = domain_fixture_open(&def, 1);
    domain_fixture* before = domain_fixture_open(&def, 1);
    place(f, 0);
    place(before, 0);
    (void)domain_fixture_update(before);
    (void)domain_fixture_update(f);
    place(f, 1);
    const wafti_box box = domain_fixture_update(f);
    int missed = 0;
    int changed = 0;
    for (int axis = 0; axis < 3; ++axis) {
        for (int32_t k = 0; k < 32; ++k) {
            for (int32_t j = 0; j < 32; ++j) {
                for (int32_t i = 0; i < 32; ++i) {
                    const ptrdiff_t at = wafti_mac_index(&f->domain.grid, i, j, k);
                    const bool differs =
                        f->domain.weight[axis][at] != before->domain.weight[axis][at];
                    const bool inside = i >= box.low[0] && i < box.high[0] && j >= box.low[1] &&
                                        j < box.high[1] && k >= box.low[2] && k < box.high[2];
                    changed += differs;
                    missed += differs && !inside;
                }
            }
        }
    }
    CHECK(changed > 100 && missed == 0);
    domain_fixture_close(before);
    domain_fixture_close(f);
}

typedef struct uncovered {
    int cells, faces;
    uint64_t order;
    double velocity;
} uncovered;

static void note(void* context, int axis, int32_t i, int32_t j, int32_t k, float velocity) {
    uncovered* u = context;
    u->cells += axis < 0;
    u->faces += axis >= 0;
    const int32_t where[4] = {axis, i, j, k};
    u->order = wafti_hash(u->order, where, sizeof(where));
    u->velocity = fmax(u->velocity, (double)velocity);
}

static void test_uncovered(void) {
    const wafti_domain_def def = domain_fixture_def(32, 32, 32);
    uncovered first = {0};
    for (int threads = 1; threads < 3; ++threads) {
        domain_fixture* f = domain_fixture_open(&def, threads);
        f->domain.solids[0] = solid_sphere(&ball, 0.4, 0.5, 0.5);
        f->domain.solids[0].velocity[0] = 1.5;
        uncovered u = {0};
        wafti_box changed;
        wafti_domain_update(&f->domain, &f->context, note, &u, NULL, &changed);
        CHECK(u.cells == 0 && u.faces == 0); // it came, it has not left
        int solid = 0;
        const size_t count = f->domain.grid.size;
        for (size_t i = 0; i < count; ++i) {
            solid += f->domain.clearance[(ptrdiff_t)i - f->domain.grid.first] == 0;
        }
        f->domain.solids[0].position[0] += 1.0 / 32.0;
        wafti_domain_update(&f->domain, &f->context, note, &u, NULL, &changed);
        // A layer of a cell behind it: as many as its section.
        const double section = acos(-1.0) * ball * ball * 32.0 * 32.0;
        CHECK_NEAR(u.cells, section, 0.4 * section);
        CHECK(u.faces > u.cells);
        CHECK_NEAR(u.velocity, 1.5, 1e-6);
        // It vanishes: all that is left of it opens, with the velocity it had.
        f->domain.solids[0].alive = false;
        uncovered v = {0};
        wafti_domain_update(&f->domain, &f->context, note, &v, NULL, &changed);
        CHECK(v.cells == solid);
        CHECK_NEAR(v.velocity, 1.5, 1e-6);
        if (threads == 1) {
            first = u;
        }
        CHECK(u.order == first.order);
        domain_fixture_close(f);
    }
}

static void test_velocity(void) {
    wafti_domain_def def = domain_fixture_def(32, 32, 32);
    def.sides[2] = (wafti_side){.kind = WAFTI_SIDE_INFLOW, .velocity = {0.0f, 0.7f, 0.0f}};
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    domain_fixture* f = domain_fixture_open(&def, 1);
    place(f, 0);
    (void)domain_fixture_update(f);
    const wafti_domain* d = &f->domain;
    // Spin about z: u = -w y, v = w x from its centre (0.6, 0.6).
    CHECK_NEAR(wafti_domain_solid_velocity(d, 0, 19, 20, 16), -3.0 * (20.5 / 32.0 - 0.6), 1e-5);
    CHECK_NEAR(wafti_domain_solid_velocity(d, 1, 20, 19, 16), 3.0 * (20.5 / 32.0 - 0.6), 1e-5);
    CHECK_NEAR(wafti_domain_solid_velocity(d, 0, 6, 11, 12), 1.0, 1e-6);
    CHECK_NEAR(wafti_domain_solid_velocity(d, 1, 3, 0, 3), 0.7, 1e-6);
    CHECK_NEAR(wafti_domain_solid_velocity(d, 0, 0, 3, 3), 0.0, 0.0);
    CHECK(domain_fixture_sticks(d, 0, 19, 19, 16) && !domain_fixture_sticks(d, 0, 6, 11, 12));
    CHECK(!domain_fixture_sticks(d, 0, 28, 28, 2));
    domain_fixture_close(f);
}

// Only what all solids share needs no owner; those that are gone do not count.
static void test_moves_as_one(void) {
    const wafti_domain_def def = domain_fixture_def(32, 32, 32);
    domain_fixture* f = domain_fixture_open(&def, 1);
    wafti_solid* solids = f->domain.solids;
    float velocity = 9.0f;
    CHECK(wafti_domain_moves_as_one(&f->domain, 0, &velocity) && velocity == 0.0f);
    solids[0] = (wafti_solid){.alive = true, .velocity = {1.0, 2.0, 3.0}};
    solids[1] = (wafti_solid){.alive = true, .velocity = {1.0, 2.5, 3.0}};
    solids[2] = (wafti_solid){.alive = false, .velocity = {7.0, 7.0, 7.0}};
    CHECK(wafti_domain_moves_as_one(&f->domain, 0, &velocity) && velocity == 1.0f);
    CHECK(!wafti_domain_moves_as_one(&f->domain, 1, &velocity));
    // A turn about z moves nothing along z.
    solids[1].spin[2] = 0.1;
    CHECK(!wafti_domain_moves_as_one(&f->domain, 0, &velocity));
    CHECK(wafti_domain_moves_as_one(&f->domain, 2, &velocity) && velocity == 3.0f);
    domain_fixture_close(f);
}

static void test_size(void) {
    wafti_domain_def def = domain_fixture_def(32, 32, 32);
    def.solid_capacity = 255;
    domain_fixture* f = domain_fixture_open(&def, 1);
    const size_t size = wafti_domain_size(&def);
    CHECK(f->arena.total >= size && f->arena.total < size + size / 4);
    domain_fixture_close(f);
}

static const test_case cases[] = {
    {"way_there", test_way_there},
    {"nothing_to_do", test_nothing_to_do},
    {"changed_box", test_changed_box},
    {"uncovered", test_uncovered},
    {"velocity", test_velocity},
    {"moves_as_one", test_moves_as_one},
    {"size", test_size},
};
TEST_MAIN(cases)
