// SPDX-License-Identifier: MIT
// Volume of the `implicit` method: cells joined by water, and what clamping and rounding took from
// each such component. These are steps 2 and 5 of docs/spec/water.md#step-of-implicit.
#include "water/implicit.h"

#include <float.h>
#include <math.h>

#include "math/groups.h"

enum { TRIES = 4 }; // how often the rest is shared again

static int32_t room_of(const wafti_basin* basin) {
    return basin->nx / 4 + 4;
}

wafti_implicit_runs wafti_implicit_runs_make(const wafti_basin* basin, wafti_carver* c) {
    const size_t count = wafti_size_mul((size_t)room_of(basin), (size_t)basin->nz);
    return (wafti_implicit_runs){
        .room = room_of(basin),
        .count = wafti_carve(c, (size_t)basin->nz, sizeof(int32_t)),
        .first = wafti_carve(c, count, sizeof(int32_t)),
        .end = wafti_carve(c, count, sizeof(int32_t)),
        .parent = wafti_carve(c, count, sizeof(uint32_t)),
        .wet = wafti_carve(c, count, sizeof(int32_t)),
        .before = wafti_carve(c, count, sizeof(double)),
        .lacks = wafti_carve(c, count, sizeof(double)),
    };
}

// A row; NULLs beyond a wall.
typedef struct row_view {
    const wafti_real *level, *bed;
    int32_t nx;
} row_view;

static row_view row_inside(const wafti_implicit_job* job, int32_t j) {
    const ptrdiff_t at = wafti_basin_index(job->basin, 0, j);
    return (row_view){job->level + at, job->bed + at, job->basin->nx};
}

static row_view row_at(const wafti_implicit_job* job, int32_t j) {
    const int32_t nz = job->basin->nz;
    const bool outside = j < 0 || j >= nz;
    if (outside && !job->ring[1]) {
        return (row_view){.nx = job->basin->nx};
    }
    return row_inside(job, outside ? (j < 0 ? nz - 1 : 0) : j);
}

static bool open_between(const row_view* a, int32_t i, const row_view* b, int32_t k) {
    return wafti_implicit_open(a->level[i], a->bed[i], b->level[k], b->bed[k]);
}

static bool open_across(const row_view* r, const row_view* other, int32_t i) {
    return other->level != NULL && open_between(r, i, other, i);
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

// The end of the run that starts at a cell. Eight faces at a time while all are open, which is how
// lakes go.
static int32_t run_end(const row_view* r, int32_t first) {
    int32_t i = first;
    const bool open = i + 1 < r->nx && open_between(r, i, r, i + 1);
    for (; open && i + 8 < r->nx; i += 8) {
        int closed = 0;
        for (int32_t n = i; n < i + 8; ++n) {
            closed += open_between(r, n, r, n + 1) ? 0 : 1;
        }
        if (closed > 0) {
            break;
        }
    }
    while (i + 1 < r->nx && open_between(r, i, r, i + 1)) {
        ++i;
    }
    return i + 1;
}

static void find_in_row(const wafti_implicit_pass* pass, int32_t j) {
    const wafti_implicit_job* job = pass->job;
    wafti_implicit_runs* runs = &pass->own->runs;
    const row_view r = row_inside(job, j);
    const row_view before = row_at(job, j - 1);
    const row_view after = row_at(job, j + 1);
    wafti_real* rise = job->rise + wafti_basin_index(job->basin, 0, j);
    const int32_t base = j * runs->room;
    const bool seam = job->ring[0] && open_between(&r, r.nx - 1, &r, 0);
    int32_t count = 0;
    for (int32_t i = 0; i < r.nx;) {
        const int32_t end = run_end(&r, i);
        const bool at_seam = seam && (i == 0 || end == r.nx);
        const bool single = end == i + 1 && !at_seam;
        if (single && !open_across(&r, &before, i) && !open_across(&r, &after, i)) {
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
        runs->parent[n] = (uint32_t)n;
        runs->before[n] = depth_of(&r, runs->first[n], runs->end[n]);
    }
}

static bool touch(const row_view* a, const row_view* b, int32_t first, int32_t end) {
    int32_t i = first;
    while (i < end && !open_between(a, i, b, i)) {
        ++i;
    }
    return i < end;
}

// Runs of a row and the next: both lists go from left to right.
static void join_rows(const wafti_implicit_job* job, wafti_implicit_runs* runs, int32_t j) {
    const int32_t next = j + 1 < job->basin->nz ? j + 1 : 0;
    const row_view r = row_inside(job, j);
    const row_view above = row_at(job, j + 1);
    int32_t a = j * runs->room;
    int32_t b = next * runs->room;
    const int32_t a_end = a + runs->count[j];
    const int32_t b_end = b + runs->count[next];
    while (a < a_end && b < b_end) {
        const int32_t first = runs->first[a] > runs->first[b] ? runs->first[a] : runs->first[b];
        const int32_t end = runs->end[a] < runs->end[b] ? runs->end[a] : runs->end[b];
        if (first < end && touch(&r, &above, first, end)) {
            wafti_groups_join(runs->parent, (uint32_t)a, (uint32_t)b);
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
    wafti_implicit_pass pass = wafti_implicit_pass_make(s, job);
    wafti_implicit_run(s, &pass, find_in_row);
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        if (j + 1 < s->basin.nz || job->ring[1]) {
            join_rows(job, runs, j);
        }
        const row_view r = row_inside(job, j);
        if (job->ring[0] && runs->count[j] > 1 && open_between(&r, r.nx - 1, &r, 0)) {
            const int32_t base = j * runs->room;
            wafti_groups_join(runs->parent, (uint32_t)base, (uint32_t)(base + runs->count[j] - 1));
        }
    }
}

static void measure_row(const wafti_implicit_pass* pass, int32_t j) {
    wafti_implicit_runs* runs = &pass->own->runs;
    const row_view r = row_inside(pass->job, j);
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
static void lift_row(const wafti_implicit_pass* pass, int32_t j) {
    wafti_implicit_runs* runs = &pass->own->runs;
    const int32_t base = j * runs->room;
    for (int32_t n = base; n < base + runs->count[j]; ++n) {
        uint32_t root = (uint32_t)n;
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
            const uint32_t root = wafti_group_of(runs->parent, (uint32_t)n);
            if (root != (uint32_t)n) {
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
            const bool root = runs->parent[n] == (uint32_t)n && runs->wet[n] > 0;
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
            any = any || (runs->parent[n] == (uint32_t)n && runs->lacks[n] != 0.0);
        }
    }
    return any;
}

double wafti_implicit_runs_fix(wafti_shallow* s, const wafti_implicit_job* job) {
    wafti_implicit* own = s->own;
    const double area = wafti_shallow_area(s);
    wafti_implicit_pass pass = wafti_implicit_pass_make(s, job);
    double lacks = 0.0;
    for (int try = 0; try <= TRIES; ++try) {
        wafti_implicit_run(s, &pass, measure_row);
        lacks = add_up(s, &own->runs);
        if (try == TRIES || !share_out(s, &own->runs, own->owed / area)) {
            break;
        }
        wafti_implicit_run(s, &pass, lift_row);
    }
    own->owed += lacks * area;
    return lacks * area;
}

static void count_row(const wafti_implicit_pass* pass, int32_t j) {
    const row_view r = row_inside(pass->job, j);
    pass->own->runs.wet[(ptrdiff_t)j * pass->own->runs.room] = wet_of(&r, 0, r.nx);
}

static void lift_all_row(const wafti_implicit_pass* pass, int32_t j) {
    const row_view r = row_inside(pass->job, j);
    wafti_implicit_runs* runs = &pass->own->runs;
    const int32_t n = j * runs->room;
    runs->before[n] = depth_of(&r, 0, r.nx);
    lift(pass->job, wafti_basin_index(pass->job->basin, 0, j), r.nx, (wafti_real)pass->delta);
    runs->lacks[n] = runs->before[n] - depth_of(&r, 0, r.nx);
}

static double count_wet(const wafti_shallow* s, const wafti_implicit_job* job) {
    const wafti_implicit* own = s->own;
    wafti_implicit_pass pass = wafti_implicit_pass_make(s, job);
    wafti_implicit_run(s, &pass, count_row);
    double sum = 0.0;
    for (int32_t j = 0; j < s->basin.nz; ++j) {
        sum += (double)own->runs.wet[(ptrdiff_t)j * own->runs.room];
    }
    return sum;
}

double wafti_implicit_fix_all(
    wafti_shallow* s, const wafti_implicit_job* job, double change, bool wet) {
    wafti_implicit* own = s->own;
    const double area = wafti_shallow_area(s);
    const double cells = wet ? (double)s->basin.nx * (double)s->basin.nz : count_wet(s, job);
    double lacks = -change;
    for (int try = 0; try < TRIES && cells > 0.0; ++try) {
        wafti_implicit_pass pass = wafti_implicit_pass_make(s, job);
        pass.delta = (lacks + own->owed / area) / cells;
        if (!(fabs(pass.delta) >= smallest_lift(s))) {
            break;
        }
        wafti_implicit_run(s, &pass, lift_all_row);
        for (int32_t j = 0; j < s->basin.nz; ++j) {
            lacks += own->runs.lacks[(ptrdiff_t)j * own->runs.room];
        }
    }
    own->owed += lacks * area;
    return lacks * area;
}
