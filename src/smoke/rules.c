// SPDX-License-Identifier: MIT
#include "smoke/rules.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/range.h"
#include "base/text.h"
#include "grid/mac.h"
#include "math/fft.h"
#include "solid/placed.h"
#include "solid/shape_check.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Places in m, speeds in m/s, rates and densities; beyond these float has no room left for squares.
static const float greatest_place = 1e6f;
static const float greatest_speed = 1e6f;
static const float greatest_value = 1e9f;
static const float greatest_time = 1e9f;
enum { LEAST_CELLS = 4, GREATEST_CELLS = 4096, PATH_SIZE = 64 };

static const char* const side_names[WAFT_SIDE_COUNT] = {
    "left", "right", "bottom", "top", "back", "front"};

// One item of a list: "smoke.sources[3].time".
static const char* path_of(
    char buffer[PATH_SIZE], const char* list, size_t index, const char* key) {
    (void)snprintf(buffer, PATH_SIZE, "smoke.%s[%zu].%s", list, index, key);
    return buffer;
}

typedef struct named {
    const char* key;
    float value;
    float low, high;
    bool above;
} named;

static waft_result check_items(
    waft_error* error, const char* list, size_t index, const named* items, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        char path[PATH_SIZE];
        const waft_result result = wafti_check_range(
            error, (wafti_range){path_of(path, list, index, items[i].key), items[i].value,
                       items[i].low, items[i].high, items[i].above});
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

static waft_result check_grid(const waft_smoke_def* def, waft_error* error) {
    static const char* const paths[3] = {"smoke.cells[0]", "smoke.cells[1]", "smoke.cells[2]"};
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 2 && def->cells[axis] == 1) {
            continue;
        }
        const waft_result result =
            wafti_check_count(error, paths[axis], def->cells[axis], LEAST_CELLS, GREATEST_CELLS);
        if (result != WAFT_OK) {
            return result;
        }
    }
    // Kernels keep places in a field as 32-bit numbers.
    const size_t size = wafti_mac_make(def->cells, 1.0, (const double[3]){0.0, 0.0, 0.0}).size;
    if (size > INT32_MAX) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.cells are %zu in all with the padding around them: allowed are up to 2147483647",
            size);
    }
    return WAFT_OK;
}

static waft_result check_numbers(const waft_smoke_def* def, waft_error* error) {
    const float place = greatest_place;
    const float value = greatest_value;
    const wafti_range ranges[] = {
        {"smoke.spacing", def->spacing, 1e-6f, 1e5f, false},
        {"smoke.origin[0]", def->origin.x, -place, place, false},
        {"smoke.origin[1]", def->origin.y, -place, place, false},
        {"smoke.origin[2]", def->origin.z, -place, place, false},
        {"smoke.velocity[0]", def->velocity.x, -greatest_speed, greatest_speed, false},
        {"smoke.velocity[1]", def->velocity.y, -greatest_speed, greatest_speed, false},
        {"smoke.velocity[2]", def->velocity.z, -greatest_speed, greatest_speed, false},
        {"smoke.viscosity", def->viscosity, 0.0f, value, false},
        {"smoke.viscosity_theta", def->viscosity_theta, 0.5f, 1.0f, false},
        {"smoke.gravity[0]", def->gravity.x, -1e3f, 1e3f, false},
        {"smoke.gravity[1]", def->gravity.y, -1e3f, 1e3f, false},
        {"smoke.gravity[2]", def->gravity.z, -1e3f, 1e3f, false},
        {"smoke.buoyancy.temperature", def->buoyancy_temperature, 0.0f, value, false},
        {"smoke.buoyancy.density", def->buoyancy_density, 0.0f, value, false},
        {"smoke.confinement", def->confinement, 0.0f, value, false},
        {"smoke.dissipation.density", def->dissipation_density, 0.0f, value, false},
        {"smoke.dissipation.temperature", def->dissipation_temperature, 0.0f, value, false},
        {"smoke.pressure.tolerance", def->pressure_tolerance, 1e-10f, 0.1f, false},
        {"smoke.cfl", def->cfl, 0.0f, 20.0f, true},
    };
    waft_result result = wafti_check_ranges(error, ranges, COUNT(ranges));
    for (int n = 0; n < WAFTI_SCALAR_LIMIT && result == WAFT_OK; ++n) {
        const wafti_range decay = {
            "smoke.dissipation_scalars", def->dissipation_scalars[n], 0.0f, value, false};
        result = wafti_check_ranges(error, &decay, 1);
    }
    return result;
}

static waft_result check_counts(const waft_smoke_def* def, waft_error* error) {
    const struct {
        const char* path;
        int64_t value, low, high;
    } counts[] = {
        {"smoke.pressure.iterations", def->pressure_iterations, 1, 10000},
        {"smoke.max_substeps", def->max_substeps, 1, 256},
        {"smoke.every", def->every, 1, 1000},
        {"smoke.scalar_count", def->scalar_count, 0, WAFTI_SCALAR_LIMIT},
        {"smoke.source_capacity", def->source_capacity, 0, WAFTI_SOURCE_LIMIT},
        {"smoke.solid_capacity", def->solid_capacity, 0, WAFTI_PLACED_CAPACITY},
    };
    for (size_t i = 0; i < COUNT(counts); ++i) {
        const waft_result result = wafti_check_count(
            error, counts[i].path, counts[i].value, counts[i].low, counts[i].high);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

static waft_result check_choices(const waft_smoke_def* def, waft_error* error) {
    const struct {
        const char* path;
        unsigned value, last;
    } choices[] = {
        {"smoke.advection", (unsigned)def->advection, WAFT_ADVECTION_SEMILAGRANGIAN},
        {"smoke.trace", (unsigned)def->trace, WAFT_TRACE_RK2},
        {"smoke.scheme", (unsigned)def->scheme, WAFT_SCHEME_REFLECT},
        {"smoke.pressure.solver", (unsigned)def->pressure_solver, WAFT_PRESSURE_CG},
        {"smoke.pressure.smoother", (unsigned)def->pressure_smoother, WAFT_SMOOTHER_RBGS},
    };
    for (size_t i = 0; i < COUNT(choices); ++i) {
        if (choices[i].value > choices[i].last) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is %u: there is no such choice",
                choices[i].path, choices[i].value);
        }
    }
    return WAFT_OK;
}

// Transforms know some lengths only.
static waft_result check_lengths(const waft_smoke_def* def, waft_error* error) {
    for (int axis = 0; axis < 3 && def->pressure_solver == WAFT_PRESSURE_DCT; ++axis) {
        const int32_t n = def->cells[axis];
        if (n > 1 && !wafti_fft_length_allowed(n)) {
            return wafti_fail(error, WAFT_ERR_ARGUMENT,
                "smoke.cells[%d] is %d, which smoke.pressure.solver dct cannot do; the next that "
                "it "
                "can are %d and %d",
                axis, (int)n, (int)wafti_fft_length_at_most(n), (int)wafti_fft_length_at_least(n));
        }
    }
    return WAFT_OK;
}

static float along(waft_vec3 v, int axis) {
    return axis == 0 ? v.x : (axis == 1 ? v.y : v.z);
}

static waft_result check_side(const waft_smoke_def* def, int number, waft_error* error) {
    const waft_smoke_side* side = &def->sides[number];
    const char* name = side_names[number];
    if ((unsigned)side->kind > WAFT_SIDE_PERIODIC) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.sides.%s.kind is %u: there is no such choice", name, (unsigned)side->kind);
    }
    const named items[] = {
        {"speed", side->speed, -greatest_speed, greatest_speed, false},
        {"density", side->density, 0.0f, greatest_value, false},
        {"temperature", side->temperature, -greatest_value, greatest_value, false},
        {"velocity[0]", side->velocity.x, -greatest_speed, greatest_speed, false},
        {"velocity[1]", side->velocity.y, -greatest_speed, greatest_speed, false},
        {"velocity[2]", side->velocity.z, -greatest_speed, greatest_speed, false},
    };
    for (size_t i = 0; i < COUNT(items) + WAFTI_SCALAR_LIMIT; ++i) {
        char path[PATH_SIZE];
        const bool extra = i >= COUNT(items);
        const float value = extra ? side->scalars[i - COUNT(items)] : items[i].value;
        (void)snprintf(
            path, sizeof(path), "smoke.sides.%s.%s", name, extra ? "scalars" : items[i].key);
        const waft_result result = wafti_check_range(
            error, (wafti_range){path, value, extra ? -greatest_value : items[i].low,
                       extra ? greatest_value : items[i].high, false});
        if (result != WAFT_OK) {
            return result;
        }
    }
    if (along(side->velocity, number / 2) != 0.0f) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.sides.%s.velocity[%d] is not 0: a wall moves along itself only", name,
            number / 2);
    }
    if ((side->kind == WAFT_SIDE_PERIODIC) != (def->sides[number ^ 1].kind == WAFT_SIDE_PERIODIC)) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT,
            "smoke.sides.%s and smoke.sides.%s: both or none of them are periodic",
            side_names[number & ~1], side_names[number | 1]);
    }
    return WAFT_OK;
}

// Section 9: without an open side whatever flows in must flow out elsewhere.
static waft_result check_balance(const waft_smoke_def* def, waft_error* error) {
    double sum = 0.0;
    double size = 0.0;
    const int side_count = def->cells[2] > 1 ? WAFT_SIDE_COUNT : WAFT_SIDE_BACK;
    for (int number = 0; number < side_count; ++number) {
        const waft_smoke_side* side = &def->sides[number];
        if (side->kind == WAFT_SIDE_OPEN) {
            return WAFT_OK;
        }
        const int axis = number / 2;
        const double area = (double)def->cells[(axis + 1) % 3] * (double)def->cells[(axis + 2) % 3];
        const double flux = side->kind == WAFT_SIDE_INFLOW ? (double)side->speed * area : 0.0;
        sum += flux;
        size += fabs(flux);
    }
    if (fabs(sum) <= 1e-6 * size) {
        return WAFT_OK;
    }
    char share[32];
    (void)wafti_format_float(share, (float)(sum / size));
    return wafti_fail(error, WAFT_ERR_ARGUMENT,
        "smoke.sides: inflows do not cancel (%s of their sum is left) and no side is open: open "
        "one, or give speeds that add up to 0",
        share);
}

waft_result wafti_check_smoke_alone(const waft_smoke_def* def, waft_error* error) {
    waft_result result = check_grid(def, error);
    result = result == WAFT_OK ? check_numbers(def, error) : result;
    result = result == WAFT_OK ? check_counts(def, error) : result;
    result = result == WAFT_OK ? check_choices(def, error) : result;
    result = result == WAFT_OK ? check_lengths(def, error) : result;
    for (int number = 0; number < WAFT_SIDE_COUNT && result == WAFT_OK; ++number) {
        result = check_side(def, number, error);
    }
    return result;
}

waft_result wafti_check_smoke(const waft_smoke_def* def, waft_error* error) {
    const waft_result result = wafti_check_smoke_alone(def, error);
    return result == WAFT_OK ? check_balance(def, error) : result;
}

// Where a source is, "smoke.sources[3]".
static waft_result check_place(
    const waft_smoke_def* smoke, const waft_pose* pose, size_t index, waft_error* error) {
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "smoke.sources[%zu]", index);
    return wafti_pose_check(pose, path, smoke->cells[2] == 1, error);
}

static waft_result check_window(const waft_source_def* def, size_t index, waft_error* error) {
    char path[PATH_SIZE];
    if (!isfinite(def->start)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s is not finite", path_of(path, "sources", index, "start"));
    }
    if (isnan(def->end)) {
        return wafti_fail(
            error, WAFT_ERR_ARGUMENT, "%s is not a number", path_of(path, "sources", index, "end"));
    }
    return WAFT_OK;
}

waft_result wafti_check_source_values(
    const waft_smoke_def* smoke, const waft_source_def* def, size_t index, waft_error* error) {
    char path[PATH_SIZE];
    const float value = greatest_value;
    const float speed = greatest_speed;
    if ((unsigned)def->mode > WAFT_SOURCE_ADD) {
        return wafti_fail(error, WAFT_ERR_ARGUMENT, "%s is %u: there is no such choice",
            path_of(path, "sources", index, "mode"), (unsigned)def->mode);
    }
    // A source may take smoke away, but there is no less than none to hold.
    const float least = def->mode == WAFT_SOURCE_HOLD ? 0.0f : -value;
    const named items[] = {
        {"density", def->density, least, value, false},
        {"temperature", def->temperature, -value, value, false},
        {"time", def->time, 0.0f, greatest_time, false},
        {"velocity[0]", def->velocity.x, -speed, speed, false},
        {"velocity[1]", def->velocity.y, -speed, speed, false},
        {"velocity[2]", def->velocity.z, -speed, speed, false},
        {"expansion", def->expansion, -value, value, false},
        {"noise", def->noise, 0.0f, 1.0f, false},
        {"noise_length", def->noise_length, 0.0f, greatest_place, true},
        {"noise_speed", def->noise_speed, 0.0f, 1e6f, false},
    };
    waft_result result = check_items(error, "sources", index, items, COUNT(items));
    for (size_t n = 0; n < WAFTI_SCALAR_LIMIT && result == WAFT_OK; ++n) {
        const named scalar = {"scalars", def->scalars[n], -value, value, false};
        result = check_items(error, "sources", index, &scalar, 1);
    }
    result = result == WAFT_OK ? check_window(def, index, error) : result;
    return result == WAFT_OK ? check_place(smoke, &def->pose, index, error) : result;
}

waft_result wafti_check_source(
    const waft_smoke_def* smoke, const waft_source_def* def, size_t index, waft_error* error) {
    char path[PATH_SIZE];
    (void)snprintf(path, sizeof(path), "smoke.sources[%zu]", index);
    const wafti_shape_rules rules = {.flat = smoke->cells[2] == 1};
    const waft_result result = wafti_form_check(&def->shape, path, &rules, error);
    return result == WAFT_OK ? wafti_check_source_values(smoke, def, index, error) : result;
}
