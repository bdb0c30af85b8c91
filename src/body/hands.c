// SPDX-License-Identifier: MIT
// Hands that hold bodies: springs that no step makes unstable.
#include <math.h>

#include "base/error.h"
#include "body/crowd.h"
#include "body/lane.h"
#include "solid/frame.h"

// 1/s. A body is where the hand is after about a third of a second.
static const double hand_rate = 12.0;

// The hand that holds a body, or a free one for number 0; WAFTI_HANDS if there is none.
static int find_hand(const waft_bodies* bodies, uint32_t number) {
    int n = 0;
    while (n < WAFTI_HANDS && bodies->hands[n].number != number) {
        ++n;
    }
    return n;
}

static bool is_near(waft_vec3 v, double most) {
    double at[3];
    wafti_vector_from(v, at);
    return wafti_all_within(at, 3, most);
}

waft_result wafti_bodies_check_grip(
    const waft_bodies* bodies, uint32_t number, const waft_grip* grip, waft_error* out_error) {
    uint32_t slot = 0;
    if (number == 0 || !wafti_body_find_number(bodies, number, &slot)) {
        return wafti_fail(
            out_error, WAFT_ERR_ARGUMENT, "there is no body number %u", (unsigned)number);
    }
    if (grip == NULL) {
        return WAFT_OK;
    }
    if (!is_near(grip->at, 1e6) || !is_near(grip->to, 1e6) || !isfinite(grip->most) ||
        !(grip->most > 0.0f)) {
        return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
            "a grip needs places within 1e6 m and a greatest force above 0 N");
    }
    if (find_hand(bodies, number) == WAFTI_HANDS && find_hand(bodies, 0) == WAFTI_HANDS) {
        return wafti_fail(out_error, WAFT_ERR_FULL, "%d bodies are held already", (int)WAFTI_HANDS);
    }
    return WAFT_OK;
}

void wafti_bodies_hold(waft_bodies* bodies, uint32_t number, const waft_grip* grip) {
    const int own = find_hand(bodies, number);
    const int n = own < WAFTI_HANDS ? own : find_hand(bodies, 0);
    if (n < WAFTI_HANDS) {
        bodies->hands[n] = (wafti_hand){number, *grip};
    }
}

void wafti_bodies_let_go(waft_bodies* bodies, uint32_t number) {
    const int n = find_hand(bodies, number);
    if (n < WAFTI_HANDS) {
        bodies->hands[n] = (wafti_hand){.number = 0};
    }
}

// Mean mass that a push at a point meets: 3 / trace of the point's inverse mass.
static double mass_at(const double inverse[36], const double arm[3]) {
    double trace = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        double along[6] = {0.0};
        double change[6];
        along[axis] = 1.0;
        wafti_vector_cross(arm, along, along + 3);
        wafti_body_respond(inverse, along, change);
        for (int k = 0; k < 6; ++k) {
            trace += along[k] * change[k];
        }
    }
    return 3.0 / trace;
}

// Implicit in time, so that stiff hands and long steps stay calm: F = -(k (x + v dt) + c v) / (1 + dt
// (c + k dt) / m) with k = m w^2 and c = 2 m w.
static void pull(waft_bodies* bodies, const wafti_hand* hand, uint32_t slot) {
    const wafti_seat seat = wafti_seat_of(bodies, slot);
    const wafti_body_lane lane = wafti_lane_get(bodies, &seat);
    const wafti_turn turn = wafti_turn_of(lane.rotation);
    double inverse[36];
    double arm[3];
    double speed[3];
    double point[3];
    wafti_kind_inverse(seat.kind, seat.group->share[seat.lane], inverse);
    wafti_vector_from(hand->grip.at, arm);
    const double mass = mass_at(inverse, arm);
    wafti_vector_cross(lane.spin, arm, speed);
    wafti_vector_add_scaled(speed, lane.velocity, 1.0);
    wafti_turn_out(&turn, speed, speed);
    wafti_turn_out(&turn, arm, point);
    wafti_vector_add_scaled(point, lane.position, 1.0);
    const double dt = bodies->surroundings.dt;
    const double spring = mass * hand_rate * hand_rate;
    const double damper = 2.0 * mass * hand_rate;
    const double softer = 1.0 + dt * (damper + spring * dt) / mass;
    double to[3];
    double force[3];
    wafti_vector_from(hand->grip.to, to);
    for (int k = 0; k < 3; ++k) {
        force[k] = -(spring * (point[k] - to[k] + dt * speed[k]) + damper * speed[k]) / softer;
    }
    const double strength = wafti_vector_length(force);
    const double share =
        strength > (double)hand->grip.most ? (double)hand->grip.most / strength : 1.0;
    const waft_vec3 impulse = {(float)(share * force[0] * dt), (float)(share * force[1] * dt),
        (float)(share * force[2] * dt)};
    const waft_vec3 at = {(float)point[0], (float)point[1], (float)point[2]};
    (void)!waft_bodies_push(bodies, wafti_body_id(bodies, slot), impulse, at);
}

void wafti_bodies_pull(waft_bodies* bodies) {
    for (int n = 0; n < WAFTI_HANDS; ++n) {
        wafti_hand* hand = &bodies->hands[n];
        uint32_t slot = 0;
        if (hand->number == 0) {
            continue;
        }
        if (!wafti_body_find_number(bodies, hand->number, &slot)) {
            hand->number = 0; // the body is gone
            continue;
        }
        const wafti_seat seat = wafti_seat_of(bodies, slot);
        if ((seat.group->waiting & seat.bit) == 0) {
            pull(bodies, hand, slot);
        }
    }
}
