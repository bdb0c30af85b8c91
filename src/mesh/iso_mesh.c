// SPDX-License-Identifier: MIT
#include "mesh/iso_mesh.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

enum {
    CELLS = WAFTI_BLOCK_CELLS,
    NODES = CELLS + 1, // of a block's cells along an edge: its own and the first ones beyond
    ROW = (1 << CELLS) - 1,
    BLOCKS_PER_TASK = 16,
    MOST_ITEMS = INT32_MAX,
};

// Points keep away from nodes by this share of an edge: no two fall together, no facet is too thin.
static const float node_margin = 0.01f;

// What a block has of the mesh.
typedef struct block_part {
    uint32_t point_count, facet_count;
    uint32_t first_point, first_facet;
    uint32_t first_ids; // in the table of numbers, blocks with points alone
} block_part;

typedef struct iso_work iso_work;
typedef void visit_block(const iso_work* work, uint32_t block);

struct iso_work {
    const wafti_iso_job* job;
    wafti_iso_mesh* mesh;
    block_part* parts;
    uint16_t* ids; // of points within their block, WAFTI_FIELD_EDGES a block with points
    visit_block* visit;
};

// Node values of a block and those just beyond; blocks beyond which nothing is felt count as 0.
typedef struct node_cube {
    uint32_t blocks[8]; // own, and beyond along x, y, z as bits say
    float values[NODES][NODES][NODES];
    uint16_t rows[NODES][NODES]; // bit i: node i of the row along x is inside
} node_cube;

static void copy_values(const iso_work* work, node_cube* cube) {
    const wafti_field* field = work->job->field;
    for (int n = 0; n < 8; ++n) {
        const int size[3] = {n & 1 ? 1 : CELLS, n & 2 ? 1 : CELLS, n & 4 ? 1 : CELLS};
        const int at[3] = {n & 1 ? CELLS : 0, n & 2 ? CELLS : 0, n & 4 ? CELLS : 0};
        const bool known = cube->blocks[n] != WAFTI_NO_BLOCK;
        for (int row = 0; row < size[1] * size[2]; ++row) {
            const int j = row % size[1];
            const int k = row / size[1];
            float* to = &cube->values[at[2] + k][at[1] + j][at[0]];
            if (known) {
                const float* from = field->values + (size_t)cube->blocks[n] * WAFTI_BLOCK_NODES +
                                    (size_t)((k * CELLS + j) * CELLS);
                memcpy(to, from, (size_t)size[0] * sizeof(float));
            } else {
                memset(to, 0, (size_t)size[0] * sizeof(float));
            }
        }
    }
}

// Returns whether some node is inside and some is not.
static bool find_rows(const iso_work* work, node_cube* cube) {
    unsigned any = 0;
    unsigned all = ROW | 1u << CELLS;
    for (int k = 0; k < NODES; ++k) {
        for (int j = 0; j < NODES; ++j) {
            unsigned row = 0;
            for (int i = 0; i < NODES; ++i) {
                row |= (cube->values[k][j][i] >= work->job->level ? 1u : 0u) << i;
            }
            cube->rows[k][j] = (uint16_t)row;
            any |= row;
            all &= row;
        }
    }
    return any != 0 && all != (ROW | 1u << CELLS);
}

static bool fill_cube(const iso_work* work, uint32_t block, node_cube* cube) {
    const wafti_blocks* b = work->job->field->blocks;
    for (int n = 0; n < 8; ++n) {
        const uint64_t key = wafti_block_beside(b, b->keys[block], n & 1, n >> 1 & 1, n >> 2);
        cube->blocks[n] = n == 0 ? block : wafti_block_find(b, key);
    }
    copy_values(work, cube);
    return find_rows(work, cube);
}

// Which of the eight edges along `axis` that begin in a row are crossed.
static unsigned crossed(const node_cube* cube, int axis, int j, int k) {
    const unsigned row = cube->rows[k][j];
    const unsigned other = axis == 0   ? row >> 1
                           : axis == 1 ? cube->rows[k][j + 1]
                                       : cube->rows[k + 1][j];
    return (row ^ other) & ROW;
}

static unsigned case_of(const node_cube* cube, int i, int j, int k) {
    return (cube->rows[k][j] >> i & 3u) | (cube->rows[k][j + 1] >> i & 3u) << 2 |
           (cube->rows[k + 1][j] >> i & 3u) << 4 | (cube->rows[k + 1][j + 1] >> i & 3u) << 6;
}

static void count_block(const iso_work* work, uint32_t block) {
    node_cube cube;
    block_part* part = &work->parts[block];
    *part = (block_part){0};
    if (!fill_cube(work, block, &cube)) {
        return;
    }
    for (int row = 0; row < CELLS * CELLS; ++row) {
        const int j = row % CELLS;
        const int k = row / CELLS;
        for (int axis = 0; axis < 3; ++axis) {
            part->point_count += (uint32_t)__builtin_popcount(crossed(&cube, axis, j, k));
        }
        for (int i = 0; i < CELLS; ++i) {
            part->facet_count += work->job->table->facet_counts[case_of(&cube, i, j, k)];
        }
    }
}

// A block's points on the way from grid to mesh.
typedef struct point_batch {
    uint32_t count;
    wafti_field_places places;
    wafti_field_sums sums;
} point_batch;

static void list_points(
    const iso_work* work, const node_cube* cube, uint16_t* ids, point_batch* batch, float step) {
    batch->count = 0;
    for (int node = 0; node < WAFTI_BLOCK_NODES; ++node) {
        const int at[3] = {node % CELLS, node / CELLS % CELLS, node / (CELLS * CELLS)};
        for (int axis = 0; axis < 3; ++axis) {
            if ((crossed(cube, axis, at[1], at[2]) >> at[0] & 1u) != 0) {
                const float a = cube->values[at[2]][at[1]][at[0]];
                const float b =
                    cube->values[at[2] + (axis == 2)][at[1] + (axis == 1)][at[0] + (axis == 0)];
                const float crossing = (work->job->level - a) / (b - a);
                const float along =
                    crossing > node_margin ? fminf(crossing, 1.0f - node_margin) : node_margin;
                for (int d = 0; d < 3; ++d) {
                    batch->places.position[d][batch->count] =
                        ((float)at[d] + (d == axis ? along : 0.0f)) * step;
                }
                ids[3 * node + axis] = (uint16_t)batch->count++;
            }
        }
    }
}

static void pad_places(point_batch* batch) {
    wafti_field_places* places = &batch->places;
    places->count = (batch->count + WAFTI_FIELD_PAD - 1) / WAFTI_FIELD_PAD * WAFTI_FIELD_PAD;
    for (size_t i = batch->count; i < places->count; ++i) {
        for (int d = 0; d < 3; ++d) {
            places->position[d][i] = places->position[d][0];
        }
    }
}

static void write_normal(const wafti_field_sums* sums, uint32_t i, float out[3]) {
    const float x = -sums->gradient[0][i];
    const float y = -sums->gradient[1][i];
    const float z = -sums->gradient[2][i];
    const float length = sqrtf(x * x + y * y + z * z);
    const float scale = length > 0.0f ? 1.0f / length : 0.0f;
    out[0] = x * scale;
    out[1] = length > 0.0f ? y * scale : 1.0f;
    out[2] = z * scale;
}

static void write_points(const iso_work* work, uint32_t block, const point_batch* batch) {
    const wafti_blocks* b = work->job->field->blocks;
    wafti_iso_mesh* mesh = work->mesh;
    double origin[3];
    wafti_block_origin(b, b->keys[block], origin);
    for (uint32_t i = 0; i < batch->count; ++i) {
        const size_t to = (size_t)work->parts[block].first_point + i;
        const wafti_field_sums* sums = &batch->sums;
        const float value = sums->value[i] > 0.0f ? sums->value[i] : 1.0f;
        for (int d = 0; d < 3; ++d) {
            mesh->positions[3 * to + (size_t)d] =
                (float)(origin[d] + (double)batch->places.position[d][i] * b->reach);
            mesh->velocities[3 * to + (size_t)d] = sums->velocity[d][i] / value;
        }
        mesh->crowding[to] = (float)(1.0 / M_PI) * sums->plain[i] / value;
        write_normal(sums, i, &mesh->normals[3 * to]);
    }
}

static void point_block(const iso_work* work, uint32_t block) {
    const wafti_blocks* b = work->job->field->blocks;
    const block_part* part = &work->parts[block];
    const float step = (float)(b->edge / b->reach / CELLS);
    node_cube cube;
    point_batch batch;
    if (part->point_count > 0) {
        (void)fill_cube(work, block, &cube);
        list_points(
            work, &cube, work->ids + (size_t)part->first_ids * WAFTI_FIELD_EDGES, &batch, step);
        pad_places(&batch);
        wafti_field_sample(work->job->field, b->keys[block], &batch.places, &batch.sums);
        write_points(work, block, &batch);
    }
}

// The number of the point on an edge of a cell; it belongs to the block where the edge begins.
static uint32_t point_on(const iso_work* work, const node_cube* cube, const int cell[3], int edge) {
    const wafti_marching* table = work->job->table;
    const int corner = table->edge_corner[edge];
    const int at[3] = {
        cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1), cell[2] + (corner >> 2)};
    const int beyond = (at[0] >> 3) | (at[1] >> 3) << 1 | (at[2] >> 3) << 2;
    const int node = ((at[2] & 7) * CELLS + (at[1] & 7)) * CELLS + (at[0] & 7);
    const block_part* part = &work->parts[cube->blocks[beyond]];
    return part->first_point + work->ids[(size_t)part->first_ids * WAFTI_FIELD_EDGES +
                                         (size_t)(3 * node + table->edge_axis[edge])];
}

static void facet_block(const iso_work* work, uint32_t block) {
    if (work->parts[block].facet_count == 0) {
        return;
    }
    const wafti_marching* table = work->job->table;
    uint32_t* to = work->mesh->indices + 3 * (size_t)work->parts[block].first_facet;
    node_cube cube;
    (void)fill_cube(work, block, &cube);
    for (int c = 0; c < WAFTI_BLOCK_NODES; ++c) {
        const int cell[3] = {c % CELLS, c / CELLS % CELLS, c / (CELLS * CELLS)};
        const unsigned which = case_of(&cube, cell[0], cell[1], cell[2]);
        for (int n = 0; n < 3 * table->facet_counts[which]; ++n) {
            *to++ = point_on(work, &cube, cell, table->facets[which][n / 3][n % 3]);
        }
    }
}

static void visit_blocks(void* context, int32_t task) {
    const iso_work* work = context;
    const uint32_t count = (uint32_t)work->job->field->blocks->block_count;
    const uint32_t first = (uint32_t)task * BLOCKS_PER_TASK;
    for (uint32_t b = first; b < first + BLOCKS_PER_TASK && b < count; ++b) {
        work->visit(work, b);
    }
}

static void run_blocks(iso_work* work, double work_us, visit_block* visit) {
    const size_t count = work->job->field->blocks->block_count;
    work->visit = visit;
    wafti_pool_run(work->job->pool, (int32_t)((count + BLOCKS_PER_TASK - 1) / BLOCKS_PER_TASK),
        work_us, visit_blocks, work);
}

// Gives every block its place in the mesh; returns how many have points, SIZE_MAX: too many.
static size_t number_blocks(const iso_work* work) {
    wafti_iso_mesh* mesh = work->mesh;
    size_t with_points = 0;
    for (size_t n = 0; n < work->job->field->blocks->block_count; ++n) {
        block_part* part = &work->parts[n];
        part->first_point = (uint32_t)mesh->point_count;
        part->first_facet = (uint32_t)mesh->facet_count;
        part->first_ids = (uint32_t)with_points;
        with_points += part->point_count > 0;
        mesh->point_count += part->point_count;
        mesh->facet_count += part->facet_count;
        if (mesh->point_count > MOST_ITEMS || mesh->facet_count > MOST_ITEMS) {
            return SIZE_MAX;
        }
    }
    return with_points;
}

static waft_result take_arrays(wafti_iso_mesh* mesh, wafti_room* room, size_t with_points) {
    const wafti_array_wish wishes[] = {
        {&mesh->id_array, with_points, WAFTI_FIELD_EDGES * sizeof(uint16_t)},
        {&mesh->position_array, 3 * mesh->point_count, sizeof(float)},
        {&mesh->normal_array, 3 * mesh->point_count, sizeof(float)},
        {&mesh->velocity_array, 3 * mesh->point_count, sizeof(float)},
        {&mesh->crowding_array, mesh->point_count, sizeof(float)},
        {&mesh->index_array, 3 * mesh->facet_count, sizeof(uint32_t)},
    };
    const waft_result result = wafti_arrays_need(room, wishes, sizeof(wishes) / sizeof(wishes[0]));
    mesh->positions = mesh->position_array.data;
    mesh->normals = mesh->normal_array.data;
    mesh->velocities = mesh->velocity_array.data;
    mesh->crowding = mesh->crowding_array.data;
    mesh->indices = mesh->index_array.data;
    return result;
}

waft_result wafti_iso_mesh_make(wafti_iso_mesh* mesh, wafti_room* room, const wafti_iso_job* job) {
    const size_t block_count = job->field->blocks->block_count;
    mesh->point_count = mesh->facet_count = 0;
    waft_result result = wafti_array_need(room, &mesh->part_array, block_count, sizeof(block_part));
    if (result != WAFT_OK) {
        return result;
    }
    iso_work work = {.job = job, .mesh = mesh, .parts = mesh->part_array.data};
    run_blocks(&work, 2.0 * (double)block_count, count_block);
    const size_t with_points = number_blocks(&work);
    result = with_points != SIZE_MAX
                 ? take_arrays(mesh, room, with_points)
                 : wafti_fail(room->error, WAFT_ERR_FULL, "%s: more than %d points or facets",
                       room->name, MOST_ITEMS);
    if (result != WAFT_OK) {
        mesh->point_count = mesh->facet_count = 0;
        return result;
    }
    work.ids = mesh->id_array.data;
    run_blocks(&work, 0.3 * (double)mesh->point_count, point_block);
    run_blocks(&work, 0.1 * (double)mesh->facet_count, facet_block);
    return WAFT_OK;
}
