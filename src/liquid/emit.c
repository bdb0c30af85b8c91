// SPDX-License-Identifier: MIT
// Particles that come and go: emitters and sinks (docs/spec/sph.md#blocks-emitters-and-sinks), and
// exchange with a water surface (docs/spec/sph.md#exchange-with-a-water-surface).
#include <math.h>

#include "base/error.h"
#include "liquid/liquid_params.h"
#include "liquid/solver.h"

void waft_liquid_emitter_def_fill(waft_liquid_emitter_def* out_def, size_t size) {
    waft_liquid_emitter_def def = {0};
    wafti_rows_fill(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, WAFTI_OWNER_LIQUID_EMITTER, &def);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}

waft_result wafti_liquid_check_emitter(const waft_liquid_emitter_def* def, waft_error* error) {
    const waft_result result = wafti_rows_check_item(wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS,
        WAFTI_OWNER_LIQUID_EMITTER, def, "liquid.emitters[]", error);
    if (result != WAFT_OK) {
        return result;
    }
    if (!(def->radius > 0.0f) && !(def->size.x > 0.0f && def->size.y > 0.0f)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "liquid.emitters needs a radius or a size above 0");
    }
    if (!(fabsf(waft_vec3_length(def->direction) - 1.0f) < 1e-3f)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "liquid.emitters[].direction must be of unit length");
    }
    return WAFT_OK;
}

// Two unit vectors across the direction.
static void find_across(const waft_vec3 direction, double out[2][3]) {
    double n[3];
    wafti_vector_from(direction, n);
    int least = 0;
    for (int axis = 1; axis < 3; ++axis) {
        least = fabs(n[axis]) < fabs(n[least]) ? axis : least;
    }
    for (int axis = 0; axis < 3; ++axis) {
        out[0][axis] = (axis == least ? 1.0 : 0.0) - n[least] * n[axis];
    }
    (void)wafti_vector_normalize(out[0]);
    wafti_vector_cross(n, out[0], out[1]);
}

void wafti_liquid_place_emitter(const waft_liquid* liquid, wafti_liquid_emitter* emitter) {
    const waft_liquid_emitter_def* def = &emitter->def;
    find_across(def->direction, emitter->across);
    const double width = def->radius > 0.0f ? 2.0 * (double)def->radius : (double)def->size.x;
    const double height = def->radius > 0.0f ? 2.0 * (double)def->radius : (double)def->size.y;
    emitter->points[0] = (int32_t)floor(width / liquid->d + 1e-3);
    emitter->points[1] = liquid->def.dimension == 2 ? 1 : (int32_t)floor(height / liquid->d + 1e-3);
    if (liquid->def.dimension == 2) {
        const double n[2] = {(double)def->direction.x, (double)def->direction.y};
        emitter->across[0][0] = -n[1];
        emitter->across[0][1] = n[0];
        emitter->across[0][2] = 0.0;
    }
}

// ---- births

static bool is_near(
    const waft_liquid* liquid, uint32_t j, const double place[3], const float shift[3]) {
    const double least = 0.9 * liquid->d;
    return wafti_liquid_square(liquid, j, place, shift) < least * least;
}

// Cells are those of the last sort, of `sorted` particles; what moved since moved less than a cell.
static bool is_free(const waft_liquid* liquid, const double place[3], uint32_t sorted) {
    wafti_row rows[WAFTI_LIQUID_ROWS];
    int own = 0;
    const int count =
        wafti_cells_rows(&liquid->cells, wafti_cells_at(&liquid->cells, place), rows, &own);
    for (int row = 0; row < count; ++row) {
        for (uint32_t j = rows[row].first; j < rows[row].end; ++j) {
            if (is_near(liquid, j, place, rows[row].shift)) {
                return false;
            }
        }
    }
    for (uint32_t j = sorted; j < liquid->count; ++j) {
        if (is_near(liquid, j, place, (const float[3]){0.0f, 0.0f, 0.0f})) {
            return false;
        }
    }
    return true;
}

bool wafti_liquid_is_inside(const waft_liquid* liquid, const double place[3]) {
    bool inside = true;
    for (int axis = 0; axis < liquid->def.dimension; ++axis) {
        inside = inside && place[axis] >= liquid->cells.low[axis] &&
                 place[axis] <= liquid->cells.high[axis];
    }
    return inside;
}

void wafti_liquid_append(waft_liquid* liquid, const double place[3], const double velocity[3]) {
    const uint32_t i = liquid->count++;
    for (int axis = 0; axis < 3; ++axis) {
        liquid->now.x[axis][i] = (float)place[axis];
        liquid->now.u[axis][i] = (float)velocity[axis];
    }
    liquid->now.k[i] = 0.0f;
    liquid->now.kv[i] = 0.0f;
    liquid->now.id[i] = liquid->next_id++;
    liquid->dead[i] = 0;
}

// The same in a liquid that runs: what views show of it.
static void bear(waft_liquid* liquid, const double place[3], const double velocity[3]) {
    const uint32_t i = liquid->count;
    wafti_liquid_append(liquid, place, velocity);
    liquid->wall[0][i] = liquid->wall[1][i] = liquid->wall[2][i] = 0.0f;
    liquid->fluid[i] = liquid->rh[i] = liquid->constants.self;
    liquid->inverse[i] = 1.0f / liquid->constants.self;
    liquid->lam[i] = liquid->flux[i] = liquid->total[i] = 0.0f;
    liquid->list.found[i] = 0;
}

static bool has_room(waft_liquid* liquid) {
    if (liquid->count < liquid->def.max_particles && liquid->next_id < UINT32_MAX) {
        return true;
    }
    if (!liquid->told_full) {
        wafti_events_add(liquid->context->events,
            (waft_event){.kind = WAFT_EVENT_LIQUID_FULL, .step = liquid->step_index});
    }
    liquid->told_full = true;
    return false;
}

// A point of the lattice `offset` before the nozzle; false if it lies beside a round one.
static bool nozzle_point(const waft_liquid* liquid, const wafti_liquid_emitter* emitter,
    int32_t point, double offset, double out_place[3]) {
    const waft_liquid_emitter_def* def = &emitter->def;
    const double n[3] = {
        (double)def->direction.x, (double)def->direction.y, (double)def->direction.z};
    const double center[3] = {(double)def->center.x, (double)def->center.y, (double)def->center.z};
    const double radius = (double)def->radius;
    const int32_t column = point % emitter->points[0];
    const int32_t row = point / emitter->points[0];
    const double p = liquid->d * ((double)column - 0.5 * (emitter->points[0] - 1));
    const double q = liquid->d * ((double)row - 0.5 * (emitter->points[1] - 1));
    if (radius > 0.0 && p * p + q * q > radius * radius) {
        return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        out_place[axis] = center[axis] + offset * n[axis] + p * emitter->across[0][axis] +
                          q * emitter->across[1][axis];
    }
    out_place[2] = liquid->def.dimension == 2 ? 0.0 : out_place[2];
    return true;
}

uint32_t wafti_liquid_nozzle_points(
    const waft_liquid* liquid, uint32_t index, uint32_t* out_points) {
    const wafti_liquid_emitter* emitter = &liquid->emitters[index];
    uint32_t inside = 0;
    *out_points = 0;
    for (int32_t point = 0; point < emitter->points[0] * emitter->points[1]; ++point) {
        double place[3];
        if (nozzle_point(liquid, emitter, point, 0.5 * liquid->d, place)) {
            ++*out_points;
            inside += wafti_liquid_is_inside(liquid, place);
        }
    }
    return inside;
}

static void emit_layer(
    waft_liquid* liquid, wafti_liquid_emitter* emitter, double offset, uint32_t sorted) {
    const waft_liquid_emitter_def* def = &emitter->def;
    const double speed = (double)def->speed;
    const double velocity[3] = {speed * (double)def->direction.x, speed * (double)def->direction.y,
        speed * (double)def->direction.z};
    for (int32_t point = 0; point < emitter->points[0] * emitter->points[1]; ++point) {
        double place[3];
        if (!nozzle_point(liquid, emitter, point, offset, place)) {
            continue;
        }
        if (emitter->given >= def->limit || !has_room(liquid)) {
            return;
        }
        if (!wafti_liquid_is_inside(liquid, place) || !is_free(liquid, place, sorted)) {
            ++liquid->counts.held_back;
            continue;
        }
        bear(liquid, place, velocity);
        ++emitter->given;
        ++liquid->counts.emitted;
    }
}

void wafti_liquid_emit(waft_liquid* liquid, double time, double dt) {
    const uint32_t sorted = liquid->count;
    for (uint32_t i = 0; i < liquid->emitter_count; ++i) {
        wafti_liquid_emitter* emitter = &liquid->emitters[i];
        if (time < emitter->def.start || time >= emitter->def.end) {
            continue;
        }
        emitter->run += (double)emitter->def.speed * dt;
        while (emitter->run >= liquid->d) {
            emitter->run -= liquid->d;
            emit_layer(liquid, emitter, emitter->run, sorted);
        }
    }
}

void wafti_liquid_drain(waft_liquid* liquid) {
    for (uint32_t n = 0; n < liquid->sink_count; ++n) {
        for (uint32_t i = 0; i < liquid->count; ++i) {
            double place[3];
            wafti_liquid_place(liquid, i, place);
            if (liquid->dead[i] == 0 &&
                wafti_liquid_region_distance(&liquid->sinks[n], place) < 0.0) {
                liquid->dead[i] = 1;
                liquid->any_dead = true;
                ++liquid->counts.sunk;
            }
        }
    }
}

void wafti_liquid_bury(waft_liquid* liquid) {
    if (!liquid->any_dead) {
        return;
    }
    float* const fields[] = {liquid->now.x[0], liquid->now.x[1], liquid->now.x[2], liquid->now.u[0],
        liquid->now.u[1], liquid->now.u[2], liquid->now.k, liquid->now.kv, liquid->rh,
        liquid->fluid, liquid->inverse, liquid->lam};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        if (liquid->dead[i] != 0) {
            continue;
        }
        for (size_t field = 0; field < sizeof(fields) / sizeof(fields[0]); ++field) {
            fields[field][kept] = fields[field][i];
        }
        liquid->now.id[kept] = liquid->now.id[i];
        liquid->list.found[kept] = liquid->list.found[i];
        liquid->dead[kept++] = 0;
    }
    liquid->count = kept;
    liquid->any_dead = false;
}

// ---- exchange with a water surface

waft_result waft_liquid_inject(
    waft_liquid* liquid, const waft_liquid_parcel* parcels, size_t count) {
    if (liquid == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = liquid->context->error;
    for (size_t i = 0; i < count; ++i) {
        const waft_liquid_parcel* p = parcels != NULL ? &parcels[i] : NULL;
        if (p == NULL || !(isfinite(p->volume) && p->volume >= 0.0f) ||
            p->patch >= WAFTI_LIQUID_PATCHES || !isfinite(waft_vec3_length(p->position)) ||
            !isfinite(waft_vec3_length(p->velocity))) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "liquid: parcel %zu needs finite numbers, a volume >= 0 and a patch below 1024", i);
        }
    }
    const double volume = liquid->calibration.volume;
    for (size_t i = 0; i < count; ++i) {
        double* carried = &liquid->patches[parcels[i].patch];
        *carried += (double)parcels[i].volume;
        if (*carried >= volume && liquid->birth_count < WAFTI_LIQUID_BIRTHS) {
            *carried -= volume;
            liquid->births[liquid->birth_count++] = parcels[i];
        }
        wafti_tell_change(liquid->context, WAFT_EDIT_INJECT, 0, &parcels[i]);
    }
    return WAFT_OK;
}

void wafti_liquid_give_birth(waft_liquid* liquid) {
    const uint32_t sorted = liquid->count;
    const double rim = 0.5 * liquid->d;
    for (uint32_t i = 0; i < liquid->birth_count; ++i) {
        const waft_liquid_parcel* p = &liquid->births[i];
        double place[3];
        double velocity[3];
        wafti_vector_from(p->position, place);
        wafti_vector_from(p->velocity, velocity);
        const bool inside = wafti_liquid_is_inside(liquid, place);
        // A particle born closer to a wall than a layer stands would be thrown off it.
        for (int axis = 0; axis < liquid->def.dimension; ++axis) {
            const waft_liquid_side* sides = &liquid->def.sides[(ptrdiff_t)2 * axis];
            const double low = liquid->cells.low[axis] + rim;
            const double high = liquid->cells.high[axis] - rim;
            place[axis] = sides[0] == WAFT_LIQUID_WALL ? fmax(place[axis], low) : place[axis];
            place[axis] = sides[1] == WAFT_LIQUID_WALL ? fmin(place[axis], high) : place[axis];
        }
        // As at the start: what is nearer to a solid is in it.
        const bool clear = inside && wafti_liquid_clearance(liquid, place) >= 0.25 * liquid->d;
        if (has_room(liquid) && clear && is_free(liquid, place, sorted)) {
            bear(liquid, place, velocity);
            liquid->greatest_speed =
                fmax(liquid->greatest_speed, (double)waft_vec3_length(p->velocity));
            ++liquid->counts.created;
        } else {
            liquid->patches[p->patch] += liquid->calibration.volume;
            ++liquid->counts.held_back;
        }
    }
    liquid->birth_count = 0;
    if (liquid->count > sorted) {
        wafti_liquid_sort(liquid);
    }
}

double waft_liquid_carried(const waft_liquid* liquid) {
    if (liquid == NULL) {
        return 0.0;
    }
    double sum = (double)liquid->birth_count * liquid->calibration.volume;
    for (int i = 0; i < WAFTI_LIQUID_PATCHES; ++i) {
        sum += liquid->patches[i];
    }
    return sum;
}

// By insertion from the back: what is absorbed in one step is little.
static void insert_by_id(waft_liquid_parcel* parcels, uint32_t* ids, size_t count,
    waft_liquid_parcel parcel, uint32_t id) {
    size_t at = count;
    while (at > 0 && ids[at - 1] > id) {
        ids[at] = ids[at - 1];
        parcels[at] = parcels[at - 1];
        --at;
    }
    ids[at] = id;
    parcels[at] = parcel;
}

waft_result waft_liquid_absorb(waft_liquid* liquid, waft_liquid_surface* surface, void* user,
    waft_liquid_parcel* out_parcels, size_t capacity, size_t* out_count) {
    if (liquid == NULL || surface == NULL || out_count == NULL ||
        (out_parcels == NULL && capacity > 0)) {
        return WAFT_ERR_ARGUMENT;
    }
    uint32_t* ids = liquid->cells.key; // free between steps
    size_t found = 0;
    for (uint32_t i = 0; i < liquid->count && found < capacity; ++i) {
        float height = 0.0f;
        float speed = 0.0f;
        surface(user, liquid->now.x[0][i], liquid->now.x[2][i], &height, &speed);
        const double depth = (double)height - (double)liquid->now.x[1][i];
        const bool sinks = liquid->now.u[1][i] < speed;
        if ((depth > 0.5 * liquid->d && sinks) || depth > 2.0 * liquid->d) {
            const waft_liquid_parcel parcel = {
                .position = {liquid->now.x[0][i], liquid->now.x[1][i], liquid->now.x[2][i]},
                .velocity = {liquid->now.u[0][i], liquid->now.u[1][i], liquid->now.u[2][i]},
                .volume = (float)liquid->calibration.volume};
            insert_by_id(out_parcels, ids, found, parcel, liquid->now.id[i]);
            ++found;
            liquid->dead[i] = 1;
            liquid->any_dead = true;
        }
    }
    liquid->counts.absorbed += found;
    wafti_liquid_bury(liquid);
    *out_count = found;
    return WAFT_OK;
}
