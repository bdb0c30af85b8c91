// SPDX-License-Identifier: MIT
// Drawing and sampling a water on a grid. A sample is what is drawn, bit for bit: both come from the
// same numbers of the same cells, whether they were drawn already or not.
#include <math.h>

#include "task/fpmode.h"
#include "task/pool_guest.h"
#include "water/basin.h"

// A cell as it is drawn.
typedef struct cell {
    bool wet;
    float level, bed; // world y; where it is dry the level lies below the bed
    float depth;
    float vx, vz;
} cell;

// What follows from a cell and its neighbours.
typedef struct motion {
    float normal[3];
    float rise;  // m/s, of the water at the surface
    float climb; // m/s, at the bed
} motion;

static ptrdiff_t neighbour(const wafti_shallow* s, int32_t i, int32_t j, int side, int32_t at[2]) {
    const wafti_basin* b = &s->basin;
    const int32_t by = side % 2 == 0 ? -1 : 1;
    at[0] = wafti_basin_neighbour(side < 2 ? i + by : i, b->nx, wafti_shallow_periodic(s, 0));
    at[1] = wafti_basin_neighbour(side < 2 ? j : j + by, b->nz, wafti_shallow_periodic(s, 1));
    return at[0] >= 0 && at[1] >= 0 ? wafti_basin_index(b, at[0], at[1]) : -1;
}

static bool is_wet(const wafti_shallow* s, ptrdiff_t at) {
    return (double)wafti_shallow_depth(s, at) > s->dry;
}

// Level of a dry cell. Next to water it goes on level, so that water and bed meet in a shore line;
// elsewhere it hides just below the bed.
static double dry_level(const wafti_shallow* s, int32_t i, int32_t j, double bed) {
    const double hidden = 1e-3 * fmin(s->basin.dx, s->basin.dz);
    double sum = 0.0;
    int count = 0;
    for (int side = 0; side < WAFT_WATER_SIDE_COUNT; ++side) {
        int32_t place[2];
        const ptrdiff_t at = neighbour(s, i, j, side, place);
        if (at >= 0 && is_wet(s, at)) {
            sum += (double)wafti_shallow_level(s, at);
            ++count;
        }
    }
    return fmin(bed - hidden, count > 0 ? sum / count : bed);
}

// Level of a wet column as it is seen: what presses on it holds water down that would stand higher, up
// to the level beside a hull. Section 7.2.
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
    if (!is_wet(s, at)) {
        return (cell){
            .bed = (float)(still + bed), .level = (float)(still + dry_level(s, i, j, bed))};
    }
    double velocity[2];
    s->method->velocity(s, i, j, velocity);
    return (cell){.wet = true,
        .level = (float)(still + shown_level(water, at)),
        .bed = (float)(still + bed),
        .depth = (float)wafti_shallow_depth(s, at),
        .vx = (float)velocity[0],
        .vz = (float)velocity[1]};
}

static cell read_cell(const waft_water* water, int32_t i, int32_t j) {
    const ptrdiff_t at = wafti_grid_index(&water->grid, i, j);
    const float depth = water->field[WAFT_WATER_DEPTH][at];
    return (cell){.wet = depth > 0.0f,
        .level = water->field[WAFT_WATER_LEVEL][at],
        .bed = water->field[WAFT_WATER_BED][at],
        .depth = depth,
        .vx = water->field[WAFT_WATER_VELOCITY_X][at],
        .vz = water->field[WAFT_WATER_VELOCITY_Z][at]};
}

typedef cell cell_function(const waft_water* water, int32_t i, int32_t j);

// Slopes and flows along one axis.
typedef struct slopes {
    double level, bed; // m/m
    double leaving;    // m/s that the level falls since water leaves along this axis
} slopes;

// The formulas that whole rows and single cells share, so that both give the same bits.
static inline double slope_of(double low, double high, double distance) {
    return (high - low) / distance;
}

static inline double leaving_of(double low, double own, double high, double spacing) {
    return (0.5 * (own + high) - 0.5 * (low + own)) / spacing;
}

static inline motion motion_of(const slopes* x, const slopes* z, double vx, double vz) {
    const double shorter = 1.0 / sqrt(1.0 + x->level * x->level + z->level * z->level);
    return (motion){
        .normal = {(float)(-x->level * shorter), (float)shorter, (float)(-z->level * shorter)},
        // The surface moves with the water in it: w = dzeta/dt + u . grad zeta with
        // dzeta/dt = -div(d u); at the bed w = u . grad b.
        .rise = (float)(vx * x->level + vz * z->level - x->leaving - z->leaving),
        .climb = (float)(vx * x->bed + vz * z->bed),
    };
}

// Differences over the cells that are wet: one-sided at shores, 0 where the cell stands alone.
static slopes axis_slopes(
    const waft_water* water, cell_function* get, int32_t i, int32_t j, int axis, const cell* own) {
    const wafti_shallow* s = &water->lake->s;
    const double spacing = axis == 0 ? s->basin.dx : s->basin.dz;
    const double flow = (double)own->depth * (double)(axis == 0 ? own->vx : own->vz);
    double level[2] = {(double)own->level, (double)own->level};
    double bed[2] = {(double)own->bed, (double)own->bed};
    double beyond[2];
    int wet = 0;
    int present = 0;
    for (int end = 0; end < 2; ++end) {
        int32_t place[2];
        if (neighbour(s, i, j, 2 * axis + end, place) < 0) {
            // Nothing passes a wall; elsewhere the water is taken to go on.
            beyond[end] = s->edges[2 * axis + end].kind == WAFT_EDGE_WALL ? -flow : flow;
            continue;
        }
        const cell other = get(water, place[0], place[1]);
        beyond[end] = (double)other.depth * (double)(axis == 0 ? other.vx : other.vz);
        bed[end] = (double)other.bed;
        ++present;
        if (other.wet) {
            level[end] = (double)other.level;
            ++wet;
        }
    }
    return (slopes){.level = wet > 0 ? slope_of(level[0], level[1], wet * spacing) : 0.0,
        .bed = present > 0 ? slope_of(bed[0], bed[1], present * spacing) : 0.0,
        .leaving = leaving_of(beyond[0], flow, beyond[1], spacing)};
}

static motion make_motion(const waft_water* water, cell_function* get, int32_t i, int32_t j) {
    const cell own = get(water, i, j);
    if (!own.wet) {
        return (motion){.normal = {0.0f, 1.0f, 0.0f}};
    }
    const slopes x = axis_slopes(water, get, i, j, 0, &own);
    const slopes z = axis_slopes(water, get, i, j, 1, &own);
    return motion_of(&x, &z, (double)own.vx, (double)own.vz);
}

static void draw_cells_of(const waft_water* water, int32_t j) {
    const wafti_grid* grid = &water->grid;
    bool all_wet = true;
    for (int32_t i = 0; i < grid->nx; ++i) {
        const ptrdiff_t at = wafti_grid_index(grid, i, j);
        const cell c = make_cell(water, i, j);
        water->field[WAFT_WATER_LEVEL][at] = c.level;
        water->field[WAFT_WATER_BED][at] = c.bed;
        water->field[WAFT_WATER_DEPTH][at] = c.depth;
        water->field[WAFT_WATER_VELOCITY_X][at] = c.vx;
        water->field[WAFT_WATER_VELOCITY_Z][at] = c.vz;
        all_wet = all_wet && c.wet;
    }
    water->lake->row_wet[j] = all_wet;
}

void wafti_lake_draw_bed(waft_water* water) {
    const wafti_grid* grid = &water->grid;
    const wafti_shallow* s = &water->lake->s;
    for (int32_t j = 0; j < grid->nz; ++j) {
        for (int32_t i = 0; i < grid->nx; ++i) {
            const double bed = (double)s->bed[wafti_basin_index(&s->basin, i, j)];
            water->field[WAFT_WATER_BED][wafti_grid_index(grid, i, j)] =
                (float)((double)water->def.level + bed);
        }
    }
}

static void write_motion(const waft_water* water, ptrdiff_t at, const motion* m) {
    water->field[WAFT_WATER_NORMAL_X][at] = m->normal[0];
    water->field[WAFT_WATER_NORMAL_Y][at] = m->normal[1];
    water->field[WAFT_WATER_NORMAL_Z][at] = m->normal[2];
    water->lake->rise[at] = m->rise;
    water->lake->climb[at] = m->climb;
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
    const double wide = 2 * b->dx;
    const double deep = 2 * b->dz;
    for (ptrdiff_t at = j * row + 1; at < j * row + b->nx - 1; ++at) {
        const slopes x = {.level = slope_of((double)level[at - 1], (double)level[at + 1], wide),
            .bed = slope_of((double)bed[at - 1], (double)bed[at + 1], wide),
            .leaving = leaving_of((double)depth[at - 1] * (double)vx[at - 1],
                (double)depth[at] * (double)vx[at], (double)depth[at + 1] * (double)vx[at + 1],
                b->dx)};
        const slopes z = {.level = slope_of((double)level[at - row], (double)level[at + row], deep),
            .bed = slope_of((double)bed[at - row], (double)bed[at + row], deep),
            .leaving = leaving_of((double)depth[at - row] * (double)vz[at - row],
                (double)depth[at] * (double)vz[at], (double)depth[at + row] * (double)vz[at + row],
                b->dz)};
        const motion m = motion_of(&x, &z, (double)vx[at], (double)vz[at]);
        write_motion(water, at, &m);
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
        const motion m = make_motion(water, read_cell, i, j);
        write_motion(water, wafti_grid_index(grid, i, j), &m);
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
    const waft_water* water, void (*draw_row)(const waft_water* water, int32_t j)) {
    const double cell_us = 0.012;
    const wafti_grid* grid = &water->grid;
    painter p = {water, draw_row};
    wafti_pool_run_if_free(water->context->pool, (grid->nz + DRAWN_ROWS - 1) / DRAWN_ROWS,
        cell_us * grid->nx * grid->nz, draw_block, &p);
}

static bool is_drawn(const wafti_lake* lake) {
    return atomic_load_explicit(&lake->drawn, memory_order_acquire);
}

void wafti_lake_draw(const waft_water* water) {
    wafti_lake* lake = water->lake;
    if (is_drawn(lake)) {
        return;
    }
    (void)pthread_mutex_lock(&lake->drawing);
    if (!is_drawn(lake)) {
        const wafti_fpmode host_mode = wafti_fpmode_enter();
        draw_rows(water, draw_cells_of);
        draw_rows(water, draw_motions_of);
        wafti_fpmode_leave(host_mode);
        atomic_store_explicit(&lake->drawn, true, memory_order_release);
    }
    (void)pthread_mutex_unlock(&lake->drawing);
}

// Sums over the four cells around a point.
typedef struct blend {
    bool all_wet;
    double level, bed, depth;
    double vx, vz, rise, climb;
    double normal[3];
    double foam;
} blend;

static void add_corner(blend* sum, double weight, const cell* c, const motion* m) {
    sum->all_wet = sum->all_wet && (c->wet || !(weight > 0.0));
    sum->level += weight * (double)c->level;
    sum->bed += weight * (double)c->bed;
    sum->depth += weight * (double)c->depth;
    sum->vx += weight * (double)c->vx;
    sum->vz += weight * (double)c->vz;
    sum->rise += weight * (double)m->rise;
    sum->climb += weight * (double)m->climb;
    for (int axis = 0; axis < 3; ++axis) {
        sum->normal[axis] += weight * (double)m->normal[axis];
    }
}

// Depth-uniform along the bed, linear from bed to surface upwards. A height that is no number asks
// for the surface.
static waft_vec3 velocity_at(const blend* b, double depth, double y) {
    const double over_bed = y - (b->level - depth);
    const double share = isless(over_bed, depth) ? fmax(0.0, over_bed / depth) : 1.0;
    return waft_vec3_make(
        (float)b->vx, (float)(b->climb + share * (b->rise - b->climb)), (float)b->vz);
}

static waft_water_sample finish_sample(const waft_water* water, const blend* b, double y) {
    // Where all cells are wet their depths are exact; at a shore it is what lies between the drawn
    // surfaces.
    const double depth = b->all_wet ? b->depth : b->level - b->bed;
    if (!(depth > water->lake->s.dry)) {
        return (waft_water_sample){
            .status = WAFT_SAMPLE_DRY, .level = (float)b->bed, .normal = {0.0f, 1.0f, 0.0f}};
    }
    const double length = sqrt(
        b->normal[0] * b->normal[0] + b->normal[1] * b->normal[1] + b->normal[2] * b->normal[2]);
    return (waft_water_sample){.status = WAFT_SAMPLE_OK,
        .level = (float)b->level,
        .depth = (float)depth,
        .normal = {(float)(b->normal[0] / length), (float)(b->normal[1] / length),
            (float)(b->normal[2] / length)},
        .velocity = velocity_at(b, depth, y),
        .foam = (float)b->foam};
}

// The same sums from what is drawn, in the order of add_corner() and from 0 as there, so that the
// bits are the same.
static double blend_field(const float* field, const ptrdiff_t at[4], const double weight[4]) {
    double sum = 0.0;
    for (int n = 0; n < 4; ++n) {
        sum += weight[n] * (double)field[at[n]];
    }
    return sum;
}

static blend blend_drawn(const waft_water* water, const wafti_corners* corners) {
    const wafti_grid* grid = &water->grid;
    float* const* field = water->field;
    const ptrdiff_t at[4] = {wafti_grid_index(grid, corners->i[0], corners->j[0]),
        wafti_grid_index(grid, corners->i[1], corners->j[0]),
        wafti_grid_index(grid, corners->i[0], corners->j[1]),
        wafti_grid_index(grid, corners->i[1], corners->j[1])};
    const double weight[4] = {
        corners->weight[0][0], corners->weight[0][1], corners->weight[1][0], corners->weight[1][1]};
    bool all_wet = true;
    for (int n = 0; n < 4; ++n) {
        all_wet = all_wet && (field[WAFT_WATER_DEPTH][at[n]] > 0.0f || !(weight[n] > 0.0));
    }
    return (blend){.all_wet = all_wet,
        .level = blend_field(field[WAFT_WATER_LEVEL], at, weight),
        .bed = blend_field(field[WAFT_WATER_BED], at, weight),
        .depth = blend_field(field[WAFT_WATER_DEPTH], at, weight),
        .vx = blend_field(field[WAFT_WATER_VELOCITY_X], at, weight),
        .vz = blend_field(field[WAFT_WATER_VELOCITY_Z], at, weight),
        .rise = blend_field(water->lake->rise, at, weight),
        .climb = blend_field(water->lake->climb, at, weight),
        .normal = {blend_field(field[WAFT_WATER_NORMAL_X], at, weight),
            blend_field(field[WAFT_WATER_NORMAL_Y], at, weight),
            blend_field(field[WAFT_WATER_NORMAL_Z], at, weight)},
        .foam = blend_field(field[WAFT_WATER_FOAM], at, weight)};
}

static blend blend_made(const waft_water* water, const wafti_corners* corners) {
    blend sum = {.all_wet = true};
    for (int b = 0; b < 2; ++b) {
        for (int a = 0; a < 2; ++a) {
            const cell c = make_cell(water, corners->i[a], corners->j[b]);
            const motion m = make_motion(water, make_cell, corners->i[a], corners->j[b]);
            add_corner(&sum, corners->weight[b][a], &c, &m);
            const ptrdiff_t at = wafti_grid_index(&water->grid, corners->i[a], corners->j[b]);
            sum.foam += corners->weight[b][a] * (double)water->field[WAFT_WATER_FOAM][at];
        }
    }
    return sum;
}

waft_water_sample wafti_lake_sample(const waft_water* water, double x, double y, double z) {
    if (!wafti_water_covers(&water->def, x, z)) {
        return (waft_water_sample){.status = WAFT_SAMPLE_OUTSIDE};
    }
    const wafti_corners corners = wafti_grid_corners(&water->grid, x, z);
    const blend sum =
        is_drawn(water->lake) ? blend_drawn(water, &corners) : blend_made(water, &corners);
    return finish_sample(water, &sum, y);
}

// Points that are looked for together: a point reads two lines of each of ten fields, which all come
// from far away, and those of the next points can be on their way meanwhile.
enum { ASKED_TOGETHER = 16, LOOKED_AT = 10 };

static void fetch(const waft_water* water, const wafti_corners* corners) {
    const wafti_grid* grid = &water->grid;
    float* const* field = water->field;
    const float* const all[LOOKED_AT] = {field[WAFT_WATER_LEVEL], field[WAFT_WATER_BED],
        field[WAFT_WATER_DEPTH], field[WAFT_WATER_VELOCITY_X], field[WAFT_WATER_VELOCITY_Z],
        field[WAFT_WATER_NORMAL_X], field[WAFT_WATER_NORMAL_Y], field[WAFT_WATER_NORMAL_Z],
        water->lake->rise, water->lake->climb};
    const ptrdiff_t low = wafti_grid_index(grid, corners->i[0], corners->j[0]);
    const ptrdiff_t high = wafti_grid_index(grid, corners->i[0], corners->j[1]);
    for (int n = 0; n < LOOKED_AT; ++n) {
        __builtin_prefetch(all[n] + low);
        __builtin_prefetch(all[n] + high);
    }
}

static void sample_drawn(const waft_water* water, const waft_vec3* points, size_t count,
    waft_water_sample* out_samples) {
    wafti_corners corners[ASKED_TOGETHER];
    bool inside[ASKED_TOGETHER];
    for (size_t n = 0; n < count; ++n) {
        const double x = (double)points[n].x;
        const double z = (double)points[n].z;
        inside[n] = wafti_water_covers(&water->def, x, z);
        if (inside[n]) {
            corners[n] = wafti_grid_corners(&water->grid, x, z);
            fetch(water, &corners[n]);
        }
    }
    for (size_t n = 0; n < count; ++n) {
        out_samples[n] = (waft_water_sample){.status = WAFT_SAMPLE_OUTSIDE};
        if (inside[n]) {
            const blend sum = blend_drawn(water, &corners[n]);
            out_samples[n] = finish_sample(water, &sum, (double)points[n].y);
        }
    }
}

void wafti_lake_query(const waft_water* water, const waft_vec3* points, size_t point_count,
    waft_water_sample* out_samples) {
    wafti_water_expect_samples(water, point_count);
    if (is_drawn(water->lake)) {
        for (size_t n = 0; n < point_count; n += ASKED_TOGETHER) {
            const size_t left = point_count - n;
            sample_drawn(
                water, points + n, left < ASKED_TOGETHER ? left : ASKED_TOGETHER, out_samples + n);
        }
        return;
    }
    for (size_t n = 0; n < point_count; ++n) {
        out_samples[n] =
            wafti_lake_sample(water, (double)points[n].x, (double)points[n].y, (double)points[n].z);
    }
}
