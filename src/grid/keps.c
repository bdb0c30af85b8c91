// SPDX-License-Identifier: MIT
#include "grid/keps.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/range.h"
#include "base/text.h"
#include "grid/advect.h"
#include "grid/domain_parts.h"
#include "grid/forces.h"
#include "grid/keps_kernel.h"
#include "grid/keps_mix.h"
#include "grid/poisson.h"

static const double c_mu = 0.09;
static const double sigma_eps = 1.3;
static const float least = 1e-12f; // of k and eps
static const float most = 1e30f;   // of k and eps without a cap
static const double cap_k = 1.5;   // 3/2 U0^2: all of the flow's energy
static const double most_mixing =
    0.15; // (nu + nu_T) dt / h2: below 1/6, so that mixing adds nothing new
static const double tolerance = 1e-4; // of the projection
enum { MOST_ITERATIONS = 100, MOST_STEPS = 1000000 };

struct wafti_keps {
    wafti_keps_def def;
    const wafti_context* context;
    wafti_arena arena;
    wafti_domain domain;
    wafti_poisson* poisson;
    wafti_keps_many* update;
    wafti_keps_links links;
    double dt;
    double k0, eps0;
    size_t steps;
    float* velocity[3];
    float* k;
    float* eps;
    float* eddy;       // nu_T
    float* near;       // 1 in cells that means are taken over
    float* scratch[6]; // strain; the next velocity and traces before
    double* phi;
};

wafti_keps_def wafti_keps_def_default(void) {
    return (wafti_keps_def){
        .cells = {32, 32, 16},
        .extent = 4.0,
        .reynolds = 3800.0,
        .intensity = 0.15,
        .length = 0.07,
        .duration = 10.0,
        .cfl = 1.0,
        .feedback = true,
        .diffusion = true,
        .cap = true,
    };
}

static float ranged(double value) {
    return (float)fmin(fmax(value, -1e30), 1e30);
}

static waft_result check_numbers(const wafti_keps_def* def, waft_error* error) {
    static const char* const names[3] = {"cells.x", "cells.y", "cells.z"};
    for (int d = 0; d < 3; ++d) {
        const waft_result result =
            wafti_check_count(error, names[d], def->cells[d], d == 0 ? 16 : 4, 4096);
        if (result != WAFT_OK) {
            return result;
        }
    }
    const wafti_range ranges[] = {
        {"extent", ranged(def->extent), 0.0f, 0.25f * (float)def->cells[0], true},
        {"reynolds", ranged(def->reynolds), 0.0f, 1e30f, true},
        {"intensity", ranged(def->intensity), 0.0f, 1.0f, false},
        {"length", ranged(def->length), 0.0f, 1e6f, true},
        {"duration", ranged(def->duration), 0.0f, 1e6f, false},
        {"cfl", ranged(def->cfl), 0.0f, 20.0f, true},
    };
    return wafti_check_ranges(error, ranges, sizeof(ranges) / sizeof(ranges[0]));
}

// The box must be at least 1.5 x the body across the flow (docs/spec/bodies.md#flow-past-the-body).
static waft_result check_body(const wafti_keps_def* def, waft_error* error) {
    const wafti_solid* solid = &def->solid;
    if (solid->distance == NULL) {
        return solid->crosses == NULL
                   ? WAFT_OK
                   : wafti_fail(error, WAFT_ERR_ARGUMENT, "keps: the body has no distance");
    }
    const wafti_mac grid =
        wafti_mac_make(def->cells, def->extent / def->cells[0], (const double[3]){0.0, 0.0, 0.0});
    wafti_placement placement;
    wafti_placement_make(&grid, solid, &placement);
    for (int d = 0; d < 3; d += 2) {
        double size = 0.0;
        for (int b = 0; b < 3; ++b) {
            size += fabs(placement.turn[d][b]) * (solid->high[b] - solid->low[b]);
        }
        const double room = grid.h * def->cells[d];
        if (!(1.5 * size <= room)) {
            char numbers[2][32];
            (void)wafti_format_double(numbers[0], size);
            (void)wafti_format_double(numbers[1], room);
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "keps: the body is %s wide along %c and the box %s; it takes 1.5 times as much",
                numbers[0], "xyz"[d], numbers[1]);
        }
    }
    return WAFT_OK;
}

size_t wafti_keps_step_count(const wafti_keps_def* def) {
    waft_error ignored;
    if (check_numbers(def, &ignored) != WAFT_OK) {
        return 0;
    }
    const double dt = def->cfl * def->extent / def->cells[0];
    // A duration of whole steps is not to gain one by rounding.
    const double steps = ceil(def->duration / dt - 1e-6);
    return steps < MOST_STEPS ? (size_t)fmax(steps, 0.0) : MOST_STEPS;
}

// ---- set-up

static waft_result place_body(wafti_keps* keps) {
    const wafti_solid* body = &keps->def.solid;
    wafti_domain_def def = {
        .h = keps->def.extent / keps->def.cells[0], .solid_capacity = 2, .fractions = false};
    memcpy(def.cells, keps->def.cells, sizeof(def.cells));
    def.sides[2] = (wafti_side){.kind = WAFTI_SIDE_INFLOW, .velocity = {0.0f, 1.0f, 0.0f}};
    def.sides[3].kind = WAFTI_SIDE_OPEN;
    if (wafti_domain_init(&keps->domain, &def, &keps->arena) != WAFT_OK) {
        return wafti_fail_memory(
            keps->context->error, wafti_domain_size(&def), "the flow past a body");
    }
    // Its inside, and its surface where it is thinner than a cell.
    if (body->distance != NULL) {
        keps->domain.solids[0] = *body;
        keps->domain.solids[0].crosses = NULL;
        keps->domain.solids[0].alive = true;
    }
    if (body->crosses != NULL) {
        keps->domain.solids[1] = *body;
        keps->domain.solids[1].distance = NULL;
        keps->domain.solids[1].alive = true;
    }
    wafti_box changed;
    wafti_domain_update(&keps->domain, keps->context, NULL, NULL, NULL, &changed);
    return WAFT_OK;
}

static waft_result take_fields(wafti_keps* keps) {
    const wafti_mac* grid = &keps->domain.grid;
    float** fields[] = {&keps->velocity[0], &keps->velocity[1], &keps->velocity[2], &keps->k,
        &keps->eps, &keps->eddy, &keps->near, &keps->scratch[0], &keps->scratch[1],
        &keps->scratch[2], &keps->scratch[3], &keps->scratch[4], &keps->scratch[5]};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); ++i) {
        *fields[i] = wafti_mac_take_float(grid, &keps->arena);
    }
    wafti_poisson_def poisson = {
        .domain = &keps->domain, .context = keps->context, .solver = WAFTI_POISSON_MULTIGRID};
    keps->phi = wafti_mac_take_double(grid, &keps->arena);
    for (int i = 0; i < 3; ++i) {
        poisson.work[i] = wafti_mac_take_double(grid, &keps->arena);
    }
    if (!wafti_keps_links_init(&keps->links, &keps->domain, &keps->arena)) {
        return wafti_fail_memory(
            keps->context->error, 24 * grid->size * sizeof(float), "the flow past a body");
    }
    return wafti_poisson_create(&poisson, &keps->arena, &keps->poisson);
}

// Cells that means are taken over: fluid within d of the surface.
static void find_near(wafti_keps* keps) {
    const wafti_domain* domain = &keps->domain;
    const wafti_mac* grid = &domain->grid;
    const wafti_placement* body = &domain->placements[0];
    for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            double point[3];
            wafti_domain_centre(grid, -1, (const int32_t[3]){i, at.j, at.k}, point);
            const bool counts =
                !body->solid.alive || (domain->clearance[at.start + i] != 0 &&
                                          wafti_placement_distance(body, point) <= 1.0);
            keps->near[at.start + i] = counts ? 1.0f : 0.0f;
        }
    }
}

static void fill(const wafti_mac* grid, float* field, float value) {
    float* storage = field - grid->first;
    for (size_t i = 0; i < grid->size; ++i) {
        storage[i] = value;
    }
}

static waft_result project(wafti_keps* keps) {
    wafti_domain_set_faces(&keps->domain, keps->context, keps->velocity);
    const wafti_poisson_request request = {
        .velocity = {keps->velocity[0], keps->velocity[1], keps->velocity[2]},
        .phi = keps->phi,
        .tolerance = tolerance,
        .most_iterations = MOST_ITERATIONS,
        .speed = 1.0,
    };
    wafti_poisson_report report;
    wafti_poisson_project(keps->poisson, &request, &report);
    wafti_halo_faces_by_blocks(&keps->domain, keps->context, keps->velocity);
    if (report.converged) {
        return WAFT_OK;
    }
    char numbers[2][32];
    (void)wafti_format_double(numbers[0], report.residual);
    (void)wafti_format_double(numbers[1], tolerance);
    return wafti_fail(keps->context->error, WAFT_ERR_NOT_CONVERGED,
        "keps: pressure reached a residual of %s, asked for %s, at step %zu", numbers[0],
        numbers[1], keps->steps);
}

static waft_result set_up(wafti_keps* keps) {
    waft_result result = place_body(keps);
    if (result != WAFT_OK) {
        return result;
    }
    result = take_fields(keps);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_keps_def* def = &keps->def;
    keps->dt = def->cfl * keps->domain.grid.h;
    // Eq. 20, with the intensity and the length that the paper takes as 1 and a cell.
    keps->k0 = fmax(1.5 * def->intensity * def->intensity, (double)least);
    keps->eps0 = fmax(pow(c_mu, 0.75) * pow(keps->k0, 1.5) / def->length, (double)least);
    find_near(keps);
    fill(&keps->domain.grid, keps->k, (float)keps->k0);
    fill(&keps->domain.grid, keps->eps, (float)keps->eps0);
    fill(&keps->domain.grid, keps->velocity[1], 1.0f);
    return project(keps);
}

waft_result wafti_keps_create(
    const wafti_keps_def* def, const wafti_context* context, wafti_keps** out_keps) {
    *out_keps = NULL;
    waft_result result = check_numbers(def, context->error);
    if (result == WAFT_OK) {
        result = check_body(def, context->error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    wafti_keps* keps = wafti_allocate_zero(&context->allocator, 1, sizeof(*keps));
    if (keps == NULL) {
        return wafti_fail_memory(context->error, sizeof(*keps), "the flow past a body");
    }
    keps->def = *def;
    keps->context = context;
    keps->update = wafti_keps_choose(context->isa);
    wafti_arena_init(&keps->arena, &context->allocator, (size_t)1 << 20);
    result = set_up(keps);
    if (result != WAFT_OK) {
        wafti_keps_destroy(keps);
        return result;
    }
    *out_keps = keps;
    return WAFT_OK;
}

void wafti_keps_destroy(wafti_keps* keps) {
    if (keps != NULL) {
        const waft_allocator allocator = keps->context->allocator;
        wafti_arena_free(&keps->arena);
        wafti_release(&allocator, keps, 1, sizeof(*keps));
    }
}

// ---- a step

// Calls a function for each row of cells.
static void visit_rows(wafti_keps* keps, void (*visit)(wafti_keps* keps, ptrdiff_t at)) {
    for (wafti_walk at = wafti_walk_all(&keps->domain.grid, -1); wafti_walk_next(&at);) {
        visit(keps, at.start);
    }
}

static void bound_row(wafti_keps* keps, ptrdiff_t at) {
    for (ptrdiff_t i = at; i < at + keps->domain.grid.n[0]; ++i) {
        keps->k[i] = keps->k[i] > least ? keps->k[i] : least;
        keps->eps[i] = keps->eps[i] > least ? keps->eps[i] : least;
    }
}

static void swap_fields(float** a, float** b) {
    float* swap = *a;
    *a = *b;
    *b = swap;
}

static void swap_velocity(wafti_keps* keps) {
    for (int axis = 0; axis < 3; ++axis) {
        swap_fields(&keps->velocity[axis], &keps->scratch[axis]);
    }
}

static void transport(wafti_keps* keps) {
    wafti_advect advect = {
        .domain = &keps->domain,
        .context = keps->context,
        .carrier = {keps->velocity[0], keps->velocity[1], keps->velocity[2]},
        .dt = (float)keps->dt,
        .scratch = {keps->scratch[3], keps->scratch[4], keps->scratch[5]},
    };
    float k_outside[6];
    float eps_outside[6];
    for (int side = 0; side < 6; ++side) {
        k_outside[side] = (float)keps->k0;
        eps_outside[side] = (float)keps->eps0;
    }
    // What k and eps do on the way outweighs the way: with traces in one stage chi changes by 2 % and
    // the bake takes two thirds of the time.
    wafti_advect_cells(&advect, k_outside, keps->k);
    wafti_advect_cells(&advect, eps_outside, keps->eps);
    advect.midpoint = true;
    wafti_advect_faces(&advect, keps->velocity, keps->scratch);
    swap_velocity(keps);
    visit_rows(keps, bound_row);
}

// nu_T = C_mu k^2 / eps, no more than an explicit step can take.
static void find_eddy(wafti_keps* keps) {
    const wafti_mac* grid = &keps->domain.grid;
    const double nu = 1.0 / keps->def.reynolds;
    const float limit = (float)fmax(most_mixing * grid->h * grid->h / keps->dt - nu, 0.0);
    for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
        const float* energy = keps->k + at.start;
        const float* rate = keps->eps + at.start;
        float* eddy = keps->eddy + at.start;
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            const float value = (float)c_mu * energy[i] * energy[i] / rate[i];
            eddy[i] = value < limit ? value : limit;
        }
    }
    const float incoming = (float)fmin(c_mu * keps->k0 * keps->k0 / keps->eps0, (double)limit);
    const float outside[6] = {incoming, incoming, incoming, incoming, incoming, incoming};
    wafti_halo_cells(&keps->domain, outside, keps->eddy);
}

static wafti_keps_mix mixing(const wafti_keps* keps, double sigma) {
    const double h = keps->domain.grid.h;
    // A molecular viscosity beyond what an explicit step takes is cut like the eddies'.
    const double nu = fmin(1.0 / keps->def.reynolds, most_mixing * h * h / keps->dt);
    return (wafti_keps_mix){
        .domain = &keps->domain,
        .links = &keps->links,
        .eddy = keps->eddy,
        .nu = (float)nu,
        .inverse_sigma = (float)(1.0 / sigma),
        .step = (float)(keps->dt / (h * h)),
    };
}

static float bounded(double value) {
    return value > (double)least ? (value < (double)most ? (float)value : most) : least;
}

// Cells of a row that are updated at once, gathered.
enum { MOST_CELLS = 32 };
typedef struct cell_list {
    int count;
    ptrdiff_t at[MOST_CELLS];
    double production[MOST_CELLS], k[MOST_CELLS], eps[MOST_CELLS];
} cell_list;

static void update_cells(wafti_keps* keps, cell_list* list) {
    if (keps->def.euler) {
        for (int i = 0; i < list->count; ++i) {
            wafti_keps_update_euler(list->production[i], keps->dt, &list->k[i], &list->eps[i]);
        }
    } else {
        // The kernel takes four at a time.
        for (int i = list->count; i % 4 != 0; ++i) {
            list->production[i] = 0.0;
            list->k[i] = list->eps[i] = 1.0;
        }
        keps->update(keps->dt, (list->count + 3) / 4 * 4, list->production, list->k, list->eps);
    }
    for (int i = 0; i < list->count; ++i) {
        keps->k[list->at[i]] = bounded(list->k[i]);
        keps->eps[list->at[i]] = bounded(list->eps[i]);
    }
    list->count = 0;
}

// k and eps of a row under its strain. Cells at rest in solids keep theirs.
static void react_row(wafti_keps* keps, ptrdiff_t at) {
    float* const* s = keps->scratch;
    cell_list list;
    list.count = 0;
    for (int32_t i = 0; i < keps->domain.grid.n[0]; ++i) {
        const ptrdiff_t c = at + i;
        if (keps->domain.clearance[c] == 0) {
            continue;
        }
        const double straight = (double)(s[0][c] * s[0][c] + s[1][c] * s[1][c] + s[2][c] * s[2][c]);
        const double sheared = (double)(s[3][c] * s[3][c] + s[4][c] * s[4][c] + s[5][c] * s[5][c]);
        list.at[list.count] = c;
        list.production[list.count] = 2.0 * c_mu * (straight + 2.0 * sheared);
        list.k[list.count] = (double)keps->k[c];
        list.eps[list.count] = (double)keps->eps[c];
        if (++list.count == MOST_CELLS) {
            update_cells(keps, &list);
        }
    }
    update_cells(keps, &list);
}

static void diffuse(wafti_keps* keps) {
    const wafti_keps_mix of_k = mixing(keps, 1.0);
    const wafti_keps_mix of_eps = mixing(keps, sigma_eps);
    wafti_keps_mix_cells(&of_k, keps->k, keps->scratch[0]);
    swap_fields(&keps->k, &keps->scratch[0]);
    wafti_keps_mix_cells(&of_eps, keps->eps, keps->scratch[0]);
    swap_fields(&keps->eps, &keps->scratch[0]);
}

static void cap_row(wafti_keps* keps, ptrdiff_t at) {
    const float limit = (float)cap_k;
    for (ptrdiff_t i = at; i < at + keps->domain.grid.n[0]; ++i) {
        if (keps->k[i] > limit) {
            keps->eps[i] *= limit / keps->k[i];
            keps->k[i] = limit;
        }
    }
}

// Algorithm 1 of Xie & Miyata 2013 and, if asked for, what keeps k from growing for ever
// (docs/spec/bodies.md#step-of-the-wake).
waft_result wafti_keps_step(wafti_keps* keps) {
    transport(keps);
    if (keps->def.feedback || keps->def.diffusion) {
        find_eddy(keps);
    }
    if (keps->def.feedback) {
        wafti_domain_set_faces(&keps->domain, keps->context, keps->velocity);
        const wafti_keps_mix mix = mixing(keps, 1.0);
        wafti_keps_mix_faces(&mix, keps->velocity, keps->scratch);
        swap_velocity(keps);
    }
    const waft_result result = project(keps);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_strain(&keps->domain, keps->context, keps->velocity, keps->scratch);
    visit_rows(keps, react_row);
    if (keps->def.diffusion) {
        diffuse(keps);
    }
    if (keps->def.cap) {
        visit_rows(keps, cap_row);
    }
    ++keps->steps;
    return WAFT_OK;
}

wafti_keps_sample wafti_keps_mean(const wafti_keps* keps) {
    const wafti_mac* grid = &keps->domain.grid;
    double sums[3] = {0.0}; // of k, eps and cells, row by row
    for (wafti_walk at = wafti_walk_all(grid, -1); wafti_walk_next(&at);) {
        double row[3] = {0.0};
        for (ptrdiff_t cell = at.start; cell < at.start + grid->n[0]; ++cell) {
            const double near = (double)keps->near[cell];
            row[0] += near * (double)keps->k[cell];
            row[1] += near * (double)keps->eps[cell];
            row[2] += near;
        }
        for (int s = 0; s < 3; ++s) {
            sums[s] += row[s];
        }
    }
    const double cells = fmax(sums[2], 1.0);
    // At the start it is eq. 20, not its rounding.
    return (wafti_keps_sample){
        .time = (double)keps->steps * keps->dt,
        .k = keps->steps > 0 ? sums[0] / cells : keps->k0,
        .eps = keps->steps > 0 ? sums[1] / cells : keps->eps0,
    };
}

wafti_keps_view wafti_keps_fields(const wafti_keps* keps) {
    return (wafti_keps_view){
        .domain = &keps->domain,
        .velocity = {keps->velocity[0], keps->velocity[1], keps->velocity[2]},
        .k = keps->k,
        .eps = keps->eps,
    };
}

waft_result wafti_keps_bake(const wafti_keps_def* def, const wafti_context* context,
    wafti_keps_sample* samples, size_t capacity, size_t* out_count) {
    *out_count = 0;
    wafti_keps* keps = NULL;
    waft_result result = wafti_keps_create(def, context, &keps);
    if (keps == NULL) {
        return result;
    }
    const size_t steps = wafti_keps_step_count(def);
    if (capacity < steps + 1) {
        result = wafti_fail(context->error, WAFT_ERR_FULL, "keps: %zu samples do not fit into %zu",
            steps + 1, capacity);
    }
    for (size_t step = 0; result == WAFT_OK && step <= steps; ++step) {
        if (step > 0) {
            result = wafti_keps_step(keps);
        }
        if (result == WAFT_OK) {
            samples[step] = wafti_keps_mean(keps);
            *out_count = step + 1;
        }
    }
    wafti_keps_destroy(keps);
    return result;
}
