// SPDX-License-Identifier: MIT
// A world step in sub-steps: how long they may be (docs/spec/sph.md#time-step), what happens in each
// (docs/spec/sph.md#order-of-a-sub-step), what is told of it.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "liquid/solver.h"

enum { MOST_SUBSTEPS = 4096 };

static const double step_rounding = 1e-6;

waft_result waft_liquid_set_force(waft_liquid* liquid, waft_liquid_force* force, void* user) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    liquid->force = force;
    liquid->force_user = user;
    return WAFT_OK;
}

// ---- the first step

static double fastest_particle(const waft_liquid* liquid) {
    double greatest = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        double square = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            square += (double)liquid->now.u[axis][i] * (double)liquid->now.u[axis][i];
        }
        greatest = square > greatest ? square : greatest;
    }
    return sqrt(greatest);
}

// 10 sqrt(2 g H): H is how high the highest particle or emitter lies over the domain's floor.
static double default_sound(const waft_liquid* liquid) {
    double top = liquid->cells.low[1] + liquid->h;
    double speed = liquid->greatest_speed;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        top = fmax(top, (double)liquid->now.x[1][i]);
    }
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        top = fmax(top, (double)liquid->emitters[i].def.center.y);
        speed = fmax(speed, (double)liquid->emitters[i].fastest);
    }
    const double drop = 2.0 * wafti_vector_length(liquid->gravity) * (top - liquid->cells.low[1]);
    const double sound = 10.0 * sqrt(drop + speed * speed);
    return sound > 0.0 ? sound : 10.0;
}

void wafti_liquid_follow(waft_liquid* liquid, bool sound) {
    const waft_liquid_def* def = &liquid->def;
    liquid->viscosity = (double)def->kinematic_viscosity;
    if (liquid->method != WAFT_LIQUID_WCSPH || !liquid->started) {
        return;
    }
    if (sound) {
        liquid->sound = def->sound_speed > 0.0f ? (double)def->sound_speed : default_sound(liquid);
    }
    liquid->viscosity += (double)def->artificial_viscosity * liquid->sound * liquid->d;
}

static void begin(waft_liquid* liquid) {
    liquid->started = true;
    liquid->greatest_speed = fastest_particle(liquid);
    const waft_liquid_def* def = &liquid->def;
    const waft_logger* logger = &liquid->context->logger;
    // Particles are sorted. A crowd beyond all lists is left to the solver, which refuses it.
    double ratio;
    double place[3];
    if (wafti_liquid_find_crowd(liquid, &ratio, place) == WAFT_OK && ratio > WAFTI_LIQUID_CROWDED) {
        wafti_log(logger, WAFT_LOG_WARNING,
            "liquid: the density starts at %.2f of that at rest near (%g, %g, %g) and will burst "
            "apart; do blocks overlap?",
            ratio, place[0], place[1], place[2]);
    }
    if (liquid->method != WAFT_LIQUID_WCSPH) {
        return;
    }
    wafti_liquid_follow(liquid, true);
    if (def->artificial_viscosity > 0.0f) {
        wafti_log(logger, WAFT_LOG_NOTE,
            "liquid: wcsph adds a numerical viscosity of %.3g m2/s to the %.3g m2/s of the liquid",
            liquid->viscosity - (double)def->kinematic_viscosity, (double)def->kinematic_viscosity);
    }
    if (def->kernel == WAFT_LIQUID_MUELLER &&
        liquid->viscosity < 0.004 * liquid->sound * liquid->d) {
        wafti_log(logger, WAFT_LOG_WARNING,
            "liquid: Mueller's kernels gain energy below a viscosity of %g m2/s",
            0.004 * liquid->sound * liquid->d);
    }
}

// ---- length of a sub-step

typedef struct limit {
    double dt;
    const char* rule;
} limit;

static void limit_by(limit* l, double dt, const char* rule) {
    if (dt < l->dt) {
        l->dt = dt;
        l->rule = rule;
    }
}

static limit longest_step(const waft_liquid* liquid) {
    limit l = {(double)liquid->def.max_step, "max_step"};
    const bool weak = liquid->method == WAFT_LIQUID_WCSPH;
    const double d = liquid->d;
    const double push = fmax(liquid->greatest_push, wafti_vector_length(liquid->gravity));
    double speed = fmax(liquid->greatest_speed, wafti_liquid_wall_speed(liquid));
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        speed = fmax(speed, (double)liquid->emitters[i].def.speed);
    }
    if (weak) {
        limit_by(&l, 0.3 * liquid->h / (liquid->sound + speed), "sound");
        limit_by(&l, 0.25 * sqrt(d / fmax(push, 1e-30)), "acceleration");
    } else {
        limit_by(&l, 0.4 * d / fmax(speed, 1e-30), "speed");
        limit_by(&l, 0.4 * sqrt(d / fmax(push, 1e-30)), "acceleration");
    }
    if (weak || liquid->def.viscosity_solver == WAFT_LIQUID_VISCOSITY_EXPLICIT) {
        limit_by(&l, 0.2 * d * d / fmax(liquid->viscosity, 1e-30), "viscosity");
    }
    const double sigma = (double)liquid->def.surface_tension;
    if (sigma > 0.0) {
        limit_by(
            &l, 0.1 * sqrt((double)liquid->def.density * d * d * d / sigma), "surface tension");
    }
    return l;
}

// ---- figures

// Slots: sum rh, greatest rh, KE, PE, momentum (3), neighbours.
static void figures_block(void* context, uint32_t first, uint32_t end) {
    const waft_liquid* liquid = context;
    double* slot = wafti_liquid_slots(liquid, first);
    memset(slot, 0, 8 * sizeof(*slot));
    for (uint32_t i = first; i < end; ++i) {
        const double rh = (double)liquid->rh[i];
        slot[0] += rh;
        slot[1] = rh > slot[1] ? rh : slot[1];
        for (int axis = 0; axis < 3; ++axis) {
            const double u = (double)liquid->now.u[axis][i];
            slot[2] += 0.5 * u * u;
            slot[3] -=
                liquid->gravity[axis] * ((double)liquid->now.x[axis][i] - liquid->cells.low[axis]);
            slot[4 + axis] += u;
        }
        slot[7] += (double)liquid->list.found[i];
    }
}

static void find_figures(waft_liquid* liquid) {
    wafti_liquid_blocks(liquid, 0.003, figures_block, liquid);
    double sums[8] = {0};
    const int32_t blocks = wafti_liquid_block_count(liquid);
    for (int32_t block = 0; block < blocks; ++block) {
        const double* slot = &liquid->slots[(size_t)block * 8];
        for (int i = 0; i < 8; ++i) {
            sums[i] = i == 1 ? fmax(sums[i], slot[i]) : sums[i] + slot[i];
        }
    }
    waft_liquid_stats* stats = &liquid->stats;
    const double count = liquid->count > 0 ? (double)liquid->count : 1.0;
    stats->particles = liquid->count;
    stats->mean_density = sums[0] / count;
    stats->greatest_density = sums[1];
    stats->kinetic_energy = liquid->mass * sums[2];
    stats->potential_energy = liquid->mass * sums[3];
    for (int axis = 0; axis < 3; ++axis) {
        stats->momentum[axis] = liquid->mass * sums[4 + axis];
    }
    stats->mean_neighbors = sums[7] / count;
    stats->greatest_speed = liquid->greatest_speed;
}

void wafti_liquid_show_start(waft_liquid* liquid) {
    liquid->greatest_speed = fastest_particle(liquid);
    find_figures(liquid);
}

static void close_figures(waft_liquid* liquid, double dt) {
    waft_liquid_stats* stats = &liquid->stats;
    const double substeps = stats->substeps > 0 ? (double)stats->substeps : 1.0;
    find_figures(liquid);
    stats->mean_step = dt / substeps;
    stats->density_evaluations /= substeps;
    stats->divergence_evaluations /= substeps;
    for (int side = 0; side < 6; ++side) {
        for (int axis = 0; axis < 3; ++axis) {
            stats->side_force[side][axis] = liquid->side_impulse[side][axis] / dt;
        }
    }
    stats->method = (int)liquid->method;
    stats->sound_speed = liquid->sound;
    stats->numerical_viscosity = liquid->viscosity - (double)liquid->def.kinematic_viscosity;
}

static void tell_all(waft_liquid* liquid, double stretched) {
    const waft_liquid_stats* stats = &liquid->stats;
    const bool slow =
        liquid->sound > 0.0 && liquid->sound < 4.0 * liquid->greatest_speed && !liquid->told_sound;
    const struct {
        bool due;
        waft_event_kind kind;
        uint32_t index;
        double value;
    } news[] = {
        {stretched > 1.0, WAFT_EVENT_LIQUID_FAST, 0, stretched},
        {stats->unsolved > 0, WAFT_EVENT_LIQUID_UNSOLVED, stats->unsolved,
            fmax(stats->density_error, stats->divergence_error)},
        {stats->guarded > 0, WAFT_EVENT_LIQUID_GUARDED, stats->guarded, 0.0},
        {stats->viscous_unsolved > 0, WAFT_EVENT_LIQUID_VISCOUS, stats->viscous_unsolved,
            stats->viscous_error},
        {(double)stats->contacts > 1e-3 * (double)liquid->count, WAFT_EVENT_LIQUID_CONTACTS, 0,
            (double)stats->contacts},
        {slow, WAFT_EVENT_LIQUID_SLOW_SOUND, 0,
            slow ? liquid->greatest_speed / liquid->sound : 0.0},
    };
    for (size_t n = 0; n < sizeof(news) / sizeof(news[0]); ++n) {
        if (news[n].due) {
            wafti_events_add(liquid->context->events, (waft_event){.kind = news[n].kind,
                                                          .index = news[n].index,
                                                          .step = liquid->step_index,
                                                          .value = (float)news[n].value});
        }
    }
    liquid->told_sound = liquid->told_sound || slow;
}

// ---- a sub-step

static waft_result substep(waft_liquid* liquid, double time, double dt, double left) {
    if (liquid->stir.on) {
        wafti_liquid_choose_fields(liquid, time, dt);
    }
    const waft_result result = liquid->method == WAFT_LIQUID_WCSPH
                                   ? wafti_liquid_wcsph(liquid, time, dt)
                                   : wafti_liquid_dfsph(liquid, time, dt);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_liquid_move_solids(liquid, dt, left);
    uint32_t bad = 0;
    // What crosses 1e4 spacings in a world step has left all scale.
    const double fastest = 1e4 * liquid->d / liquid->context->dt;
    if (!wafti_liquid_advance(liquid, dt, fastest, &bad)) {
        return wafti_fail(liquid->context->error, WAFT_ERR_DIVERGED,
            "liquid: particle %u became non-finite or faster than %g m/s at step %llu (%s)",
            (unsigned)bad, fastest, (unsigned long long)liquid->step_index,
            liquid->method == WAFT_LIQUID_WCSPH ? "wcsph" : "dfsph");
    }
    wafti_liquid_drain(liquid);
    wafti_liquid_emit(liquid, time, dt);
    wafti_liquid_bury(liquid);
    waft_liquid_stats* stats = &liquid->stats;
    stats->least_step = stats->substeps == 0 ? dt : fmin(stats->least_step, dt);
    ++stats->substeps;
    return WAFT_OK;
}

waft_result wafti_liquid_step(waft_liquid* liquid, const wafti_step* step) {
    liquid->step_index = step->index;
    memset(&liquid->stats, 0, sizeof(liquid->stats));
    memset(liquid->side_impulse, 0, sizeof(liquid->side_impulse));
    wafti_liquid_aim_solids(liquid, step->dt);
    const double start = (double)step->index * step->dt;
    double done = 0.0;
    double stretched = 0.0;
    bool last = false;
    while (!last) {
        wafti_liquid_sort(liquid);
        if (!liquid->started) {
            begin(liquid);
        }
        if (liquid->stats.substeps == 0 && liquid->birth_count > 0) {
            wafti_liquid_give_birth(liquid);
        }
        const limit l = longest_step(liquid);
        const double left = step->dt - done;
        // Steps are decimals, rules floats: rounding of either must not add a sub-step.
        double cuts = ceil(left / l.dt * (1.0 - step_rounding));
        const double taken = (double)liquid->stats.substeps;
        const bool weak = liquid->method == WAFT_LIQUID_WCSPH;
        if (weak && taken + cuts > MOST_SUBSTEPS) {
            return wafti_fail(liquid->context->error, WAFT_ERR_DIVERGED,
                "liquid: step %llu needs more than %d sub-steps; the rule of %s asks for %g s",
                (unsigned long long)step->index, (int)MOST_SUBSTEPS, l.rule, l.dt);
        }
        const double allowed = fmax(1.0, (double)liquid->def.max_substeps - taken);
        cuts = fmax(1.0, weak ? cuts : fmin(cuts, allowed));
        const double dt = left / cuts;
        stretched = fmax(stretched, dt / l.dt);
        last = cuts == 1.0;
        const waft_result result = substep(liquid, start + done, dt, last ? 0.0 : left - dt);
        if (result != WAFT_OK) {
            return result;
        }
        done += dt;
    }
    liquid->time = step->time;
    close_figures(liquid, step->dt);
    tell_all(liquid, liquid->method == WAFT_LIQUID_DFSPH ? stretched - 2.0 * step_rounding : 0.0);
    return WAFT_OK;
}
