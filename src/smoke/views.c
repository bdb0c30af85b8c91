// SPDX-License-Identifier: MIT
// Fields of the smoke seen and set from outside, as specified in docs/spec/smoke.md#fields.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "grid/advect.h"
#include "grid/blocks.h"
#include "grid/forces.h"
#include "math/whole.h"
#include "simd/clones.h"
#include "smoke/solver.h"

// ---- views

typedef struct sampling {
    float* data;
    int axis;     // of faces; -1: cells, 3: corners
    bool writing; // may be set
} sampling;

static sampling find_field(const waft_smoke* smoke, int kind) {
    const wafti_domain* domain = &smoke->domain;
    switch (kind) {
    case WAFT_SMOKE_DENSITY:
        return (sampling){smoke->scalar[WAFTI_SCALAR_DENSITY], -1, true};
    case WAFT_SMOKE_TEMPERATURE:
        return (sampling){smoke->scalar[WAFTI_SCALAR_TEMPERATURE], -1, true};
    case WAFT_SMOKE_VELOCITY_X:
    case WAFT_SMOKE_VELOCITY_Y:
    case WAFT_SMOKE_VELOCITY_Z:
        return (sampling){
            smoke->velocity[kind - WAFT_SMOKE_VELOCITY_X], kind - WAFT_SMOKE_VELOCITY_X, true};
    case WAFT_SMOKE_OPEN_X:
    case WAFT_SMOKE_OPEN_Y:
    case WAFT_SMOKE_OPEN_Z:
        return (sampling){kind - WAFT_SMOKE_OPEN_X < domain->grid.axes
                              ? domain->weight[kind - WAFT_SMOKE_OPEN_X]
                              : NULL,
            kind - WAFT_SMOKE_OPEN_X, false};
    case WAFT_SMOKE_DISTANCE:
        return (sampling){domain->sdf, 3, false};
    default:
        break;
    }
    const bool extra = kind > WAFT_SMOKE_DISTANCE && kind - WAFT_SMOKE_SCALAR < WAFTI_SCALAR_LIMIT;
    return (sampling){
        extra ? smoke->scalar[WAFTI_SCALAR_EXTRA + kind - WAFT_SMOKE_SCALAR] : NULL, -1, true};
}

// Along an axis, of what is sampled at `where` as in sampling.axis.
static int32_t samples_along(const wafti_mac* grid, int where, int axis) {
    const bool more = where == axis || (where == 3 && axis < grid->axes);
    return grid->n[axis] + (more ? 1 : 0);
}

waft_field waft_smoke_field(const waft_smoke* smoke, int kind) {
    const sampling field = smoke != NULL ? find_field(smoke, kind) : (sampling){0};
    if (field.data == NULL) {
        return (waft_field){0};
    }
    const wafti_mac* grid = &smoke->domain.grid;
    const double h = grid->h;
    const bool corners = field.axis == 3;
    double origin[3];
    for (int axis = 0; axis < 3; ++axis) {
        const bool low = field.axis == axis || (corners && axis < grid->axes);
        origin[axis] = grid->low[axis] + (low ? 0.0 : 0.5 * h);
    }
    return (waft_field){
        .data = field.data,
        .size = {samples_along(grid, field.axis, 0), samples_along(grid, field.axis, 1),
            samples_along(grid, field.axis, 2)},
        .stride = {1, grid->row, grid->plane},
        .origin = {(float)origin[0], (float)origin[1], (float)origin[2]},
        .spacing = {(float)h, (float)h, (float)h},
    };
}

waft_vec3 waft_smoke_sample_velocity(const waft_smoke* smoke, waft_vec3 point) {
    if (smoke == NULL || !isfinite(point.x) || !isfinite(point.y) || !isfinite(point.z)) {
        return (waft_vec3){0.0f, 0.0f, 0.0f};
    }
    const wafti_domain* domain = &smoke->domain;
    const double at[3] = {(double)point.x, (double)point.y,
        domain->grid.axes == 3 ? (double)point.z : domain->grid.low[2] + 0.5 * domain->grid.h};
    const float* velocity[3] = {smoke->velocity[0], smoke->velocity[1], smoke->velocity[2]};
    float found[3] = {0.0f, 0.0f, 0.0f};
    wafti_sample_velocity(domain, velocity, at, found);
    return (waft_vec3){found[0], found[1], found[2]};
}

// The two cells around a place along an axis and the weight of the upper one. Past the last centres it
// is one cell twice, or the first and the last of a periodic axis.
typedef struct two_cells {
    int32_t cell[2];
    float upper;
} two_cells;

static two_cells cells_around(const wafti_domain* domain, int axis, double place) {
    const int32_t n = domain->grid.n[axis];
    const double from_center = place - 0.5;
    const double whole = floor(from_center);
    const bool periodic = wafti_domain_periodic(domain, axis);
    return (two_cells){
        {wafti_inside((int32_t)whole, n, periodic), wafti_inside((int32_t)whole + 1, n, periodic)},
        (float)(from_center - whole)};
}

static float sample_cells(const waft_smoke* smoke, int kind, waft_vec3 point) {
    const float* field = smoke != NULL ? find_field(smoke, kind).data : NULL;
    if (field == NULL || !isfinite(point.x) || !isfinite(point.y) || !isfinite(point.z)) {
        return 0.0f;
    }
    const wafti_domain* domain = &smoke->domain;
    const wafti_mac* grid = &domain->grid;
    const double at[3] = {(double)point.x, (double)point.y, (double)point.z};
    two_cells around[3] = {{.upper = 0.0f}, {.upper = 0.0f}, {.upper = 0.0f}};
    for (int axis = 0; axis < grid->axes; ++axis) {
        const double place = (at[axis] - grid->low[axis]) / grid->h;
        if (!(place >= 0.0 && place <= (double)grid->n[axis])) {
            return 0.0f;
        }
        around[axis] = cells_around(domain, axis, place);
    }
    float sum = 0.0f;
    float weights = 0.0f;
    for (unsigned corner = 0; corner < 1u << grid->axes; ++corner) {
        float weight = 1.0f;
        int32_t cell[3];
        for (unsigned axis = 0; axis < 3; ++axis) {
            const unsigned high = corner >> axis & 1u;
            weight *= high != 0 ? around[axis].upper : 1.0f - around[axis].upper;
            cell[axis] = around[axis].cell[high];
        }
        const ptrdiff_t index = wafti_mac_index(grid, cell[0], cell[1], cell[2]);
        if (domain->clearance[index] > 0) {
            sum += weight * field[index];
            weights += weight;
        }
    }
    return weights > 0.0f ? sum / weights : 0.0f;
}

float waft_smoke_sample_density(const waft_smoke* smoke, waft_vec3 point) {
    return sample_cells(smoke, WAFT_SMOKE_DENSITY, point);
}

float waft_smoke_sample_temperature(const waft_smoke* smoke, waft_vec3 point) {
    return sample_cells(smoke, WAFT_SMOKE_TEMPERATURE, point);
}

// ---- derived fields

typedef struct derive_job {
    const waft_smoke* smoke;
    waft_smoke_derived kind;
    float* out;
} derive_job;

// 1 in cells that are no fluid's at all, and there alone: others keep a sliver.
static void solid_row(const wafti_domain* domain, ptrdiff_t start, int32_t count, float* out) {
    const wafti_mac* grid = &domain->grid;
    const float* front = domain->sdf + start;
    const float* back = front + (grid->axes == 3 ? grid->plane : 0);
    const ptrdiff_t up = grid->row;
    const float eight = 8.0f * (float)grid->h; // corners, in a plane flow each twice
    const float most = domain->fractions ? 0.99f : 0.0f;
    for (int32_t i = 0; i < count; ++i) {
        const float near = front[i] + front[i + 1] + front[i + up] + front[i + up + 1];
        const float far = back[i] + back[i + 1] + back[i + up] + back[i + up + 1];
        const float share = 0.5f - (near + far) / eight;
        const float low = share > 0.0f ? share : 0.0f;
        out[i] = domain->clearance[start + i] == 0 ? 1.0f : (low < most ? low : most);
    }
}

// Cells that a solid may have a share of: all that it closes, and those beside.
static bool near_solids(const wafti_domain* domain, int32_t j, int32_t k) {
    const wafti_box* box = &domain->solid_cells;
    const int32_t beside = 2;
    const bool deep = domain->grid.axes == 3;
    return domain->has_solids && !wafti_box_empty(box) && j >= box->low[1] - beside &&
           j < box->high[1] + beside &&
           (!deep || (k >= box->low[2] - beside && k < box->high[2] + beside));
}

static void center_row(const waft_smoke* smoke, int axis, ptrdiff_t start, float* out) {
    const wafti_mac* grid = &smoke->domain.grid;
    const ptrdiff_t along = wafti_mac_stride(grid, axis);
    const float* face = smoke->velocity[axis] != NULL ? smoke->velocity[axis] + start : NULL;
    for (int32_t i = 0; i < grid->n[0]; ++i) {
        out[i] = face != NULL ? 0.5f * (face[i] + face[i + along]) : 0.0f;
    }
}

WAFTI_CLONES static void derive_row(const derive_job* work, const wafti_walk* at, float* out) {
    const waft_smoke* smoke = work->smoke;
    const wafti_mac* grid = &smoke->domain.grid;
    const ptrdiff_t start = at->start;
    switch (work->kind) {
    case WAFT_SMOKE_CENTER_X:
    case WAFT_SMOKE_CENTER_Y:
    case WAFT_SMOKE_CENTER_Z:
        center_row(smoke, (int)work->kind - (int)WAFT_SMOKE_CENTER_X, start, out);
        break;
    case WAFT_SMOKE_STRAIN:
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            out[i] = sqrtf(2.0f * wafti_strain_square(smoke->scratch, grid->axes, start + i));
        }
        break;
    case WAFT_SMOKE_VORTICITY:
        for (int32_t i = 0; i < grid->n[0]; ++i) {
            out[i] = wafti_curl_length(smoke->scratch, grid->axes, start + i);
        }
        break;
    case WAFT_SMOKE_SOLID:
        if (near_solids(&smoke->domain, at->j, at->k)) {
            solid_row(&smoke->domain, start, grid->n[0], out);
        } else {
            memset(out, 0, (size_t)grid->n[0] * sizeof(*out));
        }
        break;
    }
}

static void derive_block(void* context, int32_t block) {
    const derive_job* work = context;
    const wafti_mac* grid = &work->smoke->domain.grid;
    for (wafti_walk at = wafti_walk_cells(grid, block); wafti_walk_next(&at);) {
        const ptrdiff_t row = (ptrdiff_t)at.k * grid->n[1] + at.j;
        derive_row(work, &at, work->out + row * grid->n[0]);
    }
}

waft_result waft_smoke_derive(const waft_smoke* smoke, waft_smoke_derived kind, float* out) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    if (out == NULL || (unsigned)kind > WAFT_SMOKE_SOLID) {
        return wafti_fail(smoke->context->error, WAFT_ERR_ARGUMENT,
            out == NULL ? "out is NULL" : "there is no derived field %u", (unsigned)kind);
    }
    derive_job work = {.smoke = smoke, .kind = kind};
    work.out = out;
    wafti_pool_begin(smoke->context->pool);
    if (kind == WAFT_SMOKE_STRAIN) {
        wafti_strain(&smoke->domain, smoke->context, smoke->velocity, smoke->scratch);
    } else if (kind == WAFT_SMOKE_VORTICITY) {
        wafti_curl(&smoke->domain, smoke->context, smoke->velocity, smoke->scratch);
    }
    wafti_mac_run(&smoke->domain.grid, smoke->context, 3.0, derive_block, &work);
    wafti_pool_end(smoke->context->pool);
    return WAFT_OK;
}

// ---- setting

static waft_result check_values(
    waft_error* error, const char* what, const float* values, size_t count, float low, float high) {
    for (size_t i = 0; i < count; ++i) {
        // Quiet comparisons: NaN is a wrong value here, not a fault.
        if (!isgreaterequal(values[i], low) || !islessequal(values[i], high)) {
            return wafti_fail(
                error, WAFT_ERR_ARGUMENT, "%s: value %zu is not finite or out of range", what, i);
        }
    }
    return WAFT_OK;
}

static size_t sample_count(const wafti_mac* grid, int where) {
    return (size_t)samples_along(grid, where, 0) * (size_t)samples_along(grid, where, 1) *
           (size_t)samples_along(grid, where, 2);
}

void wafti_smoke_copy_in(const wafti_mac* grid, int axis, const float* values, float* field) {
    const size_t width = (size_t)samples_along(grid, axis, 0);
    for (wafti_walk at = wafti_walk_all(grid, axis); wafti_walk_next(&at);) {
        memcpy(field + at.start, values, width * sizeof(float));
        values += width;
    }
}

waft_result waft_smoke_set_field(waft_smoke* smoke, int kind, const float* values, size_t count) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    waft_error* error = smoke->context->error;
    const sampling field = find_field(smoke, kind);
    if (field.data == NULL || !field.writing) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "field %d is none that can be set", kind);
    }
    const wafti_mac* grid = &smoke->domain.grid;
    if (values == NULL || count != sample_count(grid, field.axis)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "field %d takes %zu values, not %zu", kind,
            sample_count(grid, field.axis), count);
    }
    const float most = 1e9f;
    const float least = kind == WAFT_SMOKE_DENSITY ? 0.0f : -most;
    const waft_result result = check_values(error, "field", values, count, least, most);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_smoke_copy_in(grid, field.axis, values, field.data);
    if (field.axis < 0) {
        wafti_obstacles_empty(smoke, &(wafti_box){.high = {grid->n[0], grid->n[1], grid->n[2]}});
    } else {
        wafti_pool_begin(smoke->context->pool);
        wafti_smoke_renew_faces(smoke);
        wafti_pool_end(smoke->context->pool);
    }
    return WAFT_OK;
}

waft_result waft_smoke_set_force_field(
    waft_smoke* smoke, const float* x, const float* y, const float* z) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const wafti_mac* grid = &smoke->domain.grid;
    waft_error* error = smoke->context->error;
    const float* given[3] = {x, y, z};
    if (x == NULL && y == NULL && z == NULL) {
        smoke->uses_force = false;
        return WAFT_OK;
    }
    waft_result result = WAFT_OK;
    const int axes = grid->axes == 3 ? 3 : 2;
    for (int axis = 0; axis < axes && result == WAFT_OK; ++axis) {
        if (given[axis] == NULL) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "a force field has all components or none; number %d is NULL", axis);
        }
        const size_t count = sample_count(grid, axis);
        result = check_values(error, "force field", given[axis], count, -1e9f, 1e9f);
    }
    result = result == WAFT_OK ? wafti_smoke_take_extras(smoke, WAFTI_EXTRA_FORCE) : result;
    for (int axis = 0; axis < axes && result == WAFT_OK; ++axis) {
        wafti_smoke_copy_in(grid, axis, given[axis], smoke->force[axis]);
        smoke->uses_force = true;
    }
    return result;
}

// A cell field that stays until it is set again.
typedef struct lasting {
    const char* name;
    float most;
    uint32_t extra;
    float** place;
    bool* uses;
} lasting;

static waft_result set_cells(waft_smoke* smoke, const lasting* given, const float* cells) {
    if (cells == NULL) {
        *given->uses = false;
        return WAFT_OK;
    }
    const wafti_mac* grid = &smoke->domain.grid;
    waft_result result = check_values(
        smoke->context->error, given->name, cells, sample_count(grid, -1), 0.0f, given->most);
    result = result == WAFT_OK ? wafti_smoke_take_extras(smoke, given->extra) : result;
    if (result == WAFT_OK) {
        wafti_smoke_copy_in(grid, -1, cells, *given->place);
        *given->uses = true;
    }
    return result;
}

waft_result waft_smoke_set_confinement_weight(waft_smoke* smoke, const float* cells) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const lasting weight = {"confinement weight", 1.0f, WAFTI_EXTRA_WEIGHT,
        &smoke->confinement_weight, &smoke->uses_weight};
    return set_cells(smoke, &weight, cells);
}

waft_result waft_smoke_set_eddy_viscosity(waft_smoke* smoke, const float* cells) {
    if (smoke == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    const lasting eddy = {
        "eddy viscosity", 1e9f, WAFTI_EXTRA_EDDY, &smoke->eddy, &smoke->uses_eddy};
    return set_cells(smoke, &eddy, cells);
}
