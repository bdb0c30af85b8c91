// SPDX-License-Identifier: MIT
// One step of the smoke in the order of docs/spec/smoke.md#order-of-a-sub-step.
#include <math.h>

#include "base/error.h"
#include "grid/advect.h"
#include "grid/blocks.h"
#include "grid/forces.h"
#include "grid/viscosity.h"
#include "math/shown.h"
#include "port/port.h"
#include "smoke/solver.h"

// A sub-step: what all its parts need to know.
typedef struct passage {
    waft_smoke* smoke;
    uint64_t step;
    double time;  // s, at its start
    double dt;    // s
    double share; // of the step that has passed at its end
} passage;

static void note_time(double* out_ms, double start) {
    *out_ms += 1e3 * (wafti_clock_wall() - start);
}

// ---- transport

// Whether traces use the midpoint rule. With MacCormack straight traces are as good
// (docs/spec/smoke.md#traces), unless somebody knows better.
static bool is_curved(const waft_smoke_def* def, bool wanted) {
    const bool freely = wanted || def->advection != WAFT_ADVECTION_MACCORMACK;
    return def->trace == WAFT_TRACE_RK2 || (def->trace == WAFT_TRACE_AUTO && freely);
}

static wafti_advect advection(const waft_smoke* smoke, double dt, bool faces) {
    const waft_smoke_def* def = &smoke->def;
    return (wafti_advect){
        .domain = &smoke->domain,
        .context = smoke->context,
        .carrier = {smoke->velocity[0], smoke->velocity[1], smoke->velocity[2]},
        .dt = (float)dt,
        .maccormack = def->advection == WAFT_ADVECTION_MACCORMACK,
        .midpoint = is_curved(def, faces && smoke->hook.curved),
        .scratch = {smoke->scratch[0], smoke->scratch[1], smoke->scratch[2]},
    };
}

// Moves `faces` by the velocity; they wait in the upper scratch fields, since scalars need the same
// carrier.
static void carry_faces(const passage* p, float* const faces[3], double dt) {
    waft_smoke* smoke = p->smoke;
    const double start = wafti_clock_wall();
    const wafti_advect advect = advection(smoke, dt, true);
    wafti_advect_faces(&advect, faces, smoke->scratch + 3);
    note_time(&smoke->stats.advect_ms, start);
}

// Greatest speed that obstacles and sides give to the fluid, m/s.
static double given_speed(const waft_smoke* smoke) {
    double speed = wafti_obstacles_speed(smoke);
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        const waft_smoke_side* given = &smoke->def.sides[side];
        speed = fmax(
            speed, fmax(fabs((double)given->speed), (double)waft_vec3_length(given->velocity)));
    }
    return speed;
}

// No face of the present velocity is faster, m/s; infinite if that is not known.
static double speed_bound(const passage* p) {
    const waft_smoke* smoke = p->smoke;
    if (!(smoke->speed >= 0.0)) {
        return INFINITY;
    }
    const double held = wafti_sources_speed(smoke, p->time, p->dt);
    return fmax(smoke->speed, fmax(given_speed(smoke), held));
}

static void carry_scalars(const passage* p) {
    waft_smoke* smoke = p->smoke;
    if (smoke->hook.scalars != NULL) {
        smoke->hook.scalars(smoke->hook.context);
        return;
    }
    const double start = wafti_clock_wall();
    wafti_advect advect = advection(smoke, p->dt, false);
    advect.rows = smoke->rows;
    advect.farthest = speed_bound(p) * p->dt / smoke->domain.grid.h;
    for (int n = 0; n < WAFTI_SCALAR_COUNT; ++n) {
        if (smoke->scalar[n] != NULL) {
            wafti_advect_cells(&advect, smoke->outside[n], smoke->scalar[n]);
        }
    }
    note_time(&smoke->stats.advect_ms, start);
}

static waft_result settle_scalars(const passage* p) {
    waft_smoke* smoke = p->smoke;
    wafti_tally_scalars(smoke, p->dt);
    wafti_tally_read_scalars(smoke);
    return wafti_tally_check_scalars(smoke, p->step);
}

// ---- forces

static wafti_forces forces_of(const waft_smoke* smoke) {
    const waft_smoke_def* def = &smoke->def;
    wafti_forces forces = {
        .domain = &smoke->domain,
        .context = smoke->context,
        .gravity = {smoke->gravity[0], smoke->gravity[1], smoke->gravity[2]},
        .beta = (double)def->buoyancy.temperature,
        .alpha = (double)def->buoyancy.density,
        .density = def->buoyancy.density > 0.0f ? smoke->scalar[WAFTI_SCALAR_DENSITY] : NULL,
        .temperature =
            def->buoyancy.temperature > 0.0f ? smoke->scalar[WAFTI_SCALAR_TEMPERATURE] : NULL,
        .confinement = (double)def->confinement,
        .confinement_weight = smoke->uses_weight ? smoke->confinement_weight : NULL,
    };
    for (int axis = 0; axis < 3; ++axis) {
        forces.field[axis] = smoke->uses_force ? smoke->force[axis] : NULL;
    }
    memcpy(forces.scratch, smoke->scratch, sizeof(forces.scratch));
    return forces;
}

static waft_result read_faces(const passage* p) {
    const waft_result result = wafti_tally_check_faces(p->smoke, p->step);
    if (result == WAFT_OK) {
        wafti_tally_read_faces(p->smoke);
    }
    return result;
}

// The faces that advection left in scratch, with forces where they need none but the block at hand.
// Halos of scalars are done.
static waft_result settle_faces(const passage* p, double dt) {
    waft_smoke* smoke = p->smoke;
    const wafti_forces forces = forces_of(smoke);
    const bool at_once = !(forces.confinement > 0.0);
    wafti_tally_take_faces(smoke, smoke->scratch + 3, at_once ? &forces : NULL, dt);
    return read_faces(p);
}

static waft_result fail_to_converge(
    const waft_smoke* smoke, uint64_t step, const char* what, double residual, double asked) {
    return wafti_fail(smoke->context->error, WAFT_ERR_NOT_CONVERGED,
        "smoke: %s reached a relative residual of %s, asked for was %s, step %llu", what,
        wafti_show((float)residual).text, wafti_show((float)asked).text, (unsigned long long)step);
}

static waft_result diffuse(const passage* p, double dt) {
    waft_smoke* smoke = p->smoke;
    if (!(smoke->def.viscosity > 0.0f) && !smoke->uses_eddy) {
        return WAFT_OK;
    }
    wafti_viscosity viscosity = {
        .domain = &smoke->domain,
        .context = smoke->context,
        .nu = (double)smoke->def.viscosity,
        .eddy = smoke->uses_eddy ? smoke->eddy : NULL,
        .theta = (double)smoke->def.viscosity_theta,
    };
    memcpy(viscosity.scratch, smoke->scratch, sizeof(smoke->scratch));
    memcpy(
        viscosity.scratch + WAFTI_SCRATCH_COUNT, smoke->eddy_scratch, sizeof(smoke->eddy_scratch));
    wafti_smoke_renew_faces(smoke);
    wafti_viscosity_report report;
    wafti_viscosity_apply(&viscosity, dt, smoke->velocity, &report);
    smoke->edged = false;
    const double asked = 1e-6;
    return report.converged ? WAFT_OK
                            : fail_to_converge(smoke, p->step, "viscosity", report.residual, asked);
}

// A hook that may have changed any face.
static void call_hook(const passage* p, void (*hook)(void*, double, double), double dt) {
    if (hook != NULL) {
        p->smoke->speed = -1.0;
        hook(p->smoke->hook.context, p->time, dt);
        p->smoke->edged = false;
    }
}

// Forces that are left, those of others, and viscosity.
static waft_result push(const passage* p, double dt) {
    waft_smoke* smoke = p->smoke;
    const wafti_forces forces = forces_of(smoke);
    if (forces.confinement > 0.0) {
        wafti_smoke_renew_faces(smoke);
        wafti_forces_apply(&forces, dt, smoke->velocity);
        smoke->edged = false;
    }
    call_hook(p, smoke->hook.push, dt);
    return diffuse(p, dt);
}

// ---- pressure

static void tell(const waft_smoke* smoke, waft_event_kind kind, uint64_t step, double value) {
    wafti_events_add(
        smoke->context->events, (waft_event){.kind = kind, .step = step, .value = (float)value});
}

static void tell_once(
    waft_smoke* smoke, uint32_t flag, waft_event_kind kind, uint64_t step, double value) {
    if ((smoke->told & flag) == 0) {
        smoke->told |= flag;
        tell(smoke, kind, step, value);
    }
}

// Where each step is stirred anew the pressure does not go on as it went. Then it starts from zero, and the
// one before is tried once in a while.
static uint8_t poor_starts_after(uint8_t before, bool poor) {
    enum { SOLVES_FROM_ZERO = 7 };
    if (before > 1) {
        return (uint8_t)(before - 1);
    }
    const int next = before == 1 ? SOLVES_FROM_ZERO + 1 : 1;
    return (uint8_t)(poor ? next : 0);
}

static wafti_poisson_report solve_pressure(waft_smoke* smoke, int which, const float* expansion) {
    const double known = smoke->speed;
    wafti_smoke_set_faces(smoke);
    // Only a scale: a look at faces that were counted as they came is spared.
    const double speed =
        known >= 0.0 ? fmax(known, given_speed(smoke))
                     : wafti_velocity_greatest(&smoke->domain, smoke->context, smoke->velocity);
    const wafti_poisson_request request = {
        .velocity = {smoke->velocity[0], smoke->velocity[1], smoke->velocity[2]},
        .expansion = expansion,
        .phi = smoke->phi[which],
        .earlier = smoke->earlier[which],
        .from_zero = smoke->poor_starts[which] > 1,
        .tolerance = (double)smoke->def.pressure.tolerance,
        .most_iterations = smoke->def.pressure.iterations,
        .speed = isfinite(speed) ? speed : 0.0,
    };
    wafti_poisson_report report;
    wafti_poisson_project(smoke->poisson, &request, &report);
    smoke->poor_starts[which] = poor_starts_after(smoke->poor_starts[which], report.poor_start);
    // A plane is one cell deep.
    report.unbalanced *= smoke->domain.grid.axes == 2 ? smoke->domain.grid.h : 1.0;
    smoke->edged = false;
    return report;
}

// Pressure that did not converge: an error, or a warning where one was asked for.
static waft_result judge_unsolved(const waft_smoke* smoke, uint64_t step, double residual) {
    if (smoke->def.pressure.warns) {
        tell(smoke, WAFT_EVENT_SMOKE_UNSOLVED, step, residual);
        return WAFT_OK;
    }
    const double asked = (double)smoke->def.pressure.tolerance;
    return fail_to_converge(smoke, step, "pressure", residual, asked);
}

static waft_result project(const passage* p, int which, double dt) {
    waft_smoke* smoke = p->smoke;
    waft_smoke_stats* stats = &smoke->stats;
    const double start = wafti_clock_wall();
    const wafti_poisson_report report =
        solve_pressure(smoke, which, smoke->expands ? smoke->expansion : NULL);
    note_time(&stats->pressure_ms, start);
    stats->iterations =
        report.iterations > stats->iterations ? report.iterations : stats->iterations;
    stats->residual = fmax(stats->residual, report.residual);
    stats->divergence = fmax(stats->divergence, report.divergence * dt / smoke->domain.grid.h);
    stats->unbalanced_flux = fmax(stats->unbalanced_flux, report.unbalanced);
    if (report.unbalanced > 0.0) {
        tell_once(
            smoke, WAFTI_TOLD_UNBALANCED, WAFT_EVENT_SMOKE_UNBALANCED, p->step, report.unbalanced);
    }
    return report.converged ? WAFT_OK : judge_unsolved(smoke, p->step, report.residual);
}

// The pressure that makes a start field free of divergence says nothing about the next step's.
static wafti_poisson_report project_alone(waft_smoke* smoke) {
    waft_smoke_forget_pressure(smoke);
    smoke->speed = -1.0;
    const wafti_poisson_report report = solve_pressure(smoke, 0, NULL);
    waft_smoke_forget_pressure(smoke);
    wafti_smoke_edge(smoke);
    return report;
}

waft_result waft_smoke_project(waft_smoke* smoke) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    wafti_pool_begin(smoke->context->pool);
    const wafti_poisson_report report = project_alone(smoke);
    smoke->stats.iterations = report.iterations;
    smoke->stats.residual = report.residual;
    smoke->stats.divergence = report.divergence * smoke->last_dt / smoke->domain.grid.h;
    smoke->stats.unbalanced_flux = report.unbalanced;
    wafti_pool_end(smoke->context->pool);
    return report.converged ? WAFT_OK : judge_unsolved(smoke, smoke->steps, report.residual);
}

// ---- the two schemes

static waft_result advance_split(const passage* p) {
    waft_smoke* smoke = p->smoke;
    carry_faces(p, smoke->velocity, p->dt);
    carry_scalars(p);
    waft_result result = settle_scalars(p);
    result = result == WAFT_OK ? settle_faces(p, p->dt) : result;
    result = result == WAFT_OK ? push(p, p->dt) : result;
    return result == WAFT_OK ? project(p, 0, p->dt) : result;
}

typedef struct reflect_job {
    const waft_smoke* smoke;
    bool keep; // u1 is kept; else the kept field becomes 2 uh - u1
} reflect_job;

static void reflect_block(void* context, int32_t block) {
    const reflect_job* work = context;
    const wafti_mac* grid = &work->smoke->domain.grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const wafti_mac_block rows = wafti_mac_faces_of(grid, axis, block);
        const int32_t count = wafti_mac_row_faces(grid, axis);
        for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
            for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
                const ptrdiff_t start = wafti_mac_index(grid, 0, j, k);
                const float* restrict now = work->smoke->velocity[axis] + start;
                float* restrict kept = work->smoke->kept[axis] + start;
                for (int32_t i = 0; i < count; ++i) {
                    kept[i] = work->keep ? now[i] : 2.0f * now[i] - kept[i];
                }
            }
        }
    }
}

static void reflect(waft_smoke* smoke, bool keep) {
    reflect_job work = {smoke, keep};
    wafti_mac_run(&smoke->domain.grid, smoke->context, 3.0, reflect_block, &work);
}

// The first half has forces before scalars are settled.
static void fill_scalar_halos(const waft_smoke* smoke) {
    for (int n = 0; n < WAFTI_SCALAR_EXTRA; ++n) {
        if (wafti_smoke_is_lifted(smoke, n)) {
            wafti_halo_cells(&smoke->domain, smoke->outside[n], smoke->scalar[n]);
        }
    }
}

// Zehnder et al. 2018: the second half starts from the velocity reflected at the projection, and
// what the two projections take away cancels to second order.
static waft_result advance_reflect(const passage* p) {
    waft_smoke* smoke = p->smoke;
    const double half = 0.5 * p->dt;
    carry_faces(p, smoke->velocity, half);
    fill_scalar_halos(smoke);
    waft_result result = settle_faces(p, half);
    result = result == WAFT_OK ? push(p, half) : result;
    if (result == WAFT_OK) {
        wafti_smoke_set_faces(smoke);
        reflect(smoke, true);
        result = project(p, 0, half);
    }
    if (result != WAFT_OK) {
        return result;
    }
    reflect(smoke, false);
    wafti_smoke_edge(smoke);
    wafti_halo_faces_by_blocks(&smoke->domain, smoke->context, smoke->kept);
    carry_faces(p, smoke->kept, half);
    carry_scalars(p);
    result = settle_scalars(p);
    result = result == WAFT_OK ? settle_faces(p, half) : result;
    result = result == WAFT_OK ? push(p, half) : result;
    return result == WAFT_OK ? project(p, 1, half) : result;
}

// ---- a sub-step and a step

static waft_result pass(const passage* p) {
    waft_smoke* smoke = p->smoke;
    wafti_obstacles_move(smoke, p->share);
    wafti_sources_apply(smoke, p->time, p->dt, p->share);
    wafti_smoke_rescale_pressure(smoke, p->dt);
    if (smoke->hook.scalars == NULL) {
        smoke->stats.density_out += wafti_tally_outflow(smoke, p->dt);
    }
    call_hook(p, smoke->hook.start, p->dt);
    wafti_smoke_edge(smoke);
    if (smoke->hook.given) {
        carry_scalars(p);
        return settle_scalars(p);
    }
    waft_result result =
        smoke->def.scheme == WAFT_SCHEME_REFLECT ? advance_reflect(p) : advance_split(p);
    if (result == WAFT_OK) {
        wafti_tally_faces(smoke);
        result = read_faces(p);
    }
    return result;
}

// What is usual for the scene: figures a million times that are a sign of trouble.
static double usual_density(const waft_smoke* smoke) {
    double usual = 1.0;
    for (int side = 0; side < WAFT_SIDE_COUNT; ++side) {
        usual = fmax(usual, (double)smoke->def.sides[side].density);
    }
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        const waft_source_def* def = &smoke->sources[smoke->source_order.slots[n]].def;
        usual = fmax(usual, fabs((double)def->density));
    }
    return usual;
}

static double usual_speed(const waft_smoke* smoke, double time) {
    const wafti_mac* grid = &smoke->domain.grid;
    const double* g = smoke->gravity;
    const double pull = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    double usual = fmax(sqrt(pull * grid->h * grid->n[1]), wafti_sources_speed(smoke, time, 0.0));
    return fmax(usual, given_speed(smoke));
}

// Tells what is a million times the usual. A flow that besides crosses a million cells a step has lost
// all meaning, long before its numbers run out.
static waft_result watch_scale(const passage* p) {
    const double beyond = 1e6;
    waft_smoke* smoke = p->smoke;
    const double density = (double)wafti_tally_greatest(smoke, WAFTI_SCALAR_DENSITY);
    if (density > beyond * usual_density(smoke)) {
        tell_once(smoke, WAFTI_TOLD_DENSE, WAFT_EVENT_SMOKE_DENSE, p->step, density);
    }
    const double usual = usual_speed(smoke, p->time);
    if (usual > 0.0 && smoke->speed > beyond * usual) {
        tell_once(smoke, WAFTI_TOLD_SPEED, WAFT_EVENT_SMOKE_SPEED, p->step, smoke->speed);
    }
    if (smoke->speed <= beyond * fmax(usual, smoke->domain.grid.h / p->dt)) {
        return WAFT_OK;
    }
    return wafti_fail(smoke->context->error, WAFT_ERR_DIVERGED,
        "smoke: the velocity reached %s m/s, more than a million cells a step and a million times "
        "the scene's own, step %llu",
        wafti_show((float)smoke->speed).text, (unsigned long long)p->step);
}

// Greatest speed at `time`, with that of sources which begin within dt of it.
static double greatest_speed(waft_smoke* smoke, double time, double dt) {
    if (smoke->speed < 0.0) {
        smoke->speed = wafti_velocity_greatest(&smoke->domain, smoke->context, smoke->velocity);
    }
    const double held = wafti_sources_speed(smoke, time, dt);
    return fmax(smoke->speed, fmax(wafti_obstacles_speed(smoke), held));
}

// Number of sub-steps by docs/spec/smoke.md#sub-steps: so many equal parts that nothing crosses more
// than cfl cells in one, as far as can be foreseen; `out_crossed` are the cells expected.
static int cut_step(waft_smoke* smoke, const passage* p, double* out_crossed) {
    const wafti_forces forces = forces_of(smoke);
    const double speed = greatest_speed(smoke, p->time, p->dt);
    if (forces.confinement > 0.0) {
        wafti_smoke_edge(smoke);
    }
    const double present =
        smoke->hook.given ? 0.0 : wafti_forces_greatest(&forces, smoke->velocity);
    const double pull = wafti_sources_pull(smoke, p->time, p->dt, present);
    const double cells = (speed + p->dt * pull) * p->dt / smoke->domain.grid.h;
    const double wanted = fmax(ceil(cells / (double)smoke->def.cfl), 1.0);
    const int count = (int)fmin(wanted, (double)smoke->def.max_substeps);
    *out_crossed = cells / count;
    return count;
}

// Sub-steps of a piece of the step that lies between two shares of it.
static waft_result run_piece(passage p, int count, double low, double high) {
    waft_smoke* smoke = p.smoke;
    const double start = p.time;
    waft_result result = WAFT_OK;
    p.dt /= count;
    for (int n = 0; n < count && result == WAFT_OK; ++n) {
        p.time = start + n * p.dt;
        p.share = n + 1 == count ? high : low + (high - low) * (n + 1.0) / count;
        const double cells = greatest_speed(smoke, p.time, 0.0) * p.dt / smoke->domain.grid.h;
        smoke->stats.cfl = fmax(smoke->stats.cfl, cells);
        result = pass(&p);
    }
    return result;
}

// The step in pieces that a hook asks for, each in about its part of the sub-steps.
static waft_result run_sub_steps(const passage* p, int count) {
    waft_smoke* smoke = p->smoke;
    const wafti_smoke_hook* hook = &smoke->hook;
    const double end = p->time + p->dt;
    waft_result result = WAFT_OK;
    passage piece = *p;
    double low = 0.0;
    smoke->stats.substeps = 0;
    while (low < 1.0 && result == WAFT_OK) {
        const double stop = hook->cut != NULL ? hook->cut(hook->context, piece.time, end) : end;
        const double high = stop < end ? (stop - p->time) / p->dt : 1.0;
        piece.dt = low > 0.0 || high < 1.0 ? stop - piece.time : p->dt;
        const int parts = (int)fmax(ceil(count * (high - low) - 1e-9), 1.0);
        result = run_piece(piece, parts, low, high);
        smoke->stats.substeps += parts;
        piece.time = stop;
        low = high;
    }
    return result;
}

// A wind that the def gives goes round what stands in it from the start.
static waft_result start_flow(const passage* p) {
    waft_smoke* smoke = p->smoke;
    const waft_vec3 wind = smoke->def.velocity;
    const bool blows = wind.x != 0.0f || wind.y != 0.0f || wind.z != 0.0f;
    if (smoke->last_dt > 0.0 || !blows || smoke->hook.given) {
        return WAFT_OK;
    }
    const wafti_poisson_report report = project_alone(smoke);
    return report.converged ? WAFT_OK : judge_unsolved(smoke, p->step, report.residual);
}

static waft_result take_step(const passage* p) {
    waft_smoke* smoke = p->smoke;
    const waft_result started = start_flow(p);
    if (started != WAFT_OK) {
        return started;
    }
    double crossed = 0.0;
    wafti_obstacles_depart(smoke, p->dt);
    const waft_result result = run_sub_steps(p, cut_step(smoke, p, &crossed));
    // Sub-steps ran out, or the flow grew faster on the way than could be foreseen, by more than the
    // pressure is uncertain.
    const double cfl = (double)smoke->def.cfl;
    if (crossed > (1.0 + 1e-6) * cfl || smoke->stats.cfl > 1.01 * cfl) {
        tell(smoke, WAFT_EVENT_SMOKE_FAST, p->step, fmax(crossed, smoke->stats.cfl));
    }
    if (result != WAFT_OK) {
        return result;
    }
    wafti_obstacles_arrive(smoke);
    wafti_sources_arrive(smoke);
    wafti_smoke_edge(smoke);
    return watch_scale(p);
}

bool wafti_smoke_is_due(waft_smoke* smoke, const wafti_step* step) {
    const bool due = (step->index + 1) % (uint64_t)smoke->def.every == 0;
    smoke->steps = step->index + 1;
    smoke->air_density = due ? step->air_density : smoke->air_density;
    return due;
}

waft_result wafti_smoke_step(waft_smoke* smoke, const wafti_step* step) {
    const uint64_t every = (uint64_t)smoke->def.every;
    return wafti_smoke_is_due(smoke, step)
               ? wafti_smoke_advance(smoke, step->index,
                     (double)(step->index + 1 - every) * step->dt, (double)every * step->dt)
               : WAFT_OK;
}

waft_result wafti_smoke_advance(waft_smoke* smoke, uint64_t index, double time, double dt) {
    const double wall = wafti_clock_wall();
    smoke->stats = (waft_smoke_stats){.density_out = smoke->stats.density_out};
    const passage p = {.smoke = smoke, .step = index, .time = time, .dt = dt};
    const waft_result result = take_step(&p);
    const waft_smoke_stats* stats = &smoke->stats;
    smoke->stats.other_ms =
        1e3 * (wafti_clock_wall() - wall) - stats->advect_ms - stats->pressure_ms;
    return result;
}
