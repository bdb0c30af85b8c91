// SPDX-License-Identifier: MIT
// The `waves` surface from creation to destruction.
#include "water/waves.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "math/shown.h"
#include "water/basin.h"
#include "water/query.h"
#include "water/surface.h"
#include "water/terrain.h"

static void carve_fields(waft_water* water, wafti_carver* c) {
    const size_t field = wafti_grid_size(&water->grid);
    for (int kind = 0; kind <= WAFT_WATER_FOAM; ++kind) {
        water->field[kind] = wafti_carve(c, field, sizeof(float));
    }
    if (water->flat) {
        water->wet = wafti_carve(c, (size_t)water->grid.stride, sizeof(float));
        return;
    }
    const size_t cells = wafti_size_mul((size_t)water->grid.nx, (size_t)water->grid.nz);
    water->wet = wafti_carve(c, field, sizeof(float));
    water->wet_stride = water->grid.stride;
    water->still = wafti_carve(c, field, sizeof(float));
    water->scratch_phase = wafti_carve(c, cells, sizeof(double));
    water->scratch_k = wafti_carve(c, cells, sizeof(double));
    water->scratch_awake = wafti_carve(c, cells, sizeof(uint8_t));
}

static void carve_trains(waft_water* water, wafti_carver* c) {
    const size_t capacity = wafti_train_capacity(&water->def);
    water->trains = wafti_carve(c, capacity, sizeof(wafti_train));
    water->order = wafti_carve(c, capacity, sizeof(uint32_t));
    water->ids.generation = wafti_carve(c, capacity, sizeof(uint32_t));
    water->planes = wafti_carve(c, capacity, sizeof(wafti_plane));
    water->swells = wafti_carve(c, capacity, sizeof(wafti_swell));
    if (water->flat) {
        const size_t columns = wafti_size_mul(capacity, (size_t)water->grid.stride);
        const size_t rows = wafti_size_mul(capacity, (size_t)water->grid.nz);
        water->column_cos = wafti_carve(c, columns, sizeof(float));
        water->column_sin = wafti_carve(c, columns, sizeof(float));
        water->row_cos = wafti_carve(c, rows, sizeof(double));
        water->row_sin = wafti_carve(c, rows, sizeof(double));
    }
}

// The fields of trains over a varying bed.
static void carve_shoals(waft_water* water, wafti_carver* c) {
    const size_t capacity = wafti_train_capacity(&water->def);
    const size_t field = wafti_grid_size(&water->grid);
    for (size_t slot = 0; slot < capacity; ++slot) {
        wafti_shoal shoal = {0};
        float** const parts[] = {&shoal.phase, &shoal.kx, &shoal.kz, &shoal.gain, &shoal.cap};
        for (size_t n = 0; n < sizeof(parts) / sizeof(parts[0]); ++n) {
            *parts[n] = wafti_carve(c, field, sizeof(float));
        }
        if (water->trains != NULL) {
            water->trains[slot].shoal = shoal;
        }
    }
}

static void carve_water(waft_water* water, wafti_carver* c) {
    const size_t drops = (size_t)water->def.spray.capacity;
    const size_t rows = (size_t)water->grid.nz;
    (void)wafti_carve(c, 1, sizeof(waft_water));
    carve_fields(water, c);
    carve_trains(water, c);
    water->row_sums = wafti_carve(c, rows, sizeof(wafti_row_sums));
    water->gauges = wafti_carve(c, water->def.gauge_count, sizeof(wafti_gauge));
    water->tracers = wafti_carve(c, water->def.tracer_count, sizeof(wafti_tracer));
    for (int axis = 0; axis < 3; ++axis) {
        water->spray.position[axis] = wafti_carve(c, drops, sizeof(float));
        water->spray.velocity[axis] = wafti_carve(c, drops, sizeof(float));
    }
    water->spray.row_start = wafti_carve(c, drops > 0 ? rows + 1 : 0, sizeof(uint64_t));
    water->cleared = c->used;
    if (!water->flat) {
        carve_shoals(water, c);
    }
}

// The water of a checked def, without its memory.
static waft_water outline(const wafti_context* context, const waft_water_def* def) {
    waft_water water = {
        .context = context,
        .def = wafti_water_plain(def),
        .grid = wafti_water_grid(def),
        .flat = def->terrain.kind == WAFT_TERRAIN_FLAT,
        .spray = {.capacity = (uint32_t)def->spray.capacity,
            .amount = def->spray.amount,
            .radius = wafti_drop_radius(def)},
    };
    wafti_carver measure = {0};
    carve_water(&water, &measure);
    water.memory = measure.used;
    return water;
}

static void fill_flat(waft_water* water) {
    const wafti_grid* grid = &water->grid;
    const float bed = (float)((double)water->def.level - (double)water->def.depth);
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        water->field[WAFT_WATER_BED][wafti_grid_index(grid, at.i, at.j)] = bed;
    }
    for (int32_t i = 0; i < grid->nx; ++i) {
        water->wet[i] = 1.0f;
    }
    water->wet_area = (double)grid->nx * grid->nz * grid->dx * grid->dz;
}

static void fill_terrain(waft_water* water, const waft_water_def* def) {
    const wafti_grid* grid = &water->grid;
    float* bed = water->field[WAFT_WATER_BED];
    const float quantum = wafti_terrain_fill(def, grid, water->context->seed, bed);
    double wet_cells = 0.0;
    for (wafti_cells at = wafti_grid_cells(grid); wafti_cells_next(&at);) {
        const ptrdiff_t cell = wafti_grid_index(grid, at.i, at.j);
        water->still[cell] = -bed[cell];
        water->wet[cell] = bed[cell] < 0.0f ? 1.0f : 0.0f;
        wet_cells += (double)water->wet[cell];
        bed[cell] = (float)((double)bed[cell] + (double)water->def.level);
    }
    water->wet_area = wet_cells * grid->dx * grid->dz;
    wafti_log(&water->context->logger, WAFT_LOG_DEBUG, "water bed heights are multiples of %s m",
        wafti_show(quantum).text);
}

waft_result wafti_water_check_tracer(
    const waft_water_def* def, uint64_t seed, size_t index, waft_error* out_error) {
    const waft_vec3 at = def->tracers[index].at;
    const wafti_grid grid = wafti_water_grid(def);
    const wafti_corners corners = wafti_grid_corners(&grid, (double)at.x, (double)at.z);
    double bed = (double)def->level;
    for (int b = 0; b < 2; ++b) {
        for (int a = 0; a < 2; ++a) {
            bed += corners.weight[b][a] * (double)wafti_terrain_height(def, seed,
                                              wafti_grid_x(&grid, corners.i[a]),
                                              wafti_grid_z(&grid, corners.j[b]));
        }
    }
    // Land is refused by the same sentence: its range is empty.
    if (isgreaterequal(at.y, (float)bed) && islessequal(at.y, def->level)) {
        return WAFT_OK;
    }
    return wafti_fail(out_error, WAFT_ERR_ARGUMENT,
        "water.tracers[%zu].at[1] is %s: allowed are heights from the bed at %s to the still level "
        "at %s",
        index, wafti_show(at.y).text, wafti_show((float)bed).text, wafti_show(def->level).text);
}

static waft_result copy_marks(waft_water* water, const waft_water_def* def) {
    wafti_query_gauges(water, def);
    for (size_t i = 0; i < def->tracer_count; ++i) {
        wafti_tracer* tracer = &water->tracers[i];
        memcpy(tracer->name, def->tracers[i].name, strlen(def->tracers[i].name));
        tracer->rest = def->tracers[i].at;
        const waft_result result =
            wafti_water_check_tracer(def, water->context->seed, i, water->context->error);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

static waft_result populate(waft_water* water, const waft_water_def* def) {
    if (water->flat) {
        fill_flat(water);
    } else {
        fill_terrain(water, def);
    }
    waft_result result = copy_marks(water, def);
    for (size_t i = 0; i < def->train_count && result == WAFT_OK; ++i) {
        result = wafti_water_add_train(water, &def->trains[i]);
    }
    return result;
}

waft_result wafti_water_create(
    const wafti_context* context, const waft_water_def* def, waft_water** out_water) {
    *out_water = NULL;
    if (def == NULL) {
        return wafti_fail(context->error, WAFT_ERR_ARGUMENT, "the water def is NULL");
    }
    waft_result result = wafti_check_water(def, context->error);
    if (result != WAFT_OK) {
        return result;
    }
    if (def->method != WAFT_WATER_WAVES) {
        return wafti_lake_create(context, def, wafti_method_of(def->method), out_water);
    }
    waft_water plan = outline(context, def);
    waft_water* water = wafti_allocate(&context->allocator, 1, plan.memory);
    if (water == NULL) {
        return wafti_fail_memory(context->error, plan.memory, "the water surface");
    }
    memset(water, 0, plan.cleared);
    *water = plan;
    wafti_carver c = {.base = (unsigned char*)water};
    carve_water(water, &c);
    wafti_ids_init(&water->ids, water->ids.generation, (uint32_t)wafti_train_capacity(def));
    result = populate(water, def);
    if (result != WAFT_OK) {
        wafti_water_destroy(water);
        return result;
    }
    wafti_water_redraw(water, 0.0);
    wafti_query_marks(water, WAFTI_READING_FIRST);
    *out_water = water;
    return WAFT_OK;
}

void wafti_water_destroy(waft_water* water) {
    if (water != NULL && water->lake != NULL) {
        wafti_lake_destroy(water);
    } else if (water != NULL) {
        const waft_allocator allocator = water->context->allocator;
        wafti_release(&allocator, water, 1, water->memory);
    }
}

static int32_t draw(waft_water* water, double time, double dt) {
    water->time = time;
    for (uint32_t n = 0; n < water->train_count; ++n) {
        wafti_train* train = wafti_water_live(water, n);
        train->turn = remainder(
            train->airy.frequency * time - (double)train->def.phase - train->shift, WAFTI_TWO_PI);
    }
    const wafti_surface_job job = wafti_surface_prepare(water, dt);
    return wafti_surface_draw(water, &job);
}

void wafti_water_redraw(waft_water* water, double time) {
    if (water->lake != NULL) {
        wafti_lake_redraw(water, time);
        return;
    }
    for (uint32_t n = 0; n < water->train_count; ++n) {
        if (wafti_train_is_stale(water, wafti_water_live(water, n))) {
            wafti_train_prepare(water, water->order[n]);
        }
    }
    (void)draw(water, time, 0.0);
    wafti_query_marks(water, WAFTI_READING_KEEP);
}

static waft_result report_divergence(const waft_water* water, const wafti_step* step, int32_t row) {
    const wafti_grid* grid = &water->grid;
    static const waft_water_field_kind kinds[] = {WAFT_WATER_LEVEL, WAFT_WATER_SHIFT_X,
        WAFT_WATER_SHIFT_Z, WAFT_WATER_NORMAL_X, WAFT_WATER_NORMAL_Z};
    for (int32_t i = 0; i < grid->nx; ++i) {
        for (size_t n = 0; n < sizeof(kinds) / sizeof(kinds[0]); ++n) {
            if (!isfinite(water->field[kinds[n]][wafti_grid_index(grid, i, row)])) {
                return wafti_water_diverged(water, step, waft_water_field_name(kinds[n]), i, row);
            }
        }
    }
    return wafti_water_diverged(water, step, NULL, 0, row);
}

static void tell_clamping(waft_water* water, const wafti_step* step) {
    const bool clamped = water->def.mode == WAFT_WAVE_GERSTNER && water->total.steepest > 1.0f;
    if (clamped && !water->clamped) {
        wafti_water_tell(
            water, step, WAFT_EVENT_STEEPNESS_CLAMPED, (double)(1.0f / water->total.steepest));
    }
    water->clamped = clamped;
}

static void tell_breaking(waft_water* water, const wafti_step* step) {
    const wafti_grid* grid = &water->grid;
    for (uint32_t n = 0; n < water->train_count; ++n) {
        wafti_train* train = wafti_water_live(water, n);
        const double cap = water->flat ? train->cap : (double)train->shoal.least_cap;
        const double share = wafti_breaking_share((double)train->def.amplitude, cap);
        if (share > 0.0 && !train->breaking) {
            // Over a flat bed a train breaks everywhere at once: any place will do.
            const int32_t i = water->flat ? grid->nx / 2 : train->shoal.least_cell[0];
            const int32_t j = water->flat ? grid->nz / 2 : train->shoal.least_cell[1];
            wafti_events_add(
                water->context->events, (waft_event){.kind = WAFT_EVENT_BREAKING,
                                            .index = n,
                                            .step = step->index,
                                            .position = {(float)wafti_grid_x(grid, i),
                                                water->def.level, (float)wafti_grid_z(grid, j)},
                                            .value = (float)share});
        }
        train->breaking = share > 0.0;
    }
}

waft_result wafti_water_step(waft_water* water, const wafti_step* step) {
    if (water->lake != NULL) {
        return wafti_lake_step(water, step);
    }
    const int32_t bad_row = draw(water, step->time, step->dt);
    if (bad_row >= 0) {
        return report_divergence(water, step, bad_row);
    }
    tell_clamping(water, step);
    tell_breaking(water, step);
    wafti_spray_step(water, step);
    wafti_query_marks(water, WAFTI_READING_STEP);
    return WAFT_OK;
}

size_t wafti_water_memory(const waft_water* water) {
    return water->memory;
}

uint64_t wafti_water_estimate_memory(const waft_water_def* def) {
    if (wafti_check_water(def, NULL) != WAFT_OK) {
        return 0;
    }
    return def->method == WAFT_WATER_WAVES ? outline(NULL, def).memory
                                           : wafti_lake_size(def, wafti_method_of(def->method));
}

// Share of the cells in which a train sends out spray. Over a flat bed it breaks everywhere or
// nowhere; over a beach about a fifth of the cells lie between bar and shore line.
static double breaking_share(const waft_water_def* def, const waft_train_def* train) {
    const double beach_share = 0.2;
    const double usual_gravity = 9.81;
    waft_airy airy;
    if (def->breaking == WAFT_BREAKING_NONE || def->spray.capacity == 0) {
        return 0.0;
    }
    if (def->terrain.kind != WAFT_TERRAIN_FLAT) {
        return beach_share;
    }
    const double depth = (double)def->depth;
    const bool solved = wafti_train_solve(train, depth, usual_gravity, &airy) == WAFT_OK;
    return solved && (double)train->amplitude >
                         waft_breaking_limit(wafti_breaking_rule(def), airy.wavenumber, depth)
               ? 1.0
               : 0.0;
}

// Methods on a grid, measured with AVX2 on one core: ns a cell and sub-step.
static const double grid_ns[] = {
    [WAFT_WATER_IMPLICIT] = 5.0, [WAFT_WATER_COLUMNS] = 3.0, [WAFT_WATER_SWE] = 13.0};

double wafti_water_estimate_seconds(const waft_water_def* def) {
    if (wafti_check_water(def, NULL) != WAFT_OK) {
        return 0.0;
    }
    const double cells = (double)def->cells[0] * def->cells[1];
    if (def->method != WAFT_WATER_WAVES) {
        return cells * grid_ns[def->method] * def->shallow.substeps * 1e-9;
    }
    // Measured with AVX2 on one core: finishing a cell, a plane train, any other train, looking for
    // drops where a train breaks, and a drop in flight.
    const double finish_ns = 2.0;
    const double plane_ns = 0.3;
    const double swell_ns = 3.0;
    const double breaking_ns = 80.0;
    const double drop_ns = 100.0;
    double trains_ns = 0.0;
    double greatest_share = 0.0;
    for (size_t i = 0; i < def->train_count; ++i) {
        const bool plane =
            def->terrain.kind == WAFT_TERRAIN_FLAT && def->trains[i].shape == WAFT_TRAIN_PLANE;
        const double share = breaking_share(def, &def->trains[i]);
        trains_ns += (plane ? plane_ns : swell_ns) + share * breaking_ns;
        greatest_share = fmax(greatest_share, share);
    }
    // Drops fly for about a second, and breaking crests are about as long as the domain.
    const double crest = greatest_share * sqrt((double)def->size.x * (double)def->size.y);
    const double drops = fmin(def->spray.capacity, (double)def->spray.amount * crest);
    return (cells * (finish_ns + trains_ns) + drops * drop_ns) * 1e-9;
}

double wafti_water_estimate_start(const waft_water_def* def) {
    // Measured likewise: the way of a train over a varying bed.
    const double shoal_ns = 400.0;
    const bool flat = def->terrain.kind == WAFT_TERRAIN_FLAT;
    const double cells = (double)def->cells[0] * def->cells[1];
    const bool none = flat || wafti_check_water(def, NULL) != WAFT_OK;
    return none ? 0.0 : cells * (double)def->train_count * shoal_ns * 1e-9;
}
