// SPDX-License-Identifier: MIT
// Creation: what a def may say, how much memory it takes, and the constants that follow.
#include <math.h>

#include "base/assert.h"
#include "base/error.h"
#include "base/range.h"
#include "liquid/liquid_params.h"
#include "liquid/solver.h"

void waft_liquid_def_fill(waft_liquid_def* out_def, size_t size) {
    waft_liquid_def def = {0};
    wafti_rows_fill(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, WAFTI_OWNER_LIQUID, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

enum { MOST_PARTICLES = 1 << 24 };

static waft_liquid_method method_of(const waft_liquid_def* def) {
    return def->method != WAFT_LIQUID_AUTO ? def->method
           : def->max_particles > 10000    ? WAFT_LIQUID_DFSPH
                                           : WAFT_LIQUID_WCSPH;
}

static void corners_of(const waft_liquid_def* def, double low[3], double high[3]) {
    wafti_vector_from(def->low, low);
    wafti_vector_from(def->high, high);
    if (def->dimension == 2) {
        // A slice: z is 0 for all particles.
        low[2] = -0.5 * (double)def->spacing;
        high[2] = 0.5 * (double)def->spacing;
    }
}

static waft_result check_domain(const waft_liquid_def* def, waft_error* error) {
    double low[3];
    double high[3];
    corners_of(def, low, high);
    const double h = (double)def->support * (double)def->spacing;
    for (int axis = 0; axis < def->dimension; ++axis) {
        const double length = high[axis] - low[axis];
        if (!(length >= 4.0 * h * (1.0 - 1e-6))) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid.domain is %g m along %c; it must be at least 4 reaches of a particle, %g m",
                length, "xyz"[axis], 4.0 * h);
        }
        const bool first = def->sides[(ptrdiff_t)2 * axis] == WAFT_LIQUID_PERIODIC;
        const bool second = def->sides[(ptrdiff_t)2 * axis + 1] == WAFT_LIQUID_PERIODIC;
        if (first != second) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid.sides along %c: a periodic side needs one opposite", "xyz"[axis]);
        }
    }
    return WAFT_OK;
}

static waft_result check_choices(const waft_liquid_def* def, waft_error* error) {
    const bool dfsph = method_of(def) == WAFT_LIQUID_DFSPH;
    const bool calibrated =
        dfsph && def->dimension == 3 && def->kernel == WAFT_LIQUID_CUBIC && def->support == 2.0f;
    const struct {
        bool broken;
        const char* sentence;
    } rules[] = {
        {dfsph && def->kernel == WAFT_LIQUID_MUELLER,
            "liquid.kernel mueller goes with method wcsph alone; dfsph takes cubic or wendland"},
        {def->surface_tension > 0.0f && !calibrated,
            "liquid.surface_tension is not calibrated but for dfsph, 3-D, cubic, support 2"},
        {!dfsph && def->viscosity_solver == WAFT_LIQUID_VISCOSITY_IMPLICIT,
            "liquid.viscosity_solver implicit goes with method dfsph"},
    };
    for (size_t n = 0; n < sizeof(rules) / sizeof(rules[0]); ++n) {
        if (rules[n].broken) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s", rules[n].sentence);
        }
    }
    return WAFT_OK;
}

waft_result wafti_liquid_check_def(const waft_liquid_def* def, waft_error* error) {
    waft_result result =
        wafti_rows_check(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, WAFTI_OWNER_LIQUID, def, error);
    if (result == WAFT_OK) {
        // 0 places, which a scene may ask for, are what its parts can give.
        result =
            wafti_check_count(error, "liquid.max_particles", def->max_particles, 1, MOST_PARTICLES);
    }
    result = result == WAFT_OK ? check_domain(def, error) : result;
    return result == WAFT_OK ? check_choices(def, error) : result;
}

// ---- memory

// Entries of lists for each particle: a third more than a full neighbourhood has.
static uint32_t list_entries(const waft_liquid_def* def) {
    const double s = (double)def->support;
    const double ball = def->dimension == 3 ? 4.0 / 3.0 * M_PI * s * s * s : M_PI * s * s;
    return 8 * (uint32_t)ceil((1.33 * ball + 4.0) / 8.0);
}

// Cells along each axis and in all; false if they are too many.
static bool plan_cells(const waft_liquid_def* def, wafti_cells* cells) {
    const double h = (double)def->support * (double)def->spacing;
    double count = 1.0;
    corners_of(def, cells->low, cells->high);
    for (int axis = 0; axis < 3; ++axis) {
        const bool flat = def->dimension == 2 && axis == 2;
        const double length = cells->high[axis] - cells->low[axis];
        const double fit = flat ? 1.0 : fmax(1.0, floor(length / h));
        count *= fit;
        if (!(count <= 16.0 * (double)def->max_particles + 131072.0)) {
            return false;
        }
        cells->size[axis] = (int32_t)fit;
        cells->edge[axis] = length / fit;
        cells->reach[axis] = flat ? 0 : 1;
        cells->periodic[axis] = !flat && def->sides[(ptrdiff_t)2 * axis] == WAFT_LIQUID_PERIODIC;
    }
    cells->cell_count = (uint32_t)count;
    return true;
}

size_t waft_liquid_memory_needed(const waft_liquid_def* def) {
    wafti_cells cells = {0};
    waft_liquid_def wide = waft_liquid_def_default();
    if (waft_struct_take(&wide, sizeof(wide), def, "waft_liquid_def", NULL) != WAFT_OK ||
        wafti_liquid_check_def(&wide, NULL) != WAFT_OK || !plan_cells(&wide, &cells)) {
        return SIZE_MAX;
    }
    def = &wide;
    const size_t particles = (size_t)def->max_particles + WAFTI_LIQUID_PADDING;
    const size_t entries = method_of(def) == WAFT_LIQUID_DFSPH ? 2 : 1;
    const size_t floats =
        2 * 9 + 4 + 3 + 2 + 6 + 5 + 2 * 4 + 3 + entries * list_entries(def); // a particle
    size_t bytes = wafti_size_mul(particles, sizeof(float) * floats);
    bytes = wafti_size_add(
        bytes, (size_t)cells.cell_count * sizeof(uint32_t) * (WAFTI_SORT_RANGES + 2));
    const size_t solids = (size_t)def->solid_capacity * sizeof(wafti_liquid_solid);
    const size_t blocks = particles / WAFTI_LIQUID_BLOCK + 2;
    bytes = wafti_size_add(bytes,
        wafti_size_mul(blocks * (8 + 6 * (6 + (size_t)def->solid_capacity)), sizeof(double)));
    return wafti_size_add(bytes, solids + sizeof(waft_liquid) + 65536);
}

// Arrays of a number a particle are pieces of one: it lies in huge pages, which a piece would be too
// small for, and no two of them begin at the same place of a page, where they would share sets of a
// cache.
enum { PIECES = 2 * 9 + 20 + 1 + 3, PAGE = 4096, LINE = 64 };

typedef struct taker {
    wafti_arena* arena;
    size_t count;
    unsigned char* pieces; // not given away yet
    size_t piece_size;
    int pieces_left;
} taker;

// Of 4 bytes a particle.
static void* take_piece(taker* from) {
    unsigned char* piece = from->pieces;
    WAFT_ASSERT(from->pieces_left > 0);
    from->pieces = piece != NULL ? piece + from->piece_size : NULL;
    --from->pieces_left;
    return piece;
}

static void take_particles(taker* from, wafti_particles* particles) {
    for (int axis = 0; axis < 3; ++axis) {
        particles->x[axis] = take_piece(from);
        particles->u[axis] = take_piece(from);
    }
    particles->k = take_piece(from);
    particles->kv = take_piece(from);
    particles->id = take_piece(from);
}

static void take_lists(taker* from, wafti_list* list, bool slopes) {
    const size_t entries = wafti_size_mul(from->count, list->each);
    list->slope = slopes ? wafti_arena_take(from->arena, entries, sizeof(float)) : NULL;
    list->j = wafti_arena_take(from->arena, entries, sizeof(float));
    list->first = take_piece(from);
    list->padded = take_piece(from);
    list->found = take_piece(from);
}

static void take_cells(taker* from, wafti_cells* cells, int ranges) {
    const size_t slots = (size_t)cells->cell_count + 1;
    cells->start = wafti_arena_take(from->arena, slots, sizeof(uint32_t));
    cells->counts = wafti_arena_take(from->arena, slots * (size_t)ranges, sizeof(uint32_t));
    cells->key = take_piece(from);
    cells->filled =
        wafti_arena_take(from->arena, slots < from->count ? slots : from->count, sizeof(uint32_t));
    cells->tasks =
        wafti_arena_take(from->arena, from->count / WAFTI_LIQUID_TASK + 4, sizeof(uint32_t));
}

static bool take_memory(waft_liquid* liquid) {
    const waft_liquid_def* def = &liquid->def;
    taker all = {.arena = &liquid->arena,
        .count = (size_t)def->max_particles + WAFTI_LIQUID_PADDING,
        .pieces_left = PIECES};
    const size_t size = (all.count * sizeof(float) + LINE - 1) / LINE * LINE;
    all.piece_size = size % PAGE == 0 ? size + (size_t)3 * LINE : size;
    all.pieces = wafti_arena_take(all.arena, PIECES, all.piece_size);
    take_particles(&all, &liquid->now);
    take_particles(&all, &liquid->other);
    float** const fields[] = {&liquid->rh, &liquid->fluid, &liquid->inverse, &liquid->flux,
        &liquid->lam, &liquid->source, &liquid->left, &liquid->diagonal, &liquid->before,
        &liquid->total, &liquid->extra, &liquid->wall[0], &liquid->wall[1], &liquid->wall[2],
        &liquid->a[0], &liquid->a[1], &liquid->a[2], &liquid->b[0], &liquid->b[1], &liquid->b[2]};
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); ++i) {
        *fields[i] = take_piece(&all);
    }
    liquid->dead = wafti_arena_take(all.arena, all.count, 1);
    const int threads = wafti_pool_threads(liquid->context->pool);
    take_cells(&all, &liquid->cells, threads < WAFTI_SORT_RANGES ? threads : WAFTI_SORT_RANGES);
    liquid->overflow =
        wafti_arena_take(all.arena, all.count / WAFTI_LIQUID_TASK + 4, sizeof(uint32_t));
    const size_t blocks = all.count / WAFTI_LIQUID_BLOCK + 2;
    liquid->slots = wafti_arena_take(all.arena, blocks, 8 * sizeof(double));
    liquid->sums =
        wafti_arena_take(all.arena, blocks * (6 + (size_t)def->solid_capacity), 6 * sizeof(double));
    liquid->solids = wafti_arena_take(all.arena, def->solid_capacity, sizeof(*liquid->solids));
    liquid->emitters =
        wafti_arena_take(all.arena, def->emitter_capacity, sizeof(*liquid->emitters));
    liquid->sinks = wafti_arena_take(all.arena, def->sink_capacity, sizeof(*liquid->sinks));
    liquid->patches = wafti_arena_take(all.arena, WAFTI_LIQUID_PATCHES, sizeof(double));
    liquid->births = wafti_arena_take(all.arena, WAFTI_LIQUID_BIRTHS, sizeof(*liquid->births));
    liquid->place = wafti_arena_take(all.arena, all.count, 4 * sizeof(float));
    liquid->flow = wafti_arena_take(all.arena, all.count, 4 * sizeof(float));
    liquid->list.each = list_entries(def);
    take_lists(&all, &liquid->list, liquid->method == WAFT_LIQUID_DFSPH);
    return !liquid->arena.failed;
}

waft_result wafti_liquid_create(const wafti_context* context, waft_vec3 gravity,
    const waft_liquid_def* def, waft_liquid** out_liquid) {
    *out_liquid = NULL;
    waft_result result = wafti_liquid_check_def(def, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_cells cells = {0};
    if (!plan_cells(def, &cells)) {
        return wafti_fail(context->error, WAFT_ERR_ARGUMENT,
            "liquid: a domain of %g x %g x %g m in cells of %g m has too many cells for %u "
            "particles; make the domain smaller, the spacing larger or max_particles larger",
            (double)(def->high.x - def->low.x), (double)(def->high.y - def->low.y),
            (double)(def->high.z - def->low.z), (double)(def->support * def->spacing),
            (unsigned)def->max_particles);
    }
    waft_liquid* liquid = wafti_allocate_zero(&context->allocator, 1, sizeof(*liquid));
    if (liquid == NULL) {
        return wafti_fail_memory(context->error, sizeof(*liquid), "a liquid");
    }
    liquid->context = context;
    liquid->def = *def;
    liquid->method = method_of(def);
    wafti_vector_from(gravity, liquid->gravity);
    liquid->gravity[2] = def->dimension == 3 ? liquid->gravity[2] : 0.0;
    liquid->cells = cells;
    wafti_arena_init(&liquid->arena, &context->allocator, 65536);
    liquid->d = (double)def->spacing;
    liquid->h = liquid->d * (double)def->support;
    wafti_calibrate(
        &liquid->calibration, def->kernel, def->dimension, liquid->d, (double)def->support);
    liquid->constants = wafti_pair_constants_of(&liquid->calibration, def->kernel);
    liquid->kernels = wafti_pair_kernels_choose(context->isa);
    liquid->mass = (double)def->density * liquid->calibration.volume;
    liquid->viscosity = (double)def->kinematic_viscosity;
    if (!take_memory(liquid)) {
        wafti_liquid_destroy(liquid);
        return wafti_fail_memory(
            context->error, waft_liquid_memory_needed(def), "the liquid's particles");
    }
    *out_liquid = liquid;
    return WAFT_OK;
}

void wafti_liquid_destroy(waft_liquid* liquid) {
    if (liquid == NULL) {
        return;
    }
    wafti_liquid_free_forms(liquid->solids, liquid->solid_count, liquid->sinks, liquid->sink_count);
    wafti_liquid_free_masks(liquid);
    wafti_bank_close(&liquid->stir.bank);
    const waft_allocator allocator = liquid->context->allocator;
    wafti_arena_free(&liquid->arena);
    wafti_release(&allocator, liquid, 1, sizeof(*liquid));
}

size_t wafti_liquid_memory(const waft_liquid* liquid) {
    size_t bytes = sizeof(*liquid) + liquid->arena.total;
    for (uint32_t i = 0; i < liquid->solid_count; ++i) {
        bytes += wafti_form_memory(&liquid->solids[i].form);
    }
    return bytes;
}

void waft_liquid_read_def(const waft_liquid* liquid, waft_liquid_def* out_def, size_t size) {
    const waft_liquid_def def = liquid != NULL ? liquid->def : waft_liquid_def_default();
    waft_struct_fill(out_def, size, &def, sizeof(def));
}
