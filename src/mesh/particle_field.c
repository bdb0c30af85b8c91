// SPDX-License-Identifier: MIT
#include "mesh/particle_field.h"

#include <string.h>

enum { BLOCKS_PER_TASK = 8 };

const wafti_field_kernels* wafti_field_kernels_choose(wafti_isa isa) {
    return WAFTI_COPY(isa, &wafti_field_kernels);
}

// What a walk over the particles near a box does with them.
typedef enum visit_kind { VISIT_PLAIN, VISIT_NODES, VISIT_SAMPLE } visit_kind;

typedef struct visit {
    const wafti_field* field;
    visit_kind kind;
    double origin[3];      // m, of the block
    double scale;          // 1/h
    float low[3], high[3]; // of the box that is asked about, relative to origin, in units of h
    const wafti_field_places* places;
    float* values;          // nodes or plain sums
    wafti_field_sums* sums; // samples
    wafti_field_fill fill;
} visit;

static void begin_visit(visit* v, const wafti_field* field, uint64_t key, visit_kind kind) {
    v->field = field;
    v->kind = kind;
    v->scale = 1.0 / field->blocks->reach;
    v->fill.count = 0;
    wafti_block_origin(field->blocks, key, v->origin);
}

static float node_step(const wafti_blocks* blocks) {
    return (float)(blocks->edge / blocks->reach / WAFTI_BLOCK_CELLS);
}

static void take_fill(visit* v) {
    const wafti_field_kernels* kernels = v->field->kernels;
    switch (v->kind) {
    case VISIT_PLAIN:
        kernels->plain(&v->fill, v->places, v->values);
        break;
    case VISIT_NODES:
        kernels->nodes(&v->fill, node_step(v->field->blocks), v->values);
        break;
    case VISIT_SAMPLE:
        kernels->sample(&v->fill, v->places, v->sums);
        break;
    }
    v->fill.count = 0;
}

static bool is_near(const visit* v, const float place[3]) {
    float squares = 0.0f;
    for (int axis = 0; axis < 3; ++axis) {
        const float below = v->low[axis] - place[axis];
        const float above = place[axis] - v->high[axis];
        const float gap = below > above ? below : above;
        squares += gap > 0.0f ? gap * gap : 0.0f;
    }
    // A little more than h, as coordinates are rounded; what is beyond h adds 0.
    return squares < 1.0001f;
}

static void visit_particle(visit* v, uint32_t i) {
    const wafti_blocks* b = v->field->blocks;
    float place[3];
    for (int axis = 0; axis < 3; ++axis) {
        place[axis] = (float)(((double)b->position[axis][i] - v->origin[axis]) * v->scale);
    }
    if (!is_near(v, place)) {
        return;
    }
    wafti_field_fill* fill = &v->fill;
    const uint32_t at = fill->count++;
    const bool moves = v->kind == VISIT_SAMPLE && v->field->velocity[0] != NULL;
    for (int axis = 0; axis < 3; ++axis) {
        fill->position[axis][at] = place[axis];
        fill->velocity[axis][at] = moves ? v->field->velocity[axis][b->order[i]] : 0.0f;
    }
    fill->weight[at] = v->kind == VISIT_PLAIN ? 1.0f : v->field->weights[i];
    if (fill->count == WAFTI_FIELD_FILL) {
        take_fill(v);
    }
}

static void visit_near(visit* v, uint64_t key) {
    const wafti_blocks* b = v->field->blocks;
    for (int n = 0; n < 9; ++n) {
        const wafti_particle_run run =
            wafti_block_row(b, wafti_block_beside(b, key, 0, n % 3 - 1, n / 3 - 1));
        for (uint32_t i = run.first; i < run.first + run.count; ++i) {
            visit_particle(v, i);
        }
    }
    take_fill(v);
}

// A walk and the places it is about: too large to be on the stack twice.
typedef struct weight_walk {
    visit visit;
    wafti_field_places places;
    _Alignas(64) float sums[WAFTI_FIELD_EDGES];
} weight_walk;

static void weigh_some(weight_walk* w, const wafti_home* home, uint32_t from, uint32_t count) {
    const wafti_blocks* b = w->visit.field->blocks;
    w->places.count = (count + WAFTI_FIELD_PAD - 1) / WAFTI_FIELD_PAD * WAFTI_FIELD_PAD;
    w->visit.places = &w->places;
    w->visit.values = w->sums;
    memset(w->sums, 0, w->places.count * sizeof(float));
    for (int axis = 0; axis < 3; ++axis) {
        const double origin = w->visit.origin[axis];
        w->visit.low[axis] = (float)(((double)home->low[axis] - origin) * w->visit.scale);
        w->visit.high[axis] = (float)(((double)home->high[axis] - origin) * w->visit.scale);
        for (uint32_t i = 0; i < w->places.count; ++i) {
            const uint32_t particle = from + (i < count ? i : 0);
            w->places.position[axis][i] =
                (float)(((double)b->position[axis][particle] - origin) * w->visit.scale);
        }
    }
    visit_near(&w->visit, home->key);
    float* weights = w->visit.field->weight_array.data;
    for (uint32_t i = 0; i < count; ++i) {
        // A particle sees itself with 1; the test makes the division safe whatever rounding did.
        weights[from + i] = w->sums[i] > 1.0f ? 1.0f / w->sums[i] : 1.0f;
    }
}

static void weigh_homes(void* context, int32_t task) {
    const wafti_field* field = context;
    const size_t first = (size_t)task * BLOCKS_PER_TASK;
    weight_walk walk;
    for (size_t h = first; h < first + BLOCKS_PER_TASK && h < field->blocks->home_count; ++h) {
        const wafti_home* home = &field->blocks->homes[h];
        for (uint32_t done = 0; done < home->count; done += WAFTI_FIELD_EDGES) {
            const uint32_t left = home->count - done;
            begin_visit(&walk.visit, field, home->key, VISIT_PLAIN);
            weigh_some(&walk, home, home->first + done,
                left < WAFTI_FIELD_EDGES ? left : WAFTI_FIELD_EDGES);
        }
    }
}

static void fill_blocks(void* context, int32_t task) {
    const wafti_field* field = context;
    const wafti_blocks* b = field->blocks;
    const size_t first = (size_t)task * BLOCKS_PER_TASK;
    visit walk;
    for (size_t n = first; n < first + BLOCKS_PER_TASK && n < b->block_count; ++n) {
        begin_visit(&walk, field, b->keys[n], VISIT_NODES);
        for (int axis = 0; axis < 3; ++axis) {
            walk.low[axis] = 0.0f;
            walk.high[axis] = (WAFTI_BLOCK_CELLS - 1) * node_step(b);
        }
        walk.values = (float*)field->value_array.data + n * WAFTI_BLOCK_NODES;
        memset(walk.values, 0, WAFTI_BLOCK_NODES * sizeof(float));
        visit_near(&walk, b->keys[n]);
    }
}

static int32_t task_count(size_t blocks) {
    return (int32_t)((blocks + BLOCKS_PER_TASK - 1) / BLOCKS_PER_TASK);
}

waft_result wafti_field_make(wafti_field* field, wafti_room* room) {
    const wafti_blocks* b = field->blocks;
    const wafti_array_wish wishes[] = {
        {&field->weight_array, b->particle_count, sizeof(float)},
        {&field->value_array, b->block_count, WAFTI_BLOCK_NODES * sizeof(float)},
    };
    const waft_result result = wafti_arrays_need(room, wishes, 2);
    if (result != WAFT_OK) {
        return result;
    }
    field->weights = field->weight_array.data;
    field->values = field->value_array.data;
    // About 0.3 and 1 microsecond a particle.
    wafti_pool_run(field->pool, task_count(b->home_count), 0.3 * (double)b->particle_count,
        weigh_homes, field);
    wafti_pool_run(
        field->pool, task_count(b->block_count), (double)b->particle_count, fill_blocks, field);
    return WAFT_OK;
}

void wafti_field_sample(const wafti_field* field, uint64_t key, const wafti_field_places* places,
    wafti_field_sums* out_sums) {
    visit walk;
    begin_visit(&walk, field, key, VISIT_SAMPLE);
    const size_t bytes = places->count * sizeof(float);
    memset(out_sums->value, 0, bytes);
    memset(out_sums->plain, 0, bytes);
    for (int axis = 0; axis < 3; ++axis) {
        memset(out_sums->gradient[axis], 0, bytes);
        memset(out_sums->velocity[axis], 0, bytes);
        wafti_float_range(places->position[axis], places->count, &walk.low[axis], &walk.high[axis]);
    }
    walk.places = places;
    walk.sums = out_sums;
    visit_near(&walk, key);
}
