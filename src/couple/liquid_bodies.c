// SPDX-License-Identifier: MIT
// The liquid takes a body as a wall of given motion and sums the impulse of its pressure on it; the
// body's next step takes that impulse (docs/spec/sph.md#bodies).
//
// A wall whose velocity changes by dU is answered at once by about -A dU, A the added mass. Given to the
// body a step late, as it is, that answer grows from step to step as soon as A exceeds the body's own
// matrix K: light bodies would be thrown about. So the body is pushed as if A were part of it:
//   (K + A) p = J + r + dt F,   push = J + r - A p,   r = A p'
// with J the liquid's impulse, F the weight, p the change of motion that follows and p' the one of the
// step before, which J answered. In steady acceleration p = p' and the push is J. A need not be exact,
// and too much of it is always stable.
//
// A liquid cannot pull: what jumps off it is answered by nothing, and r would go on pushing until the
// body has all that the blow gave to the liquid, which took it for immovable. That keeps momentum, but
// throws a body of a twentieth of the liquid's density higher with every fall. Of bodies lighter than a
// fifth r is therefore no more than J tells that there is, (1 + A/K) J: a blow is then shared as between
// two lumps that stay together, and momentum is not kept.
#include "couple/liquid_bodies.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "body/lane.h"
#include "body/soak.h"
#include "couple/body_shape.h"

// Of the liquid's density.
static const double lightest = 0.2;

typedef struct swimmer {
    waft_body_id id;
    uint32_t solid;     // slot of the world's list
    double offset[3];   // m, from the centre of mass to the solid's origin, body axes
    double added[36];   // A
    double inverse[36]; // (K + A)^-1
    double freely[36];  // K^-1
    double weight[3];   // N, world axes
    bool light;         // lighter than a fifth of the liquid
    double answers[2];  // A over K of moving and of turning
    double change[6];   // p', world axes
} swimmer;

struct wafti_immersed {
    const wafti_context* context;
    waft_liquid* liquid;
    waft_bodies* bodies;
    uint32_t count, capacity;
    swimmer swimmers[];
};

// ---- creation

static wafti_tank tank_of(const waft_liquid_def* def) {
    const double low[3] = {(double)def->low.x, (double)def->low.y, (double)def->low.z};
    const double high[3] = {(double)def->high.x, (double)def->high.y, (double)def->high.z};
    wafti_tank tank;
    for (size_t axis = 0; axis < 3; ++axis) {
        tank.low[axis] = def->sides[2 * axis] == WAFT_LIQUID_WALL ? low[axis] : -HUGE_VAL;
        tank.high[axis] = def->sides[2 * axis + 1] == WAFT_LIQUID_WALL ? high[axis] : HUGE_VAL;
    }
    tank.high[1] = high[1];
    return tank;
}

waft_result wafti_immersed_create(const wafti_context* context, waft_liquid* liquid,
    waft_bodies* bodies, wafti_immersed** out_immersed) {
    *out_immersed = NULL;
    const waft_liquid_def def = waft_liquid_get_def(liquid);
    const waft_medium medium = waft_bodies_get_def(bodies).medium;
    if (medium != WAFT_MEDIUM_AIR && medium != WAFT_MEDIUM_VACUUM) {
        return wafti_fail(context->error, WAFT_ERR_ARGUMENT,
            "bodies that meet the liquid must be in air or vacuum: their water is the liquid");
    }
    if (def.dimension != 3) {
        return wafti_fail(
            context->error, WAFT_ERR_ARGUMENT, "bodies meet liquids of three dimensions alone");
    }
    const size_t size = (size_t)wafti_immersed_estimate_memory(def.solid_capacity);
    wafti_immersed* immersed = wafti_allocate_zero(&context->allocator, 1, size);
    if (immersed == NULL) {
        return wafti_fail_memory(context->error, size, "bodies in the liquid");
    }
    immersed->context = context;
    immersed->liquid = liquid;
    immersed->bodies = bodies;
    immersed->capacity = def.solid_capacity;
    *out_immersed = immersed;
    return WAFT_OK;
}

void wafti_immersed_hold(wafti_immersed* immersed) {
    const waft_liquid_def def = waft_liquid_get_def(immersed->liquid);
    const wafti_tank tank = tank_of(&def);
    wafti_bodies_set_tank(immersed->bodies, &tank);
}

void wafti_immersed_release(wafti_immersed* immersed) {
    wafti_bodies_set_tank(immersed->bodies, NULL);
}

void wafti_immersed_destroy(wafti_immersed* immersed) {
    if (immersed != NULL) {
        const waft_allocator allocator = immersed->context->allocator;
        wafti_release(&allocator, immersed, 1, wafti_immersed_memory(immersed));
    }
}

size_t wafti_immersed_memory(const wafti_immersed* immersed) {
    return (size_t)wafti_immersed_estimate_memory(immersed->capacity);
}

uint64_t wafti_immersed_estimate_memory(uint32_t capacity) {
    return sizeof(wafti_immersed) + (uint64_t)capacity * sizeof(swimmer);
}

// ---- a body becomes a solid

// The change of motion in a step of nothing but weight, world axes.
static void fall_freely(
    const swimmer* who, const wafti_turn* turn, double dt, double out_change[6]) {
    double force[6] = {0.0};
    double change[6];
    wafti_turn_in(turn, who->weight, force);
    wafti_body_respond(who->freely, force, change);
    wafti_turn_out6(turn, change, out_change);
    for (int k = 0; k < 6; ++k) {
        out_change[k] *= dt;
    }
}

// How much of a change of motion comes back as the liquid's answer.
static void take_answers(swimmer* who, const wafti_body_facts* facts) {
    for (size_t part = 0; part < 2; ++part) {
        double added = 0.0;
        double own = 0.0;
        for (size_t k = 3 * part; k < 3 * part + 3; ++k) {
            added = fmax(added, who->added[7 * k]);
            own = fmax(own, facts->whole[7 * k]);
        }
        who->answers[part] = added / own;
    }
}

static bool take_matrices(
    wafti_immersed* immersed, const waft_hull* hull, const wafti_body_facts* facts, swimmer* who) {
    const waft_hull_info info = waft_hull_get_info(hull);
    const double density = (double)waft_liquid_get_def(immersed->liquid).density;
    double both[36];
    for (int k = 0; k < 36; ++k) {
        who->added[k] = density * info.added_mass[k];
        both[k] = facts->whole[k] + who->added[k];
    }
    memcpy(who->freely, facts->inverse, sizeof(who->freely));
    memcpy(who->weight, facts->weight, sizeof(who->weight));
    who->light = info.density < lightest * density;
    take_answers(who, facts);
    return wafti_matrix_invert6(both, who->inverse);
}

static void tell_light(const wafti_immersed* immersed, const swimmer* who, uint32_t number) {
    if (who->light) {
        wafti_log(&immersed->context->logger, WAFT_LOG_WARNING,
            "body %u is lighter than a fifth of the liquid: momentum of blows is not kept, so that "
            "it does not bounce",
            (unsigned)number);
    }
}

waft_result wafti_immersed_add(wafti_immersed* immersed, waft_body_id id, uint32_t slot) {
    waft_body_info body;
    wafti_body_facts facts;
    waft_result result = waft_bodies_get(immersed->bodies, id, &body);
    result = result == WAFT_OK ? wafti_bodies_facts(immersed->bodies, id, &facts) : result;
    if (result != WAFT_OK) {
        return result;
    }
    if (body.flag == WAFT_BODY_WAITING) {
        return wafti_fail(immersed->context->error, WAFT_ERR_ARGUMENT,
            "body %u begins later than the liquid, and cannot meet it", (unsigned)body.number);
    }
    if (immersed->count == immersed->capacity) {
        return wafti_fail(immersed->context->error, WAFT_ERR_FULL,
            "all %u places for solids in the liquid are used", (unsigned)immersed->capacity);
    }
    swimmer who = {.id = id, .solid = slot};
    waft_shape shape;
    wafti_body_shape(body.hull, &shape, who.offset);
    if (!take_matrices(immersed, body.hull, &facts, &who)) {
        return wafti_fail(immersed->context->error, WAFT_ERR_ARGUMENT,
            "body %u: its added mass in the liquid has no inverse", (unsigned)body.number);
    }
    const wafti_turn turn = wafti_turn_of(body.state.rotation);
    fall_freely(&who, &turn, immersed->context->dt, who.change);
    tell_light(immersed, &who, body.number);
    immersed->swimmers[immersed->count++] = who;
    return WAFT_OK;
}

void wafti_immersed_drop(wafti_immersed* immersed, uint32_t slot) {
    for (uint32_t i = 0; i < immersed->count; ++i) {
        if (immersed->swimmers[i].solid == slot) {
            --immersed->count;
            memmove(&immersed->swimmers[i], &immersed->swimmers[i + 1],
                (immersed->count - i) * sizeof(*immersed->swimmers));
            return;
        }
    }
}

// ---- a step

// The liquid's impulse and its moment about the centre of mass, body axes. False: it gave none.
static bool impulse_on(const wafti_immersed* immersed, const swimmer* who, const wafti_turn* turn,
    double out_impulse[6]) {
    double push[6];
    double moment[3];
    (void)wafti_liquid_solid_impulse(immersed->liquid, who->solid, push, push + 3);
    wafti_turn_out(turn, who->offset, moment);
    wafti_vector_cross(moment, push, moment);
    wafti_vector_add_scaled(push + 3, moment, 1.0);
    wafti_turn_in6(turn, push, out_impulse);
    bool any = false;
    for (int k = 0; k < 6; ++k) {
        any = any || out_impulse[k] != 0.0;
    }
    return any;
}

// Dry for so long that what is left of the liquid's answer is rounding.
static bool is_dry(const swimmer* who, const double free_change[6]) {
    double off = 0.0;
    double all = 0.0;
    for (int k = 0; k < 3; ++k) {
        off = fmax(off, fabs(who->change[k] - free_change[k]));
        off = fmax(off, fabs(who->change[k + 3] - free_change[k + 3]));
        all = fmax(all, fabs(free_change[k]));
    }
    return off <= 1e-9 * all;
}

// r of moving and of turning, no longer than the liquid's impulse tells of.
static void limit_answer(const swimmer* who, const double impulse[6], double answer[6]) {
    for (size_t part = 0; part < 2; ++part) {
        double* r = answer + 3 * part;
        const double most = (1.0 + who->answers[part]) * wafti_vector_length(impulse + 3 * part);
        const double length = wafti_vector_length(r);
        for (int k = 0; k < 3 && length > most; ++k) {
            r[k] *= most / length;
        }
    }
}

static void push_one(wafti_immersed* immersed, swimmer* who, const waft_body_info* body) {
    const double dt = immersed->context->dt;
    const wafti_turn turn = wafti_turn_of(body->state.rotation);
    double impulse[6];
    double free_change[6];
    const bool wet = impulse_on(immersed, who, &turn, impulse);
    fall_freely(who, &turn, dt, free_change);
    if (!wet && (is_dry(who, free_change) || body->flag == WAFT_BODY_ASLEEP)) {
        memcpy(who->change, free_change, sizeof(who->change));
        return;
    }
    double before[6];
    double answer[6];
    double weight[6] = {0.0};
    double sum[6];
    double change[6];
    wafti_turn_in6(&turn, who->change, before);
    wafti_turn_in(&turn, who->weight, weight);
    wafti_body_respond(who->added, before, answer);
    if (who->light) {
        limit_answer(who, impulse, answer);
    }
    for (int k = 0; k < 6; ++k) {
        sum[k] = impulse[k] + answer[k] + dt * weight[k];
    }
    wafti_body_respond(who->inverse, sum, change);
    double again[6];
    wafti_body_respond(who->added, change, again);
    for (int k = 0; k < 6; ++k) {
        impulse[k] += answer[k] - again[k];
    }
    double given[6];
    wafti_turn_out6(&turn, impulse, given);
    wafti_turn_out6(&turn, change, who->change);
    wafti_bodies_shove(immersed->bodies, who->id, given);
}

void wafti_immersed_push(wafti_immersed* immersed) {
    for (uint32_t i = 0; i < immersed->count; ++i) {
        swimmer* who = &immersed->swimmers[i];
        waft_body_info body;
        if (waft_bodies_get(immersed->bodies, who->id, &body) == WAFT_OK &&
            body.flag != WAFT_BODY_QUARANTINED && body.flag != WAFT_BODY_ENDED) {
            push_one(immersed, who, &body);
        }
    }
}

// The numbers of a swimmer follow from its body when it was added, and are kept as they were then.
static void pass_swimmer(swimmer* who, wafti_stream* stream) {
    wafti_stream_bytes(stream, &who->id.index1, sizeof(who->id.index1));
    wafti_stream_bytes(stream, &who->id.generation, sizeof(who->id.generation));
    wafti_stream_bytes(stream, &who->solid, sizeof(who->solid));
    wafti_flag_state(&who->light, stream);
    const struct {
        double* values;
        size_t count;
    } numbers[] = {{who->offset, 3}, {who->added, 36}, {who->inverse, 36}, {who->freely, 36},
        {who->weight, 3}, {who->answers, 2}, {who->change, 6}};
    for (size_t n = 0; n < sizeof(numbers) / sizeof(numbers[0]); ++n) {
        wafti_stream_bytes(stream, numbers[n].values, numbers[n].count * sizeof(double));
        stream->failed = stream->failed || !wafti_all_finite(numbers[n].values, numbers[n].count);
    }
}

void wafti_immersed_state(wafti_immersed* immersed, wafti_stream* stream) {
    wafti_stream_bytes(stream, &immersed->count, sizeof(immersed->count));
    if (immersed->count > immersed->capacity) {
        immersed->count = 0;
        stream->failed = true;
    }
    for (uint32_t i = 0; i < immersed->count; ++i) {
        pass_swimmer(&immersed->swimmers[i], stream);
    }
}
