// SPDX-License-Identifier: MIT
#include "water/shoal.h"

#include <math.h>
#include <string.h>

#include "grid/blur.h"
#include "grid/sweep.h"

// Refraction focuses rays without bound at a caustic; ray theory fails there. Measurements behind
// shoals stay below about 2.5.
static const double greatest_spread = 3.0 * 3.0;

// The train being prepared. Where it comes in, values are given; `free` are the cells that follow
// from their neighbours.
typedef struct front {
    const wafti_shoal_job* job;
    const wafti_train* train;
    wafti_shoal* shoal;
    int32_t entry[2];
    double k_entry[2]; // wave vector at the entry
    double spread;     // energy flux density at the entry by refraction from offshore
    double zone;       // radius around the centre of rings in which their shape is given; else -1
    double group0;     // group speed at the reference depth
    wafti_sweep sweep;
} front;

static int32_t clamp_cell(double place, int32_t count) {
    return place < 0.0 ? 0 : (place >= count ? count - 1 : (int32_t)place);
}

void wafti_shoal_entry(
    const wafti_grid* grid, const waft_train_def* def, int32_t* out_i, int32_t* out_j) {
    if (def->shape == WAFT_TRAIN_POINT) {
        *out_i = clamp_cell(((double)def->center.x - grid->x0) / grid->dx + 0.5, grid->nx);
        *out_j = clamp_cell(((double)def->center.y - grid->z0) / grid->dz + 0.5, grid->nz);
        return;
    }
    *out_i = def->direction.x < 0.0f ? grid->nx - 1 : 0;
    *out_j = def->direction.y < 0.0f ? grid->nz - 1 : 0;
}

static double floored_depth(const front* f, int32_t i, int32_t j) {
    const double still = (double)f->job->still[wafti_grid_index(f->job->grid, i, j)];
    return fmax(still, f->train->floor);
}

// Where a cell is in `phase` and `k`.
static ptrdiff_t unpadded(const front* f, int32_t i, int32_t j) {
    return i + (ptrdiff_t)j * f->job->grid->nx;
}

static double k_at(const front* f, int32_t i, int32_t j) {
    return f->job->k[unpadded(f, i, j)];
}

static void fill_wavenumbers(front* f) {
    for (wafti_cells at = wafti_grid_cells(f->job->grid); wafti_cells_next(&at);) {
        f->job->k[unpadded(f, at.i, at.j)] = wafti_airy_wavenumber(
            f->train->airy.frequency, floored_depth(f, at.i, at.j), f->job->rules.gravity);
    }
}

static void clear_phase(front* f) {
    const ptrdiff_t count = (ptrdiff_t)f->job->grid->nx * f->job->grid->nz;
    for (ptrdiff_t c = 0; c < count; ++c) {
        f->job->phase[c] = INFINITY;
    }
}

// Snell's law from the reference depth to the entry, as if depth contours ran along the edge that
// faces the train most. With the reference depth taken at the entry nothing changes.
static void refract_to_entry(front* f) {
    const double k = k_at(f, f->entry[0], f->entry[1]);
    const double off[2] = {
        f->train->airy.wavenumber * f->train->ax, f->train->airy.wavenumber * f->train->az};
    const int across = fabs(f->train->ax) >= fabs(f->train->az) ? 0 : 1;
    const double along = fmin(fabs(off[1 - across]), 0.999 * k);
    f->k_entry[1 - across] = copysign(along, off[1 - across]);
    f->k_entry[across] = copysign(sqrt(k * k - along * along), off[across]);
    f->spread = 1.0;
    if (f->job->rules.refraction_amplitude) {
        const double cos_off = fabs(off[across]) / f->train->airy.wavenumber;
        f->spread = fmin(cos_off * k / fabs(f->k_entry[across]), greatest_spread);
    }
}

// Along an edge the component of the wave vector across it is conserved (Snell's law): this is the
// other one.
static double edge_component(const front* f, int axis, int32_t i, int32_t j) {
    if (f->k_entry[axis] == 0.0) {
        return 0.0;
    }
    const double k = k_at(f, i, j);
    const double other = f->k_entry[1 - axis];
    return copysign(sqrt(fmax(0.0, k * k - other * other)), f->k_entry[axis]);
}

static void set_vector(const front* f, int32_t i, int32_t j, double kx, double kz) {
    const ptrdiff_t cell = wafti_grid_index(f->job->grid, i, j);
    f->shoal->kx[cell] = (float)kx;
    f->shoal->kz[cell] = (float)kz;
}

// Phase, wave vector and energy along the edge through the entry that runs along `axis`. Energy
// flux along the edge is conserved where refraction counts.
static void enter_edge(front* f, int axis) {
    const wafti_grid* grid = f->job->grid;
    const int32_t count = axis == 0 ? grid->nx : grid->nz;
    const int32_t step = f->entry[axis] == 0 ? 1 : -1;
    const double length = (axis == 0 ? grid->dx : grid->dz) * step;
    const double first = edge_component(f, axis, f->entry[0], f->entry[1]);
    int32_t at[2] = {f->entry[0], f->entry[1]};
    double before = first;
    double phi = f->job->phase[unpadded(f, at[0], at[1])];
    for (int32_t n = 1; n < count; ++n) {
        at[axis] += step;
        const double along = edge_component(f, axis, at[0], at[1]);
        const double k = k_at(f, at[0], at[1]);
        const double across =
            copysign(sqrt(fmax(0.0, k * k - along * along)), f->k_entry[1 - axis]);
        phi += 0.5 * length * (before + along);
        before = along;
        f->job->phase[unpadded(f, at[0], at[1])] = phi;
        set_vector(f, at[0], at[1], axis == 0 ? along : across, axis == 0 ? across : along);
        double spread = f->spread;
        if (f->job->rules.refraction_amplitude && along != 0.0 && first != 0.0) {
            const double k_first = k_at(f, f->entry[0], f->entry[1]);
            spread = fmin(f->spread * (first / k_first) / (along / k), greatest_spread);
        }
        f->shoal->gain[wafti_grid_index(grid, at[0], at[1])] = (float)spread;
    }
}

static void enter_plane(front* f) {
    const wafti_grid* grid = f->job->grid;
    refract_to_entry(f);
    const int32_t i = f->entry[0];
    const int32_t j = f->entry[1];
    // The same phase as k a.x of a flat bed, so that flat and nearly flat beds look alike.
    f->job->phase[unpadded(f, i, j)] =
        f->k_entry[0] * wafti_grid_x(grid, i) + f->k_entry[1] * wafti_grid_z(grid, j);
    set_vector(f, i, j, f->k_entry[0], f->k_entry[1]);
    f->shoal->gain[wafti_grid_index(grid, i, j)] = (float)f->spread;
    f->sweep.direction[0] = i == 0 ? 1 : -1;
    f->sweep.direction[1] = j == 0 ? 1 : -1;
    for (int axis = 0; axis < 2; ++axis) {
        // The edge along this axis takes waves in if they cross it.
        if (f->k_entry[1 - axis] == 0.0) {
            continue;
        }
        enter_edge(f, axis);
        f->sweep.cells.low[1 - axis] += f->entry[1 - axis] == 0 ? 1 : 0;
        f->sweep.cells.high[1 - axis] -= f->entry[1 - axis] == 0 ? 0 : 1;
    }
}

static double center_distance(const front* f, int32_t i, int32_t j) {
    const wafti_grid* grid = f->job->grid;
    const double rx = wafti_grid_x(grid, i) - (double)f->train->def.center.x;
    const double rz = wafti_grid_z(grid, j) - (double)f->train->def.center.y;
    return sqrt(rx * rx + rz * rz);
}

// Rings start from a disc in which rays are taken as straight: phi = (k_centre + k) r / 2.
static void enter_rings(front* f) {
    const wafti_grid* grid = f->job->grid;
    // A single row may be far from the centre; its cells are then as close as any.
    const double row_distance = fabs(grid->z0 - (double)f->train->def.center.y);
    const double few_cells =
        grid->nz > 1 ? 2.5 * fmax(grid->dx, grid->dz) : 2.5 * grid->dx + row_distance;
    const double disc = fmax(0.5 * f->train->airy.length, few_cells);
    const double k_center = f->train->airy.wavenumber;
    f->zone = fmax(f->train->airy.length, few_cells);
    clear_phase(f);
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        const double r = center_distance(f, at.i, at.j);
        if (r <= disc) {
            f->job->phase[unpadded(f, at.i, at.j)] = 0.5 * (k_center + k_at(f, at.i, at.j)) * r;
        }
        f->shoal->gain[wafti_grid_index(grid, at.i, at.j)] =
            (float)fmin(1.0, f->train->airy.length / r);
    }
}

static int solve_phase(front* f) {
    const wafti_grid* grid = f->job->grid;
    const wafti_eikonal eikonal = {
        grid->nx, grid->nz, grid->dx, grid->dz, f->job->k, f->job->phase};
    return wafti_eikonal_solve(&eikonal, &f->sweep);
}

// The eikonal solver is first-order around a point. Its error over an even bed, where phi = k r, is
// kept in the train's own phase field until the bed's phase is known, and then taken from it.
static void measure_ring_error(front* f) {
    const wafti_grid* grid = f->job->grid;
    const double k = f->train->airy.wavenumber;
    for (ptrdiff_t c = 0; c < (ptrdiff_t)grid->nx * grid->nz; ++c) {
        f->job->k[c] = k;
    }
    enter_rings(f);
    (void)solve_phase(f);
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        f->shoal->phase[wafti_grid_index(grid, at.i, at.j)] =
            (float)(f->job->phase[unpadded(f, at.i, at.j)] - k * center_distance(f, at.i, at.j));
    }
}

static int phase_of_rings(front* f) {
    const wafti_grid* grid = f->job->grid;
    measure_ring_error(f);
    fill_wavenumbers(f);
    enter_rings(f);
    const int sweeps = solve_phase(f);
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        f->job->phase[unpadded(f, at.i, at.j)] -=
            (double)f->shoal->phase[wafti_grid_index(grid, at.i, at.j)];
    }
    return sweeps;
}

static int phase_of_plane(front* f) {
    fill_wavenumbers(f);
    clear_phase(f);
    enter_plane(f);
    return solve_phase(f);
}

static double difference(
    const double* values, ptrdiff_t c, ptrdiff_t step, int32_t n, int32_t count) {
    const ptrdiff_t low = n > 0 ? step : 0;
    const ptrdiff_t high = n + 1 < count ? step : 0;
    const double cells = (double)((low != 0) + (high != 0));
    return cells > 0.0 ? (values[c + high] - values[c - low]) / cells : 0.0;
}

// Local wave vector k grad phi / |grad phi| from central differences.
static void fill_vectors(front* f) {
    const wafti_grid* grid = f->job->grid;
    for (wafti_cells at = wafti_cells_of(f->sweep.cells); wafti_cells_next(&at);) {
        const ptrdiff_t c = unpadded(f, at.i, at.j);
        const double gx = difference(f->job->phase, c, 1, at.i, grid->nx) / grid->dx;
        const double gz = difference(f->job->phase, c, grid->nx, at.j, grid->nz) / grid->dz;
        const double length = sqrt(gx * gx + gz * gz);
        const double scale = length > 0.0 ? f->job->k[c] / length : 0.0;
        set_vector(f, at.i, at.j, gx * scale, gz * scale);
    }
}

typedef struct inflow {
    double energy; // sum of flux times gain
    double weight; // sum of flux times gain squared
    double cap;    // the same times cap
} inflow;

// What the neighbours with smaller phase send into a cell. Each donor gives along its own wave
// vector, so that what leaves a cell is what its neighbours get; where fronts meet, the later one
// ends.
static inflow gather(const front* f, int32_t i, int32_t j) {
    static const int32_t side[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const wafti_grid* grid = f->job->grid;
    const double inverse[2] = {1.0 / grid->dx, 1.0 / grid->dz};
    const double here = f->job->phase[unpadded(f, i, j)];
    inflow in = {0};
    for (int n = 0; n < 4; ++n) {
        const int32_t ui = i + side[n][0];
        const int32_t uj = j + side[n][1];
        if (ui < 0 || ui >= grid->nx || uj < 0 || uj >= grid->nz) {
            continue;
        }
        const ptrdiff_t up = wafti_grid_index(grid, ui, uj);
        const double towards = n < 2 ? -side[n][0] * (double)f->shoal->kx[up] * inverse[0]
                                     : -side[n][1] * (double)f->shoal->kz[up] * inverse[1];
        if (!(towards > 0.0) || !(f->job->phase[unpadded(f, ui, uj)] < here)) {
            continue;
        }
        const double flux = towards / k_at(f, ui, uj);
        const double gain = (double)f->shoal->gain[up];
        in.energy += flux * gain;
        in.weight += flux * gain * gain;
        in.cap += flux * gain * gain * (double)f->shoal->cap[up];
    }
    return in;
}

static bool given(const front* f, int32_t i, int32_t j) {
    return f->zone >= 0.0 && center_distance(f, i, j) <= f->zone;
}

// div(A^2 Cg k/|k|) = 0, first-order upwind. While this runs `gain` holds A^2 Cg / (A0^2 Cg0).
static double visit_energy(void* context, int32_t i, int32_t j) {
    front* f = context;
    if (given(f, i, j)) {
        return 0.0;
    }
    const ptrdiff_t cell = wafti_grid_index(f->job->grid, i, j);
    const inflow in = gather(f, i, j);
    const double out = (fabs((double)f->shoal->kx[cell]) / f->job->grid->dx +
                           fabs((double)f->shoal->kz[cell]) / f->job->grid->dz) /
                       k_at(f, i, j);
    const float energy = out > 0.0 ? (float)fmin(in.energy / out, greatest_spread) : 0.0f;
    const double change = fabs((double)energy - (double)f->shoal->gain[cell]);
    f->shoal->gain[cell] = energy;
    return change;
}

static void clear_energy(front* f) {
    for (wafti_cells at = wafti_cells_of(f->sweep.cells); wafti_cells_next(&at);) {
        if (!given(f, at.i, at.j)) {
            f->shoal->gain[wafti_grid_index(f->job->grid, at.i, at.j)] = 0.0f;
        }
    }
}

// With refraction the energy follows the rays, else it keeps the value at the entry (rings: their
// spread), which the caller has set.
static void spread_energy(front* f) {
    if (f->job->rules.refraction_amplitude) {
        clear_energy(f);
        (void)wafti_sweep_run(&f->sweep, visit_energy, f);
        // Rays know no diffraction: their shadows and caustics are sharp. Waves smooth them over
        // about their own length. The caps come later, so their field is free.
        wafti_blur(f->job->grid, 0.25 * f->train->airy.length, f->shoal->gain, f->shoal->cap);
    } else if (f->zone < 0.0) {
        const wafti_grid* grid = f->job->grid;
        for (size_t cell = 0; cell < wafti_grid_size(grid); ++cell) {
            f->shoal->gain[cell] = 1.0f;
        }
    }
}

static double own_cap(const front* f, int32_t i, int32_t j) {
    const double gain = (double)f->shoal->gain[wafti_grid_index(f->job->grid, i, j)];
    const double limit =
        waft_breaking_limit(f->job->rules.breaking, k_at(f, i, j), floored_depth(f, i, j));
    // Larger than any amplitude, yet safe to average in float.
    return fmin(gain > 0.0 ? limit / gain : 1e15, 1e15);
}

// A = A0 sqrt(spread Cg0 / Cg), and the amplitude A0 at which each cell by itself breaks.
static void fill_gain(front* f) {
    const wafti_grid* grid = f->job->grid;
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        const ptrdiff_t cell = wafti_grid_index(grid, at.i, at.j);
        const double group = wafti_airy_group_speed(f->train->airy.frequency, k_at(f, at.i, at.j),
            floored_depth(f, at.i, at.j), f->job->rules.gravity);
        f->shoal->gain[cell] =
            (float)sqrt(fmax(0.0, (double)f->shoal->gain[cell]) * f->group0 / group);
        f->shoal->cap[cell] = (float)own_cap(f, at.i, at.j);
    }
}

// Energy lost in breaking is not regained: the cap of a cell is at most that of the water it came
// from, weighted by flux.
static double visit_cap(void* context, int32_t i, int32_t j) {
    front* f = context;
    const ptrdiff_t cell = wafti_grid_index(f->job->grid, i, j);
    const inflow in = gather(f, i, j);
    const double before = (double)f->shoal->cap[cell];
    const double cap = in.weight > 0.0 ? fmin(before, in.cap / in.weight) : before;
    f->shoal->cap[cell] = (float)cap;
    // Relative, since caps may be anything from millimetres to the 1e15 of a cell that never breaks.
    return before > 0.0 ? (before - (double)f->shoal->cap[cell]) / before : 0.0;
}

// The edges that take waves in pass their caps on along themselves.
static void cap_edge(front* f, int axis) {
    const wafti_grid* grid = f->job->grid;
    const int32_t count = axis == 0 ? grid->nx : grid->nz;
    const int32_t step = f->entry[axis] == 0 ? 1 : -1;
    int32_t at[2] = {f->entry[0], f->entry[1]};
    for (int32_t n = 1; n < count; ++n) {
        const float before = f->shoal->cap[wafti_grid_index(grid, at[0], at[1])];
        at[axis] += step;
        float* cap = &f->shoal->cap[wafti_grid_index(grid, at[0], at[1])];
        *cap = fminf(*cap, before);
    }
}

static void carry_caps(front* f) {
    if (f->job->rules.breaking == WAFT_BREAKING_NONE) {
        return;
    }
    if (f->zone < 0.0) {
        for (int axis = 0; axis < 2; ++axis) {
            if (f->k_entry[axis] != 0.0 && f->k_entry[1 - axis] != 0.0) {
                cap_edge(f, axis);
            }
        }
    }
    (void)wafti_sweep_run(&f->sweep, visit_cap, f);
}

// Wraps phases for float, fades the wave out below the depth floor and looks for the weakest spot.
static void finish(front* f) {
    const wafti_grid* grid = f->job->grid;
    f->shoal->least_cap = INFINITY;
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        const ptrdiff_t cell = wafti_grid_index(grid, at.i, at.j);
        const double phase = f->job->phase[unpadded(f, at.i, at.j)];
        const double still = (double)f->job->still[cell];
        f->shoal->phase[cell] = (float)remainder(phase, WAFTI_TWO_PI);
        f->shoal->gain[cell] *= (float)fmin(1.0, fmax(0.0, still / f->train->floor));
        if (still > f->train->floor && f->shoal->cap[cell] < f->shoal->least_cap) {
            f->shoal->least_cap = f->shoal->cap[cell];
            f->shoal->least_cell[0] = at.i;
            f->shoal->least_cell[1] = at.j;
        }
    }
}

// Kernels read the padding of rows, which nothing below writes.
static void clear_fields(const wafti_grid* grid, const wafti_shoal* shoal) {
    float* const fields[] = {shoal->phase, shoal->kx, shoal->kz, shoal->gain, shoal->cap};
    for (size_t n = 0; n < sizeof(fields) / sizeof(fields[0]); ++n) {
        memset(fields[n], 0, wafti_grid_size(grid) * sizeof(float));
    }
}

int wafti_shoal_prepare(const wafti_shoal_job* job, wafti_train* train) {
    const wafti_grid* grid = job->grid;
    clear_fields(grid, &train->shoal);
    front f = {.job = job,
        .train = train,
        .shoal = &train->shoal,
        .zone = -1.0,
        .group0 = train->airy.group_speed,
        .sweep = {.cells = {.high = {grid->nx, grid->nz}},
            .direction = {1, 1},
            .tolerance = 1e-6,
            .limit = WAFTI_SHOAL_SWEEPS,
            .awake = job->awake}};
    wafti_shoal_entry(grid, &train->def, &f.entry[0], &f.entry[1]);
    const int sweeps =
        train->def.shape == WAFT_TRAIN_PLANE ? phase_of_plane(&f) : phase_of_rings(&f);
    fill_vectors(&f);
    spread_energy(&f);
    fill_gain(&f);
    carry_caps(&f);
    finish(&f);
    return sweeps;
}
