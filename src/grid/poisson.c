// SPDX-License-Identifier: MIT
#include "grid/poisson.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "grid/poisson_job.h"
#include "grid/poisson_spectral.h"

enum { MOST_RESTARTS = 3 };

// Below this share of the greatest speed float faces cannot follow.
static const double least_residual = 1e-6;
// An imbalance of a closed region beyond this share of its sum |b| is physical, not rounding.
static const double least_imbalance = 1e-4;
// phi of a closed region may keep a mean up to this share of its mean size: rounding.
static const double least_mean = 1e-9;
// The transforms need about two solves whatever the tolerance; above this a V-cycle or two will do.
static const double spectral_tolerance = 1e-4;
// Measured, one core: what a cell costs in one pass.
static const double cell_us = 1.5e-3;

// Sums over the cells of a region.
typedef struct region_sum {
    double b, b_size, phi, phi_size;
} region_sum;

struct wafti_poisson {
    wafti_poisson_def def;
    const wafti_poisson_kernels* kernels;
    wafti_multigrid multigrid;
    wafti_regions regions;
    wafti_poisson_sums* block_sums;
    region_sum* region_sums;
    region_sum* row_sums; // of uniform rows
    uint8_t* row_fresh;   // rows where a cell has no pressure yet
    double* mean_b;       // by region
    double* mean_z;
    wafti_spectral* spectral; // NULL: not asked for, or lengths do not suit
    bool empty_box;           // all weights are those of a box without obstacles
};

typedef struct solve {
    wafti_poisson* poisson;
    wafti_poisson_solver solver; // the one in use
    wafti_poisson_job job;
    wafti_poisson_sums sums;
} solve;

const wafti_poisson_kernels* wafti_poisson_choose(wafti_isa isa) {
    switch (isa) {
#if defined(WAFTI_BUILT_AVX2)
    case WAFTI_ISA_AVX2:
        return &wafti_poisson_kernels_avx2;
#endif
#if defined(WAFTI_BUILT_SSE2)
    case WAFTI_ISA_SSE2:
        return &wafti_poisson_kernels_sse2;
#endif
#if defined(WAFTI_BUILT_NEON)
    case WAFTI_ISA_NEON:
        return &wafti_poisson_kernels_neon;
#endif
    default:
        return &wafti_poisson_kernels_scalar;
    }
}

static size_t per_region_size(void) {
    return sizeof(region_sum) + 2 * sizeof(double);
}

size_t wafti_poisson_size(const wafti_mac* grid) {
    const size_t cells = wafti_mac_cells(grid);
    const size_t regions = cells < WAFTI_REGION_CAPACITY ? cells : WAFTI_REGION_CAPACITY;
    const size_t blocks = (size_t)grid->n[grid->axes - 1];
    size_t size = wafti_size_add(sizeof(wafti_poisson), wafti_multigrid_size(grid));
    size = wafti_size_add(size, wafti_regions_size(grid));
    size = wafti_size_add(size, wafti_poisson_spectral_size(grid));
    size = wafti_size_add(size, blocks * sizeof(wafti_poisson_sums));
    const size_t per_row = sizeof(region_sum) + sizeof(uint8_t);
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
    const waft_result fits =
        wafti_poisson_spectral_check(&domain->grid, asked ? context->error : NULL);
    if (fits != WAFT_OK) {
        return asked ? fits : WAFT_OK;
    }
    if (asked && !poisson->empty_box) {
        return wafti_fail(context->error, WAFT_ERR_ARGUMENT,
            "pressure solver dct: the box has obstacles or closed faces inside; use multigrid");
    }
    return wafti_poisson_spectral_create(domain, context, arena, &poisson->spectral);
}

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
    const wafti_level* level = &poisson->multigrid.levels[0];
    const bool labelled = wafti_regions_init(&poisson->regions, level, arena);
    const size_t regions = poisson->regions.capacity;
    poisson->block_sums =
        wafti_arena_take(arena, (size_t)level->block_count, sizeof(*poisson->block_sums));
    poisson->region_sums = wafti_arena_take(arena, regions, sizeof(*poisson->region_sums));
    const size_t rows = (size_t)level->n[1] * (size_t)level->n[2];
    poisson->row_sums = wafti_arena_take(arena, rows, sizeof(*poisson->row_sums));
    poisson->row_fresh = wafti_arena_take(arena, rows, sizeof(*poisson->row_fresh));
    poisson->mean_b = wafti_arena_take(arena, regions, sizeof(*poisson->mean_b));
    poisson->mean_z = wafti_arena_take(arena, regions, sizeof(*poisson->mean_z));
    if (!labelled || poisson->block_sums == NULL || poisson->region_sums == NULL ||
        poisson->row_sums == NULL || poisson->row_fresh == NULL || poisson->mean_b == NULL ||
        poisson->mean_z == NULL) {
        return wafti_fail_memory(context->error, size, "the pressure solver");
    }
    wafti_poisson_rebuild(poisson, NULL);
    result = plan_spectral(poisson, arena);
    *out_poisson = result == WAFT_OK ? poisson : NULL;
    return result;
}

void wafti_poisson_rebuild(wafti_poisson* poisson, const wafti_box* changed) {
    if (changed != NULL && wafti_box_empty(changed)) {
        return;
    }
    const wafti_mac* grid = &poisson->def.domain->grid;
    wafti_multigrid_rebuild(&poisson->multigrid, changed);
    double* storage = poisson->def.work[0] - grid->first;
    const wafti_level* level = &poisson->multigrid.levels[0];
    wafti_regions_rebuild(&poisson->regions, level, (uint32_t*)(void*)storage);
    poisson->empty_box =
        !poisson->def.domain->has_solids && wafti_poisson_spectral_fits(level, poisson->def.domain);
}

// A pass over the blocks of the finest level; sums are those of blocks in order.
static void run_pass(solve* s, wafti_block_function* run) {
    wafti_poisson* poisson = s->poisson;
    const wafti_level* level = s->job.level;
    const double cells = (double)level->n[0] * (double)level->n[1] * (double)level->n[2];
    memset(poisson->block_sums, 0, (size_t)level->block_count * sizeof(*poisson->block_sums));
    wafti_pool_run(poisson->def.context->pool, level->block_count,
        level->serial ? 0.0 : cells * cell_us, run, s);
    s->sums = (wafti_poisson_sums){0};
    for (int32_t block = 0; block < level->block_count; ++block) {
        const wafti_poisson_sums* part = &poisson->block_sums[block];
        s->sums.rr += part->rr;
        s->sums.bb += part->bb;
        s->sums.product += part->product;
        s->sums.greatest = part->greatest > s->sums.greatest ? part->greatest : s->sums.greatest;
    }
}

typedef void plane_function(const wafti_poisson_job* job, int32_t k, wafti_poisson_sums* sums);

// A kernel over the planes of a block, one after the other.
static void for_planes(const solve* s, int32_t block, plane_function* run) {
    int32_t low = 0;
    int32_t high = 0;
    wafti_level_block(s->job.level, block, &low, &high);
    for (int32_t k = low; k < high; ++k) {
        run(&s->job, k, &s->poisson->block_sums[block]);
    }
}

static void residual_block(void* context, int32_t block) {
    const solve* s = context;
    for_planes(s, block, s->poisson->kernels->residual);
}

// Directions on the first and last planes of blocks, which other blocks will read.
static void direction_ends_block(void* context, int32_t block) {
    const solve* s = context;
    int32_t low = 0;
    int32_t high = 0;
    wafti_level_block(s->job.level, block, &low, &high);
    s->poisson->kernels->direction(&s->job, low);
    if (high - 1 > low) {
        s->poisson->kernels->direction(&s->job, high - 1);
    }
}

static void direction_block(void* context, int32_t block) {
    const solve* s = context;
    int32_t low = 0;
    int32_t high = 0;
    wafti_level_block(s->job.level, block, &low, &high);
    for (int32_t k = low; k < high; ++k) {
        if (k + 1 < high - 1) {
            s->poisson->kernels->direction(&s->job, k + 1);
        }
        s->poisson->kernels->curvature(&s->job, k, &s->poisson->block_sums[block]);
    }
}

static void advance_block(void* context, int32_t block) {
    const solve* s = context;
    for_planes(s, block, s->poisson->kernels->advance);
}

static void gradient_block(void* context, int32_t block) {
    const solve* s = context;
    int32_t low = 0;
    int32_t high = 0;
    wafti_level_block(s->job.level, block, &low, &high);
    for (int32_t k = low; k < high; ++k) {
        s->poisson->kernels->gradient(&s->job, k);
    }
}

static void clear_field(const wafti_level* level, double* field) {
    for (int32_t k = 0; k < level->n[2]; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            memset(
                field + wafti_level_index(level, 0, j, k), 0, (size_t)level->n[0] * sizeof(*field));
        }
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

// Mean of phi over neighbours that have one; 0 if none has.
static double neighbour_mean(
    const wafti_level* level, const double* phi, int32_t i, int32_t j, int32_t k) {
    double sum = 0.0;
    int count = 0;
    for (int face = 0; face < 6; ++face) {
        const int axis = face / 2;
        int32_t low_face[3] = {i, j, k};
        int32_t other[3] = {i, j, k};
        low_face[axis] += face % 2;
        other[axis] = wafti_level_wrap(level, axis, other[axis] + (face % 2 != 0 ? 1 : -1));
        const float w = wafti_level_weights(level, axis, low_face[1], low_face[2])[low_face[0]];
        if (w > 0.0f && other[axis] >= 0) {
            const double value = phi[wafti_level_index(level, other[0], other[1], other[2])];
            sum += value;
            count += value != 0.0;
        }
    }
    return count > 0 ? sum / count : 0.0;
}

// Cells that a solid covers have no pressure. True if some cell that is free has none yet.
static bool clear_covered(const wafti_level* level, int32_t j, int32_t k, double* row) {
    const float* x = wafti_level_weights(level, 0, j, k);
    const float* y_low = wafti_level_weights(level, 1, j, k);
    const float* y_high = wafti_level_weights(level, 1, j + 1, k);
    const float* z_low = wafti_level_weights(level, 2, j, k);
    const float* z_high = wafti_level_weights(level, 2, j, k + 1);
    bool fresh = false;
    for (int32_t i = 0; i < level->n[0]; ++i) {
        const float diagonal = (x[i] + x[i + 1]) + (y_low[i] + y_high[i]) + (z_low[i] + z_high[i]);
        const bool covered = diagonal < WAFTI_LEAST_DIAGONAL;
        row[i] = covered ? 0.0 : row[i];
        fresh = fresh || (!covered && row[i] == 0.0);
    }
    return fresh;
}

static void clear_covered_block(void* context, int32_t block) {
    const solve* s = context;
    const wafti_level* level = s->job.level;
    int32_t low = 0;
    int32_t high = 0;
    wafti_level_block(level, block, &low, &high);
    for (int32_t k = low; k < high; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            const int class = wafti_level_row_class(level, j, k);
            const bool fresh =
                class != WAFTI_ROW_UNIFORM &&
                clear_covered(level, j, k, s->job.phi + wafti_level_index(level, 0, j, k));
            s->poisson->row_fresh[(ptrdiff_t)k * level->n[1] + j] = fresh;
        }
    }
}

// Cells that a solid has left start from their neighbours. In order, on one thread: they may be
// neighbours of one another.
static void fill_uncovered(const solve* s) {
    const wafti_level* level = s->job.level;
    double* phi = s->job.phi;
    for (ptrdiff_t row = 0; row < (ptrdiff_t)level->n[1] * level->n[2]; ++row) {
        const int32_t j = (int32_t)(row % level->n[1]);
        const int32_t k = (int32_t)(row / level->n[1]);
        double* values = phi + wafti_level_index(level, 0, j, k);
        for (int32_t i = 0; i < level->n[0] && s->poisson->row_fresh[row] != 0; ++i) {
            if (values[i] == 0.0 && wafti_level_diagonal(level, i, j, k) >= WAFTI_LEAST_DIAGONAL) {
                values[i] = neighbour_mean(level, phi, i, j, k);
            }
        }
    }
}

static void add_sums(region_sum* total, const region_sum* part) {
    total->b += part->b;
    total->b_size += part->b_size;
    total->phi += part->phi;
    total->phi_size += part->phi_size;
}

static region_sum sum_cells(const double* b, const double* phi, int32_t low, int32_t high) {
    region_sum sum = {0};
    for (int32_t i = low; i < high; ++i) {
        sum.b += b[i];
        sum.b_size += fabs(b[i]);
        sum.phi += phi[i];
        sum.phi_size += fabs(phi[i]);
    }
    return sum;
}

// Sums of uniform rows, which are of one region each.
static void row_sums_block(void* context, int32_t block) {
    const solve* s = context;
    const wafti_level* level = s->job.level;
    _Alignas(64) double b[WAFTI_POISSON_ROW];
    int32_t low = 0;
    int32_t high = 0;
    wafti_level_block(level, block, &low, &high);
    for (int32_t k = low; k < high; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            const int class = wafti_level_row_class(level, j, k);
            if (class == WAFTI_ROW_UNIFORM) {
                s->poisson->kernels->right_side(&s->job, j, k, b);
                s->poisson->row_sums[(ptrdiff_t)k * level->n[1] + j] =
                    sum_cells(b, s->job.phi + wafti_level_index(level, 0, j, k), 0, level->n[0]);
            }
        }
    }
}

static void add_region_row(const solve* s, int32_t j, int32_t k) {
    const wafti_poisson_job* job = &s->job;
    const wafti_level* level = job->level;
    const ptrdiff_t row = (ptrdiff_t)k * level->n[1] + j;
    const int class = wafti_level_row_class(level, j, k);
    _Alignas(64) double b[WAFTI_POISSON_ROW];
    if (class == WAFTI_ROW_GENERAL) {
        s->poisson->kernels->right_side(job, j, k, b);
    }
    const double* phi = job->phi + wafti_level_index(level, 0, j, k);
    uint32_t at = job->regions->first_run[row];
    for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
        const uint16_t region = job->regions->label[at];
        if (region != WAFTI_REGION_CAPACITY && job->regions->closed[region] != 0) {
            const region_sum sum = class == WAFTI_ROW_UNIFORM
                                       ? s->poisson->row_sums[row]
                                       : sum_cells(b, phi, run.low, run.high);
            add_sums(&s->poisson->region_sums[region], &sum);
        }
    }
}

static void remove_phi_means(const solve* s) {
    const wafti_level* level = s->job.level;
    for (int32_t k = 0; k < level->n[2]; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            wafti_poisson_remove_means(
                &s->job, s->poisson->mean_z, j, k, s->job.phi + wafti_level_index(level, 0, j, k));
        }
    }
}

// Closed regions: the mean of b, and of the start, is taken off. Returns what does not balance, as a
// volume in time.
static double balance_regions(solve* s) {
    wafti_poisson* poisson = s->poisson;
    const wafti_level* level = s->job.level;
    const wafti_regions* regions = &poisson->regions;
    if (regions->closed_count == 0) {
        return 0.0;
    }
    memset(poisson->region_sums, 0, (size_t)regions->count * sizeof(*poisson->region_sums));
    run_pass(s, row_sums_block);
    for (int32_t k = 0; k < level->n[2]; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            add_region_row(s, j, k);
        }
    }
    double unbalanced = 0.0;
    bool shifted = false;
    for (int region = 0; region < regions->count; ++region) {
        const region_sum* sum = &poisson->region_sums[region];
        const double cells = (double)regions->cells[region];
        poisson->mean_b[region] = sum->b / cells;
        const bool far = fabs(sum->phi) > least_mean * sum->phi_size;
        poisson->mean_z[region] = far ? sum->phi / cells : 0.0;
        shifted = shifted || far;
        unbalanced += fabs(sum->b) > least_imbalance * sum->b_size ? fabs(sum->b) : 0.0;
    }
    if (shifted) {
        remove_phi_means(s);
    }
    s->job.mean_b = poisson->mean_b;
    const double h = poisson->def.domain->grid.h;
    return unbalanced * (level->flat ? h : h * h);
}

// Region means of what the V-cycle gave.
static void find_z_means(solve* s) {
    wafti_poisson* poisson = s->poisson;
    const wafti_level* level = s->job.level;
    const wafti_regions* regions = &poisson->regions;
    s->job.mean_z = NULL;
    if (regions->closed_count == 0) {
        return;
    }
    memset(poisson->mean_z, 0, (size_t)regions->count * sizeof(*poisson->mean_z));
    for (int32_t k = 0; k < level->n[2]; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            const ptrdiff_t row = (ptrdiff_t)k * level->n[1] + j;
            const float* z = s->job.z + wafti_level_index(level, 0, j, k);
            uint32_t at = regions->first_run[row];
            for (wafti_run run = {0, 0}; wafti_run_next(level, j, k, &run); ++at) {
                double sum = run.high - run.low == level->n[0] ? level->row_sum[2 * row + 1] : 0.0;
                for (int32_t i = run.low; i < run.high && run.high - run.low < level->n[0]; ++i) {
                    sum += (double)z[i];
                }
                const uint16_t region = regions->label[at];
                if (region != WAFTI_REGION_CAPACITY && regions->closed[region] != 0) {
                    poisson->mean_z[region] += sum;
                }
            }
        }
    }
    for (int region = 0; region < regions->count; ++region) {
        poisson->mean_z[region] *= s->job.unscale / (double)regions->cells[region];
    }
    s->job.mean_z = poisson->mean_z;
}

// z = M r by a V-cycle, by transforms, or r itself for plain conjugate gradients; returns r z.
static double precondition(solve* s) {
    wafti_multigrid* multigrid = &s->poisson->multigrid;
    const wafti_level* level = s->job.level;
    const int32_t rows = level->n[1];
    s->job.z = s->solver == WAFTI_POISSON_CG ? level->b : level->result;
    s->job.unscale = 1.0 / s->job.scale;
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
        int32_t low = 0;
        int32_t high = 0;
        wafti_level_block(level, block, &low, &high);
        double part = 0.0;
        for (ptrdiff_t row = (ptrdiff_t)low * rows; row < (ptrdiff_t)high * rows; ++row) {
            part += level->row_sum[2 * row];
        }
        sum += part;
    }
    return sum * s->job.unscale * s->job.unscale;
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

static solve begin_solve(wafti_poisson* poisson, const wafti_poisson_request* request) {
    const wafti_domain* domain = poisson->def.domain;
    const wafti_level* level = &poisson->multigrid.levels[0];
    const int last = level->flat ? 1 : 2;
    return (solve){
        .poisson = poisson,
        .solver = choose_solver(poisson, request->tolerance),
        .job =
            {
                .level = level,
                .domain = domain,
                .regions = &poisson->regions,
                .velocity = {request->velocity[0], request->velocity[1], request->velocity[last]},
                .expansion = request->expansion,
                .solids_move = solids_move(domain),
                .phi = request->phi,
                .r = poisson->def.work[0],
                .p = poisson->def.work[1],
                .store = true,
                .scale = request->speed > 0.0 ? 1.0 / request->speed : 1.0,
            },
    };
}

static bool small_enough(const solve* s, const wafti_poisson_request* request, double bb) {
    return s->sums.rr <= request->tolerance * request->tolerance * bb ||
           s->sums.greatest <= least_residual * request->speed;
}

// r = b - A phi in double, from zero if the start is worse than that. Returns |b|^2.
static double start_residual(solve* s) {
    run_pass(s, residual_block);
    const double bb = s->sums.bb;
    if (isfinite(bb) && (!isfinite(s->sums.rr) || s->sums.rr > bb || bb == 0.0)) {
        clear_field(s->job.level, s->job.phi);
        run_pass(s, residual_block);
    }
    return bb;
}

// One step of conjugate gradients; false if there is no direction to go.
static bool advance(solve* s, bool first, double* rz) {
    const double rr = s->sums.rr;
    const double product = precondition(s);
    s->job.first = first;
    s->job.beta = first ? 0.0 : product / *rz;
    *rz = product;
    run_pass(s, direction_ends_block);
    run_pass(s, direction_block);
    if (!(product > 0.0) || !(s->sums.product > 0.0)) {
        return false;
    }
    s->job.alpha = product / s->sums.product;
    // What is left will be of the size of what was.
    s->job.scale = 1.0 / sqrt(rr);
    run_pass(s, advance_block);
    return true;
}

// |b - A phi| in double; r stays what the recursion made of it.
static void find_true_residual(solve* s) {
    s->job.store = false;
    run_pass(s, residual_block);
    s->job.store = true;
}

static void iterate(
    solve* s, const wafti_poisson_request* request, double bb, wafti_poisson_report* report) {
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
                run_pass(s, residual_block);
                first = true;
            }
        }
    }
    if (!known) {
        find_true_residual(s);
    }
}

static void solve_for(
    solve* s, const wafti_poisson_request* request, wafti_poisson_report* out_report) {
    *out_report = (wafti_poisson_report){0};
    run_pass(s, clear_covered_block);
    fill_uncovered(s);
    out_report->unbalanced = balance_regions(s);
    const double bb = start_residual(s);
    if (!isfinite(bb)) {
        out_report->residual = INFINITY;
        out_report->divergence = INFINITY;
        return;
    }
    if (bb > 0.0) {
        iterate(s, request, bb, out_report);
    }
    out_report->converged = bb == 0.0 || small_enough(s, request, bb);
    out_report->residual = bb > 0.0 ? sqrt(s->sums.rr / bb) : 0.0;
    out_report->divergence = s->sums.greatest;
}

void wafti_poisson_solve(wafti_poisson* poisson, const wafti_poisson_request* request,
    wafti_poisson_report* out_report) {
    solve s = begin_solve(poisson, request);
    solve_for(&s, request, out_report);
}

void wafti_poisson_project(wafti_poisson* poisson, const wafti_poisson_request* request,
    wafti_poisson_report* out_report) {
    solve s = begin_solve(poisson, request);
    solve_for(&s, request, out_report);
    run_pass(&s, gradient_block);
}

void wafti_poisson_apply(wafti_poisson* poisson, double* x, double* out_y) {
    const wafti_level* level = &poisson->multigrid.levels[0];
    for (int32_t k = 0; k < level->n[2]; ++k) {
        poisson->kernels->apply(level, k, x, out_y);
    }
}

void wafti_poisson_precondition(wafti_poisson* poisson, const double* r, double* out_z) {
    const wafti_level* level = &poisson->multigrid.levels[0];
    solve s = begin_solve(poisson, &(wafti_poisson_request){.phi = out_z});
    s.solver = WAFTI_POISSON_MULTIGRID;
    s.job.p = out_z;
    s.job.first = true;
    for (int32_t k = 0; k < level->n[2]; ++k) {
        for (int32_t j = 0; j < level->n[1]; ++j) {
            const ptrdiff_t at = wafti_level_index(level, 0, j, k);
            for (int32_t i = 0; i < level->n[0]; ++i) {
                level->b[at + i] = (float)r[at + i];
            }
        }
    }
    (void)precondition(&s);
    for (int32_t k = 0; k < level->n[2]; ++k) {
        poisson->kernels->direction(&s.job, k);
    }
}

int wafti_poisson_region_count(const wafti_poisson* poisson) {
    return poisson->regions.count;
}

int wafti_poisson_region(const wafti_poisson* poisson, int32_t i, int32_t j, int32_t k) {
    const wafti_level* level = &poisson->multigrid.levels[0];
    return level->flat ? wafti_regions_at(&poisson->regions, level, i, 0, j)
                       : wafti_regions_at(&poisson->regions, level, i, j, k);
}

bool wafti_poisson_region_closed(const wafti_poisson* poisson, int region) {
    return poisson->regions.closed[region] != 0;
}
