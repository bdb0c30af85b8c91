// SPDX-License-Identifier: MIT
#include "grid/domain.h"

#include <string.h>

#include "base/assert.h"
#include "grid/domain_parts.h"

// Times of one cell in us, on one core, by which the pool decides whether threads pay.
static const double corner_us = 0.02;
static const double face_us = 0.01;
static const double state_us = 0.005; // of a cell, or an owner
// Of what goes beside, and of owners and clearance, in a small grid.
static const double beside_us = 80.0;

static int change_capacity(const wafti_domain_def* def) {
    return 2 * def->solid_capacity + 1;
}

// Faces of a side if it is an inflow side, else 0.
static size_t inflow_faces(const wafti_domain_def* def, int side) {
    const size_t cells = (size_t)def->cells[0] * (size_t)def->cells[1] * (size_t)def->cells[2];
    return def->sides[side].kind == WAFTI_SIDE_INFLOW ? cells / (size_t)def->cells[side / 2] : 0;
}

size_t wafti_domain_size(const wafti_domain_def* def) {
    const wafti_mac grid = wafti_mac_make(def->cells, def->h, def->low);
    const size_t per_cell = 4 * sizeof(float) + 5 * sizeof(uint8_t);
    const size_t solids =
        (sizeof(wafti_solid) + sizeof(wafti_placement)) * (size_t)def->solid_capacity;
    const size_t changes = sizeof(wafti_change) * (size_t)change_capacity(def);
    size_t inflow = 0;
    for (int side = 0; side < 6; ++side) {
        inflow += inflow_faces(def, side) * sizeof(float);
    }
    return wafti_size_add(wafti_size_mul(grid.size, per_cell), solids + changes + inflow);
}

float wafti_domain_open_weight(const wafti_domain* domain, int axis, int32_t index) {
    if (index != 0 && index != domain->grid.n[axis]) {
        return 1.0f;
    }
    switch (domain->sides[2 * axis + (index != 0)].kind) {
    case WAFTI_SIDE_OPEN:
        return 2.0f; // pressure is 0 on the face itself, half a cell away
    case WAFTI_SIDE_PERIODIC:
        return 1.0f;
    case WAFTI_SIDE_CLOSED:
    case WAFTI_SIDE_INFLOW:
        break;
    }
    return 0.0f;
}

static void open_faces(wafti_domain* domain, int axis) {
    const wafti_mac* grid = &domain->grid;
    for (wafti_walk at = wafti_walk_all(grid, axis); wafti_walk_next(&at);) {
        for (int32_t i = 0; i < grid->n[0] + (axis == 0); ++i) {
            const int32_t index = axis == 0 ? i : (axis == 1 ? at.j : at.k);
            domain->weight[axis][at.start + i] = wafti_domain_open_weight(domain, axis, index);
        }
    }
}

// The state without solids.
static void open_all(wafti_domain* domain) {
    const wafti_mac* grid = &domain->grid;
    for (int axis = 0; axis < grid->axes; ++axis) {
        open_faces(domain, axis);
    }
    float* sdf = domain->sdf - grid->first;
    const float far = (float)wafti_domain_far(grid);
    for (size_t i = 0; i < grid->size; ++i) {
        sdf[i] = far;
    }
    memset(domain->clearance - grid->first, WAFTI_CLEARANCE_FAR, grid->size);
    const wafti_box all = wafti_domain_all(grid, -1);
    wafti_domain_mark_cells(domain, &all);
}

static void take_inflow(wafti_domain* domain, const wafti_domain_def* def, wafti_arena* arena) {
    for (int side = 0; side < 6; ++side) {
        const size_t count = inflow_faces(def, side);
        float* faces = count > 0 ? wafti_arena_take(arena, count, sizeof(float)) : NULL;
        for (size_t n = 0; faces != NULL && n < count; ++n) {
            faces[n] = 1.0f;
        }
        domain->inflow[side] = faces;
    }
}

waft_result wafti_domain_init(
    wafti_domain* domain, const wafti_domain_def* def, wafti_arena* arena) {
    const size_t capacity = (size_t)def->solid_capacity;
    *domain = (wafti_domain){
        .grid = wafti_mac_make(def->cells, def->h, def->low),
        .fractions = def->fractions,
        .solid_capacity = def->solid_capacity,
        .reach = def->reach > 0 ? def->reach : WAFTI_CLEARANCE_REACH,
    };
    WAFT_ASSERT(def->solid_capacity <= WAFTI_SOLID_CAPACITY);
    WAFT_ASSERT(domain->reach <= WAFTI_CLEARANCE_REACH);
    memcpy(domain->sides, def->sides, sizeof(domain->sides));
    const wafti_mac* grid = &domain->grid;
    take_inflow(domain, def, arena);
    for (int axis = 0; axis < 3; ++axis) {
        domain->weight[axis] = wafti_mac_take_float(grid, arena);
    }
    domain->sdf = wafti_mac_take_float(grid, arena);
    domain->clearance = wafti_mac_take_bytes(grid, arena);
    domain->owner = wafti_mac_take_bytes(grid, arena);
    domain->shut = wafti_mac_take_bytes(grid, arena);
    domain->flags = wafti_mac_take_bytes(grid, arena);
    domain->spread = wafti_arena_take(arena, grid->size, sizeof(*domain->spread));
    domain->solids = wafti_arena_take(arena, capacity, sizeof(*domain->solids));
    domain->placements = wafti_arena_take(arena, capacity, sizeof(*domain->placements));
    domain->changes =
        wafti_arena_take(arena, (size_t)change_capacity(def), sizeof(*domain->changes));
    if (arena->failed) {
        return WAFT_ERR_NO_MEMORY;
    }
    open_all(domain);
    return WAFT_OK;
}

static bool same_numbers(const double* a, const double* b, int count) {
    bool same = true;
    for (int i = 0; i < count; ++i) {
        same = same && a[i] == b[i];
    }
    return same;
}

static bool same_place(const wafti_solid* a, const wafti_solid* b) {
    return a->distance == b->distance && a->crosses == b->crosses && a->shape == b->shape &&
           a->form == b->form && a->no_slip == b->no_slip && same_numbers(a->low, b->low, 3) &&
           same_numbers(a->high, b->high, 3) && same_numbers(a->position, b->position, 3) &&
           same_numbers(a->rotation, b->rotation, 4);
}

// The faces at both ends of a periodic axis are one, so a change at one end is one at the other.
static wafti_box across_seams(const wafti_domain* domain, wafti_box cells) {
    for (int axis = 0; axis < domain->grid.axes && !wafti_box_empty(&cells); ++axis) {
        const int32_t n = domain->grid.n[axis];
        if (wafti_domain_periodic(domain, axis) &&
            (cells.low[axis] == 0 || cells.high[axis] == n)) {
            cells.low[axis] = 0;
            cells.high[axis] = n;
        }
    }
    return cells;
}

static int add_change(
    wafti_domain* domain, int count, const wafti_box* band, const wafti_box* cells) {
    domain->changes[count] = (wafti_change){.band = *band, .cells = across_seams(domain, *cells)};
    return count + 1;
}

// Takes over a solid; a step's move is one change, a leap is two.
static int place_solid(wafti_domain* domain, int s, int count) {
    const wafti_solid* solid = &domain->solids[s];
    wafti_placement* placement = &domain->placements[s];
    const bool was = placement->solid.alive;
    if (!was && !solid->alive) {
        return count;
    }
    if (was && solid->alive && same_place(&placement->solid, solid)) {
        placement->solid = *solid; // it may move otherwise
        return count;
    }
    const wafti_box old_band = was ? placement->band : (wafti_box){0};
    const wafti_box old_cells = was ? placement->cells : (wafti_box){0};
    if (!solid->alive) {
        placement->solid.alive = false; // the rest still says how it moved
        return add_change(domain, count, &old_band, &old_cells);
    }
    wafti_placement_make(&domain->grid, solid, placement);
    const wafti_box common = wafti_box_common(&old_band, &placement->band);
    if (wafti_box_empty(&common)) {
        if (was) {
            count = add_change(domain, count, &old_band, &old_cells);
        }
        return add_change(domain, count, &placement->band, &placement->cells);
    }
    const wafti_box band = wafti_box_hull(&old_band, &placement->band);
    const wafti_box cells = wafti_box_hull(&old_cells, &placement->cells);
    return add_change(domain, count, &band, &cells);
}

static int place_solids(wafti_domain* domain) {
    int count = 0;
    domain->has_solids = false;
    domain->solid_cells = (wafti_box){0};
    for (int s = 0; s < domain->solid_capacity; ++s) {
        count = place_solid(domain, s, count);
        if (domain->solids[s].alive) {
            domain->has_solids = true;
            domain->solid_cells =
                wafti_box_hull(&domain->solid_cells, &domain->placements[s].cells);
        }
    }
    domain->solid_cells = across_seams(domain, domain->solid_cells);
    return count;
}

typedef struct slice_range {
    int32_t first, count;
    double cells; // about as many as are worked on
} slice_range;

static slice_range slices_of(const wafti_domain* domain, int change_count) {
    wafti_box all = {0};
    double cells = 0.0;
    for (int c = 0; c < change_count; ++c) {
        all = wafti_box_hull(&all, &domain->changes[c].band);
        all = wafti_box_hull(&all, &domain->changes[c].cells);
        cells += wafti_box_cells(&domain->changes[c].band);
    }
    if (wafti_box_empty(&all)) {
        return (slice_range){0};
    }
    if (domain->grid.axes == 2) {
        const int32_t first = all.low[1] / WAFTI_MAC_BAND;
        return (slice_range){first, all.high[1] / WAFTI_MAC_BAND + 1 - first, cells};
    }
    // One more than cells: side faces of the last.
    const int32_t end = all.high[2] <= domain->grid.n[2] ? all.high[2] + 1 : all.high[2];
    return (slice_range){all.low[2], end - all.low[2], cells};
}

// The solid that closes a face: the owner of its cells, and if they differ the nearer one. A sheet
// that owns a cell closes a face of it.
int wafti_domain_face_owner(const wafti_domain* domain, int axis, const int32_t cell[3]) {
    const wafti_mac* grid = &domain->grid;
    const int32_t n = grid->n[axis];
    // A periodic axis has one face at both ends: the cell below is the last, that above the first.
    const bool seam = wafti_domain_periodic(domain, axis) && (cell[axis] == 0 || cell[axis] == n);
    int32_t face[2][3] = {{cell[0], cell[1], cell[2]}, {cell[0], cell[1], cell[2]}};
    face[0][axis] = seam ? n : cell[axis];
    face[1][axis] = seam ? 0 : cell[axis];
    const ptrdiff_t below = wafti_mac_index(grid, face[0][0], face[0][1], face[0][2]);
    const ptrdiff_t above = wafti_mac_index(grid, face[1][0], face[1][1], face[1][2]);
    const int low = face[0][axis] > 0 ? domain->owner[below - wafti_mac_stride(grid, axis)] : 0;
    const int high = face[1][axis] < n ? domain->owner[above] : 0;
    if (high == low || low == 0 || high == 0) {
        return high > low ? high : low;
    }
    double distance[2] = {0.0, 0.0};
    const int owner[2] = {low, high};
    for (int o = 0; o < 2; ++o) {
        const wafti_placement* placement = &domain->placements[owner[o] - 1];
        if (placement->solid.distance != NULL) {
            double point[3];
            wafti_domain_centre(grid, axis, face[o], point);
            distance[o] = wafti_placement_distance(placement, point);
        }
    }
    return distance[1] < distance[0] ? high : low;
}

static float velocity_of_owner(const wafti_domain* domain, int axis, const int32_t cell[3]) {
    const int owner = wafti_domain_face_owner(domain, axis, cell);
    return owner > 0 ? wafti_domain_velocity_at(domain, owner - 1, axis, cell) : 0.0f;
}

static void tell_cell(const wafti_domain* domain, const int32_t cell[3],
    wafti_uncover_function* uncover, void* context) {
    uint8_t* flags = &domain->flags[wafti_mac_index(&domain->grid, cell[0], cell[1], cell[2])];
    if (uncover != NULL && (*flags & WAFTI_FLAG_UNCOVERED_CELL) != 0) {
        uncover(context, -1, cell[0], cell[1], cell[2], 0.0f);
    }
    for (int axis = 0; axis < domain->grid.axes; ++axis) {
        if (uncover != NULL && (*flags & (WAFTI_FLAG_UNCOVERED_FACE << axis)) != 0) {
            uncover(
                context, axis, cell[0], cell[1], cell[2], velocity_of_owner(domain, axis, cell));
        }
    }
    *flags &= (uint8_t)~WAFTI_FLAGS_UNCOVERED;
}

// Owners are still those from before.
static void tell_uncovered(
    const wafti_domain_job* job, wafti_uncover_function* uncover, void* context) {
    const wafti_domain* domain = job->domain;
    const wafti_mac* grid = &domain->grid;
    for (int c = 0; c < job->change_count; ++c) {
        wafti_box box = domain->changes[c].cells;
        for (int d = 0; d < grid->axes; ++d) {
            box.high[d] += box.high[d] == grid->n[d];
        }
        for (wafti_walk at = wafti_walk_box(grid, &box); wafti_walk_next(&at);) {
            for (int32_t i = box.low[0]; i < box.high[0]; ++i) {
                if ((domain->flags[at.start + i] & WAFTI_FLAGS_UNCOVERED) != 0) {
                    tell_cell(domain, (const int32_t[3]){i, at.j, at.k}, uncover, context);
                }
            }
        }
    }
}

static void mark_slice(void* context, int32_t slice) {
    const wafti_domain_job* job = context;
    const wafti_domain* domain = job->domain;
    const wafti_mac_block rows = wafti_domain_slice(&domain->grid, job->first_slice + slice);
    for (int c = 0; c < job->change_count; ++c) {
        const wafti_change* change = &domain->changes[c];
        const wafti_box box = wafti_box_rows(job->corners ? &change->band : &change->cells, &rows);
        job->mark(domain, &box);
    }
}

// What nothing waits for: owners and clearance, and what the caller has to do beside them.
typedef struct last_job {
    wafti_domain_job* job;
    wafti_pool* pool;
    const slice_range* slices;
    const wafti_beside* beside;
    const wafti_box* changed;
} last_job;

static void run_last(void* context, int32_t part) {
    const last_job* work = context;
    if (part == 0) {
        const double work_us = work->slices->cells * state_us;
        work->job->mark = wafti_domain_mark_owners;
        work->job->corners = true;
        wafti_pool_run(work->pool, work->slices->count, work_us, mark_slice, work->job);
        wafti_domain_mark_shut(work->job, work->pool);
        wafti_domain_measure_clearance(work->job, work->pool);
    } else {
        work->beside->run(work->beside->context, work->changed);
    }
}

void wafti_domain_update(wafti_domain* domain, const wafti_context* context,
    wafti_uncover_function* uncover, void* uncover_context, const wafti_beside* beside,
    wafti_box* out_changed) {
    *out_changed = (wafti_box){0};
    wafti_domain_job job = {.domain = domain, .change_count = place_solids(domain)};
    const slice_range slices = slices_of(domain, job.change_count);
    if (slices.count == 0) {
        return;
    }
    job.first_slice = slices.first;
    for (int c = 0; c < job.change_count; ++c) {
        *out_changed = wafti_box_hull(out_changed, &domain->changes[c].cells);
    }
    const double ask = slices.cells * corner_us;
    const double work = slices.cells * face_us;
    wafti_pool* pool = context->pool;
    job.mark = wafti_domain_mark_corners;
    job.corners = true;
    wafti_pool_run(pool, slices.count, ask, mark_slice, &job);
    job.corners = false;
    if (!domain->fractions) {
        job.mark = wafti_domain_mark_voxels;
        wafti_pool_run(pool, slices.count, work, mark_slice, &job);
    }
    // Voxels of the plane before are read from bytes that its own faces are marked in: one thread then.
    wafti_pool_run(
        pool, slices.count, domain->fractions ? work : 0.0, wafti_domain_mark_faces, &job);
    wafti_domain_join_seams(&job);
    job.mark = wafti_domain_mark_cells;
    wafti_pool_run(pool, slices.count, slices.cells * state_us, mark_slice, &job);
    tell_uncovered(&job, uncover, uncover_context);
    // A pass of a small grid is too short to be shared, but two may go side by side.
    const bool small = wafti_mac_cells(&domain->grid) < WAFTI_MAC_SERIAL_CELLS;
    last_job last = {&job, pool, &slices, beside, out_changed};
    wafti_pool_run(pool, beside != NULL ? 2 : 1, small ? beside_us : 0.0, run_last, &last);
}

float wafti_domain_inflow_share(const wafti_domain* domain, int side, const int32_t cell[3]) {
    return *wafti_domain_inflow_at(domain, side, cell);
}

float wafti_domain_solid_velocity(
    const wafti_domain* domain, int axis, int32_t i, int32_t j, int32_t k) {
    const int32_t cell[3] = {i, j, k};
    const bool outermost = cell[axis] == 0 || cell[axis] == domain->grid.n[axis];
    if (!outermost) {
        return domain->has_solids ? wafti_domain_inner_velocity(domain, axis, cell) : 0.0f;
    }
    const int side = 2 * axis + (cell[axis] != 0);
    if (domain->sides[side].kind == WAFTI_SIDE_CLOSED) {
        return 0.0f;
    }
    const float solid = domain->has_solids ? velocity_of_owner(domain, axis, cell) : 0.0f;
    if (domain->sides[side].kind == WAFTI_SIDE_INFLOW) {
        const float share = wafti_domain_inflow_share(domain, side, cell);
        return share * domain->sides[side].velocity[axis] + (1.0f - share) * solid;
    }
    return solid;
}

bool wafti_domain_moves_as_one(const wafti_domain* domain, int axis, float* out_velocity) {
    const int b = axis < 2 ? axis + 1 : 0;
    const int c = axis > 0 ? axis - 1 : 2;
    bool found = false;
    *out_velocity = 0.0f;
    for (int i = 0; i < domain->solid_capacity; ++i) {
        const wafti_solid* s = &domain->solids[i];
        if (!s->alive) {
            continue;
        }
        const float velocity = (float)s->velocity[axis];
        if (s->spin[b] != 0.0 || s->spin[c] != 0.0 || (found && velocity != *out_velocity)) {
            return false;
        }
        *out_velocity = velocity;
        found = true;
    }
    return true;
}
