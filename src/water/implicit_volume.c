// SPDX-License-Identifier: MIT
// Volume of the `implicit` method: cells joined by water, and what clamping and rounding took from
// each such component. Water spec 3.3, steps 2 and 5.
#include "water/implicit.h"

#include <float.h>
#include <math.h>

enum {
    TRIES = 4, // spec 3.3
    ROWS = WAFTI_IMPLICIT_ROWS,
};

static int32_t room_of(const wafti_basin* basin) {
    return basin->nx / 4 + 4;
}

size_t wafti_implicit_runs_size(const wafti_basin* basin) {
    const size_t runs = wafti_size_mul((size_t)room_of(basin), (size_t)basin->nz);
    const size_t each = 4 * sizeof(int32_t) + 2 * sizeof(double);
    return wafti_size_add(
        wafti_size_mul(runs, each), wafti_size_mul((size_t)basin->nz, sizeof(int32_t)));
}

bool wafti_implicit_runs_init(
    wafti_implicit_runs* runs, const wafti_basin* basin, wafti_arena* arena) {
    const size_t count = wafti_size_mul((size_t)room_of(basin), (size_t)basin->nz);
    *runs = (wafti_implicit_runs){
        .room = room_of(basin),
        .count = wafti_arena_take(arena, (size_t)basin->nz, sizeof(int32_t)),
        .first = wafti_arena_take(arena, count, sizeof(int32_t)),
        .end = wafti_arena_take(arena, count, sizeof(int32_t)),
        .parent = wafti_arena_take(arena, count, sizeof(int32_t)),
        .wet = wafti_arena_take(arena, count, sizeof(int32_t)),
        .before = wafti_arena_take(arena, count, sizeof(double)),
        .lacks = wafti_arena_take(arena, count, sizeof(double)),
    };
    return !arena->failed;
}

// A row and its neighbours; NULL where there is a wall.
typedef struct row_view {
    const wafti_real *level, *bed;
    const wafti_real *level_before, *bed_before;
    const wafti_real *level_after, *bed_after;
    int32_t nx;
} row_view;

static row_view row_at(const wafti_implicit_job* job, int32_t j) {
    const wafti_basin* basin = job->basin;
    const bool ring = job->ring[1];
    const ptrdiff_t here = wafti_basin_index(basin, 0, j);
    const ptrdiff_t before = wafti_basin_index(basin, 0, j > 0 ? j - 1 : basin->nz - 1);
    const ptrdiff_t after = wafti_basin_index(basin, 0, j + 1 < basin->nz ? j + 1 : 0);
    const bool has_before = j > 0 || ring;
    const bool has_after = j + 1 < basin->nz || ring;
    return (row_view){
        .level = job->level + here,
        .bed = job->bed + here,
        .level_before = has_before ? job->level + before : NULL,
        .bed_before = job->bed + before,
        .level_after = has_after ? job->level + after : NULL,
        .bed_after = job->bed + after,
        .nx = basin->nx,
    };
}

static bool open_across(const row_view* r, int32_t i) {
    const bool before = r->level_before != NULL && wafti_implicit_open(r->level[i], r->bed[i],
                                                       r->level_before[i], r->bed_before[i]);
    return before || (r->level_after != NULL && wafti_implicit_open(r->level[i], r->bed[i],
                                                    r->level_after[i], r->bed_after[i]));
}

static bool open_along(const row_view* r, int32_t i, int32_t next) {
    return wafti_implicit_open(r->level[i], r->bed[i], r->level[next], r->bed[next]);
}

// Sum of depths of some cells. Eight sums side by side, joined in a fixed order.
static double depth_of(const row_view* r, int32_t first, int32_t end) {
    double lanes[8] = {0.0};
    int32_t i = first;
    for (; i + 8 <= end; i += 8) {
        for (int32_t lane = 0; lane < 8; ++lane) {
            const double depth = (double)r->level[i + lane] - (double)r->bed[i + lane];
            lanes[lane] += depth > 0.0 ? depth : 0.0;
        }
    }
    for (int32_t lane = 0; i + lane < end; ++lane) {
        const double depth = (double)r->level[i + lane] - (double)r->bed[i + lane];
        lanes[lane] += depth > 0.0 ? depth : 0.0;
    }
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

static int32_t wet_of(const row_view* r, int32_t first, int32_t end) {
    int32_t count = 0;
    for (int32_t i = first; i < end; ++i) {
        count += r->level[i] > r->bed[i] ? 1 : 0;
    }
    return count;
}

// Work on rows; pieces are those of the passes along x.
typedef struct runs_pass {
    const wafti_implicit_job* job;
    wafti_implicit* own;
    wafti_implicit_cut cut;
    void (*work)(const struct runs_pass* pass, int32_t j);
    double delta; // m, all cells
} runs_pass;

static void runs_block(void* context, int32_t piece) {
    const runs_pass* pass = context;
    const int32_t each = pass->cut.each * ROWS;
    const int32_t nz = pass->job->basin->nz;
    const int32_t end = (piece + 1) * each < nz ? (piece + 1) * each : nz;
    for (int32_t j = piece * each; j < end; ++j) {
        pass->work(pass, j);
    }
}

static void run_rows(const wafti_shallow* s, runs_pass* pass) {
    const double work_us = 1e-3 * (double)s->basin.nx * (double)s->basin.nz;
    wafti_pool_run(s->context->pool, pass->cut.pieces, work_us, runs_block, pass);
}

static runs_pass pass_make(const wafti_shallow* s, const wafti_implicit_job* job,
    void (*work)(const runs_pass* pass, int32_t j)) {
    return (runs_pass){
        .job = job, .own = s->own, .cut = wafti_implicit_cut_make(s->basin.nz, ROWS), .work = work};
}

// The end of the run that starts at a cell. Eight faces at a time while all are open, which is how
// lakes go.
static int32_t run_end(const row_view* r, int32_t first) {
    int32_t i = first;
    const bool open = i + 1 < r->nx && open_along(r, i, i + 1);
    for (; open && i + 8 < r->nx; i += 8) {
        int closed = 0;
        for (int32_t n = i; n < i + 8; ++n) {
            closed += open_along(r, n, n + 1) ? 0 : 1;
        }
        if (closed > 0) {
            break;
        }
    }
    while (i + 1 < r->nx && open_along(r, i, i + 1)) {
        ++i;
    }
    return i + 1;
}

static void find_in_row(const runs_pass* pass, int32_t j) {
    const wafti_implicit_job* job = pass->job;
    wafti_implicit_runs* runs = &pass->own->runs;
    const row_view r = row_at(job, j);
    wafti_real* rise = job->rise + wafti_basin_index(job->basin, 0, j);
    const int32_t base = j * runs->room;
    const bool seam = job->ring[0] && open_along(&r, r.nx - 1, 0);
    int32_t count = 0;
    for (int32_t i = 0; i < r.nx;) {
        const int32_t end = run_end(&r, i);
        const bool at_seam = seam && (i == 0 || end == r.nx);
        if (end == i + 1 && !at_seam && !open_across(&r, i)) {
            rise[i] = 0;
        } else if (count < runs->room) {
            runs->first[base + count] = i;
            runs->end[base + count] = end;
            ++count;
        } else {
            runs->end[base + count - 1] = end;
        }
        i = end;
    }
    runs->count[j] = count;
    for (int32_t n = base; n < base + count; ++n) {
        runs->parent[n] = n;
        runs->before[n] = depth_of(&r, runs->first[n], runs->end[n]);
    }
}

static int32_t root_of(int32_t* parent, int32_t n) {
    while (parent[n] != n) {
        parent[n] = parent[parent[n]];
        n = parent[n];
    }
    return n;
}

static void join(int32_t* parent, int32_t a, int32_t b) {
    const int32_t root_a = root_of(parent, a);
    const int32_t root_b = root_of(parent, b);
    if (root_a < root_b) {
        parent[root_b] = root_a;
    } else {
        parent[root_a] = root_b;
    }
}

static bool touch(const row_view* r, int32_t first, int32_t end) {
    for (int32_t i = first; i < end; ++i) {
        if (wafti_implicit_open(r->level[i], r->bed[i], r->level_after[i], r->bed_after[i])) {
            return true;
        }
    }
    return false;
}

// Runs of a row and the next: both lists go from left to right.
static void join_rows(const wafti_implicit_job* job, wafti_implicit_runs* runs, int32_t j) {
    const int32_t next = j + 1 < job->basin->nz ? j + 1 : 0;
    const row_view r = row_at(job, j);
    int32_t a = j * runs->room;
    int32_t b = next * runs->room;
    const int32_t a_end = a + runs->count[j];
    const int32_t b_end = b + runs->count[next];
    while (a < a_end && b < b_end) {
        const int32_t first = runs->first[a] > runs->first[b] ? runs->first[a] : runs->first[b];
        const int32_t end = runs->end[a] < runs->end[b] ? runs->end[a] : runs->end[b];
        if (first < end && touch(&r, first, end)) {
            join(runs->parent, a, b);
        }
        if (runs->end[a] < runs->end[b]) {
            ++a;
        } else {
            ++b;
        }
    }
}

void wafti_implicit_runs_find(wafti_shallow* s, const wafti_implicit_job* job) {
    wafti_implicit* own = s->own;
    wafti_implicit_runs* runs = &own->runs;
    runs_pass pass = pass_make(s, job, find_in_row);
    run_rows(s, &pass);
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        if (j + 1 < s->basin.nz || job->ring[1]) {
            join_rows(job, runs, j);
        }
        const row_view r = row_at(job, j);
        if (job->ring[0] && runs->count[j] > 1 && open_along(&r, r.nx - 1, 0)) {
            join(runs->parent, j * runs->room, j * runs->room + runs->count[j] - 1);
        }
    }
}

static void measure_row(const runs_pass* pass, int32_t j) {
    wafti_implicit_runs* runs = &pass->own->runs;
    const row_view r = row_at(pass->job, j);
    const int32_t base = j * runs->room;
    for (int32_t n = base; n < base + runs->count[j]; ++n) {
        runs->lacks[n] = runs->before[n] - depth_of(&r, runs->first[n], runs->end[n]);
        runs->wet[n] = wet_of(&r, runs->first[n], runs->end[n]);
    }
}

// Raises the wet cells among some; those that would fall below their bed stop there.
static void lift(const wafti_implicit_job* job, ptrdiff_t at, int32_t count, wafti_real delta) {
    wafti_real* level = job->level + at;
    const wafti_real* bed = job->bed + at;
    for (int32_t i = 0; i < count; ++i) {
        const wafti_real now = level[i] + delta;
        const wafti_real lifted = now > bed[i] ? now : bed[i];
        level[i] = level[i] > bed[i] ? lifted : level[i];
    }
}

// `lacks` of a root is the change of level by now.
static void lift_row(const runs_pass* pass, int32_t j) {
    wafti_implicit_runs* runs = &pass->own->runs;
    const int32_t base = j * runs->room;
    for (int32_t n = base; n < base + runs->count[j]; ++n) {
        int32_t root = n;
        while (runs->parent[root] != root) {
            root = runs->parent[root];
        }
        if (runs->lacks[root] != 0.0) {
            lift(pass->job, wafti_basin_index(pass->job->basin, runs->first[n], j),
                runs->end[n] - runs->first[n], (wafti_real)runs->lacks[root]);
        }
    }
}

// Changes of level that float would not see are left for later.
static double smallest_lift(const wafti_shallow* s) {
    const double epsilon = sizeof(wafti_real) == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;
    return 0.25 * epsilon * s->dry * 1e6;
}

// Adds up what runs lack in their roots, which come before the others; returns the sum of all.
static double add_up(const wafti_shallow* s, wafti_implicit_runs* runs) {
    double sum = 0.0;
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        const int32_t base = j * runs->room;
        for (int32_t n = base; n < base + runs->count[j]; ++n) {
            sum += runs->lacks[n];
            const int32_t root = root_of(runs->parent, n);
            if (root != n) {
                runs->lacks[root] += runs->lacks[n];
                runs->wet[root] += runs->wet[n];
            }
        }
    }
    return sum;
}

// The root with most wet cells, or -1.
static int32_t greatest_root(const wafti_shallow* s, const wafti_implicit_runs* runs) {
    int32_t greatest = -1;
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        const int32_t base = j * runs->room;
        for (int32_t n = base; n < base + runs->count[j]; ++n) {
            const bool root = runs->parent[n] == n && runs->wet[n] > 0;
            if (root && (greatest < 0 || runs->wet[n] > runs->wet[greatest])) {
                greatest = n;
            }
        }
    }
    return greatest;
}

// Turns what roots lack into a change of level; returns whether there is any. The greatest component
// also pays what is owed.
static bool share_out(const wafti_shallow* s, wafti_implicit_runs* runs, double owed) {
    const double smallest = smallest_lift(s);
    const int32_t greatest = greatest_root(s, runs);
    bool any = false;
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        const int32_t base = j * runs->room;
        for (int32_t n = base; n < base + runs->count[j]; ++n) {
            const double lacks = runs->lacks[n] + (n == greatest ? owed : 0.0);
            const double delta = runs->wet[n] > 0 ? lacks / (double)runs->wet[n] : 0.0;
            runs->lacks[n] = fabs(delta) >= smallest ? delta : 0.0;
            any = any || (runs->parent[n] == n && runs->lacks[n] != 0.0);
        }
    }
    return any;
}

double wafti_implicit_runs_fix(wafti_shallow* s, const wafti_implicit_job* job) {
    wafti_implicit* own = s->own;
    const double area = s->basin.dx * s->basin.dz;
    runs_pass measure = pass_make(s, job, measure_row);
    runs_pass raise = pass_make(s, job, lift_row);
    double lacks = 0.0;
    for (int try = 0; try <= TRIES; ++try) {
        run_rows(s, &measure);
        lacks = add_up(s, &own->runs);
        if (try == TRIES || !share_out(s, &own->runs, own->owed / area)) {
            break;
        }
        run_rows(s, &raise);
    }
    own->owed += lacks * area;
    return lacks * area;
}

static void count_row(const runs_pass* pass, int32_t j) {
    const row_view r = row_at(pass->job, j);
    pass->own->runs.wet[(ptrdiff_t)j * pass->own->runs.room] = wet_of(&r, 0, r.nx);
}

static void lift_all_row(const runs_pass* pass, int32_t j) {
    const row_view r = row_at(pass->job, j);
    wafti_implicit_runs* runs = &pass->own->runs;
    const int32_t n = j * runs->room;
    runs->before[n] = depth_of(&r, 0, r.nx);
    lift(pass->job, wafti_basin_index(pass->job->basin, 0, j), r.nx, (wafti_real)pass->delta);
    runs->lacks[n] = runs->before[n] - depth_of(&r, 0, r.nx);
}

static double count_wet(const wafti_shallow* s, const wafti_implicit_job* job) {
    const wafti_implicit* own = s->own;
    runs_pass pass = pass_make(s, job, count_row);
    run_rows(s, &pass);
    double sum = 0.0;
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        sum += (double)own->runs.wet[(ptrdiff_t)j * own->runs.room];
    }
    return sum;
}

double wafti_implicit_fix_all(
    wafti_shallow* s, const wafti_implicit_job* job, double change, bool wet) {
    wafti_implicit* own = s->own;
    const double area = s->basin.dx * s->basin.dz;
    const double cells = wet ? (double)s->basin.nx * (double)s->basin.nz : count_wet(s, job);
    double lacks = -change;
    for (int try = 0; try < TRIES && cells > 0.0; ++try) {
        runs_pass pass = pass_make(s, job, lift_all_row);
        pass.delta = (lacks + own->owed / area) / cells;
        if (!(fabs(pass.delta) >= smallest_lift(s))) {
            break;
        }
        run_rows(s, &pass);
        for (int32_t j = 0; j < s->basin.nz; ++j) {
            lacks += own->runs.lacks[(ptrdiff_t)j * own->runs.room];
        }
    }
    own->owed += lacks * area;
    return lacks * area;
}
