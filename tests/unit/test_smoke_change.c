// SPDX-License-Identifier: MIT
// Values of a smoke that change while it runs.
#include <math.h>
#include <stddef.h>

#include "smoke_fixture.h"

// A hot ball in a box whose left side blows and whose bottom sticks.
static waft_smoke_def breezy(void) {
    waft_smoke_def def = small_smoke_def(16, 20, 12);
    def.sides[WAFT_SIDE_LEFT] =
        (waft_smoke_side){.kind = WAFT_SIDE_INFLOW, .speed = 0.2f, .density = 0.1f};
    def.sides[WAFT_SIDE_BOTTOM].no_slip = true;
    def.confinement = 1.0f;
    return def;
}

static smoke_fixture* open_breezy(const waft_smoke_def* def) {
    smoke_fixture* f = smoke_fixture_open(def, 1);
    const waft_source_def source = ball_source(0.5f, 0.2f, 0.4f, 0.15f);
    const waft_solid_def ball = ball_solid(0.5f, 0.7f, 0.4f, 0.15f);
    (void)smoke_fixture_source(f, &source);
    (void)smoke_fixture_solid(f, &ball);
    return f;
}

static uint64_t hash_of(smoke_fixture* f) {
    wafti_stream stream = wafti_stream_hash();
    wafti_smoke_state(f->smoke, &stream);
    return stream.hash;
}

typedef struct alteration {
    const char* path;
    size_t offset;
    float value;
} alteration;

#define OF(member) offsetof(waft_smoke_def, member)
static const alteration alterations[] = {
    {"smoke.viscosity", OF(viscosity), 0.01f},
    {"smoke.buoyancy.temperature", OF(buoyancy.temperature), 0.01f},
    {"smoke.buoyancy.density", OF(buoyancy.density), 0.5f},
    {"smoke.confinement", OF(confinement), 4.0f},
    {"smoke.dissipation.density", OF(dissipation.density), 1.0f},
    {"smoke.dissipation.temperature", OF(dissipation.temperature), 1.0f},
    {"smoke.pressure.tolerance", OF(pressure.tolerance), 1e-7f},
    {"smoke.cfl", OF(cfl), 0.5f},
    {"smoke.sides.left.speed", OF(sides[0].speed), 0.4f},
    {"smoke.sides.left.density", OF(sides[0].density), 0.7f},
    {"smoke.sides.left.temperature", OF(sides[0].temperature), 9.0f},
    {"smoke.sides.bottom.velocity", OF(sides[2].velocity.x), 1.0f},
};
enum { ALTERATIONS = sizeof(alterations) / sizeof(alterations[0]) };

static waft_smoke_def altered(const waft_smoke_def* def, const alteration* a) {
    waft_smoke_def out = *def;
    memcpy((unsigned char*)&out + a->offset, &a->value, sizeof(a->value));
    return out;
}

static void change(smoke_fixture* f, const waft_smoke_def* wanted) {
    if (!CHECK(wafti_smoke_change(f->smoke, wanted, &f->error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", f->error.sentence);
    }
}

static void a_changed_smoke_is_as_one_created_so(void) {
    const waft_smoke_def def = breezy();
    smoke_fixture* plain = open_breezy(&def);
    smoke_fixture_steps(plain, 12);
    for (int n = 0; n < ALTERATIONS; ++n) {
        const waft_smoke_def other = altered(&def, &alterations[n]);
        smoke_fixture* a = open_breezy(&def);
        smoke_fixture* b = open_breezy(&other);
        CHECK(wafti_smoke_fingerprint(a->smoke) == wafti_smoke_fingerprint(b->smoke));
        const long taken = a->count.calls;
        change(a, &other);
        smoke_fixture_steps(a, 12);
        CHECK(a->count.calls == taken);
        smoke_fixture_steps(b, 12);
        if (!CHECK(hash_of(a) == hash_of(b)) || !CHECK(hash_of(a) != hash_of(plain))) {
            (void)fprintf(stderr, "  %s\n", alterations[n].path);
        }
        smoke_fixture_close(a);
        smoke_fixture_close(b);
    }
    smoke_fixture_close(plain);
}

static void move_state(smoke_fixture* from, smoke_fixture* to) {
    wafti_stream stream = wafti_stream_measure();
    wafti_smoke_state(from->smoke, &stream);
    const size_t size = stream.position;
    unsigned char* bytes = malloc(size);
    stream = wafti_stream_save(bytes, size);
    wafti_smoke_state(from->smoke, &stream);
    stream = wafti_stream_load(bytes, size);
    wafti_smoke_state(to->smoke, &stream);
    CHECK(!stream.failed);
    wafti_smoke_refresh(to->smoke);
    to->steps = from->steps;
    free(bytes);
}

static void changes_are_state(void) {
    const waft_smoke_def def = breezy();
    waft_smoke_def other = def;
    for (int n = 0; n < ALTERATIONS; ++n) {
        other = altered(&other, &alterations[n]);
    }
    smoke_fixture* a = open_breezy(&def);
    smoke_fixture_steps(a, 4);
    change(a, &other);
    smoke_fixture_steps(a, 4);
    smoke_fixture* b = open_breezy(&def);
    move_state(a, b);
    CHECK(hash_of(a) == hash_of(b));
    smoke_fixture_steps(a, 4);
    smoke_fixture_steps(b, 4);
    change(a, &def);
    change(b, &def);
    smoke_fixture_steps(a, 4);
    smoke_fixture_steps(b, 4);
    CHECK(hash_of(a) == hash_of(b));
    smoke_fixture_close(a);
    smoke_fixture_close(b);
}

static void refuse(smoke_fixture* f, const waft_smoke_def* wanted, const char* sentence) {
    CHECK(wafti_smoke_change(f->smoke, wanted, &f->error) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(f->error.sentence, sentence);
}

static void other_members_are_refused_by_name(void) {
    const waft_smoke_def def = breezy();
    smoke_fixture* f = open_breezy(&def);
    const uint64_t before = hash_of(f);
    waft_smoke_def wanted = def;
    wanted.cells[1] = 24;
    refuse(f, &wanted, "smoke.cells cannot change while the world runs");
    wanted = def;
    wanted.scheme = WAFT_SCHEME_REFLECT;
    refuse(f, &wanted, "smoke.scheme cannot change while the world runs");
    wanted = def;
    wanted.sides[WAFT_SIDE_TOP].kind = WAFT_SIDE_CLOSED;
    refuse(f, &wanted, "smoke.sides.top.kind cannot change while the world runs");
    wanted = def;
    wanted.viscosity = -1.0f;
    refuse(f, &wanted, "smoke.viscosity is -1: allowed are values from 0 up to 1e+06");
    wanted = def;
    wanted.cfl = 5.0f;
    refuse(
        f, &wanted, "smoke.cfl is 5: this smoke was created for 3 at most, which it cannot leave");
    CHECK(hash_of(f) == before);
    smoke_fixture_close(f);
}

// Highest cell velocity upwards soon after the start, when nothing but lift counts.
static double rise_of(waft_smoke_def def, float gravity) {
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    const waft_source_def source = ball_source(0.5f, 0.5f, 0.4f, 0.2f);
    (void)smoke_fixture_source(f, &source);
    wafti_smoke_set_gravity(f->smoke, (waft_vec3){0.0f, -gravity, 0.0f});
    f->dt = 0.002;
    smoke_fixture_steps(f, 5);
    const double speed =
        (double)waft_smoke_sample_velocity(f->smoke, (waft_vec3){0.5f, 0.5f, 0.4f}).y;
    smoke_fixture_close(f);
    return speed;
}

static void twice_the_gravity_lifts_twice(void) {
    waft_smoke_def def = small_smoke_def(16, 20, 12);
    def.pressure.tolerance = 1e-8f;
    const double once = rise_of(def, 9.81f);
    CHECK(once > 0.01);
    CHECK_NEAR(rise_of(def, 2.0f * 9.81f) / once, 2.0, 0.01);
    // A gravity of its own stays.
    def.has_gravity = true;
    def.gravity = (waft_vec3){0.0f, -9.81f, 0.0f};
    CHECK_NEAR(rise_of(def, 2.0f * 9.81f) / once, 1.0, 1e-6);
}

static void smoke_fades_at_the_changed_rate(void) {
    waft_smoke_def def = small_smoke_def(16, 16, 16);
    smoke_fixture* f = smoke_fixture_open(&def, 1);
    static float cells[16 * 16 * 16];
    for (size_t n = 0; n < sizeof(cells) / sizeof(cells[0]); ++n) {
        cells[n] = 1.0f;
    }
    CHECK(waft_smoke_set_field(f->smoke, WAFT_SMOKE_DENSITY, cells, 16 * 16 * 16) == WAFT_OK);
    smoke_fixture_steps(f, 8);
    CHECK_NEAR(waft_smoke_get_stats(f->smoke).density_sum, 1.0, 1e-5);
    def.dissipation.density = 2.0f;
    change(f, &def);
    smoke_fixture_steps(f, 16); // half a second
    CHECK_NEAR(waft_smoke_get_stats(f->smoke).density_sum, exp(-1.0), 1e-4);
    smoke_fixture_close(f);
}

static void sources_are_read_as_they_are(void) {
    const waft_smoke_def def = breezy();
    smoke_fixture* f = open_breezy(&def);
    waft_source_id id;
    waft_source_def source;
    CHECK(wafti_smoke_source_now(f->smoke, 0, &id, &source) && source.temperature == 60.0f);
    source.temperature = 10.0f;
    source.start = 3.0;
    CHECK(waft_smoke_set_source(f->smoke, id, &source) == WAFT_OK);
    source.temperature = 0.0f;
    CHECK(wafti_smoke_source_now(f->smoke, 0, &id, &source));
    CHECK(source.temperature == 10.0f && source.start == 3.0);
    CHECK(!wafti_smoke_source_now(f->smoke, 1, &id, &source));
    smoke_fixture_close(f);
}

static const test_case cases[] = {
    {"a_changed_smoke_is_as_one_created_so", a_changed_smoke_is_as_one_created_so},
    {"changes_are_state", changes_are_state},
    {"other_members_are_refused_by_name", other_members_are_refused_by_name},
    {"twice_the_gravity_lifts_twice", twice_the_gravity_lifts_twice},
    {"smoke_fades_at_the_changed_rate", smoke_fades_at_the_changed_rate},
    {"sources_are_read_as_they_are", sources_are_read_as_they_are},
};

TEST_MAIN(cases)
