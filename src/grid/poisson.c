// SPDX-License-Identifier: MIT
#include "grid/poisson.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "grid/poisson_parts.h"

enum { MOST_RESTARTS = 3 };

// Below this share of the greatest speed float faces cannot follow.
static const double least_residual = 1e-6;
// The transforms need about two solves whatever the tolerance; above this a V-cycle or two will do.
static const double spectral_tolerance = 1e-4;

const wafti_poisson_kernels* wafti_poisson_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, &wafti_poisson_kernels);
}

static size_t per_region_size(void) {
    return sizeof(wafti_region_sum) + 2 * sizeof(double);
}

size_t wafti_poisson_size(const wafti_mac* grid) {
    const size_t cells = wafti_mac_cells(grid);
    const size_t regions = cells < WAFTI_REGION_CAPACITY ? cells : WAFTI_REGION_CAPACITY;
    const size_t blocks = (size_t)grid->n[grid->axes - 1];
    size_t size = wafti_size_add(sizeof(wafti_poisson), wafti_multigrid_size(grid));
    size = wafti_size_add(size, wafti_regions_size(grid));
    size = wafti_size_add(size, wafti_poisson_spectral_size(grid));
    size = wafti_size_add(size, blocks * sizeof(wafti_poisson_sums));
    const size_t per_row = sizeof(wafti_region_sum) + sizeof(uint8_t);
    size = wafti_size_add(size, cells / (size_t)grid->n[0] * per_row);
    return wafti_size_add(size, regions * per_region_size());
}

// The plan of the transforms, where it may be of use.
static waft_result plan_spectral(wafti_poisson* poisson, wafti_arena* arena) {
    const wafti_domain* domain = poisson->def.domain;
    const wafti_context* context = poisson->def.context;
    const bool asked = poisson->def.solver == WAFTI_POISSON_DCT;
    if (!asked && poisson->def.solver != WAFTI_POISSON_AUTO) {
        return WAFT_OK;
    }
    const waft_result fits = wafti_fft_check_lengths(domain->grid.n, asked ? context->error : NULL);
    if (fits != WAFT_OK) {
        return asked ? fits : WAFT_OK;
    }
    if (asked && !poisson->empty_box) {
        return wafti_fail(context->error, WAFT_ERR_ARGUMENT,
            "pressure solver dct: the box has obstacles or closed faces inside; use multigrid");
    }
    return wafti_poisson_spectral_create(domain, context, arena, &poisson->spectral);
}

// Measured, one core: what a row costs to be labelled.
static const double region_row_us = 0.06;

waft_result wafti_poisson_create(
    const wafti_poisson_def* def, wafti_arena* arena, wafti_poisson** out_poisson) {
    const wafti_context* context = def->context;
    const size_t size = wafti_poisson_size(&def->domain->grid);
    *out_poisson = NULL;
    wafti_poisson* poisson = wafti_arena_take(arena, 1, sizeof(*poisson));
    if (poisson == NULL) {
        return wafti_fail_memory(context->error, size, "the pressure solver");
    }
    poisson->def = *def;
    poisson->kernels = wafti_poisson_choose(context->isa);
    float* halves[2];
    wafti_mac_alias(&def->domain->grid, def->work[2], halves);
    waft_result result =
        wafti_multigrid_init(&poisson->multigrid, def->domain, context, halves[0], arena);
    if (result != WAFT_OK) {
        return result;
    }
    poisson->multigrid.red_black = def->red_black;
    poisson->direction = halves[1];
    const wafti_level* level = &poisson->multigrid.levels[0];
    (void)wafti_regions_init(&poisson->regions, level, arena);
    const size_t regions = poisson->regions.capacity;
    poisson->block_sums =
        wafti_arena_take(arena, (size_t)level->block_count, sizeof(*poisson->block_sums));
    poisson->region_sums = wafti_arena_take(arena, regions, sizeof(*poisson->region_sums));
    const size_t rows = (size_t)level->n[1] * (size_t)level->n[2];
    poisson->row_sums = wafti_arena_take(arena, rows, sizeof(*poisson->row_sums));
    poisson->row_fresh = wafti_arena_take(arena, rows, sizeof(*poisson->row_fresh));
    poisson->mean_b = wafti_arena_take(arena, regions, sizeof(*poisson->mean_b));
    poisson->mean_z = wafti_arena_take(arena, regions, sizeof(*poisson->mean_z));
    if (arena->failed) {
        return wafti_fail_memory(context->error, size, "the pressure solver");
    }
    wafti_poisson_rebuild(poisson, NULL);
    result = plan_spectral(poisson, arena);
    *out_poisson = result == WAFT_OK ? poisson : NULL;
    return result;
}

static void label_regions(void* context) {
    wafti_poisson* poisson = context;
    double* storage = poisson->def.work[0] - poisson->def.domain->grid.first;
    wafti_regions_rebuild(
        &poisson->regions, &poisson->multigrid.levels[0], (uint32_t*)(void*)storage);
}

void wafti_poisson_rebuild(wafti_poisson* poisson, const wafti_box* changed) {
    if (changed != NULL && wafti_box_empty(changed)) {
        return;
    }
    const wafti_level* level = &poisson->multigrid.levels[0];
    const double rows = (double)level->n[1] * (double)level->n[2];
    wafti_multigrid_rebuild(&poisson->multigrid, changed,
        &(wafti_companion){label_regions, poisson, region_row_us * rows});
    wafti_poisson_note_change(poisson, changed);
    poisson->empty_box =
        !poisson->def.domain->has_solids && wafti_poisson_spectral_fits(level, poisson->def.domain);
}

// Directions on the first and last planes of blocks, which other blocks will read.
static void direction_ends_block(void* context, int32_t block) {
    const wafti_solving* s = context;
    const int32_t low = wafti_level_begin(s->job.level, block);
    const int32_t last = wafti_level_begin(s->job.level, block + 1) - 1;
    s->poisson->kernels->direction(&s->job, low);
    if (last > low) {
        s->poisson->kernels->direction(&s->job, last);
    }
}

static void direction_block(void* context, int32_t block) {
    const wafti_solving* s = context;
    const int32_t high = wafti_level_begin(s->job.level, block + 1);
    for (int32_t k = wafti_level_begin(s->job.level, block); k < high; ++k) {
        if (k + 1 < high - 1) {
            s->poisson->kernels->direction(&s->job, k + 1);
        }
        s->poisson->kernels->curvature(&s->job, k, &s->poisson->block_sums[block]);
    }
}

static void gradient_block(void* context, int32_t block) {
    const wafti_solving* s = context;
    const int32_t high = wafti_level_begin(s->job.level, block + 1);
    for (int32_t k = wafti_level_begin(s->job.level, block); k < high; ++k) {
        s->poisson->kernels->gradient(&s->job, k);
    }
}

static bool solids_move(const wafti_domain* domain) {
    for (int s = 0; s < domain->solid_capacity && domain->has_solids; ++s) {
        const wafti_solid* solid = &domain->solids[s];
        for (int axis = 0; axis < 3; ++axis) {
            if (solid->alive && (solid->velocity[axis] != 0.0 || solid->spin[axis] != 0.0)) {
                return true;
            }
        }
    }
    return false;
}

static void add_z(const wafti_solving* s, int region, double sum) {
    if (region >= 0 && region < WAFTI_REGION_CAPACITY && s->poisson->regions.closed[region] != 0) {
        s->poisson->mean_z[region] += sum;
    }
}

// Adds up what a row has of each region. Cells without an equation have 0.
static void add_z_of_row(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_level* level = s->job.level;
    const wafti_regions* regions = &s->poisson->regions;
    const ptrdiff_t row = (ptrdiff_t)k * level->n[1] + j;
    const int common = wafti_regions_of_row(regions, row);
    if (common >= -1) {
        add_z(s, common, level->row_sum[2 * row + 1]);
        return;
    }
    const float* z = s->job.z + wafti_level_index(level, 0, j, k);
    uint32_t at = regions->first_run[row];
    for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
        double sum = 0.0;
        for (int32_t i = run.low; i < run.high; ++i) {
            sum += (double)z[i];
        }
        add_z(s, regions->label[at], sum);
    }
}

// Region means of what the V-cycle gave.
static void find_z_means(wafti_solving* s) {
    wafti_poisson* poisson = s->poisson;
    const wafti_regions* regions = &poisson->regions;
    s->job.mean_z = NULL;
    if (regions->closed_count == 0) {
        return;
    }
    memset(poisson->mean_z, 0, (size_t)regions->count * sizeof(*poisson->mean_z));
    wafti_poisson_visit_rows(s, add_z_of_row);
    for (int region = 0; region < regions->count; ++region) {
        poisson->mean_z[region] /= (double)regions->cells[region];
    }
    s->job.mean_z = poisson->mean_z;
}

// z = M r by a V-cycle, by transforms, or r itself for plain conjugate gradients; returns r z. Both
// are scaled.
static double precondition(wafti_solving* s) {
    wafti_multigrid* multigrid = &s->poisson->multigrid;
    const wafti_level* level = s->job.level;
    const int32_t rows = level->n[1];
    s->job.z = s->solver == WAFTI_POISSON_CG ? level->b : level->result;
    if (s->solver == WAFTI_POISSON_MULTIGRID) {
        wafti_multigrid_cycle(multigrid);
    } else if (s->solver == WAFTI_POISSON_DCT) {
        wafti_poisson_spectral_solve(level, s->poisson->spectral, s->poisson->def.context);
    }
    for (int32_t k = 0; k < level->n[2] && s->solver != WAFTI_POISSON_MULTIGRID; ++k) {
        multigrid->kernels->sum(level, k, s->job.z + k * level->plane);
    }
    find_z_means(s);
    double sum = 0.0;
    for (int32_t block = 0; block < level->block_count; ++block) {
        const ptrdiff_t end = (ptrdiff_t)wafti_level_begin(level, block + 1) * rows;
        double part = 0.0;
        for (ptrdiff_t row = (ptrdiff_t)wafti_level_begin(level, block) * rows; row < end; ++row) {
            part += level->row_sum[2 * row];
        }
        sum += part;
    }
    return sum;
}

static wafti_poisson_solver choose_solver(const wafti_poisson* poisson, double tolerance) {
    const wafti_poisson_solver asked = poisson->def.solver;
    if (asked == WAFTI_POISSON_CG) {
        return asked;
    }
    const bool wanted = asked == WAFTI_POISSON_DCT || tolerance <= spectral_tolerance;
    return poisson->spectral != NULL && poisson->empty_box && wanted ? WAFTI_POISSON_DCT
                                                                     : WAFTI_POISSON_MULTIGRID;
}

static wafti_solving begin_solve(wafti_poisson* poisson, const wafti_poisson_request* request) {
    const wafti_domain* domain = poisson->def.domain;
    const wafti_level* level = &poisson->multigrid.levels[0];
    const int last = level->flat ? 1 : 2;
    wafti_solving s = {
        .poisson = poisson,
        .solver = choose_solver(poisson, request->tolerance),
        .from_zero = request->from_zero,
        .job =
            {
                .level = level,
                .domain = domain,
                .regions = &poisson->regions,
                .velocity = {request->velocity[0], request->velocity[1], request->velocity[last]},
                .expansion = request->expansion,
                .solids_move = solids_move(domain),
                .earlier = request->earlier,
                .phi = request->phi,
                .r = poisson->def.work[0],
                .p = poisson->direction,
                .store = true,
                .scale = request->speed > 0.0 ? 1.0 / request->speed : 1.0,
            },
    };
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        s.job.alike[axis] = wafti_domain_moves_as_one(domain, axis, &s.job.common[axis]);
    }
    return s;
}

// One solve by transforms leaves 1e-5 or so, the next nothing: where the first just meets the tolerance,
// air at rest would stir with what is left.
static bool small_enough(const wafti_solving* s, const wafti_poisson_request* request, double bb) {
    const double tolerance =
        s->solver == WAFTI_POISSON_DCT ? 0.1 * request->tolerance : request->tolerance;
    return s->sums.rr <= tolerance * tolerance * bb ||
           s->sums.greatest <= least_residual * request->speed;
}

// r = b - A phi in double, from zero if the start is worse than that. Returns |b|^2.
static double start_residual(wafti_solving* s, bool* out_poor) {
    wafti_poisson_run_planes(s, s->poisson->kernels->residual);
    s->job.zero = s->job.known = false;
    const double bb = s->sums.bb;
    *out_poor = isfinite(bb) && bb > 0.0 && !(s->sums.rr <= bb);
    if (!s->from_zero && (*out_poor || bb == 0.0)) {
        wafti_poisson_clear(s);
        s->job.zero = true;
        wafti_poisson_run_planes(s, s->poisson->kernels->residual);
        s->job.zero = false;
    }
    return bb;
}

// The first direction is what the V-cycle gave, wherever that may stay as it is.
static bool take_direction(wafti_solving* s) {
    wafti_poisson* poisson = s->poisson;
    wafti_level* level = &poisson->multigrid.levels[0];
    const bool finished =
        s->solver == WAFTI_POISSON_MULTIGRID && poisson->multigrid.level_count > 1;
    if (!s->job.first || s->job.mean_z != NULL || !finished) {
        return false;
    }
    level->result = poisson->direction;
    poisson->direction = s->job.p = s->job.z;
    return true;
}

// One step of conjugate gradients; false if there is no direction to go. Directions are scaled like
// the right-hand side of their V-cycle, `rz` is r z over that scale.
static bool advance(wafti_solving* s, bool first, double* rz) {
    const double rr = s->sums.rr;
    const double product = precondition(s);
    const double unscale = 1.0 / s->job.scale;
    s->job.first = first;
    s->job.beta = first ? 0.0 : product * unscale / *rz;
    *rz = product * unscale;
    if (take_direction(s)) {
        wafti_poisson_run_planes(s, s->poisson->kernels->curvature);
    } else {
        wafti_poisson_run(s, direction_ends_block);
        wafti_poisson_run(s, direction_block);
    }
    if (!(product > 0.0) || !(s->sums.product > 0.0)) {
        return false;
    }
    s->job.alpha = product / s->sums.product * unscale;
    // What is left will be of the size of what was.
    s->job.scale = 1.0 / sqrt(rr);
    wafti_poisson_run_planes(s, s->poisson->kernels->advance);
    return true;
}

// |b - A phi| in double; r stays what the recursion made of it.
static void find_true_residual(wafti_solving* s) {
    s->job.store = false;
    wafti_poisson_run_planes(s, s->poisson->kernels->residual);
    s->job.store = true;
}

static void iterate(wafti_solving* s, const wafti_poisson_request* request, double bb,
    wafti_poisson_report* report) {
    double rz = 0.0;
    bool first = true;
    int restarts = 0;
    bool known = true; // the residual is that of phi, not of the recursion
    while (!small_enough(s, request, bb) && report->iterations < request->most_iterations) {
        if (!advance(s, first, &rz)) {
            known = false;
            break;
        }
        ++report->iterations;
        first = false;
        known = false;
        if (small_enough(s, request, bb)) {
            find_true_residual(s);
            known = true;
            if (!small_enough(s, request, bb)) {
                if (++restarts > MOST_RESTARTS) {
                    break;
                }
                // Once more, and kept: the iteration starts again from it.
                wafti_poisson_run_planes(s, s->poisson->kernels->residual);
                first = true;
            }
        }
    }
    if (!known) {
        find_true_residual(s);
    }
}

// A pressure that did as it was does not go on changing: air at rest would drift up to the tolerance.
static void stand_still(const wafti_solving* s, int32_t j, int32_t k) {
    const wafti_level* level = s->job.level;
    const ptrdiff_t at = wafti_level_index(level, 0, j, k);
    memcpy(s->job.earlier + at, s->job.phi + at, (size_t)level->n[0] * sizeof(double));
}

static void solve_for(
    wafti_solving* s, const wafti_poisson_request* request, wafti_poisson_report* out_report) {
    *out_report = (wafti_poisson_report){0};
    out_report->unbalanced = wafti_poisson_start(s);
    wafti_poisson_forget_change(s->poisson);
    const double bb = start_residual(s, &out_report->poor_start);
    if (!isfinite(bb)) {
        out_report->residual = INFINITY;
        out_report->divergence = INFINITY;
        return;
    }
    if (bb > 0.0) {
        iterate(s, request, bb, out_report);
    }
    if (out_report->iterations == 0 && s->job.earlier != NULL) {
        wafti_poisson_visit_rows(s, stand_still);
    }
    out_report->converged = bb == 0.0 || small_enough(s, request, bb);
    out_report->residual = bb > 0.0 ? sqrt(s->sums.rr / bb) : 0.0;
    out_report->divergence = s->sums.greatest;
}

void wafti_poisson_solve(wafti_poisson* poisson, const wafti_poisson_request* request,
    wafti_poisson_report* out_report) {
    wafti_solving s = begin_solve(poisson, request);
    solve_for(&s, request, out_report);
}

void wafti_poisson_project(wafti_poisson* poisson, const wafti_poisson_request* request,
    wafti_poisson_report* out_report) {
    wafti_solving s = begin_solve(poisson, request);
    solve_for(&s, request, out_report);
    wafti_poisson_run(&s, gradient_block);
}

int wafti_poisson_region(const wafti_poisson* poisson, int32_t i, int32_t j, int32_t k) {
    const wafti_level* level = &poisson->multigrid.levels[0];
    return level->flat ? wafti_regions_at(&poisson->regions, level, i, 0, j)
                       : wafti_regions_at(&poisson->regions, level, i, j, k);
}

int wafti_poisson_row_region(const wafti_poisson* poisson, int32_t j, int32_t k) {
    const wafti_level* level = &poisson->multigrid.levels[0];
    const int32_t row[2] = {level->flat ? 0 : j, level->flat ? j : k};
    return wafti_level_row_class(level, row[0], row[1]) == WAFTI_ROW_UNIFORM
               ? wafti_regions_of_row(&poisson->regions, (ptrdiff_t)row[1] * level->n[1] + row[0])
               : -1;
}

bool wafti_poisson_region_closed(const wafti_poisson* poisson, int region) {
    return poisson->regions.closed[region] != 0;
}
