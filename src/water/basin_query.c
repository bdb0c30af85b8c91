// SPDX-License-Identifier: MIT
// Drawing and sampling a water on a grid. A sample is what is drawn, bit for bit: both come from the
// same numbers of the same cells, whether they were drawn already or not.
#include <math.h>

#include "task/fpmode.h"
#include "task/pool_guest.h"
#include "water/basin.h"

// Numbers of a cell that samples are blended of: its own, what follows from its neighbours, and foam.
enum { LEVEL, BED, DEPTH, VX, VZ, RISE, CLIMB, NORMAL_X, NORMAL_Y, NORMAL_Z, FOAM, PART_COUNT };
_Static_assert((int)PART_COUNT <= (int)WAFTI_PACKED, "a packed cell has room for all");

// Level and bed are world y; where it is dry the depth is 0 and the level lies below the bed. Rise and
// climb are m/s upwards of the water at the surface and at the bed.
typedef struct cell {
    float of[WAFTI_PACKED];
} cell;

// Where each of them is drawn.
static float* part_of(const waft_water* water, int part) {
    static const waft_water_field_kind kinds[PART_COUNT] = {[LEVEL] = WAFT_WATER_LEVEL,
        [BED] = WAFT_WATER_BED,
        [DEPTH] = WAFT_WATER_DEPTH,
        [VX] = WAFT_WATER_VELOCITY_X,
        [VZ] = WAFT_WATER_VELOCITY_Z,
        [NORMAL_X] = WAFT_WATER_NORMAL_X,
        [NORMAL_Y] = WAFT_WATER_NORMAL_Y,
        [NORMAL_Z] = WAFT_WATER_NORMAL_Z,
        [FOAM] = WAFT_WATER_FOAM};
    return part == RISE    ? water->lake->rise
           : part == CLIMB ? water->lake->climb
                           : water->field[kinds[part]];
}

// Level of a wet column as it is seen: what presses on it holds water down that would stand higher, up
// to the level beside a hull (docs/spec/water.md#queries).
static double shown_level(const waft_water* water, ptrdiff_t at) {
    const wafti_real* contact = water->lake->contact;
    const double level = (double)wafti_shallow_level(&water->lake->s, at);
    return contact != NULL ? level + (double)contact[at] : level;
}

static cell make_cell(const waft_water* water, int32_t i, int32_t j) {
    const wafti_shallow* s = &water->lake->s;
    const ptrdiff_t at = wafti_basin_index(&s->basin, i, j);
    const double still = (double)water->def.level;
    const double bed = (double)s->bed[at];
    if (!((double)wafti_shallow_depth(s, at) > s->dry)) {
        return (cell){{[LEVEL] = (float)(still + wafti_lake_dry_level(s, i, j, bed)),
            [BED] = (float)(still + bed)}};
    }
    double velocity[2];
    s->method->velocity(s, i, j, velocity);
    return (cell){{[LEVEL] = (float)(still + shown_level(water, at)),
        [BED] = (float)(still + bed),
        [DEPTH] = (float)wafti_shallow_depth(s, at),
        [VX] = (float)velocity[0],
        [VZ] = (float)velocity[1]}};
}

static cell read_cell(const waft_water* water, int32_t i, int32_t j) {
    const ptrdiff_t at = wafti_grid_index(&water->grid, i, j);
    cell c = {{0}};
    for (int part = LEVEL; part <= VZ; ++part) {
        c.of[part] = part_of(water, part)[at];
    }
    return c;
}

typedef cell cell_function(const waft_water* water, int32_t i, int32_t j);

// Slopes and flows along one axis.
typedef struct slopes {
    double level, bed; // m/m
    double leaving;    // m/s that the level falls since water leaves along this axis
} slopes;

// The formulas that whole rows and single cells share, so that both give the same bits.
// Distances come as one over them, since divisions would take most of the time.
static inline double slope_of(double low, double high, double per_metre) {
    return (high - low) * per_metre;
}

static inline double leaving_of(double low, double own, double high, double per_cell) {
    return (0.5 * (own + high) - 0.5 * (low + own)) * per_cell;
}

static inline void set_motion(
    const slopes* x, const slopes* z, double vx, double vz, float out[WAFTI_PACKED]) {
    const double shorter = 1.0 / sqrt(1.0 + x->level * x->level + z->level * z->level);
    out[NORMAL_X] = (float)(-x->level * shorter);
    out[NORMAL_Y] = (float)shorter;
    out[NORMAL_Z] = (float)(-z->level * shorter);
    // The surface moves with the water in it: w = dzeta/dt + u . grad zeta with
    // dzeta/dt = -div(d u); at the bed w = u . grad b.
    out[RISE] = (float)(vx * x->level + vz * z->level - x->leaving - z->leaving);
    out[CLIMB] = (float)(vx * x->bed + vz * z->bed);
}

// Differences over the cells that are wet: one-sided at shores, 0 where the cell stands alone.
static slopes axis_slopes(
    const waft_water* water, cell_function* get, int32_t i, int32_t j, int axis, const cell* own) {
    const wafti_shallow* s = &water->lake->s;
    const double spacing = axis == 0 ? s->basin.dx : s->basin.dz;
    const double flow = (double)own->of[DEPTH] * (double)own->of[VX + axis];
    double level[2] = {(double)own->of[LEVEL], (double)own->of[LEVEL]};
    double bed[2] = {(double)own->of[BED], (double)own->of[BED]};
    double beyond[2];
    int wet = 0;
    int present = 0;
    for (int end = 0; end < 2; ++end) {
        int32_t place[2];
        if (wafti_lake_neighbour(s, i, j, 2 * axis + end, place) < 0) {
            // Nothing passes a wall; elsewhere the water is taken to go on.
            beyond[end] = s->edges[2 * axis + end].kind == WAFT_EDGE_WALL ? -flow : flow;
            continue;
        }
        const cell other = get(water, place[0], place[1]);
        beyond[end] = (double)other.of[DEPTH] * (double)other.of[VX + axis];
        bed[end] = (double)other.of[BED];
        ++present;
        if (other.of[DEPTH] > 0.0f) {
            level[end] = (double)other.of[LEVEL];
            ++wet;
        }
    }
    return (slopes){.level = wet > 0 ? slope_of(level[0], level[1], 1.0 / (wet * spacing)) : 0.0,
        .bed = present > 0 ? slope_of(bed[0], bed[1], 1.0 / (present * spacing)) : 0.0,
        .leaving = leaving_of(beyond[0], flow, beyond[1], 1.0 / spacing)};
}

// A cell with its motion.
static cell make_motion(const waft_water* water, cell_function* get, int32_t i, int32_t j) {
    cell own = get(water, i, j);
    own.of[NORMAL_Y] = 1.0f;
    if (own.of[DEPTH] > 0.0f) {
        const slopes x = axis_slopes(water, get, i, j, 0, &own);
        const slopes z = axis_slopes(water, get, i, j, 1, &own);
        set_motion(&x, &z, (double)own.of[VX], (double)own.of[VZ], own.of);
    }
    return own;
}

static void draw_flows_of(const waft_water* water, int32_t j) {
    const wafti_shallow* s = &water->lake->s;
    const ptrdiff_t row = wafti_grid_index(&water->grid, 0, j);
    for (int32_t i = 0; i < water->grid.nx; ++i) {
        double velocity[2] = {0.0, 0.0};
        if (water->field[WAFT_WATER_DEPTH][row + i] > 0.0f) {
            s->method->velocity(s, i, j, velocity);
        }
        water->field[WAFT_WATER_VELOCITY_X][row + i] = (float)velocity[0];
        water->field[WAFT_WATER_VELOCITY_Z][row + i] = (float)velocity[1];
    }
}

// Cells of a row from the second to the last but one, all of them and their neighbours wet.
static void draw_wet_row(const waft_water* water, int32_t j) {
    const wafti_basin* b = &water->lake->s.basin;
    const ptrdiff_t row = water->grid.stride;
    const float* level = water->field[WAFT_WATER_LEVEL];
    const float* bed = water->field[WAFT_WATER_BED];
    const float* depth = water->field[WAFT_WATER_DEPTH];
    const float* vx = water->field[WAFT_WATER_VELOCITY_X];
    const float* vz = water->field[WAFT_WATER_VELOCITY_Z];
    const double per_width = 1.0 / (2 * b->dx);
    const double per_depth = 1.0 / (2 * b->dz);
    const double per_cell[2] = {1.0 / b->dx, 1.0 / b->dz};
    float* out[PART_COUNT] = {NULL};
    for (int part = RISE; part <= NORMAL_Z; ++part) {
        out[part] = part_of(water, part);
    }
    for (ptrdiff_t at = j * row + 1; at < j * row + b->nx - 1; ++at) {
        const slopes x = {
            .level = slope_of((double)level[at - 1], (double)level[at + 1], per_width),
            .bed = slope_of((double)bed[at - 1], (double)bed[at + 1], per_width),
            .leaving = leaving_of((double)depth[at - 1] * (double)vx[at - 1],
                (double)depth[at] * (double)vx[at], (double)depth[at + 1] * (double)vx[at + 1],
                per_cell[0])};
        const slopes z = {
            .level = slope_of((double)level[at - row], (double)level[at + row], per_depth),
            .bed = slope_of((double)bed[at - row], (double)bed[at + row], per_depth),
            .leaving = leaving_of((double)depth[at - row] * (double)vz[at - row],
                (double)depth[at] * (double)vz[at], (double)depth[at + row] * (double)vz[at + row],
                per_cell[1])};
        float made[WAFTI_PACKED];
        set_motion(&x, &z, (double)vx[at], (double)vz[at], made);
        for (int part = RISE; part <= NORMAL_Z; ++part) {
            out[part][at] = made[part];
        }
    }
}

static void draw_motions_of(const waft_water* water, int32_t j) {
    const wafti_grid* grid = &water->grid;
    const bool* wet = water->lake->row_wet;
    const bool plain = j > 0 && j + 1 < grid->nz && wet[j - 1] && wet[j] && wet[j + 1];
    if (plain) {
        draw_wet_row(water, j);
    }
    // The outermost cells of a plain row, or all of another.
    const int32_t by = plain ? grid->nx - 1 : 1;
    for (int32_t i = 0; i < grid->nx; i += by) {
        const cell made = make_motion(water, read_cell, i, j);
        for (int part = RISE; part <= NORMAL_Z; ++part) {
            part_of(water, part)[wafti_grid_index(grid, i, j)] = made.of[part];
        }
    }
}

enum { DRAWN_ROWS = 16 }; // of a block

typedef struct painter {
    const waft_water* water;
    void (*draw_row)(const waft_water* water, int32_t j);
} painter;

static void draw_block(void* context, int32_t block) {
    const painter* p = context;
    const int32_t end = (block + 1) * DRAWN_ROWS;
    for (int32_t j = block * DRAWN_ROWS; j < end && j < p->water->grid.nz; ++j) {
        p->draw_row(p->water, j);
    }
}

static void draw_rows(
    const waft_water* water, double cell_us, void (*draw_row)(const waft_water* water, int32_t j)) {
    const wafti_grid* grid = &water->grid;
    painter p = {water, draw_row};
    wafti_pool_run_if_free(water->context->pool, (grid->nz + DRAWN_ROWS - 1) / DRAWN_ROWS,
        cell_us * grid->nx * grid->nz, draw_block, &p);
}

static bool is_drawn(wafti_lake* lake, wafti_drawn wanted) {
    return atomic_load_explicit(&lake->drawn, memory_order_acquire) >= (int)wanted;
}

// What others have been drawing may be read by now, so that no stage writes what an earlier one wrote.
void wafti_lake_draw(const waft_water* water, wafti_drawn wanted) {
    static const struct {
        double cell_us;
        void (*draw_row)(const waft_water* water, int32_t j);
    } stages[] = {[WAFTI_DRAWN_HEIGHTS] = {0.001, wafti_lake_draw_heights},
        [WAFTI_DRAWN_FLOWS] = {0.012, draw_flows_of},
        [WAFTI_DRAWN_ALL] = {0.012, draw_motions_of}};
    wafti_lake* lake = water->lake;
    if (is_drawn(lake, wanted)) {
        return;
    }
    (void)pthread_mutex_lock(&lake->drawing);
    const wafti_fpmode host_mode = wafti_fpmode_enter();
    const int done = atomic_load_explicit(&lake->drawn, memory_order_acquire);
    for (int stage = done + 1; stage <= (int)wanted; ++stage) {
        draw_rows(water, stages[stage].cell_us, stages[stage].draw_row);
        atomic_store_explicit(&lake->drawn, stage, memory_order_release);
    }
    wafti_fpmode_leave(host_mode);
    (void)pthread_mutex_unlock(&lake->drawing);
}

void wafti_lake_draw_field(const waft_water* water, waft_water_field_kind kind) {
    // Bed and foam are always there.
    static const wafti_drawn needed[WAFT_WATER_FIELD_COUNT] = {
        [WAFT_WATER_LEVEL] = WAFTI_DRAWN_HEIGHTS,
        [WAFT_WATER_DEPTH] = WAFTI_DRAWN_HEIGHTS,
        [WAFT_WATER_VELOCITY_X] = WAFTI_DRAWN_FLOWS,
        [WAFT_WATER_VELOCITY_Z] = WAFTI_DRAWN_FLOWS,
        [WAFT_WATER_NORMAL_X] = WAFTI_DRAWN_ALL,
        [WAFT_WATER_NORMAL_Y] = WAFTI_DRAWN_ALL,
        [WAFT_WATER_NORMAL_Z] = WAFTI_DRAWN_ALL,
    };
    wafti_lake_draw(water, needed[kind]);
}

void wafti_lake_forget(wafti_lake* lake) {
    atomic_store_explicit(&lake->asked, 0, memory_order_relaxed);
    atomic_store_explicit(&lake->is_packed, false, memory_order_release);
    atomic_store_explicit(&lake->drawn, WAFTI_DRAWN_NOTHING, memory_order_release);
}

static void pack_row(const waft_water* water, int32_t j) {
    const ptrdiff_t row = wafti_grid_index(&water->grid, 0, j);
    float* out = water->lake->packed + row * WAFTI_PACKED;
    for (ptrdiff_t i = 0; i < water->grid.nx; ++i, out += WAFTI_PACKED) {
        for (int n = 0; n < PART_COUNT; ++n) {
            out[n] = part_of(water, n)[row + i];
        }
    }
}

// Without memory for it samples go on as before.
static void pack(const waft_water* water) {
    wafti_lake* lake = water->lake;
    (void)pthread_mutex_lock(&lake->drawing);
    if (lake->packed == NULL) {
        lake->packed = wafti_allocate_zero(&water->context->allocator,
            wafti_size_mul(wafti_grid_size(&water->grid), WAFTI_PACKED), sizeof(float));
    }
    if (lake->packed != NULL && !atomic_load_explicit(&lake->is_packed, memory_order_acquire)) {
        draw_rows(water, 0.012, pack_row);
        atomic_store_explicit(&lake->is_packed, true, memory_order_release);
    }
    (void)pthread_mutex_unlock(&lake->drawing);
}

// Packing a cell costs a sixteenth of what it saves a point: once so many were asked that it would have
// paid, others may well follow.
static bool has_packed(const waft_water* water, size_t asked) {
    enum { CELLS_A_POINT = 16 };
    wafti_lake* lake = water->lake;
    if (!atomic_load_explicit(&lake->is_packed, memory_order_acquire) &&
        asked >= (size_t)water->grid.nx * (size_t)water->grid.nz / CELLS_A_POINT) {
        pack(water);
    }
    return atomic_load_explicit(&lake->is_packed, memory_order_acquire);
}

// Sums over the four cells around a point.
typedef struct blend {
    bool all_wet;
    double of[WAFTI_PACKED];
} blend;

// Four cells around a point: the two at low z first, each pair by x. The order of a sum is the same
// wherever its numbers come from, so that the bits are.
static inline double blend_four(const double weight[2][2], float a, float b, float c, float d) {
    return (weight[0][0] * (double)a + weight[0][1] * (double)b) +
           (weight[1][0] * (double)c + weight[1][1] * (double)d);
}

static bool all_wet(const double weight[2][2], float a, float b, float c, float d) {
    return (a > 0.0f || !(weight[0][0] > 0.0)) && (b > 0.0f || !(weight[0][1] > 0.0)) &&
           (c > 0.0f || !(weight[1][0] > 0.0)) && (d > 0.0f || !(weight[1][1] > 0.0));
}

// `cells` are packed.
static inline void blend_packed(
    const float* const cells[4], const wafti_corners* corners, blend* out_sum) {
    const float* a = cells[0];
    const float* b = cells[1];
    const float* c = cells[2];
    const float* d = cells[3];
    for (int n = 0; n < WAFTI_PACKED; ++n) {
        out_sum->of[n] = blend_four(corners->weight, a[n], b[n], c[n], d[n]);
    }
    out_sum->all_wet = all_wet(corners->weight, a[DEPTH], b[DEPTH], c[DEPTH], d[DEPTH]);
}

// Depth-uniform along the bed, linear from bed to surface upwards. A height that is no number asks
// for the surface.
static double upwards_at(const blend* b, double depth, double y) {
    const double over_bed = y - (b->of[LEVEL] - depth);
    const double share = isless(over_bed, depth) ? fmax(0.0, over_bed / depth) : 1.0;
    return b->of[CLIMB] + share * (b->of[RISE] - b->of[CLIMB]);
}

// Number by number: a whole sample made elsewhere and copied would wait for its own parts.
static void finish_sample(
    const waft_water* water, const blend* b, double y, waft_water_sample* out_sample) {
    // Where all cells are wet their depths are exact; at a shore it is what lies between the drawn
    // surfaces.
    const double depth = b->all_wet ? b->of[DEPTH] : b->of[LEVEL] - b->of[BED];
    if (!(depth > water->lake->s.dry)) {
        *out_sample = (waft_water_sample){
            .status = WAFT_SAMPLE_DRY, .level = (float)b->of[BED], .normal = {0.0f, 1.0f, 0.0f}};
        return;
    }
    const double* normal = &b->of[NORMAL_X];
    const double longer =
        1.0 / sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    out_sample->status = WAFT_SAMPLE_OK;
    out_sample->level = (float)b->of[LEVEL];
    out_sample->depth = (float)depth;
    out_sample->normal.x = (float)(normal[0] * longer);
    out_sample->normal.y = (float)(normal[1] * longer);
    out_sample->normal.z = (float)(normal[2] * longer);
    out_sample->velocity.x = (float)b->of[VX];
    out_sample->velocity.y = (float)upwards_at(b, depth, y);
    out_sample->velocity.z = (float)b->of[VZ];
    out_sample->foam = (float)b->of[FOAM];
}

static blend blend_drawn(const waft_water* water, const wafti_corners* corners) {
    const wafti_grid* grid = &water->grid;
    const ptrdiff_t a = wafti_grid_index(grid, corners->i[0], corners->j[0]);
    const ptrdiff_t b = wafti_grid_index(grid, corners->i[1], corners->j[0]);
    const ptrdiff_t c = wafti_grid_index(grid, corners->i[0], corners->j[1]);
    const ptrdiff_t d = wafti_grid_index(grid, corners->i[1], corners->j[1]);
    blend sum;
    for (int n = 0; n < PART_COUNT; ++n) {
        const float* f = part_of(water, n);
        sum.of[n] = blend_four(corners->weight, f[a], f[b], f[c], f[d]);
    }
    const float* depth = part_of(water, DEPTH);
    sum.all_wet = all_wet(corners->weight, depth[a], depth[b], depth[c], depth[d]);
    return sum;
}

static blend blend_made(const waft_water* water, const wafti_corners* corners) {
    cell made[4];
    for (int n = 0; n < 4; ++n) {
        const int32_t i = corners->i[n % 2];
        const int32_t j = corners->j[n / 2];
        made[n] = make_motion(water, make_cell, i, j);
        made[n].of[FOAM] = water->field[WAFT_WATER_FOAM][wafti_grid_index(&water->grid, i, j)];
    }
    const float* const cells[4] = {made[0].of, made[1].of, made[2].of, made[3].of};
    blend sum;
    blend_packed(cells, corners, &sum);
    return sum;
}

waft_water_sample wafti_lake_sample(const waft_water* water, double x, double y, double z) {
    if (!wafti_water_covers(&water->def, x, z)) {
        return (waft_water_sample){.status = WAFT_SAMPLE_OUTSIDE};
    }
    const wafti_corners corners = wafti_grid_corners(&water->grid, x, z);
    const blend sum = is_drawn(water->lake, WAFTI_DRAWN_ALL) ? blend_drawn(water, &corners)
                                                             : blend_made(water, &corners);
    waft_water_sample sample;
    finish_sample(water, &sum, y, &sample);
    return sample;
}

// Points that are looked for together: what a point reads comes from far away, and that of the next
// points can be on its way meanwhile.
enum { ASKED_TOGETHER = 16, LINE_FLOATS = 16 };

// A point, if it lies in the domain.
typedef struct place {
    bool inside;
    const float* cells[4]; // packed
    wafti_corners corners;
} place;

static void fetch_cells(const float* first, const float* second) {
    __builtin_prefetch(first);
    __builtin_prefetch(first + LINE_FLOATS);
    __builtin_prefetch(second + WAFTI_PACKED - 1);
}

static place look_up(const waft_water* water, double x, double z) {
    place p = {.inside = wafti_water_covers(&water->def, x, z)};
    if (p.inside) {
        p.corners = wafti_grid_corners(&water->grid, x, z);
        for (int n = 0; n < 4; ++n) {
            p.cells[n] = water->lake->packed +
                         wafti_grid_index(&water->grid, p.corners.i[n % 2], p.corners.j[n / 2]) *
                             WAFTI_PACKED;
        }
        fetch_cells(p.cells[0], p.cells[1]);
        fetch_cells(p.cells[2], p.cells[3]);
    }
    return p;
}

static void sample_packed(const waft_water* water, const waft_vec3* points, size_t count,
    waft_water_sample* out_samples) {
    place places[ASKED_TOGETHER];
    for (size_t n = 0; n < count; ++n) {
        places[n] = look_up(water, (double)points[n].x, (double)points[n].z);
    }
    for (size_t n = 0; n < count; ++n) {
        if (places[n].inside) {
            blend sum;
            blend_packed(places[n].cells, &places[n].corners, &sum);
            finish_sample(water, &sum, (double)points[n].y, &out_samples[n]);
        } else {
            out_samples[n] = (waft_water_sample){.status = WAFT_SAMPLE_OUTSIDE};
        }
    }
}

void wafti_lake_query(const waft_water* water, const waft_vec3* points, size_t point_count,
    waft_water_sample* out_samples) {
    const size_t asked =
        atomic_fetch_add_explicit(&water->lake->asked, point_count, memory_order_relaxed) +
        point_count;
    wafti_water_expect_samples(water, asked);
    if (is_drawn(water->lake, WAFTI_DRAWN_ALL) && has_packed(water, asked)) {
        for (size_t n = 0; n < point_count; n += ASKED_TOGETHER) {
            const size_t left = point_count - n;
            sample_packed(
                water, points + n, left < ASKED_TOGETHER ? left : ASKED_TOGETHER, out_samples + n);
        }
        return;
    }
    for (size_t n = 0; n < point_count; ++n) {
        out_samples[n] =
            wafti_lake_sample(water, (double)points[n].x, (double)points[n].y, (double)points[n].z);
    }
}
