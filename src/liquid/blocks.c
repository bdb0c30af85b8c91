// SPDX-License-Identifier: MIT
// Particles at the start: blocks on lattices, lists, and the checks that tell what would explode.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "liquid/liquid_params.h"
#include "liquid/solver.h"
#include "math/philox.h"

void waft_liquid_block_def_fill(waft_liquid_block_def* out_def, size_t size) {
    waft_liquid_block_def def = {
        .shape = {.kind = WAFT_SHAPE_BOX},
        .pose = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
    };
    wafti_rows_fill(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, WAFTI_OWNER_LIQUID_BLOCK, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

typedef struct close_pairs {
    uint32_t count;
    double place[3];
    uint32_t ids[2]; // of the first pair
} close_pairs;

// Pairs with one that is new: its id is `first` or later.
static void check_particle(const waft_liquid* liquid, uint32_t i, const wafti_row* rows,
    int row_count, uint32_t first, close_pairs* found) {
    const double least = 0.25 * liquid->d * liquid->d;
    double place[3];
    wafti_liquid_place(liquid, i, place);
    for (int row = 0; row < row_count; ++row) {
        for (uint32_t j = rows[row].first; j < rows[row].end; ++j) {
            const uint32_t* id = liquid->now.id;
            if (j <= i || (id[i] < first && id[j] < first) ||
                wafti_liquid_square(liquid, j, place, rows[row].shift) >= least) {
                continue;
            }
            if (found->count++ == 0) {
                found->ids[0] = id[i] < id[j] ? id[i] : id[j];
                found->ids[1] = id[i] < id[j] ? id[j] : id[i];
                memcpy(found->place, place, sizeof(place));
            }
        }
    }
}

// Pairs closer than half a spacing; particles are sorted. A liquid that runs may have such pairs.
static close_pairs find_close(const waft_liquid* liquid, uint32_t first) {
    close_pairs found = {0};
    const wafti_cells* cells = &liquid->cells;
    wafti_row rows[WAFTI_LIQUID_ROWS];
    for (uint32_t n = 0; n < cells->filled_count; ++n) {
        const uint32_t cell = cells->filled[n];
        int own = 0;
        const int row_count = wafti_cells_rows(cells, cell, rows, &own);
        for (uint32_t i = cells->start[cell]; i < cells->start[cell + 1]; ++i) {
            check_particle(liquid, i, rows, row_count, first, &found);
        }
    }
    return found;
}

// Removes those with ids from `first` on again.
static void take_back(waft_liquid* liquid, uint32_t first) {
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->dead[i] = liquid->now.id[i] >= first;
    }
    wafti_liquid_sort(liquid);
    liquid->next_id = first;
}

enum { NAME_SIZE = 48 };

// Of what a particle came with; blocks and lists are counted apart.
static void name_batch(const waft_liquid* liquid, uint32_t id, char out[NAME_SIZE]) {
    uint32_t counts[2] = {0, 0};
    uint32_t last = 0;
    for (uint32_t n = 0; n < liquid->batch_count && liquid->batches[n].first <= id; ++n) {
        ++counts[liquid->batches[n].list];
        last = n;
    }
    const bool list = liquid->batches[last].list;
    if (last + 1 == WAFTI_LIQUID_PARTS) {
        (void)snprintf(out, NAME_SIZE, "a later block");
    } else {
        (void)snprintf(out, NAME_SIZE, list ? "list %u of particles" : "liquid.blocks[%u]",
            (unsigned)counts[list] - 1);
    }
}

static waft_result accept(waft_liquid* liquid, wafti_liquid_batch batch) {
    const uint32_t batches = liquid->batch_count;
    if (batches < WAFTI_LIQUID_PARTS) {
        liquid->batches[liquid->batch_count++] = batch;
    }
    wafti_liquid_sort(liquid);
    const close_pairs found = find_close(liquid, batch.first);
    if (found.count > 0) {
        char names[2][NAME_SIZE];
        name_batch(liquid, found.ids[0], names[0]);
        name_batch(liquid, found.ids[1], names[1]);
        liquid->batch_count = batches;
        take_back(liquid, batch.first);
        return wafti_fail(liquid->context->error, WAFT_ERR_ARGUMENT,
            "liquid: %u pairs closer than 0.5 spacing, first at (%g, %g, %g) between %s and %s",
            (unsigned)found.count, found.place[0], found.place[1], found.place[2], names[0],
            names[1]);
    }
    liquid->counts.created += liquid->next_id - batch.first;
    return WAFT_OK;
}

waft_result wafti_liquid_find_crowd(waft_liquid* liquid, double* out_ratio, double out_place[3]) {
    *out_ratio = 0.0;
    const waft_result result = wafti_liquid_find_density(liquid);
    for (uint32_t i = 0; i < liquid->count && result == WAFT_OK; ++i) {
        if ((double)liquid->rh[i] > *out_ratio) {
            *out_ratio = (double)liquid->rh[i];
            wafti_liquid_place(liquid, i, out_place);
        }
    }
    return result;
}

// The lattice that covers a shape: its low corner and points along each axis.
typedef struct lattice {
    double low[3];
    int64_t size[3];
} lattice;

static lattice lattice_of(const waft_liquid* liquid, const wafti_liquid_region* region) {
    const waft_shape* shape = &region->form.shape;
    const double* center = region->position;
    const double bound = region->form.bound;
    const bool plain = shape->kind == WAFT_SHAPE_BOX && !region->turned;
    const double half[3] = {plain ? 0.5 * (double)shape->size.x : bound,
        plain ? 0.5 * (double)shape->size.y : bound, plain ? 0.5 * (double)shape->size.z : bound};
    lattice result;
    for (int axis = 0; axis < 3; ++axis) {
        result.low[axis] = center[axis] - half[axis];
        result.size[axis] = (int64_t)floor(2.0 * half[axis] / liquid->d + 1e-3);
    }
    if (liquid->def.dimension == 2) {
        result.low[2] = -0.5 * liquid->d;
        result.size[2] = 1;
    }
    return result;
}

static waft_result fill_lattice(waft_liquid* liquid, const waft_liquid_block_def* def,
    const wafti_liquid_region* region, const lattice* points) {
    const double velocity[3] = {
        (double)def->velocity.x, (double)def->velocity.y, (double)def->velocity.z};
    for (int64_t n = 0; n < points->size[0] * points->size[1] * points->size[2]; ++n) {
        const int64_t index[3] = {n % points->size[0], n / points->size[0] % points->size[1],
            n / (points->size[0] * points->size[1])};
        double place[3];
        for (int axis = 0; axis < 3; ++axis) {
            place[axis] = points->low[axis] + ((double)index[axis] + 0.5) * liquid->d;
        }
        // A box on the lattice holds all its points; rounding must not take its last layer.
        const double inside = region->form.shape.kind == WAFT_SHAPE_BOX ? 1e-3 * liquid->d : 0.0;
        double asked[3] = {place[0], place[1], place[2]};
        asked[2] = liquid->def.dimension == 2 ? region->position[2] : asked[2];
        if (wafti_liquid_region_distance(region, asked) > inside ||
            !wafti_liquid_is_inside(liquid, place) ||
            wafti_liquid_clearance(liquid, place) < 0.45 * liquid->d) {
            continue;
        }
        if (liquid->count == liquid->def.max_particles) {
            return wafti_fail(liquid->context->error, WAFT_ERR_FULL,
                "liquid.max_particles is %u; the blocks need more",
                (unsigned)liquid->def.max_particles);
        }
        const wafti_random4 random =
            wafti_random(liquid->context->seed, WAFTI_LIQUID_STREAM, 0, liquid->next_id);
        for (int axis = 0; axis < liquid->def.dimension; ++axis) {
            const double chance = 2.0 * (double)wafti_uniform(random.word[axis]) - 1.0;
            place[axis] += (double)def->jitter * liquid->d * chance;
        }
        wafti_liquid_append(liquid, place, velocity);
    }
    return WAFT_OK;
}

waft_result waft_liquid_add_block(
    waft_liquid* liquid, const waft_liquid_block_def* def, uint32_t* out_count) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = liquid->context->error;
    waft_liquid_block_def wide = waft_liquid_block_def_default();
    waft_result result = waft_struct_take(&wide, sizeof(wide), def, "waft_liquid_block_def", error);
    def = &wide;
    if (result == WAFT_OK && def->shape.kind == WAFT_SHAPE_PLANE) {
        result = wafti_fail(error, WAFT_ERR_ARGUMENT, "liquid.blocks: a block cannot be a plane");
    }
    if (result == WAFT_OK) {
        result = wafti_rows_check_item(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS,
            WAFTI_OWNER_LIQUID_BLOCK, def, "liquid.blocks", error);
    }
    if (result != WAFT_OK) {
        return result;
    }
    wafti_liquid_region region = {0};
    wafti_pool_begin(liquid->context->pool);
    result = wafti_liquid_region_make(liquid, &def->shape, &def->pose, "liquid.blocks", &region);
    if (result == WAFT_OK) {
        const uint32_t first = liquid->next_id;
        const lattice points = lattice_of(liquid, &region);
        result = fill_lattice(liquid, def, &region, &points);
        if (result == WAFT_OK) {
            result = accept(liquid, (wafti_liquid_batch){.first = first});
        } else {
            take_back(liquid, first);
        }
        if (out_count != NULL) {
            *out_count = liquid->next_id - first;
        }
        wafti_form_free(&region.form);
        // Particles were sorted: what views show of a liquid that runs must follow them. What is too
        // crowded for its lists is left to the next step, which refuses it.
        if (liquid->started) {
            double ratio;
            double place[3];
            (void)wafti_liquid_find_crowd(liquid, &ratio, place);
        }
        wafti_liquid_show_start(liquid);
    }
    wafti_pool_end(liquid->context->pool);
    if (result == WAFT_OK) {
        wafti_tell_change(liquid->context, WAFT_EDIT_ADD_BLOCK, 0, def);
    }
    return result;
}

waft_result waft_liquid_add_particles(
    waft_liquid* liquid, const waft_vec3* positions, const waft_vec3* velocities, size_t count) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = liquid->context->error;
    waft_result result = WAFT_OK;
    if (liquid->started) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "liquid: single particles must be added before the first step; add a block");
    }
    if (positions == NULL && count > 0) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "liquid: positions is NULL");
    }
    if (count > liquid->def.max_particles - liquid->count) {
        return wafti_fail(error, WAFT_ERR_FULL, "liquid.max_particles is %u; %zu more do not fit",
            (unsigned)liquid->def.max_particles, count);
    }
    const bool flat = liquid->def.dimension == 2;
    const uint32_t first = liquid->next_id;
    for (size_t i = 0; i < count && result == WAFT_OK; ++i) {
        const waft_vec3 p = positions[i];
        const waft_vec3 v = velocities != NULL ? velocities[i] : (waft_vec3){0};
        const double place[3] = {(double)p.x, (double)p.y, flat ? 0.0 : (double)p.z};
        const double velocity[3] = {(double)v.x, (double)v.y, flat ? 0.0 : (double)v.z};
        const bool finite = isfinite(p.x) && isfinite(p.y) && isfinite(p.z) && isfinite(v.x) &&
                            isfinite(v.y) && isfinite(v.z);
        if (!finite || !wafti_liquid_is_inside(liquid, place)) {
            result = wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid: particle %zu at (%g, %g, %g) is not finite or outside the domain", i,
                (double)p.x, (double)p.y, (double)p.z);
        } else if (wafti_liquid_clearance(liquid, place) < 0.25 * liquid->d) {
            result = wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid: particle %zu at (%g, %g, %g) is within 0.25 spacings of a wall or solid",
                i, (double)p.x, (double)p.y, (double)p.z);
        } else {
            wafti_liquid_append(liquid, place, velocity);
        }
    }
    wafti_pool_begin(liquid->context->pool);
    if (result == WAFT_OK) {
        result = accept(liquid, (wafti_liquid_batch){.first = first, .list = true});
    } else {
        take_back(liquid, first);
    }
    wafti_liquid_show_start(liquid);
    wafti_pool_end(liquid->context->pool);
    return result;
}
