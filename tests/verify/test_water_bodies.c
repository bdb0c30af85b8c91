// SPDX-License-Identifier: MIT
// Bodies in water (docs/spec/water.md#verification): how deep they float (floating-draft), what
// presses on one that lies on the bed (sinking-box), the period in which they bob (bobbing-period),
// which of them roll over (roll-stability), and how fast spheres fall in water (terminal-speeds).
#include "float_fixture.h"
#include "mesh_fixture.h"
#include "verify.h"

#include "body/dynamics.h"
#include "water/contact.h"

// Lift of the water on all bodies, N: the load of contact on all columns.
static double lift_on(const pond* p) {
    const wafti_contact_grid grid = wafti_contact_get_grid(p->water);
    double sum = 0.0;
    for (int32_t n = 0; n < grid.nx * grid.nz; ++n) {
        sum += wafti_contact_last(p->water, n);
    }
    return sum * grid.density * 9.81 * grid.dx * grid.dz;
}

// What floats: a hull of 1 m height, its volume and density, and where it is dropped.
typedef struct floater {
    waft_hull* hull;
    double volume, density;
    double shift, turn;
} floater;

static void float_hull(verify_table* table, const char* name, const floater* f) {
    pond_def def = pond_of(48, 0.25, 2.0, 0.02);
    pond p = make_pond(&def);
    waft_body_def body = float_def(f->hull, f->shift, 0.7, f->shift);
    body.state.rotation[1] = sin(0.5 * f->turn);
    body.state.rotation[3] = cos(0.5 * f->turn);
    const waft_body_id id = add_body(&p.in, &body);
    step_bodies(&p.in, (int)(300.0 / def.dt));
    const waft_body_info info = body_info(&p.in, id);
    const double level = mean_level(&p);
    const double draft = level - (info.state.position[1] - 0.5);
    const double rise = f->density * f->volume / (12.0 * 12.0);
    verify_near(table, name, f->density, draft, 2e-3);
    verify_near(table, "  level rises", rise, level, 1e-3 * rise);
    const double weight = f->density * f->volume * 1000.0 * 9.81;
    verify_near(table, "  lift over weight", 1.0, lift_on(&p) / weight, 1e-3);
    verify_near(table, "  volume of water, m3", 0.0, pond_stat(&p, "water.volume_error"), 288e-6);
    waft_world_destroy(p.in.world);
}

static void float_box(verify_table* table, double density, double shift, double turn) {
    const floater f = {
        bake_hull(WAFT_HULL_BOX, 2.0, 1.0, 2.0, density * 1000.0), 4.0, density, shift, turn};
    char name[80];
    (void)snprintf(name, sizeof(name), "density %g, x %g, turned %g: draft", density, shift, turn);
    float_hull(table, name, &f);
    waft_hull_destroy(f.hull);
}

// Eight slats of 1 m height, one over each column across, which they cover by `share`.
static waft_hull* bake_slats(double share, double density) {
    waft_mesh* slat = mesh_box((float)(0.25 * share), 1.0f, 2.0f);
    const waft_mesh_view one = waft_mesh_get_view(slat);
    double points[8 * 3 * 8];
    uint32_t indices[8 * 3 * 12];
    CHECK(one.point_count == 8 && one.facet_count == 12);
    for (uint32_t n = 0; n < 8; ++n) {
        for (uint32_t k = 0; k < 24; ++k) {
            const double shift = k % 3 == 0 ? -1.0 + 0.25 * (n + 0.5) : 0.0;
            points[24 * n + k] = one.positions[k] + shift;
        }
        for (uint32_t k = 0; k < 36; ++k) {
            indices[36 * n + k] = one.indices[k] + 8 * n;
        }
    }
    waft_mesh* comb = mesh_from(points, 64, indices, 96, NULL);
    waft_hull_def def = waft_hull_def_default();
    def.shape = WAFT_HULL_MESH;
    def.mesh = comb;
    def.density = density;
    def.turbulence.bake = false;
    waft_hull* hull = NULL;
    waft_error error = {.sentence = ""};
    if (!CHECK(waft_hull_bake(&def, &hull, &error) == WAFT_OK)) {
        (void)fprintf(stderr, "  %s\n", error.sentence);
    }
    waft_mesh_destroy(comb);
    waft_mesh_destroy(slat);
    return hull;
}

// phi = 0.6 of each of the 8 x 8 columns.
static void float_slats(verify_table* table, double density) {
    const floater f = {bake_slats(0.6, density * 1000.0), 0.6 * 4.0, density, 0.0, 0.0};
    char name[80];
    (void)snprintf(name, sizeof(name), "density %g, 0.6 of each column: draft", density);
    float_hull(table, name, &f);
    waft_hull_destroy(f.hull);
}

static int verify_floating(void) {
    if (!verify_slow()) {
        return 0;
    }
    verify_table table = verify_open("floating-draft");
    float_box(&table, 0.5, 0.0, 0.0);
    float_box(&table, 0.2, 0.0, 0.0);
    float_box(&table, 0.9, 0.0, 0.0);
    float_box(&table, 0.5, 0.1, 0.0);
    float_box(&table, 0.5, 0.07, 0.5);
    float_slats(&table, 0.5);
    return verify_close(&table);
}

static int verify_sinking(void) {
    verify_table table = verify_open("sinking-box");
    pond_def def = pond_of(48, 0.25, 2.0, 0.02);
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, 2.0, 1.0, 2.0, 1500.0);
    const waft_body_def body = float_def(hull, 0.0, 0.7, 0.0);
    const waft_body_id id = add_body(&p.in, &body);
    step_bodies(&p.in, 1500);
    const waft_body_info info = body_info(&p.in, id);
    verify_near(&table, "lies on the bed, y", -1.5, info.state.position[1], 5e-3);
    verify_near(&table, "lift over weight", 1.0 / 1.5, lift_on(&p) / (6000.0 * 9.81), 1e-3);
    verify_near(&table, "level rises", 4.0 / 144.0, mean_level(&p), 1e-3 * 4.0 / 144.0);
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
    return verify_close(&table);
}

// One box in double on still water; the hull's added mass is left out.
typedef struct bob {
    waft_hull* hull;
    wafti_body_model models[2];
    wafti_body_lane lane;
    double share;
} bob;

static void bob_make(bob* b) {
    b->hull = bake_hull(WAFT_HULL_BOX, 0.2, 0.2, 0.2, 500.0);
    waft_hull_info info = waft_hull_get_info(b->hull);
    memset(info.added_mass, 0, sizeof(info.added_mass));
    waft_body_def def = waft_body_def_default();
    def.loads = WAFT_LOADS_NONE;
    def.noise = WAFT_NOISE_OFF;
    const double gravity[3] = {0.0, -9.81, 0.0};
    const wafti_fluid fluids[2] = {{0.0, 0.0}, {1000.0, 1e-6}};
    for (int n = 0; n < 2; ++n) {
        CHECK(wafti_body_model_describe(&info, &def, &fluids[n], gravity, &b->models[n], NULL) ==
              WAFT_OK);
    }
    b->lane = (wafti_body_lane){.position = {0.0, 0.02, 0.0}, .rotation = {0.0, 0.0, 0.0, 1.0}};
}

static void bob_step(bob* b, double dt) {
    const double point[3] = {0.0, -b->lane.position[1], 0.0};
    const double up[3] = {0.0, 1.0, 0.0};
    const waft_submersion under = waft_hull_submerge(b->hull, point, up);
    wafti_body_mix mix = {
        .models = {&b->models[0], &b->models[1]}, .share = under.share, .before = under.share};
    memcpy(mix.center, under.center, sizeof(mix.center));
    const wafti_body_drive drive = {.dt = dt, .count = 1};
    wafti_body_outcome outcome = {0};
    double given[3];
    CHECK(wafti_body_step_double(&mix, &drive, &b->lane, &outcome, given));
}

// Mean time between upward passes of the middle.
static double bob_period(bob* b) {
    const double dt = 1e-4;
    double first = 0.0;
    double last = 0.0;
    int passes = 0;
    for (int n = 0; n < 60000; ++n) {
        const double before = b->lane.position[1];
        bob_step(b, dt);
        const double now = b->lane.position[1];
        if (before < 0.0 && now >= 0.0) {
            last = (n + before / (before - now)) * dt;
            first = passes++ == 0 ? last : first;
        }
    }
    return (last - first) / (passes - 1);
}

static int verify_bobbing(void) {
    verify_table table = verify_open("bobbing-period");
    bob b;
    bob_make(&b);
    const double period = 2.0 * 3.14159265358979323846 * sqrt(0.5 * 0.2 / 9.81);
    verify_near(
        &table, "box 0.2 m of density 0.5, period, s", period, bob_period(&b), 5e-3 * period);
    waft_hull_destroy(b.hull);
    return verify_close(&table);
}

// How far a long box of breadth `breadth` and height 0.5 m is from where it began, deg.
static double heel_of(double breadth, waft_reaction reaction) {
    pond_def def = pond_of(48, 0.125, 1.5, 0.02);
    def.reaction = reaction;
    pond p = make_pond(&def);
    waft_hull* hull = bake_hull(WAFT_HULL_BOX, breadth, 0.5, 2.0, 500.0);
    waft_body_def body = float_def(hull, 0.0, 0.0, 0.0);
    const double tilt = 5.0 * 3.14159265358979323846 / 180.0;
    body.state.rotation[2] = sin(0.5 * tilt);
    body.state.rotation[3] = cos(0.5 * tilt);
    const waft_body_id id = add_body(&p.in, &body);
    step_bodies(&p.in, 2500);
    const double* q = body_info(&p.in, id).state.rotation;
    const double up = 1.0 - 2.0 * (q[0] * q[0] + q[2] * q[2]);
    waft_world_destroy(p.in.world);
    waft_hull_destroy(hull);
    return acos(fmax(-1.0, fmin(up, 1.0))) * 180.0 / 3.14159265358979323846;
}

static int verify_heeling(void) {
    verify_table table = verify_open("roll-stability");
    // GM = T/2 + B^2/12T - D/2 at a draft of D/2: -D/12 for B = D, +D/4 for B = 2D.
    verify_least(&table, "B = D, one way: heels by, deg", 30.0, heel_of(0.5, WAFT_REACTION_OFF));
    verify_least(&table, "B = D, two ways: heels by, deg", 30.0, heel_of(0.5, WAFT_REACTION_ON));
    verify_most(&table, "B = 2D, one way: heels by, deg", 2.0, heel_of(1.0, WAFT_REACTION_OFF));
    verify_most(&table, "B = 2D, two ways: heels by, deg", 2.0, heel_of(1.0, WAFT_REACTION_ON));
    return verify_close(&table);
}

// Speed at which a ball falls in water in the end, m/s.
static double final_speed(double radius, double density, double dt, int steps) {
    waft_world_def world = waft_world_def_default();
    world.step = dt;
    world.liquid.density = 1000.0f;
    world.liquid.viscosity = 1e-6f;
    waft_bodies_def bodies = waft_bodies_def_default();
    bodies.medium = WAFT_MEDIUM_WATER;
    const body_world in = make_body_world(&world, &bodies);
    waft_hull* hull = bake_hull(WAFT_HULL_SPHERE, radius, 0.0, 0.0, density);
    waft_body_def def = float_def(hull, 0.0, 0.0, 0.0);
    def.integrator = WAFT_INTEGRATOR_MIDPOINT;
    def.precise = true;
    const waft_body_id id = add_body(&in, &def);
    step_bodies(&in, steps);
    const double speed = -body_info(&in, id).state.velocity[1];
    waft_world_destroy(in.world);
    waft_hull_destroy(hull);
    return speed;
}

static int verify_falling(void) {
    verify_table table = verify_open("terminal-speeds");
    verify_near(&table, "steel, R = 5 mm, m/s", 1.42178, final_speed(5e-3, 7800.0, 2e-3, 1500),
        1e-3 * 1.42178);
    verify_near(&table, "sand, R = 0.1 mm, m/s", 0.0247958, final_speed(1e-4, 2650.0, 1e-3, 1000),
        1e-3 * 0.0247958);
    verify_near(&table, "R = 10 um, Stokes, m/s", 3.597e-4, final_speed(1e-5, 2650.0, 1e-4, 1000),
        1e-2 * 3.597e-4);
    return verify_close(&table);
}

int main(void) {
    int failures = verify_floating() + verify_sinking() + verify_bobbing();
    failures += verify_heeling() + verify_falling();
    (void)printf("%d lines failed\n", failures);
    return failures == 0 && test_failures == 0 ? 0 : 1;
}
