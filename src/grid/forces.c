// SPDX-License-Identifier: MIT
#include "grid/forces.h"

#include <math.h>

#include "grid/blocks.h"
#include "simd/clones.h"

// What one cell costs in each kind of work, in ns on one core.
static const double buoyancy_ns = 1.0;
static const double curl_ns = 3.0;
static const double greatest_ns = 1.0;

typedef struct job {
    const wafti_forces* forces;
    const wafti_domain* domain;
    float* const* velocity;
    double dt;
    float* const* out; // curl or strain
    float steepest;    // greatest |eta| of all blocks
    bool push;         // there is one
    double* slots;     // one figure a block, of greatest_of()
} job;

// The greatest figure that `run` gives to a block.
static double greatest_of(
    job* work, const wafti_context* context, double ns_per_cell, wafti_block_function* run) {
    const wafti_mac* grid = &work->domain->grid;
    double slots[WAFTI_MAC_MOST_BLOCKS];
    work->slots = slots;
    wafti_mac_run(grid, context, ns_per_cell, run, work);
    double greatest = 0.0;
    for (int32_t block = 0; block < wafti_mac_block_count(grid); ++block) {
        greatest = fmax(greatest, slots[block]);
    }
    return greatest;
}

// ---- leaf loops: one row each, plain arguments, so that the compiler makes vectors of them

// Adds buoyancy, -g (beta T - alpha m), to a row of faces. Scalars are averaged from the face's two
// cells (docs/spec/smoke.md#buoyancy).
static void add_buoyancy_row(int32_t count, const float* restrict weight, const float* restrict low,
    const float* restrict high, float factor, float* restrict velocity) {
    for (int32_t i = 0; i < count; ++i) {
        const float change = factor * (low[i] + high[i]);
        velocity[i] += weight[i] > 0.0f ? change : 0.0f;
    }
}

static void add_scaled_row(int32_t count, const float* restrict weight, const float* restrict field,
    float factor, float* restrict velocity) {
    for (int32_t i = 0; i < count; ++i) {
        velocity[i] += weight[i] > 0.0f ? factor * field[i] : 0.0f;
    }
}

// Twice h times the central difference of one component's cell means, across `step`: the mean of
// faces f and f + along, taken at the cells before and after.
static inline float across(const float* f, ptrdiff_t along, ptrdiff_t step) {
    return 0.5f * ((f[step] + f[step + along]) - (f[-step] + f[-step + along]));
}

static void curl_row(const wafti_mac* grid, ptrdiff_t start, int component,
    float* const velocity[3], float* restrict out) {
    const int first = (component + 1) % 3;
    const int second = (component + 2) % 3;
    const ptrdiff_t along_first = wafti_mac_stride(grid, first);
    const ptrdiff_t along_second = wafti_mac_stride(grid, second);
    const float* restrict a = velocity[first] + start;
    const float* restrict b = velocity[second] + start;
    const float scale = (float)(0.5 / grid->h);
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        out[start + i] = scale * (across(b + i, along_second, along_first) -
                                     across(a + i, along_first, along_second));
    }
}

static void curl_block(void* context, int32_t block) {
    const job* work = context;
    const wafti_mac* grid = &work->domain->grid;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        for (int component = grid->axes == 3 ? 0 : 2; component < 3; ++component) {
            if (work->out[component] != NULL) {
                curl_row(grid, at.start, component, work->velocity, work->out[component]);
            }
        }
    }
}

void wafti_curl(const wafti_domain* domain, const wafti_context* context, float* const velocity[3],
    float* const out[3]) {
    job work = {.domain = domain, .velocity = velocity, .out = out};
    wafti_mac_run(&domain->grid, context, curl_ns, curl_block, &work);
}

// ---- strain

static void strain_diagonal_row(
    const wafti_mac* grid, ptrdiff_t start, int axis, const float* velocity, float* restrict out) {
    const ptrdiff_t along = wafti_mac_stride(grid, axis);
    const float* restrict f = velocity + start;
    const float scale = (float)(1.0 / grid->h);
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        out[start + i] = scale * (f[i + along] - f[i]);
    }
}

static void strain_mixed_row(const wafti_mac* grid, ptrdiff_t start, const int axes[2],
    float* const velocity[3], float* restrict out) {
    const ptrdiff_t along_a = wafti_mac_stride(grid, axes[0]);
    const ptrdiff_t along_b = wafti_mac_stride(grid, axes[1]);
    const float* restrict a = velocity[axes[0]] + start;
    const float* restrict b = velocity[axes[1]] + start;
    const float scale = (float)(0.25 / grid->h);
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        out[start + i] =
            scale * (across(a + i, along_a, along_b) + across(b + i, along_b, along_a));
    }
}

static void strain_block(void* context, int32_t block) {
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {2, 0}, {0, 1}};
    const job* work = context;
    const wafti_mac* grid = &work->domain->grid;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        for (int n = 0; n < 6; ++n) {
            const int* pair = pairs[n];
            const bool flat = pair[0] >= grid->axes || pair[1] >= grid->axes;
            if (work->out[n] == NULL || flat) {
                continue;
            }
            if (pair[0] == pair[1]) {
                strain_diagonal_row(grid, at.start, pair[0], work->velocity[pair[0]], work->out[n]);
            } else {
                strain_mixed_row(grid, at.start, pair, work->velocity, work->out[n]);
            }
        }
    }
}

void wafti_strain(const wafti_domain* domain, const wafti_context* context,
    float* const velocity[3], float* const out[6]) {
    job work = {.domain = domain, .velocity = velocity, .out = out};
    wafti_mac_run(&domain->grid, context, curl_ns, strain_block, &work);
}

// ---- confinement: Fedkiw et al. 2001. scratch[0..2] hold the curl and then the force, scratch[3]
// the length of the curl.

static void length_block(void* context, int32_t block) {
    const job* work = context;
    const wafti_mac* grid = &work->domain->grid;
    curl_block(context, block);
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        const float* restrict z = work->out[2] + at.start;
        float* restrict length = work->forces->scratch[3] + at.start;
        if (grid->axes == 2) {
            for (int32_t i = 0; i < grid->n[0]; ++i) {
                length[i] = fabsf(z[i]);
            }
            continue;
        }
        const float* restrict x = work->out[0] + at.start;
        const float* restrict y = work->out[1] + at.start;
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            length[i] = sqrtf(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
        }
    }
}

// Whether the row runs along a side that ends the fluid; ends_of_row() tells those along x.
static bool is_side_row(const wafti_domain* domain, int32_t j, int32_t k) {
    const wafti_mac* grid = &domain->grid;
    const bool low_y = j == 0 && domain->sides[2].kind != WAFTI_SIDE_PERIODIC;
    const bool high_y = j == grid->n[1] - 1 && domain->sides[3].kind != WAFTI_SIDE_PERIODIC;
    const bool low_z = k == 0 && domain->sides[4].kind != WAFTI_SIDE_PERIODIC;
    const bool high_z = k == grid->n[2] - 1 && domain->sides[5].kind != WAFTI_SIDE_PERIODIC;
    return low_y || high_y || (grid->axes == 3 && (low_z || high_z));
}

// The cells of a row that touch no side along x: out_ends[0] <= i < out_ends[1].
static void ends_of_row(const wafti_domain* domain, int32_t out_ends[2]) {
    out_ends[0] = domain->sides[0].kind != WAFTI_SIDE_PERIODIC ? 1 : 0;
    out_ends[1] = domain->grid.n[0] - (domain->sides[1].kind != WAFTI_SIDE_PERIODIC ? 1 : 0);
}

// h times the gradient of the curl's length.
static inline void slope(
    const float* length, const wafti_mac* grid, ptrdiff_t cell, float out_eta[3]) {
    out_eta[0] = 0.5f * (length[cell + 1] - length[cell - 1]);
    out_eta[1] = 0.5f * (length[cell + grid->row] - length[cell - grid->row]);
    out_eta[2] =
        grid->axes == 3 ? 0.5f * (length[cell + grid->plane] - length[cell - grid->plane]) : 0.0f;
}

static void steepest_block(void* context, int32_t block) {
    job* work = context;
    const wafti_mac* grid = &work->domain->grid;
    int32_t ends[2];
    ends_of_row(work->domain, ends);
    float greatest = 0.0f;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        const int32_t end = is_side_row(work->domain, at.j, at.k) ? 0 : ends[1];
        for (int32_t i = ends[0]; i < end; ++i) {
            float eta[3];
            slope(work->forces->scratch[3], grid, at.start + i, eta);
            const float square = eta[0] * eta[0] + eta[1] * eta[1] + eta[2] * eta[2];
            greatest = square > greatest ? square : greatest;
        }
    }
    work->slots[block] = (double)sqrtf(greatest);
}

// N x omega, in place of omega; 0 in cells that touch a solid or a side.
WAFTI_CLONES static void push_row(const job* work, int32_t j, int32_t k) {
    const wafti_domain* domain = work->domain;
    const wafti_forces* forces = work->forces;
    const wafti_mac* grid = &domain->grid;
    const bool side_row = is_side_row(domain, j, k);
    int32_t ends[2];
    ends_of_row(domain, ends);
    const float floor = 1e-6f * work->steepest;
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        const ptrdiff_t cell = wafti_mac_index(grid, i, j, k);
        const bool side = side_row || i < ends[0] || i >= ends[1];
        const bool touches = side || domain->clearance[cell] <= 1;
        float eta[3];
        slope(forces->scratch[3], grid, cell, eta);
        const float steep = sqrtf(eta[0] * eta[0] + eta[1] * eta[1] + eta[2] * eta[2]);
        float scale = touches ? 0.0f : 1.0f / (steep + floor);
        scale *= forces->confinement_weight != NULL ? forces->confinement_weight[cell] : 1.0f;
        const float z = forces->scratch[2][cell];
        if (grid->axes == 2) {
            forces->scratch[0][cell] = scale * eta[1] * z;
            forces->scratch[1][cell] = -scale * eta[0] * z;
            continue;
        }
        const float x = forces->scratch[0][cell];
        const float y = forces->scratch[1][cell];
        forces->scratch[0][cell] = scale * (eta[1] * z - eta[2] * y);
        forces->scratch[1][cell] = scale * (eta[2] * x - eta[0] * z);
        forces->scratch[2][cell] = scale * (eta[0] * y - eta[1] * x);
    }
}

static void push_block(void* context, int32_t block) {
    const job* work = context;
    for (wafti_walk at = wafti_walk_cells(&work->domain->grid, block); wafti_walk_next(&at);) {
        push_row(work, at.j, at.k);
    }
}

// Leaves the unit push at cells in scratch[0..2]; false if there is nothing to push.
static bool make_push(job* work) {
    const wafti_forces* forces = work->forces;
    const wafti_domain* domain = work->domain;
    static const float nothing[6] = {0.0f};
    float* curl[3] = {forces->scratch[0], forces->scratch[1], forces->scratch[2]};
    work->out = curl;
    wafti_mac_run(&domain->grid, forces->context, 2.0 * curl_ns, length_block, work);
    wafti_halo_cells(domain, nothing, forces->scratch[3]);
    work->steepest = (float)greatest_of(work, forces->context, curl_ns, steepest_block);
    if (!(work->steepest > 0.0f)) {
        return false;
    }
    wafti_mac_run(&domain->grid, forces->context, 2.0 * curl_ns, push_block, work);
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        wafti_halo_cells(domain, nothing, forces->scratch[axis]);
    }
    return true;
}

// ---- all of them

static void add_axis_row(const job* work, int axis, ptrdiff_t start) {
    const wafti_forces* forces = work->forces;
    const wafti_mac* grid = &work->domain->grid;
    const ptrdiff_t before = start - wafti_mac_stride(grid, axis);
    const int32_t count = wafti_mac_row_faces(grid, axis);
    const float* weight = work->domain->weight[axis] + start;
    float* velocity = work->velocity[axis] + start;
    const double half = 0.5 * work->dt;
    const float lift = (float)(-half * forces->gravity[axis] * forces->beta);
    const float sink = (float)(half * forces->gravity[axis] * forces->alpha);
    if (forces->temperature != NULL && lift != 0.0f) {
        add_buoyancy_row(count, weight, forces->temperature + before, forces->temperature + start,
            lift, velocity);
    }
    if (forces->density != NULL && sink != 0.0f) {
        add_buoyancy_row(
            count, weight, forces->density + before, forces->density + start, sink, velocity);
    }
    if (work->push) {
        const float* force = forces->scratch[axis];
        const float factor = (float)(half * forces->confinement * grid->h);
        add_buoyancy_row(count, weight, force + before, force + start, factor, velocity);
    }
    if (forces->field[axis] != NULL) {
        add_scaled_row(count, weight, forces->field[axis] + start, (float)work->dt, velocity);
    }
}

WAFTI_CLONES static void add_axis(const job* work, int axis, int32_t block) {
    const wafti_mac* grid = &work->domain->grid;
    const wafti_mac_block rows = wafti_mac_faces_of(grid, axis, block);
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            add_axis_row(work, axis, wafti_mac_index(grid, 0, j, k));
        }
    }
}

static void add_block(void* context, int32_t block) {
    const job* work = context;
    for (int axis = 0; axis < work->domain->grid.axes; ++axis) {
        add_axis(work, axis, block);
    }
}

void wafti_forces_add(
    const wafti_forces* forces, double dt, int axis, int32_t block, float* const velocity[3]) {
    const job work = {.forces = forces, .domain = forces->domain, .velocity = velocity, .dt = dt};
    add_axis(&work, axis, block);
}

static bool has_buoyancy(const wafti_forces* forces) {
    const bool hot = forces->temperature != NULL && forces->beta != 0.0;
    const bool heavy = forces->density != NULL && forces->alpha != 0.0;
    return hot || heavy;
}

static bool has_field(const wafti_forces* forces) {
    return forces->field[0] != NULL || forces->field[1] != NULL || forces->field[2] != NULL;
}

void wafti_forces_apply(const wafti_forces* forces, double dt, float* const velocity[3]) {
    job work = {.forces = forces, .domain = forces->domain, .velocity = velocity, .dt = dt};
    work.push = forces->confinement > 0.0 && make_push(&work);
    if (work.push || has_buoyancy(forces) || has_field(forces)) {
        wafti_mac_run(&forces->domain->grid, forces->context, 2.0 * buoyancy_ns, add_block, &work);
    }
}

// ---- greatest values

// Over rows of cells (axis < 0) or faces.
WAFTI_CLONES static float greatest_in(
    const wafti_mac* grid, int axis, int32_t block, const float* field) {
    const wafti_mac_block rows = wafti_mac_faces_of(grid, axis, block);
    const int32_t count = axis < 0 ? grid->n[0] : wafti_mac_row_faces(grid, axis);
    int32_t greatest = 0;
    for (int32_t k = rows.low[1]; k < rows.high[1]; ++k) {
        for (int32_t j = rows.low[0]; j < rows.high[0]; ++j) {
            const float* row = field + wafti_mac_index(grid, 0, j, k);
            const int32_t found = wafti_row_greatest_bits(row, count);
            greatest = found > greatest ? found : greatest;
        }
    }
    return wafti_float_of_bits(greatest);
}

static double greatest_curl_in(const wafti_domain* domain, int32_t block, const job* work) {
    const wafti_mac* grid = &domain->grid;
    float square = 0.0f;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        for (ptrdiff_t cell = at.start; cell < at.start + grid->n[0]; ++cell) {
            float sum = 0.0f;
            for (int component = grid->axes == 3 ? 0 : 2; component < 3; ++component) {
                const int first = (component + 1) % 3;
                const int second = (component + 2) % 3;
                const ptrdiff_t along_first = wafti_mac_stride(grid, first);
                const ptrdiff_t along_second = wafti_mac_stride(grid, second);
                const float turn =
                    across(work->velocity[second] + cell, along_second, along_first) -
                    across(work->velocity[first] + cell, along_first, along_second);
                sum += turn * turn;
            }
            square = sum > square ? sum : square;
        }
    }
    return 0.5 / grid->h * sqrt((double)square);
}

static void greatest_force_block(void* context, int32_t block) {
    job* work = context;
    const wafti_forces* forces = work->forces;
    const wafti_mac* grid = &work->domain->grid;
    const double* g = forces->gravity;
    const double pull = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    double sum = 0.0;
    if (forces->temperature != NULL && forces->beta > 0.0) {
        sum += pull * forces->beta * (double)greatest_in(grid, -1, block, forces->temperature);
    }
    if (forces->density != NULL && forces->alpha > 0.0) {
        sum += pull * forces->alpha * (double)greatest_in(grid, -1, block, forces->density);
    }
    if (forces->confinement > 0.0) {
        // |N| <= 1, so the push is at most this.
        sum += forces->confinement * grid->h * greatest_curl_in(work->domain, block, work);
    }
    for (int axis = 0; axis < grid->axes; ++axis) {
        if (forces->field[axis] != NULL) {
            sum += (double)greatest_in(grid, axis, block, forces->field[axis]);
        }
    }
    work->slots[block] = sum;
}

double wafti_forces_greatest(const wafti_forces* forces, float* const velocity[3]) {
    if (!has_buoyancy(forces) && !has_field(forces) && !(forces->confinement > 0.0)) {
        return 0.0;
    }
    job work = {.forces = forces, .domain = forces->domain, .velocity = velocity};
    return greatest_of(&work, forces->context, greatest_ns, greatest_force_block);
}

static void greatest_speed_block(void* context, int32_t block) {
    job* work = context;
    const wafti_mac* grid = &work->domain->grid;
    float greatest = 0.0f;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const float found = greatest_in(grid, axis, block, work->velocity[axis]);
        greatest = found > greatest ? found : greatest;
    }
    work->slots[block] = (double)greatest;
}

double wafti_velocity_greatest(
    const wafti_domain* domain, const wafti_context* context, float* const velocity[3]) {
    job work = {.domain = domain, .velocity = velocity};
    return greatest_of(&work, context, greatest_ns, greatest_speed_block);
}
