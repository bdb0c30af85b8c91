// SPDX-License-Identifier: MIT
#include "body/carry.h"

#include "crowd_fixture.h"

enum { CAPACITY = 4 };

typedef struct raft {
    body_world in;
    waft_hull* hull;
    wafti_carry carries[CAPACITY];
} raft;

// Boxes of 0.4 by 0.2 by 0.4 m and 16 kg in still water with its level at 0; the air weighs nothing.
static void open_raft(raft* out) {
    waft_world_def world_def = waft_world_def_default();
    world_def.air.density = 1e-6f;
    world_def.step = 0.01;
    waft_bodies_def def = waft_bodies_def_default();
    def.medium = WAFT_MEDIUM_BOTH;
    def.capacity = CAPACITY;
    def.current = (waft_vec3){0.5f, 0.0f, 0.0f};
    out->in = make_body_world(&world_def, &def);
    out->hull = bake_hull(WAFT_HULL_BOX, 0.4, 0.2, 0.4, 500.0);
    memset(out->carries, 0, sizeof(out->carries));
    out->in.bodies->carries = out->carries;
}

static void close_raft(raft* r) {
    r->in.bodies->carries = NULL;
    waft_world_destroy(r->in.world);
    waft_hull_destroy(r->hull);
}

static waft_body_id add_box(const raft* r, double y) {
    waft_body_def def = bare_def(r->hull);
    def.state.position[1] = y;
    return add_body(&r->in, &def);
}

static const wafti_carry* foresee(raft* r, uint32_t place) {
    const wafti_step step = {.dt = 0.01, .time = 0.01};
    wafti_carries_begin(r->in.bodies);
    wafti_carry_foresee(r->in.bodies, place, &step);
    return &r->carries[r->in.bodies->order[place]];
}

static void states_follow_the_surface(void) {
    raft r;
    open_raft(&r);
    waft_bodies* bodies = r.in.bodies;
    (void)add_box(&r, 2.0);
    (void)add_box(&r, 0.0);
    (void)add_box(&r, -2.0);
    CHECK(foresee(&r, 0)->state == WAFTI_CARRY_NONE);
    CHECK(foresee(&r, 1)->state == WAFTI_CARRY_FLOAT);
    CHECK(foresee(&r, 2)->state == WAFTI_CARRY_SUNK);
    CHECK_NEAR(foresee(&r, 2)->wet, 0.032, 1e-9);
    const wafti_seat seat = wafti_seat_of(bodies, bodies->order[1]);
    CHECK(wafti_carry_of(bodies, &seat) == &r.carries[bodies->order[1]]);
    seat.group->asleep |= seat.bit;
    const wafti_carry* held = foresee(&r, 1);
    CHECK(held->state == WAFTI_CARRY_HELD);
    CHECK_NEAR(held->behind[0], 0.0, 0.0);
    CHECK(wafti_carry_of(bodies, &seat) == NULL);
    seat.group->quarantined |= seat.bit;
    CHECK(foresee(&r, 1)->state == WAFTI_CARRY_NONE);
    close_raft(&r);
}

// Without the water's pressure a body falls: it is foreseen g dt^2 / 2 lower, and neither heave nor
// turns about level axes move water of their own.
static void foresees_a_fall(void) {
    raft r;
    open_raft(&r);
    (void)add_box(&r, 0.05);
    const wafti_carry* carry = foresee(&r, 0);
    const double fall = carry->behind[0];
    CHECK(fall > 0.25 * 9.81 * 1e-4 && fall <= 9.81 * 1e-4 * (1.0 + 1e-9));
    CHECK_NEAR(carry->position[1], 0.05 - fall, 1e-12);
    CHECK_NEAR(carry->behind[1], 0.0, 1e-6); // panels are not quite even
    CHECK_NEAR(carry->mass, 16.0, 1e-9);
    CHECK_NEAR(carry->wet, 0.25 * 0.032, 1e-9);
    CHECK_NEAR(carry->swell, 1.0, 1e-9);
    CHECK_NEAR(carry->relative[0], -0.5, 1e-9);
    CHECK_NEAR(carry->yield[0], 1.0 / 16.0, 1e-6);
    const double inertia = 16.0 * (0.04 + 0.16) / 12.0;
    CHECK_NEAR(carry->yield[4], 1.0 / inertia, 1e-4);
    CHECK_NEAR(carry->yield[8], 1.0 / inertia, 1e-4);
    CHECK_NEAR(carry->yield[1], 0.0, 1e-9);
    close_raft(&r);
}

static void takes_an_even_part_and_shifts_once(void) {
    wafti_carry carry = {
        .state = WAFTI_CARRY_FLOAT, .impulse = {8.0, -4.0, 2.0}, .shift = {0.01, 0.002, -0.004}};
    wafti_body_mix mix = {.carried = false};
    wafti_body_lane lane = {.position = {1.0, 2.0, 3.0}, .rotation = {0.0, 0.0, 0.0, 1.0}};
    for (int n = 0; n < 2; ++n) {
        wafti_carry_take(&carry, 4, &mix, &lane);
        CHECK(mix.carried);
        CHECK_NEAR(mix.impulse[1], 2.0, 0.0);
        CHECK_NEAR(mix.impulse[3], -1.0, 0.0);
        CHECK_NEAR(mix.impulse[5], 0.5, 0.0);
        CHECK_NEAR(mix.impulse[0], 0.0, 0.0);
        CHECK_NEAR(lane.position[1], 2.01, 1e-15);
        CHECK_NEAR(lane.rotation[0], 0.001, 1e-7);
        CHECK_NEAR(lane.rotation[1], 0.0, 1e-7);
        CHECK_NEAR(lane.rotation[2], -0.002, 1e-7);
    }
    // Turns are about the world's axes: half a turn about y reverses them in the body's.
    carry.shift[1] = 0.002;
    lane = (wafti_body_lane){.rotation = {0.0, 1.0, 0.0, 0.0}};
    wafti_carry_take(&carry, 1, &mix, &lane);
    CHECK_NEAR(lane.rotation[1], 1.0, 1e-6);
    CHECK_NEAR(lane.rotation[2], 0.001, 1e-7);
}

static void surroundings_and_wet_volume(void) {
    raft r;
    open_raft(&r);
    waft_bodies* bodies = r.in.bodies;
    (void)add_box(&r, 0.0);
    const uint32_t slot = bodies->order[0];
    const wafti_body* body = &bodies->records[slot];
    const wafti_kind* kind = bodies->kinds[0];
    bodies->groups[body->group].share[body->lane] = 0.25;
    CHECK_NEAR(wafti_bodies_wet_volume(bodies, slot), 0.25 * 0.032, 1e-9);
    const wafti_sea sea = {.wet = true, .normal = {0.0, 1.0, 0.0}, .velocity = {0.5, 0.0, -1.0}};
    const wafti_wetness wet = {.share = 0.75, .center = {0.1, -0.2, 0.3}};
    wafti_body_lane lane = {.rotation = {0.0, 0.0, 0.0, 1.0}};
    wafti_body_mix mix;
    wafti_mix_make(bodies, kind, &lane, &sea, &wet, 0.25, &mix);
    CHECK(!mix.carried);
    CHECK(mix.models[0] == &kind->models[WAFTI_AIR] && mix.models[1] == &kind->models[WAFTI_WATER]);
    CHECK_NEAR(mix.share, 0.75, 0.0);
    CHECK_NEAR(mix.before, 0.25, 0.0);
    CHECK_NEAR(mix.center[2], 0.3, 0.0);
    CHECK_NEAR(mix.wind[WAFTI_WATER][2], -1.0, 0.0);
    CHECK_NEAR(mix.wind[WAFTI_AIR][2], 0.0, 0.0);
    close_raft(&r);
}

static const test_case cases[] = {
    {"states_follow_the_surface", states_follow_the_surface},
    {"foresees_a_fall", foresees_a_fall},
    {"takes_an_even_part_and_shifts_once", takes_an_even_part_and_shifts_once},
    {"surroundings_and_wet_volume", surroundings_and_wet_volume},
};

TEST_MAIN(cases)
