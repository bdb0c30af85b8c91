// SPDX-License-Identifier: MIT
#include "water/foam.h"

#include <math.h>
#include <string.h>

#include "water/tools.h"

static const double shortest_move = 1.0 / 30.0; // s
// Convergence from which water foams, as a share of sqrt(g d), and how fast it is white at twice that.
static const float least_convergence = 0.15f;
static const double whitening = 10.0; // 1/s
static const float least_foam = 1.0f / 4096.0f;

enum {
    PAD = 16,
    BAND_ROWS = 8, // three of each velocity, what is new, and figures of pieces
    TURNS = 8,     // moves after which a calm band is looked at again
};

static ptrdiff_t row_stride(const wafti_basin* basin) {
    return ((ptrdiff_t)basin->nx + 15) / 16 * 16 + 2 * (ptrdiff_t)PAD;
}

static int32_t band_count(const wafti_basin* basin) {
    return (basin->nz + WAFTI_FOAM_BAND - 1) / WAFTI_FOAM_BAND;
}

static int32_t piece_count(const wafti_basin* basin) {
    return (basin->nx + WAFTI_FOAM_PIECE - 1) / WAFTI_FOAM_PIECE;
}

static size_t mark_count(const wafti_basin* basin) {
    return (size_t)piece_count(basin) * (size_t)basin->nz;
}

void wafti_foam_init(
    wafti_foam* foam, const wafti_basin* basin, ptrdiff_t stride, wafti_carver* c) {
    foam->stride = stride;
    foam->pieces = piece_count(basin);
    foam->next = wafti_carve(c, wafti_size_mul((size_t)stride, (size_t)basin->nz), sizeof(float));
    foam->marks = wafti_carve(c, mark_count(basin), 1);
    foam->next_marks = wafti_carve(c, mark_count(basin), 1);
    const size_t rows = (size_t)band_count(basin) * BAND_ROWS;
    foam->rows = wafti_carve(c, wafti_size_mul(rows, (size_t)row_stride(basin)), sizeof(float));
}

typedef struct foam_job {
    wafti_foam* foam;
    const wafti_shallow* s;
    wafti_foam_kernel* search;
    float dt_dx, dt_dz;
    float keep;
    bool around_x, around_z;
} foam_job;

// Velocities of a row with the cells before and behind it: walls are mirrors.
static void velocity_row(const foam_job* job, int32_t j, float* vx, float* vz) {
    const wafti_shallow* s = job->s;
    const int32_t nx = s->basin.nx;
    s->method->velocity_row(s, j, vx, vz);
    const bool wall[2] = {s->edges[WAFT_WATER_LEFT].kind == WAFT_EDGE_WALL,
        s->edges[WAFT_WATER_RIGHT].kind == WAFT_EDGE_WALL};
    vx[-1] = job->around_x ? vx[nx - 1] : (wall[0] ? -vx[0] : vx[0]);
    vx[nx] = job->around_x ? vx[0] : (wall[1] ? -vx[nx - 1] : vx[nx - 1]);
}

// Row j of the velocities, or what stands for it beyond an edge.
static void fetch_row(const foam_job* job, int32_t j, float* vx, float* vz) {
    const wafti_shallow* s = job->s;
    const int32_t nz = s->basin.nz;
    if (j >= 0 && j < nz) {
        velocity_row(job, j, vx, vz);
        return;
    }
    const waft_water_side side = j < 0 ? WAFT_WATER_BACK : WAFT_WATER_FRONT;
    velocity_row(job, wafti_inside(j, nz, job->around_z), vx, vz);
    if (s->edges[side].kind == WAFT_EDGE_WALL) {
        for (int32_t i = 0; i < s->basin.nx; ++i) {
            vz[i] = -vz[i];
        }
    }
}

// Some cells of a row: how far foam moves there, in cells, and whether new foam comes.
typedef struct piece {
    int32_t low, high;
    float reach_x, reach_z;
    bool fresh;
} piece;

// From squares of the convergence c less their limit to (c - c0) / c0, up to 1, times the rate.
static void make_fresh(const foam_job* job, const wafti_foam_look* look, const piece* p) {
    const float rate = (float)(whitening * (double)job->dt_dx * job->s->basin.dx);
    for (int32_t i = p->low; i < p->high; ++i) {
        const float depth = look->bed != NULL ? look->depth[i] - look->bed[i] : look->depth[i];
        const float over = look->excess[i] > 0.0f ? look->excess[i] / (look->limit * depth) : 0.0f;
        const float share = sqrtf(1.0f + over) - 1.0f;
        look->excess[i] = rate * (share < 1.0f ? share : 1.0f);
    }
}

static bool any_mark(const foam_job* job, const piece* p, int32_t j) {
    const wafti_foam* foam = job->foam;
    const wafti_basin* b = &job->s->basin;
    const int32_t most = WAFTI_FOAM_PIECE * foam->pieces;
    const int32_t reach_x = (int32_t)fminf(p->reach_x, (float)most) + 2;
    const int32_t reach_z = (int32_t)fminf(p->reach_z, (float)b->nz) + 2;
    const int32_t low = p->low - reach_x;
    const int32_t high = p->high - 1 + reach_x;
    // Around the ends of a periodic axis all is looked at: those pieces are few.
    const bool ends = job->around_x && (low < 0 || high >= b->nx);
    const int32_t first = ends || low < 0 ? 0 : low / WAFTI_FOAM_PIECE;
    const int32_t last = ends || high >= b->nx ? foam->pieces - 1 : high / WAFTI_FOAM_PIECE;
    for (int32_t row = j - reach_z; row <= j + reach_z; ++row) {
        const int32_t at = wafti_basin_neighbour(row, b->nz, job->around_z);
        for (int32_t n = first; at >= 0 && n <= last; ++n) {
            if (foam->marks[at * foam->pieces + n] != 0) {
                return true;
            }
        }
    }
    return false;
}

// Two cells around a place along an axis and the weight of the second.
static inline float between(
    float place, int32_t count, bool around, int32_t* out_low, int32_t* out_high) {
    float at = place;
    if (around) {
        const float length = (float)count;
        at -= length * floorf(at / length);
        at = at < length ? at : 0.0f;
    } else {
        const float last = (float)(count - 1);
        at = at > 0.0f ? (at < last ? at : last) : 0.0f;
    }
    const int32_t low = (int32_t)at;
    *out_low = low;
    *out_high = low + 1 < count ? low + 1 : (around ? 0 : low);
    return at - (float)low;
}

static float drifted(const foam_job* job, float x, float z) {
    const wafti_foam* foam = job->foam;
    const wafti_basin* b = &job->s->basin;
    int32_t i[2];
    int32_t j[2];
    const float share_x = between(x, b->nx, job->around_x, &i[0], &i[1]);
    const float share_z = between(z, b->nz, job->around_z, &j[0], &j[1]);
    const float* low = foam->now + j[0] * foam->stride;
    const float* high = foam->now + j[1] * foam->stride;
    const float front = low[i[0]] + share_x * (low[i[1]] - low[i[0]]);
    const float back = high[i[0]] + share_x * (high[i[1]] - high[i[0]]);
    return front + share_z * (back - front);
}

// Semi-Lagrangian: what was upstream is here now.
static void move_piece(const foam_job* job, const piece* p, int32_t j, const float* vx,
    const float* vz, const float* fresh) {
    wafti_foam* foam = job->foam;
    float* next = foam->next + j * foam->stride;
    uint8_t* mark = &foam->next_marks[j * foam->pieces + p->low / WAFTI_FOAM_PIECE];
    const bool drifting = any_mark(job, p, j);
    if (!drifting && !p->fresh) {
        if (*mark != 0) {
            memset(next + p->low, 0, (size_t)(p->high - p->low) * sizeof(float));
            *mark = 0;
        }
        return;
    }
    bool any = false;
    for (int32_t i = p->low; i < p->high; ++i) {
        float foamed = 0.0f;
        if (drifting && isfinite(vx[i]) && isfinite(vz[i])) {
            foamed = job->keep *
                     drifted(job, (float)i - vx[i] * job->dt_dx, (float)j - vz[i] * job->dt_dz);
        }
        foamed += p->fresh ? fresh[i] : 0.0f;
        foamed = foamed > least_foam ? (foamed < 1.0f ? foamed : 1.0f) : 0.0f;
        next[i] = foamed;
        any = any || foamed > 0.0f;
    }
    *mark = any ? 1 : 0;
}

static bool has_marks(const foam_job* job, int32_t low, int32_t high, const uint8_t* marks) {
    const size_t pieces = (size_t)job->foam->pieces;
    return memchr(marks + (size_t)low * pieces, 1, (size_t)(high - low) * pieces) != NULL;
}

static int32_t band_end(const foam_job* job, int32_t band) {
    return wafti_lesser((band + 1) * WAFTI_FOAM_BAND, job->s->basin.nz);
}

// Foam in a band or one of its neighbours, or its turn.
static bool is_awake(const foam_job* job, int32_t band) {
    const int32_t count = band_count(&job->s->basin);
    bool awake = ((uint32_t)band + job->foam->moves) % TURNS == 0;
    for (int32_t n = band - 1; n <= band + 1 && !awake; ++n) {
        const int32_t at = wafti_basin_neighbour(n, count, job->around_z);
        awake =
            at >= 0 && has_marks(job, at * WAFTI_FOAM_BAND, band_end(job, at), job->foam->marks);
    }
    return awake;
}

// What was foam two moves ago is none now.
static void clear_band(const foam_job* job, int32_t low, int32_t high) {
    wafti_foam* foam = job->foam;
    if (has_marks(job, low, high, foam->next_marks)) {
        memset(foam->next + low * foam->stride, 0,
            (size_t)(high - low) * (size_t)foam->stride * sizeof(float));
        memset(foam->next_marks + (ptrdiff_t)low * foam->pieces, 0,
            (size_t)(high - low) * (size_t)foam->pieces);
    }
}

static void move_row(const foam_job* job, int32_t j, const wafti_foam_look* look) {
    const int32_t nx = job->s->basin.nx;
    job->search(look);
    for (int32_t i = 0; i < nx; i += WAFTI_FOAM_PIECE) {
        const size_t n = (size_t)(i / WAFTI_FOAM_PIECE);
        const piece p = {.low = i,
            .high = i + WAFTI_FOAM_PIECE < nx ? i + WAFTI_FOAM_PIECE : nx,
            .reach_x = look->fast[2 * n] * job->dt_dx,
            .reach_z = look->fast[2 * n + 1] * job->dt_dz,
            .fresh = look->fresh[n] != 0};
        if (p.fresh) {
            make_fresh(job, look, &p);
        }
        move_piece(job, &p, j, look->vx, look->vz[1], look->excess);
    }
}

static wafti_foam_look look_of(const foam_job* job, float* rows) {
    const wafti_shallow* s = job->s;
    const ptrdiff_t stride = row_stride(&s->basin);
    // 32 cells have two speeds and a flag: a row of numbers is enough for both.
    float* figures = rows + 7 * stride;
    return (wafti_foam_look){.nx = s->basin.nx,
        .across = (float)(0.5 * s->basin.dx / s->basin.dz),
        .limit =
            (float)((double)least_convergence * (double)least_convergence * s->context->gravity),
        .dry = (float)s->dry,
        .excess = rows + 6 * stride,
        .fast = figures,
        .fresh = (uint8_t*)(figures + 2 * (ptrdiff_t)job->foam->pieces)};
}

static void move_band(void* context, int32_t band) {
    const foam_job* job = context;
    const wafti_shallow* s = job->s;
    const ptrdiff_t stride = row_stride(&s->basin);
    float* rows = job->foam->rows + (ptrdiff_t)band * BAND_ROWS * stride + PAD;
    const int32_t low = band * WAFTI_FOAM_BAND;
    const int32_t high = band_end(job, band);
    if (!is_awake(job, band)) {
        clear_band(job, low, high);
        return;
    }
    wafti_foam_look look = look_of(job, rows);
    for (int32_t j = low - 1; j <= high; ++j) {
        const ptrdiff_t slot = (j + 3) % 3;
        fetch_row(job, j, rows + slot * stride, rows + (3 + slot) * stride);
        if (j <= low) {
            continue;
        }
        // Row j - 1 now knows both neighbours.
        const int32_t own = j - 1;
        const ptrdiff_t at = wafti_basin_index(&s->basin, 0, own);
        look.vx = rows + (own + 3) % 3 * stride;
        for (int n = 0; n < 3; ++n) {
            look.vz[n] = rows + (3 + (own + 2 + n) % 3) * stride;
        }
        look.depth = (s->depth != NULL ? s->depth : s->level) + at;
        look.bed = s->depth != NULL ? NULL : s->bed + at;
        move_row(job, own, &look);
    }
}

void wafti_foam_step(wafti_foam* foam, const wafti_shallow* s, double dt) {
    foam->due += dt;
    if (foam->due < shortest_move * (1.0 - 1e-6)) {
        return;
    }
    foam_job job = {.foam = foam,
        .s = s,
        .search = WAFTI_COPY(s->context->isa, wafti_foam_search),
        .dt_dx = (float)(foam->due / s->basin.dx),
        .dt_dz = (float)(foam->due / s->basin.dz),
        .keep = (float)exp(-foam->due / foam->life),
        .around_x = wafti_shallow_periodic(s, 0),
        .around_z = wafti_shallow_periodic(s, 1)};
    const double us_per_cell = 0.002;
    wafti_pool_run(s->context->pool, band_count(&s->basin), us_per_cell * s->basin.nx * s->basin.nz,
        move_band, &job);
    float* moved = foam->next;
    uint8_t* marks = foam->next_marks;
    foam->next = foam->now;
    foam->next_marks = foam->marks;
    foam->now = moved;
    foam->marks = marks;
    foam->due = 0.0;
    foam->moves = (foam->moves + 1) % TURNS;
}

double wafti_foam_sum(const wafti_foam* foam, const wafti_basin* basin) {
    double sum = 0.0;
    for (int32_t n = 0; n < foam->pieces * basin->nz; ++n) {
        if (foam->marks[n] == 0) {
            continue;
        }
        const int32_t low = n % foam->pieces * WAFTI_FOAM_PIECE;
        const int32_t high = wafti_lesser(low + WAFTI_FOAM_PIECE, basin->nx);
        for (int32_t i = low; i < high; ++i) {
            sum += (double)foam->now[i + n / foam->pieces * foam->stride];
        }
    }
    return sum;
}

void wafti_foam_state(wafti_foam* foam, const wafti_basin* basin, wafti_stream* stream) {
    wafti_stream_bytes(stream, &foam->due, sizeof(foam->due));
    wafti_stream_bytes(stream, &foam->moves, sizeof(foam->moves));
    wafti_stream_rows(
        stream, foam->now, (size_t)basin->nx, (size_t)basin->nz, (size_t)foam->stride);
    if (stream->mode != WAFTI_STREAM_LOAD) {
        return;
    }
    // Those of bands that are not looked at in this move tell where foam is.
    memset(foam->marks, 0, mark_count(basin));
    bool fit = isgreaterequal(foam->due, 0.0) && isless(foam->due, shortest_move);
    for (wafti_cells at = wafti_basin_cells(basin); wafti_cells_next(&at);) {
        const float foamed = foam->now[at.i + at.j * foam->stride];
        fit = fit && isgreaterequal(foamed, 0.0f) && islessequal(foamed, 1.0f);
        foam->marks[at.j * foam->pieces + at.i / WAFTI_FOAM_PIECE] |= isgreater(foamed, 0.0f) != 0;
    }
    stream->failed = stream->failed || !fit;
}
