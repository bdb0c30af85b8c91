// SPDX-License-Identifier: MIT
// Smoke from creation to destruction, and the memory it lives in.
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "grid/blocks.h"
#include "smoke/solver.h"

static double along(waft_vec3 v, int axis) {
    return (double)(axis == 0 ? v.x : (axis == 1 ? v.y : v.z));
}

static wafti_side side_of(const waft_smoke_def* def, int number) {
    static const wafti_side_kind kinds[] = {[WAFT_SIDE_CLOSED] = WAFTI_SIDE_CLOSED,
        [WAFT_SIDE_OPEN] = WAFTI_SIDE_OPEN,
        [WAFT_SIDE_INFLOW] = WAFTI_SIDE_INFLOW,
        [WAFT_SIDE_PERIODIC] = WAFTI_SIDE_PERIODIC};
    const waft_smoke_side* given = &def->sides[number];
    const int axis = number / 2;
    // A plane has no sides along z.
    if (axis == 2 && def->cells[2] == 1) {
        return (wafti_side){.kind = WAFTI_SIDE_CLOSED};
    }
    wafti_side side = {.kind = kinds[given->kind]};
    if (given->kind == WAFT_SIDE_CLOSED) {
        side.no_slip = given->no_slip;
        side.velocity[0] = given->velocity.x;
        side.velocity[1] = given->velocity.y;
        side.velocity[2] = given->velocity.z;
    } else if (given->kind == WAFT_SIDE_INFLOW) {
        side.velocity[axis] = number % 2 == 0 ? given->speed : -given->speed;
    }
    return side;
}

// How far from solids traces must look out for them: twice as far as a sub-step should carry, since
// it does carry further where sub-steps run out.
static int32_t reach_of(const waft_smoke_def* def) {
    const int32_t cells = 2 * (int32_t)ceilf(def->cfl) + 2;
    return cells < WAFTI_CLEARANCE_REACH ? cells : WAFTI_CLEARANCE_REACH;
}

wafti_domain_def wafti_smoke_domain_def(const waft_smoke_def* def) {
    wafti_domain_def result = {
        .cells = {def->cells[0], def->cells[1], def->cells[2]},
        .h = (double)def->spacing,
        .low = {along(def->origin, 0), along(def->origin, 1), along(def->origin, 2)},
        .fractions = def->fractions,
        .solid_capacity = (int)def->solid_capacity,
        .reach = reach_of(def),
    };
    for (int number = 0; number < WAFT_SIDE_COUNT; ++number) {
        result.sides[number] = side_of(def, number);
    }
    return result;
}

wafti_form_def wafti_smoke_form_def(const waft_smoke* smoke, const waft_shape* shape) {
    const wafti_mac* grid = &smoke->domain.grid;
    return (wafti_form_def){.shape = shape, .h = grid->h, .plane = grid->axes == 2};
}

void wafti_smoke_set_sides(waft_smoke* smoke) {
    for (int number = 0; number < WAFT_SIDE_COUNT; ++number) {
        const waft_smoke_side* given = &smoke->def.sides[number];
        const bool inflow = given->kind == WAFT_SIDE_INFLOW;
        smoke->domain.sides[number] = side_of(&smoke->def, number);
        smoke->domain.sides[number].held = smoke->held[number];
        smoke->outside[WAFTI_SCALAR_DENSITY][number] = inflow ? given->density : 0.0f;
        smoke->outside[WAFTI_SCALAR_TEMPERATURE][number] = inflow ? given->temperature : 0.0f;
        for (int n = 0; n < WAFTI_SCALAR_LIMIT; ++n) {
            smoke->outside[WAFTI_SCALAR_EXTRA + n][number] = inflow ? given->scalars[n] : 0.0f;
        }
    }
}

bool wafti_smoke_is_lifted(const waft_smoke* smoke, int scalar) {
    const bool lifts = scalar == WAFTI_SCALAR_DENSITY ? smoke->def.buoyancy.density > 0.0f
                                                      : smoke->def.buoyancy.temperature > 0.0f;
    return scalar < WAFTI_SCALAR_EXTRA && lifts && smoke->scalar[scalar] != NULL;
}

void wafti_smoke_edge(waft_smoke* smoke) {
    if (!smoke->edged) {
        wafti_halo_faces_by_blocks(&smoke->domain, smoke->context, smoke->velocity);
        smoke->edged = true;
    }
}

void wafti_smoke_set_faces(waft_smoke* smoke) {
    wafti_domain_set_faces(&smoke->domain, smoke->context, smoke->velocity);
    smoke->edged = false;
    smoke->speed = -1.0;
}

void wafti_smoke_renew_faces(waft_smoke* smoke) {
    wafti_smoke_set_faces(smoke);
    wafti_smoke_edge(smoke);
}

// ---- memory

static size_t padded(size_t count, size_t size) {
    const size_t sum = wafti_size_add(wafti_size_mul(count, size), WAFTI_ALIGNMENT - 1);
    return sum == SIZE_MAX ? SIZE_MAX : sum & ~(size_t)(WAFTI_ALIGNMENT - 1);
}

static size_t order_size(uint32_t capacity, size_t item) {
    return wafti_size_add(padded(capacity, item), 2 * padded(capacity, sizeof(uint32_t)));
}

// Bytes that creation takes from its arena. A carrier has no pressure.
static size_t arena_size(const waft_smoke_def* def, bool carrier) {
    const wafti_domain_def domain_def = wafti_smoke_domain_def(def);
    const wafti_mac grid = wafti_mac_make(def->cells, domain_def.h, domain_def.low);
    const bool reflect = def->scheme == WAFT_SCHEME_REFLECT;
    const size_t axes = (size_t)grid.axes;
    const size_t pressures = carrier ? 0 : (reflect ? 2 : 1);
    const size_t floats =
        axes + 1 + (def->temperature ? 1 : 0) + def->scalar_count + (reflect ? axes : 0);
    const size_t doubles = 3 + 2 * pressures; // the last one and the one before
    const size_t parts[] = {
        wafti_size_mul(floats, padded(grid.size, sizeof(float))),
        wafti_size_mul(doubles, padded(grid.size, sizeof(double))),
        padded((size_t)wafti_mac_block_count(&grid), sizeof(wafti_tally)),
        padded((size_t)grid.n[1] * (size_t)grid.n[2], 1),
        order_size(def->source_capacity, sizeof(wafti_source)),
        order_size(def->solid_capacity, sizeof(wafti_obstacle)),
        wafti_domain_size(&domain_def),
        carrier ? 0 : wafti_poisson_size(&grid),
        // Pieces start at full cache lines.
        (size_t)64 * WAFTI_ALIGNMENT,
    };
    size_t sum = 0;
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); ++i) {
        sum = wafti_size_add(sum, parts[i]);
    }
    return padded(sum, 1);
}

static size_t memory_needed(const waft_smoke_def* def, bool carrier) {
    if (def == NULL || wafti_check_smoke(def, NULL) != WAFT_OK) {
        return SIZE_MAX;
    }
    // The arena keeps one line of its own.
    return wafti_size_add(arena_size(def, carrier), sizeof(waft_smoke) + WAFTI_ALIGNMENT);
}

size_t waft_smoke_memory_needed(const waft_smoke_def* def) {
    waft_smoke_def wide = waft_smoke_def_default();
    const bool taken =
        waft_struct_take(&wide, sizeof(wide), def, "waft_smoke_def", NULL) == WAFT_OK;
    return taken ? memory_needed(&wide, false) : SIZE_MAX;
}

size_t wafti_smoke_carrier_memory(const waft_smoke_def* def) {
    return memory_needed(def, true);
}

size_t wafti_smoke_memory(const waft_smoke* smoke) {
    size_t sum = sizeof(*smoke) + smoke->arena.total + smoke->extra_bytes;
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        sum += wafti_form_memory(&smoke->sources[smoke->source_order.slots[n]].form);
    }
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        sum += wafti_form_memory(&smoke->obstacles[smoke->obstacle_order.slots[n]].form);
    }
    return sum;
}

static waft_result fail_size(const waft_smoke* smoke) {
    const int32_t* cells = smoke->def.cells;
    char what[96];
    (void)snprintf(what, sizeof(what), "%d x %d x %d cells of smoke; smoke.cells should be fewer",
        (int)cells[0], (int)cells[1], (int)cells[2]);
    return wafti_fail_memory(smoke->context->error, arena_size(&smoke->def, smoke->carrier), what);
}

static float* take_field(waft_smoke* smoke) {
    const wafti_mac* grid = &smoke->domain.grid;
    float* storage = wafti_allocate_zero(&smoke->context->allocator, grid->size, sizeof(*storage));
    if (storage == NULL) {
        (void)wafti_fail_memory(
            smoke->context->error, grid->size * sizeof(*storage), "a field of the smoke");
        return NULL;
    }
    smoke->extra_bytes += grid->size * sizeof(*storage);
    return storage + grid->first;
}

uint32_t wafti_smoke_extras(const waft_smoke* smoke) {
    return (smoke->uses_force ? WAFTI_EXTRA_FORCE : 0u) |
           (smoke->uses_weight ? WAFTI_EXTRA_WEIGHT : 0u) |
           (smoke->uses_eddy ? WAFTI_EXTRA_EDDY : 0u) |
           (smoke->expands ? WAFTI_EXTRA_EXPANSION : 0u);
}

waft_result wafti_smoke_take_extras(waft_smoke* smoke, uint32_t extras) {
    const struct {
        float** fields;
        uint32_t flag;
        int count;
    } lists[] = {
        {smoke->force, WAFTI_EXTRA_FORCE, smoke->domain.grid.axes},
        {&smoke->confinement_weight, WAFTI_EXTRA_WEIGHT, 1},
        {&smoke->eddy, WAFTI_EXTRA_EDDY, 1},
        {smoke->eddy_scratch, WAFTI_EXTRA_EDDY, 3},
        {&smoke->expansion, WAFTI_EXTRA_EXPANSION, 1},
    };
    for (size_t list = 0; list < sizeof(lists) / sizeof(lists[0]); ++list) {
        const int count = (extras & lists[list].flag) != 0 ? lists[list].count : 0;
        for (int n = 0; n < count; ++n) {
            float** field = &lists[list].fields[n];
            *field = *field != NULL ? *field : take_field(smoke);
            if (*field == NULL) {
                return WAFT_ERR_NO_MEMORY;
            }
        }
    }
    return WAFT_OK;
}

static void give_field(waft_smoke* smoke, float* field) {
    if (field != NULL) {
        const wafti_mac* grid = &smoke->domain.grid;
        wafti_release(&smoke->context->allocator, field - grid->first, grid->size, sizeof(*field));
    }
}

// ---- creation

// One block for everything: it comes with the first piece, and a second of its size never does.
static void open_arena(waft_smoke* smoke) {
    wafti_arena* arena = &smoke->arena;
    wafti_arena_init(arena, &smoke->context->allocator, arena_size(&smoke->def, smoke->carrier));
    (void)wafti_arena_take(arena, 0, 1);
    arena->block_size = 0;
}

static void take_lists(waft_smoke* smoke) {
    const waft_smoke_def* def = &smoke->def;
    wafti_arena* arena = &smoke->arena;
    const wafti_domain_def domain_def = wafti_smoke_domain_def(def);
    const wafti_mac grid = wafti_mac_make(def->cells, domain_def.h, domain_def.low);
    smoke->tallies =
        wafti_arena_take(arena, (size_t)wafti_mac_block_count(&grid), sizeof(*smoke->tallies));
    smoke->rows = wafti_arena_take(arena, (size_t)grid.n[1] * (size_t)grid.n[2], 1);
    smoke->sources = wafti_arena_take(arena, def->source_capacity, sizeof(*smoke->sources));
    smoke->obstacles = wafti_arena_take(arena, def->solid_capacity, sizeof(*smoke->obstacles));
    wafti_order_take(&smoke->source_order, def->source_capacity, arena);
    wafti_order_take(&smoke->obstacle_order, def->solid_capacity, arena);
}

static void take_floats(waft_smoke* smoke, float* fields[], int count) {
    for (int n = 0; n < count; ++n) {
        fields[n] = wafti_mac_take_float(&smoke->domain.grid, &smoke->arena);
    }
}

static void take_fields(waft_smoke* smoke, double* work[3]) {
    const waft_smoke_def* def = &smoke->def;
    const wafti_mac* grid = &smoke->domain.grid;
    const bool reflect = def->scheme == WAFT_SCHEME_REFLECT;
    take_floats(smoke, smoke->velocity, grid->axes);
    take_floats(smoke, smoke->scalar, def->temperature ? 2 : 1);
    take_floats(smoke, smoke->scalar + WAFTI_SCALAR_EXTRA, (int)def->scalar_count);
    take_floats(smoke, smoke->kept, reflect ? grid->axes : 0);
    const int pressures = smoke->carrier ? 0 : (reflect ? 2 : 1);
    for (int n = 0; n < pressures; ++n) {
        smoke->phi[n] = wafti_mac_take_double(grid, &smoke->arena);
        smoke->earlier[n] = wafti_mac_take_double(grid, &smoke->arena);
    }
    for (int n = 0; n < 3; ++n) {
        work[n] = wafti_mac_take_double(grid, &smoke->arena);
        if (work[n] != NULL) {
            wafti_mac_alias(grid, work[n], smoke->scratch + (ptrdiff_t)2 * n);
        }
    }
}

static waft_result make_pressure(waft_smoke* smoke, double* const work[3]) {
    static const wafti_poisson_solver solvers[] = {[WAFT_PRESSURE_AUTO] = WAFTI_POISSON_AUTO,
        [WAFT_PRESSURE_MULTIGRID] = WAFTI_POISSON_MULTIGRID,
        [WAFT_PRESSURE_DCT] = WAFTI_POISSON_DCT,
        [WAFT_PRESSURE_CG] = WAFTI_POISSON_CG};
    const waft_smoke_def* def = &smoke->def;
    const wafti_poisson_def poisson_def = {
        .domain = &smoke->domain,
        .context = smoke->context,
        .solver = solvers[def->pressure.solver],
        .red_black = def->pressure.smoother == WAFT_SMOOTHER_RBGS,
        .work = {work[0], work[1], work[2]},
    };
    const waft_result result = wafti_poisson_create(&poisson_def, &smoke->arena, &smoke->poisson);
    if (result == WAFT_ERR_NO_MEMORY) {
        return fail_size(smoke);
    }
    if (result == WAFT_OK) {
        wafti_poisson_rebuild(smoke->poisson, NULL);
    }
    return result;
}

// The air at the start, everywhere alike.
static void fill_velocity(waft_smoke* smoke) {
    const wafti_mac* grid = &smoke->domain.grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        const float speed = (float)along(smoke->def.velocity, axis);
        const int32_t count = speed != 0.0f ? wafti_mac_row_faces(grid, axis) : 0;
        for (wafti_walk at = wafti_walk_all(grid, axis); wafti_walk_next(&at);) {
            for (int32_t i = 0; i < count; ++i) {
                smoke->velocity[axis][at.start + i] = speed;
            }
        }
    }
}

static waft_result fill_smoke(waft_smoke* smoke) {
    const wafti_domain_def domain_def = wafti_smoke_domain_def(&smoke->def);
    double* work[3];
    open_arena(smoke);
    if (!smoke->arena.failed) {
        take_lists(smoke);
    }
    if (wafti_domain_init(&smoke->domain, &domain_def, &smoke->arena) == WAFT_OK) {
        take_fields(smoke, work);
    }
    if (smoke->arena.failed) {
        return fail_size(smoke);
    }
    wafti_smoke_set_sides(smoke);
    const waft_result result = smoke->carrier ? WAFT_OK : make_pressure(smoke, work);
    if (result == WAFT_OK) {
        fill_velocity(smoke);
        wafti_smoke_renew_faces(smoke);
    }
    return result;
}

waft_result wafti_smoke_create_kind(const wafti_context* context, waft_vec3 gravity,
    const waft_smoke_def* def, bool carrier, waft_smoke** out_smoke) {
    *out_smoke = NULL;
    waft_result result = wafti_check_smoke(def, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    waft_smoke* smoke = wafti_allocate_zero(&context->allocator, 1, sizeof(*smoke));
    if (smoke == NULL) {
        return wafti_fail_memory(context->error, sizeof(*smoke), "the smoke");
    }
    smoke->context = context;
    smoke->def = *def;
    smoke->carrier = carrier;
    wafti_smoke_set_gravity(smoke, gravity);
    result = fill_smoke(smoke);
    if (result != WAFT_OK) {
        wafti_smoke_destroy(smoke);
        return result;
    }
    *out_smoke = smoke;
    return WAFT_OK;
}

waft_result wafti_smoke_create(const wafti_context* context, waft_vec3 gravity,
    const waft_smoke_def* def, waft_smoke** out_smoke) {
    return wafti_smoke_create_kind(context, gravity, def, false, out_smoke);
}

void wafti_smoke_destroy(waft_smoke* smoke) {
    if (smoke == NULL) {
        return;
    }
    wafti_smoke_drop_roster(smoke);
    if (smoke->base == NULL) {
        wafti_smoke_free_forms(smoke);
    }
    for (int axis = 0; axis < 3; ++axis) {
        give_field(smoke, smoke->force[axis]);
        give_field(smoke, smoke->eddy_scratch[axis]);
    }
    give_field(smoke, smoke->confinement_weight);
    give_field(smoke, smoke->eddy);
    give_field(smoke, smoke->expansion);
    wafti_arena_free(&smoke->arena);
    const waft_allocator allocator = smoke->context->allocator;
    wafti_release(&allocator, smoke, 1, sizeof(*smoke));
}

void waft_smoke_read_def(const waft_smoke* smoke, waft_smoke_def* out_def, size_t size) {
    const waft_smoke_def def = smoke != NULL ? smoke->def : waft_smoke_def_default();
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

double wafti_smoke_estimate_seconds(const waft_smoke_def* def, int substeps) {
    if (wafti_check_smoke(def, NULL) != WAFT_OK) {
        return 0.0;
    }
    // Measured with AVX2 on one core: advection of a field, a projection to 1e-4, all else.
    const double field_ns = 12.0;
    const double pressure_ns = 60.0;
    const double other_ns = 8.0;
    const bool reflect = def->scheme == WAFT_SCHEME_REFLECT;
    const double axes = def->cells[2] > 1 ? 3.0 : 2.0;
    const double faces = reflect ? 2.0 * axes : axes;
    const double scalars = 1.0 + (def->temperature ? 1.0 : 0.0) + (double)def->scalar_count;
    const double ns = field_ns * (faces + scalars) + pressure_ns * (reflect ? 2.0 : 1.0) + other_ns;
    const double cells = (double)def->cells[0] * def->cells[1] * def->cells[2];
    return 1e-9 * ns * cells * substeps / def->every;
}
