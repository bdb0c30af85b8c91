// SPDX-License-Identifier: MIT
// Bodies that the liquid carries (docs/spec/sph.md#bodies): immersed-bodies, and same-bits with a body.
#include "liquid/solver.h"
#include "liquid_fixture.h"
#include "verify/verify.h"

typedef struct swim {
    liquid_fixture f;
    waft_bodies* bodies;
    waft_hull* hull;
    waft_body_id id;
} swim;

static void must(bool fine, const waft_world* world) {
    if (!fine) {
        (void)fprintf(stderr, "swim: %s\n", waft_world_error(world));
        exit(1);
    }
}

typedef struct swimmer_def {
    waft_hull_shape shape;
    double size[3], density, position[3], velocity[3], tilt;
    bool immersed, displace;
} swimmer_def;

// A body over or in what is in f. Air would move it a little; there is none.
static swim enter(liquid_fixture f, const swimmer_def* def) {
    swim s = {.f = f};
    waft_bodies_def bodies = waft_bodies_def_default();
    bodies.medium = WAFT_MEDIUM_VACUUM;
    must(waft_world_create_bodies(f.world, &bodies, &s.bodies) == WAFT_OK, f.world);
    waft_hull_def hull = waft_hull_def_default();
    hull.shape = def->shape;
    memcpy(hull.size, def->size, sizeof(hull.size));
    hull.density = def->density;
    hull.turbulence.bake = false;
    must(waft_hull_bake(&hull, &s.hull, NULL) == WAFT_OK, f.world);
    waft_body_def body = waft_body_def_default();
    body.hull = s.hull;
    body.noise = WAFT_NOISE_OFF;
    body.precise = true;
    memcpy(body.state.position, def->position, sizeof(def->position));
    memcpy(body.state.velocity, def->velocity, sizeof(def->velocity));
    body.state.rotation[2] = sin(0.5 * def->tilt);
    body.state.rotation[3] = cos(0.5 * def->tilt);
    must(waft_bodies_add(s.bodies, &body, &s.id) == WAFT_OK, f.world);
    const waft_immersion how = {.displace = def->displace};
    must(!def->immersed || waft_world_immerse_body(f.world, s.id, &how) == WAFT_OK, f.world);
    return s;
}

static void leave(swim* s) {
    liquid_close(&s->f);
    waft_hull_destroy(s->hull);
}

static waft_body_state state_of(const swim* s) {
    waft_body_info info;
    must(waft_bodies_get(s->bodies, s->id, &info) == WAFT_OK, s->f.world);
    return info.state;
}

// A tank of 1.25 m, filled to 15/16 m.
static liquid_fixture open_pool(waft_liquid_method method, int threads) {
    waft_liquid_def def = liquid_box(0.0625f, 1.25f, 2.0f, 1.25f);
    def.method = method;
    def.sound_speed = 40.0f;
    def.kinematic_viscosity = 0.005f;
    def.max_particles = 20 * 20 * 16;
    liquid_fixture f = liquid_open(&def, 0.01, 9.81f, threads);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.25f, 0.9375f, 1.25f);
    return f;
}

// ---- a dry body falls as if there were no liquid

static int verify_dry(void) {
    verify_table table = verify_open("immersed-bodies");
    swimmer_def def = {.shape = WAFT_HULL_BOX,
        .size = {0.3, 0.2, 0.1},
        .density = 300.0,
        .position = {0.6, 1.8, 0.6},
        .tilt = 0.4};
    swim apart = enter(open_pool(WAFT_LIQUID_WCSPH, 1), &def);
    def.immersed = true;
    swim joined = enter(open_pool(WAFT_LIQUID_WCSPH, 1), &def);
    for (int n = 0; n < 25; ++n) {
        liquid_step(&apart.f);
        liquid_step(&joined.f);
    }
    const waft_body_state a = state_of(&apart);
    const waft_body_state b = state_of(&joined);
    (void)verify_near(&table, "dry: height after 0.25 s", a.position[1], b.position[1], 1e-9);
    (void)verify_near(&table, "dry: speed after 0.25 s", a.velocity[1], b.velocity[1], 1e-9);
    leave(&apart);
    leave(&joined);
    return verify_close(&table);
}

// ---- floating

typedef struct rest {
    double height, unrest, floor; // m; m/s rms; N
} rest;

static rest let_rest(swim* s, int steps, int last) {
    rest r = {0};
    for (int n = 0; n < steps; ++n) {
        liquid_step(&s->f);
        if (n >= steps - last) {
            const waft_body_state state = state_of(s);
            const waft_liquid_stats stats = waft_liquid_get_stats(s->f.liquid);
            r.height += state.position[1] / last;
            r.unrest += state.velocity[1] * state.velocity[1] / last;
            r.floor += stats.side_force[2][1] / last;
        }
    }
    r.unrest = sqrt(r.unrest);
    return r;
}

static void verify_one_float(verify_table* table, waft_liquid_method method, double ratio) {
    const double edge = 0.5;
    swimmer_def def = {.shape = WAFT_HULL_BOX,
        .size = {edge, edge, edge},
        .density = 1000.0 * ratio,
        .position = {0.625, 1.25, 0.625},
        .immersed = true};
    swim s = enter(open_pool(method, 1), &def);
    // The lightest takes longest to come to rest.
    const rest r = let_rest(&s, ratio < 0.1 ? 800 : verify_slow() ? 400 : 240, 100);
    // What is under water of it lifts the level.
    const double level = 0.9375 + ratio * edge * edge * edge / (1.25 * 1.25);
    const double draft = level - (r.height - 0.5 * edge);
    const double weight =
        9.81 * (s.f.liquid->mass * s.f.liquid->count + 1000.0 * ratio * edge * edge * edge);
    char name[64];
    const char* who = method == WAFT_LIQUID_WCSPH ? "wcsph" : "dfsph";
    (void)snprintf(
        name, sizeof(name), "%s, density %.2f: draft less theory, of the edge", who, ratio);
    // The 10 % of sphere-buoyancy are of the body's volume.
    (void)verify_near(table, name, 0.0, (draft - ratio * edge) / edge, 0.1);
    if (ratio == 0.5 && method == WAFT_LIQUID_DFSPH) {
        (void)verify_near(
            table, "depth of a floating box over half its edge", 1.0, draft / (0.5 * edge), 0.15);
    }
    (void)snprintf(name, sizeof(name), "%s, density %.2f: rms of its speed, m/s", who, ratio);
    // The pool still rocks after the fall.
    (void)verify_most(table, name, 0.15, r.unrest);
    (void)snprintf(
        name, sizeof(name), "%s, density %.2f: floor force over both weights", who, ratio);
    (void)verify_near(table, name, -1.0, r.floor / weight, 0.02);
    leave(&s);
}

static int verify_floats(void) {
    verify_table table = verify_open("immersed-bodies");
    static const double light[] = {0.5, 0.05, 0.1, 0.2, 0.75};
    const int count = verify_slow() ? 5 : 1;
    for (int n = 0; n < count; ++n) {
        verify_one_float(&table, WAFT_LIQUID_DFSPH, light[n]);
        if (verify_slow()) {
            verify_one_float(&table, WAFT_LIQUID_WCSPH, light[n]);
        }
    }
    return verify_close(&table);
}

// ---- added mass

// A ball as heavy as the liquid, at rest in it, is pushed with its weight: half of its mass moves with it.
static int verify_push(void) {
    verify_table table = verify_open("immersed-bodies");
    waft_liquid_def pool = liquid_box(0.0625f, 1.75f, 2.25f, 1.75f);
    pool.method = WAFT_LIQUID_DFSPH;
    pool.kinematic_viscosity = 0.001f;
    pool.max_particles = 28 * 28 * 28;
    liquid_fixture f = liquid_open(&pool, 0.005, 9.81f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.75f, 1.75f, 1.75f);
    const swimmer_def def = {.shape = WAFT_HULL_SPHERE,
        .size = {0.375},
        .density = 1000.0,
        .position = {0.875, 0.875, 0.875},
        .immersed = true,
        .displace = true};
    swim s = enter(f, &def);
    for (int n = 0; n < 160; ++n) {
        liquid_step(&s.f);
    }
    const double start = state_of(&s).velocity[1];
    const float push = (float)(waft_hull_get_info(s.hull).mass * 9.81 * 0.005);
    enum { STEPS = 10 };
    for (int n = 0; n < STEPS; ++n) {
        const waft_body_state now = state_of(&s);
        const waft_vec3 point = {
            (float)now.position[0], (float)now.position[1], (float)now.position[2]};
        must(waft_bodies_push(s.bodies, s.id, (waft_vec3){0.0f, push, 0.0f}, point) == WAFT_OK,
            s.f.world);
        liquid_step(&s.f);
    }
    const double got = (state_of(&s).velocity[1] - start) / (STEPS * 0.005);
    // 6 spacings in its radius, and drag within the first 50 ms: no better than a quarter.
    (void)verify_near(
        &table, "pushed ball: acceleration over g/1.5", 1.0, got / (9.81 / 1.5), 0.25);
    leave(&s);
    return verify_close(&table);
}

// ---- momentum

// A ball flies into a lump of liquid far from any wall.
static int verify_momentum(void) {
    verify_table table = verify_open("immersed-bodies");
    waft_liquid_def def = liquid_box(0.05f, 4.0f, 4.0f, 4.0f);
    def.method = WAFT_LIQUID_DFSPH;
    def.max_particles = 8000;
    liquid_fixture f = liquid_open(&def, 0.005, 0.0f, 1);
    (void)liquid_block(&f, 1.6f, 1.6f, 1.6f, 2.4f, 2.4f, 2.4f);
    const swimmer_def ball = {.shape = WAFT_HULL_SPHERE,
        .size = {0.2},
        .density = 400.0,
        .position = {1.15, 2.02, 1.97},
        .velocity = {2.0, 0.0, 0.0},
        .immersed = true};
    swim s = enter(f, &ball);
    const waft_hull_info info = waft_hull_get_info(s.hull);
    double worst = 0.0;
    for (int n = 0; n < 120; ++n) {
        liquid_step(&s.f);
        const waft_liquid_stats stats = waft_liquid_get_stats(s.f.liquid);
        const waft_body_state state = state_of(&s);
        for (int axis = 0; axis < 3; ++axis) {
            const double sum = info.mass * state.velocity[axis] + stats.momentum[axis];
            const double want = axis == 0 ? 2.0 * info.mass : 0.0;
            worst = verify_worse(worst, fabs(sum - want) / (2.0 * info.mass));
        }
    }
    const waft_liquid_stats stats = waft_liquid_get_stats(s.f.liquid);
    const double sum = info.mass * state_of(&s).velocity[0] + stats.momentum[0];
    verify_told(&table, "momentum: worst of all steps, of the ball's", worst);
    verify_told(&table, "momentum: the ball's share at the end", state_of(&s).velocity[0] / 2.0);
    (void)verify_near(
        &table, "momentum at the end over that at the start", 1.0, sum / (2.0 * info.mass), 0.02);
    leave(&s);
    return verify_close(&table);
}

// ---- same-bits

static uint64_t hash_of(waft_liquid_method method, int threads, int saved_at, int steps) {
    const swimmer_def def = {.shape = WAFT_HULL_ELLIPSOID,
        .size = {0.3, 0.2, 0.25},
        .density = 300.0,
        .position = {0.6, 1.16, 0.6},
        .velocity = {0.2, -2.0, 0.0},
        .tilt = 0.4,
        .immersed = true};
    swim s = enter(open_pool(method, threads), &def);
    for (int n = 0; n < steps; ++n) {
        if (n == saved_at) {
            const size_t size = waft_world_snapshot_size(s.f.world);
            void* bytes = malloc(size);
            must(
                bytes != NULL && waft_world_snapshot(s.f.world, bytes, size) == WAFT_OK, s.f.world);
            leave(&s);
            s = enter(open_pool(method, 1), &def);
            must(waft_world_restore(s.f.world, bytes, size) == WAFT_OK, s.f.world);
            free(bytes);
        }
        liquid_step(&s.f);
    }
    const uint64_t hash = waft_world_hash(s.f.world);
    leave(&s);
    return hash;
}

static void verify_bits(verify_table* table, waft_liquid_method method, const char* who) {
    const int steps = verify_slow() ? 200 : 12;
    static const int threads[] = {2, 3, 4, 8};
    const uint64_t one = hash_of(method, 1, -1, steps);
    char name[64];
    for (int i = 0; i < 4; ++i) {
        (void)snprintf(
            name, sizeof(name), "%s, a body: hash of %d threads is that of 1", who, threads[i]);
        (void)verify_near(table, name, 1.0, hash_of(method, threads[i], -1, steps) == one, 0.0);
    }
    (void)snprintf(name, sizeof(name), "%s, a body: hash after a resume", who);
    (void)verify_near(table, name, 1.0, hash_of(method, 2, steps / 2, steps) == one, 0.0);
}

static int verify_determinism(void) {
    verify_table table = verify_open("same-bits");
    verify_bits(&table, WAFT_LIQUID_DFSPH, "dfsph");
    verify_bits(&table, WAFT_LIQUID_WCSPH, "wcsph");
    return verify_close(&table);
}

int main(void) {
    int failures = verify_dry();
    failures += verify_momentum();
    failures += verify_floats();
    if (verify_slow()) {
        failures += verify_push();
    }
    failures += verify_determinism();
    return failures == 0 ? 0 : 1;
}
