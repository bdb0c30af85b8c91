// SPDX-License-Identifier: MIT
// One body in double, in one fluid or between two as in docs/spec/bodies.md#two-fluids.
#include "body/lane_double.h"

#include <string.h>

#include "body/step_vector.h"

typedef struct seat {
    wafti_body_lane* home;
    vec wind, turning;
} seat;

static vec three(const double a[3]) {
    return (vec){a[0], a[1], a[2]};
}

static void put_three(vec a, double out[3]) {
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
}

static quat four(const double q[4]) {
    return (quat){q[0], q[1], q[2], q[3]};
}

static void put_four(quat q, double out[4]) {
    put_three((vec){q.x, q.y, q.z}, out);
    out[3] = q.w;
}

#define READ(p, name)               three((p)->at.home->name)
#define READ_QUAT(p, name)          four((p)->at.home->name)
#define READ_AIR(p, name)           ((p)->at.name)
#define READ_WORDS(p, name)         ((p)->at.home->name)
#define WRITE(p, name, value)       put_three(value, (p)->at.home->name)
#define WRITE_QUAT(p, name, value)  put_four(value, (p)->at.home->name)
#define WRITE_WORDS(p, name, value) ((p)->at.home->name = (value))

#define WAFTI_BODY_TWO_FLUIDS
#include "body/step_kernel.h"

// Newton iterations of the midpoint step: to rounding for steps that the cuts allow.
enum { NEWTON = 3 };

// What a body between two fluids has in place of a model's numbers.
typedef struct blend {
    numbers numbers;
    double inverse[36];
    wafti_body_kind kind; // of the fluid that has more of the body
    double heft;          // share of its weight that comes as an impulse
} blend;

static void blend_list(
    double* out, const double* air, const double* water, double share, int count) {
    for (int i = 0; i < count; ++i) {
        out[i] = air[i] + share * (water[i] - air[i]);
    }
}

// Leaves of an added mass what surge, sway and yaw move: P A P, where P takes from translation what is
// along `up` and from rotation what is across it.
static void keep_level_part(const double up[3], double added[36]) {
    double p[2][9];
    for (int i = 0; i < 9; ++i) {
        const double along = up[i / 3] * up[i % 3];
        p[0][i] = (i % 4 == 0 ? 1.0 : 0.0) - along;
        p[1][i] = along;
    }
    double half[36];
    for (int n = 0; n < 36; ++n) {
        const int i = n / 6;
        const int j = n % 6;
        half[n] = 0.0;
        for (int k = 0; k < 3; ++k) {
            half[n] += added[6 * i + 3 * (j / 3) + k] * p[j / 3][3 * k + j % 3];
        }
    }
    for (int n = 0; n < 36; ++n) {
        const int i = n / 6;
        const int j = n % 6;
        added[n] = 0.0;
        for (int k = 0; k < 3; ++k) {
            added[n] += p[i / 3][3 * (i % 3) + k] * half[6 * (3 * (i / 3) + k) + j];
        }
    }
}

// With `share` of the body under water; of what the water carries, the part that stays level.
static void blend_added(
    const wafti_body_mix* mix, const double rotation[4], double share, double out_added[36]) {
    blend_list(out_added, mix->models[0]->added, mix->models[1]->added, share, 36);
    if (mix->carried) {
        double up[3];
        put_three(to_body(turn_of(four(rotation)), (vec){0.0, 1.0, 0.0}), up);
        keep_level_part(up, out_added);
    }
}

// The rest of what is linear in the density is linear in the share.
static void blend_inertia(const wafti_body_mix* mix, const double rotation[4], blend* out) {
    const wafti_body_model* air = mix->models[0];
    const wafti_body_model* water = mix->models[1];
    const double f = mix->share;
    wafti_body_model both = *air;
    blend_added(mix, rotation, f, both.added);
    blend_list(&both.fluid_mass, &air->fluid_mass, &water->fluid_mass, f, 1);
    both.fluid.density = air->fluid.density + f * (water->fluid.density - air->fluid.density);
    both.loads = WAFT_LOADS_NONE;
    (void)wafti_body_model_finish(&both);
    out->numbers = both.numbers;
    out->kind = f < 0.5 ? air->kind : water->kind;
    out->kind.coupled = both.kind.coupled;
    out->kind.levered = true;
    memcpy(out->inverse, both.inverse, sizeof(out->inverse));
    // Water carries its part of the volume at that part's centre, air the rest at its own.
    numbers* n = &out->numbers;
    const double scale = air->volume / air->mass;
    const bool lifts = water->buoyant && !mix->carried;
    const double wet = lifts ? water->fluid.density * scale : 0.0;
    const double dry = air->buoyant ? air->fluid.density * scale : 0.0;
    n->heft = 1.0 - (f * wet + (1.0 - f) * dry);
    for (int i = 0; i < 3; ++i) {
        const double moment = wet * f * mix->center[i] + dry * (air->arm[i] - f * mix->center[i]);
        n->lever[i] = moment * n->per_length;
    }
    // Weight and pressure of a body that rests cancel only if both come in the same way.
    out->heft = mix->carried ? n->heft : 0.0;
    n->heft -= out->heft;
}

// Momentum of the added mass of a body in a fluid of this velocity.
static void added_momentum(const wafti_body_mix* mix, const wafti_body_lane* lane, double share,
    vec fluid, double out[6]) {
    double added[36];
    double moves[6];
    const turn t = turn_of(four(lane->rotation));
    put_three(vec_subtract(three(lane->velocity), to_body(t, fluid)), moves);
    memcpy(moves + 3, lane->spin, sizeof(lane->spin));
    blend_added(mix, lane->rotation, share, added);
    wafti_body_respond(added, moves, out);
}

// Changes velocity and spin at once.
static void add_motion(const double change[6], wafti_body_lane* lane) {
    for (int i = 0; i < 3; ++i) {
        lane->velocity[i] += change[i];
        lane->spin[i] += change[i + 3];
    }
}

// More of the body under water: momentum is held, so that velocity falls (slamming). Less: velocity
// is held, the fluid keeps its momentum. The seen velocity changes with the share, without a push.
static void change_share(const wafti_body_mix* mix, const double inverse[36], wafti_body_lane* lane,
    double out_given[3]) {
    const double more = mix->share - mix->before;
    const vec old_fluid = three(lane->fluid);
    for (int i = 0; i < 3; ++i) {
        lane->fluid[i] += more * (mix->wind[1][i] - mix->wind[0][i]);
    }
    if (!(more > 0.0)) {
        return;
    }
    double momentum[6];
    double now[6];
    double change[6];
    added_momentum(mix, lane, mix->before, old_fluid, momentum);
    added_momentum(mix, lane, mix->share, three(lane->fluid), now);
    // K (U1 - U0) = what the added mass held before less what it would hold now at U0.
    for (int i = 0; i < 6; ++i) {
        momentum[i] -= now[i];
    }
    wafti_body_respond(inverse, momentum, change);
    add_motion(change, lane);
    const vec turned = to_world(turn_of(four(lane->rotation)), three(change));
    put_three(vec_scale(-mix->models[0]->mass, turned), out_given);
}

static body_job job_between(const wafti_body_mix* mix, const blend* both, vec wind) {
    body_job job = {
        .kind = &both->kind, .c = &both->numbers, .last_stage = 3, .newton = NEWTON, .mixed = true};
    for (int i = 0; i < 2; ++i) {
        job.kinds[i] = &mix->models[i]->kind;
        job.fluids[i] = &mix->models[i]->numbers;
        job.shares[i] = i == 0 ? 1.0 - mix->share : mix->share;
        job.drifts[i] =
            vec_scale(both->numbers.per_length, vec_subtract(wind, three(mix->wind[i])));
    }
    return job;
}

// The water's impulse and that of the weight change velocity and spin at once.
static void kick(const wafti_body_mix* mix, const blend* both, double dt, wafti_body_lane* lane) {
    const wafti_body_model* model = mix->models[0];
    const turn t = turn_of(four(lane->rotation));
    const vec impulse =
        vec_add_scaled(three(mix->impulse), dt * both->heft * model->mass, three(model->gravity));
    double own[6];
    double change[6];
    put_three(to_body(t, impulse), own);
    put_three(to_body(t, three(mix->impulse + 3)), own + 3);
    wafti_body_respond(both->inverse, own, change);
    add_motion(change, lane);
}

static bool is_between(const wafti_body_mix* mix) {
    return mix->carried || (mix->share > 0.0 && mix->share < 1.0);
}

void wafti_body_mix_inverse(
    const wafti_body_mix* mix, const double rotation[4], double out_inverse[36]) {
    const wafti_body_model* air = mix->models[0];
    double sum[36];
    blend_added(mix, rotation, mix->share, sum);
    for (size_t i = 0; i < 3; ++i) {
        sum[7 * i] += air->mass;
        for (size_t j = 0; j < 3; ++j) {
            sum[6 * (i + 3) + j + 3] += air->inertia[3 * i + j];
        }
    }
    (void)wafti_matrix_invert6(sum, out_inverse);
}

bool wafti_body_step_double(const wafti_body_mix* mix, const wafti_body_drive* drive,
    wafti_body_lane* lane, wafti_body_outcome* out, double out_given[3]) {
    const bool between = is_between(mix);
    const wafti_body_model* model = mix->models[mix->share < 0.5 ? 0 : 1];
    const wafti_body_lane start = *lane;
    blend both;
    const double* inverse = model->inverse;
    if (between) {
        blend_inertia(mix, lane->rotation, &both);
        inverse = both.inverse;
    }
    memset(out_given, 0, 3 * sizeof(double));
    if (mix->share != mix->before) {
        change_share(mix, inverse, lane, out_given);
    }
    if (mix->carried) {
        kick(mix, &both, drive->dt, lane);
    }
    const numbers* c = between ? &both.numbers : &model->numbers;
    pass p;
    p.at.home = lane;
    pass_reset(mask_all(), &p);
    const vec air = three(mix->wind[0]);
    p.at.wind = vec_add_scaled(air, mix->share, vec_subtract(three(mix->wind[1]), air));
    p.at.turning = three(mix->turning);
    body_job job =
        between ? job_between(mix, &both, p.at.wind)
                : (body_job){.kind = &model->kind, .c = c, .last_stage = 3, .newton = NEWTON};
    advance(&job, model, drive, &p);
    if (p.moved == 0) {
        *lane = start;
        memset(out_given, 0, 3 * sizeof(double));
    }
    out->bad = p.bad & 1u;
    out->stiff = p.stiff & 1u;
    out->needed[0] = (float)p.needed;
    out->cause[0] = (float)p.cause;
    out->most_cuts = (int)p.cuts;
    return p.bad == 0;
}

void wafti_body_loads(const wafti_body_model* model, const double velocity[3], const double spin[3],
    double out_load[6]) {
    const numbers* c = &model->numbers;
    const push p =
        loads_of(&model->kind, c, vec_scale(c->per_length, three(velocity)), three(spin));
    const double force = model->mass * c->length;
    put_three(vec_scale(force, p.force), out_load);
    put_three(vec_scale(force * c->length, p.torque), out_load + 3);
}

void wafti_body_respond(const double inverse[36], const double impulse[6], double out_change[6]) {
    for (int i = 0; i < 6; ++i) {
        out_change[i] = 0.0;
        for (int j = 0; j < 6; ++j) {
            out_change[i] += inverse[6 * i + j] * impulse[j];
        }
    }
}

void wafti_body_accelerate(const wafti_body_model* model, const double down[3],
    const double velocity[3], const double spin[3], double out[6]) {
    // Body axes stand for the world's, gravity being given in them.
    numbers c = model->numbers;
    wafti_body_kind kind = model->kind;
    kind.upright = false;
    for (int i = 0; i < 3; ++i) {
        c.gravity[i] = down[i] * c.per_length;
    }
    const body_job job = {
        .kind = &kind, .c = &c, .last_stage = 3, .newton = NEWTON, .whirl = vec_zero()};
    const state s = {.q = {0.0, 0.0, 0.0, 1.0},
        .v = vec_scale(c.per_length, three(velocity)),
        .w = three(spin),
        .x = vec_zero()};
    const momenta m = momenta_of(&job, &s);
    push ignored;
    const rates r = rates_of(&job, false, &s, m.p, m.l, false, &ignored);
    vec velocity_rate;
    vec spin_rate;
    sextic_times(c.inverse, kind.coupled, r.p, r.l, &velocity_rate, &spin_rate);
    put_three(vec_scale(c.length, velocity_rate), out);
    put_three(spin_rate, out + 3);
}
