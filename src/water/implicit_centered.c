// SPDX-License-Identifier: MIT
// The schemes with theta = 1/2 and, for teaching, with forward Euler (docs/spec/water.md#centered-scheme).
// With V the rise and K = M_x + M_z theta = 1/2 is
//   (I + K/4) dV = -K (level + V/2),  level += V + dV/2,  V += dV.
// Split into directions this grows without bound on a varying bed, so in two dimensions it is solved
// by conjugate gradients; the split form (I + M_x/8)^-1 (I + M_z/4)^-1 (I + M_x/8)^-1 is their
// preconditioner.
#include "water/implicit.h"

#include <math.h>

#include "task/reduce.h"

// Relative residual, and a bound: 2 iterations are enough at a Courant number of 1, 4 at 3.
static const double tolerance = 1e-4;
enum { ITERATIONS = 50 };

// Where the piece of a row keeps what it found.
static wafti_implicit_slot* slot_of(const wafti_implicit_pass* pass, int32_t j) {
    return &pass->own->slots[j / (pass->cut.each * WAFTI_IMPLICIT_ROWS)];
}

static double sum_rows(const wafti_implicit_pass* pass) {
    return wafti_sum_slots(pass->own->more.sums, (size_t)pass->job->basin->nz);
}

// Pulls of the faces after the cells of a row; 0 at walls.
static void pull_row(const wafti_implicit_pass* pass, int32_t j) {
    const wafti_implicit_job* job = pass->job;
    const wafti_implicit_more* more = &pass->own->more;
    const int32_t nx = job->basin->nx;
    const int32_t nz = job->basin->nz;
    const ptrdiff_t row = wafti_basin_index(job->basin, 0, j);
    const ptrdiff_t next = wafti_basin_index(job->basin, 0, j + 1 < nz ? j + 1 : 0);
    const bool across = j + 1 < nz || job->ring[1];
    const wafti_real* level = job->level;
    const wafti_real* bed = job->bed;
    for (int32_t i = 0; i < nx; ++i) {
        const ptrdiff_t at = row + i;
        const ptrdiff_t beside = row + (i + 1 < nx ? i + 1 : 0);
        const bool along = i + 1 < nx || job->ring[0];
        const wafti_real x =
            along ? wafti_face_depth(level[at], bed[at], level[beside], bed[beside]) : 0;
        const wafti_real z =
            across ? wafti_face_depth(level[at], bed[at], level[next + i], bed[next + i]) : 0;
        more->pull[0][at] = job->pull[0] * x;
        more->pull[1][at] = job->pull[1] * z;
        if ((along && !(x > 0)) || (across && !(z > 0))) {
            slot_of(pass, j)->opening = 0;
        }
    }
    more->pull[0][row - 1] = job->ring[0] ? more->pull[0][row + nx - 1] : 0;
}

// The row before the first, which the last one wraps to.
static void pull_ghosts(const wafti_implicit_job* job, const wafti_implicit_more* more) {
    const ptrdiff_t last = wafti_basin_index(job->basin, 0, job->basin->nz - 1);
    const ptrdiff_t ghost = wafti_basin_index(job->basin, 0, -1);
    for (int32_t i = 0; i < job->basin->nx; ++i) {
        more->pull[1][ghost + i] = job->ring[1] ? more->pull[1][last + i] : 0;
    }
}

// Copies around the ends of rings; at walls the pull is 0 and any number serves.
static void wrap(const wafti_implicit_job* job, wafti_real* field) {
    const wafti_basin* basin = job->basin;
    for (int32_t j = 0; job->ring[0] && j < basin->nz; ++j) {
        wafti_real* row = field + wafti_basin_index(basin, 0, j);
        row[-1] = row[basin->nx - 1];
        row[basin->nx] = row[0];
    }
    for (int32_t i = 0; job->ring[1] && i < basin->nx; ++i) {
        field[wafti_basin_index(basin, i, -1)] = field[wafti_basin_index(basin, i, basin->nz - 1)];
        field[wafti_basin_index(basin, i, basin->nz)] = field[wafti_basin_index(basin, i, 0)];
    }
}

// to = one * from + factor * K from; the row's sum is from * to.
static void apply_row(const wafti_implicit_pass* pass, int32_t j) {
    const wafti_basin* basin = pass->job->basin;
    const ptrdiff_t at = wafti_basin_index(basin, 0, j);
    const ptrdiff_t stride = basin->stride;
    const wafti_real* h = pass->from + at;
    const wafti_real* kx = pass->own->more.pull[0] + at;
    const wafti_real* kz = pass->own->more.pull[1] + at;
    wafti_real* to = pass->to + at;
    double sum = 0.0;
    for (int32_t i = 0; i < basin->nx; ++i) {
        const wafti_real x = kx[i - 1] * (h[i] - h[i - 1]) - kx[i] * (h[i + 1] - h[i]);
        const wafti_real z =
            kz[i - stride] * (h[i] - h[i - stride]) - kz[i] * (h[i + stride] - h[i]);
        to[i] = pass->one * h[i] + pass->factor * (x + z);
        sum += (double)h[i] * (double)to[i];
    }
    pass->own->more.sums[j] = sum;
}

// The level, load included, in the middle of the step if the rise stayed: what K acts on.
static void middle_row(const wafti_implicit_pass* pass, int32_t j) {
    const wafti_implicit_job* job = pass->job;
    const ptrdiff_t row = wafti_basin_index(job->basin, 0, j);
    for (ptrdiff_t at = row; at < row + job->basin->nx; ++at) {
        const wafti_real load = job->load != NULL ? job->load[at] : 0;
        pass->to[at] = job->level[at] + load + (pass->centered ? job->rise[at] / 2 : 0);
    }
}

static void square_row(const wafti_implicit_pass* pass, int32_t j) {
    const ptrdiff_t row = wafti_basin_index(pass->job->basin, 0, j);
    double sum = 0.0;
    for (ptrdiff_t at = row; at < row + pass->job->basin->nx; ++at) {
        sum += (double)pass->from[at] * (double)pass->to[at];
    }
    pass->own->more.sums[j] = sum;
}

// to = from, or 0 without one.
static void copy_row(const wafti_implicit_pass* pass, int32_t j) {
    const ptrdiff_t row = wafti_basin_index(pass->job->basin, 0, j);
    for (ptrdiff_t at = row; at < row + pass->job->basin->nx; ++at) {
        pass->to[at] = pass->from != NULL ? pass->from[at] : 0;
    }
}

// direction = guess + share * direction.
static void direction_row(const wafti_implicit_pass* pass, int32_t j) {
    const wafti_implicit_more* more = &pass->own->more;
    const ptrdiff_t row = wafti_basin_index(pass->job->basin, 0, j);
    for (ptrdiff_t at = row; at < row + pass->job->basin->nx; ++at) {
        more->direction[at] = more->guess[at] + pass->share * more->direction[at];
    }
}

// increment += share * direction, residual -= share * image; the sum is the residual's square.
static void advance_row(const wafti_implicit_pass* pass, int32_t j) {
    const wafti_implicit_more* more = &pass->own->more;
    const ptrdiff_t row = wafti_basin_index(pass->job->basin, 0, j);
    double sum = 0.0;
    for (ptrdiff_t at = row; at < row + pass->job->basin->nx; ++at) {
        more->increment[at] += pass->share * more->direction[at];
        more->residual[at] -= pass->share * more->image[at];
        sum += (double)more->residual[at] * (double)more->residual[at];
    }
    more->sums[j] = sum;
}

static void apply(const wafti_shallow* s, wafti_implicit_pass* pass, wafti_real* from,
    wafti_real* to, wafti_real one, wafti_real factor) {
    wrap(pass->job, from);
    pass->from = from;
    pass->to = to;
    pass->one = one;
    pass->factor = factor;
    wafti_implicit_run(s, pass, apply_row);
}

// Copies the residual to `to` and solves along x there, with one over `over` of the pulls.
static wafti_implicit_job solve_along(
    wafti_shallow* s, wafti_implicit_pass* pass, wafti_real* to, wafti_real over) {
    pass->from = pass->own->more.residual;
    pass->to = to;
    wafti_implicit_run(s, pass, copy_row);
    wafti_implicit_job job = *pass->job;
    job.plain = true;
    job.rise = to;
    job.pull[0] /= over;
    wafti_implicit_rows(s, &job);
    return job;
}

// guess = P^-1 residual; returns residual * guess.
static double precondition(wafti_shallow* s, wafti_implicit_pass* pass) {
    wafti_implicit_job job = solve_along(s, pass, pass->own->more.guess, 8);
    job.pull[1] /= 4;
    wafti_implicit_columns(s, &job);
    wafti_implicit_rows(s, &job);
    wafti_implicit_run(s, pass, square_row);
    return sum_rows(pass);
}

static void conjugate_gradients(wafti_shallow* s, wafti_implicit_pass* pass) {
    const wafti_implicit_more* more = &pass->own->more;
    pass->from = NULL;
    pass->to = more->increment;
    wafti_implicit_run(s, pass, copy_row);
    pass->from = more->residual;
    pass->to = more->residual;
    wafti_implicit_run(s, pass, square_row);
    double square = sum_rows(pass);
    const double enough = square * tolerance * tolerance;
    double product = 0.0;
    for (int n = 0; n < ITERATIONS && square > enough; ++n) {
        const double before = product;
        product = precondition(s, pass);
        pass->share = n == 0 ? 0 : (wafti_real)(product / before);
        wafti_implicit_run(s, pass, direction_row);
        apply(s, pass, more->direction, more->image, 1, (wafti_real)0.25);
        const double curvature = sum_rows(pass);
        if (!(curvature > 0.0)) {
            break;
        }
        pass->share = (wafti_real)(product / curvature);
        wafti_implicit_run(s, pass, advance_row);
        square = sum_rows(pass);
    }
}

// The new level and rise, with step 4 of docs/spec/water.md#step-of-implicit.
static void raise_row(const wafti_implicit_pass* pass, int32_t j) {
    const wafti_implicit_job* job = pass->job;
    const wafti_implicit_more* more = &pass->own->more;
    const ptrdiff_t row = wafti_basin_index(job->basin, 0, j);
    wafti_implicit_slot* slot = slot_of(pass, j);
    double change = 0.0;
    for (ptrdiff_t at = row; at < row + job->basin->nx; ++at) {
        const wafti_real gain = pass->centered ? more->increment[at] : more->residual[at];
        const wafti_real rise = pass->centered ? job->rise[at] + gain / 2 : job->rise[at];
        const wafti_real bed = job->bed[at];
        const wafti_real old = job->level[at] > bed ? job->level[at] : bed;
        const wafti_real level = job->level[at] + rise;
        const bool sunk = level < bed;
        const wafti_real depth = sunk ? 0 : level - bed;
        job->level[at] = sunk ? bed - job->below : level;
        job->rise[at] = sunk ? 0 : (job->rise[at] + gain) * job->keep;
        change += (double)((sunk ? bed : level) - old);
        slot->deepest = depth > slot->deepest ? depth : slot->deepest;
        slot->shallowest = depth < slot->shallowest ? depth : slot->shallowest;
        slot->bad = slot->bad || !isfinite(level) || !isfinite(job->rise[at]);
    }
    slot->change += change;
}

// Pulls, and -K of the level in the middle as the residual. Returns whether all faces are open.
static bool start(wafti_shallow* s, wafti_implicit_pass* pass) {
    wafti_implicit* own = pass->own;
    for (int32_t n = 0; n < pass->cut.pieces; ++n) {
        own->slots[n].opening = 1;
    }
    wafti_implicit_run(s, pass, pull_row);
    pull_ghosts(pass->job, &own->more);
    const bool open = wafti_implicit_all_open(s);
    if (!open) {
        wafti_implicit_runs_find(s, pass->job);
    }
    pass->to = own->more.direction;
    wafti_implicit_run(s, pass, middle_row);
    apply(s, pass, own->more.direction, own->more.residual, 0, -1);
    return open;
}

static int32_t raise_all(wafti_shallow* s, wafti_implicit_pass* pass) {
    for (int32_t n = 0; n < pass->cut.pieces; ++n) {
        pass->own->slots[n] = (wafti_implicit_slot){.shallowest = (wafti_real)INFINITY};
    }
    wafti_implicit_run(s, pass, raise_row);
    return pass->cut.pieces;
}

int32_t wafti_implicit_centered(wafti_shallow* s, const wafti_implicit_job* job, bool* out_open) {
    wafti_implicit_pass pass = wafti_implicit_pass_make(s, job);
    pass.centered = true;
    *out_open = start(s, &pass);
    // Velocities see the mean of the levels before and after: half a kick from each.
    wafti_implicit_job half = *job;
    half.keep = 1;
    wafti_implicit_faces(s, &half);
    if (s->basin.nz == 1) {
        // One dimension: (I + K/4) is tridiagonal.
        (void)solve_along(s, &pass, pass.own->more.increment, 4);
    } else {
        conjugate_gradients(s, &pass);
    }
    return raise_all(s, &pass);
}

int32_t wafti_implicit_explicit(wafti_shallow* s, const wafti_implicit_job* job, bool* out_open) {
    wafti_implicit_pass pass = wafti_implicit_pass_make(s, job);
    *out_open = start(s, &pass);
    return raise_all(s, &pass);
}
